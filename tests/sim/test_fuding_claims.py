"""Claims and wins of Fuding on made-up walls: passed tiles, idle golds, one group for a kind, robbed kans."""

from __future__ import annotations

import pytest

from rulesets.options import Value
from rulesets.tiles import MeldKind
from sim.batch import LogEvent, Played
from tests.sim.fuding_ends import fd_end, moves
from tests.sim.fuding_table import A, B, C, D, fd_play, fd_wall
from tests.sim.fuding_tables import DULL, nth_turn
from tests.sim.fuzhou_table import own
from tests.sim.laid_table import event
from tests.sim.tabletop import offered

Changes = dict[str, Value]

DEALER = "4p147m258p369s1479sEW"  # throws 4p
RUNS = "123m456m789m123s56pNN"  # waits on 4p and 7p
PAIR = "44p258m36m17p258sCSNE"  # may pon 4p
QUADS = {A: "3s147m258p69s14s9mEWNS", B: "33s25m369m17s128pESWN", C: "147m25m69s147s89pEWFF"}  # A throws 3s, and B pons it


# --- passed tiles (FD-1.06, FD-2.15) ----------------------------------------------------------------------------------


def offers_to_d(
    lines: str, draws: str, changes: Changes | None = None, hand: str = RUNS, tile: str = "4p", own_draws: int = 0
) -> list[set[str]]:
    """What D is offered on 4p after A has thrown one, as long as it has not drawn more than so many tiles itself.

    `draws`: the dealer's seventeenth tile, then what B, C, D, A draw and throw.
    """
    wall = fd_wall({A: DEALER, **DULL, D: hand}, draws, gold="9p")
    log = fd_play(wall, "0 discard 4p;" + lines, changes or {}).log
    taken = [i for i, row in enumerate(log) if row[0] == LogEvent.DRAW and row[1] == D]
    return offered(log[: taken[own_draws]] if len(taken) > own_draws else log, D, tile)


def test_FD_1_06_a_declined_win_may_not_be_taken_on_another_copy_before_the_next_draw() -> None:
    once = [{"PASS", "WIN"}]
    assert offers_to_d("3 pass", "8p 4p") == once
    assert offers_to_d("3 pass", "8p 4p", {"claim.pass_win": "none"}) == once * 2
    assert offers_to_d("3 pass", "8p 2s F 9m 4p", own_draws=1) == once * 2, "D has drawn in between"


def test_FD_1_06_only_that_kind_is_passed() -> None:
    """D waits on 4p and 7p, declines 4p, and B throws 7p."""
    assert offers_to_d("3 pass; 3 win", "8p 7p", tile="7p") == [{"PASS", "WIN"}]
    assert offers_to_d("3 pass; 3 win", "8p 7p 2s", {"claim.pass_win": "any_kind"}, tile="7p") == []


def test_FD_2_15_a_declined_pon_may_not_be_made_on_the_next_copy() -> None:
    once = [{"PASS", "PON"}]
    assert offers_to_d("3 pass", "8p 4p", hand=PAIR) == once
    assert offers_to_d("3 pass", "8p 4p", {"claim.pass_pon": False, "claim.pass_kan": False}, PAIR) == once * 2
    assert offers_to_d("3 pass", "8p 2s F 9m 4p", hand=PAIR, own_draws=1) == once * 2


def test_claims_do_not_empty_the_list_of_passed_tiles() -> None:
    """D lets 4p go, pons the C of B and throws the third one; then A draws and throws 4p, before D has drawn."""
    told = "3 pass; 1 discard C; 3 pon; 3 discard C; 3 win"
    for changes, n in (({}, 1), ({"claim.pass_win": "none"}, 2)):
        rules: Changes = {"bar.own_kan_tile": False, **changes}
        offers = offers_to_d(told, "8p 2s 4p", rules, "123m456m789m56pNNCCC")
        assert offers == [{"PASS", "WIN"}] * n


def test_every_kind_thrown_is_passed_where_the_rules_say_so() -> None:
    """D is not ready when A throws 4p; it pons C, is ready for 4p, and A throws one before D has drawn."""
    told = "1 discard C; 3 pon; 3 discard 1s; 3 win"
    hand = "123m456m789m56pNNCC1s"
    assert offers_to_d(told, "8p 2s 4p", hand=hand) == [{"PASS", "WIN"}]
    assert offers_to_d(told, "8p 2s 4p", {"claim.pass_after": "seen"}, hand) == []


