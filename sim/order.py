"""Turn order among the seats that are still in play 在局. A leaf: legality, mechanisms and the turn loop ask here who is next.

Seats that stand 站胡 are `PUBLIC.standing`; those of them that play passes over are `PUBLIC.skipped`. As long as nobody
stands both are 0, and the next seat is the one after.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.tiles import N_SEATS
from sim.bits import bit, has, n_bits
from sim.jit import kernel


@kernel
def next_outside(mask, seat):
    """The first seat after `seat` that is not in the mask of seats; `seat` itself if all others are."""
    for step in range(1, N_SEATS):
        other = (seat + step) % N_SEATS
        if not has(mask, other):
            return other
    return seat


@kernel
def next_in_play(public, seat):
    """The seat whose turn it is after that of `seat` (FD b.4): standing seats are passed over under `penalty.stand: skip`."""
    if public.skipped == 0:
        return (seat + 1) % N_SEATS
    return next_outside(public.skipped, seat)


@kernel
def next_of_group(public, seat):
    """The seat that takes the tile of the last group after `seat`: no standing seat gets one, whatever standing means."""
    return next_outside(public.standing, seat)


@kernel
def next_to_chi(rules, public, giver):
    """The seat that may chi a discard of `giver`: the next one, or the next that does not stand (`penalty.stand_next_chis`)."""
    if public.standing == 0 or not int(rules.penalty.stand_next_chis):
        return (giver + 1) % N_SEATS
    return next_outside(public.standing, giver)


@kernel
def n_in_play(public):
    """Number of seats that do not stand: n of the last group and of `kan.near_end: one_each` (FD-3.03, FD-3.05)."""
    if public.standing == 0:
        return N_SEATS
    return N_SEATS - n_bits(public.standing)


@kernel
def is_standing(public, seat):
    """Whether a seat stands."""
    return public.standing & bit(seat) != 0
