"""The lower bound of a seat's distance: however tiles come and go, no wait is missed, golds as fifth copies included."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from rulesets.compile import rule_table
from rulesets.hand_seat import FARTHEST_WAIT
from rulesets.hand_tables import load_tables
from rulesets.jit import JIT_OFF
from rulesets.options import Value
from rulesets.spec import load_preset, with_changes
from rulesets.tiles import KIND_NAMES, parse_tiles
from sim.seat import add_tile, changed, clear_seat, name_gold, refresh, remove_tile
from sim.table import OWN
from tests.rulesets.gold_hands import HG

GOLD = KIND_NAMES.index("5s")
TABLES = load_tables(golds=True)
STEPS = 60 if JIT_OFF else 400


def rules_of(name: str, **changes: Value) -> Any:
    spec = load_preset(name)
    named = {key.replace("__", "."): value for key, value in changes.items()}
    return rule_table([with_changes(spec, named) if named else spec]).view(np.recarray)[0]


def seat_with(tiles: list[int], gold: int) -> Any:
    """A seat between turns that holds these tiles."""
    own = np.zeros(1, OWN).view(np.recarray)[0]
    clear_seat(own, 1)
    for kind in tiles:
        add_tile(own, kind)
    if gold >= 0:
        name_gold(own, gold)
    return own


def held(own: Any) -> list[int]:
    """All concealed tiles, golds by their kind."""
    tiles = [kind for kind in range(34) for _ in range(int(own.counts[kind]))]
    return tiles + [int(own.gold_kind)] * int(own.golds)


def neighbours(own: Any, kind: int) -> int:
    """Concealed tiles at most one kind away; a gold has more than any other tile."""
    return 20 if kind == own.gold_kind else sum(abs(kind - other) <= 1 for other in held(own))


def turn(own: Any, drawn: int, thrown: int) -> None:
    """One draw and one discard, as the moves of play book them."""
    add_tile(own, drawn)
    own.drawn = drawn
    remove_tile(own, thrown)
    if thrown != drawn:
        changed(own)
    own.drawn = -1


@pytest.mark.parametrize(
    ("rules", "gold"),
    [
        (rules_of("fuzhou/fz_std"), GOLD),
        (rules_of("fuzhou/fz_std", win__pairs="none"), GOLD),
        (rules_of("fuzhou/fz_std", gold__fifth_copy=False), GOLD),
        (rules_of("hebei/literal"), -1),
    ],
    ids=["fuzhou", "no_pairs", "no_fifth_copy", "hebei"],
)
def test_no_wait_is_missed_on_a_long_walk(rules: Any, gold: int) -> None:
    """Hands wander between near and far, seldom with all four of a kind; a seat that remembers nothing is the judge."""
    rng = random.Random(9)
    size = int(rules.built.hand_size)
    wall = [kind for kind in range(27) for _ in range(4)]
    rng.shuffle(wall)
    own = seat_with(wall[:size], gold)
    left = wall[size:]
    waiting = skipped = 0
    for step in range(STEPS):
        refresh(TABLES, rules, own)
        fresh = seat_with(held(own), gold)
        refresh(TABLES, rules, fresh)
        assert int(own.waits) == int(fresh.waits), held(own)
        assert int(own.least_distance) <= int(fresh.least_distance)
        waiting += int(own.waits) != 0
        skipped += int(own.least_distance) < int(fresh.least_distance)
        coming = step % 40 < 20
        drawn = min(rng.sample(left, 6), key=lambda kind: neighbours(own, kind) * (-1 if coming else 1))
        left.remove(drawn)
        natural = [kind for kind in [*held(own), drawn] if kind != gold] if coming else [*held(own), drawn]
        thrown = min(rng.sample(natural, 6), key=lambda kind: neighbours(own, kind) * (1 if coming else -1))
        turn(own, drawn, thrown)
        left.append(thrown)
    assert skipped > 0
    assert waiting > 0


def test_a_gold_may_bring_a_hand_nearer_by_more_than_one() -> None:
    rules = rules_of("fuzhou/fz_std", win__pairs="none")
    own = seat_with(parse_tiles(HG), GOLD)
    refresh(TABLES, rules, own)
    assert int(own.least_distance) == 2 and int(own.waits) == 1 << GOLD
    turn(own, GOLD, KIND_NAMES.index("9s"))
    refresh(TABLES, rules, own)
    assert int(own.least_distance) == 1


def test_the_bound_falls_by_what_the_drawn_tile_may_spare() -> None:
    own = seat_with(parse_tiles("147m258p369s1234567p"), GOLD)
    for drawn, falls in ((KIND_NAMES.index("1m"), 1), (GOLD, FARTHEST_WAIT), (-1, 1)):
        own.least_distance = 9
        own.drawn = drawn
        changed(own)
        assert (int(own.least_distance), int(own.is_stale)) == (9 - falls, 1)
    without = seat_with(parse_tiles("147m258p369s1234p"), -1)
    without.least_distance = 9
    without.drawn = -1
    changed(without)
    assert int(without.least_distance) == 8
