"""What the opening brings, without bots: counts over many dealt and opened hands."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from typing import Any

import numpy as np

from rulesets.flowers import n_flowers
from rulesets.jit import kernel
from rulesets.tiles import N_SEATS
from sim.batch import WallMode, _recarray, _records, _world
from sim.bits import has
from sim.flow.indicator import completing_discards, indicator_completes
from sim.hand_loop import start_hand
from sim.seat import changed_by_call, refresh
from sim.session import drawn_dealer, first_dealer
from sim.table import TABLE, WALL_ORDER
from sim.transcript import LogEvent
from sim.wall import key_wall
from sim.world import ScriptMode
from tests.sim.tabletop import bots

QUANTITIES = (
    "flowers", "first_flip_is_flower", "three_golds", "heavenly", "non_dealer_takes", "dealer_takes", "quads", "drawable",
    "non_dealer_no_flower", "non_dealer_one_flower", "dealer_no_flower", "heavenly_pairs", "non_dealer_takes_pairs",
    "dealer_takes_pairs",
)  # fmt: skip
PAIRS_FROM = len(QUANTITIES) - 3


@kernel
def _wins(world, rules, table, found, at):
    """Enter who could win at the opening under a rule row."""
    public = table.public
    dealer = public.dealer
    taken = 0
    for seat in range(N_SEATS):
        changed_by_call(table.own[seat])  # what is known of the distance was found under another rule row
        refresh(world.tables, rules, table.own[seat])
        if seat != dealer and indicator_completes(world.tables, rules, public, table.own[seat]):
            taken = 1
    own = table.own[dealer]
    found[at] = 1 if has(own.waits, own.drawn) else 0
    found[at + 1] = taken
    found[at + 2] = 1 if completing_discards(world.tables, rules, public, own) else 0


@kernel
def _look(world, table, found):
    """Enter what does not depend on shapes."""
    public = table.public
    own = table.own
    dealer = public.dealer
    for seat in range(N_SEATS):
        found[0] += n_flowers(own[seat])
        if int(own[seat].golds) >= 3:
            found[2] = 1
    for i in range(table.clock.n_log):
        if world.log[i, 0] == LogEvent.FLIP:
            found[1] = world.log[i, 3]
            break
    found[6] = public.n_flower_quads
    found[7] = public.drawable
    beside = n_flowers(own[(dealer + 1) % N_SEATS])
    found[8] = 1 if beside == 0 else 0
    found[9] = 1 if beside == 1 else 0
    found[10] = 1 if n_flowers(own[dealer]) == 0 else 0


@kernel
def _count(world, table, order, first, last, found, sums):
    """Deal and open hands `first` .. `last` - 1; adds each quantity to sums[0] and its square to sums[1]."""
    plain = world.rule_table[0]
    pairs = world.rule_table[1]
    for wall in range(first, last):
        key_wall(order, WallMode.LANES, world.seed, wall, 0)
        table.clock.n_log = 0
        code = start_hand(world, pairs, table, order, wall, 0, drawn_dealer(world.seed, wall), 0)
        if code < 0:
            return code
        for i in range(len(found)):
            found[i] = 0
        _look(world, table, found)
        _wins(world, plain, table, found, 3)
        _wins(world, pairs, table, found, PAIRS_FROM)
        for i in range(len(found)):
            sums[0, i] += found[i]
            sums[1, i] += found[i] * found[i]
    return 0


def count_openings(plain: Any, pairs: Any, n: int, seed: int = 1) -> dict[str, tuple[float, float]]:
    """Mean and standard error of each quantity over `n` hands; two rule rows that differ in `win.pairs` only."""
    rules = _records(np.concatenate([plain, pairs]))
    world = _world(rules, _records(bots("tsumogiri")), None, ScriptMode.NONE, 400, seed)
    sums = np.zeros((2, len(QUANTITIES)), np.int64)
    table, order = _recarray(TABLE, 1), _recarray(WALL_ORDER, 1)
    code = _count(world, table[0], order[0], 0, n, np.zeros(len(QUANTITIES), np.int64), sums)
    assert code == 0
    mean = sums[0] / n
    error = np.sqrt(np.maximum(sums[1] / n - mean**2, 0) / n)
    return {name: (float(mean[i]), float(error[i])) for i, name in enumerate(QUANTITIES)}


@kernel
def _count_first_dealers(rules, seed, found, n):
    """How often each seat deals the first hand of sessions 0 .. n - 1."""
    for wall in range(n):
        found[first_dealer(rules[0], seed, wall)] += 1


def count_first_dealers(rules: Any, n: int, seed: int = 3) -> Any:
    """First dealers of `n` sessions, int64[4] by seat."""
    found = np.zeros(N_SEATS, np.int64)
    _count_first_dealers(_records(rules), np.uint64(seed), found, n)
    return found
