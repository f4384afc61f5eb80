"""Single acts that are wrong in themselves: a false win, talk, a leaked tile, a kan or pon taken back.

What they return: `Came.NOTHING`, `Came.OUT` if the player is out of this turn or claim now, `Came.OVER` if the hand is over.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rulesets.clause_log import Counter, Entry
from rulesets.hand_golds import hand_distance
from rulesets.table_choices import KanRetract
from rulesets.tiles import Tile
from sim.bits import bit, has, n_bits, nth
from sim.flow.groups import winning_waits
from sim.jit import kernel
from sim.mistakes.breaches import found_in_the_act, is_found, lapse, objected_in_the_act, open_breach
from sim.mistakes.chance import happens, objector_of, one_of, slips_now
from sim.mistakes.effects import bar_from_discards, freeze, make_pay, make_stand, near_kinds, pay_for_talk, show_all, undo
from sim.mistakes.keys import Mistake
from sim.mistakes.log import count
from sim.mistakes.record import MAX_BREACHES, Deadline, State
from sim.mistakes.row import Extra
from sim.seat import add_tile, remove_tile

FALSE_WIN_DISTANCE = 2  # tiles needed by a hand that is ready or one away from it: near enough for a false win


class Came(IntEnum):
    """What came of an act."""

    NOTHING = 0
    OUT = 1
    OVER = 2
    AGAIN = 3  # the question is put once more
    KAN = 4  # a kan lies on the table: its replacement is due


@kernel
def is_near(world, rules, own):
    """Whether the tiles held between turns are ready or one tile away from it."""
    if own.waits:
        return True
    if own.least_distance > FALSE_WIN_DISTANCE:
        return False
    drawn = own.drawn
    if drawn >= 0:
        remove_tile(own, drawn)
    distance = hand_distance(world.tables, rules, own.keys, own.counts, own.n_melds, own.golds)
    if drawn >= 0:
        add_tile(own, drawn)
    return distance <= FALSE_WIN_DISTANCE


@kernel
def false_win(world, rules, table, seat, kind):
    """FD-1.04, FD-2.14: the seat calls a win on a tile that does not complete its hand, and shows all of it or some."""
    if not is_near(world, rules, table.own[seat]):
        return Came.NOTHING
    count(world, Mistake.FALSE_WIN, Counter.TRIG)
    if not slips_now(world, table, seat, Mistake.FALSE_WIN):
        return Came.NOTHING
    full = happens(world, table, seat, Mistake.FALSE_WIN, Extra.FALSE_WIN_FULL)
    entry = np.int64(Mistake.FALSE_WIN) if full else np.int64(Entry.PARTIAL_FALSE_WIN)
    at = found_in_the_act(world, table, entry, Mistake.FALSE_WIN, seat, kind)
    if at < 0:
        return Came.NOTHING
    if not full:
        bar_from_discards(world, table, at)
        return Came.NOTHING
    if make_pay(world, rules, table, at):
        return Came.OVER
    show_all(table, seat)
    return Came.OUT


@kernel
def leak_hand(world, rules, table, seat):
    """FD-2.11: the seat shows tiles, or says that it will not chi."""
    count(world, Mistake.LEAK_HAND, Counter.TRIG)
    if not slips_now(world, table, seat, Mistake.LEAK_HAND):
        return Came.NOTHING
    at = objected_in_the_act(world, table, Mistake.LEAK_HAND, seat, np.int64(-1))
    if at < 0:
        return Came.NOTHING
    make_stand(world, rules, table, at)
    return Came.OUT


@kernel
def leak_tile(world, table, seat):
    """FD-3.01: the seat lets the others see one concealed tile that is no gold. A frozen tile leaves its choice to be made anew."""
    held = table.own[seat].at_least[0] & ~table.public.frozen[seat]
    if held == 0:
        return Came.NOTHING
    count(world, Mistake.LEAK_TILE, Counter.TRIG)
    if not slips_now(world, table, seat, Mistake.LEAK_TILE):
        return Came.NOTHING
    kind = nth(held, one_of(world, table, seat, Mistake.LEAK_TILE, n_bits(held)))
    at = objected_in_the_act(world, table, Mistake.LEAK_TILE, seat, np.int64(kind))
    if at < 0:
        return Came.NOTHING
    freeze(world, table, at)
    return Came.AGAIN


@kernel
def tell_tenpai(world, rules, table, seat):
    """FD-2.09: the seat has become ready with its discard and lets the others know."""
    own = table.own[seat]
    mist = table.mist
    if winning_waits(rules, table.public, own) == 0:
        mist.told &= ~bit(seat)
        return
    if has(mist.told, seat):
        return
    mist.told |= bit(seat)
    count(world, Mistake.TELL_TENPAI, Counter.TRIG)
    if not slips_now(world, table, seat, Mistake.TELL_TENPAI):
        return
    at = objected_in_the_act(world, table, Mistake.TELL_TENPAI, seat, np.int64(-1))
    if at >= 0:
        pay_for_talk(world, rules, table, at, int(rules.penalty.tell_tenpai))


@kernel
def has_two_of_a_run(own):
    """Whether the seat holds two tiles that a third makes a run."""
    held = own.at_least[0]
    for suit in range(3):
        ranks = (held >> 9 * suit) & 0b111111111
        if ranks & (ranks >> 1) or ranks & (ranks >> 2):
            return True
    return False


@kernel
def ask_chi(world, rules, table, seat):
    """FD-2.10: the seat asks the one before it for a tile to chi."""
    if not has_two_of_a_run(table.own[seat]):
        return Came.NOTHING
    count(world, Mistake.ASK_CHI, Counter.TRIG)
    if not slips_now(world, table, seat, Mistake.ASK_CHI):
        return Came.NOTHING
    at = objected_in_the_act(world, table, Mistake.ASK_CHI, seat, np.int64(-1))
    if at < 0:
        return Came.NOTHING
    make_stand(world, rules, table, at)
    return Came.OUT


@kernel
def is_telling(own, waits, tile):
    """Whether a seat that waits for these kinds (a mask) might give that away at a tile: near one of them, or a pair of its own."""
    if has(own.at_least[1], tile):
        return True
    return tile < Tile.EAST and waits & near_kinds(tile) != 0


@kernel
def hint_wait(world, rules, table, seat, tile):
    """FD-3.27: a ready seat reacts to a tile near its wait."""
    own = table.own[seat]
    waits = winning_waits(rules, table.public, own)
    if waits == 0 or not is_telling(own, waits, tile):
        return
    count(world, Mistake.HINT_WAIT, Counter.TRIG)
    if not slips_now(world, table, seat, Mistake.HINT_WAIT):
        return
    at = objected_in_the_act(world, table, Mistake.HINT_WAIT, seat, np.int64(tile))
    if at >= 0:
        pay_for_talk(world, rules, table, at, int(rules.penalty.hint))


@kernel
def kan_retract(world, rules, table, seat, kind):
    """FD-3.30: the seat takes back a kan that it has shown and that nobody robbed."""
    count(world, Mistake.KAN_RETRACT, Counter.TRIG)
    if not slips_now(world, table, seat, Mistake.KAN_RETRACT):
        return Came.NOTHING
    at = found_in_the_act(world, table, Mistake.KAN_RETRACT, Mistake.KAN_RETRACT, seat, kind)
    if at < 0:
        return Came.AGAIN
    if int(rules.penalty.kan_retract) == KanRetract.UNDO:
        undo(world, table, at)
        return Came.AGAIN
    make_stand(world, rules, table, at)
    return Came.OUT


@kernel
def pon_retract(world, rules, table, seat, kind):
    """FD-2.12: the seat has called pon and shown its pair, and nobody has a higher claim; it takes the pon back."""
    count(world, Mistake.PON_RETRACT, Counter.TRIG)
    if not slips_now(world, table, seat, Mistake.PON_RETRACT):
        return Came.NOTHING
    at = found_in_the_act(world, table, Mistake.PON_RETRACT, Mistake.PON_RETRACT, seat, kind)
    if at >= 0:
        make_stand(world, rules, table, at)
    return Came.OUT


@kernel
def open_place(mist, entry, seat):
    """Place in the book of the seat's open breach of this entry, or -1."""
    for at in range(min(mist.n_breaches, MAX_BREACHES)):
        breach = mist.breach[at]
        if breach.entry == entry and breach.seat == seat and breach.state == State.OPEN:
            return np.int64(at)
    return np.int64(-1)


