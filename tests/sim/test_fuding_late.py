"""When each right on a discard dies (FD b.5): answers that come late, wins called early, tiles put back on the wall."""

from __future__ import annotations

from dataclasses import replace

import pytest

from rulesets.tiles import KIND_NAMES, WinKind
from sim.actions import Action
from sim.batch import LogEvent, Played
from sim.mistakes.profiles import MistakeProfile
from sim.mistakes.row import Objection
from tests.sim.fuding_slips import counted, end, erring, errs, few, penalties, sees
from tests.sim.fuding_table import LOOSE, RUNS, A, B, C, D, fd_wall
from tests.sim.laid_table import story
from tests.sim.tabletop import Array

DULL = LOOSE.replace("E", "F")
PHASES = {"P2": 0, "P4": 1, "P5": 2, "P5+": 3}


def slow(phase: str, *more: str) -> MistakeProfile:
    """Somebody all of whose answers are heard in one phase."""
    at = PHASES[phase]
    return replace(errs("slow", *more), phases=tuple(float(i == at) for i in range(4)))  # type: ignore[arg-type]


def winner(played: Played) -> int:
    """The seat that won on the first discard that was won on, -1 if nobody did or by self-draw."""
    event = end(played)
    if event["win_kind"] != WinKind.DISCARD:
        return -1
    return next(seat for seat in range(4) if event["winner_mask"] >> seat & 1)


def win_wall(*seats: int, draws: str = "3p 8p 8p 8p") -> Array:
    """A throws 3p, on which these seats can win."""
    hands = {B: "123m456m789m123p45p77s", C: "123s456s789m123s45p88m", D: "789s456m789p456s45p22m"}
    return fd_wall({A: DULL} | {seat: hands[seat] for seat in seats}, draws=draws, gold="E")


@pytest.mark.parametrize(("phase", "wins"), [("P2", True), ("P4", True), ("P5", False), ("P5+", False)])
def test_FD_3_24_a_win_called_while_the_next_seat_draws_counts_after_it_has_racked_its_tile_not(phase: str, wins: bool) -> None:
    played = erring(win_wall(D), {D: slow(phase)}, "0 discard 3p; 3 win")
    assert bool(winner(played) == D and end(played)["payer"] == A and len(story(played, LogEvent.DISCARD)) == 1) is wins


def late_rows(played: Played) -> list[tuple[int, str, str, int]]:
    """The answers told as late: seat, tile on offer, action, phase."""
    rows = [row for row in played.log if row[0] == LogEvent.LATE]
    return [(int(row[1]), KIND_NAMES[row[2]], Action(int(row[3])).name, int(row[4])) for row in rows]


@pytest.mark.parametrize(("phase", "number"), [("P2", 2), ("P4", 4), ("P5", 5), ("P5+", 6)])
def test_FD_3_24_the_transcript_tells_a_late_answer_before_what_comes_of_it(phase: str, number: int) -> None:
    played = erring(win_wall(D), {D: slow(phase)}, "0 discard 3p; 3 win")
    assert late_rows(played)[0] == (D, "3p", "WIN", number)
    events = [row[0] for row in story(played, LogEvent.DISCARD, LogEvent.LATE, LogEvent.DRAW, LogEvent.WIN)]
    assert events[:3] == ["DISCARD", "LATE", "WIN" if number < 5 else "DRAW"]


def test_FD_3_12_each_late_answer_is_told_those_in_time_are_not() -> None:
    hands = {A: DULL, B: "12p47m1m47p1s47s9sSWNC9m", D: "33p147m147s258s69mSWNC"}
    lines = "0 discard 3p; 1 chi_high 3p; 3 pon"
    wall = fd_wall(hands, draws="3p", gold="E")
    both = late_rows(erring(wall, {B: slow("P4"), D: slow("P2")}, lines))
    assert both[:2] == [(B, "3p", "CHI_HIGH", 4), (D, "3p", "PON", 2)]
    assert late_rows(erring(wall, {D: slow("P2")}, lines))[0] == (D, "3p", "PON", 2)
    assert late_rows(erring(wall, {}, lines)) == [] == late_rows(erring(wall, {C: slow("P2")}, "0 discard 3p"))


