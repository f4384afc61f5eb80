"""Records of finished hands: both forms, every fault one sentence, explanations in two languages."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import HealthCheck, given, settings

from rulesets.errors import InputError
from rulesets.hebei.fans import FANS
from rulesets.jit import JIT_OFF
from rulesets.records.describe import describe_fan, worked_hands
from rulesets.records.explain import explain_record, explanation_text, score_record
from rulesets.records.json_form import as_json, parse_record
from rulesets.records.model import Place
from rulesets.records.read import parse_any, read_records
from rulesets.records.text_form import as_text, parse_text
from rulesets.spec import resolve
from rulesets.tiles import MeldKind, WinKind
from tests.rulesets.hebei_endings import endings
from tests.rulesets.hebei_hands import LITERAL, delta, rules_with

WIN = {
    "dealer": 0,
    "result": "discard",
    "tile": "1m",
    "from": 2,
    "winners": [{"seat": 1, "concealed": "23m 345p 678p EE", "melds": [{"t": "pon", "tile": "9s"}]}],
}


def changed(**fields):
    """The plain record with fields replaced; None takes a field away."""
    record = {**json.loads(json.dumps(WIN)), **fields}
    return {key: value for key, value in record.items() if value is not None}


def with_winner(**fields):
    winner = {**json.loads(json.dumps(WIN["winners"][0])), **fields}
    return changed(winners=[{key: value for key, value in winner.items() if value is not None}])


FAULTS_OF_JSON = [
    ([1, 2], "must be a JSON object"),
    (changed(dealer=None), "dealer: is missing"),
    (changed(dealer=4), "dealer: 4 is not a seat; seats are 0, 1, 2, 3"),
    (changed(dealer="0"), "dealer: '0' is not a seat"),
    (changed(dealer=True), "dealer: True is not a seat"),
    (changed(result="discrad"), "result: 'discrad' is not allowed.*Did you mean discard"),
    (changed(result=None), "result: is missing"),
    (changed(tile=None), "tile: is missing: name the winning tile"),
    (changed(tile="1m2m"), "tile: .* must be one tile"),
    (changed(tile="1x"), 'tile: .*cannot read "1x"'),
    (changed(tile=5), "tile: 5 must be text"),
    (changed(tile="H1"), "tile: .*holds a flower"),
    (changed(tile="G"), "tile: .*holds a gold"),
    (changed(**{"from": None}), "from: is missing"),
    (changed(**{"from": 7}), "from: 7 is not a seat"),
    (changed(**{"from": 1}), "from: seat 1 cannot win on its own tile"),
    (changed(payer=2), "payer: unknown field"),
    (changed(dealr=2), "dealr: unknown field.*Did you mean dealer"),
    (changed(result="self_draw"), "from: a self-draw is paid by all"),
    (changed(after_kan=True), "after_kan: only a self-draw"),
    (changed(after_kan="yes"), "after_kan: 'yes' must be true or false"),
    (changed(winners=[]), "winners: is missing"),
    (changed(winners=None), "winners: is missing"),
    (changed(winners={"seat": 1}), "winners: must be a list"),
    (changed(winners=[1]), r"winners\[0\]: must be an object"),
    (changed(winners=[*WIN["winners"], *WIN["winners"]]), r"winners\[1\].seat: seat 1 is listed as winner twice"),
    (with_winner(seat=None), r"winners\[0\].seat: is missing"),
    (with_winner(concealed=None), r"winners\[0\].concealed: is missing"),
    (with_winner(conceald="1m"), r"winners\[0\].conceald: unknown field.*Did you mean concealed"),
    (with_winner(concealed="23m 345p 678p EEE"), r"winners\[0\].concealed: .*has 11 tiles; beside 1 melds it must have 10"),
    (with_winner(concealed=""), r"winners\[0\].concealed: .*has 0 tiles"),
    (with_winner(concealed="99s 345p 678p EE"), r"there are 5 copies of 9s over all hands; a set of tiles has 4"),
    (with_winner(concealed="23m 345p 678p EC"), r"winners\[0\]: the hand of seat 1 is not complete.*: 1 more tile is needed"),
    (with_winner(concealed="147m 258p 369s E"), r"not complete.*: \d more tiles are needed"),
    (with_winner(melds=[{"t": "pun", "tile": "9s"}]), r"winners\[0\].melds\[0\].t: 'pun' is not allowed.*Did you mean pon"),
    (with_winner(melds=[{"tile": "9s"}]), r"melds\[0\].t: is missing"),
    (with_winner(melds=[{"t": "pon"}]), r"melds\[0\].tile: is missing"),
    (with_winner(melds=["pon 9s"]), r"melds\[0\]: must be a meld such as"),
    (with_winner(melds=[{"t": "kan_open", "tile": "9s"}]), r"melds\[0\].from: is missing: an open kan needs"),
    (with_winner(melds=[{"t": "kan_closed", "tile": "9s", "from": 2}]), r"melds\[0\].from: nobody feeds a closed kan"),
    (with_winner(melds=[{"t": "pon", "tile": "9s", "from": 1}]), r"melds\[0\].from: seat 1 cannot feed its own meld"),
    (with_winner(melds=[{"t": "chi", "tile": "789s", "from": 2}]), r"a chi of seat 1 is fed by seat 0"),
    (with_winner(melds=[{"t": "chi", "tile": "8s"}]), r"melds\[0\].tile: .*must be a run"),
    (with_winner(melds=[{"t": "chi", "tile": "E"}]), r"melds\[0\].tile: .*must be a run"),
    (with_winner(melds=[{"t": "chi", "tile": "789s"}]), r"melds\[0\]: hebei/literal has no chi"),
    (with_winner(melds={"t": "pon"}), r"melds: must be a list"),
    (changed(others=[]), "others: must be an object"),
    (changed(others={"5": []}), "others.5: is not a seat"),
    (changed(others={"1": []}), "others.1: seat 1 is a winner"),
    (changed(others={"3": [{"t": "pon", "tile": t} for t in ("1s", "2s", "3s", "4s", "5s")]}), "others.3: seat 3 has 5 melds"),
    (changed(result="rob_kan"), "others.2: the robbed seat 2 must show its pon"),
    (
        changed(result="rob_kan", others={"2": [{"t": "kan_added", "tile": "1m"}]}),
        r"holds 5 copies|others.2\[0\].t: the robbed kan is a pon again",
    ),
    (changed(result="rob_kan", last_tile=True, others={"2": [{"t": "pon", "tile": "1m"}]}), "last_tile: a robbed tile"),
    (changed(result="draw"), "winners: an exhaustive draw has no winner"),
    ({"result": "draw", "dealer": 0, "tile": "1m"}, "tile: an exhaustive draw has no winning tile"),
    ({"result": "draw", "dealer": 0, "from": 1}, "from: nobody pays"),
    ({"result": "draw", "dealer": 0, "last_tile": True}, "last_tile: an exhaustive draw"),
    ({"spec": 3}, "spec: must be an object"),
    ({"spec": WIN, "delta": [0, 0, 0, 0]}, "delta: unknown field.*Did you mean deltas"),
    ({"spec": WIN, "deltas": [0, 0]}, "deltas: must be four whole numbers"),
    ({"spec": WIN, "deltas": [0, 0, 0, 1.5]}, "deltas: must be four whole numbers"),
    ({"spec": WIN, "fans": ["MENQING"]}, "fans: must be a list of fan codes"),
    ({"spec": WIN, "next_dealer": 9}, "next_dealer: 9 is not a seat"),
    ({"spec": WIN, "options": [{"config": {}, "deltas": [0, 0, 0, 0]}]}, r"options\[0\].config: must be an object"),
    (
        {"spec": WIN, "options": [{"config": {"hebei.mutli": 1}, "deltas": [0, 0, 0, 0]}]},
        r"options\[0\].config: unknown option hebei.mutli",
    ),
]


@pytest.mark.parametrize(("record", "sentence"), FAULTS_OF_JSON, ids=range(len(FAULTS_OF_JSON)))
def test_every_fault_is_one_sentence(record, sentence):
    """The sentence names the line and the field, in both languages, without a traceback's words."""
    with pytest.raises(InputError, match=sentence) as caught:
        explain_record(parse_record(json.dumps(record), Place(3)), [LITERAL])
    assert str(caught.value).startswith("line 3")
    assert caught.value.zh.startswith("第 3 行")
    assert "\n" not in str(caught.value)
    assert re.search("[\u4e00-\u9fff]", caught.value.zh[5:])


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('{"result": "draw"', "not readable as JSON"),
        ('{"result": "draw", "result": "draw", "dealer": 1}', "result: stands twice"),
        ("nonsense, dealer 0", 'cannot read "nonsense"'),
        ("seat 1: 23m 345p 678p EE [pon 9s] + 1m, discard by 2", "the dealer is missing"),
        ("seat 1: 23m 345p 678p EE [pon 9s] + 1m, dealer 0", "the result is missing"),
        ("23m 345p 678p EE [pon 9s] + 1m, discard by 2, dealer 0", "the seat of .* is missing"),
        ("seat 5: 23m 345p 678p EE [pon 9s] + 1m, discard by 2, dealer 0", "5 is not a seat"),
        ("seat one: 23m 345p 678p EE [pon 9s] + 1m, discard by 2, dealer 0", "one is not a seat"),
        ("seat 1: 23m 345p 678p EE [pon 9s + 1m, discard by 2, dealer 0", "bracket is not closed"),
        ("seat 1: 23m 345p 678p EE [9s pon] + 1m, discard by 2, dealer 0", r"\[9s pon\].*is not allowed|cannot be read"),
        ("seat 1: 23m 345p 678p EE + 1m [pon 9s], discard by 2, dealer 0", "write melds before"),
        ("seat 1: 23m 345p 678p EE [kan_open 9s] + 1m, discard by 2, dealer 0", "an open kan needs the seat"),
        ("seat 1: 23m 345p 678p EE [pon 9s] + 1m, dealer 0, dealer 1, self-draw", "said twice"),
        ("seat 1: 23m 345p 678p EE [pon 9s] + 1m, self-draw, discard by 2, dealer 1", "said twice"),
        ("seat 1: 23m 345p 678p EE [pon 9s] + 1m, after kan, self-draw, dealer 1", "after_kan: the winner shows no kan"),
        ("seat 1: 78p 234m 567m 345s 66s + 9p; seat 2: 78p 123m EE 678s [pon 2s] + 6p; discard by 0; dealer 0", "same tile"),
        ("exhaustive draw, dealer 0, seat 2", "names the seat of no hand"),
        ("seat 1: [pon 9s]; seat 1: [pon E]; exhaustive draw; dealer 0", "seat 1 stands twice"),
        ("seat 1: 23m 345p 678p EE [pon 9s], discard by 2, dealer 0", "tile: is missing"),
        ("dealr 0, exhaustive draw", 'cannot read "dealr 0".*Did you mean dealer N'),
    ],
)
def test_every_fault_of_the_text_form_is_one_sentence(text, sentence):
    with pytest.raises(InputError, match=sentence) as caught:
        parse_any(text)
    assert re.search("[\u4e00-\u9fff]", caught.value.zh)


