"""A fan described for people: `describe_fan("捉五", "zh")`."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from rulesets.errors import InputError, did_you_mean
from rulesets.options import FAMILIES, load_catalogue
from rulesets.spec import RulesetSpec
from rulesets.yamlfile import read_mapping

_FOLDER = Path(__file__).resolve().parent.parent


@cache
def worked_hands(family: str) -> tuple[dict[str, Any], ...]:
    """The worked hands of a family, as its `examples.yaml` has them."""
    path = _FOLDER / family / "examples.yaml"
    return tuple(read_mapping(path, path.relative_to(_FOLDER.parent).as_posix()).data["hands"])


def find_fan(word: str, families: Sequence[str] = FAMILIES) -> tuple[str, Any]:
    """Family and `FanInfo` of a fan named by code, number (`F09`), Chinese or English name."""
    known: list[str] = []
    for family in families:
        for fan in import_module(f"rulesets.{family}.fans").FANS:
            names = (fan.code, f"F{fan.number:02d}", f"F{fan.number}", fan.zh, fan.en)
            if word.strip().lower() in (name.lower() for name in names):
                return family, fan
            known += [fan.code.lower(), fan.zh, fan.en]
    en, zh = did_you_mean(word.strip().lower(), known)
    raise InputError(f'there is no fan "{word}".{en}', f"没有名为“{word}”的番种。{zh}")


def families_with(word: str) -> list[str]:
    """The families that have a fan of this name or number, for some names are common to several.

    >>> families_with("清一色")
    ['hebei', 'fuzhou', 'fuding']
    """
    find_fan(word)  # an unknown fan is refused
    found = []
    for family in FAMILIES:
        with contextlib.suppress(InputError):
            found.append(find_fan(word, (family,))[0])
    return found


def describe_fan(word: str, lang: str = "en", spec: RulesetSpec | None = None, family: str | None = None) -> dict[str, Any]:
    """Definition, value, exclusions, clause, options and an example of a fan, as plain data; texts are in `lang`.

    The value is that of `spec`, or the catalogue default; the fan is that of the family of `spec`, of `family`, or of the
    first family that has one of this name. Raises InputError for an unknown fan.

    >>> describe_fan("捉五")["points"]
    5
    """
    zh = lang == "zh"
    named = spec.family if spec is not None else family
    family, fan = find_fan(word, FAMILIES if named is None else (named,))
    fans = import_module(f"rulesets.{family}.fans").FANS
    value = load_catalogue()[fan.value_key].default if spec is None else spec.values[fan.value_key]
    examples = [hand for hand in worked_hands(family) if any(fan.code in codes for codes in hand["fans"])]
    if not examples:  # the fan is not scored unless told otherwise: a hand that has it after a change
        steps = [(hand, step) for hand in worked_hands(family) for step in hand.get("changed", ())]
        examples = [hand for hand, step in steps if any(fan.code in codes for codes in step.get("fans", ()))]
    shortest = min(examples, key=lambda hand: sum(len(codes) for codes in hand["fans"]))
    return {
        "family": family,
        "number": fan.number,
        "code": fan.code,
        "name": fan.zh if zh else fan.en,
        "zh": fan.zh,
        "en": fan.en,
        "points": value,
        "value_key": fan.value_key,
        "rule": fan.rule_zh if zh else fan.rule_en,
        "never_beside": [{"code": f.code, "name": f.zh if zh else f.en} for f in fans if f.code in fan.excludes],
        "clause": fan.clause,
        "options": list(fan.options),
        "example": {"id": shortest["id"], "hand": shortest["hand"], "title": shortest["title"]["zh" if zh else "en"]},
    }
