"""What happens around a discard on a table where people err: slips of who claims it, of who threw it, late answers. b.5, d.7."""

from __future__ import annotations

from tests.oracle import wild
from tests.oracle.effects import Answers, instead
from tests.oracle.late_answers import LateAnswers
from tests.oracle.moves import CHIS, Action, Phase
from tests.oracle.penalties import Breach
from tests.oracle.slips import AFTER_CLAIMS, AFTER_OWN_DISCARD, AT_THE_LIFT, BARRED_DISCARDS, ON_CLAIM, acts
from tests.oracle.table import Asked


class ClaimSlips(LateAnswers):
    """A table that goes through the answers to a discard, right and wrong ones."""

    # --- claims ---

    def _offer_discard(self) -> None:
        self.phase, self.last_thrower = Phase.CLAIM, self.seat
        claimed_from, self.claimed_from = self.claimed_from, -1
        self.drew = claimed_from < 0 or self.took_kan  # a kan's replacement is a draw too
        if self.thrown_wrongly is None or self.thrown_wrongly.entry not in BARRED_DISCARDS:
            self._watch_flowers(claimed_from)
        if not self.questions():
            self._after_poll([])

    def _answer_claims(self, asked: Asked) -> None:
        if self.asks_again is not None:
            seat, legal, before = self.asks_again
            self.asks_again = None
            self._after_poll([*((s, law, act) for s, law, act in before if s != seat), (seat, legal, asked[0][2])])
            return
        if self.phase == Phase.CLAIM:
            self._after_poll(list(asked))
            return
        if self.phase == Phase.ROB:
            asked = self._without_void_wins(list(asked))
        if self.ending is None:
            super()._answer_claims(asked)

    def _after_poll(self, asked: Answers) -> None:
        """Everybody has answered a discard: slips of who claims, then of who threw it, then the claims that stand. b.5."""
        asked = self._without_owing(asked)
        for _ in range(4):  # what is put right and what is found at one discard have no order among seats
            anew = self._asked_anew(self._wrong_chis(self.seat), asked)
            if anew is None or self._watch():
                return
            asked = anew
        self._wrong_chis_are_due(self.seat)  # by this discard, which a chi is changed to answer
        asked, swapped = self._swaps(self.seat, asked)
        anew = self._asked_anew(swapped, asked)
        if anew is None:
            return
        asked = anew
        thrower, thrown = self.seat, self.thrown_wrongly
        self.thrown_wrongly = None
        others = [seat for i in (1, 2, 3) if (seat := (self.seat + i) % 4) not in self.standing]
        told = self.slips.take(AFTER_OWN_DISCARD, [thrower], self.thrown, self.drawable())
        if told is not None:
            self._needs(self.is_ready_hand(self.held(thrower)), told)
            self._objected(told)
        if self._watch():
            return
        self._overfull_is_due(thrower)
        if self.ending is not None:
            return
        late = [breach for breach in self.open if breach.seat == thrower and breach.entry == "passed_pon"]
        for breach in late:
            self.open.remove(breach)
            if acts(breach):
                self._stands_for(breach)
            else:
                self._nothing(breach)
        self._unseen_is_due(thrower)
        asked = self._claims_of(others, thrower, asked)
        if self.ending is not None:
            return
        asked = self._without_void_wins(asked, self.late)
        if self.ending is None:
            self._goes_through(asked, thrown)

    def _claims_of(self, others: list[int], thrower: int, asked: Answers) -> Answers:
        """The answers after slips, from the next seat on; which of them come late. b.5."""
        for entries in (ON_CLAIM, AFTER_CLAIMS, AT_THE_LIFT):
            self.drawer = self.next_on_turn(self.seat)
            while (breach := self.slips.take(entries, others, self.thrown, self.drawable(), self.tile)) is not None:
                asked = self._slips_on_claim(breach, asked)
                if self.ending is not None:
                    return asked
            if entries == ON_CLAIM:
                self._are_late(asked)
        asked = [(seat, legal, Action.PASS if seat in self.standing else action) for seat, legal, action in asked]
        return sorted(asked, key=lambda answer: (answer[0] - thrower) % 4)

    def _goes_through(self, asked: Answers, thrown: Breach | None) -> None:
        """Wins, then what becomes of a barred tile, late answers, melds, the next draw. b.5, d.7."""
        winners = [seat for seat, _, action in asked if action == Action.WIN and seat not in self.late]
        barred = thrown is not None and thrown.entry in BARRED_DISCARDS
        if thrown is not None and not (barred and winners):
            if barred and acts(thrown):
                self._take_back(thrown)
                return
            if not barred:
                self._judges(thrown)
        if not winners:
            winners, asked = self._hears_late(asked)
            if self.ending is not None:
                return
        if winners:
            if thrown is not None and barred:
                self._won_on_barred(thrown)
            self.win("discard", winners)
            return
        if thrown is not None and barred:
            self._nothing(thrown)
        self._note_passed(asked)
        if any(action != Action.PASS for _, _, action in asked):
            self._resolve_claims(asked)
        else:
            self._next_draw()

    def _judges(self, thrown: Breach) -> None:
        """The breach of who threw a tile that lies there all the same. b.5 (3)."""
        if acts(thrown):
            self._stands_for(thrown)
        else:
            self._nothing(thrown)

    def _won_on_barred(self, thrown: Breach) -> None:
        """PEI with a win, or nothing (`penalty.late_honour: takeback`)."""
        if thrown.entry == "late_honour" and self.options["penalty.late_honour"] == "takeback":
            self._nothing(thrown)
            return
        self._follows(thrown, "pei_win")

    def _slips_on_claim(self, breach: Breach, asked: Answers) -> Answers:
        """A slip of somebody who was (or was not) asked about the discard; returns the claims that are left."""
        seat, entry = breach.seat, breach.entry
        without = instead(asked, seat, Action.PASS)
        if entry in ("ask_chi", "hint_wait", "hint_ponner"):
            self._needs(entry != "hint_wait" or self.is_ready_hand(self.held(seat)), breach)
            self._objected(breach)
            return without if seat in self.standing else asked
        meant = self._claims_wrongly(breach, asked)
        if entry == "passed_pon" and not (self._found_now(breach)):
            self.open.append(breach)
            return instead(asked, seat, Action.PON)
        if not acts(breach):
            self._nothing(breach)
            return asked if meant is None else instead(asked, seat, meant)
        if entry == "partial_false_win":
            self._only_draws(breach)
            return asked
        if entry in ("false_win", "passed_win", "idle_gold_win"):
            if entry == "false_win":
                self._shows_all(seat)
            self._pays(breach)
        elif entry in ("passed_pon", "flush_bar"):
            self._follows(breach, "undo")
        else:
            self._stands_for(breach)
        return without

    def _claims_wrongly(self, breach: Breach, asked: Answers) -> Action | None:
        """The claim that a slip makes, which stands if nobody notices; None if it makes none. Is there an opportunity?"""
        seat, entry, tile, hand = breach.seat, breach.entry, self.tile, self.hands[breach.seat]
        if entry in ("false_win", "partial_false_win"):
            self._needs(not self.completes(seat) and self.one_away(seat, own=False), breach)
            return None
        if entry == "pon_retract":
            self._needs(any(s == seat and action == Action.PON for s, _, action in asked), breach)
            return Action.PASS
        if entry == "passed_win":
            any_kind = self.options["claim.pass_win"] == "any_kind"
            self._needs(self.completes(seat) and (bool(self.passed[seat]) if any_kind else tile in self.passed[seat]), breach)
            return Action.WIN
        if entry == "idle_gold_win":
            self._needs(wild.is_idle_gold(self.held(seat), self.shapes) and self.completes(seat), breach)
            return Action.WIN
        if entry == "passed_pon":
            self._needs(tile in self.passed[seat] and hand[tile] >= 2, breach)
            return Action.PON
        if entry == "late_kan":
            self._needs(hand[tile] >= 3 and not self.kan_allowed("kan_open"), breach)
            return Action.KAN_OPEN
        if entry == "flush_bar":
            self._needs(hand[tile] >= 3 and self.kan_allowed("kan_open") and not self.kan_ok(seat, "kan_open", tile), breach)
            return Action.KAN_OPEN
        if entry == "chi_with_gold":
            chis = self._runs_with_gold(seat, tile)
            self._needs(bool(chis) and tile not in self.gold_kinds, breach)
            return chis[0]
        if entry == "claim_gold":
            chis = self._runs(seat, tile)
            self._needs(tile in self.gold_kinds and tile < 34 and (bool(chis) or hand[tile] >= 2), breach)
            return chis[0] if chis else Action.PON
        self._needs(self.near_frozen(seat, tile), breach)
        return self._told_claim(seat)

    def _told_claim(self, seat: int) -> Action | None:
        """Which claim it is that nobody noticed: the next row tells, or the one after those on a discarder found out."""
        at = len(self.events)
        while self.told.peek(at)[0] in ("penalty", "stand"):
            at += 1
        what, who = self.told.peek(at)
        row = self.told.row(at)
        if who != seat or what not in ("chi", "pon", "kan_open", "win"):
            return None
        if what == "chi":
            return CHIS[row[3] - row[2]]
        return {"pon": Action.PON, "kan_open": Action.KAN_OPEN, "win": Action.WIN}[what]

    def _resolve_claims(self, asked: Asked) -> None:
        """A chi may be made without taking the tile. FD-1.11."""
        turn, live, tile = self.thrown, self.drawable(), self.tile
        taker = next((seat for seat, _, action in asked if action in CHIS), -1)
        higher = any(action in (Action.PON, Action.KAN_OPEN) for _, _, action in asked)
        if taker >= 0 and not higher:
            breach = self.slips.take(("untaken_chi",), [taker], turn, live, tile)
            if breach is not None:
                self.open.append(breach)
        if any(action != Action.PASS for _, _, action in asked):
            self.claimed_from = self.seat
            self.took_kan = any(action == Action.KAN_OPEN for _, _, action in asked)
        super()._resolve_claims(asked)

    def _runs_with_gold(self, seat: int, tile: int) -> list[Action]:
        return [chi for chi in self._runs(seat, tile) if self._uses_gold(chi, tile)]
