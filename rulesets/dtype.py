"""Record layouts shared by law and play. The rule row is generated from the option catalogue, so that an option exists
in one place; the other records are written out here.

House rules for fields: signed integers, no name that is an attribute of a NumPy record (`base`, `round`, `take`, …),
`align=True`.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rulesets.tiles import N_KINDS, N_SEATS

MAX_MELDS = 5
MAX_FANS = 64

# One seat's tiles, the whole truth about them: what scoring reads. Concealed tiles include the winning tile of a winner.
HAND = np.dtype(
    [
        ("counts", "i1", (N_KINDS,)),  # concealed tiles by kind
        ("n_melds", "i1"),
        ("meld_kind", "i1", (MAX_MELDS,)),  # MeldKind
        ("meld_tile", "i1", (MAX_MELDS,)),  # kind; the lowest of a chi
        ("meld_from", "i1", (MAX_MELDS,)),  # absolute seat that fed the tile; of an added kan: that fed the pon; own seat if closed
    ],
    align=True,
)

# How a hand ended: what scoring reads beside the four hands.
EVENT = np.dtype(
    [
        ("win_kind", "i1"),  # WinKind
        ("dealer", "i1"),
        ("tile", "i1"),  # winning kind, -1 at a draw
        ("payer", "i1"),  # discarder or robbed seat, -1 at self-draw and draw
        ("winner_mask", "i1"),  # bit per seat: the seats that win (after claim.multi_win was applied)
        ("after_kan", "i1"),  # the winner drew the tile as a kan replacement
        ("last_tile", "i1"),  # no ordinary draw is allowed any more (HB-B.4); also read for the last discard
        ("rob_kind", "i1"),  # MeldKind of the robbed kan (KAN_ADDED or KAN_CLOSED), -1 otherwise
    ],
    align=True,
)


class ScoreFault(IntEnum):
    """What `score_hand` returns: why a hand cannot be scored."""

    OK = 0
    NOT_COMPLETE = 1  # a winner's tiles are no winning hand under these rules
    NO_FEEDER = 2  # a kan is paid by the seat that fed it, and the record does not name it
    BAD_DEALER = 3
    BAD_WINNERS = 4  # no winner though somebody won, a winner at a draw, or several on a self-draw
    BAD_PAYER = 5  # no payer on a discard or robbed kan, or a payer who wins
    UNKNOWN_FAMILY = 6


# What scoring says. `delta` sums to zero and is the sum of its parts.
SCORE = np.dtype(
    [
        ("delta", "i4", (N_SEATS,)),  # points by absolute seat
        ("win_part", "i4", (N_SEATS,)),  # of which for the win
        ("kan_part", "i4", (N_SEATS,)),  # of which for kans
        ("fans", "i8", (N_SEATS,)),  # bit mask of the fans of each winner's scored reading
        ("fan_points", "i4", (N_SEATS,)),  # their sum per winner
        ("fan_paid", "i4", (MAX_FANS,)),  # points that changed hands because of each fan, over all winners
    ],
    align=True,
)

MAX_GOLDS = 17  # a hand of wild tiles only, in the longest game

# One way to cut a complete hand (`rulesets.hand_readings`). Melds are not listed: they are sets already.
READING = np.dtype(
    [
        ("form", "i1"),  # Shape
        ("n_sets", "i1"),  # concealed sets that follow; 0 for seven pairs and thirteen orphans
        ("set_type", "i1", (MAX_MELDS,)),  # SetType
        ("set_tile", "i1", (MAX_MELDS,)),  # kind; the lowest of a run. Ascending, triplets before runs of the same kind
        ("pair", "i1"),  # kind of the pair; the doubled kind of thirteen orphans; -1 for seven pairs
        ("n_quads", "i1"),  # seven pairs only: kinds taken four times (golds included)
        ("n_golds", "i1"),  # golds in the hand
        ("gold_as", "i1", (MAX_GOLDS,)),  # the kind each gold stands for, ascending; -1 beyond n_golds
    ],
    align=True,
)
