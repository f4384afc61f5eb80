"""Golds in play: discarding and claiming them, melds, idle golds, fifth copies, declaring ready.

FZ-GDISC-01 to -04, FZ-X-02, FZ-X-03, FZ 7.6.

5s is gold throughout; a seat whose hand the indicator would complete declines it by default.
"""

from __future__ import annotations

import pytest

from rulesets.choices import GoldDiscard
from rulesets.options import Value
from rulesets.tiles import WinKind
from sim.batch import LogEvent, Played, _recarray
from sim.flow.gold_rights import discardable
from sim.seat import add_tile, clear_seat, name_gold
from sim.table import OWN
from tests.sim.fuzhou_table import (
    HA,
    HB,
    HC,
    HD,
    HG,
    Turn,
    fz,
    fz_play,
    fz_wall,
    kind,
    named,
    outcome,
    own,
    play_events,
    public,
    turns,
)
from tests.sim.tabletop import events, offered

GOLD = "5s"
FORBIDDEN = {"gold.discard": "forbidden", "gold.discard_effect": "none"}
WIN_ONLY = {"gold.claimable": "win_only"}
READY = {"turn.ready": "optional_lock"}
IDLE = {"gold.idle_win": "self_draw_only"}


def wins(played: Played) -> list[tuple[int, str]]:
    return events(played.log, LogEvent.WIN)


def test_FZ_GDISC_01_a_gold_may_be_discarded() -> None:
    wall = fz_wall({0: "9s", 1: "5s5s"}, draws="9m")
    played = fz_play({}, wall, "0 discard 9s; 1 discard 5s")
    assert "5s" in turns(played, 1)[0].discards.split() and play_events(played)[2] == ("DISCARD", 1, "5s")
    assert own(played, 1)["golds"] == 1 and public(played)["self_draw_only"][1] == 1
    forbidden = fz_play(FORBIDDEN, wall, "0 discard 9s; 1 discard 5s")
    assert set(turns(played, 1)[0].discards.split()) - set(turns(forbidden, 1)[0].discards.split()) == {"5s"}
    assert own(forbidden, 1)["golds"] == 2


@pytest.mark.parametrize(("rule", "hand", "thrown"), [
    ("allowed", "1m5s5s", "1m 5s"), ("forbidden", "1m5s5s", "1m"), ("forbidden", "5s5s", "5s"), ("forbidden", "1m2p", "1m 2p"),
])  # fmt: skip
def test_where_it_is_forbidden_a_gold_goes_only_if_nothing_else_is_left(rule: str, hand: str, thrown: str) -> None:
    rules = fz({"gold.discard_effect": "none"})[0]
    rules["gold"]["discard"] = GoldDiscard[rule.upper()]
    seat = _recarray(OWN, 1)[0]
    clear_seat(seat, 0)
    for tile in hand.replace("5s", "5s ").replace("1m", "1m ").split():
        add_tile(seat, kind(tile))
    name_gold(seat, kind(GOLD))
    assert named(discardable(rules, seat)) == thrown


def test_FZ_GDISC_02_a_discarded_gold_cannot_be_called() -> None:
    wall = fz_wall({0: "9s", 1: "5s", 2: "46s", 3: "5s5s"}, draws="9m 8m")
    for rules in ({}, WIN_ONLY, {"gold.in_melds": "natural_in_chi"}):
        played = fz_play(rules, wall, "0 discard 9s; 1 discard 5s")
        assert offered(played.log, 2, GOLD) == offered(played.log, 3, GOLD) == []
        assert play_events(played)[2:4] == [("DISCARD", 1, "5s"), ("DRAW", 2, "8m")]


