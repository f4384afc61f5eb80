"""The run folder: whole parts, resume, extension, refusals."""

from __future__ import annotations

import dataclasses
import errno
import io
import json
import os
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from rulesets.errors import InputError
from sim import outcomes, tallies
from sim import store as store_module
from sim.distribute import Place, RunFailed, run_plan
from sim.plan import Study
from sim.progress import Lines
from sim.shard import PlayError
from sim.store import run_folder
from tests.sim import standin
from tests.sim.studies import LITERAL, LONG, RICH, results, store, study

HERE = Place("local", workers=1)


def run(root: Path, asked: Study, **options: Any) -> dict[str, bytes]:
    with store(root, asked) as folder:
        run_plan(folder, options.pop("place", HERE), player=options.pop("player", standin.play), **options)
    return results(root)


def manifest(root: Path) -> dict[str, Any]:
    return json.loads((root / "manifest.json").read_text(encoding="utf8"))


def test_folder_content_and_manifest(tmp_path: Path) -> None:
    run(tmp_path / "a", study(RICH, LONG, walls=45))
    said = manifest(tmp_path / "a")
    assert said["complete"] and said["walls_done"] == 45
    assert said["baseline"] == "hebei-literal"
    assert [v["label"] for v in said["variants"]] == [LITERAL, RICH, LONG]
    assert said["variants"][2]["diff"] == [
        {
            "key": "wall.reserve",
            "from": 12,
            "to": 40,
            "meaning_en": said["variants"][2]["diff"][0]["meaning_en"],
            "meaning_zh": said["variants"][2]["diff"][0]["meaning_zh"],
        }
    ]
    assert len(said["parts"]) == 5 * 3
    assert {f.split("/")[0] for p in said["parts"] for f in p["files"]} == {"data", "stats"}
    assert said["fans"][0]["code"] == "MENQING"
    assert sum(p["rows"] for p in said["parts"]) == 45 * 2 * 3
    names = {p.name for p in (tmp_path / "a").iterdir()}
    assert names == {"run.json", "config.yaml", "manifest.json", "data", "stats", "log.txt", ".lock"}
    run_entry = json.loads((tmp_path / "a" / "run.json").read_text(encoding="utf8"))["runs"][0]
    assert run_entry["outcome"] == "complete" and run_entry["hands"] == 270 and run_entry["workers"] == 1


def test_parts_hold_schema_hashes_and_sorted_rows(tmp_path: Path) -> None:
    run(tmp_path, study(LONG, walls=25, unit="session", session_hands=3))
    path = next(tmp_path.glob("data/*/part-00001.parquet"))
    table = pq.read_table(path)
    assert table.schema.names == outcomes.column_names()
    assert table.schema.equals(outcomes.schema())
    keys = list(zip(*(table[c].to_pylist() for c in ("lineup", "wall", "hand_no")), strict=True))
    assert keys == sorted(keys) == [(x, w, h) for x in range(2) for w in range(10, 20) for h in range(3)]
    said = {k.decode(): v.decode() for k, v in pq.read_metadata(path).metadata.items()}
    assert said["rulelab_walls"] == "10-20" and said["rulelab_seed"] == "1" and said["rulelab_hands"] == "60"
    assert {"rulelab_design", "rulelab_variant", "rulelab_source", "rulelab_digests"} <= set(said)
    assert pq.read_metadata(path).row_group(0).column(0).compression == "ZSTD"


