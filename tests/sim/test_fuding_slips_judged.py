"""Wins that are carried out without asking, and those in the last group, where people err; a false kan is announced (FD-1.01,
FD-1.02, FD-1.11, FD-2.01, FD-2.08, FD-2.13, FD-3.01)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulesets.clause_log import ENTRY_NAMES, EVENT_COLUMNS
from rulesets.mistakes import NUMBER_OF
from rulesets.options import Value
from rulesets.tiles import WinKind
from sim.batch import LogEvent, Played
from sim.mistakes.profiles import MistakeProfile
from tests.sim.fuding_ends import ALL_LIVE, drawers, moves
from tests.sim.fuding_slips import BONUS, counted, end, erring, errs, few, penalties, seed_of, sees, standing
from tests.sim.fuding_table import COMPLETE, LOOSE, A, B, C, D, deltas, fd_wall
from tests.sim.laid_table import story
from tests.sim.tabletop import Array
from tests.sim.test_fuding_leaks import DRAW_7M, READY, leak_wall, leaked, leaker
from tests.sim.test_fuding_slips_flowers import FORGETS, all_there, holding, rows

DULL = LOOSE.replace("E", "F")
BLIND = sees(errs(), 0.0)
PEI_B = [1000, -2000, 500, 500]
FORCED: dict[str, Value] = {"win.three_gold_choice": "forced"}
ORDERS = ["seat", "heavenly_first", "three_gold_first"]


def unseen(*mistakes: str, **extras: float) -> MistakeProfile:
    """Somebody who makes these mistakes where nobody notices anything."""
    return sees(errs(*mistakes, **extras), 0.0)


def events(played: Played, entry: str) -> list[dict[str, int]]:
    """The breaches of an entry in the breach log."""
    told = [{name: int(row[i]) for i, name in enumerate(EVENT_COLUMNS)} for row in played.breaches]
    return [row for row in told if row["entry"] == ENTRY_NAMES.index(entry)]


def asked(played: Played, seat: int) -> int:
    """How often a seat had something to decide."""
    return sum(row[0] == LogEvent.DECISION and row[1] == seat for row in played.log)


# --- a false kan is announced -------------------------------------------------------------------------------------------


def false_kan_wall() -> Array:
    """A holds three 1s and a 2s; B owes a flower."""
    return holding({B: "H2"}, draws="5p", A="111s2s47m9m147p9p4s9sFWN")


def test_FD_2_13_before_a_false_closed_kan_who_owes_flowers_replaces_them() -> None:
    wall = false_kan_wall()
    played = erring(wall, {A: errs("false_closed_kan"), B: FORGETS})
    assert rows(played)[:4] == [("FLOWER", B, "H2"), ("DRAW", B, "2s"), ("KAN_CLOSED", A, "1s"), ("DRAW", A, "3s")]
    assert counted(played, "flower_forget") == {"trig": 1, "slip": 1, "lapsed": 1}
    assert events(played, "false_closed_kan")[0]["live"] == ALL_LIVE - 1


def test_FD_2_13_before_a_false_closed_kan_who_stays_silent_stands() -> None:
    played = erring(false_kan_wall(), {A: errs("false_closed_kan"), B: errs("flower_forget", "flower_silent")})
    assert rows(played)[:3] == [("STAND", B, ""), ("KAN_CLOSED", A, "1s"), ("DRAW", A, "2s")]
    assert penalties(played)[0] == (B, "flower_silent", "STAND")


def test_FD_2_13_flowers_made_good_may_leave_too_few_tiles_for_a_false_kan_too() -> None:
    """Of five tiles one goes to B's flower: A lays no kan, has done nothing wrong, and is asked again."""
    who = {A: errs("false_closed_kan", "leak_hand"), B: FORGETS}
    played = erring(false_kan_wall(), who, rules=few(5))
    assert rows(played)[:3] == [("FLOWER", B, "H2"), ("DRAW", B, "2s"), ("DISCARD", A, "5p")]
    assert counted(played, "false_closed_kan") == {"trig": 1} and asked(played, A) >= 2
    assert standing(played) == set()  # nor does anything else go wrong in that turn
    enough = erring(false_kan_wall(), who, rules=few(6))
    assert ("KAN_CLOSED", A, "1s") in rows(enough)


# --- three golds before the first turn ----------------------------------------------------------------------------------


