"""Distance, useful tiles and readings against the slow definitions, and the symmetries that they must have."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.analysis import Shapes, count_readings, distances, is_win, list_readings, ukeire, useful
from rulesets.hand_distance import suit_keys
from rulesets.hand_exact import exact_distance
from rulesets.hand_golds import distance_of, useful_of
from rulesets.hand_readings import SetType, Shape, has_run, has_triplet, n_runs
from rulesets.hand_tables import load_tables
from rulesets.jit import JIT_OFF
from rulesets.tiles import N_HELD_KINDS, N_KINDS, counts_of, format_hand, parse_hand
from tests.rulesets import brute_hand

EXAMPLES = 5 if JIT_OFF else 60
ALL_SHAPES = [
    Shapes(),
    Shapes(pairs="seven"),
    Shapes(pairs="seven", pairs_quads=False, orphans="dragon_pair"),
    Shapes(pairs="seven", orphans="any_pair"),
]


def counter(hand: np.ndarray) -> Counter[int]:
    return Counter({k: int(n) for k, n in enumerate(hand) if n})


def pairs_word(shapes: Shapes) -> str:
    return "none" if shapes.pairs == "none" else "quads" if shapes.pairs_quads else "distinct"


def deal(rng: np.random.Generator, n: int, kinds: np.ndarray) -> np.ndarray:
    """Counts of `n` tiles drawn from four copies of the given kinds."""
    return counts_of(list(rng.permutation(np.repeat(kinds, 4))[:n]))


POOLS = (
    np.arange(34),
    np.arange(9),
    np.r_[np.arange(9), 27:34],
    np.r_[3:9, 12:18],
    np.r_[27:34, 0, 8, 9, 17, 18, 26],
    np.r_[0:3, 27, 28],
)


@st.composite
def near_hands(draw: st.DrawFn, sets: int = 4, golds: int = 0) -> np.ndarray:
    """A complete hand of tiles drawn from sets and a pair, some tiles of it exchanged."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    while True:
        hand = np.zeros(N_KINDS, np.int64)
        for _ in range(sets):
            if rng.random() < 0.6:
                first = 9 * rng.integers(3) + rng.integers(7)
                hand[first : first + 3] += 1
            else:
                hand[rng.integers(34)] += 3
        hand[rng.integers(34)] += 2
        if hand.max() <= 4:
            break
    for _ in range(golds + draw(st.integers(0, 2))):
        hand[rng.choice(np.flatnonzero(hand))] -= 1
    while hand.sum() < 3 * sets + 2 - golds:
        hand[rng.choice(np.flatnonzero((hand < 4)[:34]))] += 1
    return hand.astype(np.int8)


# --- distance -------------------------------------------------------------------------------------------------------------


@settings(max_examples=EXAMPLES, deadline=None)
@given(near_hands(), st.integers(0, 1), st.sampled_from(ALL_SHAPES))
def test_distance_is_the_fewest_tiles_that_must_come_in(hand: np.ndarray, fewer: int, shapes: Shapes) -> None:
    for _ in range(fewer):
        hand[np.flatnonzero(hand)[0]] -= 1
    answer = int(distances(hand, shapes))
    words = (pairs_word(shapes), shapes.orphans)
    assert min(answer, 2) == brute_hand.needed_up_to(1, counter(hand), 4, 0, *words), format_hand(hand)


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(near_hands(), st.integers(0, 1), st.sampled_from(ALL_SHAPES))
def test_distance_of_two_is_the_fewest_tiles_that_must_come_in(hand: np.ndarray, fewer: int, shapes: Shapes) -> None:
    for _ in range(fewer):
        hand[np.flatnonzero(hand)[0]] -= 1
    answer = int(distances(hand, shapes))
    words = (pairs_word(shapes), shapes.orphans)
    assert min(answer, 3) == brute_hand.needed_up_to(2, counter(hand), 4, 0, *words), format_hand(hand)


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.integers(1, 3).flatmap(lambda g: st.tuples(near_hands(golds=g), st.just(g))), st.sampled_from(ALL_SHAPES))
def test_hands_with_golds_are_complete_when_some_substitution_is(hand_golds: tuple[np.ndarray, int], shapes: Shapes) -> None:
    hand, golds = hand_golds
    slow = brute_hand.is_complete(counter(hand), 4, golds, pairs_word(shapes), shapes.orphans)
    assert bool(is_win(hand, shapes, golds=golds)) is slow
    assert bool(count_readings(hand, shapes, golds=golds) > 0) is slow
    assert (int(distances(hand, shapes, golds=golds)) == 0) is slow


