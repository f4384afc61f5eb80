"""`play`: the one way from Python into the engine, and `play_batch`, the kernel behind it."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rulesets.choices import GoldSource
from rulesets.clause_log import EVENT_COLUMNS, N_COUNTERS, N_ENTRIES
from rulesets.compile import COPIES
from rulesets.dealer import next_dealer, next_streak
from rulesets.dtype import HAND, MAX_FANS, SCORE
from rulesets.formats import FIVE, FORMAT
from rulesets.hand_tables import load_tables
from rulesets.table_choices import FormatKind
from rulesets.tiles import N_SEATS, N_TILES
from sim.codes import MEANING, Code
from sim.hand_loop import play_hand
from sim.hand_rows import write_hand
from sim.jit import kernel
from sim.legality import LEGAL
from sim.match import MATCH
from sim.match_outcomes import MATCH_OUTCOME
from sim.match_play import play_matches
from sim.mistakes.log import clear_counts
from sim.mistakes.profiles import FLAWLESS, profile_table
from sim.mistakes.seats import seat_profiles
from sim.outcomes import OUTCOME
from sim.seatings import all_orders
from sim.session import drawn_dealer, drawn_streak, first_dealer
from sim.table import TABLE, WALL_ORDER
from sim.transcript import LogEvent, write, write_more
from sim.wall import WallMode, key_wall, kind_of_tile, record_wall
from sim.world import SEATED, ScriptMode, World

__all__ = [
    "EngineError", "Group", "LineUp", "LogEvent", "Played", "WallMode", "WallOrder", "kind_of_tile", "play", "wall_order",
]  # fmt: skip

Array = npt.NDArray[Any]

LOG_ROWS = 700
"""Room for the transcript of one hand at the first try; the longest hands need about 900 rows."""


class EngineError(RuntimeError):
    """A hand could not be finished. Names the seed and the wall, so that the hand can be played again alone."""

    def __init__(self, message: str, code: int, table: Array) -> None:
        super().__init__(message)
        self.code = code
        self.table = table
        """The TABLE as it was when the engine stopped."""


@dataclass(frozen=True)
class LineUp:
    """Four bots (indices into the bot table) and the seatings to cycle through, or five for five corners.

    Wall w is played with seating `w mod len(seatings)`; `seatings[i][seat]` is the slot (0-3) that sits there. Of five bots
    the seatings are all orders, lexicographic; the last of an order waits, and the first one of a match is drawn.
    """

    bots: tuple[int, ...]
    seatings: tuple[tuple[int, ...], ...] = ((0, 1, 2, 3),)

    def __post_init__(self) -> None:
        n = len(self.bots)
        if n not in (N_SEATS, FIVE) or any(sorted(seating) != list(range(n)) for seating in self.seatings):
            raise ValueError(f"a table has four seats, and a fifth bot may wait: {self.bots}, {self.seatings}")
        if n == FIVE and self.seatings != all_orders(FIVE):
            raise ValueError("the seatings of five bots are all their orders")


@dataclass(frozen=True)
class Group:
    """A play group: hands are played under rule row `played` and scored under each rule row of `scored`.

    The rows may differ only in options that alter points (class S), and no bot of the line-ups may read those.
    `beliefs[line-up][slot]` is the rule row which that bot believes in; empty: every bot believes `played`.
    """

    played: int
    scored: tuple[int, ...]
    beliefs: tuple[tuple[int, ...], ...] = ()


class Plan(NamedTuple):
    """What to play, as arrays. W walls, L line-ups, K seatings in all, G groups, S scored variants in all."""

    walls: Array  # int64[W]
    dealers: Array  # int64[W], -1: drawn
    recorded: Array  # int8[W, n] or int8[0, 0]
    mode: int  # WallMode
    session_hands: int  # 0: independent hands
    bots: Array  # int32[L, 4] (five at five corners, and so below)
    seatings: Array  # int32[K, 4]
    seating_from: Array  # int64[L + 1]
    played: Array  # int32[G]
    scored: Array  # int32[S]
    scored_from: Array  # int64[G + 1]
    beliefs: Array  # int32[G, L, 4]
    streaks: Array  # int64[n]: independent hands: how often a dealer has kept the deal 0, 1, … times (cumulative); may be empty
    clause_block: int  # walls per row of the clause log; 0: none is kept
    forms: Array  # FORMAT[V] beside the rule rows: matches; FORMAT[0]: hands or sessions of a fixed length


class Room(NamedTuple):
    """Room to work in and to write to."""

    table: Array  # TABLE[1]
    order: Array  # WALL_ORDER[1]
    hands: Array  # HAND[4]
    score: Array  # SCORE[1]
    spare: Array  # SCORE[1]
    dealer: Array  # int64[G, L]: who deals the next hand of the running sessions
    kept: Array  # int64[G, L]: and how often in a row that seat has kept the deal
    rows: Array  # OUTCOME[S, L, W, H]
    fan_paid: Array  # int32[S, L, W, H, MAX_FANS], or size 0
    stopped: Array  # int64[4]: wall, hand_no, line-up, group
    clauses: Array  # int64[S, L, B, N_ENTRIES, N_COUNTERS]: the clause log by block of walls; B = 0: none is kept
    matches: Array  # MATCH[G, L]: the running matches
    match_rows: Array  # MATCH_OUTCOME[S, L, W], or size 0


@kernel
def play_batch(world, plan, room):
    """Play and score everything in the plan. Returns a `Code`; where it stopped stands in `room.stopped`.

    Walls are outermost: the tiles of a hand are keyed and sorted once for all line-ups and rule rows that play it.
    """
    table = room.table[0]
    order = room.order[0]
    for w in range(len(plan.walls)):
        wall = plan.walls[w]
        for hand_no in range(max(plan.session_hands, 1)):
            if plan.mode == WallMode.RECORDED:
                record_wall(order, plan.recorded[w])
            else:
                key_wall(order, plan.mode, world.seed, wall, hand_no)
            for lineup in range(len(plan.bots)):
                for group in range(len(plan.played)):
                    rules = world.rule_table[plan.played[group]]
                    seating = _seat_bots(world, plan, wall, lineup, group)
                    dealer = _dealer(world, plan, room, rules, w, hand_no, lineup, group)
                    write(world.log, table.clock, LogEvent.HAND, dealer, np.int64(plan.played[group]), hand_no)
                    write_more(world.log, table.clock, wall, lineup, seating, 0)
                    kept = _streak(world, plan, room, wall, hand_no, lineup, group)
                    clear_counts(world.counted)
                    code = play_hand(world, rules, table, order, wall, hand_no, dealer, kept)
                    if code >= 0:
                        room.dealer[group, lineup] = next_dealer(rules, table.event)
                        room.kept[group, lineup] = next_streak(rules, table.event, kept)
                        code += write_hand(world, plan, room, group, lineup, w, hand_no, seating)
                    if code < 0:
                        _note_stop(room, wall, hand_no, lineup, group)
                        return code
    return Code.OK


@kernel
def _note_stop(room, wall, hand_no, lineup, group):
    """Remember which hand could not be finished."""
    room.stopped[0] = wall
    room.stopped[1] = hand_no
    room.stopped[2] = lineup
    room.stopped[3] = group


@kernel
def _seat_bots(world, plan, wall, lineup, group):
    """Seat the bots of a line-up for a wall and return the number of the seating."""
    first = plan.seating_from[lineup]
    seating = wall % (plan.seating_from[lineup + 1] - first)
    who = world.seated[0]
    for seat in range(4):
        slot = int(plan.seatings[first + seating, seat])
        who.slot[seat] = slot
        who.bot[seat] = plan.bots[lineup, slot]
        who.belief[seat] = plan.beliefs[group, lineup, slot]
    who.bench_slot = -1
    if len(world.profiles) > 1:
        seat_profiles(world)
    return seating


@kernel
def _dealer(world, plan, room, rules, w, hand_no, lineup, group):
    """The dealer of a hand: given, drawn (independent hands), or by succession (sessions)."""
    if hand_no > 0:
        return room.dealer[group, lineup]
    if plan.dealers[w] >= 0:
        return plan.dealers[w]
    if plan.session_hands > 0:
        return first_dealer(rules, world.seed, plan.walls[w])
    return drawn_dealer(world.seed, plan.walls[w])


@kernel
def _streak(world, plan, room, wall, hand_no, lineup, group):
    """How often the dealer of a hand has kept the deal: drawn (independent hands), or counted (sessions)."""
    if hand_no > 0:
        return room.kept[group, lineup]
    if plan.session_hands > 0 or len(plan.streaks) == 0:
        return np.int64(0)
    return drawn_streak(world.seed, wall, plan.streaks)


@dataclass
class Played:
    """Results of `play`. S scored variants (in the order of the groups), L line-ups, W walls, H hands of a session."""

    rows: Array
    """Outcome records, dtype `sim.outcomes.OUTCOME`, shape (S, L, W, H)."""
    fan_paid: Array
    """Points that changed hands per fan, int32, shape (S, L, W, H, 64); empty unless asked for."""
    variants: tuple[int, ...]
    """Rule row of each index of the first axis."""
    log: npt.NDArray[np.int64]
    """Transcript rows of all played hands, one after the other, each hand starting with a HAND row (`LogEvent`)."""
    table: Array
    """The TABLE of the last hand played, shape (1,)."""
    clauses: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, 0, 0, N_ENTRIES, N_COUNTERS), np.int64))
    """The clause log, shape (S, L, B, N_ENTRIES, N_COUNTERS), by blocks of walls from that of the first one; B = 0 unless
    asked for."""
    breaches: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros((0, len(EVENT_COLUMNS) + 1), np.int64))
    """One row for each breach (`rulesets.clause_log.EVENT_COLUMNS`, then the index of the scored variant) in the order of play;
    none unless asked for."""
    matches: Array = field(default_factory=lambda: np.zeros((0, 0, 0), MATCH_OUTCOME))
    """Match records, dtype `sim.match_outcomes.MATCH_OUTCOME`, shape (S, L, W); size 0 unless matches were played. Only the
    first `matches["hands"]` rows of a match are hands."""

    def columns(self, variant: int = 0) -> dict[str, Array]:
        """Columns by name of one scored variant (index of the first axis), rows sorted by (line-up, wall, hand)."""
        flat = self.rows[variant].reshape(-1)
        return {name: np.ascontiguousarray(flat[name]) for name in (self.rows.dtype.names or ())}

    def transcripts(self) -> list[npt.NDArray[np.int64]]:
        """The log cut into hands, in the order of play: wall, hand, line-up, group."""
        starts = np.flatnonzero(self.log[:, 0] == LogEvent.HAND)
        return [self.log[a:b] for a, b in zip(starts, [*starts[1:], len(self.log)], strict=True)]


def _recarray(dtype: np.dtype[Any], *shape: int) -> Array:
    """Zeroed records whose elements can be read as attributes without JIT too."""
    return np.zeros(shape, dtype=np.dtype((np.record, dtype)))


def _records(table: Array) -> Array:
    """The same records, contiguous, writable, readable as attributes: one type for the kernel, whatever came in."""
    plain = np.require(table, requirements=["C", "A", "W", "O"])
    return plain.view(np.dtype((np.record, plain.dtype)))


def _plan(
    walls: Array,
    lineups: Sequence[LineUp],
    groups: Sequence[Group],
    mode: WallMode,
    session_hands: int,
    recorded: Array | None,
    dealers: Array | None,
    streaks: Sequence[int] | Array,
    clause_block: int,
    forms: Array | None,
) -> Plan:
    """The arguments of `play` as arrays of fixed types."""
    seatings = [s for lineup in lineups for s in lineup.seatings]
    seating_from = np.cumsum([0] + [len(lineup.seatings) for lineup in lineups])
    scored_from = np.cumsum([0] + [len(group.scored) for group in groups])
    beliefs = [group.beliefs or tuple((group.played,) * len(x.bots) for x in lineups) for group in groups]
    if recorded is None:
        lines = np.zeros((0, 0), np.int8)
    else:
        lines = np.array(recorded, np.int8, order="C", ndmin=2)
        if len(lines) != len(walls):
            raise ValueError(f"{len(lines)} recorded walls for {len(walls)} wall numbers")
    given = np.full(len(walls), -1) if dealers is None else np.broadcast_to(np.asarray(dealers), len(walls))
    return Plan(
        walls=walls,
        dealers=np.array(given, np.int64),
        recorded=lines,
        mode=int(mode),
        session_hands=int(session_hands),
        bots=np.array([lineup.bots for lineup in lineups], np.int32),
        seatings=np.array(seatings, np.int32),
        seating_from=seating_from.astype(np.int64),
        played=np.array([group.played for group in groups], np.int32),
        scored=np.array([v for group in groups for v in group.scored], np.int32),
        scored_from=scored_from.astype(np.int64),
        beliefs=np.array(beliefs, np.int32),
        streaks=np.cumsum(np.array(streaks, np.int64)),
        clause_block=int(clause_block),
        forms=_records(np.zeros(0, FORMAT) if forms is None else forms),
    )


def _room(plan: Plan, fan_paid: bool) -> Room:
    """Everything that a batch writes to, allocated once."""
    longest = int(plan.forms["max_hands"][plan.played].max()) if plan.forms.size else max(plan.session_hands, 1)
    shape = (len(plan.scored), len(plan.bots), len(plan.walls), longest)
    return Room(
        table=_recarray(TABLE, 1),
        order=_recarray(WALL_ORDER, 1),
        hands=_recarray(HAND, 4),
        score=_recarray(SCORE, 1),
        spare=_recarray(SCORE, 1),
        dealer=np.zeros((len(plan.played), len(plan.bots)), np.int64),
        kept=np.zeros((len(plan.played), len(plan.bots)), np.int64),
        rows=_recarray(OUTCOME, *shape),
        fan_paid=np.zeros((*shape, MAX_FANS) if fan_paid else (0, 0, 0, 0, 0), np.int32),
        stopped=np.zeros(4, np.int64),
        clauses=np.zeros((*shape[:2], _n_blocks(plan), N_ENTRIES, N_COUNTERS), np.int64),
        matches=_recarray(MATCH, len(plan.played), len(plan.bots)),
        match_rows=_recarray(MATCH_OUTCOME, *(shape[:3] if plan.forms.size else (0, 0, 0))),
    )


def _n_blocks(plan: Plan) -> int:
    """Rows of the clause log, for walls in ascending order."""
    if not plan.clause_block or not len(plan.walls):
        return 0
    return int(plan.walls[-1] // plan.clause_block - plan.walls[0] // plan.clause_block + 1)


def _world(
    rules: Array, bots: Array, script: Any, script_mode: ScriptMode, log_rows: int, seed: int,
    profiles: Array | None = None, counts: bool = False, breach_rows: int = 0,
) -> World:
    """Everything that a batch reads."""
    return World(
        tables=load_tables(golds=bool((rules["gold"]["source"] != GoldSource.NONE).any())),
        rule_table=rules,
        bot_table=bots,
        seated=_recarray(SEATED, 1),
        legal=_recarray(LEGAL, 4),
        answers=np.zeros(4, np.int64),
        script=np.array([] if script is None else script, np.int64, order="C").reshape(-1, 2),
        script_mode=int(script_mode),
        log=np.zeros((log_rows, 8), np.int64),
        seed=np.uint64(seed),
        profiles=_records(profile_table([FLAWLESS]) if profiles is None else profiles),
        counted=np.zeros((N_ENTRIES if counts else 0, N_COUNTERS), np.int64),
        breaches=np.zeros((breach_rows, len(EVENT_COLUMNS) + 1), np.int64),
    )


def _check_recorded(plan: Plan, rule_table: Array) -> None:
    """A recorded wall must hold exactly the tiles of every rule set that plays it."""
    for row in plan.played:
        built = rule_table[row]["built"]
        expected = (built["held"] + built["flower"]).astype(np.int64) * COPIES
        for wall, line in zip(plan.walls, plan.recorded, strict=True):
            found = np.bincount(line.astype(np.int64), minlength=len(expected))
            if not np.array_equal(found, expected):
                wrong = int(np.flatnonzero(found != expected)[0])
                raise ValueError(
                    f"recorded wall {wall}: {found[wrong]} tiles of kind {wrong}, the rules have {expected[wrong]}"
                )


def _check_forms(plan: Plan, rule_table: Array) -> None:
    """Matches need a seat for every player, and one set of rules for each play group."""
    five = [int(form["kind"]) == FormatKind.FIVE_CORNER for form in plan.forms[plan.played]]
    if any(is_five != (plan.bots.shape[1] == FIVE) for is_five in five):
        raise ValueError("five corners need line-ups of five bots, other forms line-ups of four")
    for group, played in enumerate(plan.played):
        for v in plan.scored[plan.scored_from[group] : plan.scored_from[group + 1]]:
            if rule_table[v] != rule_table[played] or plan.forms[v] != plan.forms[played]:
                raise ValueError(f"rule row {v} is scored for matches that rule row {played} plays, and is not the same")


def play(
    rule_table: Array,
    bot_table: Array,
    walls: Sequence[int] | Array,
    seed: int,
    *,
    lineups: Sequence[LineUp] = (LineUp((0, 0, 0, 0)),),
    groups: Sequence[Group] = (),
    session_hands: int = 0,
    mode: WallMode = WallMode.LANES,
    recorded: Array | None = None,
    dealers: Array | None = None,
    streaks: Sequence[int] | Array = (),
    forms: Array | None = None,
    script: Sequence[tuple[int, int]] | Array | None = None,
    strict: bool = False,
    fan_paid: bool = False,
    log: bool = False,
    profiles: Array | None = None,
    clause_block: int = 0,
    breaches: bool = False,
) -> Played:
    """Plays every wall with every line-up under every play group and returns rows, and transcripts if `log`.

    rule_table  RULES rows, shape [V]; without `groups` every row is its own group.
    bot_table   BOT rows, shape [B].
    walls       wall numbers (any order; a hand depends on its number, never on its neighbours).
    seed        64-bit study seed.
    session_hands  0: independent hands, the dealer drawn from the counters; n > 0: each wall is a session of n hands.
    recorded    with mode RECORDED: kinds in wall order, shape [W, n_tiles] (136 for the full tile set without flowers, 144 with).
    dealers     fixed (first) dealer per wall, shape [W], instead of the drawn one: for tests and recorded hands.
    streaks     for independent hands: weights, non-negative integers, of a dealer who has kept the deal 0, 1, 2, … times in
                a row; empty: never. In sessions the streak is counted.
    forms       FORMAT rows beside the rule rows, shape [V]: each wall is a match, which ends as its form says. Rule rows that
                are scored for one play group must then be the same rules: points decide how a match goes on.
    script      rows (seat, choice), choice = action * 64 + kind. Each seat's next row is played at the first decision
                where it is legal; otherwise the seat passes, or discards what it drew. A claim or win is legal on the tile it
                names only; kind 63 (`sim.asking.ANY_TILE`) names whatever tile it is. With `strict` row i answers decision
                i, seat, tile and legality are checked, and a script that ends early raises EngineError with the waiting table.
    fan_paid    fill `Played.fan_paid`.
    log         keep transcripts.
    profiles    rows of mistake profiles (`sim.mistakes.profiles.profile_table`) that the rows of `bot_table` name; row 0 must
                make no mistakes. Without them nobody errs.
    clause_block  keep the clause log (`Played.clauses`) by blocks of so many walls, which must be given in ascending order.
    breaches    keep a row for each breach (`Played.breaches`).

    Raises EngineError if a hand cannot be finished.
    """
    rules = _records(rule_table)
    if mode == WallMode.RECORDED and recorded is None:
        raise ValueError("mode RECORDED needs `recorded`")
    groups = groups or [Group(v, (v,)) for v in range(len(rules))]
    plan = _plan(
        np.array(walls, np.int64), lineups, groups, mode, session_hands, recorded, dealers, streaks, clause_block, forms
    )
    if mode == WallMode.RECORDED:
        _check_recorded(plan, rules)
    if plan.forms.size:
        _check_forms(plan, rules)
    room = _room(plan, fan_paid)
    n_hands = room.rows.shape[1] * room.rows.shape[2] * room.rows.shape[3]
    script_mode = ScriptMode.NONE if script is None else ScriptMode.STRICT if strict else ScriptMode.WISHES
    log_rows = LOG_ROWS * n_hands * len(plan.played) if log else 0
    breach_rows = n_hands * len(plan.scored) if breaches else 0
    while True:
        world = _world(rules, _records(bot_table), script, script_mode, log_rows, seed, profiles, clause_block > 0, breach_rows)
        room.table[0]["clock"]["n_log"] = 0
        room.table[0]["mist"]["n_events"] = 0
        room.clauses[:] = 0
        code = int(play_matches(world, plan, room) if plan.forms.size else play_batch(world, plan, room))
        used = int(room.table[0]["clock"]["n_log"])
        found = int(room.table[0]["mist"]["n_events"])
        if used <= log_rows and found <= breach_rows:
            break
        log_rows = max(used, log_rows) if log else 0  # longer than expected: once more with enough room
        breach_rows = max(found, breach_rows) if breaches else 0
    if code < 0:
        wall, hand_no, lineup, group = (int(x) for x in room.stopped)
        where = f"seed {seed}, wall {wall}, hand {hand_no}, line-up {lineup}, rule row {plan.played[group]}"
        raise EngineError(f"{where}: {MEANING[code]}", code, room.table)
    scored = tuple(int(v) for v in plan.scored)
    return Played(
        room.rows, room.fan_paid, scored, world.log[:used], room.table, room.clauses, world.breaches[:found], room.match_rows
    )


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


def wall_order(seed: int, wall: int, hand_no: int = 0) -> WallOrder:
    """The keyed order of one wall, for independent re-play."""
    order = _recarray(WALL_ORDER, 1)
    key_wall(order[0], WallMode.LANES, np.uint64(seed), wall, hand_no)
    record = order[0]
    lanes = tuple(
        tuple(int(t) for t in record["lane_tile"][record["lane_from"][s] : record["lane_to"][s]]) for s in range(4)
    )
    tail = tuple(int(t) for t in record["tail_tile"][:N_TILES])
    return WallOrder(lanes, tail, int(drawn_dealer(np.uint64(seed), wall)))


def linear_order(seed: int, wall: int, hand_no: int = 0) -> tuple[int, ...]:
    """The tile numbers of a keyed wall in one line, front first (mode LINEAR)."""
    order = _recarray(WALL_ORDER, 1)
    key_wall(order[0], WallMode.LINEAR, np.uint64(seed), wall, hand_no)
    return tuple(int(t) for t in order[0]["lane_tile"][:N_TILES])
