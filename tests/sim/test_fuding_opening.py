"""Fuding's opening on made-up walls: flowers in rounds, seat winds, and the wins before and after the replacements."""

from __future__ import annotations

import numpy as np
import pytest

from rulesets.dtype import FIRST_FLOWER
from rulesets.score import new_hands
from rulesets.tiles import OpeningWin, WinKind, parse_tiles
from sim.batch import Group, LogEvent, play
from sim.flow.opening import Stage
from sim.flow.seat_winds import east_seat
from sim.scoring import lay_open
from tests.sim.fuding_table import COMPLETE, LOOSE, A, B, C, D, deltas, fd, fd_play, fd_wall
from tests.sim.laid_table import after_deal, event, story
from tests.sim.tabletop import GREEDY, TSUMOGIRI, offered

THREE = "147m9m147p9p147s9555s"  # nothing but three golds where 5s is gold
SEVEN = "H1H2H3H4H5H6H7 147m147p14s1"  # seven flowers, one tile of 9m short of sixteen


def win_of(played: object) -> tuple[int, int, int]:
    """Winner mask, opening win and number of discards at the end."""
    end = event(played)  # type: ignore[arg-type]
    return int(end["winner_mask"]), int(end["opening"]), int(end["discards"])


DEALT = int(OpeningWin.DEALT)


# --- the order of the opening -----------------------------------------------------------------------------------------


def test_FD_B_01_white_dragons_are_laid_out_and_33_kinds_are_held() -> None:
    row = fd()[0]["built"]
    assert (int(row["n_tiles"]), int(row["n_flowers"]), int(row["held"].sum())) == (144, 12, 33)


def test_FD_B_03_sixteen_tiles_then_the_winds_then_the_flowers() -> None:
    played = fd_play(fd_wall({B: "H1"}, tail="8m"))
    rows = [LogEvent(row[0]).name for row in played.log if row[0] != LogEvent.DECISION]
    assert rows[1:3] == ["FLIP", "DEAL"] and rows[66:70] == ["DEAL", "WINDS", "FLOWER", "DRAW"]
    dealt = [int(row[1]) for row in played.log if row[0] == LogEvent.DEAL]
    assert np.bincount(dealt).tolist() == [17, 16, 16, 16] and dealt[-1] == A


def test_FD_3_09_flowers_are_replaced_in_rounds_from_the_dealer_on() -> None:
    """A flower among the replacements waits for the next round; a gold one stays."""
    played = fd_play(fd_wall({A: "H5", C: "H7 H1", D: "P"}, gold="H2", tail="H8 1m H3 2m"))
    told = [row[:3] for row in after_deal(played)[2:10]]
    assert told == [
        ("FLOWER", A, "H5"), ("DRAW", A, "H8"), ("FLOWER", C, "H7"), ("DRAW", C, "1m"), ("FLOWER", D, "P"), ("DRAW", D, "H3"),
        ("FLOWER", A, "H8"), ("DRAW", A, "2m"),
    ]  # fmt: skip


def test_FD_2_13_the_seat_before_replaces_first() -> None:
    for dealer in range(4):
        wall = fd_wall({seat: f"H{seat + 1}" for seat in range(4)}, tail="1m2m3m4m", dealer=dealer)
        told = story(fd_play(wall, dealer=dealer), LogEvent.FLOWER)[:4]
        assert [row[1] for row in told] == [(dealer + step) % 4 for step in range(4)]


# --- opening wins -----------------------------------------------------------------------------------------------------


def test_FD_3_16_before_any_replacement_the_dealer_goes_first_whatever_the_win() -> None:
    """As dealt C has three golds and A 天胡: A wins."""
    wall = fd_wall({A: COMPLETE, C: THREE}, draws="9m")
    played = fd_play(wall, "0 win; 2 win")
    assert win_of(played) == (1 << A, DEALT, 0) and deltas(played) == [4800, -1600, -1600, -1600]
    assert win_of(fd_play(wall, "0 pass; 2 win")) == (1 << C, DEALT, 0)


def test_FD_3_16_a_win_before_the_replacements_beats_the_dealers_after_them() -> None:
    """As dealt only C has three golds; A would have 天胡 after replacing its flower: C wins, or A if C declines."""
    wall = fd_wall({A: COMPLETE, C: THREE}, draws="H5", tail="9m")
    won = fd_play(wall, "2 win; 0 win")
    assert win_of(won) == (1 << C, DEALT, 0) and not story(won, LogEvent.FLOWER)
    assert deltas(won) == [-1600, -800, 3200, -800]
    assert win_of(fd_play(wall, "2 pass; 0 win")) == (1 << A, DEALT, 0)
    assert win_of(fd_play(wall, "2 win; 0 win", {"opening.check": "after_flowers"})) == (1 << A, DEALT, 0)


