"""Faults that other programs had in their statistics, as small tests: double counting, denominators, identities, order."""

from __future__ import annotations

import math
import random
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from sim import tallies
from sim.mechanisms import MECHANISMS
from sim.metrics import distinct_bots
from sim.tallies import Hands, MetricDef, WallSums

BOTS = ("x", "y", "y", "y")
SEAT_BOT = np.array([[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]])


def hands(n: int, **columns: Any) -> dict[str, Any]:
    """`n` drawn hands on `n` walls, seatings cycled; columns given replace the drawn ones."""
    base: dict[str, Any] = {name: np.zeros(n, np.int64) for name in (
        "dealer", "end", "winner_mask", "tags", "draws", "discards", "fans_a", "fans_b", "fans_c", "calls", "kans", "tenpai_end",
        "aborted", "decisions", *(f"{p}_s{s}" for p in ("delta", "kan_part", "ready_turn") for s in range(4)))}  # fmt: skip
    base |= {"wall": np.arange(n), "payer": np.full(n, -1), "seating": np.arange(n) % 4, "fan_paid": np.zeros((n, 64))}
    return base | columns


def totals(columns: dict[str, Any]) -> dict[str, tuple[int, int]]:
    sums = tallies.wall_sums(Hands(columns, SEAT_BOT), tallies.metrics_of(BOTS, ()))
    return {m.name: (int(n.sum()), int(d.sum())) for m, n, d in zip(sums.metrics, sums.n, sums.d, strict=True)}


def test_wins_are_counted_once() -> None:
    """A hundred deals, twenty without a winner, one winner each: 80 wins over all seats, 400 seat-hands."""
    won = np.arange(100) >= 20
    t = totals(hands(100, winner_mask=np.where(won, 1 << np.arange(100) % 4, 0), end=won.astype(int)))
    assert t["win_rate"] == (80, 400)
    assert sum(t[f"seat{s}_win_rate"][0] for s in range(4)) == 80
    assert t["bot0_win_rate"][0] + t["bot1_win_rate"][0] == 80
    assert t["bot0_win_rate"][1] + t["bot1_win_rate"][1] == 400


def test_draws_stay_in_the_denominator_of_rates_per_hand_only() -> None:
    """Seat 0 wins 25 of 100 deals, 20 are drawn: 25.0 % of hands; shares *of wins* speak of the 80 decided ones."""
    mask = np.r_[np.zeros(20, int), np.full(25, 1), np.full(55, 2)]
    t = totals(hands(100, winner_mask=mask, end=(mask > 0).astype(int)))
    assert t["seat0_win_rate"] == (25, 100)
    assert t["self_draw_share"] == (80, 80)
    assert t["draw_rate"] == (20, 100)
    assert t["mean_win"][1] == 80 and t["points_moved"][1] == 100


def test_results_of_a_seat_exclude_each_other() -> None:
    """Self-draw wins + discard wins + deal-ins + other losses + no result = deals, for every seat; a double win is one
    deal-in and two wins."""
    columns = hands(
        4,
        end=np.array([0, 1, 2, 2]),
        winner_mask=np.array([0, 1, 2, 10]),
        payer=np.array([-1, -1, 3, 0]),
    )
    h = Hands(columns, SEAT_BOT)
    decided = h.win_hand.astype(int)[:, None]
    idle = decided * (1 - h.won) * (1 - h.paid)
    assert np.array_equal(h.won + h.paid + idle + (1 - decided), np.ones((4, 4)))
    t = totals(columns)
    assert t["deal_in_rate"] == (2, 16) and t["win_rate"] == (4, 16) and t["multi_win_rate"] == (1, 4)


def test_results_belong_to_the_bot_not_to_its_seat() -> None:
    """Bot x always wins, whatever seat the cycle gives it: 100 % for x, 0 for y, each seat a quarter."""
    seat = np.arange(40) % 4
    deltas = {f"delta_s{s}": np.where(seat == s, 3, -1) for s in range(4)}
    t = totals(hands(40, winner_mask=1 << seat, end=np.ones(40, int), **deltas))
    assert t["bot0_win_rate"] == (40, 40) and t["bot1_win_rate"] == (0, 120)
    assert t["bot0_net"] == (120, 40) and t["bot1_net"] == (-120, 120)
    assert [t[f"seat{s}_win_rate"][0] for s in range(4)] == [10] * 4
    assert distinct_bots(BOTS) == ("x", "y")


