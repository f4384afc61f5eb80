"""Hands with a tile that does not belong: one too many (FD-1.01), and a closed kan that is none (FD-1.02).

A tile too many lies with the hand unused: who has one cannot win any more without being found out. The wrong tile of a false kan
is the fourth of the meld, face down.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.choices import ClosedKind
from rulesets.clause_log import Counter
from rulesets.dtype import FOUND_LATE, MAX_PENALTIES
from rulesets.table_choices import SelfReport
from rulesets.tiles import N_HELD_KINDS, MeldKind, Tile
from sim.bits import bit, has, n_bits, nth
from sim.jit import kernel
from sim.mistakes.acts import Came, open_place
from sim.mistakes.breaches import find, note_effect, open_breach
from sim.mistakes.chance import REFEREE, happens, one_of, slips_now
from sim.mistakes.effects import make_pay, make_stand
from sim.mistakes.keys import Mistake
from sim.mistakes.log import count
from sim.mistakes.record import Deadline
from sim.mistakes.row import Extra
from sim.moves import lay_closed_kan
from sim.seat import add_tile, changed_by_call, remove_tile
from sim.table import Phase
from sim.wall import kan_ok


@kernel
def overdraw(world, rules, table, seat, is_head):
    """FD-1.01: the seat takes a tile too many; `is_head`: it is the first tile of the dealer's, taken before the first discard.

    Owned up to at once it goes back and the seat only stands: for the dealer's tile, or for any (`penalty.self_report`). Who has
    a tile too many already takes no other: it pays once.
    """
    if open_place(table.mist, np.int64(Mistake.OVERDRAW), seat) >= 0:
        return Came.NOTHING
    count(world, Mistake.OVERDRAW, Counter.TRIG)
    if not slips_now(world, table, seat, Mistake.OVERDRAW):
        return Came.NOTHING
    at = open_breach(world, table, np.int64(Mistake.OVERDRAW), seat, np.int64(-1), np.int64(Deadline.OWN_DISCARD))
    may_report = is_head or int(rules.penalty.self_report) == SelfReport.ANY
    if may_report and happens(world, table, seat, Mistake.OVERDRAW, Extra.OVERDRAW_SELF_REPORT):
        find(world, table, at, seat)
        make_stand(world, rules, table, at)
        return Came.OUT
    return Came.NOTHING


@kernel
def false_kan(world, rules, table, seat):
    """FD-1.02: the seat declares a closed kan with three tiles of a kind and one that looks like them. Returns whether it does; its
    replacement is the next move.
    """
    public = table.public
    own = table.own[seat]
    if public.phase != Phase.OWN_TURN or int(public.is_ready[seat]) or not kan_ok(rules, public, MeldKind.KAN_CLOSED):
        return False
    threes = own.at_least[2] & ~own.at_least[3]
    pairs = np.int64(0)
    for kind in range(N_HELD_KINDS):
        if has(threes, kind) and (look_alikes(own, kind) or own.golds > 0):
            pairs |= bit(kind)
    if pairs == 0 or own.n_melds >= len(own.meld_kind):
        return False
    count(world, Mistake.FALSE_CLOSED_KAN, Counter.TRIG)
    if not slips_now(world, table, seat, Mistake.FALSE_CLOSED_KAN):
        return False
    kind = nth(pairs, one_of(world, table, seat, Mistake.FALSE_CLOSED_KAN, n_bits(pairs)))
    alike = look_alikes(own, kind)
    wrong = nth(alike, 0) if alike else own.gold_kind
    remove_tile(own, wrong)
    add_tile(own, kind)
    lay_closed_kan(world.log, rules, table, seat, np.int64(kind))
    table.mist.wrong_tile[seat] = wrong
    open_breach(world, table, np.int64(Mistake.FALSE_CLOSED_KAN), seat, np.int64(kind), np.int64(Deadline.HAND_END))
    return True


@kernel
def look_alikes(own, kind):
    """Mask of the single tiles held that are easily taken for a kind: one number beside it, or another honour."""
    alike = np.int64(0)
    if kind >= Tile.EAST:
        for other in range(Tile.EAST, N_HELD_KINDS):
            alike |= bit(other)
    else:
        if kind % 9 > 0:
            alike |= bit(kind - 1)
        if kind % 9 < 8:
            alike |= bit(kind + 1)
    return alike & own.at_least[0] & ~bit(kind)


@kernel
def turn_up_kan(rules, table, seat):
    """A false kan is found while the hand goes on: it lies face up and is worth no more than a run."""
    own = table.own[seat]
    public = table.public
    at = table.mist.breach[open_or_found(table, seat)].kind
    for i in range(own.n_melds):
        if int(own.meld_kind[i]) == MeldKind.KAN_CLOSED and int(own.meld_tile[i]) == at:
            own.meld_kind[i] = MeldKind.CHI
            public.meld_kind[seat, i] = MeldKind.CHI
            public.meld_tile[seat, i] = at
    if int(rules.kan.closed_kind) == ClosedKind.HIDDEN:
        public.visible[at] += 3
        public.visible[table.mist.wrong_tile[seat]] += 1
    changed_by_call(own)


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
    for mistake in (0, 1):  # overdraw, false_closed_kan
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
    for seat in range(4):
        at = open_place(table.mist, Mistake.FALSE_CLOSED_KAN, seat)
        if at < 0:
            continue
        find(world, table, at, np.int64(REFEREE))
        note_effect(world, table, at, np.int64(Counter.PEI))
        event.void_all = int(event.void_all) | bit(seat)
        event.pei_mask = int(event.pei_mask) | bit(seat)
        for i in range(MAX_PENALTIES):
            if int(event.penalties[i]) == 0:
                event.penalties[i] = bit(seat) | FOUND_LATE
                break
