"""Fuding hands full of incident: flush tables, four-wind tables, late honours, fourth tiles, kans and flowers at the end of
the wall, opening wins, seats that stand.

The deal is arranged so that such things happen, and the seats play along: they feed the seat that collects a suit or winds,
keep honours, call and kan eagerly. The oracle plays the hand, and its choices are the script that the engine must follow.
"""

from __future__ import annotations

import random
from collections import Counter

from tests.oracle import wild, win
from tests.oracle.endings_fuding import FudingMaker
from tests.oracle.moves import CHIS, Action, Choice, Legal, Phase, deal_order
from tests.oracle.options import Options
from tests.oracle.rigged import Mood, Rigged, eager
from tests.oracle.rigged_fuzhou import taking_kans, with_late_kans
from tests.oracle.selfplay import Chooser
from tests.oracle.table import Table
from tests.oracle.wall import all_tiles, flower_kinds

HONOURS = range(27, 34)
SETS = win.Shapes(pairs="none", orphans="none", sets=5)
KEEN = dict.fromkeys((Phase.OPENING, Phase.CLAIM, Phase.ACT, Phase.LAST, Phase.LAST_GROUP), 0.9)
SHY = {Phase.OPENING: 0.1, Phase.CLAIM: 0.03, Phase.ACT: 0.03, Phase.ROB: 0.9, Phase.LAST: 0.4, Phase.LAST_GROUP: 0.5}


def rigged_fuding(rng: random.Random, options: Options) -> Rigged:
    """One arranged hand, and somebody who plays it."""
    dealer = rng.randrange(4)
    made = Arranged(rng, options, dealer)
    styles = ("waiting", "waiting", "flush", "flush", "winds", "honours", "pairs", "fourth", "fourth", "openings")
    style = rng.choice(styles)
    row, chooser = getattr(made, f"{style}_row")()
    if rng.random() < 0.3 and style != "fourth":
        row = with_late_kans(rng, options, dealer, row)
        if style in ("waiting", "pairs", "honours"):
            chooser = taking_kans(rng, eager(rng, Mood(1.0, rng.choice((0.0, 0.02, 0.3)), 0.95, SHY)))
            chooser = last_minute(chooser) if rng.random() < 0.6 else chooser
    stands = rng.choice((0.0, 0.5)) if style == "flush" else rng.choice((0.0, 0.0, 0.0, 0.01, 0.05))
    return Rigged(dealer, row, chooser, stands)


