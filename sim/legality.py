"""What a seat may do: the legal set as bit masks, and actions as single integers."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.choices import AddedTiming, ChiRight, DiscardAfterChi
from rulesets.tiles import MeldKind, Tile
from sim.actions import KIND_ACTIONS, Action
from sim.bits import bit, has, n_bits
from sim.flow.bars import has_bars, kan_bars, lawful_discards
from sim.flow.ending import kan_was_last_tile, replacement_ends_hand
from sim.flow.gold_rights import chi_kinds, discardable, may_win_on
from sim.flow.groups import forced_kan, has_groups, shape_wins
from sim.flow.indicator import Part
from sim.flow.own_draw import draw_wins
from sim.flow.passed import win_is_locked
from sim.flow.ready import has_ready_lock
from sim.flow.robbing import completes_orphans
from sim.jit import kernel
from sim.order import is_standing, next_to_chi
from sim.table import Phase
from sim.wall import kan_ok

__all__ = ["KIND_BITS", "LEGAL", "Action"]

LEGAL = np.dtype(
    [
        ("actions", "i8"),  # bit per Action
        ("discards", "i8"),  # bit per kind that may be discarded
        ("added_kans", "i8"),  # bit per kind that may be added to an own pon
        ("closed_kans", "i8"),  # bit per kind of which a closed kan may be declared
        ("ready_discards", "i8"),  # bit per kind that may be discarded together with READY
    ],
    align=True,
)
"""The legal set of one decision; never empty. The mask of a kind action is 0 if its bit in `actions` is 0."""

KIND_BITS = 64
"""A chosen action is one integer, `action * 64 + kind`. The kind is the tile concerned: the discarded tile, the tile of
the kan, the claimed tile (PON, KAN_OPEN, CHI_*), the winning tile (WIN), 0 for PASS."""


@kernel
def clear_legal(legal):
    """The empty set, to be filled."""
    legal.actions = 0
    legal.discards = 0
    legal.added_kans = 0
    legal.closed_kans = 0
    legal.ready_discards = 0


@kernel
def allow(legal, action):
    """Add one action to the set."""
    legal.actions |= bit(action)


@kernel
def allows(legal, action):
    """Whether the set holds an action of this sort."""
    return has(legal.actions, action)


@kernel
def n_legal(legal):
    """Number of different choices in the set."""
    n = n_bits(legal.discards) + n_bits(legal.added_kans) + n_bits(legal.closed_kans) + n_bits(legal.ready_discards)
    return n + n_bits(legal.actions & ~KIND_ACTIONS)


@kernel
def is_legal(legal, choice):
    """Whether a chosen action (`action * 64 + kind`) is in the set. The kind of an action that names no kind is not read."""
    action = choice >> 6
    kind = choice & 63
    if choice < 0 or not allows(legal, action):
        return False
    if action == Action.DISCARD or action == Action.TAKE_GOLD:
        return has(legal.discards, kind)
    if action == Action.KAN_ADDED:
        return has(legal.added_kans, kind)
    if action == Action.KAN_CLOSED:
        return has(legal.closed_kans, kind)
    if action == Action.READY:
        return has(legal.ready_discards, kind)
    return True


@kernel
def own_turn_legal(rules, public, own, legal):
    """Fill the legal set of a seat on its turn: after a draw (OWN_TURN) or after a chi or pon (AFTER_CLAIM).

    A win is possible only with a tile drawn from the wall: a hand complete after a claim was complete with the discard.
    Where tiles are barred the set may be empty: then the seat stands (FD-3.20). If it could win or declare a kan it is asked.
    """
    clear_legal(legal)
    if draw_wins(rules, public, own):
        allow(legal, Action.WIN)
    if replacement_ends_hand(rules, public, own) or kan_was_last_tile(rules, public, own):
        allow(legal, Action.PASS)
        return
    if public.phase == Phase.OWN_TURN or int(rules.kan.after_claim):
        if own.at_least[3] | own.pons & own.at_least[0]:
            _own_kans(rules, public, own, legal)
        if has_groups(rules) and _kan_is_forced(rules, public, own, legal):
            return
    ready = int(public.is_ready[own.seat]) != 0
    bars = has_bars(rules) or public.frozen[own.seat] != 0
    allowed = lawful_discards(rules, public, own) if bars else discardable(rules, own)
    if ready:
        allowed = allowed & bit(own.drawn) if bars else bit(own.drawn)
    if allowed == 0:
        if legal.actions:
            allow(legal, Action.STAND)
        return
    allow(legal, Action.DISCARD)
    legal.discards = allowed
    if ready:
        return
    if own.just_chi >= 0 and int(rules.claim.discard_after_chi) == DiscardAfterChi.NOT_SAME:
        others = legal.discards & ~bit(own.just_chi)
        if others:  # a hand of nothing else may throw it
            legal.discards = others
    if has_ready_lock(rules):
        legal.ready_discards = own.ready_discards & legal.discards
        if legal.ready_discards:
            allow(legal, Action.READY)


@kernel
def _kan_is_forced(rules, public, own, legal):
    """FD-3.22: whether the drawn tile has to be made a kan; then nothing else is legal but a win that needs no shape."""
    own.must_kan = forced_kan(rules, public, own)
    if own.must_kan < 0 or not has(legal.added_kans, own.must_kan):
        own.must_kan = -1
        return False
    legal.actions &= bit(Action.WIN)
    allow(legal, Action.KAN_ADDED)
    legal.added_kans = bit(own.must_kan)
    legal.closed_kans = 0
    return True


@kernel
def lay_back_legal(rules, own, legal):
    """Fill the legal set of the dealer who lays a tile back before the first turn."""
    clear_legal(legal)
    allow(legal, Action.DISCARD)
    legal.discards = discardable(rules, own)


@kernel
def aside_legal(own, legal):
    """Fill the legal set of a seat that lays a tile aside, which is no discard: any tile but golds, if it has another."""
    allow(legal, Action.DISCARD)
    legal.discards = own.at_least[0] if own.at_least[0] else bit(own.gold_kind)


@kernel
def group_legal(legal):
    """Fill the legal set of a seat whose tile of the last group wins."""
    clear_legal(legal)
    allow(legal, Action.WIN)
    allow(legal, Action.PASS)


@kernel
def _own_kans(rules, public, own, legal):
    """Add the closed and added kans that the hand, the wall and a declared ready hand allow."""
    quads = own.at_least[3]
    fourths = own.pons & own.at_least[0]
    if is_standing(public, own.seat):
        return
    if int(rules.kan.added_timing) == AddedTiming.DRAWN_TILE_ONLY:
        fourths = fourths & bit(own.drawn) if own.drawn >= 0 else 0
    if int(public.is_ready[own.seat]):
        quads &= own.ready_kans
        fourths &= own.ready_kans
    if has_bars(rules):
        quads &= ~kan_bars(rules, public, own.seat, MeldKind.KAN_CLOSED)
        fourths &= ~kan_bars(rules, public, own.seat, MeldKind.KAN_ADDED)
    if quads and kan_ok(rules, public, MeldKind.KAN_CLOSED):
        legal.closed_kans = quads
        allow(legal, Action.KAN_CLOSED)
    if fourths and kan_ok(rules, public, MeldKind.KAN_ADDED):
        legal.added_kans = fourths
        allow(legal, Action.KAN_ADDED)


@kernel
def claim_legal(rules, public, own, legal):
    """Fill the legal set of another seat's answer to a discard; empty if it has nothing to say."""
    clear_legal(legal)
    tile = public.tile
    part = public.claim_part
    wins = part != Part.MELDS and has(own.waits, tile) and not win_is_locked(rules, own, tile)
    if wins and may_win_on(rules, public, own, tile) and shape_wins(rules, public, own, tile):
        allow(legal, Action.WIN)
    if part != Part.WINS and tile != public.gold_kind:  # FZ-GDISC-02
        if has(own.at_least[1], tile) and not has(public.frozen[own.seat], tile):
            _pon_or_kan(rules, public, own, legal, tile)
        if int(rules.claim.chi) == ChiRight.NEXT_SEAT and not has(own.freeze_range, tile):
            _chi(rules, public, own, legal, tile)
    if legal.actions:
        allow(legal, Action.PASS)


