"""Every clause of the rules that is modelled has a test named after it, so that a failure names the rule it breaks."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parents[2]
LEDGERS = sorted((ROOT / "rulesets").glob("*/clauses.yaml"))


def clauses_named_by_tests() -> dict[str, list[str]]:
    """Clause ids in names such as `test_HB_CALL_01_pon_is_optional`, with the tests that carry them."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for name, family, group, number in re.findall(
            r"^ *def (test_([A-Z]{2})_([A-Z0-9]+)_(\d+)_\w+)", path.read_text(encoding="utf8"), re.M
        ):
            dot = "." if family == "FD" else "-"  # FD-1.08 is numbered as in its text
            found.setdefault(f"{family}-{group}{dot}{number}", []).append(f"{path.name}::{name}")
    return found


def ledger() -> dict[str, dict[str, Any]]:
    return {key: entry for path in LEDGERS for key, entry in yaml.safe_load(path.read_text(encoding="utf8")).items()}


def test_every_modelled_clause_has_a_test() -> None:
    named = clauses_named_by_tests()
    assert LEDGERS
    assert [key for key, entry in ledger().items() if entry.get("modelled", True) and key not in named] == []


def test_no_test_names_a_clause_that_does_not_exist() -> None:
    known = ledger()
    assert {key: tests for key, tests in clauses_named_by_tests().items() if key not in known} == {}


def test_the_hebei_ledger_is_complete() -> None:
    """80 clauses, of which the lobby and the platform's help for absent players are left out."""
    hebei = {key: entry for key, entry in ledger().items() if key.startswith("HB-")}
    assert len(hebei) == 80
    assert [key for key, entry in hebei.items() if not entry.get("modelled", True)] == ["HB-SET-02", "HB-TING-05"]


def test_the_fuzhou_ledger_is_complete() -> None:
    """104 clauses: 96 of the text, of which the advertisement at its end is left out, and 8 that it leaves open."""
    fuzhou = {key: entry for key, entry in ledger().items() if key.startswith("FZ-")}
    assert len(fuzhou) == 104
    assert sum(key.startswith("FZ-X-") for key in fuzhou) == 8
    assert [key for key, entry in fuzhou.items() if not entry.get("modelled", True)] == ["FZ-NOTE-01"]


def test_the_fuding_ledger_is_complete() -> None:
    """g.10: 62 clauses of the text in its three parts, of which only number 7 of the first is absent, and 10 of the base game."""
    fuding = {key: entry for key, entry in ledger().items() if key.startswith("FD-")}
    parts = {"1": 14, "2": 18, "3": 30, "B": 10}
    assert set(fuding) == {f"FD-{part}.{number:02}" for part, last in parts.items() for number in range(1, last + 1)}
    assert [key for key, entry in fuding.items() if not entry.get("modelled", True)] == ["FD-1.07"]
