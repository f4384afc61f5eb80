"""Flowers owed, replaced out of turn or not known for flowers (FD-2.05, FD-2.08, FD-2.13, FD-3.02, FD-3.09, FD-3.29)."""

from __future__ import annotations

from collections import Counter

import pytest

from rulesets.tiles import KIND_NAMES, Tile, parse_tiles
from sim.batch import LogEvent, Played
from sim.mistakes.row import Objection
from tests.sim.fuding_ends import ALL_LIVE
from tests.sim.fuding_slips import counted, end, erring, errs, moved, penalties, sees, standing
from tests.sim.fuding_table import LOOSE, A, B, C, D, deltas, fd, fd_wall
from tests.sim.laid_table import story
from tests.sim.tabletop import Array, offered

FORGETS = errs("flower_forget")
MENDS = errs("flower_forget", flower_forget_fix=1.0)
UNSEEN = {"others": sees(errs(), 0.0)}

# Sixteen tiles each that can do little; a flower takes the place of one. E is the gold.
PLAIN = {A: "147m9m147p9p147s9sFWNC", B: "258m36m258p36p258sSWN", C: "369m147m369p147p36sSN", D: "258m369m258p369p36sSC"}
TAIL = "2s 3s 4s 5s 6s 7s 8s"


def holding(flowers: dict[int, str], draws: str = "", tail: str = TAIL, **hands: str) -> Array:
    """A wall on which these seats hold flowers in place of some of their tiles; hands by seat letter."""
    given = PLAIN | {"ABCD".index(letter): text for letter, text in hands.items()}
    dealt = {seat: flowers[seat] + " " + text if seat in flowers else text for seat, text in given.items()}
    return fd_wall({seat: _sixteen(text) for seat, text in dealt.items()}, draws=draws, gold="E", tail=tail)


def _sixteen(text: str) -> str:
    return "".join(KIND_NAMES[kind] for kind in parse_tiles(text)[:16])


def rows(played: Played) -> list[tuple[str, int, str]]:
    """Flowers, draws, discards, pons, closed kans and who stands, in order, without extras."""
    told = (LogEvent.FLOWER, LogEvent.DRAW, LogEvent.DISCARD, LogEvent.PON, LogEvent.KAN_CLOSED, LogEvent.STAND)
    return [row[:3] for row in story(played, *told)]


def seats(played: Played, *events: str) -> list[tuple[str, int]]:
    return [(event, seat) for event, seat, _ in rows(played) if event in events]


def all_there(played: Played, wall: Array) -> bool:
    """g.2: every tile is in the wall, in a hand, before a seat or among the discards; flowers never laid out are in their hands."""
    table = played.table[0]
    public, clock = table["public"], table["clock"]
    found = Counter(int(kind) for kind, used in zip(wall, table["wall"]["used"], strict=True) if not used)
    found[int(public["indicator"])] += 1
    for i in range(int(public["n_discards"])):
        found[int(public["river_kind"][i])] += 1 - int(public["river_claimed"][i])
    if int(clock["aside_tile"]) >= 0:
        found[int(clock["aside_tile"])] += 1
    for place in range(len(public["dead_flowers"])):
        found[27 + place] += int(public["dead_flowers"][place])
    for seat in range(4):
        own = table["own"][seat]
        for kind in range(42):
            found[kind] += int(own["counts"][kind])
        if int(own["gold_flowers"]):
            found.update(Tile.H1 + i for i in range(8) if int(own["gold_flowers"]) >> i & 1)
        else:
            found[int(own["gold_kind"])] += int(own["golds"])
        for place in range(len(own["flowers"])):
            found[27 + place] += int(own["flowers"][place]) + int(clock["waiting"][seat][place])
        for i in range(int(own["n_melds"])):
            kind, tile = int(own["meld_kind"][i]), int(own["meld_tile"][i])
            found.update([tile, tile + 1, tile + 2] if kind == 0 else [tile] * (3 if kind == 1 else 4))
    return +found == +Counter(int(kind) for kind in wall)


def owed(played: Played, seat: int) -> int:
    """Flowers of the deal that the seat still holds."""
    return int(played.table[0]["clock"]["waiting"][seat].sum())


# --- golds --------------------------------------------------------------------------------------------------------------


