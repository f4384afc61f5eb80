"""The bot that picks among all its legal choices with equal probability, a win included."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from sim.actions import KIND_ACTIONS, Action
from sim.bits import has, n_bits, nth
from sim.jit import kernel
from sim.legality import n_legal
from sim.seeding import below


@kernel
def nth_choice(public, own, legal, n):
    """The n-th choice of a legal set: actions without a kind first, then discards, added kans, closed kans, ready discards."""
    plain = legal.actions & ~KIND_ACTIONS
    m = n_bits(plain)
    if n < m:
        action = nth(plain, n)
        if action == Action.PASS or action == Action.STAND or action == Action.DRAW:
            return action * 64
        kind = public.tile
        if kind < 0:
            kind = max(0, own.drawn)  # a win with the dealt tiles has neither
        return action * 64 + kind
    n -= m
    m = n_bits(legal.discards)
    if n < m:
        action = Action.TAKE_GOLD if has(legal.actions, Action.TAKE_GOLD) else Action.DISCARD
        return action * 64 + nth(legal.discards, n)
    n -= m
    m = n_bits(legal.added_kans)
    if n < m:
        return Action.KAN_ADDED * 64 + nth(legal.added_kans, n)
    n -= m
    m = n_bits(legal.closed_kans)
    if n < m:
        return Action.KAN_CLOSED * 64 + nth(legal.closed_kans, n)
    return Action.READY * 64 + nth(legal.ready_discards, n - m)


@kernel
def choose_random(public, own, legal, key):
    """A uniform legal choice from the bot's private numbers."""
    n = n_legal(legal)
    if n == 1:
        return nth_choice(public, own, legal, 0)
    return nth_choice(public, own, legal, below(key[0], key[1], key[2], key[3], key[4], n))
