"""Who gets a tile on offer: all seats are asked, then win before kan and pon, and these before chi."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.choices import MultiWin
from rulesets.tiles import N_SEATS
from sim.actions import Action
from sim.asking import ask
from sim.bits import bit
from sim.codes import Code
from sim.flow.passed import has_pass_lock, note_passed, note_passed_rob
from sim.jit import kernel
from sim.legality import claim_legal, rob_legal
from sim.table import Phase


@kernel
def collect_answers(world, rules, table, giver):
    """Ask every other seat that has something to say about the tile on offer, nearest to `giver` first.

    All answer on the same state of the table: nothing is carried out before all have spoken. Answers stand in
    `world.answers` (0, a pass, for seats without a right). Returns a code.
    """
    public = table.public
    robbing = int(public.phase) == Phase.ROB
    for step in range(1, N_SEATS):
        seat = (giver + step) % N_SEATS
        world.answers[seat] = 0
        if robbing:
            rob_legal(rules, public, table.own[seat], world.legal[seat])
        else:
            claim_legal(world.tables, rules, public, table.own[seat], world.legal[seat])
        if int(world.legal[seat].actions):
            choice = ask(world, table, seat)
            if choice < 0:
                return choice
            world.answers[seat] = choice
    if has_pass_lock(rules):
        _note_answers(world, rules, table, giver, robbing)
    return Code.OK


@kernel
def _note_answers(world, rules, table, giver, robbing):
    """Bring the passed lists of the answering seats up to date."""
    tile = int(table.public.tile)
    for step in range(1, N_SEATS):
        seat = (giver + step) % N_SEATS
        actions = int(world.legal[seat].actions)
        action = world.answers[seat] >> 6
        if robbing:
            note_passed_rob(rules, table.own[seat], actions, action, tile)
        else:
            note_passed(rules, table.own[seat], actions, action, tile)


@kernel
def winners(rules, answers, giver):
    """Masks of the seats that answered WIN: all of them, and those that win under `claim.multi_win` (HB-WIN-05, -06)."""
    asked = 0
    first = 0
    for step in range(1, N_SEATS):
        seat = (giver + step) % N_SEATS
        if answers[seat] >> 6 == Action.WIN:
            asked |= bit(seat)
            if first == 0:
                first = bit(seat)
    if int(rules.claim.multi_win) == MultiWin.HEAD_BUMP:
        return asked, first
    return asked, asked


@kernel
def claimant(answers, giver):
    """The seat that gets the tile for a meld, -1 if nobody wants it: pon or open kan (at most one seat can) before chi."""
    chi_seat = -1
    for step in range(1, N_SEATS):
        seat = (giver + step) % N_SEATS
        action = answers[seat] >> 6
        if action == Action.PON or action == Action.KAN_OPEN:
            return seat
        if action == Action.CHI_LOW or action == Action.CHI_MID or action == Action.CHI_HIGH:
            chi_seat = seat
    return chi_seat
