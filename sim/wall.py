"""The wall: its order, draws from both ends, and the arithmetic of its end.

Keyed tiles with seat lanes (`WallMode.LANES`): every physical tile has a random priority and a random lane. A seat draws
the unused tile of its own lane with the smallest priority; a replacement, and a seat whose lane is used up, takes the
unused tile with the largest priority of all. Given what has been drawn, the other tiles are exchangeable, so the law of a
hand is that of one shuffled wall, for all players who cannot see the wall; but a variant that changes the order of turns
or the tile set still deals nearly the same tiles to the same seats. How many tiles are left, and when the hand ends,
follows the rules as with one wall.

`LINEAR` puts the same tiles in one line by priority, `RECORDED` takes a given line; there every seat's lane is the whole
line. Only then does `wall.tail_order` matter.

A tile that is put back on the wall is the next one drawn from its end, whoever draws it (FD b.5).
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from enum import IntEnum

from rulesets.choices import NearEnd, OddTail, TailOrder
from rulesets.tiles import N_SEATS, N_TILES, MeldKind, Tile
from sim.jit import kernel
from sim.order import n_in_play
from sim.seeding import Purpose, block, sort_key, two_bits

FIRST_FLOWER_TILE = 4 * Tile.H1
FROM_TAIL = 8  # WALL.returned: 1 + the tile put back on the front, and on the tail so many bits higher; it stays `used`


class WallMode(IntEnum):
    """Where the tiles come from."""

    LANES = 0  # keyed tiles with seat lanes, the mode of all studies
    LINEAR = 1  # the same keyed tiles in one line: one shuffled wall
    RECORDED = 2  # a given order of kinds


@kernel
def kind_of_tile(tile):
    """Kind of a physical tile: tiles 0-135 are four copies each of kinds 0-33, tiles 136-143 the eight flowers."""
    if tile < FIRST_FLOWER_TILE:
        return tile // 4
    return tile - FIRST_FLOWER_TILE + Tile.H1


@kernel
def _key_tiles(order, seed, wall, hand_no):
    """Draw the priorities: 63 bits for each tile, two tiles from each block of purpose TILE_PRIORITY."""
    for pair in range(N_TILES // 2):
        w0, w1, w2, w3 = block(seed, wall, hand_no, Purpose.TILE_PRIORITY, pair)
        order.priority[2 * pair] = sort_key(w0, w1)
        order.priority[2 * pair + 1] = sort_key(w2, w3)


@kernel
def _sort_tiles(order):
    """Write the tile numbers by ascending priority into `lane_tile`; equal priorities by tile number."""
    for b in range(257):
        order.bucket[b] = 0
    for tile in range(N_TILES):
        order.bucket[(int(order.priority[tile]) >> 55) + 1] += 1
    for b in range(256):
        order.bucket[b + 1] += order.bucket[b]
    for tile in range(N_TILES):
        b = int(order.priority[tile]) >> 55
        order.lane_tile[order.bucket[b]] = tile
        order.bucket[b] += 1
    for i in range(1, N_TILES):  # the buckets are in order, so few tiles move and none far
        tile = int(order.lane_tile[i])
        key = int(order.priority[tile])
        j = i - 1
        while j >= 0 and int(order.priority[order.lane_tile[j]]) > key:
            order.lane_tile[j + 1] = order.lane_tile[j]
            j -= 1
        order.lane_tile[j + 1] = tile


@kernel
def _key_lanes(order, seed, wall, hand_no):
    """Draw the lanes: two bits for each tile from the blocks of purpose LANE."""
    for part in range(3):
        words = block(seed, wall, hand_no, Purpose.LANE, part)
        for w in range(4):
            for i in range(16):
                tile = 64 * part + 16 * w + i
                if tile < N_TILES:
                    order.lane_of[tile] = two_bits(words[w], i)


@kernel
def split_lanes(order):
    """Split the line in `lane_tile` (by ascending priority) into the four lanes, order kept; the tail is the line reversed."""
    n = order.n_tiles
    for place in range(n):
        order.tail_tile[n - 1 - place] = order.lane_tile[place]
    at = 0
    for seat in range(N_SEATS):
        order.lane_from[seat] = at
        for place in range(n - 1, -1, -1):
            tile = int(order.tail_tile[place])
            if int(order.lane_of[tile]) == seat:
                order.lane_tile[at] = tile
                at += 1
        order.lane_to[seat] = at


@kernel
def key_wall(order, mode, seed, wall, hand_no):
    """Fill a WALL_ORDER with the keyed tiles of one hand (modes LANES and LINEAR)."""
    order.mode = mode
    order.n_tiles = N_TILES
    for tile in range(N_TILES):
        order.kind_of[tile] = kind_of_tile(tile)
    _key_tiles(order, seed, wall, hand_no)
    _sort_tiles(order)
    if mode == WallMode.LANES:
        _key_lanes(order, seed, wall, hand_no)
        split_lanes(order)
    else:
        _one_line(order)


@kernel
def record_wall(order, kinds):
    """Fill a WALL_ORDER with a given line of kinds, int8[n]: tile number i is the i-th tile from the front."""
    order.mode = WallMode.RECORDED
    order.n_tiles = len(kinds)
    for tile in range(len(kinds)):
        order.kind_of[tile] = kinds[tile]
        order.lane_tile[tile] = tile
    _one_line(order)


@kernel
def _one_line(order):
    """Give every seat the whole line."""
    for seat in range(N_SEATS):
        order.lane_from[seat] = 0
        order.lane_to[seat] = order.n_tiles


@kernel
def in_set(rules, kind):
    """Whether tiles of a kind are played with, in the hand or as flowers."""
    return int(rules.built.held[kind]) != 0 or int(rules.built.flower[kind]) != 0


@kernel
def start_wall(rules, order, wall):
    """Reset the WALL state for one play of the order: tiles that this tile set lacks count as used.

    With one line the tail order follows `wall.tail_order`: `linear` last tile first, `stack` last stack first and in it the
    upper tile before the lower one (HB-CALL-08). Stacks are counted in the tiles that are in play.
    """
    n = 0
    for tile in range(N_TILES):
        absent = tile >= order.n_tiles or not in_set(rules, order.kind_of[tile])
        wall.used[tile] = 1 if absent else 0
        n += 0 if absent else 1
    wall.left = n
    wall.tail_at = 0
    wall.returned = 0
    for seat in range(N_SEATS):
        wall.at[seat] = order.lane_from[seat]
    if order.mode != WallMode.LANES:
        place = 0
        for i in range(order.n_tiles):
            tile = int(order.lane_tile[i])
            if int(wall.used[tile]) == 0:
                back = n - 1 - place
                if int(rules.wall.tail_order) == TailOrder.STACK:
                    back ^= 1  # n is even: swaps the two tiles of a stack
                order.tail_tile[back] = tile
                place += 1


@kernel
def draw_front(order, wall, seat):
    """Take the next tile of a seat and return its kind; -1 if the wall is empty."""
    if wall.returned != 0:
        tile = _returned(wall, False)
        if tile >= 0:
            return _take_returned(order, wall, tile)
    at = int(wall.at[seat])
    while at < int(order.lane_to[seat]):
        tile = int(order.lane_tile[at])
        at += 1
        if int(wall.used[tile]) == 0:
            wall.at[seat] = at
            wall.used[tile] = 1
            wall.left -= 1
            return int(order.kind_of[tile])
    wall.at[seat] = at
    return draw_tail(order, wall)


@kernel
def draw_tail(order, wall):
    """Take the next tile from the tail and return its kind; -1 if the wall is empty."""
    if wall.left == 0:
        return -1
    if wall.returned != 0:
        tile = _returned(wall, True)
        if tile >= 0:
            return _take_returned(order, wall, tile)
    at = wall.tail_at
    while int(wall.used[order.tail_tile[at]]) != 0:
        at += 1
    tile = int(order.tail_tile[at])
    wall.tail_at = at + 1
    wall.used[tile] = 1
    wall.left -= 1
    return int(order.kind_of[tile])


# --- a tile that was put back -----------------------------------------------------------------------------------------

@kernel
def put_back(wall, tile, from_tail):
    """The tile just taken from an end of the wall, by number, goes back to it."""
    wall.returned += (tile + 1) << (FROM_TAIL if from_tail else 0)
    wall.left += 1


@kernel
def _returned(wall, from_tail):
    """The tile put back that is the next one of an end of the wall: of the other end only if it is the last of all; or -1."""
    front = wall.returned & 255
    tail = wall.returned >> FROM_TAIL
    found = tail if from_tail else front
    if found == 0 and wall.left == 1:
        found = front + tail
    return found - 1


@kernel
def _take_returned(order, wall, tile):
    """Take a tile that was put back; returns its kind."""
    wall.returned -= (tile + 1) << (0 if wall.returned & 255 == tile + 1 else FROM_TAIL)
    wall.left -= 1
    return int(order.kind_of[tile])


@kernel
def next_tile(order, wall, seat, from_tail):
    """The number of the tile that the seat would take from the front or the tail, -1 if the wall is empty. Nothing is taken."""
    if wall.left == 0:
        return -1
    if wall.returned != 0:
        tile = _returned(wall, from_tail)
        if tile >= 0:
            return tile
    if not from_tail:
        for at in range(int(wall.at[seat]), int(order.lane_to[seat])):
            tile = int(order.lane_tile[at])
            if int(wall.used[tile]) == 0:
                return tile
        if wall.returned >> FROM_TAIL:
            return (wall.returned >> FROM_TAIL) - 1
    at = wall.tail_at
    while int(wall.used[order.tail_tile[at]]) != 0:
        at += 1
    return int(order.tail_tile[at])


@kernel
def next_front(order, wall, seat):
    """The kind of the tile that `draw_front` would take for the seat; -1 if the wall is empty. Nothing is taken."""
    tile = next_tile(order, wall, seat, False)
    return int(order.kind_of[tile]) if tile >= 0 else -1


@kernel
def keep(rules, public, tail_taken, n_open_kans, n_closed_kans):
    """Tiles that ordinary draws never reach: the reserve, its growth by kans and flower quads, and a lone tail tile
    (HB-DRAW-01, -02; FZ-END-01 to -05). A turned-up indicator is one of them where the rules say so.
    """
    kept = (
        int(rules.wall.reserve)
        + int(rules.wall.grow_open_kan) * n_open_kans
        + int(rules.wall.grow_closed_kan) * n_closed_kans
        + int(rules.wall.grow_flower_quad) * public.n_flower_quads
    )
    if int(rules.wall.odd_tail) == OddTail.EXCLUDE:
        kept += tail_taken & 1
    return kept


@kernel
def on_table(rules, public):
    """Tiles face down in the wall, and the indicator where it is one of the reserved tiles (`wall.indicator_counts`)."""
    if public.indicator >= 0 and int(rules.wall.indicator_counts):
        return public.left + 1
    return public.left


@kernel
def kan_ok(rules, public, meld_kind):
    """Whether the end of the wall allows a kan of this sort now (`kan.near_end`; HB-B.4)."""
    if public.left < 1:
        return False
    near_end = int(rules.kan.near_end)
    if near_end == NearEnd.LIVE_TILE:
        return public.drawable >= 1
    if near_end == NearEnd.WITHIN_RESERVE:
        closed = 1 if meld_kind == MeldKind.KAN_CLOSED else 0
        kept = keep(rules, public, public.tail_taken + 1, public.n_open_kans + 1 - closed, public.n_closed_kans + closed)
        return on_table(rules, public) - 1 >= kept
    if near_end == NearEnd.ONE_EACH:
        return public.drawable >= n_in_play(public) + 1
    if near_end == NearEnd.FIVE:
        return public.drawable >= 5
    return True  # always: a tail tile exists
