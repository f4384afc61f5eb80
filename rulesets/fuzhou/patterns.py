"""Which special wins a winning hand has: one predicate for each, existence tests all of them (FZ 7.8).

A set of specials is an int64 with bit `Fan` set. A win is *shaped* if its tiles are complete, golds being wild; otherwise
it is won by three golds 三金倒 or by flowers, on a self-draw only, and then carries few specials.

Three numbers of golds matter: those that can be the pair or a triplet (all wild ones in the hand), those that count
towards the three (not a taken indicator, unless `rob_gold.shapeless`), and those that enter the core (every physical
one, also one that stands for its own face in a chi or as a taken indicator).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rulesets.choices import RobWindow
from rulesets.flowers import n_flowers
from rulesets.fuzhou.fans import Fan
from rulesets.hand_distance import suit_keys
from rulesets.hand_seat import has_gold_pair, has_gold_triplet, has_shape, has_standard_shape
from rulesets.hand_traits import Flush, flush_of, is_all_runs, is_all_triplets, n_melds_of
from rulesets.jit import kernel
from rulesets.shapeless import golds_towards_three, took_indicator_gold, wins_by_flowers, wins_by_golds
from rulesets.tiles import N_HELD_KINDS, N_SEATS, MeldKind, OpeningWin, WinKind
from rulesets.win_order import n_kans

MANY_FLOWERS = 20  # of 花胡


class Way(IntEnum):
    """By what a hand wins."""

    NONE = 0  # it does not
    SHAPE = 1
    THREE_GOLDS = 2
    FLOWERS = 3


@kernel
def special_values(rules, values):
    """Fill `values` int64[N_FANS + 1] with the points of each special by number."""
    f = rules.fuzhou
    values[Fan.PING1] = f.special_ping1
    values[Fan.PING0] = f.special_ping0
    values[Fan.TIANHU] = f.special_tianhu
    values[Fan.QIANGJIN] = f.special_qiangjin
    values[Fan.SANJIN] = f.special_sanjin
    values[Fan.JINQUE] = f.special_jinque
    values[Fan.JINLONG] = f.special_jinlong
    values[Fan.HUNYISE] = f.special_hunyise
    values[Fan.QINGYISE] = f.special_qingyise
    values[Fan.DANDIAO] = f.special_dandiao
    values[Fan.HUAHU] = f.special_huahu
    values[Fan.DIHU] = f.special_dihu
    values[Fan.KAN_WIN] = f.special_kan_win
    values[Fan.LAST_TILE] = f.special_last_tile
    values[Fan.ALL_RUNS] = f.special_all_runs
    values[Fan.ALL_TRIPLETS] = f.special_all_triplets
    values[Fan.CONCEALED] = f.special_concealed
    values[Fan.ALL_CLAIMED] = f.special_all_claimed


@kernel
def golds_in_hand(rules, hand, event):
    """Physical golds of the winner, also those that stand for their own face in a chi or as a taken indicator."""
    n = int(hand.golds)
    if took_indicator_gold(event) and not int(rules.rob_gold.indicator_wild):
        n += 1
    gold = int(event.gold_kind)
    for i in range(int(hand.n_melds)):
        if int(hand.meld_kind[i]) == MeldKind.CHI and 0 <= gold - int(hand.meld_tile[i]) <= 2:
            n += 1
    return n


@kernel
def way_of_winning(tables, rules, keys, hand, event):
    """By what the hand wins, as a `Way`."""
    tiles = int(hand.golds)
    for kind in range(N_HELD_KINDS):
        tiles += int(hand.counts[kind])
    whole = tiles == 3 * (int(rules.built.sets) - int(hand.n_melds)) + 2
    if whole and has_shape(tables, rules, keys, hand, int(hand.golds)):
        return Way.SHAPE
    if wins_by_golds(rules, hand, event):
        return Way.THREE_GOLDS
    return Way.FLOWERS if wins_by_flowers(rules, hand, event) else Way.NONE


@kernel
def is_plain_win(rules, hand):
    """FZ-PING-01 平胡: no flower and no kan; under `ping0_concealed` no chi and no pon either."""
    if n_flowers(hand) > 0 or n_kans(hand) > 0:
        return False
    return int(hand.n_melds) == 0 or not int(rules.fuzhou.ping0_concealed)


@kernel
def is_one_flower(rules, hand):
    """FZ-PING-02 平胡: exactly one flower, and no kan unless `ping1_needs_no_kan` is false."""
    return n_flowers(hand) == 1 and (n_kans(hand) == 0 or not int(rules.fuzhou.ping1_needs_no_kan))


@kernel
def is_heavenly(event, winner):
    """FZ-TIAN-01 天胡: the dealer's tiles are complete once the gold is open."""
    return int(event.opening) == OpeningWin.DEALT and winner == int(event.dealer)


@kernel
def is_robbing_gold(rules, event, winner):
    """FZ-ROB-02, -03 搶金: the indicator was taken; under `own_first_draw` also a non-dealer's first tile that is a gold."""
    if int(event.opening) == OpeningWin.INDICATOR:
        return True
    if int(rules.rob_gold.window) != RobWindow.OWN_FIRST_DRAW or winner == int(event.dealer):
        return False
    return is_first_draw(event) and int(event.tile) == int(event.gold_kind) and int(event.gold_kind) >= 0


