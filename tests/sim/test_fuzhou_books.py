"""What holds in every hand with flowers and golds, whatever the rules: books over the tiles of many transcripts."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pytest

from rulesets.compile import rule_table
from rulesets.options import Value
from rulesets.spec import load_preset, with_changes
from rulesets.tiles import OpeningWin, WinKind
from sim.batch import LineUp, LogEvent, WallMode, play
from tests.sim.laid_table import STANDARD, fz
from tests.sim.ledger import Ledger, play_books, zero_sum
from tests.sim.tabletop import LITERAL, bots

BOTS = bots("greedy", "random_legal", "tsumogiri")
LINEUPS = [LineUp((0, 0, 0, 0)), LineUp((1, 1, 1, 1)), LineUp((0, 1, 2, 0))]

RULES: dict[str, Mapping[str, Value]] = {
    "standard": {},
    "by_seat_after_deal": {
        "flower.opening_order": "seat_until_clean", "gold.open_when": "after_deal", "opening.order": "three_gold_first",
    },
    "dealer_draws": {"gold.flower_flip": "dealer_draws", "rob_gold.before_claims": False, "end.last_group_win": "optional"},
    "next_is_gold": {"gold.maps_to": "next", "rob_gold.window": "at_opening", "claim.multi_win": "all", "claim.win_order": "seat"},
    "natural_golds": {"gold.in_melds": "natural_in_chi", "gold.claimable": "win_only", "gold.discard_effect": "none"},
    "short_group": {"end.kan_into_group": "no_discard", "end.flower_into_group": "dead", "wall.reserve": 30},
    "to_the_end": {
        "wall.reserve": 0, "wall.grow_open_kan": 0, "wall.grow_closed_kan": 0, "wall.grow_flower_quad": 0,
        "wall.indicator_counts": False, "end.last_group": 0, "end.last_group_win": "optional",
    },
    "flowers_win": {"win.flower_win": 7, "win.flower_win_mid_hand": True, "win.three_gold_choice": "forced"},
    "own_first_draw": {"rob_gold.window": "own_first_draw", "gold.idle_win": "self_draw_only", "gold.fifth_copy": False},
    "face_only": {"rob_gold.indicator_wild": False, "rob_gold.shapeless": True, "win.pairs": "none"},
    "honours_held": {"tiles.winds": "hand", "tiles.red": "hand", "tiles.green": "hand", "tiles.white": "hand"},
}  # fmt: skip


@pytest.mark.parametrize("name", RULES)
def test_books_of_every_hand(name: str) -> None:
    """Tiles are conserved after every event, no gold is in a meld, no flower stays in a hand, points sum to zero."""
    rules = fz(RULES[name])
    played = play(rules, BOTS, range(60), 17, lineups=LINEUPS, log=True)
    books = play_books(rules[0], played)
    assert len(books) == 60 * len(LINEUPS) and zero_sum(played)
    if RULES[name].get("gold.in_melds") != "natural_in_chi":
        assert not any(book.gold in meld for book in books for melds in book.melds for meld in melds)
    for book in books:
        groups = [extra for event, _, _, extra in book.events if event == LogEvent.GROUP]
        assert len(groups) <= 1 and all(1 <= size <= 4 for size in groups)


@pytest.mark.parametrize("preset", ["qq_classic", "op_java", "op_lua", "fz_revised", "mahjongpros", "vibes_128", "mult_table"])
def test_books_of_the_presets(preset: str) -> None:
    rules = rule_table([load_preset(f"fuzhou/{preset}")])
    played = play(rules, BOTS, range(25), 5, lineups=LINEUPS, log=True)
    assert len(play_books(rules[0], played)) == 75 and zero_sum(played)


def test_golds_and_flowers_in_the_other_game() -> None:
    """Hebei with golds, with flowers and with a last group is played to its end too."""
    changes: Mapping[str, Value] = {
        "gold.source": "indicator", "tiles.winds": "flower", "tiles.seasons": "flower", "end.last_group": 4, "win.orphans": "none",
        "win.three_gold": "any_own_draw", "rob_gold.window": "after_first_discard",
    }  # fmt: skip
    rules = rule_table([with_changes(LITERAL, dict(changes))])
    played = play(rules, BOTS, range(60), 5, lineups=LINEUPS, log=True)
    books = play_books(rules[0], played)
    assert zero_sum(played) and all(book.indicator >= 0 for book in books)


def test_one_line_of_tiles_is_dealt_in_its_order() -> None:
    """On a single line the front yields the tiles first to last, and the tail last to first."""
    played = play(fz(), BOTS, range(20), 5, mode=WallMode.LINEAR, lineups=LINEUPS[:1], log=True)
    for rows in played.transcripts():
        book = Ledger(fz()[0]).read(rows.tolist())
        front = [k for e, _, k, x in book.events if e == LogEvent.DEAL or (e == LogEvent.DRAW and x == 0)]
        tail = [k for e, _, k, x in book.events if e == LogEvent.FLIP or (e == LogEvent.DRAW and x == 1)]
        assert len(front) + len(tail) + sum(book.wall.values()) == 144


def test_winners_and_their_tiles() -> None:
    """A seat that threw a gold never wins on another's tile, no discard win is on a gold, and there is one winner at most."""
    played = play(fz(), BOTS, range(600), 23, lineups=LINEUPS, log=True)
    rows = played.rows[0].transpose(1, 0, 2).reshape(-1)
    for hand, row in zip(played.transcripts(), rows, strict=True):
        assert int(row["winner_mask"]).bit_count() <= 1
        won = [r for r in hand if r[0] == LogEvent.WIN]
        gold = int(next(r for r in hand if r[0] == LogEvent.FLIP and r[3] == 0)[4])
        for r in won:
            if r[3] >= 0:
                assert r[2] != gold
                assert not any(x[0] == LogEvent.DISCARD and x[1] == r[1] and x[2] == gold for x in hand)
    ends = np.bincount(rows["end"], minlength=4)
    assert (ends[[WinKind.DRAW, WinKind.SELF_DRAW, WinKind.DISCARD]] > 0).all()


def test_the_indicator_is_taken_only_around_the_first_discard() -> None:
    played = play(fz(), BOTS, range(1500), 29, lineups=LINEUPS[:1], log=True)
    taken = [rows for rows in played.transcripts() if rows[-1][0] == LogEvent.WIN and rows[-1][4] == OpeningWin.INDICATOR]
    assert taken
    for rows in taken:
        assert (rows[:, 0] == LogEvent.DISCARD).sum() == 1
        assert STANDARD["rob_gold.window"] == "after_first_discard"
