"""What `rulelab explain` says of a mistake and of a profile of mistakes."""

from __future__ import annotations

from pathlib import Path

from rulesets.mistake_texts import GROUP_TEXTS, MISTAKE_TEXTS, RATE_TEXTS
from rulesets.mistakes import MISTAKES, NUMBER_OF, PROFILES, Group
from sim.cli.words import Voice
from sim.mistakes.profiles import EXTRA_NAMES, MistakeProfile, list_profiles
from sim.mistakes.row import Objection, Observe


def known_words() -> list[str]:
    """The names that can be explained here, shipped ones only."""
    return [*NUMBER_OF, *PROFILES]


def is_known(word: str, dirs: tuple[Path, ...]) -> bool:
    """Whether the word names a mistake or a profile."""
    return _named(word) is not None or any(word in (p.name, p.title.en, p.title.zh) for p in list_profiles(dirs))


def _named(word: str) -> str | None:
    """The mistake of that name, or that the tables call so: the whole text, or what stands before its colon."""
    for name in NUMBER_OF:
        text = MISTAKE_TEXTS[name]
        if word in (name, text.zh, text.zh.partition("：")[0], text.en, text.en.partition(":")[0]):
            return name
    return None


def explain(word: str, dirs: tuple[Path, ...], voice: Voice) -> None:
    """Say what it is and how often it happens."""
    name = _named(word)
    if name is not None:
        _mistake(name, list_profiles(dirs), voice)
    else:
        _profile(next(p for p in list_profiles(dirs) if word in (p.name, p.title.en, p.title.zh)), voice)


def _mistake(name: str, profiles: list[MistakeProfile], voice: Voice) -> None:
    number = NUMBER_OF[name]
    mistake, text, group = MISTAKES[number], MISTAKE_TEXTS[name], GROUP_TEXTS[MISTAKES[number].group]
    voice.say(f"{name}: {text.en}", f"{name}：{text.zh}")
    voice.say(f"  {group.en}; clauses {', '.join(mistake.clauses)}", f"  {group.zh}；条款 {'、'.join(mistake.clauses)}")
    if mistake.objection:
        voice.say("  has consequences only if somebody objects", "  有人异议才有后果")
    for profile in profiles:
        noticed_en = "" if mistake.group == Group.TEMPO else f", each observer notices it with {profile.q[number]:g}"
        noticed_zh = "" if mistake.group == Group.TEMPO else f"，各旁观者发觉的概率 {profile.q[number]:g}"
        voice.say(
            f"  {profile.name}: {profile.p[number]:g} per opportunity{noticed_en}",
            f"  {profile.name}：每次机会 {profile.p[number]:g}{noticed_zh}",
        )


def _profile(profile: MistakeProfile, voice: Voice) -> None:
    voice.say(f"{profile.name}: {profile.title.en}", f"{profile.name}：{profile.title.zh}")
    if profile.observe == Observe.PLAYERS:
        voice.say("  breaches are found by the players, by chance", "  违规由各家按概率发觉")
    else:
        voice.say("  every breach is found when it is due", "  违规到期必被发觉")
    objects = {
        Objection.ALWAYS: ("always objects", "总是提出异议"),
        Objection.NEVER: ("never objects", "从不提出异议"),
        Objection.SELF_INTEREST: ("objects if it pays to", "有利时提出异议"),
        Objection.PROBABILITY: (f"objects with {profile.objects:g}", f"提出异议的概率 {profile.objects:g}"),
    }[profile.objection]
    voice.say(f"  {objects[0]}", f"  {objects[1]}")
    voice.say(
        "  p: how often he makes a mistake, at each opportunity; q: how often he notices it of another",
        "  p：每次机会犯错的概率；q：发觉别家此种失误的概率",
    )
    for mistake, p, q in zip(MISTAKES, profile.p, profile.q, strict=True):
        text = MISTAKE_TEXTS[mistake.name]
        voice.say(f"  {mistake.name}: p {p:g}, q {q:g}: {text.en}", f"  {mistake.name}：p {p:g}，q {q:g}：{text.zh}")
    for name, rate in zip(EXTRA_NAMES, profile.extras, strict=True):
        voice.say(f"  {name}: {rate:g}: {RATE_TEXTS[name].en}", f"  {name}：{rate:g}：{RATE_TEXTS[name].zh}")
    phases, text = ", ".join(f"{x:g}" for x in profile.phases), RATE_TEXTS["slow.phase"]
    voice.say(f"  slow.phase: {phases}: {text.en}", f"  slow.phase：{phases}：{text.zh}")
