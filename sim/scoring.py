"""From a finished table to its outcome row: the four hands as scoring reads them, points, counts."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.choices import Pairs
from rulesets.dtype import MAX_FANS, MAX_MELDS, N_FLOWER_KINDS
from rulesets.hand_distance import suit_keys
from rulesets.hand_seat import has_shape, has_standard_shape
from rulesets.jit import kernel as creating_kernel
from rulesets.tiles import N_KINDS, N_SEATS, MeldKind, OpeningWin, Tile, WinKind
from sim.bits import bit, has
from sim.codes import Code
from sim.flow.opening import has_opening
from sim.jit import kernel
from sim.law_columns import write_table_law
from sim.outcomes import Limit, Tag


@kernel
def _add_gold(hand, kind):
    """Give a winner the gold that it won with; of a gold flower it matters which one it is."""
    hand.golds += 1
    if kind >= Tile.H1:
        hand.gold_flowers |= bit(kind - Tile.H1)


@kernel
def lay_open(rules, table, hands):
    """Copy the four hands to HAND[4]; a winner's concealed tiles then hold the winning tile (a self-draw's do already).

    A taken indicator is one of them: a gold where it is wild, else the face it shows. Flowers of the deal that a win came too
    early to lay out count as laid out, but for those of a seat that stands; flowers owed later on count for nothing.
    """
    event = table.event
    public = table.public
    for seat in range(N_SEATS):
        own = table.own[seat]
        hand = hands[seat]
        for kind in range(N_KINDS):
            hand.counts[kind] = own.counts[kind]
        hand.golds = own.golds
        hand.gold_flowers = own.gold_flowers
        for place in range(N_FLOWER_KINDS):
            hand.flowers[place] = own.flowers[place]
            if public.before_flowers and not has(public.standing, seat):
                hand.flowers[place] += table.clock.waiting[seat, place]
        hand.n_melds = own.n_melds
        for i in range(MAX_MELDS):
            hand.meld_kind[i] = own.meld_kind[i]
            hand.meld_tile[i] = own.meld_tile[i]
            hand.meld_from[i] = own.meld_from[i]
        if has(event.winner_mask, seat) and int(event.win_kind) != WinKind.SELF_DRAW:
            if int(event.tile) == int(event.gold_kind):
                _add_gold(hand, int(public.river_kind[public.n_discards - 1]))
            else:
                hand.counts[int(event.tile)] += 1
        elif has(event.winner_mask, seat) and int(event.opening) == OpeningWin.INDICATOR:
            if int(rules.rob_gold.indicator_wild) and int(event.indicator) == int(event.gold_kind):
                _add_gold(hand, int(event.indicator))
            else:
                hand.counts[int(event.tile)] += 1


@kernel
def check_score(fault, score):
    """A `Code` for what scoring said: the points of the four seats sum to zero and are the sum of their parts."""
    if fault != 0:
        return Code.SCORING
    total = 0
    for seat in range(N_SEATS):
        delta = int(score.delta[seat])
        total += delta
        if delta != int(score.win_part[seat]) + int(score.kan_part[seat]) + int(score.penalty_part[seat]):
            return Code.NOT_ZERO_SUM
    return Code.OK if total == 0 else Code.NOT_ZERO_SUM


@kernel
def _by_seat(own, meld_kind):
    """The number of melds of one kind of each seat, four bits a seat, seat 0 lowest."""
    word = 0
    for seat in range(N_SEATS):
        word |= int(own[seat].calls[meld_kind]) << (4 * seat)
    return word


@kernel
def write_play(row, table, lineup, seating):
    """The part of an outcome row that does not depend on points."""
    public = table.public
    clock = table.clock
    event = table.event
    own = table.own
    row.wall = clock.wall
    row.hand_no = clock.hand_no
    row.lineup = lineup
    row.seating = seating
    row.dealer = event.dealer
    row.end = event.win_kind
    row.winner_mask = event.winner_mask
    row.payer = event.payer
    row.win_tile = event.tile
    row.tags = Tag.AFTER_KAN * int(event.after_kan) + Tag.LAST_TILE * int(event.last_tile)
    row.draws = clock.draws
    row.discards = public.n_discards
    row.wall_left = public.left
    row.answers = clock.answers
    row.decisions = clock.n_decisions
    row.legal_sum = clock.legal_sum
    row.chis = _by_seat(own, MeldKind.CHI)
    row.pons = _by_seat(own, MeldKind.PON)
    row.open_kans = _by_seat(own, MeldKind.KAN_OPEN)
    row.added_kans = _by_seat(own, MeldKind.KAN_ADDED)
    row.closed_kans = _by_seat(own, MeldKind.KAN_CLOSED)
    row.calls = int(row.chis) + int(row.pons) + int(row.open_kans)
    row.kans = int(row.open_kans) + int(row.added_kans) + int(row.closed_kans)
    row.ready_turn_s0 = own[0].ready_turn
    row.ready_turn_s1 = own[1].ready_turn
    row.ready_turn_s2 = own[2].ready_turn
    row.ready_turn_s3 = own[3].ready_turn
    tenpai = 0
    for seat in range(N_SEATS):
        if int(own[seat].waits) != 0:
            tenpai |= bit(seat)
    row.tenpai_end = tenpai


@creating_kernel
def shape_tags(tables, rules, hand):
    """Tags of a winner's tiles, the winning one among them: no shape at all, or eight pairs and nothing else."""
    keys = np.zeros(4, np.int32)
    suit_keys(hand.counts, keys)
    if not has_shape(tables, rules, keys, hand, int(hand.golds)):
        return np.int64(Tag.NO_SHAPE)
    if int(hand.n_melds) > 0 or int(rules.win.pairs) < Pairs.EIGHT_ANY_SINGLE:
        return np.int64(0)
    return np.int64(0) if has_standard_shape(tables, rules, keys, hand) else np.int64(Tag.EIGHT_PAIRS)


