"""Hands with a wrong number of tiles, or a wrong tile in a kan (FD-1.01, FD-1.02)."""

from __future__ import annotations

import pytest

from sim.batch import LogEvent
from tests.sim.fuding_slips import BONUS, counted, end, erring, errs, following_dealer, penalties, sees, standing
from tests.sim.fuding_table import COMPLETE, LOOSE, A, B, D, deltas, fd_wall
from tests.sim.laid_table import story

DULL = LOOSE.replace("E", "F")
PEI_B = [1000, -2000, 500, 500]


def test_FD_1_01_a_tile_too_many_that_is_owned_up_to_at_once_only_stands() -> None:
    wall = fd_wall({A: DULL}, gold="E")
    played = erring(wall, {B: errs("overdraw", overdraw_self_report=1.0)})
    assert penalties(played) == [(B, "overdraw", "STAND")] and deltas(played) == [0, 0, 0, 0]


def test_FD_1_01_kept_silent_it_pays() -> None:
    wall = fd_wall({A: DULL}, gold="E")
    played = erring(wall, {B: errs("overdraw")})
    assert penalties(played) == [(B, "overdraw", "PEI")] and deltas(played) == PEI_B and end(played)["aborted"]
    assert following_dealer(played) == B
    noticed = erring(wall, {B: sees(errs("overdraw"))}, others=sees(errs()))
    assert penalties(noticed) == [(B, "overdraw", "PEI")] and len(story(noticed, LogEvent.DISCARD)) == 1


def test_FD_1_01_who_has_a_tile_too_many_already_takes_no_other() -> None:
    wall = fd_wall({A: DULL}, gold="E")
    played = erring(wall, {B: errs("overdraw")}, changes=BONUS)
    assert penalties(played) == [(B, "overdraw", "PEI")] and sum(deltas(played)) == 0


@pytest.mark.parametrize(("scope", "effect"), [("dealer_head", "PEI"), ("any", "STAND")])
def test_FD_1_01_whether_every_overdraw_may_be_owned_up_to(scope: str, effect: str) -> None:
    wall = fd_wall({A: DULL}, gold="E")
    played = erring(wall, {A: errs("overdraw", overdraw_self_report=1.0)}, changes={"penalty.self_report": scope})
    assert penalties(played)[0] == (A, "overdraw", effect)


def test_FD_1_01_a_win_with_a_tile_too_many_is_refused() -> None:
    wall = fd_wall({A: DULL, B: COMPLETE}, draws="9m", gold="E")
    unseen = {B: sees(errs("overdraw"), 0.0)}
    played = erring(wall, unseen, "0 discard 9m; 1 win", others=sees(errs(), 0.0))
    assert end(played)["winner_mask"] == 0 and deltas(played) == PEI_B
    assert counted(played, "overdraw")["denied"] == 1


KAN_HAND = "777s8s147m147p258m36pSW"


def test_FD_1_02_a_false_kan_is_found_when_hands_are_shown_and_pays_after_the_settlement() -> None:
    wall = fd_wall({A: DULL, B: KAN_HAND, D: "123m456m789p123s456s9m"}, draws="F 2p 2p 9m", gold="E")
    played = erring(wall, {B: errs("false_closed_kan")}, "3 win")
    assert story(played, LogEvent.KAN_CLOSED)[0][:2] == ("KAN_CLOSED", B)
    assert penalties(played)[-1] == (B, "false_closed_kan", "PEI") and int(end(played)["void_all"]) == 1 << B
    assert end(played)["winner_mask"] == 1 << D and sum(deltas(played)) == 0
    assert deltas(played)[B] <= -2000 - 2 * 10 and not end(played)["aborted"]
    assert following_dealer(played) == B


def test_FD_1_02_found_in_play_it_ends_the_hand() -> None:
    wall = fd_wall({A: DULL, B: KAN_HAND}, draws="F 2p", gold="E")
    played = erring(wall, {B: sees(errs("false_closed_kan"))}, others=sees(errs()))
    assert penalties(played) == [(B, "false_closed_kan", "PEI")] and deltas(played) == PEI_B
    goes_on = erring(wall, {B: sees(errs("false_closed_kan"))}, changes=BONUS, others=sees(errs()))
    assert standing(goes_on) == {B} and int(end(goes_on)["pei_mask"]) == 1 << B
    assert int(goes_on.table[0]["public"]["meld_tile"][B, 0]) == 24  # turned up


def test_FD_1_02_a_win_with_a_false_kan_is_void() -> None:
    wall = fd_wall({A: DULL, B: "777s8s123m456m789p999m"}, draws="F 2p", gold="E")
    people = {B: sees(errs("false_closed_kan"), 0.0)}
    played = erring(wall, people, "1 win", others=sees(errs(), 0.0))
    assert not int(end(played)["winner_mask"]) >> B & 1
