"""The patient bot: plays like the greedy one, but lets cheap wins on other seats' tiles pass. It is the one bot that reads
the scoring rules: those of its belief row, applied to its own hand only.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.dtype import EVENT, HAND, MAX_MELDS, N_FLOWER_KINDS, SCORE
from rulesets.jit import kernel as creating_kernel
from rulesets.score import score_hand
from rulesets.tiles import N_KINDS, N_SEATS, WinKind
from sim.bits import bit
from sim.bots.greedy import Greedy
from sim.flow.ending import is_last
from sim.jit import kernel
from sim.table import Phase

MIN_FAN = Greedy.OWN_SETTING  # smallest sum of fans for which it wins on a tile of another seat
TAKE_ANY_BELOW = Greedy.OWN_SETTING + 1  # it takes every win once fewer tiles than this can be drawn

_HAND = np.dtype((np.record, HAND))
_EVENT = np.dtype((np.record, EVENT))
_SCORE = np.dtype((np.record, SCORE))


@creating_kernel
def fans_of_win(tables, public, own, belief):
    """Sum of the fans of winning on the tile on offer, as far as the seat can know it."""
    hands = np.zeros(N_SEATS, _HAND)
    events = np.zeros(1, _EVENT)
    scores = np.zeros(1, _SCORE)
    seat = int(own.seat)
    hand = hands[seat]
    for kind in range(N_KINDS):
        hand.counts[kind] = own.counts[kind]
    hand.golds = own.golds
    if public.tile == public.gold_kind:
        hand.golds += 1
    else:
        hand.counts[int(public.tile)] += 1
    hand.gold_flowers = own.gold_flowers
    for i in range(N_FLOWER_KINDS):
        hand.flowers[i] = own.flowers[i]
    hand.n_melds = own.n_melds
    for i in range(MAX_MELDS):
        hand.meld_kind[i] = own.meld_kind[i]
        hand.meld_tile[i] = own.meld_tile[i]
        hand.meld_from[i] = own.meld_from[i]
    robs = int(public.phase) == Phase.ROB
    event = events[0]
    event.win_kind = WinKind.ROB_KAN if robs else WinKind.DISCARD
    event.dealer = public.dealer
    event.tile = public.tile
    event.payer = public.turn_seat
    event.winner_mask = bit(seat)
    event.last_tile = 1 if not robs and is_last(public) else 0
    event.rob_kind = int(public.rob_kind) if robs else -1
    event.gold_kind = public.gold_kind
    event.indicator = public.indicator
    event.n_kept = public.n_kept
    event.east = public.east
    event.discards = public.n_discards
    score_hand(tables, belief, hands, event, scores[0])
    return int(scores[0].fan_points[seat])


@kernel
def takes_win(tables, public, own, belief, bot):
    """Whether a patient bot wins: always on an own draw, on another seat's tile if it is worth it or the wall runs low."""
    claimed = public.phase == Phase.CLAIM or public.phase == Phase.ROB
    if not claimed or public.drawable < bot.settings[TAKE_ANY_BELOW]:
        return True
    return fans_of_win(tables, public, own, belief) >= bot.settings[MIN_FAN]
