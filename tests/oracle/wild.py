"""Which hands win when some of their tiles are golds, which stand for any tile: by letting them stand for every tile.

`Held` is a hand with its golds counted apart. A suit is asked whether it falls into sets when so many golds join it: each
choice of kinds they may stand for is tried. FZ 7 names closed formulas for this; they are not used here, so that the two
check each other. Eight pairs are counted, as pairs need no search.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from tests.oracle import win
from tests.oracle.ending import Counts, Meld
from tests.oracle.win import SUITS, Group, Shapes

FREE = 9  # room for copies where nothing limits them


class Held(NamedTuple):
    """A hand with or without its winning tile. `natural`: its concealed tiles that stand for themselves, 34 counts;
    `golds`: how many more stand for any kind; `gold`: their kind, -1 without golds; `melds`: the sets laid out.

    `face`: 1 if one of the natural tiles is an indicator that was taken as the tile it shows, though it is a gold too.
    """

    natural: tuple[int, ...]
    golds: int = 0
    gold: int = -1
    melds: tuple[Meld, ...] = ()
    face: int = 0

    def size(self) -> int:
        return sum(self.natural) + self.golds + 3 * len(self.melds)

    def plus(self, kind: int) -> Held:
        """With one more tile from the wall or a discard."""
        if kind == self.gold:
            return self._replace(golds=self.golds + 1)
        return self._replace(natural=_changed(self.natural, kind, 1))

    def minus(self, kind: int) -> Held:
        if kind == self.gold:
            return self._replace(golds=self.golds - 1)
        return self._replace(natural=_changed(self.natural, kind, -1))

    def with_indicator(self, indicator: int, is_gold: bool, wild: bool) -> Held:
        """With the indicator taken, wild (only if it is a gold) or as the tile it shows. FZ 3.6, 4."""
        if is_gold and wild:
            return self._replace(golds=self.golds + 1)
        return self._replace(natural=_changed(self.natural, indicator, 1), face=self.face + is_gold)


def _changed(counts: tuple[int, ...], kind: int, by: int) -> tuple[int, ...]:
    return (*counts[:kind], counts[kind] + by, *counts[kind + 1 :])


def held_of(counts: Counts, gold: int = -1, melds: tuple[Meld, ...] | list[Meld] = (), flowers: int = 0) -> Held:
    """A hand whose golds are counted under their own kind; `flowers`: golds beside them that are flowers."""
    natural = tuple(0 if kind == gold else n for kind, n in enumerate(counts))
    return Held(natural, (counts[gold] if 0 <= gold < len(counts) else 0) + flowers, gold, tuple(melds))


# --- one group for a kind: FD b.6 ------------------------------------------------------------------------------------


class Law(NamedTuple):
    """`win.same_kind_group` for one suit: kinds (from 0) that a meld has taken, and kinds of which a triplet (laid out or
    not) and the pair may stand side by side because the fourth copy cannot become a kan."""

    rule: str = "none"
    taken: tuple[int, ...] = ()
    beside: tuple[int, ...] = ()

    def allows(self, groups: tuple[Group, ...], pair: int) -> bool:
        """Does no kind form more groups than it may? `pair`: -1 without one."""
        triplets = [kind for what, kind in groups if what == "triplet"]
        if self.rule == "none":
            return True
        if any(kind in self.taken for kind in triplets):
            return False
        if pair in self.taken and pair not in self.beside:
            return False
        if self.rule == "exposed_only":
            return True
        return len(set(triplets)) == len(triplets) and (pair not in triplets or pair in self.beside)


NO_LAW = Law()


def law_of(held: Held, shapes: Shapes, first: int, last: int) -> Law:
    """The rule for the kinds from `first` to before `last`.

    *Readings*: under `exposed_only` a closed kan takes no kind. A triplet and the pair may stand side by side when all four
    natural copies are held, in hand or in a pon; h.10.
    """
    if shapes.same_kind == "none":
        return NO_LAW
    hidden = () if shapes.same_kind == "all" else ("kan_closed",)
    taken = {meld.kind for meld in held.melds if meld.what != "chi" and meld.what not in hidden}
    melded = [kind for meld in held.melds for kind in meld.tiles]
    beside = [k for k, n in enumerate(held.natural) if shapes.fourth_pair and n + melded.count(k) == 4]
    kinds = range(first, last)
    return Law(
        shapes.same_kind,
        tuple(kind - first for kind in sorted(taken) if kind in kinds),
        tuple(kind - first for kind in beside if kind in kinds),
    )


# --- sets and a pair -------------------------------------------------------------------------------------------------


@lru_cache(maxsize=400_000)
def suit_falls(
    suit: tuple[int, ...], golds: int, pair: bool, room: tuple[int, ...], runs: bool, only: str, law: Law = NO_LAW
) -> bool:
    """Do the tiles of a suit and so many golds fall into sets, and a pair where asked?

    `room`: how many golds may stand for each kind. `only`: "run" or "triplet" if all sets must be of that sort.
    """

    def good(groups: tuple[Group, ...], pair: int = -1) -> bool:
        return law.allows(groups, pair) and (not only or all(what == only for what, _ in groups))

    for kinds in combinations_with_replacement(range(len(suit)), golds):
        stand_ins = [kinds.count(kind) for kind in range(len(suit))]
        if any(n > most for n, most in zip(stand_ins, room, strict=True)):
            continue
        filled = tuple(a + b for a, b in zip(suit, stand_ins, strict=True))
        if pair:
            if any(good(groups, kind) for kind, groups in win.splits_with_pair(filled, runs)):
                return True
        elif any(good(groups) for groups in win.splits_into_sets(filled, runs)):
            return True
    return False


def _room(held: Held, shapes: Shapes) -> list[int]:
    """How many golds may stand for each kind. FZ 7.5: natural copies, golds and copies in own melds are four at most,
    the gold's own kind excepted. *Reading*: it is golds that are limited, not the tile that is yet to come."""
    if shapes.fifth_copy:
        return [FREE] * win.N_KINDS
    melded = [kind for meld in held.melds for kind in meld.tiles]
    return [FREE if k == held.gold else max(0, 4 - n - melded.count(k)) for k, n in enumerate(held.natural)]


