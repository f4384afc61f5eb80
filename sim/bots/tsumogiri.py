"""The bot that discards what it drew 摸切, wins when it can and never claims. It is a fixed yardstick."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from sim.actions import Action
from sim.bits import has, lowest
from sim.jit import kernel


@kernel
def only_kan(legal):
    """The kan of the lowest kind of a legal set that has kans but neither PASS nor DISCARD."""
    if legal.closed_kans:
        return Action.KAN_CLOSED * 64 + lowest(legal.closed_kans)
    return Action.KAN_ADDED * 64 + lowest(legal.added_kans)


@kernel
def plainest_choice(own, legal):
    """Pass if that is possible, else discard the drawn tile, else the lowest kind that may be discarded.

    Where nothing may be discarded: draw if that is the question, else stand, else the kan that is left.
    """
    if has(legal.actions, Action.PASS):
        return 0
    if not has(legal.actions, Action.DISCARD):
        if has(legal.actions, Action.DRAW):
            return Action.DRAW * 64
        return Action.STAND * 64 if has(legal.actions, Action.STAND) else only_kan(legal)
    drawn = own.drawn
    if has(legal.discards, drawn):
        return Action.DISCARD * 64 + drawn
    return Action.DISCARD * 64 + lowest(legal.discards)


@kernel
def winning_choice(public, own):
    """The choice to win on the tile on offer or, on the own turn, on the tile drawn."""
    tile = public.tile if public.tile >= 0 else own.drawn
    return Action.WIN * 64 + max(0, tile)  # with the dealt tiles there is neither


@kernel
def choose_tsumogiri(public, own, legal):
    """Win, else the plainest choice."""
    if has(legal.actions, Action.TAKE_GOLD):
        return Action.TAKE_GOLD * 64 + lowest(legal.discards)
    if has(legal.actions, Action.WIN):
        return winning_choice(public, own)
    return plainest_choice(own, legal)
