"""Mechanism: what may be done with golds in play (`gold.discard`, `gold.claimable`)."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.choices import GoldDiscard
from sim.bits import bit
from sim.jit import kernel


@kernel
def discardable(rules, own):
    """Mask of the kinds in hand that may be thrown; a gold under `gold.discard: forbidden` only if there is nothing else."""
    kinds = own.at_least[0]
    if int(own.golds) > 0 and (kinds == 0 or int(rules.gold.discard) == GoldDiscard.ALLOWED):
        kinds |= bit(own.gold_kind)
    return kinds


@kernel
def is_out_of_reach(public):
    """Whether the tile on offer is a gold that nobody may claim."""
    return public.tile == public.gold_kind