def gold_flower_wall() -> Array:
    hands = {A: LOOSE.replace("E", "F"), B: "H1 147m9m147p9p147s9sSWNC", C: "H7 258m36m258p36p258sSW"}
    return fd_wall(hands, gold="H2", tail="2s 3s")


def test_FD_2_05_who_replaces_a_flower_that_is_gold_stands() -> None:
    wall = gold_flower_wall()
    played = erring(wall, {B: errs("replace_gold_flower")})
    assert penalties(played) == [(B, "replace_gold_flower", "STAND")] and standing(played) == {B}
    assert story(played, LogEvent.FLOWER, LogEvent.DRAW)[:2] == [("FLOWER", B, "H1", 2), ("DRAW", B, "2s", 1)]
    own = played.table[0]["own"][B]
    assert (int(own["golds"]), int(own["gold_flowers"]), int(own["flowers"].sum())) == (0, 0, 0)
    assert int(played.table[0]["public"]["n_concealed"][B]) == 16 and all_there(played, wall)


def test_FD_2_05_other_flowers_are_replaced_as_ever() -> None:
    wall = gold_flower_wall()
    played = erring(wall, {B: errs("replace_gold_flower"), C: errs("flower_jump")})
    assert ("FLOWER", C, "H7", 0) in story(played, LogEvent.FLOWER) and standing(played) == {B}
    lawful = erring(wall, {B: errs("flower_jump")})
    assert penalties(lawful) == [] and story(lawful, LogEvent.FLOWER)[0] == ("FLOWER", C, "H7", 0)
    assert int(lawful.table[0]["own"][B]["golds"]) >= 1


def test_FD_2_05_the_gold_laid_out_earns_nothing() -> None:
    """Everybody settles at the end of the wall: without the gold B has 4 points and a tai less, and no flower for them."""
    wall, rules = gold_flower_wall(), fd({"end.draw_settlement": "pairwise"})
    rules["wall"]["reserve"] = ALL_LIVE - 6
    played = erring(wall, {B: errs("replace_gold_flower")}, rules=rules)
    lawful = erring(wall, {B: errs("flower_jump")}, rules=rules)
    total = [int(hand.rows[0, 0, 0, 0]["total_s1"]) for hand in (played, lawful)]
    assert total == [0, 20]  # one gold: 4 points are 10, and a tai


def test_FD_2_05_a_gold_flower_drawn_in_play_is_no_flower_to_replace_either() -> None:
    """B draws one and replaces it: it stands with the tile drawn for it, and C draws. Unseen it goes on with that tile."""
    wall = fd_wall({A: LOOSE.replace("E", "F")}, draws="9m H4", gold="H2", tail="2s 3s")
    played = erring(wall, {B: errs("replace_gold_flower")})
    assert penalties(played) == [(B, "replace_gold_flower", "STAND")] and all_there(played, wall)
    told = story(played, LogEvent.FLOWER, LogEvent.DRAW, LogEvent.STAND)
    assert told[:4] == [("DRAW", B, "H4", 0), ("FLOWER", B, "H4", 2), ("DRAW", B, "2s", 1), ("STAND", B, "", 2)]
    assert told[4][:2] == ("DRAW", C) and int(played.table[0]["own"][B]["golds"]) == 0
    unseen = erring(wall, {B: sees(errs("replace_gold_flower"), 0.0)}, "1 discard 2s", **UNSEEN)
    assert story(unseen, LogEvent.DISCARD)[1] == ("DISCARD", B, "2s", 0) and all_there(unseen, wall)
    assert counted(unseen, "replace_gold_flower")["lapsed"] >= 1


# --- the queue ----------------------------------------------------------------------------------------------------------


def test_FD_2_13_who_replaces_before_its_turn_without_asking_stands_and_no_follower() -> None:
    wall = holding({A: "H1", B: "H2", C: "H3", D: "H4"})
    played = erring(wall, {B: errs("flower_jump")})
    assert penalties(played) == [(B, "flower_jump", "STAND")] and standing(played) == {B}
    laid = [(row[1], row[2]) for row in story(played, LogEvent.FLOWER, LogEvent.DRAW)]
    assert laid[:8] == [(B, "H2"), (B, "2s"), (C, "H3"), (C, "3s"), (D, "H4"), (D, "4s"), (A, "H1"), (A, "5s")]
    assert all_there(played, wall)


