"""From hands to exact integers: what is counted per wall, and how it is kept per block of walls.

A *wall* (of sessions: one session) is the unit of inference. Everything a report says is a formula over the two tables
made here, never over hands, so a run that stores no hands gives the same report:

* the tally table, one row per (line-up, block of walls, metric): sums over the block's walls of the metric's numerator
  `n` and denominator `d`, of their squares and product, and of their products with the baseline's on the same wall;
* the histogram table, one row per (line-up, block, histogram, value): how many hands or seats had that very value.

All are int64 and exact: additions commute, so the bytes depend neither on workers nor on order. An addition that could
leave 63 bits is refused instead of wrapped. Imports NumPy and pyarrow only, since reports read this module.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache, cached_property
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sim.match_tallies import Matches, match_quantity
from sim.metrics import (
    DEFAULT_MECHANISMS,
    HISTOGRAMS,
    METRICS,
    METRICS_VERSION,
    N_SEATS,
    FanName,
    HistogramName,
    MetricDef,
    bot_metrics,
    distinct_bots,
    fan_metrics,
    histograms_of,
    metrics_of,
)
from sim.table_quantities import TABLE_QUANTITIES, counted, totals

__all__ = [
    "DEFAULT_MECHANISMS",
    "HISTOGRAMS",
    "HIST_SCHEMA",
    "METRICS",
    "METRICS_VERSION",
    "TALLY_SCHEMA",
    "TALLY_SUMS",
    "FanName",
    "Hands",
    "HistogramName",
    "Matches",
    "MetricDef",
    "WallSums",
    "bot_metrics",
    "distinct_bots",
    "fan_metrics",
    "histogram",
    "histograms_of",
    "merge",
    "metrics_of",
    "pool",
    "tally",
    "wall_sums",
]

Ints = npt.NDArray[np.int64]

TALLY_SCHEMA = pa.schema(
    [
        ("lineup", pa.int16()),
        ("block", pa.int32()),
        ("metric", pa.dictionary(pa.int16(), pa.string())),
        ("walls", pa.int64()),  # walls played in this block
        ("s_n", pa.int64()),  # Σ n, over the walls of the block
        ("s_d", pa.int64()),  # Σ d
        ("s_nn", pa.int64()),  # Σ n²
        ("s_dd", pa.int64()),  # Σ d²
        ("s_nd", pa.int64()),  # Σ n·d
        ("c_nn", pa.int64()),  # Σ n·n0, with n0 and d0 the baseline's on the same wall
        ("c_nd", pa.int64()),  # Σ n·d0
        ("c_dn", pa.int64()),  # Σ d·n0
        ("c_dd", pa.int64()),  # Σ d·d0
        ("same", pa.int64()),  # walls on which n = n0 and d = d0
    ]
)
TALLY_SUMS = TALLY_SCHEMA.names[3:]

HIST_SCHEMA = pa.schema(
    [
        ("lineup", pa.int16()),
        ("block", pa.int32()),
        ("name", pa.dictionary(pa.int16(), pa.string())),
        ("value", pa.int32()),
        ("count", pa.int64()),
    ]
)


# --- Quantities per hand ----------------------------------------------------------------------------------------------


class Columns(Protocol):
    """Outcome columns by name: a mapping to arrays, or a structured array."""

    def __getitem__(self, name: str, /) -> Any: ...


class Hands:
    """Hands of one variant and line-up: views of N hands by S = 4 seats that quantities share."""

    def __init__(self, columns: Columns, seat_bot: npt.ArrayLike, matches: Matches | None = None) -> None:
        """`seat_bot[seating, seat]` is the index of the seat's bot among the line-up's different bots; `matches`: one for
        each wall, where matches were played."""
        self.columns = columns
        self.matches = matches
        self._seat_bot = np.asarray(seat_bot, dtype=np.int64)
        self._wide: dict[str, Ints] = {}

    def __len__(self) -> int:
        return len(self.columns["wall"])

    def column(self, name: str) -> Ints:
        """A column widened to int64, so that no sum or product is taken in a narrow type."""
        if name not in self._wide:
            self._wide[name] = np.asarray(self.columns[name]).astype(np.int64)
        return self._wide[name]

    def _seats(self, prefix: str) -> Ints:
        return np.stack([self.column(f"{prefix}_s{s}") for s in range(N_SEATS)], axis=1)

    @cached_property
    def delta(self) -> Ints:
        """(N, S) points by absolute seat."""
        return self._seats("delta")

    @cached_property
    def kan_part(self) -> Ints:
        """(N, S) of which for kans."""
        return self._seats("kan_part")

    @cached_property
    def ready_turn(self) -> Ints:
        """(N, S) own discards when first ready, -1 never."""
        return self._seats("ready_turn")

    def bits(self, name: str) -> Ints:
        """(N, S) bits of a column with one bit per seat."""
        mask = self.column(name)
        return np.stack([mask >> s & 1 for s in range(N_SEATS)], axis=1)

    def by_seat(self, name: str) -> Ints:
        """(N, S) counts of a column with four bits per seat."""
        packed = self.column(name)
        return np.stack([packed >> 4 * s & 15 for s in range(N_SEATS)], axis=1)

    @cached_property
    def flowers(self) -> Ints:
        """(N, S) flowers laid out."""
        packed = self.column("flowers")
        return np.stack([packed >> 8 * s & 255 for s in range(N_SEATS)], axis=1)

    @cached_property
    def won(self) -> Ints:
        """(N, S) 1 where the seat won."""
        return self.bits("winner_mask")

    @cached_property
    def paid(self) -> Ints:
        """(N, S) 1 where the seat dealt in or had its kan robbed."""
        payer = self.column("payer")
        return np.stack([payer == s for s in range(N_SEATS)], axis=1).astype(np.int64)

    @cached_property
    def win_hand(self) -> npt.NDArray[np.bool_]:
        """(N,) whether somebody won."""
        return self.column("winner_mask").astype(np.bool_)

    @cached_property
    def drawn(self) -> npt.NDArray[np.bool_]:
        """(N,) whether nobody won and the hand was played to its end: void ones are none of these."""
        found: npt.NDArray[np.bool_] = ~self.win_hand & (self.column("aborted") == 0)
        return found

    @cached_property
    def dealer(self) -> Ints:
        return self.column("dealer")

    @cached_property
    def bot(self) -> Ints:
        """(N, S) index of the seat's bot among the line-up's different bots."""
        return self._seat_bot.take(self.column("seating"), axis=0)

    def at_role(self, values: Ints, role: int) -> Ints:
        """The entry of each row of `values` (N, S) that belongs to the seat `role` places after the dealer."""
        seat = (self.dealer + role) % N_SEATS
        at: Ints = np.take_along_axis(values, seat[:, None], axis=1)[:, 0]
        return at

    def fan_wins(self, number: int) -> Ints:
        """Winners (0-3 per hand) whose scored reading has the fan."""
        wins: Ints = sum((self.column(f"fans_{w}") >> number & 1 for w in "abc"), np.zeros(len(self), np.int64))
        return wins

    def fan_paid(self, number: int) -> Ints:
        """Points that changed hands because of the fan."""
        return np.asarray(self.columns["fan_paid"])[:, number].astype(np.int64)


Quantity = Callable[[Hands], Ints]


def _positive(values: Ints) -> Ints:
    total: Ints = np.maximum(values, 0).sum(axis=1)
    return total


def _tagged(bit: int) -> Quantity:
    return lambda h: ((h.column("tags") & bit) != 0).astype(np.int64) * h.win_hand


def _opening(h: Hands, how: int) -> Ints:
    """1 where the hand ended with an opening win of that sort (OpeningWin)."""
    won: Ints = (h.column("opening") == how).astype(np.int64) * h.win_hand
    return won


def _bystanders(h: Hands) -> Ints:
    idle = (1 - h.won) * (1 - h.paid) * (h.column("payer") >= 0)[:, None]
    return _positive(-h.delta * idle)


_BASE: dict[str, Quantity] = {
    "hands": lambda h: np.ones(len(h), np.int64),
    "seat_hands": lambda h: np.full(len(h), N_SEATS, np.int64),
    "drawn_hands": lambda h: h.drawn.astype(np.int64),
    "wins": lambda h: h.won.sum(axis=1),
    "self_draws": lambda h: (h.win_hand & (h.column("payer") < 0)).astype(np.int64),
    "deal_ins": lambda h: h.paid.sum(axis=1),
    "multi_wins": lambda h: (h.won.sum(axis=1) > 1).astype(np.int64),
    "rob_wins": lambda h: (h.column("end") == 3).astype(np.int64),
    "after_kan_wins": _tagged(1),
    "last_tile_wins": _tagged(2),
    "points_moved": lambda h: _positive(h.delta),
    "points_lost": lambda h: _positive(-h.delta),
    "win_points": lambda h: (h.delta * h.won).sum(axis=1),
    "deal_in_points": lambda h: -(h.delta * h.paid).sum(axis=1),
    "bystander_points": _bystanders,
    "kan_paid": lambda h: _positive(h.kan_part),
    "win_paid": lambda h: _positive(h.delta - h.kan_part),
    "parts_paid": lambda h: _positive(h.delta - h.kan_part) + _positive(h.kan_part),
    "draws": lambda h: h.column("draws"),
    "discards": lambda h: h.column("discards"),
    "kans": lambda h: h.by_seat("kans").sum(axis=1),
    "callers": lambda h: (h.by_seat("calls") > 0).sum(axis=1),
    "ready_seats": lambda h: (h.ready_turn >= 0).sum(axis=1),
    "ready_turns": lambda h: np.maximum(h.ready_turn, 0).sum(axis=1),
    "ready_at_draw": lambda h: h.bits("tenpai_end").sum(axis=1) * h.drawn,
    "decisions": lambda h: h.column("decisions"),
    "dealer_points": lambda h: h.at_role(h.delta, 0),
    "dealer_wins": lambda h: h.at_role(h.won, 0),
    "dealer_deal_ins": lambda h: h.at_role(h.paid, 0),
    "opening_wins": lambda h: _opening(h, 1) + _opening(h, 2),
    "heavenly_wins": lambda h: _opening(h, 1) * ((h.column("tags") & 8) == 0),
    "rob_gold_wins": lambda h: _opening(h, 2),
    "no_shape_wins": _tagged(8),
    "eight_pairs_wins": lambda h: _tagged(16)(h) * h.won.sum(axis=1).clip(max=1),
    "groups": lambda h: (h.column("group_left") >= 0).astype(np.int64),
    "group_wins": _tagged(4),
    "flowers": lambda h: h.flowers.sum(axis=1),
    "flower_quads": lambda h: h.column("flower_quads"),
    "winner_flowers": lambda h: (h.flowers * h.won).sum(axis=1),
    "winner_golds": lambda h: (h.by_seat("golds") * h.won).sum(axis=1),
    "gold_discards": lambda h: h.column("gold_discards"),
    "kept": lambda h: h.column("kept"),
    **TABLE_QUANTITIES,
}


def _numbered(name: str) -> Quantity:
    """Quantities with a number in their name: `seat2_wins`, `role1_points`, `bot0_hands`, `fan07_paid`."""
    head, what = name.split("_", 1)
    kind, k = head.rstrip("0123456789"), int(head.lstrip("abcdefghijklmnopqrstuvwxyz"))
    of_seats: dict[str, Callable[[Hands], Ints]] = {
        "points": lambda h: h.delta,
        "wins": lambda h: h.won,
        "deal_ins": lambda h: h.paid,
        "hands": lambda h: np.ones_like(h.won),
    }
    if kind == "fan":
        return (lambda h: h.fan_wins(k)) if what == "wins" else (lambda h: h.fan_paid(k))
    values = of_seats[what]
    if kind == "seat":
        return lambda h: values(h)[:, k]
    if kind == "role":
        return lambda h: h.at_role(values(h), k)
    return lambda h: (values(h) * (h.bot == k)).sum(axis=1)


@cache
def quantity(name: str) -> Quantity:
    """The function behind a quantity's name. `units` (one per wall) is counted when walls are summed, not per hand."""
    return _BASE[name] if name in _BASE else _numbered(name)


