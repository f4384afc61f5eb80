"""Mechanism: tiles that the table bars (`bar.*`): flush table 清一台面, four-wind table 四字台面, dead tiles 絕張, late honours,
the fourth tile of an own pon (FD-1.08, FD-1.09, FD-2.03, FD-3.04, FD-3.20).

Everything here is judged from what all can see (`PUBLIC`); `follow` int8[4] is the kind each seat discarded last, -1 once it has
taken a tile again, `standing` the mask of the seats whose tables bar nothing any more.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.jit import kernel
from rulesets.table_choices import DeadTile
from rulesets.tiles import N_HELD_KINDS, N_SEATS, MeldKind, Tile
from sim.bits import bit, has


@kernel
def flush_suit(rules, public, seat):
    """The suit (0-2) of a seat's flush table, or -1: so many shown melds, all of them in that suit."""
    wanted = int(rules.bar.flush_table)
    if wanted == 0:
        return -1
    suit = -1
    n = 0
    for i in range(int(public.n_melds[seat])):
        closed = int(public.meld_kind[seat, i]) == MeldKind.KAN_CLOSED
        tile = int(public.meld_tile[seat, i])
        if closed and (not int(rules.bar.flush_closed_kan) or tile < 0):
            continue
        if tile >= Tile.EAST or (suit >= 0 and tile // 9 != suit):
            return -1
        suit = tile // 9
        n += 1
    return suit if n >= wanted else -1


@kernel
def missing_wind(rules, public, seat):
    """The fourth wind of a seat that shows triplets or kans of the other three, or -1."""
    if not int(rules.bar.four_winds):
        return -1
    shown = 0
    for i in range(int(public.n_melds[seat])):
        kind = int(public.meld_kind[seat, i])
        tile = int(public.meld_tile[seat, i])
        if kind != MeldKind.CHI and kind != MeldKind.KAN_CLOSED and Tile.EAST <= tile < Tile.RED:
            shown |= 1 << tile - Tile.EAST
    for wind in range(4):
        if shown == 15 & ~(1 << wind):
            return Tile.EAST + wind
    return -1


@kernel
def is_exhausted(public, kind):
    """Whether no natural tile of the kind can be in a hand: it is gold, or all four are visible."""
    return kind == public.gold_kind or int(public.visible[kind]) >= 4


@kernel
def is_dead(rules, public, own, tile):
    """絕張: whether, for all the table can see, nobody can win on the tile without an idle gold (`bar.dead_tile`)."""
    rule = int(rules.bar.dead_tile)
    if rule == DeadTile.NONE:
        return False
    seen = int(public.visible[tile])
    if int(rules.bar.dead_tile_own_hand):
        seen += int(own.counts[tile]) - 1  # the tile itself would still be thrown
    if seen < 3:
        return False
    if rule == DeadTile.TRIPLE_ONLY or tile >= Tile.EAST:
        return True
    rank = tile % 9
    for lowest in range(max(0, rank - 2), min(6, rank) + 1):
        partners = 0
        for step in range(3):
            kind = tile - rank + lowest + step
            if kind != tile and is_exhausted(public, kind):
                partners += 1
        if partners < (2 if rule == DeadTile.STRICT else 1):
            return False
    return True


@kernel
def flush_bars(rules, public, own, follow, standing):
    """Mask of the kinds that flush tables of other seats bar."""
    barred = 0
    for seat in range(N_SEATS):
        if seat == own.seat or has(standing, seat):
            continue
        suit = flush_suit(rules, public, seat)
        if suit < 0:
            continue
        for kind in range(9 * suit, 9 * suit + 9):
            followed = int(rules.bar.flush_follow) != 0 and int(follow[seat]) == kind
            if not followed and not is_dead(rules, public, own, kind):
                barred |= bit(kind)
    return barred


@kernel
def wind_bars(rules, public, own, follow, standing):
    """Mask of the winds that four-wind tables of other seats bar."""
    barred = 0
    for seat in range(N_SEATS):
        if seat == own.seat or has(standing, seat):
            continue
        wind = missing_wind(rules, public, seat)
        if wind < 0:
            continue
        dead = int(rules.bar.four_winds_dead) != 0 and int(public.visible[wind]) >= 3
        followed = int(rules.bar.four_winds_follow) != 0 and int(follow[seat]) == wind
        if not dead and not followed:
            barred |= bit(wind)
    return barred


@kernel
def late_honours(rules, public):
    """Mask of the honours that may not be discarded any more: few tiles are left and few copies are visible."""
    if int(rules.bar.late_honour) == 0 or public.drawable > int(rules.bar.late_honour):
        return 0
    barred = 0
    for kind in range(Tile.EAST, N_HELD_KINDS):
        free = int(rules.bar.late_honour_free)
        if int(public.visible[kind]) < free or free == 4:
            barred |= bit(kind)
    return barred


@kernel
def barred(rules, public, own, follow, standing, kan_allowed):
    """Mask of the kinds that the table bars from being discarded by a seat; golds and frozen tiles are looked at elsewhere."""
    found = flush_bars(rules, public, own, follow, standing) | wind_bars(rules, public, own, follow, standing)
    found |= late_honours(rules, public)
    if int(rules.bar.own_kan_tile) and kan_allowed:
        found |= own.pons
    return found
