"""The clause log: counters by entry for the hand at hand, booked by block of walls when the hand is scored."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.clause_log import N_COUNTERS, Counter, Entry
from rulesets.dealer import next_dealer
from rulesets.jit import kernel as creating_kernel
from rulesets.penalties import pay_penalty
from rulesets.score import score_hand
from rulesets.tiles import N_SEATS, WinKind
from sim.bits import bit, n_bits
from sim.jit import kernel
from sim.mistakes.record import State
from sim.mistakes.seats import errs_here


@kernel
def count(world, entry, counter):
    """Count one occurrence, if a clause log is kept."""
    if world.counted.shape[0]:
        world.counted[entry, counter] += 1


@kernel
def count_refused(world, entry):
    """Count a win that only this entry's clause refuses."""
    count(world, entry, Counter.BOUND)
    count(world, entry, Counter.DENIED)


@kernel
def clear_counts(counted):
    """Nothing counted yet: before a hand."""
    for entry in range(counted.shape[0]):
        for counter in range(N_COUNTERS):
            counted[entry, counter] = 0


@creating_kernel
def _penalty_points(rules, dealer, offenders):
    """Points that one penalty payment moves."""
    points = np.zeros(N_SEATS, np.int64)
    pay_penalty(rules, dealer, offenders, points)
    return points


@creating_kernel
def chips_of(world, rules, table, hands, score, spare, breach):
    """Points by seat that the effect of a breach moved, int64[N_SEATS]; of a win that the offender pays alone: what it pays
    beyond its own share."""
    event = table.event
    seat = breach.seat
    points = np.zeros(N_SEATS, np.int64)
    if breach.effect == Counter.PEI:
        offenders = breach.kind if breach.entry == Entry.JOINT_OPENING else bit(seat)
        return _penalty_points(rules, int(event.dealer), offenders)
    if breach.effect == Counter.PEI_WIN:
        for other in range(N_SEATS):
            points[other] = int(score.liable_part[other])
    if breach.effect == Counter.VOID_HU:  # the same hand scored with these points
        void = int(event.void_hu)
        event.void_hu = void & ~bit(seat)
        score_hand(world.tables, rules, hands, event, spare)
        event.void_hu = void
        for other in range(N_SEATS):
            points[other] = int(score.delta[other]) - int(spare.delta[other])
    return points


@creating_kernel
def book_hand(world, rules, table, hands, score, spare, lineup, v, cells):
    """Book the log of a finished hand under one scored variant (index `v`): add its counts to `cells`, int64[N_ENTRIES,
    N_COUNTERS] of its block of walls, and write its breaches. `score`: the hand, `hands` laid open, scored under `rules`;
    `spare`: a SCORE record to work with.
    """
    for entry in range(world.counted.shape[0]):
        for counter in range(N_COUNTERS):
            cells[entry, counter] += world.counted[entry, counter]
    _book_flow(rules, table, cells)
    mist = table.mist
    if not errs_here(world):
        return
    for i in range(mist.n_breaches):
        breach = mist.breach[i]
        points = chips_of(world, rules, table, hands, score, spare, breach)
        moved = 0
        for seat in range(N_SEATS):
            moved += max(points[seat], 0)
        cells[breach.entry, Counter.CHIPS] += moved
        if world.breaches.shape[0]:
            _write_breach(world.breaches, table, breach, points, lineup, v)


@creating_kernel
def _book_flow(rules, table, cells):
    """Rules of the flow that decided something in the hand: the last tiles dealt out (FD-3.05), a win taken by a nearer seat
    (FD-3.06), the deal passed by a draw or a penalty payment (FD-1.14).
    """
    event = table.event
    if table.clock.group_tiles > 0:
        cells[Entry.DIVISION, Counter.BOUND] += 1
    is_claim = int(event.win_kind) == WinKind.DISCARD or int(event.win_kind) == WinKind.ROB_KAN
    if is_claim and n_bits(table.clock.answers) > n_bits(int(event.winner_mask)):
        cells[Entry.WIN_BUMPED, Counter.BOUND] += 1
    overridden = int(event.win_kind) == WinKind.DRAW or int(event.pei_mask) != 0
    if overridden and next_dealer(rules, event) != int(event.dealer):
        cells[Entry.DEAL_PASSED, Counter.BOUND] += 1


@kernel
def next_row(log, table):
    """The index of the next row of the log of breaches, -1 if it has no more room: rows beyond are counted, not written."""
    at = table.mist.n_events
    table.mist.n_events = at + 1
    return at if at < log.shape[0] else np.int64(-1)


@creating_kernel
def _write_breach(log, table, breach, points, lineup, v):
    """One row of the log of breaches, columns as in EVENT_COLUMNS."""
    at = next_row(log, table)
    if at < 0:
        return
    row = log[at]
    row[0] = table.clock.wall
    row[1] = table.clock.hand_no
    row[2] = lineup
    row[3] = breach.entry
    row[4] = breach.seat
    row[5] = breach.kind
    row[6] = breach.turn
    row[7] = breach.live
    row[8] = breach.phase
    row[9] = breach.observer
    row[10] = breach.objector
    row[11] = 1 if breach.state == State.FOUND else 0
    row[12] = breach.effect
    for seat in range(N_SEATS):
        row[13 + seat] = points[seat]
    row[17] = breach.ended
    row[18] = breach.denied
    row[19] = v
