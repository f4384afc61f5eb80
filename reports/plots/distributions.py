"""Whole distributions: winners' points with their tail, and the length of hands."""

from __future__ import annotations

import bisect
import itertools

import altair as alt

from reports import digits
from reports.compare import Comparison
from reports.intervals import Interval, exact_share, quantile
from reports.load import Histogram, Text
from reports.plots import base
from reports.plots.base import Figure, Panel, Row, Words

QUANTILES = (0.5, 0.9, 0.99, 0.999)
SHOWN = 4
"""Variants drawn beside the baseline: those whose distribution lies farthest from it."""
NOTICED = 0.005
"""A largest gap between two distribution functions below this is not worth a line."""
ROUND = 4
"""Draws that make one go-round of the table."""


def gap(a: Histogram, b: Histogram) -> float:
    """Largest vertical gap between two distribution functions (Kolmogorov's distance)."""
    points = sorted({*a.values, *b.values})
    return max((abs(below(a, x) - below(b, x)) for x in points), default=0.0) if a.total and b.total else 0.0


def below(histogram: Histogram, value: float) -> float:
    """Share of observations at most `value`."""
    sums = list(itertools.accumulate(histogram.counts))
    at = bisect.bisect_right(histogram.values, value)
    return sums[at - 1] / histogram.total if at else 0.0


def has_wins(comparison: Comparison, lineup: int) -> bool:
    """Whether anybody wins a hand under the baseline."""
    return comparison.cell(comparison.run.baseline.index, lineup, "win_rate").events > 0


def movers(comparison: Comparison, lineup: int, name: str) -> list[int]:
    """Variants whose distribution lies farthest from the baseline's, in study order."""
    histograms = comparison.run.histograms
    reference = histograms.get((0, lineup, name))
    if reference is None:
        return []
    gaps = []
    for v in comparison.run.variants[1:]:
        other = histograms.get((v.index, lineup, name))
        size = gap(reference, other) if other else 0.0
        if size >= NOTICED:
            gaps.append((-size, v.index))
    return sorted(index for _, index in sorted(gaps)[:SHOWN])


def quantiles(comparison: Comparison, variant: int, lineup: int, name: str) -> list[Interval]:
    """The listed quantiles of a distribution with order-statistic intervals over walls."""
    histogram = comparison.run.histograms.get((variant, lineup, name), Histogram((), ()))
    return [quantile(histogram.values, histogram.counts, p, comparison.run.walls) for p in QUANTILES]


def series(comparison: Comparison, words: Words, lineup: int, name: str) -> list[tuple[int, str, Histogram]]:
    """(variant, its token, histogram) of the baseline and the movers."""
    out = []
    for index in [0, *movers(comparison, lineup, name)]:
        histogram = comparison.run.histograms.get((index, lineup, name))
        if histogram and histogram.total:
            out.append((index, words.variant(comparison, index), histogram))
    return out


def palette() -> tuple[alt.Color, alt.StrokeDash]:
    """Colour and dash by variant in the order of the rows, the baseline first."""
    legend = alt.Legend(orient="bottom", columns=2)
    color = alt.Color("v:N", sort=None, scale=alt.Scale(range=[base.INK, *base.SERIES[:SHOWN]]), legend=legend)
    dash = alt.StrokeDash("v:N", sort=None, scale=alt.Scale(range=[list(d) for d in base.DASHES]))
    return color, dash


def win_points(comparison: Comparison, words: Words) -> Figure | None:
    """What wins are worth: the baseline's exact histogram, and how often a win reaches x points (log axis).

    Line-ups in which nobody wins under the baseline are left out.
    """
    run = comparison.run
    bars: dict[int, list[Row]] = {}
    tails: dict[int, list[Row]] = {}
    texts: dict[int, Text] = {}
    for u in run.lineups:
        if not has_wins(comparison, u.index):
            continue
        bars[u.index], tails[u.index] = [], []
        for index, token, h in series(comparison, words, u.index, "win_points"):
            if index == 0:
                bars[u.index] = mass(h, run.walls)
            tails[u.index] += _tail(h, token, run.walls, band=index == 0)
        texts[u.index] = _points_alt(comparison, u.index)
    if not texts:
        return None
    return Figure(
        "win_points",
        Text("一次和牌值多少分", "What a win is worth"),
        Text(
            "左：基准下每个得分的占比。右：得分达到横轴数值的和牌比例，对数轴，便于看大牌；"
            f"只画与基准差别最大的 {SHOWN} 套规则，阴影是基准的 95% 区间。",
            "Left: share of wins by points under the baseline. Right: share of wins worth at least so many points, on a log axis "
            f"for the tail, for the {SHOWN} variants that differ most; the shade is the baseline’s 95 % interval.",
        ),
        (_mass_panel(words, bars), _tail_panel(words, tails)),
        texts,
        columns=2,
    )


