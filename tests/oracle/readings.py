"""Every way to read a complete hand with golds: which sets and pair, and what the golds stand for. FD b.6.

All is tried: golds are given to suits in every way, in each suit they stand for every choice of kinds, and the filled suit
is cut in every way.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement, product
from typing import NamedTuple

from tests.oracle import wild, win
from tests.oracle.options import Value
from tests.oracle.wall import absent_kinds, flower_kinds
from tests.oracle.wild import Held, Law
from tests.oracle.win import SUITS, Group, Shapes


class Reading(NamedTuple):
    """Concealed sets and the pair; `gold_as`: kinds for which golds stand."""

    groups: tuple[Group, ...]
    pair: int
    gold_as: tuple[int, ...]

    def with_tile(self, kind: int) -> list[int]:
        """Numbers of the groups that hold this kind; -1 is the pair."""
        found = [-1] if self.pair == kind else []
        for number, (what, first) in enumerate(self.groups):
            if kind == first or (what == "run" and first < kind < first + 3):
                found.append(number)
        return found


Part = tuple[int, tuple[Group, ...], tuple[int, ...]]  # pair or -1, groups, kinds of the golds; kinds from 0


@lru_cache(maxsize=100_000)
def suit_readings(suit: tuple[int, ...], golds: int, runs: bool, kinds: tuple[int, ...], law: Law) -> tuple[Part, ...]:
    """All lawful ways to read one suit with so many golds; `kinds`: what golds may stand for."""
    found: list[Part] = []
    for stand_ins in combinations_with_replacement(kinds, golds):
        filled = tuple(n + stand_ins.count(kind) for kind, n in enumerate(suit))
        found += [(-1, groups, stand_ins) for groups in win.splits_into_sets(filled, runs) if law.allows(groups, -1)]
        for pair, groups in win.splits_with_pair(filled, runs):
            if law.allows(groups, pair):
                found.append((pair, groups, stand_ins))
    return tuple(dict.fromkeys(found))


def meldable(options: Mapping[str, Value]) -> tuple[int, ...]:
    """Kinds that can be in sets: those golds may stand for. FD b.1, b.3."""
    out = absent_kinds(options) | flower_kinds(options)
    return tuple(kind for kind in range(win.N_KINDS) if kind not in out)


def readings(held: Held, shapes: Shapes, kinds: tuple[int, ...]) -> Iterator[Reading]:
    """Every lawful reading of the concealed tiles, all golds used."""
    for shares in product(range(held.golds + 1), repeat=4):
        if sum(shares) != held.golds:
            continue
        suits = []
        for (first, last), golds in zip(SUITS, shares, strict=True):
            here = tuple(kind - first for kind in kinds if first <= kind < last)
            law = wild.law_of(held, shapes, first, last)
            parts = suit_readings(held.natural[first:last], golds, first < 27, here, law)
            suits.append([_moved(part, first) for part in parts])
        for parts in product(*suits):
            pairs = [pair for pair, _, _ in parts if pair >= 0]
            if len(pairs) == 1:
                groups = tuple(group for _, own, _ in parts for group in own)
                yield Reading(groups, pairs[0], tuple(kind for _, _, own in parts for kind in own))


def _moved(part: Part, by: int) -> Part:
    pair, groups, stand_ins = part
    return (
        pair + by if pair >= 0 else -1,
        tuple((what, kind + by) for what, kind in groups),
        tuple(kind + by for kind in stand_ins),
    )
