"""At most one mistake at a decision, in the order of the list (b.12); claims of golds, barred kans, calls before others."""

from __future__ import annotations

from rulesets.clause_log import ENTRY_NAMES, EVENT_COLUMNS
from rulesets.options import Value
from sim.batch import LogEvent, Played
from tests.sim.fuding_slips import counted, end, erring, errs, few, penalties, sees
from tests.sim.fuding_table import LOOSE, RUNS, A, B, C, D, deltas, fd_wall
from tests.sim.laid_table import story
from tests.sim.test_fuding_late import slow, win_wall, winner
from tests.sim.test_fuding_slips_melds import CHI, chi_wall

DULL = LOOSE.replace("E", "F")
NOBODY = sees(errs(), 0.0)


def unseen(*mistakes: str, **extras: float) -> object:
    return sees(errs(*mistakes, **extras), 0.0)


def breaches(played: Played, seat: int) -> list[tuple[str, int]]:
    """What a seat did, in order: entry and the number of discards made before."""
    columns = [EVENT_COLUMNS.index(name) for name in ("entry", "seat", "turn")]
    rows = [[int(row[c]) for c in columns] for row in played.breaches]
    return [(ENTRY_NAMES[entry], turn) for entry, who, turn in rows if who == seat]


# --- the own turn -------------------------------------------------------------------------------------------------------


def test_a_slip_that_nobody_notices_is_the_only_one_of_its_turn() -> None:
    played = erring(fd_wall({A: DULL}, gold="E"), {B: unseen("leak_hand", "leak_tile")}, others=NOBODY, rules=few(20))
    assert penalties(played) == [] and counted(played, "leak_hand")["slip"] >= 4
    assert counted(played, "leak_tile") == {}  # it comes after leak_hand: never tried
    turns = [turn for _, turn in breaches(played, B)]
    assert len(turns) == len(set(turns))


def test_mistakes_of_a_chi_are_tried_in_the_order_of_the_list() -> None:
    played = erring(chi_wall(), {B: unseen("untaken_chi", "wrong_chi", untaken_chi_clear=0.0)}, CHI, others=NOBODY)
    assert counted(played, "untaken_chi")["slip"] == 1 and counted(played, "wrong_chi") == {}
    alone = erring(chi_wall(), {B: unseen("wrong_chi")}, CHI, others=NOBODY)
    assert counted(alone, "wrong_chi")["slip"] == 1


def test_after_a_barred_discard_its_giver_does_not_tell_that_it_is_ready() -> None:
    wall = fd_wall({A: "S123m456m789p123s77s8p"}, draws="9m", gold="E")
    lines = "0 discard S; 0 discard 9m"
    both = erring(wall, {A: unseen("late_honour", "tell_tenpai")}, lines, others=NOBODY, rules=few(8))
    assert breaches(both, A)[0] == ("late_honour", 0) and ("tell_tenpai", 1) not in breaches(both, A)
    taken = erring(wall, {A: errs("late_honour", "tell_tenpai")}, "0 discard S; 0 discard 9m", rules=few(8))
    assert penalties(taken)[0] == (A, "late_honour", "TAKEBACK")
    assert ("tell_tenpai", 1) not in breaches(taken, A)  # no second slip in a turn that was begun again


# --- claims -------------------------------------------------------------------------------------------------------------


def test_a_claim_goes_wrong_in_one_way_only() -> None:
    wall = fd_wall({A: DULL, B: RUNS}, draws="5p", gold="E")
    lines = "0 discard 5p"
    assert ("hint_wait", 1) in breaches(erring(wall, {B: unseen("hint_wait")}, lines, others=NOBODY), B)
    both = breaches(erring(wall, {B: unseen("ask_chi", "hint_wait")}, lines, others=NOBODY), B)
    assert ("ask_chi", 1) in both and ("hint_wait", 1) not in both


def test_a_slow_answer_is_not_taken_back_as_well() -> None:
    hands = {A: "E258m36m2589p258sWNF", C: "SS147m147m258p369pN"}
    wall = fd_wall(hands, draws="S", gold="F")
    lines = "0 discard S; 2 pon"
    assert penalties(erring(wall, {C: errs("pon_retract")}, lines))[0] == (C, "pon_retract", "STAND")
    late = erring(wall, {C: slow("P2", "pon_retract")}, lines)
    assert story(late, LogEvent.PON)[0][:2] == ("PON", C) and counted(late, "pon_retract") == {}


