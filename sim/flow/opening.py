"""Mechanism: the opening and its wins (`opening.*`, `win.three_gold`, `win.flower_win`, `rob_gold.window: at_opening`).

After the deal the flowers are replaced and the gold is opened. Then wins with the tiles held are offered in stages; in
each stage all seats that may win are asked, and the first that accepts wins alone. Under `opening.check: before_and_after`
they are offered before the first flower is replaced as well (FD-3.16).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rulesets.choices import FirstTaker, OpeningCheck, OpeningOrder, RobWindow, Role, ThreeGold, ThreeGoldChoice
from rulesets.dtype import N_FLOWER_KINDS
from rulesets.flowers import SEASONS
from rulesets.shapeless import flowers_towards_win, flowers_win, golds_win
from rulesets.tiles import N_SEATS, OpeningWin
from sim.actions import Action
from sim.bits import bit, has, highest
from sim.codes import Code
from sim.ends import dealt_win, indicator_win
from sim.flow.flowers import replace_dealt_flowers
from sim.flow.gold import has_golds, open_gold, opens_after_flowers, opens_before_flowers
from sim.flow.groups import shape_wins
from sim.flow.indicator import completing_discards, has_window_after_discard, indicator_completes, taker
from sim.jit import kernel
from sim.mistakes.acts import Came
from sim.mistakes.rounds import keep_away, replace_with_slips
from sim.mistakes.short import discard_short
from sim.mistakes.wins import void_win
from sim.moves import lay_back
from sim.order import is_standing
from sim.seat import changed_by_call
from sim.seeding import Purpose, below
from sim.table import Phase
from sim.transcript import LogEvent, write
from sim.wall import WallMode


class Stage(IntEnum):
    """What is offered in phase OPENING."""

    HEAVENLY = 0  # 天胡: the dealer's tiles are complete
    THREE_GOLD = 1  # 三金倒
    TAKE = 2  # 搶金 before the first discard
    FLOWERS = 3  # win.flower_win
    DONE = 4
    BEFORE = 5  # opening.order: seat: all of these but TAKE, before the first replacement
    AFTER = 6  # and after the last one


@kernel
def take_first(log, seed, rules, table, order, hand_no, dealer):
    """The seat that takes the first tiles (FZ-DEAL-01). Dice matter on a single line of tiles only."""
    if int(rules.deal.first_taker) != FirstTaker.DICE or order.mode == WallMode.LANES:
        return dealer
    wall = table.clock.wall
    first = 1 + below(seed, wall, hand_no, Purpose.DICE, np.int64(1), np.int64(6))
    second = 1 + below(seed, wall, hand_no, Purpose.DICE, np.int64(2), np.int64(6))
    seat = (dealer + first + second - 1) % N_SEATS
    write(log, table.clock, LogEvent.DICE, seat, np.int64(-1), 16 * first + second)
    return seat


@kernel
def has_opening(rules):
    """Whether anything happens between the deal and the dealer's first turn."""
    return int(rules.built.n_flowers) > 0 or has_golds(rules)


@kernel
def open_hand(world, rules, table, order):
    """Replace the flowers of the deal, open the gold, and come to the first question. Returns a `Code`."""
    if opens_before_flowers(rules):
        code = open_gold(world.log, rules, table, order)
        if code < 0:
            return code
    if int(rules.opening.check) == OpeningCheck.BEFORE_AND_AFTER:
        table.public.before_flowers = 1
        _offer(world, rules, table, order, _first_stage(rules, table.public))
        return Code.OK
    return _replace_and_offer(world, rules, table, order)


@kernel
def _replace_and_offer(world, rules, table, order):
    """The flowers of the deal are replaced; then opening wins are offered. Returns a `Code`."""
    if world.seated[0].errs:
        code = np.int64(replace_with_slips(world, rules, table, order))
    else:
        code = np.int64(replace_dealt_flowers(world.log, rules, table, order))
    if code < 0:
        return code
    if opens_after_flowers(rules):
        code = open_gold(world.log, rules, table, order)
        if code < 0:
            return code
        if world.seated[0].errs:
            keep_away(table)
    if table.clock.lay_back > 0 and not has(table.public.skipped, table.public.dealer):
        table.public.phase = Phase.LAY_BACK
    else:
        _offer(world, rules, table, order, _first_stage(rules, table.public))
    return Code.OK


