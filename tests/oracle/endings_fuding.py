"""Made-up ends of Fuding hands: all four hands, with golds (flowers among them), flowers, melds and seats that stand."""

from __future__ import annotations

import random
from collections import Counter

from tests.oracle.ending import Ending, Meld
from tests.oracle.endings_fuzhou import MELDS, Made, Maker
from tests.oracle.options import Options
from tests.oracle.specials import FIRST_FLOWER, PLANTS, SEASONS
from tests.oracle.wall import flower_kinds

OUTER = [*(9 * suit + rank for suit in range(3) for rank in (0, 8)), *range(27, 33)]


class FudingMaker(Maker):
    """Makes tiles under certain options; the gold may be a flower kind, whose colour is then gold."""

    def __init__(self, rng: random.Random, options: Options) -> None:
        super().__init__(rng, options)
        self.gold_kinds: tuple[int, ...] = (self.gold,) if self.gold >= 0 else ()
        laid = sorted(flower_kinds(options))
        if self.gold >= 0 and laid and rng.random() < 0.25:
            self.gold = self.indicator = rng.choice(laid)
            colour = next((c for c in (SEASONS, PLANTS) if self.gold in c), (self.gold,))
            self.gold_kinds = tuple(colour)
        self.flower_kinds = [kind for kind in laid if kind not in self.gold_kinds]
        self.gold_flowers = [kind for kind in self.gold_kinds if kind >= 34 and kind != self.indicator]
        rng.shuffle(self.gold_flowers)
        self.golds_left = 3 if self.gold >= 0 else 0

    def flowers(self) -> tuple[int, ...]:
        counts = [0] * 15
        for kind in self.flower_kinds:
            most = 4 if kind < 34 else 1
            if self.rng.random() < 0.35:
                counts[kind - FIRST_FLOWER] = self.rng.randint(1, most)
        if self.rng.random() < 0.3:
            for kind in self.rng.choice((SEASONS, PLANTS)):
                if kind in self.flower_kinds:
                    counts[kind - FIRST_FLOWER] = 1
        return tuple(counts) if self.rng.random() < 0.8 else (0,) * 15

    def loser(self, seat: int) -> Made:
        """Some melds, and tiles rich in pairs and triplets of outer kinds."""
        rng = self.rng
        kinds = [kind for kind in self.kinds if kind not in self.gold_kinds]
        outer = [kind for kind in OUTER if kind in kinds]
        melds = []
        for kind in rng.sample(kinds, rng.choice((0, 0, 1, 2, 3))):
            chi = kind < 27 and kind % 9 < 7 and self.gold not in (kind, kind + 1, kind + 2)
            what = rng.choice(MELDS if chi else MELDS[2:])
            melds.append(Meld(what, kind, seat if what == "kan_closed" else (seat + 1) % 4))
        used = Counter(kind for meld in melds for kind in meld.tiles)
        golds = min(self.golds_left, rng.choice((0, 0, 1, 1, 2, 3)))
        tiles = [self.gold] * golds
        while len(tiles) < 16 - 3 * len(melds):
            kind = rng.choice(outer if rng.random() < 0.5 else kinds)
            for _ in range(rng.choice((1, 1, 1, 2, 2, 3))):
                if used[kind] < 4 and len(tiles) < 16 - 3 * len(melds):
                    used[kind] += 1
                    tiles.append(kind)
        return Made(tiles, melds)


def random_ending(rng: random.Random, options: Options) -> Ending:
    """A hand won in one of the ways the options know, or (rarely) not won at all, or not really complete."""
    maker = FudingMaker(rng, options)
    dealer, seat = rng.randrange(4), rng.randrange(4)
    golds = min(rng.choice((0, 0, 1, 1, 2, 2, 3)), maker.golds_left)
    way = rng.choice(("self_draw", "self_draw", "discard", "discard", "rob_kan", "dealt", "shapeless"))
    size = 3 * maker.sets + 2
    if way == "dealt":
        if rng.random() < 0.6:
            made, seat = maker.winner(dealer, golds, concealed=True), dealer
        else:
            made = Made(_junk(maker, size - 1 + (seat == dealer), golds), [])
        return _ending(maker, {seat: made}, dealer, "self_draw", [seat], tile=-1, opening="dealt")
    made = Made(_junk(maker, size, golds), []) if way == "shapeless" else maker.winner(seat, golds)
    natural = [kind for kind in made.tiles if kind != maker.gold or options["gold.claimable"] == "win_only"]
    if way in ("self_draw", "shapeless") or not natural:
        return _ending(maker, {seat: made}, dealer, "self_draw", [seat], tile=rng.choice(made.tiles))
    tile = rng.choice(natural)
    if tile == maker.gold:
        way = "discard"
    return _claimed(maker, seat, made, dealer, way, tile)


