"""Hands of eight pairs as the greedy family sees them: when to aim at one, and what to throw then.

Such a hand takes no claimed tile, so it is aimed at only if it is nearer than sets by more than the bot's `pairs` setting
says. Distances are compared as *natural* tiles needed: the golds held are not taken off, for neither shape.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.choices import Pairs
from rulesets.hand_discard import live_in
from rulesets.hand_distance import FAR
from rulesets.hand_golds import pairs_choice
from rulesets.hand_pairs import eight_distance, eight_useful
from rulesets.tiles import N_HELD_KINDS
from sim.bits import bit, has
from sim.jit import kernel


@kernel
def eight_pairs_of(own, belief):
    """The shape of eight pairs that the hand may still become (a `Pairs` choice), 0 if none."""
    choice = pairs_choice(belief, own.n_melds)
    return choice if choice >= Pairs.EIGHT_ANY_SINGLE else np.int64(0)


@kernel
def spare_of(own, belief):
    """Tiles beyond the fourth copy that a target may use: the golds held, if they may stand for such tiles."""
    return own.golds if belief.gold.fifth_copy else np.int64(0)


@kernel
def eight_pairs_needed(own, belief, choice):
    """Natural tiles needed for eight pairs, golds not taken off; FAR if the hand may not be one."""
    if choice == 0:
        return np.int64(FAR)
    quads = np.int64(belief.win.pairs_quads)
    return np.int64(eight_distance(own.counts, choice, quads, own.golds, spare_of(own, belief)) + own.golds)


@kernel
def live_pairs(own, belief, choice, live):
    """Live tiles that bring the hand nearer to eight pairs."""
    quads = np.int64(belief.win.pairs_quads)
    return live_in(np.int64(eight_useful(own.counts, choice, quads, own.golds, spare_of(own, belief))), live)


@kernel
def discards_for_pairs(own, belief, choice, allowed, live):
    """The discards after which eight pairs are nearest, and of those the ones with most live useful tiles; a mask.

    The hand is restored.
    """
    nearest = np.int64(FAR)
    most = np.int64(-1)
    best = np.int64(0)
    for kind in range(N_HELD_KINDS):
        if has(allowed, kind) and own.counts[kind] > 0:
            own.counts[kind] -= 1
            needed = eight_pairs_needed(own, belief, choice)
            if needed <= nearest:
                n = live_pairs(own, belief, choice, live)
                if needed < nearest or n > most:
                    nearest = needed
                    most = n
                    best = np.int64(0)
                if n == most:
                    best |= bit(kind)
            own.counts[kind] += 1
    return best