def _ways(held: Held, golds: int, shapes: Shapes, only: str) -> set[tuple[int, bool]]:
    """(golds used, with a pair) for every way in which the natural tiles fall into sets, with at most so many golds."""
    room = _room(held, shapes)
    ways = {(0, False)}
    for first, last in SUITS:
        suit, limit, law = held.natural[first:last], tuple(room[first:last]), law_of(held, shapes, first, last)
        longer = set()
        for used, paired in ways:
            for more in range(golds - used + 1):
                for pair in (False, True):
                    if not (pair and paired) and suit_falls(suit, more, pair, limit, first < 27, only, law):
                        longer.add((used + more, pair or paired))
        ways = longer
    return ways


def is_standard(held: Held, shapes: Shapes, golds: int | None = None, only: str = "") -> bool:
    """Sets and one pair, all golds (or so many of them) used, the others left out."""
    golds = held.golds if golds is None else golds
    return golds >= 0 and (golds, True) in _ways(held, golds, shapes, only)


def is_all_sets(held: Held, shapes: Shapes, golds: int, only: str = "") -> bool:
    """Sets and nothing else, of the natural tiles and so many golds."""
    return golds >= 0 and (golds, False) in _ways(held, golds, shapes, only)


def _without_face(held: Held) -> Held:
    return held._replace(natural=_changed(held.natural, held.gold, -held.face), face=0)


def has_gold_pair(held: Held, shapes: Shapes) -> bool:
    """金雀: a standard reading exists in which two golds are the pair. FZ-JQ-01.

    *Reading*: an indicator that stands for itself is one of the two if the other is a gold that stands beside it.
    """
    if is_all_sets(held, shapes, held.golds - 2):
        return True
    return bool(held.face) and is_all_sets(_without_face(held), shapes, held.golds - 1)


