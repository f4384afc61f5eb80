"""Doing what a prepared study asks: plan, play, store, report. Shared by the command and the Python call."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import yaml

from rulesets.options import Text
from sim.cli.prepare import Prepared
from sim.estimate import Estimate, estimate
from sim.plan import Study
from sim.progress import Progress, duration
from sim.shard import work_of
from sim.store import Store, run_folder, source_hash
from sim.streaks import with_streaks


@dataclass(frozen=True)
class Done:
    """A finished run: its folder, its report (None if none was asked for), and what was played."""

    folder: Path
    report: Path | None
    study: Study


def folder_of(prepared: Prepared) -> Path:
    """The results folder: the named one, or that of the same study, which the run continues or extends."""
    if prepared.settings.out is not None:
        return prepared.out
    return run_folder(prepared.out.parent, prepared.study)


def config_text(prepared: Prepared) -> str:
    """What was asked, as a file that gives the same study again when it is put into a config folder as study/NAME.yaml."""
    settings = prepared.settings
    body = {
        "name": settings.name,
        "title": dict(settings.title),
        "unit": settings.unit,
        "variants": [v.label for v in prepared.study.variants],
        "policy": settings.policy,
        "lineups": [x.name for x in prepared.study.lineups],
        "walls": settings.walls,
        "session_hands": settings.session_hands,
        "seed": settings.seed,
        "store": settings.store,
        "columns": settings.columns,
    }
    return "# @package _global_\n" + yaml.safe_dump(body, allow_unicode=True, sort_keys=False)


def command_line(arguments: Sequence[str]) -> str:
    """The command as one could type it again."""
    return shlex.join(["rulelab", "run", *arguments])


def run(prepared: Prepared, progress: Progress, arguments: Sequence[str], lang: str) -> Done:
    """Play what is missing and write the report. Raises InputError for a folder that holds another study."""
    from sim.distribute import run_plan

    folder = folder_of(prepared)
    work = with_streaks(work_of(prepared.study, source_hash()), prepared.study)
    with Store(folder, prepared.study, work, command=command_line(arguments), config=config_text(prepared)) as store:
        amount, (en, zh) = f"{prepared.study.pieces:,}", prepared.study.piece
        progress.note(f"rulelab: {amount} {en} into {folder}", f"rulelab：共 {amount} {zh}，结果写入 {folder}")
        run_plan(store, prepared.settings.compute, progress)
        study = store.study
    report = None
    if prepared.settings.report:
        from reports import build

        progress.note("writing the report", "正在写报告")
        report = Path(build(folder, lang))
    return Done(folder.absolute(), report.absolute() if report else None, study)


def outlook(prepared: Prepared) -> list[Text]:
    """The lines of a dry run: cells, shards, play groups, time and size. Plays a fraction of a second."""
    from sim.distribute import cores

    study = prepared.study
    workers = prepared.settings.compute.workers or cores()
    work = work_of(study, source_hash())
    guess: Estimate = estimate(study, work)
    played = sum(len(set(keys)) for keys in work.keys)
    cells = len(study.variants) * len(study.lineups)
    folder = folder_of(prepared)
    there = (folder / "manifest.json").exists()
    lengths = sorted({study.length(v) for v in study.variants})
    length = "–".join(dict.fromkeys((str(lengths[0]), str(lengths[-1]))))
    lines = [
        Text(f"study {study.name}: {study.title.en}", f"研究 {study.name}：{study.title.zh}"),
        Text(
            f"cells: {len(study.variants)} variants x {len(study.lineups)} line-ups = {cells}, of which {played} are played "
            "and the others scored from the same hands",
            f"格数：{len(study.variants)} 种规则 × {len(study.lineups)} 组阵容 = {cells}，"
            f"其中 {played} 格实际对局，其余由同一批牌局重新计分",
        ),
        Text(
            f"matches: {study.walls:,} a cell, each of at most {length} hands; hands in all: at most {guess.hands:,}",
            f"场：每格 {study.walls:,}，每场最多 {length} 局；合计最多 {guess.hands:,} 局",
        )
        if study.has_matches
        else Text(
            f"walls: {study.walls:,} a cell, {length} hand(s) each; hands in all: {guess.hands:,}",
            f"牌墙：每格 {study.walls:,}，每墙 {length} 局；共 {guess.hands:,} 局",
        ),
        Text(f"shards: {guess.shards}, files: {guess.files}", f"分片：{guess.shards}，文件：{guess.files}"),
        Text(
            f"estimated time: {duration(guess.seconds(workers))} on {workers} core(s)",
            f"预计时间：{duration(guess.seconds(workers), 'zh')}（{workers} 核）",
        ),
        Text(f"estimated size: {size_text(guess.size)}", f"预计大小：{size_text(guess.size)}"),
        Text(
            f"folder: {folder}{' (holds a run that would be continued)' if there else ''}",
            f"文件夹：{folder}{'（已有结果，将接着进行）' if there else ''}",
        ),
    ]
    return [*lines, *(_variant_line(prepared, i) for i in range(len(study.variants))), *_lineup_lines(study)]


def _variant_line(prepared: Prepared, index: int) -> Text:
    variant = prepared.study.variants[index]
    mark, mark_zh = (" (baseline)", "（基准）") if index == 0 else ("", "")
    return Text(f"  {variant.label}{mark}: {variant.spec.title.en}", f"  {variant.label}{mark_zh}：{variant.spec.title.zh}")


def _lineup_lines(study: Study) -> list[Text]:
    return [
        Text(f"  {x.name}: {', '.join(x.bot_names)}", f"  {x.name}：{'、'.join(x.bot_names)}") for x in study.lineups
    ]


def size_text(size: float) -> str:
    """Bytes in a readable unit.

    >>> size_text(1500), size_text(2.5e9)
    ('1.5 kB', '2.5 GB')
    """
    for unit in ("B", "kB", "MB"):
        if size < 1000:
            return f"{size:.3g} {unit}"
        size /= 1000
    return f"{size:.3g} GB"