def test_variants_with_sessions_of_their_own_length(tmp_path: Path) -> None:
    """`format.max_hands` of a variant is the length of its sessions; they are the first hands of longer ones."""
    short, long = LITERAL + "+format.max_hands=2", LITERAL + "+format.max_hands=5"
    asked = study(short, long, walls=25, unit="session", session_hands=3)
    assert asked.hands == 25 * 2 * (3 + 2 + 5)
    before = run(tmp_path / "a", asked)

    def hands(slug: str) -> list[dict[str, Any]]:
        return pq.read_table(tmp_path / "a" / "data" / slug / "part-00001.parquet").to_pylist()

    plain, few, many = (hands(v.slug) for v in asked.variants)
    assert [(h["wall"], h["hand_no"]) for h in few[:4]] == [(10, 0), (10, 1), (11, 0), (11, 1)]
    assert few == [h for h in plain if h["hand_no"] < 2] and plain == [h for h in many if h["hand_no"] < 3]
    for variant, n in zip(asked.variants, (3, 2, 5), strict=True):
        tally = tallies.pool(tallies.merge(pq.read_table(p) for p in (tmp_path / "a" / "stats" / variant.slug).glob("tally-*")))
        assert tally[0, "hands_per_unit"]["s_n"] == n * 25 and tally[0, "hands_per_unit"]["s_d"] == 25
    assert [v["hands_per_unit"] for v in manifest(tmp_path / "a")["variants"]] == [3, 2, 5]
    run(tmp_path / "grown", study(short, walls=15, unit="session", session_hands=3))
    assert run(tmp_path / "grown", asked) == before


def test_no_winner_at_all_keeps_the_types(tmp_path: Path) -> None:
    """A shard of draws only has the same schema as any other."""

    def draws_only(*arguments: Any, **options: Any) -> Any:
        played = standin.play(*arguments, **options)
        for name in ("end", "winner_mask", "fans_a", *(f"delta_s{s}" for s in range(4))):
            played.rows[name] = 0
        played.rows["payer"] = -1
        played.fan_paid[:] = 0
        return played

    run(tmp_path / "a", study(walls=10), player=draws_only)
    run(tmp_path / "b", study(walls=10))
    for name in ("data/hebei-literal/part-00000", "stats/hebei-literal/tally-00000", "stats/hebei-literal/hist-00000"):
        a, b = (pq.read_table(tmp_path / f / f"{name}.parquet").schema for f in "ab")
        assert a.equals(b)


def test_stats_only_gives_the_same_statistics(tmp_path: Path) -> None:
    run(tmp_path / "rows", study(LONG))
    run(tmp_path / "stats", study(LONG, store="stats"))
    assert not (tmp_path / "stats" / "data").exists()
    for path in (tmp_path / "rows").glob("stats/**/*.parquet"):
        other = tmp_path / "stats" / path.relative_to(tmp_path / "rows")
        assert pq.read_table(path).equals(pq.read_table(other))


def test_totals_add_up(tmp_path: Path) -> None:
    """V5: hands = wins + draws; histogram totals = seats; points sum to zero; statistics = rows."""
    run(tmp_path, study(LONG, walls=95))
    data = [pq.read_table(p) for p in sorted((tmp_path / "data" / "hebei-literal").glob("*.parquet"))]
    tally = tallies.pool(tallies.merge(pq.read_table(p) for p in (tmp_path / "stats/hebei-literal").glob("tally-*")))
    hist = tallies.merge(pq.read_table(p) for p in (tmp_path / "stats/hebei-literal").glob("hist-*")).to_pylist()
    assert sum(t.num_rows for t in data) == 190
    for lineup in range(2):
        hands = tally[lineup, "draw_rate"]["s_d"]
        decided = sum(
            1 for t in data for row in t.to_pylist() if row["lineup"] == lineup and row["winner_mask"]
        )
        assert hands == 95 == decided + tally[lineup, "draw_rate"]["s_n"]
        assert sum(tally[lineup, f"seat{s}_net"]["s_n"] for s in range(4)) == 0
        counts = {n: sum(r["count"] for r in hist if r["lineup"] == lineup and r["name"] == n) for n in
                  ("delta_dealer", "delta_other", "draws", "win_points")}  # fmt: skip
        assert counts == {"delta_dealer": 95, "delta_other": 285, "draws": 95, "win_points": tally[lineup, "win_rate"]["s_n"]}


