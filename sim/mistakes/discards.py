"""Forgotten bars in the own turn: a barred discard, a gold, a frozen tile, a kan with too few tiles or of a barred suit.

The opportunity is that the choice without the bar would break it. The barred tile lies on the table until the others have
said whether they win on it (`sim.mistakes.claims`).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.choices import AddedTiming, GoldDiscard
from rulesets.clause_log import BreachPhase, Counter
from rulesets.tiles import N_SEATS, MeldKind
from sim.actions import Action
from sim.bits import bit, has
from sim.flow.bars import flush_bars, frozen_bars, kan_bars, late_honours, own_kan_tiles, unbarred, wind_bar
from sim.jit import kernel
from sim.legality import allow
from sim.mistakes.breaches import open_breach
from sim.mistakes.chance import slips_now
from sim.mistakes.effects import thaw
from sim.mistakes.keys import Mistake
from sim.mistakes.log import count
from sim.mistakes.record import Deadline
from sim.mistakes.would import use_row, would
from sim.table import Phase
from sim.wall import kan_ok

DISCARD_BARS = (
    int(Mistake.FLUSH_BAR), int(Mistake.FOUR_WINDS_BAR), int(Mistake.KAN_TILE),
    int(Mistake.DISCARD_GOLD), int(Mistake.FREEZE_BREACH), int(Mistake.LATE_HONOUR),
)  # fmt: skip
"""Mistakes that discard a barred tile."""


@kernel
def flush_barred(rules, public, own):
    """Mask of the held kinds that flush tables of other seats bar (FD-1.08)."""
    found = 0
    for step in range(1, N_SEATS):
        seat = (own.seat + step) % N_SEATS
        suit = int(public.flush_suit[seat])
        if suit >= 0:
            found |= flush_bars(rules, public, own, suit, int(public.follow[seat]))
    return found


@kernel
def wind_barred(rules, public, own):
    """Mask of the held winds that four-wind tables of other seats bar (FD-1.09)."""
    found = 0
    for step in range(1, N_SEATS):
        seat = (own.seat + step) % N_SEATS
        wind = int(public.missing_wind[seat])
        if wind >= 0:
            found |= wind_bar(rules, public, wind, int(public.follow[seat]))
    return found & unbarred(rules, own)


@kernel
def golds_barred(rules, own):
    """The bit of the gold kind if the seat holds golds and may not discard them (FD-2.04)."""
    if own.golds > 0 and int(rules.gold.discard) == GoldDiscard.FORBIDDEN:
        return bit(own.gold_kind)
    return 0


@kernel
def bar_mask(rules, public, own, mistake):
    """Mask of the held kinds whose discard would be this mistake."""
    if mistake == Mistake.FLUSH_BAR:
        return flush_barred(rules, public, own)
    if mistake == Mistake.FOUR_WINDS_BAR:
        return wind_barred(rules, public, own)
    if mistake == Mistake.KAN_TILE:
        return own_kan_tiles(rules, public, own)
    if mistake == Mistake.DISCARD_GOLD:
        return golds_barred(rules, own)
    if mistake == Mistake.FREEZE_BREACH:
        return frozen_bars(public, own)
    return unbarred(rules, own) & late_honours(rules, public)


@kernel
def _choose_with(world, table, seat, discards):
    """What the seat would do if it might discard these kinds too."""
    legal = world.legal[seat]
    actions, lawful = legal.actions, legal.discards
    legal.discards = lawful | discards
    allow(legal, Action.DISCARD)
    choice = would(world, table, seat, actions != 0)
    legal.actions, legal.discards = actions, lawful
    return choice


@kernel
def discard_slip(world, rules, table, seat, mistake):
    """Whether the seat on turn discards what one bar forbids; its answer is then that discard."""
    public = table.public
    own = table.own[seat]
    barred = bar_mask(rules, public, own, mistake)
    if barred == 0 or world.answers[seat] >> 6 == Action.WIN:
        return False
    others = 0
    for other in DISCARD_BARS:
        if other != mistake:
            others |= bar_mask(rules, public, own, other)
    barred &= ~others
    if barred == 0:
        return False
    choice = _choose_with(world, table, seat, barred)
    if choice < 0 or choice >> 6 != Action.DISCARD or not has(barred, choice & 63):
        return False
    count(world, mistake, Counter.TRIG)
    if not slips_now(world, table, seat, mistake):
        return False
    use_row(world, table, seat)
    mist = table.mist
    mist.barred = mistake
    mist.barred_breach = open_breach(world, table, mistake, seat, choice & 63, np.int64(Deadline.ACT))
    mist.breach[mist.barred_breach].phase = BreachPhase.DISCARD
    world.answers[seat] = choice
    remember_turn(table, seat)
    if mistake == Mistake.FREEZE_BREACH:  # the leaked tile itself goes; another copy drawn later is free
        thaw(table, seat, choice & 63)
        mist.thawed = -1
    return True


@kernel
def remember_turn(table, seat):
    """Keep what a discard overwrites, in case the tile is taken back."""
    mist = table.mist
    own = table.own[seat]
    public = table.public
    mist.was_phase = public.phase
    mist.was_drawn = own.drawn
    mist.was_from_tail = own.drawn_from_tail
    mist.was_after_kan = own.after_kan
    mist.was_just_chi = own.just_chi
    mist.was_ready_turn = own.ready_turn
    mist.was_thrown = public.thrown[seat]
    mist.was_follow = public.follow[seat]
    mist.was_bound = public.self_draw_only[seat]
    for other in range(N_SEATS):
        mist.was_since[other] = table.clock.since_discard[other]


# --- kans -------------------------------------------------------------------------------------------------------------


@kernel
def kans_without(rules, public, own, mistake):
    """Masks (added, closed) of the kans of the own turn that only this mistake's bar forbids."""
    fourths = own.pons & own.at_least[0]
    quads = own.at_least[3]
    if int(rules.kan.added_timing) == AddedTiming.DRAWN_TILE_ONLY:
        fourths &= bit(own.drawn) if own.drawn >= 0 else 0
    if fourths | quads == 0 or int(public.is_ready[own.seat]) or public.phase != Phase.OWN_TURN:
        return 0, 0
    barred_added = kan_bars(rules, public, own.seat, MeldKind.KAN_ADDED)
    barred_closed = kan_bars(rules, public, own.seat, MeldKind.KAN_CLOSED)
    wall_added = kan_ok(rules, public, MeldKind.KAN_ADDED)
    wall_closed = kan_ok(rules, public, MeldKind.KAN_CLOSED)
    if mistake == Mistake.LATE_KAN:
        if public.drawable < 1:
            return 0, 0
        return 0 if wall_added else fourths & ~barred_added, 0 if wall_closed else quads & ~barred_closed
    return fourths & barred_added if wall_added else 0, quads & barred_closed if wall_closed else 0


