"""Eight pairs in all their readings against every substitution, and the clause FZ-SHAPE-06."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from rulesets.analysis import Shapes, count_readings, distances, hands_of, is_win, useful, waits
from rulesets.choices import Pairs
from rulesets.hand_pairs import eight_distance, eight_useful
from rulesets.tiles import KIND_NAMES, N_HELD_KINDS, counts_of
from tests.rulesets import brute_golds as brute

MODES = ["eight_any_single", "eight_half_matches"]


def random_hand(rng: random.Random, n: int, classes: tuple[int, ...]) -> Counter[int]:
    """So many tiles of few kinds, so that pairs abound."""
    hand: Counter[int] = Counter()
    while sum(hand.values()) < n:
        kind = rng.randrange(N_HELD_KINDS)
        if hand[kind] == 0:
            hand[kind] = min(rng.choice(classes), n - sum(hand.values()))
    return hand


@pytest.mark.parametrize("pairs", MODES)
@pytest.mark.parametrize("quads", [True, False])
def test_complete_hands_of_pairs_equal_every_substitution(pairs: str, quads: bool) -> None:
    rng = random.Random(5)
    found = 0
    for _ in range(600):
        golds = rng.choice((0, 0, 1, 1, 2, 3))
        hand = random_hand(rng, 17 - golds, rng.choice(((2,), (1, 2), (2, 2, 2, 3), (2, 2, 4), (2, 3, 4), (4,))))
        expected = brute.eight(hand, golds, pairs, quads)
        counts = counts_of(list(hand.elements()))
        assert (eight_distance(counts, Pairs[pairs.upper()], int(quads), golds, golds) == 0) == expected, (hand, golds)
        found += expected
    assert 100 < found < 500


@pytest.mark.parametrize("pairs", MODES)
@pytest.mark.parametrize("quads", [True, False])
def test_the_formula_with_odd_kinds_is_the_same_thing(pairs: str, quads: bool) -> None:
    """FZ 7.1: with o kinds held an odd number of times, o <= g + 1; or o <= g, or o = g + 1 and a kind held three times."""
    rng = random.Random(6)
    for _ in range(20_000):
        golds = rng.choice((0, 1, 2, 3, 4))
        hand = random_hand(rng, 17 - golds, rng.choice(((1, 2), (2, 2, 3), (2, 4), (2, 3, 4, 4))))
        odd = sum(n % 2 for n in hand.values())
        expected = odd <= golds + 1
        if pairs == "eight_half_matches":
            expected = odd <= golds or (odd == golds + 1 and 3 in hand.values())
        expected = expected and (quads or 4 not in hand.values())
        counts = counts_of(list(hand.elements()))
        assert (eight_distance(counts, Pairs[pairs.upper()], int(quads), golds, golds) == 0) == expected, (hand, golds)


@pytest.mark.parametrize("pairs", MODES)
@pytest.mark.parametrize("quads", [True, False])
def test_distance_and_useful_kinds_equal_the_definition_on_near_hands(pairs: str, quads: bool) -> None:
    rng = random.Random(7)
    choice = Pairs[pairs.upper()]
    seen = Counter()
    for _ in range(60):
        golds = rng.choice((0, 0, 1, 2))
        hand = random_hand(rng, 16 - golds, rng.choice(((1, 2, 2, 2), (2, 2, 3), (2, 4, 4), (2, 3, 4), (4,))))
        counts = counts_of(list(hand.elements()))
        found = int(eight_distance(counts, choice, int(quads), golds, golds))
        limit = 2
        assert min(found, limit + 1) == brute.eight_needed(limit, hand, golds, pairs, quads), (hand, golds)
        seen[found] += 1
        if found > 1:
            continue
        mask = int(eight_useful(counts, choice, int(quads), golds, golds))
        for kind in brute.worth_trying(hand):
            if hand[kind] < 4:
                after = hand + Counter([kind])
                assert bool(mask >> kind & 1) == brute.eight(after, golds, pairs, quads), (hand, golds, KIND_NAMES[kind])
    assert seen[1] > 5 and seen[2] > 3


@pytest.mark.parametrize("pairs", MODES)
@pytest.mark.parametrize("quads", [True, False])
def test_every_tile_changes_the_distance_by_one_at_most_and_useful_kinds_are_those_that_lower_it(pairs: str, quads: bool) -> None:
    rng = random.Random(8)
    choice = Pairs[pairs.upper()]
    for _ in range(3000):
        golds = rng.choice((0, 0, 1, 2, 3))
        hand = random_hand(rng, 16 - golds, rng.choice(((1,), (1, 2), (1, 2, 3, 4), (2, 2, 4))))
        counts = counts_of(list(hand.elements()))
        before = int(eight_distance(counts, choice, int(quads), golds, golds))
        mask = int(eight_useful(counts, choice, int(quads), golds, golds)) if before else 0
        for kind in range(N_HELD_KINDS):
            if counts[kind] < 4:
                counts[kind] += 1
                after = int(eight_distance(counts, choice, int(quads), golds, golds))
                counts[kind] -= 1
                assert before - 1 <= after <= before
                assert bool(mask >> kind & 1) == (after < before)
        more = int(eight_distance(counts, choice, int(quads), golds + 1, golds + 1))
        if pairs == "eight_any_single" and quads:
            assert more == max(0, before - 1)
        else:  # a gold can be the fifth copy that a triplet of four alike needs, or the fourth that would spoil the hand
            assert max(0, before - 2) <= more <= max(0, before - 1)


def test_half_matches_without_a_fifth_copy() -> None:
    """Four quads and a gold: the triplet would need a fifth copy; a single pair beside them does not."""
    quads = counts_of([0] * 4 + [3] * 4 + [6] * 4 + [9] * 4)
    assert eight_distance(quads, Pairs.EIGHT_HALF_MATCHES, 1, 1, 1) == 0
    assert eight_distance(quads, Pairs.EIGHT_HALF_MATCHES, 1, 1, 0) == 1
    assert eight_distance(quads, Pairs.EIGHT_HALF_MATCHES, 1, 0, 0) == 2
    pairs = counts_of([0] * 4 + [3] * 4 + [6] * 4 + [9, 9, 12, 12])
    assert eight_distance(pairs, Pairs.EIGHT_HALF_MATCHES, 1, 1, 0) == 0


ANY = Shapes(sets=5, pairs="eight_any_single")
HALF = Shapes(sets=5, pairs="eight_half_matches")
OFF = Shapes(sets=5)


def wins(text: str, shapes: Shapes) -> bool:
    hands, golds = hands_of([text])
    assert (count_readings(hands[0], shapes, golds=golds[0]) > 0) == is_win(hands[0], shapes, golds=golds[0])
    return bool(is_win(hands[0], shapes, golds=golds[0]))


def test_FZ_SHAPE_06_eight_pairs_and_one_single() -> None:
    assert [wins("11m33m55m77m99m22p44p66p8s", s) for s in (ANY, HALF, OFF)] == [True, False, False]
    assert [wins("11m33m55m77m99m22p44p666s", s) for s in (ANY, HALF, OFF)] == [True, True, False]
    assert [wins("1111m55m77m99m22p44p66p8s", s) for s in (ANY, HALF, OFF)] == [True, False, False]
    assert not wins("1111m55m77m99m22p44p66p8s", Shapes(sets=5, pairs="eight_any_single", pairs_quads=False))


def test_FZ_SHAPE_06_never_with_a_meld() -> None:
    hand, _ = hands_of(["11m33m55m77m99m22p4p6p"])
    assert int(distances(hand[0], ANY, n_melds=1)) == int(distances(hand[0], OFF, n_melds=1)) > 0
    closed = hands_of(["11m33m55m77m99m22p4p"])[0][0]
    melded = counts_of([30] * 4)
    assert not bool(is_win(np.where(np.arange(42) == 33, closed + 1, closed), ANY, n_melds=1, melded=melded))


def test_FZ_SHAPE_08_no_other_special_shapes() -> None:
    for shapes in (ANY, HALF, OFF):
        assert not wins("11m33m55m77m99m22p44p6p8s1s", shapes)
        assert not wins("19m19p19s ESWNCFP 1m 5m 6m 7m", shapes)


def test_fixture_HF_waits_under_each_reading() -> None:
    hand, _ = hands_of(["11m33m55m77m99m22p44p66p"])
    every = set(KIND_NAMES[:N_HELD_KINDS]) - {"5s"}

    def names(shapes: Shapes) -> set[str]:
        found = waits(hand[0], shapes, golds_left=3, gold_kind=22)
        assert bool(found.gold) == (shapes is not OFF)
        return {KIND_NAMES[k] for k in np.flatnonzero(found.kinds)}

    assert names(ANY) == every
    assert names(HALF) == {"1m", "3m", "5m", "7m", "9m", "2p", "4p", "6p"}
    assert names(OFF) == set()


def test_a_gold_pairs_a_third_copy_that_no_natural_tile_may() -> None:
    """Without quads, seven kinds twice or three times wait for a gold alone: it makes a pair of a third copy."""
    hands, golds = hands_of(["11m33m55m77m99m222p444p"])
    for quads in (True, False):
        shapes = Shapes(sets=5, pairs="eight_any_single", pairs_quads=quads)
        said = waits(hands, shapes, golds=golds, golds_left=1)
        assert bool(said.gold[0])
        assert bool(said.kinds.any()) == quads
        assert bool(is_win(hands, shapes, golds=golds + 1)[0])
        assert not waits(hands, shapes, golds=golds).gold[0]


def test_a_hand_of_pairs_is_one_reading_whatever_its_golds_stand_for() -> None:
    hand, golds = hands_of(["11m33m55m77m99m22p4p6p8s GG"])
    assert int(count_readings(hand[0], ANY, golds=golds[0])) == 1
    assert bool(useful(hands_of(["11m33m55m77m99m2p4p6p8s GG"])[0][0], ANY, golds=2, golds_left=1).gold)
