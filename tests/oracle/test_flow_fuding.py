"""Staged hands that show clauses of Fuding's ledger (FD c), as its Test column tells them; the oracle follows each.

The gold is 5s, the last tile of the wall. `late` scenes keep sixty tiles in reserve, so that 18 can be drawn after the deal.
"""

from __future__ import annotations

import pytest

from rulesets.tiles import parse_tiles
from tests.oracle.options import Options
from tests.oracle.options_fuding import fuding_preset
from tests.oracle.scene import Scene, Staged

LITERAL = fuding_preset()
HA = "123m 456m 789m 123p 45p 77s"  # waits for 3p and 6p
IDLE = "123m 456m 789m 123p 456p 5s"  # every tile wins
JUNK = "147m 9m 147p 9p 147s 9s 2m 8p"  # fourteen tiles that go together with nothing


def scene(
    hands: dict[int, str], script: list[str], *, tail: str = "5s", draws: str = "", options: Options = LITERAL, **changes: object
) -> Staged:
    return Scene(hands=hands, script=script, tail=tail, draws=draws, options=options).with_options(**changes).play()  # type: ignore[arg-type]


def late(hands: dict[int, str], script: list[str], draws: str, **changes: object) -> Staged:
    """18 tiles can be drawn after the deal."""
    return scene(hands, script, draws=draws, wall__reserve=60, **changes)


def winners(staged: Staged) -> list[int]:
    return [seat for name, seat, _ in staged.events if name == "win"]


def stood(staged: Staged) -> list[int]:
    return [seat for name, seat, _ in staged.events if name == "stand"]


# --- golds, flowers, openings ---


def test_FD_2_04_golds_are_neither_thrown_nor_claimed() -> None:
    staged = scene({0: "5s 1m", 1: "46s 5s"}, ["0 discard 1m"])
    assert "5s" not in staged.discards(0)[0]
    free = scene({0: "5s", 1: "46s", 2: HA, 3: IDLE}, ["0 discard 5s"], gold__discard="allowed")
    assert free.asked_after("discard 0 5s") == {}
    taken = scene({0: "5s", 2: HA}, ["0 discard 5s"], gold__discard="allowed", gold__claimable="win_only")
    assert taken.asked_after("discard 0 5s") == {2: {"PASS", "WIN"}}


def test_FD_2_04_a_gold_is_no_part_of_a_chi() -> None:
    hand = "3s 5s 6s 147m 147p 9m E S W N C F"
    staged = scene({0: "4s", 1: hand}, ["0 discard 4s"])
    assert 1 not in staged.asked_after("discard 0 4s")
    other = scene({0: "4s", 1: hand}, ["0 discard 4s"], tail="9s")
    assert other.asked_after("discard 0 4s")[1] == {"PASS", "CHI_LOW", "CHI_MID"}


def test_FD_2_05_gold_flowers_stay_in_the_hand() -> None:
    staged = scene({0: "1m", 1: "H1 H7"}, ["0 discard 1m"], tail="H2 3m")
    flowers = [event for event in staged.events if event[0] == "flower" and event[1] == 1]
    assert flowers[0] == ("flower", 1, 40)  # H7 is replaced, H1 is a gold
    assert 34 in staged.table.gold_flowers[1]
    assert staged.row["gold_kind"] == 35


def test_b_3_whites_are_gold_when_one_is_turned_up() -> None:
    staged = scene({0: "1m", 1: f"{JUNK} PP"}, ["0 discard 1m"], tail="P")
    assert staged.table.golds(1) >= 2
    assert not any(name == "flower" and kind == 33 for name, _, kind in staged.events)


def test_FD_3_16_before_the_replacements_the_dealer_goes_first() -> None:
    hands = {0: f"{HA} 6p", 2: f"{JUNK[:-3]} 555s"}
    both = scene(hands, ["0 win", "2 win"], tail="5s")
    assert (winners(both), both.row["opening"]) == ([0], 1)
    assert both.deltas() == (4800, -1600, -1600, -1600)
    declined = scene(hands, ["0 pass", "2 win"])
    assert winners(declined) == [2]
    assert declined.deltas() == (-1600, -800, 3200, -800)


