"""A referee for hands in which people err: what a slip does to the hand, when it is found, and what follows.

Chance is told (who slipped, whether it was noticed, who objected); everything else is worked out from b.4, b.5, b.9, b.12
and c. A slip that the log tells without an opportunity is left over, and so is one that the table never comes to.
"""

from __future__ import annotations

from collections.abc import Sequence

from tests.oracle.claim_slips import ClaimSlips
from tests.oracle.effects import NoOpportunityError
from tests.oracle.ending import Meld
from tests.oracle.moves import Action, Choice, Event, Phase, Stage
from tests.oracle.penalties import Breach
from tests.oracle.slips import IN_TURN, acts

REASON_OF = {
    "flush_bar": "flush", "four_winds_bar": "four winds", "late_honour": "late honour", "kan_tile": "kan tile",
    "discard_gold": "gold", "freeze_breach": "frozen",
}  # fmt: skip


class MistakeTable(ClaimSlips):
    """One hand in play, with the slips of the own turn."""

    def answer(self, choices: Sequence[Choice]) -> None:
        """A win that is void passes the turn, or the tile of the last group. b.12."""
        phase = self.phase
        if phase in (Phase.LAST, Phase.LAST_GROUP) and choices[0][0] == Action.WIN and self._void_win(self.seat):
            if self.ending is None and phase == Phase.LAST:
                self._passes_turn()
            elif self.ending is None:
                self._group_draws()
            return
        super().answer(choices)

    def _wins_unasked(self) -> bool:
        """A win that must be taken is judged like one that is called. b.12."""
        if self.owing and self.group_left < 0:
            self._make_good(self.seat)
        if not self._void_win(self.seat):
            return super()._wins_unasked()
        if self.ending is None and self.group_left < 0:
            self._passes_turn()
        return self.ending is not None

    def _wins_at_opening(self, seats: list[int]) -> bool:
        """All are judged, but of three golds that win by themselves in the order of seats only up to the first that counts."""
        valid: list[int] = []
        for seat in seats:
            if self.ending is None and not (valid and self.stage == Stage.THREE_GOLD) and not self._void_win(seat):
                valid.append(seat)
        return self.ending is not None or super()._wins_at_opening(valid)

    def _takes_group_tile(self) -> bool:
        """FD-3.01: a tile near a leaked one completes the hand, and the seat wins all the same."""
        if super()._takes_group_tile():
            return True
        seat, kind = self.seat, self.drawn
        if self.events[-1] != Event("draw", seat, kind):
            return False
        breach = self.slips.take(("freeze_breach",), [seat], self.thrown, -1, kind)
        if breach is None:
            return False
        self._needs(self.is_complete(seat) and self.near_frozen(seat, kind), breach)
        if acts(breach):
            self._stands_for(breach)
            return False
        self._nothing(breach)
        if self._void_win(seat):
            return self.ending is not None
        self.win("self_draw", [seat])
        return True

    # --- in the own turn ---

    def _begin_turn(self, phase: Phase) -> None:
        """Who has no lawful discard may still forget what bars the tile it would throw. b.12."""
        self.phase = phase
        throws = self.told.peek(len(self.events)) == ("discard", self.seat)
        if throws and self.seat not in self.standing and not self._own_turn().flags:
            breach = self.slips.take(tuple(REASON_OF), [self.seat], self.thrown, self.drawable())
            if breach is not None:
                self._throws_wrongly(breach)
                return
        super()._begin_turn(phase)

    def _turn(self, action: Action, kind: int) -> None:
        breach = None
        if action == Action.WIN and self._void_win(self.seat):
            if self.ending is None:
                self._passes_turn()
            return
        if self.seat not in self.standing:
            breach = self.slips.take(IN_TURN, [self.seat], self.thrown, self.drawable())
        if self.seat in {*self.owing, *self.short} and action in (Action.KAN_ADDED, Action.KAN_CLOSED):
            mask = self._own_turn().discards
            lawful = [kind for kind in range(34) if mask >> kind & 1]
            if not lawful:
                super().answer([(Action.STAND, 0)])
                return
            action, kind = Action.DISCARD, self.drawn if self.drawn in lawful else lawful[0]
        if breach is not None and self._slips_in_turn(breach, action, kind):
            return
        if action == Action.KAN_CLOSED or self._is_announced():
            self._asks_before_kan()
            if not self.kan_allowed("kan_closed"):  # too few tiles are left for it now
                self._begin_turn(self.phase)
                return
            if action != Action.KAN_CLOSED:
                breach = self.slips.take(("false_closed_kan",), [self.seat], self.thrown, self.drawable())
                if breach is None:
                    raise NoOpportunityError("a closed kan was announced and is not laid")
                self._lays_false_kan(breach)
                return
        super()._turn(action, kind)

    def _slips_in_turn(self, breach: Breach, action: Action, kind: int) -> bool:
        """A slip in the own turn; True if the action that was meant is not carried out."""
        entry, seat, does = breach.entry, self.seat, acts(breach)
        if entry in REASON_OF:
            if self.told.peek(len(self.events))[0] == "discard":
                self._throws_wrongly(breach)
            elif entry == "freeze_breach":
                self._wins_wrongly(breach)
            else:
                self._declares_wrongly(breach)
            return True
        if entry == "wrong_chi":
            return self._shows_wrong_tiles(breach)
        if entry == "false_closed_kan":
            self._asks_before_kan()
            self._needs(self.kan_allowed("kan_closed"), breach)
            self._lays_false_kan(breach)
            return True
        if entry == "leak_tile":
            self._needs(self.hands[seat][breach.kind] > self.frozen[seat][breach.kind] and breach.kind != self.gold, breach)
        if not does:
            self._nothing(breach)
            return entry == "kan_retract"
        if entry == "leak_tile":
            self._follows(breach, "freeze")
            self.frozen[seat][breach.kind] += 1
            self.leaked[seat].add(breach.kind)
            self._begin_turn(self.phase)
            return True
        if entry == "false_win":
            self._needs(self.phase == Phase.ACT and not self.wins_now() and self.one_away(seat, own=True), breach)
            self._shows_all(seat)
            if not self._pays(breach):
                self._passes_turn()
            return True
        if entry == "partial_false_win":
            self._needs(self.phase == Phase.ACT and not self.wins_now() and self.one_away(seat, own=True), breach)
            self._only_draws(breach)
            return False
        if entry == "kan_retract":
            self._needs(action == Action.KAN_ADDED and breach.kind == kind, breach)
            if self.options["penalty.kan_retract"] == "undo":
                self._follows(breach, "undo")
                self._begin_turn(self.phase)
                return True
        if entry == "late_kan":
            self._needs(self.hands[seat][breach.kind] > 0 and not self.kan_allowed("kan_added"), breach)
        self._stands_for(breach)
        self._passes_turn()
        return True

    def _lays_false_kan(self, breach: Breach) -> None:
        """Three alike and another tile, face down, a replacement is drawn. FD-1.02."""
        seat, kind, wrong = breach.seat, breach.kind, self.told.row(len(self.events))[4] - 1
        self._needs(self.hands[seat][kind] == 3 and wrong != kind, breach)
        self.hands[seat][kind] -= 3
        self.wrong[breach], self.marks[len(self.events)] = wrong, wrong + 1
        if wrong in self.gold_flowers[seat]:
            self.gold_flowers[seat].remove(wrong)
        else:
            self._needs(self.hands[seat][wrong] > 0, breach)
            self.hands[seat][wrong] -= 1
        self.melds[seat].append(Meld("kan_closed", kind, seat))
        self.false_kans.append((seat, kind))
        self.closed_kans += 1
        self.events.append(Event("kan_closed", seat, kind))
        if breach.observer != 4 and self._found_now(breach):
            self._turns_up(breach)
            if not self._pays(breach):
                self._passes_turn()
            return
        self.open.append(breach)
        self._replacement()

    def _wins_wrongly(self, breach: Breach) -> None:
        """A self-draw near a leaked tile: found, it is void and the seat stands. FD-3.01."""
        complete = self.may_win and self.is_complete(self.seat)
        self._needs(complete and self.near_frozen(self.seat, self.drawn) and self.drawn == breach.kind, breach)
        if acts(breach):
            self._stands_for(breach)
            self._passes_turn()
        else:
            self._nothing(breach)
            self.win("self_draw", [self.seat])

    # --- wrong discards ---

    def _throws_wrongly(self, breach: Breach) -> None:
        """A tile is thrown that may not be. d.5."""
        named = self.gold if breach.kind in self.gold_kinds else breach.kind
        held = named in self.kinds_held(self.seat)
        self._needs(held and REASON_OF[breach.entry] in list(self.reasons(self.seat, named)), breach)
        self.thrown_wrongly = breach
        self._before = (self.phase, self.drawn, self.tile, self.follow[self.seat], self.may_win, self.after_kan, self.replaced)
        if breach.entry == "freeze_breach":
            self.frozen[self.seat][named] -= 1
        self._discard(named, False)

    def _take_back(self, breach: Breach) -> None:
        """TAKEBACK: the tile returns and leaves no trace; another is thrown. b.12."""
        seat = breach.seat
        self._follows(breach, "takeback")
        real = self.discards[seat].pop()
        self.take_tile(seat, real)
        self.thrown -= 1
        self.phase, self.drawn, self.tile, self.follow[seat], self.may_win, self.after_kan, self.replaced = self._before
        self.events.append(Event("takeback", seat, real))
        self._begin_turn(self.phase)

    # --- barred kans ---

    def _declares_wrongly(self, breach: Breach) -> None:
        """A kan that a table bars. A closed one lies face down and is not found. FD-1.08."""
        seat, kind = self.seat, breach.kind
        self.kan = "kan_closed" if self.hands[seat][kind] == 4 else "kan_added"
        self._needs(self.kan_allowed(self.kan) and not self.kan_ok(seat, self.kan, kind), breach)
        self.tile = kind
        if self.kan == "kan_closed":
            self._nothing(breach)
        else:
            self.barred_kan = breach
        self._open_rob_window()

    def _complete_kan(self) -> None:
        """Nobody robs it: a barred kan that is noticed is undone."""
        breach, self.barred_kan = self.barred_kan, None
        if breach is None or not acts(breach):
            if breach is not None:
                self._nothing(breach)
            super()._complete_kan()
            return
        self._follows(breach, "undo")
        self.tile = -1
        self._begin_turn(Phase.ACT)

    def win(self, result: str, winners: list[int], opening: str = "") -> None:
        if result == "rob_kan" and self.barred_kan is not None:
            self._follows(self.barred_kan, "pei_win")
        super().win(result, winners, opening)
