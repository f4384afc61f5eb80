"""The actions a seat can take. A leaf, so that mechanisms and legality share it without an import circle."""

from __future__ import annotations

from enum import IntEnum


class Action(IntEnum):
    """Bit positions of `LEGAL.actions`, and the high part of a chosen action."""

    PASS = 0  # decline a claim or an opening win; with a tile after which there is no discard: do not win
    DISCARD = 1
    CHI_LOW = 2  # 吃: the claimed tile is the lowest of the run
    CHI_MID = 3
    CHI_HIGH = 4
    PON = 5  # 碰
    KAN_OPEN = 6  # 明槓 (大明槓)
    KAN_ADDED = 7  # 補槓
    KAN_CLOSED = 8  # 暗槓
    WIN = 9  # 胡
    READY = 10  # declare ready (聽) and discard
    TAKE_GOLD = 11  # 搶金 before the first discard: throw a tile and win with the indicator
    STAND = 12  # 站胡: give the hand up, instead of drawing or for want of a lawful discard
    DRAW = 13  # instead of standing: draw


KIND_ACTIONS = (
    (1 << Action.DISCARD)
    | (1 << Action.KAN_ADDED)
    | (1 << Action.KAN_CLOSED)
    | (1 << Action.READY)
    | (1 << Action.TAKE_GOLD)
)
"""Mask of the actions that name a kind; each has its own mask of kinds in the legal set."""
