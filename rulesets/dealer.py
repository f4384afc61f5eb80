"""Who deals the next hand of a session, and with what streak. Region-blind: everything is in the `dealer.*` options.

Not here: who deals the first hand (`sim.session`, it needs a random seat).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.choices import AfterWin, DealerMultiWin, OnDraw
from rulesets.jit import kernel
from rulesets.table_choices import DealPasses, WrongDealer
from rulesets.tiles import N_SEATS, WinKind


@kernel
def next_dealer(rules, event):
    """The seat that deals after a hand that ended as `event` says (HB-DLR-03 to -05, HB-DRAW-05).

    FD-1.14: a penalty payment passes the deal; after a hand dealt out of turn the deal goes on from the rightful dealer.
    """
    dealer = int(event.dealer)
    following = (dealer + 1) % N_SEATS
    if int(event.rightful) > 0:
        from_rightful = int(rules.penalty.wrong_dealer) == WrongDealer.AFTER_RIGHTFUL
        return int(event.rightful) % N_SEATS if from_rightful else following
    if int(event.pei_mask) != 0 and not _dealer_may_keep(rules, event):
        return following
    if int(event.win_kind) == WinKind.DRAW:
        return following if int(rules.dealer.on_draw) == OnDraw.NEXT else dealer
    winner = deciding_winner(rules, event)
    if winner == dealer:
        return dealer
    return winner if int(rules.dealer.after_win) == AfterWin.WINNER else following


@kernel
def _dealer_may_keep(rules, event):
    """Whether the dealer won and a penalty payment does not pass the deal then."""
    won = int(event.win_kind) != WinKind.DRAW and deciding_winner(rules, event) == int(event.dealer)
    return won and int(rules.penalty.deal_passes) == DealPasses.UNLESS_DEALER_WON


@kernel
def next_streak(rules, event, n_kept):
    """How many hands in a row the next dealer has kept the deal 連莊: 0 for a new dealer (FZ-DEALER-02, -03).

    `n_kept`: the streak of the dealer of the hand that ended as `event` says.
    """
    if next_dealer(rules, event) != int(event.dealer) or int(event.rightful) > 0:
        return 0
    if int(event.win_kind) == WinKind.DRAW and not int(rules.dealer.streak_on_draw):
        return int(n_kept)
    return int(n_kept) + 1


@kernel
def deciding_winner(rules, event):
    """The winner whose win decides who deals next.

    Of several winners (`dealer.multi_win`): the dealer if he is one of them, or the one nearest after the payer, or
    the nearest who is not the dealer.
    """
    dealer = int(event.dealer)
    mask = int(event.winner_mask)
    rule = int(rules.dealer.multi_win)
    if rule == DealerMultiWin.STAY_IF_DEALER_WINS and mask >> dealer & 1:
        return dealer
    giver = int(event.payer) if int(event.payer) >= 0 else dealer
    for step in range(1, N_SEATS + 1):
        seat = (giver + step) % N_SEATS
        if mask >> seat & 1 and not (rule == DealerMultiWin.NEXT_IF_OTHER_WINS and seat == dealer):
            return seat
    return dealer
