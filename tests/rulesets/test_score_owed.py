"""SCORE.owed: who pays whom is the whole of a hand's points, in every family; what a match settles from."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from rulesets.compile import rule_table
from rulesets.dtype import ScoreFault
from rulesets.hand_tables import load_tables
from rulesets.score import new_scores, score_hand
from rulesets.spec import resolve
from rulesets.tiles import WinKind
from tests.oracle.endings import random_draw
from tests.oracle.endings import random_ending as hebei_ending
from tests.oracle.engine import NEUTRAL, records_of
from tests.rulesets.fuding_endings import random_ending as fuding_ending
from tests.rulesets.fuding_hands import A, B, C, D, event_of, result
from tests.rulesets.fuzhou_endings import random_ending as fuzhou_ending

TABLES = load_tables(golds=True)


def endings(family: str, n: int) -> Iterator[tuple[Any, Any]]:
    rng = random.Random(5)
    for i in range(n):
        if family == "hebei":
            hands, events = records_of(random_draw(rng) if i % 10 == 0 else hebei_ending(rng), NEUTRAL["hebei"])
            yield hands, events[0]
        else:
            yield (fuzhou_ending if family == "fuzhou" else fuding_ending)(rng)


@pytest.mark.parametrize(
    "name",
    [
        "hebei/literal",
        "hebei/app",
        "hebei/literal+end.draw_settlement=kan_points",
        "fuzhou/fz_std",
        "fuzhou/all_may_win",
        "fuding/literal",
        "fuding/literal+end.draw_settlement=pairwise",
        "fuding/literal+pay.discarder_share=2",
    ],
)
def test_what_seats_owe_each_other_adds_up_to_their_points(name: str) -> None:
    rules = rule_table([resolve(name)])[0]
    paid = 0
    for hands, event in endings(name.split("/")[0], 400):
        score = new_scores()[0]
        if score_hand(TABLES, rules, hands, event, score) != ScoreFault.OK:
            continue
        owed = score.owed.astype(np.int64)
        assert not owed.diagonal().any() and (owed >= 0).all()
        assert (owed.sum(axis=0) - owed.sum(axis=1) == score.delta - score.penalty_part).all()
        if event.win_kind != WinKind.DRAW and name.startswith("fuding"):
            winner = int(event.winner_mask).bit_length() - 1
            assert not owed[winner].any()  # a winner pays nobody
        paid += int(owed.sum())
    assert paid > 0


def test_losers_owe_each_other_both_ways() -> None:
    hands = {A: "999m G", B: "[pon CCC] (H2 P) 123m 456m 789m 234s 99s", C: "[pon 555s] (H3 H4)", D: ""}
    score = result(hands, event_of(B, "9s", D))
    totals = score.total.astype(int)
    for one in (A, C, D):
        for other in (A, C, D):
            factor = 2 if A in (one, other) else 1
            assert score.owed[one, other] == (totals[other] * factor if one != other else 0)
    assert score.owed[:, B].tolist() == [2 * totals[B], 0, totals[B], totals[B]]


def test_limit_hands_are_marked_and_flat_ones_are_not() -> None:
    one_suit = {B: "123m 456m 789m 234m 567m 99m"}
    assert int(result(one_suit, event_of(B, "9m", D)).limit_hands) == 1 << B
    runs = {B: "123m 456m 789m 234p 567s 99s"}
    flat = result(runs, event_of(B, "9s", D))
    assert flat.total[B] == 100 and int(flat.limit_hands) == 0
