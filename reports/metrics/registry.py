"""Every metric's group, order, band of indifference and short names.

Bands (design: a difference that nobody at a table would notice): a quarter of a percentage point for chances, half a
point for shares, one draw of length, 2 % of a mean win, and for net results 1 % of the points that move in a hand, so
that rule sets with small and with large points are held to the same standard.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from reports.intervals import Kind
from reports.metrics.base import Epsilon, Group, Metric
from sim.tallies import DEFAULT_MECHANISMS, FanName, MetricDef, distinct_bots, metrics_of

GROUPS: tuple[Group, ...] = (
    Group("outcome", "局的结果", "How hands end"),
    Group("match", "整场", "Matches"),
    Group("points", "分数", "Points"),
    Group("pace", "节奏", "Pace"),
    Group("special", "特殊和牌", "Special wins"),
    Group("dealer", "庄家", "Dealer"),
    Group("role", "与庄家的相对座位", "Seats counted from the dealer"),
    Group("seat", "固定座位", "Fixed seats"),
    Group("bot", "各机器人", "Bots"),
    Group("fan", "番种", "Fans"),
)
_GROUP_ORDER = {group.key: i for i, group in enumerate(GROUPS)}

POINT_QUANTITIES = frozenset({"points_lost", "parts_paid", "win_paid", "player_hands"})
"""Denominators counted in points, or else not in trials: a share of them is no share of trials."""

CHANCE = Epsilon(absolute=0.0025)
SHARE = Epsilon(absolute=0.005)
NET = Epsilon(part=0.01, of="points_moved")
TWO_PER_CENT = 0.02

_SPECIAL: dict[str, Epsilon] = {
    "self_draw_share": SHARE,
    "call_rate": SHARE,
    "ready_rate": SHARE,
    "draws_per_hand": Epsilon(absolute=1.0),
    "discards_per_hand": Epsilon(absolute=1.0),
    "decisions_per_hand": Epsilon(absolute=1.0),
    "ready_turn": Epsilon(absolute=0.25),
    "ready_at_draw": Epsilon(absolute=0.1),
    "kans_per_hand": Epsilon(absolute=0.02),
    "gold_discards": Epsilon(absolute=0.02),
    "group_win_rate": SHARE,
    "bench_rate": SHARE,
    "first_waiter_result": Epsilon(part=0.02, of="top_result"),
}
MATCH_CHANCE = Epsilon(absolute=0.01)
PLACE = Epsilon(absolute=0.05)

# The questions that a rules study answers first: badges and the family-wise correction are for these.
# name -> (short zh, short en, noun in an English sentence)
_PRIMARY: dict[str, tuple[str, str, str]] = {
    "draw_rate": ("荒庄率", "Draw rate", "exhaustive draws"),
    "self_draw_share": ("自摸占比", "Self-draw share", "self-draw share of wins"),
    "deal_in_rate": ("点炮率", "Deal-in rate", "deal-in rate"),
    "mean_win": ("平均和分", "Mean win", "mean win"),
    "dealer_net": ("庄家净分", "Dealer’s net", "dealer’s net"),
    "draws_per_hand": ("每局摸牌数", "Draws a hand", "draws per hand"),
}
# The same where matches are studied, and what is added where five corners are among them.
_PRIMARY_OF_MATCHES: dict[str, tuple[str, str, str]] = {
    "hands_per_unit": ("每场局数", "Hands", "hands per match"),
    "hand_limit_rate": ("打满副数率", "All hands played", "matches that last all their hands"),
    "top_result": ("头名净得", "First’s result", "result of the first"),
}
_PRIMARY_OF_FIVE: dict[str, tuple[str, str, str]] = {
    "sweep_rate": ("全扫率", "Full sweeps", "full sweeps"),
    "eight_tai_end_rate": ("八台结束率", "Eight tai", "matches ended by eight tai"),
    "player_busts": ("每人输光次数", "Busts", "busts per player"),
    "first_waiter_result": ("先等者净结果", "Who waits first", "result of who waits first"),
}
PRIMARY = (*_PRIMARY, *_PRIMARY_OF_MATCHES, *_PRIMARY_OF_FIVE)
"""Names of all metrics that may be primary, in report order."""


def primary_of(mechanisms: Collection[str]) -> Mapping[str, tuple[str, str, str]]:
    """The primary metrics of a study under rules with these mechanisms."""
    if "match" not in mechanisms:
        return _PRIMARY
    return _PRIMARY_OF_MATCHES | (_PRIMARY_OF_FIVE if "five_corners" in mechanisms else {})


def kind_of(definition: MetricDef) -> Kind:
    """Rate, share of points, or mean; told by the unit and by what the denominator counts."""
    if definition.unit != "share":
        return Kind.MEAN
    shared = definition.d in POINT_QUANTITIES or definition.d.endswith("_chances")
    return Kind.POINT_SHARE if shared else Kind.RATE


def epsilon_of(definition: MetricDef, kind: Kind) -> Epsilon:
    """The band of indifference of a metric."""
    if definition.name in _SPECIAL:
        return _SPECIAL[definition.name]
    if definition.level == "match" and definition.unit == "places":
        return PLACE
    if definition.name.endswith("_match_result"):
        return Epsilon(part=TWO_PER_CENT, of="top_result")
    if definition.level == "match" and definition.unit == "share":
        return MATCH_CHANCE
    if kind is Kind.POINT_SHARE:
        return SHARE
    if kind is Kind.RATE:
        return CHANCE
    if re.search(r"_net$", definition.name):
        return NET
    return Epsilon(part=TWO_PER_CENT, of=definition.name)


def metrics_of_lineup(
    bots: Sequence[str],
    fans: Iterable[FanName],
    titles: Mapping[str, tuple[str, str]] | None = None,
    mechanisms: Collection[str] = DEFAULT_MECHANISMS,
) -> tuple[Metric, ...]:
    """All metrics of one line-up in report order: by group, then as tallied. `titles` names bots (Chinese, English)."""
    out = []
    chosen = primary_of(mechanisms)
    for position, plain in enumerate(metrics_of(bots, fans, mechanisms)):
        definition = _with_titles(plain, bots, titles or {})
        kind = kind_of(definition)
        zh, en, noun = chosen.get(definition.name, (definition.zh, definition.en, definition.en))
        order = 1000 * _GROUP_ORDER.get(definition.level, len(GROUPS)) + position
        primary = definition.name in chosen
        out.append(Metric(definition, kind, epsilon_of(definition, kind), order, primary, zh, en, noun))
    return tuple(sorted(out, key=lambda m: m.order))


def _with_titles(definition: MetricDef, bots: Sequence[str], titles: Mapping[str, tuple[str, str]]) -> MetricDef:
    """A bot's metric under the bot's title instead of its key."""
    found = re.match(r"bot(\d+)_", definition.name)
    if not found:
        return definition
    key = distinct_bots(bots)[int(found[1])]
    zh, en = titles.get(key, (key, key))
    return definition._replace(
        zh=definition.zh.replace(key, zh, 1),
        en=definition.en.replace(key, en, 1),
        meaning_zh=definition.meaning_zh.replace(key, zh, 1),
        meaning_en=definition.meaning_en.replace(key, en, 1),
    )
