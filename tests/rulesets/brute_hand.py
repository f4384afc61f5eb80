"""Slow, plain hand analysis for tests: written from the definitions, shares nothing with the tables.

A hand here is a Counter of kinds (0-33) and a number of wild tiles.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator

RUN_STARTS = [9 * suit + rank for suit in range(3) for rank in range(7)]
ORPHANS = [k for k in range(34) if k >= 27 or k % 9 in (0, 8)]
DRAGONS = [31, 32, 33]


def sets_of_kind(kind: int) -> Iterator[tuple[int, int, int]]:
    """All sets that hold `kind`, as triples of kinds."""
    yield kind, kind, kind
    if kind < 27:
        for first in (kind - 2, kind - 1, kind):
            if first >= 0 and first // 9 == kind // 9 == (first + 2) // 9:
                yield first, first + 1, first + 2


def missing_from(hand: Counter[int], wanted: tuple[int, ...]) -> int:
    """How many of the wanted tiles the hand does not hold."""
    return sum((Counter(wanted) - hand).values())


def completes(hand: Counter[int], n_sets: int, pair: bool, wild: int) -> bool:
    """Whether all tiles of the hand, with wild tiles for what is missing, form sets and perhaps a pair.

    The lowest tile must go somewhere; every possibility is tried. Wild tiles may stand for anything, a fifth copy too.
    """
    if not any(hand.values()):
        return wild == 3 * n_sets + 2 * pair
    kind = min(k for k, n in hand.items() if n)
    groups = [(kind, kind)] if pair else []
    groups += list(sets_of_kind(kind)) if n_sets else []
    for group in groups:
        options: set[tuple[int, ...]] = set()
        for natural in itertools.product((0, 1), repeat=len(group)):
            taken = tuple(sorted(k for k, used in zip(group, natural, strict=True) if used))
            if kind in taken and not Counter(taken) - hand:
                options.add(taken)
        for taken in options:
            rest = hand - Counter(taken)
            golds = wild - (len(group) - len(taken))
            is_pair = len(group) == 2
            if golds >= 0 and completes(rest, n_sets - (not is_pair), pair and not is_pair, golds):
                return True
    return False


def is_complete(
    hand: Counter[int], n_sets: int, wild: int = 0, pairs: str = "none", orphans: str = "none"
) -> bool:
    """Whether the tiles (3 n + 2 of them) are a complete hand; `pairs`: none, distinct, quads."""
    if completes(hand, n_sets, True, wild):
        return True
    if n_sets != 4:
        return False
    if pairs != "none":
        odd = sum(n % 2 for n in hand.values())
        kinds = sum(1 for n in hand.values() if n)
        if pairs == "quads" and odd <= wild:
            return True
        if pairs == "distinct" and max(hand.values(), default=0) <= 2 and kinds <= 7 and odd <= wild:
            return True
    if orphans != "none":
        for double in DRAGONS if orphans == "dragon_pair" else ORPHANS:
            if not hand - Counter([*ORPHANS, double]):
                return True
    return False


def contains_complete(hand: Counter[int], n_sets: int, wild: int, pairs: str, orphans: str) -> bool:
    """Whether some 3 n + 2 of the tiles are a complete hand (any number may be discarded, wild tiles last)."""
    surplus = sum(hand.values()) + wild - (3 * n_sets + 2)
    if surplus < 0:
        return False
    tiles = sorted(hand.elements())
    seen = set()
    for gone in itertools.combinations(range(len(tiles)), surplus):
        rest = tuple(t for i, t in enumerate(tiles) if i not in gone)
        if rest not in seen:
            seen.add(rest)
            if is_complete(Counter(rest), n_sets, wild, pairs, orphans):
                return True
    return False


def needed_up_to(limit: int, hand: Counter[int], n_sets: int, wild: int = 0, pairs: str = "none", orphans: str = "none") -> int:
    """Tiles needed by the definition: every set of up to `limit` natural incoming tiles is tried; limit + 1 if more."""
    for n in range(limit + 1):
        for incoming in itertools.combinations_with_replacement(range(34), n):
            after = hand + Counter(incoming)
            if all(after[k] <= 4 for k in incoming) and contains_complete(after, n_sets, wild, pairs, orphans):
                return n
    return limit + 1


def splits(hand: Counter[int], n_sets: int) -> set[tuple[int, tuple[tuple[int, int, int], ...]]]:
    """All (pair, sorted sets) that use up the hand; no wild tiles."""
    found = set()
    for pair in [k for k, n in hand.items() if n >= 2]:
        rest = hand - Counter([pair, pair])
        for sets in _cut(rest, n_sets):
            found.add((pair, tuple(sorted(sets))))
    return found


def _cut(hand: Counter[int], n_sets: int) -> Iterator[list[tuple[int, int, int]]]:
    if not any(hand.values()):
        if n_sets == 0:
            yield []
        return
    if n_sets == 0:
        return
    kind = min(k for k, n in hand.items() if n)
    for group in sets_of_kind(kind):
        if min(group) == kind and not Counter(group) - hand:
            for rest in _cut(hand - Counter(group), n_sets - 1):
                yield [group, *rest]


def targets(n_ranks: int, runs: bool, n_sets: int, pair: bool) -> set[tuple[int, ...]]:
    """Counts per rank of every collection of `n_sets` sets, with or without a pair, within one suit."""
    sets = [[3 if r == rank else 0 for r in range(n_ranks)] for rank in range(n_ranks)]
    if runs:
        sets += [[1 if rank <= r < rank + 3 else 0 for r in range(n_ranks)] for rank in range(n_ranks - 2)]
    found = {
        tuple(map(sum, zip(*chosen, strict=True))) if chosen else (0,) * n_ranks
        for chosen in itertools.combinations_with_replacement(sets, n_sets)
    }
    if not pair:
        return found
    return {
        tuple(n + 2 * (r == rank) for r, n in enumerate(target)) for target in found for rank in range(n_ranks)
    }
