"""Single moves: each changes the table, keeps every count current and writes its row of the transcript."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rulesets.choices import ClosedKind
from rulesets.dtype import N_FLOWER_KINDS
from rulesets.tiles import N_KINDS, N_SEATS, MeldKind
from sim.actions import Action
from sim.bits import bit
from sim.codes import Code
from sim.flow.bars import has_bars, note_melds
from sim.flow.ending import count_wall
from sim.flow.flowers import flower_lies_dead, is_flower, lay_dead_flower, lay_flower, take_dealt, take_from_tail
from sim.flow.gold import open_gold, opens_before_deal
from sim.flow.gold_rights import note_thrown
from sim.jit import kernel
from sim.order import is_standing
from sim.seat import (
    add_meld,
    add_tile,
    changed,
    changed_by_call,
    clear_seat,
    forget,
    held_as,
    pon_to_kan,
    remove_tile,
    shown_as,
)
from sim.table import Phase
from sim.transcript import LogEvent, write
from sim.wall import draw_front, draw_tail, start_wall


class Drawn(IntEnum):
    """What a draw brought: 0 or positive, beside the negative codes."""

    TILE = 0  # a tile for the hand
    NO_TILE = 1  # a flower, and nothing to replace it with
    DEAD_FLOWER = 2  # a flower that is not replaced: the last group begins


@kernel
def clear_public(public, dealer, n_kept):
    """The public record before the deal."""
    for kind in range(N_KINDS):
        public.visible[kind] = 0
    for place in range(N_FLOWER_KINDS):
        public.dead_flowers[place] = 0
    for seat in range(N_SEATS):
        for place in range(N_FLOWER_KINDS):
            public.flowers[seat, place] = 0
        public.n_flowers[seat] = 0
        public.self_draw_only[seat] = 0
        public.n_melds[seat] = 0
        public.n_concealed[seat] = 0
        public.is_ready[seat] = 0
        public.thrown[seat] = 0
        for i in range(public.meld_kind.shape[1]):
            public.meld_kind[seat, i] = -1
            public.meld_tile[seat, i] = -1
            public.meld_from[seat, i] = -1
    for i in range(len(public.river_kind)):
        public.river_kind[i] = -1
        public.river_seat[i] = -1
        public.river_claimed[i] = 0
    public.dealer = dealer
    public.phase = Phase.DEAL
    public.turn_seat = dealer
    public.tile = -1
    public.rob_kind = -1
    public.n_discards = 0
    public.tail_taken = 0
    public.n_open_kans = 0
    public.n_closed_kans = 0
    public.n_flower_quads = 0
    public.gold_kind = -1
    public.indicator = -1
    public.before_flowers = 0
    public.n_kept = n_kept
    public.stage = 0
    public.rob_open = 0
    public.claim_part = 0
    public.group_left = -1
    public.gold_mask = 0
    public.standing = 0
    public.skipped = 0
    public.east = -1
    for seat in range(N_SEATS):
        public.follow[seat] = -1
        public.flush_suit[seat] = -1
        public.missing_wind[seat] = -1
        public.frozen[seat] = 0


@kernel
def clear_clock(clock, wall, hand_no):
    """The referee's counts at the start of a hand; the transcript goes on."""
    clock.wall = wall
    clock.hand_no = hand_no
    clock.draws = 0
    clock.n_decisions = 0
    clock.legal_sum = 0
    clock.answers = 0
    clock.declined = 0
    clock.lay_back = 0
    clock.group_done = 0
    clock.lay_aside = -1
    clock.aside_tile = -1
    clock.stood = 0
    clock.flush_barred = 0
    clock.winds_barred = 0
    clock.late_barred = 0
    clock.group_tiles = 0
    for seat in range(N_SEATS):
        clock.since_discard[seat] = 0
        clock.script_at[seat] = 0
        clock.off_by[seat] = 0
        for place in range(N_FLOWER_KINDS):
            clock.waiting[seat, place] = 0


