"""Hands with golds (wild tiles 金) under a rule row: completeness, waits, and what the golds can be.

A seat's `hand` is any record with the fields of HAND (`rulesets.dtype`); `keys` are the suit keys of its `counts`. Kernels
about a finished hand read it with the winning tile, those about waits without. All need the tables of
`load_tables(golds=True)` if the rules have golds.

Each question is one of existence: is there a way to cut the tiles in which two golds are the pair, or three golds a
triplet? Where a gold may not be a fifth copy (`gold.fifth_copy: false`), copies in own melds count as well.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.hand_exact import exact_split_distance
from rulesets.hand_golds import can_be_cut, hand_distance, useful_kinds
from rulesets.jit import kernel
from rulesets.tiles import N_HELD_KINDS, MeldKind

# Tiles needed at most by a hand that waits for a gold: a target with one fifth copy more is at most three tiles from one
# without, for another pair or set costs no more.
FARTHEST_WAIT = 3


@kernel
def melded_copies(hand, melded):
    """Fill `melded`, int8[34] and cleared first, with the copies of each kind in the melds of a hand."""
    for kind in range(N_HELD_KINDS):
        melded[kind] = 0
    for i in range(int(hand.n_melds)):
        tile = int(hand.meld_tile[i])
        if int(hand.meld_kind[i]) == MeldKind.CHI:
            for kind in range(tile, tile + 3):
                melded[kind] += 1
        else:
            melded[tile] += 3 if int(hand.meld_kind[i]) == MeldKind.PON else 4


@kernel
def can_split(tables, rules, keys, hand, n_sets, pair, golds):
    """Whether the natural concealed tiles and `golds` wild ones are `n_sets` sets, and a pair if `pair` is 1.

    The numbers of tiles must fit: 3 * n_sets + 2 * pair in all.
    """
    fifth_copy = int(rules.gold.fifth_copy)
    none = hand.counts[:0]
    if not can_be_cut(tables, keys, hand.counts, none, n_sets, pair, golds, fifth_copy):
        return False
    if fifth_copy or golds == 0 or int(hand.n_melds) == 0:
        return True
    return _fits_beside_melds(tables, hand, n_sets, pair, golds)


@kernel
def _fits_beside_melds(tables, hand, n_sets, pair, golds):
    """As `can_split`, no kind being used more than four times, those in the own melds included."""
    melded = np.zeros(N_HELD_KINDS, np.int8)
    melded_copies(hand, melded)
    return exact_split_distance(tables.scratch, hand.counts, melded, n_sets, pair, 0) <= golds


@kernel
def has_shape(tables, rules, keys, hand, golds):
    """Whether the concealed tiles, `golds` wild ones among them, are complete in any allowed shape."""
    if hand_distance(tables, rules, keys, hand.counts, int(hand.n_melds), golds) > 0:
        return False
    if int(rules.gold.fifth_copy) or golds == 0 or int(hand.n_melds) == 0:
        return True
    return _fits_beside_melds(tables, hand, int(rules.built.sets) - int(hand.n_melds), 1, golds)


@kernel
def has_standard_shape(tables, rules, keys, hand):
    """Whether a finished hand is sets and a pair (not only a hand of pairs)."""
    return can_split(tables, rules, keys, hand, int(rules.built.sets) - int(hand.n_melds), 1, int(hand.golds))


@kernel
def has_gold_pair(tables, rules, keys, hand):
    """FZ-JQ-01 金雀: a finished hand that can be cut so that two golds are the pair."""
    n_sets = int(rules.built.sets) - int(hand.n_melds)
    return can_split(tables, rules, keys, hand, n_sets, 0, int(hand.golds) - 2)


@kernel
def has_gold_triplet(tables, rules, keys, hand):
    """FZ-JL-01 金龍: a finished hand that can be cut so that three golds are a triplet, the rest complete without them."""
    n_sets = int(rules.built.sets) - int(hand.n_melds) - 1
    return can_split(tables, rules, keys, hand, n_sets, 1, int(hand.golds) - 3)


@kernel
def is_idle_gold(tables, rules, keys, hand):
    """閒金, 游金: between turns, a gold only waits to be half of the pair, so that any tile wins (FZ 7.6)."""
    n_sets = int(rules.built.sets) - int(hand.n_melds)
    return can_split(tables, rules, keys, hand, n_sets, 0, int(hand.golds) - 1)


@kernel
def seat_waits(tables, rules, keys, hand, gold_kind, distance):
    """Mask of the kinds that complete the concealed tiles held between turns, whose distance is known.

    The bit of `gold_kind` (-1: no golds) says whether one more gold does, wild as it is: true of every ready hand, and of
    hands that only a fifth copy completes, although their distance is 2 or 3. Bars on wins are not looked at.
    """
    golds = int(hand.golds)
    found = 0
    if distance == 1:
        found = useful_kinds(tables, rules, keys, hand.counts, int(hand.n_melds), golds, 1)
        if found and golds > 0 and not int(rules.gold.fifth_copy) and int(hand.n_melds) > 0:
            found = _waits_beside_melds(tables, rules, hand, found)
    if gold_kind < 0:
        return found
    found &= ~(1 << gold_kind)
    if distance <= FARTHEST_WAIT and has_shape(tables, rules, keys, hand, golds + 1):
        found |= 1 << gold_kind
    return found


@kernel
def _waits_beside_melds(tables, rules, hand, candidates):
    """The candidate kinds that complete the hand without a fifth copy, own melds included."""
    n_sets = int(rules.built.sets) - int(hand.n_melds)
    found = 0
    for kind in range(N_HELD_KINDS):
        if candidates >> kind & 1:
            hand.counts[kind] += 1
            if _fits_beside_melds(tables, hand, n_sets, 1, int(hand.golds)):
                found |= 1 << kind
            hand.counts[kind] -= 1
    return found
