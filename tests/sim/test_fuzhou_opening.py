"""The opening on made-up walls: deal, flowers, the gold, and the wins before and around the first discard."""

from __future__ import annotations

import numpy as np
import pytest

from rulesets.dtype import FIRST_FLOWER
from rulesets.tiles import OpeningWin, WinKind, parse_tiles
from rulesets.wall_display import indicator_stack
from sim.batch import LogEvent, WallMode, play
from tests.sim.laid_table import HA, HC, HE, after_deal, event, fz, lay, public, stage, stopped, story
from tests.sim.tabletop import TSUMOGIRI, offered

TRIPLE = "147m9m147p9p147s9s2m555s"  # nothing but three golds
OTHER = "123m456m789m123p45p77p"  # like HA, with a pair of its own


def kind(tile: str) -> int:
    return parse_tiles(tile)[0]


def flowers(played: object, seat: int) -> dict[str, int]:
    """Flowers laid out by a seat."""
    row = played.table[0]["public"]["flowers"][seat]  # type: ignore[attr-defined]
    names = ["E", "S", "W", "N", "C", "F", "P", "H1", "H2", "H3", "H4", "H5", "H6", "H7", "H8"]
    return {name: int(n) for name, n in zip(names, row, strict=True) if n}


# --- deal and table ---------------------------------------------------------------------------------------------------


def test_FZ_DEAL_03_seventeen_tiles_for_the_dealer_and_sixteen_for_the_others() -> None:
    wall = lay(dict.fromkeys(range(4), ""))
    for dealer in range(4):
        played = stage(wall, dealer=dealer)
        dealt = [(row[1], row[2]) for row in played.log if row[0] == LogEvent.DEAL]
        assert [seat for seat, _ in dealt[:8]] == [dealer] * 4 + [(dealer + 1) % 4] * 4
        assert np.bincount([seat for seat, _ in dealt]).tolist() == [16 + (s == dealer) for s in range(4)]
        assert [k for _, k in dealt] == wall[:65].tolist(), "tiles are taken in the order of the wall"


def test_FZ_DEAL_04_the_dealers_extra_tile_is_the_one_after_the_four_hands() -> None:
    wall = lay({0: HA}, draws="9s")
    last = stage(wall).log[65]
    assert tuple(last[:3]) == (LogEvent.DEAL, 0, kind("9s"))


def test_FZ_DEALER_05_the_dealer_is_asked_first_and_has_not_drawn() -> None:
    for dealer in range(4):
        played = stage(lay({}, tail="5s"), dealer=dealer)
        rows = [row for row in played.log if row[0] in (LogEvent.DRAW, LogEvent.DECISION, LogEvent.DISCARD)]
        first = next(i for i, row in enumerate(rows) if row[0] == LogEvent.DISCARD)
        assert rows[first][1] == dealer and rows[first - 1][0] == LogEvent.DECISION
        assert not any(row[0] == LogEvent.DRAW and row[3] == 0 for row in rows[:first])


def test_dice_choose_who_takes_first_on_a_single_line_only() -> None:
    rules = fz({"deal.first_taker": "dice"})
    wall = lay({}, tail="5s")
    seen = set()
    for number in range(24):
        played = play(rules, TSUMOGIRI, [number], 9, mode=WallMode.RECORDED, recorded=wall[None], dealers=[1], log=True)
        row = next(row for row in played.log if row[0] == LogEvent.DICE)
        dice = int(row[3]) // 16, int(row[3]) % 16
        assert min(dice) >= 1 and max(dice) <= 6 and row[1] == (1 + sum(dice) - 1) % 4
        dealt = [int(r[1]) for r in played.log if r[0] == LogEvent.DEAL]
        assert dealt[0] == row[1] and dealt[-1] == 1 and dealt.count(1) == 17
        seen.add(sum(dice))
    assert len(seen) > 5
    lanes = play(rules, TSUMOGIRI, range(5), 9, log=True)
    assert LogEvent.DICE not in lanes.log[:, 0]
    assert np.array_equal(lanes.rows, play(fz(), TSUMOGIRI, range(5), 9).rows)


# --- flowers ----------------------------------------------------------------------------------------------------------


