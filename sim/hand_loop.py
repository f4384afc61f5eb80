"""One hand from the deal to its end: the turn loop.

Reads like the rule book; every sentence that a rule option touches is a mechanism of `sim.flow`, called by name. The loop
knows no region. The end is recorded in `table.event`, never guessed from the state of the table.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.tiles import N_SEATS, MeldKind
from sim.actions import Action
from sim.asking import decision_key, scripted_choice, take_answer
from sim.bits import has
from sim.bots.dispatch import choose
from sim.claims import claimant, note_answers, questions, rare_questions, winners, winning_answers
from sim.codes import Code
from sim.ends import clear_event, close_event, exhausted, indicator_win, self_draw, won_from
from sim.flow.ending import kan_was_last_tile
from sim.flow.indicator import Part, close_window, open_window, taker
from sim.flow.last_group import begin_group_after_kan, carry_out_aside, draw_of_group
from sim.flow.next_draw import draw_due, is_asked_first
from sim.flow.opening import carry_out_lay_back, carry_out_opening, has_opening, open_hand, take_first
from sim.flow.ready import has_ready_lock, study_ready
from sim.flow.robbing import may_be_robbed
from sim.flow.seat_winds import give_winds
from sim.flow.standing import StandReason, stand
from sim.jit import kernel
from sim.mistakes.bound import count_bound
from sim.mistakes.division import draw_of_group_with_slips
from sim.mistakes.draws import draw_with_slips
from sim.mistakes.ending import close_books
from sim.mistakes.hooks import after_throw, slips
from sim.mistakes.opening import deal_out_of_turn, opening_slips
from sim.mistakes.seats import errs_here
from sim.moves import (
    claim_chi,
    claim_kan,
    claim_pon,
    clear_clock,
    close_offer,
    deal,
    lay_added_kan,
    lay_closed_kan,
    offer_kan,
    throw,
)
from sim.order import is_standing, n_in_play
from sim.seat import refresh
from sim.table import Phase
from sim.world import ScriptMode


@kernel
def deal_hand(log, seed, rules, table, order, wall, hand_no, dealer, n_kept):
    """Clear the table and deal. Returns a `Code`."""
    clear_clock(table.clock, wall, hand_no)
    clear_event(table.event, dealer, n_kept)
    return deal(log, rules, table, order, dealer, take_first(log, seed, rules, table, order, hand_no, dealer), n_kept)


@kernel
def start_hand(world, rules, table, order, wall, hand_no, dealer, n_kept):
    """Deal, replace the flowers and open the gold: everything before the first question. Returns a `Code`."""
    code = deal_hand(world.log, world.seed, rules, table, order, wall, hand_no, dealer, n_kept)
    if code < 0:
        return code
    give_winds(world.log, world.seed, rules, table, hand_no)
    if has_opening(rules):
        return open_hand(world, rules, table, order)
    return Code.OK


@kernel
def _start_with_slips(world, rules, table, order, wall, hand_no, rightful, n_kept):
    """As `start_hand`; where people err, another than the `rightful` dealer may take the deal (FD-1.14). Returns a `Code`."""
    dealer = deal_out_of_turn(world, rules, table, wall, hand_no, rightful)
    kept = n_kept if dealer == rightful else 0
    code = deal_hand(world.log, world.seed, rules, table, order, wall, hand_no, dealer, kept)
    if code < 0:
        return code
    if not opening_slips(world, rules, table, order, hand_no, rightful) and has_opening(rules):
        return open_hand(world, rules, table, order)
    return Code.OK


@kernel
def play_hand(world, rules, table, order, wall, hand_no, dealer, n_kept):
    """Play one hand on the wall `order` and leave its end in `table.event`. Returns a `Code`.

    `n_kept`: how many hands in a row the dealer has kept the deal before this one.

    Each round of the loop puts the questions of the moment to the seats concerned and carries out what follows from the answers.
    """
    public = table.public
    errs = errs_here(world)
    start = (world, rules, table, order, wall, hand_no, dealer, n_kept)
    code = _start_with_slips(*start) if errs else start_hand(*start)
    if code < 0:
        return code
    while public.phase != Phase.OVER and not (errs and _nobody_plays(world.log, table)):
        for seat in range(N_SEATS):
            if table.own[seat].is_stale:
                refresh(world.tables, rules, table.own[seat])
        if has_ready_lock(rules):
            study_ready(world.tables, rules, table)
        rare = public.phase >= Phase.OPENING
        asked = rare_questions(world, rules, table) if rare else questions(world.legal, world.answers, rules, table)
        for step in range(N_SEATS):
            seat = (public.turn_seat + step) % N_SEATS
            if has(asked, seat):
                if world.script_mode == ScriptMode.NONE:
                    who = world.seated[0]
                    belief = world.rule_table[who.belief[seat]]
                    bot = world.bot_table[who.bot[seat]]
                    key = decision_key(world.seed, int(who.slot[seat]), table, seat)
                    choice = choose(world.tables, public, table.own[seat], world.legal[seat], belief, bot, key)
                else:
                    choice = scripted_choice(world, table, seat)
                code = take_answer(world.log, world.legal, world.answers, table, seat, choice)
                if code < 0:
                    return code
        if errs:
            code = _slips_made(world, rules, table, order, dealer)
            if code < 0:
                return code
            if code == Code.DONE:
                continue
        elif world.counted.shape[0] != 0:
            count_bound(world, rules, table)
        if public.phase == Phase.OWN_TURN or public.phase == Phase.AFTER_CLAIM:
            code = _err_on_turn(world, rules, table, order) if errs else _carry_out_turn(world.log, world.answers, rules, table)
        elif public.phase == Phase.CLAIM or public.phase == Phase.ROB:
            giver = public.turn_seat
            note_answers(world.legal, world.answers, rules, table)
            asked = winning_answers(world.answers, giver)
            if asked:
                won_from(world.log, table, giver, asked, winners(world.tables, rules, table, asked, giver))
                code = Code.OK
            else:
                code = _nobody_wins(world.log, world.answers, rules, table)
        else:
            code = _carry_out_rare(world, rules, table, order)
        if code > 0:
            if errs:
                code = draw_with_slips(world, rules, table, order, code)
            else:
                may_stand = code == Code.DRAW_NEXT and int(rules.turn.stand_pass) != 0 and is_asked_first(world, rules, table)
                code = draw_due(world.log, rules, table, order, code, may_stand)
        if code < 0:
            return code
    close_event(rules, table)
    return close_books(world, table) if errs else np.int64(Code.OK)


@kernel
def _nobody_plays(log, table):
    """Whether all seats have come to stand (FD b.12): then the hand is drawn."""
    if n_in_play(table.public) > 0:
        return False
    exhausted(log, table)
    return True


@kernel
def _slips_made(world, rules, table, order, rightful):
    """The answers of those who err become what they do. Returns a `Code`: DONE if that was carried out already."""
    code = slips(world, rules, table, order, rightful)
    if code == Code.DRAW_AFTER_KAN:
        code = draw_with_slips(world, rules, table, order, code)
        return code if code < 0 else Code.DONE
    return code


@kernel
def _err_on_turn(world, rules, table, order):
    """As `_carry_out_turn` where people err: a discard decides things before anybody is asked about it."""
    code = _carry_out_turn(world.log, world.answers, rules, table)
    if table.public.phase == Phase.CLAIM:
        after_throw(world, rules, table, order)
    return code


@kernel
def _carry_out_turn(log, answers, rules, table):
    """What follows from the answer of the seat on turn. Returns a `Code`, which also says who draws."""
    public = table.public
    seat = public.turn_seat
    action = answers[seat] >> 6
    kind = answers[seat] & 63
    if action == Action.WIN:
        self_draw(log, table, seat)
    elif action == Action.PASS:  # a replacement after which there is no discard, and no win
        if kan_was_last_tile(rules, public, table.own[seat]):  # end.kan_into_group
            begin_group_after_kan(log, rules, table, seat)
        else:
            exhausted(log, table)  # end.replacement_to_zero
    elif action == Action.KAN_CLOSED or action == Action.KAN_ADDED:
        meld_kind = MeldKind.KAN_CLOSED if action == Action.KAN_CLOSED else MeldKind.KAN_ADDED
        offer_kan(table, kind, meld_kind)
        if not may_be_robbed(rules, meld_kind):
            return _kan_stands(log, rules, table, seat)
    elif action == Action.STAND:  # no tile may be discarded: the turn passes, all tiles stay (FD-3.20)
        if not is_standing(public, seat):
            stand(log, rules, table, seat, np.int64(StandReason.NO_DISCARD))
        return Code.DRAW_NEXT
    else:
        throw(log, rules, table, seat, kind, action)
        if public.rob_open:
            open_window(rules, public)
    return Code.OK


@kernel
def _nobody_wins(log, answers, rules, table):
    """The others have answered a discard or a kan that may be robbed, and none of them wins on it."""
    public = table.public
    giver = public.turn_seat
    if public.phase == Phase.ROB:
        return _kan_stands(log, rules, table, giver)
    if public.claim_part == Part.WINS:  # rob_gold.before_claims: the indicator comes after wins, before melds
        public.phase = Phase.ROB_GOLD
        public.tile = public.indicator
        return Code.OK
    return _unless_claimed_draw(log, answers, rules, table, giver)


@kernel
def _carry_out_rare(world, rules, table, order):
    """What follows in the opening, when the indicator is offered, and in the last group."""
    public = table.public
    seat = public.turn_seat
    if public.phase == Phase.OPENING:
        return carry_out_opening(world, rules, table, order)
    elif public.phase == Phase.LAY_BACK:
        carry_out_lay_back(world, rules, table, order)
    elif public.phase == Phase.ROB_GOLD:
        robber = taker(world.answers, public.dealer)
        if robber >= 0:
            indicator_win(world.log, table, robber)
        else:
            close_window(rules, public)
    elif public.phase == Phase.LAST_GROUP and world.answers[seat] >> 6 == Action.WIN:
        self_draw(world.log, table, seat)
    elif public.phase == Phase.BEFORE_DRAW:
        if world.answers[seat] >> 6 == Action.DRAW:
            return Code.DRAW_NOW
        stand(world.log, rules, table, seat, np.int64(StandReason.PASSED))
        return Code.DRAW_NEXT
    elif public.phase == Phase.LAY_ASIDE:
        carry_out_aside(world.log, table, world.answers[seat] & 63)
    elif world.seated[0].errs:
        return draw_of_group_with_slips(world, rules, table, order)
    else:
        return draw_of_group(world.log, rules, table, order)
    return Code.OK


@kernel
def _unless_claimed_draw(log, answers, rules, table, giver):
    """Nobody wins on the discard: it goes to the claimant, or the next seat draws.

    Kan and pon come before chi (HB-CALL-03, -05). After a pon or chi the claimant discards; the seats in between do not
    draw (HB-TURN-04).
    """
    kind = table.public.tile
    seat = claimant(answers, giver)
    if seat < 0:
        return Code.DRAW_NEXT
    action = answers[seat] >> 6
    if action == Action.KAN_OPEN:
        claim_kan(log, rules, table, seat, giver, kind)
        return Code.DRAW_AFTER_KAN
    if action == Action.PON:
        claim_pon(log, rules, table, seat, giver, kind)
    else:
        claim_chi(log, rules, table, seat, giver, kind, action)
    return Code.OK


@kernel
def _kan_stands(log, rules, table, seat):
    """A closed or added kan that was not robbed is laid, and its maker draws from the tail (HB-CALL-08)."""
    kind = table.public.tile
    meld_kind = table.public.rob_kind
    close_offer(table)
    if meld_kind == MeldKind.KAN_CLOSED:
        lay_closed_kan(log, rules, table, seat, kind)
    else:
        lay_added_kan(log, rules, table, seat, kind)
    return Code.DRAW_AFTER_KAN
