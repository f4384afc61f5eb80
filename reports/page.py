"""The page's content as plain data: what stands where, every number already in its marks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from reports import digits, discipline, markup, match_answer, settlement, words
from reports.compare import Cell, Comparison, Verdict
from reports.intervals import FEW_WALLS, Interval, Method
from reports.load import Lineup, Run, Text, Variant
from reports.metrics import PRIMARY, Metric
from reports.paired import saving_interval
from reports.plots import Figure
from reports.plots.distributions import gap, quantiles
from reports.texts import PageTexts, page_texts
from reports.words import Weight

MOST_ROWS, FEWEST_ROWS, ROWS_OF_A_PAGE = 12, 4, 430
"""Rows of a variant's table of moved measures; fewer where there are many variants, so that the page stays small. The files
hold all."""

MEASURE_GROUPS = ("outcome", "match", "points", "pace", "special", "dealer")
MATCH_TABLES = (
    ("hands_per_unit", "sweep_rate", "eight_tai_end_rate", "bust_rate", "no_seat_rate", "hand_limit_rate"),
    ("top_result", "player_busts", "bust_player_rate", "loans_per_match", "bench_rate", "first_waiter_result", "bench_bonus"),
)
"""Measures of matches in the columns of two tables, how they end and what becomes of players; those that the study does not
count are left out."""


@dataclass(frozen=True)
class HeadCell:
    """A table cell of the comparison: mark-up, verdict, and "k of n line-ups" where they disagree."""

    html: Markup
    verdict: Verdict | None = None
    agreement: str = ""


def context(comparison: Comparison, figures: list[Figure]) -> dict[str, Any]:
    """Everything the template needs."""
    run, t, alone = comparison.run, page_texts(comparison.run.unit), len(comparison.run.variants) == 1
    return {
        "t": t,
        "run": run,
        "both": markup.both,
        "text": Text,
        "unit_of": lambda m: digits.unit_of(m) if alone else digits.difference_unit(m),
        "scope": scope(run),
        "warnings": warnings(run, t),
        "alone": alone,
        "headlines": [words.headline(comparison, u.index) for u in run.lineups],
        "answers": [answers(comparison, u.index) for u in run.lineups],
        "tables": [table(comparison, u) for u in run.lineups],
        "legend": legend(),
        "figures": figures,
        "measures": measures(comparison),
        "fan_rows": [fan_rows(comparison, u) for u in run.lineups],
        "quantiles": [quantile_rows(comparison, u.index) for u in run.lineups],
        "panels": [panel(comparison, v) for v in run.variants[1:]],
        "bots": [bot_rows(comparison, u) for u in run.lineups],
        "matches": [match_rows(comparison, u) for u in run.lineups] if "match" in run.mechanisms else [],
        "match_bots": [match_bot_rows(comparison, u) for u in run.lineups] if "match" in run.mechanisms else [],
        "bands": [bands(comparison, u.index) for u in run.lineups],
        "savings": [savings(comparison, u.index) for u in run.lineups],
        "settlement_columns": settlement.columns(comparison),
        "settlement": [settlement.rows(comparison, u.index) for u in run.lineups],
        "settlement_said": settlement.sentences(comparison),
        "matches_said": [match_answer.said(comparison, u) for u in run.lineups] if "match" in run.mechanisms else [],
        **discipline.context(comparison),
        "primary": primary(run.lineups[0]),
        "glossary": [(term, meaning) for term, meaning, needs in t.glossary if not needs or needs in run.mechanisms],
        "corrections": t.filled("corrections_text", family=comparison.family, rest=comparison.exploratory),
    }


def primary(lineup: Lineup) -> list[Metric]:
    """The primary metrics in report order."""
    return sorted((m for m in lineup.metrics if m.primary), key=lambda m: PRIMARY.index(m.name))


def scope(run: Run) -> list[tuple[Markup, Text]]:
    """The figures under the title: variants, line-ups, walls, hands."""
    t = page_texts()
    hands = sum(run.hands(v.index, u.index) for v in run.variants for u in run.lineups)
    counts = (len(run.variants), len(run.lineups), run.walls, hands)
    unit = words.measure_of(run)
    sets = t["scope_sets" if counts[0] > 1 else "scope_one_set"]
    lineups = t["scope_lineups" if counts[1] > 1 else "scope_one_lineup"]
    names = (sets, lineups, Text(unit.zh, f"{unit.en} each"), t["scope_hands"])
    return [(markup.count(n), name) for n, name in zip(counts, names, strict=True)]


def warnings(run: Run, t: PageTexts) -> list[Text]:
    """What must be said before anything else."""
    out = []
    if not run.complete:
        done, asked = digits.count(run.walls), digits.count(run.asked)
        out.append(t.filled("incomplete", done=done, asked=asked, unit_en=words.measure_of(run).en))
    if run.walls < FEW_WALLS:
        unit = words.measure_of(run)
        out.append(t.filled("few_walls", unit_zh=unit.zh, unit_en=unit.en))
    return out


def answers(comparison: Comparison, lineup: int) -> list[dict[str, Any]]:
    """Findings under headings of weight, heaviest first."""
    found = words.findings(comparison, lineup)
    return [
        {
            "title": words.WEIGHT_WORDS[weight],
            "key": weight.name.lower(),
            "findings": [(comparison.run.variants[f.variant], f) for f in found if f.weight is weight],
        }
        for weight in Weight
        if any(f.weight is weight for f in found)
    ]


def table(comparison: Comparison, lineup: Lineup) -> list[tuple[Variant, list[HeadCell]]]:
    """The comparison table of one line-up: the baseline's values, then differences with verdicts."""
    return [
        (v, [_head_cell(comparison, comparison.cell(v.index, lineup.index, m.name)) for m in primary(lineup)])
        for v in comparison.run.variants
    ]


