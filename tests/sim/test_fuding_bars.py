"""Discards and kans that other seats' melds, the end of the wall and the own melds bar, on made-up walls."""

from __future__ import annotations

import pytest

from rulesets.options import Value
from sim.batch import LogEvent
from tests.sim.fuding_ends import fd_end, moves, stood
from tests.sim.fuding_table import A, B, C, D, fd_wall
from tests.sim.fuding_tables import DULL, FOUR_PONS, fed, flush_table, four_winds, nth_turn
from tests.sim.fuzhou_table import turns
from tests.sim.laid_table import event
from tests.sim.tabletop import offered

Changes = dict[str, Value]


def free(discards: str, suit: str) -> set[str]:
    """The kinds of a suit among some discards."""
    return {kind for kind in discards.split() if kind.endswith(suit)}


# --- flush tables (FD-1.08, FD-3.20) ----------------------------------------------------------------------------------


def test_FD_1_08_against_a_flush_table_nobody_may_discard_the_suit() -> None:
    played = flush_table()
    before, after = nth_turn(played, A, 3), nth_turn(played, A, 4)
    assert free(before.discards, "p") == {"4p", "9p"} and free(after.discards, "p") == set()
    assert free(after.discards, "m") == {"1m", "4m", "5m", "7m"}
    assert free(nth_turn(flush_table({"bar.flush_table": 0}), A, 4).discards, "p") == {"9p"}


def test_FD_1_08_three_melds_of_a_suit_are_no_table_where_four_are_wanted() -> None:
    assert free(nth_turn(flush_table(), A, 3).discards, "p") == {"4p", "9p"}
    assert free(nth_turn(flush_table({"bar.flush_table": 3}), A, 3).discards, "p") == set()
    told = FOUR_PONS.replace("0 discard 4p", "0 discard 7m")
    mixed = {A: "1p2p3p7m4p999p678s14mFFC", **DULL, D: "11p22p33p77m5566pESWN"}
    assert free(nth_turn(fd_end(fd_wall(mixed, "9s1s2s3s5m"), told), A, 4).discards, "p") == {"4p", "9p"}


def test_FD_1_08_the_owner_of_the_table_may_discard_what_it_likes() -> None:
    turn = nth_turn(flush_table(), D, 3)
    assert free(turn.discards, "p") == {"5p", "6p"}


@pytest.mark.parametrize(("choice", "closed"), [("all", ""), ("added_only", "9p"), ("none", "9p")])
def test_FD_1_08_closed_kans_of_the_suit(choice: str, closed: str) -> None:
    played = flush_table({"bar.flush_kan": choice} if choice != "all" else {})
    assert nth_turn(played, A, 3).closed == "9p"
    assert nth_turn(played, A, 4).closed == closed


@pytest.mark.parametrize(("choice", "added"), [("all", ""), ("added_only", ""), ("none", "9p")])
def test_FD_1_08_added_kans_of_the_suit(choice: str, added: str) -> None:
    """A has ponned the 9p that B threw, and draws the fourth one. Where the kan is barred, the tile is barred as the suit is."""
    dealer = "1p2p3p4p99p678s147mFFC"
    dealt = {A: dealer, **DULL, B: "258m369m147s28sESW9pC", D: "11p22p33p44p5566pESWN"}
    lines = "0 discard C; 1 discard 9p; 0 pon; " + FOUR_PONS
    changes: Changes = {"bar.flush_kan": choice} if choice != "all" else {}
    turn = nth_turn(fd_end(fd_wall(dealt, "9s1s2s3s4s9p"), lines, changes), A, 6)
    assert turn.added == added and "9p" not in turn.discards


@pytest.mark.parametrize(("choice", "offer"), [("all", {"PASS", "PON"}), ("added_only", {"PASS", "PON", "KAN_OPEN"})])
def test_FD_1_08_open_kans_of_the_suit(choice: str, offer: set[str]) -> None:
    """D throws 6p: C may pon it, but not make a kan of it."""
    changes: Changes = {"bar.flush_kan": choice} if choice != "all" else {}
    played = flush_table(changes, "3 discard 6p", C="666p147m258m369s147sF", D="11p22p33p44p56p57mESWN")
    assert offered(played.log, C, "6p") == [offer]