@kernel
def carry_out_lay_back(world, rules, table, order):
    """The dealer lays one tile back; after the last one the opening wins are offered."""
    dealer = table.public.dealer
    kind = world.answers[dealer] & 63
    lay_back(world.log, rules, table, dealer, kind, 2)
    own = table.own[dealer]
    is_held = int(own.golds) > 0 if own.drawn == own.gold_kind else has(own.at_least[0], own.drawn)
    if not is_held:
        own.drawn = highest(own.at_least[0]) if own.at_least[0] else own.gold_kind
    table.clock.lay_back -= 1
    if table.clock.lay_back == 0:
        own.ready_turn = -1  # the hand was too large to say
        _offer(world, rules, table, order, _first_stage(rules, table.public))


# --- the stages -------------------------------------------------------------------------------------------------------


@kernel
def _first_stage(rules, public):
    """Where the order of opening wins begins."""
    order = int(rules.opening.order)
    if order == OpeningOrder.SEAT:
        return Stage.BEFORE if public.before_flowers else Stage.AFTER
    return Stage.THREE_GOLD if order == OpeningOrder.THREE_GOLD_FIRST else Stage.HEAVENLY


@kernel
def _next_stage(rules, public):
    """The stage that follows in `opening.order`. The indicator is not offered before the flowers are replaced."""
    stage = public.stage
    order = int(rules.opening.order)
    if order == OpeningOrder.SEAT:
        return Stage.TAKE if stage == Stage.AFTER else Stage.DONE
    after = stage + 1
    if order == OpeningOrder.THREE_GOLD_FIRST and stage <= Stage.THREE_GOLD:
        after = Stage.HEAVENLY if stage == Stage.THREE_GOLD else Stage.TAKE
    return Stage.FLOWERS if after == Stage.TAKE and public.before_flowers else after


@kernel
def _may_win_in(rules, public, stage):
    """Whether the rules have a win for a stage at all: a round of questions that nobody could be asked is not begun."""
    if stage == Stage.THREE_GOLD:
        return int(rules.win.three_gold) != ThreeGold.NONE
    if stage == Stage.TAKE:
        return int(rules.rob_gold.window) == RobWindow.AT_OPENING and public.indicator >= 0
    return stage != Stage.FLOWERS or int(rules.win.flower_win) != 0


@kernel
def _offer(world, rules, table, order, stage):
    """Come to a stage; a forced win 三金倒 is carried out at once, and after the last stage the dealer plays.

    Where people err a forced win is judged like a called one.
    """
    public = table.public
    public.phase = Phase.OPENING
    public.stage = stage
    public.tile = public.indicator if stage == Stage.TAKE else -1
    if stage == Stage.THREE_GOLD and int(rules.win.three_gold_choice) == ThreeGoldChoice.FORCED:
        for seat in range(N_SEATS):
            if golds_win(rules, int(table.own[seat].golds), OpeningWin.DEALT, False) and not is_standing(public, seat):
                came = Came.NOTHING
                if world.seated[0].errs:
                    came = void_win(world, rules, table, order, np.int64(seat))
                if came == Came.NOTHING:
                    dealt_win(world.log, table, seat)
                if came != Came.OUT:
                    return
    if stage == Stage.DONE:
        public.phase = Phase.OWN_TURN
        public.tile = -1
        table.own[public.dealer].may_win = 0
        public.rob_open = 1 if has_window_after_discard(rules, public) else 0
        if world.seated[0].errs and has(table.mist.short, public.dealer):
            discard_short(table, public.dealer)