def _head_cell(comparison: Comparison, cell: Cell) -> HeadCell:
    if cell.verdict is None:
        return HeadCell(markup.estimate(cell))
    k, n = comparison.agreement(cell.variant, cell.metric.name, cell.lineup)
    sign = "" if cell.verdict is Verdict.IDENTICAL else markup.sign(cell.verdict)
    return HeadCell(sign + markup.difference(cell), cell.verdict, f"{k}/{n}" if k < n else "")


def measures(comparison: Comparison) -> list[dict[str, Any]]:
    """All general measures under the baseline, one column per line-up, with what they mean."""
    run, base = comparison.run, comparison.run.baseline.index
    skip = {"hands_per_unit"} if run.unit == "hand" else set()
    wanted = [m for m in run.lineups[0].metrics if m.group in MEASURE_GROUPS and m.name not in skip]
    return [
        {
            "name": Text(m.definition.zh, m.definition.en),
            "meaning": Text(m.definition.meaning_zh, m.definition.meaning_en),
            "values": [markup.estimate(comparison.cell(base, u.index, m.name)) for u in run.lineups],
        }
        for m in wanted
    ]


def fan_rows(comparison: Comparison, lineup: Lineup) -> list[tuple[Text, Markup, Markup]]:
    """Per fan that occurs under the baseline its frequency among wins and its share of points, most frequent first."""
    run, base = comparison.run, comparison.run.baseline.index
    found = [(f, comparison.cell(base, lineup.index, f"fan{f.number:02d}_rate")) for f in run.fans]
    found = sorted((x for x in found if x[1].events), key=lambda x: (-x[1].events, x[0].number))
    return [
        (
            Text(f.zh, f"{f.zh} {f.en}"),
            markup.estimate(rate),
            markup.estimate(comparison.cell(base, lineup.index, f"fan{f.number:02d}_share"), bare=True),
        )
        for f, rate in found
    ]


