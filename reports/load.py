"""Reads a run folder: the manifest, then the tally and histogram files it names, checked against their hashes.

Only `manifest.json` and `stats/` are read; per-hand rows are never opened, so runs with and without them give the same
report. Sums are added by Polars in 128-bit integers, lazily over all files of a variant, and sorted.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from reports.clause_log import Log, read_logs
from reports.intervals import Cross, Sums
from reports.metrics import PRIMARY, Metric, metrics_of_lineup
from rulesets.errors import InputError
from sim.tallies import DEFAULT_MECHANISMS, METRICS_VERSION, TALLY_SUMS, FanName

if TYPE_CHECKING:
    import polars as pl

MANIFEST = "manifest.json"
MANIFEST_SCHEMA = 1
MOST_PIECES = 50


@dataclass(frozen=True, slots=True)
class Text:
    """A short text in both languages."""

    zh: str
    en: str

    def __getitem__(self, lang: str) -> str:
        return self.zh if lang == "zh" else self.en


@dataclass(frozen=True, slots=True)
class RuleChange:
    """One option that differs from the baseline."""

    key: str
    before: str
    after: str
    meaning: Text


@dataclass(frozen=True, slots=True)
class Variant:
    """A rule set of the study."""

    index: int
    slug: str
    name: str
    title: Text
    family: str
    rules_hash: str
    changes: tuple[RuleChange, ...]
    why: Text
    status: str
    source: Text
    policy: str


@dataclass(frozen=True, slots=True)
class Lineup:
    """Four bots that sit together, with the metrics that are counted for them."""

    index: int
    slug: str
    title: Text
    bots: tuple[str, ...]
    bot_titles: Mapping[str, Text]
    metrics: tuple[Metric, ...]


@dataclass(frozen=True, slots=True)
class Histogram:
    """An exact distribution: ascending values and how often each occurred."""

    values: tuple[int, ...]
    counts: tuple[int, ...]

    @property
    def total(self) -> int:
        """Number of observations."""
        return sum(self.counts)


@dataclass(frozen=True)
class Run:
    """A study ready to be reported. `walls` were played (of `asked`) in every variant and line-up."""

    path: Path
    study: str
    title: Text
    unit: str
    seed: int
    asked: int
    walls: int
    wall_range: tuple[int, int]
    variants: tuple[Variant, ...]
    lineups: tuple[Lineup, ...]
    fans: tuple[FanName, ...]
    sums: Mapping[tuple[int, int, str], Sums]
    crosses: Mapping[tuple[int, int, str], Cross]
    histograms: Mapping[tuple[int, int, str], Histogram]
    pieces: Mapping[tuple[int, int, str], tuple[tuple[Sums, Cross], ...]]
    """Primary metrics once more in at most `MOST_PIECES` runs of consecutive blocks, for resampling."""
    clauses: Mapping[tuple[int, int], Log] = field(default_factory=dict)
    """The clause log by rule set and line-up, where one was kept."""
    mechanisms: tuple[str, ...] = DEFAULT_MECHANISMS
    """Rare mechanisms of the rules (`sim.mechanisms`); what they bring is shown only where they are."""
    provenance: Mapping[str, str] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)

    @property
    def baseline(self) -> Variant:
        """The variant that all others are compared with; always the first."""
        return self.variants[0]

    @property
    def complete(self) -> bool:
        """Whether all walls that were asked for are there."""
        return self.walls >= self.asked

    def hands(self, variant: int, lineup: int) -> int:
        """Hands played by a variant with a line-up."""
        return self.sums[variant, lineup, "draw_rate"].d


def load(run_dir: Path) -> Run:
    """Everything a report needs, or an `InputError` that says what is missing or damaged."""
    manifest = _read_manifest(run_dir)
    fans = tuple(
        FanName(int(f["number"]), str(f["code"]), str(f["zh"]), str(f["en"])) for f in manifest.get("fans", ())
    )
    mechanisms = tuple(str(m) for m in manifest.get("mechanisms", DEFAULT_MECHANISMS))
    lineups = tuple(_lineup(i, entry, fans, mechanisms) for i, entry in enumerate(manifest["lineups"]))
    variants = _variants(manifest)
    sums: dict[tuple[int, int, str], Sums] = {}
    crosses: dict[tuple[int, int, str], Cross] = {}
    histograms: dict[tuple[int, int, str], Histogram] = {}
    pieces: dict[tuple[int, int, str], tuple[tuple[Sums, Cross], ...]] = {}
    clauses: dict[tuple[int, int], Log] = {}
    spans = _common_spans(run_dir, manifest, variants)
    for variant in variants:
        files = _files_of(run_dir, manifest, variant.slug, spans)
        for lineup, metric, row in _pooled_tallies(run_dir, files["tally"]):
            sums[variant.index, lineup, metric], crosses[variant.index, lineup, metric] = _both(row)
        for lineup, metric, rows in _pieces(files["tally"]):
            pieces[variant.index, lineup, metric] = tuple(_both(row) for row in rows)
        for lineup, name, histogram in _pooled_histograms(files["hist"]):
            histograms[variant.index, lineup, name] = histogram
        for at, log in read_logs(files["clauses"], files["tally"]).items():
            clauses[variant.index, at] = log
    walls = _common_walls(run_dir, variants, lineups, sums)
    return Run(
        path=run_dir,
        study=str(manifest["study"]),
        title=_text(manifest.get("title"), str(manifest["study"])),
        unit=str(manifest.get("unit", "hand")),
        seed=int(manifest["seed"]),
        asked=int(manifest["walls"]),
        walls=walls,
        wall_range=(spans[0][0], spans[-1][1]),
        variants=variants,
        lineups=lineups,
        fans=fans,
        sums=sums,
        crosses=crosses,
        histograms=histograms,
        pieces=pieces,
        clauses=clauses,
        mechanisms=mechanisms,
        provenance={k: str(manifest[k]) for k in ("config_hash", "source_hash", "command") if manifest.get(k)},
        versions={str(k): str(v) for k, v in sorted(manifest.get("versions", {}).items())},
    )


def _read_manifest(run_dir: Path) -> dict[str, Any]:
    path = run_dir / MANIFEST
    try:
        manifest: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise InputError(
            f"{run_dir} holds no {MANIFEST}: it is not the folder of a run.",
            f"{run_dir} 中没有 {MANIFEST}，不是一次运行的结果文件夹。",
        ) from None
    except (OSError, ValueError) as error:
        raise InputError(f"{path} cannot be read: {error}.", f"{path} 无法读取：{error}。") from error
    for key in ("schema", "study", "seed", "walls", "variants", "lineups", "parts", "baseline"):
        if not isinstance(manifest, dict) or key not in manifest:
            raise InputError(f'{path}: "{key}" is missing.', f"{path}：缺少“{key}”。")
    for key, ours in (("schema", MANIFEST_SCHEMA), ("metrics_version", METRICS_VERSION)):
        if manifest.get(key, ours) != ours:
            raise InputError(
                f"{path}: {key} is {manifest[key]}, this version of rulelab reads {ours}; run the study again.",
                f"{path}：{key} 为 {manifest[key]}，本版本只能读取 {ours}，请重新运行该研究。",
            )
    return manifest


def _text(value: Any, fallback: str) -> Text:
    """A title in both languages, the English one with a capital."""
    pair = value if isinstance(value, dict) else {"zh": value, "en": value}
    en = str(pair.get("en") or fallback)
    return Text(str(pair.get("zh") or fallback), en[:1].upper() + en[1:])


def _lineup(index: int, entry: dict[str, Any], fans: tuple[FanName, ...], mechanisms: tuple[str, ...]) -> Lineup:
    bots = tuple(str(b) for b in entry["bots"])
    title = _text(entry.get("title"), str(entry["name"]))
    titles = {bot: _text(entry.get("bot_titles", {}).get(bot), bot) for bot in bots}  # a bot's own name stands in for a title
    metrics = metrics_of_lineup(bots, fans, {bot: (t.zh, t.en) for bot, t in titles.items()}, mechanisms)
    return Lineup(index, str(entry["slug"]), title, bots, titles, metrics)


def _variants(manifest: dict[str, Any]) -> tuple[Variant, ...]:
    """Variants with the baseline first, the others in the study's order."""
    entries = list(manifest["variants"])
    entries.sort(key=lambda entry: entry["slug"] != manifest["baseline"])
    if not entries or entries[0]["slug"] != manifest["baseline"]:
        raise InputError(
            f'{MANIFEST}: the baseline "{manifest["baseline"]}" is not among the variants.',
            f"{MANIFEST}：基准“{manifest['baseline']}”不在规则列表中。",
        )
    out = []
    titles = [_text(entry.get("title"), str(entry.get("label") or entry["name"])) for entry in entries]
    for index, entry in enumerate(entries):
        title = titles[index]
        if titles.count(title) > 1 and index:  # the same rules again: the label tells them apart
            label = str(entry.get("label") or entry["slug"])
            title = Text(f"{title.zh}（{label}）", f"{title.en} ({label})")
        changes = tuple(
            RuleChange(
                str(d["key"]), _value(d["from"]), _value(d["to"]), Text(str(d["meaning_zh"]), str(d["meaning_en"]))
            )
            for d in entry.get("diff", ())
        )
        why = Text(str(entry.get("why_zh") or entry.get("why") or ""), str(entry.get("why") or ""))
        source = Text(str(entry.get("source_zh") or entry.get("source") or ""), str(entry.get("source") or ""))
        out.append(
            Variant(
                index, str(entry["slug"]), str(entry["name"]), title, str(entry["family"]), str(entry["rules_hash"]),
                changes, why, str(entry.get("status", "")), source, str(entry.get("policy", "")),
            )
        )  # fmt: skip
    return tuple(out)


