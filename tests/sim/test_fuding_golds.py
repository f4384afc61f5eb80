"""Golds in Fuding on made-up walls: opened before the deal; a flower turned up makes its colour gold, and those are held."""

from __future__ import annotations

import numpy as np
import pytest

from rulesets.golds import gold_mask_of, gold_of, indicator_of
from rulesets.tiles import Tile, WinKind, parse_tiles
from sim.batch import LogEvent, WallMode, play
from tests.sim.fuding_table import COMPLETE, LOOSE, RUNS, A, B, C, D, deltas, fd, fd_play, fd_wall
from tests.sim.laid_table import after_deal, event, public, story
from tests.sim.tabletop import TSUMOGIRI, offered


def kind(tile: str) -> int:
    return parse_tiles(tile)[0]


def flowers(played: object, seat: int) -> str:
    """Flowers laid out by a seat, seasons and plants by number."""
    row = played.table[0]["public"]["flowers"][seat]  # type: ignore[attr-defined]
    return "".join(f"H{i + 1}" for i in range(8) if row[7 + i])


def held_flowers(played: object, seat: int) -> str:
    """Gold flowers in the hand of a seat."""
    mask = int(played.table[0]["own"][seat]["gold_flowers"])  # type: ignore[attr-defined]
    return "".join(f"H{i + 1}" for i in range(8) if mask >> i & 1)


def golds(played: object) -> list[int]:
    """Golds in each hand at the end."""
    return [int(n) for n in played.table[0]["own"]["golds"]]  # type: ignore[attr-defined]


# --- which kinds are gold ---------------------------------------------------------------------------------------------


def test_FD_B_02_the_gold_is_the_last_tile_turned_up_before_the_deal() -> None:
    wall = fd_wall({B: "5s"}, gold="5s")
    played = fd_play(wall)
    first = played.log[1]
    assert tuple(first[:6]) == (LogEvent.FLIP, A, kind("5s"), 0, kind("5s"), 0) and wall[-1] == kind("5s")
    assert [row[0] for row in played.log[2:67]] == [LogEvent.DEAL] * 65
    seen = public(played)
    assert int(seen["indicator"]) == int(seen["gold_kind"]) == kind("5s") and int(seen["gold_mask"]) == 1 << kind("5s")
    assert golds(played)[B] >= 1 and int(seen["visible"][kind("5s")]) >= 1


@pytest.mark.parametrize("mode", [WallMode.LINEAR, WallMode.LANES])
def test_three_golds_are_in_play_and_the_indicator_lies_there(mode: WallMode) -> None:
    """The dealt tiles never hold the indicator; of each gold three are left, of a colour three too."""
    for rows in play(fd(), TSUMOGIRI, range(40), 3, mode=mode, log=True).transcripts():
        flip = rows[1]
        assert flip[0] == LogEvent.FLIP and flip[3] == 0
        kinds = {k for k in range(42) if int(flip[5]) >> k & 1} or {int(flip[4])}
        taken = [int(r[2]) for r in rows if r[0] in (LogEvent.DEAL, LogEvent.DRAW)]
        assert sum(k in kinds for k in taken) <= 3
        assert taken.count(int(flip[2])) <= (3 if flip[2] < Tile.H1 else 0)


@pytest.mark.parametrize("flower, colour", [("H2", "H1H2H3H4"), ("H4", "H1H2H3H4"), ("H5", "H5H6H7H8"), ("P", "P"), ("C", "C")])
def test_a_flower_turned_up_makes_its_colour_gold(flower: str, colour: str) -> None:
    rules = fd().view(np.recarray)[0]
    mask = sum(1 << k for k in parse_tiles(colour))
    assert int(gold_mask_of(rules, kind(flower))) == mask and int(gold_of(rules, kind(flower))) == kind(flower)
    assert int(indicator_of(rules, kind(flower))) == kind(flower)
    flip = fd_play(fd_wall({}, gold=flower)).log[1]
    assert int(flip[4]) == kind(flower) and int(flip[5]) == (0 if flower == "C" else mask)


def test_a_flower_names_its_own_colour_where_golds_are_the_next_kind() -> None:
    rules = fd({"gold.maps_to": "next"}).view(np.recarray)[0]
    assert int(gold_of(rules, kind("H8"))) == kind("H8") and int(indicator_of(rules, kind("H8"))) == kind("H8")
    assert int(gold_of(rules, kind("9m"))) == kind("1m") and int(gold_mask_of(rules, kind("9m"))) == 1 << kind("1m")