@pytest.mark.parametrize("size", [10, 11, 13, 14, 16, 17])
def test_table_distance_and_useful_tiles_equal_the_walk_without_tables(size: int) -> None:
    """With and without golds, also where the limit on fifth copies decides."""
    tables = load_tables(golds=True)
    rng = np.random.default_rng(size)
    n_sets = size // 3
    keys = np.zeros(4, np.int32)
    for pool in POOLS:
        for golds in range(5):
            if len(pool) * 4 < size:
                continue
            for _ in range(1 if JIT_OFF else 8):
                hand = deal(rng, size - golds, pool)
                suit_keys(hand, keys)
                for spare in {0, 1, golds, golds + 1}:
                    answer = distance_of(tables, keys, hand, n_sets, 0, 0, 0, golds, spare)
                    walk = exact_distance(tables.scratch, hand, hand[:0], n_sets, spare)
                    assert answer == max(0, walk - golds), (format_hand(hand), golds, spare)
                    if JIT_OFF:
                        continue
                    found = useful_of(tables, keys, hand, n_sets, 0, 0, 0, golds, spare, answer)
                    assert found == useful_by_walk(tables, hand, n_sets, golds, spare, answer), format_hand(hand)


def useful_by_walk(tables, hand: np.ndarray, n_sets: int, golds: int, spare: int, distance: int) -> int:
    found = 0
    for kind in range(N_HELD_KINDS if distance else 0):
        if hand[kind] < 4:
            hand[kind] += 1
            after = exact_distance(tables.scratch, hand, hand[:0], n_sets, spare) - golds
            found |= int(max(0, after) < distance) << kind
            hand[kind] -= 1
    return found


@pytest.mark.parametrize("shapes", ALL_SHAPES)
@pytest.mark.parametrize("size", [13, 14])
def test_useful_tiles_are_those_that_lower_the_distance(shapes: Shapes, size: int) -> None:
    rng = np.random.default_rng(size)
    hands = np.stack([deal(rng, size, pool) for pool in POOLS for _ in range(3 if JIT_OFF else 60) if 4 * len(pool) >= 20])
    before = distances(hands, shapes)
    found = useful(hands, shapes)
    tables = load_tables()
    keys = np.zeros(4, np.int32)
    switches = (4, int(shapes.pairs == "seven"), int(shapes.pairs_quads), ["none", "dragon_pair", "any_pair"].index(shapes.orphans))
    for i, hand in enumerate(hands):
        for kind in range(N_HELD_KINDS):
            lowered = False
            if hand[kind] < 4 and before[i] > 0:
                after = hand.copy()
                after[kind] += 1
                suit_keys(after, keys)
                lowered = distance_of(tables, keys, after, *switches, 0, 0) < before[i]
            assert bool(found.kinds[i, kind]) is bool(lowered), (format_hand(hand), kind)
    live = ((4 - hands.astype(int)) * found.kinds).sum(axis=1)
    assert np.array_equal(ukeire(hands, shapes), live)


def test_special_shapes_by_their_definitions() -> None:
    """Seven pairs and thirteen orphans: the fewest tiles missing from any target."""
    rng = np.random.default_rng(3)
    orphans = [np.array([*brute_hand.ORPHANS, k]) for k in brute_hand.ORPHANS]
    hands = np.stack([deal(rng, 13, pool) for pool in (POOLS[0], POOLS[2], POOLS[4]) for _ in range(5 if JIT_OFF else 200)])
    plain = distances(hands)
    for name, allowed in (("any_pair", orphans), ("dragon_pair", orphans[-3:])):
        answer = distances(hands, Shapes(orphans=name))
        for hand, standard, found in zip(hands, plain, answer, strict=True):
            nearest = min(int(np.maximum(np.bincount(t, minlength=42) - hand, 0).sum()) for t in allowed)
            assert found == min(standard, nearest)
    for quads in (True, False):
        answer = distances(hands, Shapes(pairs="seven", pairs_quads=quads))
        for hand, standard, found in zip(hands, plain, answer, strict=True):
            costs = sorted(
                cost
                for n in hand[:34].astype(int)
                for cost in ([max(0, 2 - n), min(2, max(0, 4 - n))] if quads else [max(0, 2 - n)])
            )
            assert found == min(standard, sum(costs[:7]))


