"""What slips bring: the effects of b.12 on a table where people err, and what makes a win void."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from tests.oracle import wild
from tests.oracle.frozen import Frozen
from tests.oracle.moves import Action, Event, Legal
from tests.oracle.penalties import OBJECTED, Breach
from tests.oracle.slips import AT_THE_END, EFFECTS, Slips, acts, entry_number
from tests.oracle.table import Table

FOUND_LATER = ("overdraw", "wrong_chi", "skip_draw", "wrong_end", "false_closed_kan")
VOIDS_A_WIN = ("overdraw", "skip_draw", "false_closed_kan", "untaken_chi")
Answers = list[tuple[int, Legal, Action]]  # seat, what was legal, what it did
BY_PENALTY = 2  # reason of a STAND row that follows from a breach


class NoOpportunityError(Exception):
    """The log tells a slip that could not happen."""


class Penalty(NamedTuple):
    """What the row of a penalty says beside seat, kind and entry."""

    effect: int
    observer: int
    objector: int


class Told(NamedTuple):
    """What chance decided, and who can say so.

    `finds`: does the row after so many events tell that a breach is found? `peek`: what that row tells and of whom. `row`: itself.
    `stands`: is it the answer to whether a seat stands?
    """

    slips: Slips
    finds: Callable[[Breach, int], bool]
    peek: Callable[[int], tuple[str, int]]
    row: Callable[[int], Sequence[int]]
    stands: Callable[[int], bool]


def instead(asked: Answers, seat: int, action: Action) -> Answers:
    """The same answers, another one of this seat. Who has been asked nothing is put in its place by the order of play."""
    legal = next((legal for s, legal, _ in asked if s == seat), Legal(1))
    return [*((s, law, act) for s, law, act in asked if s != seat), (seat, legal, action)]


class Effects(Table, Frozen):
    """A table with the effects of breaches; when they happen is said in the classes built on it."""

    def __init__(self, *given: Any, told: Told, **more: Any) -> None:
        self.told, self.slips = told, told.slips
        self.frozen = [Counter() for _ in range(4)]
        self.leaked: list[set[int]] = [set() for _ in range(4)]
        self.shown = [Counter() for _ in range(4)]
        self.marks: dict[int, int] = {}  # by number of the event: what its row says in the fourth column
        self.wrong: dict[Breach, int] = {}  # the tile that a false closed kan hides
        self.turned_up: list[list[int]] = []
        self.false_kans: list[tuple[int, int]] = []
        self.penalties: list[Penalty] = []
        self.happened: list[tuple[Breach, str]] = []  # every breach and what followed, "" nothing
        self.open: list[Breach] = []  # not found yet
        self.thrown_wrongly: Breach | None = None
        self.barred_kan: Breach | None = None
        self.last_thrower = -1
        self.took_kan = False  # that claim was a kan
        self.claimed_from = -1  # who threw the tile that the seat on turn has claimed
        self.aborted = self.usurper_found_early = False
        self.found_early: set[int] = set()  # seats whose false kan was found before the end
        self.paid_early: set[int] = set()  # seats that paid before the end
        super().__init__(*given, **more)

    def asks_to_stand(self) -> bool:
        return self.told.stands(len(self.events))

    # --- what follows ---

    def _follows(self, breach: Breach, effect: str) -> None:
        """An effect, told by a row."""
        self.happened.append((breach, effect))
        self.events.append(Event("penalty", breach.seat, breach.kind, entry_number(breach)))
        self.penalties.append(Penalty(EFFECTS.index(effect), breach.observer, breach.objector))

    def _stands_for(self, breach: Breach) -> None:
        """STAND, without moving the turn. b.12."""
        self._follows(breach, "stand")
        self._stands_now(breach.seat)

    def _stands_now(self, seat: int) -> None:
        if seat in self.standing:
            return
        self.standing.add(seat)
        self.events.append(Event("stand", seat, -1, BY_PENALTY))

    def _pays(self, breach: Breach) -> bool:
        """PEI without a win: the hand is void, or the offender stands and it goes on. Returns whether it is over."""
        self._follows(breach, "pei")
        self.paid_early.add(breach.seat)
        if self.options["penalty.after_pei"] == "abort":
            self._void_hand()
            return True
        self._stands_now(breach.seat)
        return False

    def _void_hand(self) -> None:
        """Nobody wins and nothing is settled; no row tells it."""
        self.aborted = True
        self._end("draw", [], "")

    def _passes_turn(self) -> None:
        """The turn goes on without a discard. FD-3.20."""
        self.after_kan = self.replaced = False
        self._next_draw()

    def _needs(self, opportunity: bool, breach: Breach) -> None:
        if not opportunity:
            raise NoOpportunityError(f"{breach.entry} of seat {breach.seat}, kind {breach.kind}: no opportunity")

    def _nothing(self, breach: Breach) -> None:
        self.happened.append((breach, ""))

    def _found_now(self, breach: Breach) -> bool:
        """Does the next row tell that it is found?"""
        return breach.noticed and self.told.finds(breach, len(self.events))

    def _objected(self, breach: Breach) -> None:
        """What an objection brings, where one is asked for."""
        if not acts(breach):
            self._nothing(breach)
            return
        effect = OBJECTED[breach.entry]
        effect = str(self.options[effect]) if "." in effect else effect
        if effect == "self_draw_only":
            self._only_draws(breach)
        else:
            self._stands_for(breach)

    def _shows_all(self, seat: int) -> None:
        """All concealed tiles are seen from now on. FD-1.04."""
        for kind, n in enumerate(self.hands[seat]):
            self.shown[seat][kind] = n

    def _only_draws(self, breach: Breach) -> None:
        self._follows(breach, "self_draw_only")
        self.self_draw_only[breach.seat] = True

    def one_away(self, seat: int, own: bool) -> bool:
        """Tenpai, or one tile from it. `own`: with a tile drawn."""
        held = self.held(seat)._replace(melds=tuple(self.melds[seat]))
        hands = [held]
        if own:
            hands = [held.minus(k) for k in self.kinds_held(seat)]
        for hand in hands:
            if wild.is_win(hand._replace(golds=hand.golds + 1), self.shapes):
                return True
            for kind, n in enumerate(hand.natural):
                if n:
                    other = hand.minus(kind)
                    if wild.is_win(other._replace(golds=other.golds + 2), self.shapes):
                        return True
        return False

    def _void_win(self, seat: int) -> bool:
        """Is there something that makes a win of this seat void: a tile too many, a false kan, a chi whose tile was never
        taken (it pays), a tile too few (it stands)? b.12."""
        for breach in sorted((b for b in self.open if b.seat == seat and b.entry in VOIDS_A_WIN), key=entry_number):
            if breach.entry == "untaken_chi" and not acts(breach):
                continue
            self.open.remove(breach)
            if breach.entry == "skip_draw":
                self._stands_for(breach)
                return True
            if breach.entry == "false_closed_kan":
                self._turns_up(breach)
            self._pays(breach)
            return True
        return False

    def _turns_up(self, breach: Breach) -> None:
        self.turned_up.append([*[breach.kind] * 3, self.wrong[breach]])
        self.found_early.add(breach.seat)

    def _without_void_wins(self, asked: Answers, late: Collection[int] = ()) -> Answers:
        for seat in [seat for seat, _, action in asked if action == Action.WIN and seat not in late]:
            if self.ending is None and self._void_win(seat):
                asked = instead(asked, seat, Action.PASS)
        return asked

    # --- the end ---

    def _watch(self) -> bool:
        """Somebody notices a breach that lies further back (players only); True if the hand is over."""
        while (breach := next((b for b in self.open if self._is_seen_now(b)), None)) is not None:
            self._finds_late(breach)
            if self.ending is not None:
                return True
        return False

    def _is_seen_now(self, breach: Breach) -> bool:
        return breach.entry in FOUND_LATER and breach.observer != 4 and self._found_now(breach)

    def _finds_late(self, breach: Breach) -> None:
        self.open.remove(breach)
        if breach.entry == "false_closed_kan":
            self._turns_up(breach)
        if breach.entry in ("overdraw", "false_closed_kan"):
            self._pays(breach)
        else:
            self._stands_for(breach)

    def slips_at_the_end(self) -> None:
        """After the settlement: false kans; hands turned over too early, points left out. FD-3.14, FD-3.15."""
        for breach in [b for b in self.open if b.entry != "false_closed_kan"]:
            self.open.remove(breach)
            self._nothing(breach)
        for breach in sorted((b for b in self.open if b.entry == "false_closed_kan"), key=lambda b: b.seat):
            self.open.remove(breach)
            self._follows(breach, "pei")
        while not self.aborted and (breach := self.slips.take(AT_THE_END, range(4), self.thrown, self.drawable())) is not None:
            void = not breach.noticed if breach.entry == "undercount" else acts(breach)
            if void:
                self._follows(breach, "void_hu")
            else:
                self._nothing(breach)
