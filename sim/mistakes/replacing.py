"""A draw in play where people err: a flower is laid out, and its owner may go on to its discard without replacing it (FD-2.01)."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.clause_log import Counter
from sim.codes import Code
from sim.flow.ending import count_wall, group_size
from sim.flow.flowers import is_flower
from sim.flow.next_draw import goes_without, without_tile
from sim.jit import kernel
from sim.mistakes.chance import slips_now
from sim.mistakes.keys import Mistake
from sim.mistakes.log import count
from sim.mistakes.short import skip_draw, took_flowers
from sim.moves import Drawn, draw_for_flower, hold, lay_drawn, lift, replace_drawn
from sim.order import n_in_play

SKIPPED = 100  # not `Drawn`: flowers only, the last of them not replaced


@kernel
def take_tile(world, rules, table, order, due, may_stand, may_slip):
    """As `sim.flow.next_draw.draw_due`, but a win that is forced has yet to be judged, and a flower may be left without its
    replacement (`may_slip`). Returns a `Code`.
    """
    if due != Code.DRAW_AFTER_KAN and goes_without(world.log, rules, table, due, may_stand):
        return np.int64(Code.OK)
    public = table.public
    seat = public.turn_seat
    after_kan = 1 if due == Code.DRAW_AFTER_KAN else 0
    kind = np.int64(lift(world.log, table, order, seat, after_kan))
    if kind < 0:
        return np.int64(Code.WALL_EMPTY)
    drawn = np.int64(Drawn.TILE)
    if not is_flower(rules, public, kind):
        hold(table, seat, kind, after_kan, after_kan)
        count_wall(rules, public, table.wall)
    elif may_slip:
        drawn = _replace_or_skip(world, rules, table, order, seat, kind, after_kan)
    else:
        drawn = np.int64(replace_drawn(world.log, rules, table, order, seat, kind, after_kan))
    if drawn == Drawn.TILE or drawn == SKIPPED:
        return np.int64(Code.OK)
    return np.int64(without_tile(world.log, table, drawn))


@kernel
def _replace_or_skip(world, rules, table, order, seat, kind, after_kan):
    """As `sim.moves.replace_drawn`, with an opportunity to forget each replacement. Returns what was `Drawn`, or SKIPPED."""
    while is_flower(rules, table.public, kind):
        if not lay_drawn(world.log, rules, table, seat, kind):
            return np.int64(Drawn.DEAD_FLOWER)
        if _skips_replacement(world, rules, table, seat, after_kan):
            count_wall(rules, table.public, table.wall)
            skip_draw(world, table, seat)
            took_flowers(table, seat)
            return np.int64(SKIPPED)
        kind = draw_for_flower(world.log, rules, table, order, seat)
        if kind < 0:
            return np.int64(Drawn.NO_TILE)
    hold(table, seat, kind, 1, after_kan)
    count_wall(rules, table.public, table.wall)
    return np.int64(Drawn.TILE)


@kernel
def _skips_replacement(world, rules, table, seat, after_kan):
    """FD-2.01: whether the seat discards without a tile for the flower that it has just laid out. Only where there is one, and
    where it would discard after it; each flower is a moment of its own.
    """
    public = table.public
    least = max(group_size(rules, public), n_in_play(public) + 1 if after_kan else 0)
    if table.mist.extra_tile[seat] != 0 or public.drawable <= least:
        return False
    table.mist.moment += 1
    count(world, Mistake.SKIP_DRAW, Counter.TRIG)
    return slips_now(world, table, seat, Mistake.SKIP_DRAW)
