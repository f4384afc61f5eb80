"""Answers that come late, and wins that are called early (FD b.5): what still counts when.

Everybody's answer to a discard fixes what the player wants; a slow player says so later. Until the next seat's tile has touched its
rack nothing has happened that the others could not take back: a meld goes back to the hands, a lifted tile to the wall. So the
claims of a discard are judged at once, by the phase in which each would be heard, and only the claim that stands is carried
out. A tile that was lifted and put back is the next tile of the wall: as nobody has seen it, it need not be drawn for that.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rulesets.clause_log import Counter
from rulesets.table_choices import GraceSkipped, LatePon, LiftBlocks
from rulesets.tiles import N_SEATS
from sim.actions import Action
from sim.bits import bit, has
from sim.bots.tsumogiri import plainest_choice
from sim.claims import winning_answers
from sim.flow.flowers import is_flower
from sim.jit import kernel
from sim.legality import allows, clear_legal, own_turn_legal
from sim.mistakes.breaches import objected_in_the_act
from sim.mistakes.chance import slip_words, slips_now
from sim.mistakes.effects import make_stand
from sim.mistakes.keys import Mistake
from sim.mistakes.log import count
from sim.mistakes.seats import profile_of
from sim.mistakes.takeback import may_slip
from sim.mistakes.wins import judge_wins
from sim.mistakes.would import would, would_now
from sim.order import is_standing, next_in_play
from sim.seat import add_tile, held_as, remove_tile
from sim.table import Phase
from sim.transcript import LatePhase, LogEvent, write, write_more
from sim.wall import next_front
from sim.world import ScriptMode


class Heard(IntEnum):
    """When an answer is heard."""

    IN_TIME = 0  # P1
    BEFORE_DISCARD = 1  # P2: after another seat has laid its meld, before it discards; without a meld before the next draw
    LIFTED = 2  # P4: the next seat has lifted a tile
    RACKED = 3  # P5: its tile has touched its rack
    AFTER = 4  # P5+: later still


TOLD_AS = (
    0, int(LatePhase.BEFORE_DISCARD), int(LatePhase.LIFTED), int(LatePhase.RACKED), int(LatePhase.AFTER),
)  # fmt: skip
"""What the transcript calls them, by `Heard`."""


@kernel
def hasty_wins(world, table):
    """FD-3.06, FD-3.11: a seat calls its win before nearer seats have passed; those of them that let theirs go are asked again."""
    giver = table.public.turn_seat
    for step in range(2, N_SEATS):
        caller = (giver + step) % N_SEATS
        if world.answers[caller] >> 6 != Action.WIN:
            continue
        declined = 0
        for nearer_step in range(1, step):
            nearer = (giver + nearer_step) % N_SEATS
            could = allows(world.legal[nearer], Action.WIN) and world.answers[nearer] >> 6 != Action.WIN
            if could and not is_standing(table.public, nearer):
                declined |= bit(nearer)
        if declined == 0 or not may_slip(world, table, caller):
            continue
        count(world, Mistake.HASTY, Counter.TRIG)
        if not slips_now(world, table, caller, Mistake.HASTY):
            continue
        table.mist.slipped |= bit(caller)
        for nearer_step in range(1, step):
            nearer = (giver + nearer_step) % N_SEATS
            choice = would_now(world, table, nearer) if has(declined, nearer) else np.int64(-1)
            if choice >= 0 and choice >> 6 == Action.WIN:
                world.answers[nearer] = choice
                count(world, Mistake.HASTY, Counter.BOUND)


@kernel
def delay_answers(world, table):
    """Which answers come late, and when they are heard: a row for each, before anything is resolved."""
    mist = table.mist
    for seat in range(N_SEATS):
        mist.heard[seat] = Heard.IN_TIME
        if seat == table.public.turn_seat or world.answers[seat] >> 6 == Action.PASS or not may_slip(world, table, seat):
            continue
        if profile_of(world, seat).p[Mistake.SLOW] == 0:
            continue
        count(world, Mistake.SLOW, Counter.TRIG)
        if slips_now(world, table, seat, Mistake.SLOW):
            mist.slipped |= bit(seat)
            _, word, _, _ = slip_words(world, table, seat, Mistake.SLOW)
            late = profile_of(world, seat).late
            heard = np.int64(Heard.BEFORE_DISCARD)
            for i in range(3):
                if word >= late[i]:
                    heard = np.int64(i + 2)
            mist.heard[seat] = heard
            write(world.log, table.clock, LogEvent.LATE, seat, np.int64(table.public.tile), world.answers[seat] >> 6)
            write_more(world.log, table.clock, np.int64(TOLD_AS[heard]), np.int64(0), np.int64(0), np.int64(0))


@kernel
def in_time(world, table, action):
    """Mask of the seats whose answer of this sort is heard in time."""
    found = 0
    for seat in range(N_SEATS):
        is_heard = seat != table.public.turn_seat and table.mist.heard[seat] == Heard.IN_TIME
        if is_heard and world.answers[seat] >> 6 == action:
            found |= bit(seat)
    return found


@kernel
def _drop(world, seat):
    """The answer is heard when its right has died: refused at no cost."""
    world.answers[seat] = Action.PASS * 64
    count(world, Mistake.SLOW, Counter.BOUND)


@kernel
def _is_meld(action):
    return Action.CHI_LOW <= action <= Action.KAN_OPEN


@kernel
def _is_triplet(action):
    return action == Action.PON or action == Action.KAN_OPEN


@kernel
def _claimant(world, table, heard):
    """The seat whose meld is heard in this phase, pon and kan before chi; -1 if there is none."""
    public = table.public
    found = np.int64(-1)
    for step in range(1, N_SEATS):
        seat = (public.turn_seat + step) % N_SEATS
        action = world.answers[seat] >> 6
        if table.mist.heard[seat] == heard and _is_meld(action) and (found < 0 or _is_triplet(action)):
            found = np.int64(seat)
    return found


@kernel
def resolve_late(world, rules, table, order):
    """Leave only those answers that stand, each at its phase. A late win is looked at when it is called: a void one undoes nothing.
    A seat may be found to stand for a hint (FD-2.18). Returns whether the hand is over.
    """
    public = table.public
    mist = table.mist
    is_late = 0
    for seat in range(N_SEATS):
        if seat != public.turn_seat and mist.heard[seat] != Heard.IN_TIME and world.answers[seat] >> 6 != Action.PASS:
            is_late |= bit(seat)
    if not is_late:
        return False
    if in_time(world, table, Action.WIN):
        _drop_all(world, is_late)
        return False
    maker = _claimant(world, table, Heard.IN_TIME)
    if maker >= 0:
        return _against_meld(world, rules, table, maker, is_late)
    return _against_draw(world, rules, table, order, is_late)


@kernel
def _heard_at(table, seats, heard):
    """Those of the seats (a mask) that are heard in this phase."""
    found = 0
    for seat in range(N_SEATS):
        if has(seats, seat) and table.mist.heard[seat] == heard:
            found |= bit(seat)
    return found


@kernel
def _drop_all(world, seats):
    """Refuse the answers of these seats (a mask)."""
    for seat in range(N_SEATS):
        if has(seats, seat):
            _drop(world, seat)


@kernel
def _against_meld(world, rules, table, maker, late):
    """FD-3.12, FD-3.13: a meld was laid in time. Until its maker discards, wins stay open, the maker's own among them, and a pon or
    kan beats a chi; a seat that the meld skipped may still win until the next tile is racked (`timing.grace_skipped`). Returns
    whether the hand is over.
    """
    wins = _heard_at(table, late, Heard.BEFORE_DISCARD) & winning_answers(world.answers, table.public.turn_seat)
    if wins:
        if judge_wins(world, rules, table, wins):
            return True
        wins &= winning_answers(world.answers, table.public.turn_seat)
    if wins:
        if allows(world.legal[maker], Action.WIN):  # the maker may bump with its own win
            world.answers[maker] = Action.WIN * 64 + table.public.tile
        else:
            world.answers[maker] = Action.PASS * 64
        _drop_all(world, late & ~wins)
        return False
    last = np.int64(maker)
    if world.answers[maker] >> 6 <= Action.CHI_HIGH:
        for seat in range(N_SEATS):
            if has(late, seat) and _is_triplet(world.answers[seat] >> 6) and table.mist.heard[seat] == Heard.BEFORE_DISCARD:
                last = np.int64(seat)
    if last != maker:
        world.answers[maker] = Action.PASS * 64
        late &= ~bit(last)
    return _against_discard(world, rules, table, last, late)


@kernel
def _against_discard(world, rules, table, maker, late):
    """The maker of the meld that stands has discarded: wins of the seats that it skipped undo it, all else that comes late is
    refused. Returns whether the hand is over.
    """
    graced = _graced(world, rules, table, maker, late)
    if graced:
        if judge_wins(world, rules, table, graced):
            return True
        graced &= winning_answers(world.answers, table.public.turn_seat)
    if graced:
        world.answers[maker] = Action.PASS * 64
    _drop_all(world, late & ~graced)
    return False


@kernel
def _graced(world, rules, table, maker, late):
    """FD-3.13: mask of the seats that still win after the maker of a meld has discarded, until the next tile is racked
    (`timing.grace_skipped`): those that its pon skipped; under `pon_and_chi` any seat after a chi, too.
    """
    giver = table.public.turn_seat
    action = world.answers[maker] >> 6
    grace = int(rules.timing.grace_skipped)
    found = 0
    for step in range(1, N_SEATS):
        seat = (giver + step) % N_SEATS
        if seat == maker and action == Action.PON:
            break
        kept = (action == Action.PON and grace != GraceSkipped.NONE) or (
            action <= Action.CHI_HIGH and grace == GraceSkipped.PON_AND_CHI
        )
        wins = has(late, seat) and world.answers[seat] >> 6 == Action.WIN
        if wins and kept and table.mist.heard[seat] == Heard.LIFTED:
            found |= bit(seat)
    return found


@kernel
def _against_draw(world, rules, table, order, late):
    """FD-2.17, FD-3.06, FD-3.10, FD-3.18, FD-3.24, FD-3.25: nobody claims in time, so the next seat draws.

    Its own claims die when it lifts the tile (`timing.lift_blocks`), those of the others when the tile is racked, but for a
    late pon (`timing.late_pon`). Returns whether the hand is over.
    """
    public = table.public
    drawer = next_in_play(public, public.turn_seat)
    for heard in (1, 2):
        standing = 0
        for seat in range(N_SEATS):
            if has(_heard_at(table, late, heard), seat) and _outlives_lift(world, rules, seat, drawer, heard):
                standing |= bit(seat)
        wins = standing & winning_answers(world.answers, table.public.turn_seat)
        if wins:
            if judge_wins(world, rules, table, wins):
                return True
            standing &= ~(wins & ~winning_answers(world.answers, table.public.turn_seat))  # a void win is no claim
            wins &= winning_answers(world.answers, table.public.turn_seat)
        if not standing:
            continue
        maker = _claimant(world, table, heard)
        if heard == Heard.BEFORE_DISCARD and wins == 0 and maker >= 0:
            for seat in range(N_SEATS):
                if has(standing, seat) and seat != maker:
                    world.answers[seat] = Action.PASS * 64
            return _against_discard(world, rules, table, maker, late & ~standing)
        _drop_all(world, late & ~standing)
        if heard == Heard.LIFTED and not has(standing, drawer) and _has_pon(world, standing):
            hint_ponner(world, rules, table, drawer)
        return False
    allowed = 0
    for seat in range(N_SEATS):
        is_pon = has(late, seat) and world.answers[seat] >> 6 == Action.PON and table.mist.heard[seat] == Heard.AFTER
        if is_pon and seat != drawer and _lets_pon(world, rules, table, order, drawer):
            allowed |= bit(seat)
    _drop_all(world, late & ~allowed)
    return False


@kernel
def _has_pon(world, seats):
    """Whether one of the seats (a mask) pons."""
    for seat in range(N_SEATS):
        if has(seats, seat) and world.answers[seat] >> 6 == Action.PON:
            return True
    return False


@kernel
def _outlives_lift(world, rules, seat, drawer, heard):
    """Whether the claim of a seat still counts in a phase before the tile is racked."""
    if heard == Heard.BEFORE_DISCARD or seat != drawer:
        return True
    is_chi = world.answers[seat] >> 6 <= Action.CHI_HIGH
    return not is_chi and int(rules.timing.lift_blocks) == LiftBlocks.CHI


@kernel
def hint_ponner(world, rules, table, drawer):
    """FD-2.18: the seat that has to put its lifted tile back gives a hint with it."""
    if is_standing(table.public, drawer):
        return
    count(world, Mistake.HINT_PONNER, Counter.TRIG)
    if not slips_now(world, table, drawer, Mistake.HINT_PONNER):
        return
    at = objected_in_the_act(world, table, Mistake.HINT_PONNER, drawer, np.int64(-1))
    if at >= 0:
        make_stand(world, rules, table, at)


@kernel
def _lets_pon(world, rules, table, order, drawer):
    """FD-3.18: whether a pon called after the next seat has racked its tile is allowed (`timing.late_pon`)."""
    rule = int(rules.timing.late_pon)
    if rule == LatePon.IF_TILE_BAD:
        return _would_throw_next(world, rules, table, order, drawer)
    return rule == LatePon.ALLOW


@kernel
def _would_throw_next(world, rules, table, order, seat):
    """Whether the seat would discard the tile that it is about to draw: looked at with the tile in its hand, then put back."""
    public = table.public
    own = table.own[seat]
    kind = next_front(order, table.wall, seat)
    if kind < 0 or is_flower(rules, public, kind):
        return False
    phase, turn, tile = public.phase, public.turn_seat, public.tile
    drawn, from_tail, after_kan, just_chi = own.drawn, own.drawn_from_tail, own.after_kan, own.just_chi
    gold_flowers = own.gold_flowers
    actions = world.legal[seat].actions
    kind = held_as(own, kind)
    add_tile(own, kind)
    own.drawn = kind
    own.drawn_from_tail = 0
    own.after_kan = 0
    own.just_chi = -1
    public.phase = Phase.OWN_TURN
    public.turn_seat = seat
    public.tile = -1
    legal = world.legal[seat]
    own_turn_legal(rules, public, own, legal)
    choice = would(world, table, seat, False) if legal.actions else np.int64(-1)
    if choice < 0 and legal.actions and world.script_mode != ScriptMode.NONE:
        choice = plainest_choice(own, legal)
    clear_legal(legal)
    legal.actions = actions
    remove_tile(own, kind)
    own.gold_flowers = gold_flowers
    own.drawn, own.drawn_from_tail, own.after_kan, own.just_chi = drawn, from_tail, after_kan, just_chi
    public.phase, public.turn_seat, public.tile = phase, turn, tile
    return choice >= 0 and choice >> 6 == Action.DISCARD and choice & 63 == kind