def test_same_rules_under_two_names_are_identical(tmp_path: Path) -> None:
    """V6: rows and statistics of an A/A pair are equal, every wall counts as the same."""
    run(tmp_path, study(LITERAL + "@again", LONG))
    a, b = "hebei-literal", "hebei-literal--again"
    for path in (tmp_path / "stats" / a).glob("*.parquet"):
        assert pq.read_table(path).equals(pq.read_table(tmp_path / "stats" / b / path.name))
    tally = pq.read_table(tmp_path / "stats" / b / "tally-00000.parquet").to_pylist()
    assert all(r["same"] == r["walls"] and r["c_nn"] == r["s_nn"] and r["c_dd"] == r["s_dd"] for r in tally)
    (other,) = (tmp_path / "stats").glob("*reserve-40*")
    differing = pq.read_table(other / "tally-00000.parquet").to_pylist()
    assert any(r["same"] < r["walls"] for r in differing)


def test_the_same_command_again_plays_nothing(tmp_path: Path) -> None:
    before = run(tmp_path, study(LONG))
    standin.CALLS.clear()
    out = io.StringIO()
    assert run(tmp_path, study(LONG), progress=Lines(out)) == before
    assert standin.CALLS == []
    assert "already complete" in out.getvalue()
    assert len(json.loads((tmp_path / "run.json").read_text())["runs"]) == 2


@pytest.mark.parametrize("walls", [50, 55, 200])
def test_more_walls_equal_a_fresh_run(tmp_path: Path, walls: int) -> None:
    run(tmp_path / "grown", study(LONG, walls=45))
    standin.CALLS.clear()
    grown = run(tmp_path / "grown", study(LONG, walls=walls))
    assert grown == run(tmp_path / "fresh", study(LONG, walls=walls))


def test_more_walls_play_only_new_shards(tmp_path: Path) -> None:
    run(tmp_path, study(walls=40))
    times = {p: p.stat().st_mtime_ns for p in tmp_path.rglob("*.parquet")}
    run(tmp_path, study(walls=60))
    assert all(p.stat().st_mtime_ns == t for p, t in times.items())


def test_one_more_variant_equals_a_fresh_run(tmp_path: Path) -> None:
    run(tmp_path / "grown", study(LONG))
    times = {p: p.stat().st_mtime_ns for p in (tmp_path / "grown").rglob("*.parquet")}
    grown = run(tmp_path / "grown", study(RICH, LONG))
    assert all(p.stat().st_mtime_ns == t for p, t in times.items())
    assert grown == run(tmp_path / "fresh", study(RICH, LONG))


def test_a_variant_with_other_play_can_be_added_too(tmp_path: Path) -> None:
    run(tmp_path / "grown", study(RICH))
    assert run(tmp_path / "grown", study(RICH, LONG)) == run(tmp_path / "fresh", study(RICH, LONG))


def test_fewer_walls_keep_what_is_there(tmp_path: Path) -> None:
    before = run(tmp_path, study(walls=50))
    assert run(tmp_path, study(walls=25)) == before


def one_bit(content: bytes) -> bytes:
    """The file with the last bit of its first column turned over; its footer is left alone."""
    column = pq.read_metadata(io.BytesIO(content)).row_group(0).column(0)
    last = (column.dictionary_page_offset or column.data_page_offset) + column.total_compressed_size - 1
    return content[:last] + bytes([content[last] ^ 1]) + content[last + 1 :]