def test_FD_2_13_who_is_asked_and_stays_silent_stands() -> None:
    wall = holding({A: "H1", B: "H2"})
    played = erring(wall, {A: errs("flower_silent")})
    assert penalties(played) == [(A, "flower_silent", "STAND")] and standing(played) == {A}
    assert seats(played, "STAND", "FLOWER", "DISCARD")[:3] == [("STAND", A), ("FLOWER", B), ("DISCARD", B)]
    assert owed(played, A) == 1 and not int(played.table[0]["own"][A]["flowers"].sum()) and all_there(played, wall)


def test_FD_2_13_who_is_asked_remembers_its_flowers() -> None:
    """A has forgotten them; B is about to replace and asks."""
    played = erring(holding({A: "H1", B: "H2"}), {A: FORGETS})
    assert penalties(played) == [] and counted(played, "flower_forget") == {"trig": 1, "slip": 1, "lapsed": 1}
    assert seats(played, "FLOWER")[:2] == [("FLOWER", A), ("FLOWER", B)] and owed(played, A) == 0


def test_FD_2_13_silence_that_nobody_minds_leaves_the_flowers_owed() -> None:
    everybody = {A: sees(errs("flower_silent"), 0.0)}
    played = erring(holding({A: "H1", B: "H2"}), everybody, **UNSEEN)
    assert penalties(played) == [] and owed(played, A) == 1
    assert counted(played, "flower_silent")["lapsed"] == 1
    assert counted(played, "flower_forget") == {"trig": 1, "slip": 1, "lapsed": 1}


def kan_wall() -> Array:
    """A may declare a closed kan of 1s at once; B owes a flower."""
    return holding({B: "H2"}, draws="1s", A="111s147m9m147p9p4s9sFWN")


KAN = "0 kan_closed 1s"


def test_FD_2_13_before_a_closed_kan_who_owes_flowers_replaces_them() -> None:
    wall = kan_wall()
    played = erring(wall, {B: FORGETS}, KAN)
    assert rows(played)[:4] == [("FLOWER", B, "H2"), ("DRAW", B, "2s"), ("KAN_CLOSED", A, "1s"), ("DRAW", A, "3s")]
    assert penalties(played) == [] and all_there(played, wall)


def test_FD_2_13_before_a_closed_kan_who_stays_silent_stands_and_the_kan_goes_on() -> None:
    wall = kan_wall()
    played = erring(wall, {B: errs("flower_forget", "flower_silent")}, KAN)
    assert penalties(played) == [(B, "flower_silent", "STAND")] and all_there(played, wall)
    assert rows(played)[:3] == [("STAND", B, ""), ("KAN_CLOSED", A, "1s"), ("DRAW", A, "2s")]


@pytest.mark.parametrize(("mistakes", "live"), [(("flower_forget",), 6), (("flower_forget", "flower_silent"), 5)])
def test_FD_2_13_who_is_in_play_is_read_after_the_question(mistakes: tuple[str, ...], live: int) -> None:
    """Of five tiles four are left after the kan: too few for a discard of four seats in play, enough for three. Of six one goes to
    B's flower, and five are just enough for the kan.
    """
    rules = fd()
    rules["wall"]["reserve"] = ALL_LIVE - live
    played = erring(kan_wall(), {B: errs(*mistakes)}, KAN, rules=rules)
    assert ("KAN_CLOSED", A, "1s") in rows(played)
    assert (("DISCARD", A) in seats(played, "DISCARD")) == (B in standing(played))


def test_FD_2_13_flowers_made_good_may_leave_too_few_tiles_for_the_kan() -> None:
    rules = fd()
    rules["wall"]["reserve"] = ALL_LIVE - 5
    played = erring(kan_wall(), {B: FORGETS}, KAN, rules=rules)
    assert ("FLOWER", B, "H2") in rows(played) and "KAN_CLOSED" not in [row[0] for row in rows(played)]


def test_FD_3_09_the_dealer_who_discards_owing_stands_when_the_next_replaces() -> None:
    wall = holding({A: "H1", B: "H2"})
    played = erring(wall, {A: FORGETS, B: MENDS}, "0 discard 1s")
    assert penalties(played) == [(A, "flower_forget", "STAND")] and standing(played) == {A}
    assert seats(played, "DISCARD", "FLOWER", "STAND")[:3] == [("DISCARD", A), ("FLOWER", B), ("STAND", A)]
    assert owed(played, A) == 1 and owed(played, B) == 0 and all_there(played, wall)


