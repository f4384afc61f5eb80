"""The end of the wall on made-up walls: what must be left, the last group, replacements among the last tiles."""

from __future__ import annotations

import numpy as np
import pytest

from rulesets.options import Value
from rulesets.tiles import WinKind
from sim.batch import LogEvent, Played, play
from sim.outcomes import Tag
from tests.sim.laid_table import HA, HE, after_deal, event, fz, lay, public, stage, stopped, story, with_keep
from tests.sim.tabletop import TSUMOGIRI, Array, offered


def ending(
    drawable: int, draws: str = "", hands: dict[int, str] | None = None, tail: str = "5s", *changes: dict[str, Value]
) -> tuple[Array, Array]:
    """A wall with the gold 5s and no flower dealt, and rules under which so many tiles are drawable after the opening."""
    given = hands or {}
    return lay(given, draws, tail), with_keep(78 + 1 - drawable, *changes)


def groups(played: Played) -> list[tuple[str, int, str, int]]:
    """The story from the beginning of the last group on."""
    told = story(played)
    first = next((i for i, row in enumerate(told) if row[0] == "GROUP"), len(told))
    return told[first:]


# --- what must be left ------------------------------------------------------------------------------------------------


def test_FZ_END_01_eighteen_tiles_are_left_of_a_hand_without_kans_and_quads() -> None:
    played = play(fz(), TSUMOGIRI, range(60), 2, log=True)
    ends = [rows for rows in played.transcripts() if rows[-1][0] == LogEvent.EXHAUSTED]
    rows = played.rows[0, 0, :, 0]
    table = played.table[0]["public"]
    assert len(ends) > 20
    left = rows["wall_left"][rows["end"] == WinKind.DRAW]
    assert (left >= 17).all() and (left == 17).any(), "17 face down and the indicator, more with flower quads"
    assert table["keep"] >= 18


def test_FZ_END_02_one_more_for_each_open_or_added_kan() -> None:
    wall = lay({2: "111p"}, draws="1p", tail="5s3m")
    assert stopped(wall)["keep"] == 18
    assert stopped(wall, "0 discard 1p; 2 kan_open 1p", after=LogEvent.KAN_OPEN)["keep"] == 19
    wall = lay({2: "11p9m"}, draws="1p 2s 6s 8s 1p", tail="5s3m")
    line = "0 discard 1p; 2 pon 1p; 2 discard 9m; 2 kan_added 1p"
    assert stopped(wall, line, after=LogEvent.PON)["keep"] == 18
    assert stopped(wall, line, after=LogEvent.KAN_ADDED)["keep"] == 19


def test_FZ_END_03_two_more_for_each_closed_kan() -> None:
    wall = lay({0: "4444m"}, draws="9s", tail="5s3m")
    before, after = stopped(wall), stopped(wall, "0 kan_closed 4m", after=LogEvent.KAN_CLOSED)
    assert (before["keep"], after["keep"]) == (18, 20)
    assert before["drawable"] - after["drawable"] == 3


def test_FZ_END_04_two_more_for_four_equal_flowers_of_one_seat() -> None:
    assert stopped(lay({0: "CCCC"}, "9s", "1m1m2m2m5s"))["keep"] == 20
    assert stopped(lay({0: "CC", 1: "CC"}, "9s", "1m1m2m2m5s"))["keep"] == 18
    seasons = lay({3: "H1H2H3H4"}, "9s", "1m1m2m2m5s")
    assert stopped(seasons)["keep"] == 20
    assert stopped(seasons, rules=fz({"flower.quads": "honours_only"}))["keep"] == 18
    assert stopped(lay({3: "H1H2H3H5"}, "9s", "1m1m2m2m5s"))["keep"] == 18


