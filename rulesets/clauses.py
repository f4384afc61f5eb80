"""The numbered clauses of a family's rules, in our own words: what options, fans and tests cite.

`clauses_of("hebei")["HB-FAN-09"]` is the clause on the straight in one suit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from rulesets.options import Text, options_of
from rulesets.yamlfile import read_mapping

_FOLDER = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Clause:
    """One rule as its source (platform help text, local rules) has it, or, with nothing in it said, as we decide it."""

    id: str
    text: Text
    modelled: bool  # False: the simulator leaves it out, for the reason in `note`
    note: Text
    options: tuple[str, ...]  # keys of the options that change it
    sentences: tuple[int, ...] = ()  # of the help text, where they are counted


@cache
def clauses_of(family: str) -> Mapping[str, Clause]:
    """The clauses of a family by id, in the order of its file."""
    path = _FOLDER / family / "clauses.yaml"
    document = read_mapping(path, path.relative_to(_FOLDER.parent).as_posix())
    changed_by: dict[str, list[str]] = {}
    for key, option in options_of(family).items():
        for clause in option.clauses:
            changed_by.setdefault(clause, []).append(key)
    return MappingProxyType(
        {
            id: Clause(
                id=id,
                text=Text(*entry["text"]),
                modelled=entry.get("modelled", True),
                note=Text(*entry.get("note", ("", ""))),
                options=tuple(changed_by.get(id, ())),
                sentences=tuple(entry.get("sentences", ())),
            )
            for id, entry in document.data.items()
        }
    )
