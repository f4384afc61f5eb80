"""Who deals the next hand of a session. Region-blind: everything is in the `dealer.*` options.

Not here: who deals the first hand (`sim.session`, it needs a random seat), and dealer streaks.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.choices import AfterWin, DealerMultiWin, OnDraw
from rulesets.jit import kernel
from rulesets.tiles import N_SEATS, WinKind


@kernel
def next_dealer(rules, event):
    """The seat that deals after a hand that ended as `event` says (HB-DLR-03 to -05, HB-DRAW-05)."""
    dealer = int(event.dealer)
    following = (dealer + 1) % N_SEATS
    if int(event.win_kind) == WinKind.DRAW:
        return following if int(rules.dealer.on_draw) == OnDraw.NEXT else dealer
    winner = deciding_winner(rules, event)
    if winner == dealer:
        return dealer
    return winner if int(rules.dealer.after_win) == AfterWin.WINNER else following


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
