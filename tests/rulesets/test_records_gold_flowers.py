"""Records in which flowers are gold: how they are written, scored and refused (`gold.flower_flip: flowers_are_gold`)."""

from __future__ import annotations

import pytest

from rulesets.errors import InputError
from rulesets.records.json_form import as_json, parse_record
from rulesets.records.model import usual_rules
from rulesets.records.read import parse_any
from rulesets.records.scoring import score_record
from rulesets.records.text_form import as_text
from rulesets.spec import load_preset, with_changes
from rulesets.tiles import OpeningWin, parse_tiles

LITERAL = load_preset("fuding/literal")
END = "gold H2; east 0; dealer 0"
WIN = "seat 2: 123m 456m 789m 123p 78p [pon 9s]"


def deltas(text: str, **changes: object) -> list[int]:
    spec = with_changes(LITERAL, {k.replace("__", "."): v for k, v in changes.items()}) if changes else LITERAL  # type: ignore[misc]
    return [int(n) for n in score_record(parse_any(text), spec).score.delta]


@pytest.mark.parametrize(
    "text",
    [
        f"seat 2: 123m 456m 789m 123p 78p <H1 H3> (H6) + 9p; self-draw; {END}",
        f"seat 2: 123m 456m 789m 123p 78p <H1> G + <H3>; self-draw; {END}",
        f"seat 2: 123m 456m 789m 123p 78p GG + G; self-draw; {END}",
        f"seat 2: 123m 456m 789m 123p 78p 99p + 9p; seat 1 holds 999m <H4> (H8 P); discard by 3; {END}",
        f"seat 0: 147m 9m 147p 9p 147s 9s 2m 3m <H1 H3 H4>; dealt; {END}",
        "seat 2: 123m 456m 789m 123p 78p GG + 9p; self-draw; gold P; dealer 0",
    ],
)
def test_both_forms_are_one_record(text: str) -> None:
    record = parse_any(text)
    assert parse_any(as_text(record)) == parse_record(as_json(record)) == record
    assert record.gold is not None and usual_rules(record) in ("fuding/literal", "fuzhou/fz_std")


def test_gold_flowers_are_concealed_tiles_of_their_kind() -> None:
    record = parse_any("座 2: 123m456m789m123p78p <春秋> + 9p；自摸；金 夏；东 0；庄 0")
    assert record.winners[0].concealed[-2:] == tuple(parse_tiles("H1H3")) and record.gold == parse_tiles("H2")[0]
    assert usual_rules(record) == "fuding/literal"
    entry = as_json(record)["spec"]
    assert entry["gold"] == "H2" and entry["winners"][0]["concealed"] == "123456789m 12378p <H1 H3>"
    assert "<H1 H3>" in as_text(record)


def test_FD_2_05_gold_flowers_score_as_golds_and_for_the_own_wind() -> None:
    """Seat 2 is West, wind 3: H3 among its golds is one tai more, H1 and an unnamed one are golds only."""
    text = f"seat 2: 123m 456m 789m 23p 8p {{}} [chi 123s] + 1p; self-draw; {END}"
    won = {gold: deltas(text.format(gold))[2] for gold in ("<H1>", "<H3>", "G")}
    assert won["<H3>"] == 2 * won["<H1>"] == 2 * won["G"] > 0


def test_three_gold_flowers_win_at_the_opening() -> None:
    text = f"seat 1: 147m 9m 147p 9p 147s 9s 2m <H1 H3 H4>; dealt; {END}"
    assert parse_any(text).opening == OpeningWin.DEALT
    assert deltas(text) == [-1600, 3200, -800, -800]


def test_a_taken_flower_is_a_gold_of_its_wind() -> None:
    text = "seat 1: 123m 456m 789m 123p 45p 77s; takes the indicator; discards 3; gold {}; east 0; dealer 0"
    rules = {"rob_gold__window": "after_first_discard", "fuding__pinghu": "none"}
    assert deltas(text.format("H2"), **rules)[1] == 2 * deltas(text.format("H3"), **rules)[1] > 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"{WIN} <H5> + 9p; self-draw; {END}", "H5 stands in angles, but it is no gold here"),
        (f"{WIN} <H1> + 9p; self-draw; gold 5s; dealer 0", "H1 stands in angles, but it is no gold here"),
        (f"{WIN} <E> + 9p; self-draw; {END}", "only gold flowers"),
        (f"{WIN} <G> + 9p; self-draw; {END}", "only gold flowers"),
        (f"{WIN} <H1 + 9p; self-draw; {END}", "an angle is not closed"),
        (f"{WIN} H1 + 9p; self-draw; {END}", "write <H1 H3>"),
        (f"{WIN} <H1 H1> + 9p; self-draw; {END}", "H1 is held twice"),
        (f"{WIN} <H1> + 9p; seat 0 holds <H1>; self-draw; {END}", "H1 is held twice"),
    ],
)
def test_what_is_refused_whatever_the_rules(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        parse_any(text)


@pytest.mark.parametrize(
    ("text", "changes", "words"),
    [
        (f"seat 2: 123m 456m 789m 123p 78p 99s (H1) + 9p; self-draw; {END}", {}, "H1 is gold; gold flowers are held"),
        (f"seat 2: 123m 456m 789m 123p 78p 99s + 9p; seat 0 holds (H3); self-draw; {END}", {}, "H3 is gold"),
        (f"seat 2: 123m 456m 789m 123p 7p GGG + G; self-draw; {END}", {}, "four gold flowers"),
        (f"seat 2: 123m 456m 789m 123p 78p 99s + 9p; self-draw; {END}", {"gold__flower_flip": "dealer_keeps"}, "H2 cannot be gold"),
        (f"seat 2: 123m 456m 789m 123p 78p 99s + <H1>; discard by 1; {END}", {}, "nobody can win on a discarded gold"),
    ],
)
def test_what_the_rules_refuse(text: str, changes: dict[str, object], words: str) -> None:
    with pytest.raises(InputError, match=words):
        deltas(text, **changes)
