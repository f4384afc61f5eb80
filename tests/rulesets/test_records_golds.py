"""Records of games with golds, flowers and opening wins: what is read, what is refused and in which words."""

from __future__ import annotations

import pytest

from rulesets.errors import InputError
from rulesets.records.json_form import as_json, parse_record
from rulesets.records.read import parse_any
from rulesets.records.scoring import score_record
from rulesets.records.text_form import as_text
from rulesets.tiles import OpeningWin, WinKind, parse_tiles
from tests.rulesets.fuzhou_hands import delta, four, rules_of
from tests.rulesets.gold_hands import HA, HC, HE, spec_with

END = "gold 5s; dealer 0"


def test_all_new_clauses_in_english_and_chinese_are_one_record() -> None:
    record = parse_any("seat 1: 123m 456m 789m 78p 99p GG (EEE H1) + 9p; self-draw; first draw; gold 5s; kept 2; dealer 0")
    assert record == parse_any("座 1: 123m456m789m78p99p金金（EEE H1）+ 9p；自摸；首摸；金 5s；连庄 2；庄 0")
    assert record.winners[0].flowers == tuple(parse_tiles("EEE H1"))
    assert (record.gold, record.kept, record.first_draw) == (parse_tiles("5s")[0], 2, True)


@pytest.mark.parametrize(
    ("text", "opening"),
    [
        (f"seat 0: {HA} 3p; dealt; {END}", OpeningWin.DEALT),
        (f"座 0: {HA} 3p；起手和；金 5s；庄 0", OpeningWin.DEALT),
        (f"seat 2: {HA}; takes the indicator; {END}", OpeningWin.INDICATOR),
        (f"seat 2: {HA}; take indicator; self-draw; {END}", OpeningWin.INDICATOR),
        (f"座 2: {HA}；搶金；金 5s；庄 0", OpeningWin.INDICATOR),
    ],
)
def test_opening_wins_are_self_draws(text: str, opening: OpeningWin) -> None:
    record = parse_any(text)
    assert (record.opening, record.result, record.tile) == (opening, WinKind.SELF_DRAW, None)
    assert parse_record(as_json(record)) == parse_any(as_text(record)) == record


def test_a_gold_is_written_as_g_or_as_its_face() -> None:
    by_letter = parse_any(f"seat 1: {HC} + G; self-draw; {END}")
    assert by_letter == parse_any(f"seat 1: 123m456m789m123p78p 55s + 5s; self-draw; {END}")
    assert "GG + G" in as_text(by_letter)


