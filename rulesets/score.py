"""`score_hand`: the points of a finished hand under one rule row. The only place that reads a rule row's family.

A family's scoring gets the whole truth (all four hands, how the hand ended) and writes all four results itself: it is
free to multiply, to settle pairwise between losers, or to pay for hands that did not win.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from rulesets.choices import Family
from rulesets.dtype import EVENT, HAND, MAX_FANS, MAX_PENALTIES, SCORE, ScoreFault
from rulesets.fuding.score import score_fuding
from rulesets.fuzhou.score import score_fuzhou
from rulesets.hebei.score import score_hebei
from rulesets.jit import kernel
from rulesets.penalties import pay_penalty
from rulesets.tiles import N_SEATS, OpeningWin, WinKind

ALL_SEATS = (1 << N_SEATS) - 1


@kernel
def score_hand(tables, rules, hands, event, out):
    """Points of a finished hand: fills the SCORE record `out`, cleared first, and returns a ScoreFault (0 = OK).

    `tables`: hand tables, with golds if the rules have them, for families that read unfinished hands or hands with golds;
    `rules`: RULES row;
    `hands`: HAND[4] by seat, a winner's counts holding the winning tile; `event`: EVENT.
    """
    for seat in range(N_SEATS):
        out.delta[seat] = 0
        out.win_part[seat] = 0
        out.kan_part[seat] = 0
        out.penalty_part[seat] = 0
        out.liable_part[seat] = 0
        out.total[seat] = 0
        out.tai[seat] = 0
        out.limit[seat] = 0
        out.fans[seat] = 0
        out.fan_points[seat] = 0
        for payee in range(N_SEATS):
            out.owed[seat, payee] = 0
    out.limit_hands = 0
    out.among_losers = 0
    for number in range(MAX_FANS):
        out.fan_paid[number] = 0
    fault = event_fault(event)
    if fault == ScoreFault.OK and not int(event.aborted):
        fault = score_family(tables, rules, hands, event, out)
    if int(event.penalties[0]) != 0:
        book_penalties(rules, event, out)
    return fault


@kernel
def score_family(tables, rules, hands, event, out):
    """The points of the hand itself by the rules of its family, into the cleared SCORE record `out`. Returns a ScoreFault."""
    if int(rules.family) == Family.HEBEI:
        return score_hebei(rules, hands, event, out)
    if int(rules.family) == Family.FUZHOU:
        return score_fuzhou(tables, rules, hands, event, out)
    if int(rules.family) == Family.FUDING:
        return score_fuding(tables, rules, hands, event, out)
    return ScoreFault.UNKNOWN_FAMILY


@kernel
def book_penalties(rules, event, out):
    """Add the penalty payments of the hand."""
    for i in range(MAX_PENALTIES):
        offenders = int(event.penalties[i]) & ALL_SEATS
        if offenders == 0:
            break
        pay_penalty(rules, int(event.dealer), offenders, out.penalty_part)
    for seat in range(N_SEATS):
        out.delta[seat] += out.penalty_part[seat]


@kernel
def event_fault(event):
    """Whether the parts of an EVENT fit each other: winners if there is a win and only then, a payer where one pays."""
    kind = int(event.win_kind)
    winners = int(event.winner_mask)
    payer = int(event.payer)
    if int(event.dealer) < 0 or int(event.dealer) >= N_SEATS:
        return ScoreFault.BAD_DEALER
    if int(event.aborted) and kind != WinKind.DRAW:
        return ScoreFault.BAD_WINNERS
    if winners < 0 or winners >= 1 << N_SEATS or (winners == 0) != (kind == WinKind.DRAW):
        return ScoreFault.BAD_WINNERS
    if kind == WinKind.DISCARD or kind == WinKind.ROB_KAN:
        if payer < 0 or payer >= N_SEATS or winners >> payer & 1:
            return ScoreFault.BAD_PAYER
    elif winners & (winners - 1):
        return ScoreFault.BAD_WINNERS
    if int(event.opening) != OpeningWin.NONE and kind != WinKind.SELF_DRAW:
        return ScoreFault.BAD_OPENING
    return ScoreFault.OK


def new_hands() -> npt.NDArray[np.void]:
    """Four empty HAND records, shape (4,), no feeder known."""
    hands = np.zeros(N_SEATS, HAND).view(np.recarray)
    hands["meld_from"] = -1
    return hands


def new_events(n: int = 1) -> npt.NDArray[np.void]:
    """`n` EVENT records, shape (n,): exhaustive draws with seat 0 as dealer."""
    events = np.zeros(n, EVENT).view(np.recarray)
    for name in ("tile", "payer", "rob_kind", "gold_kind", "indicator", "east", "liable"):
        events[name] = -1
    return events


def new_scores(n: int = 1) -> npt.NDArray[np.void]:
    """Room for `n` SCORE records, shape (n,)."""
    return np.zeros(n, SCORE).view(np.recarray)
