"""The tiles of one seat, and what it remembers about them so that nothing is worked out twice.

`keys`, `at_least` and `pons` change with every tile that comes or goes. `waits` describes the tiles held between turns. A
move that changes these marks the seat as stale, and `refresh` works the waits out before the next question is put; they
stay valid until the own concealed tiles change again, so that asking whether a discard wins is one bit test.

One tile in and one out brings a hand nearer by one tile at most, or by three if it is a gold. So a seat keeps a lower bound
of the tiles it needs, and the tables are asked only when the bound says that it might wait for something.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.dtype import MAX_MELDS, N_FLOWER_KINDS
from rulesets.hand_distance import STEP
from rulesets.hand_golds import hand_distance, useful_kinds
from rulesets.hand_seat import FARTHEST_WAIT, seat_waits
from rulesets.hand_tables import HONOUR_KEY
from rulesets.tiles import N_HELD_KINDS, N_KINDS, MeldKind, Tile
from sim.bits import bit, lowest
from sim.flow.gold_rights import study_idle_gold
from sim.flow.groups import has_groups, study_groups
from sim.jit import kernel


@kernel
def clear_seat(own, seat):
    """Empty hands, as before the deal."""
    for kind in range(N_KINDS):
        own.counts[kind] = 0
    for i in range(MAX_MELDS):
        own.meld_kind[i] = -1
        own.meld_tile[i] = -1
        own.meld_from[i] = -1
        own.calls[i] = 0
    for i in range(4):
        own.keys[i] = 0
        own.at_least[i] = 0
    own.keys[3] = HONOUR_KEY
    own.golds = 0
    for i in range(N_FLOWER_KINDS):
        own.flowers[i] = 0
    own.n_melds = 0
    own.seat = seat
    own.drawn = -1
    own.drawn_from_tail = 0
    own.after_kan = 0
    own.may_win = 1
    own.n_draws = 0
    own.gold_kind = -1
    own.least_distance = 0
    own.is_stale = 1
    own.just_chi = -1
    own.ready_turn = -1
    own.n_thrown = 0
    own.waits = 0
    own.is_idle = 0
    own.passed = 0
    own.pons = 0
    own.ready_discards = 0
    own.ready_kans = 0
    own.must_kan = -1
    own.freeze_range = 0
    own.gold_flowers = 0
    own.group_bars[0] = 0
    own.group_bars[1] = 0


@kernel
def held_as(own, kind):
    """The kind under which a tile joins the hand: a gold flower as the gold kind, and which flower it is is noted (FD-2.05)."""
    if kind < Tile.H1:
        return kind
    own.gold_flowers |= bit(kind - Tile.H1)
    return own.gold_kind


@kernel
def shown_as(own, kind):
    """The kind that lies face up when a tile of the hand is thrown: of several gold flowers the lowest number goes first."""
    if kind < Tile.H1 or own.gold_flowers == 0:
        return kind
    flower = lowest(own.gold_flowers)
    own.gold_flowers &= ~bit(flower)
    return flower + Tile.H1


@kernel
def add_tile(own, kind):
    """Take one tile into the concealed hand."""
    if kind == own.gold_kind:
        own.golds = int(own.golds) + 1
        return
    copies = int(own.counts[kind])
    own.counts[kind] = copies + 1
    if kind < N_HELD_KINDS:
        own.keys[kind // 9] += STEP[kind % 9]
        own.at_least[copies] |= bit(kind)


@kernel
def remove_tile(own, kind):
    """Give one tile out of the concealed hand."""
    if kind == own.gold_kind:
        own.golds = int(own.golds) - 1
        return
    copies = int(own.counts[kind]) - 1
    own.counts[kind] = copies
    if kind < N_HELD_KINDS:
        own.keys[kind // 9] -= STEP[kind % 9]
        own.at_least[copies] &= ~bit(kind)


@kernel
def name_gold(own, kind):
    """The gold is open: the copies of its kind in the hand are golds from now on."""
    copies = int(own.counts[kind])
    for _ in range(copies):
        remove_tile(own, kind)
    own.gold_kind = kind
    own.golds = copies
    changed_by_call(own)


@kernel
def changed(own):
    """The tiles held between turns are no longer those of the turn before: the drawn one came, another went.

    A gold may be the fifth copy of a kind, and so spare more than the one tile that it stands for.
    """
    own.is_stale = 1
    own.least_distance -= FARTHEST_WAIT if own.drawn >= 0 and own.drawn == own.gold_kind else 1


@kernel
def changed_by_call(own):
    """The tiles held between turns changed by more than one: nothing is known of the distance."""
    own.is_stale = 1
    own.least_distance = 0


@kernel
def forget(own):
    """The seat has claimed a tile and has yet to discard: it has no waits, and nothing is known of the distance."""
    own.least_distance = 0
    own.waits = 0
    own.is_idle = 0
    own.is_stale = 0


@kernel
def farthest_wait(own):
    """The greatest distance at which a hand may have waits: a gold completes some as a fifth copy, see `seat_waits`."""
    return 1 if own.gold_kind < 0 else FARTHEST_WAIT


@kernel
def refresh(tables, rules, own):
    """Work out the waits of the tiles held between turns; a tile just drawn is put aside meanwhile."""
    own.is_stale = 0
    own.waits = 0
    own.is_idle = 0
    if own.least_distance > farthest_wait(own):
        return
    drawn = own.drawn
    if drawn >= 0:
        remove_tile(own, drawn)
    own.least_distance = hand_distance(tables, rules, own.keys, own.counts, own.n_melds, own.golds)
    if own.gold_kind >= 0:
        own.waits = seat_waits(tables, rules, own.keys, own, own.gold_kind, own.least_distance)
    elif own.least_distance == 1:
        own.waits = useful_kinds(tables, rules, own.keys, own.counts, own.n_melds, own.golds, own.least_distance)
    if own.waits and own.ready_turn < 0:
        own.ready_turn = own.n_thrown
    study_idle_gold(tables, rules, own)
    if own.waits and has_groups(rules):
        study_groups(tables, rules, own)
    if drawn >= 0:
        add_tile(own, drawn)


@kernel
def add_meld(own, meld_kind, tile, feeder):
    """Lay out a new meld; the concealed tiles are removed by the caller."""
    n = own.n_melds
    own.meld_kind[n] = meld_kind
    own.meld_tile[n] = tile
    own.meld_from[n] = feeder
    own.n_melds = n + 1
    own.calls[meld_kind] += 1
    if meld_kind == MeldKind.PON:
        own.pons |= bit(tile)


@kernel
def pon_to_kan(own, tile):
    """Turn the own pon of a kind into an added kan and return the place of the meld."""
    own.pons &= ~bit(tile)
    own.calls[MeldKind.KAN_ADDED] += 1
    at = 0
    for i in range(own.n_melds):
        if int(own.meld_kind[i]) == MeldKind.PON and int(own.meld_tile[i]) == tile:
            own.meld_kind[i] = MeldKind.KAN_ADDED
            at = i
    return at