@pytest.mark.parametrize("kind", ["data", "tally", "hist"])
@pytest.mark.parametrize("damage", ["cut", "empty", "gone", "foreign", "text", "bit"])
def test_a_damaged_part_is_made_again(tmp_path: Path, kind: str, damage: str) -> None:
    before = run(tmp_path, study(LONG))
    pattern = "data/hebei-literal/part-00002.parquet" if kind == "data" else f"stats/hebei-literal/{kind}-00002.parquet"
    path = tmp_path / pattern
    content = path.read_bytes()
    if damage == "gone":
        path.unlink()
    elif damage == "foreign":
        path.write_bytes((path.parent / path.name.replace("00002", "00003")).read_bytes())
    else:
        damaged = {"cut": content[: len(content) * 6 // 10], "empty": b"", "text": b"hello", "bit": one_bit(content)}
        path.write_bytes(damaged[damage])
    standin.CALLS.clear()
    assert run(tmp_path, study(LONG)) == before
    assert standin.CALLS, "nothing was played"


@pytest.mark.parametrize("kind", ["data", "tally", "hist"])
def test_a_turned_bit_is_found_where_the_manifest_lists_nothing(tmp_path: Path, kind: str) -> None:
    """A run killed before its shard was whole: the manifest knows no checksum, the pages have their own."""
    before = run(tmp_path, study(LONG))
    (path,) = (p for p in tmp_path.rglob("*-00002.parquet") if "literal/" in str(p) and (p.parts[-3] == kind or kind in p.name))
    (tmp_path / "manifest.json").unlink()
    with store(tmp_path, study(LONG)) as folder:
        assert folder.missing() == []
    (tmp_path / "manifest.json").unlink()
    path.write_bytes(one_bit(path.read_bytes()))
    with store(tmp_path, study(LONG)) as folder:
        assert [(shard.number, lacks) for shard, lacks in folder.missing()] == [(2, (0,))]
    assert run(tmp_path, study(LONG)) == before


def test_a_damaged_part_is_found_again_after_a_run_that_did_not_mend_it(tmp_path: Path) -> None:
    """The manifest that is written when the damage is found no longer lists the part; it must still not be adopted."""
    before = run(tmp_path, study(LONG))
    path = tmp_path / "data/hebei-literal/part-00002.parquet"
    path.write_bytes(one_bit(path.read_bytes()))
    for _ in range(2):
        with store(tmp_path, study(LONG)) as folder:
            assert [shard.number for shard, _ in folder.missing()] == [2]
    assert run(tmp_path, study(LONG)) == before


def test_parts_of_another_code_version_are_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(tmp_path, study())
    asked = study()
    with store(tmp_path, asked) as folder:
        assert folder.missing() == []
    with store_module.Store(tmp_path, asked, dataclasses.replace(folder.work, source="other")) as folder:
        assert len(folder.missing()) == 5


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"seed": 2}, r"seed: 1 there, 2 asked"),
        ({"columns": "full"}, r"columns: default there, full asked"),
        ({"block": 20}, r"block: 10 there, 20 asked"),
        ({"name": "other"}, r"study: small there, other asked"),
    ],
)
def test_another_study_in_the_folder_is_refused(tmp_path: Path, change: dict[str, Any], named: str) -> None:
    before = run(tmp_path, study(LONG))
    with pytest.raises(InputError, match=named) as fault:
        store(tmp_path, dataclasses.replace(study(LONG), **change))
    assert "out=" in fault.value.zh
    assert results(tmp_path) == before


def test_a_changed_variant_of_the_same_name_is_refused(tmp_path: Path) -> None:
    """The rules behind a name were edited: the sentence names variant and option."""
    before = run(tmp_path, study(LONG))
    edited = study(LONG)
    spec = dataclasses.replace(study("hebei/literal+wall.reserve=20").variants[1].spec, name=edited.variants[1].spec.name)
    edited = dataclasses.replace(edited, variants=(edited.variants[0], dataclasses.replace(edited.variants[1], spec=spec)))
    with pytest.raises(InputError, match=r"reserve=40: wall.reserve: 40 there, 20 asked"):
        store(tmp_path, edited)
    assert results(tmp_path) == before


def test_two_runs_in_one_folder_are_refused(tmp_path: Path) -> None:
    first = store(tmp_path, study())
    with pytest.raises(InputError, match=rf"another run is at work in this folder \(process {os.getpid()}"):
        store(tmp_path, study())
    first.close()
    store(tmp_path, study()).close()