@pytest.mark.parametrize("order", ORDERS)
def test_FD_1_01_three_golds_that_win_without_asking_are_refused_with_a_tile_too_many(order: str) -> None:
    changes = FORCED | {"opening.order": order}
    wall = fd_wall({A: DULL, B: "EEE47m9m147p9p147s9sWNC"}, gold="E")
    lawful = erring(wall, {B: BLIND}, changes=changes, others=BLIND)
    assert end(lawful)["winner_mask"] == 1 << B and asked(lawful, B) == 0
    played = erring(wall, {B: unseen("overdraw")}, changes=changes, others=BLIND)
    assert end(played)["winner_mask"] == 0 and deltas(played) == PEI_B and end(played)["aborted"]
    assert counted(played, "overdraw")["denied"] == 1 and events(played, "overdraw")[0]["observer"] == 4


@pytest.mark.parametrize("order", ORDERS)
def test_FD_1_01_refused_three_golds_stand_and_the_hand_goes_on_where_it_does(order: str) -> None:
    played = erring(
        fd_wall({A: DULL, B: "EEE47m9m147p9p147s9sWNC"}, gold="E"), {B: unseen("overdraw")},
        changes={**FORCED, **BONUS, "opening.order": order}, others=BLIND,
    )  # fmt: skip
    assert penalties(played) == [(B, "overdraw", "PEI")] and standing(played) == {B}
    assert end(played)["winner_mask"] == 0 and [row[:2] for row in rows(played)[:3]] == [("DRAW", B), ("STAND", B), ("DISCARD", A)]


@pytest.mark.parametrize("order", ORDERS)
def test_FD_2_08_three_golds_that_win_without_asking_are_refused_while_flowers_are_owed(order: str) -> None:
    """B replaces two flowers, draws its third gold and a flower again, and forgets that one."""
    wall = fd_wall({A: DULL, B: "H1H5EE" + LOOSE[1:].replace("EWN", "")}, gold="E", tail="E H7 2s 3s")
    half = replace(FORGETS, p=tuple(0.5 if p else 0.0 for p in FORGETS.p))
    changes = FORCED | {"opening.order": order}

    def of(seed: int) -> Played:
        return erring(wall, {B: half}, changes=changes, seed=seed)

    played = of(seed_of(lambda seed: "denied" in counted(of(seed), "flower_forget")))
    assert end(played)["winner_mask"] == 0 and standing(played) == {B} and counted(played, "flower_forget")["denied"] == 1
    assert [row[:2] for row in rows(played)[:5]] == [("FLOWER", B), ("FLOWER", B), ("DRAW", B), ("DRAW", B), ("STAND", B)]
    lawful = erring(wall, {}, changes=changes)
    assert end(lawful)["winner_mask"] == 1 << B and asked(lawful, B) == 0


# --- three golds with an own draw ---------------------------------------------------------------------------------------

ANY_DRAW: dict[str, Value] = FORCED | {"win.three_gold": "any_own_draw"}


def test_FD_2_01_three_golds_drawn_by_a_short_hand_do_not_win_without_asking_either() -> None:
    hands = {A: DULL, B: "EE147m9m147p9p147s9sWN"}
    lawful = erring(fd_wall(hands, draws="F 9p 2p 2p 2p E", gold="E"), {B: BLIND}, changes=ANY_DRAW, others=BLIND)
    assert end(lawful)["winner_mask"] == 1 << B and moves(lawful)[-2:] == [("DRAW", B, "E"), ("WIN", B, "E")]
    wall = fd_wall(hands, draws="F 2p 2p 2p E", gold="E")
    played = erring(wall, {B: unseen("skip_draw")}, changes=ANY_DRAW, others=BLIND)
    assert end(played)["winner_mask"] == 0 and penalties(played) == [(B, "skip_draw", "STAND")]
    assert counted(played, "skip_draw")["denied"] == 1 and all_there(played, wall)
    told = story(played, LogEvent.DRAW, LogEvent.STAND, LogEvent.DISCARD)
    at = told.index(("DRAW", B, "E", 0))
    assert [row[:2] for row in told[at + 1 : at + 3]] == [("STAND", B), ("DRAW", C)]  # its turn is over, without a discard


