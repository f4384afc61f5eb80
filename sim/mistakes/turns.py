"""Slips of the seat on turn, tried in the order of the mistakes; at most one at a decision."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.clause_log import Counter, Entry
from rulesets.table_choices import FlushKan
from rulesets.tiles import MeldKind
from sim.actions import Action
from sim.bits import has, lowest
from sim.flow.bars import has_bars
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
    win_untaken,
)
from sim.mistakes.breaches import find, is_found, lapse
from sim.mistakes.discards import count_bars, discard_slip, kan_slip
from sim.mistakes.effects import make_stand, pay_for_win, thaw, undo
from sim.mistakes.flowers import win_owing
from sim.mistakes.keys import Mistake
from sim.mistakes.log import count
from sim.mistakes.melds import note_swap, wrong_chi
from sim.mistakes.seats import has_wrong_number, profile_of
from sim.mistakes.short import win_short
from sim.mistakes.takeback import bar_slips, turn_number
from sim.mistakes.tiles import false_kan, win_with_wrong_tiles
from sim.moves import close_offer
from sim.order import is_standing
from sim.table import Phase


@kernel
def may_slip(world, rules, table, seat):
    """Whether the seat may make a mistake at this decision: not if it stands, nor in a turn that it has had to begin again."""
    if table.mist.no_slip[seat] == turn_number(table.public) or has_wrong_number(table, seat):
        return False
    return profile_of(world, seat).errs != 0 and not is_standing(table.public, seat)


@kernel
def turn_slips(world, rules, table, order):
    """Before the answer of the seat on turn is carried out: its mistakes. The answer may change. Returns what `Came` of it."""
    public = table.public
    seat = public.turn_seat
    take_chi_in(world, table, seat)
    action = world.answers[seat] >> 6
    if has_wrong_number(table, seat):
        return short_turn(world, rules, table, order, seat)
    if action == Action.WIN:
        came = win_with_wrong_tiles(world, rules, table, seat)
        if came == Came.NOTHING:
            came = win_untaken(world, rules, table, seat)
        if came == Came.OUT:
            world.answers[seat] = Action.STAND * 64
        return came
    if not may_slip(world, rules, table, seat) or has(world.legal[seat].actions, Action.PASS):
        return Came.NOTHING
    leave_chi(world, table, seat)
    note_swap(table, seat)
    if wrong_chi(world, table, seat):
        bar_slips(table, seat)
        return Came.AGAIN
    if false_kan(world, rules, table, seat):
        return Came.KAN
    came = _first_slip(world, rules, table, seat)
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
        came = win_owing(world, rules, table, order, seat)
        if came == Came.NOTHING:
            came = win_short(world, rules, table, seat)
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


@kernel
def _first_slip(world, rules, table, seat):
    """The first mistake of the turn that happens."""
    public = table.public
    drew = public.phase == Phase.OWN_TURN
    before = table.mist.n_breaches
    came = Came.NOTHING
    own = table.own[seat]
    if drew and own.drawn >= 0 and not shape_wins(rules, public, own, own.drawn):  # a win that it lets go is no false one
        came = false_win(world, rules, table, seat, own.drawn)
    if came != Came.NOTHING or table.mist.n_breaches > before:
        return came
    if discard_slip(world, rules, table, seat, Mistake.FLUSH_BAR) or _flush_kan(world, rules, table, seat):
        return Came.NOTHING
    for mistake in (Mistake.FOUR_WINDS_BAR, Mistake.KAN_TILE, Mistake.DISCARD_GOLD):
        if discard_slip(world, rules, table, seat, mistake):
            return Came.NOTHING
    came = leak_hand(world, rules, table, seat)
    if came != Came.NOTHING or table.mist.n_breaches > before:
        return came
    came = leak_tile(world, table, seat)
    if came != Came.NOTHING or table.mist.n_breaches > before:
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
    """A kan in the suit of a flush table. It lies face down if closed, and is not found; an added one may be robbed first."""
    if int(rules.bar.flush_kan) == FlushKan.NONE:
        return False
    at = kan_slip(world, rules, table, seat, Mistake.FLUSH_BAR)
    if at < 0:
        return False
    if world.answers[seat] >> 6 == Action.KAN_CLOSED:
        lapse(world, table, at)
    else:
        table.mist.kan_breach = at
    return True


@kernel
def _own_kan(world, rules, table, seat):
    """A kan of the own turn leaves the tiles of a leak behind, and may be taken back where it cannot be robbed."""
    answer = world.answers[seat]
    action = answer >> 6
    if action != Action.KAN_CLOSED and action != Action.KAN_ADDED:
        return Came.NOTHING
    meld_kind = MeldKind.KAN_CLOSED if action == Action.KAN_CLOSED else MeldKind.KAN_ADDED
    if not may_be_robbed(rules, meld_kind):
        came = kan_retract(world, rules, table, seat, answer & 63)
        if came != Came.NOTHING:
            return came
    thaw(table, seat, answer & 63)
    return Came.NOTHING


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
    if robbers or not may_slip(world, rules, table, seat):
        return Came.NOTHING
    came = kan_retract(world, rules, table, seat, public.tile)
    if came == Came.AGAIN:
        return _take_kan_back(table, seat)
    return came


@kernel
def _take_kan_back(table, seat):
    """The kan is none: its maker, whose turn it still is, decides anew."""
    close_offer(table)
    bar_slips(table, seat)
    return Came.AGAIN


@kernel
def count_lawful_turn(world, rules, table):
    """For the clause log: what the bars took away from the seat on turn, and whether it has no lawful discard."""
    seat = table.public.turn_seat
    if world.counted.shape[0] == 0 or is_standing(table.public, seat) or has(world.legal[seat].actions, Action.PASS):
        return
    if has_bars(rules):
        count_bars(world, rules, table, seat)
    if world.legal[seat].actions == 0:
        count(world, Entry.NO_DISCARD, Counter.BOUND)
