"""Presets and variant files: every shipped one composes; every malformed one gives one sentence."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from rulesets.compare import differences
from rulesets.compile import rule_table, values_of
from rulesets.errors import InputError
from rulesets.options import options_of
from rulesets.spec import list_rulesets, load_preset, resolve
from rulesets.variant import SHIPPED_DIR, Variant, read_presets, read_variant, variant_yaml

SHIPPED = list_rulesets()[0]
GOOD = """family: hebei
base: literal
changes: {claim: {chi: next_seat}}
why: runs may be claimed
status: suggested
"""


def put(folder: Path, name: str, text: str) -> Path:
    """A variant file in a user's own folder."""
    path = folder / "variant" / "hebei" / f"{name}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf8")
    return path


def fault_of(name: str, *folders: Path) -> InputError:
    with pytest.raises(InputError) as caught:
        resolve(name, folders)
    fault = caught.value
    assert "\n" not in fault.en and fault.en.endswith((".", "?")), fault.en
    assert fault.zh.endswith(("。", "？")), fault.zh
    return fault


@pytest.mark.parametrize("variant", SHIPPED, ids=[v.name for v in SHIPPED])
def test_every_shipped_rule_set_composes_compiles_and_differs_from_its_base(variant: Variant) -> None:
    spec = resolve(variant.name)
    in_row = {key: value for key, value in spec.values.items() if options_of(spec.family)[key].in_row}
    assert values_of(rule_table([spec])[0]) == in_row
    assert variant.title.zh and variant.why.zh != variant.why.en and variant.title.zh != variant.title.en
    assert (variant.source.zh != variant.source.en) or not variant.source.en
    if variant.base is not None:
        assert [step.key for step in differences(resolve(variant.base), spec)] == sorted(
            variant.changes, key=list(options_of(spec.family)).index
        )
    assert resolve(variant.title.zh).name == variant.name
    assert resolve(variant.title.en).name == variant.name


def test_no_shipped_file_is_faulty_and_none_plays_like_another() -> None:
    variants, faults = list_rulesets()
    assert not faults
    assert len([v for v in variants if not v.is_preset]) >= 20
    hashes = [resolve(variant.name).rules_hash for variant in variants]
    assert len(set(hashes)) == len(hashes)


def test_presets_of_hebei() -> None:
    assert list(read_presets("hebei")) == ["literal", "app", "single_wait", "total", "head_bump", "no_multi_stack"]
    steps = {
        short: {step.key: step.after for step in differences(load_preset("hebei/literal"), load_preset(f"hebei/{short}"))}
        for short in read_presets("hebei")
    }
    assert steps == {
        "literal": {},
        "app": {"win.orphans": "any_pair", "hebei.menqing_win": "self_draw", "hebei.reading": "union"},
        "single_wait": {"hebei.zhuowu_mode": "single_wait"},
        "total": {"hebei.self_draw_fans": "total_even"},
        "head_bump": {"claim.multi_win": "head_bump"},
        "no_multi_stack": {
            "hebei.menqing_with_special": False,
            "hebei.luxury_flush": "none",
            "hebei.qingfeng_with_pengpeng": False,
        },
    }


def test_a_variant_may_build_on_another_and_knows_where_each_value_comes_from() -> None:
    spec = resolve("chi_no_swap")
    assert spec["claim.chi"] == "next_seat" and spec["claim.discard_after_chi"] == "not_same"
    assert spec.origins["claim.chi"] == "hebei/chi_allowed"
    assert spec.origins["claim.discard_after_chi"] == "hebei/chi_no_swap"
    assert spec.origins["wall.reserve"] == "hebei/literal"
    assert "kan.rob_added" not in spec.origins


def test_names_short_full_titled_labelled_and_changed_on_the_spot() -> None:
    for name in ("literal", "hebei/literal", "帮助原文", " literal "):
        assert resolve(name).name == "hebei/literal"
    again = resolve("hebei/literal@again")
    assert (again.full_name, again.slug) == ("hebei/literal@again", "hebei-literal-again")
    assert again.rules_hash == resolve("literal").rules_hash
    step = resolve("literal+wall.reserve=14+kan.rob_added=false@x")
    assert step.full_name == "hebei/literal+wall.reserve=14+kan.rob_added=false@x"
    assert resolve(step.full_name) == step
    assert dict(step.changes) == {"wall.reserve": 14, "kan.rob_added": False}
    assert "留牌张数：14 张" in step.title.zh
    assert resolve("literal+wall.reserve=14").rules_hash == resolve("seven_reserve_stacks").rules_hash


def test_a_spec_is_hashable_frozen_and_travels_between_processes() -> None:
    spec = resolve("app@b")
    assert pickle.loads(pickle.dumps(spec)) == spec
    assert len({spec, resolve("app@b"), resolve("app")}) == 2
    with pytest.raises(AttributeError):
        spec.name = "x"  # type: ignore[misc]
    with pytest.raises(TypeError):
        spec.values["wall.reserve"] = 0  # type: ignore[index]


