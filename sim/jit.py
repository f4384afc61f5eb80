"""The kernel decorator of play: compiled without reference counts, so no kernel of `sim` may create an array.

An array that passes through a call would cost two atomic operations there, which made play ten times slower. All room to
work in is created once by the caller (`sim.world`).
"""

from pathlib import Path

from rulesets.jit import JIT_OFF, SOURCE_HASH, cache_root, kernel_folder
from rulesets.jit import lean_kernel as kernel

__all__ = ["JIT_OFF", "SOURCE_HASH", "cache_root", "is_compiled", "kernel"]


def is_compiled() -> bool:
    """Whether the engine's machine code for exactly these sources is on disk, so that a run starts at once."""
    folder = kernel_folder(Path(__file__).resolve().with_name("batch.py"))
    return JIT_OFF or any(folder.rglob("batch.play_batch*.nbi"))
