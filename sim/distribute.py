"""Playing a study's missing shards: in threads of this process, or as Ray tasks here or on a cluster.

The only module that imports Ray. Kernels release the GIL, so on one machine threads are as fast as processes and start at
once; Ray adds other machines and survives the death of a worker. All places write the same bytes, since a shard depends on
nothing but its numbers and its files are made by the worker, which hands back only their names and hashes.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import socket
import threading
import time
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from rulesets import jit
from rulesets.errors import InputError
from sim import estimate
from sim.batch import play
from sim.jit import is_compiled
from sim.plan import Shard
from sim.progress import Progress, Silent
from sim.provenance import run_entry
from sim.shard import Player, Work, run_shard
from sim.store import Part, Store, source_hash, write_part

AUTO_SECONDS = 60.0  # compute=auto: threads for less work than this
_TASK_SECONDS = 3.0  # shards travel together in Ray tasks of about this length
_STALL_SECONDS = 300.0  # without any result for so long, the pending shards are named
_RETRIES = 3  # of a task whose worker died
_MOST_FAULTS = 10  # shards that may fail before the run gives up
_OBJECT_STORE = 100 * 2**20  # bytes; only work orders and names travel
_THREADS = {"OMP_NUM_THREADS": "1", "POLARS_MAX_THREADS": "1", "NUMBA_NUM_THREADS": "1", "RAYON_NUM_THREADS": "1"}

Todo = tuple[Shard, tuple[int, ...]]  # a shard and the variants (indices) to write


class Compute(Protocol):
    """`compute.*` of the configuration."""

    @property
    def backend(self) -> str: ...  # auto, local or ray
    @property
    def address(self) -> str | None: ...  # of a running Ray cluster
    @property
    def workers(self) -> int | None: ...  # cores; None: all


@dataclass(frozen=True)
class Place:
    """Where to compute, for callers without a configuration."""

    backend: str = "auto"
    address: str | None = None
    workers: int | None = None


class RunFailed(RuntimeError):  # noqa: N818  (it names what happened)
    """Shards could not be played; what is finished is kept. One sentence in each language; exit code 1."""

    def __init__(self, en: str, zh: str) -> None:
        super().__init__(en)
        self.en, self.zh = en, zh


class NoRayError(InputError):
    """Ray cannot be started here, or not be reached at the address."""


class _StopRequestError(Exception):
    """A thread was told to stop between two pieces of its shard."""


@dataclass
class Report:
    """What a call of `run_plan` did."""

    backend: str  # local, ray, or none if nothing was missing
    workers: int = 0
    hands: int = 0
    seconds: float = 0.0
    failed: dict[int, BaseException] = field(default_factory=dict)  # by shard


def cores() -> int:
    """Cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def run_plan(store: Store, compute: Compute, progress: Progress | None = None, *, player: Player = play) -> Report:
    """Plays everything the store lacks and leaves the manifest up to date, however it ends.

    Ctrl-C raises KeyboardInterrupt after the finished shards are booked; the folder can be continued.
    """
    progress = progress or Silent()
    todo = store.missing()
    report = Report("none")
    begun, started = time.monotonic(), time.strftime("%Y-%m-%dT%H:%M:%S%z")
    outcome = "failed"
    try:
        if not todo:
            progress.start(store.study.pieces, store.pieces_done, store.study.piece)
            progress.note("already complete: nothing to play", "已全部完成，无需再打")
        else:
            _play_all(store, compute, progress, player, todo, report)
        outcome = "incomplete" if report.failed else "complete"
    except KeyboardInterrupt:
        outcome = "interrupted"
        raise
    finally:
        report.seconds = time.monotonic() - begun
        try:
            store.adopt()
            store.write_manifest()
        finally:
            if report.backend != "none" or not todo:
                progress.finish(outcome == "complete")
        _book(store, report, outcome, started)
    if report.failed:
        raise _failure(report.failed)
    return report


def _play_all(
    store: Store, compute: Compute, progress: Progress, player: Player, todo: list[Todo], report: Report
) -> None:
    report.workers = compute.workers or cores()
    if not is_compiled():
        progress.note(*estimate.COMPILING)
    per_wall = _speed(store, todo, player)
    expected = per_wall * sum(shard.walls for shard, _ in todo) / report.workers
    report.backend = _backend(compute, expected)
    progress.start(store.study.pieces, store.pieces_done, store.study.piece)
    booked = _Booking(store, progress, report)
    if report.backend == "ray":
        try:
            _run_ray(store, compute, todo, per_wall, player, booked)
            return
        except NoRayError as fault:
            if compute.backend == "ray" or compute.address:
                raise
            store.log(fault.en)
            progress.note("Ray does not start here; playing in threads", "本机无法启动 Ray，改用线程")
            report.backend = "local"
    _run_threads(store, todo, report.workers, player, booked)