def test_FZ_END_05_the_number_changes_during_play() -> None:
    """A closed kan at ten drawable tiles leaves seven: one tile taken, two more to keep."""
    wall, rules = ending(10, "9s", {0: "4444m"}, "5s3m")
    after = stopped(wall, "0 kan_closed 4m", rules, after=LogEvent.KAN_CLOSED)
    assert (stopped(wall, rules=rules)["drawable"], after["drawable"]) == (10, 7)
    quad = lay({1: "EEE"}, draws="9s E", tail="1m2m3m5s4m")
    assert stopped(quad)["keep"] == 18
    told = story(stage(quad, "0 discard 9s"))
    at = [i for i, row in enumerate(told) if row[0] == "FLOWER"][3]
    assert told[at - 1 : at + 2] == [("DRAW", 1, "E", 0), ("FLOWER", 1, "E", 0), ("DRAW", 1, "4m", 1)]
    first_turn = stopped(quad, "0 discard 9s", fz({"rob_gold.window": "none"}), after=LogEvent.DISCARD, nth=0)
    assert first_turn["keep"] == 20 and stopped(quad)["drawable"] - first_turn["drawable"] == 4


# --- the last group ---------------------------------------------------------------------------------------------------


def test_FZ_END_06_the_last_four_drawable_tiles_are_the_last_group() -> None:
    wall, rules = ending(5, "9s1p")
    told = [row for row in after_deal(stage(wall, rules=rules)) if row[0] in ("DISCARD", "GROUP", "DRAW")]
    assert [row[0] for row in told[:4]] == ["DISCARD", "DRAW", "DISCARD", "GROUP"]
    assert told[3] == ("GROUP", 2, "", 4)
    at_once, four = ending(4, "9s")
    assert [row[0] for row in groups(stage(at_once, rules=four))] == ["GROUP", "DRAW", "DRAW", "DRAW", "DRAW", "EXHAUSTED"]
    none = with_keep(75, {"end.last_group": 0, "end.last_group_win": "optional"})
    assert groups(stage(at_once, rules=none)) == []


def test_FZ_END_07_a_flower_in_it_is_dead_and_nobody_discards() -> None:
    wall, rules = ending(4, "9s 1m E 2m 3m")
    played = stage(wall, rules=rules)
    assert groups(played)[:4] == [("GROUP", 1, "", 4), ("DRAW", 1, "1m", 0), ("DRAW", 2, "E", 0), ("FLOWER", 2, "E", 1)]
    assert [row[0] for row in groups(played)[4:]] == ["DRAW", "DRAW", "EXHAUSTED"]
    assert public(played)["dead_flowers"][0] == 1 and public(played)["n_flowers"].sum() == 0


def test_a_dead_flower_wins_nothing_for_a_holder_of_three_golds() -> None:
    hands = {2: "147m9m147p9p147s9s2m" + "555s"}
    wall, rules = ending(4, "9s 1m E 2m 3m", hands)
    dead = stage(wall, "2 pass", rules=rules)
    assert groups(dead)[-1][0] == "EXHAUSTED"
    wall, rules = ending(4, "9s 1m 9m 2m 3m", hands)
    won = stage(wall, "2 pass", rules=rules)
    assert groups(won)[-1] == ("WIN", 2, "9m", -1)


def test_FZ_END_08_one_tile_a_seat_in_turn() -> None:
    wall, rules = ending(4, "9s")
    assert [row[1] for row in groups(stage(wall, rules=rules)) if row[0] == "DRAW"] == [1, 2, 3, 0]
    short, rules = ending(2, "9s")
    told = groups(stage(short, rules=rules))
    assert told[0] == ("GROUP", 1, "", 2) and [row[1] for row in told if row[0] == "DRAW"] == [1, 2]


def test_FZ_END_09_a_completing_tile_wins_without_asking() -> None:
    wall, rules = ending(4, "9s 9p 3p", {2: HA})
    won = stage(wall, "2 pass; 2 pass", rules=rules)
    assert groups(won)[-1] == ("WIN", 2, "3p", -1)
    assert event(won)["win_kind"] == WinKind.SELF_DRAW and event(won)["last_tile"] == 0
    assert not any(row[0] == LogEvent.DECISION for row in won.log[-3:])
    optional = with_keep(75, {"end.last_group_win": "optional"})
    declined = stage(wall, "2 pass; 2 pass", rules=optional)
    assert groups(declined)[-1][0] == "EXHAUSTED"
    assert {"WIN", "PASS"} in offered(declined.log, 2)
    last, rules = ending(2, "9s 9p 3p", {2: HA})
    assert stage(last, "2 pass", rules=rules).rows[0, 0, 0, 0]["tags"] & Tag.LAST_TILE


