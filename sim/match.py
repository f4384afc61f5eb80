"""A match: players with chips, of whom four sit. Its record, how it begins, and what it comes to.

A *player* is a slot of the line-up, 0-3 or, at five corners 五角脱, 0-4; a *seat* is a place at the table. Where no chips are
counted (fixed hands, rounds) the stack starts at nothing, is never short and is the player's points.
Always: sum(stack) = sum of the starting stacks + sum(debt), and sum(account) = 0.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rulesets.formats import FIVE
from rulesets.table_choices import FormatKind
from rulesets.tiles import N_SEATS
from sim.jit import kernel

MAX_TRANSFERS = 6 + 3 * N_SEATS  # of one group: each pair once, and room to spare for a penalty of several seats


class Cause(IntEnum):
    """Why a match is over."""

    NONE = 0  # it is not
    HANDS = 1  # as many hands as it may last
    ROUNDS = 2  # all rounds of deals are played
    BUST = 3  # a player has no chips
    NO_SEAT = 4  # fewer than four players can sit
    SWEEP = 5  # one player holds every chip 全扫
    EIGHT_TAI = 6  # a win with eight tai 8台


MATCH = np.dtype(
    [
        ("n_players", "i8"),
        ("first_seating", "i8"),  # number of the first hand's seating
        ("stack", "i8", (FIVE,)),  # chips by player
        ("debt", "i8", (FIVE,)),  # owed to the bank
        ("loans", "i8", (FIVE,)),  # loans taken
        ("account", "i8", (FIVE,)),  # bonuses, settled after the match
        ("seats", "i8", (N_SEATS,)),  # player of each seat, -1 empty
        ("bench", "i8", (FIVE,)),  # players who wait, first come first; -1 beyond n_bench
        ("n_bench", "i8"),
        ("wants_loan", "i8", (FIVE,)),  # 1: sits down again on a loan
        ("is_out", "i8", (FIVE,)),  # 1: has neither chips nor a loan left
        ("dealer", "i8"),  # seat that deals the next hand
        ("kept", "i8"),  # how often it has kept the deal
        ("passes", "i8"),  # times the deal has passed
        ("hand_no", "i8"),  # hands played
        ("cause", "i8"),  # Cause
        ("sweeper", "i8"),  # player who swept, -1 none
        ("pot_taken", "i8"),  # format.sweep_bonus: pot: 1 once the pot is won
        ("last_winner", "i8"),  # player who won the last hand that was won, -1 none
        ("waited_first", "i8"),  # player who began on the bench, -1 none
        ("hidden_since", "i8", (FIVE,)),  # FD-3.21: number of the hand after which a player hid his bust, -1 none
        ("refunds", "i8", (1 << FIVE, FIVE)),  # [set of hiders, player]: what any of them owes him for hands won since they hid
        ("will_hide", "i8", (FIVE,)),  # 1: says nothing when next out of chips
        ("unseen", "i8", (FIVE,)),  # 1: nobody notices his hidden bust
        ("seen_by", "i8", (FIVE,)),  # who notices it: an observer as in EVENT_COLUMNS, -1 nobody
        ("was_found", "i8", (FIVE,)),  # 1: it was found out at the end of this hand
        ("fined", "i8", (FIVE, FIVE)),  # [hider found, player]: fine and refunds received, of the hider himself negative: paid
        ("hid_hand", "i8", (FIVE,)),  # of the bust last hidden, for the log: number of the hand in which he fell, from 0,
        ("hid_turn", "i8", (FIVE,)),  # discards made in it,
        ("hid_live", "i8", (FIVE,)),  # and tiles that could still be drawn
        ("hid_before", "i8", (FIVE,)),  # 1: he hid one when this hand began
        ("fell", "i8", (FIVE,)),  # 1: out of chips in this hand
        ("sat_down", "i8", (FIVE,)),  # 1: sat down after this hand
        ("before", "i8", (FIVE,)),  # chips when the hand began
        ("benched", "i8", (FIVE,)),  # hands spent waiting
        ("busts", "i8", (FIVE,)),  # times without chips after a hand, hidden ones included
        ("hidden_busts", "i8", (FIVE,)),  # of which found out
        ("bonus_off_seat", "i8", (FIVE,)),  # bonuses paid while not at the table
        ("n_transfers", "i8"),  # the group of payments that is being made
        ("payer", "i8", (MAX_TRANSFERS,)),
        ("payee", "i8", (MAX_TRANSFERS,)),
        ("owed", "i8", (MAX_TRANSFERS,)),
        ("share", "i8", (MAX_TRANSFERS,)),  # chips the payer has for it
        ("to_winner", "i8", (MAX_TRANSFERS,)),  # 1: for a win
    ],
    align=True,
)


@kernel
def has_chips(form):
    """Whether players pay with chips, which run out."""
    kind = int(form.kind)
    return kind == FormatKind.UNTIL_BUST or kind == FormatKind.FIVE_CORNER


@kernel
def has_bench(form):
    """Whether a fifth player waits."""
    return int(form.kind) == FormatKind.FIVE_CORNER


@kernel
def starting_stack(form):
    """Chips of each player at the start."""
    return int(form.stack) if has_chips(form) else 0


@kernel
def begin_match(match, form, seating, dealer):
    """Seat the players: `seating[seat]` is the player of each seat, the last entry of five the one who waits (e.3)."""
    match.n_players = FIVE if has_bench(form) else N_SEATS
    for player in range(FIVE):
        match.stack[player] = starting_stack(form) if player < match.n_players else 0
        match.debt[player] = 0
        match.loans[player] = 0
        match.account[player] = 0
        match.bench[player] = -1
        match.wants_loan[player] = 0
        match.is_out[player] = 0
        match.hidden_since[player] = -1
        match.will_hide[player] = 0
        match.unseen[player] = 0
        match.seen_by[player] = -1
        match.was_found[player] = 0
        match.hid_hand[player] = -1
        match.hid_turn[player] = 0
        match.hid_live[player] = 0
        for hider in range(FIVE):
            match.fined[hider, player] = 0
        match.hid_before[player] = 0
        match.fell[player] = 0
        match.sat_down[player] = 0
        match.before[player] = match.stack[player]
        match.benched[player] = 0
        match.busts[player] = 0
        match.hidden_busts[player] = 0
        match.bonus_off_seat[player] = 0
        for hiders in range(1 << FIVE):
            match.refunds[hiders, player] = 0
    for seat in range(N_SEATS):
        match.seats[seat] = seating[seat]
    match.n_bench = match.n_players - N_SEATS
    match.waited_first = -1
    if match.n_bench:
        match.bench[0] = seating[N_SEATS]
        match.waited_first = match.bench[0]
    match.dealer = dealer
    match.kept = 0
    match.passes = 0
    match.hand_no = 0
    match.cause = Cause.NONE
    match.sweeper = -1
    match.pot_taken = 0
    match.last_winner = -1
    match.n_transfers = 0


@kernel
def is_seated(match, player):
    """Whether a player sits at the table."""
    for seat in range(N_SEATS):
        if match.seats[seat] == player:
            return True
    return False


@kernel
def result_of(match, form, player):
    """What a player has won or lost: chips, less the stack he began with and his debt, and bonuses (e.5)."""
    return match.stack[player] - starting_stack(form) - match.debt[player] + match.account[player]


@kernel
def seating_number(match):
    """The place of the present seating among all orders of five players in lexicographic order, 0-119.

    The fifth entry is whoever does not sit. Of four players: among the orders of four.
    """
    n = match.n_players
    number = 0
    for seat in range(N_SEATS):
        smaller = 0
        for player in range(n):
            before = False
            for earlier in range(seat):
                before = before or match.seats[earlier] == player
            smaller += 1 if player < match.seats[seat] and not before else 0
        number = number * (n - seat) + smaller
    return number
