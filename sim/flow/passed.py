"""Mechanism: the passed list. A seat that lets a tile go by may not take its like until it has a tile from the wall.

Options `claim.pass_after`, `claim.pass_win`, `claim.pass_pon`, `claim.pass_kan`, `claim.pass_rob`. The list is emptied
when its owner takes a wall tile, a kan replacement included; a claim does not empty it.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.choices import PassAfter, PassWin
from sim.actions import Action
from sim.bits import bit, has
from sim.jit import kernel


@kernel
def has_pass_lock(rules):
    """Whether any option reads the passed list."""
    return int(rules.claim.pass_win) != PassWin.NONE or int(rules.claim.pass_pon) != 0 or int(rules.claim.pass_kan) != 0


@kernel
def win_is_locked(rules, own, tile):
    """Whether the passed list forbids the seat to win on a tile that another seat offers."""
    lock = int(rules.claim.pass_win)
    if lock == PassWin.SAME_KIND:
        return has(own.passed, tile)
    if lock == PassWin.ANY_KIND:
        return own.passed != 0
    return False


@kernel
def note_passed(rules, own, actions, action, tile):
    """Put a discard on the list of a seat that was offered `actions` (a mask, 0 if nothing) and answered `action`."""
    after = int(rules.claim.pass_after)
    noted = after == PassAfter.SEEN
    if has(actions, Action.WIN) and action != Action.WIN:
        noted = True
    took = action == Action.PON or action == Action.KAN_OPEN or action == Action.WIN
    if after == PassAfter.WIN_OR_PON and has(actions, Action.PON) and not took:
        noted = True
    if noted:
        own.passed |= bit(tile)


@kernel
def note_passed_rob(rules, own, actions, action, tile):
    """The same for a kan that was not robbed; only `claim.pass_rob` extends the lock to these."""
    if int(rules.claim.pass_rob) and has(actions, Action.WIN) and action != Action.WIN:
        own.passed |= bit(tile)
