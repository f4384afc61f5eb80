"""What holds of every scored Fuding hand, and that no scoring option is dead: random endings."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import pytest

from rulesets import crosschecks
from rulesets.compile import rule_table
from rulesets.dtype import ScoreFault
from rulesets.fuding.fans import FAN_BITS
from rulesets.options import Value, options_of
from rulesets.score import new_scores, score_hand
from rulesets.spec import RulesetSpec, load_preset, with_changes
from rulesets.tiles import N_SEATS, OpeningWin, WinKind
from tests.rulesets.fuding_endings import random_ending
from tests.rulesets.gold_hands import tables

ENDINGS = 1500
LITERAL = load_preset("fuding/literal")


@cache
def endings(n: int = ENDINGS) -> list[tuple[Any, Any]]:
    rng = random.Random(23)
    return [random_ending(rng) for _ in range(n)]


def row(spec: RulesetSpec) -> Any:
    return rule_table([spec]).view(np.recarray)[0]


def scored(rules: Any, hands: Any, event: Any) -> tuple[int, Any]:
    out = new_scores()[0]
    return int(score_hand(tables(), rules, hands, event, out)), out


def test_points_sum_to_zero_and_only_a_winner_has_fans() -> None:
    """g1: also where a seat pays for all, and where draws are settled."""
    rows = [row(LITERAL), row(with_changes(LITERAL, {"end.draw_settlement": "pairwise", "penalty.losers_settle": True}))]
    shaped = 0
    for i, (hands, event) in enumerate(endings(300)):
        if i % 5 == 0 and int(event.payer) >= 0:
            event = event.copy()
            event.liable = event.payer
        fault, score = scored(rows[i % 2], hands, event)
        if fault == ScoreFault.NOT_COMPLETE:  # a kind in two groups
            continue
        shaped += 1
        assert fault == ScoreFault.OK
        assert sum(score.delta) == 0 and list(score.delta) == list(score.win_part)
        for seat in range(N_SEATS):
            if not int(event.winner_mask) >> seat & 1:
                assert not score.fans[seat] and not score.fan_points[seat]
            else:
                assert int(score.fans[seat]) & ~FAN_BITS == 0
                assert 0 <= sum(score.fan_paid) <= score.delta[seat]
    assert shaped > 200


def test_the_discarder_owes_nothing_extra() -> None:
    """FD-B.10: with equal shares it does not matter who threw the tile."""
    rules = row(LITERAL)
    for hands, event in endings(120):
        if int(event.win_kind) != WinKind.DISCARD:
            continue
        found = set()
        for payer in range(N_SEATS):
            if not int(event.winner_mask) >> payer & 1:
                other = event.copy()
                other.payer = payer
                fault, score = scored(rules, hands, other)
                found.add((fault, tuple(score.delta)))
        assert len(found) == 1


def test_scoring_leaves_the_hands_as_they_were() -> None:
    rules = row(with_changes(LITERAL, {"fuding.idle_gold_bonus": "tai_1_2_3"}))
    for hands, event in endings(80):
        before = hands.tobytes()
        scored(rules, hands, event)
        assert hands.tobytes() == before


def base_for(key: str) -> RulesetSpec:
    """The written rules with what `key` depends on switched on."""
    changes: dict[str, Value] = {}
    if key == "fuding.qingyi_all_honours":  # six groups of the six honours are four winds, a limit hand as well
        changes["fuding.limit_four_winds"] = 0
    for need in options_of("fuding")[key].needs:
        if not need.holds(LITERAL.values):
            parent, wanted = need.parents[0]
            changes[parent] = wanted[0] if wanted else 1
    return with_changes(LITERAL, changes) if changes else LITERAL


NOT_BY_ENDINGS = ("deal.", "penalty.pei", "penalty.joint")  # seat winds are given; payments of penalties have tests of their own


def steps() -> list[tuple[str, Value]]:
    """Every alternative of every option of class S, the base's own value left out."""
    found = []
    for key, option in options_of("fuding").items():
        if option.effect != "S" or not option.in_row or key.startswith(NOT_BY_ENDINGS):
            continue
        base = base_for(key)
        for value in option.alternatives:
            if value != base[key] and not crosschecks.errors("fuding", {**base.values, key: value}):
                found.append((key, value))
    return found


@pytest.mark.parametrize(("key", "value"), steps(), ids=lambda part: str(part))
def test_every_alternative_of_a_scoring_option_changes_some_hand(key: str, value: Value) -> None:
    base = row(base_for(key))
    moved = row(with_changes(base_for(key), {key: value}))
    for hands, event in endings():
        if key == "penalty.losers_settle" and int(event.payer) >= 0:
            event = event.copy()
            event.liable = event.payer
        if key == "fuding.limit_three_gold":  # with the tiles dealt, so that no draw or discard is worth anything by itself
            event = event.copy()
            event.opening, event.win_kind, event.tile, event.payer, event.discards = OpeningWin.DEALT, WinKind.SELF_DRAW, -1, -1, 0
        fault, score = scored(base, hands, event)
        if fault == ScoreFault.OK and list(scored(moved, hands, event)[1].delta) != list(score.delta):
            return
    pytest.fail(f"{key}: {value} changed no hand of {ENDINGS}")
