"""The mistake between hands of a match: a player who is out of chips says nothing (FD-3.21). Its accounts are those of
`sim.match_hidden`; here is who slips, who notices, and the clause log.

Anybody of the match may notice, the waiting player too (FD-3.26). The referee finds it at the end of the next hand; players
try at the end of every hand, each with his own chance.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.clause_log import BreachPhase, Counter
from rulesets.jit import kernel as creating_kernel
from rulesets.mistakes import MISTAKES
from rulesets.tiles import N_SEATS
from sim.jit import kernel
from sim.match import Cause, is_seated
from sim.match_hidden import seat_of
from sim.mistakes.chance import BENCH, REFEREE
from sim.mistakes.log import next_row
from sim.mistakes.row import Observe
from sim.seeding import Purpose, block

HIDE_BUST = [m.name for m in MISTAKES].index("hide_bust")
_BETWEEN_HANDS = 1 << 30  # item of the numbers drawn after a hand: beyond all moments inside it


@kernel
def _profile(world, bots, player):
    """The PROFILE row of a player; `bots`: row of the bot table by player."""
    return world.profiles[int(world.bot_table[int(bots[player])].profile)]


@kernel
def _word(world, wall, hand_no, purpose, player, about):
    """A 32-bit word of a player, about the bust of another, as int64."""
    a, _, _, _ = block(world.seed, wall, hand_no, purpose + player, _BETWEEN_HANDS + 64 * about + HIDE_BUST)
    return np.int64(a)


@kernel
def _sees(world, bots, wall, hand_no, player, hider):
    """Whether a player notices the hidden bust of another at the end of this hand."""
    return _word(world, wall, hand_no, Purpose.NOTICE, player, hider) < int(_profile(world, bots, player).q[HIDE_BUST])


@kernel
def _observer(world, bots, match, wall, hand_no, hider):
    """Who notices the hidden bust of a player at the end of this hand, as in EVENT_COLUMNS: the first of the other seats from
    his own on, or else the player who waits; the referee where players do not look; -1 nobody.
    """
    by_players = False
    for player in range(match.n_players):
        by_players = by_players or _profile(world, bots, player).observe == Observe.PLAYERS
    if not by_players:
        return np.int64(REFEREE)
    seat = seat_of(match, hider)
    for step in range(1, N_SEATS):
        other = (seat + step) % N_SEATS
        if _sees(world, bots, wall, hand_no, int(match.seats[other]), hider):
            return np.int64(other)
    for player in range(match.n_players):
        waits = not is_seated(match, player) and not match.is_out[player]
        if waits and _sees(world, bots, wall, hand_no, player, hider):
            return np.int64(BENCH)
    return np.int64(-1)


@kernel
def decide_hiding(world, bots, match, wall, hand_no):
    """Before a hand is closed: who would hide a bust, and whose hidden one goes unnoticed. Nothing where nobody errs."""
    if len(world.profiles) == 1:
        return
    for player in range(match.n_players):
        p = int(_profile(world, bots, player).p[HIDE_BUST])
        match.will_hide[player] = 1 if p and _word(world, wall, hand_no, Purpose.SLIP, player, player) < p else 0
        match.unseen[player] = 0
        match.seen_by[player] = -1
        if match.hidden_since[player] >= 0:
            match.seen_by[player] = _observer(world, bots, match, wall, hand_no, player)
            match.unseen[player] = 1 if match.seen_by[player] < 0 else 0


@kernel
def book_hiding(world, table, bots, match, lineup, v, cells):
    """After a hand was closed: add its hidden busts to the clause log, int64[N_ENTRIES, N_COUNTERS], and write a row of each that
    is over under one scored variant (index `v`): found, or lapsed.
    """
    if len(world.profiles) == 1:
        return
    for player in range(match.n_players):
        hides = match.hidden_since[player] >= 0
        if match.fell[player] and not match.was_found[player] and int(_profile(world, bots, player).p[HIDE_BUST]) > 0:
            cells[HIDE_BUST, Counter.TRIG] += 1
        if hides and match.hidden_since[player] == match.hand_no:
            cells[HIDE_BUST, Counter.SLIP] += 1
            match.hid_hand[player] = table.clock.hand_no
            match.hid_turn[player] = table.public.n_discards
            match.hid_live[player] = table.public.drawable
        if match.was_found[player]:
            cells[HIDE_BUST, Counter.NOTICED] += 1
            cells[HIDE_BUST, Counter.CHIPS] -= match.fined[player, player]
            _write_row(world, table, match, lineup, v, player)
        elif (match.hid_before[player] and not hides) or (hides and match.cause != Cause.NONE):
            cells[HIDE_BUST, Counter.LAPSED] += 1
            _write_row(world, table, match, lineup, v, player)


@creating_kernel
def _write_row(world, table, match, lineup, v, hider):
    """The row of a hidden bust in the log of breaches, columns as in EVENT_COLUMNS: once it is over, of the hand in which he hid
    it. Whoever hides one keeps his seat.
    """
    log = world.breaches
    if log.shape[0] == 0:
        return
    at = next_row(log, table)
    if at < 0:
        return
    row = log[at]
    is_found = match.was_found[hider] != 0
    slot = world.seated[0].slot
    row[0] = table.clock.wall
    row[1] = match.hid_hand[hider]
    row[2] = lineup
    row[3] = HIDE_BUST
    row[5] = -1
    row[6] = match.hid_turn[hider]
    row[7] = match.hid_live[hider]
    row[8] = BreachPhase.END
    row[9] = match.seen_by[hider] if is_found else -1
    row[10] = -1
    row[11] = 1 if is_found else 0
    row[12] = -1
    for seat in range(N_SEATS):
        row[13 + seat] = match.fined[hider, slot[seat]]
        if slot[seat] == hider:
            row[4] = seat
    row[17] = 0
    row[18] = 0
    row[19] = v
