"""What surrounds a decision: the key of the bot's private numbers, scripts, counts and the transcript."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from sim.actions import Action
from sim.bits import has
from sim.bots.tsumogiri import plainest_choice
from sim.codes import Code
from sim.jit import kernel
from sim.legality import is_legal, n_legal
from sim.seeding import Purpose, bot_item
from sim.table import Phase
from sim.transcript import write_decision
from sim.world import ScriptMode

ANY_TILE = 63
"""In a script the kind of a claim or win that is about whatever tile is on offer or was drawn."""

_ON_A_TILE = sum(
    1 << a for a in (Action.CHI_LOW, Action.CHI_MID, Action.CHI_HIGH, Action.PON, Action.KAN_OPEN, Action.WIN)
)


@kernel
def decision_key(seed, slot, table, seat):
    """Key of the private numbers of the bot at `seat` for the decision at hand: (seed, wall, hand, purpose, item)."""
    clock = table.clock
    item = bot_item(table.public.n_discards, int(clock.since_discard[seat]), 0)
    return seed, clock.wall, clock.hand_no, Purpose.BOT + slot, item


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
            choice = with_its_tile(table, seat, script[at, 1])
            if choice >= 0:
                clock.script_at[seat] = at + 1
                return choice
        return plainest_choice(table.own[seat], world.legal[seat])
    at = int(clock.script_at[0])
    if at >= script.shape[0]:
        return Code.SCRIPT_ENDED
    if script[at, 0] != seat:
        return Code.SCRIPT_SEAT
    clock.script_at[0] = at + 1
    return with_its_tile(table, seat, script[at, 1])


@kernel
def with_its_tile(table, seat, choice):
    """A script's claim or win with the tile it is about in place of ANY_TILE; ILLEGAL_CHOICE if it names another tile."""
    action = choice >> 6
    if not has(_ON_A_TILE, action):
        return choice
    public = table.public
    offered = public.phase == Phase.CLAIM or public.phase == Phase.ROB
    tile = int(public.tile) if offered else int(table.own[seat].drawn)
    kind = choice & 63
    if tile < 0 or kind == tile:
        return choice
    if kind == ANY_TILE:
        return action * 64 + tile
    return Code.ILLEGAL_CHOICE


@kernel
def take_answer(log, legal, answers, table, seat, choice):
    """Check a choice against the legal set, count it and write it down. Returns a code."""
    if choice < 0:
        return choice
    allowed = legal[seat]
    if not is_legal(allowed, choice):
        return Code.ILLEGAL_CHOICE if allowed.actions else Code.EMPTY_LEGAL_SET
    clock = table.clock
    clock.n_decisions += 1
    clock.legal_sum += n_legal(allowed)
    clock.since_discard[seat] += 1
    write_decision(log, clock, seat, table.public.tile, choice, allowed)
    answers[seat] = choice
    return Code.OK
