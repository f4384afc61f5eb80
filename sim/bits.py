"""Masks over kinds: bit k of a non-negative int64 stands for kind k."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from sim.jit import kernel


@kernel
def bit(kind):
    """The mask of one kind."""
    return 1 << kind


@kernel
def has(mask, kind):
    """Whether the mask holds the kind; False for kind -1."""
    return kind >= 0 and (int(mask) >> kind) & 1 == 1


@kernel
def n_bits(mask):
    """Number of kinds in the mask."""
    x = int(mask)
    x = x - ((x >> 1) & 0x5555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x = x + (x >> 8)
    x = x + (x >> 16)
    return (x + (x >> 32)) & 0x7F


@kernel
def lowest(mask):
    """The lowest kind of a mask that is not empty."""
    return n_bits((int(mask) & -int(mask)) - 1)


@kernel
def nth(mask, n):
    """The n-th kind (from 0, ascending) of a mask that holds more than n kinds."""
    x = int(mask)
    for _ in range(n):
        x &= x - 1
    return lowest(x)
