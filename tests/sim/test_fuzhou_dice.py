"""The dice: who takes first from a single line of tiles; in studies, and wherever the wall is broken, they change nothing."""

from __future__ import annotations

import numpy as np
import pytest

from rulesets.compile import rule_table
from rulesets.jit import JIT_OFF
from rulesets.spec import load_preset, with_changes
from sim.batch import LogEvent, WallMode, linear_order, play
from sim.wall import kind_of_tile
from tests.sim.tabletop import RANDOM

STANDARD = load_preset("fuzhou/fz_std")
ROWS = rule_table([STANDARD, with_changes(STANDARD, {"deal.first_taker": "dice"})])
WALLS = range(4 if JIT_OFF else 60)


def hands(row: int, mode: WallMode) -> list[np.ndarray]:
    """The transcripts of some walls under one of the two rows."""
    return play(ROWS[row : row + 1], RANDOM, WALLS, 77, mode=mode, log=True).transcripts()


def seats_dealt(transcript: np.ndarray) -> list[int]:
    return [int(r[1]) for r in transcript if r[0] == LogEvent.DEAL]


def thrown(transcript: np.ndarray) -> list[tuple[int, int, int]]:
    """Seat pointed at and both dice, of every throw."""
    return [(int(r[1]), int(r[3]) >> 4, int(r[3]) & 15) for r in transcript if r[0] == LogEvent.DICE]


def test_FZ_DEAL_01_the_dice_point_at_the_first_taker() -> None:
    pointed = set()
    for transcript in hands(1, WallMode.LINEAR):
        dealer = int(transcript[transcript[:, 0] == LogEvent.HAND][0][1])
        ((seat, first, second),) = thrown(transcript)
        assert 1 <= first <= 6 and 1 <= second <= 6
        assert seat == (dealer + first + second - 1) % 4
        taken = seats_dealt(transcript)
        assert taken[:16] == [(seat + i // 4) % 4 for i in range(16)]
        assert len(taken) == 65 and taken[64] == dealer
        pointed.add((seat - dealer) % 4)
    assert JIT_OFF or pointed == {0, 1, 2, 3}


def test_FZ_TABLE_02_two_dice_are_thrown_only_where_they_can_matter() -> None:
    assert all(len(thrown(t)) == 1 for t in hands(1, WallMode.LINEAR))
    assert not any(thrown(t) for t in hands(0, WallMode.LINEAR))
    for without, with_dice in zip(hands(0, WallMode.LANES), hands(1, WallMode.LANES), strict=True):
        assert np.array_equal(without, with_dice)


@pytest.mark.parametrize("place", [0, 70, 143])
def test_FZ_DEAL_02_wherever_the_wall_is_broken_every_tile_is_as_likely(place: int) -> None:
    """Breaking the wall turns the line of tiles; every place holds every kind in proportion to its copies."""
    n = 480 if JIT_OFF else 4800
    found = np.bincount([kind_of_tile(int(linear_order(77, wall)[place])) for wall in range(n)], minlength=42)
    expected = n * np.array([4] * 34 + [1] * 8) / 144
    assert ((found - expected) ** 2 / expected).sum() < 65.0  # 99 % point for 41 degrees of freedom
