"""Hands with golds for Python users and for play: both give the same answers, and those of the record file."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rulesets.analysis import (
    Shapes,
    count_readings,
    distances,
    hands_of,
    has_gold_pair,
    has_gold_triplet,
    is_idle_gold,
    is_win,
    list_readings,
    waits,
)
from rulesets.errors import InputError
from rulesets.hand_seat import has_gold_pair as seat_gold_pair
from rulesets.hand_seat import has_gold_triplet as seat_gold_triplet
from rulesets.hand_seat import has_shape, seat_waits
from rulesets.hand_seat import is_idle_gold as seat_idle_gold
from rulesets.spec import resolve
from rulesets.tiles import KIND_NAMES, N_KINDS, counts_of, parse_tiles
from tests.rulesets.gold_hands import HA, HB, HC, HD, HE, HF, HG, distance, hand_of, keys_of, row, spec_with, tables

RECORDS = [json.loads(line) for line in (Path(__file__).parent / "data" / "hands.jsonl").read_text("utf8").splitlines()]
WILD = [r for r in RECORDS if "gold" in r]
FIFTH = [True, False]


def rules_for(record: dict[str, Any]) -> Any:
    """The rule row under which a record's hand is asked about."""
    if record["sets"] == 5:
        return row("fuzhou/honours_in_hand", win__pairs="none")
    pairs = "none" if record["pairs"] == "none" else "seven"
    changes = {"win__pairs_quads": record["pairs"] == "quads"} if pairs == "seven" else {}
    return row("hebei/literal", gold__source="indicator", win__pairs=pairs, win__orphans="none", **changes)


def held(record: dict[str, Any], draw: bool) -> Any:
    """The hand as play holds it."""
    melds = "".join(f" [{word} {KIND_NAMES[parse_tiles(tiles)[0]]}]" for word, tiles in map(str.split, record.get("melds", [])))
    return hand_of(record["tiles"] + (record.get("draw", "") if draw else "") + melds)


def test_the_record_file_has_hands_with_golds_of_both_sizes() -> None:
    assert len(WILD) == 229
    assert {r["sets"] for r in WILD} == {4, 5}


@pytest.mark.parametrize("record", [pytest.param(r, id=r["id"]) for r in WILD if r["ask"] == "win"])
def test_play_sees_the_same_wins(record: dict[str, Any]) -> None:
    hand = held(record, draw=True)
    assert bool(has_shape(tables(), rules_for(record), keys_of(hand), hand, int(hand.golds))) is record["answer"]


@pytest.mark.parametrize("record", [pytest.param(r, id=r["id"]) for r in WILD if r["ask"] == "needed"])
def test_play_needs_as_many_tiles(record: dict[str, Any]) -> None:
    assert distance(rules_for(record), held(record, draw=True)) == record["answer"]


@pytest.mark.parametrize("record", [pytest.param(r, id=r["id"]) for r in WILD if r["ask"] == "waits"])
def test_play_waits_for_the_same_tiles(record: dict[str, Any]) -> None:
    """Kinds of which the hand and its melds hold all four are left out of the record, and the gold if all are held."""
    hand, rules, gold = held(record, draw=False), rules_for(record), record["gold"]
    gold_kind = KIND_NAMES.index(gold["kind"])
    mask = int(seat_waits(tables(), rules, keys_of(hand), hand, gold_kind, distance(rules, hand)))
    melded = counts_of([k for meld in record.get("melds", []) for k in parse_tiles(meld.split()[1])])
    found = [
        KIND_NAMES[k] for k in range(34) if mask >> k & 1 and k != gold_kind and int(hand.counts[k]) + int(melded[k]) < 4
    ]
    if mask >> gold_kind & 1 and gold["held"] < gold["in_play"]:
        found.append("G")
    assert found == record["answer"]


# --- arrays -------------------------------------------------------------------------------------------------------------


def random_hands(n: int, extra: int, seed: int) -> list[tuple[Any, Any]]:
    """Hands near completion with up to four golds and two pons, as play holds them, and the copies in the melds."""
    rng = random.Random(seed)
    made = []
    while len(made) < n:
        n_melds, golds = rng.choice((0, 0, 1, 2)), rng.randrange(5)
        counts = np.zeros(N_KINDS, np.int64)
        melds = rng.sample(range(27), n_melds)
        for kind in melds:
            counts[kind] += 3
        for _ in range(5 - n_melds):
            first = 9 * rng.randrange(3) + rng.randrange(7)
            counts[[first] * 3 if rng.random() < 0.3 else [first, first + 1, first + 2]] += 1
        for kind in rng.choices(range(27), k=2 if extra else 1):
            counts[kind] += 1
        hand = hand_of("")
        hand.n_melds = n_melds
        for i, kind in enumerate(melds):
            hand.meld_kind[i], hand.meld_tile[i] = 1, kind
            counts[kind] -= 3
        size = 3 * (5 - n_melds) + 1 + extra
        loose = [k for k in range(27) for _ in range(int(counts[k]))]
        if len(loose) != size:
            continue
        for kind in rng.sample(loose, golds):
            counts[kind] -= 1
        melded = counts_of([k for k in melds for _ in range(3)])
        if (counts + melded).max() > 4:
            continue
        hand.counts[:] = counts
        hand.golds = golds
        made.append((hand, melded))
    return made


