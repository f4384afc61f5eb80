"""Hands worth the limit that the greedy family may go for: one suit 清一色, and the four winds 四喜.

An *aim* is the set of kinds that the hand shall be made of. It is read off the own tiles and melds anew at every decision: a
suit of which the bot has so many tiles (setting `one_suit`) while all its melds are of that suit, or the winds if it has so
many of them (setting `winds`). Melds count three tiles, golds fit everywhere. The bot throws the rest first and claims what
brings the hand of these tiles alone nearer. It reads no score: whether such a hand is worth more is for the rules to say.

What others show is not looked at here: what the table bars is not in the legal set to begin with.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.tiles import MeldKind, Tile
from sim.bits import bit, has
from sim.jit import kernel

SUIT = 0b111111111
WINDS = 0b1111 << Tile.EAST
NO_AIM = np.int64(0)


@kernel
def tiles_of_suit(own, suit):
    """Tiles of a suit in hand and melds, golds in hand included; 0 if a meld is of anything else."""
    n = np.int64(own.golds)
    for i in range(int(own.n_melds)):
        if int(own.meld_tile[i]) // 9 != suit:
            return np.int64(0)
        n += 3
    for rank in range(9):
        n += np.int64(own.counts[9 * suit + rank])
    return n


@kernel
def tiles_of_winds(own):
    """Winds in hand and melds."""
    n = np.int64(0)
    for kind in range(Tile.EAST, Tile.RED):
        n += np.int64(own.counts[kind])
    for i in range(int(own.n_melds)):
        if int(own.meld_kind[i]) != MeldKind.CHI and Tile.EAST <= int(own.meld_tile[i]) < Tile.RED:
            n += 3
    return n


@kernel
def aim_of(own, one_suit, winds):
    """The kinds that the hand shall be made of, as a mask; 0 where the bot goes for the nearest win.

    `one_suit`, `winds`: from so many tiles on, 0 never. Of two suits the one with more tiles.
    """
    if winds and tiles_of_winds(own) >= winds:
        return np.int64(WINDS)
    best = NO_AIM
    most = np.int64(one_suit) - 1
    for suit in range(3 if one_suit else 0):
        n = tiles_of_suit(own, suit)
        if n > most:
            most = n
            best = np.int64(SUIT << 9 * suit)
    return best


@kernel
def is_suit(aim):
    """Whether an aim is a suit."""
    return aim != 0 and aim != WINDS


@kernel
def outside(aim, allowed):
    """The allowed discards that do not belong to the aim; all of them if none is outside, or without an aim."""
    rest = allowed & ~aim
    return rest if aim and rest else allowed


@kernel
def set_aside(own, aim):
    """Count only the tiles of a suit aimed at: the keys of the others are cleared until `take_back` restores them."""
    for place in range(4):
        if is_suit(aim) and not has(aim, 9 * place):
            own.keys[place] = 0


@kernel
def take_back(own, kept):
    """Undo `set_aside`: the four keys as they were."""
    own.keys[0], own.keys[1], own.keys[2], own.keys[3] = kept


@kernel
def fits(aim, kind):
    """Whether a tile on offer may be claimed: any without an aim or with the winds in view, else one of the suit."""
    return not is_suit(aim) or aim & bit(kind) != 0