def _value(value: Any) -> str:
    """An option's value as YAML writes it."""
    return {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)


Span = tuple[int, int]


def _span(part: dict[str, Any]) -> Span:
    return int(part["walls"][0]), int(part["walls"][1])


def _common_spans(run_dir: Path, manifest: dict[str, Any], variants: tuple[Variant, ...]) -> list[Span]:
    """Spans of walls that are finished in every variant, ascending: what may be compared while a run is not complete."""
    done: dict[str, set[Span]] = {v.slug: set() for v in variants}
    for part in manifest["parts"]:
        done.setdefault(str(part["variant"]), set()).add(_span(part))
    common = set.intersection(*(done[v.slug] for v in variants))
    if not common:
        raise _nothing_finished(run_dir, manifest)
    return sorted(common)


def _again(manifest: dict[str, Any]) -> Text:
    """What to do about parts that are not there: the command that made the run."""
    command = str(manifest.get("command") or "rulelab run")
    return Text(f"请再次运行同一命令（{command}）。", f"run the same command again ({command}).")


def _nothing_finished(run_dir: Path, manifest: dict[str, Any]) -> InputError:
    """No wall can be reported. A file of statistics that cannot be read is named: it may be why its walls are not counted."""
    damaged = next((p for p in sorted(run_dir.glob("stats/*/*.parquet")) if not _readable(p)), None)
    cause = Text(f"；{damaged} 已损坏", f"; {damaged} is damaged") if damaged else Text("", "")
    again = _again(manifest)
    return InputError(
        f"{run_dir}: no wall is finished in all variants yet{cause.en}; {again.en}",
        f"{run_dir}：还没有任何牌墙在全部规则下打完{cause.zh}；{again.zh}",
    )


