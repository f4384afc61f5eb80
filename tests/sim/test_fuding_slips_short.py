"""A flower laid out and not replaced: the hand is a tile short, in play or from the opening rounds on (FD-2.01)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from rulesets.options import Value
from sim.batch import LogEvent, Played
from sim.mistakes.profiles import MistakeProfile
from tests.sim.fuding_ends import ALL_LIVE
from tests.sim.fuding_slips import counted, end, erring, errs, few, penalties, seed_of, sees, standing
from tests.sim.fuding_table import LITERAL, LOOSE, A, B, C, D, deltas, fd_wall
from tests.sim.laid_table import story
from tests.sim.tabletop import offered
from tests.sim.test_fuding_slips_flowers import FORGETS, KAN, all_there, holding, rows, seats
from tests.sim.test_fuding_slips_judged import ANY_DRAW, BLIND, FORCED, ORDERS, asked, events, unseen

SKIPS = errs("skip_draw")


def half(profile: MistakeProfile) -> MistakeProfile:
    """The same mistakes at half of the opportunities."""
    return replace(profile, p=tuple(p / 2 for p in profile.p))


def first(play: Callable[[int], Played], *wanted: tuple[str, int, str]) -> Played:
    """The hand by the first seed of chance in which these rows follow one another."""

    def has_them(seed: int) -> bool:
        told = rows(play(seed))
        return any(tuple(told[i : i + len(wanted)]) == wanted for i in range(len(told)))

    return play(seed_of(has_them))


def concealed(played: Played, seat: int) -> int:
    return int(played.table[0]["public"]["n_concealed"][seat])


# --- in play ------------------------------------------------------------------------------------------------------------


def test_FD_2_01_a_flowers_replacement_is_skipped() -> None:
    """B lays the flower that it draws out and discards; it stands when C has racked its tile."""
    wall = holding({}, draws="9m H6 3p")
    told = (("DRAW", B, "H6"), ("FLOWER", B, "H6"), ("DISCARD", B, "2p"))
    played = first(lambda seed: erring(wall, {B: half(SKIPS)}, "1 discard 2p", seed=seed), *told)
    at = rows(played).index(told[0])
    assert rows(played)[at + 3 : at + 5] == [("DRAW", C, "3p"), ("STAND", B, "")]
    assert penalties(played) == [(B, "skip_draw", "STAND")] and standing(played) == {B} and all_there(played, wall)
    assert concealed(played, B) == 15 and int(played.table[0]["own"][B]["flowers"].sum()) == 1  # the flower counts
    assert counted(played, "skip_draw") == {"trig": 2, "slip": 1, "noticed": 1, "stand": 1}  # the draw was an opportunity too
    assert events(played, "skip_draw")[0]["live"] == ALL_LIVE - 1
    assert story(played, LogEvent.GROUP)[0][3] == 3


def test_FD_2_01_the_turn_after_a_skipped_replacement_is_a_discard_only() -> None:
    """B holds four 8s: it makes a kan of them after a draw, not after a flower without a replacement."""
    wall = holding({}, draws="9m H6", tail="2s 3s", B="8888s58m36m258p36pSWN")
    told = (("DRAW", B, "H6"), ("FLOWER", B, "H6"), ("DISCARD", B, "3m"))
    played = first(lambda seed: erring(wall, {B: half(SKIPS)}, "1 kan_closed 8s", seed=seed), *told)
    turns = [legal for legal in offered(played.log, B) if "DISCARD" in legal]
    assert "KAN_CLOSED" not in turns[0] and ("KAN_CLOSED", B, "8s") not in rows(played)
    lawful = erring(wall, {}, "1 kan_closed 8s")
    assert ("KAN_CLOSED", B, "8s") in rows(lawful)


@pytest.mark.parametrize("n", [1, 2, 3])
def test_FD_2_01_each_flower_in_a_row_is_an_opportunity_of_its_own(n: int) -> None:
    wall = holding({}, draws="9m H6 3p", tail="H7 H8 2s")
    last = ("H6", "H7", "H8")[n - 1]
    played = first(lambda seed: erring(wall, {B: half(SKIPS)}, seed=seed), ("FLOWER", B, last), ("DISCARD", B, "2m"))
    assert counted(played, "skip_draw") == {"trig": 1 + n, "slip": 1, "noticed": 1, "stand": 1} and all_there(played, wall)
    assert int(played.table[0]["own"][B]["flowers"].sum()) == n and concealed(played, B) == 15


def kan_flower(seed: int, live: int = ALL_LIVE) -> Played:
    """A makes a kan and draws a flower for it; it may forget either replacement."""
    wall = holding({}, draws="1s", tail="H6 2s 3s", A="111s147m9m147p9p4s9sFWN")
    played = erring(wall, {A: half(SKIPS)}, KAN, seed=seed, rules=few(live))
    assert all_there(played, wall)
    return played


def test_FD_2_01_a_flower_drawn_for_a_kan_may_lack_its_replacement() -> None:
    played = first(kan_flower, ("KAN_CLOSED", A, "1s"), ("DRAW", A, "H6"), ("FLOWER", A, "H6"), ("DISCARD", A, "1m"))
    assert penalties(played) == [(A, "skip_draw", "STAND")] and concealed(played, A) == 12
    assert seats(played, "DRAW", "STAND")[1:3] == [("DRAW", B), ("STAND", A)]


@pytest.mark.parametrize(("live", "trig"), [(7, 2), (6, 1)])
def test_FD_2_01_no_replacement_is_skipped_where_no_discard_would_follow(live: int, trig: int) -> None:
    """Of seven tiles six are left at the flower of a kan, five after it: A discards. Of six four would be left, and no discard."""
    seed = seed_of(lambda seed: counted(kan_flower(seed, 7), "skip_draw") == {"trig": 2})
    assert counted(kan_flower(seed, live), "skip_draw") == {"trig": trig}


def test_FD_2_01_no_opportunity_with_a_flower_that_is_not_replaced() -> None:
    """Five tiles: the flower is the fifth, it lies dead and the other four are dealt out."""
    wall = holding({}, draws="9m H6 3p")
    played = first(lambda seed: erring(wall, {B: half(SKIPS)}, rules=few(5), seed=seed), ("DRAW", B, "H6"), ("FLOWER", B, "H6"))
    assert ("FLOWER", B, "H6", 1) in story(played, LogEvent.FLOWER) and counted(played, "skip_draw") == {"trig": 1}


def test_FD_2_01_the_players_may_notice_a_skipped_replacement_at_any_discard() -> None:
    wall = holding({}, draws="9m H6 3p")
    at_once = sees(errs())
    told = (("DRAW", B, "H6"), ("FLOWER", B, "H6"), ("DISCARD", B, "2p"), ("STAND", B, ""))
    played = first(lambda seed: erring(wall, {B: sees(half(SKIPS))}, "1 discard 2p", others=at_once, seed=seed), *told[:3])
    assert rows(played)[rows(played).index(told[2]) + 1] == told[3]


@pytest.mark.parametrize(("changes", "lines"), [(ANY_DRAW, ""), ({"win.three_gold": "any_own_draw"}, "1 win")])
def test_FD_2_01_a_win_after_a_skipped_replacement_is_refused_and_stands(changes: dict[str, Value], lines: str) -> None:
    """Three golds win without a shape; B draws the third a turn after it left a flower unreplaced."""
    hands = {A: LOOSE.replace("E", "F"), B: "EE147m9m147p9p147s9sWN"}
    wall = fd_wall(hands, draws="F H6 2p 2p 2p E", gold="E", tail="2s 3s")

    def of(seed: int) -> Played:
        return erring(wall, {B: half(unseen("skip_draw"))}, lines, changes, others=BLIND, seed=seed)

    played = first(of, ("FLOWER", B, "H6"), ("DISCARD", B, "1m"))
    assert end(played)["winner_mask"] == 0 and penalties(played) == [(B, "skip_draw", "STAND")]
    assert counted(played, "skip_draw")["denied"] == 1


def test_FD_3_09_a_flower_laid_out_and_not_replaced_does_not_make_the_dealer_stand() -> None:
    """A owes a flower and has discarded. B lays one out: with a replacement A is late, without one it is not yet."""
    wall = holding({A: "H1"}, draws="9m H7 3p")
    played = first(lambda seed: erring(wall, {A: FORGETS, B: half(SKIPS)}, seed=seed), ("FLOWER", B, "H7"), ("DISCARD", B, "2m"))
    assert ("STAND", A, "") not in rows(played)[: rows(played).index(("DISCARD", B, "2m"))]
    lawful = erring(wall, {A: FORGETS})
    assert ("STAND", A, "") in rows(lawful)[: seats(lawful, "DISCARD").index(("DISCARD", B)) + 5]
    both = holding({A: "H1"}, draws="9m H7 3p", tail="H8 2s 3s")  # one replaced, the next one not
    late = first(lambda seed: erring(both, {A: FORGETS, B: half(SKIPS)}, seed=seed), ("FLOWER", B, "H8"), ("STAND", A, ""))
    assert penalties(late)[0] == (A, "flower_forget", "STAND")


def test_FD_2_01_a_turn_with_a_flower_not_replaced_is_one_with_a_draw() -> None:
    """A owes a flower and may make it good when B has drawn; a wrong chi of B's is due at the discard of C, who has drawn one."""
    wall, mends = holding({A: "H1"}, draws="9m H6"), errs("flower_forget", flower_forget_fix=0.5)
    told = (("FLOWER", B, "H6"), ("FLOWER", A, "H1"), ("DRAW", A, "2s"), ("DISCARD", B, "2m"))
    assert all_there(first(lambda seed: erring(wall, {A: mends, B: half(SKIPS)}, seed=seed), *told), wall)
    chis = fd_wall({A: LOOSE.replace("E", "F"), B: "345m11m258p369s47sSWNC", C: LOOSE.replace("E", "F")}, draws="6m H6", gold="E")
    lines = "0 discard 6m; 1 chi_high 6m; 1 discard S; 1 discard S"
    late = (("DRAW", C, "H6"), ("FLOWER", C, "H6"), ("DISCARD", C, "1m"), ("STAND", B, ""))
    wrong = first(lambda seed: erring(chis, {B: errs("wrong_chi"), C: half(SKIPS)}, lines, seed=seed), *late)
    assert penalties(wrong)[0] == (B, "wrong_chi", "STAND")


