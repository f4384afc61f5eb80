"""Every contradiction has its id and its sentence; every dependent key is refused while its parent is absent."""

from __future__ import annotations

import pytest

from rulesets import crosschecks
from rulesets.errors import InputError
from rulesets.options import Value, options_of
from rulesets.spec import load_preset, with_changes

LITERAL = dict(load_preset("hebei/literal").values)
DEPENDENT = [key for key, option in options_of("hebei").items() if option.needs]


def ids(changes: dict[str, Value], family: str = "hebei") -> list[str]:
    return [finding.id for finding in crosschecks.errors(family, {**LITERAL, **changes})]


def another_value(key: str) -> Value:
    option = options_of("hebei")[key]
    return next(value for value in option.alternatives if value != option.default)


@pytest.mark.parametrize("key", DEPENDENT)
def test_N_a_dependent_key_must_keep_its_default_while_its_parent_is_absent(key: str) -> None:
    options = options_of("hebei")
    for need in options[key].needs:
        absent = {**LITERAL, key: another_value(key)}
        for other in options[key].needs:  # every other condition holds
            parent, wanted = other.parents[0]
            if other is not need:
                absent[parent] = wanted[0] if wanted else 1
        for parent, wanted in need.parents:
            allowed = (0,) if options[parent].kind == "int" else options[parent].alternatives
            absent[parent] = next(value for value in allowed if value not in wanted)
        found = [f for f in crosschecks.without_parent("hebei", absent) if f.keys[0] == key]
        assert len(found) == 1
        for part in (key, need.parents[0][0], "has no effect because", "leave"):
            assert part in found[0].en
        assert need.parents[0][0] in found[0].zh


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


@pytest.mark.parametrize(("changes", "expected", "sentence"), EXPECTED)
def test_contradictions(changes: dict[str, Value], expected: list[str], sentence: str) -> None:
    assert ids(changes) == expected
    if expected:
        finding = crosschecks.errors("hebei", {**LITERAL, **changes})[0]
        assert sentence in finding.en
        assert finding.zh and finding.zh != finding.en


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
