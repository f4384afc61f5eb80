"""Chis whose tiles are no run, and chis that are changed too late. FD-2.07, FD-3.08."""

from __future__ import annotations

from collections import Counter

from tests.oracle.draw_slips import DrawSlips
from tests.oracle.effects import Answers, instead
from tests.oracle.ending import Meld
from tests.oracle.moves import Action, Event, Legal, Phase
from tests.oracle.penalties import Breach
from tests.oracle.slips import acts

EXCHANGE = 23  # row of a transcript: a tile goes from the hand into a chi, one of it to the hand


class ChiSlips(DrawSlips):
    """A table at which the tiles of a chi may change.

    `odd`: by seat and place of the meld, the tiles of a chi that is no run; `taken`: the tile that each chi claimed.
    """

    def __init__(self, *given: object, **more: object) -> None:
        self.odd: dict[tuple[int, int], list[int]] = {}
        self.taken: dict[tuple[int, int], int] = {}
        self.wrong_at: dict[Breach, tuple[int, int]] = {}
        self.asks_again: tuple[int, Legal, Answers] | None = None
        self.drew = False  # the discard that is on offer follows a draw
        super().__init__(*given, **more)  # type: ignore[arg-type]

    def visible(self) -> Counter[int]:
        seen = super().visible()
        for (seat, place), tiles in self.odd.items():
            seen.subtract(self.melds[seat][place].tiles)
            seen.update(tiles)
        return seen

    def flush_suit(self, seat: int) -> int:
        suit = super().flush_suit(seat)
        odd = [kind for (who, _), tiles in self.odd.items() if who == seat for kind in tiles]
        return suit if all(kind // 9 == suit for kind in odd) else -1

    def _lay(self, meld: Meld, extra: int) -> None:
        if meld.what == "chi":
            self.taken[self.seat, len(self.melds[self.seat])] = extra
        super()._lay(meld, extra)

    # --- the tiles ---

    def _exchanges(self, seat: int, place: int) -> bool:
        """One tile for another, if the next row tells it; True if it did."""
        row = self.told.row(len(self.events))
        if tuple(row[:2]) != (EXCHANGE, seat):
            return False
        given, back = int(row[2]), int(row[3])
        tiles = self.odd.pop((seat, place), None) or list(self.melds[seat][place].tiles)
        if back not in tiles or not self.hands[seat][given]:
            return False
        tiles.remove(back)
        tiles.append(given)
        self.hands[seat][given] -= 1
        self.hands[seat][back] += 1
        self.events.append(Event("exchange", seat, given, back))
        tiles.sort()
        if self.taken[seat, place] in tiles and tiles == [tiles[0], tiles[0] + 1, tiles[0] + 2] and tiles[0] // 9 == tiles[2] // 9:
            self.melds[seat][place] = self.melds[seat][place]._replace(kind=tiles[0])
        else:
            self.odd[seat, place] = tiles
        return True

    def _is_run(self, seat: int, place: int) -> bool:
        return (seat, place) not in self.odd

    # --- a wrong chi ---

    def _shows_wrong_tiles(self, breach: Breach) -> bool:
        """In the turn that the chi began; the seat acts anew. True if its turn is over."""
        seat, place = self.seat, len(self.melds[self.seat]) - 1
        self._needs(self.phase == Phase.POST_CLAIM and self.melds[seat][place].what == "chi", breach)
        self._needs(self._exchanges(seat, place) and not self._is_run(seat, place), breach)
        self.wrong_at[breach] = (seat, place)
        if breach.observer != 4 and self._found_now(breach):
            self._stands_for(breach)
            self._passes_turn()
            return True
        self.open.append(breach)
        self._puts_right(seat)
        self._begin_turn(Phase.POST_CLAIM)
        return True

    def _puts_right(self, seat: int) -> bool:
        """A wrong chi becomes a run, if the next rows tell it."""
        changed = False
        for breach in [b for b in self.open if b.entry == "wrong_chi" and b.seat == seat]:
            swaps = self._swaps_to_a_run(*self.wrong_at[breach])
            if not swaps or tuple(self.told.row(len(self.events))[:4]) != (EXCHANGE, seat, *swaps[0]):
                continue
            for _ in swaps:
                self._needs(self._exchanges(*self.wrong_at[breach]), breach)
                event = self.events[-1]
                self._needs((event.kind, event.extra) in swaps, breach)
            self._needs(self._is_run(*self.wrong_at[breach]), breach)
            changed = True
            self.open.remove(breach)
            self._nothing(breach)
        return changed

    def _swaps_to_a_run(self, seat: int, place: int) -> list[tuple[int, int]]:
        """The tiles given for tiles taken back, both ascending, that make a run of a wrong chi: the run that was meant, else
        the lowest with the claimed tile. Leaked tiles lie before their owner and are not given. FD-2.07."""
        claimed, meant = self.taken[seat, place], self.melds[seat][place].kind
        laid = Counter(self.odd[seat, place]) - Counter([claimed])
        free = Counter({kind: max(0, n - self.frozen[seat][kind]) for kind, n in enumerate(self.hands[seat])})
        lowest = [meant] + [first for first in range(claimed - 2, claimed + 1) if first // 9 == (first + 2) // 9 == claimed // 9]
        for first in lowest:
            needed = Counter(kind for kind in (first, first + 1, first + 2) if kind != claimed)
            if self.gold not in needed and not needed - (laid + free):
                return list(zip(sorted((needed - laid).elements()), sorted((laid - needed).elements()), strict=True))
        return []

    def _wrong_chis(self, thrower: int) -> list[int]:
        """Around a discard: what is put right, and the deadline. Returns the others whose tiles have changed."""
        changed = []
        for i in range(4):
            seat = (thrower + i) % 4
            if seat not in self.standing and self._puts_right(seat) and seat != thrower:
                changed.append(seat)
        return changed

    def _wrong_chis_are_due(self, thrower: int) -> None:
        """FD-2.07: once another player has drawn and discarded."""
        for breach in [b for b in self.open if b.entry == "wrong_chi" and b.seat != thrower and self.drew]:
            if breach.observer == 4:
                self.open.remove(breach)
                self._stands_for(breach)
            elif not breach.noticed:
                self.open.remove(breach)
                self._nothing(breach)

    # --- a changed chi ---

    def _swaps(self, thrower: int, asked: Answers) -> tuple[Answers, list[int]]:
        """FD-3.08: on objection the seat stands; else the change holds, and it answers anew."""
        changed = []
        others = [seat for i in (1, 2, 3) if (seat := (thrower + i) % 4) not in self.standing]
        while (breach := self.slips.take(("swap_chi",), others, self.thrown, self.drawable())) is not None:
            seat = breach.seat
            if acts(breach):
                self._stands_for(breach)
                asked = instead(asked, seat, Action.PASS)
                continue
            self._nothing(breach)
            row = self.told.row(len(self.events))
            places = [p for (who, p), tile in self.taken.items() if who == seat and breach.kind <= tile <= breach.kind + 2]
            places = [p for p in places if int(row[3]) in self.melds[seat][p].tiles and self.melds[seat][p].kind != breach.kind]
            self._needs(bool(places), breach)
            while self.melds[seat][places[0]].kind != breach.kind or not self._is_run(seat, places[0]):
                self._needs(self._exchanges(seat, places[0]), breach)
            changed.append(seat)
        return asked, changed

    # --- answering anew ---

    def _asked_anew(self, changed: list[int], asked: Answers) -> Answers | None:
        """The answers without those of seats whose tiles have changed; None if one of them must answer first."""
        for seat in changed:
            asked = instead(asked, seat, Action.PASS)
            flags = self._claims(seat)
            if flags and seat not in self.standing:
                self.asks_again = (seat, Legal(flags | 1), asked)
                return None
        return asked

    def questions(self) -> list[tuple[int, Legal]]:
        return [self.asks_again[:2]] if self.asks_again is not None else super().questions()