class TestForms:
    def test_the_winner_may_be_named_afterwards(self):
        first = parse_text("W: 23m 345p 678p EE [pon 9s] + 1m, discard by 2, dealer 0, seat 1")
        second = parse_text("dealer 0; discard by 2; seat 1: 23m345p678pEE [pon 9s] + 1m")
        assert first == second

    def test_chinese_words(self):
        text = "座 1: 23m 345p 678p EE [pon 9s] + 1m，点炮 2，庄 0"
        assert parse_text(text) == parse_text("seat 1: 23m 345p 678p EE [pon 9s] + 1m, discard by 2, dealer 0")
        draw = "座 2: 456m 234s 77s 78p [kan_open 3p 来自 1] + 9p；自摸；杠上；海底；庄家 0"
        record = parse_text(draw)
        assert (record.result, record.after_kan, record.last_tile, record.dealer) == (WinKind.SELF_DRAW, True, True, 0)
        assert parse_text("荒庄，庄 3").result == WinKind.DRAW

    @pytest.mark.parametrize("meld", ["[kan_open 5p from 2]", "[kan-open 5p<2]", "[Kan open 5p <- 2]", "[kan_open 5p ← 2]"])
    def test_spellings_of_a_meld(self, meld):
        record = parse_text(f"seat 1: 7s [pon 2m] [pon E] {meld} [pon 8s] + 7s, discard by 0, dealer 0")
        assert record.winners[0].melds[2].kind == MeldKind.KAN_OPEN
        assert record.winners[0].melds[2].feeder == 2

    def test_a_chi_by_its_lowest_tile_or_its_run(self):
        for text in ("[chi 3s]", "[chi 345s]"):
            record = parse_text(f"seat 1: 23m 345p 678p EE {text} + 1m, discard by 2, dealer 0")
            assert record.winners[0].melds[0].tile == 20

    def test_lines_of_a_file(self):
        lines = ["# a comment", "", json.dumps(WIN), "exhaustive draw; dealer 2", "\ufeff" + json.dumps({"spec": WIN})]
        records = list(read_records(lines))
        assert [r.place.line for r in records] == [3, 4, 5]
        assert records[0].winners == records[2].winners

    def test_the_line_of_a_fault(self):
        with pytest.raises(InputError, match=r"^line 2: dealer: is missing") as caught:
            list(read_records([json.dumps(WIN), '{"result": "draw"}']))
        assert caught.value.zh.startswith("第 2 行：dealer：")

    @settings(max_examples=20 if JIT_OFF else 150, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
    @given(endings())
    def test_round_trips(self, record):
        assert parse_record(json.dumps(as_json(record))) == record
        assert parse_text(as_text(record)) == record


class TestUnderRules:
    def test_many_rule_sets_at_once(self):
        hand = "seat 0: 11m 33m 55p 77p 22s EE C + C; discard by 1; dealer 2"
        specs = [LITERAL, rules_with(win__pairs="none"), rules_with(hebei__menqing_with_special=False)]
        entries = explain_record(hand, specs)["rulesets"]
        assert [entry.get("delta") for entry in entries] == [[9, -9, 0, 0], None, [7, -7, 0, 0]]
        assert "not complete under hebei/literal+win.pairs=none" in entries[1]["refused"]

    def test_refused_everywhere_is_an_error(self):
        with pytest.raises(InputError, match=r"holds E, which .* plays without"):
            delta("seat 1: 23m 345p 678p EE [pon 9s] + 1m, discard by 2, dealer 0", tiles__winds="absent", win__orphans="none")

    def test_rules_without_robbing(self):
        hand = "seat 3: 123m 678m 99s 234s 46p + 5p; seat 2: [pon 5p]; robbed from 2; dealer 0"
        with pytest.raises(InputError, match="cannot be robbed"):
            delta(hand, kan__rob_added=False)

    def test_chi_where_it_is_allowed(self):
        hand = "seat 1: 23m 345p EE 678p [chi 345s from 0] + 1m, discard by 2, dealer 0"
        assert delta(hand, claim__chi="next_seat") == [0, 5, -5, 0]

    def test_head_bump_is_told(self):
        hand = "seat 2: 34m 567p 345s 22p [pon 8s] + 5m; seat 0: 46m 123p 789p 22s [pon F] + 5m; discard by 1; dealer 0"
        entry = explain_record(hand, [resolve("hebei/head_bump")])["rulesets"][0]
        assert [win["seat"] for win in entry["wins"]] == [2]
        assert "only seat 2" in entry["notes"][0]

    def test_limit_is_told(self):
        hand = "seat 1: 123m 45p 789s EE [pon F] + 6p; discard by 2; dealer 0"
        entry = explain_record(hand, [rules_with(pay__limit=8)], "zh")["rulesets"][0]
        assert "上限 8" in entry["notes"][0]


class TestExplanations:
    @pytest.mark.parametrize("lang", ["en", "zh"])
    @pytest.mark.parametrize("hand", worked_hands("hebei"), ids=lambda hand: hand["id"])
    def test_every_fan_has_a_reason(self, hand, lang):
        result = explain_record(hand["hand"], [LITERAL], lang)
        for win in result["rulesets"][0]["wins"]:
            for fan in win["fans"]:
                assert fan["why"]
                assert bool(re.search("[\u4e00-\u9fff]", fan["why"])) == (lang == "zh")
        text = explanation_text(result, lang)
        assert ("next dealer" in text) == (lang == "en")
        assert json.loads(json.dumps(result)) == result

    def test_the_reading_that_is_paid(self):
        runs = explain_record("seat 3: 444m 55m 666m 11p 999s + 5m; discard by 1; dealer 1", [LITERAL])
        words = runs["rulesets"][0]["wins"][0]["reading"].split()
        assert sorted(words) == ["11p", "456m", "456m", "456m", "999s"]

    def test_text_of_a_hand(self):
        hand = "seat 1: 7s [pon 2m] [pon E] [kan_open 5p from 2] [pon 8s] + 7s; discard by 0; dealer 0"
        text = explanation_text(explain_record(hand, [LITERAL]))
        for line in (
            "PENGPENG    3  碰碰胡 all triplets: every set is a triplet or a kan",
            "seat 0 pays 6 base + 5 fan = 11",
            "open kan 5p of seat 1: seat 2 pays 3",
            "points by seat  0: -11  1: +14  2: -3  3: 0",
            "next dealer: seat 1",
        ):
            assert line in text

    def test_confirmation_in_text(self):
        record = {"id": "A", "spec": WIN, "deltas": [0, 5, -5, 0]}
        assert "as the record expects" in explanation_text(explain_record(record, [LITERAL]))
        record["deltas"] = [0, 6, -6, 0]
        assert "expects [0, 6, -6, 0], found [0, 5, -5, 0]" in explanation_text(explain_record(record, [LITERAL]))


class TestDescriptions:
    @pytest.mark.parametrize("fan", FANS, ids=lambda fan: fan.code)
    def test_every_fan_by_every_name(self, fan):
        for word in (fan.code, fan.code.lower(), fan.zh, fan.en, f"F{fan.number:02d}"):
            assert describe_fan(word)["code"] == fan.code
        described = describe_fan(fan.code, "zh")
        assert described["name"] == fan.zh
        assert described["points"] == LITERAL.values[fan.value_key]
        example = score_record(parse_any(described["example"]["hand"]), LITERAL)
        assert int(example.score.fans[example.winners[0].seat]) >> fan.number & 1

    def test_exclusions_go_both_ways(self):
        excludes = {fan.code: set(fan.excludes) for fan in FANS}
        for code, others in excludes.items():
            assert code not in others
            assert all(code in excludes[other] for other in others)

    def test_value_under_other_rules(self):
        assert describe_fan("捉五", spec=rules_with(hebei__fan_zhuowu=2))["points"] == 2

    def test_unknown_fan(self):
        with pytest.raises(InputError, match="Did you mean zhuowu"):
            describe_fan("zhuowi")

    def test_options_of_fans_are_options(self):
        for fan in FANS:
            assert fan.value_key in LITERAL.values
            assert set(fan.options) <= set(LITERAL.values)
