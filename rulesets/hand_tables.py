"""The hand tables: one line of 64 bytes answers every question about one suit.

A suit's counts (nine ranks, 0 to 4 copies) are one base-5 *key*, `sum(count[r] * 5**r)`; the honours are a key of seven
digits behind the suits. For a *split* (a number of sets from 0 to 5, with or without a pair) the line of a key tells

* the *distance*: the fewest tiles that must be added so that this suit alone holds that many sets and that pair,
* which ranks lower that distance when they are added (*improves*),
* which ranks can be taken away without raising it (*keeps*),

and how many kinds are held at least once, twice, three and four times (for seven pairs). Five sets suffice for games of
13 and of 16 tiles, which share the table.

There are two tables. In `plain` no kind is needed more than four times. In `wild` it may be: a gold can stand for a tile
whose four copies are used up. The second is made and loaded only when asked for (`load_tables(golds=True)`).

Tables are computed with NumPy in seconds, once per machine, written to the cache folder under a file lock by an atomic
rename, checked against known counts, and memory-mapped read-only, so that the workers of a machine share one copy.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rulesets.jit import cache_root

N_RANKS = 9
N_HONOURS = 7
MAX_SETS = 5
MAX_SPARE = 17  # golds in the longest hand
N_SUIT_KEYS = 5**N_RANKS
HONOUR_KEY = N_SUIT_KEYS  # key of no honours
N_LINES = N_SUIT_KEYS + 5**N_HONOURS
LINE_WORDS = 8

# Layout of a line: eight words. A word of distances or masks has six lanes of nine bits, for 0 to 5 sets.
LANE = 9
DISTANCE_AT = 0  # word of the distances without a pair; the next word: with a pair
IMPROVES_AT = 2  # masks of ranks, likewise
KEEPS_AT = 4
HELD_AT = 6  # kinds held at least once, twice, three and four times, a byte each

FORMAT = 2  # raise it whenever the content or the layout of a table changes
_UNREACHED = np.uint8(120)

# Vectors of one suit, every kind 0 to 4 times, that are complete: 1 to 5 sets, and 0 to 5 sets with a pair.
COMPLETE_SETS = (16, 127, 627, 2098, 4898)
COMPLETE_WITH_PAIR = (9, 135, 996, 4475, 13259, 26414)


class HandTables(NamedTuple):
    """What hand kernels take as their first argument: the lines of the tables, eight words each."""

    plain: npt.NDArray[np.int64]  # shape (N_LINES, 8)
    wild: npt.NDArray[np.int64]  # the same; no lines if loaded without golds
    scratch: npt.NDArray[np.int64]  # working memory of `hand_exact`: threads must not share it


def _next_states(states: npt.NDArray[np.uint8], most: int, new_runs: bool) -> npt.NDArray[np.uint8]:
    """Distances after one more rank, for each number of copies held of it.

    `states` has shape (3, 3, 2, 6, n): runs begun on the rank before and on the one before that, pairs, sets, keys so
    far. Three equal runs are three triplets, and a third triplet of one kind never costs less than a fresh set, so
    more than two of either need not be looked at.
    """
    held = np.arange(5)
    after = np.full((*states.shape, 5), _UNREACHED)
    for before in np.ndindex(3, 3, 2, MAX_SETS + 1):
        last, last_but_one, pair, sets = before
        cost_so_far = states[before]
        if cost_so_far.min() == _UNREACHED:
            continue
        for more_pairs, triplets, runs in np.ndindex(2 - pair, 3, 3 if new_runs else 1):
            wanted = last + last_but_one + runs + 3 * triplets + 2 * more_pairs
            sets_after = sets + triplets + runs
            if wanted > most or sets_after > MAX_SETS:
                continue
            missing = np.maximum(wanted - held, 0).astype(np.uint8)
            target = after[runs, last, pair + more_pairs, sets_after]
            np.minimum(target, cost_so_far[:, None] + missing, out=target)
    return np.minimum(after.reshape(*states.shape[:-1], -1), _UNREACHED)


def split_distances(n_ranks: int, runs: bool, most: int) -> npt.NDArray[np.uint8]:
    """Distances of all keys of `n_ranks` digits, shape (5**n_ranks, 2, 6): pair, sets. `most` copies of a kind at most."""
    states = np.full((3, 3, 2, MAX_SETS + 1, 1), _UNREACHED)
    states[0, 0, 0, 0] = 0
    for rank in reversed(range(n_ranks)):  # from the highest rank, so that the lowest becomes the last digit
        states = _next_states(states, most, new_runs=runs and rank >= 2)
    return np.ascontiguousarray(np.moveaxis(states.min(axis=(0, 1)), -1, 0))


def _packed(lanes: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Words of lanes: shape (n, 2, 6) becomes (n, 2)."""
    words = np.zeros(lanes.shape[:2], np.int64)
    for sets in range(MAX_SETS + 1):
        words |= lanes[:, :, sets].astype(np.int64) << (LANE * sets)
    return words


def lane(lines: npt.NDArray[np.int64], at: int, pair: int, sets: int) -> npt.NDArray[np.int64]:
    """One lane of every line: `at` is DISTANCE_AT, IMPROVES_AT or KEEPS_AT."""
    return lines[:, at + pair] >> (LANE * sets) & (1 << LANE) - 1


