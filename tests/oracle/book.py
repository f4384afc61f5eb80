"""Tiles of a hand in which people err, as its transcript moves them: nothing is asked about why, everything must be there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tests.oracle.ending import Ending, Meld
from tests.oracle.options import Value
from tests.oracle.replay import OPENINGS, RESULTS, DisagreementError
from tests.oracle.specials import FIRST_FLOWER
from tests.oracle.wall import flower_kinds

N_HAND_KINDS, N_KINDS = 34, 42
# Numbers of the rows of a transcript.
HAND, DEAL, DRAW, DISCARD, CHI, PON, KAN_OPEN, KAN_ADDED, KAN_CLOSED, WIN = 0, 1, 2, 5, 6, 7, 8, 9, 10, 11
FLOWER, FLIP, GROUP, STAND, LAY_ASIDE, WINDS, TAKEBACK, RETURN = 13, 14, 15, 17, 18, 19, 21, 22
TOO_MANY = 1  # column 4 of a DRAW: the tile lies beside the hand (FD-1.01)
LAID_BACK = 2
DEAD = 1  # a flower that is not replaced
KAN_NEEDS = {"five": 5, "live_tile": 1}


class Book:
    """All four hands after each row. Tiles keep their own kind, flowers that are golds too.

    A false closed kan says which fourth tile it hides (FD-1.02); a tile too many lies beside the hand and counts for nothing
    (FD-1.01).
    """

    def __init__(self, rows: Sequence[Sequence[int]], options: Mapping[str, Value], name: str) -> None:
        self.options, self.name = options, name
        self.beside: list[int] = [-1] * 4  # the tile too many of each seat
        self.tiles: list[Counter[int]] = [Counter() for _ in range(4)]
        self.melds: list[list[Meld]] = [[] for _ in range(4)]
        self.flowers: list[list[int]] = [[] for _ in range(4)]
        self.false: set[tuple[int, int]] = set()  # (seat, kind) of the closed kans that are none
        self.dealer = int(rows[0][1])
        self.gold = self.indicator = self.east = -1
        self.gold_kinds: tuple[int, ...] = ()
        self.standing: list[int] = []
        self.discards = self.thrown = self.drawn_from = 0
        self.grouped = False
        self.owed = [0] * 4  # replacements to come
        self.own_draws = [0] * 4
        self.after_kan = False
        self.wins: list[tuple[int, int, int, int]] = []  # seat, kind, payer, opening
        self.last_thrown = -1
        for row in rows[1:]:
            self._read(*map(int, row[:6]))

    # --- rows ---

    def _read(self, what: int, seat: int, kind: int, extra: int, more: int, mask: int) -> None:
        if what == DRAW and more == TOO_MANY:
            if self.beside[seat] >= 0:
                raise DisagreementError(f"{self.name}: seat {seat} takes a second tile too many")
            self.drawn_from += 1
            self.beside[seat] = kind
        elif what == RETURN:
            self.drawn_from -= 1
            self._returns(seat, kind)
        elif what in (DEAL, DRAW):
            self.drawn_from += 1
            self.tiles[seat][kind] += 1
            if what == DRAW:
                self._draws(seat)
        elif what == FLIP:
            self.indicator, self.gold = kind, more
            self.gold_kinds = tuple(k for k in range(N_KINDS) if mask >> k & 1) or (more,)
        elif what == FLOWER:
            self._gives(seat, kind)
            if not extra:
                self.flowers[seat].append(kind)
            if extra != DEAD:  # a gold that was laid out by mistake is replaced too, and earns nothing
                self.owed[seat] += 1
        elif what in (DISCARD, LAY_ASIDE):
            self._gives(seat, kind)
            self.after_kan = False
            if what == DISCARD and extra != LAID_BACK:
                self.discards, self.last_thrown = self.discards + 1, kind
        elif what == TAKEBACK:
            self.tiles[seat][kind] += 1
            self.discards -= 1
        elif what in (CHI, PON, KAN_OPEN, KAN_ADDED, KAN_CLOSED):
            self._melds(what, seat, kind, extra, more - 1)
        elif what == GROUP:
            self.grouped = True
        elif what == STAND:
            self.standing.append(seat)
        elif what == WINDS:
            self.east = seat
        elif what == WIN:
            self.wins.append((seat, kind, extra, more))

    def _draws(self, seat: int) -> None:
        if self.owed[seat]:
            self.owed[seat] -= 1
        else:
            self.own_draws[seat] += 1
            self.after_kan = False

    def _returns(self, seat: int, kind: int) -> None:
        """A tile goes back to the wall: the one beside the hand, or one lifted before a chi, which was no draw then."""
        if self.beside[seat] == kind:
            self.beside[seat] = -1
        else:
            self._gives(seat, kind)
            self.own_draws[seat] -= 1

    def _gives(self, seat: int, kind: int, n: int = 1) -> None:
        """Tiles leave a hand; they must have been there."""
        if self.tiles[seat][kind] < n:
            raise DisagreementError(f"{self.name}: seat {seat} gives {n} of kind {kind}, holds {dict(+self.tiles[seat])}")
        self.tiles[seat][kind] -= n

    def _melds(self, what: int, seat: int, kind: int, extra: int, wrong: int) -> None:
        own = self.melds[seat]
        if what == CHI:
            for other in {kind, kind + 1, kind + 2} - {extra}:
                self._gives(seat, other)
            own.append(Meld("chi", kind, -1))
        elif what == PON:
            self._gives(seat, kind, 2)
            own.append(Meld("pon", kind, extra))
        elif what == KAN_ADDED:
            self._gives(seat, kind)
            place = next(i for i, meld in enumerate(own) if meld.what == "pon" and meld.kind == kind)
            own[place] = Meld("kan_added", kind, own[place].feeder)
        elif what == KAN_OPEN:
            self._gives(seat, kind, 3)
            own.append(Meld("kan_open", kind, extra))
        elif wrong < 0:
            self._gives(seat, kind, 4)
            own.append(Meld("kan_closed", kind, seat))
        else:
            self._gives(seat, kind, 3)
            self._gives(seat, wrong)
            self.false.add((seat, kind))
            own.append(Meld("kan_closed", kind, seat))
        if what in (KAN_OPEN, KAN_ADDED, KAN_CLOSED):
            self.owed[seat] += 1
            self.after_kan = True

    # --- the end ---

    def ending(self, result: int, n_kept: int, left: int) -> Ending:
        """The hand as the scorer wants it. `result`: how it ended, by number; `left`: tiles still in the wall."""
        how = RESULTS[result]
        winners = tuple(win[0] for win in self.wins)
        _, tile, payer, opening = self.wins[0] if self.wins else (-1, -1, -1, 0)
        robbed = how == "rob_kan"
        if robbed:
            self._gives(payer, tile)
        for winner in winners if how in ("discard", "rob_kan") else ():
            self.tiles[winner][tile] += 1
        drawn = how == "self_draw" and not opening
        alone = winners[0] if winners else 0
        if opening:
            self._lay_all()
        return Ending(
            dealer=self.dealer,
            result=how,
            hands=tuple(tuple(own[kind] for kind in range(N_HAND_KINDS)) for own in map(self._hand, range(4))),
            melds=tuple(map(tuple, self.melds)),
            winners=winners,
            payer=payer if how in ("discard", "rob_kan") else -1,
            tile=tile if winners else -1,
            after_kan=drawn and self.after_kan,
            robbed="kan_added" if robbed else "",
            flowers=tuple(tuple(own.count(kind) for kind in range(FIRST_FLOWER, N_KINDS)) for own in self.flowers),
            gold=self.gold,
            indicator=self.indicator,
            opening=OPENINGS[opening],
            first_draw=drawn and self.own_draws[alone] == 1 and not self.melds[alone],
            n_kept=n_kept,
            gold_flowers=tuple(
                tuple(kind for kind in self.gold_kinds if kind >= N_HAND_KINDS for _ in range(own[kind])) for own in self.tiles
            ),
            east=self.east,
            discards=self.discards,
            no_kan=self.grouped or not self._kan_allowed(left),
            standing=tuple(sorted(set(self.standing))),
        )

    def _hand(self, seat: int) -> Counter[int]:
        """Concealed tiles that are no flowers, golds among them; a flower that was never laid out counts nothing."""
        flowers = flower_kinds(self.options)
        return Counter({k: n for k, n in self.tiles[seat].items() if k in self.gold_kinds or k not in flowers})

    def _lay_all(self) -> None:
        """A win before the first replacement: flowers still in the hands count as laid out. FD b.7."""
        for seat in range(4):
            for kind in flower_kinds(self.options):
                if kind not in self.gold_kinds:
                    self.flowers[seat] += [kind] * self.tiles[seat][kind]
                    self.tiles[seat][kind] = 0

    def _kan_allowed(self, left: int) -> bool:
        """`kan.near_end` at the end of the hand. FD b.9-2."""
        live = left - int(self.options["wall.reserve"])
        in_play = 4 - len(set(self.standing))
        return live >= KAN_NEEDS.get(str(self.options["kan.near_end"]), in_play + 1)
