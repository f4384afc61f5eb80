"""From a run folder to its report: the one path through loading, comparing, writing."""

from __future__ import annotations

from pathlib import Path

from reports import render, summary
from reports.compare import compare
from reports.load import load
from reports.plots import figures_of, static
from reports.plots.base import Words
from rulesets.errors import InputError

PAGE = "report.html"
FIGURES = "figures"


def build_report(run_dir: Path, lang: str) -> Path:
    """Write all outputs of a run; see `reports.build`."""
    if lang not in summary.LANGUAGES:
        raise InputError(f'lang: "{lang}" is not a language; choose zh or en.', f"lang：没有“{lang}”这种语言，请选 zh 或 en。")
    comparison = compare(load(run_dir))
    try:
        summary.write(comparison, run_dir, lang)
        dictionary = Words()
        figures = figures_of(comparison, dictionary)
        static.write(figures, dictionary, comparison.run, run_dir / FIGURES, summary.LANGUAGES)
        render.write(comparison, figures, dictionary, run_dir / PAGE, lang)
    except OSError as error:
        raise InputError(
            f"{run_dir}: the report cannot be written: {error.strerror}.", f"{run_dir}：无法写入报告：{error.strerror}。"
        ) from error
    return run_dir / PAGE
