"""Mechanism: seat winds 門風 (`deal.seat_winds`). They give points only; no legal action depends on them."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.choices import SeatWinds
from rulesets.tiles import N_SEATS
from sim.jit import kernel
from sim.seeding import Purpose, below
from sim.transcript import LogEvent, write


@kernel
def winds_dice(seed, wall, hand_no):
    """The two dice of the seat winds (FD-B.03), as 16 * first + second."""
    first = 1 + below(seed, wall, hand_no, Purpose.DICE, np.int64(1), np.int64(6))
    second = 1 + below(seed, wall, hand_no, Purpose.DICE, np.int64(2), np.int64(6))
    return 16 * first + second


@kernel
def east_seat(rules, seed, wall, hand_no, dealer):
    """The seat whose wind is East, -1 where there are no seat winds; South, West and North follow in turn order.

    By dice it is the seat that their sum reaches, counted from the dealer as one.
    """
    how = int(rules.deal.seat_winds)
    if how == SeatWinds.NONE:
        return np.int64(-1)
    if how == SeatWinds.DEALER_EAST:
        return dealer
    if how == SeatWinds.RANDOM:
        return below(seed, wall, hand_no, Purpose.DICE, np.int64(3), np.int64(N_SEATS))
    dice = winds_dice(seed, wall, hand_no)
    return (dealer + (dice >> 4) + (dice & 15) - 1) % N_SEATS


@kernel
def show_winds(log, table, east, dice):
    """The seat winds of the hand are known; `dice`: the throw that counts, as `winds_dice`, 0 without dice."""
    table.public.east = east
    if east >= 0:
        write(log, table.clock, LogEvent.WINDS, east, np.int64(-1), dice)


@kernel
def give_winds(log, seed, rules, table, hand_no):
    """After the deal: the seat winds of the hand, if the rules have any."""
    wall = table.clock.wall
    by_dice = int(rules.deal.seat_winds) == SeatWinds.DICE
    dice = winds_dice(seed, wall, hand_no) if by_dice else np.int64(0)
    show_winds(log, table, east_seat(rules, seed, wall, hand_no, table.public.dealer), dice)
