"""Rules for compiled functions, read from their source: what Numba would accept but we must not write."""

from __future__ import annotations

import ast
import builtins
import importlib
from collections.abc import Iterator
from enum import Enum, IntEnum, IntFlag
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.architecture.source import (
    FunctionNode,
    functions,
    imported_names,
    is_kernel,
    kernels,
    module_name,
    shown,
    source_files,
    tree_of,
)

KERNELS = kernels()
IDS = [f"{shown(path)}:{function.name}" for path, function in KERNELS]
each_kernel = pytest.mark.parametrize(("path", "function"), KERNELS, ids=IDS)

FORBIDDEN = ast.Lambda | ast.GeneratorExp | ast.Raise | ast.Try | ast.Assert | ast.JoinedStr | ast.Global
MAY_IMPORT_NUMBA = {"rulesets/jit.py", "rulesets/inner.py", "rulesets/inner_cache.py"}
WRITTEN_ONLY = {"OUTCOME", "MATCH_OUTCOME"}  # columns of a file: kernels write them and compute with none of them
MAY_USE_UNSIGNED = {"sim/seeding.py"}  # counters are unsigned words; hand tables are read through int(...)


def test_numba_is_imported_by_the_decorator_and_its_compiler_alone() -> None:
    for path in source_files("rulesets", "sim", "reports", "hydra_plugins"):
        if any(module.split(".")[0] == "numba" for module, _ in imported_names(tree_of(path))):
            assert shown(path) in MAY_IMPORT_NUMBA, shown(path)


def test_kernels_are_top_level_functions() -> None:
    for path in source_files("rulesets", "sim"):
        top = {node for node in tree_of(path).body if isinstance(node, FunctionNode)}
        for function in functions(tree_of(path)):
            assert not is_kernel(function) or function in top, f"{shown(path)}:{function.name}"


@each_kernel
def test_kernel_holds_no_closure_exception_string_or_random_stream(path: Path, function: FunctionNode) -> None:
    assert function.args.vararg is None and function.args.kwarg is None
    body = list(function.body)
    if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]  # the docstring
    for node in (child for statement in body for child in ast.walk(statement)):
        where = f"{shown(path)}:{getattr(node, 'lineno', function.lineno)}"
        assert not isinstance(node, FORBIDDEN | FunctionNode), where
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, str)), where
        assert not (isinstance(node, ast.Attribute) and node.attr == "random"), where


@each_kernel
def test_kernel_takes_no_function_as_argument(path: Path, function: FunctionNode) -> None:
    names = {argument.arg for argument in [*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs]}
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in names, f"{shown(path)}:{node.lineno} calls its argument {node.func.id}"


@each_kernel
def test_kernel_reads_no_array_from_its_module(path: Path, function: FunctionNode) -> None:
    """Tables are arguments; an array among the globals would be frozen into the compiled code."""
    module = importlib.import_module(module_name(path))
    local = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    local |= {argument.arg for argument in function.args.args}
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and node.id not in local and hasattr(module, node.id):
            value = getattr(module, node.id)
            allowed = callable(value) or isinstance(value, int | float | np.generic | np.dtype) or value is np
            allowed = allowed or (isinstance(value, tuple) and all(isinstance(item, int) for item in value))
            assert allowed, f"{shown(path)}:{node.lineno} reads the global {node.id} of type {type(value).__name__}"
        elif isinstance(node, ast.Name) and node.id not in local:
            assert hasattr(builtins, node.id), f"{shown(path)}:{node.lineno} reads {node.id}"


@each_kernel
def test_family_is_read_in_the_scoring_switch_alone(path: Path, function: FunctionNode) -> None:
    reads = [n for n in ast.walk(function) if isinstance(n, ast.Attribute) and n.attr == "family"]
    assert not reads or shown(path) == "rulesets/score.py"


def test_family_is_read_by_one_function() -> None:
    path = next(p for p in source_files("rulesets") if shown(p) == "rulesets/score.py")
    readers = {f.name for f in functions(tree_of(path)) for n in ast.walk(f) if isinstance(n, ast.Attribute) and n.attr == "family"}
    assert readers == {"score_family"}


def test_kernels_write_uint64_in_seeding_alone() -> None:
    for path, function in KERNELS:
        for node in ast.walk(function):
            if isinstance(node, ast.Attribute) and node.attr in ("uint8", "uint16", "uint32", "uint64"):
                assert shown(path) in MAY_USE_UNSIGNED, f"{shown(path)}:{node.lineno} uses {node.attr}"


def _modules_with_kernels_or_layouts() -> list[Any]:
    wanted = {path for path, _ in KERNELS}
    wanted |= {path for path in source_files("rulesets", "sim") if "np.dtype(" in path.read_text(encoding="utf8")}
    return [importlib.import_module(module_name(path)) for path in sorted(wanted)]


def test_enums_of_kernel_modules_are_integer_enums() -> None:
    for module in _modules_with_kernels_or_layouts():
        for name, value in vars(module).items():
            if isinstance(value, type) and issubclass(value, Enum) and value.__module__ == module.__name__:
                assert issubclass(value, IntEnum | IntFlag), f"{module.__name__}.{name}"


def _layouts() -> Iterator[tuple[str, np.dtype[Any]]]:
    for module in _modules_with_kernels_or_layouts():
        for name, value in vars(module).items():
            if isinstance(value, np.dtype) and value.names:
                yield f"{module.__name__}.{name}", value


def _fields(layout: np.dtype[Any]) -> Iterator[tuple[str, np.dtype[Any]]]:
    for name in layout.names or ():
        field = layout[name].base
        yield name, field
        yield from _fields(field)


def test_record_layouts_are_aligned_signed_and_free_of_numpy_names() -> None:
    """A field called like an attribute of a NumPy record reads one thing compiled and another in plain Python."""
    taken = set(dir(np.record)) | set(dir(np.recarray))
    found = dict(_layouts())
    assert any(name.endswith(".RULES") for name in found)
    for layout_name, layout in found.items():
        assert layout.isalignedstruct, layout_name
        for name, field in _fields(layout):
            assert name not in taken, f"{layout_name}.{name}"
            kinds = "iuVf" if layout_name.rpartition(".")[2] in WRITTEN_ONLY else "iVf"
            assert field.kind in kinds, f"{layout_name}.{name} is {field}"
