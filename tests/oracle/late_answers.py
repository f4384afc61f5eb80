"""Answers to a discard that are heard late: which right is still alive when they are. b.5, d.7, d.8, FD-3.06 to 3.25."""

from __future__ import annotations

from tests.oracle.chi_slips import ChiSlips
from tests.oracle.effects import Answers, NoOpportunityError
from tests.oracle.moves import CHIS, Action, Event, Legal

LATE = 25  # row of a transcript: seat, kind on offer, action, then the phase in which it is heard
MELD_OUT, LIFTED, RACKED, PLAYED_ON = 2, 4, 5, 6  # P2, P4, P5, P5+


class LateAnswers(ChiSlips):
    """A table that hears some answers after the others.

    A meld that a later answer undoes is not told by a row, and a lifted tile that goes back neither.
    """

    late: dict[int, int]  # seats whose answer to this discard comes late, by phase
    drawer: int  # who lifts the next tile

    def _are_late(self, asked: Answers) -> None:
        """Which answers come late, as the next rows tell."""
        self.late = {}
        while (row := self.told.row(len(self.events)))[0] == LATE:
            seat, kind, action, phase = map(int, row[1:5])
            said = next((act for s, _, act in asked if s == seat), Action.PASS)
            given = said == action != Action.PASS and kind == self.tile and seat not in self.late and seat not in self.standing
            if not given or phase not in (MELD_OUT, LIFTED, RACKED, PLAYED_ON):
                raise NoOpportunityError(f"seat {seat} answers {action} late, heard in {phase}")
            self.late[seat] = phase
            self.marks[len(self.events)] = phase
            self.events.append(Event("late", seat, kind, action))

    def _hears_late(self, asked: Answers) -> tuple[list[int], Answers]:
        """What is heard once nobody has won in time: the seats that win, or else the answers of which one is carried out."""
        in_time = [answer for answer in asked if answer[0] not in self.late]
        second = self._heard_at(asked, MELD_OUT)
        shown = _best([*in_time, *second])
        wins = [seat for seat, _, action in second if action == Action.WIN]
        if wins and (maker := _best(in_time)) is not None:  # FD-3.12: who has laid the meld may win as well
            wins += [seat for seat, legal, _ in in_time if seat == maker and legal.flags >> Action.WIN & 1]
        if wins := self._valid(wins):
            return wins, []
        if self.ending is not None:
            return [], []
        if shown is not None:
            skipped = self._valid(self._in_grace(asked, shown))
            return skipped, _only(asked, shown)
        lifted = [answer for answer in self._heard_at(asked, LIFTED) if self._may_stop_the_draw(answer)]
        if wins := self._valid([seat for seat, _, action in lifted if action == Action.WIN]):
            return wins, []
        taker = _best(lifted)
        return [], _only(asked, self._missed_pon(asked) if taker is None else taker)

    def _heard_at(self, asked: Answers, phase: int) -> Answers:
        return [answer for answer in asked if self.late.get(answer[0]) == phase]

    def _valid(self, wins: list[int]) -> list[int]:
        """Those who may win, nearest first; what makes a win void is found out now."""
        found = []
        for seat in sorted(wins, key=lambda seat: (seat - self.seat) % 4):
            if self.ending is None and seat not in self.standing and not self._void_win(seat):
                found.append(seat)
        return found if self.ending is None else []

    def _in_grace(self, asked: Answers, taker: int) -> list[int]:
        """FD-3.13: wins that live on while the maker of a pon discards and until the next tile is racked."""
        rule = self.options["timing.grace_skipped"]
        made = next(action for seat, _, action in asked if seat == taker)
        if rule == "none" or made == Action.KAN_OPEN or (made in CHIS and rule != "pon_and_chi"):
            return []
        skipped = {(self.seat + i) % 4 for i in range(1, (taker - self.seat) % 4)}
        lifted = self._heard_at(asked, LIFTED)
        return [seat for seat, _, action in lifted if action == Action.WIN and (seat in skipped or made in CHIS)]

    def _may_stop_the_draw(self, answer: tuple[int, Legal, Action]) -> bool:
        """FD-2.17, FD-3.06: who has lifted a tile has no chi, and unless the rules say so no pon and no win."""
        seat, _, action = answer
        return action not in CHIS and (seat != self.drawer or self.options["timing.lift_blocks"] == "chi")

    def _missed_pon(self, asked: Answers) -> int | None:
        """FD-3.18: a pon after the next tile was racked, if its drawer lets it happen."""
        rule = self.options["timing.late_pon"]
        pons = [seat for seat, _, action in self._heard_at(asked, PLAYED_ON) if action == Action.PON]
        pons = [seat for seat in pons if seat != self.drawer]
        told = bool(pons) and self.told.peek(len(self.events)) == ("pon", pons[0])  # what the drawer wants chance decided
        return pons[0] if pons and (rule == "allow" or (rule == "if_tile_bad" and told)) else None


def _best(answers: Answers) -> int | None:
    """Who takes the tile for a meld: a pon or kan before a chi."""
    takers = [(action in CHIS, seat) for seat, _, action in answers if action not in (Action.PASS, Action.WIN)]
    return min(takers)[1] if takers else None


def _only(asked: Answers, taker: int | None) -> Answers:
    """The answers if of the claims only one is heard. A seat whose claim was not let the tile go by. d.6."""
    return [(seat, legal, action if seat == taker else Action.PASS) for seat, legal, action in asked]