def _speed(store: Store, todo: list[Todo], player: Player) -> float:
    """Seconds of one core per wall, measured after loading the kernels."""
    variants = sorted({v for _, wanted in todo for v in wanted})
    try:
        estimate.warm_up(store.work, player)
        return estimate.wall_seconds(store.work, variants, player)
    except Exception as error:  # the shard of these walls will meet the same and be named
        store.log(f"no measurement: {error!r}")
        return 1e-3


def _backend(compute: Compute, expected: float) -> str:
    if compute.backend != "auto":
        return compute.backend
    return "ray" if compute.address or expected > AUTO_SECONDS else "local"


@dataclass
class _Booking:
    """Takes finished parts and faults from whichever place computes them."""

    store: Store
    progress: Progress
    report: Report
    last: float = field(default_factory=time.monotonic)
    warned: float = 0.0

    def done(self, parts: Sequence[Part], *, announce: bool) -> None:
        self.last = time.monotonic()
        self.store.add(parts)
        self.report.hands += sum(part.rows for part in parts)
        if announce:
            self.progress.advance(sum(self.store.pieces_in(part) for part in parts))

    def fault(self, shard: Shard, error: BaseException) -> None:
        """A fault that every shard would meet (no space, no access) ends the run; others cost their shard only, unless
        there are too many of them."""
        if isinstance(error, InputError):
            raise error
        self.report.failed[shard.number] = error
        self.store.log(f"shard {shard.number} failed\n" + "".join(traceback.format_exception(error)).rstrip())
        if len(self.report.failed) >= _MOST_FAULTS:
            raise _failure(self.report.failed)

    def waiting(self, shards: Sequence[Shard]) -> None:
        """Names the shards at work when nothing has come in for long."""
        now = time.monotonic()
        if now - max(self.last, self.warned) > _STALL_SECONDS:
            self.warned = now
            names = ", ".join(str(s.number) for s in shards)
            span = f"{now - self.last:.0f}"
            self.progress.note(f"no shard finished for {span} s; at work: {names}", f"{span} 秒内没有分片完成；正在进行：{names}")


# --- Threads ----------------------------------------------------------------------------------------------------------


def _run_threads(store: Store, todo: list[Todo], workers: int, player: Player, booked: _Booking) -> None:
    stop = threading.Event()
    speak = threading.Lock()

    def after_chunk(hands: int) -> None:
        if stop.is_set():
            raise _StopRequestError
        with speak:
            booked.progress.advance(hands)

    def one(shard: Shard, wanted: tuple[int, ...]) -> list[Part]:
        tables = run_shard(store.work, shard, wanted, player=player, after_chunk=after_chunk)
        return [write_part(store.root, store.work, shard, v, t) for v, t in tables.items()]

    queue = iter(todo)
    at_work: dict[Future[list[Part]], Shard] = {}
    with ThreadPoolExecutor(workers, thread_name_prefix="shard") as pool:
        try:
            while True:
                for shard, wanted in _take(queue, workers + 1 - len(at_work)):
                    at_work[pool.submit(one, shard, wanted)] = shard
                if not at_work:
                    return
                finished, _ = wait(at_work, timeout=1.0, return_when=FIRST_COMPLETED)
                for future in finished:
                    shard = at_work.pop(future)
                    try:
                        booked.done(future.result(), announce=False)
                    except Exception as error:
                        booked.fault(shard, error)
                booked.waiting(list(at_work.values()))
        except BaseException:
            stop.set()
            pool.shutdown(wait=False, cancel_futures=True)
            raise


def _take(queue: Iterator[Todo], n: int) -> Iterator[Todo]:
    for _ in range(n):
        try:
            yield next(queue)
        except StopIteration:
            return


# --- Ray --------------------------------------------------------------------------------------------------------------


