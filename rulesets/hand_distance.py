"""Tiles needed, useful tiles and waits of a hand, from the tables.

*Tiles needed* (the distance; shanten 向听 is one less): the fewest tiles that must come in so that the tiles in hand
contain a complete hand, whatever is discarded. 0 is complete, 1 is ready (tenpai 听牌). It means the same before and
after a draw. A *useful* tile (进张) lowers it by one; the useful tiles of a ready hand are its *waits*.

Stance of this module, the one that play uses: a target may not need a fifth copy of a kind, counting the concealed
tiles; own melds and other seats' tiles are not looked at. With golds a kind may be needed more often, as long as golds
can stand for the surplus: `spare` says how many. The stance that also counts own melds is in `hand_exact`.

How: a *row* is a pair of integers holding the distances of some tiles to 0-5 sets, one byte each, without and with a
pair. Merging two rows takes the cheapest split of sets and pair between them; three merges answer for the whole hand.
A tile of one suit is useful if that suit improves at a split which, with the best rest, attains the hand's distance.

Kernels ending in `_of` take plain integers: `n_sets` concealed sets to form, `pairs` a `Pairs` choice that fits the number of
sets, `quads` 1 if four alike are two pairs, `orphans` an `Orphans` choice, `golds` wild tiles held, `spare` as above. The
others read the switches from a rule row.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.choices import Orphans, Pairs
from rulesets.hand_exact import exact_distance
from rulesets.hand_pairs import eight_distance, eight_useful
from rulesets.hand_tables import HELD_AT, HONOUR_KEY, IMPROVES_AT, MASK_STEP, THREE_AT
from rulesets.jit import lean_kernel
from rulesets.tiles import N_HELD_KINDS, Tile

FAR = 99  # a distance beyond every real one: the shape is not allowed, or the tables lack the golds

_STEP = (1, 5, 25, 125, 625, 3125, 15625, 78125, 390625)  # what one tile of each rank adds to its key
_BYTES = 0x0000FFFFFFFFFFFF  # six bytes: 0 to 5 sets
_ONES = 0x0000010101010101
_TOPS = 0x0000808080808080


@lean_kernel
def suit_keys(counts, keys):
    """Write the four keys (characters, dots, bamboos, honours) of concealed `counts` into `keys`, int32[4].

    Play keeps them current with `add_tile` instead.
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


