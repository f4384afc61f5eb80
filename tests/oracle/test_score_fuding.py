"""The oracle's Fuding points are those of the specification's worked settlements (b.11) and of its tables, counted by hand."""

from __future__ import annotations

import pytest

from rulesets.tiles import parse_tiles
from tests.oracle.ending import Ending, Meld, next_dealer, next_streak
from tests.oracle.options import Options, Value
from tests.oracle.options_fuding import fuding_preset
from tests.oracle.score_fuding import Worth, loser_total, score, winner_worth, zeroes_others

GOLD = 22  # 5s
LITERAL = fuding_preset()
PLAIN = "123m 456m 789m 123p 45p 77s 6p"  # runs, a pair and the last tile


def counts(tiles: str) -> tuple[int, ...]:
    kinds = parse_tiles(tiles)
    return tuple(kinds.count(kind) for kind in range(34))


def laid(flowers: str) -> tuple[int, ...]:
    kinds = parse_tiles(flowers)
    return tuple(kinds.count(kind) for kind in range(27, 42))


def melds_of(text: str) -> tuple[Meld, ...]:
    """As "pon C, kan_closed 9m, chi 1p"."""
    found = []
    for part in filter(None, text.split(", ")):
        what, tile = part.split()
        found.append(Meld(what, parse_tiles(tile)[0], 0))
    return tuple(found)


def ending(*seats: tuple[str, str, str], winner: int = -1, **facts: object) -> Ending:
    """Seats as (tiles, flowers, melds), from seat 0 on; gold 5s, dealer and East seat 0, a self-draw unless told."""
    seats = (*seats, *((("", "", ""),) * (4 - len(seats))))
    tiles = parse_tiles(seats[winner][0]) if winner >= 0 else [-1]
    told = {
        "dealer": 0,
        "result": "self_draw" if winner >= 0 else "draw",
        "winners": (winner,) if winner >= 0 else (),
        "tile": tiles[-1],
        "gold": GOLD,
        "indicator": GOLD,
        "east": 0,
        "discards": 20,
        **facts,
    }
    return Ending(
        hands=tuple(counts(own) for own, _, _ in seats),
        melds=tuple(melds_of(melds) for _, _, melds in seats),
        flowers=tuple(laid(flowers) for _, flowers, _ in seats),
        **told,  # type: ignore[arg-type]
    )


def worth(tiles: str, flowers: str = "", melds: str = "", options: Options | None = None, **facts: object) -> Worth:
    """What a hand won by seat 0, the dealer and East, is worth."""
    return winner_worth(ending((tiles, flowers, melds), winner=0, **facts), 0, options or LITERAL)


def hu_tai(tiles: str, flowers: str = "", melds: str = "", **facts: object) -> tuple[int, int]:
    """Hu and tai, the base of the winner (20) and the tai of a self-draw left out."""
    found = worth(tiles, flowers, melds, **facts)
    return found.hu - 20 * (int(str(facts.get("n_kept", 0))) + 1), found.tai - ("self_draw" in found.names)


# --- b.11: worked settlements ---


def example_1(**facts: object) -> Ending:
    a = ("999m 5s 13p 2468p 29s W N 12s", "", "")
    b = ("123m 456m 789p 77p", "H2 P", "pon C, chi 2s")
    c = ("14m 47p E W 258s 3m 6m 1p 2p", "H1 H5", "pon 5s")
    return ending(a, b, c, ("", "", ""), winner=1, result="discard", payer=0, **facts)


def test_FD_B_10_example_1() -> None:
    hand = example_1(gold=21, indicator=21)  # gold 4s, so that fives of bamboo can be a pung
    hands = (counts("999m 4s 13p 2468p 29s W N 12s"), *hand.hands[1:])
    hand = hand._replace(hands=hands)
    assert [loser_total(hand, seat, LITERAL) for seat in (0, 2, 3)] == [40, 10, 0]
    assert winner_worth(hand, 1, LITERAL)[:4] == (160, 160, 2, 32)
    assert score(hand, LITERAL).delta == (-180, 640, -210, -250)
    assert score(hand, LITERAL).win_part == (-320, 640, -160, -160)


