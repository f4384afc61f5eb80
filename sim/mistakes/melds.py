"""Chis that are wrong or changed afterwards (FD-2.07, FD-3.08).

The meld of a wrong chi is recorded as the run that was meant; the tile laid down by mistake and the one that was meant have
changed places between meld and hand. Its maker puts it right with the run that was meant, or with another that its tiles allow.
It never takes the chi back: until its own discard it holds the tile that was meant, and no discard has come between.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.clause_log import Counter
from rulesets.tiles import N_SEATS, MeldKind
from sim.actions import Action
from sim.asking import decision_key, scripted_choice, take_answer
from sim.bits import bit, has, lowest
from sim.bots.dispatch import choose
from sim.flow.bars import frozen_bars
from sim.jit import kernel
from sim.legality import claim_legal, clear_legal
from sim.mistakes.breaches import is_found, lapse, objected_in_the_act, open_breach
from sim.mistakes.chance import happens, slips_now
from sim.mistakes.effects import make_stand
from sim.mistakes.keys import Mistake
from sim.mistakes.log import count
from sim.mistakes.record import MAX_BREACHES, Deadline, State
from sim.mistakes.row import Extra
from sim.mistakes.seats import has_wrong_number
from sim.mistakes.short import keep_off
from sim.mistakes.takeback import may_slip
from sim.order import is_standing
from sim.seat import add_tile, changed_by_call, forget, refresh, remove_tile
from sim.table import Phase
from sim.transcript import LogEvent, write
from sim.world import ScriptMode


@kernel
def wrong_chi(world, table, seat):
    """FD-2.07: the seat has just made a chi and laid down a tile one number off. Returns whether its hand is another now."""
    own = table.own[seat]
    kind = own.just_chi
    if kind < 0 or table.mist.wrong_chi[seat] >= 0:
        return False
    start = int(own.meld_tile[own.n_melds - 1])
    meant = np.int64(-1)
    laid = np.int64(-1)
    for tile in range(start, start + 3):
        for other in (tile - 1, tile + 1):
            in_suit = other >= 0 and other // 9 == start // 9 and not start <= other < start + 3
            if tile != kind and in_suit and has(own.at_least[0], other) and meant < 0:
                meant = np.int64(tile)
                laid = np.int64(other)
    if meant < 0:
        return False
    count(world, Mistake.WRONG_CHI, Counter.TRIG)
    if not slips_now(world, table, seat, Mistake.WRONG_CHI):
        return False
    change_places(world.log, table, seat, laid, meant)
    table.mist.wrong_chi[seat] = laid
    table.mist.wrong_meld[seat] = own.n_melds - 1
    table.mist.wrong_claim[seat] = kind
    open_breach(world, table, np.int64(Mistake.WRONG_CHI), seat, meant, np.int64(Deadline.NEXT_DISCARD))
    return True


@kernel
def change_places(log, table, seat, given, taken):
    """A concealed tile goes face up into a meld, another of the meld goes back to the hand."""
    write(log, table.clock, LogEvent.EXCHANGE, seat, given, taken)
    own = table.own[seat]
    remove_tile(own, given)
    add_tile(own, taken)
    table.public.visible[given] += 1
    table.public.visible[taken] -= 1
    if table.public.phase == Phase.AFTER_CLAIM and table.public.turn_seat == seat:
        forget(own)
    else:
        changed_by_call(own)
    keep_off(table, seat)


@kernel
def _laid_tiles(table, seat, meant):
    """Mask of the two tiles that the seat has laid down for its wrong chi; `meant`: the one that lies there no more."""
    mist = table.mist
    run = 0b111 << int(table.own[seat].meld_tile[mist.wrong_meld[seat]])
    return (run & ~bit(meant) & ~bit(mist.wrong_claim[seat])) | bit(mist.wrong_chi[seat])


@kernel
def mended_run(table, seat, meant):
    """FD-2.07: the lowest tile of the run that the seat can make of its wrong chi, -1 if none: the run that was meant if it still
    holds the tile for it, otherwise the lowest one of the claimed tile, its own and the two laid down. Frozen tiles stay.
    """
    own = table.own[seat]
    free = own.at_least[0] & ~frozen_bars(table.public, own)
    if has(free, meant):
        return np.int64(own.meld_tile[table.mist.wrong_meld[seat]])
    kind = table.mist.wrong_claim[seat]
    held = free | _laid_tiles(table, seat, meant) | bit(kind)
    for first in range(max(kind - 2, 0), kind + 1):
        in_suit = first // 9 == kind // 9 and (first + 2) // 9 == kind // 9
        if in_suit and held >> first & 0b111 == 0b111:
            return np.int64(first)
    return np.int64(-1)


@kernel
def mend_chi(log, table, seat, meant, first):
    """The wrong chi is the run from `first` on now: the tiles laid down that have no place in it change places with own ones,
    lowest first. Made into another run than was meant it is not changed again (FD-3.08).
    """
    mist = table.mist
    place = mist.wrong_meld[seat]
    laid = _laid_tiles(table, seat, meant)
    needed = (0b111 << first) & ~bit(mist.wrong_claim[seat])
    given = needed & ~laid
    taken = laid & ~needed
    while given:
        change_places(log, table, seat, np.int64(lowest(given)), np.int64(lowest(taken)))
        given &= given - 1
        taken &= taken - 1
    if int(table.own[seat].meld_tile[place]) != first:
        _keep_meld(mist, seat, place)
    table.own[seat].meld_tile[place] = first
    table.public.meld_tile[seat, place] = first
    mist.wrong_chi[seat] = -1


@kernel
def watch_wrong_chis(world, rules, table, giver):
    """At a discard: a wrong chi is put right by its maker, unless it stands by now, or found; at the first discard of another who
    has drawn it is due.
    """
    mist = table.mist
    for at in range(min(mist.n_breaches, MAX_BREACHES)):
        breach = mist.breach[at]
        if breach.state != State.OPEN or breach.due != Deadline.NEXT_DISCARD:
            continue
        seat = breach.seat
        first = -1 if is_standing(table.public, seat) else mended_run(table, seat, breach.kind)
        if first >= 0 and happens(world, table, seat, Mistake.WRONG_CHI, Extra.WRONG_CHI_FIX):
            mend_chi(world.log, table, seat, breach.kind, first)
            if seat != giver:
                ask_anew(world, rules, table, seat)
            lapse(world, table, np.int64(at))
            continue
        is_due = giver != seat and mist.turn_drew != 0
        if is_found(world, table, np.int64(at), Mistake.WRONG_CHI, is_due):
            make_stand(world, rules, table, np.int64(at))
        if breach.state != State.OPEN:  # no re-arranging after that, an unseen one either
            mist.wrong_chi[seat] = -1
            _keep_meld(mist, seat, mist.wrong_meld[seat])


@kernel
def _keep_meld(mist, seat, place):
    """The chi at this place is not changed any more (FD-3.08)."""
    if mist.swap_meld[seat] == place:
        mist.swap_to[seat] = -1


@kernel
def note_swap(table, seat):
    """FD-3.08: the seat has just made a chi; whether other two tiles that it still holds would have made one too."""
    own = table.own[seat]
    kind = own.just_chi
    mist = table.mist
    mist.swap_to[seat] = -1
    if kind < 0:
        return
    start = int(own.meld_tile[own.n_melds - 1])
    for first in range(max(kind - 2, 0), kind + 1):
        held = first != start and first // 9 == kind // 9 and (first + 2) // 9 == kind // 9
        for tile in range(first, first + 3):
            if tile != kind and not has(own.at_least[0], tile):
                held = False
        if held:
            mist.swap_to[seat] = first
            mist.swap_tile[seat] = kind
            mist.swap_meld[seat] = own.n_melds - 1


@kernel
def swap_slips(world, rules, table, giver):
    """FD-3.08: another seat has drawn and discarded; whoever could have made its chi otherwise changes it now, unless it wins on
    this discard anyhow. On objection it stands, otherwise the change holds and it answers the discard anew.
    """
    mist = table.mist
    if mist.turn_drew == 0:
        return
    for seat in range(N_SEATS):
        first = mist.swap_to[seat]
        if seat == giver or first < 0 or mist.wrong_chi[seat] >= 0 or is_standing(table.public, seat):
            continue
        mist.swap_to[seat] = -1
        own = table.own[seat]
        for tile in range(first, first + 3):
            if tile != mist.swap_tile[seat] and not has(own.at_least[0], tile):
                first = np.int64(-1)
                break
        if first < 0 or not may_slip(world, table, seat) or world.answers[seat] >> 6 == Action.WIN:
            continue
        count(world, Mistake.SWAP_CHI, Counter.TRIG)
        if not slips_now(world, table, seat, Mistake.SWAP_CHI):
            continue
        at = objected_in_the_act(world, table, Mistake.SWAP_CHI, seat, np.int64(first))
        if at >= 0:
            make_stand(world, rules, table, at)
        else:
            _swap(world.log, table, seat, first)
            ask_anew(world, rules, table, seat)


@kernel
def ask_anew(world, rules, table, seat):
    """The tiles of a seat have changed after it has answered the discard on offer, or was not asked: it answers with those it has
    now. A fault is kept in `mist.fault`.
    """
    own = table.own[seat]
    refresh(world.tables, rules, own)
    legal = world.legal[seat]
    world.answers[seat] = Action.PASS * 64
    clear_legal(legal)
    if is_standing(table.public, seat) or has_wrong_number(table, seat):
        return
    claim_legal(rules, table.public, own, legal)
    if legal.actions == 0:
        return
    if world.script_mode == ScriptMode.NONE:
        who = world.seated[0]
        belief = world.rule_table[who.belief[seat]]
        bot = world.bot_table[who.bot[seat]]
        key = decision_key(world.seed, int(who.slot[seat]), table, seat)
        choice = choose(world.tables, table.public, own, legal, belief, bot, key)
    else:
        choice = scripted_choice(world, table, seat)
    code = take_answer(world.log, world.legal, world.answers, table, seat, choice)
    if code < 0:
        table.mist.fault = code


@kernel
def _swap(log, table, seat, first):
    """The chi is made of the other two tiles from now on."""
    mist = table.mist
    own = table.own[seat]
    public = table.public
    place = mist.swap_meld[seat]
    kind = mist.swap_tile[seat]
    before = int(own.meld_tile[place])
    if int(own.meld_kind[place]) != MeldKind.CHI:
        return
    _note_swap(log, table, seat, first, before, kind)
    for step in range(3):
        if first + step != kind:
            remove_tile(own, first + step)
            public.visible[first + step] += 1
        if before + step != kind:
            add_tile(own, before + step)
            public.visible[before + step] -= 1
    own.meld_tile[place] = first
    public.meld_tile[seat, place] = first
    changed_by_call(own)
    keep_off(table, seat)


@kernel
def _note_swap(log, table, seat, first, before, kind):
    """Write the two tiles of the hand that a chi of `kind` is made of now, each with one that goes back: lowest first."""
    gone = np.int64(before)
    for step in range(3):
        if first + step == kind:
            continue
        if gone == kind:
            gone += 1
        write(log, table.clock, LogEvent.EXCHANGE, seat, first + step, gone)
        gone += 1
