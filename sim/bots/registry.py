"""Bots and line-ups by name: `conf/bot/*.yaml` are tempers of a kind, `conf/lineup/*.yaml` seat four of them.

A *kind* is code: one number in `BotKind`, one branch in `sim.bots.dispatch`, one entry in `KINDS` with its traits and
settings. A *bot* is a kind with values for its settings. Both are plain files, so that a user's own folder can hold more.

    kind: greedy                     title: four of a kind
    title: cautious                  title_zh: 四家同款
    title_zh: 谨慎                    bots: [greedy, greedy, greedy, greedy]
    settings: {some_weight: 3}
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from rulesets.errors import InputError, did_you_mean
from rulesets.formats import FIVE
from rulesets.options import Text
from rulesets.tiles import N_SEATS
from rulesets.yamlfile import Document, read_mapping
from sim.bots.row import N_SETTINGS, BotKind
from sim.mistakes.profiles import FLAWLESS, profiles_of_lineup
from sim.plan import BotPlan, LineUpPlan

SHIPPED_DIR = Path(__file__).resolve().parents[2] / "conf"


@dataclass(frozen=True)
class Setting:
    """One number that tunes a kind; its place in `Kind.settings` is its place in the bot row."""

    name: str
    default: int
    low: int
    high: int
    meaning: Text


@dataclass(frozen=True)
class Kind:
    """A kind of bot and its declared traits, which the bots' contract test checks."""

    name: str
    number: BotKind
    title: Text
    uses_random: bool = False  # its moves may depend on its private random numbers
    reads_discards: bool = False  # its moves may depend on tiles that it does not hold: discards and other seats' melds
    reads: tuple[str, ...] = ()  # option groups of the belief row that its decisions read
    settings: tuple[Setting, ...] = ()
    declines_wins: tuple[str, ...] = ()  # settings above 0 with which it may decline a win; "always" if it always may


def _kinds(*kinds: Kind) -> Mapping[str, Kind]:
    assert all(len(kind.settings) <= N_SETTINGS for kind in kinds)
    return MappingProxyType({kind.name: kind for kind in kinds})


_GREEDY_SETTINGS = (
    Setting(
        "calls",
        1,
        0,
        2,
        Text(
            "chi and pon: 0 never, 1 if they bring the hand nearer, 2 also if it stays as near and gains useful tiles",
            "吃碰：0 从不，1 能使手牌更近时，2 距离不变但进张增多时也叫",
        ),
    ),
    Setting("closed_kan", 1, 0, 1, Text("declare closed kans that cost no distance", "不损失向听时开暗杠")),
    Setting("open_kan", 1, 0, 1, Text("claim open kans that cost no distance", "不损失向听时开明杠")),
    Setting("added_kan", 1, 0, 1, Text("add to a pon if it costs no distance", "不损失向听时补杠")),
    Setting("ready", 1, 0, 1, Text("declare ready where the rules offer it", "规则允许时报听")),
    Setting("honour", 0, 0, 1000, Text("weight of throwing an honour; the lightest tile goes first", "打字牌的权重；轻者先打")),
    Setting("terminal", 10, 0, 1000, Text("weight of throwing a 1 or 9", "打一、九的权重")),
    Setting("edge", 20, 0, 1000, Text("weight of throwing a 2 or 8", "打二、八的权重")),
    Setting("middle", 30, 0, 1000, Text("weight of throwing a 3 to 7", "打三至七的权重")),
    Setting("pair", 15, 0, 1000, Text("extra weight of breaking a pair", "拆对子的附加权重")),
    Setting("neighbour", 10, 0, 1000, Text("extra weight if a tile next to it is held", "有相邻牌时的附加权重")),
    Setting("flush", 0, 0, 1000, Text("weight per tile held of the same suit", "每张同花色手牌的权重")),
    Setting(
        "pairs",
        1,
        0,
        8,
        Text(
            "eight pairs: aimed at if they are more than so many tiles nearer than sets, since claims do not help there",
            "八对：比成组少缺的张数多于此数时才做，因为八对不能吃碰",
        ),
    ),
    Setting(
        "hold_golds",
        0,
        0,
        8,
        Text(
            "a win by golds or flowers alone is declined while a hand with a shape needs at most so many tiles; 0 takes it",
            "只凭金或花的和牌：离成牌型至多差此数张时不和；0 为见和即和",
        ),
    ),
    Setting(
        "one_suit",
        0,
        0,
        17,
        Text(
            "from so many tiles of one suit on (melds count three, golds fit) the hand is made of that suit; 0 never",
            "同一门达此张数（副露算三张，金皆可用）后专做清一色；0 为不做",
        ),
    ),
    Setting(
        "winds",
        0,
        0,
        17,
        Text("from so many winds on they are kept and their triplets claimed; 0 never", "风牌达此张数后留住并碰风；0 为不做"),
    ),
)
_PATIENT_SETTINGS = (
    Setting(
        "min_fan",
        3,
        0,
        1000,
        Text(
            "smallest sum of fans (where hands have totals: points beyond the bare hand) for which it wins on another's tile",
            "点炮和牌所要求的最少番数（有总分的规则下为底分以外的分数）",
        ),
    ),
    Setting(
        "take_any_below", 20, 0, 144, Text("it takes every win once fewer tiles than this can be drawn", "可摸牌少于此数时见和就和")
    ),
)
_ERRORS = Setting("errors", 100, 0, 1000, Text("random moves per thousand decisions", "每千次决策中随机行动的次数"))

