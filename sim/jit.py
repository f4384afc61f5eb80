"""The kernel decorator of play: compiled without reference counts, so no kernel of `sim` may create an array.

An array that passes through a call would cost two atomic operations there, which made play ten times slower. All room to
work in is created once by the caller (`sim.world`).
"""

from rulesets.jit import JIT_OFF, SOURCE_HASH, cache_root
from rulesets.jit import lean_kernel as kernel

__all__ = ["JIT_OFF", "SOURCE_HASH", "cache_root", "kernel"]
