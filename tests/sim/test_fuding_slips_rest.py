"""Clauses of Fuding's third part that somebody breaks: leaks, late tiles, hints, kans taken back, points forgotten."""

from __future__ import annotations

import pytest

from rulesets.options import Value
from rulesets.tiles import WinKind
from sim.batch import LogEvent, Played
from sim.mistakes.row import Objection
from tests.sim.fuding_ends import QUIET
from tests.sim.fuding_slips import counted, end, erring, errs, few, penalties, sees, standing
from tests.sim.fuding_table import COMPLETE, LOOSE, RUNS, A, B, C, D, deltas, fd_wall
from tests.sim.laid_table import story
from tests.sim.tabletop import Array

DULL = LOOSE.replace("E", "F")


# --- leaks --------------------------------------------------------------------------------------------------------------


def leak_wall(draws: str) -> Array:
    """B holds suit tiles only: whatever it leaks freezes a range. A feeds."""
    return fd_wall({A: DULL, B: "123m456m789m123p45p77s"}, draws=draws, gold="E")


def test_FD_3_01_a_leaked_tile_lies_frozen_on_objection() -> None:
    played = erring(leak_wall("F 9s"), {B: errs("leak_tile")})
    seat, entry, effect = penalties(played)[0]
    assert (seat, entry, effect) == (B, "leak_tile", "FREEZE")
    frozen = int(played.table[0]["public"]["frozen"][B])
    assert frozen and int(played.table[0]["own"][B]["freeze_range"]) & frozen == frozen
    silent = sees(errs(), 1.0, Objection.NEVER)
    free = erring(leak_wall("F 9s"), {B: sees(errs("leak_tile"))}, others=silent)
    assert penalties(free) == [] and int(free.table[0]["public"]["frozen"][B]) == 0


def test_FD_3_01_a_frozen_tile_is_shown_and_not_discarded() -> None:
    played = erring(leak_wall("F 9s"), {B: errs("leak_tile")})
    rows = [row for row in played.log if row[0] in (LogEvent.PENALTY, LogEvent.DECISION)]
    at = next(i for i, row in enumerate(rows) if row[0] == LogEvent.PENALTY)
    kind = int(rows[at][2])
    after = next(row for row in rows[at:] if row[0] == LogEvent.DECISION and row[1] == B)
    copies = int(played.table[0]["own"][B]["counts"][kind])
    assert copies > 1 or not int(after[5]) >> kind & 1


def test_FD_3_01_who_wins_within_three_of_its_leak_stands_and_the_win_is_void() -> None:
    wall = fd_wall({A: DULL, B: "222333444666777m5m"}, draws="F 9s 9p 9p 5m", gold="E")
    lines = "1 discard 9s; 0 discard 5m; 1 win"
    played = erring(wall, {B: errs("leak_tile", "freeze_breach")}, lines)
    breached = [p for p in penalties(played) if p[1] == "freeze_breach"]
    assert breached == [(B, "freeze_breach", "STAND")] and end(played)["winner_mask"] == 0
    lawful = erring(wall, {B: errs("leak_tile")}, lines)
    assert end(lawful)["payer"] != A and counted(lawful, "freeze_breach")["denied"] >= 1


@pytest.mark.parametrize(("choice", "wins"), [("any", False), ("discard_only", True)])
def test_FD_3_01_whether_a_freeze_bars_the_own_draw_too(choice: str, wins: bool) -> None:
    """Whatever B leaks lies within three of 5m, for which it waits."""
    wall = fd_wall({A: DULL, B: "222333444666777m5m"}, draws="F 9s 9p 9p 9p 5m", gold="E")
    played = erring(wall, {B: errs("leak_tile")}, "1 discard 9s; 1 win", {"penalty.freeze_win": choice})
    assert int(played.table[0]["own"][B]["freeze_range"]) >> 4 & 1
    assert bool(end(played)["winner_mask"] >> B & 1) is wins


# --- the end of the wall ------------------------------------------------------------------------------------------------


