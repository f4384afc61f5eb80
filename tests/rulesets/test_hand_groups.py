"""One group of equal tiles for a kind (FD-3.22): the quick answer of play agrees with a look at every reading."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from rulesets.hand_distance import suit_keys
from rulesets.hand_groups import groups_allowed, has_allowed_groups
from rulesets.hand_readings import hand_readings, new_readings
from rulesets.hand_tables import load_tables
from rulesets.score import new_hands
from rulesets.tiles import N_HELD_KINDS, MeldKind
from tests.rulesets.fuding_hands import put, row_of

TABLES = load_tables(True)
ROWS = [
    row_of(),
    row_of(win__fourth_as_pair=False),
    row_of(win__same_kind_group="exposed_only"),
    row_of(gold__fifth_copy=False),  # two groups are five copies, so nothing is left to forbid
]


def allowed(rules: Any, hand: Any, no_kan: int) -> bool:
    keys = np.zeros(4, np.int32)
    suit_keys(hand.counts, keys)
    return bool(has_allowed_groups(TABLES, rules, keys, hand, no_kan))


def by_readings(rules: Any, hand: Any, no_kan: int) -> tuple[bool, bool]:
    """Whether the hand is complete, and whether some reading is allowed."""
    found = new_readings(int(hand_readings(rules, hand, new_readings(0))))
    hand_readings(rules, hand, found)
    return len(found) > 0, any(groups_allowed(rules, hand, no_kan, reading) for reading in found)


HANDS = [  # gold 5s; which of these wins is allowed, and which once no kan is possible any more
    ("[pon CCC] 123m 456m 789p 99s CGG", False, True),
    ("[pon 6m6m6m] 6789m 123p 456p 789p G", True, True),
    ("[pon 6m6m6m] 6m 123p 456p 789p 111s G", False, True),
    ("[pon 6m6m6m] 6m 123p 456p 789p 11s GG", True, True),  # a run of one natural tile
    ("EEEE 123m 456m 789m 123p G", False, True),
    ("EEEE 123m 456m 789m 11p GG", False, True),
    ("5555m 123p 456p 789p 999s G", False, True),
    ("5555m 67m 123p 456p 789p 99s", True, True),
    ("[pon 1m1m1m] 1m 3m 123p 456p 789p 9s GG", True, True),
]


@pytest.mark.parametrize(("text", "while_kans", "after"), HANDS)
def test_FD_3_22_a_kind_forms_one_group(text: str, while_kans: bool, after: bool) -> None:
    hand = new_hands()[0]
    put(hand, text)
    for no_kan, wanted in ((0, while_kans), (1, after)):
        complete, found = by_readings(ROWS[0], hand, no_kan)
        assert complete
        assert (allowed(ROWS[0], hand, no_kan), found) == (wanted, wanted), no_kan


def a_complete_hand(rng: random.Random) -> Any:
    """A complete hand of seventeen tiles of few kinds, crowded with equal tiles, with up to four golds and up to four melds."""
    while True:
        kinds = rng.sample(range(9), 7) + rng.sample(range(27, 33), 2)
        left = dict.fromkeys(range(N_HELD_KINDS), 4)
        sets = []
        for _ in range(5):
            kind = rng.choice(kinds)
            sets.append([kind, kind + 1, kind + 2] if kind < 7 and rng.random() < 0.5 else [kind] * 3)
        pair = rng.choice(kinds)
        hand = new_hands()[0]
        n_melds = rng.choice([0, 0, 1, 1, 2, 3, 4])
        for i, tiles in enumerate(sets[:n_melds]):
            hand.meld_kind[i] = MeldKind.CHI if tiles[0] != tiles[1] else MeldKind.PON
            hand.meld_tile[i] = tiles[0]
            hand.n_melds += 1
            for tile in tiles:
                left[tile] -= 1
        loose = [tile for tiles in sets[n_melds:] for tile in tiles] + [pair, pair]
        for tile in loose:
            if left[tile] > 0 and not (hand.golds < 4 and rng.random() < 0.12):
                hand.counts[tile] += 1
            else:
                hand.golds += 1
            left[tile] -= 1 if left[tile] > 0 else 0
        if hand.golds <= 4 and min(left.values()) >= 0:
            return hand


@pytest.mark.parametrize("number", range(len(ROWS)))
def test_play_asks_what_all_readings_say(number: int) -> None:
    rng = random.Random(number)
    seen = set()
    for _ in range(250):
        hand = a_complete_hand(rng)
        for no_kan in (0, 1):
            complete, found = by_readings(ROWS[number], hand, no_kan)
            if complete:
                assert allowed(ROWS[number], hand, no_kan) == found, (hand, no_kan)
                seen.add(found)
    assert seen == ({True} if number == 3 else {True, False})
