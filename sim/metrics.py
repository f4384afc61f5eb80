"""What a report can speak about: every metric as a named ratio of two integer quantities per wall, and every histogram.

Only names, units and sentences stand here, in `sim.metrics_table` and in `sim.match_metrics`; `sim.tallies` counts the
quantities. Imports nothing else, since reports read it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from sim.match_metrics import MATCH_HISTOGRAMS, MATCH_METRICS, match_bot_metrics
from sim.metric_types import FanName as FanName
from sim.metric_types import HistogramName as HistogramName
from sim.metric_types import MetricDef as MetricDef
from sim.metrics_table import TABLE_HISTOGRAMS, TABLE_METRICS

METRICS_VERSION = 2  # raised when a metric changes its meaning; stands in every part's metadata and in the manifest
N_SEATS = 4


DEFAULT_MECHANISMS = ("kan_points",)  # of studies that do not say

METRICS: tuple[MetricDef, ...] = (
    MetricDef(
        "draw_rate", "drawn_hands", "hands", "share", "outcome", "荒庄率", "Exhaustive-draw rate",
        "无人和牌而摸完的局占全部局的比例。",
        "Hands that end with nobody winning, of all hands.",
    ),
    MetricDef(
        "win_rate", "wins", "seat_hands", "share", "outcome", "和牌率", "Win rate",
        "一家在一局中和牌的机会：全部和牌人次除以四倍局数，一炮双响算两次。",
        "Chance that one seat wins a hand: all wins over four times the hands; a double win counts twice.",
    ),
    MetricDef(
        "self_draw_share", "self_draws", "wins", "share", "outcome", "自摸占比", "Self-draw share of wins",
        "和牌人次中自摸的比例。",
        "Wins by self-draw, of all wins.",
    ),
    MetricDef(
        "self_draw_rate", "self_draws", "hands", "share", "outcome", "自摸率", "Self-draw rate",
        "以自摸结束的局占全部局的比例。",
        "Hands won by self-draw, of all hands.",
    ),
    MetricDef(
        "deal_in_rate", "deal_ins", "seat_hands", "share", "outcome", "点炮率", "Deal-in rate",
        "一家在一局中点炮（含被抢杠）的机会；一炮多响算一次。",
        "Chance that one seat deals in during a hand, robbed kans included; a double win is one deal-in.",
    ),
    MetricDef(
        "multi_win_rate", "multi_wins", "hands", "share", "outcome", "一炮多响率", "Multi-win rate",
        "两家以上同时和牌的局占全部局的比例。",
        "Hands with two or more winners, of all hands.",
    ),
    MetricDef(
        "rob_win_rate", "rob_wins", "hands", "share", "special", "抢杠率", "Robbed-kan wins",
        "抢杠和的局占全部局的比例。",
        "Hands won by robbing a kan, of all hands.",
    ),
    MetricDef(
        "after_kan_rate", "after_kan_wins", "hands", "share", "special", "杠上开花率", "Wins after a kan",
        "杠后补牌自摸的局占全部局的比例。",
        "Hands won on the replacement tile of a kan, of all hands.",
    ),
    MetricDef(
        "last_tile_rate", "last_tile_wins", "hands", "share", "special", "末张和牌率", "Wins on the last tile",
        "已无牌可摸时（摸到末张或打出末张）和牌的局占全部局的比例。",
        "Hands won when no ordinary draw was left, of all hands.",
    ),
    MetricDef(
        "points_moved", "points_moved", "hands", "points", "points", "每局转移分", "Points moved per hand",
        "每局从输家转到赢家的分数（按各家净额）。",
        "Points that change hands in a hand, net per seat.",
    ),
    MetricDef(
        "mean_win", "win_points", "wins", "points", "points", "平均和牌得分", "Mean win",
        "和牌一家该局的净得分，所有名目合计。",
        "Net points of a winner in the hand won, whatever they were paid for.",
    ),
    MetricDef(
        "mean_deal_in", "deal_in_points", "deal_ins", "points", "points", "平均点炮失分", "Mean deal-in loss",
        "点炮一家该局的净失分，所有名目合计。",
        "Net points lost by the seat that dealt in, whatever they were paid for.",
    ),
    MetricDef(
        "bystander_share", "bystander_points", "points_lost", "share", "points", "旁观失分占比", "Paid by bystanders",
        "全部失分中，由他人点炮而自己既未和牌也未点炮的各家所占的比例。",
        "Of all points lost, the part lost by seats that neither won nor fed the win when another seat dealt in.",
    ),
    MetricDef(
        "kan_points_share", "kan_paid", "parts_paid", "share", "points", "杠分占比", "Kan points' share",
        "杠分占全部支付（和牌分与杠分）的比例。",
        "Points paid for kans, of the points paid for wins and kans.",
        "kan_points",
    ),
    MetricDef(
        "draws_per_hand", "draws", "hands", "draws", "pace", "每局摸牌数", "Draws per hand",
        "每局四家合计的摸牌数（含补牌，不含配牌）。",
        "Tiles drawn in a hand by all seats, replacements included, the deal excluded.",
    ),
    MetricDef(
        "discards_per_hand", "discards", "hands", "discards", "pace", "每局打牌数", "Discards per hand",
        "每局四家合计的打牌数。",
        "Tiles discarded in a hand by all seats.",
    ),
    MetricDef(
        "kans_per_hand", "kans", "hands", "kans", "pace", "每局杠数", "Kans per hand",
        "每局四家合计成立的杠数（明、补、暗）；被抢的杠不计。",
        "Kans of all kinds made in a hand by all seats; a robbed kan is not made.",
    ),
    MetricDef(
        "call_rate", "callers", "seat_hands", "share", "pace", "副露率", "Call rate",
        "一家在一局中至少吃、碰或明杠一次的机会。",
        "Chance that a seat calls at least once in a hand: chi, pon or open kan.",
    ),
    MetricDef(
        "ready_rate", "ready_seats", "seat_hands", "share", "pace", "听牌率", "Seats that get ready",
        "一家在一局中曾听牌的机会。",
        "Chance that a seat is ever ready (tenpai) in a hand.",
    ),
    MetricDef(
        "ready_turn", "ready_turns", "ready_seats", "discards", "pace", "首次听牌巡目", "First ready turn",
        "曾听牌的一家首次听牌前自己打出的张数。",
        "Own discards of a seat before it is first ready, over the seats that are ever ready.",
    ),
    MetricDef(
        "ready_at_draw", "ready_at_draw", "drawn_hands", "seats", "outcome", "荒庄听牌家数", "Ready seats at a draw",
        "荒庄时听牌的家数。",
        "Seats that are ready when a hand ends with nobody winning.",
    ),
    MetricDef(
        "decisions_per_hand", "decisions", "hands", "decisions", "pace", "每局决策数", "Decisions per hand",
        "每局向四家提出的选择次数。",
        "Questions put to the four seats in a hand.",
    ),
    MetricDef(
        "hands_per_unit", "hands", "units", "hands", "pace", "每场局数", "Hands per session",
        "每场所打的局数（单局研究恒为一）。",
        "Hands played per session; always one where single hands are studied.",
    ),
    MetricDef(
        "dealer_net", "dealer_points", "hands", "points", "dealer", "庄家每局净分", "Dealer's net per hand",
        "庄家每局的净分。",
        "Net points of the dealer per hand.",
    ),
    MetricDef(
        "dealer_win_rate", "dealer_wins", "hands", "share", "dealer", "庄家和牌率", "Dealer's win rate",
        "庄家和牌的局占全部局的比例。",
        "Hands that the dealer wins, of all hands.",
    ),
    MetricDef(
        "dealer_deal_in_rate", "dealer_deal_ins", "hands", "share", "dealer", "庄家点炮率", "Dealer's deal-in rate",
        "庄家点炮的局占全部局的比例。",
        "Hands in which the dealer deals in, of all hands.",
    ),
)  # fmt: skip

_ROLES = (
    (1, "庄家下家", "the seat after the dealer"),
    (2, "庄家对家", "the seat opposite the dealer"),
    (3, "庄家上家", "the seat before the dealer"),
)


def _seat_metrics() -> tuple[MetricDef, ...]:
    """Net and win rate of each absolute seat and of each role but the dealer, whose metrics have names of their own."""
    who = [("seat", s, f"{s} 号座", f"seat {s}") for s in range(N_SEATS)] + [("role", *role) for role in _ROLES]
    out = []
    for level, k, zh, en in who:
        out += [
            MetricDef(
                f"{level}{k}_net", f"{level}{k}_points", "hands", "points", level, f"{zh}每局净分", f"Net of {en}",
                f"{zh}每局的净分。",
                f"Net points of {en} per hand.",
            ),
            MetricDef(
                f"{level}{k}_win_rate", f"{level}{k}_wins", "hands", "share", level,
                f"{zh}和牌率", f"Win rate of {en}",
                f"{zh}和牌的局占全部局的比例。",
                f"Hands won by {en}, of all hands.",
            ),
        ]  # fmt: skip
    return tuple(out)


METRICS += _seat_metrics()

METRICS += (
    MetricDef(
        "opening_win_rate", "opening_wins", "hands", "share", "special", "开局和牌率", "Opening wins",
        "以起手的牌（天胡、三金倒、花胡）或以抢金结束的局占全部局的比例。",
        "Hands won with the tiles dealt or by taking the turned-up gold, of all hands.",
        "opening",
    ),
    MetricDef(
        "heavenly_rate", "heavenly_wins", "hands", "share", "special", "天胡率", "Heavenly wins",
        "庄家起手成牌型即和的局占全部局的比例。",
        "Hands that the dealer wins at once because the tiles dealt are complete, of all hands.",
        "opening",
    ),
    MetricDef(
        "rob_gold_rate", "rob_gold_wins", "hands", "share", "special", "抢金率", "Turned-up gold taken",
        "以抢金结束的局占全部局的比例。",
        "Hands won by taking the turned-up gold, of all hands.",
        "indicator",
    ),
    MetricDef(
        "no_shape_rate", "no_shape_wins", "hands", "share", "special", "三金倒率", "Wins without a shape",
        "不成牌型、只凭三张金（或花）而和的局占全部局的比例，开局时和途中都算。",
        "Hands won by three golds (or by flowers) alone, at the opening or later, of all hands.",
        "opening",
    ),
    MetricDef(
        "eight_pairs_rate", "eight_pairs_wins", "wins", "share", "special", "八对占比", "Eight pairs",
        "和牌人次中只能读作八对的比例。",
        "Wins with eight pairs that cannot be read as sets, of all wins.",
        "eight_pairs",
    ),
    MetricDef(
        "group_rate", "groups", "hands", "share", "outcome", "打到最后一组率", "Hands that reach the last group",
        "打到最后一组（余牌每家一张、不再打牌）的局占全部局的比例。",
        "Hands in which the last tiles are dealt out one a seat, without discards, of all hands.",
        "last_group",
    ),
    MetricDef(
        "group_win_rate", "group_wins", "groups", "share", "special", "最后一组和牌率", "Wins in the last group",
        "打到最后一组的局中有人和牌的比例。",
        "Hands won with a tile of the last group, of the hands that reach it.",
        "last_group",
    ),
    MetricDef(
        "flowers_per_hand", "flowers", "hands", "flowers", "pace", "每局花数", "Flowers per hand",
        "每局四家合计亮出的花牌（含翻金时翻出的）。",
        "Flowers laid out in a hand by all seats, those turned up for the gold included.",
        "flowers",
    ),
    MetricDef(
        "flower_quads_per_hand", "flower_quads", "hands", "quads", "pace", "每局花杠数", "Flower quads per hand",
        "每局四家合计凑齐的花杠（四张同样的花，或一整套春夏秋冬、梅兰竹菊）。",
        "Sets of four flowers that one seat has: four alike, or the four seasons or plants.",
        "flowers",
    ),
    MetricDef(
        "winner_flowers", "winner_flowers", "wins", "flowers", "points", "和牌者花数", "A winner's flowers",
        "和牌者平均亮出的花牌数。",
        "Flowers that a winner has laid out, on average.",
        "flowers",
    ),
    MetricDef(
        "winner_golds", "winner_golds", "wins", "golds", "points", "和牌者金数", "A winner's golds",
        "和牌者手中平均的金数（抢来的金也算）。",
        "Golds in a winner's hand, on average, a taken one included.",
        "golds",
    ),
    MetricDef(
        "gold_discards", "gold_discards", "hands", "golds", "pace", "每局打金数", "Golds discarded per hand",
        "每局四家合计打出的金。",
        "Golds discarded in a hand by all seats.",
        "golds",
    ),
    MetricDef(
        "dealer_streak", "kept", "hands", "hands", "dealer", "庄家连庄数", "Dealer's streak",
        "一局开始时庄家已连庄的局数，平均值。",
        "Hands in a row that the dealer had kept the deal when a hand began, on average.",
        "streak",
    ),
)  # fmt: skip


METRICS += TABLE_METRICS


def fan_metrics(fans: Iterable[FanName]) -> tuple[MetricDef, ...]:
    """Two metrics per fan: how often a win has it, and its share of all points paid for wins."""
    out = []
    for fan in fans:
        key = f"fan{fan.number:02d}"
        out += [
            MetricDef(
                f"{key}_rate", f"{key}_wins", "wins", "share", "fan", f"{fan.zh}频率", f"{fan.en}: frequency",
                f"和牌人次中计“{fan.zh}”的比例。",
                f"Wins that score {fan.en}, of all wins.",
            ),
            MetricDef(
                f"{key}_share", f"{key}_paid", "win_paid", "share", "fan",
                f"{fan.zh}占分", f"{fan.en}: share of points",
                f"和牌支付的分数中来自“{fan.zh}”的比例。",
                f"Points paid because of {fan.en}, of all points paid for wins.",
            ),
        ]  # fmt: skip
    return tuple(out)


def distinct_bots(bots: Sequence[str]) -> tuple[str, ...]:
    """The different bots of a line-up in order of first appearance; metric `bot<k>_...` speaks of the k-th."""
    return tuple(dict.fromkeys(bots))


def bot_metrics(bots: Sequence[str]) -> tuple[MetricDef, ...]:
    """Net, win rate and deal-in rate of each different bot of a line-up; none where all four are the same."""
    names = distinct_bots(bots)
    out: list[MetricDef] = []
    for k, bot in enumerate(names if len(names) > 1 else ()):
        hands = f"bot{k}_hands"
        out += [
            MetricDef(
                f"bot{k}_net", f"bot{k}_points", hands, "points", "bot", f"{bot} 每局净分", f"{bot}: net per hand",
                f"每个 {bot} 座位每局的净分。",
                f"Net points per hand of a seat held by {bot}.",
            ),
            MetricDef(
                f"bot{k}_win_rate", f"bot{k}_wins", hands, "share", "bot", f"{bot} 和牌率", f"{bot}: win rate",
                f"每个 {bot} 座位一局中和牌的机会。",
                f"Chance that a seat held by {bot} wins a hand.",
            ),
            MetricDef(
                f"bot{k}_deal_in_rate", f"bot{k}_deal_ins", hands, "share", "bot", f"{bot} 点炮率",
                f"{bot}: deal-in rate",
                f"每个 {bot} 座位一局中点炮的机会。",
                f"Chance that a seat held by {bot} deals in during a hand.",
            ),
        ]  # fmt: skip
    return tuple(out)


def metrics_of(
    bots: Sequence[str], fans: Iterable[FanName], mechanisms: Collection[str] = DEFAULT_MECHANISMS
) -> tuple[MetricDef, ...]:
    """All metrics of one line-up under rules with these mechanisms, in the order of the tally table."""
    general = tuple(m for m in METRICS + MATCH_METRICS if not m.needs or m.needs in mechanisms)
    of_matches = tuple(m for m in match_bot_metrics(distinct_bots(bots)) if m.needs in mechanisms)
    return general + bot_metrics(bots) + of_matches + fan_metrics(fans)


def histograms_of(mechanisms: Collection[str] = DEFAULT_MECHANISMS) -> tuple[HistogramName, ...]:
    """The histograms of hands under rules with these mechanisms."""
    return tuple(h for h in HISTOGRAMS if not h.needs or h.needs in mechanisms)


HISTOGRAMS: tuple[HistogramName, ...] = (
    HistogramName("delta_dealer", "points", "庄家一局净分", "Dealer's net in a hand"),
    HistogramName("delta_other", "points", "闲家一局净分", "Net of each other seat in a hand"),
    HistogramName("win_points", "points", "和牌一家净得分", "A winner's net in the hand won"),
    HistogramName("draws", "draws", "一局摸牌数", "Draws in a hand"),
    HistogramName("winner_flowers", "flowers", "和牌者花数", "A winner's flowers", "flowers"),
    HistogramName("winner_golds", "golds", "和牌者金数", "A winner's golds", "golds"),
    HistogramName("streak", "hands", "庄家连庄数", "Dealer's streak", "streak"),
    *TABLE_HISTOGRAMS,
    *MATCH_HISTOGRAMS,
)
