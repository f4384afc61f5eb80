"""What a report can say about matches: metrics and histograms over matches and their players, not over hands.

Their quantities, one number per match, are counted by `sim.match_tallies`. Imports nothing but its like, since reports read it.
"""

from __future__ import annotations

from collections.abc import Sequence

from sim.metric_types import HistogramName, MetricDef

MATCH, CHIPS, FIVE = "match", "chips", "five_corners"  # mechanisms, see sim.mechanisms


def _ending(name: str, zh: str, en: str, meaning_zh: str, meaning_en: str, needs: str) -> MetricDef:
    counted = f"{name.removesuffix('_end')}_ends"
    return MetricDef(f"{name}_rate", counted, "units", "share", "match", zh, en, meaning_zh, meaning_en, needs)


MATCH_METRICS: tuple[MetricDef, ...] = (
    _ending(
        "sweep", "全扫率", "Full sweeps",
        "一人赢得全部筹码而结束的场占全部场的比例。",
        "Matches that end because one player holds every chip, of all matches.",
        FIVE,
    ),
    _ending(
        "eight_tai_end", "八台结束率", "Ended by eight tai",
        "以八台和牌而结束的场占全部场的比例。",
        "Matches that end with a win of eight tai, of all matches.",
        FIVE,
    ),
    _ending(
        "no_seat", "凑不齐四人率", "Fewer than four can sit",
        "因能上桌的人不足四人而结束的场占全部场的比例。",
        "Matches that end because fewer than four players can sit, of all matches.",
        FIVE,
    ),
    _ending(
        "bust", "输光结束率", "Ended by a bust",
        "因有人输光筹码而结束的场占全部场的比例。",
        "Matches that end because a player has no chips, of all matches.",
        CHIPS,
    ),
    _ending(
        "hand_limit", "打满副数率", "Ended by the number of hands",
        "打满规定副数才结束的场占全部场的比例。",
        "Matches that last as many hands as they may, of all matches.",
        MATCH,
    ),
    MetricDef(
        "top_result", "top_points", "units", "points", "match", "头名净得", "Result of the first",
        "每场名次最高者的净结果。",
        "Net result of the player who comes first in a match.",
        MATCH,
    ),
    MetricDef(
        "player_busts", "busts", "players", "busts", "match", "每人输光次数", "Busts per player",
        "每人每场输光筹码的次数。",
        "Times that a player is out of chips in a match.",
        CHIPS,
    ),
    MetricDef(
        "bust_player_rate", "bust_players", "players", "share", "match", "输光机会", "Chance to go bust",
        "一人在一场中至少输光一次的机会。",
        "Chance that a player is out of chips at least once in a match.",
        CHIPS,
    ),
    MetricDef(
        "loans_per_match", "loans", "units", "loans", "match", "每场借筹次数", "Loans per match",
        "每场所有人合计的借筹次数。",
        "Loans taken in a match by all players.",
        FIVE,
    ),
    MetricDef(
        "bench_rate", "benched_hands", "player_hands", "share", "match", "等候占比", "Time on the bench",
        "各人在场外等候的副数占其全场副数的比例。",
        "Hands that a player waits on the bench, of all hands of his match.",
        FIVE,
    ),
    MetricDef(
        "first_waiter_result", "first_waiter_points", "units", "points", "match", "先等者净结果", "Who waits first",
        "开局时在场外等候者的净结果；同等水平之间，它与零的差别就是等候的代价。",
        "Net result of the player who waits at the start; between equal players its distance from zero is what waiting costs.",
        FIVE,
    ),
    MetricDef(
        "bench_bonus", "bonus_off_points", "units", "points", "match", "场外所付奖金", "Bonuses paid off the table",
        "每场中不在桌上的人所付的全扫奖金。",
        "Bonuses of full sweeps that players pay in a match while they are not at the table.",
        FIVE,
    ),
    MetricDef(
        "bonus_moved", "bonus_points", "units", "points", "match", "每场奖金", "Bonuses per match",
        "每场所有人合计付出的奖金。",
        "Bonuses that all players pay in a match.",
        FIVE,
    ),
)  # fmt: skip


def match_bot_metrics(names: Sequence[str]) -> tuple[MetricDef, ...]:
    """Place, wins and net result of each different bot of a line-up; none where all are the same."""
    out: list[MetricDef] = []
    for k, bot in enumerate(names if len(names) > 1 else ()):
        players = f"player{k}_players"
        out += [
            MetricDef(
                f"bot{k}_place", f"player{k}_places", f"player{k}_halves", "places", "match", f"{bot} 平均名次", f"{bot}: place",
                f"{bot} 一场的名次；同分者平分名次。",
                f"Place of {bot} in a match; equal results share places.",
                MATCH,
            ),
            MetricDef(
                f"bot{k}_top_rate", f"player{k}_tops", f"player{k}_chances", "share", "match", f"{bot} 头名率",
                f"{bot}: comes first",
                f"{bot} 一场得头名的机会；同分者平分。",
                f"Chance that {bot} comes first in a match; equal results share it.",
                MATCH,
            ),
            MetricDef(
                f"bot{k}_match_result", f"player{k}_points", players, "points", "match", f"{bot} 每场净结果",
                f"{bot}: net per match",
                f"{bot} 一场的净结果。",
                f"Net result of {bot} in a match.",
                MATCH,
            ),
            MetricDef(
                f"bot{k}_bust_rate", f"player{k}_bust_players", players, "share", "match", f"{bot} 输光机会",
                f"{bot}: chance to go bust",
                f"{bot} 一场中至少输光一次的机会。",
                f"Chance that {bot} is out of chips at least once in a match.",
                CHIPS,
            ),
        ]  # fmt: skip
    return tuple(out)


MATCH_HISTOGRAMS: tuple[HistogramName, ...] = (
    HistogramName("match_hands", "hands", "一场副数", "Hands of a match", MATCH),
    HistogramName("match_result", "points", "一人一场净结果", "A player's result in a match", MATCH),
)