def test_FZ_FLOWER_01_flowers_dealt_are_laid_out_and_replaced() -> None:
    played = stage(lay({2: "EH1"}, tail="1m2m5s"))
    assert flowers(played, 2) == {"E": 1, "H1": 1}
    assert after_deal(played)[:4] == [("FLOWER", 2, "E", 0), ("FLOWER", 2, "H1", 0), ("DRAW", 2, "1m", 1), ("DRAW", 2, "2m", 1)]


def test_FZ_FLOWER_02_the_dealer_begins_and_replacements_come_from_the_tail() -> None:
    wall = lay({0: "E", 1: "S"}, tail="8p2s5s")
    draws = [row for row in after_deal(stage(wall)) if row[0] == "DRAW"]
    assert draws[:2] == [("DRAW", 0, "8p", 1), ("DRAW", 1, "2s", 1)]
    assert (wall[143], wall[142]) == (kind("8p"), kind("2s"))
    other = stage(lay({0: "E", 1: "S"}, tail="8p2s5s", dealer=1), dealer=1)
    assert [row[:3] for row in after_deal(other) if row[0] == "DRAW"][:2] == [("DRAW", 1, "8p"), ("DRAW", 0, "2s")]


def test_FZ_FLOWER_03_all_flowers_held_are_replaced_in_one_go() -> None:
    told = after_deal(stage(lay({0: "ENH8", 1: "C"}, tail="1m2m3m4m5s")))
    assert told[:8] == [
        ("FLOWER", 0, "E", 0), ("FLOWER", 0, "N", 0), ("FLOWER", 0, "H8", 0),
        ("DRAW", 0, "1m", 1), ("DRAW", 0, "2m", 1), ("DRAW", 0, "3m", 1),
        ("FLOWER", 1, "C", 0), ("DRAW", 1, "4m", 1),
    ]  # fmt: skip


# the dealer's replacement is a flower again
CHAIN = {"hands": {0: "E", 1: "S", 3: "W"}, "tail": "H2 1m H3 2m 3m 5s"}


def test_FZ_FLOWER_04_a_flower_among_the_replacements_waits_for_the_next_round() -> None:
    told = after_deal(stage(lay(**CHAIN)))
    seats = [(what, seat, tile) for what, seat, tile, _ in told if what in ("FLOWER", "DRAW")]
    assert seats.index(("DRAW", 1, "1m")) < seats.index(("FLOWER", 0, "H2"))
    assert seats.index(("DRAW", 3, "H3")) < seats.index(("FLOWER", 0, "H2"))


def test_FZ_FLOWER_05_the_next_round_begins_at_the_dealer_and_skips_seats_without_new_flowers() -> None:
    told = [row[:3] for row in after_deal(stage(lay(**CHAIN)))]
    assert told[:11] == [
        ("FLOWER", 0, "E"), ("DRAW", 0, "H2"), ("FLOWER", 1, "S"), ("DRAW", 1, "1m"), ("FLOWER", 3, "W"), ("DRAW", 3, "H3"),
        ("FLOWER", 0, "H2"), ("DRAW", 0, "2m"), ("FLOWER", 3, "H3"), ("DRAW", 3, "3m"), ("FLIP", 0, "5s"),
    ]  # fmt: skip


def test_FZ_FLOWER_06_rounds_go_on_until_no_hand_holds_a_flower() -> None:
    played = play(fz(), TSUMOGIRI, range(200), 6, log=True)
    for rows in played.transcripts():
        held = np.zeros((4, 42), int)
        for row in rows[1:]:
            if row[0] == LogEvent.FLIP:
                break
            held[row[1], row[2]] += -1 if row[0] == LogEvent.FLOWER else 1
        assert held[:, FIRST_FLOWER:].sum() == 0
        assert held.sum(axis=1).tolist() == [16 + (s == rows[0][1]) for s in range(4)]


def test_seat_by_seat_until_clean() -> None:
    told = [row[:3] for row in after_deal(stage(lay(**CHAIN), rules=fz({"flower.opening_order": "seat_until_clean"})))]
    assert told[:6] == [
        ("FLOWER", 0, "E"), ("DRAW", 0, "H2"), ("FLOWER", 0, "H2"), ("DRAW", 0, "1m"), ("FLOWER", 1, "S"), ("DRAW", 1, "H3"),
    ]  # fmt: skip


