"""The clause log as tables: counts by line-up, block and entry, and one row for each breach."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from rulesets.clause_log import COUNTER_NAMES, ENTRY_CLAUSES, ENTRY_NAMES, EVENT_COLUMNS, N_COUNTERS

CLAUSE_SCHEMA = pa.schema(
    [
        ("lineup", pa.int16()),
        ("block", pa.int32()),
        ("clause", pa.string()),
        ("entry", pa.string()),  # a mistake, or another entry of the log
        *((name, pa.int64()) for name in COUNTER_NAMES),
    ]
)
"""One row for each entry that counted anything in a block of walls."""

BREACH_SCHEMA = pa.schema(
    [("wall", pa.int64()), ("hand_no", pa.int32()), ("lineup", pa.int16()), ("clause", pa.string()), ("entry", pa.string())]
    + [(name, pa.int32()) for name in EVENT_COLUMNS if name not in ("wall", "hand_no", "lineup", "entry")]
)


def clause_table(counts: npt.NDArray[np.int64], first_block: int) -> pa.Table:
    """The counts of one variant, int64[L, B, entries, counters], as rows; blocks are numbered from `first_block`."""
    lineup, block, entry = (axis.astype(np.int64) for axis in np.nonzero(counts.any(axis=-1)))
    found = counts[lineup, block, entry]
    columns = {
        "lineup": lineup,
        "block": block + first_block,
        "clause": [ENTRY_CLAUSES[e] for e in entry],
        "entry": [ENTRY_NAMES[e] for e in entry],
        **{COUNTER_NAMES[i]: found[:, i] for i in range(N_COUNTERS)},
    }
    return pa.table(columns, schema=CLAUSE_SCHEMA)


def breach_table(rows: Sequence[npt.NDArray[np.int64]]) -> pa.Table:
    """The breaches of one variant as rows, sorted by line-up, wall and hand."""
    whole = np.concatenate(rows) if rows else np.zeros((0, len(EVENT_COLUMNS)), np.int64)
    of = {name: whole[:, i] for i, name in enumerate(EVENT_COLUMNS)}
    order = np.lexsort((np.arange(len(whole)), of["hand_no"], of["wall"], of["lineup"]))
    of = {name: values[order] for name, values in of.items()}
    columns = {
        **of,
        "clause": [ENTRY_CLAUSES[e] for e in of["entry"]],
        "entry": [ENTRY_NAMES[e] for e in of["entry"]],
    }
    return pa.table({name: columns[name] for name in BREACH_SCHEMA.names}, schema=BREACH_SCHEMA)


def merge_clauses(tables: Sequence[pa.Table]) -> pa.Table:
    """One table of counts from those of several shards, sorted by line-up, block and entry."""
    whole = pa.concat_tables(list(tables))
    keys = [("lineup", "ascending"), ("block", "ascending"), ("clause", "ascending"), ("entry", "ascending")]
    return whole.sort_by(keys)
