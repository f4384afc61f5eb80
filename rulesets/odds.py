"""Exact odds of being dealt a complete hand (天胡): counted per suit, not simulated.

A hand of sets and a pair is a choice of one vector of counts per suit, all of sets but one that also holds the pair.
A vector with counts c stands for the product of C(4, c) choices of physical tiles. So it suffices to add up, for each
suit, the choices of the vectors that are complete with 0 to 5 sets, and to multiply these sums across the suits.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from rulesets.analysis import Shapes
from rulesets.choices import Orphans
from rulesets.hand_tables import DISTANCE_AT, HONOUR_KEY, MAX_SETS, N_HONOURS, N_RANKS, lane, load_tables, tiles_per_key
from rulesets.tiles import N_HELD_KINDS, Tile

ALL_SHAPES = Shapes(pairs="seven", pairs_quads=False, orphans="any_pair")
ALL_KINDS = np.ones(N_HELD_KINDS, dtype=np.bool_)


@dataclass(frozen=True)
class DealtOdds:
    """Numbers of hands of physical tiles out of `hands`, all equally likely."""

    hands: int
    standard: int  # sets and a pair
    pairs: int  # seven pairs, as the shapes allow them; some are sets and a pair too
    orphans: int  # thirteen orphans
    complete: int  # complete in any allowed way

    def one_in(self, name: str) -> float:
        """How many deals there are for one hand of that sort, for example `one_in("standard")`."""
        return self.hands / int(getattr(self, name))


def dealt_odds(
    shapes: Shapes = ALL_SHAPES,
    held: npt.ArrayLike = ALL_KINDS,
) -> DealtOdds:
    """Odds that the first 14 (or 17) tiles of a deal are complete; `held` says which kinds the tile set has (34 or more).

    >>> odds = dealt_odds()
    >>> round(odds.one_in("standard")), round(odds.one_in("pairs")), round(odds.one_in("orphans"))
    (374373, 2822345, 3247922070)
    """
    kinds = np.asarray(held, dtype=np.bool_)[:N_HELD_KINDS]
    n_tiles = 3 * shapes.sets + 2
    standard = _complete_hands(shapes.sets, kinds, most=4, even=False)
    pairs = both = orphans = 0
    if shapes.pairs != "none":
        most = 4 if shapes.pairs_quads else 2
        pairs = _pair_hands(int(kinds.sum()), shapes.pairs_quads)
        both = _complete_hands(shapes.sets, kinds, most=most, even=True)
    if shapes.orphans != "none":
        orphans = _orphan_hands(kinds, Orphans[shapes.orphans.upper()])
    return DealtOdds(
        math.comb(4 * int(kinds.sum()), n_tiles), standard, pairs, orphans, standard + pairs - both + orphans
    )


def copy_odds(copies: int, drawn: int, n_tiles: int) -> list[Fraction]:
    """Exact probabilities of 0, 1, … `copies` copies of one kind among `drawn` tiles of a wall of `n_tiles`.

    >>> [str(p) for p in copy_odds(1, 13, 136)]
    ['123/136', '13/136']
    """
    hands = math.comb(n_tiles, drawn)
    return [
        Fraction(math.comb(copies, n) * math.comb(n_tiles - copies, drawn - n), hands) for n in range(copies + 1)
    ]


def _choices(n_ranks: int, held: npt.NDArray[np.bool_], most: int, even: bool) -> npt.NDArray[np.int64]:
    """Physical choices behind each key of one suit; 0 if it uses an absent kind, too many copies or an odd number of one."""
    choices = np.ones(1, np.int64)
    for rank in range(n_ranks):
        digit = np.array(
            [
                math.comb(4, n) * (n == 0 or (bool(held[rank]) and n <= most and not (even and n % 2)))
                for n in range(5)
            ],
            np.int64,
        )
        choices = (digit[:, None] * choices).ravel()
    return choices


def _complete_hands(n_sets: int, held: npt.NDArray[np.bool_], most: int, even: bool) -> int:
    """Physical hands of `n_sets` sets and a pair, of kinds held at most so often, an even number of times if `even`."""
    lines = load_tables().plain
    total = {(0, 0): 1}  # (sets, pair) so far -> hands
    for suit in range(4):
        n_ranks = N_HONOURS if suit == 3 else N_RANKS
        first = HONOUR_KEY if suit == 3 else 0
        part = lines[first : first + 5**n_ranks]
        tiles = tiles_per_key(n_ranks)
        weights = _choices(n_ranks, held[9 * suit : 9 * suit + n_ranks], most, even)
        after: dict[tuple[int, int], int] = {}
        for sets in range(min(n_sets, MAX_SETS) + 1):
            for pair in (0, 1):
                exact = (lane(part, DISTANCE_AT, pair, sets) == 0) & (tiles == 3 * sets + 2 * pair)
                ways = int(weights[exact].sum())
                for (done, paired), hands in total.items():
                    if done + sets <= n_sets and paired + pair <= 1:
                        at = (done + sets, paired + pair)
                        after[at] = after.get(at, 0) + hands * ways
        total = after
    return total.get((n_sets, 1), 0)


def _pair_hands(n_kinds: int, quads: bool) -> int:
    """Physical hands of seven pairs; with `quads`, any number of kinds may be there four times."""
    return sum(
        math.comb(n_kinds, fours) * math.comb(n_kinds - fours, 7 - 2 * fours) * 6 ** (7 - 2 * fours)
        for fours in range(4 if quads else 1)
    )


def _orphan_hands(held: npt.NDArray[np.bool_], orphans: Orphans) -> int:
    """Physical hands of thirteen orphans; 0 if one of the thirteen kinds is absent."""
    kinds = [k for k in range(N_HELD_KINDS) if k >= Tile.EAST or k % 9 in (0, 8)]
    if not all(held[k] for k in kinds):
        return 0
    doubles = 13 if orphans == Orphans.ANY_PAIR else N_HELD_KINDS - Tile.RED
    return int(doubles) * 6 * 4**12
