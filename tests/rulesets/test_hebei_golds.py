"""Hebei scoring where a variant adds golds: a gold counts as the tile it stands for, and the best reading is kept."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy as np
import pytest

from rulesets.compile import rule_table
from rulesets.errors import InputError
from rulesets.hebei.fans import fans_in
from rulesets.records.explain import explain_record, explanation_text
from rulesets.records.read import parse_any
from rulesets.records.scoring import Scored, score_record
from rulesets.score import new_events, new_hands, new_scores, score_hand
from rulesets.tiles import WinKind
from tests.rulesets.brute_golds import stand_ins
from tests.rulesets.gold_hands import spec_with, tables

GOLDEN = {"gold__source": "indicator"}


def scored(hand: str, **changes: Any) -> Scored:
    return score_record(parse_any(hand), spec_with("hebei/literal", **{**GOLDEN, **changes}))


def fans(hand: str, **changes: Any) -> list[str]:
    result = scored(hand, **changes)
    return [fan.code for fan in fans_in(int(result.score.fans[result.winners[0].seat]))]


def test_a_gold_counts_as_the_tile_it_stands_for() -> None:
    assert fans("seat 2: 123p 345p 5p G 67p [pon 9p] + 8p; self-draw; gold 1m; dealer 0") == ["QINGYISE"]
    assert fans("seat 2: 123p 345p 5p G 67p [pon 9p] + 8p; self-draw; gold 7p; dealer 0".replace("67p", "6p8p")) == ["QINGYISE"]


def test_the_reading_that_pays_most_is_kept() -> None:
    """The gold may be half of a pair beside 888m, or the nine of a straight with 88m as the pair."""
    hand = "seat 3: 1234567m 88m G [pon 9p] + 8m; self-draw; gold 2s; dealer 3"
    assert fans(hand) == ["YITIAOLONG"]


def test_catching_the_five_needs_a_natural_five() -> None:
    plain = "seat 2: 46m 345p 678p EE [pon 9s] + 5m; self-draw; gold 1m; dealer 0"
    assert fans(plain) == ["ZHUOWU"]
    drawn = "seat 2: 46m 345p 678p EE [pon 9s] + G; self-draw; gold 5m; dealer 0"
    assert fans(drawn) == []
    beside = "seat 2: 6mG 345p 678p EE [pon 9s] + 5m; self-draw; gold 1m; dealer 0"
    assert fans(beside) == ["ZHUOWU"]


def test_only_four_natural_copies_are_a_quad_of_seven_pairs() -> None:
    natural = "seat 0: 1111m 33m 55p 77p 2s 9sG + 9s; discard by 1; gold 4s; dealer 2"
    assert "DANHAO" in fans(natural)
    by_gold = "seat 0: 111mG 33m 55p 77p 22s 9s + 9s; discard by 1; gold 4s; dealer 2"
    assert fans(by_gold) == ["MENQING", "QIDUI"]


def test_a_win_without_a_shape_pays_the_base_and_two_fans_only() -> None:
    shapeless = "seat 1: 147m 258p 369s EW GG + G; self-draw; gold 9m; dealer 0"
    assert fans(shapeless, win__three_gold="any_own_draw") == []
    assert list(scored(shapeless, win__three_gold="any_own_draw").score.delta) == [-4, 8, -2, -2]
    last = shapeless.replace("self-draw", "self-draw; last tile")
    assert fans(last, win__three_gold="any_own_draw") == ["HAIDI"]
    after = "seat 1: 147m 258p 36s GG [kan_closed W] + G; self-draw; after kan; gold 9m; dealer 0"
    assert fans(after, win__three_gold="any_own_draw") == ["GANGKAI"]
    with pytest.raises(InputError, match="not complete"):
        fans(shapeless)


def test_taking_the_indicator_is_a_self_draw() -> None:
    hand = "seat 1: 46m 345p 678p EE 999s; takes the indicator; gold 1m; dealer 0"
    result = scored(hand, rob_gold__window="after_first_discard")
    assert fans(hand, rob_gold__window="after_first_discard") == ["MENQING"]
    assert list(result.score.delta) == [-6, 14, -4, -4]


def test_an_explanation_shows_what_golds_stand_for() -> None:
    rules = [spec_with("hebei/literal", **GOLDEN)]
    explained = explain_record("seat 2: 123p 46s G EE 67p [pon 9p] + 8p; self-draw; gold 1m; dealer 0", rules)
    assert explained["rulesets"][0]["wins"][0]["steps"] == ["golds stand for 5s"]
    assert "golds stand for 5s" in explanation_text(explained)


@pytest.mark.parametrize("reading", ["best_single", "union"])
def test_golds_are_worth_their_best_stand_ins(reading: str) -> None:
    """Against scoring every hand in which the golds are replaced by natural tiles; fans that need natural tiles apart."""
    spec = spec_with("hebei/literal", **GOLDEN, hebei__reading=reading, hebei__fan_zhuowu=0, win__pairs_quads=False)
    rules = rule_table([spec]).view(np.recarray)[0]
    rng = random.Random(17)
    checked = 0
    for _ in range(40):
        hand, golds = _random_hand(rng)
        found = _fan_points(rules, hand, golds)
        best = -1
        for stand_in in stand_ins(golds, list(range(34))):
            whole = hand + stand_in
            best = max(best, _fan_points(rules, whole, 0))
        if reading == "best_single":
            assert found == best, (hand, golds)
        else:
            assert found >= best, (hand, golds)
        checked += best >= 0
    assert checked > 20


def _random_hand(rng: random.Random) -> tuple[Counter[int], int]:
    """A complete concealed hand with one or two of its tiles taken out."""
    while True:
        tiles: Counter[int] = Counter()
        if rng.random() < 0.3:
            tiles.update(dict.fromkeys(rng.sample(range(34), 7), 2))
        else:
            suits = rng.sample(range(3), rng.choice((1, 1, 3)))
            for _ in range(4):
                low = 9 * rng.choice(suits) + rng.randrange(7)
                tiles += Counter([low] * 3 if rng.random() < 0.3 else [low, low + 1, low + 2])
            tiles[rng.choice((9 * suits[0] + rng.randrange(9), rng.randrange(27, 34)))] += 2
        if max(tiles.values()) <= 4:
            golds = rng.choice((1, 2))
            return tiles - Counter(rng.sample(sorted(tiles.elements()), golds)), golds


def _fan_points(rules: Any, hand: Counter[int], golds: int) -> int:
    """Fan points of a concealed self-draw, -1 if the hand is not complete. Four golds' stand-ins may be a fifth copy."""
    hands, event, out = new_hands(), new_events()[0], new_scores()[0]
    for kind, n in hand.items():
        hands[1].counts[kind] = n
    hands[1].golds = golds
    event.win_kind, event.winner_mask = WinKind.SELF_DRAW, 2
    return int(out.fan_points[1]) if score_hand(tables(), rules, hands, event, out) == 0 else -1
