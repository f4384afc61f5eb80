"""The choices of table law (bars, penalties, timing, form of a session) as enums, as `rulesets.choices` has those of play.

Numbers with a word: the row holds `format.sweep_bonus: pot` as -1.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType


class FlushKan(IntEnum):
    """`bar.flush_kan`."""

    ALL = 0
    ADDED_ONLY = 1
    NONE = 2


class DeadTile(IntEnum):
    """`bar.dead_tile` (絕張)."""

    STRICT = 0
    NATURAL = 1
    TRIPLE_ONLY = 2
    NONE = 3


class AfterPei(IntEnum):
    """`penalty.after_pei`: after a penalty payment 賠胡."""

    ABORT = 0
    CONTINUE = 1


class PeiSize(IntEnum):
    """`penalty.pei_size`."""

    FIXED = 0
    LIMIT = 1
    TOTAL = 2


class DealPasses(IntEnum):
    """`penalty.deal_passes`."""

    ALWAYS = 0
    UNLESS_DEALER_WON = 1


class WrongDealer(IntEnum):
    """`penalty.wrong_dealer`."""

    AFTER_RIGHTFUL = 0
    AFTER_USURPER = 1


class GoldOpener(IntEnum):
    """`penalty.gold_opener`."""

    SEAT_BEFORE_DEALER = 0
    DEALER = 1


class Stand(IntEnum):
    """`penalty.stand`: standing 站胡."""

    SKIP = 0
    PLAY_NO_WIN = 1


class StandScored(IntEnum):
    """`penalty.stand_scored`."""

    FULL = 0
    EXPOSED = 1


class SelfReport(IntEnum):
    """`penalty.self_report`."""

    DEALER_HEAD = 0
    ANY = 1


class LateHonourPrice(IntEnum):
    """`penalty.late_honour`."""

    PEI_WITH_WIN = 0
    TAKEBACK = 1


class FreezeWin(IntEnum):
    """`penalty.freeze_win`."""

    ANY = 0
    DISCARD_ONLY = 1


class TalkPrice(IntEnum):
    """`penalty.tell_tenpai` and `penalty.hint`."""

    SELF_DRAW_ONLY = 0
    STAND = 1


class KanRetract(IntEnum):
    """`penalty.kan_retract`."""

    STAND = 0
    UNDO = 1


class LiftBlocks(IntEnum):
    """`timing.lift_blocks`."""

    CHI_PON_WIN = 0
    CHI = 1


class LatePon(IntEnum):
    """`timing.late_pon`."""

    REFUSE = 0
    ALLOW = 1
    IF_TILE_BAD = 2


class GraceSkipped(IntEnum):
    """`timing.grace_skipped`."""

    PON = 0
    PON_AND_CHI = 1
    NONE = 2


class FormatKind(IntEnum):
    """`format.kind`."""

    HANDS = 0
    ROUNDS = 1
    UNTIL_BUST = 2
    FIVE_CORNER = 3


class Rotation(IntEnum):
    """`format.rotation`."""

    ON_BUST = 0
    DEALER_OUT = 1
    LOSER_OUT = 2


class ShortPay(IntEnum):
    """`format.short_pay`."""

    WINNER_FIRST = 0
    PRO_RATA = 1
    DEBT = 2


class EightTai(IntEnum):
    """`format.eight_tai`."""

    SWEEP = 0
    PAY_LIMIT_PLUS_BONUS = 1
    NONE = 2


class EightTaiTakes(IntEnum):
    """`format.eight_tai_takes`."""

    SEATED = 0
    ALL = 1


class DealerAfterBust(IntEnum):
    """`format.dealer_after_bust`."""

    NEXT_SEAT = 0
    REPLACEMENT = 1


CHOICES: Mapping[str, type[IntEnum]] = MappingProxyType(
    {
        "bar.flush_kan": FlushKan,
        "bar.dead_tile": DeadTile,
        "penalty.after_pei": AfterPei,
        "penalty.pei_size": PeiSize,
        "penalty.deal_passes": DealPasses,
        "penalty.wrong_dealer": WrongDealer,
        "penalty.gold_opener": GoldOpener,
        "penalty.stand": Stand,
        "penalty.stand_scored": StandScored,
        "penalty.self_report": SelfReport,
        "penalty.late_honour": LateHonourPrice,
        "penalty.freeze_win": FreezeWin,
        "penalty.tell_tenpai": TalkPrice,
        "penalty.hint": TalkPrice,
        "penalty.kan_retract": KanRetract,
        "timing.lift_blocks": LiftBlocks,
        "timing.late_pon": LatePon,
        "timing.grace_skipped": GraceSkipped,
        "format.kind": FormatKind,
        "format.rotation": Rotation,
        "format.short_pay": ShortPay,
        "format.eight_tai": EightTai,
        "format.eight_tai_takes": EightTaiTakes,
        "format.dealer_after_bust": DealerAfterBust,
    }
)
