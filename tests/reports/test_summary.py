"""The summary files: complete, stable to the byte, readable by the usual tools."""

from __future__ import annotations

import csv
import json
import shutil

import polars as pl
import pytest

from reports import summary
from reports.compare import compare
from reports.load import load

NAMES = ("summary.parquet", "summary.csv", "summary.json", "summary.md")


@pytest.fixture(scope="module")
def written(compared, tmp_path_factory):
    folder = tmp_path_factory.mktemp("summary")
    return folder, summary.write(compared, folder, "zh")


def test_one_row_per_variant_line_up_and_metric(written, compared):
    _, table = written
    run = compared.run
    assert table.height == sum(len(u.metrics) for u in run.lineups) * len(run.variants)
    assert table.select("variant", "lineup", "metric").is_unique().all()
    assert table["walls"].unique().to_list() == [3000]


def test_all_formats_hold_the_same_rows(written):
    folder, table = written
    assert pl.read_parquet(folder / "summary.parquet").equals(table)
    data = json.loads((folder / "summary.json").read_text(encoding="utf-8"))
    assert data["rows"] == table.to_dicts() and data["seed"] == 20261129 and data["baseline"] == "literal"
    with open(folder / "summary.csv", encoding="utf-8-sig", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == table.height and rows[0]["variant_zh"] == "帮助原文"
    assert [float(r["estimate"]) if r["estimate"] else None for r in rows] == table["estimate"].to_list()


def test_no_number_is_nan_or_infinite(written):
    _, table = written
    for name, dtype in table.schema.items():
        if dtype == pl.Float64:
            assert not table[name].is_nan().any() and not table[name].is_infinite().any(), name


def test_every_number_has_what_it_rests_on(written):
    """V20: n and an interval or a reason; no interval of width zero; no p without its effect."""
    _, table = written
    some = table.filter(pl.col("estimate").is_not_null())
    assert (some["n"] > 0).all()
    bare = some.filter(pl.col("low").is_null())
    assert set(bare["method"]) <= {"same on every wall"}
    assert (some.filter(pl.col("low").is_not_null())["high"] > some.filter(pl.col("low").is_not_null())["low"]).all()
    tested = table.filter(pl.col("p").is_not_null())
    assert tested.filter(pl.any_horizontal(pl.col("difference", "difference_low", "difference_high").is_null())).height == 0
    assert (tested["difference_low"] < tested["difference_high"]).all()
    assert (tested["p_adjusted"] >= tested["p"]).all()
    same = table.filter(pl.col("verdict") == "identical")
    assert same["difference_low"].null_count() == same.height and (same["differing_walls"] == 0).all()


def test_the_same_run_gives_the_same_bytes(null_study, tmp_path):
    """Twice, and with the parts listed in another order and from another folder."""
    other = tmp_path / "copy"
    shutil.copytree(null_study.path, other)
    manifest = json.loads((other / "manifest.json").read_text(encoding="utf-8"))
    manifest["parts"].reverse()
    (other / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    a, b = tmp_path / "a", tmp_path / "b"
    for source, target in ((null_study.path, a), (other, b)):
        target.mkdir()
        summary.write(compare(load(source)), target, "en")
    for name in NAMES:
        assert (a / name).read_bytes() == (b / name).read_bytes(), name


def test_rates_and_shares_add_up(written):
    """Draws are no losses: ends of hands, wins per seat and per bot, and points agree with one another."""
    _, table = written
    one = table.filter((pl.col("variant") == "literal") & (pl.col("lineup") == "one_greedy"))
    events = dict(one.select("metric", "events").iter_rows())
    estimate = dict(one.select("metric", "estimate").iter_rows())
    assert sum(events[f"seat{s}_win_rate"] for s in range(4)) == events["win_rate"]
    assert events["dealer_win_rate"] + sum(events[f"role{r}_win_rate"] for r in (1, 2, 3)) == events["win_rate"]
    assert events["bot0_win_rate"] + events["bot1_win_rate"] == events["win_rate"]
    assert estimate["bot0_net"] + 3 * estimate["bot1_net"] == pytest.approx(0, abs=1e-9)
    assert events["win_rate"] == 3000 - events["draw_rate"] + events["multi_win_rate"], "a double win is two wins in one hand"


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_markdown_holds_both_languages_the_asked_one_first(compared, lang):
    text = summary.markdown(compared, lang)
    zh, en = text.index("约定规则比较"), text.index("House rules compared")
    assert (zh < en) == (lang == "zh")
    assert len([line for line in text.splitlines() if line.startswith("|---|")]) == 6 and "None" not in text and "nan" not in text


def test_null_study_says_identical(null_study):
    """V6: A/A in both languages."""
    text = summary.markdown(compare(load(null_study.path)), "zh")
    assert "在 2,000 副牌墙上完全相同" in text and "identical on 2,000 walls" in text
    assert "▲" not in text and "▼" not in text and "？" not in text
