"""Clauses of Fuding's first part: what pays 赔胡. A deals, the referee finds every breach when it is due."""

from __future__ import annotations

import pytest

from rulesets.options import Value
from rulesets.tiles import Tile, WinKind
from sim.batch import LogEvent
from sim.mistakes.row import Objection
from tests.sim.fuding_slips import BONUS, counted, end, erring, errs, following_dealer, penalties, sees, standing
from tests.sim.fuding_table import COMPLETE, LOOSE, RUNS, A, B, C, D, deltas, fd_wall
from tests.sim.laid_table import story
from tests.sim.tabletop import Array, offered

PEI_B = [1000, -2000, 500, 500]
FULL = errs("false_win", false_win_full=1.0)


def quiet_wall(**hands: str) -> Array:
    """Hands that do little, E is gold; single hands by seat letter."""
    given = {"ABCD".index(seat): text for seat, text in hands.items()}
    return fd_wall({A: LOOSE.replace("E", "F"), **given}, gold="E")


def test_FD_1_03_door_and_gold_opened_wrongly_by_two_are_paid_by_both_to_the_others() -> None:
    played = erring(quiet_wall(), {A: errs("wrong_door"), D: errs("wrong_gold")})
    assert deltas(played) == [-1000, 1000, 1000, -1000]
    assert end(played)["aborted"] and following_dealer(played) == B
    assert counted(played, "joint_opening") == {"noticed": 1, "slip": 1, "pei": 1, "abort": 1, "chips": 2000, "ended": 1}


def test_FD_1_03_found_before_the_dealer_lifts_nothing_is_paid() -> None:
    played = erring(quiet_wall(), {A: sees(errs("wrong_door")), D: sees(errs("wrong_gold"))}, others=sees(errs()))
    assert not end(played)["aborted"] and penalties(played) == []
    assert counted(played, "wrong_door")["noticed"] == 1


def test_FD_1_05_one_wrong_opener_pays_all() -> None:
    played = erring(quiet_wall(), {D: errs("wrong_gold")})
    assert deltas(played) == [1000, 500, 500, -2000]
    assert following_dealer(played) == B
    assert deltas(erring(quiet_wall(), {A: errs("wrong_door")})) == [-3000, 1000, 1000, 1000]


def test_FD_1_05_the_dealer_may_be_the_one_who_opens_the_gold() -> None:
    played = erring(quiet_wall(), {A: errs("wrong_gold")}, changes={"penalty.gold_opener": "dealer"})
    assert deltas(played) == [-3000, 1000, 1000, 1000]
    assert penalties(erring(quiet_wall(), {A: errs("wrong_gold")})) == []


def test_FD_1_12_a_wrong_opening_ends_the_hand_where_a_bonus_is_played_for_too() -> None:
    played = erring(quiet_wall(), {A: errs("wrong_door")}, changes=BONUS)
    assert deltas(played) == [-3000, 1000, 1000, 1000] and end(played)["aborted"]
    assert following_dealer(played, BONUS) == B and not standing(played)


def false_win_wall(draws: str = "5p") -> Array:
    """B waits for 3p and 6p; A, the dealer, draws first."""
    return fd_wall({A: LOOSE.replace("E", "F"), B: RUNS}, draws=draws, gold="E")


def test_FD_1_04_a_whole_hand_laid_down_that_is_no_win_pays() -> None:
    played = erring(false_win_wall(), {B: FULL}, "0 discard 5p")
    assert deltas(played) == PEI_B and penalties(played) == [(B, "false_win", "PEI")]
    assert end(played)["aborted"] and following_dealer(played) == B
    assert counted(played, "false_win") == {
        "trig": 1, "slip": 1, "noticed": 1, "pei": 1, "abort": 1, "chips": 2000, "ended": 1,
    }  # fmt: skip


def test_FD_1_04_a_hand_that_is_far_from_ready_calls_no_win() -> None:
    wall = fd_wall({A: LOOSE.replace("E", "F"), B: "147m9m147p9p147s9sSWNC"}, draws="5p", gold="E")
    assert counted(erring(wall, {B: FULL}, "0 discard 5p"), "false_win").get("slip", 0) == 0


