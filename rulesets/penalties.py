"""What a penalty payment 赔胡 moves (`penalty.pei_*`). Region-blind; a seat that pays for a win is settled by scoring.

FD-1.01: one offender pays each other seat, doubled between dealer and another. FD-1.03: joint offenders pay the innocent
seats, each of them, and not each other; undoubled unless `penalty.joint_dealer_double`.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.jit import kernel
from rulesets.table_choices import PeiSize
from rulesets.tiles import N_SEATS

DEALER_DOUBLE = 2


@kernel
def pay_penalty(rules, dealer, offenders, points):
    """Add a penalty payment to `points`, an integer array by seat; `offenders`: bit per seat. The sum does not change."""
    innocent = 0
    for seat in range(N_SEATS):
        innocent += 0 if offenders >> seat & 1 else 1
    if innocent == 0:
        return
    joint = innocent < N_SEATS - 1
    for offender in range(N_SEATS):
        if not offenders >> offender & 1:
            continue
        left = int(rules.penalty.pei_points) % innocent  # of a sum that is split: to the first innocent seat after the offender
        for step in range(1, N_SEATS):
            seat = (offender + step) % N_SEATS
            if offenders >> seat & 1:
                continue
            if int(rules.penalty.pei_size) == PeiSize.TOTAL:
                due = int(rules.penalty.pei_points) // innocent + left
                left = 0
            else:
                due = int(rules.pay.limit) if int(rules.penalty.pei_size) == PeiSize.LIMIT else int(rules.penalty.pei_points)
                doubles = seat == dealer or offender == dealer
                if doubles and (not joint or int(rules.penalty.joint_dealer_double)):
                    due *= DEALER_DOUBLE
            points[offender] -= due
            points[seat] += due
