"""Helpers for engine tests: rule rows by change, made-up walls, scripts in notation, tables at any decision."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from rulesets.compile import rule_table
from rulesets.options import Value
from rulesets.spec import RulesetSpec, load_preset, with_changes
from rulesets.tiles import KIND_NAMES, parse_tiles
from sim.actions import Action
from sim.asking import ANY_TILE
from sim.batch import EngineError, LogEvent, Played, WallMode, play
from sim.bots.registry import load_bot
from sim.bots.row import BOT
from sim.codes import Code

Array = npt.NDArray[Any]

LITERAL = load_preset("hebei/literal")


def spec(**changes: Value) -> RulesetSpec:
    """The literal rules with changes; dots in option names are written as two underscores: `claim__chi="next_seat"`."""
    named = {key.replace("__", "."): value for key, value in changes.items()}
    return with_changes(LITERAL, named) if named else LITERAL


def rows(*changes: Mapping[str, Value]) -> Array:
    """One rule row per set of changes to the literal rules."""
    return rule_table([spec(**change) for change in changes] or [LITERAL])


def bots(*names: str) -> Array:
    """Rows of the shipped bots of these names."""
    table = np.zeros(len(names), BOT)
    for row, name in zip(table, names, strict=True):
        plan = load_bot(name)
        row["kind"] = plan.kind
        row["settings"][: len(plan.settings)] = plan.settings
    return table


RANDOM = bots("random_legal")
TSUMOGIRI = bots("tsumogiri")
GREEDY = bots("greedy")


def choice(action: Action, tile: str = "") -> int:
    """A chosen action as one integer; the tile in notation, by default none (pass, stand, draw) or whatever tile it is."""
    kind = parse_tiles(tile)[0] if tile else 0 if action in (Action.PASS, Action.STAND, Action.DRAW) else ANY_TILE
    return int(action) * 64 + kind


def script(text: str) -> list[tuple[int, int]]:
    """Lines such as `0 discard 9m; 2 pon; 1 win; 3 pass` as script rows. Claims and wins may leave out the tile."""
    found = []
    for line in text.replace("\n", ";").split(";"):
        words = line.split()
        if words:
            found.append((int(words[0]), choice(Action[words[1].upper()], words[2] if len(words) > 2 else "")))
    return found


def made_wall(dealer: int, hands: Mapping[int, str], draws: str = "", tail: str = "", seed: int = 0, stack: bool = True) -> Array:
    """A recorded wall, int8[136]: the given hands, then the given draws from the dealer's 14th tile on, replacements from the tail.

    Places that are left open are filled at random. With `stack` the tail is read stack by stack (`wall.tail_order: stack`).
    """
    line = np.full(136, -1, np.int64)
    for seat, text in hands.items():
        places = [4 * i + (seat - dealer) % 4 for i in range(13)]
        for place, kind in zip(places, parse_tiles(text), strict=False):
            line[place] = kind
    for i, kind in enumerate(parse_tiles(draws)):
        line[52 + i] = kind
    for i, kind in enumerate(parse_tiles(tail)):
        line[(135 - i) ^ 1 if stack else 135 - i] = kind
    rest = np.repeat(np.arange(34), 4 - np.bincount(line[line >= 0], minlength=34))
    line[line < 0] = np.random.default_rng(seed).permutation(rest)
    return line.astype(np.int8)


def play_made(
    rule_rows: Array, wall: Array, lines: str | Sequence[tuple[int, int]], dealer: int = 0, strict: bool = False
) -> Played:
    """Play a made-up wall with a script and keep the transcript."""
    told = script(lines) if isinstance(lines, str) else lines
    return play(
        rule_rows,
        TSUMOGIRI,
        [0],
        0,
        mode=WallMode.RECORDED,
        recorded=wall[None],
        dealers=np.array([dealer]),
        script=told,
        strict=strict,
        log=True,
    )


def decisions(transcript: Array) -> list[tuple[int, int]]:
    """The decisions of a transcript as a strict script."""
    return [(int(row[1]), int(row[3])) for row in transcript if row[0] == LogEvent.DECISION]


def events(transcript: Array, *wanted: LogEvent) -> list[tuple[int, str]]:
    """The events of the given sorts as (seat, tile), in order."""
    return [(int(row[1]), KIND_NAMES[row[2]] if row[2] >= 0 else "") for row in transcript if row[0] in wanted]


def offered(transcript: Array, seat: int, tile: str | None = None) -> list[set[str]]:
    """The legal actions of every decision of a seat (on a tile on offer, if named), as sets of names."""
    found = []
    kind = parse_tiles(tile)[0] if tile else None
    for row in transcript:
        if row[0] == LogEvent.DECISION and row[1] == seat and (kind is None or row[2] == kind):
            found.append({action.name for action in Action if int(row[4]) >> action & 1})
    return found


def tables(arguments: Mapping[str, Any], transcript: Array) -> Iterator[tuple[Array, tuple[int, int]]]:
    """The TABLE at every decision of a hand, with the (seat, choice) that followed: plays it again up to each."""
    told = decisions(transcript)
    for n in range(len(told)):
        try:
            play(**arguments, script=np.array(told[:n], np.int64).reshape(-1, 2), strict=True)
        except EngineError as stop:
            assert stop.code == Code.SCRIPT_ENDED, str(stop)
            yield stop.table[0], told[n]
        else:
            raise AssertionError(f"the hand ended after {n} of {len(told)} decisions")
