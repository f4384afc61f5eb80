"""Who is asked, and what is legal."""

from __future__ import annotations

from tests.oracle import wild, win
from tests.oracle.bars import Bars
from tests.oracle.ending import Meld
from tests.oracle.moves import CHIS, Action, Legal, Phase, Stage, bit

PASS, WIN = bit(Action.PASS), bit(Action.WIN)


class Legality(Bars):
    """The questions a table asks in each phase."""

    def questions(self) -> list[tuple[int, Legal]]:
        """The seats that must answer now, in play order, with their legal actions; on the others' tiles only seats that
        could do something with them."""
        if self.phase in (Phase.ACT, Phase.POST_CLAIM):
            return [(self.seat, self._own_turn())]
        if self.phase in (Phase.LAST, Phase.LAST_GROUP):
            # Reading: the owner of a last replacement is asked even if passing is all it can do.
            return [(self.seat, Legal(PASS | (WIN if self.wins_now() else 0)))]
        if self.phase == Phase.LAY_BACK:
            return [(self.seat, Legal(bit(Action.DISCARD), self._free_discards(self.seat)))]
        if self.phase == Phase.OPENING:
            return self._opening_questions()
        if self.phase == Phase.ROB_GOLD:
            return [(seat, Legal(PASS | WIN)) for seat in self._takers()]
        if self.phase == Phase.BEFORE_DRAW:
            return [(self.seat, Legal(bit(Action.STAND) | bit(Action.DRAW)))]
        if self.phase == Phase.LAY_ASIDE:
            return [(self.seat, Legal(bit(Action.DISCARD), self._not_golds(self.seat)))]
        others = [seat for i in (1, 2, 3) if (seat := (self.seat + i) % 4) not in self.standing]
        asked = self._claims if self.phase == Phase.CLAIM else self._robs
        return [(seat, Legal(flags | PASS)) for seat in others if (flags := asked(seat))]

    # --- opening wins: FZ 3.6 ---

    def _opening_questions(self) -> list[tuple[int, Legal]]:
        """The seats with an opening win of the stage, from the dealer on."""
        found = []
        for seat in [(self.dealer + i) % 4 for i in range(4)]:
            if self.stage == Stage.TAKE and seat == self.dealer:
                throws = self._take_throws()
                if throws:
                    found.append((seat, Legal(PASS | bit(Action.TAKE_GOLD), throws)))
            elif seat not in self.standing and self._has_opening_win(seat) and seat not in self._forced_at_opening():
                found.append((seat, Legal(PASS | WIN)))
        return found

    def _forced_at_opening(self) -> list[int]:
        """Seats whose three golds win unasked, from the dealer on; where the wins are asked by sort, in order of seats."""
        if self.stage not in (Stage.ANY, Stage.THREE_GOLD) or self.options["win.three_gold"] == "none":
            return []
        first = self.dealer if self.stage == Stage.ANY else 0
        seats = [(first + i) % 4 for i in range(4)] if self.options["win.three_gold_choice"] == "forced" else []
        return [seat for seat in seats if seat not in self.standing and self.golds(seat) >= 3]

    def _has_opening_win(self, seat: int) -> bool:
        if self.stage == Stage.ANY:  # FD b.7, FD-3.16: whatever the win; no hand is complete with a flower in it
            complete = seat == self.dealer and not self.waiting[seat] and self.is_complete(seat)
            golds = self.options["win.three_gold"] != "none" and self.golds(seat) >= 3
            flowers = int(self.options["win.flower_win"])
            return complete or golds or bool(flowers and self.counted_flowers(seat) >= flowers)
        if self.stage == Stage.HEAVENLY:
            return seat == self.dealer and not self.waiting[seat] and self.is_complete(seat)
        if self.stage == Stage.THREE_GOLD:
            return self.options["win.three_gold"] != "none" and self.golds(seat) >= 3
        if self.stage == Stage.TAKE:
            return self.options["rob_gold.window"] == "at_opening" and self.taking_completes(self.held(seat))
        needed = int(self.options["win.flower_win"])
        return bool(needed) and self.counted_flowers(seat) >= needed

    def _take_throws(self) -> int:
        """`at_opening`: the tiles that leave the dealer a hand which the indicator completes. *Reading*: tiles that it may
        discard."""
        throws, dealer = 0, self.dealer
        if self.options["rob_gold.window"] == "at_opening":
            for kind in range(win.N_KINDS):
                allowed = self._free_discards(dealer) >> kind & 1
                if allowed and self.taking_completes(self.held(dealer).minus(kind)):
                    throws |= 1 << kind
        return throws

    def _takers(self) -> list[int]:
        """Who may take the indicator after the first discard, asked from the dealer on."""
        only_dealer = self.options["rob_gold.window"] == "own_first_draw"
        seats = [(self.dealer + i) % 4 for i in range(1 if only_dealer else 4)]
        return [seat for seat in seats if self.taking_completes(self.held(seat))]

    # --- the own turn ---

    def wins_now(self) -> bool:
        """Can the seat that has drawn win, for whatever reason?"""
        if self.seat in self.standing:
            return False
        return self.may_win and (self.is_complete(self.seat) or self.golds_win() or self.flowers_win())

    def _free_discards(self, seat: int) -> int:
        """Kinds that may be thrown as far as golds are concerned. FZ-GDISC-01; A hand of golds only may throw one."""
        kinds = self.kinds_held(seat)
        if self.may_stand:
            kinds = [kind for kind in kinds if not self.barred(seat, kind)]
        elif self.options["gold.discard"] == "forbidden" and kinds != [self.gold]:
            kinds = [kind for kind in kinds if kind != self.gold]
        return sum(1 << kind for kind in kinds)

    def kinds_held(self, seat: int) -> list[int]:
        """Kinds a seat can name: of gold flowers the one that names golds."""
        return [kind for kind, n in enumerate(self.hands[seat]) if n] + [self.gold] * bool(self.gold_flowers[seat])

    def _not_golds(self, seat: int) -> int:
        """Kinds that may be laid aside: no golds, unless there is nothing else. FD b.9-2."""
        kinds = self.kinds_held(seat)
        return sum(1 << kind for kind in [kind for kind in kinds if kind != self.gold] or kinds)

    def _must_kan(self) -> bool:
        """FD-3.22: the tile drawn is the fourth of an own pon and completes the hand only against the rule of one group
        for a kind; then it must be added while a kan is permitted."""
        seat, kind = self.seat, self.drawn
        if self.phase != Phase.ACT or self.options["win.same_kind_group"] == "none" or not self.may_win:
            return False
        pon = any(meld.what == "pon" and meld.kind == kind for meld in self.melds[seat])
        if not pon or self.is_complete(seat) or not self.kan_ok(seat, "kan_added", kind):
            return False
        return wild.is_win(self.held(seat), self.shapes._replace(same_kind="none"))

    def _own_turn(self) -> Legal:
        seat, hand = self.seat, self.hands[self.seat]
        if seat in self.standing:
            discards = self._free_discards(seat)
            return Legal(bit(Action.DISCARD) if discards else 0, discards)
        flags = 0
        discards, added, closed, ready = self._free_discards(seat), 0, 0, 0
        for kind, n in enumerate(hand):
            if n == 4 and kind != self.gold:
                closed |= 1 << kind
        for meld in self.melds[seat]:
            if meld.what == "pon" and hand[meld.kind]:
                added |= 1 << meld.kind
        if self.phase == Phase.ACT and self.wins_now():
            flags |= WIN
        if self.phase == Phase.POST_CLAIM:
            if not self.options["kan.after_claim"]:
                added = closed = 0
            if self.tile >= 0 and self.options["claim.discard_after_chi"] == "not_same":
                discards = discards & ~(1 << self.tile) or discards  # unless there is nothing else to throw
        if self.options["kan.added_timing"] == "drawn_tile_only":
            # Reading: after a claim no tile was just drawn, so no kan can be added then.
            added &= 1 << self.drawn if self.phase == Phase.ACT else 0
        added = sum(1 << kind for kind in range(win.N_KINDS) if added >> kind & 1 and self.kan_ok(seat, "kan_added", kind))
        closed = sum(1 << kind for kind in range(win.N_KINDS) if closed >> kind & 1 and self.kan_ok(seat, "kan_closed", kind))
        if self._must_kan():
            return Legal(flags | bit(Action.KAN_ADDED), 0, 1 << self.drawn)
        if self.is_ready[seat]:
            discards = 1 << self.drawn
            added = self._keeping_ready(added, 1, "kan_added")
            closed = self._keeping_ready(closed, 4, "kan_closed")
        elif self.options["turn.ready"] == "optional_lock":
            # Reading: a declaration may go with any discard, after a claim too.
            ready = self._keeping_ready(discards, 1, "")
        flags |= bit(Action.DISCARD) if discards else 0
        flags |= bit(Action.KAN_ADDED) if added else 0
        flags |= bit(Action.KAN_CLOSED) if closed else 0
        flags |= bit(Action.READY) if ready else 0
        if flags and not discards:
            flags |= bit(Action.STAND)
        return Legal(flags, discards, added, closed, ready)

    def _keeping_ready(self, kinds: int, copies: int, meld: str) -> int:
        """Those of the kinds that leave the acting seat ready when so many copies leave its concealed tiles."""
        kept = 0
        for kind in range(win.N_KINDS):
            if kinds >> kind & 1 and self._is_ready_without(self.seat, kind, copies, meld):
                kept |= 1 << kind
        return kept

    def _is_ready_without(self, seat: int, kind: int, copies: int, meld: str) -> bool:
        """Ready once copies of a kind have left the concealed tiles, into a kan that is laid or (an added one) grows."""
        held = self.held(seat)
        for _ in range(copies):
            held = held.minus(kind)
        if meld in ("kan_closed", "kan_open"):
            held = held._replace(melds=(*held.melds, Meld(meld, kind, seat)))
        elif meld == "kan_added":
            melds = (m._replace(what="kan_added") if m.kind == kind and m.what == "pon" else m for m in held.melds)
            held = held._replace(melds=tuple(melds))
        return self.is_ready_hand(held)

    # --- the others' tiles ---

    def _win_is_barred(self, seat: int) -> bool:
        """`gold.discard_effect`, `gold.idle_win`, and `claim.pass_win` (for robbed tiles too with `claim.pass_rob`)."""
        if self.self_draw_only[seat]:
            return True
        if self.options["gold.idle_win"] == "self_draw_only" and wild.is_idle_gold(self.held(seat), self.shapes):
            return True
        if self.phase == Phase.ROB and not self.options["claim.pass_rob"]:
            return False
        if self.options["claim.pass_win"] == "any_kind":
            return bool(self.passed[seat])
        return self.options["claim.pass_win"] == "same_kind" and self.tile in self.passed[seat]

    def _claims(self, seat: int) -> int:
        """Flags of what a seat may do with the discard."""
        if self.tile == self.gold and self.options["gold.claimable"] == "never":
            return 0
        flags = 0
        if not self.wins_asked and self.completes(seat) and not self._win_is_barred(seat):
            flags |= WIN
        if self.tile == self.gold or self._only_wins_are_asked():
            return flags
        return flags | self._calls(seat)

    def _only_wins_are_asked(self) -> bool:
        """`rob_gold.before_claims: false`: wins on the first discard, then the indicator, then the other claims."""
        return self.rob_open and not self.wins_asked

    def _calls(self, seat: int) -> int:
        """Kan, pon and chi. FZ 3.8: a gold is never part of a meld, but in a chi as itself where the option allows it."""
        tile, hand = self.tile, self.hands[seat]
        held, flags = hand[tile], 0
        barred = tile in self.passed[seat]
        ready = self.is_ready[seat]
        if held >= 3 and not (barred and self.options["claim.pass_kan"]) and self.kan_ok(seat, "kan_open", tile):  # noqa: SIM102
            if not ready or self._is_ready_without(seat, tile, 3, "kan_open"):
                flags |= bit(Action.KAN_OPEN)
        if held >= 2 and not ready and not (barred and self.options["claim.pass_pon"]):
            flags |= bit(Action.PON)
        inherits = self.options["penalty.stand_next_chis"]
        following = self.next_in_play(self.seat) if inherits else (self.seat + 1) % 4
        if self.options["claim.chi"] == "next_seat" and seat == following and not ready and tile < 27:
            # Reading: a seat that declared itself ready makes no chi either; a chi needs no tile of the wall, so the
            # last discard can be taken for one as it can for a pon.
            for action, others in zip(CHIS, ((1, 2), (-1, 1), (-2, -1)), strict=True):
                if all((tile + i) // 9 == tile // 9 and tile + i >= 0 and self._may_chi(seat, tile + i) for i in others):
                    flags |= bit(action)
        return flags

    def _may_chi(self, seat: int, kind: int) -> bool:
        """Does the seat hold the kind for a chi?"""
        allowed = kind != self.gold or self.options["gold.in_melds"] == "natural_in_chi"
        return allowed and self.hands[seat][kind] > 0

    def _robs(self, seat: int) -> int:
        """Flags of what a seat may do while a kan is being declared: win or nothing."""
        if self._win_is_barred(seat) or not self.completes(seat):
            return 0
        if self.kan == "kan_closed" and not wild.is_orphans(self.held(seat).plus(self.tile), self.shapes):
            return 0
        return WIN
