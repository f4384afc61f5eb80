"""Wins with sixteen tiles: shapes, golds, who goes first, and what follows from it in points.

FZ-WIN, FZ-SHAPE, FZ-PING, FZ-JQ, FZ-JL, FZ-CUT and FZ-X, one test for each clause. 5s is gold unless said otherwise; a seat whose
hand the indicator would complete declines it by default. Points are those of `fz_std`: each loser pays the same amount.
"""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from rulesets.fuzhou.fans import Fan
from rulesets.options import Value
from rulesets.tiles import WinKind
from sim.batch import LogEvent, Played
from sim.outcomes import Tag
from tests.sim.fuzhou_table import HA, HC, HD, HE, HF, HG, fz_play, fz_wall, outcome, play_events, public, turns
from tests.sim.tabletop import events, offered

NO_QUADS: Mapping[str, Value] = {"wall.grow_flower_quad": 0}


def wins(played: Played) -> list[tuple[int, str]]:
    return events(played.log, LogEvent.WIN)


def deltas(played: Played) -> list[int]:
    return [int(outcome(played)[f"delta_s{seat}"]) for seat in range(4)]


def fans(played: Played) -> set[str]:
    """The special wins of the winner."""
    mask = int(outcome(played)["fans_a"])
    return {fan.name for fan in Fan if mask >> fan & 1}


def paid(winner: int, amount: int) -> list[int]:
    return [3 * amount if seat == winner else -amount for seat in range(4)]


# --- winning on another's tile or one's own ---


def test_FZ_WIN_01_a_win_on_anothers_discard() -> None:
    played = fz_play({}, fz_wall({0: "9s", 3: HA}, draws="9m 3p"), "0 discard 9s; 3 pass; 3 win")
    assert wins(played) == [(3, "3p")] and outcome(played)["end"] == WinKind.DISCARD and outcome(played)["payer"] == 2
    assert deltas(played) == paid(3, 5 + 30)  # nothing but the base, once, and the plain hand without flower and kan


def test_FZ_WIN_02_a_win_on_ones_own_draw() -> None:
    played = fz_play({}, fz_wall({0: "9s", 1: HA}, draws="6p"), "0 discard 9s; 1 pass; 1 win")
    assert wins(played) == [(1, "6p")] and outcome(played)["end"] == WinKind.SELF_DRAW and outcome(played)["payer"] == -1
    assert deltas(played) == paid(1, 2 * 5 + 30)


def test_FZ_WIN_03_the_indicator_is_a_self_draw_and_two_golds_as_the_pair_can_be_either() -> None:
    thrown = fz_play({}, fz_wall({0: "6p", 1: HC}), "0 discard 6p; 1 pass; 1 win")
    assert "JINQUE" in fans(thrown) and deltas(thrown) == paid(1, 5 + 2 + 60)
    drawn = fz_play({}, fz_wall({0: "9s", 1: HC}, draws="6p"), "0 discard 9s; 1 pass; 1 pass; 1 win")
    assert wins(drawn) == [(1, "6p")] and deltas(drawn) == paid(1, 2 * (5 + 2) + 60)
    taken = fz_play({}, fz_wall({0: "1s", 2: HA}), "0 discard 1s; 2 win")
    assert outcome(taken)["end"] == WinKind.SELF_DRAW and deltas(taken) == paid(2, 2 * (5 + 1) + 30)


# --- shapes ---


SHAPES = (
    ("01", "11p 123m456m789m123s78s", "9s"),
    ("02", "11p 123m456m789m222p33s", "3s"),
    ("03", "11p 123m456m222p444p77s", "7s"),
    ("04", "11p 123m222p444p777s99s", "9s"),
    ("05", "11p 222m555m333p777s99s", "9s"),
    ("09", "11p 123m456m789m123s99p", "9p"),
)


@pytest.mark.parametrize(("hand", "tile"), [shape[1:] for shape in SHAPES], ids=[f"FZ-SHAPE-{shape[0]}" for shape in SHAPES])
def test_fz_shape_every_mix_of_runs_and_triplets_wins(hand: str, tile: str) -> None:
    wall = fz_wall({0: tile, 1: hand}, gold="5s")
    played = fz_play({}, wall, f"0 discard {tile}; 1 pass; 1 win")
    assert wins(played) == [(1, tile)] and outcome(played)["end"] == WinKind.DISCARD


