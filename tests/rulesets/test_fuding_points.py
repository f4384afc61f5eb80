"""Points of Fuding hands, worked by hand from the clauses; the tests of the ledger that are scoring alone carry its ids."""

from __future__ import annotations

import numpy as np
import pytest

from rulesets.dtype import FOUND_LATE, ScoreFault
from rulesets.fuding.fans import Fan
from rulesets.fuding.points import loser_total
from rulesets.hand_tables import load_tables
from rulesets.penalties import pay_penalty
from rulesets.score import new_hands, new_scores, score_hand
from rulesets.tiles import OpeningWin, WinKind
from tests.rulesets.fuding_hands import A, B, C, D, codes, delta, event_of, put, result, row_of

# The two worked settlements: seat A deals, streak 1, gold 5p; A is East, so B is South (flower 2), C West, D North.
FIRST = {
    A: "999m 2467p 138s EWNF G 2m",
    B: "[pon CCC] (H2 P) 123m 456m 789m 234s 99s",
    C: "[pon 5s5s5s] (H1 H5) 2468m 1379p 27s EWN",
    D: "2468m 13p 1379s EWNFC 7p",
}
FIRST_EVENT = event_of(B, "9s", D)


def test_FD_B_10_first_worked_settlement() -> None:
    assert delta(FIRST, FIRST_EVENT) == [-180, 640, -210, -250]
    assert codes(FIRST, FIRST_EVENT, B) == ["OWN_FLOWER", "PUNG"]


def test_the_score_says_what_each_seat_settles_with() -> None:
    score = result(FIRST, FIRST_EVENT)
    assert score.total.tolist() == [40, 160, 10, 0]
    assert score.tai.tolist() == [0, 2, 0, 0]
    assert result(FIRST, event_of(B, "9s", D, void_all=1 << A)).total.tolist() == [0, 160, 10, 0]
    assert result(FIRST, event_of(B, "9s", D, liable=D)).total.tolist() == [0, 160, 0, 0]  # the others settle nothing
    assert result({A: "999m G"}, event_of(None)).total.tolist() == [0, 0, 0, 0]  # nor after a drawn hand
    drawn = result({A: "999m G"}, event_of(None), row_of(end__draw_settlement="pairwise"))
    assert drawn.total.tolist() == [40, 0, 0, 0]


def test_the_score_counts_tai_beyond_the_limit() -> None:
    hands = {B: "[pon CCC] [pon SSS] (H2 H6 PPPP) 222m 444p 666s 99s"}
    assert result(hands, event_of(B, "9s")).tai.tolist() == [0, 9, 0, 0]  # self-draw, CCC, SSS, two flowers, three whites, triplets


def test_FD_B_03_golds_stand_for_no_flower() -> None:
    """Three golds as a set: the dragons and the own wind are melded, and white dragons are a kind to stand for only if held."""
    hands = {B: "[pon CCC] [pon FFF] [pon SSS] 123m GGG 99s"}
    assert result(hands, event_of(B, "9s", D)).tai.tolist() == [0, 6, 0, 0]  # a tai for each gold and each of the pons
    held = row_of(tiles__white="hand")
    assert result(hands, event_of(B, "9s", D), held).tai.tolist() == [0, 7, 0, 0]


def test_FD_B_10_second_worked_settlement_dealer_wins_a_limit_hand() -> None:
    hands = {
        A: "123m 456m 789m 234m 567m 99m",
        B: "[pon 5s5s5s] (H1 H5) 2468m 1379p 27s EWN",
        C: "2468m 13p 1379s EWNFC 7p",
        D: "999m (H1 H2) 2467p 138s WNF 2m 4m",
    }
    assert delta(hands, event_of(A, "9m", C)) == [4800, -1600, -1630, -1570]
    assert codes(hands, event_of(A, "9m", C), A) == ["QINGYI", "PINGHU"]


