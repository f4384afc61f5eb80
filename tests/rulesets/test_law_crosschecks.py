"""Every contradiction has its id and its sentence; every dependent key is refused while its parent is absent."""

from __future__ import annotations

import pytest

from rulesets import crosschecks
from rulesets.errors import InputError
from rulesets.options import FAMILIES, Need, Value, options_of
from rulesets.spec import load_preset, with_changes

LITERAL = dict(load_preset("hebei/literal").values)
STANDARD = dict(load_preset("fuzhou/fz_std").values)
FUDING = dict(load_preset("fuding/literal").values)
BASES = {"hebei": LITERAL, "fuzhou": STANDARD, "fuding": FUDING}
DEPENDENT = [
    (family, key)
    for family in FAMILIES
    for key, option in options_of(family).items()
    if option.needs and (not option.only or family in option.only)
]  # fmt: skip


def ids(changes: dict[str, Value], family: str = "hebei") -> list[str]:
    return [finding.id for finding in crosschecks.errors(family, {**BASES[family], **changes})]


def another_value(family: str, key: str) -> Value:
    option = options_of(family)[key]
    return next(value for value in option.alternatives if value != option.default)


def without(family: str, key: str, need: Need) -> dict[str, Value]:
    """Values in which `key` is moved and `need` alone fails, as far as its conditions are independent."""
    options = options_of(family)
    values = {**BASES[family], key: another_value(family, key)}
    for other in options[key].needs:
        parent, wanted = next((p for p in other.parents if p[0] in options), ("", ()))
        if parent and other is not need:
            values[parent] = wanted[0] if wanted else 1
    for parent, wanted in need.parents:
        if parent in options:
            allowed = (0,) if options[parent].kind == "int" else options[parent].alternatives
            values[parent] = next(value for value in allowed if value not in wanted)
    return values


@pytest.mark.parametrize(("family", "key"), DEPENDENT)
def test_N_a_dependent_key_must_keep_its_default_while_its_parent_is_absent(family: str, key: str) -> None:
    options = options_of(family)
    for need in options[key].needs:
        found = [f for f in crosschecks.without_parent(family, without(family, key, need)) if f.keys[0] == key]
        assert len(found) == 1
        parent = next((parent for parent, _ in need.parents if parent in options), f"in family {family}")
        for part in (key, parent, "has no effect", "leave"):
            assert part in found[0].en
        assert parent.removeprefix("in family ") in found[0].zh


def test_N_what_only_another_family_reads_has_no_effect() -> None:
    with pytest.raises(InputError) as caught:
        with_changes(load_preset("literal"), {"dealer.streak_on_draw": False})
    assert caught.value.en.endswith(
        "dealer.streak_on_draw: false has no effect in family hebei; leave dealer.streak_on_draw at true."
    )
    assert not ids({"dealer.streak_on_draw": False}, "fuzhou")
    assert ids({"dealer.streak_on_draw": False, "fuzhou.per_kept": 0}, "fuzhou") == ["N"]


def test_N_sentence_names_the_parent_its_value_and_the_default() -> None:
    with pytest.raises(InputError) as caught:
        with_changes(load_preset("head_bump"), {"dealer.multi_win": "first_winner"})
    assert caught.value.en.endswith(
        "dealer.multi_win: first_winner has no effect because claim.multi_win is head_bump; "
        "set claim.multi_win first or leave dealer.multi_win at stay_if_dealer_wins."
    )


