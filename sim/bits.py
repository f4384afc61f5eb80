"""Masks over kinds: bit k of a non-negative int64 stands for kind k."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.bits import n_bits
from sim.jit import kernel

__all__ = ["bit", "has", "highest", "lowest", "n_bits", "nth"]


@kernel
def bit(kind):
    """The mask of one kind."""
    return 1 << kind


@kernel
def has(mask, kind):
    """Whether the mask holds the kind; False for kind -1."""
    return kind >= 0 and (int(mask) >> kind) & 1 == 1


@kernel
def lowest(mask):
    """The lowest kind of a mask that is not empty."""
    return n_bits((int(mask) & -int(mask)) - 1)


@kernel
def highest(mask):
    """The highest kind of a mask that is not empty."""
    return nth(mask, n_bits(mask) - 1)


@kernel
def nth(mask, n):
    """The n-th kind (from 0, ascending) of a mask that holds more than n kinds."""
    x = int(mask)
    for _ in range(n):
        x &= x - 1
    return lowest(x)