def _readable(path: Path) -> bool:
    """Whether a statistics file is whole, by the checksums of its pages."""
    try:
        pq.read_table(path, page_checksum_verification=True)
    except (OSError, pa.ArrowException):
        return False
    return True


def _files_of(run_dir: Path, manifest: dict[str, Any], slug: str, spans: list[Span]) -> dict[str, list[Path]]:
    """Checked statistics files of a variant on these spans, by kind."""
    parts = [p for p in manifest["parts"] if p["variant"] == slug and _span(p) in set(spans)]
    files: dict[str, list[Path]] = {"tally": [], "hist": [], "clauses": []}
    for part in sorted(parts, key=_span):
        for name, digest in sorted(part["files"].items()):
            kind = Path(name).name.split("-")[0]
            if kind in files:
                files[kind].append(_checked(run_dir / name, str(digest), _again(manifest)))
    return files


def _checked(path: Path, digest: str, again: Text) -> Path:
    """The path of a statistics file whose content is the one the manifest lists."""
    try:
        found = hashlib.sha256(path.read_bytes()).hexdigest()
    except FileNotFoundError:
        raise InputError(f"{path} is missing; {again.en}", f"缺少 {path}；{again.zh}") from None
    except OSError as fault:
        raise InputError(f"{path} cannot be read ({fault.strerror}).", f"{path} 无法读取（{fault.strerror}）。") from None
    if found != digest:
        raise InputError(
            f"{path} was changed or damaged (its hash is not the manifest's); {again.en}",
            f"{path} 被改动或损坏（哈希与清单不符）；{again.zh}",
        )
    return path


