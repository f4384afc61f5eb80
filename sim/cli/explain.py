"""`rulelab explain`: a word of the table, an option, a fan, a clause, a bot, a line-up, a study, a mistake, a profile of
mistakes or a rule set in words."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulesets.errors import InputError, did_you_mean
from rulesets.options import Text
from rulesets.terms import find_term, load_terms
from sim.cli import lineups, mistakes, studies
from sim.cli.argv import plain_arguments
from sim.cli.listing import config_dirs, fans_of
from sim.cli.words import Voice

CONFIDENCE_ZH = {"high": "高", "medium-high": "较高", "medium": "中", "medium-low": "较低", "low": "低"}
LENGTH = Text("how long a session lasts and who sits", "只影响一场打几副、谁上桌")


def command(argv: list[str], voice: Voice) -> int:
    """Print what the word names: words of the table with what has to do with them, then options, fans, clauses, bots, line-ups,
    studies, mistakes, rule sets."""
    given = plain_arguments("explain", argv)
    if len(given.words) != 1:
        raise InputError(
            "explain: name one thing, in quotes if it has several words: an option, fan, clause, bot, line-up, study, rule "
            "set or a word of the table, such as claim.multi_win, zhuowu, HB-WIN-05, greedy, four_human, wujiaotuo, hebei/app "
            "or 赔胡.",
            "explain：请给出一个名称：选项、番种、条款、机器人、阵容、研究、规则或牌桌用语，例如 claim.multi_win、捉五、HB-WIN-05、"
            "greedy、four_human、wujiaotuo、hebei/app 或 赔胡。",
        )
    word = given.words[0]
    dirs = config_dirs(given)
    from rulesets.options import load_catalogue

    catalogue = load_catalogue()
    term = find_term(word)
    if term is not None:
        _term(term, voice)
    if not _named(word, dirs, voice, catalogue) and (term is None or _is_title(word, dirs)):
        _ruleset(word, dirs, voice)
    return 0


def _named(word: str, dirs: tuple[Path, ...], voice: Voice, catalogue: Any) -> bool:
    """Explain the first thing that has this name, if there is one that is no rule set."""
    option = catalogue.get(word) or next((o for o in catalogue.values() if word in (*o.title, o.name)), None)
    if word in catalogue:
        _option(catalogue[word], voice)
    elif _is_fan(word):
        _fans(word, voice)
    elif option is not None:
        _option(option, voice)
    elif word.upper() in _clauses():
        _clause(_clauses()[word.upper()], voice)
    elif _is_bot(word, dirs):
        _bot(word, dirs, voice)
    elif lineups.is_known(word, dirs):
        lineups.explain(word, dirs, voice)
    elif studies.is_known(word, dirs):
        studies.explain(word, dirs, voice)
    elif mistakes.is_known(word, dirs):
        mistakes.explain(word, dirs, voice)
    elif (metric := _metric_of(word)) is not None:
        voice.say(f"{metric.name}: {metric.en}: {metric.meaning_en}", f"{metric.name}：{metric.zh}：{metric.meaning_zh}")
    elif find_term(word) is None and (spoken := _spoken_of(word, catalogue)):
        _named_by(word, spoken, voice)
    else:
        return False
    return True


def _metric_of(word: str) -> Any:
    """The measure of the reports that is called so, or None."""
    from sim.metrics import METRICS

    return next((m for m in METRICS if word in (m.name, m.zh, m.en)), None)


def _is_title(word: str, dirs: tuple[Path, ...]) -> bool:
    """Whether a rule set is called so."""
    from rulesets.spec import list_rulesets

    return any(word in v.title for v in list_rulesets(dirs)[0])


def _term(term: Any, voice: Voice) -> None:
    """What a word means, and the options and clauses that have to do with it."""
    also = "、".join(term.also)
    also_en, also_zh = (f" ({also})", f"（{also}）") if also else ("", "")
    voice.say(f"{term.word}{also_en}, {' or '.join(term.en)}: {term.text.en}", f"{term.word}{also_zh}：{term.text.zh}")
    if term.options:
        voice.say(f"  options: {', '.join(term.options)}", f"  选项：{'、'.join(term.options)}")
    if term.clauses:
        voice.say(f"  clauses: {', '.join(term.clauses)}", f"  条款：{'、'.join(term.clauses)}")


def _spoken_of(word: str, catalogue: Any) -> list[Any]:
    """The options that speak of a Chinese word: in their titles, else in what they and their choices mean."""
    if word.isascii() or "/" in word:
        return []
    titled = [o for o in catalogue.values() if word in o.title.zh]
    return titled or [
        o for o in catalogue.values() if word in o.meaning.zh or any(word in text.zh for text in o.choice_texts)
    ]


def _named_by(word: str, options: list[Any], voice: Voice) -> None:
    """One option in full, or the list of several."""
    if len(options) == 1:
        _option(options[0], voice)
        return
    voice.say(f"{word}: {len(options)} options speak of it", f"{word}：有 {len(options)} 个选项提到")
    for option in options:
        voice.say(f"  {option.key}: {option.title.en}", f"  {option.key}：{option.title.zh}")


def _is_fan(word: str) -> bool:
    from rulesets.records.describe import find_fan

    try:
        find_fan(word)
    except InputError:
        return False
    return True


def _clauses() -> dict[str, Any]:
    """The clauses of all families by id."""
    from rulesets.clauses import clauses_of
    from rulesets.options import FAMILIES

    return {id: clause for family in FAMILIES for id, clause in clauses_of(family).items()}


def _clause(clause: Any, voice: Voice) -> None:
    voice.say(f"{clause.id}: {clause.text.en}", f"{clause.id}：{clause.text.zh}")
    if clause.note.en:
        voice.say(f"  note: {clause.note.en}", f"  注：{clause.note.zh}")
    if not clause.modelled:
        voice.say("  the simulator leaves it out", "  模拟中不涉及")
    if clause.sentences:
        numbers = ", ".join(map(str, clause.sentences))
        voice.say(f"  help text of the platform, sentence {numbers}", f"  平台帮助说明第 {numbers.replace(', ', '、')} 句")
    if clause.options:
        voice.say(f"  options that change it: {', '.join(clause.options)}", f"  与之有关的选项：{'、'.join(clause.options)}")


def _is_bot(word: str, dirs: tuple[Path, ...]) -> bool:
    from sim.bots.registry import list_bots

    return any(word in (bot.name, bot.title.en, bot.title.zh) for bot in list_bots(dirs))


def _bot(word: str, dirs: tuple[Path, ...], voice: Voice) -> None:
    from sim.bots.registry import KINDS, declines_wins, load_bot

    bot = load_bot(word, dirs)
    kind = next(k for k in KINDS.values() if k.number == bot.kind)
    voice.say(f"{bot.name}: {bot.title.en}", f"{bot.name}：{bot.title.zh}")
    voice.say(f"  kind {kind.name}: {kind.title.en}", f"  种类 {kind.name}：{kind.title.zh}")
    if declines_wins(bot):
        voice.say("  may decline a win", "  可能放过和牌")
    for setting, value in zip(kind.settings, bot.settings, strict=True):
        mark = "" if value == setting.default else voice.pick(f" (usually {setting.default})", f"（通常 {setting.default}）")
        voice.say(f"  {setting.name} {value}{mark}: {setting.meaning.en}", f"  {setting.name} {value}{mark}：{setting.meaning.zh}")


def _option(option: Any, voice: Voice) -> None:
    from rulesets.options import EFFECTS, SOURCES, spell

    voice.say(f"{option.key}: {option.title.en}", f"{option.key}：{option.title.zh}")
    voice.say(f"  {option.meaning.en}", f"  {option.meaning.zh}")
    if option.kind == "int" and not option.choices:
        voice.say(
            f"  a whole number from {option.low} to {option.high} {option.unit.en}; default {option.default}",
            f"  {option.low} 到 {option.high} 之间的整数（{option.unit.zh}）；默认 {option.default}",
        )
    for i, choice in enumerate(option.choices):
        mark_en, mark_zh = (" (default)", "（默认）") if i == 0 else ("", "")
        text = option.choice_texts[i]
        voice.say(f"  {choice}{mark_en}: {text.en}", f"  {choice}{mark_zh}：{text.zh}")
    for word, text in zip(option.words, option.word_texts, strict=True):
        voice.say(f"  {word}: {text.en}", f"  {word}：{text.zh}")
    for value, presets in _values_in_presets(option.key, option.only).items():
        voice.say(f"  {spell(value)} in {', '.join(presets)}", f"  {spell(value)}：{'、'.join(presets)}")
    if option.only:
        voice.say(f"  has an effect in family {', '.join(option.only)} only", f"  只在 {'、'.join(option.only)} 规则中起作用")
    for need in option.needs:
        en = " or ".join(f"{p} is {' or '.join(map(spell, w)) or 'above 0'}" for p, w in need.parents)
        zh = "，或 ".join(f"{p} 为 {' 或 '.join(map(spell, w)) or '正数'}" for p, w in need.parents)
        voice.say(f"  has an effect only if {en}", f"  仅当 {zh} 时起作用")
    effect = LENGTH if option.group == "format" else EFFECTS[option.effect]
    voice.say(f"  changing it alters: {effect.en}", f"  改动它{effect.zh}")
    sources = [SOURCES[s] for s in option.sources]
    cited_en = f"clauses {', '.join(option.clauses)}; " if option.clauses else ""
    cited_zh = f"条款 {'、'.join(option.clauses)}；" if option.clauses else ""
    voice.say(
        f"  {cited_en}{', '.join(s.en for s in sources)}; confidence {option.confidence}",
        f"  {cited_zh}{'、'.join(s.zh for s in sources)}；把握程度：{CONFIDENCE_ZH[option.confidence]}",
    )


def _values_in_presets(key: str, families: tuple[str, ...] = ()) -> dict[Any, list[str]]:
    """Value of an option -> the presets that play it so: the catalogue's default is not what a baseline has."""
    from rulesets.options import FAMILIES
    from rulesets.spec import resolve
    from rulesets.variant import read_presets

    found: dict[Any, list[str]] = {}
    for preset in (v.name for family in families or FAMILIES for v in read_presets(family).values()):
        values = resolve(preset).values
        if key in values:
            found.setdefault(values[key], []).append(preset)
    return found