def test_FD_B_10_example_2() -> None:
    hand = ending(("123m 456m 789m 123m 55m 789m", "", ""), ("", "H1 H5", ""), ("", "", ""), ("", "H1 H2 H3 H5", ""), winner=0)
    assert [loser_total(hand, seat, LITERAL) for seat in (1, 2, 3)] == [10, 0, 20]
    assert score(hand, LITERAL).delta == (4800, -1600, -1630, -1570)


def test_FD_B_08_streaks_and_the_dealer() -> None:
    hand = ending(("333m", "", ""), (PLAIN, "H1", ""), winner=1, n_kept=2)
    assert winner_worth(hand, 1, LITERAL)[:4] == (140, 140, 1, 64)
    assert winner_worth(hand, 1, {**LITERAL, "fuding.streak_multiplies": False}).hu == 24
    assert score(hand, LITERAL).delta == (-280 + 40, 560, -140 - 20, -140 - 20)
    assert score(hand, {**LITERAL, "fuding.dealer_mult": 1}).delta == (-140 + 20, 420, -150, -150)
    assert (next_dealer(hand, LITERAL), next_streak(hand, LITERAL)) == (1, 0)
    assert next_dealer(hand._replace(winners=(0,)), LITERAL) == 0
    assert next_dealer(hand._replace(winners=(), result="draw"), LITERAL) == 1
    stay = fuding_preset("T14")
    assert next_streak(hand._replace(winners=(), result="draw"), stay) == 3
    assert next_dealer(hand._replace(winners=(3,)), stay) == 3


def test_FD_B_07_draws_that_are_settled() -> None:
    hand = ending(("333m", "", ""), ("", "H1", ""))
    assert score(hand, LITERAL).delta == (0, 0, 0, 0)
    settled = {**LITERAL, "end.draw_settlement": "pairwise"}
    assert score(hand, settled).delta == (20 + 40 - 20, 20 + 20 - 20, -20 - 10, -20 - 10)
    assert score(hand, {**settled, "end.draw_settlement": "pairwise_flat"}).delta == (20, 20, -20, -20)


# --- b.11: hu ---


@pytest.mark.parametrize(
    ("tiles", "flowers", "melds", "hu", "tai"),
    [
        ("123m 456m 789p 77p 456p 33s 3s", "", "", 4, 0),
        ("123m 456m 789p 77p 456p 99s 9s", "", "", 8, 0),
        ("123m 456m 789p 77p 456p SS S", "", "", 8, 0),
        ("123m 456m 789p 77p 456p EE E", "", "", 8, 1),
        ("123m 456m 789p 77p 456p CC C", "", "", 8, 1),
        ("123m 456m 789p 77p 456p", "", "pon 3s", 2, 0),
        ("123m 456m 789p 77p 456p", "", "pon F", 4, 1),
        ("123m 456m 789p 77p 456p", "", "kan_open 3s", 8, 0),
        ("123m 456m 789p 77p 456p", "", "kan_added 1s", 16, 0),
        ("123m 456m 789p 77p 456p", "", "kan_closed 3s", 16, 0),
        ("123m 456m 789p 77p 456p", "", "kan_closed E", 32, 1),
        ("123m 456m 789p 77p 456p", "", "chi 1s", 0, 0),
        ("123m 456m 789p 77p 456p", "H2 H7", "chi 1s", 8, 0),
        ("123m 456m 789p 77p 456p", "H1 H5", "chi 1s", 8, 2),
        ("123m 456m 789p 77p 456p", "H1 H2 H3 H4", "chi 1s", 16, 2),
        ("123m 456m 789p 77p 456p", "H5 H6 H7 H8 P", "chi 1s", 20, 2),
        ("123m 456m 789p 77p 456p", "P", "chi 1s", 4, 0),
        ("123m 456m 789p 77p 456p", "PP", "chi 1s", 8, 1),
        ("123m 456m 789p 77p 456p", "PPPP", "chi 1s", 16, 3),
        ("123m 456m 789p 7p 5s 456p", "", "chi 1s", 0, 1),
        ("33m 5s 456p 789p 77p 456p", "", "chi 1s", 4, 1),
        ("111m 333m 44m", "", "pon 2p, pon 3s, pon 9s", 8 + 4 + 2 + 2 + 4, 1),
        ("123m 456m 789m 44m 456m", "", "pon S", 4, 1),
    ],
)
def test_FD_B_09_hu_and_tai(tiles: str, flowers: str, melds: str, hu: int, tai: int) -> None:
    assert hu_tai(tiles, flowers, melds) == (hu, tai)


