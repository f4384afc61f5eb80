"""From a question to work: a `Study` is what is asked, `shards` cuts it into pieces, `play_plan` says what plays together.

* A **study** compares variants (the first is the baseline) over line-ups of four bots on the same numbered walls.
* A **block** is a fixed run of consecutive walls: the unit of storage of the statistics.
* A **shard** is a run of blocks with all variants and line-ups on them: the unit of work and of part files. Its bounds
  follow from the study alone, never from the machine, the number of walls or the number of variants; so more walls or one
  more variant reuse what is there.
* A **play group** is a set of variants that are the same to play and differ in points only; its hands are played once
  and scored once per variant.

Identity: `design_hash` covers everything that shapes a part file of any variant (seed, unit, block, baseline, line-ups,
what is stored); `config_hash` adds the variants. Workers, place of execution, output folder and number of walls are in
neither.
"""

from __future__ import annotations

import hashlib
import importlib
import itertools
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from rulesets.clauses import clauses_of
from rulesets.errors import InputError
from rulesets.formats import is_match
from rulesets.mistakes import MISTAKES
from rulesets.options import Text, options_of
from rulesets.spec import RulesetSpec
from sim.mechanisms import ERRING, OF_SESSIONS, mechanisms_of
from sim.metrics import METRICS_VERSION, FanName
from sim.mistakes.profiles import MistakeProfile
from sim.outcomes import SCHEMA_VERSION
from sim.seatings import all_orders

Seating = tuple[int, ...]
UNTITLED = Text("", "")
BLOCK = {"hand": 1000, "session": 100}  # walls or sessions per block, unless the study says otherwise
_STEP = 16  # shards of one block each at the start of a study; then sizes double after as many shards
_PART_ROWS = 24_000  # rows of a part that shards grow to; keeps a shard within seconds


@dataclass(frozen=True)
class BotPlan:
    """One bot: its name, its row in the bot table, and the option groups its decisions read from the belief row."""

    name: str
    kind: int
    settings: tuple[int, ...] = ()
    reads: tuple[str, ...] = ()
    title: Text = UNTITLED
    mistakes: MistakeProfile | None = None  # how it errs and observes, in a line-up where somebody errs


@dataclass(frozen=True)
class LineUpPlan:
    """Four bots in slots 0-3 and the seatings to cycle through: wall w is played with seating `w mod len(seatings)`.

    Five bots are for five corners: their seatings are all orders, the last of an order waits.
    """

    name: str
    bots: tuple[BotPlan, ...]
    title: Text = UNTITLED
    seatings: tuple[Seating, ...] = ()

    def __post_init__(self) -> None:
        if not self.seatings:
            object.__setattr__(self, "seatings", distinct_seatings(self.bots))

    @property
    def slug(self) -> str:
        """ASCII name for anchors and files."""
        return slug(self.name)

    @property
    def bot_names(self) -> tuple[str, ...]:
        return tuple(bot.name for bot in self.bots)

    @property
    def has_mistakes(self) -> bool:
        """Whether anybody at the table errs."""
        return any(bot.mistakes is not None for bot in self.bots)

    @property
    def mistakes(self) -> frozenset[str]:
        """The mistakes that somebody at the table can make."""
        profiles = [bot.mistakes for bot in self.bots if bot.mistakes is not None]
        return frozenset(m.name for i, m in enumerate(MISTAKES) for profile in profiles if profile.p[i] > 0)


@dataclass(frozen=True)
class VariantPlan:
    """One rule set of the comparison.

    `policy`: `adapted` bots believe in the variant's own rules; `mechanical` ones go on deciding by the baseline's rules
    in everything their kind reads (what is legal and what wins is always the variant's).
    """

    spec: RulesetSpec
    policy: Literal["adapted", "mechanical"] = "adapted"

    @property
    def label(self) -> str:
        """Its name in the study, `@label` included."""
        return self.spec.full_name

    @property
    def slug(self) -> str:
        """Folder name of the variant's parts."""
        return slug(self.label)


