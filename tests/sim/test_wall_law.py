"""V3b: seat lanes and one shuffled line give the same law of play, metric by metric, under five rule sets of two games."""

from __future__ import annotations

import numpy as np
import pytest

from rulesets.compile import rule_table
from rulesets.options import Value
from rulesets.spec import load_preset, with_changes
from rulesets.tiles import N_SEATS, WinKind
from sim.batch import LineUp, WallMode, play
from sim.outcomes import Tag
from tests.sim.tabletop import Array, bots

RULE_SETS: dict[str, tuple[str, dict[str, Value]]] = {
    "literal": ("hebei/literal", {}),
    "app": ("hebei/app", {}),
    "reserve 14": ("hebei/literal", {"wall.reserve": 14}),
    "chi allowed": ("hebei/literal", {"claim.chi": "next_seat"}),
    "fuzhou": ("fuzhou/fz_std", {}),
}
BOTS = bots("greedy", "greedy_calls", "casual", "random_legal")
MIXED = LineUp((0, 1, 2, 3), ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2)))


def rows_of(name: str, mode: WallMode, n: int, seed: int) -> Array:
    """Outcome rows of n hands, played in pieces so that memory stays small."""
    preset, changes = RULE_SETS[name]
    base = load_preset(preset)
    table = rule_table([with_changes(base, changes) if changes else base])
    parts = [
        play(table, BOTS, range(first, min(first + 5000, n)), seed, lineups=[MIXED], mode=mode).rows.reshape(-1)
        for first in range(0, n, 5000)
    ]
    return np.concatenate(parts)


def per_seat(words: Array) -> Array:
    """Sum over the seats of a column with four bits a seat."""
    return sum((words.astype(np.int64) >> 4 * s) & 15 for s in range(N_SEATS))


def metrics(rows: Array) -> dict[str, Array]:
    """Numbers of each hand, one array per metric."""
    delta = np.stack([rows[f"delta_s{s}"] for s in range(N_SEATS)], axis=1).astype(np.float64)
    kan = np.stack([rows[f"kan_part_s{s}"] for s in range(N_SEATS)], axis=1)
    ready = np.stack([rows[f"ready_turn_s{s}"] for s in range(N_SEATS)], axis=1)
    hand = np.arange(len(rows))
    dealer = rows["dealer"]
    winners = np.array([int(m).bit_count() for m in range(16)])[rows["winner_mask"]]
    win_tile = rows["win_tile"]
    found = {
        "draw": rows["end"] == WinKind.DRAW,
        "self-draw": rows["end"] == WinKind.SELF_DRAW,
        "discard win": rows["end"] == WinKind.DISCARD,
        "robbed kan": rows["end"] == WinKind.ROB_KAN,
        "several winners": winners > 1,
        "after kan": rows["tags"] & Tag.AFTER_KAN != 0,
        "last tile": rows["tags"] & Tag.LAST_TILE != 0,
        "draws": rows["draws"],
        "discards": rows["discards"],
        "wall left": rows["wall_left"],
        "dealer net": delta[hand, dealer],
        "next seat net": delta[hand, (dealer + 1) % 4],
        "opposite net": delta[hand, (dealer + 2) % 4],
        "dealer wins": rows["winner_mask"] >> dealer & 1,
        "dealer pays": rows["payer"] == dealer,
        "points moved": np.maximum(delta, 0).sum(axis=1),
        "points squared": (delta**2).sum(axis=1),
        "kan points moved": np.maximum(kan, 0).sum(axis=1),
        "fan points": rows["fan_points"],
        "fan squared": rows["fan_points"].astype(np.float64) ** 2,
        "calls": per_seat(rows["calls"]),
        "pons": per_seat(rows["pons"]),
        "chis": per_seat(rows["chis"]),
        "open kans": per_seat(rows["open_kans"]),
        "added kans": per_seat(rows["added_kans"]),
        "closed kans": per_seat(rows["closed_kans"]),
        "decisions": rows["decisions"],
        "legal actions": rows["legal_sum"],
        "ready seats": (ready >= 0).sum(axis=1),
        "first ready": np.where(ready >= 0, ready, 99).min(axis=1),
        "ready at the end": np.array([int(m).bit_count() for m in range(16)])[rows["tenpai_end"] & 15],
        "win on an honour": win_tile >= 27,
        "win on a five": (win_tile >= 0) & (win_tile < 27) & (win_tile % 9 == 4),
        "seven pairs": rows["fans_a"] & 1 << 10 != 0,
        "concealed": rows["fans_a"] & 1 << 1 != 0,
    }
    for slot in range(N_SEATS):  # net of each bot of the line-up: the seating turns with the wall
        seat = (slot - rows["seating"].astype(np.int64)) % N_SEATS
        found[f"net of bot {slot}"] = delta[hand, seat]
    return {name: values.astype(np.float64) for name, values in found.items()}


def z_scores(name: str, n: int, seeds: tuple[int, int]) -> dict[str, float]:
    """Standardised difference of the mean of every metric between lanes and one line."""
    lanes = metrics(rows_of(name, WallMode.LANES, n, seeds[0]))
    line = metrics(rows_of(name, WallMode.LINEAR, n, seeds[1]))
    found = {}
    for metric, values in lanes.items():
        other = line[metric]
        spread = np.sqrt(values.var() / len(values) + other.var() / len(other))
        found[metric] = float((values.mean() - other.mean()) / spread) if spread > 0 else 0.0
    return found


def check(n: int, seed: int) -> None:
    scores = {}
    for i, name in enumerate(RULE_SETS):
        scores |= {(name, metric): z for metric, z in z_scores(name, n, (seed + i, seed + 100 + i)).items()}
    assert len(scores) >= len(RULE_SETS) * 25
    worst = max(scores, key=lambda key: abs(scores[key]))
    assert abs(scores[worst]) < 4.1, (worst, scores[worst])
    share = sum(abs(z) > 1.96 for z in scores.values()) / len(scores)
    assert share <= 0.12, share


def test_v3b_lanes_and_line_agree_on_a_sample() -> None:
    check(3000, seed=501)


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_v3b_lanes_and_line_agree_at_full_size() -> None:
    check(200_000, seed=701)