def test_FD_3_16_turn_order_from_the_dealer_among_different_wins() -> None:
    """B with eight flowers, D with three golds, as dealt; from dealer C on D is nearer."""
    hands = {B: "H1H2H3H4H5H6H7H8", D: THREE}
    assert win_of(fd_play(fd_wall(hands), "1 win; 3 win")) == (1 << B, DEALT, 0)
    turned = fd_wall(hands, dealer=C)
    assert win_of(fd_play(turned, "1 win; 3 win", dealer=C)) == (1 << D, DEALT, 0)


def test_FD_3_16_after_the_replacements_the_same_order() -> None:
    """B draws its third gold, D its eighth flower; both are asked again when no hand holds a flower."""
    hands = {B: THREE[:-2] + "s H8", D: "H1H2H3H4H5H6H7"}
    wall = fd_wall(hands, tail="5s 1m2m3m4m6m8m9m", draws="E")
    played = fd_play(wall, "1 win")
    assert win_of(played) == (1 << B, DEALT, 0)
    assert [(row[0], row[1]) for row in story(played, LogEvent.FLOWER)][:1] == [("FLOWER", B)]


def test_FD_3_16_eight_flowers_count_those_in_hand_and_golds_but_no_white_dragons() -> None:
    """Seven seasons and plants and a gold are eight; a white dragon is none of them; laid out at once for the points."""
    rest = "147m9m147p9p"
    eight = fd_play(fd_wall({B: "H1H2H3H4H5H6H7 5s" + rest}), "1 win")
    assert win_of(eight) == (1 << B, DEALT, 0) and deltas(eight) == [-1600, 3200, -800, -800]
    assert not story(eight, LogEvent.FLOWER)
    white = fd_play(fd_wall({B: "H1H2H3H4H5H6H7 P" + rest}, tail="1s2s3s4s6s8s9s1s"), "1 win; 1 win")
    assert win_of(white)[1] != DEALT
    no_golds = fd_play(fd_wall({B: "H1H2H3H4H5H6H7 5s" + rest}, tail="1s2s3s4s6s8s9s"), "1 win", {"win.flower_win_golds": False})
    assert win_of(no_golds)[1] != DEALT
    gold_flowers = fd_play(fd_wall({B: "H1H3H5H6H7H8 1s" + rest}, gold="H2", tail="1s2s3s4s"), "1 win; 1 win")
    assert win_of(gold_flowers)[1] != DEALT, "two gold flowers count once each, and the one turned up is nobody's"


def test_FD_B_06_eight_flowers_in_play_after_each_tile_taken() -> None:
    rest = "147m9m147p9p4s"
    wall = fd_wall({A: LOOSE, B: "H1H2H3H4H5H6H7" + rest}, draws="E 5s", tail="1s2s3s6s8s9s1s")
    lines = "0 discard E; 1 win"
    won = fd_play(wall, lines)
    assert win_of(won) == (1 << B, int(OpeningWin.NONE), 1) and int(event(won)["win_kind"]) == WinKind.SELF_DRAW
    assert deltas(won)[B] == 3200
    assert win_of(fd_play(wall, lines, {"win.flower_win_mid_hand": False}))[0] != 1 << B
    assert win_of(fd_play(wall, lines, {"win.flower_win_golds": False}))[0] != 1 << B
    again = fd_play(wall, "0 discard E; 1 pass")
    assert offered(again.log, B)[0] >= {"WIN", "DISCARD"}, "it may decline"


def test_eight_flowers_count_when_the_eighth_is_drawn_and_replaced() -> None:
    wall = fd_wall({A: LOOSE, B: "H1H2H3H4H5H6H7" + "147m9m147p9p4s"}, draws="E H8", tail="1s2s3s6s8s9s1s 2p")
    won = fd_play(wall, "0 discard E; 1 win")
    assert win_of(won) == (1 << B, int(OpeningWin.NONE), 1) and int(event(won)["tile"]) == parse_tiles("2p")[0]


def test_heavenly_needs_every_flower_replaced() -> None:
    """The dealer's sixteen other tiles with a flower are no complete hand, and seventeen with golds are."""
    wall = fd_wall({A: COMPLETE}, draws="H5", tail="5s", gold="5s")
    rows = fd_play(wall, "0 win")
    assert win_of(rows) == (1 << A, DEALT, 0) and len(story(rows, LogEvent.FLOWER)) == 1
    stage_of = [int(r[4]) for r in rows.log if r[0] == LogEvent.DECISION]
    assert len(stage_of) == 1, "asked once, after the replacement"


def test_wins_are_offered_once_where_the_rules_look_once() -> None:
    wall = fd_wall({C: THREE}, draws="H5", tail="9m")
    for changes, asked in (({}, 2), ({"opening.check": "after_flowers"}, 1)):
        rows = fd_play(wall, "2 pass; 2 pass", changes).log
        first = next(i for i, row in enumerate(rows) if row[0] == LogEvent.DISCARD)
        assert sum(row[0] == LogEvent.DECISION and row[1] == C for row in rows[:first]) == asked