def columns(hands: list[tuple[Any, Any]]) -> tuple[np.ndarray, dict[str, Any]]:
    """The same hands as the arrays that the functions for Python users take."""
    counts = np.array([hand.counts for hand, _ in hands])
    about = {
        "n_melds": np.array([int(hand.n_melds) for hand, _ in hands]),
        "golds": np.array([int(hand.golds) for hand, _ in hands]),
        "melded": np.array([melded for _, melded in hands]),
    }
    return counts, about


@pytest.mark.parametrize("fifth_copy", FIFTH)
def test_what_golds_can_be_in_finished_hands(fifth_copy: bool) -> None:
    rules = row(gold__fifth_copy=fifth_copy)
    hands = random_hands(200, 1, seed=3)
    counts, about = columns(hands)
    shapes = Shapes.of(spec_with(gold__fifth_copy=fifth_copy))
    for asked, told in ((has_gold_pair, seat_gold_pair), (has_gold_triplet, seat_gold_triplet)):
        found = asked(counts, shapes, **about)
        expected = [bool(told(tables(), rules, keys_of(hand), hand)) for hand, _ in hands]
        assert found.tolist() == expected
        assert 0 < sum(expected) < len(expected)


@pytest.mark.parametrize("fifth_copy", FIFTH)
def test_idle_golds_between_turns(fifth_copy: bool) -> None:
    rules = row(gold__fifth_copy=fifth_copy)
    hands = random_hands(200, 0, seed=5)
    counts, about = columns(hands)
    found = is_idle_gold(counts, Shapes.of(spec_with(gold__fifth_copy=fifth_copy)), **about)
    expected = [bool(seat_idle_gold(tables(), rules, keys_of(hand), hand)) for hand, _ in hands]
    assert found.tolist() == expected
    assert 0 < sum(expected) < len(expected)


@pytest.mark.parametrize("fifth_copy", FIFTH)
def test_wins_are_those_of_play_and_have_readings(fifth_copy: bool) -> None:
    rules = row(gold__fifth_copy=fifth_copy)
    hands = random_hands(200, 1, seed=7)
    counts, about = columns(hands)
    shapes = Shapes.of(spec_with(gold__fifth_copy=fifth_copy))
    found = is_win(counts, shapes, **about)
    assert found.tolist() == [bool(has_shape(tables(), rules, keys_of(h), h, int(h.golds))) for h, _ in hands]
    assert (count_readings(counts, shapes, **about) > 0).tolist() == found.tolist()
    assert (distances(counts, shapes, **about) == 0).tolist() == found.tolist()
    assert 0 < found.sum() < len(found)


def test_copies_in_melds_are_used_up_where_a_gold_is_no_fifth_copy() -> None:
    hands, golds = hands_of(["123m456m789m 89p 22s G"])
    about = {"n_melds": 1, "golds": golds, "melded": counts_of(parse_tiles("7777p"))}
    for fifth_copy in FIFTH:
        shapes = Shapes(sets=5, fifth_copy=fifth_copy)
        assert is_win(hands, shapes, **about).tolist() == [fifth_copy]
        assert (count_readings(hands, shapes, **about) > 0).tolist() == [fifth_copy]
        assert (len(list_readings(hands[0], shapes, n_melds=1, golds=1, melded=about["melded"])) > 0) == fifth_copy


def test_the_fixtures_as_one_array() -> None:
    hands, golds = hands_of([HA, HB, HC, HD, HE, HF, HG])
    found = waits(hands, Shapes.of(resolve("fz_std")), golds=golds, golds_left=3 - golds, gold_kind=KIND_NAMES.index("5s"))
    assert [int(n) for n in found.kinds[:, :27].sum(axis=1)] == [2, 26, 26, 26, 0, 26, 0]
    assert found.gold.tolist() == [True, True, True, True, False, True, True]


def test_impossible_hands_with_golds_are_refused() -> None:
    for asked in (has_gold_pair, has_gold_triplet, is_idle_gold):
        with pytest.raises(InputError, match="number of tiles"):
            asked(counts_of(parse_tiles("123m")), Shapes(sets=5), golds=2)
        with pytest.raises(InputError, match="negative"):
            asked(counts_of(parse_tiles("123m456m789m123p45p77s")), Shapes(sets=5), golds=-1)
