"""Rule sets by name, complete and checked: `resolve("hebei/literal")` gives a frozen `RulesetSpec`.

What the law offers to the rest of the project:

- `rulesets.spec`: `RulesetSpec`, `resolve(name, extra_dirs=())`, `load_preset(name)`, `list_rulesets(extra_dirs)`,
  `with_changes(spec, {key: value})`
- `rulesets.variant`: `Variant` (base + changes + reason + source), `read_variant(path)`, `variant_yaml(...)` to write one
- `rulesets.compare`: `differences(a, b)` in words of both languages, `one_at_a_time(spec)` for sweeps
- `rulesets.crosschecks`: `errors(family, values)`, `study_errors(...)`, `study_warnings(...)`
- `rulesets.options`: `load_catalogue()`, `options_of(family)`, `Option`
- `rulesets.compile`: `RULES`, `rule_table(specs)`, `values_of(row)`

Names: `family/short`, or `short` alone where only one family has it, or the title of a rule set in either language, or
a path that ends in `.yaml`. `name+option=value` changes an option on the spot (`literal+wall.reserve=14`, repeatable);
`name@label` repeats a rule set under another label. Every fault is an `InputError`: one sentence in two languages.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from rulesets import crosschecks
from rulesets.changes import parse_assignment
from rulesets.errors import InputError, did_you_mean
from rulesets.options import FAMILIES, FrozenMap, Text, Value, defaults_of, options_of, spell
from rulesets.variant import Variant, clean_name, read_presets, read_variant, variant_files

_LABEL = re.compile(r"\w+")
_NOTHING = FrozenMap({})


@dataclass(frozen=True)
class RulesetSpec:
    """A complete rule set: a value for every option of its family, and where each one comes from."""

    family: str
    name: str  # "family/short", with "+option=value" for every change made on the spot
    title: Text
    values: FrozenMap  # option key -> value
    origins: FrozenMap  # option key -> name of the rule set that set it last; untouched options are absent
    variant: Variant  # how it was declared: base, why, status, source
    changes: FrozenMap  # its own changes to its base; empty for a preset taken as it is
    label: str = ""

    def __getitem__(self, key: str) -> Value:
        return self.values[key]

    @property
    def full_name(self) -> str:
        """The name that `resolve` reads back, label included."""
        return f"{self.name}@{self.label}" if self.label else self.name

    @property
    def slug(self) -> str:
        """The full name as the name of a file or folder; different for different rule sets."""
        return re.sub(r"[/+=@]", "-", self.full_name)

    @property
    def rules_hash(self) -> str:
        """First 16 hex digits of SHA-256 over the family and the values away from the catalogue default.

        Equal rules have equal hashes whatever they are called; a new option at its neutral default changes none.
        """
        moved = {
            key: value for key, value in self.values.items() if value != options_of(self.family)[key].default
        }
        law = {key: value for key, value in moved.items() if options_of(self.family)[key].in_row}
        plan = {key: value for key, value in moved.items() if key not in law}
        text = json.dumps({"family": self.family, "law": law, "plan": plan}, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]


def resolve(name: str, extra_dirs: Iterable[Path] = ()) -> RulesetSpec:
    """The rule set called `name`; `extra_dirs` hold further files as `variant/<family>/<short>.yaml`.

    >>> resolve("literal+wall.reserve=14@seven").full_name
    'hebei/literal+wall.reserve=14@seven'
    """
    folders = tuple(Path(folder) for folder in extra_dirs)
    text, at, label = name.rpartition("@")
    if not at:
        text, label = name, ""
    elif not _LABEL.fullmatch(label):
        raise InputError(
            f'"{name}": a label after @ may hold letters, digits and _ only.', f"“{name}”：@ 后的标签只能含文字、数字和 _。"
        )
    short, *assignments = text.split("+")
    spec = _compose(_find(clean_name(short), folders), folders, ())
    if assignments:
        spec = with_changes(spec, dict(parse_assignment(step, spec.family, f'"{name}"') for step in assignments))
    return replace(spec, label=label)


# Short names that a later family took as well: without a family they mean what they meant before.
FIRST_TO_HAVE = {"literal": "hebei"}


@cache
def load_preset(name: str) -> RulesetSpec:
    """The preset `family/short`, or `short` where only one family has it."""
    family, _, short = name.rpartition("/")
    family = family or FIRST_TO_HAVE.get(short, "")
    homes = [f for f in FAMILIES if short in read_presets(f) and (not family or f == family)]
    if len(homes) != 1:
        raise _unknown_name(name, ())
    return _compose(read_presets(homes[0])[short], (), ())


def list_rulesets(extra_dirs: Iterable[Path] = ()) -> tuple[list[Variant], list[InputError]]:
    """Every preset and readable variant file, families and presets first, and what is wrong with the other files."""
    found: list[Variant] = []
    faults: list[InputError] = []
    folders = tuple(Path(folder) for folder in extra_dirs)
    for family in FAMILIES:
        found += read_presets(family).values()
        for path in variant_files(family, folders):
            try:
                variant = read_variant(path, family)
                _refuse_taken_name(variant, folders)
                found.append(variant)
            except InputError as fault:
                faults.append(fault)
    return found, faults


def with_changes(spec: RulesetSpec, changes: Mapping[str, Value]) -> RulesetSpec:
    """`spec` with options changed on the spot: named `name+option=value`, titled after the changes, checked."""
    full = spec.name + "".join(f"+{key}={spell(value)}" for key, value in changes.items())
    if all(spec.values[key] == value for key, value in changes.items()):
        raise _changes_nothing(f'"{full}"', full, changes, spec.name)
    values = {**spec.values, **changes}
    for finding in crosschecks.errors(spec.family, values):
        raise InputError(f'"{full}": {finding.en}', f"“{full}”：{finding.zh}")
    options = options_of(spec.family)
    steps = [(options[key].title, options[key].text_of(value)) for key, value in changes.items()]
    return replace(
        spec,
        name=full,
        label="",
        title=Text(
            spec.title.en + "".join(f" + {title.en}: {word.en}" for title, word in steps),
            spec.title.zh + "".join(f" + {title.zh}：{word.zh}" for title, word in steps),
        ),
        values=FrozenMap(values),
        origins=FrozenMap({**spec.origins, **dict.fromkeys(changes, full)}),
        changes=FrozenMap({**spec.changes, **changes}),
    )


def _find(name: str, folders: tuple[Path, ...]) -> Variant:
    """The declaration called `name`: a path, a name, a short name or a title."""
    if name.endswith((".yaml", ".yml")):
        variant = read_variant(Path(name))
        _refuse_taken_name(variant, folders)
        return variant
    family, _, short = name.rpartition("/")
    if family and family not in FAMILIES:
        near, near_zh = did_you_mean(family, FAMILIES)
        raise InputError(
            f'"{name}": unknown family {family}; there are: {", ".join(FAMILIES)}.{near}',
            f"“{name}”：没有 {family} 规则；现有：{'、'.join(FAMILIES)}。{near_zh}",
        )
    found = [v for f in FAMILIES if not family or f == family for v in _by_short_name(f, short, folders)]
    if len(found) > 1:
        found = [v for v in found if v.family == FIRST_TO_HAVE.get(short)] or found
    if not found:
        found = [v for v in list_rulesets(folders)[0] if short in v.title and (not family or v.family == family)]
    if not found:
        raise _unknown_name(name, folders)
    if len(found) > 1:
        names = [variant.name for variant in found]
        raise InputError(
            f'"{name}" is the name of several rule sets: {", ".join(names)}.',
            f"“{name}”同时是几种规则的名称：{'、'.join(names)}。",
        )
    return found[0]


def _by_short_name(family: str, short: str, folders: tuple[Path, ...]) -> list[Variant]:
    """The preset or variant file of that short name; an error if the name is taken twice."""
    paths = [path for path in variant_files(family, folders) if clean_name(path.stem) == short]
    if paths:
        variant = read_variant(paths[0], family)
        _refuse_taken_name(variant, folders)
        return [variant]
    preset = read_presets(family).get(short)
    return [preset] if preset is not None else []


def _refuse_taken_name(variant: Variant, folders: tuple[Path, ...]) -> None:
    """A variant file may not take the name of a preset or of another variant file."""
    family, short = variant.name.split("/")
    if short in read_presets(family):
        raise InputError(
            f"{variant.file}: {variant.name} is the name of a preset; give the file another name.",
            f"{variant.file}：{variant.name} 是预设规则的名称；请给文件另取一名。",
        )
    homes = [path for path in variant_files(family, folders) if clean_name(path.stem) == short]
    if len({path.resolve() for path in homes}) > 1:
        raise InputError(
            f"{variant.file}: the name {variant.name} is taken by {homes[0]} as well; rename one of them.",
            f"{variant.file}：{variant.name} 这个名称与 {homes[0]} 重复；请改其中一个。",
        )


def _unknown_name(name: str, folders: tuple[Path, ...]) -> InputError:
    """What to say about a name nobody has: the nearest names, by short name, full name or title."""
    known = list_rulesets(folders)[0]
    words = [word for v in known for word in ((v.name if "/" in name else v.name.split("/")[1]), *v.title)]
    near, near_zh = did_you_mean(name, dict.fromkeys(words))
    if not near:
        shared = [v for v in known if set(name) & set(v.title.zh) and not name.isascii()][:3]
        if shared:
            near = f" Did you mean {', '.join(v.name for v in shared)}?"
            near_zh = f"是否想写 {'、'.join(v.title.zh for v in shared)}？"
    own = "" if folders else " A file of your own needs --config-dir FOLDER."
    own_zh = "" if folders else "自己的规则文件须加 --config-dir 文件夹。"
    return InputError(
        f'there is no rule set "{name}".{near or " The command `rulelab list variants` shows them all."}{own}',
        f"没有名为“{name}”的规则。{near_zh or '用 rulelab list variants 可列出全部。'}{own_zh}",
    )


def _compose(variant: Variant, folders: tuple[Path, ...], chain: tuple[str, ...]) -> RulesetSpec:
    """The complete rule set a declaration stands for: its base's values, its changes, all cross-checks."""
    if variant.name in chain:
        circle = " → ".join((*chain, variant.name))
        raise InputError(
            f"{variant.file}: base: the rule sets build on each other in a circle: {circle}.",
            f"{variant.file}：base 互相引用成环：{circle}。",
        )
    values, origins, base_name = defaults_of(variant.family), {}, "the catalogue defaults"
    if variant.base is not None:
        base = _compose(_find_base(variant, folders), folders, (*chain, variant.name))
        values, origins, base_name = dict(base.values), dict(base.origins), base.name
    if all(values[key] == value for key, value in variant.changes.items()):
        raise _changes_nothing(variant.where(variant.changes), variant.name, variant.changes, base_name)
    values.update(variant.changes)
    origins.update(dict.fromkeys(variant.changes, variant.name))
    for finding in crosschecks.errors(variant.family, values):
        where = variant.where(finding.keys)
        raise InputError(f"{where}: {finding.en}", f"{where}：{finding.zh}")
    return RulesetSpec(
        family=variant.family,
        name=variant.name,
        title=variant.title,
        values=FrozenMap(values),
        origins=FrozenMap(origins),
        variant=variant,
        changes=_NOTHING if variant.is_preset else variant.changes,
    )


def _find_base(variant: Variant, folders: tuple[Path, ...]) -> Variant:
    """The declaration that `variant` names as its base; faults are said to be in `variant`'s file."""
    assert variant.base is not None
    try:
        base = _find(variant.base, folders)
    except InputError as fault:
        raise InputError(f"{variant.file}: base: {fault.en}", f"{variant.file}：base：{fault.zh}") from None
    if base.family != variant.family:
        raise InputError(
            f"{variant.file}: base: {base.name} is of family {base.family}; this variant is family {variant.family}.",
            f"{variant.file}：base {base.name} 属于 {base.family} 规则；此变体属于 {variant.family}。",
        )
    return base


def _changes_nothing(where: str, name: str, changes: Mapping[str, Value], base: str) -> InputError:
    """X29: every change already is so in the base."""
    key = next(iter(changes))
    value = spell(changes[key])
    return InputError(
        f"{where}: variant {name} changes nothing: {key} already is {value} in {base}.",
        f"{where}：变体 {name} 没有改变任何规则：{key} 在 {base} 中本来就是 {value}。",
    )