class Arranged:
    """A wall under construction: who is dealt what, what lies in front, the indicator at the tail."""

    def __init__(self, rng: random.Random, options: Options, dealer: int) -> None:
        self.rng, self.options, self.dealer = rng, options, dealer
        self.pool = Counter(all_tiles(options))
        self.flowers = flower_kinds(options)
        self.maker = FudingMaker(rng, options)
        self.take([self.maker.indicator])
        self.hands: dict[int, list[int]] = {}
        self.wanted: list[int] = []

    # --- taking tiles ---

    def take(self, kinds: list[int]) -> list[int]:
        self.pool.subtract(kinds)
        return kinds

    def held_kinds(self) -> list[int]:
        return [kind for kind in self.maker.kinds if kind not in self.maker.gold_kinds]

    def some(self, kinds: list[int], n: int) -> list[int]:
        """Up to so many tiles of these kinds that are still there."""
        there = [kind for kind in kinds for _ in range(self.pool[kind])]
        return self.take(self.rng.sample(there, min(n, len(there))))

    def real_golds(self, tiles: list[int]) -> list[int]:
        """The same tiles with golds of which tiles are left; fewer if there are not enough."""
        n = tiles.count(self.maker.gold)
        there = [kind for kind in self.maker.gold_kinds for _ in range(self.pool[kind])]
        return [kind for kind in tiles if kind != self.maker.gold] + self.rng.sample(there, min(n, len(there)))

    def good_hand(self, seat: int, golds: int, lacking: bool = True) -> bool:
        """A complete hand, or one that lacks a tile, of tiles that are there."""
        for _ in range(100):
            tiles = self.real_golds(self.maker.winner(seat, golds, concealed=True).tiles)
            if len(tiles) < 17 or Counter(tiles) - self.pool:
                continue
            if lacking:
                common = [kind for kind in tiles if kind in self.wanted]
                kind = self.rng.choice(common if common and self.rng.random() < 0.7 else tiles)
                tiles.remove(kind)
                self.wanted.append(kind)
            self.hands[seat] = self.take(tiles)
            return True
        return False

    def lacking_hand(self, seat: int, tile: int) -> None:
        """A hand that lacks this kind, all of which is spoken for."""
        self.pool[tile] = 1
        for _ in range(60):
            tiles = self.real_golds(self.maker.winner(seat, 0, concealed=True).tiles)
            if len(tiles) == 17 and tiles.count(tile) == 1 and not Counter(tiles) - self.pool:
                self.hands[seat] = self.take(tiles)
                self.hands[seat].remove(tile)
                break
        self.pool[tile] = 0

    # --- styles ---

    def waiting_row(self) -> tuple[list[int], Chooser]:
        """Seats that lack one tile, often the same; the tiles lie near the front."""
        rng = self.rng
        for seat in rng.sample(range(4), rng.choice((1, 2, 3, 4))):
            self.good_hand(seat, rng.choice((0, 0, 1, 1, 2)))
        wishes = {Phase.CLAIM: rng.choice((0.1, 0.5, 0.95)), Phase.ACT: rng.choice((0.05, 0.5, 0.95)), Phase.ROB: 0.9}
        mood = Mood(rng.choice((0.7, 1.0)), rng.choice((0.05, 0.3, 0.8)), rng.choice((0.2, 0.9)), {**SHY, **wishes})
        chooser = eager(rng, mood)
        return self.finish(), echoing(chooser) if rng.random() < 0.4 else chooser

    def openings_row(self) -> tuple[list[int], Chooser]:
        """The dealer complete, three golds, or many flowers, before or after the first replacements."""
        rng = self.rng
        for seat in rng.sample(range(4), rng.choice((1, 2, 3))):
            way = rng.choice(("complete", "golds", "flowers"))
            if way == "complete":
                self.good_hand(seat, rng.choice((0, 1, 2)), lacking=seat != self.dealer)
            elif way == "golds":
                self.hands[seat] = self.some([*self.maker.gold_kinds], 3)
            else:
                self.hands[seat] = self.some([*range(34, 42)], rng.choice((5, 6, 7, 8)))
        wishes = {**SHY, Phase.OPENING: rng.choice((0.3, 0.95)), Phase.ACT: 0.5}
        return self.finish(rng.choice((0.0, 0.1, 0.4))), eager(rng, Mood(0.9, 0.2, 0.5, wishes))

    def flush_row(self) -> tuple[list[int], Chooser]:
        """A seat that collects a suit; the others hold the rest of it and feed that seat."""
        rng = self.rng
        suit, receiver = rng.randrange(3), rng.randrange(4)
        kinds = [kind for kind in range(9 * suit, 9 * suit + 9) if kind not in self.maker.gold_kinds]
        pairs = rng.sample(kinds, 5)
        self.hands[receiver] = self.take([kind for kind in pairs for _ in range(2)]) + self.some(kinds, rng.choice((3, 5)))
        others = [seat for seat in range(4) if seat != receiver]
        rng.shuffle(others)
        for seat, n in zip(others, rng.choice(((12, 5, 4), (8, 7, 6), (16, 2, 2))), strict=True):
            self.hands[seat] = self.some(kinds, n)
            if rng.random() < 0.3:
                self.hands[seat] += self.some([*self.maker.gold_kinds], 2)
        return self.finish(), feeding(rng, receiver, kinds, rng.choice((0.05, 0.4, 0.9)))

    def winds_row(self) -> tuple[list[int], Chooser]:
        """A seat with pairs of three winds; the others throw theirs."""
        rng = self.rng
        winds = [kind for kind in range(27, 31) if kind not in self.maker.gold_kinds]
        receiver, barred = rng.randrange(4), rng.choice(winds)
        pairs = [kind for kind in winds if kind != barred]
        self.hands[receiver] = self.take([kind for kind in pairs for _ in range(2)]) + self.some([barred], rng.choice((0, 1, 2)))
        for seat in range(4):
            if seat != receiver:
                self.hands[seat] = self.some(winds, 3) + self.some(self.held_kinds(), 1)
        return self.finish(), feeding(rng, receiver, pairs, rng.choice((0.05, 0.6)))

    def honours_row(self) -> tuple[list[int], Chooser]:
        """Hands full of honours that are kept to the end."""
        rng = self.rng
        honours = [kind for kind in HONOURS if kind in self.held_kinds()]
        for seat in rng.sample(range(4), 3):
            self.hands[seat] = self.some(honours, rng.choice((6, 8, 12, 16)))
        return self.finish(), keeping(rng, honours, eager(rng, Mood(0.9, rng.choice((0.1, 0.5, 0.9)), 0.3, SHY)))

    def pairs_row(self) -> tuple[list[int], Chooser]:
        """Hands full of pairs and golds: pons whose fourth tile is yet to come, complete but for the rule of one group."""
        rng = self.rng
        for seat in rng.sample(range(4), 3):
            kinds = rng.sample([kind for kind in self.held_kinds() if self.pool[kind] == 4], 4)
            self.hands[seat] = self.take([kind for kind in kinds for _ in range(2)])
            if rng.random() < 0.5:
                self.hands[seat] += self.some([*self.maker.gold_kinds], rng.choice((1, 2)))
            for _ in range(3):
                first = 9 * rng.randrange(3) + rng.randrange(7)
                run = [first, first + 1, first + 2]
                if len(self.hands[seat]) <= 13 and not Counter(run) - self.pool and not set(run) & set(self.maker.gold_kinds):
                    self.hands[seat] += self.take(run)
            self.wanted += [kind for kind in kinds if rng.random() < 0.6]
        wishes = {**SHY, Phase.ACT: rng.choice((0.05, 0.5)), Phase.CLAIM: rng.choice((0.02, 0.4))}
        return self.finish(), eager(rng, Mood(rng.choice((0.5, 0.9)), 0.9, rng.choice((0.1, 0.6)), wishes))

    def fourth_row(self) -> tuple[list[int], Chooser]:
        """A seat that pons the dealer's first discard, is complete but for one half of the pair, and draws the fourth tile;
        another may wait for that."""
        rng = self.rng
        owner = (self.dealer + rng.randint(1, 3)) % 4
        tile = rng.choice([kind for kind in self.held_kinds() if self.pool[kind] == 4])
        self.take([tile] * 4)
        for _ in range(200):
            tiles = self.real_golds(self.maker.winner(owner, 1, concealed=True).tiles)
            golds = [kind for kind in tiles if kind in self.maker.gold_kinds]
            held = wild.Held(tuple(0 if k in golds else tiles.count(k) for k in range(34)), 1, self.maker.gold)
            whole = len(tiles) == 17 and len(golds) == 1 and not Counter(tiles) - self.pool
            kinds = [kind for kind in tiles if kind not in golds]
            lacking = next((kind for kind in kinds if whole and wild.is_all_sets(held.minus(kind)._replace(golds=0), SETS, 0)), -1)
            sets = [kind for kind in set(kinds) if kinds.count(kind) == 3 and kind != lacking] if lacking >= 0 else []
            if sets:
                for kind in (lacking, *sets[:1] * 3):
                    tiles.remove(kind)
                self.hands[owner] = [*self.take(tiles), *self.some(self.held_kinds(), 1), tile, tile]
                break
        self.hands.setdefault(owner, [tile, tile])
        for seat in {0, 1, 2, 3} - {owner, self.dealer}:
            if rng.random() < 0.6:
                self.lacking_hand(seat, tile)
        self.hands[self.dealer] = [tile]
        row = self.finish(0.0)
        row.insert(65 + 3, tile)
        return row, pushing(rng, tile, eager(rng, Mood(0.9, 0.0, 0.5, {**SHY, Phase.ACT: 0.1})))

    # --- laying out ---

    def finish(self, flowers: float = 0.05) -> list[int]:
        """Fill up the hands and lay out the rest. `flowers`: how likely a filling tile is a flower."""
        rng = self.rng
        held = [kind for kind in self.pool.elements() if kind not in self.flowers]
        laid = [kind for kind in self.pool.elements() if kind in self.flowers]
        rng.shuffle(held)
        rng.shuffle(laid)
        hands = {seat: list(self.hands.get(seat, ())) for seat in range(4)}
        for seat, hand in hands.items():
            while len(hand) < 16 + (seat == self.dealer):
                hand.append(laid.pop() if laid and rng.random() < flowers else held.pop())
            surplus = hand[16 + (seat == self.dealer) :]
            hands[seat] = hand[: 16 + (seat == self.dealer)]
            held += surplus
        rest = held + laid
        rng.shuffle(rest)
        useful = [kind for kind in rest if kind in self.wanted][:6]
        for kind in useful:
            rest.remove(kind)
        place = rng.choice((4, 12, 40))
        for kind in useful:
            rest.insert(rng.randrange(min(place, len(rest)) + 1), kind)
        for hand in hands.values():
            rng.shuffle(hand)
        return [hands[seat].pop() for seat in deal_order(self.dealer, self.options)] + rest + [self.maker.indicator]