def test_FD_3_09_a_flower_that_the_next_draws_counts_too() -> None:
    played = erring(holding({A: "H1"}, draws="9m H7"), {A: FORGETS})
    assert seats(played, "DISCARD", "FLOWER", "STAND")[:3] == [("DISCARD", A), ("FLOWER", B), ("STAND", A)]


def test_FD_3_09_before_the_dealer_has_discarded_the_first_who_jumps_stands_and_no_follower() -> None:
    wall = holding({A: "H1", B: "H2", C: "H3", D: "H4"})
    played = erring(wall, dict.fromkeys((B, C, D), errs("flower_jump")))
    assert penalties(played) == [(B, "flower_jump", "STAND")] and standing(played) == {B}
    assert seats(played, "FLOWER")[:4] == [("FLOWER", seat) for seat in (B, C, D, A)]


def test_FD_3_09_a_second_round_is_announced_and_who_stays_silent_stands() -> None:
    """B draws a flower for its flower and announces it; A and D owe since the first round, D is silent."""
    wall = holding({A: "H1", B: "H2", D: "H4"}, tail="2s H5 3s 4s")
    played = erring(wall, {D: errs("flower_forget", "flower_silent")})
    assert penalties(played) == [(D, "flower_silent", "STAND")]
    laid = [(row[0], row[1], row[2]) for row in story(played, LogEvent.FLOWER, LogEvent.STAND)]
    assert laid[:4] == [("FLOWER", A, "H1"), ("FLOWER", B, "H2"), ("FLOWER", B, "H5"), ("STAND", D, "")]
    assert owed(played, D) == 1 and all_there(played, wall)
    answered = erring(wall, {D: FORGETS})
    assert penalties(answered) == [] and [row[1:3] for row in story(answered, LogEvent.FLOWER)][:4] == [
        (A, "H1"), (B, "H2"), (B, "H5"), (D, "H4"),
    ]  # fmt: skip


# --- owed in play -------------------------------------------------------------------------------------------------------


def test_FD_2_08_a_pon_that_skips_the_seat_ends_its_time() -> None:
    wall = holding({B: "H2"}, draws="9m", A="S47m9m147p9p147s9sFWNC", C="369m147m369p147p36sWN", D="SS58m369m258p369p36sC")
    played = erring(wall, {B: FORGETS}, "0 discard S; 3 pon; 3 discard C")
    at = rows(played).index(("STAND", B, ""))
    assert rows(played)[at - 2 : at] == [("PON", D, "S"), ("DISCARD", D, "C")] and standing(played) == {B}
    assert penalties(played) == [(B, "flower_forget", "STAND")] and all_there(played, wall)
    assert owed(played, B) == 1 and not int(played.table[0]["own"][B]["flowers"].sum())


def test_FD_2_08_whose_turn_has_not_come_may_still_replace_until_its_own_discard() -> None:
    wall = holding({D: "H4"})
    late = erring(wall, {D: FORGETS})
    discards = seats(late, "DISCARD", "STAND")
    assert discards[:5] == [("DISCARD", A), ("DISCARD", B), ("DISCARD", C), ("DISCARD", D), ("STAND", D)]
    played = erring(wall, {D: MENDS})
    assert penalties(played) == [] and counted(played, "flower_forget") == {"trig": 1, "slip": 1, "lapsed": 1}
    assert seats(played, "DISCARD", "FLOWER")[:2] == [("DISCARD", A), ("FLOWER", D)] and all_there(played, wall)
    assert int(played.table[0]["public"]["n_concealed"][D]) >= 16


def test_FD_2_08_unseen_by_the_players_the_seat_goes_on_owing_and_its_hand_can_do_nothing() -> None:
    """B has a pair of 8s when A throws one; all it does is draw and discard."""
    wall, lines = holding({B: "H2"}, draws="8s", B="88s258m36m258p36p25sSW"), "0 discard 8s; 1 pon"
    assert ("PON", B, "8s") in rows(erring(wall, {}, lines))
    played = erring(wall, {B: sees(FORGETS, 0.0)}, lines, **UNSEEN)
    assert penalties(played) == [] and owed(played, B) == 1 and counted(played, "flower_forget")["lapsed"] == 1
    assert {row[0] for row in story(played) if row[1] == B} <= {"DEAL", "DRAW", "DISCARD", "FLOWER", "GROUP"}
    assert "WIN" not in set().union(set(), *offered(played.log, B)) and int(played.table[0]["own"][B]["waits"]) == 0
    assert all_there(played, wall)


