"""What seats can do and what can happen: plain names and records."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import NamedTuple

from tests.oracle.options import Value


class Action(IntEnum):
    """What a seat can do; the number is the bit in `Legal.flags`."""

    PASS = 0
    DISCARD = 1
    CHI_LOW = 2  # the claimed tile is the lowest of the run
    CHI_MID = 3
    CHI_HIGH = 4
    PON = 5
    KAN_OPEN = 6
    KAN_ADDED = 7
    KAN_CLOSED = 8
    WIN = 9
    READY = 10  # declare readiness and discard
    TAKE_GOLD = 11  # the dealer throws a tile and wins with the indicator in its place
    STAND = 12  # give the hand up
    DRAW = 13  # draw as usual, where standing was on offer


CHIS = (Action.CHI_LOW, Action.CHI_MID, Action.CHI_HIGH)


class Phase(IntEnum):
    ACT = 0
    POST_CLAIM = 1
    CLAIM = 2
    ROB = 3
    LAST = 4  # a replacement was drawn after which its owner can only win
    OVER = 5
    OPENING = 6  # wins with the tiles held when the gold is open
    LAY_BACK = 7  # the dealer lays back what it drew for flowers that were turned up
    ROB_GOLD = 8  # the indicator is on offer
    LAST_GROUP = 9
    BEFORE_DRAW = 11  # the seat that is due to draw may stand instead
    LAY_ASIDE = 12  # the maker of a kan lays a tile aside before it takes its tile of the last group


class Stage(IntEnum):
    """Which opening win is asked for."""

    HEAVENLY = 0
    THREE_GOLD = 1
    TAKE = 2
    FLOWERS = 3
    ANY = 5  # whatever the win


class Legal(NamedTuple):
    """Legal actions of one seat: a bit per action, and masks over kinds for those that name a tile."""

    flags: int
    discards: int = 0
    added_kans: int = 0
    closed_kans: int = 0
    ready_discards: int = 0

    def choices(self) -> list[tuple[Action, int]]:
        """Every single choice, (action, kind); kind -1 where the action names none."""
        masks = {
            Action.DISCARD: self.discards,
            Action.KAN_ADDED: self.added_kans,
            Action.KAN_CLOSED: self.closed_kans,
            Action.READY: self.ready_discards,
            Action.TAKE_GOLD: self.discards,
        }
        found = []
        for action in Action:
            if self.flags >> action & 1:
                if action in masks:
                    found += [(action, kind) for kind in range(42) if masks[action] >> kind & 1]
                else:
                    found.append((action, -1))
        return found


class Event(NamedTuple):
    """One thing that happened. `what`: deal, draw, flower, flip, group, dice, discard, chi, pon, kan_open, kan_added,
    kan_closed, win, exhausted, stand, lay_aside, winds.

    `extra`: of a draw 1 if from the tail; of a flower 1 if it is dead; of a flip 1 if a flower was turned up; of a group
    its size; of a discard 1 if declared ready with it, 2 if laid back; of a chi the claimed kind; of a pon or open kan
    its feeder; of a win the payer, -1 if there is none; of standing why; of winds both dice.
    """

    what: str
    seat: int
    kind: int
    extra: int = 0


Choice = tuple[Action, int]


def deal_order(dealer: int, options: Mapping[str, Value], first: int = -1) -> list[int]:
    """Seats in the order in which they take the dealt tiles, the dealer one more at the end.

    Thirteen tiles one at a time; sixteen in four rounds of four. FZ-DEAL-03, 04. `first`: who takes first, if not the
    dealer. *Reading*: thirteen tiles come one by one, as the order is without effect on shuffled walls.
    """
    first = dealer if first < 0 else first
    together = 4 if options["deal.hand_size"] == 16 else 1
    rounds = int(options["deal.hand_size"]) // together
    return [(first + place) % 4 for _ in range(rounds) for place in range(4) for _ in range(together)] + [dealer]


def bit(action: Action) -> int:
    return 1 << action
