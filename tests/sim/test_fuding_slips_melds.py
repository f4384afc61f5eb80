"""Chis that are wrong or changed afterwards (FD-2.07, FD-3.08)."""

from __future__ import annotations

import numpy as np
import pytest

from rulesets.tiles import KIND_NAMES, Tile, parse_tiles
from sim.batch import LogEvent, Played
from sim.mistakes.melds import mended_run
from sim.mistakes.row import Objection
from sim.seat import add_tile
from tests.sim.fuding_slips import BONUS, counted, erring, errs, penalties, sees, standing
from tests.sim.fuding_table import LOOSE, A, B, C, D, deltas, fd_wall
from tests.sim.laid_table import story
from tests.sim.tabletop import Array

DULL = LOOSE.replace("E", "F")


def chi_wall(draws: str = "6m 9p 9s 9p") -> Array:
    """A throws 6m; B chis it with 4m and 5m and holds 3m, a number off."""
    return fd_wall({A: DULL, B: "345m11m258p369s47sSWNC"}, draws=draws, gold="E")


CHI = "0 discard 6m; 1 chi_high 6m; 1 discard S; 1 discard S"  # after a wrong chi the turn is asked anew


def test_FD_2_07_a_wrong_chi_stands_at_the_first_discard_of_the_next_who_has_drawn() -> None:
    played = erring(chi_wall(), {B: errs("wrong_chi")}, CHI)
    assert penalties(played) == [(B, "wrong_chi", "STAND")] and standing(played) == {B}
    rows = story(played, LogEvent.CHI, LogEvent.DRAW, LogEvent.DISCARD, LogEvent.PENALTY)
    at = next(i for i, row in enumerate(rows) if row[0] == "CHI")
    assert [row[:2] for row in rows[at : at + 5]] == [
        ("CHI", B), ("DISCARD", B), ("DRAW", C), ("DISCARD", C), ("PENALTY", B),
    ]  # fmt: skip
    counts = played.table[0]["own"][B]["counts"]
    assert (int(counts[2]), int(counts[3]), int(counts[4])) == (0, 1, 0)  # 3m lies in the meld, 4m is in the hand


def test_FD_2_07_its_maker_may_put_it_right_before() -> None:
    played = erring(chi_wall(), {B: errs("wrong_chi", wrong_chi_fix=1.0)}, CHI)
    assert penalties(played) == [] and counted(played, "wrong_chi")["lapsed"] == 1
    lawful = erring(chi_wall(), {}, CHI)
    for name in ("counts", "keys", "at_least"):
        assert (played.table[0]["own"][B][name] == lawful.table[0]["own"][B][name]).all()
    assert (played.table[0]["public"]["visible"] == lawful.table[0]["public"]["visible"]).all()


def exchanges(played: Played) -> list[tuple[str, str]]:
    """Tiles laid into chis and taken out of them, in order."""
    rows = [row for row in played.log if row[0] == LogEvent.EXCHANGE]
    return [(KIND_NAMES[row[2]], KIND_NAMES[row[3]]) for row in rows]


def run_of(played: Played, seat: int) -> str:
    """The lowest tile of the first meld of a seat, as all see it and as it has it itself."""
    table = played.table[0]
    own, public = int(table["own"][seat]["meld_tile"][0]), int(table["public"]["meld_tile"][seat, 0])
    assert own == public
    return KIND_NAMES[own]


def in_hand(played: Played, seat: int, tiles: str) -> list[int]:
    """How many of these kinds a seat holds."""
    counts = played.table[0]["own"][seat]["counts"]
    return [int(counts[kind]) for kind in parse_tiles(tiles)]


GONE = "0 discard 6m; 1 chi_high 6m; 1 discard S; 1 discard 4m"  # the tile that was meant is thrown
MENDS = errs("wrong_chi", wrong_chi_fix=1.0)


def test_FD_2_07_it_is_put_right_with_the_run_that_was_meant_while_that_tile_is_held() -> None:
    hands = {A: DULL, B: "3457m11m258p369s47sSWN"}
    played = erring(fd_wall(hands, draws="6m 9p 9s 9p", gold="E"), {B: MENDS}, CHI)
    assert exchanges(played) == [("3m", "4m"), ("4m", "3m")] and run_of(played, B) == "4m"