NO_KAN_POINTS: dict[str, Value] = {"hebei.kan_open": 0, "hebei.kan_added": 0, "hebei.kan_closed": 0}
EXPECTED: list[tuple[dict[str, Value], list[str], str]] = [
    ({}, [], ""),
    ({"tiles.winds": "absent"}, ["X03"], "needs 13 tiles and all seven honours in the hand; tiles.winds is absent."),
    ({"tiles.white": "absent", "win.orphans": "any_pair"}, ["X03"], "win.orphans: any_pair needs"),
    ({"tiles.white": "absent", "win.orphans": "none"}, [], ""),
    ({"pay.discarder_share": 0}, ["X08"], "pay.discarder_share and pay.other_share are both 0: nobody would pay a discard win."),
    ({"pay.discarder_share": 0, "pay.other_share": 1}, [], ""),
    ({"end.draw_settlement": "kan_points"}, [], ""),
    ({"end.draw_settlement": "kan_points", **NO_KAN_POINTS}, ["N"], "end.draw_settlement: kan_points has no effect because"),
    (NO_KAN_POINTS, [], ""),
    ({"wall.reserve": 60}, [], ""),
    ({"wall.reserve": 13}, ["X11"], "wall.odd_tail: exclude counts whole stacks; wall.reserve must be even, here 13."),
    ({"wall.reserve": 13, "wall.odd_tail": "ignore"}, [], ""),
    ({"claim.pass_pon": True}, ["X18"], "needs claim.pass_after win_or_pon or seen; under win only declined wins are noted."),
    ({"claim.pass_pon": True, "claim.pass_after": "seen"}, [], ""),
    ({"claim.pass_kan": True, "claim.pass_after": "seen"}, ["X19"], "would bar a kan but allow the pon."),
    ({"claim.pass_kan": True, "claim.pass_pon": True, "claim.pass_after": "seen"}, [], ""),
]  # fmt: skip


