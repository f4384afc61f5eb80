"""Settlement between hands of a match, from hands given by their payments: section e of the rules, clause by clause."""

from __future__ import annotations

import pytest

from rulesets.dtype import FOUND_LATE
from sim.match import Cause
from sim.mistakes.bench import may_object
from tests.sim.match_table import Match, claims, spec_with

A, B, C, D, E = range(5)


def test_e7_bust_and_refill() -> None:
    m = Match(dealer=A).set(stack=[2000, 300, 2000, 2000, 2000], debt=[0, 0, 0, 0, 0])
    m.hand(winners=(A,), giver=B, owed=claims(A, A, 160))
    assert m.stack[:2] == [2000 + 300 + 320 + 320, 0]  # the last 300 of a claim of 320; the rest is void
    assert m.seats == [A, E, C, D] and m.bench == [B] and m.wants_loan == [0, 1, 0, 0, 0]
    assert m.debt == [0] * 5 and m.cause == Cause.NONE and m.busts == [0, 1, 0, 0, 0]


def test_e7_loan_on_return() -> None:
    m = Match(dealer=A).set(stack=[2000, 300, 300, 2000, 2000])
    m.hand(winners=(A,), giver=B, owed={(B, A): 320})
    m.hand(winners=(A,), giver=C, owed={(C, A): 320})
    assert m.seats == [A, E, B, D] and m.bench == [C]
    assert m.stack == [2600, 2000, 0, 2000, 2000] and m.debt == [0, 2000, 0, 0, 0] and m.loans == [0, 1, 0, 0, 0]


def test_e7_sweep_blocked_by_the_bench() -> None:
    m = Match(spec_with(format__max_loans=0), dealer=A)
    m.hand(winners=(A,), owed=claims(A, A, 800) | {(B, A): 5000, (C, A): 5000, (D, A): 5000})
    assert m.stack == [8000, 0, 0, 0, 2000] and m.account == [0] * 5
    assert m.cause == Cause.NO_SEAT and m.sweeper == -1 and m.is_out == [0, 1, 1, 1, 0]
    with_loans = Match(dealer=A).hand(winners=(A,), owed={(B, A): 5000, (C, A): 5000, (D, A): 5000})
    assert with_loans.cause == Cause.NONE and with_loans.seats == [A, E, B, C] and with_loans.bench == [D]
    assert with_loans.debt == [0, 2000, 2000, 0, 0]


def test_e7_eight_tai_sweeps() -> None:
    m = Match(dealer=A).hand(winners=(B,), owed=claims(B, A, 800), tai=8)
    assert m.cause == Cause.EIGHT_TAI and m.sweeper == B
    assert m.stack == [0, 8000, 0, 0, 2000]  # every chip at the table, not the bench's
    assert m.account == [-1000, 4000, -1000, -1000, -1000]
    assert m.check().results == [-3000, 10_000, -3000, -3000, -1000]


def test_FD_3_19_a_buster_who_waits_for_his_loan_owes_the_bonus_too() -> None:
    m = Match(dealer=A).set(stack=[2000, 300, 2000, 2000, 2000])
    m.hand(winners=(A,), giver=B, owed={(B, A): 320})  # B busts, E takes his seat, B waits for a loan
    m.hand(winners=(A,), owed={(1, A): 9000, (2, A): 9000, (3, A): 9000})
    assert m.cause == Cause.SWEEP and m.sweeper == A and m.stack == [8300, 0, 0, 0, 0]
    assert m.account == [4000, -1000, -1000, -1000, -1000] and m.bonus_off_seat == [0, 1000, 0, 0, 0]


def test_FD_3_21_hidden_bust_found_at_the_end_of_the_next_hand() -> None:
    m = Match(dealer=D).set(stack=[2000, 300, 2000, 3700, 2000], will_hide=[0, 1, 0, 0, 0])
    m.hand(winners=(D,), giver=B, owed={(B, D): 300})  # B has nothing left and says nothing
    assert m.seats == [A, B, C, D] and m.hidden_since[B] == 1 and m.bench == [E]
    m.set(dealer=A)
    before = m.stack
    m.hand(winners=(C,), giver=D, owed=claims(C, A, 160))  # A 320, D 160, and B's 160 that he has not
    assert m.debt == [0, 2640, 0, 0, 0]
    assert [x - y for x, y in zip(m.stack, before, strict=True)] == [666, 0, 320 + 160 + 160 + 668, 666, 0]
    assert m.seats == [A, E, C, D] and m.bench == [B] and m.hidden_busts == [0, 1, 0, 0, 0]
    m.check()


