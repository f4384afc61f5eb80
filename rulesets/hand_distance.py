"""Tiles needed, useful tiles and waits of a hand without golds, from the tables.

*Tiles needed* (the distance; shanten 向听 is one less): the fewest tiles that must come in so that the tiles in hand
contain a complete hand, whatever is discarded. 0 is complete, 1 is ready (tenpai 听牌). It means the same before and
after a draw. A *useful* tile (进张) lowers it by one; the useful tiles of a ready hand are its *waits*.

Stance, the one that play uses: a target may not need a fifth copy of a kind, counting the concealed tiles; own melds and
other seats' tiles are not looked at. `hand_golds` adds golds, `hand_exact` the stance that also counts own melds.

How: a *row* is two integers that hold the distances of some tiles to 0-5 sets, nine bits each, without and with a pair.
Merging two rows takes the cheapest split of sets and pair between them, for all numbers of sets at once; three merges
answer for the whole hand. A tile of one suit is useful if that suit improves at a split which is *tight*: with the best
rest of the hand it attains the hand's distance. Rests are held backwards, so that tight splits meet in one addition.

Kernels that begin with `plain_` take plain integers: `n_sets` concealed sets to form, `pairs` 1 if seven pairs may win,
`quads` 1 if four alike are two pairs, `orphans` an `Orphans` choice. `shapes_of` reads the switches from a rule row.
Integers are widened to 64 bits where they are read, so that every kernel is compiled once.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.bits import n_bits
from rulesets.choices import Orphans, Pairs
from rulesets.hand_tables import DISTANCE_AT, HELD_AT, HONOUR_KEY, IMPROVES_AT, KEEPS_AT, LANE
from rulesets.jit import lean_kernel
from rulesets.tiles import N_HELD_KINDS, Tile

FAR = 99  # a distance beyond every real one: the shape is not allowed

ALL_HELD = (1 << N_HELD_KINDS) - 1
DRAGON_KINDS = 7 << Tile.RED
ORPHAN_KINDS = (0b1111111 << Tile.EAST) | (0b100000001 * (1 + (1 << 9) + (1 << 18)))  # terminals and honours

STEP = (1, 5, 25, 125, 625, 3125, 15625, 78125, 390625)  # what one tile of each rank adds to its key
LANE_BITS = (1 << LANE) - 1
_LANES = (1 << 6 * LANE) - 1  # six lanes: 0 to 5 sets
_ONES = _LANES // LANE_BITS  # 1 in every lane
_TOPS = _ONES << LANE - 1  # the highest bit of every lane
_IMPOSSIBLE = 0x40  # beyond every distance; the sum of three still fits a lane
FAR_LANES = _ONES * _IMPOSSIBLE


@lean_kernel
def suit_keys(counts, keys):
    """Write the four keys (characters, dots, bamboos, honours) of concealed `counts` into `keys`, int32[4].

    Play keeps them current instead: a tile of kind k adds `STEP[k % 9]` to key k // 9.
    """
    for group in range(3):
        key = 0
        for rank in range(8, -1, -1):
            key = 5 * key + int(counts[9 * group + rank])
        keys[group] = key
    key = 0
    for honour in range(N_HELD_KINDS - 1, Tile.EAST - 1, -1):
        key = 5 * key + int(counts[honour])
    keys[3] = HONOUR_KEY + key


# --- rows -------------------------------------------------------------------------------------------------------------


@lean_kernel
def lower(x, y):
    """The smaller value in each lane of two words of distances."""
    above = ((x | _TOPS) - y) & _TOPS  # top bit of the lanes where x >= y
    chosen = above - (above >> LANE - 1)
    return x ^ ((x ^ y) & chosen)


@lean_kernel
def merge(a0, a1, b0, b1, n_sets):
    """Row of two groups of tiles together, from their rows without (0) and with (1) a pair, for up to `n_sets` sets."""
    bare = (a0 & LANE_BITS) * _ONES + b0
    paired = lower((a0 & LANE_BITS) * _ONES + b1, (a1 & LANE_BITS) * _ONES + b0)
    for _ in range(n_sets):
        a0 >>= LANE
        a1 >>= LANE
        b0 = ((b0 << LANE) | _IMPOSSIBLE) & _LANES  # one set more from `a`
        b1 = ((b1 << LANE) | _IMPOSSIBLE) & _LANES
        bare = lower(bare, (a0 & LANE_BITS) * _ONES + b0)
        paired = lower(paired, lower((a0 & LANE_BITS) * _ONES + b1, (a1 & LANE_BITS) * _ONES + b0))
    return bare, paired


@lean_kernel
def merge_backwards(a0, a1, b0, b1, n_sets):
    """As `merge`, but `b` is given and the result is returned backwards (see `backwards`)."""
    bare = (a0 & LANE_BITS) * _ONES + b0
    paired = lower((a0 & LANE_BITS) * _ONES + b1, (a1 & LANE_BITS) * _ONES + b0)
    for _ in range(n_sets):
        a0 >>= LANE
        a1 >>= LANE
        b0 = (b0 >> LANE) | _IMPOSSIBLE << 5 * LANE
        b1 = (b1 >> LANE) | _IMPOSSIBLE << 5 * LANE
        bare = lower(bare, (a0 & LANE_BITS) * _ONES + b0)
        paired = lower(paired, lower((a0 & LANE_BITS) * _ONES + b1, (a1 & LANE_BITS) * _ONES + b0))
    return bare, paired


@lean_kernel
def backwards(word, n_sets):
    """The word with lane i moved to lane n_sets - i, and "impossible" in the lanes beyond."""
    swapped = (word >> 5 * LANE) | (word >> 3 * LANE) & LANE_BITS << LANE | (word >> LANE) & LANE_BITS << 2 * LANE
    swapped |= (word & LANE_BITS) << 5 * LANE | (word & LANE_BITS << LANE) << 3 * LANE
    swapped |= (word & LANE_BITS << 2 * LANE) << LANE
    beyond = (_ONES << LANE * (n_sets + 1)) & _LANES
    return (swapped >> LANE * (5 - n_sets)) | beyond * _IMPOSSIBLE


@lean_kernel
def lowest_sum(a0, a1, b0, b1):
    """Distance of the whole hand from the row of one part and, backwards, the row of the other."""
    best = lower(a0 + b1, a1 + b0)
    best = lower(best & (1 << 3 * LANE) - 1, best >> 3 * LANE)
    first = best & LANE_BITS
    return min(first, min((best >> LANE) & LANE_BITS, best >> 2 * LANE))


@lean_kernel
def row(lines, key):
    """The row of one key: distances without and with a pair."""
    return lines[key, DISTANCE_AT], lines[key, DISTANCE_AT + 1]


@lean_kernel
def tight(word, rest, distance):
    """Lanes (all their bits) in which a word of a suit and the rest of the hand, backwards, add up to `distance`."""
    differs = (word + rest) ^ (distance * _ONES)
    equal = _TOPS & ~(differs + (_TOPS - _ONES))  # top bit of the lanes that do not differ
    return (equal << 1) - (equal >> LANE - 1)


@lean_kernel
def gather(word0, word1, lanes0, lanes1):
    """Union of the masks in the given lanes of two words."""
    found = (word0 & lanes0) | (word1 & lanes1)
    found |= found >> 3 * LANE
    return (found | found >> LANE | found >> 2 * LANE) & LANE_BITS


@lean_kernel
def gather_improves(lines, key, lanes0, lanes1):
    """Ranks of a suit that lower its distance in one of the given lanes without and with a pair."""
    return gather(lines[key, IMPROVES_AT], lines[key, IMPROVES_AT + 1], lanes0, lanes1)


@lean_kernel
def gather_keeps(lines, key, lanes0, lanes1):
    """Ranks of a suit that can go without raising its distance in one of the given lanes."""
    return gather(lines[key, KEEPS_AT], lines[key, KEEPS_AT + 1], lanes0, lanes1)


@lean_kernel
def keys_distance(lines, m, p, s, z, n_sets):
    """Tiles needed for `n_sets` sets and a pair by the tiles of four keys, golds left aside."""
    m0, m1 = row(lines, m)
    p0, p1 = row(lines, p)
    s0, s1 = row(lines, s)
    z0, z1 = row(lines, z)
    x0, x1 = merge(m0, m1, p0, p1, n_sets)
    y0, y1 = merge(s0, s1, z0, z1, n_sets)
    return lowest_sum(x0, x1, backwards(y0, n_sets), backwards(y1, n_sets))


@lean_kernel
def table_distance(lines, keys, n_sets):
    """As `keys_distance`, from an array of keys."""
    return keys_distance(lines, np.int64(keys[0]), np.int64(keys[1]), np.int64(keys[2]), np.int64(keys[3]), n_sets)


@lean_kernel
def table_sets_distance(lines, keys, n_sets):
    """Tiles needed for `n_sets` sets without a pair, golds left aside."""
    m0, m1 = row(lines, np.int64(keys[0]))
    p0, p1 = row(lines, np.int64(keys[1]))
    s0, s1 = row(lines, np.int64(keys[2]))
    z0, z1 = row(lines, np.int64(keys[3]))
    x0, x1 = merge(m0, m1, p0, p1, n_sets)
    y0, y1 = merge(s0, s1, z0, z1, n_sets)
    bare, _ = merge(x0, x1, y0, y1, n_sets)
    return (bare >> LANE * n_sets) & LANE_BITS


@lean_kernel
def improves(lines, key, word0, word1, rest0, rest1, distance):
    """Ranks of a suit that lower `distance`: they improve its row (the words) at a tight split; the rest is backwards."""
    return gather_improves(lines, key, tight(word0, rest1, distance), tight(word1, rest0, distance))


@lean_kernel
def table_useful(lines, keys, n_sets, distance):
    """Kinds that lower the standard distance `distance`; none if the hand needs more tiles than that."""
    m, p, s, z = np.int64(keys[0]), np.int64(keys[1]), np.int64(keys[2]), np.int64(keys[3])
    m0, m1 = row(lines, m)
    p0, p1 = row(lines, p)
    s0, s1 = row(lines, s)
    z0, z1 = row(lines, z)
    x0, x1 = merge(m0, m1, p0, p1, n_sets)
    y0, y1 = merge(s0, s1, z0, z1, n_sets)
    x0, x1 = backwards(x0, n_sets), backwards(x1, n_sets)
    y0, y1 = backwards(y0, n_sets), backwards(y1, n_sets)
    r0, r1 = merge_backwards(p0, p1, y0, y1, n_sets)
    found = improves(lines, m, m0, m1, r0, r1, distance)
    r0, r1 = merge_backwards(m0, m1, y0, y1, n_sets)
    found |= improves(lines, p, p0, p1, r0, r1, distance) << 9
    r0, r1 = merge_backwards(z0, z1, x0, x1, n_sets)
    found |= improves(lines, s, s0, s1, r0, r1, distance) << 18
    r0, r1 = merge_backwards(s0, s1, x0, x1, n_sets)
    return found | improves(lines, z, z0, z1, r0, r1, distance) << 27


# --- special shapes -----------------------------------------------------------------------------------------------------


@lean_kernel
def held_kinds(lines, keys):
    """Number of kinds held at least once, twice, three and four times, a byte each."""
    return lines[keys[0], HELD_AT] + lines[keys[1], HELD_AT] + lines[keys[2], HELD_AT] + lines[keys[3], HELD_AT]


@lean_kernel
def copies_held(counts):
    """Masks of the kinds held at least once, twice, three and four times."""
    one = two = three = four = 0
    for kind in range(N_HELD_KINDS):
        held = int(counts[kind])
        one |= (1 if held > 0 else 0) << kind
        two |= (1 if held > 1 else 0) << kind
        three |= (1 if held > 2 else 0) << kind
        four |= (1 if held > 3 else 0) << kind
    return one, two, three, four


@lean_kernel
def orphans_held(counts):
    """As `copies_held`, of the terminals and honours only, and only once and twice."""
    one = two = 0
    for place in range(13):
        kind = 9 * (place >> 1) + 8 * (place & 1) if place < 6 else Tile.EAST + place - 6
        held = int(counts[kind])
        one |= (1 if held > 0 else 0) << kind
        two |= (1 if held > 1 else 0) << kind
    return one, two


@lean_kernel
def pairs_missing(once, twice, three, four, quads):
    """Tiles needed for seven pairs by a hand with so many kinds held at least once, twice, three and four times.

    Each missing pair needs one tile, and two if no single is left to become one.
    """
    if not quads:
        return 7 - min(twice, 7) + max(0, 7 - once)
    pairs = min(twice + four, 7)
    singles = once - twice + three - four
    return 7 - pairs + max(0, 7 - pairs - singles)


@lean_kernel
def pairs_distance(lines, keys, quads):
    """Tiles needed for seven pairs, golds left aside."""
    held = held_kinds(lines, keys)
    return pairs_missing(held & 0xFF, held >> 8 & 0xFF, held >> 16 & 0xFF, held >> 24, quads)


@lean_kernel
def pairs_useful(one, two, three, four, quads):
    """Kinds that lower the distance to seven pairs (which is above 0), from the masks of `copies_held`."""
    singles = one & ~two
    free = 7 - n_bits(one)  # pairs that need a kind not held yet, or a second pair of a kind held twice
    fresh = ALL_HELD & ~one
    if quads:
        free -= n_bits(three)
        singles |= three & ~four
        fresh |= two & ~three
    return singles | fresh if free > 0 else singles


@lean_kernel
def doubles_allowed(orphans):
    """Kinds that may be the pair of thirteen orphans."""
    return ORPHAN_KINDS if orphans == Orphans.ANY_PAIR else DRAGON_KINDS


@lean_kernel
def orphans_missing(one, two, orphans):
    """Tiles needed for thirteen orphans, from the masks of `copies_held`."""
    return 14 - n_bits(one & ORPHAN_KINDS) - (1 if two & doubles_allowed(orphans) else 0)


@lean_kernel
def orphans_useful(one, two, orphans):
    """Kinds that lower the distance to thirteen orphans (which is above 0), from the masks of `copies_held`."""
    missing = ORPHAN_KINDS & ~one
    if two & doubles_allowed(orphans):
        return missing
    return missing | doubles_allowed(orphans)


# --- whole hands --------------------------------------------------------------------------------------------------------


@lean_kernel
def special_distance(lines, keys, counts, pairs, quads, orphans, limit):
    """Tiles needed for seven pairs or thirteen orphans; `limit` if neither needs fewer."""
    if pairs:
        limit = min(limit, pairs_distance(lines, keys, quads))
    if orphans and (lines[keys[3], HELD_AT] & 0xFF) + 7 >= 14 - limit:  # six terminals and a double at most
        one, two = orphans_held(counts)
        limit = min(limit, orphans_missing(one, two, orphans))
    return limit


@lean_kernel
def special_useful(lines, keys, counts, pairs, quads, orphans, distance):
    """Kinds that lower `distance` towards seven pairs or thirteen orphans; none if these need more tiles than that."""
    found = 0
    if pairs or orphans:
        one, two, three, four = copies_held(counts)
        if pairs and pairs_distance(lines, keys, quads) == distance:
            found |= pairs_useful(one, two, three, four, quads)
        if orphans and orphans_missing(one, two, orphans) == distance:
            found |= orphans_useful(one, two, orphans)
    return found


@lean_kernel
def plain_distance(lines, keys, counts, n_sets, pairs, quads, orphans):
    """Tiles needed by concealed `counts`."""
    distance = table_distance(lines, keys, n_sets)
    return special_distance(lines, keys, counts, pairs, quads, orphans, distance)


@lean_kernel
def plain_useful(lines, keys, counts, n_sets, pairs, quads, orphans, distance):
    """Mask of the kinds whose arrival lowers `distance`, the hand's own (waits if it is 1); 0 if it is complete."""
    if distance <= 0:
        return 0
    special = special_useful(lines, keys, counts, pairs, quads, orphans, distance)
    return special | table_useful(lines, keys, n_sets, distance)


@lean_kernel
def shapes_of(rules, n_melds):
    """Concealed sets to form, and whether seven pairs, four alike in them and thirteen orphans are open to the hand."""
    n_sets = np.int64(rules.built.sets) - n_melds
    if n_melds > 0 or n_sets != 4:
        return n_sets, np.int64(0), np.int64(0), np.int64(0)
    seven = np.int64(1) if int(rules.win.pairs) == Pairs.SEVEN else np.int64(0)
    return n_sets, seven, np.int64(rules.win.pairs_quads), np.int64(rules.win.orphans)
