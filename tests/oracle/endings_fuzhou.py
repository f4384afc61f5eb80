"""Made-up ends of Fuzhou hands: complete and shapeless hands with golds and flowers, won in a random way."""

from __future__ import annotations

import random
from collections import Counter
from typing import NamedTuple

from tests.oracle.ending import Ending, Meld
from tests.oracle.options import Options
from tests.oracle.wall import absent_kinds, flower_kinds

MELDS = ("chi", "chi", "pon", "pon", "kan_open", "kan_added", "kan_closed")


class Made(NamedTuple):
    """One seat's tiles: concealed, golds among them under their own kind, and melds."""

    tiles: list[int]
    melds: list[Meld]


class Maker:
    """Makes endings under certain options; `gold` is this hand's wild kind, -1 without golds."""

    def __init__(self, rng: random.Random, options: Options) -> None:
        self.rng, self.options = rng, options
        gone = absent_kinds(options) | flower_kinds(options)
        self.kinds = [kind for kind in range(34) if kind not in gone]
        self.flower_kinds = sorted(flower_kinds(options))
        self.sets = (int(options["deal.hand_size"]) - 1) // 3
        self.gold = self.indicator = -1
        if options["gold.source"] == "indicator":
            self.indicator = self.gold = rng.choice(self.kinds)
            if options["gold.maps_to"] == "next":
                same = [kind for kind in self.kinds if kind // 9 == self.indicator // 9 and kind != self.indicator]
                self.gold = rng.choice(same)
        self.live = 0 if self.gold < 0 else 3 if self.gold == self.indicator else 4
        self.suits = rng.sample(range(4), rng.choice((1, 2, 2, 3, 4)))

    def kind(self) -> int:
        """A kind of the suits of this hand, most of the time."""
        liked = [kind for kind in self.kinds if min(kind // 9, 3) in self.suits]
        return self.rng.choice(liked or self.kinds)

    def winner(self, seat: int, golds: int, concealed: bool = False) -> Made:
        """A complete hand of which so many tiles are golds; nearly complete now and then."""
        for _ in range(200):
            tiles, melds = self._pairs() if self.rng.random() < 0.2 else self._sets(seat, concealed)
            natural = [kind for kind in tiles if kind != self.gold]
            own = len(tiles) - len(natural)
            for _ in range(golds - own):
                if natural:
                    natural.pop(self.rng.randrange(len(natural)))
            if self.rng.random() < 0.1 and natural:
                natural[self.rng.randrange(len(natural))] = self.kind()
            natural = [kind for kind in natural if kind != self.gold]
            made = Made(natural + [self.gold] * (len(tiles) - len(natural)), melds)
            if self._exists(made):
                return made
        return Made(self._junk(3 * self.sets + 2, golds), [])

    def _exists(self, made: Made) -> bool:
        copies = Counter(made.tiles + [kind for meld in made.melds for kind in meld.tiles])
        golds = made.tiles.count(self.gold) + sum(meld.tiles.count(self.gold) for meld in made.melds)
        return all(n <= 4 for kind, n in copies.items() if kind != self.gold) and golds <= self.live

    def _pairs(self) -> tuple[list[int], list[Meld]]:
        size = 3 * self.sets + 2
        tiles = [kind for kind in (self.kind() for _ in range(size // 2)) for _ in range(2)]
        return tiles + [self.rng.choice([*tiles, self.kind()]) for _ in range(size % 2)], []

    def _sets(self, seat: int, concealed: bool) -> tuple[list[int], list[Meld]]:
        rng, tiles, melds = self.rng, [], []
        calls = 0.0 if concealed else rng.choice((0.0, 0.3, 0.6, 1.0))
        runs = rng.choice((0.0, 0.5, 1.0, 0.6))
        for _ in range(self.sets):
            kind = self.kind()
            run = kind < 27 and kind % 9 < 7 and rng.random() < runs
            group = [kind, kind + 1, kind + 2] if run else [kind] * 3
            if rng.random() < calls and self._may_meld(group):
                what = "chi" if run else rng.choice(MELDS[2:])
                melds.append(Meld(what, kind, seat if what == "kan_closed" else (seat + rng.randint(1, 3)) % 4))
            elif rng.random() < 0.15 and self.gold >= 0:
                tiles += [self.gold] * 3
            else:
                tiles += group
        return tiles + ([self.gold] * 2 if rng.random() < 0.15 and self.gold >= 0 else [self.kind()] * 2), melds

    def _may_meld(self, group: list[int]) -> bool:
        chi = len(set(group)) == 3 and self.options["gold.in_melds"] == "natural_in_chi"
        return self.gold not in group or chi

    def _junk(self, size: int, golds: int) -> list[int]:
        """Tiles that hardly go together."""
        pool = [kind for kind in self.kinds if kind != self.gold for _ in range(4)]
        return self.rng.sample(pool, size - golds) + [self.gold] * golds

    def flowers(self) -> tuple[int, ...]:
        """Flowers of a seat, none or one much of the time, sometimes whole sets. Kinds from E on."""
        counts = [0] * 15
        wanted = self.rng.choice((0, 0, 1, 1, 2, 4, 6, 10, 20, 24))
        for kind in self.rng.choices(self.flower_kinds, k=wanted) if self.flower_kinds else []:
            most = 1 if kind >= 34 else 4
            counts[kind - 27] = most if self.rng.random() < 0.2 else min(most, counts[kind - 27] + 1)
        return tuple(counts)

    def others(self, made: dict[int, Made]) -> list[Made]:
        """All four seats: those made, the others with a few melds and golds."""
        found = []
        for seat in range(4):
            if seat in made:
                found.append(made[seat])
                continue
            melds = []
            for kind in self.rng.sample([kind for kind in self.kinds if kind != self.gold], self.rng.choice((0, 0, 1, 2))):
                what = self.rng.choice(MELDS[2:])
                melds.append(Meld(what, kind, seat if what == "kan_closed" else (seat + 1) % 4))
            found.append(Made([], melds))
        return found


def random_ending(rng: random.Random, options: Options) -> Ending:
    """A hand won in one of the ways the options know, or (rarely) not won at all, or not really complete."""
    maker = Maker(rng, options)
    dealer, seat = rng.randrange(4), rng.randrange(4)
    golds = rng.choice((0, 0, 1, 1, 2, 2, 3, 4)) if maker.live else 0
    golds = min(golds, maker.live)
    way = rng.choice(("self_draw", "self_draw", "discard", "discard", "rob_kan", "dealt", "indicator", "shapeless"))
    if way == "indicator" and (options["rob_gold.window"] in ("none", "own_first_draw") or not maker.live):
        way = "self_draw"
    if way == "dealt" and not (maker.live or maker.flower_kinds):
        way = "self_draw"
    if way == "dealt":
        return _dealt(maker, dealer, golds)
    if way == "indicator":
        return _indicator(maker, dealer, seat)
    if way == "shapeless":
        made = Made(maker._junk(3 * maker.sets + 2, golds), [])
        return _ending(maker, {seat: made}, dealer, "self_draw", [seat], tile=rng.choice(made.tiles))
    made = maker.winner(seat, golds)
    if way == "self_draw":
        return _ending(maker, {seat: made}, dealer, way, [seat], tile=rng.choice(made.tiles))
    natural = [kind for kind in made.tiles if kind != maker.gold or (way == "discard" and _gold_claimed(options))]
    if not natural:
        return _ending(maker, {seat: made}, dealer, "self_draw", [seat], tile=made.tiles[0])
    return _claimed(maker, seat, made, dealer, way, rng.choice(natural))


def _gold_claimed(options: Options) -> bool:
    return options["gold.claimable"] == "win_only"


def _ending(
    maker: Maker, made: dict[int, Made], dealer: int, result: str, winners: list[int], *, tile: int, payer: int = -1,
    opening: str = "", robbed: str = "",
) -> Ending:
    rng = maker.rng
    seats = maker.others(made)
    if robbed:
        others = [meld for meld in seats[payer].melds if meld.kind != tile][:3]
        seats[payer] = Made([], [*others, Meld("pon", tile, (payer + 1) % 4)])
    drawn = result == "self_draw" and not opening
    after_kan = drawn and any(m.what.startswith("kan") for m in seats[winners[0]].melds) and rng.random() < 0.5
    first = drawn and not seats[winners[0]].melds and rng.random() < 0.4
    return Ending(
        dealer=dealer,
        result=result,
        hands=tuple(tuple(seat.tiles.count(kind) for kind in range(34)) for seat in seats),
        melds=tuple(tuple(seat.melds) for seat in seats),
        winners=tuple(winners),
        payer=payer,
        tile=tile,
        after_kan=after_kan,
        last_tile=not opening and result != "rob_kan" and rng.random() < 0.2,
        robbed=robbed,
        flowers=tuple(maker.flowers() for _ in range(4)),
        gold=maker.gold,
        indicator=maker.indicator,
        opening=opening,
        first_draw=first,
        n_kept=rng.choice((0, 0, 1, 2, 5)),
    )


def _dealt(maker: Maker, dealer: int, golds: int) -> Ending:
    """The dealer complete, or three golds (or flowers) with any seat."""
    rng = maker.rng
    if rng.random() < 0.6:
        return _ending(maker, {dealer: maker.winner(dealer, golds, True)}, dealer, "self_draw", [dealer], tile=-1, opening="dealt")
    seat = rng.randrange(4)
    made = Made(maker._junk(3 * maker.sets + 1 + (seat == dealer), golds), [])
    return _ending(maker, {seat: made}, dealer, "self_draw", [seat], tile=-1, opening="dealt")


def _indicator(maker: Maker, dealer: int, seat: int) -> Ending:
    """The indicator in a complete hand, or beside two golds."""
    rng = maker.rng
    if maker.gold == maker.indicator:
        golds = rng.choice((1, 1, 2, 3))
        made = maker.winner(seat, golds, True)
        if rng.random() < 0.2:
            made = Made(maker._junk(3 * maker.sets + 2, rng.choice((2, 3))), [])
        tiles = made.tiles if maker.gold in made.tiles else [*made.tiles[1:], maker.gold]
        if rng.random() < 0.15 and tiles.count(maker.gold) == 3:
            tiles = [maker.gold, *[kind for kind in tiles if kind != maker.gold][1:], *[maker.gold] * 3]
    else:
        tiles = maker.winner(seat, rng.choice((0, 1, 2)), True).tiles
        if maker.indicator not in tiles:
            natural = [kind for kind in tiles if kind != maker.gold]
            tiles = [*natural[1:], maker.indicator, *[maker.gold] * (len(tiles) - len(natural))]
    return _ending(
        maker, {seat: Made(tiles, [])}, dealer, "self_draw", [seat], tile=maker.indicator, opening="indicator"
    )


def _claimed(maker: Maker, seat: int, made: Made, dealer: int, way: str, tile: int) -> Ending:
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
    robbed = "kan_added" if way == "rob_kan" else ""
    return _ending(maker, seats, dealer, way, winners, tile=tile, payer=payer, robbed=robbed)


def random_draw(rng: random.Random, options: Options) -> Ending:
    """An exhaustive draw with melds and flowers on the table."""
    maker = Maker(rng, options)
    ending = _ending(maker, {0: Made([], [])}, rng.randrange(4), "draw", [0], tile=-1)
    return ending._replace(winners=())
