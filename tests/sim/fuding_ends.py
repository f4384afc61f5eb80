"""Helpers for tests of Fuding near the end of the wall: hands that run short of tiles, and what happened in them."""

from __future__ import annotations

from collections.abc import Mapping

from rulesets.options import Value
from sim.batch import LogEvent, Played
from tests.sim.fuding_table import A, C, D, fd
from tests.sim.laid_table import stage, story
from tests.sim.tabletop import Array

ALL_LIVE = 78
"""Drawable tiles after the deal without a reserve: 144 less 65 dealt and the indicator (FD b.9)."""

# Hands that can do little with the tiles of other seats.
QUIET = {A: "147m9m147p9p147s9sEWNC", C: "258m36m2589p258sEWNF", D: "13469m179p1369sESNF"}


def fd_end(
    wall: Array, lines: str = "", changes: Mapping[str, Value] | None = None, live: int = ALL_LIVE, dealer: int = 0
) -> Played:
    """Play a made-up wall of which only so many tiles can be drawn after the deal."""
    rules = fd(changes or {})
    rules["wall"]["reserve"] = ALL_LIVE - live
    return stage(wall, lines, rules, dealer)


def moves(played: Played) -> list[tuple[str, int, str]]:
    """What happened after the deal, decisions left out: what, seat, tile."""
    return [(what, seat, tile) for what, seat, tile, _ in story(played) if what not in ("DEAL", "FLIP", "WINDS")]


def stood(played: Played) -> list[tuple[int, int]]:
    """Who stood in the hand, and why (`StandReason`)."""
    return [(seat, extra) for _, seat, _, extra in story(played, LogEvent.STAND)]


def groups(played: Played) -> list[tuple[int, int]]:
    """The last group: the seat that drew first, and how many tiles there were."""
    return [(seat, extra) for _, seat, _, extra in story(played, LogEvent.GROUP)]


def drawers(played: Played) -> str:
    """The seats that drew from the front, as letters in order."""
    return "".join("ABCD"[seat] for _, seat, _, extra in story(played, LogEvent.DRAW) if extra == 0)


def left(played: Played) -> int:
    """Drawable tiles at the end: those beyond the reserve."""
    table = played.table[0]["public"]
    return int(table["left"]) - int(table["keep"])