def test_FD_3_07_once_the_next_seat_has_drawn_and_discarded_the_earlier_discard_is_gone() -> None:
    played = erring(win_wall(C), {C: slow("P5+")}, "0 discard 3p; 2 win; 1 discard 8p")
    assert not (winner(played) == C and end(played)["payer"] == A)
    assert counted(played, "slow")["bound"] >= 1


def test_FD_3_25_a_win_called_at_the_lift_stops_the_second_seat() -> None:
    played = erring(win_wall(D), {D: slow("P4")}, "0 discard 3p; 3 win")
    assert winner(played) == D and story(played, LogEvent.DRAW) == []


def test_FD_3_06_from_the_lift_on_the_drawer_cannot_bump_the_far_seat() -> None:
    played = erring(win_wall(B, D), {B: slow("P4"), D: slow("P4")}, "0 discard 3p; 1 win; 3 win")
    assert winner(played) == D
    loose = erring(win_wall(B, D), {B: slow("P4"), D: slow("P4")}, "0 discard 3p; 1 win; 3 win", {"timing.lift_blocks": "chi"})
    assert winner(loose) == B


def test_FD_3_06_an_early_call_gives_nearer_seats_one_more_chance() -> None:
    lines = "0 discard 3p; 1 pass; 1 win; 3 win"
    assert winner(erring(win_wall(B, D), {D: errs("hasty")}, lines)) == B
    assert winner(erring(win_wall(B, D), {}, lines)) == D


def test_FD_3_11_a_no_binds_a_seat_that_was_asked_in_turn() -> None:
    played = erring(win_wall(B, C, D), {}, "0 discard 3p; 1 pass; 2 pass; 3 win; 1 win")
    assert winner(played) == D and end(played)["payer"] == A


def chi_wall(b_hand: str = "12p47m1m47p1s47s9sSWNC3m") -> Array:
    """A throws 3p; B can chi it, C waits for it."""
    return fd_wall({A: DULL, B: b_hand, C: "123s456s678p123s45p88m"}, draws="3p", gold="E")


@pytest.mark.parametrize(("phase", "chis"), [("P2", True), ("P4", False), ("P5", False)])
def test_FD_3_17_who_has_lifted_a_tile_may_not_chi(phase: str, chis: bool) -> None:
    wall = fd_wall({A: DULL, B: "12p47m1m47p1s47s9sSWNC3m"}, draws="3p", gold="E")
    for changes in ({}, {"timing.lift_blocks": "chi"}):
        played = erring(wall, {B: slow(phase)}, "0 discard 3p; 1 chi_high 3p", changes)
        assert (story(played, LogEvent.CHI)[:1] == [("CHI", B, "1p", 11)]) is chis


def test_FD_3_12_after_a_chi_and_before_its_maker_discards_a_win_is_still_heard() -> None:
    lines = "0 discard 3p; 1 chi_high 3p; 2 win"
    played = erring(chi_wall(), {C: slow("P2")}, lines)
    assert winner(played) == C and story(played, LogEvent.CHI) == []
    later = erring(chi_wall(), {C: slow("P4")}, lines)
    assert winner(later) != C and story(later, LogEvent.CHI)[0][1] == B


def test_FD_3_12_and_the_maker_may_bump_it_with_its_own_win() -> None:
    ready = chi_wall("123m456m789m12p345p99s")
    played = erring(ready, {C: slow("P2")}, "0 discard 3p; 1 chi_high 3p; 2 win")
    assert winner(played) == B


