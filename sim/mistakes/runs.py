"""Runs that a seat's tiles make with another."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.tiles import Tile
from sim.actions import Action
from sim.bits import has
from sim.jit import kernel


@kernel
def chi_action(held, tile):
    """The chi of a tile that the kinds held allow, lowest first, or -1."""
    if tile >= Tile.EAST:
        return np.int64(-1)
    rank = tile % 9
    if rank <= 6 and has(held, tile + 1) and has(held, tile + 2):
        return np.int64(Action.CHI_LOW)
    if 1 <= rank <= 7 and has(held, tile - 1) and has(held, tile + 1):
        return np.int64(Action.CHI_MID)
    if rank >= 2 and has(held, tile - 2) and has(held, tile - 1):
        return np.int64(Action.CHI_HIGH)
    return np.int64(-1)
