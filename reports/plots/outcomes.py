"""How hands end and who gains: draw rate, ends, fans, dealer and seats, bots."""

from __future__ import annotations

import altair as alt

from reports import digits
from reports.compare import Cell, Comparison, Verdict
from reports.intervals import goodman
from reports.load import Text
from reports.plots import base
from reports.plots.base import Figure, Panel, Row, Words
from reports.plots.distributions import has_wins

ROLE_METRICS = ("dealer", "role1", "role2", "role3")
ROLE_NAMES = (Text("庄家", "dealer"), Text("下家", "next seat"), Text("对家", "opposite"), Text("上家", "seat before"))
ENDS = (
    ("opening_win_rate", Text("开局和牌", "opening win"), "#3f7f74"),
    ("self_draw_rate", Text("自摸", "self-draw"), "#6fae9f"),
    ("discard", Text("点炮", "discard win"), "#c4d8cc"),
    ("rob_win_rate", Text("抢杠", "robbed kan"), "#d9b35f"),
    ("draw_rate", Text("荒庄", "exhaustive draw"), "#b9bdc0"),
    ("void_rate", Text("中止作废", "void"), "#a98a8a"),
)
NEEDED = {"opening_win_rate": "opening", "void_rate": "mistakes"}
"""Ways that only rules or tables with a mechanism have."""


def draw_rate(comparison: Comparison, words: Words) -> Figure:
    """Exhaustive-draw rate of every variant with every line-up, with intervals."""
    run = comparison.run
    rows: list[Row] = []
    for v in run.variants:
        for u in run.lineups:
            row = base.estimate_row(words, comparison, comparison.cell(v.index, u.index, "draw_rate"))
            rows.append(row | {"u": words.token(f"u{u.index}", u.title)})
    domain = [words.token(f"u{u.index}", u.title) for u in run.lineups]
    colors = [base.JADE, *base.SERIES][: len(domain)]
    shapes = list(base.SHAPES)[: len(domain)]
    several = len(domain) > 1
    y = alt.Y("v:N", sort=None, axis=base.variant_axis(grid=True))
    legend = alt.Legend() if several else None
    encoding = {
        "y": y,
        "color": alt.Color("u:N", scale=alt.Scale(domain=domain, range=colors), legend=legend, sort=None),
        **({"yOffset": alt.YOffset("u:N", sort=None)} if several else {}),
    }
    tips = base.tooltip(words, ("v", "规则", "variant"), ("u", "阵容", "line-up"), ("t", "荒庄率 %", "draw rate %"))
    title = words.say("荒庄率（%）", "exhaustive-draw rate (%)")
    x = alt.X("lo:Q", title=title, scale=alt.Scale(zero=True, nice=True), axis=alt.Axis(tickCount=6))
    chart = alt.layer(
        alt.Chart(base.data()).mark_rule(strokeWidth=1.6).encode(x=x, x2="hi:Q", **encoding),
        alt.Chart(base.data())
        .mark_point(size=48, filled=True, opacity=1)
        .encode(
            x="x:Q",
            shape=alt.Shape("u:N", scale=alt.Scale(domain=domain, range=shapes), legend=legend, sort=None),
            tooltip=tips,
            **encoding,
        ),
    ).properties(width="container", height=max(23, 12 * len(domain)) * len(run.variants))
    base_cell = comparison.cell(0, 0, "draw_rate")
    moved = base.claims_in_words(comparison, 0, "draw_rate")
    text = Text(
        f"各规则荒庄率点图。基准 {digits.estimate(base_cell).text}%；{moved.zh}。",
        f"Dot plot of the exhaustive-draw rate by variant. Baseline {digits.estimate(base_cell).text} %; {moved.en}.",
    )
    return Figure(
        "draw_rate",
        Text("荒庄率", "How often nobody wins"),
        Text("每套规则、每种阵容的荒庄率及 95% 区间。", "Rate of exhaustive draws by variant and line-up, with 95 % intervals."),
        (Panel("draw_rate", Text("", ""), base.spec_of(chart), {-1: rows}),),
        {-1: text},
    )