KAN_HAND = "7777s 11p123m456m222p4p"  # with a second 4p, and a kan of 7s, it waits for 1p and 4p
EIGHT = (
    (HF, "8s", {"eight_any_single"}),
    (HF, "6p", {"eight_any_single", "eight_half_matches"}),
    ("11m33m55m77m99m22p44p6s8s", "6s", {"eight_any_single"}),
    ("11m33m55m77m99m22p44p66s", "6s", {"eight_any_single", "eight_half_matches"}),
    ("1111m55m77m99m22p44p66p", "8s", {"eight_any_single"}),
    ("11m33m55m77m99m22p44p6s8s", "2s", set()),
)


@pytest.mark.parametrize("pairs", ["eight_any_single", "eight_half_matches", "none"])
@pytest.mark.parametrize(("hand", "tile", "where"), EIGHT)
def test_FZ_SHAPE_06_eight_pairs(hand: str, tile: str, where: set[str], pairs: str) -> None:
    rules: dict[str, Value] = {} if pairs == "eight_any_single" else {"win.pairs": pairs}
    played = fz_play(rules, fz_wall({0: tile, 1: hand}), f"0 discard {tile}")
    on_tile = [actions for actions in offered(played.log, 1, tile) if "WIN" in actions]
    assert bool(on_tile) == (pairs in where)


def test_FZ_SHAPE_06_whether_four_alike_are_two_pairs() -> None:
    wall = fz_wall({0: "8s", 1: "1111m55m77m99m22p44p66p"})
    assert wins(fz_play({}, wall, "0 discard 8s; 1 pass; 1 win")) == [(1, "8s")]
    assert ("WIN", 1, "8s") not in play_events(fz_play({"win.pairs_quads": False}, wall, "0 discard 8s; 1 pass; 1 win"))


def test_FZ_SHAPE_07_a_kan_counts_as_a_triplet() -> None:
    wall = fz_wall({0: "4p", 1: KAN_HAND}, draws="4p 8m 8m 4p", tail="9s")
    played = fz_play({}, wall, "0 discard 9s; 1 kan_closed 7s; 1 win")
    assert ("KAN_CLOSED", 1, "7s") in play_events(played) and wins(played) == [(1, "4p")]


def test_FZ_SHAPE_08_nothing_else_wins() -> None:
    wall = fz_wall({0: "1s", 1: "11m33m55m77m99m22p44p6p8s"})
    assert all("WIN" not in actions for actions in offered(fz_play({}, wall, "0 discard 1s").log, 1, "1s"))


# --- special wins ---


def test_FZ_PING_01_no_flower_and_no_kan() -> None:
    plain = fz_play({}, fz_wall({0: "9s", 1: HA}, draws="6p"), "0 discard 9s; 1 pass; 1 win")
    assert "PING0" in fans(plain)
    wall = fz_wall({0: "9s", 1: KAN_HAND}, draws="4p 8m 8m 4p", tail="9s")
    with_kan = fz_play({}, wall, "0 discard 9s; 1 kan_closed 7s; 1 win")
    assert wins(with_kan) == [(1, "4p")] and fans(with_kan) == set() and deltas(with_kan) == paid(1, 5 + 2)


def test_FZ_PING_02_exactly_one_flower() -> None:
    wall = fz_wall({0: "9s", 1: HA}, draws="H1", tail="6p")
    played = fz_play({}, wall, "0 discard 9s; 1 pass; 1 win")
    assert fans(played) == {"PING1"} and deltas(played) == paid(1, 2 * (5 + 1) + 15)
    quad = fz_wall({0: "9s", 1: KAN_HAND}, draws="H1 8m 8m 4p", tail="4p 9s")
    with_kan = fz_play({}, quad, "0 discard 9s; 1 kan_closed 7s; 1 win")
    assert wins(with_kan) == [(1, "4p")] and fans(with_kan) == set() and deltas(with_kan) == paid(1, 5 + 1 + 2)


def test_FZ_JQ_01_two_golds_as_the_pair() -> None:
    pair = fz_play({}, fz_wall({0: "9p", 1: HC}), "0 discard 9p; 1 pass; 1 win")
    assert "JINQUE" in fans(pair) and deltas(pair) == paid(1, 5 + 2 + 60)
    other = fz_play({}, fz_wall({0: "1s", 1: HC}), "0 discard 1s; 1 pass; 1 win")
    assert wins(other) == [(1, "1s")] and "JINQUE" not in fans(other) and deltas(other) == paid(1, 5 + 2 + 30)


BOTH = fz_wall({0: "6p", 1: HA, 3: HC})
BOTH_LINE = "0 discard 6p; 1 pass; 3 pass; 1 win; 3 {}"