# --- in the opening rounds ----------------------------------------------------------------------------------------------


def test_FD_2_01_in_the_opening_rounds_a_tile_too_few_is_drawn() -> None:
    """C lays two flowers out and draws one tile; it stands when B racks its first tile."""
    wall = holding({C: "H3H7"}, draws="9m 9s")
    played = erring(wall, {C: SKIPS})
    assert rows(played)[:6] == [
        ("FLOWER", C, "H3"), ("FLOWER", C, "H7"), ("DRAW", C, "2s"), ("DISCARD", A, "9m"), ("DRAW", B, "9s"), ("STAND", C, ""),
    ]  # fmt: skip
    assert penalties(played) == [(C, "skip_draw", "STAND")] and concealed(played, C) == 15 and all_there(played, wall)
    assert counted(played, "skip_draw") == {"trig": 1, "slip": 1, "noticed": 1, "stand": 1}
    assert events(played, "skip_draw")[0]["live"] == ALL_LIVE - 1 and int(played.table[0]["own"][C]["flowers"].sum()) == 2


def test_FD_2_01_who_draws_nothing_for_its_flower_of_the_deal_is_not_found_by_its_own_draw() -> None:
    played = erring(holding({B: "H2"}), {B: SKIPS})
    assert seats(played, "FLOWER", "DRAW", "DISCARD", "STAND")[:6] == [
        ("FLOWER", B), ("DISCARD", A), ("DRAW", B), ("DISCARD", B), ("DRAW", C), ("STAND", B),
    ]  # fmt: skip


