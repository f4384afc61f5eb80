"""The transcript: everything that happens in a hand as rows of eight integers."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from enum import IntEnum

from sim.jit import kernel


class LogEvent(IntEnum):
    """First column of a row (event, seat, kind, extra, and four more); 0 where nothing is said."""

    HAND = 0  # start of a hand: seat = dealer, kind = rule row played, extra = hand_no, then wall, line-up, seating, 0
    DEAL = 1  # seat, kind, flowers included. In drawing order (`sim.moves.deal`), the dealer's extra tile last
    DRAW = 2  # seat, kind; extra 0 front, 1 tail; then DrawMark
    DECISION = 3  # seat, kind on offer or -1, extra = chosen action; then actions, discards, added_kans, closed_kans
    READY_SET = 4  # directly before a DECISION with READY in it: seat, -1, ready_discards
    DISCARD = 5  # seat, kind; extra 1 if declared ready with it, 2 if laid back before the first turn (gold.flower_flip)
    CHI = 6  # seat, lowest kind of the run; extra = claimed kind
    PON = 7  # seat, kind; extra = seat that fed it
    KAN_OPEN = 8  # seat, kind; extra = seat that fed it
    KAN_ADDED = 9  # seat, kind (only if not robbed)
    KAN_CLOSED = 10  # seat, kind (only if not robbed); column 4: of a false kan 1 + kind of its wrong tile (FD-1.02)
    WIN = 11  # seat, kind; extra = payer or -1, then OpeningWin; one row per winner after claim.multi_win, nearest first
    EXHAUSTED = 12  # no winner
    FLOWER = 13  # seat, kind; extra 0 laid out, 1 dead: not replaced, 2 a gold laid out and replaced by mistake: earns nothing
    FLIP = 14  # opens the gold: seat = dealer, kind; extra 1 a flower; 0 the indicator, then gold kind, mask of gold flowers
    GROUP = 15  # the last group begins: seat that draws first, -1, extra = its tiles
    DICE = 16  # who takes the first tiles (deal.first_taker): seat, -1, extra = 16 * first die + second
    STAND = 17  # a seat stands from now on: seat, -1, extra = sim.flow.standing.StandReason
    LAY_ASIDE = 18  # before its tile of the last group the maker of a kan lays a tile aside, face down: seat, kind
    WINDS = 19  # the seat winds are given out (deal.seat_winds): seat = East, -1, extra = 16 * first die + second, 0 without dice
    PENALTY = 20  # what followed from a breach: seat, kind or -1, extra = entry of the clause log; then effect, observer, objector
    TAKEBACK = 21  # a barred discard returns to the hand: seat, kind
    RETURN = 22  # a tile goes back to the wall: seat that took it, kind; extra 0 front, 1 tail
    EXCHANGE = 23  # a wrong or changed chi: a tile goes from the hand into it, one of it to the hand: seat, kind, extra = the other
    USURPER = 24  # first of a hand: seat = who deals in place of the dealer, -1, extra = that dealer; then 1 if undone (FD-1.14)
    LATE = 25  # an answer to a discard comes late: seat, kind on offer, extra = action; then LatePhase (FD b.5)


class LatePhase(IntEnum):
    """When a late answer is heard: column 4 of its row, as the phases P2 to P5+ of a discard are called (FD b.5)."""

    BEFORE_DISCARD = 2
    LIFTED = 4
    RACKED = 5
    AFTER = 6


class DrawMark(IntEnum):
    """What is wrong with a tile taken from the wall: column 4 of its row."""

    LAWFUL = 0
    TOO_MANY = 1  # it lies with the hand unused: a tile beyond its number (FD-1.01)
    WRONG_END = 2  # an ordinary draw, but from the tail (FD-2.06)
    LIFTED = 3  # the seat lifts it and then insists on a chi of the last discard (FD-2.17)


@kernel
def write(log, clock, event, seat, kind, extra):
    """Append a row, if a transcript is kept. Rows beyond the room are counted, not written."""
    if log.shape[0] == 0:
        return
    at = clock.n_log
    if at < log.shape[0]:
        log[at, 0] = event
        log[at, 1] = seat
        log[at, 2] = kind
        log[at, 3] = extra
        for i in range(4, 8):
            log[at, i] = 0
    clock.n_log = at + 1


@kernel
def write_more(log, clock, a, b, c, d):
    """Fill the last four columns of the row just written."""
    at = clock.n_log - 1
    if 0 <= at < log.shape[0]:
        log[at, 4] = a
        log[at, 5] = b
        log[at, 6] = c
        log[at, 7] = d


@kernel
def write_decision(log, clock, seat, tile, choice, legal):
    """Append a decision with its legal set."""
    if log.shape[0] == 0:
        return
    if legal.ready_discards:
        write(log, clock, LogEvent.READY_SET, seat, -1, legal.ready_discards)
    write(log, clock, LogEvent.DECISION, seat, tile, choice)
    write_more(log, clock, legal.actions, legal.discards, legal.added_kans, legal.closed_kans)
