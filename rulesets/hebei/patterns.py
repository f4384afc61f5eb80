"""Which fans a winning hand has: one predicate per clause, then the choice among the readings of the hand.

A set of fans is an int64 with bit `Fan` set. Readings come from `rulesets.hand_readings`; melds are read from the hand.
A chi meld (variants that allow chi) is a set of the reading like any other, but not a concealed one.
Which options bend a fan is said at each predicate; the values of the fans are in the rule row.

Variants with golds: a gold counts as the tile it stands for in the reading; the winning tile of 捉五 and the four alike of
F15 to F17 must be natural; the best reading is kept. A win without a shape has 杠上开花 and 海底捞月 only.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.dtype import HAND_RECORD, MAX_MELDS, READING
from rulesets.hand_readings import SetType, Shape, hand_readings, has_run, n_runs, readings
from rulesets.hand_traits import n_melds_of
from rulesets.hebei.choices import HaidiScope, LuxuryFlush, MenqingWin, ReadingMode, ZhuowuMode, ZhuowuSuits
from rulesets.hebei.fans import FLUSHES, LUXURY, N_FANS, PLAIN_PAIRS, SPECIAL_SHAPES, STANDARD_ONLY, Fan
from rulesets.jit import kernel
from rulesets.shapeless import wins_by_flowers, wins_by_golds
from rulesets.tiles import N_HELD_KINDS, MeldKind, Tile, WinKind

MAX_READINGS = 32  # no hand of natural tiles has more than a dozen; golds can bring hundreds, see `most_readings`
READING_RECORD = np.dtype((np.record, READING))  # record elements, so that fields are attributes without a compiler too


@kernel
def copy_hand(hand, shown):
    """Copy the concealed tiles and melds of a HAND."""
    for kind in range(len(hand.counts)):
        shown.counts[kind] = hand.counts[kind]
    shown.golds = hand.golds
    shown.n_melds = hand.n_melds
    for i in range(MAX_MELDS):
        shown.meld_kind[i] = hand.meld_kind[i]
        shown.meld_tile[i] = hand.meld_tile[i]


@kernel
def with_stand_ins(hand, reading, shown):
    """Make `shown` the hand in which each gold is the tile that it stands for in the reading."""
    copy_hand(hand, shown)
    for i in range(int(reading.n_golds)):
        shown.counts[int(reading.gold_as[i])] += 1


@kernel
def natural_quads(hand):
    """Kinds of which all four natural copies are concealed."""
    n = 0
    for kind in range(N_HELD_KINDS):
        if int(hand.counts[kind]) == 4:
            n += 1
    return n


@kernel
def most_readings(rules, hands, event):
    """How many readings a winner of this hand may have at most: the room that `scored_fans` needs."""
    most = MAX_READINGS
    none = np.zeros(0, READING_RECORD)
    for seat in range(len(hands)):
        if int(event.winner_mask) >> seat & 1 and int(hands[seat].golds) > 0:
            most = max(most, hand_readings(rules, hands[seat], none))
    return most


@kernel
def fan_values(rules, values):
    """Fill `values` int64[N_FANS + 1] with the points of each fan by number."""
    h = rules.hebei
    values[Fan.MENQING] = h.fan_menqing
    values[Fan.QIANGGANG] = h.fan_qianggang
    values[Fan.GANGKAI] = h.fan_gangkai
    values[Fan.PENGPENG] = h.fan_pengpeng
    values[Fan.DADIAOCHE] = h.fan_dadiaoche
    values[Fan.QINGYISE] = h.fan_qingyise
    values[Fan.HUNYISE] = h.fan_hunyise
    values[Fan.QINGFENG] = h.fan_qingfeng
    values[Fan.YITIAOLONG] = h.fan_yitiaolong
    values[Fan.QIDUI] = h.fan_qidui
    values[Fan.SHISANYAO] = h.fan_shisanyao
    values[Fan.HAIDI] = h.fan_haidi
    values[Fan.HUNQIDUI] = h.fan_hunqidui
    values[Fan.QINGQIDUI] = h.fan_qingqidui
    values[Fan.DANHAO] = h.fan_danhao
    values[Fan.SHUANGHAO] = h.fan_shuanghao
    values[Fan.SANHAO] = h.fan_sanhao
    values[Fan.HUALONG] = h.fan_hualong
    values[Fan.ZHUOWU] = h.fan_zhuowu


@kernel
def is_concealed(rules, hand, event):
    """HB-FAN-01 门清: every meld is a closed kan. Under `menqing_win: self_draw` only a self-draw counts."""
    if int(rules.hebei.menqing_win) == MenqingWin.SELF_DRAW and int(event.win_kind) != WinKind.SELF_DRAW:
        return False
    return n_melds_of(hand, MeldKind.KAN_CLOSED) == int(hand.n_melds)


@kernel
def is_after_kan(event):
    """HB-FAN-03 杠上开花: self-draw of a replacement tile."""
    return int(event.win_kind) == WinKind.SELF_DRAW and int(event.after_kan) != 0


@kernel
def is_last_tile(rules, event):
    """HB-FAN-12 海底捞月: self-draw of the last tile; under the wider scope also the last discard, never a robbed tile."""
    if int(event.last_tile) == 0:
        return False
    if int(event.win_kind) == WinKind.DISCARD:
        return int(rules.hebei.haidi_scope) == HaidiScope.SELF_DRAW_OR_LAST_DISCARD
    return int(event.win_kind) == WinKind.SELF_DRAW


@kernel
def is_single_tile(rules, hand):
    """HB-FAN-05 大吊车: all sets are melds. Under `dadiaoche_closed_kans: false` none of them may be a closed kan."""
    if int(hand.n_melds) != int(rules.built.sets):
        return False
    return int(rules.hebei.dadiaoche_closed_kans) != 0 or n_melds_of(hand, MeldKind.KAN_CLOSED) == 0


@kernel
def flush_fan(hand):
    """HB-FAN-06, -07, -08: the bit of 清一色, 混一色 or 清风, or 0, over concealed tiles and melds."""
    n_suits = 0
    has_honour = False
    for group in range(4):
        first = 9 * group
        stop = N_HELD_KINDS if group == 3 else first + 9
        found = False
        for kind in range(first, stop):
            found = found or int(hand.counts[kind]) > 0
        for i in range(int(hand.n_melds)):
            found = found or first <= int(hand.meld_tile[i]) < stop
        if group == 3:
            has_honour = found
        elif found:
            n_suits += 1
    if n_suits == 0:
        return 1 << Fan.QINGFENG
    if n_suits > 1:
        return 0
    return 1 << Fan.HUNYISE if has_honour else 1 << Fan.QINGYISE


@kernel
def is_all_triplets(hand, reading):
    """HB-FAN-04 碰碰胡: no set of the reading is a run."""
    return n_runs(reading) == 0 and n_melds_of(hand, MeldKind.CHI) == 0


@kernel
def run_starts(hand, reading):
    """Bit mask over kinds: the lowest tiles of all runs of the reading, chi melds included."""
    starts = np.int64(0)
    one = np.int64(1)
    for i in range(int(reading.n_sets)):
        if int(reading.set_type[i]) == SetType.RUN:
            starts |= one << int(reading.set_tile[i])
    for i in range(int(hand.n_melds)):
        if int(hand.meld_kind[i]) == MeldKind.CHI:
            starts |= one << int(hand.meld_tile[i])
    return starts


@kernel
def is_straight(starts):
    """HB-FAN-09 一条龙: runs from 1, 4 and 7 of one suit."""
    for suit in range(3):
        if starts >> (9 * suit) & 73 == 73:  # 73 = bits 0, 3 and 6
            return True
    return False


@kernel
def is_mixed_straight(starts):
    """HB-FAN-18 花龙: runs from 1, 4 and 7, one in each suit."""
    for low in range(3):
        for middle in range(3):
            if middle == low:
                continue
            high = 3 - low - middle
            if starts >> (9 * low) & starts >> (9 * middle + 3) & starts >> (9 * high + 6) & 1:
                return True
    return False


@kernel
def is_five(rules, tile):
    """HB-FAN-19: whether 捉五 can be scored on this winning tile at all: 5m, or any 5 under `zhuowu_suits: mps`."""
    if int(rules.hebei.zhuowu_suits) == ZhuowuSuits.MPS:
        return tile < Tile.EAST and tile % 9 == 4
    return tile == Tile.M1 + 4


@kernel
def is_only_wait(rules, hand, tile, gold_kind):
    """Whether `tile` was the only kind that completes the hand, in any shape.

    `hand` holds the winning tile. Kinds of which the seat holds all four copies already, melds included, do not count
    as waits, nor does one more gold.
    """
    counts = hand.counts  # changed and restored
    held = np.zeros(len(hand.counts), np.int64)
    counts[tile] -= 1
    for kind in range(N_HELD_KINDS):
        held[kind] = int(counts[kind])
    for i in range(int(hand.n_melds)):
        kind = int(hand.meld_tile[i])
        if int(hand.meld_kind[i]) == MeldKind.CHI:
            held[kind] += 1
            held[kind + 1] += 1
            held[kind + 2] += 1
        else:
            held[kind] += 3 if int(hand.meld_kind[i]) == MeldKind.PON else 4
    none = np.zeros(0, READING_RECORD)
    only = True
    for kind in range(N_HELD_KINDS):
        if kind in (tile, gold_kind) or held[kind] >= 4 or int(rules.built.held[kind]) == 0:
            continue
        counts[kind] += 1
        if hand_readings(rules, hand, none) > 0:
            only = False
        counts[kind] -= 1
        if not only:
            break
    counts[tile] += 1
    return only


@kernel
def catches_five(rules, hand, event, reading, only_wait):
    """HB-FAN-19 捉五: the winning five is the middle of a concealed run 4-5-6 of the reading.

    Two fives of one kind are alike, so a reading with such a run may always give it the winning tile. `single_wait`
    asks for `only_wait` too; `loose` only asks that 4 and 6 are among the concealed tiles, in any shape.
    """
    tile = int(event.tile)
    if not is_five(rules, tile):
        return False
    if int(rules.hebei.zhuowu_mode) == ZhuowuMode.LOOSE:
        return int(hand.counts[tile - 1]) > 0 and int(hand.counts[tile + 1]) > 0
    return only_wait and int(reading.form) == Shape.STANDARD and has_run(reading, tile - 1)


@kernel
def pairs_fans(rules, reading, flush):
    """HB-FAN-10, -13 to -17: the fan of a seven-pairs reading, joined with or in place of the flush fan."""
    n_quads = int(reading.n_quads)
    half = flush == 1 << Fan.HUNYISE
    full = flush == 1 << Fan.QINGYISE
    if n_quads == 0:
        if half:
            return 1 << Fan.HUNQIDUI
        if full:
            return 1 << Fan.QINGQIDUI
        return 1 << Fan.QIDUI | flush
    quads = 1 << (Fan.DANHAO + n_quads - 1)
    if int(rules.hebei.luxury_flush) == LuxuryFlush.DOUBLE:
        if half:
            return quads | 1 << Fan.HUNQIDUI
        if full:
            return quads | 1 << Fan.QINGQIDUI
    return quads | flush


@kernel
def standard_fans(rules, hand, reading, flush):
    """HB-FAN-04, -05, -09, -18 and the flush fan: the fans of a reading with sets and a pair, 捉五 apart."""
    fans = flush
    if is_all_triplets(hand, reading):
        fans |= 1 << Fan.PENGPENG
    if is_single_tile(rules, hand):
        fans |= 1 << Fan.DADIAOCHE
    starts = run_starts(hand, reading)
    if is_straight(starts):
        fans |= 1 << Fan.YITIAOLONG
    if is_mixed_straight(starts):
        fans |= 1 << Fan.HUALONG
    return fans


@kernel
def situation_fans(rules, hand, event):
    """HB-FAN-01, -02, -03, -12: the fans that do not depend on the reading."""
    fans = 0
    if is_concealed(rules, hand, event):
        fans |= 1 << Fan.MENQING
    if int(event.win_kind) == WinKind.ROB_KAN:
        fans |= 1 << Fan.QIANGGANG
    if is_after_kan(event):
        fans |= 1 << Fan.GANGKAI
    if is_last_tile(rules, event):
        fans |= 1 << Fan.HAIDI
    return fans


@kernel
def without_excluded(rules, fans):
    """Drop the fans that options forbid beside others: 门清, the flush fans, 碰碰胡 and 海底捞月."""
    if int(rules.hebei.menqing_with_special) == 0 and fans & SPECIAL_SHAPES:
        fans &= ~(1 << Fan.MENQING)
    if int(rules.hebei.luxury_flush) == LuxuryFlush.NONE and fans & LUXURY:
        fans &= ~FLUSHES
    if int(rules.hebei.qingfeng_with_pengpeng) == 0 and fans & 1 << Fan.QINGFENG:
        fans &= ~(1 << Fan.PENGPENG)
    if int(rules.hebei.haidi_with_gangkai) == 0 and fans & 1 << Fan.GANGKAI:
        fans &= ~(1 << Fan.HAIDI)
    return fans


@kernel
def reading_fans(rules, hand, event, reading, only_wait, natural_tile):
    """The fans of one reading before the options of `without_excluded`.

    In `hand` golds are the tiles that they stand for; `natural_tile`: the winning tile is none of them.
    """
    fans = situation_fans(rules, hand, event)
    if int(reading.form) == Shape.ORPHANS:
        fans |= 1 << Fan.SHISANYAO
    elif int(reading.form) == Shape.SEVEN_PAIRS:
        fans |= pairs_fans(rules, reading, flush_fan(hand))
    else:
        fans |= standard_fans(rules, hand, reading, flush_fan(hand))
    if natural_tile and catches_five(rules, hand, event, reading, only_wait):
        fans |= 1 << Fan.ZHUOWU
    return fans


@kernel
def joined_fans(fans):
    """`reading: union`: what stays of the fans collected over all readings of a hand.

    Beside a fan that only sets and a pair can have, plain seven pairs are dropped; otherwise 混七对 and 青七对 take the
    place of 混一色 and 清一色. 碰碰胡 gives way to 捉五.
    """
    if fans & STANDARD_ONLY:
        fans &= ~PLAIN_PAIRS
    elif fans & (1 << Fan.HUNQIDUI | 1 << Fan.QINGQIDUI):
        fans &= ~(1 << Fan.HUNYISE | 1 << Fan.QINGYISE)
    if fans & 1 << Fan.ZHUOWU:
        fans &= ~(1 << Fan.PENGPENG)
    return fans


@kernel
def points_of(fans, values):
    """The points of a set of fans."""
    points = 0
    for number in range(1, N_FANS + 1):
        if fans >> number & 1:
            points += values[number]
    return points


@kernel
def comes_first(one, other):
    """Whether the ascending list of fan numbers in `one` comes before that of `other` in dictionary order."""
    lowest = (one ^ other) & -(one ^ other)
    if lowest == 0:
        return False
    # up to the first number that only one of them has the lists agree; the one that lacks it either goes on with a
    # larger number or ends there, and a list that ends comes first
    if one & lowest:
        return other > lowest
    return one < lowest


@kernel
def shapeless_fans(rules, hand, event):
    """Options 1.13: the fans of a win by three golds or by flowers, -1 if the hand is no such win."""
    if not wins_by_golds(rules, hand, event) and not wins_by_flowers(rules, hand, event):
        return -1
    return situation_fans(rules, hand, event) & (1 << Fan.GANGKAI | 1 << Fan.HAIDI)


@kernel
def scored_fans(rules, hand, event, values, found):
    """The fans a winner is paid for, 0 readings meaning that the hand does not win.

    `values` from `fan_values`; `found` READING[`most_readings`] receives the readings. Returns (fans, number of readings,
    index of the scored reading). `best_single` keeps the reading with most points; ties go to the list of fan numbers
    that comes first. `union` joins the fans of all readings; its index is that of the best of them. A win without a shape
    counts as one reading of index -1.
    """
    golds = int(hand.golds)
    if golds > 0:
        n = hand_readings(rules, hand, found)
    else:
        n = readings(rules, hand.counts, int(hand.n_melds), 0, found)
    if n == 0:
        fans = shapeless_fans(rules, hand, event)
        return max(fans, 0), 1 if fans >= 0 else 0, -1
    tile = int(event.tile)
    natural_tile = tile >= 0 and int(hand.counts[tile]) > 0
    only_wait = True
    if int(rules.hebei.zhuowu_mode) == ZhuowuMode.SINGLE_WAIT and natural_tile and is_five(rules, tile):
        only_wait = is_only_wait(rules, hand, tile, int(event.gold_kind) if golds > 0 else -1)
    shown = np.zeros(1 if golds > 0 else 0, HAND_RECORD)
    collected = 0
    best = 0
    chosen = -1
    for i in range(min(n, len(found))):
        if golds > 0:
            with_stand_ins(hand, found[i], shown[0])
            found[i].n_quads = natural_quads(hand)
            raw = reading_fans(rules, shown[0], event, found[i], only_wait, natural_tile)
        else:
            raw = reading_fans(rules, hand, event, found[i], only_wait, natural_tile)
        collected |= raw
        fans = without_excluded(rules, raw)
        gain = points_of(fans, values) - points_of(best, values)
        if chosen < 0 or gain > 0 or (gain == 0 and comes_first(fans, best)):
            best = fans
            chosen = i
    if int(rules.hebei.reading) == ReadingMode.UNION:
        best = without_excluded(rules, joined_fans(collected))
    return best, n, chosen