def test_FD_3_06_an_early_call_is_one_slip_whoever_it_gives_another_chance() -> None:
    lines = "0 discard 3p; 1 pass; 2 pass; 2 win; 3 win"
    played = erring(win_wall(B, C, D), {D: errs("hasty")}, lines)
    assert winner(played) == C and counted(played, "hasty") == {"trig": 1, "bound": 1}


def test_FD_2_18_only_a_pon_is_hinted_at() -> None:
    played = erring(win_wall(D), {D: slow("P4"), B: errs("hint_ponner")}, "0 discard 3p; 3 win")
    assert winner(played) == D and counted(played, "hint_ponner") == {}


def test_FD_2_04_a_thrown_gold_is_not_ponned() -> None:
    hands = {A: DULL, B: "5m28m258p369s147sSWN1p", D: "55m1m9m147p369p258sSWN"}
    played = erring(fd_wall(hands, draws="9m 1m", gold="5m"), {B: errs("discard_gold"), D: errs("claim_gold")}, "1 discard 5m")
    assert penalties(played) == [(D, "claim_gold", "STAND"), (B, "discard_gold", "STAND")]
    assert story(played, LogEvent.PON) == [] and int(played.table[0]["own"][D]["golds"]) == 2
    people = {B: unseen("discard_gold"), D: unseen("claim_gold")}
    missed = erring(fd_wall(hands, draws="9m 1m", gold="5m"), people, "1 discard 5m", others=NOBODY)
    assert story(missed, LogEvent.PON)[0][:3] == ("PON", D, "5m") and int(missed.table[0]["own"][D]["golds"]) == 0


# --- kans ---------------------------------------------------------------------------------------------------------------

FOUR_PONS = "; ".join(
    f"0 discard {tile}p; 3 pon; 3 discard {junk}" for tile, junk in zip("1357", ("1s", "4s", "7s", "9m"), strict=True)
)
FEED = "0 discard 2p; 2 pon; 2 discard 9m; " + FOUR_PONS


def barred_kan(changes: dict[str, Value], profile: object, *lines: str) -> Played:
    """C has ponned 2p and draws the fourth when D shows four pons of dots."""
    hands = {A: "12357p2m258s369sSWNC", C: "22p4p258m369m147sSW9mN", D: "11p33p55p77p888p6p147s9m"}
    wall = fd_wall(hands, draws="9s 8s 8s 8s 9s 9s 6m E 2p", gold="F")
    watching = NOBODY if getattr(profile, "observe", 0) else errs()
    return erring(wall, {C: profile}, "; ".join((FEED, *lines)), changes, others=watching)  # type: ignore[dict-item]


def test_FD_1_08_a_barred_kan_that_cannot_be_robbed_is_undone_at_once() -> None:
    for changes in ({}, {"kan.rob_added": False}):
        played = barred_kan(changes, errs("flush_bar"), "2 kan_added 2p", "2 discard S")
        assert (C, "flush_bar", "UNDO") in penalties(played), changes
        assert story(played, LogEvent.KAN_ADDED) == [] and ("DISCARD", C, "S", 0) in story(played, LogEvent.DISCARD)
        assert int(played.table[0]["mist"]["kan_breach"]) == -1


def test_FD_1_08_a_barred_kan_that_nobody_notices_is_laid() -> None:
    for changes in ({}, {"kan.rob_added": False}):
        played = barred_kan(changes, unseen("flush_bar"), "2 kan_added 2p")
        assert story(played, LogEvent.KAN_ADDED)[0][:3] == ("KAN_ADDED", C, "2p")
        assert counted(played, "flush_bar")["lapsed"] >= 1 and int(played.table[0]["mist"]["kan_breach"]) == -1