def test_FZ_JQ_02_two_golds_as_the_pair_go_first_wherever_they_sit() -> None:
    played = fz_play({}, BOTH, BOTH_LINE.format("win"))
    assert wins(played) == [(3, "6p")] and outcome(played)["answers"] == 0b1010 and outcome(played)["winner_mask"] == 0b1000
    assert deltas(played) == paid(3, 5 + 2 + 60)
    assert wins(fz_play({"claim.win_order": "seat"}, BOTH, BOTH_LINE.format("win"))) == [(1, "6p")]


def test_FZ_CUT_02_who_declines_leaves_the_tile_to_the_others() -> None:
    assert wins(fz_play({}, BOTH, BOTH_LINE.format("pass"))) == [(1, "6p")]


def test_FZ_CUT_01_the_nearest_of_several_wins_alone() -> None:
    wall = fz_wall({0: "6p", 1: HA, 2: HA})
    line = "0 discard 6p; 1 pass; 2 pass; 1 {}; 2 win"
    assert wins(fz_play({}, wall, line.format("win"))) == [(1, "6p")]
    assert wins(fz_play({}, wall, line.format("pass"))) == [(2, "6p")]
    everybody = fz_play({"claim.multi_win": "all", "claim.win_order": "seat"}, wall, line.format("win"))
    assert wins(everybody) == [(1, "6p"), (2, "6p")]
    # each is settled as if alone: 35 from every other seat; winners pay each other nothing
    assert deltas(everybody) == [-70, 70, 70, -70]


FLUSH = "111222333999p45p88p"  # waits for 3p and 6p, all dots


def test_the_order_of_special_hands() -> None:
    """`claim.win_order: special_rank`: a full flush before two golds as the pair, and these before a plain hand."""
    line = "0 discard 6p; 1 pass; 3 pass; 1 win; 3 win"
    ranked: dict[str, Value] = {"claim.win_order": "special_rank"}
    flush = fz_wall({0: "6p", 1: HC, 3: FLUSH})
    assert wins(fz_play(ranked, flush, line)) == [(3, "6p")]
    assert wins(fz_play({}, flush, line)) == wins(fz_play({"claim.win_order": "seat"}, flush, line)) == [(1, "6p")]
    flowered = fz_wall({0: "6p", 1: HA, 3: HA[:-3] + "77s"}, draws="H1 9m 8m", tail="8p")
    assert wins(fz_play(ranked, flowered, line)) == [(1, "6p")]
    late = fz_wall({0: "9s", 1: HA, 3: HA}, draws="H1 9m 9m 6p", tail="8p")
    assert wins(fz_play(ranked, late, "0 discard 9s; 1 pass; 3 pass; 1 win; 3 win")) == [(3, "6p")]  # no flower goes first
    assert wins(fz_play({}, late, "0 discard 9s; 1 pass; 3 pass; 1 win; 3 win")) == [(1, "6p")]


def test_several_robbers_are_asked_in_the_same_order() -> None:
    """Seats 1 and 3 let 6p go by when seat 2 throws it; seat 0 pons it and adds the fourth at once."""
    wall = fz_wall({0: "666p9s", 1: HA, 3: HC}, draws="9p 6p")
    line = "0 discard 9s; 1 pass; 3 pass; 3 pass; 3 pass; 1 pass; 3 pass; 0 pon; 0 kan_added 6p; 1 win; 3 win"
    for order, winner in (("gold_pair_first", 3), ("seat", 1)):
        rules: dict[str, Value] = {"kan.after_claim": True, **({"claim.win_order": order} if order == "seat" else {})}
        played = fz_play(rules, wall, line)
        assert outcome(played)["end"] == WinKind.ROB_KAN and wins(played) == [(winner, "6p")]


def test_FZ_JL_01_three_golds_as_a_triplet() -> None:
    dragon = fz_play({}, fz_wall({0: "9s", 1: HD}, draws="5s"), "0 discard 9s; 1 pass; 1 pass; 1 win")
    assert wins(dragon) == [(1, "5s")] and "JINLONG" in fans(dragon) and deltas(dragon) == paid(1, 2 * (5 + 3) + 120)
    loose = fz_wall({0: "9s", 1: "123m456m789m123p1s8p5s5s"}, draws="5s")
    shaped = fz_play({}, loose, "0 discard 9s; 1 pass; 1 win")
    assert wins(shaped) == [(1, "5s")] and "JINLONG" not in fans(shaped) and "SANJIN" in fans(shaped)
    assert deltas(shaped) == paid(1, 2 * (5 + 3) + 40)


# --- gaps filled outside the text ---


