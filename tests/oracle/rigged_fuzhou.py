"""Fuzhou hands full of incident: opening wins, golds to be taken, robbed kans, kans and wins among the last tiles.

The deal is arranged so that seats are complete or lack one tile, often the same, with or without golds; the gold is laid at
the tail, and fourth copies of concealed triplets lie where the last tiles are drawn. The oracle plays the hand with an
eager chooser, and its choices are the script that the engine must be able to follow.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

from tests.oracle import selfplay, wild
from tests.oracle.endings_fuzhou import Maker
from tests.oracle.moves import Action, Choice, Legal, Phase, deal_order
from tests.oracle.options import Options, Value
from tests.oracle.rigged import Mood, Rigged, eager
from tests.oracle.selfplay import Chooser
from tests.oracle.table import Table
from tests.oracle.wall import LinearWall, all_tiles, flower_kinds


def rigged_fuzhou(rng: random.Random, options: Options) -> Rigged:
    """One arranged hand, and somebody who plays it eagerly."""
    dealer = rng.randrange(4)
    if rng.random() < 0.15:
        tile, row = Arranged(rng, options, dealer).robbing_row()
        wishes = {Phase.OPENING: 0.1, Phase.ROB_GOLD: 0.1, Phase.CLAIM: 0.1, Phase.ACT: 0.1, Phase.ROB: 0.9}
        return Rigged(dealer, row, only_calling(tile, eager(rng, Mood(0.97, 0.97, 0.97, wishes))))
    row = Arranged(rng, options, dealer).row()
    wishes = {Phase.OPENING: rng.choice((0.2, 0.9)), Phase.ROB_GOLD: rng.choice((0.2, 0.6, 0.95)), Phase.ROB: 0.9}
    wishes |= {Phase.CLAIM: rng.choice((0.1, 0.5, 0.95)), Phase.ACT: rng.choice((0.05, 0.5, 0.95)), Phase.LAST: 0.5}
    if rng.random() < 0.4:
        row = with_late_kans(rng, options, dealer, row)
        wishes |= dict.fromkeys((Phase.OPENING, Phase.ROB_GOLD, Phase.CLAIM, Phase.ACT), 0.03)
        return Rigged(dealer, row, taking_kans(rng, eager(rng, Mood(1.0, rng.choice((0.0, 0.02)), 0.95, wishes))))
    mood = Mood(rng.choice((0.7, 1.0)), rng.choice((0.05, 0.3, 0.8)), rng.choice((0.2, 0.9)), wishes)
    return Rigged(dealer, row, eager(rng, mood))


class Arranged:
    """A wall under construction: which tiles are dealt to whom, what lies in front and what at the tail."""

    def __init__(self, rng: random.Random, options: Options, dealer: int) -> None:
        self.rng, self.options, self.dealer = rng, options, dealer
        self.pool = Counter(all_tiles(options))
        self.flowers = flower_kinds(options)
        self.maker = Maker(rng, options)
        self.wanted: list[int] = []
        self.hands: dict[int, list[int]] = {}
        self.tail: list[int] = []

    def take(self, kinds: list[int]) -> list[int]:
        self.pool.subtract(kinds)
        return kinds

    def row(self) -> list[int]:
        """The tiles in wall order."""
        rng = self.rng
        self._lay_tail()
        for seat in rng.sample(range(4), rng.choice((1, 2, 3, 4))):
            hand = self._good_hand(seat)
            if hand:
                self.hands[seat] = self.take(hand)
        return self._finish()

    def robbing_row(self) -> tuple[int, list[int]]:
        """The dealer's last tile is one that a seat can pon and others wait for; the pon's owner soon draws the fourth.

        Returns the kind too.
        """
        rng = self.rng
        self._lay_tail()
        kinds = [kind for kind in self.maker.kinds if self.pool[kind] == 4 and kind != self.maker.gold]
        tile = rng.choice(kinds)
        others = [seat for seat in range(4) if seat != self.dealer]
        owner = rng.choice(others)
        self.take([tile] * 4)
        size = int(self.options["deal.hand_size"])
        self.hands[owner] = [tile] * 2 + self.take(self._held(size - 2))
        for seat in others:
            if seat != owner:
                self.pool[tile], self.wanted = 1, [tile]
                hand = self._good_hand(seat, share=1.0)
                self.pool[tile] = 0
                if hand and tile not in hand:
                    self.hands[seat] = self.take(hand)
        self.hands[self.dealer] = [tile, *self.take(self._held(size))]
        return tile, self._finish({3: tile})

    def _held(self, n: int) -> list[int]:
        """Some tiles that are still there, no flowers and no golds."""
        kinds = [kind for kind in self.maker.kinds if kind != self.maker.gold]
        return self.rng.sample([kind for kind in kinds for _ in range(self.pool[kind])], n)

    def _finish(self, front: Mapping[int, int] | None = None) -> list[int]:
        """Fill up the hands and lay out the rest; `front`: kinds at certain places of the front."""
        rng = self.rng
        lacked = [kind for kind in self.wanted if self.pool[kind] > 0 and kind != self.maker.gold]
        if lacked and rng.random() < 0.4:
            self.tail += self.take([rng.choice(lacked)])
        held = [kind for kind in self.pool.elements() if kind not in self.flowers]
        flowers = [kind for kind in self.pool.elements() if kind in self.flowers]
        rng.shuffle(held)
        rng.shuffle(flowers)
        size = int(self.options["deal.hand_size"])
        missing = 4 * size + 1 - sum(map(len, self.hands.values()))
        fill = self._fill(held, flowers, missing)
        rest = held + flowers
        rng.shuffle(rest)
        useful = [kind for kind in rest if kind in self.wanted][:4]
        for kind in useful:
            rest.remove(kind)
        place = rng.choice((4, 12, 40))
        for kind in useful:
            rest.insert(rng.randrange(min(place, len(rest)) + 1), kind)
        for at, kind in (front or {}).items():
            rest.insert(at, kind)
        return self._lay_out(fill, rest)

    def _lay_tail(self) -> None:
        """The indicator as the first tile of the tail, flowers to be turned up before it, and some tile for a kan."""
        rng = self.rng
        if self.maker.gold >= 0:
            kinds = [kind for kind in sorted(self.flowers) for _ in range(self.pool[kind])]
            if kinds and rng.random() < 0.35:
                self.tail = self.take(rng.sample(kinds, min(len(kinds), rng.choice((1, 1, 2, 3)))))
                if self.options["gold.flower_flip"] == "dealer_draws":
                    self.tail = [kind for flower in self.tail for kind in (flower, *self.take([self._any_held()]))]
            self.tail += self.take([self.maker.indicator])

    def _any_held(self) -> int:
        kinds = [kind for kind in self.maker.kinds if self.pool[kind] > 0 and kind not in (self.maker.gold, self.maker.indicator)]
        return self.rng.choice(kinds)

    def _good_hand(self, seat: int, share: float = 0.7) -> list[int]:
        """A complete hand (the dealer), one that lacks a tile, or one rich in triplets; of tiles that are still there."""
        rng, size = self.rng, int(self.options["deal.hand_size"])
        shared = rng.random() < share
        for _ in range(150):
            golds = min(rng.choice((0, 0, 1, 1, 2, 2, 3)), max(0, self.pool[self.maker.gold]) if self.maker.gold >= 0 else 0)
            if rng.random() < 0.1:
                kinds = [kind for kind in self.maker.kinds if self.pool[kind] >= 3 and kind != self.maker.gold]
                triplets = [kind for kind in rng.sample(kinds, min(len(kinds), 3)) for _ in range(rng.choice((3, 3, 4)))]
                tiles = triplets + [self.maker.gold] * golds
                tiles += self.maker._junk(size - len(tiles), 0) if len(tiles) < size else []
                tiles = tiles[:size]
                if not Counter(tiles) - self.pool:
                    return tiles
                continue
            tiles = self.maker.winner(seat, golds, concealed=True).tiles
            if Counter(tiles) - self.pool:
                continue
            if seat == self.dealer and rng.random() < 0.4:
                return tiles
            choices = [kind for kind in tiles if kind in self.wanted] if shared and self.wanted else tiles
            if not choices:
                continue
            lacking = rng.choice(choices)
            self.wanted.append(lacking)
            tiles.remove(lacking)
            if seat == self.dealer and rng.random() < 0.5:
                tiles.append(self._any_held())
                if Counter(tiles) - self.pool:
                    continue
            return tiles
        return []

    def _fill(self, held: list[int], flowers: list[int], missing: int) -> list[int]:
        """Tiles for the seats that have none yet: no flowers, so that the gold is the one laid out, or anything."""
        rng, fill = self.rng, []
        share = rng.choice((0.0, 0.0, 0.25)) if self.options["gold.open_when"] == "after_flowers" else 0.25
        for _ in range(missing):
            source = flowers if flowers and (rng.random() < share or not held) else held
            fill.append(source.pop())
        if flowers and rng.random() < 0.3:  # whole sets of flowers for somebody: the first of them are dealt together
            fill.sort(key=lambda kind: kind in self.flowers)
        return fill

    def _lay_out(self, fill: list[int], rest: list[int]) -> list[int]:
        """Dealt tiles, the front, and the tail in the order in which it is taken."""
        hands = {seat: list(hand) for seat, hand in self.hands.items()}
        row = []
        for seat in deal_order(self.dealer, self.options):
            row.append(hands[seat].pop() if hands.get(seat) else fill.pop())
        row += rest
        size = len(row) + len(self.tail)
        far = list(range(size - 1, -1, -1))
        if self.options["wall.tail_order"] == "stack":
            far = [place ^ 1 for place in far] if size % 2 == 0 else far
        places = dict(zip(far, self.tail, strict=False))
        left = iter(row)
        return [places[place] if place in places else next(left) for place in range(size)]


def with_late_kans(rng: random.Random, options: Mapping[str, Value], dealer: int, row: list[int]) -> list[int]:
    """The same wall with tiles that seats hold three times moved to where the last tiles are drawn.

    The hand is played once by seats that do nothing but throw what they draw, to see which tiles those are.
    """
    wall = Recording(row, options)
    table = Table(options, dealer, wall)
    hands = [list(hand) for hand in table.hands]
    selfplay.play(table, _idle)
    flowers = flower_kinds(options)
    late = [place for place, _ in wall.taken[-rng.choice((6, 10, 16)) :] if row[place] not in flowers]
    alike = [kind for hand in hands for kind, n in enumerate(hand) if n >= 2 and kind != table.gold]
    rng.shuffle(alike)
    alike.sort(key=lambda kind: max(hand[kind] for hand in hands) < 3)  # triplets first
    row = list(row)
    for place, seat in wall.taken[-4:]:  # the last group: what these seats wait for, if they have waited since the deal
        waits = _waits(table, hands[seat]) if sum(hands[seat]) == int(options["deal.hand_size"]) else []
        sources = [at for at in range(65, len(row)) if row[at] in waits]
        if sources and row[place] not in flowers and rng.random() < 0.5:
            source = rng.choice(sources)
            row[source], row[place] = row[place], row[source]
            late = [at for at in late if at != place]
    later = [place for place in range(len(row)) if place >= 4 * int(options["deal.hand_size"]) + 1]
    for kind in alike[:6]:
        sources = [place for place in later if row[place] == kind and place not in late]
        if sources and late:
            source, goal = rng.choice(sources), late.pop(rng.randrange(len(late)))
            row[source], row[goal] = row[goal], row[source]
    return row


def _waits(table: Table, hand: list[int]) -> list[int]:
    """Natural kinds that complete a dealt hand."""
    return [kind for kind in wild.waits(wild.held_of(hand, table.gold), table.shapes) if kind != table.gold]


def only_calling(tile: int, choose: Chooser) -> Chooser:
    """As the chooser, but of the others' discards only this kind is called."""

    def narrow(table: Table, seat: int, legal: Legal) -> Choice:
        if table.phase == Phase.CLAIM and table.tile != tile:
            return Action.PASS, -1
        return choose(table, seat, legal)

    return narrow


def taking_kans(rng: random.Random, choose: Chooser) -> Chooser:
    """As the chooser, but discards are taken for open kans most of the time."""

    def eager_for_kans(table: Table, seat: int, legal: Legal) -> Choice:
        kan = (Action.KAN_OPEN, -1)
        return kan if kan in legal.choices() and rng.random() < 0.9 else choose(table, seat, legal)

    return eager_for_kans


class Recording(LinearWall):
    """A wall that notes which places are drawn from the front, and by whom."""

    def __init__(self, kinds: list[int], options: Mapping[str, Value]) -> None:
        super().__init__(kinds, options)
        self.taken: list[tuple[int, int]] = []

    def front(self, seat: int) -> int:
        before = set(self._front)
        kind = super().front(seat)
        self.taken.append((max(before - set(self._front)), seat))
        return kind


def _idle(table: Table, seat: int, legal: Legal) -> Choice:
    """Passes, or throws what was drawn."""
    if legal.flags & 1:
        return Action.PASS, -1
    thrown = (Action.DISCARD, table.drawn)
    throws = [choice for choice in legal.choices() if choice[0] == Action.DISCARD]
    return thrown if thrown in throws else (throws or legal.choices())[0]
