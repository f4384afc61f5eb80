"""No dead option: every alternative of every scoring and succession option changes the points or the dealer of some hand.

Options that change play (class P) are shown to be alive by played hands, in the tests of the engine.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from rulesets import crosschecks
from rulesets.compare import one_at_a_time
from rulesets.compile import rule_table
from rulesets.dealer import next_dealer
from rulesets.hand_tables import load_tables
from rulesets.options import Value, options_of
from rulesets.score import new_scores, score_hand
from rulesets.spec import RulesetSpec, load_preset, with_changes
from tests.oracle.endings import random_draw, random_ending
from tests.oracle.engine import NEUTRAL, records_of

TABLES = load_tables()
ENDINGS = 4000


def _base_for(key: str) -> RulesetSpec:
    """The written rules with what `key` depends on switched on."""
    base = load_preset("hebei/literal")
    changes: dict[str, Value] = {}
    for need in options_of("hebei")[key].needs:
        if not need.holds(base.values):
            parent, wanted = need.parents[0]
            changes[parent] = wanted[0] if wanted else 1
    return with_changes(base, changes) if changes else base


def _can_act(key: str) -> bool:
    """False for an option that only another family's scoring reads."""
    options = options_of("hebei")
    of_all = not options[key].only
    return of_all and all(any(parent in options for parent, _ in need.parents) for need in options[key].needs)


def _steps(classes: str) -> list[tuple[str, Value]]:
    """Every alternative of every option of these classes that the row holds, the base's own value left out."""
    found = []
    for key, option in options_of("hebei").items():
        if option.in_row and option.effect in classes and _can_act(key):
            base = _base_for(key)
            for value in option.alternatives:
                step = {**base.values, key: value}
                if value != base.values[key] and not crosschecks.errors("hebei", step):
                    found.append((key, value))
    return found


@cache
def _endings() -> list[tuple[Any, Any]]:
    rng = random.Random(7)
    made = (random_draw(rng) if i % 50 == 0 else random_ending(rng) for i in range(ENDINGS))
    found = [records_of(ending, NEUTRAL["hebei"]) for ending in made]
    for _, events in found[3::5]:
        events[0].pei_mask = events[0].penalties[0] = rng.randrange(1, 15)
        events[0].rightful = rng.choice([0, 0, 1, 2, 3, 4])
    return found


def _points(table: Any, row: int, hands: Any, event: Any) -> tuple[int, bytes]:
    out = new_scores()
    return int(score_hand(TABLES, table[row], hands, event, out[0])), out["delta"].tobytes()


@pytest.mark.parametrize(("key", "value"), _steps("S"), ids=lambda part: str(part))
def test_every_alternative_of_a_scoring_option_changes_the_points_of_some_hand(key: str, value: Value) -> None:
    base = _base_for(key)
    table = rule_table([base, with_changes(base, {key: value})])
    for hands, events in _endings():
        fault, points = _points(table, 0, hands, events[0])
        if not fault and _points(table, 1, hands, events[0]) != (0, points):
            return
    pytest.fail(f"{key}: {value} changed no hand of {ENDINGS}")


@pytest.mark.parametrize(("key", "value"), [s for s in _steps("D") if s[0] != "dealer.first"], ids=lambda part: str(part))
def test_every_alternative_of_a_succession_option_changes_a_dealer(key: str, value: Value) -> None:
    base = _base_for(key)
    table = rule_table([base, with_changes(base, {key: value})])
    assert any(next_dealer(table[0], events[0]) != next_dealer(table[1], events[0]) for _, events in _endings())


def test_options_of_other_classes_change_no_points_and_no_dealer() -> None:
    """The class of an option is a promise: what is not marked as scoring leaves every finished hand as it is."""
    base = load_preset("hebei/literal")
    others = [spec for spec in one_at_a_time(base, effects="PR").specs if not _shape_option(spec)]
    table = rule_table([base, *others])
    for hands, events in _endings()[:400]:
        expected = (_points(table, 0, hands, events[0]), next_dealer(table[0], events[0]))
        for row, spec in enumerate(others, 1):
            found = (_points(table, row, hands, events[0]), next_dealer(table[row], events[0]))
            assert found == expected, spec.name


def _shape_option(spec: RulesetSpec) -> bool:
    """What may be a winning shape at all is no matter of points: `win.*` decides it before scoring."""
    return any(key.startswith("win.") for key in spec.changes)
