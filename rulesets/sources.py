"""Which files the text of compiled code depends on: a module and everything of ours that it imports, however indirectly.

What a kernel calls and the constants that it reads are names of its module, and a name gets there by an `import` only. So
the files found by following the imports from the kernel's module are all that can change its machine code, together with
the rule catalogue, whose options are fields of records.
"""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def _imports(tree: ast.Module, package: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Dotted names that a module imports, imports within functions included; `package` is what relative ones start from."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (tuple(alias.name.split(".")) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = (*base, *(node.module.split(".") if node.module else ()))
            yield module
            yield from ((*module, alias.name) for alias in node.names)  # a name may be a module of a package


def _files(name: tuple[str, ...]) -> Iterator[Path]:
    """The files of ours that importing a dotted name executes: its packages and the module."""
    for end in range(1, len(name) + 1):
        place = ROOT.joinpath(*name[:end])
        for file in (place / "__init__.py", place.with_suffix(".py")):
            if file.is_file():
                yield file


@cache
def _imported(file: Path) -> frozenset[Path]:
    """The files of ours that one file imports itself."""
    package = file.relative_to(ROOT).parts[:-1] if file.is_relative_to(ROOT) else ()
    names = set(_imports(ast.parse(file.read_bytes()), package))
    return frozenset(found for name in names for found in _files(name))


@cache
def needed_by(file: Path) -> tuple[Path, ...]:
    """The file, its packages and every file of ours that these import, in a fixed order."""
    waiting = {file, *(_files(file.relative_to(ROOT).parts[:-1]) if file.is_relative_to(ROOT) else ())}
    found: set[Path] = set()
    while waiting:
        one = waiting.pop()
        found.add(one)
        waiting |= _imported(one) - found
    return tuple(sorted(found))


@cache
def catalogue() -> tuple[Path, ...]:
    """The files of the rule catalogue."""
    return tuple(sorted((ROOT / "rulesets").rglob("*options.yaml")))


@cache
def _text_hash(file: Path) -> bytes:
    name = file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else file.as_posix()
    return hashlib.sha256(name.encode() + b"\0" + file.read_bytes()).digest()


def key_of(files: tuple[Path, ...], circumstances: str) -> str:
    """First 16 hex digits of SHA-256 over names and texts of the files, the catalogue and the circumstances."""
    digest = hashlib.sha256(circumstances.encode())
    for file in (*files, *catalogue()):
        digest.update(_text_hash(file))
    return digest.hexdigest()[:16]
