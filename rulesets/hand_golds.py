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

from rulesets.hand_distance import (
    ALL_HELD,
    FAR,
    plain_distance,
    plain_useful,
    special_distance,
    special_useful,
    table_distance,
    table_useful,
)
from rulesets.hand_exact import exact_distance
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
    """Tiles needed by concealed `counts` and `golds`; the switches are those of `plain_distance`."""
    if spare <= 0:
        return max(0, plain_distance(tables.plain, keys, counts, n_sets, pairs, quads, orphans) - golds)
    best = distance_with_spare(tables, keys, counts, n_sets, spare)
    best = special_distance(tables.plain, keys, counts, pairs, quads, orphans, best)
    return max(0, best - golds)


@lean_kernel
def useful_of(tables, keys, counts, n_sets, pairs, quads, orphans, golds, spare, distance):
    """Mask of the kinds whose arrival lowers `distance`, the hand's own (waits if it is 1); 0 if it is complete."""
    if distance <= 0:
        return 0
    needed = distance + golds
    if spare <= 0:
        return plain_useful(tables.plain, keys, counts, n_sets, pairs, quads, orphans, needed)
    found = special_useful(tables.plain, keys, counts, pairs, quads, orphans, needed)
    return found | useful_with_spare(tables, keys, counts, n_sets, spare, needed)
