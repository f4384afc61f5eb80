"""The oracle's Fuzhou points are those of the specification's own examples (FZ 5.4), computed there by hand."""

from __future__ import annotations

import pytest

from rulesets.tiles import parse_tiles
from tests.oracle.ending import Ending, Meld, next_dealer, next_streak
from tests.oracle.options import Value
from tests.oracle.options_fuzhou import fuzhou_preset
from tests.oracle.score_fuzhou import score

GOLD = 22  # 5s
PLAIN = "123m 456m 789m 123p 45p 77s"  # HA, waits for 3p and 6p
JUNK = "147m9m147p9p147s9s2m8p"


def counts(tiles: str) -> tuple[int, ...]:
    kinds = parse_tiles(tiles)
    return tuple(kinds.count(kind) for kind in range(34))


def ending(seat: int, tiles: str, flowers: str = "", melds: tuple[Meld, ...] = (), **facts: object) -> Ending:
    """A hand won by one seat; gold 5s, dealer 0, a self-draw unless told otherwise."""
    hands, own = [(0,) * 34] * 4, [()] * 4
    hands[seat], own[seat] = counts(tiles), melds
    kinds = parse_tiles(flowers)
    laid = [(0,) * 15] * 4
    laid[seat] = tuple(kinds.count(kind) for kind in range(27, 42))
    told = {"dealer": 0, "result": "self_draw", "tile": parse_tiles(tiles)[-1], "gold": GOLD, "indicator": GOLD, **facts}
    return Ending(hands=tuple(hands), melds=tuple(own), winners=(seat,), flowers=tuple(laid), **told)


KAN = (Meld("kan_open", 9, 0),)
VECTORS = {
    "V1": (ending(1, "123m 456m 789m 345p 7s 5s", "H1 H2 H5", KAN), (-20, 60, -20, -20), (-20, 60, -20, -20)),
    "V2": (
        ending(0, "123m 456m 789m 123p 78p 55s 9p", "EEEE S H1", result="discard", payer=3, n_kept=2),
        (231, -77, -77, -77),
        (94, 0, 0, -94),
    ),
    "V3": (ending(1, f"{JUNK} 555s", "H1 H2 H3 S"), (-64, 192, -64, -64), (-64, 192, -64, -64)),
    "V4": (ending(1, "123m 456m 789m 123p 77p 555s"), (-136, 408, -136, -136), (-136, 408, -136, -136)),
    "V5": (
        ending(1, f"{PLAIN} 5s", "H1 H2", opening="indicator"), (-46, 138, -46, -46), (-46, 138, -46, -46)
    ),
    "V6": (
        ending(0, "123m 456m 789m 123p 456p 7s 5s", "H1 H2 S W N", opening="dealt", tile=-1),
        (156, -52, -52, -52),
        (156, -52, -52, -52),
    ),
    "V7": (ending(1, f"{PLAIN} 6p", result="discard", payer=2), (-35, 105, -35, -35), (0, 40, -40, 0)),
    "V8": (
        ending(1, "123m 456m 789m 45p 77s 6p", "H1", KAN, result="discard", payer=2), (-7, 21, -7, -7), (0, 14, -14, 0)
    ),
    "V9": (
        ending(1, f"{PLAIN} 6p", "H1 S", result="rob_kan", payer=0, robbed="kan_added"), (-7, 21, -7, -7), (-14, 14, 0, 0)
    ),
    "V10": (ending(1, f"{PLAIN} 6p", "H1 S", n_kept=4), (-14, 42, -14, -14), (-14, 42, -14, -14)),
}


@pytest.mark.parametrize("name", VECTORS)
def test_vectors_of_the_specification(name: str) -> None:
    hand, standard, classic = VECTORS[name]
    assert score(hand, fuzhou_preset("fz_std")).delta == standard
    assert score(hand, fuzhou_preset("qq_classic")).delta == classic


def test_a_drawn_hand_pays_nothing() -> None:
    """V11."""
    drawn = ending(1, PLAIN)._replace(result="draw", winners=())
    assert score(drawn, fuzhou_preset("fz_std")).delta == (0, 0, 0, 0)


def specials(hand: Ending, **changes: Value) -> frozenset[str]:
    return score(hand, fuzhou_preset("fz_std", **changes)).fans[0] & {
        "ping0", "ping1", "tianhu", "qiangjin", "sanjin", "jinque", "jinlong", "hunyise", "qingyise"
    }


def test_golds_of_the_ledger() -> None:
    """FZ-JQ-01, FZ-JL-01, FZ-3G-02, FZ-WIN-03."""
    flowers = "H1 S"
    assert specials(ending(1, "123m456m789m123p78p 55s 9p", flowers, result="discard", payer=0)) == {"jinque"}
    assert specials(ending(1, "123m456m789m123p78p 55s 1s", flowers, result="discard", payer=0)) == frozenset()
    assert specials(ending(1, "123m456m789m123p77p 55s 5s", flowers)) == {"sanjin", "jinque", "jinlong"}
    assert specials(ending(1, "123m456m789m123p1s8p 555s", flowers)) == {"sanjin"}
    taken = ending(1, "123m456m789m123p78p 55s 5s", flowers, opening="indicator")
    assert specials(taken) == {"qiangjin", "jinque"}
    assert specials(taken, rob_gold__shapeless=True) == {"qiangjin", "jinque", "sanjin"}
    assert specials(taken, fuzhou__rob_gold_keeps_golds=False) == {"qiangjin"}
    with pytest.raises(ValueError, match="no winning hand"):
        specials(ending(1, f"{JUNK} 55s 5s", flowers, opening="indicator"))
    with pytest.raises(ValueError, match="no winning hand"):
        specials(ending(1, f"{JUNK} 555s", flowers, result="discard", payer=0))


def test_plain_wins_and_flushes() -> None:
    """FZ-PING-01, 02, FZ 7.7."""
    closed = (Meld("kan_closed", 9, 1),)
    assert specials(ending(1, "123m 456m 789m 45p 77s 6p", "", closed)) == frozenset()
    assert specials(ending(1, "123m 456m 789m 45p 77s 6p", "H1", closed)) == frozenset()
    assert specials(ending(1, "123m 456m 789m 45p 77s 6p", "H1", closed), fuzhou__ping1_needs_no_kan=False) == {"ping1"}
    one_suit = "111222333444678s 99s"
    assert specials(ending(1, one_suit, "H1 S")) == {"qingyise"}
    assert specials(ending(1, "111222333444678s 9s 5s", "H1 S")) == {"qingyise"}
    assert specials(ending(1, "111222333444678m 9m 5s", "H1 S")) == {"hunyise"}


def test_the_deal_after_a_hand() -> None:
    """FZ-DEALER-02, 03: the dealer's next seat deals, not the winner; wins and draws of the dealer raise the streak."""
    options = fuzhou_preset("fz_std")
    lost = ending(3, f"{PLAIN} 6p")
    assert (next_dealer(lost, options), next_streak(lost, options)) == (1, 0)
    drawn = lost._replace(result="draw", winners=(), n_kept=1)
    assert (next_dealer(drawn, options), next_streak(drawn, options)) == (0, 2)
    assert next_streak(drawn, fuzhou_preset("fz_std", dealer__streak_on_draw=False)) == 1
    won = ending(0, f"{PLAIN} 6p", n_kept=2)
    assert (next_dealer(won, options), next_streak(won, options)) == (0, 3)