def test_melds_use_copies_up_by_the_definition() -> None:
    """Own melds: every set of incoming tiles that are still there is tried."""
    rng = np.random.default_rng(4)
    for _ in range(2 if JIT_OFF else 40):
        meld = int(rng.integers(0, 9))
        melded = np.zeros(N_KINDS, np.int8)
        melded[meld] = rng.integers(3, 5)
        pool = np.repeat(np.arange(9), 4 - melded[:9])
        hand = counts_of(list(rng.permutation(pool)[:10]))
        answer = int(distances(hand, n_melds=1, melded=melded))
        slow = 2
        for n in range(2):
            for kind in [None] if n == 0 else range(9):
                after = counter(hand)
                if kind is not None:
                    if after[kind] + melded[kind] >= 4:
                        continue
                    after[kind] += 1
                if brute_hand.contains_complete(after, 3, 0, "none", "none"):
                    slow = min(slow, n)
        assert min(answer, 2) == slow
        loose = int(distances(hand, Shapes(melds_use_copies=False), n_melds=1, melded=melded))
        assert loose <= answer


def test_a_fifth_copy_by_a_gold_is_a_choice() -> None:
    """`1111m 456p 789p 123s 789s`: only a gold completes it, standing for a fifth 1m."""
    hand = parse_hand("1111m 456p 789p 123s 789s")
    with_fifth, without = Shapes(sets=5), Shapes(sets=5, fifth_copy=False)
    assert not useful(hand, with_fifth, golds_left=0).kinds[0]
    assert bool(is_win(hand, with_fifth, golds=1))
    assert not bool(is_win(hand, without, golds=1))
    assert int(distances(hand, with_fifth, golds_left=3)) == 1
    assert int(distances(hand, with_fifth, golds_left=0)) == 2
    assert int(distances(hand, without, golds_left=3)) == 2
    found = useful(hand, with_fifth, golds_left=3)
    assert bool(found.gold)
    assert not found.kinds.any()


# --- symmetries -----------------------------------------------------------------------------------------------------------


def relabelled(hand: np.ndarray, suits: tuple[int, int, int], mirror: bool) -> np.ndarray:
    """The hand with suits exchanged and, perhaps, the ranks of every suit reversed."""
    after = hand.copy()
    for new, old in enumerate(suits):
        ranks = hand[9 * old : 9 * old + 9]
        after[9 * new : 9 * new + 9] = ranks[::-1] if mirror else ranks
    return after


@settings(max_examples=EXAMPLES, deadline=None)
@given(
    st.integers(0, 2).flatmap(lambda g: st.tuples(near_hands(golds=g), st.just(g))),
    st.permutations([0, 1, 2]),
    st.booleans(),
    st.sampled_from(ALL_SHAPES),
)
def test_suits_and_directions_are_all_alike(
    hand_golds: tuple[np.ndarray, int], suits: list[int], mirror: bool, shapes: Shapes
) -> None:
    hand, golds = hand_golds
    twin = relabelled(hand, tuple(suits), mirror)
    assert distances(hand, shapes, golds=golds) == distances(twin, shapes, golds=golds)
    assert ukeire(hand, shapes, golds=golds) == ukeire(twin, shapes, golds=golds)
    assert count_readings(hand, shapes, golds=golds) == count_readings(twin, shapes, golds=golds)
    here = relabelled(useful(hand, shapes, golds=golds).kinds, tuple(suits), mirror)
    assert np.array_equal(here, useful(twin, shapes, golds=golds).kinds)


@settings(max_examples=EXAMPLES, deadline=None)
@given(near_hands(), st.sampled_from(ALL_SHAPES), st.data())
def test_a_gold_in_place_of_a_tile_never_harms(hand: np.ndarray, shapes: Shapes, data: st.DataObject) -> None:
    before = int(distances(hand, shapes))
    kind = data.draw(st.sampled_from([int(k) for k in np.flatnonzero(hand)]))
    hand[kind] -= 1
    after = int(distances(hand, shapes, golds=1))
    assert before - 1 <= after <= before