def test_FZ_END_10_without_a_winner_the_hand_is_drawn_and_nobody_pays() -> None:
    wall, rules = ending(4, "9s")
    played = stage(wall, rules=rules)
    row = played.rows[0, 0, 0, 0]
    assert story(played)[-1][0] == "EXHAUSTED" and row["end"] == WinKind.DRAW
    assert [row[f"delta_s{s}"] for s in range(4)] == [0] * 4


# --- kans and flowers among the last tiles ------------------------------------------------------------------------------

# four tiles are drawable when seat 0 throws 1p; seat 2 makes a kan of it
KAN = {"hands": {2: "111p"}, "draws": "1p"}


def test_FZ_END_11_a_kan_on_the_last_discard_shrinks_the_group_to_two() -> None:
    wall, rules = ending(4, KAN["draws"], KAN["hands"], "5s3m")
    played = stage(wall, "0 discard 1p; 2 kan_open 1p", rules=rules)
    told = after_deal(played)[1:]
    assert told[:4] == [("DISCARD", 0, "1p", 0), ("KAN_OPEN", 2, "1p", 0), ("DRAW", 2, "3m", 1), ("DISCARD", 2, "3m", 0)]
    assert told[4] == ("GROUP", 3, "", 2)


def test_FZ_END_12_then_just_two_tiles_are_drawn() -> None:
    wall, rules = ending(4, KAN["draws"], KAN["hands"], "5s3m")
    told = groups(stage(wall, "0 discard 1p; 2 kan_open 1p", rules=rules))
    assert [row[:2] for row in told] == [("GROUP", 3), ("DRAW", 3), ("DRAW", 0), ("EXHAUSTED", -1)]


def test_FZ_END_13_a_second_kan_ends_the_hand_unless_it_wins() -> None:
    hands = {2: "111p3m", 3: "333m"}
    wall, rules = ending(4, "1p", hands, "5s8s9s")
    lines = "0 discard 1p; 2 kan_open 1p; 2 discard 3m; 3 kan_open 3m"
    drawn = stage(wall, lines, rules=rules)
    told = after_deal(drawn)
    assert told[-2:] == [("DRAW", 3, "9s", 1), ("EXHAUSTED", -1, "", 0)]
    assert offered(drawn.log, 3)[-1] == {"PASS"}
    complete = {2: "111p3m", 3: "333m234p789p456p4466s"}
    wall, rules = ending(4, "1p", complete, "5s8s4s")
    won = stage(wall, lines + "; 3 win", rules=rules)
    assert after_deal(won)[-1] == ("WIN", 3, "4s", -1) and event(won)["after_kan"] == 1
    go_on = with_keep(75, {"end.replacement_to_zero": "discard"})
    assert after_deal(stage(wall, lines + "; 3 discard 4s", rules=go_on))[-2] == ("DISCARD", 3, "4s", 0)


def test_the_maker_of_a_kan_into_the_group_does_not_discard() -> None:
    wall, rules = ending(4, KAN["draws"], KAN["hands"], "5s3m", {"end.kan_into_group": "no_discard"})
    told = after_deal(stage(wall, "0 discard 1p; 2 kan_open 1p", rules=rules))
    assert [row[:2] for row in told[-5:]] == [("DRAW", 2), ("GROUP", 3), ("DRAW", 3), ("DRAW", 0), ("EXHAUSTED", -1)]
    many, rules = ending(6, KAN["draws"], KAN["hands"], "5s3m", {"end.kan_into_group": "no_discard"})
    told = groups(stage(many, "0 discard 1p; 2 kan_open 1p", rules=rules))
    assert told[0] == ("GROUP", 3, "", 3), "its replacement was one of the four"


