"""Hands in the text form, scored: short helpers for the tests of Hebei scoring."""

from __future__ import annotations

from typing import Any

from rulesets.hebei.fans import fans_in
from rulesets.options import Value
from rulesets.records.explain import Scored, score_record
from rulesets.records.read import parse_any
from rulesets.spec import RulesetSpec, resolve, with_changes

LITERAL = resolve("hebei/literal")


def rules_with(**changes: Value) -> RulesetSpec:
    """`literal` with options changed; `__` stands for the dot: `hebei__reading="union"`."""
    wanted = {key.replace("__", "."): value for key, value in changes.items()}
    moved = {key: value for key, value in wanted.items() if LITERAL.values[key] != value}
    return with_changes(LITERAL, moved) if moved else LITERAL


def nested(changes: dict[str, dict[str, Value]]) -> dict[str, Value]:
    """`{group: {key: value}}` as `{group__key: value}`."""
    return {f"{group}__{key}": value for group, entries in changes.items() for key, value in entries.items()}


def scored(hand: str, **changes: Value) -> Scored:
    """A hand in the text form, scored under `literal` with changes."""
    return score_record(parse_any(hand), rules_with(**changes))


def delta(hand: str, **changes: Value) -> list[int]:
    """Points by seat."""
    return four(scored(hand, **changes).score.delta)


def fans(hand: str, **changes: Value) -> list[str]:
    """Codes of the first winner's fans."""
    result = scored(hand, **changes)
    return codes(result, result.winners[0].seat)


def codes(result: Scored, seat: int) -> list[str]:
    """Codes of a winner's fans."""
    return [fan.code for fan in fans_in(int(result.score.fans[seat]))]


def four(points: Any) -> list[int]:
    """Four cells of a record as a list."""
    return [int(points[seat]) for seat in range(4)]
