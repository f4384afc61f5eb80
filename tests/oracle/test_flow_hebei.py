"""Staged hands that show the clauses on set-up, turns, calls, kans, the end of the wall and the deal.

Each test is named after the clause it shows. Every staged hand is also followed by the oracle, move by move.
"""

from __future__ import annotations

from collections import Counter

from tests.oracle.scene import Scene

READY_5S = "234m 678m 678p 34s EE"  # waits for 2s and 5s, no fan but the concealed hand
ODDS = "147m 258p 369s ESWN"  # thirteen tiles that go together with nothing


# --- set-up ---


def test_HB_SET_01_four_players() -> None:
    staged = Scene().play()
    assert {seat for name, seat, _ in staged.events if name == "draw"} == {0, 1, 2, 3}


def test_HB_SET_03_136_tiles_of_34_kinds() -> None:
    """With no reserve every tile comes into play: four of each kind, nothing else."""
    staged = Scene().with_options(wall__reserve=0).play()
    seen = Counter(kind for name, _, kind in staged.events if name in ("deal", "draw"))
    assert seen == dict.fromkeys(range(34), 4)


def test_HB_SET_04_seventeen_stacks_a_player() -> None:
    """68 stacks; the six that stay are twelve tiles, and all other tiles can be drawn."""
    staged = Scene().play()
    assert staged.row["wall_left"] == 2 * 6
    assert 53 + staged.row["draws"] == 2 * 17 * 4 - 2 * 6


def test_HB_DEAL_02_dealer_fourteen_others_thirteen() -> None:
    for dealer in range(4):
        staged = Scene(dealer=dealer).play()
        dealt = Counter(seat for name, seat, _ in staged.events if name == "deal")
        assert dealt == {seat: 14 if seat == dealer else 13 for seat in range(4)}
        assert staged.row["wall_left"] + staged.row["draws"] == 83


def test_HB_DLR_08_the_dealer_acts_first() -> None:
    for dealer in range(4):
        staged = Scene(dealer=dealer).play()
        assert staged.decisions[0].seat == dealer
        assert [name for name, _, _ in staged.events[:54]] == ["deal"] * 53 + ["discard"]


# --- turns ---


def test_HB_TURN_01_any_held_tile_may_be_thrown() -> None:
    staged = Scene(hands={0: f"{ODDS} C"}, script=["0 discard 2p"]).play()
    assert staged.discards(0)[0] == {"1m", "4m", "7m", "2p", "5p", "8p", "3s", "6s", "9s", "E", "S", "W", "N", "C"}
    assert staged.story("discard")[0] == "discard 0 2p"


def test_HB_TURN_02_the_other_three_may_take_a_discard() -> None:
    """Pon and kan are open to each of the three, not to the next seat alone."""
    for claimant in (1, 2, 3):
        staged = Scene(hands={0: "5p", claimant: "555p"}, script=["0 discard 5p"]).play()
        assert staged.offers(claimant, "5p")[0] == {"PASS", "PON", "KAN_OPEN"}


def test_HB_TURN_03_an_unclaimed_discard_lets_the_next_seat_draw() -> None:
    staged = Scene(dealer=2).play()
    assert [seat for name, seat, _ in staged.events if name == "draw"][:6] == [3, 0, 1, 2, 3, 0]


def test_HB_TURN_04_after_a_pon_one_must_discard() -> None:
    """Neither the four alike nor the complete hand matter in that turn: the win was on offer before."""
    four = Scene(hands={0: "5p", 1: "55p 1111m"}, script=["0 discard 5p", "1 pon 5p", "1 discard 1m"])
    assert four.play().offers(1)[:2] == [{"PASS", "PON"}, {"DISCARD"}]
    complete = Scene(
        hands={0: "5p", 1: "55p 123m 456m 789s EE"}, script=["0 discard 5p", "1 pon 5p", "1 discard E"]
    )
    assert complete.play().offers(1)[:2] == [{"PASS", "PON", "WIN"}, {"DISCARD"}]
    may_kan = four.with_options(kan__after_claim=True).play()
    assert may_kan.offers(1)[1] == {"DISCARD", "KAN_CLOSED"}


