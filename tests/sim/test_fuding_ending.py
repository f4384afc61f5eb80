"""The end of the wall in Fuding on made-up walls: kans, flowers and wins among the last tiles (FD b.9)."""

from __future__ import annotations

import pytest

from rulesets.compile import rule_table
from rulesets.options import Value
from rulesets.spec import load_preset
from rulesets.tiles import MeldKind, WinKind
from sim.batch import LogEvent
from sim.show import picture
from tests.sim.fuding_ends import ALL_LIVE, QUIET, drawers, fd_end, groups, left, moves
from tests.sim.fuding_table import RUNS, A, B, C, D, deltas, fd_wall
from tests.sim.laid_table import event, public, stage, story
from tests.sim.tabletop import offered

KAN = {A: "147m9m147p9p147s9sEWNC", C: "258m3m25558p258sEWNF", D: "13469m369p1369sESNF"}
"""C holds three 5p."""
NONE = {"end.kan_maker_tile": "skip", "end.kan_into_group": "discard", "end.flower_into_group": "replace", "end.last_group": 0}
"""No last group at all: ordinary turns until the wall is empty."""


# --- the wall (FD-B.07) -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("preset", "reserve"), [("literal", 0), ("club", 16)])
def test_FD_B_07_all_tiles_but_the_reserve_are_drawn_and_a_drawn_hand_pays_nothing(preset: str, reserve: int) -> None:
    """Replacements from the tail lower what is left like draws from the front; the reserve stays behind."""
    rules = rule_table([load_preset(f"fuding/{preset}")])
    assert int(rules[0]["wall"]["reserve"]) == reserve
    played = stage(fd_wall(QUIET, "H1 H2", tail="9s 8s 7s"), "", rules)
    drawn = [extra for *_, extra in story(played, LogEvent.DRAW)]
    assert len(drawn) == ALL_LIVE - reserve and 1 in drawn and 0 in drawn
    assert int(public(played)["left"]) == reserve and moves(played)[-1][0] == "EXHAUSTED" and deltas(played) == [0, 0, 0, 0]


def test_FD_B_05_a_win_on_a_kan_replacement_is_a_self_draw() -> None:
    played = fd_end(fd_wall({C: "555p123m456m789m123s9s"}, "5p", tail="9s"), "2 kan_open 5p; 2 win")
    ended = event(played)
    assert int(ended["win_kind"]) == WinKind.SELF_DRAW and int(ended["after_kan"]) == 1 and int(ended["payer"]) == -1


# --- kans (FD-3.03) ---------------------------------------------------------------------------------------------------


def test_FD_3_03_no_kan_when_somebody_would_get_no_last_tile() -> None:
    wall = fd_wall(KAN, "5p")
    assert offered(fd_end(wall, live=4).log, C, "5p") == [{"PON", "PASS"}]
    assert offered(fd_end(wall, live=5).log, C, "5p") == [{"PON", "KAN_OPEN", "PASS"}]


def test_FD_3_03_after_a_kan_with_five_left_its_maker_lays_a_tile_aside_and_comes_last() -> None:
    wall = fd_wall(KAN, "5p 8s 7m 8p 4p", tail="F")
    played = fd_end(wall, "2 kan_open 5p; 2 pass; 2 discard E", live=5)
    assert moves(played)[1:] == [
        ("KAN_OPEN", C, "5p"), ("DRAW", C, "F"), ("GROUP", D, ""), ("DRAW", D, "8s"), ("DRAW", A, "7m"), ("DRAW", B, "8p"),
        ("LAY_ASIDE", C, "E"), ("DRAW", C, "4p"), ("EXHAUSTED", -1, ""),
    ]  # fmt: skip
    assert groups(played) == [(D, 4)] and left(played) == 0
    assert offered(played.log, C)[1:] == [{"PASS"}, {"DISCARD"}]
    seen = public(played)
    assert int(seen["visible"][27]) == 0 and int(seen["n_discards"]) == 1 and int(seen["thrown"][C]) == 0
    assert int(seen["n_concealed"][C]) == 14 and int(event(played)["discards"]) == 1 and int(event(played)["no_kan"]) == 1


