"""Mechanism: which of several winners on one tile goes first when only one may win (`claim.win_order`)."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.choices import WinOrder
from rulesets.tiles import N_SEATS
from rulesets.win_order import win_rank
from sim.bits import has
from sim.jit import kernel
from sim.seat import add_tile, remove_tile


@kernel
def first_winner(tables, rules, table, asked, giver):
    """The seat that wins alone out of the mask `asked` (not 0), all of whom would win on the tile of `giver`.

    The nearest in turn order (FZ-CUT-01), unless the rules put some hands first, wherever they sit (FZ-JQ-02, FZ-CUT-02).
    """
    best = -1
    lowest = 0
    by_seat = asked & (asked - 1) == 0 or int(rules.claim.win_order) == WinOrder.SEAT
    for step in range(1, N_SEATS):
        seat = (giver + step) % N_SEATS
        if has(asked, seat):
            if by_seat:
                return seat
            rank = _rank_with(tables, rules, table.own[seat], table.public)
            if best < 0 or rank < lowest:
                best = seat
                lowest = rank
    return best


@kernel
def _rank_with(tables, rules, own, public):
    """Place of the hand of a seat with the tile on offer added; the hand is restored."""
    add_tile(own, public.tile)
    rank = win_rank(tables, rules, own, public.gold_kind)
    remove_tile(own, public.tile)
    return rank