# --- flowers that are gold --------------------------------------------------------------------------------------------


def test_FD_2_05_a_gold_flower_is_held_and_other_flowers_are_replaced() -> None:
    """Gold R2: the seat holds R1; K3 is replaced as usual."""
    played = fd_play(fd_wall({A: LOOSE, B: "H1 H7", C: RUNS}, draws="6p", gold="H2", tail="8m"), "0 discard 6p; 2 win")
    laid = [(seat, tile) for _, seat, tile, _ in story(played, LogEvent.FLOWER)]
    assert laid[0] == (B, "H7") and (B, "H1") not in laid
    assert after_deal(played)[1] == ("WINDS", int(public(played)["east"]), "", after_deal(played)[1][3])
    assert ("DRAW", B, "8m", 1) in after_deal(played)
    assert held_flowers(played, B) == "H1" and flowers(played, B) == "H7"


def test_FD_2_05_a_gold_flower_drawn_in_play_is_a_gold() -> None:
    played = fd_play(fd_wall({A: "9p", B: COMPLETE}, draws="9s H3", gold="H2"), "0 discard 9p; 1 win")
    end = event(played)
    assert (int(end["win_kind"]), int(end["tile"]), int(end["winner_mask"])) == (WinKind.SELF_DRAW, kind("H2"), 1 << B)
    assert golds(played)[B] == 1 and held_flowers(played, B) == "H3" and flowers(played, B) == ""
    assert [row for row in story(played, LogEvent.DRAW) if row[1] == B] == [("DRAW", B, "H3", 0)]


def test_FD_2_05_a_gold_flower_brings_the_tai_of_the_own_wind_but_no_points_of_a_flower() -> None:
    """The same win of seat B with each gold flower: that of the own wind, South, is one tai more, a factor of two."""
    rules = {"deal.seat_winds": "dealer_east", "fuding.pinghu": "none", "fuding.limit_dihu": 0}
    wins = {}
    for flower in ("H1", "H2", "H3"):
        wall = fd_wall({A: "9p", B: COMPLETE}, draws=f"9s {flower}", gold="H4")
        wins[flower] = deltas(fd_play(wall, "0 discard 9p; 1 win", rules))[B]
    assert wins == {"H1": 4 * 80, "H2": 4 * 160, "H3": 4 * 80}, "20 hu; a gold, self-draw"


def test_white_dragons_turned_up_are_golds_and_no_flowers() -> None:
    played = fd_play(fd_wall({B: "P"}, draws="9s 8s P", gold="P"))
    assert not [row for row in story(played, LogEvent.FLOWER) if row[2] == "P"]
    assert golds(played)[B] >= 1 and int(played.table[0]["own"][B]["counts"][Tile.WHITE]) == 0


def test_white_dragons_are_flowers_otherwise() -> None:
    played = fd_play(fd_wall({B: "P"}, gold="5s", tail="8m"))
    assert story(played, LogEvent.FLOWER)[0] == ("FLOWER", B, "P", 0)


def test_gold_flowers_become_golds_when_the_gold_is_opened_after_the_deal() -> None:
    rules = {"gold.open_when": "after_deal"}
    played = fd_play(fd_wall({A: LOOSE, B: "H1 H7"}, draws="H3", gold="H2", tail="8m"), "", rules)
    assert [row[0] for row in after_deal(played)[:2]] == ["WINDS", "FLIP"]
    assert held_flowers(played, B) == "H1" and held_flowers(played, A) == "H3"
    assert next(row[1:3] for row in story(played, LogEvent.FLOWER)) == (B, "H7")


def test_a_gold_of_a_flower_kind_never_lies_in_a_meld_and_cannot_be_claimed() -> None:
    """Gold C: the thrown C of another rule set is nobody's pon; golds in hand stay golds."""
    rules = {"gold.discard": "allowed"}
    played = fd_play(fd_wall({A: "C", B: "CC"}, gold="C"), "0 discard C; 1 pon", rules)
    assert not offered(played.log, B, "C") and ("DISCARD", A, "C", 0) in story(played)


# --- thrown golds -----------------------------------------------------------------------------------------------------


def test_FD_2_04_a_gold_is_not_discarded() -> None:
    rows = fd_play(fd_wall({A: "H1"}, gold="H2")).log
    asked = [row for row in rows if row[0] == LogEvent.DECISION and row[1] == A]
    assert asked and not any(int(row[5]) >> kind("H2") & 1 or int(row[5]) >> kind("H1") & 1 for row in asked)


