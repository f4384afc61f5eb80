"""The slow and general way to the distance: any limit on copies, without tables.

It serves the two questions that the tables do not answer: the stance that counts the copies in own melds, and hands in
which the number of golds that may act as a fifth copy decides.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.hand_tables import MAX_SPARE
from rulesets.jit import lean_kernel
from rulesets.tiles import N_HELD_KINDS, Tile

_UNREACHED = 120


@lean_kernel
def exact_distance(scratch, counts, melded, n_sets, spare):
    """Tiles needed for `n_sets` sets and a pair, golds left aside; at most 120.

    See `exact_split_distance`.
    """
    return exact_split_distance(scratch, counts, melded, n_sets, 1, spare)


@lean_kernel
def exact_split_distance(scratch, counts, melded, n_sets, pair, spare):
    """Tiles needed for `n_sets` sets, and a pair if `pair` is 1, golds left aside; at most 120.

    A target may use a kind four times, less the copies in own melds (`melded`, by kind, or no entries at all), and up
    to `spare` tiles beyond that in all. State while walking over the kinds: runs begun on the kind before and on the
    one before that, pair, sets, tiles beyond the limit. Three equal runs are three triplets, hence at most two.
    """
    spare = min(spare, MAX_SPARE)
    now = 0
    _forget(scratch, now, n_sets, spare)
    scratch[now, 0, 0, 0, 0, 0] = 0
    for kind in range(N_HELD_KINDS):
        _forget(scratch, 1 - now, n_sets, spare)
        limit = 4 - (int(melded[kind]) if len(melded) > 0 else 0)
        new_runs = 2 if kind < Tile.EAST and kind % 9 < 7 else 0
        for last in range(3):
            for last_but_one in range(3):
                for paired in range(2):
                    for sets in range(n_sets + 1):
                        for beyond in range(spare + 1):
                            if scratch[now, last, last_but_one, paired, sets, beyond] < _UNREACHED:
                                state = (last, last_but_one, paired, sets, beyond)
                                _extend(scratch, now, state, int(counts[kind]), limit, new_runs, n_sets, spare)
        now = 1 - now
    best = _UNREACHED
    for beyond in range(spare + 1):
        best = min(best, scratch[now, 0, 0, pair, n_sets, beyond])
    return best


@lean_kernel
def _forget(scratch, half, n_sets, spare):
    """Mark the states of one half of the scratch memory as not reached."""
    for last in range(3):
        for last_but_one in range(3):
            for pair in range(2):
                for sets in range(n_sets + 1):
                    for beyond in range(spare + 1):
                        scratch[half, last, last_but_one, pair, sets, beyond] = _UNREACHED


@lean_kernel
def _extend(scratch, now, state, held, limit, new_runs, n_sets, spare):
    """Enter into the other half every use of one kind that goes on from a state of `exact_distance`."""
    last, last_but_one, pair, sets, beyond = state
    so_far = scratch[now, last, last_but_one, pair, sets, beyond]
    then = 1 - now
    for more_pairs in range(2 - pair):
        for triplets in range(3):
            for runs in range(new_runs + 1):
                wanted = last + last_but_one + runs + 3 * triplets + 2 * more_pairs
                after = beyond + max(0, wanted - limit)
                done = sets + triplets + runs
                if done <= n_sets and after <= spare:
                    cost = so_far + max(0, wanted - held)
                    if cost < scratch[then, runs, last, pair + more_pairs, done, after]:
                        scratch[then, runs, last, pair + more_pairs, done, after] = cost
