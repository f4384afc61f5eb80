"""A hand that is a tile short, since its owner has discarded without a draw or a replacement (FD-2.01)."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.clause_log import Counter
from rulesets.tiles import N_SEATS
from sim.bits import bit, has
from sim.codes import Code
from sim.jit import kernel
from sim.mistakes.acts import Came, open_place
from sim.mistakes.breaches import find, is_found, open_breach
from sim.mistakes.chance import REFEREE, slips_now
from sim.mistakes.effects import make_stand
from sim.mistakes.keys import Mistake
from sim.mistakes.log import count
from sim.mistakes.record import NEVER_NEAR, Deadline
from sim.order import n_in_play
from sim.seat import forget
from sim.table import Phase


@kernel
def skips_draw(world, rules, table, seat, due):
    """FD-2.01: whether the seat, which is due an ordinary draw or the replacement of a kan (`due`, a `Code`), goes on without it.

    Of a kan only where it would discard after the replacement as well; who has a tile too many does not.
    """
    public = table.public
    if table.mist.extra_tile[seat] != 0 or (due == Code.DRAW_AFTER_KAN and public.drawable <= n_in_play(public) + 1):
        return False
    count(world, Mistake.SKIP_DRAW, Counter.TRIG)
    return slips_now(world, table, seat, Mistake.SKIP_DRAW)


@kernel
def skip_draw(world, table, seat):
    """The seat discards next; its hand is a tile short from then on."""
    fall_short(world, table, seat)
    discard_short(table, seat)


@kernel
def fall_short(world, table, seat):
    """The seat has not taken a tile that was due to it."""
    open_breach(world, table, np.int64(Mistake.SKIP_DRAW), seat, np.int64(-1), np.int64(Deadline.NEXT_RACK))
    table.mist.short |= bit(seat)
    table.clock.off_by[seat] = int(table.clock.off_by[seat]) - 1


@kernel
def discard_short(table, seat):
    """The turn of a seat that is a tile short begins with its discard: no win, no kan."""
    own = table.own[seat]
    forget(own)
    own.least_distance = NEVER_NEAR
    own.drawn = -1
    own.drawn_from_tail = 0
    own.after_kan = 0
    own.just_chi = -1
    public = table.public
    public.phase = Phase.AFTER_CLAIM
    public.turn_seat = seat
    public.tile = -1


@kernel
def took_flowers(table, seat):
    """The seat has drawn, and nothing but flowers: what ends with a tile from the wall ends all the same."""
    table.own[seat].passed = 0
    table.public.follow[seat] = -1
    table.mist.flower_turn = table.public.n_discards


@kernel
def keep_off(table, seat):
    """The hand of a seat has changed; if it is a tile short it still waits for nothing."""
    if has(table.mist.short, seat):
        table.own[seat].least_distance = NEVER_NEAR


@kernel
def watch_short(world, rules, table, drawer):
    """The next seat in play has racked its tile: the referee finds the short hands now, that of a seat left alone at its own next
    tile.
    """
    if world.seated[0].by_players:
        return
    alone = n_in_play(table.public) == 1
    for short in range(N_SEATS):
        if has(table.mist.short, short) and (short != drawer or (alone and _has_discarded_since(table, np.int64(short)))):
            find_short(world, rules, table, np.int64(short), True)


@kernel
def _has_discarded_since(table, seat):
    """Whether the seat has discarded since it failed to draw."""
    at = open_place(table.mist, Mistake.SKIP_DRAW, seat)
    return at >= 0 and table.mist.breach[at].turn < table.public.n_discards


@kernel
def look_at_short(world, rules, table):
    """After a discard: the players may notice a short hand, at the breach and at any time later."""
    for short in range(N_SEATS):
        if has(table.mist.short, short) and world.seated[0].by_players != 0:
            find_short(world, rules, table, np.int64(short), False)


@kernel
def find_short(world, rules, table, seat, is_due):
    """If the short hand is found now its owner stands."""
    at = open_place(table.mist, Mistake.SKIP_DRAW, seat)
    if at >= 0 and is_found(world, table, at, Mistake.SKIP_DRAW, is_due):
        make_stand(world, rules, table, at)


@kernel
def win_short(world, rules, table, seat):
    """A seat that is a tile short calls a win all the same: it is refused, and the seat stands."""
    at = open_place(table.mist, Mistake.SKIP_DRAW, seat)
    if at < 0:
        return Came.NOTHING
    find(world, table, at, np.int64(REFEREE))
    table.mist.breach[at].denied = 1
    count(world, Mistake.SKIP_DRAW, Counter.DENIED)
    make_stand(world, rules, table, at)
    return Came.OUT