def test_FD_1_04_a_win_that_is_let_go_is_no_false_one() -> None:
    """A is complete as dealt, declines, and plays on."""
    wall = fd_wall({A: "123m456m789p123s789s9m"}, draws="9m", gold="E")
    played = erring(wall, {A: FULL}, "0 pass; 0 discard 9m")
    at = next(i for i, row in enumerate(story(played)) if row[0] == "DISCARD")
    assert "PENALTY" not in [row[0] for row in story(played)[:at]]


def test_FD_1_04_a_tile_laid_down_with_a_false_win_is_not_seen_twice_when_it_is_thrown() -> None:
    """B goes on drawing and discarding, and throws a tile that has lain face up since; the others throw what they draw."""
    hands = {A: LOOSE.replace("E", "F"), B: RUNS, C: "258m36m2589p258sSWNF", D: COMPLETE}
    wall = fd_wall(hands, draws="5p C", gold="E")
    played = erring(wall, {B: FULL}, "0 discard 5p; 1 discard 4p", {**BONUS, "penalty.stand": "play_no_win"})
    public = played.table[0]["public"]
    river = [int(kind) for kind in public["river_kind"][: int(public["n_discards"])]]
    thrown = Tile.P1 + 3
    assert penalties(played)[0] == (B, "false_win", "PEI")
    assert (B, thrown) in zip(public["river_seat"].tolist(), river, strict=False)
    assert int(public["visible"][thrown]) == river.count(thrown)


def test_FD_1_13_where_a_bonus_is_played_for_a_false_win_pays_and_stands_and_the_hand_goes_on() -> None:
    """D wins a flat hand of 100 on the tile that C draws next; nobody else has points."""
    hands = {A: LOOSE.replace("E", "F"), B: RUNS, C: "258m36m2589p258sSWNF", D: COMPLETE}
    wall = fd_wall(hands, draws="5p 9m", gold="E")
    played = erring(wall, {B: FULL}, "0 discard 5p; 2 discard 9m; 3 win", BONUS)
    assert not end(played)["aborted"] and standing(played) == {B}
    rows = [row[:2] for row in story(played, LogEvent.PENALTY, LogEvent.STAND, LogEvent.DRAW, LogEvent.WIN)]
    assert rows == [("PENALTY", B), ("STAND", B), ("DRAW", C), ("WIN", D)]
    settled = [-200, -100, -100, 400]  # B pays as a loser too
    assert deltas(played) == [now + later for now, later in zip(PEI_B, settled, strict=True)]
    assert following_dealer(played, BONUS) == B


@pytest.mark.parametrize(
    ("changes", "paid"),
    [
        ({"penalty.pei_size": "limit"}, [1600, -3200, 800, 800]),
        ({"penalty.pei_size": "total", "penalty.pei_points": 2000}, [666, -2000, 668, 666]),
        ({"penalty.pei_points": 100}, [200, -400, 100, 100]),
    ],
)
def test_FD_1_01_sizes_of_a_penalty_payment(changes: dict[str, Value], paid: list[int]) -> None:
    assert deltas(erring(false_win_wall(), {B: FULL}, "0 discard 5p", changes)) == paid


def test_FD_1_06_a_win_on_a_kind_that_was_let_go_by_pays() -> None:
    wall = fd_wall({A: LOOSE.replace("E", "F"), B: LOOSE.replace("E", "F"), D: RUNS}, draws="3p 3p", gold="E")
    lines = "0 discard 3p; 3 pass; 1 discard 3p; 3 win"
    played = erring(wall, {D: errs("passed_win")}, lines)
    assert penalties(played) == [(D, "passed_win", "PEI")] and deltas(played) == [1000, 500, 500, -2000]
    lawful = erring(wall, {}, lines)
    assert penalties(lawful) == [] and not (end(lawful)["winner_mask"] >> D & 1 and end(lawful)["payer"] == B)
    unseen = erring(wall, {D: sees(errs("passed_win"), 0.0)}, lines, others=sees(errs(), 0.0))
    assert end(unseen)["winner_mask"] == 1 << D and counted(unseen, "passed_win")["lapsed"] == 1


PON_LINES = "0 discard 7m; 2 pass; 1 discard 7m; 2 pon; 2 discard 1m"


def passed_pon_wall() -> Array:
    """C has a pair of 7m; A and B throw one each."""
    hands = {A: "12m49m147p9p147s9sSWNC", B: "1m38m258p369p258sSWNF", C: "77m1m4m28p36p258s369sWN"}
    return fd_wall(hands, draws="7m 7m", gold="E")