@kernel
def kan_slip(world, rules, table, seat, mistake):
    """Whether the seat on turn would declare a kan that is barred and slips: its answer is then that kan. Returns the place of
    the breach in the book, or -1.
    """
    added, closed = kans_without(rules, table.public, table.own[seat], mistake)
    if (added | closed) == 0 or world.answers[seat] >> 6 == Action.WIN:
        return np.int64(-1)
    legal = world.legal[seat]
    actions, was_added, was_closed = legal.actions, legal.added_kans, legal.closed_kans
    legal.added_kans = was_added | added
    legal.closed_kans = was_closed | closed
    if added:
        allow(legal, Action.KAN_ADDED)
    if closed:
        allow(legal, Action.KAN_CLOSED)
    choice = would(world, table, seat, actions != 0)
    legal.actions, legal.added_kans, legal.closed_kans = actions, was_added, was_closed
    kind = choice & 63
    breaks = (choice >> 6 == Action.KAN_ADDED and has(added, kind)) or (choice >> 6 == Action.KAN_CLOSED and has(closed, kind))
    if choice < 0 or not breaks:
        return np.int64(-1)
    count(world, mistake, Counter.TRIG)
    if not slips_now(world, table, seat, mistake):
        return np.int64(-1)
    use_row(world, table, seat)
    world.answers[seat] = choice
    return open_breach(world, table, mistake, seat, kind, np.int64(Deadline.ACT))