def test_HB_TURN_04_after_a_draw_or_a_kan_too() -> None:
    staged = Scene(hands={1: "9999m " + "147p 258s ESW"}, draws="N", tail="C", script=["1 kan_closed 9m"]).play()
    assert staged.offers(1)[-1] >= {"DISCARD"}
    assert all("PASS" not in d.offers() for d in staged.decisions if d.tile < 0)


# --- calls ---


def test_HB_CALL_01_pon_is_optional() -> None:
    scene = Scene(hands={0: "5p", 3: "55p C"}, script=["0 discard 5p", "3 pon 5p", "3 discard C"])
    taken = scene.play()
    assert taken.offers(3)[0] == {"PASS", "PON"}
    assert taken.story("discard", "pon", "draw")[:4] == ["discard 0 5p", "pon 3 5p", "discard 3 C", taken.story("draw")[0]]
    assert taken.story("draw")[0].startswith("draw 0")  # seats 1 and 2 have lost their turn
    left = Scene(hands={0: "5p", 3: "55p C"}, script=["0 discard 5p", "3 pass"]).play()
    assert left.offers(3)[0] == {"PASS", "PON"}
    assert left.story("draw")[0].startswith("draw 1")


def test_HB_CALL_02_no_chi() -> None:
    scene = Scene(hands={0: "5p", 1: f"46p {ODDS[:-2]}"}, script=["0 discard 5p"])
    assert scene.play().offers(1, "5p") == []
    with_chi = scene.with_options(claim__chi="next_seat").play()
    assert with_chi.offers(1, "5p")[0] == {"PASS", "CHI_MID"}


def test_HB_CALL_03_a_win_goes_before_a_pon() -> None:
    for winner, ponner in ((1, 2), (2, 1), (3, 1)):
        staged = Scene(
            hands={0: "5s", winner: READY_5S, ponner: "55s"},
            script=["0 discard 5s", f"{winner} win 5s", f"{ponner} pon 5s"],
        ).play()
        assert staged.story("pon") == []
        assert staged.row["winner_mask"] == 1 << winner
        assert staged.row["payer"] == 0


def test_HB_CALL_04_open_kan_is_optional() -> None:
    for answer, first in (("kan_open", "draw 1 9s"), ("pon", "discard 1 C"), ("pass", "draw 1")):
        script = ["0 discard 5p", f"1 {answer} 5p" if answer != "pass" else "1 pass", "1 discard C"]
        staged = Scene(hands={0: "5p", 1: "555p C"}, tail="9s", script=script[: 2 if answer == "pass" else 3]).play()
        assert staged.offers(1)[0] == {"PASS", "PON", "KAN_OPEN"}
        told = staged.story("draw", "discard")
        assert told[1].startswith(first)


def test_HB_CALL_05_a_win_goes_before_an_open_kan() -> None:
    staged = Scene(
        hands={0: "5s", 1: READY_5S, 2: "555s"}, script=["0 discard 5s", "1 win 5s", "2 kan_open 5s"]
    ).play()
    assert staged.story("kan_open") == []
    assert staged.row["winner_mask"] == 1 << 1
    assert staged.deltas() == (-8, 8, 0, 0)  # dealer deals in 6, concealed 2; no kan points


def test_HB_CALL_06_the_fourth_tile_drawn_later_may_be_added() -> None:
    """Offered when drawn, and still offered when it was kept."""
    hands = {0: "5p", 1: "55p CFP"}
    draws = "1s 2s 3s 5p 4s 6s 7s 8s"
    script = ["0 discard 5p", "1 pon 5p", "1 discard C", "1 discard F", "1 discard P"]
    scene = Scene(hands=hands, draws=draws, script=script)
    kept = scene.play()
    assert kept.added_kans(1)[:3] == [set(), {"5p"}, {"5p"}]
    fresh_only = scene.with_options(kan__added_timing="drawn_tile_only").play()
    assert fresh_only.added_kans(1)[:3] == [set(), {"5p"}, set()]
    added = Scene(hands=hands, draws=draws, tail="E", script=[*script[:3], "1 kan_added 5p"])
    staged = added.with_options(end__draw_settlement="kan_points").play()
    assert staged.story("kan_added") == ["kan_added 1 5p"]
    assert staged.deltas() == (-1, 3, -1, -1)


