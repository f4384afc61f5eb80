"""Tiles taken wrongly from the wall: one too many, none, from the wrong end, before a chi (FD-1.01, -2.01, -2.06, -2.16, -2.17)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

import numpy as np
import pytest

from rulesets.clause_log import EVENT_COLUMNS
from rulesets.options import Value
from rulesets.tiles import KIND_NAMES, N_SEATS
from sim.batch import LogEvent, Played, WallMode
from sim.mistakes.profiles import MistakeProfile
from sim.table import TABLE, WALL_ORDER
from sim.transcript import DrawMark
from sim.wall import draw_front, draw_tail, key_wall, next_tile, put_back, start_wall
from tests.sim.fuding_slips import BONUS, counted, end, erring, errs, following_dealer, penalties, sees, standing
from tests.sim.fuding_table import COMPLETE, LOOSE, RUNS, A, B, C, D, deltas, fd, fd_wall
from tests.sim.laid_table import story
from tests.sim.tabletop import Array

DULL = LOOSE.replace("E", "F")
PEI_B = [1000, -2000, 500, 500]
BLIND = sees(errs(), 0.0)
ANY: Mapping[str, Value] = {"penalty.self_report": "any"}


def unseen(*mistakes: str, **extras: float) -> MistakeProfile:
    """Somebody who makes these mistakes where nobody notices anything."""
    return sees(errs(*mistakes, **extras), 0.0)


def wall(draws: str = "", tail: str = "", **hands: str) -> Array:
    """A made-up wall with the gold E; A has a dull hand unless it is given one, and the tail is 9p unless it is given."""
    return fd_wall({A: DULL} | {"ABCD".index(seat): text for seat, text in hands.items()}, draws, "E", tail or "9p 9p 8p")


def marked(played: Played, mark: DrawMark) -> list[tuple[int, str, int]]:
    """Tiles drawn in one wrong way: seat, kind, end of the wall."""
    rows = [row for row in played.log if row[0] == LogEvent.DRAW and row[4] == mark]
    return [(int(row[1]), KIND_NAMES[row[2]], int(row[3])) for row in rows]


def extra(played: Played, seat: int) -> int:
    """Kind of the tile too many that a seat has at the end, -1 none."""
    return int(played.table[0]["mist"]["extra_tile"][seat]) - 1


def concealed(played: Played) -> list[int]:
    """Tiles in hand at the end."""
    return [int(n) for n in played.table[0]["public"]["n_concealed"]]


# --- a tile too many ----------------------------------------------------------------------------------------------------


def test_FD_1_01_owned_up_to_at_once_it_only_stands_and_the_tile_goes_back() -> None:
    """B takes the tile after the dealer's first; it goes back and is the next one drawn from the front, by C."""
    played = erring(wall("9m 3s 4s"), {B: errs("overdraw", overdraw_self_report=1.0)})
    assert penalties(played) == [(B, "overdraw", "STAND")] and deltas(played) == [0, 0, 0, 0] and standing(played) == {B}
    rows = story(played, LogEvent.DRAW, LogEvent.RETURN, LogEvent.PENALTY, LogEvent.DISCARD)
    assert [row[:3] for row in rows[:5]] == [
        ("DRAW", B, "3s"), ("RETURN", B, "3s"), ("PENALTY", B, rows[2][2]), ("DISCARD", A, "9m"), ("DRAW", C, "3s"),
    ]  # fmt: skip
    assert extra(played, B) == -1 and concealed(played)[B] == 16


def test_FD_1_01_kept_silent_it_pays_when_it_is_noticed() -> None:
    """The row of the ledger: B is silent; C alone sees, and notices some turns later."""
    played = erring(wall("9m 3s 4s"), {B: errs("overdraw")})
    assert marked(played, DrawMark.TOO_MANY) == [(B, "3s", 0)]
    assert penalties(played) == [(B, "overdraw", "PEI")] and deltas(played) == PEI_B and end(played)["aborted"]
    assert following_dealer(played) == B
    assert story(played, LogEvent.DISCARD)[-1][1] == B  # the referee counts at its own discard
    noticed = erring(wall("9m 3s 4s"), {B: unseen("overdraw"), C: sees(errs(), 0.02)}, others=BLIND)
    assert penalties(noticed) == [(B, "overdraw", "PEI")] and deltas(noticed) == PEI_B
    assert len(story(noticed, LogEvent.DISCARD)) > 2 and int(noticed.breaches[0][EVENT_COLUMNS.index("observer")]) == C