@pytest.mark.parametrize(("after", "wins"), [("win_or_pon", False), ("win", True)])
def test_FD_1_06_a_declined_pon_bars_a_win_as_well(after: str, wins: bool) -> None:
    """D holds 44p and lets a pon go; it pons C and is ready for 4p, and A throws one before D has drawn."""
    changes: Changes = {"claim.pass_pon": False, "claim.pass_kan": False}
    changes |= {"claim.pass_after": after} if after != "win_or_pon" else {}
    offers = offers_to_d("3 pass; 1 discard C; 3 pon; 3 discard 1s; 3 pass", "8p 2s 4p", changes, "123m456m789m44pNNCC1s")
    assert offers == [{"PASS", "PON"}, {"PASS", "PON", "WIN"} if wins else {"PASS", "PON"}]


def test_FD_3_07_the_win_on_a_discard_is_gone_once_the_next_seat_has_drawn() -> None:
    """D declines 4p; B draws 9m and throws it: D is asked no more about the 4p."""
    wall = fd_wall({A: DEALER, **DULL, D: RUNS}, "8p 9m", gold="9p")
    log = fd_play(wall, "0 discard 4p; 3 pass").log
    drawn = next(i for i, row in enumerate(log) if row[0] == LogEvent.DRAW and row[1] == B)
    thrown = next(i for i, row in enumerate(log) if row[0] == LogEvent.DISCARD and row[1] == B)
    assert len(offered(log[:drawn], D, "4p")) == 1 and offered(log[drawn : thrown + 2], D, "4p") == []


# --- head bump (FD-3.06, FD-3.11) -------------------------------------------------------------------------------------


def two_winners(lines: str, changes: Changes | None = None) -> tuple[int, int]:
    """A throws 4p, which completes B and D: the mask of the winners, and of those who answered WIN."""
    dealt = {A: DEALER, B: RUNS, C: DULL[C], D: "123m456m789m12388s56p"}
    played = fd_play(fd_wall(dealt, "8p", gold="9p"), "0 discard 4p;" + lines, changes or {})
    return int(event(played)["winner_mask"]), int(played.table[0]["clock"]["answers"])


def test_FD_3_06_the_nearest_seat_after_the_discarder_wins_alone() -> None:
    assert two_winners("1 win; 3 win") == (1 << B, 1 << B | 1 << D)
    assert two_winners("1 win; 3 win", {"claim.multi_win": "all"})[0] == 1 << B | 1 << D


def test_FD_3_11_a_seat_that_declines_leaves_the_win_to_the_next() -> None:
    assert two_winners("1 pass; 3 win") == (1 << D, 1 << D)


# --- idle golds (FD-1.10) ---------------------------------------------------------------------------------------------


def test_FD_1_10_a_hand_with_an_idle_gold_wins_by_self_draw_only() -> None:
    """Gold C: 789m twice, two runs, and a gold alone. A throws 8m, and D draws 8m."""
    dealt = {
        A: "8m147m25p369s1479s9mEW", B: "25m36m147s28p4sESWNFF", C: "147m25m369s147s9pEWFS", D: "778899m123p456p789sC",
    }  # fmt: skip
    wall = fd_wall(dealt, "7p 2s 2s 8m", gold="C")
    barred = fd_play(wall, "0 discard 8m; 3 win")
    assert offered(barred.log, D, "8m")[0] == {"PASS", "PON"}, "no win, but a pon"
    assert moves(barred)[-1] == ("WIN", D, "8m") and int(event(barred)["payer"]) == -1
    free = fd_play(wall, "0 discard 8m; 3 win", {"gold.idle_win": "any"})
    assert moves(free)[-1] == ("WIN", D, "8m") and int(event(free)["payer"]) == A


