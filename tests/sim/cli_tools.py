"""Running the command inside the test process, and what every refusal must look like."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from sim.cli import main


@dataclass
class Ran:
    """What one command line said."""

    code: int
    out: str
    err: str


class Shell:
    """Runs command lines in an empty folder."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder = folder
        self._capsys = capsys

    def __call__(self, *argv: str) -> Ran:
        self._capsys.readouterr()
        code = main(list(argv))
        said = self._capsys.readouterr()
        return Ran(code, said.out, said.err)

    def write(self, name: str, text: str) -> Path:
        """A file in the folder."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf8")
        return path


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Shell]:
    """A shell in a new empty folder with an English locale."""
    monkeypatch.chdir(tmp_path)
    for name in ("LC_ALL", "LC_MESSAGES", "RAY_ADDRESS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    yield Shell(tmp_path, capsys)


def refused(shell: Shell, argv: Sequence[str], *words: str, lines: int = 1) -> Ran:
    """Asserts that the command refuses with one sentence per fault, exit code 2, no traceback and nothing left behind."""
    before = sorted(os.walk(shell.folder))
    ran = shell(*argv)
    said = ran.err.strip().splitlines()
    assert ran.code == 2, ran
    assert ran.out == "", ran
    assert len(said) == lines, ran.err
    assert "Traceback" not in ran.err and "hydra.cc" not in ran.err and "HYDRA_FULL_ERROR" not in ran.err
    for line in said:
        assert line.startswith("rulelab: ") and re.search(r"[.?。？]$", line), line
        assert len(line) < 400, line
    for word in words:
        assert word in ran.err, (word, ran.err)
    assert sorted(os.walk(shell.folder)) == before, "the refused command left files or folders"
    return ran
