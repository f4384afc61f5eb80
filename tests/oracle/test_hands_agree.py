"""Hand analysis agrees with the oracle on hands that are complete, nearly complete, or just random."""

from __future__ import annotations

import random

import numpy as np
import pytest

from rulesets import analysis
from tests.oracle import win
from tests.oracle.endings import random_winner

SHAPES = [
    win.Shapes(pairs, quads, orphans)
    for pairs, quads in (("none", True), ("seven", True), ("seven", False))
    for orphans in ("none", "dragon_pair", "any_pair")
]


def some_hand(rng: random.Random) -> tuple[list[int], list[int], int]:
    """Counts of 14 - 3 * melds concealed tiles, counts of the tiles in melds, number of melds."""
    tiles, melds = random_winner(rng, 0, chi=True)
    melded = [0] * 34
    for meld in melds:
        for kind in meld.tiles:
            melded[kind] += 1
    for _ in range(rng.choice((0, 0, 1, 2, 4, 9))):
        tiles.pop(rng.randrange(len(tiles)))
        room = [kind for kind in range(34) if tiles.count(kind) + melded[kind] < 4]
        near = [kind for kind in room if any(abs(kind - held) < 3 for held in tiles)] or room
        tiles.append(rng.choice(near if rng.random() < 0.8 else room))
    return [tiles.count(kind) for kind in range(34)], melded, len(melds)


def theirs(shapes: win.Shapes, copies: bool) -> analysis.Shapes:
    return analysis.Shapes(4, shapes.pairs, shapes.pairs_quads, shapes.orphans, melds_use_copies=copies)


def wide(counts: list[int]) -> np.ndarray[tuple[int], np.dtype[np.int8]]:
    return np.array([*counts, *[0] * 8], np.int8)


def check_wins(rng: random.Random, hands: int) -> None:
    """Complete or not, the number of readings, and the waits of the hand without one tile."""
    for _ in range(hands):
        counts, melded, n_melds = some_hand(rng)
        shapes = rng.choice(SHAPES)
        found = win.readings(counts, n_melds, shapes)
        assert bool(analysis.is_win(wide(counts), theirs(shapes, True), n_melds=n_melds)) is bool(found), counts
        assert int(analysis.count_readings(wide(counts), theirs(shapes, True), n_melds=n_melds)) == len(found), counts
        counts[rng.choice([kind for kind in range(34) if counts[kind]])] -= 1
        for copies in (False, True):
            used = [a + b for a, b in zip(counts, melded, strict=True)] if copies else counts
            said = analysis.waits(wide(counts), theirs(shapes, copies), n_melds=n_melds, melded=wide(melded))
            expected = win.waits(counts, n_melds, shapes, used)
            assert np.flatnonzero(said.kinds).tolist() == expected, (counts, melded, shapes)


def check_distances(rng: random.Random, hands: int) -> None:
    """Distance with and without the draw, and the kinds that shorten it."""
    for _ in range(hands):
        counts, melded, n_melds = some_hand(rng)
        if rng.random() < 0.5:
            counts[rng.choice([kind for kind in range(34) if counts[kind]])] -= 1
        shapes = rng.choice(SHAPES)
        for copies in (False, True):
            expected = win.distance(counts, n_melds, shapes, melded if copies else None)
            said = analysis.distances(wide(counts), theirs(shapes, copies), n_melds=n_melds, melded=wide(melded))
            assert int(said) == expected, (counts, melded, shapes)


def test_wins_and_waits() -> None:
    check_wins(random.Random(21), 100)


def test_distances() -> None:
    check_distances(random.Random(22), 12)


@pytest.mark.slow
def test_many_wins_and_waits() -> None:
    check_wins(random.Random(23), 20_000)


@pytest.mark.slow
def test_many_distances() -> None:
    check_distances(random.Random(24), 1_500)
