"""Turn flow on made-up walls: public cases 44-64, each one hand in which others went wrong."""

from __future__ import annotations

import numpy as np
import pytest

from rulesets.options import Value
from rulesets.tiles import MeldKind, WinKind, parse_tiles
from sim.actions import Action
from sim.batch import EngineError, LogEvent, Played, WallMode, play
from sim.codes import Code
from sim.outcomes import Tag
from tests.sim.tabletop import (
    RANDOM,
    TSUMOGIRI,
    Array,
    choice,
    decisions,
    events,
    made_wall,
    offered,
    play_made,
    rows,
    script,
)


def kind(tile: str) -> int:
    return parse_tiles(tile)[0]


def table_of(played: Played) -> Array:
    return played.table[0]


def outcome(played: Played) -> Array:
    return played.rows[0, 0, 0, 0]


def with_reserve(reserve: int, changes: dict[str, Value] | None = None) -> Array:
    """A rule row with any reserve, beyond what the catalogue allows, to put the end of the wall where a test needs it."""
    row = rows(changes or {})
    row[0]["wall"]["reserve"] = reserve
    return row


# seat 1 can win on 2m or pon it; seat 2 can win on it
WINNERS = made_wall(0, {1: "22m 345p 678p EE 555s", 2: "13m 456p 789s 111s FF"}, draws="2m")


def test_case_44_a_pon_does_not_keep_another_seat_from_winning() -> None:
    won = play_made(rows(), WINNERS, "0 discard 2m; 1 pon; 2 win")
    assert offered(won.log, 1) == [{"PASS", "PON", "WIN"}]
    assert offered(won.log, 2) == [{"PASS", "WIN"}]
    assert events(won.log, LogEvent.WIN) == [(2, "2m")] and events(won.log, LogEvent.PON) == []
    assert outcome(won)["end"] == WinKind.DISCARD and outcome(won)["payer"] == 0
    passed = play_made(rows(), WINNERS, "0 discard 2m; 1 pon; 2 pass")
    assert events(passed.log, LogEvent.PON) == [(1, "2m")]
    assert table_of(passed)["public"]["meld_from"][1, 0] == 0


def test_case_44_with_a_chi() -> None:
    """Seat 1 chis, seat 2 pons: the pon goes first; a win goes before both."""
    chi = rows({"claim.chi": "next_seat"})
    wall = made_wall(0, {1: "13m 258p 258s ESWNC", 2: "22m 147p 147s EESSW", 3: "13m 456p 789s 111s FF"}, draws="2m")
    line = "0 discard 2m; 1 chi_mid 2m; 2 pon; 3 {}"
    assert offered(play_made(chi, wall, line.format("pass")).log, 1, "2m") == [{"PASS", "CHI_MID"}]
    assert events(play_made(chi, wall, line.format("pass")).log, LogEvent.PON, LogEvent.CHI)[0] == (2, "2m")
    assert events(play_made(chi, wall, line.format("win")).log, LogEvent.PON, LogEvent.CHI) == []
    assert events(play_made(chi, wall, "0 discard 2m; 1 chi_mid 2m").log, LogEvent.CHI)[0] == (1, "1m")


def test_several_winners_or_the_nearest() -> None:
    both = "0 discard 2m; 1 win; 2 win"
    assert events(play_made(rows(), WINNERS, both).log, LogEvent.WIN) == [(1, "2m"), (2, "2m")]
    bump = play_made(rows({"claim.multi_win": "head_bump"}), WINNERS, both)
    assert events(bump.log, LogEvent.WIN) == [(1, "2m")]
    assert outcome(bump)["winner_mask"] == 0b0010 and outcome(bump)["answers"] == 0b0110


CHOW = made_wall(0, {1: "35p 19m 19s ESWNCFP", 2: "28m 258s ESWNCFPP"}, draws="4p")


def test_case_45_chi_is_offered_without_a_pon_and_only_where_it_exists() -> None:
    assert offered(play_made(rows({"claim.chi": "next_seat"}), CHOW, "0 discard 4p").log, 1, "4p") == [{"PASS", "CHI_MID"}]
    assert offered(play_made(rows(), CHOW, "0 discard 4p").log, 1, "4p") == []


def test_case_45_no_chi_in_many_random_deals() -> None:
    played = play(rows(), RANDOM, range(3000), 45)
    assert played.rows["chis"].sum() == 0
    transcript = play(rows(), RANDOM, range(300), 45, log=True).log
    actions = transcript[transcript[:, 0] == LogEvent.DECISION][:, 4]
    assert int(np.bitwise_or.reduce(actions)) & 0b11100 == 0
    assert play(rows({"claim.chi": "next_seat"}), RANDOM, range(300), 45).rows["chis"].sum() > 0