KINDS: Mapping[str, Kind] = _kinds(
    Kind(
        "random_legal",
        BotKind.RANDOM_LEGAL,
        Text("any legal action, all equally likely", "合法动作中随机选择"),
        uses_random=True,
        declines_wins=("always",),
    ),
    Kind(
        "tsumogiri",
        BotKind.TSUMOGIRI,
        Text("discards what it drew, wins when it can, never claims", "摸切：能和就和，不碰不杠"),
    ),
    Kind(
        "greedy",
        BotKind.GREEDY,
        Text("nearest to a win, then most live useful tiles", "先求最近听牌，再求有效进张最多"),
        uses_random=True,
        reads_discards=True,
        settings=_GREEDY_SETTINGS,
        declines_wins=("hold_golds",),
    ),
    Kind(
        "blind",
        BotKind.BLIND,
        Text("greedy without a look at the table", "只看自己手牌的贪心"),
        uses_random=True,
        settings=_GREEDY_SETTINGS,
        declines_wins=("hold_golds",),
    ),
    Kind(
        "careless",
        BotKind.CARELESS,
        Text("greedy that sometimes acts at random", "偶尔乱打的贪心"),
        uses_random=True,
        reads_discards=True,
        settings=(*_GREEDY_SETTINGS, _ERRORS),
        declines_wins=("hold_golds",),
    ),
    Kind(
        "patient",
        BotKind.PATIENT,
        Text("greedy that declines cheap wins on others' tiles", "不和小牌点炮的贪心"),
        uses_random=True,
        reads_discards=True,
        reads=("hebei", "fuzhou", "fuding", "pay"),
        settings=(*_GREEDY_SETTINGS, *_PATIENT_SETTINGS),
        declines_wins=("min_fan", "hold_golds"),
    ),
)


def declines_wins(bot: BotPlan) -> bool:
    """Whether the bot may ever decline a win that it could take."""
    kind = next(k for k in KINDS.values() if k.number == bot.kind)
    names = [s.name for s in kind.settings]
    return any(name == "always" or bot.settings[names.index(name)] > 0 for name in kind.declines_wins)


def load_bot(name: str, dirs: Iterable[Path] = ()) -> BotPlan:
    """The bot called `name`. Raises InputError with the nearest names if there is none."""
    return _bot(_file("bot", "bot", "机器人", name, tuple(dirs)))


def load_lineup(name: str, dirs: Iterable[Path] = ()) -> LineUpPlan:
    """The line-up called `name`, with the seatings that bring every bot to every seat."""
    folders = tuple(dirs)
    return _lineup(_file("lineup", "line-up", "阵容", name, folders), folders)


def list_bots(dirs: Iterable[Path] = ()) -> list[BotPlan]:
    """All bots, shipped ones first."""
    return [_bot(path) for path in _files("bot", tuple(dirs))]


def list_lineups(dirs: Iterable[Path] = ()) -> list[LineUpPlan]:
    """All line-ups, shipped ones first."""
    folders = tuple(dirs)
    return [_lineup(path, folders) for path in _files("lineup", folders)]


def _files(group: str, dirs: tuple[Path, ...]) -> list[Path]:
    return [p for folder in (SHIPPED_DIR, *dirs) for p in sorted((folder / group).glob("*.yaml"))]


def _file(group: str, what: str, what_zh: str, name: str, dirs: tuple[Path, ...]) -> Path:
    """The file of that name; two files of one name are refused, since one would hide the other."""
    files = _files(group, dirs)
    found = [path for path in files if path.stem == name]
    if len({path.resolve() for path in found}) > 1:
        raise InputError(
            f'{found[1]}: there are two {what} files called "{name}" (the other is {found[0]}); rename one.',
            f"{found[1]}：有两个名为“{name}”的{what_zh}文件（另一个是 {found[0]}）；请改其中一个的名。",
        )
    if not found:
        titles: dict[str, Path] = {}
        for path in files:
            data = read_mapping(path, _shown(path)).data
            titles |= {str(data[key]): path for key in ("title", "title_zh") if key in data}
        if name in titles:
            return titles[name]
        near, near_zh = did_you_mean(name, [path.stem for path in files])
        listed = ", ".join(path.stem for path in files)
        raise InputError(
            f'there is no {what} "{name}"; there are {listed}.{near}',
            f"没有名为“{name}”的{what_zh}；现有 {listed}。{near_zh}",
        )
    return found[0]


