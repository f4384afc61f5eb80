"""Helpers for tests of people who make mistakes: who errs, in what, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from rulesets.clause_log import COUNTER_NAMES, ENTRY_NAMES, Counter
from rulesets.dealer import next_dealer
from rulesets.mistakes import NUMBER_OF
from rulesets.options import Value
from sim.batch import LineUp, LogEvent, Played, WallMode, play
from sim.mistakes.profiles import EXTRA_NAMES, FLAWLESS, MistakeProfile, profile_table
from sim.mistakes.row import Objection, Observe
from tests.sim.fuding_ends import ALL_LIVE
from tests.sim.fuding_table import LITERAL, fd
from tests.sim.tabletop import Array, bots, script

BONUS: Mapping[str, Value] = {"penalty.after_pei": "continue"}


def moved(changes: Mapping[str, Value]) -> dict[str, Value]:
    """Those of some values that the literal rules do not have anyway."""
    return {key: value for key, value in changes.items() if LITERAL.values[key] != value}


def errs(*mistakes: str, **extras: float) -> MistakeProfile:
    """Somebody who makes these mistakes at every opportunity; `false_win_full=1` and the like set the rates beside them."""
    p = tuple(1.0 if name in mistakes else 0.0 for name in NUMBER_OF)
    rates = tuple(extras.get(name.replace(".", "_"), rate) for name, rate in zip(EXTRA_NAMES, FLAWLESS.extras, strict=True))
    return replace(FLAWLESS, p=p, extras=rates)


def sees(profile: MistakeProfile, notices: float = 1.0, objection: Objection = Objection.ALWAYS) -> MistakeProfile:
    """The same player at a table where breaches are found by the players; as an observer it notices so often."""
    return replace(profile, observe=Observe.PLAYERS, q=(notices,) * len(NUMBER_OF), objection=objection)


def few(live: int, changes: Mapping[str, Value] | None = None) -> Array:
    """Literal rules of which only so many tiles can be drawn after the deal."""
    rules = fd(moved(changes or {}))
    rules["wall"]["reserve"] = ALL_LIVE - live
    return rules


def erring(
    wall: Array,
    who: Mapping[int, MistakeProfile],
    lines: str = "",
    changes: Mapping[str, Value] | None = None,
    *,
    others: MistakeProfile = FLAWLESS,
    rules: Array | None = None,
    dealer: int = 0,
    seed: int = 0,
) -> Played:
    """Play a made-up wall with some players who err; a seat without a line passes, or throws what it drew. `seed`: of chance."""
    table = np.repeat(bots("tsumogiri"), 4)
    people = [FLAWLESS]
    for seat in range(4):
        table["profile"][seat] = len(people)
        people.append(who.get(seat, others))
    return play(
        fd(moved(changes or {})) if rules is None else rules, table, [0], seed, lineups=[LineUp((0, 1, 2, 3))],
        mode=WallMode.RECORDED, recorded=wall[None], dealers=np.array([dealer]), script=script(lines), log=True,
        profiles=profile_table(people), clause_block=1000, breaches=True,
    )  # fmt: skip


def penalties(played: Played) -> list[tuple[int, str, str]]:
    """What followed from breaches, in order: seat, entry of the clause log, effect."""
    rows = [row for row in played.log if row[0] == LogEvent.PENALTY]
    return [(int(row[1]), ENTRY_NAMES[row[3]], Counter(int(row[4])).name) for row in rows]


def counted(played: Played, entry: str) -> dict[str, int]:
    """The counters of one entry of the clause log that are not 0."""
    cells = played.clauses[0, 0, :, ENTRY_NAMES.index(entry)].sum(axis=0)
    return {name: int(n) for name, n in zip(COUNTER_NAMES, cells, strict=True) if n}


def end(played: Played) -> Any:
    """How the hand ended."""
    return played.table[0]["event"]


def following_dealer(played: Played, changes: Mapping[str, Value] | None = None) -> int:
    """Who deals the next hand."""
    rules = np.rec.array(fd(changes or {}))[0]
    return int(next_dealer(rules, np.rec.array(played.table)[0].event))


def seed_of(found: Callable[[int], bool], tries: int = 600) -> int:
    """The first seed of chance for which something holds."""
    return next(seed for seed in range(tries) if found(seed))


def standing(played: Played) -> set[int]:
    """The seats that stand at the end."""
    return {seat for seat in range(4) if int(end(played)["standing"]) >> seat & 1}
