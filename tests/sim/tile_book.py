"""Where every tile of one hand is, from its transcript alone, wrong draws and melds among the rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from rulesets.compile import COPIES
from sim.batch import LogEvent
from sim.transcript import DrawMark


class TileBook:
    """Moves each tile as the rows say; no place may ever give a tile that it does not hold. `rules`: a RULES row."""

    def __init__(self, rules: Any) -> None:
        tiles = (rules["built"]["held"] + rules["built"]["flower"]).astype(int) * COPIES
        self.everything = Counter({kind: int(n) for kind, n in enumerate(tiles) if n})
        self.wall = Counter(self.everything)
        self.hands: list[Counter[int]] = [Counter() for _ in range(4)]
        self.shown: list[Counter[int]] = [Counter() for _ in range(4)]  # melds and flowers
        self.extra: list[int] = [-1] * 4
        self.off = Counter[int]()  # the river, the indicator, dead flowers, a tile laid aside
        self.marks = Counter[int]()
        self.returned = 0
        self.unreplaced = [0] * 4  # flowers laid out for which no tile has been drawn

    def read(self, rows: Sequence[Sequence[int]]) -> TileBook:
        """Read the rows of one hand."""
        for row in rows:
            self._move(LogEvent(row[0]), row[1], row[2], row[3], row[4])
            assert self.n_tiles() == 144 and min(self.wall.values()) >= 0
        return self

    def n_tiles(self) -> int:
        """The number of tiles in all places."""
        places = [self.wall, self.off, *self.hands, *self.shown]
        return sum(place.total() for place in places)

    def found(self) -> Counter[int]:
        """All tiles by kind."""
        return sum([self.off, *self.hands, *self.shown], Counter(self.wall))

    @staticmethod
    def _give(one: Counter[int], other: Counter[int], kind: int, n: int = 1) -> None:
        one[kind] -= n
        other[kind] += n
        assert one[kind] >= 0, f"no {kind} to give"

    def _move(self, event: LogEvent, seat: int, kind: int, extra: int, more: int) -> None:
        hand, shown = self.hands[seat], self.shown[seat]
        if event in (LogEvent.DEAL, LogEvent.DRAW):
            self._give(self.wall, hand, kind)
            if event == LogEvent.DRAW:
                self.marks[more] += 1
                if extra == 1 and more == DrawMark.LAWFUL:
                    self.unreplaced[seat] = max(0, self.unreplaced[seat] - 1)
                self.extra[seat] = kind if more == DrawMark.TOO_MANY else self.extra[seat]
        elif event == LogEvent.RETURN:
            self._give(hand, self.wall, kind)
            self.returned += 1
            self.extra[seat] = -1
        elif event == LogEvent.FLIP:
            self._give(self.wall, self.off, kind)
        elif event == LogEvent.FLOWER:
            self._give(hand, self.off if extra == 1 else shown, kind)
            self.unreplaced[seat] += extra != 1
        elif event in (LogEvent.DISCARD, LogEvent.LAY_ASIDE):
            self._give(hand, self.off, kind)
        elif event == LogEvent.TAKEBACK:
            self._give(self.off, hand, kind)
        elif event == LogEvent.EXCHANGE:
            self._give(hand, shown, kind)
            self._give(shown, hand, extra)
        elif event == LogEvent.CHI:
            self._give(self.off, hand, extra)
            for tile in range(kind, kind + 3):
                self._give(hand, shown, tile)
        elif event in (LogEvent.PON, LogEvent.KAN_OPEN):
            self._give(self.off, hand, kind)
            self._give(hand, shown, kind, 3 if event == LogEvent.PON else 4)
        elif event == LogEvent.KAN_ADDED:
            self._give(hand, shown, kind)
        elif event == LogEvent.KAN_CLOSED and more:
            self._give(hand, shown, kind, 3)
            self._give(hand, shown, more - 1)
        elif event == LogEvent.KAN_CLOSED:
            self._give(hand, shown, kind, 4)
