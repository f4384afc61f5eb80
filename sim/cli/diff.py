"""`rulelab diff A B`: every option in which two rule sets differ, in words."""

from __future__ import annotations

import json

from rulesets.errors import InputError
from sim.cli.argv import plain_arguments
from sim.cli.listing import config_dirs
from sim.cli.words import Voice


def command(argv: list[str], voice: Voice) -> int:
    """Print the differences; the exit code is 0 whether there are any or not."""
    given = plain_arguments("diff", argv, flags={"--json": False})
    if len(given.words) != 2:
        raise InputError(
            "diff: name two rule sets, such as rulelab diff hebei/literal hebei/app.",
            "diff：请给出两种规则，例如 rulelab diff hebei/literal hebei/app。",
        )
    from rulesets.compare import differences
    from rulesets.spec import resolve

    dirs = config_dirs(given)
    a, b = (resolve(name, dirs) for name in given.words)
    if a.family != b.family:
        raise InputError(
            f"diff: {a.full_name} is of family {a.family}, {b.full_name} of {b.family}; only one family can be compared.",
            f"diff：{a.full_name} 属于 {a.family}，{b.full_name} 属于 {b.family}；只能比较同一家族的规则。",
        )
    found = differences(a, b)
    if given.flag("--json"):
        rows = [
            {"key": d.key, "from": d.before, "to": d.after, "meaning_en": d.meaning.en, "meaning_zh": d.meaning.zh}
            for d in found
        ]
        print(json.dumps({"a": a.full_name, "b": b.full_name, "differences": rows}, ensure_ascii=False, indent=2))
        return 0
    voice.say(
        f"{a.full_name} ({a.title.en}) -> {b.full_name} ({b.title.en})",
        f"{a.full_name}（{a.title.zh}）→ {b.full_name}（{b.title.zh}）",
    )
    if not found:
        voice.say("The same rules in every option.", "所有选项都相同。")
    from rulesets.options import spell

    for d in found:
        voice.say(f"  {d.key}: {spell(d.before)} -> {spell(d.after)}", f"  {d.key}：{spell(d.before)} → {spell(d.after)}")
        voice.say(f"      {d.meaning.en}", f"      {d.meaning.zh}")
    return 0
