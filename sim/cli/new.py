"""`rulelab new variant`: a valid, commented rule file to start from."""

from __future__ import annotations

import re
from pathlib import Path

from rulesets.errors import InputError, did_you_mean
from sim.cli.argv import plain_arguments
from sim.cli.words import Voice

_HEAD = """\
# A rule variant: what differs from `base`, and why. Check it with:  rulelab explain {name} --config-dir {dir}
# 规则变体：写明与 base 的差别及理由。检查：rulelab explain {name} --config-dir {dir} lang=zh
# All options / 全部选项: rulelab list options family={family};  one option / 单个选项: rulelab explain claim.multi_win
"""


def command(argv: list[str], voice: Voice) -> int:
    """Write the file and say how to use it."""
    keys = ("base", "why", "title", "title_zh", "why_zh", "status", "source", "dir")
    argv, sets = _take_sets(argv)
    given = plain_arguments("new", argv, keys=keys, flags={"--force": False})
    if given.words[:1] != ["variant"] or len(given.words) != 2:
        raise InputError(
            "new: write rulelab new variant FAMILY/NAME, such as hebei/mine.",
            "new：应写 rulelab new variant 家族/名称，例如 hebei/mine。",
        )
    family, short = _name(given.words[1])
    base = given.settings.get("base", "literal").removeprefix(f"{family}/")
    folder = Path(given.settings.get("dir", "rules"))
    path = folder / "variant" / family / f"{short}.yaml"
    text = _text(family, short, base, sets, given.settings, folder)
    _write(path, text, folder, given.flag("--force"))
    voice.say(f"Wrote {path}. Try it:", f"已写出 {path}。可以这样试：")
    print(f"  rulelab diff {family}/{base} {family}/{short} --config-dir {folder}")
    study = "quick" if family == "hebei" else f"{family}_quick"
    print(f"  rulelab run --config-dir {folder} study={study} variants={family}/{base},{family}/{short}")
    return 0


def _take_sets(argv: list[str]) -> tuple[list[str], list[str]]:
    """The arguments without `--set option=value`, and those values."""
    rest: list[str] = []
    sets: list[str] = []
    words = iter(argv)
    for word in words:
        if word == "--set":
            value = next(words, "")
            if not value:
                raise InputError("new: --set needs option=value.", "new：--set 后面要写 选项=值。")
            sets.append(value)
        elif word.startswith("--set="):
            sets.append(word.removeprefix("--set="))
        else:
            rest.append(word)
    return rest, sets


def _name(full: str) -> tuple[str, str]:
    from rulesets.options import FAMILIES

    family, slash, short = full.partition("/")
    if not slash:
        family, short = FAMILIES[0] if len(FAMILIES) == 1 else "", full
    if family not in FAMILIES:
        en, zh = did_you_mean(family, FAMILIES)
        raise InputError(
            f'new: there is no family "{family}"; write FAMILY/NAME with one of {", ".join(FAMILIES)}.{en}',
            f"new：没有“{family}”这个家族；应写 家族/名称，家族为 {'、'.join(FAMILIES)}。{zh}",
        )
    if not re.fullmatch(r"\w+", short):
        raise InputError(
            f'new: "{short}" cannot be a variant name; use letters, digits and "_".',
            f"new：“{short}”不能作变体名；只能用文字、数字和“_”。",
        )
    return family, short


def _text(family: str, short: str, base: str, sets: list[str], settings: dict[str, str], folder: Path) -> str:
    """The file's text; checked by composing the very rule set it describes."""
    from rulesets.changes import parse_assignment
    from rulesets.options import options_of
    from rulesets.spec import list_rulesets, resolve
    from rulesets.variant import variant_yaml

    if any(v.name == f"{family}/{short}" for v in list_rulesets()[0]):
        raise InputError(
            f"new: {family}/{short} is the name of a rule set already; choose another.",
            f"new：已有名为 {family}/{short} 的规则；请另取一名。",
        )
    sets = sets or [_example(family, base, folder)]
    changes = dict(parse_assignment(s, family, "new") for s in sets)
    resolve(f"{family}/{base}" + "".join(f"+{s}" for s in sets), [folder])
    options = options_of(family)
    words = "; ".join(f"{options[k].title.en}: {options[k].text_of(v).en}" for k, v in changes.items())
    words_zh = "；".join(f"{options[k].title.zh}：{options[k].text_of(v).zh}" for k, v in changes.items())
    more = {k: settings[k] for k in ("title_zh", "source") if k in settings}
    body = variant_yaml(
        family,
        base,
        changes,
        why=settings.get("why", words),
        why_zh=settings.get("why_zh", settings.get("why", words_zh)),
        status=settings.get("status", "suggested"),
        title=settings.get("title", short.replace("_", " ")),
        **more,
    )
    lines = [_HEAD.format(name=f"{family}/{short}", dir=folder, family=family)]
    for key in changes:
        o = options[key]
        lines.append(f"# {key}: {o.allowed()}  ({o.title.en} {o.title.zh})\n")
    return "".join(lines) + body


def _example(family: str, base: str, folder: Path) -> str:
    """A change to start with: the first option that is alive in the base, at another value."""
    from rulesets.compare import one_at_a_time
    from rulesets.options import spell
    from rulesets.spec import resolve

    spec = resolve(f"{family}/{base}", [folder])
    step = next(s for s in one_at_a_time(spec, effects="E").specs or one_at_a_time(spec).specs)
    key = next(k for k in step.changes if step.changes[k] != spec.values[k])
    return f"{key}={spell(step.changes[key])}"


def _write(path: Path, text: str, folder: Path, force: bool) -> None:
    if path.exists() and not force:
        raise InputError(f"{path}: exists already; --force overwrites it.", f"{path}：已存在；--force 可覆盖。")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf8")
    except OSError as fault:
        raise InputError(
            f"{path}: cannot be written ({fault.strerror}).", f"{path}：无法写入（{fault.strerror}）。"
        ) from None
