"""`rulelab explain`: an option, a fan or a rule set in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulesets.errors import InputError, did_you_mean
from rulesets.options import Text
from sim.cli.argv import plain_arguments
from sim.cli.listing import config_dirs, fans_of
from sim.cli.words import Voice

CONFIDENCE_ZH = {"high": "高", "medium-high": "较高", "medium": "中", "medium-low": "较低", "low": "低"}
LENGTH = Text("how long a session lasts", "只影响一场打几副")


def command(argv: list[str], voice: Voice) -> int:
    """Print what the word names: first options, then fans, then rule sets."""
    given = plain_arguments("explain", argv)
    if len(given.words) != 1:
        raise InputError(
            "explain: name one option, fan or rule set, such as claim.multi_win, zhuowu or hebei/app.",
            "explain：请给出一个选项、番种或规则，例如 claim.multi_win、捉五或 hebei/app。",
        )
    word = given.words[0]
    dirs = config_dirs(given)
    from rulesets.options import load_catalogue

    catalogue = load_catalogue()
    option = catalogue.get(word) or next((o for o in catalogue.values() if word in (*o.title, o.name)), None)
    if word in catalogue:
        _option(catalogue[word], voice)
    elif _is_fan(word):
        _fan(word, voice)
    elif option is not None:
        _option(option, voice)
    else:
        _ruleset(word, dirs, voice)
    return 0


def _is_fan(word: str) -> bool:
    from rulesets.records.describe import find_fan

    try:
        find_fan(word)
    except InputError:
        return False
    return True


def _option(option: Any, voice: Voice) -> None:
    from rulesets.options import EFFECTS, SOURCES, spell

    voice.say(f"{option.key}: {option.title.en}", f"{option.key}：{option.title.zh}")
    voice.say(f"  {option.meaning.en}", f"  {option.meaning.zh}")
    if option.kind == "int":
        voice.say(
            f"  a whole number from {option.low} to {option.high} {option.unit.en}; default {option.default}",
            f"  {option.low} 到 {option.high} 之间的整数（{option.unit.zh}）；默认 {option.default}",
        )
    for i, choice in enumerate(option.choices):
        mark_en, mark_zh = (" (default)", "（默认）") if i == 0 else ("", "")
        text = option.choice_texts[i]
        voice.say(f"  {choice}{mark_en}: {text.en}", f"  {choice}{mark_zh}：{text.zh}")
    for value, presets in _values_in_presets(option.key).items():
        voice.say(f"  {spell(value)} in {', '.join(presets)}", f"  {spell(value)}：{'、'.join(presets)}")
    for need in option.needs:
        en = " or ".join(f"{p} is {' or '.join(map(spell, w)) or 'above 0'}" for p, w in need.parents)
        zh = "，或 ".join(f"{p} 为 {' 或 '.join(map(spell, w)) or '正数'}" for p, w in need.parents)
        voice.say(f"  has an effect only if {en}", f"  仅当 {zh} 时起作用")
    effect = LENGTH if option.group == "format" else EFFECTS[option.effect]
    voice.say(f"  changing it alters: {effect.en}", f"  改动它{effect.zh}")
    sources = [SOURCES[s] for s in option.sources]
    voice.say(
        f"  clauses {', '.join(option.clauses)}; {', '.join(s.en for s in sources)}; confidence {option.confidence}",
        f"  条款 {'、'.join(option.clauses)}；{'、'.join(s.zh for s in sources)}；把握程度：{CONFIDENCE_ZH[option.confidence]}",
    )


def _values_in_presets(key: str) -> dict[Any, list[str]]:
    """Value of an option -> the presets that play it so: the catalogue's default is not what a baseline has."""
    from rulesets.options import FAMILIES
    from rulesets.spec import resolve
    from rulesets.variant import read_presets

    found: dict[Any, list[str]] = {}
    for preset in (v.name for family in FAMILIES for v in read_presets(family).values()):
        values = resolve(preset).values
        if key in values:
            found.setdefault(values[key], []).append(preset)
    return found


def _fan(word: str, voice: Voice) -> None:
    from rulesets.records.describe import describe_fan

    fan = describe_fan(word, voice.lang)
    head = f"F{fan['number']:02d} {fan['code']} {fan['zh']}"
    voice.say(f"{head}: {fan['en']}", head)
    print(f"  {fan['rule']}")
    voice.say(
        f"  worth {fan['points']} points (option {fan['value_key']}); clause {fan['clause']}",
        f"  {fan['points']} 分（选项 {fan['value_key']}）；条款 {fan['clause']}",
    )
    beside = [f["name"] for f in fan["never_beside"]]
    if beside:
        voice.say(f"  never together with {', '.join(beside)}", f"  不与 {'、'.join(beside)} 同计")
    if fan["options"]:
        voice.say(f"  options that change it: {', '.join(fan['options'])}", f"  与之有关的选项：{'、'.join(fan['options'])}")
    example = fan["example"]
    voice.say(f"  example {example['id']}: {example['hand']}", f"  例 {example['id']}：{example['hand']}")


def _ruleset(name: str, dirs: tuple[Path, ...], voice: Voice) -> None:
    from rulesets.compare import differences
    from rulesets.spec import list_rulesets, resolve
    from rulesets.variant import STATUSES

    try:
        spec = resolve(name, dirs)
    except InputError:
        if name.isascii() and "/" in name:
            raise
        raise _unknown(name, [v.name for v in list_rulesets(dirs)[0]]) from None
    declared = spec.variant
    voice.say(f"{spec.full_name}: {spec.title.en}", f"{spec.full_name}：{spec.title.zh}")
    voice.say(f"  {declared.why.en}", f"  {declared.why.zh}")
    status = STATUSES[declared.status]
    voice.say(f"  {declared.status}: {status.en}", f"  {status.zh}")
    if declared.source.en:
        voice.say(f"  source: {declared.source.en}", f"  出处：{declared.source.zh}")
    if declared.base:
        base = resolve(declared.base, dirs)
        voice.say(f"  changes to {base.full_name}:", f"  相对 {base.full_name} 的改动：")
        for d in differences(base, spec):
            voice.say(f"    {d.key}: {d.meaning.en}", f"    {d.key}：{d.meaning.zh}")
    voice.say(f"  rules hash {spec.rules_hash}", f"  规则哈希 {spec.rules_hash}")


def _unknown(word: str, rulesets: list[str]) -> InputError:
    from rulesets.options import FAMILIES, load_catalogue

    fans = [fan for family in FAMILIES for fan in fans_of(family)]
    known = [*load_catalogue(), *(f.code.lower() for f in fans), *(f.zh for f in fans), *rulesets]
    en, zh = did_you_mean(word, known)
    return InputError(
        f'explain: "{word}" is no option, fan or rule set.{en or " See rulelab list options, fans or variants."}',
        f"explain：“{word}”不是选项、番种或规则。{zh or '见 rulelab list options、fans 或 variants。'}",
    )
