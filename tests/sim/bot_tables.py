"""Positions for bots: every decision of a played hand as the table that waits for it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from rulesets.compile import COPIES, rule_table
from rulesets.hand_tables import load_tables
from rulesets.spec import RulesetSpec, resolve
from sim.batch import EngineError, LineUp, WallMode, play
from sim.bots.dispatch import choose
from sim.bots.registry import load_bot
from sim.bots.row import BOT
from sim.codes import Code
from sim.legality import LEGAL
from sim.plan import BotPlan
from sim.transcript import LogEvent

KEY = (np.uint64(5), 0, 0, 16, 0)


def bot_rows(*bots: BotPlan) -> Any:
    """BOT rows of the given bots."""
    rows = np.zeros(len(bots), np.dtype((np.record, BOT)))
    for row, bot in zip(rows, bots, strict=True):
        row["kind"] = bot.kind
        row["settings"][: len(bot.settings)] = bot.settings
    return rows


def rules_of(*names: str) -> Any:
    """RULES rows of rule sets by name."""
    specs: list[RulesetSpec] = [resolve(name) for name in names]
    return rule_table(specs)


@dataclass(frozen=True)
class Position:
    """One decision: the waiting table, the seat that is asked, its legal set, what was chosen, and the way there."""

    table: Any
    seat: int
    legal: Any
    chosen: int
    script: list[tuple[int, int]]  # the decisions before this one
    log: np.ndarray  # the rows before this one

    @property
    def own(self) -> Any:
        return self.table.own[self.seat]

    @property
    def public(self) -> Any:
        return self.table.public


def random_walls(rules: Any, n: int, seed: int) -> np.ndarray:
    """Walls as kinds from the front, shape (n, tiles)."""
    built = rules[0]["built"]
    kinds = np.repeat(np.arange(len(COPIES)), (built["held"] + built["flower"]).astype(int) * COPIES)
    rng = np.random.default_rng(seed)
    return np.stack([rng.permutation(kinds) for _ in range(n)]).astype(np.int8)


def waiting_table(rules: Any, wall: np.ndarray, script: list[tuple[int, int]]) -> Any:
    """The TABLE after the scripted decisions, as it waits for the next one. Raises EngineError if the script does not fit."""
    try:
        play(
            rules, bot_rows(load_bot("tsumogiri")), [0], 1,
            mode=WallMode.RECORDED, recorded=wall[None], dealers=[0], script=script, strict=True,
        )  # fmt: skip
    except EngineError as stop:
        if stop.code != Code.SCRIPT_ENDED:
            raise
        return stop.table[0]
    raise AssertionError("the hand is over")


def positions(rules: Any, bots: list[BotPlan], wall: np.ndarray, every: int = 1) -> Iterator[Position]:
    """Every `every`-th decision of a hand that the four bots play on a recorded wall."""
    played = play(
        rules, bot_rows(*bots), [0], 1, lineups=[LineUp((0, 1, 2, 3))],
        mode=WallMode.RECORDED, recorded=wall[None], dealers=[0], log=True,
    )  # fmt: skip
    script: list[tuple[int, int]] = []
    ready = 0
    for i, row in enumerate(played.log):
        if row[0] == LogEvent.READY_SET:
            ready = int(row[3])
        if row[0] != LogEvent.DECISION:
            continue
        if len(script) % every == 0:
            legal = np.zeros(1, np.dtype((np.record, LEGAL)))[0]
            legal["actions"], legal["discards"], legal["added_kans"], legal["closed_kans"] = row[4:8]
            legal["ready_discards"] = ready
            table = waiting_table(rules, wall, script)
            yield Position(table, int(row[1]), legal, int(row[3]), list(script), played.log[:i])
        script.append((int(row[1]), int(row[3])))
        ready = 0


def decide(rules: Any, position: Position, bot: BotPlan, key: tuple[Any, ...] = KEY, public: Any = None) -> int:
    """What a bot chooses in a position."""
    seen = position.public if public is None else public
    row = bot_rows(bot)[0]
    return int(choose(load_tables(), seen, position.own, position.legal, rules[0], row, key))
