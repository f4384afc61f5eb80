"""Hand analysis agrees with the oracle on hands of sixteen and seventeen tiles with golds, under every winning shape."""

from __future__ import annotations

import random

import numpy as np
import pytest

from rulesets import analysis
from rulesets.tiles import parse_tiles
from tests.oracle import wild, win
from tests.oracle.ending import Meld
from tests.oracle.endings_fuzhou import Maker
from tests.oracle.options_fuzhou import fuzhou_preset
from tests.oracle.wild import Held

FORMS = [
    (pairs, quads, fifth)
    for pairs, quads in (
        ("none", True),
        ("eight_any_single", True),
        ("eight_any_single", False),
        ("eight_half_matches", True),
        ("eight_half_matches", False),
    )
    for fifth in (True, False)
]
HONOURS = fuzhou_preset("honours_in_hand")


def wide(counts: tuple[int, ...] | list[int]) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    return np.array([*counts, *[0] * 8], np.int8)


def some_hand(rng: random.Random, golds: int) -> Held:
    """Seventeen tiles (melds counted), complete or nearly so; the gold is a kind of which nothing else is about."""
    maker = Maker(rng, HONOURS)
    made = maker.winner(0, golds)
    tiles, melded = list(made.tiles), [kind for meld in made.melds for kind in meld.tiles]
    for _ in range(rng.choice((0, 0, 1, 2))):
        place = rng.randrange(len(tiles))
        room = [k for k in range(34) if k != maker.gold and (tiles + melded).count(k) < 4]
        if tiles[place] != maker.gold:
            tiles[place] = rng.choice(room)
    counts = [tiles.count(kind) for kind in range(34)]
    return wild.held_of(counts, maker.gold, made.melds)


def melded_of(melds: tuple[Meld, ...]) -> list[int]:
    tiles = [kind for meld in melds for kind in meld.tiles]
    return [tiles.count(kind) for kind in range(34)]


def check(rng: random.Random, hands: int) -> None:
    """Complete or not, and which tiles, golds among them, complete the hand without one of its tiles."""
    for _ in range(hands):
        held = some_hand(rng, rng.choice((0, 1, 1, 2, 2, 3)))
        pairs, quads, fifth = rng.choice(FORMS)
        ours = win.Shapes(pairs, quads, "none", 5, fifth)
        theirs = analysis.Shapes(5, pairs, quads, "none", fifth)
        n_melds, melded = len(held.melds), melded_of(held.melds)
        facts = {"n_melds": n_melds, "melded": wide(melded)}
        complete = bool(analysis.is_win(wide(held.natural), theirs, golds=held.golds, **facts))
        assert complete is wild.is_win(held, ours), (held, ours)
        held = held.minus(rng.choice([k for k in range(34) if held.natural[k]] or [held.gold]))
        said = analysis.waits(
            wide(held.natural), theirs, golds=held.golds, golds_left=1, gold_kind=held.gold, **facts
        )
        expected = [
            kind
            for kind in wild.waits(held, ours)
            if kind != held.gold and held.natural[kind] + melded[kind] < 4
        ]
        assert np.flatnonzero(said.kinds).tolist() == expected, (held, ours)
        assert bool(said.gold) is wild.is_win(held.plus(held.gold), ours), (held, ours)


def test_wins_and_waits() -> None:
    check(random.Random(31), 150)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(5))
def test_many_wins_and_waits(block: int) -> None:
    check(random.Random(310 + block), 8_000)


# The fixtures of FZ 7.9, gold 5s: tiles, golds, what wins under any_single, under half_matches, and without eight pairs.
EVERY = "123456789m 123456789p 12346789s ESWNCFP"
FIXTURES = {
    "HA": ("123m456m789m123p45p77s", 0, "36p", "36p", "36p"),
    "HB": ("123m456m789m123p456p", 1, EVERY, EVERY, EVERY),
    "HC": ("123m456m789m123p78p", 2, EVERY, EVERY, EVERY),
    "HD": ("123m456m789m123p77p", 2, EVERY, EVERY, EVERY),
    "HE": ("147m9m147p9p147s9s2m8p", 2, "", "", ""),
    "HF": ("11m33m55m77m99m22p44p66p", 0, EVERY, "13579m 246p", ""),
    "HG": ("1111m456p789p123s789s", 0, "1m", "1m", "1m"),
}
GOLD = 22


@pytest.mark.parametrize("name", FIXTURES)
def test_fixtures_of_the_specification(name: str) -> None:
    """What the oracle itself finds; `HG` waits for a fifth 1m, that is for a gold."""
    tiles, golds, *wanted = FIXTURES[name]
    held = wild.held_of([parse_tiles(tiles).count(kind) for kind in range(34)])._replace(golds=golds, gold=GOLD)
    for pairs, kinds in zip(("eight_any_single", "eight_half_matches", "none"), wanted, strict=True):
        shapes = win.Shapes(pairs, True, "none", 5, True)
        found = [kind for kind in wild.waits(held, shapes) if kind != GOLD]
        assert found == sorted(parse_tiles(kinds)), pairs
        assert wild.is_win(held.plus(GOLD), shapes) is bool(kinds)
    gold_pairs = {"HB": "5s", "HC": "69p 5s", "HD": "7p 5s"}.get(name, "")
    shapes = win.Shapes("none", True, "none", 5, True)
    found = [kind for kind in wild.waits(held, shapes) if wild.has_gold_pair(held.plus(kind), shapes)]
    assert found == sorted(parse_tiles(gold_pairs))
    assert wild.has_gold_triplet(held.plus(GOLD), shapes) is (name == "HD")
    assert wild.is_idle_gold(held, shapes) is (name in ("HB", "HC", "HD"))