# seat 1 throws 7s, seat 0 pons it, later draws the fourth; seat 2 waits for it
ROBBED = made_wall(0, {0: "77s 147m 258p ESWNC", 1: "19m 19p 1234s ESWNF", 2: "56s 123m 456m 789m 11p"}, draws="E7sSWN7s")
ROB_LINE = "0 discard E; 1 discard 7s; 2 pass; 0 pon; 0 discard 1m; 0 kan_added 7s; 2 {}"


def test_case_46_the_robbing_window_offers_a_win_and_nothing_else() -> None:
    played = play_made(rows(), ROBBED, ROB_LINE.format("win"))
    assert offered(played.log, 2, "7s") == [{"PASS", "WIN"}] * 2
    assert offered(played.log, 1, "7s") == []
    own = table_of(played)["own"][0]
    assert own["meld_kind"][0] == MeldKind.PON and own["counts"][kind("7s")] == 0 and own["pons"] == 1 << kind("7s")
    assert outcome(played)["end"] == WinKind.ROB_KAN and outcome(played)["kans"] == 0
    assert table_of(played)["event"]["rob_kind"] == MeldKind.KAN_ADDED
    stood = play_made(rows(), ROBBED, ROB_LINE.format("pass"))
    assert events(stood.log, LogEvent.KAN_ADDED) == [(0, "7s")]
    assert table_of(stood)["own"][0]["meld_kind"][0] == MeldKind.KAN_ADDED
    assert outcome(stood)["kans"] == 1 and outcome(stood)["added_kans"] == 1


def test_case_46_no_window_where_kans_are_not_robbed() -> None:
    played = play_made(rows({"kan.rob_added": False}), ROBBED, ROB_LINE.format("win"))
    assert offered(played.log, 2, "7s") == [{"PASS", "WIN"}]
    assert events(played.log, LogEvent.KAN_ADDED) == [(0, "7s")]


def test_case_47_a_strict_replay_meets_the_same_questions() -> None:
    live = play_made(rows(), ROBBED, ROB_LINE.format("win"))
    again = play_made(rows(), ROBBED, decisions(live.log), strict=True)
    assert np.array_equal(live.log, again.log) and np.array_equal(live.rows, again.rows)


def test_case_48_nobody_claims_the_tile_of_a_kan() -> None:
    chi = rows({"claim.chi": "next_seat"})
    closed = made_wall(0, {0: "666p 147m 258s ESWN", 1: "57p 19m 19s ESWNCFP"}, draws="6p")
    played = play_made(chi, closed, "0 kan_closed 6p")
    assert events(played.log, LogEvent.KAN_CLOSED) == [(0, "6p")] and offered(played.log, 1, "6p") == []
    added = made_wall(0, {0: "66p 147m 258s ESWNC", 1: "57p 19m 19s ESWNCFP"}, draws="C9m9m6pFFF6p")
    line = "0 discard C; 3 discard 6p; 0 pon; 0 discard 1m; 0 kan_added 6p"
    played = play_made(chi, added, line)
    assert events(played.log, LogEvent.KAN_ADDED) == [(0, "6p")] and offered(played.log, 1, "6p") == []


@pytest.mark.parametrize(("left", "first", "second"), [(0, False, False), (1, True, False), (2, True, True)])
def test_case_49_no_kan_without_a_tile_to_draw(left: int, first: bool, second: bool) -> None:
    """The dealer holds EEEE and SSS; `left` tiles are drawable. The replacement is the fourth S."""
    row = with_reserve(83 - left, {"kan.near_end": "live_tile", "wall.odd_tail": "ignore"})
    wall = made_wall(0, {0: "EEE SSS 123m 456m 9p"}, draws="E", tail="S")
    played = play_made(row, wall, "0 kan_closed E; 0 kan_closed S")
    asked = offered(played.log, 0)
    assert ("KAN_CLOSED" in asked[0]) == first
    assert (len(asked) > 1 and "KAN_CLOSED" in asked[1]) == second
    assert len(events(played.log, LogEvent.KAN_CLOSED)) == first + second
    assert outcome(played)["wall_left"] >= 0


def test_case_51_a_pon_on_the_last_discard_is_allowed_and_the_hand_then_ends() -> None:
    wall = made_wall(0, {1: "55s 147m 147p ESWNC"}, draws="5s")
    played = play_made(with_reserve(83), wall, "0 discard 5s; 1 pon; 1 discard 1m")
    assert events(played.log, LogEvent.PON) == [(1, "5s")]
    assert events(played.log, LogEvent.DRAW) == []
    assert events(played.log, LogEvent.DISCARD) == [(0, "5s"), (1, "1m")]
    assert outcome(played)["end"] == WinKind.DRAW


