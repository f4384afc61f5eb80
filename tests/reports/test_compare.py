"""Comparisons of synthetic runs against the columns they were written from."""

from __future__ import annotations

import numpy as np
import pytest

from reports import compare as cmp
from reports.compare import Correction, Verdict, compare, judge
from reports.intervals import Method
from reports.load import load
from reports.paired import Difference, saving_interval
from sim import tallies
from tests.reports.synthetic import FANS, LITERAL, MIXED, Variant, adjusted, make_run, remix, seats_of


def per_wall(made, slug: str, lineup: int, bots) -> tallies.WallSums:
    fans = [tallies.FanName(*f[:4]) for f in FANS]
    hands = tallies.Hands(made.columns[slug, lineup], seats_of(bots))
    return tallies.wall_sums(hands, tallies.metrics_of(bots, fans))


@pytest.mark.parametrize("lineup", [0, 1])
def test_every_difference_equals_the_walls(house, compared, lineup):
    """Each paired difference and its standard error, recomputed wall by wall in floating point, in two line-ups."""
    run = compared.run
    bots = run.lineups[lineup].bots
    base = per_wall(house, "literal", lineup, bots)
    for variant in (1, 6, 8, 10):
        mine = per_wall(house, run.variants[variant].slug, lineup, bots)
        for m, definition in enumerate(mine.metrics):
            diff = compared.cell(variant, lineup, definition.name).diff
            n, d, n0, d0 = (x[m].astype(float) for x in (mine.n, mine.d, base.n, base.d))
            if not d.sum() or not d0.sum():
                assert diff.value is None
                continue
            r, r0 = n.sum() / d.sum(), n0.sum() / d0.sum()
            e = (n - r * d) / d.mean() - (n0 - r0 * d0) / d0.mean()
            assert diff.value == pytest.approx(r - r0, abs=1e-12), definition.name
            assert diff.differing == int(((n != n0) | (d != d0)).sum())
            if diff.se is not None:
                carriers = min((x.sum() ** 2 / (x * x).sum()) for x in (d, d0))
                square = (e**2).sum() / e.size**2 * carriers / (carriers - 1)
                assert diff.se == pytest.approx(np.sqrt(square), rel=1e-6, abs=1e-12), definition.name


def test_rule_blind_metrics_are_identical_and_others_not(compared):
    """Doing without kan points moves points and nothing else."""
    kan_free = 7
    for metric in compared.run.lineups[0].metrics:
        cell = compared.cell(kan_free, 0, metric.name)
        if metric.group in ("outcome", "pace", "special"):
            assert cell.verdict in (Verdict.IDENTICAL, Verdict.UNDEFINED), metric.name
    assert compared.cell(kan_free, 0, "kan_points_share").verdict is Verdict.LOWER


def test_planted_effect_is_found_exactly(tmp_path):
    """One more point for each self-draw: the mean win rises by the self-draw share to the last digit."""

    def plus_one(columns):
        out = dict(columns)
        winner = np.log2(np.maximum(1, columns["winner_mask"])).astype(int)
        for s in range(4):
            self_draw = (columns["end"] == 1) & planted
            loser = (winner + 1) % 4
            out[f"delta_s{s}"] = columns[f"delta_s{s}"] + self_draw * ((s == winner) * 1 - (s == loser) * 1)
        return out

    planted = True
    marks = iter([False, True])

    def columns(c):
        nonlocal planted
        planted = next(marks)
        return plus_one(c)

    made = make_run(tmp_path, [LITERAL, Variant("plus", "加一", "plus one")], walls=3000, columns=columns)
    c = compare(load(made.path))
    share = c.cell(0, 0, "self_draw_share")
    moved = c.cell(1, 0, "mean_win").diff
    assert moved.value == share.events / share.trials
    assert moved.differing == share.events and moved.low < moved.value < moved.high
    assert c.cell(1, 0, "draw_rate").diff.identical


def test_same_rules_twice_are_identical_everywhere(null_study):
    c = compare(load(null_study.path))
    verdicts = {cell.verdict for key, cell in c.cells.items() if key[0] == 1}
    assert verdicts <= {Verdict.IDENTICAL, Verdict.UNDEFINED}
    assert c.family == 0 and c.exploratory == 0
    assert all(cell.p_adjusted is None for cell in c.cells.values())


def test_family_holds_the_differing_primary_tests_only(compared):
    primary = [c for k, c in compared.cells.items() if k[0] and c.metric.primary]
    assert compared.family == sum(c.diff.p is not None for c in primary) < len(primary)
    for c in primary:
        assert c.correction is (Correction.HOLM if c.diff.p is not None else Correction.NONE)
        assert c.p_adjusted is None or c.p_adjusted >= c.diff.p
    others = [c for k, c in compared.cells.items() if k[0] and not c.metric.primary and c.diff.p is not None]
    assert {c.correction for c in others} == {Correction.EXPLORATORY} and len(others) == compared.exploratory


def difference_of(value, half, p=1e-9, method=Method.PAIRED_T) -> Difference:
    inner = 0.84 * half
    return Difference(value, value - half, value + half, value - inner, value + inner, p, half / 1.96, method, 10_000, 5000)