def _run_ray(
    store: Store, compute: Compute, todo: list[Todo], per_wall: float, player: Player, booked: _Booking
) -> None:
    with _ray(compute, booked) as ray:
        order = ray.put((store.work, player))
        task = ray.remote(max_retries=_RETRIES, num_cpus=1)(_task)
        room = 2 * booked.report.workers
        queue = list(reversed(todo))
        at_work: dict[Any, list[Todo]] = {}
        apart: set[int] = set()  # shards that travel alone
        while queue or at_work:
            while queue and len(at_work) < room:
                load = [queue.pop()] if queue[-1][0].number in apart else _load(queue, per_wall, room)
                at_work[task.remote(order, load, str(store.root))] = load
            finished, _ = ray.wait(list(at_work), num_returns=1, timeout=1.0)
            for ref in finished:
                load = at_work.pop(ref)
                try:
                    parts, faults = ray.get(ref)
                except Exception as error:  # the worker died, again and again
                    if len(load) > 1:  # find out which shard it is
                        queue += load
                        apart |= {shard.number for shard, _ in load}
                    else:
                        booked.fault(load[0][0], error)
                    continue
                booked.done(parts, announce=True)
                for shard, fault in faults:
                    booked.fault(shard, fault)
            booked.waiting([s for load in at_work.values() for s, _ in load])


