"""One switch from the kind of a bot to its decision."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from sim.actions import Action
from sim.bits import has
from sim.bots.greedy import errs, greedy_move
from sim.bots.patient import takes_win
from sim.bots.random_legal import choose_random
from sim.bots.row import BotKind
from sim.bots.tsumogiri import choose_tsumogiri, only_kan, winning_choice
from sim.bots.winning import holds_out, take_gold
from sim.codes import Code
from sim.jit import kernel

_THROWS_OR_PASSES = (1 << Action.PASS) | (1 << Action.DISCARD)


@kernel
def _without_discard(legal):
    """The choice of the greedy family where it can neither discard nor pass: draw, else a kan, else stand."""
    if has(legal.actions, Action.DRAW):
        return Action.DRAW * 64
    if legal.closed_kans | legal.added_kans:
        return only_kan(legal)
    return Action.STAND * 64


@kernel
def choose(tables, public, own, legal, belief, bot, key):
    """The choice of a bot, `action * 64 + kind`, or a negative code.

    A pure function of what the seat may see: the public record, its own record, its legal set, the rule row it believes
    in, its own row, and the key of its private random numbers (seed, wall, hand, purpose, item), which
    `sim.seeding.below` turns into numbers; up to 256 of them by adding 0-255 to the item.
    """
    kind = int(bot.kind)
    if kind == BotKind.RANDOM_LEGAL:
        return choose_random(public, own, legal, key)
    if kind == BotKind.TSUMOGIRI:
        return choose_tsumogiri(public, own, legal)
    if kind > BotKind.PATIENT:
        return Code.UNKNOWN_BOT
    if has(legal.actions, Action.TAKE_GOLD):
        return take_gold(own, legal, bot, key)
    wins = has(legal.actions, Action.WIN) and not holds_out(tables, public, own, belief, bot)
    if wins and (kind != BotKind.PATIENT or takes_win(tables, public, own, belief, bot)):
        return winning_choice(public, own)
    if legal.actions & _THROWS_OR_PASSES == 0:
        return _without_discard(legal)
    if kind == BotKind.CARELESS and errs(bot, key):
        return choose_random(public, own, legal, (key[0], key[1], key[2], key[3], key[4] + 2))
    return greedy_move(tables, public, own, legal, belief, bot, key, kind != BotKind.BLIND)
