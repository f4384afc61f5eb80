"""Where play meets mistakes: the few kernels that the turn loop calls, and only if somebody at the table errs."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.tiles import N_SEATS
from sim.actions import Action
from sim.bits import bit, has
from sim.claims import winning_answers
from sim.codes import Code
from sim.flow.opening import wins_by_force
from sim.jit import kernel
from sim.mistakes.acts import Came, tell_tenpai
from sim.mistakes.bound import count_bound
from sim.mistakes.breaches import is_found, overflows
from sim.mistakes.claims import claim_slips
from sim.mistakes.draws import before_group_draw
from sim.mistakes.effects import make_stand, throw_shown
from sim.mistakes.flowers import asked_before_kan, flowers_at_discard
from sim.mistakes.keys import Mistake
from sim.mistakes.melds import swap_slips, watch_wrong_chis
from sim.mistakes.opening import watch_usurper
from sim.mistakes.record import MAX_BREACHES, Deadline, State
from sim.mistakes.rounds import keep_away
from sim.mistakes.seats import has_wrong_number, profile_of
from sim.mistakes.short import look_at_short
from sim.mistakes.takeback import bar_slips, turn_number
from sim.mistakes.tiles import pay_for_tiles
from sim.mistakes.turns import rob_slips, turn_slips
from sim.mistakes.wins import judge_wins, void_win
from sim.mistakes.would import note_row
from sim.moves import close_offer
from sim.order import is_standing
from sim.table import Phase


@kernel
def slips(world, rules, table, order, rightful):
    """After all seats have answered, before the answers are carried out. `rightful`: whose deal it is.

    Returns OK: carry the answers out, some of which may have changed; DONE: nothing is left to do in this round; or a fault.
    """
    public = table.public
    table.mist.moment += 1
    came = Came.NOTHING
    if public.phase == Phase.OWN_TURN or public.phase == Phase.AFTER_CLAIM:
        came = _own_turn(world, rules, table, order)
    elif public.phase == Phase.CLAIM:
        came = after_discard(world, rules, table, rightful)
        if came != Came.OVER:
            count_bound(world, rules, table)
            came = claim_slips(world, rules, table, order)
    elif public.phase == Phase.ROB:
        count_bound(world, rules, table)
        if judge_wins(world, rules, table, winning_answers(world.answers, public.turn_seat)):
            came = Came.OVER
        else:
            came = rob_slips(world, rules, table, winning_answers(world.answers, public.turn_seat))
        if came == Came.OUT:
            close_offer(table)
            world.answers[public.turn_seat] = Action.STAND * 64
    if public.phase == Phase.OPENING or public.phase == Phase.LAST_GROUP:
        came = _void_wins(world, rules, table, order)
    passes = public.phase == Phase.LAST_GROUP and world.answers[public.turn_seat] >> 6 != Action.WIN
    if passes or public.phase == Phase.GROUP_DRAW:
        before_group_draw(world, rules, table)
    keep_away(table)
    for seat in range(N_SEATS):
        note_row(world, table, seat)
    if table.mist.fault < 0:
        return np.int64(table.mist.fault)
    if overflows(table):
        return np.int64(Code.TOO_MANY_BREACHES)
    if came == Came.KAN:
        return np.int64(Code.DRAW_AFTER_KAN)
    return np.int64(Code.DONE) if came == Came.OVER or came == Came.AGAIN else np.int64(Code.OK)


@kernel
def _void_wins(world, rules, table, order):
    """Wins with the tiles dealt, called or carried out without asking, and those called on a tile of the last group: which of them
    are void.
    """
    public = table.public
    for step in range(N_SEATS):
        seat = (public.dealer + step) % N_SEATS
        forced = public.phase == Phase.OPENING and wins_by_force(rules, public, table.own[seat])
        if not forced and world.answers[seat] >> 6 != Action.WIN:
            continue
        if public.phase == Phase.LAST_GROUP and seat != public.turn_seat:
            continue
        came = void_win(world, rules, table, order, seat)
        if came == Came.OVER:
            return came
        if came == Came.OUT:
            world.answers[seat] = Action.PASS * 64
    return Came.NOTHING


@kernel
def _own_turn(world, rules, table, order):
    """The turn of a seat: passed over if it stands by now."""
    public = table.public
    seat = public.turn_seat
    table.mist.begun = 1
    if has(public.skipped, seat):
        world.answers[seat] = Action.STAND * 64
        return Came.NOTHING
    only_flowers = table.mist.flower_turn == public.n_discards  # not replaced: the turn began with a draw all the same
    table.mist.turn_drew = 1 if public.phase == Phase.OWN_TURN or only_flowers else 0
    table.mist.late_chi = -1
    again = table.mist.no_slip[seat] == turn_number(public)  # something has gone wrong in this turn already
    table.mist.slipped = bit(seat) if again else np.int64(0)
    count_bound(world, rules, table)
    came = turn_slips(world, rules, table, order)
    if came == Came.NOTHING and world.answers[seat] >> 6 == Action.KAN_CLOSED:
        came = asked_before_kan(world, rules, table, order)
        if came == Came.AGAIN and has(table.mist.slipped, seat):  # fewer tiles are left: it is the same turn all the same
            bar_slips(table, seat)
    return came


@kernel
def after_throw(world, rules, table, order):
    """A tile lies on the table and nobody has answered yet: whether it was seen before, what it decides for those who owe flowers.

    A discard that breaks a bar may still be taken back and leave no trace: it decides nothing, the next one does.
    """
    throw_shown(table)
    if table.mist.barred < 0:
        flowers_at_discard(world, rules, table, order)


@kernel
def after_discard(world, rules, table, rightful):
    """A tile lies on the table: what its giver's discard decides, and what others notice now."""
    public = table.public
    mist = table.mist
    giver = public.turn_seat
    mist.slipped &= bit(giver)  # what went wrong with this discard; the others have yet to answer it
    if mist.usurper_breach >= 0:
        watch_usurper(world, table, rightful)
    for at in range(min(mist.n_breaches, MAX_BREACHES)):
        breach = mist.breach[at]
        if breach.state != State.OPEN:
            continue
        is_due = breach.due == Deadline.OWN_DISCARD and breach.seat == giver
        is_seen = breach.due == Deadline.OWN_DRAW and breach.turn < public.n_discards
        if breach.entry == Mistake.OVERDRAW or breach.entry == Mistake.FALSE_CLOSED_KAN:
            if _look_at_tiles(world, rules, table, np.int64(at), giver) == Came.OVER:
                return Came.OVER
        elif (is_due or is_seen) and is_found(world, table, np.int64(at), breach.entry, is_due):
            make_stand(world, rules, table, np.int64(at))
    watch_wrong_chis(world, rules, table, giver)
    swap_slips(world, rules, table, giver)
    look_at_short(world, rules, table)
    if profile_of(world, giver).errs and not is_standing(public, giver) and not has(mist.slipped, giver):
        tell_tenpai(world, rules, table, giver)
    for seat in range(N_SEATS):
        if (has(public.standing, seat) or has_wrong_number(table, seat)) and seat != giver:
            world.answers[seat] = Action.PASS * 64
    return Came.NOTHING


@kernel
def _look_at_tiles(world, rules, table, at, giver):
    """A tile too many or a false kan, looked at after a discard: the players may notice it after any; the referee finds a tile too
    many after the offender's own, a false kan when hands are shown.
    """
    breach = table.mist.breach[at]
    by_players = world.seated[0].by_players != 0
    is_due = not by_players and breach.entry == Mistake.OVERDRAW and breach.seat == giver
    if not is_found(world, table, at, breach.entry, is_due):
        return Came.NOTHING
    return pay_for_tiles(world, rules, table, at)
