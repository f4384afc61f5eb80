"""Tiles that the table bars: flush and four-wind tables, dead tiles, late honours, the fourth tile of an own pon."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rulesets.compile import rule_table
from rulesets.options import Value
from rulesets.spec import load_preset, with_changes
from rulesets.tiles import MeldKind, parse_tiles
from sim.flow.bars import barred, flush_suit, is_dead, missing_wind
from sim.table import OWN, PUBLIC

NOBODY = np.full(4, -1, np.int8)
MELDS = {"chi": MeldKind.CHI, "pon": MeldKind.PON, "kan": MeldKind.KAN_OPEN, "closed": MeldKind.KAN_CLOSED}


def row(**changes: Value) -> Any:
    spec = load_preset("fuding/literal")
    moved = {key.replace("__", "."): value for key, value in changes.items()}
    return rule_table([with_changes(spec, moved) if moved else spec]).view(np.recarray)[0]


def table(visible: str = "", drawable: int = 40, gold: str = "5s", **seats: str) -> Any:
    """PUBLIC with melds such as `s3="pon 6m; chi 1m"`; melds count as visible, closed kans do not."""
    public = np.zeros(1, np.dtype((np.record, PUBLIC)))[0]
    public.gold_kind = parse_tiles(gold)[0]
    public.visible[public.gold_kind] = 1
    public.drawable = drawable
    for kind in parse_tiles(visible):
        public.visible[kind] += 1
    for name, melds in seats.items():
        seat = int(name[1:])
        for i, meld in enumerate(melds.split(";")):
            word, tile = meld.split()
            kind = parse_tiles(tile)[0]
            public.meld_kind[seat, i] = MELDS[word]
            public.meld_tile[seat, i] = -1 if word == "closed" else kind
            public.n_melds[seat] += 1
            steps = (0, 1, 2) if word == "chi" else (0, 0, 0, 0)[: 4 if word == "kan" else 3 if word == "pon" else 0]
            for step in steps:
                public.visible[kind + step] += 1
    return public


def own(seat: int = 2, hand: str = "", pons: str = "") -> Any:
    record = np.zeros(1, np.dtype((np.record, OWN)))[0]
    record.seat = seat
    for kind in parse_tiles(hand):
        record.counts[kind] += 1
    record.pons = sum(1 << kind for kind in parse_tiles(pons))
    return record


def kinds(mask: int) -> set[int]:
    return {kind for kind in range(34) if int(mask) >> kind & 1}


PINS = "chi 1p; pon 4p; pon 7p; chi 7p"


def test_a_flush_table_is_four_shown_melds_of_one_suit() -> None:
    assert flush_suit(row(), table(s3=PINS), 3) == 1
    assert flush_suit(row(), table(s3="chi 1p; pon 4p; kan 7p; pon 9p"), 3) == 1
    assert flush_suit(row(), table(s3="chi 1p; pon 4p; pon 7p"), 3) == -1
    assert flush_suit(row(), table(s3="chi 1p; pon 4p; pon 7p; pon 9s"), 3) == -1
    assert flush_suit(row(), table(s3="chi 1p; pon 4p; pon 7p; pon E"), 3) == -1
    assert flush_suit(row(), table(s3="chi 1p; pon 4p; pon 7p; closed 9p"), 3) == -1
    assert flush_suit(row(), table(s3=PINS + "; pon 2p"), 3) == 1
    assert flush_suit(row(bar__flush_table=0), table(s3=PINS), 3) == -1


def test_FD_1_08_others_may_not_discard_the_suit_of_a_flush_table() -> None:
    rules, public = row(), table(s3=PINS)
    assert kinds(barred(rules, public, own(2), NOBODY, 0, False)) == set(range(9, 18))
    assert not barred(rules, public, own(3), NOBODY, 0, False)  # its owner may
    assert not barred(rules, public, own(2), NOBODY, 1 << 3, False)  # an owner who stands bars nothing
    follow = NOBODY.copy()
    follow[3] = parse_tiles("6p")[0]
    assert kinds(barred(rules, public, own(2), follow, 0, False)) == set(range(9, 18)) - {14}
    assert kinds(barred(row(bar__flush_follow=False), public, own(2), follow, 0, False)) == set(range(9, 18))


DEAD = [
    ("7777888899 9m", "9m", True),  # three 9m; 789 needs 7 and 8, all visible
    ("777788889 9m", "9m", False),  # two 9m
    ("77778889 99m", "9m", False),  # one 8m is left
    ("3333 4444 6666 7777 555m", "5m", True),
    ("3333 4444 6666 777 555m", "5m", False),
    ("111m 2222m 333m", "1m", False),
    ("111m 2222m 3333m", "1m", True),
]


@pytest.mark.parametrize(("visible", "tile", "dead"), DEAD)
def test_FD_3_20_a_dead_tile_has_no_live_partner_in_any_run(visible: str, tile: str, dead: bool) -> None:
    text = visible.replace("m", "").split()
    public = table(visible="".join(text) + "m", gold="5s")
    assert is_dead(row(), public, own(), parse_tiles(tile)[0]) == dead


def test_a_gold_partner_is_no_partner() -> None:
    """The gold kind counts as exhausted: a held gold stands for anything, and then the gold is idle."""
    public = table(visible="111m 3333m", gold="2m")
    assert is_dead(row(), public, own(), 0)
    assert not is_dead(row(), table(visible="111m 3333m", gold="5s"), own(), 0)
    assert is_dead(row(bar__dead_tile="natural"), table(visible="111m 3333m", gold="5s"), own(), 0)
    assert is_dead(row(bar__dead_tile="triple_only"), table(visible="111m", gold="5s"), own(), 0)
    assert not is_dead(row(bar__dead_tile="none"), public, own(), 0)
    held = own(hand="11m")
    assert is_dead(row(bar__dead_tile="triple_only", bar__dead_tile_own_hand=True), table(visible="11m"), held, 0)
    assert not is_dead(row(bar__dead_tile="triple_only"), table(visible="11m"), held, 0)


def test_FD_1_09_the_fourth_wind_is_barred() -> None:
    three = table(s1="pon E; pon S; kan W")
    assert missing_wind(row(), three, 1) == parse_tiles("N")[0]
    assert missing_wind(row(), table(s1="pon E; pon S; closed W"), 1) == -1
    assert missing_wind(row(), table(s1="pon E; pon S; pon W; pon N"), 1) == -1
    assert kinds(barred(row(), three, own(2), NOBODY, 0, False)) == {30}
    seen = table(visible="NNN", s1="pon E; pon S; pon W")
    assert kinds(barred(row(), seen, own(2), NOBODY, 0, False)) == {30}
    assert not barred(row(bar__four_winds_dead=True), seen, own(2), NOBODY, 0, False)


def test_FD_3_04_the_last_eight_without_honours_unless_three_are_visible() -> None:
    assert not barred(row(), table(drawable=9), own(), NOBODY, 0, False)
    assert kinds(barred(row(), table(drawable=8), own(), NOBODY, 0, False)) >= {27, 28, 29, 30, 31, 32}
    free = kinds(barred(row(), table(visible="CCC", drawable=8), own(), NOBODY, 0, False))
    assert 31 not in free and 32 in free
    assert not barred(row(bar__late_honour=0), table(drawable=1), own(), NOBODY, 0, False)


def test_FD_2_03_the_fourth_tile_of_an_own_pon_while_a_kan_is_allowed() -> None:
    mine = own(hand="6s", pons="6s")
    assert kinds(barred(row(), table(), mine, NOBODY, 0, True)) == {23}
    assert not barred(row(), table(drawable=4), own(hand="6s", pons="6s"), NOBODY, 0, False) & 1 << 23
