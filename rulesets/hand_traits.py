"""What the whole of a finished hand shows, golds counted as whatever helps: one suit, only runs, only triplets.

Each is a question of existence, melds included. A hand is any record with the fields of HAND, the winning tile among its
tiles.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rulesets.hand_seat import melded_copies
from rulesets.jit import kernel
from rulesets.tiles import N_HELD_KINDS, MeldKind, Tile

_NO_WAY = 99
_NO_LIMIT = 99
_MOST_RUNS = 5


class Flush(IntEnum):
    """混一色 and 清一色."""

    NONE = 0
    HALF = 1
    FULL = 2


@kernel
def n_melds_of(hand, meld_kind):
    """How many melds of one MeldKind the hand has."""
    n = 0
    for i in range(int(hand.n_melds)):
        if int(hand.meld_kind[i]) == meld_kind:
            n += 1
    return n


@kernel
def flush_of(hand, gold_kind):
    """FZ 7.7: natural tiles of one suit make FULL if no gold shows another face; else, or with honours, HALF.

    Honours alone are neither. Tiles in melds are natural; the shape of the hand is not looked at.
    """
    suit = -1
    honours = False
    for group in range(4):
        first = 9 * group
        found = False
        for kind in range(first, min(first + 9, N_HELD_KINDS)):
            found = found or int(hand.counts[kind]) > 0
        for i in range(int(hand.n_melds)):
            found = found or first <= int(hand.meld_tile[i]) < first + 9
        if found and group == 3:
            honours = True
        elif found:
            if suit >= 0:
                return Flush.NONE
            suit = group
    if suit < 0:
        return Flush.NONE
    if honours or (int(hand.golds) > 0 and gold_kind // 9 != suit):
        return Flush.HALF
    return Flush.FULL


@kernel
def _limits(rules, hand, limits):
    """Fill `limits`, int64[34], with the copies of each kind that the concealed tiles may be taken to hold."""
    if int(rules.gold.fifth_copy):
        for kind in range(N_HELD_KINDS):
            limits[kind] = _NO_LIMIT
        return
    melded_copies(hand, limits)
    for kind in range(N_HELD_KINDS):
        limits[kind] = 4 - limits[kind]


@kernel
def is_all_triplets(rules, hand):
    """Whether a standard reading exists in which every set is a triplet or a kan."""
    for i in range(int(hand.n_melds)):
        if int(hand.meld_kind[i]) == MeldKind.CHI:
            return False
    limits = np.zeros(N_HELD_KINDS, np.int64)
    _limits(rules, hand, limits)
    needed = 0  # golds that fill every kind up to triplets
    pair_change = 2  # and how many more, or fewer, if one kind is the pair too; two golds by themselves otherwise
    for kind in range(N_HELD_KINDS):
        held = int(hand.counts[kind])
        if held == 0:
            continue
        triplets = -held % 3
        if held + triplets > limits[kind]:
            triplets = _NO_WAY
        pair = (2 - held) % 3
        if held + pair > limits[kind]:
            pair = _NO_WAY
        needed += triplets
        pair_change = min(pair_change, pair - triplets)
    return needed + pair_change <= int(hand.golds)


@kernel
def is_all_runs(rules, hand):
    """Whether a standard reading exists in which every set is a run."""
    for i in range(int(hand.n_melds)):
        if int(hand.meld_kind[i]) != MeldKind.CHI:
            return False
    n_sets = int(rules.built.sets) - int(hand.n_melds)
    limits = np.zeros(N_HELD_KINDS, np.int64)
    _limits(rules, hand, limits)
    total = np.full((2, _MOST_RUNS + 1), _NO_WAY, np.int64)  # golds needed so far: pair, runs
    total[0, 0] = 0
    _honour_pair(hand, total)
    suit_cost = np.zeros((2, _MOST_RUNS + 1), np.int64)
    joined = np.zeros((2, _MOST_RUNS + 1), np.int64)
    for suit in range(3):
        _suit_runs(hand.counts, limits, 9 * suit, n_sets, int(hand.golds), suit_cost)
        joined[:, :] = _NO_WAY
        for pair in range(2):
            for more_pairs in range(2 - pair):
                for runs in range(n_sets + 1):
                    for more in range(n_sets + 1 - runs):
                        cost = total[pair, runs] + suit_cost[more_pairs, more]
                        joined[pair + more_pairs, runs + more] = min(joined[pair + more_pairs, runs + more], cost)
        total[:, :] = joined
    return total[1, n_sets] <= int(hand.golds)


@kernel
def _honour_pair(hand, total):
    """Enter the honours: none held, or one kind that is the pair."""
    kinds = 0
    copies = 0
    for kind in range(Tile.EAST, N_HELD_KINDS):
        if int(hand.counts[kind]) > 0:
            kinds += 1
            copies = int(hand.counts[kind])
    if kinds > 0:
        total[0, 0] = _NO_WAY
        if kinds == 1 and copies <= 2:
            total[1, 0] = 2 - copies
    else:
        total[1, 0] = 2


@kernel
def _suit_runs(counts, limits, first, n_sets, golds, cost):
    """Least golds with which all tiles of a suit are runs, and a pair perhaps: into `cost`, int64[2, 6] by pair and runs.

    Walks up the ranks; the state is how many runs began on the rank before and on the one before that, whether there is
    a pair, and the number of runs. Costs above `golds` are dropped.
    """
    size = n_sets + 1
    now = np.full((size, size, 2, size), _NO_WAY, np.int64)
    now[0, 0, 0, 0] = 0
    for rank in range(9):
        then = np.full((size, size, 2, size), _NO_WAY, np.int64)
        held = int(counts[first + rank])
        for last, last_but_one, pair, runs in np.ndindex(size, size, 2, size):
            so_far = now[last, last_but_one, pair, runs]
            if so_far > golds:
                continue
            for begun in range(size - runs if rank <= 6 else 1):
                for more_pairs in range(2 - pair):
                    used = last + last_but_one + begun + 2 * more_pairs
                    if used < held or used > limits[first + rank]:
                        continue
                    after = so_far + used - held
                    if after < then[begun, last, pair + more_pairs, runs + begun]:
                        then[begun, last, pair + more_pairs, runs + begun] = after
        now = then
    for pair in range(2):
        for runs in range(n_sets + 1):
            cost[pair, runs] = now[0, 0, pair, runs]