def _load(queue: list[Todo], per_wall: float, room: int) -> list[Todo]:
    """The next shards of one task: about `_TASK_SECONDS` of work, less when the end is near."""
    most = max(1, len(queue) // room)
    load: list[Todo] = []
    seconds = 0.0
    while queue and len(load) < most and (not load or seconds < _TASK_SECONDS):
        load.append(queue.pop())
        seconds += per_wall * load[-1][0].walls
    return load


def _task(
    order: tuple[Work, Player], load: list[Todo], root: str
) -> tuple[list[Part], list[tuple[Shard, BaseException]]]:
    """Runs in a Ray worker: plays shards and writes their parts. Only names, hashes and faults travel back."""
    work, player = order
    parts: list[Part] = []
    faults: list[tuple[Shard, BaseException]] = []
    for shard, wanted in load:
        try:
            _check_worker(work, Path(root))
            _load_kernels(work, player)
            tables = run_shard(work, shard, wanted, player=player)
            parts += [write_part(Path(root), work, shard, v, t) for v, t in tables.items()]
        except InputError as error:
            return parts, [(shard, error)]
        except Exception as error:
            told = RuntimeError(str(error) or type(error).__name__)  # the error itself may not survive the journey
            told.add_note(traceback.format_exc())
            faults.append((shard, told))
    return parts, faults


def _check_worker(work: Work, root: Path) -> None:
    """Whether this machine runs the driver's code and sees the driver's folder."""
    host = socket.gethostname()
    if source_hash() != work.source:
        raise InputError(
            f"{host}: the worker runs another version of rulelab, NumPy or Numba than the driver; install the same.",
            f"{host}：工作进程的 rulelab、NumPy 或 Numba 版本与主程序不同；请安装相同版本。",
        )
    if not (root / "manifest.json").exists():
        raise InputError(
            f"{host}: the worker does not see {root}; out must be a folder that all machines share.",
            f"{host}：工作进程看不到 {root}；out 须为各机器共用的文件夹。",
        )


_warm = threading.Event()  # set once this process has loaded its kernels


def _load_kernels(work: Work, player: Player) -> None:
    """Once per process, one process of a machine at a time: a cold cache is filled once, not by all at the same time."""
    if _warm.is_set():
        return
    with contextlib.ExitStack() as held:
        if os.name != "nt":
            import fcntl

            fcntl.flock(held.enter_context((jit.cache_root() / "compile.lock").open("a")), fcntl.LOCK_EX)
        estimate.warm_up(work, player)
    _warm.set()


@contextlib.contextmanager
def _ray(compute: Compute, booked: _Booking) -> Iterator[Any]:
    """A connection to Ray: a private one on this machine, the cluster at the address, or the caller's own session."""
    address = compute.address or (os.environ.get("RAY_ADDRESS") if compute.backend == "ray" else None) or "local"
    with ray_environment(local=address == "local"):
        try:
            import ray

            own = not ray.is_initialized()
            if own:
                _knock(address)
                start_ray(ray, address, booked.report.workers)
        except Exception as fault:  # Ray raises whatever it likes
            raise _no_ray(address, fault) from None
        try:
            if address != "local" or not own:
                resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
                booked.report.workers = compute.workers or int(resources.get("CPU", 1))
            yield ray
        finally:
            if own:
                ray.shutdown()


def start_ray(ray: Any, address: str, workers: int) -> None:
    """Starts or joins Ray. On a very busy machine its fixed patience of 30 s may run out, so a private one may try twice."""
    try:
        ray.init(**ray_options(address, workers))
    except Exception:
        ray.shutdown()
        if address != "local":
            raise
        ray.init(**ray_options(address, workers))


def _knock(address: str) -> None:
    """Raises OSError within seconds if nobody listens at host:port; Ray itself would go on trying for minutes."""
    at = re.fullmatch(r"(?:ray://)?\[?([^\[\]/]+)\]?:(\d+)", address)
    if at:
        socket.create_connection((at[1], int(at[2])), timeout=10).close()


def ray_options(address: str, workers: int) -> dict[str, Any]:
    options: dict[str, Any] = {
        "address": address,
        "logging_level": "ERROR",
        "log_to_driver": False,
        "runtime_env": {"env_vars": _THREADS},
    }
    if address == "local":
        options |= {"num_cpus": workers, "include_dashboard": False, "object_store_memory": _OBJECT_STORE}
    return options


def _no_ray(address: str, fault: BaseException) -> NoRayError:
    where = "on this machine" if address == "local" else f"at {address}"
    where_zh = "本机" if address == "local" else address
    said = str(fault).strip().splitlines()[0] if str(fault).strip() else type(fault).__name__
    return NoRayError(
        f"Ray cannot be started or reached {where} ({said}). compute=local plays the same study in this process.",
        f"无法在{where_zh}启动或连接 Ray（{said}）。用 compute=local 可在本进程中运行同一研究。",
    )


@contextlib.contextmanager
def ray_environment(local: bool) -> Iterator[None]:
    """Settings that Ray reads from the environment; the user's own win, and all are put back.

    No second environment for workers under `uv run`; no usage reports; faults are told by us alone; and a private Ray
    gets a token of its own, so that nothing is written to the user's home.
    """
    wanted = {"RAY_ENABLE_UV_RUN_RUNTIME_ENV": "0", "RAY_USAGE_STATS_ENABLED": "0", "RAY_IGNORE_UNHANDLED_ERRORS": "1"}
    if local and not {"RAY_AUTH_MODE", "RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH"} & set(os.environ):
        wanted |= {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}
    added = {key: value for key, value in wanted.items() if key not in os.environ}
    os.environ.update(added)
    try:
        yield
    finally:
        for key in added:
            os.environ.pop(key, None)


def try_ray() -> float:
    """Starts a private Ray as a run would, runs one task, and returns the seconds it took."""
    begun = time.monotonic()
    with ray_environment(local=True):
        import ray

        start_ray(ray, "local", 1)
        try:
            if ray.get(ray.remote(cores).remote()) < 1:
                raise RuntimeError("a Ray task gave a wrong answer")
        finally:
            ray.shutdown()
    return time.monotonic() - begun


# --- The end of a run -------------------------------------------------------------------------------------------------


def _book(store: Store, report: Report, outcome: str, started: str) -> None:
    """Writes what the run did to run.json and log.txt."""
    entry = run_entry(
        started=started,
        seconds=round(report.seconds, 2),
        outcome=outcome,
        backend=report.backend,
        workers=report.workers,
        hands=report.hands,
        hands_per_second=round(report.hands / report.seconds) if report.seconds > 0 else 0,
        command=store.command,
    )
    with contextlib.suppress(InputError):  # a full disk must not hide the fault that ended the run
        store.record_run(entry)
    store.log(f"{outcome}: {report.hands} hands in {report.seconds:.1f} s on {report.backend}, {report.workers} workers")


def _failure(failed: dict[int, BaseException]) -> RunFailed:
    number, error = min(failed.items())
    more = f" and {len(failed) - 1} more" if len(failed) > 1 else ""
    more_zh = f"等 {len(failed)} 个" if len(failed) > 1 else ""
    said = str(error).strip().splitlines()[-1] if str(error).strip() else type(error).__name__
    return RunFailed(
        f"shard {number}{more} could not be played: {said}. The other shards are kept; the same command tries again.",
        f"分片 {number} {more_zh}未能完成：{said}。其他分片已保存；运行同一命令会重试。",
    )


__all__ = ["Compute", "Place", "Report", "RunFailed", "cores", "run_plan", "try_ray"]