@dataclass(frozen=True)
class Study:
    """What is asked. `variants[0]` is the baseline; walls are numbered 0 .. `walls` - 1 (sessions with unit session)."""

    name: str
    variants: tuple[VariantPlan, ...]
    lineups: tuple[LineUpPlan, ...]
    walls: int
    seed: int = 1
    unit: Literal["hand", "session"] = "hand"
    session_hands: int = 16
    block: int = 0  # 0: the usual size for the unit
    store: Literal["rows", "stats"] = "rows"
    columns: Literal["default", "full"] = "default"
    clauses: Literal["counts", "events", "none"] = "counts"
    title: Text = UNTITLED

    def __post_init__(self) -> None:
        if not self.block:
            object.__setattr__(self, "block", BLOCK[self.unit])
        for what, what_zh, names in (
            ("variant", "变体", [v.label for v in self.variants]),
            ("line-up", "阵容", [x.name for x in self.lineups]),
        ):
            twice = sorted({n for n in names if names.count(n) > 1})
            if twice:
                raise InputError(
                    f"{what} {twice[0]} stands twice in the study; give it a label, such as {twice[0]}@again.",
                    f"研究中{what_zh} {twice[0]} 出现两次；请加标签，例如 {twice[0]}@again。",
                )
            if not names:
                raise InputError(f"the study has no {what}.", f"研究中没有{what_zh}。")

    @property
    def baseline(self) -> VariantPlan:
        """The variant all others are compared with."""
        return self.variants[0]

    @property
    def fans(self) -> tuple[FanName, ...]:
        """The fans that metrics speak of; none in a study of several families, whose fans cannot be compared."""
        families = {v.spec.family for v in self.variants}
        if len(families) > 1:
            return ()
        known = importlib.import_module(f"rulesets.{families.pop()}.fans").FANS
        return tuple(FanName(fan.number, fan.code, fan.zh, fan.en) for fan in known)

    @property
    def mechanisms(self) -> tuple[str, ...]:
        """The rare mechanisms that any variant has, and mistakes: they say which metrics are counted. Single hands have no
        streaks."""
        found = mechanisms_of(v.spec.values for v in self.variants)
        if any(lineup.has_mistakes for lineup in self.lineups):
            found = (*found, ERRING)
        return found if self.unit == "session" else tuple(name for name in found if name not in OF_SESSIONS)

    @property
    def has_matches(self) -> bool:
        """Whether sessions of any variant end by what happens in them; then all of them are played and booked as matches."""
        return self.unit == "session" and any(is_match(v.spec) for v in self.variants)

    @property
    def clause_log(self) -> Literal["counts", "events", "none"]:
        """What is kept of breaches and bars: nothing where the rules have none of the clauses that the log books under."""
        known = clauses_of(self.baseline.spec.family)
        return self.clauses if all(clause in known for m in MISTAKES for clause in m.clauses) else "none"

    @property
    def hands_per_wall(self) -> int:
        """Hands on one wall where the rules set none: 1, or the study's length of a session."""
        return self.session_hands if self.unit == "session" else 1

    def length(self, variant: VariantPlan) -> int:
        """Hands of a variant on one wall: 1, or its session's, which is `format.max_hands` unless that leaves it to the study.

        A match may have fewer.
        """
        if self.unit != "session":
            return 1
        return int(variant.spec.values["format.max_hands"]) or self.session_hands

    @property
    def hands(self) -> int:
        """Rows of the whole study: walls x line-ups x hands of every variant; of matches the most there can be."""
        return self.walls * len(self.lineups) * sum(self.length(v) for v in self.variants)

    @property
    def piece(self) -> Text:
        """What progress counts, in the plural."""
        return Text("matches", "场") if self.has_matches else Text("hands", "局")

    @property
    def pieces(self) -> int:
        """The whole study in what progress counts: hands, or matches where nobody knows how many hands they will have."""
        return self.walls * len(self.lineups) * len(self.variants) if self.has_matches else self.hands


# --- Names ------------------------------------------------------------------------------------------------------------


