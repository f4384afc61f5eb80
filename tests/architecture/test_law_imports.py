"""Who may import whom: the contracts of pyproject.toml, no circles, regions apart."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from rulesets.options import FAMILIES
from tests.architecture.source import ROOT, imported_names, module_name, shown, source_files, tree_of

# Region-blind modules that may know a region: the one scoring switch, and what describes or explains fans to people.
MAY_NAME_A_REGION = {"rulesets/score.py", "rulesets/docs.py"}


def test_import_contracts_hold() -> None:
    script = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports(no_cache=True))"
    command = [sys.executable, "-c", script]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_module_imports_itself_in_a_circle() -> None:
    """Imports inside functions count: a circle hidden there is a circle still."""
    modules = {module_name(path): path for path in source_files("rulesets", "sim", "reports")}
    graph = {name: _imports(path, modules) - {name} for name, path in modules.items()}
    done: set[str] = set()
    for start in graph:
        circle = _circle(graph, start, [], done)
        assert circle is None, " → ".join(circle or [])


def _imports(path: Path, modules: dict[str, Path]) -> set[str]:
    found = set()
    for module, name in imported_names(tree_of(path)):
        found.add(f"{module}.{name}" if f"{module}.{name}" in modules else module)
    return found & set(modules)


def _circle(graph: dict[str, set[str]], at: str, trail: list[str], done: set[str]) -> list[str] | None:
    if at in trail:
        return [*trail[trail.index(at) :], at]
    if at in done:
        return None
    for following in sorted(graph[at]):
        if circle := _circle(graph, following, [*trail, at], done):
            return circle
    done.add(at)
    return None


def test_regions_do_not_know_each_other_and_shared_law_does_not_know_them() -> None:
    for path in source_files("rulesets", "sim", "reports"):
        home = path.parent.name if path.parent.name in FAMILIES else None
        for module, name in imported_names(tree_of(path)):
            region = next((f for f in FAMILIES if f"{module}.{name}.".startswith(f"rulesets.{f}.")), None)
            if region is None or region == home:
                continue
            assert home is None, f"{shown(path)} imports {module}"
            if path.is_relative_to(ROOT / "rulesets"):
                assert shown(path) in MAY_NAME_A_REGION, f"{shown(path)} imports {module}"


def test_the_oracle_shares_no_code_with_the_engine_it_checks() -> None:
    """It reads the specification and the tiles. Three files stand beside it and know both sides: one carries its plain data to
    our records and back, one holds played hands against it, one stages hands for both. The oracle itself imports none.
    """
    allowed = {"rulesets.spec", "rulesets.tiles", "rulesets.errors"}
    bridges = {"tests.oracle.engine", "tests.oracle.agreement", "tests.oracle.scene"}
    for path in (ROOT / "tests" / "oracle").rglob("*.py"):
        if path.name.startswith("test_") or path.name == "conftest.py" or module_name(path) in bridges:
            continue
        for module, name in imported_names(tree_of(path)):
            assert not bridges & {module, f"{module}.{name}"}, f"{shown(path)} imports {module}"
            if module.split(".")[0] in ("rulesets", "sim", "reports"):
                assert module in allowed, f"{shown(path)} imports {module}"


def test_empty_packages_stay_empty() -> None:
    """`import sim` and `import rulesets` pull in neither Numba nor Ray."""
    script = "import sys, sim, rulesets, reports; print([m for m in ('numba', 'ray', 'hydra', 'polars') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == "[]"
