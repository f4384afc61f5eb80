"""Replays a hand in which people err: its rows, the breach log, the points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.oracle.effects import NoOpportunityError, Told
from tests.oracle.options import Value
from tests.oracle.penalties import Breach, account
from tests.oracle.replay import DRAW, NAMES, DisagreementError, Replay, expected_columns, winds_of
from tests.oracle.slips import Slips, entry_number
from tests.oracle.table import Table
from tests.oracle.table_mistakes import MistakeTable
from tests.oracle.wall import Wall

PENALTY = 20


class MistakeReplay(Replay):
    """One hand, row by row; the breach log says who slipped."""

    table: MistakeTable

    def __init__(
        self,
        rows: Sequence[Sequence[int]],
        options: Mapping[str, Value],
        wall: Wall,
        breaches: Sequence[Breach],
        may_be_late: bool = False,
        *,
        name: str = "",
        n_kept: int = 0,
    ) -> None:
        self.breaches, self.may_be_late = list(breaches), may_be_late
        super().__init__(rows, options, wall, name=name, n_kept=n_kept)

    def _new_table(self, options: Mapping[str, Value], wall: Wall, n_kept: int, dice: Sequence[int]) -> Table:
        told = Told(Slips(self.breaches), self._finds, self._peek, self._following, self._stands_after)
        winds = winds_of(self.rows, options)
        try:
            return MistakeTable(options, int(self.rows[0][1]), wall, n_kept, dice, winds, told=told)
        except NoOpportunityError as fault:
            raise DisagreementError(f"{self.name}: {fault}\n  {self.breaches}") from None

    def _finds(self, breach: Breach, made: int) -> bool:
        """Does the next row tell that this breach was found?"""
        row = self._following(made)
        return row[0] == PENALTY and (row[1], row[3]) == (breach.seat, entry_number(breach))

    def _peek(self, made: int) -> tuple[str, int]:
        """What the next row tells, and of whom."""
        row = self._following(made)
        return NAMES.get(row[0], ""), (*row, -1)[1]

    def run(self) -> Table:
        try:
            table = super().run()
        except NoOpportunityError as fault:
            self._fail(str(fault), "no such slip", self.breaches)
        return table

    def _decision(self, row: Sequence[int], ready_set: Sequence[int] | None) -> None:
        if not self.asked:
            self.statistics.answers = 0  # a win called before was void
        super()._decision(row, ready_set)
        if self.table.ending is not None:
            self.table.slips_at_the_end()

    def _event(self, row: Sequence[int]) -> None:
        super()._event(row)
        if row[0] == DRAW:
            self.statistics.answers = 0
        if row[0] == PENALTY:
            told = self.table.penalties[sum(event.what == "penalty" for event in self.table.events[: self.seen_events]) - 1]
            if (row[5], row[6]) != (told.observer, told.objector):
                self._fail("somebody else noticed or objected", told, row)

    def _fourth_column(self, what: str) -> int:
        if what == "penalty":
            before = sum(event.what == "penalty" for event in self.table.events[: self.seen_events])
            return self.table.penalties[before].effect
        if what == "usurper":
            return int(self.table.usurper_found_early)
        return self.table.marks.get(self.seen_events) or super()._fourth_column(what)

    def check_log(self) -> None:
        """Every breach of the log happened, with the effect it tells."""
        if self.table.slips.left:
            self._fail("breaches without an opportunity", "none", self.table.slips.left)
        differ = [(breach, effect) for breach, effect in self.table.happened if breach.effect != effect]
        if differ:
            self._fail("another effect", [effect for _, effect in differ], [breach for breach, _ in differ])


def compare_with_mistakes(replay: MistakeReplay, options: Mapping[str, Value], row: Any) -> None:
    """The outcome row of a hand: as without mistakes, the points as the accountant has them."""
    replay.check_log()
    table, ending = replay.table, replay.table.ending
    assert ending is not None
    unseen = ("passed_win", "idle_gold_win", "freeze_breach")  # wins called though the law did not offer them
    for breach in replay.breaches:
        on_the_last_tile = (breach.turn, breach.kind) == (table.thrown, ending.tile)
        # a breach of FD-3.01 may be a chi or a pon as well: then the hand is not complete with the tile
        if breach.entry in unseen and not breach.noticed and on_the_last_tile and table.completes(breach.seat):
            replay.statistics.answers |= 1 << breach.seat
    for seat in table.standing:  # called as well, but the win was void: b.12
        replay.statistics.answers &= ~(1 << seat)
    expected = expected_columns(table, options, replay.statistics)
    paid = account(ending, options, replay.breaches, table.false_kans, table.paid_early, table.found_early)
    anew = any(breach.entry in ("wrong_chi", "swap_chi") for breach in replay.breaches)  # an answer given twice
    if not ending.winners or replay.may_be_late or anew:  # a refused or late wish for a tile is told by no row
        del expected["answers"]
    expected["discards"] = table.thrown
    expected |= {f"delta_s{seat}": paid.delta[seat] for seat in range(4)}
    for name in [name for name in expected if name.startswith(("kan_part", "fan"))]:
        if table.aborted:
            del expected[name]
    differ = {name: (value, int(row[name])) for name, value in expected.items() if int(row[name]) != value}
    if differ:
        text = ", ".join(f"{name}: oracle {a}, engine {b}" for name, (a, b) in differ.items())
        raise DisagreementError(f"{replay.name} outcome: {text}\n  {ending}\n  {replay.breaches}")
