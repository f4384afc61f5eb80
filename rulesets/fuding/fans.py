"""What makes a Fuding win worth more: limit and flat hands, and the sources of tai 台, as data.

Whether a hand has one is decided by this family's scoring; what it is worth stands in the rule row: the first seven replace
the total (points), the others double it (tai each). This module needs no compiler, so reports, manifests and help texts may
read it.
"""

from __future__ import annotations

from enum import IntEnum

from rulesets.fan_info import FanInfo


class Fan(IntEnum):
    """Numbers of the fans; a set of them is an integer with bit `number` set."""

    THREE_GOLD = 1
    EIGHT_FLOWER = 2
    TIANHU = 3
    DIHU = 4
    QINGYI = 5
    FOUR_WINDS = 6
    PINGHU = 7
    GOLD = 8
    WHITE = 9
    OWN_FLOWER = 10
    FLOWER_SET = 11
    PUNG = 12
    SELF_DRAW = 13
    HUNYISE = 14
    ALL_PUNGS = 15
    IDLE_GOLD = 16
    ROB = 17
    KAN_WIN = 18


N_FANS = len(Fan)
FAN_BITS = ((1 << (N_FANS + 1)) - 1) & ~1
FIRST_TAI = Fan.GOLD  # from here on a fan is a source of tai

# Every fan on the left never stands beside any other on the right, under the default options.
_NEVER_BESIDE: tuple[tuple[str, str], ...] = (
    ("PINGHU", "FOUR_WINDS WHITE FLOWER_SET PUNG ALL_PUNGS KAN_WIN"),
    ("TIANHU DIHU", "TIANHU DIHU ROB KAN_WIN"),
    ("TIANHU", "IDLE_GOLD"),
    ("ROB", "SELF_DRAW KAN_WIN IDLE_GOLD"),
    ("THREE_GOLD", "ROB KAN_WIN"),
    ("EIGHT_FLOWER", "ROB"),
    ("QINGYI", "HUNYISE"),
)


def _excluded(code: str) -> tuple[str, ...]:
    """The codes that never stand beside `code`, in number order."""
    found: set[str] = set()
    for left, right in _NEVER_BESIDE:
        if code in left.split():
            found |= set(right.split())
        if code in right.split():
            found |= set(left.split())
    return tuple(f.name for f in Fan if f.name in found - {code})


def _fan(fan: Fan, zh: str, en: str, clause: str, key: str, rule_en: str, rule_zh: str, *options: str) -> FanInfo:
    return FanInfo(int(fan), fan.name, zh, en, clause, f"fuding.{key}", rule_en, rule_zh, _excluded(fan.name), options)


FANS: tuple[FanInfo, ...] = (
    _fan(
        Fan.THREE_GOLD, "杀猪", "three golds", "FD-3.16", "limit_three_gold",
        "Three golds in hand at the opening, before any discard; no shape is needed.",
        "开局（任何人打牌之前）手中有三张金；不需成牌型。", "win.three_gold",
    ),
    _fan(
        Fan.EIGHT_FLOWER, "八花", "eight flowers", "FD-3.16", "limit_eight_flower",
        "Seasons and plants laid out, and golds in hand, are eight or more; no shape is needed.",
        "亮出的春夏秋冬梅兰竹菊与手中的金合计八张以上；不需成牌型。",
        "win.flower_win", "win.flower_win_golds", "win.flower_win_mid_hand",
    ),
    _fan(
        Fan.TIANHU, "天胡", "heavenly win", "FD-3.16", "limit_tianhu",
        "The dealer's seventeen tiles are complete before any discard.", "庄家十七张未打牌即成和。",
    ),
    _fan(
        Fan.DIHU, "地胡", "earthly win", "FD-B.06", "limit_dihu",
        "Another seat without a meld wins on the first discard of the hand, or with the draw that follows it.",
        "闲家未有面子，和本副第一张打出的牌，或紧接其后摸牌自摸。", "fuding.dihu_first_draw",
    ),
    _fan(
        Fan.QINGYI, "清一色", "one suit", "FD-B.06", "limit_qingyi",
        "All tiles but golds and flowers are of one suit, or all are honours.",
        "除金与花外全是同一门，或全是字牌。", "fuding.qingyi_all_honours",
    ),
    _fan(
        Fan.FOUR_WINDS, "四喜", "four winds", "FD-B.06", "limit_four_winds",
        "Each of the four winds is a triplet, a kan or the pair of the reading.", "拆法中四种风牌各为刻子、杠或将。",
    ),
    _fan(
        Fan.PINGHU, "平胡", "hand of runs", "FD-B.06", "flat_pinghu",
        "No meld, no flower, and a reading without a triplet.", "没有副露，没有花，拆法中没有刻子。", "fuding.pinghu",
    ),
    _fan(
        Fan.GOLD, "金", "golds", "FD-B.09", "tai_gold",
        "One for each gold in hand; a gold flower of the own wind brings what an own flower does besides.",
        "手中每张金一份；对门风的金花另计对花。",
    ),
    _fan(
        Fan.WHITE, "白板", "white dragons", "FD-B.09", "tai_white_step",
        "One for each white dragon laid out after the first.", "亮出的白板从第二张起每张一份。",
    ),
    _fan(
        Fan.OWN_FLOWER, "对花", "own flowers", "FD-B.09", "tai_own_flower",
        "One for each season or plant whose number is that of the own wind.", "每张与门风同号的花一份。", "deal.seat_winds",
    ),
    _fan(
        Fan.FLOWER_SET, "花齐", "sets of flowers", "FD-B.09", "tai_flower_set",
        "One for all four seasons and one for all four plants.", "春夏秋冬齐一份，梅兰竹菊齐一份。",
    ),
    _fan(
        Fan.PUNG, "字台", "triplets of honours", "FD-B.09", "tai_pung",
        "One for each triplet or kan of a dragon or of the own wind.", "每副箭牌或门风的刻子或杠一份。", "deal.seat_winds",
    ),
    _fan(
        Fan.SELF_DRAW, "自摸", "self-draw", "FD-B.09", "tai_self_draw",
        "The winner drew the winning tile.", "自己摸到和牌张。",
    ),
    _fan(
        Fan.HUNYISE, "混一色", "one suit and honours", "FD-B.09", "tai_hunyise",
        "All tiles but golds and flowers are of one suit or honours, at least one of each.",
        "除金与花外全是同一门与字牌，两者都有。",
    ),
    _fan(
        Fan.ALL_PUNGS, "对对胡", "hand of triplets", "FD-B.09", "tai_all_pungs",
        "No set of the reading is a run.", "拆法中没有顺子。",
    ),
    _fan(
        Fan.IDLE_GOLD, "游金", "idle gold", "FD-1.10", "idle_gold_bonus",
        "A self-draw by a hand that any tile would have completed; by the golds held before it.",
        "任何牌都能和的手牌自摸；按摸牌前的金数。",
    ),
    _fan(
        Fan.ROB, "抢杠", "robbing a kan", "FD-3.30", "rob_tai",
        "The winning tile was being added to a pon.", "和的是别人补杠的牌。", "kan.rob_added",
    ),
    _fan(
        Fan.KAN_WIN, "杠上开花", "win on a replacement", "FD-B.05", "kan_win_tai",
        "The winner drew the tile as the replacement for a kan.", "杠后补牌而和。",
    ),
)  # fmt: skip


def fans_in(mask: int) -> tuple[FanInfo, ...]:
    """The fans of a set, in number order."""
    return tuple(fan for fan in FANS if mask >> fan.number & 1)