def test_FD_2_08_the_players_may_notice_it_at_any_later_discard() -> None:
    played = erring(holding({B: "H2"}), {B: sees(FORGETS, 0.03)}, others=sees(errs(), 0.03))
    assert penalties(played) == [(B, "flower_forget", "STAND")]
    at = seats(played, "DISCARD", "STAND").index(("STAND", B))
    assert at > 2  # not at B's first discard, on this wall


def test_FD_2_08_flowers_win_nothing_while_one_is_owed() -> None:
    """Two flowers win here: A draws two, but owes one of the deal. Its win is refused, and it stands."""
    wall = holding({A: "H1"}, draws="8m 8p 5m 5p H6", tail="H7 2s")
    played = erring(wall, {A: sees(FORGETS, 0.0)}, "0 win", {"win.flower_win": 2}, **UNSEEN)
    assert penalties(played) == [(A, "flower_forget", "STAND")] and end(played)["winner_mask"] == 0
    assert counted(played, "flower_forget")["denied"] == 1


def test_FD_3_29_the_dealer_may_make_it_good_until_the_next_seat_has_discarded() -> None:
    wall = holding({A: "H1"})
    played = erring(wall, {A: FORGETS})
    assert seats(played, "DISCARD", "STAND")[:3] == [("DISCARD", A), ("DISCARD", B), ("STAND", A)]
    fixed = erring(wall, {A: MENDS})
    assert seats(fixed, "DISCARD", "DRAW", "FLOWER")[:4] == [("DISCARD", A), ("DRAW", B), ("FLOWER", A), ("DRAW", A)]
    assert penalties(fixed) == [] and all_there(fixed, wall)
    assert int(fixed.table[0]["public"]["n_concealed"][A]) >= 16


def test_FD_3_29_flowers_cannot_be_made_good_when_only_the_last_tiles_are_left() -> None:
    rules = fd()
    rules["wall"]["reserve"] = ALL_LIVE - 5
    played = erring(holding({A: "H1"}), {A: MENDS}, rules=rules)
    assert seats(played, "FLOWER") == [] and owed(played, A) == 1


def test_FD_B_09_who_stands_before_the_replacements_lays_nothing_out() -> None:
    """b.12: STAND cannot replace flowers; what it holds earns nothing. Where standing seats go on playing it replaces them."""
    wall = holding({A: "H1", B: "H2"})
    played = erring(wall, {A: errs("peek_dice")})
    assert standing(played) == {A} and owed(played, A) == 1 and seats(played, "FLOWER")[0] == ("FLOWER", B)
    assert not int(played.table[0]["own"][A]["flowers"].sum()) and all_there(played, wall)
    on = erring(wall, {A: errs("peek_dice")}, changes={"penalty.stand": "play_no_win"})
    assert standing(on) == {A} and owed(on, A) == 0 and seats(on, "FLOWER")[0] == ("FLOWER", A)


def test_FD_2_08_found_out_where_standing_seats_go_on_playing_it_replaces() -> None:
    wall = holding({B: "H2H3"})
    played = erring(wall, {B: FORGETS}, changes={"penalty.stand": "play_no_win"})
    assert standing(played) == {B} and owed(played, B) == 0 and all_there(played, wall)
    assert seats(played, "STAND", "FLOWER")[:3] == [("STAND", B), ("FLOWER", B), ("FLOWER", B)]


# --- not known for a flower ---------------------------------------------------------------------------------------------


def test_FD_3_02_a_flower_taken_for_another_tile_stands_at_the_discard_and_earns_nothing() -> None:
    wall = holding({}, draws="9m H6", B="1m258m36m258p36p258sSW")
    played = erring(wall, {B: errs("flower_unseen")}, "1 discard 1m")
    assert penalties(played) == [(B, "flower_unseen", "STAND")] and standing(played) == {B}
    assert rows(played)[1:4] == [("DRAW", B, "H6"), ("DISCARD", B, "1m"), ("STAND", B, "")]
    own, public = played.table[0]["own"][B], played.table[0]["public"]
    assert not int(own["flowers"].sum()) and int(public["n_flowers"][B]) == 0 and int(public["n_concealed"][B]) == 15
    assert all_there(played, wall)