def _pooled_tallies(run_dir: Path, files: list[Path]) -> Iterable[tuple[int, str, dict[str, int]]]:
    """Totals over blocks by line-up and metric; a block that occurs twice is refused."""
    import polars as pl

    rows = pl.scan_parquet(files).with_columns(pl.col("metric").cast(pl.String))
    keys = ["lineup", "metric"]
    totals = rows.group_by(keys).agg(
        *(pl.col(c).cast(pl.Int128).sum() for c in TALLY_SUMS),
        twice=pl.len() != pl.col("block").n_unique(),
    )
    frame: pl.DataFrame = totals.sort(keys).collect()
    if frame["twice"].any():
        raise InputError(
            f"{run_dir}: a block of walls occurs in more than one part; delete stats/ and run the study again.",
            f"{run_dir}：同一段牌墙出现在多个分片中，请删除 stats/ 后重新运行。",
        )
    for row in frame.iter_rows(named=True):
        yield int(row["lineup"]), str(row["metric"]), {c: int(row[c]) for c in TALLY_SUMS}


def _both(row: Mapping[str, int]) -> tuple[Sums, Cross]:
    own = Sums(*(row[c] for c in ("walls", "s_n", "s_d", "s_nn", "s_dd", "s_nd")))
    return own, Cross(*(row[c] for c in ("c_nn", "c_nd", "c_dn", "c_dd", "same")))


def _pieces(files: list[Path]) -> Iterable[tuple[int, str, list[dict[str, int]]]]:
    """Sums of primary metrics over runs of consecutive blocks, by line-up and metric."""
    import polars as pl

    keys = ["lineup", "metric"]
    rows = pl.scan_parquet(files).with_columns(pl.col("metric").cast(pl.String))
    place = pl.col("block").rank("ordinal").over(keys).cast(pl.Int64) - 1
    group = place * pl.min_horizontal(pl.len().over(keys), MOST_PIECES) // pl.len().over(keys)
    totals = rows.filter(pl.col("metric").is_in(PRIMARY)).with_columns(piece=group).group_by([*keys, "piece"])
    frame = totals.agg(pl.col(c).cast(pl.Int128).sum() for c in TALLY_SUMS).sort([*keys, "piece"]).collect()
    for (lineup, metric), part in frame.partition_by(keys, as_dict=True, maintain_order=True).items():
        yield int(lineup), str(metric), [{c: int(row[c]) for c in TALLY_SUMS} for row in part.iter_rows(named=True)]


def _pooled_histograms(files: list[Path]) -> Iterable[tuple[int, str, Histogram]]:
    import polars as pl

    rows = pl.scan_parquet(files).with_columns(pl.col("name").cast(pl.String))
    counted = rows.group_by("lineup", "name", "value").agg(pl.col("count").sum()).sort("lineup", "name", "value").collect()
    for (lineup, name), frame in counted.partition_by("lineup", "name", as_dict=True, maintain_order=True).items():
        yield int(lineup), str(name), Histogram(tuple(frame["value"].to_list()), tuple(frame["count"].to_list()))


def _common_walls(
    run_dir: Path,
    variants: tuple[Variant, ...],
    lineups: tuple[Lineup, ...],
    sums: Mapping[tuple[int, int, str], Sums],
) -> int:
    """Walls played, the same for every variant, line-up and metric."""
    counts = set()
    for variant in variants:
        for lineup in lineups:
            for metric in lineup.metrics:
                found = sums.get((variant.index, lineup.index, metric.name))
                if found is None:
                    raise InputError(
                        f'{run_dir}: no statistics of "{metric.name}" for "{variant.slug}" with "{lineup.slug}".',
                        f"{run_dir}：“{variant.slug}”在阵容“{lineup.slug}”下没有“{metric.name}”的统计。",
                    )
                counts.add(found.walls)
    if len(counts) != 1:
        raise InputError(
            f"{run_dir}: variants or line-ups hold different numbers of walls ({sorted(counts)}); run the study again.",
            f"{run_dir}：各规则或阵容的牌墙数不同（{sorted(counts)}），请重新运行该研究。",
        )
    return counts.pop()
