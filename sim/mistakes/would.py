"""What a player would do if a bar were forgotten: the same question with a wider legal set, the same private numbers."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from sim.actions import Action
from sim.asking import decision_key, with_its_tile
from sim.bots.dispatch import choose
from sim.codes import Code
from sim.jit import kernel
from sim.legality import allow, is_legal
from sim.world import ScriptMode


@kernel
def _next_row(world, table, seat):
    """The row of a script that the seat would play next; the length of the script if there is none."""
    at = int(table.clock.script_at[seat])
    while at < world.script.shape[0] and world.script[at, 0] != seat:
        at += 1
    return at


@kernel
def note_row(world, table, seat):
    """Remember which row of the script the seat has next: whether it uses a row at its next decision."""
    if world.script_mode == ScriptMode.WISHES:
        table.mist.next_row[seat] = _next_row(world, table, seat)


@kernel
def would(world, table, seat, was_asked):
    """The choice of a seat in `world.legal[seat]` as it stands now, or -1 if a script says nothing that fits.

    `was_asked`: the lawful question was put, so the count of its decisions has gone on by one. A script's seat that used
    a row at this decision wishes nothing else; one whose next row fits the wider set uses it.
    """
    if world.script_mode == ScriptMode.NONE:
        who = world.seated[0]
        clock = table.clock
        if was_asked:
            clock.since_discard[seat] -= 1
        key = decision_key(world.seed, int(who.slot[seat]), table, seat)
        if was_asked:
            clock.since_discard[seat] += 1
        belief = world.rule_table[who.belief[seat]]
        bot = world.bot_table[who.bot[seat]]
        return choose(world.tables, table.public, table.own[seat], world.legal[seat], belief, bot, key)
    if world.script_mode == ScriptMode.STRICT:
        return Code.SCRIPT_ENDED
    at = _next_row(world, table, seat)
    if at >= world.script.shape[0] or at > int(table.mist.next_row[seat]):
        return Code.SCRIPT_ENDED
    if not is_legal(world.legal[seat], world.script[at, 1]):
        return Code.SCRIPT_ENDED
    return with_its_tile(table, seat, world.script[at, 1])


@kernel
def would_now(world, table, seat):
    """The answer of a seat that is asked once more with the same legal set: a bot with new private numbers, a script's next row."""
    if world.script_mode == ScriptMode.WISHES:
        table.mist.next_row[seat] = _next_row(world, table, seat)
        choice = would(world, table, seat, False)
        if choice >= 0:
            use_row(world, table, seat)
        return choice
    return would(world, table, seat, False)


@kernel
def would_take(world, table, seat, action):
    """Whether the seat would answer the tile on offer with this action if it were legal."""
    legal = world.legal[seat]
    actions = legal.actions
    allow(legal, action)
    allow(legal, Action.PASS)
    choice = would(world, table, seat, actions != 0)
    legal.actions = actions
    return choice >= 0 and choice >> 6 == action


@kernel
def use_row(world, table, seat):
    """The seat did what its script's next row says."""
    if world.script_mode == ScriptMode.WISHES:
        at = _next_row(world, table, seat)
        if at < world.script.shape[0]:
            table.clock.script_at[seat] = at + 1