def test_FD_B_09_golds_alone_may_be_any_pung() -> None:
    runs = "123m 456m 789p 77p 456p"
    assert hu_tai(f"{runs} 555s") == (8, 3 + 1)  # dragons, or East
    assert hu_tai("123m 789p 77p 456p 555s", melds="pon C, ")[1] == 3 + 2  # not red dragons again
    assert hu_tai("123m 77p 555s", melds="pon C, pon F, pon E")[1] == 3 + 3


def test_FD_B_09_a_pung_completed_by_a_discard_is_exposed() -> None:
    runs = "123m 456m 789p 77p 456p"
    facts = {"result": "discard", "payer": 1}
    assert hu_tai(f"{runs} 33s 3s", **facts) == (2, 0)
    assert hu_tai(f"{runs} 99s 9s", result="rob_kan", payer=1, robbed="kan_added") == (4, 0)
    # 333m 345m: the claimed 3m stands in the run, h.2
    assert hu_tai("333m 45m 456p 789p 77p 123s 3m", **facts) == (4, 0)
    assert hu_tai("33m 5s 45m 456p 789p 77p 123s 3m", **facts)[0] == 4


def test_FD_B_09_rounding_and_the_limit() -> None:
    assert worth("123m 456m 789p 77p 456p", "H1", "chi 1s").points == 30 * 4
    assert worth("123m 456m 789p 77p 456p", "H1", "chi 1s", {**LITERAL, "fuding.rounding": 1}).points == 24 * 4
    big = ("123m 456m 789p 77p", "H1 H2 H3 H4 H5", "kan_closed E, kan_closed C")
    assert worth(*big)[:3] == (800, 110 * 2**6, 6)
    assert worth(*big, {**LITERAL, "pay.limit": 2000}).points == 2000
    assert worth(*big, {**LITERAL, "pay.limit": 0, "fuding.tai_limit": 4}).points == 110 * 16


# --- losers ---


@pytest.mark.parametrize(
    ("tiles", "flowers", "melds", "hu", "tai"),
    [
        ("333m", "", "", 4, 0),
        ("3333m", "", "", 4, 0),
        ("111m", "", "", 8, 0),
        ("CCC", "", "pon F", 12, 2),
        ("WWW", "", "", 8, 1),
        ("EEE", "", "", 8, 0),
        ("", "H3 H7 PPP", "kan_open 9s", 20 + 16, 4),
        ("5s", "", "", 4, 1),
        ("55s", "", "", 8, 2),
        ("555s", "", "", 12, 3),
        ("22m 5s", "", "", 4, 1),
        ("11m 5s", "", "", 8, 1),
        ("CC 5s", "", "", 8, 2),
        ("9p 55s", "", "", 8, 2),
        ("C 11m 55s", "", "", 8, 3),
        ("W 9p 55s", "", "", 8, 3),
        ("W C 99p 555s", "", "", 16, 4),
        ("C 55s", "", "pon C", 4 + 8, 3),
        ("WW 55s", "", "kan_closed F", 32 + 8 + 4, 4),
    ],
)
def test_FD_B_09_a_losers_hand(tiles: str, flowers: str, melds: str, hu: int, tai: int) -> None:
    """Seat 2 has the West wind."""
    hand = ending(("", "", ""), ("", "", ""), (tiles, flowers, melds))
    assert loser_total(hand, 2, {**LITERAL, "pay.limit": 0, "fuding.rounding": 1}) == hu * 2**tai


