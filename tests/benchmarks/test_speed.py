"""Speed, measured side by side in one run on one core. Run with `pytest -m benchmark -s`; needs the extra `bench`.

The yardstick is riichienv 0.4.11 playing hands of four random agents from Python. Both sides are measured in CPU seconds,
in turns, and compared by medians, so that other work on the machine falls on both. Hands are played with full rules,
scoring and outcome columns.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from sim.batch import LineUp, play
from tests.sim.tabletop import bots, rows

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(3600)]

ROUNDS = 9
FIRST_HAND_SECONDS = 3.0
ROOT = Path(__file__).resolve().parents[2]


def ours(name: str, hands: int) -> Callable[[], tuple[int, int]]:
    """A function that plays the next `hands` hands of four equal bots; returns hands and decisions."""
    table, bot = rows(), bots(name)
    play(table, bot, [0], 1)
    first = iter(range(0, 10**9, hands))

    def run() -> tuple[int, int]:
        start = next(first)
        played = play(table, bot, np.arange(start, start + hands), 1, lineups=[LineUp((0, 0, 0, 0))])
        return hands, int(played.rows["decisions"].sum())

    return run


def theirs(hands: int) -> Callable[[], tuple[int, int]]:
    """A function that plays `hands` single hands of four random agents with riichienv."""
    from riichienv import RiichiEnv
    from riichienv.agents import RandomAgent

    agent = RandomAgent(seed=1)
    env = RiichiEnv(game_mode="4p-red-single")

    def run() -> tuple[int, int]:
        asked = 0
        for _ in range(hands):
            seen = env.reset()
            while not env.done():
                asked += len(seen)
                seen = env.step({player: agent.act(view) for player, view in seen.items()})
        return hands, asked

    return run


def hands_per_second(sides: dict[str, Callable[[], tuple[int, int]]]) -> dict[str, dict[str, float]]:
    """Medians over the rounds; in every round each side is measured once."""
    speeds: dict[str, list[tuple[float, float]]] = {name: [] for name in sides}
    for _ in range(ROUNDS):
        for name, run in sides.items():
            start = time.process_time()
            hands, asked = run()
            took = time.process_time() - start
            speeds[name].append((hands / took, asked / took))
    return {
        name: {
            "hands_per_second": round(statistics.median(s[0] for s in found), 1),
            "decisions_per_second": round(statistics.median(s[1] for s in found)),
        }
        for name, found in speeds.items()
    }


def test_hands_per_second_against_riichienv() -> None:
    """Random legal play at least 60 times as fast, four greedy bots at least 7 times."""
    sides = {
        "riichienv_random": theirs(30),
        "random_legal": ours("random_legal", 2000),
        "greedy": ours("greedy", 400),
    }
    found = hands_per_second(sides)
    base = found["riichienv_random"]["hands_per_second"]
    ratios = {name: round(found[name]["hands_per_second"] / base, 1) for name in ("random_legal", "greedy")}
    print("\n" + json.dumps({"speed": found, "ratio_to_riichienv": ratios}))
    assert ratios["random_legal"] >= 60
    assert ratios["greedy"] >= 7


def test_cold_compile_time() -> None:
    """All kernels from an empty cache, CPU seconds in all and by module."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.compile_times"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    found = json.loads(done.stdout.splitlines()[-1])
    print("\n" + json.dumps({"compile_seconds": found}))
    assert found["total"] > 0


def test_warm_start_to_the_first_hand() -> None:
    """A new process with a warm cache plays its first hand in less than three CPU seconds."""
    program = (
        "import time; from tests.sim.tabletop import RANDOM, rows; from sim.batch import play; "
        "play(rows(), RANDOM, [0], 1); print(time.process_time())"
    )
    times = []
    for _ in range(4):
        done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
        times.append(float(done.stdout.split()[-1]))
    print("\n" + json.dumps({"warm_start_seconds": times[1:]}))
    assert statistics.median(times[1:]) < FIRST_HAND_SECONDS
