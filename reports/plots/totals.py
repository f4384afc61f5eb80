"""Where every hand has a total: how winners' totals, hu points and tai are distributed."""

from __future__ import annotations

import altair as alt

from reports import digits
from reports.compare import Comparison
from reports.intervals import exact_share
from reports.load import Histogram, Text
from reports.plots import base
from reports.plots.base import Figure, Panel, Row, Words
from reports.plots.distributions import SHOWN, has_wins, mass, palette, series


def totals(comparison: Comparison, words: Words) -> Figure | None:
    """Shares of wins by total (baseline), by tai (baseline and the variants farthest from it) and by hu points (baseline)."""
    run = comparison.run
    if "totals" not in run.mechanisms:
        return None
    by_total: dict[int, list[Row]] = {}
    by_tai: dict[int, list[Row]] = {}
    by_hu: dict[int, list[Row]] = {}
    texts: dict[int, Text] = {}
    for u in run.lineups:
        total, hu = (run.histograms.get((0, u.index, f"winner_{x}"), Histogram((), ())) for x in ("total", "hu"))
        if not has_wins(comparison, u.index) or not hu.total:
            continue
        by_total[u.index], by_hu[u.index] = mass(total, run.walls), mass(hu, run.walls)
        by_tai[u.index] = []
        for index, token, h in series(comparison, words, u.index, "winner_tai"):
            by_tai[u.index] += _shares(h, token, run.walls, index == 0)
        values = [digits.estimate(comparison.cell(0, u.index, f"winner_{x}")).text for x in ("total", "hu", "tai")]
        texts[u.index] = Text(
            f"和家总分、台数与胡数的分布。基准平均：总分 {values[0]}，胡 {values[1]}，台 {values[2]}。",
            f"Distributions of a winner's total, tai and hu. Baseline means: total {values[0]}, hu {values[1]}, tai {values[2]}.",
        )
    if not texts:
        return None
    return Figure(
        "totals",
        Text("一手和牌的胡、台与总分", "Hu, tai and total of a win"),
        Text(
            f"总分 = 胡数进位后按台翻倍，至多封顶；大牌以定值代替。台数只画与基准差别最大的 {SHOWN} 套规则，定值和牌不计入胡与台。",
            "A total is the hu points, rounded and doubled for each tai, up to the limit; limit hands have a value of their own "
            f"and count in the first picture only. Tai are drawn for the baseline and the {SHOWN} variants that differ most.",
        ),
        (
            _bars(words, "total", Text("总分", "total"), Text("总分（基准）", "Totals (baseline)"), by_total),
            _tai(words, by_tai),
            _bars(words, "hu", Text("进位后的胡数", "rounded hu points"), Text("胡数（基准）", "Hu points (baseline)"), by_hu),
        ),
        texts,
        columns=3,
    )


def _shares(h: Histogram, token: str, walls: int, is_base: bool) -> list[Row]:
    counts = dict(zip(h.values, h.counts, strict=True))
    out = []
    for tai in range(max(counts) + 1):
        i = exact_share(counts.get(tai, 0), h.total, walls)
        share = digits.written(i.estimate, i.low, i.high, 100)
        mark = {"b": 1} if is_base else {}
        out.append({"x": tai, "y": base.short(100 * (i.estimate or 0.0)), "v": token, "t": share.text, **mark})
    return out


def _bars(words: Words, key: str, axis_title: Text, title: Text, rows: dict[int, list[Row]]) -> Panel:
    tips = base.tooltip(words, ("x", axis_title.zh, axis_title.en), ("t", "占比 %", "share %"), ("n", "次数", "wins"))
    axis = alt.Axis(labelOverlap="greedy", labelSeparation=8, labelAngle=0)
    chart = (
        alt.Chart(base.data())
        .mark_bar(color="#9fc3b8", width=alt.RelativeBandSize(band=0.9))
        .encode(
            x=alt.X("x:O", title=words.say(axis_title.zh, axis_title.en), axis=axis),
            y=alt.Y("y:Q", title=words.say("占和牌（%）", "share of wins (%)")),
            tooltip=tips,
        )
        .properties(width="container", height=230)
    )
    return Panel(f"totals-{key}", title, base.spec_of(chart), rows)


def _tai(words: Words, rows: dict[int, list[Row]]) -> Panel:
    color, dash = palette()
    x = alt.X("x:Q", title=words.say("台数", "tai"), axis=alt.Axis(tickMinStep=1, grid=False))
    y = alt.Y("y:Q", title=words.say("占和牌（%）", "share of wins (%)"))
    tips = base.tooltip(words, ("v", "规则", "variant"), ("x", "台", "tai"), ("t", "占比 %", "share %"))
    lines = alt.Chart(base.data())
    chart = alt.layer(
        lines.transform_filter("datum.b").mark_area(color=base.INK, opacity=0.07, interpolate="linear").encode(x=x, y=y),
        lines.mark_line(strokeWidth=1.8, interpolate="linear").encode(x=x, y=y, color=color, strokeDash=dash),
        lines.mark_point(size=90, opacity=0).encode(x=x, y=y, tooltip=tips),
    ).properties(width="container", height=230)
    return Panel("totals-tai", Text("台数", "Tai"), base.spec_of(chart), rows)