def test_FD_3_15_standing_seats_may_count_what_they_show_only() -> None:
    hand = ending(("", "", ""), ("", "", ""), ("999m 55s WW", "H3", "pon C, kan_closed F"), standing=(2,))
    shown = {**LITERAL, "penalty.stand_scored": "exposed", "pay.limit": 0}
    assert loser_total(hand, 2, shown) == 10 * 4
    assert loser_total(hand, 2, {**LITERAL, "pay.limit": 0}) == 60 * 2 ** 6
    assert loser_total(hand._replace(standing=(1,)), 2, shown) == 60 * 2 ** 6


def test_h_6_gold_flowers_are_golds_that_may_match_the_wind() -> None:
    hand = ending(("", "", ""), ("", "", ""), ("11m", "H5", ""), gold=35, indicator=35)
    held = hand._replace(gold_flowers=((), (), (36,), ()))  # H3, West's
    options = {**LITERAL, "pay.limit": 0}
    assert loser_total(held, 2, options) == 20 * 4  # 11m and the gold are a pung
    assert loser_total(hand._replace(gold_flowers=((), (), (34,), ())), 2, options) == 20 * 2
    assert worth("123m 456m 789p 7p 456p", "H5", "chi 1s", gold=35, indicator=35, gold_flowers=((34,), (), (), ()))[2:4] == (4, 24)


# --- b.7: limit and flat hands ---


def named(found: Worth) -> set[str]:
    return {"three_gold", "eight_flower", "tianhu", "dihu", "qingyi", "four_winds", "pinghu"} & found.names


def test_h_3_a_hand_of_runs_is_flat() -> None:
    assert (worth(PLAIN).points, named(worth(PLAIN))) == (100, {"pinghu"})
    for other in (worth(PLAIN, "P"), worth("123m 456m 789m 45p 77s 6p", "", "chi 1p")):
        assert named(other) == set()
    assert named(worth("123m 456m 789m 77s 6p 45p", "", "kan_closed F")) == set()
    assert named(worth(PLAIN, gold=35, indicator=35)) == {"pinghu"}
    none, most = {**LITERAL, "fuding.pinghu": "none"}, {**LITERAL, "fuding.pinghu": "max"}
    assert (worth(PLAIN, options=none).points, worth(PLAIN, options=most).points) == (40, 100)
    gold_pair = "123m 456m 789m 123p 4p 5s 6p 55s"  # 30 hu at best, four tai with the draw
    assert worth(gold_pair, options=most).points > 100
    # 111 222 333 read as triplets is worth more than the run hand
    assert worth("111222333m 456p 789p 77s").points == 100 < worth("111222333m EEE CCC 77s").points


def test_h_4_flushes_look_at_tiles() -> None:
    assert named(worth("123m 456m 789m 11m 55s 7m 99m 9m")) == {"qingyi"}
    assert worth("123m 456m 789m 11m 55s 7m 99m 9m", "H1").points == 800
    honours = worth("EEE SSS CCC FFF NNN WW")
    assert (honours.points, named(honours)) == (800, {"qingyi", "four_winds"})
    plain = {**LITERAL, "fuding.qingyi_all_honours": False}
    assert "hunyise" not in worth("EEE SSS CCC FFF WWW NN", options=plain).names
    assert "hunyise" in worth("123m 456m 789m CC 77m 7m EEE").names
    assert worth("123m 456m 789m 11m 777m 99m 9m", options={**LITERAL, "pay.limit": 300}).points == 800


def test_h_5_four_winds() -> None:
    winds = "EEE SSS WWW NN 123m 456p"
    assert (worth(winds).points, named(worth(winds))) == (800, {"four_winds"})
    assert named(worth("EEE SSS NNN 22p 123m 456p")) == set()
    assert named(worth("EE SSS 55s WW NN 5s 123m 6p 7p")) == {"four_winds"}  # golds stand for winds
    rich = {**LITERAL, "pay.limit": 0}
    assert worth(winds, options=rich).points == 800
    assert worth(winds, options={**rich, "fuding.limit_four_winds": 0}).points == 50 * 4


