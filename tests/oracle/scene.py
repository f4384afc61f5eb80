"""Staged hands: a wall laid so that seats hold and draw what a scenario needs, and a script of what they do.

`Scene(...).play()` has the engine play the hand, follows its transcript on the oracle's table (any difference is an
error) and returns a `Staged` that tests ask what was offered and what happened.

    staged = Scene(hands={1: "55p"}, draws="5p", script=["0 discard 5p", "1 pon 5p", "1 discard E"]).play()
    assert staged.offers(1)[0] == {"PASS", "PON"}
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from rulesets.tiles import KIND_NAMES, parse_tiles
from tests.oracle.agreement import choice_number, follow
from tests.oracle.ending import next_dealer
from tests.oracle.engine import engine_next_dealer
from tests.oracle.moves import Action, Legal, deal_order
from tests.oracle.options import LITERAL, Options, Value, family_of, n_tiles
from tests.oracle.replay import DECISION, KIND_BITS, NAMES, READY_SET
from tests.oracle.table import Table
from tests.oracle.wall import LinearWall, all_tiles, flower_kinds

NAMELESS = 1 << 20  # added to an action that a script tells without a tile: whatever tile it is about


class Decision(NamedTuple):
    """One question put to a seat: the tile on offer (-1 on the own turn), what was legal, what it did.

    `at`: how many events had happened before.
    """

    seat: int
    tile: int
    legal: Legal
    action: Action
    kind: int
    at: int

    def offers(self) -> set[str]:
        """Names of the legal actions, as in "PON" or "DISCARD"."""
        return {action.name for action in Action if self.legal.flags >> action & 1}


@dataclass
class Staged:
    """A staged hand after it was played: `events` as (name, seat, kind), `row` the outcome row by column name."""

    decisions: list[Decision]
    events: list[tuple[str, int, int]]
    row: Mapping[str, int]
    table: Table
    options: Options

    def offers(self, seat: int, tile: str = "", until: str = "") -> list[set[str]]:
        """Names of the legal actions at each decision of a seat.

        `tile`: only those about a certain tile. `until`: only before the first event that begins so, as in "draw 2".
        """
        kind = KIND_NAMES.index(tile) if tile else None
        told = [f"{name} {who} {KIND_NAMES[which]}" for name, who, which in self.events]
        end = next((at for at, words in enumerate(told) if until and words.startswith(until)), len(told))
        return [d.offers() for d in self.decisions if d.seat == seat and kind in (None, d.tile) and d.at <= end]

    def closed_kans(self, seat: int) -> list[set[str]]:
        """Kinds of which a closed kan was offered, at each own turn of a seat."""
        return [names_of(d.legal.closed_kans) for d in self.decisions if d.seat == seat and d.tile < 0]

    def added_kans(self, seat: int) -> list[set[str]]:
        """Kinds that could be added to a pon, at each own turn of a seat."""
        return [names_of(d.legal.added_kans) for d in self.decisions if d.seat == seat and d.tile < 0]

    def discards(self, seat: int) -> list[set[str]]:
        """Kinds that could be thrown, at each own turn of a seat."""
        return [names_of(d.legal.discards) for d in self.decisions if d.seat == seat and d.tile < 0]

    def turn_after_draw(self, number: int) -> Decision:
        """The own turn that begins with the draw of this number (replacements count too)."""
        at = [place for place, (name, _, _) in enumerate(self.events) if name == "draw"][number - 1]
        return next(decision for decision in self.decisions if decision.at == at + 1)

    def asked_after(self, event: str) -> dict[int, set[str]]:
        """Who was asked about the tile of an event such as "discard 0 5p", and what was on offer."""
        told = [f"{name} {seat} {KIND_NAMES[kind]}" for name, seat, kind in self.events]
        at = told.index(event) + 1
        return {decision.seat: decision.offers() for decision in self.decisions if decision.at == at and decision.tile >= 0}

    def story(self, *names: str) -> list[str]:
        """The events of these names in words: "draw 2", "discard 0 5p"."""
        told = []
        for name, seat, kind in self.events:
            if name in names:
                told.append(f"{name} {seat} {KIND_NAMES[kind]}" if name != "exhausted" else name)
        return told

    def deltas(self) -> tuple[int, ...]:
        return tuple(self.row[f"delta_s{seat}"] for seat in range(4))

    def next_dealer(self) -> int:
        """Who deals next, as the project's law says; the oracle must agree."""
        ending = self.table.ending
        assert ending is not None
        found = engine_next_dealer(self.options, ending)
        assert found == next_dealer(ending, self.options)
        return found


def names_of(mask: int) -> set[str]:
    return {KIND_NAMES[kind] for kind in range(34) if mask >> kind & 1}


