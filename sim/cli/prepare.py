"""From a checked request to a `Study`: names become rule sets and bots, and what cannot be studied is refused.

Everything that can be wrong with a request is found here, before a folder is made or a hand is played.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rulesets.compare import one_at_a_time, pairs
from rulesets.crosschecks import rule_warnings, study_errors, study_warnings
from rulesets.errors import InputError
from rulesets.formats import seat_errors
from rulesets.mistake_checks import idle_changes, mistake_errors
from rulesets.options import Text, spell
from rulesets.spec import RulesetSpec, resolve
from sim.bots.registry import declines_wins, load_lineup
from sim.cli.compose import Request
from sim.plan import LineUpPlan, Study, VariantPlan, default_folder_name
from sim.settings import MAX_SESSION_HANDS, Settings


@dataclass(frozen=True)
class Prepared:
    """A study ready to run, its folder, and remarks for the user."""

    study: Study
    out: Path
    settings: Settings
    warnings: tuple[Text, ...]


def prepare(request: Request) -> Prepared:
    """Resolve all names, check the study as a whole and its folder; nothing is written."""
    settings, dirs = request.settings, request.config_dirs
    specs, left_out = _specs(settings, dirs)
    _check_seats(specs, settings.unit, ())
    _check_specs(specs, settings.unit)
    lineups = tuple(_lineup(name, dirs) for name in settings.lineups)
    for spec in specs:
        check_mistakes(spec, lineups)
    _check_seats(specs, settings.unit, lineups)
    study = Study(
        name=settings.name,
        variants=tuple(_variant(spec, settings) for spec in specs),
        lineups=lineups,
        walls=settings.walls,
        seed=settings.seed,
        unit=settings.unit,
        session_hands=settings.session_hands,
        store=settings.store,
        columns=settings.columns,
        clauses=settings.clauses,
        title=Text(settings.title.get("en", settings.name), settings.title.get("zh", settings.title.get("en", settings.name))),
    )
    out = Path(settings.out) if settings.out is not None else Path("runs") / default_folder_name(study)
    check_folder(out)
    return Prepared(study, out, settings, left_out + _warnings(specs, lineups))


def changed_name(base: str, changes: Mapping[str, Any]) -> str:
    """The name of `base` with options changed on the spot, from a nested mapping.

    >>> changed_name("hebei/literal", {"wall": {"reserve": 14}, "kan": {"rob_added": False}})
    'hebei/literal+wall.reserve=14+kan.rob_added=false'
    """

    return base + "".join(f"+{key}={spell(value)}" for key, value in _flat(changes))


def _flat(mapping: Mapping[str, Any], prefix: str = "") -> Iterable[tuple[str, Any]]:
    """Option keys and values of a nested mapping."""
    for key, value in mapping.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + str(key), value


def _changed(base: RulesetSpec, settings: Settings) -> tuple[list[str], tuple[Text, ...]]:
    """Names of the rule sets that `changes` makes of the baseline, values that it has anyway left away; and what is said of
    cells of a sweep that are the baseline itself."""
    names: list[str] = []
    notes: list[Text] = []
    for change in settings.changes:
        given = list(_flat(change))
        moved = [(key, value) for key, value in given if key not in base.values or spell(base.values[key]) != spell(value)]
        if moved:
            names.append(changed_name(base.name, dict(moved)))
            continue
        said, said_zh = (
            join.join(f"{key}{is_}{spell(value)}" for key, value in given)
            for join, is_ in ((" and ", " already is "), ("、", " 本来就是 "))
        )
        if len(settings.changes) == 1:
            raise InputError(
                f"changes: {said} in {base.name}; leave it out, the baseline is played anyway.",
                f"changes：{base.name} 中 {said_zh}；请去掉，基准总会打。",
            )
        notes.append(
            Text(
                f"changes: {said} in {base.name}, the baseline, which is played anyway; left out.",
                f"changes：{base.name} 中 {said_zh}，即基准本身，总会打；已略去。",
            )
        )
    return names, tuple(notes)


def _specs(settings: Settings, dirs: tuple[Path, ...]) -> tuple[list[RulesetSpec], tuple[Text, ...]]:
    """All rule sets of the study, the baseline first: named ones, then `changes`, then the sweep; and remarks on `changes`."""
    specs = [_resolve(name, dirs) for name in settings.all_variants()]
    base = specs[0]
    changed, notes = _changed(base, settings)
    specs += [_resolve(name, dirs) for name in changed]
    if settings.sweep == "one_at_a_time":
        effects = "SEP" if settings.unit == "hand" else "SEDP"
        known = {spec.rules_hash for spec in specs}
        specs += [spec for spec in one_at_a_time(base, effects).specs if spec.rules_hash not in known]
    elif settings.sweep == "pairs":
        specs += pairs(base, specs[1:]).specs
    names = [spec.full_name for spec in specs]
    for i, name in enumerate(names):
        if name in names[:i]:
            raise InputError(
                f"variants: {name} stands twice; to repeat it on purpose give it a label, such as {name}@again.",
                f"variants：{name} 出现两次；若有意重复，请加标签，例如 {name}@again。",
            )
    return specs, notes


def _resolve(name: str, dirs: tuple[Path, ...]) -> RulesetSpec:
    try:
        return resolve(name, dirs)
    except InputError as fault:
        raise InputError(f"variants: {fault.en}", f"variants：{fault.zh}") from None


def _check_specs(specs: list[RulesetSpec], unit: str) -> None:
    families = dict.fromkeys(spec.family for spec in specs)
    if len(families) > 1:
        listed = ", ".join(families)
        raise InputError(
            f"variants: the study mixes the families {listed}; differences are taken within one family.",
            f"variants：研究混用了 {listed} 几个家族；只能在同一家族内比较。",
        )
    for spec in specs:
        if unit == "session" and int(spec.values["format.max_hands"]) > MAX_SESSION_HANDS:
            raise InputError(
                f"variants: {spec.full_name}: format.max_hands is {spec.values['format.max_hands']}; sessions of a study have at "
                f"most {MAX_SESSION_HANDS} hands.",
                f"variants：{spec.full_name}：format.max_hands 为 {spec.values['format.max_hands']}；研究中一场最多 "
                f"{MAX_SESSION_HANDS} 副。",
            )
    for spec in specs[1:]:
        for finding in study_errors(spec.changes, unit=unit):
            raise InputError(f"variants: {spec.full_name}: {finding.en}", f"variants：{spec.full_name}：{finding.zh}")


def _check_seats(specs: list[RulesetSpec], unit: str, lineups: tuple[LineUpPlan, ...]) -> None:
    for spec in specs:
        for finding in seat_errors([spec], unit, [(x.name, len(x.bots)) for x in lineups]):
            raise InputError(f"variants: {spec.full_name}: {finding.en}", f"variants：{spec.full_name}：{finding.zh}")


def _variant(spec: RulesetSpec, settings: Settings) -> VariantPlan:
    if spec.label:
        spec = replace(spec, title=Text(f"{spec.title.en} ({spec.label})", f"{spec.title.zh}（{spec.label}）"))
    return VariantPlan(spec, settings.policy)


def _lineup(name: str, dirs: tuple[Path, ...]) -> LineUpPlan:
    try:
        return load_lineup(name, dirs)
    except InputError as fault:
        raise InputError(f"lineups: {fault.en}", f"lineups：{fault.zh}") from None


def check_mistakes(spec: RulesetSpec, lineups: tuple[LineUpPlan, ...]) -> None:
    """Refuse players who err where the rules have no penalties, and mistakes named one by one that can never occur (X27)."""
    for lineup in lineups:
        if not lineup.has_mistakes:
            continue
        named = {name for bot in lineup.bots if bot.mistakes is not None for name in bot.mistakes.singles}
        for finding in mistake_errors(spec.family, spec.values, named):
            raise InputError(f"lineups: {lineup.name}: {finding.en}", f"lineups：{lineup.name}：{finding.zh}")


def _warnings(specs: list[RulesetSpec], lineups: tuple[LineUpPlan, ...]) -> tuple[Text, ...]:
    declines = any(declines_wins(bot) for lineup in lineups for bot in lineup.bots)
    found: dict[Text, list[str]] = {}
    errs = any(lineup.has_mistakes for lineup in lineups)
    for spec in specs[1:]:
        for finding in idle_changes(spec.changes, spec.values, errs=errs):
            found.setdefault(Text(finding.en, finding.zh), []).append(spec.full_name)
    for spec in specs:
        for finding in rule_warnings(spec.family, spec.values) + study_warnings(spec.values, declines_wins=declines):
            found.setdefault(Text(finding.en, finding.zh), []).append(spec.full_name)
    return tuple(_of_rule_sets(text, names) for text, names in found.items())


def _of_rule_sets(text: Text, names: list[str]) -> Text:
    """A warning once, with the rule sets it is about: the first by name, the others by their number."""
    more = len(names) - 1
    en = f" and {more} more rule set{'' if more == 1 else 's'}" if more else ""
    zh = f" 等 {more + 1} 套规则" if more else ""
    return Text(f"{names[0]}{en}: {text.en}", f"{names[0]}{zh}：{text.zh}")


def check_folder(out: Path) -> None:
    """Refuse a results folder that cannot be used; nothing is created."""
    if out.exists() and not out.is_dir():
        raise InputError(f"out: {out} is a file, not a folder.", f"out：{out} 是文件，不是文件夹。")
    near = out.absolute()
    while not near.exists():
        near = near.parent
    if not near.is_dir():
        raise InputError(f"out: {near} is a file, not a folder.", f"out：{near} 是文件，不是文件夹。")
    try:
        with tempfile.TemporaryFile(dir=near):
            pass
    except OSError as fault:
        raise InputError(
            f"out: {out}: cannot be written ({fault.strerror}).", f"out：{out}：无法写入（{fault.strerror}）。"
        ) from None
    if out.is_dir() and any(out.iterdir()) and not (out / "manifest.json").exists() and not (out / "run.json").exists():
        raise InputError(
            f"out: {out} holds other files and no earlier run; name an empty or new folder.",
            f"out：{out} 中有别的文件，且不是以前的运行结果；请换一个空的或新的文件夹。",
        )