NO_FLOWERS: dict[str, Value] = {
    **dict.fromkeys(crosschecks.HONOUR_ROLES, "hand"), "tiles.seasons": "absent", "wall.grow_flower_quad": 0,
}  # fmt: skip
NO_GOLD: dict[str, Value] = {
    "gold.source": "none", "gold.discard_effect": "none", "wall.indicator_counts": False, "win.three_gold": "none",
    "rob_gold.window": "none", "claim.win_order": "seat",
}  # fmt: skip
IN_FUZHOU: list[tuple[dict[str, Value], list[str], str]] = [
    ({}, [], ""),
    (NO_FLOWERS, [], ""),
    (NO_GOLD, [], ""),
    ({"win.pairs": "seven"}, ["X01"], "win.pairs: seven needs deal.hand_size 13, here 16; allowed with 16: none, eight_any_single"),
    ({"deal.hand_size": 13}, ["X02"], "eight_any_single needs deal.hand_size 16, here 13; allowed with 13: none, seven."),
    ({"deal.hand_size": 13, "win.pairs": "seven"}, [], ""),
    ({**NO_FLOWERS, "win.orphans": "any_pair"}, ["X03"], "needs 13 tiles and all seven honours in the hand; deal.hand_size is 16."),
    ({"end.draw_settlement": "kan_points"}, ["X07"], "is defined for family hebei only; here none is allowed."),
    ({"claim.multi_win": "all"}, ["X09"], "gold_pair_first picks one winner; with claim.multi_win: all it must be seat."),
    ({"claim.multi_win": "all", "claim.win_order": "seat"}, [], ""),
    ({"wall.reserve": 42}, [], ""),
    ({"wall.reserve": 43}, ["X10"], "wall.reserve 43 leaves 0 drawable tiles once every flower is laid out; at most 42 with"),
    ({"wall.reserve": 42, "wall.indicator_counts": False}, ["X10"], "at most 41 with this tile set and hand size."),
    ({**NO_FLOWERS, "wall.reserve": 60}, [], ""),
    ({"win.flower_win": 20}, [], ""),
    ({"tiles.winds": "hand", "tiles.red": "hand", "tiles.green": "hand", "tiles.white": "hand", "win.flower_win": 9}, ["X15"],
     "win.flower_win 9: this tile set has 8 flowers that can count."),
    ({"turn.ready": "optional_lock"}, [], ""),
    ({"gold.maps_to": "next", "tiles.red": "hand"}, ["X16"], "but tiles.red is the only one held"),
    ({"gold.maps_to": "next", "tiles.red": "hand", "tiles.white": "hand"}, [], ""),
    ({"turn.ready": "optional_lock", "gold.discard": "forbidden", "gold.discard_effect": "none"}, ["X17"],
     "gold.discard: forbidden would leave it without a legal discard."),
]  # fmt: skip
IN_HEBEI_AS_WELL: list[tuple[dict[str, Value], list[str], str]] = [
    ({"deal.hand_size": 16, "win.pairs": "none", "win.orphans": "none"}, ["X04"],
     "family hebei scores 14-tile hands; deal.hand_size must be 13."),
    ({"win.pairs": "eight_half_matches"}, ["X02"], "win.pairs: eight_half_matches needs deal.hand_size 16, here 13"),
    ({"tiles.winds": "flower", "win.orphans": "none"}, [], ""),
    ({"gold.source": "indicator"}, [], ""),
    ({"end.last_group": 4, "end.last_group_win": "forced"}, [], ""),
]  # fmt: skip
IN_FUDING: list[tuple[dict[str, Value], list[str], str]] = [
    ({}, [], ""),
    ({"deal.seat_winds": "none"}, ["X06"], "deal.seat_winds must be dealer_east, dice or random."),
    ({"end.draw_settlement": "pairwise"}, [], ""),
    ({"tiles.winds": "flower"}, ["X13"], "bar.four_winds needs tiles.winds: hand, here flower."),
    ({"bar.flush_table": 5}, [], ""),
    ({"gold.open_when": "after_flowers"}, ["X16", "X20"], "after_flowers they are already laid out."),
    ({"format.kind": "five_corner"}, [], ""),
    ({"format.kind": "five_corner", "format.loan": 0}, ["X25"], "format.max_loans 1 with format.loan 0 lends nothing"),
    ({"fuding.rounding": 50, "pay.limit": 40}, ["X26"], "exceeds pay.limit 40: every hand would be at the limit."),
    ({"penalty.pei_size": "limit"}, [], ""),
    ({"penalty.pei_size": "limit", "pay.limit": 0}, ["X31"], "penalty.pei_size: limit needs pay.limit above 0."),
    ({"win.flower_win": 14}, ["X15"], "this tile set has 12 flowers that can count."),
    ({"win.pairs": "eight_any_single"}, ["X32"], "win.pairs: eight_any_single is a shape that family fuding gives no points"),
    ({"deal.hand_size": 13, "tiles.white": "hand", "win.orphans": "any_pair"}, ["X32"],
     "win.orphans: any_pair is a shape that family fuding gives no points; here none is allowed."),
]  # fmt: skip
TABLE_LAW_ELSEWHERE: list[tuple[dict[str, Value], list[str], str]] = [
    ({"bar.flush_table": 4}, [], ""),
    ({"bar.flush_table": 5}, ["X14"], "bar.flush_table 5: a hand of 13 tiles shows at most 4 melds."),
    ({"end.draw_settlement": "pairwise"}, ["X07"], "is defined for family fuding only; here none is allowed."),
    ({"format.kind": "five_corner"}, ["X24"], "needs tai; family hebei has none; use none."),
    ({"format.kind": "five_corner", "format.eight_tai": "none"}, [], ""),
]
ALL = [("hebei", *row) for row in EXPECTED + IN_HEBEI_AS_WELL] + [("fuzhou", *row) for row in IN_FUZHOU]
ALL += [("fuding", *row) for row in IN_FUDING] + [("hebei", *row) for row in TABLE_LAW_ELSEWHERE]
ALL.append(("fuzhou", {"bar.late_honour": 8}, ["X12"], "bar.late_honour 8 bars honours, but no honour is held in this tile set."))


@pytest.mark.parametrize(("family", "changes", "expected", "sentence"), ALL)
def test_contradictions(family: str, changes: dict[str, Value], expected: list[str], sentence: str) -> None:
    assert ids(changes, family) == expected
    if expected:
        finding = crosschecks.errors(family, {**BASES[family], **changes})[0]
        assert sentence in finding.en
        assert finding.zh and finding.zh != finding.en


