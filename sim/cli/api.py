"""Studies from Python: `run_study` does what `rulelab run` does and gives Polars frames back.

    from sim.cli.api import run_study

    result = run_study("quick", walls=5_000, variants=["hebei/literal", "hebei/app"])
    result.summary          # one row per variant, line-up and metric, with intervals (polars.DataFrame)
    result.rows()           # one row per hand, lazily (polars.LazyFrame)
    result.folder           # everything on disk, as the command leaves it

It stands under `sim.cli` because it also writes the report, and only the command package may import `reports`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import polars as pl


@dataclass(frozen=True)
class StudyResult:
    """A finished study."""

    folder: Path
    report: Path | None

    @property
    def manifest(self) -> dict[str, Any]:
        """What was played: variants with their rule differences, line-ups, seed, versions, hashes, parts."""
        found: dict[str, Any] = json.loads((self.folder / "manifest.json").read_text(encoding="utf8"))
        return found

    @property
    def summary(self) -> pl.DataFrame:
        """One row per variant, line-up and metric, with its interval and its paired difference to the baseline."""
        import polars as pl

        path = self.folder / "summary.parquet"
        if not path.exists():
            from reports import build

            build(self.folder, "en")
        return pl.read_parquet(path)

    def rows(self, *variants: str) -> pl.LazyFrame:
        """One row per hand with a column `variant` in front; all variants, or those with the given labels.

        Empty of columns but `variant` if the study was run with store=stats.
        """
        import polars as pl

        manifest = self.manifest
        labels = {v["slug"]: v["label"] for v in manifest["variants"]}
        frames = []
        for part in manifest["parts"]:
            label = labels[part["variant"]]
            files = [name for name in part["files"] if name.startswith("data/")]
            if variants and label not in variants:
                continue
            for name in files:
                frames.append(pl.scan_parquet(self.folder / name).select(pl.lit(label).alias("variant"), pl.all()))
        return pl.concat(frames) if frames else pl.LazyFrame({"variant": []}, schema={"variant": pl.String})


def run_study(
    study: str = "quick",
    *,
    out: str | Path | None = None,
    config_dirs: Sequence[str | Path] = (),
    progress: bool = False,
    report: bool = True,
    **settings: Any,
) -> StudyResult:
    """Run a study and return its results; what is there already in the folder is not played again.

    study        name of a study (`rulelab list studies`)
    out          results folder; None = runs/<study>-<hash> in the current folder
    config_dirs  folders with own variants and studies, as with --config-dir
    progress     show progress on standard error
    report       also write figures and report.html; summary.parquet is made on demand without it
    settings     any key of `rulelab run`: walls=5_000, variants=[...], lineups=[...], seed=7, store="stats",
                 columns="full", changes={"claim": {"multi_win": "head_bump"}}, compute="local"

    Raises `rulesets.errors.InputError` (one sentence, English and Chinese) for anything wrong with the request.
    """
    from sim.cli import execute
    from sim.cli.compose import from_keywords
    from sim.cli.prepare import prepare
    from sim.progress import Silent, for_stream

    words = [f"study={study}", f"report={str(report).lower()}"] + [_override(k, v) for k, v in settings.items()]
    if out is not None:
        words.append(f"out={out}")
    request = from_keywords(words, [Path(d) for d in config_dirs])
    prepared = prepare(request)
    done = execute.run(prepared, for_stream() if progress else Silent(), words, "en")
    return StudyResult(done.folder, done.report)


def _override(key: str, value: Any) -> str:
    """One keyword as a command-line setting: lists and mappings in YAML's flow style, which Hydra reads."""
    if isinstance(value, Mapping):
        return f"{key}={_flow(value)}"
    if isinstance(value, (list, tuple)):
        return f"{key}=[{','.join(_flow(v) for v in value)}]"
    if isinstance(value, bool):
        return f"{key}={str(value).lower()}"
    return f"{key}={'null' if value is None else value}"


def _flow(value: Any) -> str:
    from sim.cli.argv import quote

    if isinstance(value, Mapping):
        return "{" + ",".join(f"{k}:{_flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(_flow, value)) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return quote(value) if isinstance(value, str) else str(value)
