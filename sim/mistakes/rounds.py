"""The replacements of the deal where somebody errs: the queue of FD-2.13 and FD-3.09, and golds taken for flowers (FD-2.05).

In each round whoever holds flowers replaces them in turn order from the dealer on. A seat may go before one that still has to,
unasked; then all after it follow at once, and those before it come last. A seat may forget its flowers: whoever comes to replace
after it asks, and it makes them good, or stays silent. From the second round on the first to replace asks everybody.
Who replaces may draw a tile too few (FD-2.01) or too many (FD-1.01).
Tiles come from the tail in the order in which seats really draw.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.choices import FlowerOrder
from rulesets.clause_log import Counter
from rulesets.dtype import N_FLOWER_KINDS
from rulesets.tiles import N_SEATS, Tile
from sim.bits import bit, has, highest, lowest
from sim.codes import Code
from sim.flow.ending import count_wall
from sim.flow.flowers import lay_gold_flower, lay_waiting, take_dealt, take_from_tail
from sim.jit import kernel
from sim.mistakes.acts import open_place
from sim.mistakes.breaches import found_in_the_act, lapse, open_breach
from sim.mistakes.chance import slips_now
from sim.mistakes.effects import make_stand
from sim.mistakes.keys import Mistake
from sim.mistakes.log import count
from sim.mistakes.record import NEVER_NEAR, Deadline
from sim.mistakes.seats import has_wrong_number, profile_of
from sim.mistakes.short import fall_short
from sim.mistakes.tiles import takes_too_many, too_many
from sim.order import is_standing


@kernel
def replace_with_slips(world, rules, table, order):
    """The opening replacements, in rounds until nobody replaces any more. Returns a `Code`.

    Who stands lays nothing out (FD b.12), unless standing seats go on playing (`penalty.stand: play_no_win`).
    """
    number = 1
    code = np.int64(Code.OK)
    while code == Code.OK:
        code = _round(world, rules, table, order, number)
        number += 1
    if code < 0:
        return code
    count_wall(rules, table.public, table.wall)
    mist = table.mist
    for seat in range(N_SEATS):
        if has_flowers(table, seat):
            mist.owing |= bit(seat)
        else:
            mist.owing &= ~bit(seat)
    keep_away(table)
    return np.int64(Code.OK)


@kernel
def keep_away(table):
    """The hands of seats that owe flowers or a tile have too few: they wait for nothing, and no table is asked about them."""
    if table.mist.owing | table.mist.short == 0:
        return
    for seat in range(N_SEATS):
        if has_wrong_number(table, seat):
            own = table.own[seat]
            own.least_distance = NEVER_NEAR
            own.waits = 0
            own.is_idle = 0
            own.is_stale = 0


@kernel
def has_flowers(table, seat):
    """Whether the seat holds flowers that are not laid out."""
    for place in range(N_FLOWER_KINDS):
        if int(table.clock.waiting[seat, place]) > 0:
            return True
    return False


@kernel
def may_slip_here(world, table, seat):
    """Whether the seat makes mistakes at all: it does not once it stands, or with a hand that is a tile short."""
    return profile_of(world, seat).errs != 0 and not is_standing(table.public, seat) and not has(table.mist.short, seat)


@kernel
def _round(world, rules, table, order, number):
    """One round. Returns a `Code`: DONE if nobody has replaced anything."""
    public = table.public
    mist = table.mist
    mist.moment += 1
    owing = 0
    everybody = 0
    for seat in range(N_SEATS):
        if not has(public.skipped, seat):
            everybody |= bit(seat)
            if has_flowers(table, seat):
                owing |= bit(seat)
    acting = owing & (~mist.owing | public.standing)
    acting = _forget_slips(world, table, acting)
    golden = _gold_slips(world, table, acting | (everybody & ~owing) if number == 1 else acting)
    if acting | golden == 0:
        return np.int64(Code.DONE)
    jumper = _jumper(world, table, acting, owing)
    first = _from_seat_on(table, acting, jumper)
    silent = _silent(world, table, owing, acting, first, number)
    answering = _asked(table, owing, acting & ~silent, first, number) & mist.owing
    replacing = (acting | golden | answering) & ~silent
    for part in range(2):
        for step in range(N_SEATS):
            seat = (public.dealer + step) % N_SEATS
            if part == 1 and has(silent, seat):
                _judge_silence(world, rules, table, seat)
            if has(first, seat) == (part == 0) and has(replacing, seat):
                code = _replace(world, rules, table, order, seat, has(golden, seat), seat == jumper)
                if code < 0:
                    return code
    return np.int64(Code.OK)


# --- who does what ----------------------------------------------------------------------------------------------------


@kernel
def _gold_slips(world, table, seats):
    """FD-2.05: those of the seats (a mask) that are about to lay out a flower that is gold."""
    found = 0
    for seat in range(N_SEATS):
        if has(seats, seat) and int(table.own[seat].gold_flowers) and may_slip_here(world, table, seat):
            count(world, Mistake.REPLACE_GOLD_FLOWER, Counter.TRIG)
            if slips_now(world, table, seat, Mistake.REPLACE_GOLD_FLOWER):
                found |= bit(seat)
    return found


@kernel
def _forget_slips(world, table, acting):
    """FD-2.08: those of the seats that do replace; the others forget it and owe from now on."""
    for seat in range(N_SEATS):
        if has(acting, seat) and may_slip_here(world, table, seat):
            count(world, Mistake.FLOWER_FORGET, Counter.TRIG)
            if slips_now(world, table, seat, Mistake.FLOWER_FORGET):
                note_owing(world, table, seat)
                acting &= ~bit(seat)
    return acting


@kernel
def note_owing(world, table, seat):
    """The seat keeps its flowers in the hand and may be found out."""
    table.mist.owing |= bit(seat)
    open_breach(world, table, np.int64(Mistake.FLOWER_FORGET), seat, np.int64(-1), np.int64(Deadline.FLOWERS))


@kernel
def _jumper(world, table, acting, owing):
    """FD-2.13, FD-3.09: the first seat in turn order that replaces before one that still has to, without asking; -1 nobody."""
    before = False
    for step in range(N_SEATS):
        seat = (table.public.dealer + step) % N_SEATS
        if before and has(acting, seat) and may_slip_here(world, table, seat):
            count(world, Mistake.FLOWER_JUMP, Counter.TRIG)
            if slips_now(world, table, seat, Mistake.FLOWER_JUMP):
                return np.int64(seat)
        before = before or has(owing, seat)
    return np.int64(-1)


@kernel
def _from_seat_on(table, seats, first):
    """Those of the seats (a mask) that come at `first` or after it in turn order from the dealer; none if `first` is -1."""
    found = 0
    seen = False
    for step in range(N_SEATS):
        seat = (table.public.dealer + step) % N_SEATS
        seen = seen or seat == first
        if seen and has(seats, seat):
            found |= bit(seat)
    return found


@kernel
def _asked(table, owing, acting, first, number):
    """Mask of the seats that are asked for their flowers: in the first round by the next to replace after them, later by the first
    to replace, who asks all. Whoever jumps or follows (`first`) asks nobody and is asked by nobody.
    """
    asking = acting & ~first
    asked = 0
    announcer = np.int64(-1)
    later = False
    for back in range(1, N_SEATS + 1):
        seat = (table.public.dealer + N_SEATS - back) % N_SEATS
        if has(owing & ~first, seat) and (later or number > 1):
            asked |= bit(seat)
        if has(asking, seat):
            later = True
            announcer = np.int64(seat)
    if number > 1:
        asked = asked & ~bit(announcer) if announcer >= 0 else 0
    return asked


@kernel
def _silent(world, table, owing, acting, first, number):
    """FD-2.13: those of the seats asked that stay silent. In the first round a seat asks only if it does not stay silent itself."""
    silent = 0
    for back in range(1, N_SEATS + 1):
        seat = (table.public.dealer + N_SEATS - back) % N_SEATS
        asked = _asked(table, owing, acting & ~silent, first, number)
        if has(asked, seat) and stays_silent(world, table, seat):
            silent |= bit(seat)
    return silent


@kernel
def stays_silent(world, table, seat):
    """Whether a seat that owes flowers and is asked for them says nothing."""
    if not may_slip_here(world, table, seat):
        return False
    count(world, Mistake.FLOWER_SILENT, Counter.TRIG)
    return slips_now(world, table, seat, Mistake.FLOWER_SILENT)


# --- what comes of it -------------------------------------------------------------------------------------------------


@kernel
def _judge_silence(world, rules, table, seat):
    """A seat has been asked and was silent: it stands, still owing; if nobody minds it has forgotten its flowers."""
    at = found_in_the_act(world, table, Mistake.FLOWER_SILENT, Mistake.FLOWER_SILENT, seat, np.int64(-1))
    if at >= 0:
        make_stand(world, rules, table, at)
        close_owing(world, table, seat)
    elif not has(table.mist.owing, seat):
        note_owing(world, table, seat)


@kernel
def close_owing(world, table, seat):
    """The seat cannot be found out for owing any more: it stands for something else, or owes nothing."""
    at = open_place(table.mist, np.int64(Mistake.FLOWER_FORGET), seat)
    if at >= 0:
        lapse(world, table, at)


@kernel
def _replace(world, rules, table, order, seat, is_golden, jumps):
    """The seat lays its flowers out and draws for them; then it may be found to have done wrong. Returns a `Code`."""
    own = table.own[seat]
    log = world.log
    by_seat = int(rules.flower.opening_order) == FlowerOrder.SEAT_UNTIL_CLEAN
    gold = np.int64(-1)
    n = lay_waiting(log, rules, table, seat)
    if is_golden:
        gold = np.int64(Tile.H1 + lowest(own.gold_flowers))
        lay_gold_flower(log, table, seat, gold)
        if own.drawn == own.gold_kind and own.golds == 0:  # the dealer's last tile
            own.drawn = highest(own.at_least[0])
        n += 1
    two = may_slip_here(world, table, seat) and takes_too_many(world, rules, table, seat)
    skips = not two and not is_golden and not jumps and _skips_one(world, table, seat)
    if skips:
        n -= 1
    while n > 0:
        for _ in range(n):
            kind = take_from_tail(log, table, order, seat)
            if kind < 0:
                return np.int64(Code.WALL_EMPTY)
            take_dealt(rules, table, seat, kind)
        n = lay_waiting(log, rules, table, seat) if by_seat else 0
    count_wall(rules, table.public, table.wall)
    if skips:
        fall_short(world, table, seat)
    if two:
        too_many(world, rules, table, order, seat, False, True)
    table.mist.owing &= ~bit(seat)
    close_owing(world, table, seat)
    if jumps:
        _found_out(world, rules, table, Mistake.FLOWER_JUMP, seat, np.int64(-1))
    if gold >= 0:
        _found_out(world, rules, table, Mistake.REPLACE_GOLD_FLOWER, seat, gold)
    return np.int64(Code.OK)


@kernel
def _skips_one(world, table, seat):
    """FD-2.01: whether the seat, which replaces of its own accord, draws one tile fewer than it has laid out flowers."""
    if not may_slip_here(world, table, seat) or has(table.mist.owing, seat) or table.mist.extra_tile[seat] != 0:
        return False
    count(world, Mistake.SKIP_DRAW, Counter.TRIG)
    return slips_now(world, table, seat, Mistake.SKIP_DRAW)


@kernel
def _found_out(world, rules, table, mistake, seat, kind):
    """A replacement that was wrong is found at once or never."""
    at = found_in_the_act(world, table, mistake, mistake, seat, kind)
    if at >= 0:
        make_stand(world, rules, table, at)
