"""FD-3.01, the breach: who forgets its own leaked tile chis or wins within three of it, or pons it.

A discard of the tile itself is a barred discard like others (`sim.mistakes.discards`).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.choices import ChiRight, LastGroupWin
from rulesets.clause_log import Counter
from sim.actions import Action
from sim.bits import has
from sim.flow.groups import shape_wins
from sim.flow.own_draw import draw_is_frozen, draw_wins
from sim.jit import kernel
from sim.legality import allow
from sim.mistakes.acts import Came
from sim.mistakes.breaches import found_in_the_act
from sim.mistakes.chance import slips_now
from sim.mistakes.effects import make_stand
from sim.mistakes.keys import Mistake
from sim.mistakes.log import count
from sim.mistakes.runs import chi_action
from sim.mistakes.would import use_row, would, would_take
from sim.order import next_to_chi
from sim.table import Phase


@kernel
def is_frozen_win(rules, public, own):
    """Whether nothing but a leaked tile keeps the seat from winning with the tile that it has drawn (`penalty.freeze_win`)."""
    if own.drawn < 0 or own.may_win == 0 or not draw_is_frozen(rules, own):
        return False
    return shape_wins(rules, public, own, own.drawn) and not draw_wins(rules, public, own)


@kernel
def frozen_draw_slip(world, rules, table, seat):
    """The seat wins with its own draw although its leaked tile forbids it: found it stands, unseen it wins."""
    own = table.own[seat]
    if not is_frozen_win(rules, table.public, own):
        return Came.NOTHING
    in_group = table.public.phase == Phase.LAST_GROUP  # where it may be that nobody is asked (`end.last_group_win`)
    is_asked = not in_group or int(rules.end.last_group_win) != LastGroupWin.FORCED
    if is_asked and not _would_win(world, table, seat, in_group):
        return Came.NOTHING
    count(world, Mistake.FREEZE_BREACH, Counter.TRIG)
    if not slips_now(world, table, seat, Mistake.FREEZE_BREACH):
        return Came.NOTHING
    if is_asked:
        use_row(world, table, seat)
    entry = np.int64(Mistake.FREEZE_BREACH)
    at = found_in_the_act(world, table, entry, Mistake.FREEZE_BREACH, seat, np.int64(own.drawn))
    if at < 0:
        world.answers[seat] = Action.WIN * 64 + own.drawn
        return Came.NOTHING
    make_stand(world, rules, table, at)
    return Came.OUT


@kernel
def _would_win(world, table, seat, in_group):
    """Whether the seat would win with its draw if nothing were frozen; in the last group it has nothing else to decide."""
    legal = world.legal[seat]
    actions = legal.actions
    allow(legal, Action.WIN)
    if in_group:
        allow(legal, Action.PASS)
    choice = would(world, table, seat, actions != 0)
    legal.actions = actions
    return choice >= 0 and choice >> 6 == Action.WIN


@kernel
def frozen_claim(rules, public, own, tile):
    """The pon or chi of the tile on offer that only a leaked tile forbids, as an action, or -1."""
    if tile == public.gold_kind:
        return np.int64(-1)
    if has(public.frozen[own.seat], tile) and has(own.at_least[1], tile):
        return np.int64(Action.PON)
    is_next = own.seat == next_to_chi(rules, public, public.turn_seat) and int(rules.claim.chi) == ChiRight.NEXT_SEAT
    return chi_action(own.at_least[0], tile) if is_next and has(own.freeze_range, tile) else np.int64(-1)


@kernel
def freeze_claim_slip(world, rules, table, seat):
    """The seat chis within three of its leaked tile, or pons it."""
    tile = table.public.tile
    action = frozen_claim(rules, table.public, table.own[seat], tile)
    if action < 0 or not would_take(world, table, seat, action):
        return Came.NOTHING
    count(world, Mistake.FREEZE_BREACH, Counter.TRIG)
    if not slips_now(world, table, seat, Mistake.FREEZE_BREACH):
        return Came.NOTHING
    use_row(world, table, seat)
    at = found_in_the_act(world, table, np.int64(Mistake.FREEZE_BREACH), Mistake.FREEZE_BREACH, seat, tile)
    if at < 0:
        world.answers[seat] = action * 64 + tile
        return Came.NOTHING
    make_stand(world, rules, table, at)
    return Came.OUT
