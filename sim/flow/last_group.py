"""Mechanism: the last group 分牌 (`end.last_group`): the last drawable tiles are dealt out, one to each seat in play.

Nobody discards, claims, declares a kan or replaces a flower any more (FZ-END-06 to -10, FD-3.03, FD-3.05).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.choices import KanMakerTile
from rulesets.tiles import N_SEATS
from sim.bits import bit, has
from sim.codes import Code
from sim.ends import exhausted, self_draw
from sim.flow.ending import count_wall, is_last
from sim.flow.flowers import is_flower, lay_dead_flower
from sim.flow.own_draw import draw_wins, group_win_is_forced
from sim.jit import kernel
from sim.moves import hold, lay_aside
from sim.order import n_in_play, next_of_group
from sim.table import Phase
from sim.transcript import LogEvent, write
from sim.wall import draw_front

HELD = 100  # no `Code`: a tile of the group is in the hand of the seat on turn


@kernel
def begin_group(log, table, most):
    """Deal out the drawable tiles, at most `most`, from the seat after the one on turn; if there are none the hand is drawn."""
    public = table.public
    if is_last(public):
        exhausted(log, table)
        return
    public.group_left = min(public.drawable, most)
    table.clock.group_tiles = public.group_left
    public.phase = Phase.GROUP_DRAW
    public.tile = -1
    write(log, table.clock, LogEvent.GROUP, next_of_group(public, public.turn_seat), np.int64(-1), public.group_left)


@kernel
def begin_group_after_kan(log, rules, table, seat):
    """The maker of a kan does not discard: the others draw their tiles, and it comes last or not at all (`end.kan_maker_tile`)."""
    n = n_in_play(table.public)
    if int(rules.end.kan_maker_tile) == KanMakerTile.LAST_TILE:
        table.clock.lay_aside = seat
        begin_group(log, table, n)
    else:
        table.clock.group_done |= bit(seat)
        begin_group(log, table, n - 1)


@kernel
def draw_of_group(log, rules, table, order):
    """The seat after the one on turn draws its tile of the group: it wins, may win, or the group goes on. Returns a `Code`."""
    code = take_of_group(log, rules, table, order)
    if code != HELD:
        return code
    public = table.public
    own = table.own[public.turn_seat]
    if draw_wins(rules, public, own):
        if group_win_is_forced(rules, own):
            self_draw(log, table, own.seat)
        else:
            public.phase = Phase.LAST_GROUP
    return Code.OK


@kernel
def take_of_group(log, rules, table, order):
    """The seat after the one on turn takes its tile of the group. Returns a `Code`, or HELD if it holds the tile and may win.

    The maker of the kan that led here holds a tile too many: it lays one aside first.
    """
    public = table.public
    seat = next_of_group(public, public.turn_seat)
    if public.group_left == 0 or n_in_play(public) == 0 or has(table.clock.group_done, seat):
        exhausted(log, table)
        return Code.OK
    if seat == table.clock.lay_aside:
        public.phase = Phase.LAY_ASIDE
        public.turn_seat = seat
        return Code.OK
    own = table.own[seat]
    kind = draw_front(order, table.wall, seat)
    if kind < 0:
        return Code.WALL_EMPTY
    table.clock.group_done |= bit(seat)
    public.group_left -= 1
    public.phase = Phase.GROUP_DRAW
    table.clock.draws += 1
    own.n_draws += 1
    count_wall(rules, public, table.wall)
    write(log, table.clock, LogEvent.DRAW, seat, kind, np.int64(0))
    if is_flower(rules, public, kind):
        lay_dead_flower(log, table, seat, kind)
        public.turn_seat = seat
        return Code.OK
    hold(table, seat, kind, np.int64(0), np.int64(0))
    public.phase = Phase.GROUP_DRAW
    return HELD


@kernel
def carry_out_aside(log, table, kind):
    """The maker of the kan lays a tile aside, and its tile of the group is due (FD-3.03)."""
    public = table.public
    seat = public.turn_seat
    lay_aside(log, table, seat, kind)
    table.clock.lay_aside = -1
    public.turn_seat = (seat + N_SEATS - 1) % N_SEATS
    public.phase = Phase.GROUP_DRAW
