"""Short modules and functions: what does not fit on a page is not read."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.architecture.source import FunctionNode, functions, shown, source_files, tree_of

MODULE_LINES = 500
FUNCTION_LINES = 60  # without the docstring
TURN_LOOP_LINES = 300

# Longer on purpose, each with its reason.
EXCEPTIONS: dict[str, str] = {}

FILES = source_files()


@pytest.mark.parametrize("path", FILES, ids=[shown(path) for path in FILES])
def test_module_and_its_functions_are_short(path: Path) -> None:
    lines = len(path.read_text(encoding="utf8").splitlines())
    limit = TURN_LOOP_LINES if path.name == "hand_loop.py" else MODULE_LINES
    assert lines <= limit or shown(path) in EXCEPTIONS, f"{lines} lines"
    for function in functions(tree_of(path)):
        name = f"{shown(path)}:{function.name}"
        assert _length(function) <= FUNCTION_LINES or name in EXCEPTIONS, f"{name} has {_length(function)} lines"


def _length(function: FunctionNode) -> int:
    """Lines of a function without its docstring."""
    assert function.end_lineno is not None
    length = function.end_lineno - function.lineno + 1
    first = function.body[0]
    if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
        assert first.end_lineno is not None
        length -= first.end_lineno - first.lineno + 1
    return length


def test_no_note_for_later_is_left_in_the_source() -> None:
    words = [a + b for a, b in (("TO", "DO"), ("FIX", "ME"), ("XX", "X:"), ("HA", "CK:"))]
    for path in FILES:
        text = path.read_text(encoding="utf8")
        assert not any(word in text for word in words), shown(path)


def test_no_test_is_skipped_or_expected_to_fail_without_a_condition() -> None:
    words = ("mark.sk" + "ip(", "mark.xf" + "ail", "mark.sk" + "ip\n")
    for path in source_files("tests"):
        text = path.read_text(encoding="utf8")
        assert not any(word in text for word in words), shown(path)
