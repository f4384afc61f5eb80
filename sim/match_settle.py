"""How a hand moves chips: an ordered list of payments, each limited by what its payer has (h.13, `format.short_pay`).

Three groups follow each other: penalty payments in the order in which they fell due, each offence by itself; the hand
itself, first what each winner collects, payers in turn order from the winner, then every other two seats, one net payment a
pair, ordered by (nearer, farther) as counted from the dealer; last the penalties found when the hand was over.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.dtype import FOUND_LATE, MAX_PENALTIES
from rulesets.penalties import penalty_due
from rulesets.table_choices import ShortPay
from rulesets.tiles import N_SEATS
from sim.bits import bit, has
from sim.jit import kernel
from sim.match import has_chips


@kernel
def add_transfer(match, payer_seat, payee_seat, points, to_winner):
    """Add a payment between two seats to the group; nothing if nothing is owed."""
    if points == 0:
        return
    i = match.n_transfers
    match.payer[i] = match.seats[payer_seat]
    match.payee[i] = match.seats[payee_seat]
    match.owed[i] = points
    match.to_winner[i] = to_winner
    match.n_transfers = i + 1


@kernel
def add_net(match, score, one, other, winner):
    """Add what is left between two seats once they have set off what each owes the other; `winner`: seat, -1 none."""
    net = int(score.owed[one, other]) - int(score.owed[other, one])
    if net >= 0:
        add_transfer(match, one, other, net, 1 if other == winner else 0)
    else:
        add_transfer(match, other, one, -net, 1 if one == winner else 0)


@kernel
def list_hand(match, event, score):
    """The payments of the hand itself."""
    winners = int(event.winner_mask)
    dealer = int(event.dealer)
    giver = int(event.payer) if int(event.payer) >= 0 else dealer
    for i in range(1, N_SEATS + 1):
        winner = (giver + i) % N_SEATS
        if not has(winners, winner):
            continue
        for step in range(1, N_SEATS):
            payer = (winner + step) % N_SEATS
            if not has(winners, payer):
                add_net(match, score, payer, winner, winner)
    for near in range(N_SEATS):
        for far in range(near + 1, N_SEATS):
            one = (dealer + near) % N_SEATS
            other = (dealer + far) % N_SEATS
            if has(winners, one) == has(winners, other):
                add_net(match, score, one, other, -1)


@kernel
def list_penalty(rules, match, dealer, offenders):
    """The payments of one offence: offenders from the dealer on, payees in turn order after the offender."""
    for i in range(N_SEATS):
        offender = (dealer + i) % N_SEATS
        if not has(offenders, offender):
            continue
        for step in range(1, N_SEATS):
            seat = (offender + step) % N_SEATS
            add_transfer(match, offender, seat, penalty_due(rules, dealer, offenders, offender, seat), 0)


@kernel
def share_out(match):
    """`pro_rata`: what each payment gets of its payer's chips as they are now: shares in proportion, rounded down, and what
    is left to the first creditors."""
    for i in range(match.n_transfers):
        match.share[i] = 0
    for first in range(match.n_transfers):
        player = match.payer[first]
        total = 0
        seen = False
        for i in range(match.n_transfers):
            if match.payer[i] == player:
                seen = seen or i < first
                total += match.owed[i]
        if seen:
            continue
        have = min(match.stack[player], total)
        left = have
        for i in range(match.n_transfers):
            if match.payer[i] == player:
                match.share[i] = have * match.owed[i] // total
                left -= match.share[i]
        for i in range(match.n_transfers):
            if match.payer[i] == player:
                more = min(left, match.owed[i] - match.share[i])
                match.share[i] += more
                left -= more


@kernel
def note_hidden(match, i, paid):
    """FD-3.21: whoever hides a bust will owe what has been paid to winners since, and what winners missed."""
    winner = match.payee[i]
    hiders = 0
    for player in range(match.n_players):
        if match.hidden_since[player] >= 0 and player != winner:
            hiders |= bit(player)
    if hiders:
        match.refunds[hiders, match.payer[i]] += paid
        match.refunds[hiders, winner] += match.owed[i] - paid


@kernel
def move_group(match, form):
    """Make the payments of the group, and empty it."""
    rule = int(form.short_pay)
    if has_chips(form) and rule == ShortPay.PRO_RATA:
        share_out(match)
    for i in range(match.n_transfers):
        payer = match.payer[i]
        payee = match.payee[i]
        paid = match.owed[i]
        if has_chips(form):
            paid = min(paid, match.share[i] if rule == ShortPay.PRO_RATA else match.stack[payer])
        match.stack[payer] -= paid
        match.stack[payee] += paid
        if rule == ShortPay.DEBT and paid < match.owed[i]:
            match.debt[payer] += match.owed[i] - paid  # the bank pays for him
            match.stack[payee] += match.owed[i] - paid
            paid = match.owed[i]
        if match.to_winner[i]:
            note_hidden(match, i, paid)
    match.n_transfers = 0


@kernel
def settle(rules, form, match, event, score):
    """Move the chips of a hand that ended as `event` says and is worth what `score` says."""
    for player in range(match.n_players):
        match.before[player] = match.stack[player]
    for late in range(2):
        for i in range(MAX_PENALTIES):
            entry = int(event.penalties[i])
            if entry == 0:
                break
            if (entry & FOUND_LATE != 0) == (late == 1):
                list_penalty(rules, match, int(event.dealer), entry & ~FOUND_LATE)
                move_group(match, form)
        if late == 0:
            list_hand(match, event, score)
            move_group(match, form)
