"""Hands with wrong tiles and flowers replaced wrongly (FD-1.01, FD-1.02, FD-2.05, FD-2.08, FD-2.13, FD-3.02, FD-3.09, FD-3.29)."""

from __future__ import annotations

import pytest

from rulesets.dtype import FIRST_FLOWER
from rulesets.tiles import KIND_NAMES
from sim.batch import LogEvent
from tests.sim.fuding_slips import BONUS, counted, end, erring, errs, following_dealer, penalties, sees, standing
from tests.sim.fuding_table import COMPLETE, LOOSE, A, B, C, D, deltas, fd_wall
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


# --- flowers ------------------------------------------------------------------------------------------------------------


def test_FD_2_05_who_replaces_a_flower_that_is_gold_stands() -> None:
    wall = fd_wall({A: DULL, B: "H3 147m9m147p9p147s9sWNC"}, gold="H2")
    played = erring(wall, {B: errs("replace_gold_flower")})
    assert penalties(played) == [(B, "replace_gold_flower", "STAND")]
    assert ("DRAW", B) in [row[:2] for row in story(played, LogEvent.DRAW) if row[3] == 1]
    lawful = erring(wall, {B: errs("flower_jump")})
    assert penalties(lawful) == [] and int(lawful.table[0]["own"][B]["golds"]) >= 1


def flower_wall() -> object:
    """A and B each have one flower to replace, C and D none."""
    hands = {
        A: "H1 47m9m147p9p147s9sFWNC", B: "H2 258m36m258p36p258sSW", C: "369m147m369p147p36sSN", D: "258m369m258p369p36sS",
    }  # fmt: skip
    return fd_wall(hands, gold="E")


def test_FD_2_13_who_replaces_before_its_turn_without_asking_stands() -> None:
    played = erring(flower_wall(), {B: errs("flower_jump")})
    assert penalties(played) == [(B, "flower_jump", "STAND")] and standing(played) == {B}


def test_FD_2_13_who_is_asked_and_stays_silent_stands() -> None:
    played = erring(flower_wall(), {A: errs("flower_silent")})
    assert penalties(played) == [(A, "flower_silent", "STAND")] and standing(played) == {A}
    assert story(played, LogEvent.DISCARD)[0][1] == B


def test_FD_3_09_before_the_dealer_has_discarded_the_first_who_jumps_stands_and_no_follower() -> None:
    everybody = dict.fromkeys((B, C, D), errs("flower_jump"))
    assert penalties(erring(flower_wall(), everybody)) == [(B, "flower_jump", "STAND")]


def test_FD_2_08_a_flower_owed_when_play_has_passed_its_seat_stands() -> None:
    played = erring(flower_wall(), {B: errs("flower_forget")})
    assert penalties(played) == [(B, "flower_forget", "STAND")]
    discards = story(played, LogEvent.DISCARD, LogEvent.PENALTY)
    at = next(i for i, row in enumerate(discards) if row[0] == "PENALTY")
    assert discards[at - 1][:2] == ("DISCARD", B)  # at its own first discard


def test_FD_2_08_a_claim_that_skips_the_seat_ends_its_time() -> None:
    hands = {
        A: "S47m9m147p9p147s9sFWNC", B: "H2 258m36m258p36p258sWN", C: "369m147m369p147p36sWN", D: "258m369m258p369pSSC",
    }  # fmt: skip
    wall = fd_wall(hands, draws="9m", gold="E")
    played = erring(wall, {B: errs("flower_forget")}, "0 discard S; 3 pon; 3 discard C")
    rows = story(played, LogEvent.DISCARD, LogEvent.PENALTY)
    at = next(i for i, row in enumerate(rows) if row[0] == "PENALTY")
    assert rows[at - 1][:3] == ("DISCARD", D, "C") and standing(played) == {B}


def test_FD_3_29_the_dealer_may_make_it_good_until_the_next_seat_has_discarded() -> None:
    played = erring(flower_wall(), {A: errs("flower_forget")})
    rows = story(played, LogEvent.DISCARD, LogEvent.PENALTY)
    at = next(i for i, row in enumerate(rows) if row[0] == "PENALTY")
    assert [row[1] for row in rows[:at]] == [A, B] and rows[at][1] == A
    fixed = erring(flower_wall(), {A: errs("flower_forget", flower_forget_fix=1.0)})
    assert penalties(fixed) == [] and counted(fixed, "flower_forget")["lapsed"] == 1


def test_FD_3_02_a_flower_taken_for_another_tile_stands_at_the_discard_and_earns_nothing() -> None:
    wall = fd_wall({A: DULL}, draws="9m H6", gold="E")
    played = erring(wall, {B: errs("flower_unseen")})
    assert penalties(played)[0] == (B, "flower_unseen", "STAND")
    kind = next(int(row[2]) for row in played.log if row[0] == LogEvent.PENALTY)
    laid = [row[2] for row in story(played, LogEvent.FLOWER) if row[1] == B]
    assert KIND_NAMES[kind] in laid and int(played.table[0]["own"][B]["flowers"][kind - FIRST_FLOWER]) == 0
    assert int(played.table[0]["public"]["n_flowers"][B]) == len(laid) - 1
