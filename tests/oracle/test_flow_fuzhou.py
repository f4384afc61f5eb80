"""Staged hands that show clauses of Fuzhou's ledger (FZ 8), as the specification tells them; the oracle follows each."""

from __future__ import annotations

from tests.oracle.moves import Phase
from tests.oracle.options import Options
from tests.oracle.options_fuzhou import FLOWERS, STANDARD
from tests.oracle.scene import Scene, Staged

HA = "123m 456m 789m 123p 45p 77s"  # waits for 3p and 6p
HC = "123m 456m 789m 123p 78p 55s"  # two golds: every tile wins, 6p and 9p with the golds as the pair
JUNK = "147m 9m 147p 9p 147s 9s 2m 8p"  # fourteen tiles that go together with nothing
NO_FLOWERS: Options = {**STANDARD, **dict.fromkeys(FLOWERS, "absent"), "wall.grow_flower_quad": 0}


def scene(hands: dict[int, str], script: list[str], *, tail: str = "5s", draws: str = "", **changes: object) -> Staged:
    """The gold is 5s, the first tile of the tail; nobody is dealt a flower unless a hand names one."""
    told = Scene(hands=hands, script=script, tail=tail, draws=draws, options=dict(STANDARD))
    return told.with_options(**changes).play()  # type: ignore[arg-type]


def winners(staged: Staged) -> list[int]:
    return [seat for name, seat, _ in staged.events if name == "win"]


# --- taking the indicator ---


def test_FZ_ROB_03_a_non_dealer_takes_the_indicator() -> None:
    staged = scene({0: "1s", 2: HA}, ["0 discard 1s", "2 win 5s"])
    assert (winners(staged), staged.row["end"], staged.row["payer"]) == ([2], 1, -1)


def test_FZ_ROB_02_the_dealer_swaps_a_useless_tile() -> None:
    staged = scene({0: f"{HA} 9s"}, ["0 discard 9s", "0 win 5s"])
    assert winners(staged) == [0]


def test_FZ_ROB_05_a_non_dealer_goes_before_the_dealer() -> None:
    staged = scene({0: f"{HA} 9s", 3: HA}, ["0 discard 9s", "0 win 5s", "3 win 5s"])
    assert winners(staged) == [3]


def test_FZ_ROB_06_heavenly_goes_first() -> None:
    staged = scene({0: f"{HA} 6p", 1: HA}, ["0 win"])
    assert winners(staged) == [0]
    assert staged.offers(1) == []


def test_FZ_ROB_07_the_nearest_non_dealer() -> None:
    hands = {0: "1s", 2: HA, 3: HA}
    assert winners(scene(hands, ["0 discard 1s", "2 win 5s", "3 win 5s"])) == [2]
    assert winners(scene(hands, ["0 discard 1s", "2 pass", "3 win 5s"])) == [3]


def test_FZ_ROB_04_the_window_closes_with_the_first_discard() -> None:
    staged = scene({0: "8s", 1: "88s 9m", 2: HA}, ["0 discard 8s", "2 pass", "1 pon 8s", "1 discard 9m"])
    assert [d.legal for d in staged.decisions if d.tile == 22 and d.seat == 2] == [d.legal for d in staged.decisions[1:2]]


def test_FZ_TIAN_01_heavenly_may_be_declined_and_is_then_gone() -> None:
    staged = scene({0: f"{HA} 6p"}, ["0 pass", "0 discard 6p"])
    assert staged.offers(0)[:2] == [{"PASS", "WIN"}, {"DISCARD"}]


# --- golds ---


def test_FZ_3G_01_three_golds_win_whatever_the_shape_and_stay_on_offer() -> None:
    hands = {0: "3m", 1: f"{JUNK} 55s"}
    taken = scene(hands, ["0 discard 3m", "1 win 5s"], draws="5s")
    assert [offer for offer in taken.offers(1) if "DISCARD" in offer] == [{"DISCARD", "WIN"}]
    assert winners(taken) == [1]
    declined = scene(hands, ["0 discard 3m", "1 discard 9m"], draws="5s 3s 6s 6m 6p")
    assert [offer >= {"WIN", "DISCARD"} for offer in declined.offers(1) if "DISCARD" in offer][:2] == [True, True]


def test_FZ_3G_02_two_golds_take_the_third_with_a_shape_only() -> None:
    hands = {0: "1s", 1: f"{JUNK} 55s"}
    assert scene(hands, ["0 discard 1s"]).offers(1, "5s") == []
    assert scene(hands, ["0 discard 1s"], rob_gold__shapeless=True).offers(1, "5s") == [{"PASS", "WIN"}]
    assert scene({0: "1s", 1: HC}, ["0 discard 1s"]).offers(1, "5s") == [{"PASS", "WIN"}]


def test_FZ_JQ_02_two_golds_as_the_pair_go_before_the_nearer_seat() -> None:
    hands = {0: "6p", 1: HA, 3: HC}
    script = ["0 discard 6p", "1 pass", "3 pass", "1 win 6p"]
    assert winners(scene(hands, [*script, "3 win 6p"])) == [3]
    assert winners(scene(hands, [*script, "3 pass"])) == [1]
    assert winners(scene(hands, [*script, "3 win 6p"], claim__win_order="seat")) == [1]


def test_FZ_GDISC_04_who_threw_a_gold_wins_by_self_draw_only() -> None:
    script = ["0 discard 1s", "1 pass", "1 discard 5s", "0 discard 6p", "1 win 6p"]
    staged = scene({0: "1s 6p", 1: HA}, script, draws="5s 9p 9p 1m 6p")
    assert staged.asked_after("discard 1 5s") == {}
    assert "WIN" not in staged.asked_after("discard 0 6p").get(1, set())
    assert (winners(staged), staged.row["end"]) == ([1], 1)