def test_b_7_openings() -> None:
    dealt = {"opening": "dealt", "tile": -1, "discards": 0}
    assert (worth(PLAIN, **dealt).points, named(worth(PLAIN, **dealt))) == (800, {"tianhu", "pinghu"})
    three = "147m 9m 147p 9p 147s 9s 2m 8p 555s"
    assert named(worth(three, **dealt)) == {"three_gold"}
    with pytest.raises(ValueError, match="no winning hand"):
        worth(three)
    anywhere = {**LITERAL, "win.three_gold": "any_own_draw"}
    hand = ending((three, "", ""), ("", "H1", ""), winner=0)
    assert named(winner_worth(hand, 0, anywhere)) == {"three_gold"}
    assert not zeroes_others(hand, 0, anywhere)
    assert score(hand, anywhere).delta == (4800, -1600 + 20, -1610, -1610)
    early = hand._replace(opening="dealt", tile=-1, discards=0)
    assert score(early, LITERAL).delta == (4800, -1600, -1600, -1600)


def test_b_7_eight_flowers() -> None:
    eight = ("147m 9m 147p 9p 147s 9s 2m 8p 55s 6s", "H1 H2 H3 H4 H5 H6", "")
    assert named(worth(*eight)) == {"eight_flower"}
    with pytest.raises(ValueError, match="no winning hand"):
        worth(eight[0], "H1 H2 H3 H4 H5 PPPP")
    with pytest.raises(ValueError, match="no winning hand"):
        worth(*eight, options={**LITERAL, "win.flower_win_mid_hand": False})
    with pytest.raises(ValueError, match="no winning hand"):
        worth(*eight, options={**LITERAL, "win.flower_win_golds": False})
    hand = ending(eight, ("", "H7", ""), winner=0)
    assert score(hand, LITERAL).delta[2] == -1610
    assert score(hand._replace(discards=0), LITERAL).delta[2] == -1600


def test_h_9_earthly_win() -> None:
    def of(seat: int, melds: str = "", **facts: Value) -> set[str]:
        tiles = PLAIN if not melds else "123m 456m 789m 45p 77s 6p"
        seats = [("", "", "")] * 4
        seats[seat] = (tiles, "H8", melds)
        told = {"result": "discard", "payer": 0, "discards": 1, **facts}
        return named(winner_worth(ending(*seats, winner=seat, **told), seat, LITERAL))

    assert of(2) == {"dihu"}
    assert of(2, "kan_closed C") == set()
    assert of(2, discards=2) == set()
    drawn: dict[str, Value] = {"result": "self_draw", "payer": -1, "first_draw": True}
    assert of(1, **drawn) == {"dihu"}
    hand = ending(("", "H2", ""), (PLAIN, "H8", ""), winner=1, first_draw=True, discards=1)
    assert named(winner_worth(hand, 1, {**LITERAL, "fuding.dihu_first_draw": False})) == set()
    assert score(hand, LITERAL).delta == (-1600, 3200, -800, -800)


# --- FD-1.10, FD-3.22, FD-3.30 ---


def test_h_12_idle_gold_hands() -> None:
    options = {**LITERAL, "fuding.idle_gold_bonus": "tai_1_2_3", "pay.limit": 0}
    idle = ("456m 789p 456p 5s 8s", "", "chi 1s, pon 2p")
    level_1 = winner_worth(ending(idle, winner=0), 0, options)
    assert (level_1.tai, "idle_gold" in level_1.names) == (1 + 1 + 1, True)
    times = winner_worth(ending(idle, winner=0), 0, {**options, "fuding.idle_gold_bonus": "times_4_8_16"})
    assert times.points == 30 * 4 * 4
    double = ("456m 789p 99p 5s 5s 8s", "", "chi 1s, pon 2p")
    assert winner_worth(ending(double, winner=0), 0, options).tai == 1 + 2 + 2
    third = ("456m 789p 456p 8s 5s", "", "chi 1s, pon 2p")  # the gold came last
    assert winner_worth(ending(third, winner=0), 0, options).tai == 1 + 1