def test_FD_1_01_the_players_may_notice_the_tile_as_it_is_taken() -> None:
    head = erring(wall("9m 3s 4s"), {B: sees(errs("overdraw"))}, others=sees(errs()))
    assert penalties(head) == [(B, "overdraw", "PEI")] and story(head, LogEvent.DISCARD) == []
    own = erring(wall(), {A: sees(errs("overdraw"))}, others=sees(errs()))
    assert penalties(own) == [(A, "overdraw", "PEI")] and story(own)[-1][0] == "PENALTY"
    goes_on = erring(wall(), {A: sees(errs("overdraw"))}, changes=BONUS, others=sees(errs()))
    rows = story(goes_on, LogEvent.STAND, LogEvent.DRAW, LogEvent.DISCARD)
    at = rows.index(next(row for row in rows if row[0] == "STAND"))
    assert rows[at + 1][:2] == ("DRAW", B)  # in its own turn it makes no discard


def test_FD_1_01_the_wall_is_one_tile_shorter_and_the_hand_one_larger() -> None:
    lines = "0 discard 9m"
    lawful, played = (erring(wall("9m 3s 4s"), {B: who}, lines, others=BLIND) for who in (BLIND, unseen("overdraw")))
    for hands in (lawful, played):
        assert end(hands)["aborted"] == 0
    first = next(row for row in story(played, LogEvent.DRAW) if row[1] == B and row[2] == "4s")
    assert first and concealed(played)[B] == concealed(lawful)[B] + 1
    taken = len(story(played, LogEvent.DRAW)) - len(story(played, LogEvent.RETURN))
    assert int(played.table[0]["public"]["left"]) == 144 - 1 - 65 - taken


@pytest.mark.parametrize("stand", ["skip", "play_no_win"])
def test_FD_1_01_play_goes_on_and_the_tile_stays_with_who_paid_for_it(stand: str) -> None:
    """One overfull hand is one breach and one payment; who plays on draws and discards as before."""
    changes = {**BONUS, "penalty.stand": stand}
    played = erring(wall("9m 3s 4s"), {B: errs("overdraw")}, changes=changes)
    assert [row for row in penalties(played) if row[0] == B] == [(B, "overdraw", "PEI")] and sum(deltas(played)) == 0
    assert KIND_NAMES[extra(played, B)] == "3s" and concealed(played)[B] == 17
    rows = [row for row in story(played, LogEvent.DRAW, LogEvent.DISCARD) if row[1] == B and row[3] == 0]
    assert (len(rows) > 6) == (stand == "play_no_win")
    assert all(one[0] != two[0] for one, two in pairwise(rows[1:]))  # a draw, then a discard


@pytest.mark.parametrize(("scope", "effect"), [("dealer_head", "PEI"), ("any", "STAND")])
def test_FD_1_01_whether_every_overdraw_may_be_owned_up_to(scope: str, effect: str) -> None:
    played = erring(wall(), {A: errs("overdraw", overdraw_self_report=1.0)}, changes={"penalty.self_report": scope})
    assert penalties(played)[0] == (A, "overdraw", effect)
    assert len(story(played, LogEvent.RETURN)) == (scope == "any")


def test_FD_1_01_at_a_replacement_the_tile_comes_from_the_tail_and_goes_back_there() -> None:
    """A draws a flower and takes two tiles for it; B replaces the next flower with the tile that was put back."""
    people = {A: errs("overdraw", overdraw_self_report=1.0)}
    played = erring(wall("9m 9p 9s 8s H1 H2", "7p 6p 5p"), people, changes=ANY)
    assert marked(played, DrawMark.TOO_MANY)[0] == (A, "6p", 1)
    rows = [row for row in story(played, LogEvent.DRAW, LogEvent.RETURN) if row[3] == 1]
    assert [row[:3] for row in rows[:4]] == [("DRAW", A, "7p"), ("DRAW", A, "6p"), ("RETURN", A, "6p"), ("DRAW", B, "6p")]


@pytest.mark.parametrize("stand", ["skip", "play_no_win"])
def test_FD_1_01_who_stands_for_it_before_the_flower_rounds_replaces_none(stand: str) -> None:
    """b.12: a standing seat cannot replace flowers, unless standing seats go on playing. They earn nothing in the hand."""
    hands = {"B": "H1" + LOOSE.replace("E", "")}
    played = erring(wall("9m 3s 4s", **hands), {B: errs("overdraw", overdraw_self_report=1.0)}, changes={"penalty.stand": stand})
    assert standing(played) == {B}
    laid = [row[2] for row in story(played, LogEvent.FLOWER) if row[1] == B]
    assert ("H1" in laid) == (stand == "play_no_win") and bool(laid) == (stand == "play_no_win")
    flowers = int(played.table[0]["own"][B]["flowers"].sum())
    assert (flowers > 0) == (stand == "play_no_win") and concealed(played)[B] == (15 if stand == "skip" else 16)


