"""Points of a finished Hebei hand: base points and fans of each winner, kan points, who pays them.

The base points are the six numbers `hebei.win_*`; one fan is one point. A winner's *dues* are what each other seat owes
him: a base part and a fan part. How `pay.*` bends them:

- `discarder_share`, `other_share`: on a discard the payer owes that many times (base + fans). With `other_share` above 0
  the base splits into own shares: weight 1 for each loser, doubled between dealer and non-dealer, doubled for the
  discarder (so 8, 6 and 5 split as 4+2+2, 4+1+1 and 2+2+1), and each loser owes his share times (own base + fans).
- `robbed_kan: declarer_pays_all`: the robbed seat pays what the three would have paid on a self-draw.
- `limit`: most that one seat owes one winner, before `declarer_pays_all` adds the three up. The base part is kept first;
  what is cut is cut from the fans, in proportion to their values. Kan points are outside the limit.

Integer splits (`apportion`) follow the largest remainder. `fan_paid` splits the moved fan points among the fans in
proportion to their values; without a limit that is exact: value times the number of times the fan was paid.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.choices import DrawSettlement, RobbedKan
from rulesets.dtype import ScoreFault
from rulesets.hebei.choices import AddedKanPayer, KanPointsScope, RobbedKanPoints, SelfDrawFans
from rulesets.hebei.fans import N_FANS
from rulesets.hebei.patterns import READING_RECORD, fan_values, most_readings, points_of, scored_fans
from rulesets.jit import kernel
from rulesets.shares import apportion
from rulesets.tiles import N_SEATS, MeldKind, WinKind

BASE = 0  # rows of a dues table int64[2, 4]: base points and fan points owed by each seat
FANS_DUE = 1


@kernel
def self_draw_base(rules, winner, payer, dealer):
    """HB-BASE-01, -02: what one payer owes as base on a self-draw."""
    if winner == dealer:
        return int(rules.hebei.win_dealer_self)
    return int(rules.hebei.win_self_from_dealer) if payer == dealer else int(rules.hebei.win_self_from_other)


@kernel
def discard_base(rules, winner, payer, dealer):
    """HB-BASE-03 to -05: the base of a win on a discard or a robbed tile."""
    if winner == dealer:
        return int(rules.hebei.win_dealer_discard)
    return int(rules.hebei.win_dealer_deals_in) if payer == dealer else int(rules.hebei.win_other_deals_in)


@kernel
def self_draw_dues(rules, winner, dealer, points, dues, weights, parts):
    """HB-WIN-04: all three owe base and fans; `hebei.self_draw_fans` says how the fans are shared."""
    mode = int(rules.hebei.self_draw_fans)
    for i in range(N_SEATS - 1):  # in play order after the winner: integer remainders go to the nearest seat first
        base = self_draw_base(rules, winner, (winner + 1 + i) % N_SEATS, dealer)
        dues[BASE, (winner + 1 + i) % N_SEATS] = base
        weights[i] = base if mode == SelfDrawFans.TOTAL_PROPORTIONAL else 1
    apportion(3 * points if mode == SelfDrawFans.PER_PAYER else points, weights, N_SEATS - 1, parts)
    for i in range(N_SEATS - 1):
        dues[FANS_DUE, (winner + 1 + i) % N_SEATS] = parts[i]


@kernel
def discard_dues(rules, winner, payer, dealer, points, dues, weights, parts):
    """HB-WIN-02, -03: the discarder owes base and fans; the others owe too if `pay.other_share` is above 0."""
    base = discard_base(rules, winner, payer, dealer)
    share = int(rules.pay.discarder_share)
    other = int(rules.pay.other_share)
    if other == 0:
        dues[BASE, payer] = share * base
        dues[FANS_DUE, payer] = share * points
        return
    for i in range(N_SEATS - 1):
        seat = (winner + 1 + i) % N_SEATS
        weights[i] = (2 if dealer in (winner, seat) else 1) * (2 if seat == payer else 1)
    apportion(base, weights, N_SEATS - 1, parts)
    for i in range(N_SEATS - 1):
        seat = (winner + 1 + i) % N_SEATS
        times = share if seat == payer else other
        dues[BASE, seat] = times * parts[i]
        dues[FANS_DUE, seat] = times * points


@kernel
def limit_dues(rules, dues):
    """Cut what each seat owes to `pay.limit`; the base part is kept before the fan part."""
    limit = int(rules.pay.limit)
    if limit == 0:
        return
    for seat in range(N_SEATS):
        dues[BASE, seat] = min(dues[BASE, seat], limit)
        dues[FANS_DUE, seat] = min(dues[FANS_DUE, seat], limit - dues[BASE, seat])


@kernel
def win_dues(rules, event, winner, points, dues):
    """Fill `dues` int64[2, 4], cleared first, with what each seat owes `winner` for a win worth `points` of fans."""
    dealer = int(event.dealer)
    payer = int(event.payer)
    weights = np.zeros(N_SEATS, np.int64)
    parts = np.zeros(N_SEATS, np.int64)
    for seat in range(N_SEATS):
        dues[BASE, seat] = 0
        dues[FANS_DUE, seat] = 0
    robbed = int(event.win_kind) == WinKind.ROB_KAN
    pays_all = robbed and int(rules.pay.robbed_kan) == RobbedKan.DECLARER_PAYS_ALL
    if int(event.win_kind) == WinKind.SELF_DRAW or pays_all:
        self_draw_dues(rules, winner, dealer, points, dues, weights, parts)
    else:
        discard_dues(rules, winner, payer, dealer, points, dues, weights, parts)
    limit_dues(rules, dues)
    if pays_all:
        for part in range(2):
            for seat in range(N_SEATS):
                if seat != payer:
                    dues[part, payer] += dues[part, seat]
                    dues[part, seat] = 0


@kernel
def settle_win(rules, event, winner, fans, values, score):
    """Pay one winner and book the points that each fan moved."""
    dues = np.zeros((2, N_SEATS), np.int64)
    points = points_of(fans, values)
    win_dues(rules, event, winner, points, dues)
    moved = 0
    for seat in range(N_SEATS):
        due = dues[BASE, seat] + dues[FANS_DUE, seat]
        score.win_part[seat] -= due
        score.win_part[winner] += due
        score.owed[seat, winner] += due
        moved += dues[FANS_DUE, seat]
    score.fans[winner] = fans
    score.fan_points[winner] = points
    if moved == 0:
        return
    weights = np.zeros(N_FANS + 1, np.int64)
    parts = np.zeros(N_FANS + 1, np.int64)
    for number in range(1, N_FANS + 1):
        weights[number] = values[number] if fans >> number & 1 else 0
    apportion(moved, weights, N_FANS + 1, parts)
    for number in range(1, N_FANS + 1):
        score.fan_paid[number] += parts[number]


@kernel
def is_robbed_meld(hands, event, seat, place):
    """Whether this pon (or added kan, as it would have been) is the one whose fourth tile was robbed."""
    if int(event.win_kind) != WinKind.ROB_KAN or int(event.payer) != seat:
        return False
    if int(hands[seat].meld_tile[place]) != int(event.tile):
        return False
    if int(event.rob_kind) == MeldKind.KAN_CLOSED:
        return int(hands[seat].meld_kind[place]) == MeldKind.KAN_CLOSED
    return int(hands[seat].meld_kind[place]) in (MeldKind.PON, MeldKind.KAN_ADDED)


@kernel
def are_kans_paid(rules, event, owner):
    """HB-DRAW-04, HB-KAN-04: kans are paid if somebody won, or at a draw if the rules say so; of all owners, or winners."""
    if int(event.win_kind) == WinKind.DRAW and int(rules.end.draw_settlement) != DrawSettlement.KAN_POINTS:
        return False
    if int(rules.hebei.kan_points_scope) == KanPointsScope.WINNERS_ONLY:
        return int(event.winner_mask) >> owner & 1 == 1
    return True


@kernel
def kan_dues(rules, hands, event, seat, place, dues):
    """Fill `dues` int64[4], cleared first, with what each seat owes the owner of a meld. Returns a ScoreFault.

    HB-KAN-01 open kan: its feeder pays. HB-KAN-02 added kan: each of the others; under `added_kan_payer: pon_feeder`
    the seat that fed the pon pays for all three. HB-KAN-03 closed kan: each of the others. Robbed kans: an added one is
    worth nothing unless `robbed_kan_points: keep`, a closed one never is.
    """
    for other in range(N_SEATS):
        dues[other] = 0
    if not are_kans_paid(rules, event, seat):
        return ScoreFault.OK
    kind = int(hands[seat].meld_kind[place])
    is_added = kind == MeldKind.KAN_ADDED
    if is_robbed_meld(hands, event, seat, place):
        keep = int(rules.hebei.robbed_kan_points) == RobbedKanPoints.KEEP
        if not keep or int(event.rob_kind) == MeldKind.KAN_CLOSED:
            return ScoreFault.OK
        is_added = True
    each = 0
    fed = 0
    if is_added:
        each = int(rules.hebei.kan_added)
        if int(rules.hebei.added_kan_payer) == AddedKanPayer.PON_FEEDER:
            fed = (N_SEATS - 1) * each
    elif kind == MeldKind.KAN_OPEN:
        fed = int(rules.hebei.kan_open)
    elif kind == MeldKind.KAN_CLOSED:
        each = int(rules.hebei.kan_closed)
    if fed > 0:
        feeder = int(hands[seat].meld_from[place])
        if feeder < 0 or feeder >= N_SEATS or feeder == seat:
            return ScoreFault.NO_FEEDER
        dues[feeder] = fed
        return ScoreFault.OK
    for other in range(N_SEATS):
        if other != seat:
            dues[other] = each
    return ScoreFault.OK


@kernel
def settle_kans(rules, hands, event, score):
    """HB-KAN-05: pay the kans of all seats; several add up. Returns a ScoreFault."""
    dues = np.zeros(N_SEATS, np.int64)
    for seat in range(N_SEATS):
        for place in range(int(hands[seat].n_melds)):
            fault = kan_dues(rules, hands, event, seat, place, dues)
            if fault != ScoreFault.OK:
                return fault
            for other in range(N_SEATS):
                score.kan_part[other] -= dues[other]
                score.kan_part[seat] += dues[other]
                score.owed[other, seat] += dues[other]
    return ScoreFault.OK


@kernel
def score_hebei(rules, hands, event, score):
    """Score a finished hand into a cleared SCORE record. Returns a ScoreFault; `score` is void unless it is OK."""
    values = np.zeros(N_FANS + 1, np.int64)
    found = np.zeros(most_readings(rules, hands, event), READING_RECORD)
    fan_values(rules, values)
    for seat in range(N_SEATS):
        if int(event.winner_mask) >> seat & 1:
            fans, n, _ = scored_fans(rules, hands[seat], event, values, found)
            if n == 0:
                return ScoreFault.NOT_COMPLETE
            settle_win(rules, event, seat, fans, values, score)
    fault = settle_kans(rules, hands, event, score)
    for seat in range(N_SEATS):
        score.delta[seat] = score.win_part[seat] + score.kan_part[seat]
    return fault
