"""What the options of play change, each shown in a staged hand that the oracle follows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.oracle.options import Value, preset
from tests.oracle.scene import Scene, names_of

READY_5S = "234m 678m 678p 34s EE"  # waits for 2s and 5s


# --- the end of the wall ---


@pytest.mark.parametrize(
    ("near_end", "needed"), [("always", 0), ("live_tile", 1), ("within_reserve", 1), ("one_each", 5), ("five", 5)]
)
def test_kan_near_the_end(near_end: str, needed: int) -> None:
    """The fourth alike comes when so many tiles can still be drawn; a kan needs this many."""
    for left in (0, 1, 4, 5):
        draw = 71 - left
        scene = Scene({draw % 4: "999m"}, draw_at={draw: "9m"}).with_options(kan__near_end=near_end, wall__odd_tail="ignore")
        offered = names_of(scene.play().turn_after_draw(draw).legal.closed_kans)
        assert offered == ({"9m"} if left >= needed else set()), left


@pytest.mark.parametrize(("odd_tail", "draw", "allowed"), [("exclude", 69, 1), ("exclude", 70, 0), ("ignore", 70, 1)])
def test_the_first_replacement_leaves_a_lone_tile(odd_tail: str, draw: int, allowed: bool) -> None:
    """Kept apart, it costs the last kan before the reserve one tile."""
    scene = Scene({draw % 4: "999m"}, draw_at={draw: "9m"}).with_options(wall__odd_tail=odd_tail)
    assert bool(scene.play().turn_after_draw(draw).legal.closed_kans) is bool(allowed)


def test_the_reserve_grows_with_kans() -> None:
    """By one number for closed kans, by another for open and added ones."""
    growth: dict[str, Value] = {"wall__grow_closed_kan": 3, "wall__grow_open_kan": 1, "wall__odd_tail": "ignore"}
    closed = Scene({0: "1111m"}, script=["0 kan_closed 1m"])
    opened = Scene({0: "5p", 2: "555p C"}, script=["0 discard 5p", "2 kan_open 5p", "2 discard C"])
    added = Scene(
        {0: "5p", 1: "55p CFP"},
        draws="1s 2s 3s 5p",
        script=["0 discard 5p", "1 pon 5p", "1 discard C", "1 kan_added 5p"],
    )
    assert [scene.with_options(**growth).play().row["wall_left"] for scene in (closed, opened, added)] == [15, 13, 13]


def test_a_replacement_that_leaves_nothing_may_end_the_hand() -> None:
    """Kan with one drawable tile left: its maker discards, or the hand is over unless the replacement wins."""
    hands = {2: "999m 123p 456p 78s CC"}
    plain = Scene(hands, draw_at={70: "9m"}, tail="E", script=["2 kan_closed 9m"]).with_options(wall__odd_tail="ignore")
    assert plain.play().story("draw", "discard", "exhausted")[-3:] == ["draw 2 E", "discard 2 E", "exhausted"]
    ended = plain.with_options(end__replacement_to_zero="end_hand")
    assert ended.play().story("draw", "discard", "exhausted")[-2:] == ["draw 2 E", "exhausted"]
    for answer, end in (("win 9s", 1), ("pass", 0)):
        staged = Scene(
            hands, draw_at={70: "9m"}, tail="9s", script=["2 kan_closed 9m", f"2 {answer}"], options=ended.options
        ).play()
        assert staged.decisions[-1].offers() == {"PASS", "WIN"}
        assert (staged.row["end"], staged.row["tags"]) == (end, 3 if end else 0)


@pytest.mark.parametrize(("draw", "tags"), [(70, 0), (71, 2)])
def test_the_last_discard(draw: int, tags: int) -> None:
    """A win on the discard after which nobody could draw is marked, and pays a fan under one option."""
    scene = Scene({0: "555s", 1: READY_5S}, draw_at={draw: "5s"}, script=["1 win 5s"])
    assert (scene.play().row["tags"], scene.play().row["fans_a"]) == (tags, 1 << 1)
    paid = scene.with_options(hebei__haidi_scope="self_draw_or_last_discard").play()
    assert paid.row["fans_a"] == (1 << 1 | 1 << 12 if tags else 1 << 1)


# --- passed tiles ---


@pytest.mark.parametrize(
    ("pass_win", "on_same", "on_other"), [("none", True, True), ("same_kind", False, True), ("any_kind", False, False)]
)
def test_a_declined_win_locks(pass_win: str, on_same: bool, on_other: bool) -> None:
    """A declined win on 5s, then another 5s or a 2s before the next own draw."""
    for tile, offered in (("5s", on_same), ("2s", on_other)):
        scene = Scene({0: "5s", 2: READY_5S}, draws=tile, script=["0 discard 5s", "2 pass"])
        found = scene.with_options(claim__pass_win=pass_win).play().offers(2, until="draw 2")
        assert found == [{"PASS", "WIN"}] * (1 + offered)


def test_the_lock_ends_with_an_own_draw() -> None:
    scene = Scene({0: "5s", 2: READY_5S}, draws="9p 9p 5s", script=["0 discard 5s", "2 pass", "2 win 5s"])
    assert scene.with_options(claim__pass_win="same_kind").play().row["payer"] == 3


def after_a_pon(hand: str) -> Scene:
    """Seat 2 lets a 5s go by, pons C without having drawn, throws 9p, and sees another 5s."""
    return Scene(
        {0: "5s", 1: "C", 2: hand},
        draws="9m 5s",
        script=["0 discard 5s", "2 pass", "1 discard C", "2 pon C", "2 discard 9p"],
    )


@pytest.mark.parametrize(("pass_after", "locks"), [("win", False), ("win_or_pon", True), ("seen", True)])
def test_a_declined_pon_may_lock(pass_after: str, locks: bool) -> None:
    """A pair of 5s: the first could only be ponned, the second would win."""
    scene = after_a_pon("678m 678p 55s EE CC 9p").with_options(claim__pass_after=pass_after, claim__pass_win="same_kind")
    found = scene.play().offers(2, "5s", until="draw 2")
    assert found == [{"PASS", "PON"}, {"PASS", "PON"} if locks else {"PASS", "PON", "WIN"}]
    if locks:
        assert scene.with_options(claim__pass_pon=True).play().offers(2, "5s", until="draw 2") == [{"PASS", "PON"}]


@pytest.mark.parametrize(("pass_after", "locks"), [("win", False), ("win_or_pon", False), ("seen", True)])
def test_a_tile_seen_may_lock(pass_after: str, locks: bool) -> None:
    """The first 5s was of no use, the second would win."""
    scene = after_a_pon("678m 678p 34s EE CC 9p")
    scene = Scene(scene.hands, scene.draws, script=[line for line in scene.script if line != "2 pass"])
    staged = scene.with_options(claim__pass_after=pass_after, claim__pass_win="same_kind").play()
    assert staged.offers(2, "5s", until="draw 2") == ([] if locks else [{"PASS", "WIN"}])


def test_a_chi_declines_the_pon() -> None:
    """The seat takes its first copy for a run; the second may then not be ponned before its next own draw."""
    scene = Scene({0: "5s", 1: "34s 55s CF"}, draws="5s", script=["0 discard 5s", "1 chi_high 5s", "1 discard C"])
    for barred, asked in ((False, {"PASS", "PON"}), (True, None)):
        options = preset("literal", claim__chi="next_seat", claim__pass_after="win_or_pon", claim__pass_pon=barred)
        options["claim.pass_win"] = "same_kind"
        assert replace(scene, options=options).play().asked_after("discard 2 5s").get(1) == asked


@pytest.mark.parametrize(("pass_rob", "robbed"), [(False, True), (True, False)])
def test_a_lock_may_cover_robbing(pass_rob: bool, robbed: bool) -> None:
    """Seat 2 declines the 5s that seat 1 pons and at once makes a kan with its own fourth."""
    scene = Scene(
        {0: "5s", 1: "555s C", 2: READY_5S},
        script=["0 discard 5s", "2 pass", "1 pon 5s", "1 kan_added 5s", *(["2 win 5s"] if robbed else [])],
    )
    staged = scene.with_options(kan__after_claim=True, claim__pass_win="same_kind", claim__pass_rob=pass_rob).play()
    assert len(staged.offers(2, "5s")) == 1 + robbed
    assert (staged.row["end"] == 3) is robbed


@pytest.mark.parametrize(("pass_rob", "asked"), [(False, {2: {"PASS", "WIN"}}), (True, {})])
def test_a_win_declined_at_a_robbing_locks_if_the_lock_covers_robbing(pass_rob: bool, asked: dict[int, set[str]]) -> None:
    """Seat 2 becomes ready, lets the 5s of a kan go by, and then sees a 2s."""
    script = ["0 discard 5s", "1 pon 5s", "1 discard C", "2 discard 9s", "1 kan_added 5s", "2 pass", "1 discard 2s"]
    hands = {0: "5s", 1: "55s 2s C", 2: "234m 678m 678p 3s 9s EE"}
    scene = Scene(hands, draws="4s 1m 1m 5s", tail="9m", script=script)
    staged = scene.with_options(claim__pass_win="any_kind", claim__pass_rob=pass_rob).play()
    assert staged.asked_after("discard 1 2s") == asked


# --- kans and readiness ---


def test_a_closed_kan_can_be_robbed_by_thirteen_orphans_only() -> None:
    orphans = "1m 19p 19s ESWN CC F P"  # lacks 9m
    scene = Scene({0: "9999m", 1: "123p 78m 456s EE PPP", 2: orphans}, script=["0 kan_closed 9m", "2 win 9m"])
    staged = scene.with_options(kan__rob_closed="orphans_only").play()
    assert staged.offers(2)[0] == {"PASS", "WIN"}
    assert staged.offers(1, "9m") == []
    assert (staged.row["end"], staged.row["payer"], staged.row["kans"]) == (3, 0, 0)
    assert staged.deltas() == (-6 - 2 - 2 - 10, 0, 20, 0)
    never = Scene(scene.hands, script=scene.script[:1]).play()
    assert never.offers(2, "9m") == []


def declared(hand: str, thrown: str, options: dict[str, Value]) -> list[set[str]]:
    """What seat 1 is offered on a tile thrown by seat 2 after its first draw, with the declaration or without it."""
    ready = options.get("turn__ready") == "optional_lock"
    scene = Scene({1: hand, 2: thrown}, draws="N N", script=[f"1 {'ready' if ready else 'discard'} N", f"2 discard {thrown}"])
    return scene.with_options(**options).play().offers(1, thrown, until="draw 3")


@pytest.mark.parametrize(("ready", "call"), [("none", True), ("optional_lock", False)])
def test_a_ready_seat_makes_no_pon_and_no_chi(ready: str, call: bool) -> None:
    assert declared(READY_5S, "E", {"turn__ready": ready}) == [{"PASS", "PON"}] * call
    scene = Scene({1: READY_5S}, draws="N F F 5s", script=[f"1 {'discard' if call else 'ready'} N"])
    staged = scene.with_options(turn__ready=ready, claim__chi="next_seat").play()
    assert staged.asked_after("discard 0 5s")[1] == {"PASS", "WIN"} | ({"CHI_HIGH"} if call else set())


def test_a_ready_seat_makes_an_open_kan_only_if_it_stays_ready() -> None:
    assert declared("234m 678m EEE 34s 99p", "E", {"turn__ready": "optional_lock"}) == [{"PASS", "KAN_OPEN"}]
    assert declared("111m 456p 3455567s", "5s", {"turn__ready": "optional_lock"}) == [{"PASS", "WIN"}]
    assert declared("111m 456p 3455567s", "5s", {}) == [{"PASS", "PON", "KAN_OPEN", "WIN"}]


def test_readiness_is_declared_with_a_discard_that_leaves_the_hand_ready() -> None:
    """Only such discards are offered; afterwards only the drawn tile can be thrown."""
    scene = Scene({0: f"{READY_5S} C"}, draws="N N N F", script=["0 ready C"]).with_options(turn__ready="optional_lock")
    staged = scene.play()
    first, later = staged.turn_after_draw(4), staged.decisions[0]
    assert names_of(later.legal.ready_discards) == {"C"}
    assert names_of(first.legal.discards) == {"F"}
    assert "READY" not in first.offers()
