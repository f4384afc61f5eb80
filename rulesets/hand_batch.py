"""Batch loops behind `rulesets.analysis`: arrays of hands in, one number or mask per hand out.

Unlike play they also know the stance in which the copies in own melds are used up. Inputs are checked by the caller.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.choices import Pairs
from rulesets.hand_distance import special_distance, suit_keys
from rulesets.hand_exact import exact_distance
from rulesets.hand_golds import can_be_cut, distance_of, useful_of
from rulesets.hand_readings import readings_beside
from rulesets.jit import kernel, lean_kernel
from rulesets.tiles import N_HELD_KINDS


@lean_kernel
def _any(melded):
    """Whether any kind is melded."""
    for kind in range(N_HELD_KINDS):
        if int(melded[kind]) > 0:
            return True
    return False


@lean_kernel
def _distance(tables, keys, hand, melded, n_sets, pairs, quads, orphans, golds, spare):
    """Tiles needed by one hand; `melded` holds the copies in own melds that count as used up."""
    by_table = distance_of(tables, keys, hand, n_sets, pairs, quads, orphans, golds, spare)
    if (by_table == 0 and golds == 0) or not _any(melded):  # a complete natural hand needs no tile that is used up
        return by_table
    exact = exact_distance(tables.scratch, hand, melded, n_sets, spare)  # melds, so no hand of eight pairs
    seven = np.int64(1) if pairs == Pairs.SEVEN else np.int64(0)
    if seven or orphans:
        exact = special_distance(tables.plain, keys, hand, seven, quads, orphans, exact)
    return max(0, exact - golds)


@kernel
def batch_distances(tables, hands, melded, n_sets, pairs, quads, orphans, golds, spare, out):
    """Tiles needed by each hand into `out`, int64[N]; all other vectors are int64[N], hands and melded int8[N, 42]."""
    keys = np.zeros(4, np.int32)
    for i in range(len(hands)):
        suit_keys(hands[i], keys)
        out[i] = _distance(
            tables, keys, hands[i], melded[i], n_sets[i], pairs[i], quads, orphans[i], golds[i], spare[i]
        )


@kernel
def batch_useful(tables, hands, melded, n_sets, pairs, quads, orphans, golds, spare, distance, out):
    """Mask of the kinds that lower the distance of each hand into `out`, both int64[N]; distances are written too."""
    keys = np.zeros(4, np.int32)
    for i in range(len(hands)):
        hand = hands[i]
        suit_keys(hand, keys)
        by_table = distance_of(tables, keys, hand, n_sets[i], pairs[i], quads, orphans[i], golds[i], spare[i])
        exact = _distance(tables, keys, hand, melded[i], n_sets[i], pairs[i], quads, orphans[i], golds[i], spare[i])
        maybe = (1 << N_HELD_KINDS) - 1
        if exact == by_table:
            maybe = useful_of(tables, keys, hand, n_sets[i], pairs[i], quads, orphans[i], golds[i], spare[i], exact)
        found = 0
        certain = not _any(melded[i])
        for kind in range(N_HELD_KINDS):
            if not (maybe >> kind) & 1 or int(hand[kind]) + int(melded[i, kind]) >= 4:
                continue
            if not certain:
                hand[kind] += 1
                suit_keys(hand, keys)
                after = _distance(
                    tables, keys, hand, melded[i], n_sets[i], pairs[i], quads, orphans[i], golds[i], spare[i]
                )
                hand[kind] -= 1
                if after >= exact:
                    continue
            found |= 1 << kind
        distance[i] = exact
        out[i] = found if exact > 0 else 0


@kernel
def batch_readings(hands, melded, n_sets, pairs, quads, orphans, golds, fifth_copy, none, out):
    """Number of readings of each complete hand into `out`, int64[N]; `none` is an empty array of READING."""
    for i in range(len(hands)):
        out[i] = readings_beside(hands[i], melded[i], n_sets[i], pairs[i], quads, orphans[i], golds[i], fifth_copy, none)


@kernel
def batch_cuts(tables, hands, melded, n_sets, pair, golds, fifth_copy, out):
    """Whether each hand with so many wild tiles is so many sets, and a pair if `pair` is 1: into `out`, bool[N]."""
    keys = np.zeros(4, np.int32)
    for i in range(len(hands)):
        suit_keys(hands[i], keys)
        out[i] = can_be_cut(tables, keys, hands[i], melded[i], n_sets[i], pair, golds[i], fifth_copy)
