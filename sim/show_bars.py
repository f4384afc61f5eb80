"""Why tiles may not be discarded, for the picture of a hand: read off what the table shows, as the players do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulesets.tiles import N_SEATS, Tile

Melds = Sequence[tuple[str, Sequence[int]]]
"""Melds of a seat as the picture keeps them: "*" for a closed kan or nothing, and the tiles."""

FLUSH, WIND, OWN_KAN, LATE = "flush", "wind", "own_kan", "late"

BARRED: Mapping[str, str] = {"en": "may not discard {} ({})", "zh": "不能打 {}（{}）"}
"""What a line says of them."""

REASONS: Mapping[str, Mapping[str, str]] = {
    "en": {
        FLUSH: "flush table of seat {}",
        WIND: "four-wind table of seat {}",
        OWN_KAN: "fourth tile of an own pon",
        LATE: "few tiles are left",
    },
    "zh": {FLUSH: "{} 号位清一台面", WIND: "{} 号位四字台面", OWN_KAN: "自己所碰的第四张", LATE: "末尾不打字"},
}


@dataclass(frozen=True)
class Bar:
    """Kinds that one thing bars."""

    reason: str
    seat: int  # whose table it is, -1 nobody's
    kinds: tuple[int, ...]


def flush_of(melds: Melds) -> int:
    """The suit of four shown melds or more, all of one suit; -1 otherwise."""
    shown = [tiles for mark, tiles in melds if not mark]
    suits = {kind // 9 for tiles in shown for kind in tiles}
    return suits.pop() if len(shown) >= 4 and len(suits) == 1 and max(suits) < 3 else -1


def wind_of(melds: Melds) -> int:
    """The fourth wind where triplets or kans of the other three are shown; -1 otherwise."""
    shown = {tiles[0] for mark, tiles in melds if not mark and len(set(tiles)) == 1}
    missing = [kind for kind in range(Tile.EAST, Tile.RED) if kind not in shown]
    return missing[0] if len(missing) == 1 else -1


def bars(held: Sequence[int], may: int, seat: int, melds: Sequence[Melds], golds: Sequence[int]) -> list[Bar]:
    """What bars the kinds a seat holds and may not discard, each kind under the first reason that fits.

    `held`: kinds in hand; `may`: mask of the lawful discards; `melds`: of all seats. Golds are left out: they never go.
    """
    rest = [kind for kind in sorted(set(held)) if not may >> kind & 1 and kind not in golds]
    found: list[Bar] = []

    def take(reason: str, other: int, kinds: list[int]) -> None:
        if kinds:
            found.append(Bar(reason, other, tuple(kinds)))
            rest[:] = [kind for kind in rest if kind not in kinds]

    own = {tiles[0] for mark, tiles in melds[seat] if not mark and len(tiles) == 3 and len(set(tiles)) == 1}
    take(OWN_KAN, -1, [kind for kind in rest if kind in own])
    for step in range(1, N_SEATS):
        other = (seat + step) % N_SEATS
        suit, wind = flush_of(melds[other]), wind_of(melds[other])
        take(FLUSH, other, [kind for kind in rest if kind // 9 == suit])
        take(WIND, other, [kind for kind in rest if kind == wind])
    take(LATE, -1, [kind for kind in rest if Tile.EAST <= kind < Tile.H1])
    return found


def reason_of(bar: Bar, lang: str) -> str:
    """The reason in words."""
    return REASONS[lang][bar.reason].format(bar.seat)