@kernel
def _is_heavenly(rules, public, clock, own):
    """天胡: the dealer's tiles are complete; it holds no flower that waits to be replaced and no tile to be laid back."""
    held = int(public.n_concealed[own.seat]) - max(0, int(clock.off_by[own.seat]))  # a tile too many lies apart
    if own.seat != public.dealer or held != int(rules.built.hand_size) + 1:
        return False
    return shape_wins(rules, public, own, own.drawn)


@kernel
def _has_flowers(rules, clock, own):
    """Whether the flowers of a seat win, those that wait to be laid out among them (FD-3.16)."""
    if int(rules.win.flower_win) == 0:
        return False
    n = flowers_towards_win(rules, own)
    first = 0 if int(rules.tiles.winds) == Role.FLOWER else SEASONS
    for place in range(first, N_FLOWER_KINDS):
        n += int(clock.waiting[own.seat, place])
    return flowers_win(rules, n, OpeningWin.DEALT)


@kernel
def _must_take(rules, own):
    """Whether three golds win at the opening without being asked (`win.three_gold_choice: forced`)."""
    if int(rules.win.three_gold_choice) != ThreeGoldChoice.FORCED:
        return False
    return golds_win(rules, int(own.golds), OpeningWin.DEALT, False)


@kernel
def wins_by_force(rules, public, own):
    """Whether the seat wins in this stage without being asked."""
    return public.stage >= Stage.BEFORE and _must_take(rules, own) and not is_standing(public, own.seat)


@kernel
def opening_legal(tables, rules, public, clock, own, legal):
    """Fill the legal set of a seat in a stage of the opening (`legal` is empty); it stays empty if there is nothing to win."""
    stage = public.stage
    is_dealer = own.seat == public.dealer
    wins = False
    if stage == Stage.HEAVENLY:
        wins = _is_heavenly(rules, public, clock, own)
    elif stage == Stage.THREE_GOLD:
        wins = golds_win(rules, int(own.golds), OpeningWin.DEALT, False)
    elif stage == Stage.FLOWERS:
        wins = _has_flowers(rules, clock, own)
    elif stage >= Stage.BEFORE:
        wins = golds_win(rules, int(own.golds), OpeningWin.DEALT, False)
        wins = wins or _is_heavenly(rules, public, clock, own) or _has_flowers(rules, clock, own)
        wins = wins and not _must_take(rules, own)
    elif int(rules.rob_gold.window) == RobWindow.AT_OPENING and public.indicator >= 0:
        if is_dealer:
            legal.discards = completing_discards(tables, rules, public, own)
            if legal.discards:
                legal.actions = bit(Action.PASS) | bit(Action.TAKE_GOLD)
        else:
            wins = indicator_completes(tables, rules, public, own)
    if wins:
        legal.actions = bit(Action.PASS) | bit(Action.WIN)


@kernel
def carry_out_opening(world, rules, table, order):
    """The first seat that accepts wins; if nobody does, the next stage or the replacement of flowers comes. Returns a `Code`."""
    public = table.public
    dealer = public.dealer
    if public.stage == Stage.TAKE:
        seat = taker(world.answers, dealer)
        if seat >= 0:
            if world.answers[seat] >> 6 == Action.TAKE_GOLD:
                lay_back(world.log, rules, table, seat, world.answers[seat] & 63, 0)
            indicator_win(world.log, table, seat)
            return Code.OK
    else:
        for step in range(N_SEATS):
            seat = (dealer + step) % N_SEATS
            if wins_by_force(rules, public, table.own[seat]) or world.answers[seat] >> 6 == Action.WIN:
                dealt_win(world.log, table, seat)
                return Code.OK
    stage = _next_stage(rules, public)
    while stage != Stage.DONE and not (world.seated[0].errs or _may_win_in(rules, public, stage)):
        public.stage = stage
        stage = _next_stage(rules, public)
    if stage == Stage.DONE and public.before_flowers:
        public.before_flowers = 0
        for seat in range(N_SEATS):
            changed_by_call(table.own[seat])
            table.own[seat].ready_turn = -1  # the hands were too small to say
        return _replace_and_offer(world, rules, table, order)
    _offer(world, rules, table, order, stage)
    return Code.OK
