"""One shard from numbers to tables: a pure function of its work order, without files and without distribution.

`Work` is the order in plain arrays, small to send; `run_shard` plays all wanted variants on the shard's walls and reduces
them. The baseline is always played too, since every statistic holds products with it on the same wall.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from rulesets.clause_log import EVENT_COLUMNS, N_COUNTERS, N_ENTRIES
from rulesets.compile import rule_table
from rulesets.formats import format_table
from rulesets.tiles import N_SEATS
from sim import tallies
from sim.batch import Group, LineUp, Played, play
from sim.bots.row import BOT
from sim.match_outcomes import MATCH_OUTCOME, matches_to_table
from sim.metrics import MetricDef, distinct_bots, metrics_of
from sim.mistakes.profiles import FLAWLESS, MistakeProfile, profile_table
from sim.mistakes.tables import breach_table, clause_table
from sim.outcomes import OUTCOME, to_table
from sim.plan import BotPlan, PlayCall, Shard, Study, design_hash, play_calls, play_keys, variant_key
from sim.tallies import Hands, Matches, WallSums

_CHUNK_HANDS = 2000  # hands played between two looks at the stop sign; has no effect on results


Player = Callable[..., Played]
"""The engine's entrance (`sim.batch.play`), or a stand-in for tests."""


Cell = tuple[int, int]
"""Variant and line-up (indices)."""


class PlayError(RuntimeError):
    """The engine produced a hand that cannot be; the message names seed, wall and line-up for a replay."""


@dataclass(frozen=True)
class Work:
    """A study as workers get it. V variants, L line-ups."""

    design: str  # design hash
    source: str  # hash of everything that can change a result
    seed: int
    block: int
    lengths: tuple[int, ...]  # (V) hands of a session, all 0: independent hands
    full: bool  # columns=full
    rows: bool  # store=rows
    slugs: tuple[str, ...]  # (V)
    variant_keys: tuple[str, ...]  # (V)
    rules: npt.NDArray[Any]  # (V + beliefs) RULES rows
    bots: npt.NDArray[Any]  # BOT rows
    lineups: tuple[LineUp, ...]  # (L)
    beliefs: tuple[tuple[tuple[int, ...], ...], ...]  # (V, L, 4 or 5) rule row that each slot's bot decides by
    keys: tuple[tuple[int, ...], ...]  # (L, V) equal numbers are played alike
    metrics: tuple[tuple[MetricDef, ...], ...]  # (L)
    mechanisms: tuple[str, ...]
    n_fans: int  # largest fan number + 1
    seat_bots: tuple[tuple[tuple[int, ...], ...], ...]  # (L, seatings, 4) index among the line-up's different bots
    profiles: npt.NDArray[Any] | None = None  # PROFILE rows, or None: nobody errs
    clauses: str = "none"  # what is kept of breaches and bars: counts, events or none
    player_bots: tuple[tuple[int, ...], ...] = ()  # (L, slots) index of each slot's bot among the line-up's different bots
    forms: npt.NDArray[Any] | None = None  # (V + beliefs) FORMAT rows of a study of matches
    streaks: tuple[int, ...] = ()  # independent hands: weights of a dealer who kept the deal 0, 1, … times (sim.streaks)

    def hands_on_a_wall(self, variants: Iterable[int]) -> int:
        """Hands of these variants on one wall with one line-up."""
        return sum(max(1, self.lengths[v]) for v in variants)

    def rows_of(self, shard: Shard, variant: int) -> int | None:
        """Hands of one variant in a shard: rows of its part file; None where only play can tell."""
        return None if self.forms is not None else self.pieces_of(shard.walls, [variant])

    def pieces_of(self, walls: int, variants: Sequence[int]) -> int:
        """Some walls of some variants in what progress counts: hands, or matches."""
        on_a_wall = len(variants) if self.forms is not None else self.hands_on_a_wall(variants)
        return walls * on_a_wall * len(self.lineups)


@dataclass(frozen=True)
class Tables:
    """What a shard yields for one variant. `rows` and `matches` are None with store=stats, and `matches` where sessions have
    a fixed length; `digests`: line-up/block → SHA-256 of all
    outcome columns, so that two runs can be compared hand for hand without their hands."""

    rows: pa.Table | None
    tally: pa.Table
    hist: pa.Table
    matches: pa.Table | None
    hands: int
    digests: dict[str, str]
    clauses: pa.Table | None = None
    breaches: pa.Table | None = None


# --- The work order ---------------------------------------------------------------------------------------------------


