"""The numbers of a report as files: one row per (variant, line-up, metric).

`summary.parquet` and `summary.csv` hold all rows, `summary.json` the same with the study's facts, `summary.md` the primary
metrics and sentences for people. The same run gives the same bytes: rows are in report order, floats have 12 significant
digits, and no time, host or path is written.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reports import digits, words
from reports.compare import Cell, Comparison
from reports.load import Text

if TYPE_CHECKING:
    import polars as pl

LANGUAGES = ("zh", "en")


def frame(comparison: Comparison) -> pl.DataFrame:
    """All rows in report order: variants, line-ups, metrics. Shares are fractions of one, not per cent.

    `low` and `high` bound `estimate`, `difference_low` and `difference_high` bound `difference`, all with 95 %; `n` is what
    the interval's `method` counts (walls or trials). Null means that there is no such number, never zero.
    """
    import polars as pl

    schema = _schema(pl)
    run = comparison.run
    rows = [
        _row(comparison, comparison.cell(v.index, u.index, m.name))
        for v in run.variants
        for u in run.lineups
        for m in u.metrics
    ]
    return pl.DataFrame(rows, schema=schema, orient="row")


def _schema(pl: Any) -> dict[str, Any]:
    text, number, whole, flag = pl.String, pl.Float64, pl.Int64, pl.Boolean
    return {
        "variant": text, "lineup": text, "metric": text, "group": text, "primary": flag,
        "variant_zh": text, "variant_en": text, "metric_zh": text, "metric_en": text, "unit": text,
        "walls": whole, "events": whole, "trials": whole,
        "estimate": number, "low": number, "high": number, "method": text, "n": whole,
        "difference": number, "difference_low": number, "difference_high": number, "difference_method": text,
        "differing_walls": whole, "relative": number, "relative_low": number, "relative_high": number,
        "p": number, "p_adjusted": number, "correction": text, "epsilon": number, "verdict": text,
        "further_walls": whole, "saving": number,
    }  # fmt: skip


def _row(comparison: Comparison, cell: Cell) -> tuple[Any, ...]:
    run, metric, diff = comparison.run, cell.metric, cell.diff
    variant, lineup = run.variants[cell.variant], run.lineups[cell.lineup]
    estimate = cell.estimate
    head = (
        variant.slug, lineup.slug, metric.name, metric.group, metric.primary,
        variant.title.zh, variant.title.en, metric.definition.zh, metric.definition.en, metric.definition.unit,
        run.walls, cell.events, cell.trials,
        stable(estimate.estimate), stable(estimate.low), stable(estimate.high), str(estimate.method), estimate.n,
    )  # fmt: skip
    if diff is None:
        return (*head, None, None, None, None, None, None, None, None, None, None, None, stable(cell.epsilon), None, None, None)
    return (
        *head,
        stable(diff.value), stable(diff.low), stable(diff.high), str(diff.method), diff.differing,
        stable(diff.relative), stable(diff.relative_low), stable(diff.relative_high),
        stable(diff.p), stable(cell.p_adjusted), str(cell.correction), stable(cell.epsilon), str(cell.verdict),
        cell.further_walls, stable(diff.saving),
    )  # fmt: skip


def stable(value: float | None) -> float | None:
    """A float to 12 significant digits, so that the last bits of a library's rounding leave no trace.

    >>> stable(0.1 + 0.2)
    0.3
    """
    return None if value is None else float(f"{value:.12g}")


def facts(comparison: Comparison) -> dict[str, Any]:
    """What a reader needs beside the rows to know what was done."""
    run = comparison.run
    return {
        "study": run.study,
        "title": {lang: run.title[lang] for lang in LANGUAGES},
        "unit": run.unit,
        "seed": run.seed,
        "walls": run.walls,
        "walls_asked": run.asked,
        "wall_range": list(run.wall_range),
        "baseline": run.baseline.slug,
        "level": 0.95,
        "family_tests": comparison.family,
        "exploratory_tests": comparison.exploratory,
        **run.provenance,
        "versions": dict(run.versions),
        "variants": [
            {
                "variant": v.slug,
                "name": v.name,
                "rules_hash": v.rules_hash,
                "changes": [{"key": c.key, "from": c.before, "to": c.after} for c in v.changes],
            }
            for v in run.variants
        ],
        "lineups": [{"lineup": u.slug, "bots": list(u.bots)} for u in run.lineups],
    }


def markdown(comparison: Comparison, lang: str) -> str:
    """Primary metrics and one sentence per variant, the asked language first."""
    order = (lang, *(x for x in LANGUAGES if x != lang))
    return "\n".join(_markdown(comparison, x) for x in order)


def _markdown(comparison: Comparison, lang: str) -> str:
    run = comparison.run
    lines = [f"# {run.title[lang]}", "", _scope(comparison)[lang], ""]
    for lineup in run.lineups:
        lines += [f"## {lineup.title[lang]}", "", words.headline(comparison, lineup.index)[lang], ""]
        for f in words.findings(comparison, lineup.index):
            colon = "：" if lang == "zh" else ": "
            lines.append(f"- **{run.variants[f.variant].title[lang]}**{colon}{f.sentence[lang]}")
        lines += ["", *_table(comparison, lineup.index, lang), ""]
    return "\n".join(lines)


def _scope(comparison: Comparison) -> Text:
    run = comparison.run
    walls, base, unit = digits.count(run.walls), run.baseline.title, words.measure_of(run)
    open_zh = "" if run.complete else f"（尚未完成，应打 {digits.count(run.asked)}）"
    open_en = "" if run.complete else f" (not complete, of {digits.count(run.asked)})"
    return Text(
        f"每套规则、每种阵容各打 {walls} {unit.zh}{open_zh}；基准：{base.zh}；种子 {run.seed}。± 和方括号为 95% 区间。",
        f"{walls} {unit.en}{open_en} for each variant and line-up; baseline: {base.en}; seed {run.seed}. "
        "± and brackets are 95 % intervals.",
    )


def _table(comparison: Comparison, lineup: int, lang: str) -> list[str]:
    """Markdown table: the baseline's values, then signed differences with verdict signs."""
    run = comparison.run
    metrics = [m for m in run.lineups[lineup].metrics if m.primary]
    names = [m.short_zh if lang == "zh" else m.short_en for m in metrics]
    out = ["| | " + " | ".join(names) + " |", "|---|" + "---|" * len(names)]
    for v in run.variants:
        row = []
        for m in metrics:
            cell = comparison.cell(v.index, lineup, m.name)
            if cell.verdict is None:
                unit = digits.unit_of(m)
                row.append(f"{digits.estimate(cell).text} {unit.zh if lang == 'zh' else unit.en}")
            elif cell.diff is not None and cell.diff.identical:
                row.append(f"{cell.verdict.glyph} {words.VERDICT_WORDS[cell.verdict][lang]}")
            else:
                row.append(f"{cell.verdict.glyph} {digits.change(cell).text}")
        out.append(f"| {v.title[lang]} | " + " | ".join(row) + " |")
    return out


def _json(head: dict[str, Any], rows: list[dict[str, Any]]) -> str:
    """The facts indented, then one line per row."""
    text = json.dumps(head, ensure_ascii=False, indent=1, allow_nan=False)
    lines = ",\n  ".join(json.dumps(row, ensure_ascii=False, allow_nan=False) for row in rows)
    return f'{text[:-2]},\n "rows": [\n  {lines}\n ]\n}}\n'


def write(comparison: Comparison, run_dir: Path, lang: str) -> pl.DataFrame:
    """Write the four summary files into the run folder; returns the frame."""
    table = frame(comparison)
    table.write_parquet(run_dir / "summary.parquet", compression="zstd", statistics=False)
    table.write_csv(run_dir / "summary.csv", include_bom=True)  # the mark lets spreadsheets read Chinese names
    (run_dir / "summary.json").write_text(_json(facts(comparison), table.to_dicts()), encoding="utf-8")
    (run_dir / "summary.md").write_text(markdown(comparison, lang), encoding="utf-8")
    return table
