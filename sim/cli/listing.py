"""`rulelab list`: the names one can type, one line each."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

from rulesets.errors import InputError, did_you_mean
from sim.cli.argv import Given, plain_arguments
from sim.cli.words import Voice, columns
from sim.settings import count

Row = dict[str, Any]


def command(argv: list[str], voice: Voice) -> int:
    """Print one list."""
    given = plain_arguments("list", argv, keys=("family",), flags={"--json": False})
    if not given.words:
        raise InputError(f"list: say what: {', '.join(LISTS)}.", f"list：请说明列什么：{'、'.join(LISTS)}。")
    what = given.words[0]
    if what not in LISTS:
        en, zh = did_you_mean(what, LISTS)
        raise InputError(
            f'list: there is no list "{what}"; there are {", ".join(LISTS)}.{en}',
            f"list：没有“{what}”这个列表；有 {'、'.join(LISTS)}。{zh}",
        )
    if len(given.words) > 1:
        raise InputError(
            f'list: one list at a time; "{given.words[1]}" is too many.', f"list：一次列一项；“{given.words[1]}”是多余的。"
        )
    _check_family(given)
    dirs = config_dirs(given)
    rows = LISTS[what](dirs, given.settings.get("family"))
    if given.flag("--json"):
        print(json.dumps(rows, ensure_ascii=False, indent=2))
        return 0
    text = "zh" if voice.lang == "zh" else "en"
    for line in columns([[str(r["name"]), *map(str, _facts(r, text)), str(r[text])] for r in rows]):
        print(line)
    if what in LEGENDS:
        voice.note(*LEGENDS[what])
    return 0


def _facts(row: Row, lang: str) -> tuple[Any, ...]:
    """The columns between name and text; some rows have Chinese ones."""
    key = "facts_zh" if lang == "zh" and "facts_zh" in row else "facts"
    return tuple(row.get(key, ()))


def config_dirs(given: Given) -> tuple[Path, ...]:
    """The folders of --config-dir, which must exist."""
    for folder in given.config_dirs:
        if not Path(folder).is_dir():
            raise InputError(f"--config-dir: there is no folder {folder}.", f"--config-dir：没有 {folder} 这个文件夹。")
    return tuple(Path(folder).resolve() for folder in given.config_dirs)


def _check_family(given: Given) -> None:
    from rulesets.options import FAMILIES

    family = given.settings.get("family")
    if family is not None and family not in FAMILIES:
        en, zh = did_you_mean(family, FAMILIES)
        raise InputError(
            f'family: there is no "{family}"; there are {", ".join(FAMILIES)}.{en}',
            f"family：没有“{family}”；现有 {'、'.join(FAMILIES)}。{zh}",
        )


def _rulesets(dirs: tuple[Path, ...], family: str | None, want_presets: bool | None) -> list[Row]:
    from rulesets.spec import list_rulesets

    found, faults = list_rulesets(dirs)
    rows: list[Row] = [
        {
            "name": v.name,
            "facts": (v.title.zh, v.status),
            "facts_zh": (v.title.zh, STATUS_ZH[v.status]),
            "en": f"{v.title.en}: {v.why.en}",
            "zh": v.why.zh,
            "base": v.base,
            "file": v.file,
        }
        for v in found
        if (family is None or v.family == family) and (want_presets is None or v.is_preset == want_presets)
    ]
    if want_presets is not True:
        rows += [{"name": "!!", "facts": ("", ""), "en": fault.en, "zh": fault.zh} for fault in faults]
    return rows


def _variants(dirs: tuple[Path, ...], family: str | None) -> list[Row]:
    return _rulesets(dirs, family, None)


def _presets(dirs: tuple[Path, ...], family: str | None) -> list[Row]:
    return _rulesets(dirs, family, True)


def _options(dirs: tuple[Path, ...], family: str | None) -> list[Row]:
    from rulesets.options import load_catalogue

    return [
        {
            "name": o.key,
            "facts": (o.effect, "|".join((*(o.choices or (f"{o.low}-{o.high}",)), *o.words))),
            "en": o.meaning.en,
            "zh": o.meaning.zh,
            "default": o.default,
            "family": o.family,
        }
        for o in load_catalogue().values()
        if family is None or o.family in (None, family)
    ]


def fans_of(family: str) -> tuple[Any, ...]:
    """The fan records of a family."""
    from importlib import import_module

    return tuple(import_module(f"rulesets.{family}.fans").FANS)


def _fans(dirs: tuple[Path, ...], family: str | None) -> list[Row]:
    from rulesets.options import FAMILIES

    return [
        {
            "name": fan.code.lower(),
            "facts": (name, f"F{fan.number:02d}", fan.zh),
            "en": f"{fan.en}: {fan.rule_en}",
            "zh": fan.rule_zh,
        }
        for name in ([family] if family else FAMILIES)
        for fan in fans_of(name)
    ]


def _metrics(dirs: tuple[Path, ...], family: str | None) -> list[Row]:
    from sim.metrics import METRICS

    return [
        {"name": m.name, "facts": (m.zh, m.unit), "en": f"{m.en}: {m.meaning_en}", "zh": m.meaning_zh, "level": m.level}
        for m in METRICS
    ]


def _bots(dirs: tuple[Path, ...], family: str | None) -> list[Row]:
    from sim.bots.registry import list_bots

    return [
        {"name": b.name, "facts": (b.title.zh,), "facts_zh": (), "en": b.title.en, "zh": b.title.zh} for b in list_bots(dirs)
    ]


def _lineups(dirs: tuple[Path, ...], family: str | None) -> list[Row]:
    from sim.bots.registry import list_lineups

    return [
        {"name": x.name, "facts": (", ".join(x.bot_names),), "en": x.title.en, "zh": x.title.zh} for x in list_lineups(dirs)
    ]


def _profiles(dirs: tuple[Path, ...], family: str | None) -> list[Row]:
    from sim.mistakes.profiles import list_profiles

    return [
        {"name": p.name, "facts": (p.title.zh,), "facts_zh": (), "en": p.title.en, "zh": p.title.zh} for p in list_profiles(dirs)
    ]


def _mistakes(dirs: tuple[Path, ...], family: str | None) -> list[Row]:
    from rulesets.mistake_texts import GROUP_TEXTS, MISTAKE_TEXTS
    from rulesets.mistakes import MISTAKES

    rows: list[Row] = []
    for m in MISTAKES:
        group, text, cited = GROUP_TEXTS[m.group], MISTAKE_TEXTS[m.name], ", ".join(m.clauses)
        rows.append({"name": m.name, "facts": (group.en, cited), "facts_zh": (group.zh, cited), "en": text.en, "zh": text.zh})
    return rows


def _studies(dirs: tuple[Path, ...], family: str | None) -> list[Row]:
    from rulesets.yamlfile import parse_mapping

    found: list[Row] = []
    shipped = [p for p in files("conf").joinpath("study").iterdir() if p.name.endswith(".yaml")]
    own = [p for d in dirs for p in sorted((d / "study").glob("*.yaml"))]
    for path in [*sorted(shipped, key=lambda p: p.name), *own]:
        data = parse_mapping(path.read_text(encoding="utf8"), path.name).data
        title = data.get("title") or {}
        variants, lineups = data.get("variants") or [], data.get("lineups") or []
        size = f"{len(lineups)} x {_thousands(data.get('walls', '?'))}"
        swept = data.get("sweep", "none") != "none"
        found.append(
            {
                "name": path.name.removesuffix(".yaml"),
                "facts": (f"{len(variants)}{' + sweep' if swept else ''} x {size}",),
                "facts_zh": (f"{len(variants)}{' + 逐项' if swept else ''} x {size}",),
                "en": str(title.get("en", "")),
                "zh": str(title.get("zh", "")),
                "variants": variants,
                "lineups": lineups,
                "unit": str(data.get("unit", "hand")),
            }
        )
    return found


def _thousands(walls: Any) -> str:
    """A number of walls with commas, whichever way the file writes it.

    >>> _thousands("20_000"), _thousands(500)
    ('20,000', '500')
    """
    try:
        return f"{count(walls):,}"
    except InputError:
        return str(walls)


STATUS_ZH = {"official": "有明文", "observed": "有此打法", "suggested": "设想"}

LEGENDS: dict[str, tuple[str, str]] = {
    "profiles": (
        "(a line-up names one: mistakes: human; the line-ups four_careful, four_human, four_novice do. rulelab explain human gives "
        "the rates; rulelab list --help shows a file of your own)",
        "（由阵容指定：mistakes: human；四人阵容 four_careful、four_human、four_novice 即是。rulelab explain human 给出各项概率；"
        "自己的文件怎样写见 rulelab list --help lang=zh）",
    ),
    "mistakes": (
        "(how often they happen is a matter of profiles: rulelab list profiles; rulelab explain overdraw gives the rates of one)",
        "（多常发生由失误习惯决定：rulelab list profiles；rulelab explain overdraw 给出某种失误的各项概率）",
    ),
    "presets": (
        "(whole rule sets; house rules, which change a few options of one, are in rulelab list variants)",
        "（整套规则；只改几个选项的家规见 rulelab list variants）",
    ),
    "studies": ("(variants x line-ups x walls)", "（规则 x 阵容 x 牌墙）"),
    "options": (
        "(an option changes: S points only, E who is paid for the last event, D who deals next or how long a session lasts, "
        "P legality, information or the wall, R logs of recorded walls only)",
        "（选项影响：S 只计分，E 最后一张牌由谁结算，D 下一副由谁坐庄或一场多长，P 可行动作、信息或牌墙，R 只影响记录的牌墙）",
    ),
}
"""What the columns mean, said after the list on standard error, so that a pipe gets the list alone."""

LISTS: dict[str, Callable[[tuple[Path, ...], str | None], list[Row]]] = {
    "variants": _variants,
    "presets": _presets,
    "bots": _bots,
    "lineups": _lineups,
    "profiles": _profiles,
    "mistakes": _mistakes,
    "studies": _studies,
    "options": _options,
    "fans": _fans,
    "metrics": _metrics,
}
