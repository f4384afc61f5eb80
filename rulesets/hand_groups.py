"""One group of equal tiles for a kind: triplets, kans and pairs of a winning hand (`win.same_kind_group`, `win.fourth_as_pair`).

FD-3.22: a kind that lies before its owner as a pon or kan, or is a concealed triplet, is not the pair or a second triplet of the
same hand. Region-blind; read by play, which asks whether any way to cut the hand is allowed, and by scoring, which asks that
of each reading.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.choices import Pairs, SameKindGroup
from rulesets.hand_distance import special_distance
from rulesets.hand_golds import can_be_cut, pairs_choice
from rulesets.hand_pairs import eight_distance
from rulesets.hand_readings import SetType
from rulesets.jit import kernel, lean_kernel
from rulesets.tiles import N_HELD_KINDS, MeldKind, Tile

_TOO_MANY = 120  # more golds than there are: a state that is not reached


@lean_kernel
def has_own_group(hand, kind):
    """Whether a pon or kan of the kind lies before its owner."""
    for i in range(int(hand.n_melds)):
        if int(hand.meld_kind[i]) != MeldKind.CHI and int(hand.meld_tile[i]) == kind:
            return True
    return False


@lean_kernel
def copies_in_melds(hand, kind):
    """Copies of a kind in the melds of a hand."""
    n = 0
    for i in range(int(hand.n_melds)):
        tile = int(hand.meld_tile[i])
        meld = int(hand.meld_kind[i])
        if meld == MeldKind.CHI:
            n += 1 if 0 <= kind - tile <= 2 else 0
        elif tile == kind:
            n += 3 if meld == MeldKind.PON else 4
    return n


@kernel
def groups_allowed(rules, hand, no_kan, reading):
    """FD-3.22: whether no kind forms more groups in a reading than `win.same_kind_group` allows.

    `no_kan`: 1 if no kan can be declared any more; then the fourth copy may be half of the pair (`win.fourth_as_pair`).
    """
    rule = int(rules.win.same_kind_group)
    if rule == SameKindGroup.NONE:
        return True
    for kind in range(N_HELD_KINDS):
        triplets = 0
        for i in range(int(reading.n_sets)):
            if int(reading.set_type[i]) == SetType.TRIPLET and int(reading.set_tile[i]) == kind:
                triplets += 1
        pair = 1 if int(reading.pair) == kind else 0
        shown = 1 if has_own_group(hand, kind) else 0
        if rule == SameKindGroup.EXPOSED_ONLY and not shown:
            continue
        if triplets + pair + shown <= 1:
            continue
        last_copy = pair == 1 and triplets + shown == 1 and int(hand.counts[kind]) + copies_in_melds(hand, kind) == 4
        if not (last_copy and int(rules.win.fourth_as_pair) and int(no_kan)):
            return False
    return True


@lean_kernel
def crowded_kinds(rules, hand):
    """Masks (of which pons, of which concealed) of the kinds that a complete hand might need as two groups.

    Two groups are five copies, so they need a gold. The kind is held beside an own pon, or concealed four times: one that is
    held less often leaves its second group to golds of another kind. Without either the rule takes no win away.
    """
    rule = int(rules.win.same_kind_group)
    shown = 0
    quads = 0
    if rule == SameKindGroup.NONE or int(hand.golds) == 0 or not int(rules.gold.fifth_copy):
        return shown, quads
    for i in range(int(hand.n_melds)):
        tile = int(hand.meld_tile[i])
        if int(hand.meld_kind[i]) != MeldKind.CHI and int(hand.counts[tile]) > 0:
            shown |= 1 << tile
    if rule == SameKindGroup.ALL:
        for kind in range(N_HELD_KINDS):
            if int(hand.counts[kind]) >= 4:
                quads |= 1 << kind
    return shown, quads


@lean_kernel
def has_allowed_groups(tables, rules, keys, hand, no_kan):
    """Whether a complete hand, the winning tile in it, can be cut so that `win.same_kind_group` allows its groups.

    Of a crowded kind one copy must be part of a run; the others then make one group. Without kans to come the fourth copy
    may be half of the pair instead. Eight and seven pairs: no kind may be two of the pairs where all groups count.
    """
    shown, quads = crowded_kinds(rules, hand)
    if shown | quads and _least_golds(tables.scratch, rules, hand, shown, quads, no_kan) <= int(hand.golds):
        return True
    if int(hand.n_melds) == 0 and (int(rules.win.pairs) != Pairs.NONE or int(rules.win.orphans)):
        return not _needs_two_pairs(tables, rules, keys, hand, quads)
    return shown | quads == 0


@lean_kernel
def _needs_two_pairs(tables, rules, keys, hand, quads):
    """Whether a hand without melds is complete only as pairs of which two are of one kind, or cut in a way that is not allowed."""
    if int(rules.win.same_kind_group) != SameKindGroup.ALL:
        return False
    pairs = pairs_choice(rules, 0)
    golds = int(hand.golds)
    spare = golds if int(rules.gold.fifth_copy) else 0
    if pairs >= Pairs.EIGHT_ANY_SINGLE and eight_distance(hand.counts, pairs, 0, golds, spare) <= 0:
        return False
    seven = 1 if pairs == Pairs.SEVEN else 0
    orphans = int(rules.win.orphans) if int(rules.built.sets) == 4 else 0
    if special_distance(tables.plain, keys, hand.counts, seven, 0, orphans, _TOO_MANY) <= golds:
        return False
    return quads != 0 or not can_be_cut(tables, keys, hand.counts, hand.counts[:0], int(rules.built.sets), 1, golds, spare)


@lean_kernel
def _least_golds(scratch, rules, hand, shown, quads, no_kan):
    """Golds needed for the sets and the pair, every natural tile being used, with one copy of each crowded kind in a run.

    A walk over the kinds as in `hand_exact`: runs begun on the kind before and on the one before that, the pair, the sets.
    States that need more golds than the hand has are dropped.
    """
    n_sets = int(rules.built.sets) - int(hand.n_melds)
    golds = int(hand.golds)
    late = int(no_kan) != 0 and int(rules.win.fourth_as_pair) != 0
    now = 0
    _forget(scratch, now, n_sets)
    scratch[now, 0, 0, 0, 0, 0] = 0
    for kind in range(N_HELD_KINDS):
        _forget(scratch, 1 - now, n_sets)
        crowded = (1 if shown >> kind & 1 else 0) + (2 if quads >> kind & 1 else 0)
        for last in range(3):
            for last_but_one in range(3):
                for pair in range(2):
                    for sets in range(n_sets + 1):
                        if scratch[now, last, last_but_one, pair, sets, 0] <= golds:
                            state = (last, last_but_one, pair, sets)
                            _extend(scratch, now, state, n_sets, kind, int(hand.counts[kind]), crowded, late)
        now = 1 - now
    return scratch[now, 0, 0, 1, n_sets, 0]


@lean_kernel
def _forget(scratch, half, n_sets):
    """Mark the states of one half of the scratch memory as not reached."""
    for last in range(3):
        for last_but_one in range(3):
            for pair in range(2):
                for sets in range(n_sets + 1):
                    scratch[half, last, last_but_one, pair, sets, 0] = _TOO_MANY


@lean_kernel
def _extend(scratch, now, state, n_sets, kind, held, crowded, late):
    """Enter into the other half every use of one kind that goes on from a state.

    `crowded`: 1 if the kind lies before its owner, 2 if it is held four times, 0 else; `late`: the fourth may be in the pair.
    """
    last, last_but_one, pair, sets = state
    so_far = scratch[now, last, last_but_one, pair, sets, 0]
    then = 1 - now
    new_runs = 2 if kind < Tile.EAST and kind % 9 < 7 else 0
    for more_pairs in range(2 - pair):
        for triplets in range(3):
            for runs in range(new_runs + 1):
                through = last + last_but_one + runs
                wanted = through + 3 * triplets + 2 * more_pairs
                done = sets + triplets + runs
                if wanted < held or done > n_sets:
                    continue
                if crowded and through == 0 and not (late and more_pairs == 1 and triplets == crowded - 1):
                    continue
                cost = so_far + wanted - held
                if cost < scratch[then, runs, last, pair + more_pairs, done, 0]:
                    scratch[then, runs, last, pair + more_pairs, done, 0] = cost
