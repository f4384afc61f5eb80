"""Option values as written by people: checked one by one, every fault one sentence that says where and what is allowed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.errors import InputError, did_you_mean
from rulesets.options import Option, Value, load_catalogue, options_of, spell
from rulesets.yamlfile import Document, plain_scalar


def find_option(key: str, family: str, where: str = "") -> Option:
    """The option called `key` (`group.name`) of `family`, or an error with the three nearest names."""
    prefix = f"{where}: " if where else ""
    prefix_zh = f"{where}：" if where else ""
    known = options_of(family)
    if key in known:
        return known[key]
    elsewhere = load_catalogue().get(key)
    if elsewhere is not None and elsewhere.family is not None:
        raise InputError(  # X05
            f"{prefix}{key} belongs to family {elsewhere.family}; this variant is family {family}.",
            f"{prefix_zh}{key} 属于 {elsewhere.family} 规则；此变体属于 {family}。",
        )
    en, zh = did_you_mean(key, known)
    if not en:
        groups = dict.fromkeys(option.group for option in known.values())
        en, zh = f" Groups of options: {', '.join(groups)}.", f" 选项组有：{'、'.join(groups)}。"
    raise InputError(f"{prefix}unknown option {key}.{en}", f"{prefix_zh}没有选项 {key}。{zh}")


def check_value(option: Option, value: Any, where: str = "") -> Value:
    """`value` if the option allows it; otherwise an error naming the key, the value and what is allowed."""
    if option.kind == "int":
        fault = _whole_number_fault(option, value)
    elif option.kind == "bool":
        fault = None if isinstance(value, bool) else _bool_fault(value)
    else:
        fault = _choice_fault(option, value)
    if fault is None:
        allowed: Value = value
        return allowed
    en, zh = fault
    start, start_zh = (f"{where}: ", f"{where}：") if where else ("", "")
    raise InputError(f"{start}{option.key}: {en}", f"{start_zh}{option.key}：{zh}")


def _whole_number_fault(option: Option, value: Any) -> tuple[str, str] | None:
    if option.words and value in option.words:
        return None
    unit = option.unit
    allowed = f"a whole number from {option.low} to {option.high} {unit.en}".rstrip()
    allowed_zh = f" {option.low} 到 {option.high} {unit.zh}之间的整数"
    if option.choices:
        allowed, allowed_zh = f"{' or '.join(option.choices)} {unit.en}", f" {' 或 '.join(option.choices)} {unit.zh}"
    if option.words:
        allowed, allowed_zh = f"{allowed} or {' or '.join(option.words)}", f"{allowed_zh}，或 {'、'.join(option.words)}"
    if option.reserved:
        allowed, allowed_zh = "0: the name is reserved, nobody has defined it", " 0：该名称仅作保留，尚无定义"
    if isinstance(value, bool) or not isinstance(value, int):
        hint, hint_zh = "", ""
        if isinstance(value, str) and value.strip("+-").isdecimal():
            hint, hint_zh = ", without quotes or leading zeros", "，不加引号和前导零"
        return f"{_shown(value)} must be {allowed}{hint}.", f"{_shown_zh(value)}应为{allowed_zh}{hint_zh}。"
    if option.choices and str(value) not in option.choices:
        return f"{value} is not a choice; allowed is {allowed}.", f"{value} 不是可选值；应为{allowed_zh}。"
    if not option.low <= value <= option.high:
        return f"{value} is out of range; allowed is {allowed}.", f"{value} 超出范围；应为{allowed_zh}。"
    return None


def _bool_fault(value: Any) -> tuple[str, str]:
    return f"{_shown(value)} must be true or false.", f"{_shown_zh(value)}应为 true 或 false。"


def _choice_fault(option: Option, value: Any) -> tuple[str, str] | None:
    if isinstance(value, str) and value in option.choices:
        return None
    near, near_zh = did_you_mean(spell(value), option.choices) if isinstance(value, str) else ("", "")
    return (
        f"{_shown(value)} is not a choice; allowed are {option.allowed()}.{near}",
        f"{_shown_zh(value)}不是可选值；可选：{'、'.join(option.choices)}。{near_zh}",
    )


def _shown(value: Any) -> str:
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    return '""' if value == "" else "an empty value" if value is None else spell(value)


def _shown_zh(value: Any) -> str:
    if isinstance(value, Mapping):
        return "映射"
    if isinstance(value, list):
        return "列表"
    return "“”" if value == "" else "空值" if value is None else f"{spell(value)} "


def read_changes(document: Document, path: tuple[str, ...], family: str) -> dict[str, Value]:
    """The nested mapping at `path` of a file, such as `{claim: {multi_win: all}}`, as checked `{key: value}`."""
    nested: Any = document.data
    for step in path:
        nested = nested[step]
    _demand_mapping(nested, document.where(*path), path[-1], "{claim: {multi_win: all}}")
    groups = tuple(dict.fromkeys(option.group for option in options_of(family).values()))
    flat: dict[str, Value] = {}
    for group, entries in nested.items():
        where = document.where(*path, group)
        if group not in groups:
            raise _unknown_group(group, entries, groups, family, where)
        _demand_mapping(entries, where, group, f"{{{group}: {{key: value}}}}")
        for name, value in entries.items():
            where = document.where(*path, group, name)
            option = find_option(f"{group}.{name}", family, where)
            flat[option.key] = check_value(option, value, where)
    return flat


def _demand_mapping(value: Any, where: str, key: str, example: str) -> None:
    if not isinstance(value, Mapping):
        raise InputError(
            f"{where}: {key}: must be a mapping such as {example}, here {_shown(value)}.",
            f"{where}：{key} 应为映射，如 {example}，实际是{_shown_zh(value).rstrip()}。",
        )


def _unknown_group(group: str, entries: Any, groups: tuple[str, ...], family: str, where: str) -> InputError:
    """What to say when the first level of `changes` is no option group: often a dotted or a bare option name."""
    first, _, rest = group.partition(".")
    if rest and first in groups:
        return InputError(
            f"{where}: write {group} nested, as {first}: {{{rest}: {spell(entries)}}}.",
            f"{where}：{group} 要写成嵌套形式：{first}: {{{rest}: {spell(entries)}}}。",
        )
    homes = [key for key in options_of(family) if key.endswith(f".{group}")]
    if homes:
        en, zh = f" Did you mean {', '.join(homes)}?", f"是否想写 {'、'.join(homes)}？"
    elif isinstance(entries, Mapping) and len(entries) == 1:
        en, zh = did_you_mean(f"{group}.{next(iter(entries))}", options_of(family))
    else:
        en, zh = did_you_mean(group, groups)
    listing, listing_zh = f" Groups: {', '.join(groups)}.", f" 选项组有：{'、'.join(groups)}。"
    return InputError(
        f"{where}: unknown option group {group}.{en or listing}", f"{where}：没有选项组 {group}。{zh or listing_zh}"
    )


def parse_assignment(text: str, family: str, where: str) -> tuple[str, Value]:
    """`wall.reserve=14` as checked key and value."""
    key, equals, value = text.partition("=")
    if not equals or not value:
        raise InputError(
            f'{where}: "{text}" must be written option=value, such as wall.reserve=14.',
            f"{where}：“{text}”应写成 选项=值，例如 wall.reserve=14。",
        )
    option = find_option(key.strip(), family, where)
    return option.key, check_value(option, plain_scalar(value.strip()), where)