@kernel
def write_extras(tables, rules, row, table, hands):
    """The part of an outcome row that only games with golds, flowers or a last group fill; after `write_play`.

    `hands`: the four hands as laid open.
    """
    public = table.public
    event = table.event
    row.opening = event.opening
    row.kept = event.n_kept
    row.gold_kind = event.gold_kind
    row.indicator = event.indicator
    row.group_left = public.group_left
    write_table_law(rules, row, table)
    eight_pairs = int(rules.win.pairs) >= Pairs.EIGHT_ANY_SINGLE
    if not has_opening(rules) and int(public.group_left) < 0 and not eight_pairs:  # the row was empty before
        return
    row.flower_quads = public.n_flower_quads
    golds = 0
    flowers = 0
    for seat in range(N_SEATS):
        held = int(hands[seat].golds)
        if int(event.gold_kind) >= 0:
            held += int(hands[seat].counts[int(event.gold_kind)])  # an indicator that was taken as the face it shows
        golds |= held << (4 * seat)
        flowers |= int(public.n_flowers[seat]) << (8 * seat)
    row.golds = golds
    row.flowers = flowers
    dead = 0
    for place in range(N_FLOWER_KINDS):
        dead += int(public.dead_flowers[place])
    row.dead_flowers = dead
    thrown = 0
    if int(event.gold_kind) >= 0:
        for i in range(int(public.n_discards)):
            thrown += 1 if has(public.gold_mask, int(public.river_kind[i])) else 0
    row.gold_discards = thrown
    if int(event.winner_mask) == 0:
        return
    tags = int(row.tags)
    if int(public.group_left) >= 0:
        tags |= Tag.LAST_GROUP
    if int(rules.built.n_flowers) > 0 or int(event.gold_kind) >= 0 or eight_pairs:
        tags |= shape_tags(tables, rules, hands[first_winner_of(event)])
    row.tags = tags


@kernel
def first_winner_of(event):
    """The first winner in play order after the payer (the winner of a self-draw); -1 if nobody won."""
    for step in range(1, N_SEATS + 1):
        seat = (int(event.payer) + step) % N_SEATS
        if has(event.winner_mask, seat):
            return seat
    return -1


@kernel
def write_totals(row, event, score):
    """The totals of the four hands and what the first winner's is made of, where hands have totals (else all 0)."""
    row.total_s0 = score.total[0]
    row.total_s1 = score.total[1]
    row.total_s2 = score.total[2]
    row.total_s3 = score.total[3]
    row.among_losers = score.among_losers
    row.hu = 0
    row.tai = 0
    row.limit = 0
    winner = first_winner_of(event)
    if winner >= 0:
        row.tai = score.tai[winner]
        row.limit = score.limit[winner]
        if int(row.limit) & Limit.FIXED == 0 and int(score.total[winner]) > 0:
            row.hu = int(score.total[winner]) - int(score.fan_points[winner])


@kernel
def write_points(row, event, score):
    """The part of an outcome row that depends on points: fans of the winners in play order, and what each seat gets."""
    write_totals(row, event, score)
    row.delta_s0 = score.delta[0]
    row.delta_s1 = score.delta[1]
    row.delta_s2 = score.delta[2]
    row.delta_s3 = score.delta[3]
    row.kan_part_s0 = score.kan_part[0]
    row.kan_part_s1 = score.kan_part[1]
    row.kan_part_s2 = score.kan_part[2]
    row.kan_part_s3 = score.kan_part[3]
    row.penalty_s0 = int(score.penalty_part[0]) + int(score.liable_part[0])
    row.penalty_s1 = int(score.penalty_part[1]) + int(score.liable_part[1])
    row.penalty_s2 = int(score.penalty_part[2]) + int(score.liable_part[2])
    row.penalty_s3 = int(score.penalty_part[3]) + int(score.liable_part[3])
    row.fans_a = 0
    row.fans_b = 0
    row.fans_c = 0
    points = 0
    n = 0
    giver = int(event.payer) if int(event.payer) >= 0 else 0
    for step in range(1, N_SEATS + 1):
        seat = (giver + step) % N_SEATS
        if has(event.winner_mask, seat):
            points += int(score.fan_points[seat])
            if n == 0:
                row.fans_a = score.fans[seat]
            elif n == 1:
                row.fans_b = score.fans[seat]
            else:
                row.fans_c = score.fans[seat]
            n += 1
    row.fan_points = points


@kernel
def write_fan_paid(cells, score):
    """Points paid for each fan."""
    for fan in range(MAX_FANS):
        cells[fan] = score.fan_paid[fan]
