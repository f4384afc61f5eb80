"""What a user asked for: from Hydra's composed configuration to one checked, plain `Settings` record.

Two checks follow each other. OmegaConf checks names and types while it composes (`Config` below is its schema), so that
an unknown key in anybody's YAML is refused with file and key. pydantic then checks ranges, choices and what belongs
together, and lists all faults at once. Only this module and `sim.cli` know Hydra; everything after them sees `Settings`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, Protocol, cast, get_args

from pydantic import AfterValidator, BeforeValidator, TypeAdapter, ValidationError

from rulesets.errors import InputError, did_you_mean

Lang = Literal["auto", "en", "zh"]
Store = Literal["rows", "stats"]
Columns = Literal["default", "full"]
Clauses = Literal["counts", "events", "none"]
Unit = Literal["hand", "session"]
Backend = Literal["auto", "local", "ray"]
Sweep = Literal["none", "one_at_a_time", "pairs"]
Policy = Literal["adapted", "mechanical"]

MAX_WALLS = 4_000_000_000  # wall numbers are stored in 32 bits
MAX_SEED = 2**64 - 1  # the seed is the 64-bit key of the counter-based generator
MAX_SESSION_HANDS = 1000
MAX_WORKERS = 4096
_SUFFIX = {"k": 10**3, "m": 10**6, "g": 10**9}
_COUNT = re.compile(r"(?P<number>\d[\d_]*(?:\.\d+)?(?:[eE]\+?\d+)?)(?P<suffix>[kKmMgG]?)")


# --- the schema that Hydra composes into ------------------------------------------------------------------------------


@dataclass
class ComputeConfig:
    """Where the work is done: `compute=auto`, `local`, `ray` or `cluster`."""

    backend: str = "auto"
    address: str | None = None
    workers: Any = None


@dataclass
class Config:
    """The keys of a study, as Hydra knows them. Values that OmegaConf cannot check are `Any` and checked by `Settings`."""

    name: str = "study"
    title: dict[str, str] = field(default_factory=dict)
    unit: str = "hand"
    baseline: str | None = None
    variants: Any = None
    changes: dict[str, Any] = field(default_factory=dict)
    sweep: str = "none"
    policy: str = "adapted"
    lineups: Any = None
    walls: Any = 1000
    session_hands: Any = 16
    seed: Any = 1
    out: str | None = None
    store: str = "rows"
    columns: str = "default"
    clauses: str = "counts"
    lang: str = "auto"
    dry_run: bool = False
    report: bool = True
    compute: ComputeConfig = field(default_factory=ComputeConfig)


def register_schema() -> None:
    """Make `Config` known to Hydra under the name `schema`; config.yaml lists it first among its defaults."""
    from hydra.core.config_store import ConfigStore

    ConfigStore.instance().store(name="schema", node=Config, provider="rulelab")


# --- checked values ---------------------------------------------------------------------------------------------------


def count(value: object) -> int:
    """The whole number meant by 20000, "20_000", "2e4", "20k" or "1M".

    >>> [count(v) for v in (20000, "20_000", "2e4", 2e4, "20k", "1M", "1.5M")]
    [20000, 20000, 20000, 20000, 20000, 1000000, 1500000]
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    text = str(value).strip()
    sign = -1 if text.startswith("-") else 1
    match = _COUNT.fullmatch(text.removeprefix("-"))
    if match is None or isinstance(value, bool):
        raise InputError(
            f'"{text}" is not a whole number; write it as 20000, 20_000, 2e4, 20k or 1M.',
            f"“{text}”不是整数；可写作 20000、20_000、2e4、20k 或 1M。",
        )
    from decimal import Decimal

    number = Decimal(match["number"].replace("_", "")) * _SUFFIX.get(match["suffix"].lower(), 1)
    if number != number.to_integral_value():
        raise InputError(f'"{text}" is not a whole number.', f"“{text}”不是整数。")
    return sign * int(number)


def names(value: object) -> tuple[str, ...]:
    """A list of names from a YAML list or from one name; commas inside one string separate names."""
    if value is None:
        return ()
    if isinstance(value, str):
        return tuple(part.strip() for part in value.split(",") if part.strip())
    if isinstance(value, Sequence) and all(isinstance(v, str) for v in value):
        return tuple(str(v).strip() for v in value)
    raise InputError(
        f"a list of names is expected, such as [hebei/literal, hebei/head_bump], not {value!r}.",
        f"应为名称列表，例如 [hebei/literal, hebei/head_bump]，而不是 {value!r}。",
    )


