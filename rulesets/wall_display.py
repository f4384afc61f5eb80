"""Where a turned-up gold lies on the wall: a mark for the eye that follows from the counts which decide the play."""

from __future__ import annotations

TILES_PER_STACK = 2


def indicator_stack(tail_taken: int, keep: int) -> int:
    """The stack the indicator is shown on, counted from the end of the full wall, its last stack being 1.

    `tail_taken`: tiles that have left the tail so far; `keep`: tiles that must be left (`rules.wall`), the indicator
    included. Used-up stacks at the tail and a growing reserve both move it towards the head (FZ-GOLD-04 to -07).

    >>> indicator_stack(0, 18), indicator_stack(1, 18), indicator_stack(2, 18), indicator_stack(2, 20)
    (9, 9, 10, 11)
    """
    return tail_taken // TILES_PER_STACK + (keep + 1) // TILES_PER_STACK
