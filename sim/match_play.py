"""Matches played to their end: the kernel beside `sim.batch.play_batch` for sessions that chips, rounds or sweeps end.

A hand is `play_hand` and `score_hand` as everywhere; between hands the match is settled and reseated. The wall of a hand
depends on the match's number and the hand's, as in sessions, so variants meet the same tiles as long as they play.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.tiles import N_SEATS
from sim.codes import Code
from sim.hand_loop import play_hand
from sim.hand_rows import write_hand
from sim.jit import kernel
from sim.match import Cause, begin_match, has_bench, result_of, seating_number
from sim.match_turnover import close_hand
from sim.mistakes.hiding import book_hiding, decide_hiding
from sim.mistakes.log import clear_counts
from sim.mistakes.seats import seat_profiles
from sim.seeding import Purpose, below
from sim.session import first_dealer
from sim.transcript import LogEvent, write, write_more
from sim.wall import WallMode, key_wall, record_wall


@kernel
def play_matches(world, plan, room):
    """Play every match of the plan. Returns a `Code`; where it stopped stands in `room.stopped`.

    Walls (matches) are outermost, then hands: the tiles of a hand are keyed once for all line-ups and rule rows.
    """
    order = room.order[0]
    for w in range(len(plan.walls)):
        wall = plan.walls[w]
        for lineup in range(len(plan.bots)):
            for group in range(len(plan.played)):
                _begin(world, plan, room, w, lineup, group)
        goes_on = True
        hand_no = 0
        while goes_on:
            goes_on = False
            if plan.mode == WallMode.RECORDED:
                record_wall(order, plan.recorded[w])
            else:
                key_wall(order, plan.mode, world.seed, wall, hand_no)
            for lineup in range(len(plan.bots)):
                for group in range(len(plan.played)):
                    if room.matches[group, lineup].cause != Cause.NONE:
                        continue
                    code = _play_one(world, plan, room, w, hand_no, lineup, group)
                    if code < 0:
                        room.stopped[0] = wall
                        room.stopped[1] = hand_no
                        room.stopped[2] = lineup
                        room.stopped[3] = group
                        return code
                    goes_on = goes_on or room.matches[group, lineup].cause == Cause.NONE
            hand_no += 1
        for lineup in range(len(plan.bots)):
            for group in range(len(plan.played)):
                _write_matches(plan, room, w, lineup, group)
    return Code.OK


@kernel
def _first_seating(world, plan, wall, form, lineup):
    """The seating of the first hand: drawn where five play, else cycled as for sessions."""
    n = plan.seating_from[lineup + 1] - plan.seating_from[lineup]
    if has_bench(form):
        return below(world.seed, wall, 0, Purpose.SEATING_SHUFFLE, 0, n)
    return wall % n


@kernel
def _begin(world, plan, room, w, lineup, group):
    """Seat the players of one match."""
    wall = plan.walls[w]
    form = plan.forms[plan.played[group]]
    dealer = first_dealer(world.rule_table[plan.played[group]], world.seed, wall)
    if plan.dealers[w] >= 0:
        dealer = plan.dealers[w]
    match = room.matches[group, lineup]
    seating = _first_seating(world, plan, wall, form, lineup)
    begin_match(match, form, plan.seatings[plan.seating_from[lineup] + seating], dealer)
    match.first_seating = seating


@kernel
def _play_one(world, plan, room, w, hand_no, lineup, group):
    """Play the next hand of one match and settle it. Returns a `Code`."""
    table = room.table[0]
    rules = world.rule_table[plan.played[group]]
    match = room.matches[group, lineup]
    form = plan.forms[plan.played[group]]
    who = world.seated[0]
    for seat in range(N_SEATS):
        player = match.seats[seat]
        who.slot[seat] = player
        who.bot[seat] = plan.bots[lineup, player]
        who.belief[seat] = plan.beliefs[group, lineup, player]
    who.bench_slot = match.bench[0] if match.n_bench > 0 else -1
    if match.n_bench > 0:
        who.bench_bot = plan.bots[lineup, match.bench[0]]
    if len(world.profiles) > 1:
        seat_profiles(world)
    seating = seating_number(match) if has_bench(form) else match.first_seating
    write(world.log, table.clock, LogEvent.HAND, match.dealer, plan.played[group], hand_no)
    write_more(world.log, table.clock, plan.walls[w], lineup, seating, 0)
    clear_counts(world.counted)
    code = play_hand(world, rules, table, room.order[0], plan.walls[w], hand_no, match.dealer, match.kept)
    if code >= 0:
        code = write_hand(world, plan, room, group, lineup, w, hand_no, seating)
    if code >= 0:
        bots = plan.bots[lineup]
        decide_hiding(world, bots, match, plan.walls[w], hand_no)
        close_hand(rules, form, match, table.event, room.score[0])
        if has_bench(form):
            for v in range(plan.scored_from[group], plan.scored_from[group + 1]):
                _write_fines(room.rows[v, lineup, w, hand_no], who, match)
        if plan.clause_block:
            log_block = plan.walls[w] // plan.clause_block - plan.walls[0] // plan.clause_block
            for v in range(plan.scored_from[group], plan.scored_from[group + 1]):
                book_hiding(world, table, bots, match, lineup, v, room.clauses[v, lineup, log_block])
    return code


@kernel
def _write_fines(row, who, match):
    """Fines and refunds for hidden busts that were found after the hand, by the seats that played it."""
    for hider in range(match.n_players):
        row.penalty_s0 += match.fined[hider, who.slot[0]]
        row.penalty_s1 += match.fined[hider, who.slot[1]]
        row.penalty_s2 += match.fined[hider, who.slot[2]]
        row.penalty_s3 += match.fined[hider, who.slot[3]]


@kernel
def _write_matches(plan, room, w, lineup, group):
    """The rows of one finished match, one per rule row of its group."""
    match = room.matches[group, lineup]
    form = plan.forms[plan.played[group]]
    for v in range(plan.scored_from[group], plan.scored_from[group + 1]):
        row = room.match_rows[v, lineup, w]
        row.wall = plan.walls[w]
        row.lineup = lineup
        row.seating = match.first_seating
        row.players = match.n_players
        row.hands = match.hand_no
        row.cause = match.cause
        row.sweeper = match.sweeper
        row.waited_first = match.waited_first
        for player in range(match.n_players):
            _write_player(row, match, form, player)


@kernel
def _write_player(row, match, form, player):
    """One player's columns: records of the kernel have arrays where the table has columns."""
    row.result[player] = result_of(match, form, player)
    row.debt[player] = match.debt[player]
    row.bonus[player] = match.account[player]
    row.bonus_off[player] = match.bonus_off_seat[player]
    row.loans[player] = match.loans[player]
    row.busts[player] = match.busts[player]
    row.hidden[player] = match.hidden_busts[player]
    row.benched[player] = match.benched[player]
