"""The referee on its own under Fuding rules: random hands keep every invariant of FD g that holds without mistakes."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.oracle import selfplay, wild
from tests.oracle.ending import next_dealer, next_streak
from tests.oracle.moves import Action, Phase
from tests.oracle.options import Options, n_tiles
from tests.oracle.options_fuding import PRESETS, TOGGLES, fuding_preset, random_fuding
from tests.oracle.readings import meldable
from tests.oracle.scoring import score
from tests.oracle.table import Table

CLAIMS = ("chi", "pon", "kan_open", "kan_added", "kan_closed", "discard")


class Invariants:
    """Checks a table after every step."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.live = 1000

    def __call__(self, table: Table) -> None:
        self.tiles(table)
        live = table.drawable()
        assert 0 <= live <= min(self.live, table.wall.left)
        self.live = live
        if table.ending is None:
            self.questions(table)
        else:
            self.ending(table)

    def tiles(self, table: Table) -> None:
        """g.2, g.7: tiles are conserved, golds are in no meld."""
        ending = table.ending
        copies = len(ending.winners) - (ending.result == "rob_kan") if ending and ending.payer >= 0 else 0
        early = ending is not None and ending.opening == "dealt" and not table.flowers_done
        laid = ending.winners if early and ending else ()
        held = sum(map(sum, table.hands)) + sum(map(len, table.gold_flowers)) + sum(map(len, table.discards))
        held += sum(map(len, table.flowers)) + sum(len(own) for seat, own in enumerate(table.waiting) if seat not in laid)
        held += sum(len(meld.tiles) for melds in table.melds for meld in melds)
        held += len(table.dead_flowers) + len(table.aside) + (table.indicator >= 0)
        assert held + table.wall.left - copies == n_tiles(self.options)
        assert not any(set(meld.tiles) & set(table.gold_kinds) for melds in table.melds for meld in melds)
        assert not any(kind in table.gold_kinds for own in table.flowers for kind in own)

    def questions(self, table: Table) -> None:
        questions = table.questions()
        assert questions
        assert all(legal.choices() for _, legal in questions)
        for seat, legal in questions:
            assert seat not in table.standing or legal.flags == 1 << Action.DISCARD
            if table.phase == Phase.CLAIM and legal.flags >> Action.WIN & 1 and self.options["gold.idle_win"] != "any":
                assert not wild.is_idle_gold(table.held(seat), table.shapes)
        if table.phase == Phase.CLAIM and self.options["penalty.stand"] == "skip":
            self.idle_hands(table)

    def idle_hands(self, table: Table) -> None:
        """g.5: an idle-gold hand is one that every kind completes."""
        for seat in range(4):
            held, shapes = table.held(seat), table.shapes._replace(same_kind="none")
            if held.golds and seat not in table.standing and held.size() == 16:
                kinds = [kind for kind in meldable(self.options) if kind != held.gold]
                every = all(wild.is_win(held.plus(kind), shapes) for kind in kinds)
                assert every == wild.is_idle_gold(held, shapes)

    def ending(self, table: Table) -> None:
        ending = table.ending
        assert ending is not None
        assert len(ending.winners) <= (1 if self.options["claim.multi_win"] == "head_bump" else 3)
        assert not set(ending.winners) & table.standing
        if ending.payer >= 0:
            assert ending.tile != ending.gold or self.options["gold.claimable"] == "win_only"
        told = [event.what for event in table.events]
        if "group" in told:
            drawn = [event.seat for event in table.events[told.index("group") :] if event.what == "draw"]
            assert not set(told[told.index("group") :]) & set(CLAIMS)
            assert len(set(drawn)) == len(drawn) and not set(drawn) & table.standing
            full = self.options["kan.near_end"] == "one_each" and self.options["end.last_group"] == "active"
            if full and self.options["end.kan_maker_tile"] == "last_tile" and not ending.winners:
                assert len(drawn) == table.n_in_play()  # g.6
        if full_wall(self.options) and not ending.winners and not table.standing:
            assert table.drawable() == 0  # g.6
        assert sum(score(ending, self.options).delta) == 0  # g.1
        assert 0 <= next_dealer(ending, self.options) < 4
        assert 0 <= next_streak(ending, self.options) <= ending.n_kept + 1


def full_wall(options: Options) -> bool:
    return options["kan.near_end"] == "one_each" and options["end.kan_maker_tile"] == "last_tile"


def played(options: Options, seed: int) -> Table:
    rng = random.Random(seed)
    wall = (selfplay.shuffled_lanes, selfplay.shuffled_row)[seed % 2](rng, options)
    dice = (rng.randint(1, 6), rng.randint(1, 6)) if options["deal.seat_winds"] == "dice" else (rng.randrange(4),)
    choose = selfplay.random_choice(rng) if seed % 3 else selfplay.keeping_pairs(rng)
    check = Invariants(options)
    stands = (lambda: rng.random() < 0.02) if seed % 5 == 0 else (lambda: False)
    table = Table(options, seed % 4, wall, n_kept=seed % 3, winds=dice, asks_to_stand=stands)
    check(table)
    return selfplay.play(table, choose, check)


@pytest.mark.parametrize("name", [*PRESETS, *TOGGLES])
def test_random_hands_of_a_preset(name: str) -> None:
    for seed in range(6):
        assert played(fuding_preset(name), seed).ending is not None


def test_random_hands_of_random_options() -> None:
    results: Counter[str] = Counter()
    events: Counter[str] = Counter()
    for seed in range(120):
        table = played(random_fuding(seed, None if seed % 2 else 5), seed)
        assert table.ending is not None
        results[table.ending.result] += 1
        events.update(event.what for event in table.events)
    assert set(results) >= {"draw", "discard", "self_draw"}
    assert min(events[what] for what in (*CLAIMS, "flower", "flip", "group", "stand", "winds")) > 0


def test_g_9_club_plays_as_literal_until_the_reserve_matters() -> None:
    for seed in range(6):
        tables = [played(fuding_preset(name, turn__stand_pass=False), 6 * seed + 1) for name in PRESETS]
        told = [table.events[: 16 * 4 + 30] for table in tables]
        assert told[0] == told[1]
