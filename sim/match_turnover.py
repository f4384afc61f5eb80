"""What follows a hand of a match: sweeps, busts, who sits down, who deals, whether it goes on (e.4)."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.dealer import next_dealer, next_streak
from rulesets.formats import EIGHT_TAI
from rulesets.table_choices import DealerAfterBust, EightTai, EightTaiTakes, FormatKind, Rotation
from rulesets.tiles import N_SEATS
from sim.bits import has
from sim.jit import kernel
from sim.match import Cause, has_bench, is_seated
from sim.match_hidden import hides_bust, look_for_hidden
from sim.match_settle import settle

POT = -1  # format.sweep_bonus: pot


@kernel
def close_hand(rules, form, match, event, score):
    """Everything between two hands of a match. `match.cause` says whether there is another one.

    `rules`: RULES row; `form`: FORMAT row; `event`, `score`: how the hand ended and what it is worth.
    """
    for i in range(match.n_bench):
        match.benched[match.bench[i]] += 1
    for player in range(match.n_players):
        match.was_found[player] = 0
        match.fell[player] = 0
        match.sat_down[player] = 0
        for hider in range(match.n_players):
            match.fined[hider, player] = 0
        match.hid_before[player] = 1 if match.hidden_since[player] >= 0 else 0
    settle(rules, form, match, event, score)
    loser = biggest_loser(match, int(event.dealer))
    winner = first_winner(event)
    if winner >= 0:
        match.last_winner = match.seats[winner]
    match.hand_no += 1
    if has_bench(form):
        look_for_hidden(match, form, int(event.dealer))
        take_eight_tai(form, match, event, score)
        if match.cause == Cause.NONE:
            look_for_sweep(form, match)
        if match.cause != Cause.NONE:
            count_busts(match)
            return
    seat_next_hand(rules, form, match, event, loser)
    if match.cause == Cause.NONE and match.hand_no >= int(form.max_hands):
        match.cause = Cause.HANDS


@kernel
def first_winner(event):
    """The first winner in play order, -1 if nobody won."""
    giver = int(event.payer) if int(event.payer) >= 0 else int(event.dealer)
    for step in range(1, N_SEATS + 1):
        seat = (giver + step) % N_SEATS
        if has(int(event.winner_mask), seat):
            return seat
    return -1


# --- Sweeps -----------------------------------------------------------------------------------------------------------


@kernel
def eight_tai_winner(form, event, score):
    """The first winner in play order who has eight tai 8台, -1 if nobody has."""
    giver = int(event.payer) if int(event.payer) >= 0 else int(event.dealer)
    for step in range(1, N_SEATS + 1):
        seat = (giver + step) % N_SEATS
        if not has(int(event.winner_mask), seat):
            continue
        limit = int(form.eight_tai_limit_hands) != 0 and has(int(score.limit_hands), seat)
        if limit or int(score.tai[seat]) >= EIGHT_TAI:
            return seat
    return -1


@kernel
def take_eight_tai(form, match, event, score):
    """A win with eight tai takes the chips of the others and sweeps, or pays the bonus (`format.eight_tai`)."""
    if int(form.eight_tai) == EightTai.NONE:
        return
    seat = eight_tai_winner(form, event, score)
    if seat < 0:
        return
    winner = match.seats[seat]
    if int(form.eight_tai) == EightTai.PAY_LIMIT_PLUS_BONUS:
        pay_bonus(form, match, winner)
        return
    for player in range(match.n_players):
        taken = int(form.eight_tai_takes) == EightTaiTakes.ALL or is_seated(match, player)
        if taken and player != winner:
            match.stack[winner] += match.stack[player]
            match.stack[player] = 0
    sweep(form, match, winner, Cause.EIGHT_TAI)


@kernel
def look_for_sweep(form, match):
    """全扫: one player holds every chip. Who still has chips on the bench blocks it, who waits for a loan does not (FD-3.19)."""
    holders = 0
    holder = -1
    for player in range(match.n_players):
        if match.stack[player] > 0:
            holders += 1
            holder = player
    if holders == 1:
        sweep(form, match, holder, Cause.SWEEP)


@kernel
def sweep(form, match, winner, cause):
    """The match ends, and each of the other four owes the bonus, seated or not."""
    pay_bonus(form, match, winner)
    match.sweeper = winner
    match.cause = cause


@kernel
def pay_bonus(form, match, winner):
    """The bonus of a full sweep into the accounts. A pot holds a stake of each, as large as a stack, and is won once."""
    each = int(form.sweep_bonus)
    if each == POT:
        each = 0 if match.pot_taken else int(form.stack)
        match.pot_taken = 1
    for player in range(match.n_players):
        if player == winner:
            continue
        match.account[player] -= each
        match.account[winner] += each
        if not is_seated(match, player):
            match.bonus_off_seat[player] += each


# --- Busts and seats --------------------------------------------------------------------------------------------------


@kernel
def count_busts(match):
    """Note who is out of chips at the table."""
    for seat in range(N_SEATS):
        player = match.seats[seat]
        if match.stack[player] == 0 and match.hidden_since[player] < 0:
            match.busts[player] += 1


@kernel
def seat_next_hand(rules, form, match, event, loser):
    """Busts leave, seats are filled, the dealer is named; sets `match.cause` if the match cannot go on.

    `loser`: the seat that lost most in the hand, -1 nobody.
    """
    old = int(event.dealer)
    following = next_dealer(rules, event)
    kept = next_streak(rules, event, match.kept)
    if int(form.kind) == FormatKind.UNTIL_BUST:
        count_busts(match)
        for seat in range(N_SEATS):
            if match.stack[match.seats[seat]] == 0:
                match.cause = Cause.BUST
    elif has_bench(form):
        dealer_fell = stand_up_busts(form, match, old)
        fill_seats(form, match, old)
        for seat in range(N_SEATS):
            if match.seats[seat] < 0:
                match.cause = Cause.NO_SEAT
        if match.cause != Cause.NONE:
            return
        dealer_yields = make_room(form, match, who_makes_room(form, match, old, following != old, loser)) == old
        if dealer_fell or (dealer_yields and following == old):
            replaced = dealer_fell and int(form.dealer_after_bust) == DealerAfterBust.REPLACEMENT
            following = old if replaced else (old + 1) % N_SEATS
            kept = 0
    if following != old:
        match.passes += 1
    match.dealer = following
    match.kept = kept
    if int(form.kind) == FormatKind.ROUNDS and match.passes >= N_SEATS * int(form.rounds):
        match.cause = Cause.ROUNDS


@kernel
def stand_up_busts(form, match, dealer):
    """Who has no chips says so and leaves his seat, from the dealer on, to the tail of the bench or out of the match; unless
    he hides it. Returns whether the dealer left."""
    dealer_went = False
    for step in range(N_SEATS):
        seat = (dealer + step) % N_SEATS
        player = match.seats[seat]
        if match.stack[player] > 0 or match.hidden_since[player] >= 0:
            continue
        match.busts[player] += 0 if match.was_found[player] else 1  # that one was counted when he hid it
        match.fell[player] = 1
        if not match.was_found[player] and hides_bust(match, player):
            match.hidden_since[player] = match.hand_no
            continue
        match.seats[seat] = -1
        dealer_went = dealer_went or seat == dealer
        if int(form.max_loans) < 0 or match.loans[player] < int(form.max_loans):
            match.wants_loan[player] = 1
            match.bench[match.n_bench] = player
            match.n_bench += 1
        else:
            match.is_out[player] = 1
    return dealer_went


@kernel
def sit_down(form, match, seat):
    """The head of the bench takes a seat; a loan is given as he sits."""
    player = match.bench[0]
    match.n_bench -= 1
    for i in range(match.n_bench):
        match.bench[i] = match.bench[i + 1]
    match.bench[match.n_bench] = -1
    match.seats[seat] = player
    match.sat_down[player] = 1
    if match.wants_loan[player]:
        match.wants_loan[player] = 0
        match.loans[player] += 1
        match.debt[player] += int(form.loan)
        match.stack[player] += int(form.loan)


@kernel
def fill_seats(form, match, dealer):
    """Empty seats, from the dealer on, are taken from the head of the bench."""
    for step in range(N_SEATS):
        seat = (dealer + step) % N_SEATS
        if match.seats[seat] < 0 and match.n_bench > 0:
            sit_down(form, match, seat)


@kernel
def biggest_loser(match, dealer):
    """The seat that lost most chips in the hand, of equals the nearest from the dealer on; -1 if nobody lost any."""
    loser = -1
    worst = 0
    for step in range(N_SEATS):
        seat = (dealer + step) % N_SEATS
        player = match.seats[seat]
        if match.stack[player] - match.before[player] < worst:
            worst = match.stack[player] - match.before[player]
            loser = seat
    return loser


@kernel
def who_makes_room(form, match, dealer, deal_passes, loser):
    """The seat that `format.rotation` asks to make room, -1 none."""
    if int(form.rotation) == Rotation.DEALER_OUT:
        return dealer if deal_passes else -1
    return loser if int(form.rotation) == Rotation.LOSER_OUT else -1


@kernel
def make_room(form, match, seat):
    """The player of a seat goes to the tail of the bench and its head sits down. Returns the seat, or -1 if he stays.

    He stays if nobody waits but players who fell in this hand, who come last; and if he has himself just sat down for one
    who fell, or has no chips and hides it.
    """
    if seat < 0 or match.n_bench == 0 or match.fell[match.bench[0]]:
        return -1
    player = match.seats[seat]
    if match.sat_down[player] or match.stack[player] == 0:
        return -1
    sit_down(form, match, seat)
    match.bench[match.n_bench] = player
    match.n_bench += 1
    return seat
