"""Six hands counted by head, one test per kind of metric: estimate, interval and what it rests on."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from reports.compare import Comparison, compare
from reports.intervals import Method
from reports.load import load
from tests.reports.synthetic import LITERAL, N_COLUMNS, make_run

# wall dealer  end        seats                                 points         draws
# 0    0       draw       -                                     0 0 0 0        84
# 1    1       self-draw  seat 1 (dealer), fan 1, one kan       -5 15 -5 -5    30
# 2    2       discard    seats 0 and 3 from seat 2, fan 6 / 1  8 0 -17 9      40
# 3    3       discard    seat 2 from seat 3                    0 0 6 -6       60
# 4    0       discard    seat 1 from seat 0, fan 1             -8 8 0 0       50
# 5    1       robbed     seat 0 from seat 2                    7 0 -7 0       24
# Kan part on wall 1: seat 1 +3, others -1. Fan points: wall 1 fan 1: 6; wall 2 fan 6: 3 and fan 1: 2; wall 4 fan 1: 2.
DELTA = np.array([[0, 0, 0, 0], [-5, 15, -5, -5], [8, 0, -17, 9], [0, 0, 6, -6], [-8, 8, 0, 0], [7, 0, -7, 0]])


def six_rows(_: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    paid = np.zeros((6, N_COLUMNS), int)
    paid[1, 1], paid[2, 6], paid[2, 1], paid[4, 1] = 6, 3, 2, 2
    zero = np.zeros(6, int)
    out: dict[str, Any] = {
        "wall": np.arange(6), "seating": zero, "dealer": np.array([0, 1, 2, 3, 0, 1]),
        "end": np.array([0, 1, 2, 2, 2, 3]), "winner_mask": np.array([0, 2, 9, 4, 2, 1]),
        "payer": np.array([-1, -1, 2, 3, 0, 2]), "tags": zero, "draws": np.array([84, 30, 40, 60, 50, 24]),
        "discards": np.array([84, 29, 40, 60, 50, 23]), "kans": np.array([0, 0x10, 0, 0, 0, 0]),
        "calls": np.array([0x0001, 0, 0x1100, 0, 0, 0]), "fans_a": np.array([0, 2, 64, 0, 2, 0]),
        "fans_b": np.array([0, 0, 2, 0, 0, 0]), "fans_c": zero, "fan_paid": paid,
        "tenpai_end": np.array([3, 0, 0, 0, 0, 0]), "decisions": zero + 50, "aborted": zero,
    }  # fmt: skip
    kan = np.zeros((6, 4), int)
    kan[1] = [-1, 3, -1, -1]
    for s in range(4):
        out |= {f"delta_s{s}": DELTA[:, s], f"kan_part_s{s}": kan[:, s], f"ready_turn_s{s}": zero - 1}
    return out


@pytest.fixture(scope="module")
def six(tmp_path_factory) -> Comparison:
    path: Path = tmp_path_factory.mktemp("six")
    return compare(load(make_run(path, [LITERAL], walls=6, shards=1, columns=six_rows).path))


def t_interval(values, weights=None) -> tuple[float, float, float]:
    """Ratio of sums with its linearised t interval: t(5) = 2.5706; per win 36/8 = 4.5 walls carry it, t(3.5) = 2.9401."""
    n = np.asarray(values, float)
    d = np.ones(6) if weights is None else np.asarray(weights, float)
    r = n.sum() / d.sum()
    e = (n - r * d) / d.mean()
    t, carriers = (2.570582, 6) if weights is None else (2.940089, 4.5)
    half = t * math.sqrt((e**2).sum() / 36 * carriers / (carriers - 1))
    return r, r - half, r + half


def test_rate_of_hands(six):
    """One exhaustive draw in six hands: 1/6, exact interval [0.0042, 0.6412]."""
    i = six.cell(0, 0, "draw_rate").estimate
    assert i.estimate == 1 / 6 and i.n == 6 and i.method is Method.CLOPPER_PEARSON
    assert (round(i.low, 4), round(i.high, 4)) == (0.0042, 0.6412)


def test_rate_of_seats(six):
    """Six wins in 24 seat-hands (wall 2 has two): 1/4; deal-ins on four hands: 4/24."""
    wins, deal_ins = six.cell(0, 0, "win_rate"), six.cell(0, 0, "deal_in_rate")
    assert (wins.events, wins.trials, wins.estimate.estimate) == (6, 24, 0.25)
    assert (deal_ins.events, deal_ins.trials) == (4, 24)
    assert 0 < deal_ins.estimate.low < 4 / 24 < deal_ins.estimate.high < 1 and deal_ins.estimate.n <= 24


def test_rate_of_wins(six):
    """One self-draw among six wins; fan 1 is in three of six."""
    assert six.cell(0, 0, "self_draw_share").estimate.estimate == pytest.approx(1 / 6)
    assert six.cell(0, 0, "fan01_rate").estimate.estimate == 3 / 6


def test_mean_per_hand(six):
    """Draws 84, 30, 40, 60, 50, 24: mean 48 with t(5)."""
    i = six.cell(0, 0, "draws_per_hand").estimate
    r, low, high = t_interval([84, 30, 40, 60, 50, 24])
    assert i.estimate == r == 48 and i.method is Method.BLOCK_T and i.n == 6
    assert (i.low, i.high) == (pytest.approx(low, rel=1e-5), pytest.approx(high, rel=1e-5))


def test_mean_per_win(six):
    """Winners' points 15, 8 + 9, 6, 8, 7 over six wins: 53/6, linearised ratio."""
    i = six.cell(0, 0, "mean_win").estimate
    r, low, high = t_interval([0, 15, 17, 6, 8, 7], [0, 1, 2, 1, 1, 1])
    assert i.estimate == pytest.approx(53 / 6) == pytest.approx(r) and i.method is Method.RATIO
    assert (i.low, i.high) == (pytest.approx(low, rel=1e-5), pytest.approx(high, rel=1e-5))


