"""The option catalogue: every rule that can be changed, with its choices, default, meaning, clauses and source.

`common_options.yaml` and `table_options.yaml` hold the options all families share, `<family>/options.yaml` those of one
family's scoring.
An option stands in the catalogue only together with the mechanism that obeys it. Everything else about options (the
rule row, the loader's checks, the tables in the documents, sweeps) is generated from these records.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

from rulesets.errors import InputError
from rulesets.yamlfile import Document, read_mapping

Value = str | int | bool
FAMILIES: tuple[str, ...] = ("hebei", "fuzhou", "fuding")

# Parts of an option's name that do not compile to the rule row: they shape the session plan.
PLAN_GROUPS = ("format",)

CONFIDENCE = ("high", "medium-high", "medium", "medium-low", "low")
_FOLDER = Path(__file__).resolve().parent
_FIELDS = frozenset(
    ("title", "meaning", "choices", "range", "unit", "default", "sweep", "needs", "clauses", "confidence", "sources")
) | {"class", "zero", "reserved", "words", "only"}


class Text(NamedTuple):
    """One text in English and Chinese."""

    en: str
    zh: str


SOURCES: Mapping[str, Text] = MappingProxyType(
    {
        "text": Text("help text of the platform", "平台帮助说明"),
        "local": Text("written local rules", "当地成文规则"),
        "public": Text("observed in public implementations", "公开实现中所见"),
        "decision": Text("our decision, the text is silent or unclear", "本项目的决定，原文未载或不明"),
    }
)

EFFECTS: Mapping[str, Text] = MappingProxyType(
    {
        "S": Text("points only", "只影响计分"),
        "E": Text("who is paid for the last event", "只影响最后一张牌由谁结算"),
        "D": Text("who deals next", "只影响下一副由谁坐庄"),
        "P": Text("legality, information or the wall", "影响可行动作、信息或牌墙"),
        "R": Text("logs of recorded walls only", "只影响记录的牌墙"),
    }
)


class Need(NamedTuple):
    """One condition for an option to have an effect: any of the named parents has one of the listed values.

    An empty tuple of values stands for "above 0". A parent that the family does not have lets nothing act.
    """

    parents: tuple[tuple[str, tuple[Value, ...]], ...]

    def holds(self, values: Mapping[str, Value]) -> bool:
        """True if at least one parent has a value that lets the option act."""
        return any(
            (values[key] in wanted) if wanted else is_positive(values[key]) for key, wanted in self.parents if key in values
        )


def is_positive(value: Value) -> bool:
    """Whether a number is above 0; a word that stands for a number is."""
    return isinstance(value, str) or int(value) > 0


class FrozenMap(Mapping[str, Value]):
    """A mapping that cannot change, can be hashed and can travel to another process."""

    __slots__ = ("_items",)

    def __init__(self, items: Mapping[str, Value]) -> None:
        self._items = dict(items)

    def __getitem__(self, key: str) -> Value:
        return self._items[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._items)

    def __len__(self) -> int:
        return len(self._items)

    def __hash__(self) -> int:
        return hash(frozenset(self._items.items()))

    def __repr__(self) -> str:
        return f"FrozenMap({self._items})"


@dataclass(frozen=True)
class Option:
    """One rule that can be changed."""

    key: str  # "group.name", also the path in the rule row
    kind: Literal["choice", "bool", "int"]
    family: str | None  # None: shared by all families
    default: Value
    choices: tuple[str, ...]  # as written in YAML; of integers only where a few numbers are allowed, else empty
    choice_texts: tuple[Text, ...]
    low: int
    high: int
    unit: Text  # of integers; the English one in the plural
    zero: Text  # what 0 means where it is more than a number
    title: Text
    meaning: Text
    needs: tuple[Need, ...]
    clauses: tuple[str, ...]
    confidence: str
    sources: tuple[str, ...]
    effect: str  # class S, E, D, P or R; see EFFECTS
    sweep: tuple[int, ...]
    words: tuple[str, ...]  # of integers: words that may stand for a number; the row holds -1, -2, ... for them
    word_texts: tuple[Text, ...]
    only: tuple[str, ...]  # of a shared option: the families in which it can change anything; empty: all
    reserved: bool  # a known name nobody has defined: only 0 may stand there, and it changes nothing

    @property
    def group(self) -> str:
        """The part of the key before the dot: the sub-record of the rule row."""
        return self.key.split(".")[0]

    @property
    def name(self) -> str:
        """The part of the key after the dot: the field in the sub-record."""
        return self.key.split(".")[1]

    @property
    def in_row(self) -> bool:
        """False for options of the session plan."""
        return self.group not in PLAN_GROUPS

    @property
    def alternatives(self) -> tuple[Value, ...]:
        """All values a one-at-a-time sweep may try, the default included."""
        if self.kind == "int":
            return (*self.sweep, *self.words)
        return tuple(self.value_of(i) for i in range(len(self.choices)))

    def value_of(self, index: int) -> Value:
        """The value written as `choices[index]`."""
        return self.choices[index] == "true" if self.kind == "bool" else self.choices[index]

    def encode(self, value: Value) -> int:
        """The value as it stands in the rule row: the number, 0 or 1, or the index of the choice."""
        if self.words and value in self.words:
            return -1 - self.words.index(str(value))
        return self.choices.index(str(value)) if self.kind == "choice" else int(value)

    def decode(self, cell: int) -> Value:
        """The value a cell of the rule row stands for."""
        if self.words and cell < 0:
            return self.words[-1 - cell]
        if self.kind == "choice":
            return self.choices[cell]
        return bool(cell) if self.kind == "bool" else int(cell)

    def text_of(self, value: Value) -> Text:
        """What the value means, in both languages; a number with its unit."""
        if self.words and value in self.words:
            return self.word_texts[self.words.index(str(value))]
        if self.kind == "int" and not self.choices:
            if value == 0 and self.zero.en:
                return self.zero
            unit = self.unit.en.removesuffix("s") if value == 1 else self.unit.en
            return Text(f"{value} {unit}", f"{value} {self.unit.zh}")
        return self.choice_texts[self.choices.index(spell(value))]

    def allowed(self) -> str:
        """The allowed values as one would write them."""
        numbers = ", ".join(self.choices) if self.choices else f"{self.low} to {self.high}"
        return ", ".join((numbers, *self.words))

    def is_alive(self, values: Mapping[str, Value]) -> bool:
        """True if, beside these values of the other options, changing this option can change anything."""
        elsewhere = self.only and not any(key.partition(".")[0] in self.only for key in values)
        return not self.reserved and not elsewhere and all(need.holds(values) for need in self.needs)


def spell(value: Any) -> str:
    """A value as it is written in YAML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else str(value)


