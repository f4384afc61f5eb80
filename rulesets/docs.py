"""The generated parts of the rule documents: tables of options, clauses, fans and rule sets.

A document holds lines `<!-- generated: NAME -->` … `<!-- end -->`; what stands between them is made here from the
catalogue and never edited by hand. `python -m rulesets.docs` rewrites the documents; a test says when one is stale.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from rulesets.clauses import clauses_of
from rulesets.compare import differences
from rulesets.fan_info import FanInfo
from rulesets.fuding.fans import FANS as FUDING_FANS
from rulesets.fuzhou.fans import FANS as FUZHOU_FANS
from rulesets.hebei.fans import FANS as HEBEI_FANS
from rulesets.options import EFFECTS, FAMILIES, SOURCES, Need, Option, load_catalogue, options_of, spell
from rulesets.spec import list_rulesets, load_preset, resolve
from rulesets.variant import STATUSES, Variant

_FOLDER = Path(__file__).resolve().parent
DOCUMENTS = (_FOLDER / "OPTIONS.md", *(_FOLDER / family / "RULES.md" for family in FAMILIES))
_SECTION = re.compile(r"(<!-- generated: (?P<name>[\w/]+) -->\n)(?P<body>.*?)(<!-- end -->)", re.DOTALL)


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table."""
    titles = list(head)
    lines = [titles, ["---"] * len(titles), *[list(row) for row in rows]]
    return "".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def option_table(options: Iterable[Option]) -> str:
    """One row per option: key, values with the default in bold, meanings, class, needs, clauses, confidence, source."""
    return table(
        ("option", "values, **default**", "meaning", "含义", "class", "needs", "clauses", "confidence", "source"),
        [_option_row(option) for option in options],
    )


def _option_row(option: Option) -> tuple[str, ...]:
    meaning, meaning_zh = f"{option.title.en}: {option.meaning.en}", f"{option.title.zh}：{option.meaning.zh}"
    if option.kind == "int" and not option.choices:
        values = ", ".join((f"**{option.default}** ({option.low}–{option.high} {option.unit.en})", *option.words))
    else:
        default = spell(option.default)
        values = ", ".join(f"**{word}**" if word == default else word for word in option.choices + option.words)
        pairs = list(zip(option.choices, option.choice_texts, strict=True))
        meaning += " — " + "; ".join(f"*{choice}*: {text.en}" for choice, text in pairs)
        meaning_zh += " — " + "；".join(f"*{choice}*：{text.zh}" for choice, text in pairs)
    for word, text in zip(option.words, option.word_texts, strict=True):
        meaning, meaning_zh = f"{meaning}; *{word}*: {text.en}", f"{meaning_zh}；*{word}*：{text.zh}"
    return (
        f"`{option.key}`",
        values,
        meaning,
        meaning_zh,
        option.effect,
        "; ".join([*(f"family {name}" for name in option.only), *map(_need_words, option.needs)]) or "·",
        ", ".join(option.clauses) or "·",
        option.confidence,
        "; ".join(SOURCES[source].en for source in option.sources),
    )


def _need_words(need: Need) -> str:
    parts = []
    for parent, wanted in need.parents:
        states = " or ".join(spell(value) for value in wanted) or "above 0"
        parts.append(f"{parent} {states}")
    return " or ".join(parts)


def common_options() -> str:
    """The options shared by all families."""
    return option_table(option for option in load_catalogue().values() if option.family is None)


def scoring_options(family: str) -> str:
    """A family's own options except its score values."""
    return option_table(o for o in options_of(family).values() if o.family == family and o.kind != "int")


def score_values(family: str) -> str:
    """A family's numbers: base points, kan points, fans."""
    values = [o for o in options_of(family).values() if o.family == family and o.kind == "int"]
    rows = [(f"`{o.key}`", _default_words(o), o.meaning.en, o.meaning.zh, ", ".join(o.clauses) or "·") for o in values]
    return table(("option", "points", "meaning", "含义", "clauses"), rows)


def _default_words(option: Option) -> str:
    return "reserved" if option.reserved else str(option.default)