def test_FD_3_12_a_pon_beats_a_chi_until_its_maker_discards() -> None:
    hands = {A: DULL, B: "12p47m1m47p1s47s9sSWNC9m", D: "33p147m147s258s69mSWNC"}
    wall = fd_wall(hands, draws="3p", gold="E")
    lines = "0 discard 3p; 1 chi_high 3p; 3 pon"
    assert story(erring(wall, {D: slow("P2")}, lines), LogEvent.PON)[0][:2] == ("PON", D)
    assert story(erring(wall, {D: slow("P4")}, lines), LogEvent.CHI)[0][:2] == ("CHI", B)


@pytest.mark.parametrize("phase", ["P2", "P4"])
def test_FD_1_04_a_late_win_that_is_void_undoes_no_meld(phase: str) -> None:
    """C's hand was one tile too many: its win costs it the penalty, and the pon of D, or the chi of B, stands (b.12)."""
    hands = {A: DULL, B: RUNS, C: "123s456s789m123s45p88m", D: "33p147m147s258s69mSWNC"}
    wall = fd_wall(hands, draws="3p 9s 9s 9s", gold="E")
    over = slow(phase, "overdraw")
    grace = {"timing.grace_skipped": "pon_and_chi", "penalty.after_pei": "continue"}
    pon = erring(wall, {C: over}, "0 discard 3p; 2 win; 3 pon", grace)
    assert ("C", "PEI") in [("ABCD"[seat], effect) for seat, _, effect in penalties(pon)]
    assert story(pon, LogEvent.PON)[0][1] == D and winner(pon) != C
    chi = erring(wall, {C: over}, "0 discard 3p; 1 chi_high 3p; 2 win", grace)
    assert ("C", "PEI") in [("ABCD"[seat], effect) for seat, _, effect in penalties(chi)]


def grace_wall() -> Array:
    """A throws 3p; B waits for it, C pons it."""
    return fd_wall({A: DULL, B: RUNS, C: "33p147m147s258s69mSWNC"}, draws="3p", gold="E")


@pytest.mark.parametrize(("grace", "wins"), [("pon", True), ("pon_and_chi", True), ("none", False)])
def test_FD_3_13_a_seat_that_a_pon_skipped_may_win_until_the_next_tile_is_racked(grace: str, wins: bool) -> None:
    played = erring(grace_wall(), {B: slow("P4")}, "0 discard 3p; 1 win; 2 pon", {"timing.grace_skipped": grace})
    assert bool(winner(played) == B and end(played)["payer"] == A) is wins
    assert (story(played, LogEvent.PON) == []) is wins
    late = erring(grace_wall(), {B: slow("P5")}, "0 discard 3p; 1 win; 2 pon", {"timing.grace_skipped": grace})
    assert not (winner(late) == B and end(late)["payer"] == A)


def test_FD_3_13_a_seat_behind_the_pon_was_not_skipped_and_has_no_grace() -> None:
    """A throws 3p, B pons: D, and C who draws next, come after B in turn and lose the tile once B has discarded."""
    hands = {A: DULL, B: "33p147m147s258s69mSWNC", D: "789s456m789p456s45p22m"}
    wall = fd_wall(hands, draws="3p", gold="E")
    for grace in ("pon", "pon_and_chi"):
        played = erring(wall, {D: slow("P4")}, "0 discard 3p; 1 pon; 3 win", {"timing.grace_skipped": grace})
        assert [row[1] for row in story(played, LogEvent.PON)] == [B] and winner(played) != D
        assert counted(played, "slow")["bound"] == 1
    assert winner(erring(wall, {D: slow("P2")}, "0 discard 3p; 1 pon; 3 win")) == D, "in time before B discards"


@pytest.mark.parametrize(("grace", "wins"), [("pon", True), ("none", False)])
def test_FD_3_13_a_pon_that_itself_comes_late_leaves_the_grace_too(grace: str, wins: bool) -> None:
    played = erring(grace_wall(), {B: slow("P4"), C: slow("P2")}, "0 discard 3p; 1 win; 2 pon", {"timing.grace_skipped": grace})
    assert bool(winner(played) == B and end(played)["payer"] == A) is wins
    assert (story(played, LogEvent.PON) == []) is wins
    assert counted(played, "slow") == {"trig": 2} | ({} if wins else {"bound": 1})


