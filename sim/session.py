"""Who deals first. Who deals next is `rulesets.dealer.next_dealer`."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.choices import FirstDealer
from rulesets.tiles import N_SEATS
from sim.jit import kernel
from sim.seeding import Purpose, below


@kernel
def drawn_dealer(seed, wall):
    """A uniformly random seat, from the counters of the wall."""
    return below(seed, wall, 0, Purpose.DICE, 0, N_SEATS)


@kernel
def drawn_streak(seed, wall, streaks):
    """How often the dealer of an independent hand has kept the deal, by cumulative weights, from the counters of the wall."""
    at = below(seed, wall, 0, Purpose.DEALER_STREAK, 0, streaks[-1])
    kept = 0
    while at >= streaks[kept]:
        kept += 1
    return kept


@kernel
def first_dealer(rules, seed, wall):
    """Dealer of the first hand of session number `wall` (HB-DLR-01, -02)."""
    first = int(rules.dealer.first)
    if first == FirstDealer.SEAT0:
        return 0
    if first == FirstDealer.ROTATE_BY_SESSION:
        return wall % N_SEATS
    return drawn_dealer(seed, wall)
