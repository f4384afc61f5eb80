"""What a found breach costs: 赔胡, 站胡, 只能自摸, a tile frozen, an act undone, a tile taken back (FD b.12).

Every effect is written into the book, counted, and logged. The functions that may end the hand return True if they did.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

import numpy as np

from rulesets.clause_log import Counter
from rulesets.dtype import MAX_PENALTIES
from rulesets.table_choices import AfterPei, TalkPrice
from rulesets.tiles import N_HELD_KINDS, Tile, WinKind
from sim.bits import bit, has
from sim.flow.standing import StandReason, stand
from sim.jit import kernel
from sim.mistakes.breaches import note_effect
from sim.mistakes.log import count
from sim.order import is_standing
from sim.table import Phase


@kernel
def make_stand(world, rules, table, at):
    """The offender stands."""
    note_effect(world, table, at, np.int64(Counter.STAND))
    seat = table.mist.breach[at].seat
    if not is_standing(table.public, seat):
        stand(world.log, rules, table, seat, np.int64(StandReason.PENALTY))


@kernel
def book_penalty(table, offenders, late):
    """Add a penalty payment of these seats (a mask) to what the hand is settled by; `late`: 0, or FOUND_LATE. Without room for it
    the hand is at fault.
    """
    event = table.event
    event.pei_mask = int(event.pei_mask) | offenders
    for i in range(MAX_PENALTIES):
        if int(event.penalties[i]) == 0:
            event.penalties[i] = offenders | late
            return
    table.mist.unpaid = 1


@kernel
def break_off(world, table, at):
    """The hand is void: nobody wins, nothing but penalties is settled."""
    breach = table.mist.breach[at]
    breach.ended = 1
    count(world, breach.entry, Counter.ABORT)
    count(world, breach.entry, Counter.ENDED)
    event = table.event
    event.aborted = 1
    event.win_kind = WinKind.DRAW
    event.winner_mask = 0
    event.payer = -1
    table.public.phase = Phase.OVER


@kernel
def make_pay(world, rules, table, at):
    """The offender pays; the hand is void, or goes on with the offender standing. Returns whether the hand is over."""
    seat = table.mist.breach[at].seat
    note_effect(world, table, at, np.int64(Counter.PEI))
    book_penalty(table, bit(seat), 0)
    if int(rules.penalty.after_pei) == AfterPei.ABORT:
        break_off(world, table, at)
        return True
    if not is_standing(table.public, seat):
        stand(world.log, rules, table, seat, np.int64(StandReason.PENALTY))
    return False


@kernel
def pay_for_win(world, table, at):
    """Somebody wins on the offender's tile: the offender pays for all."""
    breach = table.mist.breach[at]
    note_effect(world, table, at, np.int64(Counter.PEI_WIN))
    breach.ended = 1
    count(world, breach.entry, Counter.ENDED)
    table.event.liable = breach.seat
    table.event.pei_mask = int(table.event.pei_mask) | bit(breach.seat)


@kernel
def bar_from_discards(world, table, at):
    """The offender may win by self-draw only from now on."""
    breach = table.mist.breach[at]
    note_effect(world, table, at, np.int64(Counter.SELF_DRAW_ONLY))
    table.public.self_draw_only[breach.seat] = 1
    table.mist.zimo_entry[breach.seat] = breach.entry


@kernel
def pay_for_talk(world, rules, table, at, price):
    """Talk that was objected to: self-draw only, or standing, as the rules say."""
    if price == TalkPrice.STAND:
        make_stand(world, rules, table, at)
    else:
        bar_from_discards(world, table, at)


@kernel
def freeze(world, table, at):
    """A leaked tile lies face up: it may not be discarded, nor may tiles near it be claimed or won on (FD-3.01)."""
    breach = table.mist.breach[at]
    note_effect(world, table, at, np.int64(Counter.FREEZE))
    public = table.public
    if not has(public.frozen[breach.seat], breach.kind):
        public.frozen[breach.seat] |= bit(breach.kind)
        public.visible[breach.kind] += 1
    table.own[breach.seat].freeze_range |= near_kinds(breach.kind)


@kernel
def near_kinds(kind):
    """Mask of the kinds within three numbers of a suited tile, of the kind alone for an honour."""
    if kind >= Tile.EAST:
        return bit(kind)
    found = 0
    rank = kind % 9
    for other in range(max(0, rank - 3), min(8, rank + 3) + 1):
        found |= bit(kind - rank + other)
    return found


@kernel
def thaw(table, seat, kind):
    """A frozen tile leaves the hand in a kan, if that stands."""
    public = table.public
    table.mist.thawed = -1
    if has(public.frozen[seat], kind):
        public.frozen[seat] &= ~bit(kind)
        public.visible[kind] -= 1
        table.mist.thawed = kind


@kernel
def freeze_again(table, seat):
    """The kan did not come about: the frozen tile lies face up beside the hand as before."""
    kind = table.mist.thawed
    table.mist.thawed = -1
    if kind >= 0:
        table.public.frozen[seat] |= bit(kind)
        table.public.visible[kind] += 1


@kernel
def show_all(table, seat):
    """The tiles of a seat lie face up (a false win, the hand going on): all can see them."""
    own = table.own[seat]
    for kind in range(N_HELD_KINDS):
        n = int(own.counts[kind])
        if has(table.public.frozen[seat], kind):
            n -= 1
        table.public.visible[kind] += n
        table.mist.shown[seat, kind] = n


@kernel
def throw_shown(table):
    """Of the tile on offer: one that lay face up with the hand already was counted then, and is not seen twice."""
    seat = table.public.turn_seat
    kind = table.public.tile
    if 0 <= kind < N_HELD_KINDS and int(table.mist.shown[seat, kind]) > 0:
        table.mist.shown[seat, kind] -= 1
        table.public.visible[kind] -= 1


@kernel
def undo(world, table, at):
    """The act is rolled back."""
    note_effect(world, table, at, np.int64(Counter.UNDO))


@kernel
def void_points(world, table, at):
    """The offender's concealed points do not count."""
    note_effect(world, table, at, np.int64(Counter.VOID_HU))
    table.event.void_hu = int(table.event.void_hu) | bit(table.mist.breach[at].seat)
