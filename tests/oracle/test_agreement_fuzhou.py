"""The engine agrees with the oracle on Fuzhou hands, move by move and point by point.

A sample runs by default; `-m slow` plays the full size (more than 20,000 hands compiled; with NUMBA_DISABLE_JIT=1, 500).
"""

from __future__ import annotations

from collections import Counter

import pytest

from sim.batch import WallMode
from sim.jit import JIT_OFF
from tests.oracle.agreement import compare, compare_rigged
from tests.oracle.engine import scoring_options, valid_fuzhou
from tests.oracle.options import Options
from tests.oracle.options_fuzhou import PRESETS, fuzhou_preset

SAMPLE = 2 if JIT_OFF else 12
LINE_UPS = (
    ("random_legal",) * 4,
    ("greedy",) * 4,
    ("tsumogiri", "random_legal", "greedy", "random_legal"),
    ("greedy_calls", "patient", "casual", "greedy"),
)
RARE = ("indicator by other", "indicator by dealer", "dealt by dealer", "dealt by other", "group", "win in the last group")
RARE += ("robbed kan_added", "after kan", "kan_open", "kan_added", "kan_closed", "chi", "claim barred by a thrown gold")


@pytest.mark.parametrize("name", PRESETS)
def test_presets(name: str) -> None:
    for seed, bots in enumerate(LINE_UPS[:2]):
        compare([fuzhou_preset(name)], range(SAMPLE), 40 + seed, bots=bots, mode=WallMode(seed % 2))


def test_sessions() -> None:
    """Hands of a session, the dealer's succession and streak included."""
    for changes in ({}, {"dealer__after_win": "winner", "dealer__streak_on_draw": False}):
        compare([fuzhou_preset("fz_std", **changes)], range(2), 43, bots=LINE_UPS[2], session_hands=1 + SAMPLE // 2)


def test_random_options() -> None:
    for seed in range(2 if JIT_OFF else 40):
        options = valid_fuzhou(seed, None if seed % 2 else 5)
        compare([options], range(2), 4_000 + seed, bots=LINE_UPS[seed % 4], mode=WallMode(seed % 2))


def test_hands_full_of_incident() -> None:
    """Opening wins, taken indicators, kans among the last tiles: arranged hands under presets and random options."""
    seen: Counter[str] = Counter()
    for seed in range(8 if JIT_OFF else 150):
        seen += compare_rigged(some_options(seed), seed)
    if not JIT_OFF:
        assert min(seen[what] for what in RARE if what not in ("robbed kan_added", "win in the last group")) > 0


def some_options(seed: int) -> Options:
    """A preset, a preset with some changes, or every option at random; the dealer takes first, as the walls are laid so."""
    if seed % 3 == 0:
        return fuzhou_preset([*PRESETS][seed // 3 % len(PRESETS)])
    return {**valid_fuzhou(seed, None if seed % 3 == 1 else 6), "deal.first_taker": "dealer"}


def test_one_hand_scored_under_many_rules() -> None:
    """Hands played once and scored under other points are scored as if they had been played under them."""
    standard = fuzhou_preset("fz_std")
    variants = [standard, *(scoring_options(seed, standard) for seed in range(8))]
    compare(variants, range(2 * SAMPLE), 44, bots=("greedy",) * 4, rescored=True)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_many_hands_of_presets(block: int) -> None:
    """20,000 hands over the presets (180 without compiling)."""
    hands = 1 if JIT_OFF else 112
    for number, name in enumerate(PRESETS):
        mode = WallMode((block + number) % 2)
        compare([fuzhou_preset(name)], range(hands), 50_000 + block, bots=LINE_UPS[(block + number) % 4], mode=mode)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_many_hands_full_of_incident(block: int) -> None:
    """10,000 arranged hands (160 without compiling)."""
    seen: Counter[str] = Counter()
    for seed in range(8 if JIT_OFF else 500):
        seen += compare_rigged(some_options(1000 * block + seed), 1000 * block + seed)
    if not JIT_OFF:
        assert min(seen[what] for what in RARE) > 0


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_many_hands_of_random_options(block: int) -> None:
    """8,000 hands under 2,000 drawn rule sets (160 without compiling)."""
    for seed in range(8 if JIT_OFF else 100):
        options = valid_fuzhou(1000 * block + seed, None if seed % 2 else 5)
        walls = range(1 if JIT_OFF else 4)
        compare([options], walls, 60_000 + block, bots=LINE_UPS[seed % 4], mode=WallMode(seed % 2))
