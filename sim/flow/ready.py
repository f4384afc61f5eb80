"""Mechanism: declaring ready 报听 (`turn.ready`).

A seat may declare together with a discard that leaves it ready (tenpai). From then on it discards what it draws, never
chis or pons, and declares a kan only if the hand is ready afterwards; it may decline a win. HB-TING-01 to HB-TING-04.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.choices import GoldMapsTo, Ready
from rulesets.hand_golds import hand_distance
from rulesets.hand_seat import seat_waits
from rulesets.tiles import N_SEATS, MeldKind
from sim.bits import bit, has, lowest
from sim.flow.gold_rights import discardable
from sim.jit import kernel
from sim.seat import add_tile, farthest_wait, remove_tile
from sim.table import Phase

NO_MELD = -1


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
    if public.phase != Phase.OWN_TURN and public.phase != Phase.AFTER_CLAIM:
        return
    own = table.own[turn_seat]
    if int(public.is_ready[turn_seat]):
        own.ready_kans = _ready_after_kans(tables, rules, own, own.at_least[3] | (own.pons & own.at_least[0]))
        return
    own.ready_discards = 0
    if own.least_distance > 2 * farthest_wait(own):  # one tile in and one out cannot bring it to ready
        return
    rest = discardable(rules, own)
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        if _is_ready_without(tables, rules, own, kind, 1, NO_MELD):
            own.ready_discards |= bit(kind)


@kernel
def _ready_after_kans(tables, rules, own, kinds):
    """Mask of the kinds out of `kinds` of which a kan leaves the hand ready; all concealed copies go into the kan."""
    found = 0
    while kinds:
        kind = lowest(kinds)
        kinds &= kinds - 1
        meld = np.int64(MeldKind.KAN_ADDED if has(own.pons, kind) else MeldKind.KAN_CLOSED)
        if _is_ready_without(tables, rules, own, kind, np.int64(own.counts[kind]), meld):
            found |= bit(kind)
    return found


@kernel
def _is_ready_without(tables, rules, own, kind, copies, meld):
    """Whether the hand would be ready (tenpai) without `copies` concealed tiles of `kind`, thrown or made a kan of.

    `meld`: NO_MELD, KAN_ADDED to an own pon, or KAN_CLOSED for any new kan. The hand is restored; what it remembers is
    not touched.
    """
    for _ in range(copies):
        remove_tile(own, kind)
    if own.gold_kind < 0:
        new_melds = 1 if meld == MeldKind.KAN_CLOSED else 0
        ready = hand_distance(tables, rules, own.keys, own.counts, own.n_melds + new_melds, own.golds) == 1
    elif meld == NO_MELD:
        ready = _has_wait(tables, rules, own)
    else:
        ready = _has_wait_with_kan(tables, rules, own, kind, meld)
    for _ in range(copies):
        add_tile(own, kind)
    return ready


@kernel
def _has_wait_with_kan(tables, rules, own, kind, meld):
    """As `_has_wait`, with a new kan among the melds, or one in the place of the pon of the kind."""
    at = own.n_melds
    if meld == MeldKind.KAN_ADDED:
        for i in range(own.n_melds):
            if int(own.meld_kind[i]) == MeldKind.PON and int(own.meld_tile[i]) == kind:
                at = i
    n_melds = own.n_melds
    before = int(own.meld_kind[at])
    tile = int(own.meld_tile[at])
    own.meld_kind[at] = meld
    own.meld_tile[at] = kind
    own.n_melds = max(n_melds, at + 1)
    ready = _has_wait(tables, rules, own)
    own.meld_kind[at] = before
    own.meld_tile[at] = tile
    own.n_melds = n_melds
    return ready


@kernel
def _has_wait(tables, rules, own):
    """Whether some tile that the hand does not hold all copies of completes it; golds count as tiles to come, too."""
    distance = hand_distance(tables, rules, own.keys, own.counts, own.n_melds, own.golds)
    waits = seat_waits(tables, rules, own.keys, own, own.gold_kind, distance)
    live_golds = 4 if int(rules.gold.maps_to) == GoldMapsTo.NEXT else 3
    if int(own.golds) >= live_golds:
        waits &= ~bit(own.gold_kind)
    return waits != 0