def test_FZ_GDISC_03_nobody_wins_on_a_discarded_gold() -> None:
    wall = fz_wall({0: "9s", 1: "5s", 3: HB}, draws="9m 8m")
    line = "0 discard 9s; 3 pass; 3 pass; 1 discard 5s; 3 win"  # it declines the indicator and 9s
    played = fz_play({}, wall, line)
    assert play_events(played)[2:5] == [("DISCARD", 1, "5s"), ("DRAW", 2, "8m"), ("DISCARD", 2, "8m")]
    assert wins(played) == [(3, "8m")]
    won = fz_play(WIN_ONLY, wall, line)
    assert wins(won) == [(3, "5s")] and outcome(won)["end"] == WinKind.DISCARD and outcome(won)["payer"] == 1
    # it is a gold in the winner's hand: the pair of two golds, 5 + 2 golds, and 60
    assert [int(outcome(won)[f"delta_s{seat}"]) for seat in range(4)] == [-67, -67, -67, 201]


THROWS_GOLD = fz_wall({0: "9s", 1: HA}, draws="5s 8m 8p 6p 6p")


def test_FZ_GDISC_04_who_discards_a_gold_wins_by_self_draw_only() -> None:
    line = "0 discard 9s; 1 pass; 1 discard 5s; 1 win"
    played = fz_play({}, THROWS_GOLD, line)
    assert play_events(played)[7:] == [("DRAW", 0, "6p"), ("DISCARD", 0, "6p"), ("DRAW", 1, "6p"), ("WIN", 1, "6p")]
    assert all("WIN" not in actions for actions in offered(played.log, 1, "6p"))
    assert outcome(played)["end"] == WinKind.SELF_DRAW
    free = fz_play({"gold.discard_effect": "none"}, THROWS_GOLD, line)
    assert wins(free) == [(1, "6p")] and outcome(free)["end"] == WinKind.DISCARD and outcome(free)["payer"] == 0


ROBBED = fz_wall({0: "66p9s", 2: HA}, draws="9m 5s 6p 9m 8p 8m 6p")
ROB = "0 discard 9s; 2 pass; 2 discard {}; 2 pass; 0 pon; 0 kan_added 6p; 2 win"


def test_the_bar_holds_for_robbing_a_kan() -> None:
    """FZ 3.10: the seat that threw a gold cannot rob a kan either, as that is another player's tile."""
    free = fz_play({"gold.discard_effect": "none"}, ROBBED, ROB.format("5s"))
    assert wins(free) == [(2, "6p")] and outcome(free)["end"] == WinKind.ROB_KAN
    barred = fz_play({}, ROBBED, ROB.format("5s"))
    assert offered(barred.log, 2, "6p") == [] and events(barred.log, LogEvent.KAN_ADDED) == [(0, "6p")]


def test_a_gold_that_is_laid_back_counts_as_discarded() -> None:
    """FZ 3.5 under `gold.flower_flip: dealer_draws`: the dealer draws 9s for H1, lays a gold back, and waits for 6p."""
    wall = fz_wall({0: HA[:-3] + "77s5s"}, draws="6p", gold="", tail="H1 9s 5s")
    line = "0 discard 5s; 0 discard 9s; 0 pass; 0 win"
    laid = fz_play({"gold.flower_flip": "dealer_draws"}, wall, line)
    assert play_events(laid)[:2] == [("DISCARD", 0, "5s"), ("DISCARD", 0, "9s")]
    assert public(laid)["self_draw_only"][0] == 1 and offered(laid.log, 0, "6p") == []
    free = fz_play({"gold.flower_flip": "dealer_draws", "gold.discard_effect": "none"}, wall, line)
    assert wins(free) == [(0, "6p")] and outcome(free)["end"] == WinKind.DISCARD


RUN = fz_wall({0: "6s", 1: "45s147m147m28p28p9s99p1s"})
PAIR = fz_wall({0: "7m", 1: "7m5s14m147p147p28p28s13s"})
WILD = fz_wall({0: "7m", 1: "8m5s14m147p147p28p28s13s"})