# --- Walls ------------------------------------------------------------------------------------------------------------


class WallSums(NamedTuple):
    """Numerators and denominators of M metrics on W walls; hands of one wall are already summed."""

    metrics: tuple[MetricDef, ...]
    walls: Ints  # (W,) ascending
    n: Ints  # (M, W)
    d: Ints  # (M, W)


def wall_sums(hands: Hands, metrics: Sequence[MetricDef]) -> WallSums:
    """Sums over the hands of each wall. Hands must be sorted by wall."""
    wall = hands.column("wall")
    if np.any(np.diff(wall) < 0):
        raise ValueError("hands are not sorted by wall")
    starts = np.flatnonzero(np.r_[True, wall[1:] != wall[:-1]]) if len(wall) else np.zeros(0, np.int64)
    sums: dict[str, Ints] = {"units": np.ones(len(starts), np.int64)}
    for name in dict.fromkeys(q for m in metrics for q in (m.n, m.d)):
        of_match = match_quantity(name)
        if of_match and hands.matches is not None:
            sums[name] = of_match(hands.matches)
        elif name not in sums:
            per_hand = quantity(name)(hands)
            sums[name] = np.add.reduceat(per_hand, starts) if len(starts) else np.zeros(0, np.int64)
    return WallSums(
        tuple(metrics), wall[starts], np.stack([sums[m.n] for m in metrics]), np.stack([sums[m.d] for m in metrics])
    )


