"""What holds in every hand of Fuding in which seats stand or the wall runs out: FD g.1, g.2, g.3, g.6 and g.9."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import numpy as np
import pytest

from rulesets.options import Value
from sim.batch import LineUp, LogEvent, Played, play
from sim.flow.standing import StandReason
from tests.sim.fuding_ends import ALL_LIVE
from tests.sim.fuding_table import fd
from tests.sim.ledger import play_books, zero_sum
from tests.sim.tabletop import Array, bots

N_WALLS = 25
LINEUPS = [LineUp((0, 0, 0, 0)), LineUp((0, 1, 2, 0)), LineUp((2, 2, 2, 1)), LineUp((1, 1, 1, 1))]
SHORT: Mapping[str, Value] = {"wall.reserve": 56}
"""22 tiles to draw: most hands come to the end of the wall."""

RULES: dict[str, Mapping[str, Value]] = {
    "literal": {},
    "short": SHORT,
    "stand_and_play": {**SHORT, "penalty.stand": "play_no_win"},
    "true_next_seat": {"penalty.stand_next_chis": False, "penalty.stand_table_bars": True},
    "makers_tile": {**SHORT, "end.kan_maker_tile": "skip"},
    "maker_discards": {**SHORT, "end.kan_maker_tile": "skip", "end.kan_into_group": "discard", "end.flower_into_group": "replace"},
    "four_tiles": {**SHORT, "end.last_group": 4, "end.last_group_win": "forced"},
    "kans_to_the_end": {**SHORT, "kan.near_end": "live_tile"},
}
BY_THE_BOOK = ("literal", "short")


def _bots(may_stand: bool) -> Array:
    """A greedy bot, a random one that may be asked whether it stands, and one that throws what it draws."""
    table = bots("greedy", "random_legal", "tsumogiri")
    table["may_stand"][1] = may_stand
    return table


@cache
def played(name: str, may_stand: bool) -> Played:
    """The hands of one rule set."""
    return play(fd(RULES[name]), _bots(may_stand), range(N_WALLS), 23, lineups=LINEUPS, log=True)


def stood(rows: Array) -> list[tuple[int, int, int]]:
    """Where in a transcript which seat stood, and why."""
    return [(i, int(row[1]), int(row[3])) for i, row in enumerate(rows) if row[0] == LogEvent.STAND]


def group_drawers(rows: Array) -> Sequence[int]:
    """The seats that took a tile of the last group."""
    start = next((i for i, row in enumerate(rows) if row[0] == LogEvent.GROUP), len(rows))
    return [int(row[1]) for row in rows[start:] if row[0] == LogEvent.DRAW]


@pytest.mark.parametrize("may_stand", [False, True])
@pytest.mark.parametrize("name", RULES)
def test_tiles_and_points_are_conserved_whoever_stands(name: str, may_stand: bool) -> None:
    """g.1, g.2."""
    hands = played(name, may_stand)
    assert zero_sum(hands)
    assert len(play_books(fd(RULES[name])[0], hands)) == N_WALLS * len(LINEUPS)


@pytest.mark.parametrize("name", RULES)
def test_a_standing_seat_does_nothing_more(name: str) -> None:
    """Under `skip` no row after its STAND names it; under `play_no_win` it only draws, lays flowers and discards."""
    allowed = {LogEvent.DRAW, LogEvent.FLOWER, LogEvent.DISCARD, LogEvent.DECISION} if name == "stand_and_play" else set()
    found = 0
    for rows in played(name, True).transcripts():
        seats = [seat for _, seat, _ in stood(rows)]
        assert len(seats) == len(set(seats))
        for at, seat, reason in stood(rows):
            found += reason == StandReason.PASSED
            assert {LogEvent(row[0]) for row in rows[at + 1 :] if row[1] == seat} - {LogEvent.GROUP} <= allowed
            assert seat not in group_drawers(rows)
    assert found > N_WALLS


@pytest.mark.parametrize("name", RULES)
def test_lawful_bots_stand_by_their_will_or_for_want_of_a_discard_only(name: str) -> None:
    """g.3: bots that are never asked stand for want of a lawful discard alone."""
    reasons = [reason for rows in played(name, False).transcripts() for *_, reason in stood(rows)]
    assert set(reasons) <= {StandReason.NO_DISCARD}
    asked = {reason for rows in played(name, True).transcripts() for *_, reason in stood(rows)}
    assert asked <= {StandReason.PASSED, StandReason.NO_DISCARD} and StandReason.PASSED in asked


@pytest.mark.parametrize("name", BY_THE_BOOK)
def test_a_hand_without_a_win_uses_up_the_wall_and_gives_each_seat_in_play_one_last_tile(name: str) -> None:
    """g.6, with the seats that stand left out of the division."""
    drawn_hands = 0
    for may_stand in (False, True):
        hands = played(name, may_stand)
        rows = hands.rows[0].transpose(1, 0, 2).reshape(-1)
        reserve = int(RULES[name].get("wall.reserve", 0))
        for log, row in zip(hands.transcripts(), rows, strict=True):
            seats = {seat for _, seat, _ in stood(log)}
            assert int(row["standing"]) == sum(1 << seat for seat in seats)
            if log[-1][0] != LogEvent.EXHAUSTED or len(seats) == 4:
                continue
            drawn_hands += 1
            assert int(row["wall_left"]) == reserve
            assert sorted(group_drawers(log)) == sorted({0, 1, 2, 3} - seats)
    assert drawn_hands > N_WALLS


def test_a_reserve_matters_only_near_the_end() -> None:
    """g.9: until nine tiles can be drawn under `club`, the same bots play the same wall to the same events as without a reserve."""
    reserves: tuple[Mapping[str, Value], ...] = ({}, {"wall.reserve": 16})
    without, club = (play(fd(change), _bots(False), range(40), 3, lineups=LINEUPS, log=True) for change in reserves)
    longest = 0
    for one, other in zip(without.transcripts(), club.transcripts(), strict=True):
        draws = np.flatnonzero(other[:, 0] == LogEvent.DRAW)
        same = draws[ALL_LIVE - 16 - 9] if len(draws) > ALL_LIVE - 16 - 9 else len(other)
        assert np.array_equal(one[:same], other[:same])
        longest = max(longest, len(draws))
    assert longest == ALL_LIVE - 16
