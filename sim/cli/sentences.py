"""Hydra's, OmegaConf's and YAML's complaints, each said in one sentence that names file, key and the nearest valid name."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from rulesets.errors import InputError, did_you_mean
from sim.settings import Config

GROUPS = ("study", "compute", "output")
_KEY_MISSING = re.compile(r"Key '(?P<key>[^']+)' (?:is )?not in")
_FULL_KEY = re.compile(r"full_key: (?P<key>\S*)")
_IN_FILE = re.compile(r"^In '(?P<file>[^']+)'")
_NOT_FOUND = re.compile(r"Could not (?:find|load) '(?P<what>[^']+)'")
_OVERRIDE = re.compile(r"(?:Could not override|Error merging override|An item is already at) '?(?P<key>[^'=\n]+)")


def known_keys() -> list[str]:
    """Every key of the schema, dotted, and the groups that can be chosen."""

    def walk(kind: Any, prefix: str) -> Iterable[str]:
        for f in fields(kind):
            yield prefix + f.name
            if callable(f.default_factory) and is_dataclass(f.default_factory):
                yield from walk(f.default_factory, f"{prefix}{f.name}.")

    return list(dict.fromkeys([*GROUPS, *walk(Config, "")]))


def unknown_key(key: str, where: str = "") -> InputError:
    """The sentence for a key that the schema does not have; `where` = file that holds it."""
    near_en, near_zh = did_you_mean(key, known_keys())
    top = ", ".join(k for k in known_keys() if "." not in k)
    at_en, at_zh = (f"{where}: ", f"{where}：") if where else ("", "")
    return InputError(
        f'{at_en}unknown key "{key}".{near_en or f" Keys are {top}."}',
        f"{at_zh}没有“{key}”这个键。{near_zh or f'可用的键：{top}。'}",
    )


def no_such_choice(group: str, name: str, choices: Iterable[str], where: str = "") -> InputError:
    """The sentence for a group file that does not exist."""
    listed = sorted(choices)
    near_en, near_zh = did_you_mean(name, listed)
    at_en, at_zh = (f"{where}: ", f"{where}：") if where else ("", "")
    return InputError(
        f'{at_en}{group}: there is no "{name}"; choose from {", ".join(listed)}.{near_en}',
        f"{at_zh}{group}：没有“{name}”；可选 {'、'.join(listed)}。{near_zh}",
    )


def _yaml_fault(fault: Any) -> InputError:
    mark = getattr(fault, "problem_mark", None) or getattr(fault, "context_mark", None)
    at = f"{mark.name}, line {mark.line + 1}" if mark else "YAML"
    at_zh = f"{mark.name} 第 {mark.line + 1} 行" if mark else "YAML"
    problem = getattr(fault, "problem", None) or str(fault).splitlines()[0]
    return InputError(f"{at}: not valid YAML ({problem}).", f"{at_zh}：不是有效的 YAML（{problem}）。")


def _type_fault(key: str, text: str, where: str) -> InputError:
    at_en, at_zh = (f"{where}: ", f"{where}：") if where else ("", "")
    what = text.splitlines()[0].rstrip(".")
    if "valid bool" in what:
        value = what.partition("'")[2].rpartition("'")[0]
        return InputError(
            f'{at_en}{key}: "{value}" is neither true nor false.', f"{at_zh}{key}：“{value}”既不是 true 也不是 false。"
        )
    if not key:
        return InputError(
            f"{at_en}the file must hold keys with values (name: ...), not a list.", f"{at_zh}文件应由“键: 值”组成，不能是列表。"
        )
    shapes = {
        "variants": "[hebei/literal, hebei/head_bump]", "lineups": "[four_greedy]", "title": "{en: ..., zh: ...}",
        "changes": "changes.claim.multi_win=head_bump", "compute": "auto, local, ray or cluster",
    }  # fmt: skip
    shape = shapes.get(key.partition(".")[0])
    if shape:
        return InputError(
            f"{at_en}{key}: the value has the wrong form; write it like {shape}.", f"{at_zh}{key}：值的形式不对；应写作 {shape}。"
        )
    return InputError(f"{at_en}{key}: the value has the wrong type ({what}).", f"{at_zh}{key}：值的类型不对（{what}）。")


def _composition(fault: BaseException) -> InputError:
    text = str(fault)
    cause = fault.__cause__
    detail = f"{text}\n{cause}" if cause is not None else text
    in_file = _IN_FILE.search(text)
    where = f"{in_file['file']}.yaml" if in_file else ""
    full_key = getattr(cause, "full_key", None) or (m["key"] if (m := _FULL_KEY.search(detail)) else "")
    missing = _KEY_MISSING.search(detail)
    override = _OVERRIDE.search(text)
    if missing:
        key = override["key"] if override else str(full_key or missing["key"])
        if where and missing["key"] == in_file["file"].partition("/")[0]:  # type: ignore[index]
            return InputError(
                f'{where}: the first line must be "# @package _global_", followed by keys.',
                f"{where}：第一行须为“# @package _global_”，其后写键和值。",
            )
        return unknown_key(key, where)
    if "already at" in text and override:
        return InputError(f"write {override['key']}=... without the plus sign.", f"{override['key']}=... 前不要写加号。")
    if "Multiple values for" in text:
        key = text.partition("Multiple values for")[2].split(".")[0].strip()
        return InputError(
            f"{key}: given more than once; write {key}=... once, without a plus sign.",
            f"{key}：给了不止一次；只写一次 {key}=...，前面不要加号。",
        )
    if "appears more than once" in text:
        return InputError(f"{text.splitlines()[0]}", f"同一组给了多个值（{text.splitlines()[0]}）。")
    if "Ambiguous value" in text:
        key = text.partition("'")[2].partition("=")[0]
        return InputError(
            f"{key}: several values need -m (a sweep), or brackets for a list.", f"{key}：多个值需要 -m（扫描），列表请加方括号。"
        )
    if override and cause is None:
        return unknown_key(override["key"].strip(), where)
    return _type_fault(str(full_key), str(cause) if cause is not None else text.partition("composing config:\n")[2] or text, where)


def _missing_file(fault: BaseException) -> InputError:
    text = str(fault)
    what = _NOT_FOUND.search(text)
    in_file = _IN_FILE.search(text)
    group, _, name = (what["what"] if what else "").partition("/")
    where = f"{in_file['file']}.yaml" if in_file and in_file["file"] != "config" else ""
    listed = text.partition("Available options in")[2].partition("Config search path")[0].splitlines()[1:]
    choices = [line.strip() for line in listed if line.strip()]
    if not choices:
        return InputError(
            f'{where or "config"}: defaults names "{group}/{name}", which does not exist.',
            f"{where or 'config'}：defaults 中的“{group}/{name}”不存在。",
        )
    return no_such_choice(group, name, choices, where)


def sentence(fault: BaseException, user_dirs: Iterable[Path] = ()) -> InputError | None:
    """The fault as an InputError, or None when it is none of Hydra's, OmegaConf's or YAML's.

    `user_dirs` = the user's own configuration folders: a faulty file in them is named by its path.
    """
    said = _sentence(fault, list(user_dirs))
    if said is not None:
        group, _, rest = said.en.partition("/")
        name = rest.partition(":")[0]
        for folder in user_dirs:
            if group in GROUPS and (folder / group / name).is_file():
                return InputError(f"{folder}/{said.en}", f"{folder}/{said.zh}")
    return said


def _undecodable(user_dirs: list[Path]) -> InputError:
    for path in (p for d in user_dirs for p in sorted(d.rglob("*.yaml"))):
        try:
            path.read_text(encoding="utf8")
        except UnicodeDecodeError:
            return InputError(f"{path}: save the file as UTF-8.", f"{path}：请将文件存为 UTF-8 编码。")
    return InputError("a configuration file is not UTF-8 text.", "有配置文件不是 UTF-8 文本。")


def _sentence(fault: BaseException, user_dirs: list[Path]) -> InputError | None:
    import yaml
    from hydra.errors import (
        ConfigCompositionException,
        HydraException,
        MissingConfigException,
        OverrideParseException,
        SearchPathException,
    )
    from omegaconf.errors import InterpolationResolutionError, OmegaConfBaseException

    if isinstance(fault, InputError):
        return fault
    if isinstance(fault, yaml.YAMLError):
        return _yaml_fault(fault)
    if isinstance(fault, UnicodeDecodeError):
        return _undecodable(user_dirs)
    if isinstance(fault, OverrideParseException):
        return _unreadable(fault)
    if isinstance(fault, MissingConfigException):
        return _missing_file(fault)
    if isinstance(fault, SearchPathException):
        folder = str(fault).partition("'")[2].rpartition("'")[0]
        return InputError(f"--config-dir: there is no folder {folder}.", f"--config-dir：没有 {folder} 这个文件夹。")
    if isinstance(fault, InterpolationResolutionError):
        key = getattr(fault, "full_key", "") or "config"
        what = str(fault).splitlines()[0]
        return InputError(f"{key}: a reference cannot be resolved ({what}).", f"{key}：引用无法解析（{what}）。")
    if isinstance(fault, ConfigCompositionException):
        return _composition(fault)
    if isinstance(fault, OmegaConfBaseException):
        return _type_fault(getattr(fault, "full_key", "") or "", str(fault), "")
    if isinstance(fault, HydraException):
        line = str(fault).splitlines()[0]
        return InputError(f"the settings cannot be read ({line}).", f"设置无法读取（{line}）。")
    return None


def _unreadable(fault: BaseException) -> InputError:
    override = str(getattr(fault, "override", "") or "")
    key, _, value = override.partition("=")
    if not re.fullmatch(r"[+~]*[A-Za-z_][\w./@\-:]*", key, re.ASCII):
        return unknown_key(key)
    return InputError(
        f"{key}: the value {value or '(empty)'} cannot be read; put quotes around text with special signs, "
        "and close brackets and quotes.",
        f"{key}：值 {value or '（空）'} 无法读取；含特殊符号的文字请加引号，括号和引号须成对。",
    )
