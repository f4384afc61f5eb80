"""What `rulelab explain` says of a study: what it compares, who plays, how much."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulesets.errors import InputError
from sim.cli.listing import LISTS
from sim.cli.words import Voice


def _studies(dirs: tuple[Path, ...]) -> list[dict[str, Any]]:
    return LISTS["studies"](dirs, None)


def known_words() -> list[str]:
    """The names that can be explained here, shipped ones only."""
    return [str(row["name"]) for row in _studies(())]


def is_known(word: str, dirs: tuple[Path, ...]) -> bool:
    """Whether the word names a study."""
    return any(word in (row["name"], row["en"], row["zh"]) for row in _studies(dirs))


def explain(word: str, dirs: tuple[Path, ...], voice: Voice) -> None:
    """Its title, its rule sets with their reasons, its line-ups, its size, and the command that plays it."""
    from rulesets.spec import resolve

    row = next(row for row in _studies(dirs) if word in (row["name"], row["en"], row["zh"]))
    voice.say(f"{row['name']}: {row['en']}", f"{row['name']}：{row['zh']}")
    for i, name in enumerate(row["variants"]):
        mark, mark_zh = (" (baseline)", "（基准）") if i == 0 else ("", "")
        try:
            spec = resolve(str(name), dirs)
        except InputError:
            voice.say(f"  {name}{mark}", f"  {name}{mark_zh}")
            continue
        voice.say(f"  {name}{mark}: {spec.title.en}", f"  {name}{mark_zh}：{spec.title.zh}")
    lineups = [str(x) for x in row["lineups"]]
    voice.say(f"  line-ups: {', '.join(lineups)}", f"  阵容：{'、'.join(lineups)}")
    facts, facts_zh = row["facts"][0], row["facts_zh"][0]
    unit, unit_zh = ("sessions", "场") if row["unit"] == "session" else ("walls", "副牌墙")
    voice.say(f"  variants x line-ups x {unit}: {facts}", f"  规则 x 阵容 x {unit_zh}：{facts_zh}")
    print(f"  rulelab run study={row['name']}")