def test_unwritable_folder_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(InputError, match=r"cannot be written .*out=FOLDER") as fault:
        store(tmp_path / "file" / "run", study())
    assert "无法写入" in fault.value.zh
    with pytest.raises(InputError, match="is an address"):
        store(Path("s3://bucket/run"), study())


def test_full_disk_is_one_sentence_and_can_be_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real, left = os.replace, [9]

    def replace(a: Any, b: Any) -> None:
        left[0] -= str(b).endswith(".parquet")
        if left[0] < 0 and str(b).endswith(".parquet"):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(b))
        real(a, b)

    monkeypatch.setattr(store_module.os, "replace", replace)
    with pytest.raises(InputError, match="the disk is full"):
        run(tmp_path / "a", study())
    assert not list((tmp_path / "a").rglob("*.tmp"))
    assert 0 < manifest(tmp_path / "a")["walls_done"] < 50
    monkeypatch.setattr(store_module.os, "replace", real)
    assert run(tmp_path / "a", study()) == run(tmp_path / "b", study())


def test_impossible_hands_are_refused_and_named(tmp_path: Path) -> None:
    def cheat(*arguments: Any, **options: Any) -> Any:
        played = standin.play(*arguments, **options)
        played.rows["delta_s0"][played.rows["wall"] == 23] += 1
        return played

    with pytest.raises(RunFailed, match=r"shard 2.*points do not sum to zero: study seed 1, wall 23"):
        run(tmp_path, study(), player=cheat)
    said = manifest(tmp_path)
    assert not said["complete"] and said["walls_done"] == 40
    assert sorted({p["shard"] for p in said["parts"]}) == [0, 1, 3, 4]
    assert issubclass(PlayError, RuntimeError)


def test_the_manifest_lists_only_shards_that_every_variant_has(tmp_path: Path) -> None:
    run(tmp_path, study(LONG))
    next(tmp_path.glob("data/*reserve*/part-00003.parquet")).unlink()
    store(tmp_path, study(LONG)).close()
    said = manifest(tmp_path)
    assert sorted({p["shard"] for p in said["parts"]}) == [0, 1, 2, 4]
    assert not said["complete"] and said["walls_done"] == 40


def test_folders_and_variants_with_chinese_names(tmp_path: Path) -> None:
    asked = study()
    spec = dataclasses.replace(study(LONG).variants[1].spec, name="hebei/截胡 二")
    asked = dataclasses.replace(asked, name="研究", variants=(asked.variants[0], dataclasses.replace(asked.variants[0], spec=spec)))
    root = tmp_path / "结果 一" / "甲"
    run(root, asked)
    assert [v["label"] for v in manifest(root)["variants"]] == [LITERAL, "hebei/截胡 二"]
    assert all(p.relative_to(root).as_posix().isascii() for p in root.rglob("*"))
    assert run(root, asked) == results(root)


def test_folder_chosen_for_the_user(tmp_path: Path) -> None:
    """The default folder: the study's own; with more variants the one it extends; never one of other rules."""
    two = run_folder(tmp_path, study(LONG))
    assert two.parent == tmp_path and not two.exists()
    run(two, study(LONG))
    assert run_folder(tmp_path, study(LONG, walls=99)) == two
    assert run_folder(tmp_path, study(RICH, LONG)) == two
    assert run_folder(tmp_path, study(RICH)) != two
    assert run_folder(tmp_path, study(LONG, seed=2)) != two
    both = study(RICH, LONG)
    other = dataclasses.replace(both, variants=(*both.variants[:2], dataclasses.replace(both.variants[2], policy="mechanical")))
    assert run_folder(tmp_path, other) != two, "a folder whose variant was decided by other bots' beliefs is not extended"


def test_left_over_temporary_files_are_swept(tmp_path: Path) -> None:
    run(tmp_path, study(walls=10))
    (tmp_path / "data" / "hebei-literal" / ".part-00000.parquet.99.1.tmp").write_bytes(b"half")
    store(tmp_path, study(walls=10)).close()
    assert not list(tmp_path.rglob("*.tmp"))
