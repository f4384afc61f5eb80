"""Where every hand has a total: what a win brings and what the others pay one another, by variant, as rows of marked numbers."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from reports import digits, markup
from reports.compare import Comparison, Verdict
from reports.load import Text, Variant

MECHANISM = "totals"
MEASURES = (
    "winner_hu", "winner_tai", "winner_total", "mean_win", "loser_total", "among_losers", "among_losers_share",
    "full_limit_rate", "eight_tai_rate",
)  # fmt: skip
"""In the order of the table: how a total comes about, what it brings, what is paid beside it, how often it is the most."""


@dataclass(frozen=True)
class Row:
    """One variant's numbers; those that differ from the baseline beyond doubt carry the sign of the difference."""

    variant: Variant
    cells: tuple[Markup, ...]


def columns(comparison: Comparison) -> list[tuple[Text, Text, Text]]:
    """Name, unit and meaning of each column; empty where hands have no totals."""
    if MECHANISM not in comparison.run.mechanisms:
        return []
    found = {m.name: m for m in comparison.run.lineups[0].metrics}
    out = []
    for name in MEASURES:
        m = found[name]
        unit = digits.unit_of(m)
        meaning = Text(m.definition.meaning_zh, m.definition.meaning_en)
        out.append((Text(m.definition.zh, m.definition.en), Text(unit.zh, unit.en), meaning))
    return out


def rows(comparison: Comparison, lineup: int) -> list[Row]:
    """The table of one line-up."""
    if MECHANISM not in comparison.run.mechanisms:
        return []
    return [
        Row(v, tuple(_cell(comparison, v.index, lineup, name) for name in MEASURES)) for v in comparison.run.variants
    ]


def _cell(comparison: Comparison, variant: int, lineup: int, name: str) -> Markup:
    cell = comparison.cell(variant, lineup, name)
    moved = cell.verdict in (Verdict.HIGHER, Verdict.LOWER)
    return markup.estimate(cell, bare=True) + (markup.sign(cell.verdict or Verdict.UNDEFINED) if moved else "")


def sentences(comparison: Comparison) -> list[Text]:
    """By line-up, what a win brings under the baseline and how much the others move among themselves."""
    if MECHANISM not in comparison.run.mechanisms:
        return []
    return [_sentence(comparison, u.index) for u in comparison.run.lineups]


def _sentence(comparison: Comparison, lineup: int) -> Text:
    def said(name: str) -> str:
        return digits.estimate(comparison.cell(0, lineup, name)).text

    total, net, moved, share = map(said, ("winner_total", "mean_win", "among_losers", "among_losers_share"))
    return Text(
        f"基准下和家总分平均 {total} 分，一次和牌净得 {net} 分；未和各家之间每局另付 {moved} 分，占全部支付的 {share}%。",
        f"Under the baseline a winner's total is {total} points on average and a win brings {net} points net; the seats that did "
        f"not win pay one another {moved} points a hand besides, {share} % of all that is paid.",
    )