def test_FD_3_21_unfound_and_with_chips_again_the_breach_lapses() -> None:
    m = Match(dealer=D).set(stack=[2000, 300, 2000, 3700, 2000], will_hide=[0, 1, 0, 0, 0], unseen=[0, 1, 0, 0, 0])
    m.hand(winners=(D,), giver=B, owed={(B, D): 300})
    m.hand(winners=(A,), owed={(B, A): 100, (C, A): 100, (D, A): 100})
    assert m.hidden_since[B] == 1 and m.refunds[1 << B] == [0 + 100, 0, 100, 100, 0]
    m.hand(winners=(B,), owed={(A, B): 50, (C, B): 50, (D, B): 50})  # his own win stays
    assert m.hidden_since[B] == -1 and not any(map(any, m.refunds)) and m.debt == [0] * 5
    assert m.stack[B] == 150 and m.seats == [A, B, C, D]


def test_FD_3_21_he_stays_if_he_has_chips_again_when_found() -> None:
    m = Match(dealer=D).set(stack=[2000, 300, 2000, 3700, 2000], will_hide=[0, 1, 0, 0, 0])
    m.hand(winners=(D,), giver=B, owed={(B, D): 300})
    m.hand(winners=(B,), owed={(A, B): 50, (C, B): 50, (D, B): 50})
    assert m.debt == [0, 2000, 0, 0, 0] and m.stack[B] == 150 and m.seats == [A, B, C, D]
    assert m.check().hidden_since[B] == -1


def test_FD_3_21_of_two_who_hide_what_one_pays_the_other_does_not_owe() -> None:
    m = Match(dealer=D).set(stack=[300, 300, 2000, 5400, 2000], will_hide=[1, 1, 0, 0, 0])
    m.hand(winners=(D,), owed={(A, D): 300, (B, D): 300})
    m.hand(winners=(C,), owed={(A, C): 100, (B, C): 100, (D, C): 200})
    assert sorted(m.debt) == [0, 0, 0, 2000, 2400]
    m.check()


def test_FD_3_26_who_may_object() -> None:
    assert may_object("FD-1.01", seated=False)
    assert not may_object("FD-2.06", seated=False) and may_object("FD-2.06", seated=True)
    assert may_object("FD-2.15", seated=False) and may_object("FD-3.21", seated=False)
    assert not may_object("FD-3.01", seated=False) and not may_object("FD-1.12", seated=False)


# --- Short payers -----------------------------------------------------------------------------------------------------


def test_winner_first_pays_in_turn_order_with_what_came_in_before() -> None:
    # C wins; D, A, B pay in this order; then A and B settle, and B may use nothing he did not get
    m = Match(dealer=A).set(stack=[100, 0, 2000, 50, 2000])
    m.hand(winners=(C,), owed={(A, C): 80, (B, C): 40, (D, C): 60, (A, B): 30, (B, D): 10})
    assert m.stack[:4] == [0, 10, 2000 + 50 + 80, 10]


def test_pro_rata_shares_in_proportion_and_gives_what_is_left_to_the_first() -> None:
    m = Match(spec_with(format__short_pay="pro_rata"), dealer=A).set(stack=[100, 2000, 2000, 2000, 2000])
    m.hand(winners=(B,), owed={(A, B): 200, (A, C): 100, (A, D): 100})
    assert m.stack == [0, 2050, 2025, 2025, 2000]
    odd = Match(spec_with(format__short_pay="pro_rata"), dealer=A).set(stack=[101, 2000, 2000, 2000, 2000])
    odd.hand(winners=(B,), owed={(A, B): 200, (A, C): 100, (A, D): 100})
    assert odd.stack == [0, 2051, 2025, 2025, 2000]


