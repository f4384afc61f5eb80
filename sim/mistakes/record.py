"""What the referee keeps of mistakes during a hand: part of the TABLE, without meaning where nobody at the table errs."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rulesets.tiles import N_HELD_KINDS, N_SEATS

MAX_BREACHES = 256
NEVER_NEAR = 100  # tiles needed by a hand that can never be complete: its waits are not looked for


class State(IntEnum):
    """What has become of a breach."""

    OPEN = 0  # not found yet, and still can be
    FOUND = 1
    LAPSED = 2


class Deadline(IntEnum):
    """When a breach that is not found lapses; the referee finds it then."""

    ACT = 0  # it is found at once or never
    OWN_DISCARD = 1  # the next discard of the offender
    OWN_DRAW = 2  # just before the offender draws again
    NEXT_RACK = 3  # the next seat in play has taken its tile
    NEXT_DISCARD = 4  # the first discard by another player who has drawn
    OWN_WIN = 5  # no deadline: up to the offender's own win, then refused
    HAND_END = 6
    FLOWERS = 7  # `sim.mistakes.flowers.flowers_are_due`

BREACH = np.dtype(
    [
        ("entry", "i8"),  # entry of the clause log
        ("seat", "i8"),  # who committed it
        ("kind", "i8"),  # the tile concerned, -1 none
        ("turn", "i8"),  # discards made then
        ("live", "i8"),  # drawable tiles then
        ("phase", "i8"),  # BreachPhase: where in the hand
        ("state", "i8"),  # State: whether it still can be found
        ("due", "i8"),  # Deadline
        ("observer", "i8"),  # who found it: a seat, N_SEATS for the referee, N_SEATS + 1 for who waits, -1 nobody yet
        ("objector", "i8"),  # who objected, -1 nobody
        ("effect", "i8"),  # Counter of what followed, -1 nothing
        ("ended", "i8"),
        ("denied", "i8"),
    ],
    align=True,
)

MIST = np.dtype(
    [
        ("moment", "i8"),  # looks taken at slips so far: part of the item of random numbers
        ("n_breaches", "i8"),
        ("unpaid", "i8"),  # 1: a penalty payment found no room in EVENT.penalties
        ("breach", BREACH, (MAX_BREACHES,)),
        ("barred", "i8"),  # entry of the bar that the discard on offer breaks, -1: it is lawful
        ("barred_breach", "i8"),  # its place in the book
        ("no_slip", "i8", (N_SEATS,)),  # the turn (`turn_number`) in which each seat may not slip again, -1
        ("late_chi", "i8"),  # seat that lifts a tile and then insists on a chi, -1
        ("told", "i8"),  # mask of the seats that were ready when last looked at
        ("next_row", "i8", (N_SEATS,)),  # scripts: the row of each seat that was next when it was last asked
        ("heard", "i8", (N_SEATS,)),  # when each seat's answer to the tile on offer is heard (`sim.mistakes.late.Heard`)
        ("zimo_entry", "i8", (N_SEATS,)),  # entry of the talk that left the seat with self-draws only, -1
        ("steered", "i8"),  # seat that is East because the dealer steered the dice, -1
        ("usurper_breach", "i8"),  # place in the book of a deal out of turn, -1
        ("kan_breach", "i8"),  # place in the book of a barred kan that may be robbed now, -1
        ("was_phase", "i8"),  # what a discard overwrites, in case it is taken back
        ("was_drawn", "i8"),
        ("was_from_tail", "i8"),
        ("was_after_kan", "i8"),
        ("was_just_chi", "i8"),
        ("was_ready_turn", "i8"),
        ("was_thrown", "i8"),
        ("was_follow", "i8"),
        ("was_bound", "i8"),
        ("was_since", "i8", (N_SEATS,)),
        ("extra_tile", "i8", (N_SEATS,)),  # 1 + kind of the tile too many that lies with the hand of each seat, 0 none
        ("wrong_tile", "i8", (N_SEATS,)),  # the tile that does not belong to the false kan of each seat, -1
        ("wrong_chi", "i8", (N_SEATS,)),  # the tile that each seat has laid into a chi by mistake, -1
        ("wrong_meld", "i8", (N_SEATS,)),  # the place of that meld
        ("wrong_claim", "i8", (N_SEATS,)),  # the tile that was claimed for it
        ("swap_to", "i8", (N_SEATS,)),  # lowest tile of the run that each seat could still make of its last chi, -1
        ("swap_tile", "i8", (N_SEATS,)),  # the tile that it claimed
        ("swap_meld", "i8", (N_SEATS,)),  # the place of that meld
        ("slipped", "i8"),  # mask of the seats that have slipped at the decision at hand: nothing else goes wrong at it
        ("shown", "i1", (N_SEATS, N_HELD_KINDS)),  # tiles of each hand that lie face up after a false win
        ("thawed", "i8"),  # the frozen tile that the kan on offer would take along, -1
        ("fault", "i8"),  # a `Code` below 0: a question that was put anew had no answer
        ("begun", "i8"),  # 1: the first turn has begun
        ("turn_drew", "i8"),  # 1: the turn that led to the discard on offer began with a draw
        ("short", "i8"),  # mask of the seats whose hand is a tile short
        ("flower_turn", "i8"),  # discards made when a draw last brought a seat nothing but flowers, -1
        ("owing", "i8"),  # mask of the seats that hold flowers of the deal unreplaced (CLOCK.waiting), once the rounds are over
        ("passed_over", "i8"),  # mask of the seats that a claim has skipped while somebody owed flowers
        ("n_events", "i8"),  # rows of the breach log written; counts on beyond its room, and over the hands of a batch
    ],
    align=True,
)
