"""A study from the command to its report, continued, extended, compared with itself; and the same from Python."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import polars as pl
import pytest

from sim.cli.api import run_study
from sim.cli.compose import from_keywords
from sim.cli.prepare import prepare
from tests.sim.cli_tools import Shell, refused, shell

__all__ = ["shell"]

SMALL = ["run", "study=quick", "compute=local", "walls=60"]


def digests(folder: Path) -> dict[str, str]:
    """SHA-256 of every part and statistics file."""
    files = [p for group in ("data", "stats") for p in sorted((folder / group).rglob("*.parquet"))]
    return {p.relative_to(folder).as_posix(): hashlib.sha256(p.read_bytes()).hexdigest() for p in files}


def test_a_study_ends_with_the_path_of_its_report_and_is_continued(shell: Shell) -> None:
    """In a folder with a Chinese name; the second call plays nothing; the report can be written again."""
    first = shell(*SMALL, "out=结果/一")
    assert first.code == 0, first
    folder = shell.folder / "结果" / "一"
    assert first.out.strip().splitlines()[-1] == f"Report: {folder / 'report.html'}"
    for name in ("report.html", "manifest.json", "run.json", "config.yaml", "log.txt", "summary.csv", "summary.md"):
        assert (folder / name).stat().st_size > 0
    before = digests(folder)
    again = shell(*SMALL, "out=结果/一", "lang=zh")
    assert again.code == 0 and again.out.startswith("报告：") and digests(folder) == before
    (folder / "report.html").unlink()
    rebuilt = shell("report", "结果/一")
    assert rebuilt.code == 0 and Path(rebuilt.out.strip()) == Path("结果/一/report.html")
    assert (folder / "report.html").exists()


def test_the_default_folder_is_found_again_and_extended(shell: Shell) -> None:
    """No time stamp in its name: more walls, or one more variant, go on in the same folder and reuse its parts."""
    assert shell(*SMALL, "report=false").code == 0
    (folder,) = (shell.folder / "runs").iterdir()
    before = digests(folder)
    assert shell(*SMALL, "report=false", "variants=hebei/literal,hebei/head_bump,hebei/chi_allowed,hebei/app").code == 0
    assert list((shell.folder / "runs").iterdir()) == [folder]
    after = digests(folder)
    assert before.items() <= after.items() and "data/hebei-app/part-00000.parquet" in after


def test_a_folder_with_another_study_is_refused(shell: Shell) -> None:
    assert shell(*SMALL, "out=here", "report=false").code == 0
    ran = shell(*SMALL, "out=here", "seed=2")
    assert ran.code == 2 and "seed" in ran.err and "another study" in ran.err
    assert len(ran.err.strip().splitlines()) == 1, "nothing is announced before the refusal"


def test_the_saved_settings_give_the_same_study(shell: Shell) -> None:
    """config.yaml of a run, put into a config folder, is that study."""
    assert shell(*SMALL, "out=here", "report=false", "seed=5").code == 0
    shell.write("mine/study/again.yaml", (shell.folder / "here" / "config.yaml").read_text(encoding="utf8"))
    ran = shell("run", "--config-dir", "mine", "study=again", "compute=local", "out=there", "report=false")
    assert ran.code == 0, ran
    assert digests(shell.folder / "there") == digests(shell.folder / "here")


def test_a_study_of_the_same_rules_twice_is_identical(shell: Shell) -> None:
    ran = shell("run", "study=aa_check", "walls=60", "compute=local", "out=aa")
    assert ran.code == 0, ran
    summary = pl.read_parquet(shell.folder / "aa" / "summary.parquet")
    verdicts = set(summary.filter(pl.col("variant") != pl.col("variant").first())["verdict"].drop_nulls())
    assert verdicts <= {"identical", "undefined"} and "identical" in verdicts, verdicts
    assert "identical" in (shell.folder / "aa" / "report.html").read_text(encoding="utf8")


def test_a_dry_run_tells_and_leaves_nothing(shell: Shell) -> None:
    en, zh = shell(*SMALL, "dry_run=true"), shell(*SMALL, "dry_run=true", "lang=zh")
    assert en.code == zh.code == 0
    for word in ("cells: 3 variants x 1 line-ups", "shards: 1", "estimated time", "estimated size", "runs/quick-"):
        assert word in en.out, en.out
    assert "格数" in zh.out and "预计时间" in zh.out
    assert list(shell.folder.iterdir()) == []


def test_a_sweep_gives_one_folder_and_one_report(shell: Shell) -> None:
    argv = ["run", "-m", "study=quick", "variants=hebei/literal", "changes.wall.reserve=6,14", "walls=40", "compute=local"]
    assert shell(*argv, "out=swept").code == 0
    manifest = json.loads((shell.folder / "swept" / "manifest.json").read_text(encoding="utf8"))
    assert [v["label"] for v in manifest["variants"]] == [
        "hebei/literal", "hebei/literal+wall.reserve=6", "hebei/literal+wall.reserve=14",
    ]  # fmt: skip
    assert sorted(p.name for p in shell.folder.iterdir()) == ["swept"]


def test_a_folder_that_cannot_be_made(shell: Shell) -> None:
    refused(shell, [*SMALL, "report=false", "out=/proc/rulelab"], "/proc/rulelab", "cannot be written")


def test_show_names_the_hand_of_a_study(shell: Shell) -> None:
    """Wall 3 of seed 7 in a study is the hand that `show` plays, in every language and with either kind of tiles."""
    assert shell("run", "study=quick", "seed=7", "walls=10", "compute=local", "out=here", "report=false").code == 0
    row = pl.read_parquet(shell.folder / "here" / "data" / "hebei-literal" / "*.parquet").filter(pl.col("wall") == 3)
    points = ", ".join(f"seat {s} {row[f'delta_s{s}'][0]:+d}" for s in range(4))
    shown = shell("show", "seed=7", "wall=3", "variant=hebei/literal", "lineup=four_greedy")
    assert shown.code == 0 and shown.out.strip().endswith(f"points: {points}"), shown
    zh = shell("show", "seed=7", "wall=3", "lang=zh", "tiles=glyphs")
    assert zh.code == 0 and "得失" in zh.out and any("\U0001f000" <= c <= "\U0001f02b" for c in zh.out)
    assert shell("show", "seed=7", "wall=1", "session_hands=3", "hand=3").code == 0


class TestPython:
    def test_frames(self, shell: Shell) -> None:
        result = run_study("quick", walls=40, compute="local", out="py", variants=["帮助原文", "截胡"], report=False)
        rows = result.rows().collect()
        assert rows.columns[:2] == ["variant", "wall"] and rows.height == 2 * 40
        assert result.rows("hebei/head_bump").collect().height == 40
        totals = rows.select(sum(pl.col(f"delta_s{s}").cast(pl.Int64) for s in range(4)).alias("sum"))["sum"]
        assert totals.unique().to_list() == [0]
        assert {"variant", "metric", "estimate", "low", "high", "verdict"} <= set(result.summary.columns)
        assert result.report is None and result.manifest["walls"] == 40

    def test_mappings_and_statistics_only(self, shell: Shell) -> None:
        result = run_study(
            "quick", walls=20, compute="local", out="py", variants="hebei/literal", store="stats",
            changes={"claim": {"multi_win": "head_bump"}, "kan": {"rob_added": False}}, report=False,
        )  # fmt: skip
        assert [v["label"] for v in result.manifest["variants"]] == [
            "hebei/literal", "hebei/literal+claim.multi_win=head_bump+kan.rob_added=false",
        ]  # fmt: skip
        assert result.rows().collect().height == 0 and not (result.folder / "data").exists()

    def test_faults_are_sentences(self, shell: Shell) -> None:
        with pytest.raises(ValueError, match="Did you mean walls"):
            run_study("quick", wals=3)
        with pytest.raises(ValueError, match="hebei/literal"):
            run_study("quick", variants=["hebei/litteral"])


def test_every_shipped_study_can_be_prepared(shell: Shell) -> None:
    """Names resolve, cross-checks hold, and no warning is left open in the main study."""
    root = Path(__file__).resolve().parents[2]
    for path in sorted((root / "conf" / "study").glob("*.yaml")):
        prepared = prepare(from_keywords([f"study={path.stem}"]))
        assert prepared.study.name == path.stem and prepared.study.title.en and prepared.study.title.zh
        if path.stem == "hebei_house_rules":
            assert prepared.warnings == () and len(prepared.study.variants) >= 13 and prepared.study.walls == 20_000


def test_a_fuzhou_study_speaks_of_fuzhou(shell: Shell) -> None:
    """Its own measures, fans and terms in both languages, and none of those that belong to other games."""
    ran = shell("run", "study=fuzhou_quick", "walls=40", "compute=local", "out=here", "lang=zh")
    assert ran.code == 0, ran
    page = (shell.folder / "here" / "report.html").read_text(encoding="utf8")
    for word in ("开局和牌", "抢金率", "三金倒率", "打到最后一组率", "和牌者金数", "最后一组 last group", "A winner's flowers"):
        assert word in page or word.replace("'", "&#39;") in page, word
    assert not any(word in page for word in ("杠分", "kan points", "Kan points", "捉五"))
    fans = json.loads((shell.folder / "here" / "manifest.json").read_text(encoding="utf8"))["fans"]
    assert {"天胡", "金雀", "金龙", "三金倒", "抢金"} <= {fan["zh"] for fan in fans}
    hebei = shell(*SMALL, "out=there", "lang=zh")
    page = (shell.folder / "there" / "report.html").read_text(encoding="utf8")
    assert hebei.code == 0 and "杠分占比" in page and not any(word in page for word in ("抢金", "花数", "最后一组"))


def test_a_study_of_two_regions_is_refused(shell: Shell) -> None:
    ran = shell("run", "study=fuzhou_quick", "variants=fuzhou/fz_std,hebei/literal", "out=here")
    assert ran.code == 2 and "mixes" in ran.err and not (shell.folder / "here").exists()