@kernel
def take_chi_in(world, table, seat):
    """FD-1.11: at a turn of its own the seat may take in the tile of a chi that it has left lying."""
    at = open_place(table.mist, Mistake.UNTAKEN_CHI, seat)
    if at >= 0 and happens(world, table, seat, Mistake.UNTAKEN_CHI, Extra.UNTAKEN_CHI_CLEAR):
        lapse(world, table, at)


@kernel
def leave_chi(world, table, seat):
    """FD-1.11: the seat has just made a chi and may leave its tile lying."""
    own = table.own[seat]
    if own.just_chi < 0 or open_place(table.mist, Mistake.UNTAKEN_CHI, seat) >= 0:
        return
    count(world, Mistake.UNTAKEN_CHI, Counter.TRIG)
    if slips_now(world, table, seat, Mistake.UNTAKEN_CHI):
        open_breach(world, table, Mistake.UNTAKEN_CHI, seat, own.just_chi, np.int64(Deadline.OWN_WIN))


@kernel
def win_untaken(world, rules, table, seat):
    """FD-1.11: the seat wins; if the tile of a chi still lies where it was, somebody may object, and the win is void."""
    at = open_place(table.mist, Mistake.UNTAKEN_CHI, seat)
    if at < 0 or not is_found(world, table, at, Mistake.UNTAKEN_CHI, True):
        return Came.NOTHING
    objector = objector_of(world, table, seat, Mistake.UNTAKEN_CHI)
    if objector < 0:
        count(world, Mistake.UNTAKEN_CHI, Counter.TOLERATED)
        return Came.NOTHING
    count(world, Mistake.UNTAKEN_CHI, Counter.OBJECTED)
    breach = table.mist.breach[at]
    breach.objector = objector
    breach.denied = 1
    count(world, Mistake.UNTAKEN_CHI, Counter.DENIED)
    return Came.OVER if make_pay(world, rules, table, at) else Came.OUT