def legend() -> list[tuple[Markup, Text]]:
    """The signs of the table and what they mean."""
    order = (
        Verdict.HIGHER, Verdict.LOWER, Verdict.SLIGHTLY_HIGHER, Verdict.SLIGHTLY_LOWER, Verdict.SAME, Verdict.UNRESOLVED,
    )  # fmt: skip
    return [(markup.sign(v), words.VERDICT_WORDS[v]) for v in order]


def panel(comparison: Comparison, variant: Variant) -> dict[str, Any]:
    """One variant: its rules, and by line-up its sentence and the measures that moved."""
    t = page_texts()
    return {
        "variant": variant,
        "status": t.status.get(variant.status, Text(variant.status, variant.status)),
        "lineups": [
            {
                "finding": words.finding(comparison, variant.index, u.index),
                "signs": [markup.sign(_verdict(comparison, variant, u, m)) for m in primary(u)],
                **moved(comparison, variant, u),
            }
            for u in comparison.run.lineups
        ],
    }


def _verdict(comparison: Comparison, variant: Variant, lineup: Lineup, metric: Metric) -> Verdict:
    return comparison.cell(variant.index, lineup.index, metric.name).verdict or Verdict.UNDEFINED


def moved(comparison: Comparison, variant: Variant, lineup: Lineup) -> dict[str, Any]:
    """Rows on the measures that a variant moved, primary ones first, then by size in bands; whether some were left out."""
    cells = [comparison.cell(variant.index, lineup.index, m.name) for m in lineup.metrics]
    shown = [c for c in cells if _shown(c)]
    run = comparison.run
    most = max(FEWEST_ROWS, min(MOST_ROWS, ROWS_OF_A_PAGE // (len(run.variants) * len(run.lineups))))
    shown.sort(key=lambda c: (not c.metric.primary, -abs(c.in_bands or 0.0), c.metric.order))
    base = run.baseline.index
    rows = [
        {
            "name": Text(c.metric.definition.zh, c.metric.definition.en),
            "unit": digits.unit_of(c.metric),
            "primary": c.metric.primary,
            "before": markup.estimate(comparison.cell(base, lineup.index, c.metric.name), bare=True),
            "after": markup.estimate(c, bare=True),
            "difference": markup.difference(c),
            "relative": markup.relative(c),
            "p": markup.p_value(c.p_adjusted),
            "sign": markup.sign(c.verdict or Verdict.UNDEFINED),
        }
        for c in shown[:most]
    ]
    return {"rows": rows, "more": len(shown) > most}


def _shown(cell: Cell) -> bool:
    """Claims and open primary questions; seats have a figure of their own."""
    if cell.verdict is None or cell.metric.group in ("seat", "role"):
        return False
    return cell.verdict.is_claim or (cell.metric.primary and cell.verdict is Verdict.UNRESOLVED)


def quantile_rows(comparison: Comparison, lineup: int) -> list[dict[str, Any]]:
    """Per variant the quantiles of a winner's points, the largest seen, and the distance to the baseline's distribution."""
    run = comparison.run
    reference = run.histograms.get((run.baseline.index, lineup, "win_points"))
    out = []
    for v in run.variants:
        h = run.histograms.get((v.index, lineup, "win_points"))
        if not h or not h.total:
            continue
        distance = gap(reference, h) if reference and v.index != run.baseline.index else None
        out.append(
            {
                "variant": v,
                "wins": markup.count(h.total),
                "quantiles": [markup.whole_quantile(i) for i in quantiles(comparison, v.index, lineup, "win_points")],
                "largest": markup.number(digits.count(h.values[-1]), "", h.total, None, None, "maximum"),
                "gap": markup.NOTHING if distance is None else _gap(distance, h.total),
            }
        )
    return out


def _gap(distance: float, n: int) -> Markup:
    """The largest distance between two distribution functions, a description of the sample (exact), in points of per cent."""
    return markup.number(digits.fixed(100 * distance, 1), "", n, None, None, "largest distance of two exact histograms")


def bot_rows(comparison: Comparison, lineup: Lineup) -> list[tuple[Variant, list[tuple[Text, list[Markup]]]]]:
    """Per variant the results of each different bot; empty where all four are the same."""
    if not any(m.group == "bot" for m in lineup.metrics):
        return []
    names = list(dict.fromkeys(lineup.bots))
    out = []
    for v in comparison.run.variants:
        results = []
        for k, bot in enumerate(names):
            cells = [comparison.cell(v.index, lineup.index, f"bot{k}_{x}") for x in ("net", "win_rate", "deal_in_rate")]
            results.append((lineup.bot_titles[bot], [markup.estimate(c, bare=True) for c in cells]))
        out.append((v, results))
    return out


def match_rows(comparison: Comparison, lineup: Lineup) -> list[dict[str, Any]]:
    """The tables of matches of one line-up: the columns of each, and per variant the values."""
    known = {m.name: m for m in lineup.metrics}
    tables = [[known[name] for name in names if name in known] for names in MATCH_TABLES]
    return [
        {
            "columns": [(Text(m.definition.zh, m.definition.en), digits.unit_of(m)) for m in columns],
            "rows": [
                (v, [markup.estimate(comparison.cell(v.index, lineup.index, m.name), bare=True) for m in columns])
                for v in comparison.run.variants
            ],
        }
        for columns in tables
        if columns
    ]


def match_bot_rows(comparison: Comparison, lineup: Lineup) -> list[tuple[Variant, list[tuple[Text, list[Markup]]]]]:
    """Per variant the matches of each different bot: place, first places, result, busts; empty where all are the same."""
    names = list(dict.fromkeys(lineup.bots))
    known = {m.name for m in lineup.metrics}
    wanted = ("place", "top_rate", "match_result", "bust_rate")
    if len(names) < 2:
        return []
    return [
        (
            v,
            [
                (
                    lineup.bot_titles[bot],
                    [
                        markup.estimate(comparison.cell(v.index, lineup.index, f"bot{k}_{x}"), bare=True)
                        if f"bot{k}_{x}" in known
                        else markup.NOTHING
                        for x in wanted
                    ],
                )
                for k, bot in enumerate(names)
            ],
        )
        for v in comparison.run.variants
    ]


def bands(comparison: Comparison, lineup: int) -> list[tuple[Text, str, Text]]:
    """The bands of indifference of the primary metrics: name, size, unit."""
    out = []
    for m in primary(comparison.run.lineups[lineup]):
        cell = comparison.cell(comparison.run.baseline.index, lineup, m.name)
        if cell.epsilon is not None:
            unit = digits.difference_unit(m)
            size = digits.two_significant(cell.epsilon * digits.scale_of(m))
            out.append((Text(m.short_zh, m.short_en), size, Text(unit.zh, unit.en)))
    return out


def savings(comparison: Comparison, lineup: int) -> list[tuple[Variant, list[Markup]]]:
    """Per variant and primary metric, how many times more hands independent walls would have needed."""
    run = comparison.run
    out = []
    for v in run.variants[1:]:
        row = []
        for m in primary(run.lineups[lineup]):
            diff = comparison.cell(v.index, lineup, m.name).diff
            if diff is None or diff.identical:
                row.append(Markup("<span class=nil>＝</span>"))
            elif diff.saving is None:
                row.append(markup.NOTHING)
            else:
                base = [sums for sums, _ in run.pieces[run.baseline.index, lineup, m.name]]
                low, high = saving_interval(run.pieces[v.index, lineup, m.name], base) or (None, None)
                row.append(_saving(Interval(diff.saving, low, high, Method.NONE, diff.walls)))
        out.append((v, row))
    return out


def _saving(i: Interval) -> Markup:
    """"×2.4 [2.2, 2.6]"."""
    assert i.estimate is not None
    places = 0 if i.estimate >= 20 else 1
    spread = "" if i.low is None or i.high is None else f"[{i.low:,.{places}f}, {i.high:,.{places}f}]"
    return markup.number(f"×{i.estimate:,.{places}f}", spread, i.n, i.low, i.high, "too few blocks for an interval")
