"""Made-up ends of hands: complete hands won in a random way, for comparing points without playing."""

from __future__ import annotations

import random

from tests.oracle import win
from tests.oracle.ending import Ending, Meld

MELDS = ("pon", "pon", "kan_open", "kan_added", "kan_closed", "chi")


def kind_of_suits(rng: random.Random, suits: list[int]) -> int:
    suit = rng.choice(suits)
    return 9 * suit + rng.randrange(9 if suit < 3 else 7)


def random_winner(rng: random.Random, seat: int, chi: bool) -> tuple[list[int], list[Meld]]:
    """Concealed tiles and melds of a complete hand: sets and pair, seven pairs or thirteen orphans, few suits often."""
    while True:
        tiles: list[int] = []
        melds: list[Meld] = []
        suits = rng.sample([0, 1, 2, 3], rng.randint(1, 4))
        style = rng.random()
        if style < 0.08:
            tiles = [*win.ORPHANS, rng.choice(win.ORPHANS if rng.random() < 0.3 else win.DRAGONS)]
        elif style < 0.35:
            tiles = [kind for kind in (kind_of_suits(rng, suits) for _ in range(7)) for _ in range(2)]
        elif style < 0.42:  # neighbouring runs twice: many readings
            first = 9 * rng.randrange(3) + rng.randrange(5)
            tiles = [first + i for i in (0, 0, 0, 1, 1, 1, 2, 2, 2)] + [rng.choice((first, first + 2, first + 3))] * 2
            tiles += [kind_of_suits(rng, suits)] * 3
        else:
            if style < 0.5:  # 123 456 789, in three suits or in one
                order = rng.sample(range(3), 3) if rng.random() < 0.6 else [rng.randrange(3)] * 3
                tiles = [9 * suit + 3 * place + i for place, suit in enumerate(order) for i in range(3)]
            for _ in range(1 if tiles else 4):
                _add_set(rng, seat, suits, chi, tiles, melds)
            tiles += [kind_of_suits(rng, suits)] * 2
        everything = tiles + [kind for meld in melds for kind in meld.tiles]
        if all(everything.count(kind) <= 4 for kind in everything):
            return tiles, melds


def _add_set(
    rng: random.Random, seat: int, suits: list[int], chi: bool, tiles: list[int], melds: list[Meld]
) -> None:
    kind = kind_of_suits(rng, suits)
    run = kind < 27 and kind % 9 < 7
    if rng.random() < 0.4:
        what = rng.choice(MELDS if chi and run else MELDS[:-1])
        melds.append(Meld(what, kind, seat if what == "kan_closed" else (seat + rng.randint(1, 3)) % 4))
    elif run and rng.random() < 0.6:
        tiles += [kind, kind + 1, kind + 2]
    else:
        tiles += [kind] * 3


def random_ending(rng: random.Random, chi: bool = False, several: bool = True) -> Ending:
    """A won hand, sometimes with several winners, other seats showing melds."""
    first = rng.randrange(4)
    tiles, melds = random_winner(rng, first, chi)
    result = rng.choice(["self_draw", "discard", "discard", "rob_kan"])
    tile = rng.choice(tiles)
    payer = -1 if result == "self_draw" else (first + rng.randint(1, 3)) % 4
    seats = {first: (tiles, melds)}
    if several and result != "self_draw":
        for seat in range(4):
            if seat not in (first, payer) and rng.random() < 0.4:
                for _ in range(50):
                    other = random_winner(rng, seat, chi)
                    if tile in other[0]:
                        seats[seat] = other
                        break
    robbed = ""
    table: list[list[Meld]] = [seats[seat][1] if seat in seats else _shown(rng, seat) for seat in range(4)]
    if result == "rob_kan":
        robbed = "kan_added"
        orphans = all(not melds and set(tiles) == set(win.ORPHANS) for tiles, melds in seats.values())
        others = [meld for meld in table[payer] if meld.kind != tile][:3]
        table[payer] = others
        if orphans and rng.random() < 0.5:
            robbed = "kan_closed"
        else:
            table[payer] = [*others, Meld("pon", tile, (payer + rng.randint(1, 3)) % 4)]
    winners = tuple(seat for i in range(4) if (seat := (max(payer, 0) + i) % 4) in seats)
    hands = [seats[seat][0] if seat in seats else [] for seat in range(4)]
    kans = any(meld.what.startswith("kan") for meld in table[first])
    return Ending(
        dealer=rng.randrange(4),
        result=result,
        hands=tuple(tuple(hand.count(kind) for kind in range(34)) for hand in hands),
        melds=tuple(tuple(seat_melds) for seat_melds in table),
        winners=winners,
        payer=payer,
        tile=tile,
        after_kan=result == "self_draw" and kans and rng.random() < 0.4,
        last_tile=result != "rob_kan" and rng.random() < 0.3,
        robbed=robbed,
    )


def _shown(rng: random.Random, seat: int) -> list[Meld]:
    """Melds of a seat that does not win."""
    found = []
    for kind in rng.sample(range(34), rng.choice((0, 0, 1, 2))):
        what = rng.choice(MELDS[:-1])
        found.append(Meld(what, kind, seat if what == "kan_closed" else (seat + rng.randint(1, 3)) % 4))
    return found


def random_draw(rng: random.Random) -> Ending:
    """An exhaustive draw with melds on the table."""
    melds = tuple(tuple(_shown(rng, seat)) for seat in range(4))
    return Ending(dealer=rng.randrange(4), result="draw", hands=((0,) * 34,) * 4, melds=melds)
