"""The counter `bound` of the clause log (FD b.15): what the clauses take away from lawful players too."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rulesets.clause_log import ENTRY_NAMES, Counter
from rulesets.mistakes import MISTAKES
from rulesets.options import Value
from sim.batch import Played, play
from sim.mistakes.profiles import FLAWLESS, MistakeProfile, profile_table
from tests.sim.fuding_table import fd
from tests.sim.test_fuding_lawful import LONG, seekers

TAKEN_AWAY = (
    "flush_bar", "four_winds_bar", "idle_gold_win", "passed_win", "passed_pon", "kan_tile", "discard_gold", "late_kan",
    "late_honour", "no_discard",
)  # fmt: skip
"""Entries that bind lawful players now and then, if rare tables are made common."""

RULES: dict[str, Value] = {"bar.flush_table": 2}
HARMLESS = replace(FLAWLESS, p=(2.0**-60,) * len(MISTAKES))
"""Somebody who could make every mistake and never does in so few hands."""


def counts(played: Played) -> np.ndarray:
    """The counters of all entries over all hands."""
    return played.clauses[0, 0].sum(axis=0)


def at(profile: MistakeProfile | None, changes: dict[str, Value], walls: int) -> Played:
    """Hands of the same bots, with these people or without mistakes."""
    table = seekers()
    table["profile"] = 0 if profile is None else 1
    people = None if profile is None else profile_table([FLAWLESS, profile])
    return play(fd(changes), table, np.arange(walls), 11, lineups=[LONG], profiles=people, clause_block=1000)


def test_clauses_bind_lawful_players() -> None:
    """Each of these entries is bound at tables where nobody errs, and nothing but that and refused wins is counted there."""
    found = counts(at(None, RULES, 10_000))
    bound = {name for name, n in zip(ENTRY_NAMES, found[:, Counter.BOUND], strict=True) if n}
    assert bound >= set(TAKEN_AWAY)
    others = [c for c in Counter if c not in (Counter.BOUND, Counter.DENIED)]
    assert not found[:, others].any()
    denied = found[:, Counter.DENIED]
    assert denied[ENTRY_NAMES.index("idle_gold_win")] > 0 and (denied <= found[:, Counter.BOUND]).all()


@pytest.mark.parametrize("changes", [{}, RULES, {"claim.pass_rob": True, "bar.flush_table": 2}], ids=["literal", "tables", "rob"])
def test_those_who_could_err_and_do_not_are_bound_like_lawful_players(changes: dict[str, Value]) -> None:
    """The same hands, decision for decision, counted on the way with mistakes and on the way without."""
    lawful, careful = at(None, changes, 600), at(HARMLESS, changes, 600)
    assert (lawful.rows == careful.rows).all()
    columns = [Counter.BOUND, Counter.DENIED]
    assert not counts(careful)[:, Counter.SLIP].any()
    assert counts(lawful)[:, columns].tolist() == counts(careful)[:, columns].tolist()


def test_a_bar_that_is_off_binds_nobody() -> None:
    """Each option that switches a bar off empties its row and no other."""
    off: dict[str, tuple[dict[str, Value], str]] = {
        "flush table": ({"bar.flush_table": 0}, "flush_bar"),
        "four winds": ({"bar.flush_table": 2, "bar.four_winds": False}, "four_winds_bar"),
        "late honours": ({"bar.flush_table": 2, "bar.late_honour": 0}, "late_honour"),
        "idle gold": ({"bar.flush_table": 2, "gold.idle_win": "any"}, "idle_gold_win"),
    }
    for changes, entry in off.values():
        found = counts(at(None, changes, 2000))
        assert found[ENTRY_NAMES.index(entry), Counter.BOUND] == 0, entry
        assert found[:, Counter.BOUND].any()
