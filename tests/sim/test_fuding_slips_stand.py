"""Clauses of Fuding's second part: what makes a seat stand 站胡 or leaves it with self-draws only."""

from __future__ import annotations

from rulesets.clause_log import EVENT_COLUMNS
from rulesets.tiles import WinKind
from sim.batch import LogEvent, Played
from sim.mistakes.row import Objection
from tests.sim.fuding_slips import counted, end, erring, errs, penalties, sees, standing
from tests.sim.fuding_table import LOOSE, RUNS, A, B, C, D, deltas, fd_wall
from tests.sim.laid_table import story
from tests.sim.tabletop import Array, offered

DULL = LOOSE.replace("E", "F")  # sixteen tiles that wait for nothing, without the gold E


def wall(draws: str = "", gold: str = "E", **hands: str) -> Array:
    """Hands by seat letter; A has a dull one unless it is given."""
    return fd_wall({A: DULL} | {"ABCD".index(seat): text for seat, text in hands.items()}, draws=draws, gold=gold)


def first(played: Played, event: str, after: str) -> tuple[str, int, str, int]:
    """The first row of one sort after the first row of another."""
    rows = story(played)
    at = next(i for i, row in enumerate(rows) if row[0] == after)
    return next(row for row in rows[at:] if row[0] == event)


def test_FD_2_03_who_throws_the_fourth_tile_of_an_own_pon_stands() -> None:
    hands = {"A": "6s258m36m2578p25sWNF", "B": "66s147m147m258p36p5pSC"}
    lines = "0 discard 6s; 1 pon; 1 discard S; 1 discard 6s"
    draws = "9m 9p 9p 9p 6s"
    played = erring(wall(draws, **hands), {B: errs("kan_tile")}, lines)
    assert penalties(played) == [(B, "kan_tile", "STAND")] and standing(played) == {B}
    assert ("DISCARD", B, "6s", 0) in story(played, LogEvent.DISCARD) and deltas(played) == [0, 0, 0, 0]
    assert ("DISCARD", B, "6s", 0) not in story(erring(wall(draws, **hands), {}, lines), LogEvent.DISCARD)


def test_FD_2_04_who_discards_a_gold_stands_and_so_does_who_claims_it() -> None:
    hands = {"A": DULL, "B": "5m28m258p369s147sSWN1p", "C": "46m1m9m147p369p258sSWN"}
    played = erring(wall("9m 1m", "5m", **hands), {B: errs("discard_gold"), C: errs("claim_gold")}, "1 discard 5m")
    assert penalties(played) == [(C, "claim_gold", "STAND"), (B, "discard_gold", "STAND")]
    assert first(played, "DRAW", "PENALTY")[1] == D and story(played, LogEvent.CHI) == []


def test_FD_2_04_a_gold_is_no_tile_of_a_chi() -> None:
    hands = {"A": "3m258m36m2589p25sWNF", "B": "45m18m258p369s147sSWN"}
    played = erring(wall("9p", "5m", **hands), {B: errs("chi_with_gold")}, "0 discard 3m")
    assert penalties(played) == [(B, "chi_with_gold", "STAND")] and story(played, LogEvent.CHI) == []
    unseen = erring(wall("9p", "5m", **hands), {B: sees(errs("chi_with_gold"), 0.0)}, "0 discard 3m", others=sees(errs(), 0.0))
    assert [row[:3] for row in story(unseen, LogEvent.CHI)] == [("CHI", B, "3m")]


def tell_wall(draws: str) -> Array:
    """B is ready for 3p and 6p once it has thrown S; A throws 3p later."""
    return wall(draws, B="123m456m789m123p4p77sS")


TELL = "1 discard S; 0 discard 3p; 1 win"


def test_FD_2_09_who_tells_that_it_is_ready_wins_by_self_draw_only() -> None:
    draws = "F 5p 9s 9s 3p"
    played = erring(tell_wall(draws), {B: errs("tell_tenpai")}, TELL)
    assert penalties(played)[0] == (B, "tell_tenpai", "SELF_DRAW_ONLY")
    assert "WIN" not in set().union(set(), *offered(played.log, B, "3p"))
    assert counted(played, "tell_tenpai")["denied"] >= 1
    drawn = erring(tell_wall("F 5p 9s 9s 9s 6p"), {B: errs("tell_tenpai")}, "1 discard S; 1 win")
    assert end(drawn)["winner_mask"] == 1 << B and end(drawn)["win_kind"] == WinKind.SELF_DRAW
    silent = sees(errs(), 1.0, Objection.NEVER)
    free = erring(tell_wall(draws), {B: sees(errs("tell_tenpai"))}, TELL, others=silent)
    assert (end(free)["winner_mask"], end(free)["payer"]) == (1 << B, A)


