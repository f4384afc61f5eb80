"""All ways to cut a complete hand into sets and a pair, into pairs or into thirteen orphans; what each gold stands for.

Scoring asks a hand for its *readings*: a fan such as 一条龙 counts only if one reading of the whole hand shows it. This
module lists them in a fixed order (standard, pairs, thirteen orphans; then by kind), without repetition: two
readings differ in a set, in the pair, or in what the golds stand for. Eight pairs are one reading, whatever pairs the
golds make among themselves.

Not modelled here: melds (they are sets already, the caller holds them) and points.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from enum import IntEnum

import numpy as np
import numpy.typing as npt

from rulesets.choices import Orphans, Pairs
from rulesets.dtype import MAX_GOLDS, MAX_MELDS, READING
from rulesets.hand_golds import pairs_choice
from rulesets.hand_pairs import eight_distance
from rulesets.hand_seat import melded_copies
from rulesets.jit import kernel
from rulesets.tiles import N_HELD_KINDS, Tile


class Shape(IntEnum):
    """Shapes of a complete hand: sets and a pair, seven pairs 七对, thirteen orphans 十三幺, eight pairs 八對."""

    NONE = 0
    STANDARD = 1
    SEVEN_PAIRS = 2
    ORPHANS = 3
    EIGHT_PAIRS = 4


class SetType(IntEnum):
    """A concealed set: run 顺子 or triplet 刻子."""

    RUN = 0
    TRIPLET = 1


def new_readings(size: int = 32) -> npt.NDArray[np.void]:
    """Room for `size` readings, shape (size,); ample for any hand without golds."""
    return np.zeros(size, READING).view(np.recarray)


@kernel
def readings(rules, counts, n_melds, golds, out):
    """Write the readings of a complete hand under a rule row into `out` and return how many there are.

    `counts` int8[42]: natural concealed tiles, the winning tile included; `golds`: wild tiles held beside them.
    0 means the hand is not complete. A result above `len(out)` means that only the first `len(out)` were written.
    Own melds are not looked at; where they may use up copies (`gold.fifth_copy: false`), take `hand_readings`.
    """
    return _readings_under(rules, counts, counts[:0], int(n_melds), int(golds), out)


@kernel
def hand_readings(rules, hand, out):
    """As `readings`, for a record with the fields of HAND; copies in its melds count where golds may be no fifth copy."""
    melded = np.zeros(N_HELD_KINDS, np.int8)
    melded_copies(hand, melded)
    return _readings_under(rules, hand.counts, melded, int(hand.n_melds), int(hand.golds), out)


@kernel
def _readings_under(rules, counts, melded, n_melds, golds, out):
    closed = n_melds == 0 and int(rules.built.sets) == 4
    return readings_beside(
        counts,
        melded,
        int(rules.built.sets) - n_melds,
        pairs_choice(rules, n_melds),
        int(rules.win.pairs_quads),
        int(rules.win.orphans) if closed else 0,
        golds,
        int(rules.gold.fifth_copy),
        out,
    )


@kernel
def readings_of(counts, n_sets, pairs, quads, orphans, golds, fifth_copy, out):
    """The readings of concealed `counts` that must hold `n_sets` sets; switches as plain integers.

    `pairs` is a `Pairs` value, `quads` 1 lets four alike stand for two pairs, `orphans` is an `Orphans` value,
    `fifth_copy` 1 lets a gold stand for a kind of which four copies are used already. Returns the number of readings.

    >>> from rulesets.tiles import parse_hand
    >>> readings_of(parse_hand("111222333m 456p 99s"), 4, 0, 0, 0, 0, 0, new_readings())
    2
    """
    return readings_beside(counts, counts[:0], n_sets, pairs, quads, orphans, golds, fifth_copy, out)


@kernel
def readings_beside(counts, melded, n_sets, pairs, quads, orphans, golds, fifth_copy, out):
    """As `readings_of`; `melded`: copies in own melds by kind, used up where a gold is no fifth copy, or no entries."""
    tiles = int(golds)
    for kind in range(N_HELD_KINDS):
        tiles += int(counts[kind])
    if tiles != 3 * n_sets + 2:
        return 0
    n = _standard(counts, melded, n_sets, golds, fifth_copy, out, 0)
    if pairs == Pairs.SEVEN and tiles == 14:
        n = _seven_pairs(counts, quads, golds, out, n)
    if pairs >= Pairs.EIGHT_ANY_SINGLE and tiles == 17:
        n = _eight_pairs(counts, pairs, quads, golds, fifth_copy, out, n)
    if orphans and tiles == 14:
        n = _orphans(counts, orphans, golds, out, n)
    return n


@kernel
def has_run(reading, lowest):
    """Whether the reading holds the concealed run that starts at kind `lowest` (`lowest` 3 is 4-5-6 of characters)."""
    for i in range(int(reading.n_sets)):
        if int(reading.set_type[i]) == SetType.RUN and int(reading.set_tile[i]) == lowest:
            return True
    return False


@kernel
def has_triplet(reading, kind):
    """Whether the reading holds a concealed triplet of `kind`."""
    for i in range(int(reading.n_sets)):
        if int(reading.set_type[i]) == SetType.TRIPLET and int(reading.set_tile[i]) == kind:
            return True
    return False


@kernel
def n_runs(reading):
    """Concealed runs in the reading; 0 of a standard reading means that all its concealed sets are triplets."""
    n = 0
    for i in range(int(reading.n_sets)):
        if int(reading.set_type[i]) == SetType.RUN:
            n += 1
    return n


@kernel
def _clear(reading, shape, golds):
    """Reset a reading to an empty one of the given shape."""
    reading.form = shape
    reading.n_sets = 0
    reading.pair = -1
    reading.n_quads = 0
    reading.n_golds = golds
    for i in range(MAX_MELDS):
        reading.set_type[i] = 0
        reading.set_tile[i] = -1
    for i in range(MAX_GOLDS):
        reading.gold_as[i] = -1


@kernel
def _all_used(counts, melded, kind, golds, fifth_copy):
    """Whether so many golds may not stand for a kind, because more than four copies of it would be used."""
    if fifth_copy or golds == 0:
        return False
    return int(counts[kind]) + golds + (int(melded[kind]) if len(melded) > 0 else 0) > 4


@kernel
def _standard(counts, melded, n_sets, golds, fifth_copy, out, n):
    """Sets and a pair, by a walk over the kinds. Returns the number of readings, `n` before it included.

    At each kind the walk chooses how many golds stand for it, whether it is the pair and how many triplets it forms;
    what is left over must start runs. So each reading is met once. The state before kind k is kept in row k.
    """
    last = N_HELD_KINDS - 1
    gold = np.zeros(N_HELD_KINDS, np.int64)  # the choice at each kind: golds that stand for it,
    pair = np.zeros(N_HELD_KINDS, np.int64)  # pairs of it,
    trip = np.zeros(N_HELD_KINDS, np.int64)  # triplets of it,
    runs = np.zeros(N_HELD_KINDS + 2, np.int64)  # and runs that start there (row k + 2, so that rows k, k + 1 exist)
    sets_left = np.zeros(N_HELD_KINDS + 1, np.int64)
    pair_left = np.zeros(N_HELD_KINDS + 1, np.int64)
    gold_left = np.zeros(N_HELD_KINDS + 1, np.int64)
    sets_left[0] = n_sets
    pair_left[0] = 1
    gold_left[0] = golds
    trip[0] = -1
    kind = 0
    while kind >= 0:
        trip[kind] += 1
        copies = int(counts[kind]) + gold[kind]
        loose = copies - runs[kind] - runs[kind + 1] - 2 * pair[kind] - 3 * trip[kind]
        if loose < 0:  # no further triplet fits: next pair choice, then next number of golds, then back
            trip[kind] = -1
            pair[kind] += 1
            if pair[kind] > pair_left[kind]:
                pair[kind] = 0
                gold[kind] += 1
                if gold[kind] > gold_left[kind] or _all_used(counts, melded, kind, gold[kind], fifth_copy):
                    kind -= 1
            continue
        if loose > 0 and (kind >= Tile.EAST or kind % 9 > 6):
            continue
        if trip[kind] + loose > sets_left[kind]:
            continue
        runs[kind + 2] = loose
        sets_left[kind + 1] = sets_left[kind] - trip[kind] - loose
        pair_left[kind + 1] = pair_left[kind] - pair[kind]
        gold_left[kind + 1] = gold_left[kind] - gold[kind]
        if kind < last:
            kind += 1
            trip[kind] = -1
            pair[kind] = 0
            gold[kind] = 0
        elif sets_left[kind + 1] == 0 and pair_left[kind + 1] == 0 and gold_left[kind + 1] == 0:
            if n < len(out):
                _write_standard(out[n], gold, pair, trip, runs, golds)
            n += 1
    return n


@kernel
def _write_standard(reading, gold, pair, trip, runs, golds):
    """Write down the finished walk of `_standard`."""
    _clear(reading, Shape.STANDARD, golds)
    n = 0
    g = 0
    for kind in range(N_HELD_KINDS):
        if pair[kind]:
            reading.pair = kind
        for _ in range(gold[kind]):
            reading.gold_as[g] = kind
            g += 1
        for i in range(trip[kind] + runs[kind + 2]):
            reading.set_type[n] = SetType.TRIPLET if i < trip[kind] else SetType.RUN
            reading.set_tile[n] = kind
            n += 1
    reading.n_sets = n


@kernel
def _seven_pairs(counts, quads, golds, out, n):
    """Seven pairs: every kind taken twice, or four times if `quads`. Returns the number of readings, `n` included."""
    taken = np.zeros(N_HELD_KINDS, np.int64)  # copies of each kind in the reading: 0, 2 or 4
    gold_left = np.zeros(N_HELD_KINDS + 1, np.int64)
    most = 4 if quads else 2
    gold_left[0] = golds
    taken[0] = -2
    kind = 0
    while kind >= 0:
        taken[kind] += 2
        need = taken[kind] - int(counts[kind])
        if taken[kind] > most or need > gold_left[kind]:
            kind -= 1
            continue
        if need < 0:
            continue
        gold_left[kind + 1] = gold_left[kind] - need
        if kind < N_HELD_KINDS - 1:
            kind += 1
            taken[kind] = -2
        elif gold_left[kind + 1] == 0:
            if n < len(out):
                _write_pairs(out[n], counts, taken, golds)
            n += 1
    return n


@kernel
def _write_pairs(reading, counts, taken, golds):
    """Write down the finished walk of `_seven_pairs`."""
    _clear(reading, Shape.SEVEN_PAIRS, golds)
    g = 0
    for kind in range(N_HELD_KINDS):
        if taken[kind] == 4:
            reading.n_quads += 1
        for _ in range(taken[kind] - int(counts[kind])):
            reading.gold_as[g] = kind
            g += 1


@kernel
def _eight_pairs(counts, pairs, quads, golds, fifth_copy, out, n):
    """Eight pairs as one reading, if the tiles are that. Returns the number of readings, `n` before it included.

    Golds are noted as partners of kinds held an odd number of times, lowest first; the others stand for any kind.
    """
    if eight_distance(counts, pairs, quads, golds, golds if fifth_copy else 0) > 0:
        return n
    if n < len(out):
        _clear(out[n], Shape.EIGHT_PAIRS, golds)
        g = 0
        for kind in range(N_HELD_KINDS):
            if int(counts[kind]) % 2 == 1 and g < golds:
                out[n].gold_as[g] = kind
                g += 1
            if int(counts[kind]) == 4:
                out[n].n_quads += 1
    return n + 1


@kernel
def is_orphan(kind):
    """Whether the kind is a terminal (1 or 9 of a suit) or an honour."""
    return kind >= Tile.EAST or kind % 9 == 0 or kind % 9 == 8


@kernel
def _orphans(counts, orphans, golds, out, n):
    """Thirteen orphans: one of each terminal and honour, one of them twice. Returns the number of readings, `n` included."""
    first = Tile.RED if orphans == Orphans.DRAGON_PAIR else 0
    for double in range(first, N_HELD_KINDS):
        if not is_orphan(double):
            continue
        fits = True
        for kind in range(N_HELD_KINDS):
            wanted = (1 if is_orphan(kind) else 0) + (1 if kind == double else 0)
            if int(counts[kind]) > wanted:
                fits = False
        if not fits:
            continue
        if n < len(out):
            _clear(out[n], Shape.ORPHANS, golds)
            out[n].pair = double
            g = 0
            for kind in range(N_HELD_KINDS):
                wanted = (1 if is_orphan(kind) else 0) + (1 if kind == double else 0)
                for _ in range(wanted - int(counts[kind])):
                    out[n].gold_as[g] = kind
                    g += 1
        n += 1
    return n
