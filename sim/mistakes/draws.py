"""What goes wrong at a draw: a tile too many (FD-1.01), no draw at all (FD-2.01), the wrong end of the wall (FD-2.06, FD-2.16), a
chi that is insisted on once the tile is lifted (FD-2.17).

`draw_with_slips` stands in for `sim.flow.next_draw.draw_due` where people err. A draw is a decision of its own, at which at most
one of these happens; an unnoticed one leaves no room for another slip in that turn.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.clause_log import Counter
from rulesets.tiles import N_SEATS
from sim.actions import Action
from sim.bits import has
from sim.codes import Code
from sim.flow.ending import count_wall, group_is_due, is_last
from sim.flow.flowers import is_flower, lay_dead_flower, take_from_tail
from sim.flow.next_draw import is_asked_first, without_tile
from sim.flow.own_draw import must_win
from sim.jit import kernel
from sim.legality import allows
from sim.mistakes.acts import Came
from sim.mistakes.breaches import found_in_the_act, is_found, lapse, open_breach
from sim.mistakes.chance import slips_now
from sim.mistakes.effects import make_stand
from sim.mistakes.flowers import flowers_at_draw, overlooks_flower, replaces_gold
from sim.mistakes.keys import Mistake
from sim.mistakes.log import count
from sim.mistakes.record import MAX_BREACHES, Deadline, State
from sim.mistakes.replacing import take_tile
from sim.mistakes.seats import has_wrong_number, profile_of
from sim.mistakes.short import skip_draw, skips_draw, watch_short
from sim.mistakes.takeback import bar_slips
from sim.mistakes.tiles import notice_too_many, takes_too_many, too_many
from sim.mistakes.wins import win_unless_void
from sim.moves import Drawn, claim_chi, hold, replace_drawn
from sim.order import is_standing, n_in_play, next_in_play, next_of_group
from sim.table import Phase
from sim.transcript import DrawMark, LogEvent, write, write_more
from sim.wall import draw_front, next_tile, put_back

NOT_DONE = 100  # no `Code`: the draw has yet to be carried out


@kernel
def draw_with_slips(world, rules, table, order, due):
    """Carry out the draw that is due, with the slips that happen at it; who is found to stand by then is passed over. `due` is a
    `Code`, as is what is returned.
    """
    code = np.int64(due)
    while code > 0:
        code = _draw(world, rules, table, order, code)
    return code


@kernel
def _draw(world, rules, table, order, due):
    """One draw: as `draw_with_slips`, but DRAW_NEXT is returned if the seat that drew stands now and its turn is over."""
    public = table.public
    mist = table.mist
    mist.moment += 1
    seat = public.turn_seat
    may_stand = False
    if due == Code.DRAW_NEXT:
        seat = _next_drawer(world, rules, table)
        may_stand = int(rules.turn.stand_pass) != 0 and is_asked_first(world, rules, table)
    insists = mist.late_chi == seat and public.phase == Phase.CLAIM
    mist.late_chi = -1
    draws = table.clock.draws
    n_flowers = int(public.n_flowers[seat])
    takes_two = False
    code = np.int64(NOT_DONE)
    may_err = not may_stand and _may_slip(world, rules, table, seat, due)
    if may_err:
        if insists:
            code = late_chi(world, rules, table, order, seat)
        else:
            takes_two = takes_too_many(world, rules, table, seat)
            if not takes_two:
                code = _instead(world, rules, table, order, seat, due)
    if code == NOT_DONE:
        code = np.int64(take_tile(world, rules, table, order, due, may_stand, may_err and not takes_two))
    if code < 0 or table.clock.draws == draws:
        return code
    watch_short(world, rules, table, seat)
    if takes_two and public.phase == Phase.OWN_TURN:
        came = too_many(world, rules, table, order, seat, False, int(table.own[seat].drawn_from_tail) != 0)
        if came == Came.NOTHING:
            came = notice_too_many(world, rules, table, seat)
        if came == Came.OUT:
            code = np.int64(Code.DRAW_NEXT)
    slips = takes_two
    if public.phase == Phase.OWN_TURN and not takes_two:
        came = replaces_gold(world, rules, table, order, seat)
        slips = came != Code.DONE
        code = came if slips else code
    if public.phase == Phase.OWN_TURN or public.phase == Phase.AFTER_CLAIM:  # with a flower that is not replaced
        own = table.own[seat]
        replaced = own.drawn_from_tail != 0 and own.after_kan == 0
        if public.phase == Phase.AFTER_CLAIM and due != Code.DRAW_AFTER_KAN:  # one that came before it
            replaced = int(public.n_flowers[seat]) > n_flowers + 1
        flowers_at_draw(world, rules, table, order, replaced)
        if slips:
            bar_slips(table, seat)
    if code == Code.OK and public.phase == Phase.OWN_TURN and must_win(rules, table.own[seat]):
        came = win_unless_void(world, rules, table, order, seat)
        if came == Came.OUT:
            code = np.int64(Code.DRAW_NEXT)
    return code


@kernel
def _instead(world, rules, table, order, seat, due):
    """What a seat does in place of the draw that is due, in the order of the mistakes: no draw, one from the wrong end, a flower
    that it does not know for one. Returns a `Code`, or NOT_DONE.
    """
    if skips_draw(world, rules, table, seat, due):
        skip_draw(world, table, seat)
        return np.int64(Code.OK)
    if due != Code.DRAW_AFTER_KAN and goes_to_wrong_end(world, table, seat):
        return _draw_from_wrong_end(world, rules, table, order, seat)
    if overlooks_flower(world, rules, table, order, seat, due == Code.DRAW_AFTER_KAN):
        return np.int64(Code.OK)
    return np.int64(NOT_DONE)


@kernel
def _next_drawer(world, rules, table):
    """The seat whose ordinary draw is due; whoever is found to stand just before it is passed over."""
    public = table.public
    seat = next_in_play(public, public.turn_seat)
    for _ in range(N_SEATS):
        if has(public.standing, seat):
            return np.int64(seat)
        _before_draw(world, rules, table, seat)
        if not has(public.skipped, seat):
            return np.int64(seat)
        seat = next_in_play(public, public.turn_seat)
    return np.int64(seat)


@kernel
def _before_draw(world, rules, table, seat):
    """The seat is about to draw: breaches that can be found up to then (FD-2.06). It may stand afterwards."""
    mist = table.mist
    for at in range(min(mist.n_breaches, MAX_BREACHES)):
        breach = mist.breach[at]
        if breach.state != State.OPEN or breach.due != Deadline.OWN_DRAW or breach.seat != seat:
            continue
        if world.seated[0].by_players:  # players look at the breach and at discards only
            lapse(world, table, np.int64(at))
        elif is_found(world, table, np.int64(at), breach.entry, True):
            make_stand(world, rules, table, np.int64(at))


@kernel
def before_group_draw(world, rules, table):
    """The next tile of the last group is due: whoever would take it and is found to stand just before gets none."""
    public = table.public
    for _ in range(N_SEATS):
        seat = next_of_group(public, public.turn_seat)
        if public.group_left <= 0 or has(public.standing, seat) or has(table.clock.group_done, seat):
            return
        _before_draw(world, rules, table, seat)
        if not has(public.standing, seat):
            return


@kernel
def _may_slip(world, rules, table, seat, due):
    """Whether the seat really takes a tile now and errs at all: the hand goes on, and no last group begins instead."""
    public = table.public
    if profile_of(world, seat).errs == 0 or is_standing(public, seat) or has_wrong_number(table, seat):
        return False
    if is_last(public) or n_in_play(public) == 0:
        return False
    return due == Code.DRAW_AFTER_KAN or not group_is_due(rules, public)


@kernel
def _mark(world, table, mark):
    """Say in the row of the tile just drawn what is wrong with it."""
    write_more(world.log, table.clock, mark, np.int64(0), np.int64(0), np.int64(0))


@kernel
def _keep_lifted(rules, world, table, seat, kind):
    """A tile taken by a seat that stands by now stays with it: in its hand, a flower beside it, not replaced (b.12)."""
    public = table.public
    table.clock.draws += 1
    table.own[seat].n_draws += 1
    if is_flower(rules, public, kind):
        lay_dead_flower(world.log, table, seat, kind)
        public.turn_seat = seat
    else:
        hold(table, seat, kind, np.int64(0), np.int64(0))
    count_wall(rules, public, table.wall)


# --- the wrong end ----------------------------------------------------------------------------------------------------


@kernel
def goes_to_wrong_end(world, table, seat):
    """FD-2.06: whether the seat takes the tile of an ordinary draw from the tail."""
    count(world, Mistake.WRONG_END, Counter.TRIG)
    return slips_now(world, table, seat, Mistake.WRONG_END)


@kernel
def _draw_from_wrong_end(world, rules, table, order, seat):
    """FD-2.06, FD-2.16: the tile comes from the tail. It is no replacement. The slip is complete once it is lifted: found before
    the seat draws again, it stands. Returns a `Code`.
    """
    public = table.public
    kind = take_from_tail(world.log, table, order, seat)
    if kind < 0:
        return np.int64(Code.WALL_EMPTY)
    _mark(world, table, np.int64(DrawMark.WRONG_END))
    at = open_breach(world, table, np.int64(Mistake.WRONG_END), seat, np.int64(-1), np.int64(Deadline.OWN_DRAW))
    if is_found(world, table, at, Mistake.WRONG_END, False):
        make_stand(world, rules, table, at)
        _keep_lifted(rules, world, table, seat, kind)
        return np.int64(Code.DRAW_NEXT)
    table.clock.draws += 1
    table.own[seat].n_draws += 1
    public.turn_seat = seat
    drawn = np.int64(Drawn.TILE)
    if is_flower(rules, public, kind):
        drawn = np.int64(replace_drawn(world.log, rules, table, order, seat, kind, np.int64(0)))
    else:
        hold(table, seat, kind, np.int64(0), np.int64(0))
        count_wall(rules, public, table.wall)
    bar_slips(table, seat)
    return np.int64(Code.OK) if drawn == Drawn.TILE else np.int64(without_tile(world.log, table, drawn))


# --- a chi after the tile is lifted -----------------------------------------------------------------------------------


@kernel
def _its_chi(legal):
    """The chi of the discard on offer that the seat could have called, -1 if none."""
    for action in (Action.CHI_LOW, Action.CHI_MID, Action.CHI_HIGH):
        if allows(legal, action):
            return np.int64(action)
    return np.int64(-1)


@kernel
def late_chi(world, rules, table, order, seat):
    """FD-2.17: the seat lifts a tile and then insists on a chi of the discard. Noticed, it stands and keeps the tile, and there is
    no chi. Otherwise the tile goes back to the front and the chi stands. Returns a `Code`, or NOT_DONE.
    """
    action = _its_chi(world.legal[seat])
    lifted = next_tile(order, table.wall, seat, False)
    if action < 0 or lifted < 0:
        return np.int64(NOT_DONE)
    public = table.public
    tile = public.tile
    at = found_in_the_act(world, table, np.int64(Mistake.LATE_CHI), Mistake.LATE_CHI, seat, tile)
    kind = draw_front(order, table.wall, seat)
    write(world.log, table.clock, LogEvent.DRAW, seat, kind, np.int64(0))
    _mark(world, table, np.int64(DrawMark.LIFTED))
    if at >= 0:
        make_stand(world, rules, table, at)
        _keep_lifted(rules, world, table, seat, kind)
        return np.int64(Code.DRAW_NEXT)
    put_back(table.wall, lifted, False)
    write(world.log, table.clock, LogEvent.RETURN, seat, kind, np.int64(0))
    claim_chi(world.log, rules, table, seat, public.turn_seat, tile, action)
    return np.int64(Code.OK)
