"""Mechanism: declaring ready 报听 (`turn.ready`).

A seat may declare together with a discard that leaves it ready (tenpai). From then on it discards what it draws, never
chis or pons, and declares a kan only if the hand is ready afterwards; it may decline a win. HB-TING-01 to HB-TING-04.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from sim.bits import bit, lowest
from sim.jit import kernel
from sim.seat import is_ready_without


@kernel
def ready_discards(tables, rules, own, discards):
    """Mask of the kinds out of `discards` whose discard leaves the hand ready."""
    if int(own.distance) > 2:  # one more tile and one less cannot bring it to ready
        return 0
    found = 0
    rest = int(discards)
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        if is_ready_without(tables, rules, own, kind, 1, 0):
            found |= bit(kind)
    return found


@kernel
def keeps_ready(tables, rules, public, own, kinds, copies):
    """Mask of the kinds out of `kinds` of which a kan, made with `copies` concealed tiles, is open to the seat.

    All of them, unless it has declared ready: then those that leave it ready. An added kan takes one concealed tile and
    makes no new meld.
    """
    if not int(public.is_ready[int(own.seat)]):
        return int(kinds)
    new_melds = 0 if copies == 1 else 1
    found = 0
    rest = int(kinds)
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        if is_ready_without(tables, rules, own, kind, copies, new_melds):
            found |= bit(kind)
    return found
