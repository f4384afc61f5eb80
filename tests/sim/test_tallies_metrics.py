"""Six hands counted by head: every kind of metric against figures worked out by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from sim import tallies
from sim.tallies import FanName, Hands

FANS = (FanName(1, "MENQING", "门清", "Concealed hand"), FanName(6, "QINGYISE", "清一色", "Full flush"))
BOTS = ("strong", "weak", "weak", "weak")
SEAT_BOT = np.array([[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]])

# Six hands on five walls (wall 3 is a session of two hands), one line-up; `kan` is the kan part of each seat's points.
#  wall dealer end          who                                   points by seat     kan part
#  0    0      draw         -                                     0 0 0 0
#  1    1      self-draw    seat 1 (dealer, after a kan), fan 1   -5 15 -5 -5        seat 1 +3, others -1
#  2    2      discard      seats 0 and 3 from seat 2, fans 6/1   6 0 -14 8
#  3    3      discard      seat 2 from seat 3, last tile         -2 -2 10 -6
#  3    0      draw         -                                     0 0 0 0
#  4    0      robbed kan   seat 1 from seat 0                    -7 7 0 0


def six_hands() -> dict[str, Any]:
    paid = np.zeros((6, 64), np.int32)
    paid[1, 1] = 6
    paid[2, 6], paid[2, 1] = 3, 2
    columns: dict[str, Any] = {
        "wall": np.array([0, 1, 2, 3, 3, 4], np.uint32),
        "hand_no": np.array([0, 0, 0, 0, 1, 0], np.uint16),
        "seating": np.array([0, 1, 2, 3, 3, 0], np.uint8),
        "dealer": np.array([0, 1, 2, 3, 0, 0], np.uint8),
        "end": np.array([0, 1, 2, 2, 0, 3], np.uint8),
        "winner_mask": np.array([0, 2, 9, 4, 0, 2], np.uint8),
        "payer": np.array([-1, -1, 2, 3, -1, 0], np.int8),
        "tags": np.array([2, 1, 0, 2, 2, 0], np.uint8),
        "draws": np.array([70, 30, 40, 69, 70, 20], np.uint8),
        "discards": np.array([70, 29, 41, 70, 70, 19], np.uint8),
        "fans_a": np.array([0, 1 << 1, 1 << 1, 0, 0, 0], np.uint32),
        "fans_b": np.array([0, 0, 1 << 6, 0, 0, 0], np.uint32),
        "fans_c": np.zeros(6, np.uint32),
        "kans": np.array([0, 0x0010, 0, 0, 0x1001, 0], np.uint16),
        "calls": np.array([0x0200, 0, 0x1001, 0, 0, 0x0321], np.uint16),
        "tenpai_end": np.array([0b0110, 0b0010, 0b1111, 0, 0b0001, 2], np.uint8),
        "aborted": np.zeros(6, np.uint8),
        "decisions": np.array([200, 90, 100, 200, 210, 50], np.uint16),
        "fan_paid": paid,
    }
    delta = np.array([[0, 0, 0, 0], [-5, 15, -5, -5], [6, 0, -14, 8], [-2, -2, 10, -6], [0, 0, 0, 0], [-7, 7, 0, 0]])
    kan = np.zeros_like(delta)
    kan[1] = [-1, 3, -1, -1]
    for s in range(4):
        columns[f"delta_s{s}"] = delta[:, s].astype(np.int16)
        columns[f"kan_part_s{s}"] = kan[:, s].astype(np.int16)
        columns[f"ready_turn_s{s}"] = np.array([0, 5, -1, 3, -1, -1], np.int8)
    return columns


def totals() -> dict[str, tuple[int, int]]:
    sums = tallies.wall_sums(Hands(six_hands(), SEAT_BOT), tallies.metrics_of(BOTS, FANS))
    return {m.name: (int(n.sum()), int(d.sum())) for m, n, d in zip(sums.metrics, sums.n, sums.d, strict=True)}


EXPECTED = {
    "draw_rate": (2, 6),
    "win_rate": (5, 24),
    "self_draw_share": (1, 5),
    "self_draw_rate": (1, 6),
    "deal_in_rate": (3, 24),
    "multi_win_rate": (1, 6),
    "hands_per_unit": (6, 5),
    "rob_win_rate": (1, 6),
    "after_kan_rate": (1, 6),
    "last_tile_rate": (1, 6),
    "points_moved": (15 + 14 + 10 + 7, 6),
    "mean_win": (15 + 6 + 8 + 10 + 7, 5),
    "mean_deal_in": (14 + 6 + 7, 3),
    "bystander_share": (4, 46),
    "kan_points_share": (3, 46),
    "draws_per_hand": (299, 6),
    "discards_per_hand": (299, 6),
    "kans_per_hand": (3, 6),
    "call_rate": (6, 24),
    "ready_rate": (12, 24),
    "ready_turn": (32, 12),
    "ready_at_draw": (3, 2),
    "decisions_per_hand": (850, 6),
    "dealer_net": (0 + 15 - 14 - 6 + 0 - 7, 6),
    "dealer_win_rate": (1, 6),
    "dealer_deal_in_rate": (3, 6),
    "seat0_net": (-8, 6),
    "seat1_win_rate": (2, 6),
    "seat3_net": (-3, 6),
    "role1_net": (0 - 5 + 8 - 2 + 0 + 7, 6),  # next seat after the dealer: seats 1 2 3 0 1 1
    "role1_win_rate": (2, 6),
    "role3_net": (0 - 5 + 0 + 10 + 0 + 0, 6),
    "bot0_net": (0 + 15 - 14 - 6 + 0 - 7, 6),  # strong sits at 0 1 2 3 3 0
    "bot0_win_rate": (1, 6),
    "bot0_deal_in_rate": (3, 6),
    "bot1_net": (12, 18),
    "bot1_win_rate": (4, 18),
    "fan01_rate": (2, 5),
    "fan06_rate": (1, 5),
    "fan01_share": (8, 43),
    "fan06_share": (3, 43),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_metric_by_hand(name: str) -> None:
    assert totals()[name] == EXPECTED[name]


def test_wins_and_draws_and_places_add_up() -> None:
    """A double win is two wins, one decided hand and one deal-in; seats, roles and bots each add up to zero."""
    hands = Hands(six_hands(), SEAT_BOT)
    t = totals()
    decided = int(hands.win_hand.sum())
    assert decided + t["draw_rate"][0] == 6
    assert sum(t[f"seat{s}_net"][0] for s in range(4)) == 0
    assert sum(t[f"seat{s}_win_rate"][0] for s in range(4)) == t["win_rate"][0] == 5
    assert t["dealer_net"][0] + sum(t[f"role{r}_net"][0] for r in (1, 2, 3)) == 0
    assert t["bot0_net"][0] + t["bot1_net"][0] == 0


def test_same_four_bots_have_no_bot_metrics() -> None:
    names = [m.name for m in tallies.metrics_of(["greedy"] * 4, FANS)]
    assert not [n for n in names if n.startswith("bot")]
    assert len(names) == len(set(names))


def test_tally_rows_by_hand() -> None:
    """Blocks of two walls: walls 0-1, 2-3, 4. Draw rate n = 0/1 per wall, on wall 3 (two hands) one draw of two."""
    metrics = tallies.metrics_of(BOTS, FANS)
    sums = tallies.wall_sums(Hands(six_hands(), SEAT_BOT), metrics)
    other = sums._replace(n=sums.n.copy())
    other.n[0, 1] = 1  # in the variant, wall 1 is a draw too
    table = tallies.tally(3, other, sums, block=2)
    assert table.schema.equals(tallies.TALLY_SCHEMA)
    rows = [r for r in table.to_pylist() if r["metric"] == "draw_rate"]
    keys = tallies.TALLY_SUMS
    #                walls s_n s_d s_nn s_dd s_nd c_nn c_nd c_dn c_dd same
    assert [[r[k] for k in keys] for r in rows] == [
        [2, 2, 2, 2, 2, 2, 1, 2, 1, 2, 1],
        [2, 1, 3, 1, 5, 2, 1, 2, 2, 5, 2],
        [1, 0, 1, 0, 1, 0, 0, 0, 0, 1, 1],
    ]
    assert [(r["lineup"], r["block"]) for r in rows] == [(3, 0), (3, 1), (3, 2)]
    assert tallies.pool(table)[3, "draw_rate"]["s_n"] == 3


def test_histograms_by_hand() -> None:
    table = tallies.histogram(0, Hands(six_hands(), SEAT_BOT), block=10)
    assert table.schema.equals(tallies.HIST_SCHEMA)
    counts = {(r["name"], r["value"]): r["count"] for r in table.to_pylist()}
    assert {v: c for (n, v), c in counts.items() if n == "delta_dealer"} == {-14: 1, -7: 1, -6: 1, 0: 2, 15: 1}
    assert sum(c for (n, _), c in counts.items() if n == "delta_other") == 18
    assert {v: c for (n, v), c in counts.items() if n == "win_points"} == {6: 1, 7: 1, 8: 1, 10: 1, 15: 1}
    assert {v: c for (n, v), c in counts.items() if n == "draws"} == {20: 1, 30: 1, 40: 1, 69: 1, 70: 2}


def test_merge_sorts_and_refuses_a_block_twice() -> None:
    metrics = tallies.metrics_of(BOTS, FANS)
    sums = tallies.wall_sums(Hands(six_hands(), SEAT_BOT), metrics)
    whole = tallies.tally(0, sums, sums, block=1)
    first = whole.filter(pa.compute.less(whole["block"], 2))
    rest = whole.filter(pa.compute.greater_equal(whole["block"], 2))
    assert tallies.merge([rest, first]).equals(whole)
    with pytest.raises(ValueError, match="more than one part"):
        tallies.merge([whole, rest])
    hist = tallies.histogram(0, Hands(six_hands(), SEAT_BOT), block=1)
    assert tallies.merge([hist]).num_rows == hist.num_rows


def test_narrow_columns_do_not_wrap() -> None:
    """int8 scores: a million rows of 100 sum to 100,000,000, and their squares to 10,000,000,000."""
    n = 1_000_000
    columns = {k: np.zeros(n, np.uint8) for k in ("seating", "dealer", "winner_mask", "end")}
    columns |= {f"delta_s{s}": np.full(n, 100, np.int8) for s in range(4)}
    columns |= {"wall": np.arange(n, dtype=np.uint32), "payer": np.full(n, -1, np.int8)}
    metric = next(m for m in tallies.METRICS if m.name == "seat0_net")
    sums = tallies.wall_sums(Hands(columns, np.zeros((1, 4))), [metric])
    row = tallies.tally(0, sums, sums, block=n).to_pylist()[0]
    assert (row["s_n"], row["s_nn"], row["s_d"]) == (100_000_000, 10_000_000_000, n)


def test_products_beyond_63_bits_are_refused() -> None:
    metric = tallies.METRICS[0]
    big = np.array([[2**31]], np.int64)
    sums = tallies.WallSums((metric,), np.array([0]), big, np.array([[1]], np.int64))
    assert tallies.tally(0, sums, sums, block=1).to_pylist()[0]["s_nn"] == 2**62
    with pytest.raises(OverflowError, match="smaller blocks"):
        tallies.tally(0, sums, sums, block=2)
