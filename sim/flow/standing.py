"""Mechanism: standing 站胡 (`turn.stand_pass`, `penalty.stand*`): a seat gives up the hand, or has to.

A standing seat cannot win, claim or declare a kan any more. Under `penalty.stand: skip` play passes it over; under
`play_no_win` it goes on drawing and discarding. It settles as a loser at the end.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from enum import IntEnum

from rulesets.dtype import N_FLOWER_KINDS
from rulesets.table_choices import Stand
from sim.actions import Action
from sim.bits import bit, has
from sim.jit import kernel
from sim.order import is_standing
from sim.table import Phase
from sim.transcript import LogEvent, write
from sim.world import ScriptMode


class StandReason(IntEnum):
    """Why a seat stands: column `extra` of its row in the transcript."""

    PASSED = 0  # it waved its turn on (FD-2.02)
    NO_DISCARD = 1  # no tile of its hand may be discarded (FD-3.20)
    PENALTY = 2  # a breach was found


@kernel
def has_standing(rules):
    """Whether lawful play can make a seat stand."""
    return int(rules.built.has_standing) != 0


@kernel
def stand(log, rules, table, seat, reason):
    """A seat stands from now on. Whose turn it is does not change here: the caller says what follows."""
    public = table.public
    public.standing |= bit(seat)
    if int(rules.penalty.stand) == Stand.SKIP:
        public.skipped |= bit(seat)
    if not int(rules.penalty.stand_table_bars):
        public.flush_suit[seat] = -1
        public.missing_wind[seat] = -1
    if (table.clock.stood >> 2 * seat) & 3 == 0:
        table.clock.stood += (1 + reason) << 2 * seat
    write(log, table.clock, LogEvent.STAND, seat, -1, reason)


@kernel
def may_stand_pass(world, rules, public, clock, seat):
    """Whether a seat that is due to draw is asked if it stands instead (FD-2.02).

    Only those that might: bots made for it, and scripts that answer this very question next.
    """
    if not int(rules.turn.stand_pass) or is_standing(public, seat):
        return False
    if world.script_mode == ScriptMode.NONE:
        return int(world.bot_table[world.seated[0].bot[seat]].may_stand) != 0
    script = world.script
    if world.script_mode == ScriptMode.STRICT:
        at = int(clock.script_at[0])
        if at >= script.shape[0] or script[at, 0] != seat:
            return False
        action = script[at, 1] >> 6
        return action == Action.STAND or action == Action.DRAW
    at = int(clock.script_at[seat])
    while at < script.shape[0] and script[at, 0] != seat:
        at += 1
    return at < script.shape[0] and script[at, 1] >> 6 == Action.STAND


@kernel
def ask_before_draw(public, seat):
    """The seat may stand instead of drawing."""
    public.phase = Phase.BEFORE_DRAW
    public.turn_seat = seat
    public.tile = -1


@kernel
def before_draw_legal(legal):
    """Fill the legal set (empty so far) of a seat that may stand instead of drawing."""
    legal.actions = bit(Action.STAND) | bit(Action.DRAW)


@kernel
def holds_one_too_many(public, clock, seat):
    """Whether a seat that stood in its own turn has yet to discard: it does not draw (`penalty.stand: play_no_win`)."""
    if not has(public.standing, seat):
        return False
    held = int(public.n_concealed[seat]) - int(clock.off_by[seat])
    for place in range(N_FLOWER_KINDS):  # flowers not laid out are tiles of the hand
        held += int(clock.waiting[seat, place])
    return held % 3 == 2
