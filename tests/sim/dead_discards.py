"""Discards of a hand that a flush table would bar if the tile were not dead, found in its transcript without the engine's help."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from rulesets.tiles import Tile
from sim.actions import Action
from sim.batch import LogEvent
from tests.sim.tabletop import Array

CALLS = (LogEvent.CHI, LogEvent.PON, LogEvent.KAN_OPEN)


@dataclass
class Board:
    """What all see, as the rows of a transcript go by."""

    gold: int = -1
    visible: Array = field(default_factory=lambda: np.zeros(42, np.int64))
    melds: list[list[int]] = field(default_factory=lambda: [[], [], [], []])  # the suit of each shown meld, 3 for honours
    follow: list[int] = field(default_factory=lambda: [-1] * 4)
    standing: set[int] = field(default_factory=set)

    def take(self, row: Array) -> None:
        """One row."""
        event, seat, kind, extra = LogEvent(row[0]), int(row[1]), int(row[2]), int(row[3])
        if event == LogEvent.FLIP and extra == 0:
            self.gold = kind
            self.visible[kind] += 1
        elif event == LogEvent.DISCARD:
            self.visible[kind] += 1
            self.follow[seat] = kind
        elif event in CALLS:
            self.melds[seat].append(kind // 9)
            self.visible[kind] += {LogEvent.CHI: 1, LogEvent.PON: 2, LogEvent.KAN_OPEN: 3}[event]
            if event == LogEvent.CHI:
                self.visible[kind + 1] += 1
                self.visible[kind + 2] += 1
                self.visible[extra] -= 1  # the claimed tile lay open already
        elif event == LogEvent.KAN_ADDED:
            self.visible[kind] += 1
        elif event == LogEvent.STAND:
            self.standing.add(seat)
        if event in (*CALLS, LogEvent.DRAW):
            self.follow[seat] = -1

    def bars(self, seat: int, kind: int, melds: int) -> bool:
        """Whether the suit of a tile is that of a flush table of so many melds, and the tile may not be followed."""
        for other in set(range(4)) - {seat} - self.standing:
            suits = self.melds[other]
            if kind < Tile.EAST and len(suits) >= melds and set(suits) == {kind // 9} and self.follow[other] != kind:
                return True
        return False

    def is_dead(self, kind: int) -> bool:
        """Three copies lie open, and of every run the two partners are golds or lie there four times each."""
        if self.visible[kind] < 3:
            return False
        suit, rank = divmod(kind, 9)
        runs = [range(first, first + 3) for first in range(max(0, rank - 2), min(6, rank) + 1)]
        partners = {9 * suit + r for run in runs for r in run} - {kind}
        return all(self.visible[other] == 4 or other == self.gold for other in partners)


def crowded(log: Array, melds: int) -> list[Array]:
    """The transcripts of those hands of a log in which a seat shows so many melds of one suit."""
    starts = np.flatnonzero(log[:, 0] == LogEvent.HAND)
    hand = np.cumsum(log[:, 0] == LogEvent.HAND) - 1
    called = np.isin(log[:, 0], CALLS) & (log[:, 2] < Tile.EAST)
    key = hand[called] * 12 + log[called, 1] * 3 + log[called, 2] // 9
    counts = np.bincount(key, minlength=12 * len(starts)).reshape(-1, 12)
    ends = [*starts[1:], len(log)]
    return [log[starts[i] : ends[i]] for i in np.flatnonzero(counts.max(axis=1) >= melds)]


def dead_discards(hand: Array, melds: int) -> list[tuple[int, bool]]:
    """Each discard that is free only because the tile is dead: the tile, and whether anybody could have won on it."""
    board = Board()
    found = []
    for at, row in enumerate(hand):
        kind = int(row[2])
        if row[0] == LogEvent.DISCARD and board.bars(int(row[1]), kind, melds):
            assert board.is_dead(kind), "a barred tile was thrown that is not dead"
            asked = hand[at + 1 :]
            moved = np.flatnonzero(~np.isin(asked[:, 0], (LogEvent.DECISION, LogEvent.READY_SET)))
            asked = asked[: moved[0]] if len(moved) else asked
            offered = (asked[:, 0] == LogEvent.DECISION) & (asked[:, 2] == kind) & (asked[:, 4] >> Action.WIN & 1 == 1)
            found.append((kind, bool(offered.any())))
        board.take(row)
    return found