@kernel
def is_first_draw(event):
    """A self-draw with the winner's first tile from the wall."""
    is_draw = int(event.win_kind) == WinKind.SELF_DRAW and int(event.opening) == OpeningWin.NONE
    return is_draw and int(event.first_draw) != 0


@kernel
def is_earthly(hands, event, winner):
    """地胡: a non-dealer's first draw wins, and nobody has claimed a tile or declared a kan."""
    for seat in range(N_SEATS):
        if int(hands[seat].n_melds) > 0:
            return False
    return winner != int(event.dealer) and is_first_draw(event)


@kernel
def situation_specials(rules, hands, event, winner):
    """The specials of a shaped win that depend on melds, flowers and the way the tile came."""
    hand = hands[winner]
    self_draw = int(event.win_kind) == WinKind.SELF_DRAW
    drawn = self_draw and int(event.opening) == OpeningWin.NONE
    closed = n_melds_of(hand, MeldKind.KAN_CLOSED)
    found = 0
    if is_heavenly(event, winner):
        found |= 1 << Fan.TIANHU
    if is_earthly(hands, event, winner):
        found |= 1 << Fan.DIHU
    if int(hand.n_melds) == int(rules.built.sets):
        found |= 1 << Fan.DANDIAO
        if closed == 0 and not self_draw:
            found |= 1 << Fan.ALL_CLAIMED
    if n_flowers(hand) >= MANY_FLOWERS:
        found |= 1 << Fan.HUAHU
    if drawn and int(event.after_kan):  # FZ-X-08
        found |= 1 << Fan.KAN_WIN
    if drawn and int(event.last_tile):
        found |= 1 << Fan.LAST_TILE
    if closed == int(hand.n_melds):
        found |= 1 << Fan.CONCEALED
    return found


@kernel
def gold_specials(tables, rules, keys, hand, event):
    """金雀 and 金龍 of a shaped win. An indicator that was taken as the face it shows is a gold beside other golds (A12)."""
    found = 0
    if has_gold_pair(tables, rules, keys, hand):
        found |= 1 << Fan.JINQUE
    if has_gold_triplet(tables, rules, keys, hand):
        found |= 1 << Fan.JINLONG
    face = int(event.indicator)
    if not took_indicator_gold(event) or int(rules.rob_gold.indicator_wild) or int(hand.counts[face]) == 0:
        return found
    hand.counts[face] -= 1
    hand.golds += 1
    other_keys = np.zeros(4, np.int32)
    suit_keys(hand.counts, other_keys)
    if has_gold_pair(tables, rules, other_keys, hand):
        found |= 1 << Fan.JINQUE
    if has_gold_triplet(tables, rules, other_keys, hand):
        found |= 1 << Fan.JINLONG
    hand.golds -= 1
    hand.counts[face] += 1
    return found


@kernel
def shape_specials(tables, rules, keys, hand, event, robbing, wanted):
    """The specials of the tiles of a shaped win, those in the mask `wanted`."""
    found = 0
    if not robbing or int(rules.fuzhou.rob_gold_keeps_golds):
        found |= gold_specials(tables, rules, keys, hand, event)
    flush = flush_of(hand, int(event.gold_kind))
    if flush == Flush.FULL:
        found |= 1 << Fan.QINGYISE
    elif flush == Flush.HALF:
        found |= 1 << Fan.HUNYISE
    if wanted & (1 << Fan.ALL_RUNS | 1 << Fan.ALL_TRIPLETS) and has_standard_shape(tables, rules, keys, hand):
        if is_all_runs(rules, hand):
            found |= 1 << Fan.ALL_RUNS
        if is_all_triplets(rules, hand):
            found |= 1 << Fan.ALL_TRIPLETS
    return found


@kernel
def specials_of(tables, rules, keys, hands, event, winner, way, wanted):
    """The specials, among those in the mask `wanted`, that a win has; `way` from `way_of_winning`."""
    hand = hands[winner]
    found = 0
    if is_plain_win(rules, hand):
        found |= 1 << Fan.PING0
    if is_one_flower(rules, hand):
        found |= 1 << Fan.PING1
    taken = int(event.opening) == OpeningWin.INDICATOR
    robbing = is_robbing_gold(rules, event, winner)
    if robbing and (way == Way.SHAPE or taken):
        found |= 1 << Fan.QIANGJIN
    three = golds_towards_three(rules, hand, event) >= 3 and way != Way.FLOWERS
    if three and (int(event.win_kind) == WinKind.SELF_DRAW or int(rules.fuzhou.sanjin_on_discard)):
        found |= 1 << Fan.SANJIN
    if wins_by_flowers(rules, hand, event):
        found |= 1 << Fan.HUAHU
    if way == Way.SHAPE:
        found |= situation_specials(rules, hands, event, winner)
        found |= shape_specials(tables, rules, keys, hand, event, robbing, wanted)
    return found & wanted
