"""What holds in every hand under Fuding's rules and their neighbours: books over the tiles of many transcripts."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulesets.jit import JIT_OFF
from rulesets.options import Value
from rulesets.tiles import Tile
from sim.batch import LineUp, LogEvent, WallMode, kind_of_tile, play, wall_order
from tests.sim.fuding_table import fd
from tests.sim.ledger import Ledger, play_books, zero_sum
from tests.sim.tabletop import bots

BOTS = bots("greedy", "random_legal", "tsumogiri")
SEED = 17
WALLS = 8 if JIT_OFF else 25
LINEUPS = [LineUp((0, 0, 0, 0)), LineUp((1, 1, 1, 1)), LineUp((0, 1, 2, 0))]

RULES: dict[str, Mapping[str, Value]] = {
    "literal": {},
    "club": {"wall.reserve": 16},
    "after_deal": {"gold.open_when": "after_deal", "flower.opening_order": "seat_until_clean", "opening.order": "heavenly_first"},
    "golds_thrown": {"gold.discard": "allowed", "gold.discard_effect": "self_draw_only", "gold.claimable": "win_only"},
    "next_is_gold": {"gold.maps_to": "next", "tiles.white": "hand", "gold.idle_win": "any", "claim.multi_win": "all"},
    "any_time": {"win.three_gold": "any_own_draw", "win.three_gold_choice": "forced", "win.flower_win": 5},
    "taken": {"rob_gold.window": "after_first_discard", "rob_gold.before_claims": False, "gold.discard": "allowed"},
    "taken_at_opening": {"rob_gold.window": "at_opening", "rob_gold.shapeless": True},
    "dealers_flower": {"gold.flower_flip": "dealer_draws"},
    "honours_laid_out": {
        "tiles.winds": "flower", "tiles.red": "flower", "bar.four_winds": False, "win.flower_win": 12, "deal.seat_winds": "random",
    },
}  # fmt: skip


@pytest.mark.parametrize("name", RULES)
def test_books_balance(name: str) -> None:
    """FD g.2, g.6, g.7: tiles are conserved; golds never lie in melds, flowers but gold ones never stay in a hand."""
    rules = fd(RULES[name])
    played = play(rules, BOTS, range(WALLS), 11, lineups=LINEUPS, log=True)
    books = play_books(rules[0], played)
    assert len(books) == 3 * WALLS and zero_sum(played)
    assert all(book.indicator >= 0 for book in books)


@pytest.mark.parametrize("name", ["literal", "golds_thrown", "any_time"])
def test_books_balance_on_one_line_of_tiles(name: str) -> None:
    rules = fd(RULES[name])
    played = play(rules, BOTS, range(6 if JIT_OFF else 20), 5, mode=WallMode.LINEAR, lineups=LINEUPS[:2], log=True)
    for rows in played.transcripts():
        book = Ledger(rules[0]).read(rows.tolist())
        front = [k for e, _, k, x in book.events if e == LogEvent.DEAL or (e == LogEvent.DRAW and x == 0)]
        tail = [k for e, _, k, x in book.events if e == LogEvent.FLIP or (e == LogEvent.DRAW and x == 1)]
        assert len(front) + len(tail) + sum(book.wall.values()) == 144


def flower_walls(n: int) -> list[int]:
    """The first walls whose last tile is a season or plant."""
    return [wall for wall in range(40 * n) if kind_of_tile(wall_order(SEED, wall).tail[0]) >= Tile.H1][:n]


def gold_flower_hands(name: str, walls: int) -> list[Ledger]:
    """The books of hands in which flowers are gold."""
    rules = fd(RULES[name])
    books = play_books(rules[0], play(rules, BOTS, flower_walls(walls), SEED, lineups=LINEUPS, log=True))
    assert len(books) == 3 * walls and all(book.indicator >= Tile.H1 for book in books)
    return books


def test_gold_flowers_stay_in_the_hands_that_took_them() -> None:
    """FD-2.05: at the end they are in hands, in the wall or turned up; none is laid out, claimed or thrown."""
    books = gold_flower_hands("literal", 8)
    held = 0
    for book in books:
        assert not any(kind in book.golds for kind in book.river)
        assert not any(own[kind] for own in book.flowers for kind in book.golds)
        held += sum(hand[kind] for hand in book.hands for kind in book.golds)
        assert book.golds in (set(range(Tile.H1, Tile.H1 + 4)), set(range(Tile.H1 + 4, Tile.H1 + 8)))
    assert held > 0


def test_gold_flowers_may_be_thrown_where_golds_may() -> None:
    books = gold_flower_hands("golds_thrown", 8)
    thrown = sum(kind in book.golds for book in books for kind in book.river)
    assert thrown > 0


def test_the_golds_of_the_records_are_those_of_the_books() -> None:
    """`golds` and `gold_flowers` of every seat against its tiles."""
    for name in ("literal", "golds_thrown"):
        rules = fd(RULES[name])
        for wall in [*range(6), *flower_walls(4)]:
            played = play(rules, BOTS, [wall], SEED, lineups=[LINEUPS[2]], log=True)
            book = play_books(rules[0], played)[0]
            own = played.table[0]["own"]
            for seat in range(4):
                held = [kind for kind in book.golds for _ in range(book.hands[seat][kind])]
                flowers = sum(1 << kind - Tile.H1 for kind in held if kind >= Tile.H1)
                assert (int(own[seat]["golds"]), int(own[seat]["gold_flowers"])) == (len(held), flowers)
                others = {kind: n for kind, n in book.hands[seat].items() if n and kind not in book.golds}
                assert {kind: int(n) for kind, n in enumerate(own[seat]["counts"]) if n} == others