def test_the_log_counts_claims_and_kans_that_a_clause_keeps_from_being_offered() -> None:
    careful = {C: errs("hide_bust")}  # somebody at the table errs, but in nothing that matters here
    hands = {A: "5p47m9m147p9p147s9sSWN", B: "36m258m36p28p258sSWNC", C: "555p258m36m29p258sSWNF", D: "13469m179p1369sESNF"}
    late = erring(fd_wall(hands, draws="F", gold="E"), careful, "0 discard 5p", rules=few(4))
    assert counted(late, "late_kan") == {"bound": 1}
    gold = {A: DULL, B: "5m28m258p369s147sSWN1p", C: "19m28p369p258sSWNFFC", D: "55m1m9m147p369p258sSWN"}
    people = {B: errs("discard_gold"), **careful}
    assert counted(erring(fd_wall(gold, draws="9m 1m", gold="5m"), people, "1 discard 5m"), "claim_gold") == {"bound": 1}
    barred = barred_kan({}, errs("hide_bust"), "2 discard S")
    assert counted(barred, "flush_bar")["bound"] >= 1 and "slip" not in counted(barred, "flush_bar")


# --- what the offender pays ----------------------------------------------------------------------------------------------


def two_winners(price: str) -> Played:
    """B throws a late honour on which D and the dealer win."""
    hands = {A: "123m456m789p123s789sS", B: "S47m9m147p9p147s9sWNCF", C: "258m36m258p369s258sNC", D: "456m123m456p456s789sS"}
    wall = fd_wall(hands, draws="9m 9p", gold="E")
    changes: dict[str, Value] = {"penalty.late_honour": price, "claim.multi_win": "all"}
    return erring(wall, {B: errs("late_honour")}, "0 discard 9m; 1 discard S; 0 win; 3 win", rules=few(8, changes))


def test_FD_1_08_chips_of_a_win_paid_for_all_are_the_shares_of_the_others() -> None:
    played, plain = two_winners("pei_with_win"), two_winners("takeback")
    assert end(played)["winner_mask"] == end(plain)["winner_mask"] == (1 << A | 1 << D)
    assert (end(played)["liable"], end(plain)["liable"]) == (B, -1)
    assert counted(played, "late_honour")["chips"] == deltas(plain)[B] - deltas(played)[B] > 0


def test_penalty_losers_settle_lets_the_other_losers_settle() -> None:
    """D wins at a flush table on a tile of C; A and B have points of their own."""
    hands = {A: "1357p2m258s999sSWNC", C: "6p4p258m369m147sSWNCF", D: "11p33p55p77p888p6p147s9m", B: "111m258s369m147s4mFFF"}
    wall = fd_wall(hands, draws="6s", gold="E")
    paid = {
        settle: deltas(erring(wall, {C: errs("flush_bar")}, FOUR_PONS + "; 2 discard 6p; 3 win", {"penalty.losers_settle": settle}))
        for settle in (False, True)
    }
    assert paid[False] == [0, 0, -3200, 3200]
    assert paid[True][C:] == [-3200, 3200] and paid[True][A] == -paid[True][B] != 0


def test_penalty_joint_dealer_double_doubles_what_a_dealer_owes_with_another() -> None:
    wall = fd_wall({A: DULL}, gold="E")
    paid = {
        double: deltas(
            erring(wall, {A: errs("wrong_door"), D: errs("wrong_gold")}, changes={"penalty.joint_dealer_double": double})
        )
        for double in (False, True)
    }
    assert paid == {False: [-1000, 1000, 1000, -1000], True: [-2000, 1500, 1500, -1000]}


def test_penalty_stand_table_bars_keeps_the_table_of_a_seat_that_was_made_to_stand() -> None:
    """D shows four pons of dots, tells that it is ready and is made to stand for it; then C would throw 4p."""
    hands = {A: "1357p2m258s369sSWNCF", C: "6p4p258m369m147sSWNCF", D: "11p33p55p77p888p6p147s9m"}
    wall = fd_wall(hands, draws="9s E", gold="E")
    barred = {}
    for keeps in (False, True):
        changes: dict[str, Value] = {"penalty.stand_table_bars": keeps, "penalty.tell_tenpai": "stand"}
        played = erring(wall, {D: errs("tell_tenpai")}, FOUR_PONS + "; 2 discard 4p", changes)
        assert penalties(played)[0] == (D, "tell_tenpai", "STAND") and len(story(played, LogEvent.PON)) == 4
        barred[keeps] = ("DISCARD", C, "4p", 0) not in story(played, LogEvent.DISCARD)
    assert barred == {False: False, True: True}
