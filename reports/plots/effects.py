"""What changes: the forest plot of differences and the heat map of all metrics."""

from __future__ import annotations

import altair as alt

from reports import digits
from reports.compare import Comparison
from reports.load import Text
from reports.metrics import Metric
from reports.plots import base
from reports.plots.base import Figure, Panel, Row, Words

HEAT_LIMIT = 8
"""Differences beyond so many bands share the darkest shade."""
HEAT_WIDTH = 620
"""Pixels that the columns of the heat map share, so that it stays on a page of usual width with its names and labels."""
HEAT_GROUPS = ("outcome", "points", "pace", "special", "dealer")


def forest(comparison: Comparison, words: Words) -> Figure:
    """Differences to the baseline with 95 % intervals and the band of indifference, one panel per primary metric."""
    lineups = comparison.run.lineups
    primary = [m for m in lineups[0].metrics if m.primary]
    panels = tuple(_forest_panel(comparison, words, m) for m in primary)
    alt_texts = {}
    for u in lineups:
        parts = [(m, base.claims_in_words(comparison, u.index, m.name)) for m in primary]
        alt_texts[u.index] = Text(
            "各规则与基准之差的森林图。" + "".join(f"{m.short_zh}：{t.zh}。" for m, t in parts),
            "Forest plot of differences to the baseline. " + " ".join(f"{m.short_en}: {t.en}." for m, t in parts),
        )
    return Figure(
        "forest",
        Text("每条规则改变了什么", "What each rule changes"),
        Text(
            "点是与基准之差，横线是 95% 区间，浅色带内的差别小到不必在意。"
            "实心三角：明确超出；空心三角：方向明确但很小；圆点：不变；菱形：未能判定。",
            "Points are differences to the baseline, lines 95 % intervals; inside the pale band a difference is too small to "
            "matter. Filled triangles lie clearly beyond it, hollow ones are sure but small, dots mean no change, diamonds are "
            "undecided.",
        ),
        panels,
        alt_texts,
        columns=2,
    )


def _forest_panel(comparison: Comparison, words: Words, metric: Metric) -> Panel:
    rows: dict[int, list[Row]] = {}
    for u in comparison.run.lineups:
        cells = [comparison.cell(v.index, u.index, metric.name) for v in comparison.run.variants[1:]]
        rows[u.index] = [base.difference_row(words, comparison, c) for c in cells]
    y = alt.Y("v:N", sort=None, axis=base.variant_axis(), scale=alt.Scale(paddingInner=0, paddingOuter=0))
    title = base.unit_title(words, metric, difference=True)
    tips = base.tooltip(words, ("v", "规则", "variant"), ("t", "差值", "difference"))
    chart = alt.layer(
        alt.Chart(base.data()).mark_rect(color=base.BAND, opacity=1).encode(x="e0:Q", x2="e1:Q", y=y),
        alt.Chart(base.data()).mark_rule(color=base.FAINT).encode(x=alt.datum(0)),
        base.class_rule().encode(x=alt.X("lo:Q", title=title, axis=alt.Axis(tickCount=5)), x2="hi:Q", y=y),
        base.class_point().encode(x="x:Q", y=y, tooltip=tips),
    ).properties(width="container", height=23 * (len(comparison.run.variants) - 1))
    return Panel(f"forest-{metric.name}", Text(metric.short_zh, metric.short_en), base.spec_of(chart), rows)


def heat_metrics(comparison: Comparison) -> list[Metric]:
    """Columns of the heat map: metrics that exist for every line-up and of which at least one variant has a difference."""
    skip = {"hands_per_unit"} if comparison.run.unit == "hand" else set()
    metrics = comparison.run.lineups[0].metrics
    return [m for m in metrics if m.group in HEAT_GROUPS and m.name not in skip]


def heat_map(comparison: Comparison, words: Words) -> Figure:
    """Variant by metric in bands of indifference, shade and sign; the sign alone tells the verdict."""
    rows: dict[int, list[Row]] = {}
    columns = heat_metrics(comparison)
    for u in comparison.run.lineups:
        rows[u.index] = []
        for v in comparison.run.variants[1:]:
            for m in columns:
                cell = comparison.cell(v.index, u.index, m.name)
                bands = cell.in_bands
                rows[u.index].append(
                    {
                        "v": words.variant(comparison, v.index),
                        "m": words.metric(m),
                        "b": None if bands is None else round(max(-HEAT_LIMIT, min(HEAT_LIMIT, bands)), 2),
                        "g": "" if cell.verdict is None or cell.verdict.is_same else cell.verdict.glyph,
                        "t": "＝" if cell.diff is None or cell.diff.identical else digits.change(cell).text,
                    }
                )
    step = max(14, min(32, HEAT_WIDTH // max(1, len(columns))))
    angle = -45 if step > 24 else -60
    scale = alt.Scale(domain=[-HEAT_LIMIT, 0, HEAT_LIMIT], range=[base.DOWN, "#f7f6f2", base.UP], interpolate="lab")
    x = alt.X("m:N", sort=None, axis=alt.Axis(title=None, orient="top", labelAngle=angle, labelLimit=160, labelAlign="left"))
    y = alt.Y("v:N", sort=None, axis=base.variant_axis())
    tips = base.tooltip(words, ("v", "规则", "variant"), ("m", "指标", "metric"), ("t", "差值", "difference"))
    legend = alt.Legend(
        title=words.say("差值（以可忽略幅度为单位）", "difference, in bands of indifference"), orient="bottom", gradientLength=220,
        titleFontWeight="normal", titleColor=base.MUTED, values=[-8, -4, -1, 0, 1, 4, 8], titleLimit=320,
    )  # fmt: skip
    cells = alt.Chart(base.data()).encode(x=x, y=y)
    gap = 2 if step > 24 else 1
    chart = alt.layer(
        cells.mark_rect(stroke="#ffffff", strokeWidth=gap).encode(color=alt.Color("b:Q", scale=scale, legend=legend), tooltip=tips),
        cells.mark_text(fontSize=12).encode(
            text="g:N", color=alt.condition("abs(datum.b) > 5", alt.value("#ffffff"), alt.value(base.INK)), tooltip=tips
        ),
    ).properties(width=alt.Step(step), height=alt.Step(26))
    texts = {
        u.index: Text(
            "热图：每行一套规则，每列一个指标，颜色和符号表示与基准的差别。数值见总表。",
            "Heat map: a row per variant, a column per metric; shade and sign show the difference to the baseline. "
            "The numbers stand in the tables.",
        )
        for u in comparison.run.lineups
    }
    return Figure(
        "heat_map",
        Text("全部指标一览", "All metrics at a glance"),
        Text(
            f"颜色深浅是差值与可忽略幅度之比（超过 {HEAT_LIMIT} 倍同色）；"
            "有符号的格子可以断言（▲▼△▽）或未能判定（？），无符号为不变。",
            f"Shade is the difference in units of what matters (the same beyond {HEAT_LIMIT}). Signs are claims (▲▼△▽) or open "
            "questions (？); no sign means no change.",
        ),
        (Panel("heat_map", Text("", ""), base.spec_of(chart), rows),),
        texts,
    )
