"""The best discard found by merged suits equals the best discard found by trying everything."""

from __future__ import annotations

import numpy as np
import pytest

from rulesets.bits import n_bits
from rulesets.hand_discard import best_discards, live_in, orphans_keep, pairs_keep, without
from rulesets.hand_distance import copies_held, orphans_missing, pairs_missing, suit_keys
from rulesets.hand_golds import distance_of, useful_of
from rulesets.hand_tables import load_tables
from rulesets.jit import JIT_OFF
from rulesets.tiles import N_HELD_KINDS, counts_of, format_hand, parse_hand

POOLS = (np.arange(34), np.r_[0:9, 27:34], np.r_[0:9, 9, 17, 18, 26, 27:34], np.r_[3:9, 12:18])
SHAPES = [(0, 0, 0), (1, 1, 1), (1, 0, 2), (0, 0, 1), (1, 1, 2)]  # pairs, quads, orphans


def hands_with_one_too_many(n: int, n_sets: int, seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return np.stack(
        [counts_of(list(rng.permutation(np.repeat(POOLS[i % len(POOLS)], 4))[: 3 * n_sets + 2])) for i in range(n)]
    )


def live_tiles(hand: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Random live copies by kind, shape (42,): at most what the hand leaves."""
    live = np.maximum(4 - hand.astype(int) - rng.integers(0, 3, len(hand)), 0)
    live[N_HELD_KINDS:] = 0
    return live


def by_trying(
    hand: np.ndarray, n_sets: int, shape: tuple[int, int, int], allowed: int, live: np.ndarray
) -> tuple[int, int, int]:
    tables = load_tables()
    keys = np.zeros(4, np.int32)
    suit_keys(hand, keys)
    distance = distance_of(tables, keys, hand, n_sets, *shape, 0, 0)
    found: dict[int, int] = {}
    for kind in np.flatnonzero(hand):
        if not allowed >> int(kind) & 1:
            continue
        hand[kind] -= 1
        suit_keys(hand, keys)
        if distance_of(tables, keys, hand, n_sets, *shape, 0, 0) == distance:
            useful = useful_of(tables, keys, hand, n_sets, *shape, 0, 0, distance)
            found[int(kind)] = sum(int(live[k]) for k in range(N_HELD_KINDS) if useful >> k & 1)
        hand[kind] += 1
    if len(found) <= 1:
        return sum(1 << k for k in found), -1, distance
    most = max(found.values())
    return sum(1 << k for k, n in found.items() if n == most), most, distance


@pytest.mark.parametrize("n_sets", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("shape", SHAPES)
def test_best_discards_are_those_of_the_whole_search(n_sets: int, shape: tuple[int, int, int]) -> None:
    if n_sets != 4 and any(shape):
        shape = (0, 0, 0)
    tables = load_tables()
    rng = np.random.default_rng(n_sets)
    keys = np.zeros(4, np.int32)
    for i, hand in enumerate(hands_with_one_too_many(2 if JIT_OFF else 150, n_sets, n_sets)):
        live = live_tiles(hand, rng)
        held = copies_held(hand)
        allowed = held[0] if i % 3 else held[0] & int(rng.integers(0, 1 << 34))
        suit_keys(hand, keys)
        answer = best_discards(tables.plain, keys, held, n_sets, *shape, allowed, copies_held(live))
        assert answer == by_trying(hand, n_sets, shape, allowed, live), format_hand(hand)


def test_live_tiles_of_a_mask_are_counted_by_copies() -> None:
    live = np.zeros(42, np.int64)
    live[[0, 5, 33]] = [4, 1, 2]
    planes = copies_held(live)
    assert live_in((1 << 34) - 1, planes) == 7
    assert live_in(1 << 33 | 1 << 7, planes) == 2
    assert [n_bits(mask) for mask in planes] == [3, 2, 1, 1]


def test_special_shapes_keep_their_distance_without_the_kinds_they_name() -> None:
    hands = [
        parse_hand(text)
        for text in (
            "1111m 22p 33p 4s 5s 6s 7s E S",
            "11m 22m 33m 44m 55m 66m 7m 8m",
            "111m 222m 333p 444p 5s 6s",
            "19m 19p 19s ESWN CC FF P",
            "19m 19p 199s ESWN CCC F",
            "19m 19p 19s EESSWNCF",
        )
    ]
    for hand in hands:
        held = copies_held(hand)
        for kind in np.flatnonzero(hand):
            fewer = hand.copy()
            fewer[kind] -= 1
            left = copies_held(fewer)
            assert without(held, int(kind)) == left
            for quads in (0, 1):
                now, then = (pairs_missing(*(n_bits(m) for m in masks), quads) for masks in (held, left))
                assert bool(pairs_keep(held, quads) >> int(kind) & 1) is bool(now == then), (format_hand(hand), kind, quads)
            for orphans in (1, 2):
                now, then = (orphans_missing(masks[0], masks[1], orphans) for masks in (held, left))
                assert bool(orphans_keep(held, orphans) >> int(kind) & 1) is bool(now == then), (format_hand(hand), kind)
