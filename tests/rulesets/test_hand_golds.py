"""Hands with golds: the verified fixtures, and every question of existence against all substitutions."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from rulesets.hand_readings import Shape, hand_readings, new_readings
from rulesets.hand_seat import (
    can_split,
    has_gold_pair,
    has_gold_triplet,
    has_shape,
    has_standard_shape,
    is_idle_gold,
    melded_copies,
)
from rulesets.hand_traits import Flush, flush_of, is_all_runs, is_all_triplets
from rulesets.tiles import KIND_NAMES, N_HELD_KINDS, MeldKind, counts_of, parse_tiles
from tests.rulesets import brute_golds as brute
from tests.rulesets.gold_hands import HA, HB, HC, HD, HE, HF, HG, distance, hand_of, keys_of, row, tables, waits

STD = row()
NO_FIFTH = row(gold__fifth_copy=False)
EVERY = set(KIND_NAMES[:27]) - {"5s"} | {"G"}


def asked(predicate: Any, text: str, rules: Any = STD) -> bool:
    hand = hand_of(text)
    return bool(predicate(tables(), rules, keys_of(hand), hand))


# --- fixtures -----------------------------------------------------------------------------------------------------------


def test_HA_waits_on_two_kinds_and_a_gold() -> None:
    assert waits(STD, HA) == {"3p", "6p", "G"}
    assert not asked(is_idle_gold, HA)


def test_HB_has_an_idle_gold_and_wins_on_every_tile() -> None:
    assert waits(STD, HB) == EVERY
    assert asked(is_idle_gold, HB)
    assert asked(has_gold_pair, HB + "G")
    assert not asked(has_gold_pair, HB + "9p")


def test_HC_wins_on_every_tile_and_is_two_golds_as_the_pair_on_three_of_them() -> None:
    assert waits(STD, HC) == EVERY
    assert asked(is_idle_gold, HC)  # one gold makes 78p a run, the other waits for half of a pair
    assert {t for t in [*KIND_NAMES[:27], "G"] if t != "5s" and asked(has_gold_pair, HC + t)} == {"6p", "9p", "G"}


def test_HD_wins_on_every_tile_and_a_third_gold_makes_the_triplet() -> None:
    assert waits(STD, HD) == EVERY
    assert asked(has_gold_pair, HD + "7p")
    assert asked(has_gold_triplet, HD + "G")
    assert not asked(has_gold_triplet, HD + "7p")


def test_HE_has_no_shape_even_with_a_third_gold() -> None:
    assert waits(STD, HE) == set()
    hand = hand_of(HE + "G")
    assert not has_shape(tables(), STD, keys_of(hand), hand, 3)


def test_HF_waits_on_every_tile_as_eight_pairs() -> None:
    assert waits(STD, HF) == EVERY
    assert waits(row(win__pairs="eight_half_matches"), HF) == {"1m", "3m", "5m", "7m", "9m", "2p", "4p", "6p", "G"}
    assert waits(row(win__pairs="none"), HF) == set()


def test_FZ_X_03_HG_wins_on_a_gold_alone_as_the_fifth_copy() -> None:
    assert waits(STD, HG) == {"G"}
    assert distance(STD, hand_of(HG)) == 2
    assert distance(STD, hand_of(HG + "G")) == 0
    assert waits(NO_FIFTH, HG) == set()
    assert distance(NO_FIFTH, hand_of(HG + "G")) == 1


def test_FZ_X_03_copies_in_own_melds_count_where_no_fifth_copy_is_allowed() -> None:
    """8p9p and a gold are a run with 7p, of which the seat shows all four."""
    for rules, complete in ((STD, True), (NO_FIFTH, False)):
        assert asked(has_standard_shape, "123m456m789m 89p 22s G [kan_closed 7p]", rules) is complete
        assert asked(has_standard_shape, "123m456m789m 89p 22s G [pon 7p]", rules)
        assert ("2s" in waits(rules, "123m456m789m 89p 2s G [kan_closed 7p]")) is complete


def test_three_golds_as_triplet_imply_two_as_pair_and_a_shape() -> None:
    rng = random.Random(3)
    for _ in range(3000):
        hand, golds = near_complete(rng, 5, 3)
        record = record_of(hand, golds)
        keys = keys_of(record)
        if has_gold_triplet(tables(), STD, keys, record):
            assert has_gold_pair(tables(), STD, keys, record)
        if has_gold_pair(tables(), STD, keys, record):
            assert has_standard_shape(tables(), STD, keys, record)


def test_three_golds_of_which_none_makes_a_triplet_need_no_gold_pair_either() -> None:
    text = "123m456m789m123p1s8p GGG"
    assert asked(has_standard_shape, text)
    assert not asked(has_gold_triplet, text)


# --- every substitution -------------------------------------------------------------------------------------------------


def near_complete(rng: random.Random, n_sets: int, golds: int, spoilt: int = 1) -> tuple[Counter[int], int]:
    """Tiles of sets and a pair of few suits, some of them turned into golds, often a group; a few exchanged."""
    while True:
        groups: list[list[int]] = []
        suits = rng.sample(range(3), rng.choice((1, 2, 3)))
        for _ in range(n_sets):
            first = 9 * rng.choice(suits) + rng.randrange(7)
            groups.append([first] * 3 if rng.random() < 0.3 else [first, first + 1, first + 2])
        pair = 9 * rng.choice(suits) + rng.randrange(9) if rng.random() < 0.9 else rng.randrange(27, 34)
        groups.append([pair] * 2)
        tiles = Counter(kind for group in groups for kind in group)
        if rng.random() < 0.5:
            out = [*(groups[-1] if golds == 2 or rng.random() < 0.5 else groups[0])][:golds]
            out += rng.sample(sorted((tiles - Counter(out)).elements()), golds - len(out))
        else:
            out = rng.sample(sorted(tiles.elements()), golds)
        tiles -= Counter(out)
        if spoilt and rng.random() < 0.5:
            tiles -= Counter(rng.sample(sorted(tiles.elements()), 1))
        while sum(tiles.values()) < 3 * n_sets + 2 - golds:
            tiles[rng.randrange(27)] += 1
        if max(tiles.values()) <= 4:
            return tiles, golds


def record_of(hand: Counter[int], golds: int) -> Any:
    record = hand_of("")
    record.counts[:] = counts_of(list(hand.elements()))
    record.golds = golds
    return record


@pytest.mark.parametrize("golds", [1, 2, 3])
def test_shape_pair_and_triplet_of_golds_equal_every_substitution(golds: int) -> None:
    rng = random.Random(golds)
    rules = row(win__pairs="none")
    n = Counter()
    for _ in range({1: 300, 2: 120, 3: 40}[golds]):
        hand, _ = near_complete(rng, 5, golds)
        record = record_of(hand, golds)
        keys = keys_of(record)
        shape = brute.standard(hand, golds, 5)
        pair = brute.gold_pair(hand, golds, 5)
        triplet = brute.gold_triplet(hand, golds, 5)
        assert bool(has_standard_shape(tables(), rules, keys, record)) == shape, (hand, golds)
        assert (distance(rules, record) == 0) == shape, (hand, golds)
        assert bool(has_gold_pair(tables(), rules, keys, record)) == pair, (hand, golds)
        assert bool(has_gold_triplet(tables(), rules, keys, record)) == triplet, (hand, golds)
        n.update({"shape": shape, "pair": pair, "triplet": triplet, "none": not shape})
    assert n["shape"] > 10 and n["none"] > 1
    assert (n["pair"] > 3) == (golds >= 2)
    assert (n["triplet"] > 0) == (golds == 3)


@pytest.mark.parametrize("golds", [1, 2])
def test_runs_only_and_triplets_only_equal_every_substitution(golds: int) -> None:
    rng = random.Random(10 + golds)
    n = Counter()
    for i in range({1: 70, 2: 40}[golds]):
        hand, _ = near_complete(rng, 5, golds, spoilt=0)
        if i % 2:
            hand = Counter()
            for kind in rng.sample(range(34), 5):
                hand[kind] += 3
            hand[next(k for k in range(34) if hand[k] == 0)] = 2
            hand -= Counter(rng.sample(sorted(hand.elements()), golds))
        record = record_of(hand, golds)
        runs, triplets = brute.all_runs(hand, golds, 5), brute.all_triplets(hand, golds, 5)
        assert bool(is_all_runs(STD, record)) == runs, (hand, golds)
        assert bool(is_all_triplets(STD, record)) == triplets, (hand, golds)
        n.update({"runs": runs, "triplets": triplets, "neither": not runs and not triplets})
    assert min(n.values()) > 5


@pytest.mark.parametrize("golds", [1, 2])
def test_idle_golds_equal_every_substitution(golds: int) -> None:
    rng = random.Random(20 + golds)
    n = Counter()
    for _ in range({1: 200, 2: 120}[golds]):
        hand, _ = near_complete(rng, 5, golds)
        pair = [k for k in hand if hand[k] >= 2]  # sixteen tiles: often half of a pair is gone
        hand -= Counter([rng.choice(pair or sorted(hand)) if rng.random() < 0.5 else rng.choice(sorted(hand))])
        record = record_of(hand, golds)
        expected = brute.sets_only(hand, golds - 1, 5)
        assert bool(is_idle_gold(tables(), STD, keys_of(record), record)) == expected, (hand, golds)
        if expected:
            assert waits(STD, _text(hand, golds)) >= EVERY - {KIND_NAMES[k] for k in hand if hand[k] == 4}
        n[expected] += 1
    assert min(n.values()) > 5


def _text(hand: Counter[int], golds: int) -> str:
    return "".join(KIND_NAMES[k] * n for k, n in hand.items()) + "G" * golds


@pytest.mark.parametrize("fifth_copy", [True, False])
def test_waits_equal_every_substitution(fifth_copy: bool) -> None:
    rng = random.Random(31)
    rules = row(win__pairs="none", gold__fifth_copy=fifth_copy)
    most = 99 if fifth_copy else 4
    ready = 0
    for _ in range(30):
        golds = rng.choice((0, 1, 1, 1, 2))
        hand, _ = near_complete(rng, 5, golds, spoilt=0)
        hand -= Counter([rng.choice(sorted(hand.elements()))])
        found = waits(rules, _text(hand, golds), gold_kind=33)
        expected = set()
        for kind in range(N_HELD_KINDS):
            if hand[kind] < 4 and int(rules.built.held[kind]) and brute.standard(hand + Counter([kind]), golds, 5, most):
                expected.add(KIND_NAMES[kind])
        usable = {name for name in found if name == "G" or hand[KIND_NAMES.index(name)] < 4}
        assert usable - {"G"} == expected, (hand, golds)
        ready += bool(expected)
    assert ready > 18


def test_waits_beside_melds_equal_every_substitution_without_a_fifth_copy() -> None:
    rng = random.Random(37)
    differs = 0
    for _ in range(120):
        hand, _ = near_complete(rng, 3, 1, spoilt=0)
        hand -= Counter([rng.choice(sorted(hand.elements()))])
        melds = [k for k in rng.sample(sorted(hand) + list(range(27)), 8) if hand[k] == 0][:2]
        if len(set(melds)) < 2:
            continue
        melded = Counter(dict.fromkeys(melds, 4))
        text = _text(hand, 1) + "".join(f"[kan_closed {KIND_NAMES[k]}]" for k in melds)
        found = waits(NO_FIFTH, text, gold_kind=33) - {"G"}
        expected = {
            KIND_NAMES[k]
            for k in range(27)
            if (hand + melded)[k] < 4 and brute.standard(hand + Counter([k]), 1, 3, 4, melded)
        }
        usable = {name for name in found if (hand + melded)[KIND_NAMES.index(name)] < 4}
        assert usable == expected, (hand, melds)
        differs += {n for n in waits(STD, text, gold_kind=33) if n != "G" and (hand + melded)[KIND_NAMES.index(n)] < 4} != expected
    assert differs > 3


def test_replacing_a_tile_by_a_gold_keeps_a_complete_hand_complete() -> None:
    rng = random.Random(41)
    for _ in range(1500):
        golds = rng.choice((0, 1, 2))
        hand, _ = near_complete(rng, 5, golds, spoilt=0)
        assert distance(STD, record_of(hand, golds)) == 0
        for kind in hand:
            if hand[kind]:
                assert distance(STD, record_of(hand - Counter([kind]), golds + 1)) == 0, (hand, golds, kind)


@pytest.mark.parametrize("fifth_copy", [True, False])
def test_readings_of_a_hand_with_golds_exist_exactly_if_it_is_complete(fifth_copy: bool) -> None:
    rng = random.Random(43)
    rules = row(gold__fifth_copy=fifth_copy)
    n = Counter()
    for _ in range(300):
        golds = rng.choice((0, 1, 1, 2, 3))
        n_melds = rng.choice((0, 1, 2))
        hand, _ = near_complete(rng, 5 - n_melds, golds)
        record = record_of(hand, golds)
        record.n_melds = n_melds
        free = [k for k in (*sorted(hand), *range(27)) if hand[k] <= 1]
        record.meld_kind[:n_melds] = MeldKind.PON
        record.meld_tile[:n_melds] = rng.sample(sorted(set(free)), n_melds)
        complete = bool(has_shape(tables(), rules, keys_of(record), record, golds))
        found = new_readings(2000)
        many = int(hand_readings(rules, record, found))
        assert (many > 0) == complete, (hand, golds)
        n[complete] += 1
        melded = np.zeros(N_HELD_KINDS, np.int64)
        melded_copies(record, melded)
        for reading in found[: min(many, 50)]:
            used = [int(k) for k in reading.gold_as[:golds] if k >= 0]
            total = record.counts[:N_HELD_KINDS] + np.bincount(np.array(used, np.int64), minlength=N_HELD_KINDS)
            if reading.form == Shape.STANDARD:
                assert total.sum() == 3 * (5 - n_melds) + 2
                assert fifth_copy or all((total + melded)[k] <= 4 for k in used)
    assert min(n.values()) > 30


def test_can_split_refuses_what_no_hand_can_be() -> None:
    hand = hand_of("GG [pon 1m] [pon 2m] [pon 3m] [pon 4m] [pon 6m]")
    assert has_gold_pair(tables(), STD, keys_of(hand), hand)
    assert not has_gold_triplet(tables(), STD, keys_of(hand), hand)
    assert not can_split(tables(), STD, keys_of(hand), hand, 0, 1, -1)


# --- one suit -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "gold", "expected"),
    [
        ("123456789s 123s 11s 234s", "5s", Flush.FULL),
        ("123456789s 123s 11s 34s G", "2s", Flush.FULL),
        ("123456789s 123s 11s 34s G", "2m", Flush.HALF),
        ("123456789s 123s EE 234s", "5m", Flush.HALF),
        ("123456789s 123s EE 34s G", "2s", Flush.HALF),
        ("EEE SSS WWW NNN CC FF G", "2s", Flush.NONE),
        ("123456789s 123s 11m 234s", "5s", Flush.NONE),
        ("123456789s 11s 234s [pon 9m]", "5s", Flush.NONE),
        ("123456789s 11s 234s [chi 1s]", "5s", Flush.FULL),
        ("123456789s 11s 34s G [pon E]", "E", Flush.HALF),
    ],
)
def test_one_suit(text: str, gold: str, expected: Flush) -> None:
    assert flush_of(hand_of(text), parse_tiles(gold)[0]) == expected


def test_melds_decide_over_runs_and_triplets_too() -> None:
    assert is_all_runs(STD, hand_of("123m456m789m 11p G23p [chi 1s]"))
    assert not is_all_runs(STD, hand_of("123m456m789m 11p 123p [pon 1s]"))
    assert is_all_triplets(STD, hand_of("111m 444m 77m G 11p [pon 1s] [kan_closed 9s]"))
    assert not is_all_triplets(STD, hand_of("111m 444m 777m 11p [pon 2s] [chi 1s]"))
    assert is_all_runs(STD, hand_of("111122223333m 123p GG"))
    assert not is_all_triplets(row(gold__fifth_copy=False), hand_of("1111m 444m 777m 22p 999s G G"))
    assert is_all_triplets(STD, hand_of("1111m 444m 777m 222p 999s G"))
    assert not is_all_triplets(NO_FIFTH, hand_of("1111m 444m 777m 222p 999s G"))
    assert is_all_runs(row("fuzhou/honours_in_hand"), hand_of("123m456m789m 123p 123p E G"))
    assert not is_all_runs(row("fuzhou/honours_in_hand"), hand_of("123m456m789m 123p EEE 11p"))
