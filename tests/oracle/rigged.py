"""Hands full of incident: near-complete deals, and seats that win, kan and call whenever they like.

Chance alone brings a robbed kan or three winners once in thousands of hands. Here the deal is arranged so that seats
wait, often for the same kind, and hold pairs, triplets and quads; the oracle plays the hand with an eager chooser, and
its choices are the script that the engine must be able to follow.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from tests.oracle import win
from tests.oracle.endings import random_winner
from tests.oracle.moves import CHIS, Action, Choice, Legal, Phase, deal_order
from tests.oracle.options import Value
from tests.oracle.selfplay import Chooser
from tests.oracle.table import Table
from tests.oracle.wall import absent_kinds

CLAIMS = (*CHIS, Action.PON, Action.KAN_OPEN)
KANS = (Action.KAN_ADDED, Action.KAN_CLOSED)


class Rigged(NamedTuple):
    """A hand to be played: the tiles in wall order and who chooses; how often a seat is asked whether it stands."""

    dealer: int
    row: list[int]
    chooser: Chooser
    stands: float = 0.0


def rigged_hand(rng: random.Random, options: Mapping[str, Value]) -> Rigged:
    """One arranged hand: seats that wait, a kan that can be robbed, or a kan whose replacement wins."""
    style = rng.random()
    if style < 0.15:
        closed = options["kan.rob_closed"] != "never" and rng.random() < 0.5
        dealer, row = orphans_wall(rng, options) if closed else robbing_wall(rng, options)
        return Rigged(dealer, row, eager(rng, Mood(0.9, 0.95, 0.95, {Phase.CLAIM: 0.15, Phase.ROB: 0.9})))
    if style < 0.25:
        dealer, row = _winning_replacement(rng, options)
        return Rigged(dealer, row, eager(rng, Mood(1.0, 0.05, 0.95, {})))
    dealer = rng.randrange(4)
    claims, own_draws = rng.choice((0.95, 0.95, 0.4)), rng.choice((0.9, 0.3))
    wishes = {Phase.ROB: 0.95, Phase.CLAIM: claims, Phase.ACT: own_draws}
    patient = Mood(1.0, 0.05, rng.choice((0.3, 0.9)), wishes)
    restless = Mood(0.8, rng.choice((0.3, 0.8)), 0.8, wishes)
    return Rigged(dealer, waiting_wall(rng, dealer, options), eager(rng, rng.choice((patient, patient, restless))))


def _tiles(options: Mapping[str, Value]) -> Counter[int]:
    absent = absent_kinds(options)
    return Counter({kind: 4 for kind in range(34) if kind not in absent})


def _lay_out(
    dealer: int, hands: Mapping[int, list[int]], places: Mapping[int, int], rest: list[int], options: Mapping[str, Value]
) -> list[int]:
    """A wall that deals the hands and has certain kinds at certain places; the rest in the order given."""
    left = {seat: list(hand) for seat, hand in hands.items()}
    rest = list(reversed(rest))
    order = deal_order(dealer, options)
    row = []
    for place in range(len(rest) + sum(map(len, hands.values())) + len(places)):
        seat = order[place] if place < len(order) else -1
        if place in places:
            row.append(places[place])
        elif left.get(seat):
            row.append(left[seat].pop())
        else:
            row.append(rest.pop())
    return row


def waiting_wall(rng: random.Random, dealer: int, options: Mapping[str, Value]) -> list[int]:
    """Good hands for some seats, and the tiles they lack near the front or at the tail."""
    pool = _tiles(options)
    wanted: list[int] = []
    hands: dict[int, list[int]] = {}
    for seat in rng.sample(range(4), rng.choice((1, 2, 3, 3, 4))):
        hands[seat] = _good_hand(rng, pool, wanted)
        pool.subtract(hands[seat])
    rest = list(pool.elements())
    rng.shuffle(rest)
    useful = [kind for kind in rest if kind in wanted]
    rest = [kind for kind in rest if kind not in wanted]
    dealt = 53 - sum(map(len, hands.values()))
    first, front, end = rest[:dealt], rest[dealt : dealt + 30], rest[dealt + 30 :]
    for kind in useful:
        if rng.random() < 0.7:
            front.insert(rng.randrange(len(front) + 1), kind)
        else:
            end.insert(max(0, len(end) - rng.randrange(4)), kind)
    return _lay_out(dealer, hands, {}, first + front + end, options)


def robbing_wall(rng: random.Random, options: Mapping[str, Value]) -> tuple[int, list[int]]:
    """The dealer throws a tile that one seat can pon and others wait for; the pon-er draws the fourth at once."""
    while True:
        pool = _tiles(options)
        tile = rng.randrange(27)
        dealer, maker, *others = rng.sample(range(4), 4)
        hands: dict[int, list[int]] = {maker: [tile, tile]}
        pool[tile] = 0
        for seat in others[: rng.choice((1, 1, 2))]:
            near = Counter({**pool, tile: 1})
            wanted = [tile]
            hands[seat] = _good_hand(rng, near, wanted)
            if wanted[1:2] != [tile] or tile in hands[seat]:
                break
            pool.subtract(hands[seat])
        else:
            rest = list(pool.elements())
            rng.shuffle(rest)
            return dealer, _lay_out(dealer, hands, {52: tile, 56: tile}, rest, options)


def orphans_wall(rng: random.Random, options: Mapping[str, Value]) -> tuple[int, list[int]]:
    """A seat draws its fourth alike in the first round, of a kind that another seat lacks for thirteen orphans."""
    pool, tile = _tiles(options), rng.choice(win.ORPHANS)
    dealer = rng.randrange(4)
    maker, robber = rng.sample(range(4), 2)
    orphans = [kind for kind in win.ORPHANS if kind != tile]
    hands = {maker: [tile] * 3, robber: [*orphans, rng.choice([kind for kind in win.DRAGONS if kind != tile])]}
    pool.subtract([*hands[maker], *hands[robber], tile])
    rest = list(pool.elements())
    rng.shuffle(rest)
    return dealer, _lay_out(dealer, hands, {52 + (maker - dealer) % 4: tile}, rest, options)


def _winning_replacement(rng: random.Random, options: Mapping[str, Value]) -> tuple[int, list[int]]:
    """A seat draws its fourth alike in the first round, and the tail holds the tile it waits for."""
    while True:
        pool = _tiles(options)
        dealer, seat = rng.randrange(4), rng.randrange(4)
        wanted: list[int] = []
        hand = _good_hand(rng, pool, wanted)
        alike = [kind for kind in hand if hand.count(kind) == 3 and kind != wanted[0] and pool[kind] == 4]
        if alike:
            pool.subtract([*hand, alike[0], wanted[0]])
            rest = list(pool.elements())
            rng.shuffle(rest)
            size = sum(_tiles(options).values())
            tail = size - 2 if options["wall.tail_order"] == "stack" else size - 1
            return dealer, _lay_out(dealer, {seat: hand}, {52 + (seat - dealer) % 4: alike[0], tail: wanted[0]}, rest, options)


def _good_hand(rng: random.Random, pool: Counter[int], wanted: list[int]) -> list[int]:
    """Thirteen tiles of the pool that lack one for a win, or are triplets and pairs; notes what they lack.

    Most hands lack a kind that others lack too, or hold it as a pair, so that one tile matters to several seats.
    """
    share = rng.random() < 0.8
    for _ in range(400):
        if wanted and rng.random() < 0.15:
            kinds = rng.sample(sorted(kind for kind in pool if pool[kind] >= 3), 3)
            tiles = [rng.choice(wanted)] * 2 + [kind for kind in kinds for _ in range(3)] + rng.choices(range(34), k=3)
        elif rng.random() < 0.05:
            tiles = [*win.ORPHANS, rng.choice(win.DRAGONS)]
        else:
            tiles, melds = random_winner(rng, 0, chi=True)
            tiles += [kind for meld in melds for kind in meld.tiles[:3]]
        common = [kind for kind in wanted if kind in tiles]
        if any(pool[kind] < n for kind, n in Counter(tiles).items()) or (wanted and share and not common):
            continue
        lacking = tiles[-1] if common and tiles.count(common[0]) == 2 else rng.choice(common or tiles)
        tiles.remove(lacking)
        wanted.append(lacking)
        triplets = [kind for kind, n in Counter(tiles).items() if n == 3 and pool[kind] == 4]
        wanted += triplets[: rng.randrange(2)]
        return tiles
    return []


class Mood(NamedTuple):
    """How likely a seat is to throw what it drew, to call, to declare a kan, and to win (by phase)."""

    loyalty: float
    calls: float
    kans: float
    wishes: Mapping[Phase, float]


def eager(rng: random.Random, mood: Mood) -> Chooser:
    """Wins, kans, calls and declares readiness as often as the mood says, and otherwise throws a tile."""

    def choose(table: Table, seat: int, legal: Legal) -> Choice:
        choices = legal.choices()
        by_action = {action: [choice for choice in choices if choice[0] == action] for action, _ in choices}
        wins = by_action.get(Action.WIN, []) + by_action.get(Action.TAKE_GOLD, [])
        if wins and rng.random() < mood.wishes.get(table.phase, 0.9):
            return rng.choice(wins)
        for actions, chance in ((KANS, mood.kans), (CLAIMS, mood.calls), ((Action.READY,), 0.6)):
            offered = [choice for action in actions for choice in by_action.get(action, ())]
            if offered and rng.random() < chance:
                return rng.choice(offered)
        if Action.PASS in by_action:
            return Action.PASS, -1
        if Action.DISCARD not in by_action:
            return rng.choice(choices)
        drawn = (Action.DISCARD, table.drawn)
        return drawn if drawn in choices and rng.random() < mood.loyalty else rng.choice(by_action[Action.DISCARD])

    return choose
