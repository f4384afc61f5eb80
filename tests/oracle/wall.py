"""The wall as a list of tiles from which seats take: no arithmetic, only "which tiles are still there".

Two kinds of walls, both given as data. *Lanes*: each tile belongs to one seat, which takes the first of its own; the
tail has an order over all tiles. *Linear*: one row, drawn from the front; the tail is the
row's far end, tile by tile or stack by stack (upper tile of the last stack first). HB-CALL-08.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.oracle.options import Value

_KINDS = {
    "tiles.winds": (27, 28, 29, 30),
    "tiles.red": (31,),
    "tiles.green": (32,),
    "tiles.white": (33,),
    "tiles.seasons": tuple(range(34, 42)),
}


def _kinds_as(role: str, options: Mapping[str, Value]) -> set[int]:
    return {kind for key, named in _KINDS.items() if options[key] == role for kind in named}


def absent_kinds(options: Mapping[str, Value]) -> set[int]:
    """Kinds that are not in the set."""
    return _kinds_as("absent", options)


def flower_kinds(options: Mapping[str, Value]) -> set[int]:
    """Kinds that are laid out and replaced. FZ 3.2."""
    return _kinds_as("flower", options)


def all_tiles(options: Mapping[str, Value]) -> list[int]:
    """The kinds of all tiles in the set: four copies, one of each season and plant."""
    absent = absent_kinds(options)
    return [kind for kind in map(kind_of_tile, range(144)) if kind not in absent]


def kind_of_tile(number: int) -> int:
    """Kind of a physical tile: four copies of each kind that can be held, then the eight flowers."""
    return number // 4 if number < 136 else number - 102


class Returned:
    """Tiles that were put back: the next one taken from that end, whoever takes it; from the other end only as the last."""

    left: int

    def __init__(self) -> None:
        self.slots: list[int | None] = [None, None]

    def put_back(self, kind: int, end: int) -> None:
        """`end`: 0 the front, 1 the tail. FD b.5."""
        self.slots[end] = kind
        self.left += 1

    def _given_back(self, end: int) -> int | None:
        for place in (end, 1 - end):
            kind = self.slots[place]
            if kind is not None and (place == end or self.left == sum(slot is not None for slot in self.slots)):
                self.slots[place] = None
                self.left -= 1
                return kind
        return None


class LaneWall(Returned):
    """The tiles in the order in which each seat's lane and the tail yield them, as tile numbers.

    Tiles of kinds that are not in the set are passed over, as are tiles that were already taken from elsewhere.
    """

    def __init__(self, lanes: Sequence[Sequence[int]], tail: Sequence[int], options: Mapping[str, Value]) -> None:
        super().__init__()
        self.absent = absent_kinds(options)
        self._there = [kind_of_tile(number) not in self.absent for number in range(144)]
        self._lanes = [list(reversed(lane)) for lane in lanes]
        self._tail = list(reversed(tail))
        self.left = sum(self._there)

    def front(self, seat: int) -> int:
        """The next tile of the seat's lane; of an exhausted lane: the tail."""
        if any(slot is not None for slot in self.slots) and (kind := self._given_back(0)) is not None:
            return kind
        number = self._next(self._lanes[seat])
        return self._take(number if number >= 0 else self._next(self._tail))

    def tail(self) -> int:
        if any(slot is not None for slot in self.slots) and (kind := self._given_back(1)) is not None:
            return kind
        return self._take(self._next(self._tail))

    def _next(self, numbers: list[int]) -> int:
        while numbers:
            number = numbers.pop()
            if self._there[number]:
                return number
        return -1

    def _take(self, number: int) -> int:
        self._there[number] = False
        self.left -= 1
        return kind_of_tile(number)


class LinearWall(Returned):
    """One row of tiles. `wall.tail_order` says in which order tiles leave at the far end."""

    def __init__(self, kinds: Sequence[int], options: Mapping[str, Value]) -> None:
        super().__init__()
        self.absent = absent_kinds(options)
        row = [kind for kind in kinds if kind not in self.absent]
        self._kinds = row
        self._there = [True] * len(row)
        self._front = list(range(len(row)))[::-1]
        far_end = list(range(len(row)))
        if options["wall.tail_order"] == "stack":
            far_end = [place ^ 1 for place in far_end]  # popping gives the even, upper tile of each stack first
        self._tail = far_end
        self.left = len(row)

    def front(self, seat: int) -> int:
        if (kind := self._given_back(0)) is not None:
            return kind
        return self._next(self._front)

    def tail(self) -> int:
        if (kind := self._given_back(1)) is not None:
            return kind
        return self._next(self._tail)

    def _next(self, places: list[int]) -> int:
        while not self._there[places[-1]]:
            places.pop()
        place = places.pop()
        self._there[place] = False
        self.left -= 1
        return self._kinds[place]


Wall = LaneWall | LinearWall
