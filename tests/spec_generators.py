"""Hypothesis: complete, contradiction-free rule sets drawn from the whole catalogue."""

from __future__ import annotations

from hypothesis import strategies as st

from rulesets import crosschecks
from rulesets.options import Option, Value, options_of
from rulesets.spec import RulesetSpec, load_preset, with_changes
from rulesets.variant import read_presets


def values_of_option(option: Option) -> st.SearchStrategy[Value]:
    """Any allowed value of an option; numbers are often at their ends."""
    if option.kind == "int" and not option.choices:
        return st.one_of(st.sampled_from([option.low, option.high, *option.sweep]), st.integers(option.low, option.high))
    return st.sampled_from(option.alternatives)


def repaired(family: str, values: dict[str, Value], base: RulesetSpec) -> dict[str, Value]:
    """The values with every contradiction undone: dependent and contradicting keys go back to their default, or, where
    the default itself contradicts the family (seat winds of Fuding), to the value of `base`, or to the last one there is."""
    options = options_of(family)
    while found := crosschecks.errors(family, values):
        finding = found[0]
        moved = [key for key in finding.keys if values[key] != options[key].default]
        if moved:
            values[moved[0]] = options[moved[0]].default
        elif any(values[key] != base.values[key] for key in finding.keys):
            values.update({key: base.values[key] for key in finding.keys})
        else:  # eight tai of a match in a family without tai
            values[finding.keys[0]] = options[finding.keys[0]].alternatives[-1]
    return values


@st.composite
def specs(draw: st.DrawFn, family: str = "hebei", in_row_only: bool = False) -> RulesetSpec:
    """A random rule set: a preset with any number of options changed on the spot."""
    base = load_preset(f"{family}/{draw(st.sampled_from(sorted(read_presets(family))))}")
    options = options_of(family)
    known = [key for key in options if options[key].in_row or not in_row_only]
    keys = draw(st.lists(st.sampled_from(known), unique=True, max_size=len(known)))
    wanted = repaired(family, {**base.values, **{key: draw(values_of_option(options[key])) for key in keys}}, base)
    changes = {key: value for key, value in wanted.items() if value != base.values[key]}
    return with_changes(base, changes) if changes else base
