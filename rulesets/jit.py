"""`@kernel`: the only way this project compiles a function.

Numba's disk cache notices an edit in the file of a function, but not in the files of the functions it calls, nor a
changed compiler setting. So the kernels of a module are kept in a folder named after everything that can change their
machine code: the text of the module and of all our modules that it imports, however indirectly, the rule catalogue (its
options are record fields), the versions of Numba and NumPy, and the NUMBA_* settings. A stale kernel can therefore never
be picked up, and an edit of a bot leaves the compiled scoring as it is.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from rulesets.sources import ROOT, key_of, needed_by

F = TypeVar("F", bound=Callable[..., Any])


def cache_root() -> Path:
    """The folder for compiled kernels and hand tables; a temporary one if the user's cache folder is not writable."""
    wanted = os.environ.get("RULELAB_CACHE")
    home = Path(wanted) if wanted else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "rulelab"
    try:
        home.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=home):
            return home
    except OSError:
        fallback = Path(tempfile.gettempdir()) / f"rulelab-{os.getuid() if hasattr(os, 'getuid') else 'user'}"
        fallback.mkdir(parents=True, exist_ok=True)
        return fallback


os.environ.setdefault("NUMBA_OPT", "1")  # measured: kernels as fast as at level 3, compiled in four fifths of the time

import numba  # noqa: E402  (its settings must be made first)

from rulesets.inner import InnerCompiler, OuterCompiler  # noqa: E402
from rulesets.inner_cache import InnerCache, outer_cache  # noqa: E402

_CONFIG: Any = numba.config  # its settings are not in Numba's type hints
_NOT_CODE = ("NUMBA_CACHE_DIR", "NUMBA_NUM_THREADS")  # settings that leave the machine code alone; workers set them
_SETTINGS_SET = sorted((k, v) for k, v in os.environ.items() if k.startswith("NUMBA_") and k not in _NOT_CODE)
_CIRCUMSTANCES = repr((numba.__version__, np.__version__, _SETTINGS_SET))

JIT_OFF = bool(_CONFIG.DISABLE_JIT)


def _kernel_sources() -> tuple[Path, ...]:
    """Every file of ours whose text can change a kernel of the project, in a fixed order."""
    files = [p for top in ("rulesets", "sim") for p in sorted((ROOT / top).rglob("*.py"))]
    marks = ("jit import", "from numba", "IntEnum")
    return tuple(p for p in files if any(mark in p.read_text(encoding="utf8") for mark in marks))


SOURCE_HASH = key_of(_kernel_sources(), _CIRCUMSTANCES)
"""Of all kernels together: names the version of the engine in results."""


@cache
def kernel_folder(file: Path) -> Path:
    """Where the kernels of a source file are kept."""
    return cache_root() / "kernels" / key_of(needed_by(file), _CIRCUMSTANCES)


# `no_cfunc_wrapper`: no kernel is ever handed to C code
# `_nrt` is said both ways: left out, it would be taken over from whichever kernel happened to compile this one first
_SETTINGS: dict[str, Any] = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True, "_nrt": True}


def kernel(function: F) -> F:
    """Compile `function` without the GIL, with wrap-around NumPy errors; what Python calls is cached on disk."""
    return _compiled(function, _SETTINGS)


def lean_kernel(function: F) -> F:
    """As `kernel`, for inner functions that neither create nor return arrays: compiled without reference counts.

    Numba counts references to every array that passes through a call, which costs more than a table look-up. Without
    the counts the hand kernels run twice as fast. A function that does create an array fails to compile this way.
    """
    return _compiled(function, {**_SETTINGS, "_nrt": False})


def _compiled(function: F, settings: dict[str, Any]) -> F:
    """The outer form of a kernel, which shows its inner form to kernels that call it (see `rulesets.inner`)."""
    outer: Any
    jit: Any = numba.njit
    if JIT_OFF:
        outer = jit(**settings)(function)
    else:
        folder = kernel_folder(Path(function.__code__.co_filename).resolve())
        inner: Any = jit(no_cpython_wrapper=True, pipeline_class=InnerCompiler, **settings)(function)
        inner._cache = InnerCache(inner, folder)
        outer = jit(pipeline_class=OuterCompiler, **settings)(function)
        outer._cache = outer_cache(function, folder)
        outer.get_call_template = _with_one_integer_type(inner.get_call_template)
        outer.get_overload = inner.get_overload
    compiled: F = outer
    return compiled


def _with_one_integer_type(template_of: Callable[..., Any]) -> Callable[..., Any]:
    """Let kernels call a kernel with any signed integer, constant or enum member as int64.

    Numba would compile it once for each combination of integer types and constants that callers happen to pass: the
    same function up to fourteen times.
    """
    types: Any = numba.types

    def widened(kind: Any) -> Any:
        plain = types.unliteral(kind)
        is_signed = isinstance(plain, types.Integer) and plain.signed
        return types.int64 if is_signed or isinstance(plain, types.IntEnumMember) else plain

    def get_call_template(args: Any, kws: Any) -> Any:
        return template_of(tuple(widened(kind) for kind in args), kws)

    return get_call_template
