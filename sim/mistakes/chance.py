"""Chance in mistakes: who slips, who notices, who objects. Numbers of their own, so that no bot ever feels a profile.

The item of a number is `moment * 64 + mistake`: switching one mistake on does not move the numbers of another.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.tiles import N_SEATS
from sim.bits import has
from sim.jit import kernel
from sim.mistakes.bench import BENCH_ENTRIES
from sim.mistakes.row import Objection
from sim.mistakes.seats import profile_of, profile_of_bench
from sim.seeding import Purpose, block

REFEREE = N_SEATS
"""The observer of a breach that the referee found."""

BENCH = N_SEATS + 1
"""The observer or objector who waits at five corners (FD-3.26)."""

SELF_INTEREST_MELDS = 2  # shown melds of the offender that make it worth an objection


@kernel
def slip_words(world, table, seat, mistake):
    """Four 32-bit words for one mistake of one player at this moment, as int64."""
    clock = table.clock
    item = table.mist.moment * 64 + mistake
    a, b, c, d = block(world.seed, clock.wall, clock.hand_no, Purpose.SLIP + int(world.seated[0].slot[seat]), item)
    return np.int64(a), np.int64(b), np.int64(c), np.int64(d)


@kernel
def slips_now(world, table, seat, mistake):
    """Whether the player makes the mistake, if this is an opportunity."""
    p = int(profile_of(world, seat).p[mistake])
    if p == 0:
        return False
    a, _, _, _ = slip_words(world, table, seat, mistake)
    return a < p


@kernel
def happens(world, table, seat, mistake, extra):
    """Whether the rate that refines the mistake comes true at this moment."""
    _, b, _, _ = slip_words(world, table, seat, mistake)
    return b < int(profile_of(world, seat).extra[extra])


@kernel
def one_of(world, table, seat, mistake, n):
    """A number in 0 .. n-1 for details of the mistake."""
    _, _, c, _ = slip_words(world, table, seat, mistake)
    return (c * n) >> 32


@kernel
def _observer_words(world, table, slot, mistake):
    """Two words of the player in a slot of the line-up: whether he notices, and whether he objects."""
    clock = table.clock
    item = table.mist.moment * 64 + mistake
    a, b, _, _ = block(world.seed, clock.wall, clock.hand_no, Purpose.NOTICE + slot, item)
    return np.int64(a), np.int64(b)


@kernel
def _waits(world, entry):
    """Whether somebody waits at the table who may point out a breach of this entry (FD-3.26)."""
    return int(world.seated[0].bench_slot) >= 0 and has(BENCH_ENTRIES, entry)


@kernel
def observer_of(world, table, offender, entry, mistake):
    """The first of the other seats that notices the breach at this moment, or else the player who waits; -1 if nobody does.
    Standing seats see as well as others.
    """
    who = world.seated[0]
    for step in range(1, N_SEATS):
        seat = (offender + step) % N_SEATS
        a, _ = _observer_words(world, table, int(who.slot[seat]), mistake)
        if a < int(profile_of(world, seat).q[mistake]):
            return np.int64(seat)
    if _waits(world, entry):
        a, _ = _observer_words(world, table, int(who.bench_slot), mistake)
        if a < int(profile_of_bench(world).q[mistake]):
            return np.int64(BENCH)
    return np.int64(-1)


@kernel
def _objects(profile, table, offender, is_ready, word):
    """Whether somebody who has noticed a breach objects to it (`profile.objection`)."""
    policy = profile.objection
    if policy == Objection.ALWAYS:
        return True
    if policy == Objection.NEVER:
        return False
    if policy == Objection.SELF_INTEREST:
        return is_ready or int(table.public.n_melds[offender]) >= SELF_INTEREST_MELDS
    return word < profile.objects


@kernel
def objector_of(world, table, offender, mistake):
    """The first of the other seats that notices the breach and objects, or else the player who waits, who has no interest of his
    own; -1 if nobody does. Where the referee finds it all have noticed.
    """
    who = world.seated[0]
    by_players = who.by_players != 0
    for step in range(1, N_SEATS):
        seat = (offender + step) % N_SEATS
        a, b = _observer_words(world, table, int(who.slot[seat]), mistake)
        profile = profile_of(world, seat)
        is_noticed = not by_players or a < int(profile.q[mistake])
        if is_noticed and _objects(profile, table, offender, table.own[seat].waits != 0, b):
            return np.int64(seat)
    if _waits(world, mistake):
        a, b = _observer_words(world, table, int(who.bench_slot), mistake)
        profile = profile_of_bench(world)
        is_noticed = not by_players or a < int(profile.q[mistake])
        if is_noticed and _objects(profile, table, offender, False, b):
            return np.int64(BENCH)
    return np.int64(-1)