def test_FD_2_15_a_pon_of_a_kind_that_was_let_go_by_stands_once_its_maker_has_discarded() -> None:
    played = erring(passed_pon_wall(), {C: errs("passed_pon")}, PON_LINES)
    assert penalties(played) == [(C, "passed_pon", "STAND")] and deltas(played) == [0, 0, 0, 0]
    assert [row[:3] for row in story(played, LogEvent.PON)] == [("PON", C, "7m")]


def test_FD_2_15_found_at_once_the_pon_is_undone() -> None:
    played = erring(passed_pon_wall(), {C: sees(errs("passed_pon"))}, PON_LINES, others=sees(errs()))
    assert penalties(played) == [(C, "passed_pon", "UNDO")] and story(played, LogEvent.PON) == []
    assert standing(played) == set()


# --- flush and wind tables ----------------------------------------------------------------------------------------------

FLUSH = "; ".join(
    f"0 discard {tile}p; 3 pon; 3 discard {junk}" for tile, junk in zip("1357", ("1s", "4s", "7s", "9m"), strict=True)
)


def flush_wall(c_hand: str) -> Array:
    """D shows four pons of dots by feeds of A and waits for 6p and 7p."""
    hands = {A: "1357p2m258s369sSWNCF", C: c_hand, D: "11p33p55p77p888p6p147s9m"}
    return fd_wall(hands, draws="9s E", gold="E")


def test_FD_1_08_who_throws_the_suit_of_a_flush_table_pays_for_the_win_on_it() -> None:
    wall = flush_wall("6p4p258m369m147sSWNCF")
    played = erring(wall, {C: errs("flush_bar")}, FLUSH + "; 2 discard 6p; 3 win")
    assert (end(played)["liable"], end(played)["winner_mask"], end(played)["payer"]) == (C, 1 << D, C)
    assert deltas(played) == [0, 0, -3200, 3200]
    assert penalties(played) == [(C, "flush_bar", "PEI_WIN")]
    assert counted(played, "flush_bar")["chips"] == 2400  # beyond its own share of 800
    assert following_dealer(played) == B


def test_FD_1_08_nobody_wins_the_tile_is_taken_back() -> None:
    wall = flush_wall("6p4p258m369m147sSWNCF")
    played = erring(wall, {C: errs("flush_bar")}, FLUSH + "; 2 discard 4p; 2 discard 2m")
    assert penalties(played)[0] == (C, "flush_bar", "TAKEBACK")
    rows = story(played, LogEvent.DISCARD, LogEvent.TAKEBACK)
    at = next(i for i, row in enumerate(rows) if row[0] == "TAKEBACK")
    assert [row[:3] for row in rows[at - 1 : at + 2]] == [("DISCARD", C, "4p"), ("TAKEBACK", C, "4p"), ("DISCARD", C, "2m")]
    assert counted(played, "flush_bar").get("chips", 0) == 0


def test_FD_3_23_a_barred_tile_that_nobody_notices_stays() -> None:
    wall = flush_wall("6p4p258m369m147sSWNCF")
    played = erring(wall, {C: sees(errs("flush_bar"), 0.0)}, FLUSH + "; 2 discard 4p", others=sees(errs(), 0.0))
    assert penalties(played) == [] and ("DISCARD", C, "4p", 0) in story(played, LogEvent.DISCARD)
    assert counted(played, "flush_bar")["lapsed"] >= 1


WINDS = "; ".join(f"0 discard {wind}; 1 pon; 1 discard {junk}" for wind, junk in (("E", "1s"), ("S", "4s"), ("W", "9s")))


def winds_wall() -> Array:
    """B shows three winds by feeds of A and waits for N, which C draws after that."""
    hands = {A: "ESW28m258p369s47p2m5mC", B: "EESSWW123m456mN149s", C: "6p4p258m369m147s14mC2p9p"}
    return fd_wall(hands, draws="9p 8s 8s 8s 8s 8p 8p N", gold="F")


def test_FD_1_09_who_throws_the_fourth_wind_pays_for_the_win_on_it() -> None:
    played = erring(winds_wall(), {C: errs("four_winds_bar")}, WINDS + "; 2 discard N; 1 win")
    assert (end(played)["liable"], end(played)["winner_mask"]) == (C, 1 << B)
    assert deltas(played) == [0, 3200, -3200, 0]


