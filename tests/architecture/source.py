"""The project's source as syntax trees, for tests of its architecture."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("rulesets", "sim", "reports", "conf", "hydra_plugins")
DECORATORS = {"kernel", "lean_kernel"}
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


def source_files(*tops: str) -> list[Path]:
    """Every Python file below the given folders of the project."""
    return [path for top in tops or (*PACKAGES, "tests") for path in sorted((ROOT / top).rglob("*.py"))]


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def module_name(path: Path) -> str:
    """`rulesets/hebei/__init__.py` as `rulesets.hebei`."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf8"), shown(path))


def functions(node: ast.AST) -> Iterator[FunctionNode]:
    """All functions in a tree, nested ones and methods included."""
    return (child for child in ast.walk(node) if isinstance(child, FunctionNode))


def is_kernel(function: FunctionNode) -> bool:
    return any(isinstance(mark, ast.Name) and mark.id in DECORATORS for mark in function.decorator_list)


def kernels() -> list[tuple[Path, FunctionNode]]:
    """Every compiled function of the project with its file."""
    return [(path, f) for path in source_files("rulesets", "sim") for f in functions(tree_of(path)) if is_kernel(f)]


def imported_names(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """`(module, name)` of every import in a tree, functions included; the name is empty for `import module`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.module, alias.name) for alias in node.names)
