"""Where in a hand a breach was made: column `phase` of the log of breaches (FD b.15)."""

from __future__ import annotations

from rulesets.clause_log import ENTRY_NAMES, EVENT_COLUMNS, BreachPhase
from rulesets.mistake_texts import PHASE_TEXTS
from sim.batch import Played
from tests.sim.fuding_slips import erring, errs, few, sees
from tests.sim.fuding_table import LOOSE, RUNS, A, B, C, D, fd_wall
from tests.sim.tabletop import Array
from tests.sim.test_fuding_late import pon_wall, slow
from tests.sim.test_fuding_leaks import leaker
from tests.sim.test_fuding_slips_judged import LATE, last_7m, leaks_4m
from tests.sim.test_fuding_slips_melds import CHI, chi_wall
from tests.sim.test_fuding_slips_pay import FLUSH, FULL, false_win_wall, flush_wall
from tests.sim.test_fuding_slips_rest import forgotten

DULL = LOOSE.replace("E", "F")


def phases(played: Played, entry: str) -> set[str]:
    """The phases in which breaches of an entry were made."""
    columns = [EVENT_COLUMNS.index(name) for name in ("entry", "phase")]
    rows = played.breaches[:, columns].tolist()
    return {BreachPhase(phase).name for number, phase in rows if ENTRY_NAMES[number] == entry}


def dull_wall(draws: str = "F 9s 9p 9s", tail: str = "", **hands: str) -> Array:
    """Hands by seat letter; A has a dull one unless it is given."""
    given = {"ABCD".index(seat): text for seat, text in hands.items()}
    return fd_wall({A: DULL} | given, draws=draws, gold="E", tail=tail)


def test_FD_1_14_what_goes_wrong_before_the_first_turn_belongs_to_the_deal() -> None:
    unseen = sees(errs("wrong_dealer", "wrong_door", "overdraw"), 0.0)
    played = erring(dull_wall(), {B: unseen}, others=sees(errs(), 0.0))
    assert phases(played, "wrong_dealer") == phases(played, "wrong_door") == {"DEAL"}
    owing = erring(dull_wall(B="H1 147m9m147p9p147s9sSWNC"), {B: errs("flower_forget")})
    assert phases(owing, "flower_forget") == {"DEAL"}
    dealer = erring(dull_wall(), {A: errs("peek_dice")})
    assert phases(dealer, "peek_dice") == {"DEAL"}


def test_FD_1_01_a_tile_too_many_is_of_the_deal_or_of_a_draw() -> None:
    head = erring(dull_wall(), {B: errs("overdraw")})
    assert phases(head, "overdraw") == {"DEAL"}
    later = erring(dull_wall(), {A: errs("overdraw")})
    assert phases(later, "overdraw") == {"DRAW"}


def test_FD_2_01_slips_at_a_draw() -> None:
    for mistake in ("skip_draw", "wrong_end"):
        assert phases(erring(dull_wall(), {B: errs(mistake)}), mistake) == {"DRAW"}
    wall = fd_wall({A: DULL, B: "12m46m18m258p369s47sSW"}, draws="3m 9s 8s", gold="E", tail="7p 6p")
    assert phases(erring(wall, {B: errs("late_chi")}, "0 discard 3m; 1 pass"), "late_chi") == {"DRAW"}
    flower = fd_wall({A: DULL}, draws="F H1 9p 9s", gold="E", tail="9p")
    assert phases(erring(flower, {B: errs("flower_unseen")}), "flower_unseen") == {"DRAW"}


def test_FD_2_07_slips_of_the_own_turn() -> None:
    assert phases(erring(chi_wall(), {B: errs("wrong_chi")}, CHI), "wrong_chi") == {"TURN"}
    assert phases(erring(dull_wall(), {B: errs("leak_hand")}), "leak_hand") == {"TURN"}


def test_FD_3_04_barred_discards_and_what_is_told_with_a_discard() -> None:
    wall = fd_wall({A: "S47m9m147p9p147s9sWNCF", B: "123m456m789p123s789sS"}, draws="9m", gold="E")
    late = erring(wall, {A: errs("late_honour")}, "0 discard S; 1 win", rules=few(8))
    assert phases(late, "late_honour") == {"DISCARD"}
    ready = fd_wall({A: DULL, B: "123m456m789m123p45p7s9s"}, draws="F 7s", gold="E")
    assert phases(erring(ready, {B: errs("tell_tenpai")}, "1 discard 9s"), "tell_tenpai") == {"DISCARD"}


def test_FD_1_08_the_suit_of_a_flush_table_is_thrown_or_made_a_kan() -> None:
    thrown = erring(flush_wall("6p4p258m369m147sSWNCF"), {C: errs("flush_bar")}, FLUSH + "; 2 discard 6p; 3 win")
    assert phases(thrown, "flush_bar") == {"DISCARD"}
    kan = erring(flush_wall("4444p258m369m147sSWN"), {C: errs("flush_bar")}, FLUSH + "; 2 kan_closed 4p; 2 discard S")
    assert phases(kan, "flush_bar") == {"TURN"}


def test_FD_1_04_answers_to_a_discard_and_the_own_turn() -> None:
    assert phases(erring(false_win_wall(), {B: FULL}, "0 discard 5p"), "false_win") == {"CLAIM"}
    assert phases(erring(fd_wall({A: RUNS}, draws="9s", gold="E"), {A: FULL}), "false_win") == {"TURN"}


def test_FD_2_18_a_hint_while_a_late_pon_is_answered() -> None:
    played = erring(pon_wall("9s"), {D: slow("P4"), B: errs("hint_ponner")}, "0 discard 9m; 3 pon; 3 discard S")
    assert phases(played, "hint_ponner") == {"LATE"}


def test_FD_3_30_a_kan_that_can_be_robbed_is_taken_back_once_nobody_has() -> None:
    wall = fd_wall({A: "3s258m36m2589p25sWNF", B: "33s147m147m258p36p9pS"}, draws="9p 9m 9p 1m 3s", gold="E")
    lines = "0 discard 3s; 1 pon; 1 discard S; 1 kan_added 3s"
    assert phases(erring(wall, {B: errs("kan_retract")}, lines), "kan_retract") == {"ROB"}
    assert phases(erring(wall, {B: errs("kan_retract")}, lines, {"kan.rob_added": False}), "kan_retract") == {"TURN"}


def test_FD_3_01_a_win_on_a_last_tile_belongs_to_the_division() -> None:
    who = leaker(0.4, "freeze_breach")
    played = last_7m(who, errs(), leaks_4m(who, errs(), LATE), LATE)
    assert phases(played, "freeze_breach") == {"DIVISION"} and phases(played, "leak_tile") == {"TURN"}


def test_FD_3_14_points_are_forgotten_when_the_hand_is_over() -> None:
    for mistake in ("flip_early", "undercount"):
        assert phases(forgotten(mistake), mistake) == {"END"}


def test_every_phase_has_words_in_both_languages() -> None:
    assert len(PHASE_TEXTS) == len(BreachPhase) == len({text.en for text in PHASE_TEXTS}) == len({text.zh for text in PHASE_TEXTS})
