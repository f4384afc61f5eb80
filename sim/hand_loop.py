"""One hand from the deal to its end: the turn loop.

Reads like the rule book; every sentence that a rule option touches is a mechanism of `sim.flow`, called by name. The loop
knows no region. The end is recorded in `table.event`, never guessed from the state of the table.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.tiles import N_SEATS, MeldKind, WinKind
from sim.actions import Action
from sim.asking import ask
from sim.bits import bit, has
from sim.claims import claimant, collect_answers, winners
from sim.codes import Code
from sim.flow.ending import is_last
from sim.flow.robbing import may_be_robbed
from sim.jit import kernel
from sim.legality import own_turn_legal
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
from sim.table import Phase
from sim.transcript import LogEvent, write

PLAYING = 1  # the hand goes on
ENDED = 2  # the hand is over


@kernel
def play_hand(world, rules, table, order, wall, hand_no, dealer):
    """Play one hand on the wall `order` and leave its end in `table.event`. Returns a `Code`."""
    clear_clock(table.clock, wall, hand_no)
    _clear_event(table.event, dealer)
    deal(world, rules, table, order, dealer)
    state = PLAYING
    while state == PLAYING:
        seat = int(table.public.turn_seat)
        own_turn_legal(world.tables, rules, table.public, table.own[seat], world.legal[seat])
        choice = ask(world, table, seat)
        if choice < 0:
            return choice
        state = _carry_out(world, rules, table, order, seat, choice >> 6, choice & 63)
        if state < 0:
            return state
    table.public.phase = Phase.OVER
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
def _carry_out(world, rules, table, order, seat, action, kind):
    """The seat whose turn it is does what it chose. Returns PLAYING, ENDED or a negative code."""
    if action == Action.WIN:
        return _self_draw(world, table, seat)
    if action == Action.PASS:  # a replacement that left nothing drawable, and no win (end.replacement_to_zero)
        return _exhausted(world, table)
    if action == Action.KAN_CLOSED:
        return _kan(world, rules, table, order, seat, kind, MeldKind.KAN_CLOSED)
    if action == Action.KAN_ADDED:
        return _kan(world, rules, table, order, seat, kind, MeldKind.KAN_ADDED)
    throw(world, rules, table, seat, kind, action == Action.READY)
    return _after_discard(world, rules, table, order, seat, kind)


@kernel
def _after_discard(world, rules, table, order, giver, kind):
    """Claims on a discard, else the next seat draws. Win before kan and pon, these before chi (HB-CALL-03, -05)."""
    code = collect_answers(world, rules, table, giver)
    if code < 0:
        return code
    asked, winning = winners(rules, world.answers, giver)
    if winning:
        return _won_from(world, table, giver, kind, asked, winning, WinKind.DISCARD)
    seat = claimant(world.answers, giver)
    if seat < 0:
        return _next_draw(world, rules, table, order, (giver + 1) % N_SEATS)
    action = world.answers[seat] >> 6
    if action == Action.KAN_OPEN:
        claim_kan(world, rules, table, seat, giver, kind)
        return _replacement(world, rules, table, order, seat)
    if action == Action.PON:
        claim_pon(world, table, seat, giver, kind)
    else:
        claim_chi(world, table, seat, giver, kind, action)
    return PLAYING  # the claimant discards, nobody in between draws (HB-TURN-04)


@kernel
def _next_draw(world, rules, table, order, seat):
    """An ordinary draw, or the exhaustive draw 荒庄 if none is allowed any more (HB-DRAW-03)."""
    if is_last(table.public):
        return _exhausted(world, table)
    if draw(world, rules, table, order, seat) < 0:
        return Code.WALL_EMPTY
    return PLAYING


@kernel
def _replacement(world, rules, table, order, seat):
    """The tail tile that follows a kan (HB-CALL-08)."""
    if draw_replacement(world, rules, table, order, seat) < 0:
        return Code.WALL_EMPTY
    return PLAYING


@kernel
def _kan(world, rules, table, order, seat, kind, meld_kind):
    """A closed or added kan on the own turn; where the rules say so, the others may win on its tile first."""
    if may_be_robbed(rules, meld_kind):
        offer_kan(table, seat, kind, meld_kind)
        code = collect_answers(world, rules, table, seat)
        if code < 0:
            return code
        asked, winning = winners(rules, world.answers, seat)
        if winning:
            table.event.rob_kind = meld_kind
            give_robbed_tile(table, seat, kind)
            return _won_from(world, table, seat, kind, asked, winning, WinKind.ROB_KAN)
        close_offer(table)
    if meld_kind == MeldKind.KAN_CLOSED:
        lay_closed_kan(world, rules, table, seat, kind)
    else:
        lay_added_kan(world, rules, table, seat, kind)
    return _replacement(world, rules, table, order, seat)


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
    write(world.log, table.clock, LogEvent.WIN, seat, int(own.drawn), -1)
    return ENDED


@kernel
def _won_from(world, table, giver, kind, asked, winning, win_kind):
    """One or more seats win on a tile that `giver` threw or tried to make a kan of. A robbed tile is never the last tile."""
    event = table.event
    event.win_kind = win_kind
    event.tile = kind
    event.payer = giver
    event.winner_mask = winning
    event.last_tile = 1 if win_kind == WinKind.DISCARD and is_last(table.public) else 0
    table.clock.answers = asked
    for step in range(1, N_SEATS):
        seat = (giver + step) % N_SEATS
        if has(winning, seat):
            write(world.log, table.clock, LogEvent.WIN, seat, kind, giver)
    return ENDED


@kernel
def _exhausted(world, table):
    """Nobody won."""
    table.event.win_kind = WinKind.DRAW
    write(world.log, table.clock, LogEvent.EXHAUSTED, -1, -1, 0)
    return ENDED