def _fill(lines: npt.NDArray[np.int64], distance: npt.NDArray[np.uint8], n_ranks: int) -> None:
    """Write the lines, shape (5**n_ranks, 8), that belong to the given distances."""
    improves = np.zeros(distance.shape, np.uint16)
    keeps = np.zeros(distance.shape, np.uint16)
    for rank in range(n_ranks):
        by_rank = (5 ** (n_ranks - 1 - rank), 5, 5**rank, 2, MAX_SETS + 1)
        fewer, more = distance.reshape(by_rank)[:, :-1], distance.reshape(by_rank)[:, 1:]
        improves.reshape(by_rank)[:, :-1] |= (more < fewer).astype(np.uint16) << np.uint16(rank)
        keeps.reshape(by_rank)[:, 1:] |= (more == fewer).astype(np.uint16) << np.uint16(rank)
        held = np.array([sum(1 << 8 * n for n in range(copies)) for copies in range(5)])
        lines[:, HELD_AT].reshape(by_rank[:3])[...] += held[:, None]
    for at, lanes in ((DISTANCE_AT, distance), (IMPROVES_AT, improves), (KEEPS_AT, keeps)):
        lines[:, at : at + 2] = _packed(lanes)


def build_lines(wild: bool) -> npt.NDArray[np.int64]:
    """All lines of a table, shape (N_LINES, 8), computed anew."""
    most = 14 if wild else 4
    lines = np.zeros((N_LINES, LINE_WORDS), np.int64)
    _fill(lines[:N_SUIT_KEYS], split_distances(N_RANKS, True, most), N_RANKS)
    _fill(lines[N_SUIT_KEYS:], split_distances(N_HONOURS, False, most), N_HONOURS)
    return lines


def tiles_per_key(n_ranks: int) -> npt.NDArray[np.uint8]:
    """Number of tiles of each key of `n_ranks` digits."""
    totals = np.zeros(1, np.uint8)
    for _ in range(n_ranks):
        totals = (np.arange(5, dtype=np.uint8)[:, None] + totals).ravel()
    return totals


def check_lines(lines: npt.NDArray[np.int64]) -> None:
    """Raise RuntimeError unless the known numbers of complete one-suit vectors come out of the table."""
    tiles = tiles_per_key(N_RANKS)
    suits = lines[:N_SUIT_KEYS]

    def complete(pair: int, sets: int) -> int:
        return int(((lane(suits, DISTANCE_AT, pair, sets) == 0) & (tiles == 3 * sets + 2 * pair)).sum())

    sets = tuple(complete(0, n) for n in range(1, MAX_SETS + 1))
    pairs = tuple(complete(1, n) for n in range(MAX_SETS + 1))
    if sets != COMPLETE_SETS or pairs != COMPLETE_WITH_PAIR:
        raise RuntimeError(f"hand table is wrong: complete vectors {sets} and {pairs}")


def table_path(wild: bool) -> Path:
    """Where the table lies in the cache folder; the name changes with its format."""
    return cache_root() / "tables" / f"hand-{'wild' if wild else 'plain'}-{FORMAT}.bin"


@contextlib.contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Hold an exclusive lock on `path`.lock, so that one process computes while the others wait."""
    with open(path.with_suffix(".lock"), "w") as lock:
        try:
            import fcntl

            fcntl.flock(lock, fcntl.LOCK_EX)
        except ImportError:  # Windows has no flock: then each computes for itself, and the rename decides
            pass
        yield


_SEAL_BYTES = 32


def _seal(lines: npt.NDArray[np.int64]) -> bytes:
    """Digest of every 997th line: cheap to verify at each start, and a damaged or cut file does not pass."""
    return hashlib.sha256(lines[::997].tobytes()).digest()


def _open(path: Path) -> npt.NDArray[np.int64] | None:
    """The lines stored in `path`, memory-mapped; None if the file is missing, cut or damaged."""
    try:
        if path.stat().st_size != N_LINES * LINE_WORDS * 8 + _SEAL_BYTES:
            return None
        stored = np.asarray(np.memmap(path, np.uint8, mode="r"))
    except OSError:
        return None
    lines = stored[:-_SEAL_BYTES].view(np.int64).reshape(N_LINES, LINE_WORDS)
    return lines if _seal(lines) == stored[-_SEAL_BYTES:].tobytes() else None


def _stored_lines(wild: bool) -> npt.NDArray[np.int64]:
    """The lines of a table, from the cache folder; computed and stored first if need be."""
    path = table_path(wild)
    path.parent.mkdir(parents=True, exist_ok=True)
    found = _open(path)
    if found is not None:
        return found
    with _locked(path):
        found = _open(path)  # another process may have stored it while this one waited
        if found is not None:
            return found
        lines = build_lines(wild)
        check_lines(lines)
        part = path.with_suffix(f".{os.getpid()}.part")
        with open(part, "wb") as file:
            file.write(lines.data)
            file.write(_seal(lines))
        os.replace(part, path)
    found = _open(path)
    if found is None:
        raise RuntimeError(f"hand table {path} cannot be read back")
    return found


def load_tables(golds: bool = False) -> HandTables:
    """The tables for hand kernels, with working memory of their own: one call per thread.

    `golds=True` also loads the table that hands with golds need.
    """
    plain = _mapped_lines(False)
    scratch = np.zeros((2, 3, 3, 2, MAX_SETS + 1, MAX_SPARE + 1), np.int64)
    return HandTables(plain, _mapped_lines(True) if golds else plain[:0], scratch)


@functools.cache
def _mapped_lines(wild: bool) -> npt.NDArray[np.int64]:
    """The lines of a table, mapped once per process."""
    return _stored_lines(wild)
