"""What a finished hand looks like as a record, whatever form it was written in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from rulesets.errors import InputError
from rulesets.options import Value
from rulesets.tiles import MeldKind, OpeningWin, Tile, WinKind

RESULTS = {"self_draw": WinKind.SELF_DRAW, "discard": WinKind.DISCARD, "rob_kan": WinKind.ROB_KAN, "draw": WinKind.DRAW}
OPENINGS = {"dealt": OpeningWin.DEALT, "indicator": OpeningWin.INDICATOR}
MELDS = {kind.name.lower(): kind for kind in MeldKind}


@dataclass(frozen=True)
class Place:
    """Where something stands: the line of a file or of standard input, and the field."""

    line: int = 0  # 0: not from a file
    path: str = ""

    def at(self, step: str | int) -> Place:
        """The place of a field or list item inside this one."""
        if isinstance(step, int):
            return Place(self.line, f"{self.path}[{step}]")
        return Place(self.line, f"{self.path}.{step}" if self.path else step)

    def fault(self, en: str, zh: str) -> InputError:
        """The error that says `en` / `zh` about this place."""
        where_en = [f"line {self.line}"] if self.line else []
        where_zh = [f"第 {self.line} 行"] if self.line else []
        named = [self.path] if self.path else []
        return InputError(": ".join([*where_en, *named, en]), "：".join([*where_zh, *named, zh]))


@dataclass(frozen=True)
class Meld:
    """A meld on the table."""

    kind: MeldKind
    tile: int  # kind; the lowest of a chi
    feeder: int | None = None  # seat that fed it, if the record says so

    def tiles(self) -> list[int]:
        """Its tiles as kinds."""
        if self.kind == MeldKind.CHI:
            return [self.tile, self.tile + 1, self.tile + 2]
        return [self.tile] * (3 if self.kind == MeldKind.PON else 4)


@dataclass(frozen=True)
class Winner:
    """A winner's hand without the winning tile."""

    seat: int
    concealed: tuple[int, ...]  # kinds, ascending; a gold is a tile of the gold kind like any other
    melds: tuple[Meld, ...] = ()
    flowers: tuple[int, ...] = ()  # kinds laid out, ascending


@dataclass(frozen=True)
class Held:
    """What is known of the hand of a seat that did not win, beside its melds; read where losers' hands are scored."""

    concealed: tuple[int, ...] = ()  # kinds, ascending
    flowers: tuple[int, ...] = ()


@dataclass(frozen=True)
class Expected:
    """What a record says its points are; None where it says nothing."""

    fans: tuple[tuple[str, ...], ...] | None = None
    deltas: tuple[int, ...] | None = None
    next_dealer: int | None = None
    changed: tuple[tuple[Mapping[str, Value], tuple[int, ...]], ...] = ()  # option values by key, and the points then


@dataclass(frozen=True)
class Record:
    """A finished hand, checked as far as it can be without a rule set."""

    dealer: int
    result: WinKind
    tile: int | None = None  # None at an exhaustive draw and for a win with the dealt tiles
    payer: int | None = None  # discarder or robbed seat
    after_kan: bool = False
    last_tile: bool = False
    winners: tuple[Winner, ...] = ()  # in play order from the payer
    others: Mapping[int, tuple[Meld, ...]] = field(default_factory=dict)
    gold: int | None = None  # kind that is wild
    opening: OpeningWin = OpeningWin.NONE
    first_draw: bool = False  # the winner's first tile from the wall
    kept: int = 0  # how often the dealer has kept the deal
    held: Mapping[int, Held] = field(default_factory=dict)
    east: int | None = None  # seat whose wind is East
    discards: int | None = None  # made in the hand, the one that was won on included
    liable: int | None = None  # seat that pays the win for all
    no_kan: bool = False  # no kan could be declared any more
    name: str = ""
    expected: Expected = Expected()
    place: Place = Place()

    def melds_of(self, seat: int) -> tuple[Meld, ...]:
        """The melds of any seat."""
        own = [w.melds for w in self.winners if w.seat == seat]
        return own[0] if own else self.others.get(seat, ())

    @property
    def robbed(self) -> MeldKind | None:
        """Which sort of kan was robbed: the payer shows a pon of the tile, or its closed kan."""
        if self.result != WinKind.ROB_KAN or self.payer is None:
            return None
        kinds = [m.kind for m in self.melds_of(self.payer) if m.tile == self.tile and m.kind != MeldKind.CHI]
        return MeldKind.KAN_CLOSED if MeldKind.KAN_CLOSED in kinds else MeldKind.KAN_ADDED if kinds else None


def usual_rules(record: Record) -> str:
    """The rule set that is meant where none is named: Fuding's text where hands of losers, seat winds, liability or gold
    flowers are told, Fuzhou's standard for another gold or long hand, else Hebei's text."""
    gold_flowers = record.gold is not None and record.gold >= Tile.H1
    if record.held or record.east is not None or record.liable is not None or gold_flowers:
        return "fuding/literal"
    long = any(len(w.concealed) + 3 * len(w.melds) >= 16 for w in record.winners)
    return "fuzhou/fz_std" if record.gold is not None or long else "hebei/literal"
