"""The records of play: what all see (PUBLIC), what one seat sees (OWN), and what only the referee knows.

Single numbers are 64 bits wide, so that kernels are compiled for one integer type only; arrays are narrow.

One TABLE is reset for every hand and mutated in place. Kinds are numbers of `rulesets.tiles`, seats are absolute,
masks have bit k for kind k. `-1` means "none".
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from rulesets.dtype import EVENT, HAND, MAX_MELDS, N_FLOWER_KINDS
from rulesets.tiles import N_KINDS, N_SEATS, N_TILES
from sim.mistakes.record import MIST


class Phase(IntEnum):
    """What the table is waiting for (`PUBLIC.phase`)."""

    DEAL = 0
    OWN_TURN = 1  # a seat holds a drawn tile
    AFTER_CLAIM = 2  # a seat has just claimed a chi or pon and must discard
    CLAIM = 3  # the others answer a discard
    ROB = 4  # the others may win on the tile of a kan
    OVER = 5
    OPENING = 6  # wins with the tiles held once the gold is open are offered (`PUBLIC.stage`)
    LAY_BACK = 7  # the dealer lays tiles back that it drew for flowers turned up (gold.flower_flip)
    ROB_GOLD = 8  # the indicator is offered after the first discard
    LAST_GROUP = 9  # a seat may win on its tile of the last group
    GROUP_DRAW = 10  # the next seat draws its tile of the last group
    BEFORE_DRAW = 11  # a seat may stand instead of drawing (turn.stand_pass)
    LAY_ASIDE = 12  # the maker of a kan lays a tile aside before its tile of the last group (end.kan_maker_tile)


# What every seat sees.
PUBLIC = np.dtype(
    [
        ("visible", "i1", (N_KINDS,)),  # tiles face up: discards that were not claimed, and melds as far as they are shown
        ("dealer", "i8"),
        ("phase", "i8"),  # Phase
        ("turn_seat", "i8"),  # seat whose turn it is; in CLAIM and ROB: the seat that threw or declared the tile on offer
        ("tile", "i8"),  # tile on offer in CLAIM, ROB and ROB_GOLD
        ("rob_kind", "i8"),  # MeldKind of the kan that may be robbed
        ("n_melds", "i1", (N_SEATS,)),
        ("meld_kind", "i1", (N_SEATS, MAX_MELDS)),  # MeldKind
        ("meld_tile", "i1", (N_SEATS, MAX_MELDS)),  # kind, lowest of a chi; -1 for a closed kan whose kind is hidden
        ("meld_from", "i1", (N_SEATS, MAX_MELDS)),  # seat that fed the tile; own seat for a closed kan
        ("n_concealed", "i1", (N_SEATS,)),  # tiles in hand
        ("flowers", "i1", (N_SEATS, N_FLOWER_KINDS)),  # laid out, by kind - FIRST_FLOWER; dead ones not among them
        ("n_flowers", "i1", (N_SEATS,)),  # their number
        ("dead_flowers", "i1", (N_FLOWER_KINDS,)),  # of all seats: drawn when no flower was replaced any more
        ("self_draw_only", "i1", (N_SEATS,)),  # has discarded a gold and may no longer win on other seats' tiles
        ("is_ready", "i1", (N_SEATS,)),  # has declared ready (turn.ready)
        ("thrown", "i8", (N_SEATS,)),  # mask of the kinds each seat has discarded, claimed ones included
        ("river_kind", "i1", (N_TILES,)),  # discards in order; entries from n_discards on have no meaning
        ("river_seat", "i1", (N_TILES,)),
        ("river_claimed", "i1", (N_TILES,)),  # 1 if the tile was taken by another seat
        ("n_discards", "i8"),
        ("left", "i8"),  # tiles face down in the wall, reserve included
        ("keep", "i8"),  # tiles that must be left: the reserve with its growth
        ("drawable", "i8"),  # tiles that ordinary draws may still reach
        ("tail_taken", "i8"),  # tiles taken from the tail by rule (replacements, tiles turned up): k of HB-B.4
        ("n_open_kans", "i8"),  # open and added kans of all seats
        ("n_closed_kans", "i8"),
        ("n_flower_quads", "i8"),  # of all seats
        ("gold_kind", "i8"),  # kind whose tiles are wild; of gold flowers the one turned up, which stands for all of them
        ("indicator", "i8"),  # kind turned up to name it
        ("n_kept", "i8"),  # hands in a row that the dealer has kept the deal
        ("before_flowers", "i8"),  # 1: opening wins are asked and no flower has been replaced yet (opening.check)
        ("stage", "i8"),  # sim.flow.opening.Stage, in phase OPENING
        ("rob_open", "i8"),  # 1: the indicator will be offered after the first discard
        ("claim_part", "i8"),  # sim.flow.rob_gold.Part: which claims of the first discard are asked
        ("group_left", "i8"),  # tiles of the last group that are yet to be drawn; -1 before it has begun
        ("gold_mask", "i8"),  # mask of the kinds whose tiles are wild: gold_kind, or four flowers of one colour
        ("standing", "i8"),  # mask of the seats that stand 站胡
        ("skipped", "i8"),  # mask of the seats that turn order passes over: those that stand, under penalty.stand: skip
        ("follow", "i1", (N_SEATS,)),  # kind of each seat's last discard, -1 once it has taken a tile again
        ("flush_suit", "i1", (N_SEATS,)),  # suit that the melds of a seat bar (bar.flush_table), -1 none
        ("missing_wind", "i1", (N_SEATS,)),  # wind that the melds of a seat bar (bar.four_winds), -1 none
        ("frozen", "i8", (N_SEATS,)),  # mask of the kinds of which a seat holds a tile face up (FD-3.01)
        ("east", "i8"),  # seat whose wind is East, -1: no seat winds
    ],
    align=True,
)

# What one seat sees of itself. The first fields are those of HAND.
OWN = np.dtype(
    [(name, np.dtype("i8") if name in ("n_melds", "golds", "gold_flowers") else HAND[name]) for name in (HAND.names or ())]
    + [
        ("seat", "i8"),
        ("drawn", "i8"),  # kind of the tile just drawn, -1 when there is none
        ("drawn_from_tail", "i8"),  # 1 if it is the replacement of a kan or of a flower
        ("after_kan", "i8"),  # 1 if it is a kan replacement, flowers in between or not
        ("may_win", "i8"),  # 0: it was on offer as an opening win and is none any more
        ("n_draws", "i8"),  # ordinary draws from the wall so far
        ("gold_kind", "i8"),  # PUBLIC.gold_kind: tiles of this kind are counted in `golds`
        ("least_distance", "i8"),  # lower bound of the tiles needed by the tiles held between turns; exact if 1, which is ready
        ("is_stale", "i8"),  # waits have yet to be worked out; never 1 when a bot is asked
        ("just_chi", "i8"),  # kind claimed by the chi that this turn began with
        ("ready_turn", "i8"),  # own discards made when the seat was first ready, -1 = never
        ("n_thrown", "i8"),  # own discards
        ("calls", "i1", (MAX_MELDS,)),  # number of melds made, by MeldKind; a pon made a kan later counts in both
        ("keys", "i4", (4,)),  # suit keys of the concealed tiles (characters, dots, bamboos, honours), always current
        ("waits", "i8"),  # mask of the kinds that complete the tiles held between turns (bit of the gold kind: a gold does)
        ("is_idle", "i8"),  # 1: an idle gold bars wins on other seats' tiles; looked for only under gold.idle_win
        ("passed", "i8"),  # mask of the kinds on the passed list (claim.pass_after)
        ("at_least", "i8", (4,)),  # masks of the kinds held concealed in at least 1, 2, 3, 4 copies, always current
        ("pons", "i8"),  # mask of the kinds of own pons that are not kans yet
        ("ready_discards", "i8"),  # turn.ready: mask of the kinds whose discard now leaves the hand ready
        ("ready_kans", "i8"),  # turn.ready, after declaring: mask of the kinds of which a kan now leaves the hand ready
        ("must_kan", "i8"),  # kind that has to be made a kan now (FD-3.22), -1 none
        ("group_bars", "i8", (2,)),  # masks of the waits that are no win (win.same_kind_group): while kans may come, and after
        ("freeze_range", "i8"),  # mask of the kinds that leaked tiles bar from chi and wins (FD-3.01)
    ],
    align=True,
)

# The state of the wall; which tile lies where is in WALL_ORDER.
WALL = np.dtype(
    [
        ("used", "i1", (N_TILES,)),  # by tile number: drawn, or absent from this tile set
        ("at", "i2", (N_SEATS,)),  # next place of each lane
        ("tail_at", "i8"),  # next place of the tail order
        ("left", "i8"),
        ("returned", "i8"),  # tiles put back on the front and on the tail, see `sim.wall.put_back`; 0 none
    ],
    align=True,
)

# The order of one wall, shared by all variants that play it (see sim.wall).
WALL_ORDER = np.dtype(
    [
        ("kind_of", "i1", (N_TILES,)),  # kind of each tile number
        ("lane_tile", "i2", (N_TILES,)),  # tile numbers; those of lane s stand at lane_from[s] .. lane_to[s] - 1
        ("lane_from", "i2", (N_SEATS,)),
        ("lane_to", "i2", (N_SEATS,)),
        ("tail_tile", "i2", (N_TILES,)),  # tile numbers in the order in which the tail yields them
        ("mode", "i8"),  # WallMode
        ("n_tiles", "i8"),  # tile numbers in use: 144 for keyed walls, the length of a recorded one
        ("lane_of", "i1", (N_TILES,)),
        ("priority", "i8", (N_TILES,)),  # sort keys of the tile numbers
        ("bucket", "i2", (257,)),  # scratch of the sort
    ],
    align=True,
)

# The referee's book-keeping.
CLOCK = np.dtype(
    [
        ("wall", "i8"),
        ("hand_no", "i8"),
        ("draws", "i8"),  # tiles drawn after the opening, replacements included
        ("n_decisions", "i8"),
        ("legal_sum", "i8"),
        ("answers", "i8"),  # mask of the seats that answered WIN to the last tile
        ("declined", "i8"),  # mask of the seats that declined to win on the first discard before the indicator was offered
        ("since_discard", "i2", (N_SEATS,)),  # decisions of each seat since the last discard
        ("script_at", "i4", (N_SEATS,)),  # rows of the script already used by each seat (strict scripts: entry 0)
        ("n_log", "i8"),  # rows written to the transcript
        ("waiting", "i1", (N_SEATS, N_FLOWER_KINDS)),  # flowers of the deal that are not laid out yet
        ("lay_back", "i8"),  # tiles the dealer has yet to lay back
        ("group_done", "i8"),  # mask of the seats that get no tile of the last group any more
        ("lay_aside", "i8"),  # seat that lays a tile aside before its tile of the last group, -1 none
        ("stood", "i8"),  # two bits a seat: 1 + StandReason of the seats that stand
        ("flush_barred", "i8"),  # turns so far on which a flush table barred a discard
        ("winds_barred", "i8"),  # ... a four-wind table
        ("late_barred", "i8"),  # ... the end of the wall
        ("group_tiles", "i8"),  # tiles dealt out as the last group, 0 before it
        ("aside_tile", "i8"),  # kind that lies aside face down, -1 none
        ("off_by", "i1", (N_SEATS,)),  # tiles each seat has beyond its number: 1, or -1 if it is short (FD-1.01, FD-2.01)
    ],
    align=True,
)

TABLE = np.dtype(
    [("public", PUBLIC), ("own", OWN, (N_SEATS,)), ("wall", WALL), ("clock", CLOCK), ("event", EVENT), ("mist", MIST)],
    align=True,
)
