"""Walls: uniform, keyed, exact with lanes, filtered by tile set, drawn from both ends. V2, V3a; public cases 89-98, 101."""

from __future__ import annotations

import ast
from collections import Counter
from inspect import Parameter, getsource, signature
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from scipy import stats

from rulesets.analysis import Shapes, distances
from sim import batch, plan, seeding
from sim import wall as wall_module
from sim.batch import WallMode, _recarray, kind_of_tile, linear_order, play, wall_order
from sim.table import WALL, WALL_ORDER
from sim.wall import draw_front, draw_tail, key_wall, record_wall, split_lanes, start_wall
from tests.sim.tabletop import RANDOM, TSUMOGIRI, rows
from tests.sim.walls import held_kinds, held_tiles, many_orders

P_LOW, P_HIGH = 0.0005, 0.9995


def two_sided(z: float) -> float:
    return float(stats.norm.cdf(z))


def check_uniform(n: int, seed: int) -> None:
    """V2: tile by position, neighbours of one kind, first tiles of consecutive walls."""
    tiles = held_tiles(many_orders(n, seed)).astype(np.int64)
    cells = np.zeros((136, 136))
    for position in range(136):
        cells[position] = np.bincount(tiles[:, position], minlength=136)
    chi2 = float(((cells - n / 136) ** 2 / (n / 136)).sum())
    assert P_LOW < stats.chi2.cdf(chi2, 135 * 135) < P_HIGH
    kinds = tiles // 4
    same = int((kinds[:, 1:] == kinds[:, :-1]).sum())
    # neighbouring pairs are slightly dependent; the exact variance of the count is that of a random permutation
    mean = 135 * 3 / 135
    spread = np.std((kinds[:, 1:] == kinds[:, :-1]).sum(axis=1)) * np.sqrt(n)
    assert P_LOW < two_sided((same - n * mean) / spread) < P_HIGH
    first = np.zeros((34, 34))
    np.add.at(first, (kinds[:-1, 0], kinds[1:, 0]), 1)
    expected = (n - 1) / 34**2
    assert P_LOW < stats.chi2.cdf(float(((first - expected) ** 2 / expected).sum()), 34 * 34 - 1) < P_HIGH


def test_v2_shuffle_is_uniform() -> None:
    check_uniform(20_000, seed=2026)


@pytest.mark.slow
def test_v2_shuffle_is_uniform_at_full_size() -> None:
    check_uniform(200_000, seed=2027)


def test_a_naive_shuffle_would_be_found() -> None:
    """The test has teeth: swapping every position with any position leaves a trace in 2,000 walls (case 93)."""
    rng = np.random.default_rng(0)
    n = 2000
    tiles = np.tile(np.arange(136), (n, 1))
    for i in range(136):
        j = rng.integers(0, 136, n)
        tiles[np.arange(n), i], tiles[np.arange(n), j] = tiles[np.arange(n), j], tiles[np.arange(n), i].copy()
    cells = np.stack([np.bincount(tiles[:, p], minlength=136) for p in range(136)])
    chi2 = float(((cells - n / 136) ** 2 / (n / 136)).sum())
    assert chi2 > 135 * 135 + 6 * 191


def test_every_wall_holds_every_tile() -> None:
    orders = many_orders(500, seed=1)
    assert (np.sort(orders, axis=1) == np.arange(144)).all()
    for wall in range(20):
        order = wall_order(1, wall)
        assert sorted(t for lane in order.lanes for t in lane) == list(range(144))
        assert sorted(order.tail) == list(range(144))
        assert order.tail == linear_order(1, wall)[::-1]
        for lane in order.lanes:
            place = {tile: i for i, tile in enumerate(order.tail)}
            assert [place[t] for t in lane] == sorted((place[t] for t in lane), reverse=True)


def test_lanes_are_uniform() -> None:
    counts = Counter(seat for wall in range(400) for seat, lane in enumerate(wall_order(5, wall).lanes) for _ in lane)
    chi2 = sum((counts[s] - 14400) ** 2 / 14400 for s in range(4))
    assert stats.chi2.cdf(chi2, 3) < P_HIGH


def test_walls_differ_between_seeds_walls_and_hands() -> None:
    """Cases 89, 90, 97, 101: no constant second wall, no repeats, no arithmetic on seeds."""
    seen = {linear_order(seed, wall, hand) for seed in range(100) for wall in range(5) for hand in range(3)}
    assert len(seen) == 100 * 5 * 3
    assert linear_order(1, 2) != linear_order(2, 1) != linear_order(0, 3)
    assert linear_order(7, 3, 4) == linear_order(7, 3, 4)


