"""Random finished Fuding hands: real tiles, one winner or none, three losers, golds, flowers, opening wins, robbed kans."""

from __future__ import annotations

import random
from itertools import count
from typing import Any

from rulesets.dtype import FIRST_FLOWER
from rulesets.score import new_events, new_hands
from rulesets.tiles import N_SEATS, MeldKind, OpeningWin, Tile, WinKind

HELD = list(range(Tile.WHITE))  # the 33 kinds that can be held where white dragons are flowers
FLUSH, HONOURS, RUNS, WINDS, SIX, ANY = range(6)  # SIX: every honour once, as far as they go


class Pool:
    """The tiles that are left."""

    def __init__(self, rng: random.Random, gold: int) -> None:
        self.rng = rng
        self.left = dict.fromkeys(HELD, 4)
        self.left[gold] = 0
        self.golds = 3
        self.flowers = list(range(Tile.H1, Tile.H1 + 8)) + [int(Tile.WHITE)] * 4
        rng.shuffle(self.flowers)

    def take(self, kinds: list[int]) -> bool:
        """Take these tiles if all of them are there."""
        if any(self.left[kind] < kinds.count(kind) for kind in kinds):
            return False
        for kind in kinds:
            self.left[kind] -= 1
        return True

    def group(self, style: int, size: int) -> tuple[list[int], bool]:
        """A run (never of honours), or `size` equal tiles, taken from the pool; the second is True for a run."""
        for tries in count():
            if tries > 100:  # the suit has no such group left
                style = ANY
            run = size == 3 and style not in (HONOURS, WINDS, SIX) and self.rng.random() < (0.9 if style == RUNS else 0.5)
            if style == FLUSH:
                kind = self.rng.randrange(9)
            elif style == HONOURS and self.rng.random() < 0.8:
                kind = self.rng.randrange(Tile.EAST, Tile.WHITE)
            elif style == WINDS and self.rng.random() < 0.75:
                kind = self.rng.randrange(Tile.EAST, Tile.RED)
            elif style == SIX and any(self.left[kind] == 4 for kind in range(Tile.EAST, Tile.WHITE)):
                kind = self.rng.choice([kind for kind in range(Tile.EAST, Tile.WHITE) if self.left[kind] == 4])
            else:
                kind = self.rng.choice(HELD)
            if run and (kind >= Tile.EAST or kind % 9 > 6):
                continue
            tiles = [kind, kind + 1, kind + 2] if run else [kind] * size
            if self.take(tiles):
                return tiles, run
        raise AssertionError("the pool is empty")

    def some(self, n: int) -> list[int]:
        """`n` tiles at random."""
        bag = [kind for kind, left in self.left.items() for _ in range(left)]
        tiles = self.rng.sample(bag, n)
        self.take(tiles)
        return tiles


def _add_meld(hand: Any, tiles: list[int], run: bool, kind: MeldKind) -> None:
    hand.meld_kind[hand.n_melds] = MeldKind.CHI if run else kind
    hand.meld_tile[hand.n_melds] = tiles[0]
    hand.n_melds += 1


def _melds(rng: random.Random, pool: Pool, hand: Any, style: int, n: int) -> None:
    for _ in range(n):
        kind = rng.choice([MeldKind.PON, MeldKind.PON, MeldKind.KAN_OPEN, MeldKind.KAN_ADDED, MeldKind.KAN_CLOSED])
        quad = kind != MeldKind.PON and rng.random() < 0.5
        tiles, run = pool.group(style, 4 if quad else 3)
        _add_meld(hand, tiles, run, kind if quad else MeldKind.PON)


def _flowers(rng: random.Random, pool: Pool, hand: Any) -> None:
    for _ in range(rng.choice([0, 0, 1, 2, 3, 6])):
        if pool.flowers:
            hand.flowers[pool.flowers.pop() - FIRST_FLOWER] += 1