def test_FD_1_08_what_the_flush_seat_threw_may_be_followed_until_it_takes_a_tile() -> None:
    """D throws 6p last, so A may throw its own; once D has drawn, A may not any more."""
    told = fed("1p pon E", "2p pon S", "3p pon W", "4p pon 6p")
    dealt = {A: "1p2p3p4p669p678s147m9mFF", **DULL, D: "11p22p33p44p5566pESWN"}
    wall = fd_wall(dealt, "9s1s2s3s 5m 9s 2m 3m 9m")
    for changes, first in (({}, {"6p"}), ({"bar.flush_follow": False}, set())):
        played = fd_end(wall, told, changes)
        assert free(nth_turn(played, A, 4).discards, "p") == first
        assert free(nth_turn(played, B, 0).discards, "p") == set()
        assert free(nth_turn(played, A, 5).discards, "p") == set()


def test_FD_1_08_a_followed_tile_may_be_won_on() -> None:
    """A follows the 6p of D, and C wins on it: a tile that may be thrown is offered like any other."""
    told = fed("1p pon E", "2p pon S", "3p pon W", "4p pon 6p") + "0 discard 6p; 1 pass; 1 pass; 1 win"
    dealt = {A: "1p2p3p4p669p678s147m9mFF", B: "123m456m789m123s45p77s", C: DULL[C], D: "11p22p33p44p5566pESWN"}
    played = fd_end(fd_wall(dealt, "9s1s2s3s 5m", gold="C"), told, {"claim.pass_win": "none"})
    assert moves(played)[-1] == ("WIN", B, "6p") and int(event(played)["payer"]) == A


def test_FD_3_20_a_dead_tile_may_be_discarded() -> None:
    """1p, ponned: every run of the fourth needs 2p and 3p, which lie there four times each."""
    dealer = "1p2p3p4p1999p78s147mCFF"
    turn = nth_turn(flush_table(dealer=dealer, kans=True), A, 4)
    assert free(turn.discards, "p") == {"1p"}
    assert free(nth_turn(flush_table({"bar.dead_tile": "none"}, dealer=dealer, kans=True), A, 4).discards, "p") == set()


def test_FD_3_20_which_tiles_are_dead() -> None:
    """With pons only, 1p lies there three times, and one 2p and one 3p are out; with kans of 2p only, one partner of two."""
    dealer = "1p2p3p4p1999p78s147mCFF"
    kan = {"D": "11p222p33p44p56p7mESWN"}
    told = fed("1p pon E", "2p kan_open S", "3p pon W", "4p pon N")
    for rule, one_partner, none in (("strict", set(), set()), ("natural", {"1p"}, set()), ("triple_only", {"1p"}, {"1p"})):
        changes: Changes = {} if rule == "strict" else {"bar.dead_tile": rule}
        wall = fd_wall({A: dealer, **DULL, D: kan["D"]}, "9s1s2s3s5m", tail="8m")
        assert free(nth_turn(fd_end(wall, told, changes), A, 4).discards, "p") == one_partner, rule
        assert free(nth_turn(flush_table(changes, dealer=dealer), A, 4).discards, "p") == none, rule


def test_copies_in_the_own_hand_may_make_a_tile_dead() -> None:
    """`bar.dead_tile_own_hand`: A holds the other three 9p, and all 7p and 8p lie there."""
    dealt = {A: "7p8p6p5p9999p678s147mFF", **DULL, D: "777p888p66p55p34p7mESW"}
    told = fed("7p kan_open E", "8p kan_open S", "6p pon W", "5p pon 7m")
    for changes, wanted in (({}, set()), ({"bar.dead_tile_own_hand": True}, {"9p"})):
        played = fd_end(fd_wall(dealt, "9s1s2s3s5m", tail="8m8m"), told, changes)
        assert free(nth_turn(played, A, 4).discards, "p") == wanted


