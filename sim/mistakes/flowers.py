"""Flowers owed, overlooked or gold in play (FD-2.05, FD-2.08, FD-2.13, FD-3.02, FD-3.09, FD-3.29); `rounds` has the opening's.

Who owes flowers of the deal holds them unreplaced (CLOCK.waiting) and plays with as many tiles fewer: it claims nothing, makes
no kan and cannot win. At each tile that another seat takes or discards it may make them good; when play has passed it, it stands.
Who has not known a drawn flower for one may never replace it. Flowers that never lie on the table earn nothing.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.clause_log import Counter
from rulesets.dtype import FIRST_FLOWER, N_FLOWER_KINDS
from rulesets.tiles import N_SEATS, MeldKind, Tile
from sim.bits import bit, has, lowest
from sim.codes import Code
from sim.flow.ending import count_wall, group_size
from sim.flow.flowers import is_flower, lay_flower, lay_gold_flower, take_dealt, take_from_tail
from sim.flow.next_draw import without_tile
from sim.jit import kernel
from sim.mistakes.acts import Came, open_place
from sim.mistakes.breaches import find, found_in_the_act, is_found, lapse, open_breach
from sim.mistakes.chance import REFEREE, happens, slips_now
from sim.mistakes.effects import make_stand
from sim.mistakes.keys import Mistake
from sim.mistakes.log import count
from sim.mistakes.record import MAX_BREACHES, Deadline, State
from sim.mistakes.rounds import close_owing, has_flowers, may_slip_here, stays_silent
from sim.mistakes.row import Extra
from sim.mistakes.seats import has_wrong_number
from sim.mistakes.short import discard_short, took_flowers
from sim.mistakes.takeback import turn_number
from sim.moves import Drawn, replace_drawn
from sim.order import is_standing, next_in_play
from sim.seat import changed_by_call
from sim.table import Phase
from sim.transcript import LogEvent, write
from sim.wall import draw_front, kan_ok, next_tile

# --- made good --------------------------------------------------------------------------------------------------------


@kernel
def make_good(world, rules, table, order, seat):
    """The seat lays out the flowers that it owes and draws for them, in rounds, each only while the tile drawn for it leaves enough
    for the last group. What it cannot replace it goes on owing.
    """
    own = table.own[seat]
    public = table.public
    log = world.log
    drawn = own.drawn
    room = public.drawable - group_size(rules, public)
    while room > 0 and has_flowers(table, seat):
        n = 0
        for place in range(N_FLOWER_KINDS):
            while room > 0 and int(table.clock.waiting[seat, place]) > 0:
                table.clock.waiting[seat, place] -= 1
                lay_flower(log, rules, table, seat, np.int64(place + FIRST_FLOWER))
                room -= 1
                n += 1
        for _ in range(n):
            take_dealt(rules, table, seat, take_from_tail(log, table, order, seat))
            table.clock.draws += 1
        count_wall(rules, public, table.wall)
        room = public.drawable - group_size(rules, public)
    own.drawn = drawn
    own.passed = 0
    public.follow[seat] = -1
    if not has_flowers(table, seat):
        table.mist.owing &= ~bit(seat)
        changed_by_call(own)
        close_owing(world, table, seat)


@kernel
def _dealer_is_late(world, rules, table, order, seat):
    """FD-3.09: the seat has replaced a flower. If the dealer before it has discarded and still owes, the dealer stands."""
    public = table.public
    dealer = public.dealer
    if not has(table.mist.owing, dealer) or table.own[dealer].n_thrown == 0 or seat != next_in_play(public, dealer):
        return
    at = open_place(table.mist, np.int64(Mistake.FLOWER_FORGET), dealer)
    if at >= 0 and is_found(world, table, at, Mistake.FLOWER_FORGET, world.seated[0].by_players == 0):
        stand_owing(world, rules, table, order, at)


@kernel
def stand_owing(world, rules, table, order, at):
    """A seat that owes flowers is found out. If standing seats go on playing it replaces them (`penalty.stand: play_no_win`)."""
    seat = table.mist.breach[at].seat
    make_stand(world, rules, table, at)
    close_owing(world, table, seat)
    if not has(table.public.skipped, seat):
        make_good(world, rules, table, order, seat)


# --- the moments ------------------------------------------------------------------------------------------------------


@kernel
def flowers_at_draw(world, rules, table, order, replaced):
    """A seat has taken its tile, flowers that came first laid out: FD-3.09 if one of them was `replaced`, and others may make good
    what they owe.
    """
    mist = table.mist
    seat = table.public.turn_seat
    if mist.owing == 0:
        return
    if replaced:
        _dealer_is_late(world, rules, table, order, seat)
    _some_make_good(world, rules, table, order, seat)


@kernel
def flowers_at_discard(world, rules, table, order):
    """A tile lies on the table, nobody has answered yet: who owes flowers and is due stands; others may make theirs good."""
    mist = table.mist
    if mist.owing == 0:
        return
    note_passed_over(table)
    flowers_are_due(world, rules, table, order)
    _some_make_good(world, rules, table, order, table.public.turn_seat)


@kernel
def note_passed_over(table):
    """The seats between the last discard, if it was claimed, and its claimant have been passed over."""
    public = table.public
    last = public.n_discards - 2
    if last < 0 or int(public.river_claimed[last]) == 0:
        return
    for step in range(1, N_SEATS):
        seat = (int(public.river_seat[last]) + step) % N_SEATS
        if seat == public.turn_seat:
            return
        table.mist.passed_over |= bit(seat)


@kernel
def flowers_are_due(world, rules, table, order):
    """FD-2.08, FD-3.29: after the dealer's first discard nobody stands. At every later one it is due of whoever owes and has made
    this discard or an earlier one, or whose seat a claim has passed over. The players may find it at any discard from then on.
    """
    mist = table.mist
    public = table.public
    by_referee = world.seated[0].by_players == 0
    if public.turn_seat == public.dealer and table.own[public.dealer].n_thrown == 1:
        return
    for at in range(min(mist.n_breaches, MAX_BREACHES)):
        breach = mist.breach[at]
        if breach.state != State.OPEN or breach.due != Deadline.FLOWERS:
            continue
        seat = breach.seat
        is_due = table.own[seat].n_thrown > 0 or has(mist.passed_over, seat)
        if is_standing(public, seat):
            lapse(world, table, np.int64(at))
        elif is_due and is_found(world, table, np.int64(at), Mistake.FLOWER_FORGET, by_referee):
            stand_owing(world, rules, table, order, np.int64(at))


@kernel
def _some_make_good(world, rules, table, order, mover):
    """Seats that owe flowers, other than the one that moves, may make them good now, in turn order after it."""
    public = table.public
    for step in range(1, N_SEATS):
        seat = (mover + step) % N_SEATS
        if not has(table.mist.owing, seat) or has(public.skipped, seat) or public.drawable <= group_size(rules, public):
            continue
        if is_standing(public, seat) or happens(world, table, seat, Mistake.FLOWER_FORGET, Extra.FLOWER_FORGET_FIX):
            make_good(world, rules, table, order, seat)
            _dealer_is_late(world, rules, table, order, seat)


@kernel
def asked_before_kan(world, rules, table, order):
    """FD-2.13: the seat on turn announces a closed kan; others that owe flowers make them good, or stay silent and stand. Returns
    what `Came`: AGAIN if the wall allows no kan any more after that.
    """
    public = table.public
    maker = public.turn_seat
    was_allowed = kan_ok(rules, public, MeldKind.KAN_CLOSED)
    if table.mist.owing & ~(public.skipped | bit(maker)) == 0:
        return Came.NOTHING
    for step in range(1, N_SEATS):
        seat = (maker + step) % N_SEATS
        if not has(table.mist.owing, seat) or has(public.skipped, seat):
            continue
        if not stays_silent(world, table, seat):
            make_good(world, rules, table, order, seat)
            _dealer_is_late(world, rules, table, order, seat)
            continue
        at = found_in_the_act(world, table, Mistake.FLOWER_SILENT, Mistake.FLOWER_SILENT, seat, np.int64(-1))
        if at >= 0:
            stand_owing(world, rules, table, order, at)
    return Came.AGAIN if was_allowed and not kan_ok(rules, public, MeldKind.KAN_CLOSED) else Came.NOTHING


@kernel
def win_owing(world, rules, table, order, seat):
    """A seat that owes flowers calls a win that needs no shape: it is refused, and the seat stands. Returns what `Came`."""
    at = open_place(table.mist, np.int64(Mistake.FLOWER_FORGET), seat)
    if at < 0:
        return Came.NOTHING
    find(world, table, at, np.int64(REFEREE))
    table.mist.breach[at].denied = 1
    count(world, Mistake.FLOWER_FORGET, Counter.DENIED)
    stand_owing(world, rules, table, order, at)
    return Came.OUT


# --- a flower drawn in play -------------------------------------------------------------------------------------------


@kernel
def overlooks_flower(world, rules, table, order, seat, after_kan):
    """FD-3.02: the seat draws a flower and takes it for another tile: it keeps it and discards one of the others. Returns whether
    that is what happens instead of its draw (`after_kan`: the replacement of a kan). Its hand is a tile short from then on.
    """
    public = table.public
    if table.mist.extra_tile[seat] != 0 or public.drawable - 1 <= group_size(rules, public):  # it would not be replaced anyway
        return False
    tile = next_tile(order, table.wall, seat, after_kan)
    if tile < 0 or not is_flower(rules, public, int(order.kind_of[tile])):
        return False
    count(world, Mistake.FLOWER_UNSEEN, Counter.TRIG)
    if not slips_now(world, table, seat, Mistake.FLOWER_UNSEEN):
        return False
    own = table.own[seat]
    kind = np.int64(order.kind_of[tile])
    if after_kan:
        take_from_tail(world.log, table, order, seat)
    else:
        draw_front(order, table.wall, seat)
        write(world.log, table.clock, LogEvent.DRAW, seat, kind, np.int64(0))
        own.n_draws += 1
    open_breach(world, table, np.int64(Mistake.FLOWER_UNSEEN), seat, kind, np.int64(Deadline.OWN_DISCARD))
    table.clock.waiting[seat, kind - FIRST_FLOWER] += 1
    table.clock.draws += 1
    table.clock.off_by[seat] -= 1
    table.mist.short |= bit(seat)
    took_flowers(table, seat)
    count_wall(rules, public, table.wall)
    discard_short(table, seat)
    return True


@kernel
def replaces_gold(world, rules, table, order, seat):
    """FD-2.05 in play: the seat has just drawn a flower that is gold, or has replaced another while it holds one: it lays the gold
    out too and draws for it. Found at once or never. Returns a `Code`: DRAW_NEXT if it stands for it, DONE if it does not do it.
    """
    own = table.own[seat]
    public = table.public
    log = world.log
    at_it = own.drawn == own.gold_kind or (own.drawn_from_tail != 0 and own.after_kan == 0)
    if int(own.gold_flowers) == 0 or not at_it or not may_slip_here(world, table, seat) or has_wrong_number(table, seat):
        return np.int64(Code.DONE)
    if table.mist.no_slip[seat] == turn_number(public) or public.drawable <= group_size(rules, public):
        return np.int64(Code.DONE)
    count(world, Mistake.REPLACE_GOLD_FLOWER, Counter.TRIG)
    if not slips_now(world, table, seat, Mistake.REPLACE_GOLD_FLOWER):
        return np.int64(Code.DONE)
    gold = np.int64(Tile.H1 + lowest(own.gold_flowers))
    lay_gold_flower(log, table, seat, gold)
    kind = take_from_tail(log, table, order, seat)
    table.clock.draws += 1
    drawn = np.int64(replace_drawn(log, rules, table, order, seat, kind, np.int64(own.after_kan)))
    changed_by_call(own)
    code = np.int64(Code.OK)
    if drawn != Drawn.TILE:
        code = np.int64(without_tile(log, table, drawn))
    at = found_in_the_act(world, table, Mistake.REPLACE_GOLD_FLOWER, Mistake.REPLACE_GOLD_FLOWER, seat, gold)
    if at < 0 or public.phase == Phase.OVER:
        return code
    make_stand(world, rules, table, at)
    return np.int64(Code.DRAW_NEXT) if public.phase == Phase.OWN_TURN else code
