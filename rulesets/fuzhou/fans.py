"""The special wins of Fuzhou mahjong as data: numbers, codes, names, definitions, what each excludes.

Whether a hand has one is decided by this family's scoring; what it is worth stands in the rule row
(`fuzhou.special_*`). This module needs no compiler, so reports, manifests and help texts may read it.
Names of the first seven: help text of the platform; the others are optional and come from public implementations.
"""

from __future__ import annotations

from enum import IntEnum

from rulesets.fan_info import FanInfo, never_beside


class Fan(IntEnum):
    """Numbers of the special wins; a set of them is an integer with bit `number` set."""

    PING1 = 1
    PING0 = 2
    TIANHU = 3
    QIANGJIN = 4
    SANJIN = 5
    JINQUE = 6
    JINLONG = 7
    HUNYISE = 8
    QINGYISE = 9
    DANDIAO = 10
    HUAHU = 11
    DIHU = 12
    KAN_WIN = 13
    LAST_TILE = 14
    ALL_RUNS = 15
    ALL_TRIPLETS = 16
    CONCEALED = 17
    ALL_CLAIMED = 18


N_FANS = len(Fan)
FAN_BITS = ((1 << (N_FANS + 1)) - 1) & ~1

# Of each group only the highest counts where specials add up (`fuzhou.special_combine: sum`).
GOLD_SPECIALS = 1 << Fan.SANJIN | 1 << Fan.JINQUE | 1 << Fan.JINLONG
FLUSHES = 1 << Fan.HUNYISE | 1 << Fan.QINGYISE
OPENING_SPECIALS = 1 << Fan.TIANHU | 1 << Fan.QIANGJIN | 1 << Fan.DIHU

# Every special on the left never stands beside any other on the right, under the default options.
_NEVER_BESIDE: tuple[tuple[str, str], ...] = (
    ("PING0 PING1", "PING0 PING1 HUAHU KAN_WIN"),
    ("TIANHU QIANGJIN DIHU", "TIANHU QIANGJIN DIHU KAN_WIN ALL_CLAIMED"),
    ("TIANHU DIHU", "DANDIAO"),
    ("TIANHU QIANGJIN", "LAST_TILE"),
    ("SANJIN JINLONG", "DANDIAO ALL_CLAIMED"),
    ("HUNYISE QINGYISE", "HUNYISE QINGYISE"),
    ("ALL_CLAIMED", "JINQUE KAN_WIN LAST_TILE CONCEALED"),
)


def _fan(fan: Fan, zh: str, en: str, clause: str, rule_en: str, rule_zh: str, *options: str) -> FanInfo:
    key = f"fuzhou.special_{fan.name.lower()}"
    excludes = never_beside(fan.name, _NEVER_BESIDE, list(Fan.__members__))
    return FanInfo(int(fan), fan.name, zh, en, clause, key, rule_en, rule_zh, excludes, options)