def _refuse_overflow(what: str, largest: int, terms: int) -> None:
    """Whether `terms` products of this size fit into 63 bits, decided with Python's unbounded integers."""
    if largest * terms >= 2**63:
        raise OverflowError(f"{what}: {terms} terms of up to {largest} exceed 64-bit integers; use smaller blocks")


def tally(lineup: int, variant: WallSums, baseline: WallSums, block: int) -> pa.Table:
    """Tally rows of one line-up: per block of `block` walls and metric the sums and the products with the baseline.

    Both must hold the same walls; for the baseline itself pass it twice.
    """
    if not np.array_equal(variant.walls, baseline.walls) or variant.metrics != baseline.metrics:
        raise ValueError("variant and baseline were not played on the same walls and metrics")
    n, d, n0, d0 = variant.n, variant.d, baseline.n, baseline.d
    largest = max((int(np.abs(a).max(initial=0)) for a in (n, d, n0, d0)), default=0)
    _refuse_overflow("products of one block", largest**2, block)
    products = {
        "s_n": n, "s_d": d, "s_nn": n * n, "s_dd": d * d, "s_nd": n * d,
        "c_nn": n * n0, "c_nd": n * d0, "c_dn": d * n0, "c_dd": d * d0,
        "same": ((n == n0) & (d == d0)).astype(np.int64),
    }  # fmt: skip
    of_block = variant.walls // block
    starts = np.flatnonzero(np.r_[True, of_block[1:] != of_block[:-1]]) if len(of_block) else np.zeros(0, np.int64)
    blocks, n_metrics = of_block[starts], len(variant.metrics)
    data: dict[str, Any] = {
        "lineup": np.full(len(blocks) * n_metrics, lineup, np.int16),
        "block": np.repeat(blocks, n_metrics).astype(np.int32),
        "metric": pa.array([m.name for m in variant.metrics] * len(blocks), pa.string()).dictionary_encode().cast(
            TALLY_SCHEMA.field("metric").type
        ),
        "walls": np.repeat(np.diff(np.r_[starts, len(of_block)]), n_metrics).astype(np.int64),
    }
    for name, values in products.items():
        by_block = np.add.reduceat(values, starts, axis=1) if len(starts) else values
        data[name] = by_block.T.reshape(-1)
    return pa.table(data, schema=TALLY_SCHEMA)