def test_debt_pays_all_and_the_bank_lends() -> None:
    m = Match(spec_with(format__short_pay="debt"), dealer=A).set(stack=[100, 2000, 2000, 2000, 3900])
    m.hand(winners=(B,), owed={(A, B): 200, (A, C): 100})
    assert m.stack == [0, 2200, 2100, 2000, 3900] and m.debt == [200, 0, 0, 0, 0]
    m.check()


def test_penalties_move_before_the_hand_and_late_ones_after() -> None:
    m = Match(dealer=A).set(stack=[2000, 600, 2000, 2000, 2000])
    m.hand(winners=(A,), owed={(B, A): 400}, penalties=(1 << B,))  # 500 to C, 100 of 500 to D, nothing to A
    assert m.stack[:4] == [2000, 0, 2500, 2100]
    late = Match(dealer=A).set(stack=[2000, 600, 2000, 2000, 2000])
    late.hand(winners=(A,), owed={(B, A): 400}, penalties=(1 << B | FOUND_LATE,))
    assert late.stack[:4] == [2400, 0, 2200, 2000]


def test_a_liable_seat_pays_what_it_has_and_nobody_makes_up_the_rest() -> None:
    m = Match(dealer=A).hand(winners=(B,), giver=C, owed={(C, B): 3200}, liable=C)
    assert m.stack[:4] == [2000, 4000, 0, 2000]


# --- 8台, bonus, sweeps --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "tai", "limit_hand", "cause", "account"),
    [
        ({}, 7, False, Cause.NONE, [0, 0, 0, 0, 0]),
        ({}, 0, True, Cause.NONE, [0, 0, 0, 0, 0]),
        ({"format__eight_tai_limit_hands": True}, 0, True, Cause.EIGHT_TAI, [-1000, 4000, -1000, -1000, -1000]),
        ({"format__eight_tai": "none"}, 9, False, Cause.NONE, [0, 0, 0, 0, 0]),
        ({"format__eight_tai": "pay_limit_plus_bonus"}, 9, False, Cause.NONE, [-1000, 4000, -1000, -1000, -1000]),
        ({"format__sweep_bonus": 500}, 8, False, Cause.EIGHT_TAI, [-500, 2000, -500, -500, -500]),
        ({"format__sweep_bonus": "pot"}, 8, False, Cause.EIGHT_TAI, [-2000, 8000, -2000, -2000, -2000]),
    ],
)
def test_eight_tai_choices(changes, tai, limit_hand, cause, account) -> None:  # type: ignore[no-untyped-def]
    m = Match(spec_with(**changes), dealer=A).hand(winners=(B,), owed=claims(B, A, 100), tai=tai, limit_hand=limit_hand)
    assert (m.cause, m.account) == (cause, account)
    m.check()


def test_eight_tai_may_take_the_bench_too() -> None:
    m = Match(spec_with(format__eight_tai_takes="all"), dealer=A).hand(winners=(B,), owed=claims(B, A, 800), tai=8)
    assert m.stack == [0, 10_000, 0, 0, 0]


def test_a_pot_is_won_once() -> None:
    m = Match(spec_with(format__sweep_bonus="pot", format__eight_tai="pay_limit_plus_bonus"), dealer=A)
    m.hand(winners=(B,), tai=8).hand(winners=(C,), tai=8)
    assert m.account == [-2000, 8000, -2000, -2000, -2000] and m.pot_taken == 1


# --- Seats and deal -----------------------------------------------------------------------------------------------------


def test_all_who_bust_in_a_hand_join_the_tail_from_the_dealer_on() -> None:
    m = Match(dealer=C).set(stack=[0, 4000, 0, 4000, 2000])
    m.hand(winners=(B,), owed={(D, B): 10})
    assert m.seats == [C, B, E, D]  # from the dealer on: C's seat to E; then A's seat to the head of the bench, who is C
    assert m.bench == [A] and m.loans == [0, 0, 1, 0, 0]


def test_without_loans_who_busts_is_out() -> None:
    m = Match(spec_with(format__max_loans=0), dealer=A).set(stack=[2000, 100, 2000, 2000, 3900])
    m.hand(winners=(A,), owed={(B, A): 100})
    assert m.is_out == [0, 1, 0, 0, 0] and m.seats == [A, E, C, D] and m.bench == []
    m.hand(winners=(A,), owed={(C, A): 9000})
    assert m.cause == Cause.NO_SEAT and m.hand_no == 2
    m.check()