FANS: tuple[FanInfo, ...] = (
    _fan(
        Fan.PING1,
        "平胡（一张花）",
        "one flower",
        "FZ-PING-02",
        "The winner has laid out exactly one flower and has no kan of any kind.",
        "和牌者恰好亮出一张花，且没有任何杠。",
        "fuzhou.ping1_needs_no_kan",
    ),
    _fan(
        Fan.PING0,
        "平胡（无花无杠）",
        "no flower and no kan",
        "FZ-PING-01",
        "The winner has laid out no flower and has no kan of any kind; the runs and triplets do not matter.",
        "和牌者一张花都没有，也没有任何杠；与顺子刻子无关。",
        "fuzhou.ping0_concealed",
    ),
    _fan(
        Fan.TIANHU,
        "天胡",
        "heavenly win",
        "FZ-TIAN-01",
        "The dealer's tiles are complete once the gold is open, golds being wild, and the dealer wins before any other act.",
        "开金后庄家的牌（金可代替任何牌）已成和，未作任何动作即和。",
        "opening.order",
    ),
    _fan(
        Fan.QIANGJIN,
        "抢金",
        "taking the indicator",
        "FZ-ROB-03",
        "The indicator, taken as a wild tile, completes the hand in the window after the dealer's first discard.",
        "庄家首张打出后的抢金时刻，换进翻开的金作任意牌而成和。",
        "rob_gold.window",
        "rob_gold.indicator_wild",
        "rob_gold.before_claims",
    ),
    _fan(
        Fan.SANJIN,
        "三金倒",
        "three golds",
        "FZ-3G-01",
        "At least three golds among the concealed tiles, with a shape or, on an own draw or at the opening, without one. "
        "A taken indicator is not one of the three.",
        "手中至少三张金；成牌型即算，自己摸牌后或开局时不成牌型也可和。抢来的金不算在三张之内。",
        "win.three_gold",
        "win.three_gold_choice",
        "rob_gold.shapeless",
        "fuzhou.sanjin_on_discard",
    ),
    _fan(
        Fan.JINQUE,
        "金雀",
        "two golds as the pair",
        "FZ-JQ-01",
        "A standard reading exists in which two golds are the pair.",
        "存在一种基本牌型的拆法，以两张金作将。",
        "claim.win_order",
        "fuzhou.rob_gold_keeps_golds",
    ),
    _fan(
        Fan.JINLONG,
        "金龙",
        "three golds as a triplet",
        "FZ-JL-01",
        "A standard reading exists in which three golds are a triplet of their own and the rest is complete without them.",
        "存在一种基本牌型的拆法，三张金自成一刻，其余不靠这三张金也成。",
        "fuzhou.rob_gold_keeps_golds",
    ),
    _fan(
        Fan.HUNYISE,
        "混一色",
        "half flush",
        "",
        "All natural tiles, melds included, are of one suit and some gold shows another suit; or natural honours stand beside "
        "one suit. A shape is needed.",
        "自然牌（含副露）为一门数牌，而有别门的金；或一门数牌带字牌。须成牌型。",
    ),
    _fan(
        Fan.QINGYISE,
        "清一色",
        "full flush",
        "",
        "All natural tiles, melds included, are of one suit, and every gold shows that suit. A shape is needed.",
        "自然牌（含副露）为同一门数牌，所有金的牌面也是这一门。须成牌型。",
    ),
    _fan(
        Fan.DANDIAO,
        "单钓",
        "single tile",
        "",
        "All sets are melds, and one tile was left in the hand before the win.",
        "各组都已成副露，和牌前手中只剩一张。",
    ),
    _fan(
        Fan.HUAHU,
        "花胡",
        "twenty flowers",
        "",
        "The winner has laid out twenty flowers or more; a bonus on a win unless `win.flower_win` makes flowers win.",
        "和牌者亮出二十张或更多花；除非启用花胡，它只是和牌时的加分。",
        "win.flower_win",
        "win.flower_win_mid_hand",
    ),
    _fan(
        Fan.DIHU,
        "地胡",
        "earthly win",
        "",
        "A non-dealer draws the winning tile with its own first draw, and nobody has claimed or declared a kan before.",
        "闲家第一次摸牌即自摸，此前无人吃碰杠。",
    ),
    _fan(
        Fan.KAN_WIN,
        "杠上开花",
        "win on a kan replacement",
        "FZ-X-08",
        "Self-draw of the replacement tile of a kan, also after flowers in between.",
        "以杠后所补的牌自摸，中间补过花也算。",
    ),
    _fan(
        Fan.LAST_TILE,
        "海底捞月",
        "last tile",
        "",
        "Self-draw after which nothing can be drawn.",
        "自摸最后一张可摸的牌。",
    ),
    _fan(
        Fan.ALL_RUNS,
        "全顺子",
        "all runs",
        "",
        "A standard reading exists in which every set, melds included, is a run.",
        "存在一种基本牌型的拆法，各组（含副露）全为顺子。",
    ),
    _fan(
        Fan.ALL_TRIPLETS,
        "对对胡",
        "all triplets",
        "",
        "A standard reading exists in which every set, melds included, is a triplet or a kan.",
        "存在一种基本牌型的拆法，各组（含副露）全为刻子或杠。",
    ),
    _fan(
        Fan.CONCEALED,
        "门清",
        "concealed hand",
        "",
        "A complete hand without chi, pon, open or added kan; closed kans are allowed.",
        "没有吃、碰、明杠、补杠而成牌型；可以有暗杠。",
    ),
    _fan(
        Fan.ALL_CLAIMED,
        "全求人",
        "all claimed",
        "",
        "Every set was claimed from another seat, no kan is closed, and the win is by discard or by robbing a kan.",
        "各组都由吃、碰、明杠得来，没有暗杠，且放胡或抢杠。",
    ),
)


def fans_in(mask: int) -> tuple[FanInfo, ...]:
    """The specials of a mask, in number order.

    >>> [f.code for f in fans_in(1 << Fan.JINQUE | 1 << Fan.PING0)]
    ['PING0', 'JINQUE']
    """
    return tuple(f for f in FANS if mask >> f.number & 1)