def test_HB_CALL_06_a_pon_with_three_in_hand_leaves_the_fourth_to_be_added() -> None:
    scene = Scene(
        hands={0: "1p", 1: "111p CFP"},
        draws="1s 2s 3s 4s 4s 6s 7s 8s",
        script=["0 discard 1p", "1 pon 1p", "1 discard C", "1 discard F", "1 discard P"],
    )
    assert scene.play().added_kans(1)[:3] == [set(), {"1p"}, {"1p"}]
    assert scene.with_options(kan__added_timing="drawn_tile_only").play().added_kans(1)[:3] == [set()] * 3
    assert scene.with_options(kan__after_claim=True).play().added_kans(1)[0] == {"1p"}
    added = Scene(scene.hands, scene.draws, script=[*scene.script[:3], "1 kan_added 1p"])
    assert added.with_options(end__draw_settlement="kan_points").play().deltas() == (-1, 3, -1, -1)


def test_HB_CALL_07_four_alike_may_be_declared_or_kept() -> None:
    """At once when the fourth is drawn, or later; a ponned kind is no closed kan; nobody can rob it."""
    hands = {1: "999m " + "147p 258s ESW C", 2: "123456p 78m 22s EEE"}  # seat 2 waits for 6m and 9m
    kept = Scene(hands=hands, draws="9m 1s 1s 1s F", script=["1 discard C"]).play()
    assert kept.closed_kans(1)[:2] == [{"9m"}, {"9m"}]
    declared = Scene(hands=hands, draws="9m", tail="P", script=["1 kan_closed 9m"]).play()
    assert declared.story("kan_closed") == ["kan_closed 1 9m"]
    assert declared.offers(2, "9m") == []


def test_HB_CALL_08_replacements_come_from_the_last_stack() -> None:
    """Upper tile of the last stack, then the lower one, then the stack before."""
    hands = {0: "1111m 2222m 3333m 4m 5p"}
    script = ["0 kan_closed 1m", "0 kan_closed 2m", "0 kan_closed 3m", "0 discard 5p"]
    scene = Scene(hands=hands, tail="E S W", script=script)
    wall = scene.wall()
    assert [wall[134], wall[135], wall[132]] == [27, 28, 29]
    assert scene.play().story("draw")[:3] == ["draw 0 E", "draw 0 S", "draw 0 W"]
    straight = scene.with_options(wall__tail_order="linear")
    assert straight.wall()[-3:] == [29, 28, 27]
    assert straight.play().story("draw")[:3] == ["draw 0 E", "draw 0 S", "draw 0 W"]


def test_HB_CALL_08_after_the_replacement_the_turn_goes_on() -> None:
    """The claimant of an open kan must discard, may declare another kan, or wins with the fan for it."""
    script = ["0 discard 5p", "1 kan_open 5p", "1 kan_closed 1m", "1 win E"]
    scene = Scene(hands={0: "5p", 1: "555p 1111m 234s 67s E"}, tail="8s E", script=script)
    staged = scene.play()
    assert staged.offers(1)[1] == {"DISCARD", "KAN_CLOSED"}
    assert staged.offers(1)[2] == {"DISCARD", "WIN"}
    assert staged.row["fans_a"] == 1 << 3  # once, after two kans
    assert staged.row["tags"] == 1
    # open kan 3 from the dealer; closed kan 2 from each; self-draw 4 / 2 / 2 and 2 for the fan
    assert staged.deltas() == (-3 - 2 - 6, 3 + 6 + 14, -2 - 4, -2 - 4)


