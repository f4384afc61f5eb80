"""How often each clause takes something out of the legal set (`bound`) and refuses a win (`denied`), hand by hand, is what the
oracle counts in the same hands. b.15. Lawful players only.

A sample runs by default; `-m slow` plays the full size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

from rulesets.clause_log import COUNTER_NAMES, ENTRY_NAMES
from rulesets.clause_log import Counter as Counted
from rulesets.compile import rule_table
from sim.batch import LineUp, Played, WallMode, play
from sim.jit import JIT_OFF
from tests.oracle.agreement import wall_of
from tests.oracle.bound import CountedReplay
from tests.oracle.engine import bot_table, spec_of
from tests.oracle.options_fuding import fuding_preset
from tests.oracle.penalties import STANDARD

GREEDY = ("greedy",) * 4
SEEKERS = ("limit_hands",) * 4  # whose melds make flush tables and four-wind tables
PATIENT = ("patient min_fan=280 take_any_below=0",) * 4  # lets most wins on others' tiles go
RANDOM = ("random_legal", "greedy", "random_legal", "random_legal")

TABLES = {"bar.flush_table": 3, "bar.flush_closed_kan": True, "bar.dead_tile": "none", "bar.flush_follow": False}
TABLES |= {"bar.flush_kan": "added_only", "claim.pass_rob": True, "penalty.stand_table_bars": True}

SAMPLES: dict[str, tuple[str, tuple[str, ...], dict[str, Any]]] = {
    "literal": ("literal", GREEDY, {}),
    "club": ("club", GREEDY, {}),
    "limit hands": ("literal", SEEKERS, {}),
    "wins let go": ("literal", PATIENT, {}),
    "random": ("literal", RANDOM, {}),
    "any win let go": ("literal", PATIENT, {"claim.pass_win": "any_kind", "claim.pass_after": "seen"}),
    "other tables": ("club", SEEKERS, TABLES),
}


# Entries that count in few hands, by the sample in which they do.
RARE = {
    "flush_bar": "limit hands",
    "four_winds_bar": "limit hands",
    "no_discard": "limit hands",
    "passed_pon": "limit hands",
    "passed_win": "wins let go",
    "late_honour": "random",
    "late_kan": "random",
    "idle_gold_win": "random",
}


def rules_of(name: str) -> dict[str, Any]:
    preset, _, options = SAMPLES[name]
    return {**STANDARD, **fuding_preset(preset), **options}


def played(name: str, walls: Sequence[int], seed: int, told: bool = True) -> Played:
    """The hands of these walls. `told`: with their transcripts."""
    return play(
        rule_table([spec_of(rules_of(name))]), bot_table(*SAMPLES[name][1]), walls, seed, lineups=[LineUp((0, 1, 2, 3))],
        mode=WallMode.LANES, log=told, clause_block=1,
    )  # fmt: skip


def walls_with(entry: str, walls: Sequence[int], seed: int) -> list[int]:
    """Those of the walls in whose hands the log says that the entry counted."""
    counted = played(RARE[entry], walls, seed, told=False).clauses[0, 0, :, ENTRY_NAMES.index(entry), Counted.BOUND]
    return [wall for wall, n in zip(walls, counted.tolist(), strict=True) if n]


def check(name: str, walls: Sequence[int], seed: int) -> Counter[str]:
    """Compare hand by hand; returns how often each clause counted."""
    (preset, bots, options), rules = SAMPLES[name], rules_of(name)
    total: Counter[str] = Counter()
    for wall in walls:
        result = played(name, [wall], seed)
        where = f"{preset} {options}, {bots}, seed {seed} wall {wall}"
        rows = next(iter(result.transcripts())).tolist()
        replay = CountedReplay(rows, rules, wall_of(seed, wall, 0, WallMode.LANES, rules), name=where)
        replay.run()
        for counter, found in (("bound", replay.table.bound), ("denied", replay.table.denied)):
            said = result.clauses[0, 0, 0, :, COUNTER_NAMES.index(counter)].tolist()
            theirs = {entry: n for entry, n in zip(ENTRY_NAMES, said, strict=True) if n}
            differ = {entry for entry in {*theirs, *found} if theirs.get(entry, 0) != found[entry]}
            cases = [case for case in replay.table.cases if case[0] in differ]
            assert not differ, f"{where}, {counter}: oracle {dict(found)}, engine {theirs}; {cases}"
            total.update({f"{entry} {counter}": n for entry, n in found.items()})
    return total


@pytest.mark.parametrize("name", SAMPLES)
def test_clauses_take_away_as_often_as_the_log_says(name: str) -> None:
    seen = check(name, range(4 if JIT_OFF else 15), 900)
    assert seen["discard_gold bound"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLES)
def test_clauses_take_away_as_often_as_the_log_says_in_many_hands(name: str) -> None:
    """2,800 hands."""
    seen = check(name, range(20 if JIT_OFF else 400), 9_000)
    assert seen["discard_gold bound"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("entry", RARE)
def test_rare_clauses_take_away_as_often_as_the_log_says(entry: str) -> None:
    """Up to 50 hands for each of them."""
    walls = walls_with(entry, range(200 if JIT_OFF else 10_000), 9_000)
    check(RARE[entry], walls[:50], 9_000)
    assert walls or JIT_OFF
