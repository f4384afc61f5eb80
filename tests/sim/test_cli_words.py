"""Words that a command does not know are refused in one sentence, never passed over."""

from __future__ import annotations

import pytest

from rulesets.errors import InputError
from sim.cli import doctor, listing
from sim.cli.compose import from_arguments
from sim.cli.words import Voice
from tests.sim.cli_tools import Shell, shell

__all__ = ["shell"]


@pytest.mark.parametrize(("command", "argv", "named"), [(doctor, ["foo"], "foo"), (listing, ["bots", "lineups"], "lineups")])
def test_extra_words_are_refused(command, argv, named):
    with pytest.raises(InputError, match=named):
        command.command(argv, Voice("en"))


def test_a_group_with_a_plus_sign_says_how_to_write_it():
    with pytest.raises(InputError, match=r"write study=\.\.\. once, without a plus sign"):
        from_arguments(["+study=quick"])


def test_flags_may_stand_between_settings(tmp_path):
    request = from_arguments(["study=quick", "--config-dir", str(tmp_path), "walls=77"])
    assert request is not None and request.settings.walls == 77 and request.config_dirs == (tmp_path,)


@pytest.mark.parametrize("compiled", [True, False])
def test_whoever_waits_for_the_compiler_is_told(shell: Shell, monkeypatch: pytest.MonkeyPatch, compiled: bool) -> None:
    """A dry run and a shown hand play too; the first time they would be silent for a minute."""
    monkeypatch.setattr("sim.jit.is_compiled", lambda: compiled)
    monkeypatch.setattr("sim.cli.execute.outlook", lambda prepared: [("outlook", "概况")])
    ran = shell("run", "study=quick", "dry_run=true")
    assert ran.code == 0 and ran.out == "outlook\n"
    assert ("compiling the engine" in ran.err) == (not compiled)

    def stop(*_: object, **__: object) -> None:
        raise InputError("enough seen.", "够了。")

    monkeypatch.setattr("sim.batch.play", stop)
    assert ("正在编译引擎" in shell("show", "lang=zh").err) == (not compiled)
