"""Quantities per hand behind `sim.metrics_table`: functions of `sim.tallies.Hands`, one integer a hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.outcomes import Limit, Standing

Ints = npt.NDArray[np.int64]
N_SEATS = 4
EIGHT = 8  # 8台


def n_bits(mask: Ints) -> Ints:
    """Number of seats in masks of four seats."""
    found: Ints = (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1)
    return found


def totals(h: Any) -> Ints:
    """(N, S) the total that each seat settles with."""
    found: Ints = np.stack([h.column(f"total_s{s}") for s in range(N_SEATS)], axis=1)
    return found


def counted(h: Any) -> Ints:
    """(N,) 1 where the first winner's total was counted from hu points and tai, not fixed."""
    found: Ints = h.win_hand.astype(np.int64) * ((h.column("limit") & Limit.FIXED) == 0)
    return found


def _winner_totals(h: Any) -> Ints:
    found: Ints = (totals(h) * h.won).sum(axis=1)
    return found


def _loser_totals(h: Any) -> Ints:
    found: Ints = (totals(h) * (1 - h.won)).sum(axis=1) * h.win_hand
    return found


def _settled(h: Any) -> Ints:
    """Points paid for hands: what winners collect, and what the others pay one another."""
    found: Ints = np.maximum(h.delta * h.won, 0).sum(axis=1) + h.column("among_losers")
    return found


def _limit(h: Any, bit: int) -> Ints:
    found: Ints = h.win_hand.astype(np.int64) * ((h.column("limit") & bit) != 0)
    return found


def _seats(name: str) -> Callable[[Any], Ints]:
    return lambda h: n_bits(h.column(name))


def _stood_for_want_of_a_discard(h: Any) -> Ints:
    stood = h.column("stood")
    found: Ints = np.sum([(stood >> 2 * s & 3) == Standing.NO_DISCARD for s in range(N_SEATS)], axis=0)
    return found


def _any_seat(name: str) -> Callable[[Any], Ints]:
    return lambda h: (h.column(name) != 0).astype(np.int64)


def _column(name: str) -> Callable[[Any], Ints]:
    return lambda h: h.column(name)


def _penalty_points(h: Any) -> Ints:
    paid = np.stack([h.column(f"penalty_s{s}") for s in range(N_SEATS)], axis=1)
    found: Ints = np.maximum(-paid, 0).sum(axis=1)
    return found


TABLE_QUANTITIES: Mapping[str, Callable[[Any], Ints]] = {
    "winner_totals": _winner_totals,
    "winner_tai": lambda h: h.column("tai") * counted(h),
    "winner_hu": lambda h: h.column("hu") * counted(h),
    "counted_wins": counted,
    "fixed_value_wins": lambda h: _limit(h, Limit.FIXED),
    "full_limit_wins": lambda h: _limit(h, Limit.FULL),
    "eight_tai_wins": lambda h: (h.column("tai") >= EIGHT).astype(np.int64) * counted(h),
    "loser_totals": _loser_totals,
    "loser_seats": lambda h: (1 - h.won).sum(axis=1) * h.win_hand,
    "among_losers": _column("among_losers"),
    "settled": _settled,
    "standing_seats": _seats("standing"),
    "no_discard_seats": _stood_for_want_of_a_discard,
    "flush_table_hands": _any_seat("flush_tables"),
    "wind_table_hands": _any_seat("wind_tables"),
    "flush_barred": _column("flush_barred"),
    "winds_barred": _column("winds_barred"),
    "late_barred": _column("late_barred"),
    "idle_seats": _seats("idle_golds"),
    "idle_wins": lambda h: n_bits(h.column("idle_golds") & h.column("winner_mask")),
    "group_tiles": _column("group_tiles"),
    "void_hands": _column("aborted"),
    "pei_seats": _seats("pei"),
    "penalty_points": _penalty_points,
}
