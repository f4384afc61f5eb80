"""The command as a process: what it imports, pipes, interrupts, encodings, exit codes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulesets.options import FAMILIES
from sim.cli.listing import LEGENDS, fans_of

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("ray", "numba", "polars", "hydra", "omegaconf", "pydantic", "pyarrow", "numpy", "altair", "rich")


def start(*argv: str, cwd: Path, **env: str) -> subprocess.Popen[bytes]:
    """`python -m sim ...` in another folder than the checkout's."""
    return subprocess.Popen(
        [sys.executable, "-m", "sim", *argv],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "LANG": "C.UTF-8", **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


def test_importing_the_command_pulls_in_nothing_heavy() -> None:
    """So that help, errors and completion answer at once."""
    code = f"import sys, sim.cli; print([m for m in {HEAVY} if m in sys.modules])"
    said = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout.strip() == "[]"


def test_exit_codes_and_streams(tmp_path: Path) -> None:
    process = start("list", "optoins", cwd=tmp_path)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 2 and out == b"" and err.count(b"\n") == 1 and b"Traceback" not in err
    process = start("--version", cwd=tmp_path)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0 and out.startswith(b"rulelab ") and err == b""


def test_a_refused_run_leaves_nothing(tmp_path: Path) -> None:
    process = start("run", "study=quick", "wals=3", "lang=zh", cwd=tmp_path)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 2 and out == b"" and "没有“wals”这个键" in err.decode()
    assert list(tmp_path.iterdir()) == []


def test_a_reader_that_leaves_early_is_no_fault(tmp_path: Path) -> None:
    """`rulelab list options | head -1` ends quietly; the remark on the columns may still come if all was written before."""
    process = start("list", "options", cwd=tmp_path, PYTHONUNBUFFERED="1")
    assert process.stdout is not None and process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=60) == 0
    assert process.stderr.read().decode().strip() in ("", LEGENDS["options"][0], LEGENDS["options"][1])


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_any_terminal_encoding_is_survived(tmp_path: Path, encoding: str) -> None:
    process = start("list", "fans", "lang=zh", cwd=tmp_path, PYTHONIOENCODING=encoding)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0 and err == b"" and len(out.splitlines()) == sum(len(fans_of(f)) for f in FAMILIES)


def test_an_interrupted_run_can_be_continued(tmp_path: Path) -> None:
    """Ctrl-C: exit code 130, one remark, whole parts only; the same command goes on."""
    argv = ["run", "study=quick", "walls=2M", "compute=local", "out=run", "report=false", "lang=en"]
    process = start(*argv, cwd=tmp_path)
    deadline = time.monotonic() + 400
    while not list(tmp_path.glob("run/stats/*/tally-*.parquet")) and time.monotonic() < deadline:
        assert process.poll() is None, process.communicate()
        time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 130 and b"Traceback" not in err and b"the same command continues" in err
    assert not list(tmp_path.rglob("*.tmp"))
    done = len(list(tmp_path.glob("run/stats/*/tally-*.parquet")))
    process = start(*argv[:2], "walls=2000", *argv[3:], cwd=tmp_path)
    out, err = process.communicate(timeout=400)
    assert process.returncode == 0 and out.startswith(b"Results: "), err
    assert b"continuing" in err and len(list(tmp_path.glob("run/stats/*/tally-*.parquet"))) >= done