def test_a_thrown_gold_flower_lies_there_as_the_flower_it_is() -> None:
    rules = {"gold.discard": "allowed", "gold.discard_effect": "self_draw_only"}
    played = fd_play(fd_wall({A: "H4 H1"}, gold="H2"), "0 discard H2; 0 discard H2", rules)
    thrown = [row[2] for row in story(played, LogEvent.DISCARD) if row[1] == A][:2]
    assert thrown == ["H1", "H4"], "the lowest number first"
    seen = public(played)
    assert int(seen["visible"][kind("H1")]) == 1 and int(seen["visible"][kind("H2")]) == 1
    assert int(seen["thrown"][A]) >> kind("H1") & 1 and int(seen["self_draw_only"][A]) == 1
    assert held_flowers(played, A) == ""


def test_FD_2_04_a_thrown_gold_flower_cannot_be_claimed_unless_it_may_be_won_on() -> None:
    wall = fd_wall({A: "H4", B: RUNS}, gold="H2")
    never = fd_play(wall, "0 discard H2; 1 win", {"gold.discard": "allowed"})
    assert not offered(never.log, B, "H2")
    won = fd_play(wall, "0 discard H2; 1 win", {"gold.discard": "allowed", "gold.claimable": "win_only"})
    end = event(won)
    assert (int(end["win_kind"]), int(end["tile"]), int(end["payer"])) == (WinKind.DISCARD, kind("H2"), A)
    assert offered(won.log, B, "H2") == [{"PASS", "WIN"}] and deltas(won)[B] > 0


def test_taking_a_flower_that_was_turned_up_wins_with_it_as_a_gold() -> None:
    rules = {
        "rob_gold.window": "after_first_discard", "deal.seat_winds": "dealer_east", "fuding.pinghu": "none", "fuding.limit_dihu": 0,
    }  # fmt: skip
    points = []
    for gold in ("H2", "H3"):  # South is the wind of seat B
        played = fd_play(fd_wall({A: LOOSE, B: RUNS}, draws="S", gold=gold), "0 discard S; 1 win", rules)
        assert int(event(played)["tile"]) == kind(gold) and int(event(played)["winner_mask"]) == 1 << B
        points.append(deltas(played)[B])
    assert points[0] == 2 * points[1], "the own flower among the golds is one tai more"


# --- idle golds and the earthly win -----------------------------------------------------------------------------------


IDLE = "778899m 123p456p789p C"  # gold C: complete but for a partner of the gold


def test_FD_1_10_an_idle_gold_bars_even_the_earthly_win() -> None:
    played = fd_play(fd_wall({A: LOOSE[:-1] + "8m", B: IDLE}, gold="C"), "0 discard 8m; 1 win; 1 pass")
    assert offered(played.log, B, "8m")[0] >= {"PON", "PASS"} and "WIN" not in offered(played.log, B, "8m")[0]
    drawn = fd_play(fd_wall({A: LOOSE[:-1] + "8m", B: IDLE}, draws="9s 8m", gold="C"), "0 discard 8m; 1 pass; 1 win")
    assert int(event(drawn)["win_kind"]) == WinKind.SELF_DRAW and int(event(drawn)["discards"]) == 1
    assert deltas(drawn) == [-1600, 3200, -800, -800], "the first draw after the first discard is 地胡"
    free = fd_play(fd_wall({A: LOOSE[:-1] + "8m", B: IDLE}, gold="C"), "0 discard 8m; 1 win", {"gold.idle_win": "any"})
    assert int(event(free)["win_kind"]) == WinKind.DISCARD and deltas(free) == [-1600, 3200, -800, -800]


def test_the_discards_of_a_hand_are_counted_for_the_earthly_win() -> None:
    wall = fd_wall({A: LOOSE[:-1] + "6p", C: RUNS, D: "6p"}, draws="9s 8p 8p")
    first = fd_play(wall, "0 discard 6p; 2 win")
    assert int(event(first)["discards"]) == 1 and deltas(first) == [-1600, -800, 3200, -800]
    later = fd_play(fd_wall({A: LOOSE, B: LOOSE[:-1] + "6p", C: RUNS}, draws="9s 8p"), "0 discard 9s; 1 discard 6p; 2 win")
    assert int(event(later)["discards"]) == 2 and deltas(later)[C] < 3200
