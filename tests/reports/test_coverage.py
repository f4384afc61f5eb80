"""Intervals and verdicts under repetition (V9, V10, V11): do 95 % intervals hold the truth in 95 % of cases?

Fast samples run always with wide margins; the full sizes carry the mark `slow`.
"""

from __future__ import annotations

import numpy as np
import pytest

from reports import intervals as iv
from reports.intervals import Cross, Sums
from reports.paired import benjamini_hochberg, difference, holm


def sums(n: np.ndarray, d: np.ndarray) -> Sums:
    return Sums(n.size, *(int(x) for x in (n.sum(), d.sum(), (n * n).sum(), (d * d).sum(), (n * d).sum())))


def hits(intervals, truth: float) -> float:
    """Share of intervals that hold the truth."""
    return float(np.mean([i.low <= truth <= i.high for i in intervals]))


def binomial_sums(k: int, walls: int) -> Sums:
    return Sums(walls, k, walls, k, walls, k)


@pytest.mark.parametrize(("events", "low", "high"), [(3, 0.95, 1.0), (10, 0.95, 1.0), (30, 0.935, 0.985), (300, 0.94, 0.965)])
def test_exact_coverage_of_rates(events, low, high):
    """No simulation: the coverage of `rate` for every count, weighted by its binomial chance. Below 30 never under 95 %."""
    from scipy.special import bdtr

    walls = 10_000
    p = events / walls
    chance = np.diff(np.r_[0.0, bdtr(np.arange(0, 8 * events + 40), walls, p)])
    covered = sum(
        c for k, c in enumerate(chance) if c > 1e-9 and (i := iv.rate(binomial_sums(k, walls))).low <= p <= i.high
    )
    assert low <= covered <= high


@pytest.fixture(scope="module")
def score_pool() -> np.ndarray:
    """Right-skewed whole points, like wins."""
    rng = np.random.default_rng(1)
    return np.floor(np.exp(1.6 + 0.75 * rng.normal(size=200_000))).astype(np.int64)


def mean_coverage(pool, walls: int, repetitions: int, seed: int) -> float:
    rng = np.random.default_rng(seed)
    one = np.ones(walls, np.int64)
    return hits((iv.ratio(sums(rng.choice(pool, walls), one)) for _ in range(repetitions)), pool.mean())


def ratio_coverage(pool, walls: int, repetitions: int, seed: int) -> float:
    """Points per win, with none, one or two wins on a wall."""
    rng = np.random.default_rng(seed)
    found = []
    for _ in range(repetitions):
        wins = rng.choice([0, 1, 2], walls, p=[0.05, 0.9, 0.05])
        points = rng.choice(pool, walls) * (wins > 0) + rng.choice(pool, walls) * (wins > 1)
        found.append(iv.ratio(sums(points, wins)))
    return hits(found, pool.mean())


def quantile_coverage(pool, walls: int, repetitions: int, seed: int, p: float) -> float:
    rng = np.random.default_rng(seed)
    values = np.sort(pool)
    truth = float(values[int(np.ceil(p * len(values))) - 1])
    found = []
    for _ in range(repetitions):
        v, n = np.unique(rng.choice(pool, walls), return_counts=True)
        found.append(iv.quantile(v.tolist(), n.tolist(), p))
    return hits(found, truth)


def cluster_coverage(replays: int, walls: int, repetitions: int, seed: int) -> tuple[float, float]:
    """Hands of one wall that are alike (intraclass correlation 0.3): intervals over walls, and wrongly over hands."""
    rng = np.random.default_rng(seed)
    by_wall, by_hand = 0, 0
    for _ in range(repetitions):
        shared = rng.normal(size=(walls, 1)) * np.sqrt(0.3)
        y = np.rint(1000 * (shared + rng.normal(size=(walls, replays)) * np.sqrt(0.7))).astype(np.int64)
        wall = iv.ratio(sums(y.sum(1), np.full(walls, replays, np.int64)))
        hand = iv.ratio(sums(y.ravel(), np.ones(y.size, np.int64)))
        by_wall += wall.low <= 0 <= wall.high
        by_hand += hand.low <= 0 <= hand.high
    return by_wall / repetitions, by_hand / repetitions


def test_coverage_of_means_ratios_and_quantiles_sample(score_pool):
    assert 0.92 <= mean_coverage(score_pool, 1000, 600, 2) <= 0.975
    assert 0.92 <= ratio_coverage(score_pool, 1000, 500, 3) <= 0.975
    assert quantile_coverage(score_pool, 1000, 400, 4, 0.9) >= 0.94


