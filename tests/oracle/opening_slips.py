"""Slips before the first turn: who deals, the door and the gold, the dice, the rounds of flowers. FD-1.03, 1.05, 1.14, 2.05,
2.13, 3.09, 3.28."""

from __future__ import annotations

from collections.abc import Sequence

from tests.oracle.effects import Effects
from tests.oracle.moves import Event, Phase
from tests.oracle.penalties import Breach
from tests.oracle.slips import acts

DRAW, FLOWER, STAND, PENALTY = 2, 13, 17, 20  # rows of a transcript
GOLD_LAID = 2  # third column of a FLOWER row


class OpeningSlips(Effects):
    """A table whose opening may go wrong."""

    # --- the deal ---

    def deal(self, dice: Sequence[int], winds: Sequence[int]) -> None:
        self.owing: dict[int, list[Breach]] = {}  # seats that forgot their flowers, and by which breaches
        self.short: set[int] = set()  # seats that took no tile where one was due
        self.have_thrown: set[int] = set()
        self.passed_over: set[int] = set()  # seats that a claim has skipped
        self.unseen: list[int] = []  # flowers that stay in hands and count for nothing
        self._deals_out_of_turn()
        super().deal(dice, winds)

    def _deals_out_of_turn(self) -> None:
        """FD-1.14: found before the gold is open, all is as it should be; else the usurper is the dealer."""
        self.rightful = self.dealer
        neighbours = ((self.dealer + 1) % 4, (self.dealer + 3) % 4)
        breach = self.slips.take(("wrong_dealer",), neighbours, 0, -1)
        if breach is None:
            return
        self._nothing(breach)
        early = breach.kind == 0
        self._needs(not early or (breach.noticed and breach.observer < 4), breach)
        self.events.append(Event("usurper", breach.seat, -1, self.dealer))
        self.usurper_found_early = early
        if not early:
            self.dealer = self.seat = breach.seat

    def _is_void_from_the_start(self) -> bool:
        """Door and gold, judged once the dealer has lifted the first tiles. FD-1.03, FD-1.05, FD-1.12."""
        opener = (self.dealer + 3) % 4 if self.options["penalty.gold_opener"] == "seat_before_dealer" else self.dealer
        door = self.slips.take(("wrong_door",), [self.dealer], 0, -1)
        gold = self.slips.take(("wrong_gold",), [opener], 0, -1)
        both = self.slips.take(("joint_opening",), [self.dealer], 0, -1)
        found = [breach for breach in (door, gold) if breach is not None and breach.noticed]
        if both is not None:
            self._needs(len(found) == 2 and opener != self.dealer, both)
            paid = [both]
        else:
            paid = [breach for breach in found if self._found_now(breach)][:1]
        for breach in (door, gold):
            if breach is not None and breach not in paid:
                late = breach.observer == 4 and not paid  # the referee finds it just after the first lift
                self._needs(not late, breach)
                self._nothing(breach)
        if paid:
            self._follows(paid[0], "pei")
            self._void_hand()
        return bool(paid)

    def _dice_are_thrown(self) -> None:
        """The dealer looked at its tiles first. FD-3.28."""
        breach = self.slips.take(("peek_dice",), [self.dealer], 0, -1)
        if breach is not None:
            self._needs(self.options["deal.seat_winds"] == "dice", breach)
            self._objected(breach)

    def _begin_turn(self, phase: Phase) -> None:
        """A dealer that stands before its first turn is passed over."""
        first = phase == Phase.ACT and not self.thrown and self.seat == self.dealer
        if first and self.seat in self.standing:
            self._next_draw()
        elif first and self.seat in self.short:  # FD-2.01: neither win nor kan
            self.tile = self.drawn = -1
            super()._begin_turn(Phase.POST_CLAIM)
        else:
            super()._begin_turn(phase)

    # --- the rounds of flowers ---

    def _opening_flowers(self) -> None:
        """By rounds from the dealer on; whoever has a flower before him is asked or jumped. b.3-4, FD-2.13, FD-3.09."""
        order = [(self.dealer + i) % 4 for i in range(4)]
        first = True
        while self.ending is None:
            live = -1
            pending = [seat for seat in order if self.waiting[seat] and seat not in self.standing]
            for seat in pending:
                forgets = sum(b.entry == "flower_forget" and b.seat == seat for b in self.slips.left)
                if seat not in self.owing and seat in self._lay_this_round() and forgets > 1:
                    again = self.slips.take(("flower_forget",), [seat], 0, live)  # asked in the same round, it replaces
                    if again is not None:
                        self._needs(not again.noticed, again)
                        self._nothing(again)
                elif seat not in self.owing and seat not in self._lay_this_round():
                    breach = self.slips.take(("flower_forget",), [seat], 0, live)
                    if breach is not None:
                        self.owing[seat] = [breach]
            acting = [seat for seat in pending if seat not in self.owing]
            golds = self._gold_slips(order if first else acting, live)
            acting = [seat for seat in order if seat in acting or seat in golds]
            if not acting:
                break
            self._round(acting, [seat for seat in order if seat in pending or seat in golds], golds, first)
            first = False
        while (breach := self.slips.take(("flower_forget",), range(4), 0, -1)) is not None:
            self._needs(not breach.noticed, breach)  # asked in the same round, it replaced at its place
            self._nothing(breach)

    def _lay_this_round(self) -> list[int]:
        """Seats whose flowers the rows of this round tell, in order. It goes round once from the dealer on; only after a jump
        it begins again with those before the jumper."""
        seen: list[int] = []
        at, before, again = len(self.events), -1, 0
        while (row := self.told.row(at))[0] in (DRAW, FLOWER, PENALTY, STAND):
            if row[0] == DRAW and not row[3]:
                break  # the dealer stands, and the next seat begins the play
            if row[0] == FLOWER and (before != FLOWER or row[1] != seen[-1]):
                again += bool(seen) and (row[1] - self.dealer) % 4 < (seen[-1] - self.dealer) % 4
                jumped = bool(seen) and any(b.entry == "flower_jump" and b.seat == seen[0] for b in self.slips.left)
                if row[1] in seen or again > jumped:
                    break
                late = again and (row[1] - self.dealer) % 4 > (seen[0] - self.dealer) % 4
                if late and row[3] != GOLD_LAID:
                    break  # it would have followed the jumper: this is the next round
                seen.append(row[1])
            before, at = row[0], at + 1
        return seen

    def _gold_slips(self, seats: list[int], live: int) -> dict[int, Breach]:
        """Who takes a gold flower for one that is replaced. FD-2.05."""
        found = {}
        for seat in seats:
            if seat not in self.standing and self.gold_flowers[seat] and self._lays_gold_now(seat):
                breach = self.slips.take(("replace_gold_flower",), [seat], 0, live)
                if breach is not None:
                    self._needs(breach.kind in self.gold_flowers[seat], breach)
                    found[seat] = breach
        return found

    def _lays_gold_now(self, seat: int) -> bool:
        """Do the rows tell a gold among the flowers that the seat lays next, and that in this round?"""
        at = len(self.events)
        while (row := self.told.row(at))[0] in (DRAW, FLOWER, PENALTY, STAND) and (row[0], row[1]) != (FLOWER, seat):
            at += 1
        while ((row := self.told.row(at))[0], row[1]) == (FLOWER, seat):
            if row[3] == GOLD_LAID:
                return seat in self._lay_this_round()
            at += 1
        return False

    def _round(self, acting: list[int], pending: list[int], golds: dict[int, Breach], first: bool) -> None:
        """One round: a jumper and who follows it go first, then the others in turn; the silent are passed over."""
        live = -1
        jump: Breach | None = None
        told = self._lay_this_round()
        for seat in acting:
            before = pending[: pending.index(seat)]
            out_of_turn = seat in told and not any(other in told[: told.index(seat)] for other in before)
            if jump is None and before and out_of_turn:
                jump = self.slips.take(("flower_jump",), [seat], 0, live)
        # a jumper and those who follow; who lays nothing but a gold flower follows nobody
        front = [
            seat
            for seat in acting
            if jump is not None and acting.index(seat) >= acting.index(jump.seat) and (self.waiting[seat] or seat == jump.seat)
        ]
        rest = [seat for seat in pending if seat not in front]
        going, silent = self._asked(rest, acting, live, first)
        for seat in front:
            self._replace_round(seat, golds)
            if self.ending is not None:
                return
            if jump is not None and seat == jump.seat:
                if acts(jump):
                    self._stands_for(jump)
                else:
                    self._nothing(jump)
            self._judges_gold(golds.get(seat))
        for seat in rest:
            if self.ending is not None:
                return
            if seat in silent:
                if acts(silent[seat]):
                    self._stands_for(silent[seat])
                else:
                    self._nothing(silent[seat])
                    forgot = self.slips.take(("flower_forget",), [seat], 0, silent[seat].live)  # else of a later round
                    self.owing.setdefault(seat, []).extend([forgot] if forgot is not None else [])
            elif seat in going and seat not in self.standing:
                for breach in self.owing.pop(seat, []):
                    self._nothing(breach)
                self._replace_round(seat, golds)
                self._judges_gold(golds.get(seat))

    def _asked(self, rest: list[int], acting: list[int], live: int, first: bool) -> tuple[list[int], dict[int, Breach]]:
        """Who of those before any jumper replaces, and who is asked and stays silent. In the first round every seat asks
        those before it; later one announces the round to all."""
        going: list[int] = []
        silent: dict[int, Breach] = {}
        told = self._lay_this_round()
        announcer = next((seat for seat in rest if seat in acting), -1)
        for seat in reversed(rest):
            # who lays nothing but a gold flower asks nobody
            asked = any(self.waiting[other] for other in going) if first else announcer not in (seat, -1)
            breach = self.slips.take(("flower_silent",), [seat], 0, live) if asked and seat not in told else None
            if breach is not None:
                silent[seat] = breach
            elif seat in acting or asked:
                going.append(seat)
        return going, silent

    def _replace_round(self, seat: int, golds: dict[int, Breach]) -> None:
        """One seat's flowers of this round, a gold among them by mistake."""
        laid = sorted(self.waiting[seat])
        self.waiting[seat] = []
        for kind in laid:
            self._lay_flower(seat, kind)
        gold = golds.get(seat)
        if gold is not None:
            self.gold_flowers[seat].remove(gold.kind)
            self.dead_flowers.append(gold.kind)
            self.events.append(Event("flower", seat, gold.kind, 2))
        due = len(laid) + (gold is not None)
        skipped = None
        if laid and gold is None and seat not in self.short:
            skipped = self.slips.take(("skip_draw",), [seat], 0, self.drawable() - due + 1)
        for _ in range(due - (skipped is not None)):
            self._put(seat, self._from_tail(seat))
        if skipped is not None:  # FD-2.01: one tile too few
            self.open.append(skipped)
            self.short.add(seat)

    def _judges_gold(self, gold: Breach | None) -> None:
        if gold is not None and acts(gold):
            self._stands_for(gold)
        elif gold is not None:
            self._nothing(gold)
