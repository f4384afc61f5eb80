"""Fuding's scoring and succession agree with the oracle on made-up endings, complete, shapeless and not quite complete."""

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
from tests.oracle.endings_fuding import random_draw, random_ending
from tests.oracle.engine import records_of, spec_of, valid_fuding
from tests.oracle.options import Options
from tests.oracle.options_fuding import CHOICES, LITERAL, NUMBERS, PRESETS, TOGGLES, fuding_preset
from tests.oracle.scoring import fan_masks, score


class Scorer:
    """Both scorings under certain options."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.rules = rule_table([spec_of(options)])[0]
        self.tables = load_tables(golds=True)
        self.out = new_scores()

    def check(self, ending: Ending) -> bool:
        """Points, fans and the next deal are the same on both sides; or both say that the hand is not complete (False)."""
        ours = self._ours(ending)
        hands, events = records_of(ending, self.options)
        fault = score_hand(self.tables, self.rules, hands, events[0], self.out[0])
        assert (fault == 0) == (ours is not None), (fault, ending, self.options)
        if ours is None:
            return False
        row = self.out[0]
        assert tuple(map(int, row["delta"])) == ours.delta, (ours, list(row["delta"]), ending, changes(self.options))
        assert sum(ours.delta) == 0
        for winner, mask in zip(ending.winners, fan_masks(ours, self.options), strict=True):
            said = int(row["fans"][winner])
            assert mask < 0 or said == mask, (ours, names(said), ending, changes(self.options))
        assert int(their_dealer(self.rules, events[0])) == next_dealer(ending, self.options), (ending, self.options)
        assert int(their_streak(self.rules, events[0], ending.n_kept)) == next_streak(ending, self.options)
        return True

    def _ours(self, ending: Ending) -> Score | None:
        try:
            return score(ending, self.options)
        except ValueError:
            return None


def names(mask: int) -> set[str]:
    from tests.oracle.score_fuding import NUMBER

    return {name for name, number in NUMBER.items() if mask >> number & 1}


def changes(options: Options) -> Options:
    return {key: value for key, value in options.items() if LITERAL[key] != value}


def some_ending(rng: random.Random, options: Options) -> Ending:
    return random_draw(rng, options) if rng.random() < 0.05 else random_ending(rng, options)


def check_many(options: Options, seed: int, hands: int) -> int:
    """How many of the endings were complete."""
    scorer = Scorer(options)
    return sum(scorer.check(some_ending(random.Random(1000 * seed + number), options)) for number in range(hands))


@pytest.mark.parametrize("name", [*PRESETS, *TOGGLES])
def test_presets_and_house_rules(name: str) -> None:
    assert check_many(fuding_preset(name), 1, 40) > 10


def test_random_options() -> None:
    for seed in range(60 if JIT_OFF else 240):
        check_many(valid_fuding(seed, None if seed % 3 else 4), seed, 5)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(20))
def test_many_endings(block: int) -> None:
    """60,000 endings over presets, house rules and 2,000 drawn rule sets."""
    for seed in range(100 * block, 100 * block + 100):
        check_many(valid_fuding(10_000 + seed, None if seed % 3 else 4), seed, 5 if JIT_OFF else 25)
    for number, name in enumerate([*PRESETS, *TOGGLES]):
        check_many(fuding_preset(name), 100 + 20 * number + block, 5 if JIT_OFF else 40)


def test_presets_are_those_of_the_specification() -> None:
    for name in [*PRESETS, *TOGGLES]:
        assert dict(spec_of(fuding_preset(name)).values).items() >= fuding_preset(name).items()


def test_names_and_choices_are_those_of_the_specification() -> None:
    values = dict(spec_of(LITERAL).values)
    unknown = [key for key in (*CHOICES, *NUMBERS) if key not in values]
    assert unknown == []