def test_FD_3_03_the_replacement_may_win_instead() -> None:
    hand = "555p 123m456m789m123s9s".replace(" ", "")
    played = fd_end(fd_wall({C: hand}, "5p", tail="9s"), "2 kan_open 5p; 2 win", live=5)
    assert moves(played)[1:] == [("KAN_OPEN", C, "5p"), ("DRAW", C, "9s"), ("WIN", C, "9s")]
    assert offered(played.log, C)[1:] == [{"WIN", "PASS"}]


def test_FD_3_03_with_a_number_of_standing_seats_fewer_tiles_are_enough() -> None:
    """B stands: three seats are in play, and a kan needs four tiles."""
    wall = fd_wall(KAN, "S 3s 3s 5p")
    changes: dict[str, Value] = {"kan.near_end": "five"}
    assert "KAN_OPEN" in offered(fd_end(wall, "1 stand", live=7).log, C, "5p")[0]
    assert "KAN_OPEN" not in offered(fd_end(wall, "1 stand", live=6).log, C, "5p")[0]
    assert "KAN_OPEN" not in offered(fd_end(wall, "1 stand", changes, live=7).log, C, "5p")[0]


def test_the_replacement_was_the_makers_tile() -> None:
    """`end.kan_maker_tile: skip`: the three others draw, and one tile stays."""
    played = fd_end(fd_wall(KAN, "5p", tail="F"), "2 kan_open 5p; 2 pass", {"end.kan_maker_tile": "skip"}, live=5)
    assert groups(played) == [(D, 3)] and drawers(played) == "DAB" and left(played) == 1


def test_the_maker_of_a_kan_may_discard() -> None:
    """`end.kan_into_group: discard`: an ordinary discard follows, and the group begins with the next seat."""
    changes: dict[str, Value] = {"end.kan_maker_tile": "skip", "end.kan_into_group": "discard"}
    played = fd_end(fd_wall(KAN, "5p", tail="9s"), "2 kan_open 5p", changes, live=5)
    assert ("DISCARD", C, "9s") in moves(played) and groups(played) == [(D, 4)]


@pytest.mark.parametrize(("live", "tiles", "who"), [(4, 3, "DAB"), (2, 1, "D")])
def test_with_kans_until_the_end_the_last_seats_get_no_tile(live: int, tiles: int, who: str) -> None:
    """`kan.near_end: live_tile`: fewer tiles than seats in play are left, so the maker lays nothing aside."""
    played = fd_end(fd_wall(KAN, "5p", tail="F"), "2 kan_open 5p; 2 pass", {"kan.near_end": "live_tile"}, live=live)
    assert groups(played) == [(D, tiles)] and drawers(played) == who
    assert "LAY_ASIDE" not in [what for what, *_ in moves(played)]


def test_a_kan_that_takes_the_last_tile_ends_the_hand() -> None:
    played = fd_end(fd_wall(KAN, "5p", tail="F"), "2 kan_open 5p; 2 pass", {"kan.near_end": "live_tile"}, live=1)
    assert moves(played)[1:] == [("KAN_OPEN", C, "5p"), ("DRAW", C, "F"), ("EXHAUSTED", -1, "")]


# --- the last group (FD-3.05) -----------------------------------------------------------------------------------------

BOTH = {**QUIET, B: RUNS, D: "123m456m789m123p45p88s"}


def test_FD_3_05_a_decline_is_final_and_a_win_ends_the_division() -> None:
    wall = fd_wall(BOTH, "9p 2s 8p 3p 2p 3p")
    played = fd_end(wall, "3 pass; 1 win", live=5)
    assert moves(played)[3:] == [
        ("GROUP", C, ""), ("DRAW", C, "8p"), ("DRAW", D, "3p"), ("DRAW", A, "2p"), ("DRAW", B, "3p"), ("WIN", B, "3p"),
    ]  # fmt: skip
    assert offered(played.log, D) == [{"WIN", "PASS"}]
    taken = fd_end(wall, "3 win", live=5)
    assert moves(taken)[-1] == ("WIN", D, "3p") and left(taken) == 2
    assert int(event(taken)["payer"]) == -1 and int(event(taken)["no_kan"]) == 1


