"""What a leaked tile, a shown hand and a call for self-draws only take from a seat. FD-3.01, FD-2.14, b.12."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.oracle import win
from tests.oracle.moves import CHIS, Action, bit
from tests.oracle.opening import Opening


class Frozen(Opening):
    """The referee's law where tiles lie face up before their owners and may not be used."""

    frozen: list[Counter[int]]  # by seat: tiles that lie face up and may not be thrown
    leaked: list[set[int]]  # by seat: kinds of all tiles it has leaked; its bars stay when the tile is gone
    turned_up: list[list[int]]  # tiles of false kans that were found out
    shown: list[Counter[int]]  # by seat: tiles everybody has seen in a hand that was no win

    def visible(self) -> Counter[int]:
        seen = super().visible()
        for tiles in self.turned_up:
            seen.update(kind for kind in tiles if kind < win.N_KINDS)
        for seat in range(4):
            for kind in {*self.frozen[seat], *self.shown[seat]}:
                if kind < win.N_KINDS:
                    most = self.hands[seat][kind]
                    seen[kind] += min(most, max(self.frozen[seat][kind], self.shown[seat][kind]))
        return seen

    def is_complete(self, seat: int) -> bool:
        """A hand with a tile too many or too few is none."""
        return self.n_tiles_held(seat) == self.hand_size + 1 and super().is_complete(seat)

    def completes(self, seat: int) -> bool:
        return self.n_tiles_held(seat) == self.hand_size and super().completes(seat)

    def _must_kan(self) -> bool:
        return self.n_tiles_held(self.seat) == self.hand_size + 1 and super()._must_kan()

    @property
    def hand_size(self) -> int:
        return int(self.options["deal.hand_size"])

    def near_frozen(self, seat: int, tile: int) -> bool:
        """Within three of a frozen tile, in its suit; an honour: the frozen kind alone. A gold is near nothing."""
        if tile == self.gold or tile in self.gold_kinds:
            return False
        near = (abs(tile - k) <= 3 and tile // 9 == k // 9 if k < 27 else tile == k for k in self.leaked[seat])
        return any(near)

    def reasons(self, seat: int, tile: int) -> Iterator[str]:
        yield from super().reasons(seat, tile)
        if tile < win.N_KINDS and 0 < self.hands[seat][tile] <= self.frozen[seat][tile]:
            yield "frozen"

    def wins_now(self) -> bool:
        """A self-draw of a tile near a frozen one; wins by golds or flowers are no wins on the tile drawn. b.4, T3."""
        if self.options["penalty.freeze_win"] == "any" and self.drawn >= 0 and self.near_frozen(self.seat, self.drawn):
            return self.seat not in self.standing and self.may_win and (self.golds_win() or self.flowers_win())
        return super().wins_now()

    def _win_is_barred(self, seat: int) -> bool:
        return self.near_frozen(seat, self.tile) or super()._win_is_barred(seat)

    def _calls(self, seat: int) -> int:
        flags = super()._calls(seat)
        if self.near_frozen(seat, self.tile):
            flags &= ~sum(bit(chi) for chi in CHIS)
        if self.tile in self.leaked[seat]:
            flags &= ~(bit(Action.PON) | bit(Action.KAN_OPEN))
        return flags
