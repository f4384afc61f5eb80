"""What a kernel is given to play with: tables, rules, bots, script, and room to work in. Nothing here is allocated twice."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

SEATED = np.dtype(
    [
        ("bot", "i4", (4,)),
        ("belief", "i4", (4,)),
        ("slot", "i4", (4,)),
        ("errs", "i8"),
        ("by_players", "i8"),
        ("bench_bot", "i4"),
        ("bench_slot", "i4"),
    ],
    align=True,
)
"""Who sits where in the hand at hand: by seat, row of the bot table, row of the rule table believed in, line-up slot;
whether anybody errs, and then whether breaches are found by the players (otherwise by the referee); and the player who waits
at five corners, slot -1 if nobody does."""


class ScriptMode(IntEnum):
    """How a script is read."""

    NONE = 0  # bots decide
    WISHES = 1  # each seat's next row is played as soon as it is legal; otherwise pass, or discard the drawn tile
    STRICT = 2  # row i answers decision i


class World(NamedTuple):
    """Arguments that every step of a hand needs."""

    tables: Any  # hand tables
    rule_table: npt.NDArray[np.void]  # RULES[V]
    bot_table: npt.NDArray[np.void]  # BOT[B]
    seated: npt.NDArray[np.void]  # SEATED[1]
    legal: npt.NDArray[np.void]  # LEGAL[4], the legal set of each seat
    answers: npt.NDArray[np.int64]  # int64[4], the choice of each seat
    script: npt.NDArray[np.int64]  # int64[n, 2]: seat, choice
    script_mode: int
    log: npt.NDArray[np.int64]  # int64[n, 8], n = 0: no transcript
    seed: Any  # uint64
    profiles: npt.NDArray[np.void]  # PROFILE[P]; row 0 makes no mistakes
    counted: npt.NDArray[np.int64]  # int64[N_ENTRIES, N_COUNTERS]: the clause log of the hand at hand, or no rows
    breaches: npt.NDArray[np.int64]  # int64[n, len(EVENT_COLUMNS)], n = 0: no log of breaches
