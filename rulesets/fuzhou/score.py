"""Points of a finished Fuzhou hand: the core of each winner, its multiplier, the specials, who pays.

    core   = base + flowers + flower quads + golds + open kans + closed kans + dealer's streak
    amount = core * multiplier + special      (core_plus_special)
    amount = core * factor                    (core_times_special)

times `fuzhou.unit`. A self-draw is paid by each of the other three; a discard or a robbed kan costs its giver
`pay.discarder_share` amounts and each other loser `pay.other_share`; winners pay each other nothing. `pay.limit` is the
most that one payer owes one winner. Under `pay.robbed_kan: declarer_pays_all` the giver pays what the three would have
paid on a self-draw, each of them limited.

The amount has two parts: what a plain win of the same way brings, and what the specials add. The limit cuts the specials
first. `fan_points` is the second part before the limit, `fan_paid` splits the paid second part among the specials that
brought it; a special that a higher one tops stands in `fans` all the same.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rulesets.choices import RobbedKan
from rulesets.dtype import ScoreFault
from rulesets.flowers import flower_quads, n_flowers
from rulesets.fuzhou.choices import Formula, KansCounted, KeptScope, SpecialCombine, SpecialExclusions
from rulesets.fuzhou.fans import FLUSHES, GOLD_SPECIALS, N_FANS, OPENING_SPECIALS, Fan
from rulesets.fuzhou.patterns import Way, golds_in_hand, special_values, specials_of, way_of_winning
from rulesets.hand_distance import suit_keys
from rulesets.hand_traits import n_melds_of
from rulesets.jit import kernel
from rulesets.shares import apportion
from rulesets.tiles import N_SEATS, MeldKind, WinKind


class Part(IntEnum):
    """Places in the parts of a win, int64[N_PARTS]: points of the core first, then what is made of it."""

    BASE = 0
    FLOWERS = 1
    QUADS = 2
    GOLDS = 3
    OPEN_KANS = 4
    CLOSED_KANS = 5
    KEPT = 6  # as the winner collects it from everyone
    KEPT_DEALER = 7  # more of it that only the dealer owes
    TIMES = 8  # multiplier of the core for a plain win of that way
    SPECIAL = 9  # points of the specials that count, per unit
    FACTOR = 10  # core_times_special: what the core is multiplied by instead


N_PARTS = len(Part)
N_CORE = 7  # parts that make up the core

# Under core_times_special.
FACTOR_SELF_DRAW = 2
FACTOR_SANJIN = 3
FACTOR_JINQUE = 4
FACTOR_QIANGJIN = 5
FACTOR_SPECIALS = 1 << Fan.SANJIN | 1 << Fan.JINQUE | 1 << Fan.JINLONG | 1 << Fan.QIANGJIN

# Which of several specials of one value is the one that counts (FZ 7.8).
TIE_ORDER = tuple(
    int(fan)
    for fan in (
    Fan.JINLONG, Fan.JINQUE, Fan.SANJIN, Fan.TIANHU, Fan.QIANGJIN, Fan.PING0, Fan.PING1, Fan.HUNYISE, Fan.QINGYISE,
    Fan.DANDIAO, Fan.HUAHU, Fan.DIHU, Fan.KAN_WIN, Fan.LAST_TILE, Fan.ALL_RUNS, Fan.ALL_TRIPLETS, Fan.CONCEALED,
    Fan.ALL_CLAIMED,
    )
)  # fmt: skip


@kernel
def scored_specials(rules, values):
    """Mask of the specials that can bring anything under a rule row."""
    if int(rules.fuzhou.formula) == Formula.CORE_TIMES_SPECIAL:
        return FACTOR_SPECIALS
    mask = 0
    for number in range(1, N_FANS + 1):
        if values[number] > 0:
            mask |= 1 << number
    return mask


@kernel
def best_of(fans, values):
    """The bit of the special that is worth most, 0 for none."""
    best = 0
    for number in TIE_ORDER:
        if fans >> number & 1 and (best == 0 or values[number] > values[best]):
            best = number
    return 1 << best if best else 0


@kernel
def factor_special(fans):
    """core_times_special: the bit of the special with the highest factor, and that factor; 0 and 0 for none."""
    if fans >> Fan.QIANGJIN & 1:
        return 1 << Fan.QIANGJIN, FACTOR_QIANGJIN
    if fans >> Fan.JINQUE & 1:
        return 1 << Fan.JINQUE, FACTOR_JINQUE
    if fans >> Fan.JINLONG & 1:  # without a pair of golds only where no gold may be a fifth copy
        return 1 << Fan.JINLONG, FACTOR_JINQUE
    if fans >> Fan.SANJIN & 1:
        return 1 << Fan.SANJIN, FACTOR_SANJIN
    return 0, 0


@kernel
def counted_specials(rules, fans, values):
    """Of all specials of a win, those that bring points under `fuzhou.special_combine` and the exclusions."""
    if int(rules.fuzhou.formula) == Formula.CORE_TIMES_SPECIAL:
        deciding, _ = factor_special(fans)
        return deciding
    if int(rules.fuzhou.special_combine) == SpecialCombine.MAX:
        return best_of(fans, values)
    counted = fans
    for group in (GOLD_SPECIALS, FLUSHES, OPENING_SPECIALS):
        counted = counted & ~group | best_of(fans & group, values)
    if counted >> Fan.JINLONG & 1 and int(rules.fuzhou.special_exclusions) == SpecialExclusions.GOLD_HANDS:
        counted &= ~(1 << Fan.ALL_RUNS)
    return counted


@kernel
def fill_core(rules, hands, event, winner, counted, parts):
    """Enter the parts of the core."""
    hand = hands[winner]
    f = rules.fuzhou
    open_kans = 0
    closed_kans = 0
    for seat in range(N_SEATS):
        if seat == winner or int(f.kans_counted) == KansCounted.ALL_SEATS:
            open_kans += n_melds_of(hands[seat], MeldKind.KAN_OPEN) + n_melds_of(hands[seat], MeldKind.KAN_ADDED)
            closed_kans += n_melds_of(hands[seat], MeldKind.KAN_CLOSED)
    without_golds = int(f.special_exclusions) == SpecialExclusions.GOLD_HANDS and counted & GOLD_SPECIALS != 0
    kept = int(f.per_kept) * int(event.n_kept)
    for_all = winner == int(event.dealer) or int(f.kept_scope) == KeptScope.ALWAYS
    parts[Part.BASE] = f.base_points
    parts[Part.FLOWERS] = int(f.per_flower) * n_flowers(hand)
    parts[Part.QUADS] = int(f.quad_bonus) * flower_quads(rules, hand)
    parts[Part.GOLDS] = 0 if without_golds else int(f.per_gold) * golds_in_hand(rules, hand, event)
    parts[Part.OPEN_KANS] = int(f.per_open_kan) * open_kans
    parts[Part.CLOSED_KANS] = int(f.per_closed_kan) * closed_kans
    parts[Part.KEPT] = kept if for_all else 0
    parts[Part.KEPT_DEALER] = kept if not for_all and int(f.kept_scope) == KeptScope.COLLECTS_FROM_DEALER else 0


@kernel
def fill_parts(rules, hands, event, winner, fans, counted, values, parts):
    """Enter everything that the amounts of a win are made of into `parts`, int64[N_PARTS]."""
    fill_core(rules, hands, event, winner, counted, parts)
    f = rules.fuzhou
    as_self_draw = int(event.win_kind) == WinKind.SELF_DRAW or pays_all(rules, event)
    parts[Part.SPECIAL] = 0
    parts[Part.FACTOR] = 0
    if int(f.formula) == Formula.CORE_TIMES_SPECIAL:
        _, factor = factor_special(fans)
        parts[Part.TIMES] = FACTOR_SELF_DRAW if as_self_draw else 1
        parts[Part.FACTOR] = max(factor, parts[Part.TIMES])
        return
    if int(f.special_as_self_draw) and fans:
        as_self_draw = True
    parts[Part.TIMES] = int(f.self_draw_mult) if as_self_draw else int(f.discard_mult)
    for number in range(1, N_FANS + 1):
        if counted >> number & 1:
            parts[Part.SPECIAL] += values[number]


@kernel
def amounts(rules, parts, from_dealer):
    """What a win is worth to one payer: the plain part and the part of the specials, before the limit."""
    core = 0
    for i in range(N_CORE):
        core += parts[i]
    if from_dealer:
        core += parts[Part.KEPT_DEALER]
    unit = int(rules.fuzhou.unit)
    plain = unit * core * parts[Part.TIMES]
    if int(rules.fuzhou.formula) == Formula.CORE_TIMES_SPECIAL:
        return plain, unit * core * parts[Part.FACTOR] - plain
    return plain, unit * parts[Part.SPECIAL]


@kernel
def pays_all(rules, event):
    """`pay.robbed_kan: declarer_pays_all`, and a kan was robbed."""
    return int(event.win_kind) == WinKind.ROB_KAN and int(rules.pay.robbed_kan) == RobbedKan.DECLARER_PAYS_ALL


@kernel
def win_dues(rules, event, winner, parts, dues):
    """Fill `dues` int64[2, 4], cleared first, with what each seat owes the winner: plain part and part of the specials."""
    payer = int(event.payer)
    limit = int(rules.pay.limit)
    for seat in range(N_SEATS):
        dues[0, seat] = 0
        dues[1, seat] = 0
    for seat in range(N_SEATS):
        if seat == winner:
            continue
        times = 1
        owing = seat
        if pays_all(rules, event):
            owing = payer
        elif int(event.win_kind) != WinKind.SELF_DRAW:
            times = int(rules.pay.discarder_share) if seat == payer else int(rules.pay.other_share)
            if int(event.winner_mask) >> seat & 1:
                times = 0
        plain, special = amounts(rules, parts, seat == int(event.dealer))
        plain *= times
        special *= times
        if limit > 0:
            plain = min(plain, limit)
            special = min(special, limit - plain)
        dues[0, owing] += plain
        dues[1, owing] += special


@kernel
def settle_win(rules, event, winner, fans, counted, values, parts, score):
    """Pay one winner and book the points that each special moved."""
    dues = np.zeros((2, N_SEATS), np.int64)
    win_dues(rules, event, winner, parts, dues)
    moved = 0
    for seat in range(N_SEATS):
        due = dues[0, seat] + dues[1, seat]
        score.win_part[seat] -= due
        score.win_part[winner] += due
        score.owed[seat, winner] += due
        moved += dues[1, seat]
    _, special = amounts(rules, parts, False)
    score.fans[winner] = fans
    score.fan_points[winner] = special
    if moved == 0:
        return
    weights = np.zeros(N_FANS + 1, np.int64)
    shares = np.zeros(N_FANS + 1, np.int64)
    for number in range(1, N_FANS + 1):
        weights[number] = max(1, values[number]) if counted >> number & 1 else 0
    apportion(moved, weights, N_FANS + 1, shares)
    for number in range(1, N_FANS + 1):
        score.fan_paid[number] += shares[number]


@kernel
def read_win(tables, rules, hands, event, winner, values, parts):
    """Read a win: (way of winning, its specials, those that count), its parts in `parts`; `values` from `special_values`."""
    keys = np.zeros(4, np.int32)
    suit_keys(hands[winner].counts, keys)
    way = way_of_winning(tables, rules, keys, hands[winner], event)
    if way == Way.NONE:
        return way, 0, 0
    fans = specials_of(tables, rules, keys, hands, event, winner, way, scored_specials(rules, values))
    counted = counted_specials(rules, fans, values)
    fill_parts(rules, hands, event, winner, fans, counted, values, parts)
    return way, fans, counted


@kernel
def score_fuzhou(tables, rules, hands, event, score):
    """Score a finished hand into a cleared SCORE record. Returns a ScoreFault; `score` is void unless it is OK."""
    values = np.zeros(N_FANS + 1, np.int64)
    parts = np.zeros(N_PARTS, np.int64)
    special_values(rules, values)
    for seat in range(N_SEATS):
        if int(event.winner_mask) >> seat & 1:
            way, fans, counted = read_win(tables, rules, hands, event, seat, values, parts)
            if way == Way.NONE:
                return ScoreFault.NOT_COMPLETE
            settle_win(rules, event, seat, fans, counted, values, parts, score)
    for seat in range(N_SEATS):
        score.delta[seat] = score.win_part[seat]
    return ScoreFault.OK
