"""However often people err, all 144 tiles are somewhere after every row of a hand, and the wall never gives more than it has."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numba
import numpy as np
import pytest

from rulesets.dtype import FIRST_FLOWER
from rulesets.mistakes import MISTAKES
from rulesets.options import Value
from sim.batch import LineUp, Played, play
from sim.mistakes.profiles import FLAWLESS, load_profile, profile_table
from sim.mistakes.row import Observe
from sim.transcript import DrawMark
from tests.sim.fuding_table import fd
from tests.sim.tabletop import bots
from tests.sim.tile_book import TileBook

CONTINUE: dict[str, Value] = {"penalty.after_pei": "continue", "penalty.self_report": "any"}
RULES: dict[str, dict[str, Value]] = {
    "abort": {},
    "continue": CONTINUE,
    "play_on": CONTINUE | {"penalty.stand": "play_no_win", "wall.reserve": 30},
    "forced": CONTINUE | {"win.three_gold": "any_own_draw", "win.three_gold_choice": "forced", "end.last_group_win": "forced"},
    "long_shot": CONTINUE | {"kan.near_end": "live_tile", "kan.closed_kind": "shown", "end.kan_maker_tile": "skip"},
}
N_WALLS = 4 if numba.config.DISABLE_JIT else 160
LINEUPS = [LineUp((0, 0, 0, 0)), LineUp((1, 1, 1, 1)), LineUp((0, 1, 2, 0))]
RATES = (0.06, 0.25)


def hands_of(name: str, observe: Observe, rate: float, first: int = 0) -> Played:
    """Hands of people who make every mistake at this rate and notice half of what others do."""
    table = bots("greedy", "random_legal", "tsumogiri")
    table["profile"] = 1
    often = replace(load_profile("novice"), p=(rate,) * len(MISTAKES), q=(0.5,) * len(MISTAKES), observe=observe)
    walls = np.arange(first, first + N_WALLS)
    return play(fd(RULES[name]), table, walls, 31, lineups=LINEUPS, profiles=profile_table([FLAWLESS, often]), log=True)


@pytest.mark.parametrize("observe", list(Observe))
@pytest.mark.parametrize("name", RULES)
def test_no_tile_appears_and_none_is_lost_whatever_goes_wrong(name: str, observe: Observe) -> None:
    """g.1 with mistakes."""
    marks = Counter[int]()
    returned = skipped = 0
    for rate in RATES:
        played = hands_of(name, observe, rate)
        rows = played.rows[0].transpose(1, 0, 2).reshape(-1)
        for log, row in zip(played.transcripts(), rows, strict=True):
            book = TileBook(fd()[0]).read(log.tolist())
            assert book.found() == book.everything and book.wall.total() == int(row["wall_left"])
            marks += book.marks
            returned += book.returned
            skipped += sum(book.unreplaced)
    if N_WALLS > 10:
        assert skipped > 10
        assert all(marks[mark] > 10 for mark in DrawMark) and returned > 10


@pytest.mark.parametrize("observe", list(Observe))
@pytest.mark.parametrize("name", RULES)
def test_the_table_agrees_with_the_rows(name: str, observe: Observe) -> None:
    """The last hand of a run: each seat's tiles in all their places, the tile too many among them, and the counts that all see."""
    for first in range(0, 6 * N_WALLS, N_WALLS):
        played = hands_of(name, observe, RATES[0], first)
        log = list(played.transcripts())[-1].tolist()
        book = TileBook(fd()[0]).read(log)
        table = played.table[0]
        public, clock, mist = table["public"], table["clock"], table["mist"]
        robbed = int(table["event"]["rob_kind"]) >= 0
        assert int(public["left"]) == book.wall.total() and int(public["drawable"]) >= 0
        for seat in range(4):
            own = table["own"][seat]
            held = int(own["counts"].sum()) + int(own["golds"]) + int(mist["extra_tile"][seat] != 0)
            assert held == int(public["n_concealed"][seat])
            waiting = int(clock["waiting"][seat].sum())
            given = int(robbed and seat == int(table["event"]["payer"]))
            assert held + waiting + given == book.hands[seat].total()
            assert int(mist["extra_tile"][seat]) - 1 == book.extra[seat]
            assert int(own["counts"].min()) >= 0 and int(own["golds"]) >= 0
            kinds = Counter({kind: int(n) for kind, n in enumerate(own["counts"]) if n})
            kinds += Counter({FIRST_FLOWER + place: int(n) for place, n in enumerate(clock["waiting"][seat]) if n})
            assert not kinds - book.hands[seat]