def test_FD_3_14_points_not_laid_out_in_time_are_void_on_objection() -> None:
    assert delta(FIRST, event_of(B, "9s", D, void_hu=1 << A)) == [-340, 640, -130, -170]


def test_FD_3_15_what_lies_on_the_table_always_counts() -> None:
    assert delta(FIRST, event_of(B, "9s", D, void_hu=1 << C)) == delta(FIRST, FIRST_EVENT)
    standing = event_of(B, "9s", D, standing=1 << A)
    assert delta(FIRST, standing) == delta(FIRST, FIRST_EVENT)
    assert delta(FIRST, standing, penalty__stand_scored="exposed") == [-340, 640, -130, -170]


def penalty(offenders: int, dealer: int = A, **changes: str | int | bool) -> list[int]:
    points = np.zeros(4, np.int64)
    pay_penalty(row_of(**changes), dealer, offenders, points)
    assert points.sum() == 0
    return points.tolist()


def test_FD_1_01_one_offender_pays_each_double_with_the_dealer() -> None:
    assert penalty(1 << B) == [1000, -2000, 500, 500]
    assert penalty(1 << A) == [-3000, 1000, 1000, 1000]
    assert penalty(1 << B, penalty__pei_size="limit") == [1600, -3200, 800, 800]
    assert penalty(1 << B, penalty__pei_size="total", penalty__pei_points=2000) == [666, -2000, 668, 666]


def test_FD_1_03_joint_offenders_pay_the_innocent_and_not_each_other() -> None:
    assert penalty(1 << A | 1 << D) == [-1000, 1000, 1000, -1000]
    assert penalty(1 << A | 1 << D, penalty__joint_dealer_double=True) == [-2000, 1500, 1500, -1000]


def test_penalty_payments_of_a_hand_are_part_of_its_points() -> None:
    event = event_of(B, "9s", D)
    event.penalties[:3] = [1 << D, 1 << A | 1 << D, 1 << C | FOUND_LATE]
    score = result(FIRST, event)
    assert score.penalty_part.tolist() == [1000 - 1000 + 1000, 500 + 1000 + 500, 500 + 1000 - 2000, -2000 - 1000 + 500]
    assert score.win_part.tolist() == [-180, 640, -210, -250]
    assert (score.delta == score.win_part + score.penalty_part).all()


def test_nothing_but_penalties_is_settled_in_a_hand_broken_off() -> None:
    event = event_of(None, aborted=1)
    event.penalties[0] = 1 << B
    for changes in ({}, {"end__draw_settlement": "pairwise"}):
        score = result(FIRST, event, row_of(**changes))
        assert score.delta.tolist() == score.penalty_part.tolist() == [1000, -2000, 500, 500]
        assert not score.total.any() and not score.win_part.any()


def test_a_hand_broken_off_has_no_winner() -> None:
    event = event_of(B, "9s", D, aborted=1)
    assert score_hand(load_tables(True), row_of(), new_hands(), event, new_scores()[0]) == ScoreFault.BAD_WINNERS


def test_FD_1_05_one_offender_for_a_wrong_gold() -> None:
    assert penalty(1 << D) == [1000, 500, 500, -2000]


def test_FD_1_02_a_false_kan_found_at_the_end_earns_nothing_and_then_pays() -> None:
    hands = {A: "", B: "999m G", C: "", D: "[pon CCC] (H4 P) 123m 456m 789m 234s 99s"}
    event = event_of(D, "9s", A, void_all=1 << B)
    settled = delta(hands, event)
    assert settled == [-320, -160, -160, 640]
    paid = np.array(settled)
    pay_penalty(row_of(), A, 1 << B, paid)
    assert paid.tolist() == [680, -2160, 340, 1140]


