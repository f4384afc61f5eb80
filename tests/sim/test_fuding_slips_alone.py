"""Where mistakes leave one seat or nobody in play, and what who can do nothing lawful may still do wrong (FD b.12)."""

from __future__ import annotations

import numpy as np
import pytest

from rulesets.clause_log import EVENT_COLUMNS
from rulesets.compile import rule_table
from rulesets.hand_tables import load_tables
from rulesets.options import Value
from rulesets.tiles import MeldKind, Tile, parse_tiles
from sim.batch import LogEvent, Played
from sim.flow.groups import shape_wins, winning_waits
from sim.flow.standing import StandReason
from sim.seat import add_meld, add_tile, clear_seat, refresh
from sim.table import OWN, PUBLIC
from tests.sim.fuding_slips import counted, erring, errs, few, moved, penalties, sees, standing
from tests.sim.fuding_table import LITERAL, LOOSE, A, B, C, D, fd, fd_wall
from tests.sim.laid_table import story
from tests.sim.test_fuding_standing import stood

DULL = {A: LOOSE.replace("E", "F")}
PLAYS_ON: dict[str, Value] = {"penalty.stand": "play_no_win"}


def last_rows(played: Played) -> list[str]:
    """What follows the row with which the last of four seats comes to stand."""
    rows = [row for row in played.log if row[0] != LogEvent.DECISION]
    at = [i for i, row in enumerate(rows) if row[0] == LogEvent.STAND]
    assert len(at) == 4
    return [LogEvent(row[0]).name for row in rows[at[-1] + 1 :]]


@pytest.mark.parametrize("changes", [{}, PLAYS_ON], ids=["skip", "play_no_win"])
def test_when_all_stand_the_hand_is_drawn_at_once(changes: dict[str, Value]) -> None:
    """b.12: `n == 0` is an exhaustive draw; nobody draws or discards any more, even where standing seats go on playing."""
    leaks = errs("leak_hand")
    played = erring(fd_wall(DULL), dict.fromkeys(range(4), leaks), changes=changes)
    assert standing(played) == {A, B, C, D} and last_rows(played) == ["EXHAUSTED"]
    at_a_draw = erring(fd_wall(DULL), {A: errs("skip_draw"), B: leaks, C: leaks, D: leaks}, changes=changes)
    assert standing(at_a_draw) == {A, B, C, D} and last_rows(at_a_draw) == ["EXHAUSTED"]


def test_FD_2_01_the_only_seat_in_play_is_found_at_its_own_next_tile() -> None:
    """B, C and D stand for a leak in their first turns; A has skipped its second draw, and the next active player is itself."""
    leaks = errs("leak_hand")
    played = erring(fd_wall(DULL), {A: errs("skip_draw"), B: leaks, C: leaks, D: leaks})
    leaked = [(seat, "leak_hand", "STAND") for seat in (B, C, D)]
    assert penalties(played) == [*leaked, (A, "skip_draw", "STAND")]
    rows = story(played, LogEvent.DRAW, LogEvent.DISCARD, LogEvent.STAND)
    assert [row[:2] for row in rows[-3:]] == [("DISCARD", A), ("DRAW", A), ("STAND", A)]
    found = counted(played, "skip_draw")
    assert (found["slip"], found["noticed"], found["stand"]) == (1, 1, 1) and last_rows(played) == ["EXHAUSTED"]


def test_FD_3_20_who_has_no_lawful_discard_stands_and_leaks_nothing() -> None:
    """d.5: it stands without a question, so there is no decision at which it could show a tile; it may forget the bar itself."""
    wall = fd_wall(DULL | {C: "EEESSSWWWNNNCCFF"}, "9s 9s E", gold="9p")
    honest, leaky = (erring(wall, {C: who}, rules=few(6)) for who in (errs(), errs("leak_tile")))
    assert stood(honest) == stood(leaky) == [(C, StandReason.NO_DISCARD)] and penalties(leaky) == []
    unseen = erring(wall, {C: sees(errs("late_honour"), 0.0)}, "2 discard E", rules=few(6), others=sees(errs(), 0.0))
    assert stood(unseen) == [] and counted(unseen, "late_honour")["lapsed"] == 1


def test_a_dealer_who_stands_before_the_first_turn_lays_nothing_back() -> None:
    """`gold.flower_flip: dealer_draws`: whoever stands discards nothing (b.12); where standing seats play on it does."""
    draws: dict[str, Value] = {"gold.flower_flip": "dealer_draws"}
    wall = fd_wall(DULL, gold="H2", tail="3s 4s 5s", rules=fd(draws))
    for who, changes, n in ((errs(), draws, 1), (errs("peek_dice"), draws, 0), (errs("peek_dice"), draws | PLAYS_ON, 1)):
        played = erring(wall, {A: who}, changes=changes)
        back = [row for row in played.log if row[0] == LogEvent.DISCARD and row[3] == 2]
        assert len(back) == n, (who, changes)


def test_FD_1_14_a_deal_out_of_turn_is_made_while_every_tile_can_be_drawn() -> None:
    """b.15, column `live`: before the deal no tile has left the wall."""
    for reserve in (0, 16):
        played = erring(fd_wall(DULL), {B: errs("wrong_dealer")}, changes=moved({"wall.reserve": reserve}))
        assert played.breaches[:, EVENT_COLUMNS.index("live")].tolist() == [144 - reserve]


def test_FD_2_09_ready_is_who_waits_for_a_tile_that_would_win() -> None:
    """Waits by shape are none where each of them would put a kind into two groups (FD-3.22): here 4m is ponned and held once."""
    rules = rule_table([LITERAL]).view(np.recarray)[0]
    public = np.zeros(1, np.dtype((np.record, PUBLIC)))[0]
    public.group_left, public.drawable, public.left = -1, 40, 40
    for ponned, ready in (("3m4mW", False), ("3m5mW", True)):
        own = np.zeros(1, np.dtype((np.record, OWN)))[0]
        clear_seat(own, 0)
        own.gold_kind = Tile.EAST
        for kind in parse_tiles(ponned):
            add_meld(own, MeldKind.PON, kind, 1)
        for kind in parse_tiles("4m2p4p3s4sEE"):
            add_tile(own, kind)
        refresh(load_tables(True), rules, own)
        assert own.waits != 0 and (winning_waits(rules, public, own) != 0) == ready
        wins = sum(1 << kind for kind in range(34) if shape_wins(rules, public, own, kind))
        assert winning_waits(rules, public, own) == wins