# --- readings -------------------------------------------------------------------------------------------------------------


@settings(max_examples=EXAMPLES, deadline=None)
@given(near_hands())
def test_readings_are_all_the_splits(hand: np.ndarray) -> None:
    found = list_readings(hand)
    as_sets = {
        (
            int(reading["pair"]),
            tuple(
                sorted(
                    (t, t, t) if kind == SetType.TRIPLET else (t, t + 1, t + 2)
                    for kind, t in zip(reading["set_type"].tolist(), reading["set_tile"].tolist(), strict=True)
                    if t >= 0
                )
            ),
        )
        for reading in found
    }
    assert as_sets == brute_hand.splits(counter(hand), 4)
    assert len(as_sets) == len(found)


def tiles_of(reading: np.void) -> Counter[int]:
    """The tiles that a standard reading is made of."""
    tiles: Counter[int] = Counter({int(reading["pair"]): 2})
    for i in range(int(reading["n_sets"])):
        first = int(reading["set_tile"][i])
        tiles += Counter([first] * 3 if reading["set_type"][i] == SetType.TRIPLET else [first, first + 1, first + 2])
    return tiles


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.integers(1, 2).flatmap(lambda g: st.tuples(near_hands(golds=g), st.just(g))), st.booleans())
def test_readings_with_golds_are_the_splits_of_every_substitution(hand_golds: tuple[np.ndarray, int], fifth: bool) -> None:
    hand, golds = hand_golds
    found = list_readings(hand, Shapes(fifth_copy=fifth), golds=golds)
    seen = set()
    for reading in found:
        stands = [int(k) for k in reading["gold_as"] if k >= 0]
        assert len(stands) == golds == int(reading["n_golds"])
        tiles = tiles_of(reading)
        assert tiles == counter(hand) + Counter(stands)
        assert fifth or max(tiles.values()) <= 4
        seen.add(reading.tobytes())
    assert len(seen) == len(found)
    if golds == 1:
        slow = 0
        for kind in range(34):
            if fifth or hand[kind] < 4:
                slow += len(brute_hand.splits(counter(hand) + Counter([kind]), 4))
        assert len(found) == slow


def test_the_record_of_a_reading() -> None:
    (reading,) = list_readings(parse_hand("555m 123p 456p 789s EE"))
    assert int(reading["form"]) == Shape.STANDARD
    assert reading["set_type"].tolist() == [SetType.TRIPLET, SetType.RUN, SetType.RUN, SetType.RUN, 0]
    assert reading["set_tile"].tolist() == [4, 9, 12, 24, -1]
    assert int(reading["pair"]) == 27
    record = list_readings(parse_hand("555m 123p 456p 789s EE"))[0]
    assert has_run(record, 9) and not has_run(record, 10)
    assert has_triplet(record, 4) and not has_triplet(record, 9)
    assert n_runs(record) == 3


def test_the_readings_of_special_shapes() -> None:
    (pairs,) = list_readings(parse_hand("1111m 33p 55p 77s 99s E"), Shapes(pairs="seven"), golds=1)
    assert (int(pairs["form"]), int(pairs["n_quads"]), int(pairs["pair"])) == (Shape.SEVEN_PAIRS, 1, -1)
    assert pairs["gold_as"][:2].tolist() == [27, -1]
    (orphans,) = list_readings(parse_hand("119m 19p 19s ESWNCFP"), Shapes(orphans="any_pair"))
    assert (int(orphans["form"]), int(orphans["pair"])) == (Shape.ORPHANS, 0)
    assert len(list_readings(parse_hand("119m 19p 19s ESWNCFP"), Shapes(orphans="dragon_pair"))) == 0
    assert len(list_readings(parse_hand("19m 19p 19s ESWNCFP"), Shapes(orphans="dragon_pair"), golds=1)) == 3
    both = list_readings(parse_hand("22334455667788m"), Shapes(pairs="seven"))
    assert [int(r["form"]) for r in both] == [Shape.STANDARD] * 3 + [Shape.SEVEN_PAIRS]


def test_only_three_gold_tiles_can_be_any_set() -> None:
    assert int(count_readings(parse_hand("123m 456p 789s EE"), golds=3)) == 21 + 34 + 44
