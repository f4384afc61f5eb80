"""What is kept of a match: one row per match, beside the rows of its hands.

Imports NumPy and pyarrow only, since readers of results read it. Players are the slots of the line-up; columns end in the
slot, `_p0` to `_p4`, those of a fifth player are 0 where four play.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sim.outcomes import SCHEMA_VERSION, Column

N_PLAYERS = 5

_PER_PLAYER = (
    ("result", "i4", "points", "what player {p} won or lost: chips less the stack at the start and debt, and bonuses"),
    ("debt", "i4", "chips", "what player {p} owes the bank, loans included"),
    ("bonus", "i4", "points", "bonuses that player {p} received or, negative, paid"),
    ("bonus_off", "i4", "points", "of these, what player {p} paid while not at the table"),
    ("loans", "u1", "loans", "loans that player {p} took"),
    ("busts", "u1", "busts", "times that player {p} was without chips after a hand"),
    ("hidden", "u1", "busts", "of these, how often it was hidden and found out"),
    ("benched", "u2", "hands", "hands during which player {p} waited on the bench"),
)

MATCH_COLUMNS: tuple[Column, ...] = (
    Column("wall", "u4", "id", "number of the match inside the study"),
    Column("lineup", "u1", "id", "index of the line-up in the study"),
    Column("seating", "u1", "id", "index of the seating of the first hand"),
    Column("players", "u1", "players", "4, or 5 at five corners"),
    Column("hands", "u2", "hands", "hands played"),
    Column(
        "cause",
        "u1",
        "Cause",
        "why it ended: 1 number of hands, 2 rounds, 3 a player without chips, 4 fewer than four can sit, 5 full sweep, "
        "6 eight tai",
    ),
    Column("sweeper", "i1", "player", "player who swept; -1 none"),
    Column("waited_first", "i1", "player", "player who began on the bench; -1 none"),
    *(Column(f"{name}_p{p}", code, unit, text.format(p=p)) for name, code, unit, text in _PER_PLAYER for p in range(N_PLAYERS)),
)

MATCH_OUTCOME = np.dtype(
    [(c.name, c.code) for c in MATCH_COLUMNS[: -N_PLAYERS * len(_PER_PLAYER)]]
    + [(name, code, (N_PLAYERS,)) for name, code, _, _ in _PER_PLAYER],
    align=True,
)
"""The record of one match, filled by the engine: `result[p]` is the column `result_p<p>`."""


def match_schema() -> pa.Schema:
    """Arrow schema of a file of matches."""
    fields = [
        pa.field(c.name, pa.from_numpy_dtype(np.dtype(c.code)), nullable=False, metadata={"unit": c.unit, "meaning": c.meaning})
        for c in MATCH_COLUMNS
    ]
    return pa.schema(fields, metadata={"outcome_schema": str(SCHEMA_VERSION)})


def _column(rows: npt.NDArray[np.void], name: str) -> npt.NDArray[np.generic]:
    """A column of the table out of the records."""
    if name in (rows.dtype.names or ()):
        return rows[name]
    field, _, player = name.rpartition("_p")
    return rows[field][:, int(player)]


def matches_to_table(rows: npt.NDArray[np.void]) -> pa.Table:
    """Arrow table of match rows (dtype MATCH_OUTCOME, any shape, read in C order)."""
    flat = rows.reshape(-1)
    arrays = [pa.array(np.ascontiguousarray(_column(flat, c.name))) for c in MATCH_COLUMNS]
    return pa.Table.from_arrays(arrays, schema=match_schema())