def _unique(value: tuple[str, ...]) -> tuple[str, ...]:
    if not value:
        raise InputError("the list is empty; name at least one.", "列表为空；至少要写一个名称。")
    for i, name in enumerate(value):
        if name in value[:i]:
            raise InputError(
                f"{name} stands twice in the list; to repeat one on purpose give it a label, such as {name}@again.",
                f"{name} 在列表中出现两次；若有意重复，请加标签，例如 {name}@again。",
            )
    return value


def _plain_name(value: str) -> str:
    if not re.fullmatch(r"\w[\w\-]*", value):
        raise InputError(
            f'"{value}" cannot be a study name; use letters, digits, "_" and "-".',
            f"“{value}”不能作研究名；只能用文字、数字、“_”和“-”。",
        )
    return value


def _in_range(low: int, high: int) -> AfterValidator:
    def check(value: int | None) -> int | None:
        if value is not None and not low <= value <= high:
            raise InputError(f"{value} is out of range; allowed are {low} to {high}.", f"{value} 超出范围；允许 {low} 至 {high}。")
        return value

    return AfterValidator(check)


def _folder(value: str | None) -> str | None:
    if value is not None and not value.strip():
        raise InputError("the folder's name is empty.", "文件夹名为空。")
    return value


def _changes(value: object) -> tuple[dict[str, Any], ...]:
    """`changes` of one run (a mapping) or of a merged sweep (a list of them), empty ones left out."""
    several: list[Any] = list(value) if isinstance(value, (list, tuple)) else [value]
    for one in several:
        if one is not None and not isinstance(one, Mapping):
            raise InputError(
                f"changes are options with values, such as changes.claim.multi_win=head_bump, not {one!r}.",
                f"changes 应为选项及其值，例如 changes.claim.multi_win=head_bump，而不是 {one!r}。",
            )
    return tuple(dict(one) for one in several if one)


Names = Annotated[tuple[str, ...], BeforeValidator(names), AfterValidator(_unique)]


@dataclass(frozen=True)
class Compute:
    """`workers` = number of cores used (None: all); `address` = a running Ray cluster (None: this machine)."""

    backend: Backend = "auto"
    address: str | None = None
    workers: Annotated[int | None, BeforeValidator(lambda v: None if v is None else count(v)), _in_range(1, MAX_WORKERS)] = None


@dataclass(frozen=True)
class Settings:
    """A checked request. Names of variants and line-ups are not resolved yet; numbers and choices are valid."""

    name: Annotated[str, AfterValidator(_plain_name)]
    variants: Names
    lineups: Names
    walls: Annotated[int, BeforeValidator(count), _in_range(1, MAX_WALLS)]
    seed: Annotated[int, BeforeValidator(count), _in_range(0, MAX_SEED)]
    session_hands: Annotated[int, BeforeValidator(count), _in_range(1, MAX_SESSION_HANDS)] = 16
    title: dict[str, str] = field(default_factory=dict)
    unit: Unit = "hand"
    baseline: str | None = None
    changes: Annotated[tuple[dict[str, Any], ...], BeforeValidator(lambda v: _changes(v))] = ()
    sweep: Sweep = "none"
    policy: Policy = "adapted"
    out: Annotated[str | None, AfterValidator(lambda v: _folder(v))] = None
    store: Store = "rows"
    columns: Columns = "default"
    clauses: Clauses = "counts"
    lang: Lang = "auto"
    dry_run: bool = False
    report: bool = True
    compute: Compute = field(default_factory=Compute)

    def all_variants(self) -> tuple[str, ...]:
        """The names to play, the baseline first."""
        first = self.baseline or self.variants[0]
        return (first, *(v for v in self.variants if v != first))


_ADAPTER = TypeAdapter(Settings)
_CHOICES: dict[str, tuple[str, ...]] = {
    "unit": get_args(Unit),
    "store": get_args(Store),
    "columns": get_args(Columns),
    "clauses": get_args(Clauses),
    "lang": get_args(Lang),
    "sweep": get_args(Sweep),
    "policy": get_args(Policy),
    "compute.backend": get_args(Backend),
}