def test_FD_2_01_the_players_may_notice_it_at_the_first_discard() -> None:
    played = erring(holding({C: "H3"}), {C: sees(SKIPS)}, others=sees(errs()))
    assert seats(played, "FLOWER", "DRAW", "DISCARD", "STAND")[:3] == [("FLOWER", C), ("DISCARD", A), ("STAND", C)]


def test_FD_2_01_a_dealer_who_is_a_tile_short_only_discards_in_its_first_turn() -> None:
    wall = holding({A: "H1"}, draws="1s", A="111s147m9m147p9p4s9sFWN")
    lawful = erring(wall, {}, KAN)
    assert ("KAN_CLOSED", A, "1s") in rows(lawful)
    played = erring(wall, {A: SKIPS}, KAN)
    assert [row[:2] for row in rows(played)[:4]] == [("FLOWER", A), ("DISCARD", A), ("DRAW", B), ("STAND", A)]
    assert concealed(played, A) == 15 and all_there(played, wall)
    assert not {"KAN_CLOSED", "WIN"} & set().union(*offered(played.log, A)[:1])


def test_FD_2_01_a_complete_hand_of_the_dealer_without_its_last_tile_is_no_heavenly_win() -> None:
    """With the tile for its flower A would have 天胡; it draws none."""
    wall = fd_wall({A: "H1123m456m789p123s789s"}, draws="9m", gold="E", tail="9m 2s")
    assert end(erring(wall, {}, "0 win"))["winner_mask"] == 1 << A
    played = erring(wall, {A: SKIPS}, "0 win")
    assert end(played)["winner_mask"] & 1 == 0 and asked(played, A) >= 1 and standing(played) == {A}


