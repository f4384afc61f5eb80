"""V1: published vectors; the bounded helper; counters that do not collide. Public cases 96, 97, 101."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from sim import seeding

U = np.uint64


def words(counter: tuple[int, ...], key: tuple[int, int]) -> tuple[int, ...]:
    return tuple(int(w) for w in seeding.philox(*(U(c) for c in counter), *(U(k) for k in key)))


@pytest.mark.parametrize(
    ("counter", "key", "expected"),
    [
        ((0, 0, 0, 0), (0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        ((0xFFFFFFFF,) * 4, (0xFFFFFFFF,) * 2, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
        (
            (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344),
            (0xA4093822, 0x299F31D0),
            (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
        ),
    ],
)
def test_v1_philox_vectors(counter: tuple[int, ...], key: tuple[int, int], expected: tuple[int, ...]) -> None:
    assert words(counter, key) == expected


def test_block_is_philox_of_the_documented_counter() -> None:
    seed = 0x299F31D0A4093822
    got = tuple(int(w) for w in seeding.block(U(seed), 0x03707344, 0x13198A2E, 0x85A308D3, 0x243F6A88))
    assert got == (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1)


def test_bounded_is_exactly_uniform_on_a_small_source() -> None:
    """Every word of an 8-bit source: each of 136 results equally often, the surplus refused (case 96)."""
    results = Counter(int(seeding.bounded(U(w), 8, 136)) for w in range(256))
    assert results.pop(-1) == 256 - 136
    assert sorted(results) == list(range(136))
    assert set(results.values()) == {1}
    for n in (1, 2, 3, 5, 34, 100, 255, 256):
        results = Counter(int(seeding.bounded(U(w), 8, n)) for w in range(256))
        results.pop(-1, None)
        assert sorted(results) == list(range(n)) and len(set(results.values())) == 1


def test_below_stays_in_range_and_varies() -> None:
    seen = Counter(int(seeding.below(U(7), w, 0, seeding.Purpose.DICE, 0, 4)) for w in range(4000))
    assert sorted(seen) == [0, 1, 2, 3]
    assert all(850 < n < 1150 for n in seen.values())


def test_counters_do_not_add_up() -> None:
    """(seed 1, wall 2), (seed 2, wall 1), (seed 0, wall 3) and their like differ (case 101)."""
    seen = set()
    for seed in range(4):
        for wall in range(4):
            for hand in range(4):
                for purpose in seeding.Purpose:
                    seen.add(tuple(int(w) for w in seeding.block(U(seed), wall, hand, purpose, 0)))
    assert len(seen) == 4 * 4 * 4 * len(seeding.Purpose)


def test_high_half_of_the_seed_matters() -> None:
    low = seeding.block(U(5), 1, 0, 2, 0)
    high = seeding.block(U(5 + (1 << 32)), 1, 0, 2, 0)
    assert low != high


def test_bot_items_are_distinct() -> None:
    items = {int(seeding.bot_item(t, d, k)) for t in range(144) for d in range(16) for k in range(4)}
    assert len(items) == 144 * 16 * 4
    assert max(items) < 1 << 24
