"""The row that describes how one player errs and observes: probabilities as thresholds of 32-bit words."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rulesets.mistakes import N_MISTAKES

ONE = 1 << 32
"""Certainty: a word of 32 bits is always below it."""


class Extra(IntEnum):
    """Rates that refine single mistakes; their places in `PROFILE.extra`."""

    OVERDRAW_SELF_REPORT = 0
    FALSE_WIN_FULL = 1
    WRONG_CHI_FIX = 2
    FLOWER_FORGET_FIX = 3
    UNTAKEN_CHI_CLEAR = 4
    PEEK_DICE_CONTROL = 5


class Observe(IntEnum):
    """Who finds a breach (`profile.observe`)."""

    REFEREE = 0
    PLAYERS = 1


class Objection(IntEnum):
    """Whether an observer objects (`profile.objection`)."""

    ALWAYS = 0
    NEVER = 1
    SELF_INTEREST = 2
    PROBABILITY = 3


N_EXTRAS = len(Extra)
N_PHASES = 4  # of a late answer: P2, P4, P5, P5+

PROFILE = np.dtype(
    [
        ("p", "i8", (N_MISTAKES,)),  # a slip if a 32-bit word is below this number
        ("q", "i8", (N_MISTAKES,)),  # the same for an observer who notices
        ("objects", "i8"),  # the same for an observer who objects, under Objection.PROBABILITY
        ("objection", "i8"),  # Objection
        ("observe", "i8"),  # Observe; the table's: PLAYERS if it is so for anybody at the table
        ("extra", "i8", (N_EXTRAS,)),  # by Extra, thresholds as well
        ("late", "i8", (N_PHASES,)),  # cumulative thresholds of the phase of a late answer
        ("errs", "i8"),  # 1 if any `p` is above 0
    ],
    align=True,
)


def threshold(probability: float) -> int:
    """The number of 32-bit words that mean yes.

    >>> threshold(0.0), threshold(0.5), threshold(1.0)
    (0, 2147483648, 4294967296)
    """
    return round(probability * ONE)
