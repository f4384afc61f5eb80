"""The draw that is due: who takes it, and what comes instead of it near the end of the wall or where a seat stands."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.tiles import N_SEATS
from sim.codes import Code
from sim.ends import exhausted, self_draw
from sim.flow.ending import group_is_due, is_last
from sim.flow.last_group import begin_group
from sim.flow.own_draw import must_win
from sim.flow.standing import ask_before_draw, holds_one_too_many, may_stand_pass
from sim.jit import kernel
from sim.moves import Drawn, draw
from sim.order import n_in_play, next_in_play
from sim.seat import forget
from sim.table import Phase


@kernel
def is_asked_first(world, rules, table):
    """Whether the seat that is due to draw is asked if it stands instead (FD-2.02)."""
    public = table.public
    return may_stand_pass(world, rules, public, table.clock, next_in_play(public, public.turn_seat))


@kernel
def goes_without(log, rules, table, due, may_stand):
    """What happens instead of the ordinary draw that is due, if anything: then True, else the drawer is on turn.

    If no draw is allowed any more, or nobody is left in play, the hand ends in an exhaustive draw 荒庄 (HB-DRAW-03). The seat
    may stand instead (`may_stand`, FD-2.02). The last drawable tiles may be dealt out without discards (FZ-END-06). A seat
    that stands with a tile too many only discards.
    """
    public = table.public
    before = public.turn_seat
    seat = before
    if is_last(public) or n_in_play(public) == 0:
        exhausted(log, table)
        return True
    if due == Code.DRAW_NEXT:
        seat = next_in_play(public, before)
        if may_stand:
            ask_before_draw(public, seat)
            return True
    else:
        before = (seat + N_SEATS - 1) % N_SEATS
    if group_is_due(rules, public):
        public.turn_seat = before
        begin_group(log, table, n_in_play(public))
        return True
    public.turn_seat = seat
    if holds_one_too_many(public, table.clock, seat):
        forget(table.own[seat])
        public.phase = Phase.AFTER_CLAIM
        public.tile = -1
        return True
    return False


@kernel
def draw_due(log, rules, table, order, due, may_stand):
    """The draw that is due, and what it leads to: the seat's turn, unless it must win or a flower was not replaced.

    It gets the parts of the world that it needs: handing on all of it would cost more than the draw does. Returns a `Code`.
    """
    public = table.public
    after_kan = 1
    if due == Code.DRAW_NEXT and public.standing == 0 and not may_stand and public.drawable > N_SEATS:
        public.turn_seat = (public.turn_seat + 1) % N_SEATS  # nobody stands, and no last group is larger
        after_kan = 0
    elif due != Code.DRAW_AFTER_KAN:
        if goes_without(log, rules, table, due, may_stand):
            return Code.OK
        after_kan = 0
    seat = public.turn_seat
    drawn = draw(log, rules, table, order, seat, after_kan)
    if drawn == Drawn.TILE:
        if must_win(rules, table.own[seat]):
            self_draw(log, table, seat)
        return Code.OK
    return without_tile(log, table, drawn)


@kernel
def without_tile(log, table, drawn):
    """What follows a draw that brought no tile for the hand (`drawn`), or was a fault. Returns a `Code`."""
    if drawn < 0:
        return drawn
    if drawn == Drawn.DEAD_FLOWER:  # end.flower_into_group
        begin_group(log, table, n_in_play(table.public))
    else:  # no tile is left to replace a flower
        exhausted(log, table)
    return Code.OK
