"""The nineteen fans of Hebei mahjong as data: numbers, codes, names, definitions, what each excludes.

What a hand must have for a fan is decided in `rulesets.hebei.patterns`; what a fan is worth stands in the rule row
(`hebei.fan_*`). This module needs no compiler, so reports, manifests and help texts may read it.
Source: help text of the platform; clause numbers as in `RULES.md`.
"""

from __future__ import annotations

from enum import IntEnum

from rulesets.fan_info import FanInfo, never_beside


class Fan(IntEnum):
    """Fan numbers; a set of fans is an integer with bit `number` set."""

    MENQING = 1
    QIANGGANG = 2
    GANGKAI = 3
    PENGPENG = 4
    DADIAOCHE = 5
    QINGYISE = 6
    HUNYISE = 7
    QINGFENG = 8
    YITIAOLONG = 9
    QIDUI = 10
    SHISANYAO = 11
    HAIDI = 12
    HUNQIDUI = 13
    QINGQIDUI = 14
    DANHAO = 15
    SHUANGHAO = 16
    SANHAO = 17
    HUALONG = 18
    ZHUOWU = 19


N_FANS = len(Fan)
FAN_BITS = ((1 << (N_FANS + 1)) - 1) & ~1

# Sets of fans that the scoring rules speak of.
FLUSHES = 1 << Fan.QINGYISE | 1 << Fan.HUNYISE | 1 << Fan.QINGFENG
LUXURY = 1 << Fan.DANHAO | 1 << Fan.SHUANGHAO | 1 << Fan.SANHAO
PLAIN_PAIRS = 1 << Fan.QIDUI | 1 << Fan.HUNQIDUI | 1 << Fan.QINGQIDUI
SPECIAL_SHAPES = PLAIN_PAIRS | LUXURY | 1 << Fan.SHISANYAO
STANDARD_ONLY = 1 << Fan.PENGPENG | 1 << Fan.YITIAOLONG | 1 << Fan.HUALONG | 1 << Fan.ZHUOWU


_PAIRS = "QIDUI HUNQIDUI QINGQIDUI DANHAO SHUANGHAO SANHAO"
_STANDARD = "PENGPENG DADIAOCHE YITIAOLONG HUALONG ZHUOWU"

# Every fan on the left never stands beside any other fan on the right, under the default options (HB-B.8).
_NEVER_BESIDE: tuple[tuple[str, str], ...] = (
    (f"{_PAIRS} SHISANYAO", f"{_PAIRS} SHISANYAO {_STANDARD} GANGKAI"),
    ("QIANGGANG", f"GANGKAI HAIDI PENGPENG DADIAOCHE QINGFENG {_PAIRS}"),
    ("PENGPENG DADIAOCHE", "YITIAOLONG HUALONG ZHUOWU"),
    ("QINGYISE HUNYISE QINGFENG", "QINGYISE HUNYISE QINGFENG SHISANYAO HUALONG HUNQIDUI QINGQIDUI"),
    ("QINGYISE HUNYISE", "QIDUI"),
    ("QINGFENG", "YITIAOLONG ZHUOWU"),
    ("HUALONG", "YITIAOLONG"),
)


def _fan(
    fan: Fan,
    zh: str,
    en: str,
    rule_en: str,
    rule_zh: str,
    *options: str,
) -> FanInfo:
    key, clause = f"hebei.fan_{fan.name.lower()}", f"HB-FAN-{int(fan):02d}"
    excludes = never_beside(fan.name, _NEVER_BESIDE, list(Fan.__members__))
    return FanInfo(int(fan), fan.name, zh, en, clause, key, rule_en, rule_zh, excludes, options)


