"""Flowers laid out by one seat: how many, and how many quads they make. Region-blind; read by play and by scoring."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.choices import FlowerQuads
from rulesets.dtype import FIRST_FLOWER, N_FLOWER_KINDS
from rulesets.jit import kernel
from rulesets.tiles import Tile

SEASONS = Tile.H1 - FIRST_FLOWER  # place of H1 in HAND.flowers; the plants follow after four


@kernel
def n_flowers(hand):
    """Flowers laid out by a seat, dead ones not among them."""
    n = 0
    for i in range(N_FLOWER_KINDS):
        n += int(hand.flowers[i])
    return n


@kernel
def flower_quads(rules, hand):
    """FZ-END-04: four equal honours of one seat; under `flower.quads: honours_and_sets` also H1-H4 and H5-H8."""
    n = 0
    for i in range(SEASONS):
        if int(hand.flowers[i]) == 4:
            n += 1
    if int(rules.flower.quads) == FlowerQuads.HONOURS_AND_SETS:
        for first in (SEASONS, SEASONS + 4):
            held = 0
            for i in range(first, first + 4):
                held += int(hand.flowers[i])
            if held == 4:
                n += 1
    return n
