"""Strict reading of the project's YAML files: one mapping per file, every fault one sentence with file and line.

Only `true` and `false` are booleans and only plain decimals are numbers: `yes`, `on` and `012` stay text, so that the
check of the option they are given to can say what is wrong with them. Keys are always text. A key may stand once.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from rulesets.errors import InputError

_INT = re.compile(r"[-+]?(0|[1-9][0-9]*)")
_FLOAT = re.compile(r"[-+]?([0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)([eE][-+]?[0-9]+)?")


@dataclass(frozen=True)
class Document:
    """A file's mapping and the line on which each of its keys stands (1 for the file itself)."""

    name: str  # how errors call the file
    data: dict[str, Any]
    lines: dict[tuple[str, ...], int]

    def where(self, *path: str) -> str:
        """`file:line` of a key, or of the nearest enclosing key that has one."""
        while path and path not in self.lines:
            path = path[:-1]
        return f"{self.name}:{self.lines.get(path, 1)}"


def read_text(path: Path, name: str | None = None) -> str:
    """The text of a UTF-8 file; a byte-order mark at its start is dropped."""
    shown = name or str(path)
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise InputError(f"{shown}: there is no such file.", f"{shown}：没有这个文件。") from None
    except IsADirectoryError:
        raise InputError(f"{shown}: this is a folder, not a file.", f"{shown}：这是文件夹，不是文件。") from None
    except UnicodeDecodeError:
        raise InputError(f"{shown}: save the file as UTF-8.", f"{shown}：请将文件存为 UTF-8 编码。") from None
    except OSError as error:
        raise InputError(
            f"{shown}: cannot be read ({error.strerror}).", f"{shown}：无法读取（{error.strerror}）。"
        ) from None


def read_mapping(path: Path, name: str | None = None) -> Document:
    """The mapping in the YAML file at `path`; `name` is how errors call it (default: the path)."""
    return parse_mapping(read_text(path, name), name or str(path))


def parse_mapping(text: str, name: str) -> Document:
    """The mapping in YAML `text`. Raises InputError for anything that is not one plain mapping."""
    try:
        return _document(_compose(text), name)
    except RecursionError:
        raise InputError(f"{name}: is nested too deeply.", f"{name}：嵌套层数过多。") from None
    except yaml.MarkedYAMLError as error:
        raise _broken(error, text, name) from None
    except yaml.YAMLError as error:
        detail = str(error).splitlines()[0]
        raise InputError(
            f"{name}: not readable as YAML ({detail}).", f"{name}：不是可读的 YAML（{detail}）。"
        ) from None


def _document(root: yaml.Node | None, name: str) -> Document:
    """The node tree of a file as its mapping."""
    if root is None:
        raise InputError(f"{name}: the file is empty.", f"{name}：文件是空的。")
    if not isinstance(root, yaml.MappingNode):
        en, zh = ("list", "列表") if isinstance(root, yaml.SequenceNode) else ("plain value", "单个值")
        raise InputError(
            f"{name}: must be a mapping of `key: value` lines, but is a {en}.",
            f"{name}：内容应为“键: 值”的映射，实际是{zh}。",
        )
    return _Reader(name).document(root)


def _compose(text: str) -> yaml.Node | None:
    """The node tree; by the fast C parser where there is one, by the plain one for its clearer error messages."""
    fast = getattr(yaml, "CSafeLoader", None)
    if fast is not None:
        with suppress(yaml.YAMLError):
            return yaml.compose(text, Loader=fast)
    return yaml.compose(text, Loader=yaml.SafeLoader)


class _Reader:
    """Turns the nodes of one file into plain values; notes the line of every key."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lines: dict[tuple[str, ...], int] = {}
        self.seen: set[int] = set()

    def document(self, root: yaml.MappingNode) -> Document:
        """The file's mapping with the lines of its keys."""
        return Document(self.name, self._mapping(root, ()), self.lines)

    def _value(self, node: yaml.Node, path: tuple[str, ...]) -> Any:
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            self._refuse_alias(node)
            return [self._value(item, (*path, str(i))) for i, item in enumerate(node.value)]
        text = str(node.value)
        return text if getattr(node, "style", None) else plain_scalar(text)  # a quoted scalar is always text

    def _mapping(self, node: yaml.MappingNode, path: tuple[str, ...]) -> dict[str, Any]:
        self._refuse_alias(node)
        found: dict[str, Any] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            where = f"{self.name}:{line}"
            if not isinstance(key_node, yaml.ScalarNode):
                raise InputError(f"{where}: a key must be plain text.", f"{where}：键必须是普通文字。")
            key = str(key_node.value)
            if key in found:
                dotted, first = ".".join((*path, key)), self.lines[(*path, key)]
                raise InputError(
                    f"{where}: the key {dotted} stands twice (first on line {first}).",
                    f"{where}：键 {dotted} 重复（第一次在第 {first} 行）。",
                )
            self.lines[(*path, key)] = line
            found[key] = self._value(value_node, (*path, key))
        return found

    def _refuse_alias(self, node: yaml.Node) -> None:
        """A node met twice is a YAML alias: it could contain itself, and readers of the file would have to search."""
        if id(node) in self.seen:
            where = f"{self.name}:{node.start_mark.line + 1}"
            raise InputError(f"{where}: anchors and aliases (& and *) are not read.", f"{where}：不支持锚点和别名（& 与 *）。")
        self.seen.add(id(node))


def plain_scalar(text: str) -> str | int | float | bool | None:
    """An unquoted scalar by our few rules.

    >>> [plain_scalar(word) for word in ("true", "yes", "12", "012", "1.5", "none")]
    [True, 'yes', 12, '012', 1.5, 'none']
    """
    if text in ("true", "false"):
        return text == "true"
    if text in ("", "~", "null"):
        return None
    if _INT.fullmatch(text):
        return int(text)
    if _FLOAT.fullmatch(text) and not re.fullmatch(r"[-+]?0[0-9]+", text):
        return float(text)
    return text


def _broken(error: yaml.MarkedYAMLError, text: str, name: str) -> InputError:
    """One sentence for a file that YAML cannot read; tabs, the commonest cause, are named."""
    mark = error.problem_mark or error.context_mark
    line = mark.line + 1 if mark else 1
    rows = text.splitlines()
    if 0 < line <= len(rows) and "\t" in rows[line - 1]:
        return InputError(
            f"{name}:{line}: holds a tab; indent with spaces.", f"{name}:{line}：含有制表符；请用空格缩进。"
        )
    problem = (error.problem or "broken").rstrip(".")
    return InputError(
        f"{name}:{line}: not readable as YAML ({problem}).", f"{name}:{line}：YAML 格式有误（{problem}）。"
    )
