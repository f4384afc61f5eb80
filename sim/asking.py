"""What surrounds a decision: the key of the bot's private numbers, scripts, counts and the transcript."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from sim.bots.tsumogiri import plainest_choice
from sim.codes import Code
from sim.jit import kernel
from sim.legality import is_legal, n_legal
from sim.seeding import Purpose, bot_item
from sim.transcript import write_decision
from sim.world import ScriptMode


@kernel
def decision_key(world, table, seat):
    """Key of the private numbers of the bot at `seat` for the decision at hand: (seed, wall, hand, purpose, item)."""
    clock = table.clock
    item = bot_item(table.public.n_discards, int(clock.since_discard[seat]), 0)
    return world.seed, clock.wall, clock.hand_no, Purpose.BOT + int(world.seated[0].slot[seat]), item


@kernel
def scripted_choice(world, table, seat):
    """The choice of a script, or a negative code."""
    clock = table.clock
    script = world.script
    if world.script_mode == ScriptMode.WISHES:
        at = int(clock.script_at[seat])
        while at < script.shape[0] and script[at, 0] != seat:
            at += 1
        clock.script_at[seat] = at
        if at < script.shape[0] and is_legal(world.legal[seat], script[at, 1]):
            clock.script_at[seat] = at + 1
            return script[at, 1]
        return plainest_choice(table.own[seat], world.legal[seat])
    at = int(clock.script_at[0])
    if at >= script.shape[0]:
        return Code.SCRIPT_ENDED
    if script[at, 0] != seat:
        return Code.SCRIPT_SEAT
    clock.script_at[0] = at + 1
    return script[at, 1]


@kernel
def take_answer(world, table, seat, choice):
    """Check a choice against the legal set, count it and write it down. Returns a code."""
    if choice < 0:
        return choice
    legal = world.legal[seat]
    if not is_legal(legal, choice):
        return Code.ILLEGAL_CHOICE if legal.actions else Code.EMPTY_LEGAL_SET
    clock = table.clock
    clock.n_decisions += 1
    clock.legal_sum += n_legal(legal)
    clock.since_discard[seat] += 1
    write_decision(world.log, clock, seat, table.public.tile, choice, legal)
    world.answers[seat] = choice
    return Code.OK
