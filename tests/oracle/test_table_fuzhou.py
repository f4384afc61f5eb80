"""The referee on its own under Fuzhou rules: random hands keep every invariant of FZ 9.3, whatever the options."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from tests.oracle import selfplay
from tests.oracle.ending import next_dealer, next_streak
from tests.oracle.moves import Phase
from tests.oracle.options import Options, n_tiles
from tests.oracle.options_fuzhou import PRESETS, fuzhou_preset, random_fuzhou
from tests.oracle.scoring import score
from tests.oracle.table import Table
from tests.oracle.wall import flower_kinds

CLAIMS = ("chi", "pon", "kan_open", "kan_added", "kan_closed", "discard")


class Invariants:
    """Checks a table after every step."""

    def __init__(self, options: Options) -> None:
        self.options = options
        self.keep = 0

    def __call__(self, table: Table) -> None:
        self.tiles(table)
        keep = table.keep(table.open_kans, table.closed_kans, table.tail_taken)
        if self.options["wall.odd_tail"] == "ignore":
            assert keep >= self.keep
        self.keep = keep
        assert 0 <= table.drawable() <= table.wall.left
        if self.options["gold.in_melds"] == "never":
            assert all(table.gold not in meld.tiles for melds in table.melds for meld in melds)
        if table.ending is None:
            self.questions(table)
        else:
            self.ending(table)

    def tiles(self, table: Table) -> None:
        """Tiles are conserved; between turns and after a draw hands have their size."""
        ending = table.ending
        copies = len(ending.winners) - (ending.result == "rob_kan") if ending and ending.payer >= 0 else 0
        held = sum(map(sum, table.hands)) + sum(map(len, table.discards)) + sum(map(len, table.flowers))
        held += sum(len(meld.tiles) for melds in table.melds for meld in melds) + len(table.dead_flowers)
        taken = bool(ending and ending.opening == "indicator")
        assert held + table.wall.left + (table.indicator >= 0) - taken - copies == n_tiles(self.options)

    def questions(self, table: Table) -> None:
        size = int(self.options["deal.hand_size"])
        for seat in range(4):
            acting = table.phase not in (Phase.CLAIM, Phase.ROB_GOLD, Phase.OPENING, Phase.LAY_BACK) and seat == table.seat
            acting |= table.phase in (Phase.OPENING, Phase.LAY_BACK) and seat == table.dealer
            extra = table.to_lay_back if seat == table.dealer else 0
            had = sum(table.hands[seat]) + 3 * len(table.melds[seat]) - extra
            assert had == size + acting or (table.group_left >= 0 and had in (size, size + 1)), (seat, table.phase)
        questions = table.questions()
        assert questions
        assert all(legal.choices() for _, legal in questions)
        for _, legal in questions:
            for mask in (legal.discards, legal.added_kans, legal.closed_kans):
                assert not any(mask >> kind & 1 for kind in flower_kinds(self.options) if kind < 34)

    def ending(self, table: Table) -> None:
        ending = table.ending
        assert ending is not None
        assert len(ending.winners) <= (1 if self.options["claim.multi_win"] == "head_bump" else 3)
        if ending.payer >= 0:
            assert not any(table.self_draw_only[seat] for seat in ending.winners)
            assert ending.tile != ending.gold or self.options["gold.claimable"] == "win_only"
        told = [event.what for event in table.events]
        if "group" in told:
            assert not set(told[told.index("group") :]) & set(CLAIMS)
        if ending.opening == "indicator" and self.options["gold.flower_flip"] == "dealer_keeps":
            assert told.count("discard") <= 1
        assert sum(score(ending, self.options).delta) == 0
        assert 0 <= next_dealer(ending, self.options) < 4
        assert 0 <= next_streak(ending, self.options) <= ending.n_kept + 1


def played(options: Options, seed: int) -> Table:
    rng = random.Random(seed)
    wall = (selfplay.shuffled_lanes, selfplay.shuffled_row)[seed % 2](rng, options)
    dice = (rng.randint(1, 6), rng.randint(1, 6)) if options["deal.first_taker"] == "dice" else ()
    choose = selfplay.random_choice(rng) if seed % 3 else selfplay.keeping_pairs(rng)
    check = Invariants(options)
    table = Table(options, seed % 4, wall, n_kept=seed % 3, dice=dice)
    check(table)
    return selfplay.play(table, choose, check)


@pytest.mark.parametrize("name", PRESETS)
def test_random_hands_of_a_preset(name: str) -> None:
    for seed in range(12):
        assert played(fuzhou_preset(name), seed).ending is not None


def test_random_hands_of_random_options() -> None:
    results: Counter[str] = Counter()
    events: Counter[str] = Counter()
    for seed in range(120):
        table = played(random_fuzhou(seed, None if seed % 2 else 5), seed)
        assert table.ending is not None
        results[table.ending.result] += 1
        events.update(event.what for event in table.events)
    assert set(results) >= {"draw", "discard", "self_draw"}
    assert min(events[what] for what in (*CLAIMS, "flower", "flip", "group")) > 0