def has_gold_triplet(held: Held, shapes: Shapes) -> bool:
    """金龍: a standard reading exists in which three golds are a triplet and the rest needs none of them. FZ-JL-01."""
    if is_standard(held, shapes, held.golds - 3):
        return True
    return bool(held.face) and is_standard(_without_face(held), shapes, held.golds - 2)


def is_all(what: str, held: Held, shapes: Shapes) -> bool:
    """A standard reading in which every set, melds included, is a run or every one a triplet."""
    melds = all((meld.what == "chi") == (what == "run") for meld in held.melds)
    return melds and is_standard(held, shapes, only=what)


# --- the other shapes ------------------------------------------------------------------------------------------------


def is_pairs(held: Held, shapes: Shapes) -> bool:
    """Eight pairs and a single tile, seven pairs and a triplet, or seven pairs; never with a meld. FZ-SHAPE-06."""
    if shapes.pairs == "none" or held.melds or held.size() != 3 * shapes.sets + 2:
        return False
    # Without quads: seven pairs are of seven kinds, eight pairs only must not hold four natural tiles alike.
    if not shapes.pairs_quads and max(held.natural) >= (3 if shapes.pairs == "seven" else 4):
        return False
    if shapes.pairs != "eight_half_matches":
        return _pairs(held.natural, held.golds) >= held.size() // 2
    return any(_pairs(rest, golds) == 7 for rest, golds in _without_triplet(held, shapes))


def _pairs(natural: tuple[int, ...], golds: int) -> int:
    """Pairs that can be made: of equal tiles, of a single tile and a gold, of two golds."""
    single = sum(n % 2 for n in natural)
    matched = min(single, golds)
    return sum(n // 2 for n in natural) + matched + (golds - matched) // 2


def _without_triplet(held: Held, shapes: Shapes) -> Iterator[tuple[tuple[int, ...], int]]:
    """What is left, (natural tiles, golds), when a triplet of natural tiles and golds is taken away."""
    for kind, n in enumerate(held.natural):
        for natural in range(min(n, 3) + 1):
            golds = 3 - natural
            if golds > held.golds:
                continue
            alone = (n - natural) % 2  # what is left of the kind needs one more gold to be pairs
            if not shapes.fifth_copy and kind != held.gold and n + golds + alone > 4:
                continue
            yield _changed(held.natural, kind, -natural), held.golds - golds


def is_orphans(held: Held, shapes: Shapes) -> bool:
    """Thirteen orphans, golds standing for what is missing. HB-PAT-05."""
    if shapes.orphans == "none" or held.melds or held.size() != 14:
        return False
    if any(n for kind, n in enumerate(held.natural) if kind not in win.ORPHANS):
        return False
    for pair in win.ORPHANS if shapes.orphans == "any_pair" else win.DRAGONS:
        wanted = [(kind in win.ORPHANS) + (kind == pair) for kind in range(win.N_KINDS)]
        if all(n <= most for n, most in zip(held.natural, wanted, strict=True)):
            return True
    return False


@lru_cache(maxsize=200_000)
def is_win(held: Held, shapes: Shapes) -> bool:
    """Is the hand complete, the winning tile in it? FZ 3.9."""
    if held.size() != 3 * shapes.sets + 2:
        raise ValueError(f"{held} is no winning hand's size")
    return is_standard(held, shapes) or is_pairs(held, shapes) or is_orphans(held, shapes)


def is_idle_gold(held: Held, shapes: Shapes) -> bool:
    """閒金, 游金: between turns, one gold waits to be half of the pair and all else are sets, so that any tile wins. FZ 7.6,
    FD d.3. The rule of one group for a kind does not matter."""
    return held.golds > 0 and is_all_sets(held, shapes._replace(same_kind="none"), held.golds - 1)


def waits(held: Held, shapes: Shapes) -> list[int]:
    """Kinds that complete a hand between turns, whatever copies are left of them; the gold kind if a gold does."""
    return [kind for kind in range(win.N_KINDS) if is_win(held.plus(kind), shapes)]