def test_case_53_the_declarer_of_a_robbed_kan_pays() -> None:
    played = play_made(rows(), ROBBED, ROB_LINE.format("win"))
    assert outcome(played)["payer"] == 0
    assert outcome(played)["delta_s0"] == -outcome(played)["delta_s2"] < 0
    river = table_of(played)["public"]
    assert river["river_seat"][int(river["n_discards"]) - 1] != 0


def test_case_55_the_fourth_tile_can_be_added_later() -> None:
    """The kept fourth tile is offered on each later own draw; not right after the pon, not under drawn_tile_only."""
    wall = made_wall(0, {0: "111p 147m 258s ESWN"}, draws="C1pFFFFSWNESWNE")
    line = "0 discard C; 1 discard 1p; 0 pon; 0 discard 1m"
    asked = offered(play_made(rows(), wall, line).log, 0)
    assert asked[1] == {"PASS", "PON", "KAN_OPEN"} and asked[2] == {"DISCARD"}
    assert all("KAN_ADDED" in a for a in asked[3:5])
    later = offered(play_made(rows({"kan.added_timing": "drawn_tile_only"}), wall, line).log, 0)
    assert all("KAN_ADDED" not in a for a in later)
    early = offered(play_made(rows({"kan.after_claim": True}), wall, line).log, 0)
    assert early[2] == {"DISCARD", "KAN_ADDED"}


@pytest.mark.parametrize(("action", "lowest", "taken"), [("chi_low", 3, "45p"), ("chi_mid", 2, "24p"), ("chi_high", 1, "12p")])
def test_case_56_each_way_to_chi_takes_its_own_tiles(action: str, lowest: int, taken: str) -> None:
    chi = rows({"claim.chi": "next_seat"})
    wall = made_wall(0, {1: "1245p 33p 19m 19s ESW"}, draws="3p")
    played = play_made(chi, wall, f"0 discard 3p; 1 {action} 3p; 1 discard E")
    assert events(played.log, LogEvent.CHI)[0] == (1, f"{lowest}p")
    state = _table_after(chi, wall, decisions(played.log), 3)
    own = state["own"][1]
    left = {"1p": 1, "2p": 1, "4p": 1, "5p": 1, "3p": 2}
    for tile in taken[:2]:
        left[tile + "p"] -= 1
    assert all(own["counts"][kind(tile)] == n for tile, n in left.items())
    assert own["counts"].sum() == 10 and own["n_melds"] == 1


def _table_after(row: Array, wall: Array, told: list[tuple[int, int]], n: int) -> Array:
    """The table when decision n is due."""
    with pytest.raises(EngineError) as stop:
        play_made(row, wall, told[:n], strict=True)
    assert stop.value.code == Code.SCRIPT_ENDED
    table: Array = stop.value.table[0]
    return table


def test_case_56_pon_leaves_ten_tiles() -> None:
    chi = rows({"claim.chi": "next_seat"})
    wall = made_wall(0, {1: "1245p 33p 19m 19s ESW"}, draws="3p")
    played = play_made(chi, wall, "0 discard 3p; 1 pon; 1 discard E")
    state = _table_after(chi, wall, decisions(played.log), 3)
    assert state["own"][1]["counts"].sum() == 10 and state["own"][1]["counts"][kind("3p")] == 0
    assert state["public"]["visible"][kind("3p")] == 3


def test_case_63_the_reason_of_the_end_is_recorded() -> None:
    wall = made_wall(0, {1: "12m 345p 678p EE 999s"}, draws="3m")
    won = play_made(with_reserve(83), wall, "0 discard 3m; 1 win")
    assert outcome(won)["end"] == WinKind.DISCARD and outcome(won)["tags"] == Tag.LAST_TILE
    dead = play_made(with_reserve(83), wall, "0 discard 3m; 1 pass")
    assert outcome(dead)["end"] == WinKind.DRAW and outcome(dead)["winner_mask"] == 0


def test_case_64_nothing_of_a_robbed_kan_is_left_in_the_next_hand() -> None:
    """A hand played after one that ended by a robbed kan is the hand played on a fresh table."""
    walls = np.stack([ROBBED, made_wall(3, {3: "123m 456m 789m 11p 23s"}, draws="4s", seed=3)])
    told = script(ROB_LINE.format("win") + "; 3 win")

    def played(chosen: list[int]) -> Played:
        dealers = np.array([0, 3])[chosen]
        return play(
            rows(), TSUMOGIRI, chosen, 0, mode=WallMode.RECORDED, recorded=walls[chosen], dealers=dealers, script=told, log=True
        )

    both, alone = played([0, 1]), played([1])
    first, second = both.transcripts()
    assert events(first, LogEvent.WIN) == [(2, "7s")] and events(second, LogEvent.WIN) == [(3, "4s")]
    assert both.rows[0, 0, 1, 0]["tags"] == 0
    assert np.array_equal(second, alone.log) and both.rows[0, 0, 1, 0] == alone.rows[0, 0, 0, 0]
    for record in ("public", "own", "event"):
        assert both.table[record].tobytes() == alone.table[record].tobytes()


