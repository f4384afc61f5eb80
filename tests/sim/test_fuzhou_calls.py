"""Turns, chi, pon and kan with sixteen tiles, one test for each clause: FZ-TURN, FZ-CHI, FZ-MELD, FZ-PON, FZ-KAN."""

from __future__ import annotations

from rulesets.tiles import MeldKind
from sim.batch import LogEvent
from tests.sim.fuzhou_table import HA, fz, fz_play, fz_wall, kind, own, play_events, public, turns
from tests.sim.tabletop import events, offered, play_made

HONOURS_HELD = dict.fromkeys(("tiles.winds", "tiles.red", "tiles.green", "tiles.white"), "hand")
NO_QUADS = {"wall.grow_flower_quad": 0}  # later flowers shall not move the reserve
SEASONS = "H1H2H3H4H5H6H7H8"


def test_FZ_TURN_01_the_dealer_begins_with_a_discard() -> None:
    played = fz_play({}, fz_wall({0: "147m258p369s147m258p1s9s", 1: "8m"}), "0 discard 9s")
    first = turns(played, 0)[0]
    assert first.actions == {"DISCARD"} and first.choice == "DISCARD 9s"
    assert next(row[0] for row in played.log if row[1] == 0 and row[0] in (LogEvent.DRAW, LogEvent.DISCARD)) == LogEvent.DISCARD
    assert play_events(played)[0] == ("DISCARD", 0, "9s")
    assert sum(int(n) for n in own(played, 0)["counts"]) + int(own(played, 0)["golds"]) == 16


def test_FZ_TURN_02_the_others_may_take_the_first_discard() -> None:
    played = fz_play({}, fz_wall({0: "8m", 2: "88m"}), "0 discard 8m; 2 pon")
    assert {"PASS", "PON"} <= offered(played.log, 2, "8m")[0]
    assert play_events(played)[:2] == [("DISCARD", 0, "8m"), ("PON", 2, "8m")]


def test_FZ_TURN_03_only_the_next_seat_may_chi_and_all_may_pon_or_kan() -> None:
    middle = fz_wall({0: "5p", 1: "147m147p147s9m9s", 2: "46p", 3: "55p"})
    played = fz_play({}, middle, "0 discard 5p")
    assert offered(played.log, 2, "5p") == [] and offered(played.log, 3, "5p") == [{"PASS", "PON"}]
    next_seat = fz_play({}, fz_wall({0: "5p", 1: "46p"}), "0 discard 5p")
    assert "CHI_MID" in offered(next_seat.log, 1, "5p")[0]
    for seat in (1, 2, 3):
        taken = fz_play({}, fz_wall({0: "5p", seat: "555p"}), "0 discard 5p")
        assert {"PASS", "PON", "KAN_OPEN"} <= offered(taken.log, seat, "5p")[0]


def test_FZ_TURN_04_pon_goes_before_chi() -> None:
    wall = fz_wall({0: "5p", 1: "46p", 3: "55p"})
    both = fz_play({}, wall, "0 discard 5p; 1 chi_mid; 3 pon")
    assert play_events(both)[1] == ("PON", 3, "5p")
    declined = fz_play({}, wall, "0 discard 5p; 1 chi_mid; 3 pass")
    assert play_events(declined)[1] == ("CHI", 1, "4p")


def test_FZ_TURN_05_with_no_taker_the_next_seat_draws() -> None:
    played = fz_play({}, fz_wall({0: "9s"}, draws="1p2p3p"), "0 discard 9s")
    assert play_events(played)[:6] == [
        ("DISCARD", 0, "9s"), ("DRAW", 1, "1p"), ("DISCARD", 1, "1p"),
        ("DRAW", 2, "2p"), ("DISCARD", 2, "2p"), ("DRAW", 3, "3p"),
    ]  # fmt: skip
    assert [row[3] for row in played.log if row[0] == LogEvent.DRAW][:3] == [0, 0, 0]  # from the front


def test_FZ_TURN_06_a_tile_must_be_discarded_after_draw_claim_or_replacement() -> None:
    wall = fz_wall({0: "5p", 1: "55p222m", 2: "46s"}, draws="H1", tail="2m9m")
    pon = fz_play({}, wall, "0 discard 5p; 1 pon; 1 discard 2m")
    assert [turn.actions for turn in turns(pon, 1)[1:2]] == [{"DISCARD"}]
    flower = fz_play({}, wall, "0 discard 5p")
    assert play_events(flower)[1:4] == [("DRAW", 1, "H1"), ("FLOWER", 1, "H1"), ("DRAW", 1, "2m")]
    assert turns(flower, 1)[1].actions == {"DISCARD", "KAN_CLOSED"} and turns(flower, 1)[1].closed == "2m"
    kan = fz_play({}, wall, "0 discard 5p; 1 kan_closed 2m; 1 discard 5p")
    assert turns(kan, 1)[2].actions == {"DISCARD"} and kan.table[0]["own"][1]["n_melds"] == 1
    chi = fz_play({}, fz_wall({0: "5p", 1: "46p3333m"}), "0 discard 5p; 1 chi_mid")
    assert turns(chi, 1)[1].actions == {"DISCARD"}