def test_loans_without_end() -> None:
    m = Match(spec_with(format__max_loans=-1), dealer=A)
    for _ in range(12):
        m.hand(winners=(A,), owed={(1, A): 9000}).check()
    assert m.cause == Cause.NONE and sum(m.loans) == 11


def test_dealer_out_yields_when_the_deal_passes() -> None:
    m = Match(spec_with(format__rotation="dealer_out"), dealer=A)
    m.hand(winners=(A,), owed={(B, A): 10})
    assert m.seats == [A, B, C, D] and m.dealer == A and m.kept == 1
    m.hand(winners=(B,), owed={(A, B): 10})
    assert m.seats == [E, B, C, D] and m.bench == [A] and m.dealer == 1 and m.wants_loan == [0] * 5
    m.hand(winners=(C,), owed={(1, C): 10})
    assert m.seats == [E, A, C, D] and m.bench == [B] and m.dealer == 2


def test_loser_out_yields_after_each_hand() -> None:
    m = Match(spec_with(format__rotation="loser_out"), dealer=A)
    m.hand(winners=(A,), owed={(B, A): 30, (C, A): 50, (D, A): 50})
    assert m.seats == [A, B, E, D] and m.bench == [C]  # of equals the nearest to the dealer
    m.hand()
    assert m.bench == [C]  # nobody lost


def test_loser_out_a_dealer_who_yields_gives_up_the_deal() -> None:
    m = Match(spec_with(format__rotation="loser_out"), dealer=A)
    m.hand(winners=(A,), owed={(B, A): 30}, penalties=())
    assert m.seats == [A, E, C, D]
    m.hand(winners=(A,), owed={(A, 1): 60, (C, A): 20})  # won, and lost more on kans to seat 1
    assert m.seats == [B, E, C, D] and m.bench == [A]
    assert m.dealer == 1 and m.kept == 0


@pytest.mark.parametrize(("choice", "dealer"), [("next_seat", 1), ("replacement", 0)])
def test_who_deals_when_the_dealer_busts(choice: str, dealer: int) -> None:
    m = Match(spec_with(format__dealer_after_bust=choice), dealer=A).set(stack=[100, 2000, 2000, 2000, 3900], kept=3)
    m.hand(winners=(C,), owed={(A, C): 200})
    assert (m.seats[0], m.dealer, m.kept) == (E, dealer, 0)


def test_who_falls_in_the_hand_comes_last_when_the_dealer_yields() -> None:
    m = Match(spec_with(format__rotation="dealer_out"), dealer=A).set(stack=[2000, 100, 2000, 2000, 3900])
    m.hand(winners=(C,), owed={(B, C): 200, (A, C): 20})
    assert m.seats == [A, E, C, D] and m.bench == [B]  # only B waits, who has just lost all: A stays


def test_the_match_ends_after_its_hands() -> None:
    m = Match(spec_with(format__max_hands=2), dealer=A).hand()
    assert m.cause == Cause.NONE
    assert m.hand().cause == Cause.HANDS and m.sweeper == -1


# --- Four players -------------------------------------------------------------------------------------------------------


def test_until_bust_ends_when_a_player_has_nothing() -> None:
    spec = spec_with(format__kind="until_bust")
    m = Match(spec, dealer=A, seating=(2, 3, 0, 1)).set(stack=[2000, 2000, 100, 2000, 0])
    assert m.n_players == 4 and m.bench == []
    m.hand(winners=(1,), owed={(0, 1): 150, (2, 1): 150})
    assert m.stack == [1850, 2000, 0, 2250, 0] and m.cause == Cause.BUST


def test_rounds_count_passes_of_the_deal_and_no_chips() -> None:
    m = Match(spec_with(format__kind="rounds", format__rounds=1), dealer=A)
    for _ in range(3):
        m.hand(winners=(A,), owed={(B, A): 5000})  # the dealer keeps the deal
        m.hand()  # a draw passes it
        assert m.cause == Cause.NONE
        m.set(dealer=A)
    m.hand(winners=(A,), owed={(B, A): 5000}).hand()
    assert m.cause == Cause.ROUNDS and m.check().results == [20_000, -20_000, 0, 0]
