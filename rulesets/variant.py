"""Declared rule sets: a base and the changes to it, with the reason and the source.

A preset stands in `rulesets/<family>/presets.yaml`, a variant in a file of its own, `conf/variant/<family>/<name>.yaml`:

    family: hebei
    base: literal                               # a preset, or another variant of the family
    changes: {claim: {multi_win: head_bump}}
    title: only one winner                      # optional, as is every *_zh
    title_zh: 截胡
    why: only the first seat after the discarder may win
    why_zh: 一张牌只有最先轮到的一家可以和
    status: observed                            # official | observed | suggested
    source: room option of public apps          # needed unless the rule is only suggested

This module reads, checks and writes that form; `rulesets.spec` turns it into a complete rule set.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from rulesets.changes import read_changes
from rulesets.errors import InputError, did_you_mean
from rulesets.options import FAMILIES, FrozenMap, Text, Value, options_of, spell
from rulesets.yamlfile import Document, read_mapping

STATUSES: Mapping[str, Text] = {
    "official": Text("stated in writing: help text of the platform, or local rules", "有文字依据：平台帮助说明或地方规则"),
    "observed": Text("observed in play or in public implementations", "见于实际打法或公开实现"),
    "suggested": Text("a suggestion, played nowhere that we know of", "设想，未见有人这样打"),
}
FIELDS = ("family", "base", "changes", "title", "title_zh", "why", "why_zh", "status", "source", "source_zh")
_PACKAGE = Path(__file__).resolve().parent
SHIPPED_DIR = _PACKAGE.parent / "conf"  # holds variant/<family>/<name>.yaml
_NAME = re.compile(r"\w+")


@dataclass(frozen=True)
class Variant:
    """A preset or a variant file as declared."""

    family: str
    name: str  # "family/name"
    base: str | None  # "family/name" of the rule set it changes; None: the catalogue defaults
    changes: FrozenMap  # option key -> value
    title: Text
    why: Text
    status: str  # official, observed or suggested
    source: Text
    is_preset: bool
    file: str  # where it was read, for errors
    places: FrozenMap  # option key -> "file:line"

    def where(self, keys: Iterable[str] = ()) -> str:
        """`file:line` of the first of `keys` that this variant changes, else its file."""
        return next((str(self.places[key]) for key in keys if key in self.places), self.file)


def clean_name(name: str) -> str:
    """A name as it is compared: composed characters, no blanks around it."""
    return unicodedata.normalize("NFC", name).strip()


@cache
def read_presets(family: str) -> Mapping[str, Variant]:
    """The presets of a family by short name, in the order of its file."""
    path = _PACKAGE / family / "presets.yaml"
    document = read_mapping(path, path.relative_to(_PACKAGE.parent).as_posix())
    for short, entry in document.data.items():
        _check_fields(document, (short,), entry, is_preset=True)
    return {
        short: _variant(document, (short,), document.data[short], family, short, is_preset=True)
        for short in document.data
    }


def read_variant(path: Path, family: str | None = None) -> Variant:
    """The variant in the file at `path`; `family`, where given, must be the one the file names."""
    shown = _shown(path)
    document = read_mapping(path, shown)
    short = clean_name(path.stem)
    if not _NAME.fullmatch(short):
        raise InputError(
            f"{shown}: a variant's name may hold letters, digits and _ only; rename the file.",
            f"{shown}：变体名只能含文字、数字和 _；请改文件名。",
        )
    _check_fields(document, (), document.data, is_preset=False)
    declared = _word(document, (), document.data, "family")
    if declared not in FAMILIES:
        where = document.where("family")
        near, near_zh = did_you_mean(declared, FAMILIES)
        raise InputError(
            f"{where}: unknown family {declared}; there are: {', '.join(FAMILIES)}.{near}",
            f"{where}：没有 {declared} 规则；现有：{'、'.join(FAMILIES)}。{near_zh}",
        )
    if family is not None and declared != family:
        where = document.where("family")
        raise InputError(
            f"{where}: says family {declared} but stands in the folder of {family}.",
            f"{where}：写的是 {declared}，文件却在 {family} 的文件夹里。",
        )
    return _variant(document, (), document.data, declared, short, is_preset=False)


def variant_files(family: str, extra_dirs: Iterable[Path] = ()) -> list[Path]:
    """The variant files of a family: the shipped ones, then those in `<dir>/variant/<family>/` of each further folder."""
    files: list[Path] = []
    for folder in (SHIPPED_DIR, *extra_dirs):
        found = [p for p in (Path(folder) / "variant" / family).glob("*.yaml") if not p.name.startswith((".", "_"))]
        files += sorted(found)
    return files


def _shown(path: Path) -> str:
    """How errors call a file: our own from the project's root, a user's as given."""
    absolute = path.resolve()
    root = _PACKAGE.parent
    return absolute.relative_to(root).as_posix() if absolute.is_relative_to(root) else str(path)


def _variant(
    document: Document, path: tuple[str, ...], entry: Any, family: str, short: str, *, is_preset: bool
) -> Variant:
    """One declaration, checked field by field; `path` leads to it in the file."""
    changes = read_changes(document, (*path, "changes"), family)
    if not changes:
        where = document.where(*path, "changes")
        raise InputError(f"{where}: changes: is empty.", f"{where}：changes 是空的。")
    base = _word(document, path, entry, "base") if "base" in entry else None
    return Variant(
        family=family,
        name=f"{family}/{short}",
        base=base if base is None or "/" in base else f"{family}/{base}",
        changes=FrozenMap(changes),
        title=_text(document, path, entry, "title", default=short.replace("_", " ")),
        why=_text(document, path, entry, "why"),
        status=_status(document, path, entry),
        source=_text(document, path, entry, "source", default=""),
        is_preset=is_preset,
        file=document.name if not path else document.where(*path),
        places=FrozenMap({key: document.where(*path, "changes", *key.split(".")) for key in changes}),
    )


def _check_fields(document: Document, path: tuple[str, ...], entry: Any, is_preset: bool) -> None:
    """Unknown and missing fields of a declaration."""
    where = document.where(*path)
    if not isinstance(entry, dict):
        raise InputError(f"{where}: must be a mapping.", f"{where}：应为映射。")
    known = tuple(f for f in FIELDS if not (is_preset and f == "family"))
    for field in entry:
        if field not in known:
            where = document.where(*path, field)
            near, near_zh = did_you_mean(field, known)
            if "." in field or any(o.group == field for family in FAMILIES for o in options_of(family).values()):
                near, near_zh = " Options belong under changes.", " 选项应写在 changes 之下。"
            raise InputError(
                f"{where}: unknown field {field}; known are {', '.join(known)}.{near}",
                f"{where}：没有字段 {field}；可用：{'、'.join(known)}。{near_zh}",
            )
    needed = ["changes", "why", "status"] + ([] if is_preset else ["family", "base"])
    for field in needed:
        if field not in entry:
            raise InputError(f"{where}: {field}: is missing.", f"{where}：缺少 {field}。")


def _word(document: Document, path: tuple[str, ...], entry: Mapping[str, Any], field: str) -> str:
    """A field that must be text and not empty."""
    value = entry.get(field)
    if isinstance(value, str) and value.strip():
        return clean_name(value)
    where = document.where(*path, field)
    raise InputError(f"{where}: {field}: must be text.", f"{where}：{field} 应为文字。")


def _text(
    document: Document, path: tuple[str, ...], entry: Mapping[str, Any], field: str, default: str | None = None
) -> Text:
    """A text field and its Chinese twin; where one language is missing the other stands for both."""
    zh_field = f"{field}_zh"
    en = _word(document, path, entry, field) if field in entry or default is None else ""
    zh = _word(document, path, entry, zh_field) if zh_field in entry else ""
    return Text(en or zh or default or "", zh or en or default or "")


def _status(document: Document, path: tuple[str, ...], entry: Mapping[str, Any]) -> str:
    """The status of a declaration; anything but a suggestion needs a source."""
    status = _word(document, path, entry, "status")
    if status not in STATUSES:
        where = document.where(*path, "status")
        near, near_zh = did_you_mean(status, STATUSES)
        raise InputError(
            f"{where}: status: {status} is not a choice; allowed are {', '.join(STATUSES)}.{near}",
            f"{where}：status {status} 不是可选值；可选：{'、'.join(STATUSES)}。{near_zh}",
        )
    if status != "suggested" and "source" not in entry and "source_zh" not in entry:
        where = document.where(*path, "status")
        raise InputError(
            f"{where}: status: {status} needs a source; without one write suggested.",
            f"{where}：status 为 {status} 须写明 source；没有出处请写 suggested。",
        )
    return status


def nested(changes: Mapping[str, Value]) -> dict[str, dict[str, Value]]:
    """`{"claim.chi": "none"}` as `{"claim": {"chi": "none"}}`."""
    groups: dict[str, dict[str, Value]] = {}
    for key, value in changes.items():
        group, name = key.split(".")
        groups.setdefault(group, {})[name] = value
    return groups


def variant_yaml(
    family: str,
    base: str,
    changes: Mapping[str, Value],
    *,
    why: str,
    status: str = "suggested",
    title: str = "",
    **more: str,
) -> str:
    """The text of a variant file that `read_variant` reads back; `more`: title_zh, why_zh, source, source_zh."""
    fields = {"title": title, "why": why, "status": status, **more}
    lines = [f"family: {family}", f"base: {base}", "changes:"]
    for group, entries in nested(changes).items():
        inner = ", ".join(f"{name}: {spell(value)}" for name, value in entries.items())
        lines.append(f"  {group}: {{{inner}}}")
    lines += [f"{field}: {_quoted(fields[field])}" for field in FIELDS if fields.get(field)]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """Text as a YAML scalar: single-quoted, which needs no other escape than a doubled quote; one line."""
    return "'" + re.sub(r"\s+", " ", text).strip().replace("'", "''") + "'"