def test_FD_1_08_closed_kans_count_where_the_rules_say_so() -> None:
    """D has three melds of dots and a closed kan."""
    told = fed("1p pon E", "2p pon S", "3p pon W") + "0 discard 9s; 3 kan_closed 5p; 3 discard N"
    dealt = {A: "1p2p3p4p9999p678s147mFF", **DULL, D: "11p22p33p5555p7mESWNC"}
    for changes, wanted in (({}, {"4p", "9p"}), ({"bar.flush_closed_kan": True}, set())):
        played = fd_end(fd_wall(dealt, "9s1s2s3s 9s2m3m 5m", tail="8m"), told, changes)
        assert ("KAN_CLOSED", D, "5p") in moves(played)
        assert free(nth_turn(played, A, 4).discards, "p") == wanted


def test_FD_3_20_who_holds_the_barred_suit_alone_stands_and_the_turn_passes() -> None:
    """B holds dots only, draws one, and none is dead: it stands, and C draws."""
    few = {A: "1p2s3s4s678s147m25m9mEFF", B: "2223334445566677p", C: DULL[C], D: "11p22s33s44s5566s78mCN"}
    told = "0 discard 1p; 3 pon; 3 discard E"
    played = fd_end(fd_wall(few, "9s 5m 8p 9s"), told, {"bar.flush_table": 1})
    at = moves(played).index(("DRAW", B, "8p"))
    assert [row[:2] for row in moves(played)[at + 1 : at + 3]] == [("STAND", B), ("DRAW", C)]
    assert stood(played) == [(B, 1)]


# --- four winds (FD-1.09) ---------------------------------------------------------------------------------------------


def test_FD_1_09_with_three_winds_shown_the_fourth_is_not_discarded() -> None:
    played = four_winds(drawn="N")
    assert "N" not in nth_turn(played, A, 3).discards.split()
    assert "N" in nth_turn(four_winds({"bar.four_winds": False}, drawn="N"), A, 3).discards.split()


@pytest.mark.parametrize(("changes", "is_free"), [({}, False), ({"bar.four_winds_follow": True}, True)])
def test_FD_1_09_following_the_fourth_wind(changes: Changes, is_free: bool) -> None:
    """D throws N itself; A draws one."""
    told = fed("E pon 1m", "S pon 2m", "W pon N")
    dealt = {A: "ESW147m258p369s1478s", B: "258m369m147s28s147pCF", C: "147m258m369s147s36pFF", D: "EESSWWN123m456m999p"}
    played = fd_end(fd_wall(dealt, "9s1s2sN"), told, changes)
    assert ("N" in nth_turn(played, A, 3).discards.split()) == is_free


@pytest.mark.parametrize(("changes", "is_free"), [({}, False), ({"bar.four_winds_dead": True}, True)])
def test_FD_1_09_a_fourth_wind_of_which_three_are_visible(changes: Changes, is_free: bool) -> None:
    """C has ponned N before; A draws the last one."""
    told = "0 discard N; 2 pon; 2 discard F; 3 discard 1m; " + fed("E pon 2m", "S pon 3m", "W pon 4m")
    dealt = {A: "NESW147m258p369s147s", B: "258m369m147s28s147pCF", C: "147m258m369s14s36pNNF", D: "EESSWW123m456m9999p"}
    played = fd_end(fd_wall(dealt, "9s 8s 1s2s3sN"), told, changes)
    assert ("N" in nth_turn(played, A, 4).discards.split()) == is_free


