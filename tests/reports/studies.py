"""Ready-made synthetic studies: one that looks like a real comparison of house rules, and small ones for edge cases."""

from __future__ import annotations

import numpy as np

from tests.reports.synthetic import (
    FANS,
    LITERAL,
    Lineup,
    Variant,
    adjusted,
    chain,
    remix,
    without_fan,
)

STRICT_FIVE = np.array([0.45 if f[1] == "ZHUOWU" else 0.0 for f in FANS])

HOUSE_RULES = [
    LITERAL,
    Variant(
        "head_bump",
        "截胡",
        "only one winner",
        adjusted(p_double=0.0),
        "一张牌只有出牌者之后最先轮到的一家可以胡",
        "only the first seat after the discarder may win",
        [("claim.multi_win", "all", "head_bump", "who wins when several seats can", "一炮多响时谁胡")],
    ),
    Variant(
        "menqing_self_draw",
        "门清限自摸",
        "concealed hand by self-draw only",
        lambda x: x | {"fans": _only_self_draw(x)},
        "门清只有自摸才算番",
        "a concealed hand scores only when self-drawn",
        [("hebei.menqing_win", "any", "self_draw", "which wins may score the concealed hand", "门清是否限自摸")],
    ),
    Variant(
        "strict_five",
        "独听捉五",
        "strict catching the five",
        lambda x: x | {"fan_off": STRICT_FIVE},
        "只有独听五万才算捉五",
        "it counts only when the five was the sole wait",
        [("hebei.zhuowu_mode", "decomposition", "single_wait", "when a win on 5m counts as 捉五", "捉五的认定")],
    ),
    Variant(
        "fans_once",
        "自摸番只付一份",
        "fans of a self-draw paid once",
        adjusted(self_fans=1),
        "每番总共一分，而不是每家一分",
        "a fan is worth one point in all, not one from each payer",
        [("hebei.self_draw_fans", "per_payer", "total_even", "who pays the fans of a self-draw", "自摸番由谁支付")],
        "official",
    ),
    Variant(
        "any_orphans",
        "十三幺任意将",
        "any pair for thirteen orphans",
        lambda x: x | {"fans": _more_orphans(x)},
        "十三张幺九任一张作将都算",
        "any of the thirteen kinds may be the pair",
        [("win.orphans", "dragon_pair", "any_pair", "which pair thirteen orphans may have", "十三幺的将牌")],
    ),
    Variant(
        "reserve_14",
        "留七墩",
        "seven reserve stacks",
        lambda x: x | {"p_draw": np.where(x["draws"] > 77, 0.9, x["p_draw"])},
        "牌墙末尾多留一墩",
        "one more stack of the wall is never drawn",
        [("wall.reserve", "12", "14", "tiles that are never drawn", "留牌张数")],
    ),
    Variant(
        "no_kan_points",
        "杠不计分",
        "no kan points",
        adjusted(kan_points=0),
        "杠只补牌，不另外收分",
        "a kan draws a tile and pays nothing",
        [
            ("hebei.kan_open", "3", "0", "points for an open kan", "放杠分"),
            ("hebei.kan_closed", "2", "0", "points for a closed kan", "暗杠分"),
        ],
    ),
    Variant(
        "chi",
        "可吃",
        "chi allowed",
        chain(remix(0.6, 3), adjusted(call_chance=0.71, draws=lambda d: np.maximum(5, (d * 0.87).astype(np.int64)), p_draw=0.004)),
        "可以吃上家打出的牌",
        "a run may be claimed from the seat before",
        [("claim.chi", "none", "next_seat", "who may claim a run", "能否吃牌")],
        "suggested",
    ),
    Variant(
        "no_seven_pairs",
        "无七对",
        "no seven pairs",
        chain(remix(0.12, 5), without_fan("QIDUI"), adjusted(p_draw=0.019)),
        "七对不算和牌牌型",
        "seven pairs is no winning shape",
        [("win.pairs", "seven", "none", "seven pairs as a shape", "七对牌型")],
    ),
    Variant(
        "no_honours",
        "无字牌",
        "no honours",
        chain(remix(0.95, 9), adjusted(draws=lambda d: np.maximum(5, d - 4))),
        "只用万、筒、索一百零八张",
        "108 tiles, suits only",
        [("tiles.winds", "hand", "absent", "wind tiles", "风牌"), ("tiles.red", "hand", "absent", "red dragons", "红中")],
    ),
    Variant(
        "pass_win_lock",
        "过胡不胡",
        "pass-win lock",
        remix(0.004, 12),
        "放过一次胡，过手前不能胡同一张",
        "a win passed up bars the same tile until the next own draw",
        [("claim.pass_win", "none", "same_kind", "after passing a win", "过胡限制")],
    ),
    Variant(
        "literal_again",
        "帮助原文（对照）",
        "help text again",
        why_zh="同一规则再跑一遍，用来检验方法",
        why="the same rules under another name, to check the method",
        source="null comparison",
    ),
]

LINEUPS = [
    Lineup("four_greedy", "四个快攻", "four greedy", ("greedy", "greedy", "greedy", "greedy")),
    Lineup("one_greedy", "一强三弱", "one greedy, three weak", ("greedy", "greedy_weak", "greedy_weak", "greedy_weak")),
    Lineup("one_picky", "一家挑胡", "one declines cheap wins", ("picky", "greedy", "greedy", "greedy")),
]


def _only_self_draw(x):
    fans = x["fans"].copy()
    by_discard = x["end"] >= x["p_draw"] + x["p_self"]
    fans[by_discard, :, 0] = 1.0
    return fans


def _more_orphans(x):
    fans = x["fans"].copy()
    fans[:, :, 10] /= 1.6
    return fans
