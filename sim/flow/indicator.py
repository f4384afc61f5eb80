"""Mechanism: taking the indicator 搶金 (`rob_gold.*`): who may, and when it is offered."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from enum import IntEnum

from rulesets.choices import GoldMapsTo, RobWindow
from rulesets.shapeless import golds_win
from rulesets.tiles import N_SEATS, OpeningWin
from sim.actions import Action
from sim.bits import bit, has, lowest
from sim.flow.gold_rights import discardable
from sim.flow.groups import completes, shape_wins
from sim.jit import kernel
from sim.seat import add_tile, remove_tile
from sim.table import Phase


class Part(IntEnum):
    """Which claims of a discard are asked (`PUBLIC.claim_part`)."""

    ALL = 0
    WINS = 1  # wins alone: the indicator is offered next (`rob_gold.before_claims: false`)
    MELDS = 2  # all but wins: they and the indicator have been declined


@kernel
def has_window_after_discard(rules, public):
    """Whether the indicator will be offered after the first discard."""
    window = int(rules.rob_gold.window)
    return public.indicator >= 0 and (window == RobWindow.AFTER_FIRST_DISCARD or window == RobWindow.OWN_FIRST_DRAW)


@kernel
def open_window(rules, public):
    """The first discard has been thrown: offer the indicator, after wins on that discard or before them."""
    public.rob_open = 0
    if int(rules.rob_gold.before_claims):
        public.phase = Phase.ROB_GOLD
        public.tile = public.indicator
    else:
        public.claim_part = Part.WINS


@kernel
def close_window(rules, public):
    """Nobody took the indicator: the claims on the first discard, or what is left of them."""
    public.phase = Phase.CLAIM
    thrown = int(public.river_kind[public.n_discards - 1])
    public.tile = public.gold_kind if has(public.gold_mask, thrown) else thrown
    public.claim_part = Part.ALL if int(rules.rob_gold.before_claims) else Part.MELDS


@kernel
def indicator_completes(tables, rules, public, own):
    """Whether the tiles held between turns win with the indicator (FZ-ROB-02, -03, FZ-3G-02, FZ-X-04).

    It is wild, or completes only as the face it shows: `rob_gold.indicator_wild: false`, and where it is no gold.
    """
    if golds_win(rules, int(own.golds) + 1, OpeningWin.INDICATOR, False):
        return True
    if int(rules.gold.maps_to) == GoldMapsTo.NEXT:
        return shape_wins(rules, public, own, public.indicator)
    if int(rules.rob_gold.indicator_wild):
        return shape_wins(rules, public, own, public.gold_kind)
    if own.least_distance != 1:
        return False
    own.gold_kind = -1  # for a moment the kind is one like all others
    add_tile(own, public.indicator)
    found = completes(tables, rules, public, own)
    remove_tile(own, public.indicator)
    own.gold_kind = public.gold_kind
    return found


@kernel
def completing_discards(tables, rules, public, own):
    """Before the first discard: mask of the kinds whose throwing leaves the dealer a hand that the indicator completes."""
    found = 0
    rest = discardable(rules, own)
    while rest:
        kind = lowest(rest)
        rest &= rest - 1
        remove_tile(own, kind)
        if _would_complete(tables, rules, public, own):
            found |= bit(kind)
        add_tile(own, kind)
    return found


@kernel
def _would_complete(tables, rules, public, own):
    """As `indicator_completes`, for tiles of which neither distance nor waits are known."""
    golds = int(own.golds)
    if golds_win(rules, golds + 1, OpeningWin.INDICATOR, False):
        return True
    if int(rules.gold.maps_to) != GoldMapsTo.NEXT and int(rules.rob_gold.indicator_wild):
        own.golds = golds + 1
        found = completes(tables, rules, public, own)
        own.golds = golds
        return found
    own.gold_kind = -1
    add_tile(own, public.indicator)
    found = completes(tables, rules, public, own)
    remove_tile(own, public.indicator)
    own.gold_kind = public.gold_kind
    return found


@kernel
def indicator_legal(tables, rules, public, own, legal):
    """Fill the legal set of a seat to which the indicator is offered after the first discard (`legal` is empty)."""
    if own.seat != public.dealer and int(rules.rob_gold.window) == RobWindow.OWN_FIRST_DRAW:
        return
    if indicator_completes(tables, rules, public, own):
        legal.actions = bit(Action.PASS) | bit(Action.WIN)


@kernel
def taker(answers, dealer):
    """The seat that gets the indicator: non-dealers in turn order, then the dealer (FZ-ROB-05, -07); -1 if nobody."""
    for step in range(1, N_SEATS + 1):
        seat = (dealer + step) % N_SEATS
        action = answers[seat] >> 6
        if action == Action.WIN or action == Action.TAKE_GOLD:
            return seat
    return -1