def test_FD_1_01_a_tile_too_many_taken_at_that_very_draw_makes_the_win_void() -> None:
    wall = fd_wall({A: DULL, B: "EE147m9m147p9p147s9sWNC"}, draws="F E 2p 2p 2p", gold="E")
    half = replace(unseen("overdraw"), p=tuple(0.5 if p else 0.0 for p in unseen("overdraw").p))

    def of(seed: int) -> Played:
        return erring(wall, {B: half}, changes=ANY_DRAW, others=BLIND, seed=seed)

    def at_the_draw(seed: int) -> bool:
        told = moves(of(seed))
        return ("DRAW", B, "E") in told and told[told.index(("DRAW", B, "E")) + 1][:2] == ("DRAW", B)

    played = of(seed_of(at_the_draw))
    assert end(played)["winner_mask"] == 0 and deltas(played) == PEI_B and counted(played, "overdraw")["denied"] == 1


# --- the last group -----------------------------------------------------------------------------------------------------

LATE: dict[str, Value] = {"bar.late_honour": 0}
LAST_FORCED: dict[str, Value] = LATE | {"end.last_group_win": "forced"}


def test_FD_1_01_a_last_tile_that_wins_without_asking_is_refused_with_a_tile_too_many() -> None:
    """Five tiles: B takes one too many, the others are dealt out; the 9m would complete B's hand."""
    wall = fd_wall({A: DULL, B: COMPLETE}, draws="F 3s 9m 8p 8p 8p", gold="E")
    lawful = erring(fd_wall({A: DULL, B: COMPLETE}, draws="F 9m 8p 8p 8p", gold="E"), {}, rules=few(4, LAST_FORCED))
    assert end(lawful)["winner_mask"] == 1 << B and moves(lawful)[-1] == ("WIN", B, "9m")
    played = erring(wall, {B: unseen("overdraw")}, rules=few(5, LAST_FORCED), others=BLIND)
    assert end(played)["winner_mask"] == 0 and deltas(played) == PEI_B and counted(played, "overdraw")["denied"] == 1
    goes_on = erring(wall, {B: unseen("overdraw")}, rules=few(5, {**LAST_FORCED, **BONUS}), others=BLIND)
    assert standing(goes_on) == {B} and drawers(goes_on) == "BBCDA" and end(goes_on)["winner_mask"] == 0


def test_FD_1_02_a_last_tile_that_wins_without_asking_is_refused_with_a_false_kan() -> None:
    """B's kan of 1s hides a 2s; it waits for 9m, which it gets as a tile of the last group."""
    wall = fd_wall({A: DULL, B: "111s2s456m789p123p78s9m"}, draws="F S 8p 8p 8p 9m", gold="E", tail="9s 3s")
    played = erring(wall, {B: unseen("false_closed_kan")}, "1 discard S; 1 discard S", rules=few(9, LAST_FORCED), others=BLIND)
    assert moves(played)[-2:] == [("DRAW", B, "9m"), ("PENALTY", B, "1s")] and end(played)["aborted"]
    assert end(played)["winner_mask"] == 0 and deltas(played) == PEI_B and counted(played, "false_closed_kan")["denied"] == 1


def test_FD_1_11_a_win_in_the_last_group_is_void_if_the_tile_of_a_chi_was_never_taken_in() -> None:
    wall = fd_wall({A: DULL, B: "12m456m789p123s789s9mS"}, draws="3m 8p 8p 8p 9m", gold="E")
    lines = "0 discard 3m; 1 chi_high 3m; 1 discard S; 1 win"
    lawful = erring(wall, {}, lines, rules=few(4, LATE))
    assert end(lawful)["winner_mask"] == 1 << B and drawers(lawful) == "CDAB"
    for changes in (LATE, LAST_FORCED):
        played = erring(wall, {B: errs("untaken_chi")}, lines, rules=few(4, changes))
        assert end(played)["winner_mask"] == 0 and penalties(played) == [(B, "untaken_chi", "PEI")]
        assert deltas(played) == PEI_B and counted(played, "untaken_chi")["denied"] == 1


# --- frozen in the last group -------------------------------------------------------------------------------------------

EIGHT = 8  # tiles: B, C, D and A draw, then B gets the first tile of the last group
SEES_LEAKS = replace(sees(errs()), q=tuple(float(name == "leak_tile") for name in NUMBER_OF))


def last_7m(who: MistakeProfile, others: MistakeProfile, seed: int, changes: dict[str, Value] | None = None) -> Played:
    """B, whose 4m may have leaked, gets the 7m that completes its hand as a tile of the last group."""
    return erring(leak_wall(READY, "N", "7m"), {B: who}, DRAW_7M, others=others, seed=seed, rules=few(EIGHT, changes))