def test_own_folders_hold_variants_also_with_chinese_names(tmp_path: Path) -> None:
    folder = tmp_path / "我的规则"
    path = put(folder, "可吃", GOOD.replace("{chi: next_seat}", "{chi: next_seat, pass_win: same_kind}"))
    for name in ("可吃", "hebei/可吃", str(path)):
        spec = resolve(name, [folder])
        assert (spec.name, spec["claim.pass_win"], spec.slug) == ("hebei/可吃", "same_kind", "hebei-可吃")
    assert "hebei/可吃" in [v.name for v in list_rulesets([folder])[0]]


def test_a_written_variant_reads_back(tmp_path: Path) -> None:
    changes = {"claim.chi": "next_seat", "wall.reserve": 14, "kan.rob_added": False}
    text = variant_yaml(
        "hebei", "literal", changes, why="it's: a #test", title="t", why_zh="试试", status="observed", source="x: 'y'"
    )
    variant = read_variant(put(tmp_path, "written", text))
    assert dict(variant.changes) == changes
    assert (variant.why.en, variant.why.zh, variant.source.en) == ("it's: a #test", "试试", "x: 'y'")


def test_a_path_is_relative_to_the_calling_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Public case 150."""
    put(tmp_path, "mine", GOOD)
    monkeypatch.chdir(tmp_path / "variant")
    with pytest.raises(InputError) as caught:
        resolve("hebei/mine.yaml")  # plays like chi_allowed, but under its own name
        resolve("hebei/missing.yaml")
    assert caught.value.en == "hebei/missing.yaml: there is no such file."


# What replaces a line of GOOD, and what the sentence must hold: place, key, what is allowed or nearest.
MALFORMED = {
    "unknown field": ("why:", "wy:", ["unknown field wy", "Did you mean why"]),
    "option outside changes": ("why:", "claim: {chi: none}\nwhy:", ["unknown field claim", "under changes"]),
    "no reason": ("why: runs may be claimed\n", "", ["why: is missing"]),
    "no base": ("base: literal\n", "", ["base: is missing"]),
    "no family": ("family: hebei\n", "", ["family: is missing"]),
    "no status": ("status: suggested\n", "", ["status: is missing"]),
    "unknown family": ("family: hebei", "family: hebbei", [":1:", "unknown family hebbei", "Did you mean hebei"]),
    "family of another type": ("family: hebei", "family: 3", [":1: family: must be text"]),
    "unknown base": ("base: literal", "base: litral", ["base:", '"hebei/litral"', "Did you mean hebei/literal"]),
    "base of unknown family": ("base: literal", "base: fuzu/x", ["base:", "unknown family fuzu"]),
    "status": ("suggested", "sugested", [":5: status: sugested", "official, observed, suggested", "Did you mean suggested"]),
    "source missing": ("suggested", "observed", ["status: observed needs a source"]),
    "empty changes": ("{claim: {chi: next_seat}}", "{}", [":3: changes: is empty"]),
    "changes absent": ("{claim: {chi: next_seat}}", "", [":3: changes: must be a mapping", "an empty value"]),
    "changes a list": ("{claim: {chi: next_seat}}", "[claim]", ["changes: must be a mapping", "a list"]),
    "group not a mapping": ("{claim: {chi: next_seat}}", "{claim: chi}", [":3: claim: must be a mapping", "here chi"]),
    "unknown group": ("{claim:", "{clame:", [":3: unknown option group clame", "Did you mean claim"]),
    "dotted key": ("{claim: {chi: next_seat}}", "{claim.chi: next_seat}", ["write claim.chi nested"]),
    "option without group": ("{claim: {chi: next_seat}}", "{chi: next_seat}", ["unknown option group chi", "claim.chi"]),
    "unknown option": ("{chi:", "{chii:", [":3: unknown option claim.chii", "Did you mean claim.chi"]),
    "unknown choice": ("next_seat", "next_set", ["claim.chi: next_set is not a choice", "none, next_seat", "mean next_seat"]),
    "boolean for a choice": ("next_seat", "true", ["claim.chi: true is not a choice"]),
    "list for a choice": ("next_seat", "[none]", ["claim.chi: a list is not a choice"]),
    "null for a choice": ("next_seat", "~", ["claim.chi: an empty value is not a choice"]),
    "yes": ("{claim: {chi: next_seat}}", "{kan: {rob_added: yes}}", ["kan.rob_added: yes must be true or false"]),
    "on": ("{claim: {chi: next_seat}}", "{kan: {rob_added: on}}", ["kan.rob_added: on must be true or false"]),
    "one for a boolean": ("{claim: {chi: next_seat}}", "{kan: {rob_added: 1}}", ["kan.rob_added: 1 must be true or false"]),
    "leading zero": ("{claim: {chi: next_seat}}", "{wall: {reserve: 014}}", ["wall.reserve: 014", "leading zeros"]),
    "fraction": ("{claim: {chi: next_seat}}", "{wall: {reserve: 14.0}}", ["14.0 must be a whole number from 0 to 60"]),
    "quoted number": ("{claim: {chi: next_seat}}", "{wall: {reserve: '14'}}", ["wall.reserve: 14", "without quotes"]),
    "boolean for a number": ("{claim: {chi: next_seat}}", "{wall: {reserve: true}}", ["wall.reserve: true must be a whole number"]),
    "out of range": ("{claim: {chi: next_seat}}", "{wall: {reserve: 61}}", ["wall.reserve: 61 is out of range", "0 to 60 tiles"]),
    "negative": ("{claim: {chi: next_seat}}", "{wall: {reserve: -2}}", ["wall.reserve: -2 is out of range"]),
    "huge": ("{claim: {chi: next_seat}}", "{pay: {limit: 99999999999999999999}}", ["pay.limit", "out of range"]),
    "nothing changes": ("next_seat", "none", ["X", "changes nothing: claim.chi already is none in hebei/literal"]),
    "odd reserve": ("{claim: {chi: next_seat}}", "{wall: {reserve: 13}}", [":3: wall.odd_tail: exclude counts whole stacks"]),
    "without its parent": ("{chi: next_seat}", "{pass_rob: true}", [":3: claim.pass_rob: true has no effect"]),
}  # fmt: skip


@pytest.mark.parametrize("name", MALFORMED)
def test_malformed_file_gives_one_sentence_with_place_and_remedy(name: str, tmp_path: Path) -> None:
    """Public cases 147, 148 and 155."""
    old, new, expected = MALFORMED[name]
    assert old in GOOD
    path = put(tmp_path, "X_rule", GOOD.replace(old, new, 1))
    fault = fault_of("X_rule", tmp_path)
    assert str(path) in fault.en and str(path) in fault.zh
    for part in expected:
        assert part in fault.en, fault.en
    assert fault.en != fault.zh


def test_a_variant_may_not_take_a_name_that_is_taken(tmp_path: Path) -> None:
    false_preset = put(tmp_path, "literal", GOOD)
    assert "hebei/literal is the name of a preset" in fault_of("hebei/literal", tmp_path).en
    put(tmp_path, "chi_allowed", GOOD)
    assert "the name hebei/chi_allowed is taken" in fault_of("hebei/chi_allowed", tmp_path).en
    assert len(list_rulesets([tmp_path])[1]) == 3  # both copies of chi_allowed and the false preset
    false_preset.unlink()
    assert resolve("no_honours", [tmp_path]).name == "hebei/no_honours"  # other names still work


def test_a_file_stands_in_the_folder_of_its_family_and_has_a_plain_name(tmp_path: Path) -> None:
    path = put(tmp_path, "a-b", GOOD)
    with pytest.raises(InputError, match="letters, digits and _ only"):
        read_variant(path)
    path = put(tmp_path, "ab", GOOD)
    with pytest.raises(InputError, match="says family hebei but stands in the folder of fuzhou"):
        read_variant(path, "fuzhou")


def test_bases_in_a_circle_are_refused(tmp_path: Path) -> None:
    put(tmp_path, "a", GOOD.replace("base: literal", "base: b"))
    put(tmp_path, "b", GOOD.replace("base: literal", "base: a"))
    assert "in a circle: hebei/a → hebei/b → hebei/a" in fault_of("a", tmp_path).en


UNKNOWN = {
    "head_bmp": ["head_bump"],
    "hebei/head_bmp": ["hebei/head_bump"],
    "hebbei/literal": ["unknown family hebbei", "hebei"],
    "截和": ["截和"],
    "没有七对子": ["没有七对"],
    "zzzz": ["rulelab list"],
    "": ['""'],
    "literal@": ["label"],
    "literal@a b": ["label"],
    "literal@a/../b": ["label"],
    "literal+": ["option=value"],
    "literal+wall.reserve": ["option=value"],
    "literal+wall.reserve=": ["option=value"],
    "literal+wall.resrve=14": ["unknown option wall.resrve", "wall.reserve"],
    "literal+claim.chi=nextseat": ["claim.chi: nextseat is not a choice", "next_seat"],
    "literal+wall.reserve=1e1": ["whole number"],
    "literal+wall.reserve=12": ["changes nothing"],
    "literal+rules.hand_sise=16": ["unknown option rules.hand_sise"],
    "../../etc/passwd": ["unknown family"],
    "nowhere/x.yaml": ["no such file"],
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_unknown_names_give_one_sentence_with_the_nearest(name: str) -> None:
    fault = fault_of(name)
    for part in UNKNOWN[name]:
        assert part in fault.en, fault.en


def test_shipped_variants_stand_where_they_are_looked_for() -> None:
    assert (SHIPPED_DIR / "variant" / "hebei" / "no_honours.yaml").is_file()
