"""The worked hands of Fuzhou: points, specials, next dealer, the same hands under other presets and options, shapes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from rulesets.clauses import clauses_of
from rulesets.fuzhou.fans import FANS
from rulesets.hand_readings import hand_readings, new_readings
from rulesets.hand_seat import has_shape
from rulesets.records.explain import explain_record, explanation_text
from rulesets.records.json_form import as_json, parse_record
from rulesets.records.read import parse_any
from rulesets.records.scoring import score_record
from rulesets.records.text_form import as_text
from tests.rulesets.fuzhou_hands import codes, delta, four, nested, rules_of, scored
from tests.rulesets.gold_hands import hand_of, keys_of, row, tables

FILE = Path(__file__).resolve().parents[2] / "rulesets" / "fuzhou" / "examples.yaml"
EXAMPLES = yaml.safe_load(FILE.read_text(encoding="utf8"))
HANDS = EXAMPLES["hands"]
SHAPES = EXAMPLES["shapes"]
each_hand = pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand["id"])


def under(hand):
    """Preset and option changes that the points of a hand are given for."""
    return hand.get("under", "fz_std"), nested(hand.get("with", {}))


def test_all_examples_are_there():
    assert [hand["id"] for hand in HANDS] == [f"V{i:02d}" for i in range(1, 12)] + [f"W{i:02d}" for i in range(1, 37)]
    assert [shape["id"] for shape in SHAPES] == [f"S{i:02d}" for i in range(1, 20)]


@each_hand
def test_worked_hand(hand):
    preset, changes = under(hand)
    result = scored(hand["hand"], preset, **changes)
    assert four(result.score.delta) == hand["delta"]
    assert [codes(result, w.seat) for w in result.winners] == hand["fans"]
    assert result.next_dealer == hand["next_dealer"]


@pytest.mark.parametrize("hand", [h for h in HANDS if "presets" in h], ids=lambda hand: hand["id"])
def test_worked_hand_under_other_presets(hand):
    for preset, points in hand["presets"].items():
        assert delta(hand["hand"], preset) == points, preset


@pytest.mark.parametrize("hand", [h for h in HANDS if "changed" in h], ids=lambda hand: hand["id"])
def test_worked_hand_after_a_change(hand):
    preset, changes = under(hand)
    for change in hand["changed"]:
        assert delta(hand["hand"], preset, **{**changes, **nested(change["changes"])}) == change["delta"], change


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape["id"])
def test_shape(shape):
    rules = row(**nested(shape.get("with", {})))
    hand = hand_of(shape["tiles"] + (f" [{shape['melds']}]" if "melds" in shape else ""))
    assert bool(has_shape(tables(), rules, keys_of(hand), hand, int(hand.golds))) == shape["wins"]
    assert (int(hand_readings(rules, hand, new_readings())) > 0) == shape["wins"]


@each_hand
def test_three_ways_in_one_result(hand):
    """Text, JSON and the record itself are one scoring."""
    preset, changes = under(hand)
    rules = rules_of(preset, **changes)
    record = parse_any(hand["hand"])
    again = parse_record(json.dumps(as_json(record)))
    assert again == record == parse_any(as_text(record))
    assert four(score_record(again, rules).score.delta) == hand["delta"]
    entry = explain_record(again, [rules])["rulesets"][0]
    assert (entry["delta"], entry["next_dealer"]) == (hand["delta"], hand["next_dealer"])


@each_hand
def test_an_explanation_adds_up_in_both_languages(hand):
    """The payments that an explanation lists are the points, and the specials add up to their part."""
    preset, changes = under(hand)
    for lang in ("en", "zh"):
        explained = explain_record(hand["hand"], [rules_of(preset, **changes)], lang)
        entry = explained["rulesets"][0]
        total = [0, 0, 0, 0]
        for win in entry["wins"]:
            assert win["fan_points"] == sum(fan["points"] for fan in win["fans"])
            assert win["steps"]
            for pay in win["payments"]:
                total[win["seat"]] += pay["base"] + pay["fans"]
                total[pay["from"]] -= pay["base"] + pay["fans"]
        assert total == hand["delta"]
        assert entry["kans"] == []
        text = explanation_text(explained, lang)
        assert all(fan["zh"] in text for win in entry["wins"] for fan in win["fans"])


def test_a_record_with_all_it_expects_is_confirmed():
    for hand in HANDS:
        preset, changes = under(hand)
        record = as_json(parse_any(hand["hand"])) | {
            "id": hand["id"],
            "fans": hand["fans"],
            "deltas": hand["delta"],
            "next_dealer": hand["next_dealer"],
            "options": [{"config": c["changes"], "deltas": c["delta"]} for c in hand.get("changed", [])],
        }
        assert explain_record(json.dumps(record), [rules_of(preset, **changes)])["expected"]["agrees"], hand["id"]


def test_every_special_has_an_example():
    shown = {code for hand in HANDS for winner in hand["fans"] for code in winner}
    assert shown == {fan.code for fan in FANS}


def test_examples_show_scoring_and_shape_clauses_and_no_unknown_one():
    shown = {clause for example in [*HANDS, *SHAPES] for clause in example["shows"]}
    known = set(clauses_of("fuzhou"))
    scoring = {c for c in known if c.split("-")[1] in ("SHAPE", "WIN", "PING", "3G", "JL", "JQ", "CUT")}
    assert shown <= known
    assert scoring <= shown
