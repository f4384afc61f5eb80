"""`play`: the one way from Python into the engine."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.generic]


class WallMode(IntEnum):
    """Where the tiles come from."""

    LANES = 0  # keyed tiles with seat lanes, the mode of all studies
    LINEAR = 1  # the same keyed tiles in one line: one shuffled wall
    RECORDED = 2  # a given order of kinds


class LogEvent(IntEnum):
    """First column of a transcript row. Rows are int64[8] = (event, seat, kind, extra, 4 more), 0 where nothing is said."""

    HAND = 0  # start of a hand: seat = dealer, kind = rule row played, extra = hand_no, then wall, line-up, seating, 0
    DEAL = 1  # seat, kind. In drawing order: 13 rounds of one tile a seat from the dealer on, then the dealer's 14th
    DRAW = 2  # seat, kind; extra 0 front, 1 tail
    DECISION = 3  # seat, kind on offer or -1, extra = chosen action; then actions, discards, added_kans, closed_kans (LEGAL)
    READY_SET = 4  # directly before a DECISION with READY in it: extra = ready_discards
    DISCARD = 5  # seat, kind; extra 1 if declared ready with it
    CHI = 6  # seat, lowest kind of the run; extra = claimed kind
    PON = 7  # seat, kind; extra = seat that fed it
    KAN_OPEN = 8  # seat, kind; extra = seat that fed it
    KAN_ADDED = 9  # seat, kind (only if not robbed)
    KAN_CLOSED = 10  # seat, kind (only if not robbed)
    WIN = 11  # seat, kind; extra = payer or -1; one row per winner after claim.multi_win, nearest first
    EXHAUSTED = 12  # no winner


@dataclass(frozen=True)
class LineUp:
    """Four bots (indices into the bot table) and the seatings to cycle through.

    Wall w is played with seating `w mod len(seatings)`; `seatings[i][seat]` is the slot (0-3) that sits there.
    """

    bots: tuple[int, int, int, int]
    seatings: tuple[tuple[int, int, int, int], ...] = ((0, 1, 2, 3),)


@dataclass(frozen=True)
class Group:
    """A play group: hands are played under rule row `played` and scored under each rule row of `scored`.

    `beliefs[line-up][slot]` is the rule row which that bot believes in; empty: every bot believes `played`.
    """

    played: int
    scored: tuple[int, ...]
    beliefs: tuple[tuple[int, int, int, int], ...] = ()


@dataclass
class Played:
    """Results of `play`. V scored variants (in the order of the groups), L line-ups, W walls, H hands of a session."""

    rows: npt.NDArray[np.void]
    """Outcome records, dtype `sim.outcomes.OUTCOME`, shape (V, L, W, H)."""
    fan_paid: npt.NDArray[np.int32]
    """Points that changed hands per fan, shape (V, L, W, H, 64); empty unless asked for."""
    variants: tuple[int, ...]
    """Rule row of each index of the first axis."""
    log: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 8), np.int64))
    """Transcript rows of all played hands, one after the other, each starting with a HAND row."""

    def columns(self, variant: int = 0) -> dict[str, npt.NDArray[np.generic]]:
        """Columns by name of one scored variant (index of the first axis), rows sorted by (line-up, wall, hand)."""
        flat = self.rows[variant].reshape(-1)
        return {name: np.ascontiguousarray(flat[name]) for name in (self.rows.dtype.names or ())}

    def transcripts(self) -> list[npt.NDArray[np.int64]]:
        """The log cut into hands."""
        starts = np.flatnonzero(self.log[:, 0] == LogEvent.HAND)
        return [self.log[a:b] for a, b in zip(starts, [*starts[1:], len(self.log)], strict=True)]


def play(
    rule_table: npt.NDArray[np.void],
    bot_table: npt.NDArray[np.void],
    walls: Sequence[int] | npt.NDArray[np.integer],
    seed: int,
    *,
    lineups: Sequence[LineUp] = (LineUp((0, 0, 0, 0)),),
    groups: Sequence[Group] = (),
    session_hands: int = 0,
    mode: WallMode = WallMode.LANES,
    recorded: npt.NDArray[np.integer] | None = None,
    dealers: npt.NDArray[np.integer] | None = None,
    script: Sequence[tuple[int, int]] | npt.NDArray[np.integer] | None = None,
    strict: bool = False,
    fan_paid: bool = False,
    log: bool = False,
) -> Played:
    """Plays every wall with every line-up under every play group and returns rows, and transcripts if `log`.

    rule_table  RULES rows, shape [V]; without `groups` every row is its own group.
    bot_table   BOT rows, shape [B].
    walls       wall numbers (any order; a hand depends on its number, never on its neighbours).
    seed        64-bit study seed.
    session_hands  0: independent hands, the dealer drawn from the counters; n > 0: each wall is a session of n hands.
    recorded    with mode RECORDED: kinds in wall order, shape [W, n_tiles] (136 for the full tile set without flowers).
    dealers     fixed (first) dealer per wall, shape [W], instead of the drawn one: for tests and recorded hands.
    script      rows (seat, action): each seat's next row is played at the first decision where it is legal, otherwise the
                seat passes, or discards what it drew. `strict=True`: row i answers decision i, seat and legality checked.
    fan_paid    fill `Played.fan_paid`.
    """
    raise NotImplementedError("engine lands next")


@dataclass(frozen=True)
class WallOrder:
    """A keyed wall as data: tile numbers 0..143 (`kind_of_tile`), in the order in which lanes and tail yield them.

    A draw by seat s takes the first unused tile of `lanes[s]`; a replacement, and a seat whose lane is used up, takes the
    first unused tile of `tail`. Tiles of kinds that are not in the tile set count as used from the start.
    """

    lanes: tuple[tuple[int, ...], ...]
    tail: tuple[int, ...]
    dealer: int
    """The dealer drawn for an independent hand on this wall."""


def kind_of_tile(tile: int) -> int:
    """Kind of a physical tile: tiles 0-135 are four copies of kinds 0-33, tiles 136-143 the flowers."""
    return tile // 4 if tile < 136 else tile - 102


def wall_order(seed: int, wall: int, hand_no: int = 0) -> WallOrder:
    """The keyed order of one wall, for independent re-play."""
    raise NotImplementedError("engine lands next")