def clause_table(family: str) -> str:
    """The numbered clauses, the sentences of the help text where they are counted, and the options that change them."""
    clauses = clauses_of(family).values()
    counted = any(clause.sentences for clause in clauses)
    rows = []
    for clause in clauses:
        note, note_zh = clause.note
        if not clause.modelled:
            note, note_zh = f"Not modelled: {note}.", f"未模拟：{note_zh}。"
        elif note:
            note, note_zh = f"Note: {note}.", f"注：{note_zh}。"
        options = ", ".join(f"`{key}`" for key in clause.options)
        sentences = [", ".join(map(str, clause.sentences)) or "·"] if counted else []
        rows.append((clause.id, *sentences, f"{clause.text.en} {note}".strip(), f"{clause.text.zh}{note_zh}", options or "·"))
    return table(("clause", *(["sentence"] if counted else []), "rule", "规则", "changed by"), rows)


def fan_table(fans: Iterable[FanInfo], baseline: str) -> str:
    """A family's fans with their values in its baseline."""
    values = load_preset(baseline).values
    return table(
        ("no.", "fan", "番种", "points", "exact rule", "精确定义", "never beside"),
        [
            (
                f"F{fan.number:02d}",
                f"{fan.code}, {fan.en}",
                fan.zh,
                str(values[fan.value_key]),
                fan.rule_en,
                fan.rule_zh,
                ", ".join(fan.excludes) or "·",
            )
            for fan in fans
        ],
    )


def ruleset_table(family: str, presets: bool) -> str:
    """Presets or variant files with what they change in their base, the reason and the source."""
    found = [v for v in list_rulesets()[0] if v.family == family and v.is_preset == presets]
    return table(
        ("name", "title", "名称", "base", "changes", "why", "缘由", "status", "source"), [_ruleset_row(v) for v in found]
    )


def _ruleset_row(variant: Variant) -> tuple[str, ...]:
    if variant.base is None:
        changes = ", ".join(f"`{key}: {spell(value)}`" for key, value in variant.changes.items())
    else:
        steps = differences(resolve(variant.base), resolve(variant.name))
        changes = ", ".join(f"`{s.key}: {spell(s.after)}` (not {spell(s.before)})" for s in steps)
    return (
        f"`{variant.name}`",
        variant.title.en,
        variant.title.zh,
        variant.base or "catalogue defaults",
        changes,
        variant.why.en,
        variant.why.zh,
        f"{variant.status}: {STATUSES[variant.status].en}",
        variant.source.en or "·",
    )


def effect_table() -> str:
    """The classes of options."""
    return table(("class", "changing it alters", "影响"), [(k, t.en, t.zh) for k, t in EFFECTS.items()])


def _sections_of(family: str) -> dict[str, Callable[[], str]]:
    """The sections every family's document has."""
    return {
        f"{family}/clauses": lambda: clause_table(family),
        f"{family}/scoring_options": lambda: scoring_options(family),
        f"{family}/score_values": lambda: score_values(family),
        f"{family}/presets": lambda: ruleset_table(family, presets=True),
        f"{family}/house_rules": lambda: ruleset_table(family, presets=False),
    }


SECTIONS: Mapping[str, Callable[[], str]] = {
    "classes": effect_table,
    "common_options": common_options,
    "hebei/fans": lambda: fan_table(HEBEI_FANS, "hebei/literal"),
    "fuzhou/fans": lambda: fan_table(FUZHOU_FANS, "fuzhou/fz_std"),
    "fuding/fans": lambda: fan_table(FUDING_FANS, "fuding/literal"),
    **{name: section for family in FAMILIES for name, section in _sections_of(family).items()},
}


def refreshed(text: str) -> str:
    """A document's text with every generated section made anew."""
    return _SECTION.sub(lambda found: f"{found[1]}\n{SECTIONS[found['name']]()}\n{found[4]}", text)


def main() -> None:
    """Rewrite the generated sections of all documents."""
    for path in DOCUMENTS:
        path.write_text(refreshed(path.read_text(encoding="utf8")), encoding="utf8")


if __name__ == "__main__":
    main()