def _junk(maker: FudingMaker, size: int, golds: int) -> list[int]:
    pool = [kind for kind in maker.kinds if kind not in maker.gold_kinds for _ in range(4)]
    return maker.rng.sample(pool, size - golds) + [maker.gold] * golds


def _claimed(maker: FudingMaker, seat: int, made: Made, dealer: int, way: str, tile: int) -> Ending:
    """A discard or a robbed kan, now and then with several winners."""
    rng = maker.rng
    payer = (seat + rng.randint(1, 3)) % 4
    seats = {seat: made}
    if maker.options["claim.multi_win"] == "all":
        for other in range(4):
            if other not in (seat, payer) and rng.random() < 0.5:
                for _ in range(30):
                    second = maker.winner(other, 0)
                    if tile in second.tiles and maker.gold not in second.tiles:
                        seats[other] = second
                        break
    winners = [other for i in range(1, 4) if (other := (payer + i) % 4) in seats]
    return _ending(maker, seats, dealer, way, winners, tile=tile, payer=payer)


def _ending(
    maker: FudingMaker, made: dict[int, Made], dealer: int, result: str, winners: list[int], *, tile: int, payer: int = -1,
    opening: str = "",
) -> Ending:
    rng, options = maker.rng, maker.options
    hands, gold_flowers, seats = [], [], []
    for seat in sorted(range(4), key=lambda seat: seat not in made):
        own = made.get(seat) or maker.loser(seat)
        maker.golds_left = max(0, maker.golds_left - own.tiles.count(maker.gold))
        seats.append((seat, own))
    for _, own in sorted(seats):
        n = own.tiles.count(maker.gold) if maker.gold >= 34 else 0
        gold_flowers.append(tuple(sorted(maker.gold_flowers.pop() for _ in range(n))))
        hands.append(tuple(own.tiles.count(kind) for kind in range(34)))
    melds = [own.melds for _, own in sorted(seats)]
    if result == "rob_kan":
        others = [meld for meld in melds[payer] if meld.kind != tile][:3]
        melds[payer] = [*others, Meld("pon", tile, (payer + 1) % 4)]
    drawn = result == "self_draw" and not opening
    first = winners[0] if winners else -1
    after_kan = drawn and any(m.what.startswith("kan") for m in melds[first]) and rng.random() < 0.5
    discards = 0 if opening or (after_kan and first == dealer and rng.random() < 0.3) else rng.choice((1, 1, 2, 40))
    return Ending(
        dealer=dealer,
        result=result,
        hands=tuple(hands),
        melds=tuple(map(tuple, melds)),
        winners=tuple(winners),
        payer=payer,
        tile=tile,
        after_kan=after_kan,
        last_tile=not opening and result != "rob_kan" and rng.random() < 0.2,
        robbed="kan_added" if result == "rob_kan" else "",
        flowers=tuple(maker.flowers() for _ in range(4)),
        gold=maker.gold,
        indicator=maker.indicator,
        opening=opening,
        first_draw=drawn and not melds[first] and (discards == 1 or (discards == 2 and rng.random() < 0.7)),
        n_kept=rng.choice((0, 0, 1, 2, 5)),
        gold_flowers=tuple(gold_flowers),
        east=dealer if options["deal.seat_winds"] == "dealer_east" else rng.randrange(4),
        discards=discards,
        no_kan=rng.random() < 0.3,
        standing=tuple(seat for seat in range(4) if seat not in winners and rng.random() < 0.15),
    )


def random_draw(rng: random.Random, options: Options) -> Ending:
    """An exhaustive draw with four hands that are worth something."""
    return _ending(FudingMaker(rng, options), {}, rng.randrange(4), "draw", [], tile=-1)
