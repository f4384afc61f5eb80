"""Interval formulas against published values and against slow direct computation from the walls themselves."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from reports import intervals as iv
from reports.intervals import Cross, Kind, Method, Sums
from reports.paired import benjamini_hochberg, difference, holm, walls_to_resolve


def sums_of(n: np.ndarray, d: np.ndarray) -> Sums:
    n, d = n.astype(np.int64), d.astype(np.int64)
    return Sums(n.size, *(int(x.sum()) for x in (n, d, n * n, d * d, n * d)))


def cross_of(n: np.ndarray, d: np.ndarray, n0: np.ndarray, d0: np.ndarray) -> Cross:
    same = int(((n == n0) & (d == d0)).sum())
    return Cross(int((n * n0).sum()), int((n * d0).sum()), int((d * n0).sum()), int((d * d0).sum()), same)


# Newcombe, Statist. Med. 17 (1998) 857-872, table I: four standard cases.
NEWCOMBE = [
    (81, 263, (0.2553, 0.3662), (0.2527, 0.3676)),
    (15, 148, (0.0624, 0.1605), (0.0578, 0.1617)),
    (0, 20, (0.0000, 0.1611), (0.0000, 0.1684)),
    (1, 29, (0.0061, 0.1718), (0.0009, 0.1776)),
]


@pytest.mark.parametrize(("k", "n", "score", "exact"), NEWCOMBE)
def test_published_intervals_of_a_rate(k, n, score, exact):
    w, c = iv.wilson(k, n), iv.clopper_pearson(k, n)
    assert (round(w.low, 4), round(w.high, 4)) == score
    assert (round(c.low, 4), round(c.high, 4)) == exact


def test_none_of_fifty_and_nothing_of_nothing():
    """0 of 50 is 0 % up to 7.1 %; 0 of 0 is no number at all."""
    for i in (iv.wilson(0, 50), iv.clopper_pearson(0, 50)):
        assert i.estimate == 0 and i.low == 0 and round(i.high, 3) == 0.071
    empty = Sums(10, 0, 0, 0, 0, 0)
    for i in (iv.wilson(0, 0), iv.clopper_pearson(0, 0), iv.rate(empty), iv.ratio(empty)):
        assert i.estimate is None and i.low is None and i.high is None
    assert iv.rule_of_three(1000) == pytest.approx(3 / 1000, rel=0.005)


def test_student_interval_of_four_values_and_of_one():
    """3, 5, 4, 8: mean 5, [1.56, 8.44] with t(3); one value has no interval."""
    x = np.array([3, 5, 4, 8])
    i = iv.ratio(sums_of(x, np.ones(4)))
    assert i.estimate == 5 and round(i.low, 2) == 1.56 and round(i.high, 2) == 8.44 and i.method is Method.BLOCK_T
    alone = iv.ratio(sums_of(x[:1], np.ones(1)))
    assert alone.estimate == 3 and alone.low is None and alone.half_width is None


def test_paired_difference_of_eight_walls():
    """Eight common walls: mean 2.5, SE 0.627, [1.02, 3.98] with t(7); the unpaired SE would be 5.80."""
    a, b, one = np.array([10, -4, 22, -8, 15, 1, -12, 9]), np.array([7, -5, 20, -12, 11, 1, -13, 4]), np.ones(8, int)
    d = difference(sums_of(a, one), sums_of(b, one), cross_of(a, one, b, one))
    assert d.value == 2.5 and round(d.se, 3) == 0.627
    assert (round(d.low, 2), round(d.high, 2)) == (1.02, 3.98)
    assert math.sqrt(d.saving) * d.se == pytest.approx(5.80, abs=0.005)
    assert d.differing == 7 and d.walls == 8


def test_binary_metrics_are_recognised_from_sums_alone():
    assert sums_of(np.array([0, 1, 1, 0]), np.array([1, 1, 1, 1])).is_binary
    assert sums_of(np.array([0, 1, 0, 0]), np.array([1, 1, 0, 0])).is_binary, "self-draws among wins"
    assert not sums_of(np.array([0, 2, 0, 0]), np.array([1, 1, 1, 1])).is_binary
    assert not sums_of(np.array([1, 1, 0, 0]), np.array([0, 1, 1, 1])).is_binary


def test_rate_chooses_its_interval():
    hands = np.ones(2000, int)
    many, few = np.arange(2000) % 10 == 0, np.arange(2000) % 100 == 0
    assert iv.rate(sums_of(many, hands)).method is Method.WILSON
    assert iv.rate(sums_of(few, hands)).method is Method.CLOPPER_PEARSON
    assert iv.rate(sums_of(~few, hands)).method is Method.CLOPPER_PEARSON, "few misses count as few events"
    assert iv.rate(sums_of(many, 4 * hands)).method is Method.BLOCK_T
    assert iv.rate(sums_of(many, 1 + (np.arange(2000) % 3))).method is Method.RATIO
    seats = iv.rate(sums_of(few, 4 * hands))
    assert seats.method is Method.CLOPPER_PEARSON and seats.n <= 8000
    none = iv.rate(sums_of(0 * hands, 4 * hands))
    assert none.estimate == 0 and none.high == pytest.approx(3.69 / 8000, rel=0.01) and none.n == 8000


def test_walls_that_never_vary_get_no_interval_of_width_zero():
    always = iv.rate(sums_of(np.ones(50, int), 4 * np.ones(50, int)))
    assert always.estimate == 0.25 or always.low is not None
    flat = iv.ratio(sums_of(7 * np.ones(50, int), np.ones(50, int)))
    assert flat.estimate == 7 and flat.low is None and flat.method is Method.CONSTANT


def direct(n: np.ndarray, d: np.ndarray, n0: np.ndarray, d0: np.ndarray) -> tuple[Fraction, Fraction]:
    """Difference of two ratios and its squared standard error, wall by wall in exact fractions."""
    walls = len(n)
    sides = []
    for a, b in ((n, d), (n0, d0)):
        r, mean = Fraction(int(a.sum()), int(b.sum())), Fraction(int(b.sum()), walls)
        sides.append((r, [(int(x) - r * int(y)) / mean for x, y in zip(a, b, strict=True)]))
    (r, e), (r0, e0) = sides
    carriers = min(Fraction(int(b.sum()) ** 2, int((b * b).sum())) for b in (d, d0))
    return r - r0, sum((x - y) ** 2 for x, y in zip(e, e0, strict=True)) / walls**2 * carriers / (carriers - 1)


def test_walls_that_carry_a_ratio():
    """All walls for a constant denominator; for a ratio per win the walls with a win."""
    assert sums_of(np.arange(50), 4 * np.ones(50, int)).carriers == 50
    wins = np.zeros(3000, int)
    wins[:8] = 1
    few = sums_of(wins * np.array([5, 7, 8, 8, 9, 11, 13, 5] + [0] * 2992), wins)
    assert few.carriers == 8
    i, alone = iv.ratio(few), iv.ratio(sums_of(np.array([5, 7, 8, 8, 9, 11, 13, 5]), np.ones(8, int)))
    assert (i.low, i.high) == (pytest.approx(alone.low), pytest.approx(alone.high)), "eight wins on 3,000 walls are eight wins"


def test_no_events_among_few_wins_stay_uncertain():
    """0 of 8 wins against 11 of 72: an interval over 3,000 walls would call that certain; it is not."""
    d0, d = np.zeros(3000, int), np.zeros(3000, int)
    d0[:8], d[100:172] = 1, 1
    n0, n = 0 * d0, np.where(np.arange(3000) < 111, d, 0)
    got = difference(sums_of(n, d), sums_of(n0, d0), cross_of(n, d, n0, d0), Kind.RATE)
    assert got.method is Method.MOVER and got.value == pytest.approx(11 / 72)
    assert got.low < 0 < got.high and got.p > 0.05
    own, base = iv.rate(sums_of(n, d)), iv.rate(sums_of(n0, d0))
    assert got.low == pytest.approx(got.value - math.hypot(got.value - own.low, base.high), rel=1e-3)
    assert got.high == pytest.approx(got.value + math.hypot(own.high - got.value, 0), rel=1e-3)


def test_p_of_both_intervals_agrees_with_the_interval():
    rng = np.random.default_rng(6)
    for _ in range(20):
        d0, d = rng.integers(0, 2, 200), rng.integers(0, 2, 200)
        n0, n = d0 * (rng.random(200) < 0.1), d * (rng.random(200) < 0.25)
        got = difference(sums_of(n, d), sums_of(n0, d0), cross_of(n, d, n0, d0), Kind.RATE)
        assert got.method is Method.MOVER
        assert (got.p < 0.05) == (got.low > 0 or got.high < 0)
        assert got.low < got.inner_low < got.value < got.inner_high < got.high


@pytest.mark.parametrize("seed", range(6))
def test_ratio_difference_equals_wall_by_wall_fractions(seed):
    rng = np.random.default_rng(seed)
    d, d0 = rng.integers(0, 3, 40), rng.integers(0, 3, 40)
    n, n0 = rng.integers(-9, 60, 40) * d, rng.integers(-9, 60, 40) * d0
    got = difference(sums_of(n, d), sums_of(n0, d0), cross_of(n, d, n0, d0))
    value, square = direct(n, d, n0, d0)
    assert got.value == pytest.approx(float(value), rel=1e-12)
    assert got.se == pytest.approx(math.sqrt(square), rel=1e-12)
    shift = difference(sums_of(n0, d0), sums_of(n, d), cross_of(n0, d0, n, d))
    assert shift.value == pytest.approx(-got.value), "swapping the sides turns the sign"
    assert shift.se == pytest.approx(got.se)


def test_relative_change_equals_the_linearised_ratio():
    rng = np.random.default_rng(3)
    n0 = rng.integers(5, 30, 400)
    n, one = n0 + rng.integers(-2, 5, 400), np.ones(400, int)
    got = difference(sums_of(n, one), sums_of(n0, one), cross_of(n, one, n0, one))
    t = n.sum() / n0.sum()
    se = (n - t * n0).std(ddof=1) / n0.mean() / 20
    assert got.relative == pytest.approx(t - 1)
    assert (got.relative_high - got.relative_low) / 2 == pytest.approx(iv.t_quantile(0.95, 399) * se)


def test_identical_walls_are_seen_exactly_and_have_no_interval():
    rng = np.random.default_rng(4)
    n, d = rng.integers(0, 60, 500), rng.integers(0, 2, 500)
    got = difference(sums_of(n * d, d), sums_of(n * d, d), cross_of(n * d, d, n * d, d))
    assert got.identical and got.value == 0 and got.low is None and got.p is None and got.differing == 0


def test_few_differing_walls_are_treated_shyly():
    rng = np.random.default_rng(5)
    n0, one = rng.integers(0, 60, 5000), np.ones(5000, int)
    n = n0.copy()
    n[:1] += 3
    alone = difference(sums_of(n, one), sums_of(n0, one), cross_of(n, one, n0, one))
    assert alone.value == pytest.approx(3 / 5000) and alone.differing == 1 and alone.p == 1
    assert alone.half_width == pytest.approx(12.706 * 3 / 5000, rel=1e-4), "t with one degree of freedom"
    n[:5] += 3
    five = difference(sums_of(n, one), sums_of(n0, one), cross_of(n, one, n0, one))
    assert five.method is Method.FEW_PAIRS and five.p >= 2.0**-4


def test_mcnemar_p_is_the_exact_binomial():
    for b, c in ((1, 8), (0, 5), (4, 4), (12, 3)):
        n = b + c
        tail = sum(math.comb(n, i) for i in range(min(b, c) + 1)) / 2**n
        assert iv.mcnemar_p(b, c) == pytest.approx(min(1, 2 * tail))
    assert iv.mcnemar_p(0, 0) == 1


@pytest.mark.parametrize(("gained", "lost", "walls"), [(0, 1, 44), (3, 9, 400), (12, 2, 1000), (1, 1, 30), (0, 4, 100)])
def test_tango_endpoints_solve_the_score_equation(gained, lost, walls):
    """At each end the score with the restricted likelihood maximum, found by brute force, equals 1.96."""

    def score(delta):
        def log_likelihood(down):
            up, same = down + delta, 1 - 2 * down - delta
            parts = ((gained, up), (lost, down), (walls - gained - lost, same))
            if any(x < 0 or (k and x == 0) for k, x in parts):
                return -math.inf
            return sum(k * math.log(x) for k, x in parts if k)

        low, high = max(0.0, -delta), (1 - delta) / 2
        for _ in range(200):
            a, b = low + (high - low) / 3, high - (high - low) / 3
            low, high = (a, high) if log_likelihood(a) < log_likelihood(b) else (low, b)
        down = (low + high) / 2
        return (gained - lost - walls * delta) / math.sqrt(walls * (2 * down + delta - delta**2))

    low, high = iv.tango(gained, lost, walls)
    assert score(low) == pytest.approx(1.95996, abs=2e-4)
    assert score(high) == pytest.approx(-1.95996, abs=2e-4)


def test_goodman_shares():
    shares = iv.goodman([0, 50, 150, 300])
    assert sum(i.estimate for i in shares) == 1
    assert all(i.low <= i.estimate <= i.high for i in shares) and shares[0].low == 0
    z2 = iv.normal_quantile(1 - 0.05 / 4) ** 2
    half = math.sqrt(z2 * (z2 + 4 * 50 * 450 / 500))
    assert shares[1].low == pytest.approx((z2 + 100 - half) / (2 * (500 + z2)))


def test_quantile_ranks_are_exact():
    """The median of 10 values: ranks 2 and 9 cover with 97.9 %, ranks 3 and 8 only with 89.1 %."""
    i = iv.quantile(list(range(10, 110, 10)), [1] * 10, 0.5)
    assert (i.estimate, i.low, i.high, i.n) == (50, 20, 90, 10)
    wide = iv.quantile([0, 1, 2], [500, 400, 100], 0.5, units=250)
    assert wide.low <= wide.estimate == 0 <= wide.high == 1


def test_quantile_with_clusters_uses_walls():
    values, counts = list(range(1000)), [3] * 1000
    by_hand, by_wall = iv.quantile(values, counts, 0.9), iv.quantile(values, counts, 0.9, units=1000)
    assert by_wall.high - by_wall.low > 1.5 * (by_hand.high - by_hand.low)


def test_corrections_agree_with_their_definitions():
    p = [0.001, 0.2, 0.012, 0.03, 0.012]
    m = len(p)
    order = sorted(p)
    for i, value in enumerate(p):
        r = max(j for j, x in enumerate(order) if x == value)
        assert holm(p)[i] == pytest.approx(min(1, max((m - j) * order[j] for j in range(r + 1))))
        assert benjamini_hochberg(p)[i] == pytest.approx(min(min(1, order[j] * m / (j + 1)) for j in range(r, m)))
    assert holm([]) == [] == benjamini_hochberg([])
    assert all(a <= b for a, b in zip(benjamini_hochberg(p), holm(p), strict=True))


def test_walls_to_resolve_follows_the_formula():
    a = np.arange(100) % 7
    b, one = (a + (np.arange(100) % 3 == 0)) % 7, np.ones(100, int)
    d = difference(sums_of(a, one), sums_of(b, one), cross_of(a, one, b, one))
    wanted = (1.959964 * d.se * 10 / abs(abs(d.value) - 0.25)) ** 2
    assert walls_to_resolve(d, 0.25) == math.ceil(wanted)
    assert walls_to_resolve(d, abs(d.value)) is None


def test_shares_never_rest_on_more_trials_than_walls():
    """Ten hands per session: 300 of 2,000 hands from 200 sessions are as uncertain as 30 of 200."""
    assert iv.exact_share(300, 2000, 200).low == pytest.approx(iv.clopper_pearson(30, 200).low)
    assert iv.exact_share(30, 200, 5000).n == 200 and iv.exact_share(0, 0, 10).estimate is None
    wide, narrow = iv.goodman([300, 1700], 200)[0], iv.goodman([300, 1700])[0]
    assert wide.estimate == narrow.estimate and wide.high - wide.low > 2 * (narrow.high - narrow.low)
