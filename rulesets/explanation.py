"""What an explanation of points is made of, whatever the family: `rulesets.<family>.explain` fills it, records show it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from rulesets.fan_info import FanInfo
from rulesets.options import Text
from rulesets.tiles import N_SEATS, MeldKind, counts_of, format_hand


@dataclass(frozen=True)
class FanLine:
    """One fan of a win; 0 points for one that a higher one tops."""

    fan: FanInfo
    points: int
    why: Text
    worth: Text | None = None  # what it brings where that is no number of points


@dataclass(frozen=True)
class WinLines:
    """One winner's points."""

    shape: Text
    reading: str  # sets, pair and melds of the scored reading
    n_readings: int
    fans: tuple[FanLine, ...]
    dues: tuple[tuple[int, int, int], ...]  # (payer, points without fans, points of fans)
    steps: tuple[Text, ...] = ()  # how the amount comes about, where it is more than a sum
    in_all: Text | None = None  # what the fans bring together, where that is no sum of points

    @property
    def fan_points(self) -> int:
        return sum(line.points for line in self.fans)


@dataclass(frozen=True)
class KanLines:
    """The points of one kan."""

    owner: int
    kind: MeldKind
    tile: int
    dues: tuple[tuple[int, int], ...]  # (payer, points)


@dataclass(frozen=True)
class TotalLine:
    """What one seat's hand comes to, where every hand has a total."""

    seat: int
    total: int
    hu: int
    tai: int
    limit: FanInfo | None = None  # the limit or flat hand that replaced what is counted


@dataclass(frozen=True)
class PairLine:
    """What one seat pays another."""

    payer: int
    receiver: int
    points: int


@dataclass(frozen=True)
class Totals:
    """The totals of the four seats and every payment between two of them."""

    lines: tuple[TotalLine, ...]
    pairs: tuple[PairLine, ...]


@dataclass(frozen=True)
class Terms:
    """What a family calls the two parts of a payment, and its fans."""

    plain: Text
    fans: Text
    total: Text  # behind the number of all fans of a win
    none: Text  # where a win has none


SHAPELESS = Text("won without a shape", "不成牌型而和")


def seats_after(seat: int) -> list[int]:
    """The other seats in play order."""
    return [(seat + i) % N_SEATS for i in range(1, N_SEATS)]


def meld_tiles(hand: Any, place: int) -> str:
    """The tiles of a meld in notation."""
    kind, tile = int(hand.meld_kind[place]), int(hand.meld_tile[place])
    if kind == MeldKind.CHI:
        return format_hand(counts_of([tile, tile + 1, tile + 2]))
    return format_hand(counts_of([tile] * (3 if kind == MeldKind.PON else 4)))


def gather_dues(dues: Any, winner: int) -> tuple[tuple[int, int, int], ...]:
    """The rows of a dues table int64[2, 4] that are not empty, in play order after the winner."""
    return tuple((seat, int(dues[0, seat]), int(dues[1, seat])) for seat in seats_after(winner) if dues[:, seat].any())


def limit_note(rules: Any, winner: int, lines: WinLines) -> list[Text]:
    """The note that `pay.limit` was reached."""
    limit = int(rules.pay.limit)
    if not limit or not any(plain + fans >= limit for _, plain, fans in lines.dues):
        return []
    return [
        Text(
            f"seat {winner}: what one seat pays is limited to {limit} (pay.limit)",
            f"{winner} 座：每家付分上限 {limit}（pay.limit）",
        )
    ]


def shown_tiles(hand: Any) -> str:
    """All tiles of a hand as they lie: concealed ones, golds, melds in brackets."""
    words = [format_hand(hand.counts)] if hand.counts.any() else []
    words += ["G" * int(hand.golds)] if int(hand.golds) else []
    return " ".join(words + [f"[{meld_tiles(hand, i)}]" for i in range(int(hand.n_melds))])


def gold_steps(reading: Any) -> tuple[Text, ...]:
    """What the golds of a reading stand for; nothing if it has none."""
    kinds = [int(kind) for kind in reading.gold_as[: int(reading.n_golds)] if kind >= 0]
    if not kinds:
        return ()
    tiles = format_hand(counts_of(kinds))
    return (Text(f"golds stand for {tiles}", f"金作 {tiles}"),)
