"""Claims in Fuding on made-up walls: who gets a discard, and what a turn that begins with a claim may hold."""

from __future__ import annotations

import numpy as np

from rulesets.tiles import WinKind
from sim.batch import LogEvent
from tests.sim.fuding_table import LOOSE, RUNS, A, B, C, D, fd_play, fd_wall
from tests.sim.fuzhou_table import turns
from tests.sim.laid_table import event, story
from tests.sim.tabletop import offered

CHI_HAND = "45p9p258m258s SSSS EWF"
PON_HAND = "66p 147m 147s 369s 19m EWN"
# A throws 6p: B may chi, C may pon, D may win
CONTEST = fd_wall({A: LOOSE[:-1] + "6p", B: CHI_HAND, C: PON_HAND, D: RUNS}, draws="9s")


def test_FD_B_04_a_win_goes_before_a_pon_and_a_pon_before_a_chi() -> None:
    all_want = "0 discard 6p; 1 chi_high; 2 pon; 3 win"
    won = fd_play(CONTEST, all_want)
    assert (int(event(won)["win_kind"]), int(event(won)["winner_mask"])) == (WinKind.DISCARD, 1 << D)
    assert offered(won.log, B, "6p") == [{"PASS", "CHI_HIGH"}] and offered(won.log, C, "6p") == [{"PASS", "PON"}]
    after_discard = [row for row in story(fd_play(CONTEST, "0 discard 6p; 1 chi_high; 2 pon; 3 pass")) if row[0] in ("PON", "CHI")]
    assert after_discard[0][:3] == ("PON", C, "6p")
    after_discard = [row for row in story(fd_play(CONTEST, "0 discard 6p; 1 chi_high; 2 pass; 3 pass")) if row[0] in ("PON", "CHI")]
    assert after_discard[0][:3] == ("CHI", B, "4p")


def test_FD_B_04_only_the_next_seat_may_chi() -> None:
    for seat in (C, D):
        wall = fd_wall({A: LOOSE[:-1] + "6p", seat: CHI_HAND}, draws="9s")
        rows = fd_play(wall, "0 discard 6p").log
        second = np.flatnonzero(rows[:, 0] == LogEvent.DISCARD)[1]
        assert offered(rows[:second], seat, "6p") == []
    next_seat = fd_play(fd_wall({A: LOOSE[:-1] + "6p", B: CHI_HAND}, draws="9s"), "0 discard 6p")
    assert offered(next_seat.log, B, "6p")[0] == {"PASS", "CHI_HIGH"}


def test_FD_B_04_a_turn_that_begins_with_a_claim_has_no_draw_no_win_and_no_kan() -> None:
    """B holds four S and chis: only a discard follows, and the kan waits for its next own draw."""
    played = fd_play(CONTEST, "0 discard 6p; 1 chi_high; 2 pass; 3 pass; 1 discard 9p")
    first = next(turn for turn in turns(played, B) if "DISCARD" in turn.actions)
    assert first.actions == {"DISCARD"} and first.choice == "DISCARD 9p"
    events = [row for row in story(played) if row[0] in ("CHI", "DRAW", "DISCARD")]
    at = next(i for i, row in enumerate(events) if row[0] == "CHI")
    assert events[at + 1][:3] == ("DISCARD", B, "9p"), "no draw in between"
    later = [turn for turn in turns(played, B) if "DISCARD" in turn.actions][1]
    assert "KAN_CLOSED" in later.actions and later.closed == "S"


def test_a_claim_that_completes_the_hand_is_no_self_draw() -> None:
    """D lets its win go and pons instead: with its hand complete it may only throw."""
    wall = fd_wall({A: LOOSE[:-1] + "7s", D: "123m456m789m123p99p77s"}, draws="9s")
    played = fd_play(wall, "0 discard 7s; 3 pon")
    at = next(turn for turn in turns(played, D) if "DISCARD" in turn.actions)
    assert offered(played.log, D, "7s") == [{"PASS", "PON", "WIN"}] and at.actions == {"DISCARD"}