def test_FZ_TURN_06_a_kan_may_follow_a_claim_only_where_the_rules_say_so() -> None:
    wall = fz_wall({0: "5p", 1: "46p3333m"})
    chi = fz_play({"kan.after_claim": True}, wall, "0 discard 5p; 1 chi_mid; 1 kan_closed 3m")
    assert turns(chi, 1)[1].actions == {"DISCARD", "KAN_CLOSED"} and turns(chi, 1)[1].closed == "3m"
    assert events(chi.log, LogEvent.KAN_CLOSED) == [(1, "3m")]


def test_FZ_CHI_01_a_run_from_the_previous_seat_is_laid_open() -> None:
    played = fz_play({}, fz_wall({0: "5p", 1: "46p"}), "0 discard 5p; 1 chi_mid")
    table = public(played)
    assert table["meld_kind"][1, 0] == MeldKind.CHI and table["meld_tile"][1, 0] == kind("4p")
    assert table["meld_from"][1, 0] == 0 and all(table["visible"][kind(tile)] >= 1 for tile in ("4p", "5p", "6p"))
    choices = fz_play({}, fz_wall({0: "5p", 1: "3467p"}), "0 discard 5p")
    assert {"CHI_LOW", "CHI_MID", "CHI_HIGH"} <= offered(choices.log, 1, "5p")[0]


def test_FZ_CHI_02_honours_make_no_run_and_a_discard_follows() -> None:
    winds = fz_wall({0: "E", 1: "SW"}, flowers=SEASONS + "ESWNCFP" * 4)
    assert offered(fz_play(HONOURS_HELD, winds, "0 discard E").log, 1, "E") == []
    ends = fz_play({}, fz_wall({0: "9m", 1: "1m12p8p147s147s11m"}), "0 discard 9m")
    assert offered(ends.log, 1, "9m") == []
    wall = fz_wall({0: "5p", 1: "46p5p"})
    free = fz_play({}, wall, "0 discard 5p; 1 chi_mid")
    assert turns(free, 1)[1].actions == {"DISCARD"} and "5p" in turns(free, 1)[1].discards.split()
    barred = fz_play({"claim.discard_after_chi": "not_same"}, wall, "0 discard 5p; 1 chi_mid")
    assert "5p" not in turns(barred, 1)[1].discards.split()
    assert set(turns(free, 1)[1].discards.split()) - set(turns(barred, 1)[1].discards.split()) == {"5p"}


def test_FZ_MELD_01_all_melds_are_open_but_a_closed_kan() -> None:
    wall = fz_wall({0: "9s", 2: "3333m"}, draws="1p2p")
    hidden = fz_play(NO_QUADS, wall, "0 discard 9s; 2 kan_closed 3m")
    shown = fz_play({"kan.closed_kind": "shown", **NO_QUADS}, wall, "0 discard 9s; 2 kan_closed 3m")
    assert public(hidden)["meld_kind"][2, 0] == MeldKind.KAN_CLOSED and public(hidden)["meld_tile"][2, 0] == -1
    assert own(hidden, 2)["meld_tile"][0] == kind("3m") and public(hidden)["visible"][kind("3m")] == 0
    assert public(shown)["meld_tile"][2, 0] == kind("3m") and public(shown)["visible"][kind("3m")] == 4
    assert public(hidden)["keep"] == 20 and public(hidden)["n_closed_kans"] == 1
    assert hidden.log.tobytes() == shown.log.tobytes()  # the same hand; only what the others see differs


def test_FZ_PON_01_two_in_hand_take_the_discard_of_any_seat_and_the_turn() -> None:
    played = fz_play({}, fz_wall({0: "9s", 3: "33s"}, draws="3s"), "0 discard 9s; 1 discard 3s; 3 pon; 3 discard 9m")
    assert play_events(played)[1:4] == [("DRAW", 1, "3s"), ("DISCARD", 1, "3s"), ("PON", 3, "3s")]
    assert public(played)["meld_kind"][3, 0] == MeldKind.PON and public(played)["meld_from"][3, 0] == 1
    assert play_events(played)[4][:2] == ("DISCARD", 3) and play_events(played)[5][:2] == ("DRAW", 0)


def test_FZ_PON_02_a_win_goes_before_a_pon() -> None:
    wall = fz_wall({0: "6p", 1: "66p", 3: HA})
    line = "0 discard 6p; 3 pass; 1 pon; 3 {}"  # seat 3 declines to take the indicator first
    won = fz_play({}, wall, line.format("win"))
    assert play_events(won)[1:] == [("WIN", 3, "6p")]
    assert play_events(fz_play({}, wall, line.format("pass")))[1] == ("PON", 1, "6p")