def test_tiles_and_flowers_are_counted() -> None:
    assert (crosschecks.n_tiles(STANDARD), crosschecks.n_flowers(STANDARD)) == (144, 36)
    assert crosschecks.drawable_after_deal(STANDARD) == 43
    assert (crosschecks.n_tiles(LITERAL), crosschecks.n_flowers(LITERAL)) == (136, 0)
    assert crosschecks.drawable_after_deal(LITERAL) == 83
    app = load_preset("fuzhou/vibes_128").values
    assert (crosschecks.n_tiles(app), crosschecks.n_flowers(app)) == (128, 20)


def test_X10_a_reserve_that_leaves_nothing_to_draw() -> None:
    small = {**LITERAL, **dict.fromkeys(crosschecks.HONOUR_ROLES, "absent"), "win.orphans": "none"}
    assert crosschecks.n_tiles(small) == 108
    assert not crosschecks.errors("hebei", {**small, "wall.reserve": 54})
    finding = crosschecks.errors("hebei", {**small, "wall.reserve": 56})[0]
    assert finding.id == "X10"
    assert finding.en == (
        "wall.reserve 56 leaves -1 drawable tiles after the deal; at most 54 with this tile set and hand size."
    )


def test_X07_a_settlement_of_another_family() -> None:
    finding = crosschecks._settlement_of_another_family("fuzhou", {"end.draw_settlement": "kan_points"})
    assert finding is not None and finding.id == "X07"
    assert finding.en == "end.draw_settlement: kan_points is defined for family hebei only; here none is allowed."
    assert crosschecks._settlement_of_another_family("hebei", {"end.draw_settlement": "kan_points"}) is None


def test_X21_and_X30_depend_on_the_study() -> None:
    tail: dict[str, Value] = {"wall.tail_order": "linear"}
    deal: dict[str, Value] = {"dealer.on_draw": "next"}
    both: dict[str, Value] = {**deal, "claim.chi": "next_seat"}
    assert [f.id for f in crosschecks.study_errors(tail, unit="hand")] == ["X21"]
    assert not crosschecks.study_errors(tail, unit="hand", recorded_walls=True)
    found = crosschecks.study_errors(deal, unit="hand")
    assert [f.id for f in found] == ["X30"]
    (length,) = crosschecks.study_errors({"format.max_hands": 8}, unit="hand")
    assert length.id == "X30" and "how long a session lasts" in length.en and "一场打几副" in length.zh
    assert found[0].en == (
        "dealer.on_draw changes only who deals next; with unit hand nothing but dealer weights would differ. "
        "Use unit session, or weights: dealer."
    )
    assert not crosschecks.study_errors(deal, unit="session")
    assert not crosschecks.study_errors(deal, unit="hand", dealer_weights=True)
    assert not crosschecks.study_errors(both, unit="hand")
    assert not crosschecks.study_errors({}, unit="hand")


def test_W5_a_lock_no_bot_can_run_into() -> None:
    locked = {**LITERAL, "claim.pass_win": "same_kind"}
    assert [f.id for f in crosschecks.study_warnings(locked, declines_wins=False)] == ["W5"]
    assert not crosschecks.study_warnings(locked, declines_wins=True)
    assert not crosschecks.study_warnings(LITERAL, declines_wins=False)
    assert not crosschecks.study_warnings({**locked, "claim.pass_after": "seen"}, declines_wins=False)


def test_W2_to_W4_tell_what_no_source_has() -> None:
    def warned(family: str, changes: dict[str, Value]) -> list[str]:
        found = crosschecks.rule_warnings(family, {**BASES[family], **changes})
        assert all(f.en.endswith(".") and f.zh.endswith("。") for f in found)
        return [f.id for f in found]

    assert warned("hebei", {}) == warned("fuzhou", {}) == []
    assert warned("hebei", {"end.last_group": 4}) == []
    assert warned("hebei", {"end.last_group": 4, "kan.near_end": "live_tile"}) == ["W2"]
    honours: dict[str, Value] = {"tiles.winds": "hand"}
    assert warned("fuzhou", honours) == ["W3"]
    assert warned("fuzhou", {**honours, "fuzhou.special_ping0": 0, "fuzhou.special_ping1": 0}) == []
    assert warned("hebei", {"gold.source": "indicator"}) == ["W4"]