def leaks_4m(who: MistakeProfile, others: MistakeProfile, changes: dict[str, Value] | None = None) -> int:
    return seed_of(lambda seed: leaked(last_7m(who, others, seed, changes)) == ["4m"])


@pytest.mark.parametrize("changes", [LATE, LAST_FORCED])
def test_FD_3_01_a_last_tile_within_three_of_the_leaked_one_is_no_win(changes: dict[str, Value]) -> None:
    who = leaker(0.4)
    played = last_7m(who, errs(), leaks_4m(who, errs(), changes), changes)
    assert drawers(played) == "BCDABCDA" and end(played)["winner_mask"] == 0 and standing(played) == set()
    assert counted(played, "freeze_breach") == {"trig": 1, "bound": 2, "denied": 1}  # once for its discard
    free = changes | {"penalty.freeze_win": "discard_only"}
    assert end(last_7m(who, errs(), leaks_4m(who, errs(), free), free))["winner_mask"] == 1 << B


@pytest.mark.parametrize("changes", [LATE, LAST_FORCED])
def test_FD_3_01_who_wins_on_such_a_tile_stands_and_the_group_goes_on(changes: dict[str, Value]) -> None:
    who = leaker(0.4, "freeze_breach")
    played = last_7m(who, errs(), leaks_4m(who, errs(), changes), changes)
    assert penalties(played) == [(B, "leak_tile", "FREEZE"), (B, "freeze_breach", "STAND")]
    assert end(played)["winner_mask"] == 0 and drawers(played) == "BCDABCDA"
    told = moves(played)
    assert told[told.index(("DRAW", B, "7m")) + 2][:2] == ("STAND", B) and told[-1][:2] == ("EXHAUSTED", -1)
    told_of = counted(played, "freeze_breach")
    assert (told_of["trig"], told_of["slip"], told_of["noticed"], told_of["denied"], told_of["stand"]) == (1, 1, 1, 1, 1)
    assert int(played.table[0]["public"]["n_concealed"][B]) == 17


@pytest.mark.parametrize("changes", [LATE, LAST_FORCED])
def test_FD_3_01_unseen_the_last_tile_wins_all_the_same(changes: dict[str, Value]) -> None:
    who = replace(leaker(0.4, "freeze_breach"), observe=SEES_LEAKS.observe)
    played = last_7m(who, SEES_LEAKS, leaks_4m(who, SEES_LEAKS, changes), changes)
    assert (end(played)["winner_mask"], end(played)["win_kind"]) == (1 << B, WinKind.SELF_DRAW)
    assert counted(played, "freeze_breach")["lapsed"] == 1 and drawers(played) == "BCDAB"


def test_FD_3_01_a_seat_that_would_not_win_has_nothing_to_forget() -> None:
    """Without a line B lets the tile pass."""
    who = leaker(0.4, "freeze_breach")

    def of(seed: int) -> Played:
        return erring(leak_wall(READY, "N", "7m"), {B: who}, "1 discard S; 0 discard N", seed=seed, rules=few(EIGHT, LATE))

    played = of(seed_of(lambda seed: leaked(of(seed)) == ["4m"]))
    assert counted(played, "freeze_breach") == {"bound": 2, "denied": 1} and standing(played) == set()


# --- tiles left when it happened ----------------------------------------------------------------------------------------


def test_FD_2_13_the_log_tells_how_many_tiles_were_left_during_the_flower_rounds() -> None:
    """A replaces two flowers, then C is asked and silent; D has replaced one when it announces its second round, B owes."""
    wall = holding({A: "H1H5", C: "H3", D: "H4"}, tail="2s 3s H6 4s 5s")
    played = erring(wall, {C: errs("flower_silent")})
    assert [row["live"] for row in events(played, "flower_silent")] == [ALL_LIVE - 2]
    jumps = erring(wall, {C: errs("flower_jump")})
    assert [row["live"] for row in events(jumps, "flower_jump")] == [ALL_LIVE - 1]
    wall = holding({A: "H1", B: "H2"}, tail="2s H6 4s 5s")  # B may forget the flower of the deal, or the one that replaces it
    half = replace(FORGETS, p=tuple(p / 2 for p in FORGETS.p))
    told = [row["live"] for seed in range(12) for row in events(erring(wall, {B: half}, seed=seed), "flower_forget")]
    assert set(told) == {ALL_LIVE, ALL_LIVE - 2}