def test_FD_1_08_who_is_won_on_at_a_flush_table_pays_for_all() -> None:
    hands = {A: "999m", B: "EEE FFF", C: "111s", D: "[chi 123p] [chi 456p] [pon 7p7p7p] [pon 9p9p9p] 44p 666p"}
    event = event_of(D, "6p", C, gold="5s", liable=C)
    assert delta(hands, event) == [0, 0, -3200, 3200]
    assert delta(hands, event, penalty__losers_settle=True) == [-60, 60, -3200, 3200]  # the other losers, A and B


def test_FD_1_09_four_winds_on_the_fourth_wind_is_paid_by_its_discarder() -> None:
    hands = {B: "[pon EEE] [pon SSS] [pon WWW] 123m 456m NN"}
    event = event_of(B, "N", C, liable=C)
    assert delta(hands, event) == [0, 3200, -3200, 0]
    assert "FOUR_WINDS" in codes(hands, event, B)


def test_FD_3_05_division_tiles_count_for_a_loser_but_are_no_kan() -> None:
    hands = new_hands()
    put(hands[0], "[pon 9m9m9m] 9m 12p")
    put(hands[1], "9999m")  # one triplet, 8 hu
    for i in range(2):
        assert loser_total(row_of(), hands[i], event_of(None), B, False) == 10


LOSERS = [
    ("", 0),
    ("G", 20),  # 4 hu to 10, one tai
    ("99m G", 20),  # 8 hu
    ("9m GG", 40),  # 8 hu either way, two tai
    ("CC G", 40),  # 8 hu, gold and triplet
    ("C GG", 80),  # 8 hu, two golds and the triplet
    ("22m G", 20),  # golds complete no pair of 2 to 8
    ("SS G", 40),  # B is South
    ("EE G", 20),  # not the own wind
    ("[kan_closed EEEE]", 40),  # 32 hu
    ("[kan_open 2m2m2m2m]", 10),
    ("(PPPP)", 160),  # 16 hu, three tai
    ("(H1 H2 H3 H4)", 80),  # 16 hu; own flower and set
    ("G <H2>", 40),  # a gold flower of the own wind
    ("CCC FFF SSS", 240),  # 24 hu, three tai
]


@pytest.mark.parametrize(("text", "total"), LOSERS)
def test_FD_B_09_totals_of_losers(text: str, total: int) -> None:
    hand = new_hands()[0]
    put(hand, text)
    assert loser_total(row_of(), hand, event_of(None), B, False) == total


def won(text: str, tile: str, payer: int | None = D, **facts: int) -> int:
    """What seat C loses to a win of seat B: the total."""
    return -delta({B: text}, event_of(B, tile, payer, **facts))[C]


WINS = [
    ("123m 456m 789m 234s 567s 99p", "9p", D, 100),  # hand of runs
    ("123m 456m 789m 234s 567s 99p (H1)", "9p", D, 30),  # 24 hu
    ("123m 456m 789m 234s 567s 99p (H1)", "9p", None, 60),
    ("[chi 123m] 456m 789m 234s 567s 99p", "9p", D, 20),
    ("[chi 123m] 456m 789m 234s 999p 11s", "9p", D, 30),  # exposed by the discard: 24
    ("[chi 123m] 456m 789m 234s 999p 11s", "9p", None, 60),  # concealed: 28, self-draw
    ("[chi 123m] 456m 789m 234s 999p 11s", "1s", D, 30),
    ("[pon 111m] 999m 111s 999s EEE 22p", "2p", D, 120),  # 20 + 4 + 32 = 56, all triplets: 60 * 2
]


@pytest.mark.parametrize(("text", "tile", "payer", "total"), WINS)
def test_FD_B_09_totals_of_winners(text: str, tile: str, payer: int | None, total: int) -> None:
    assert won(text, tile, payer) == total


def test_a_winning_discard_goes_where_it_does_not_expose_a_triplet() -> None:
    """The 9p is taken for the run, so the triplet stays concealed: 20 + 4 + 8 are 32; exposed it would be 28."""
    assert won("[chi 123m] 456m 234s 999p 789p 11s (H1)", "9p") == 40
    assert won("[chi 123m] 456m 234s 999p 678p 11s (H1)", "9p") == 30