def test_what_never_happened_has_a_zero_denominator() -> None:
    """Nothing won: the mean win is 0 of 0, which a report shows as nothing, not as 0."""
    t = totals(hands(10))
    assert t["mean_win"] == t["self_draw_share"] == t["mean_deal_in"] == (0, 0)
    assert t["win_rate"] == (0, 40)


PAIRED = ([10, -4, 22, -8, 15, 1, -12, 9], [7, -5, 20, -12, 11, 1, -13, 4])


def test_paired_difference_from_tallies() -> None:
    """Eight common walls: mean 2.5, standard error 0.627 from the products; 5.80 if the pairing were thrown away."""
    metric = MetricDef("m", "n", "d", "points", "points", "", "", "", "")
    one = np.ones((1, 8), np.int64)
    a, b = (WallSums((metric,), np.arange(8), np.array([v], np.int64), one) for v in PAIRED)
    v = tallies.pool(tallies.tally(0, a, b, block=3))[0, "m"]
    base = tallies.pool(tallies.tally(0, b, b, block=3))[0, "m"]
    n = v["walls"]
    mean = (v["s_n"] - base["s_n"]) / n
    squares = v["s_nn"] - 2 * v["c_nn"] + base["s_nn"]
    error = math.sqrt((squares / n - mean**2) / (n - 1))
    assert (n, mean, round(error, 3)) == (8, 2.5, 0.627)
    apart = math.sqrt(sum((s["s_nn"] / n - (s["s_n"] / n) ** 2) / (n - 1) for s in (v, base)))
    assert round(apart, 2) == 5.80
    assert v["same"] == 1


def test_block_sums_equal_totals_in_any_order() -> None:
    """Blocks x walls add up to the hands; parts in any order give the same table, row for row."""
    rng = np.random.default_rng(1)
    seat = rng.integers(0, 4, 1000)
    columns = hands(1000, winner_mask=1 << seat, end=np.ones(1000, int), draws=rng.integers(1, 90, 1000))
    metrics = tallies.metrics_of(BOTS, ())
    parts = []
    for first in range(0, 1000, 100):
        piece = {k: v[first : first + 100] for k, v in columns.items()}
        sums = tallies.wall_sums(Hands(piece, SEAT_BOT), metrics)
        parts.append(tallies.tally(0, sums, sums, block=50))
    whole = tallies.merge(parts)
    for _ in range(5):
        assert tallies.merge(random.sample(parts, len(parts))).equals(whole)
    sums = tallies.wall_sums(Hands(columns, SEAT_BOT), metrics)
    assert whole.equals(tallies.merge([tallies.tally(0, sums, sums, block=50)]))
    assert whole.num_rows == 20 * len(metrics)
    assert tallies.pool(whole)[0, "draws_per_hand"]["s_n"] == int(columns["draws"].sum())


def test_tables_with_another_schema_are_not_merged() -> None:
    sums = tallies.wall_sums(Hands(hands(4), SEAT_BOT), tallies.metrics_of(BOTS, ()))
    table = tallies.tally(0, sums, sums, block=2)
    with pytest.raises(pa.ArrowInvalid):
        tallies.merge([table, table.drop_columns(["same"])])


def test_unsorted_hands_are_refused() -> None:
    with pytest.raises(ValueError, match="not sorted"):
        tallies.wall_sums(Hands(hands(3, wall=np.array([1, 0, 2])), SEAT_BOT), tallies.metrics_of(BOTS, ()))


def test_variant_and_baseline_must_share_their_walls() -> None:
    a = tallies.wall_sums(Hands(hands(3), SEAT_BOT), tallies.metrics_of(BOTS, ()))
    with pytest.raises(ValueError, match="same walls"):
        tallies.tally(0, a, a._replace(walls=a.walls + 1), block=2)


def test_every_metric_has_a_name_and_a_meaning_in_both_languages() -> None:
    metrics = tallies.metrics_of(BOTS, [tallies.FanName(1, "A", "甲", "A")], MECHANISMS)
    assert len({m.name for m in metrics}) == len(metrics)
    for m in metrics:
        assert all(m[:9]) and m.meaning_zh.endswith("。") and m.meaning_en.endswith(".")
        if m.unit == "share":
            assert m.n != m.d
