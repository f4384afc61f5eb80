"""FD-1.02: a closed kan declared with a tile that does not belong to it."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.clause_log import Counter
from rulesets.tiles import N_HELD_KINDS, MeldKind, Tile
from sim.bits import bit, has, n_bits, nth
from sim.jit import kernel
from sim.mistakes.acts import Came
from sim.mistakes.breaches import is_found, open_breach
from sim.mistakes.chance import one_of, slips_now
from sim.mistakes.flowers import asked_before_kan
from sim.mistakes.keys import Mistake
from sim.mistakes.log import count
from sim.mistakes.record import Deadline
from sim.mistakes.tiles import pay_for_tiles
from sim.moves import lay_closed_kan
from sim.seat import add_tile, remove_tile, shown_as
from sim.table import Phase
from sim.transcript import write_more
from sim.wall import kan_ok


@kernel
def false_kan(world, rules, table, order, seat):
    """FD-1.02: the seat declares a closed kan with three tiles of a kind and one that looks like them. Returns what `Came`: KAN,
    its replacement is the next move; or what follows if the players notice it at once. Who has laid one lays no second.

    It is announced like any other (FD-2.13): AGAIN if that leaves too few tiles for a kan, and none is laid.
    """
    triplets = _false_triplets(rules, table, seat)
    if triplets == 0:
        return Came.NOTHING
    count(world, Mistake.FALSE_CLOSED_KAN, Counter.TRIG)
    if not slips_now(world, table, seat, Mistake.FALSE_CLOSED_KAN):
        return Came.NOTHING
    kind = np.int64(nth(triplets, one_of(world, table, seat, Mistake.FALSE_CLOSED_KAN, n_bits(triplets))))
    if asked_before_kan(world, rules, table, order) == Came.AGAIN:
        return Came.AGAIN
    own = table.own[seat]
    alike = look_alikes(own, kind) & ~table.public.frozen[seat]
    wrong = np.int64(nth(alike, 0)) if alike else np.int64(own.gold_kind)
    remove_tile(own, wrong)
    wrong = np.int64(shown_as(own, wrong))  # of golds that are flowers, which one
    add_tile(own, kind)
    lay_closed_kan(world.log, rules, table, seat, kind)
    write_more(world.log, table.clock, 1 + wrong, np.int64(0), np.int64(0), np.int64(0))
    table.mist.wrong_tile[seat] = wrong
    at = open_breach(world, table, np.int64(Mistake.FALSE_CLOSED_KAN), seat, kind, np.int64(Deadline.HAND_END))
    if is_found(world, table, at, Mistake.FALSE_CLOSED_KAN, False):
        own.drawn = -1
        return pay_for_tiles(world, rules, table, at)
    return Came.KAN


@kernel
def _false_triplets(rules, table, seat):
    """Mask of the kinds of which the seat holds three and a tile that looks like a fourth, while it may declare a kan."""
    public = table.public
    own = table.own[seat]
    if table.mist.wrong_tile[seat] >= 0 or public.phase != Phase.OWN_TURN or own.n_melds >= len(own.meld_kind):
        return np.int64(0)
    if int(public.is_ready[seat]) or not kan_ok(rules, public, MeldKind.KAN_CLOSED):
        return np.int64(0)
    frozen = public.frozen[seat]
    threes = own.at_least[2] & ~own.at_least[3] & ~frozen
    found = np.int64(0)
    for kind in range(N_HELD_KINDS):
        if has(threes, kind) and (look_alikes(own, kind) & ~frozen or own.golds > 0):
            found |= bit(kind)
    return found


@kernel
def look_alikes(own, kind):
    """Mask of the single tiles held that are easily taken for a kind: one number beside it, or another honour."""
    alike = np.int64(0)
    if kind >= Tile.EAST:
        for other in range(Tile.EAST, N_HELD_KINDS):
            alike |= bit(other)
    else:
        if kind % 9 > 0:
            alike |= bit(kind - 1)
        if kind % 9 < 8:
            alike |= bit(kind + 1)
    return alike & own.at_least[0] & ~bit(kind)