def test_FD_1_01_a_flower_taken_as_the_tile_too_many_lies_there_like_any_other() -> None:
    played = erring(wall("9m H5 4s"), {B: unseen("overdraw")}, others=BLIND)
    assert marked(played, DrawMark.TOO_MANY) == [(B, "H5", 0)] and KIND_NAMES[extra(played, B)] == "H5"
    assert int(played.table[0]["own"][B]["flowers"].sum()) == sum(
        row[1] == B and row[3] == 0 for row in story(played, LogEvent.FLOWER)
    )


def test_FD_1_01_a_win_with_a_tile_too_many_is_refused() -> None:
    staged = fd_wall({A: DULL, B: COMPLETE}, draws="9m", gold="E")
    played = erring(staged, {B: unseen("overdraw")}, "0 discard 9m; 1 win", others=BLIND)
    assert end(played)["winner_mask"] == 0 and deltas(played) == PEI_B
    assert counted(played, "overdraw")["denied"] == 1


def test_FD_1_01_three_golds_won_with_after_the_deal_are_refused_as_well() -> None:
    hands = {A: DULL, B: "EEE47m9m147p9p147s9sWNC"}
    lawful = erring(fd_wall(hands, gold="E"), {B: BLIND}, "1 win", others=BLIND)
    assert end(lawful)["winner_mask"] == 1 << B
    played = erring(fd_wall(hands, gold="E"), {B: unseen("overdraw")}, "1 win", others=BLIND)
    assert end(played)["winner_mask"] == 0 and deltas(played) == PEI_B


# --- no draw ------------------------------------------------------------------------------------------------------------


def test_FD_2_01_who_discards_without_a_draw_stands_when_the_next_tile_is_racked() -> None:
    played = erring(wall(), {B: errs("skip_draw")})
    assert penalties(played) == [(B, "skip_draw", "STAND")] and deltas(played) == [0, 0, 0, 0]
    rows = story(played, LogEvent.DRAW, LogEvent.DISCARD, LogEvent.STAND)
    at = next(i for i, row in enumerate(rows) if row[0] == "STAND")
    assert [row[:2] for row in rows[at - 2 : at + 1]] == [("DISCARD", B), ("DRAW", C), ("STAND", B)]
    assert concealed(played)[B] == 15
    group = story(played, LogEvent.GROUP)
    assert group and group[0][3] == 3  # the last tiles go to three seats


def test_FD_2_01_unseen_a_short_hand_plays_on_takes_its_last_tile_and_cannot_win() -> None:
    staged = fd_wall({A: DULL, B: COMPLETE}, draws="F 2p 2p 2p 9m", gold="E")
    played = erring(staged, {B: unseen("skip_draw")}, "1 discard 9m; 1 win", others=BLIND)
    assert penalties(played) == [] and not int(end(played)["winner_mask"]) >> B & 1
    assert counted(played, "skip_draw") == {"trig": 1, "slip": 1, "lapsed": 1}
    group = story(played, LogEvent.GROUP)
    assert group[0][3] == 4 and B in [row[1] for row in story(played)[story(played).index(group[0]) :] if row[0] == "DRAW"]


def test_FD_2_01_the_players_may_notice_it_at_the_discard() -> None:
    played = erring(wall(), {B: sees(errs("skip_draw"))}, others=sees(errs()))
    rows = story(played, LogEvent.DRAW, LogEvent.DISCARD, LogEvent.STAND)
    at = next(i for i, row in enumerate(rows) if row[0] == "STAND")
    assert rows[at - 1][:2] == ("DISCARD", B) and rows[at + 1][:2] == ("DRAW", C)


def test_FD_2_01_a_win_of_a_short_hand_is_always_refused_and_stands() -> None:
    """Three golds win without a shape; B draws the third a turn after it went without a tile."""
    changes: dict[str, Value] = {"win.three_gold": "any_own_draw"}
    hands = {A: DULL, B: "EE147m9m147p9p147s9sWN"}
    staged = fd_wall(hands, draws="F 2p 2p 2p E", gold="E")
    lawful = fd_wall(hands, draws="F 9p 2p 2p 2p E", gold="E")
    assert end(erring(lawful, {B: BLIND}, "1 win", changes, others=BLIND))["winner_mask"] == 1 << B
    played = erring(staged, {B: unseen("skip_draw")}, "1 win", changes, others=BLIND)
    assert end(played)["winner_mask"] == 0 and penalties(played) == [(B, "skip_draw", "STAND")]
    assert counted(played, "skip_draw")["denied"] == 1


