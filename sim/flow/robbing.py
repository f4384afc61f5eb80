"""Mechanism: robbing a kan 抢杠 (`kan.rob_added`, `kan.rob_closed`)."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.choices import RobClosed
from rulesets.tiles import MeldKind
from sim.bits import bit
from sim.jit import kernel

ORPHANS = 0b1111111_100000001_100000001_100000001
"""Mask of the terminals and honours."""


@kernel
def may_be_robbed(rules, meld_kind):
    """Whether the others are asked before a kan of this sort stands."""
    if meld_kind == MeldKind.KAN_ADDED:
        return int(rules.kan.rob_added) != 0
    return meld_kind == MeldKind.KAN_CLOSED and int(rules.kan.rob_closed) == RobClosed.ORPHANS_ONLY


@kernel
def completes_orphans(own, tile):
    """Whether a tile that completes the hand makes it thirteen orphans: all thirteen kinds are there and there is no meld."""
    return own.n_melds == 0 and (own.at_least[0] | bit(tile)) & ORPHANS == ORPHANS