def test_FZ_GDISC_02_nobody_claims_a_gold() -> None:
    staged = scene({1: "5s", 2: "46s", 0: "1m"}, ["0 discard 1m", "1 discard 5s"], draws="9m")
    assert staged.asked_after("discard 1 5s") == {}


def test_FZ_X_02_golds_are_in_no_call() -> None:
    hands = {0: "6s", 1: f"45s {JUNK[:-3]}"}
    assert "CHI_HIGH" not in {word for offer in scene(hands, ["0 discard 6s"]).offers(1, "6s") for word in offer}
    allowed = scene(hands, ["0 discard 6s"], gold__in_melds="natural_in_chi")
    assert "CHI_HIGH" in allowed.offers(1, "6s")[0]


def test_FZ_X_01_an_added_kan_is_robbed() -> None:
    script = ["0 discard 1s", "2 pass", "3 discard 6p", "2 pass", "0 pon 6p", "0 discard 9s", "0 kan_added 6p", "2 win 6p"]
    staged = scene({0: "66p 1s 9s", 2: HA, 3: "6p"}, script, draws="9p 9p 1m 8m 8m 1m 6p")
    assert (winners(staged), staged.row["payer"], staged.row["end"]) == ([2], 0, 3)
    assert staged.row["kans"] == 0


# --- flowers and the gold ---


def test_FZ_FLOWER_03_04_GOLD_03_rounds_and_a_flower_turned_up() -> None:
    """The dealer's replacement is a flower and waits; then the flip is a flower, the dealer's, and the next tile is gold."""
    told = Scene({0: "H1", 1: "E"}, tail="H2 1m 2m F 7p", options=dict(STANDARD))
    staged = told.play()
    names = [f"{name} {seat} {kind}" for name, seat, kind in staged.events if name in ("flower", "flip")][:5]
    assert names == ["flower 0 34", "flower 1 27", "flower 0 35", "flip 0 32", "flip 0 15"]
    drawn = [(seat, kind) for name, seat, kind in staged.events[65:] if name == "draw"][:3]
    assert drawn == [(0, 35), (1, 0), (0, 1)]
    assert len(staged.table.flowers[0]) == 3
    clean = told.with_options(flower__opening_order="seat_until_clean").play()
    assert [(seat, kind) for name, seat, kind in clean.events[65:] if name == "draw"][:3] == [(0, 35), (0, 0), (1, 1)]


# --- the end of the wall: 108 tiles, 18 are kept, 25 can be drawn after the opening ---


def late(hands: dict[int, str], script: list[str], at: dict[int, str], tail: str = "5s") -> Staged:
    return Scene(hands=hands, script=script, draw_at=at, tail=tail, options=dict(NO_FLOWERS)).play()


def test_FZ_END_06_08_10_the_last_group() -> None:
    staged = late({}, [], {})
    names = [name for name, _, _ in staged.events]
    assert names[-6:] == ["group", "draw", "draw", "draw", "draw", "exhausted"]
    assert [seat for name, seat, _ in staged.events if name == "draw"][-4:] == [2, 3, 0, 1]
    assert (staged.row["draws"], staged.row["wall_left"]) == (25, 17)


def test_FZ_END_09_a_completing_tile_of_the_group_wins_by_itself() -> None:
    staged = late({3: HA}, ["3 pass"], {23: "6p"})
    assert winners(staged) == [3]
    assert staged.decisions[-1].seat != 3 or staged.decisions[-1].action.name != "WIN"
    assert staged.row["end"] == 1


def test_FZ_END_11_12_a_kan_shrinks_the_group_to_two() -> None:
    hands = {3: "888s 9s"}
    staged = late(hands, ["3 kan_open 8s", "3 discard 9s"], {21: "8s"}, tail="5s 9p")
    after = [name for name, _, _ in staged.events]
    after = after[after.index("kan_open") :]
    assert after == ["kan_open", "draw", "discard", "group", "draw", "draw", "exhausted"]
    assert [seat for name, seat, _ in staged.events if name == "draw"][-2:] == [0, 1]


def test_FZ_END_13_chained_kans_end_the_hand_at_once() -> None:
    hands = {3: "888s 9s", 1: "999s"}
    script = ["3 kan_open 8s", "3 discard 9s", "1 kan_open 9s"]
    staged = late(hands, script, {21: "8s"}, tail="5s 9p 2p")
    assert [name for name, _, _ in staged.events][-3:] == ["kan_open", "draw", "exhausted"]
    assert staged.decisions[-1].offers() == {"PASS"}
    assert staged.table.phase == Phase.OVER
    winning = {3: "888s 9s", 1: "999s 123m 456m 123p 45p 77p"}
    staged = late(winning, [*script, "1 win 3p"], {21: "8s"}, tail="5s 9p 3p")
    assert (winners(staged), staged.row["end"]) == ([1], 1)


def test_FZ_END_07_a_flower_of_the_group_is_dead() -> None:
    """116 tiles with seasons and plants: after the opening 116 - 65 - 1 + 1 - 18 = 33 can be drawn."""
    options = {**NO_FLOWERS, "tiles.seasons": "flower", "wall.grow_flower_quad": 2}
    staged = Scene(draw_at={30: "H1"}, tail="5s", options=options).play()
    names = [name for name, _, _ in staged.events]
    assert names[-7:] == ["group", "draw", "flower", "draw", "draw", "draw", "exhausted"]
    assert staged.table.dead_flowers == [34]