def ends(comparison: Comparison, words: Words) -> Figure:
    """Opening win, self-draw, discard win, robbed kan, draw: shares of hands that sum to one, simultaneous intervals."""
    run, ways = comparison.run, ends_of(comparison)
    rows: dict[int, list[Row]] = {}
    for u in run.lineups:
        rows[u.index] = []
        for v in run.variants:
            counts = end_counts(comparison, v.index, u.index)
            intervals = goodman(counts, run.walls)
            for order, ((_, name, _), count, i) in enumerate(zip(ways, counts, intervals, strict=True)):
                share = digits.written(i.estimate, i.low, i.high, 100)
                rows[u.index].append(
                    {
                        "v": words.variant(comparison, v.index), "k": words.say(name.zh, name.en), "o": order,
                        "x": base.short(100 * (i.estimate or 0.0)), "n": count, "t": share.text,
                        "l": f"{100 * (i.estimate or 0.0):.0f}" if (i.estimate or 0.0) > 0.06 else "",
                    }
                )  # fmt: skip
    domain = [words.say(name.zh, name.en) for _, name, _ in ways]
    colors = [color for _, _, color in ways]
    y = alt.Y("v:N", sort=None, axis=base.variant_axis())
    title = words.say("占全部局（%）", "share of hands (%)")
    x = alt.X("x:Q", stack=True, scale=alt.Scale(domain=[0, 100]), axis=alt.Axis(tickCount=5), title=title)
    tips = base.tooltip(words, ("v", "规则", "variant"), ("k", "结果", "end"), ("t", "占比 %", "share %"))
    chart = alt.layer(
        alt.Chart(base.data())
        .mark_bar(height=alt.RelativeBandSize(band=0.78))
        .encode(
            x=x,
            y=y,
            order="o:O",
            color=alt.Color("k:N", scale=alt.Scale(domain=domain, range=colors), sort=None, legend=alt.Legend()),
            tooltip=tips,
        ),
        alt.Chart(base.data())
        .mark_text(fontSize=11, color=base.INK)
        .encode(x=alt.X("x:Q", stack=True, bandPosition=0.5), y=y, order="o:O", detail="k:N", text="l:N"),
    ).properties(width="container", height=22 * len(run.variants))
    texts = {}
    for u in run.lineups:
        shares = goodman(end_counts(comparison, 0, u.index))
        zh = "，".join(f"{name.zh} {100 * (i.estimate or 0):.1f}%" for (_, name, _), i in zip(ways, shares, strict=True))
        en = ", ".join(f"{name.en} {100 * (i.estimate or 0):.1f} %" for (_, name, _), i in zip(ways, shares, strict=True))
        texts[u.index] = Text(f"各规则下牌局结果的堆叠条形图。基准：{zh}。", f"Stacked bars of how hands end. Baseline: {en}.")
    return Figure(
        "ends",
        Text("牌局怎样结束", "How hands end"),
        Text("各种结果占全部局的比例。", "Shares of all hands; hover for simultaneous 95 % intervals."),
        (Panel("ends", Text("", ""), base.spec_of(chart), rows),),
        texts,
    )


def ends_of(comparison: Comparison) -> tuple[tuple[str, Text, str], ...]:
    """The ways in which hands end under these rules."""
    known = comparison.run.mechanisms
    return tuple(way for way in ENDS if way[0] not in NEEDED or NEEDED[way[0]] in known)


def end_counts(comparison: Comparison, variant: int, lineup: int) -> list[int]:
    """Hands by opening win (if there are any), other self-draw, discard win, robbed kan, exhaustive draw, void ones."""
    ways = ends_of(comparison)
    cells = {name: comparison.cell(variant, lineup, name) for name, _, _ in ways if name != "discard"}
    hands = cells["draw_rate"].trials
    known = {name: cell.events for name, cell in cells.items()}
    known["self_draw_rate"] -= known.get("opening_win_rate", 0)  # which is a self-draw, too
    return [known.get(name, hands - sum(known.values())) for name, _, _ in ways]


