"""Flowers that are still owed once play has begun, and flowers that are not known for what they are. FD-2.08, 2.13, 3.02, 3.09,
3.29."""

from __future__ import annotations

from tests.oracle.effects import Answers, instead
from tests.oracle.moves import Action, Phase
from tests.oracle.opening_slips import OpeningSlips
from tests.oracle.penalties import Breach
from tests.oracle.slips import ENTRIES, acts


class FlowerSlips(OpeningSlips):
    """A table at which somebody may owe flowers.

    *Readings*: who owes, or is a tile short, claims nothing, and where it means to make a kan it throws the tile it drew, or the
    lowest it may; the dealer and the seat after it are due at the discard of the latter, a seat
    that a claim passed over when the claimer discards, others at their own discard.
    """

    def _watch_flowers(self, claimed_from: int) -> None:
        """After a discard. FD-2.08. `claimed_from`: who threw the tile that the thrower claimed before, -1 if none."""
        thrower = self.seat
        if claimed_from >= 0:
            self.passed_over |= {(claimed_from + i) % 4 for i in range(1, (thrower - claimed_from) % 4)}
        first = thrower == self.dealer and thrower not in self.have_thrown  # makes nobody stand
        self.have_thrown.add(thrower)
        if not first:
            due = [seat for seat in self._owing_from(thrower) if seat in self.have_thrown or seat in self.passed_over]
            while due:
                seat = next((seat for seat in due if self._found_now(self.owing[seat][0])), due[0])
                due.remove(seat)
                self._is_due(seat)
        self._make_good(thrower)

    def _begin_turn(self, phase: Phase) -> None:
        """After a draw too somebody may remember."""
        if phase == Phase.ACT and self.owing:
            self._make_good(self.seat)
        super()._begin_turn(phase)

    def _owing_from(self, seat: int) -> list[int]:
        """Seats in play that owe, from one on."""
        return [s for i in range(4) if (s := (seat + i) % 4) in self.owing and s not in self.standing]

    def _is_due(self, seat: int) -> None:
        breach = self.owing[seat][0]
        if self._found_now(breach):  # the referee finds it too where players do not, at its own win
            del self.owing[seat]
            self._stands_for(breach)

    def _make_good(self, thrower: int) -> None:
        """Whoever remembers lays its flowers now. FD-3.29."""
        for seat in self._owing_from((thrower + 1) % 4):
            if seat != thrower and self.told.peek(len(self.events)) == ("flower", seat):
                self._lays_what_it_owes(seat)

    def _asks_before_kan(self) -> None:
        """A closed kan is announced: who owes flowers answers by replacing them, or is silent. FD-2.13."""
        for seat in self._owing_from((self.seat + 1) % 4):
            if seat == self.seat:
                continue
            breach = self.slips.take(("flower_silent",), [seat], self.thrown, self.drawable())
            if breach is None:
                self._lays_what_it_owes(seat)
            elif acts(breach):
                self._stands_for(breach)
            else:
                self._nothing(breach)

    def _is_announced(self) -> bool:
        """Do the next rows tell that a seat that owes answers to a closed kan? FD-2.13."""
        what, seat = self.told.peek(len(self.events))
        silent = self.told.row(len(self.events))[3:4] == [ENTRIES.index("flower_silent")] or what == "flower"
        return what in ("flower", "penalty") and silent and seat != self.seat and seat in self.owing

    def _lays_what_it_owes(self, seat: int) -> None:
        acting, self.seat = self.seat, seat
        while self.waiting[seat]:
            laid = []
            for kind in sorted(self.waiting[seat]):
                if self.drawable() - len(laid) <= self.n_in_play():
                    break
                laid.append(kind)
            if not laid:
                break
            for kind in laid:
                self.waiting[seat].remove(kind)
                self._lay_flower(seat, kind)
            for _ in laid:
                self.draws += 1
                self._put(seat, self._from_tail(seat))
                self.passed[seat].clear()  # a replacement is a tile racked: d.6
        self.seat = acting
        if not self.waiting[seat]:
            for breach in self.owing.pop(seat):
                self._nothing(breach)
        self._flower_replaced_by(seat)

    def _flower_replaced_by(self, seat: int) -> None:
        """FD-3.09: the seat after the dealer replaces while the dealer has discarded and owes."""
        dealer = self.dealer
        if dealer in self.owing and dealer in self.have_thrown and seat == self.next_in_play(dealer):
            self._is_due(dealer)

    def _void_win(self, seat: int) -> bool:
        """Nor does it win, by golds or flowers: it is found to owe, and stands. FD-2.08."""
        if super()._void_win(seat):
            return True
        first, *others = self.owing.pop(seat, None) or (None,)
        if first is None:
            return False
        self._stands_for(first)
        for breach in others:
            self._nothing(breach)
        return True

    def _without_owing(self, asked: Answers) -> Answers:
        """Who owes or is short claims nothing."""
        for seat in {*self.owing, *self.short}:
            if any(s == seat for s, _, _ in asked):
                asked = instead(asked, seat, Action.PASS)
        return asked

    # --- flowers that are not known ---

    def _resolve(self, kind: int) -> None:
        if kind in self.flower_kinds and self.seat not in self.owing:
            breach = self.slips.take(("flower_unseen",), [self.seat], self.thrown, self.drawable() + 1)
            if breach is not None:
                self._needs(breach.kind == kind and self.drawable() > self.n_in_play(), breach)
                self.phase, self.drawn, self.tile, self.kan = Phase.POST_CLAIM, -1, -1, ""
                self.unseen.append(kind)
                self.short.add(self.seat)
                self.open.append(breach)
                self._has_taken()
                self._watch_short()
                self._make_good(self.seat)
                self._begin_turn(Phase.POST_CLAIM)
                return
        super()._resolve(kind)

    def _watch_short(self) -> None:
        """A seat before that took no tile is found once the next one has its own."""

    def _is_seen_now(self, breach: Breach) -> bool:
        """What is found at the same discard is found in any order: b.12 says none."""
        unseen = breach.entry == "flower_unseen" and breach.seat == self.last_thrower
        return super()._is_seen_now(breach) or (unseen and acts(breach) and self._found_now(breach))

    def _unseen_is_due(self, thrower: int) -> None:
        """FD-3.02: at its own discard."""
        for breach in [b for b in self.open if b.entry == "flower_unseen" and b.seat == thrower]:
            self.open.remove(breach)
            if acts(breach):
                self._stands_for(breach)
            else:
                self._nothing(breach)

    def slips_at_the_end(self) -> None:
        for seat in sorted(self.owing):
            for breach in self.owing[seat]:
                self._nothing(breach)
        super().slips_at_the_end()
