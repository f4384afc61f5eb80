"""Rule sets by name: `load_preset("hebei/literal")` gives a frozen `RulesetSpec`.

The law API others call:

- `rulesets.spec.resolve(name, extra_dirs=()) -> RulesetSpec`: a preset or a variant file by name (`hebei/literal`,
  `hebei/no_honours`, `literal` where the family is clear, or a Chinese title); `name@label` gives it another label
- `rulesets.spec.load_preset(name) -> RulesetSpec`
- `rulesets.compile.rule_table(specs)` -> RULES table, `rulesets.compile.values_of(row)` back
- `rulesets.options.load_catalogue()` -> every option by key, `options_of(family)`
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from rulesets.options import Text, Value, defaults_of
from rulesets.yamlfile import Document, read_mapping

_FOLDER = Path(__file__).resolve().parent


@dataclass(frozen=True)
class RulesetSpec:
    """A complete rule set: a value for every option of its family."""

    family: str
    name: str  # "family/name"
    title: Text
    values: Mapping[str, Value]  # option key -> value


@cache
def _presets(family: str) -> Document:
    path = _FOLDER / family / "presets.yaml"
    return read_mapping(path, path.relative_to(_FOLDER.parent).as_posix())


@cache
def load_preset(name: str) -> RulesetSpec:
    """The preset `family/name`."""
    family, short = name.split("/")
    entry = _presets(family).data[short]
    values = dict(load_preset(f"{family}/{entry['base']}").values) if "base" in entry else defaults_of(family)
    for group, changes in entry["changes"].items():
        values.update({f"{group}.{key}": value for key, value in changes.items()})
    return RulesetSpec(family, name, Text(*entry["title"]), MappingProxyType(values))


def resolve(name: str, extra_dirs: Iterable[Path] = ()) -> RulesetSpec:
    """The rule set called `name`."""
    return load_preset(name if "/" in name else f"hebei/{name}")