def test_FD_3_03_a_kan_with_four_tiles_left_stands() -> None:
    hands = {A: "5p47m9m147p9p147s9sSWN", B: "36m258m36p28p258sSWNC", C: "555p258m36m29p258sSWNF"}
    wall = fd_wall(QUIET | hands, draws="F", gold="E")
    lines = "0 discard 5p; 2 kan_open 5p"
    played = erring(wall, {C: errs("late_kan")}, lines, rules=few(4))
    assert penalties(played)[0] == (C, "late_kan", "STAND") and story(played, LogEvent.KAN_OPEN) == []
    assert counted(played, "late_kan")["stand"] == 1
    in_time = erring(wall, {C: errs("late_kan")}, lines, rules=few(5))
    assert penalties(in_time) == [] and story(in_time, LogEvent.KAN_OPEN) != []


def honour_hand(price: str) -> Played:
    """Eight tiles are left when A throws S, on which B waits."""
    wall = fd_wall({A: "S47m9m147p9p147s9sWNCF", B: "123m456m789p123s789sS"}, draws="9m", gold="E")
    changes: dict[str, Value] = {"penalty.late_honour": price}
    return erring(wall, {A: errs("late_honour")}, "0 discard S; 1 win", rules=few(8, changes))


def test_FD_3_04_a_late_honour_that_somebody_wins_on_is_paid_by_its_giver() -> None:
    played = honour_hand("pei_with_win")
    assert penalties(played) == [(A, "late_honour", "PEI_WIN")] and end(played)["liable"] == A
    assert deltas(played)[C] == deltas(played)[D] == 0


def test_FD_3_04_or_it_is_an_ordinary_win_where_the_tile_would_only_be_taken_back() -> None:
    played = honour_hand("takeback")
    assert penalties(played) == [] and end(played)["winner_mask"] == 1 << B and end(played)["liable"] == -1
    assert deltas(played)[C] < 0
    assert counted(played, "late_honour")["noticed"] == 1


def test_FD_3_04_a_late_honour_is_taken_back() -> None:
    wall = fd_wall({A: "S47m9m147p9p147s9sWNCF"}, draws="9m", gold="E")
    played = erring(wall, {A: errs("late_honour")}, "0 discard S; 0 discard 9m", rules=few(8))
    assert penalties(played)[0] == (A, "late_honour", "TAKEBACK")
    assert story(played, LogEvent.DISCARD, LogEvent.TAKEBACK)[:3] == [
        ("DISCARD", A, "S", 0), ("TAKEBACK", A, "S", 0), ("DISCARD", A, "9m", 0),
    ]  # fmt: skip


def test_FD_3_04_a_tile_that_was_taken_back_leaves_no_trace() -> None:
    wall = fd_wall({A: "S47m9m147p9p147s9sWNCF"}, draws="9m", gold="E")
    taken = erring(wall, {A: errs("late_honour")}, "0 discard S; 0 discard 9m", rules=few(8))
    lawful = erring(wall, {}, "0 discard 9m", rules=few(8))
    for name in ("visible", "n_discards", "thrown", "follow", "n_concealed", "self_draw_only"):
        assert (taken.table[0]["public"][name] == lawful.table[0]["public"][name]).all(), name
    for name in ("counts", "n_thrown", "waits", "keys", "at_least", "ready_turn"):
        assert (taken.table[0]["own"][name] == lawful.table[0]["own"][name]).all(), name


# --- talk and kans ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("price", "effect"), [("self_draw_only", "SELF_DRAW_ONLY"), ("stand", "STAND")])
def test_FD_3_27_a_hint_at_the_wait_costs_what_the_rules_say(price: str, effect: str) -> None:
    wall = fd_wall({A: DULL, B: RUNS}, draws="5p", gold="E")
    played = erring(wall, {B: errs("hint_wait")}, "0 discard 5p", {"penalty.hint": price})
    assert penalties(played)[0] == (B, "hint_wait", effect)
    silent = sees(errs(), 1.0, Objection.NEVER)
    free = erring(wall, {B: sees(errs("hint_wait"))}, "0 discard 5p", others=silent)
    assert penalties(free) == [] and counted(free, "hint_wait")["tolerated"] >= 1


def test_FD_3_30_a_shown_kan_that_is_taken_back_stands() -> None:
    wall = fd_wall({A: "3s258m36m2589p25sWNF", B: "33s147m147m258p36p9pS"}, draws="9p 9m 9p 1m 3s", gold="E")
    lines = "0 discard 3s; 1 pon; 1 discard S; 1 kan_added 3s"
    played = erring(wall, {B: errs("kan_retract")}, lines)
    assert penalties(played)[0] == (B, "kan_retract", "STAND") and story(played, LogEvent.KAN_ADDED) == []
    undone = erring(wall, {B: errs("kan_retract")}, lines + "; 1 discard 9p", {"penalty.kan_retract": "undo"})
    assert penalties(undone)[0] == (B, "kan_retract", "UNDO") and standing(undone) == set()


