"""Faults that other mahjong programs had in claims, kans, robbing and the last tile, each staged here.

Every hand is also followed by the oracle move by move.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.oracle.options import Value
from tests.oracle.scene import Scene, Staged

READY_5S = "234m 678m 678p 34s EE"  # waits for 2s and 5s
ODDS = "147m 258p 369s ESWN"


def test_a_weaker_call_does_not_hide_another_win() -> None:
    """The nearest seat could win or pon and asks for the pon: the seat behind it is still asked, and its win goes first."""
    hands = {0: "5s", 1: "55s 123m 456m 789p EE", 2: READY_5S}
    scene = Scene(hands=hands, script=["0 discard 5s", "1 pon 5s", "2 win 5s"])
    for multi_win in ("all", "head_bump"):
        staged = scene.with_options(claim__multi_win=multi_win).play()
        assert staged.offers(1)[0] == {"PASS", "PON", "WIN"}
        assert staged.story("pon", "win") == ["win 2 5s"]
        assert staged.row["payer"] == 0
    declined = Scene(hands=hands, script=["0 discard 5s", "1 pon 5s", "2 pass", "1 discard E"]).play()
    assert declined.story("pon", "win")[0] == "pon 1 5s"


def test_a_pon_goes_before_a_chi() -> None:
    script = ["0 discard 5s", "1 chi_high 5s", "3 pon 5s", "3 discard F"]
    scene = Scene(hands={0: "5s", 1: "34s CC", 3: "55s F"}, script=script).with_options(claim__chi="next_seat")
    staged = scene.play()
    assert staged.offers(1, "5s")[0] == {"PASS", "CHI_HIGH"}
    assert staged.story("pon", "chi")[0] == "pon 3 5s"


def test_chi_is_offered_when_nobody_else_could_call() -> None:
    script = ["0 discard 4p", "1 chi_mid 4p", "1 discard E"]
    scene = Scene(hands={0: "4p", 1: "35p 147m 369s ESWNC"}, script=script)
    with_chi = scene.with_options(claim__chi="next_seat").play()
    assert with_chi.offers(1)[0] == {"PASS", "CHI_MID"}
    assert with_chi.story("chi", "draw")[0] == "chi 1 3p"
    without = Scene(scene.hands, script=scene.script[:1]).play()
    assert without.offers(1, "4p") == []
    assert without.story("draw")[0].startswith("draw 1")


def robbed(**options: Value) -> Staged:
    """Seat 3 throws 3m, seat 0 draws the fourth 7s and adds it; seat 2 waits for it."""
    return (
        Scene(
            hands={0: "77s CF", 1: "7s", 2: "234m 678m 678p 68s EE"},
            draws="1m 1m 9m 3m 7s",
            script=["0 discard C", "1 discard 7s", "0 pon 7s", "2 pass", "0 discard F", "0 kan_added 7s", "2 win 7s"],
        )
        .with_options(**options)
        .play()
    )


def test_the_robbing_window_offers_the_win_and_nothing_else() -> None:
    staged = robbed()
    assert staged.offers(2, "7s")[-1] == {"PASS", "WIN"}
    assert staged.story("kan_added", "win") == ["win 2 7s"]
    assert (staged.row["end"], staged.row["kans"], staged.row["pons"]) == (3, 0, 1)


def test_the_robbed_seat_pays_not_the_last_discarder() -> None:
    staged = robbed()
    assert staged.row["payer"] == 0
    assert staged.deltas() == (-6 - 2 - 2, 0, 10, 0)


@pytest.mark.parametrize("kan", ["kan_added", "kan_closed"])
def test_nobody_calls_the_tile_of_a_kan(kan: str) -> None:
    """With chi in the rules the next seat could use the tile: a kan is no discard."""
    if kan == "kan_added":
        scene = Scene(
            hands={0: "66p CF", 1: "6p 57p"},
            draws="1m 1s 9m 1m 6p",
            script=["0 discard C", "1 discard 6p", "0 pon 6p", "0 discard F", "0 kan_added 6p"],
        )
    else:
        scene = Scene(hands={0: "6666p CF", 1: "57p"}, script=["0 kan_closed 6p"])
    staged = scene.with_options(claim__chi="next_seat").play()
    assert staged.story(kan) == [f"{kan} 0 6p"]
    declared = [name for name, _, _ in staged.events].index(kan)
    assert [d for d in staged.decisions if d.tile == 14 and d.at >= declared] == []


@pytest.mark.parametrize("near_end", ["live_tile", "within_reserve"])
@pytest.mark.parametrize("left", [0, 1, 2])
def test_no_kan_without_a_tile_to_replace_it(near_end: str, left: int) -> None:
    """So many tiles can be drawn after the drawer's fourth E: none, no kan; one, one kan; two, two kans."""
    scene = Scene(
        hands={0: "EEESSS 123m 456m C F"},
        draw_at={24: "E"},
        tail="S N",
        script=["0 discard F", "0 kan_closed E", "0 kan_closed S"],
    ).with_options(wall__reserve=59 - left, wall__odd_tail="ignore", kan__near_end=near_end)
    staged = Scene(scene.hands, draw_at=scene.draw_at, tail="S N", script=scene.script[: 1 + left], options=scene.options).play()
    kans = [offer for offer in staged.closed_kans(0) if offer]
    assert kans == [[], [{"E"}], [{"E"}, {"S"}]][left]
    assert staged.row["wall_left"] == 59 - left


