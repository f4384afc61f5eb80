"""`rulelab doctor`: is this installation sound? Every line is ok, a note, or a problem with what to do about it."""

from __future__ import annotations

import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from rulesets.errors import InputError
from sim.cli.argv import plain_arguments
from sim.cli.help import version
from sim.cli.words import Voice

OUR_PACKAGES = ("sim", "rulesets", "reports", "conf", "hydra_plugins")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
NAMES_ZH = {
    "packages": "依赖包", "package names": "包名", "cache": "缓存", "kernels": "引擎", "hand tables": "牌型表", "cores": "核数",
    "browser": "浏览器",
}  # fmt: skip
_MARKS = {"ok": "ok", "note": "--", "problem": "!!"}


@dataclass(frozen=True)
class Finding:
    """One line of the doctor's letter; `state` is ok, note or problem."""

    state: str
    name: str
    en: str
    zh: str


def command(argv: list[str], voice: Voice) -> int:
    """Print all findings; exit code 1 if there is a problem."""
    given = plain_arguments("doctor", argv, flags={"--no-ray": False, "--json": False})
    if given.words:
        raise InputError(
            f'doctor: takes flags only; "{given.words[0]}" is none of them.',
            f"doctor：只接受参数；“{given.words[0]}”不是其中之一。"
        )
    checks = [python_version, packages, shadowed, cache_folder, kernels, hand_tables, memory, browser]
    if not given.flag("--no-ray"):
        checks.append(ray_start)
    found: list[Finding] = []
    for check in checks:
        for finding in _safely(check):
            found.append(finding)
            if not given.flag("--json"):
                voice.say(
                    f"{_MARKS[finding.state]}  {finding.name}: {finding.en}",
                    f"{_MARKS[finding.state]}  {NAMES_ZH.get(finding.name, finding.name)}：{finding.zh}",
                )
    if given.flag("--json"):
        print(json.dumps([vars(f) for f in found], ensure_ascii=False, indent=2))
    problems = sum(f.state == "problem" for f in found)
    if problems and not given.flag("--json"):
        voice.say(f"{problems} problem(s) found.", f"发现 {problems} 个问题。")
    elif not given.flag("--json"):
        voice.say("All is well.", "一切正常。")
    return 1 if problems else 0


def _safely(check: Callable[[], Iterator[Finding]]) -> Iterator[Finding]:
    """The findings of a check; a check that fails is itself a problem."""
    try:
        yield from check()
    except Exception as fault:
        name = check.__name__.replace("_", " ")
        what = f"{type(fault).__name__}: {fault}".splitlines()[0]
        yield Finding("problem", name, what, what)


def python_version() -> Iterator[Finding]:
    """Python within the supported range, and rulelab's own version."""
    have = ".".join(map(str, sys.version_info[:3]))
    if (3, 11) <= sys.version_info[:2] < (3, 14):
        yield Finding("ok", "python", f"{have}, {sys.executable}", f"{have}，{sys.executable}")
    else:
        yield Finding("problem", "python", f"{have}; 3.11 to 3.13 are supported", f"{have}；支持 3.11 至 3.13")
    yield Finding("ok", "rulelab", version(), version())


def _requirements() -> dict[str, str]:
    """Required packages with their ranges: from the installed metadata, else from the checkout's pyproject.toml."""
    import tomllib

    from packaging.requirements import Requirement

    try:
        lines = [r for r in metadata.requires("rulelab") or [] if "extra ==" not in r]
    except metadata.PackageNotFoundError:
        project = Path(__file__).resolve().parents[2] / "pyproject.toml"
        lines = tomllib.loads(project.read_text(encoding="utf8"))["project"]["dependencies"]
    wanted = [Requirement(line) for line in lines]
    return {r.name: str(r.specifier) for r in wanted}


def packages() -> Iterator[Finding]:
    """Every required package is there, in a version inside the tried range."""
    from packaging.specifiers import SpecifierSet

    good: list[str] = []
    for name, wanted in _requirements().items():
        try:
            have = metadata.version(name)
        except metadata.PackageNotFoundError:
            yield Finding("problem", name, f"missing, needs {wanted}", f"未安装，需要 {wanted}")
            continue
        if SpecifierSet(wanted).contains(have, prereleases=True):
            good.append(f"{name} {have}")
        else:
            yield Finding("problem", name, f"{have} is installed, tried is {wanted}", f"装有 {have}，试过的是 {wanted}")
    yield Finding("ok", "packages", ", ".join(good), "、".join(good))