def test_FZ_KAN_01_three_in_hand_may_make_an_open_kan() -> None:
    wall = fz_wall({0: "7s", 2: "777s"}, tail="1m")
    played = fz_play(NO_QUADS, wall, "0 discard 7s; 2 kan_open")
    assert offered(played.log, 2, "7s")[0] >= {"KAN_OPEN", "PON", "PASS"}
    assert play_events(played)[1:3] == [("KAN_OPEN", 2, "7s"), ("DRAW", 2, "1m")]
    assert public(played)["n_open_kans"] == 1 and public(played)["keep"] == 19
    assert play_events(fz_play({}, wall, "0 discard 7s; 2 pon"))[1] == ("PON", 2, "7s")
    assert play_events(fz_play({}, wall, "0 discard 7s"))[1][:2] == ("DRAW", 1)


def test_FZ_KAN_02_a_win_goes_before_a_kan() -> None:
    wall = fz_wall({0: "6p", 1: HA, 2: "666p"})
    won = fz_play({}, wall, "0 discard 6p; 1 pass; 2 kan_open; 1 win")
    assert play_events(won)[1:] == [("WIN", 1, "6p")]
    assert play_events(fz_play({}, wall, "0 discard 6p; 2 kan_open"))[1] == ("KAN_OPEN", 2, "6p")


PONNED = fz_wall({0: "3s", 1: "33s"}, draws="9m 9p 8m 3s 9m 8p 8m 7p", tail="1m")


def test_FZ_KAN_03_a_fourth_tile_may_be_added_to_a_pon() -> None:
    line = "0 discard 3s; 1 pon; 1 kan_added 3s"
    played = fz_play(NO_QUADS, PONNED, line)
    made = next(turn for turn in turns(played, 1) if turn.choice == "KAN_ADDED 3s")
    assert made.actions >= {"DISCARD", "KAN_ADDED"} and made.added == "3s"
    after = play_events(played)
    assert after[after.index(("KAN_ADDED", 1, "3s")) + 1] == ("DRAW", 1, "1m")
    assert public(played)["n_open_kans"] == 1 and public(played)["keep"] == 19
    assert own(played, 1)["meld_kind"][0] == MeldKind.KAN_ADDED
    assert events(fz_play({}, PONNED, "0 discard 3s; 1 pon").log, LogEvent.KAN_ADDED) == []  # nobody has to


def test_FZ_KAN_03_whether_a_tile_once_kept_may_be_added_later() -> None:
    line = "0 discard 3s; 1 pon; 1 discard {}; 1 discard {}; 1 kan_added 3s"
    wall = fz_wall({0: "3s", 1: "33s1m2p"}, draws="9m 9p 8m 3s 9m 8p 8m 7p")
    kept = line.format("1m", "2p")
    assert events(fz_play({}, wall, kept).log, LogEvent.KAN_ADDED) == [(1, "3s")]
    fresh = fz_play({"kan.added_timing": "drawn_tile_only"}, wall, kept)
    assert events(fresh.log, LogEvent.KAN_ADDED) == []
    assert [turn.added for turn in turns(fresh, 1) if turn.added] == ["3s"]  # on the turn of its drawing alone


def test_FZ_KAN_04_four_in_hand_make_a_closed_kan_before_the_first_discard_too() -> None:
    wall = fz_wall({0: "4444m"}, tail="1m")
    played = fz_play(NO_QUADS, wall, "0 kan_closed 4m")
    assert turns(played, 0)[0].actions == {"DISCARD", "KAN_CLOSED"} and turns(played, 0)[0].closed == "4m"
    assert [(turn.actions >= {"DISCARD"}, turn.choice.split()[0]) for turn in turns(played, 0)[:2]] == [
        (True, "KAN_CLOSED"), (True, "DISCARD"),
    ]  # fmt: skip
    assert public(played)["keep"] == 20 and public(played)["n_closed_kans"] == 1


def test_FZ_KAN_05_the_replacement_comes_from_the_tail() -> None:
    wall = fz_wall({0: "4444m"}, draws="9p", tail="H1 7p")
    played = fz_play({}, wall, "0 kan_closed 4m; 0 discard 7p")
    rows = [row for row in played.log if row[0] in (LogEvent.DRAW, LogEvent.FLOWER)][:3]
    assert [(LogEvent(row[0]).name, int(row[2]), int(row[3])) for row in rows] == [
        ("DRAW", kind("H1"), 1), ("FLOWER", kind("H1"), 0), ("DRAW", kind("7p"), 1),
    ]  # fmt: skip
    assert play_events(played)[:2] == [("DISCARD", 0, "7p"), ("DRAW", 1, "9p")]


def test_the_end_of_the_wall_may_bar_a_kan() -> None:
    """`kan.near_end: five` on a turn after which 5 or 4 tiles are drawable: 63 on the table, the indicator among them."""
    wall = fz_wall({0: "3s", 1: "33s"}, draws="9m 9p 8m 1m 9m 8p 8m 1m 9p 7p 7m 2m 9p 8p 7p 3s")
    line = "0 discard 3s; 1 pon; 1 kan_added 3s"
    for reserve, made in ((58, [(1, "3s")]), (59, [])):  # more than the catalogue allows: it puts the end where it is wanted
        row = fz({"end.last_group": 0, "end.last_group_win": "optional", "kan.near_end": "five"})
        row[0]["wall"]["reserve"] = reserve
        assert events(play_made(row, wall, line).log, LogEvent.KAN_ADDED) == made
