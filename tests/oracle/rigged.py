"""Hands full of incident: near-complete deals, and seats that win, kan and call whenever they like.

Chance alone brings a robbed kan or three winners once in thousands of hands. Here the deal is arranged so that seats
wait, often for the same kind, and hold pairs, triplets and quads; the oracle plays the hand with an eager chooser, and
its choices are the script that the engine must be able to follow.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

from tests.oracle import win
from tests.oracle.endings import random_winner
from tests.oracle.options import Value
from tests.oracle.selfplay import Chooser
from tests.oracle.table import CHIS, Action, Choice, Legal, Table, deal_order
from tests.oracle.wall import absent_kinds

CLAIMS = (*CHIS, Action.PON, Action.KAN_OPEN)
KANS = (Action.KAN_ADDED, Action.KAN_CLOSED)


def rigged_wall(rng: random.Random, dealer: int, options: Mapping[str, Value]) -> list[int]:
    """All kinds in wall order: good hands for the seats, useful tiles near the front and at the tail."""
    absent = absent_kinds(options)
    pool = Counter({kind: 4 for kind in range(34) if kind not in absent})
    wanted: list[int] = []
    hands: dict[int, list[int]] = {}
    for seat in rng.sample(range(4), rng.choice((1, 2, 3, 3, 4))):
        hand = _good_hand(rng, pool, wanted)
        hands[seat] = hand
        pool.subtract(hand)
    rest = list(pool.elements())
    rng.shuffle(rest)
    useful = [kind for kind in rest if kind in wanted]
    rest = [kind for kind in rest if kind not in wanted]
    row: list[int] = []
    for seat in deal_order(dealer):
        hand = hands.get(seat)
        row.append(hand.pop() if hand else rest.pop())
    front, end = rest[: len(rest) // 2], rest[len(rest) // 2 :]
    for kind in useful:
        part = front if rng.random() < 0.7 else end
        near = rng.randrange(min(len(part), 30) + 1)
        part.insert(near if part is front else len(part) - min(near, 8), kind)
    return row + front + end


def _good_hand(rng: random.Random, pool: Counter[int], wanted: list[int]) -> list[int]:
    """Thirteen tiles of the pool that lack one or two for a win, or are triplets and pairs; notes what they lack."""
    for _ in range(200):
        if rng.random() < 0.25:
            kinds = rng.sample(sorted(kind for kind in pool if pool[kind] >= 3), 5)
            tiles = [kind for place, kind in enumerate(kinds) for _ in range(3 if place < 4 else 2)]
        elif rng.random() < 0.1:
            tiles = [*win.ORPHANS, rng.choice(win.DRAGONS)]
        else:
            tiles, melds = random_winner(rng, 0, chi=True)
            tiles += [kind for meld in melds for kind in meld.tiles[:3]]
        missing = [kind for kind in wanted if kind in tiles] or tiles
        lacking = rng.choice(missing)
        rest = list(tiles)
        rest.remove(lacking)
        if all(pool[kind] >= n for kind, n in Counter(tiles).items()):
            wanted.append(lacking)
            if rng.random() < 0.4:
                triplets = [kind for kind, n in Counter(rest).items() if n == 3 and pool[kind] == 4]
                wanted += triplets[:1]
            return rest
    return []


def eager(rng: random.Random) -> Chooser:
    """Wins mostly, kans and claims often, declares readiness, and otherwise throws what it drew, or anything."""

    def choose(table: Table, seat: int, legal: Legal) -> Choice:
        choices = legal.choices()
        by_action = {action: [choice for choice in choices if choice[0] == action] for action, _ in choices}
        if Action.WIN in by_action and rng.random() < 0.75:
            return by_action[Action.WIN][0]
        for actions, chance in ((KANS, 0.7), (CLAIMS, 0.6), ((Action.READY,), 0.6)):
            offered = [choice for action in actions for choice in by_action.get(action, ())]
            if offered and rng.random() < chance:
                return rng.choice(offered)
        if Action.PASS in by_action:
            return Action.PASS, -1
        drawn = (Action.DISCARD, table.drawn)
        return drawn if drawn in choices and rng.random() < 0.8 else rng.choice(by_action[Action.DISCARD])

    return choose
