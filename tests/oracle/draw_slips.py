"""What goes wrong when a tile is taken from the wall: one too many, none, from the wrong end, lifted before a chi. FD-1.01, 2.01,
2.06, 2.16, 2.17."""

from __future__ import annotations

from tests.oracle.flower_slips import FlowerSlips
from tests.oracle.moves import CHIS, Action, Event, Legal, Phase
from tests.oracle.penalties import Breach
from tests.oracle.slips import acts

TOO_MANY, WRONG_END, LIFTED = 1, 2, 3  # what the fourth column of a draw says


class DrawSlips(FlowerSlips):
    """A table whose seats may take the wrong tile, too many or none.

    *Reading*: a tile too many lies beside the hand and is not used.
    """

    def _next_draw(self, may_stand: bool = True) -> None:
        """FD-2.06: the referee finds a draw from the wrong end just before that seat draws again."""
        while self.n_in_play() and self.drawable() >= 1:
            following = self.next_on_turn(self.seat)
            found = [b for b in self.open if b.entry == "wrong_end" and b.seat == following and b.observer == 4]
            if not found:
                break
            self.open.remove(found[0])
            self._stands_for(found[0])
        super()._next_draw(may_stand)

    def _ordinary_draw(self) -> None:
        seat = self.seat
        if self.drawable() <= self.group_size() or seat in self.standing:
            super()._ordinary_draw()
            return
        late = self.slips.take(("late_chi",), [seat], self.thrown, -1)
        skipped = self.slips.take(("skip_draw",), [seat], self.thrown, self.drawable())
        wrong = self.slips.take(("wrong_end",), [seat], self.thrown, -1)
        if late is not None:
            self._lifts_and_chis(late)
        elif skipped is not None:
            self._draws_nothing(skipped)
        elif wrong is not None:
            self._draws_from_tail(wrong)
        else:
            super()._ordinary_draw()

    def _takes(self, end: int, mark: int) -> int:
        """A tile from the front (0) or the tail (1)."""
        if end:
            self.tail_taken += 1
        kind = self.wall.tail() if end else self.wall.front(self.seat)
        self.marks[len(self.events)] = mark
        self.events.append(Event("draw", self.seat, kind, end))
        return kind

    def _keeps(self, kind: int) -> None:
        """A tile that stays with a seat that stands; a flower is worth nothing."""
        if kind in self.flower_kinds:
            self._lay_dead(kind)
        else:
            self.take_tile(self.seat, kind)

    # --- late chi ---

    def _lifts_and_chis(self, breach: Breach) -> None:
        """FD-2.17: with a tile in hand the seat insists on a chi: it stands, or nobody notices and the tile goes back."""
        seat, tile = self.seat, breach.kind
        thrower = self.last_thrower
        kind = self._takes(0, LIFTED)
        if acts(breach):
            self.draws += 1
            self._stands_for(breach)
            self._keeps(kind)
            self._watch_short()
            self._passes_turn()
            return
        self._nothing(breach)
        self.wall.put_back(kind, 0)
        self.events.append(Event("return", seat, kind, 0))
        self.seat, self.tile = thrower, tile
        row = self.told.row(len(self.events))
        chis = [chi for chi in self._runs(seat, tile) if not self._uses_gold(chi, tile) and row[3] - row[2] == CHIS.index(chi)]
        self._needs(bool(chis), breach)
        self._resolve_claims([(seat, Legal(0), chis[0])])

    def _uses_gold(self, chi: Action, tile: int) -> bool:
        lowest = tile - CHIS.index(chi)
        return self.gold in (lowest, lowest + 1, lowest + 2)

    # --- no tile ---

    def _draws_nothing(self, breach: Breach) -> None:
        """FD-2.01."""
        self.open.append(breach)
        self.short.add(self.seat)
        self.drawn = self.tile = -1
        self.after_kan = self.replaced = False
        self._begin_turn(Phase.POST_CLAIM)

    def _replacement(self) -> None:
        """FD-2.01 for the tile that replaces a kan's."""
        breach = self.slips.take(("skip_draw",), [self.seat], self.thrown, self.drawable())
        if breach is not None:
            self._draws_nothing(breach)
        else:
            super()._replacement()

    def _goes_without(self) -> bool:
        """FD-2.01 for the tile that replaces a flower: the seat throws from what it holds."""
        breach = self.slips.take(("skip_draw",), [self.seat], self.thrown, self.drawable())
        if breach is None:
            return False
        least = self.n_in_play() + (1 if self.after_kan else 0)
        self._needs(self.seat not in self.short and self.seat not in self.owing and self.drawable() > least, breach)
        replaced_one = self.events[-2].what == "flower" and self.events[-2].seat == self.seat
        self._watch_short()
        if replaced_one:
            self._flower_replaced_by(self.seat)
        self.phase = Phase.ACT
        self._make_good(self.seat)
        self._draws_nothing(breach)
        return True

    # --- the wrong end ---

    def _draws_from_tail(self, breach: Breach) -> None:
        """FD-2.06, FD-2.16."""
        self.draws += 1
        self.own_draws[self.seat] += 1
        kind = self._takes(1, WRONG_END)
        self.after_kan = self.replaced = False
        if breach.observer < 4 and self._found_now(breach):
            self._stands_for(breach)
            self._has_taken()
            self._keeps(kind)
            self._passes_turn()
            return
        self.open.append(breach)
        self._resolve(kind)

    def _takes_group_tile(self) -> bool:
        """The referee's look before a seat draws again, in the last group too; its tile stays in the wall."""
        found = [b for b in self.open if b.entry == "wrong_end" and b.seat == self.seat and b.observer == 4]
        if not found:
            return super()._takes_group_tile()
        self.open.remove(found[0])
        self._stands_for(found[0])
        self.group_left -= 1
        return False

    # --- too many ---

    def _lies_beside(self, at: int) -> bool:
        return self.marks.get(at) == TOO_MANY

    def _has_racked(self) -> bool:
        """P5: a seat before that took none is found; a tile too many is taken."""
        replaced = self.events[-2].what == "flower" and self.events[-2].seat == self.seat
        self._watch_short()
        if replaced:
            self._flower_replaced_by(self.seat)
        self._may_take_too_many(self.seat, False)
        if replaced:
            self._flower_replaced_by(self.seat)
        if self.ending is None:
            self._takes_gold_for_flower()
        if self.ending is None and self.seat in self.standing:
            self._make_good(self.seat)
            self._passes_turn()
            return True
        return self.ending is not None

    def _takes_gold_for_flower(self) -> None:
        """FD-2.05 in play: a gold flower is laid out and replaced, and what comes for it as ever."""
        row, seat = self.told.row(len(self.events)), self.seat
        if tuple(row[:2]) != (13, seat) or row[3] != 2:
            return
        breach = self.slips.take(("replace_gold_flower",), [seat], self.thrown, -1)
        if breach is None:
            return
        self._needs(breach.kind in self.gold_flowers[seat] and self.drawable() > self.n_in_play(), breach)
        self.gold_flowers[seat].remove(breach.kind)
        self.dead_flowers.append(breach.kind)
        self.events.append(Event("flower", seat, breach.kind, 2))
        kind, self.replaced = self._replace(), True
        while kind in self.flower_kinds:
            self._lay_flower(seat, kind)
            kind = self._replace()
        self.drawn = self.take_tile(seat, kind)
        if acts(breach):
            self._stands_for(breach)
        else:
            self._nothing(breach)

    def _may_take_too_many(self, seat: int, is_head: bool) -> None:
        """One more tile, if the next row tells it."""
        row = self.told.row(len(self.events))
        if tuple(row[:2]) == (2, seat) and row[4] == TOO_MANY:
            breach = self.slips.take(("overdraw",), [seat], self.thrown, -1)
            if breach is not None:
                self._takes_too_many(breach, int(row[3]), is_head)

    def _dice_are_thrown(self) -> None:
        """FD-1.01 (i): somebody takes the dealer's head tile before the flowers are replaced."""
        super()._dice_are_thrown()
        for i in (1, 2, 3):
            if self.ending is not None:
                break
            self._may_take_too_many((self.dealer + i) % 4, True)

    def _replace_round(self, seat: int, golds: dict[int, Breach]) -> None:
        super()._replace_round(seat, golds)
        self._may_take_too_many(seat, False)

    def _watch_short(self) -> None:
        """The referee's look, told by the next row: who is found at its own win only is found by him too. The next active player
        of a seat left alone is that seat itself.
        """
        alone = self.n_in_play() == 1
        short = [b for b in self.open if b.entry == "skip_draw" and b.observer == 4]
        found = [b for b in short if b.seat != self.seat or (alone and b.turn < self.thrown)]
        for breach in sorted(found, key=lambda b: b.seat):
            if self._found_now(breach):
                self.open.remove(breach)
                self._stands_for(breach)

    def _takes_too_many(self, breach: Breach, end: int, is_head: bool) -> None:
        """FD-1.01: owned up to at once it costs standing, if that is enough; else it is found later."""
        self._needs(self.drawable() >= 1, breach)
        acting, self.seat = self.seat, breach.seat
        kind = self._takes(end, TOO_MANY)
        if breach.observer == breach.seat:
            self._needs(is_head or self.options["penalty.self_report"] == "any", breach)
            self.wall.put_back(kind, end)
            self.tail_taken -= end
            self.events.append(Event("return", breach.seat, kind, end))
            self._stands_for(breach)
        elif breach.observer != 4 and self._found_now(breach):
            self._pays(breach)
        else:
            self.open.append(breach)
        self.seat = acting

    def _overfull_is_due(self, thrower: int) -> None:
        """The referee counts after the seat's own next discard."""
        for breach in [b for b in self.open if b.entry == "overdraw" and b.seat == thrower and b.observer == 4]:
            if self._found_now(breach):
                self.open.remove(breach)
                self._pays(breach)

    def _runs(self, seat: int, tile: int) -> list[Action]:
        """Chis by the tiles held, golds as what they show."""
        if tile >= 27 or seat != self.next_in_play(self.seat):
            return []
        found = []
        for action, others in zip(CHIS, ((1, 2), (-1, 1), (-2, -1)), strict=True):
            if all(tile + i >= 0 and (tile + i) // 9 == tile // 9 and self.hands[seat][tile + i] for i in others):
                found.append(action)
        return found
