"""Points of a finished Fuding hand: every hand has a total, every two seats settle.

Each seat collects its total from every other seat that did not win, times `fuding.dealer_mult` if one of the two deals;
so a winner collects and pays nobody, and losers settle among themselves. The winner's total is taken
`pay.discarder_share` times from the discarder and `pay.other_share` times from each other loser. After an opening win, and
after eight flowers or three golds before the first discard, losers have no total (FD-B.06). A seat that is *liable* pays
what its offence let somebody win for all three losers (FD-1.08).

`fan_points` of a winner is what his total exceeds his rounded hu points by; `fan_paid` splits what he collected for it
among the tai, or books all of it on the limit or flat hand that replaced the total.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.choices import DrawSettlement, RobbedKan
from rulesets.dtype import ScoreFault
from rulesets.fuding.fans import FIRST_TAI, N_FANS, Fan
from rulesets.fuding.patterns import N_WON, Won, read_win
from rulesets.fuding.points import loser_total
from rulesets.jit import kernel
from rulesets.shares import apportion
from rulesets.table_choices import StandScored
from rulesets.tiles import N_SEATS, WinKind


@kernel
def losers_settle(rules, event, zeroed):
    """Whether the seats that did not win settle among themselves; `zeroed`: an opening win has left them without totals."""
    if int(event.win_kind) == WinKind.DRAW:
        return int(rules.end.draw_settlement) >= DrawSettlement.PAIRWISE
    if zeroed:
        return False
    return int(event.liable) < 0 or int(rules.penalty.losers_settle) != 0


@kernel
def settles(event, seat):
    """Whether the seat is among those that settle if losers do: it did not win, and does not pay a win for all (b.12)."""
    return int(event.winner_mask) >> seat & 1 == 0 and seat != int(event.liable)


@kernel
def is_void(rules, event, seat):
    """Whether only what lies on the table counts of a loser's hand (FD-3.14, `penalty.stand_scored`)."""
    if int(event.void_hu) >> seat & 1 != 0:
        return True
    return int(event.standing) >> seat & 1 != 0 and int(rules.penalty.stand_scored) == StandScored.EXPOSED


@kernel
def dealer_factor(rules, event, one, other):
    """What a payment between two seats is multiplied by."""
    if int(event.win_kind) == WinKind.DRAW and int(rules.end.draw_settlement) == DrawSettlement.PAIRWISE_FLAT:
        return 1
    return int(rules.fuding.dealer_mult) if one == int(event.dealer) or other == int(event.dealer) else 1


@kernel
def maker_pays_all(rules, event):
    """`pay.robbed_kan: declarer_pays_all`, and a kan was robbed: its maker pays each winner what three losers would have paid."""
    return int(event.win_kind) == WinKind.ROB_KAN and int(rules.pay.robbed_kan) == RobbedKan.DECLARER_PAYS_ALL


@kernel
def win_share(rules, event, loser):
    """How many totals a loser owes a winner."""
    if int(event.win_kind) == WinKind.SELF_DRAW or int(event.liable) >= 0:
        return 1
    if maker_pays_all(rules, event):
        return 1
    return int(rules.pay.discarder_share) if loser == int(event.payer) else int(rules.pay.other_share)


@kernel
def who_owes(rules, event, loser):
    """The seat that pays what a loser owes a winner: himself, the liable seat, or the maker of a robbed kan."""
    if int(event.liable) >= 0:
        return int(event.liable)
    if maker_pays_all(rules, event):
        return int(event.payer)
    return loser


@kernel
def settle_winner(rules, event, winner, won, score):
    """Pay one winner; returns what he collected for his total."""
    collected = 0
    bonus = int(rules.fuding.eight_tai_bonus) if won[Won.TAI] >= int(rules.fuding.tai_limit) else 0
    for loser in range(N_SEATS):
        if loser == winner or (int(event.winner_mask) >> loser & 1 and not maker_pays_all(rules, event)):
            continue
        due = won[Won.TOTAL] * dealer_factor(rules, event, winner, loser) * win_share(rules, event, loser)
        owing = who_owes(rules, event, loser)
        score.win_part[winner] += due + bonus
        score.win_part[owing] -= due + bonus
        score.owed[owing, winner] += due + bonus
        if int(event.liable) >= 0 and owing != loser:
            score.liable_part[winner] += due + bonus
            score.liable_part[owing] -= due + bonus
        collected += due
    return collected


@kernel
def limit_of(rules, won):
    """What SCORE.limit says of a win: 1 a limit or flat hand replaced what is counted, 2 the total reaches the payment limit."""
    fixed = 1 if won[Won.DECIDING] else 0
    limit = int(rules.pay.limit)
    return fixed | (2 if limit > 0 and won[Won.TOTAL] >= limit else 0)


@kernel
def book_fans(won, winner, collected, score):
    """Book the points that fans moved."""
    score.fans[winner] = won[Won.FANS]
    score.fan_points[winner] = won[Won.TOTAL] - won[Won.PLAIN]
    if won[Won.DECIDING]:
        score.fan_paid[won[Won.DECIDING]] += collected
        return
    if won[Won.TOTAL] == 0:
        return
    moved = collected - collected * won[Won.PLAIN] // won[Won.TOTAL]
    weights = np.zeros(N_FANS + 1, np.int64)
    shares = np.zeros(N_FANS + 1, np.int64)
    for number in range(FIRST_TAI, N_FANS + 1):
        weights[number] = won[Won.SOURCES + number]
    if moved > 0:
        apportion(moved, weights, N_FANS + 1, shares)
        for number in range(FIRST_TAI, N_FANS + 1):
            score.fan_paid[number] += shares[number]


@kernel
def settle_losers(rules, event, totals, score):
    """Every two seats that settle do so by the difference of their totals."""
    for one in range(N_SEATS):
        for other in range(one + 1, N_SEATS):
            if not settles(event, one) or not settles(event, other):
                continue
            factor = dealer_factor(rules, event, one, other)
            due = (totals[one] - totals[other]) * factor
            score.win_part[one] += due
            score.win_part[other] -= due
            score.among_losers += abs(due)
            score.owed[other, one] += totals[one] * factor
            score.owed[one, other] += totals[other] * factor


@kernel
def score_fuding(tables, rules, hands, event, score):
    """Score a finished hand into a cleared SCORE record. Returns a ScoreFault; `score` is void unless it is OK."""
    totals = np.zeros(N_SEATS, np.int64)
    won = np.zeros(N_WON, np.int64)
    zeroed = 0
    for seat in range(N_SEATS):
        if int(event.winner_mask) >> seat & 1:
            if not read_win(tables, rules, hands[seat], event, seat, won):
                return ScoreFault.NOT_COMPLETE
            zeroed |= won[Won.ZEROES]
            score.total[seat] = won[Won.TOTAL]
            score.tai[seat] = won[Won.TAI]
            score.limit[seat] = limit_of(rules, won)
            if won[Won.DECIDING] and won[Won.DECIDING] != Fan.PINGHU:
                score.limit_hands |= 1 << seat
            book_fans(won, seat, settle_winner(rules, event, seat, won, score), score)
    if losers_settle(rules, event, zeroed):
        for seat in range(N_SEATS):
            if settles(event, seat) and not int(event.void_all) >> seat & 1:
                totals[seat] = loser_total(rules, hands[seat], event, seat, is_void(rules, event, seat))
                score.total[seat] = totals[seat]
        settle_losers(rules, event, totals, score)
    for seat in range(N_SEATS):
        score.delta[seat] = score.win_part[seat]
    return ScoreFault.OK