def test_FD_2_01_the_replacement_of_a_kan_may_be_forgotten_too() -> None:
    staged = wall("F 8s", B="888s147m147p258p36pSW")
    played = erring(staged, {B: errs("skip_draw")}, "1 kan_closed 8s")
    kan = erring(staged, {}, "1 kan_closed 8s")
    assert any(row[1] == B and row[3] == 1 for row in story(kan, LogEvent.DRAW))
    assert penalties(played)[0] == (B, "skip_draw", "STAND")


def test_a_short_hand_makes_no_claims() -> None:
    hands = {A: DULL, B: "99m147m258p369s47sSSWC"}
    staged = fd_wall(hands, draws="F 2p 2p 9m", gold="E")
    played = erring(staged, {B: unseen("skip_draw")}, "1 discard S; 3 discard 9m; 1 pon", others=BLIND)
    assert [row for row in story(played, LogEvent.PON) if row[1] == B] == []


# --- the wrong end ------------------------------------------------------------------------------------------------------


def test_FD_2_06_a_draw_from_the_tail_stands_if_it_is_found_before_the_next_draw() -> None:
    played = erring(wall("F 3s", "7p 6p 5p"), {B: errs("wrong_end")})
    assert penalties(played) == [(B, "wrong_end", "STAND")] and standing(played) == {B}
    assert marked(played, DrawMark.WRONG_END) == [(B, "7p", 1)]
    before = [row for row in story(played) if row[0] in ("DRAW", "STAND")]
    at = next(i for i, row in enumerate(before) if row[0] == "STAND")
    assert before[at + 1][1] == C  # found when B was about to draw a second time: C draws instead
    assert sum(row[1] == B for row in before[:at]) == 1
    assert next(row for row in before if row[1] == C)[2] == "3s"  # the tile at the front was left for C


def test_FD_2_06_after_the_next_draw_it_has_lapsed() -> None:
    played = erring(wall(), {B: unseen("wrong_end")}, others=BLIND)
    assert penalties(played) == [] and counted(played, "wrong_end")["lapsed"] == counted(played, "wrong_end")["slip"] > 0


def test_FD_2_06_it_is_found_before_the_last_tile_too() -> None:
    """B's last ordinary draw is from the tail; its next would be its tile of the last group."""
    rules = fd()
    rules["wall"]["reserve"] = 73  # five tiles: B draws one, the others are dealt out from C on
    played = erring(wall(), {B: errs("wrong_end")}, rules=rules)
    rows = story(played, LogEvent.GROUP, LogEvent.STAND, LogEvent.DRAW)
    at = next(i for i, row in enumerate(rows) if row[0] == "GROUP")
    assert [row[:2] for row in rows[at + 1 :]] == [("DRAW", C), ("DRAW", D), ("DRAW", A), ("STAND", B)]
    assert int(end(played)["standing"]) == 1 << B and penalties(played) == [(B, "wrong_end", "STAND")]


def test_FD_2_06_it_is_no_replacement() -> None:
    """RUNS waits for 3p: drawn from the tail by mistake it wins by self-draw, but not after a kan."""
    played = erring(wall("F", "3p", B=RUNS), {B: unseen("wrong_end")}, "1 win", others=BLIND)
    assert end(played)["winner_mask"] == 1 << B and not end(played)["after_kan"]
    table = played.table[0]
    assert int(table["own"][B]["drawn_from_tail"]) == 0 and int(table["public"]["tail_taken"]) >= 2


def test_FD_2_16_a_tile_lifted_from_the_tail_counts_as_drawn() -> None:
    played = erring(wall("F 3s", "7p 6p 5p"), {B: sees(errs("wrong_end"))}, others=sees(errs()))
    rows = story(played, LogEvent.DRAW, LogEvent.PENALTY, LogEvent.STAND, LogEvent.DISCARD)
    at = next(i for i, row in enumerate(rows) if row[0] == "PENALTY")
    assert [row[:2] for row in rows[at - 1 : at + 3]] == [("DRAW", B), ("PENALTY", B), ("STAND", B), ("DRAW", C)]
    assert concealed(played)[B] == 17


