"""Compiled code on disk: nothing stale is ever used, and what an edit does not touch is not compiled again."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulesets import sources
from tests.architecture.source import ROOT, kernels, module_name

LEAF = """
from rulesets.jit import lean_kernel
from rulesets.parts import {STEP}
from rulesets.parts import numbers

@lean_kernel
def leaf(x):
    return {STEP} * int(x) + numbers.EXTRA
"""
OTHER = """
from rulesets.jit import kernel

@kernel
def other(x):
    return min(x, 1000)
"""
TOP = """
from rulesets.jit import kernel
from rulesets.leaf import leaf
from rulesets.other import other

@kernel
def top(xs):
    total = 0
    for x in xs:
        total += leaf(x)
    return other(total)
"""
PROGRAM = """
import json
import numpy as np
from numba.core import event

class Listener(event.Listener):
    names = []
    def on_start(self, event):
        self.names.append(event.data["dispatcher"].py_func.__name__)
    def on_end(self, event):
        pass

event.register("numba:compile", Listener())
from rulesets.top import top
from rulesets.leaf import leaf
value = int(top(np.arange(4)))
ours = [name for name in Listener.names if name in ("leaf", "other", "top")]
print(json.dumps([value, ours, int(leaf(5))]))
"""


class House:
    """A small project with our decorators and three kernels: `top` calls `leaf` and `other`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        (root / "rulesets" / "parts").mkdir(parents=True)
        for name in ("jit", "inner", "inner_cache", "sources"):
            shutil.copy(ROOT / "rulesets" / f"{name}.py", root / "rulesets")
        self.write("__init__", "")  # a package before any other `rulesets` that is installed
        self.write("top", TOP)
        self.write("other", OTHER)
        self.write("leaf", LEAF.replace("{STEP}", "STEP"))
        self.write("parts/__init__", "STEP = 2\n")
        self.write("parts/numbers", "EXTRA = 0\n")

    def write(self, name: str, text: str) -> None:
        (self.root / "rulesets" / f"{name}.py").write_text(text, encoding="utf8")

    def run(self) -> tuple[int, list[str], int]:
        """Value of `top` for 0 to 3, the kernels that were compiled for it, and `leaf` of 5 called from Python."""
        keep = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
        environment = {**keep, "RULELAB_CACHE": str(self.root / "cache"), "PYTHONPATH": str(self.root)}
        done = subprocess.run(
            [sys.executable, "-B", "-c", PROGRAM],
            env=environment, cwd=self.root, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        value, compiled, called = json.loads(done.stdout)
        return value, compiled, called

    def inner_files(self, name: str) -> list[Path]:
        return sorted((self.root / "cache" / "kernels").rglob(f"rulesets.{name}.{name}-*.inner"))


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path)


def test_a_copy_of_the_sources_elsewhere_finds_everything_compiled(house: House, tmp_path: Path) -> None:
    """As where the project is installed beside its checkout; the files are also younger there."""
    assert house.run() == (12, ["top", "leaf", "other"], 10)
    moved = House(tmp_path / "elsewhere")
    shutil.move(house.root / "cache", moved.root / "cache")
    assert moved.run() == (12, [], 10)


def test_an_edit_compiles_what_depends_on_it_and_nothing_else(house: House) -> None:
    assert house.run() == (12, ["top", "leaf", "other"], 10)
    assert house.run() == (12, [], 10)
    house.write("parts/numbers", "EXTRA = 100\n")
    assert house.run() == (412, ["top", "leaf"], 110)
    house.write("parts/__init__", "STEP = 3\n")
    assert house.run() == (418, ["top", "leaf"], 115)
    house.write("other", OTHER.replace("1000", "400"))
    assert house.run() == (400, ["top", "other"], 115)
    house.write("other", OTHER)
    assert house.run() == (418, [], 115)


def test_a_lost_or_damaged_inner_form_is_made_again(house: House) -> None:
    assert house.run()[0] == 12
    (leaf,), (other,) = house.inner_files("leaf"), house.inner_files("other")
    leaf.unlink()
    sound = other.read_bytes()
    other.write_bytes(sound[:-1] + bytes([sound[-1] ^ 1]))
    house.write("top", TOP.replace("total = 0", "total = 5"))
    assert house.run() == (17, ["top", "leaf", "other"], 10)
    assert house.inner_files("leaf") == [leaf]


def test_needed_files_follow_every_kind_of_import(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "ROOT", tmp_path)
    texts = {
        "a/__init__.py": "",
        "a/one.py": "import numpy\nfrom a.b import two\nfrom . import six\n",
        "a/b/__init__.py": "from a import three\n",
        "a/b/two.py": "def f():\n    import a.four\n    from ..five import x\n",
        "a/three.py": "", "a/four.py": "", "a/five.py": "", "a/six.py": "", "a/unused.py": "",
    }  # fmt: skip
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf8")
    found = [file.relative_to(tmp_path).as_posix() for file in sources.needed_by(tmp_path / "a" / "one.py")]
    assert found == sorted(texts.keys() - {"a/unused.py"})


def test_scoring_and_hands_do_not_depend_on_bots_or_play() -> None:
    def needed(name: str) -> set[str]:
        return {file.relative_to(ROOT).as_posix() for file in sources.needed_by(ROOT / name)}

    for name in ("rulesets/score.py", "rulesets/hand_discard.py"):
        assert not any(file.startswith("sim/") for file in needed(name)), name
    for name in ("sim/moves.py", "sim/legality.py", "sim/claims.py", "sim/wall.py"):
        assert not any(file.startswith("sim/bots/") for file in needed(name)), name
    assert {"sim/bots/greedy.py", "rulesets/hebei/fans.py", "sim/moves.py", "rulesets/inner_cache.py"} <= needed("sim/batch.py")


def test_every_global_of_a_kernel_comes_from_a_file_that_its_key_covers() -> None:
    import importlib

    checked = 0
    for path, function in kernels():
        module = importlib.import_module(module_name(path))
        kernel = getattr(module, function.name)
        code = getattr(kernel, "py_func", kernel).__code__
        covered = set(sources.needed_by(path))
        for name in code.co_names:
            home = getattr(getattr(module, name, None), "__module__", None)
            if isinstance(home, str) and home.split(".")[0] in ("sim", "rulesets"):
                assert Path(str(sys.modules[home].__file__)).resolve() in covered, f"{path}: {name}"
                checked += 1
    assert checked > 500