@pytest.mark.parametrize(("changes", "added"), [({}, "N"), ({"bar.four_winds_kan": True}, "")])
def test_FD_1_09_adding_the_fourth_wind_to_an_own_pon(changes: Changes, added: str) -> None:
    """C has ponned N, D shows the other three winds, and C draws the last N."""
    told = "0 discard N; 2 pon; 2 discard F; 3 discard 1m; " + fed("E pon 2m", "S pon 3m", "W pon 4m") + "0 discard 3s"
    dealt = {A: "NESW147m258p369s147s", B: "258m369m147s28s147pCF", C: "147m258m369s14s36pNNF", D: "EESSWW123m456m9999p"}
    played = fd_end(fd_wall(dealt, "9s 8s 1s2s3s5m 9s N"), told, changes)
    turn = nth_turn(played, C, 1)
    assert turn.added == added and "N" not in turn.discards.split()


# --- late honours (FD-3.04) -------------------------------------------------------------------------------------------


def late(live: int, changes: Changes | None = None) -> set[str]:
    """The honours that C may throw once it has drawn its first tile, with so many drawable tiles left after that."""
    dealt = {A: "147m258p369s1479s3m29p", B: DULL[B], C: "147m258m369s147sEWFF", D: "258m147p369p258sCSWN"}
    played = fd_end(fd_wall(dealt, "9s 8s 7p"), "0 discard 9s", changes, live + 2)
    return {kind for kind in nth_turn(played, C, 0).discards.split() if len(kind) == 1}


def test_FD_3_04_no_honours_once_eight_tiles_are_left_after_the_draw() -> None:
    assert late(9) == {"E", "W", "F"} and late(8) == set() and late(6) == set()
    assert late(8, {"bar.late_honour": 0}) == {"E", "W", "F"}
    assert late(10, {"bar.late_honour": 10}) == set()


def test_FD_3_04_eight_stays_eight_when_a_seat_stands() -> None:
    """B stands instead of drawing, so C draws first."""
    dealt = {A: "147m258p369s1479s3m29p", B: DULL[B], C: "147m258m369s147sEWFF", D: "258m147p369p258sCSWN"}
    for live, honours in ((9, {"E", "W", "F"}), (8, set())):
        played = fd_end(fd_wall(dealt, "9s 8s 7p"), "1 stand", live=live + 1)
        assert stood(played)[0] == (B, 0)
        assert {kind for kind in nth_turn(played, C, 0).discards.split() if len(kind) == 1} == honours


@pytest.mark.parametrize(("number", "honours"), [(4, set()), (3, {"F"}), (2, {"F"}), (0, {"E", "F"})])
def test_FD_3_04_an_honour_of_which_enough_are_visible_is_free(number: int, honours: set[str]) -> None:
    """D has ponned F, of which C holds the last one."""
    dealt = {A: "F147m258p369s1479s3m9p", B: DULL[B], C: "147m258m369s147s5pE9pF", D: "258m147p369p258sFFWN"}
    changes: Changes = {} if number == 3 else {"bar.late_honour_free": number}
    played = fd_end(fd_wall(dealt, "9s 8s 8s 7p"), "0 discard F; 3 pon; 3 discard W; 0 discard 9s", changes, live=11)
    assert {kind for kind in nth_turn(played, C, 0).discards.split() if len(kind) == 1} == honours


# --- the own kan tile (FD-2.03) ---------------------------------------------------------------------------------------


def own_fourth(live: int, changes: Changes | None = None) -> tuple[bool, str]:
    """Whether B, which shows 6s and draws the fourth, may throw it, and the kans it may add; `live` after the draw."""
    dealt = {A: "6s147m258p39s147s9mEWN", B: "66s258m369m147p28pESC", C: "147m258m39s147s8pEWFF", D: "258m147p369p258sCSWN"}
    played = fd_end(fd_wall(dealt, "9s 1s 7p 1m 6s", gold="9p"), "0 discard 6s; 1 pon; 1 discard E", changes, live + 4)
    turn = nth_turn(played, B, 1)
    return "6s" in turn.discards.split(), turn.added


