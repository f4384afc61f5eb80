"""Scoring and succession agree with the oracle on made-up endings, far more varied than play would bring up."""

from __future__ import annotations

import random

import pytest

from rulesets.hand_tables import load_tables
from tests.oracle import win
from tests.oracle.ending import Ending, next_dealer
from tests.oracle.endings import random_draw, random_ending
from tests.oracle.engine import engine_next_dealer, engine_score, spec_of, valid_options
from tests.oracle.options import PRESETS, Options, preset
from tests.oracle.score_hebei import score

TABLES = load_tables()


def check(ending: Ending, options: Options) -> None:
    """Points, fans, their parts and the next dealer are the same on both sides."""
    if options["claim.multi_win"] == "head_bump":
        ending = ending._replace(winners=ending.winners[:1])
    shapes = win.shapes_of(options)
    if not all(win.readings(ending.hands[seat], len(ending.melds[seat]), shapes) for seat in ending.winners):
        return
    ours, theirs = score(ending, options), engine_score(TABLES, options, ending)
    paid = None if ours.fan_paid is None else {name: points for name, points in ours.fan_paid.items() if points}
    assert theirs._replace(fan_paid=None) == ours._replace(fan_paid=None), (ending, options)
    assert paid is None or theirs.fan_paid == paid, (ending, options)
    assert engine_next_dealer(options, ending) == next_dealer(ending, options), (ending, options)


def some_ending(rng: random.Random, options: Options) -> Ending:
    return random_draw(rng) if rng.random() < 0.05 else random_ending(rng, chi=options["claim.chi"] == "next_seat")


@pytest.mark.parametrize("name", PRESETS)
def test_presets(name: str) -> None:
    rng = random.Random(name)
    for _ in range(60):
        check(some_ending(rng, preset(name)), preset(name))


@pytest.mark.parametrize("block", range(4))
def test_random_options(block: int) -> None:
    for seed in range(60 * block, 60 * block + 60):
        rng = random.Random(seed)
        options = valid_options(seed, None if seed % 3 else 4)
        for _ in range(4):
            check(some_ending(rng, options), options)


@pytest.mark.slow
def test_random_options_many() -> None:
    for seed in range(10_000, 22_000):
        rng = random.Random(seed)
        options = valid_options(seed, None if seed % 3 else 4)
        for _ in range(4):
            check(some_ending(rng, options), options)


def test_presets_are_those_of_the_rule_text() -> None:
    for name in PRESETS:
        assert dict(spec_of(preset(name)).values).items() >= preset(name).items()
