"""What holds at every decision of every hand: tiles are conserved, what is remembered equals what is recomputed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from rulesets.analysis import Shapes, distances
from rulesets.options import Value
from rulesets.tiles import MeldKind, Tile
from sim.batch import LogEvent, WallMode, play
from sim.table import Phase
from tests.rulesets.brute_hand import is_complete
from tests.sim.tabletop import RANDOM, Array, rows, spec, tables

IN_MELD = {MeldKind.CHI: 3, MeldKind.PON: 3, MeldKind.KAN_OPEN: 4, MeldKind.KAN_ADDED: 4, MeldKind.KAN_CLOSED: 4}

RULE_SETS: dict[str, dict[str, Value]] = {
    "literal": {},
    "chi": {"claim.chi": "next_seat", "claim.discard_after_chi": "not_same", "kan.after_claim": True},
    "ready": {"turn.ready": "optional_lock", "wall.reserve": 0, "wall.odd_tail": "ignore", "kan.near_end": "always"},
    "locks": {"claim.pass_after": "seen", "claim.pass_win": "any_kind", "claim.pass_pon": True, "claim.pass_rob": True},
    "hidden": {"kan.closed_kind": "hidden", "kan.rob_closed": "orphans_only", "wall.grow_closed_kan": 2, "wall.grow_open_kan": 1},
    "no_honours": {"tiles.winds": "absent", "tiles.red": "absent", "tiles.green": "absent", "tiles.white": "absent",
                   "win.orphans": "none", "win.pairs": "none"},
}  # fmt: skip


def meld_tiles(kind: int, tile: int) -> list[int]:
    """The tiles of a meld."""
    return [tile, tile + 1, tile + 2] if kind == MeldKind.CHI else [tile] * IN_MELD[MeldKind(kind)]


def check_seat(public: Array, own: Array, rules: Mapping[str, Value]) -> None:
    """One seat: the public record tells the truth, keys and masks follow from the counts, melds keep the hand size."""
    seat = int(own["seat"])
    counts = own["counts"]
    assert counts.min() >= 0 and counts[:34].max() <= 4 and counts[34:].sum() == 0
    n_melds = int(own["n_melds"])
    held = int(counts.sum())
    assert held == public["n_concealed"][seat]
    acting = public["turn_seat"] == seat and public["phase"] in (Phase.OWN_TURN, Phase.AFTER_CLAIM, Phase.ROB)
    assert held + 3 * n_melds == 13 + (1 if acting else 0)
    assert public["n_melds"][seat] == n_melds
    for i in range(n_melds):
        kind, tile = int(own["meld_kind"][i]), int(own["meld_tile"][i])
        hidden = kind == MeldKind.KAN_CLOSED and rules["kan.closed_kind"] == "hidden"
        assert public["meld_kind"][seat, i] == kind
        assert public["meld_tile"][seat, i] == (-1 if hidden else tile)
        assert (own["meld_from"][i] == seat) == (kind == MeldKind.KAN_CLOSED)
    digits = [counts[9 * g : min(9 * g + 9, 34)] for g in range(4)]
    keys = [sum(int(n) * 5**i for i, n in enumerate(group)) for group in digits]
    assert list(own["keys"]) == [*keys[:3], keys[3] + 5**9]
    for copies in range(4):
        assert own["at_least"][copies] == sum(1 << k for k in range(34) if counts[k] > copies)
    assert own["pons"] == sum(
        1 << int(own["meld_tile"][i]) for i in range(n_melds) if own["meld_kind"][i] == MeldKind.PON
    )


def check_waits(public: Array, own: Array, rules: Mapping[str, Value]) -> None:
    """Remembered waits are those of a checker that knows only what a complete hand is."""
    if public["phase"] == Phase.AFTER_CLAIM and public["turn_seat"] == own["seat"]:
        assert own["waits"] == 0
        return
    assert own["is_stale"] == 0
    between = Counter({k: int(n) for k, n in enumerate(own["counts"]) if n})
    if own["drawn"] >= 0:
        between -= Counter([int(own["drawn"])])
    pairs = {"none": "none", "seven": "quads" if rules["win.pairs_quads"] else "distinct"}[str(rules["win.pairs"])]
    found = 0
    for kind in range(34):
        if between[kind] < 4 and is_complete(
            between + Counter([kind]), 4 - int(own["n_melds"]), 0, pairs, str(rules["win.orphans"])
        ):
            found |= 1 << kind
    assert own["waits"] == found
    assert (own["least_distance"] == 1) == (found != 0)
    hand = np.zeros((1, 42), np.int8)
    for kind, n in between.items():
        hand[0, kind] = n
    shapes = Shapes(pairs=str(rules["win.pairs"]), pairs_quads=bool(rules["win.pairs_quads"]), orphans=str(rules["win.orphans"]))
    assert own["least_distance"] <= distances(hand, shapes, n_melds=int(own["n_melds"]))[0]


def check_table(table: Array, rules: Mapping[str, Value], row: Array) -> None:
    """All tiles are somewhere, once; what lies face up is counted; the end of the wall is worked out as written."""
    public, wall = table["public"], table["wall"]
    held = row["built"]["held"].astype(np.int64)
    everything = Counter({k: 4 for k in range(34) if held[k]})
    found: Counter[int] = Counter()
    face_up: Counter[int] = Counter()
    kans = Counter[int]()
    for own in table["own"]:
        found.update({k: int(n) for k, n in enumerate(own["counts"])})
        for i in range(int(own["n_melds"])):
            tiles = meld_tiles(int(own["meld_kind"][i]), int(own["meld_tile"][i]))
            found.update(tiles)
            kans[int(own["meld_kind"][i])] += 1
            if own["meld_kind"][i] != MeldKind.KAN_CLOSED or rules["kan.closed_kind"] == "shown":
                face_up.update(tiles)
    n = int(public["n_discards"])
    river = [int(k) for k, taken in zip(public["river_kind"][:n], public["river_claimed"][:n], strict=True) if not taken]
    face_up.update(river)
    found.update(river)
    assert [int(v) for v in public["visible"][:34]] == [face_up[k] for k in range(34)]
    assert public["left"] == wall["left"] == int((wall["used"] == 0).sum()) >= 0
    in_wall = everything - found
    assert found - everything == Counter() and in_wall.total() == public["left"]
    open_kans = kans[MeldKind.KAN_OPEN] + kans[MeldKind.KAN_ADDED]
    keep = int(rules["wall.reserve"]) + int(rules["wall.grow_open_kan"]) * open_kans
    keep += int(rules["wall.grow_closed_kan"]) * kans[MeldKind.KAN_CLOSED]
    keep += int(public["tail_taken"]) % 2 if rules["wall.odd_tail"] == "exclude" else 0
    assert public["tail_taken"] == open_kans + kans[MeldKind.KAN_CLOSED]
    assert public["drawable"] == int(public["left"]) - keep


def check_hand(name: str, wall: int, mode: WallMode, bot_rows: Array, waits_every: int = 7) -> int:
    """Play one hand, look at the table at every decision; returns the number of decisions."""
    rules = spec(**{key.replace(".", "__"): value for key, value in RULE_SETS[name].items()})
    row = rows(RULE_SETS[name])
    arguments: dict[str, Any] = {"rule_table": row, "bot_table": bot_rows, "walls": [wall], "seed": 11, "mode": mode}
    transcript = play(**arguments, log=True).log
    left = 1000
    n = 0
    for table, (seat, _) in tables(arguments, transcript):
        public = table["public"]
        check_table(table, rules, row[0])
        for own in table["own"]:
            check_seat(public, own, rules)
        if n % waits_every == 0:
            check_waits(public, table["own"][n // waits_every % 4], rules)
        check_waits(public, table["own"][seat], rules)
        assert public["left"] <= left
        left = int(public["left"])
        n += 1
    legal = transcript[transcript[:, 0] == LogEvent.DECISION][:, 4]
    assert n == len(legal) and (legal != 0).all()
    return n


@pytest.mark.parametrize("mode", [WallMode.LANES, WallMode.LINEAR])
@pytest.mark.parametrize("name", RULE_SETS)
def test_table_at_every_decision(name: str, mode: WallMode) -> None:
    assert check_hand(name, 3 if mode == WallMode.LANES else 4, mode, RANDOM, waits_every=23) > 30


@pytest.mark.slow
@pytest.mark.parametrize("name", RULE_SETS)
def test_table_at_every_decision_of_many_hands(name: str) -> None:
    for wall in range(40):
        check_hand(name, wall, WallMode.LANES, RANDOM)


def test_flowers_and_honours_are_where_they_belong() -> None:
    """The layout of kinds that this module relies on."""
    assert Tile.EAST == 27 and Tile.H1 == 34
