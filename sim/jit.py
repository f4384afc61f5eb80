"""The kernel decorator, re-exported so that play imports it from its own package."""

from rulesets.jit import JIT_OFF, SOURCE_HASH, cache_root, kernel

__all__ = ["JIT_OFF", "SOURCE_HASH", "cache_root", "kernel"]