# --- choosers --------------------------------------------------------------------------------------------------------


def feeding(rng: random.Random, receiver: int, kinds: list[int], wins: float) -> Chooser:
    """The receiver claims these kinds and throws others; the others throw what it can claim, and kan now and then."""

    def choose(table: Table, seat: int, legal: Legal) -> Choice:
        by_action = grouped(legal)
        if Action.WIN in by_action and rng.random() < (wins if len(table.melds[receiver]) > 2 else 0.1):
            return Action.WIN, -1
        claims = [choice for action in (*CHIS, Action.PON, Action.KAN_OPEN) for choice in by_action.get(action, ())]
        if claims and rng.random() < (0.95 if seat == receiver and table.tile in kinds else 0.05):
            return rng.choice(claims)
        kans = by_action.get(Action.KAN_ADDED, []) + by_action.get(Action.KAN_CLOSED, [])
        if kans and rng.random() < 0.5:
            return rng.choice(kans)
        throws = by_action.get(Action.DISCARD)
        if Action.DRAW in by_action:
            return (Action.STAND if seat == receiver and len(table.melds[seat]) >= 4 else Action.DRAW), -1
        if not throws:
            return (Action.PASS, -1) if Action.PASS in by_action else rng.choice(legal.choices())
        if seat == receiver:
            liked = [choice for choice in throws if choice[1] not in kinds]
        else:
            liked = [choice for choice in throws if choice[1] in kinds and table.hands[receiver][choice[1]] >= 2]
            liked = liked or [choice for choice in throws if choice[1] in kinds and rng.random() < 0.5]
            if len(table.melds[receiver]) >= 4:
                liked = [choice for choice in throws if choice[1] not in kinds]
        return rng.choice(liked or throws)

    return choose