def test_FD_2_09_it_may_cost_standing_instead() -> None:
    played = erring(tell_wall("F 5p 9s 9s 3p"), {B: errs("tell_tenpai")}, TELL, {"penalty.tell_tenpai": "stand"})
    assert penalties(played)[0] == (B, "tell_tenpai", "STAND") and standing(played) == {B}


def test_FD_2_10_who_asks_for_a_tile_to_chi_stands_if_somebody_objects() -> None:
    hands = {"A": DULL, "B": "46m18m258p369s147sSWN"}
    played = erring(wall(**hands), {B: errs("ask_chi")}, "0 discard 1m")
    assert penalties(played)[0] == (B, "ask_chi", "STAND") and counted(played, "ask_chi")["objected"] == 1
    silent = sees(errs(), 1.0, Objection.NEVER)
    free = erring(wall(**hands), {B: sees(errs("ask_chi"))}, others=silent)
    assert penalties(free) == [] and counted(free, "ask_chi")["tolerated"] == counted(free, "ask_chi")["noticed"] > 0


def test_FD_2_11_who_shows_tiles_stands_if_somebody_objects() -> None:
    played = erring(wall(), {C: errs("leak_hand")})
    assert penalties(played) == [(C, "leak_hand", "STAND")] and standing(played) == {C}
    rows = story(played, LogEvent.DRAW, LogEvent.DISCARD, LogEvent.STAND)
    at = next(i for i, row in enumerate(rows) if row[0] == "STAND")
    assert rows[at - 1][:2] == ("DRAW", C) and rows[at + 1][:2] == ("DRAW", D)


def test_FD_2_11_self_interest_objects_to_a_seat_with_two_melds() -> None:
    hands = {"A": "14m258m36m2589p25sWN", "C": "11m44m147p258p369s9sSC"}
    feeds = "; ".join(f"0 discard {t}; 2 pon; 2 discard {junk}" for t, junk in (("1m", "S"), ("4m", "C")))
    selfish = sees(errs(), 1.0, Objection.SELF_INTEREST)
    played = erring(wall("F", **hands), {C: sees(errs("leak_hand"))}, feeds, others=selfish)
    objectors = [int(row[EVENT_COLUMNS.index("objector")]) for row in played.breaches]
    assert objectors == [-1, D]  # in its turn with one meld, then in the one with two


def pon_retract_wall() -> Array:
    return wall("S", A="E258m36m2589p258sWNF", C="SS147m147m258p369pN")


def test_FD_2_12_who_shows_the_pair_for_a_pon_and_takes_it_back_stands() -> None:
    played = erring(pon_retract_wall(), {C: errs("pon_retract")}, "0 discard S; 2 pon")
    assert penalties(played)[0] == (C, "pon_retract", "STAND") and story(played, LogEvent.PON) == []
    assert first(played, "DRAW", "PENALTY")[1] == B


def test_FD_2_12_a_higher_claim_releases_it() -> None:
    hands = {"A": "9m258m36m2589p258sWN", "C": "99m147m17m258p369pS", "D": "123m456m789p123s789s9m"}
    played = erring(wall("F", **hands), {C: errs("pon_retract")}, "0 discard 9m; 2 pon; 3 win")
    assert end(played)["winner_mask"] == 1 << D and counted(played, "pon_retract") == {}


def test_FD_2_14_who_shows_some_tiles_for_a_win_that_is_none_wins_by_self_draw_only() -> None:
    some = errs("false_win", false_win_full=0.0)
    lines = "0 discard 5p; 0 discard 3p; 1 win"
    played = erring(wall("5p F 9s 9s 3p", B=RUNS), {B: some}, lines)
    assert penalties(played)[0] == (B, "partial_false_win", "SELF_DRAW_ONLY")
    assert "WIN" not in set().union(set(), *offered(played.log, B, "3p"))
    drawn = erring(wall("5p 6p", B=RUNS), {B: some}, "0 discard 5p; 1 win")
    assert end(drawn)["win_kind"] == WinKind.SELF_DRAW and end(drawn)["winner_mask"] == 1 << B
