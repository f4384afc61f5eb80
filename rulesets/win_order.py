"""Who goes first when several seats can win on one tile and only one may (`claim.win_order`). Region-blind."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.choices import WinOrder
from rulesets.flowers import n_flowers
from rulesets.hand_distance import suit_keys
from rulesets.hand_seat import has_gold_pair, has_gold_triplet
from rulesets.hand_traits import Flush, flush_of
from rulesets.jit import kernel
from rulesets.tiles import MeldKind


@kernel
def n_kans(hand):
    """Kans of a seat, of any sort."""
    n = 0
    for i in range(int(hand.n_melds)):
        if int(hand.meld_kind[i]) >= MeldKind.KAN_OPEN:
            n += 1
    return n


@kernel
def win_rank(tables, rules, hand, gold_kind):
    """Place of a winning hand, the winning tile included: a lower one goes first, turn order decides among equals.

    FZ-JQ-02, FZ-CUT-02: under `gold_pair_first` two golds as the pair come before all others; under `special_rank` the
    order is full flush, three golds as a triplet, half flush, two golds as the pair, no flower and no kan, the rest.
    """
    order = int(rules.claim.win_order)
    if order == WinOrder.SEAT:
        return 0
    keys = np.zeros(4, np.int32)
    suit_keys(hand.counts, keys)
    if order == WinOrder.GOLD_PAIR_FIRST:
        return 0 if has_gold_pair(tables, rules, keys, hand) else 1
    flush = flush_of(hand, gold_kind)
    if flush == Flush.FULL:
        return 0
    if has_gold_triplet(tables, rules, keys, hand):
        return 1
    if flush == Flush.HALF:
        return 2
    if has_gold_pair(tables, rules, keys, hand):
        return 3
    return 4 if n_flowers(hand) == 0 and n_kans(hand) == 0 else 5
