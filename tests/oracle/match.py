"""A slow accountant for matches, written from section e of the rules alone; shares nothing with the engine's kernels.

It is told what each hand owes (who won, how much each pair owes, the winners' tai, which penalties fell due and whether
they were found late) and keeps the books of all players: chips, debt, bonuses, seats, bench, dealer. Money moves through
`_pay` only, which checks that no chip is made or lost.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import Any

Values = Mapping[str, Any]
TABLE = 4


@dataclass(frozen=True)
class Hand:
    """One finished hand. Seats are absolute. `owed[payer][payee]`: everything between two seats; `penalties` in the order
    in which they fell due: (offenders, found only after the hand)."""

    winners: tuple[int, ...] = ()
    giver: int | None = None
    owed: Sequence[Sequence[int]] = ((0,) * 4,) * 4
    tai: Mapping[int, int] = field(default_factory=dict)
    limit_hands: frozenset[int] = frozenset()
    penalties: tuple[tuple[frozenset[int], bool], ...] = ()


@dataclass
class Player:
    """The books of one player."""

    name: int
    chips: int = 0
    debt: int = 0
    bonus: int = 0
    loans: int = 0
    owes_loan_on_sitting: bool = False
    out: bool = False
    hides_since: int | None = None
    waited: int = 0
    busts: int = 0
    caught: int = 0
    bonus_unseated: int = 0


@dataclass
class Receipt:
    """What one payer paid a winner of a hand, and what he left unpaid."""

    hand: int
    payer: Player
    winner: Player
    paid: int
    missing: int


class Accountant:
    """One match. `mute`: players who say nothing when they bust; `blind`: players whom nobody notices."""

    def __init__(self, values: Values, order: Sequence[int], dealer: int, max_hands: int) -> None:
        self.v = values
        self.kind = values["format.kind"]
        self.uses_chips = self.kind in ("until_bust", "five_corner")
        self.start = values["format.stack"] if self.uses_chips else 0
        self.players = [Player(p, self.start) for p in range(len(order))]
        self.seats: list[Player | None] = [self.players[p] for p in order[:TABLE]]
        self.bench = deque(self.players[p] for p in order[TABLE:])
        self.dealer, self.streak = dealer, 1
        self.passes = self.hands = 0
        self.max_hands = max_hands
        self.cause = ""
        self.sweeper: Player | None = None
        self.pot_gone = False
        self.last_winner: Player | None = None
        self.receipts: list[Receipt] = []
        self.settled: set[int] = set()  # receipts that a hider has paid for
        self.mute: set[int] = set()
        self.blind: set[int] = set()

    # --- identities ---

    def check(self) -> None:
        """g.1: chips are conserved up to what the bank has lent, bonuses cancel."""
        assert sum(p.chips for p in self.players) == self.start * len(self.players) + sum(p.debt for p in self.players)
        assert sum(p.bonus for p in self.players) == 0
        assert sum(self.results()) == 0
        assert not self.uses_chips or all(p.chips >= 0 for p in self.players)

    def results(self) -> list[int]:
        """e.5."""
        return [p.chips - self.start - p.debt + p.bonus for p in self.players]

    def _at(self, seat: int) -> Player:
        player = self.seats[seat % TABLE]
        assert player is not None
        return player

    def _from_dealer(self) -> list[int]:
        return [(self.dealer + i) % TABLE for i in range(TABLE)]

    # --- step 1: payments ---

    def _pay(self, payer: Player, payee: Player, owed: int, most: int | None = None) -> int:
        """Pays what is owed as far as the payer can; returns what the payee got."""
        if not self.uses_chips:
            paid = owed
        else:
            paid = min(owed, payer.chips if most is None else most)
        payer.chips -= paid
        payee.chips += paid
        if self.uses_chips and self.v["format.short_pay"] == "debt":
            payer.debt += owed - paid
            payee.chips += owed - paid
            paid = owed
        self.check()
        return paid

    def _pay_list(self, transfers: list[tuple[Player, Player, int]]) -> list[int]:
        """One list of payments; what was paid for each."""
        if not (self.uses_chips and self.v["format.short_pay"] == "pro_rata"):
            return [self._pay(a, b, n) for a, b, n in transfers]
        limits: dict[int, int] = {}
        for payer in {id(a): a for a, _, _ in transfers}.values():
            mine = [i for i, t in enumerate(transfers) if t[0] is payer]
            total = sum(transfers[i][2] for i in mine)
            have = min(payer.chips, total)
            for i in mine:
                limits[i] = floor(Fraction(have * transfers[i][2], total))
            rest = have - sum(limits[i] for i in mine)
            for i in mine:
                extra = min(rest, transfers[i][2] - limits[i])
                limits[i] += extra
                rest -= extra
        return [self._pay(a, b, n, limits[i]) for i, (a, b, n) in enumerate(transfers)]

    def _penalty(self, offenders: frozenset[int]) -> list[tuple[Player, Player, int]]:
        """b.12: each innocent seat is paid by each offender, doubled with the dealer unless the offence is joint."""
        assert self.v["penalty.pei_size"] == "fixed"
        out = []
        for x in self._from_dealer():
            if x not in offenders:
                continue
            for step in (1, 2, 3):
                y = (x + step) % TABLE
                if y in offenders:
                    continue
                double = self.dealer in (x, y) and (len(offenders) == 1 or self.v["penalty.joint_dealer_double"])
                out.append((self._at(x), self._at(y), self.v["penalty.pei_points"] * (2 if double else 1)))
        return out

    def _claims(self, hand: Hand) -> list[tuple[Player, Player, int, bool]]:
        """(payer, payee, amount, whether it is for a win) in the order of h.13."""
        out: list[tuple[Player, Player, int, bool]] = []

        def net(a: int, b: int, winner: int | None) -> None:
            due = hand.owed[a][b] - hand.owed[b][a]
            if due:
                payer, payee = (a, b) if due > 0 else (b, a)
                out.append((self._at(payer), self._at(payee), abs(due), payee == winner))

        start = self.dealer if hand.giver is None else hand.giver
        for winner in ((start + i) % TABLE for i in (1, 2, 3, 4)):
            if winner in hand.winners:
                for step in (1, 2, 3):
                    if (winner + step) % TABLE not in hand.winners:
                        net((winner + step) % TABLE, winner, winner)
        order = self._from_dealer()
        for i, a in enumerate(order):
            for b in order[i + 1 :]:
                if (a in hand.winners) == (b in hand.winners):
                    net(a, b, None)
        return out

    # --- FD-3.21 ---

    def _catch_hiders(self) -> set[int]:
        """Who hides and is noticed pays the fine and all that others have won since, to whom it is due, as bank debt."""
        caught = set()
        for seat in self._from_dealer():
            x = self._at(seat)
            if x.hides_since is None or x.name in self.blind:
                continue
            others = [self._at(seat + i) for i in (1, 2, 3)]
            fine = self.v["format.hidden_bust_fine"]
            lucky = self.last_winner if self.last_winner in others else others[0]
            gains = [(o, fine // 3 + (fine % 3 if o is lucky else 0)) for o in others]
            for number, r in enumerate(self.receipts):
                if r.hand > x.hides_since and r.winner is not x and number not in self.settled:
                    self.settled.add(number)
                    gains += [(r.winner, r.missing)] + ([(r.payer, r.paid)] if r.payer is not x else [])
            for who, chips in gains:
                who.chips += chips
                x.debt += chips
                self.check()
            x.hides_since = None
            x.caught += 1
            caught.add(x.name)
        for x in self.players:
            if x.hides_since is not None and x.chips > 0:
                x.hides_since = None
        return caught

    # --- steps 2 to 4: sweeps ---

    def _bonus(self, winner: Player) -> None:
        each = self.v["format.sweep_bonus"]
        if each == "pot":
            each = 0 if self.pot_gone else self.v["format.stack"]
            self.pot_gone = True
        for p in self.players:
            if p is not winner:
                p.bonus -= each
                winner.bonus += each
                if p not in self.seats:
                    p.bonus_unseated += each
        self.check()

    def _eight_tai(self, hand: Hand) -> None:
        start = self.dealer if hand.giver is None else hand.giver
        for seat in ((start + i) % TABLE for i in (1, 2, 3, 4)):
            if seat not in hand.winners:
                continue
            enough = hand.tai.get(seat, 0) >= 8
            enough |= self.v["format.eight_tai_limit_hands"] and seat in hand.limit_hands
            if not enough:
                continue
            winner = self._at(seat)
            if self.v["format.eight_tai"] == "sweep":
                for p in self.players:
                    if p is not winner and (p in self.seats or self.v["format.eight_tai_takes"] == "all"):
                        winner.chips += p.chips
                        p.chips = 0
                        self.check()
                self._bonus(winner)
                self.sweeper, self.cause = winner, "eight_tai"
            elif self.v["format.eight_tai"] == "pay_limit_plus_bonus":
                self._bonus(winner)
            return

    def _sweep(self) -> None:
        rich = [p for p in self.players if p.chips > 0]
        if len(rich) == 1:
            self._bonus(rich[0])
            self.sweeper, self.cause = rich[0], "sweep"

    # --- steps 5 to 8: seats and deal ---

    def _sit(self, seat: int) -> Player:
        p = self.bench.popleft()
        self.seats[seat] = p
        if p.owes_loan_on_sitting:
            p.owes_loan_on_sitting = False
            p.loans += 1
            p.debt += self.v["format.loan"]
            p.chips += self.v["format.loan"]
            self.check()
        return p

    def _next_dealer(self, hand: Hand) -> tuple[int, int]:
        """b.10: seat and streak of the next dealer as the hand alone has it."""
        after = (self.dealer + 1) % TABLE
        winner: int | None = None
        if hand.winners:
            start = self.dealer if hand.giver is None else hand.giver
            winner = next(s for s in ((start + i) % TABLE for i in (1, 2, 3, 4)) if s in hand.winners)
            if self.v["dealer.multi_win"] == "stay_if_dealer_wins" and self.dealer in hand.winners:
                winner = self.dealer
            others = [s for s in ((start + i) % TABLE for i in (1, 2, 3, 4)) if s in hand.winners and s != self.dealer]
            if self.v["dealer.multi_win"] == "next_if_other_wins" and others:
                winner = others[0]
        if hand.penalties and not (self.v["penalty.deal_passes"] == "unless_dealer_won" and winner == self.dealer):
            return after, 1
        if winner is None:
            if self.v["dealer.on_draw"] == "next":
                return after, 1
            return self.dealer, self.streak + (1 if self.v["dealer.streak_on_draw"] else 0)
        if winner == self.dealer:
            return self.dealer, self.streak + 1
        return (winner if self.v["dealer.after_win"] == "winner" else after), 1

    def play(self, hand: Hand) -> None:
        """e.4, a whole hand's end."""
        assert not self.cause
        before = {p.name: p.chips for p in self.players}
        for p in self.bench:
            p.waited += 1
        for offenders, late in hand.penalties:
            if not late:
                self._pay_list(self._penalty(offenders))
        claims = self._claims(hand)
        paid = self._pay_list([(a, b, n) for a, b, n, _ in claims])
        for (payer, payee, owed, is_win), got in zip(claims, paid, strict=True):
            if is_win:
                self.receipts.append(Receipt(self.hands + 1, payer, payee, got, owed - got))
        for offenders, late in hand.penalties:
            if late:
                self._pay_list(self._penalty(offenders))
        lost = [(before[self._at(s).name] - self._at(s).chips, s) for s in self._from_dealer()]
        self.hands += 1
        if hand.winners:
            start = self.dealer if hand.giver is None else hand.giver
            self.last_winner = self._at(next(s % TABLE for s in range(start + 1, start + 5) if s % TABLE in hand.winners))
        caught: set[int] = set()
        if self.kind == "five_corner":
            caught = self._catch_hiders()
            self._eight_tai(hand)
            if not self.cause:
                self._sweep()
        if self.cause:
            for s in range(TABLE):
                if self._at(s).chips == 0 and self._at(s).hides_since is None:
                    self._at(s).busts += 1
            return
        self._reseat(hand, lost, caught)
        if not self.cause and self.hands >= self.max_hands:
            self.cause = "hands"

    def _reseat(self, hand: Hand, lost: list[tuple[int, int]], caught: set[int]) -> None:
        dealer, streak = self._next_dealer(hand)
        old = self.dealer
        if self.kind == "until_bust":
            broke = [s for s in range(TABLE) if self._at(s).chips == 0]
            for s in broke:
                self._at(s).busts += 1
            if broke:
                self.cause = "bust"
        if self.kind == "five_corner":
            fallen = self._stand_up(caught)
            newcomers = [self._sit(s) for s in self._from_dealer() if self.seats[s] is None and self.bench]
            if None in self.seats:
                self.cause = "no_seat"
                return
            yielded = self._yield_seat(lost, fallen, newcomers, passes=dealer != old)
            if old in fallen.values():
                dealer = old if self.v["format.dealer_after_bust"] == "replacement" else (old + 1) % TABLE
                streak = 1
            elif yielded == old and dealer == old:
                dealer, streak = (old + 1) % TABLE, 1
        self.passes += dealer != old
        self.dealer, self.streak = dealer, streak
        if self.kind == "rounds" and self.passes == 4 * self.v["format.rounds"]:
            self.cause = "rounds"

    def _stand_up(self, caught: set[int]) -> dict[int, int]:
        """Steps 5: who says 干了 leaves. Names of all who bust in this hand, with the seats of those who left."""
        fallen = {}
        for s in self._from_dealer():
            p = self._at(s)
            if p.chips or p.hides_since is not None:
                continue
            p.busts += p.name not in caught  # a hidden one was counted when it was hidden
            if p.name in self.mute and p.name not in caught:
                p.hides_since = self.hands
                fallen[p.name] = -1
                continue
            fallen[p.name] = s
            self.seats[s] = None
            most = self.v["format.max_loans"]
            if most == -1 or p.loans < most:
                p.owes_loan_on_sitting = True
                self.bench.append(p)
            else:
                p.out = True
        return fallen

    def _yield_seat(
        self, lost: list[tuple[int, int]], fallen: dict[int, int], newcomers: list[Player], *, passes: bool
    ) -> int | None:
        """The seat that is given up under `format.rotation`, if somebody waits who did not fall in this hand."""
        rotation = self.v["format.rotation"]
        seat = None
        if rotation == "dealer_out" and passes:
            seat = self.dealer
        if rotation == "loser_out":
            most = max(loss for loss, _ in lost)
            seat = next(s for loss, s in lost if loss == most) if most > 0 else None
        if seat is None or not self.bench or self.bench[0].name in fallen:
            return None
        leaver = self._at(seat)
        if leaver in newcomers or leaver.chips == 0:
            return None
        self._sit(seat)
        self.bench.append(leaver)
        return seat