ROBBED = fz_wall({0: "66p9s", 2: HA}, draws="9p 9m 6p 9m 8p 8m 6p")
ROB = "0 discard 9s; 2 pass; 2 pass; 0 pon; 0 kan_added 6p; 2 {}"


def test_FZ_X_01_an_added_kan_may_be_robbed() -> None:
    robbed = fz_play(NO_QUADS, ROBBED, ROB.format("win"))
    assert wins(robbed) == [(2, "6p")] and outcome(robbed)["end"] == WinKind.ROB_KAN and outcome(robbed)["payer"] == 0
    assert outcome(robbed)["kans"] == 0 and public(robbed)["keep"] == 18  # the kan was not completed
    assert deltas(robbed) == paid(2, 5 + 30)
    stood = fz_play(NO_QUADS, ROBBED, ROB.format("pass"))
    assert events(stood.log, LogEvent.KAN_ADDED) == [(0, "6p")] and public(stood)["keep"] == 19
    safe = fz_play({"kan.rob_added": False}, ROBBED, ROB.format("win"))
    assert events(safe.log, LogEvent.KAN_ADDED) == [(0, "6p")] and len(offered(safe.log, 2, "6p")) == 1
    payer = fz_play({"pay.robbed_kan": "declarer_pays_all"}, ROBBED, ROB.format("win"))
    assert deltas(payer) == [-3 * (2 * 5 + 30), 0, 3 * (2 * 5 + 30), 0]


def test_FZ_X_03_a_fifth_copy_wins() -> None:
    played = fz_play({}, fz_wall({0: "9m", 1: HG}, draws="5s"), "0 discard 9m; 1 pass; 1 win")
    assert wins(played) == [(1, "5s")] and deltas(played) == paid(1, 2 * (5 + 1) + 30)


def test_FZ_X_04_the_indicator_counts_as_a_gold() -> None:
    """Two flowers and no gold but the indicator: (5 + 2 + 1) twice, and 30."""
    wall = fz_wall({0: "9s", 2: HA[:-3] + "H1H2"}, gold="", tail="77s5s")
    played = fz_play({}, wall, "0 discard 9s; 2 win")
    assert wins(played) == [(2, "5s")] and deltas(played) == paid(2, 46)


def test_FZ_X_05_losers_kans_are_worth_nothing() -> None:
    without = fz_wall({0: "9s", 1: "333m", 2: HA}, draws="4m 6p")
    played = fz_play({}, without, "0 discard 9s; 2 pass; 2 win")
    closed = fz_wall({0: "9s", 1: "3333s", 2: HA}, draws="4m 6p", tail="9p")
    with_kan = fz_play({}, closed, "0 discard 9s; 1 kan_closed 3s; 2 pass; 2 win")
    assert outcome(with_kan)["closed_kans"] == 1 << 4 and outcome(played)["kans"] == 0
    assert deltas(with_kan) == deltas(played) == paid(2, 2 * 5 + 30)
    everybodys = fz_play({"fuzhou.kans_counted": "all_seats"}, closed, "0 discard 9s; 1 kan_closed 3s; 2 pass; 2 win")
    assert deltas(everybodys) == paid(2, 2 * (5 + 2) + 30)


def test_FZ_X_07_three_golds_declined_may_win_on_the_next_own_draw() -> None:
    wall = fz_wall({0: "9s", 1: HE}, draws="5s 2p 2p 2p 3m")
    line = "0 discard 9s; 1 discard 9m; 1 win"
    played = fz_play({}, wall, line)
    own_turns = [turn for turn in turns(played, 1) if "DISCARD" in turn.actions]
    assert [("WIN" in turn.actions, turn.choice) for turn in own_turns] == [(True, "DISCARD 9m"), (True, "WIN")]
    assert wins(played) == [(1, "3m")] and fans(played) == {"SANJIN", "PING0"} and deltas(played) == paid(1, 2 * (5 + 3) + 40)
    once = fz_play({"win.three_gold": "on_third"}, wall, line)
    assert ["WIN" in turn.actions for turn in turns(once, 1) if "DISCARD" in turn.actions][:2] == [True, False]


def test_FZ_X_08_a_win_on_a_kan_replacement_is_an_ordinary_self_draw() -> None:
    wall = fz_wall({0: "9s", 1: KAN_HAND}, draws="4p", tail="4p")
    played = fz_play({}, wall, "0 discard 9s; 1 kan_closed 7s; 1 win")
    assert wins(played) == [(1, "4p")] and outcome(played)["end"] == WinKind.SELF_DRAW
    assert int(outcome(played)["tags"]) & Tag.AFTER_KAN and fans(played) == set()
    assert deltas(played) == paid(1, 2 * (5 + 2))


