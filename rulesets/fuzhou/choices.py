"""The choices of Fuzhou's own options as enums for kernels, as `rulesets.choices` has those of the shared ones."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType


class Formula(IntEnum):
    """`fuzhou.formula`."""

    CORE_PLUS_SPECIAL = 0
    CORE_TIMES_SPECIAL = 1


class KansCounted(IntEnum):
    """`fuzhou.kans_counted`."""

    WINNER = 0
    ALL_SEATS = 1


class KeptScope(IntEnum):
    """`fuzhou.kept_scope`: when the dealer's streak 連莊 counts."""

    WINNER_IS_DEALER = 0
    COLLECTS_FROM_DEALER = 1
    ALWAYS = 2


class SpecialCombine(IntEnum):
    """`fuzhou.special_combine`."""

    MAX = 0
    SUM = 1


class SpecialExclusions(IntEnum):
    """`fuzhou.special_exclusions`."""

    NONE = 0
    GOLD_HANDS = 1


CHOICES: Mapping[str, type[IntEnum]] = MappingProxyType(
    {
        "fuzhou.formula": Formula,
        "fuzhou.kans_counted": KansCounted,
        "fuzhou.kept_scope": KeptScope,
        "fuzhou.special_combine": SpecialCombine,
        "fuzhou.special_exclusions": SpecialExclusions,
    }
)