def test_HB_PRI_01_win_before_kan_and_pon_before_the_next_draw() -> None:
    script = ["0 discard 5s", "3 win 5s", "1 kan_open 5s"]
    staged = Scene(hands={0: "5s", 1: "555s", 3: READY_5S}, script=script).play()
    assert staged.story("win", "kan_open") == ["win 3 5s"]
    declined = Scene(hands={0: "5s", 1: "555s", 3: READY_5S}, script=["0 discard 5s", "3 pass", "1 kan_open 5s"]).play()
    assert declined.story("win", "kan_open", "draw")[0] == "kan_open 1 5s"


def test_HB_PRI_01_a_robbed_kan_is_not_made() -> None:
    """The win comes before the kan: the pon stays a pon, and the kan is worth nothing."""
    scene = Scene(
        hands={0: "5s", 1: "55s C", 3: READY_5S},
        draws="1m 1m 1m 5s",
        script=["0 discard 5s", "3 pass", "1 pon 5s", "1 discard C", "1 kan_added 5s", "3 win 5s"],
    )
    staged = scene.play()
    assert staged.story("kan_added", "win") == ["win 3 5s"]
    assert (staged.row["end"], staged.row["payer"], staged.row["kans"]) == (3, 1, 0)
    assert staged.offers(3, "5s") == [{"PASS", "WIN"}] * 2
    assert staged.deltas() == (0, -5 - 2 - 2, 0, 9)
    kept = scene.with_options(hebei__robbed_kan_points="keep").play()
    assert kept.deltas() == (-1, -9 + 3, -1, 9 - 1)
    closed = scene.with_options(kan__rob_added=False)
    assert Scene(closed.hands, closed.draws, script=closed.script[:-1], options=closed.options).play().story("win") == []


# --- readiness ---


def test_HB_TING_01_a_win_needs_no_declaration() -> None:
    scene = Scene(hands={0: "5s", 1: READY_5S}, script=["0 discard 5s", "1 win 5s"])
    for mode in ("none", "optional_lock"):
        assert scene.with_options(turn__ready=mode).play().row["winner_mask"] == 1 << 1
    assert not any("READY" in d.offers() for d in scene.play().decisions)


def test_HB_TING_02_a_declaration_adds_nothing() -> None:
    """The same win with and without it pays the same."""
    scene = Scene(hands={0: f"{READY_5S} C"}, draws="C C F 5s").with_options(turn__ready="optional_lock")
    silent = Scene(scene.hands, scene.draws, script=["0 discard C", "0 win 5s"], options=scene.options).play()
    declared = Scene(scene.hands, scene.draws, script=["0 ready C", "0 win 5s"], options=scene.options).play()
    assert silent.deltas() == declared.deltas() == (18, -6, -6, -6)
    assert silent.row["fans_a"] == declared.row["fans_a"] == 1 << 1
    assert declared.offers(0)[0] == {"DISCARD", "READY"}


def test_HB_TING_03_after_it_a_kan_must_leave_the_hand_ready() -> None:
    """The fourth 5s belongs to the waits 34-5-67, so its kan is barred; 111m is a set of its own."""
    scene = Scene(
        hands={0: "111m 456p 3455567s C"},
        draws="F P W 5s F P W 1m",
        tail="W",
        script=["0 ready C", "0 discard 5s", "0 kan_closed 1m"],
        options={**Scene().options, "turn.ready": "optional_lock"},
    )
    staged = scene.play()
    assert staged.closed_kans(0)[:4] == [set(), set(), {"1m"}, set()]
    assert staged.discards(0)[1:4] == [{"5s"}, {"1m"}, {"W"}]
    assert Scene(scene.hands, scene.draws, script=["0 discard C"]).play().closed_kans(0)[1] == {"5s"}


