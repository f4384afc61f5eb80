"""Helpers for engine tests with flowers and golds: rule rows by change, made-up walls of 144 tiles, rows of a transcript."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from rulesets.compile import COPIES, rule_table
from rulesets.options import Value
from rulesets.spec import load_preset, with_changes
from rulesets.tiles import KIND_NAMES, parse_tiles
from sim.batch import EngineError, LogEvent, Played, WallMode, play
from tests.sim.tabletop import TSUMOGIRI, Array, decisions, play_made

STANDARD = load_preset("fuzhou/fz_std")

# 16 tiles each; the gold is 5s, and 5s in a hand is a gold (`GG` of the rules' fixtures)
HA = "123m456m789m123p45p77s"
HB = "123m456m789m123p456p5s"
HC = "123m456m789m123p78p55s"
HD = "123m456m789m123p77p55s"
HE = "147m9m147p9p147s9s2m8p55s"


def fz(*changes: Mapping[str, Value]) -> Array:
    """One rule row per set of changes to the standard rules."""
    return rule_table([with_changes(STANDARD, dict(change)) if change else STANDARD for change in changes or ({},)])


def with_keep(keep: int, *changes: Mapping[str, Value]) -> Array:
    """The same with any reserve, to put the end of the wall where a test needs it."""
    table = fz(*changes)
    table["wall"]["reserve"] = keep
    return table


def lay(
    hands: Mapping[int, str], draws: str = "", tail: str = "5s", dealer: int = 0, rules: Array | None = None, seed: int = 0
) -> Array:
    """A recorded wall: the given hands (first 16 tiles), the draws from the dealer's 17th tile on, and the tail, last tile first.

    Places left open are filled at random, with suit tiles as long as there are any, so that flowers lie far back.
    """
    row = (fz() if rules is None else rules)[0]
    copies = (row["built"]["held"] + row["built"]["flower"]).astype(np.int64) * COPIES
    size = int(copies.sum())
    line = np.full(size, -1, np.int64)
    for seat, text in hands.items():
        first = 4 * ((seat - dealer) % 4)
        places = [16 * r + first + i for r in range(4) for i in range(4)]
        for place, kind in zip(places, parse_tiles(text), strict=False):
            line[place] = kind
    for i, kind in enumerate(parse_tiles(draws)):
        line[64 + i] = kind
    for i, kind in enumerate(parse_tiles(tail)):
        line[size - 1 - i] = kind
    rest = copies - np.bincount(line[line >= 0], minlength=42)
    assert rest.min() >= 0, f"too many of {KIND_NAMES[int(rest.argmin())]}"
    flowers = np.repeat(np.arange(42), rest * row["built"]["flower"])
    suits = np.random.default_rng(seed).permutation(np.repeat(np.arange(42), rest * row["built"]["held"]))
    line[line < 0] = [*suits, *flowers]
    return line.astype(np.int8)


def stage(wall: Array, lines: str = "", rules: Array | None = None, dealer: int = 0) -> Played:
    """Play a laid wall with a script; whoever has no line passes, or throws what it drew."""
    return play_made(fz() if rules is None else rules, wall, lines, dealer)


def stopped(wall: Array, lines: str = "", rules: Array | None = None, after: LogEvent = LogEvent.DEAL, nth: int = -1) -> Any:
    """The public record at the first question after the n-th event of a sort in the staged hand (dealer 0)."""
    rules = fz() if rules is None else rules
    log = stage(wall, lines, rules).log
    told = decisions(log[: 1 + int(np.flatnonzero(log[:, 0] == after)[nth])])
    try:
        play(
            rules, TSUMOGIRI, [0], 0, mode=WallMode.RECORDED, recorded=wall[None], dealers=[0],
            script=np.array(told, np.int64).reshape(-1, 2), strict=True,
        )  # fmt: skip
    except EngineError as waiting:
        return waiting.table[0]["public"]
    raise AssertionError("the hand was over")


def public(played: Played) -> Any:
    """The public record at the end."""
    return played.table[0]["public"]


def event(played: Played) -> Any:
    """How the hand ended."""
    return played.table[0]["event"]


def story(played: Played, *wanted: LogEvent) -> list[tuple[str, int, str, int]]:
    """Rows of the transcript as (event, seat, tile, extra), decisions left out; only the wanted events if any are named."""
    left_out = (LogEvent.HAND, LogEvent.DECISION, LogEvent.READY_SET)
    rows = [r for r in played.log if r[0] not in left_out and (not wanted or r[0] in wanted)]
    return [(LogEvent(r[0]).name, int(r[1]), KIND_NAMES[r[2]] if r[2] >= 0 else "", int(r[3])) for r in rows]


def after_deal(played: Played) -> list[tuple[str, int, str, int]]:
    """The story from the first row after the deal."""
    return [row for row in story(played) if row[0] != "DEAL"]