def mass(h: Histogram, walls: int) -> list[Row]:
    """One bar for each value: its share of all observations, with the exact interval in words."""
    out = []
    for value, n in zip(h.values, h.counts, strict=True):
        i = exact_share(n, h.total, walls)
        out.append(
            {"x": value, "y": base.short(100 * n / h.total), "n": n, "t": digits.written(i.estimate, i.low, i.high, 100).text}
        )
    return out


def _tail(h: Histogram, token: str, walls: int, band: bool) -> list[Row]:
    """Share of wins worth at least each value, with the exact interval for the baseline."""
    out: list[Row] = []
    at_least = h.total
    for value, n in zip(h.values, h.counts, strict=True):
        i = exact_share(at_least, h.total, walls)
        floor = 50 / h.total  # half the smallest share: the band may end there, the axis need not go on
        row: Row = {"x": value, "y": base.short(100 * at_least / h.total), "v": token, "n": at_least}
        if band and i.low and i.high:
            row |= {"lo": base.short(max(floor, 100 * i.low)), "hi": base.short(100 * i.high)}
        out.append(row)
        at_least -= n
    return out


def _points_alt(comparison: Comparison, lineup: int) -> Text:
    values = [f"{i.estimate:.0f}" if i.estimate is not None else "—" for i in quantiles(comparison, 0, lineup, "win_points")]
    return Text(
        f"和牌得分分布。基准：中位数 {values[0]} 分，十次中一次达到 {values[1]} 分，"
        f"百次中一次 {values[2]} 分，千次中一次 {values[3]} 分。",
        f"Distribution of a winner’s points. Baseline: median {values[0]}, one win in ten reaches {values[1]}, one in a hundred "
        f"{values[2]}, one in a thousand {values[3]}.",
    )


def _mass_panel(words: Words, rows: dict[int, list[Row]]) -> Panel:
    tips = base.tooltip(words, ("x", "分", "points"), ("t", "占比 %", "share %"), ("n", "次数", "wins"))
    axis = alt.Axis(labelOverlap="greedy", labelSeparation=8, labelAngle=0)
    chart = (
        alt.Chart(base.data())
        .mark_bar(color="#9fc3b8", width=alt.RelativeBandSize(band=0.9))
        .encode(
            x=alt.X("x:O", title=words.say("净得分", "net points"), axis=axis),
            y=alt.Y("y:Q", title=words.say("占和牌（%）", "share of wins (%)")),
            tooltip=tips,
        )
        .properties(width="container", height=260)
    )
    return Panel("win_points-mass", Text("基准的得分分布", "Points under the baseline"), base.spec_of(chart), rows)


def _tail_panel(words: Words, rows: dict[int, list[Row]]) -> Panel:
    color, dash = palette()
    x = alt.X("x:Q", title=words.say("净得分至少", "net points at least"), scale=alt.Scale(nice=False), axis=alt.Axis(grid=False))
    scale, axis = alt.Scale(type="log", nice=False), alt.Axis(format="~g", values=[100, 10, 1, 0.1, 0.01, 0.001, 0.0001])
    y = alt.Y("y:Q", title=words.say("占和牌（%，对数轴）", "share of wins (%, log axis)"), scale=scale, axis=axis)
    at_least = ("x", "至少（分）", "at least (points)")
    tips = base.tooltip(words, ("v", "规则", "variant"), at_least, ("y", "占比 %", "share %"), ("n", "次数", "wins"))
    chart = alt.layer(
        alt.Chart(base.data()).mark_area(color=base.INK, opacity=0.10, interpolate="step-before").encode(
            x=x, y=alt.Y("lo:Q", scale=scale), y2="hi:Q"
        ),
        alt.Chart(base.data()).mark_line(strokeWidth=1.8, interpolate="step-before").encode(x=x, y=y, color=color, strokeDash=dash),
        alt.Chart(base.data()).mark_point(size=90, opacity=0).encode(x=x, y=y, tooltip=tips),
    ).properties(width="container", height=260)
    return Panel("win_points-tail", Text("大牌有多常见", "How common are big wins"), base.spec_of(chart), rows)


