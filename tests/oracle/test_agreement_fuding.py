"""The engine agrees with the oracle on Fuding hands, move by move and point by point.

A sample runs by default; `-m slow` plays the full size (more than 20,000 hands compiled; with NUMBA_DISABLE_JIT=1, 500).
"""

from __future__ import annotations

from collections import Counter

import pytest

from sim.batch import WallMode
from sim.jit import JIT_OFF
from tests.oracle.agreement import arranged, compare, compare_rigged
from tests.oracle.engine import scoring_options, valid_fuding
from tests.oracle.options import Options
from tests.oracle.options_fuding import PRESETS, TOGGLES, fuding_preset

SAMPLE = 1 if JIT_OFF else 8
RULES = (*PRESETS, *TOGGLES)
LINE_UPS = (
    ("random_legal",) * 4,
    ("greedy",) * 4,
    ("tsumogiri", "random_legal", "greedy", "random_legal"),
    ("greedy_calls", "patient", "casual", "greedy"),
)
OFTEN = ("dealt by other", "dealt by dealer", "group", "kan_open", "kan_added", "kan_closed", "chi", "stand", "flower")
OFTEN += ("barred: gold", "barred: kan tile", "barred: late honour", "barred: flush", "barred: four winds")
RARE = ("win in the last group", "robbed kan_added", "after kan", "lay_aside", "nothing to throw", "followed", "dead tile")
RARE += ("idle gold barred", "passed win barred", "table of a standing seat", "kan barred", "must kan")


@pytest.mark.parametrize("name", RULES)
def test_presets_and_house_rules(name: str) -> None:
    for seed, bots in enumerate(LINE_UPS[:2]):
        compare([fuding_preset(name)], range(SAMPLE), 40 + seed, bots=bots, mode=WallMode(seed % 2))


def test_sessions() -> None:
    """Hands of a session, the dealer's succession and streak included."""
    for name in ("literal", "T14"):
        compare([fuding_preset(name)], range(2), 43, bots=LINE_UPS[2], session_hands=1 + SAMPLE // 2)


def test_random_options() -> None:
    for seed in range(2 if JIT_OFF else 60):
        options = valid_fuding(seed, None if seed % 2 else 5)
        compare([options], range(2), 4_000 + seed, bots=LINE_UPS[seed % 4], mode=WallMode(seed % 2))


def test_hands_full_of_incident() -> None:
    """Tables, late honours, fourth tiles, standing seats, the end of the wall: arranged hands under all sorts of rules."""
    seen: Counter[str] = Counter()
    for seed in range(8 if JIT_OFF else 60):
        seen += compare_rigged(some_options(seed), seed)
    if not JIT_OFF:
        assert [what for what in OFTEN if not seen[what]] == []


def some_options(seed: int) -> Options:
    """A preset or house rule, one with some changes, or every option at random."""
    if seed % 3 == 0:
        return fuding_preset(RULES[seed // 3 % len(RULES)] if seed % 2 else "literal")
    return valid_fuding(seed, None if seed % 3 == 1 else 6)


def test_one_hand_scored_under_many_rules() -> None:
    """Hands played once and scored under other points are scored as if they had been played under them."""
    literal = fuding_preset("literal")
    winds = {"deal.seat_winds": literal["deal.seat_winds"]}
    variants = [literal, *({**scoring_options(seed, literal), **winds} for seed in range(8))]
    compare(variants, range(2 * SAMPLE), 44, bots=("greedy",) * 4, rescored=True)


@pytest.mark.slow
def test_arranged_hands_bring_up_everything() -> None:
    """Of 530 arranged hands, played by the oracle alone, some show each thing that is rare."""
    seen: Counter[str] = Counter()
    for seed in (*range(130), *range(1000, 1400)):
        seen += arranged(some_options(seed), seed).seen
    assert [what for what in (*OFTEN, *RARE) if not seen[what]] == []


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_many_hands_of_presets(block: int) -> None:
    """8,000 hands over presets and house rules (380 without compiling)."""
    for number, name in enumerate(RULES):
        mode = WallMode((block + number) % 2)
        hands = range(1 if JIT_OFF else 21)
        compare([fuding_preset(name)], hands, 50_000 + block, bots=LINE_UPS[(block + number) % 4], mode=mode)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_many_hands_full_of_incident(block: int) -> None:
    """8,000 arranged hands (160 without compiling)."""
    seen: Counter[str] = Counter()
    for seed in range(8 if JIT_OFF else 400):
        seen += compare_rigged(some_options(1000 * block + seed), 1000 * block + seed)
    if not JIT_OFF:
        assert [what for what in OFTEN if not seen[what]] == []


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_many_hands_of_random_options(block: int) -> None:
    """8,000 hands under 4,000 drawn rule sets (160 without compiling)."""
    for seed in range(8 if JIT_OFF else 200):
        options = valid_fuding(1000 * block + seed, None if seed % 2 else 5)
        walls = range(1 if JIT_OFF else 2)
        compare([options], walls, 60_000 + block, bots=LINE_UPS[seed % 4], mode=WallMode(seed % 2))
