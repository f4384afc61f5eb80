"""From the deal to the dealer's first turn: flowers, the gold, and the wins that need no turn. FZ 3.3 to 3.6, FD b.3."""

from __future__ import annotations

from collections.abc import Sequence

from tests.oracle import win
from tests.oracle.ending import Ending
from tests.oracle.legality import Legality
from tests.oracle.moves import Action, Choice, Event, Legal, Phase, Stage, deal_order
from tests.oracle.specials import PLANTS, SEASONS, rank
from tests.oracle.state import FIRST_FLOWER


class Opening(Legality):
    """Deals and opens a hand, and can end it: every end of a hand is recorded here."""

    # --- deal, flowers, gold ---

    def deal(self, dice: Sequence[int], winds: Sequence[int]) -> None:
        """FZ-DEAL-01 to 04, FD b.3. Flowers lie with the hand until their round.

        `winds`: dice of the seat winds, or the seat of East alone where they are drawn at random.
        """
        first, when = self.dealer, self.options["gold.open_when"]
        if when == "before_deal":
            self._open_gold()
        if dice:
            first = (self.dealer + sum(dice) - 1) % 4
            self.events.append(Event("dice", first, -1, 16 * dice[0] + dice[1]))
        for seat in deal_order(self.dealer, self.options, first):
            kind = self.wall.front(seat)
            self.events.append(Event("deal", seat, kind))
            self._put(seat, kind)
        if self._is_void_from_the_start():
            return
        self._give_winds(winds)
        self._dice_are_thrown()
        if self.ending is not None:
            return
        if when == "after_deal":
            self._open_gold()
        self._after_dealing = when == "after_flowers"
        self.drawn = self._dealers_tile()
        self._stages: list[Stage] = []
        if self.options["opening.check"] == "before_and_after":
            self._stages = self._all_stages()
            self.may_win = False
            self.next_stage()
        else:
            self._replace_and_open()

    def _is_void_from_the_start(self) -> bool:
        """Does something end the hand once the dealer has lifted the first tiles?"""
        return False

    def _dice_are_thrown(self) -> None:
        """The seat winds are given out."""

    def _replace_and_open(self) -> None:
        """The opening flowers, the gold if it comes after them, and the opening wins."""
        self.flowers_done = True
        self._opening_flowers()
        if self.ending is not None:
            return
        if self._after_dealing:
            self._open_gold()
        self.drawn = self._dealers_tile()
        self._stages = self._all_stages()
        if not self.flower_kinds and self.gold < 0:
            self._stages = []  # without golds and flowers the dealer's complete deal is an ordinary self-draw
        else:
            self.may_win = False
        if self.to_lay_back:
            self.phase = Phase.LAY_BACK
        else:
            self.next_stage()

    def _give_winds(self, winds: Sequence[int]) -> None:
        """`deal.seat_winds`, FD b.2: the dealer is East, two dice say who is, or anybody."""
        how = self.options["deal.seat_winds"]
        if how == "none":
            return
        self.east = (self.dealer + sum(winds) - 1) % 4 if how == "dice" else winds[0] if how == "random" else self.dealer
        extra = 16 * winds[0] + winds[1] if how == "dice" else 0
        self.events.append(Event("winds", self.east, -1, extra))

    def _all_stages(self) -> list[Stage]:
        """The opening wins one after the other, or (`opening.order: seat`) all at once."""
        order = self.options["opening.order"]
        if order == "seat":
            return [Stage.ANY]
        first = [Stage.HEAVENLY, Stage.THREE_GOLD]
        return [*(first if order == "heavenly_first" else first[::-1]), Stage.TAKE, Stage.FLOWERS]

    def _put(self, seat: int, kind: int) -> None:
        if kind in self.flower_kinds:
            self.waiting[seat].append(kind)
        else:
            self.take_tile(seat, kind)

    def _opening_flowers(self) -> None:
        """FZ-FLOWER-02 to 06: rounds from the dealer on, or (`seat_until_clean`) seat by seat."""
        seats, waiting = [(self.dealer + i) % 4 for i in range(4)], self.waiting
        until_clean = self.options["flower.opening_order"] == "seat_until_clean"
        while any(waiting):
            for seat in seats:
                while waiting[seat]:
                    laid = sorted(waiting[seat])
                    waiting[seat] = []
                    for kind in laid:
                        self._lay_flower(seat, kind)
                    for _ in laid:
                        self._put(seat, self._from_tail(seat))
                    if not until_clean:
                        break

    def _lay_flower(self, seat: int, kind: int) -> None:
        self.flowers[seat].append(kind)
        self.events.append(Event("flower", seat, kind))

    def _from_tail(self, seat: int) -> int:
        self.tail_taken += 1
        kind = self.wall.tail()
        self.events.append(Event("draw", seat, kind, 1))
        return kind

    def _open_gold(self) -> None:
        """FZ-GOLD-02, 03: flip tail tiles until one is no flower; flowers are the dealer's, who may draw for them."""
        if self.options["gold.source"] == "none":
            return
        while True:
            self.tail_taken += 1
            kind = self.wall.tail()
            if kind not in self.flower_kinds or self.options["gold.flower_flip"] == "flowers_are_gold":
                break
            self.flowers[self.dealer].append(kind)
            self.events.append(Event("flip", self.dealer, kind, 1))
            if self.options["gold.flower_flip"] == "dealer_draws":
                self.to_lay_back += 1
                while (drawn := self._from_tail(self.dealer)) in self.flower_kinds:
                    self._lay_flower(self.dealer, drawn)
                self.hands[self.dealer][drawn] += 1
        self.indicator = kind
        self.gold = kind if self.options["gold.maps_to"] == "same" else self._following(kind)
        self.gold_kinds = (self.gold,)
        if kind in self.flower_kinds:  # FD-2.05: all of its colour
            colour = next((tuple(kinds) for kinds in (SEASONS, PLANTS) if kind in kinds), (kind,))
            self.gold, self.gold_kinds = kind, colour
            self.flower_kinds = self.flower_kinds - set(colour)
            for seat, own in enumerate(self.waiting):
                for flower in own:
                    if flower in colour:
                        self.take_tile(seat, flower)
                self.waiting[seat] = [flower for flower in own if flower not in colour]
        self.events.append(Event("flip", self.dealer, kind))

    def _following(self, kind: int) -> int:
        """The next kind in its circle: nine to one, E S W N, C F P. *Reading*: kinds that are not held are passed over."""
        circle = next(c for c in ((0, 9), (9, 18), (18, 27), (27, 31), (31, 34)) if c[0] <= kind < c[1])
        kinds = list(range(*circle))
        following = [*kinds[kind - circle[0] + 1 :], *kinds[: kind - circle[0] + 1]]
        return next(k for k in following if k not in self.flower_kinds and k not in self.wall.absent)

    def _dealers_tile(self) -> int:
        """The tile by which the dealer's first turn goes: the last one taken if it is held, else the highest kind, golds
        last. It has no meaning in the rules."""
        taken = [
            event.kind
            for at, event in enumerate(self.events)
            if event.what in ("deal", "draw") and event.seat == self.dealer and not self._lies_beside(at)
        ]
        if not self.flowers_done:
            taken = [kind for kind in taken if kind not in self.flower_kinds] or [FIRST_FLOWER + 15]
        hand = self.hands[self.dealer]
        if taken[-1] in self.gold_flowers[self.dealer]:
            return self.gold
        if taken[-1] < len(hand) and hand[taken[-1]]:
            return taken[-1]
        held = [kind for kind, n in enumerate(hand) if n]
        return max((kind for kind in held if kind != self.gold), default=self.gold)

    def _lies_beside(self, at: int) -> bool:
        """Was the tile of that event not taken into the hand?"""
        return False

    def lay_back(self, kind: int) -> None:
        """FZ 3.5: a tile among the own discards, which nobody can claim and which is not the first discard."""
        self.hands[self.dealer][kind] -= 1
        self.discards[self.dealer].append(kind)
        self.events.append(Event("discard", self.dealer, kind, 2))
        self.note_gold_discard(self.dealer, kind)
        self.to_lay_back -= 1
        if not self.to_lay_back:
            self.drawn = self._dealers_tile()
            self.next_stage()

    def note_gold_discard(self, seat: int, kind: int) -> None:
        """FZ-GDISC-04: who throws a gold wins by self-draw only."""
        if kind == self.gold and self.options["gold.discard_effect"] == "self_draw_only":
            self.self_draw_only[seat] = True

    # --- opening wins ---

    def next_stage(self) -> None:
        """The next opening win somebody has, or the dealer's first turn."""
        while self._stages:
            self.stage, self.phase = self._stages.pop(0), Phase.OPENING
            if self.questions():
                return
            if self._wins_at_opening(self._forced_at_opening()):
                return
        if not self.flowers_done:
            self._replace_and_open()
            return
        self.rob_open = self.options["rob_gold.window"] in ("after_first_discard", "own_first_draw")
        self._begin_turn(Phase.ACT)

    def _wins_at_opening(self, seats: list[int]) -> bool:
        """The first of the seats that call a win, or must take it, wins; True if the hand is over."""
        if seats:
            self.flowers[seats[0]] += self.waiting[seats[0]]
            self.win("self_draw", [seats[0]], "dealt")
        return bool(seats)

    def _begin_turn(self, phase: Phase) -> None:
        """The seat may act."""
        self.phase = phase

    def answer_opening(self, asked: Sequence[tuple[int, Legal]], choices: Sequence[Choice]) -> None:
        """The first who accepts wins: from the dealer on, but the dealer takes the indicator after all others."""
        accepted = [(seat, kind) for (seat, _), (action, kind) in zip(asked, choices, strict=True) if action != Action.PASS]
        if self.stage != Stage.TAKE:
            called = {*self._forced_at_opening(), *(seat for seat, _ in accepted)}
            if not self._wins_at_opening(sorted(called, key=lambda seat: (seat - self.dealer) % 4)):
                self.next_stage()
        elif not accepted:
            self.next_stage()
        else:
            others = [(seat, kind) for seat, kind in accepted if seat != self.dealer]
            seat, kind = (others or accepted)[0]
            if seat == self.dealer:
                self.hands[seat][kind] -= 1
                self.discards[seat].append(kind)
                self.events.append(Event("discard", seat, kind))
            self.take_indicator(seat)

    def take_indicator(self, seat: int) -> None:
        """搶金: the indicator joins the winner's hand; a self-draw."""
        self.hands[seat][self.indicator] += 1
        self.win("self_draw", [seat], "indicator")

    # --- the end ---

    def exhaust(self) -> None:
        self.events.append(Event("exhausted", -1, -1))
        self._end("draw", [], "")

    def win(self, result: str, winners: list[int], opening: str = "") -> None:
        """HB-WIN-07: the first win ends the hand. The tile goes to the winners; a robbed kan is not made.

        Under head bump one of several wins: by rank, then in play order. FZ-JQ-02, FZ-CUT-01.
        """
        tile = self._winning_tile(result, opening)
        if result == "rob_kan":
            self.hands[self.seat][tile] -= 1
        if result != "self_draw":
            for seat in winners:
                self.take_tile(seat, self.discards[self.seat][-1] if tile >= win.N_KINDS else tile)
            if self.options["claim.multi_win"] == "head_bump" and len(winners) > 1:
                asked = self.record(result, winners, "")
                best = min(winners, key=lambda seat: rank(asked, seat, self.options))
                for seat in winners:
                    if seat != best:
                        self._return_claimed(seat, tile)
                winners = [best]
        for seat in winners:
            self.events.append(Event("win", seat, tile, -1 if result == "self_draw" else self.seat))
        self._end(result, winners, opening)

    def _return_claimed(self, seat: int, tile: int) -> None:
        if tile >= win.N_KINDS:
            self.gold_flowers[seat].pop()
        else:
            self.hands[seat][tile] -= 1

    def _winning_tile(self, result: str, opening: str) -> int:
        if opening:
            return self.indicator if opening == "indicator" else -1
        return self.drawn if result == "self_draw" else self.tile

    def nothing_left(self) -> bool:
        """Can nothing be drawn any more? *Reading*: after the last tile of a last group nothing can, even where its maker
        left a tile over (`end.kan_into_group: no_discard`)."""
        return self.group_left == 0 if self.group_left >= 0 else self.drawable() < 1

    def _end(self, result: str, winners: list[int], opening: str) -> None:
        self.ending = self.record(result, winners, opening)
        self.phase = Phase.OVER

    def record(self, result: str, winners: list[int], opening: str) -> Ending:
        """The hand as it stands, as the scorer wants it."""
        claimed, drawn = result in ("discard", "rob_kan"), result == "self_draw" and not opening
        alone = winners[0] if winners else -1
        return Ending(
            dealer=self.dealer,
            result=result,
            hands=tuple(tuple(hand) for hand in self.hands),
            melds=tuple(tuple(melds) for melds in self.melds),
            winners=tuple(winners),
            payer=self.seat if claimed else -1,
            tile=-1 if result == "draw" else self._winning_tile(result, opening),
            after_kan=drawn and self.after_kan,
            last_tile=(drawn or result == "discard") and self.nothing_left(),
            robbed=self.kan if result == "rob_kan" else "",
            flowers=tuple(tuple(own.count(kind) for kind in range(FIRST_FLOWER, 42)) for own in self.flowers),
            gold=self.gold,
            indicator=self.indicator,
            opening=opening,
            first_draw=drawn and self.own_draws[alone] == 1 and not self.melds[alone],
            n_kept=self.n_kept,
            gold_flowers=tuple(map(tuple, self.gold_flowers)),
            east=self.east,
            discards=self.thrown,
            no_kan=self.no_kan(),
            standing=tuple(sorted(self.standing)),
        )