@kernel
def deal(log, rules, table, order, dealer, first_taker, n_kept):
    """Reset the table and deal: the hands in turn from the first taker on, then the dealer's extra tile.

    A hand size that is a multiple of four is taken four tiles at a time (FZ-DEAL-03, -04), another one tile at a time
    (HB-DEAL-01, -02). Flowers wait to be laid out; the dealer's last tile counts as drawn. Under `gold.open_when:
    before_deal` the gold is opened first. Returns a `Code`.
    """
    clear_public(table.public, dealer, n_kept)
    start_wall(rules, order, table.wall)
    for seat in range(N_SEATS):
        clear_seat(table.own[seat], seat)
    if opens_before_deal(rules):
        code = open_gold(log, rules, table, order)
        if code < 0:
            return code
    n = N_SEATS * int(rules.built.hand_size)
    taken = 4 if int(rules.built.hand_size) % 4 == 0 else 1
    for i in range(n + 1):
        seat = (first_taker + i // taken) % N_SEATS if i < n else dealer
        kind = draw_front(order, table.wall, seat)
        write(log, table.clock, LogEvent.DEAL, seat, kind, 0)
        take_dealt(rules, table, seat, kind)
    table.public.phase = Phase.OWN_TURN
    count_wall(rules, table.public, table.wall)
    return Code.OK


@kernel
def hold(table, seat, kind, from_tail, after_kan):
    """Put a drawn tile into the hand; it is the seat's turn."""
    own = table.own[seat]
    kind = held_as(own, kind)
    add_tile(own, kind)
    own.drawn = kind
    own.drawn_from_tail = from_tail
    own.after_kan = after_kan
    own.may_win = 0 if is_standing(table.public, seat) else 1
    own.just_chi = -1
    own.passed = 0
    public = table.public
    public.follow[seat] = -1
    public.n_concealed[seat] += 1
    public.phase = Phase.OWN_TURN
    public.turn_seat = seat
    public.tile = -1


@kernel
def lift(log, table, order, seat, after_kan):
    """The tile of an ordinary draw leaves the front, a kan's replacement the tail; returns its kind, negative if there is none."""
    if after_kan:
        kind = draw_tail(order, table.wall)
        table.public.tail_taken += 1
    else:
        kind = draw_front(order, table.wall, seat)
        table.own[seat].n_draws += 1
    if kind >= 0:
        table.clock.draws += 1
        write(log, table.clock, LogEvent.DRAW, seat, kind, after_kan)
    return kind


@kernel
def draw(log, rules, table, order, seat, after_kan):
    """An ordinary draw from the front, or a kan replacement from the tail. Returns a `Code` or what was `Drawn`."""
    kind = lift(log, table, order, seat, after_kan)
    if kind < 0:
        return np.int64(Code.WALL_EMPTY)
    if is_flower(rules, table.public, kind):
        return replace_drawn(log, rules, table, order, seat, kind, after_kan)
    hold(table, seat, kind, after_kan, after_kan)
    count_wall(rules, table.public, table.wall)
    return np.int64(Drawn.TILE)


@kernel
def replace_drawn(log, rules, table, order, seat, kind, after_kan):
    """Flowers drawn in play are laid out and replaced until the tile is one to hold (FZ-FLOWER-07). Returns what was `Drawn`."""
    while is_flower(rules, table.public, kind):
        if not lay_drawn(log, rules, table, seat, kind):
            return np.int64(Drawn.DEAD_FLOWER)
        kind = draw_for_flower(log, rules, table, order, seat)
        if kind < 0:
            return np.int64(Drawn.NO_TILE)
    hold(table, seat, kind, 1, after_kan)
    count_wall(rules, table.public, table.wall)
    return np.int64(Drawn.TILE)


@kernel
def draw_for_flower(log, rules, table, order, seat):
    """The tile from the tail that replaces a flower laid out in play; negative if there is none."""
    kind = take_from_tail(log, table, order, seat)
    if kind < 0:
        count_wall(rules, table.public, table.wall)
    else:
        table.clock.draws += 1
    return kind


@kernel
def lay_drawn(log, rules, table, seat, kind):
    """A flower drawn in play is laid out. Returns whether it is to be replaced."""
    count_wall(rules, table.public, table.wall)
    if flower_lies_dead(rules, table.public):
        lay_dead_flower(log, table, seat, kind)
        table.public.turn_seat = seat
        return False
    lay_flower(log, rules, table, seat, kind)
    return True


@kernel
def _to_river(rules, public, seat, kind):
    """A tile leaves the hand and lies face up."""
    n = public.n_discards
    public.river_kind[n] = kind
    public.river_seat[n] = seat
    public.river_claimed[n] = 0
    public.n_discards = n + 1
    public.thrown[seat] |= bit(kind)
    public.visible[kind] += 1
    public.n_concealed[seat] -= 1
    note_thrown(rules, public, seat, kind)


@kernel
def throw(log, rules, table, seat, kind, action):
    """Discard a tile, with READY also declare ready, and offer the tile to the others."""
    public = table.public
    own = table.own[seat]
    remove_tile(own, kind)
    own.n_thrown += 1
    if kind != own.drawn:  # otherwise the tiles held are those from before the draw
        changed(own)
    own.drawn = -1
    own.drawn_from_tail = 0
    own.after_kan = 0
    own.just_chi = -1
    declares = 1 if action == Action.READY else 0
    if declares:
        public.is_ready[seat] = 1
    shown = shown_as(own, kind)
    _to_river(rules, public, seat, shown)
    public.follow[seat] = kind
    public.phase = Phase.CLAIM
    public.tile = kind
    public.claim_part = 0
    for other in range(N_SEATS):
        table.clock.since_discard[other] = 0
    write(log, table.clock, LogEvent.DISCARD, seat, shown, declares)


@kernel
def lay_back(log, rules, table, seat, kind, extra):
    """Before the first turn: a tile goes to the own discards. Nobody can claim it, and it is not the first discard.

    `extra`: what the transcript says of it: 2, or 0 for the tile thrown by the dealer who takes the indicator.
    """
    own = table.own[seat]
    remove_tile(own, kind)
    changed_by_call(own)
    shown = shown_as(own, kind)
    _to_river(rules, table.public, seat, shown)
    write(log, table.clock, LogEvent.DISCARD, seat, shown, extra)


@kernel
def lay_aside(log, table, seat, kind):
    """A tile leaves the hand and lies face down: no discard, and nobody sees or counts it (`end.kan_maker_tile`)."""
    own = table.own[seat]
    remove_tile(own, kind)
    if kind != own.drawn:
        changed(own)
    own.drawn = -1
    own.drawn_from_tail = 0
    own.after_kan = 0
    table.public.n_concealed[seat] -= 1
    shown = shown_as(own, kind)
    table.clock.aside_tile = shown
    write(log, table.clock, LogEvent.LAY_ASIDE, seat, shown, np.int64(0))


@kernel
def _show(rules, public, own, at, tile, from_hand):
    """Copy a new or changed meld to the public record; `from_hand` tiles of it left the concealed hand."""
    seat = own.seat
    public.n_melds[seat] = own.n_melds
    public.meld_kind[seat, at] = own.meld_kind[at]
    public.meld_tile[seat, at] = tile
    public.meld_from[seat, at] = own.meld_from[at]
    public.n_concealed[seat] -= from_hand
    if has_bars(rules):
        note_melds(rules, public, seat)


@kernel
def _take_discard(rules, table, own, meld_kind, tile, feeder, from_hand):
    """The discard on offer becomes part of a new meld of the claimant, whose turn it is now."""
    public = table.public
    add_meld(own, meld_kind, tile, feeder)
    public.river_claimed[public.n_discards - 1] = 1
    public.phase = Phase.AFTER_CLAIM
    public.turn_seat = own.seat
    public.tile = -1
    public.follow[own.seat] = -1
    forget(own)
    _show(rules, public, own, own.n_melds - 1, tile, from_hand)


@kernel
def claim_pon(log, rules, table, seat, feeder, kind):
    """Pon 碰 of the discard."""
    own = table.own[seat]
    remove_tile(own, kind)
    remove_tile(own, kind)
    table.public.visible[kind] += 2
    _take_discard(rules, table, own, MeldKind.PON, kind, feeder, 2)
    write(log, table.clock, LogEvent.PON, seat, kind, feeder)


@kernel
def claim_chi(log, rules, table, seat, feeder, kind, action):
    """Chi 吃 of the discard; `action` says where in the run it stands."""
    own = table.own[seat]
    lowest = kind - (action - Action.CHI_LOW)
    for tile in range(lowest, lowest + 3):
        if tile != kind:
            remove_tile(own, tile)
            table.public.visible[tile] += 1
    _take_discard(rules, table, own, MeldKind.CHI, lowest, feeder, 2)
    own.just_chi = kind
    write(log, table.clock, LogEvent.CHI, seat, lowest, kind)


@kernel
def claim_kan(log, rules, table, seat, feeder, kind):
    """Open kan 明槓 of the discard; the replacement is the next move."""
    own = table.own[seat]
    for _ in range(3):
        remove_tile(own, kind)
    table.public.visible[kind] += 3
    table.public.n_open_kans += 1
    _take_discard(rules, table, own, MeldKind.KAN_OPEN, kind, feeder, 3)
    changed_by_call(own)
    write(log, table.clock, LogEvent.KAN_OPEN, seat, kind, feeder)


@kernel
def lay_added_kan(log, rules, table, seat, kind):
    """Added kan 補槓 that was not robbed; the replacement is the next move."""
    own = table.own[seat]
    remove_tile(own, kind)
    at = pon_to_kan(own, kind)
    changed_by_call(own)
    table.public.visible[kind] += 1
    table.public.n_open_kans += 1
    _show(rules, table.public, own, at, kind, 1)
    write(log, table.clock, LogEvent.KAN_ADDED, seat, kind, 0)


@kernel
def lay_closed_kan(log, rules, table, seat, kind):
    """Closed kan 暗槓 that was not robbed; under `kan.closed_kind: hidden` the others do not see its kind."""
    own = table.own[seat]
    for _ in range(4):
        remove_tile(own, kind)
    add_meld(own, MeldKind.KAN_CLOSED, kind, seat)
    changed_by_call(own)
    shown = kind
    if int(rules.kan.closed_kind) == ClosedKind.HIDDEN:
        shown = -1
    else:
        table.public.visible[kind] += 4
    table.public.n_closed_kans += 1
    _show(rules, table.public, own, own.n_melds - 1, shown, 4)
    write(log, table.clock, LogEvent.KAN_CLOSED, seat, kind, 0)


@kernel
def offer_kan(table, kind, meld_kind):
    """Open the window in which a kan of the seat on its turn may be robbed."""
    public = table.public
    public.phase = Phase.ROB
    public.tile = kind
    public.rob_kind = meld_kind


@kernel
def close_offer(table):
    """Nobody robbed the kan."""
    public = table.public
    public.phase = Phase.OWN_TURN
    public.tile = -1
    public.rob_kind = -1


@kernel
def give_robbed_tile(table, seat, kind):
    """The tile of a robbed kan leaves its owner; an added kan is a pon again (HB-FAN-02)."""
    remove_tile(table.own[seat], kind)
    table.public.n_concealed[seat] -= 1
    table.public.visible[kind] += 1