def test_second_and_third_walls_of_a_thousand_seeds_all_differ() -> None:
    """Case 89: the walls after the first are no constants of the library. A seed that is left out is an error, no default."""
    seen = {linear_order(seed, wall) for seed in range(1000) for wall in (1, 2)}
    assert len(seen) == 2000
    for function in (play, linear_order, wall_order, many_orders):
        assert signature(function).parameters["seed"].default is Parameter.empty, function.__name__


def test_the_seed_of_a_wall_is_what_was_asked_and_never_the_clock() -> None:
    """Case 97: neighbouring seeds share no wall, all 64 bits count, and what makes walls knows neither time nor machine."""
    head = [{tuple(order[:24]) for order in many_orders(5000, seed)} for seed in (9, 10, 9 + (1 << 32), 9 + (1 << 63))]
    assert len(set.union(*head)) == 4 * 5000
    assert np.array_equal(many_orders(50, 9), many_orders(50, 9))
    for module in (seeding, wall_module, batch, plan):
        names = {n.id for n in ast.walk(ast.parse(getsource(module))) if isinstance(n, ast.Name)}
        assert not names & {"time", "random", "secrets", "uuid", "urandom", "getpid"}, module.__name__


def test_no_wall_twice_in_many() -> None:
    """Case 97 at the size of a CI run: the first 24 tiles of 100,000 walls are all different."""
    head = np.ascontiguousarray(many_orders(100_000, seed=9)[:, :24])
    assert len(np.unique(head.view([("", head.dtype)] * 24))) == 100_000


def toy_order(order: Any, tiles: tuple[int, ...], labels: tuple[int, ...]) -> None:
    """Five tiles of three kinds in a given order with given lanes, for two seats."""
    order["n_tiles"] = 5
    order["mode"] = WallMode.LANES
    order["kind_of"][:5] = [0, 0, 1, 1, 2]
    order["lane_tile"][:5] = tiles
    order["lane_of"][:5] = labels
    split_lanes(order)


def toy_history(order: Any, wall: Any, rules: Any) -> tuple[tuple[int, int], ...]:
    """Four draws whose seat, and end of the wall, depend on what was drawn, as claims and kans make them."""
    start_wall(rules, order, wall)
    seen = []
    seat = 0
    for step in range(4):
        from_tail = step == 2 and seen[-1][1] == 1
        kind = draw_tail(order, wall) if from_tail else draw_front(order, wall, seat)
        seen.append((seat, int(kind)))
        seat = seat if kind == 0 and step % 2 == 0 else 1 - seat
    return tuple(seen)


def test_v3a_lanes_leave_the_law_of_every_history_unchanged() -> None:
    """All orders times all lanes of a toy deck, against all orders in one line, with the engine's own draws."""
    record, wall, rules = _recarray(WALL_ORDER, 1)[0], _recarray(WALL, 1)[0], rows()[0]
    lanes: Counter[tuple[tuple[int, int], ...]] = Counter()
    line: Counter[tuple[tuple[int, int], ...]] = Counter()
    for tiles in permutations(range(5)):
        record_wall(record, np.array([(0, 0, 1, 1, 2)[t] for t in tiles], np.int8))
        line[toy_history(record, wall, rules)] += 32
        for labels in product((0, 1), repeat=5):
            toy_order(record, tiles, labels)
            lanes[toy_history(record, wall, rules)] += 1
    assert len(line) > 20
    assert lanes == line


def replay_wall(rules: Any, order: Any, pulls: str) -> list[int]:
    """Kinds drawn by a sequence of pulls: digits for seats, t for the tail."""
    wall = _recarray(WALL, 1)[0]
    start_wall(rules, order, wall)
    return [int(draw_tail(order, wall) if p == "t" else draw_front(order, wall, int(p))) for p in pulls]


def test_recorded_wall_yields_its_tiles_from_both_ends() -> None:
    """HB-CALL-08: stack by stack from the tail, the upper tile first; or tile by tile."""
    order = _recarray(WALL_ORDER, 1)[0]
    line = np.repeat(np.arange(34), 4).astype(np.int8)
    line = np.random.default_rng(4).permutation(line)
    record_wall(order, line)
    stack, linear = rows({}, {"wall.tail_order": "linear"})
    assert replay_wall(stack, order, "0123ttttt3") == [*line[:4], *line[[134, 135, 132, 133, 130]], line[4]]
    assert replay_wall(linear, order, "0123ttttt3") == [*line[:4], *line[[135, 134, 133, 132, 131]], line[4]]
    assert sorted(replay_wall(stack, order, "0t1" * 45 + "2")) == sorted(line)
    assert replay_wall(stack, order, "0" * 136 + "0t")[-2:] == [-1, -1]