def length(comparison: Comparison, words: Words) -> Figure:
    """How long hands last: mean draws by variant with intervals, and the distribution by go-round."""
    run = comparison.run
    means: dict[int, list[Row]] = {}
    shapes: dict[int, list[Row]] = {}
    texts: dict[int, Text] = {}
    for u in run.lineups:
        cells = [comparison.cell(v.index, u.index, "draws_per_hand") for v in run.variants]
        means[u.index] = [base.estimate_row(words, comparison, c) for c in cells]
        shapes[u.index] = []
        for index, token, h in series(comparison, words, u.index, "draws"):
            shapes[u.index] += _rounds(h, token, run.walls, index == 0)
        moved = base.claims_in_words(comparison, u.index, "draws_per_hand")
        texts[u.index] = Text(
            f"每局摸牌数。基准 {digits.estimate(cells[0]).text} 张；{moved.zh}。",
            f"Draws per hand. Baseline {digits.estimate(cells[0]).text}; {moved.en}.",
        )
    return Figure(
        "length",
        Text("一局多长", "How long a hand lasts"),
        Text(
            f"左：每局平均摸牌数及 95% 区间（四家合计）。右：在第几巡结束（每巡四次摸牌），只画差别最大的 {SHOWN} 套规则。",
            "Left: mean draws per hand of all four seats, with 95 % intervals. Right: the go-round (four draws) in which "
            f"hands end, for the {SHOWN} variants that differ most.",
        ),
        (_means_panel(words, means), _rounds_panel(words, shapes)),
        texts,
        columns=2,
    )


def _rounds(h: Histogram, token: str, walls: int, is_base: bool) -> list[Row]:
    """Share of hands by go-round, from the first that occurs to the last."""
    counts: dict[int, int] = {}
    for value, n in zip(h.values, h.counts, strict=True):
        counts[max(0, value - 1) // ROUND + 1] = counts.get(max(0, value - 1) // ROUND + 1, 0) + n
    out = []
    for go in range(min(counts), max(counts) + 1):
        i = exact_share(counts.get(go, 0), h.total, walls)
        share = digits.written(i.estimate, i.low, i.high, 100)
        mark = {"b": 1} if is_base else {}
        out.append({"x": go, "y": base.short(100 * (i.estimate or 0.0)), "v": token, "t": share.text, **mark})
    return out


def _means_panel(words: Words, rows: dict[int, list[Row]]) -> Panel:
    y = alt.Y("v:N", sort=None, axis=base.variant_axis())
    x = alt.X("lo:Q", title=words.say("每局摸牌数（张）", "draws per hand"), scale=alt.Scale(zero=False, nice=True))
    tips = base.tooltip(words, ("v", "规则", "variant"), ("t", "每局摸牌数", "draws per hand"))
    chart = alt.layer(
        base.class_rule().encode(x=x, x2="hi:Q", y=y),
        base.class_point(60).encode(x="x:Q", y=y, tooltip=tips),
    ).properties(width="container", height=23 * len(next(iter(rows.values()))))
    return Panel("length-mean", Text("平均摸牌数", "Mean draws"), base.spec_of(chart), rows)


def _rounds_panel(words: Words, rows: dict[int, list[Row]]) -> Panel:
    color, dash = palette()
    x = alt.X("x:Q", title=words.say("第几巡结束", "ends in go-round"), axis=alt.Axis(tickMinStep=1, grid=False))
    y = alt.Y("y:Q", title=words.say("占全部局（%）", "share of hands (%)"))
    tips = base.tooltip(words, ("v", "规则", "variant"), ("x", "巡", "go-round"), ("t", "占比 %", "share %"))
    lines = alt.Chart(base.data())
    chart = alt.layer(
        lines.transform_filter("datum.b").mark_area(color=base.INK, opacity=0.07, interpolate="linear").encode(x=x, y=y),
        lines.mark_line(strokeWidth=1.8, interpolate="linear").encode(x=x, y=y, color=color, strokeDash=dash),
        lines.mark_point(size=90, opacity=0).encode(x=x, y=y, tooltip=tips),
    ).properties(width="container", height=260)
    return Panel("length-rounds", Text("在第几巡结束", "When hands end"), base.spec_of(chart), rows)
