"""Mechanism: flowers 補花 (`flower.*`, `tiles.*`): laid out beside the hand, replaced from the tail."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.choices import FlowerIntoGroup, FlowerOrder
from rulesets.dtype import FIRST_FLOWER, N_FLOWER_KINDS
from rulesets.flowers import flower_quads
from rulesets.tiles import N_SEATS, Tile
from sim.bits import bit, has
from sim.codes import Code
from sim.flow.ending import count_wall, group_is_due, is_last
from sim.jit import kernel
from sim.seat import add_tile, held_as, remove_tile
from sim.transcript import LogEvent, write
from sim.wall import draw_tail


@kernel
def is_flower(rules, public, kind):
    """Whether tiles of a kind are laid out and replaced (FZ-FLOWER-01); flowers that are gold are held (FD-2.05)."""
    return int(rules.built.flower[kind]) != 0 and not has(public.gold_mask, kind)


@kernel
def add_flower(rules, public, own, kind):
    """Put a flower with those of a seat; a quad it completes is counted at once (FZ-END-04)."""
    place = kind - FIRST_FLOWER
    before = flower_quads(rules, own)
    own.flowers[place] = int(own.flowers[place]) + 1
    public.n_flower_quads += flower_quads(rules, own) - before
    public.flowers[own.seat, place] = own.flowers[place]
    public.n_flowers[own.seat] = int(public.n_flowers[own.seat]) + 1
    public.visible[kind] = int(public.visible[kind]) + 1


@kernel
def lay_flower(log, rules, table, seat, kind):
    """A seat lays out a flower that will be replaced."""
    add_flower(rules, table.public, table.own[seat], kind)
    write(log, table.clock, LogEvent.FLOWER, seat, kind, np.int64(0))


@kernel
def lay_dead_flower(log, table, seat, kind):
    """A flower that is not replaced: it belongs to nobody's flowers (FZ-END-07)."""
    public = table.public
    place = kind - FIRST_FLOWER
    public.dead_flowers[place] = int(public.dead_flowers[place]) + 1
    public.visible[kind] = int(public.visible[kind]) + 1
    write(log, table.clock, LogEvent.FLOWER, seat, kind, np.int64(1))


@kernel
def lay_gold_flower(log, table, seat, kind):
    """A gold flower is laid out as if it were none: no gold any more, and it earns nothing as a flower either (FD-2.05, h.6)."""
    own = table.own[seat]
    public = table.public
    own.gold_flowers &= ~bit(kind - Tile.H1)
    remove_tile(own, own.gold_kind)
    public.n_concealed[seat] -= 1
    place = kind - FIRST_FLOWER
    public.dead_flowers[place] = int(public.dead_flowers[place]) + 1
    public.visible[kind] = int(public.visible[kind]) + 1
    write(log, table.clock, LogEvent.FLOWER, seat, kind, np.int64(2))


@kernel
def flower_lies_dead(rules, public):
    """Whether a flower drawn just now is not replaced: only last-group tiles remain (`end.flower_into_group`)."""
    if int(rules.end.flower_into_group) != FlowerIntoGroup.DEAD:
        return False
    return group_is_due(rules, public) or is_last(public)


@kernel
def take_from_tail(log, table, order, seat):
    """A tile leaves the tail for a seat; returns its kind, -1 if there is none."""
    kind = draw_tail(order, table.wall)
    if kind >= 0:
        table.public.tail_taken += 1
        write(log, table.clock, LogEvent.DRAW, seat, kind, np.int64(1))
    return kind


# --- the flowers of the deal ------------------------------------------------------------------------------------------


@kernel
def take_dealt(rules, table, seat, kind):
    """A tile of the deal or of the opening replacements: held, or waiting to be laid out."""
    if is_flower(rules, table.public, kind):
        place = kind - FIRST_FLOWER
        table.clock.waiting[seat, place] = int(table.clock.waiting[seat, place]) + 1
        return
    kind = held_as(table.own[seat], kind)
    add_tile(table.own[seat], kind)
    table.public.n_concealed[seat] = int(table.public.n_concealed[seat]) + 1
    if seat == table.public.dealer:
        table.own[seat].drawn = kind


@kernel
def lay_waiting(log, rules, table, seat):
    """A seat lays out all flowers it holds; returns their number."""
    n = 0
    for place in range(N_FLOWER_KINDS):
        while int(table.clock.waiting[seat, place]) > 0:
            table.clock.waiting[seat, place] = int(table.clock.waiting[seat, place]) - 1
            lay_flower(log, rules, table, seat, np.int64(place + FIRST_FLOWER))
            n += 1
    return n


@kernel
def replace_dealt_flowers(log, rules, table, order):
    """The opening replacements, from the dealer on until no hand holds a flower (FZ-FLOWER-02 to -06). Returns a `Code`.

    In rounds: each seat replaces at once what it holds, and flowers among these tiles wait for the next round; or seat
    by seat until it holds none (`flower.opening_order`).
    """
    by_seat = int(rules.flower.opening_order) == FlowerOrder.SEAT_UNTIL_CLEAN
    replaced = 1
    while replaced:
        replaced = 0
        for step in range(N_SEATS):
            seat = (table.public.dealer + step) % N_SEATS
            n = lay_waiting(log, rules, table, seat)
            while n > 0:
                replaced = 1
                for _ in range(n):
                    kind = take_from_tail(log, table, order, seat)
                    if kind < 0:
                        return Code.WALL_EMPTY
                    take_dealt(rules, table, seat, kind)
                n = lay_waiting(log, rules, table, seat) if by_seat else 0
    count_wall(rules, table.public, table.wall)
    return Code.OK


@kernel
def replace_at_once(log, rules, table, order, seat):
    """Before the first turn: a seat draws one tile from the tail, flowers replaced at once. Returns a `Code`."""
    kind = take_from_tail(log, table, order, seat)
    while kind >= 0 and is_flower(rules, table.public, kind):
        lay_flower(log, rules, table, seat, kind)
        kind = take_from_tail(log, table, order, seat)
    if kind < 0:
        return Code.WALL_EMPTY
    take_dealt(rules, table, seat, kind)
    return Code.OK
