"""Which kinds the indicator makes wild (`gold.maps_to`, `gold.flower_flip`). Region-blind; read by play and by records."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.choices import GoldMapsTo
from rulesets.jit import kernel
from rulesets.tiles import Tile

_COLOUR = 0b1111  # seasons H1-H4, plants H5-H8


@kernel
def following_kind(rules, kind):
    """The next kind in its circle: nine to one, E S W N, C F P; honours that are not held are passed over."""
    if kind < Tile.EAST:
        return kind // 9 * 9 + (kind + 1) % 9
    first, size = (Tile.EAST, 4) if kind < Tile.RED else (Tile.RED, 3)
    for step in range(1, size + 1):
        after = first + (kind - first + step) % size
        if int(rules.built.held[after]):
            return after
    return kind


@kernel
def gold_of(rules, indicator):
    """The kind that is wild when `indicator` was turned up; a flower stands for all that it makes gold, see `gold_mask_of`."""
    if int(rules.built.flower[indicator]):
        return indicator
    if int(rules.gold.maps_to) == GoldMapsTo.NEXT:
        return following_kind(rules, indicator)
    return indicator


@kernel
def gold_mask_of(rules, indicator):
    """Mask of the kinds that are wild when `indicator` was turned up: one kind, or of a season or plant all four of its
    colour (FD-2.05)."""
    kind = gold_of(rules, indicator)
    if kind < Tile.H1:
        return 1 << kind
    return _COLOUR << (Tile.H1 + (kind - Tile.H1) // 4 * 4)


@kernel
def indicator_of(rules, gold_kind):
    """The kind that must have been turned up for `gold_kind` to be wild."""
    if int(rules.gold.maps_to) != GoldMapsTo.NEXT or int(rules.built.flower[gold_kind]):
        return gold_kind
    group = gold_kind // 9 if gold_kind < Tile.EAST else 3
    for kind in range(9 * group, 9 * group + (9 if group < 3 else 7)):
        if int(rules.built.held[kind]) and following_kind(rules, kind) == gold_kind:
            return kind
    return gold_kind
