"""Examples in docstrings are run."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

from tests.architecture.source import module_name, shown, source_files

FILES = [path for path in source_files("rulesets") if ">>> " in path.read_text(encoding="utf8")]


@pytest.mark.parametrize("path", FILES, ids=[shown(path) for path in FILES])
def test_examples_in_docstrings(path: Path) -> None:
    module = importlib.import_module(module_name(path))
    result = doctest.testmod(module)
    assert result.attempted > 0 and result.failed == 0
