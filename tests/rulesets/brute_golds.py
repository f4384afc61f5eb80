"""Slow, plain answers about hands with golds and hands of pairs: every substitution tried, nothing shared with the tables.

A hand is a Counter of kinds (0-33) and a number of golds.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator

from tests.rulesets.brute_hand import splits


def stand_ins(golds: int, kinds: list[int]) -> Iterator[Counter[int]]:
    """Everything that so many golds can stand for."""
    for chosen in itertools.combinations_with_replacement(kinds, golds):
        yield Counter(chosen)


def worth_trying(hand: Counter[int]) -> list[int]:
    """Kinds that a gold may have a use for: those held, their neighbours, and four kinds of no connection."""
    near = {k + d for k in hand if k < 27 for d in (-2, -1, 1, 2) if 0 <= k + d < 27 and (k + d) // 9 == k // 9}
    far = [k for k in range(33, -1, -1) if k not in near and hand[k] == 0]
    return sorted(near | {k for k in hand if hand[k]} | set(far[:4]))


def any_substitution(hand: Counter[int], golds: int, answer: Callable[[Counter[int]], bool]) -> bool:
    """Whether some stand-ins of the golds make `answer` true of the tiles."""
    return any(answer(hand + stand_in) for stand_in in stand_ins(golds, worth_trying(hand)))


def standard(hand: Counter[int], golds: int, n_sets: int, most: int = 99, melded: Counter[int] | None = None) -> bool:
    """Sets and a pair; `most` copies of a kind at most, those in `melded` included."""
    used = melded or Counter()
    return any_substitution(
        hand, golds, lambda tiles: all((tiles + used)[k] <= most for k in tiles) and bool(splits(tiles, n_sets))
    )


def sets_only(hand: Counter[int], golds: int, n_sets: int) -> bool:
    """Sets without a pair: add a pair of a kind that nothing else can use, and demand that it be the pair."""
    free = next(k for k in range(27, 34) if hand[k] == 0)
    return any_substitution(
        hand, golds, lambda tiles: any(pair == free for pair, _ in splits(tiles + Counter([free, free]), n_sets))
    )


def gold_pair(hand: Counter[int], golds: int, n_sets: int) -> bool:
    """Two golds as the pair."""
    return golds >= 2 and sets_only(hand, golds - 2, n_sets)


def gold_triplet(hand: Counter[int], golds: int, n_sets: int) -> bool:
    """Three golds as a triplet, the rest complete without them."""
    return golds >= 3 and n_sets >= 1 and standard(hand, golds - 3, n_sets - 1)


def all_runs(hand: Counter[int], golds: int, n_sets: int) -> bool:
    """A reading of runs only."""
    return any_substitution(
        hand, golds, lambda tiles: any(all(s[0] != s[1] for s in sets) for _, sets in splits(tiles, n_sets))
    )


def all_triplets(hand: Counter[int], golds: int, n_sets: int) -> bool:
    """A reading of triplets only."""
    return any_substitution(
        hand, golds, lambda tiles: any(all(s[0] == s[1] for s in sets) for _, sets in splits(tiles, n_sets))
    )


def is_eight(tiles: Counter[int], pairs: str) -> bool:
    """Seventeen natural tiles: eight pairs and any tile, or seven pairs and a triplet; four alike are two pairs."""
    n_pairs = sum(n // 2 for n in tiles.values())
    if pairs == "eight_any_single":
        return n_pairs >= 8
    return any(n >= 3 and n_pairs - n // 2 + (n - 3) // 2 >= 7 for n in tiles.values())


def eight(hand: Counter[int], golds: int, pairs: str, quads: bool = True) -> bool:
    """The same with golds. Without `quads` four natural copies of a kind spoil the hand."""
    if not quads and max(hand.values(), default=0) == 4:
        return False
    return any_substitution(hand, golds, lambda tiles: is_eight(tiles, pairs))


def eight_needed(limit: int, hand: Counter[int], golds: int, pairs: str, quads: bool) -> int:
    """Tiles needed by the definition: every set of up to `limit` natural incoming tiles is tried; limit + 1 if more."""
    for n in range(limit + 1):
        for incoming in stand_ins(n, worth_trying(hand)):
            after = hand + incoming
            if max(after.values()) <= 4 and _holds_eight(after, golds, pairs, quads):
                return n
    return limit + 1


def _holds_eight(hand: Counter[int], golds: int, pairs: str, quads: bool) -> bool:
    """Whether seventeen of the tiles are eight pairs; natural tiles are given away first."""
    surplus = sum(hand.values()) + golds - 17
    if surplus < 0:
        return False
    gone: Counter[int]
    for gone in {_frozen(c): Counter(c) for c in itertools.combinations(sorted(hand.elements()), surplus)}.values():
        if eight(hand - gone, golds, pairs, quads):
            return True
    return False


def _frozen(tiles: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted(tiles))