def test_complete_deal_of_the_dealer_is_a_self_draw() -> None:
    wall = made_wall(2, {2: "123m 456m 789m 11p 23s"}, draws="4s")
    played = play_made(rows(), wall, "2 win", dealer=2)
    assert outcome(played)["end"] == WinKind.SELF_DRAW and outcome(played)["draws"] == 0 and outcome(played)["discards"] == 0


def test_robbing_a_closed_kan_with_thirteen_orphans_only() -> None:
    wall = made_wall(0, {0: "CCC 147m 258p 3699s", 1: "19m 19p 19s ESWNFPP"}, draws="C")
    assert offered(play_made(rows(), wall, "0 kan_closed C").log, 1, "C") == []
    robbed = play_made(rows({"kan.rob_closed": "orphans_only"}), wall, "0 kan_closed C; 1 win")
    assert offered(robbed.log, 1, "C") == [{"PASS", "WIN"}]
    assert events(robbed.log, LogEvent.WIN) == [(1, "C")]
    assert outcome(robbed)["payer"] == 0 and table_of(robbed)["event"]["rob_kind"] == MeldKind.KAN_CLOSED
    assert table_of(robbed)["own"][0]["counts"][kind("C")] == 3


def test_a_closed_kan_is_not_robbed_by_other_hands() -> None:
    wall = made_wall(0, {0: "999m 147p 258s ESWN", 1: "78m 123p 456p 789p EE"}, draws="9m")
    played = play_made(rows({"kan.rob_closed": "orphans_only"}), wall, "0 kan_closed 9m")
    assert offered(played.log, 1, "9m") == [] and events(played.log, LogEvent.KAN_CLOSED) == [(0, "9m")]


def test_strict_scripts_check_seat_and_legality() -> None:
    wall = made_wall(0, {}, draws="E")
    row = rows()
    for told, code in (
        ([(1, choice(Action.DISCARD, "E"))], Code.SCRIPT_SEAT),
        ([(0, 9 * 64)], Code.ILLEGAL_CHOICE),
        ([], Code.SCRIPT_ENDED),
    ):
        with pytest.raises(EngineError, match="seed 0, wall 0, hand 0, line-up 0, rule row 0") as stop:
            play_made(row, wall, told, strict=True)
        assert stop.value.code == code


CLAIMS = made_wall(0, {0: "5p 9s 147m 258s ESWN", 1: "55p 99s 123m 456m 78s E"}, draws="C")


def test_a_scripted_claim_waits_for_the_tile_it_names() -> None:
    """`pon 9s` is no pon of the 5p that comes first, although that pon is legal; without a tile the first will do."""
    lines = "0 discard 5p; 0 discard 9s; 1 pon {}; 1 discard E"
    played = play_made(rows(), CLAIMS, lines.format("9s"))
    assert offered(played.log, 1, "5p")[0] == {"PASS", "PON"}
    assert events(played.log, LogEvent.PON)[0] == (1, "9s")
    assert events(play_made(rows(), CLAIMS, lines.format("5p")).log, LogEvent.PON)[0] == (1, "5p")
    assert events(play_made(rows(), CLAIMS, lines.format("")).log, LogEvent.PON)[0] == (1, "5p")


def test_a_strict_script_is_refused_at_a_claim_of_another_tile() -> None:
    thrown = (0, choice(Action.DISCARD, "5p"))
    with pytest.raises(EngineError, match="outside the legal set") as stop:
        play_made(rows(), CLAIMS, [thrown, (1, choice(Action.PON, "9s"))], strict=True)
    assert stop.value.code == Code.ILLEGAL_CHOICE
    for named in ("5p", ""):
        with pytest.raises(EngineError) as stop:
            play_made(rows(), CLAIMS, [thrown, (1, choice(Action.PON, named))], strict=True)
        assert stop.value.code == Code.SCRIPT_ENDED, "the pon was accepted; the discard after it is asked for"


def test_a_scripted_win_is_on_the_tile_it_names_and_written_down_with_it() -> None:
    wall = made_wall(0, {0: "C F 147m 258s ESWNP", 1: "123m 456m 789p EE 78s"}, draws="9s")
    lost = play_made(rows(), wall, "0 discard 9s; 1 win 6s")
    assert offered(lost.log, 1, "9s")[0] == {"PASS", "WIN"} and (1, "9s") not in events(lost.log, LogEvent.WIN)
    won = play_made(rows(), wall, "0 discard 9s; 1 win")
    assert events(won.log, LogEvent.WIN) == [(1, "9s")]
    assert decisions(won.log)[-1] == (1, choice(Action.WIN, "9s"))
