"""The worked hands of Fuding in `rulesets/fuding/examples.yaml`, in both forms of a record, and their explanations."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

import rulesets
from rulesets.clauses import clauses_of
from rulesets.errors import InputError
from rulesets.fan_info import FanInfo
from rulesets.fuding.fans import FANS, fans_in
from rulesets.options import Value
from rulesets.records.describe import describe_fan
from rulesets.records.explain import explain_record, explanation_text
from rulesets.records.json_form import as_json, parse_record
from rulesets.records.model import usual_rules
from rulesets.records.read import parse_any
from rulesets.records.scoring import score_record
from rulesets.records.text_form import as_text, parse_text
from rulesets.spec import load_preset, with_changes

LITERAL = load_preset("fuding/literal")
HANDS: list[dict[str, Any]] = yaml.safe_load(
    (Path(rulesets.__file__ or "").parent / "fuding" / "examples.yaml").read_text(encoding="utf8")
)["hands"]


def each_hand(test):  # type: ignore[no-untyped-def]
    return pytest.mark.parametrize("entry", HANDS, ids=[entry["id"] for entry in HANDS])(test)


@each_hand
def test_points_fans_and_next_dealer(entry: dict[str, Any]) -> None:
    scored = score_record(parse_any(entry["hand"]), LITERAL)
    assert [int(p) for p in scored.score.delta] == entry["delta"] and sum(entry["delta"]) == 0
    assert [[fan.code for fan in fans_in(int(scored.score.fans[w.seat]))] for w in scored.winners] == entry["fans"]
    assert scored.next_dealer == entry["next_dealer"]


@each_hand
def test_points_after_changing_options(entry: dict[str, Any]) -> None:
    for step in entry.get("changed", []):
        changes: dict[str, Value] = {f"{g}.{k}": v for g, inner in step["changes"].items() for k, v in inner.items()}
        scored = score_record(parse_any(entry["hand"]), with_changes(LITERAL, changes))
        assert [int(p) for p in scored.score.delta] == step["delta"]
        if "fans" in step:
            assert [[fan.code for fan in fans_in(int(scored.score.fans[w.seat]))] for w in scored.winners] == step["fans"]


@pytest.mark.parametrize("fan", FANS, ids=lambda fan: fan.code)
def test_every_fan_is_explained_with_a_hand_that_has_it(fan: FanInfo) -> None:
    for lang in ("en", "zh"):
        told = describe_fan(fan.code, lang, family="fuding")
        hand = next(entry for entry in HANDS if entry["id"] == told["example"]["id"])
        under = [hand["fans"], *(step.get("fans", []) for step in hand.get("changed", []))]
        assert any(fan.code in codes for fans in under for codes in fans)


@each_hand
def test_both_forms_of_a_record_are_the_same_record(entry: dict[str, Any]) -> None:
    record = parse_text(entry["hand"])
    assert as_text(parse_text(as_text(record))) == as_text(record)
    again = parse_record(as_json(record))
    assert as_json(again) == as_json(record)
    assert [int(p) for p in score_record(again, LITERAL).score.delta] == entry["delta"]


@each_hand
def test_explanations_add_up_and_exist_in_both_languages(entry: dict[str, Any]) -> None:
    for lang in ("en", "zh"):
        told = explain_record(entry["hand"], [LITERAL], lang)
        win = told["rulesets"][0]["wins"][0]
        owed = sum(due["base"] + due["fans"] for due in win["payments"])
        assert owed == entry["delta"][win["seat"]]
        assert win["steps"] and explanation_text(told, lang)
    assert set(entry["shows"]) <= set(clauses_of("fuding"))


@each_hand
def test_what_seats_pay_each_other_adds_up_to_the_points(entry: dict[str, Any]) -> None:
    told = explain_record(entry["hand"], [LITERAL])["rulesets"][0]
    points = [0, 0, 0, 0]
    for pay in told["settled"]:
        points[pay["from"]] -= pay["points"]
        points[pay["to"]] += pay["points"]
    assert points == entry["delta"]


def test_the_text_of_a_win_tells_hu_tai_and_the_totals_of_all_four() -> None:
    text = explanation_text(explain_record(HANDS[0]["hand"], [LITERAL]))
    assert "32 hu = base 20 + flowers 8 + triplets and kans 4" in text and "2 tai in all" in text
    assert "0: 40 (12 hu, 1 tai)" in text and "seat 2 pays seat 0 60" in text
    zh = explanation_text(explain_record(HANDS[0]["hand"], [LITERAL], "zh"), "zh")
    assert "32 胡 = 底胡 20 + 花 8 + 刻与杠 4" in zh and "共 2 台" in zh and "2 座付 0 座 60" in zh


def test_a_drawn_hand_says_whether_it_is_settled() -> None:
    hand = "exhaustive draw; seat 3 holds 111s (H3 H6); gold 5p; east 0; dealer 0"
    unpaid, paid = explain_record(hand, [LITERAL, with_changes(LITERAL, {"end.draw_settlement": "pairwise"})])["rulesets"]
    assert unpaid["delta"] == [0] * 4 and unpaid["settled"] == [] and "nothing is paid" in unpaid["notes"][0]
    assert paid["delta"] == [-40, -20, -20, 80] and not paid["notes"]


@pytest.mark.parametrize(
    ("holds", "sentence"),
    [
        ("123456789m 123456789s", "holds 18 tiles; under fuding/literal it can hold 17 at most"),
        ("123m 456m P", "which is a flower under fuding/literal; write it in parentheses"),
    ],
)
def test_what_a_loser_cannot_hold_is_refused(holds: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        explain_record(f"exhaustive draw; seat 3 holds {holds}; gold 5p; east 0; dealer 0", [LITERAL])


def test_hands_of_losers_tell_that_fuding_is_meant() -> None:
    assert usual_rules(parse_text(HANDS[0]["hand"])) == "fuding/literal"