def work_of(study: Study, source: str) -> Work:
    """The study in plain arrays; `source` is the hash of the code that will play it."""
    kinds = list(dict.fromkeys(bot for lineup in study.lineups for bot in lineup.bots))
    profiles = list(dict.fromkeys([FLAWLESS, *(bot.mistakes for bot in kinds if bot.mistakes is not None)]))
    rules, beliefs = _rules_and_beliefs(study)
    return Work(
        design=design_hash(study),
        source=source,
        seed=study.seed,
        block=study.block,
        lengths=tuple(study.length(v) if study.unit == "session" else 0 for v in study.variants),
        full=study.columns == "full",
        rows=study.store == "rows",
        slugs=tuple(v.slug for v in study.variants),
        variant_keys=tuple(variant_key(v) for v in study.variants),
        rules=rules,
        bots=_bot_table(kinds, profiles),
        lineups=tuple(LineUp(tuple(kinds.index(b) for b in x.bots), x.seatings) for x in study.lineups),
        beliefs=beliefs,
        forms=_forms(study, len(rules)) if study.has_matches else None,
        keys=play_keys(study),
        metrics=tuple(metrics_of(x.bot_names, study.fans, study.mechanisms) for x in study.lineups),
        mechanisms=study.mechanisms,
        player_bots=tuple(tuple(distinct_bots(x.bot_names).index(name) for name in x.bot_names) for x in study.lineups),
        n_fans=1 + max((fan.number for fan in study.fans), default=0),
        seat_bots=tuple(
            tuple(tuple(distinct_bots(x.bot_names).index(x.bots[slot].name) for slot in s[:N_SEATS]) for s in x.seatings)
            for x in study.lineups
        ),
        profiles=profile_table(profiles) if len(profiles) > 1 else None,
        clauses=study.clause_log,
    )


def _forms(study: Study, n_rules: int) -> npt.NDArray[Any]:
    """FORMAT rows beside the rule rows; rows that are only believed in have one too, which nobody reads."""
    table = format_table([v.spec for v in study.variants], [study.length(v) for v in study.variants])
    return np.concatenate([table, np.repeat(table[:1], n_rules - len(table))]).astype(table.dtype)


def _bot_table(bots: Sequence[BotPlan], profiles: Sequence[MistakeProfile]) -> npt.NDArray[Any]:
    table = np.zeros(len(bots), dtype=BOT)
    for row, bot in zip(table, bots, strict=True):
        row["kind"] = bot.kind
        row["settings"][: len(bot.settings)] = bot.settings
        row["profile"] = 0 if bot.mistakes is None else profiles.index(bot.mistakes)
    return table


def _rules_and_beliefs(study: Study) -> tuple[npt.NDArray[Any], tuple[Any, ...]]:
    """Rule rows of the variants, then one row per different mixture that mechanical bots believe in."""
    table = rule_table([v.spec for v in study.variants])
    extra: list[npt.NDArray[Any]] = []
    place: dict[tuple[int, tuple[str, ...]], int] = {}
    beliefs = []
    for v, variant in enumerate(study.variants):
        mechanical = variant.policy == "mechanical" and variant.spec.family == study.baseline.spec.family
        of_lineups = []
        for lineup in study.lineups:
            slots = []
            for bot in lineup.bots:
                if not (mechanical and bot.reads):
                    slots.append(v)
                    continue
                if (v, bot.reads) not in place:
                    place[v, bot.reads] = len(table) + len(extra)
                    mixed = table[v : v + 1].copy()
                    for group in bot.reads:
                        mixed[group] = table[group][:1]
                    extra.append(mixed)
                slots.append(place[v, bot.reads])
            of_lineups.append(tuple(slots))
        beliefs.append(tuple(of_lineups))
    return np.concatenate([table, *extra]).astype(table.dtype), tuple(beliefs)


# --- Playing ----------------------------------------------------------------------------------------------------------