def test_the_indicator_may_be_named() -> None:
    taken = f"seat 2: {HA} (H1 H2){{}}; takes the indicator; {END}"
    assert delta(taken.format("")) == delta(taken.format(" + G")) == delta(taken.format(" + 5s"))
    with pytest.raises(InputError, match="the indicator is 5s when 5s is gold"):
        delta(taken.format(" + 4s"))
    face = f"seat 2: 123m456m789m123p 23s 77s (H1 H2) + 4s; takes the indicator; {END}"
    assert delta(face, gold__maps_to="next")[2] == 132


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"seat 1: {HC} + 9p; discard by 2; dealer 0", "does not say which kind is gold"),
        (f"seat 1: {HA} + 3p; discard by 2; dealer 0", "gold: is missing: under fuzhou/fz_std one kind is wild"),
        (f"seat 1: {HA} + 3p; discard by 2; gold E; dealer 0", "E cannot be gold"),
        (f"seat 1: {HA} + 3p; discard by 2; gold 55s; dealer 0", "must be one tile"),
        (f"seat 1: {HA} + 3p; discard by 2; gold 5s; gold 6s; dealer 0", "said twice"),
        (f"seat 1: {HA} (1m) + 3p; discard by 2; {END}", "1m is no flower"),
        (f"seat 1: {HA} (G) + 3p; discard by 2; {END}", "a gold is no flower"),
        (f"seat 1: {HA} (H1 H1) + 3p; discard by 2; {END}", "2 copies of H1 are laid out; there is 1"),
        (f"seat 1: {HA} (EEEEE) + 3p; discard by 2; {END}", "5 copies of E are laid out; there are 4"),
        (f"seat 1: {HA} (H1 + 3p; discard by 2; {END}", r"write flowers as \(EE H1\)"),
        (f"seat 1: {HA} + 3p (H1); discard by 2; {END}", r"write flowers as \(EE H1\)"),
        (f"seat 1: {HA} H1 + 3p; discard by 2; {END}", "flowers are not held in a hand"),
        (f"seat 1: {HA} + 3p; seat 2: (H1); discard by 2; {END}", "flowers matter for a winner alone"),
        (f"seat 1: 123m456m789m123p45pEE + 3p; discard by 2; {END}", "E, which is a flower under fuzhou/fz_std"),
        (f"seat 1: {HA} + 3p; discard by 2; first draw; {END}", "only a self-draw can be the first draw"),
        (f"seat 1: {HA}; takes the indicator; discard by 2; {END}", "an opening win is a self-draw"),
        (f"seat 1: {HA}; takes the indicator; last tile; {END}", "an opening win is never last_tile"),
        (f"seat 1: {HA}; takes the indicator; first draw; {END}", "first draw"),
        (f"seat 1: {HA}; takes the indicator; dealer 0", "needs the kind that is gold"),
        (f"seat 0: {HA} + 3p; dealt; {END}", "has no winning tile"),
        (f"seat 0: {HA}; dealt; {END}", "must have 17"),
        (f"seat 1: {HA} + 3p; self-draw; kept many; {END}", "whole number"),
        (f"seat 1: {HA} + 3p; self-draw; kept 2000; {END}", "from 0 to 1000"),
        (f"seat 1: 123m456m789m123p 5s5s5s5s + 3p; self-draw; {END}", "four 5s, but one 5s was turned up"),
        (f"seat 1: 456m789m123p45p77s [pon 5s] + 3p; discard by 2; {END}", "never in a pon or kan"),
        (f"seat 1: 456m789m123p45p77s [chi 4s] + 3p; discard by 2; {END}", "gold.in_melds: never"),
        (f"seat 1: {HA} + G; discard by 2; {END}", "gold.claimable: never"),
        (f"seat 1: {HA} + G; seat 2: [pon 5s]; robbed from 2; {END}", "a kan of golds does not exist"),
        (f"seat 1: {HE} + 3p; self-draw; {END}", "is not complete under fuzhou/fz_std"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        score_record(parse_any(text), rules_of())
    assert caught.value.zh


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ({"opening": "deal"}, "dealt, indicator"),
        ({"kept": -1}, "from 0 to 1000"),
        ({"kept": True}, "whole number"),
        ({"gold": 5}, "must be text"),
        ({"first_draw": "yes"}, "true or false"),
        ({"golds": "5s"}, "Did you mean .*gold"),
    ],
)
def test_json_fields_are_checked(spec: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse_record({"dealer": 0, "result": "draw", **spec})


def test_flowers_in_json_are_checked() -> None:
    winner = {"seat": 1, "concealed": HA, "flowers": 3}
    with pytest.raises(InputError, match=r"winners\[0\]\.flowers.*must be text"):
        parse_record({"dealer": 0, "result": "self_draw", "tile": "3p", "gold": "5s", "winners": [winner]})


def test_rules_without_golds_or_flowers_refuse_them() -> None:
    hebei = spec_with("hebei/literal")
    hand = "seat 1: 23m 345p 678p EE [pon 9s] {}+ 1m; discard by 2; dealer 0{}"
    assert score_record(parse_any(hand.format("", "")), hebei)
    with pytest.raises(InputError, match="has no golds"):
        score_record(parse_any(hand.format("", "; gold 5s")), hebei)
    with pytest.raises(InputError, match="H1 is no flower under hebei/literal"):
        score_record(parse_any(hand.format("(H1) ", "")), hebei)


def test_four_golds_are_live_when_the_next_kind_is_gold() -> None:
    hand = f"seat 1: 123m456m789m123p 7p GGG (H1 H2) + G; self-draw; {END}"
    with pytest.raises(InputError, match="four 5s, but one 5s was turned up"):
        delta(hand)
    assert four(score_record(parse_any(hand), rules_of(gold__maps_to="next")).score.delta) == [-142, 426, -142, -142]
    with pytest.raises(InputError, match="four 4s, but one 4s was turned up"):
        delta(f"seat 1: 123m456m789m123p 4444s + 3s; self-draw; {END}", gold__maps_to="next")
