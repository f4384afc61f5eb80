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
from rulesets.compare import apply, differences, one_at_a_time, pairs
from rulesets.compile import rule_table, values_of
from rulesets.options import FAMILIES, FrozenMap, load_catalogue, options_of
from rulesets.spec import RulesetSpec, load_preset, resolve, with_changes
from rulesets.variant import read_presets, read_variant, variant_yaml
from tests.spec_generators import specs

PRESETS = [load_preset(f"{family}/{short}") for family in FAMILIES for short in read_presets(family)]
BASELINES = {"hebei": "literal", "fuzhou": "fz_std", "fuding": "literal"}
any_specs = st.one_of([specs(family) for family in FAMILIES])
same_family = st.one_of([st.tuples(specs(family), specs(family)) for family in FAMILIES])


@given(st.lists(any_specs, min_size=1, max_size=3))
def test_any_rule_set_to_a_row_and_back(chosen: list[RulesetSpec]) -> None:
    table = rule_table(chosen)
    for spec, row in zip(chosen, table, strict=True):
        options = options_of(spec.family)
        assert values_of(row) == {key: value for key, value in spec.values.items() if options[key].in_row}
        built = row.built
        assert not (built.held & built.flower).any()
        copies = [4] * 34 + [1] * 8
        assert int(built.n_flowers) == int(built.flower @ copies) == crosschecks.n_flowers(spec.values)
        assert int(built.n_tiles) == int((built.held + built.flower) @ copies) == crosschecks.n_tiles(spec.values)
        assert 3 * int(built.sets) + 1 == int(built.hand_size) == spec["deal.hand_size"]


@given(same_family)
def test_a_plus_the_difference_is_b(pair: tuple[RulesetSpec, RulesetSpec]) -> None:
    a, b = pair
    steps = differences(a, b)
    assert apply(a, steps) == b.values
    assert apply(b, differences(b, a)) == a.values
    for step in steps:
        assert step.meaning.en and step.meaning.zh and step.before_text != step.after_text


@pytest.mark.parametrize(("a", "b"), [p for p in permutations(PRESETS, 2) if p[0].family == p[1].family], ids=lambda s: s.name)
def test_preset_plus_the_difference_is_the_other_preset(a: RulesetSpec, b: RulesetSpec) -> None:
    steps = differences(a, b)
    assert steps
    assert with_changes(a, {step.key: step.after for step in steps}).rules_hash == b.rules_hash


@given(any_specs)
def test_a_spec_changed_on_the_spot_is_found_again_by_its_name(spec: RulesetSpec) -> None:
    again = resolve(spec.full_name)
    assert again == spec
    assert again.rules_hash == spec.rules_hash


@settings(max_examples=30)
@given(spec=any_specs)
def test_a_written_variant_file_holds_the_same_rules(spec: RulesetSpec, tmp_path_factory: pytest.TempPathFactory) -> None:
    short = BASELINES[spec.family]
    base = load_preset(f"{spec.family}/{short}")
    changes = {step.key: step.after for step in differences(base, spec)}
    if changes:
        path = Path(tmp_path_factory.mktemp("v")) / "made_up.yaml"
        path.write_text(variant_yaml(spec.family, short, changes, why="made up"), encoding="utf8")
        assert dict(read_variant(path).changes) == changes
        assert resolve(str(path)).rules_hash == spec.rules_hash


@given(any_specs, st.randoms())
def test_the_hash_knows_values_not_their_order_nor_their_name(spec: RulesetSpec, shuffle: random.Random) -> None:
    items = list(spec.values.items())
    shuffle.shuffle(items)
    assert replace(spec, values=FrozenMap(dict(items)), name="hebei/other", label="x").rules_hash == spec.rules_hash


@given(any_specs, any_specs)
def test_equal_hashes_mean_equal_values(a: RulesetSpec, b: RulesetSpec) -> None:
    assert (a.rules_hash == b.rules_hash) == (a.family == b.family and a.values == b.values)


