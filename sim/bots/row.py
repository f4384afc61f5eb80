"""The row that describes one bot: its kind and its settings."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

N_SETTINGS = 18

BOT = np.dtype([("kind", "i4"), ("may_stand", "i4"), ("settings", "i4", (N_SETTINGS,)), ("profile", "i4")], align=True)
"""`kind` selects the branch in `sim.bots.dispatch`; the meaning of `settings` belongs to the kind. `may_stand`: 1 if the bot is
asked before each draw whether it stands instead (`turn.stand_pass`). `profile`: row of the table of mistake profiles, 0 for
bots that make no mistakes."""


class BotKind(IntEnum):
    """Numbers of the bot kinds, append-only."""

    RANDOM_LEGAL = 0
    TSUMOGIRI = 1  # discards what it drew, wins when it can, never claims
    GREEDY = 2
    BLIND = 3  # greedy without a look at the table
    CARELESS = 4  # greedy with random mistakes
    PATIENT = 5  # greedy that declines cheap wins