def test_FD_2_16_a_flower_lifted_there_is_not_replaced_by_a_seat_that_stands() -> None:
    played = erring(wall("F 3s", "H5 6p 5p"), {B: sees(errs("wrong_end"))}, others=sees(errs()))
    assert ("FLOWER", B, "H5", 1) in story(played, LogEvent.FLOWER) and concealed(played)[B] == 16
    assert [row[1] for row in story(played, LogEvent.DRAW)][:2] == [B, C]


# --- a chi after the lift -----------------------------------------------------------------------------------------------


def late(who: MistakeProfile, others: MistakeProfile, draws: str = "3m 9s 8s") -> Played:
    """A throws 3m; B, who holds 1m, 2m, 4m and 6m, lifts a tile and then insists on a chi."""
    return erring(wall(draws, B="12m46m18m258p369s47sSW"), {B: who}, "0 discard 3m; 1 pass", others=others)


def test_FD_2_17_who_has_lifted_a_tile_and_insists_on_a_chi_stands() -> None:
    played = late(errs("late_chi"), errs())
    assert penalties(played)[0] == (B, "late_chi", "STAND") and story(played, LogEvent.CHI) == []
    rows = [row[:3] for row in story(played, LogEvent.DRAW, LogEvent.STAND, LogEvent.RETURN)]
    assert rows[:3] == [("DRAW", B, "9s"), ("STAND", B, rows[1][2]), ("DRAW", C, "8s")]  # the tile is kept
    assert marked(played, DrawMark.LIFTED) == [(B, "9s", 0)] and concealed(played)[B] == 17


def test_FD_2_17_unnoticed_the_chi_stands_and_the_lifted_tile_goes_back() -> None:
    played = late(unseen("late_chi"), BLIND)
    rows = [row[:3] for row in story(played, LogEvent.DRAW, LogEvent.RETURN, LogEvent.CHI, LogEvent.DISCARD)]
    assert penalties(played) == [] and counted(played, "late_chi")["lapsed"] == counted(played, "late_chi")["slip"]
    assert rows[1:4] == [("DRAW", B, "9s"), ("RETURN", B, "9s"), ("CHI", B, "2m")]
    assert next(row for row in rows[4:] if row[0] == "DRAW")[1:] == (C, "9s")


def test_FD_2_17_a_pon_in_time_leaves_nothing_to_lift() -> None:
    hands = {"B": "12m46m18m258p369s47sSW", "D": "33m147m258p369s47sWNC"}
    played = erring(wall("3m 9s 8s", **hands), {B: errs("late_chi")}, "0 discard 3m; 3 pon; 1 pass")
    assert ("PON", D, "3m") in [row[:3] for row in story(played, LogEvent.PON)]
    assert (B, "9s", 0) not in marked(played, DrawMark.LIFTED)
    assert next(row for row in story(played, LogEvent.DRAW))[1:3] == (A, "9s")


# --- tiles put back -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("from_tail", [False, True])
@pytest.mark.parametrize("mode", [WallMode.LANES, WallMode.LINEAR])
def test_a_tile_put_back_is_the_next_of_its_end_whoever_draws_it(mode: WallMode, from_tail: bool) -> None:
    """b.5: one slot for each end, which overrides the lanes; from the other end the tile comes last of all."""
    order = np.rec.array(np.zeros(1, WALL_ORDER))[0]
    rules = np.rec.array(fd())[0]
    table = np.rec.array(np.zeros(1, TABLE))[0]
    key_wall(order, mode, 5, 3, 0)

    def taken(other: int) -> tuple[int, int]:
        start_wall(rules, order, table.wall)
        tile = next_tile(order, table.wall, A, from_tail)
        kind = draw_tail(order, table.wall) if from_tail else draw_front(order, table.wall, A)
        assert kind == int(order.kind_of[tile]) and int(table.wall.left) == 143
        put_back(table.wall, tile, from_tail)
        assert int(table.wall.left) == 144 and next_tile(order, table.wall, other, from_tail) == tile
        return tile, kind

    for other in range(N_SEATS):
        _, kind = taken(other)
        assert (draw_tail(order, table.wall) if from_tail else draw_front(order, table.wall, other)) == kind
        assert int(table.wall.returned) == 0 and int(table.wall.left) == 143
    _, kind = taken(C)
    others = [draw_front(order, table.wall, D) if from_tail else draw_tail(order, table.wall) for _ in range(143)]
    assert min(others) >= 0 and int(table.wall.left) == 1
    if from_tail and mode == WallMode.LANES:  # a seat whose lane is used up draws from the tail
        return
    assert (draw_front(order, table.wall, D) if from_tail else draw_tail(order, table.wall)) == kind
    assert int(table.wall.left) == 0
