"""A closed kan that is none (FD-1.02)."""

from __future__ import annotations

from rulesets.tiles import KIND_NAMES, MeldKind, Tile
from sim.batch import LogEvent
from tests.sim.fuding_slips import BONUS, counted, end, erring, errs, following_dealer, penalties, sees, standing
from tests.sim.fuding_table import LOOSE, A, B, C, D, deltas, fd_wall
from tests.sim.laid_table import story

DULL = LOOSE.replace("E", "F")
PEI_B = [1000, -2000, 500, 500]
BLIND = sees(errs(), 0.0)
KAN_HAND = "777s8s147m147p258m36pSW"


def test_FD_1_02_found_when_hands_are_shown_it_earns_nothing_and_pays_after_the_settlement() -> None:
    """B's 7s7s7s8s; D wins 40 x 2^2 = 160 (pung of C, a gold), A has 10 for its 2p2p2p, B and C nothing."""
    hands = {
        A: "222p14m69m7p9p36s9sFFWN", B: KAN_HAND, C: "3m5m8m4p5p8p8p2s5s1s4sSSNWF", D: "CCC999m123p456p78s5sE",
    }  # fmt: skip
    played = erring(fd_wall(hands, draws="F 2m 4m 1s 9s", gold="E", tail="9p"), {B: errs("false_closed_kan")}, "3 win")
    kan = next(row for row in played.log if row[0] == LogEvent.KAN_CLOSED)
    assert [int(x) for x in kan[1:5]] == [B, Tile.S1 + 6, 0, 1 + Tile.S1 + 7]  # what its fourth tile is
    assert penalties(played)[-1] == (B, "false_closed_kan", "PEI") and int(end(played)["void_all"]) == 1 << B
    assert end(played)["winner_mask"] == 1 << D and end(played)["payer"] == A and not end(played)["aborted"]
    settled = [-320, -160, -160, 640]
    losers = [20 + 20, -20, -20, 0]  # A and the other losers
    assert deltas(played) == [sum(parts) for parts in zip(settled, losers, PEI_B, strict=True)]
    assert following_dealer(played) == B


def test_FD_1_02_a_gold_flower_may_be_the_fourth_tile() -> None:
    hands = {A: DULL, B: "777s147m147p258m36pS H3"}
    played = erring(fd_wall(hands, draws="F 2p", gold="H2", tail="9p"), {B: sees(errs("false_closed_kan"), 0.0)}, others=BLIND)
    kan = next(row for row in played.log if row[0] == LogEvent.KAN_CLOSED)
    assert [int(x) for x in kan[1:5]] == [B, Tile.S1 + 6, 0, 1 + Tile.H1 + 2]
    own = played.table[0]["own"][B]
    assert int(own["gold_flowers"]) >> 2 & 1 == 0


def test_FD_1_02_found_in_play_it_ends_the_hand() -> None:
    wall = fd_wall({A: DULL, B: KAN_HAND}, draws="F 2p", gold="E")
    played = erring(wall, {B: sees(errs("false_closed_kan"))}, others=sees(errs()))
    assert penalties(played) == [(B, "false_closed_kan", "PEI")] and deltas(played) == PEI_B
    assert story(played)[-1][0] == "PENALTY" and not any(row[1] == B and row[3] == 1 for row in story(played, LogEvent.DRAW))
    goes_on = erring(wall, {B: sees(errs("false_closed_kan"))}, changes=BONUS, others=sees(errs()))
    assert standing(goes_on) == {B} and int(end(goes_on)["pei_mask"]) == 1 << B
    public = goes_on.table[0]["public"]
    assert (int(public["meld_kind"][B, 0]), int(public["meld_tile"][B, 0])) == (MeldKind.FALSE_KAN, Tile.S1 + 6)  # turned up
    thrown = [row[2] for row in story(goes_on, LogEvent.DISCARD)]
    for kind, shown in ((Tile.S1 + 6, 3), (Tile.S1 + 7, 1)):
        assert int(public["visible"][kind]) == shown + thrown.count(KIND_NAMES[kind])


def test_FD_1_02_who_has_laid_a_false_kan_lays_no_second() -> None:
    """B holds 7s7s7s with 8s and 3p3p3p with 4p: two opportunities, one breach, one payment."""
    staged = fd_wall({A: DULL, B: "777s8s333p4p147m258m9pS"}, draws="F 2p 2p 2p F 2p", gold="E", tail="9p")
    played = erring(staged, {B: sees(errs("false_closed_kan"), 0.0)}, others=BLIND)
    assert len(story(played, LogEvent.KAN_CLOSED)) == 1
    assert penalties(played) == [(B, "false_closed_kan", "PEI")] and counted(played, "false_closed_kan")["slip"] == 1


def test_FD_1_02_a_win_with_a_false_kan_is_void() -> None:
    wall = fd_wall({A: DULL, B: "777s8s123m456m789p999m"}, draws="F 2p", gold="E")
    people = {B: sees(errs("false_closed_kan"), 0.0)}
    played = erring(wall, people, "1 win", others=sees(errs(), 0.0))
    assert not int(end(played)["winner_mask"]) >> B & 1
