"""The choices of Fuding's own options as enums for kernels, as `rulesets.choices` has those of the shared ones."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType


class Pinghu(IntEnum):
    """`fuding.pinghu`: a hand of runs without melds and flowers 平胡."""

    FLAT = 0
    MAX = 1
    NONE = 2


class IdleGoldBonus(IntEnum):
    """`fuding.idle_gold_bonus`: reward of a self-drawn hand with an idle gold 游金."""

    NONE = 0
    TAI_1_2_3 = 1
    TIMES_4_8_16 = 2


CHOICES: Mapping[str, type[IntEnum]] = MappingProxyType(
    {
        "fuding.pinghu": Pinghu,
        "fuding.idle_gold_bonus": IdleGoldBonus,
    }
)
