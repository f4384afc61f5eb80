"""Slips of the seats that answer an offered tile, and what becomes of a barred tile once they have.

`blocked_by` names the one thing that keeps a complete hand from winning on the tile; whoever forgets it may win wrongly.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.choices import ChiRight, GoldClaimable, GoldInMelds
from rulesets.clause_log import Counter
from rulesets.table_choices import LateHonourPrice
from rulesets.tiles import N_HELD_KINDS, N_SEATS, MeldKind
from sim.actions import Action
from sim.bits import bit, has, lowest
from sim.claims import winning_answers
from sim.flow.bars import has_bars, kan_bars
from sim.flow.groups import shape_wins
from sim.flow.passed import win_is_locked
from sim.flow.robbing import completes_orphans
from sim.jit import kernel
from sim.legality import allows
from sim.mistakes.acts import Came, ask_chi, false_win, hint_wait, pon_retract
from sim.mistakes.breaches import find, found_in_the_act, is_found, lapse, open_breach
from sim.mistakes.chance import slips_now
from sim.mistakes.effects import make_pay, make_stand, pay_for_win, undo
from sim.mistakes.frozen import freeze_claim_slip
from sim.mistakes.keys import Mistake
from sim.mistakes.late import delay_answers, hasty_wins, in_time, resolve_late
from sim.mistakes.log import count
from sim.mistakes.record import Deadline
from sim.mistakes.runs import chi_action
from sim.mistakes.takeback import may_slip, take_back
from sim.mistakes.wins import judge_wins
from sim.mistakes.would import use_row, would_take
from sim.order import is_standing, next_to_chi
from sim.table import Phase
from sim.wall import kan_ok

NOT_BLOCKED = -1
BLOCKED_TWICE = -2  # by more than one thing, or by one that nobody forgets
SELF_DRAW_ONLY = -3


@kernel
def blocked_by(rules, table, own, tile):
    """The mistake of a seat that wins on the offered tile although it may not; its tiles and the tile are a complete hand."""
    public = table.public
    found = np.int64(NOT_BLOCKED)
    n = 0
    robs = public.phase == Phase.ROB
    if int(public.self_draw_only[own.seat]):
        found = np.int64(SELF_DRAW_ONLY)
        n += 1
    if win_is_locked(rules, own, tile) and (int(rules.claim.pass_rob) or not robs):
        found = np.int64(Mistake.PASSED_WIN)
        n += 1
    if own.is_idle:
        found = np.int64(Mistake.IDLE_GOLD_WIN)
        n += 1
    if has(own.freeze_range, tile):
        found = np.int64(Mistake.FREEZE_BREACH)
        n += 1
    if tile == public.gold_kind and int(rules.gold.claimable) != GoldClaimable.WIN_ONLY:
        found = np.int64(BLOCKED_TWICE)
        n += 1
    if robs and public.rob_kind == MeldKind.KAN_CLOSED and not completes_orphans(own, tile):
        found = np.int64(BLOCKED_TWICE)
        n += 1
    return found if n < 2 else np.int64(BLOCKED_TWICE)


@kernel
def win_slip(world, rules, table, seat, block):
    """FD-1.06, FD-1.10, FD-3.01: the seat wins although something bars it. A win that nobody questions counts."""
    tile = table.public.tile
    if not would_take(world, table, seat, np.int64(Action.WIN)):
        return Came.NOTHING
    count(world, block, Counter.TRIG)
    if not slips_now(world, table, seat, block):
        return Came.NOTHING
    use_row(world, table, seat)
    at = found_in_the_act(world, table, block, block, seat, tile)
    if at < 0:
        world.answers[seat] = Action.WIN * 64 + tile
        return Came.NOTHING
    if block == Mistake.FREEZE_BREACH:
        make_stand(world, rules, table, at)
        return Came.OUT
    return Came.OVER if make_pay(world, rules, table, at) else Came.OUT


@kernel
def is_passed_pon(rules, public, own, tile):
    """Whether the passed list alone forbids the seat a pon of the tile on offer (FD-2.15)."""
    if int(rules.claim.pass_pon) == 0 or not has(own.passed, tile) or not has(own.at_least[1], tile):
        return False
    return tile != public.gold_kind and not has(public.frozen[own.seat], tile) and int(public.is_ready[own.seat]) == 0


@kernel
def pon_slip(world, rules, table, seat):
    """FD-1.06, FD-2.15: the seat pons a kind that it let go by. Found before its discard the pon is undone, after it the seat
    stands.
    """
    tile = table.public.tile
    if not is_passed_pon(rules, table.public, table.own[seat], tile) or not would_take(world, table, seat, np.int64(Action.PON)):
        return Came.NOTHING
    count(world, Mistake.PASSED_PON, Counter.TRIG)
    if not slips_now(world, table, seat, Mistake.PASSED_PON):
        return Came.NOTHING
    use_row(world, table, seat)
    at = open_breach(world, table, Mistake.PASSED_PON, seat, tile, np.int64(Deadline.OWN_DISCARD))
    if is_found(world, table, at, Mistake.PASSED_PON, False):
        undo(world, table, at)
        return Came.OUT
    world.answers[seat] = Action.PON * 64 + tile
    return Came.NOTHING


@kernel
def barred_kan(rules, public, own, tile):
    """The mistake that a kan of the tile on offer would be, which one thing alone forbids: too few tiles, or the suit of a flush
    table; -1 if it is lawful, impossible or barred by more.
    """
    if not has(own.at_least[2], tile) or tile == public.gold_kind or has(public.frozen[own.seat], tile):
        return np.int64(-1)
    if int(public.is_ready[own.seat]) or (has(own.passed, tile) and int(rules.claim.pass_kan)) or public.drawable < 1:
        return np.int64(-1)
    in_suit = has_bars(rules) and has(kan_bars(rules, public, own.seat, MeldKind.KAN_OPEN), tile)
    in_time = kan_ok(rules, public, MeldKind.KAN_OPEN)
    if in_suit and in_time:
        return np.int64(Mistake.FLUSH_BAR)
    return np.int64(-1) if in_suit or in_time else np.int64(Mistake.LATE_KAN)


@kernel
def gold_claim(rules, public, own):
    """The pon or chi of a discarded gold on offer that only its being gold forbids (FD-2.04), as an action, or -1."""
    tile = public.tile
    if tile != public.gold_kind:
        return np.int64(-1)
    if tile < N_HELD_KINDS and own.golds >= 2:
        return np.int64(Action.PON)
    is_next = own.seat == next_to_chi(rules, public, public.turn_seat) and int(rules.claim.chi) == ChiRight.NEXT_SEAT
    return chi_action(own.at_least[0], tile) if is_next else np.int64(-1)


@kernel
def kan_claim_slip(world, rules, table, seat, mistake):
    """FD-3.03, FD-1.08: the seat makes a kan of the discard with too few tiles left, or in the suit of a flush table."""
    tile = table.public.tile
    if barred_kan(rules, table.public, table.own[seat], tile) != mistake:
        return Came.NOTHING
    if not would_take(world, table, seat, np.int64(Action.KAN_OPEN)):
        return Came.NOTHING
    count(world, mistake, Counter.TRIG)
    if not slips_now(world, table, seat, mistake):
        return Came.NOTHING
    use_row(world, table, seat)
    at = found_in_the_act(world, table, mistake, mistake, seat, tile)
    if at < 0:
        world.answers[seat] = Action.KAN_OPEN * 64 + tile
        return Came.NOTHING
    if mistake == Mistake.LATE_KAN:
        make_stand(world, rules, table, at)
    else:
        undo(world, table, at)
    return Came.OUT


# --- chi --------------------------------------------------------------------------------------------------------------


@kernel
def gold_slip(world, rules, table, seat, mistake):
    """FD-2.04: any seat pons a discarded gold with two of its own, or the next seat chis it; or the next seat chis with an own gold
    as its face.
    """
    public = table.public
    own = table.own[seat]
    tile = public.tile
    is_next = seat == next_to_chi(rules, public, public.turn_seat) and int(rules.claim.chi) == ChiRight.NEXT_SEAT
    action = np.int64(-1)
    if mistake == Mistake.CLAIM_GOLD:
        action = gold_claim(rules, public, own)
    elif own.golds > 0 and is_next and tile != public.gold_kind and int(rules.gold.in_melds) != GoldInMelds.NATURAL_IN_CHI:
        lawful = chi_action(own.at_least[0], tile)
        action = chi_action(own.at_least[0] | bit(own.gold_kind), tile) if lawful < 0 else action
    if action < 0:
        return Came.NOTHING
    count(world, mistake, Counter.TRIG)
    if not slips_now(world, table, seat, mistake):
        return Came.NOTHING
    at = found_in_the_act(world, table, mistake, mistake, seat, tile)
    if at < 0:
        world.answers[seat] = action * 64 + tile
        return Came.NOTHING
    make_stand(world, rules, table, at)
    return Came.OUT


@kernel
def late_chi_slip(world, table, seat):
    """FD-2.17: the next seat lets its chi go, lifts a tile, and then insists on the chi. What comes of it waits for the tile."""
    legal = world.legal[seat]
    could = allows(legal, Action.CHI_LOW) or allows(legal, Action.CHI_MID) or allows(legal, Action.CHI_HIGH)
    if not could or world.answers[seat] >> 6 != Action.PASS:
        return
    count(world, Mistake.LATE_CHI, Counter.TRIG)
    if slips_now(world, table, seat, Mistake.LATE_CHI):
        table.mist.late_chi = seat
        table.mist.slipped |= bit(seat)


# --- one seat after the other -----------------------------------------------------------------------------------------


@kernel
def seat_slips(world, rules, table, seat):
    """The first mistake of one seat at an offered discard that happens, in the order of the mistakes up to late kans: noticed or
    not, nothing else goes wrong at this answer. Returns what `Came` of it.
    """
    own = table.own[seat]
    mist = table.mist
    tile = table.public.tile
    complete = shape_wins(rules, table.public, own, tile)
    block = blocked_by(rules, table, own, tile) if complete else np.int64(NOT_BLOCKED)
    came = Came.NOTHING
    if not complete:
        came = false_win(world, rules, table, seat, tile)
    elif block == Mistake.PASSED_WIN:
        came = win_slip(world, rules, table, seat, block)
    if came != Came.NOTHING or has(mist.slipped, seat):
        return came
    came = pon_slip(world, rules, table, seat)
    if came != Came.NOTHING or has(mist.slipped, seat):
        return came
    came = kan_claim_slip(world, rules, table, seat, Mistake.FLUSH_BAR)
    if came != Came.NOTHING or has(mist.slipped, seat):
        return came
    if block == Mistake.IDLE_GOLD_WIN:
        came = win_slip(world, rules, table, seat, block)
        if came != Came.NOTHING or has(mist.slipped, seat):
            return came
    return _later_slips(world, rules, table, seat, block)


@kernel
def _later_slips(world, rules, table, seat, block):
    """Those of the mistakes that come after the bars on wins and pons in the list."""
    public = table.public
    mist = table.mist
    for mistake in (Mistake.CLAIM_GOLD, Mistake.CHI_WITH_GOLD):
        came = gold_slip(world, rules, table, seat, mistake)
        if came != Came.NOTHING or has(mist.slipped, seat):
            return came
    came = Came.NOTHING
    if seat == next_to_chi(rules, public, public.turn_seat) and int(rules.claim.chi) == ChiRight.NEXT_SEAT:
        came = ask_chi(world, rules, table, seat)
        if came == Came.NOTHING and not has(mist.slipped, seat):
            late_chi_slip(world, table, seat)
        if came != Came.NOTHING or has(mist.slipped, seat):
            return came
    if block == Mistake.FREEZE_BREACH:
        came = win_slip(world, rules, table, seat, block)
    else:
        came = freeze_claim_slip(world, rules, table, seat)
    if came != Came.NOTHING or has(mist.slipped, seat):
        return came
    return kan_claim_slip(world, rules, table, seat, Mistake.LATE_KAN)


@kernel
def claim_slips(world, rules, table, order):
    """All slips at an offered discard, nearest seat first. An answer of a seat that is out of the claim becomes PASS. Returns
    what `Came`: OVER if the hand is over, AGAIN if the discard was taken back.
    """
    public = table.public
    giver = public.turn_seat
    mist = table.mist
    for step in range(1, N_SEATS):
        seat = (giver + step) % N_SEATS
        if is_standing(public, seat):
            continue
        if world.answers[seat] >> 6 != Action.WIN and may_slip(world, table, seat):
            came = seat_slips(world, rules, table, seat)
            if came == Came.OVER:
                return came
            if came == Came.OUT:
                world.answers[seat] = Action.PASS * 64
    hasty_wins(world, table)
    delay_answers(world, table)
    hints(world, rules, table)
    if judge_wins(world, rules, table, in_time(world, table, Action.WIN)):
        return Came.OVER
    if mist.barred >= 0 and _takes_back(world, rules, table, in_time(world, table, Action.WIN)):
        return Came.AGAIN
    if resolve_late(world, rules, table, order) or judge_wins(world, rules, table, winning_answers(world.answers, giver)):
        return Came.OVER
    won = winning_answers(world.answers, giver)
    if not won:
        retract_pons(world, rules, table)
    if mist.barred >= 0:
        _judge_discard(world, rules, table, won)
    return Came.NOTHING


@kernel
def hints(world, rules, table):
    """FD-3.27: those who do not win may react to the tile on offer."""
    public = table.public
    for step in range(1, N_SEATS):
        seat = (public.turn_seat + step) % N_SEATS
        if world.answers[seat] >> 6 != Action.WIN and may_slip(world, table, seat):
            hint_wait(world, rules, table, seat, public.tile)
            if is_standing(public, seat):
                world.answers[seat] = Action.PASS * 64


@kernel
def retract_pons(world, rules, table):
    """FD-2.12: nobody wins on the tile; who has called pon may take it back."""
    public = table.public
    for step in range(1, N_SEATS):
        seat = (public.turn_seat + step) % N_SEATS
        calls = world.answers[seat] >> 6 == Action.PON and may_slip(world, table, seat)
        if calls and pon_retract(world, rules, table, seat, public.tile) == Came.OUT:
            world.answers[seat] = Action.PASS * 64


@kernel
def _can_come_back(mistake):
    """Whether a discard that broke this bar is taken back unless somebody wins on it; after others its giver stands."""
    return mistake == Mistake.FLUSH_BAR or mistake == Mistake.FOUR_WINDS_BAR or mistake == Mistake.LATE_HONOUR


@kernel
def _takes_back(world, rules, table, won):
    """After the wins heard in time (`won`, a mask), before all other claims: whether a barred discard is taken back."""
    mist = table.mist
    if won or not _can_come_back(mist.barred):
        return False
    at = mist.barred_breach
    if not is_found(world, table, at, mist.barred, world.seated[0].by_players == 0):
        return False
    mist.barred = -1
    mist.barred_breach = -1
    take_back(world, rules, table, at)
    return True


@kernel
def _judge_discard(world, rules, table, won):
    """What becomes of a discard that broke a bar and stays; `won`: mask of the seats that win on it, late ones among them.

    For a barred suit, wind or late honour its giver pays for the win. After a tile that was to be made a kan, a gold or a
    frozen tile its giver stands; the tile may be claimed.
    """
    mist = table.mist
    mistake = mist.barred
    at = mist.barred_breach
    mist.barred = -1
    mist.barred_breach = -1
    if not _can_come_back(mistake):
        if is_found(world, table, at, mistake, True):
            make_stand(world, rules, table, at)
    elif won:
        find(world, table, at, np.int64(lowest(won)))
        if mistake != Mistake.LATE_HONOUR or int(rules.penalty.late_honour) == LateHonourPrice.PEI_WITH_WIN:
            pay_for_win(world, table, at)
    else:
        lapse(world, table, at)
