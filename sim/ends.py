"""The ends of a hand: each fills the EVENT, closes the table and writes its row of the transcript."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.dtype import MAX_PENALTIES
from rulesets.tiles import N_SEATS, MeldKind, OpeningWin, WinKind
from sim.bits import bit, has
from sim.flow.ending import is_last
from sim.jit import kernel
from sim.moves import give_robbed_tile
from sim.table import Phase
from sim.transcript import LogEvent, write, write_more
from sim.wall import kan_ok


@kernel
def clear_event(event, dealer, n_kept):
    """No end yet."""
    event.win_kind = WinKind.DRAW
    event.dealer = dealer
    event.tile = -1
    event.payer = -1
    event.winner_mask = 0
    event.after_kan = 0
    event.last_tile = 0
    event.rob_kind = -1
    event.opening = OpeningWin.NONE
    event.first_draw = 0
    event.gold_kind = -1
    event.indicator = -1
    event.east = -1
    event.discards = 0
    event.no_kan = 0
    event.standing = 0
    event.void_hu = 0
    event.void_all = 0
    event.liable = -1
    event.pei_mask = 0
    for i in range(MAX_PENALTIES):
        event.penalties[i] = 0
    event.aborted = 0
    event.rightful = 0
    event.n_kept = n_kept


@kernel
def close_event(rules, table):
    """What scoring reads beside the win itself, once the hand is over."""
    public = table.public
    event = table.event
    discards = 0
    for seat in range(N_SEATS):
        discards += table.own[seat].n_thrown
    event.discards = discards
    event.no_kan = 0 if public.group_left < 0 and kan_ok(rules, public, MeldKind.KAN_ADDED) else 1
    event.standing = public.standing


@kernel
def _won_alone(log, table, seat, tile, opening):
    """One seat wins from all the others."""
    event = table.event
    event.win_kind = WinKind.SELF_DRAW
    event.tile = tile
    event.winner_mask = bit(seat)
    event.opening = opening
    table.clock.answers = bit(seat)
    table.public.phase = Phase.OVER
    write(log, table.clock, LogEvent.WIN, seat, tile, np.int64(-1))
    if opening != OpeningWin.NONE:
        write_more(log, table.clock, opening, np.int64(0), np.int64(0), np.int64(0))


@kernel
def self_draw(log, table, seat):
    """The seat wins on the tile it drew; where no opening wins are asked, so does the dealer with a complete deal."""
    own = table.own[seat]
    event = table.event
    event.after_kan = own.after_kan
    event.last_tile = 1 if is_last(table.public) else 0
    event.first_draw = 1 if own.n_draws == 1 and own.n_melds == 0 else 0
    _won_alone(log, table, seat, own.drawn, np.int64(OpeningWin.NONE))


@kernel
def dealt_win(log, table, seat):
    """The seat wins with the tiles held when the gold is open (天胡, 三金倒, flowers)."""
    _won_alone(log, table, seat, np.int64(-1), np.int64(OpeningWin.DEALT))


@kernel
def indicator_win(log, table, seat):
    """The seat takes the indicator and wins 搶金 (FZ-ROB-02, -03)."""
    _won_alone(log, table, seat, table.public.indicator, np.int64(OpeningWin.INDICATOR))


@kernel
def won_from(log, table, giver, asked, winning):
    """One or more seats win on a tile that `giver` threw or tried to make a kan of. A robbed tile is never the last tile."""
    public = table.public
    event = table.event
    kind = public.tile
    event.tile = kind
    event.payer = giver
    event.winner_mask = winning
    if public.phase == Phase.ROB:
        event.win_kind = WinKind.ROB_KAN
        event.rob_kind = public.rob_kind
        give_robbed_tile(table, giver, kind)
    else:
        event.win_kind = WinKind.DISCARD
        event.last_tile = 1 if is_last(public) else 0
    table.clock.answers = asked
    public.phase = Phase.OVER
    for step in range(1, N_SEATS):
        seat = (giver + step) % N_SEATS
        if has(winning, seat):
            write(log, table.clock, LogEvent.WIN, seat, kind, giver)


@kernel
def exhausted(log, table):
    """Nobody won."""
    table.event.win_kind = WinKind.DRAW
    table.public.phase = Phase.OVER
    write(log, table.clock, LogEvent.EXHAUSTED, np.int64(-1), np.int64(-1), np.int64(0))
