"""Matches: how they end, how long they last, and who comes where."""

from __future__ import annotations

import altair as alt

from reports import digits
from reports.compare import Cell, Comparison
from reports.intervals import goodman
from reports.load import Histogram, Text
from reports.plots import base
from reports.plots.base import Figure, Panel, Row, Words
from reports.plots.distributions import SHOWN, below, movers, palette

Way = tuple[str, Text, str]
CAUSES: tuple[Way, ...] = (
    ("sweep_rate", Text("全扫", "full sweep"), "#0d6b5c"),
    ("eight_tai_end_rate", Text("八台", "eight tai"), "#5a9c8d"),
    ("bust_rate", Text("有人输光", "a player without chips"), "#c78a4a"),
    ("no_seat_rate", Text("不足四人", "fewer than four can sit"), "#7a4a92"),
    ("hand_limit_rate", Text("打满副数", "all hands played"), "#c9ced1"),
    ("", Text("打满圈数", "all rounds played"), "#9db7c9"),
)
"""Measure, name and colour of each cause; the last is what the others leave."""


def causes_of(comparison: Comparison) -> tuple[Way, ...]:
    """The causes that the study counts and that occur."""
    run = comparison.run
    counts = {name: 0 for name, _, _ in CAUSES}
    for u in run.lineups:
        for v in run.variants:
            for (name, _, _), n in zip(CAUSES, cause_counts(comparison, v.index, u.index), strict=True):
                counts[name] += n
    return tuple(way for way in CAUSES if counts[way[0]])


def cause_counts(comparison: Comparison, variant: int, lineup: int) -> list[int]:
    """Matches by cause, in the order of CAUSES; they sum to all matches."""
    cells = comparison.cells
    known = [cells[variant, lineup, name].events if (variant, lineup, name) in cells else 0 for name, _, _ in CAUSES[:-1]]
    return [*known, comparison.run.walls - sum(known)]


def endings(comparison: Comparison, words: Words) -> Figure:
    """Why matches end: shares that sum to one, with simultaneous intervals."""
    run, ways = comparison.run, causes_of(comparison)
    place = [CAUSES.index(way) for way in ways]
    rows: dict[int, list[Row]] = {}
    texts: dict[int, Text] = {}
    for u in run.lineups:
        rows[u.index] = []
        for v in run.variants:
            every = cause_counts(comparison, v.index, u.index)
            counts = [every[i] for i in place]
            shares = goodman(counts, run.walls)
            for order, ((_, name, _), count, i) in enumerate(zip(ways, counts, shares, strict=True)):
                part = 100 * (i.estimate or 0.0)
                rows[u.index].append(
                    {
                        "v": words.variant(comparison, v.index), "k": words.say(name.zh, name.en), "o": order,
                        "x": base.short(part), "n": count, "t": digits.written(i.estimate, i.low, i.high, 100).text,
                        "l": f"{part:.0f}" if part > 6 else "",
                    }
                )  # fmt: skip
        found = goodman([cause_counts(comparison, 0, u.index)[i] for i in place], run.walls)
        zh = "，".join(f"{name.zh} {100 * (i.estimate or 0):.1f}%" for (_, name, _), i in zip(ways, found, strict=True))
        en = ", ".join(f"{name.en} {100 * (i.estimate or 0):.1f} %" for (_, name, _), i in zip(ways, found, strict=True))
        texts[u.index] = Text(f"各规则一场怎样结束的堆叠条形图。基准：{zh}。", f"Stacked bars of why matches end. Baseline: {en}.")
    return Figure(
        "match_ends",
        Text("一场怎样结束", "Why matches end"),
        Text("各种原因占全部场的比例。", "Shares of all matches; hover for simultaneous 95 % intervals."),
        (Panel("match_ends", Text("", ""), _stack(words, ways, len(run.variants)), rows),),
        texts,
    )