def check_settings(values: Mapping[str, Any]) -> Settings:
    """`Settings` from a plain mapping of the schema's keys. Raises one InputError with a sentence per fault."""
    for key in values:
        if key not in Settings.__dataclass_fields__:
            en, zh = did_you_mean(key, Settings.__dataclass_fields__)
            raise InputError(f'unknown key "{key}".{en}', f"没有“{key}”这个键。{zh}")
    try:
        settings = _ADAPTER.validate_python({**values, "title": values.get("title") or {}})
    except ValidationError as fault:
        said = [_sentence(cast(Mapping[str, Any], e)) for e in fault.errors()]
        raise InputError("\n".join(en for en, _ in said), "\n".join(zh for _, zh in said)) from None
    if settings.compute.address and settings.compute.backend == "local":
        raise InputError(
            "compute.address names a cluster, but compute.backend is local; use compute=cluster or leave the address out.",
            "compute.address 指定了集群，而 compute.backend 是 local；请用 compute=cluster，或去掉地址。",
        )
    if settings.compute.address and settings.out is not None and not _is_shared_path(settings.out):
        raise InputError(
            f'out: "{settings.out}" is relative; on a cluster give an absolute path that all machines share.',
            f"out：“{settings.out}”是相对路径；在集群上须写所有机器都能访问的绝对路径。",
        )
    return settings


def _is_shared_path(out: str) -> bool:
    return Path(out).is_absolute() or re.match(r"[a-z][a-z0-9+]*://", out) is not None


def _sentence(error: Mapping[str, Any]) -> tuple[str, str]:
    """One pydantic error as `key: sentence` in English and Chinese."""
    key = ".".join(str(part) for part in error["loc"]) or "config"
    cause = error.get("ctx", {}).get("error")
    if isinstance(cause, InputError):
        return f"{key}: {cause.en}", f"{key}：{cause.zh}"
    given = error.get("input")
    if error["type"] == "literal_error":
        allowed = _CHOICES.get(key, ())
        en, zh = did_you_mean(str(given), allowed)
        return (
            f'{key}: "{given}" is not a choice; allowed are {", ".join(allowed)}.{en}',
            f"{key}：没有“{given}”这个选项；可用 {'、'.join(allowed)}。{zh}",
        )
    if error["type"] == "missing":
        return f"{key}: a value is missing.", f"{key}：缺少值。"
    return f"{key}: {given!r} does not fit ({error['msg']}).", f"{key}：{given!r} 不合要求（{error['msg']}）。"


# --- from Hydra ---------------------------------------------------------------------------------------------------------


class _ConfigLike(Protocol):
    """OmegaConf's DictConfig, as far as this module needs it."""

    def __getitem__(self, key: str) -> Any: ...


def from_hydra(cfg: _ConfigLike) -> Settings:
    """`Settings` from a composed configuration; interpolations are resolved first."""
    return check_settings(as_mapping(cfg))


def as_mapping(cfg: _ConfigLike) -> dict[str, Any]:
    """The composed configuration as plain dicts and lists; a plain mapping is returned as it is."""
    from omegaconf import OmegaConf

    if isinstance(cfg, dict):
        return cfg
    return cast(dict[str, Any], OmegaConf.to_container(cast(Any, cfg), resolve=True))


MERGED_BY_SWEEP = ("variants", "lineups", "changes")


def merge_cells(cells: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """One request out of the cells of a sweep: variants, line-ups and changes are joined, all else must agree.

    >>> cells = [{"variants": "a", "lineups": ["x"], "seed": 1}, {"variants": "b", "lineups": ["x"], "seed": 1}]
    >>> merge_cells(cells)["variants"], merge_cells(cells)["lineups"]
    (['a', 'b'], ['x'])
    """
    merged = dict(cells[0])
    for key in merged:
        values = [cell[key] for cell in cells]
        if key in ("variants", "lineups"):
            merged[key] = list(dict.fromkeys(n for v in values for n in names(v)))
        elif key == "changes":
            merged[key] = [v for i, v in enumerate(values) if v and v not in values[:i]]
        elif any(v != values[0] for v in values):
            shown = ", ".join(dict.fromkeys(str(v) for v in values))
            raise InputError(
                f"{key}: a sweep is one comparison, so all its cells share one {key}, not {shown}; "
                f"sweep {', '.join(MERGED_BY_SWEEP)}, or start one run per value.",
                f"{key}：一次扫描就是一次比较，各格须用同一个 {key}，不能是 {shown}；"
                f"可扫描 {'、'.join(MERGED_BY_SWEEP)}，或每个值各运行一次。",
            )
    return merged