def test_FD_1_09_otherwise_it_is_taken_back() -> None:
    played = erring(winds_wall(), {C: errs("four_winds_bar")}, WINDS + "; 2 discard N; 1 pass; 2 discard 2m")
    assert penalties(played)[0] == (C, "four_winds_bar", "TAKEBACK")


def test_FD_1_10_an_idle_gold_that_wins_on_a_discard_pays() -> None:
    wall = fd_wall({A: LOOSE.replace("C", "F"), B: "778899m123p456p789pC"}, draws="8m", gold="C")
    lawful = erring(wall, {}, "0 discard 8m; 1 win")
    assert "WIN" not in set().union(*offered(lawful.log, B, "8m"))
    played = erring(wall, {B: errs("idle_gold_win")}, "0 discard 8m; 1 win")
    assert penalties(played) == [(B, "idle_gold_win", "PEI")] and deltas(played) == PEI_B
    assert counted(lawful, "idle_gold_win") == {"bound": 1, "denied": 1}  # the win is not offered (b.15)


def chi_win_wall() -> Array:
    """B chis 3m from A and is ready for 9m, which it draws."""
    hands = {A: LOOSE.replace("E", "F"), B: "12m456m789p123s789s9mS"}
    return fd_wall(hands, draws="3m 2p 2p 2p 9m", gold="E")


CHI_WIN = "0 discard 3m; 1 chi_high 3m; 1 discard S; 1 win"


def test_FD_1_11_a_win_before_the_chi_was_taken_in_pays_on_objection() -> None:
    played = erring(chi_win_wall(), {B: errs("untaken_chi", untaken_chi_clear=0.0)}, CHI_WIN)
    assert penalties(played) == [(B, "untaken_chi", "PEI")] and deltas(played) == PEI_B
    assert counted(played, "untaken_chi")["denied"] == 1


def test_FD_1_11_nobody_objects_or_the_tile_was_taken_in_and_the_win_stands() -> None:
    silent = sees(errs(), 1.0, Objection.NEVER)
    played = erring(chi_win_wall(), {B: sees(errs("untaken_chi", untaken_chi_clear=0.0))}, CHI_WIN, others=silent)
    assert end(played)["win_kind"] == WinKind.SELF_DRAW and counted(played, "untaken_chi")["tolerated"] == 1
    taken = erring(chi_win_wall(), {B: errs("untaken_chi", untaken_chi_clear=1.0)}, CHI_WIN)
    assert end(taken)["win_kind"] == WinKind.SELF_DRAW and counted(taken, "untaken_chi")["lapsed"] == 1


def test_FD_1_14_a_deal_out_of_turn_is_played_and_then_goes_on_from_the_rightful_dealer() -> None:
    wall = fd_wall({A: LOOSE.replace("E", "F"), B: COMPLETE}, draws="9m", gold="E", dealer=B)
    played = erring(wall, {B: errs("wrong_dealer")}, "1 win")
    assert (end(played)["dealer"], end(played)["winner_mask"], end(played)["rightful"]) == (B, 1 << B, 1 + A)
    assert following_dealer(played) == B
    assert following_dealer(played, {"penalty.wrong_dealer": "after_usurper"}) == C


def test_FD_1_14_found_before_the_gold_is_open_the_right_seat_deals() -> None:
    played = erring(quiet_wall(), {B: sees(errs("wrong_dealer"))}, others=sees(errs()))
    assert (end(played)["dealer"], end(played)["rightful"]) == (A, 0)
    unseen = erring(quiet_wall(), {B: sees(errs("wrong_dealer"), 0.0)}, others=sees(errs(), 0.0))
    assert (end(unseen)["dealer"], end(unseen)["rightful"]) == (B, 0)


def test_FD_1_14_a_penalty_payment_passes_the_deal_though_the_dealer_won() -> None:
    hands = {A: "123m456m789p123s789s9m", B: RUNS.replace("5p", "6p").replace("46p", "56p")}
    wall = fd_wall(hands, draws="F 9m", gold="E")
    played = erring(wall, {B: FULL}, "0 discard F; 0 win", BONUS)
    assert end(played)["pei_mask"] == 1 << B
    assert following_dealer(played, BONUS) == B
