"""Ray: the same bytes as threads, dead workers lose nothing, and clear sentences where it cannot work."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulesets.errors import InputError
from sim import distribute
from sim.distribute import Place, RunFailed, run_plan
from sim.shard import Work
from tests.sim import standin
from tests.sim.studies import LONG, RICH, results, store, study

ROOT = Path(__file__).resolve().parents[2]
RAY = Place("ray", workers=2)


def run(root: Path, place: Place = RAY, walls: int = 120, player: Any = standin.play) -> dict[str, bytes]:
    with store(root, study(RICH, LONG, walls=walls)) as folder:
        run_plan(folder, place, player=player)
    return results(root)


class DiesOnce:
    """A player whose process is killed when it first meets a wall; `always` makes it die every time."""

    def __init__(self, wall: int, mark: Path, always: bool = False) -> None:
        self.wall, self.mark, self.always = wall, mark, always

    def __call__(self, rules: Any, bots: Any, walls: Any, seed: int, **options: Any) -> Any:
        played = standin.play(rules, bots, walls, seed, **options)
        if self.wall in walls and (self.always or not self.mark.exists()):
            self.mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return played


@pytest.mark.usefixtures("ray_session")
def test_same_bytes_as_threads(tmp_path: Path) -> None:
    """V13."""
    here = run(tmp_path / "threads", Place("local", workers=1))
    there = run(tmp_path / "ray")
    assert there == here


@pytest.mark.usefixtures("ray_session")
def test_kill_9_of_a_worker_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two workers die in the middle of a shard: rows are all there once, hashes equal an undisturbed run."""
    here = run(tmp_path / "threads", Place("local", workers=1))
    for n, wall in enumerate((25, 77)):
        player = _in_workers(DiesOnce(wall, tmp_path / f"mark{n}"), monkeypatch)
        assert run(tmp_path / f"ray{n}", player=player) == here
        assert (tmp_path / f"mark{n}").exists(), "no worker was killed"


@pytest.mark.usefixtures("ray_session")
def test_a_shard_that_always_kills_its_worker_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(distribute, "_RETRIES", 1)
    player = _in_workers(DiesOnce(25, tmp_path / "mark", always=True), monkeypatch)
    with pytest.raises(RunFailed, match=r"shard 2 could not be played: .*The other shards are kept"):
        run(tmp_path / "ray", player=player)
    assert len(list((tmp_path / "ray").glob("data/hebei-literal/*.parquet"))) == 11
    assert run(tmp_path / "ray") == run(tmp_path / "threads", Place("local", workers=1))


def broken(rules: Any, bots: Any, walls: Any, seed: int, **options: Any) -> Any:
    """A player that cannot play two of the walls."""
    if {25, 77} & {int(w) for w in walls}:
        raise KeyError("no such tile")
    return standin.play(rules, bots, walls, seed, **options)


@pytest.mark.usefixtures("ray_session")
def test_failing_shards_leave_the_others_of_their_task(tmp_path: Path) -> None:
    with pytest.raises(RunFailed, match=r"shard 2 and 1 more could not be played: 'no such tile'"):
        run(tmp_path, player=broken)
    assert len(list(tmp_path.glob("data/hebei-literal/*.parquet"))) == 10
    log = (tmp_path / "log.txt").read_text(encoding="utf8")
    assert "shard 7 failed" in log and "in broken" in log, "the log has the place of the fault"


def _in_workers(player: DiesOnce, monkeypatch: pytest.MonkeyPatch) -> DiesOnce:
    """The driver's own warm-up and measurement must not kill the test."""
    from sim import estimate

    monkeypatch.setattr(estimate, "warm_up", lambda *a, **k: None)
    monkeypatch.setattr(estimate, "wall_seconds", lambda *a, **k: 1e-4)
    return player


@pytest.mark.usefixtures("ray_session")
def test_workers_run_one_thread_each(tmp_path: Path) -> None:
    """W workers never start more compute threads than W cores: every pool in a worker has one."""
    import ray

    def look() -> dict[str, str | None]:
        return {key: os.environ.get(key) for key in distribute._THREADS}

    assert ray.get(ray.remote(look).remote()) == distribute._THREADS


