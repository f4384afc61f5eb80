"""Hands of eight pairs, for games of 17 tiles: completeness, tiles needed, useful tiles, with golds.

`any single`: eight pairs and any seventeenth tile. `half matches`: seven pairs and a triplet. Never with a meld.
Four alike are two pairs if `quads` is 1. If it is 0, a hand with four natural copies of a kind is no hand of pairs; three
copies and a gold still are two pairs (FZ 4, `win.pairs_quads`).

Only the number of kinds held once, twice, three and four times matters, so everything is worked out from these four
numbers; a tile is useful if it moves its kind from one class to the next at a gain. Golds make pairs with single tiles
or with each other. `spare` above 0 lets a gold be the fifth copy of a kind: of four alike and a gold, a triplet and a pair.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.choices import Pairs
from rulesets.jit import lean_kernel
from rulesets.tiles import N_HELD_KINDS


@lean_kernel
def copy_classes(counts):
    """How many kinds are held exactly once, twice, three and four times."""
    n1 = n2 = n3 = n4 = 0
    for kind in range(N_HELD_KINDS):
        held = int(counts[kind])
        if held == 1:
            n1 += 1
        elif held == 2:
            n2 += 1
        elif held == 3:
            n3 += 1
        elif held == 4:
            n4 += 1
    return n1, n2, n3, n4


@lean_kernel
def _cost(missing, singles, odd_threes, golds, quads):
    """Tiles needed, golds used, for so many missing pairs: one a pair while single tiles last, then two.

    `odd_threes`: third copies. Where a fourth natural copy spoils the hand, only golds can pair them, and do so first.
    """
    missing = max(0, missing)
    if quads:
        singles += odd_threes
    else:
        paired = min(golds, min(odd_threes, missing))
        golds -= paired
        missing -= paired
    return missing + max(0, missing - singles) - golds


@lean_kernel
def _any_single(n1, n2, n3, n4, golds, quads):
    """Tiles needed for eight pairs and any one tile; below 1 if the hand is complete."""
    tiles = n1 + 2 * n2 + 3 * n3 + 4 * n4 + golds
    if not quads:  # a fourth copy must go
        tiles -= n4
        n3 += n4
        n4 = 0
    needed = max(0, _cost(8 - n2 - n3 - 2 * n4, n1, n3, golds, quads))
    return needed + (1 if tiles + needed == 16 else 0)  # the seventeenth tile is missing


@lean_kernel
def _half_matches(n1, n2, n3, n4, golds, quads, spare):
    """Tiles needed for seven pairs and a triplet; below 1 if the hand is complete. Tries every class for the triplet."""
    if not quads:
        n3 += n4
        n4 = 0
    missing = 7 - n2 - n3 - 2 * n4
    best = 3 + _cost(missing, n1, n3, golds, quads)
    if n1 > 0:
        best = min(best, 2 + _cost(missing, n1 - 1, n3, golds, quads))
    if n2 > 0 or (n4 > 0 and spare > 0):
        best = min(best, 1 + _cost(missing + 1, n1, n3, golds, quads))
    if n3 > 0:
        best = min(best, _cost(missing + 1, n1, n3 - 1, golds, quads))
    if n4 > 0:  # the fourth copy has no partner
        best = min(best, _cost(missing + 2, n1, n3, golds, quads))
    return best


@lean_kernel
def _classes_distance(n1, n2, n3, n4, pairs, quads, golds, spare):
    if pairs == Pairs.EIGHT_ANY_SINGLE:
        return max(0, _any_single(n1, n2, n3, n4, golds, quads))
    return max(0, _half_matches(n1, n2, n3, n4, golds, quads, spare))


@lean_kernel
def eight_distance(counts, pairs, quads, golds, spare):
    """Tiles needed by concealed `counts` and `golds` for eight pairs; `pairs` is one of the two EIGHT choices."""
    n1, n2, n3, n4 = copy_classes(counts)
    return _classes_distance(n1, n2, n3, n4, pairs, quads, golds, spare)


@lean_kernel
def eight_useful(counts, pairs, quads, golds, spare):
    """Kinds whose arrival lowers that distance (which is above 0), as a mask."""
    n1, n2, n3, n4 = copy_classes(counts)
    now = _classes_distance(n1, n2, n3, n4, pairs, quads, golds, spare)
    new = _classes_distance(n1 + 1, n2, n3, n4, pairs, quads, golds, spare) < now
    second = n1 > 0 and _classes_distance(n1 - 1, n2 + 1, n3, n4, pairs, quads, golds, spare) < now
    third = n2 > 0 and _classes_distance(n1, n2 - 1, n3 + 1, n4, pairs, quads, golds, spare) < now
    fourth = n3 > 0 and _classes_distance(n1, n2, n3 - 1, n4 + 1, pairs, quads, golds, spare) < now
    found = 0
    for kind in range(N_HELD_KINDS):
        held = int(counts[kind])
        if (held == 0 and new) or (held == 1 and second) or (held == 2 and third) or (held == 3 and fourth):
            found |= 1 << kind
    return found
