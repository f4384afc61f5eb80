"""Many walls at once, for statistical tests."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from sim.batch import _recarray
from sim.jit import kernel
from sim.table import WALL_ORDER
from sim.wall import WallMode, key_wall


@kernel
def fill_orders(order, seed, first, hand_no, out):
    """Row i of `out`, int16[W, 144]: the tiles of wall first + i in one line."""
    for i in range(len(out)):
        key_wall(order[0], WallMode.LINEAR, seed, first + i, hand_no)
        for place in range(out.shape[1]):
            out[i, place] = order[0].lane_tile[place]


def many_orders(n: int, seed: int, first: int = 0, hand_no: int = 0) -> npt.NDArray[Any]:
    """Tile numbers of n walls in one line, shape (n, 144)."""
    out = np.zeros((n, 144), np.int16)
    fill_orders(_recarray(WALL_ORDER, 1), np.uint64(seed), first, hand_no, out)
    return out


def held_kinds(orders: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The kinds of the 136 tiles that are no flowers, in order, shape (n, 136)."""
    return (orders[orders < 136] // 4).reshape(len(orders), 136)


def held_tiles(orders: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The same as tile numbers."""
    return orders[orders < 136].reshape(len(orders), 136)
