"""Mechanism: the end of the wall (`end.*`, `wall.*`)."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.choices import ReplacementToZero
from sim.jit import kernel
from sim.wall import drawable_tiles


@kernel
def count_wall(rules, public, wall):
    """Bring the public counts up to date after a draw or a kan."""
    public.left = wall.left
    public.drawable = drawable_tiles(rules, public)


@kernel
def is_last(public):
    """Whether no ordinary draw is allowed any more: of a draw just made it was the last tile (海底)."""
    return public.drawable <= 0


@kernel
def replacement_ends_hand(rules, public, own):
    """Whether the seat holds a replacement that left nothing drawable and that ends the hand unless it wins."""
    return (
        int(rules.end.replacement_to_zero) == ReplacementToZero.END_HAND
        and own.drawn_from_tail != 0
        and is_last(public)
    )
