"""Hands with a tile that does not belong: one too many (FD-1.01), and a closed kan that is none (FD-1.02; `false_kan` lays it).

A tile too many has left the wall and lies with the hand unused, even a flower: who has one cannot win any more without being found
out. The wrong tile of a false kan is the fourth of the meld, face down.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.choices import ClosedKind
from rulesets.clause_log import Counter
from rulesets.dtype import FOUND_LATE
from rulesets.table_choices import SelfReport
from rulesets.tiles import N_SEATS, MeldKind
from sim.bits import bit
from sim.flow.bars import has_bars, note_melds
from sim.flow.ending import count_wall
from sim.jit import kernel
from sim.mistakes.acts import Came, open_place
from sim.mistakes.breaches import find, is_found, note_effect, open_breach
from sim.mistakes.chance import REFEREE, happens, slips_now
from sim.mistakes.effects import book_penalty, make_pay, make_stand
from sim.mistakes.keys import Mistake
from sim.mistakes.log import count
from sim.mistakes.record import Deadline
from sim.mistakes.row import Extra
from sim.mistakes.short import keep_off
from sim.seat import changed_by_call
from sim.transcript import DrawMark, LogEvent, write, write_more
from sim.wall import draw_front, draw_tail, next_tile, put_back


@kernel
def takes_too_many(world, rules, table, seat):
    """FD-1.01: whether the seat takes a tile too many. Who has one already takes no other: an overfull hand is one breach."""
    if table.mist.extra_tile[seat] != 0 or table.public.drawable < 2:
        return False
    count(world, Mistake.OVERDRAW, Counter.TRIG)
    return slips_now(world, table, seat, Mistake.OVERDRAW)


@kernel
def too_many(world, rules, table, order, seat, is_head, from_tail):
    """FD-1.01: the seat takes the next tile of an end of the wall beside its own; `is_head`: it is the dealer's first tile.

    Owned up to at once it goes back and the seat only stands: the dealer's tile, or any (`penalty.self_report`). Otherwise it lies
    with the hand, which is one tile too large from now on.
    """
    tile = next_tile(order, table.wall, seat, from_tail)
    kind = draw_tail(order, table.wall) if from_tail else draw_front(order, table.wall, seat)
    _hold_more(rules, table, seat, 1, from_tail)
    table.mist.extra_tile[seat] = 1 + kind
    write(world.log, table.clock, LogEvent.DRAW, seat, kind, 1 if from_tail else 0)
    write_more(world.log, table.clock, np.int64(DrawMark.TOO_MANY), np.int64(0), np.int64(0), np.int64(0))
    at = open_breach(world, table, np.int64(Mistake.OVERDRAW), seat, np.int64(-1), np.int64(Deadline.OWN_DISCARD))
    may_report = is_head or int(rules.penalty.self_report) == SelfReport.ANY
    if not may_report or not happens(world, table, seat, Mistake.OVERDRAW, Extra.OVERDRAW_SELF_REPORT):
        return Came.NOTHING
    put_back(table.wall, tile, from_tail)
    _hold_more(rules, table, seat, -1, from_tail)
    table.mist.extra_tile[seat] = 0
    write(world.log, table.clock, LogEvent.RETURN, seat, kind, 1 if from_tail else 0)
    find(world, table, at, seat)
    make_stand(world, rules, table, at)
    return Came.OUT


@kernel
def _hold_more(rules, table, seat, n, from_tail):
    """A hand has one tile more beyond its number, or (`n` = -1) it has put that tile back."""
    public = table.public
    public.n_concealed[seat] = int(public.n_concealed[seat]) + n
    table.clock.off_by[seat] = int(table.clock.off_by[seat]) + n
    if from_tail:
        public.tail_taken += n
    count_wall(rules, public, table.wall)


@kernel
def overdraw(world, rules, table, order, seat, is_head, from_tail):
    """FD-1.01: an opportunity to take a tile too many, from the tail at a replacement. Returns what `Came` of it."""
    if not takes_too_many(world, rules, table, seat):
        return Came.NOTHING
    return too_many(world, rules, table, order, seat, is_head, from_tail)


@kernel
def notice_too_many(world, rules, table, seat):
    """The players may notice a tile too many as it is taken. Returns what `Came` of it."""
    at = open_place(table.mist, np.int64(Mistake.OVERDRAW), seat)
    if at < 0 or not is_found(world, table, at, Mistake.OVERDRAW, False):
        return Came.NOTHING
    return pay_for_tiles(world, rules, table, at)


@kernel
def turn_up_kan(rules, table, seat):
    """A false kan is found while the hand goes on: its four tiles lie face up, as a meld that is none and earns nothing."""
    own = table.own[seat]
    public = table.public
    at = table.mist.breach[open_or_found(table, seat)].kind
    for i in range(own.n_melds):
        if int(own.meld_kind[i]) == MeldKind.KAN_CLOSED and int(own.meld_tile[i]) == at:
            own.meld_kind[i] = MeldKind.FALSE_KAN
            public.meld_kind[seat, i] = MeldKind.FALSE_KAN
            public.meld_tile[seat, i] = at
    public.visible[at] += 3 if int(rules.kan.closed_kind) == ClosedKind.HIDDEN else -1
    public.visible[table.mist.wrong_tile[seat]] += 1
    if has_bars(rules):
        note_melds(rules, public, seat)
    changed_by_call(own)
    keep_off(table, seat)


@kernel
def open_or_found(table, seat):
    """Place in the book of the seat's false kan."""
    for at in range(table.mist.n_breaches):
        breach = table.mist.breach[at]
        if breach.entry == Mistake.FALSE_CLOSED_KAN and breach.seat == seat:
            return at
    return 0


@kernel
def win_with_wrong_tiles(world, rules, table, seat):
    """The seat wins and lays its tiles down: a tile too many or a false kan is found for certain, the win is void."""
    for mistake in (np.int64(Mistake.OVERDRAW), np.int64(Mistake.FALSE_CLOSED_KAN)):
        at = open_place(table.mist, mistake, seat)
        if at >= 0:
            find(world, table, at, np.int64(REFEREE))
            table.mist.breach[at].denied = 1
            count(world, mistake, Counter.DENIED)
            return pay_for_tiles(world, rules, table, at)
    return Came.NOTHING


@kernel
def pay_for_tiles(world, rules, table, at):
    """A tile too many or a false kan was found in play: the offender pays."""
    breach = table.mist.breach[at]
    if make_pay(world, rules, table, at):
        return Came.OVER
    if breach.entry == Mistake.FALSE_CLOSED_KAN:
        turn_up_kan(rules, table, breach.seat)
    return Came.OUT


@kernel
def find_false_kans(world, table):
    """The hand is over and hands are shown: a false kan is found, its owner's hand is worth nothing, and it pays afterwards."""
    event = table.event
    for seat in range(N_SEATS):
        at = open_place(table.mist, Mistake.FALSE_CLOSED_KAN, seat)
        if at < 0:
            continue
        find(world, table, at, np.int64(REFEREE))
        note_effect(world, table, at, np.int64(Counter.PEI))
        event.void_all = int(event.void_all) | bit(seat)
        book_penalty(table, bit(seat), FOUND_LATE)
