"""The book of breaches of a hand: opened by a slip, then found or lapsed."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.clause_log import BreachPhase, Counter
from rulesets.tiles import N_HELD_KINDS
from sim.bits import bit, has
from sim.jit import kernel
from sim.mistakes.chance import REFEREE, objector_of, observer_of
from sim.mistakes.keys import Mistake
from sim.mistakes.log import count
from sim.mistakes.record import MAX_BREACHES, Deadline, State
from sim.table import Phase
from sim.transcript import LogEvent, write, write_more


@kernel
def clear_mist(mist):
    """Nothing has happened yet: at the start of a hand. The log of breaches goes on."""
    mist.moment = 0
    mist.n_breaches = 0
    mist.unpaid = 0
    mist.barred = -1
    mist.barred_breach = -1
    mist.late_chi = -1
    mist.told = 0
    mist.steered = -1
    mist.usurper_breach = -1
    mist.kan_breach = -1
    mist.owing = 0
    mist.begun = 0
    mist.turn_drew = 0
    mist.slipped = 0
    mist.thawed = -1
    mist.fault = 0
    mist.short = 0
    mist.flower_turn = -1
    mist.passed_over = 0
    for seat in range(4):
        mist.next_row[seat] = 0
        mist.no_slip[seat] = -1
        mist.extra_tile[seat] = 0
        mist.wrong_tile[seat] = -1
        mist.wrong_chi[seat] = -1
        mist.swap_to[seat] = -1
        mist.zimo_entry[seat] = -1
        for kind in range(N_HELD_KINDS):
            mist.shown[seat, kind] = 0


AT_A_DRAW = sum(
    1 << m
    for m in (
        Mistake.OVERDRAW, Mistake.SKIP_DRAW, Mistake.WRONG_END, Mistake.FLOWER_UNSEEN, Mistake.REPLACE_GOLD_FLOWER,
        Mistake.LATE_CHI,
    )
)  # fmt: skip
"""Mask of the mistakes that are made at a draw, but for tiles of the deal."""

AT_THE_END = 1 << Mistake.FLIP_EARLY | 1 << Mistake.UNDERCOUNT
"""Mask of the mistakes that are made when the hand is over."""


@kernel
def phase_of(table, entry):
    """Where in the hand a breach of this entry is made now (FD b.15). A barred discard is one of the own turn here."""
    phase = table.public.phase
    if has(AT_THE_END, entry):
        return BreachPhase.END
    if not table.mist.begun:
        return BreachPhase.DEAL
    if has(AT_A_DRAW, entry):
        return BreachPhase.DRAW
    if entry == Mistake.TELL_TENPAI:
        return BreachPhase.DISCARD
    if entry == Mistake.HINT_PONNER:  # with the tile that it puts back for a late answer
        return BreachPhase.LATE
    if phase == Phase.CLAIM:
        return BreachPhase.CLAIM
    if phase == Phase.ROB:
        return BreachPhase.ROB
    if phase == Phase.LAST_GROUP or phase == Phase.GROUP_DRAW or phase == Phase.LAY_ASIDE:
        return BreachPhase.DIVISION
    return BreachPhase.TURN


@kernel
def open_breach(world, table, entry, seat, kind, due):
    """A slip was made: its place in the book. Beyond the room of the book the last place is used again; see `overflows`."""
    mist = table.mist
    count(world, entry, Counter.SLIP)
    at = min(mist.n_breaches, MAX_BREACHES - 1)
    mist.n_breaches += 1
    mist.slipped |= bit(seat)
    breach = mist.breach[at]
    breach.entry = entry
    breach.seat = seat
    breach.kind = kind
    breach.turn = table.public.n_discards
    breach.live = table.public.drawable
    breach.phase = phase_of(table, entry)
    breach.state = State.OPEN
    breach.due = due
    breach.observer = -1
    breach.objector = -1
    breach.effect = -1
    breach.ended = 0
    breach.denied = 0
    return np.int64(at)


@kernel
def overflows(table):
    """Whether more breaches were made in the hand than the book has room for, or more payments than the list: the hand cannot be
    finished.
    """
    return table.mist.n_breaches > MAX_BREACHES or table.mist.unpaid != 0


@kernel
def find(world, table, at, observer):
    """The breach is found."""
    breach = table.mist.breach[at]
    breach.state = State.FOUND
    breach.observer = observer
    count(world, breach.entry, Counter.NOTICED)


@kernel
def lapse(world, table, at):
    """The breach can no longer be found."""
    breach = table.mist.breach[at]
    breach.state = State.LAPSED
    count(world, breach.entry, Counter.LAPSED)


@kernel
def is_found(world, table, at, mistake, is_due):
    """Look at an open breach: by the referee it is found when it is due, by the players when one of them notices. If it is due
    and nobody has found it, it lapses. Returns whether it is found now.
    """
    breach = table.mist.breach[at]
    if breach.state != State.OPEN:
        return False
    if world.seated[0].by_players:
        observer = observer_of(world, table, breach.seat, breach.entry, mistake)
        if observer >= 0:
            find(world, table, at, observer)
            return True
    elif is_due:
        find(world, table, at, np.int64(REFEREE))
        return True
    if is_due:
        lapse(world, table, at)
    return False


@kernel
def found_in_the_act(world, table, entry, mistake, seat, kind):
    """A slip that is found at once or never: its place in the book if it is found, otherwise -1."""
    at = open_breach(world, table, entry, seat, kind, np.int64(Deadline.ACT))
    return at if is_found(world, table, at, mistake, True) else np.int64(-1)


@kernel
def objected_in_the_act(world, table, mistake, seat, kind):
    """A slip that has consequences only if somebody objects at once: its place in the book if somebody does, otherwise -1."""
    at = found_in_the_act(world, table, mistake, mistake, seat, kind)
    if at < 0:
        return at
    objector = objector_of(world, table, seat, mistake)
    if objector < 0:
        count(world, mistake, Counter.TOLERATED)
        return np.int64(-1)
    count(world, mistake, Counter.OBJECTED)
    table.mist.breach[at].objector = objector
    return at


@kernel
def note_effect(world, table, at, effect):
    """Write down what followed from a breach."""
    breach = table.mist.breach[at]
    breach.effect = effect
    count(world, breach.entry, effect)
    write(world.log, table.clock, LogEvent.PENALTY, breach.seat, breach.kind, breach.entry)
    write_more(world.log, table.clock, effect, breach.observer, breach.objector, np.int64(0))