def test_FZ_FLOWER_07_a_flower_drawn_in_play_is_replaced_from_the_tail_until_none_comes() -> None:
    played = stage(lay({0: HA}, draws="9s H5", tail="5s C 3p"), "1 discard 3p")
    told = after_deal(played)
    assert told[1:7] == [
        ("DISCARD", 0, "9s", 0), ("DRAW", 1, "H5", 0), ("FLOWER", 1, "H5", 0), ("DRAW", 1, "C", 1), ("FLOWER", 1, "C", 0),
        ("DRAW", 1, "3p", 1),
    ]  # fmt: skip
    assert flowers(played, 1).keys() >= {"H5", "C"}
    assert told[7] == ("DISCARD", 1, "3p", 0)


# --- the gold ---------------------------------------------------------------------------------------------------------


def test_FZ_GOLD_02_the_gold_is_opened_from_the_tail_when_the_flowers_are_replaced() -> None:
    played = stage(lay({0: "E", 1: "555s"}, tail="1m5s"))
    told = after_deal(played)
    assert told[:3] == [("FLOWER", 0, "E", 0), ("DRAW", 0, "1m", 1), ("FLIP", 0, "5s", 0)]
    assert public(played)["gold_kind"] == public(played)["indicator"] == kind("5s")
    early = after_deal(stage(lay({0: "E"}, tail="5s1m"), rules=fz({"gold.open_when": "after_deal"})))
    assert early[:3] == [("FLIP", 0, "5s", 0), ("FLOWER", 0, "E", 0), ("DRAW", 0, "1m", 1)]


def test_FZ_GOLD_03_a_flower_turned_up_is_the_dealers_and_the_next_tile_is_turned_up() -> None:
    played = stage(lay({}, tail="F7p"))
    assert after_deal(played)[:2] == [("FLIP", 0, "F", 1), ("FLIP", 0, "7p", 0)]
    assert flowers(played, 0)["F"] == 1 and public(played)["gold_kind"] == kind("7p")
    thrown = [row for row in story(played) if row[0] == "DISCARD"]
    assert thrown[0][1] == 0, "the dealer still has seventeen tiles and throws"


def test_FZ_GOLD_03_dealer_draws_and_lays_back() -> None:
    rules = fz({"gold.flower_flip": "dealer_draws"})
    played = stage(lay({0: HA, 1: HC}, draws="9s", tail="F8sN1s5s", rules=rules), "0 discard 8s; 0 discard 1s; 1 pass", rules=rules)
    assert after_deal(played)[:8] == [
        ("FLIP", 0, "F", 1), ("DRAW", 0, "8s", 1), ("FLIP", 0, "N", 1), ("DRAW", 0, "1s", 1), ("FLIP", 0, "5s", 0),
        ("DISCARD", 0, "8s", 2), ("DISCARD", 0, "1s", 2), ("DISCARD", 0, "9s", 0),
    ]  # fmt: skip
    assert offered(played.log, 0)[:2] == [{"DISCARD"}] * 2
    assert offered(played.log, 1, "8s") == [], "tiles laid back cannot be won on"


def test_a_gold_laid_back_counts_as_discarded() -> None:
    rules = fz({"gold.flower_flip": "dealer_draws"})
    wall = lay({0: HA[:-3] + "77p", 1: "1m"}, draws="9s 6p", tail="F5s5s", rules=rules)
    played = stage(wall, "0 discard 5s; 0 discard 9s; 0 pass; 1 discard 6p", rules=rules)
    assert public(played)["self_draw_only"][0] == 1


def test_next_kind_is_gold() -> None:
    rules = fz({"gold.maps_to": "next"})
    played = stage(lay({1: "1m"}, tail="9m", rules=rules), rules=rules)
    assert (public(played)["indicator"], public(played)["gold_kind"]) == (kind("9m"), kind("1m"))


def test_FZ_GOLD_04_eighteen_tiles_stay_and_the_gold_is_shown_on_the_ninth_stack() -> None:
    waiting = stopped(lay({0: HA}, draws="9s"))
    assert waiting["keep"] == 18 and waiting["left"] == 78 and waiting["drawable"] == 78 + 1 - 18
    assert indicator_stack(int(waiting["tail_taken"]) - 1, int(waiting["keep"])) == 9
    outside = stopped(lay({0: HA}, draws="9s"), rules=fz({"wall.indicator_counts": False}))
    assert outside["drawable"] == 78 - 18


