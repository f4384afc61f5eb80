"""Rule sets survive every change of form: text to row and back, difference and sum, hash under reordering."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import rulesets.spec
from rulesets import crosschecks
from rulesets.compare import apply, differences, one_at_a_time
from rulesets.compile import rule_table, values_of
from rulesets.options import FrozenMap, load_catalogue, options_of
from rulesets.spec import RulesetSpec, load_preset, resolve, with_changes
from rulesets.variant import read_presets, read_variant, variant_yaml
from tests.spec_generators import specs

PRESETS = [load_preset(f"hebei/{short}") for short in read_presets("hebei")]


@given(st.lists(specs(), min_size=1, max_size=3))
def test_any_rule_set_to_a_row_and_back(chosen: list[RulesetSpec]) -> None:
    table = rule_table(chosen)
    for spec, row in zip(chosen, table, strict=True):
        options = options_of(spec.family)
        assert values_of(row) == {key: value for key, value in spec.values.items() if options[key].in_row}
        assert int(row.built.n_tiles) == 4 * int(row.built.held.sum()) == crosschecks.n_tiles(spec.values)


@given(specs(), specs())
def test_a_plus_the_difference_is_b(a: RulesetSpec, b: RulesetSpec) -> None:
    steps = differences(a, b)
    assert apply(a, steps) == b.values
    assert apply(b, differences(b, a)) == a.values
    for step in steps:
        assert step.meaning.en and step.meaning.zh and step.before_text != step.after_text


@pytest.mark.parametrize(("a", "b"), list(permutations(PRESETS, 2)), ids=lambda spec: spec.name)
def test_preset_plus_the_difference_is_the_other_preset(a: RulesetSpec, b: RulesetSpec) -> None:
    steps = differences(a, b)
    assert steps
    assert with_changes(a, {step.key: step.after for step in steps}).rules_hash == b.rules_hash


@given(specs())
def test_a_spec_changed_on_the_spot_is_found_again_by_its_name(spec: RulesetSpec) -> None:
    again = resolve(spec.full_name)
    assert again == spec
    assert again.rules_hash == spec.rules_hash


@settings(max_examples=30)
@given(spec=specs())
def test_a_written_variant_file_holds_the_same_rules(spec: RulesetSpec, tmp_path_factory: pytest.TempPathFactory) -> None:
    base = load_preset("hebei/literal")
    changes = {step.key: step.after for step in differences(base, spec)}
    if changes:
        path = Path(tmp_path_factory.mktemp("v")) / "made_up.yaml"
        path.write_text(variant_yaml("hebei", "literal", changes, why="made up"), encoding="utf8")
        assert dict(read_variant(path).changes) == changes
        assert resolve(str(path)).rules_hash == spec.rules_hash


@given(specs(), st.randoms())
def test_the_hash_knows_values_not_their_order_nor_their_name(spec: RulesetSpec, shuffle: random.Random) -> None:
    items = list(spec.values.items())
    shuffle.shuffle(items)
    assert replace(spec, values=FrozenMap(dict(items)), name="hebei/other", label="x").rules_hash == spec.rules_hash


@given(specs(), specs())
def test_equal_hashes_mean_equal_values(a: RulesetSpec, b: RulesetSpec) -> None:
    assert (a.rules_hash == b.rules_hash) == (a.values == b.values)


def test_a_new_option_at_its_neutral_default_changes_no_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {spec.name: spec.rules_hash for spec in PRESETS}
    chi = load_catalogue()["claim.chi"]
    new = replace(chi, key="claim.aaa_new")
    grown = {"claim.aaa_new": new, **options_of("hebei")}
    monkeypatch.setattr(rulesets.spec, "options_of", lambda family: grown)
    for spec in PRESETS:
        wider = replace(spec, values=FrozenMap({"claim.aaa_new": new.default, **spec.values}))
        assert wider.rules_hash == before[spec.name]
        assert replace(wider, values=FrozenMap({**wider.values, "claim.aaa_new": "next_seat"})).rules_hash != before[spec.name]


def test_the_hash_of_the_baseline_is_pinned() -> None:
    """Finished studies are found again by it: a change here orphans them all and needs a word in the change log."""
    assert load_preset("hebei/literal").rules_hash == "34385f3d184061f7"


def test_one_at_a_time_steps_every_living_alternative_once() -> None:
    base = load_preset("hebei/literal")
    sweep = one_at_a_time(base)
    steps = [tuple(spec.changes.items()) for spec in sweep.specs]
    assert all(len(step) == 1 for step in steps) and len(set(steps)) == len(steps)
    reached = {key for ((key, _),) in steps} | {name.partition("+")[2].partition("=")[0] for name, _ in sweep.refused}
    alive = {k for k, o in options_of("hebei").items() if o.in_row and o.effect in "SEDP" and o.is_alive(base.values)}
    assert reached == alive
    assert "claim.pass_rob" not in reached and "wall.tail_order" not in reached
    assert [spec["wall.reserve"] for spec in sweep.specs if "wall.reserve" in spec.changes] == [0, 6, 14, 16, 18]
    assert all(sentence.en and sentence.zh for _, sentence in sweep.refused)
    for spec in sweep.specs:
        assert resolve(spec.full_name).rules_hash == spec.rules_hash


def test_a_sweep_can_leave_out_the_dealer() -> None:
    sweep = one_at_a_time(load_preset("hebei/literal"), effects="SEP")
    assert not any(key.startswith("dealer.") for spec in sweep.specs for key in spec.changes)


def test_slugs_of_different_rule_sets_differ() -> None:
    names = [spec.slug for spec in one_at_a_time(load_preset("hebei/literal")).specs]
    assert len(set(names)) == len(names)
    assert not any(set(name) & set('/\\:*?"<>|+=@ ') for name in names)