def test_FD_B_08_the_streak_multiplies_the_base_of_any_winner() -> None:
    text = "[chi 123m] 456m 789m 234s 567s 99p"
    assert [won(text, "9p", n_kept=n) for n in range(3)] == [20, 40, 60]


def test_FD_3_22_a_kind_forms_one_group() -> None:
    hands = {B: "[pon 6m6m6m] 123p 456s 111s 789s 6m G"}
    event = event_of(B, "6m")
    records, out = new_hands(), new_scores()[0]
    put(records[B], hands[B])
    assert score_hand(load_tables(True), row_of(), records, event, out) == ScoreFault.NOT_COMPLETE
    assert score_hand(load_tables(True), row_of(win__same_kind_group="none"), records, event, out) == ScoreFault.OK
    event.no_kan = 1  # no kan is possible any more: half of the pair
    assert score_hand(load_tables(True), row_of(), records, event, out) == ScoreFault.OK
    assert delta({B: "[pon 6m6m6m] 6789m 123p 456s 789p G"}, event_of(B, "6m"))[B] > 0  # 678m, and 9m with the gold


def test_FD_3_22_the_fourth_red_dragon_is_counted_once() -> None:
    """Ponned, and two golds and a pair of nines in hand: the fourth neither makes a second triplet nor a pair."""
    records, out = new_hands(), new_scores()[0]
    put(records[B], "[pon CCC] 123m 456m 789p 99s GG C")
    event = event_of(B, "C", gold="5s")
    assert score_hand(load_tables(True), row_of(), records, event, out) == ScoreFault.NOT_COMPLETE
    put(records[C], "[pon CCC] 123m 456m 789p 99s GG 9s")
    assert score_hand(load_tables(True), row_of(), records, event_of(C, "9s", gold="5s"), out) == ScoreFault.OK


def test_FD_1_13_after_a_penalty_payment_that_does_not_end_the_hand_its_payer_settles_as_a_loser() -> None:
    hands = {A: "", B: "", C: "", D: "[pon CCC] (H4 P) 123m 456m 789m 234s 99s"}
    settled = np.array(delta(hands, event_of(D, "9s", A, standing=1 << B), penalty__after_pei="continue"))
    pay_penalty(row_of("bonus"), A, 1 << B, settled)
    assert settled.tolist() == [-320 + 1000, -160 - 2000, -160 + 500, 640 + 500]


def test_FD_3_16_opening_wins_leave_the_others_without_points() -> None:
    hands = {A: "999m G", B: "1379m 268p 147s EWNCFS 2m"}
    three = event_of(C, discards=0, opening=1)
    assert delta({**hands, C: "1379m 268p 147s EWN GGG"}, three) == [-1600, -800, 3200, -800]
    eight = {**hands, C: "1379m 268p 147s EWN 2m G (H1 H2 H3 H4 H5 H6 H7)"}
    assert delta(eight, three) == [-1600, -800, 3200, -800]
    later = delta(eight, event_of(C, "2m", discards=9))
    assert later[C] == 3200 and later != delta(eight, three)
    assert codes(eight, three, C) == ["EIGHT_FLOWER"]


def test_heavenly_and_earthly_wins() -> None:
    text = "123m 456m 789m 234s 567s 99p"
    assert delta({A: text}, event_of(A, opening=1, discards=0)) == [4800, -1600, -1600, -1600]
    assert delta({B: text}, event_of(B, "9p", A, discards=1)) == [-1600, 3200, -800, -800]
    assert delta({B: text}, event_of(B, "9p", discards=1)) == [-1600, 3200, -800, -800]
    assert delta({B: text}, event_of(B, "9p", discards=1), fuding__dihu_first_draw=False)[C] == -100