def test_the_last_discard_can_be_ponned_but_not_taken_for_a_kan() -> None:
    staged = Scene(hands={1: "555p C"}, draw_at={71: "5p"}, script=["1 pon 5p", "1 discard C"]).play()
    assert staged.offers(1, "5p")[-1] == {"PASS", "PON"}
    assert staged.row["end"] == 0


def test_the_last_discard_can_be_taken_for_a_chi() -> None:
    scene = Scene(hands={0: "34p C"}, draw_at={71: "5p"}, script=["0 discard C"])
    staged = scene.with_options(claim__chi="next_seat").play()
    assert "CHI_HIGH" in staged.offers(0, "5p")[-1]


def test_a_win_on_the_last_discard_is_a_win() -> None:
    """The end is recorded, not guessed from the empty wall: the deal moves as after any win."""
    hands = {1: READY_5S, 2: "555s"}  # seat 2 keeps the other three
    staged = Scene(hands=hands, draw_at={71: "5s"}, script=["1 win 5s"]).play()
    assert (staged.row["end"], staged.row["payer"], staged.row["tags"]) == (2, 3, 2)
    assert staged.next_dealer() == 1
    nobody = Scene(hands=hands, draw_at={71: "5s"}).play()
    assert (nobody.row["end"], nobody.next_dealer()) == (0, 0)


def test_a_call_never_leaves_a_seat_without_a_discard() -> None:
    """The tile just chi'd may not be thrown, unless nothing else is held."""
    forbidden = {"claim__chi": "next_seat", "claim__discard_after_chi": "not_same"}
    script = ["0 discard E", "1 pon E", "1 discard C", "0 discard S", "1 pon S", "1 discard F", "0 discard W", "1 pon W"]
    script += ["1 discard P", "0 discard 5p", "1 chi_high 5p", "1 discard 5p"]
    stuck = Scene(hands={0: "ESW 5p", 1: "EESSWW 34p 55p CFP"}, draws="1m 2m 3m 1m 2m 3m 1m 2m 3m", script=script)
    staged = stuck.with_options(**forbidden).play()
    assert staged.discards(1)[3] == {"5p"}
    free = Scene(hands={0: "5p", 1: "34p 55p CF"}, script=["0 discard 5p", "1 chi_high 5p", "1 discard C"])
    assert "5p" not in free.with_options(**forbidden).play().discards(1)[0]
    assert "5p" in free.with_options(claim__chi="next_seat").play().discards(1)[0]


def test_each_call_takes_its_own_tiles() -> None:
    """One discard, four ways to take it: exactly the named tiles leave the hand."""
    hand = "12p 33p 45p 9s ESWNCF"
    rest = {"9s", "E", "S", "W", "N", "C", "F"}
    for call, left in (
        ("pon", {"1p", "2p", "4p", "5p"}),
        ("chi_low", {"1p", "2p", "3p"}),
        ("chi_mid", {"1p", "3p", "5p"}),
        ("chi_high", {"3p", "4p", "5p"}),
    ):
        scene = Scene(hands={0: "3p", 1: hand}, script=["0 discard 3p", f"1 {call} 3p", "1 discard 9s"])
        staged = scene.with_options(claim__chi="next_seat").play()
        assert staged.offers(1)[0] == {"PASS", "PON", "CHI_LOW", "CHI_MID", "CHI_HIGH"}
        assert staged.discards(1)[0] == left | rest


def test_many_replacements_never_make_a_fifth_tile() -> None:
    """Four kans by one seat and draws to the last tile: every kind at most four times, and all tiles accounted for."""
    staged = Scene(
        hands={0: "1111m 2222m 3333m 4m 5p"},
        tail="444m 7p",
        script=["0 kan_closed 1m", "0 kan_closed 2m", "0 kan_closed 3m", "0 discard 5p"],
    ).with_options(wall__reserve=0, kan__near_end="always").play()
    seen = Counter(kind for name, _, kind in staged.events if name in ("deal", "draw"))
    assert max(seen.values()) == 4
    assert sum(seen.values()) + staged.row["wall_left"] == 136


def test_a_winner_holds_fourteen_tiles_and_one_more_for_each_kan() -> None:
    for staged in (robbed(), robbed(kan__rob_added=True, claim__multi_win="head_bump")):
        ending = staged.table.ending
        assert ending is not None
        for seat in ending.winners:
            melds = ending.melds[seat]
            kans = sum(meld.what.startswith("kan") for meld in melds)
            assert sum(ending.hands[seat]) + sum(len(meld.tiles) for meld in melds) == 14 + kans
