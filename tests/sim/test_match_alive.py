"""No dead option of `format.*`: each value, its parents set, changes the books of some match; and the books always balance."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from rulesets.options import FrozenMap, Value, options_of
from rulesets.spec import RulesetSpec, load_preset
from tests.oracle.test_match import clean_out, give, random_hand
from tests.sim.match_table import Match

FUDING = load_preset("fuding/wujiao")
KEYS = [key for key in options_of("fuding") if key.startswith("format.")]
SMALL = {"format.stack": 700, "format.max_hands": 30}  # so that players run short soon


def with_values(spec: RulesetSpec, **values: Value) -> RulesetSpec:
    """Values without cross-checks: a sweep step may need none of its parents' company."""
    return replace(spec, values=FrozenMap({**spec.values, **values}))


def base_for(key: str) -> RulesetSpec:
    """Five corners with small stacks, and what `key` depends on switched on."""
    base = with_values(FUDING, **SMALL)
    for need in options_of("fuding")[key].needs:
        if not need.holds(base.values):
            parent, wanted = need.parents[0]
            base = with_values(base, **{parent: wanted[0]})
    return base


def books(spec: RulesetSpec, seed: int) -> list[Any]:
    """Everything that a match of random hands leaves in its record."""
    rng = random.Random(seed)
    n = 5 if spec.values["format.kind"] == "five_corner" else 4
    match = Match(spec, dealer=seed % 4, seating=tuple(range(n)))
    for number in range(40):
        if match.cause:
            break
        match.set(will_hide=[int(rng.random() < 0.3) for _ in range(5)], unseen=[int(rng.random() < 0.3) for _ in range(5)])
        hand = random_hand(rng)
        if seed % 3 == 0 and number > 3:
            hand = clean_out(max(range(4), key=lambda s: match.stack[match.seats[s]]))
        give(match, hand)
        match.check()
    return [match.results, match.cause, match.hand_no, match.seats, match.bench, match.dealer, match.kept, match.loans]


@pytest.mark.parametrize("key", KEYS)
def test_every_value_of_a_form_changes_some_match(key: str) -> None:
    base = base_for(key)
    option = options_of("fuding")[key]
    assert option.effect == "D" and not option.in_row
    values = [value for value in option.alternatives if value != base.values[key]]
    if key == "format.max_hands":
        values = [10, 35]
    assert values
    for value in values:
        other = with_values(base, **{key: value})
        assert any(books(base, seed) != books(other, seed) for seed in range(60)), f"{key}: {value}"


@pytest.mark.parametrize("key", [k for k in KEYS if options_of("fuding")[k].needs])
def test_without_its_parents_a_value_changes_nothing(key: str) -> None:
    base = with_values(FUDING, **{**SMALL, "format.kind": "hands"})
    for value in options_of("fuding")[key].alternatives:
        other = with_values(base, **{key: value})
        assert all(books(base, seed) == books(other, seed) for seed in range(10)), f"{key}: {value}"
