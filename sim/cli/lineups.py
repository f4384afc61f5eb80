"""What `rulelab explain` says of a line-up: who sits, how they differ, how they err."""

from __future__ import annotations

from pathlib import Path

from sim.bots.registry import list_lineups
from sim.cli.words import Voice
from sim.plan import LineUpPlan


def known_words() -> list[str]:
    """The names that can be explained here, shipped ones only."""
    return [x.name for x in list_lineups()]


def _find(word: str, dirs: tuple[Path, ...]) -> LineUpPlan | None:
    return next((x for x in list_lineups(dirs) if word in (x.name, x.title.en, x.title.zh)), None)


def is_known(word: str, dirs: tuple[Path, ...]) -> bool:
    """Whether the word names a line-up."""
    return _find(word, dirs) is not None


def explain(word: str, dirs: tuple[Path, ...], voice: Voice) -> None:
    """Its title, its players and their profiles of mistakes, and how to play it."""
    lineup = _find(word, dirs)
    assert lineup is not None, "asked only for names that are known"
    voice.say(f"{lineup.name}: {lineup.title.en}", f"{lineup.name}：{lineup.title.zh}")
    for slot, bot in enumerate(lineup.bots):
        profile = bot.mistakes
        errs = profile is not None and profile.errs
        said = f", errs as profile {profile.name}" if profile is not None and errs else ""
        said_zh = f"，按习惯 {profile.name} 犯错" if profile is not None and errs else ""
        voice.say(f"  {slot + 1}: {bot.name} ({bot.title.en}){said}", f"  {slot + 1}：{bot.name}（{bot.title.zh}）{said_zh}")
    n = len(lineup.seatings)
    voice.say(
        f"  {n} seating{'' if n == 1 else 's'}, in turn from wall to wall", f"  座次 {n} 种，逐墙轮换"
    )
    if len(lineup.bots) > 4:
        voice.say(
            "  for matches of five: one waits (format.kind: five_corner)", "  供五人比赛：一人等候（format.kind: five_corner）"
        )
    if lineup.has_mistakes:
        voice.say(
            "  needs rules that say what a mistake costs, those of Fuding; rulelab explain PROFILE gives the rates",
            "  须用规定了犯错后果的规则（福鼎）；各种失误的概率见 rulelab explain 习惯名",
        )
