"""The referee on its own: thousands of random hands keep every invariant, whatever the options."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from rulesets.options import load_catalogue
from tests.oracle import options_fuding, options_fuzhou, selfplay
from tests.oracle.ending import next_dealer
from tests.oracle.moves import Phase
from tests.oracle.options import CHOICES, NEUTRAL, NUMBERS, PRESETS, n_tiles, preset, random_options
from tests.oracle.score_hebei import score
from tests.oracle.table import Table


def check(table: Table) -> None:
    """Tiles conserved, hands of the right size, a legal choice for everybody who is asked."""
    robbed = table.ending is not None and table.ending.result == "rob_kan"
    copies = len(table.ending.winners) - 1 + (not robbed) if table.ending and table.ending.payer >= 0 else 0
    held = sum(sum(hand) for hand in table.hands) + sum(map(len, table.discards))
    held += sum(len(meld.tiles) for melds in table.melds for meld in melds)
    assert held + table.wall.left - copies == n_tiles(table.options)
    if table.ending is None:
        for seat in range(4):
            more = seat == table.seat and table.phase not in (Phase.CLAIM,)
            assert sum(table.hands[seat]) == 13 - 3 * len(table.melds[seat]) + more
        questions = table.questions()
        assert questions
        assert all(legal.choices() for _, legal in questions)
        if table.phase in (Phase.CLAIM, Phase.ROB):
            assert all(legal.flags & 1 and legal.flags > 1 for _, legal in questions)


@pytest.mark.parametrize("name", PRESETS)
def test_random_hands_of_a_preset(name: str) -> None:
    options = preset(name)
    for seed in range(40):
        rng = random.Random(seed)
        wall = (selfplay.shuffled_lanes, selfplay.shuffled_row)[seed % 2](rng, options)
        table = selfplay.play(Table(options, seed % 4, wall), selfplay.random_choice(rng), check)
        assert table.ending is not None
        if table.ending.result == "draw":
            assert table.wall.left == 12 + table.tail_taken % 2
            assert table.draws == 71 - table.tail_taken % 2


def test_random_hands_of_random_options() -> None:
    results: Counter[str] = Counter()
    events: Counter[str] = Counter()
    for seed in range(150):
        options = random_options(seed, None if seed % 2 else 5)
        rng = random.Random(seed)
        wall = (selfplay.shuffled_lanes, selfplay.shuffled_row)[seed % 2](rng, options)
        choose = selfplay.random_choice(rng) if seed % 3 else selfplay.keeping_pairs(rng)
        table = selfplay.play(Table(options, seed % 4, wall), choose, check)
        ending = table.ending
        assert ending is not None
        results[ending.result] += 1
        events.update(event.what for event in table.events)
        assert sum(score(ending, options).delta) == 0
        assert 0 <= next_dealer(ending, options) < 4
    assert set(results) >= {"draw", "discard", "self_draw"}
    assert min(events[what] for what in ("chi", "pon", "kan_open", "kan_added", "kan_closed")) > 0


def test_a_wall_yields_the_same_hand_twice() -> None:
    options = preset("literal")
    logs = []
    for _ in range(2):
        rng = random.Random(5)
        table = selfplay.play(Table(options, 1, selfplay.shuffled_lanes(rng, options)), selfplay.random_choice(rng))
        logs.append(table.events)
    assert logs[0] == logs[1]
    assert Counter(event.what for event in logs[0])["deal"] == 53


def test_catalogue_says_the_same() -> None:
    """Names, choices, ranges and defaults of the project's catalogue are those of the rule texts, every option of it."""
    catalogue = {key: option for key, option in load_catalogue().items() if not key.startswith("format.")}
    fuding, fuzhou = options_fuding, options_fuzhou
    breaches = {key: choices[0] for key, choices in {**fuding.BREACH_CHOICES, **fuding.BREACH_NUMBERS}.items()}
    neutral = {**NEUTRAL, **fuzhou.NEUTRAL, **fuding.NEUTRAL, **breaches}
    assert {key: option.default for key, option in catalogue.items()} == neutral
    every = {**CHOICES, **fuzhou.CHOICES, **fuding.CHOICES, **fuding.BREACH_CHOICES}
    every["end.draw_settlement"] = ("none", "kan_points", "pairwise", "pairwise_flat")
    for key, choices in every.items():
        option = catalogue[key]
        found = [*(option.value_of(i) for i in range(len(option.choices))), *option.words]
        named = [str(choice) for choice in choices] if option.kind == "int" else [*choices]
        assert found == named or (option.kind == "bool" and {*found} == {*choices}), key
    for key, (_, low, high) in {**NUMBERS, **fuzhou.NUMBERS, **fuding.NUMBERS, **fuding.BREACH_NUMBERS}.items():
        assert (catalogue[key].low, catalogue[key].high) == (low, high)
