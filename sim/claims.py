"""Who gets a tile on offer: all seats are asked, then win before kan and pon, and these before chi."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.choices import MultiWin
from rulesets.tiles import N_SEATS
from sim.actions import Action
from sim.bits import bit, has
from sim.flow.bars import count_bars, has_bars
from sim.flow.indicator import Part, indicator_legal
from sim.flow.opening import opening_legal
from sim.flow.passed import has_pass_lock, note_passed, note_passed_rob
from sim.flow.standing import before_draw_legal
from sim.flow.win_order import first_winner
from sim.jit import kernel
from sim.legality import aside_legal, claim_legal, clear_legal, group_legal, lay_back_legal, own_turn_legal, rob_legal
from sim.order import is_standing
from sim.table import Phase


@kernel
def must_discard(legal):
    """Whether a seat on its turn discards or stands: not on a forced kan, nor where it has only a win to decide."""
    return not has(legal.actions, Action.PASS) and (legal.actions == 0 or legal.discards != 0 or has(legal.actions, Action.STAND))


@kernel
def questions(legal, answers, rules, table):
    """Fill the legal sets of the seats that have something to decide now, and return their mask.

    On a turn this is the seat whose turn it is; while a tile is on offer it may be any of the others, or none. All of
    them answer on the same state of the table: nothing is carried out before everybody has spoken.
    """
    public = table.public
    turn_seat = public.turn_seat
    if public.phase == Phase.OWN_TURN or public.phase == Phase.AFTER_CLAIM:
        if public.skipped != 0 and has(public.skipped, turn_seat):  # it has come to stand before its turn: the turn passes
            answers[turn_seat] = Action.STAND * 64
            return 0
        own_turn_legal(rules, public, table.own[turn_seat], legal[turn_seat])
        if has_bars(rules) and must_discard(legal[turn_seat]):
            count_bars(rules, table, turn_seat)
        if legal[turn_seat].actions == 0:  # no tile may be discarded, and nothing else is possible (FD-3.20)
            answers[turn_seat] = Action.STAND * 64
            return 0
        return bit(turn_seat)
    asked = 0
    silent = public.standing | bit(turn_seat)
    for seat in range(N_SEATS):
        answers[seat] = 0
        if not has(silent, seat):
            if public.phase == Phase.CLAIM:
                claim_legal(rules, public, table.own[seat], legal[seat])
            else:
                rob_legal(rules, public, table.own[seat], legal[seat])
            if legal[seat].actions:
                asked |= bit(seat)
    return asked


@kernel
def rare_questions(world, rules, table):
    """As `questions`, in the opening, when the indicator is offered, and in the last group."""
    public = table.public
    turn_seat = public.turn_seat
    if public.phase == Phase.LAY_BACK:
        lay_back_legal(rules, table.own[turn_seat], world.legal[turn_seat])
        return bit(turn_seat)
    if public.phase == Phase.LAST_GROUP:
        group_legal(world.legal[turn_seat])
        return bit(turn_seat)
    if public.phase == Phase.GROUP_DRAW:
        return 0
    if public.phase >= Phase.BEFORE_DRAW:
        clear_legal(world.legal[turn_seat])
        if public.phase == Phase.BEFORE_DRAW:
            before_draw_legal(world.legal[turn_seat])
        else:
            aside_legal(table.own[turn_seat], world.legal[turn_seat])
        return bit(turn_seat)
    asked = 0
    for seat in range(N_SEATS):
        world.answers[seat] = 0
        legal = world.legal[seat]
        clear_legal(legal)
        if is_standing(public, seat):
            continue
        if public.phase == Phase.OPENING:
            opening_legal(world.tables, rules, public, table.clock, table.own[seat], legal)
        else:
            indicator_legal(world.tables, rules, public, table.own[seat], legal)
        if legal.actions:
            asked |= bit(seat)
    return asked


@kernel
def note_answers(legal, answers, rules, table):
    """After the answers to an offered tile: bring the passed lists up to date.

    Where wins on a tile are asked for before the other claims, it counts as passed only when all of them are done.
    """
    if not has_pass_lock(rules):
        return
    public = table.public
    clock = table.clock
    for seat in range(N_SEATS):
        if seat != public.turn_seat and not is_standing(public, seat):
            actions = legal[seat].actions
            action = answers[seat] >> 6
            if public.phase == Phase.ROB:
                note_passed_rob(rules, table.own[seat], actions, action, public.tile)
            elif public.claim_part == Part.WINS:
                if has(actions, Action.WIN) and action != Action.WIN:
                    clock.declined |= bit(seat)
            else:
                if public.claim_part == Part.MELDS and has(clock.declined, seat):
                    actions |= bit(Action.WIN)
                note_passed(rules, table.own[seat], actions, action, public.tile)


@kernel
def winning_answers(answers, giver):
    """Mask of the seats that answered WIN."""
    asked = 0
    for seat in range(N_SEATS):
        if seat != giver and answers[seat] >> 6 == Action.WIN:
            asked |= bit(seat)
    return asked


@kernel
def winners(tables, rules, table, asked, giver):
    """Those of the seats in the mask `asked` that win under `claim.multi_win` (HB-WIN-05, -06); at least one has answered WIN."""
    if int(rules.claim.multi_win) == MultiWin.HEAD_BUMP:
        return bit(first_winner(tables, rules, table, asked, giver))
    return asked


@kernel
def claimant(answers, giver):
    """The seat that gets the tile for a meld, -1 if nobody wants it: pon or open kan (at most one seat can) before chi."""
    chi_seat = -1
    for step in range(1, N_SEATS):
        seat = (giver + step) % N_SEATS
        action = answers[seat] >> 6
        if action == Action.PON or action == Action.KAN_OPEN:
            return seat
        if action == Action.CHI_LOW or action == Action.CHI_MID or action == Action.CHI_HIGH:
            chi_seat = seat
    return chi_seat
