"""Dealers and their streaks 連莊 in sessions and in independent hands; where the turned-up gold lies."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from rulesets.options import Value
from rulesets.tiles import WinKind
from rulesets.wall_display import indicator_stack
from sim.batch import LineUp, LogEvent, play
from tests.sim.laid_table import HA, fz, lay, stopped
from tests.sim.openings import count_first_dealers
from tests.sim.tabletop import bots

LENGTH = 7
BOTS = bots("greedy", "tsumogiri")
LINEUP = [LineUp((0, 1, 0, 1))]


def session(number: int, changes: dict[str, Value] | None = None, seed: int = 8) -> list[Any]:
    """The EVENT of every hand of one session."""
    return [
        play(fz(changes or {}), BOTS, [number], seed, lineups=LINEUP, session_hands=n).table[0]["event"].copy()
        for n in range(1, LENGTH + 1)
    ]


def kept_deal(event: Any, on_draw: str = "stay") -> bool:
    """Whether the dealer of a hand deals the next one."""
    if event["win_kind"] == WinKind.DRAW:
        return on_draw == "stay"
    return bool(event["winner_mask"] >> event["dealer"] & 1)


SESSIONS = range(6)


def test_FZ_DEALER_01_the_first_dealer_is_drawn_at_random() -> None:
    assert abs(count_first_dealers(fz(), 40_000) / 40_000 - 0.25).max() < 0.01


def test_FZ_DEALER_02_a_dealer_who_wins_or_a_drawn_hand_keeps_the_deal() -> None:
    events = [session(number) for number in SESSIONS]
    pairs = [(a, b) for hands in events for a, b in itertools.pairwise(hands) if kept_deal(a)]
    assert {a["win_kind"] == WinKind.DRAW for a, _ in pairs} == {True, False}
    for before, after in pairs:
        assert (after["dealer"], after["n_kept"]) == (before["dealer"], before["n_kept"] + 1)


def test_FZ_DEALER_03_otherwise_the_dealers_next_seat_deals_with_no_streak() -> None:
    found = 0
    for number in SESSIONS:
        hands = session(number)
        for before, after in itertools.pairwise(hands):
            if not kept_deal(before):
                assert (after["dealer"], after["n_kept"]) == ((before["dealer"] + 1) % 4, 0)
                found += 1
    assert found > 5


def test_FZ_DEALER_04_every_session_begins_anew() -> None:
    """Who leaves ends the session: the next one begins with a dealer of its own and no streak."""
    firsts = [play(fz(), BOTS, [n], 8, lineups=LINEUP, session_hands=3).rows[0, 0, 0, 0]["dealer"] for n in range(12)]
    assert len(set(firsts)) > 1
    assert all(session(number)[0]["n_kept"] == 0 for number in SESSIONS)


def test_a_draw_may_leave_the_streak_as_it_is() -> None:
    told = [e for n in SESSIONS for e in [session(n, {"dealer.streak_on_draw": False})]]
    drawn = [(a, b) for hands in told for a, b in itertools.pairwise(hands) if a["win_kind"] == WinKind.DRAW]
    assert drawn and all(b["n_kept"] == a["n_kept"] and b["dealer"] == a["dealer"] for a, b in drawn)


def test_FZ_TABLE_01_a_table_has_four_seats() -> None:
    with pytest.raises(ValueError, match="four seats"):
        LineUp((0, 1, 0))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="four seats"):
        LineUp((0, 1, 0, 1), ((0, 1, 2, 2),))


def test_streaks_of_independent_hands_follow_the_given_weights() -> None:
    weights = (5, 3, 2)
    found = [play(fz(), BOTS[1:], [w], 4, streaks=weights).table[0]["event"]["n_kept"] for w in range(60)]
    shares = np.bincount(found, minlength=3) / len(found)
    assert abs(shares - np.array(weights) / 10).max() < 0.2 and len(shares) == 3
    assert play(fz(), BOTS[1:], [3], 4).table[0]["event"]["n_kept"] == 0
    longer = [play(fz(), BOTS[1:], [w], 4, streaks=(0, 0, 0, 1)).table[0]["event"]["n_kept"] for w in range(3)]
    assert longer == [3, 3, 3]


# --- where the gold lies ----------------------------------------------------------------------------------------------


def shown(public: Any) -> int:
    """The stack from the end on which the indicator is shown."""
    return indicator_stack(int(public["tail_taken"]), int(public["keep"]))


def test_FZ_GOLD_05_replacements_and_kans_move_the_gold_towards_the_head() -> None:
    wall = lay({0: HA}, draws="9s H5 E", tail="5s 3p 8m")
    before = stopped(wall)
    first = stopped(wall, "0 discard 9s; 1 discard 3p", after=LogEvent.DRAW, nth=1)
    assert (before["tail_taken"], shown(before)) == (1, 9)
    assert (first["tail_taken"], shown(first)) == (2, 10)
    kan = lay({0: "4444m"}, draws="9s", tail="5s3m")
    assert shown(stopped(kan, "0 kan_closed 4m", after=LogEvent.KAN_CLOSED)) == 11


def test_FZ_GOLD_06_two_tiles_are_one_stack() -> None:
    wall = lay({0: HA}, draws="9s H5 E", tail="5s 3p 8m")
    lines = "0 discard 9s; 1 discard 3p; 2 discard 8m"
    places = [shown(stopped(wall, lines, after=LogEvent.DRAW, nth=n)) for n in (1, 3)]
    assert places == [10, 10], "the second replacement empties no stack"


def test_FZ_GOLD_07_what_must_be_left_moves_it_too() -> None:
    assert shown(stopped(lay({0: "CCCC"}, "9s", "1m1m2m2m5s"))) == 9 + 2 + 1, "four replacements, and one stack more to keep"
    opened = lay({2: "111p"}, draws="1p", tail="5s3m")
    after = stopped(opened, "0 discard 1p; 2 kan_open 1p", after=LogEvent.KAN_OPEN)
    assert (after["keep"], after["tail_taken"], shown(after)) == (19, 2, 11)
