"""Who deals: the first dealer, and succession from hand to hand."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.choices import AfterWin, DealerMultiWin, FirstDealer, OnDraw
from rulesets.tiles import N_SEATS, WinKind
from sim.bits import has
from sim.jit import kernel
from sim.seeding import Purpose, below


@kernel
def drawn_dealer(seed, wall):
    """A uniformly random seat, from the counters of the wall."""
    return below(seed, wall, 0, int(Purpose.DICE), 0, N_SEATS)


@kernel
def first_dealer(rules, seed, wall):
    """Dealer of the first hand of session number `wall` (HB-DLR-01, -02)."""
    first = int(rules.dealer.first)
    if first == FirstDealer.SEAT0:
        return 0
    if first == FirstDealer.ROTATE_BY_SESSION:
        return wall % N_SEATS
    return drawn_dealer(seed, wall)


@kernel
def next_dealer(rules, event):
    """Dealer of the next hand of the session (HB-DLR-03 to -05, HB-DRAW-05)."""
    dealer = int(event.dealer)
    following = (dealer + 1) % N_SEATS
    if int(event.win_kind) == WinKind.DRAW:
        return following if int(rules.dealer.on_draw) == OnDraw.NEXT else dealer
    winner = _deciding_winner(rules, event, dealer)
    if winner == dealer:
        return dealer
    return winner if int(rules.dealer.after_win) == AfterWin.WINNER else following


@kernel
def _deciding_winner(rules, event, dealer):
    """The winner that decides about the deal; of several, by `dealer.multi_win` the dealer, the first, or the first other."""
    giver = int(event.payer)
    if giver < 0:
        giver = dealer
    multi = int(rules.dealer.multi_win)
    mask = int(event.winner_mask)
    if multi == DealerMultiWin.STAY_IF_DEALER_WINS and has(mask, dealer):
        return dealer
    for step in range(1, N_SEATS + 1):
        seat = (giver + step) % N_SEATS
        if has(mask, seat) and not (multi == DealerMultiWin.NEXT_IF_OTHER_WINS and seat == dealer):
            return seat
    return dealer