# --- Histograms -------------------------------------------------------------------------------------------------------


Select = Callable[[Hands], tuple[Ints, Ints]]  # values, and the index of the hand each belongs to


def _per_hand(values: Callable[[Hands], Ints]) -> Select:
    return lambda h: (values(h), np.arange(len(h)))


def _per_seat(values: Callable[[Hands], Ints], chosen: Callable[[Hands], Ints]) -> Select:
    def select(h: Hands) -> tuple[Ints, Ints]:
        hand, seat = np.nonzero(chosen(h))
        return values(h)[hand, seat], hand.astype(np.int64)

    return select


def _per_win(column: str) -> Select:
    """A column of the first winner, over the hands whose win is counted from hu points and tai."""

    def select(h: Hands) -> tuple[Ints, Ints]:
        hand = np.flatnonzero(counted(h))
        return h.column(column)[hand], hand

    return select


def _is_dealer(h: Hands) -> Ints:
    return np.stack([h.dealer == s for s in range(N_SEATS)], axis=1).astype(np.int64)


def _matches(h: Hands) -> Matches:
    assert h.matches is not None, "matches are counted only where they were played"
    return h.matches


def _first_hands(h: Hands) -> Ints:
    """(M,) index of the first hand of each match."""
    first: Ints = np.flatnonzero(np.diff(h.column("wall"), prepend=-1))
    return first


