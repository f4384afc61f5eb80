"""Kernels that kernels call: translated once, and turned into machine code only as a part of the whole.

Numba gives every compiled function an entry point for Python and machine code of its own, in which the code of everything
that it calls is optimised and translated anew. In a tree of 250 functions most of the compile time goes into machine code
that nobody ever runs. Here a kernel has two forms instead:

* the *inner* form, for callers that are kernels: LLVM's intermediate code of this one function and no more;
* the *outer* form, for callers in Python: when it is complete, the inner forms of everything below it are joined to it,
  each once; the whole is optimised once, translated once and kept on disk.

Each form comes into being when it is first called for. Kernels do not call themselves: an inner form must be complete
before its caller is.
"""

# mypy: disable-error-code="no-untyped-call, attr-defined"

from __future__ import annotations

import hashlib
from typing import Any

from numba import _dynfunc
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.funcdesc import default_mangler
from numba.core.lowering import Lower
from numba.core.typed_passes import NativeLowering


class InnerLibrary(JITCodeLibrary):
    """The intermediate code of one function, without the functions that it calls."""

    def finalize(self) -> None:
        """Nothing more to do: linking, optimising and translating is left to the outer form."""
        self._finalized = True


class OuterLibrary(JITCodeLibrary):
    """The machine code of a function together with everything below it."""

    def finalize(self) -> None:
        """Join all libraries below this one, callers before what they call: the linker skips what nobody asks for."""
        called_first: list[Any] = []
        seen: set[Any] = set()

        def visit(library: Any) -> None:
            seen.add(library)
            for below in library._linking_libraries:
                if below not in seen:
                    visit(below)
            called_first.append(library)

        visit(self)
        self._linking_libraries = called_first[-2::-1]  # all but this one
        super().finalize()


def handle_of(about: Any, environment: Any, library: InnerLibrary) -> Any:
    """What stands for an inner form in Numba's tables: a function object that must not be called."""
    return _dynfunc.make_function(about.lookup_module(), about.qualname.split(".")[-1], "", 0, environment, (library,))


class InnerLower(Lower):
    """Gives an inner form the same name in every process; Numba's own names hold numbers of the running process."""

    def __init__(self, context: Any, library: Any, about: Any, func_ir: Any, metadata: Any = None) -> None:
        types = hashlib.sha256(repr(about.argtypes).encode()).hexdigest()[:16]
        name = f"{about.modname}.{about.qualname.split('$')[0]}"
        about.mangled_name = default_mangler(name, (), abi_tags=(types,))
        about.env_name = default_mangler(f".NumbaEnv.{name}", (), abi_tags=(types,))
        super().__init__(context, library, about, func_ir, metadata)


@register_pass(mutates_CFG=True, analysis_only=False)
class InnerLowering(NativeLowering):
    """The last step of compiling an inner form."""

    _name = "inner_lowering"

    @property
    def lowering_class(self) -> type[InnerLower]:
        return InnerLower

    def run_pass(self, state: Any) -> bool:
        """As Numba's own, but without machine code; kernels know the form by a function that must not be called."""
        state.library = InnerLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        lowered = state["cr"]
        handle = handle_of(lowered.fndesc, lowered.env, state.library)
        state.targetctx.insert_user_function(handle, lowered.fndesc, [state.library])
        state["cr"] = lowered._replace(cfunc=handle)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class OuterLowering(NativeLowering):
    """The last step of compiling an outer form."""

    _name = "outer_lowering"

    def run_pass(self, state: Any) -> bool:
        """As Numba's own, into an `OuterLibrary`."""
        state.library = OuterLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.library.enable_object_caching()
        return bool(super().run_pass(state))


class _Compiler(CompilerBase):
    """Numba's pipeline with another last step."""

    lowering: Any

    def define_pipelines(self) -> list[Any]:
        """The one pipeline."""
        pipeline = DefaultPassBuilder.define_nopython_pipeline(self.state)
        pipeline.passes = [(self.lowering if step is NativeLowering else step, about) for step, about in pipeline.passes]
        pipeline.finalize()
        return [pipeline]


class InnerCompiler(_Compiler):
    """Compiles inner forms."""

    lowering = InnerLowering


class OuterCompiler(_Compiler):
    """Compiles outer forms."""

    lowering = OuterLowering
