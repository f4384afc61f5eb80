"""A hand that was just played, scored under every rule row that shares its play, into its outcome rows."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.score import score_hand
from sim.codes import Code
from sim.jit import kernel
from sim.mistakes.log import book_hand
from sim.mistakes.opening import east_of
from sim.scoring import check_score, lay_open, write_extras, write_fan_paid, write_play, write_points


@kernel
def write_hand(world, plan, room, group, lineup, w, hand_no, seating):
    """Fill the rows of a finished hand; `room.score` is then that of the last rule row of the group. Returns a `Code`."""
    table = room.table[0]
    score = room.score[0]
    rules = world.rule_table[plan.played[group]]
    code = 0
    lay_open(rules, table, room.hands)
    for v in range(plan.scored_from[group], plan.scored_from[group + 1]):
        scored = world.rule_table[plan.scored[v]]
        table.event.east = east_of(world.seated[0], world.seed, scored, table, hand_no)
        fault = score_hand(world.tables, scored, room.hands, table.event, score)
        if code == Code.OK:
            code += check_score(fault, score)
        row = room.rows[v, lineup, w, hand_no]
        write_play(row, table, lineup, seating)
        write_extras(world.tables, rules, row, table, room.hands)
        write_points(row, table.event, score)
        if room.fan_paid.size:
            write_fan_paid(room.fan_paid[v, lineup, w, hand_no], score)
        if plan.clause_block:
            block = plan.walls[w] // plan.clause_block - plan.walls[0] // plan.clause_block
            cells = room.clauses[v, lineup, block]
            book_hand(world, scored, table, room.hands, score, room.spare[0], lineup, v, cells)
    return code
