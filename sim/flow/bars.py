"""Mechanism: tiles that the table bars (`bar.*`): flush table 清一台面, four-wind table 四字台面, dead tiles 絕張, late honours,
the fourth tile of an own pon (FD-1.08, FD-1.09, FD-2.03, FD-3.04, FD-3.20), tiles that lie frozen (FD-3.01).

Everything here is judged from what all can see (`PUBLIC`). `flush_suit` and `missing_wind` change only with a meld, and are
none for a seat that stands, unless the rules say that its table still bars.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.choices import AddedTiming, GoldDiscard
from rulesets.table_choices import DeadTile, FlushKan
from rulesets.tiles import N_HELD_KINDS, N_SEATS, MeldKind, Tile
from sim.actions import Action
from sim.bits import bit, has
from sim.flow.gold_rights import discardable
from sim.jit import kernel
from sim.order import is_standing
from sim.seat import add_tile, remove_tile
from sim.wall import kan_ok


@kernel
def has_bars(rules):
    """Whether anything but the hand itself can bar a discard."""
    return int(rules.built.has_bars) != 0


# --- tables -----------------------------------------------------------------------------------------------------------


@kernel
def flush_suit(rules, public, seat):
    """The suit (0-2) of a seat's flush table, or -1: so many shown melds, all of them in that suit.

    Closed kans count only where `bar.flush_closed_kan` says so; one whose kind is hidden then fits any suit.
    """
    wanted = int(rules.bar.flush_table)
    if wanted == 0:
        return -1
    suit = -1
    n = 0
    for i in range(int(public.n_melds[seat])):
        tile = int(public.meld_tile[seat, i])
        if tile >= 0:
            if tile >= Tile.EAST or (suit >= 0 and tile // 9 != suit):
                return -1
            suit = tile // 9
        kind = int(public.meld_kind[seat, i])
        if kind < MeldKind.KAN_CLOSED or (kind == MeldKind.KAN_CLOSED and int(rules.bar.flush_closed_kan)):
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
        if MeldKind.CHI < kind < MeldKind.KAN_CLOSED and Tile.EAST <= tile < Tile.RED:
            shown |= 1 << tile - Tile.EAST
    for wind in range(4):
        if shown == 15 & ~(1 << wind):
            return Tile.EAST + wind
    return -1


@kernel
def note_melds(rules, public, seat):
    """A meld was laid or undone: whether the seat's melds bar tiles now."""
    silent = is_standing(public, seat) and not int(rules.penalty.stand_table_bars)
    public.flush_suit[seat] = -1 if silent else flush_suit(rules, public, seat)
    public.missing_wind[seat] = -1 if silent else missing_wind(rules, public, seat)


# --- dead tiles -------------------------------------------------------------------------------------------------------


@kernel
def unbarred(rules, own):
    """Mask of the kinds that the seat could discard if the table barred none.

    `gold.discard: forbidden` (FD-2.04) has no exception where seats can stand.
    """
    if int(rules.built.has_standing) and int(rules.gold.discard) == GoldDiscard.FORBIDDEN:
        return own.at_least[0]
    return discardable(rules, own)


@kernel
def seen_copies(rules, public, own, kind):
    """Copies of a kind that the table sees, under `bar.dead_tile_own_hand` those in the own hand too."""
    seen = int(public.visible[kind])
    if int(rules.bar.dead_tile_own_hand):
        seen += int(own.golds) if kind == own.gold_kind else int(own.counts[kind])
    return seen


@kernel
def is_exhausted(rules, public, own, kind):
    """Whether no natural tile of the kind can be in another hand: it is gold, or all four are seen."""
    return kind == public.gold_kind or seen_copies(rules, public, own, kind) >= 4


@kernel
def is_dead(rules, public, own, tile):
    """絕張: whether, for all the table can see, nobody can win on the tile without an idle gold (`bar.dead_tile`)."""
    rule = int(rules.bar.dead_tile)
    if rule == DeadTile.NONE:
        return False
    seen = seen_copies(rules, public, own, tile)
    if int(rules.bar.dead_tile_own_hand):
        seen -= 1  # the tile itself would still be thrown
    if seen < 3:
        return False
    if rule == DeadTile.TRIPLE_ONLY or tile >= Tile.EAST:
        return True
    rank = tile % 9
    for lowest in range(max(0, rank - 2), min(6, rank) + 1):
        partners = 0
        for step in range(3):
            kind = tile - rank + lowest + step
            if kind != tile and is_exhausted(rules, public, own, kind):
                partners += 1
        if partners < (2 if rule == DeadTile.STRICT else 1):
            return False
    return True


# --- what may not be discarded ----------------------------------------------------------------------------------------


@kernel
def flush_bars(rules, public, own, suit, follow):
    """Mask of the kinds that a flush table in `suit` bars; `follow`: the kind its owner discarded last, or -1 (FD-1.08)."""
    barred = 0
    held = unbarred(rules, own)
    for kind in range(9 * suit, 9 * suit + 9):
        followed = int(rules.bar.flush_follow) != 0 and follow == kind
        if has(held, kind) and not followed and not is_dead(rules, public, own, kind):
            barred |= bit(kind)
    return barred


@kernel
def wind_bar(rules, public, wind, follow):
    """Mask of the wind that a four-wind table bars, 0 if an exception frees it (FD-1.09)."""
    if int(rules.bar.four_winds_dead) and int(public.visible[wind]) >= 3:
        return 0
    if int(rules.bar.four_winds_follow) and follow == wind:
        return 0
    return bit(wind)


