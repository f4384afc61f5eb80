"""The wall as a list of tiles from which seats take: no arithmetic, only "which tiles are still there".

Two kinds of walls, both given as data. *Lanes*: each tile has a priority and belongs to one seat; a seat takes the
first tile of its own lane, the tail is the last tile of all. *Linear*: one row, drawn from the front; the tail is the
row's far end, tile by tile or stack by stack (upper tile of the last stack first). HB-CALL-08.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tests.oracle.options import Value

_ABSENT = {
    "tiles.winds": (27, 28, 29, 30),
    "tiles.red": (31,),
    "tiles.green": (32,),
    "tiles.white": (33,),
}


def absent_kinds(options: Mapping[str, Value]) -> set[int]:
    """Kinds that are not in the set; flowers never are in these rules."""
    kinds = set(range(34, 42))
    for key, named in _ABSENT.items():
        if options[key] == "absent":
            kinds.update(named)
    return kinds


class LaneWall:
    """Tiles with a priority and a lane each. Kinds that are not in the set are passed over."""

    def __init__(self, tiles: Iterable[tuple[int, int, int]], options: Mapping[str, Value]) -> None:
        """`tiles`: (kind, lane, priority) in the order of tile numbers; equal priorities keep that order."""
        absent = absent_kinds(options)
        ordered = sorted((p, number, kind, lane) for number, (kind, lane, p) in enumerate(tiles) if kind not in absent)
        self._lanes = [[n for n, (_, _, _, lane) in enumerate(ordered) if lane == seat][::-1] for seat in range(4)]
        self._kinds = [kind for _, _, kind, _ in ordered]
        self._there = [True] * len(ordered)
        self._last = len(ordered) - 1
        self.left = len(ordered)

    def front(self, seat: int) -> int:
        """The next tile of the seat's lane; of an exhausted lane: the tail."""
        lane = self._lanes[seat]
        while lane:
            place = lane.pop()
            if self._there[place]:
                return self._take(place)
        return self.tail()

    def tail(self) -> int:
        """The tile with the largest priority that is still there."""
        while not self._there[self._last]:
            self._last -= 1
        return self._take(self._last)

    def _take(self, place: int) -> int:
        self._there[place] = False
        self.left -= 1
        return self._kinds[place]


class LinearWall:
    """One row of tiles. `wall.tail_order` says in which order tiles leave at the far end."""

    def __init__(self, kinds: Sequence[int], options: Mapping[str, Value]) -> None:
        absent = absent_kinds(options)
        row = [kind for kind in kinds if kind not in absent]
        self._kinds = row
        self._there = [True] * len(row)
        self._front = list(range(len(row)))[::-1]
        far_end = list(range(len(row)))
        if options["wall.tail_order"] == "stack":
            far_end = [place ^ 1 for place in far_end]  # popping gives the even, upper tile of each stack first
        self._tail = far_end
        self.left = len(row)

    def front(self, seat: int) -> int:
        return self._next(self._front)

    def tail(self) -> int:
        return self._next(self._tail)

    def _next(self, places: list[int]) -> int:
        while not self._there[places[-1]]:
            places.pop()
        place = places.pop()
        self._there[place] = False
        self.left -= 1
        return self._kinds[place]


Wall = LaneWall | LinearWall