def test_a_smaller_tile_set_keeps_the_order_of_the_rest() -> None:
    """The same wall without honours deals the same suited tiles in the same order, lane by lane and from the tail."""
    full, small = rows({}, {"tiles.winds": "absent", "tiles.red": "absent", "tiles.green": "absent", "tiles.white": "absent",
                            "win.orphans": "none"})  # fmt: skip
    keyed = wall_order(3, 8)
    order = _recarray(WALL_ORDER, 1)[0]
    key_wall(order, WallMode.LANES, np.uint64(3), 8, 0)
    for rules, last in ((full, 34), (small, 27)):
        for seat in range(4):
            kinds = [k for k in map(kind_of_tile, keyed.lanes[seat]) if k < last]
            assert replay_wall(rules, order, str(seat) * len(kinds)) == kinds
        tail = [k for k in map(kind_of_tile, keyed.tail) if k < last]
        assert replay_wall(rules, order, "t" * len(tail)) == tail


def test_seat_whose_lane_is_used_up_draws_from_the_tail() -> None:
    order = _recarray(WALL_ORDER, 1)[0]
    key_wall(order, WallMode.LANES, np.uint64(3), 8, 0)
    keyed = wall_order(3, 8)
    own = [k for k in map(kind_of_tile, keyed.lanes[2]) if k < 34]
    lane = set(keyed.lanes[2])
    tail = [kind_of_tile(t) for t in keyed.tail if t not in lane and kind_of_tile(t) < 34]
    assert replay_wall(rows()[0], order, "2" * (len(own) + 3)) == own + tail[:3]


@pytest.mark.parametrize(
    ("switches", "mean", "sd"),
    [
        ({"pairs": "none", "orphans": "none"}, 4.786, 0.986),
        ({"pairs": "seven", "orphans": "none"}, 4.585, 0.892),
        ({"pairs": "seven", "orphans": "dragon_pair"}, 4.580, 0.885),
    ],
)
def test_dealt_hands_are_no_better_than_they_should_be(switches: dict[str, str], mean: float, sd: float) -> None:
    """Case 91: mean tiles needed by 13 of 136 tiles, within four standard errors."""
    n = 100_000
    kinds = held_kinds(many_orders(n, seed=91))
    hands = np.zeros((n, 42), np.int8)
    for place in range(0, 52, 4):
        np.add.at(hands, (np.arange(n), kinds[:, place]), 1)
    found = distances(hands, Shapes(pairs=switches["pairs"], orphans=switches["orphans"]))
    assert abs(found.mean() - mean) < 0.013
    assert abs(found.std() - sd) < 0.013


def test_deal_k_does_not_depend_on_how_the_hands_before_were_played() -> None:
    """Case 90: sixteen hands of a session, sixteen walls, the same whoever plays."""
    table = rows()
    deals = []
    for players in (RANDOM, TSUMOGIRI):
        played = play(table, players, [5], 77, session_hands=16, dealers=np.array([0]), log=True)
        deals.append([[tuple(row[1:3]) for row in hand if row[0] == 1] for hand in played.transcripts()])
    assert len({tuple(deal) for deal in deals[0]}) == 16
    for hand, (one, other) in enumerate(zip(*deals, strict=True)):
        if one[0][0] == other[0][0]:  # same dealer: the lanes of the four seats begin with the same tiles
            assert one == other, hand


def test_recorded_wall_must_hold_the_tiles_of_the_rules() -> None:
    line = np.repeat(np.arange(34), 4).astype(np.int8)
    line[0] = 33
    with pytest.raises(ValueError, match="recorded wall 0: 3 tiles of kind 0, the rules have 4"):
        play(rows(), RANDOM, [0], 0, mode=WallMode.RECORDED, recorded=line[None])
    with pytest.raises(ValueError, match="needs `recorded`"):
        play(rows(), RANDOM, [0], 0, mode=WallMode.RECORDED)
    with pytest.raises(ValueError, match="1 recorded walls for 2"):
        play(rows(), RANDOM, [0, 1], 0, mode=WallMode.RECORDED, recorded=line[None])