@pytest.mark.usefixtures("ray_session")
def test_worker_with_other_code_or_without_the_folder_says_so(tmp_path: Path) -> None:
    with store(tmp_path / "a", study()) as folder:
        work: Work = folder.work
    with pytest.raises(InputError, match="another version of rulelab"):
        distribute._check_worker(_with(work, source="other"), tmp_path / "a")
    with pytest.raises(InputError, match="does not see"):
        distribute._check_worker(work, tmp_path / "b")


def _with(work: Work, **changes: Any) -> Work:
    import dataclasses

    return dataclasses.replace(work, **changes)


@pytest.mark.usefixtures("ray_session")
def test_a_fault_of_the_user_in_a_worker_arrives_as_a_sentence(tmp_path: Path) -> None:
    with store(tmp_path, study()) as folder:
        folder.work = _with(folder.work, source="other")
        with pytest.raises(InputError, match="another version of rulelab") as fault:
            run_plan(folder, RAY, player=standin.play)
    assert "版本" in fault.value.zh


@contextlib.contextmanager
def _run_in_process(root: Path, environment: dict[str, str], place: str) -> Iterator[subprocess.Popen[str]]:
    """The same run in a process of its own, which ends with the test."""
    code = (
        "import sys; from pathlib import Path; from tests.sim import test_distribute_ray as t\n"
        f"from sim.distribute import Place\nt.run(Path(sys.argv[1]), {place})"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(root)],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()


@pytest.mark.slow
def test_private_ray_starts_and_leaves_the_home_alone(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    with _run_in_process(tmp_path / "run", {"HOME": str(tmp_path / "home")}, 'Place("ray", workers=2)') as process:
        _, said = process.communicate(timeout=300)
    assert process.returncode == 0, said
    assert not (tmp_path / "home" / ".ray").exists()
    assert results(tmp_path / "run") == run(tmp_path / "threads", Place("local", workers=1))


@pytest.mark.slow
@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_end_of_the_driver_and_resume(tmp_path: Path, end: signal.Signals) -> None:
    """kill -9 and Ctrl-C of the driver: what is finished is kept, the rest is played by the next run."""
    with _run_in_process(tmp_path / "run", {"DELAY": "0.3"}, 'Place("ray", workers=2)') as process:
        deadline = time.monotonic() + 300
        while len(list((tmp_path / "run").glob("data/*/*.parquet"))) < 6:
            assert process.poll() is None, process.communicate()[1]
            assert time.monotonic() < deadline
            time.sleep(0.1)
        process.send_signal(end)
        _, said = process.communicate(timeout=60)
    if end == signal.SIGINT:
        assert "KeyboardInterrupt" in said
        assert '"outcome": "interrupted"' in (tmp_path / "run" / "run.json").read_text(encoding="utf8")
    here = run(tmp_path / "threads", Place("local", workers=1))
    assert run(tmp_path / "run", Place("local", workers=2)) == here


def test_no_cluster_at_the_address_is_one_sentence(tmp_path: Path) -> None:
    with _run_in_process(tmp_path / "run", {}, 'Place("ray", address="127.0.0.1:9")') as process:
        _, said = process.communicate(timeout=120)
    assert "NoRayError: Ray cannot be started or reached at 127.0.0.1:9" in said


NODE_LOSS = """
import sys, threading, time
from pathlib import Path
from ray.cluster_utils import Cluster
from sim.distribute import Place
from tests.sim import test_distribute_ray as t

cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
nodes = [cluster.add_node(num_cpus=1) for _ in range(2)]
root = Path(sys.argv[1])

def lose():
    while len(list(root.glob("data/*/*.parquet"))) < 6:
        time.sleep(0.1)
    cluster.remove_node(nodes[1], allow_graceful=False)

threading.Thread(target=lose, daemon=True).start()
t.run(root, Place("ray", address=cluster.address))
cluster.shutdown()
"""


@pytest.mark.slow
def test_loss_of_a_node_loses_nothing(tmp_path: Path) -> None:
    """A cluster of a head and two nodes on this machine; one node is killed during work."""
    process = subprocess.run(
        [sys.executable, "-c", NODE_LOSS, str(tmp_path / "run")],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "DELAY": "0.2", "RAY_AUTH_MODE": "disabled"},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert process.returncode == 0, process.stderr
    assert results(tmp_path / "run") == run(tmp_path / "threads", Place("local", workers=1))
