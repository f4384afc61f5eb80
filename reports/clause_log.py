"""The clause log of a run: per rule set, line-up and entry the counters of each block of walls, and rates with intervals.

Blocks of walls are the unit of inference here, since the log keeps no more than their sums. With few events the interval is
the exact one of so many events in so many hands. What has no such interval, points above all, has none at all until two blocks
carry it; two give a wide one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from reports.intervals import FEW_EVENTS, Interval, Sums, clopper_pearson, ratio
from rulesets.clause_log import COUNTER_NAMES, ENTRY_CLAUSES, ENTRY_NAMES, Counter

FEW_BLOCKS = 5
"""With fewer blocks events keep the exact interval of a share of hands."""

Counts = tuple[int, ...]
"""Counters of one entry in one block, by `Counter`."""


@dataclass(frozen=True)
class Log:
    """One rule set with one line-up: hands by block, and by entry the counters of the blocks in which it counted anything."""

    hands: Mapping[int, int]
    counts: Mapping[str, Mapping[int, Counts]]

    def total(self, entry: str, *counters: Counter) -> int:
        """The sum of some counters of an entry."""
        return sum(row[c] for row in self.counts.get(entry, {}).values() for c in counters)

    def entries(self) -> list[str]:
        """The entries that counted anything, in the order of the catalogue of mistakes."""
        return [name for name in ENTRY_NAMES if name in self.counts]

    def rate(self, entries: Iterable[str], *counters: Counter) -> Interval:
        """Events (or points) per hand, all these entries and counters together."""
        found = [self.counts[entry] for entry in entries if entry in self.counts]
        by_block = {b: sum(rows[b][c] for rows in found if b in rows for c in counters) for b in self.hands}
        n, d = sum(by_block.values()), sum(self.hands.values())
        points = Counter.CHIPS in counters
        if not points and n <= d and (n < FEW_EVENTS or len(by_block) < FEW_BLOCKS):
            return clopper_pearson(n, d)
        pairs = [(by_block[b], self.hands[b]) for b in self.hands]
        found_rate = ratio(
            Sums(len(pairs), n, d, sum(x * x for x, _ in pairs), sum(y * y for _, y in pairs), sum(x * y for x, y in pairs))
        )
        return replace(found_rate, low=max(0.0, found_rate.low)) if found_rate.low is not None else found_rate


def read_logs(clauses: Sequence[Path], tallies: Sequence[Path]) -> dict[int, Log]:
    """By line-up, the log of one rule set from its checked files; hands come from the tallies of the same blocks."""
    import polars as pl

    if not clauses:
        return {}
    hands: dict[int, dict[int, int]] = {}
    rows = pl.scan_parquet(list(tallies)).with_columns(pl.col("metric").cast(pl.String)).filter(pl.col("metric") == "draw_rate")
    for row in rows.select("lineup", "block", "s_d").sort("lineup", "block").collect().iter_rows(named=True):
        hands.setdefault(int(row["lineup"]), {})[int(row["block"])] = int(row["s_d"])
    counts: dict[int, dict[str, dict[int, Counts]]] = {lineup: {} for lineup in hands}
    for row in pl.scan_parquet(list(clauses)).collect().iter_rows(named=True):
        of_entry = counts[int(row["lineup"])].setdefault(str(row["entry"]), {})
        of_entry[int(row["block"])] = tuple(int(row[name]) for name in COUNTER_NAMES)
    return {lineup: Log(hands[lineup], counts[lineup]) for lineup in hands}


def clause_of(entry: str) -> str:
    """The clause an entry is booked under."""
    return ENTRY_CLAUSES[ENTRY_NAMES.index(entry)]
