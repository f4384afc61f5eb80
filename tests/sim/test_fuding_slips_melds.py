"""Chis that are wrong or changed afterwards (FD-2.07, FD-3.08)."""

from __future__ import annotations

import pytest

from rulesets.tiles import Tile
from sim.batch import LogEvent
from sim.mistakes.row import Objection
from tests.sim.fuding_slips import BONUS, counted, erring, errs, penalties, sees, standing
from tests.sim.fuding_table import LOOSE, A, B, C, deltas, fd_wall
from tests.sim.laid_table import story
from tests.sim.tabletop import Array

DULL = LOOSE.replace("E", "F")


def chi_wall(draws: str = "6m 9p 9s 9p") -> Array:
    """A throws 6m; B chis it with 4m and 5m and holds 3m, a number off."""
    return fd_wall({A: DULL, B: "345m11m258p369s47sSWNC"}, draws=draws, gold="E")


CHI = "0 discard 6m; 1 chi_high 6m; 1 discard S; 1 discard S"  # after a wrong chi the turn is asked anew


def test_FD_2_07_a_wrong_chi_stands_at_the_first_discard_of_the_next_who_has_drawn() -> None:
    played = erring(chi_wall(), {B: errs("wrong_chi")}, CHI)
    assert penalties(played) == [(B, "wrong_chi", "STAND")] and standing(played) == {B}
    rows = story(played, LogEvent.CHI, LogEvent.DRAW, LogEvent.DISCARD, LogEvent.PENALTY)
    at = next(i for i, row in enumerate(rows) if row[0] == "CHI")
    assert [row[:2] for row in rows[at : at + 5]] == [
        ("CHI", B), ("DISCARD", B), ("DRAW", C), ("DISCARD", C), ("PENALTY", B),
    ]  # fmt: skip
    counts = played.table[0]["own"][B]["counts"]
    assert (int(counts[2]), int(counts[3]), int(counts[4])) == (0, 1, 0)  # 3m lies in the meld, 4m is in the hand


def test_FD_2_07_its_maker_may_put_it_right_before() -> None:
    played = erring(chi_wall(), {B: errs("wrong_chi", wrong_chi_fix=1.0)}, CHI)
    assert penalties(played) == [] and counted(played, "wrong_chi")["lapsed"] == 1
    lawful = erring(chi_wall(), {}, CHI)
    for name in ("counts", "keys", "at_least"):
        assert (played.table[0]["own"][B][name] == lawful.table[0]["own"][B][name]).all()
    assert (played.table[0]["public"]["visible"] == lawful.table[0]["public"]["visible"]).all()


def swap_wall() -> Array:
    """B chis 4m of A with 2m and 3m and holds 5m and 6m too."""
    return fd_wall({A: DULL, B: "2356m19m258p369s47sSW"}, draws="4m 9p 9s 9p", gold="E")


SWAP = "0 discard 4m; 1 chi_high 4m; 1 discard S"


def test_FD_3_08_who_changes_a_chi_after_the_next_has_discarded_stands_on_objection() -> None:
    played = erring(swap_wall(), {B: errs("swap_chi")}, SWAP)
    assert penalties(played) == [(B, "swap_chi", "STAND")]
    assert int(played.table[0]["own"][B]["meld_tile"][0]) == Tile.M1 + 1


def test_FD_3_08_without_an_objection_the_change_holds() -> None:
    silent = sees(errs(), 1.0, Objection.NEVER)
    played = erring(swap_wall(), {B: sees(errs("swap_chi"))}, SWAP, others=silent)
    own, public = played.table[0]["own"][B], played.table[0]["public"]
    assert penalties(played) == [] and int(own["meld_tile"][0]) == int(public["meld_tile"][B, 0]) == Tile.M1 + 3
    assert [int(own["counts"][k]) for k in (1, 2, 4, 5)] == [1, 1, 0, 0]


@pytest.mark.parametrize("mistake", ["skip_draw", "wrong_chi", "swap_chi", "overdraw", "false_closed_kan", "flower_unseen"])
def test_hands_with_wrong_tiles_come_to_an_end_whoever_errs(mistake: str) -> None:
    everybody = dict.fromkeys(range(4), sees(errs(mistake), 0.0))
    for seed in range(3):
        played = erring(fd_wall({}, gold="E", seed=seed), everybody, changes=BONUS)
        assert sum(deltas(played)) == 0
        counts = counted(played, mistake)
        assert counts.get("slip", 0) == counts.get("lapsed", 0) + counts.get("noticed", 0)


def test_FD_3_08_who_changes_a_chi_at_a_discard_does_not_claim_it_with_the_tiles_it_has_given() -> None:
    """B would pon 5m with both its copies; one of them goes into the changed chi at that very discard."""
    silent = sees(errs(), 1.0, Objection.NEVER)
    hands = {A: DULL, B: "23556m19m258p369s47s", C: "5m19m258p369s147sSWNC"}
    wall = fd_wall(hands, draws="4m 9p", gold="E")
    lines = "0 discard 4m; 1 chi_high 4m; 1 discard 9m; 2 discard 5m; 1 pon"
    assert ("PON", B, "5m") in [row[:3] for row in story(erring(wall, {}, lines), LogEvent.PON)]
    played = erring(wall, {B: sees(errs("swap_chi"))}, lines, others=silent)
    own = played.table[0]["own"][B]
    assert story(played, LogEvent.PON) == [] and int(own["meld_tile"][0]) == Tile.M1 + 3
    assert int(own["counts"].min()) == 0 and int(own["counts"][4]) == 1
