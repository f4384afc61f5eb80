"""Mechanism: opening the gold 開金 (`gold.source`, `gold.open_when`, `gold.flower_flip`)."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.choices import FlowerFlip, GoldSource, GoldWhen
from rulesets.dtype import FIRST_FLOWER, N_FLOWER_KINDS
from rulesets.golds import gold_mask_of, gold_of
from rulesets.tiles import N_SEATS
from sim.bits import has
from sim.codes import Code
from sim.flow.ending import count_wall
from sim.flow.flowers import add_flower, is_flower, replace_at_once
from sim.jit import kernel
from sim.seat import add_tile, held_as, name_gold
from sim.transcript import LogEvent, write, write_more
from sim.wall import draw_tail


@kernel
def has_golds(rules):
    """Whether a kind is made wild."""
    return int(rules.gold.source) != GoldSource.NONE


@kernel
def opens_before_deal(rules):
    """Whether the gold is opened before the first tile is dealt (FD-B.02)."""
    return has_golds(rules) and int(rules.gold.open_when) == GoldWhen.BEFORE_DEAL


@kernel
def opens_before_flowers(rules):
    """Whether the gold is opened after the deal and before the flowers of the deal are replaced."""
    return has_golds(rules) and int(rules.gold.open_when) == GoldWhen.AFTER_DEAL


@kernel
def opens_after_flowers(rules):
    """Whether the gold is opened when the flowers of the deal have been replaced (FZ-GOLD-02)."""
    return has_golds(rules) and int(rules.gold.open_when) == GoldWhen.AFTER_FLOWERS


@kernel
def open_gold(log, rules, table, order):
    """Turn up tail tiles until one is no flower; it names the gold (FZ-GOLD-02, -03). Returns a `Code`.

    A flower turned up is the dealer's. Under `dealer_draws` the dealer also takes a tile for it, and lays one back when
    the opening is over. Under `flowers_are_gold` the flower itself names the gold (FD-2.05).
    """
    public = table.public
    dealer = public.dealer
    goes_on = int(rules.gold.flower_flip) != FlowerFlip.FLOWERS_ARE_GOLD
    kind = draw_tail(order, table.wall)
    while kind >= 0 and goes_on and is_flower(rules, public, kind):
        public.tail_taken += 1
        add_flower(rules, public, table.own[dealer], kind)
        write(log, table.clock, LogEvent.FLIP, dealer, kind, np.int64(1))
        if int(rules.gold.flower_flip) == FlowerFlip.DEALER_DRAWS:
            table.clock.lay_back += 1
            code = replace_at_once(log, rules, table, order, dealer)
            if code < 0:
                return code
        kind = draw_tail(order, table.wall)
    if kind < 0:
        return Code.WALL_EMPTY
    public.tail_taken += 1
    _show_indicator(log, rules, table, kind)
    count_wall(rules, public, table.wall)
    return Code.OK


@kernel
def _show_indicator(log, rules, table, kind):
    """The tile turned up lies face up and names the gold; golds already held become wild."""
    public = table.public
    public.indicator = kind
    public.gold_kind = gold_of(rules, kind)
    public.gold_mask = gold_mask_of(rules, kind)
    public.visible[kind] = int(public.visible[kind]) + 1
    table.event.indicator = kind
    table.event.gold_kind = public.gold_kind
    mask = 0
    if int(rules.built.flower[kind]):  # gold.flower_flip: flowers_are_gold
        mask = public.gold_mask
    for seat in range(N_SEATS):
        name_gold(table.own[seat], public.gold_kind)
        if mask:
            _hold_gold_flowers(table, seat)
    write(log, table.clock, LogEvent.FLIP, public.dealer, kind, np.int64(0))
    write_more(log, table.clock, public.gold_kind, mask, np.int64(0), np.int64(0))


@kernel
def _hold_gold_flowers(table, seat):
    """Flowers of the deal that wait to be laid out and have just become gold stay in the hand (FD-2.05)."""
    own = table.own[seat]
    for place in range(N_FLOWER_KINDS):
        kind = place + FIRST_FLOWER
        if has(table.public.gold_mask, kind):
            n = int(table.clock.waiting[seat, place])
            table.clock.waiting[seat, place] = 0
            table.public.n_concealed[seat] = int(table.public.n_concealed[seat]) + n
            for _ in range(n):
                add_tile(own, held_as(own, kind))
