"""Helpers for tests of play under Fuding's rules: rule rows by change, and made-up walls whose last tile names the gold."""

from __future__ import annotations

from collections.abc import Mapping

from rulesets.compile import rule_table
from rulesets.options import Value
from rulesets.spec import load_preset, with_changes
from sim.batch import Played
from tests.sim.laid_table import lay, stage
from tests.sim.tabletop import Array

LITERAL = load_preset("fuding/literal")
A, B, C, D = range(4)  # seats in turn order; A deals unless a test says otherwise

# 16 tiles each. COMPLETE waits on 9m (the pair), RUNS on 3p and 6p; LOOSE waits on nothing.
COMPLETE = "123m456m789p123s789s9m"
RUNS = "123m456m789m123p45p77s"
LOOSE = "147m9m147p9p147s9sEWNC"


def fd(*changes: Mapping[str, Value]) -> Array:
    """One rule row per set of changes to the literal rules."""
    return rule_table([with_changes(LITERAL, dict(change)) if change else LITERAL for change in changes or ({},)])


def fd_wall(
    hands: Mapping[int, str], draws: str = "", gold: str = "5s", tail: str = "", *, dealer: int = 0, rules: Array | None = None,
    seed: int = 0,
) -> Array:
    """A recorded wall: hands of sixteen tiles, draws from the dealer's seventeenth tile on, the gold, then the tail.

    Places left open are filled with suit tiles and honours at random; the flowers lie far back.
    """
    return lay(hands, draws, f"{gold} {tail}", dealer, fd() if rules is None else rules, seed)


def fd_play(wall: Array, lines: str = "", changes: Mapping[str, Value] | None = None, dealer: int = 0) -> Played:
    """Play a made-up wall under the literal rules with changes; a seat without a line passes, or throws what it drew."""
    return stage(wall, lines, fd(changes or {}), dealer)


def deltas(played: Played) -> list[int]:
    """Points of the four seats in the first hand."""
    row = played.rows[0, 0, 0, 0]
    return [int(row[f"delta_s{seat}"]) for seat in range(4)]
