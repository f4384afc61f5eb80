"""What differs between two rule sets, in words; and the rule sets one step away from a base."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import combinations

from rulesets.errors import InputError
from rulesets.options import FrozenMap, Option, Text, Value, load_catalogue, options_of, spell
from rulesets.spec import RulesetSpec, with_changes


@dataclass(frozen=True)
class Difference:
    """One option on which two rule sets differ."""

    key: str
    title: Text
    before: Value
    after: Value
    before_text: Text
    after_text: Text

    @property
    def meaning(self) -> Text:
        """The difference as one sentence in each language, without a full stop.

        >>> from rulesets.spec import resolve
        >>> differences(resolve("literal"), resolve("head_bump"))[0].meaning.en
        'several winners: from "all of them" to "only the first seat in turn order after the discarder"'
        """
        return Text(
            f'{self.title.en}: from "{self.before_text.en}" to "{self.after_text.en}"',
            f"{self.title.zh}：由“{self.before_text.zh}”改为“{self.after_text.zh}”",
        )


def differences(a: RulesetSpec, b: RulesetSpec) -> tuple[Difference, ...]:
    """The options on which `b` differs from `a`, in catalogue order; of two families, the common options only."""
    return tuple(
        _difference(option, a.values[key], b.values[key])
        for key, option in load_catalogue().items()
        if key in a.values and key in b.values and a.values[key] != b.values[key]
    )


def _difference(option: Option, before: Value, after: Value) -> Difference:
    return Difference(
        key=option.key,
        title=option.title,
        before=before,
        after=after,
        before_text=option.text_of(before),
        after_text=option.text_of(after),
    )


def apply(spec: RulesetSpec, steps: tuple[Difference, ...]) -> FrozenMap:
    """The values of `spec` with the differences applied: `apply(a, differences(a, b)) == b.values`."""
    return FrozenMap({**spec.values, **{step.key: step.after for step in steps}})


@dataclass(frozen=True)
class Sweep:
    """The rule sets one step from a base, and the steps that would contradict another option, with the sentence."""

    specs: tuple[RulesetSpec, ...]
    refused: tuple[tuple[str, Text], ...]


def one_at_a_time(base: RulesetSpec, effects: str = "SEDP") -> Sweep:
    """One rule set per alternative of each option that is alive in `base`, named `base+option=value`.

    Numbers step over the `sweep` list of their catalogue entry. `effects` are the classes of options to step: without
    `D` for studies of single hands, `R` only for recorded walls. Options of the session plan are never stepped.
    """
    specs: list[RulesetSpec] = []
    refused: list[tuple[str, Text]] = []
    for key, option in options_of(base.family).items():
        if not option.in_row or option.effect not in effects or not option.is_alive(base.values):
            continue
        for value in option.alternatives:
            if value == base.values[key]:
                continue
            try:
                specs.append(with_changes(base, {key: value}))
            except InputError as fault:
                refused.append((f"{base.name}+{key}={spell(value)}", Text(fault.en, fault.zh)))
    return Sweep(tuple(specs), tuple(refused))


def pairs(base: RulesetSpec, specs: Iterable[RulesetSpec]) -> Sweep:
    """One rule set per two of `specs` that play both changes to `base` at once, named `base+option=value+option=value`
    and titled after both.

    Left out are pairs that change the same option, and pairs that contradict each other.
    """
    found: list[RulesetSpec] = []
    refused: list[tuple[str, Text]] = []
    for one, other in combinations(specs, 2):
        first, second = ({step.key: step.after for step in differences(base, spec)} for spec in (one, other))
        if set(first) & set(second):
            continue
        both = {**first, **second}
        title = Text(f"{one.title.en} + {other.title.en}", f"{one.title.zh} + {other.title.zh}")
        try:
            found.append(replace(with_changes(base, both), title=title))
        except InputError as fault:
            refused.append((base.name + "".join(f"+{key}={spell(value)}" for key, value in both.items()), Text(fault.en, fault.zh)))
    return Sweep(tuple(found), tuple(refused))