@pytest.mark.parametrize(
    ("hand", "idle"),
    [
        ("123m456m789p123s99sCC", True),  # two golds: one for the third nine, the other is idle
        ("123m456m789p11s99s23sC", False),  # the gold is not spare: it is the pair or a third tile
        ("123m456m789p12s999sCC", True),  # 12s with a gold is a run
    ],
)
def test_FD_1_10_any_reading_with_an_idle_gold_bars_the_discard(hand: str, idle: bool) -> None:
    """A throws 9s or 1s, which completes D by shape."""
    tile = "9s" if "99s" in hand and "999s" not in hand else "3s"
    dealt = {A: f"{tile}147m258p68s47s9mEWNF", B: "258m369m47s28sESWNFF", C: "147m258m36s147s9pEWFS", D: hand}
    wall = fd_wall(dealt, "7p", gold="C")
    barred = offered(fd_play(wall, f"0 discard {tile}").log, D, tile)
    free = offered(fd_play(wall, f"0 discard {tile}", {"gold.idle_win": "any"}).log, D, tile)
    assert "WIN" in free[0] and ("WIN" in (barred or [set()])[0]) != idle


def test_FD_1_10_robbing_is_no_self_draw() -> None:
    """D, with an idle gold, may not rob the kan of B either."""
    dealt = {**QUADS, D: "778899m123p456p789sC"}
    lines = "0 discard 3s; 1 pon; 1 discard E; 1 kan_added 3s"
    wall = fd_wall(dealt, "7s 2s 8p 8s 3s", gold="C")
    for changes, n in (({}, 0), ({"gold.idle_win": "any"}, 2)):
        log = fd_play(wall, lines, changes).log
        assert any(row[0] == LogEvent.KAN_ADDED and row[1] == B for row in log)
        assert sum("WIN" in offer for offer in offered(log, D, "3s")) == n


# --- kans near the end (FD-3.03) --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("near_end", "first"), [("one_each", 5), ("five", 5), ("live_tile", 1), ("always", 0)])
def test_FD_3_03_how_many_tiles_a_kan_of_a_discard_needs(near_end: str, first: int) -> None:
    """A throws 5p, of which C holds three, before anybody has drawn."""
    dealt = {A: "5p147m28p369s1479sEWF", B: DULL[B], C: "555p47m258m369s47sEWN", D: "258m147p369p258sCSWN"}
    changes: Changes = {} if near_end == "one_each" else {"kan.near_end": near_end}
    for live in range(max(0, first - 1), first + 2):
        offer = offered(fd_end(fd_wall(dealt, "8p", gold="9p"), "0 discard 5p", changes, live).log, C, "5p")[0]
        assert offer == ({"PASS", "PON", "KAN_OPEN"} if live >= first else {"PASS", "PON"}), live


# --- robbing (FD-3.30) ------------------------------------------------------------------------------------------------


def added_kan(answer: str, changes: Changes | None = None) -> Played:
    """B has ponned 3s and adds the fourth; D waits on 3s and has drawn since it declined the first."""
    wall = fd_wall({**QUADS, D: "123m456m789m123p12sNN"}, "7s 2s 8p 8s 3s", gold="C", tail="1p")
    return fd_play(wall, "0 discard 3s; 3 pass; 1 pon; 1 discard E; 1 kan_added 3s;" + answer, changes or {})


def test_FD_3_30_an_added_kan_may_be_robbed_until_its_replacement_is_drawn() -> None:
    robbed = added_kan("3 win")
    assert moves(robbed)[-1] == ("WIN", D, "3s") and int(event(robbed)["payer"]) == B
    assert int(event(robbed)["rob_kind"]) == MeldKind.KAN_ADDED
    assert int(own(robbed, B)["meld_kind"][0]) == MeldKind.PON, "a pon again"
    kept = added_kan("3 pass")
    at = moves(kept).index(("KAN_ADDED", B, "3s"))
    assert moves(kept)[at + 1] == ("DRAW", B, "1p"), "nobody robs: the replacement must be drawn"
    assert ("KAN_ADDED", B, "3s") in moves(added_kan("3 win", {"kan.rob_added": False}))


@pytest.mark.parametrize(("changes", "robbed"), [({}, True), ({"claim.pass_rob": True}, False)])
def test_FD_1_06_passed_tiles_bar_no_robbing_unless_the_rules_say_so(changes: Changes, robbed: bool) -> None:
    """B pons 3s with three of them and adds the last one at once, so D, which declined the 3s, has not drawn in between."""
    dealt = {**QUADS, B: "333s25m369m17s128pEWN", D: "123m456m789m123p12sNN"}
    rules: Changes = {"kan.after_claim": True, **changes}
    played = fd_play(fd_wall(dealt, "7s", gold="C", tail="1p"), "0 discard 3s; 3 pass; 1 pon; 1 kan_added 3s; 3 win", rules)
    assert ("PON", B, "3s") in moves(played)
    assert (("WIN", D, "3s") in moves(played)) == robbed and (("KAN_ADDED", B, "3s") in moves(played)) != robbed