def _stack(words: Words, ways: tuple[Way, ...], variants: int) -> dict[str, object]:
    """Stacked bars by variant."""
    domain = [words.say(name.zh, name.en) for _, name, _ in ways]
    y = alt.Y("v:N", sort=None, axis=base.variant_axis())
    title = words.say("占全部场（%）", "share of matches (%)")
    x = alt.X("x:Q", stack=True, scale=alt.Scale(domain=[0, 100]), axis=alt.Axis(tickCount=5), title=title)
    tips = base.tooltip(words, ("v", "规则", "variant"), ("k", "原因", "cause"), ("t", "占比 %", "share %"))
    scale = alt.Scale(domain=domain, range=[color for _, _, color in ways])
    chart = alt.layer(
        alt.Chart(base.data())
        .mark_bar(height=alt.RelativeBandSize(band=0.78))
        .encode(x=x, y=y, order="o:O", color=alt.Color("k:N", scale=scale, sort=None, legend=alt.Legend()), tooltip=tips),
        alt.Chart(base.data())
        .mark_text(fontSize=11, color=base.INK)
        .encode(x=alt.X("x:Q", stack=True, bandPosition=0.5), y=y, order="o:O", detail="k:N", text="l:N"),
    ).properties(width="container", height=22 * variants)
    return base.spec_of(chart)


def length(comparison: Comparison, words: Words) -> Figure:
    """How long matches last: mean hands with intervals, and how many are over after so many hands."""
    run = comparison.run
    means: dict[int, list[Row]] = {}
    over: dict[int, list[Row]] = {}
    texts: dict[int, Text] = {}
    for u in run.lineups:
        cells = [comparison.cell(v.index, u.index, "hands_per_unit") for v in run.variants]
        means[u.index] = [base.estimate_row(words, comparison, c) for c in cells]
        over[u.index] = []
        for index in [0, *movers(comparison, u.index, "match_hands")]:
            h = run.histograms.get((index, u.index, "match_hands"))
            if h and h.total:
                over[u.index] += _over(h, words.variant(comparison, index))
        moved = base.claims_in_words(comparison, u.index, "hands_per_unit")
        texts[u.index] = Text(
            f"每场局数。基准 {digits.estimate(cells[0]).text} 局；{moved.zh}。",
            f"Hands per match. Baseline {digits.estimate(cells[0]).text}; {moved.en}.",
        )
    return Figure(
        "match_length",
        Text("一场打多久", "How long a match lasts"),
        Text(
            f"左：每场平均局数及 95% 区间。右：打完这么多局时已结束的场所占比例，只画差别最大的 {SHOWN} 套规则。",
            "Left: mean hands of a match, with 95 % intervals. Right: share of matches that are over after so many hands, for "
            f"the {SHOWN} variants that differ most.",
        ),
        (_mean_panel(words, means), _over_panel(words, over)),
        texts,
        columns=2,
    )


def _over(h: Histogram, token: str) -> list[Row]:
    """The distribution function at each length that occurs."""
    rows: list[Row] = [{"x": 0, "y": 0.0, "v": token}]
    return rows + [{"x": value, "y": base.short(100 * below(h, value)), "v": token} for value in h.values]


def _mean_panel(words: Words, rows: dict[int, list[Row]]) -> Panel:
    y = alt.Y("v:N", sort=None, axis=base.variant_axis())
    x = alt.X("lo:Q", title=words.say("每场局数", "hands per match"), scale=alt.Scale(zero=False, nice=True))
    tips = base.tooltip(words, ("v", "规则", "variant"), ("t", "每场局数", "hands per match"))
    chart = alt.layer(
        base.class_rule().encode(x=x, x2="hi:Q", y=y),
        base.class_point(60).encode(x="x:Q", y=y, tooltip=tips),
    ).properties(width="container", height=23 * len(next(iter(rows.values()))))
    return Panel("match_length-mean", Text("平均局数", "Mean hands"), base.spec_of(chart), rows)