def test_FD_3_16_a_win_before_goes_before_one_after() -> None:
    hands = {0: f"{HA} H1", 2: f"{JUNK[:-3]} 555s"}
    staged = scene(hands, ["2 win"], tail="5s 6p")
    assert winners(staged) == [2]
    later = scene(hands, ["2 pass", "0 win", "2 win"], tail="5s 6p")  # the dealer is complete after the replacement
    assert winners(later) == [0]


def test_b_7_eight_flowers_with_golds() -> None:
    hands = {0: "1m", 1: "H1 H2 H3 H4 H5 H6 5s"}
    staged = scene(hands, ["0 discard 1m", "1 win"], tail="5s 1m 2m 3m 4m 5m 6m", draws="5s")
    assert (winners(staged), staged.row["end"]) == ([1], 1)
    assert staged.row["tags"] & 8
    only = scene(hands, ["0 discard 1m"], tail="5s 1m 2m 3m 4m 5m 6m", draws="5s", win__flower_win_golds=False)
    assert winners(only) == []


# --- claims ---


def test_FD_1_10_an_idle_gold_hand_wins_by_itself_only() -> None:
    hands = {0: "8m 1s", 1: IDLE}
    staged = scene(hands, ["0 discard 8m", "1 win"], draws="8s")
    assert "WIN" not in staged.asked_after("discard 0 8m").get(1, set())
    assert (winners(staged), staged.row["end"]) == ([1], 1)
    assert "WIN" in scene(hands, ["0 discard 8m"], gold__idle_win="any").asked_after("discard 0 8m")[1]


def test_FD_1_06_a_passed_tile_is_barred_until_the_own_draw() -> None:
    hands = {0: "6p 6p", 1: "6p", 3: HA}
    script = ["0 discard 6p", "3 pass", "1 discard 6p", "0 discard 6p", "3 pass"]
    staged = scene(hands, script, draws="1s 2s 4s 9s")
    offers = [(d.seat, d.tile) for d in staged.decisions if d.tile == 14 and "WIN" in d.offers()]
    assert offers == [(3, 14), (3, 14)]  # the first and, after an own draw, the third
    assert "WIN" in scene(hands, script, draws="1s 2s 4s 9s", claim__pass_win="none").asked_after("discard 1 6p")[3]


def test_FD_2_15_a_passed_pon_may_not_be_called_at_once() -> None:
    hands = {0: "7m", 1: "7m", 2: "77m"}
    staged = scene(hands, ["0 discard 7m", "2 pass", "1 discard 7m"], draws="1s")
    assert staged.asked_after("discard 0 7m")[2] == {"PASS", "PON"}
    assert "PON" not in staged.asked_after("discard 1 7m").get(2, set())


def test_FD_3_06_3_11_the_nearest_seat_is_asked_first() -> None:
    hands = {0: "6p", 1: HA, 3: HA.replace("123m 456m 789m", "123s 456m 789m")}
    assert winners(scene(hands, ["0 discard 6p", "1 win 6p", "3 win 6p"])) == [1]
    assert winners(scene(hands, ["0 discard 6p", "1 pass", "3 win 6p"])) == [3]
    every = scene(hands, ["0 discard 6p", "1 win 6p", "3 win 6p"], options=fuding_preset("T10"))
    assert winners(every) == [1, 3]


def test_FD_3_30_robbing_a_kan() -> None:
    hands = {0: "6p 9m", 1: "66p 1s", 2: HA}
    script = ["0 discard 6p", "2 pass", "1 pon 6p", "1 discard 1s", "1 kan_added 6p", "2 win 6p"]
    staged = scene(hands, script, draws="2s 4s 8s 6p")
    assert (winners(staged), staged.row["payer"], staged.row["end"]) == ([2], 1, 3)
    assert [meld.what for meld in staged.table.melds[1]] == ["pon"]