def slug(name: str) -> str:
    """A folder name for a variant's or line-up's name: ASCII, lower case, different for different names.

    Plain names keep their letters; any other gets eight hex digits of its SHA-256, so that no two names meet.

    >>> slug("hebei/head_bump"), slug("hebei/head_bump@again")
    ('hebei-head_bump', 'hebei-head_bump--again')
    >>> slug("河北/截胡")
    'x-bc25fd09'
    """
    if re.fullmatch(r"[a-z0-9_]{1,40}(/[a-z0-9_]{1,60})?(@[a-z0-9_]{1,30})?", name):
        return name.replace("/", "-").replace("@", "--")
    letters = re.sub(r"[^a-z0-9_]+", "-", name.lower()).strip("-")[:60]
    return f"{letters or 'x'}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def distinct_seatings(bots: Sequence[BotPlan]) -> tuple[Seating, ...]:
    """The different ways to seat four bots, in a fixed order that brings every bot to every seat equally often.

    All orders of the four slots, minus those that only swap equal bots; consecutive seatings are rotations of each other,
    so that also the first four walls seat everybody everywhere.

    >>> a, b = BotPlan("a", 0), BotPlan("b", 1)
    >>> distinct_seatings([a, a, a, a])
    ((0, 1, 2, 3),)
    >>> distinct_seatings([a, b, b, b])
    ((0, 1, 2, 3), (3, 0, 1, 2), (2, 3, 0, 1), (1, 2, 3, 0))
    """
    if len(bots) > 4:
        return all_orders(len(bots))
    seen: set[tuple[str, ...]] = set()
    out: list[Seating] = []
    for b, c, d in ((1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1)):
        row = (0, b, c, d)
        for shift in range(4):
            seating: Seating = (row[-shift % 4], row[(1 - shift) % 4], row[(2 - shift) % 4], row[(3 - shift) % 4])
            names = tuple(bots[slot].name + repr(bots[slot].mistakes) for slot in seating)
            if names not in seen:
                seen.add(names)
                out.append(seating)
    return tuple(out)


# --- Identity ---------------------------------------------------------------------------------------------------------


def canonical_hash(value: Any) -> str:
    """SHA-256 of the canonical JSON (sorted keys, no blanks) of plain values, in hex."""
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def design_of(study: Study) -> dict[str, Any]:
    """Everything but the variants that a part file depends on, as plain values; kept in the manifest."""
    return {
        "outcome_schema": SCHEMA_VERSION,
        "metrics": METRICS_VERSION,
        "study": study.name,
        "unit": study.unit,
        "session_hands": study.hands_per_wall,
        "seed": study.seed,
        "block": study.block,
        "store": study.store,
        "columns": study.columns,
        "baseline": {"label": study.baseline.label, "rules": study.baseline.spec.rules_hash},
        "fans": [fan.number for fan in study.fans],
        "mechanisms": list(study.mechanisms),
        "lineups": [
            {
                "name": lineup.name,
                "bots": [[bot.name, bot.kind, *bot.settings] for bot in lineup.bots],
                "seatings": [list(s) for s in lineup.seatings],
                **_mistakes_of(lineup),
            }
            for lineup in study.lineups
        ],
        **({"clauses": study.clause_log} if study.clause_log != "none" else {}),
    }


def _mistakes_of(lineup: LineUpPlan) -> dict[str, Any]:
    """The numbers of the profiles of a line-up; nothing where nobody errs, since nothing depends on them then."""
    if not lineup.has_mistakes:
        return {}
    return {"mistakes": [bot.mistakes.identity() if bot.mistakes is not None else [] for bot in lineup.bots]}


def design_hash(study: Study) -> str:
    """Identity of the design: the same for a study with more walls or more variants."""
    return canonical_hash(design_of(study))


def variant_key(variant: VariantPlan) -> str:
    """What a variant's parts depend on besides the design: its rules and its policy."""
    return canonical_hash({"rules": variant.spec.rules_hash, "policy": variant.policy})


def config_hash(study: Study) -> str:
    """Identity of the study: design and variants; workers, place, output folder and walls are left out."""
    variants = [[v.label, variant_key(v)] for v in study.variants]
    return canonical_hash({"design": design_of(study), "variants": variants})


def default_folder_name(study: Study) -> str:
    """Name of the run folder where the user names none: never a time, or the same command could not resume."""
    return f"{slug(study.name)}-{config_hash(study)[:8]}"


