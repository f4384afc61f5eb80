"""Books kept over the tiles of a hand from its transcript alone, and what must hold after every event.

`Ledger(rules_row).read(rows)` moves each tile as the rows say: conservation, sizes of hands, no gold and no flower where
none may be, and the arithmetic of the end of the wall are checked after every row.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from rulesets.compile import COPIES, values_of
from rulesets.tiles import Tile
from sim.batch import LogEvent

SEASONS = (range(Tile.H1, Tile.H1 + 4), range(Tile.H1 + 4, Tile.H1 + 8))
CALLS = (LogEvent.CHI, LogEvent.PON, LogEvent.KAN_OPEN, LogEvent.KAN_ADDED, LogEvent.KAN_CLOSED)


class Ledger:
    """Where every tile of one hand is. `rules`: a RULES row."""

    def __init__(self, rules: Any) -> None:
        self.values = values_of(rules)
        self.size = int(rules["built"]["hand_size"])
        self.flower = {k for k in range(42) if rules["built"]["flower"][k]}
        tiles = (rules["built"]["held"] + rules["built"]["flower"]).astype(int) * COPIES
        self.everything = Counter({k: int(n) for k, n in enumerate(tiles) if n})
        self.wall = Counter(self.everything)
        self.hands: list[Counter[int]] = [Counter() for _ in range(4)]
        self.flowers: list[Counter[int]] = [Counter() for _ in range(4)]
        self.melds: list[list[list[int]]] = [[] for _ in range(4)]
        self.calls: list[list[LogEvent]] = [[] for _ in range(4)]
        self.river: list[int] = []
        self.dead: Counter[int] = Counter()
        self.aside: Counter[int] = Counter()
        self.indicator = self.gold = -1
        self.golds: set[int] = set()
        self.standing: set[int] = set()
        self.unreplaced = self.values["opening.check"] == "before_and_after"
        self.tail_taken = self.flipped = 0
        self.group = -1
        self.keep = 0
        self.opened = False
        self.holder = -1
        self.events: list[tuple[LogEvent, int, int, int]] = []
        self.drawable_seen: list[int] = []

    def read(self, rows: Sequence[Sequence[int]]) -> Ledger:
        """Read the rows of one hand."""
        for row in rows:
            event, seat, kind, extra = LogEvent(row[0]), int(row[1]), int(row[2]), int(row[3])
            if event == LogEvent.DECISION:
                self._decision(seat, kind, row)
            elif event not in (LogEvent.HAND, LogEvent.READY_SET):
                self.events.append((event, seat, kind, extra))
                self._move(event, seat, kind, extra, row)
                self._check()
        return self

    # --- moving tiles -------------------------------------------------------------------------------------------------

    def _from_wall(self, kind: int) -> None:
        self.wall[kind] -= 1

    def _move(self, event: LogEvent, seat: int, kind: int, extra: int, row: Sequence[int]) -> None:
        hand = self.hands[seat] if seat >= 0 else Counter()
        if event in (LogEvent.DEAL, LogEvent.DRAW):
            self._from_wall(kind)
            hand[kind] += 1
            self.tail_taken += event == LogEvent.DRAW and extra == 1
            self.holder = seat if event == LogEvent.DRAW else self.holder
            if self.group >= 0:
                assert event == LogEvent.DRAW and extra == 0
                self.group -= 1
        elif event == LogEvent.FLOWER:
            assert kind in self.flower - self.golds, "gold flowers are held (FD-2.05)"
            self.unreplaced = False
            hand[kind] -= 1
            (self.dead if extra else self.flowers[seat])[kind] += 1
        elif event == LogEvent.FLIP:
            self._from_wall(kind)
            self.tail_taken += 1
            if extra:
                assert kind in self.flower
                self.flowers[seat][kind] += 1
            else:
                assert kind not in self.flower or self.values["gold.flower_flip"] == "flowers_are_gold"
                self.indicator, self.gold = kind, int(row[4])
                mask = int(row[5]) or 1 << self.gold
                self.golds = {k for k in range(42) if mask >> k & 1}
                assert self.gold in self.golds and len(self.golds) == (4 if kind >= Tile.H1 else 1)
        elif event == LogEvent.DISCARD:
            assert self.group < 0, "no discard in the last group"
            hand[kind] -= 1
            self.river.append(kind)
            self.opened = self.opened or extra != 2
            self.unreplaced = False
            self.holder = -1
        elif event in CALLS:
            assert self.group < 0, "no claim and no kan in the last group"
            self._call(event, seat, kind, extra)
        elif event == LogEvent.GROUP:
            self.group = extra
            in_play = 4 - len(self.standing)
            size = self.values["end.last_group"]
            most = in_play if size == "active" else min(in_play, int(size))
            assert extra == min(self.drawable(), most) or extra == in_play - 1
        elif event == LogEvent.LAY_ASIDE:
            hand[kind] -= 1
            self.aside[kind] += 1
        elif event == LogEvent.STAND:
            self.standing.add(seat)

    def _call(self, event: LogEvent, seat: int, kind: int, extra: int) -> None:
        hand, melds = self.hands[seat], self.melds[seat]
        self.calls[seat].append(event)
        tiles = [kind, kind + 1, kind + 2] if event == LogEvent.CHI else [kind] * (3 if event == LogEvent.PON else 4)
        if event == LogEvent.KAN_ADDED:
            melds[melds.index([kind] * 3)] = tiles
            hand[kind] -= 1
            return
        melds.append(tiles)
        claimed = extra if event == LogEvent.CHI else kind
        if event != LogEvent.KAN_CLOSED:
            assert self.river.pop() == claimed
            hand[claimed] += 1
        for tile in tiles:
            hand[tile] -= 1
        self.holder = seat

    # --- what must hold -----------------------------------------------------------------------------------------------

    def quads(self) -> int:
        """Flower quads of all seats."""
        sets = SEASONS if self.values["flower.quads"] == "honours_and_sets" else ()
        found = sum(n == 4 for own in self.flowers for n in own.values())
        return found + sum(all(own[k] for k in four) for own in self.flowers for four in sets)

    def reserve(self) -> int:
        """Tiles that must be left now."""
        kans = Counter(call for calls in self.calls for call in calls)
        value = self.values
        kept = int(value["wall.reserve"]) + int(value["wall.grow_closed_kan"]) * kans[LogEvent.KAN_CLOSED]
        kept += int(value["wall.grow_open_kan"]) * (kans[LogEvent.KAN_OPEN] + kans[LogEvent.KAN_ADDED])
        kept += int(value["wall.grow_flower_quad"]) * self.quads()
        return kept + (self.tail_taken % 2 if value["wall.odd_tail"] == "exclude" else 0)

    def drawable(self) -> int:
        """Tiles that ordinary draws may still reach."""
        left = sum(self.wall.values())
        table = left + (1 if self.values["wall.indicator_counts"] and self.indicator >= 0 else 0)
        return max(0, min(table - self.reserve(), left))

    def _check(self) -> None:
        found = Counter(self.wall) + Counter(self.river) + self.dead + self.aside
        for seat in range(4):
            assert min(self.hands[seat].values(), default=0) >= 0
            found += self.hands[seat] + self.flowers[seat]
            found += Counter(tile for meld in self.melds[seat] for tile in meld)
        if self.indicator >= 0:
            found[self.indicator] += 1
        assert found == self.everything
        assert min(self.wall.values()) >= 0
        if self.gold >= 0 and self.values["gold.in_melds"] == "never":
            assert not any(self.golds & {*meld} for melds in self.melds for meld in melds)
        if self.group < 0:
            assert self.reserve() >= self.keep, "the reserve never shrinks, but for a lone tail tile"
            self.keep = self.reserve() - (1 if self.values["wall.odd_tail"] == "exclude" else 0)
        assert self.drawable() >= 0

    def _decision(self, seat: int, kind: int, row: Sequence[int]) -> None:
        """Whenever somebody is asked, no hand holds a flower but gold ones, and hands have their size but for the one that
        must throw. Before the first replacement seats may be asked for wins with flowers in hand."""
        for other in range(4):
            hand = self.hands[other]
            assert self.unreplaced or not any(hand[k] for k in self.flower - self.golds), "a flower is left in a hand"
            held = sum(hand.values()) + 3 * len(self.melds[other])
            assert held in (self.size, self.size + 1) or not self.opened
        self.drawable_seen.append(self.drawable())


def play_books(rules: Any, played: Any) -> list[Ledger]:
    """The books of every hand of a `Played`, whose transcripts were kept."""
    return [Ledger(rules).read(rows.tolist()) for rows in played.transcripts()]


def zero_sum(played: Any) -> bool:
    """Whether the points of every hand sum to zero."""
    rows = played.rows
    return bool(np.all(sum(rows[f"delta_s{seat}"].astype(np.int64) for seat in range(4)) == 0))
