"""The oracle's shapes: ways to cut a hand, waits and distances on hands one can check by eye."""

from __future__ import annotations

import random
from itertools import combinations_with_replacement, product

import pytest

from rulesets.tiles import KIND_NAMES, parse_tiles
from tests.oracle import win
from tests.oracle.win import Reading, Shapes

PLAIN = Shapes("none", True, "none")
ALL = Shapes("seven", True, "dragon_pair")
ANY_ORPHAN = Shapes("seven", True, "any_pair")


def hand(text: str) -> tuple[int, ...]:
    kinds = parse_tiles(text)
    return tuple(kinds.count(kind) for kind in range(34))


def names(kinds: list[int]) -> str:
    return " ".join(KIND_NAMES[kind] for kind in kinds)


@pytest.mark.parametrize(
    ("text", "shapes", "wins"),
    [
        ("123m 456p 789s CFP EE", ALL, False),  # dragons form no run
        ("123m 456p 789s ESW NN", ALL, False),  # winds neither
        ("119m 19p 19s ESWNCFP", ALL, False),  # orphans with a terminal pair
        ("19m 19p 19s EESWNCFP", ALL, False),
        ("119m 19p 19s ESWNCFP", ANY_ORPHAN, True),
        ("19m 19p 19s ESWNCCFP", ALL, True),
        ("11m 33m 55p 77p 22s EE C P", ALL, False),  # six pairs
        ("111m 222p 333s EEE C F", ALL, False),  # no pair
        ("891m 123p 456p 789p EE", ALL, False),  # runs do not wrap
        ("1m2p3s 123p 456p 789p EE", ALL, False),  # nor mix suits
        ("123m 345p 678p 999s EE", ALL, True),
        ("1111m 33p 55p 77s 99s EE", ALL, True),
        ("1111m 33p 55p 77s 99s EE", Shapes("seven", False, "none"), False),
        ("1111m 33p 55p 77s 99s EE", PLAIN, False),
    ],
)
def test_shapes(text: str, shapes: Shapes, wins: bool) -> None:
    assert win.is_win(hand(text), 0, shapes) is wins
    assert bool(win.readings(hand(text), 0, shapes)) is wins


def test_all_readings_of_a_hand_are_found() -> None:
    """Three quads in a row read as seven pairs, as triplets and pair, and as runs in several ways."""
    found = win.readings(hand("1111m 2222m 3333m 44m"), 0, ALL)
    assert Reading("pairs", (), -1) in found
    runs = tuple(sorted([("run", 0)] * 2 + [("run", 1)] * 2))
    assert Reading("standard", runs, 0) in found
    assert len(found) == len(set(found)) == 4


def test_a_wrong_number_of_tiles_is_an_error() -> None:
    with pytest.raises(ValueError, match="winning hand's size"):
        win.is_win(hand("123s"), 0, ALL)


@pytest.mark.parametrize(
    ("text", "melds", "waits"),
    [
        ("123456789s 1111p", 0, ""),  # the fifth 1p does not exist
        ("4446m 123p 567p", 1, "5m 6m"),
        ("1112345678999m", 0, "1m 2m 3m 4m 5m 6m 7m 8m 9m"),
        ("19m 19p 19s ESWNCFP", 0, "C F P"),
    ],
)
def test_waits(text: str, melds: int, waits: str) -> None:
    assert names(win.waits(hand(text), melds, ALL)) == waits


def _lists_of_sets(n_sets: int) -> set[tuple[int, ...]]:
    """Count vectors of one suit made of so many sets, by writing all of them out."""
    sets = [(k, k, k) for k in range(9)] + [(k, k + 1, k + 2) for k in range(7)]
    found = set()
    for chosen in combinations_with_replacement(sets, n_sets):
        kinds = [kind for group in chosen for kind in group]
        counts = tuple(kinds.count(kind) for kind in range(9))
        if max(counts) <= 4:
            found.add(counts)
    return found


def test_number_of_complete_suits() -> None:
    """Known counts: 16, 127, 627, 2098 vectors of sets; 9, 135, 996, 4475, 13259 with a pair."""
    for n_sets, expected in enumerate((1, 16, 127, 627, 2098)):
        assert win.targets(9, n_sets, False, True) == _lists_of_sets(n_sets)
        assert len(win.targets(9, n_sets, False, True)) == expected
    assert [len(win.targets(9, n, True, True)) for n in range(5)] == [9, 135, 996, 4475, 13259]


def test_a_suit_falls_apart_exactly_if_it_can_be_built() -> None:
    for n_sets in range(4):
        for counts in win.targets(9, n_sets, False, True):
            assert win.roles_of_suit(counts, True) == 1
        for counts in win.targets(9, n_sets, True, True):
            assert win.roles_of_suit(counts, True) == 2
    rng = random.Random(1)
    built = win.targets(9, 2, True, True)
    for _ in range(2000):
        counts = tuple(rng.choice((0, 0, 1, 1, 2)) for _ in range(9))
        if sum(counts) == 8:
            assert (win.roles_of_suit(counts, True) == 2) == (counts in built)


@pytest.mark.parametrize(
    ("text", "melds", "shapes", "distance"),
    [
        ("123456789s 1111p", 0, PLAIN, 2),
        ("123456789s EEEE", 0, PLAIN, 2),
        ("1111m 99m 55p 99p 2s 5s 8s", 0, Shapes("seven", False, "none"), 3),
        ("1111m 99m 55p 99p 2s 5s 8s", 0, ALL, 2),
        ("1111m 99m 55p 99p 2s 5s 8s", 0, PLAIN, 4),
        ("14668889m", 2, PLAIN, 2),
        ("1122m 3344p 55s", 1, ALL, 3),
        ("19m 19p 19s ESWNCFP", 0, ALL, 1),
        ("19m 19p 19s ESWNCFP", 0, PLAIN, 9),
    ],
)
def test_distance(text: str, melds: int, shapes: Shapes, distance: int) -> None:
    assert win.distance(hand(text), melds, shapes) == distance


def test_distance_agrees_with_its_definition() -> None:
    """Distance 0 = complete, 1 = some tile completes it after throwing any, 2 = the same twice."""
    rng = random.Random(2)
    kinds = [0, 1, 2, 3, 4, 5, 6, 7, 8, 27, 28]
    for _ in range(10):
        tiles = rng.sample([kind for kind in kinds for _ in range(4)], 7)
        counts = tuple(tiles.count(kind) for kind in range(34))
        incoming = [kind for kind in kinds if counts[kind] < 4]
        found = 9
        for first, second in product(incoming, repeat=2):
            for added in ((first,), (first, second)):
                grown = [n + added.count(kind) for kind, n in enumerate(counts)]
                if max(grown) <= 4 and _contains_win(grown, 2):
                    found = min(found, len(added))
        assert found == win.distance(counts, 2, PLAIN) or (found == 9 and win.distance(counts, 2, PLAIN) > 2)


def _contains_win(counts: list[int], n_melds: int) -> bool:
    """Can tiles be thrown until a complete hand of 14 - 3 * melds tiles is left?"""
    if sum(counts) == 14 - 3 * n_melds:
        return win.is_win(counts, n_melds, PLAIN)
    if sum(counts) < 14 - 3 * n_melds:
        return False
    for kind in range(34):
        if counts[kind]:
            fewer = list(counts)
            fewer[kind] -= 1
            if _contains_win(fewer, n_melds):
                return True
    return False
