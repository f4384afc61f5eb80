"""What a seat may do: the legal set as bit masks, and actions as single integers."""

from __future__ import annotations

from enum import IntEnum

import numpy as np


class Action(IntEnum):
    """Bit positions of `LEGAL.actions`, and the high part of a chosen action."""

    PASS = 0  # decline a claim; at a replacement that ends the hand: do not win
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
