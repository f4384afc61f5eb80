"""Hands in the text form, scored under Fuzhou rules: short helpers for tests."""

from __future__ import annotations

from typing import Any

from rulesets.fuzhou.fans import fans_in
from rulesets.options import Value
from rulesets.records.read import parse_any
from rulesets.records.scoring import Scored, score_record
from rulesets.spec import RulesetSpec
from tests.rulesets.gold_hands import spec_with

END = "gold 5s; dealer 0"


def nested(changes: dict[str, dict[str, Value]]) -> dict[str, Value]:
    """`{group: {key: value}}` as `{group__key: value}`."""
    return {f"{group}__{key}": value for group, entries in changes.items() for key, value in entries.items()}


def rules_of(preset: str = "fz_std", **changes: Value) -> RulesetSpec:
    """A Fuzhou preset with options changed; `__` stands for the dot."""
    return spec_with(f"fuzhou/{preset}", **changes)


def scored(hand: str, preset: str = "fz_std", **changes: Value) -> Scored:
    """A hand in the text form, scored under a preset with changes."""
    return score_record(parse_any(hand), rules_of(preset, **changes))


def delta(hand: str, preset: str = "fz_std", **changes: Value) -> list[int]:
    """Points by seat."""
    return four(scored(hand, preset, **changes).score.delta)


def fans(hand: str, preset: str = "fz_std", **changes: Value) -> list[str]:
    """Codes of the first paid winner's specials."""
    result = scored(hand, preset, **changes)
    return codes(result, result.winners[0].seat)


def codes(result: Scored, seat: int) -> list[str]:
    """Codes of a winner's specials."""
    return [fan.code for fan in fans_in(int(result.score.fans[seat]))]


def four(points: Any) -> list[int]:
    """Four cells of a record as a list."""
    return [int(points[seat]) for seat in range(4)]