# --- the law of the table ---

FEED = {0: "1p 2p 4p 5p 1p 6p 8p 2p F", 3: "11p 22p 44p 55p 8p 9p EE N C"}


def flush_table(last: list[str], draws: str = "1m 2m 4m 7m", **changes: object) -> Staged:
    """Seat 3 shows 111p 222p 444p 555p; seat 0 throws all four, the fourth 2p too, and holds 1p, 6p, 8p."""
    script = ["0 discard 1p", "3 pon 1p", "3 discard E", "0 discard 2p", "3 pon 2p", "3 discard E", "0 discard 2p"]
    script += ["3 discard N", "0 discard 4p", "3 pon 4p", "3 discard C", "0 discard 5p", "3 pon 5p", *last]
    changes.setdefault("claim__pass_pon", True)
    return scene(FEED, script, tail="3p", draws=draws, **changes)


def after_table(staged: Staged, turn: int = 1) -> set[str]:
    """What seat 0 could throw at its own turn of this number after the fourth pon."""
    at = [place for place, (name, seat, _) in enumerate(staged.events) if (name, seat) == ("pon", 3)][3]
    decision = [d for d in staged.decisions if d.seat == 0 and d.tile < 0 and d.at > at][turn - 1]
    return {tile for tile in ("1p", "6p", "8p", "9p", "F") if decision.legal.discards >> kind_of(tile) & 1}


def kind_of(tile: str) -> int:
    return parse_tiles(tile)[0]


def test_FD_1_08_a_flush_table_bars_its_suit_but_dead_tiles() -> None:
    """1p is dead: three lie on the table, 2p is exhausted and 3p is the gold."""
    assert after_table(flush_table(["3 discard 9p"])) == {"1p", "F"}
    assert after_table(flush_table(["3 discard 9p"], bar__dead_tile="none")) == {"F"}
    assert after_table(flush_table(["3 discard 9p"], bar__flush_table=0)) == {"1p", "6p", "8p", "F"}
    assert after_table(flush_table(["3 discard 9p"], bar__flush_table=5)) == {"1p", "6p", "8p", "F"}


def test_FD_1_08_the_tile_just_thrown_may_be_followed() -> None:
    assert after_table(flush_table(["3 discard 8p"])) == {"1p", "8p", "F"}
    assert after_table(flush_table(["3 discard 8p"], bar__flush_follow=False)) == {"1p", "F"}


def test_FD_1_08_following_ends_when_that_seat_draws() -> None:
    draws = "1m 2m 4m 7m 1s 2s 3s 4s 6s 7s 8s 9s"
    staged = flush_table(["3 discard 8p"], draws=draws)
    assert [after_table(staged, turn) for turn in (1, 2)] == [{"1p", "8p", "F"}, {"1p", "F"}]


def test_FD_1_09_three_winds_bar_the_fourth() -> None:
    hands = {0: "E S W N N", 3: "EE SS WW 1m 2m 4m"}
    script = ["0 discard E", "3 pon E", "3 discard 1m", "0 discard S", "3 pon S", "3 discard 2m", "0 discard W", "3 pon W"]
    staged = scene(hands, [*script, "3 discard 4m"], draws="9s 8s 7s")
    assert [("N" in offered) for offered in staged.discards(0)[:4]] == [True, True, True, False]
    free = scene(hands, [*script, "3 discard 4m"], draws="9s 8s 7s", bar__four_winds=False)
    assert "N" in free.discards(0)[3]


