"""Kernels on disk. Inner forms: so that an edit of a bot translates bots and play anew, but neither scoring nor hands.

A file holds the intermediate code of one function and names the kernels that it calls; it lies in a folder named after
all sources that the function depends on (`rulesets.sources`), those of the kernels that it calls among them. What Numba
itself put in between, such as the code of `int()`, is stored along with the caller. Outer forms, what Python calls, lie in the
same folder as Numba keeps them; since its name stands for the sources, an installed copy of the same sources finds them as well.
"""

# mypy: disable-error-code="no-untyped-call, attr-defined"

from __future__ import annotations

import contextlib
import hashlib
import os
import pickle
import uuid
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
from numba.core import serialize
from numba.core.caching import CompileResultCacheImpl, FunctionCache, NullCache, _CacheLocator
from numba.core.compiler import compile_result
from numba.core.lowering import Environment

from rulesets.inner import InnerLibrary, handle_of

_forms: dict[str, Any] = {}  # dispatchers of inner forms by qualified name


class InnerCache:
    """What Numba asks for and gives to be kept, for one kernel."""

    def __init__(self, dispatcher: Any, folder: Path) -> None:
        function = dispatcher.py_func
        self.name = f"{function.__module__}.{function.__qualname__}"
        self.folder = folder
        self.cache_path = str(folder)
        _forms[self.name] = dispatcher

    def _file(self, types: Any, codegen: Any) -> Path:
        """One file per argument types and kind of processor."""
        key = hashlib.sha256(repr((types, codegen.magic_tuple())).encode())
        return self.folder / f"{self.name}-{key.hexdigest()[:16]}.inner"

    def load_overload(self, types: Any, target: Any) -> Any:
        """The inner form for these argument types, or None if it has yet to be compiled."""
        target.refresh()
        try:
            stored = self._file(types, target.codegen()).read_bytes()
        except OSError:
            return None
        seal, stored = stored[:32], stored[32:]
        if hashlib.sha256(stored).digest() != seal:
            return None
        about, signature, reload_init, code, below = pickle.loads(stored)
        for prepare in reload_init:
            prepare()
        library = _library(target, self.name, code)
        library.origin = (self.name, signature.args)
        for name, what in below:
            if not isinstance(what, tuple):
                library.add_linking_library(_library(target, name, what))
            elif name in _forms:
                _forms[name].compile(what)
                library.add_linking_library(_forms[name].overloads[what].library)
            else:
                return None
        environment = Environment.from_fndesc(about)
        return compile_result(
            typing_context=_forms[self.name].typingctx,
            target_context=target,
            entry_point=handle_of(about, environment, library),
            library=library,
            environment=environment,
            fndesc=about,
            signature=signature,
            objectmode=False,
            lifted=(),
            type_annotation="",
            reload_init=reload_init,
            referenced_envs=[],
        )

    def save_overload(self, types: Any, result: Any) -> None:
        """Keep an inner form; if the disk is full or gone, it is compiled again next time."""
        library = result.library
        about = result.fndesc
        about.typemap = about.calltypes = None  # of no use any more, and large
        below = [
            getattr(one, "origin", None) or (one.name, one._get_module_for_linking().as_bitcode())
            for one in dict.fromkeys(library._linking_libraries)
        ]
        library.origin = (self.name, result.signature.args)
        code = library._get_module_for_linking().as_bitcode()
        stored = serialize.dumps((about, result.signature, list(result.reload_init or ()), code, below))
        file = self._file(types, result.codegen)
        draft = file.with_name(f"{file.name}.{uuid.uuid4().hex[:12]}")
        with contextlib.suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            draft.write_bytes(hashlib.sha256(stored).digest() + stored)
            os.replace(draft, file)


class _Place(_CacheLocator):
    """The folder of a kernel's sources, wherever they lie and whenever they were written there."""

    def __init__(self, function: Any, folder: Path) -> None:
        self.folder = folder
        self._py_file = function.__code__.co_filename
        self._line = function.__code__.co_firstlineno

    def get_cache_path(self) -> str:
        return str(self.folder)

    def get_source_stamp(self) -> str:
        return self.folder.name

    def get_disambiguator(self) -> str:
        return str(self._line)


class _OuterCache(FunctionCache):
    """Numba's cache of outer forms; one that the disk does not take is compiled again next time."""

    def save_overload(self, sig: Any, data: Any) -> None:
        with contextlib.suppress(OSError):
            super().save_overload(sig, data)


def outer_cache(function: Any, folder: Path) -> Any:
    """Where Numba keeps and finds the outer form of a kernel: this folder, or nowhere if it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return NullCache()

    class Here(_Place):
        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> _Place:
            return cls(py_func, folder)

    kept = type("Kept", (CompileResultCacheImpl,), {"_locator_classes": [Here]})
    return type("Outer", (_OuterCache,), {"_impl_class": kept})(function)


def _library(target: Any, name: str, code: bytes) -> InnerLibrary:
    """A finished library from its intermediate code."""
    library = InnerLibrary(target.codegen(), name)
    library._final_module = llvm.parse_bitcode(code)
    library.finalize()
    return library
