"""The option catalogue: complete in both languages, coherent, and equal to what kernels use."""

from __future__ import annotations

import re

import numpy as np
import pytest

from rulesets.choices import CHOICES as SHARED_CHOICES
from rulesets.clauses import clauses_of
from rulesets.compile import RULES, rule_table
from rulesets.fuding.choices import CHOICES as FUDING_CHOICES
from rulesets.fuzhou.choices import CHOICES as FUZHOU_CHOICES
from rulesets.hebei.choices import CHOICES as HEBEI_CHOICES
from rulesets.jit import kernel
from rulesets.options import EFFECTS, FAMILIES, SOURCES, Option, Value, load_catalogue, options_of, spell
from rulesets.spec import load_preset, resolve
from rulesets.table_choices import CHOICES as TABLE_CHOICES

OPTIONS = list(load_catalogue().values())
CHOICES = {**SHARED_CHOICES, **TABLE_CHOICES, **HEBEI_CHOICES, **FUZHOU_CHOICES, **FUDING_CHOICES}
CHINESE = re.compile(r"[\u4e00-\u9fff]")


def each_option(test):  # type: ignore[no-untyped-def]
    return pytest.mark.parametrize("option", OPTIONS, ids=[option.key for option in OPTIONS])(test)


@each_option
def test_every_option_is_documented_in_both_languages(option: Option) -> None:
    texts = [option.title, option.meaning, *option.choice_texts] + ([option.unit] if option.kind == "int" else [])
    for text in texts:
        assert text.en.strip() and text.zh.strip()
        assert CHINESE.search(text.zh)
    assert len(option.choice_texts) == len(option.choices)
    assert option.sources and set(option.sources) <= set(SOURCES)
    assert option.effect in EFFECTS


@each_option
def test_clauses_exist_and_an_option_of_the_text_cites_one(option: Option) -> None:
    known = {clause for family in FAMILIES for clause in clauses_of(family)}
    assert set(option.clauses) <= known
    assert option.clauses or "text" not in option.sources


@each_option
def test_defaults_and_sweeps_are_allowed(option: Option) -> None:
    if option.kind == "int":
        assert option.low <= option.default <= option.high
        assert not option.choices or [str(value) for value in option.sweep] == list(option.choices)
        assert option.sweep and all(option.low <= value <= option.high for value in option.sweep)
    else:
        assert option.default == option.value_of(0)
        assert not option.sweep


@each_option
def test_no_choice_is_a_yaml_boolean_in_disguise(option: Option) -> None:
    assert not set(option.choices) & {"off", "on", "yes", "no", "y", "n"}


@each_option
def test_key_is_no_attribute_of_a_numpy_record(option: Option) -> None:
    """Such a field would compile, and read something else in plain Python."""
    assert not {option.group, option.name} & set(dir(np.record))


@each_option
def test_cells_of_the_row_decode_to_the_value(option: Option) -> None:
    for value in option.alternatives:
        assert option.decode(option.encode(value)) == value
        assert type(option.decode(option.encode(value))) is type(value)


def test_choice_enums_equal_the_catalogue() -> None:
    assert set(CHOICES) == {option.key for option in OPTIONS if option.kind == "choice"}
    for key, enum in CHOICES.items():
        option = load_catalogue()[key]
        assert [member.name.lower() for member in enum] == list(option.choices), key
        assert [int(member) for member in enum] == list(range(len(option.choices))), key


def test_every_option_of_the_row_has_a_field_and_no_field_lacks_an_option() -> None:
    fields = {f"{group}.{name}" for group in RULES.names or () for name in RULES[group].names or ()}
    built = {key for key in fields if key.startswith("built.")}
    assert fields - built == {option.key for option in OPTIONS if option.in_row}
    derived = ("held", "flower", "n_tiles", "n_flowers", "hand_size", "sets", "has_standing", "has_bars", "has_groups")
    assert built == {f"built.{name}" for name in derived}