# --- opening wins -----------------------------------------------------------------------------------------------------

COMPLETE = "123m456m789m123p456p7s"  # with one gold, or 7s


def test_FZ_TIAN_01_the_dealer_may_win_with_the_tiles_dealt_and_may_decline() -> None:
    wall = lay({0: COMPLETE}, draws="5s")
    won = stage(wall, "0 win")
    assert offered(won.log, 0) == [{"WIN", "PASS"}] and after_deal(won)[1:] == [("WIN", 0, "", -1)]
    end = event(won)
    assert (end["win_kind"], end["opening"], end["tile"]) == (WinKind.SELF_DRAW, OpeningWin.DEALT, -1)
    declined = stage(wall, "0 pass; 0 discard 1m")
    assert offered(declined.log, 0)[:2] == [{"WIN", "PASS"}, {"DISCARD"}], "no other win on these tiles"
    kan = stage(lay({0: "1111m23456m789m7799s"}, draws="5s", tail="5s4m"), "0 pass; 0 kan_closed 1m; 0 win")
    assert offered(kan.log, 0)[1] == {"DISCARD", "KAN_CLOSED"} and event(kan)["opening"] == OpeningWin.NONE
    assert event(kan)["after_kan"] == 1


def test_FZ_3G_01_three_golds_win_at_the_opening_whatever_the_shape() -> None:
    wall = lay({2: TRIPLE})
    won = stage(wall, "2 win")
    assert after_deal(won)[1:] == [("WIN", 2, "", -1)] and event(won)["opening"] == OpeningWin.DEALT
    declined = stage(wall, "2 pass")
    assert {"WIN"} <= offered(declined.log, 2)[1], "declined, it is on offer at the next own draw"
    forced = stage(wall, rules=fz({"win.three_gold_choice": "forced"}))
    assert offered(forced.log, 2) == [] and after_deal(forced)[1:] == [("WIN", 2, "", -1)]
    none = stage(wall, rules=fz({"win.three_gold": "none"}))
    assert all("WIN" not in asked for asked in offered(none.log, 2)[:1])


def test_opening_order_of_heavenly_win_and_three_golds() -> None:
    """Both with one seat: the dealer is asked twice, in the order of the rule."""
    wall = lay({0: "123m456m789m12p77s555s"}, draws="3p")
    first = stage(wall, "0 pass; 0 win")
    assert offered(first.log, 0) == [{"WIN", "PASS"}, {"WIN", "PASS"}]
    forced = fz({"win.three_gold_choice": "forced", "opening.order": "three_gold_first"})
    assert offered(stage(wall, rules=forced).log, 0) == []
    later = fz({"win.three_gold_choice": "forced"})
    assert offered(stage(wall, "0 pass", rules=later).log, 0) == [{"WIN", "PASS"}]


def test_flower_win_at_the_opening() -> None:
    rules = fz({"win.flower_win": 3})
    wall = lay({1: "ESW", 3: "NCF"}, tail="1m2m3m4m5m6m5s", rules=rules)
    won = stage(wall, "1 pass; 3 win", rules=rules)
    assert offered(won.log, 1) == [{"WIN", "PASS"}] and after_deal(won)[-1] == ("WIN", 3, "", -1)
    assert event(won)["opening"] == OpeningWin.DEALT
    assert after_deal(stage(wall, "1 win; 3 win", rules=rules))[-1] == ("WIN", 1, "", -1)
    mid = fz({"win.flower_win": 3, "win.flower_win_mid_hand": True})
    again = stage(wall, "1 pass; 3 pass", rules=mid)
    assert {"WIN", "DISCARD"} <= next(asked for asked in offered(again.log, 1)[1:] if "DISCARD" in asked)
    once = offered(stage(wall, "1 pass; 3 pass", rules=rules).log, 1)
    assert "WIN" not in next(asked for asked in once[1:] if "DISCARD" in asked)


# --- taking the indicator ---------------------------------------------------------------------------------------------


