"""Mistakes when the hand is over: points that are not counted. And what was not found until then."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.clause_log import Counter
from rulesets.tiles import N_SEATS, MeldKind, WinKind
from sim.bits import has
from sim.codes import Code
from sim.jit import kernel
from sim.mistakes.breaches import is_found, lapse, objected_in_the_act, open_breach, overflows
from sim.mistakes.chance import slips_now
from sim.mistakes.effects import void_points
from sim.mistakes.keys import Mistake
from sim.mistakes.log import count
from sim.mistakes.record import MAX_BREACHES, Deadline, State
from sim.mistakes.seats import profile_of
from sim.mistakes.tiles import find_false_kans


@kernel
def close_books(world, table):
    """The hand is over: points forgotten at the table, then every breach that was not found has lapsed. Returns a `Code`."""
    mist = table.mist
    mist.moment += 1
    event = table.event
    find_false_kans(world, table)
    if int(event.win_kind) != WinKind.DRAW:
        for seat in range(N_SEATS):
            if not has(int(event.winner_mask), seat) and profile_of(world, seat).errs and has_hidden_points(table.own[seat]):
                forget_points(world, table, seat)
    for at in range(min(mist.n_breaches, MAX_BREACHES)):
        if mist.breach[at].state == State.OPEN:
            lapse(world, table, np.int64(at))
    return np.int64(Code.TOO_MANY_BREACHES) if overflows(table) else np.int64(Code.OK)


@kernel
def has_hidden_points(own):
    """Whether a loser's concealed tiles may earn something: golds, triplets, closed kans."""
    if own.golds > 0 or own.at_least[2] != 0:
        return True
    for i in range(own.n_melds):
        if int(own.meld_kind[i]) == MeldKind.KAN_CLOSED:
            return True
    return False


@kernel
def forget_points(world, table, seat):
    """FD-3.14, FD-3.15: a loser turns over table tiles too early, and its concealed points do not count if somebody objects; or it
    forgets them, and they do not count unless somebody reminds it.
    """
    count(world, Mistake.FLIP_EARLY, Counter.TRIG)
    if slips_now(world, table, seat, Mistake.FLIP_EARLY):
        at = objected_in_the_act(world, table, Mistake.FLIP_EARLY, seat, np.int64(-1))
        if at >= 0:
            void_points(world, table, at)
        return
    count(world, Mistake.UNDERCOUNT, Counter.TRIG)
    if slips_now(world, table, seat, Mistake.UNDERCOUNT):
        at = open_breach(world, table, np.int64(Mistake.UNDERCOUNT), seat, np.int64(-1), np.int64(Deadline.HAND_END))
        if not is_found(world, table, at, Mistake.UNDERCOUNT, True):
            void_points(world, table, at)
