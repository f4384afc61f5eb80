"""Sessions of Fuding: who deals next, and the dealer's streak (FD-1.14, FD-B.08)."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from rulesets.tiles import WinKind
from sim.batch import LineUp, play
from tests.sim.fuding_table import fd
from tests.sim.tabletop import bots

BOTS = bots("greedy", "tsumogiri")
LINEUP = [LineUp((0, 1, 0, 1))]
HANDS = 12


def test_the_deal_passes_after_a_draw_and_when_another_seat_wins_and_the_streak_counts_deals_kept() -> None:
    rows = play(fd(), BOTS, range(12), 8, lineups=LINEUP, session_hands=HANDS).rows[0, 0]
    ends = set()
    for session in rows:
        assert int(session[0]["kept"]) == 0
        for before, after in pairwise(session):
            dealer = int(before["dealer"])
            keeps = int(before["winner_mask"]) >> dealer & 1
            ends.add((int(before["end"]) == WinKind.DRAW, keeps))
            assert int(after["dealer"]) == (dealer if keeps else (dealer + 1) % 4)
            assert int(after["kept"]) == (int(before["kept"]) + 1 if keeps else 0)
    assert ends == {(True, 0), (False, 0), (False, 1)}


def test_the_first_dealer_is_drawn_and_the_streak_is_worth_points() -> None:
    played = play(fd(), BOTS, range(40), 8, lineups=LINEUP, session_hands=4)
    assert len(np.unique(played.rows["dealer"][0, 0, :, 0])) == 4
    flat = play(fd({"fuding.streak_multiplies": False}), BOTS, range(40), 8, lineups=LINEUP, session_hands=4)
    kept = played.rows["kept"][0, 0] > 0
    differ = played.rows["delta_s0"][0, 0] != flat.rows["delta_s0"][0, 0]
    assert kept.any() and differ.any() and not differ[~kept].any()


def test_a_dealer_may_stay_after_a_draw() -> None:
    rows = play(fd({"dealer.on_draw": "stay"}), BOTS[1:], range(12), 8, session_hands=HANDS).rows[0, 0]
    drawn = [(a, b) for session in rows for a, b in pairwise(session) if a["end"] == WinKind.DRAW]
    assert drawn and all(int(b["dealer"]) == int(a["dealer"]) and int(b["kept"]) == int(a["kept"]) + 1 for a, b in drawn)
