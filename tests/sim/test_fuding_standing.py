"""Standing in Fuding on made-up walls: who stands, what becomes of its turns, its claims and its tile of the last group."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulesets.options import Value
from sim.actions import Action
from sim.batch import LogEvent, Played
from sim.flow.standing import StandReason
from tests.sim.fuding_ends import ALL_LIVE, QUIET, drawers, fd_end, groups, left, moves, stood
from tests.sim.fuding_table import RUNS, A, B, C, D, fd, fd_wall
from tests.sim.laid_table import event
from tests.sim.tabletop import decisions, offered, play_made

WITH_RUNS = {**QUIET, B: RUNS}

# --- giving the hand up (FD-2.02) -------------------------------------------------------------------------------------


def test_FD_2_02_a_seat_that_waves_its_turn_on_stands() -> None:
    """B stands instead of drawing: C draws, and B is offered nothing any more, not even the tile that completes its hand."""
    played = fd_end(fd_wall(WITH_RUNS, "9p 3p 2s"), "1 stand", live=8)
    assert moves(played)[:4] == [("DISCARD", A, "9p"), ("STAND", B, ""), ("DRAW", C, "3p"), ("DISCARD", C, "3p")]
    assert stood(played) == [(B, StandReason.PASSED)]
    assert offered(played.log, B) == [{"STAND", "DRAW"}]
    assert int(event(played)["standing"]) == 1 << B
    in_play = fd_end(fd_wall(WITH_RUNS, "9p 2s 3p"), "1 win", live=8)
    assert moves(in_play)[-1] == ("WIN", B, "3p")


def test_FD_2_02_nobody_is_asked_without_the_option_or_the_wish() -> None:
    wall = fd_wall(WITH_RUNS, "9p 3p 2s")
    told = fd_end(wall, "1 stand", {"turn.stand_pass": False}, live=8)
    untold = fd_end(wall, "", live=8)
    assert (told.log == untold.log).all() and stood(told) == []
    assert moves(told)[1] == ("DRAW", B, "3p")


def test_FD_2_02_a_seat_may_stand_at_any_of_its_draws_and_a_strict_script_answers_too() -> None:
    wall = fd_wall(QUIET, "9s 9p 8s 8p 7s 7p 8m 8p")
    log = fd_end(wall, live=20).log
    at = next(i for i, row in enumerate(log) if row[0] == LogEvent.DRAW and row[1] == D)
    rules = fd()
    rules["wall"]["reserve"] = ALL_LIVE - 20
    told = [*decisions(log[:at]), (D, Action.DRAW * 64), *decisions(log[at:])]
    drew = play_made(rules, wall, told, strict=True)
    assert {"STAND", "DRAW"} in offered(drew.log, D) and stood(drew) == []
    played = fd_end(wall, "3 stand", live=20)
    assert drawers(played)[:6] == "BCABCA"
    again = play_made(rules, wall, decisions(played.log), strict=True)
    assert (again.log == played.log).all()


def test_standing_seats_are_passed_over_in_every_round() -> None:
    played = fd_end(fd_wall(QUIET), "1 stand; 2 stand", live=9)
    assert drawers(played) == "DADADAD" + "AD" and stood(played) == [(B, 0), (C, 0)]


def test_all_four_stand_and_nobody_has_won() -> None:
    played = fd_end(fd_wall(QUIET), "0 stand; 1 stand; 2 stand; 3 stand")
    assert moves(played)[1:] == [
        ("STAND", B, ""), ("STAND", C, ""), ("STAND", D, ""), ("STAND", A, ""), ("EXHAUSTED", -1, ""),
    ]  # fmt: skip
    assert left(played) == ALL_LIVE and int(event(played)["standing"]) == 0b1111


# --- the last tiles ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("lines", "n"), [("", 4), ("1 stand", 3), ("1 stand; 2 stand", 2), ("1 stand; 2 stand; 3 stand", 1)])
def test_FD_3_05_as_many_tiles_are_divided_as_seats_are_in_play(lines: str, n: int) -> None:
    played = fd_end(fd_wall(QUIET), lines, live=9)
    (first, tiles), = groups(played)
    assert tiles == n
    standing = {seat for seat, _ in stood(played)}
    turns = [(first + i) % 4 for i in range(4)]
    assert drawers(played)[-n:] == "".join("ABCD"[s] for s in turns if s not in standing)
    assert sum(row[0] == "DISCARD" for row in moves(played)) == 1 + 9 - n and left(played) == 0


def test_FD_3_05_the_question_to_stand_comes_before_the_division() -> None:
    """Four tiles are left when B is due: if B stands, three seats are in play, so C still draws and discards."""
    played = fd_end(fd_wall(QUIET), "1 stand", live=4)
    assert [row[:2] for row in moves(played)[1:4]] == [("STAND", B), ("DRAW", C), ("DISCARD", C)]
    assert groups(played) == [(D, 3)]
    assert groups(fd_end(fd_wall(QUIET), "", live=4)) == [(B, 4)]


def test_a_standing_seat_gets_no_tile_when_a_number_of_tiles_is_divided() -> None:
    played = fd_end(fd_wall(QUIET), "1 stand", {"end.last_group": 4}, live=6)
    assert groups(played) == [(A, 3)] and left(played) == 1 and drawers(played) == "CD" + "ACD"


# --- what a standing seat still does (penalty.stand*) -----------------------------------------------------------------


def test_under_play_no_win_a_standing_seat_draws_and_discards_and_takes_no_tile_of_the_group() -> None:
    """A throws 3p and B draws 3p, which complete B's hand: B is offered neither. C begins the division though B was due."""
    played = fd_end(fd_wall(WITH_RUNS, "S S W 3p 3p"), "1 stand; 1 stand", {"penalty.stand": "play_no_win"}, live=10)
    assert stood(played) == [(B, StandReason.PASSED)]
    assert drawers(played) == "CDABCDA" + "CDA" and groups(played) == [(C, 3)]
    assert offered(played.log, B) == [{"STAND", "DRAW"}, {"DISCARD"}]


