"""Which rare mechanisms a rule set has: what statistics of its hands are worth counting. Reads option values only."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

Values = Mapping[str, Any]

_BARS = ("late_honour", "flush_table", "four_winds", "own_kan_tile")  # with one of them a hand may hold no lawful discard

KAN_POINTS = "kan_points"
STREAK = "streak"
MATCH, CHIPS, FIVE_CORNERS = "match", "chips", "five_corners"
ERRING = "mistakes"
"""Somebody of a line-up errs: no matter of the rules, but of who plays."""
OF_SESSIONS = (STREAK, MATCH, CHIPS, FIVE_CORNERS)
"""Mechanisms that single hands do not have."""


def has_flowers(values: Values) -> bool:
    """Some tiles are laid out and replaced."""
    return any(key.startswith("tiles.") and value == "flower" for key, value in values.items())


def has_golds(values: Values) -> bool:
    """Some tiles are wild."""
    return bool(values.get("gold.source", "none") != "none")


def _on(key: str, off: Any = None) -> Callable[[Values], bool]:
    """Whether an option is there and neither off nor as it is without the mechanism."""
    return lambda values: bool(values.get(key)) and values[key] != off


def _kan_points(values: Values) -> bool:
    return any(value for key, value in values.items() if key.endswith((".kan_open", ".kan_added", ".kan_closed")))


def _streak(values: Values) -> bool:
    return any(value for key, value in values.items() if key.endswith((".per_kept", ".streak_multiplies")))


_MECHANISMS: Mapping[str, Callable[[Values], bool]] = {
    KAN_POINTS: _kan_points,  # kans are paid beside the win
    "flowers": has_flowers,
    "golds": has_golds,
    "opening": lambda v: has_flowers(v) or has_golds(v),  # wins before the first discard or right after it
    "indicator": lambda v: has_golds(v) and v.get("rob_gold.window", "none") != "none",
    "last_group": lambda v: v.get("end.last_group", 0) != 0,
    "eight_pairs": lambda v: str(v.get("win.pairs", "none")).startswith("eight"),
    "totals": lambda v: any(key.endswith(".tai_limit") for key in v),  # every hand has a total, won or not
    "standing": lambda v: bool(v.get("turn.stand_pass")) or any(v.get(f"bar.{bar}") for bar in _BARS),
    "flush_table": _on("bar.flush_table"),
    "four_winds": _on("bar.four_winds"),
    "late_honour": _on("bar.late_honour"),
    "idle_gold": _on("gold.idle_win", "any"),
    STREAK: _streak,  # the dealer's streak is worth points
    MATCH: lambda v: v.get("format.kind", "hands") != "hands",  # sessions end by what happens in them
    CHIPS: lambda v: v.get("format.kind", "hands") in ("until_bust", "five_corner"),  # players have chips, which run out
    FIVE_CORNERS: lambda v: v.get("format.kind", "hands") == "five_corner",  # a fifth player waits
}
MECHANISMS = tuple(_MECHANISMS)


def mechanisms_of(rule_sets: Iterable[Values]) -> tuple[str, ...]:
    """The mechanisms that any of some rule sets (option values by key) has, in a fixed order.

    >>> mechanisms_of([{"tiles.seasons": "flower", "end.last_group": 4}])
    ('flowers', 'opening', 'last_group')
    """
    sets = list(rule_sets)
    return tuple(name for name, has in _MECHANISMS.items() if any(has(values) for values in sets))