def _fans(word: str, voice: Voice) -> None:
    """The fan of that name of each family that has one."""
    from rulesets.records.describe import describe_fan, families_with

    for family in families_with(word):
        _fan(describe_fan(word, voice.lang, family=family), voice)


def _fan(fan: dict[str, Any], voice: Voice) -> None:
    head = f"F{fan['number']:02d} {fan['code']} {fan['zh']}"
    voice.say(f"{fan['family']}: {head}: {fan['en']}", f"{fan['family']}：{head}")
    print(f"  {fan['rule']}")
    cited_en, cited_zh = (f"; clause {fan['clause']}", f"；条款 {fan['clause']}") if fan["clause"] else ("", "")
    worth_en, worth_zh = (f"worth {fan['points']} points", f"{fan['points']} 分")
    if fan["points"] in (None, 0, "none"):
        worth_en, worth_zh = "not scored unless told otherwise", "除非另行规定，不计分"
    voice.say(
        f"  {worth_en} (option {fan['value_key']}){cited_en}", f"  {worth_zh}（选项 {fan['value_key']}）{cited_zh}"
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
    from sim.bots.registry import list_bots

    fans = [fan for family in FAMILIES for fan in fans_of(family)]
    bots = [bot.name for bot in list_bots()]
    known = [*load_catalogue(), *(f.code.lower() for f in fans), *(f.zh for f in fans), *_clauses(), *bots, *rulesets]
    known += [*mistakes.known_words(), *lineups.known_words(), *studies.known_words()]
    known += [name for term in load_terms().values() for name in term.names]
    en, zh = did_you_mean(word, known)
    return InputError(
        f'explain: "{word}" is no option, fan, clause, bot, line-up, study, mistake, profile of mistakes, rule set or word of the '
        f"table.{en or ' See rulelab list options, fans, bots, lineups, studies, mistakes, profiles or variants.'}",
        f"explain：“{word}”不是选项、番种、条款、机器人、阵容、研究、失误、失误习惯、规则或牌桌用语。"
        f"{zh or '见 rulelab list options、fans、bots、lineups、studies、mistakes、profiles 或 variants。'}",
    )
