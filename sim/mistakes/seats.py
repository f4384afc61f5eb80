"""Who errs at the table of the hand at hand."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.tiles import N_SEATS
from sim.bits import has
from sim.jit import kernel
from sim.mistakes.row import Observe


@kernel
def profile_of(world, seat):
    """The PROFILE row of the player at a seat."""
    return world.profiles[int(world.bot_table[int(world.seated[0].bot[seat])].profile)]


@kernel
def has_wrong_number(table, seat):
    """Whether the seat has too few playing tiles: it claims nothing and makes no kan, its hand is never complete, and no table of
    hands is asked about it.
    """
    return has(table.mist.short | table.mist.owing, seat)


@kernel
def profile_of_bench(world):
    """The PROFILE row of the player who waits, if there is one."""
    return world.profiles[int(world.bot_table[int(world.seated[0].bench_bot)].profile)]


@kernel
def seat_profiles(world):
    """Note whether anybody at the table errs, and who finds breaches: once the bots are seated, where there are profiles."""
    who = world.seated[0]
    who.errs = 0
    who.by_players = 0
    for seat in range(N_SEATS):
        profile = profile_of(world, seat)
        if profile.errs:
            who.errs = 1
        if profile.observe == Observe.PLAYERS:
            who.by_players = 1


@kernel
def errs_here(world):
    """Whether anybody at the table errs: the one test that a hand without mistakes makes at each hook."""
    return world.seated[0].errs != 0
