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
    for offender in range(N_SEATS):
        for seat in range(N_SEATS):
            due = penalty_due(rules, dealer, offenders, offender, seat)
            points[offender] -= due
            points[seat] += due


@kernel
def penalty_due(rules, dealer, offenders, offender, seat):
    """What an offence of the seats `offenders` (bit per seat) has `offender` pay `seat`; 0 unless the one did it and the other
    did not. Of a sum that is split (`penalty.pei_size: total`) what is left goes to the first innocent seat after him."""
    if not offenders >> offender & 1 or offenders >> seat & 1:
        return 0
    innocent = 0
    for other in range(N_SEATS):
        innocent += 0 if offenders >> other & 1 else 1
    if int(rules.penalty.pei_size) == PeiSize.TOTAL:
        first = (offender + 1) % N_SEATS
        while offenders >> first & 1:
            first = (first + 1) % N_SEATS
        left = int(rules.penalty.pei_points) % innocent if seat == first else 0
        return int(rules.penalty.pei_points) // innocent + left
    due = int(rules.pay.limit) if int(rules.penalty.pei_size) == PeiSize.LIMIT else int(rules.penalty.pei_points)
    joint = innocent < N_SEATS - 1
    doubles = (seat == dealer or offender == dealer) and (not joint or int(rules.penalty.joint_dealer_double) != 0)
    return due * DEALER_DOUBLE if doubles else due