def test_FD_2_01_in_later_rounds_the_short_hand_replaces_in_full() -> None:
    """C draws one tile for two flowers, a flower again: that one is replaced, and nothing else goes wrong with C in the rounds."""
    wall = holding({C: "H3H7", D: "H4"}, tail="H6 2s 3s")
    played = erring(wall, {C: SKIPS})
    told = [row[:3] for row in story(played, LogEvent.FLOWER, LogEvent.DRAW)]
    assert told[:7] == [
        ("FLOWER", C, "H3"), ("FLOWER", C, "H7"), ("DRAW", C, "H6"), ("FLOWER", D, "H4"), ("DRAW", D, "2s"), ("FLOWER", C, "H6"),
        ("DRAW", C, "3s"),
    ]  # fmt: skip
    assert counted(played, "skip_draw")["trig"] == 1 and all_there(played, wall)
    halves = errs("skip_draw", "flower_forget", "flower_silent")
    many = [erring(wall, {C: half(halves)}, seed=seed) for seed in range(60)]
    one_drawn = [("FLOWER", C), ("FLOWER", C), ("DRAW", C), ("FLOWER", D)]
    short = [hand for hand in many if seats(hand, "FLOWER", "DRAW")[:4] == one_drawn]
    assert len(short) > 2
    for hand in short:  # D asked it in the first round, before it drew too few
        assert counted(hand, "flower_forget") == counted(hand, "flower_silent") == {"trig": 1}


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("choice", ["optional", "forced"])
def test_FD_2_01_three_golds_of_a_short_hand_are_refused_after_the_rounds(order: str, choice: str) -> None:
    """B lays two flowers out and draws one tile, its third gold."""
    wall = fd_wall({A: LOOSE.replace("E", "F"), B: "H1H5EE" + LOOSE[1:].replace("EWN", "")}, gold="E", tail="E 2s 3s")
    changes = FORCED | {"opening.order": order, "win.three_gold_choice": choice}
    assert end(erring(wall, {}, "1 win", changes))["winner_mask"] == 1 << B
    played = erring(wall, {B: SKIPS}, "1 win", changes)
    assert end(played)["winner_mask"] == 0 and penalties(played) == [(B, "skip_draw", "STAND")]
    assert counted(played, "skip_draw")["denied"] == 1 and events(played, "skip_draw")[0]["observer"] == 4
    assert rows(played)[3:5] == [("STAND", B, ""), ("DISCARD", A, "F")] and all_there(played, wall)


