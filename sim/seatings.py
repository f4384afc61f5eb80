"""Orders in which bots can sit."""

from __future__ import annotations

from functools import cache
from itertools import permutations


@cache
def all_orders(n: int) -> tuple[tuple[int, ...], ...]:
    """All orders of n slots, lexicographic.

    >>> all_orders(3)[:3]
    ((0, 1, 2), (0, 2, 1), (1, 0, 2))
    """
    return tuple(permutations(range(n)))