def fans(comparison: Comparison, words: Words) -> Figure | None:
    """Share of all points that each fan brings: bars for the baseline, marks for variants that move it."""
    run = comparison.run
    rows: dict[int, list[Row]] = {}
    texts: dict[int, Text] = {}
    for u in run.lineups:
        if not run.fans or not has_wins(comparison, u.index):
            continue
        cells = {f.number: comparison.cell(0, u.index, f"fan{f.number:02d}_share") for f in run.fans}
        seen = [f for f in run.fans if _occurs(comparison, u.index, f.number)]
        order = sorted(seen, key=lambda f: (-(cells[f.number].estimate.estimate or 0.0), f.number))
        rows[u.index] = []
        for fan in order:
            name = words.token(f"fan{fan.number}", Text(fan.zh, f"{fan.zh} {fan.en}"))
            rows[u.index].append(base.estimate_row(words, comparison, cells[fan.number]) | {"f": name})
            moved = [comparison.cell(v.index, u.index, f"fan{fan.number:02d}_share") for v in run.variants[1:]]
            rows[u.index] += [
                base.estimate_row(words, comparison, c) | {"f": name}
                for c in moved
                if c.verdict in (Verdict.HIGHER, Verdict.LOWER)
            ]
        top = order[:3]
        texts[u.index] = Text(
            "各番种占全部和牌分的条形图。基准中最多的是："
            + "，".join(f"{f.zh} {digits.estimate(cells[f.number]).text}%" for f in top) + "。",
            "Bars of the share of points by fan. Largest in the baseline: "
            + ", ".join(f"{f.en} {digits.estimate(cells[f.number]).text} %" for f in top) + ".",
        )  # fmt: skip
    if not texts:
        return None
    y = alt.Y("f:N", sort=None, axis=base.variant_axis())
    is_base = "datum.c === 'base'"
    tips = base.tooltip(words, ("f", "番种", "fan"), ("v", "规则", "variant"), ("t", "占分 %", "share of points %"))
    title = words.say("占全部和牌分（%）", "share of the points paid for wins (%)")
    chart = alt.layer(
        alt.Chart(base.data())
        .transform_filter(is_base)
        .mark_bar(color="#9fc3b8", height=alt.RelativeBandSize(band=0.62))
        .encode(x=alt.X("x:Q", title=title, axis=alt.Axis(tickCount=7)), y=y, tooltip=tips),
        alt.Chart(base.data())
        .transform_filter(is_base)
        .mark_rule(strokeWidth=1.6, color=base.JADE)
        .encode(x="lo:Q", x2="hi:Q", y=y),
        base.class_point(46).transform_filter(f"!({is_base})").encode(x="x:Q", y=y, tooltip=tips),
    ).properties(width="container", height=23 * max(len({r["f"] for r in some}) for some in rows.values()))
    return Figure(
        "fans",
        Text("分数来自哪些番", "Where the points come from"),
        Text(
            "条形：基准中各番占全部和牌分的比例及 95% 区间；其余是不属于任何番的分（如底分），从未出现的番不列。"
            "三角：明显改变该番占比的规则（悬停看名称）。",
            "Bars: each fan’s share of all points paid for wins under the baseline, with 95 % intervals; the rest belongs to no "
            "fan, such as base points; fans that never came are left out. Triangles: variants that clearly move it (hover for "
            "the name).",
        ),
        (Panel("fans", Text("", ""), base.spec_of(chart), rows),),
        texts,
    )


def seats(comparison: Comparison, words: Words) -> Figure:
    """Net and win rate by seat counted from the dealer: the baseline with intervals, other variants as ticks."""
    panels = []
    run = comparison.run
    for what, title in (("net", Text("每局净分", "net points per hand")), ("win_rate", Text("和牌率", "win rate"))):
        rows: dict[int, list[Row]] = {}
        for u in run.lineups:
            rows[u.index] = []
            for role, name in zip(ROLE_METRICS, ROLE_NAMES, strict=True):
                for v in run.variants:
                    cell = comparison.cell(v.index, u.index, f"{role}_{what}")
                    row = base.estimate_row(words, comparison, cell) | {"r": words.say(name.zh, name.en)}
                    rows[u.index].append(row)
        metric = comparison.cell(0, 0, f"dealer_{what}").metric
        y = alt.Y("r:N", sort=None, axis=base.variant_axis())
        is_base = "datum.c === 'base'"
        tips = base.tooltip(words, ("r", "座位", "seat"), ("v", "规则", "variant"), ("t", "数值", "value"))
        unit = base.unit_title(words, metric, difference=False)
        x = alt.X("x:Q", title=unit, scale=alt.Scale(zero=what == "net"), axis=alt.Axis(tickCount=5))
        chart = alt.layer(
            alt.Chart(base.data())
            .transform_filter(f"!({is_base})")
            .mark_tick(color=base.SAME, thickness=1.4, opacity=0.75, size=16)
            .encode(x=x, y=y, tooltip=tips),
            alt.Chart(base.data()).transform_filter(is_base).mark_rule(strokeWidth=1.8, color=base.JADE).encode(
                x="lo:Q", x2="hi:Q", y=y
            ),
            base.class_point(64).transform_filter(is_base).encode(x="x:Q", y=y, tooltip=tips),
        ).properties(width="container", height=34 * len(ROLE_METRICS))
        panels.append(Panel(f"seats-{what}", title, base.spec_of(chart), rows))
    texts = {}
    for u in run.lineups:
        values = [digits.estimate(comparison.cell(0, u.index, f"{r}_net")).text for r in ROLE_METRICS]
        zh = "，".join(f"{n.zh} {v}" for n, v in zip(ROLE_NAMES, values, strict=True))
        en = ", ".join(f"{n.en} {v}" for n, v in zip(ROLE_NAMES, values, strict=True))
        texts[u.index] = Text(f"按与庄家相对座位的净分和和牌率。基准净分：{zh}。", f"Results by seat. Baseline net: {en}.")
    return Figure(
        "seats",
        Text("庄家与各座位", "Dealer and seats"),
        Text(
            "方块和横线：基准及 95% 区间；灰色短线：其他规则。同等水平的四家之间，净分差别就是座位的好坏。",
            "Squares and lines: baseline with 95 % intervals; grey ticks: the other variants. Between equal players a difference "
            "in net points is what the seat is worth.",
        ),
        tuple(panels),
        texts,
        columns=2,
    )