@pytest.mark.parametrize("order, winner", [("seat", B), ("heavenly_first", A), ("three_gold_first", D)])
def test_the_order_of_opening_wins(order: str, winner: int) -> None:
    """The dealer A is complete, B has eight flowers, D three golds. By seat A would go first: it declines there."""
    wall = fd_wall({A: COMPLETE, B: "H1H2H3H4H5H6H7H8", D: THREE}, draws="9m")
    first = "0 pass; 1 win; 3 win" if order == "seat" else "0 win; 1 win; 3 win"
    changes = {} if order == "seat" else {"opening.order": order}
    assert win_of(fd_play(wall, first, changes)) == (1 << winner, DEALT, 0)


def test_three_golds_win_without_being_asked_where_they_must() -> None:
    wall = fd_wall({B: "H1H2H3H4H5H6H7H8", C: THREE})
    forced = {"win.three_gold_choice": "forced"}
    assert win_of(fd_play(wall, "1 pass", forced)) == (1 << C, DEALT, 0)
    played = fd_play(wall, "1 win", forced)
    assert win_of(played) == (1 << B, DEALT, 0), "the nearer seat goes first"
    assert not offered(played.log, C)


def test_three_golds_after_the_opening_only_where_the_rules_say_so() -> None:
    wall = fd_wall({A: LOOSE, B: THREE[:-2] + "s"}, draws="E 5s")
    assert win_of(fd_play(wall, "0 discard E; 1 win"))[0] != 1 << B
    won = fd_play(wall, "0 discard E; 1 win", {"win.three_gold": "any_own_draw"})
    assert win_of(won) == (1 << B, int(OpeningWin.NONE), 1) and deltas(won)[B] == 3200
    none = fd_play(fd_wall({C: THREE}), "2 win", {"win.three_gold": "none", "opening.order": "heavenly_first"})
    assert win_of(none)[1] != DEALT


def test_flowers_of_an_early_win_count_as_laid_out() -> None:
    """A win before the replacements: what its owner still holds of flowers is no concealed tile."""
    played = fd_play(fd_wall({B: "H1H2H3H4H5H6H7H8", D: "P"}), "1 win")
    hands = new_hands()
    lay_open(fd().view(np.recarray)[0], played.table.view(np.recarray)[0], hands)
    assert [int(hands[seat].flowers.sum()) for seat in range(4)] == [0, 8, 0, 1]
    assert int(hands[B].counts.sum()) == 8 and int(hands[D].counts[FIRST_FLOWER:].sum()) == int(hands[D].counts[27:33].sum())


def test_stages_have_fixed_numbers() -> None:
    assert (Stage.BEFORE, Stage.AFTER) == (5, 6)


# --- seat winds -------------------------------------------------------------------------------------------------------


def test_FD_B_03_two_dice_give_the_seat_winds() -> None:
    seen = set()
    for rows in play(fd(), TSUMOGIRI, range(60), 9, log=True).transcripts():
        dealer = int(rows[0][1])
        row = next(r for r in rows if r[0] == LogEvent.WINDS)
        first, second = int(row[3]) // 16, int(row[3]) % 16
        assert min(first, second) >= 1 and max(first, second) <= 6
        assert int(row[1]) == (dealer + first + second - 1) % 4
        seen.add((first, second))
    assert len(seen) > 20


@pytest.mark.parametrize("how", ["dealer_east", "random"])
def test_other_ways_to_give_the_seat_winds(how: str) -> None:
    rules = fd({"deal.seat_winds": how})
    east = []
    for rows in play(rules, TSUMOGIRI, range(60), 9, log=True).transcripts():
        row = next(r for r in rows if r[0] == LogEvent.WINDS)
        assert int(row[3]) == 0
        east.append((int(row[1]) - int(rows[0][1])) % 4)
    assert set(east) == ({0} if how == "dealer_east" else {0, 1, 2, 3})


def test_seat_winds_change_points_alone() -> None:
    """Rule sets that differ in them share the played hand; each is scored with its own East."""
    rules = fd({}, {"deal.seat_winds": "dealer_east"}, {"deal.seat_winds": "random"})
    played = play(rules, GREEDY, range(40), 4, groups=[Group(0, (0, 1, 2))])
    rows = [played.rows[v].reshape(-1) for v in range(3)]
    assert all(np.array_equal(rows[0][name], other[name]) for other in rows[1:] for name in ("end", "winner_mask", "win_tile"))
    assert any(not np.array_equal(rows[0]["delta_s0"], other["delta_s0"]) for other in rows[1:])
    plain = rules.view(np.recarray)
    by_dice = {int(east_seat(plain[0], np.uint64(4), wall, 0, 0)) for wall in range(30)}
    assert by_dice == {0, 1, 2, 3} and {int(east_seat(plain[1], np.uint64(4), wall, 0, 2)) for wall in range(5)} == {2}
