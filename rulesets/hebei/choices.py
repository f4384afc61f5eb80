"""The choices of Hebei's own options as enums for kernels, as `rulesets.choices` has those of the shared ones."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType


class SelfDrawFans(IntEnum):
    """`hebei.self_draw_fans`."""

    PER_PAYER = 0
    TOTAL_EVEN = 1
    TOTAL_PROPORTIONAL = 2


class MenqingWin(IntEnum):
    """`hebei.menqing_win`."""

    ANY = 0
    SELF_DRAW = 1


class ZhuowuMode(IntEnum):
    """`hebei.zhuowu_mode`: what catching the five 捉五 means."""

    DECOMPOSITION = 0
    SINGLE_WAIT = 1
    LOOSE = 2


class ZhuowuSuits(IntEnum):
    """`hebei.zhuowu_suits`."""

    M = 0
    MPS = 1


class HaidiScope(IntEnum):
    """`hebei.haidi_scope`."""

    SELF_DRAW = 0
    SELF_DRAW_OR_LAST_DISCARD = 1


class LuxuryFlush(IntEnum):
    """`hebei.luxury_flush`."""

    ADD = 0
    NONE = 1
    DOUBLE = 2


class ReadingMode(IntEnum):
    """`hebei.reading`."""

    BEST_SINGLE = 0
    UNION = 1


class AddedKanPayer(IntEnum):
    """`hebei.added_kan_payer`."""

    ALL_THREE = 0
    PON_FEEDER = 1


class RobbedKanPoints(IntEnum):
    """`hebei.robbed_kan_points`."""

    VOID = 0
    KEEP = 1


class KanPointsScope(IntEnum):
    """`hebei.kan_points_scope`."""

    ALL = 0
    WINNERS_ONLY = 1


CHOICES: Mapping[str, type[IntEnum]] = MappingProxyType(
    {
        "hebei.self_draw_fans": SelfDrawFans,
        "hebei.menqing_win": MenqingWin,
        "hebei.zhuowu_mode": ZhuowuMode,
        "hebei.zhuowu_suits": ZhuowuSuits,
        "hebei.haidi_scope": HaidiScope,
        "hebei.luxury_flush": LuxuryFlush,
        "hebei.reading": ReadingMode,
        "hebei.added_kan_payer": AddedKanPayer,
        "hebei.robbed_kan_points": RobbedKanPoints,
        "hebei.kan_points_scope": KanPointsScope,
    }
)
