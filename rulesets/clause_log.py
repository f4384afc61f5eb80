"""What the clause log counts: entries (a mistake, or a rule of the table that decided something) and counters for each.

Every entry is booked under one clause. Mistakes come first, in their order; kernels know entries by number only.
"""

from __future__ import annotations

from enum import IntEnum

from rulesets.mistakes import MISTAKES, N_MISTAKES


class Counter(IntEnum):
    """Columns of the clause log."""

    BOUND = 0  # decisions in which the clause took at least one action out of the legal set, or otherwise decided something
    TRIG = 1  # opportunities of somebody who can make the mistake
    SLIP = 2  # breaches committed; = noticed + lapsed
    NOTICED = 3  # found by the deadline
    LAPSED = 4
    OBJECTED = 5  # where the clause asks for an objection: noticed = objected + tolerated
    TOLERATED = 6
    PEI = 7  # penalty payments 赔胡
    PEI_WIN = 8  # wins paid by the offender alone
    STAND = 9  # 站胡
    SELF_DRAW_ONLY = 10  # 只能自摸
    FREEZE = 11
    UNDO = 12
    TAKEBACK = 13
    VOID_HU = 14
    ABORT = 15
    CHIPS = 16  # points the effect itself moved
    ENDED = 17  # the hand ended by the clause
    DENIED = 18  # wins refused only because of the clause, its bar or its effect


N_COUNTERS = len(Counter)


class Entry(IntEnum):
    """Entries beside the mistakes."""

    PARTIAL_FALSE_WIN = N_MISTAKES  # a false win that showed only some tiles
    NO_DISCARD = N_MISTAKES + 1  # no lawful discard was left: the seat stands
    JOINT_OPENING = N_MISTAKES + 2  # door and gold wrong by two seats
    DIVISION = N_MISTAKES + 3  # the last tiles were dealt out
    WIN_BUMPED = N_MISTAKES + 4  # a nearer seat took the win of another
    DEAL_PASSED = N_MISTAKES + 5  # the deal passed because of a draw or a penalty payment
    FORCED_KAN = N_MISTAKES + 6  # a drawn tile had to be made a kan


N_ENTRIES = N_MISTAKES + len(Entry)

ENTRY_NAMES: tuple[str, ...] = (*(m.name for m in MISTAKES), *(e.name.lower() for e in Entry))
"""By entry."""

ENTRY_CLAUSES: tuple[str, ...] = (
    *(m.clauses[0] for m in MISTAKES), "FD-2.14", "FD-3.20", "FD-1.03", "FD-3.05", "FD-3.06", "FD-1.14", "FD-3.22",
)  # fmt: skip
"""The clause each entry is booked under."""

COUNTER_NAMES: tuple[str, ...] = tuple(c.name.lower() for c in Counter)

class BreachPhase(IntEnum):
    """Where in a hand a breach was made: column `phase` of its row. Words: `rulesets.mistake_texts.PHASE_TEXTS`."""

    DEAL = 0  # before the first turn
    DRAW = 1  # a tile taken wrongly or not at all; a chi that is called after the lift
    TURN = 2  # the own turn, but for the discard
    DISCARD = 3  # a barred discard; what is told with a discard
    CLAIM = 4  # an answer to a discard
    LATE = 5  # at an answer that is heard after its time
    ROB = 6  # a kan that may be robbed
    DIVISION = 7  # the last tiles are dealt out
    END = 8  # the hand is over


EVENT_COLUMNS: tuple[str, ...] = (
    "wall", "hand_no", "lineup", "entry", "seat", "kind", "turn", "live", "phase", "observer", "objector", "noticed", "effect",
    "chips_s0", "chips_s1", "chips_s2", "chips_s3", "ended", "denied",
)  # fmt: skip
"""One row for each breach (`output.clauses: events`). `turn`: discards made; `live`: drawable tiles; `phase`: a
`BreachPhase`; `effect`: a `Counter` or -1; seats are absolute, -1 nobody; an observer may be 4, the referee, or 5, the player
who waits; `noticed`: 1, or 0 if it lapsed. `kind`: the tile concerned, -1 none; but of `joint_opening` a mask with the bits of
both offenders (FD-1.03), and of `wrong_dealer` 1 if the wrong seat (`seat`) has dealt, 0 if that was found before the gold was
open and the right one dealt after all (FD-1.14). A row of `hide_bust` (FD-3.21) is of the hand after which somebody hid that he
is out of chips; its chips are the fine and the refunds, by the seats of the hand after which that was found. What a player who
waits by then gets back is in no column, only in what the offender pays."""