def test_FZ_ROB_03_a_non_dealer_takes_the_gold_after_the_first_discard() -> None:
    won = stage(lay({2: HA}, draws="1s"), "0 discard 1s; 2 win")
    assert after_deal(won)[1:] == [("DISCARD", 0, "1s", 0), ("WIN", 2, "5s", -1)]
    end = event(won)
    assert (end["win_kind"], end["opening"], end["tile"], end["payer"]) == (WinKind.SELF_DRAW, OpeningWin.INDICATOR, kind("5s"), -1)
    assert won.log[-1][4] == OpeningWin.INDICATOR


def test_FZ_ROB_02_the_dealer_throws_a_useless_tile_and_takes_the_gold() -> None:
    won = stage(lay({0: HA}, draws="9s"), "0 discard 9s; 0 win")
    assert after_deal(won)[1:] == [("DISCARD", 0, "9s", 0), ("WIN", 0, "5s", -1)]
    assert "WIN" not in offered(stage(lay({0: HA}, draws="9s"), "0 discard 1m").log, 0)[1:2]


def test_FZ_ROB_01_there_is_one_window_only() -> None:
    """Seat 1 is one tile from HA and gets ready in its third turn: nothing is offered any more."""
    played = stage(lay({1: HA[:-2] + "s9s"}, draws="1s 7s"), "0 discard 1s; 1 discard 9s")
    asked = offered(played.log, 1, "5s")
    assert asked == []


def test_FZ_ROB_04_the_window_closes_with_the_first_discard() -> None:
    """The first discard is ponned; seat 2, which is complete with a gold, declined and is not asked again."""
    played = stage(lay({2: HA, 3: "1s1s"}, draws="1s"), "0 discard 1s; 2 pass; 3 pon; 3 discard 9m")
    assert [row[:3] for row in after_deal(played)][1:3] == [("DISCARD", 0, "1s"), ("PON", 3, "1s")]
    assert len(offered(played.log, 2, "5s")) == 1
    claims_first = stage(
        lay({2: HA, 3: "1s1s"}, draws="1s"), "0 discard 1s; 3 pon; 2 win", rules=fz({"rob_gold.before_claims": False})
    )
    assert after_deal(claims_first)[-1] == ("WIN", 2, "5s", -1), "before kan and pon it still comes"


def test_FZ_ROB_05_a_non_dealer_goes_before_the_dealer() -> None:
    wall = lay({0: HA, 3: OTHER}, draws="9s")
    both = stage(wall, "0 discard 9s; 0 win; 3 win")
    assert after_deal(both)[-1] == ("WIN", 3, "5s", -1)
    assert after_deal(stage(wall, "0 discard 9s; 0 win; 3 pass"))[-1] == ("WIN", 0, "5s", -1)


def test_FZ_ROB_06_the_heavenly_win_goes_first() -> None:
    wall = lay({0: COMPLETE, 1: OTHER}, draws="5s")
    assert after_deal(stage(wall, "0 win; 1 win"))[-1] == ("WIN", 0, "", -1)
    after = stage(wall, "0 pass; 0 discard 7s; 1 win")
    assert after_deal(after)[-1] == ("WIN", 1, "5s", -1)


def test_FZ_ROB_07_of_several_non_dealers_the_nearest() -> None:
    wall = lay({2: HA, 3: OTHER}, draws="1s")
    assert after_deal(stage(wall, "0 discard 1s; 2 win; 3 win"))[-1] == ("WIN", 2, "5s", -1)
    assert after_deal(stage(wall, "0 discard 1s; 2 pass; 3 win"))[-1] == ("WIN", 3, "5s", -1)


def test_FZ_3G_02_two_golds_and_the_indicator_need_a_shape() -> None:
    assert offered(stage(lay({1: HE}, draws="1p"), "0 discard 1p").log, 1, "5s") == []
    shaped = stage(lay({1: HC}, draws="1s"), "0 discard 1s; 1 win")
    assert offered(shaped.log, 1, "5s") == [{"WIN", "PASS"}]
    shapeless = fz({"rob_gold.shapeless": True})
    won = stage(lay({1: HE}, draws="1p"), "0 discard 1p; 1 win", rules=shapeless)
    assert after_deal(won)[-1] == ("WIN", 1, "5s", -1)


