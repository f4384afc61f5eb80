"""Hands played by the oracle alone, with actions drawn at random: to test the referee before it judges others."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from tests.oracle.moves import Action, Choice, Legal
from tests.oracle.options import Value
from tests.oracle.table import Table
from tests.oracle.wall import LaneWall, LinearWall, all_tiles

Chooser = Callable[[Table, int, Legal], Choice]


def shuffled_lanes(rng: random.Random, options: Mapping[str, Value]) -> LaneWall:
    """A shuffled wall in which each tile belongs to a seat at random."""
    order = list(range(144))
    rng.shuffle(order)
    lanes: list[list[int]] = [[], [], [], []]
    for number in order:
        lanes[rng.randrange(4)].append(number)
    return LaneWall(lanes, order[::-1], options)


def shuffled_row(rng: random.Random, options: Mapping[str, Value]) -> LinearWall:
    """A shuffled wall in one row."""
    kinds = all_tiles(options)
    rng.shuffle(kinds)
    return LinearWall(kinds, options)


def random_choice(rng: random.Random, wish_to_win: float = 0.9) -> Chooser:
    """Wins when it can, mostly, and otherwise takes any legal choice."""

    def choose(table: Table, seat: int, legal: Legal) -> Choice:
        choices = legal.choices()
        if legal.flags >> Action.WIN & 1 and rng.random() < wish_to_win:
            return Action.WIN, -1
        kinds_of_action = sorted({action for action, _ in choices})
        action = rng.choice(kinds_of_action)
        return rng.choice([choice for choice in choices if choice[0] == action])

    return choose


def keeping_pairs(rng: random.Random) -> Chooser:
    """Claims nothing but wins and throws single tiles first: ends in wins far more often than chance."""

    def choose(table: Table, seat: int, legal: Legal) -> Choice:
        if legal.flags >> Action.WIN & 1:
            return Action.WIN, -1
        if legal.flags >> Action.PASS & 1:
            return Action.PASS, -1
        throws = [choice for choice in legal.choices() if choice[0] in (Action.DISCARD, Action.READY)]
        return rng.choice(throws or legal.choices())

    return choose


def play(table: Table, choose: Chooser, after_step: Callable[[Table], None] | None = None) -> Table:
    """Play a hand to its end."""
    while table.ending is None:
        table.answer([choose(table, seat, legal) for seat, legal in table.questions()])
        if after_step:
            after_step(table)
    return table