_SELECT: dict[str, Select] = {
    "delta_dealer": _per_hand(lambda h: h.at_role(h.delta, 0)),
    "delta_other": _per_seat(lambda h: h.delta, lambda h: 1 - _is_dealer(h)),
    "win_points": _per_seat(lambda h: h.delta, lambda h: h.won),
    "draws": _per_hand(lambda h: h.column("draws")),
    "winner_flowers": _per_seat(lambda h: h.flowers, lambda h: h.won),
    "winner_golds": _per_seat(lambda h: h.by_seat("golds"), lambda h: h.won),
    "streak": _per_hand(lambda h: h.column("kept")),
    "winner_total": _per_seat(totals, lambda h: h.won),
    "winner_tai": _per_win("tai"),
    "winner_hu": _per_win("hu"),
    "match_hands": lambda h: (_matches(h).rows["hands"].astype(np.int64), _first_hands(h)),
    "match_result": lambda h: (_matches(h).results.reshape(-1), np.repeat(_first_hands(h), _matches(h).n_players)),
}


def histogram(
    lineup: int, hands: Hands, block: int, mechanisms: Collection[str] = DEFAULT_MECHANISMS
) -> pa.Table:
    """Exact counts of every value of every histogram under rules with these mechanisms, per block of `block` walls."""
    of_block = hands.column("wall") // block
    parts: list[pa.Table] = []
    wanted = histograms_of(mechanisms)
    for code, definition in enumerate(wanted):
        values, hand = _SELECT[definition.name](hands)
        if values.size and int(np.abs(values).max()) >= 2**31:
            raise OverflowError(f"{definition.name}: a value does not fit into 32 bits")
        keys, counts = np.unique((of_block[hand] << 32) + (values + 2**31), return_counts=True)
        names = pa.DictionaryArray.from_arrays(
            pa.array(np.full(len(counts), code, np.int16)), pa.array([d.name for d in wanted])
        )
        parts.append(
            pa.table(
                {
                    "lineup": np.full(len(counts), lineup, np.int16),
                    "block": (keys >> 32).astype(np.int32),
                    "name": names,
                    "value": ((keys & 0xFFFFFFFF) - 2**31).astype(np.int32),
                    "count": counts.astype(np.int64),
                },
                schema=HIST_SCHEMA,
            )
        )
    return pa.concat_tables(parts).combine_chunks()


# --- Merging ----------------------------------------------------------------------------------------------------------


def merge(tables: Iterable[pa.Table]) -> pa.Table:
    """One table from those of several shards, sorted by line-up and block, other rows in their written order.

    A block that comes twice is refused: it would be counted twice.
    """
    whole = pa.concat_tables(list(tables), promote_options="none").unify_dictionaries().combine_chunks()
    label = "metric" if "metric" in whole.column_names else "name"
    lineup, block = (np.asarray(whole[c]).astype(np.int64) for c in ("lineup", "block"))
    order = np.lexsort((block, lineup))
    whole = whole.take(pa.array(order))
    row_keys = ["lineup", "block", label] + (["value"] if label == "name" else [])
    if whole.group_by(row_keys).aggregate([]).num_rows != whole.num_rows:
        raise ValueError("a block of walls occurs in more than one part")
    return whole


def pool(table: pa.Table) -> dict[tuple[int, str], dict[str, int]]:
    """Totals of a tally table over all blocks: (line-up, metric) → column → sum, in Python's unbounded integers."""
    out: dict[tuple[int, str], dict[str, int]] = {}
    for row in table.to_pylist():
        total = out.setdefault((row["lineup"], row["metric"]), dict.fromkeys(TALLY_SUMS, 0))
        for column in TALLY_SUMS:
            total[column] += row[column]
    return out