def shadowed() -> Iterator[Finding]:
    """Whether another distribution owns, or another folder hides, one of our top-level packages."""
    from importlib.util import find_spec

    home = Path(__file__).resolve().parents[2]
    owners = metadata.packages_distributions()
    clean = True
    for name in OUR_PACKAGES[:-1]:
        others = sorted({d for d in owners.get(name, []) if d.lower() != "rulelab"})
        if others:
            clean = False
            yield Finding(
                "problem",
                name,
                f"also installed by {', '.join(others)}; use a virtual environment of its own",
                f"{'、'.join(others)} 也装了同名包；请使用单独的虚拟环境",
            )
        spec = find_spec(name)
        at = Path(spec.origin).resolve().parent if spec and spec.origin else None
        if at is None or at.parent != home:
            clean = False
            yield Finding("problem", name, f"found at {at}, not in {home}", f"位于 {at}，而不在 {home}")
    if clean:
        yield Finding("ok", "package names", f"no other distribution uses ours ({home})", f"没有别的发行包占用（{home}）")


def cache_folder() -> Iterator[Finding]:
    """Whether compiled code can be kept, and how much room there is."""
    from rulesets import jit

    root = jit.cache_root()
    wanted = os.environ.get("RULELAB_CACHE") or str(
        Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rulelab"
    )
    free = shutil.disk_usage(root).free // 2**20
    if Path(wanted) != root:
        yield Finding(
            "note",
            "cache",
            f"{wanted} is not writable, using {root}; set RULELAB_CACHE to keep compiled code",
            f"{wanted} 不可写，改用 {root}；可设 RULELAB_CACHE 保存编译结果",
        )
    elif free < 500:
        yield Finding("problem", "cache", f"{root} has only {free} MB free", f"{root} 仅剩 {free} MB")
    else:
        yield Finding("ok", "cache", f"{root}, {free} MB free", f"{root}，剩余 {free} MB")


def kernels() -> Iterator[Finding]:
    """Whether the engine is compiled for exactly these sources."""
    from sim.jit import JIT_OFF, SOURCE_HASH, is_compiled

    if JIT_OFF:
        yield Finding(
            "note",
            "kernels",
            "NUMBA_DISABLE_JIT is set: hundreds of times slower",
            "已设 NUMBA_DISABLE_JIT：会慢数百倍",
        )
        return
    if is_compiled():
        yield Finding("ok", "kernels", f"compiled, version {SOURCE_HASH}", f"已编译，版本 {SOURCE_HASH}")
    else:
        yield Finding(
            "note", "kernels", "not compiled yet; the first run takes about a minute longer", "尚未编译；首次运行约多花一分钟"
        )


def hand_tables() -> Iterator[Finding]:
    """Whether the tables of hand analysis are built."""
    from rulesets import jit

    files = list((jit.cache_root() / "tables").glob("*.bin"))
    if files:
        size = sum(p.stat().st_size for p in files) / 2**20
        yield Finding("ok", "hand tables", f"built, {size:.0f} MB", f"已建，{size:.0f} MB")
    else:
        yield Finding("note", "hand tables", "built at the first run", "首次运行时建立")


def memory() -> Iterator[Finding]:
    """Cores and shared memory: Ray's object store needs the latter."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    yield Finding("ok", "cores", str(cores), str(cores))
    if Path("/dev/shm").is_dir():
        free = shutil.disk_usage("/dev/shm").free // 2**20
        if free < 256:
            yield Finding(
                "note",
                "/dev/shm",
                f"{free} MB; Ray will use slower disk space (containers: --shm-size=1g)",
                f"{free} MB；Ray 会改用较慢的磁盘（容器可加 --shm-size=1g）",
            )


def browser() -> Iterator[Finding]:
    """A browser is only needed by the tests that look at the report."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found:
        yield Finding("ok", "browser", found, found)
    else:
        yield Finding(
            "note", "browser", "no Chromium; only the report's browser test needs it", "没有 Chromium；只有报告的浏览器测试需要它"
        )


_RAY_TRIAL = "from sim.distribute import try_ray; print(f'seconds {try_ray():.1f}')"


def ray_start() -> Iterator[Finding]:
    """Whether a local Ray starts and runs one task, tried in a process of its own."""
    import subprocess

    try:
        done = subprocess.run([sys.executable, "-c", _RAY_TRIAL], capture_output=True, text=True, timeout=120, check=False)
    except subprocess.TimeoutExpired:
        yield Finding(
            "problem",
            "ray",
            "did not start within 120 s; compute=local works without it",
            "120 秒内未能启动；可用 compute=local，不需要 Ray",
        )
        return
    seconds = done.stdout.partition("seconds ")[2].strip()
    if done.returncode == 0 and seconds:
        yield Finding("ok", "ray", f"started and ran a task in {seconds} s", f"启动并完成一个任务，用时 {seconds} 秒")
    else:
        last = (done.stderr.strip().splitlines() or ["no message"])[-1]
        yield Finding(
            "problem",
            "ray",
            f"does not start ({last}); compute=local works without it",
            f"无法启动（{last}）；可用 compute=local，不需要 Ray",
        )
