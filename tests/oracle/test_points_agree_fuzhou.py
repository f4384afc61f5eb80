"""Fuzhou's scoring and succession agree with the oracle on made-up endings, complete, shapeless and not quite complete."""

from __future__ import annotations

import random

import pytest

from rulesets.compile import rule_table
from rulesets.dealer import next_dealer as their_dealer
from rulesets.dealer import next_streak as their_streak
from rulesets.hand_tables import load_tables
from rulesets.score import new_scores, score_hand
from sim.jit import JIT_OFF
from tests.oracle.ending import Ending, Score, next_dealer, next_streak
from tests.oracle.endings_fuzhou import random_draw, random_ending
from tests.oracle.engine import records_of, spec_of, valid_fuzhou
from tests.oracle.options import Options
from tests.oracle.options_fuzhou import PRESETS, fuzhou_preset
from tests.oracle.scoring import fan_masks, score


class Scorer:
    """Both scorings under certain options."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.rules = rule_table([spec_of(options)])[0]
        self.tables = load_tables(golds=True)
        self.out = new_scores()

    def check(self, ending: Ending) -> None:
        """Points, specials, and the next deal are the same on both sides; or both say that the hand is not complete."""
        ours = self._ours(ending)
        hands, events = records_of(ending, self.options)
        fault = score_hand(self.tables, self.rules, hands, events[0], self.out[0])
        assert (fault == 0) == (ours is not None), (fault, ending, self.options)
        if ours is None:
            return
        row = self.out[0]
        said = [tuple(map(int, row[name])) for name in ("delta", "win_part", "kan_part")]
        assert said == [ours.delta, ours.delta, (0,) * 4], (ours, said, ending, self.options)
        for winner, mask, points in zip(ending.winners, fan_masks(ours, self.options), ours.fan_points, strict=True):
            assert int(row["fans"][winner]) == mask or mask < 0, (ours, int(row["fans"][winner]), ending, self.options)
            assert int(row["fan_points"][winner]) == points, (ours, int(row["fan_points"][winner]), ending, self.options)
        assert int(their_dealer(self.rules, events[0])) == next_dealer(ending, self.options), (ending, self.options)
        assert int(their_streak(self.rules, events[0], ending.n_kept)) == next_streak(ending, self.options)

    def _ours(self, ending: Ending) -> Score | None:
        try:
            return score(ending, self.options)
        except ValueError:
            return None


def some_ending(rng: random.Random, options: Options) -> Ending:
    return random_draw(rng, options) if rng.random() < 0.03 else random_ending(rng, options)


def check_many(options: Options, seed: int, hands: int) -> None:
    scorer = Scorer(options)
    for number in range(hands):
        scorer.check(some_ending(random.Random(1000 * seed + number), options))


@pytest.mark.parametrize("name", PRESETS)
def test_presets(name: str) -> None:
    check_many(fuzhou_preset(name), 1, 40 if JIT_OFF else 150)


def test_random_options() -> None:
    for seed in range(60 if JIT_OFF else 240):
        check_many(valid_fuzhou(seed, None if seed % 3 else 4), seed, 5)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_many_endings(block: int) -> None:
    """120,000 endings over presets and 2,000 drawn rule sets."""
    for seed in range(100 * block, 100 * block + 100):
        check_many(valid_fuzhou(10_000 + seed, None if seed % 3 else 4), seed, 10 if JIT_OFF else 40)
    for number, name in enumerate(PRESETS):
        check_many(fuzhou_preset(name), 100 + 20 * number + block, 22 if JIT_OFF else 222)


def test_presets_are_those_of_the_specification() -> None:
    for name in PRESETS:
        assert dict(spec_of(fuzhou_preset(name)).values).items() >= fuzhou_preset(name).items()
