"""Putting a question to a seat: bot or script, counted, checked and written down."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from sim.bots.dispatch import choose
from sim.bots.tsumogiri import plainest_choice
from sim.codes import Code
from sim.jit import kernel
from sim.legality import is_legal, n_legal
from sim.seeding import Purpose, bot_item
from sim.transcript import write_decision
from sim.world import ScriptMode


@kernel
def ask(world, table, seat):
    """The choice of a seat out of `world.legal[seat]`, or a negative code."""
    legal = world.legal[seat]
    public = table.public
    own = table.own[seat]
    clock = table.clock
    if int(legal.actions) == 0:
        return Code.EMPTY_LEGAL_SET
    if world.script_mode == ScriptMode.NONE:
        who = world.seated[0]
        key = (
            world.seed,
            int(clock.wall),
            int(clock.hand_no),
            Purpose.BOT + int(who.slot[seat]),
            bot_item(int(public.n_discards), int(clock.since_discard[seat]), 0),
        )
        belief = world.rule_table[who.belief[seat]]
        choice = choose(world.tables, public, own, legal, belief, world.bot_table[who.bot[seat]], key)
    elif world.script_mode == ScriptMode.WISHES:
        choice = _wish(world.script, clock, own, legal, seat)
    else:
        choice = _answer(world.script, clock, seat)
    if choice < 0:
        return choice
    if not is_legal(legal, choice):
        return Code.ILLEGAL_CHOICE
    clock.n_decisions += 1
    clock.legal_sum += n_legal(legal)
    clock.since_discard[seat] += 1
    write_decision(world.log, clock, seat, int(public.tile), choice, legal)
    return choice


@kernel
def _wish(script, clock, own, legal, seat):
    """The seat's next row if it is legal now, else the plainest choice."""
    at = int(clock.script_at[seat])
    while at < script.shape[0] and script[at, 0] != seat:
        at += 1
    clock.script_at[seat] = at
    if at < script.shape[0] and is_legal(legal, script[at, 1]):
        clock.script_at[seat] = at + 1
        return script[at, 1]
    return plainest_choice(own, legal)


@kernel
def _answer(script, clock, seat):
    """The next row of a strict script."""
    at = int(clock.script_at[0])
    if at >= script.shape[0]:
        return Code.SCRIPT_ENDED
    if script[at, 0] != seat:
        return Code.SCRIPT_SEAT
    clock.script_at[0] = at + 1
    return script[at, 1]