def test_FD_2_03_the_tile_of_an_own_kan_may_not_be_thrown() -> None:
    hands = {0: "6s", 1: "66s 1m"}
    script = ["0 discard 6s", "1 pon 6s", "1 discard 1m"]
    staged = scene(hands, script, draws="2m 3m 4m 6s")
    turn = staged.turn_after_draw(4)
    assert turn.offers() == {"DISCARD", "KAN_ADDED"}
    assert not turn.legal.discards >> 23 & 1
    freely = scene(hands, script, draws="2m 3m 4m 6s", bar__own_kan_tile=False)
    assert freely.turn_after_draw(4).legal.discards >> 23 & 1


def test_FD_3_04_no_honours_once_eight_are_left() -> None:
    hands = {0: "C E E E", 1: "C", 2: "C S"}
    draws = "1m 1m 1m 2m 2m 2m 3m 3m 3m 4m"
    staged = late(hands, [], draws)
    offered = {number: staged.turn_after_draw(number).legal.discards for number in (9, 10)}
    seats = {number: staged.turn_after_draw(number).seat for number in (9, 10)}
    assert seats == {9: 1, 10: 2}
    assert offered[9] >> 31 & 1  # nine are left
    assert not offered[10] >> 31 & 1  # eight
    assert late(hands, [], draws, bar__late_honour=0).turn_after_draw(10).legal.discards >> 31 & 1


def test_FD_3_04_three_visible_copies_make_an_honour_free() -> None:
    hands = {0: "C", 1: "C", 2: "C", 3: "C S"}
    draws = "1m 1m 1m 2m 2m 2m 3m 3m 3m 4m 4m"
    staged = late(hands, ["0 discard C", "1 discard C", "2 discard C"], draws)
    turn = staged.turn_after_draw(11)
    assert (turn.seat, turn.legal.discards >> 31 & 1, turn.legal.discards >> 28 & 1) == (3, 1, 0)


def test_FD_3_20_without_a_lawful_discard_a_seat_stands() -> None:
    """Seat 2 holds four winds beside its melds and draws a dragon when eight tiles are left."""
    hands = {0: "1p 2p 3p 4p", 2: "11p 22p 33p 44p E S W N C F 1m 2m"}
    script = []
    for tile, thrown in (("1p", "1m"), ("2p", "2m"), ("3p", "C"), ("4p", "F")):
        script += [f"0 discard {tile}", f"2 pon {tile}", f"2 discard {thrown}"]
    staged = late(hands, script, "1s 2s 3s 4s 6s 7s 8s 9s 1s C")
    assert stood(staged) == [2]
    told = [name for name, _, _ in staged.events]
    assert staged.events[told.index("stand") - 1] == ("draw", 2, 31)
    following = next(event for event in staged.events[told.index("stand") :] if event[0] == "draw")
    assert following[1] == 3


# --- standing ---


def test_FD_2_02_a_seat_may_stand_instead_of_drawing() -> None:
    hands = {0: "1m", 1: HA, 2: "6p"}
    staged = scene(hands, ["0 discard 1m", "1 stand", "2 discard 6p"], draws="9s")
    assert stood(staged) == [1]
    assert staged.events[staged.events.index(("stand", 1, -1)) + 1][:2] == ("draw", 2)
    assert staged.offers(1, "6p") == []
    assert all(seat != 1 for name, seat, _ in staged.events[67:] if name == "draw")


def test_FD_3_05_the_division_counts_the_seats_in_play() -> None:
    for standing, size in (([], 4), (["0 discard 1m", "1 stand"], 3), (["0 discard 1m", "1 stand", "2 stand"], 2)):
        staged = late({0: "1m"}, standing, "9s 8s")
        group = next(event for event in staged.table.events if event.what == "group")
        assert group.extra == size


# --- the end of the wall ---