def test_FD_2_07_without_that_tile_it_is_put_right_with_any_run_from_the_tiles_held() -> None:
    hands = {A: DULL, B: "3457m11m258p369s47sSWN"}
    wall = fd_wall(hands, draws="6m 9p 9s 9p", gold="E")
    played = erring(wall, {B: MENDS}, GONE)
    assert exchanges(played) == [("3m", "4m"), ("7m", "3m")] and run_of(played, B) == "5m"
    assert in_hand(played, B, "34567m") == [1, 0, 0, 0, 0] and penalties(played) == []
    assert counted(played, "wrong_chi") == {"trig": 1, "slip": 1, "lapsed": 1}
    stands = erring(wall, {B: errs("wrong_chi")}, GONE)
    assert penalties(stands) == [(B, "wrong_chi", "STAND")] and exchanges(stands) == [("3m", "4m")]


def test_FD_2_07_the_lowest_such_run_may_need_two_other_tiles() -> None:
    """B chis 6m with 7m and 8m, lays 9m down for 8m, and throws 8m: 4m and 5m take the places of 7m and 9m."""
    wall = fd_wall({A: DULL, B: "45789m11m258p369s4sSWN"}, draws="6m 9p 9s 9p", gold="E")
    played = erring(wall, {B: MENDS}, "0 discard 6m; 1 chi_low 6m; 1 discard S; 1 discard 8m")
    assert exchanges(played) == [("9m", "8m"), ("4m", "7m"), ("5m", "9m")] and run_of(played, B) == "4m"
    assert in_hand(played, B, "456789m") == [0, 0, 0, 1, 0, 1]
    lawful = erring(wall, {}, "0 discard 6m; 1 chi_high 6m; 1 discard 8m")
    for name in ("counts", "keys", "at_least"):
        assert (played.table[0]["own"][B][name] == lawful.table[0]["own"][B][name]).all()
    assert (played.table[0]["public"]["visible"] == lawful.table[0]["public"]["visible"]).all()


def test_FD_2_07_where_no_run_can_be_made_it_stays_and_its_maker_stands_at_the_deadline() -> None:
    """Not even a maker who puts everything right can: 4m is gone, and there is no 7m."""
    played = erring(chi_wall(), {B: MENDS}, GONE)
    assert exchanges(played) == [("3m", "4m")] and penalties(played) == [(B, "wrong_chi", "STAND")]
    rows = story(played, LogEvent.CHI, LogEvent.DISCARD, LogEvent.PENALTY)
    assert [row[:2] for row in rows[1:5]] == [("CHI", B), ("DISCARD", B), ("DISCARD", C), ("PENALTY", B)]


def test_FD_2_07_the_discard_of_who_has_claimed_and_not_drawn_is_no_deadline() -> None:
    hands = {A: DULL, B: "34579m11m258p369s4sSW", D: "99m147m147p258s36sSWN"}
    wall = fd_wall(hands, draws="6m 9p 9s 9p", gold="E")
    played = erring(wall, {B: errs("wrong_chi")}, "0 discard 6m; 1 chi_high 6m; 1 discard S; 1 discard 9m; 3 pon")
    told = [row[:2] for row in story(played, LogEvent.DRAW, LogEvent.DISCARD, LogEvent.PON, LogEvent.PENALTY)]
    at = told.index(("PENALTY", B))
    assert told[at - 4 : at] == [("PON", D), ("DISCARD", D), ("DRAW", A), ("DISCARD", A)]


def test_FD_2_07_a_frozen_tile_is_not_given_for_it() -> None:
    played = erring(chi_wall(), {B: errs("wrong_chi")}, CHI)
    table = np.rec.array(played.table)[0]
    table.mist.wrong_chi[B] = Tile.M1 + 2
    meant = Tile.M1 + 3
    assert mended_run(table, B, np.int64(meant)) == meant  # 4m is in hand: 456m
    table.public.frozen[B] = 1 << meant
    assert mended_run(table, B, np.int64(meant)) == -1
    add_tile(table.own[B], np.int64(meant))  # a second copy lies free
    assert mended_run(table, B, np.int64(meant)) == meant


