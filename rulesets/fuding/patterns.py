"""A Fuding win: which reading counts, its hu points and tai, limit and flat hands.

Of all readings the one with the highest total counts; among equals the one with the larger total before limits, then more
tai, then more hu. Limit hands of the whole hand (heavenly and earthly win, three golds, eight flowers, one suit) replace the
total whatever the reading; four winds and the hand of runs belong to a reading.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rulesets.dtype import READING
from rulesets.flowers import n_flowers
from rulesets.fuding.choices import IdleGoldBonus, Pinghu
from rulesets.fuding.fans import N_FANS, Fan
from rulesets.fuding.points import (
    gives_tai,
    hu_of_triplet,
    rounded,
    sum_of,
    table_points,
    total_of,
    uncapped_of,
    wind_of,
)  # fmt: skip
from rulesets.hand_distance import suit_keys
from rulesets.hand_groups import groups_allowed, has_own_group
from rulesets.hand_readings import SetType, Shape, hand_readings, has_run
from rulesets.hand_seat import is_idle_gold
from rulesets.jit import kernel
from rulesets.shapeless import wins_by_flowers, wins_by_golds
from rulesets.tiles import N_HELD_KINDS, MeldKind, OpeningWin, Tile, WinKind

READING_RECORD = np.dtype((np.record, READING))  # record elements, so that fields are attributes without a compiler too


class Won(IntEnum):
    """Places in the result of a win, int64[N_WON]."""

    TOTAL = 0
    UNCAPPED = 1
    TAI = 2  # that count towards eight tai: 0 of a limit or flat hand
    HU = 3
    FANS = 4  # mask of fans
    DECIDING = 5  # number of the limit or flat hand that replaced the total, 0 for none
    PLAIN = 6  # what the rounded hu points alone would have been
    ZEROES = 7  # 1: an opening win, after which the others have no totals
    SOURCES = 8  # from here on the tai of each fan by number


ENOUGH_READINGS = 24  # for all but one hand in fifty
N_WON = len(Won) + N_FANS  # number 0 is no fan, so its place is SOURCES itself


@kernel
def completes_shown(event, reading, kind):
    """Whether a triplet of the kind was completed by a discard or robbed tile that no other group of the reading can take."""
    if int(event.tile) != kind or int(event.win_kind) == WinKind.SELF_DRAW or kind == int(event.gold_kind):
        return False
    if int(reading.pair) == kind:
        return False
    if kind < Tile.EAST:
        for lowest in range(max(kind // 9 * 9, kind - 2), kind + 1):
            if has_run(reading, lowest):
                return False
    return True


@kernel
def shown_by_gold(rules, event, reading):
    """Kind of the triplet that a claimed gold completed, or -1: none, or the gold may stand in the pair or in a run.

    Of several triplets with a gold the one of fewest hu points.
    """
    if int(event.tile) != int(event.gold_kind) or int(event.win_kind) == WinKind.SELF_DRAW:
        return -1
    least = -1
    for g in range(int(reading.n_golds)):
        kind = int(reading.gold_as[g])
        if kind == int(reading.pair):
            return -1
        if kind < Tile.EAST:
            for lowest in range(max(kind // 9 * 9, kind - 2), kind + 1):
                if has_run(reading, lowest):
                    return -1
        if least < 0 or hu_of_triplet(rules, kind) < hu_of_triplet(rules, least):
            least = kind
    return least


@kernel
def has_four_winds(hand, reading):
    """四喜: each wind is a triplet, a kan or the pair."""
    for kind in range(Tile.EAST, Tile.EAST + 4):
        found = int(reading.pair) == kind or has_own_group(hand, kind)
        for i in range(int(reading.n_sets)):
            found = found or (int(reading.set_type[i]) == SetType.TRIPLET and int(reading.set_tile[i]) == kind)
        if not found:
            return False
    return True


@kernel
def suits_of(hand):
    """Mask over 萬 筒 條 and honours (bits 0-3) of natural tiles and melds, flowers and golds left out."""
    found = 0
    for kind in range(N_HELD_KINDS):
        if int(hand.counts[kind]) > 0:
            found |= 1 << kind // 9
    for i in range(int(hand.n_melds)):
        found |= 1 << int(hand.meld_tile[i]) // 9
    return found


@kernel
def had_idle_gold(tables, rules, hand, event):
    """游金: golds held before the winning draw if the hand was one that any tile completes, else 0."""
    if int(event.win_kind) != WinKind.SELF_DRAW or int(event.opening) != OpeningWin.NONE or int(event.tile) < 0:
        return 0
    gold = int(event.tile) == int(event.gold_kind)
    if gold:
        hand.golds -= 1
    else:
        hand.counts[int(event.tile)] -= 1
    keys = np.zeros(4, np.int32)
    suit_keys(hand.counts, keys)
    level = int(hand.golds) if int(hand.golds) > 0 and is_idle_gold(tables, rules, keys, hand) else 0
    if gold:
        hand.golds += 1
    else:
        hand.counts[int(event.tile)] += 1
    return min(level, 3)


@kernel
def win_tai(tables, rules, hand, event, tai):
    """Enter the tai of a win that belong to no reading; returns the factor of an idle gold."""
    f = rules.fuding
    if int(event.win_kind) == WinKind.SELF_DRAW:
        tai[Fan.SELF_DRAW] = int(f.tai_self_draw)
    suits = suits_of(hand)
    if suits == 9 or suits == 10 or suits == 12:  # honours and one suit
        tai[Fan.HUNYISE] = int(f.tai_hunyise)
    if int(event.win_kind) == WinKind.ROB_KAN:
        tai[Fan.ROB] = int(f.rob_tai)
    if int(event.win_kind) == WinKind.SELF_DRAW and int(event.after_kan):
        tai[Fan.KAN_WIN] = int(f.kan_win_tai)
    bonus = int(f.idle_gold_bonus)
    level = had_idle_gold(tables, rules, hand, event) if bonus != IdleGoldBonus.NONE else 0
    if level == 0:
        return 1
    if bonus == IdleGoldBonus.TAI_1_2_3:
        tai[Fan.IDLE_GOLD] = level
        return 1
    return 2 << level


@kernel
def _count_reading(rules, hand, event, wind, reading, tai):
    """Hu points of the concealed sets of a reading; enters their tai. Returns (hu, triplets)."""
    hu = 0
    triplets = 0
    shown = False
    by_gold = shown_by_gold(rules, event, reading)
    seen = 0
    for i in range(int(reading.n_sets)):
        if int(reading.set_type[i]) != SetType.TRIPLET:
            continue
        kind = int(reading.set_tile[i])
        triplets += 1
        exposed = not shown and (kind == by_gold or completes_shown(event, reading, kind))  # the winning tile is one tile
        shown = shown or exposed
        hu += hu_of_triplet(rules, kind) * (1 if exposed else 2)
        if gives_tai(kind, wind) and not seen >> kind & 1 and not has_own_group(hand, kind):  # each kind once
            tai[Fan.PUNG] += int(rules.fuding.tai_pung)
        seen |= 1 << kind
    runs = int(reading.n_sets) - triplets
    for i in range(int(hand.n_melds)):
        runs += 1 if int(hand.meld_kind[i]) == MeldKind.CHI else 0
    if runs == 0:
        tai[Fan.ALL_PUNGS] += int(rules.fuding.tai_all_pungs)
    return hu, triplets


@kernel
def read_one(rules, hand, event, wind, reading, hu, fixed, times, tai, won):
    """What a win is worth in one reading, into `won`. `hu`, `fixed`: hu points and tai without the reading; `tai`: room."""
    f = rules.fuding
    for number in range(N_FANS + 1):
        tai[number] = fixed[number]
    more, triplets = _count_reading(rules, hand, event, wind, reading, tai)
    hu += more
    n_tai = sum_of(tai)
    fans = 0
    for number in range(1, N_FANS + 1):
        won[Won.SOURCES + number] = tai[number]
        fans |= 1 << number if tai[number] > 0 else 0
    won[Won.TOTAL] = total_of(rules, hu, n_tai, times)
    won[Won.UNCAPPED] = uncapped_of(rules, hu, n_tai, times)
    won[Won.TAI] = n_tai
    won[Won.HU] = hu
    won[Won.DECIDING] = 0
    won[Won.PLAIN] = min(rounded(rules, hu), won[Won.TOTAL])
    if triplets == 0 and int(hand.n_melds) == 0 and n_flowers(hand) == 0 and int(f.pinghu) != Pinghu.NONE and int(f.flat_pinghu):
        fans |= 1 << Fan.PINGHU
        if int(f.pinghu) == Pinghu.FLAT or int(f.flat_pinghu) > won[Won.TOTAL]:
            _replace(won, Fan.PINGHU, int(f.flat_pinghu))
    if int(f.limit_four_winds) and has_four_winds(hand, reading):
        fans |= 1 << Fan.FOUR_WINDS
        _replace(won, Fan.FOUR_WINDS, int(f.limit_four_winds))
    won[Won.FANS] = fans


@kernel
def _replace(won, fan, points):
    """A limit or flat hand takes the place of what counting gave."""
    won[Won.TOTAL] = points
    won[Won.UNCAPPED] = points
    won[Won.TAI] = 0
    won[Won.DECIDING] = fan
    won[Won.PLAIN] = 0


@kernel
def is_better(won, best):
    """Whether a reading goes before the best one so far."""
    for place in range(Won.TOTAL, Won.HU + 1):  # total, uncapped, tai, hu
        if won[place] != best[place]:
            return won[place] > best[place]
    return False


@kernel
def all_readings(rules, hand):
    """Every reading of a hand, READING[n]; hands with three golds have some hundred, others a few."""
    found = np.zeros(ENOUGH_READINGS, READING_RECORD)
    n = hand_readings(rules, hand, found)
    if n > ENOUGH_READINGS:
        found = np.zeros(n, READING_RECORD)
        hand_readings(rules, hand, found)
    return found[:n]


@kernel
def is_allowed(rules, hand, event, reading):
    """Whether a reading counts: sets and a pair, no kind in more groups than are allowed, and golds standing for kinds that can be
    held; white dragons are flowers as a rule (FD b.1, b.3).
    """
    if int(reading.form) != Shape.STANDARD:
        return False
    for g in range(int(reading.n_golds)):
        if not rules.built.held[int(reading.gold_as[g])]:
            return False
    return groups_allowed(rules, hand, event.no_kan, reading)


@kernel
def best_reading(tables, rules, hand, event, seat, rows_only, best):
    """Read a shaped win into `best`, int64[N_WON]; returns whether there is an allowed reading.

    `rows_only`: only readings that are a limit or flat hand by themselves.
    """
    found = all_readings(rules, hand)
    fixed = np.zeros(N_FANS + 1, np.int64)
    tai = np.zeros(N_FANS + 1, np.int64)
    won = np.zeros(N_WON, np.int64)
    wind = wind_of(event, seat)
    f = rules.fuding
    hu = table_points(rules, hand, wind, False, fixed)
    hu += int(f.winner_base) * (int(event.n_kept) + 1 if int(f.streak_multiplies) else 1)
    times = win_tai(tables, rules, hand, event, fixed)
    any_found = False
    for i in range(len(found)):
        if not is_allowed(rules, hand, event, found[i]):
            continue
        read_one(rules, hand, event, wind, found[i], hu, fixed, times, tai, won)
        if times > 1:  # 4, 8 or 16 times are as 2, 3 or 4 tai
            won[Won.FANS] |= 1 << Fan.IDLE_GOLD
            won[Won.SOURCES + Fan.IDLE_GOLD] = 2 if times == 4 else 3 if times == 8 else 4
        if rows_only and won[Won.DECIDING] == 0:
            continue
        if not any_found or is_better(won, best):
            best[:] = won
        any_found = True
    return any_found


@kernel
def is_shaped(rules, hand, event):
    """Whether a winner's tiles have an allowed reading."""
    found = all_readings(rules, hand)
    for i in range(len(found)):
        if is_allowed(rules, hand, event, found[i]):
            return True
    return False


