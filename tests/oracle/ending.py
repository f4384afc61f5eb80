"""How a hand ended and what it paid: plain records that the referee fills and the scorers read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

Counts = Sequence[int]
Options = Mapping[str, str | bool | int]


class Meld(NamedTuple):
    """`what`: chi, pon, kan_open, kan_added, kan_closed. `kind`: the lowest of a chi. `feeder`: who gave the tile."""

    what: str
    kind: int
    feeder: int

    @property
    def tiles(self) -> tuple[int, ...]:
        if self.what == "chi":
            return (self.kind, self.kind + 1, self.kind + 2)
        return (self.kind,) * (3 if self.what == "pon" else 4)


class Ending(NamedTuple):
    """How a hand ended and all that its points depend on.

    `hands` are the concealed tiles of the four seats, golds among them under their own kind; a winner's include the
    winning tile, and a taken indicator. `result`: draw, self_draw, discard or rob_kan. `winners` in play order from the
    payer. `last_tile` as defined for the wall: no ordinary draw is left (after the winner's draw, or at the moment of the
    discard). `robbed`: what kan a robbed tile was meant for.

    `flowers`: laid out by each seat, kinds E to H8, those of a last group left aside. `gold`: the wild kind, `indicator`:
    the kind turned up. `opening`: "dealt" for a win with the tiles held when the gold was open, "indicator" for one that
    took the indicator. `first_draw`: a self-draw with the first tile of the winner's first own draw, no call of its own
    before. `n_kept`: hands for which the dealer has kept the deal.

    `gold_flowers`: the flowers that are golds, held by each seat; they stand beside `hands`. `east`: the seat whose wind is
    East, -1 without winds. `discards`: made in the hand, one that was won on included. `no_kan`: no kan could be declared
    any more. `standing`: seats that stand.
    """

    dealer: int
    result: str
    hands: tuple[Counts, ...]
    melds: tuple[tuple[Meld, ...], ...]
    winners: tuple[int, ...] = ()
    payer: int = -1
    tile: int = -1
    after_kan: bool = False
    last_tile: bool = False
    robbed: str = ""
    flowers: tuple[Counts, ...] = ((0,) * 15,) * 4
    gold: int = -1
    indicator: int = -1
    opening: str = ""
    first_draw: bool = False
    n_kept: int = 0
    gold_flowers: tuple[tuple[int, ...], ...] = ((),) * 4
    east: int = -1
    discards: int = 0
    no_kan: bool = False
    standing: tuple[int, ...] = ()

    def golds(self, seat: int) -> int:
        """Golds among the concealed tiles."""
        own = self.hands[seat][self.gold] if 0 <= self.gold < len(self.hands[seat]) else 0
        return own + len(self.gold_flowers[seat])


class Score(NamedTuple):
    """Points by seat, of which for the win and for kans; the fans of each winner in the order of `winners`.

    `fan_paid`: points that changed hands because of each fan. None where `pay.limit` cut a payment: the text does not
    say which part of it was cut. (None for Fuzhou and Fuding, whose texts price the hand and not its parts.)
    """

    delta: tuple[int, ...]
    win_part: tuple[int, ...]
    kan_part: tuple[int, ...]
    fans: tuple[frozenset[str], ...]
    fan_points: tuple[int, ...]
    fan_paid: dict[str, int] | None


# --- the next deal ---------------------------------------------------------------------------------------------------


def next_dealer(ending: Ending, options: Options) -> int:
    """Who deals next. HB-DLR-03, 04, 05, FZ-DEALER-02, 03.

    Among several winners one decides: the dealer if he is among them (`stay_if_dealer_wins`), the nearest after the
    payer (`first_winner`), or the nearest who is not the dealer (`next_if_other_wins`).
    """
    dealer, winners = ending.dealer, ending.winners
    following = (dealer + 1) % 4
    if not winners:
        return dealer if options["dealer.on_draw"] == "stay" else following
    decider = winners[0]
    if len(winners) > 1:
        if options["dealer.multi_win"] == "stay_if_dealer_wins":
            decider = dealer if dealer in winners else winners[0]
        elif options["dealer.multi_win"] == "next_if_other_wins":
            decider = next(seat for seat in winners if seat != dealer)
    if options["dealer.after_win"] == "winner":
        return decider
    return dealer if decider == dealer else following


def next_streak(ending: Ending, options: Options) -> int:
    """How often the next hand's dealer will have kept the deal. FZ-DEALER-02, 03, `dealer.streak_on_draw`."""
    if next_dealer(ending, options) != ending.dealer:
        return 0
    if not ending.winners and not options["dealer.streak_on_draw"]:
        return ending.n_kept
    return ending.n_kept + 1
