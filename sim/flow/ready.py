"""Mechanism: declaring ready 报听 (`turn.ready`).

A seat may declare together with a discard that leaves it ready (tenpai). From then on it discards what it draws, never
chis or pons, and declares a kan only if the hand is ready afterwards; it may decline a win. HB-TING-01 to HB-TING-04.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.choices import Ready
from rulesets.tiles import N_SEATS
from sim.bits import bit, has, lowest
from sim.jit import kernel
from sim.seat import is_ready_without
from sim.table import Phase


@kernel
def has_ready_lock(rules):
    """Whether seats may declare ready."""
    return int(rules.turn.ready) == Ready.OPTIONAL_LOCK


@kernel
def study_ready(tables, rules, table):
    """Before a question is put: work out which discards would leave the asked seats ready, and which kans keep them so."""
    public = table.public
    turn_seat = public.turn_seat
    if public.phase == Phase.CLAIM:
        for seat in range(N_SEATS):
            own = table.own[seat]
            if seat != turn_seat and int(public.is_ready[seat]) and has(own.at_least[2], public.tile):
                own.ready_kans = _ready_after_kans(tables, rules, own, bit(public.tile))
        return
    if public.phase == Phase.ROB:
        return
    own = table.own[turn_seat]
    if int(public.is_ready[turn_seat]):
        own.ready_kans = _ready_after_kans(tables, rules, own, own.at_least[3] | (own.pons & own.at_least[0]))
        return
    own.ready_discards = 0
    if own.least_distance > 2:  # one tile in and one out cannot bring it to ready
        return
    rest = own.at_least[0]
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        if is_ready_without(tables, rules, own, kind, 1, 0):
            own.ready_discards |= bit(kind)


@kernel
def _ready_after_kans(tables, rules, own, kinds):
    """Mask of the kinds out of `kinds` of which a kan leaves the hand ready.

    All concealed copies go into the kan. They form a new meld, unless the kind is that of an own pon (an added kan).
    """
    found = 0
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        new_melds = 0 if has(own.pons, kind) else 1
        if is_ready_without(tables, rules, own, kind, np.int64(own.counts[kind]), new_melds):
            found |= bit(kind)
    return found