def _loser(rng: random.Random, pool: Pool, hand: Any) -> None:
    n_melds = rng.randrange(3)
    _melds(rng, pool, hand, rng.choice([HONOURS, ANY]), n_melds)
    golds = min(pool.golds, rng.choice([0, 0, 1, 1, 2]))
    pool.golds -= golds
    hand.golds = golds
    for kind in pool.some(16 - 3 * n_melds - golds):
        hand.counts[kind] += 1
    _flowers(rng, pool, hand)


def random_ending(rng: random.Random) -> tuple[Any, Any]:
    """Four HAND records and an EVENT; one in eight is a drawn hand."""
    hands, event = new_hands(), new_events()[0]
    gold = rng.choice(HELD)
    pool = Pool(rng, gold)
    event.gold_kind = event.indicator = gold
    event.dealer, event.east = rng.randrange(N_SEATS), rng.randrange(N_SEATS)
    event.n_kept = rng.choice([0, 0, 1, 2])
    event.discards = rng.choice([0, 1, 1, 2, 20])
    event.no_kan = rng.randrange(2)
    winner = rng.randrange(N_SEATS) if rng.random() < 0.875 else -1
    if winner >= 0 and rng.random() < 0.03:
        _flower_winner(rng, pool, hands[winner], event, winner)
    elif winner >= 0:
        _winner(rng, pool, hands[winner], event, winner)
    for seat in range(N_SEATS):
        if seat != winner:
            _loser(rng, pool, hands[seat])
    event.standing = 1 << (winner + 1) % N_SEATS if rng.random() < 0.2 else 0
    return hands, event


def _flower_winner(rng: random.Random, pool: Pool, hand: Any, event: Any, winner: int) -> None:
    """A self-draw by eight flowers and golds, whatever the shape."""
    hand.golds = rng.randrange(3)
    pool.golds -= int(hand.golds)
    for kind in range(Tile.H1, Tile.H1 + 8 - int(hand.golds)):
        hand.flowers[kind - FIRST_FLOWER] += 1
        pool.flowers.remove(kind)
    tiles = pool.some(17 - int(hand.golds))
    for kind in tiles:
        hand.counts[kind] += 1
    event.winner_mask, event.win_kind, event.tile = 1 << winner, WinKind.SELF_DRAW, tiles[-1]


def _winner(rng: random.Random, pool: Pool, hand: Any, event: Any, winner: int) -> None:
    style = rng.choice([FLUSH, HONOURS, RUNS, WINDS, SIX, ANY])
    n_melds = rng.choice([0, 0, 0, 1, 2, 3, 4])
    _melds(rng, pool, hand, style, n_melds)
    tiles: list[int] = []
    for _ in range(5 - n_melds):
        tiles += pool.group(style, 3)[0]
    tiles += pool.group(style, 2)[0]
    golds = min(rng.choice([0, 1, 1, 2, 3]), pool.golds, len(tiles) - 1)
    pool.golds -= golds
    rng.shuffle(tiles)
    for kind in tiles[:golds]:
        pool.left[kind] += 1
    hand.golds = golds
    for kind in tiles[golds:]:
        hand.counts[kind] += 1
    _flowers(rng, pool, hand)
    event.winner_mask = 1 << winner
    event.tile = tiles[-1]
    way = rng.random()
    if way < 0.45:
        event.win_kind = WinKind.SELF_DRAW
        event.after_kan = int(n_melds > 0 and rng.random() < 0.3)
        if event.discards == 0:
            event.opening, event.tile, event.after_kan = OpeningWin.DEALT, -1, 0
        return
    event.win_kind = WinKind.ROB_KAN if way > 0.85 else WinKind.DISCARD
    event.rob_kind = MeldKind.KAN_ADDED if way > 0.85 else -1
    event.payer = rng.choice([seat for seat in range(N_SEATS) if seat != winner])
    event.discards = max(1, int(event.discards))
