"""Reading runs: summaries, figures and the report page from the statistics of a run folder.

>>> from reports import build                                   # doctest: +SKIP
>>> build(Path("runs/hebei_house_rules-1a2b3c4d"), lang="zh")   # doctest: +SKIP
"""

from __future__ import annotations

from pathlib import Path

__all__ = ["build"]


def build(run_dir: Path, lang: str = "zh") -> Path:
    """Write `summary.*`, `figures/` and `report.html` into the run folder; returns the path of the page.

    Reads `manifest.json` and `stats/` only. `lang` ("zh" or "en") is the language shown first; the page holds both.
    Raises `rulesets.errors.InputError` if the folder is no run, not complete enough, or damaged.
    """
    from reports.report import build_report

    return build_report(Path(run_dir), lang)
