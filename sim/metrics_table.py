"""Metrics of games in which every hand has a total, and of what the law of the table does to play: bars, standing, the
division of the last tiles. Names, units and sentences only; `sim.table_quantities` counts them.
"""

from __future__ import annotations

from sim.metric_types import HistogramName, MetricDef

TABLE_METRICS: tuple[MetricDef, ...] = (
    MetricDef(
        "winner_total", "winner_totals", "wins", "points", "points", "和家总分", "A winner's total",
        "和牌一家的总分（胡数进位后按台翻倍，或大牌定值），平均值；各家按此付给。",
        "Total of a winning hand, which each loser pays: hu points rounded and doubled per tai, or a limit hand's value.",
        "totals",
    ),
    MetricDef(
        "winner_tai", "winner_tai", "counted_wins", "tai", "points", "和家台数", "A winner's tai",
        "按胡数与台计算的和牌的平均台数（大牌、平胡定值者不计）。",
        "Doubles (tai) of a win that is counted, on average; limit and flat hands left out.",
        "totals",
    ),
    MetricDef(
        "winner_hu", "winner_hu", "counted_wins", "hu", "points", "和家胡数", "A winner's hu points",
        "按胡数与台计算的和牌进位后的平均胡数。",
        "Rounded hu points of a win that is counted, on average, before doubling.",
        "totals",
    ),
    MetricDef(
        "fixed_value_rate", "fixed_value_wins", "wins", "share", "special", "定值和牌占比", "Limit and flat hands",
        "以定值代替计算的和牌（清一色、四喜、天胡、地胡、三金、八花、平胡）占和牌次数的比例。",
        "Wins whose value is fixed instead of counted (one suit, four winds, opening wins, flat hands of runs), of all wins.",
        "totals",
    ),
    MetricDef(
        "full_limit_rate", "full_limit_wins", "wins", "share", "special", "满额和牌占比", "Wins at the limit",
        "总分达到封顶的和牌占和牌次数的比例，不论是大牌还是台数所致。",
        "Wins whose total reaches the payment limit, by a limit hand or by tai, of all wins.",
        "totals",
    ),
    MetricDef(
        "eight_tai_rate", "eight_tai_wins", "wins", "share", "special", "8台占比", "Eight tai",
        "和牌中八台以上的比例。",
        "Wins with eight tai or more, of all wins.",
        "totals",
    ),
    MetricDef(
        "loser_total", "loser_totals", "loser_seats", "points", "points", "未和家总分", "A loser's total",
        "有人和牌的局中未和的一家的总分，平均值；不结算时为零。",
        "Total of a seat that did not win a hand that somebody won; zero where losers do not settle.",
        "totals",
    ),
    MetricDef(
        "among_losers", "among_losers", "hands", "points", "points", "未和家互付分", "Moved among losers",
        "每局未和各家之间（流局时为各家之间）按总分之差付出的分数。",
        "Points that seats that did not win pay one another in a hand for the difference of their totals.",
        "totals",
    ),
    MetricDef(
        "among_losers_share", "among_losers", "settled", "share", "points", "未和家互付占比", "Losers' settlement share",
        "全部支付中未和各家互付的比例，其余为付给和家的。",
        "Of all points paid for hands, the part that seats that did not win pay one another; the rest goes to winners.",
        "totals",
    ),
    MetricDef(
        "standing_rate", "standing_seats", "seat_hands", "share", "pace", "站胡率", "Seats that stand",
        "一家在一局中站胡（放弃或被迫退出本局）的机会。",
        "Chance that a seat stands in a hand: it gives up the hand or has to.",
        "standing",
    ),
    MetricDef(
        "no_discard_rate", "no_discard_seats", "seat_hands", "share", "pace", "无牌可打站胡率", "Stands for want of a discard",
        "一家因手中没有一张牌可以合法打出而站胡的机会。",
        "Chance that a seat stands because not one of its tiles may lawfully be discarded.",
        "standing",
    ),
    MetricDef(
        "flush_table_rate", "flush_table_hands", "hands", "share", "special", "清一台面率", "Hands with a flush table",
        "有一家亮出四组同一门而成清一台面的局的比例（即使该规则不禁打）。",
        "Hands in which some seat shows four melds of one suit, whether or not the rules bar that suit then.",
        "flush_table",
    ),
    MetricDef(
        "wind_table_rate", "wind_table_hands", "hands", "share", "special", "四字台面率", "Hands with a four-wind table",
        "有一家亮出三种风刻而成四字台面的局的比例（即使该规则不禁打）。",
        "Hands in which some seat shows triplets of three winds, whether or not the rules bar the fourth then.",
        "four_winds",
    ),
    MetricDef(
        "flush_barred", "flush_barred", "hands", "turns", "pace", "清一禁打次数", "Turns barred by a flush table",
        "每局中因清一台面而有牌不能打的打牌次数。",
        "Turns in a hand on which a flush table took at least one tile out of what could be discarded.",
        "flush_table",
    ),
    MetricDef(
        "winds_barred", "winds_barred", "hands", "turns", "pace", "四字禁打次数", "Turns barred by four winds",
        "每局中因四字台面而有牌不能打的打牌次数。",
        "Turns in a hand on which a four-wind table took a tile out of what could be discarded.",
        "four_winds",
    ),
    MetricDef(
        "late_barred", "late_barred", "hands", "turns", "pace", "末尾禁字次数", "Turns barred from late honours",
        "每局中因末尾禁打字而有字牌不能打的打牌次数。",
        "Turns in a hand on which an honour could not be discarded because few tiles were left.",
        "late_honour",
    ),
    MetricDef(
        "idle_gold_rate", "idle_seats", "seat_hands", "share", "outcome", "终局游金率", "Idle golds at the end",
        "一家在局终（和牌张之前）处于游金的机会：除一张金外已成牌，任何牌都能和。",
        "Chance that a seat ends a hand on an idle gold: all but one gold is complete, and any tile wins.",
        "idle_gold",
    ),
    MetricDef(
        "idle_gold_wins", "idle_wins", "wins", "share", "special", "游金和牌占比", "Wins from an idle gold",
        "和牌中在游金下和的比例。",
        "Wins by hands that any tile would have completed, of all wins.",
        "idle_gold",
    ),
    MetricDef(
        "group_tiles", "group_tiles", "groups", "tiles", "outcome", "分牌张数", "Tiles in the last group",
        "打到分牌的局中分出的张数（在局的每家一张），平均值。",
        "Tiles dealt out at the end, one to each seat in play, in hands that reach it.",
        "last_group",
    ),
    MetricDef(
        "void_rate", "void_hands", "hands", "share", "outcome", "作废率", "Void hands",
        "因赔胡（含开错门、开错金）而中止作废的局占全部局的比例；荒庄率不含这些局。",
        "Hands broken off after a penalty payment (a wrong door or gold among them), of all hands; no exhaustive draws.",
        "mistakes",
    ),
    MetricDef(
        "pei_rate", "pei_seats", "seat_hands", "share", "outcome", "赔胡率", "Seats that pay a penalty",
        "一家在一局中赔胡（含包赔别家之和）的机会。",
        "Chance that a seat makes a penalty payment in a hand, paying a win for all included.",
        "mistakes",
    ),
    MetricDef(
        "penalty_points", "penalty_points", "hands", "points", "points", "每局罚分", "Penalty points per hand",
        "每局因赔胡而付的分数；包赔时只计超出自己那份的部分。",
        "Points that penalty payments move in a hand; of a win paid for all, what exceeds the payer's own share.",
        "mistakes",
    ),
)  # fmt: skip

TABLE_HISTOGRAMS: tuple[HistogramName, ...] = (
    HistogramName("winner_total", "points", "和家总分", "A winner's total", "totals"),
    HistogramName("winner_tai", "tai", "和家台数", "A winner's tai", "totals"),
    HistogramName("winner_hu", "hu", "和家胡数", "A winner's hu points", "totals"),
)
