"""Which discard is best: the ones that keep the hand's distance and then leave the most live useful tiles.

Trying 14 discards and 34 useful tiles for each would take some 500 distances. Instead the four suits are merged once.
The *keeps* masks of the tables then name the discards that do not raise the distance. Such a discard changes one suit
only, whose own useful tiles come from the unchanged rest of the hand. The other suits notice the discard only if fewer
lanes of this suit are tight afterwards, which is rare; then their useful tiles are merged anew.

The number of live tiles in a mask of kinds is counted with four masks: kinds of which at least one, two, three and four
copies are live.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.bits import n_bits
from rulesets.hand_distance import (
    FAR,
    FAR_LANES,
    ORPHAN_KINDS,
    STEP,
    backwards,
    doubles_allowed,
    gather_improves,
    gather_keeps,
    improves,
    lowest_sum,
    merge,
    merge_backwards,
    orphans_missing,
    orphans_useful,
    pairs_missing,
    pairs_useful,
    row,
    tight,
)
from rulesets.jit import lean_kernel

SUIT_BITS = 0x1FF


@lean_kernel
def live_in(mask, live):
    """Live tiles of the kinds in a mask; `live` is four masks: at least one, two, three and four copies live."""
    one, two, three, four = live
    return n_bits(mask & one) + n_bits(mask & two) + n_bits(mask & three) + n_bits(mask & four)


@lean_kernel
def pairs_keep(held, quads):
    """Kinds of which one tile can go without raising the distance to seven pairs."""
    one, two, three, four = held
    if not quads:
        return three | (one & ~two if n_bits(one) > 7 else 0)
    pairs = n_bits(two) + n_bits(four)
    singles = (one & ~two) | (three & ~four)
    return singles if pairs + n_bits(singles) > 7 else 0


@lean_kernel
def orphans_keep(held, orphans):
    """Kinds of which one tile can go without raising the distance to thirteen orphans."""
    one, two, three, _ = held
    doubles = two & doubles_allowed(orphans)
    keep = one & ~ORPHAN_KINDS | two
    if n_bits(doubles) == 1:
        keep &= ~(doubles & ~three)  # the only pair must stay
    return keep


@lean_kernel
def without(held, kind):
    """The masks of held copies after one tile of `kind` has gone."""
    one, two, three, four = held
    last = 1 << kind
    if four & last:
        return one, two, three, four & ~last
    if three & last:
        return one, two, three & ~last, four
    if two & last:
        return one, two & ~last, three, four
    return one & ~last, two, three, four


@lean_kernel
def _special_useful(held, kind, by_pairs, by_orphans, quads, orphans):
    """Useful tiles of the special shapes that keep the distance when `kind` goes (masks of such kinds)."""
    one, two, three, four = without(held, kind)
    found = 0
    if by_pairs >> kind & 1:
        found |= pairs_useful(one, two, three, four, quads)
    if by_orphans >> kind & 1:
        found |= orphans_useful(one, two, orphans)
    return found


@lean_kernel
def _useful_elsewhere(lines, lanes0, lanes1, word0, word1, others, n_sets, distance):
    """Useful tiles of the three other suits when one suit's row (words) counts in the given lanes only.

    `others`: for each of the other suits key, shift and row; then the row of the last two together.
    """
    b, b_shift, b0, b1, c, c_shift, c0, c1, d, d_shift, d0, d1, cd0, cd1 = others
    word0 = (word0 & lanes0) | (FAR_LANES & ~lanes0)
    word1 = (word1 & lanes1) | (FAR_LANES & ~lanes1)
    r0, r1 = merge(word0, word1, cd0, cd1, n_sets)
    r0, r1 = backwards(r0, n_sets), backwards(r1, n_sets)
    useful = improves(lines, b, b0, b1, r0, r1, distance) << b_shift
    r0, r1 = merge(word0, word1, b0, b1, n_sets)
    r0, r1 = backwards(r0, n_sets), backwards(r1, n_sets)
    q0, q1 = merge_backwards(d0, d1, r0, r1, n_sets)
    useful |= improves(lines, c, c0, c1, q0, q1, distance) << c_shift
    q0, q1 = merge_backwards(c0, c1, r0, r1, n_sets)
    return useful | improves(lines, d, d0, d1, q0, q1, distance) << d_shift


@lean_kernel
def _best_of_suit(lines, own, unchanged, others, special, n_sets, distance, live, best, most):
    """Go through the candidates of one suit; returns the best discards so far (mask) and their live useful tiles.

    `own`: candidates of the suit, those of them that keep the standard distance (both bit = rank), shift of the suit in
    masks of kinds, its key, the rest of the hand backwards, and the suit's tight lanes before the discard. `unchanged`:
    useful tiles of the other suits while these lanes stay tight. `others`: see `_useful_elsewhere`, `special`: see
    `_special_useful`. A discard can only loosen lanes; discards that leave the same tight lanes share the other suits.
    """
    candidates, standard, shift, key, rest0, rest1, seen0, seen1 = own
    held, by_pairs, by_orphans, quads, orphans = special
    elsewhere = unchanged
    for rank in range(9):
        if not candidates >> rank & 1:
            continue
        kind = shift + rank
        useful = 0
        if standard >> rank & 1:
            after = key - STEP[rank]
            word0, word1 = row(lines, after)
            lanes0 = tight(word0, rest1, distance)
            lanes1 = tight(word1, rest0, distance)
            if lanes0 != seen0 or lanes1 != seen1:
                elsewhere = _useful_elsewhere(lines, lanes0, lanes1, word0, word1, others, n_sets, distance)
                seen0 = lanes0
                seen1 = lanes1
            useful = elsewhere | gather_improves(lines, after, lanes0, lanes1) << shift
        if (by_pairs | by_orphans) >> kind & 1:
            useful |= _special_useful(held, kind, by_pairs, by_orphans, quads, orphans)
        n = live_in(useful, live)
        if n > most:
            most = n
            best = 0
        if n == most:
            best |= 1 << kind
    return best, most


@lean_kernel
def best_discards(lines, keys, held, n_sets, pairs, quads, orphans, allowed, live):
    """The best discards of a hand without golds that holds a tile too many.

    `held`: masks of `copies_held`; `allowed`: mask of kinds; `live`: see `live_in`; the rest as in `hand_distance`.
    Returns the mask of the discards that keep the distance and leave the most live useful tiles, how many these are
    (-1 if not counted, because there is at most one candidate), and the distance. The mask is 0 if no allowed discard
    keeps the distance.
    """
    m, p, s, z = np.int64(keys[0]), np.int64(keys[1]), np.int64(keys[2]), np.int64(keys[3])
    m0, m1 = row(lines, m)
    p0, p1 = row(lines, p)
    s0, s1 = row(lines, s)
    z0, z1 = row(lines, z)
    mp0, mp1 = merge(m0, m1, p0, p1, n_sets)
    sz0, sz1 = merge(s0, s1, z0, z1, n_sets)
    pm0, pm1 = backwards(mp0, n_sets), backwards(mp1, n_sets)
    zs0, zs1 = backwards(sz0, n_sets), backwards(sz1, n_sets)
    standard = lowest_sum(mp0, mp1, zs0, zs1)
    one, two, three, four = held
    by_pairs = pairs_missing(n_bits(one), n_bits(two), n_bits(three), n_bits(four), quads) if pairs else FAR
    by_orphans = orphans_missing(one, two, orphans) if orphans else FAR
    distance = min(standard, min(by_pairs, by_orphans))
    pairs_mask = pairs_keep(held, quads) & allowed if by_pairs == distance else 0
    orphans_mask = orphans_keep(held, orphans) & allowed if by_orphans == distance else 0
    special = (held, pairs_mask, orphans_mask, quads, orphans)

    rm0, rm1 = merge_backwards(p0, p1, zs0, zs1, n_sets)  # the rest of the hand for each suit, backwards
    rp0, rp1 = merge_backwards(m0, m1, zs0, zs1, n_sets)
    rs0, rs1 = merge_backwards(z0, z1, pm0, pm1, n_sets)
    rz0, rz1 = merge_backwards(s0, s1, pm0, pm1, n_sets)
    tm0, tm1 = tight(m0, rm1, distance), tight(m1, rm0, distance)  # no lane is tight if another shape is nearer
    tp0, tp1 = tight(p0, rp1, distance), tight(p1, rp0, distance)
    ts0, ts1 = tight(s0, rs1, distance), tight(s1, rs0, distance)
    tz0, tz1 = tight(z0, rz1, distance), tight(z1, rz0, distance)
    keep = gather_keeps(lines, m, tm0, tm1) | gather_keeps(lines, p, tp0, tp1) << 9
    keep |= gather_keeps(lines, s, ts0, ts1) << 18 | gather_keeps(lines, z, tz0, tz1) << 27
    keep &= allowed
    candidates = keep | pairs_mask | orphans_mask
    if candidates & (candidates - 1) == 0:
        return candidates, -1, distance

    um = gather_improves(lines, m, tm0, tm1)
    up = gather_improves(lines, p, tp0, tp1) << 9
    us = gather_improves(lines, s, ts0, ts1) << 18
    uz = gather_improves(lines, z, tz0, tz1) << 27
    best = np.int64(0)
    most = np.int64(-1)
    at_m, at_p, at_s, at_z = np.int64(0), np.int64(9), np.int64(18), np.int64(27)
    own = (candidates & SUIT_BITS, keep & SUIT_BITS, at_m, m, rm0, rm1, tm0, tm1)
    others = (p, at_p, p0, p1, s, at_s, s0, s1, z, at_z, z0, z1, sz0, sz1)
    best, most = _best_of_suit(lines, own, up | us | uz, others, special, n_sets, distance, live, best, most)
    own = (candidates >> 9 & SUIT_BITS, keep >> 9 & SUIT_BITS, at_p, p, rp0, rp1, tp0, tp1)
    others = (m, at_m, m0, m1, s, at_s, s0, s1, z, at_z, z0, z1, sz0, sz1)
    best, most = _best_of_suit(lines, own, um | us | uz, others, special, n_sets, distance, live, best, most)
    own = (candidates >> 18 & SUIT_BITS, keep >> 18 & SUIT_BITS, at_s, s, rs0, rs1, ts0, ts1)
    others = (z, at_z, z0, z1, m, at_m, m0, m1, p, at_p, p0, p1, mp0, mp1)
    best, most = _best_of_suit(lines, own, um | up | uz, others, special, n_sets, distance, live, best, most)
    own = (candidates >> 27 & SUIT_BITS, keep >> 27 & SUIT_BITS, at_z, z, rz0, rz1, tz0, tz1)
    others = (s, at_s, s0, s1, m, at_m, m0, m1, p, at_p, p0, p1, mp0, mp1)
    best, most = _best_of_suit(lines, own, um | up | us, others, special, n_sets, distance, live, best, most)
    return best, most, distance