def test_FD_3_05_one_tile_each_and_no_second_thoughts() -> None:
    """The last four: seat 3 may win and passes, seat 0 wins; a fourth tile is no kan, a flower is dead."""
    hands = {0: HA, 3: HA.replace("123m 456m 789m", "123s 456m 789m")}
    draws = "1s 9s 8s 2s 3s 9s 8s 2s 1s 9s 8s 2s 1s 4s"
    staged = late({0: f"{HA} F", 3: hands[3]}, ["0 discard F", "3 pass", "0 win 3p"], f"{draws} 6p 3p 1m 1p")
    group = staged.events.index(next(event for event in staged.events if event[0] == "group"))
    assert [event[:2] for event in staged.events[group + 1 :]] == [("draw", 3), ("draw", 0), ("win", 0)]
    assert staged.row["tags"] & 4


def test_FD_3_03_the_maker_of_a_late_kan_lays_a_tile_aside() -> None:
    """Five are left when seat 1 throws 5p; seat 2 kans, does not discard, and takes the last tile."""
    hands = {2: "555p 1m 9m"}
    draws = "1s 9s 8s 2s 3s 9s 8s 2s 1s 9s 8s 2s 5p"
    script = ["1 discard 5p", "2 kan_open 5p", "2 pass", "2 discard 1m"]
    staged = scene(hands, script, draws=draws, tail="5s 6m", wall__reserve=60)
    told = [(name, seat) for name, seat, _ in staged.events]
    at = told.index(("kan_open", 2))
    assert told[at : at + 9] == [
        ("kan_open", 2), ("draw", 2), ("group", 3), ("draw", 3), ("draw", 0), ("draw", 1), ("lay_aside", 2), ("draw", 2),
        ("exhausted", -1),
    ]  # fmt: skip
    skipping = scene(hands, script[:-1], draws=draws, tail="5s 6m", wall__reserve=60, end__kan_maker_tile="skip")
    told = [(name, seat) for name, seat, _ in skipping.events]
    assert told[told.index(("group", 3)) :] == [("group", 3), ("draw", 3), ("draw", 0), ("draw", 1), ("exhausted", -1)]


def test_FD_3_03_no_kan_with_four_tiles_left() -> None:
    hands = {3: "555p 1m 9m"}
    draws = "1s 9s 8s 2s 3s 9s 8s 2s 1s 9s 8s 2s 1s 5p"
    staged = scene(hands, [], draws=draws, tail="5s 6m", wall__reserve=60)
    assert staged.asked_after("discard 2 5p")[3] == {"PASS", "PON"}
    early = scene(hands, [], draws=draws, tail="5s 6m", wall__reserve=60, kan__near_end="live_tile")
    assert early.asked_after("discard 2 5p")[3] == {"PASS", "PON", "KAN_OPEN"}


# --- one group for a kind ---


@pytest.mark.parametrize(
    ("pon", "hand", "offers"),
    [
        ("C", "123m 456m 789p 99s 55s", {"KAN_ADDED"}),
        ("6m", "789m 123p 456p 789p 5s", {"DISCARD", "KAN_ADDED", "WIN"}),
        ("6m", "123p 456p 789p 111s 5s", {"KAN_ADDED"}),
    ],
)
def test_FD_3_22_a_fourth_tile_that_completes_against_the_rule_must_be_konged(pon: str, hand: str, offers: set[str]) -> None:
    hands = {0: pon, 1: f"{pon} {pon} {hand} N"}
    script = [f"0 discard {pon}", f"1 pon {pon}", "1 discard N"]
    staged = scene(hands, script, draws=f"1s 9m 2s {pon}")
    assert staged.turn_after_draw(4).offers() == offers
    freely = scene(hands, script, draws=f"1s 9m 2s {pon}", win__same_kind_group="none")
    assert "WIN" in freely.turn_after_draw(4).offers()


# --- who deals next ---


def test_FD_1_14_the_deal_passes_after_a_draw() -> None:
    staged = scene({0: "1m"}, ["0 discard 1m"])
    assert (staged.row["end"], staged.next_dealer()) == (0, 1)
    assert scene({0: "1m"}, ["0 discard 1m"], options=fuding_preset("T14")).next_dealer() == 0