# --- one group for a kind (FD-3.22) -----------------------------------------------------------------------------------


def fourth(hand: str, tile: str, changes: Changes | None = None, live: int = 78, lines: str = "") -> Played:
    """B pons a tile that A throws, throws 9m, and draws the fourth copy. The gold is 5s."""
    dealt = {A: f"{tile}147m28p39s147s9mEWNS", B: hand, C: "147m258m39s24s8pEWNFF", D: "25m179p369p28s8pSWNEF"}
    wall = fd_wall(dealt, f"7s 2s 7p 1m {tile}", tail="8m8m")
    return fd_end(wall, f"0 discard {tile}; 1 pon; 1 discard 9m;" + lines, changes, live)


FORCED = [
    ("CC123m456m789p99s55s9m", "C"),  # two golds: C would be a second triplet, or the pair
    ("66m123p456p789p111s5s9m", "6m"),  # 6m and the gold would be the pair
]


@pytest.mark.parametrize(("hand", "tile"), FORCED)
def test_FD_3_22_the_fourth_tile_that_only_makes_a_second_group_must_be_a_kan(hand: str, tile: str) -> None:
    """The same draw wins under other rules, and where no kan is possible any more: then it is half of the pair."""
    for live in (78, 9):
        turn = nth_turn(fourth(hand, tile, live=live), B, 1)
        assert turn.actions == {"KAN_ADDED"} and turn.added == tile, live
    assert ("KAN_ADDED", B, tile) in moves(fourth(hand, tile))
    assert "WIN" in nth_turn(fourth(hand, tile, {"win.same_kind_group": "none"}), B, 1).actions
    assert nth_turn(fourth(hand, tile, {"win.same_kind_group": "exposed_only"}), B, 1).actions == {"KAN_ADDED"}
    honours: Changes = {"bar.late_honour": 0} if tile == "C" else {}  # A throws C with eight left
    assert nth_turn(fourth(hand, tile, honours, live=8), B, 1).actions == {"WIN", "DISCARD"}
    assert nth_turn(fourth(hand, tile, {**honours, "win.fourth_as_pair": False}, live=8), B, 1).actions == {"DISCARD"}


def test_FD_3_22_a_win_with_the_fourth_as_half_of_the_pair_is_scored() -> None:
    played = fourth(*FORCED[1], live=8, lines="1 win")
    assert moves(played)[-1] == ("WIN", B, "6m") and int(event(played)["no_kan"]) == 1
    assert int(played.rows[0, 0, 0, 0]["delta_s1"]) > 0


def test_FD_3_22_the_fourth_tile_in_a_run_wins() -> None:
    """6m ponned, 6789m and a gold: 678m, and 9m with the gold as the pair. It may be made a kan instead, but not be thrown."""
    turn = nth_turn(fourth("66m789m123p456p789p5s9m", "6m"), B, 1)
    assert turn.actions == {"WIN", "KAN_ADDED", "DISCARD"} and "6m" not in turn.discards.split()


def test_FD_3_22_a_fourth_tile_that_completes_nothing_may_be_kept() -> None:
    turn = nth_turn(fourth("66m14m25p36p89p147s9mEN", "6m"), B, 1)
    assert turn.actions == {"DISCARD", "KAN_ADDED"} and "6m" not in turn.discards.split()


@pytest.mark.parametrize(("rule", "wins"), [("all", False), ("exposed_only", True), ("none", True)])
def test_FD_3_22_four_of_a_kind_in_hand_are_one_group_as_well(rule: str, wins: bool) -> None:
    """D holds CCC, four sets, and a gold: C would be a triplet and half of the pair. A throws the fourth C."""
    dealt = {A: "C147m258p369s147s9mEW", B: DULL[C], C: "258m69m147s28sESWNFF", D: "CCC123m456m789m123p5s"}
    changes: Changes = {"gold.idle_win": "any"} | ({"win.same_kind_group": rule} if rule != "all" else {})
    offer = offered(fd_play(fd_wall(dealt, "7p"), "0 discard C", changes).log, D, "C")[0]
    assert ("WIN" in offer) == wins and {"PON", "KAN_OPEN"} <= offer
