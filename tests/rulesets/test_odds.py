"""Exact odds of dealt hands: published values, and enumeration of small tile sets."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from rulesets.analysis import Shapes, distances
from rulesets.jit import JIT_OFF
from rulesets.odds import copy_odds, dealt_odds
from rulesets.tiles import N_KINDS
from tests.rulesets import brute_hand


def test_V4_exact_odds_of_a_complete_deal() -> None:
    odds = dealt_odds()
    assert odds.hands == math.comb(136, 14)
    assert round(odds.one_in("standard")) == 374_373
    assert round(odds.one_in("pairs")) == 2_822_345
    assert round(odds.one_in("orphans")) == 3_247_922_070
    assert odds.pairs == math.comb(34, 7) * 6**7
    assert odds.orphans == 13 * 6 * 4**12


def test_V4_copies_of_a_kind_are_a_distribution() -> None:
    for drawn, n_tiles in ((13, 136), (16, 144), (17, 144)):
        weights = copy_odds(3, drawn, n_tiles)
        assert sum(weights) == 1
        assert sum(n * w for n, w in enumerate(weights)) == Fraction(3 * drawn, n_tiles)


def test_odds_follow_the_shapes() -> None:
    assert dealt_odds(Shapes()).complete == dealt_odds(Shapes()).standard
    assert dealt_odds(Shapes(pairs="seven")).pairs > dealt_odds().pairs
    assert dealt_odds(Shapes(orphans="dragon_pair")).orphans * 13 == dealt_odds().orphans * 3
    no_red = np.ones(34, bool)
    no_red[31] = False
    assert dealt_odds(held=no_red).orphans == 0


@pytest.mark.parametrize("quads", [True, False])
def test_odds_of_a_small_tile_set_by_enumeration(quads: bool) -> None:
    """Five neighbouring kinds and two honours, or fewer: all hands of 14 tiles, one vector of counts at a time."""
    kinds = [1, 2, 3, 4, 27, 31] if quads else [1, 2, 3, 4, 5, 27, 31]
    held = np.zeros(34, bool)
    held[kinds] = True
    standard = pairs = both = 0
    for counts in itertools.product(range(5), repeat=len(kinds)):
        if sum(counts) != 14:
            continue
        ways = math.prod(math.comb(4, n) for n in counts)
        hand = Counter({k: n for k, n in zip(kinds, counts, strict=True) if n})
        is_standard = brute_hand.completes(hand, 4, True, 0)
        is_pairs = all(n % 2 == 0 and (quads or n <= 2) for n in counts)
        standard += ways * is_standard
        pairs += ways * is_pairs
        both += ways * (is_standard and is_pairs)
    odds = dealt_odds(Shapes(pairs="seven", pairs_quads=quads), held)
    assert (odds.standard, odds.pairs, odds.complete) == (standard, pairs, standard + pairs - both)
    assert odds.hands == math.comb(4 * len(kinds), 14)


def start_distances(n: int, seed: int) -> np.ndarray:
    """Tiles needed by `n` dealt hands of 13 tiles, seven pairs allowed."""
    rng = np.random.default_rng(seed)
    deck = np.repeat(np.arange(34), 4)
    dealt = rng.permuted(np.tile(deck, (n, 1)), axis=1)[:, :13]
    hands = np.zeros((n, N_KINDS), np.int8)
    for column in dealt.T:
        hands[np.arange(n), column] += 1
    return distances(hands, Shapes(pairs="seven", pairs_quads=False))


def test_V21_mean_starting_distance_on_a_sample() -> None:
    n = 300 if JIT_OFF else 20_000
    needed = start_distances(n, 1)
    assert abs(needed.mean() - 1 - 3.58) < 4.5 * needed.std() / math.sqrt(n) + 0.01


@pytest.mark.slow
def test_V21_mean_starting_shanten_with_seven_pairs() -> None:
    assert abs(start_distances(1_000_000, 2).mean() - 1 - 3.58) < 0.02