@kernel
def late_honours(rules, public):
    """Mask of the honours that may not be discarded any more: few tiles are left and few copies are visible (FD-3.04)."""
    if int(rules.bar.late_honour) == 0 or public.drawable > int(rules.bar.late_honour):
        return 0
    free = int(rules.bar.late_honour_free)
    barred = 0
    for kind in range(Tile.EAST, N_HELD_KINDS):
        if int(public.visible[kind]) < free or free == 4:
            barred |= bit(kind)
    return barred


@kernel
def table_bars(rules, public, own):
    """Mask of the held kinds that other seats' tables and the end of the wall bar from being discarded."""
    held = unbarred(rules, own)
    barred = held & late_honours(rules, public)
    for step in range(1, N_SEATS):
        seat = (own.seat + step) % N_SEATS
        suit = int(public.flush_suit[seat])
        if suit >= 0:
            barred |= flush_bars(rules, public, own, suit, int(public.follow[seat]))
        wind = int(public.missing_wind[seat])
        if wind >= 0:
            barred |= held & wind_bar(rules, public, wind, int(public.follow[seat]))
    return barred


@kernel
def count_bars(rules, table, seat):
    """Count an own turn on which a flush table, a four-wind table or the end of the wall takes a discard away, each once."""
    public = table.public
    own = table.own[seat]
    clock = table.clock
    held = unbarred(rules, own)
    flush = 0
    winds = 0
    for step in range(1, N_SEATS):
        other = (seat + step) % N_SEATS
        suit = int(public.flush_suit[other])
        if suit >= 0:
            flush |= flush_bars(rules, public, own, suit, int(public.follow[other]))
        wind = int(public.missing_wind[other])
        if wind >= 0:
            winds |= held & wind_bar(rules, public, wind, int(public.follow[other]))
    clock.flush_barred += 1 if flush else 0
    clock.winds_barred += 1 if winds else 0
    clock.late_barred += 1 if held & late_honours(rules, public) else 0


@kernel
def frozen_bars(public, own):
    """Mask of the held kinds of which there is no copy but one that lies frozen (FD-3.01)."""
    return public.frozen[own.seat] & own.at_least[0] & ~own.at_least[1]


# --- kans -------------------------------------------------------------------------------------------------------------


@kernel
def kan_bars(rules, public, seat, meld_kind):
    """Mask of the kinds of which a seat may declare no kan of this sort (`bar.flush_kan`, `bar.four_winds_kan`)."""
    added = meld_kind == MeldKind.KAN_ADDED
    rule = int(rules.bar.flush_kan)
    in_suit = rule == FlushKan.ALL or (rule == FlushKan.ADDED_ONLY and added)
    of_wind = added and int(rules.bar.four_winds_kan) != 0
    barred = 0
    for step in range(1, N_SEATS):
        other = (seat + step) % N_SEATS
        suit = int(public.flush_suit[other])
        if in_suit and suit >= 0:
            barred |= 0b111111111 << 9 * suit
        wind = int(public.missing_wind[other])
        if of_wind and wind >= 0:
            barred |= bit(wind)
    return barred


@kernel
def own_kan_tiles(rules, public, own):
    """FD-2.03: mask of the held fourth tiles of own pons that may not be discarded, because a kan of them is allowed.

    That holds in a turn begun by a chi or pon too. Where only the tile just drawn may be added, only that one is kept.
    """
    fourths = own.pons & own.at_least[0]
    if fourths == 0 or not int(rules.bar.own_kan_tile) or is_standing(public, own.seat):
        return 0
    if int(rules.kan.added_timing) == AddedTiming.DRAWN_TILE_ONLY:
        fourths &= bit(own.drawn) if own.drawn >= 0 else 0
    if int(public.is_ready[own.seat]):
        fourths &= own.ready_kans
    if fourths == 0 or not kan_ok(rules, public, MeldKind.KAN_ADDED):
        return 0
    return fourths & ~kan_bars(rules, public, own.seat, MeldKind.KAN_ADDED)


@kernel
def barred(rules, public, own):
    """Mask of the kinds held that the table, an own pon or a leaked tile bars from being discarded (d.5)."""
    return table_bars(rules, public, own) | own_kan_tiles(rules, public, own) | frozen_bars(public, own)


@kernel
def lawful_discards(rules, public, own):
    """Mask of the kinds that a seat may discard where tiles can be barred; 0 means that it has to stand (FD-3.20)."""
    return unbarred(rules, own) & ~barred(rules, public, own)


@kernel
def discards_after_claim(rules, public, own, action, tile):
    """Mask of the kinds that a seat could lawfully discard after a chi or pon of the tile on offer, as the table lies now.

    For bots: who claims so that none is left stands.
    """
    first, second = tile, tile
    if action == Action.CHI_LOW:
        first, second = tile + 1, tile + 2
    elif action == Action.CHI_MID:
        first, second = tile - 1, tile + 1
    elif action == Action.CHI_HIGH:
        first, second = tile - 2, tile - 1
    pons = own.pons
    if action == Action.PON:
        own.pons |= bit(tile)
    remove_tile(own, first)
    remove_tile(own, second)
    found = lawful_discards(rules, public, own)
    add_tile(own, first)
    add_tile(own, second)
    own.pons = pons
    return found