@lean_kernel
def add_tile(keys, kind, n):
    """Change the keys for `n` tiles of a kind that come (or, with a negative `n`, go); flowers are in no key."""
    if kind < Tile.H1:
        keys[min(kind // 9, 3)] += n * _STEP[kind % 9]


# --- rows -------------------------------------------------------------------------------------------------------------


@lean_kernel
def lower(x, y):
    """The smaller byte in each place of two rows; every byte is below 128."""
    above = ((x | _TOPS) - y) & _TOPS  # top bit of the bytes where x >= y
    chosen = above - (above >> 7)
    return x ^ ((x ^ y) & chosen)


@lean_kernel
def merge(a0, a1, b0, b1, n_sets):
    """Row of two groups of tiles together, from their rows without (0) and with (1) a pair, for up to `n_sets` sets."""
    bare = (a0 & 0xFF) * _ONES + b0
    paired = lower((a0 & 0xFF) * _ONES + b1, (a1 & 0xFF) * _ONES + b0)
    for _ in range(n_sets):
        a0 >>= 8
        a1 >>= 8
        b0 = ((b0 << 8) | 0x40) & _BYTES  # one set more from `a`; 64 stands for "impossible"
        b1 = ((b1 << 8) | 0x40) & _BYTES
        bare = lower(bare, (a0 & 0xFF) * _ONES + b0)
        paired = lower(paired, (a0 & 0xFF) * _ONES + b1)
        paired = lower(paired, (a1 & 0xFF) * _ONES + b0)
    return bare, paired


@lean_kernel
def total(a0, a1, b0, b1, n_sets):
    """Distance of two merged rows to `n_sets` sets and a pair."""
    best = FAR
    for i in range(n_sets + 1):
        a = 8 * i
        b = 8 * (n_sets - i)
        best = min(best, min(((a0 >> a) & 0xFF) + ((b1 >> b) & 0xFF), ((a1 >> a) & 0xFF) + ((b0 >> b) & 0xFF)))
    return best


@lean_kernel
def row(lines, key):
    """The row of one key: distances without and with a pair."""
    return lines[key, 0] & _BYTES, lines[key, 1] & _BYTES


@lean_kernel
def table_sets_distance(lines, keys, n_sets):
    """Tiles needed for `n_sets` sets without a pair, golds left aside."""
    m0, m1 = row(lines, keys[0])
    p0, p1 = row(lines, keys[1])
    s0, s1 = row(lines, keys[2])
    z0, z1 = row(lines, keys[3])
    x0, x1 = merge(m0, m1, p0, p1, n_sets)
    y0, y1 = merge(s0, s1, z0, z1, n_sets)
    bare, _ = merge(x0, x1, y0, y1, n_sets)
    return (bare >> 8 * n_sets) & 0xFF


@lean_kernel
def table_distance(lines, keys, n_sets):
    """Tiles needed for `n_sets` sets and a pair, golds left aside."""
    m0, m1 = row(lines, keys[0])
    p0, p1 = row(lines, keys[1])
    s0, s1 = row(lines, keys[2])
    z0, z1 = row(lines, keys[3])
    x0, x1 = merge(m0, m1, p0, p1, n_sets)
    y0, y1 = merge(s0, s1, z0, z1, n_sets)
    return total(x0, x1, y0, y1, n_sets)


@lean_kernel
def mask_at(lines, key, at):
    """The uint16 number `at` of a line, as a signed integer."""
    return (lines[key, at >> 2] >> (16 * (at & 3))) & 0xFFFF


@lean_kernel
def mask_scan(lines, key, first_mask, rest0, rest1, n_sets, distance):
    """Union of the masks of a suit at the splits that, with the rest of the hand, attain `distance`.

    `first_mask` is IMPROVES_AT or KEEPS_AT. The result has bit r for rank r.
    """
    bare, paired = row(lines, key)
    found = 0
    for sets in range(n_sets + 1):
        rest = 8 * (n_sets - sets)
        if ((bare >> 8 * sets) & 0xFF) + ((rest1 >> rest) & 0xFF) == distance:
            found |= mask_at(lines, key, first_mask + sets)
        if ((paired >> 8 * sets) & 0xFF) + ((rest0 >> rest) & 0xFF) == distance:
            found |= mask_at(lines, key, first_mask + MASK_STEP + sets)
    return found


@lean_kernel
def table_masks(lines, keys, n_sets, distance, first_mask):
    """Kinds that lower (IMPROVES_AT) or, taken away, do not raise (KEEPS_AT) the standard distance `distance`."""
    m0, m1 = row(lines, keys[0])
    p0, p1 = row(lines, keys[1])
    s0, s1 = row(lines, keys[2])
    z0, z1 = row(lines, keys[3])
    x0, x1 = merge(m0, m1, p0, p1, n_sets)
    y0, y1 = merge(s0, s1, z0, z1, n_sets)
    r0, r1 = merge(p0, p1, y0, y1, n_sets)
    found = mask_scan(lines, keys[0], first_mask, r0, r1, n_sets, distance)
    r0, r1 = merge(m0, m1, y0, y1, n_sets)
    found |= mask_scan(lines, keys[1], first_mask, r0, r1, n_sets, distance) << 9
    r0, r1 = merge(z0, z1, x0, x1, n_sets)
    found |= mask_scan(lines, keys[2], first_mask, r0, r1, n_sets, distance) << 18
    r0, r1 = merge(s0, s1, x0, x1, n_sets)
    return found | mask_scan(lines, keys[3], first_mask, r0, r1, n_sets, distance) << 27


# --- special shapes -----------------------------------------------------------------------------------------------------


@lean_kernel
def held_in(lines, key, at):
    """As `held_kinds`, within one suit."""
    return (lines[key, at >> 3] >> (8 * (at & 7))) & 0xFF


@lean_kernel
def held_kinds(lines, keys, at):
    """Kinds held at least once (HELD_AT), twice (HELD_AT + 1), three (THREE_AT) or four times (THREE_AT + 1)."""
    return held_in(lines, keys[0], at) + held_in(lines, keys[1], at) + held_in(lines, keys[2], at) + held_in(lines, keys[3], at)


@lean_kernel
def pairs_distance(lines, keys, quads):
    """Tiles needed for seven pairs, golds left aside: each missing pair needs one tile, two if no single is left for it."""
    once = held_kinds(lines, keys, HELD_AT)
    twice = held_kinds(lines, keys, HELD_AT + 1)
    if not quads:
        return 7 - min(twice, 7) + max(0, 7 - once)
    four = held_kinds(lines, keys, THREE_AT + 1)
    singles = once - twice + held_kinds(lines, keys, THREE_AT) - four
    pairs = min(twice + four, 7)
    return 7 - pairs + max(0, 7 - pairs - singles)


@lean_kernel
def pairs_useful(counts, lines, keys, quads):
    """Kinds that lower the distance to seven pairs (which is above 0)."""
    once = held_kinds(lines, keys, HELD_AT)
    free = 7 - once  # pairs that need a kind not held yet, or a second pair of a kind held twice
    if quads:
        free -= held_kinds(lines, keys, THREE_AT)
    found = 0
    for kind in range(N_HELD_KINDS):
        held = int(counts[kind])
        if held == 1 or (held == 0 and free > 0) or (quads and (held == 3 or (held == 2 and free > 0))):
            found |= 1 << kind
    return found


@lean_kernel
def orphans_distance(counts, lines, keys, orphans):
    """Tiles needed for thirteen orphans, golds left aside."""
    n = held_in(lines, keys[3], HELD_AT)
    double = 0
    for suit in range(3):
        for kind in (9 * suit, 9 * suit + 8):
            held = int(counts[kind])
            n += 1 if held > 0 else 0
            double |= 1 if held > 1 else 0
    if orphans == Orphans.DRAGON_PAIR:
        double = 0
        for kind in range(Tile.RED, N_HELD_KINDS):
            double |= 1 if int(counts[kind]) > 1 else 0
    else:
        double |= 1 if held_in(lines, keys[3], HELD_AT + 1) > 0 else 0
    return 14 - n - double


@lean_kernel
def orphans_useful(counts, orphans):
    """Kinds that lower the distance to thirteen orphans (which is above 0)."""
    missing = 0
    doubles = 0
    double = False
    for kind in range(N_HELD_KINDS):
        if kind < Tile.EAST and kind % 9 != 0 and kind % 9 != 8:
            continue
        may_double = orphans == Orphans.ANY_PAIR or kind >= Tile.RED
        if int(counts[kind]) == 0:
            missing |= 1 << kind
        elif may_double:
            doubles |= 1 << kind
            double = double or int(counts[kind]) > 1
    return missing if double else missing | doubles


# --- whole hands --------------------------------------------------------------------------------------------------------


@lean_kernel
def special_distance(tables, keys, counts, pairs, quads, orphans, limit):
    """Tiles needed for seven pairs or thirteen orphans, golds left aside; `limit` if neither needs fewer."""
    best = limit
    if pairs:
        best = min(best, pairs_distance(tables.plain, keys, quads))
    if orphans and held_in(tables.plain, keys[3], HELD_AT) + 7 >= 14 - best:  # six terminals and a double at most
        best = min(best, orphans_distance(counts, tables.plain, keys, orphans))
    return best


@lean_kernel
def distance_with_spare(tables, keys, counts, n_sets, spare):
    """Tiles needed for sets and a pair, golds left aside, `spare` of them allowed beyond the fourth copy of a kind."""
    if len(tables.wild) == 0:
        return FAR
    four = table_distance(tables.plain, keys, n_sets)
    free = table_distance(tables.wild, keys, n_sets)
    if free == four or free <= spare:  # a target never exceeds four copies by more tiles than it misses
        return free
    return exact_distance(tables.scratch, counts, counts[:0], n_sets, spare)


@lean_kernel
def distance_of(tables, keys, counts, n_sets, pairs, quads, orphans, golds, spare):
    """Tiles needed by concealed `counts` and `golds`."""
    if spare > 0:
        best = distance_with_spare(tables, keys, counts, n_sets, spare)
    else:
        best = table_distance(tables.plain, keys, n_sets)
    if pairs == Pairs.SEVEN or orphans:
        best = special_distance(tables, keys, counts, pairs, quads, orphans, best)
    best = max(0, best - golds)
    if pairs >= Pairs.EIGHT_ANY_SINGLE:
        best = min(best, eight_distance(counts, pairs, quads, golds, spare))
    return best


@lean_kernel
def useful_of(tables, keys, counts, n_sets, pairs, quads, orphans, golds, spare, distance):
    """Mask of the kinds whose arrival lowers `distance`, the hand's own (waits if it is 1); 0 if it is complete."""
    if distance <= 0:
        return 0
    needed = distance + golds
    found = 0
    if pairs == Pairs.SEVEN and pairs_distance(tables.plain, keys, quads) == needed:
        found |= pairs_useful(counts, tables.plain, keys, quads)
    if pairs >= Pairs.EIGHT_ANY_SINGLE and eight_distance(counts, pairs, quads, golds, spare) == distance:
        found |= eight_useful(counts, pairs, quads, golds, spare)
    if orphans and orphans_distance(counts, tables.plain, keys, orphans) == needed:
        found |= orphans_useful(counts, orphans)
    if spare > 0:
        return found | useful_with_spare(tables, keys, counts, n_sets, spare, needed)
    return found | table_masks(tables.plain, keys, n_sets, needed, IMPROVES_AT)


@lean_kernel
def useful_with_spare(tables, keys, counts, n_sets, spare, needed):
    """Kinds that bring a hand with golds below `needed` tiles to sets and a pair; 0 if the hand needs more than that."""
    if len(tables.wild) == 0 or distance_with_spare(tables, keys, counts, n_sets, spare) != needed:
        return 0
    certain = table_masks(tables.plain, keys, n_sets, needed, IMPROVES_AT)
    possible = (1 << N_HELD_KINDS) - 1
    if table_distance(tables.wild, keys, n_sets) == needed:
        possible = table_masks(tables.wild, keys, n_sets, needed, IMPROVES_AT)
        if possible == certain or needed - 1 <= spare:
            return possible
    for kind in range(N_HELD_KINDS):  # rare: the two tables differ, so ask for each doubtful kind
        if (possible & ~certain) >> kind & 1 and int(counts[kind]) < 4:
            counts[kind] += 1
            if exact_distance(tables.scratch, counts, counts[:0], n_sets, spare) < needed:
                certain |= 1 << kind
            counts[kind] -= 1
    return certain


@lean_kernel
def complete_of(tables, keys, counts, n_sets, pairs, quads, orphans, golds, fifth_copy):
    """Whether concealed `counts` and `golds`, 3 * n_sets + 2 tiles in all, are a complete hand."""
    spare = golds if fifth_copy else 0
    return distance_of(tables, keys, counts, n_sets, pairs, quads, orphans, golds, spare) == 0


@lean_kernel
def pairs_choice(rules, n_melds):
    """The `Pairs` choice that a hand with so many melds may use: none with melds, nor one for another hand size."""
    pairs = int(rules.win.pairs)
    if int(n_melds) > 0 or (pairs == Pairs.SEVEN) != (int(rules.built.sets) == 4):
        return 0
    return pairs


@lean_kernel
def hand_distance(tables, rules, keys, counts, n_melds, golds):
    """Tiles needed by a seat's concealed tiles under a rule row."""
    closed = int(n_melds) == 0 and int(rules.built.sets) == 4
    return distance_of(
        tables,
        keys,
        counts,
        int(rules.built.sets) - int(n_melds),
        pairs_choice(rules, n_melds),
        int(rules.win.pairs_quads),
        int(rules.win.orphans) if closed else 0,
        int(golds),
        int(golds) if int(rules.gold.fifth_copy) else 0,
    )


@lean_kernel
def useful_kinds(tables, rules, keys, counts, n_melds, golds, distance):
    """Mask of the kinds that lower a seat's `distance` (its waits if that is 1) under a rule row.

    Natural tiles only: `hand_golds.seat_waits` also says whether a gold completes the hand.
    """
    closed = int(n_melds) == 0 and int(rules.built.sets) == 4
    return useful_of(
        tables,
        keys,
        counts,
        int(rules.built.sets) - int(n_melds),
        pairs_choice(rules, n_melds),
        int(rules.win.pairs_quads),
        int(rules.win.orphans) if closed else 0,
        int(golds),
        int(golds) if int(rules.gold.fifth_copy) else 0,
        int(distance),
    )


@lean_kernel
def is_complete(tables, rules, keys, counts, n_melds, golds):
    """Whether a seat's concealed tiles, the winning tile included, are a complete hand under a rule row."""
    return hand_distance(tables, rules, keys, counts, n_melds, golds) == 0