def bots(comparison: Comparison, words: Words) -> Figure | None:
    """Net per hand of each different bot by variant, for line-ups with more than one."""
    run = comparison.run
    mixed = [u for u in run.lineups if any(m.group == "bot" for m in u.metrics)]
    if not mixed:
        return None
    rows: dict[int, list[Row]] = {}
    texts: dict[int, Text] = {}
    for u in mixed:
        names = dict.fromkeys(u.bots)
        rows[u.index] = [
            base.estimate_row(words, comparison, comparison.cell(v.index, u.index, f"bot{k}_net"))
            | bot_names(words.token(f"bot:{bot}", u.bot_titles[bot]), k, v.index == 0)
            for v in run.variants
            for k, bot in enumerate(names)
        ]
        cells: list[tuple[str, Cell]] = [(bot, comparison.cell(0, u.index, f"bot{k}_net")) for k, bot in enumerate(names)]
        texts[u.index] = Text(
            "各机器人每局净分。基准：" + "，".join(f"{u.bot_titles[b].zh} {digits.estimate(c).text}" for b, c in cells) + "。",
            "Net per hand of each bot. Baseline: "
            + ", ".join(f"{u.bot_titles[b].en} {digits.estimate(c).text}" for b, c in cells) + ".",
        )  # fmt: skip
    most = max(4, *(len(set(u.bots)) for u in mixed))
    colors, shapes = [base.JADE, *base.SERIES][:most], list(base.SHAPES[:most])
    domain = [str(k) for k in range(most)]
    y = alt.Y("v:N", sort=None, axis=base.variant_axis(grid=True))
    tips = base.tooltip(words, ("v", "规则", "variant"), ("b", "机器人", "bot"), ("t", "每局净分", "net per hand"))
    color = alt.Color("k:N", scale=alt.Scale(domain=domain, range=colors), legend=None)
    title = words.say("每局净分（分）", "net per hand (points)")
    chart = alt.layer(
        alt.Chart(base.data()).mark_rule(color=base.FAINT).encode(x=alt.datum(0)),
        alt.Chart(base.data()).mark_rule(strokeWidth=1.6).encode(x=alt.X("lo:Q", title=title), x2="hi:Q", y=y, color=color),
        alt.Chart(base.data())
        .mark_point(size=52, filled=True, opacity=1)
        .encode(
            x="x:Q",
            y=y,
            color=color,
            shape=alt.Shape("k:N", scale=alt.Scale(domain=domain, range=shapes), legend=None),
            tooltip=tips,
        ),
        alt.Chart(base.data())
        .transform_filter("isValid(datum.l)")
        .mark_text(dy=-11, fontSize=11)
        .encode(x="x:Q", y=y, text="l:N", color=color),
    ).properties(width="container", height=28 * len(run.variants))
    return Figure(
        "bots",
        Text("各机器人的输赢", "How the bots fare"),
        Text(
            "每局净分及 95% 区间；差距说明规则是否更有利于较强的打法。",
            "Net points per hand with 95 % intervals: does a rule reward the stronger play?",
        ),
        (Panel("bots", Text("", ""), base.spec_of(chart), rows),),
        texts,
    )


def bot_names(token: str, k: int, labelled: bool) -> Row:
    """A bot's name for the tooltip, its place in the palette, and the name once more where it is printed."""
    return {"b": token, "k": str(k), **({"l": token} if labelled else {})}


def _occurs(comparison: Comparison, lineup: int, fan: int) -> bool:
    """Whether any variant's wins ever score the fan."""
    return any(comparison.cell(v.index, lineup, f"fan{fan:02d}_rate").events for v in comparison.run.variants)
