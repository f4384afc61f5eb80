"""Rule sets as rows of a record table, and back: the only place that knows both forms.

`RULES` has one sub-record per option group, named and ordered as in the catalogue, with one int32 per option
(the number, 0 or 1, or the index of the choice: see `rulesets.choices`), the family, and `built`: facts that follow
from the options and are never set by hand. Kernels read `rules.wall.reserve`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from rulesets.choices import Family
from rulesets.options import Option, Value, load_catalogue, options_of
from rulesets.spec import RulesetSpec
from rulesets.tiles import N_HELD_KINDS, N_KINDS, Tile

# Kinds whose role an option decides: first kind and number of kinds.
ROLES = {
    "tiles.winds": (Tile.EAST, 4),
    "tiles.red": (Tile.RED, 1),
    "tiles.green": (Tile.GREEN, 1),
    "tiles.white": (Tile.WHITE, 1),
    "tiles.seasons": (Tile.H1, 8),
}

BUILT = np.dtype(
    [
        ("held", "i1", (N_KINDS,)),  # 1: this kind is held and played
        ("flower", "i1", (N_KINDS,)),  # 1: this kind is laid out and replaced; a kind that is neither is not in the set
        ("n_tiles", "i4"),  # physical tiles in the wall, flowers included
        ("n_flowers", "i4"),  # of which flowers
        ("hand_size", "i4"),  # tiles held between turns
        ("sets", "i4"),  # sets in a standard hand
        ("has_standing", "i4"),  # 1: lawful play can make a seat stand 站胡
        ("has_bars", "i4"),  # 1: something but the hand itself can bar a discard
        ("has_groups", "i4"),  # 1: of a kind only one group may be used (win.same_kind_group)
    ],
    align=True,
)


def _groups() -> dict[str, list[Option]]:
    """The options of the row by group, in catalogue order."""
    groups: dict[str, list[Option]] = {}
    for option in load_catalogue().values():
        if option.in_row:
            groups.setdefault(option.group, []).append(option)
    return groups


def _layout() -> np.dtype[Any]:
    fields: list[tuple[str, Any]] = [("family", "i4")]
    for group, options in _groups().items():
        fields.append((group, np.dtype([(option.name, "i4") for option in options], align=True)))
    fields.append(("built", BUILT))
    # np.record elements make `table[0].wall.reserve` work in plain Python as it does in compiled code
    return np.dtype((np.record, np.dtype(fields, align=True)))


RULES = _layout()


# Copies of each kind in a full set, shape (42,): four, of a season or plant one.
COPIES = np.where(np.arange(N_KINDS) < N_HELD_KINDS, 4, 1).astype(np.int8)


def kinds_with_role(values: Mapping[str, Value], role: str) -> npt.NDArray[np.int8]:
    """Which kinds are for that (`hand` or `flower`), shape (42,): 1 or 0. Suit tiles are always held."""
    kinds = np.zeros(N_KINDS, dtype=np.int8)
    kinds[: Tile.EAST] = role == "hand"
    for key, (first, n) in ROLES.items():
        kinds[first : first + n] = values[key] == role
    return kinds


BARS = ("bar.late_honour", "bar.flush_table", "bar.four_winds", "bar.own_kan_tile")
"""Options that bar discards whatever the hand, and so may leave a seat without any (FD-3.20)."""


def _is_on(values: Mapping[str, Value], key: str) -> bool:
    """Whether a number or switch is there and not 0."""
    return bool(values.get(key, False))


def rule_table(specs: Iterable[RulesetSpec]) -> npt.NDArray[Any]:
    """One RULES row per rule set, shape (V,). Options of other families hold the catalogue default."""
    rows = list(specs)
    table = np.zeros(len(rows), dtype=RULES)
    catalogue = load_catalogue()
    for i, spec in enumerate(rows):
        row = table[i]
        row["family"] = Family[spec.family.upper()]
        for key, option in catalogue.items():
            if option.in_row:
                row[option.group][option.name] = option.encode(spec.values.get(key, option.default))
        built = row["built"]
        built["held"] = kinds_with_role(spec.values, "hand")
        built["flower"] = kinds_with_role(spec.values, "flower")
        built["n_flowers"] = int((built["flower"] * COPIES).sum())
        built["n_tiles"] = int((built["held"] * COPIES).sum()) + built["n_flowers"]
        built["hand_size"] = spec.values["deal.hand_size"]
        built["sets"] = (built["hand_size"] - 1) // 3
        bars = any(_is_on(spec.values, key) for key in BARS)
        built["has_standing"] = bars or _is_on(spec.values, "turn.stand_pass")
        built["has_bars"] = bars or (built["has_standing"] and spec.values.get("gold.discard") == "forbidden")
        built["has_groups"] = spec.values.get("win.same_kind_group", "none") != "none"
    return table


def values_of(row: Any) -> dict[str, Value]:
    """The option values a row stands for, session plan excluded: the inverse of `rule_table`."""
    family = Family(int(row["family"])).name.lower()
    return {
        key: option.decode(int(row[option.group][option.name]))
        for key, option in options_of(family).items()
        if option.in_row
    }