def test_FD_3_13_whether_a_chi_leaves_that_grace_too() -> None:
    lines = "0 discard 3p; 1 chi_high 3p; 2 win"
    assert winner(erring(chi_wall(), {C: slow("P4")}, lines, {"timing.grace_skipped": "pon_and_chi"})) == C


def pon_wall(draw: str) -> Array:
    """A throws 9m, of which D has a pair; B draws next."""
    hands = {A: DULL, B: "123m456m789p123s45p77s", D: "99m147m147s258s69pSWNC"}
    return fd_wall(hands, draws=f"9m {draw}", gold="E")


@pytest.mark.parametrize(("phase", "pons"), [("P2", True), ("P4", True), ("P5", False), ("P5+", False)])
def test_FD_3_10_a_pon_is_missed_once_the_next_tile_has_touched_its_rack(phase: str, pons: bool) -> None:
    played = erring(pon_wall("9s"), {D: slow(phase)}, "0 discard 9m; 3 pon")
    assert (story(played, LogEvent.PON) != []) is pons


@pytest.mark.parametrize(
    ("rule", "draw", "pons"),
    [("refuse", "9s", False), ("refuse", "3p", False), ("allow", "9s", True), ("allow", "3p", True), ("if_tile_bad", "9s", True)],
)
def test_FD_3_18_whether_the_drawer_lets_a_late_pon_happen(rule: str, draw: str, pons: bool) -> None:
    played = erring(pon_wall(draw), {D: slow("P5+")}, "0 discard 9m; 3 pon", {"timing.late_pon": rule})
    assert (story(played, LogEvent.PON) != []) is pons


def test_FD_3_18_a_drawer_who_wants_its_tile_refuses() -> None:
    played = erring(pon_wall("3p"), {D: slow("P5+")}, "0 discard 9m; 1 win; 3 pon", {"timing.late_pon": "if_tile_bad"})
    assert story(played, LogEvent.PON) == [] and end(played)["winner_mask"] == 1 << B


def test_FD_2_18_a_lifted_tile_goes_back_for_a_pon_and_is_the_next_to_be_drawn() -> None:
    played = erring(pon_wall("9s"), {D: slow("P4")}, "0 discard 9m; 3 pon; 3 discard S")
    rows = [row[:3] for row in story(played, LogEvent.PON, LogEvent.DRAW)]
    assert rows[rows.index(("PON", D, "9m")) + 1] == ("DRAW", A, "9s")


def test_FD_2_18_who_hints_while_putting_it_back_stands_on_objection() -> None:
    lines = "0 discard 9m; 3 pon; 3 discard S"
    played = erring(pon_wall("9s"), {D: slow("P4"), B: errs("hint_ponner")}, lines)
    assert penalties(played) == [(B, "hint_ponner", "STAND")]
    people = {D: sees(slow("P4"), 1.0, Objection.NEVER), B: sees(errs("hint_ponner"))}
    free = erring(pon_wall("9s"), people, lines, others=sees(errs(), 1.0, Objection.NEVER))
    assert penalties(free) == [] and counted(free, "hint_ponner")["tolerated"] == 1


def test_FD_1_08_a_late_win_on_a_barred_tile_that_nobody_noticed_is_paid_all_the_same() -> None:
    wall = fd_wall({A: "S47m9m147p9p147s9sWNCF", B: "123m456m789p123s789sS"}, draws="9m", gold="E")
    people = {A: sees(errs("late_honour"), 0.0), B: sees(slow("P2"), 0.0)}
    played = erring(wall, people, "0 discard S; 1 win", rules=few(8), others=sees(errs(), 0.0))
    assert end(played)["liable"] == A and penalties(played) == [(A, "late_honour", "PEI_WIN")]
    taken = erring(wall, {A: errs("late_honour"), B: slow("P2")}, "0 discard S; 1 win; 0 discard 9m", rules=few(8))
    assert penalties(taken)[0] == (A, "late_honour", "TAKEBACK")
