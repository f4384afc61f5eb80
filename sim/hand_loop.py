"""One hand from the deal to its end: the turn loop.

Reads like the rule book; every sentence that a rule option touches is a mechanism of `sim.flow`, called by name. The loop
knows no region. The end is recorded in `table.event`, never guessed from the state of the table.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.tiles import N_SEATS, MeldKind, WinKind
from sim.actions import Action
from sim.asking import decision_key, scripted_choice, take_answer
from sim.bits import bit, has
from sim.bots.dispatch import choose
from sim.claims import claimant, note_answers, questions, winners
from sim.codes import Code
from sim.flow.ending import is_last
from sim.flow.ready import has_ready_lock, study_ready
from sim.flow.robbing import may_be_robbed
from sim.jit import kernel
from sim.moves import (
    claim_chi,
    claim_kan,
    claim_pon,
    clear_clock,
    close_offer,
    deal,
    draw,
    draw_replacement,
    give_robbed_tile,
    lay_added_kan,
    lay_closed_kan,
    offer_kan,
    throw,
)
from sim.seat import refresh
from sim.table import Phase
from sim.transcript import LogEvent, write
from sim.world import ScriptMode


@kernel
def play_hand(world, rules, table, order, wall, hand_no, dealer):
    """Play one hand on the wall `order` and leave its end in `table.event`. Returns a `Code`.

    Each round of the loop puts the questions of the moment to the seats that have something to decide, and then carries
    out what follows from their answers.
    """
    public = table.public
    clear_clock(table.clock, wall, hand_no)
    _clear_event(table.event, dealer)
    deal(world, rules, table, order, dealer)
    while public.phase != Phase.OVER:
        for seat in range(N_SEATS):
            if table.own[seat].is_stale:
                refresh(world.tables, rules, table.own[seat])
        if has_ready_lock(rules):
            study_ready(world.tables, rules, table)
        asked = questions(world, rules, table)
        for step in range(N_SEATS):
            seat = (public.turn_seat + step) % N_SEATS
            if has(asked, seat):
                if world.script_mode == ScriptMode.NONE:
                    who = world.seated[0]
                    belief = world.rule_table[who.belief[seat]]
                    bot = world.bot_table[who.bot[seat]]
                    key = decision_key(world, table, seat)
                    choice = choose(world.tables, public, table.own[seat], world.legal[seat], belief, bot, key)
                else:
                    choice = scripted_choice(world, table, seat)
                code = take_answer(world, table, seat, choice)
                if code < 0:
                    return code
        code = _carry_out(world, rules, table, order)
        if code < 0:
            return code
    return Code.OK


@kernel
def _clear_event(event, dealer):
    """No end yet."""
    event.win_kind = WinKind.DRAW
    event.dealer = dealer
    event.tile = -1
    event.payer = -1
    event.winner_mask = 0
    event.after_kan = 0
    event.last_tile = 0
    event.rob_kind = -1


@kernel
def _carry_out(world, rules, table, order):
    """What follows from the answers. Returns a `Code`; the hand is over when the phase is OVER."""
    public = table.public
    seat = public.turn_seat
    if public.phase == Phase.CLAIM or public.phase == Phase.ROB:
        note_answers(world, rules, table)
        asked, winning = winners(rules, world.answers, seat)
        if winning:
            _won_from(world, table, seat, asked, winning)
            return Code.OK
        if public.phase == Phase.ROB:
            return _kan_stands(world, rules, table, order, seat)
        return _unless_claimed_draw(world, rules, table, order, seat)
    action = world.answers[seat] >> 6
    kind = world.answers[seat] & 63
    if action == Action.WIN:
        _self_draw(world, table, seat)
    elif action == Action.PASS:  # a replacement that left nothing drawable, and no win (end.replacement_to_zero)
        _exhausted(world, table)
    elif action == Action.KAN_CLOSED or action == Action.KAN_ADDED:
        meld_kind = MeldKind.KAN_CLOSED if action == Action.KAN_CLOSED else MeldKind.KAN_ADDED
        offer_kan(table, kind, meld_kind)
        if not may_be_robbed(rules, meld_kind):
            return _kan_stands(world, rules, table, order, seat)
    else:
        throw(world, table, seat, kind, action)
    return Code.OK


@kernel
def _unless_claimed_draw(world, rules, table, order, giver):
    """Nobody wins on the discard: it goes to the claimant, or the next seat draws.

    Kan and pon come before chi (HB-CALL-03, -05). After a pon or chi the claimant discards; the seats in between do not
    draw (HB-TURN-04). If no ordinary draw is allowed any more the hand ends in an exhaustive draw 荒庄 (HB-DRAW-03).
    """
    kind = table.public.tile
    seat = claimant(world.answers, giver)
    if seat < 0:
        if is_last(table.public):
            _exhausted(world, table)
            return Code.OK
        return draw(world, rules, table, order, (giver + 1) % N_SEATS)
    action = world.answers[seat] >> 6
    if action == Action.KAN_OPEN:
        claim_kan(world, table, seat, giver, kind)
        return draw_replacement(world, rules, table, order, seat)
    if action == Action.PON:
        claim_pon(world, table, seat, giver, kind)
    else:
        claim_chi(world, table, seat, giver, kind, action)
    return Code.OK


@kernel
def _kan_stands(world, rules, table, order, seat):
    """A closed or added kan that was not robbed is laid, and its maker draws from the tail (HB-CALL-08)."""
    kind = table.public.tile
    meld_kind = table.public.rob_kind
    close_offer(table)
    if meld_kind == MeldKind.KAN_CLOSED:
        lay_closed_kan(world, rules, table, seat, kind)
    else:
        lay_added_kan(world, table, seat, kind)
    return draw_replacement(world, rules, table, order, seat)


@kernel
def _self_draw(world, table, seat):
    """The seat wins on the tile it drew; a complete deal of the dealer is an ordinary self-draw."""
    own = table.own[seat]
    event = table.event
    event.win_kind = WinKind.SELF_DRAW
    event.tile = own.drawn
    event.winner_mask = bit(seat)
    event.after_kan = own.drawn_from_tail
    event.last_tile = 1 if is_last(table.public) else 0
    table.clock.answers = bit(seat)
    table.public.phase = Phase.OVER
    write(world.log, table.clock, LogEvent.WIN, seat, own.drawn, -1)


@kernel
def _won_from(world, table, giver, asked, winning):
    """One or more seats win on a tile that `giver` threw or tried to make a kan of. A robbed tile is never the last tile."""
    public = table.public
    event = table.event
    kind = public.tile
    event.tile = kind
    event.payer = giver
    event.winner_mask = winning
    if public.phase == Phase.ROB:
        event.win_kind = WinKind.ROB_KAN
        event.rob_kind = public.rob_kind
        give_robbed_tile(table, giver, kind)
    else:
        event.win_kind = WinKind.DISCARD
        event.last_tile = 1 if is_last(public) else 0
    table.clock.answers = asked
    public.phase = Phase.OVER
    for step in range(1, N_SEATS):
        seat = (giver + step) % N_SEATS
        if has(winning, seat):
            write(world.log, table.clock, LogEvent.WIN, seat, kind, giver)


@kernel
def _exhausted(world, table):
    """Nobody won."""
    table.event.win_kind = WinKind.DRAW
    table.public.phase = Phase.OVER
    write(world.log, table.clock, LogEvent.EXHAUSTED, -1, -1, 0)