def test_FD_3_08_a_chi_put_right_with_another_run_is_not_changed_again() -> None:
    """B might make 567m of its chi of 6m as well; mended into that run there is nothing left to change."""
    hands = {A: DULL, B: "345577m11m258p369s4sS"}
    wall = fd_wall(hands, draws="6m 9p 9s 9p", gold="E")
    both = errs("wrong_chi", "swap_chi", wrong_chi_fix=1.0)
    played = erring(wall, {B: both}, GONE)
    assert run_of(played, B) == "5m" and counted(played, "swap_chi") == {} and penalties(played) == []
    meant = erring(wall, {B: both}, CHI)
    assert penalties(meant) == [(B, "swap_chi", "STAND")] and run_of(meant, B) == "4m"


def test_FD_2_07_a_wrong_chi_that_nobody_saw_in_time_is_not_re_arranged() -> None:
    """B could have made 567m of its chi of 6m; what lies there is 3m5m6m, and stays."""
    hands = {A: DULL, B: "345577m11m258p369s4sS"}
    wall = fd_wall(hands, draws="6m 9p 9s 9p", gold="E")
    played = erring(wall, {B: sees(errs("wrong_chi", "swap_chi"), 0.0)}, CHI, others=sees(errs(), 0.0))
    assert exchanges(played) == [("3m", "4m")] and counted(played, "wrong_chi")["lapsed"] == 1
    assert counted(played, "swap_chi") == {} and in_hand(played, B, "3457m") == [0, 1, 1, 2]


def swap_wall() -> Array:
    """B chis 4m of A with 2m and 3m and holds 5m and 6m too."""
    return fd_wall({A: DULL, B: "2356m19m258p369s47sSW"}, draws="4m 9p 9s 9p", gold="E")


SWAP = "0 discard 4m; 1 chi_high 4m; 1 discard S"


def test_FD_3_08_who_changes_a_chi_after_the_next_has_discarded_stands_on_objection() -> None:
    played = erring(swap_wall(), {B: errs("swap_chi")}, SWAP)
    assert penalties(played) == [(B, "swap_chi", "STAND")]
    assert int(played.table[0]["own"][B]["meld_tile"][0]) == Tile.M1 + 1


def test_FD_3_08_without_an_objection_the_change_holds() -> None:
    silent = sees(errs(), 1.0, Objection.NEVER)
    played = erring(swap_wall(), {B: sees(errs("swap_chi"))}, SWAP, others=silent)
    own, public = played.table[0]["own"][B], played.table[0]["public"]
    assert penalties(played) == [] and int(own["meld_tile"][0]) == int(public["meld_tile"][B, 0]) == Tile.M1 + 3
    assert [int(own["counts"][k]) for k in (1, 2, 4, 5)] == [1, 1, 0, 0]


@pytest.mark.parametrize("mistake", ["skip_draw", "wrong_chi", "swap_chi", "overdraw", "false_closed_kan", "flower_unseen"])
def test_hands_with_wrong_tiles_come_to_an_end_whoever_errs(mistake: str) -> None:
    everybody = dict.fromkeys(range(4), sees(errs(mistake), 0.0))
    for seed in range(3):
        played = erring(fd_wall({}, gold="E", seed=seed), everybody, changes=BONUS)
        assert sum(deltas(played)) == 0
        counts = counted(played, mistake)
        assert counts.get("slip", 0) == counts.get("lapsed", 0) + counts.get("noticed", 0)


def test_FD_3_08_who_changes_a_chi_at_a_discard_does_not_claim_it_with_the_tiles_it_has_given() -> None:
    """B would pon 5m with both its copies; one of them goes into the changed chi at that very discard."""
    silent = sees(errs(), 1.0, Objection.NEVER)
    hands = {A: DULL, B: "23556m19m258p369s47s", C: "5m19m258p369s147sSWNC"}
    wall = fd_wall(hands, draws="4m 9p", gold="E")
    lines = "0 discard 4m; 1 chi_high 4m; 1 discard 9m; 2 discard 5m; 1 pon"
    assert ("PON", B, "5m") in [row[:3] for row in story(erring(wall, {}, lines), LogEvent.PON)]
    played = erring(wall, {B: sees(errs("swap_chi"))}, lines, others=silent)
    own = played.table[0]["own"][B]
    assert story(played, LogEvent.PON) == [] and int(own["meld_tile"][0]) == Tile.M1 + 3
    assert int(own["counts"].min()) == 0 and int(own["counts"][4]) == 1
