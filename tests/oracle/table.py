"""A referee for one hand: what may be done, and what happens when it is done.

The referee gets option values, the dealer and the wall; somebody else chooses among the legal actions. It follows the
state machine of the rules: ACT after a draw, POST_CLAIM after chi or pon, CLAIM on a discard, ROB on a kan, LAST when
a replacement left its owner nothing but to win, OPENING, LAY_BACK and ROB_GOLD around the first discard, LAST_GROUP, OVER.
What stands on the table is in `state`, what is legal in `legality`, deal, opening and end in `opening`.

Where the rule text leaves a choice, the reading taken here is written at the place with the word *Reading*.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tests.oracle.ending import Meld
from tests.oracle.moves import CHIS, Action, Choice, Event, Legal, Phase
from tests.oracle.opening import Opening
from tests.oracle.options import Value
from tests.oracle.wall import Wall

Asked = Sequence[tuple[int, Legal, Action]]


class Table(Opening):
    """One hand in play. `questions()` says who must answer and what is legal, `answer()` plays on."""

    def __init__(
        self,
        options: Mapping[str, Value],
        dealer: int,
        wall: Wall,
        n_kept: int = 0,
        dice: Sequence[int] = (),
        winds: Sequence[int] = (1, 4),
        asks_to_stand: Callable[[], bool] = lambda: False,
    ) -> None:
        """`dice`: both dice where they say who takes first (`deal.first_taker`); `winds`: the dice of the seat winds.

        `asks_to_stand`: is a seat asked before this ordinary draw whether it stands instead (`turn.stand_pass`)?
        """
        super().__init__(options, dealer, wall, n_kept)
        self._asks_to_stand = asks_to_stand
        self.deal(dice, winds)

    def answer(self, choices: Sequence[Choice]) -> None:
        """Play the choices of the seats that were asked, in the order of `questions()`."""
        questions = self.questions()
        action, kind = choices[0]
        if action == Action.STAND:
            self._stand(0 if self.phase == Phase.BEFORE_DRAW else 1)
        elif self.phase == Phase.BEFORE_DRAW:
            self._ordinary_draw()
        elif self.phase == Phase.LAY_ASIDE:
            self._lay_aside(kind)
        elif self.phase in (Phase.ACT, Phase.POST_CLAIM):
            self._turn(action, kind)
        elif self.phase in (Phase.LAST, Phase.LAST_GROUP):
            if action == Action.WIN:
                self.win("self_draw", [self.seat])
            else:
                self._after_last()
        elif self.phase == Phase.LAY_BACK:
            self.lay_back(kind)
        elif self.phase == Phase.OPENING:
            self.answer_opening(questions, choices)
        elif self.phase == Phase.ROB_GOLD:
            takers = [seat for (seat, _), (act, _) in zip(questions, choices, strict=True) if act == Action.WIN]
            if takers:  # non-dealers in turn order, then the dealer: FZ-ROB-05, 07
                self.take_indicator(next((seat for seat in takers if seat != self.dealer), self.dealer))
            else:
                self.rob_open = False
                self._offer_discard()
        else:
            self._answer_claims([(seat, legal, act) for (seat, legal), (act, _) in zip(questions, choices, strict=True)])

    def _answer_claims(self, asked: Asked) -> None:
        winners = [seat for seat, _, action in asked if action == Action.WIN]
        if winners:
            self.win("discard" if self.phase == Phase.CLAIM else "rob_kan", winners)
        elif self.phase == Phase.ROB:
            self._note_passed(asked)
            self._complete_kan()
        elif self.rob_open:  # only wins were asked so far
            self._earlier, self.wins_asked = list(asked), True
            self._offer_discard()
        else:
            self._note_passed([*self._earlier, *asked])
            self._resolve_claims(asked)

    # --- turns and discards ---

    def _turn(self, action: Action, kind: int) -> None:
        seat = self.seat
        if action == Action.WIN:
            self.win("self_draw", [seat])
        elif action in (Action.DISCARD, Action.READY):
            self.is_ready[seat] |= action == Action.READY
            self._discard(kind, action == Action.READY)
        else:
            self.kan, self.tile = ("kan_added" if action == Action.KAN_ADDED else "kan_closed"), kind
            self._open_rob_window()

    def _discard(self, kind: int, declares_ready: bool) -> None:
        """HB-TURN-01, 02: the discard can be claimed; without a claim the next seat draws."""
        seat = self.seat
        real = self.give_tile(seat, kind)
        self.thrown += 1
        self.follow[seat] = kind
        self.discards[seat].append(real)
        self.events.append(Event("discard", seat, real, int(declares_ready)))
        self.note_gold_discard(seat, kind)
        self.tile, self.drawn, self.after_kan = kind, -1, False
        self.wins_asked, self.may_win = False, True
        self._earlier: Asked = []
        self._offer_discard()

    def _offer_discard(self) -> None:
        """FZ 3.6: the indicator is on offer once, after the first discard; before its claims, or after the wins on it."""
        if self.rob_open:
            if not self.options["rob_gold.before_claims"] and not self.wins_asked:
                self.phase = Phase.CLAIM
                if self.questions():
                    return
                self.wins_asked = True
            self.phase = Phase.ROB_GOLD
            if self.questions():
                return
            self.rob_open = False
        self.phase = Phase.CLAIM
        if not self.questions():
            self._note_passed(self._earlier)
            self._next_draw()

    def _note_passed(self, asked: Asked) -> None:
        """What goes on the passed lists once a discard or robbing window is over without a win.

        *Readings*: a win declined in a robbing window counts only where the lock covers robbing (`claim.pass_rob`);
        `seen` lists thrown tiles and whatever was declined; a seat that took the tile for a kan did not decline a pon,
        a seat that took it for a chi did.
        """
        if not self._may_lock or (self.phase == Phase.ROB and not self.options["claim.pass_rob"]):
            return
        after = self.options["claim.pass_after"]
        for seat, legal, action in asked:
            declined = legal.flags >> Action.WIN & 1
            if after != "win" and legal.flags >> Action.PON & 1 and action not in (Action.PON, Action.KAN_OPEN):
                declined = 1
            if declined:
                self.passed[seat].add(self.tile)
        if after == "seen" and self.phase == Phase.CLAIM:
            for seat in range(4):
                if seat != self.seat:
                    self.passed[seat].add(self.tile)

    def _resolve_claims(self, asked: Asked) -> None:
        """HB-PRI-01: kan or pon before chi before the next draw. Two seats cannot both hold two of the tile."""
        takers = [(action in CHIS, seat, action) for seat, _, action in asked if action != Action.PASS]
        if not takers:
            self._next_draw()
            return
        _, claimant, action = min(takers)
        giver, tile, hand = self.seat, self.tile, self.hands[claimant]
        self.discards[giver].pop()
        self.seat, self.follow[claimant] = claimant, -1
        if action in CHIS:
            lowest = tile - (action - Action.CHI_LOW)
            for kind in (lowest, lowest + 1, lowest + 2):
                hand[kind] -= kind != tile
            self._lay(Meld("chi", lowest, giver), tile)
            self._begin_turn(Phase.POST_CLAIM)
        elif action == Action.PON:
            hand[tile] -= 2
            self._lay(Meld("pon", tile, giver), giver)
            self.tile = -1
            self._begin_turn(Phase.POST_CLAIM)
        else:
            hand[tile] -= 3
            self.open_kans += 1
            self._lay(Meld("kan_open", tile, giver), giver)
            self._replacement()

    def _lay(self, meld: Meld, extra: int) -> None:
        self.melds[self.seat].append(meld)
        self.events.append(Event(meld.what, self.seat, meld.kind, extra))

    # --- kans ---

    def _open_rob_window(self) -> None:
        """HB-FAN-02: an added kan can be robbed; a closed one by thirteen orphans only, where the option says so."""
        open_to = self.options["kan.rob_added"] if self.kan == "kan_added" else self.options["kan.rob_closed"] != "never"
        if open_to:
            self.phase = Phase.ROB
            if self.questions():
                return
        self._complete_kan()

    def _complete_kan(self) -> None:
        """The kan stands: the meld is laid, the reserve grows, a replacement is drawn."""
        seat, kind = self.seat, self.tile
        if self.kan == "kan_added":
            self.hands[seat][kind] -= 1
            place, pon = next((i, m) for i, m in enumerate(self.melds[seat]) if m.what == "pon" and m.kind == kind)
            self.melds[seat][place] = Meld("kan_added", kind, pon.feeder)
            self.open_kans += 1
        else:
            self.hands[seat][kind] -= 4
            self.melds[seat].append(Meld("kan_closed", kind, seat))
            self.closed_kans += 1
        self.events.append(Event(self.kan, seat, kind))
        self._replacement()

    def _replacement(self) -> None:
        """HB-CALL-08: a tile from the tail; the turn goes on."""
        self.after_kan = self.replaced = True
        self._resolve(self._replace())

    def _replace(self) -> int:
        self.draws += 1
        return self._from_tail(self.seat)

    # --- draws ---

    def _next_draw(self, may_stand: bool = True) -> None:
        """HB-TURN-03, HB-DRAW-03, FZ 3.7: nothing to draw, a last group, or an ordinary draw. FD b.4: first the seat that is
        due may stand; *reading*: not where a flower that lies dead has begun the last group."""
        if self.drawable() < 1 or not self.n_in_play():
            self.exhaust()
            return
        following = self.next_on_turn(self.seat)
        if may_stand and self.options["turn.stand_pass"] and following not in self.standing and self.asks_to_stand():
            self.seat, self.phase, self.tile, self.drawn = following, Phase.BEFORE_DRAW, -1, -1
        else:
            self.seat = following
            self._ordinary_draw()

    def asks_to_stand(self) -> bool:
        """Is the seat that is due asked whether it stands? The rules do not say who is."""
        return self._asks_to_stand()

    def _ordinary_draw(self) -> None:
        """The seat draws, or the last group begins with it."""
        drawable = self.drawable()
        if drawable <= self.group_size():
            self.seat = (self.seat - 1) % 4
            self._begin_group(min(drawable, self.n_in_play()))
        elif self.seat in self.standing and self.n_tiles_held(self.seat) > int(self.options["deal.hand_size"]):
            self.tile = self.drawn = -1  # it stood in its own turn and has a tile too many
            self._begin_turn(Phase.POST_CLAIM)
        else:
            self.after_kan = self.replaced = False
            self._resolve(self._from_front())

    def _begin_turn(self, phase: Phase) -> None:
        """The seat may act; one that can do nothing stands, and its turn passes. FD d.5, FD-3.20."""
        self.phase = phase
        if not self._own_turn().flags:
            if self.seat in self.standing:
                self._next_draw()
            else:
                self._stand(1)

    def _stand(self, why: int) -> None:
        """站胡: out of the hand, its turn passes without a discard. FD b.12."""
        self.standing.add(self.seat)
        self.events.append(Event("stand", self.seat, -1, why))
        self.after_kan = self.replaced = False
        self._next_draw()

    def _from_front(self) -> int:
        self.draws += 1
        self.own_draws[self.seat] += 1
        kind = self.wall.front(self.seat)
        self.events.append(Event("draw", self.seat, kind))
        return kind

    def _resolve(self, kind: int) -> None:
        """FZ 3.7: flowers are laid out and replaced; then the seat may act. A tile from the wall ends every lock."""
        self.phase, self.drawn, self.tile, self.kan, self.may_win = Phase.ACT, -1, -1, "", True
        self._has_taken()
        group = self.group_size()
        while kind in self.flower_kinds:
            if group and self.options["end.flower_into_group"] == "dead" and self.drawable() <= group:
                self._lay_dead(kind)
                self._next_draw(may_stand=False)  # nothing drawable, or the group begins with the next seat
                return
            self._lay_flower(self.seat, kind)
            if self.wall.left < 1:
                self.exhaust()
                return
            if self._goes_without():
                return
            self.replaced, kind = True, self._replace()
        self.drawn = self.take_tile(self.seat, kind)
        if self._has_racked():
            return
        left = self.drawable()
        nothing_left = self.replaced and left < 1 and self.options["end.replacement_to_zero"] == "end_hand"
        least = 0 if self.options["end.last_group"] == "active" else 1
        into_group = self.after_kan and least <= left <= group and self.options["end.kan_into_group"] == "no_discard"
        if nothing_left or into_group:
            self.phase = Phase.LAST  # win or nothing
        if self.golds_win() and self.options["win.three_gold_choice"] == "forced":
            self._wins_unasked()
        elif self.phase == Phase.ACT:
            self._begin_turn(Phase.ACT)

    def _goes_without(self) -> bool:
        """Does the seat leave the flower just laid out without a replacement?"""
        return False

    def _wins_unasked(self) -> bool:
        """A win that the seat must take; True if the hand is over."""
        self.win("self_draw", [self.seat])
        return True

    def _has_racked(self) -> bool:
        """The tile of an ordinary draw, or what replaced it, is in the hand. Is the turn over with that?"""
        return False

    def _has_taken(self) -> None:
        """What ends when a seat takes a tile from the wall: its passed kinds, and what others may follow. FD b.5, d.1, d.6."""
        self.passed[self.seat].clear()
        self.follow[self.seat] = -1

    def _after_last(self) -> None:
        """No win with the last replacement, or with a tile of the last group."""
        if self.phase == Phase.LAST_GROUP:
            self._group_draws()
        elif self.drawable() < 1:
            self.exhaust()
        elif self.options["end.kan_maker_tile"] == "last_tile":
            self.lays_aside = self.seat
            self._begin_group(min(self.drawable(), self.n_in_play()))
        else:  # the maker of a kan had its tile of the group: `end.kan_into_group`
            self._begin_group(min(self.drawable(), self.n_in_play() - 1))

    # --- the last group: FZ 3.11 ---

    def _begin_group(self, size: int) -> None:
        self.frozen_keep = self.keep(self.open_kans, self.closed_kans, self.tail_taken)
        self.group_left = size
        self.after_kan = self.replaced = False
        self.events.append(Event("group", self.next_in_play(self.seat), -1, size))
        self._group_draws()

    def _group_draws(self) -> None:
        """One tile a seat; flowers are dead; a completing tile wins, by itself where the option says so."""
        while self.group_left:
            self.seat = self.next_in_play(self.seat)
            if self.seat == self.lays_aside:
                self.phase, self.tile, self.drawn = Phase.LAY_ASIDE, -1, -1
                return
            if self._takes_group_tile():
                return
        self.exhaust()

    def _lay_aside(self, kind: int) -> None:
        """FD b.9-2: one tile too many, face down; it counts for nothing. Then the tile of the group."""
        real = self.give_tile(self.seat, kind)
        self.aside.append(real)
        self.events.append(Event("lay_aside", self.seat, real))
        self.lays_aside = -1
        if not self._takes_group_tile():
            self._group_draws()

    def _takes_group_tile(self) -> bool:
        """Draw a tile of the group; True if that wins or its drawer is asked."""
        self.group_left -= 1
        self._has_taken()
        self.may_win = True
        kind = self._from_front()
        if kind in self.flower_kinds:
            self._lay_dead(kind)
            return False
        self.drawn = self.take_tile(self.seat, kind)
        must = self.golds_win() and self.options["win.three_gold_choice"] == "forced"
        if self.wins_now() and (must or self.options["end.last_group_win"] == "forced"):
            return self._wins_unasked()
        if self.wins_now():
            self.phase = Phase.LAST_GROUP
            return True
        return False

    def _lay_dead(self, kind: int) -> None:
        """FZ-END-07: neither replaced nor counted."""
        self.dead_flowers.append(kind)
        self.events.append(Event("flower", self.seat, kind, 1))