def test_the_indicator_goes_before_claims_or_after_wins() -> None:
    """Seat 1 waits for 3p and 6p, seat 2 too: seat 1 wants the discard, seat 2 the indicator."""
    wall = lay({1: HA, 2: OTHER}, draws="6p")
    lines = "0 discard 6p; 1 pass; 1 win; 2 win"
    assert after_deal(stage(wall, lines))[-1] == ("WIN", 2, "5s", -1)
    later = stage(wall, "0 discard 6p; 1 win; 2 pass; 2 win", rules=fz({"rob_gold.before_claims": False}))
    assert after_deal(later)[-1] == ("WIN", 1, "6p", 0)
    assert offered(later.log, 2, "6p") == [{"WIN", "PASS"}]
    declined = stage(wall, "0 discard 6p; 1 pass; 2 pass; 1 pass; 2 win", rules=fz({"rob_gold.before_claims": False}))
    assert after_deal(declined)[-1] == ("WIN", 2, "5s", -1)


def test_a_gold_as_first_discard_opens_the_window_all_the_same() -> None:
    wall = lay({0: HA, 1: OTHER}, draws="5s")
    assert after_deal(stage(wall, "0 pass; 0 discard 5s; 1 win"))[-1] == ("WIN", 1, "5s", -1)
    own = stage(wall, "0 pass; 0 discard 5s; 0 win")
    assert after_deal(own)[-1] == ("WIN", 0, "5s", -1), "the bar on others' tiles does not touch it"


def test_the_window_stays_open_after_a_kan_of_the_dealer() -> None:
    wall = lay({0: "9999s", 2: HA}, tail="5s3s")
    played = stage(wall, "0 kan_closed 9s; 0 discard 3s; 2 win")
    assert after_deal(played)[-1] == ("WIN", 2, "5s", -1)


def test_at_opening_all_are_asked_before_the_first_discard() -> None:
    rules = fz({"rob_gold.window": "at_opening"})
    wall = lay({0: HA, 3: OTHER}, draws="9s")
    won = stage(wall, "0 pass; 3 win", rules=rules)
    assert after_deal(won)[1:] == [("WIN", 3, "5s", -1)]
    dealer = stage(wall, "0 take_gold 9s; 3 pass", rules=rules)
    assert after_deal(dealer)[1:] == [("DISCARD", 0, "9s", 0), ("WIN", 0, "5s", -1)]
    assert offered(dealer.log, 0) == [{"TAKE_GOLD", "PASS"}]
    row = next(row for row in dealer.log if row[0] == LogEvent.DECISION and row[1] == 0)
    assert row[5] == 1 << kind("9s"), "only this tile may be thrown"
    assert offered(stage(wall, "0 pass; 3 pass; 0 discard 9s", rules=rules).log, 0, "5s") == [{"TAKE_GOLD", "PASS"}]


def test_own_first_draw_of_a_gold() -> None:
    rules = fz({"rob_gold.window": "own_first_draw"})
    wall = lay({1: HA}, draws="1s 5s")
    won = stage(wall, "0 discard 1s; 1 win", rules=rules)
    assert offered(won.log, 1, "5s") == [] and after_deal(won)[-1] == ("WIN", 1, "5s", -1)
    assert event(won)["opening"] == OpeningWin.NONE and event(won)["first_draw"] == 1
    dealer = stage(lay({0: HA}, draws="9s"), "0 discard 9s; 0 win", rules=rules)
    assert after_deal(dealer)[-1] == ("WIN", 0, "5s", -1)


@pytest.mark.parametrize(("hand", "offers"), [("123m456m789m123p46s77s", True), (HA, False)])
def test_an_indicator_that_is_not_wild_completes_as_its_face(hand: str, offers: bool) -> None:
    rules = fz({"rob_gold.indicator_wild": False})
    played = stage(lay({2: hand}, draws="1s"), "0 discard 1s; 2 win", rules=rules)
    assert (offered(played.log, 2, "5s") == [{"WIN", "PASS"}]) == offers
    if offers:
        assert after_deal(played)[-1] == ("WIN", 2, "5s", -1)


def test_an_indicator_that_is_no_gold_completes_as_its_face() -> None:
    rules = fz({"gold.maps_to": "next"})
    played = stage(lay({2: "123m456m789m123p46s77s"}, draws="1s", rules=rules), "0 discard 1s; 2 win", rules=rules)
    assert after_deal(played)[-1] == ("WIN", 2, "5s", -1)
