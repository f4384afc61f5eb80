"""Outcome columns: one row per played and scored hand.

The only module of `sim` that readers of results may import besides `sim.tallies`; it imports NumPy and pyarrow only.
`COLUMNS` is the single list: the record that the engine fills, the Arrow schema of the part files and the column
documentation all follow from it. Points are in the unit of the rule set ("points").
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
import numpy.typing as npt
import pyarrow as pa

SCHEMA_VERSION = 3
"""Raised by one whenever a column is added, removed or changes its meaning."""


class Tag(IntEnum):
    """Bits of the column `tags`: circumstances of a win."""

    AFTER_KAN = 1  # the winning tile was a kan replacement (self-draws only)
    LAST_TILE = 2  # no ordinary draw was possible any more (self-draws, and wins on the last discard)
    LAST_GROUP = 4  # the tile was one of the last group
    NO_SHAPE = 8  # of the first winner in play order: golds or flowers alone won
    EIGHT_PAIRS = 16  # of the same: the tiles are eight pairs and cannot be read as sets


class Limit(IntEnum):
    """Bits of the column `limit`: of the total of the first winner in play order."""

    FIXED = 1  # the value of a limit or flat hand replaced what was counted
    FULL = 2  # it reaches the payment limit


class Standing(IntEnum):
    """Two bits a seat in the column `stood`: whether and why it stands; 1 + `sim.flow.standing.StandReason`."""

    NONE = 0
    PASSED = 1
    NO_DISCARD = 2
    PENALTY = 3


class Level(IntEnum):
    """Which files a column is written to."""

    DEFAULT = 0
    FULL = 1  # only with columns=full


@dataclass(frozen=True)
class Column:
    """One column of the outcome table."""

    name: str
    code: str
    """NumPy type code, such as `u4`."""
    unit: str
    meaning: str
    level: Level = Level.DEFAULT


def _columns() -> tuple[Column, ...]:
    """The list in file order."""
    full = Level.FULL
    rows = [
        Column("wall", "u4", "id", "number of the wall (deal) inside the study; of a session: number of the session"),
        Column("hand_no", "u2", "hand", "number of the hand inside its session, 0 for independent hands"),
        Column("lineup", "u1", "id", "index of the line-up in the study"),
        Column("seating", "u1", "id", "index of the seating: which bot of the line-up sat where"),
        Column("dealer", "u1", "seat", "seat of the dealer"),
        Column("end", "u1", "WinKind", "how it ended: 0 nobody won (see `aborted`), 1 self-draw, 2 discard win, 3 robbed kan"),
        Column("winner_mask", "u1", "mask", "bit per seat: the winners; 0 at an exhaustive draw"),
        Column("payer", "i1", "seat", "discarder or seat whose kan was robbed; -1 at a self-draw or exhaustive draw"),
        Column("win_tile", "i1", "kind", "winning tile; -1 at an exhaustive draw and for a win with the dealt tiles"),
        Column(
            "tags",
            "u1",
            "mask",
            "1 after a kan replacement, 2 last drawable tile or last discard, 4 tile of the last group, "
            "8 golds or flowers alone won, 16 eight pairs",
        ),
        Column("opening", "u1", "OpeningWin", "0 no opening win, 1 won with the dealt tiles, 2 by taking the indicator"),
        Column("kept", "u2", "hands", "hands in a row that the dealer had kept the deal before this one"),
        Column("draws", "u1", "tiles", "tiles drawn after the opening, kan and flower replacements included"),
        Column("discards", "u1", "tiles", "discards of all seats"),
        Column("wall_left", "u1", "tiles", "tiles left in the wall at the end, reserve included"),
        Column("fans_a", "u4", "mask", "fans of the first winner in play order after the payer (the winner at a self-draw)"),
        Column("fans_b", "u4", "mask", "fans of the second winner, 0 if none"),
        Column("fans_c", "u4", "mask", "fans of the third winner, 0 if none"),
        Column("calls", "u2", "4 bits per seat", "claimed melds (chi, pon, open kan) of each seat, seat 0 lowest"),
        Column("kans", "u2", "4 bits per seat", "kans of any sort of each seat, seat 0 lowest; a robbed kan does not count"),
    ]
    rows += [Column(f"delta_s{s}", "i4", "points", f"points won or lost by seat {s}") for s in range(4)]
    rows += [
        Column(f"ready_turn_s{s}", "i1", "discards", f"own discards of seat {s} when first ready (tenpai); -1 never", full)
        for s in range(4)
    ]
    rows += [
        Column("tenpai_end", "u1", "mask", "bit per seat: ready (tenpai) when the hand ended, before the winning tile", full),
        Column("answers", "u1", "mask", "bit per seat: answered WIN to the last tile, head-bumped seats included", full),
    ]
    rows += [Column(f"kan_part_s{s}", "i4", "points", f"part of delta_s{s} paid for kans", full) for s in range(4)]
    rows += [
        Column("fan_points", "i4", "points", "sum of the fan values of all winners", full),
        Column("decisions", "u2", "decisions", "questions put to the four seats", full),
        Column("legal_sum", "u4", "actions", "sum over these questions of the number of legal actions", full),
        Column("chis", "u2", "4 bits per seat", "chi melds of each seat", full),
        Column("pons", "u2", "4 bits per seat", "pons of each seat, those made kans later included", full),
        Column("open_kans", "u2", "4 bits per seat", "open kans of each seat", full),
        Column("added_kans", "u2", "4 bits per seat", "added kans of each seat", full),
        Column("closed_kans", "u2", "4 bits per seat", "closed kans of each seat", full),
        Column("gold_kind", "i1", "kind", "kind whose tiles are wild; -1 none", full),
        Column("indicator", "i1", "kind", "kind turned up to name it; -1 none", full),
        Column("golds", "u2", "4 bits per seat", "golds in the hand of each seat at the end, a taken indicator included", full),
        Column("gold_discards", "u1", "tiles", "golds discarded by all seats", full),
        Column("flowers", "u4", "8 bits per seat", "flowers laid out by each seat, those turned up included, dead ones not", full),
        Column("flower_quads", "u1", "quads", "flower quads of all seats", full),
        Column("dead_flowers", "u1", "tiles", "flowers of all seats that were not replaced", full),
        Column("group_left", "i1", "tiles", "tiles of the last group not drawn when the hand ended; -1: it had not begun", full),
        Column("standing", "u1", "mask", "bit per seat: stood 站胡 when the hand ended", full),
    ]
    return (*rows, *_table_columns())


def _table_columns() -> list[Column]:
    """Columns of games where every hand has a total, and of the law of the table."""
    full = Level.FULL
    rows = [Column(f"total_s{s}", "i4", "points", f"total that the hand of seat {s} settles with", full) for s in range(4)]
    rows += [
        Column("hu", "u2", "hu", "rounded hu points of the first winner; 0 where a fixed value replaced them", full),
        Column("tai", "u1", "tai", "tai of the first winner, 0 of a limit hand", full),
        Column("limit", "u1", "mask", "total of the first winner: 1 a fixed value, 2 at the payment limit", full),
        Column("among_losers", "i4", "points", "points that seats that did not win paid one another", full),
        Column("stood", "u1", "2 bits per seat", "why each seat stood: 1 passed, 2 no lawful discard, 3 penalty; 0 not", full),
        Column("flush_tables", "u1", "mask", "bit per seat: it showed a flush table at the end, barred or not", full),
        Column("wind_tables", "u1", "mask", "bit per seat: it showed a four-wind table at the end, barred or not", full),
        Column("flush_barred", "u1", "turns", "turns of all seats on which a flush table barred a discard", full),
        Column("winds_barred", "u1", "turns", "turns of all seats on which a four-wind table barred a discard", full),
        Column("late_barred", "u1", "turns", "turns of all seats on which few tiles left barred an honour", full),
        Column("idle_golds", "u1", "mask", "bit per seat: any tile completed its hand at the end, before the winning tile", full),
        Column("group_tiles", "u1", "tiles", "tiles dealt out as the last group, 0 if it had not begun", full),
        Column("pei", "u1", "mask", "bit per seat: it made a penalty payment 赔胡, paying a win for all included", full),
        Column("liable", "i1", "seat", "seat whose breach let somebody win and that paid the win for all; -1 none", full),
        Column("aborted", "u1", "flag", "1: broken off after a penalty payment and void; `end` is 0 then", full),
    ]
    rows += [
        Column(
            f"penalty_s{s}", "i4", "points",
            f"what penalties brought or cost seat {s}: penalty payments, what is paid beyond the own share of a win paid for "
            f"all (both parts of delta_s{s}), and in matches fines and refunds for hidden busts (which delta_s{s} leaves out)",
            full,
        )
        for s in range(4)
    ]  # fmt: skip
    return rows


COLUMNS = _columns()
OUTCOME = np.dtype([(c.name, c.code) for c in COLUMNS], align=True)
"""The record of one hand, filled by the engine."""


def column_names(full: bool = False) -> list[str]:
    """Names of the written columns in file order."""
    return [c.name for c in COLUMNS if full or c.level == Level.DEFAULT]


def schema(full: bool = False) -> pa.Schema:
    """Arrow schema of a part file, with unit and meaning as field metadata and the schema version as table metadata."""
    fields = [
        pa.field(c.name, pa.from_numpy_dtype(np.dtype(c.code)), nullable=False, metadata={"unit": c.unit, "meaning": c.meaning})
        for c in COLUMNS
        if full or c.level == Level.DEFAULT
    ]
    return pa.schema(fields, metadata={"outcome_schema": str(SCHEMA_VERSION)})


def to_table(rows: npt.NDArray[np.void], full: bool = False) -> pa.Table:
    """Arrow table of outcome rows (dtype OUTCOME, any shape, read in C order)."""
    flat = rows.reshape(-1)
    arrays = [pa.array(np.ascontiguousarray(flat[name])) for name in column_names(full)]
    return pa.Table.from_arrays(arrays, schema=schema(full))