def test_FD_3_22_one_group_for_a_kind() -> None:
    lone = ending(("123p 456p 789p 111s 5s 6m", "", "pon 6m"), winner=0)
    with pytest.raises(ValueError, match="no winning hand"):
        winner_worth(lone, 0, LITERAL)
    dragons = ending(("123m 456m 789p 99s 55s C", "", "pon C"), winner=0)
    with pytest.raises(ValueError, match="no winning hand"):
        winner_worth(dragons, 0, LITERAL)
    run = ending(("789m 123p 456p 789p 5s 6m", "", "pon 6m"), winner=0)
    assert winner_worth(run, 0, LITERAL).points == 20 * 2**2 + 10 * 2**2  # 678m, 9m and the gold
    freely = {**LITERAL, "win.same_kind_group": "none"}
    assert winner_worth(dragons, 0, freely).points > 0
    twice = ending(("1111m 2m 5s 456p 789p 123s 8s 8s", "", ""), winner=0)  # 111m and 1m with a gold, or a run with 2m
    assert winner_worth(twice, 0, LITERAL).points > 0


def test_h_10_the_fourth_copy_in_the_pair() -> None:
    lone = ending(("123p 456p 789p 111s 5s 6m", "", "pon 6m"), winner=0, no_kan=True)
    assert winner_worth(lone, 0, LITERAL).points > 0
    with pytest.raises(ValueError, match="no winning hand"):
        winner_worth(lone, 0, {**LITERAL, "win.fourth_as_pair": False})
    three = ending(("111s 123p 456p 789p 789m 1s 5s", "", ""), winner=0, no_kan=True)
    assert winner_worth(three, 0, LITERAL).points > 0
    with pytest.raises(ValueError, match="no winning hand"):
        winner_worth(three._replace(no_kan=False), 0, LITERAL)
    hidden = ending(("1s 5s 123p 456p 789p", "", "pon 1s, pon 2s"), winner=0)
    with pytest.raises(ValueError, match="no winning hand"):
        winner_worth(hidden, 0, {**LITERAL, "win.same_kind_group": "exposed_only"})
    assert winner_worth(three._replace(no_kan=False), 0, {**LITERAL, "win.same_kind_group": "exposed_only"}).points > 0


def test_FD_3_30_and_b_8_extra_tai() -> None:
    facts = {"result": "rob_kan", "payer": 2, "robbed": "kan_added"}
    options = {**LITERAL, "fuding.rob_tai": 1, "fuding.kan_win_tai": 2}
    hand = ("123m 456m 789m 45p 77s 6p", "H2", "chi 1p")
    assert (worth(*hand, LITERAL, **facts).tai, worth(*hand, options, **facts).tai) == (0, 1)
    assert (worth(*hand, after_kan=True).tai, worth(*hand, options, after_kan=True).tai) == (1, 3)


def test_FD_3_19_bonus_of_eight_tai() -> None:
    options = {**LITERAL, "fuding.eight_tai_bonus": 500}
    eight = ending(("555s CCC FFF 123m 7p 8p 9p 77s", "H1", ""), winner=0)  # the golds are East's
    found = winner_worth(eight, 0, options)
    assert (found.points, found.tai) == (800, 8)
    assert score(eight, options).delta == (3 * 2100, -2100, -2100, -2100)
    seven = ending(("555s CCC FFF 123m 7p 8p 9p 77s", "", ""), winner=0)
    assert score(seven, options).delta == (4800, -1600, -1600, -1600)


# --- settlement options ---


def test_several_winners_and_shares() -> None:
    tiles = "123m 456m 789m 45p 77s 6p"
    seats = (("", "", ""), (tiles, "H1", "chi 1p"), ("333m", "", ""), (tiles, "", "chi 1p"))
    hand = ending(*seats, winner=1, payer=2, result="discard")
    hand = hand._replace(winners=(3, 1))
    every = fuding_preset("T10")
    assert score(hand, every).delta == (-60 - 40 - 20, 90, -30 - 20 + 20, 60)
    alone = {**LITERAL, "pay.discarder_share": 3, "pay.other_share": 0}
    assert score(hand._replace(winners=(1,)), alone).win_part == (0, 90, -90, 0)
    assert next_dealer(hand._replace(winners=(3, 0)), every) == 0