def test_walls_are_the_unit_sample():
    """V10: intervals over walls hold, intervals over hands do not."""
    by_wall, by_hand = cluster_coverage(4, 300, 600, 5)
    assert 0.92 <= by_wall <= 0.98 and by_hand < 0.90


def few_wins_coverage(chance: float, repetitions: int, seed: int) -> float:
    """Difference of a share of wins between two rule sets with few wins on many walls (none at all included)."""
    rng = np.random.default_rng(seed)
    held = 0
    for _ in range(repetitions):
        sides = []
        for share in (0.05, 0.15):
            d = (rng.random(1000) < chance).astype(np.int64)
            sides.append((d * (rng.random(1000) < share), d))
        (n0, d0), (n, d) = sides
        same = int(((n == n0) & (d == d0)).sum())
        cross = Cross(int((n * n0).sum()), int((n * d0).sum()), int((d * n0).sum()), int((d * d0).sum()), same)
        i = difference(sums(n, d), sums(n0, d0), cross, iv.Kind.RATE)
        held += i.value is None or i.low <= 0.10 <= i.high
    return held / repetitions


@pytest.mark.parametrize("chance", [0.02, 0.1])
def test_few_wins_do_not_pass_for_many_walls(chance):
    """Twenty or a hundred wins on a thousand walls: the interval of a share of wins still holds (it errs wide)."""
    assert few_wins_coverage(chance, 400, 11) >= 0.94


@pytest.mark.slow
@pytest.mark.parametrize("walls", [3000, 10_000])
def test_coverage_of_means_and_ratios(score_pool, walls):
    """V9: 94 to 96 % (10,000 repetitions of a mean, 4,000 of a ratio; their own error is below 0.7 points)."""
    assert 0.94 <= mean_coverage(score_pool, walls, 10_000, walls) <= 0.96
    assert 0.94 <= ratio_coverage(score_pool, walls, 4000, walls + 1) <= 0.96


@pytest.mark.slow
@pytest.mark.parametrize("p", [0.5, 0.9, 0.99])
def test_coverage_of_quantiles(score_pool, p):
    """V9: order statistics never fall short; whole points make them err on the wide side."""
    assert quantile_coverage(score_pool, 3000, 4000, 7, p) >= 0.94


@pytest.mark.slow
@pytest.mark.parametrize("replays", [4, 24])
def test_walls_are_the_unit(replays):
    by_wall, by_hand = cluster_coverage(replays, 400, 6000, replays)
    assert 0.94 <= by_wall <= 0.96 and by_hand < 0.90


def paired_p_values(effects: np.ndarray, walls: int, rng: np.random.Generator) -> list[float]:
    """p of variants against one shared baseline on common walls, with true differences in standard errors."""
    base = rng.integers(0, 60, walls)
    out = []
    for effect in effects:
        moved = rng.random(walls) < 0.3
        step = np.where(moved, rng.choice([-3, 3], walls), 0)
        lift = effect * step.std() / np.sqrt(walls)
        v = 1000 * base + np.rint(1000 * step + 1000 * lift * moved / 0.3).astype(np.int64)
        b, one = 1000 * base, np.ones(walls, np.int64)
        same = int((v == b).sum())
        cross = Cross(int((v * b).sum()), int(v.sum()), int(b.sum()), walls, same)
        p = difference(sums(v, one), sums(b, one), cross).p
        assert p is not None
        out.append(p)
    return out


def family(repetitions: int, seed: int, real: int) -> tuple[float, float, float]:
    """(family-wise error of Holm, false discovery rate of BH, power of Holm) with 40 variants, `real` of them different."""
    rng = np.random.default_rng(seed)
    effects = np.r_[np.full(real, 3.5), np.zeros(40 - real)]
    errors, false_share, found = 0, 0.0, 0.0
    for _ in range(repetitions):
        p = paired_p_values(effects, 400, rng)
        claims = np.array(holm(p)) < 0.05
        errors += bool(claims[real:].any())
        found += claims[:real].mean() if real else 0.0
        explored = np.array(benjamini_hochberg(p)) < 0.05
        false_share += explored[real:].sum() / max(1, explored.sum())
    return errors / repetitions, false_share / repetitions, found / repetitions


def test_family_of_questions_sample():
    """V11: among 40 variants with none different, a false claim stays rare; eight real ones are mostly found."""
    wrong, _, _ = family(120, 8, 0)
    _, discovery, power = family(60, 9, 8)
    assert wrong <= 0.12 and discovery <= 0.12 and power > 0.4


@pytest.mark.slow
@pytest.mark.parametrize("real", [0, 8])
def test_family_of_questions(real):
    wrong, discovery, power = family(1500, 10 + real, real)
    assert wrong <= 0.057 and discovery <= 0.057
    assert real == 0 or power > 0.5
