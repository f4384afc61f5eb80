"""Record layouts shared by law and play. The rule row is generated from the option catalogue, so that an option exists
in one place; the other records are written out here.

House rules for fields: signed integers, no name that is an attribute of a NumPy record (`base`, `round`, `take`, …),
`align=True`.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rulesets.tiles import N_KINDS, N_SEATS, Tile

MAX_MELDS = 5
MAX_FANS = 64
MAX_PENALTIES = 8  # penalty payments in one hand: each seat stands after its own, the others are found when the hand is over
FOUND_LATE = 1 << N_SEATS  # in an entry of EVENT.penalties: paid after the hand is settled (FD-1.02, FD-3.21)

FIRST_FLOWER = Tile.EAST  # kinds from here on can be flowers: honours where the rules lay them out, seasons and plants
N_FLOWER_KINDS = N_KINDS - FIRST_FLOWER

# One seat's tiles, the whole truth about them: what scoring reads. Concealed tiles include the winning tile of a winner,
# and a taken indicator (搶金): among `golds` if it is wild there, else in `counts` as the face it shows.
# Engine: a drawn tile of the gold kind goes to `golds`, never to `counts`; so `counts` are tiles that stand for
# themselves, and a gold that was used as its own face in a chi is in the meld.
HAND = np.dtype(
    [
        ("counts", "i1", (N_KINDS,)),  # concealed tiles by kind, golds left out
        ("golds", "i1"),  # golds (wild tiles 金) in the concealed hand
        ("gold_flowers", "i2"),  # bits 0-7: which of H1-H8 are among `golds` (gold.flower_flip: flowers_are_gold)
        ("flowers", "i1", (N_FLOWER_KINDS,)),  # flowers laid out, by kind - FIRST_FLOWER; dead ones (last group) not among them
        ("n_melds", "i1"),
        ("meld_kind", "i1", (MAX_MELDS,)),  # MeldKind
        ("meld_tile", "i1", (MAX_MELDS,)),  # kind; the lowest of a chi
        ("meld_from", "i1", (MAX_MELDS,)),  # absolute seat that fed the tile; of an added kan: that fed the pon; own seat if closed
    ],
    align=True,
)

HAND_RECORD = np.dtype((np.record, HAND))  # the same with fields as attributes, without a compiler too

# How a hand ended: what scoring reads beside the four hands. The last five fields are -1 (kinds) or 0 unless the engine
# plays with golds, opening wins or dealer streaks; it fills all of them.
EVENT = np.dtype(
    [
        ("win_kind", "i1"),  # WinKind; opening wins, shapeless wins and last-group wins are self-draws
        ("dealer", "i1"),
        ("tile", "i1"),  # winning kind (the gold kind if a gold came), -1 at a draw and for a win with the dealt tiles
        ("payer", "i1"),  # discarder or robbed seat, -1 at self-draw and draw
        ("winner_mask", "i1"),  # bit per seat: the seats that win (after claim.multi_win was applied)
        ("after_kan", "i1"),  # the winner drew the tile as a kan replacement, flowers in between or not
        ("last_tile", "i1"),  # no ordinary draw is allowed any more (HB-B.4); also read for the last discard
        ("rob_kind", "i1"),  # MeldKind of the robbed kan (KAN_ADDED or KAN_CLOSED), -1 otherwise
        ("opening", "i1"),  # OpeningWin
        ("first_draw", "i1"),  # 1: self-draw with the tile of the winner's first own turn to draw, no call of its own before
        ("gold_kind", "i1"),  # kind whose tiles are wild, -1 none
        ("indicator", "i1"),  # kind turned up to open the gold, -1 none
        ("east", "i1"),  # seat whose wind is East, -1: no seat winds
        ("discards", "i2"),  # discards made in the hand, the one that was won on included; taken back ones are none
        ("no_kan", "i1"),  # 1: no kan could be declared any more when the hand ended
        ("standing", "i1"),  # bit per seat: it stands 站胡
        ("void_hu", "i1"),  # bit per seat: its concealed points do not count (FD-3.14), or all do not (see `void_all`)
        ("void_all", "i1"),  # bit per seat: its hand earns nothing (FD-1.02)
        ("liable", "i1"),  # seat that pays the win for all (PEI with a win), -1 none
        ("pei_mask", "i1"),  # bit per seat: it made a penalty payment 賠胡 in the hand, paying a win for all included
        ("penalties", "i1", (MAX_PENALTIES,)),  # penalty payments in order: bit per offender, and FOUND_LATE; 0 ends the list
        ("aborted", "i1"),  # 1: the hand was broken off after a penalty payment; nobody won, nothing but penalties is settled
        ("rightful", "i1"),  # 1 + the seat whose deal it was, where another dealt and that was noticed; 0 otherwise
        ("n_kept", "i2"),  # how often the dealer has kept the deal (連莊); 0 in its first hand
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
    BAD_OPENING = 7  # an opening win that is no self-draw


# What scoring says. `delta` sums to zero and is the sum of its parts.
SCORE = np.dtype(
    [
        ("delta", "i4", (N_SEATS,)),  # points by absolute seat
        ("win_part", "i4", (N_SEATS,)),  # of which for the win
        ("kan_part", "i4", (N_SEATS,)),  # of which for kans
        ("penalty_part", "i4", (N_SEATS,)),  # of which penalty payments (EVENT.penalties)
        ("liable_part", "i4", (N_SEATS,)),  # of win_part: what the liable seat pays for others, and whom it pays that
        ("total", "i4", (N_SEATS,)),  # where every seat's hand has a total: what the seat settles with, 0 if it settles nothing
        ("tai", "i4", (N_SEATS,)),  # tai 台 of each winner, beyond those that double too; 0 for a limit hand
        ("limit", "i1", (N_SEATS,)),  # of each winner's total: 1 a fixed value replaced it, 2 it reaches the payment limit
        ("among_losers", "i4"),  # points that seats that did not win paid one another
        ("limit_hands", "i1"),  # bit per seat: a winner whose total is that of a limit hand
        ("owed", "i4", (N_SEATS, N_SEATS)),  # [payer, payee]: what the hand has one seat pay another, penalties left out
        ("fans", "i8", (N_SEATS,)),  # bit mask of the fans each winner has (of the scored reading), also those topped by others
        ("fan_points", "i4", (N_SEATS,)),  # what they bring per winner, before limits and shares
        ("fan_paid", "i4", (MAX_FANS,)),  # points that changed hands because of each fan, over all winners
    ],
    align=True,
)

MAX_GOLDS = 17  # a hand of wild tiles only, in the longest game

# One way to cut a complete hand (`rulesets.hand_readings`). Melds are not listed: they are sets already.
READING = np.dtype(
    [
        ("form", "i1"),  # Shape
        ("n_sets", "i1"),  # concealed sets that follow; 0 for hands of pairs and thirteen orphans
        ("set_type", "i1", (MAX_MELDS,)),  # SetType
        ("set_tile", "i1", (MAX_MELDS,)),  # kind; the lowest of a run. Ascending, triplets before runs of the same kind
        ("pair", "i1"),  # kind of the pair; the doubled kind of thirteen orphans; -1 for hands of pairs
        ("n_quads", "i1"),  # hands of pairs only: kinds taken four times (of seven pairs: golds included)
        ("n_golds", "i1"),  # golds in the hand
        ("gold_as", "i1", (MAX_GOLDS,)),  # the kind each gold stands for, ascending; -1 beyond n_golds, and for any kind
    ],
    align=True,
)