def test_HB_TING_04_a_win_may_be_declined() -> None:
    """Declared or not; the same kind is on offer again in the same round, unless an option locks it."""
    scene = Scene(hands={0: "5s", 2: READY_5S}, draws="5s", script=["0 discard 5s", "2 pass", "2 win 5s"])
    staged = scene.play()
    assert staged.offers(2, "5s") == [{"PASS", "WIN"}] * 2
    assert staged.row["payer"] == 1
    locked = Scene(scene.hands, scene.draws, script=scene.script[:2]).with_options(claim__pass_win="same_kind").play()
    assert len(locked.offers(2, "5s", until="draw 2")) == 1
    assert len(staged.offers(2, "5s", until="draw 2")) == 2
    declared = Scene(
        hands={0: f"{READY_5S} C"},
        draws="5s F F 5s",
        script=["0 ready C", "0 pass", "0 discard 5s"],
        options={**Scene().options, "turn.ready": "optional_lock"},
    ).play()
    assert declared.offers(0)[1:3] == [{"PASS", "WIN"}, {"DISCARD", "WIN"}]


# --- the end of the wall ---


def test_HB_DRAW_01_the_last_six_stacks_stay() -> None:
    staged = Scene().play()
    assert (staged.row["draws"], staged.row["wall_left"], staged.row["end"]) == (71, 12, 0)
    seven = Scene().with_options(wall__reserve=14).play()
    assert (seven.row["draws"], seven.row["wall_left"]) == (69, 14)


def test_HB_DRAW_02_a_lone_tail_tile_is_no_stack() -> None:
    """One kan: 69 ordinary draws and a replacement, 13 tiles stay. Two kans: 69 and two, 12 stay."""
    hands = {0: "1111m 2222m 345p 678s"}
    one = Scene(hands=hands, script=["0 kan_closed 1m"]).play()
    assert (one.row["draws"], one.row["wall_left"]) == (70, 13)
    two = Scene(hands=hands, script=["0 kan_closed 1m", "0 kan_closed 2m"]).play()
    assert (two.row["draws"], two.row["wall_left"]) == (71, 12)
    ignored = Scene(hands=hands, script=["0 kan_closed 1m"]).with_options(wall__odd_tail="ignore").play()
    assert (ignored.row["draws"], ignored.row["wall_left"]) == (71, 12)


def test_HB_DRAW_02_a_kan_may_take_the_lone_tile_but_no_stack() -> None:
    """13 tiles left: no kan before the first replacement; after one the lone tile may be taken, and it is the last."""
    whole = Scene(hands={2: "9999m"}).play()
    assert len(whole.closed_kans(2)) == 18  # draws 2, 6, ... 70
    assert whole.closed_kans(2)[-2:] == [{"9m"}, set()]
    lone = Scene(
        hands={0: "1111m 258p 258s ESWN", 1: "999m 123p 456p 78s EE"},
        draw_at={69: "9m"},
        tail="C 9s",
        script=["0 kan_closed 1m", "1 kan_closed 9m", "1 win 9s"],
    ).play()
    assert lone.closed_kans(1)[-2:] == [{"9m"}, set()]
    assert lone.row["wall_left"] == 12
    assert lone.row["tags"] == 3
    assert lone.row["fans_a"] == 1 << 1 | 1 << 3 | 1 << 12  # concealed, after a kan, last tile


def test_HB_DRAW_03_a_wall_without_a_win_is_an_exhaustive_draw() -> None:
    """Also when the last discard is ponned: the pon needs no tile, and its discard is the last."""
    staged = Scene(hands={1: "55p C"}, draw_at={71: "5p"}, script=["1 pon 5p", "1 discard C"]).play()
    told = staged.story("draw", "discard", "pon", "exhausted")
    assert told[-5:] == ["draw 3 5p", "discard 3 5p", "pon 1 5p", "discard 1 C", "exhausted"]
    assert (staged.row["end"], staged.row["winner_mask"], staged.row["payer"]) == (0, 0, -1)


def test_HB_DRAW_04_kan_points_are_void() -> None:
    scene = Scene(hands={0: "1111m 5p", 1: "555p"}, script=["0 kan_closed 1m", "0 discard 5p", "1 kan_open 5p"])
    scene = Scene(scene.hands, script=[*scene.script, "1 discard C"], tail="F C")
    staged = scene.play()
    assert staged.row["end"] == 0
    assert staged.deltas() == (0, 0, 0, 0)
    assert scene.with_options(end__draw_settlement="kan_points").play().deltas() == (6 - 3, 3 - 2, -2, -2)