@kernel
def is_heavenly(hand, event, seat):
    """天胡: the dealer's dealt tiles, no meld and no discard before."""
    at_opening = int(event.opening) == OpeningWin.DEALT and seat == int(event.dealer)
    return at_opening and int(hand.n_melds) == 0 and int(event.discards) == 0


@kernel
def is_earthly(rules, hand, event, seat):
    """地胡: another seat without melds, with exactly one discard made: on it, or by the draw after it."""
    if seat == int(event.dealer) or int(hand.n_melds) > 0 or int(event.discards) != 1:
        return False
    if int(event.win_kind) == WinKind.DISCARD:
        return True
    return int(event.win_kind) == WinKind.SELF_DRAW and int(rules.fuding.dihu_first_draw) != 0


@kernel
def is_one_suit(rules, hand):
    """清一色: one suit, or all honours where `fuding.qingyi_all_honours` says so."""
    suits = suits_of(hand)
    return suits == 1 or suits == 2 or suits == 4 or (suits == 8 and int(rules.fuding.qingyi_all_honours) != 0)


@kernel
def whole_hand_limits(rules, hand, event, seat, shaped):
    """Mask of the limit hands that replace the total whatever the reading, those worth something."""
    f = rules.fuding
    found = 0
    if int(f.limit_three_gold) and wins_by_golds(rules, hand, event):
        found |= 1 << Fan.THREE_GOLD
    if int(f.limit_eight_flower) and wins_by_flowers(rules, hand, event):
        found |= 1 << Fan.EIGHT_FLOWER
    if not shaped:
        return found
    if int(f.limit_tianhu) and is_heavenly(hand, event, seat):
        found |= 1 << Fan.TIANHU
    if int(f.limit_dihu) and is_earthly(rules, hand, event, seat):
        found |= 1 << Fan.DIHU
    if int(f.limit_qingyi) and is_one_suit(rules, hand):
        found |= 1 << Fan.QINGYI
    return found


