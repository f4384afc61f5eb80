"""Mechanism: one group of equal tiles for a kind (`win.same_kind_group`, `win.fourth_as_pair`; FD-3.22) as play meets it.

`own.waits` are the kinds that complete the hand by shape. Which of them are no win is worked out with them, for the time while
a kan can still be declared and for the time after; so a win offer needs no look at the hand.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.choices import Pairs, SameKindGroup
from rulesets.hand_distance import STEP
from rulesets.hand_groups import has_allowed_groups
from rulesets.hand_seat import has_shape
from rulesets.tiles import MeldKind
from sim.bits import bit, has, lowest
from sim.jit import kernel
from sim.wall import kan_ok


@kernel
def has_groups(rules):
    """Whether equal tiles may be kept from forming two groups."""
    return int(rules.built.has_groups) != 0


@kernel
def no_kan_left(rules, public):
    """Whether no kan can be declared any more: then a fourth copy may be half of the pair."""
    return public.group_left >= 0 or not kan_ok(rules, public, MeldKind.KAN_ADDED)


@kernel
def shape_wins(rules, public, own, tile):
    """Whether a tile completes the tiles held between turns, no kind forming more groups than are allowed."""
    if not has(own.waits, tile):
        return False
    barred = own.group_bars[0] | own.group_bars[1]
    if not has(barred, tile):
        return True
    return not has(own.group_bars[1 if no_kan_left(rules, public) else 0], tile)


@kernel
def winning_waits(rules, public, own):
    """Mask of the kinds that complete the tiles held between turns, no kind forming more groups than are allowed."""
    if own.group_bars[0] | own.group_bars[1] == 0:
        return own.waits
    return own.waits & ~own.group_bars[1 if no_kan_left(rules, public) else 0]


@kernel
def completes(tables, rules, public, own):
    """As `shape_wins`, for a winning tile that has joined the concealed ones."""
    if not has_shape(tables, rules, own.keys, own, int(own.golds)):
        return False
    return not has_groups(rules) or has_allowed_groups(tables, rules, own.keys, own, no_kan_left(rules, public))


@kernel
def _may_be_barred(rules, own):
    """Those of the waits that might be no win: the hand is crowded with equal tiles, or the tile makes it so.

    See `rulesets.hand_groups.crowded_kinds`: sets need a gold for that, hands of pairs do not.
    """
    crowded = own.pons & own.at_least[0]
    new = own.pons
    if int(rules.win.same_kind_group) == SameKindGroup.ALL:
        crowded |= own.at_least[3]
        new |= own.at_least[2]
    candidates = own.waits if crowded else own.waits & new
    of_pairs = own.n_melds == 0 and int(rules.win.pairs) != Pairs.NONE
    if of_pairs or candidates == 0:
        return candidates
    if own.gold_kind < 0 or not int(rules.gold.fifth_copy):
        return 0
    return candidates if int(own.golds) > 0 else candidates & bit(own.gold_kind)


@kernel
def _hold_for_a_look(own, tile, n):
    """Put a tile to the concealed ones (`n` 1), or take it out again (-1)."""
    if tile == own.gold_kind:
        own.golds = int(own.golds) + n
    else:
        own.counts[tile] = int(own.counts[tile]) + n
        own.keys[tile // 9] += n * STEP[tile % 9]


@kernel
def study_groups(tables, rules, own):
    """After the waits, a drawn tile put aside: which of them are no win (`own.group_bars`)."""
    own.group_bars[0] = 0
    own.group_bars[1] = 0
    rest = _may_be_barred(rules, own)
    while rest:
        tile = lowest(rest)
        rest &= rest - 1
        _hold_for_a_look(own, tile, 1)
        for late in range(2):
            if not has_allowed_groups(tables, rules, own.keys, own, late):
                own.group_bars[late] |= bit(tile)
        _hold_for_a_look(own, tile, -1)


@kernel
def forced_kan(rules, public, own):
    """FD-3.22: the kind that has to be made a kan now, or -1.

    The tile drawn is the fourth of an own pon, and completes the hand as a second group only. Whether a kan of it is lawful
    the caller sees.
    """
    if own.drawn < 0 or not has(own.pons, own.drawn) or not has(own.waits, own.drawn):
        return -1
    return -1 if shape_wins(rules, public, own, own.drawn) else own.drawn