def test_FD_3_30_a_closed_kan_lies_face_down_and_is_not_taken_back() -> None:
    wall = fd_wall({A: "258m36m2589p25sWNFC", B: "333s147m147m258p36p9pS"}, draws="9p 3s", gold="E")
    played = erring(wall, {B: errs("kan_retract")}, "0 discard 9p; 1 kan_closed 3s")
    assert len(story(played, LogEvent.KAN_CLOSED)) == 1 and counted(played, "kan_retract") == {}


def test_FD_3_30_a_robber_may_win_before_it_is_taken_back() -> None:
    hands = {A: "3s258m36m258p25sWNF6p", B: "33s147m147m258p36p1pS", D: "123m456m789p99p12s789s"}
    wall = fd_wall(hands, draws="9s 9m 8p 1m 3s", gold="E")
    lines = "0 discard 3s; 3 pass; 1 pon; 1 discard S; 1 kan_added 3s; 3 win"
    played = erring(wall, {B: errs("kan_retract")}, lines)
    assert end(played)["win_kind"] == WinKind.ROB_KAN and counted(played, "kan_retract") == {}


# --- points -------------------------------------------------------------------------------------------------------------


def forgotten(profile: str, others: object = None, **extra: float) -> Played:
    """B wins on the second discard of A, 9m; D has a concealed triplet of red dragons."""
    wall = fd_wall({A: "9m258m36m258p25sWNF9p", B: COMPLETE, D: "CCC147m258p369s14p25s"}, draws="F 8s 8s 8s", gold="E")
    people = {D: errs(profile)} if others is None else {D: sees(errs(profile), 0.0)}
    watching = errs() if others is None else sees(errs(), 0.0)
    return erring(wall, people, "0 discard F; 0 discard 9m; 1 win", others=watching)


def test_FD_3_14_points_of_who_turns_table_tiles_over_too_early_do_not_count() -> None:
    lawful, early = forgotten("hide_bust"), forgotten("flip_early")
    assert penalties(early) == [(D, "flip_early", "VOID_HU")] and int(end(early)["void_hu"]) == 1 << D
    assert deltas(early)[D] < deltas(lawful)[D] and deltas(early)[B] == deltas(lawful)[B]
    assert counted(early, "flip_early")["chips"] == deltas(lawful)[D] - deltas(early)[D]


def test_FD_3_15_a_loser_who_forgets_its_hidden_points_loses_only_these_and_only_unless_reminded() -> None:
    lawful, reminded, unseen = forgotten("hide_bust"), forgotten("undercount"), forgotten("undercount", "nobody")
    assert deltas(reminded) == deltas(lawful) and counted(reminded, "undercount")["noticed"] == 1
    assert deltas(unseen)[D] < deltas(lawful)[D] and counted(unseen, "undercount")["lapsed"] == 1


# --- dice ---------------------------------------------------------------------------------------------------------------


def test_FD_3_28_who_looks_at_its_tiles_before_the_dice_stands_on_objection() -> None:
    wall = fd_wall({A: DULL}, gold="E")
    played = erring(wall, {A: errs("peek_dice")})
    assert penalties(played) == [(A, "peek_dice", "STAND")] and standing(played) == {A}
    assert story(played, LogEvent.DISCARD)[0][1] == B
    silent = sees(errs(), 1.0, Objection.NEVER)
    free = erring(wall, {A: sees(errs("peek_dice", peek_dice_control=1.0))}, others=silent)
    assert penalties(free) == [] and counted(free, "peek_dice")["tolerated"] == 1


def test_FD_3_28_undetected_the_winds_are_those_that_the_flowers_want() -> None:
    wall = fd_wall({A: "H3 47m9m147p9p147s9sWNC1m"}, gold="E")
    unseen = sees(errs(), 0.0)
    free = erring(wall, {A: sees(errs("peek_dice", peek_dice_control=1.0), 0.0)}, others=unseen)
    assert (A - int(end(free)["east"])) % 4 == 2  # the wind of the third flower
