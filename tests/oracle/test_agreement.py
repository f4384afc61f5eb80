"""The engine agrees with the oracle hand for hand, move by move and point by point.

A sample runs by default; `-m slow` plays the full size (50,000 hands compiled; with NUMBA_DISABLE_JIT=1, 500).
"""

from __future__ import annotations

from collections import Counter

import pytest

from sim.batch import WallMode
from sim.jit import JIT_OFF
from tests.oracle.agreement import compare, compare_rigged
from tests.oracle.engine import scoring_options, valid_options
from tests.oracle.options import PRESETS, Options, preset

SAMPLE = 4 if JIT_OFF else 40
LINE_UPS = (
    ("greedy",) * 4,
    ("random_legal",) * 4,
    ("greedy_calls", "patient", "casual", "greedy"),
    ("tsumogiri", "random_legal", "greedy", "random_legal"),
)


@pytest.mark.parametrize("name", PRESETS)
def test_presets(name: str) -> None:
    for seed, bots in enumerate(LINE_UPS[:2]):
        compare([preset(name)], range(SAMPLE), seed, bots=bots, with_readiness=name == "literal")


def test_line_ups_and_wall_modes() -> None:
    for seed, bots in enumerate(LINE_UPS):
        compare([preset("literal")], range(100, 100 + SAMPLE), seed, bots=bots, mode=WallMode(seed % 2))


def test_sessions() -> None:
    """Hands of a session, dealer succession included, under rules that move the deal in different ways."""
    for changes in ({}, {"dealer__after_win": "winner", "dealer__on_draw": "next"}):
        options = preset("literal", claim__chi="next_seat", **changes)
        compare([options], range(3), 3, bots=LINE_UPS[2], session_hands=1 + SAMPLE // 4)


def test_random_options() -> None:
    """Every option at random, a few hands each; everything that can happen has happened."""
    seen: Counter[str] = Counter()
    for seed in range(2 if JIT_OFF else 40):
        options = valid_options(seed, None if seed % 2 else 5)
        seen += compare([options], range(4), 1000 + seed, bots=LINE_UPS[seed % 4])
    if not JIT_OFF:
        assert min(seen[what] for what in ("chi", "pon", "discard", "draw", "self_draw")) > 0


def test_hands_full_of_incident() -> None:
    """Robbed kans, several winners, replacements that win: arranged hands under presets and random options."""
    seen: Counter[str] = Counter()
    for seed in range(6 if JIT_OFF else 240):
        seen += compare_rigged(some_options(seed), seed)
    if not JIT_OFF:
        rare = ("robbed kan_added", "2 winners", "after kan", "ready", "kan_open", "kan_added", "chi")
        assert min(seen[what] for what in rare) > 0


def some_options(seed: int) -> Options:
    """A preset, the literal rules with some changes, or every option at random."""
    if seed % 3 == 0:
        return preset([*PRESETS][seed // 3 % len(PRESETS)])
    return valid_options(seed, None if seed % 3 == 1 else 6)


def test_one_hand_scored_under_many_rules() -> None:
    """Hands played once and scored under other points are scored as if they had been played under them."""
    literal = preset("literal", claim__chi="next_seat")
    variants = [literal, *(scoring_options(seed, literal) for seed in range(10))]
    compare(variants, range(SAMPLE), 4, bots=("greedy",) * 4, rescored=True)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_many_hands_of_presets(block: int) -> None:
    """20,000 hands over the presets (200 without compiling)."""
    hands = 2 if JIT_OFF else 167
    for number, name in enumerate(PRESETS):
        compare([preset(name)], range(hands), 10_000 + block, bots=LINE_UPS[(block + number) % 4])


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_many_hands_full_of_incident(block: int) -> None:
    """20,000 arranged hands (100 without compiling)."""
    seen: Counter[str] = Counter()
    for seed in range(5 if JIT_OFF else 1000):
        seen += compare_rigged(some_options(1000 * block + seed), 1000 * block + seed, with_readiness=seed % 10 == 0)
    if not JIT_OFF:
        rare = ("robbed kan_added", "2 winners", "after kan", "last tile", "ready")
        assert min(seen[what] for what in rare) > 0


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_many_hands_of_random_options(block: int) -> None:
    """30,000 hands under 3,000 drawn rule sets (320 without compiling)."""
    for seed in range(8 if JIT_OFF else 150):
        options = valid_options(1000 * block + seed, None if seed % 2 else 5)
        mode = (WallMode.LANES, WallMode.LANES, WallMode.LINEAR)[seed % 3]
        compare(
            [options],
            range(2 if JIT_OFF else 10),
            20_000 + block,
            bots=LINE_UPS[seed % 4],
            mode=mode,
            with_readiness=seed % 10 == 0,
        )
