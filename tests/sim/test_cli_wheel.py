"""The wheel works outside the checkout: every data file is in it, and the command plays a study to its report."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("sim", "rulesets", "reports", "conf", "hydra_plugins")
pytestmark = pytest.mark.slow


def run(*words: str | Path, cwd: Path) -> str:
    """Standard output of a command that must succeed."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    done = subprocess.run(
        [str(w) for w in words], cwd=cwd, env=clean, capture_output=True, text=True, timeout=900, check=False
    )
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of the checkout."""
    copy = tmp_path_factory.mktemp("source") / "rulelab"
    copy.mkdir()
    for name in (*PACKAGES, "pyproject.toml", "README.md", "LICENSE"):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, copy / name)
    run(sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", copy.parent, copy, cwd=copy)
    return next(copy.parent.glob("rulelab-*.whl"))


def test_the_wheel_holds_every_data_file(wheel: Path) -> None:
    held = set(zipfile.ZipFile(wheel).namelist())
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*"):
            name = path.relative_to(ROOT).as_posix()
            if path.is_file() and "__pycache__" not in name:
                assert name in held, f"{name} is not in the wheel"
    assert not [name for name in held if name.startswith("tests/")]


def test_an_installed_wheel_runs_a_study(wheel: Path, tmp_path: Path) -> None:
    """In a virtual environment of its own; the packages we depend on are lent by the environment of this test."""
    home = tmp_path / "env"
    run(sys.executable, "-m", "venv", home, cwd=tmp_path)
    python = home / "bin" / "python"
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_paths()['purelib'])", cwd=tmp_path).strip())
    run(python, "-m", "pip", "install", "-q", "--no-deps", wheel, cwd=tmp_path)
    (site / "lent.pth").write_text(sysconfig.get_paths()["purelib"] + "\n", encoding="utf8")
    work = tmp_path / "elsewhere"
    work.mkdir()
    where = run(python, "-c", "import sim, conf, reports, rulesets; print(sim.__file__, conf.__file__)", cwd=work)
    assert all(Path(p).is_relative_to(site) for p in where.split()), where
    rulelab = home / "bin" / "rulelab"
    assert "rulelab" in run(rulelab, "--version", cwd=work)
    assert "hebei_house_rules" in run(rulelab, "list", "studies", cwd=work)
    out = run(rulelab, "run", "study=quick", "walls=200", "compute=local", "out=结果", "lang=en", cwd=work)
    report = Path(out.strip().splitlines()[-1].removeprefix("Report: "))
    assert report == work / "结果" / "report.html" and report.stat().st_size > 50_000