def test_FD_1_10_reward_of_an_idle_gold_where_the_rules_have_one() -> None:
    hands = {B: "[chi 123m] 123m 456m 789s 999s G 2p"}
    event = event_of(B, "2p", gold="5s")
    plain = result(hands, event, row_of())
    tai = result(hands, event, row_of(fuding__idle_gold_bonus="tai_1_2_3"))
    times = result(hands, event, row_of(fuding__idle_gold_bonus="times_4_8_16"))
    assert [-int(score.delta[C]) for score in (plain, tai, times)] == [120, 240, 480]


def test_FD_3_19_eight_tai_bring_a_bonus_outside_five_corners() -> None:
    hands = {B: "[pon CCC] [pon FFF] 123m 456s 99m GGG (H2 H6)"}
    event = event_of(B, "9m")
    assert delta(hands, event)[B] == 3200  # 3 golds, 2 triplets, 2 flowers, self-draw: eight tai, at the limit
    assert delta(hands, event, fuding__eight_tai_bonus=500) == [-2100, 4700, -1300, -1300]


def test_draws_are_settled_where_the_rules_say_so() -> None:
    hands = {A: "999m G", C: "[pon 5s5s5s] (H1 H5)"}  # 40, 0, 10, 0
    assert delta(hands, event_of(None)) == [0, 0, 0, 0]
    assert delta(hands, event_of(None), end__draw_settlement="pairwise") == [220, -90, -40, -90]
    assert delta(hands, event_of(None), end__draw_settlement="pairwise_flat") == [110, -50, -10, -50]


def test_a_kind_brings_tai_once_even_where_it_may_form_two_groups() -> None:
    """Red dragons ponned and, with two golds, a triplet again: 20 + 4 + 8 hu; tai of self-draw, two golds and one of CCC."""
    hands = {B: "[pon CCC] 123m 456m 789p 99s C GG"}
    score = result(hands, event_of(B, "C", gold="5s"), row_of(win__same_kind_group="none"))
    assert score.total[B] == 40 << 4


def test_of_several_limit_hands_the_highest_counts_also_if_a_reading_brings_it() -> None:
    """天胡, 三金 and 清一色 at 400 each, and three golds as the missing wind make it 四喜."""
    rules = row_of(fuding__limit_tianhu=400, fuding__limit_three_gold=400, fuding__limit_qingyi=400)
    event = event_of(A, gold="7s", opening=OpeningWin.DEALT, discards=0)
    score = result({A: "SSS WW NNN CCC FFF GGG"}, event, rules)
    assert score.total[A] == 800 and score.fan_paid[Fan.FOUR_WINDS] == 800 * 6


def test_the_maker_of_a_robbed_kan_pays_each_winner_for_all_three() -> None:
    hand = "[chi 123m] 456m 789m 234s 567s 99p"
    event = event_of(B, "9p", D, winner_mask=1 << B | 1 << C, win_kind=WinKind.ROB_KAN)
    assert delta({B: hand, C: hand}, event, claim__multi_win="all", pay__robbed_kan="declarer_pays_all") == [0, 80, 80, -160]
    assert delta({B: hand, C: hand}, event, claim__multi_win="all") == [-80, 60, 60, -40]


def test_a_claimed_gold_exposes_a_triplet_that_no_other_group_can_spare_it() -> None:
    """Dragons with the claimed gold: 20 + 4 for the flower + 4; drawn by the winner they would be concealed, 8."""
    rules = row_of(gold__claimable="win_only", gold__discard="allowed")
    hands = {B: "[chi 123m] [chi 456m] [chi 789m] 234s EE FF G (H1)"}
    assert result(hands, event_of(B, "G", D), rules).total[B] == 30 << 2
    assert result(hands, event_of(B, "G"), rules).total[B] == 40 << 3
    spared = {B: "[chi 123m] [chi 456m] [chi 789m] 23s EE FFF G (H1)"}  # the gold stands in the run
    assert result(spared, event_of(B, "G", D), rules).total[B] == 40 << 2