@pytest.mark.parametrize("rules", [{}, {"gold.in_melds": "natural_in_chi"}])
def test_FZ_X_02_golds_are_not_usable_in_calls(rules: dict[str, Value]) -> None:
    """As a wild tile never; as their own face only in a chi, where the rules allow that."""
    assert offered(fz_play(rules, PAIR, "0 discard 7m").log, 1, "7m") == []
    assert offered(fz_play(rules, WILD, "0 discard 7m").log, 1, "7m") == []
    played = fz_play(rules, RUN, "0 discard 6s; 1 chi_high")
    assert offered(played.log, 1, "6s") == ([{"PASS", "CHI_HIGH"}] if rules else [])
    if rules:
        assert play_events(played)[1] == ("CHI", 1, "4s") and own(played, 1)["golds"] == 0
        assert own(played, 1)["meld_tile"][0] == kind("4s") and public(played)["self_draw_only"][1] == 0
        assert public(played)["visible"][kind(GOLD)] >= 2  # the indicator and the one in the run


@pytest.mark.parametrize(("hand", "idle"), [(HA, False), (HB, True), (HC, True), (HD, True)])
def test_an_idle_gold_may_bar_wins_on_the_tiles_of_others(hand: str, idle: bool) -> None:
    """FZ 7.6, `gold.idle_win`: five sets with a gold to spare; HA has none. Seat 1 draws the tile that was thrown, too."""
    tile = "7p" if hand == HD else "6p"
    wall = fz_wall({0: tile, 1: hand}, draws=tile)
    line = f"0 discard {tile}; 1 pass; 1 win"
    free, barred = fz_play({}, wall, line), fz_play(IDLE, wall, line)
    assert wins(free) == wins(barred) == [(1, tile)] and outcome(free)["end"] == WinKind.DISCARD
    assert outcome(barred)["end"] == (WinKind.SELF_DRAW if idle else WinKind.DISCARD)
    taken = fz_play(IDLE, wall, f"0 discard {tile}; 1 win")
    assert wins(taken) == [(1, GOLD)] and outcome(taken)["end"] == WinKind.SELF_DRAW  # the indicator is not barred


def test_an_idle_gold_bars_robbing_a_kan_too() -> None:
    """Seat 2 lets the indicator, 9s and 7p go by; seat 0 pons 7p and adds the fourth at once."""
    wall = fz_wall({0: "777p9s", 2: HB}, draws="7p")
    rules = {"kan.after_claim": True}
    line = "0 discard 9s; 2 pass; 2 pass; 1 discard 7p; 2 pass; 0 pon; 0 kan_added 7p; 2 win"
    robbed = fz_play(rules, wall, line)
    assert wins(robbed) == [(2, "7p")] and outcome(robbed)["end"] == WinKind.ROB_KAN
    barred = fz_play({**rules, **IDLE}, wall, "0 discard 9s; 2 pass; 1 discard 7p; 0 pon; 0 kan_added 7p; 2 win")
    assert events(barred.log, LogEvent.KAN_ADDED) == [(0, "7p")]
    assert offered(barred.log, 2, "7p") == [{"PASS", "CHI_HIGH"}]  # the discard; nothing when the kan is made


def test_FZ_X_03_a_gold_may_be_the_fifth_copy() -> None:
    wall = fz_wall({0: "9m", 1: HG}, draws="5s")
    line = "0 discard 9m; 1 pass; 1 win"
    assert wins(fz_play({}, wall, line)) == [(1, GOLD)]
    without = fz_play({"gold.fifth_copy": False}, wall, line)
    assert all("WIN" not in turn.actions for turn in turns(without, 1)[:1])


# seat 1 pons 1m and keeps the fourth: with a gold as its partner it waits for 6s and 9s
FIFTH = fz_wall({0: "1m", 1: "111m 5s 456p789p123s 78s 9m"}, draws="9p 9p 6s")


