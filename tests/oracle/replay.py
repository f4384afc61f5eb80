"""Plays an engine transcript again on the oracle's table and says where the two differ.

The transcript gives only the chosen actions; tiles come from the wall's order, legal sets, consequences and points from
the oracle. Every row is compared: who is asked, about what, what is legal; what happened; at the end all columns of the
outcome row. The first difference stops the comparison and is told in full.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rulesets.tiles import KIND_NAMES, format_hand
from tests.oracle import specials, wild, win
from tests.oracle.ending import Ending, next_dealer
from tests.oracle.moves import Action, Legal
from tests.oracle.options import Value
from tests.oracle.scoring import fan_masks, score
from tests.oracle.table import Table
from tests.oracle.wall import Wall, flower_kinds

# First column of a transcript row.
HAND, DEAL, DRAW, DECISION, READY_SET = 0, 1, 2, 3, 4
NAMES = {
    DEAL: "deal",
    DRAW: "draw",
    5: "discard",
    6: "chi",
    7: "pon",
    8: "kan_open",
    9: "kan_added",
    10: "kan_closed",
    11: "win",
    12: "exhausted",
    13: "flower",
    14: "flip",
    15: "group",
    16: "dice",
    17: "stand",
    18: "lay_aside",
    19: "winds",
    20: "penalty",
    21: "takeback",
    22: "return",
    23: "exchange",
    24: "usurper",
    25: "late",
}
DICE, WINDS = 16, 19
NAMELESS = (Action.PASS, Action.STAND, Action.DRAW)  # actions whose number holds no tile
OPENINGS = ("", "dealt", "indicator")  # by number of the opening win
KIND_BITS = 64
RESULTS = ("draw", "self_draw", "discard", "rob_kan")  # by number of the win kind


class DisagreementError(AssertionError):
    """Engine and oracle differ; the message tells where and how."""


class Statistics:
    """What the columns of an outcome row say, counted while the hand is replayed."""

    def __init__(self) -> None:
        self.decisions = self.legal_sum = 0
        self.answers = 0
        self.ready_turn = [-1] * 4
        self.thrown = [0] * 4

    def question(self, legal: Legal) -> None:
        self.decisions += 1
        self.legal_sum += len(legal.choices())


def is_ready(hand: Sequence[int], n_melds: int, shapes: win.Shapes) -> bool:
    """Does any kind complete the tiles? Copies in melds do not matter, four concealed ones do."""
    return bool(win.waits(hand, n_melds, shapes))


class Replay:
    """One hand of a transcript, row by row."""

    def __init__(
        self,
        rows: Sequence[Sequence[int]],
        options: Mapping[str, Value],
        wall: Wall,
        *,
        name: str = "",
        with_readiness: bool = False,
        n_kept: int = 0,
    ) -> None:
        """`rows`: the transcript of one hand, its HAND row first. `name` tells the reader which hand it is. `n_kept`: how
        often its dealer has kept the deal."""
        self.rows, self.name, self.at = rows, name, 0
        dice = divmod(rows[1][3], 16) if rows[1][0] == DICE else ()
        self.seen_events = 0
        self.table = self._new_table(options, wall, n_kept, dice)
        self.asked: list[tuple[int, Legal]] = []
        self.choices: list[tuple[Action, int]] = []
        self.statistics = Statistics()
        self.with_readiness = with_readiness

    def _new_table(self, options: Mapping[str, Value], wall: Wall, n_kept: int, dice: Sequence[int]) -> Table:
        winds = winds_of(self.rows, options)
        return Table(options, int(self.rows[0][1]), wall, n_kept, dice, winds, lambda: self._stands_after(len(self.table.events)))

    def _following(self, made: int) -> Sequence[int]:
        """The row after those of the events that the table has made so far."""
        at = self.at + 1 + made - self.seen_events
        return self.rows[at] if at < len(self.rows) else (HAND,)

    def run(self) -> Table:
        """Compare all rows; returns the table at its end."""
        if self.rows[0][0] != HAND:
            self._fail("the transcript does not begin with a HAND row", "HAND", self.rows[0])
        ready_set = None
        table = self.table
        for at, row in enumerate(self.rows[1:], start=1):
            self.at = at
            if row[0] == READY_SET:
                ready_set = row
            elif row[0] == DECISION:
                self._decision(row, ready_set)
                ready_set = None
            else:
                self._event(row)
        if table.ending is None:
            self._fail("the transcript ends, the hand does not", "more rows", "nothing")
        if self.seen_events < len(table.events):
            self._fail("the transcript lacks an event", table.events[self.seen_events], "nothing")
        return table

    def _stands_after(self, made: int) -> bool:
        """Is the row after so many events the answer to whether a seat stands instead of drawing? Who is asked the rules do
        not say."""
        following = self._following(made)
        return following[0] == DECISION and following[3] // KIND_BITS in (Action.STAND, Action.DRAW)

    def _event(self, row: Sequence[int]) -> None:
        if self.seen_events == len(self.table.events):
            expected = f"a decision of {self._next_questions()}" if self.table.ending is None else "the end"
            self._fail("an event that should not happen", expected, row_text(row))
        event = self.table.events[self.seen_events]
        if (NAMES.get(row[0]), row[1], row[2], row[3]) != event:
            self._fail("another event", event, row_text(row))
        more = self._fourth_column(event.what)
        if row[4] != more:
            self._fail(f"another fourth column of {event.what}", more, row[4])
        if event.what == "flip" and row[5] != self._golden_flowers(event.kind):
            self._fail("other flowers are gold", self.table.gold_kinds, row[5])
        self.seen_events += 1
        if event.what == "discard":
            self.statistics.thrown[event.seat] += 1
            self._look_for_readiness(event.seat)
        elif event.what.startswith("kan"):
            following = self.table.events[self.seen_events :]
            self._look_for_readiness(event.seat, drawn=following[0].kind if following else -1)
        elif self.seen_events == 53:
            for seat in range(4):  # the dealer's fourteenth tile is his first draw
                self._look_for_readiness(seat, drawn=event.kind if seat == self.table.dealer else -1)

    def _look_for_readiness(self, seat: int, drawn: int = -1) -> None:
        """Note that a seat has become ready: with the deal, an own discard, or a kan before its replacement is drawn."""
        if self.with_readiness and self.statistics.ready_turn[seat] < 0:
            hand = list(self.table.hands[seat])
            if drawn >= 0:
                hand[drawn] -= 1
            if is_ready(hand, len(self.table.melds[seat]), self.table.shapes):
                self.statistics.ready_turn[seat] = self.statistics.thrown[seat]

    def _fourth_column(self, what: str) -> int:
        """What else a row must say: of a win, which opening win it is; of a flip, the gold it made."""
        table = self.table
        if what == "win" and table.ending is not None:
            return OPENINGS.index(table.ending.opening)
        last_flip = what == "flip" and self.table.events[self.seen_events].extra == 0
        return table.gold if last_flip else 0

    def _golden_flowers(self, turned_up: int) -> int:
        """Mask of the kinds that are gold though they are flowers, 0 if none is."""
        kinds = self.table.gold_kinds
        return sum(1 << kind for kind in kinds) if turned_up in flower_kinds(self.table.options) & set(kinds) else 0

    def _next_questions(self) -> list[tuple[int, Legal]]:
        if not self.asked:
            self.asked, self.choices = self.table.questions(), []
        return self.asked[len(self.choices) :]

    def _decision(self, row: Sequence[int], ready_set: Sequence[int] | None) -> None:
        table = self.table
        if table.ending is not None or self.seen_events < len(table.events):
            self._fail("a decision too early or too late", table.events[self.seen_events :], row_text(row))
        seat, legal = self._next_questions()[0]
        offered = table.on_offer()
        if (row[1], row[2]) != (seat, offered):
            self._fail("another seat or tile", f"seat {seat}, tile {offered}", row_text(row))
        if ready_set is not None and ready_set[1] != seat:
            self._fail("READY_SET of another seat", seat, row_text(ready_set))
        said = Legal(row[4], row[5], row[6], row[7], ready_set[3] if ready_set is not None else 0)
        if said != legal:
            self._fail(f"another legal set for seat {seat} in {table.phase.name}", legal_text(legal), legal_text(said))
        action, kind = Action(row[3] // KIND_BITS), row[3] % KIND_BITS
        self._check_choice(seat, action, kind, legal)
        self.statistics.question(legal)
        if action == Action.WIN:
            self.statistics.answers |= 1 << seat
        self.choices.append((action, kind))
        if len(self.choices) == len(self.asked):
            table.answer(self.choices)
            self.asked = []

    def _check_choice(self, seat: int, action: Action, kind: int, legal: Legal) -> None:
        """The chosen action must be legal and name the right tile."""
        masks = dict(legal.choices())
        if action not in masks:
            self._fail("an illegal action was played", legal_text(legal), action.name)
        if masks[action] >= 0 and (action, kind) not in legal.choices():
            self._fail("an illegal tile was played", legal_text(legal), f"{action.name} {KIND_NAMES[kind]}")
        table = self.table
        expected = 0 if action in NAMELESS else max(0, table.concerned(seat))
        if masks[action] < 0 and kind != expected:
            self._fail(f"{action.name} names another tile", expected, kind)

    def _fail(self, what: str, oracle: object, engine: object) -> None:
        table = self.table
        lines = [
            f"{self.name} row {self.at}: {what}",
            f"  oracle: {oracle}",
            f"  engine: {engine}",
            f"  dealer {table.dealer}, turn of seat {table.seat}, {table.phase.name}, wall {table.wall.left}, "
            f"drawable {table.drawable()}, replacements {table.tail_taken}",
        ]
        for seat in range(4):
            melds = " ".join(f"[{m.what} {KIND_NAMES[m.kind]}<-{m.feeder}]" for m in table.melds[seat])
            passed = " ".join(KIND_NAMES[k] for k in sorted(table.passed[seat]))
            golds = [table.gold_flowers[seat].count(kind) for kind in range(34, 42)]
            lines.append(
                f"  seat {seat}: {format_hand([*table.hands[seat], *golds])} {melds}"
                + (" stands" if seat in table.standing else "")
                + (f" passed {passed}" if passed else "")
                + (" ready" if table.is_ready[seat] else "")
            )
        lines.append("  before: " + "; ".join(row_text(row) for row in self.rows[max(0, self.at - 6) : self.at]))
        raise DisagreementError("\n".join(lines))


def legal_text(legal: Legal) -> str:
    """A legal set in words."""
    masks = {Action.DISCARD: legal.discards, Action.KAN_ADDED: legal.added_kans}
    masks |= {Action.KAN_CLOSED: legal.closed_kans, Action.READY: legal.ready_discards}
    words = [action.name for action in Action if legal.flags >> action & 1]
    for action, mask in masks.items():
        if mask:
            words.append(f"{action.name}={' '.join(KIND_NAMES[k] for k in range(42) if mask >> k & 1)}")
    return ", ".join(words)


def winds_of(rows: Sequence[Sequence[int]], options: Mapping[str, Value]) -> Sequence[int]:
    """What the referee needs to know of the seat winds: the dice thrown, or the seat drawn at random."""
    row = next((row for row in rows if row[0] == WINDS), None)
    if row is None:
        return (1, 4)
    return (row[1],) if options["deal.seat_winds"] == "random" else divmod(row[3], 16)


def row_text(row: Sequence[int]) -> str:
    """A transcript row in words."""
    if row[0] == DECISION:
        return f"seat {row[1]} chooses {Action(row[3] // KIND_BITS).name} {KIND_NAMES[row[3] % KIND_BITS]}"
    name = NAMES.get(row[0], f"row type {row[0]}")
    return f"{name} seat {row[1]} {KIND_NAMES[row[2]] if row[2] >= 0 else '-'} extra {row[3]}"


# --- the outcome row -------------------------------------------------------------------------------------------------


def _per_seat(counts: Sequence[int]) -> int:
    """Four bits a seat, seat 0 lowest."""
    return sum(n << 4 * seat for seat, n in enumerate(counts))


def expected_columns(
    table: Table, options: Mapping[str, Value], statistics: Statistics, with_readiness: bool = False
) -> dict[str, int]:
    """What the outcome row of a finished hand must say, by column name, under these (scoring) options."""
    ending = table.ending
    assert ending is not None
    result = score(ending, options)
    fans = [*fan_masks(result, options), 0, 0, 0]
    discards = sum(event.what == "discard" for event in table.events)
    columns = {
        "dealer": ending.dealer,
        "end": RESULTS.index(ending.result),
        "winner_mask": sum(1 << seat for seat in ending.winners),
        "payer": ending.payer,
        "win_tile": ending.tile,
        "tags": _tags(table, options),
        "opening": OPENINGS.index(ending.opening),
        "kept": ending.n_kept,
        "draws": table.draws,
        "discards": discards,
        "wall_left": table.wall.left,
        "fans_a": fans[0],
        "fans_b": fans[1],
        "fans_c": fans[2],
        "fan_points": sum(result.fan_points),
        "decisions": statistics.decisions,
        "legal_sum": statistics.legal_sum,
        "answers": _answers(ending, statistics),
    }
    if with_readiness:
        columns |= {f"ready_turn_s{seat}": statistics.ready_turn[seat] for seat in range(4)}
        columns["tenpai_end"] = _ready_at_end(table)
    columns = {name: value for name, value in columns.items() if not (name.startswith("fans_") and value < 0)}
    columns |= {f"delta_s{seat}": result.delta[seat] for seat in range(4)}
    columns |= {f"kan_part_s{seat}": result.kan_part[seat] for seat in range(4)}
    return columns | _calls(table) | _golds_and_flowers(table)


def _tags(table: Table, options: Mapping[str, Value]) -> int:
    """Circumstances of a win: after a kan, last tile, last group, without a shape, eight pairs and no sets."""
    ending = table.ending
    assert ending is not None
    tags = ending.after_kan + 2 * ending.last_tile
    if ending.winners:
        held = specials.winner_held(ending, ending.winners[0], options)
        shaped = specials.has_shape(ending, ending.winners[0], options)
        pairs = str(options["win.pairs"]).startswith("eight") and shaped and not wild.is_standard(held, table.shapes)
        tags += 4 * (table.group_left >= 0) + 8 * (not shaped) + 16 * pairs
    return tags


def _golds_and_flowers(table: Table) -> dict[str, int]:
    """The columns about the gold, flowers and the last group."""
    ending = table.ending
    assert ending is not None
    gold = ending.gold
    return {
        "gold_kind": gold,
        "indicator": ending.indicator,
        "golds": _per_seat([ending.golds(seat) for seat in range(4)]),
        "gold_discards": sum(event.what == "discard" and event.kind in table.gold_kinds for event in table.events),
        "flowers": sum(len(table.laid_out(seat)) << 8 * seat for seat in range(4)),
        "flower_quads": table.quads(),
        "dead_flowers": len(table.dead_flowers),
        "group_left": table.group_left,
    }


def _answers(ending: Ending, statistics: Statistics) -> int:
    """Mask of the seats that wanted the last tile; of an opening win its winner alone, of a forced win too."""
    winners = sum(1 << seat for seat in ending.winners)
    return winners if ending.opening else winners | statistics.answers


def _ready_at_end(table: Table) -> int:
    """Mask of the seats that were ready before the last tile: winners without the winning tile, drawers without it."""
    ending, mask = table.ending, 0
    assert ending is not None
    for seat in range(4):
        hand = list(ending.hands[seat])
        if seat in ending.winners and ending.result != "self_draw":
            hand[ending.tile] -= 1
        elif seat == table.seat and table.drawn >= 0:
            if ending.result == "rob_kan":
                hand[ending.tile] += 1
            hand[table.drawn] -= 1
        if is_ready(hand, len(table.melds[seat]), table.shapes):
            mask |= 1 << seat
    return mask


def _calls(table: Table) -> dict[str, int]:
    """The columns that count melds."""
    made = {what: [0] * 4 for what in ("chi", "pon", "kan_open", "kan_added", "kan_closed")}
    for event in table.events:
        if event.what in made:
            made[event.what][event.seat] += 1
    kans = [sum(made[what][seat] for what in ("kan_open", "kan_added", "kan_closed")) for seat in range(4)]
    calls = [sum(made[what][seat] for what in ("chi", "pon", "kan_open")) for seat in range(4)]
    return {
        "calls": _per_seat(calls),
        "kans": _per_seat(kans),
        "chis": _per_seat(made["chi"]),
        "pons": _per_seat(made["pon"]),
        "open_kans": _per_seat(made["kan_open"]),
        "added_kans": _per_seat(made["kan_added"]),
        "closed_kans": _per_seat(made["kan_closed"]),
    }


def compare_outcome(replay: Replay, options: Mapping[str, Value], row: Any) -> None:
    """Compare an outcome record (or any mapping of column names) with what the oracle expects."""
    expected = expected_columns(replay.table, options, replay.statistics, replay.with_readiness)
    differ = {name: (value, int(row[name])) for name, value in expected.items() if int(row[name]) != value}
    if differ:
        ending = replay.table.ending
        text = ", ".join(f"{name}: oracle {a}, engine {b}" for name, (a, b) in differ.items())
        raise DisagreementError(f"{replay.name} outcome: {text}\n  {ending}")


def dealer_after(replay: Replay, options: Mapping[str, Value]) -> int:
    """Who must deal the next hand of the session."""
    assert replay.table.ending is not None
    return next_dealer(replay.table.ending, options)


