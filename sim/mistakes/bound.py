"""What the clauses take away from players, whether anybody errs or not: the counter `bound` of the clause log (FD b.15).

A clause is bound at a decision if it takes at least one action out of the legal set. A complete hand that one clause alone keeps
from winning is `denied` as well. Nothing is counted, and nothing is worked out, where no clause log is kept.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.clause_log import Counter, Entry
from rulesets.tiles import N_SEATS
from sim.actions import Action
from sim.bits import has
from sim.flow.bars import has_bars
from sim.flow.groups import shape_wins
from sim.jit import kernel
from sim.mistakes.claims import SELF_DRAW_ONLY, barred_kan, blocked_by, gold_claim, is_passed_pon
from sim.mistakes.discards import DISCARD_BARS, bar_mask, kans_without
from sim.mistakes.frozen import frozen_claim, is_frozen_win
from sim.mistakes.keys import Mistake
from sim.mistakes.log import count, count_refused
from sim.order import is_standing
from sim.table import Phase


@kernel
def count_bound(world, rules, table):
    """After all seats have answered, before anything is carried out: what the clauses took away from those who decide now."""
    if world.counted.shape[0] == 0:
        return
    public = table.public
    turn_seat = public.turn_seat
    if public.phase == Phase.OWN_TURN or public.phase == Phase.AFTER_CLAIM:
        if not is_standing(public, turn_seat):
            _count_turn(world, rules, table, turn_seat)
    elif public.phase == Phase.CLAIM or public.phase == Phase.ROB:
        for step in range(1, N_SEATS):
            seat = (turn_seat + step) % N_SEATS
            if not is_standing(public, seat):
                lost = _count_win(world, rules, table, seat)
                if public.phase == Phase.CLAIM:
                    _count_melds(world, rules, table, seat, lost)


@kernel
def _count_turn(world, rules, table, seat):
    """What the bars take away from the seat on turn, and whether they leave it no discard, a win or kan or not."""
    public = table.public
    own = table.own[seat]
    if is_frozen_win(rules, public, own):
        count_refused(world, Mistake.FREEZE_BREACH)
    if has(world.legal[seat].actions, Action.PASS):
        return
    if has_bars(rules):
        for mistake in DISCARD_BARS:
            barred = bar_mask(rules, public, own, mistake) != 0
            if mistake == Mistake.FLUSH_BAR and not barred:
                barred = _takes_kans(rules, public, own, mistake)
            if barred:
                count(world, mistake, Counter.BOUND)
    if _takes_kans(rules, public, own, Mistake.LATE_KAN):
        count(world, Mistake.LATE_KAN, Counter.BOUND)
    if own.must_kan >= 0:
        count(world, Entry.FORCED_KAN, Counter.BOUND)
    if world.legal[seat].discards == 0 and own.must_kan < 0:
        count(world, Entry.NO_DISCARD, Counter.BOUND)


@kernel
def _takes_kans(rules, public, own, mistake):
    """Whether this bar alone forbids a kan of the own turn (FD-1.08, FD-3.03)."""
    added, closed = kans_without(rules, public, own, mistake)
    return (added | closed) != 0


@kernel
def _count_win(world, rules, table, seat):
    """A complete hand that one thing alone keeps from winning on the tile on offer. Returns its entry, or -1."""
    own = table.own[seat]
    tile = table.public.tile
    if not shape_wins(rules, table.public, own, tile):
        return np.int64(-1)
    entry = blocked_by(rules, table, own, tile)
    if entry == SELF_DRAW_ONLY:
        entry = np.int64(table.mist.zimo_entry[seat])
    if entry >= 0:
        count_refused(world, entry)
    return np.int64(entry)


@kernel
def _count_melds(world, rules, table, seat, lost):
    """Pons, kans and chis that one clause alone keeps from being offered; `lost`: the entry that has taken a win away, or -1."""
    public = table.public
    own = table.own[seat]
    tile = public.tile
    if is_passed_pon(rules, public, own, tile):
        count(world, Mistake.PASSED_PON, Counter.BOUND)
    kan = barred_kan(rules, public, own, tile)
    if kan >= 0:
        count(world, kan, Counter.BOUND)
    if gold_claim(rules, public, own) >= 0:
        count(world, Mistake.CLAIM_GOLD, Counter.BOUND)
    if lost != Mistake.FREEZE_BREACH and frozen_claim(rules, public, own, tile) >= 0:
        count(world, Mistake.FREEZE_BREACH, Counter.BOUND)
