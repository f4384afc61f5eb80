"""More helpers for tests of play with sixteen tiles: walls whose tail names the gold, decisions and events in notation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from rulesets.compile import COPIES
from rulesets.options import Value
from rulesets.tiles import KIND_NAMES, N_HELD_KINDS, Tile, parse_tiles
from sim.actions import KIND_ACTIONS, Action
from sim.batch import LogEvent, Played
from tests.sim.laid_table import HA, HB, HC, HD, HE, STANDARD, fz, public
from tests.sim.tabletop import Array, play_made

__all__ = ["HA", "HB", "HC", "HD", "HE", "STANDARD", "Array", "fz", "public"]

# More hands of sixteen tiles to be played where 5s is gold: what completes those of `laid_table`, and two more.
#   HA 3p, 6p and any gold · HB every tile, as a gold is idle · HC every tile; 6p, 9p and a gold make two golds the pair ·
#   HD every tile; 7p makes two golds the pair · HE none, and a third gold makes no shape
HF = "11m33m55m77m99m22p44p66p"  # every tile where eight pairs and a single tile win
HG = "1111m456p789p123s789s"  # a gold only, as a fifth copy


def fz_wall(
    hands: Mapping[int, str],
    draws: str = "",
    tail: str = "",
    *,
    dealer: int = 0,
    gold: str = "5s",
    flowers: str = "ESWNCFP" * 4 + "H1H2H3H4H5H6H7H8",
    seed: int = 0,
) -> Array:
    """A recorded wall, int8[108 + flowers]: four rounds of four tiles a seat, the dealer's seventeenth, then `draws`.

    A hand of the dealer may have seventeen tiles. The tail yields `gold`, which opens the gold, and then `tail`. Places
    left open in hands get suit tiles at random; behind the draws come suit tiles, then the flowers, then nine suit tiles.
    """
    left = np.zeros(len(COPIES), np.int64)
    left[: Tile.EAST] = 4
    for kind in parse_tiles(flowers):
        left[kind] += 1
    n = int(left.sum())
    line = np.full(n, -1, np.int64)
    for seat, text in hands.items():
        first = 4 * ((seat - dealer) % 4)
        places = [16 * (i // 4) + first + i % 4 for i in range(16)] + [64] * (seat == dealer)
        assert len(parse_tiles(text)) <= len(places), f"more tiles than seat {seat} is dealt"
        for place, kind in zip(places, parse_tiles(text), strict=False):
            line[place] = kind
    for i, kind in enumerate(parse_tiles(draws)):
        line[65 + i] = kind
    for i, kind in enumerate(parse_tiles(gold) + parse_tiles(tail)):
        line[n - 1 - i] = kind
    left -= np.bincount(line[line >= 0], minlength=len(left))
    assert left.min() >= 0, "more copies of a kind than there are"
    suits = np.random.default_rng(seed).permutation(np.repeat(np.arange(Tile.EAST), left[: Tile.EAST]))
    rest = np.repeat(np.arange(Tile.EAST, len(left)), left[Tile.EAST :])
    line[line < 0] = np.concatenate((suits[:-9], rest, suits[-9:]))
    return line.astype(np.int8)


def fz_play(changes: Mapping[str, Value], wall: Array, lines: str = "", dealer: int = 0) -> Played:
    """Play a made-up wall under the standard rules with changes; a seat without a line passes, or throws what it drew."""
    return play_made(fz(changes), wall, lines, dealer)


def kind(tile: str) -> int:
    """The number of a kind in notation."""
    return parse_tiles(tile)[0]


def own(played: Played, seat: int) -> Array:
    """What a seat knows of itself at the end of the last hand played."""
    return played.table[0]["own"][seat]


def outcome(played: Played) -> Array:
    """The outcome row of the first hand."""
    return played.rows[0, 0, 0, 0]


def named(mask: int) -> str:
    """The kinds of a mask in notation, by spaces."""
    return " ".join(KIND_NAMES[k] for k in range(N_HELD_KINDS) if int(mask) >> k & 1)


@dataclass(frozen=True)
class Turn:
    """One decision: what was legal and what was chosen, in notation."""

    actions: set[str]
    discards: str
    added: str
    closed: str
    ready: str
    choice: str


def turns(played: Played, seat: int) -> list[Turn]:
    """The decisions of a seat, in order."""
    found, ready = [], 0
    for row in played.log:
        if row[0] == LogEvent.READY_SET:
            ready = int(row[3])
        elif row[0] == LogEvent.DECISION:
            if row[1] == seat:
                action = Action(int(row[3]) >> 6)
                tile = f" {KIND_NAMES[int(row[3]) & 63]}" if KIND_ACTIONS >> action & 1 else ""
                actions = {a.name for a in Action if int(row[4]) >> a & 1}
                found.append(Turn(actions, named(row[5]), named(row[6]), named(row[7]), named(ready), action.name + tile))
            ready = 0
    return found


def play_events(played: Played) -> list[tuple[str, int, str]]:
    """Draws, flowers, discards, claims and the end, from the first discard on, as (what, seat, tile)."""
    rows = [row for row in played.log if row[0] not in (LogEvent.DECISION, LogEvent.READY_SET)]
    start = next(i for i, row in enumerate(rows) if row[0] == LogEvent.DISCARD)
    return [(LogEvent(row[0]).name, int(row[1]), KIND_NAMES[row[2]] if row[2] >= 0 else "") for row in rows[start:]]