@dataclass
class Scene:
    """What a scenario needs to be laid out; everything else is filled with the tiles that are left over.

    hands     tiles a seat is dealt, 13 or 16 (the dealer one more, the last one); fewer are filled up
    draws     kinds drawn from the front after the deal, in order; of the tiles that are left over flowers come last
    draw_at   the same for single draws, by number from 1
    tail      replacement tiles, in order
    script    lines "seat action [tile]": "0 discard 5p", "1 win 5p", "2 pass". A seat's next line is played as soon as it
              is legal; before that the seat passes, or throws what it drew (in Fuding else does the first thing it may do)
    options   option values; the literal rules unless given
    """

    hands: Mapping[int, str] = field(default_factory=dict)
    draws: str = ""
    draw_at: Mapping[int, str] = field(default_factory=dict)
    tail: str = ""
    script: Sequence[str] = ()
    dealer: int = 0
    options: Options = field(default_factory=lambda: dict(LITERAL))

    def with_options(self, **changes: Value) -> Scene:
        """The same scene under changed options, written `claim__multi_win="head_bump"`."""
        changed = {**self.options, **{key.replace("__", "."): value for key, value in changes.items()}}
        return replace(self, options=changed)

    def wall(self) -> list[int]:
        """All kinds in the order of a recorded wall."""
        size = n_tiles(self.options)
        pool = all_tiles(self.options)
        row = [-1] * size
        seats = deal_order(self.dealer, self.options)
        for seat in range(4):
            places = [place for place, taker in enumerate(seats) if taker == seat]
            for place, kind in zip(places, parse_tiles(self.hands.get(seat, "")), strict=False):
                row[place] = kind
        for place, kind in enumerate(parse_tiles(self.draws), start=len(seats)):
            row[place] = kind
        for number, tile in self.draw_at.items():
            row[len(seats) + number - 1] = parse_tiles(tile)[0]
        far: Sequence[int] = range(size - 1, -1, -1)
        if self.options["wall.tail_order"] == "stack":
            far = [place ^ 1 for place in far]
        for place, kind in zip(far, parse_tiles(self.tail), strict=False):
            row[place] = kind
        for kind in row:
            if kind >= 0:
                pool.remove(kind)
        random.Random(7).shuffle(pool)
        pool.sort(key=lambda kind: kind in flower_kinds(self.options))  # flowers last, far from the deal
        empty = [place for place in range(size) if row[place] < 0]
        for place, kind in zip(empty, pool, strict=True):
            row[place] = kind
        return row

    def wishes(self) -> dict[int, list[int]]:
        """The script: what each seat is to do, in order, as numbers action * 64 + kind, or NAMELESS + action."""
        found: dict[int, list[int]] = {seat: [] for seat in range(4)}
        for line in self.script:
            seat, name, *tile = line.split()
            action = Action[name.upper()]
            nameless = action != Action.PASS and not tile
            kind = parse_tiles(tile[0])[0] if tile else 0
            found[int(seat)].append(NAMELESS + action if nameless else action * KIND_BITS + kind)
        return found

    def plan(self, wall: Sequence[int]) -> list[tuple[int, int]]:
        """Every choice of the hand as (seat, choice): the script where it is legal, else passing or throwing the draw."""
        wishes, planned = self.wishes(), []

        def wishes_to_stand() -> bool:
            return wishes[table.next_on_turn(table.seat)][:1] == [NAMELESS + Action.STAND]

        table = Table(self.options, self.dealer, LinearWall(wall, self.options), asks_to_stand=wishes_to_stand)
        while table.ending is None:
            answers = []
            for seat, legal in table.questions():
                possible = {choice_number(table, seat, action, kind): (action, kind) for action, kind in legal.choices()}
                usual = 0 if 0 in possible else choice_number(table, seat, Action.DISCARD, table.drawn)
                wish = next((n for n in possible if wishes[seat] and wishes[seat][0] in (n, NAMELESS + n // KIND_BITS)), None)
                if wish is None and usual not in possible and family_of(self.options) == "fuding":
                    throws = [n for n in possible if n // KIND_BITS in (Action.DISCARD, Action.DRAW)]
                    usual = min(throws or possible)
                number = usual if wish is None else wish
                if wish is not None:
                    wishes[seat].pop(0)
                if number not in possible:
                    raise ValueError(f"the script must say what seat {seat} throws after {table.events[-1]}")
                planned.append((seat, number))
                answers.append(possible[number])
            table.answer(answers)
        left = {seat: _words(numbers) for seat, numbers in wishes.items() if numbers}
        if left:
            raise ValueError(f"these lines of the script never came up: {left}; {table.ending}")
        return planned

    def play(self) -> Staged:
        """Have the engine play the scene, check every move against the oracle, and return what happened."""
        wall = self.wall()
        hebei = family_of(self.options) == "hebei"
        played, replay = follow(self.options, self.dealer, wall, self.plan(wall), "scene", with_readiness=hebei)
        rows = played.log.tolist()
        row = {name: int(column[0]) for name, column in played.columns().items()}
        events = [(NAMES[r[0]], r[1], r[2]) for r in rows if r[0] in NAMES]
        return Staged(_decisions(rows), events, row, replay.table, self.options)


def _words(numbers: Sequence[int]) -> list[str]:
    return [
        Action(number - NAMELESS).name
        if number >= NAMELESS
        else f"{Action(number // KIND_BITS).name} {KIND_NAMES[number % KIND_BITS]}"
        for number in numbers
    ]


def _decisions(rows: Sequence[Sequence[int]]) -> list[Decision]:
    found, ready, at = [], 0, 0
    for row in rows:
        if row[0] == READY_SET:
            ready = row[3]
        elif row[0] == DECISION:
            legal = Legal(row[4], row[5], row[6], row[7], ready)
            found.append(Decision(row[1], row[2], legal, Action(row[3] // KIND_BITS), row[3] % KIND_BITS, at))
            ready = 0
        else:
            at += row[0] in NAMES
    return found
