"""Profiles of mistakes by name or from a line-up: strictly read, and written into rows for the kernels.

    conf/mistakes/<name>.yaml            a line-up
      title: hurried                       bots: [greedy, greedy, greedy, greedy]
      based_on: human                      mistakes: human                    # one for the table
      observe: players                     mistakes: [none, human, none, novice]      # or one for each player
      objection: self_interest             mistakes: {profile: human, observe: referee, flush_bar: {p: 0.1}}
      flush_bar: {p: 0.1, q: 0.5}
      overdraw: {self_report: 0.5}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from rulesets.errors import InputError, did_you_mean
from rulesets.mistakes import MISTAKES, NUMBER_OF, PROFILES
from rulesets.options import Text
from rulesets.tiles import N_SEATS
from rulesets.yamlfile import Document, read_mapping
from sim.mistakes.row import ONE, PROFILE, Extra, Objection, Observe, threshold

SHIPPED_DIR = Path(__file__).resolve().parents[2] / "conf"
EXTRA_NAMES = (  # by Extra
    "overdraw.self_report", "false_win.full", "wrong_chi.fix", "flower_forget.fix", "untaken_chi.clear", "peek_dice.control",
)  # fmt: skip
UNTITLED = Text("", "")
_OBJECTIONS = tuple(o.name.lower() for o in Objection if o != Objection.PROBABILITY)
_OBSERVERS = tuple(o.name.lower() for o in Observe)


@dataclass(frozen=True)
class MistakeProfile:
    """How one player errs, what it notices of others, and whether it objects."""

    name: str
    p: tuple[float, ...]  # by mistake
    q: tuple[float, ...]
    objection: Objection
    objects: float  # under Objection.PROBABILITY
    observe: Observe
    extras: tuple[float, ...]  # by Extra
    phases: tuple[float, float, float, float]
    title: Text = UNTITLED
    singles: tuple[str, ...] = ()  # mistakes whose `p` was set above 0 on its own

    @property
    def errs(self) -> bool:
        """Whether any mistake can happen."""
        return any(self.p)

    def identity(self) -> list[Any]:
        """All numbers that shape results, as plain values."""
        rates = [list(self.p), list(self.q), list(self.extras), list(self.phases)]
        return [*rates, int(self.objection), self.objects, int(self.observe)]


def named_profile(name: str) -> MistakeProfile:
    """One of the four profiles of `rulesets.mistakes`."""
    known = PROFILES[name]
    return MistakeProfile(
        name=name,
        p=tuple(known.p(m.name) for m in MISTAKES),
        q=tuple(known.q(m.name) for m in MISTAKES),
        objection=Objection.PROBABILITY,
        objects=known.objects,
        observe=Observe.REFEREE if name == "none" else Observe.PLAYERS,
        extras=tuple(known.extras[key] for key in EXTRA_NAMES),
        phases=known.phases,
    )


FLAWLESS = named_profile("none")
"""Who makes no mistakes; notices everything and always objects."""


def load_profile(name: str, dirs: Iterable[Path] = ()) -> MistakeProfile:
    """The profile called `name`. Raises InputError with the nearest names if there is none."""
    files = _files(tuple(dirs))
    found = [path for path in files if path.stem == name]
    if len({path.resolve() for path in found}) > 1:
        raise InputError(
            f'{found[1]}: there are two profile files called "{name}" (the other is {found[0]}); rename one.',
            f"{found[1]}：有两个名为“{name}”的档案文件（另一个是 {found[0]}）；请改其中一个的名。",
        )
    if not found:
        near, near_zh = did_you_mean(name, [path.stem for path in files])
        listed = [path.stem for path in files]
        raise InputError(
            f'there is no mistake profile "{name}"; there are {", ".join(listed)}.{near}',
            f"没有名为“{name}”的犯错档案；现有 {'、'.join(listed)}。{near_zh}",
        )
    return _read(found[0])


def list_profiles(dirs: Iterable[Path] = ()) -> list[MistakeProfile]:
    """All profiles, shipped ones first, from careful to novice."""
    shipped = list(PROFILES)
    files = _files(tuple(dirs))
    files.sort(key=lambda path: shipped.index(path.stem) if path.stem in shipped else len(shipped))
    return [_read(path) for path in files]


def _files(dirs: tuple[Path, ...]) -> list[Path]:
    return [p for folder in (SHIPPED_DIR, *dirs) for p in sorted((folder / "mistakes").glob("*.yaml"))]


def _read(path: Path) -> MistakeProfile:
    root = SHIPPED_DIR.parent
    document = read_mapping(path, path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path))
    data = document.data
    if "based_on" not in data:
        raise InputError(f"{document.name}: based_on: is missing.", f"{document.name}：缺少 based_on。")
    named = str(data["based_on"])
    if named not in PROFILES:
        where = document.where("based_on")
        near, near_zh = did_you_mean(named, PROFILES)
        raise InputError(
            f"{where}: based_on: {named} must be one of {', '.join(PROFILES)}.{near}",
            f"{where}：based_on：{named} 应为 {'、'.join(PROFILES)} 之一。{near_zh}",
        )
    changed = {key: value for key, value in data.items() if key not in ("title", "title_zh", "based_on")}
    profile = with_values(named_profile(named), changed, document)
    en, zh = data.get("title"), data.get("title_zh")
    return replace(profile, name=path.stem, title=Text(str(en or zh or path.stem), str(zh or en or path.stem)))


# --- values on top ----------------------------------------------------------------------------------------------------


def with_values(profile: MistakeProfile, values: Mapping[str, Any], document: Document, inside: str = "") -> MistakeProfile:
    """The profile with single values changed; `inside`: the field of the document that holds them, if they are nested."""
    for key, value in values.items():
        where = document.where(inside, key) if inside else document.where(key)
        if key == "observe":
            profile = replace(profile, observe=Observe(_word(where, key, value, _OBSERVERS)))
        elif key == "objection":
            if isinstance(value, (int, float)) and not isinstance(value, bool):
                chance = _probability(where, key, value)
                profile = replace(profile, objection=Objection.PROBABILITY, objects=chance)
            else:
                profile = replace(profile, objection=Objection(_word(where, key, value, _OBJECTIONS, "or a probability")))
        elif key in NUMBER_OF:
            profile = _with_mistake(profile, key, value, where)
        else:
            near, near_zh = did_you_mean(key, ("observe", "objection", *NUMBER_OF))
            raise InputError(
                f"{where}: there is no mistake {key}; see rulelab list mistakes.{near}",
                f"{where}：没有 {key} 这种失误；见 rulelab list mistakes。{near_zh}",
            )
    return profile


def _with_mistake(profile: MistakeProfile, name: str, values: Any, where: str) -> MistakeProfile:
    number = NUMBER_OF[name]
    extra = MISTAKES[number].extra
    known = ("p", "q", *([extra] if extra else []))
    if not isinstance(values, Mapping):
        raise InputError(
            f"{where}: {name}: must be numbers by name, such as {{p: 0.1}}; known are {', '.join(known)}.",
            f"{where}：{name}：应为“名称: 数值”，例如 {{p: 0.1}}；可用 {'、'.join(known)}。",
        )
    for key, value in values.items():
        if key not in known:
            near, near_zh = did_you_mean(str(key), known)
            raise InputError(
                f"{where}: {name}: unknown field {key}; known are {', '.join(known)}.{near}",
                f"{where}：{name}：没有字段 {key}；可用 {'、'.join(known)}。{near_zh}",
            )
        label = f"{name}.{key}"
        if key == "phase":
            profile = replace(profile, phases=_phases(where, label, value))
            continue
        chance = _probability(where, label, value)
        if key == "p":
            singles = tuple(s for s in profile.singles if s != name) + ((name,) if chance else ())
            profile = replace(profile, p=_put(profile.p, number, chance), singles=singles)
        elif key == "q":
            profile = replace(profile, q=_put(profile.q, number, chance))
        else:
            profile = replace(profile, extras=_put(profile.extras, EXTRA_NAMES.index(label), chance))
    return profile


def _put(values: tuple[float, ...], place: int, value: float) -> tuple[float, ...]:
    return (*values[:place], value, *values[place + 1 :])


def _word(where: str, key: str, value: Any, known: Sequence[str], more: str = "") -> int:
    if isinstance(value, str) and value in known:
        return known.index(value)
    near, near_zh = did_you_mean(str(value), known)
    also, also_zh = (f" {more}", "，或概率") if more else ("", "")
    raise InputError(
        f"{where}: {key}: {value} must be one of {', '.join(known)}{also}.{near}",
        f"{where}：{key}：{value} 应为 {'、'.join(known)} 之一{also_zh}。{near_zh}",
    )


def _probability(where: str, key: str, value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 1:
        raise InputError(
            f"{where}: {key}: {value} must be a probability from 0 to 1.", f"{where}：{key}：{value} 应为 0 到 1 之间的概率。"
        )
    return float(value)


def _phases(where: str, key: str, value: Any) -> tuple[float, float, float, float]:
    if not isinstance(value, Sequence) or isinstance(value, str) or len(value) != N_SEATS:
        value = None
    else:
        a, b, c, d = (_probability(where, key, v) for v in value)
        if abs(a + b + c + d - 1) < 1e-9:
            return a, b, c, d
    raise InputError(
        f"{where}: {key}: four probabilities that sum to 1 are expected, for the phases P2, P4, P5 and P5+.",
        f"{where}：{key}：应为四个和为 1 的概率，依次为 P2、P4、P5、P5+。",
    )


# --- line-ups ---------------------------------------------------------------------------------------------------------


def profiles_of_lineup(document: Document, dirs: tuple[Path, ...], players: int = N_SEATS) -> tuple[MistakeProfile, ...]:
    """The profiles that a line-up of so many players names: its field `mistakes`; without it nobody errs."""
    given = document.data.get("mistakes", "none")
    where = document.where("mistakes")
    named = given.get("profile", "none") if isinstance(given, Mapping) else given
    names = named if isinstance(named, list) else [named] * players
    if len(names) != players or not all(isinstance(name, str) for name in names):
        raise InputError(
            f"{where}: mistakes: name one profile, or one for each of the {players} players.",
            f"{where}：mistakes：应写一个档案名，或为 {players} 位各写一个。",
        )
    try:
        found = [load_profile(name, dirs) for name in names]
    except InputError as fault:
        raise InputError(f"{where}: mistakes: {fault.en}", f"{where}：mistakes：{fault.zh}") from None
    if isinstance(given, Mapping):
        changed = {key: value for key, value in given.items() if key != "profile"}
        found = [with_values(profile, changed, document, "mistakes") for profile in found]
    return tuple(found)


def profile_table(profiles: Sequence[MistakeProfile]) -> npt.NDArray[Any]:
    """PROFILE rows for the kernels."""
    table = np.zeros(len(profiles), np.dtype((np.record, PROFILE)))
    for row, profile in zip(table, profiles, strict=True):
        row["p"] = [threshold(p) for p in profile.p]
        row["q"] = [threshold(q) for q in profile.q]
        row["objects"] = threshold(profile.objects)
        row["objection"] = profile.objection
        row["observe"] = profile.observe
        row["extra"] = [threshold(rate) for rate in profile.extras]
        row["late"] = [threshold(min(1.0, sum(profile.phases[: i + 1]))) for i in range(len(profile.phases))]
        row["late"][-1] = ONE
        row["errs"] = profile.errs
    assert len(Extra) == len(EXTRA_NAMES)
    return table