def test_FD_2_03_the_fourth_tile_of_an_own_pon_is_kept_while_a_kan_is_allowed() -> None:
    assert own_fourth(30) == (False, "6s")
    assert own_fourth(5) == (False, "6s")
    assert own_fourth(4) == (True, "")
    assert own_fourth(30, {"bar.own_kan_tile": False}) == (True, "6s")
    assert own_fourth(4, {"kan.near_end": "live_tile"}) == (False, "6s")


def test_FD_2_03_in_a_turn_begun_by_a_claim_too() -> None:
    """B pons 6s holding three of them: the third may not go, though no kan may follow the pon in this turn."""
    dealt = {A: "6s147m258p39s147s9mEWN", B: "666s258m369m147p2pESC", C: "147m258m39s147s8pEWFF", D: "258m147p369p258sCSWN"}
    played = fd_end(fd_wall(dealt, "9s", gold="9p"), "0 discard 6s; 1 pon")
    turn = nth_turn(played, B, 0)
    assert "6s" not in turn.discards.split() and turn.actions == {"DISCARD"}


# --- golds (FD-2.04) --------------------------------------------------------------------------------------------------


def test_FD_2_04_a_gold_is_not_discarded_after_a_pon_either() -> None:
    dealt = {A: "C147m258p39s147s9mEWN", B: "CC5s258m369m147p28pES", C: DULL[C], D: "258m147p369p258sFSWN"}
    played = fd_end(fd_wall(dealt, "9s 5s"), "0 discard C; 1 pon; 1 discard E")
    assert all("5s" not in turn.discards.split() for turn in turns(played, B) if turn.discards)
    freed = fd_end(fd_wall(dealt, "9s 5s"), "0 discard C; 1 pon; 1 discard 5s", {"gold.discard": "allowed"})
    assert ("DISCARD", B, "5s") in moves(freed)


@pytest.mark.parametrize(("choice", "offer"), [("never", []), ("win_only", [{"PASS", "WIN"}])])
def test_FD_2_04_a_thrown_gold_cannot_be_claimed(choice: str, offer: list[set[str]]) -> None:
    """B throws the gold 5s: C, which holds 4s 6s, cannot chi it; D, which it completes, may win on it where the rules say so."""
    dealt = {A: DULL[C], B: "5s258m369m147p28pESWC", C: "46s147m258m369p14pEWF", D: "123m456m789m123p45p77s"}
    changes: Changes = {"gold.discard": "allowed"} | ({"gold.claimable": choice} if choice != "never" else {})
    played = fd_end(fd_wall(dealt, "9s 8p"), "0 discard 9s; 1 discard 5s", changes)
    assert offered(played.log, C, "5s") == [] and offered(played.log, D, "5s")[:1] == offer


def test_FD_2_04_a_gold_is_no_part_of_a_chi() -> None:
    """A throws 3m, and B holds 4m and the gold 5m."""
    dealt = {A: "3m147m258p369s1479sEW", B: "45m9m369p147s28sESWNC", C: DULL[C], D: "258m147p369p258sFSWN"}
    assert offered(fd_end(fd_wall(dealt, "9s", gold="5m"), "0 discard 3m").log, B, "3m") == []
    assert offered(fd_end(fd_wall(dealt, "9s", gold="9p"), "0 discard 3m").log, B, "3m")[0] == {"PASS", "CHI_LOW"}


def test_FD_3_23_a_discard_stands() -> None:
    """B throws 2m: until others have taken or drawn nobody asks B again, and the tile lies there."""
    dealt = {A: DULL[C], B: "2m58m369m147p28pESWC9s", C: DULL[B], D: "13469m179p1369sESNF"}
    played = fd_end(fd_wall(dealt, "9s 8p"), "0 discard 9s; 1 discard 2m; 1 discard 5m")
    assert moves(played)[2] == ("DISCARD", B, "2m")
    rows = [(int(row[0]), int(row[1])) for row in played.log]
    thrown = rows.index((LogEvent.DISCARD, B))
    drawn = rows.index((LogEvent.DRAW, C))
    assert all(seat != B for _, seat in rows[thrown + 1 : drawn])
