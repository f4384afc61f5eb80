"""The mistake between hands of a match: a player who is out of chips says nothing (FD-3.21). Its accounts are those of
`sim.match_hidden`; here is who slips, who notices, and the clause log.

Anybody of the match may notice, the waiting player too (FD-3.26). The referee finds it at the end of the next hand; players
try at the end of every hand, each with his own chance.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.clause_log import Counter
from rulesets.mistakes import MISTAKES
from sim.jit import kernel
from sim.match import Cause
from sim.mistakes.row import Observe
from sim.seeding import Purpose, block

HIDE_BUST = [m.name for m in MISTAKES].index("hide_bust")
_BETWEEN_HANDS = 1 << 30  # item of the numbers drawn after a hand: beyond all moments inside it


@kernel
def _profile(world, bots, player):
    """The PROFILE row of a player; `bots`: row of the bot table by player."""
    return world.profiles[int(world.bot_table[int(bots[player])].profile)]


@kernel
def _word(world, wall, hand_no, purpose, player, about):
    """A 32-bit word of a player, about the bust of another, as int64."""
    a, _, _, _ = block(world.seed, wall, hand_no, purpose + player, _BETWEEN_HANDS + 64 * about + HIDE_BUST)
    return np.int64(a)


@kernel
def _is_noticed(world, bots, match, wall, hand_no, hider):
    """Whether anybody notices the hidden bust of a player at the end of this hand."""
    by_players = False
    for player in range(match.n_players):
        by_players = by_players or _profile(world, bots, player).observe == Observe.PLAYERS
    if not by_players:
        return True
    for player in range(match.n_players):
        if player == hider or match.is_out[player]:
            continue
        if _word(world, wall, hand_no, Purpose.NOTICE, player, hider) < int(_profile(world, bots, player).q[HIDE_BUST]):
            return True
    return False


@kernel
def decide_hiding(world, bots, match, wall, hand_no):
    """Before a hand is closed: who would hide a bust, and whose hidden one goes unnoticed. Nothing where nobody errs."""
    if len(world.profiles) == 1:
        return
    for player in range(match.n_players):
        p = int(_profile(world, bots, player).p[HIDE_BUST])
        match.will_hide[player] = 1 if p and _word(world, wall, hand_no, Purpose.SLIP, player, player) < p else 0
        match.unseen[player] = 0
        if match.hidden_since[player] >= 0 and not _is_noticed(world, bots, match, wall, hand_no, player):
            match.unseen[player] = 1


@kernel
def book_hiding(world, bots, match, cells):
    """After a hand was closed: add its hidden busts to the clause log, int64[N_ENTRIES, N_COUNTERS]."""
    if len(world.profiles) == 1:
        return
    for player in range(match.n_players):
        hides = match.hidden_since[player] >= 0
        slipped = hides and match.hidden_since[player] == match.hand_no
        if match.fell[player] and not match.was_found[player] and int(_profile(world, bots, player).p[HIDE_BUST]) > 0:
            cells[HIDE_BUST, Counter.TRIG] += 1
        if slipped:
            cells[HIDE_BUST, Counter.SLIP] += 1
        if match.was_found[player]:
            cells[HIDE_BUST, Counter.NOTICED] += 1
            cells[HIDE_BUST, Counter.CHIPS] += match.charged[player]
        elif match.hid_before[player] and not hides:
            cells[HIDE_BUST, Counter.LAPSED] += 1
        if hides and match.cause != Cause.NONE:
            cells[HIDE_BUST, Counter.LAPSED] += 1
