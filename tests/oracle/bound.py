"""How often each rule of the table decides something in a hand: b.15, `bound` and `denied`, counted decision by decision.

A decision is an own turn, or one seat's answer to one discard or to one kan that may be robbed, whether the seat is asked or
has nothing left to answer. A clause counts once a decision: a discard counts for everything that bars it; a kan, a pon or a win
only where nothing else takes it away too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tests.oracle import wild
from tests.oracle.ending import next_dealer
from tests.oracle.moves import Action, Phase
from tests.oracle.options import Value
from tests.oracle.replay import Replay, winds_of
from tests.oracle.table import Asked, Table
from tests.oracle.wall import Wall

# What bars a discard (tests/oracle/bars.py), by the entry of the log it is booked under.
OF_DISCARDS = {
    "gold": "discard_gold", "kan tile": "kan_tile", "flush": "flush_bar", "four winds": "four_winds_bar",
    "late honour": "late_honour",
}  # fmt: skip


class CountedTable(Table):
    """A table of lawful players that counts what its rules take away. `bound`, `denied`: by entry; `cases`: where."""

    def __init__(self, *given: object, **more: object) -> None:
        self.bound: Counter[str] = Counter()
        self.denied: Counter[str] = Counter()
        self.cases: list[tuple[str, int, int, int]] = []  # entry, seat, tile, discards made
        super().__init__(*given, **more)  # type: ignore[arg-type]

    def _count(self, entries: set[str], seat: int) -> None:
        self.bound.update(entries)
        self.cases += [(entry, seat, self.tile, self.thrown) for entry in sorted(entries)]

    # --- own turns ---

    def _begin_turn(self, phase: Phase) -> None:
        self.phase = phase
        if self.seat not in self.standing:
            self._count(self._taken_in_turn(), self.seat)
        super()._begin_turn(phase)

    def _taken_in_turn(self) -> set[str]:
        seat = self.seat
        found = set()
        for kind in self.kinds_held(seat):
            whys = list(self.reasons(seat, kind))
            found |= {"discard_gold"} if "gold" in whys else {OF_DISCARDS[why] for why in whys}  # d.4
        if not self._free_discards(seat):
            found.add("no_discard")  # FD-3.20
        if self.phase == Phase.ACT:
            for what, kind in self._kans_by_tiles(seat):
                found |= self._what_bars(seat, what, kind)
            if self._must_kan():
                found.add("forced_kan")  # FD-3.22
        return found

    def _kans_by_tiles(self, seat: int) -> list[tuple[str, int]]:
        """Kans as far as the tiles go."""
        hand = self.hands[seat]
        closed = [("kan_closed", kind) for kind, n in enumerate(hand) if n == 4 and kind != self.gold]
        pons = [meld.kind for meld in self.melds[seat] if meld.what == "pon"]
        return closed + [("kan_added", kind) for kind in pons if hand[kind]]

    def _what_bars(self, seat: int, what: str, kind: int) -> set[str]:
        """The one thing that forbids a kan: the end of the wall (FD-3.03) or a flush table (FD-1.08)."""
        late = not self.kan_allowed(what)
        barred = self.options["bar.flush_kan"] == "all" or (self.options["bar.flush_kan"] == "added_only" and what == "kan_added")
        flush = barred and any(kind < 27 and self.flush_suit(other) == kind // 9 for other in self.tables_against(seat))
        return {"late_kan"} if late and not flush else {"flush_bar"} if flush and not late else set()

    # --- answers to the tiles of others ---

    def _offer_discard(self) -> None:
        for seat in self._others():
            self._count(self._taken_from_claims(seat), seat)
        super()._offer_discard()

    def _open_rob_window(self) -> None:
        if self.kan == "kan_added":
            self.phase = Phase.ROB
            for seat in self._others():
                self._count(self._denied_win(seat, passed=False), seat)
        super()._open_rob_window()

    def _others(self) -> list[int]:
        return [seat for i in (1, 2, 3) if (seat := (self.seat + i) % 4) not in self.standing]

    def _denied_win(self, seat: int, passed: bool) -> set[str]:
        """What alone keeps a complete hand from winning: the tile was let go by (FD-1.06), or an idle gold (FD-1.10)."""
        if not self.completes(seat):
            return set()
        idle = self.options["gold.idle_win"] == "self_draw_only" and wild.is_idle_gold(self.held(seat), self.shapes)
        found = {"passed_win"} if passed and not idle else {"idle_gold_win"} if idle and not passed else set()
        self.denied.update(found)
        return found

    def _taken_from_claims(self, seat: int) -> set[str]:
        tile, held = self.tile, self.hands[seat][self.tile] if self.tile < 34 else 0
        if tile == self.gold:  # FD-2.04: nothing can be done with it
            return {"claim_gold"} if held >= 2 or self._runs_by_tiles(seat, tile) else set()
        passed = tile in self.passed[seat]
        same_kind = self.options["claim.pass_win"] == "same_kind"
        locked = passed if same_kind else self.options["claim.pass_win"] == "any_kind" and bool(self.passed[seat])
        found = self._denied_win(seat, locked)
        if held >= 2 and passed and self.options["claim.pass_pon"]:
            found |= {"passed_pon"}  # FD-2.15
        if held >= 3 and not passed:
            found |= self._what_bars(seat, "kan_open", tile)
        return found

    def _runs_by_tiles(self, seat: int, tile: int) -> bool:
        """Could the seat chi the tile if it were no gold?"""
        near = [tile + i if (tile + i) // 9 == tile // 9 and 0 <= tile + i < 27 else -1 for i in (-2, -1, 1, 2)]
        has = [kind >= 0 and self.hands[seat][kind] > 0 for kind in near]
        runs = (has[0] and has[1]) or (has[1] and has[2]) or (has[2] and has[3])
        return tile < 27 and seat == self.next_in_play(self.seat) and runs

    def _answer_claims(self, asked: Asked) -> None:
        """FD-3.06: a nearer seat takes the win of another."""
        callers = [seat for seat, _, action in asked if action == Action.WIN]
        if len(callers) > 1:
            self._count({"win_bumped"}, callers[0])
        super()._answer_claims(asked)

    # --- the end ---

    def count_the_end(self) -> None:
        """A division was held (FD-3.05); the deal passes after a drawn hand (FD-1.14)."""
        assert self.ending is not None
        if self.group_left >= 0:
            self._count({"division"}, -1)
        if self.ending.result == "draw" and next_dealer(self.ending, self.options) != self.dealer:
            self._count({"deal_passed"}, self.dealer)


class CountedReplay(Replay):
    """Replays a lawful hand and counts."""

    table: CountedTable

    def _new_table(self, options: Mapping[str, Value], wall: Wall, n_kept: int, dice: Sequence[int]) -> Table:
        return CountedTable(options, int(self.rows[0][1]), wall, n_kept, dice, winds_of(self.rows, options))

    def run(self) -> Table:
        table = super().run()
        self.table.count_the_end()
        return table