def test_share_of_points(six):
    """Fan 1 brings 6 + 2 + 2 of 12 + 17 + 6 + 8 + 7 points paid for wins: 0.2; kans 3 of 53."""
    assert six.cell(0, 0, "fan01_share").estimate.estimate == pytest.approx(10 / 50)
    assert six.cell(0, 0, "kan_points_share").estimate.estimate == pytest.approx(3 / 53)
    i = six.cell(0, 0, "fan01_share").estimate
    assert 0 <= i.low < 0.2 < i.high <= 1


def test_net_of_dealer_and_seats(six):
    """Dealer's points 0, 15, -17, -6, -8, 0; seat 0: 0, -5, 8, 0, -8, 7."""
    assert six.cell(0, 0, "dealer_net").estimate.estimate == pytest.approx(-16 / 6)
    assert six.cell(0, 0, "seat0_net").estimate.estimate == pytest.approx(2 / 6)
    assert sum(six.cell(0, 0, f"seat{s}_net").events for s in range(4)) == 0, "points sum to zero"


def test_categories_are_exclusive(six):
    """How hands end: self-draw, discard, robbed kan and draw add up to the hands; a double win is one deal-in, two wins."""
    from reports.plots.outcomes import end_counts

    assert end_counts(six, 0, 0) == [1, 3, 1, 1]
    assert six.cell(0, 0, "multi_win_rate").events == 1


def test_histograms_are_exact(six):
    h = six.run.histograms
    assert h[0, 0, "win_points"].values == (6, 7, 8, 9, 15) and h[0, 0, "win_points"].counts == (1, 1, 2, 1, 1)
    assert h[0, 0, "delta_dealer"].total == 6 and h[0, 0, "delta_other"].total == 18
    assert sum(v * n for v, n in zip(h[0, 0, "delta_dealer"].values, h[0, 0, "delta_dealer"].counts, strict=True)) == -16