@kernel
def _pon_or_kan(rules, public, own, legal, tile):
    """Pon with two copies in hand, open kan with three; a ready seat never pons (HB-TING-03)."""
    passed = has(own.passed, tile)
    ready = int(public.is_ready[own.seat]) != 0
    if not ready and not (passed and int(rules.claim.pass_pon)):
        allow(legal, Action.PON)
    if not has(own.at_least[2], tile) or (ready and not has(own.ready_kans, tile)):
        return
    if has_bars(rules) and has(kan_bars(rules, public, own.seat, MeldKind.KAN_OPEN), tile):
        return
    if not (passed and int(rules.claim.pass_kan)) and kan_ok(rules, public, MeldKind.KAN_OPEN):
        allow(legal, Action.KAN_OPEN)


@kernel
def _chi(rules, public, own, legal, tile):
    """Chi for the next seat in play: two tiles in hand that make a run with the discard (FZ-TURN-03, FZ-CHI-02)."""
    if tile >= Tile.EAST or own.seat != next_to_chi(rules, public, public.turn_seat) or int(public.is_ready[own.seat]):
        return
    held = chi_kinds(rules, own)
    rank = tile % 9
    if rank <= 6 and has(held, tile + 1) and has(held, tile + 2):
        allow(legal, Action.CHI_LOW)
    if 1 <= rank <= 7 and has(held, tile - 1) and has(held, tile + 1):
        allow(legal, Action.CHI_MID)
    if rank >= 2 and has(held, tile - 2) and has(held, tile - 1):
        allow(legal, Action.CHI_HIGH)


@kernel
def rob_legal(rules, public, own, legal):
    """Fill the legal set of another seat while a kan may be robbed: WIN and PASS, or nothing."""
    clear_legal(legal)
    tile = public.tile
    if not has(own.waits, tile) or not may_win_on(rules, public, own, tile) or not shape_wins(rules, public, own, tile):
        return
    if int(rules.claim.pass_rob) and win_is_locked(rules, own, tile):
        return
    if public.rob_kind == MeldKind.KAN_CLOSED and not completes_orphans(own, tile):
        return
    allow(legal, Action.WIN)
    allow(legal, Action.PASS)
