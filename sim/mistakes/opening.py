"""Mistakes before the first turn: a deal out of turn, the wall broken or the gold turned up wrongly, a look before the dice.

A wrong door or gold changes no tile's chance, so nothing of the deal has to be redone when it is found before the dealer lifts.
All of this comes between the deal and the first opening win: the door and the gold, then the dice, then tiles taken wrongly.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.choices import SeatWinds
from rulesets.clause_log import Counter, Entry
from rulesets.dtype import FIRST_FLOWER
from rulesets.table_choices import GoldOpener
from rulesets.tiles import N_SEATS, Tile
from sim.bits import bit
from sim.flow.gold import has_golds
from sim.flow.seat_winds import east_seat, give_winds, show_winds, winds_dice
from sim.jit import kernel
from sim.mistakes.acts import Came
from sim.mistakes.breaches import clear_mist, is_found, note_effect, objected_in_the_act, open_breach
from sim.mistakes.chance import happens, slips_now
from sim.mistakes.effects import book_penalty, break_off, make_stand
from sim.mistakes.keys import Mistake
from sim.mistakes.log import count
from sim.mistakes.record import Deadline
from sim.mistakes.row import Extra
from sim.mistakes.seats import profile_of
from sim.mistakes.tiles import notice_too_many, overdraw
from sim.mistakes.would import note_row
from sim.transcript import LogEvent, write, write_more


@kernel
def deal_out_of_turn(world, rules, table, wall, hand_no, dealer):
    """FD-1.14: who deals: the dealer, or by mistake the seat after or before it. Found before the gold is open it does not.

    The reshuffle that follows then keeps the wall: nobody has seen a tile of it, so all its orders are as likely as before, and
    the rightful dealer's deal from it is one from a new wall. The same wall keeps the hand comparable between variants.
    In the breach log `kind` is then 0; it is 1 where the wrong seat has dealt. The transcript names both seats.
    """
    table.clock.wall = wall
    table.clock.hand_no = hand_no
    mist = table.mist
    clear_mist(mist)
    for step in (1, N_SEATS - 1):
        seat = (dealer + step) % N_SEATS
        count(world, Mistake.WRONG_DEALER, Counter.TRIG)
        if slips_now(world, table, seat, Mistake.WRONG_DEALER):
            table.public.n_discards = 0
            table.public.drawable = int(rules.built.n_tiles) - int(rules.wall.reserve)  # no tile has been taken yet
            at = open_breach(world, table, np.int64(Mistake.WRONG_DEALER), seat, np.int64(0), np.int64(Deadline.HAND_END))
            write(world.log, table.clock, LogEvent.USURPER, seat, np.int64(-1), dealer)
            if is_found(world, table, at, Mistake.WRONG_DEALER, False):
                write_more(world.log, table.clock, np.int64(1), np.int64(0), np.int64(0), np.int64(0))
                return dealer
            mist.breach[at].kind = 1
            mist.usurper_breach = at
            return seat
    return dealer


@kernel
def opening_slips(world, rules, table, order, hand_no, rightful):
    """After the deal, before the first question and the first flower replaced. `rightful`: whose deal it is. Returns whether the
    hand is over: then the dice for the seat winds are not thrown any more.
    """
    mist = table.mist
    mist.moment += 1
    public = table.public
    for seat in range(N_SEATS):
        note_row(world, table, seat)
    if public.dealer != rightful:
        watch_usurper(world, table, rightful)
    if _open_wrongly(world, rules, table):
        return True
    throw_dice(world, rules, table, hand_no)
    for step in range(1, N_SEATS):  # the first tile of the dealer's, taken by another
        seat = (public.dealer + step) % N_SEATS
        if profile_of(world, seat).errs:
            overdraw(world, rules, table, order, seat, True, False)
            if notice_too_many(world, rules, table, seat) == Came.OVER:
                return True
    return False


@kernel
def watch_usurper(world, table, rightful):
    """FD-1.14: whether the deal out of turn is found now: by the referee once the gold is open, by the players when one notices."""
    at = table.mist.usurper_breach
    if at < 0:
        return
    mist = table.mist
    if world.seated[0].by_players == 0:
        is_found(world, table, at, Mistake.WRONG_DEALER, True)
    elif not is_found(world, table, at, Mistake.WRONG_DEALER, False):
        return
    mist.usurper_breach = -1
    table.event.rightful = 1 + rightful


@kernel
def _open_wrongly(world, rules, table):
    """FD-1.03, FD-1.05, FD-1.12: the dealer opens the door, another seat the gold. Found once the dealer has lifted tiles,
    whoever was wrong pays and the hand is void; two offenders pay together.
    """
    public = table.public
    dealer = public.dealer
    opener = dealer if int(rules.penalty.gold_opener) == GoldOpener.DEALER else (dealer + N_SEATS - 1) % N_SEATS
    door = _opens(world, table, Mistake.WRONG_DOOR, dealer)
    gold = _opens(world, table, Mistake.WRONG_GOLD, opener) if has_golds(rules) else np.int64(-1)
    if door < 0 and gold < 0:
        return False
    table.mist.moment += 1
    if door >= 0 and not is_found(world, table, door, Mistake.WRONG_DOOR, True):
        door = np.int64(-1)
    if gold >= 0 and not is_found(world, table, gold, Mistake.WRONG_GOLD, True):
        gold = np.int64(-1)
    at = door if door >= 0 else gold
    if at < 0:
        return False
    offenders = 0
    if door >= 0:
        offenders |= bit(dealer)
    if gold >= 0:
        offenders |= bit(opener)
    if door >= 0 and gold >= 0 and dealer != opener:
        at = open_breach(world, table, np.int64(Entry.JOINT_OPENING), dealer, np.int64(offenders), np.int64(Deadline.ACT))
        table.mist.breach[at].state = 1
        table.mist.breach[at].observer = table.mist.breach[door].observer
        count(world, Entry.JOINT_OPENING, Counter.NOTICED)
    note_effect(world, table, at, np.int64(Counter.PEI))
    book_penalty(table, offenders, 0)
    break_off(world, table, at)
    return True


@kernel
def _opens(world, table, mistake, seat):
    """If the seat opens the door or the gold wrongly and nobody sees it before the dealer lifts: its place in the book, or -1."""
    count(world, mistake, Counter.TRIG)
    if not slips_now(world, table, seat, mistake):
        return np.int64(-1)
    at = open_breach(world, table, np.int64(mistake), seat, np.int64(-1), np.int64(Deadline.ACT))
    return np.int64(-1) if is_found(world, table, at, mistake, False) else at


@kernel
def throw_dice(world, rules, table, hand_no):
    """The seat winds are given out, after a look at the tiles perhaps (FD-3.28). The WINDS row tells the throw that counts."""
    mist = table.mist
    dealer = table.public.dealer
    if int(rules.deal.seat_winds) != SeatWinds.DICE:
        give_winds(world.log, world.seed, rules, table, hand_no)
        return
    dice = winds_dice(world.seed, table.clock.wall, hand_no)
    east = east_seat(rules, world.seed, table.clock.wall, hand_no, dealer)
    at = peek_dice(world, table, east)
    if mist.steered >= 0:
        east = mist.steered
        dice = steered_dice(dice, dealer, east)
    show_winds(world.log, table, east, dice)
    if at >= 0:
        make_stand(world, rules, table, at)


@kernel
def peek_dice(world, table, east):
    """FD-3.28: the dealer looks at its tiles before it throws the dice, and may steer them to its flowers. Returns the place in the
    book if somebody objects, else -1: then the dealer will stand, and the dice are thrown again, honestly. `east`: by that throw.
    """
    dealer = table.public.dealer
    count(world, Mistake.PEEK_DICE, Counter.TRIG)
    if not slips_now(world, table, dealer, Mistake.PEEK_DICE):
        return np.int64(-1)
    at = objected_in_the_act(world, table, Mistake.PEEK_DICE, dealer, np.int64(-1))
    if at < 0 and happens(world, table, dealer, Mistake.PEEK_DICE, Extra.PEEK_DICE_CONTROL):
        table.mist.steered = best_east(table, dealer, east)
    return at


@kernel
def steered_dice(dice, dealer, east):
    """The throw of a dealer who steers the second die only: the lowest number that makes `east` the seat of East."""
    first = dice >> 4
    second = np.int64(1)
    while (dealer + first + second - 1) % N_SEATS != east:
        second += 1
    return 16 * first + second


@kernel
def best_east(table, dealer, east):
    """The seat that has to be East so that most of the dealer's flowers match its wind; of equals the one that is East as it is,
    then the one that makes the dealer's number lowest.
    """
    best = (dealer - east) % N_SEATS
    most = _matching(table, dealer, best)
    for number in range(N_SEATS):
        n = _matching(table, dealer, number)
        if n > most:
            best, most = np.int64(number), n
    return (dealer - best) % N_SEATS


@kernel
def _matching(table, seat, number):
    """Seasons and plants of one number (0 East .. 3 North) that the seat has before it or in its hand."""
    n = 0
    for colour in range(2):
        kind = Tile.H1 + 4 * colour + number
        n += int(table.own[seat].flowers[kind - FIRST_FLOWER]) + int(table.clock.waiting[seat, kind - FIRST_FLOWER])
        n += int(table.own[seat].gold_flowers) >> (4 * colour + number) & 1
    return n


@kernel
def east_of(who, seed, rules, table, hand_no):
    """The seat that is East in a finished hand under the rules that score it, steered dice included."""
    if table.mist.steered >= 0 and who.errs and int(rules.deal.seat_winds) == SeatWinds.DICE:
        return table.mist.steered
    return east_seat(rules, seed, table.clock.wall, hand_no, int(table.event.dealer))