def pushing(rng: random.Random, tile: int, choose: Chooser) -> Chooser:
    """As the chooser, but this kind is thrown and ponned at once."""

    def push(table: Table, seat: int, legal: Legal) -> Choice:
        for choice in ((Action.PON, -1), (Action.DISCARD, tile)):
            if choice in legal.choices() and (choice[0] == Action.DISCARD or table.tile == tile):
                return choice
        return choose(table, seat, legal)

    return push


def last_minute(choose: Chooser) -> Chooser:
    """As the chooser, but kans are declared only when hardly any tiles are left."""

    def wait(table: Table, seat: int, legal: Legal) -> Choice:
        kans = (Action.KAN_OPEN, Action.KAN_ADDED, Action.KAN_CLOSED)
        choice = choose(table, seat, legal)
        others = [other for other in legal.choices() if other[0] not in (*kans, Action.STAND)]
        if choice[0] not in kans or table.drawable() <= table.n_in_play() + 2 or not others:
            return choice
        return others[0]

    return wait


def echoing(choose: Chooser) -> Chooser:
    """As the chooser, but the kind thrown last is thrown again by who can, and wins on it are often passed."""

    def echo(table: Table, seat: int, legal: Legal) -> Choice:
        choice = choose(table, seat, legal)
        thrown = [event.kind for event in table.events if event.what == "discard"]
        again = (Action.DISCARD, thrown[-1]) if thrown else choice
        if choice[0] == Action.DISCARD and again in legal.choices():
            return again
        if table.phase == Phase.CLAIM and choice[0] == Action.WIN and len(thrown) % 3:
            return Action.PASS, -1
        return choice

    return echo


def keeping(rng: random.Random, kinds: list[int], choose: Chooser) -> Chooser:
    """As the chooser, but these kinds are thrown last."""

    def keep(table: Table, seat: int, legal: Legal) -> Choice:
        action, kind = choose(table, seat, legal)
        others = [choice for choice in legal.choices() if choice[0] == Action.DISCARD and choice[1] not in kinds]
        return rng.choice(others) if action == Action.DISCARD and kind in kinds and others else (action, kind)

    return keep


def grouped(legal: Legal) -> dict[Action, list[Choice]]:
    found: dict[Action, list[Choice]] = {}
    for choice in legal.choices():
        found.setdefault(choice[0], []).append(choice)
    return found


# --- what came up ----------------------------------------------------------------------------------------------------


def incidents(table: Table) -> Counter[str]:
    """What the law of the table decides at this moment, to know what a sample has covered."""
    found: Counter[str] = Counter()
    if table.phase in (Phase.ACT, Phase.POST_CLAIM):
        seat = table.seat
        reasons = {kind: table.barred(seat, kind) for kind in table.kinds_held(seat)}
        found.update(f"barred: {reason}" for reason in set(reasons.values()) if reason)
        found["must kan"] += table._must_kan()
        found["nothing to throw"] += all(reasons.values())
        for other in table.tables_against(seat):
            suit = table.flush_suit(other)
            free = [kind for kind, reason in reasons.items() if suit >= 0 and kind // 9 == suit and not reason]
            found["followed"] += table.follow[other] in free
            found["dead tile"] += any(table.is_dead(seat, kind) for kind in free)
            found["table of a standing seat"] += suit >= 0 and other in table.standing
        hand = table.hands[seat]
        found["kan barred"] += any(
            n == 4 and not table.kan_ok(seat, "kan_closed", kind) and table.kan_allowed("kan_closed")
            for kind, n in enumerate(hand)
            if kind != table.gold
        )
    if table.phase == Phase.CLAIM:
        for seat in set(range(4)) - table.standing - {table.seat}:
            held = table.held(seat)
            if table.tile != table.gold and wild.is_win(held.plus(table.tile), table.shapes):
                found["idle gold barred"] += wild.is_idle_gold(held, table.shapes)
                found["passed win barred"] += table.tile in table.passed[seat]
    return found
