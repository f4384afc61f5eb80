"""The hand tables against exhaustive enumeration, and the life of their files."""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from rulesets import hand_tables
from rulesets.hand_tables import (
    COMPLETE_SETS,
    COMPLETE_WITH_PAIR,
    DISTANCE_AT,
    HELD_AT,
    IMPROVES_AT,
    KEEPS_AT,
    N_SUIT_KEYS,
    build_lines,
    check_lines,
    lane,
    load_tables,
    tiles_per_key,
)
from tests.rulesets.brute_hand import targets

# SHA-256 of both tables: a change here must be wanted, and comes with a new hand_tables.FORMAT.
DIGESTS = {
    False: "5885809ad04ae7405e31a1006651a73ca646bf920c7c8e727323610ec50c1b5d",
    True: "e8677dcfc2ba5eea3922d741a56b8a199f65b484c549558b758bdb009d9d688f",
}
SPLITS = [(pair, sets) for pair in (0, 1) for sets in range(6)]


def stored(wild: bool) -> np.ndarray:
    tables = load_tables(golds=True)
    return tables.wild if wild else tables.plain


def digits(n_ranks: int) -> np.ndarray:
    """Counts per rank of every key, shape (5**n_ranks, n_ranks)."""
    keys = np.arange(5**n_ranks)
    return np.stack([keys // 5**rank % 5 for rank in range(n_ranks)], axis=1).astype(np.int8)


def distance_by_layers(n_ranks: int, runs: bool, n_sets: int, pair: int) -> np.ndarray:
    """Distance of every key: 0 where a target is contained, then one more for each tile that has to be added."""
    distance = np.full((5,) * n_ranks, 99, np.uint8)  # axes from the highest rank to the lowest
    for target in targets(n_ranks, runs, n_sets, bool(pair)):
        if max(target) <= 4:
            distance[tuple(target[::-1])] = 0
    for axis in range(n_ranks):  # everything that contains a target
        for count in range(1, 5):
            now = tuple(count if a == axis else slice(None) for a in range(n_ranks))
            before = tuple(count - 1 if a == axis else slice(None) for a in range(n_ranks))
            distance[now] = np.minimum(distance[now], distance[before])
    for step in range(1, 3 * n_sets + 3):
        for axis in range(n_ranks):
            fewer = tuple(slice(0, 4) if a == axis else slice(None) for a in range(n_ranks))
            more = tuple(slice(1, 5) if a == axis else slice(None) for a in range(n_ranks))
            distance[fewer] = np.where((distance[fewer] > step) & (distance[more] == step - 1), step, distance[fewer])
    return distance.ravel()


@pytest.mark.parametrize(("pair", "sets"), SPLITS)
def test_distance_of_every_suit_vector_equals_the_layers_of_added_tiles(pair: int, sets: int) -> None:
    lines = stored(wild=False)
    assert np.array_equal(lane(lines[:N_SUIT_KEYS], DISTANCE_AT, pair, sets), distance_by_layers(9, True, sets, pair))


@pytest.mark.parametrize(("pair", "sets"), SPLITS)
def test_distance_of_every_honour_vector_equals_the_layers_of_added_tiles(pair: int, sets: int) -> None:
    lines = stored(wild=False)
    assert np.array_equal(lane(lines[N_SUIT_KEYS:], DISTANCE_AT, pair, sets), distance_by_layers(7, False, sets, pair))


def check_by_targets(keys: np.ndarray, n_ranks: int, runs: bool, most: int, lines: np.ndarray, splits: list) -> None:
    counts = digits(n_ranks)
    for pair, sets in splits:
        wanted = np.array([t for t in targets(n_ranks, runs, sets, bool(pair)) if max(t) <= most], np.int8)
        for key in keys:
            missing = np.maximum(wanted - counts[key], 0).sum(axis=1).min()
            assert lane(lines[key : key + 1], DISTANCE_AT, pair, sets) == missing, (key, pair, sets)


def test_wild_distances_equal_the_nearest_target_of_any_copies_on_a_sample() -> None:
    rng = np.random.default_rng(5)
    full = np.flatnonzero((digits(9).max(axis=1) == 4) & (tiles_per_key(9) <= 17))
    keys = np.concatenate([rng.choice(full, 60), rng.integers(0, N_SUIT_KEYS, 20)])
    check_by_targets(keys, 9, True, 99, stored(wild=True), SPLITS)
    check_by_targets(rng.integers(0, 5**7, 200), 7, False, 99, stored(wild=True)[N_SUIT_KEYS:], SPLITS)


@pytest.mark.slow
@pytest.mark.parametrize(("pair", "sets"), [(1, 1), (1, 2), (1, 3), (1, 4), (0, 3), (0, 4)])
@pytest.mark.parametrize("wild", [False, True])
def test_distances_equal_the_nearest_target_on_many_vectors(pair: int, sets: int, wild: bool) -> None:
    rng = np.random.default_rng(6)
    keys = rng.choice(np.flatnonzero(tiles_per_key(9) <= 17), 20_000)
    check_by_targets(keys, 9, True, 99 if wild else 4, stored(wild), [(pair, sets)])


@pytest.mark.parametrize("wild", [False, True])
def test_masks_say_which_ranks_lower_the_distance_and_which_may_go(wild: bool) -> None:
    lines = stored(wild)[:N_SUIT_KEYS]
    counts = digits(9)
    rng = np.random.default_rng(7)
    keys = rng.integers(0, N_SUIT_KEYS, 4000)
    for pair, sets in SPLITS:
        distance, improves, keeps = (lane(lines, at, pair, sets) for at in (DISTANCE_AT, IMPROVES_AT, KEEPS_AT))
        for rank in range(9):
            can_add = counts[keys, rank] < 4
            more = distance[np.where(can_add, keys + 5**rank, keys)]
            assert np.array_equal(improves[keys] >> rank & 1, (can_add & (more < distance[keys])).astype(int))
            can_go = counts[keys, rank] > 0
            fewer = distance[np.where(can_go, keys - 5**rank, keys)]
            assert np.array_equal(keeps[keys] >> rank & 1, (can_go & (fewer == distance[keys])).astype(int))


def test_counts_of_held_kinds_stand_in_every_line() -> None:
    lines = stored(wild=False)[:N_SUIT_KEYS]
    counts = digits(9)
    for at_least in (1, 2, 3, 4):
        assert np.array_equal(lines[:, HELD_AT] >> 8 * (at_least - 1) & 0xFF, (counts >= at_least).sum(axis=1))


def test_a_table_read_wrongly_is_noticed_by_the_known_numbers_of_complete_vectors() -> None:
    assert COMPLETE_SETS == (16, 127, 627, 2098, 4898)
    assert COMPLETE_WITH_PAIR == (9, 135, 996, 4475, 13259, 26414)
    lines = stored(wild=False)
    check_lines(lines)
    with pytest.raises(RuntimeError, match="hand table is wrong"):
        check_lines(np.roll(lines, 1, axis=0))


@pytest.mark.parametrize("wild", [False, True])
def test_a_freshly_built_table_has_the_pinned_digest(wild: bool) -> None:
    assert hashlib.sha256(build_lines(wild).tobytes()).hexdigest() == DIGESTS[wild]
    assert hashlib.sha256(stored(wild).tobytes()).hexdigest() == DIGESTS[wild]


def test_cut_and_damaged_files_are_not_read(tmp_path: Path) -> None:
    whole = hand_tables.table_path(wild=False).read_bytes()
    bad = tmp_path / "hand.bin"
    assert hand_tables._open(bad) is None
    for content in (b"", whole[: len(whole) * 6 // 10], whole[:64] + b"\xff" * 64 + whole[128:-32] + b"x" * 32):
        bad.write_bytes(content)
        assert hand_tables._open(bad) is None
    bad.write_bytes(whole)
    assert hand_tables._open(bad) is not None


def _load_in_fresh_cache(folder: str) -> int:
    command = "from rulesets.hand_tables import load_tables; print(int(load_tables().plain.sum() % 1000003))"
    done = subprocess.run(
        [sys.executable, "-c", command], env=os.environ | {"RULELAB_CACHE": folder}, capture_output=True, check=True
    )
    return int(done.stdout)


@pytest.mark.slow
def test_processes_that_start_at_once_in_an_empty_cache_share_one_table(tmp_path: Path) -> None:
    with multiprocessing.get_context("spawn").Pool(4) as pool:
        sums = pool.map(_load_in_fresh_cache, [str(tmp_path)] * 4)
    assert len(set(sums)) == 1
    names = sorted(p.name for p in (tmp_path / "tables").iterdir())
    assert [n for n in names if n.endswith(".bin")] == [hand_tables.table_path(wild=False).name]
    assert not [n for n in names if n.endswith(".part")]
