"""What surrounds the work: estimates, one compilation at a time, no forks, the bar on a terminal."""

from __future__ import annotations

import io
import itertools
import multiprocessing
import re
import time
from pathlib import Path
from typing import Any

import pytest

from rulesets.errors import InputError
from sim import distribute, estimate, plan, progress, provenance
from sim.distribute import Place, run_plan
from sim.shard import work_of
from tests.sim import standin
from tests.sim.studies import LONG, RICH, store, study

SIM = Path(__file__).resolve().parents[2] / "sim"


def test_estimate_counts_everything() -> None:
    asked = study(RICH, LONG, walls=45)
    guess = estimate.estimate(asked, work_of(asked, "s"), standin.play)
    assert (guess.hands, guess.shards, guess.files, guess.walls) == (270, 5, 45, 45)
    assert guess.wall_seconds > 0
    assert guess.seconds(1) == pytest.approx(45 * guess.wall_seconds)
    assert guess.seconds(2) == pytest.approx(guess.seconds(1) / 2)
    assert guess.seconds(100) == guess.seconds(5)
    assert guess.size > 270 * 10
    stats_only = study(RICH, LONG, walls=45, store="stats")
    less = estimate.estimate(stats_only, work_of(stats_only, "s"), standin.play)
    assert less.files == 30 and less.size < guess.size


def test_measured_speed_never_moves_bounds() -> None:
    """A slow machine plays the same shards as a fast one; only the number per task differs."""
    asked = study(walls=120)
    todo = [(s, (0,)) for s in plan.shards(asked)]
    slow = distribute._load(list(reversed(todo)), per_wall=10.0, room=1)
    fast = distribute._load(list(reversed(todo)), per_wall=1e-6, room=1)
    assert [s.number for s, _ in slow] == [0]
    assert [s.number for s, _ in fast] == list(range(12))


def _load_slowly(folder: str, out: Any) -> None:
    """In a process of its own: loads 'kernels' under the lock and says when."""
    from sim import distribute as here

    def slowly(*_: Any) -> None:
        begun = time.time()
        time.sleep(0.2)
        out.put((begun, time.time()))

    here.estimate.warm_up = slowly
    here.jit.cache_root = lambda: Path(folder)
    here._load_kernels(None, None)  # type: ignore[arg-type]
    here._load_kernels(None, None)  # type: ignore[arg-type]


def test_processes_of_a_machine_compile_one_after_the_other(tmp_path: Path) -> None:
    """Several workers with a cold cache: no two compile into it at the same time, and each only once."""
    context = multiprocessing.get_context("spawn")
    out = context.Queue()
    workers = [context.Process(target=_load_slowly, args=(str(tmp_path), out)) for _ in range(3)]
    for worker in workers:
        worker.start()
    spans = sorted(out.get(timeout=60) for _ in workers)
    for worker in workers:
        worker.join(30)
        assert worker.exitcode == 0
    assert out.empty()
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(spans))


def test_no_forked_processes() -> None:
    """A forked child inherits locked thread pools: sim uses threads and Ray only, and only one module knows Ray."""
    for path in SIM.rglob("*.py"):
        text = path.read_text(encoding="utf8")
        assert not re.search(r"^\s*(import|from) multiprocessing|os\.fork|ProcessPoolExecutor", text, re.M), path
        if path.name != "distribute.py":
            assert not re.search(r"^\s*(import|from) ray\b", text, re.M), path


def test_ray_gets_little_shared_memory_and_no_dashboard() -> None:
    """Fits a container with little shared memory; nothing listens for browsers."""
    options = distribute.ray_options("local", 3)
    assert options["object_store_memory"] <= 100 * 2**20
    assert options["include_dashboard"] is False and options["num_cpus"] == 3
    assert "num_cpus" not in distribute.ray_options("10.0.0.1:6379", 3)
    assert options["runtime_env"]["env_vars"]["POLARS_MAX_THREADS"] == "1"


def test_without_ray_long_work_is_played_in_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """compute=auto falls back; compute=ray and a named cluster do not, but say what is wrong."""

    def refuse(*_: Any) -> Any:
        raise distribute._no_ray("local", OSError("no shared memory"))

    monkeypatch.setattr(distribute, "_ray", refuse)
    monkeypatch.setattr(distribute, "AUTO_SECONDS", 0.0)
    with store(tmp_path, study(walls=20)) as folder:
        for place in (Place("ray"), Place("auto", address="10.0.0.1:6379")):
            with pytest.raises(InputError, match=r"no shared memory.*compute=local"):
                run_plan(folder, place, player=standin.play)
        out = io.StringIO()
        report = run_plan(folder, Place("auto", workers=1), progress.Lines(out), player=standin.play)
    assert report.backend == "local" and report.hands == 40
    assert "playing in threads" in out.getvalue()
    assert "no shared memory" in (tmp_path / "log.txt").read_text(encoding="utf8")


class _Moody:
    """Stands for Ray: its first start fails with a bare exception, as on a busy machine."""

    def __init__(self, failures: int) -> None:
        self.failures, self.starts = failures, 0

    def init(self, **_: Any) -> None:
        self.starts += 1
        if self.starts <= self.failures:
            raise Exception("the node timed out during startup")

    def shutdown(self) -> None:
        pass


def test_a_private_ray_may_try_twice() -> None:
    for address, failures, works in (("local", 1, True), ("local", 2, False), ("10.0.0.1:6379", 1, False)):
        ray = _Moody(failures)
        if works:
            distribute.start_ray(ray, address, 2)
        else:
            with pytest.raises(Exception, match="timed out"):
                distribute.start_ray(ray, address, 2)


def test_environment_is_put_back(monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    for key in ("RAY_AUTH_MODE", "RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH", "RAY_ENABLE_UV_RUN_RUNTIME_ENV"):
        monkeypatch.delenv(key, raising=False)
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "1")
    before = dict(os.environ)
    with distribute.ray_environment(local=True):
        assert os.environ["RAY_ENABLE_UV_RUN_RUNTIME_ENV"] == "0"
        assert os.environ["RAY_USAGE_STATS_ENABLED"] == "1", "the user's own setting wins"
        assert len(os.environ["RAY_AUTH_TOKEN"]) == 64
    assert dict(os.environ) == before
    with distribute.ray_environment(local=False):
        assert "RAY_AUTH_TOKEN" not in os.environ


def test_bar_on_a_terminal() -> None:
    out = io.StringIO()
    bar = progress.Bar(out, "zh")
    bar.start(100, 20)
    bar.advance(80)
    bar.note("x", "备注")
    bar.finish(True)
    assert "已有 20 / 100 局" in out.getvalue() and "备注" in out.getvalue()
    assert isinstance(progress.for_stream(io.StringIO()), progress.Lines)


def test_git_commit_of_a_folder_without_one(tmp_path: Path) -> None:
    assert provenance.git_commit(tmp_path) is None