FANS: tuple[FanInfo, ...] = (
    _fan(
        Fan.MENQING,
        "门清",
        "concealed hand",
        "No pon, open kan, added kan or chi; closed kans are allowed. By discard or self-draw, beside any fan.",
        "没有碰、放杠、补杠（也没有吃）；可以有暗杠。点炮、自摸都算，可与任何番种并计。",
        "hebei.menqing_win",
        "hebei.menqing_with_special",
    ),
    _fan(
        Fan.QIANGGANG,
        "抢杠胡",
        "robbing a kan",
        "Win on the tile another seat wants to add to its pon.",
        "胡别家正要补杠的那张牌。",
        "kan.rob_added",
        "kan.rob_closed",
        "pay.robbed_kan",
    ),
    _fan(
        Fan.GANGKAI,
        "杠上开花",
        "win on the kan replacement",
        "Self-draw of the replacement tile of a kan of any kind. Once, however many kans came in a row.",
        "杠后补进的牌自摸；杠的种类不限，连杠只算一次。",
        "hebei.haidi_with_gangkai",
    ),
    _fan(
        Fan.PENGPENG,
        "碰碰胡",
        "all triplets",
        "The four sets are triplets or kans; one pair.",
        "四副都是刻子或杠，加一对将。",
        "hebei.qingfeng_with_pengpeng",
    ),
    _fan(
        Fan.DADIAOCHE,
        "大吊车",
        "single-tile hand",
        "Four melds on the table, one tile in hand before the win. Without chi always with 碰碰胡; both count.",
        "四副全部碰、杠，手中只剩一张单吊；没有吃牌时必与碰碰胡同时计算。",
        "hebei.dadiaoche_closed_kans",
    ),
    _fan(
        Fan.QINGYISE,
        "清一色",
        "full flush",
        "All tiles, melds included, belong to one number suit. Part of 青七对 when the hand is plain seven pairs.",
        "全部牌（含碰杠）为同一花色数牌；普通七对时并入青七对。",
        "hebei.luxury_flush",
    ),
    _fan(
        Fan.HUNYISE,
        "混一色",
        "half flush",
        "One number suit and at least one honour. Part of 混七对 when the hand is plain seven pairs.",
        "只有一种花色的数牌，并带字牌；普通七对时并入混七对。",
        "hebei.luxury_flush",
    ),
    _fan(
        Fan.QINGFENG,
        "清风",
        "all honours",
        "Only winds and dragons, in any winning shape. Comes with 碰碰胡 or a seven-pairs fan; both count.",
        "全部为字牌，且牌型成立；必与碰碰胡或七对类同时出现，并计。",
        "hebei.qingfeng_with_pengpeng",
        "hebei.luxury_flush",
    ),
    _fan(
        Fan.YITIAOLONG,
        "一条龙",
        "straight in one suit",
        "One reading of the hand holds the runs 1-2-3, 4-5-6 and 7-8-9 of the same suit. Owning 1 to 9 is not enough.",
        "同一种拆法中有同花色的 123、456、789 三副顺子；只凑齐一至九不算。",
    ),
    _fan(
        Fan.QIDUI,
        "七对",
        "seven pairs",
        "Seven different pairs without a meld, from two or three number suits or all honours (else 混七对 or 青七对).",
        "七个不同的对子，无任何碰杠；花色不止一种，或全为字牌（否则为混七对、青七对）。",
    ),
    _fan(
        Fan.SHISANYAO,
        "十三幺",
        "thirteen orphans",
        "Each terminal and honour once, and one of the three dragons twice; no meld.",
        "幺九牌与字牌十三种各一张，再加一张中、发或白；无碰杠。",
        "win.orphans",
        "hebei.menqing_with_special",
    ),
    _fan(
        Fan.HAIDI,
        "海底捞月",
        "last tile of the wall",
        "Self-draw of the last tile that may be drawn, ordinary or replacement.",
        "自摸最后一张可摸的牌，普通摸牌或杠后补牌都算。",
        "hebei.haidi_scope",
        "hebei.haidi_with_gangkai",
    ),
    _fan(
        Fan.HUNQIDUI,
        "混七对",
        "half-flush seven pairs",
        "Seven different pairs in one number suit and honours. Replaces 混一色 and 七对.",
        "七个不同的对子，由一种花色与字牌组成；代替混一色加七对。",
        "hebei.luxury_flush",
    ),
    _fan(
        Fan.QINGQIDUI,
        "青七对",
        "full-flush seven pairs",
        "Seven different pairs in one number suit. Replaces 清一色 and 七对.",
        "七个不同的对子，全为同一花色；代替清一色加七对。",
        "hebei.luxury_flush",
    ),
    _fan(
        Fan.DANHAO,
        "单豪",
        "seven pairs with one quad",
        "Seven pairs, exactly one kind held four times (not as a kan). Replaces 七对; flush fans are added.",
        "七对中恰有一种牌持四张（未开杠）；代替七对，清一色、混一色、清风另计。",
        "hebei.luxury_flush",
        "win.pairs_quads",
    ),
    _fan(
        Fan.SHUANGHAO,
        "双豪",
        "seven pairs with two quads",
        "Seven pairs, exactly two kinds held four times. Replaces 七对 and 单豪; flush fans are added.",
        "七对中恰有两种牌各持四张；代替七对与单豪，清一色、混一色、清风另计。",
        "hebei.luxury_flush",
        "win.pairs_quads",
    ),
    _fan(
        Fan.SANHAO,
        "三豪",
        "seven pairs with three quads",
        "Seven pairs, three kinds held four times. Replaces 七对, 单豪 and 双豪; flush fans are added.",
        "七对中有三种牌各持四张；代替七对、单豪、双豪，清一色、混一色、清风另计。",
        "hebei.luxury_flush",
        "win.pairs_quads",
    ),
    _fan(
        Fan.HUALONG,
        "花龙",
        "mixed straight",
        "The runs 1-2-3, 4-5-6 and 7-8-9, one in each of the three suits.",
        "123、456、789 三副顺子分属三种花色。",
    ),
    _fan(
        Fan.ZHUOWU,
        "捉五",
        "catching the five",
        "The winning tile is 5m and stands between 4m and 6m in a concealed run. Other waits are allowed.",
        "胡五万，且在拆法中作四五六万的嵌张；可以另有别的听口。",
        "hebei.zhuowu_mode",
        "hebei.zhuowu_suits",
    ),
)
"""All fans in number order; `FANS[i].number == i + 1`."""


def fans_in(mask: int) -> tuple[FanInfo, ...]:
    """The fans of a mask, in number order.

    >>> [f.code for f in fans_in(1 << Fan.PENGPENG | 1 << Fan.MENQING)]
    ['MENQING', 'PENGPENG']
    """
    return tuple(f for f in FANS if mask >> f.number & 1)


def mask_of(codes: list[str] | tuple[str, ...]) -> int:
    """The mask of a list of codes.

    >>> mask_of(["MENQING"])
    2
    """
    mask = 0
    for code in codes:
        mask |= 1 << Fan[code]
    return mask
