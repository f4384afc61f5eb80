"""Threads of one process: same bytes in any order and number, killed and resumed, interrupted, failing."""

from __future__ import annotations

import io
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from sim import distribute, progress
from sim.distribute import Place, RunFailed, run_plan
from sim.store import Store
from tests.sim import standin
from tests.sim.studies import LONG, RICH, results, store, study

ROOT = Path(__file__).resolve().parents[2]


def run(root: Path, walls: int = 120, workers: int = 1, **options: Any) -> dict[str, bytes]:
    with store(root, study(RICH, LONG, walls=walls)) as folder:
        run_plan(folder, Place("local", workers=workers), player=options.pop("player", standin.play), **options)
    return results(root)


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The results of one undisturbed run with one worker."""
    return run(tmp_path_factory.mktemp("quiet") / "run")


@pytest.mark.parametrize("workers", [2, 7])
def test_same_bytes_with_any_number_of_workers(tmp_path: Path, quiet: dict[str, bytes], workers: int) -> None:
    """V13, and a seed that means the same in parallel."""
    assert run(tmp_path, workers=workers) == quiet


def test_same_bytes_when_shards_finish_in_any_order(
    tmp_path: Path, quiet: dict[str, bytes], monkeypatch: pytest.MonkeyPatch
) -> None:
    def delayed(*arguments: Any, **options: Any) -> Any:
        time.sleep(random.random() / 100)
        return standin.play(*arguments, **options)

    real = Store.missing
    monkeypatch.setattr(Store, "missing", lambda self: random.sample(todo := real(self), len(todo)))
    assert run(tmp_path, workers=5, player=delayed) == quiet


def test_chunks_have_no_effect(tmp_path: Path, quiet: dict[str, bytes], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.shard._CHUNK_HANDS", 7)
    assert run(tmp_path) == quiet


def _start(root: Path, walls: int = 120) -> subprocess.Popen[str]:
    """The same run in a process of its own, slowed down."""
    code = (
        "import sys; from pathlib import Path; from tests.sim import test_distribute_threads as t\n"
        f"t.run(Path(sys.argv[1]), walls={walls}, workers=2)"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code, str(root)],
        cwd=ROOT,
        env={**os.environ, "DELAY": "0.05", "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def _parts(root: Path) -> list[Path]:
    return list(root.glob("data/*/*.parquet"))


def _wait_for_parts(root: Path, n: int, process: subprocess.Popen[str]) -> None:
    deadline = time.monotonic() + 60
    while len(_parts(root)) < n:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.mark.parametrize("at", [2, 9, 20])
def test_killed_and_resumed(tmp_path: Path, quiet: dict[str, bytes], at: int) -> None:
    """kill -9 of the driver: data, manifest and statistics agree after the same command, every hand there once."""
    process = _start(tmp_path)
    _wait_for_parts(tmp_path, at, process)
    process.kill()
    process.communicate()
    there = {p: p.stat().st_mtime_ns for p in _parts(tmp_path)}
    assert len(there) < 36
    assert run(tmp_path, workers=2) == quiet
    whole = [p for p, t in there.items() if p.stat().st_mtime_ns == t]
    assert len(whole) >= len(there) - 6, "finished parts were played again"
    said = json.loads((tmp_path / "manifest.json").read_text(encoding="utf8"))
    assert sum(p["rows"] for p in said["parts"]) == 120 * 2 * 3


@pytest.mark.slow
def test_killed_at_random_moments(tmp_path: Path, quiet: dict[str, bytes]) -> None:
    """Twenty kills of one and the same run: rows in the files = hands in the manifest after each, and in the end all."""
    for _ in range(20):
        process = _start(tmp_path)
        time.sleep(1.0 + 1.5 * random.random())
        process.kill()
        process.communicate()
        store(tmp_path, study(RICH, LONG, walls=120)).close()
        said = json.loads((tmp_path / "manifest.json").read_text(encoding="utf8"))
        for part in said["parts"]:
            for name in part["files"]:
                if name.startswith("data/"):
                    assert pq.read_metadata(tmp_path / name).num_rows == part["rows"]
        assert said["walls_done"] * 6 == sum(p["rows"] for p in said["parts"])
    assert run(tmp_path) == quiet


def test_interrupted_and_resumed(tmp_path: Path, quiet: dict[str, bytes]) -> None:
    """Ctrl-C ends soon, books what is finished, and leaves a folder that can be continued."""
    process = _start(tmp_path)
    _wait_for_parts(tmp_path, 3, process)
    process.send_signal(signal.SIGINT)
    _, said = process.communicate(timeout=30)
    assert "KeyboardInterrupt" in said
    manifest = json.loads((tmp_path / "manifest.json").read_text(encoding="utf8"))
    assert 0 < manifest["walls_done"] < 120
    assert len(manifest["parts"]) == len(_parts(tmp_path)) // 3 * 3
    runs = json.loads((tmp_path / "run.json").read_text(encoding="utf8"))["runs"]
    assert [r["outcome"] for r in runs] == ["interrupted"]
    assert not list(tmp_path.rglob("*.tmp"))
    assert run(tmp_path) == quiet


def test_a_failing_shard_leaves_the_others(tmp_path: Path, quiet: dict[str, bytes]) -> None:
    """The second of the shards raises: the others finish, the log names it, the same command completes the run."""

    def broken(rules: Any, bots: Any, walls: Any, seed: int, **options: Any) -> Any:
        if 10 in walls:
            raise ValueError("no such tile")
        return standin.play(rules, bots, walls, seed, **options)

    with pytest.raises(RunFailed, match=r"shard 1 could not be played: no such tile") as fault:
        run(tmp_path, player=broken)
    assert "分片 1" in fault.value.zh
    assert "no such tile" in (tmp_path / "log.txt").read_text(encoding="utf8")
    assert len(_parts(tmp_path)) == 33
    assert run(tmp_path) == quiet


def test_a_first_wall_that_cannot_be_played_costs_its_shard(tmp_path: Path, quiet: dict[str, bytes]) -> None:
    def broken(rules: Any, bots: Any, walls: Any, seed: int, **options: Any) -> Any:
        if walls[0] == 0:
            raise ValueError("no such tile")
        return standin.play(rules, bots, walls, seed, **options)

    with pytest.raises(RunFailed, match="shard 0 could not be played"):
        run(tmp_path, player=broken)
    assert run(tmp_path) == quiet


def test_a_run_that_always_fails_gives_up(tmp_path: Path) -> None:
    """Two hundred shards that cannot be played do not make two hundred messages."""

    def broken(rules: Any, bots: Any, walls: Any, seed: int, **options: Any) -> Any:
        if walls[-1] > 9:
            raise ValueError("no such tile")
        return standin.play(rules, bots, walls, seed, **options)

    with pytest.raises(RunFailed, match="and 9 more could not be played"):
        run(tmp_path, walls=2000, player=broken)
    assert (tmp_path / "log.txt").read_text(encoding="utf8").count("ValueError: no such tile") == 10


def test_backend_by_expected_work() -> None:
    assert distribute._backend(Place(), 10) == "local"
    assert distribute._backend(Place(), 100) == "ray"
    assert distribute._backend(Place(address="host:1"), 1) == "ray"
    assert distribute._backend(Place("local"), 1e6) == "local"
    assert distribute._backend(Place("ray"), 0) == "ray"


def test_stall_names_the_shards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distribute, "_STALL_SECONDS", 0.5)

    def slow(rules: Any, bots: Any, walls: Any, seed: int, **options: Any) -> Any:
        if 10 in walls and len(walls) == 10:
            time.sleep(2.5)
        return standin.play(rules, bots, walls, seed, **options)

    out = io.StringIO()
    with store(tmp_path, study(walls=20)) as folder:
        run_plan(folder, Place("local", workers=1), progress.Lines(out), player=slow)
    assert "at work: 1" in out.getvalue()


def test_plain_lines_without_a_terminal(tmp_path: Path) -> None:
    """Output to a file: lines with done, total and rate; the last says complete or what is missing."""
    out = io.StringIO()
    seconds = itertools.count()
    with store(tmp_path, study(walls=40)) as folder:
        lines_out = progress.Lines(out, clock=lambda: float(next(seconds)))
        run_plan(folder, Place("local", workers=1), lines_out, player=standin.play)
    lines = out.getvalue().splitlines()
    assert lines[-1].startswith("complete: 80 hands")
    assert any("of 80 hands" in line and "hands/s" in line for line in lines)
    assert all("\r" not in line for line in lines)


def test_lines_come_at_least_every_ten_seconds() -> None:
    now = [0.0]
    out = io.StringIO()
    lines = progress.Lines(out, clock=lambda: now[0])
    lines.start(1_000_000, 0)
    for _ in range(100):
        now[0] += 1
        lines.advance(100)
    assert 9 <= len(out.getvalue().splitlines()) <= 11
    lines.finish(False)
    assert "incomplete: 10,000 of 1,000,000 hands" in out.getvalue()


def test_run_json_says_where_and_with_what(tmp_path: Path) -> None:
    run(tmp_path, walls=10)
    entry = json.loads((tmp_path / "run.json").read_text(encoding="utf8"))["runs"][0]
    assert {"started", "seconds", "host", "workers", "backend", "command", "git", "versions"} <= set(entry)
    manifest = (tmp_path / "manifest.json").read_text(encoding="utf8")
    assert entry["host"] not in manifest and entry["started"][:10] not in manifest
