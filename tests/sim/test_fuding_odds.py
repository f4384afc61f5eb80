"""Exact odds of Fuding's opening against the engine's own deal, gold, seat winds and flowers (no bots)."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import math

import numpy as np
import pytest

from rulesets.flowers import n_flowers
from rulesets.jit import JIT_OFF, kernel
from rulesets.tiles import N_SEATS, Tile
from sim.batch import WallMode, _recarray, _records, _world
from sim.flow.opening import _replace_and_offer
from sim.hand_loop import start_hand
from sim.session import drawn_dealer
from sim.table import TABLE, WALL_ORDER
from sim.wall import key_wall
from sim.world import ScriptMode
from tests.sim.fuding_table import fd
from tests.sim.tabletop import bots

# 144 tiles; one is turned up; 65 of the other 143 are dealt. Flowers laid out: of n tiles for hands among F flowers and H other
# tiles in random order, n * F / (H + 1) flowers are drawn on average until the hands hold n others.
FLOWER_GOLD, WHITE_GOLD = 8 / 144, 4 / 144
THREE = (math.comb(17, 3) + 3 * math.comb(16, 3)) / math.comb(143, 3)
LAID = (132 * 65 * 12 / 132 + 12 * 65 * 8 / 136) / 144
EXACT = {
    "gold is a season or plant": FLOWER_GOLD,
    "gold is white": WHITE_GOLD,
    "three golds dealt to one seat": THREE,
    "golds dealt": 3 * 65 / 143,
    "gold flowers dealt": FLOWER_GOLD * 3 * 65 / 143,
    "East is the dealer": 8 / 36,
    "East is the next seat": 9 / 36,
    "East is opposite": 10 / 36,
    "flowers laid out": LAID,
    "tiles to draw": 144 - 1 - 65 - LAID,
}


@kernel
def _look(world, rules, table, order, dealer, found):
    """Enter the quantities of one hand, in the order of EXACT; the flowers are replaced on the way. Returns a `Code`."""
    public = table.public
    found[0] = 1 if public.gold_kind >= Tile.H1 else 0
    found[1] = 1 if public.gold_kind == Tile.WHITE else 0
    for i in range(2, len(found)):
        found[i] = 0
    for seat in range(N_SEATS):
        own = table.own[seat]
        found[2] += 1 if int(own.golds) == 3 else 0
        found[3] += int(own.golds)
        for i in range(8):
            found[4] += int(own.gold_flowers) >> i & 1
    offset = (public.east - dealer) % N_SEATS
    for i in range(3):
        found[5 + i] = 1 if offset == i else 0
    public.before_flowers = 0
    code = _replace_and_offer(world, rules, table, order)
    for seat in range(N_SEATS):
        found[8] += n_flowers(table.own[seat])
    found[9] = public.drawable
    return code


@kernel
def _count(world, table, order, n, found, sums):
    """Deal and open hands 0 .. n - 1; adds each quantity to sums[0] and its square to sums[1]. Returns a `Code`."""
    rules = world.rule_table[0]
    for wall in range(n):
        key_wall(order, WallMode.LANES, world.seed, wall, 0)
        dealer = drawn_dealer(world.seed, wall)
        table.clock.n_log = 0
        code = start_hand(world, rules, table, order, wall, 0, dealer, 0)
        if code < 0:
            return code
        code = _look(world, rules, table, order, dealer, found)
        if code < 0:
            return code
        for i in range(len(found)):
            sums[0, i] += found[i]
            sums[1, i] += found[i] * found[i]
    return 0


def compare(n: int) -> None:
    """All quantities within four standard errors."""
    world = _world(_records(fd()), _records(bots("tsumogiri")), None, ScriptMode.NONE, 400, 1)
    sums = np.zeros((2, len(EXACT)), np.int64)
    table, order = _recarray(TABLE, 1), _recarray(WALL_ORDER, 1)
    assert _count(world, table[0], order[0], n, np.zeros(len(EXACT), np.int64), sums) == 0
    mean = sums[0] / n
    error = np.sqrt(np.maximum(sums[1] / n - mean**2, 1 / n**2) / n)
    found = dict(zip(EXACT, zip(mean, error, strict=True), strict=True))
    assert {name: (found[name], EXACT[name]) for name in EXACT if abs(found[name][0] - EXACT[name]) > 4 * found[name][1]} == {}


def test_opening_odds() -> None:
    compare(400 if JIT_OFF else 30_000)


@pytest.mark.slow
def test_opening_odds_over_two_million_hands() -> None:
    compare(2_000_000)
