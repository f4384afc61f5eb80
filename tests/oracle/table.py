"""A referee for one hand: what may be done, and what happens when it is done.

The referee gets option values, the dealer and the wall; somebody else chooses among the legal actions. It follows the
state machine of the rules: ACT after a draw, POST_CLAIM after chi or pon, CLAIM on a discard, ROB on a kan, LAST when
a replacement left nothing to draw (`end.replacement_to_zero: end_hand`), OVER.

Where the rule text leaves a choice, the reading taken here is written at the place with the word *Reading*.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from typing import NamedTuple

from tests.oracle import win
from tests.oracle.options import Value
from tests.oracle.score_hebei import Ending, Meld
from tests.oracle.wall import Wall


class Action(IntEnum):
    """What a seat can do; the number is the bit in `Legal.flags`."""

    PASS = 0
    DISCARD = 1
    CHI_LOW = 2  # the claimed tile is the lowest of the run
    CHI_MID = 3
    CHI_HIGH = 4
    PON = 5
    KAN_OPEN = 6
    KAN_ADDED = 7
    KAN_CLOSED = 8
    WIN = 9
    READY = 10  # declare readiness and discard


CHIS = (Action.CHI_LOW, Action.CHI_MID, Action.CHI_HIGH)


class Phase(IntEnum):
    ACT = 0
    POST_CLAIM = 1
    CLAIM = 2
    ROB = 3
    LAST = 4
    OVER = 5


class Legal(NamedTuple):
    """Legal actions of one seat: a bit per action, and masks over kinds for those that name a tile."""

    flags: int
    discards: int = 0
    added_kans: int = 0
    closed_kans: int = 0
    ready_discards: int = 0

    def choices(self) -> list[tuple[Action, int]]:
        """Every single choice, (action, kind); kind -1 where the action names none."""
        masks = {
            Action.DISCARD: self.discards,
            Action.KAN_ADDED: self.added_kans,
            Action.KAN_CLOSED: self.closed_kans,
            Action.READY: self.ready_discards,
        }
        found = []
        for action in Action:
            if self.flags >> action & 1:
                if action in masks:
                    found += [(action, kind) for kind in range(34) if masks[action] >> kind & 1]
                else:
                    found.append((action, -1))
        return found


class Event(NamedTuple):
    """One thing that happened. `what`: deal, draw, discard, chi, pon, kan_open, kan_added, kan_closed, win, exhausted.

    `extra`: of a draw 1 if from the tail; of a discard 1 if declared ready with it; of a chi the claimed kind; of a pon or
    open kan its feeder; of a win the payer, -1 if there is none.
    """

    what: str
    seat: int
    kind: int
    extra: int = 0


Choice = tuple[Action, int]


def deal_order(dealer: int) -> list[int]:
    """Seats in the order in which they take the 53 dealt tiles: thirteen times round the table, the dealer once more."""
    return [(dealer + place) % 4 for place in range(52)] + [dealer]


def bit(action: Action) -> int:
    return 1 << action


class Table:
    """One hand in play. `questions()` says who must answer and what is legal, `answer()` plays on."""

    def __init__(self, options: Mapping[str, Value], dealer: int, wall: Wall) -> None:
        self.options = options
        self.shapes = win.shapes_of(options)
        self.dealer = dealer
        self.wall = wall
        self.hands = [[0] * win.N_KINDS for _ in range(4)]
        self.melds: list[list[Meld]] = [[] for _ in range(4)]
        self.discards: list[list[int]] = [[] for _ in range(4)]
        self.passed: list[set[int]] = [set() for _ in range(4)]
        self.is_ready = [False] * 4
        self.tail_taken = self.open_kans = self.closed_kans = self.draws = 0
        self.drawn = self.tile = -1  # kind just drawn by the seat to act; kind that can be claimed or robbed
        self.kan = ""  # the kan that is being declared, in ROB
        self.after_kan = False
        self.events: list[Event] = []
        self.ending: Ending | None = None
        self._may_lock = options["claim.pass_win"] != "none" or options["claim.pass_pon"] or options["claim.pass_kan"]
        for seat in deal_order(dealer):
            kind = wall.front(seat)
            self.hands[seat][kind] += 1
            self.events.append(Event("deal", seat, kind))
        self.seat, self.phase, self.drawn = dealer, Phase.ACT, kind

    # --- the wall: HB-DRAW-01, HB-DRAW-02 ---

    def keep(self, open_kans: int, closed_kans: int, tail_taken: int) -> int:
        """Tiles that ordinary draws must leave."""
        keep = int(self.options["wall.reserve"])
        keep += int(self.options["wall.grow_open_kan"]) * open_kans
        keep += int(self.options["wall.grow_closed_kan"]) * closed_kans
        return keep + (tail_taken % 2 if self.options["wall.odd_tail"] == "exclude" else 0)

    def drawable(self) -> int:
        """Tiles left for ordinary draws. *Reading*: `tail_taken` counts replacements, not draws that an empty lane
        sent to the tail, as the arithmetic is that of a physical wall."""
        return self.wall.left - self.keep(self.open_kans, self.closed_kans, self.tail_taken)

    def kan_allowed(self, what: str) -> bool:
        """`kan.near_end`: may a kan of this sort be declared now?"""
        if self.wall.left < 1:
            return False
        mode = self.options["kan.near_end"]
        if mode == "always":
            return True
        if mode == "within_reserve":
            closed = what == "kan_closed"
            after = self.keep(self.open_kans + (not closed), self.closed_kans + closed, self.tail_taken + 1)
            return self.wall.left - 1 - after >= 0
        return self.drawable() >= (1 if mode == "live_tile" else 5)  # five, and one_each: four seats in play + 1

    # --- what is legal ---

    def questions(self) -> list[tuple[int, Legal]]:
        """The seats that must answer now, in play order, with their legal actions; on the others' tiles only seats that
        could do something with them."""
        if self.phase in (Phase.ACT, Phase.POST_CLAIM):
            return [(self.seat, self._own_turn())]
        if self.phase == Phase.LAST:
            # Reading: it is an own turn, so the seat is asked even if passing is all it can do.
            can_win = win.is_win(self.hands[self.seat], len(self.melds[self.seat]), self.shapes)
            return [(self.seat, Legal(bit(Action.PASS) | (bit(Action.WIN) if can_win else 0)))]
        others = [(self.seat + i) % 4 for i in (1, 2, 3)]
        asked = self._claims if self.phase == Phase.CLAIM else self._robs
        return [(seat, Legal(flags | bit(Action.PASS))) for seat in others if (flags := asked(seat))]

    def _own_turn(self) -> Legal:
        seat, hand = self.seat, self.hands[self.seat]
        flags = bit(Action.DISCARD)
        discards = added = closed = ready = 0
        for kind, n in enumerate(hand):
            if n:
                discards |= 1 << kind
                if n == 4:
                    closed |= 1 << kind
        for meld in self.melds[seat]:
            if meld.what == "pon" and hand[meld.kind]:
                added |= 1 << meld.kind
        if self.phase == Phase.ACT and win.is_win(hand, len(self.melds[seat]), self.shapes):
            flags |= bit(Action.WIN)
        if self.phase == Phase.POST_CLAIM:
            if not self.options["kan.after_claim"]:
                added = closed = 0
            if self.tile >= 0 and self.options["claim.discard_after_chi"] == "not_same":
                discards = discards & ~(1 << self.tile) or discards  # unless there is nothing else to throw
        if self.options["kan.added_timing"] == "drawn_tile_only":
            # Reading: after a claim no tile was just drawn, so no kan can be added then.
            added &= 1 << self.drawn if self.phase == Phase.ACT else 0
        added = added if added and self.kan_allowed("kan_added") else 0
        closed = closed if closed and self.kan_allowed("kan_closed") else 0
        if self.is_ready[seat]:
            discards = 1 << self.drawn
            added = self._keeping_ready(added, 1, 0)
            closed = self._keeping_ready(closed, 4, 1)
        elif self.options["turn.ready"] == "optional_lock":
            # Reading: a declaration may go with any discard, after a claim too.
            ready = self._keeping_ready(discards, 1, 0)
        flags |= bit(Action.KAN_ADDED) if added else 0
        flags |= bit(Action.KAN_CLOSED) if closed else 0
        flags |= bit(Action.READY) if ready else 0
        return Legal(flags, discards, added, closed, ready)

    def _keeping_ready(self, kinds: int, copies: int, new_melds: int) -> int:
        """Those of the kinds that leave the acting seat ready when so many copies leave its concealed tiles."""
        kept = 0
        for kind in range(win.N_KINDS):
            if kinds >> kind & 1 and self._is_ready_without(self.seat, kind, copies, new_melds):
                kept |= 1 << kind
        return kept

    def _is_ready_without(self, seat: int, kind: int, copies: int, new_melds: int) -> bool:
        """HB-TING-03, any wait. *Reading*: a wait counts unless all four copies are among the concealed tiles; copies
        in own melds or on the table do not matter."""
        hand = list(self.hands[seat])
        hand[kind] -= copies
        return bool(win.waits(hand, len(self.melds[seat]) + new_melds, self.shapes))

    def _completes(self, seat: int) -> bool:
        hand = self.hands[seat]
        hand[self.tile] += 1
        complete = win.is_win(hand, len(self.melds[seat]), self.shapes)
        hand[self.tile] -= 1
        return complete

    def _win_is_barred(self, seat: int) -> bool:
        """`claim.pass_win`, for discards and, with `claim.pass_rob`, for robbed tiles."""
        if self.phase == Phase.ROB and not self.options["claim.pass_rob"]:
            return False
        if self.options["claim.pass_win"] == "any_kind":
            return bool(self.passed[seat])
        return self.options["claim.pass_win"] == "same_kind" and self.tile in self.passed[seat]

    def _claims(self, seat: int) -> int:
        """Flags of what a seat may do with the discard."""
        tile, hand = self.tile, self.hands[seat]
        held, flags = hand[tile], 0
        barred = tile in self.passed[seat]
        ready = self.is_ready[seat]
        if self._completes(seat) and not self._win_is_barred(seat):
            flags |= bit(Action.WIN)
        if held >= 3 and not (barred and self.options["claim.pass_kan"]) and self.kan_allowed("kan_open"):  # noqa: SIM102
            if not ready or self._is_ready_without(seat, tile, 3, 1):
                flags |= bit(Action.KAN_OPEN)
        if held >= 2 and not ready and not (barred and self.options["claim.pass_pon"]):
            flags |= bit(Action.PON)
        if self.options["claim.chi"] == "next_seat" and seat == (self.seat + 1) % 4 and not ready and tile < 27:
            # Reading: a seat that declared itself ready makes no chi either; a chi needs no tile of the wall, so the
            # last discard can be taken for one as it can for a pon.
            for action, others in zip(CHIS, ((1, 2), (-1, 1), (-2, -1)), strict=True):
                if all((tile + i) // 9 == tile // 9 and tile + i >= 0 and hand[tile + i] for i in others):
                    flags |= bit(action)
        return flags

    def _robs(self, seat: int) -> int:
        """Flags of what a seat may do while a kan is being declared: win or nothing."""
        if self._win_is_barred(seat) or not self._completes(seat):
            return 0
        if self.kan == "kan_closed":
            hand = list(self.hands[seat])
            hand[self.tile] += 1
            if self.melds[seat] or win.orphan_pair(hand, self.shapes.orphans) < 0:
                return 0
        return bit(Action.WIN)

    # --- what happens ---

    def answer(self, choices: Sequence[Choice]) -> None:
        """Play the choices of the seats that were asked, in the order of `questions()`."""
        if self.phase in (Phase.ACT, Phase.POST_CLAIM):
            self._turn(*choices[0])
        elif self.phase == Phase.LAST:
            if choices[0][0] == Action.WIN:
                self._win("self_draw", [self.seat])
            else:
                self._exhaust()
        else:
            asked = [(seat, legal, action) for (seat, legal), (action, _) in zip(self.questions(), choices, strict=True)]
            winners = [seat for seat, _, action in asked if action == Action.WIN]
            if winners:
                if self.options["claim.multi_win"] == "head_bump":
                    winners = winners[:1]
                self._win("discard" if self.phase == Phase.CLAIM else "rob_kan", winners)
            else:
                self._note_passed(asked)
                if self.phase == Phase.ROB:
                    self._complete_kan()
                else:
                    self._resolve_claims(asked)

    def _turn(self, action: Action, kind: int) -> None:
        seat = self.seat
        if action == Action.WIN:
            self._win("self_draw", [seat])
        elif action in (Action.DISCARD, Action.READY):
            self.is_ready[seat] |= action == Action.READY
            self._discard(kind, action == Action.READY)
        else:
            self.kan, self.tile = ("kan_added" if action == Action.KAN_ADDED else "kan_closed"), kind
            self._open_rob_window()

    def _discard(self, kind: int, declares_ready: bool) -> None:
        """HB-TURN-01, 02: the discard can be claimed; without a claim the next seat draws."""
        seat = self.seat
        self.hands[seat][kind] -= 1
        self.discards[seat].append(kind)
        self.events.append(Event("discard", seat, kind, int(declares_ready)))
        self.phase, self.tile, self.drawn, self.after_kan = Phase.CLAIM, kind, -1, False
        if not self.questions():
            self._note_passed([])
            self._next_draw()

    def _note_passed(self, asked: Sequence[tuple[int, Legal, Action]]) -> None:
        """What goes on the passed lists once a discard or robbing window is over without a win.

        *Readings*: a win declined in a robbing window counts only where the lock covers robbing (`claim.pass_rob`);
        `seen` lists thrown tiles and whatever was declined; a seat that took the tile for a kan did not decline a pon,
        a seat that took it for a chi did.
        """
        if not self._may_lock or (self.phase == Phase.ROB and not self.options["claim.pass_rob"]):
            return
        after = self.options["claim.pass_after"]
        for seat, legal, action in asked:
            declined = legal.flags >> Action.WIN & 1
            if after != "win" and legal.flags >> Action.PON & 1 and action not in (Action.PON, Action.KAN_OPEN):
                declined = 1
            if declined:
                self.passed[seat].add(self.tile)
        if after == "seen" and self.phase == Phase.CLAIM:
            for seat in range(4):
                if seat != self.seat:
                    self.passed[seat].add(self.tile)

    def _resolve_claims(self, asked: Sequence[tuple[int, Legal, Action]]) -> None:
        """HB-PRI-01: kan or pon before chi before the next draw. Two seats cannot both hold two of the tile."""
        takers = [(action in CHIS, seat, action) for seat, _, action in asked if action != Action.PASS]
        if not takers:
            self._next_draw()
            return
        _, claimant, action = min(takers)
        giver, tile, hand = self.seat, self.tile, self.hands[claimant]
        self.discards[giver].pop()
        self.seat = claimant
        if action in CHIS:
            lowest = tile - (action - Action.CHI_LOW)
            for kind in (lowest, lowest + 1, lowest + 2):
                hand[kind] -= kind != tile
            self._lay(Meld("chi", lowest, giver), tile)
            self.phase = Phase.POST_CLAIM
        elif action == Action.PON:
            hand[tile] -= 2
            self._lay(Meld("pon", tile, giver), giver)
            self.phase, self.tile = Phase.POST_CLAIM, -1
        else:
            hand[tile] -= 3
            self.open_kans += 1
            self._lay(Meld("kan_open", tile, giver), giver)
            self._replacement()

    def _lay(self, meld: Meld, extra: int) -> None:
        self.melds[self.seat].append(meld)
        self.events.append(Event(meld.what, self.seat, meld.kind, extra))

    def _open_rob_window(self) -> None:
        """HB-FAN-02: an added kan can be robbed; a closed one by thirteen orphans only, where the option says so."""
        open_to = self.options["kan.rob_added"] if self.kan == "kan_added" else self.options["kan.rob_closed"] != "never"
        if open_to:
            self.phase = Phase.ROB
            if self.questions():
                return
        self._complete_kan()

    def _complete_kan(self) -> None:
        """The kan stands: the meld is laid, the reserve grows, a replacement is drawn."""
        seat, kind = self.seat, self.tile
        if self.kan == "kan_added":
            self.hands[seat][kind] -= 1
            place, pon = next((i, m) for i, m in enumerate(self.melds[seat]) if m.what == "pon" and m.kind == kind)
            self.melds[seat][place] = Meld("kan_added", kind, pon.feeder)
            self.open_kans += 1
        else:
            self.hands[seat][kind] -= 4
            self.melds[seat].append(Meld("kan_closed", kind, seat))
            self.closed_kans += 1
        self.events.append(Event(self.kan, seat, kind))
        self._replacement()

    def _replacement(self) -> None:
        """HB-CALL-08: a tile from the tail; the turn goes on."""
        seat = self.seat
        self.tail_taken += 1
        kind = self.wall.tail()
        self._take(kind)
        self.events.append(Event("draw", seat, kind, 1))
        self.after_kan = True
        if self.options["end.replacement_to_zero"] == "end_hand" and self.drawable() <= 0:
            self.phase = Phase.LAST  # win or nothing

    def _next_draw(self) -> None:
        """HB-TURN-03, HB-DRAW-03."""
        if self.drawable() < 1:
            self._exhaust()
            return
        self.seat = (self.seat + 1) % 4
        kind = self.wall.front(self.seat)
        self._take(kind)
        self.events.append(Event("draw", self.seat, kind))

    def _take(self, kind: int) -> None:
        """A tile from the wall: ends every lock of its taker."""
        self.hands[self.seat][kind] += 1
        self.passed[self.seat].clear()
        self.draws += 1
        self.phase, self.drawn, self.tile, self.kan = Phase.ACT, kind, -1, ""

    # --- the end ---

    def _exhaust(self) -> None:
        self.events.append(Event("exhausted", -1, -1))
        self._end("draw", [])

    def _win(self, result: str, winners: list[int]) -> None:
        """HB-WIN-07: the first win ends the hand. The tile goes to the winners; a robbed kan is not made."""
        tile = self.drawn if result == "self_draw" else self.tile
        if result == "rob_kan":
            self.hands[self.seat][tile] -= 1
        for seat in winners:
            self.hands[seat][tile] += result != "self_draw"
            self.events.append(Event("win", seat, tile, -1 if result == "self_draw" else self.seat))
        self._end(result, winners)

    def _end(self, result: str, winners: list[int]) -> None:
        claimed = result in ("discard", "rob_kan")
        self.ending = Ending(
            dealer=self.dealer,
            result=result,
            hands=tuple(tuple(hand) for hand in self.hands),
            melds=tuple(tuple(melds) for melds in self.melds),
            winners=tuple(winners),
            payer=self.seat if claimed else -1,
            tile=-1 if result == "draw" else self.tile if claimed else self.drawn,
            after_kan=result == "self_draw" and self.after_kan,
            last_tile=result in ("self_draw", "discard") and self.drawable() < 1,
            robbed=self.kan if result == "rob_kan" else "",
        )
        self.phase = Phase.OVER