# --- Work -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Shard:
    """A piece of work: walls `first` .. `stop` - 1, a whole number of blocks unless the study ends inside one."""

    number: int
    first: int
    stop: int

    @property
    def walls(self) -> int:
        return self.stop - self.first


def _bounds(study: Study) -> Iterator[tuple[int, int]]:
    """Shard bounds for ever: one block each at first, so that small studies spread over many workers, then doubling up to
    parts of `_PART_ROWS` rows, so that large studies have few files."""
    per_wall = study.length(study.baseline) if study.has_matches else study.hands_per_wall
    most = max(1, _PART_ROWS // (study.block * per_wall * len(study.lineups)))
    first = blocks = 0
    for number in itertools.count():
        if number % _STEP == 0:
            blocks = min(max(1, 2 * blocks), most)
        yield first, first + blocks * study.block
        first += blocks * study.block


def shards(study: Study) -> list[Shard]:
    """The study's shards in order of walls; the last one ends with the study."""
    whole = itertools.takewhile(lambda bounds: bounds[0] < study.walls, _bounds(study))
    return [Shard(number, first, min(stop, study.walls)) for number, (first, stop) in enumerate(whole)]


# --- Play groups ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlayCall:
    """One call of the engine: line-ups (indices) that have the same play groups, and those groups of variants (indices).

    The rules of a group's first variant are played; its hands are scored under the rules of each.
    """

    lineups: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...]


def _play_key(study: Study, variant: VariantPlan, lineup: LineUpPlan) -> str:
    """Equal for two variants whose hands are played alike, and that look the same to every bot.

    Options that alter points only (S) or the replay of recorded walls (R) leave play alone; so does succession of the
    deal (D) where hands are independent.
    """
    options = options_of(variant.spec.family)
    idle = "SR" if study.unit == "session" else "SRD"
    played = {k: v for k, v in variant.spec.values.items() if options[k].in_row and options[k].effect not in idle}
    if "peek_dice" in lineup.mistakes:  # whoever steers the dice plays by the winds that they give
        played["deal.seat_winds"] = variant.spec.values["deal.seat_winds"]
    seen = []
    for bot in lineup.bots:
        believed = study.baseline.spec if variant.policy == "mechanical" else variant.spec
        seen.append({k: v for k, v in believed.values.items() if k.split(".")[0] in bot.reads})
    if study.has_matches:  # points decide who sits and how long a match lasts
        played = dict(variant.spec.values) | {"hands": study.length(variant)}
    return canonical_hash({"family": variant.spec.family, "played": played, "seen": seen})


def play_keys(study: Study) -> tuple[tuple[int, ...], ...]:
    """For each line-up and variant a number: equal numbers are played alike with that line-up."""
    out = []
    for lineup in study.lineups:
        keys = [_play_key(study, variant, lineup) for variant in study.variants]
        out.append(tuple(keys.index(key) for key in keys))
    return tuple(out)


def play_calls(keys: Sequence[Sequence[int]], variants: Sequence[int]) -> tuple[PlayCall, ...]:
    """The fewest calls of the engine that play `variants` with every line-up.

    >>> play_calls([[0, 0, 2], [0, 1, 2], [0, 0, 2]], [0, 1, 2])
    (PlayCall(lineups=(0, 2), groups=((0, 1), (2,))), PlayCall(lineups=(1,), groups=((0,), (1,), (2,))))
    """
    calls: dict[tuple[tuple[int, ...], ...], list[int]] = {}
    for lineup, key_of in enumerate(keys):
        groups: dict[int, list[int]] = {}
        for v in variants:
            groups.setdefault(key_of[v], []).append(v)
        calls.setdefault(tuple(map(tuple, groups.values())), []).append(lineup)
    return tuple(PlayCall(tuple(lineups), groups) for groups, lineups in calls.items())


def with_variants(study: Study, extra: Iterable[VariantPlan]) -> Study:
    """The study with further variants behind its own; those it has already are skipped."""
    known = {v.label for v in study.variants}
    return replace(study, variants=study.variants + tuple(v for v in extra if v.label not in known))
