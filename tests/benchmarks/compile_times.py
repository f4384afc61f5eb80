"""Compile everything that `play` needs with an empty cache and print the seconds per kernel module as JSON.

Run as a program: the cache folder must be chosen before Numba is imported.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any


def main() -> None:
    """Measure in a cache folder of our own that shares the hand tables."""
    from rulesets.hand_tables import load_tables
    from rulesets.jit import cache_root

    load_tables()
    tables = cache_root() / "tables"
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "tables").symlink_to(tables)
        os.environ["RULELAB_CACHE"] = folder
        os.execv(sys.executable, [sys.executable, "-m", "tests.benchmarks.compile_times", "measure"])


def measure() -> None:
    """Self time of every compilation, added up by module."""
    from numba.core import event

    class Listener(event.Listener):
        def __init__(self) -> None:
            self.running: list[list[Any]] = []
            self.seconds: dict[str, float] = {}

        def on_start(self, event: Any) -> None:
            function = event.data["dispatcher"].py_func
            self.running.append([function.__module__, time.process_time(), 0.0])

        def on_end(self, event: Any) -> None:
            module, start, inner = self.running.pop()
            took = time.process_time() - start
            if self.running:
                self.running[-1][2] += took
            name = module if module.startswith(("sim", "rulesets")) else "numba"
            self.seconds[name] = self.seconds.get(name, 0.0) + took - inner

    listener = Listener()
    event.register("numba:compile", listener)
    from sim.batch import play
    from tests.sim.tabletop import RANDOM, rows

    start = time.process_time()
    play(rows(), RANDOM, [0], 1)
    total = time.process_time() - start
    modules = {name: round(s, 2) for name, s in sorted(listener.seconds.items(), key=lambda item: -item[1])}
    print(json.dumps({"total": round(total, 1), "modules": modules}))


if __name__ == "__main__":
    measure() if sys.argv[1:] == ["measure"] else main()
