"""How long and how large a study will be, from a fraction of a second of real play.

Speed decides where work is done and how many shards travel together, never what is played.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from rulesets.options import Text
from sim.batch import play
from sim.plan import Shard, Study, shards
from sim.shard import Player, Work, run_shard

# Measured sizes in bytes: a hand and the fixed part of its file by columns setting, a row of the tally table, the fixed
# part of both statistics files together.
_ROW_BYTES = {"default": 12, "full": 20}
_ROW_FILE_BYTES = {"default": 12_000, "full": 22_000}
_TALLY_BYTES = 8
_STATS_FILES_BYTES = 10_000

COMPILING = Text(
    "compiling the engine; this happens once per version and takes about a minute",
    "正在编译引擎；每个版本只需一次，约一分钟",
)
"""Said before anything is played while `sim.jit.is_compiled()` is false."""


@dataclass(frozen=True)
class Estimate:
    """Expected work of a study. `wall_seconds`: seconds of one core for one wall with all line-ups and variants."""

    hands: int
    shards: int
    files: int
    wall_seconds: float
    walls: int
    size: int  # bytes

    def seconds(self, workers: int) -> float:
        """Expected time with so many cores, start-up not counted."""
        return self.wall_seconds * self.walls / max(1, min(workers, self.shards))


def warm_up(work: Work, player: Player = play) -> None:
    """Plays one wall, so that every kernel is compiled or loaded before several workers ask for it at once."""
    run_shard(work, Shard(0, 0, 1), range(len(work.slugs)), player=player)


def wall_seconds(work: Work, variants: Sequence[int], player: Player = play, budget: float = 0.4) -> float:
    """Seconds of one core per wall for the given variants, from about `budget` seconds of play after a warm-up.

    What a shard costs however few walls it has (tables of every variant) is measured apart and spread over a block;
    otherwise a study of many variants would look many times longer than it is.
    """

    def timed(walls: int) -> float:
        begun = time.perf_counter()
        run_shard(work, Shard(0, 0, walls), variants, player=player)
        return time.perf_counter() - begun

    fixed = timed(1)
    walls = min(work.block, 16)
    while True:
        took = timed(walls)
        if took > 1.5 * fixed + budget / 2 or walls >= work.block:
            return max(took - fixed, 0.0) / max(1, walls - 1) + fixed / work.block
        walls = min(work.block, 4 * walls)


def estimate(study: Study, work: Work, player: Player = play) -> Estimate:
    """Plays a few walls of the study and extrapolates."""
    warm_up(work, player)
    pieces = len(shards(study))
    blocks = -(-study.walls // study.block)
    tally_rows = blocks * sum(map(len, work.metrics)) * len(work.slugs)
    parts = pieces * len(work.slugs)
    size = parts * _STATS_FILES_BYTES + tally_rows * _TALLY_BYTES
    if work.rows:
        size += parts * _ROW_FILE_BYTES[study.columns] + study.hands * _ROW_BYTES[study.columns]
    return Estimate(
        hands=study.hands,
        shards=pieces,
        files=parts * (3 if work.rows else 2),
        wall_seconds=wall_seconds(work, range(len(work.slugs)), player),
        walls=study.walls,
        size=size,
    )