def test_FD_3_05_tiles_of_the_group_join_the_hand_but_a_fourth_tile_is_no_kan_and_a_flower_is_nothing() -> None:
    """B has ponned 3p and draws the fourth; C draws a flower, D a gold."""
    wall = fd_wall({**QUIET, B: "258m33p258s147sEWNCF"}, "3p H1 5s 8p 3p")
    played = fd_end(wall, "1 pon 3p; 1 discard E", live=4)
    assert moves(played)[3:] == [
        ("GROUP", C, ""), ("DRAW", C, "H1"), ("FLOWER", C, "H1"), ("DRAW", D, "5s"), ("DRAW", A, "8p"), ("DRAW", B, "3p"),
        ("EXHAUSTED", -1, ""),
    ]  # fmt: skip
    seats = played.table[0]["own"]
    assert int(seats[D]["golds"]) == 1 and int(seats[B]["counts"][11]) == 1 and int(seats[B]["meld_kind"][0]) == MeldKind.PON
    assert int(public(played)["dead_flowers"].sum()) == 1 and int(public(played)["n_flowers"].sum()) == 0
    assert offered(played.log, B)[1:] == [{"DISCARD"}] and offered(played.log, C) == offered(played.log, D) == []


def test_FD_3_05_a_flower_after_which_only_last_tiles_remain_is_not_replaced() -> None:
    """B draws a flower and four tiles remain: it lies dead, B keeps sixteen tiles, does not discard, and draws last."""
    played = fd_end(fd_wall(QUIET, "S H1 8s 7m 8p 4p"), live=5)
    assert moves(played)[1:4] == [("DRAW", B, "H1"), ("FLOWER", B, "H1"), ("GROUP", C, "")]
    assert drawers(played) == "B" + "CDAB" and int(public(played)["n_concealed"][B]) == 17
    assert int(public(played)["dead_flowers"].sum()) == 1 and int(public(played)["n_flowers"][B]) == 0
    changes: dict[str, Value] = {"end.flower_into_group": "replace"}
    replaced = fd_end(fd_wall(QUIET, "S H1 8s 7m 8p 4p", tail="9s"), "", changes, live=5)
    assert moves(replaced)[1:5] == [("DRAW", B, "H1"), ("FLOWER", B, "H1"), ("DRAW", B, "9s"), ("DISCARD", B, "9s")]


def test_FD_3_05_a_flower_as_kan_replacement_is_not_replaced_either() -> None:
    """The maker of the kan then holds no tile too many: it lays nothing aside and draws last."""
    played = fd_end(fd_wall(KAN, "5p 8s 7m 8p 4p", tail="H1"), "2 kan_open 5p", live=5)
    assert moves(played)[1:5] == [("KAN_OPEN", C, "5p"), ("DRAW", C, "H1"), ("FLOWER", C, "H1"), ("GROUP", D, "")]
    assert drawers(played) == "DABC" and "LAY_ASIDE" not in [what for what, *_ in moves(played)]


def test_FD_3_05_with_one_seat_left_it_plays_alone_and_takes_the_last_tile() -> None:
    played = fd_end(fd_wall(QUIET), "1 stand; 2 stand; 3 stand", live=4)
    assert drawers(played) == "AAAA" and groups(played) == [(A, 1)]
    assert sum(what == "DISCARD" for what, *_ in moves(played)) == 4


def test_no_last_group_under_play_on() -> None:
    played = fd_end(fd_wall(QUIET), "", NONE, live=6)
    assert groups(played) == [] and moves(played)[-1][0] == "EXHAUSTED"
    assert sum(what == "DISCARD" for what, *_ in moves(played)) == 7


# --- the picture of such a hand ---------------------------------------------------------------------------------------


def test_the_picture_tells_the_last_replacements_before_the_first_discard_and_what_is_laid_aside() -> None:
    wall = fd_wall({**KAN, D: "13469m369p1369sEH1"}, "5p", tail="9s F")
    shown = picture(fd_end(wall, "2 kan_open 5p; 2 pass; 2 discard E", live=6).log)
    told = [f"{who}: {text}" if who else text for _, who, text, _ in shown.moves]
    at = told.index("seat 3: lays out H1, replacement 9s")
    assert told[at + 1] == "seat 0: discards 5p"
    assert any("lays E aside" in text for text in told), told
