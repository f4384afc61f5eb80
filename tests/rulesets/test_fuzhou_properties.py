"""What holds of every scored Fuzhou hand, and that no scoring option is dead: random endings under all presets."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import pytest

from rulesets import crosschecks
from rulesets.compile import rule_table
from rulesets.dtype import ScoreFault
from rulesets.fuzhou.fans import FAN_BITS, Fan
from rulesets.options import Option, Value, load_catalogue
from rulesets.score import new_events, new_hands, new_scores, score_hand
from rulesets.spec import RulesetSpec, load_preset, with_changes
from rulesets.tiles import N_SEATS, OpeningWin, WinKind
from tests.rulesets.fuzhou_endings import random_ending
from tests.rulesets.gold_hands import tables

PRESETS = [
    "fz_std", "qq_classic", "op_java", "op_lua", "fz_revised", "mahjongpros", "vibes_128", "mult_table", "honours_in_hand",
]  # fmt: skip
ENDINGS = 4000
FUZHOU_OPTIONS = [option for key, option in load_catalogue().items() if key.startswith("fuzhou.") and not option.reserved]


@cache
def endings(n: int = ENDINGS) -> list[tuple[Any, Any]]:
    rng = random.Random(11)
    return [random_ending(rng) for _ in range(n)]


def scored(rules: Any, hands: Any, event: Any) -> tuple[int, Any]:
    out = new_scores()[0]
    return int(score_hand(tables(), rules, hands, event, out)), out


def row(spec: RulesetSpec) -> Any:
    return rule_table([spec]).view(np.recarray)[0]


@pytest.mark.parametrize("preset", PRESETS)
def test_FZ_X_06_points_sum_to_zero_and_are_the_sum_of_their_parts(preset: str) -> None:
    rules = row(load_preset(f"fuzhou/{preset}"))
    won = 0
    for hands, event in endings()[:1200]:
        fault, score = scored(rules, hands, event)
        if fault == ScoreFault.NOT_COMPLETE:
            continue
        assert fault == ScoreFault.OK
        won += 1
        winner = int(event.winner_mask).bit_length() - 1
        assert sum(score.delta) == 0
        assert list(score.delta) == list(score.win_part) and not score.kan_part.any()
        assert all(score.delta[seat] <= 0 for seat in range(4) if seat != winner)
        assert int(score.fans[winner]) & ~FAN_BITS == 0
        assert 0 <= score.fan_paid.sum() <= score.delta[winner]
        if event.win_kind == WinKind.SELF_DRAW:
            assert score.fan_paid.sum() == 3 * score.fan_points[winner]
    assert won > 800


def test_FZ_X_06_an_exhaustive_draw_pays_nothing() -> None:
    rules = row(load_preset("fuzhou/fz_std"))
    fault, score = scored(rules, new_hands(), new_events()[0])
    assert fault == ScoreFault.OK and not score.delta.any()


@pytest.mark.parametrize("preset", PRESETS)
def test_turning_the_table_turns_the_points(preset: str) -> None:
    rules = row(load_preset(f"fuzhou/{preset}"))
    for hands, event in endings()[:300]:
        fault, score = scored(rules, hands, event)
        for turn in range(1, N_SEATS):
            turned, moved = hands.copy(), new_events()[0]
            for name in event.dtype.names:
                moved[name] = event[name]
            for seat in range(N_SEATS):
                turned[(seat + turn) % N_SEATS] = hands[seat]
            moved.dealer = (int(event.dealer) + turn) % N_SEATS
            moved.payer = -1 if int(event.payer) < 0 else (int(event.payer) + turn) % N_SEATS
            mask = int(event.winner_mask)
            moved.winner_mask = (mask << turn | mask >> (N_SEATS - turn)) & 15
            again, other = scored(rules, turned, moved)
            assert again == fault
            if fault == ScoreFault.OK:
                assert list(np.roll(score.delta, turn)) == list(other.delta)
                assert list(np.roll(score.fans, turn)) == list(other.fans)


def test_each_of_several_winners_is_settled_by_himself_and_pays_no_other_winner() -> None:
    rules = row(with_changes(load_preset("fuzhou/fz_std"), {"claim.win_order": "seat", "claim.multi_win": "all"}))
    rng = random.Random(13)
    n = 0
    while n < 60:
        hands, event = random_ending(rng)
        others, other_event = random_ending(rng)
        one = int(event.winner_mask).bit_length() - 1
        two = next(seat for seat in range(4) if seat not in (one, int(event.payer)))
        if event.win_kind != WinKind.DISCARD:
            continue
        both = hands.copy()
        both[two] = others[int(other_event.winner_mask).bit_length() - 1]
        alone = [new_events()[0], new_events()[0]]
        for single, seat in zip(alone, (one, two), strict=True):
            for name in event.dtype.names:
                single[name] = event[name]
            single.winner_mask = 1 << seat
        event.winner_mask = 1 << one | 1 << two
        fault, score = scored(rules, both, event)
        parts = [scored(rules, both, single) for single in alone]
        if fault or any(part[0] for part in parts):
            continue
        n += 1
        for seat in range(4):
            if seat not in (one, two):
                assert score.delta[seat] == parts[0][1].delta[seat] + parts[1][1].delta[seat]
        assert score.delta[one] == parts[0][1].delta[one] + parts[0][1].delta[two]  # what the other winner no longer pays
        assert sum(score.delta) == 0


@pytest.mark.parametrize("limit", [1, 10, 40])
def test_no_payer_owes_a_winner_more_than_the_limit(limit: int) -> None:
    for shares in ({}, {"pay.discarder_share": 3}):
        rules = row(with_changes(load_preset("fuzhou/fz_std"), {"pay.limit": limit, **shares}))
        for hands, event in endings()[:400]:
            fault, score = scored(rules, hands, event)
            if fault == ScoreFault.OK:
                assert min(score.delta) >= -limit
                assert score.delta.min() == -limit or score.delta.min() < 0


def test_opening_wins_that_are_no_self_draw_are_refused() -> None:
    rules = row(load_preset("fuzhou/fz_std"))
    hands, event = next(e for e in endings() if e[1].win_kind == WinKind.DISCARD)
    event = event.copy().view(np.recarray) if event.ndim else event
    was = int(event.opening)
    event.opening = OpeningWin.DEALT
    assert scored(rules, hands, event)[0] == ScoreFault.BAD_OPENING
    event.opening = was


def _base_for(option: Option) -> RulesetSpec:
    """The standard rules with what an option depends on switched on."""
    base = load_preset("fuzhou/fz_std")
    changes: dict[str, Value] = {}
    for need in option.needs:
        if not need.holds(base.values):
            parent, wanted = need.parents[0]
            changes[parent] = wanted[0] if wanted else 1
    return with_changes(base, changes) if changes else base


STEPS = [(o.key, v) for o in FUZHOU_OPTIONS for v in o.alternatives]


@pytest.mark.parametrize(("key", "value"), STEPS, ids=lambda part: str(part))
def test_every_alternative_of_a_fuzhou_option_changes_the_points_of_some_hand(key: str, value: Value) -> None:
    option = load_catalogue()[key]
    changed = _base_for(option)
    if value == changed.values[key]:
        base = with_changes(changed, {key: next(other for other in option.alternatives if other != value)})
    else:
        base, changed = changed, with_changes(changed, {key: value})
    assert not crosschecks.errors("fuzhou", dict(changed.values))
    one, two = row(base), row(changed)
    for hands, event in endings():
        fault, score = scored(one, hands, event)
        if fault == ScoreFault.OK and list(scored(two, hands, event)[1].delta) != list(score.delta):
            return
    pytest.fail(f"{key}: {value} changed no hand of {ENDINGS}")


def test_reserved_names_stay_zero() -> None:
    reserved = [option for option in load_catalogue().values() if option.reserved]
    assert {option.key for option in reserved} == {"fuzhou.special_jinkan", "fuzhou.special_yishui"}
    assert all(option.default == option.low == option.high == 0 for option in reserved)


def test_every_special_occurs_among_random_hands() -> None:
    spec = load_preset("fuzhou/fz_std")
    everything = {f"fuzhou.special_{fan.name.lower()}": 5 + int(fan) for fan in Fan}
    rules = row(with_changes(spec, {k: v for k, v in everything.items() if spec.values[k] != v}))
    seen = 0
    for hands, event in endings():
        fault, score = scored(rules, hands, event)
        if fault == ScoreFault.OK:
            seen |= int(np.bitwise_or.reduce(score.fans))
    assert seen == FAN_BITS