@pytest.mark.parametrize(
    ("value", "half", "p", "expected"),
    [
        (1.0, 0.1, 0.001, Verdict.HIGHER),
        (-1.0, 0.1, 0.001, Verdict.LOWER),
        (0.55, 0.1, 0.001, Verdict.SLIGHTLY_HIGHER),
        (-0.55, 0.1, 0.001, Verdict.SLIGHTLY_LOWER),
        (0.1, 0.1, 0.001, Verdict.SAME),
        (0.0, 0.1, 1.0, Verdict.SAME),
        (1.0, 0.1, 0.06, Verdict.UNRESOLVED),
        (0.0, 1.0, 1.0, Verdict.UNRESOLVED),
        (0.45, 0.1, 0.001, Verdict.SLIGHTLY_HIGHER),
    ],
)
def test_verdicts_weigh_size_and_chance(value, half, p, expected):
    assert judge(difference_of(value, half), 0.5, p) is expected


def test_verdict_without_difference_interval_or_band():
    assert judge(None, 0.5, None) is Verdict.UNDEFINED
    nothing = Difference(None, None, None, None, None, None, None, Method.NONE, 10, 10)
    assert judge(nothing, 0.5, None) is Verdict.UNDEFINED
    bare = Difference(1.0, None, None, None, None, None, None, Method.NONE, 1, 1)
    assert judge(bare, 0.5, None) is Verdict.UNRESOLVED
    assert judge(difference_of(0.001, 0.0005), None, 0.001) is Verdict.HIGHER, "without a band any sure difference counts"


def test_unresolved_says_how_many_more_walls(compared):
    open_cells = [c for c in compared.cells.values() if c.verdict is Verdict.UNRESOLVED and c.diff.se]
    assert open_cells
    for c in open_cells:
        needed = (1.959964 * c.diff.se / abs(abs(c.diff.value) - c.epsilon)) ** 2 * c.diff.walls
        if c.further_walls is not None and needed > 2 * c.diff.walls + 1:
            assert c.further_walls == pytest.approx(needed - c.diff.walls, rel=1e-4, abs=2)
    settled = [c for c in compared.cells.values() if c.verdict is not Verdict.UNRESOLVED]
    assert all(c.further_walls is None for c in settled)


def test_bands_follow_the_scale_of_points(compared):
    moved = compared.cell(0, 0, "points_moved").estimate.estimate
    assert compared.cell(1, 0, "dealer_net").epsilon == pytest.approx(0.01 * moved)
    assert compared.cell(1, 0, "mean_win").epsilon == pytest.approx(0.02 * compared.cell(0, 0, "mean_win").estimate.estimate)
    assert compared.cell(1, 0, "draw_rate").epsilon == 0.0025


def test_agreement_counts_line_ups_that_point_the_same_way(compared):
    k, n = compared.agreement(6, "draw_rate", 0)
    assert (k, n) == (3, 3), "a larger reserve raises the draw rate with any bots"
    assert all(1 <= compared.agreement(v.index, "mean_win", 0)[0] <= 3 for v in compared.run.variants[1:])


def test_shared_walls_save_hands(compared):
    """Realised saving: large where the play is the same, near one where nearly every hand differs; jackknife around it."""
    score_only = compared.cell(2, 0, "mean_win").diff.saving
    remixed = compared.cell(10, 0, "mean_win").diff.saving
    assert score_only > 20 and 0.9 < remixed < 1.3
    made_of_pieces = compared.run.pieces
    assert saving_interval(made_of_pieces[2, 0, "mean_win"], [s for s, _ in made_of_pieces[0, 0, "mean_win"]]) is None, "3 blocks"


def test_saving_interval_holds_the_saving(tmp_path):
    made = make_run(tmp_path, [LITERAL, Variant("half", "半", "half", remix(0.5, 1))], walls=2000, block=100)
    c = compare(load(made.path))
    diff = c.cell(1, 0, "mean_win").diff
    pieces = c.run.pieces
    low, high = saving_interval(pieces[1, 0, "mean_win"], [s for s, _ in pieces[0, 0, "mean_win"]])
    assert 1 < low < diff.saving < high < 4


def test_result_follows_the_bot_through_every_seat(tmp_path):
    """A bot that wins every hand has 100 % in every seating, and its seat mates none."""

    def first_bot_wins(columns):
        out = dict(columns)
        out["winner_mask"] = 1 << columns["seating"]
        out["payer"] = (columns["seating"] + 1) % 4
        out["end"] = np.full_like(columns["end"], 2)
        return out

    made = make_run(tmp_path, [LITERAL], [MIXED], walls=1000, shards=1, columns=first_bot_wins)
    c = compare(load(made.path))
    assert c.cell(0, 0, "bot0_win_rate").estimate.estimate == 1.0
    assert c.cell(0, 0, "bot1_win_rate").estimate.estimate == 0.0


def test_a_pairing_of_different_walls_is_refused(compared):
    from reports.paired import difference

    sums = compared.run.sums
    other = sums[0, 0, "draw_rate"] + sums[0, 0, "draw_rate"]
    with pytest.raises(ValueError, match="common walls"):
        difference(sums[1, 0, "draw_rate"], other, compared.run.crosses[1, 0, "draw_rate"])


def test_verdict_signs_are_distinct_but_for_sameness():
    signs = [v.glyph for v in Verdict]
    assert set(signs) == set("▲▼△▽＝？—")
    assert cmp.CLAIM == 0.05


def test_a_rate_that_never_happens_is_bounded_not_zero(tmp_path):
    made = make_run(tmp_path, [LITERAL, Variant("none", "无", "none", adjusted(p_double=0.0))], walls=2000)
    cell = compare(load(made.path)).cell(1, 0, "multi_win_rate")
    assert cell.events == 0 and cell.estimate.low == 0 and cell.estimate.high == pytest.approx(3.69 / 2000, rel=0.01)