# --- pass locks ---

def passed_by(rules: Mapping[str, Value]) -> list[set[str]]:
    """What seat 1, with a pair of 6p and one of 7s, is asked on 7s, 6p and 7s thrown between two of its draws; it passes."""
    wall = fz_wall({0: "9s7s", 1: "123m456m789m123p66p77s", 2: "7s", 3: "6p"}, draws="9p 8m 8m 8m")
    played = fz_play(rules, wall, "0 discard 9s; 1 discard 9p; 2 discard 7s; 3 discard 6p; 0 discard 7s")
    return offered(played.log, 1, "7s")[:1] + offered(played.log, 1, "6p")[:1] + offered(played.log, 1, "7s")[1:2]


ALL = {"PASS", "WIN", "PON"}


@pytest.mark.parametrize(("changes", "asked"), [
    ({}, [ALL, ALL, ALL]),
    ({"pass_win": "same_kind"}, [ALL, ALL, {"PASS", "PON"}]),
    ({"pass_win": "any_kind"}, [ALL, {"PASS", "PON"}, {"PASS", "PON"}]),
    ({"pass_win": "same_kind", "pass_after": "win_or_pon", "pass_pon": True}, [ALL, ALL]),
    ({"pass_pon": True, "pass_after": "win_or_pon"}, [ALL, ALL, {"PASS", "WIN"}]),
])  # fmt: skip
def test_pass_locks(changes: dict[str, Value], asked: list[set[str]]) -> None:
    """Seat 1 lets 7s, 6p and 7s again go by, which come between two of its draws."""
    assert passed_by({f"claim.{key}": value for key, value in changes.items()}) == asked


@pytest.mark.parametrize(("changes", "robs"), [
    ({}, True),
    ({"pass_win": "same_kind"}, True),
    ({"pass_win": "same_kind", "pass_rob": True}, False),
    ({"pass_win": "any_kind", "pass_rob": True}, False),
])  # fmt: skip
def test_the_lock_may_cover_robbing_a_kan(changes: dict[str, Value], robs: bool) -> None:
    """Seat 2 declines 6p of seat 3; seat 0 pons it and adds the fourth at once."""
    wall = fz_wall({0: "666p9s", 2: HA}, draws="9p 9p 6p")
    rules = {"kan.after_claim": True, **{f"claim.{key}": value for key, value in changes.items()}}
    played = fz_play(rules, wall, "0 discard 9s; 2 pass; 2 pass; 0 pon; 0 kan_added 6p; 2 win")
    assert (outcome(played)["end"] == WinKind.ROB_KAN) == robs
    assert events(played.log, LogEvent.KAN_ADDED) == ([] if robs else [(0, "6p")])


def test_the_lock_ends_with_a_tile_from_the_wall() -> None:
    """Seat 1 declines 6p, draws, and is asked for the next 6p again."""
    wall = fz_wall({0: "6p", 1: HA}, draws="9p 6p")
    played = fz_play({"claim.pass_win": "same_kind"}, wall, "0 discard 6p; 1 pass; 1 pass; 1 discard 9p; 1 win")
    assert wins(played) == [(1, "6p")] and outcome(played)["payer"] == 2


def test_a_tile_is_passed_when_all_claims_on_it_are_over() -> None:
    """`rob_gold.before_claims: false`: wins on the first discard are asked for before the indicator, pons after it."""
    wall = fz_wall({0: "6p", 1: "123m456m789m123p66p77s"})
    rules = {"rob_gold.before_claims": False, "claim.pass_win": "same_kind", "claim.pass_pon": True}
    for after in ("win_or_pon", "seen"):
        played = fz_play({**rules, "claim.pass_after": after}, wall, "0 discard 6p")
        assert [turn.actions for turn in turns(played, 1)[:3]] == [{"PASS", "WIN"}, {"PASS", "WIN"}, {"PASS", "PON"}]
    line = "0 discard 6p; 1 pass; 1 pass; 1 pon; 1 discard 7s; 2 discard 6p; 1 win"  # the pon does not lift the lock
    last = fz_wall({0: "6p", 1: "123m456m789m123p66p77s", 2: "7s"}, draws="7s")
    waits = fz_play({**rules, "claim.pass_after": "win_or_pon"}, last, line.replace("2 discard 6p; ", ""))
    free = fz_play({"rob_gold.before_claims": False}, last, line.replace("2 discard 6p; ", ""))
    assert wins(free) == [(1, "7s")] == wins(waits)  # only the kind that was passed is locked
