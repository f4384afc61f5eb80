"""Hidden busts (FD-3.21).

Whether a player hides a bust, and whether anybody notices, is drawn by `sim.mistakes.hiding`: `will_hide` and `unseen` of the
MATCH are all that is read here. Everything that follows is accounted for here.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.formats import FIVE
from rulesets.tiles import N_SEATS
from sim.bits import bit, has
from sim.jit import kernel


@kernel
def hides_bust(match, player):
    """Whether a player who is out of chips says nothing."""
    return match.will_hide[player] != 0


@kernel
def finds_hidden(match, player):
    """Whether somebody, the fifth corner included, notices a hidden bust at the end of this hand."""
    return match.unseen[player] == 0


@kernel
def seat_of(match, player):
    """The seat of a player, -1 if he does not sit."""
    for seat in range(N_SEATS):
        if match.seats[seat] == player:
            return seat
    return -1


@kernel
def pay_from_bank(match, debtor, player, chips):
    """The bank pays a player on another's account."""
    match.debt[debtor] += chips
    match.fined[debtor, debtor] -= chips
    match.fined[debtor, player] += chips
    match.stack[player] += chips


@kernel
def pay_fine(match, form, hider):
    """The fine goes to the other three at the table in equal parts; what is left to the last winner, or if he is not one of
    them to the next in turn order."""
    seat = seat_of(match, hider)
    each = int(form.hidden_bust_fine) // (N_SEATS - 1)
    favoured = match.seats[(seat + 1) % N_SEATS]
    for step in range(1, N_SEATS):
        player = match.seats[(seat + step) % N_SEATS]
        pay_from_bank(match, hider, player, each)
        if player == match.last_winner:
            favoured = player
    pay_from_bank(match, hider, favoured, int(form.hidden_bust_fine) - each * (N_SEATS - 1))


@kernel
def pay_refunds(match, hider):
    """What others have won since he hid is his to pay: payers get it back, winners what they missed. What one pays, another
    who hides as well does not owe again."""
    for hiders in range(1 << FIVE):
        if not has(hiders, hider):
            continue
        for player in range(FIVE):
            if player != hider:
                pay_from_bank(match, hider, player, match.refunds[hiders, player])
            match.refunds[hiders, player] = 0


@kernel
def come_clean(match, player):
    """The hidden bust is over; what others who hide owe stays theirs."""
    match.hidden_since[player] = -1
    for hiders in range(1 << FIVE):
        if not has(hiders, player):
            continue
        for other in range(FIVE):
            due = match.refunds[hiders, other]
            match.refunds[hiders, other] = 0
            if hiders != bit(player):
                match.refunds[hiders ^ bit(player), other] += due


@kernel
def look_for_hidden(match, form, dealer):
    """Check every hidden bust from the hand after it on: found out, or lapsed because he holds chips again."""
    for step in range(N_SEATS):
        player = match.seats[(dealer + step) % N_SEATS]
        match.was_found[player] = 0
        if match.hidden_since[player] < 0:
            continue
        if finds_hidden(match, player):
            pay_fine(match, form, player)
            pay_refunds(match, player)
            match.was_found[player] = 1
            match.hidden_busts[player] += 1
            come_clean(match, player)
    for seat in range(N_SEATS):
        player = match.seats[seat]
        if match.hidden_since[player] >= 0 and match.stack[player] > 0:
            come_clean(match, player)
