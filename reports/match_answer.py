"""What a match is like under the baseline, in one sentence: how long, how it ends, how often one busts, what waiting costs."""

from __future__ import annotations

from reports import digits
from reports.compare import Cell, Comparison
from reports.load import Lineup, Text
from reports.plots.matches import CAUSES, cause_counts

FEW = 0.0005
"""Endings rarer than this are not told."""


def said(comparison: Comparison, lineup: Lineup) -> Text:
    """The sentence on one line-up; empty where no matches were played."""
    if "match" not in comparison.run.mechanisms:
        return Text("", "")
    base = comparison.run.baseline.index
    counted = {m.name for m in lineup.metrics}

    def cell(name: str) -> Cell | None:
        return comparison.cell(base, lineup.index, name) if name in counted else None

    parts = [Text(*_length(comparison.cell(base, lineup.index, "hands_per_unit"))), _endings(comparison, lineup)]
    busts = cell("player_busts")
    if busts is not None:
        n = digits.estimate(busts).text
        parts.append(Text(f"每人每场输光 {n} 次", f"a player busts {n} times in a match"))
    waiting = cell("first_waiter_result")
    if waiting is not None and waiting.estimate.estimate is not None:
        parts.append(_waiting(waiting))
    return Text(
        f"{lineup.title.zh}：" + "；".join(part.zh for part in parts) + "。",
        f"{lineup.title.en}: " + "; ".join(part.en for part in parts) + ".",
    )


def _length(cell: Cell) -> tuple[str, str]:
    n = digits.estimate(cell).text
    return f"一场平均 {n} 局", f"a match lasts {n} hands"


def _endings(comparison: Comparison, lineup: Lineup) -> Text:
    """Causes by frequency."""
    counts = cause_counts(comparison, comparison.run.baseline.index, lineup.index)
    walls = comparison.run.walls
    found = [(n / walls, name) for n, (_, name, _) in zip(counts, CAUSES, strict=True) if n > FEW * walls]
    found.sort(key=lambda pair: -pair[0])
    return Text(
        "结束于" + "、".join(f"{name.zh} {100 * share:.1f}%" for share, name in found),
        "it ends by " + ", ".join(f"{name.en} {100 * share:.1f} %" for share, name in found),
    )


def _waiting(cell: Cell) -> Text:
    """What waiting on the bench at the start costs, with its sign and whether chance could make it."""
    e = cell.estimate
    n = digits.estimate(cell).text
    if e.low is not None and e.high is not None and e.low <= 0 <= e.high:
        return Text(
            f"开局在场外等候者净得 {n} 分，与零无法区分：看不出等候有何代价",
            f"who waits on the bench at the start nets {n} points, not to be told from zero: no cost of waiting is seen",
        )
    lost = (e.estimate or 0.0) < 0
    return Text(
        f"开局在场外等候者净得 {n} 分：等候{'吃亏' if lost else '占便宜'}",
        f"who waits on the bench at the start nets {n} points: waiting {'costs' if lost else 'pays'} that much",
    )
