"""A barred discard on which nobody wins returns to the hand and leaves no trace; its giver discards another tile (FD b.12)."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.clause_log import Counter
from rulesets.tiles import N_SEATS
from sim.bits import has
from sim.jit import kernel
from sim.mistakes.breaches import note_effect
from sim.mistakes.seats import has_wrong_number, profile_of
from sim.order import is_standing
from sim.seat import add_tile, changed_by_call, forget
from sim.table import Phase
from sim.transcript import LogEvent, write


@kernel
def turn_number(public):
    """Tells the turns of a hand apart: it changes with every discard and every tile drawn."""
    return public.n_discards * 256 + public.left


@kernel
def bar_slips(table, seat):
    """The seat makes no mistake while this turn lasts: it has to begin it again."""
    table.mist.no_slip[seat] = turn_number(table.public)


@kernel
def may_slip(world, table, seat):
    """Whether the seat may make a mistake at this decision: at most one, none in a turn that it has had to begin again, and none
    if it stands or has too few tiles.
    """
    mist = table.mist
    if has(mist.slipped, seat) or has_wrong_number(table, seat) or mist.no_slip[seat] == turn_number(table.public):
        return False
    return profile_of(world, seat).errs != 0 and not is_standing(table.public, seat)


@kernel
def take_back(world, rules, table, at):
    """Undo the discard on offer; the turn is as it was before, and no second slip happens in it."""
    note_effect(world, table, at, np.int64(Counter.TAKEBACK))
    public = table.public
    mist = table.mist
    seat = public.turn_seat
    own = table.own[seat]
    kind = public.tile
    add_tile(own, kind)
    own.n_thrown -= 1
    own.drawn = mist.was_drawn
    own.drawn_from_tail = mist.was_from_tail
    own.after_kan = mist.was_after_kan
    own.just_chi = mist.was_just_chi
    own.ready_turn = mist.was_ready_turn
    public.n_discards -= 1
    public.thrown[seat] = mist.was_thrown
    public.follow[seat] = mist.was_follow
    public.self_draw_only[seat] = mist.was_bound
    public.visible[kind] -= 1
    public.n_concealed[seat] += 1
    public.phase = mist.was_phase
    public.tile = -1
    for other in range(N_SEATS):
        table.clock.since_discard[other] = mist.was_since[other]
    if public.phase == Phase.AFTER_CLAIM:
        forget(own)
    else:
        changed_by_call(own)
    bar_slips(table, seat)
    write(world.log, table.clock, LogEvent.TAKEBACK, seat, kind, np.int64(0))
