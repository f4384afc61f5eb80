"""Every command and snippet of both READMEs works as it is written."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.sim.cli_tools import Shell, shell

__all__ = ["shell"]

ROOT = Path(__file__).resolve().parents[1]
READMES = ("README.md", "README.zh.md")
_FENCE = re.compile(r"```(\w+)\n(.*?)```", re.S)


def blocks(name: str, language: str) -> list[str]:
    """The fenced blocks of one language."""
    return [body for kind, body in _FENCE.findall((ROOT / name).read_text(encoding="utf8")) if kind == language]


def commands(name: str) -> list[str]:
    """Every rulelab command of a README, in blocks, tables and running text."""
    text = (ROOT / name).read_text(encoding="utf8")
    found = re.findall(r"`(?:\.venv/bin/)?(rulelab [^`]+)`", text)
    for block in blocks(name, "console"):
        found += [m for line in block.splitlines() for m in re.findall(r"(?:\.venv/bin/)?(rulelab .*)$", line)]
    return [c for c in dict.fromkeys(found) if not re.search(r"FOLDER|OPTION|COMMAND|文件夹|选项", c)]


def files(name: str) -> dict[str, str]:
    """The files that a README writes out: each YAML block with the path that was named last before it."""
    text = (ROOT / name).read_text(encoding="utf8")
    found = {}
    for block in re.finditer(r"```yaml\n(.*?)```", text, re.S):
        found[re.findall(r"`(rules/[\w/]+\.yaml)`", text[: block.start()])[-1]] = block[1]
    return found


def test_the_two_commands_are_those_that_are_promised() -> None:
    for name in READMES:
        lines = [line for block in blocks(name, "console") for line in block.splitlines()]
        assert "python3 -m venv .venv && .venv/bin/pip install '.[test]' && .venv/bin/rulelab run" in lines
        assert "python3 -m venv .venv && .venv/bin/pip install '.[test]' && .venv/bin/pytest -n 2" in lines


@pytest.mark.parametrize("name", READMES)
def test_every_command_is_understood(shell: Shell, name: str) -> None:
    """Runs are composed and, but on a cluster, prepared; everything else is done."""
    written = files(name)
    assert len(written) == len(blocks(name, "yaml")) == 3
    for path, text in written.items():
        shell.write(path, text)
    seen = commands(name)
    assert len(seen) >= 20
    for command in seen:
        argv = shlex.split(command)[1:]
        if argv[0] == "run" and "--help" not in argv:
            argv += ["--cfg", "job"] if "compute=cluster" in argv else ["dry_run=true"]
        if argv[0] == "new":
            argv += [f"dir=new{len(list(shell.folder.iterdir()))}"]
        if argv[0] == "doctor":
            argv += ["--no-ray"]
        ran = shell(*argv)
        assert ran.code == 0, (command, ran)


def test_the_people_of_the_readme_err_as_it_says(shell: Shell) -> None:
    for name in READMES:
        for path, text in files(name).items():
            shell.write(path, text)
        said = shell("explain", "hurried", "--config-dir", "rules").out
        assert "false_win: p 0.001, q 0.8" in said and "flush_bar: p 0.1, q 0.6" in said and "always objects" in said
    ran = shell(
        "run", "--config-dir", "rules", "study=fuding_discipline", "variants=fuding/literal,fuding/bonus", "lineups=four_hurried",
        "walls=20", "compute=local", "report=false", "out=here",
    )  # fmt: skip
    assert ran.code == 0, ran


def test_the_house_rule_of_the_readme_is_played(shell: Shell) -> None:
    shell.write("rules/variant/hebei/fourteen.yaml", files("README.md")["rules/variant/hebei/fourteen.yaml"])
    ran = shell(
        "run", "--config-dir", "rules", "study=quick", "variants=hebei/literal,hebei/fourteen", "walls=20",
        "compute=local", "report=false", "out=here",
    )  # fmt: skip
    assert ran.code == 0, ran
    assert (shell.folder / "here" / "data" / "hebei-fourteen").is_dir()


@pytest.mark.parametrize("name", READMES)
def test_the_python_snippet_runs(shell: Shell, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    (snippet,) = blocks(name, "python")
    exec(compile(snippet.replace("walls=2_000", "walls=200"), name, "exec"), {})
    assert "draws" in capsys.readouterr().out
    assert (shell.folder / "from_python" / "report.html").exists()


@pytest.mark.parametrize("name", READMES)
def test_every_link_to_a_file_leads_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)#]+)[^)]*\)", (ROOT / name).read_text(encoding="utf8")):
        if "://" not in target:
            assert (ROOT / target).exists(), target


@pytest.mark.parametrize("family", ["hebei", "fuzhou"])
def test_as_many_rule_sets_are_promised_as_there_are(shell: Shell, family: str) -> None:
    there = len(re.findall(rf"^ *{family}/", shell("list", "variants", f"family={family}").out, re.M))
    assert f"{there} presets and house rules" in (ROOT / "README.md").read_text(encoding="utf8")
