"""Where results come from: the hash of the code, versions, commit, machine."""

from __future__ import annotations

import hashlib
import platform
import socket
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from rulesets import jit

_HERE = Path(__file__).resolve().parent


def source_hash() -> str:
    """Hash of all code that can change a part: the kernels' own hash and the text of the modules that make tables."""
    digest = hashlib.sha256(jit.SOURCE_HASH.encode())
    for name in ("metrics", "outcomes", "plan", "shard", "store", "tallies"):
        digest.update((_HERE / f"{name}.py").read_bytes())
    return digest.hexdigest()[:16]


def versions() -> dict[str, str]:
    """Versions of what can change a result or its bytes."""
    out = {"python": platform.python_version()}
    for package in ("rulelab", "numpy", "numba", "pyarrow"):
        try:
            out[package] = version(package)
        except PackageNotFoundError:
            out[package] = "not installed"
    return out


def git_commit(folder: Path = _HERE.parent) -> str | None:
    """The commit of a checkout, with `+` if files differ from it; None for an installed package."""
    if not (folder / ".git").exists():
        return None

    def git(*arguments: str) -> str:
        return subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, text=True, timeout=10, check=True
        ).stdout.strip()

    try:
        return git("rev-parse", "HEAD") + ("+" if git("status", "--porcelain") else "")
    except (OSError, subprocess.SubprocessError):
        return None


def run_entry(**facts: Any) -> dict[str, Any]:
    """One entry of run.json: what is allowed to differ between equal runs."""
    return {
        **facts,
        "host": socket.gethostname(),
        "arguments": sys.argv[1:],
        "git": git_commit(),
        "versions": versions(),
    }
