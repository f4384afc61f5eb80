"""Slips of the seat on turn, tried in the order of the mistakes; at most one at a decision."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.table_choices import FlushKan
from rulesets.tiles import MeldKind
from sim.actions import Action
from sim.bits import has, lowest
from sim.flow.groups import shape_wins
from sim.flow.robbing import may_be_robbed
from sim.jit import kernel
from sim.mistakes.acts import (
    Came,
    false_win,
    kan_retract,
    leak_hand,
    leak_tile,
    leave_chi,
    take_chi_in,
)
from sim.mistakes.breaches import find, is_found, lapse
from sim.mistakes.discards import discard_slip, kan_slip
from sim.mistakes.effects import freeze_again, make_stand, pay_for_win, thaw, undo
from sim.mistakes.false_kan import false_kan
from sim.mistakes.frozen import frozen_draw_slip
from sim.mistakes.keys import Mistake
from sim.mistakes.melds import note_swap, wrong_chi
from sim.mistakes.seats import has_wrong_number
from sim.mistakes.takeback import bar_slips, may_slip
from sim.mistakes.wins import void_win
from sim.moves import close_offer
from sim.table import Phase


@kernel
def turn_slips(world, rules, table, order):
    """Before the answer of the seat on turn is carried out: its mistakes. The answer may change. Returns what `Came` of it."""
    public = table.public
    seat = public.turn_seat
    take_chi_in(world, table, seat)
    if has_wrong_number(table, seat):
        return short_turn(world, rules, table, order, seat)
    came = Came.NOTHING
    if world.answers[seat] >> 6 != Action.WIN and may_slip(world, table, seat):
        if has(world.legal[seat].actions, Action.PASS):  # it does not discard: it may only win
            came = frozen_draw_slip(world, rules, table, seat)
        else:
            note_swap(table, seat)
            came = _first_slip(world, rules, table, order, seat)
    if came == Came.NOTHING and world.answers[seat] >> 6 == Action.WIN:
        came = void_win(world, rules, table, order, seat)
    if came == Came.NOTHING:
        thaw_kan(world, table, seat)
    if came == Came.OUT:
        world.answers[seat] = Action.STAND * 64
    if came == Came.AGAIN:
        bar_slips(table, seat)
    return came


@kernel
def short_turn(world, rules, table, order, seat):
    """The turn of a seat that is a tile short or owes flowers and has not been found out: it makes no kan; a win is refused."""
    action = world.answers[seat] >> 6
    legal = world.legal[seat]
    if action == Action.WIN:
        came = void_win(world, rules, table, order, seat)
        if came == Came.OUT:
            world.answers[seat] = Action.STAND * 64
        return came
    if action == Action.KAN_CLOSED or action == Action.KAN_ADDED:
        if legal.discards == 0:
            world.answers[seat] = Action.STAND * 64
        else:
            drawn = table.own[seat].drawn
            kind = drawn if drawn >= 0 and has(legal.discards, drawn) else lowest(legal.discards)
            world.answers[seat] = Action.DISCARD * 64 + kind
    return Came.NOTHING


# --- the mistakes of a turn, in their order ---------------------------------------------------------------------------
# Each function tries a few, one after the other: noticed or not, a slip is the last thing that goes wrong at this decision. Those
# that go wrong at the draw (`sim.mistakes.draws`) come before, and leave no room for another either.


@kernel
def _first_slip(world, rules, table, order, seat):
    """The first mistake of the turn that happens. Returns what `Came` of it. Who has nothing lawful to do is about to stand: it can
    only forget a bar.
    """
    stuck = world.legal[seat].actions == 0
    came = np.int64(Came.NOTHING) if stuck else np.int64(_slips_in_tiles(world, rules, table, order, seat))
    if came == Came.NOTHING and not has(table.mist.slipped, seat):
        came = _slips_in_discards(world, rules, table, seat)
    if came == Came.NOTHING and not has(table.mist.slipped, seat) and not stuck:
        came = _slips_in_conduct(world, rules, table, seat)
    if came == Came.NOTHING and not has(table.mist.slipped, seat):
        came = _slips_near_the_end(world, rules, table, seat)
    return came


@kernel
def _slips_in_tiles(world, rules, table, order, seat):
    """false_closed_kan, false_win."""
    own = table.own[seat]
    came = false_kan(world, rules, table, order, seat)
    if came != Came.NOTHING:
        return came
    drew = table.public.phase == Phase.OWN_TURN and own.drawn >= 0
    if drew and not shape_wins(rules, table.public, own, own.drawn):  # a win that it lets go is no false one
        return false_win(world, rules, table, seat, own.drawn)
    return Came.NOTHING


@kernel
def _slips_in_discards(world, rules, table, seat):
    """flush_bar, four_winds_bar, untaken_chi, kan_tile, discard_gold."""
    if discard_slip(world, rules, table, seat, Mistake.FLUSH_BAR):
        return Came.NOTHING
    came = _flush_kan(world, rules, table, seat)
    if came != Came.NOTHING or has(table.mist.slipped, seat):
        return came
    if discard_slip(world, rules, table, seat, Mistake.FOUR_WINDS_BAR):
        return Came.NOTHING
    leave_chi(world, table, seat)
    for mistake in (Mistake.KAN_TILE, Mistake.DISCARD_GOLD):
        if has(table.mist.slipped, seat) or discard_slip(world, rules, table, seat, mistake):
            return Came.NOTHING
    return Came.NOTHING


@kernel
def _slips_in_conduct(world, rules, table, seat):
    """wrong_chi, leak_hand, leak_tile."""
    if wrong_chi(world, table, seat):
        return Came.AGAIN
    came = leak_hand(world, rules, table, seat)
    if came != Came.NOTHING or has(table.mist.slipped, seat):
        return came
    return leak_tile(world, table, seat)


@kernel
def _slips_near_the_end(world, rules, table, seat):
    """freeze_breach, late_kan, late_honour, kan_retract."""
    mist = table.mist
    came = frozen_draw_slip(world, rules, table, seat)
    if came != Came.NOTHING or has(mist.slipped, seat):
        return came
    if discard_slip(world, rules, table, seat, Mistake.FREEZE_BREACH):
        return Came.NOTHING
    at = kan_slip(world, rules, table, seat, Mistake.LATE_KAN)
    if at >= 0:
        if is_found(world, table, at, Mistake.LATE_KAN, True):
            make_stand(world, rules, table, at)
            return Came.OUT
        return Came.NOTHING
    if discard_slip(world, rules, table, seat, Mistake.LATE_HONOUR):
        return Came.NOTHING
    return _own_kan(world, rules, table, seat)


@kernel
def _flush_kan(world, rules, table, seat):
    """FD-1.08: a kan in the suit of a flush table. It lies face down if closed, and is not found; an added one may be robbed first
    where the rules allow that, and is judged at once where they do not. Returns what `Came` of it.
    """
    if int(rules.bar.flush_kan) == FlushKan.NONE:
        return Came.NOTHING
    at = kan_slip(world, rules, table, seat, Mistake.FLUSH_BAR)
    if at < 0:
        return Came.NOTHING
    if world.answers[seat] >> 6 == Action.KAN_CLOSED:
        lapse(world, table, at)
    elif may_be_robbed(rules, np.int64(MeldKind.KAN_ADDED)):
        table.mist.kan_breach = at
    elif is_found(world, table, at, Mistake.FLUSH_BAR, True):
        undo(world, table, at)
        return Came.AGAIN
    return Came.NOTHING


@kernel
def _own_kan(world, rules, table, seat):
    """FD-3.30: an added kan, whose tile has been shown, may be taken back; one that can be robbed only once nobody has."""
    answer = world.answers[seat]
    if answer >> 6 == Action.KAN_ADDED and not may_be_robbed(rules, np.int64(MeldKind.KAN_ADDED)):
        return kan_retract(world, rules, table, seat, answer & 63)
    return Came.NOTHING


@kernel
def thaw_kan(world, table, seat):
    """The seat on turn declares a kan: a leaked tile of that kind goes along, until the kan should come to nothing."""
    action = world.answers[seat] >> 6
    if action == Action.KAN_CLOSED or action == Action.KAN_ADDED:
        thaw(table, seat, world.answers[seat] & 63)


@kernel
def rob_slips(world, rules, table, robbers):
    """After the others have answered a kan that may be robbed (`robbers`: who wins on it): a barred one, or one that is taken
    back. Returns what `Came` of it.
    """
    public = table.public
    mist = table.mist
    seat = public.turn_seat
    if mist.kan_breach >= 0:
        at = mist.kan_breach
        mist.kan_breach = -1
        if robbers:  # the winner's table is in plain view
            find(world, table, at, np.int64(lowest(robbers)))
            pay_for_win(world, table, at)
            return Came.NOTHING
        if is_found(world, table, at, Mistake.FLUSH_BAR, True):
            undo(world, table, at)
            return _take_kan_back(table, seat)
        return Came.NOTHING
    if robbers or public.rob_kind != MeldKind.KAN_ADDED or not may_slip(world, table, seat):
        return Came.NOTHING
    came = kan_retract(world, rules, table, seat, public.tile)
    if came == Came.AGAIN:
        return _take_kan_back(table, seat)
    if came == Came.OUT:
        freeze_again(table, seat)
    return came


@kernel
def _take_kan_back(table, seat):
    """The kan is none: its maker, whose turn it still is, decides anew."""
    close_offer(table)
    freeze_again(table, seat)
    bar_slips(table, seat)
    return Came.AGAIN
