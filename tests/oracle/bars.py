"""Which tiles a seat may not throw or kan because of what lies on the table. FD d.1, d.2, d.4, d.5, d.9."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tests.oracle import win
from tests.oracle.state import State

WINDS = (27, 28, 29, 30)
PUNGS = ("pon", "kan_open", "kan_added")


class Bars(State):
    """Bars of the table, each asked by itself."""

    # --- what is seen ---

    def visible(self) -> Counter[int]:
        """Copies of each kind that everybody sees: rivers, melds, the indicator. d. A closed kan where its kind is shown."""
        seen = Counter(kind for river in self.discards for kind in river)
        for melds in self.melds:
            for meld in melds:
                if meld.what != "kan_closed" or self.options["kan.closed_kind"] == "shown":
                    seen.update(meld.tiles)
        if self.indicator >= 0:
            seen[self.indicator] += 1
        return seen

    def is_dead(self, seat: int, tile: int) -> bool:
        """絕張: a tile of a suit that nobody can win on, as far as the seat that throws it may count. d.1."""
        rule = self.options["bar.dead_tile"]
        if rule == "none":
            return False
        seen = self.visible()
        if self.options["bar.dead_tile_own_hand"]:
            for kind, n in enumerate(self.hands[seat]):
                seen[kind] += n - (kind == tile)
        if seen[tile] < 3:
            return False
        if rule == "triple_only":
            return True
        enough = all if rule == "strict" else any
        return all(enough(k in self.gold_kinds or seen[k] >= 4 for k in run if k != tile) for run in runs_with(tile))

    # --- tables ---

    def bars_others(self, seat: int) -> bool:
        """A standing seat's table bars nothing, unless `penalty.stand_table_bars`."""
        return seat not in self.standing or bool(self.options["penalty.stand_table_bars"])

    def flush_suit(self, seat: int) -> int:
        """Suit of a flush table, -1 without one. d.1.

        *Readings*, as "the table judges what it sees": a closed kan whose kind is shown must be of the suit whether it counts
        or not; where hidden ones count, they count as of any suit.
        """
        needed = int(self.options["bar.flush_table"])
        hidden = self.options["kan.closed_kind"] == "hidden"
        seen = [m for m in self.melds[seat] if m.what != "kan_closed" or not hidden]
        counted = [m for m in self.melds[seat] if m.what != "kan_closed" or self.options["bar.flush_closed_kan"]]
        suits = {min(meld.kind // 9, 3) for meld in seen}
        return suits.pop() if needed and len(counted) >= needed and len(suits) == 1 and 3 not in suits else -1

    def missing_wind(self, seat: int) -> int:
        """The fourth wind of a seat that shows the three others, -1 without such a table. d.2."""
        shown = {meld.kind for meld in self.melds[seat] if meld.what in PUNGS}
        lacking = [wind for wind in WINDS if wind not in shown]
        return lacking[0] if self.options["bar.four_winds"] and len(lacking) == 1 else -1

    def tables_against(self, seat: int) -> list[int]:
        """Seats whose tables may bar something for this one."""
        return [other for other in range(4) if other != seat and self.bars_others(other)]

    # --- kans ---

    def kan_ok(self, seat: int, what: str, kind: int) -> bool:
        """`kong_ok`: the wall allows the kan, and no table bars it. d.9. Exceptions are for discards only."""
        if not self.kan_allowed(what):
            return False
        barred = self.options["bar.flush_kan"]
        for other in self.tables_against(seat):
            flush = barred == "all" or (barred == "added_only" and what == "kan_added")
            if flush and kind < 27 and self.flush_suit(other) == kind // 9:
                return False
            if self.options["bar.four_winds_kan"] and what == "kan_added" and self.missing_wind(other) == kind:
                return False
        return True

    def _could_be_added(self, seat: int, tile: int) -> bool:
        """FD-2.03: the fourth tile of an own pon while a kan of it is permitted, in a turn begun by a claim too.

        *Readings*: a seat that stands, or one that may only add the tile it has drawn, need not keep the tile of a kan that
        it can never make.
        """
        too_late = self.options["kan.added_timing"] == "drawn_tile_only" and tile != self.drawn
        pon = any(meld.what == "pon" and meld.kind == tile for meld in self.melds[seat])
        return pon and not too_late and seat not in self.standing and self.kan_ok(seat, "kan_added", tile)

    # --- discards ---

    def barred(self, seat: int, tile: int) -> str:
        """Why a seat may not throw a tile it holds, "" if it may. d.5."""
        return next(self.reasons(seat, tile), "")

    def reasons(self, seat: int, tile: int) -> Iterator[str]:
        """All that speaks against throwing a tile."""
        if tile == self.gold and self.options["gold.discard"] == "forbidden":
            yield "gold"
        if self.options["bar.own_kan_tile"] and self._could_be_added(seat, tile):
            yield "kan tile"
        for other in self.tables_against(seat):
            if tile < 27 and self.flush_suit(other) == tile // 9:
                followed = self.options["bar.flush_follow"] and self.follow[other] == tile
                if not followed and not self.is_dead(seat, tile):
                    yield "flush"
            if self.missing_wind(other) == tile:
                dead = self.options["bar.four_winds_dead"] and self.visible()[tile] >= 3
                followed = self.options["bar.four_winds_follow"] and self.follow[other] == tile
                if not dead and not followed:
                    yield "four winds"
        late = self.drawable() <= int(self.options["bar.late_honour"]) and self.options["bar.late_honour"]
        if late and 27 <= tile < win.N_KINDS and self.visible()[tile] < int(self.options["bar.late_honour_free"]):
            yield "late honour"


def runs_with(tile: int) -> list[tuple[int, int, int]]:
    """The one to three runs that hold a tile of a suit."""
    return [(first, first + 1, first + 2) for first in range(tile - 2, tile + 1) if first // 9 == (first + 2) // 9 == tile // 9]
