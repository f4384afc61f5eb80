"""Wins that the greedy family takes and declines: all that have a shape, and those of golds or flowers by its setting.

A win that needs no shape (三金倒, and so many flowers) may be declined for a better one: three golds as the pair or as a
triplet are worth more where they are scored at all. The bot reads no score. It holds out while the hand needs few tiles
and the wall is long; the number is its setting `hold_golds`, and 0 takes every win.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.hand_golds import hand_distance
from sim.actions import Action
from sim.bots.greedy import Greedy, lightest, without_golds
from sim.jit import kernel

LONG_WALL = 16  # drawable tiles below which every win is taken: four more draws of each seat


@kernel
def holds_out(tables, public, own, belief, bot):
    """Whether the bot declines a win on its own tiles, because it needs no shape and a hand with one is near."""
    near = bot.settings[Greedy.HOLD_GOLDS]
    if near == 0 or public.tile >= 0 or public.drawable < LONG_WALL:
        return False
    needed = hand_distance(tables, belief, own.keys, own.counts, own.n_melds, own.golds)
    return 0 < needed <= near


@kernel
def take_gold(own, legal, bot, key):
    """Throw the lightest tile that leaves a hand complete with the indicator, and take that 搶金."""
    return Action.TAKE_GOLD * 64 + lightest(own, bot, without_golds(own, legal.discards), key)
