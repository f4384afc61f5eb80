"""Flowers replaced out of turn, not at all, or although they are gold (FD-2.05, FD-2.08, FD-2.13, FD-3.02, FD-3.09, FD-3.29).

The replacements of the deal are made in order by the engine; which tile comes to whom changes no chance. A breach says who, at the
table, did it wrongly: jumped before a seat that still had to replace, stayed silent when asked, or forgot it for a while.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.clause_log import Counter
from rulesets.dtype import FIRST_FLOWER, N_FLOWER_KINDS
from rulesets.tiles import N_SEATS, Tile
from sim.bits import bit, has, lowest
from sim.flow.ending import count_wall
from sim.flow.flowers import add_flower, replace_at_once
from sim.jit import kernel
from sim.mistakes.breaches import found_in_the_act, is_found, lapse, open_breach
from sim.mistakes.chance import happens, slips_now
from sim.mistakes.effects import make_stand
from sim.mistakes.keys import Mistake
from sim.mistakes.log import count
from sim.mistakes.record import MAX_BREACHES, Deadline, State
from sim.mistakes.row import Extra
from sim.mistakes.seats import profile_of
from sim.order import is_standing
from sim.seat import changed_by_call, remove_tile


@kernel
def note_flowers(table):
    """Remember the flowers that lie on the table."""
    for seat in range(N_SEATS):
        for place in range(N_FLOWER_KINDS):
            table.mist.flowers[seat, place] = table.own[seat].flowers[place]


@kernel
def flower_slips(world, rules, table, order):
    """The replacements of the deal are done, nobody has discarded yet: what went wrong with them."""
    public = table.public
    dealer = public.dealer
    before = np.int64(-1)  # the nearest seat before this one that had flowers to replace
    for step in range(N_SEATS):
        seat = (dealer + step) % N_SEATS
        if int(table.own[seat].gold_flowers) and profile_of(world, seat).errs:
            replace_gold_flower(world, rules, table, order, seat)
        if int(public.n_flowers[seat]) == 0:
            continue
        if before >= 0:
            out_of_turn(world, rules, table, seat, before)
        if profile_of(world, seat).errs and not is_standing(public, seat):
            count(world, Mistake.FLOWER_FORGET, Counter.TRIG)
            if slips_now(world, table, seat, Mistake.FLOWER_FORGET):
                open_breach(world, table, np.int64(Mistake.FLOWER_FORGET), seat, np.int64(-1), np.int64(Deadline.FLOWERS))
        before = np.int64(seat)
    note_flowers(table)


@kernel
def out_of_turn(world, rules, table, seat, before):
    """FD-2.13, FD-3.09: the seat replaces before one that still has to: unasked it stands; asked and silent the other does."""
    public = table.public
    if profile_of(world, seat).errs and not is_standing(public, seat):
        count(world, Mistake.FLOWER_JUMP, Counter.TRIG)
        if slips_now(world, table, seat, Mistake.FLOWER_JUMP):
            at = found_in_the_act(world, table, Mistake.FLOWER_JUMP, Mistake.FLOWER_JUMP, seat, np.int64(-1))
            if at >= 0:
                make_stand(world, rules, table, at)
            return
    if profile_of(world, before).errs and not is_standing(public, before):
        count(world, Mistake.FLOWER_SILENT, Counter.TRIG)
        if slips_now(world, table, before, Mistake.FLOWER_SILENT):
            at = found_in_the_act(world, table, Mistake.FLOWER_SILENT, Mistake.FLOWER_SILENT, before, np.int64(-1))
            if at >= 0:
                make_stand(world, rules, table, at)


@kernel
def replace_gold_flower(world, rules, table, order, seat):
    """FD-2.05: the seat lays out a flower that is gold and draws a tile for it."""
    count(world, Mistake.REPLACE_GOLD_FLOWER, Counter.TRIG)
    if not slips_now(world, table, seat, Mistake.REPLACE_GOLD_FLOWER):
        return
    own = table.own[seat]
    kind = np.int64(Tile.H1 + lowest(own.gold_flowers))
    own.gold_flowers &= ~bit(kind - Tile.H1)
    remove_tile(own, own.gold_kind)
    table.public.n_concealed[seat] -= 1
    add_flower(rules, table.public, own, kind)
    if replace_at_once(world.log, rules, table, order, seat) == 0:
        count_wall(rules, table.public, table.wall)
    changed_by_call(own)
    at = found_in_the_act(world, table, Mistake.REPLACE_GOLD_FLOWER, Mistake.REPLACE_GOLD_FLOWER, seat, kind)
    if at >= 0:
        make_stand(world, rules, table, at)


@kernel
def watch_flowers(world, rules, table):
    """FD-2.08, FD-3.29, at a discard: who still owes a flower may make it good; who does not in time stands.

    The dealer's first discard makes nobody stand. Later whoever owes and has discarded, or whose seat a claim has skipped.
    """
    mist = table.mist
    public = table.public
    for at in range(min(mist.n_breaches, MAX_BREACHES)):
        breach = mist.breach[at]
        if breach.state != State.OPEN or breach.due != Deadline.FLOWERS:
            continue
        seat = breach.seat
        if happens(world, table, seat, Mistake.FLOWER_FORGET, Extra.FLOWER_FORGET_FIX):
            lapse(world, table, np.int64(at))
            continue
        is_due = public.n_discards > 1 and (table.own[seat].n_thrown > 0 or has(mist.passed_over, seat))
        if is_due and is_found(world, table, np.int64(at), Mistake.FLOWER_FORGET, True):
            make_stand(world, rules, table, np.int64(at))


@kernel
def note_claim(table):
    """A seat has claimed the last discard: the seats between are passed over."""
    public = table.public
    seat = public.turn_seat
    last = public.n_discards - 1
    if last < 0:
        return
    giver = int(public.river_seat[last])
    for step in range(1, N_SEATS):
        other = (giver + step) % N_SEATS
        if other == seat:
            return
        table.mist.passed_over |= bit(other)


@kernel
def overlook_flower(world, table, seat):
    """FD-3.02: the seat has drawn a flower in play, takes it for another tile and does not replace it."""
    own = table.own[seat]
    mist = table.mist
    kind = np.int64(-1)
    for place in range(N_FLOWER_KINDS):
        if int(own.flowers[place]) > int(mist.flowers[seat, place]):
            kind = np.int64(place + FIRST_FLOWER)
        mist.flowers[seat, place] = own.flowers[place]
    if kind < 0 or table.public.n_discards == 0:
        return
    count(world, Mistake.FLOWER_UNSEEN, Counter.TRIG)
    if slips_now(world, table, seat, Mistake.FLOWER_UNSEEN):
        open_breach(world, table, np.int64(Mistake.FLOWER_UNSEEN), seat, kind, np.int64(Deadline.OWN_DISCARD))


@kernel
def lose_flower(table, at):
    """The flower that was overlooked may not be replaced any more and earns nothing."""
    breach = table.mist.breach[at]
    place = breach.kind - FIRST_FLOWER
    own = table.own[breach.seat]
    public = table.public
    own.flowers[place] -= 1
    public.flowers[breach.seat, place] -= 1
    public.n_flowers[breach.seat] -= 1
    public.visible[breach.kind] -= 1