@cache
def load_catalogue() -> Mapping[str, Option]:
    """All options of all families by key, common ones first, in the order of the files."""
    shared = ("common_options.yaml", "table_options.yaml")
    files: list[tuple[str | None, Path]] = [(None, _FOLDER / name) for name in shared]
    files += [(family, _FOLDER / family / "options.yaml") for family in FAMILIES]
    options: dict[str, Option] = {}
    for family, path in files:
        document = read_mapping(path, path.relative_to(_FOLDER.parent).as_posix())
        for key, entry in document.data.items():
            options[key] = _option(key, entry, family, document)
    for option in options.values():
        for need in option.needs:
            for parent, wanted in need.parents:
                if parent not in options or not all(spell(v) in options[parent].choices + options[parent].words for v in wanted):
                    raise InputError(
                        f"{option.key}: needs an unknown option or value of {parent}.",
                        f"{option.key}：依赖的 {parent} 或其取值不存在。",
                    )
    return MappingProxyType(options)


@cache
def options_of(family: str) -> Mapping[str, Option]:
    """The options a rule set of `family` can set: the common ones and its own."""
    return MappingProxyType({k: o for k, o in load_catalogue().items() if o.family in (None, family)})


def defaults_of(family: str) -> dict[str, Value]:
    """The catalogue default of every option of `family`."""
    return {key: option.default for key, option in options_of(family).items()}


def _option(key: str, entry: dict[str, Any], family: str | None, document: Document) -> Option:
    """One catalogue entry as a record; a fault in our own catalogue is an error like any other."""
    unknown = set(entry) - _FIELDS
    if unknown or entry.get("class") not in EFFECTS or entry.get("confidence") not in CONFIDENCE:
        where = document.where(key)
        raise InputError(f"{where}: faulty catalogue entry {key}.", f"{where}：选项表中 {key} 的条目有误。")
    choices = tuple(entry.get("choices", {}))
    numbers = tuple(int(choice) for choice in choices if choice.isdecimal())
    kind: Literal["choice", "bool", "int"] = "choice" if len(numbers) < len(choices) else "int"
    if set(choices) == {"true", "false"}:
        kind = "bool"
    low, high = (min(numbers), max(numbers)) if numbers else entry.get("range", (0, 1))
    return Option(
        key=key,
        kind=kind,
        family=family,
        default=_default(kind, choices, numbers, entry),
        choices=choices,
        choice_texts=tuple(Text(*texts) for texts in entry.get("choices", {}).values()),
        low=low,
        high=high,
        unit=Text(*entry.get("unit", ("", ""))),
        zero=Text(*entry.get("zero", ("", ""))),
        title=Text(*entry["title"]),
        meaning=Text(*entry["meaning"]),
        needs=tuple(_need(line) for line in entry.get("needs", ())),
        clauses=tuple(entry["clauses"]),
        confidence=entry["confidence"],
        sources=tuple(entry["sources"]),
        effect=entry["class"],
        sweep=numbers or tuple(entry.get("sweep", ())),
        words=tuple(entry.get("words", {})),
        word_texts=tuple(Text(*texts) for texts in entry.get("words", {}).values()),
        only=tuple(entry.get("only", ())),
        reserved=entry.get("reserved", False),
    )


def _default(kind: str, choices: tuple[str, ...], numbers: tuple[int, ...], entry: dict[str, Any]) -> Value:
    """The first choice; of a number with a range, the one the entry names."""
    if kind == "int":
        return numbers[0] if numbers else int(entry["default"])
    return choices[0] == "true" if kind == "bool" else choices[0]


def _need(line: dict[str, Any]) -> Need:
    """One line of `needs`: parent keys with the values that let the option act, or `positive`."""
    return Need(tuple((key, () if wanted == "positive" else tuple(wanted)) for key, wanted in line.items()))
