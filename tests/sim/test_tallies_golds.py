"""Metrics of golds, flowers, opening wins, the last group, totals, standing, tables and streaks: five hands counted by head."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rulesets.spec import resolve
from sim import tallies
from sim.mechanisms import CHIPS, ERRING, FIVE_CORNERS, MATCH, MECHANISMS, mechanisms_of
from sim.outcomes import OUTCOME, Tag
from sim.tallies import Hands

BOTS = ("a", "a", "a", "a")

#  wall dealer  how it ended                                     flowers by seat   golds     last group
#  0    0       dealer wins at once with a shape (天胡), kept 2    4 5 6 7           1 0 0 0   -
#  1    1       seat 2: three golds at the opening                 5 5 0 5           0 0 3 0   -
#  2    2       seat 3 takes the indicator                         1 1 1 20          0 0 0 2   -
#  3    3       seat 0 wins in the last group, eight pairs         9 4 4 4           2 1 0 0   2 left; 1 gold thrown
#  4    0       nobody wins in the last group                      6 6 6 6           0 0 0 0   0 left; 2 golds thrown
FLOWERS = [[4, 5, 6, 7], [5, 5, 0, 5], [1, 1, 1, 20], [9, 4, 4, 4], [6, 6, 6, 6]]
GOLDS = [[1, 0, 0, 0], [0, 0, 3, 0], [0, 0, 0, 2], [2, 1, 0, 0], [0, 0, 0, 0]]


def packed(rows: list[list[int]], bits: int) -> np.ndarray:
    return np.array([sum(n << bits * s for s, n in enumerate(row)) for row in rows])


def five_hands() -> np.ndarray:
    rows = np.zeros(5, OUTCOME)
    columns: dict[str, Any] = {
        "wall": range(5),
        "dealer": [0, 1, 2, 3, 0],
        "end": [1, 1, 1, 1, 0],
        "winner_mask": [1, 4, 8, 1, 0],
        "payer": -1,
        "opening": [1, 1, 2, 0, 0],
        "tags": [0, Tag.NO_SHAPE, 0, Tag.LAST_GROUP | Tag.EIGHT_PAIRS, 0],
        "kept": [2, 0, 0, 1, 0],
        "flowers": packed(FLOWERS, 8),
        "golds": packed(GOLDS, 4),
        "flower_quads": [0, 0, 2, 1, 0],
        "gold_discards": [0, 0, 0, 1, 2],
        "group_left": [-1, -1, -1, 2, 0],
        "group_tiles": [0, 0, 0, 4, 3],
        "total_s0": [800, 20, 10, 640, 40],
        "total_s1": [0, 10, 0, 30, 0],
        "total_s2": [0, 800, 40, 10, 10],
        "total_s3": [0, 0, 320, 0, 0],
        "delta_s0": [2400, -820, -330, 1980, 60],
        "delta_s2": [-800, 2400, -300, -670, -20],
        "delta_s3": [-800, -800, 950, -650, -20],
        "delta_s1": [-800, -780, -320, -660, -20],
        "hu": [0, 0, 40, 40, 0],
        "tai": [0, 0, 3, 8, 0],
        "limit": [3, 3, 0, 2, 0],
        "among_losers": [0, 40, 80, 60, 100],
        "standing": [0, 0, 0b0011, 0b1000, 0],
        "stood": [0, 0, 0b1001, 0b11000000, 0],
        "flush_tables": [0, 0, 0b0100, 0, 0b0011],
        "wind_tables": [0, 0, 0, 0b0001, 0],
        "flush_barred": [0, 0, 5, 0, 9],
        "winds_barred": [0, 0, 0, 2, 0],
        "late_barred": [0, 0, 1, 2, 3],
        "idle_golds": [0, 0b0100, 0b0010, 0b0001, 0b1000],
        "pei": [0, 0, 0b0100, 0, 0b1001],
        "aborted": [0, 0, 0, 0, 1],
        "penalty_s0": [0, 0, 500, 0, -1000],
        "penalty_s1": [0, 0, 500, 0, 1000],
        "penalty_s2": [0, 0, -2000, 0, 1000],
        "penalty_s3": [0, 0, 1000, 0, -1000],
    }
    for name, values in columns.items():
        rows[name] = values
    return rows


class Columns:
    """Outcome records and points per fan by name."""

    def __init__(self, rows: np.ndarray) -> None:
        self.rows = rows

    def __getitem__(self, name: str) -> Any:
        return np.zeros((len(self.rows), 64), np.int32) if name == "fan_paid" else self.rows[name]


OF_MATCHES = (MATCH, CHIPS, FIVE_CORNERS)
OF_HANDS = (*(m for m in MECHANISMS if m not in OF_MATCHES), ERRING)

OF_TABLES = ("totals", "standing", "flush_table", "four_winds", "late_honour", "idle_gold")
"""Mechanisms that only games with pairwise settlement and the law of the table have."""

EXPECTED = {
    "opening_win_rate": (3, 5),
    "heavenly_rate": (1, 5),
    "rob_gold_rate": (1, 5),
    "no_shape_rate": (1, 5),
    "eight_pairs_rate": (1, 4),
    "group_rate": (2, 5),
    "group_win_rate": (1, 2),
    "flowers_per_hand": (22 + 15 + 23 + 21 + 24, 5),
    "flower_quads_per_hand": (3, 5),
    "winner_flowers": (4 + 0 + 20 + 9, 4),
    "winner_golds": (1 + 3 + 2 + 2, 4),
    "gold_discards": (3, 5),
    "dealer_streak": (3, 5),
    "winner_total": (800 + 800 + 320 + 640, 4),
    "winner_tai": (3 + 8, 2),
    "winner_hu": (40 + 40, 2),
    "fixed_value_rate": (2, 4),
    "full_limit_rate": (3, 4),
    "eight_tai_rate": (1, 4),
    "loser_total": (0 + 30 + 50 + 40, 12),
    "among_losers": (280, 5),
    "among_losers_share": (280, 2400 + 2400 + 950 + 1980 + 280),
    "standing_rate": (3, 20),
    "no_discard_rate": (1, 20),
    "flush_table_rate": (2, 5),
    "wind_table_rate": (1, 5),
    "flush_barred": (14, 5),
    "winds_barred": (2, 5),
    "late_barred": (6, 5),
    "idle_gold_rate": (4, 20),
    "idle_gold_wins": (2, 4),
    "group_tiles": (7, 2),
    "void_rate": (1, 5),
    "pei_rate": (3, 20),
    "penalty_points": (2000 + 2000, 5),
}


@pytest.mark.parametrize("name", EXPECTED)
def test_metric_by_hand(name: str) -> None:
    metrics = tallies.metrics_of(BOTS, (), OF_HANDS)
    sums = tallies.wall_sums(Hands(Columns(five_hands()), np.zeros((1, 4), int)), metrics)
    found = {m.name: (int(n.sum()), int(d.sum())) for m, n, d in zip(sums.metrics, sums.n, sums.d, strict=True)}
    assert found[name] == EXPECTED[name]


def test_every_metric_of_a_mechanism_is_counted_by_hand() -> None:
    assert {m.name for m in tallies.METRICS if m.needs and m.needs != "kan_points"} == set(EXPECTED)
    needed = {m.needs for m in tallies.METRICS} | {h.needs for h in tallies.HISTOGRAMS}
    assert needed - set(OF_MATCHES) == {"", *OF_HANDS}


def test_void_hands_are_no_exhaustive_draws() -> None:
    """The last of the five hands was broken off."""
    metrics = tallies.metrics_of(BOTS, (), OF_HANDS)
    sums = tallies.wall_sums(Hands(Columns(five_hands()), np.zeros((1, 4), int)), metrics)
    found = {m.name: (int(n.sum()), int(d.sum())) for m, n, d in zip(sums.metrics, sums.n, sums.d, strict=True)}
    assert found["draw_rate"] == (0, 5) and found["ready_at_draw"] == (0, 0)


def test_histograms_by_hand() -> None:
    table = tallies.histogram(0, Hands(Columns(five_hands()), np.zeros((1, 4), int)), 10, OF_HANDS)
    counts = {(r["name"], r["value"]): r["count"] for r in table.to_pylist()}
    assert {v: c for (n, v), c in counts.items() if n == "winner_flowers"} == {4: 1, 0: 1, 20: 1, 9: 1}
    assert {v: c for (n, v), c in counts.items() if n == "winner_golds"} == {1: 1, 3: 1, 2: 2}
    assert {v: c for (n, v), c in counts.items() if n == "winner_total"} == {800: 2, 320: 1, 640: 1}
    assert {v: c for (n, v), c in counts.items() if n == "winner_tai"} == {3: 1, 8: 1}
    assert {v: c for (n, v), c in counts.items() if n == "winner_hu"} == {40: 2}
    assert {v: c for (n, v), c in counts.items() if n == "streak"} == {0: 3, 1: 1, 2: 1}


def test_metrics_follow_the_mechanisms_of_the_rules() -> None:
    """Nothing is said about golds or flowers where there are none, nor about kan points where kans only add to a win."""
    hebei = mechanisms_of([resolve("hebei/literal").values])
    fuzhou = mechanisms_of([resolve("fuzhou/fz_std").values])
    assert hebei == ("kan_points",)
    fuding = mechanisms_of([resolve("fuding/literal").values])
    assert set(fuzhou) == set(OF_HANDS) - {"kan_points", ERRING, *OF_TABLES}
    assert set(fuding) == set(OF_HANDS) - {"kan_points", ERRING, "indicator", "eight_pairs"}
    names = {m.name for m in tallies.metrics_of(BOTS, (), hebei)}
    assert "kan_points_share" in names and not names & set(EXPECTED)
    names = {m.name for m in tallies.metrics_of(BOTS, (), fuzhou)}
    assert "kan_points_share" not in names
    assert names & set(EXPECTED) == {m.name for m in tallies.METRICS if m.needs in fuzhou}
    assert [h.name for h in tallies.histograms_of(hebei)] == ["delta_dealer", "delta_other", "win_points", "draws"]


def test_a_study_counts_what_any_of_its_variants_has() -> None:
    both = [resolve("fuzhou/no_flowers").values, resolve("fuzhou/no_eight_pairs").values]
    assert {"flowers", "eight_pairs"} <= set(mechanisms_of(both))
    assert "eight_pairs" not in mechanisms_of(both[1:]) and "flowers" not in mechanisms_of(both[:1])