def test_HB_DRAW_05_the_same_dealer_deals_again() -> None:
    assert Scene(dealer=2).play().next_dealer() == 2
    assert Scene(dealer=2).with_options(dealer__on_draw="next").play().next_dealer() == 3


# --- the deal ---


def win_by(winner: int, dealer: int) -> Scene:
    """The winner draws his tile in the first round (the dealer with his fourteenth)."""
    if winner == dealer:
        return Scene(hands={dealer: f"{READY_5S} 5s"}, script=[f"{dealer} win 5s"], dealer=dealer)
    turn = (winner - dealer) % 4
    return Scene(hands={winner: READY_5S}, draw_at={turn: "5s"}, script=[f"{winner} win 5s"], dealer=dealer)


def test_HB_DLR_02_the_deal_goes_to_the_next_seat() -> None:
    """Dealer wins, draw, another seat wins, the new dealer wins: dealers 2 2 2 3 3."""
    dealers, dealer = [2], 2
    for winner in (2, None, 0, 3):
        scene = Scene(dealer=dealer) if winner is None else win_by(winner, dealer)
        dealer = scene.play().next_dealer()
        dealers.append(dealer)
    assert dealers == [2, 2, 2, 3, 3]


def test_HB_DLR_03_a_winning_dealer_stays() -> None:
    for dealer in range(4):
        staged = win_by(dealer, dealer).play()
        assert staged.next_dealer() == dealer
        points = [-6] * 4  # 4 from each and 2 for the concealed hand: a win on the deal is an ordinary self-draw
        points[dealer] = 18
        assert list(staged.deltas()) == points


def test_HB_DLR_04_after_another_win_the_next_seat_of_the_dealer_deals() -> None:
    """Not the winner, wherever he sits."""
    for dealer in range(4):
        for winner in {0, 1, 2, 3} - {dealer}:
            assert win_by(winner, dealer).play().next_dealer() == (dealer + 1) % 4
    assert win_by(3, 0).with_options(dealer__after_win="winner").play().next_dealer() == 3


def test_HB_DLR_05_the_dealer_stays_after_an_exhaustive_draw() -> None:
    assert [Scene(dealer=dealer).play().next_dealer() for dealer in range(4)] == [0, 1, 2, 3]


# --- several winners, and what is no fan ---


def two_winners() -> Scene:
    return Scene(
        hands={0: "46m 123p 789p 22s FFF 1s", 1: "5m", 2: "34m 567p 345s 22p 888s"},
        draws="5m",
        script=["0 discard 1s", "1 discard 5m", "0 win 5m", "2 win 5m"],
    )


def test_HB_WIN_05_the_nearest_after_the_discarder_comes_first() -> None:
    assert two_winners().play().story("win") == ["win 2 5m", "win 0 5m"]
    bumped = two_winners().with_options(claim__multi_win="head_bump").play()
    assert bumped.story("win") == ["win 2 5m"]
    assert bumped.next_dealer() == 1


def test_HB_WIN_06_several_seats_may_win_on_one_tile() -> None:
    staged = two_winners().play()
    assert staged.row["winner_mask"] == 0b101
    assert staged.row["payer"] == 1
    assert staged.deltas() == (8 + 2 + 5, -15 - 7, 5 + 2, 0)
    assert staged.next_dealer() == 0  # the dealer is among the winners


def test_HB_WIN_07_the_first_win_ends_the_hand() -> None:
    staged = two_winners().play()
    assert staged.events[-1][0] == "win"
    assert staged.decisions[-1].seat == 0


def test_HB_FAN_03_is_for_the_drawer_only() -> None:
    """A win on the discard after a kan has no fan of its own."""
    staged = Scene(
        hands={0: "9999m 258p 258s ESWN", 2: READY_5S}, tail="5s", script=["0 kan_closed 9m", "0 discard 5s", "2 win 5s"]
    ).play()
    assert staged.row["fans_a"] == 1 << 1
    assert staged.row["tags"] == 0