def test_row_is_aligned_and_reads_alike_compiled_and_plain() -> None:
    assert RULES.isalignedstruct
    table = rule_table([load_preset("hebei/literal"), resolve("hebei/no_honours")])
    plain = [(row.wall.reserve, row.win.orphans, row.built.n_tiles, row.built.held[27]) for row in table]
    assert [tuple(int(cell) for cell in row) for row in plain] == [(12, 1, 136, 1), (12, 0, 108, 0)]
    assert [tuple(int(cell) for cell in _read(table, i)) for i in range(2)] == [(12, 1, 136, 1), (12, 0, 108, 0)]


@kernel
def _read(table, i):  # type: ignore[no-untyped-def]
    row = table[i]
    return row.wall.reserve, row.win.orphans, row.built.n_tiles, row.built.held[27]


def test_HB_SET_03_literal_holds_34_kinds_and_136_tiles() -> None:
    row = rule_table([load_preset("hebei/literal")])[0]
    assert int(row.built.held.sum()) == 34
    assert int(row.built.n_tiles) == 136
    assert not row.built.held[34:].any()


LITERAL = {
    "wall.tail_order": "stack",
    "wall.reserve": 12,
    "wall.odd_tail": "exclude",
    "kan.near_end": "within_reserve",
    "claim.multi_win": "all",
    "win.pairs": "seven",
    "win.orphans": "dragon_pair",
}


def test_literal_differs_from_the_catalogue_in_seven_options_only() -> None:
    spec = load_preset("hebei/literal")
    moved = {key: value for key, value in spec.values.items() if value != load_catalogue()[key].default}
    assert moved == LITERAL


POINTS: dict[str, Value] = {
    "win_dealer_self": 4, "win_self_from_dealer": 4, "win_self_from_other": 2,
    "win_dealer_discard": 8, "win_dealer_deals_in": 6, "win_other_deals_in": 5,
    "kan_open": 3, "kan_added": 1, "kan_closed": 2,
    "fan_menqing": 2, "fan_qianggang": 2, "fan_gangkai": 2, "fan_pengpeng": 3, "fan_dadiaoche": 2, "fan_qingyise": 3,
    "fan_hunyise": 2, "fan_qingfeng": 3, "fan_yitiaolong": 2, "fan_qidui": 2, "fan_shisanyao": 10, "fan_haidi": 2,
    "fan_hunqidui": 4, "fan_qingqidui": 5, "fan_danhao": 8, "fan_shuanghao": 16, "fan_sanhao": 32, "fan_hualong": 5,
    "fan_zhuowu": 5,
}  # fmt: skip


def test_the_28_score_values_of_hebei() -> None:
    numbers = {o.name: o.default for o in OPTIONS if o.family == "hebei" and o.kind == "int"}
    assert numbers == POINTS
    assert len(numbers) == 28


def test_disputed_points_are_named_switches() -> None:
    """Public case 154: robbing, several winners, the last discard, passed wins, kan payment, fifth pair and reserve."""
    asked = (
        "kan.rob_added", "kan.rob_closed", "claim.multi_win", "claim.pass_win", "hebei.haidi_scope", "win.pairs_quads",
        "hebei.kan_points_scope", "end.draw_settlement", "dealer.multi_win", "pay.robbed_kan", "wall.odd_tail",
    )  # fmt: skip
    assert set(asked) <= set(options_of("hebei"))


def test_spelling_of_values_is_yaml() -> None:
    assert [spell(value) for value in (True, False, 3, "none")] == ["true", "false", "3", "none"]


def test_numbers_are_worded_with_their_unit() -> None:
    catalogue = load_catalogue()
    assert catalogue["wall.reserve"].text_of(12) == ("12 tiles", "12 张")
    assert catalogue["wall.reserve"].text_of(1).en == "1 tile"
    assert catalogue["pay.limit"].text_of(0) == ("no limit", "不封顶")
    assert catalogue["kan.rob_added"].text_of(False) == ("an added kan is safe", "补杠不可抢")