def test_a_new_option_at_its_neutral_default_changes_no_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    presets = [spec for spec in PRESETS if spec.family == "hebei"]
    before = {spec.name: spec.rules_hash for spec in presets}
    chi = load_catalogue()["claim.chi"]
    new = replace(chi, key="claim.aaa_new")
    grown = {"claim.aaa_new": new, **options_of("hebei")}
    monkeypatch.setattr(rulesets.spec, "options_of", lambda family: grown)
    for spec in presets:
        wider = replace(spec, values=FrozenMap({"claim.aaa_new": new.default, **spec.values}))
        assert wider.rules_hash == before[spec.name]
        assert replace(wider, values=FrozenMap({**wider.values, "claim.aaa_new": "next_seat"})).rules_hash != before[spec.name]


PINNED = {
    "hebei/literal": "34385f3d184061f7",
    "hebei/app": "6cc745a24695fd2b",
    "hebei/single_wait": "c3c3653904d930f1",
    "hebei/total": "e96a42b82f9b160b",
    "hebei/head_bump": "0cacc0aad2d4180c",
    "hebei/no_multi_stack": "c8214505fb5ecaa6",
    "fuzhou/fz_std": "b55960ff200fce2d",
}


def test_the_hashes_of_the_presets_are_pinned() -> None:
    """Finished studies are found again by them: a change here orphans them all and needs a word in the change log."""
    assert {name: load_preset(name).rules_hash for name in PINNED} == PINNED


@pytest.mark.parametrize(("family", "short"), BASELINES.items())
def test_one_at_a_time_steps_every_living_alternative_once(family: str, short: str) -> None:
    base = load_preset(f"{family}/{short}")
    sweep = one_at_a_time(base)
    steps = [tuple(spec.changes.items()) for spec in sweep.specs]
    assert all(len(step) == 1 for step in steps) and len(set(steps)) == len(steps)
    reached = {key for ((key, _),) in steps} | {name.partition("+")[2].partition("=")[0] for name, _ in sweep.refused}
    alive = {k for k, o in options_of(family).items() if o.in_row and o.effect in "SEDP" and o.is_alive(base.values)}
    assert reached == alive
    assert not reached & {"wall.tail_order", "fuzhou.special_jinkan"}
    assert ("claim.pass_rob" in reached) == (family == "fuding")  # only there a pass locks wins
    reserves = [spec["wall.reserve"] for spec in sweep.specs if "wall.reserve" in spec.changes]
    assert reserves == [n for n in (0, 6, 12, 14, 16, 18) if n != base["wall.reserve"]]
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


def test_pairs_play_two_changes_at_once() -> None:
    base = load_preset("fuding/literal")
    names = ("club", "no_flush_bar", "no_follow", "late_honours_free")
    alone = [resolve(f"fuding/{name}") for name in names]
    sweep = pairs(base, [*alone, resolve("fuding/club")])
    assert [spec.name for spec in sweep.specs] == [
        "fuding/literal+wall.reserve=16+bar.flush_table=0",
        "fuding/literal+wall.reserve=16+bar.flush_follow=false",
        "fuding/literal+wall.reserve=16+bar.late_honour=0",
        "fuding/literal+bar.flush_table=0+bar.late_honour=0",
        "fuding/literal+bar.flush_table=0+wall.reserve=16",
        "fuding/literal+bar.flush_follow=false+bar.late_honour=0",
        "fuding/literal+bar.flush_follow=false+wall.reserve=16",
        "fuding/literal+bar.late_honour=0+wall.reserve=16",
    ]  # club twice changes one option; nothing can be followed at a table that bars nothing
    assert [name for name, _ in sweep.refused] == ["fuding/literal+bar.flush_table=0+bar.flush_follow=false"]
    first = sweep.specs[0]
    assert first.title.en == f"{alone[0].title.en} + {alone[1].title.en}"
    assert first.title.zh == f"{alone[0].title.zh} + {alone[1].title.zh}"
    assert (first["wall.reserve"], first["bar.flush_table"]) == (16, 0) and len(differences(base, first)) == 2
    assert resolve(first.full_name).rules_hash == first.rules_hash