def test_FD_3_02_the_replacement_of_a_kan_may_be_a_flower_too() -> None:
    wall = holding({}, draws="1s", A="111s147m9m147p9p4s9sFWN", tail="H6 2s 3s")
    played = erring(wall, {A: errs("flower_unseen")}, KAN)
    assert penalties(played) == [(A, "flower_unseen", "STAND")] and all_there(played, wall)
    assert [row[:2] for row in rows(played)[:4]] == [("KAN_CLOSED", A), ("DRAW", A), ("DISCARD", A), ("STAND", A)]
    assert int(played.table[0]["public"]["n_concealed"][A]) == 12 and not int(played.table[0]["own"][A]["flowers"].sum())


def test_FD_3_02_a_turn_with_such_a_flower_is_one_with_a_draw() -> None:
    """A owes a flower and makes it good when B has drawn; a wrong chi of B's is due at the discard of C, who has drawn one."""
    wall = holding({A: "H1"}, draws="9m H6")
    played = erring(wall, {A: MENDS, B: errs("flower_unseen")})
    assert seats(played, "DISCARD", "DRAW", "FLOWER", "STAND")[:5] == [
        ("DISCARD", A), ("DRAW", B), ("FLOWER", A), ("DRAW", A), ("DISCARD", B),
    ]  # fmt: skip
    chis = fd_wall({A: LOOSE.replace("E", "F"), B: "345m11m258p369s47sSWNC"}, draws="6m H6", gold="E")
    wrong = erring(chis, {B: errs("wrong_chi"), C: errs("flower_unseen")}, "0 discard 6m; 1 chi_high 6m; 1 discard S; 1 discard S")
    assert {(B, "wrong_chi", "STAND"), (C, "flower_unseen", "STAND")} <= set(penalties(wrong))
    assert seats(wrong, "DISCARD", "STAND")[:3] == [("DISCARD", A), ("DISCARD", B), ("DISCARD", C)]
    assert set(seats(wrong, "DISCARD", "STAND")[3:5]) == {("STAND", B), ("STAND", C)}


def test_FD_3_02_unseen_by_the_others_the_hand_stays_a_tile_short() -> None:
    wall = holding({}, draws="9m H6")
    played = erring(wall, {B: sees(errs("flower_unseen"), 0.0)}, **UNSEEN)
    assert penalties(played) == [] and counted(played, "flower_unseen")["lapsed"] >= 1
    assert "WIN" not in set().union(set(), *offered(played.log, B)) and all_there(played, wall)


KEYS = ("flower_forget", "flower_jump", "flower_silent", "replace_gold_flower", "flower_unseen", "peek_dice")


@pytest.mark.parametrize("changes", [{}, {"penalty.stand": "play_no_win"}, {"end.draw_settlement": "pairwise"}])
@pytest.mark.parametrize("gold", ["E", "H2", "P"])
def test_hands_with_flowers_replaced_wrongly_keep_all_their_tiles(gold: str, changes: dict[str, object]) -> None:
    """g.1, g.2. Every other flower is forgotten for a while."""
    who = errs(*KEYS, flower_forget_fix=0.3, peek_dice_control=1.0)
    seen: set[str] = set()
    for seed in range(6):
        people = {seat: sees(who, 0.3, Objection.NEVER if seat else Objection.ALWAYS) for seat in range(4) if (seed + seat) % 3}
        flowers = {seat: f"{f}" for seat, f in enumerate(("H1H5", "H3", "H6H7", "H8")) if "H" not in gold or "H2" not in f}
        hands = {seat: f + "147m258p369s" for seat, f in flowers.items()}
        wall = fd_wall(hands, gold=gold, seed=seed, rules=fd(moved(changes)))
        played = erring(wall, people, changes=changes)
        assert sum(deltas(played)) == 0 and all_there(played, wall)
        for entry in KEYS:
            counts = counted(played, entry)
            seen |= {entry} if counts.get("slip") else set()
            assert counts.get("slip", 0) == counts.get("noticed", 0) + counts.get("lapsed", 0)
    assert {"flower_forget", "peek_dice"} <= seen