def test_a_flower_into_the_group_is_replaced_or_dead() -> None:
    wall, rules = ending(5, "9s E", tail="5s3m")
    told = after_deal(stage(wall, rules=rules))[2:]
    assert told[:4] == [("DRAW", 1, "E", 0), ("FLOWER", 1, "E", 0), ("DRAW", 1, "3m", 1), ("DISCARD", 1, "3m", 0)]
    assert told[4] == ("GROUP", 2, "", 3)
    dead = with_keep(74, {"end.flower_into_group": "dead"})
    told = after_deal(stage(wall, rules=dead))[2:]
    assert told[:3] == [("DRAW", 1, "E", 0), ("FLOWER", 1, "E", 1), ("GROUP", 2, "", 4)]


def test_a_flower_replacement_that_leaves_nothing_ends_the_hand() -> None:
    rules = with_keep(77, {"end.last_group": 0, "end.last_group_win": "optional"})
    wall = lay({1: HA}, draws="9s E", tail="5s3m")
    assert after_deal(stage(wall, rules=rules))[-2:] == [("DRAW", 1, "3m", 1), ("EXHAUSTED", -1, "", 0)]
    wall = lay({1: HA}, draws="9s E", tail="5s3p")
    won = stage(wall, "1 pass; 1 win", rules=rules)
    assert after_deal(won)[-1] == ("WIN", 1, "3p", -1) and event(won)["after_kan"] == 0


def test_a_flower_without_replacement_ends_the_hand() -> None:
    rules = with_keep(0, {"end.last_group": 0, "end.last_group_win": "optional", "wall.indicator_counts": False})
    played = stage(lay({}, tail="5s"), rules=rules)
    assert public(played)["left"] == 0 and story(played)[-1][0] == "EXHAUSTED"


@pytest.mark.parametrize("keep", range(66, 79))
def test_group_sizes_and_drawable_tiles(keep: int) -> None:
    """Whatever must be left: the group is as large as the drawable tiles when it begins, and never larger than four."""
    played = play(with_keep(keep), TSUMOGIRI, range(40), 3, log=True)
    for rows in played.transcripts():
        begins = [i for i, row in enumerate(rows) if row[0] == LogEvent.GROUP]
        assert len(begins) <= 1
        for i in begins:
            drawn = [row for row in rows[i + 1 :] if row[0] == LogEvent.DRAW]
            assert 1 <= rows[i][3] <= 4 and len(drawn) <= rows[i][3]
            assert len(drawn) == rows[i][3] or rows[-1][0] == LogEvent.WIN
            assert not np.isin(rows[i:, 0], [LogEvent.DISCARD, LogEvent.PON, LogEvent.CHI, LogEvent.KAN_OPEN]).any()


def test_FZ_X_07_three_golds_declined_stay_on_offer() -> None:
    wall = lay({1: HE}, draws="9s 5s 9m 9s 9p 1m")
    played = stage(wall, "1 discard 9m")
    turns = [asked for asked in offered(played.log, 1) if "DISCARD" in asked]
    assert "WIN" in turns[0] and "WIN" in turns[1]
    third = stage(wall, "1 discard 9m", rules=fz({"win.three_gold": "on_third"}))
    turns = [asked for asked in offered(third.log, 1) if "DISCARD" in asked]
    assert "WIN" in turns[0] and "WIN" not in turns[1]
    once = stage(wall, "1 discard 9m", rules=fz({"win.three_gold": "opening_only"}))
    assert not any("WIN" in asked for asked in offered(once.log, 1))


def test_FZ_X_08_a_kan_replacement_that_completes_the_hand_is_a_self_draw() -> None:
    wall = lay({0: "9999s123m456m789m45p7s"}, draws="7s", tail="5s6p")
    won = stage(wall, "0 kan_closed 9s; 0 win")
    assert after_deal(won)[-1] == ("WIN", 0, "6p", -1)
    assert (event(won)["win_kind"], event(won)["after_kan"]) == (WinKind.SELF_DRAW, 1)
    flower = stage(lay({0: "9999s123m456m789m45p7s"}, draws="7s", tail="5sE6p"), "0 kan_closed 9s; 0 win")
    assert event(flower)["after_kan"] == 1, "a flower in between does not matter"
