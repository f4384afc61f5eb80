"""Golden hands: what the engine played when it was last looked at, move by move, and fingerprints of many more hands.

A golden file changes only with a sentence in the change log that says why the game changed; `python -m tests.golden.regenerate`
prints the difference and writes only with `--accept`.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from rulesets.spec import resolve
from sim.batch import play
from sim.bots.registry import load_lineup
from sim.plan import Study, VariantPlan
from sim.shard import work_of
from sim.show import picture

HERE = Path(__file__).resolve().parent
SEED = 20260101
HANDS = (
    ("hebei/literal", "four_greedy", 0),
    ("hebei/literal", "four_greedy", 1),
    ("hebei/literal", "four_random", 2),
    ("hebei/literal", "one_patient", 3),
    ("hebei/app", "one_greedy_three_weak", 4),
    ("hebei/total", "four_greedy", 5),
    ("hebei/head_bump", "four_greedy", 6),
    ("hebei/chi_allowed", "four_greedy", 7),
    ("hebei/no_honours", "four_greedy", 8),
    ("hebei/pass_win_lock", "one_patient", 9),
    ("hebei/ready_lock", "four_greedy", 10),
    ("hebei/no_seven_pairs", "four_random", 11),
)
FINGERPRINTED = (
    "literal", "app", "single_wait", "total", "head_bump", "no_multi_stack", "chi_allowed", "no_honours", "pass_win_lock",
)  # fmt: skip
LINEUPS = ("four_random", "four_greedy", "one_patient")
N_WALLS = 200
ADDED = (
    "opening", "kept", "gold_kind", "indicator", "golds", "gold_discards", "flowers", "flower_quads", "dead_flowers",
    "group_left", "total_s0", "total_s1", "total_s2", "total_s3", "hu", "tai", "limit", "among_losers", "standing", "stood",
    "flush_tables", "wind_tables", "flush_barred", "winds_barred", "late_barred", "idle_golds", "group_tiles",
    "pei", "liable", "aborted", "penalty_s0", "penalty_s1", "penalty_s2", "penalty_s3",
)  # fmt: skip
"""Columns that came with golds, flowers, the last group and the law of the table. Fingerprints leave them out, so that those
taken before hold."""


def _played(variant: str, lineup: str, walls: list[int], log: bool):
    study = Study("golden", (VariantPlan(resolve(variant)),), (load_lineup(lineup),), walls=max(walls) + 1, seed=SEED)
    work = work_of(study, source="")
    return play(work.rules, work.bots, walls, SEED, lineups=work.lineups, log=log)


def file_of(variant: str, lineup: str, wall: int) -> Path:
    """Where the golden text of a hand lies."""
    return HERE / f"{variant.replace('/', '-')}-{lineup}-{wall}.txt"


def transcript(variant: str, lineup: str, wall: int) -> str:
    """The hand as text, its moves and its points."""
    played = _played(variant, lineup, [wall], log=True)
    row = played.rows[0, 0, 0, 0]
    shown = picture(played.transcripts()[0])
    lines = [" | ".join(line).strip(" |") for line in (*shown.deal, *shown.moves)]
    points = " ".join(f"{int(row[f'delta_s{s}']):+d}" for s in range(4))
    return "\n".join([f"{variant}, {lineup}, seed {SEED}, wall {wall}", *lines, f"points {points}", ""])


def fingerprint(variant: str) -> str:
    """One line: the variant and a digest of the outcome rows of 200 walls met by each of three line-ups."""
    digest = hashlib.sha256()
    for lineup in LINEUPS:
        for name, column in sorted(_played(f"hebei/{variant}", lineup, list(range(N_WALLS)), log=False).columns().items()):
            if name not in ADDED:
                digest.update(name.encode() + column.astype("<i8").tobytes())
    return f"hebei/{variant} {digest.hexdigest()}"
