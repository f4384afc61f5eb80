"""Run folders that are incomplete, damaged or not run folders: one sentence in two languages, never a wrong report."""

from __future__ import annotations

import json
import shutil

import pytest

from reports.load import load
from rulesets.errors import InputError
from tests.reports.synthetic import LITERAL, Made, Variant, make_run


@pytest.fixture
def made(tmp_path) -> Made:
    return make_run(tmp_path / "运行 一", [LITERAL, Variant("other", "另", "other")], walls=2000, shards=2)


def edit(made: Made, change) -> None:
    path = made.path / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    change(manifest)
    path.write_text(json.dumps(manifest), encoding="utf-8")


def refused(path, *words: str) -> None:
    with pytest.raises(InputError) as caught:
        load(path)
    for word in words:
        assert word in caught.value.en
    assert caught.value.zh and caught.value.zh != caught.value.en


def test_a_whole_run_is_read(made):
    run = load(made.path)
    assert run.walls == run.asked == 2000 and run.complete and run.wall_range == (0, 2000)
    assert run.hands(0, 0) == 2000 and [v.slug for v in run.variants] == ["literal", "other"]


def test_parts_cover_hands_once(made):
    """Blocks add up to walls, walls to hands, and each histogram to what it counts."""
    run = load(made.path)
    h = run.histograms
    assert h[0, 0, "draws"].total == h[0, 0, "delta_dealer"].total == 2000
    assert h[0, 0, "delta_other"].total == 6000
    assert h[0, 0, "win_points"].total == run.sums[0, 0, "win_rate"].n
    assert run.sums[0, 0, "draw_rate"].n + sum(run.sums[0, 0, m].n for m in ("self_draw_rate", "rob_win_rate")) < 2000


def test_not_a_run_folder(tmp_path):
    refused(tmp_path, "manifest.json", str(tmp_path))


@pytest.mark.parametrize("text", ["", "{", "[1]", "null"])
def test_unreadable_manifest(made, text):
    (made.path / "manifest.json").write_text(text, encoding="utf-8")
    refused(made.path, "manifest.json")


@pytest.mark.parametrize("key", ["study", "walls", "variants", "parts", "baseline"])
def test_missing_key(made, key):
    edit(made, lambda m: m.pop(key))
    refused(made.path, key)


def test_other_versions_are_refused(made):
    edit(made, lambda m: m.update(metrics_version=99))
    refused(made.path, "metrics_version", "99")
    edit(made, lambda m: m.update(metrics_version=1, schema=7))
    refused(made.path, "schema", "7")


def test_unknown_baseline(made):
    edit(made, lambda m: m.update(baseline="nobody"))
    refused(made.path, "nobody")


def test_missing_statistics_file(made):
    (made.path / "stats/other/tally-00001.parquet").unlink()
    edit(made, lambda m: m.update(command="rulelab run study=quick"))
    refused(made.path, "tally-00001.parquet", "missing", "again (rulelab run study=quick).")


def test_truncated_statistics_file(made):
    path = made.path / "stats/other/hist-00000.parquet"
    path.write_bytes(path.read_bytes()[: path.stat().st_size * 6 // 10])
    refused(made.path, "hist-00000.parquet", "damaged")


def test_a_block_that_occurs_twice(made):
    def twice(manifest):
        for part in manifest["parts"]:
            if part["shard"] == 1:
                first = next(p for p in manifest["parts"] if p["shard"] == 0 and p["variant"] == part["variant"])
                part["files"] = first["files"]

    edit(made, twice)
    refused(made.path, "more than one part")


def test_an_unfinished_run_is_compared_on_common_walls_only(made):
    """One variant lacks its last part: only the walls that all variants have are used, and the run says so."""
    edit(made, lambda m: m.update(parts=[p for p in m["parts"] if not (p["shard"] == 1 and p["variant"] == "other")]))
    run = load(made.path)
    assert run.walls == 1000 and not run.complete and run.hands(0, 0) == run.hands(1, 0) == 1000


def test_nothing_in_common(made):
    edit(made, lambda m: m.update(parts=[p for p in m["parts"] if p["variant"] == "literal"]))
    refused(made.path, "no wall")


def test_a_damaged_file_is_named_where_nothing_else_is_left(made):
    """A run that met the damage and was stopped lists no part of those walls any more: the sentence still says why."""
    edit(made, lambda m: m.update(parts=[], command="rulelab run study=quick out=运行"))
    refused(made.path, "no wall", "again (rulelab run study=quick out=运行).")
    with pytest.raises(InputError) as caught:
        load(made.path)
    assert "is damaged" not in caught.value.en
    path = made.path / "stats/other/hist-00000.parquet"
    path.write_bytes(path.read_bytes()[:300])
    refused(made.path, "no wall", "hist-00000.parquet is damaged", "again (rulelab run study=quick out=运行).")


def test_order_of_parts_and_of_variants_does_not_matter(made, tmp_path):
    before = load(made.path)
    edit(made, lambda m: (m["parts"].reverse(), m["variants"].reverse()))
    after = load(made.path)
    assert dict(after.sums) == dict(before.sums) and after.baseline == before.baseline


def test_a_moved_folder_is_read(made, tmp_path):
    moved = tmp_path / "elsewhere"
    shutil.move(made.path, moved)
    assert load(moved).walls == 2000


def test_sums_beyond_64_bits_do_not_wrap(made):
    """Two blocks whose sums together leave 63 bits are added exactly."""
    import hashlib

    import pyarrow as pa
    import pyarrow.parquet as pq

    large = 2**62 + 12345
    digests = {}
    for shard in (0, 1):
        for slug in ("literal", "other"):
            path = made.path / f"stats/{slug}/tally-{shard:05d}.parquet"
            table = pq.read_table(path)
            column = table.schema.get_field_index("s_nn")
            table = table.set_column(column, "s_nn", pa.array([large] * table.num_rows, pa.int64()))
            pq.write_table(table, path)
            digests[path.relative_to(made.path).as_posix()] = hashlib.sha256(path.read_bytes()).hexdigest()
    edit(made, lambda m: [p["files"].update({k: digests[k] for k in p["files"] if k in digests}) for p in m["parts"]])
    assert load(made.path).sums[0, 0, "draw_rate"].nn == 2 * large
