"""The law of Fuzhou: tile sets, presets and their values, house rules, reserved names; clauses that are law alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesets.compare import differences, one_at_a_time
from rulesets.compile import rule_table
from rulesets.dealer import next_dealer, next_streak
from rulesets.errors import InputError
from rulesets.fuzhou.fans import FAN_BITS, FANS, FLUSHES, GOLD_SPECIALS, N_FANS, OPENING_SPECIALS, Fan, fans_in
from rulesets.options import Value, load_catalogue, options_of
from rulesets.score import new_events
from rulesets.spec import load_preset, resolve, with_changes
from rulesets.tiles import N_HELD_KINDS, N_SEATS, WinKind, parse_tiles, parse_with_golds
from rulesets.variant import SHIPPED_DIR, read_presets, variant_files
from rulesets.wall_display import indicator_stack
from rulesets.yamlfile import read_mapping

STANDARD = load_preset("fuzhou/fz_std")
ROW = rule_table([STANDARD])[0]
HONOURS = slice(27, N_HELD_KINDS)
SEASONS = slice(N_HELD_KINDS, 42)


def built_of(name: str):  # type: ignore[no-untyped-def]
    return rule_table([resolve(name)])[0].built


def moved(short: str) -> dict[str, Value]:
    """What a preset changes in the standard one."""
    return {step.key: step.after for step in differences(STANDARD, load_preset(f"fuzhou/{short}"))}


def test_FZ_TILE_01_all_144_tiles_are_used() -> None:
    assert int(ROW.built.n_tiles) == 144


def test_FZ_WALL_01_eighteen_stacks_stand_before_each_player() -> None:
    assert int(ROW.built.n_tiles) == N_SEATS * 18 * 2


def test_FZ_TILE_02_three_suits_are_held() -> None:
    assert int(ROW.built.held.sum()) == 27 and ROW.built.held[:27].all()
    assert int(ROW.built.n_tiles) - int(ROW.built.n_flowers) == 3 * 36


def test_FZ_TILE_03_honours_seasons_and_plants_are_36_flowers() -> None:
    assert ROW.built.flower[27:].all() and not ROW.built.flower[:27].any()
    assert int(ROW.built.n_flowers) == 36


def test_FZ_TILE_04_honours_may_be_held_instead() -> None:
    built = built_of("fuzhou/honours_in_hand")
    assert built.held[HONOURS].all() and built.flower[SEASONS].all()
    assert (int(built.n_tiles), int(built.n_flowers)) == (144, 8)


def test_FZ_TILE_05_there_are_16_winds_and_12_dragons() -> None:
    assert int(built_of("fuzhou/suits_and_seasons").n_tiles) == 144 - 28
    without_winds = rule_table([with_changes(STANDARD, {"tiles.winds": "absent"})])[0].built
    assert int(without_winds.n_tiles) == 144 - 16


def test_FZ_TILE_06_there_are_8_seasons_and_plants() -> None:
    assert int(built_of("fuzhou/no_flowers").n_tiles) == 144 - 8


def test_FZ_TILE_07_suits_and_tiles_go_by_several_names() -> None:
    assert parse_tiles("5筒 5餅 5饼") == parse_tiles("555p")
    assert parse_tiles("9束 9條 9条 9索") == parse_tiles("9999s")
    assert parse_tiles("19萬 東南西北 中發白 发") == parse_tiles("19m ESWN CFP F")
    assert parse_tiles("春夏秋冬梅蘭竹菊") == parse_tiles("H1H2H3H4H5H6H7H8")
    assert parse_with_golds("12万金") == parse_with_golds("12mG")


def test_128_tiles_have_winds_and_red_dragons_as_flowers() -> None:
    built = built_of("fuzhou/vibes_128")
    assert (int(built.n_tiles), int(built.n_flowers), int(built.held.sum())) == (128, 20, 27)
    assert built.flower[27:32].all() and not built.flower[32:].any()


def test_FZ_DEAL_03_sixteen_tiles_make_five_sets() -> None:
    assert (int(ROW.built.hand_size), int(ROW.built.sets)) == (16, 5)


def test_FZ_GOLD_04_the_gold_is_shown_on_the_ninth_stack_from_the_end() -> None:
    assert indicator_stack(0, int(ROW.wall.reserve)) == 9
    assert all(indicator_stack(2 * stacks, 18) - stacks == 9 for stacks in range(20))  # of the stacks that are left


def test_FZ_GOLD_05_kans_and_replacements_move_it_forward() -> None:
    """Both take tiles from the tail; its place never goes back."""
    places = [indicator_stack(taken, 18) for taken in range(40)]
    assert places == sorted(places) and places[-1] > places[0]


def test_FZ_GOLD_06_it_moves_one_stack_when_the_last_stack_is_used_up() -> None:
    assert [indicator_stack(taken, 18) for taken in range(6)] == [9, 9, 10, 10, 11, 11]


def test_FZ_GOLD_07_it_moves_on_as_more_tiles_have_to_be_left() -> None:
    assert [indicator_stack(0, 18 + grown) for grown in range(5)] == [9, 10, 10, 11, 11]


def after(short: str, dealer: int, winner: int | None, streak: int) -> tuple[int, int]:
    """Next dealer and streak after a hand that `winner` drew, or nobody won."""
    event = new_events()[0]
    event.dealer = dealer
    if winner is not None:
        event.win_kind, event.winner_mask = WinKind.SELF_DRAW, 1 << winner
    row = rule_table([resolve(f"fuzhou/{short}")])[0]
    return int(next_dealer(row, event)), int(next_streak(row, event, streak))


def test_FZ_DEALER_02_a_dealer_who_wins_or_sees_a_draw_deals_again() -> None:
    assert after("fz_std", 0, None, 0) == (0, 1)
    assert after("fz_std", 0, 0, 1) == (0, 2)
    assert after("draws_do_not_count", 0, None, 3) == (0, 3)
    assert after("draws_do_not_count", 0, 0, 3) == (0, 4)
    assert after("deal_passes_on_draw", 0, None, 3) == (1, 0)


def test_FZ_DEALER_03_otherwise_the_next_seat_of_the_old_dealer_deals() -> None:
    assert after("fz_std", 0, 3, 0) == (1, 0)
    assert after("fz_std", 3, 1, 2) == (0, 0)


FZ_STD = {
    "tiles.winds": "flower", "tiles.red": "flower", "tiles.green": "flower", "tiles.white": "flower", "tiles.seasons": "flower",
    "deal.hand_size": 16, "wall.reserve": 18, "wall.grow_open_kan": 1, "wall.grow_closed_kan": 2, "wall.grow_flower_quad": 2,
    "wall.indicator_counts": True, "end.last_group": 4, "end.last_group_win": "forced", "end.replacement_to_zero": "end_hand",
    "claim.chi": "next_seat", "claim.win_order": "gold_pair_first", "kan.closed_kind": "hidden", "gold.source": "indicator",
    "gold.discard_effect": "self_draw_only", "win.three_gold": "any_own_draw", "win.pairs": "eight_any_single",
    "rob_gold.window": "after_first_discard", "pay.other_share": 1,
}  # fmt: skip


def test_the_standard_differs_from_the_catalogue_in_23_options_only() -> None:
    catalogue = load_catalogue()
    assert {key: value for key, value in STANDARD.values.items() if value != catalogue[key].default} == FZ_STD


def special(**values: int) -> dict[str, Value]:
    return {f"fuzhou.special_{name}": value for name, value in values.items()}


NO_RESERVE: dict[str, Value] = dict.fromkeys(
    ("wall.reserve", "wall.grow_open_kan", "wall.grow_closed_kan", "wall.grow_flower_quad"), 0
)
PRESETS: dict[str, dict[str, Value]] = {
    "fz_std": {},
    "qq_classic": {"fuzhou.discard_mult": 2, "pay.other_share": 0},
    "op_java": {"pay.other_share": 0, "fuzhou.ping0_concealed": True, **special(hunyise=120, qingyise=240)},
    "op_lua": {
        **NO_RESERVE, "wall.indicator_counts": False, "fuzhou.base_points": 0, "fuzhou.quad_bonus": 0,
        "fuzhou.special_combine": "sum", **special(sanjin=50, hunyise=120, qingyise=240),
    },
    "fz_revised": {
        "wall.grow_flower_quad": 0, "gold.discard": "forbidden", "gold.discard_effect": "none", "fuzhou.base_points": 0,
        "fuzhou.quad_bonus": 0, **special(ping1=0, ping0=0, tianhu=40, qiangjin=20, sanjin=10, jinque=30, jinlong=0),
    },
    "mahjongpros": {
        "pay.other_share": 0, "fuzhou.quad_bonus": 6, "fuzhou.per_closed_kan": 1, "fuzhou.discard_mult": 2,
        "fuzhou.special_combine": "sum", "fuzhou.special_exclusions": "gold_hands",
        **special(ping0=0, tianhu=50, qiangjin=50, sanjin=30, jinque=20, jinlong=40, dihu=40, all_runs=10),
    },
    "vibes_128": {
        "tiles.green": "absent", "tiles.white": "absent", "tiles.seasons": "absent", **NO_RESERVE, "wall.reserve": 16,
        "fuzhou.base_points": 1, "fuzhou.quad_bonus": 0, "fuzhou.special_as_self_draw": True, "fuzhou.special_combine": "sum",
        **special(ping1=0, ping0=15, tianhu=0, jinque=50, sanjin=30, jinlong=0, qingyise=100),
    },
    "mult_table": {"fuzhou.formula": "core_times_special", "fuzhou.base_points": 3, "fuzhou.per_kept": 2},
    "honours_in_hand": dict.fromkeys(("tiles.winds", "tiles.red", "tiles.green", "tiles.white"), "hand"),
}  # fmt: skip


def test_presets_of_fuzhou() -> None:
    assert list(read_presets("fuzhou")) == list(PRESETS)
    assert {short: moved(short) for short in PRESETS} == PRESETS


def test_numbers_of_the_core_and_of_the_seven_named_specials() -> None:
    numbers = {o.name: o.default for o in options_of("fuzhou").values() if o.family == "fuzhou" and o.kind == "int"}
    scored = {name: value for name, value in numbers.items() if value}
    assert scored == {
        "unit": 1, "base_points": 5, "per_flower": 1, "quad_bonus": 2, "per_gold": 1, "per_open_kan": 1, "per_closed_kan": 2,
        "per_kept": 1, "self_draw_mult": 2, "discard_mult": 1,
        "special_ping1": 15, "special_ping0": 30, "special_tianhu": 30, "special_qiangjin": 30, "special_sanjin": 40,
        "special_jinque": 60, "special_jinlong": 120,
    }  # fmt: skip
    assert len(numbers) == 30 and sum(name.startswith("special_") for name in numbers) == 20


def test_reserved_names_are_known_may_only_be_0_and_are_never_stepped() -> None:
    reserved = [option for option in load_catalogue().values() if option.reserved]
    assert [option.key for option in reserved] == ["fuzhou.special_jinkan", "fuzhou.special_yishui"]
    for option in reserved:
        assert (option.low, option.default, option.high, option.is_alive(STANDARD.values)) == (0, 0, 0, False)
        with pytest.raises(InputError) as caught:
            resolve(f"fz_std+{option.key}=60")
        assert f"{option.key}: 60 is out of range; allowed is 0: the name is reserved" in caught.value.en
        assert "保留" in caught.value.zh
    assert not any(key.endswith(("jinkan", "yishui")) for spec in one_at_a_time(STANDARD).specs for key in spec.changes)


FEW = [("deal.hand_size", 14, "13 or 16 tiles"), ("end.last_group", 2, "0 or 4 tiles or active")]


@pytest.mark.parametrize(("key", "wrong", "right"), FEW)
def test_numbers_of_which_few_are_allowed_say_which(key: str, wrong: int, right: str) -> None:
    option = load_catalogue()[key]
    with pytest.raises(InputError) as caught:
        resolve(f"fz_std+{key}={wrong}")
    assert f"{key}: {wrong} is not a choice; allowed is {right}." in caught.value.en
    assert all(option.text_of(value).zh for value in option.alternatives)
    with pytest.raises(InputError, match=f"many must be {right}"):
        resolve(f"fz_std+{key}=many")


def test_specials_have_a_number_a_value_and_a_group() -> None:
    assert [fan.number for fan in FANS] == list(range(1, N_FANS + 1)) == [int(fan) for fan in Fan]
    options = options_of("fuzhou")
    assert {fan.value_key for fan in FANS} == {
        key for key, o in options.items() if key.startswith("fuzhou.special_") and o.kind == "int" and not o.reserved
    }
    for fan in FANS:
        assert set(fan.options) <= set(options)
        assert all(fan.code in other.excludes for other in FANS if other.code in fan.excludes)
        assert fan.code not in fan.excludes
    assert fans_in(FAN_BITS) == FANS
    assert not GOLD_SPECIALS & FLUSHES and not FLUSHES & OPENING_SPECIALS
    assert [len(fans_in(group)) for group in (GOLD_SPECIALS, FLUSHES, OPENING_SPECIALS)] == [3, 2, 3]


# House rules people argue about, and what tells each apart from the standard.
ARGUED: dict[str, dict[str, Value]] = {
    "honours_in_hand": {"tiles.winds": "hand"},
    "one_payer": {"pay.discarder_share": 1, "pay.other_share": 0},
    "two_shares": {"pay.discarder_share": 2, "pay.other_share": 0},
    "pays_for_all": {"pay.discarder_share": 3, "pay.other_share": 0},
    "idle_gold_self_draw": {"gold.idle_win": "self_draw_only"},
    "no_last_group": {"end.last_group": 0},
    "all_drawn": {"wall.reserve": 0},
    "sixteen_left": {"wall.reserve": 16, "wall.grow_closed_kan": 0},
    "no_growth": {"wall.reserve": 18, "wall.grow_closed_kan": 0},
    "rob_at_opening": {"rob_gold.window": "at_opening"},
    "rob_by_drawing": {"rob_gold.window": "own_first_draw"},
    "no_taking_gold": {"rob_gold.window": "none"},
    "no_eight_pairs": {"win.pairs": "none"},
    "pairs_and_triplet": {"win.pairs": "eight_half_matches"},
    "flipped_flower_drawn": {"gold.flower_flip": "dealer_draws"},
    "no_gold_discard": {"gold.discard": "forbidden"},
    "pass_lock": {"claim.pass_win": "any_kind", "claim.pass_rob": True},
    "three_gold_on_third": {"win.three_gold": "on_third"},
    "all_may_win": {"claim.multi_win": "all", "claim.win_order": "seat"},
    "indicator_outside": {"wall.indicator_counts": False},
    "clean_one_by_one": {"flower.opening_order": "seat_until_clean"},
}


def test_house_rules_people_argue_about() -> None:
    for short, expected in ARGUED.items():
        spec = resolve(f"fuzhou/{short}")
        assert {key: spec[key] for key in expected} == expected
        assert any(STANDARD[key] != value for key, value in expected.items())
    assert len(variant_files("fuzhou")) >= 16


def test_the_study_of_house_rules_compares_at_least_eight_of_them() -> None:
    study = read_mapping(Path(SHIPPED_DIR) / "study" / "fuzhou_house_rules.yaml").data
    names = study["variants"]
    assert names[0] == "fuzhou/fz_std" and len(set(names)) == len(names) >= 9
    hashes = {resolve(name).rules_hash for name in names}
    assert len(hashes) == len(names)
    assert study["title"]["en"] and study["title"]["zh"]
    themes = {
        "tiles.winds", "pay.other_share", "gold.idle_win", "end.last_group", "wall.reserve", "rob_gold.window", "win.pairs",
        "gold.flower_flip",
    }  # fmt: skip
    stepped = {step.key for name in names[1:] for step in differences(STANDARD, resolve(name))}
    assert themes <= stepped


def test_golds_can_be_tried_in_hebei_and_change_no_hash_while_absent() -> None:
    literal = load_preset("hebei/literal")
    wild = with_changes(literal, {"gold.source": "indicator", "win.three_gold": "any_own_draw"})
    assert wild.rules_hash != literal.rules_hash
    row = rule_table([wild])[0]
    assert (int(row.gold.source), int(row.win.three_gold), int(row.built.sets)) == (1, 3, 4)


def test_a_rule_set_of_one_family_holds_the_defaults_of_the_others() -> None:
    table = rule_table([load_preset("hebei/literal"), STANDARD])
    for key, option in load_catalogue().items():
        if option.family not in (None, "hebei"):
            assert int(table[0][option.group][option.name]) == option.encode(option.default), key
