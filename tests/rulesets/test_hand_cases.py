"""The record file of hands with stated answers, and how every published fault of other programs is avoided.

`data/hands.jsonl`: `ask` is win (complete with the draw?), needed (tiles needed), waits, valid (false: must be refused)
or splits; `pairs` is none, distinct or quads (four alike are two pairs); `gold`: kind that is wild, copies held and in
play.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rulesets.analysis import Shapes, count_readings, distances, hands_of, is_win, list_readings, ukeire, useful, waits
from rulesets.errors import InputError
from rulesets.tiles import KIND_NAMES, N_KINDS, counts_of, parse_tiles, parse_with_golds

RECORDS = [json.loads(line) for line in (Path(__file__).parent / "data" / "hands.jsonl").read_text("utf8").splitlines()]


def of_kind(*ask: str) -> list[Any]:
    return [pytest.param(r, id=r["id"]) for r in RECORDS if r["ask"] in ask]


def inputs(record: dict[str, Any], draw: bool) -> tuple[np.ndarray, Shapes, dict[str, Any]]:
    kinds, golds = parse_with_golds(record["tiles"] + (record.get("draw", "") if draw else ""))
    melds = [meld.split()[1] for meld in record.get("melds", [])]
    shapes = Shapes(
        sets=record["sets"],
        pairs="none" if record["pairs"] == "none" else "seven",
        pairs_quads=record["pairs"] == "quads",
        melds_use_copies=record.get("melds_use_copies", True),
    )
    about = {"n_melds": len(melds), "golds": golds, "melded": counts_of([k for m in melds for k in parse_tiles(m)])}
    return counts_of(kinds), shapes, about


def gold_of(record: dict[str, Any]) -> dict[str, Any]:
    gold = record.get("gold")
    if gold is None:
        return {}
    return {"gold_kind": KIND_NAMES.index(gold["kind"]), "golds_left": gold["in_play"] - gold["held"]}


def test_the_record_file_is_complete() -> None:
    assert len(RECORDS) == 444
    assert len({r["id"] for r in RECORDS}) == 444


@pytest.mark.parametrize("record", of_kind("win"))
def test_is_win(record: dict[str, Any]) -> None:
    hand, shapes, about = inputs(record, draw=True)
    assert bool(is_win(hand, shapes, **about)) is record["answer"]
    assert bool(count_readings(hand, shapes, **about) > 0) is record["answer"]


@pytest.mark.parametrize("record", of_kind("needed"))
def test_distance(record: dict[str, Any]) -> None:
    hand, shapes, about = inputs(record, draw=True)
    left = gold_of(record).get("golds_left", 0)
    assert int(distances(hand, shapes, **about)) == record["answer"]
    assert int(distances(hand, shapes, golds_left=left, **about)) == record["answer"]


@pytest.mark.parametrize("record", of_kind("waits"))
def test_waits(record: dict[str, Any]) -> None:
    hand, shapes, about = inputs(record, draw=False)
    found = waits(hand, shapes, **about, **gold_of(record))
    names = [KIND_NAMES[k] for k in np.flatnonzero(found.kinds)] + ["G"] * bool(found.gold)
    assert names == record["answer"]


@pytest.mark.parametrize("record", of_kind("splits"))
def test_splits(record: dict[str, Any]) -> None:
    hand, shapes, about = inputs(record, draw=True)
    assert int(count_readings(hand, shapes, **about)) == record["answer"]


@pytest.mark.parametrize("record", of_kind("valid"))
def test_impossible_hands_are_refused(record: dict[str, Any]) -> None:
    hand, shapes, about = inputs(record, draw=False)
    asked: list[Callable[..., Any]] = [is_win, count_readings]
    if record["tiles"] != "123m 456p 789s EE 23s":  # that one is a sound hand, only not one that can have won
        asked += [distances, waits, useful, ukeire]
    for ask in asked:
        with pytest.raises(InputError):
            ask(hand, shapes, **about)


# --- faults of other programs -------------------------------------------------------------------------------------------

STANDARD = Shapes()
SEVEN = Shapes(pairs="seven")
DISTINCT = Shapes(pairs="seven", pairs_quads=False)
LONG = Shapes(sets=5)


def needs(text: str, shapes: Shapes = STANDARD, melds: str = "") -> int:
    hands, golds = hands_of([text])
    parts = melds.split()
    melded = counts_of([k for m in parts for k in parse_tiles(m)])
    return int(distances(hands[0], shapes, golds=golds[0], n_melds=len(parts), melded=melded))


def wins(text: str, shapes: Shapes = STANDARD, melds: str = "") -> bool:
    hands, golds = hands_of([text])
    parts = melds.split()
    melded = counts_of([k for m in parts for k in parse_tiles(m)])
    return bool(is_win(hands[0], shapes, golds=golds[0], n_melds=len(parts), melded=melded))


def waits_of(text: str, shapes: Shapes = STANDARD, melds: str = "") -> list[str]:
    hands, golds = hands_of([text])
    parts = melds.split()
    melded = counts_of([k for m in parts for k in parse_tiles(m)])
    found = waits(hands[0], shapes, golds=golds[0], n_melds=len(parts), melded=melded)
    return [KIND_NAMES[k] for k in np.flatnonzero(found.kinds)]


def test_a_quad_next_to_three_runs_is_not_ready() -> None:
    for text in ("123456789s 1111p", "123456789s EEEE"):
        assert needs(text) == 2
        assert waits_of(text) == []


def test_seven_pairs_count_kinds_as_well_as_pairs() -> None:
    hand = "1111m 99m 55p 99p 2s 5s 8s"
    assert (needs(hand, DISTINCT), needs(hand, SEVEN), needs(hand)) == (3, 2, 4)


def test_one_switch_decides_whether_own_melds_use_copies_up_for_distance_and_waits_alike() -> None:
    shape_only = Shapes(melds_use_copies=False)
    assert needs("13m 456p 789s EE", melds="2222m") == 2
    assert waits_of("13m 456p 789s EE", melds="2222m") == []
    assert needs("13m 456p 789s EE", shape_only, "2222m") == 1
    assert waits_of("13m 456p 789s EE", shape_only, "2222m") == ["2m"]


def test_eight_tiles_need_two_melds() -> None:
    assert needs("14668889m", melds="EEE CCC") == 2
    with pytest.raises(InputError, match="number of tiles"):
        needs("14668889m")


def test_closed_shapes_are_not_measured_when_a_set_is_melded() -> None:
    assert needs("1122m 3344p 55s", Shapes(pairs="seven", orphans="any_pair"), "777s") == 3


def test_four_alike_may_be_a_triplet_and_the_start_of_a_run() -> None:
    assert wins("777p 3333m 45m 111s FF")


def test_the_pair_may_come_out_of_three_or_four_alike() -> None:
    assert wins("5556s 234m 678m 999p 7s")
    assert wins("5555s 66s 77s 234m 67m 8m")


def test_four_melds_need_a_pair() -> None:
    melds = "111m EEE 5555p 777s"
    assert not wins("6p 4s", melds=melds)
    assert wins("66p", melds=melds)


def test_three_pairs_are_not_one() -> None:
    hand = "22p 456m 77m 99s 3456s 7s"
    assert not wins(hand)
    assert needs(hand) == 2


def test_wild_tiles_are_shared_between_suits() -> None:
    assert wins("33m 55p 678p 77s 234s GG")
    assert not wins("33m 55p 678p 77s 2345s G")


def test_a_single_tile_and_a_wild_one_are_a_pair() -> None:
    assert wins("666m 444p 789p 456s 9s G")


def test_hands_of_three_or_twelve_tiles_are_refused() -> None:
    for text in ("123s", "123s 456s 789s 111m"):
        for ask in (needs, wins, waits_of):
            with pytest.raises(InputError, match="number of tiles"):
                ask(text)


def test_seven_pairs_with_four_alike() -> None:
    hand = "1111m 33m 55m 77m 88m 99m"
    assert (wins(hand, SEVEN), wins(hand, DISTINCT), wins(hand)) == (True, False, False)


def test_seventeen_tiles() -> None:
    assert wins("11122233344455566m", LONG)
    assert wins("22334455667788999s", LONG)
    assert not wins("11223344556677889p", LONG)
    assert needs("11223344556677889p", LONG) == 1


@pytest.mark.parametrize("text", ["22222m 44m 8m 123p 678s", "EEEEE 44m 8m 123p 678s", "123p 678s 44m 8m 99999s"])
def test_five_equal_tiles_are_refused_in_the_same_words_everywhere(text: str) -> None:
    hand = counts_of(parse_tiles(text))
    said = set()
    for ask in (distances, waits, useful, ukeire, is_win, count_readings, list_readings):
        with pytest.raises(InputError, match=r"5 copies of .*; there are four") as caught:
            ask(hand)
        said.add((caught.value.en, caught.value.zh))
    assert len(said) == 1


def test_runs_do_not_pass_through_honours_or_across_suits() -> None:
    for text in ("123m 456p 789s CFP EE", "123m 456p 789s ESW NN", "123m 456p 789s EE 89m 1p", "12m 1p 456p 789s 789p EE"):
        assert not wins(text)


def test_a_kan_is_one_set_of_four_tiles() -> None:
    assert wins("222333s 44455s", melds="1111s")
    assert wins("SS", melds="1111s 2222s 3333s EEEE")
    with pytest.raises(InputError, match="number of tiles"):
        wins("1111s 222333s 44455s")


def test_claimed_tiles_leave_the_hand() -> None:
    assert needs("14p EE W", LONG, "111m 222m 333m 234p") == 2
    assert needs("34p EE W", melds="111m 222m 333m") == 1


def test_all_four_waits_of_a_one_suit_hand() -> None:
    assert waits_of("2234444567999s") == ["2s", "3s", "5s", "8s"]


def test_distances_are_not_taken_greedily() -> None:
    assert needs("145p 36s 12579m EWC") == 6
    assert needs("12479m 5s 344569p E") == 4


def test_every_wait_is_listed_so_that_a_single_wait_can_be_told() -> None:
    assert waits_of("12223p 22299s", melds="EEE") == ["2p", "9s"]


def test_every_four_alike_of_seven_pairs_is_counted() -> None:
    hands, _ = hands_of(["1111m 5555p 22s 33s EE"])
    (only,) = list_readings(hands[0], SEVEN)
    assert int(only["n_quads"]) == 2


def test_a_wild_tile_that_is_drawn_counts() -> None:
    assert wins("123m 456m 789p 345s 66s 78p G", LONG)


def test_a_wild_tile_may_be_in_the_pair() -> None:
    assert wins("123m 456m 789m 111p E G")


def test_every_split_is_found() -> None:
    for text, n in (("111222333m 456p 99s", 2), ("11122233344455m", 4), ("22334455667788m", 3)):
        hands, _ = hands_of([text])
        assert int(count_readings(hands[0])) == n
        assert len(list_readings(hands[0])) == n


def test_the_distance_means_the_same_before_and_after_a_draw() -> None:
    assert [needs(t) for t in ("123m 456p 789s EE 23s", "123m 456p 789s EE 23s C", "123m 456p 789s EE 234s")] == [1, 1, 0]


def test_a_wild_tile_may_be_the_lowest_of_a_run() -> None:
    assert wins("123m 456p 789s 89p EE G")
    assert wins("123m 456m 789p 555p EE 89s G", LONG)
    assert wins("123p 456p 789p EE 9m GG")


def test_a_hand_without_its_last_tile_cannot_be_asked_whether_it_won() -> None:
    for ask in (is_win, count_readings, list_readings):
        with pytest.raises(InputError, match="14 tiles here"):
            ask(hands_of(["123m 456p 789s EE 23s"])[0][0])


def test_flowers_are_no_part_of_the_hand() -> None:
    assert needs("123m 456m 789p 345s 66s 78p", LONG) == 1
    hand = counts_of(parse_tiles("123m 456m 789p 345s 66s 7p H1"))
    for ask in (distances, waits, useful, ukeire):
        with pytest.raises(InputError, match="flowers"):
            ask(hand, LONG)


# --- other inputs that must be refused ------------------------------------------------------------------------------------

GOOD = hands_of(["123m 456p 789s EE 23s"])[0][0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"hands": np.zeros(34, int)}, "is not \\(42,\\)"),
        ({"hands": np.zeros((2, 3, 42), int)}, "is not \\(42,\\)"),
        ({"hands": GOOD.astype(float)}, "whole numbers"),
        ({"hands": [[1, 2], [3]]}, "whole numbers"),
        ({"hands": -GOOD}, "negative"),
        ({"hands": GOOD, "n_melds": -1}, "melds"),
        ({"hands": GOOD, "n_melds": 5}, "melds"),
        ({"hands": GOOD, "n_melds": [0, 0]}, "does not fit"),
        ({"hands": GOOD, "golds": 0.5}, "whole numbers"),
        ({"hands": GOOD, "golds": -1}, "golds"),
        ({"hands": GOOD, "golds": 2}, "number of tiles"),
        ({"hands": GOOD, "melded": np.ones(42, int)}, "number of melds"),
        ({"hands": GOOD, "melded": np.zeros(41, int)}, "does not fit"),
        ({"hands": GOOD, "melded": -np.ones(42, int)}, "negative"),
    ],
)
def test_inputs_that_make_no_sense_are_refused(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        distances(**arguments)
    assert caught.value.zh


def test_hands_of_wild_tiles_only_are_complete_but_their_readings_are_not_listed() -> None:
    nothing = np.zeros(42, int)
    for sets in (4, 5):
        assert bool(is_win(nothing, Shapes(sets=sets), golds=3 * sets + 2))
        assert int(distances(nothing, Shapes(sets=sets), golds=3 * sets + 1)) == 1
        assert waits(nothing, Shapes(sets=sets), golds=3 * sets + 1).kinds[:34].all()
        with pytest.raises(InputError, match="more golds than 6"):
            count_readings(nothing, Shapes(sets=sets), golds=3 * sets + 2)


def test_gold_kinds_that_make_no_sense_are_refused() -> None:
    for kind, words in ((99, "not a kind"), (0, "count its tiles as golds")):
        with pytest.raises(InputError, match=words):
            useful(GOOD, gold_kind=kind)


def test_seen_tiles_that_cannot_be_are_refused() -> None:
    with pytest.raises(InputError, match="copies"):
        ukeire(GOOD, seen=np.full(42, 4))


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"sets": 3}, "4 sets make 14"),
        ({"pairs": "sevn"}, "seven"),
        ({"orphans": "dragons"}, "dragon_pair"),
        ({"sets": 5, "pairs": "seven"}, "needs 4 sets"),
    ],
)
def test_unknown_shapes_are_refused_with_the_allowed_ones(settings: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        Shapes(**settings)


def test_one_hand_and_many_hands_have_the_same_answers() -> None:
    many = np.stack([GOOD, GOOD])
    assert distances(GOOD).shape == ()
    assert distances(many).tolist() == [int(distances(GOOD))] * 2
    assert waits(many).kinds.shape == (2, N_KINDS)
    assert ukeire(many, seen=GOOD).tolist() == [int(ukeire(GOOD, seen=GOOD))] * 2
    assert distances(np.zeros((0, N_KINDS), int)).shape == (0,)
