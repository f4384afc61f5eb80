"""Hu points and tai 台 of any Fuding hand, won or lost: what lies on the table, golds, the hand of a loser, the total.

Tai are kept by source in `tai`, int64[N_FANS + 1], indexed by `Fan`. A *void* hand counts only what lies on the table:
flowers, pons, open and added kans (FD-3.14, FD-3.15). Clause: FD-B.09.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.flowers import SEASONS, n_flowers
from rulesets.fuding.fans import N_FANS, Fan
from rulesets.hand_groups import has_own_group
from rulesets.hand_readings import is_orphan
from rulesets.jit import kernel
from rulesets.tiles import N_HELD_KINDS, N_SEATS, MeldKind, Tile

_MOST_DOUBLES = 24  # uncapped totals are compared, never paid
_WHITE = Tile.WHITE - Tile.EAST  # place of the white dragon in HAND.flowers


@kernel
def wind_of(event, seat):
    """The wind of a seat, 0 East to 3 North, or -1 where there are no seat winds."""
    return (seat - int(event.east)) % N_SEATS if int(event.east) >= 0 else -1


@kernel
def gives_tai(kind, wind):
    """Whether a triplet of the kind brings tai: a dragon or the own wind."""
    return kind >= Tile.RED or (wind >= 0 and kind == Tile.EAST + wind)


@kernel
def hu_of_triplet(rules, kind):
    """Hu points of an exposed triplet; concealed it has twice as many."""
    return int(rules.fuding.hu_pung_outer) if is_orphan(kind) else int(rules.fuding.hu_pung_simple)


@kernel
def hu_of_kan(rules, kind):
    """Hu points of an open or added kan; closed it has twice as many."""
    return int(rules.fuding.hu_kan_outer) if is_orphan(kind) else int(rules.fuding.hu_kan_simple)


@kernel
def flower_tai(rules, hand, wind, void, tai):
    """Enter the tai of flowers: white dragons, own flowers (gold ones in hand too), sets of four."""
    f = rules.fuding
    tai[Fan.WHITE] = max(0, int(hand.flowers[_WHITE]) - 1) * int(f.tai_white_step)
    own = 0
    sets = 0
    for first in (SEASONS, SEASONS + 4):
        laid = 0
        for i in range(4):
            laid += int(hand.flowers[first + i])
        sets += 1 if laid == 4 else 0
        if wind >= 0:
            own += int(hand.flowers[first + wind])
            if not void:
                own += int(hand.gold_flowers) >> (first - SEASONS + wind) & 1
    tai[Fan.OWN_FLOWER] = own * int(f.tai_own_flower)
    tai[Fan.FLOWER_SET] = sets * int(f.tai_flower_set)


@kernel
def table_points(rules, hand, wind, void, tai):
    """Hu points of flowers and melds; enters the tai of melds, flowers and golds. `tai` is cleared first."""
    for number in range(N_FANS + 1):
        tai[number] = 0
    f = rules.fuding
    flower_tai(rules, hand, wind, void, tai)
    if not void:
        tai[Fan.GOLD] = int(hand.golds) * int(f.tai_gold)
    hu = int(f.hu_flower) * n_flowers(hand)
    for i in range(int(hand.n_melds)):
        meld = int(hand.meld_kind[i])
        kind = int(hand.meld_tile[i])
        if meld == MeldKind.CHI or meld > MeldKind.KAN_CLOSED or (void and meld == MeldKind.KAN_CLOSED):
            continue
        if meld == MeldKind.PON:
            hu += hu_of_triplet(rules, kind)
        else:
            hu += hu_of_kan(rules, kind) * (2 if meld == MeldKind.KAN_CLOSED else 1)
        if gives_tai(kind, wind):
            tai[Fan.PUNG] += int(f.tai_pung)
    return hu


@kernel
def rounded(rules, hu):
    """Hu points rounded up to a multiple of `fuding.rounding`."""
    step = int(rules.fuding.rounding)
    return (hu + step - 1) // step * step


@kernel
def capped(rules, points):
    """At most the payment limit, if there is one."""
    limit = int(rules.pay.limit)
    return min(limit, points) if limit > 0 else points


@kernel
def total_of(rules, hu, tai, times):
    """The total of a hand that is counted: hu points rounded, doubled for each tai, times a factor, at most the limit."""
    return capped(rules, rounded(rules, hu) * (1 << min(tai, int(rules.fuding.tai_limit))) * times)


@kernel
def uncapped_of(rules, hu, tai, times):
    """The same without any limit, to tell readings apart that the limit makes equal."""
    return rounded(rules, hu) * (1 << min(tai, _MOST_DOUBLES)) * times


@kernel
def sum_of(tai):
    """All tai of a hand."""
    n = 0
    for number in range(N_FANS + 1):
        n += tai[number]
    return n


@kernel
def _chances(hand, wind, chances):
    """Count what golds could complete in the hand of a loser, int64[4]: pairs with tai, other pairs, singles with tai, others."""
    for i in range(4):
        chances[i] = 0
    for kind in range(N_HELD_KINDS):
        held = int(hand.counts[kind])
        if is_orphan(kind) and (held == 1 or held == 2) and not has_own_group(hand, kind):
            chances[(0 if held == 2 else 2) + (0 if gives_tai(kind, wind) else 1)] += 1


@kernel
def best_use_of_golds(rules, hand, wind, hu, tai, parts):
    """Fill `parts`, int64[3], with the highest total of a loser over all ways to use its golds, its hu and its tai.

    `hu` and `tai` come without them, tai of golds included.
    """
    f = rules.fuding
    golds = int(hand.golds)
    chances = np.zeros(4, np.int64)
    _chances(hand, wind, chances)
    parts[0] = -1
    for a in range(min(chances[0], golds) + 1):
        for b in range(min(chances[1], golds - a) + 1):
            for c in range(min(chances[2], (golds - a - b) // 2) + 1):
                for d in range(min(chances[3], (golds - a - b - 2 * c) // 2) + 1):
                    idle = golds - a - b - 2 * c - 2 * d
                    more = (a + b + c + d) * int(f.hu_loser_gold_pung) + idle * int(f.hu_loser_gold)
                    total = total_of(rules, hu + more, tai + (a + c) * int(f.tai_pung), 1)
                    if total > parts[0]:
                        parts[0] = total
                        parts[1] = hu + more
                        parts[2] = tai + (a + c) * int(f.tai_pung)


@kernel
def loser_total(rules, hand, event, seat, void):
    """The total of a hand that did not win: it needs no shape, natural triplets count, golds are put to the best use."""
    parts = np.zeros(3, np.int64)
    loser_parts(rules, hand, event, seat, void, parts)
    return parts[0]


@kernel
def loser_parts(rules, hand, event, seat, void, parts):
    """Fill `parts`, int64[3], with the total, hu and tai of a hand that did not win."""
    tai = np.zeros(N_FANS + 1, np.int64)
    wind = wind_of(event, seat)
    hu = table_points(rules, hand, wind, void, tai)
    if void:
        parts[0] = total_of(rules, hu, sum_of(tai), 1)
        parts[1] = hu
        parts[2] = sum_of(tai)
        return
    for kind in range(N_HELD_KINDS):
        if int(hand.counts[kind]) >= 3:
            hu += 2 * hu_of_triplet(rules, kind)
            if gives_tai(kind, wind):
                tai[Fan.PUNG] += int(rules.fuding.tai_pung)
    best_use_of_golds(rules, hand, wind, hu, sum_of(tai), parts)
