"""Random finished hands of games with golds and flowers, as the records that scoring takes."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from rulesets.dtype import FIRST_FLOWER
from rulesets.score import new_events, new_hands
from rulesets.tiles import N_HELD_KINDS, MeldKind, OpeningWin, Tile, WinKind

N_SETS = 5


class Ending:
    """Four hands and how they ended; tiles are drawn from one set of 144."""

    def __init__(self, rng: random.Random, honours: bool = False) -> None:
        self.rng = rng
        self.honours = honours
        self.hands = new_hands()
        self.event = new_events()[0]
        self.left = Counter(dict.fromkeys(range(N_HELD_KINDS if honours else Tile.EAST), 4))
        self.flowers_left = Counter(dict.fromkeys(range(Tile.EAST, N_HELD_KINDS), 4) if not honours else {})
        self.flowers_left.update(dict.fromkeys(range(Tile.H1, Tile.H1 + 8), 1))
        self.event.gold_kind = self.event.indicator = rng.randrange(27)
        self.left[int(self.event.gold_kind)] -= 1  # the indicator

    def take(self, group: list[int]) -> bool:
        """Take tiles from the set if it has them, golds never."""
        wanted = Counter(group)
        if int(self.event.gold_kind) in wanted or any(self.left[k] < n for k, n in wanted.items()):
            return False
        self.left -= wanted
        return True

    def a_set(self, suit: int | None) -> list[int]:
        """A run or a triplet that the set still has, of one suit if so wanted."""
        while True:
            of = self.rng.randrange(3) if suit is None else suit
            low = 9 * of + self.rng.randrange(7)
            group = [low, low + 1, low + 2] if self.rng.random() < 0.6 else [low] * 3
            if self.honours and self.rng.random() < 0.15:
                group = [self.rng.randrange(27, N_HELD_KINDS)] * 3
            if self.take(group):
                return group

    def meld(self, seat: int, suit: int | None) -> None:
        """Lay out one meld."""
        rng, hand = self.rng, self.hands[seat]
        group = self.a_set(suit)
        at = int(hand.n_melds)
        kind = MeldKind.CHI if len(set(group)) == 3 else MeldKind.PON
        if kind == MeldKind.PON and rng.random() < 0.6 and self.take(group[:1]):
            kind = rng.choice((MeldKind.KAN_OPEN, MeldKind.KAN_ADDED, MeldKind.KAN_CLOSED))
        hand.meld_kind[at], hand.meld_tile[at] = kind, group[0]
        hand.meld_from[at] = seat if kind == MeldKind.KAN_CLOSED else (seat + 3) % 4
        hand.n_melds = at + 1

    def lay_flowers(self, seat: int) -> None:
        """Zero, one or many flowers."""
        rng = self.rng
        n = rng.choice((0, 0, 1, 1, 2, 3, 5, 8, 12, 21))
        tiles = sorted(self.flowers_left.elements())
        if rng.random() < 0.5:  # whole quads more often than chance has them
            tiles.sort(key=lambda kind: (rng.random() < 0.2, kind))
        else:
            rng.shuffle(tiles)
        for kind in tiles[:n]:
            self.hands[seat].flowers[kind - FIRST_FLOWER] += 1
            self.flowers_left[kind] -= 1

    def complete(self, seat: int, golds: int) -> None:
        """Give a seat a complete hand, so many of its tiles turned into golds."""
        rng, hand = self.rng, self.hands[seat]
        suit = rng.randrange(3) if rng.random() < 0.3 else None
        for _ in range(rng.choice((0, 0, 0, 1, 2, 4, 5))):
            self.meld(seat, suit)
        groups = [self.a_set(suit) for _ in range(N_SETS - int(hand.n_melds))]
        pair = next(p for p in iter(lambda: [rng.randrange(27) if suit is None else 9 * suit + rng.randrange(9)] * 2, None)
                    if self.take(p))  # fmt: skip
        tiles = Counter(kind for group in [*groups, pair] for kind in group)
        golds = min(golds, sum(tiles.values()))
        gone = rng.choice([pair, *groups])[:golds] if rng.random() < 0.6 else []
        gone += rng.sample(sorted((tiles - Counter(gone)).elements()), golds - len(gone))
        for kind, n in (tiles - Counter(gone)).items():
            hand.counts[kind] = n
        hand.golds = golds

    def eight_pairs(self, seat: int) -> None:
        """Give a seat eight pairs and a single tile."""
        kinds = [k for k in self.rng.sample(range(27), 10) if k != int(self.event.gold_kind)][:9]
        for kind in kinds[:8]:
            self.hands[seat].counts[kind] = 2
        self.hands[seat].counts[kinds[8]] = 1
        self.left -= Counter(kinds[:8] * 2 + kinds[8:])

    def shapeless(self, seat: int) -> None:
        """Give a seat fourteen scattered tiles and three golds."""
        kinds = [k for k in range(27) if k % 3 == 0 and k != int(self.event.gold_kind)] + [1, 10, 19, 4, 13, 22, 7]
        for kind in [k for k in kinds if k != int(self.event.gold_kind)][:14]:
            self.hands[seat].counts[kind] += 1
        self.hands[seat].golds = 3


def random_ending(rng: random.Random, honours: bool = False) -> tuple[Any, Any]:
    """HAND[4] and EVENT of a win by one seat, of any sort."""
    ending = Ending(rng, honours)
    hands, event = ending.hands, ending.event
    winner = rng.randrange(4)
    event.dealer = winner if rng.random() < 0.4 else rng.randrange(4)
    event.n_kept = rng.choice((0, 0, 1, 3))
    event.winner_mask = 1 << winner
    event.win_kind = rng.choice((WinKind.SELF_DRAW, WinKind.SELF_DRAW, WinKind.DISCARD, WinKind.ROB_KAN))
    sort = rng.random()
    if sort < 0.12:
        event.win_kind = WinKind.SELF_DRAW
        ending.shapeless(winner)
    elif sort < 0.2:
        ending.eight_pairs(winner)
    else:
        ending.complete(winner, rng.choice((0, 0, 1, 1, 2, 3)))
    for seat in range(4):
        ending.lay_flowers(seat)
        if seat != winner:
            for _ in range(rng.choice((0, 0, 1, 2))):
                ending.meld(seat, None)
    _set_tile(ending, winner)
    return hands, event


def _set_tile(ending: Ending, winner: int) -> None:
    """The winning tile and the circumstances of the win."""
    rng, hands, event = ending.rng, ending.hands, ending.event
    hand = hands[winner]
    natural = [kind for kind in range(N_HELD_KINDS) if hand.counts[kind]]
    draws_gold = int(hand.golds) and rng.random() < 0.4
    event.tile = event.gold_kind if draws_gold or not natural else rng.choice(natural)
    if event.win_kind != WinKind.SELF_DRAW:
        event.tile = rng.choice(natural) if natural else event.gold_kind
        event.payer = (winner + rng.randrange(1, 4)) % 4
        if event.win_kind == WinKind.ROB_KAN:
            event.rob_kind = MeldKind.KAN_ADDED
        event.last_tile = event.win_kind == WinKind.DISCARD and rng.random() < 0.1
        return
    early = all(int(h.n_melds) == 0 for h in hands)
    roll = rng.random()
    if roll < 0.25 and int(hand.n_melds) == 0:
        event.opening = OpeningWin.DEALT if winner == event.dealer or int(hand.golds) >= 3 else OpeningWin.NONE
        event.tile = -1 if event.opening else event.tile
    elif roll < 0.5 and draws_gold:
        event.opening, event.tile = OpeningWin.INDICATOR, event.indicator
    if event.opening == OpeningWin.NONE:
        event.first_draw = int(hand.n_melds) == 0 and (early or rng.random() < 0.2)
        event.last_tile = rng.random() < 0.1
        kans = any(int(hand.meld_kind[i]) >= MeldKind.KAN_OPEN for i in range(int(hand.n_melds)))
        event.after_kan = kans and rng.random() < 0.5
