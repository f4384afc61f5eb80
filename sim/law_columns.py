"""The part of an outcome row that the law of the table fills: standing, tables that bar tiles, idle golds, the last group."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.tiles import N_SEATS, MeldKind, Tile
from sim.bits import bit, n_bits
from sim.jit import kernel

FULL_TABLE = 4  # melds: twelve tiles
THREE = 3


@kernel
def is_idle(rules, own):
    """Whether any tile completes the tiles held between turns: an idle gold 游金, whatever the rules say of it."""
    if own.waits == 0:
        return False
    for kind in range(len(rules.built.held)):
        if int(rules.built.held[kind]) and kind != own.gold_kind and own.waits & bit(kind) == 0:
            return False
    return True


@kernel
def shows_one_suit(public, seat):
    """Whether a seat shows four melds or more, all of one suit; closed kans aside."""
    suit = -1
    n = 0
    for i in range(int(public.n_melds[seat])):
        if int(public.meld_kind[seat, i]) != MeldKind.KAN_CLOSED:
            found = int(public.meld_tile[seat, i]) // 9
            if found > 2 or (suit >= 0 and found != suit):
                return False
            suit = found
            n += 1
    return n >= FULL_TABLE


@kernel
def shows_three_winds(public, seat):
    """Whether a seat shows triplets or kans of three winds or more; closed kans aside."""
    shown = 0
    for i in range(int(public.n_melds[seat])):
        meld = int(public.meld_kind[seat, i])
        tile = int(public.meld_tile[seat, i])
        if meld != MeldKind.CHI and meld != MeldKind.KAN_CLOSED and Tile.EAST <= tile < Tile.RED:
            shown |= bit(tile)
    return n_bits(shown) >= THREE


@kernel
def write_table_law(rules, row, table):
    """Fill these columns; of games without such rules they stay 0."""
    clock = table.clock
    public = table.public
    row.standing = public.standing
    row.stood = clock.stood
    row.flush_barred = clock.flush_barred
    row.winds_barred = clock.winds_barred
    row.late_barred = clock.late_barred
    row.group_tiles = clock.group_tiles
    row.pei = table.event.pei_mask
    row.liable = table.event.liable
    row.aborted = table.event.aborted
    idle = 0
    if public.gold_kind >= 0:
        for seat in range(N_SEATS):
            if is_idle(rules, table.own[seat]):
                idle |= bit(seat)
    row.idle_golds = idle
    flush = 0
    winds = 0
    if int(rules.built.has_bars):
        for seat in range(N_SEATS):
            if shows_one_suit(public, seat):
                flush |= bit(seat)
            if shows_three_winds(public, seat):
                winds |= bit(seat)
    row.flush_tables = flush
    row.wind_tables = winds