def test_a_fifth_copy_is_counted_with_the_own_melds() -> None:
    line = "0 discard 1m; 1 pass; 1 pon; 1 discard 9m; 1 win"
    played = fz_play({}, FIFTH, line)
    assert play_events(played)[1] == ("PON", 1, "1m")
    assert offered(played.log, 1, "6s") == [{"PASS", "WIN", "CHI_LOW"}] and wins(played) == [(1, "6s")]
    without = fz_play({"gold.fifth_copy": False}, FIFTH, line)
    assert ("DISCARD", 0, "6s") in play_events(without) and offered(without.log, 1, "6s") == [{"PASS", "CHI_LOW"}]


def test_a_seat_may_declare_itself_ready_with_golds_and_then_throws_what_it_draws() -> None:
    wall = fz_wall({0: "9s", 1: HA}, draws="9m 8m 8p 7m 5s")
    played = fz_play(READY, wall, "0 discard 9s; 1 pass; 1 ready 9m")
    first, second = turns(played, 1)[1:3]
    assert "READY" in first.actions and "9m" in first.ready.split() and first.choice == "READY 9m"
    assert second.actions == {"WIN", "DISCARD"} and second.discards == GOLD  # it drew a gold: wins with it or throws it
    assert public(played)["self_draw_only"][1] == 1
    thrown = fz_play(READY, fz_wall({0: "9s", 1: HA}, draws="5s"), "0 discard 9s; 1 pass; 1 ready 5s")
    assert turns(thrown, 1)[1].choice == "READY 5s" and named(own(thrown, 1)["waits"]) == "3p 6p 5s"


def declaring(played: Played, seat: int) -> Turn:
    """The first own turn of a seat."""
    return next(turn for turn in turns(played, seat) if "DISCARD" in turn.actions)


def test_who_waits_for_a_fifth_copy_alone_is_ready_where_golds_may_be_one() -> None:
    wall = fz_wall({0: "9m", 1: HG}, draws="9m")
    assert "9m" in declaring(fz_play(READY, wall, "0 discard 9m"), 1).ready.split()
    assert "9m" not in declaring(fz_play({**READY, "gold.fifth_copy": False}, wall, "0 discard 9m"), 1).ready.split()


def test_a_ready_seat_makes_a_kan_only_if_it_stays_ready() -> None:
    """123p, a pair of 3p and 78s: a kan of 3p would break the hand, one of 2s would not."""
    wall = fz_wall({0: "9s", 1: "456m 789m 222s 12333p 78s"}, draws="9m 8m 8p 9p 3p 8m 8p 9p 2s")
    played = fz_play(READY, wall, "0 discard 9s; 1 pass; 1 ready 9m; 1 discard 3p; 1 kan_closed 2s")
    declared, second, third = [turn for turn in turns(played, 1) if "DISCARD" in turn.actions][:3]
    assert "9m" in declared.ready.split()
    assert second.actions == {"DISCARD"} and second.discards == "3p"
    assert third.actions == {"DISCARD", "KAN_CLOSED"} and third.closed == third.discards == "2s"
    unlocked = fz_play({}, wall, "0 discard 9s; 1 pass; 1 discard 9m; 1 discard 3p")
    assert [turn.closed for turn in turns(unlocked, 1) if "DISCARD" in turn.actions][1] == "3p"


def test_a_ready_seat_calls_no_chi_or_pon() -> None:
    wall = fz_wall({0: "9s", 1: HA, 3: "7s"}, draws="9m 8m 7s 7p 8p 6m 9p 4p")
    for rules, calls in ((READY, set()), ({}, {"PON", "CHI_MID", "CHI_LOW", "CHI_HIGH"})):
        declare = "ready" if rules else "discard"
        played = fz_play(rules, wall, f"0 discard 9s; 1 pass; 1 {declare} 9m; 0 discard 7p")
        found = set().union(*offered(played.log, 1, "7s"), *offered(played.log, 1, "7p"))
        assert found <= {"PASS", "WIN"} | calls and bool(found & calls) == bool(calls)
