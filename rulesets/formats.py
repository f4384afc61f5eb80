"""The form of a session as a record: the options `format.*`, which compile to the session plan and not to the rule row.

`FORMAT` has one int32 per option of the group (the number, 0 or 1, or the index of the choice: `rulesets.table_choices`),
generated from the catalogue. `max_hands` holds what the study plays at most: the option, or the study's own number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from rulesets.findings import Finding
from rulesets.options import load_catalogue
from rulesets.spec import RulesetSpec
from rulesets.table_choices import FormatKind

GROUP = "format"
EIGHT_TAI = 8  # uncapped tai of a winner from which a win is an 8台
FIVE = 5  # players of five corners


def _layout() -> np.dtype[Any]:
    fields = [(option.name, "i4") for option in load_catalogue().values() if option.group == GROUP]
    return np.dtype((np.record, np.dtype(fields, align=True)))


FORMAT = _layout()


def kind_of(spec: RulesetSpec) -> FormatKind:
    """The form of a rule set's sessions."""
    return FormatKind[str(spec.values["format.kind"]).upper()]


def players_of(spec: RulesetSpec) -> int:
    """How many players a session of the rule set needs.

    >>> from rulesets.spec import load_preset
    >>> players_of(load_preset("fuding/wujiao")), players_of(load_preset("hebei/literal"))
    (5, 4)
    """
    return FIVE if kind_of(spec) == FormatKind.FIVE_CORNER else 4


def is_match(spec: RulesetSpec) -> bool:
    """Whether the rule set's sessions end by what happens in them, and not after a fixed number of hands."""
    return kind_of(spec) != FormatKind.HANDS


def seat_errors(specs: Sequence[RulesetSpec], unit: str, lineups: Sequence[tuple[str, int]]) -> list[Finding]:
    """X23: what the forms of a study's rule sets need of its unit and line-ups, given as (name, number of bots)."""
    found = []
    for spec in specs:
        kind, players = spec.values["format.kind"], players_of(spec)
        if is_match(spec) and unit != "session":
            found.append(
                Finding(
                    "X23",
                    ("format.kind",),
                    f"format.kind: {kind} needs unit session, here {unit}.",
                    f"format.kind: {kind} 需要 unit 为 session，这里是 {unit}。",
                )
            )
        for name, n in lineups:
            if players == FIVE != n:
                said = (
                    f"format.kind: five_corner needs unit session and line-ups of five; line-up {name} has {n}.",
                    f"format.kind: five_corner 需要 unit 为 session 且阵容为五家；阵容 {name} 有 {n} 家。",
                )
            elif n != players:
                said = (
                    f"format.kind: {kind} seats four; line-up {name} has {n}, which only five_corner plays.",
                    f"format.kind: {kind} 为四家；阵容 {name} 有 {n} 家，只有 five_corner 用得上。",
                )
            else:
                continue
            found.append(Finding("X23", ("format.kind",), *said))
    return found


def format_table(specs: Sequence[RulesetSpec], hands: Sequence[int]) -> npt.NDArray[Any]:
    """One FORMAT row per rule set, shape (V,); `hands`: how many hands its sessions last at most."""
    table = np.zeros(len(specs), dtype=FORMAT)
    for row, spec, most in zip(table, specs, hands, strict=True):
        for key, option in load_catalogue().items():
            if option.group == GROUP:
                row[option.name] = option.encode(spec.values.get(key, option.default))
        row["max_hands"] = most
    return table
