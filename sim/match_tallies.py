"""Quantities of matches: from match records to one integer per match. Imports NumPy only, since reports come by here.

Places are kept in halves (equal results share the places they fill) and first places in sixtieths, so that all stay whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

SIXTIETHS = 60  # of a first place: divisible among any number of players from one to five


class Matches:
    """Match records (M) of one variant and line-up, ascending by wall; `bot_of[player]` is the bot in that slot."""

    def __init__(self, rows: npt.NDArray[Any], bot_of: npt.ArrayLike) -> None:
        self.rows = rows
        self.n_players = int(rows["players"].max(initial=4))
        self.bot_of = np.asarray(bot_of, np.int64)

    def __len__(self) -> int:
        return len(self.rows)

    def players(self, name: str) -> Ints:
        """(M, players) of a column kept by player."""
        return self.rows[name][:, : self.n_players].astype(np.int64)

    @cached_property
    def results(self) -> Ints:
        """(M, players) net results."""
        return self.players("result")

    @cached_property
    def half_places(self) -> Ints:
        """(M, players) twice the place, 2 to 10: 2 for the first alone, 3 for each of two that share it."""
        mine, others = self.results[:, :, None], self.results[:, None, :]
        better: Ints = (others > mine).sum(axis=2)
        equal: Ints = (others == mine).sum(axis=2)
        return 2 * better + equal + 1

    @cached_property
    def tops(self) -> Ints:
        """(M, players) sixtieths of the first place."""
        first = self.results == self.results.max(axis=1, keepdims=True)
        shares: Ints = first * (SIXTIETHS // first.sum(axis=1, keepdims=True))
        return shares

    @cached_property
    def first_waiter(self) -> Ints:
        """(M,) result of who began on the bench, 0 where nobody did."""
        who = self.rows["waited_first"].astype(np.int64)
        found: Ints = np.take_along_axis(self.results, np.maximum(who, 0)[:, None], axis=1)[:, 0]
        return np.where(who >= 0, found, 0)


def _ends(cause: int) -> Callable[[Matches], Ints]:
    return lambda m: (m.rows["cause"] == cause).astype(np.int64)


_QUANTITIES: dict[str, Callable[[Matches], Ints]] = {
    "hand_limit_ends": _ends(1),
    "bust_ends": _ends(3),
    "no_seat_ends": _ends(4),
    "sweep_ends": _ends(5),
    "eight_tai_ends": _ends(6),
    "players": lambda m: m.rows["players"].astype(np.int64),
    "player_hands": lambda m: m.rows["players"].astype(np.int64) * m.rows["hands"],
    "top_points": lambda m: m.results.max(axis=1),
    "busts": lambda m: m.players("busts").sum(axis=1),
    "bust_players": lambda m: (m.players("busts") > 0).sum(axis=1),
    "loans": lambda m: m.players("loans").sum(axis=1),
    "benched_hands": lambda m: m.players("benched").sum(axis=1),
    "first_waiter_points": lambda m: m.first_waiter,
    "bonus_off_points": lambda m: m.players("bonus_off").sum(axis=1),
    "bonus_points": lambda m: np.maximum(-m.players("bonus"), 0).sum(axis=1),
}

_BY_PLAYER: dict[str, Callable[[Matches], Ints]] = {
    "players": lambda m: np.ones_like(m.results),
    "places": lambda m: m.half_places,
    "halves": lambda m: np.full_like(m.results, 2),
    "tops": lambda m: m.tops,
    "chances": lambda m: np.full_like(m.results, SIXTIETHS),
    "points": lambda m: m.results,
    "bust_players": lambda m: (m.players("busts") > 0).astype(np.int64),
}


def match_quantity(name: str) -> Callable[[Matches], Ints] | None:
    """The quantity of that name, None if it is none of matches: `sweep_ends`, `player0_places` of the bot number 0, …"""
    found = re.fullmatch(r"player(\d+)_(\w+)", name)
    if not found:
        return _QUANTITIES.get(name)
    bot, values = int(found[1]), _BY_PLAYER[found[2]]
    return lambda m: (values(m) * (m.bot_of == bot)).sum(axis=1)