@pytest.mark.parametrize(("changes", "chis"), [({}, [("CHI", C, "4p")]), ({"penalty.stand_next_chis": False}, [])])
def test_who_may_chi_past_a_standing_seat(changes: dict[str, Value], chis: list[tuple[str, int, str]]) -> None:
    """`penalty.stand_next_chis`: B stands, A throws 4p, and C holds 5p 6p."""
    wall = fd_wall({**QUIET, C: "258m36m3568p258sEWNF"}, "S S S 4p")
    played = fd_end(wall, "1 stand; 2 chi_low 4p", changes, live=30)
    assert [row for row in moves(played) if row[0] == "CHI"] == chis


# --- nothing may be discarded (FD-3.20) -------------------------------------------------------------------------------


def _late(hand: str, drawn: str, live: int, lines: str = "", changes: Mapping[str, Value] | None = None, tail: str = "") -> Played:
    """C pons 1m, 2m and 3m, which are thrown to it, and has thrown 7s, 8s and 9s itself; then D, A, B and C draw."""
    wall = fd_wall({C: hand}, f"1m 2m 3m {drawn}", gold="9p", tail=tail)
    return fd_end(wall, "2 pon; 2 discard 7s; 2 pon; 2 discard 8s; 2 pon; 2 discard 9s;" + lines, changes, live)


def test_FD_3_20_a_hand_of_late_honours_stands_and_the_turn_passes() -> None:
    hand = "11m22m33mEESSWWN789s"
    played = _late(hand, "5s5s5sC", 12)
    at = moves(played).index(("DRAW", C, "C"))
    assert [row[:2] for row in moves(played)[at + 1 : at + 3]] == [("STAND", C), ("DRAW", D)]
    assert stood(played) == [(C, StandReason.NO_DISCARD)]
    assert offered(played.log, C)[-1] == {"DISCARD"}, "the seat was not asked what to do with the last tile"
    assert int(played.table[0]["public"]["n_concealed"][C]) == 8, "all tiles stay with it"
    free = _late(hand, "5s5s5sC", 12, changes={"bar.late_honour": 0})
    assert stood(free) == [] and ("DISCARD", C, "C") in moves(free)


def test_FD_3_20_a_kan_that_may_be_declared_may_be_declared_instead() -> None:
    hand = "11m22m33mEEESSWN789s"
    played = _late(hand, "5s5s5sE", 12)
    assert stood(played) == [(C, StandReason.NO_DISCARD)]
    assert offered(played.log, C)[-1] == {"KAN_CLOSED", "STAND"}
    kan = _late(hand, "5s5s5sE", 12, "2 kan_closed E", tail="5m")
    assert stood(kan) == [] and ("DRAW", C, "5m") in moves(kan) and ("DISCARD", C, "5m") in moves(kan)


def test_FD_3_20_a_pon_that_leaves_nothing_to_discard_makes_its_maker_stand() -> None:
    wall = fd_wall({C: "11m22m33mEESSWWNC78s"}, "1m 2m 3m", gold="9p")
    played = fd_end(wall, "2 pon; 2 discard 7s; 2 pon; 2 discard 8s; 2 pon", live=8)
    at = moves(played).index(("PON", C, "3m"))
    assert [row[:2] for row in moves(played)[at + 1 : at + 3]] == [("STAND", C), ("DRAW", D)]