def test_FD_2_01_one_slip_at_a_replacement() -> None:
    """No opportunity for who jumps, lays a gold out, has forgotten and is asked, or takes a tile too many."""
    four = holding({A: "H1", B: "H2", C: "H3", D: "H4"})
    jumps = erring(four, {B: errs("flower_jump", "skip_draw")})
    assert counted(jumps, "skip_draw") == {} and penalties(jumps) == [(B, "flower_jump", "STAND")]
    follows = erring(four, {B: errs("flower_jump"), C: SKIPS})
    assert counted(follows, "skip_draw")["slip"] == 1 and concealed(follows, C) == 15
    remembers = erring(holding({A: "H1", B: "H2"}), {A: errs("flower_forget", "skip_draw")}, rules=few(1))
    assert ("FLOWER", A) in seats(remembers, "FLOWER") and counted(remembers, "skip_draw") == {}
    two = erring(holding({A: "H1"}), {A: errs("overdraw", "skip_draw")})
    assert counted(two, "overdraw")["slip"] == 1 and counted(two, "skip_draw") == {}
    gold = fd_wall({A: LOOSE.replace("E", "F"), B: "H1H7147m9m147p9p147s9sWNC"}, gold="H2", tail="2s 3s 4s")
    laid = erring(gold, {B: errs("replace_gold_flower", "skip_draw")})
    assert counted(laid, "skip_draw") == {} and penalties(laid) == [(B, "replace_gold_flower", "STAND")]


# --- many hands ---------------------------------------------------------------------------------------------------------

MIXED = ("skip_draw", "flower_forget", "flower_jump", "flower_silent", "flower_unseen", "overdraw", "false_closed_kan", "wrong_end")
SOAK: list[dict[str, Value]] = [
    {}, {"penalty.after_pei": "continue", "penalty.stand": "play_no_win"}, ANY_DRAW | {"penalty.after_pei": "continue"},
    {"end.last_group_win": "forced", "end.draw_settlement": "pairwise"},
]  # fmt: skip


@pytest.mark.parametrize("number", range(len(SOAK)))
def test_hands_with_replacements_skipped_keep_all_their_tiles(number: int) -> None:
    """g.1, g.2. Every slip is noticed or lapses, and the chips move in a circle."""
    changes = {key: value for key, value in SOAK[number].items() if LITERAL.values[key] != value}
    profile = errs(*MIXED, flower_forget_fix=0.4)
    slipped = 0
    for seed in range(24):
        who = replace(profile, p=tuple(0.35 * p for p in profile.p))
        people = {seat: sees(who, 0.3) if seed % 2 else who for seat in range(4)}
        hands = {seat: flowers + "147m258p369s" for seat, flowers in enumerate(("H1H5", "H3", "H6H7", "H8"))}
        wall = fd_wall(hands, gold="EP"[seed % 2], seed=seed)
        played = erring(wall, people, changes=changes, seed=seed)
        own = played.table[0]["mist"]["extra_tile"]
        kans = any(int(kind) > 2 for kind in played.table[0]["own"]["meld_kind"].ravel())
        assert sum(deltas(played)) == 0
        if not own.any() and not kans:
            assert all_there(played, wall)
        for entry in MIXED:
            counts = counted(played, entry)
            assert counts.get("slip", 0) == counts.get("noticed", 0) + counts.get("lapsed", 0)
        slipped += counted(played, "skip_draw").get("slip", 0)
    assert slipped > 3