def run_shard(
    work: Work,
    shard: Shard,
    wanted: Sequence[int],
    *,
    player: Player = play,
    after_chunk: Callable[[int], None] = lambda hands: None,
) -> dict[int, Tables]:
    """Tables of the `wanted` variants (indices) on the shard's walls.

    `after_chunk` hears after every piece how many of the wanted rows it completed, and may raise to stop.
    """
    played = sorted({0, *wanted})
    calls = play_calls(work.keys, played)
    longest = max(1, *(work.lengths[v] for v in played))
    step = max(1, _CHUNK_HANDS // (longest * sum(len(c.lineups) * len(c.groups) for c in calls)))
    pieces: dict[Cell, list[_Columns]] = {(v, x): [] for v in played for x in range(len(work.lineups))}
    notes = Notes(shard.first // work.block, -(-shard.stop // work.block), len(work.rules), len(work.lineups))
    for first in range(shard.first, shard.stop, step):
        walls = np.arange(first, min(first + step, shard.stop))
        for call in calls:
            _play(work, call, walls, player, pieces, notes)
        after_chunk(work.pieces_of(len(walls), wanted))
    columns = {cell: _Columns.joined(pieces.pop(cell)) for cell in list(pieces)}
    for cell in columns.values():
        check_accounting(cell.hands, work.seed)
    hands = {cell: Hands(columns[cell], work.seat_bots[cell[1]], _matches(work, cell, columns)) for cell in columns}
    sums = {cell: tallies.wall_sums(hands[cell], work.metrics[cell[1]]) for cell in hands}
    return {v: _tables(work, v, columns, hands, sums, notes) for v in wanted}


@dataclass(frozen=True)
class _Columns:
    """Outcome records (N) and the points paid per fan (N, fans) of one variant and line-up, by column name; and the records
    of its matches, none where sessions have a fixed length."""

    hands: npt.NDArray[Any]
    fan_paid: npt.NDArray[np.int32]
    matches: npt.NDArray[Any]

    def __getitem__(self, name: str) -> Any:
        return self.fan_paid if name == "fan_paid" else self.hands[name]

    @classmethod
    def joined(cls, pieces: Sequence[_Columns]) -> _Columns:
        """Pieces one behind the other."""
        return cls(*(np.concatenate([getattr(p, name) for p in pieces]) for name in ("hands", "fan_paid", "matches")))


class Notes:
    """The clause log of a shard: counts by variant, line-up and block, and the rows of breaches by variant."""

    def __init__(self, first: int, stop: int, n_variants: int, n_lineups: int) -> None:
        """Room for the blocks `first` .. `stop` - 1."""
        self.first = first
        self.counts = np.zeros((n_variants, n_lineups, stop - first, N_ENTRIES, N_COUNTERS), np.int64)
        self.rows: list[list[npt.NDArray[np.int64]]] = [[] for _ in range(n_variants)]

    def take(self, work: Work, call: PlayCall, result: Played, block: int) -> None:
        """Add what one call of the engine noted, from walls that begin in `block`."""
        if work.clauses == "none":
            return
        n = result.clauses.shape[2]
        for i, v in enumerate(result.variants):
            for j, x in enumerate(call.lineups):
                self.counts[v, x, block - self.first : block - self.first + n] += result.clauses[i, j]
        if work.clauses == "events":
            place = EVENT_COLUMNS.index("lineup")
            for i, v in enumerate(result.variants):
                found = result.breaches[result.breaches[:, -1] == i][:, :-1].copy()
                found[:, place] = np.array(call.lineups)[found[:, place]]
                self.rows[v].append(found)


def _play(
    work: Work,
    call: PlayCall,
    walls: npt.NDArray[Any],
    player: Player,
    pieces: dict[Cell, list[_Columns]],
    notes: Notes,
) -> None:
    """Plays one call on some walls and adds its hands, sorted by wall and hand number.

    Sessions are played to the length of the longest variant; the others hold their first hands, as nothing that comes
    later changes them.
    """
    groups = [Group(g[0], g, tuple(work.beliefs[g[0]][x] for x in call.lineups)) for g in call.groups]
    result = player(
        work.rules,
        work.bots,
        walls,
        work.seed,
        lineups=[work.lineups[x] for x in call.lineups],
        groups=groups,
        session_hands=max(work.lengths[v] for g in call.groups for v in g),
        streaks=work.streaks,
        fan_paid=True,
        **_logs(work),
        **({} if work.forms is None else {"forms": work.forms}),
    )
    notes.take(work, call, result, int(walls[0]) // work.block)
    for i, v in enumerate(result.variants):
        length = work.hands_on_a_wall([v])
        for j, x in enumerate(call.lineups):
            matches = np.zeros(0 if work.forms is None else len(walls), MATCH_OUTCOME)
            played = np.full((len(walls), 1), length)
            if work.forms is not None:
                matches[:] = result.matches[i, j]
                matches["lineup"] = x
                played = matches["hands"].astype(np.int64)[:, None]
            kept = np.arange(length) < played
            hands = np.zeros(int(played.sum()), OUTCOME)
            hands[:] = result.rows[i, j, :, :length][kept]
            hands["lineup"] = x
            pieces[v, x].append(_Columns(hands, result.fan_paid[i, j, :, :length, : work.n_fans][kept], matches))


def _matches(work: Work, cell: Cell, columns: dict[Cell, _Columns]) -> Matches | None:
    """The matches of a variant and line-up as tallies read them."""
    return None if work.forms is None else Matches(columns[cell].matches, work.player_bots[cell[1]])


def _logs(work: Work) -> dict[str, Any]:
    """What the engine is told of mistakes and of the clause log, where there are any."""
    told: dict[str, Any] = {}
    if work.profiles is not None:
        told["profiles"] = work.profiles
    if work.clauses != "none":
        told["clause_block"] = work.block
        told["breaches"] = work.clauses == "events"
    return told


def check_accounting(hands: npt.NDArray[Any], seed: int) -> None:
    """Refuses rows that cannot be: points and their kan part sum to zero, somebody wins unless the hand is drawn, only
    discard and robbed-kan wins have a payer, who does not win, and only they have several winners."""
    delta = np.stack([hands[f"delta_s{s}"].astype(np.int64) for s in range(4)])
    kan = np.stack([hands[f"kan_part_s{s}"].astype(np.int64) for s in range(4)])
    won = hands["winner_mask"].astype(np.int64)
    payer = hands["payer"].astype(np.int64)
    winners = sum(won >> s & 1 for s in range(4))
    fed = hands["end"] >= 2
    faults = {
        "points do not sum to zero": delta.sum(axis=0) != 0,
        "kan points do not sum to zero": kan.sum(axis=0) != 0,
        "winners do not fit the end of the hand": (won != 0) != (hands["end"] != 0),
        "payer does not fit the end of the hand": ((payer >= 0) != fed) | (payer >= 4),
        "the payer wins": fed & ((won >> np.maximum(payer, 0) & 1) == 1),
        "several winners by self-draw": ~fed & (winners > 1),
    }
    for fault, where in faults.items():
        if where.any():
            bad = hands[int(np.argmax(where))]
            raise PlayError(
                f"{fault}: study seed {seed}, wall {bad['wall']}, hand {bad['hand_no']}, line-up {bad['lineup']}"
            )


def _tables(
    work: Work, v: int, columns: dict[Cell, _Columns], hands: dict[Cell, Hands], sums: dict[Cell, WallSums], notes: Notes
) -> Tables:
    """All tables of one variant: its line-ups one after the other."""
    lineups = range(len(work.lineups))
    rows = [columns[v, x].hands for x in lineups]
    hist = [tallies.histogram(x, hands[v, x], work.block, work.mechanisms) for x in lineups]
    tally = [tallies.tally(x, sums[v, x], sums[0, x], work.block) for x in lineups]
    return Tables(
        rows=to_table(np.concatenate(rows), work.full) if work.rows else None,
        matches=matches_to_table(np.concatenate([columns[v, x].matches for x in lineups]))
        if work.rows and work.forms is not None
        else None,
        tally=tallies.merge(tally),
        hist=tallies.merge(hist),
        hands=sum(map(len, rows)),
        digests={k: h for x in lineups for k, h in _digests(x, rows[x], work.block).items()},
        clauses=clause_table(notes.counts[v], notes.first) if work.clauses != "none" else None,
        breaches=breach_table(notes.rows[v]) if work.clauses == "events" else None,
    )


def _digests(lineup: int, hands: npt.NDArray[Any], block: int) -> dict[str, str]:
    """SHA-256 of the outcome columns, by `line-up/block`."""
    of_block = hands["wall"] // block
    out = {}
    for b in np.unique(of_block):
        digest = hashlib.sha256()
        for name in OUTCOME.names or ():
            digest.update(np.ascontiguousarray(hands[name][of_block == b]).tobytes())
        out[f"{lineup}/{b}"] = digest.hexdigest()
    return out


def part_metadata(work: Work, shard: Shard, variant: int, tables: Tables) -> dict[str, str]:
    """What stands in the footer of every file of a part: enough to tell whether it belongs here and is whole."""
    return {
        "rulelab_design": work.design,
        "rulelab_variant": work.variant_keys[variant],
        "rulelab_source": work.source,
        "rulelab_seed": str(work.seed),
        "rulelab_walls": f"{shard.first}-{shard.stop}",
        "rulelab_hands": str(tables.hands),
        "rulelab_digests": json.dumps(tables.digests, sort_keys=True),
    }
