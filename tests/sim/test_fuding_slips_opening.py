"""What transcript and log tell of mistakes before the first turn: who dealt, which throw counts (FD-1.03, FD-1.14, FD-3.28)."""

from __future__ import annotations

from rulesets.clause_log import ENTRY_NAMES, EVENT_COLUMNS
from sim.batch import LogEvent, Played
from sim.mistakes.row import Objection
from tests.sim.fuding_slips import counted, end, erring, errs, penalties, sees, standing
from tests.sim.fuding_table import LOOSE, A, B, D, fd_wall
from tests.sim.laid_table import story
from tests.sim.tabletop import Array, offered

UNSEEN = sees(errs(), 0.0)


def quiet() -> Array:
    return fd_wall({A: LOOSE.replace("E", "F")}, gold="E")


def kind_of_breach(played: Played, entry: str) -> int:
    """Column `kind` of the one breach of an entry."""
    (row,) = (row for row in played.breaches.tolist() if ENTRY_NAMES[row[EVENT_COLUMNS.index("entry")]] == entry)
    return int(row[EVENT_COLUMNS.index("kind")])


def test_FD_1_14_the_transcript_names_who_deals_and_whose_deal_it_is() -> None:
    played = erring(quiet(), {B: errs("wrong_dealer")})
    assert story(played)[0] == ("USURPER", B, "", A) and int(played.log[1][4]) == 0
    assert (int(end(played)["dealer"]), int(end(played)["rightful"])) == (B, 1 + A) and int(played.rows[0, 0, 0, 0]["dealer"]) == B
    assert kind_of_breach(played, "wrong_dealer") == 1
    unseen = erring(quiet(), {B: sees(errs("wrong_dealer"), 0.0)}, others=UNSEEN)
    assert kind_of_breach(unseen, "wrong_dealer") == 1 and int(end(unseen)["rightful"]) == 0


def test_FD_1_14_found_before_the_gold_it_is_undone_and_the_same_wall_is_dealt_by_the_right_seat() -> None:
    played = erring(quiet(), {B: sees(errs("wrong_dealer"))}, others=sees(errs()))
    assert story(played)[0] == ("USURPER", B, "", A) and int(played.log[1][4]) == 1
    assert kind_of_breach(played, "wrong_dealer") == 0 and int(end(played)["dealer"]) == A
    assert story(played, LogEvent.DEAL) == story(erring(quiet(), {}), LogEvent.DEAL)


def test_FD_1_03_the_log_of_a_joint_offence_names_both_offenders() -> None:
    played = erring(quiet(), {A: errs("wrong_door"), D: errs("wrong_gold")})
    assert kind_of_breach(played, "joint_opening") == 1 << A | 1 << D
    assert story(played, LogEvent.WINDS, LogEvent.FLOWER, LogEvent.DISCARD) == []  # void before the dice are thrown


def flower_wall() -> Array:
    """A, the dealer, holds the third season."""
    return fd_wall({A: "H3 47m9m147p9p147s9sWNC1m"}, gold="E")


def throw(played: Played) -> tuple[int, int]:
    """The WINDS row: the seat of East, and the one that the sum of its dice reaches from the dealer."""
    ((_, east, _, dice),) = story(played, LogEvent.WINDS)
    assert 1 <= dice >> 4 <= 6 and 1 <= dice & 15 <= 6
    return east, (A + (dice >> 4) + (dice & 15) - 1) % 4


PEEKS = errs("peek_dice", peek_dice_control=1.0)


def test_FD_3_28_the_winds_row_tells_the_throw_that_counts() -> None:
    played = erring(flower_wall(), {A: sees(PEEKS, 0.0)}, others=UNSEEN)
    assert throw(played) == (2, 2) and int(end(played)["east"]) == 2  # East is where A has the third wind
    assert counted(played, "peek_dice")["lapsed"] == 1


def test_FD_3_28_tolerated_the_steered_winds_hold_too_and_on_objection_the_honest_throw_counts() -> None:
    silent = sees(errs(), 1.0, Objection.NEVER)
    assert throw(erring(flower_wall(), {A: sees(PEEKS)}, others=silent)) == (2, 2)
    honest = throw(erring(flower_wall(), {}))
    played = erring(flower_wall(), {A: PEEKS})
    assert honest[0] == honest[1] != 2 and throw(played) == honest
    assert penalties(played) == [(A, "peek_dice", "STAND")] and standing(played) == {A}
    rows = [row[0] for row in story(played, LogEvent.WINDS, LogEvent.STAND, LogEvent.DISCARD)]
    assert rows[:2] == ["WINDS", "STAND"]  # before the first discard, which is B's
    assert story(played, LogEvent.DISCARD)[0][1] == B
    assert offered(played.transcripts()[0], A) == []  # who stands is asked nothing, not even in its first turn