def _shown(path: Path) -> str:
    root = SHIPPED_DIR.parent
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


def _known_fields(document: Document, known: tuple[str, ...], needed: tuple[str, ...]) -> None:
    for field in document.data:
        if field not in known:
            where = document.where(field)
            near, near_zh = did_you_mean(field, known)
            raise InputError(
                f"{where}: unknown field {field}; known are {', '.join(known)}.{near}",
                f"{where}：没有字段 {field}；可用：{'、'.join(known)}。{near_zh}",
            )
    for field in needed:
        if field not in document.data:
            raise InputError(f"{document.name}: {field}: is missing.", f"{document.name}：缺少 {field}。")


def _title(document: Document, name: str) -> Text:
    en = document.data.get("title")
    zh = document.data.get("title_zh")
    return Text(str(en or zh or name), str(zh or en or name))


def _bot(path: Path) -> BotPlan:
    document = read_mapping(path, _shown(path))
    _known_fields(document, ("kind", "title", "title_zh", "settings"), ("kind",))
    kind = KINDS.get(str(document.data["kind"]))
    if kind is None:
        near, near_zh = did_you_mean(str(document.data["kind"]), KINDS)
        raise InputError(
            f"{document.where('kind')}: kind: there is no kind {document.data['kind']}; there are {', '.join(KINDS)}.{near}",
            f"{document.where('kind')}：kind：没有 {document.data['kind']} 这种机器人；现有 {'、'.join(KINDS)}。{near_zh}",
        )
    return BotPlan(path.stem, int(kind.number), _settings(document, kind), kind.reads, _title(document, path.stem))


def _settings(document: Document, kind: Kind) -> tuple[int, ...]:
    given: Any = document.data.get("settings") or {}
    if not isinstance(given, Mapping):
        where = document.where("settings")
        raise InputError(f"{where}: settings: must be a mapping of names and numbers.", f"{where}：settings 应为“名称: 数值”。")
    names = [s.name for s in kind.settings]
    for name in given:
        if name not in names:
            where = document.where("settings", name)
            near, near_zh = did_you_mean(name, names)
            raise InputError(
                f"{where}: settings: {kind.name} has no setting {name}; it has {', '.join(names) or 'none'}.{near}",
                f"{where}：settings：{kind.name} 没有 {name}；有 {'、'.join(names) or '无'}。{near_zh}",
            )
    return tuple(_value(document, setting, given.get(setting.name, setting.default)) for setting in kind.settings)


def _value(document: Document, setting: Setting, value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not setting.low <= value <= setting.high:
        where = document.where("settings", setting.name)
        raise InputError(
            f"{where}: {setting.name}: {value} must be a whole number from {setting.low} to {setting.high}.",
            f"{where}：{setting.name}：{value} 应为 {setting.low} 到 {setting.high} 之间的整数。",
        )
    return value


def _lineup(path: Path, dirs: tuple[Path, ...]) -> LineUpPlan:
    document = read_mapping(path, _shown(path))
    _known_fields(document, ("title", "title_zh", "bots", "mistakes"), ("bots",))
    names: Any = document.data["bots"]
    where = document.where("bots")
    if not isinstance(names, list) or len(names) not in (N_SEATS, FIVE):
        raise InputError(
            f"{where}: bots: must be a list of {N_SEATS} bots, such as [greedy, greedy, greedy, greedy], or of {FIVE} for five "
            "corners.",
            f"{where}：bots 应为 {N_SEATS} 个机器人的列表，例如 [greedy, greedy, greedy, greedy]；五角脱为 {FIVE} 个。",
        )
    try:
        bots = [load_bot(str(name), dirs) for name in names]
    except InputError as fault:
        raise InputError(f"{where}: bots: {fault.en}", f"{where}：bots：{fault.zh}") from None
    return LineUpPlan(path.stem, tuple(_with_mistakes(bots, document, dirs)), _title(document, path.stem))


def _with_mistakes(bots: list[BotPlan], document: Document, dirs: tuple[Path, ...]) -> list[BotPlan]:
    """The bots with their profiles of mistakes; as they are where nobody errs. Profiles that differ are said in the names."""
    profiles = profiles_of_lineup(document, dirs, len(bots))
    if not any(profile.errs for profile in profiles):
        return bots
    alike = len(set(profiles)) == 1
    found = []
    for bot, profile in zip(bots, profiles, strict=True):
        name = bot.name if alike or profile.name == FLAWLESS.name else f"{bot.name}+{profile.name}"
        title = bot.title
        if name != bot.name:
            title = Text(f"{title.en}; {profile.title.en}", f"{title.zh}；{profile.title.zh}")
        found.append(replace(bot, name=name, title=title, mistakes=profile))
    return found
