"""Mechanism: the end of the wall (`end.*`, `wall.*`)."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.choices import LAST_GROUP_ACTIVE, KanIntoGroup, ReplacementToZero
from sim.jit import kernel
from sim.order import n_in_play
from sim.wall import keep, on_table


@kernel
def count_wall(rules, public, wall):
    """Bring the public counts up to date after tiles have left the wall, a kan or a flower quad.

    Drawable tiles are those beyond the ones that must be left, never fewer than none (FZ-END-05). The reserve does not
    change any more once the last group has begun.
    """
    public.left = wall.left
    if public.group_left >= 0:
        public.drawable = public.group_left
        return
    public.keep = keep(rules, public, public.tail_taken, public.n_open_kans, public.n_closed_kans)
    public.drawable = max(0, min(on_table(rules, public) - public.keep, public.left))


@kernel
def is_last(public):
    """Whether no ordinary draw is allowed any more: of a draw just made it was the last tile (海底)."""
    return public.drawable <= 0


@kernel
def group_size(rules, public):
    """From how many drawable tiles on they are dealt out (`end.last_group`): fixed, or as seats are in play (FD-3.05)."""
    size = int(rules.end.last_group)
    return n_in_play(public) if size == LAST_GROUP_ACTIVE else size


@kernel
def group_is_due(rules, public):
    """Whether an ordinary draw would now be the first of the last group (FZ-END-06)."""
    return 1 <= public.drawable <= group_size(rules, public)


@kernel
def replacement_ends_hand(rules, public, own):
    """Whether the seat holds a replacement that left nothing drawable and that ends the hand unless it wins (FZ-END-13)."""
    return (
        int(rules.end.replacement_to_zero) == ReplacementToZero.END_HAND
        and own.drawn_from_tail != 0
        and is_last(public)
    )


@kernel
def kan_was_last_tile(rules, public, own):
    """Whether the seat's kan replacement left last-group tiles only: it does not discard (`end.kan_into_group`, FD-3.03).

    Where every seat in play should get one of the last tiles the same holds if none is left at all.
    """
    if int(rules.end.kan_into_group) != KanIntoGroup.NO_DISCARD or own.after_kan == 0:
        return False
    return group_is_due(rules, public) or (is_last(public) and int(rules.end.last_group) == LAST_GROUP_ACTIVE)