@kernel
def zeroes_others(rules, hand, event, seat, shaped):
    """Whether the others have no totals after this win: 天胡, 地胡, and three golds or eight flowers before the first discard,
    whatever these are worth (b.7).
    """
    if shaped and (is_heavenly(hand, event, seat) or is_earthly(rules, hand, event, seat)):
        return True
    return int(event.discards) == 0 and (wins_by_golds(rules, hand, event) or wins_by_flowers(rules, hand, event))


@kernel
def value_of(rules, fan):
    """The total that a limit hand stands for."""
    f = rules.fuding
    if fan == Fan.THREE_GOLD:
        return int(f.limit_three_gold)
    if fan == Fan.EIGHT_FLOWER:
        return int(f.limit_eight_flower)
    if fan == Fan.TIANHU:
        return int(f.limit_tianhu)
    if fan == Fan.DIHU:
        return int(f.limit_dihu)
    return int(f.limit_qingyi)


@kernel
def read_win(tables, rules, hand, event, seat, best):
    """What a win is worth, into `best`, int64[N_WON]; returns whether the hand wins at all."""
    for i in range(N_WON):
        best[i] = 0
    shaped = best_reading(tables, rules, hand, event, seat, False, best)
    limits = whole_hand_limits(rules, hand, event, seat, shaped)
    best[Won.ZEROES] = 1 if zeroes_others(rules, hand, event, seat, shaped) else 0
    if not shaped and not wins_by_golds(rules, hand, event) and not wins_by_flowers(rules, hand, event):
        return False
    if not shaped and limits == 0:  # a shapeless win that is worth nothing by itself
        return True
    highest = 0
    for fan in range(Fan.THREE_GOLD, Fan.QINGYI + 1):
        if limits >> fan & 1 and (highest == 0 or value_of(rules, fan) > value_of(rules, highest)):
            highest = fan
    if highest and shaped and best[Won.DECIDING] == 0:  # a reading that is a limit hand too may be worth more than these
        row = np.zeros(N_WON, np.int64)
        if best_reading(tables, rules, hand, event, seat, True, row) and row[Won.TOTAL] > value_of(rules, highest):
            row[Won.ZEROES] = best[Won.ZEROES]
            best[:] = row
    fans = best[Won.FANS] | limits
    if highest and not (best[Won.DECIDING] and best[Won.TOTAL] > value_of(rules, highest)):
        _replace(best, highest, value_of(rules, highest))
    best[Won.FANS] = fans
    return True
