"""Words that a command does not know are refused in one sentence, never passed over."""

from __future__ import annotations

import pytest

from rulesets.errors import InputError
from sim.cli import doctor, listing
from sim.cli.compose import from_arguments
from sim.cli.words import Voice


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
