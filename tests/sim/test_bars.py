"""Tiles that the table bars: flush and four-wind tables, dead tiles, late honours, the fourth tile of an own pon."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rulesets.compile import rule_table
from rulesets.options import Value
from rulesets.spec import load_preset, with_changes
from rulesets.tiles import MeldKind, parse_tiles
from sim.actions import Action
from sim.flow.bars import (
    barred,
    discards_after_claim,
    flush_suit,
    is_dead,
    kan_bars,
    lawful_discards,
    missing_wind,
    note_melds,
    unbarred,
)
from sim.flow.own_draw import draw_wins
from sim.legality import LEGAL, claim_legal
from sim.seat import add_tile, clear_seat
from sim.table import OWN, PUBLIC, Phase

RECORD = np.dtype((np.record, LEGAL))
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
    public.left = drawable
    public.group_left = -1
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


ALL = "123456789m123456789p12346789sESWNCF"


def own(seat: int = 2, hand: str = ALL, pons: str = "", drawn: str = "", golds: int = 0) -> Any:
    """OWN with a hand (by default a tile of each kind)."""
    record = np.zeros(1, np.dtype((np.record, OWN)))[0]
    clear_seat(record, seat)
    record.gold_kind = parse_tiles("5s")[0]
    record.golds = golds
    for kind in parse_tiles(hand):
        add_tile(record, kind)
    record.pons = sum(1 << kind for kind in parse_tiles(pons))
    record.drawn = parse_tiles(drawn)[0] if drawn else -1
    return record


def seen(rules: Any, public: Any, follow: str = "", standing: int = 0) -> Any:
    """The same table once all know what its melds bar; `follow`: what seat 3 has just discarded."""
    public.standing = standing
    for seat in range(4):
        note_melds(rules, public, seat)
        public.follow[seat] = -1
    if follow:
        public.follow[3] = parse_tiles(follow)[0]
    return public


def has_bit(mask: int, tile: str) -> bool:
    """Whether a mask of kinds holds a tile in notation."""
    return bool(int(mask) >> parse_tiles(tile)[0] & 1)


def bars(rules: Any, public: Any, mine: Any, follow: str = "", standing: int = 0) -> set[int]:
    """The kinds that a seat may not discard."""
    return kinds(barred(rules, seen(rules, public, follow, standing), mine))


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


def test_a_closed_kan_at_a_flush_table() -> None:
    hidden = table(s3="chi 1p; pon 4p; pon 7p; closed 9p")
    assert flush_suit(row(), hidden, 3) == -1
    assert flush_suit(row(bar__flush_closed_kan=True), hidden, 3) == 1
    for tile, counted in (("9p", 1), ("9s", -1)):
        shown = table(s3="chi 1p; pon 4p; pon 7p; closed 9p")
        shown.meld_tile[3, 3] = parse_tiles(tile)[0]
        assert flush_suit(row(), shown, 3) == -1
        assert flush_suit(row(bar__flush_closed_kan=True), shown, 3) == counted
    five = table(s3=PINS + "; closed 9s")
    assert flush_suit(row(), five, 3) == 1
    five.meld_tile[3, 4] = parse_tiles("9s")[0]
    assert flush_suit(row(), five, 3) == -1  # all see that it is no flush


def test_FD_1_08_others_may_not_discard_the_suit_of_a_flush_table() -> None:
    rules, public = row(), table(s3=PINS)
    assert bars(rules, public, own(2)) == set(range(9, 18))
    assert not bars(rules, public, own(3))  # its owner may
    assert not bars(rules, public, own(2), standing=1 << 3)  # an owner who stands bars nothing
    assert bars(row(penalty__stand_table_bars=True), public, own(2), standing=1 << 3) == set(range(9, 18))
    assert bars(rules, public, own(2), follow="6p") == set(range(9, 18)) - {14}
    assert bars(row(bar__flush_follow=False), public, own(2), follow="6p") == set(range(9, 18))
    assert not bars(row(bar__flush_table=0), public, own(2))
    both = table(s3=PINS, s0="chi 1s; pon 4s; pon 7s; chi 7s")
    assert bars(rules, both, own(2)) == set(range(9, 27)) - {22}
    assert bars(rules, both, own(0)) == set(range(9, 18))


@pytest.mark.parametrize(("choice", "added", "others"), [("all", True, True), ("added_only", True, False), ("none", False, False)])
def test_FD_1_08_kans_of_the_suit_of_a_flush_table(choice: str, added: bool, others: bool) -> None:
    rules = row(bar__flush_kan=choice) if choice != "all" else row()
    public = seen(rules, table(s3=PINS))
    pins = set(range(9, 18))
    assert kinds(kan_bars(rules, public, 2, MeldKind.KAN_ADDED)) == (pins if added else set())
    for meld in (MeldKind.KAN_OPEN, MeldKind.KAN_CLOSED):
        assert kinds(kan_bars(rules, public, 2, meld)) == (pins if others else set())
    assert not kan_bars(rules, public, 3, MeldKind.KAN_ADDED)


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
    assert bars(row(), three, own(2)) == {30}
    assert not bars(row(), three, own(1))
    assert not bars(row(), three, own(2), standing=1 << 1)
    dead = table(visible="NNN", s1="pon E; pon S; pon W")
    assert bars(row(), dead, own(2)) == {30}
    assert not bars(row(bar__four_winds_dead=True), dead, own(2))
    followed = table(s3="pon E; pon S; pon W")
    assert bars(row(), followed, own(2), follow="N") == {30}
    assert not bars(row(bar__four_winds_follow=True), followed, own(2), follow="N")
    assert bars(row(bar__four_winds_follow=True), followed, own(2), follow="E") == {30}


def test_the_throwers_own_copies_exhaust_partners_too_where_they_count() -> None:
    """`bar.dead_tile_own_hand`: three 6m lie open and the thrower of 5m holds the fourth; 3m is gold."""
    public, mine = table(visible="555m 666m", gold="3m"), own(hand="5m 6m")
    assert is_dead(row(bar__dead_tile="natural", bar__dead_tile_own_hand=True), public, mine, 4)
    assert not is_dead(row(bar__dead_tile="natural"), public, mine, 4)


def test_a_gold_that_may_be_thrown_is_barred_like_other_tiles_of_its_suit() -> None:
    public = table(s3="chi 1s; pon 4s; chi 6s; pon 9s")
    may = row(gold__discard="allowed")
    assert bars(may, public, own(golds=1)) & {parse_tiles("5s")[0]}
    assert not has_bit(lawful_discards(may, public, own(golds=1)), "5s") and has_bit(unbarred(may, own(golds=1)), "5s")


def test_FD_1_09_a_kan_of_the_fourth_wind() -> None:
    for rules, wanted in ((row(), set()), (row(bar__four_winds_kan=True), {30})):
        public = seen(rules, table(s1="pon E; pon S; pon W"))
        assert kinds(kan_bars(rules, public, 2, MeldKind.KAN_ADDED)) == wanted
        assert not kan_bars(rules, public, 2, MeldKind.KAN_CLOSED)


def test_FD_3_04_the_last_eight_without_honours_unless_three_are_visible() -> None:
    honours = {27, 28, 29, 30, 31, 32}
    assert not bars(row(), table(drawable=9), own())
    assert bars(row(), table(drawable=8), own()) == honours
    assert bars(row(), table(drawable=8), own(), standing=1) == honours  # eight stays eight
    assert bars(row(), table(visible="CCC", drawable=8), own()) == honours - {31}
    assert bars(row(bar__late_honour_free=4), table(visible="CCC", drawable=8), own()) == honours
    assert bars(row(bar__late_honour_free=2), table(visible="CCFF", drawable=8), own()) == honours - {31, 32}
    assert not bars(row(bar__late_honour_free=0), table(drawable=8), own())
    assert not bars(row(bar__late_honour=0), table(drawable=1), own())
    assert bars(row(bar__late_honour=10), table(drawable=10), own()) == honours


def test_FD_2_03_the_fourth_tile_of_an_own_pon_while_a_kan_is_allowed() -> None:
    mine = own(hand="6s 1m", pons="6s")
    assert bars(row(), table(drawable=30), mine) == {23}
    assert bars(row(), table(drawable=5), mine) == {23}
    assert not bars(row(), table(drawable=4), mine)
    assert bars(row(), table(drawable=4), mine, standing=1) == {23}  # three are in play
    assert not bars(row(bar__own_kan_tile=False), table(drawable=30), mine)
    assert not bars(row(), table(drawable=30), own(hand="1m", pons="6s"))
    drawn_only = row(kan__added_timing="drawn_tile_only")
    assert not bars(drawn_only, table(drawable=30), mine)
    assert bars(drawn_only, table(drawable=30), own(hand="6s 1m", pons="6s", drawn="6s")) == {23}
    flush = table(s3="chi 1s; pon 4s; pon 7s; chi 7s", visible="666s 5555s 777s")
    free = table(s3="chi 1s; pon 4s; pon 7s; chi 7s")
    assert bars(row(), free, mine, follow="6s") == set()  # no kan of that suit: what may be followed may go
    assert bars(row(bar__flush_kan="none"), free, mine, follow="6s") == {23}
    assert 23 in bars(row(), flush, mine)


def test_FD_2_04_golds_and_frozen_tiles_are_no_lawful_discards() -> None:
    rules = row()
    public = seen(rules, table())
    hand = own(hand="1m 2m", golds=2)
    assert kinds(lawful_discards(rules, public, hand)) == {0, 1}
    assert lawful_discards(rules, public, own(hand="", golds=2)) == 0
    public.frozen[2] = 1 << 0
    assert kinds(lawful_discards(rules, public, hand)) == {1}
    assert kinds(lawful_discards(rules, public, own(hand="11m 2m"))) == {0, 1}  # another copy may go


@pytest.mark.parametrize(
    ("hand", "action", "tile", "left"),
    [
        ("55m 3p", Action.PON, "5m", set()),
        ("55m 3p 7s", Action.PON, "5m", {24}),
        ("555m 3p", Action.PON, "5m", set()),  # the third five could be made a kan, so it may not go
        ("46m 3p", Action.CHI_MID, "5m", set()),
        ("67m 3p 6m", Action.CHI_LOW, "5m", {5}),
        ("34m 3p 3m", Action.CHI_HIGH, "5m", {2}),
    ],
)
def test_FD_3_20_what_a_claim_leaves_to_discard(hand: str, action: Action, tile: str, left: set[int]) -> None:
    """Seat 3 bars dots; the hand is as before afterwards."""
    rules = row()
    public, mine = seen(rules, table(s3=PINS)), own(2, hand)
    before = mine.copy()
    assert kinds(discards_after_claim(rules, public, mine, action, parse_tiles(tile)[0])) == left
    assert mine == before


# --- leaked tiles (FD-3.01) -------------------------------------------------------------------------------------------


def offer(hand: str, tile: str, waits: str = "", leaked: str = "", span: str = "", **changes: Value) -> set[str]:
    """What seat 2 is offered on a discard of seat 1; `leaked` lies face up, and `span` are the kinds near it."""
    rules, public, mine, legal = row(**changes), seen(row(), table()), own(2, hand), np.zeros(1, RECORD)[0]
    public.turn_seat = 1
    public.tile = parse_tiles(tile)[0]
    public.phase = Phase.CLAIM
    public.frozen[2] = sum(1 << kind for kind in parse_tiles(leaked))
    mine.freeze_range = sum(1 << kind for kind in parse_tiles(span))
    mine.waits = sum(1 << kind for kind in parse_tiles(waits))
    claim_legal(rules, public, mine, legal)
    return {action.name for action in Action if int(legal.actions) >> action & 1}


def test_FD_3_01_a_leaked_tile_bars_chi_and_wins_near_it_and_pon_of_it() -> None:
    """4m is leaked: 7m may be neither chi'd nor won on; 8m may, with 6m 7m of the range in the hand; 4m may not be ponned."""
    span = "1234567m"
    assert offer("4m89m", "7m", "7m") == {"PASS", "CHI_LOW", "WIN"}
    assert offer("4m89m", "7m", "7m", "4m", span) == set()
    assert offer("4m67m", "8m", "8m", "4m", span) == {"PASS", "CHI_HIGH", "WIN"}
    assert offer("444m", "4m", "", "", "") == {"PASS", "PON", "KAN_OPEN"}
    assert offer("444m", "4m", "", "4m", span) == set()
    assert offer("444m 777m", "7m", "", "4m", span) == {"PASS", "PON", "KAN_OPEN"}


@pytest.mark.parametrize(("changes", "wins"), [({}, False), ({"penalty__freeze_win": "discard_only"}, True)])
def test_FD_3_01_self_draws_near_a_leaked_tile(changes: dict[str, Value], wins: bool) -> None:
    public, mine = seen(row(), table()), own(2, "123m", drawn="3m")
    mine.waits = 1 << 2 | 1 << 22
    mine.freeze_range = 1 << 2
    assert draw_wins(row(**changes), public, mine) == wins
    mine.drawn = 22  # a gold
    assert draw_wins(row(**changes), public, mine)