def _over_panel(words: Words, rows: dict[int, list[Row]]) -> Panel:
    color, dash = palette()
    x = alt.X("x:Q", title=words.say("局", "hands"), axis=alt.Axis(tickMinStep=1, grid=False))
    y = alt.Y("y:Q", title=words.say("已结束的场（%）", "matches over (%)"), scale=alt.Scale(domain=[0, 100]))
    tips = base.tooltip(words, ("v", "规则", "variant"), ("x", "局", "hands"), ("y", "已结束 %", "over %"))
    lines = alt.Chart(base.data())
    chart = alt.layer(
        lines.mark_line(strokeWidth=1.8, interpolate="step-after").encode(x=x, y=y, color=color, strokeDash=dash),
        lines.mark_point(size=90, opacity=0).encode(x=x, y=y, tooltip=tips),
    ).properties(width="container", height=260)
    return Panel("match_length-over", Text("到何时结束", "Over after"), base.spec_of(chart), rows)


def places(comparison: Comparison, words: Words) -> Figure | None:
    """How often each different bot comes first, for line-ups with more than one."""
    run = comparison.run
    mixed = [u for u in run.lineups if len(set(u.bots)) > 1]
    if not mixed:
        return None
    rows: dict[int, list[Row]] = {}
    texts: dict[int, Text] = {}
    for u in mixed:
        names = list(dict.fromkeys(u.bots))
        rows[u.index] = [
            base.estimate_row(words, comparison, comparison.cell(v.index, u.index, f"bot{k}_top_rate"))
            | {"b": words.token(f"bot:{bot}", u.bot_titles[bot])}
            for v in run.variants
            for k, bot in enumerate(names)
        ]
        cells: list[tuple[str, Cell]] = [(bot, comparison.cell(0, u.index, f"bot{k}_top_rate")) for k, bot in enumerate(names)]
        texts[u.index] = Text(
            "各机器人得头名的机会。基准：" + "，".join(f"{u.bot_titles[b].zh} {digits.estimate(c).text}%" for b, c in cells) + "。",
            "How often each bot comes first. Baseline: "
            + ", ".join(f"{u.bot_titles[b].en} {digits.estimate(c).text} %" for b, c in cells) + ".",
        )  # fmt: skip
    most = max(len(set(u.bots)) for u in mixed)
    colors, shapes = [base.JADE, *base.SERIES][:most], [*base.SHAPES, "triangle-down"][:most]
    y = alt.Y("v:N", sort=None, axis=base.variant_axis(grid=True))
    tips = base.tooltip(words, ("v", "规则", "variant"), ("b", "机器人", "bot"), ("t", "头名率 %", "comes first %"))
    color = alt.Color("b:N", sort=None, scale=alt.Scale(range=colors), legend=alt.Legend())
    x = alt.X("lo:Q", title=words.say("得头名的机会（%）", "chance to come first (%)"), scale=alt.Scale(zero=True))
    chart = alt.layer(
        alt.Chart(base.data()).mark_rule(strokeWidth=1.6).encode(x=x, x2="hi:Q", y=y, color=color),
        alt.Chart(base.data())
        .mark_point(size=52, filled=True, opacity=1)
        .encode(
            x="x:Q", y=y, color=color, tooltip=tips,
            shape=alt.Shape("b:N", sort=None, scale=alt.Scale(range=shapes), legend=None),
        ),
    ).properties(width="container", height=28 * len(run.variants))  # fmt: skip
    return Figure(
        "match_places",
        Text("谁得头名", "Who comes first"),
        Text(
            "各机器人得头名的机会及 95% 区间；差距说明赛制是否让较强的打法胜出。",
            "Chance of each bot to come first, with 95 % intervals: does a form of a match let the stronger play win?",
        ),
        (Panel("match_places", Text("", ""), base.spec_of(chart), rows),),
        texts,
    )
