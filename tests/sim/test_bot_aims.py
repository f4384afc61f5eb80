"""Bots that go for one suit or the four winds: what they throw, what they claim, and that the tables they show occur."""

from __future__ import annotations

import numpy as np
import pytest

from rulesets.jit import JIT_OFF
from rulesets.tiles import Tile, WinKind
from sim.actions import Action
from sim.batch import LineUp, play
from sim.bots.aims import SUIT, WINDS, aim_of, is_suit, outside, set_aside, take_back
from sim.bots.greedy import Greedy
from sim.bots.registry import load_bot
from sim.legality import KIND_BITS
from tests.sim.bot_tables import Position, bot_rows, decide, positions, random_walls, rules_of

SEEKER = load_bot("limit_hands")
ONE_SUIT, FROM_WINDS = SEEKER.settings[Greedy.ONE_SUIT], SEEKER.settings[Greedy.WINDS]
CLAIMS = (Action.CHI_LOW, Action.CHI_MID, Action.CHI_HIGH, Action.PON, Action.KAN_OPEN)


@pytest.fixture(scope="module")
def seen() -> list[Position]:
    """Decisions of hands between bots that go for limit hands."""
    rules = rules_of("fuding/literal")
    walls, every = random_walls(rules, 3 if JIT_OFF else 12, 5), 6 if JIT_OFF else 2
    return [p for wall in walls for p in positions(rules, [SEEKER] * 4, wall, every)]


def aim(position: Position) -> int:
    return int(aim_of(position.own, ONE_SUIT, FROM_WINDS))


def mine_of(position: Position) -> np.ndarray:
    """Concealed tiles and melds by kind, a chi as its three tiles."""
    own = position.own
    held = own["counts"].astype(int)
    for i in range(int(own["n_melds"])):
        kind, tile = int(own["meld_kind"][i]), int(own["meld_tile"][i])
        for step in range(3):
            held[tile + (step if kind == 0 else 0)] += 1
    return held


def test_an_aim_is_a_suit_of_many_tiles_or_the_winds(seen: list[Position]) -> None:
    found = set()
    for position in seen:
        held = mine_of(position)
        suits = [int(held[9 * s : 9 * s + 9].sum()) + int(position.own["golds"]) for s in range(3)]
        winds = int(held[Tile.EAST : Tile.RED].sum())
        mask = aim(position)
        found.add(mask)
        if mask == WINDS:
            assert winds >= FROM_WINDS
        elif mask:
            suit = [SUIT << 9 * s for s in range(3)].index(mask)
            assert suits[suit] >= ONE_SUIT and suits[suit] == max(suits) and winds < FROM_WINDS
    assert 0 in found and any(is_suit(mask) for mask in found)


def test_it_throws_what_does_not_belong_first_and_claims_only_what_does(seen: list[Position]) -> None:
    thrown = claimed = 0
    for position in seen:
        mask = aim(position)
        action, kind = Action(position.chosen // KIND_BITS), position.chosen % KIND_BITS
        if mask and action == Action.DISCARD:
            golds = 0 if int(position.own["gold_kind"]) < 0 else 1 << int(position.own["gold_kind"])
            may = int(position.legal["discards"]) & ~golds
            assert not may & ~mask or not mask >> kind & 1
            thrown += bool(may & ~mask)
        elif is_suit(mask) and action in CLAIMS:
            assert mask >> kind & 1
            claimed += 1
    assert thrown > 5 and claimed > 0


def test_deciding_leaves_the_hand_as_it_was(seen: list[Position]) -> None:
    rules = rules_of("fuding/literal")
    for position in seen[:: 3 if JIT_OFF else 1]:
        before = position.table.tobytes()
        assert decide(rules, position, SEEKER) == decide(rules, position, SEEKER)
        assert position.table.tobytes() == before


def test_tiles_set_aside_come_back(seen: list[Position]) -> None:
    own = next(p.own for p in seen if is_suit(aim(p)))
    mask = int(aim_of(own, ONE_SUIT, FROM_WINDS))
    before = tuple(int(k) for k in own["keys"])
    set_aside(own, mask)
    assert [int(k) for k in own["keys"]] == [k if mask == SUIT << 9 * i else 0 for i, k in enumerate(before)]
    take_back(own, before)
    assert tuple(int(k) for k in own["keys"]) == before
    assert outside(0, 6) == 6 and outside(2, 2) == 2 and outside(2, 6) == 4


def test_flush_tables_occur_where_it_plays() -> None:
    """On the same walls four greedy bots show no table of one suit as often."""
    bots = bot_rows(load_bot("greedy"), SEEKER, load_bot("big_hands"))
    walls = range(40 if JIT_OFF else 1000)
    played = play(rules_of("fuding/literal"), bots, walls, 1, lineups=[LineUp((0, 0, 0, 0)), LineUp((1, 2, 1, 2))])
    greedy, seekers = (played.rows[0, x].reshape(-1) for x in range(2))
    assert np.count_nonzero(seekers["flush_tables"]) > np.count_nonzero(greedy["flush_tables"])
    assert np.count_nonzero(seekers["flush_barred"]) >= np.count_nonzero(greedy["flush_barred"])
    assert (seekers["draws"].mean() > greedy["draws"].mean()) and np.count_nonzero(seekers["end"] != WinKind.DRAW)
