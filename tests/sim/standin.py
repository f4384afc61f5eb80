"""A stand-in for the engine: rows that are possible, depend on what hands may depend on, and cost next to nothing.

What happens in a hand follows from seed, wall, hand number, the bots, and the reserve of the *played* rules; what it is
worth also from the fan values of the *scored* rules. So the tests of planning, storage and distribution see the same
freedom and the same pairing as with real hands. `DELAY` (environment, seconds) slows every call down.
"""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from sim.batch import Group, LineUp, Played
from sim.outcomes import OUTCOME
from sim.table import TABLE

CALLS: list[tuple[int, ...]] = []  # number of groups and line-ups of every call, for tests in this process


def _noise(*parts: Any) -> np.ndarray:
    """64 random bits per element of the broadcast integer arrays (a keyed finaliser, no state)."""
    x = np.uint64(0x9E3779B97F4A7C15)
    with np.errstate(over="ignore"):
        for part in parts:
            x = (x ^ np.asarray(part).astype(np.uint64)) * np.uint64(0xBF58476D1CE4E5B9)
            x = (x ^ (x >> np.uint64(31))) * np.uint64(0x94D049BB133111EB)
            x = x ^ (x >> np.uint64(29))
    return x


def play(
    rule_table: np.ndarray,
    bot_table: np.ndarray,
    walls: Any,
    seed: int,
    *,
    lineups: Sequence[LineUp],
    groups: Sequence[Group],
    session_hands: int = 0,
    streaks: Sequence[int] = (),
    fan_paid: bool = False,
) -> Played:
    """Takes the same arguments as the engine."""
    CALLS.append((len(groups), len(lineups)))
    if delay := float(os.environ.get("DELAY", "0")):
        time.sleep(delay)
    walls = np.asarray(walls, dtype=np.int64)
    scored = [v for group in groups for v in group.scored]
    hands = max(1, session_hands)
    rows = np.zeros((len(scored), len(lineups), len(walls), hands), OUTCOME)
    paid = np.zeros((*rows.shape, 64), np.int32)
    at = 0
    for group in groups:
        reserve = int(rule_table[group.played]["wall"]["reserve"])
        for v in group.scored:
            value = int(rule_table[v]["hebei"]["fan_menqing"])
            for j, lineup in enumerate(lineups):
                bots = [int(bot_table[b]["kind"]) for b in lineup.bots]
                rows[at, j] = _hands(walls, hands, seed, bots, len(lineup.seatings), reserve, value, paid[at, j])
            at += 1
    return Played(rows, paid, tuple(scored), np.zeros((0, 8), np.int64), np.zeros(1, TABLE))


def _hands(
    walls: np.ndarray, hands: int, seed: int, bots: list[int], seatings: int, reserve: int, value: int, paid: np.ndarray
) -> np.ndarray:
    wall, hand = walls[:, None], np.arange(hands)[None, :]
    bits = _noise(seed, wall, hand, *bots)
    luck = _noise(seed, wall, hand, *bots, 1)
    out = np.zeros((len(walls), hands), OUTCOME)
    out["wall"], out["hand_no"], out["seating"] = wall, hand, wall % seatings
    dealer, seat = (bits % np.uint64(4)).astype(int), (bits >> np.uint64(8)).astype(int) % 4
    end = (luck % np.uint64(100)).astype(int)
    drawn, self_draw = end < reserve, (end >= reserve) & (end < 60)
    feeder = (seat + 1 + (bits >> np.uint64(20)).astype(int) % 3) % 4
    out["dealer"], out["end"] = dealer, np.where(drawn, 0, np.where(self_draw, 1, 2))
    out["winner_mask"] = np.where(drawn, 0, 1 << seat)
    out["payer"] = np.where(drawn | self_draw, -1, feeder)
    out["win_tile"] = np.where(drawn, -1, (bits >> np.uint64(30)).astype(int) % 34)
    out["draws"], out["discards"] = 30 + end % 40, 29 + end % 40
    out["fans_a"] = np.where(drawn, 0, np.where(end % 2 == 1, 2, 0))
    pay = np.where(drawn, 0, 4 + value * (end % 2))
    for s in range(4):
        loses = np.where(self_draw, s != seat, s == feeder)
        gain = np.where(s == seat, pay * np.where(self_draw, 3, 1), -pay * loses)
        out[f"delta_s{s}"] = np.where(drawn, 0, gain)
        out[f"ready_turn_s{s}"] = (bits >> np.uint64(40 + s)).astype(int) % 12 - 1
    paid[..., 1] = np.where(drawn, 0, value * (end % 2) * np.where(self_draw, 3, 1))
    return out
