"""The last group where people err: a win that is void, and one that only a leaked tile forbids (FD-3.01, FD-3.05)."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from sim.actions import Action
from sim.codes import Code
from sim.flow.last_group import HELD, take_of_group
from sim.flow.own_draw import draw_wins, group_win_is_forced
from sim.jit import kernel
from sim.legality import clear_legal
from sim.mistakes.acts import Came
from sim.mistakes.frozen import frozen_draw_slip, is_frozen_win
from sim.mistakes.keys import Mistake
from sim.mistakes.log import count_refused
from sim.mistakes.takeback import may_slip
from sim.mistakes.wins import win_unless_void
from sim.table import Phase


@kernel
def draw_of_group_with_slips(world, rules, table, order):
    """As `sim.flow.last_group.draw_of_group`. A forced win is judged like a called one; a tile that completes the hand but for a
    leaked one may be won on all the same. Who stands for it keeps its tile, and the group goes on. Returns a `Code`.
    """
    code = take_of_group(world.log, rules, table, order)
    if code != HELD:
        return np.int64(code)
    public = table.public
    own = table.own[public.turn_seat]
    seat = np.int64(own.seat)
    if draw_wins(rules, public, own):
        if not group_win_is_forced(rules, own):
            public.phase = Phase.LAST_GROUP
        else:
            win_unless_void(world, rules, table, order, seat)
    elif is_frozen_win(rules, public, own):
        count_refused(world, Mistake.FREEZE_BREACH)
        if _wins_frozen(world, rules, table, seat):
            win_unless_void(world, rules, table, order, seat)
    return np.int64(Code.OK)


@kernel
def _wins_frozen(world, rules, table, seat):
    """FD-3.01: whether the seat forgets its leaked tile and wins on its tile of the group, and nobody notices."""
    public = table.public
    mist = table.mist
    mist.moment += 1
    mist.slipped = 0
    if not may_slip(world, table, seat):
        return False
    clear_legal(world.legal[seat])
    world.answers[seat] = Action.PASS * 64
    public.phase = Phase.LAST_GROUP
    came = frozen_draw_slip(world, rules, table, seat)
    public.phase = Phase.GROUP_DRAW
    return came == Came.NOTHING and world.answers[seat] >> 6 == Action.WIN
