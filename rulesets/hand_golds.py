"""Tiles needed and useful tiles of hands with golds (wild tiles 金), and one set of kernels for hands with and without.

Golds held are a count beside the natural tiles. A gold stands for any tile; a target may then need a kind more than four
times, as long as golds stand for the surplus: `spare` says how many tiles beyond the fourth copy it may use in all (0
where the rules forbid a fifth copy; the golds held; or also the golds that may still arrive).

How: the table without the limit of four and the one with it bracket the answer. They nearly always agree, and if the
hand needs no more than `spare` tiles the first one is right, since a target never exceeds four copies by more tiles than
it misses. What is left goes the slow way (`hand_exact`).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.choices import Pairs
from rulesets.hand_distance import (
    ALL_HELD,
    FAR,
    plain_distance,
    plain_useful,
    shapes_of,
    special_distance,
    special_useful,
    table_distance,
    table_sets_distance,
    table_useful,
)
from rulesets.hand_exact import exact_distance, exact_split_distance
from rulesets.hand_pairs import eight_distance, eight_useful
from rulesets.jit import lean_kernel
from rulesets.tiles import N_HELD_KINDS


@lean_kernel
def distance_with_spare(tables, keys, counts, n_sets, spare):
    """Tiles needed for sets and a pair, golds left aside; FAR if the tables were loaded without golds."""
    if len(tables.wild) == 0:
        return FAR
    four = table_distance(tables.plain, keys, n_sets)
    free = table_distance(tables.wild, keys, n_sets)
    if free == four or free <= spare:
        return free
    return exact_distance(tables.scratch, counts, counts[:0], n_sets, spare)


@lean_kernel
def useful_with_spare(tables, keys, counts, n_sets, spare, needed):
    """Kinds that bring a hand with golds below `needed` tiles to sets and a pair; 0 if the hand needs more than that."""
    if distance_with_spare(tables, keys, counts, n_sets, spare) != needed:
        return 0
    certain = table_useful(tables.plain, keys, n_sets, needed)
    possible = ALL_HELD
    if table_distance(tables.wild, keys, n_sets) == needed:
        possible = table_useful(tables.wild, keys, n_sets, needed)
        if possible == certain or needed - 1 <= spare:
            return possible
    for kind in range(N_HELD_KINDS):  # rare: the two tables differ, so ask for each doubtful kind
        if (possible & ~certain) >> kind & 1 and int(counts[kind]) < 4:
            counts[kind] += 1
            if exact_distance(tables.scratch, counts, counts[:0], n_sets, spare) < needed:
                certain |= 1 << kind
            counts[kind] -= 1
    return certain


@lean_kernel
def distance_of(tables, keys, counts, n_sets, pairs, quads, orphans, golds, spare):
    """Tiles needed by concealed `counts` and `golds`; `pairs` is a `Pairs` choice, the rest is as for `plain_distance`."""
    seven = np.int64(1) if pairs == Pairs.SEVEN else np.int64(0)
    if spare <= 0:
        best = plain_distance(tables.plain, keys, counts, n_sets, seven, quads, orphans)
    else:
        best = distance_with_spare(tables, keys, counts, n_sets, spare)
        best = special_distance(tables.plain, keys, counts, seven, quads, orphans, best)
    best = max(0, best - golds)
    if pairs >= Pairs.EIGHT_ANY_SINGLE:
        best = min(best, eight_distance(counts, pairs, quads, golds, spare))
    return best


@lean_kernel
def useful_of(tables, keys, counts, n_sets, pairs, quads, orphans, golds, spare, distance):
    """Mask of the kinds whose arrival lowers `distance`, the hand's own (waits if it is 1); 0 if it is complete."""
    if distance <= 0:
        return 0
    seven = np.int64(1) if pairs == Pairs.SEVEN else np.int64(0)
    needed = distance + golds
    if spare <= 0:
        found = plain_useful(tables.plain, keys, counts, n_sets, seven, quads, orphans, needed)
    else:
        found = special_useful(tables.plain, keys, counts, seven, quads, orphans, needed)
        found |= useful_with_spare(tables, keys, counts, n_sets, spare, needed)
    if pairs >= Pairs.EIGHT_ANY_SINGLE and eight_distance(counts, pairs, quads, golds, spare) == distance:
        found |= eight_useful(counts, pairs, quads, golds, spare)
    return found


@lean_kernel
def can_be_cut(tables, keys, counts, melded, n_sets, pair, golds, fifth_copy):
    """Whether concealed `counts` and `golds` wild tiles are `n_sets` sets, and a pair if `pair` is 1.

    The numbers of tiles must fit: 3 * n_sets + 2 * pair in all. Golds that are left over come in threes and make triplets,
    so "at most as many as held" is exact (FZ 7.1). `melded`: copies in own melds by kind, which are used up where a gold
    may be no fifth copy, or no entries at all.
    """
    if golds < 0 or n_sets < 0:
        return False
    if fifth_copy and golds > 0:
        lines = tables.wild
    else:
        lines = tables.plain
    needed = table_distance(lines, keys, n_sets) if pair else table_sets_distance(lines, keys, n_sets)
    if needed > golds:
        return False
    if fifth_copy or golds == 0 or len(melded) == 0:
        return True
    return exact_split_distance(tables.scratch, counts, melded, n_sets, pair, 0) <= golds


@lean_kernel
def pairs_choice(rules, n_melds):
    """The `Pairs` choice that a hand with so many melds may use: none with melds, nor one for another hand size."""
    pairs = np.int64(rules.win.pairs)
    if n_melds > 0 or (pairs == Pairs.SEVEN) != (int(rules.built.sets) == 4):
        return np.int64(0)
    return pairs


@lean_kernel
def hand_distance(tables, rules, keys, counts, n_melds, golds):
    """Tiles needed by a seat's concealed tiles and golds under a rule row."""
    n_sets, _, _, orphans = shapes_of(rules, np.int64(n_melds))
    pairs = pairs_choice(rules, np.int64(n_melds))
    quads = np.int64(rules.win.pairs_quads)
    wild = np.int64(golds)
    spare = wild if int(rules.gold.fifth_copy) else np.int64(0)
    return distance_of(tables, keys, counts, n_sets, pairs, quads, orphans, wild, spare)


@lean_kernel
def useful_kinds(tables, rules, keys, counts, n_melds, golds, distance):
    """Mask of the kinds that lower a seat's `distance` (its waits if that is 1) under a rule row.

    Natural tiles only: `hand_seat.seat_waits` also says whether a gold completes the hand.
    """
    n_sets, _, _, orphans = shapes_of(rules, np.int64(n_melds))
    pairs = pairs_choice(rules, np.int64(n_melds))
    quads = np.int64(rules.win.pairs_quads)
    wild = np.int64(golds)
    spare = wild if int(rules.gold.fifth_copy) else np.int64(0)
    return useful_of(tables, keys, counts, n_sets, pairs, quads, orphans, wild, spare, np.int64(distance))
