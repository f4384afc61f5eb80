"""Which hands win, in every possible way, what they wait for, and how far away they are: by trying.

A hand is a tuple or list of 34 counts (1m-9m, 1p-9p, 1s-9s, E S W N C F P); melds are only counted here. Nothing is
clever in this file: a set is taken away and the rest is asked again, a wait is found by adding a tile, a distance by
comparing the hand with every complete hand there is. Results for a single suit are remembered, nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import NamedTuple

N_KINDS = 34
SUITS = ((0, 9), (9, 18), (18, 27), (27, 34))  # the last one holds the honours, which never form runs
ORPHANS = (0, 8, 9, 17, 18, 26, 27, 28, 29, 30, 31, 32, 33)
DRAGONS = (31, 32, 33)

Counts = Sequence[int]
Group = tuple[str, int]  # ("run", lowest kind) or ("triplet", kind)


class Reading(NamedTuple):
    """One way to read the concealed tiles of a winner. `shape` is standard, pairs or orphans."""

    shape: str
    groups: tuple[Group, ...]
    pair: int  # kind of the pair of a standard hand or of the doubled orphan, -1 for pairs


class Shapes(NamedTuple):
    """The winning shapes a rule set allows: `sets` beside the pair, `pairs` and `orphans` as the options of that name.

    `fifth_copy`: may a gold stand for a kind whose four copies are placed (`gold.fifth_copy`). `same_kind` as
    `win.same_kind_group`; `fourth_pair`: no kan is possible, so that the fourth copy may be half of the pair.
    """

    pairs: str = "seven"
    pairs_quads: bool = True
    orphans: str = "dragon_pair"
    sets: int = 4
    fifth_copy: bool = True
    same_kind: str = "none"
    fourth_pair: bool = False


def shapes_of(options: Mapping[str, object]) -> Shapes:
    """The shapes named by the options `win.*`, `deal.hand_size` and `gold.fifth_copy`."""
    return Shapes(
        str(options["win.pairs"]),
        bool(options["win.pairs_quads"]),
        str(options["win.orphans"]),
        (int(str(options["deal.hand_size"])) - 1) // 3,
        bool(options["gold.fifth_copy"]),
        str(options["win.same_kind_group"]),
    )


# --- standard hands: sets and one pair -------------------------------------------------------------------------------


@cache
def splits_into_sets(suit: tuple[int, ...], runs: bool) -> tuple[tuple[Group, ...], ...]:
    """All ways to cut the tiles of one suit completely into triplets and (where `runs`) runs; kinds count from 0."""
    first = next((i for i, n in enumerate(suit) if n), None)
    if first is None:
        return ((),)
    found = []
    if suit[first] >= 3:
        rest = (*suit[:first], suit[first] - 3, *suit[first + 1 :])
        found += [(("triplet", first), *more) for more in splits_into_sets(rest, runs)]
    if runs and first + 2 < len(suit) and suit[first + 1] and suit[first + 2]:
        rest = suit[:first] + tuple(n - 1 for n in suit[first : first + 3]) + suit[first + 3 :]
        found += [(("run", first), *more) for more in splits_into_sets(rest, runs)]
    return tuple(found)


@cache
def splits_with_pair(suit: tuple[int, ...], runs: bool) -> tuple[tuple[int, tuple[Group, ...]], ...]:
    """The same with one pair: (kind of the pair, sets)."""
    found = []
    for kind, held in enumerate(suit):
        if held >= 2:
            rest = (*suit[:kind], held - 2, *suit[kind + 1 :])
            found += [(kind, sets) for sets in splits_into_sets(rest, runs)]
    return tuple(found)


@cache
def roles_of_suit(suit: tuple[int, ...], runs: bool) -> int:
    """1 if the suit falls into sets, 2 if it falls into sets and a pair, 0 if neither (a count cannot do both)."""
    return 1 if splits_into_sets(suit, runs) else 2 if splits_with_pair(suit, runs) else 0


def is_standard(counts: Counts) -> bool:
    """Do all concealed tiles fall into sets and exactly one pair?"""
    pairs = 0
    for first, last in SUITS:
        role = roles_of_suit(tuple(counts[first:last]), first < 27)
        if not role:
            return False
        pairs += role - 1
    return pairs == 1


def standard_readings(counts: Counts) -> Iterator[Reading]:
    """Every way to cut the concealed tiles into sets and one pair."""
    suits = [tuple(counts[first:last]) for first, last in SUITS]
    for pair_suit in range(4):
        choices: list[list[tuple[int, tuple[Group, ...]]]] = []
        for number, suit in enumerate(suits):
            offset, runs = SUITS[number][0], number < 3
            if number == pair_suit:
                ways = [(offset + pair, sets) for pair, sets in splits_with_pair(suit, runs)]
            else:
                ways = [(-1, sets) for sets in splits_into_sets(suit, runs)]
            choices.append([(pair, tuple((what, offset + at) for what, at in sets)) for pair, sets in ways])
        for parts in product(*choices):
            groups = tuple(sorted(group for _, sets in parts for group in sets))
            yield Reading("standard", groups, parts[pair_suit][0])


# --- the other shapes ------------------------------------------------------------------------------------------------


def is_seven_pairs(counts: Counts, quads: bool) -> bool:
    """14 concealed tiles, each kind twice, or four times where `quads` lets four alike be two pairs. HB-PAT-04."""
    if sum(counts) != 14:
        return False
    return all(n in (0, 2) or (quads and n == 4) for n in counts)


def orphan_pair(counts: Counts, orphans: str) -> int:
    """Kind of the doubled tile if this is thirteen orphans with an allowed pair, else -1. HB-PAT-05."""
    if orphans == "none" or sum(counts) != 14:
        return -1
    if any(counts[kind] not in (1, 2) for kind in ORPHANS):
        return -1
    doubled = [kind for kind in ORPHANS if counts[kind] == 2]
    if len(doubled) != 1:  # the fourteenth tile is none of them
        return -1
    pair = doubled[0]
    return pair if orphans == "any_pair" or pair in DRAGONS else -1


# --- all together ----------------------------------------------------------------------------------------------------


def is_win(counts: Counts, n_melds: int, shapes: Shapes) -> bool:
    """Is the hand complete? `counts` are the concealed tiles with the winning tile in them. HB-WIN-01."""
    if sum(counts) != 14 - 3 * n_melds:
        raise ValueError(f"{sum(counts)} concealed tiles with {n_melds} melds are no winning hand's size")
    if is_standard(counts):
        return True
    if n_melds:
        return False
    if shapes.pairs == "seven" and is_seven_pairs(counts, shapes.pairs_quads):
        return True
    return orphan_pair(counts, shapes.orphans) >= 0


def readings(counts: Counts, n_melds: int, shapes: Shapes) -> list[Reading]:
    """Every allowed reading of the concealed tiles, without repetition."""
    if sum(counts) != 14 - 3 * n_melds:
        raise ValueError(f"{sum(counts)} concealed tiles with {n_melds} melds are no winning hand's size")
    found = set(standard_readings(counts))
    if not n_melds:
        if shapes.pairs == "seven" and is_seven_pairs(counts, shapes.pairs_quads):
            found.add(Reading("pairs", (), -1))
        pair = orphan_pair(counts, shapes.orphans)
        if pair >= 0:
            found.add(Reading("orphans", (), pair))
    return sorted(found)


def waits(counts: Counts, n_melds: int, shapes: Shapes, held: Counts | None = None) -> list[int]:
    """Kinds that complete a hand between turns. A kind is left out once four copies are held.

    `held`: copies that are used up, by kind; without it only the concealed ones are.
    """
    used = counts if held is None else held
    found = []
    for kind in range(N_KINDS):
        if used[kind] < 4:
            bigger = list(counts)
            bigger[kind] += 1
            if is_win(bigger, n_melds, shapes):
                found.append(kind)
    return found


# --- distance, by comparing with everything --------------------------------------------------------------------------


@cache
def targets(length: int, n_sets: int, pair: bool, runs: bool) -> frozenset[tuple[int, ...]]:
    """All count vectors of one suit made of `n_sets` sets and, if asked, a pair; at most four copies a kind."""
    if pair:
        found = [_plus(t, [(k, 2)]) for t in targets(length, n_sets, False, runs) for k in range(length)]
    elif n_sets:
        sets = [[(k, 3)] for k in range(length)]
        if runs:
            sets += [[(k, 1), (k + 1, 1), (k + 2, 1)] for k in range(length - 2)]
        found = [_plus(t, s) for t in targets(length, n_sets - 1, False, runs) for s in sets]
    else:
        return frozenset({(0,) * length})
    return frozenset(t for t in found if max(t) <= 4)


def _plus(counts: tuple[int, ...], extra: list[tuple[int, int]]) -> tuple[int, ...]:
    bigger = list(counts)
    for kind, n in extra:
        bigger[kind] += n
    return tuple(bigger)


@lru_cache(maxsize=100_000)
def suit_needs(suit: tuple[int, ...], room: tuple[int, ...], runs: bool) -> dict[tuple[int, bool], int]:
    """Tiles missing for (number of sets, with a pair) in one suit; `room` = copies of each kind that may be used."""
    needs: dict[tuple[int, bool], int] = {}
    for n_sets, pair in product(range(5), (False, True)):
        fits = [t for t in targets(len(suit), n_sets, pair, runs) if all(a <= b for a, b in zip(t, room, strict=True))]
        if fits:
            needs[n_sets, pair] = min(sum(max(0, a - b) for a, b in zip(t, suit, strict=True)) for t in fits)
    return needs


def distance(counts: Counts, n_melds: int, shapes: Shapes, in_melds: Counts | None = None) -> int:
    """The fewest tiles that must come in so that the hand contains a complete one; 0 = complete, 1 = ready.

    `in_melds`: copies used up by own melds, by kind; without it melds use up nothing.
    """
    room = [4 - n for n in in_melds] if in_melds is not None else [4] * N_KINDS
    best: dict[tuple[int, bool], int] = {(0, False): 0}
    for first, last in SUITS:
        needs = suit_needs(tuple(counts[first:last]), tuple(room[first:last]), first < 27)
        longer: dict[tuple[int, bool], int] = {}
        for (sets, pair), missing in best.items():
            for (more, also_pair), need in needs.items():
                if sets + more <= 4 - n_melds and not (pair and also_pair):
                    key = (sets + more, pair or also_pair)
                    longer[key] = min(longer.get(key, 99), missing + need)
        best = longer
    found = best.get((4 - n_melds, True), 99)
    if n_melds == 0:
        found = min(found, _pairs_distance(counts, shapes), _orphans_distance(counts, shapes))
    return found


def _pairs_distance(counts: Counts, shapes: Shapes) -> int:
    """Seven pairs are seven pairs of kinds, a kind at most twice where four alike are two pairs, else once."""
    if shapes.pairs != "seven":
        return 99
    costs = sorted(max(0, 2 - n) for n in counts)
    if shapes.pairs_quads:
        costs = sorted(costs + [min(2, 4 - n) if n > 2 else 2 for n in counts])
    return sum(costs[:7])


def _orphans_distance(counts: Counts, shapes: Shapes) -> int:
    if shapes.orphans == "none":
        return 99
    pairs = ORPHANS if shapes.orphans == "any_pair" else DRAGONS
    singles = sum(counts[kind] == 0 for kind in ORPHANS)
    return min(singles + max(0, 2 - counts[pair]) - (counts[pair] == 0) for pair in pairs)
