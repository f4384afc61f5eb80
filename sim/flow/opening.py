"""Mechanism: the opening and its wins (`opening.order`, `win.three_gold`, `win.flower_win`, `rob_gold.window: at_opening`).

After the deal the flowers are replaced and the gold is opened. Then wins with the tiles held are offered in stages; in
each stage all seats that may win are asked, and the first that accepts wins alone.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rulesets.choices import FirstTaker, OpeningOrder, RobWindow, ThreeGoldChoice
from rulesets.flowers import n_flowers
from rulesets.shapeless import flowers_win, golds_win
from rulesets.tiles import N_SEATS, OpeningWin
from sim.actions import Action
from sim.bits import bit, has, highest
from sim.codes import Code
from sim.ends import dealt_win, indicator_win
from sim.flow.flowers import replace_dealt_flowers
from sim.flow.gold import has_golds, open_gold, opens_after_flowers, opens_before_flowers
from sim.flow.indicator import completing_discards, has_window_after_discard, indicator_completes, taker
from sim.jit import kernel
from sim.moves import lay_back
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


@kernel
def take_first(world, rules, table, order, hand_no, dealer):
    """The seat that takes the first tiles (FZ-DEAL-01). Dice matter on a single line of tiles only."""
    if int(rules.deal.first_taker) != FirstTaker.DICE or order.mode == WallMode.LANES:
        return dealer
    wall = table.clock.wall
    first = 1 + below(world.seed, wall, hand_no, Purpose.DICE, np.int64(1), np.int64(6))
    second = 1 + below(world.seed, wall, hand_no, Purpose.DICE, np.int64(2), np.int64(6))
    seat = (dealer + first + second - 1) % N_SEATS
    write(world.log, table.clock, LogEvent.DICE, seat, np.int64(-1), 16 * first + second)
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
    code = replace_dealt_flowers(world.log, rules, table, order)
    if code < 0:
        return code
    if opens_after_flowers(rules):
        code = open_gold(world.log, rules, table, order)
        if code < 0:
            return code
    if table.clock.lay_back > 0:
        table.public.phase = Phase.LAY_BACK
    else:
        _offer(world, rules, table, _first_stage(rules))
    return Code.OK


@kernel
def carry_out_lay_back(world, rules, table):
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
        _offer(world, rules, table, _first_stage(rules))


# --- the stages -------------------------------------------------------------------------------------------------------


@kernel
def _first_stage(rules):
    """Where the order of opening wins begins."""
    return Stage.THREE_GOLD if int(rules.opening.order) == OpeningOrder.THREE_GOLD_FIRST else Stage.HEAVENLY


@kernel
def _next_stage(rules, stage):
    """The stage that follows in `opening.order`."""
    if int(rules.opening.order) == OpeningOrder.THREE_GOLD_FIRST:
        if stage == Stage.THREE_GOLD:
            return Stage.HEAVENLY
        if stage == Stage.HEAVENLY:
            return Stage.TAKE
    return stage + 1


@kernel
def _offer(world, rules, table, stage):
    """Come to a stage; a forced win 三金倒 is carried out at once, and after the last stage the dealer plays."""
    public = table.public
    public.phase = Phase.OPENING
    public.stage = stage
    public.tile = public.indicator if stage == Stage.TAKE else -1
    if stage == Stage.THREE_GOLD and int(rules.win.three_gold_choice) == ThreeGoldChoice.FORCED:
        for seat in range(N_SEATS):
            if golds_win(rules, int(table.own[seat].golds), OpeningWin.DEALT, False):
                dealt_win(world.log, table, seat)
                return
    if stage == Stage.DONE:
        public.phase = Phase.OWN_TURN
        public.tile = -1
        table.own[public.dealer].may_win = 0
        public.rob_open = 1 if has_window_after_discard(rules, public) else 0


@kernel
def opening_legal(tables, rules, public, own, legal):
    """Fill the legal set of a seat in a stage of the opening (`legal` is empty); it stays empty if there is nothing to win."""
    stage = public.stage
    is_dealer = own.seat == public.dealer
    wins = False
    if stage == Stage.HEAVENLY:
        wins = is_dealer and has(own.waits, own.drawn)
    elif stage == Stage.THREE_GOLD:
        wins = golds_win(rules, int(own.golds), OpeningWin.DEALT, False)
    elif stage == Stage.FLOWERS:
        wins = flowers_win(rules, n_flowers(own), OpeningWin.DEALT)
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
def carry_out_opening(world, rules, table):
    """The first seat that accepts wins; if nobody does, the next stage comes."""
    public = table.public
    dealer = public.dealer
    if public.stage == Stage.TAKE:
        seat = taker(world.answers, dealer)
        if seat >= 0:
            if world.answers[seat] >> 6 == Action.TAKE_GOLD:
                lay_back(world.log, rules, table, seat, world.answers[seat] & 63, 0)
            indicator_win(world.log, table, seat)
            return
    else:
        for step in range(N_SEATS):
            seat = (dealer + step) % N_SEATS
            if world.answers[seat] >> 6 == Action.WIN:
                dealt_win(world.log, table, seat)
                return
    _offer(world, rules, table, _next_stage(rules, public.stage))
