"""The worked hands: points, fans, next dealer, the same hands after changing options, shapes."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
import yaml

from rulesets.clauses import clauses_of
from rulesets.compile import rule_table
from rulesets.hand_readings import new_readings, readings
from rulesets.records.explain import explain_record, score_record
from rulesets.records.json_form import as_json, parse_record
from rulesets.records.read import parse_any
from rulesets.records.text_form import as_text
from rulesets.tiles import parse_hand
from tests.rulesets.hebei_hands import LITERAL, codes, delta, four, nested, rules_with, scored

FILE = Path(__file__).resolve().parents[2] / "rulesets" / "hebei" / "examples.yaml"
EXAMPLES = yaml.safe_load(FILE.read_text(encoding="utf8"))
HANDS = EXAMPLES["hands"]
SHAPES = EXAMPLES["shapes"]


def test_all_examples_are_there():
    assert [hand["id"] for hand in HANDS] == [f"W{i:02d}" for i in range(1, 49)]
    assert sum(len(hand.get("changed", [])) for hand in HANDS) == 25
    assert [shape["id"] for shape in SHAPES] == [f"N{i:02d}" for i in range(1, 12)]


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand["id"])
def test_worked_hand(hand):
    result = scored(hand["hand"])
    assert four(result.score.delta) == hand["delta"]
    assert [codes(result, w.seat) for w in result.winners] == hand["fans"]
    assert result.next_dealer == hand["next_dealer"]


@pytest.mark.parametrize("hand", [h for h in HANDS if "changed" in h], ids=lambda hand: hand["id"])
def test_worked_hand_after_a_change(hand):
    for change in hand["changed"]:
        assert delta(hand["hand"], **nested(change["changes"])) == change["delta"], change


@pytest.mark.parametrize("shape", SHAPES, ids=lambda shape: shape["id"])
def test_shape(shape):
    rules = rule_table([rules_with(**nested(shape.get("changes", {})))]).view(np.recarray)[0]
    assert (readings(rules, parse_hand(shape["tiles"]), 0, 0, new_readings()) > 0) == shape["wins"]


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand["id"])
def test_three_ways_in_one_result(hand):
    """Text, JSON and the record itself are one scoring (public case 78: three front ends, three results)."""
    record = parse_any(hand["hand"])
    again = parse_record(json.dumps(as_json(record)))
    assert again == record == parse_any(as_text(record))
    assert four(score_record(again, LITERAL).score.delta) == hand["delta"]
    entry = explain_record(again, [LITERAL])["rulesets"][0]
    assert entry["delta"] == hand["delta"]
    assert entry["next_dealer"] == hand["next_dealer"]


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand["id"])
def test_an_explanation_adds_up(hand):
    """The payments that an explanation lists are the points."""
    entry = explain_record(hand["hand"], [LITERAL])["rulesets"][0]
    total = [0, 0, 0, 0]
    for win in entry["wins"]:
        assert win["fan_points"] == sum(fan["points"] for fan in win["fans"])
        for pay in win["payments"]:
            total[win["seat"]] += pay["base"] + pay["fans"]
            total[pay["from"]] -= pay["base"] + pay["fans"]
    for kan in entry["kans"]:
        for pay in kan["payments"]:
            total[kan["seat"]] += pay["points"]
            total[pay["from"]] -= pay["points"]
    assert total == hand["delta"]


def test_a_record_with_all_it_expects_is_confirmed():
    """The whole set once more as JSON records that say what they expect."""
    for hand in HANDS:
        changed = [
            {"config": {f"{g}.{k}": v for g, e in c["changes"].items() for k, v in e.items()}, "deltas": c["delta"]}
            for c in hand.get("changed", [])
        ]
        record = as_json(parse_any(hand["hand"])) | {
            "id": hand["id"],
            "fans": hand["fans"],
            "deltas": hand["delta"],
            "next_dealer": hand["next_dealer"],
            "options": changed,
        }
        assert explain_record(json.dumps(record), [LITERAL])["expected"]["agrees"], hand["id"]


def test_a_wrong_expectation_is_told():
    record = {"spec": as_json(parse_any(HANDS[0]["hand"]))["spec"], "deltas": [0, 6, -6, 0], "fans": [["QIDUI"]]}
    expected = explain_record(record, [LITERAL])["expected"]
    assert not expected["agrees"]
    assert [d["what"] for d in expected["differences"]] == ["deltas", "fans"]


def test_examples_show_every_scoring_clause_and_no_unknown_one():
    shown = {clause for example in [*HANDS, *SHAPES] for clause in example["shows"]}
    known = set(clauses_of("hebei"))
    scoring = {c for c in known if c.split("-")[1] in ("PAT", "WIN", "BASE", "FAN", "FORM", "KAN")} | {"HB-DRAW-04"}
    assert shown <= known
    assert scoring <= shown
