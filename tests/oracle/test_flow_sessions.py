"""Clauses that show over many hands: dice, breaking the wall, first dealers, new sessions. And hands that do not
depend on their neighbours."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from rulesets.compile import rule_table
from rulesets.tiles import WinKind
from sim.batch import LineUp, Played, WallMode, play, wall_order
from sim.jit import JIT_OFF
from tests.oracle.engine import bot_table, spec_of
from tests.oracle.options import Options, preset
from tests.oracle.rigged import robbing_wall, waiting_wall
from tests.oracle.wall import kind_of_tile

LITERAL = preset("literal")
MANY = 3 if JIT_OFF else 400
FEW = 2 if JIT_OFF else 8


def run(walls: Sequence[int], options: Options = LITERAL, seed: int = 11, bot: str = "random_legal", hands: int = 0) -> Played:
    return play(rule_table([spec_of(options)]), bot_table(bot), walls, seed, session_hands=hands, log=True)


def chi_square(counts: Sequence[int]) -> float:
    """Pearson's statistic against equal frequencies."""
    expected = sum(counts) / len(counts)
    return sum((n - expected) ** 2 / expected for n in counts)


def test_HB_SET_05_dice_influence_nothing() -> None:
    """A hand follows from seed, wall number, rules and bots; the order and number of hands played with it do not matter."""
    together = run(range(FEW))
    backwards = run(range(FEW - 1, -1, -1))
    for wall in range(FEW):
        alone = run([wall])
        assert np.array_equal(together.rows[0, 0, wall], alone.rows[0, 0, 0])
        assert np.array_equal(together.rows[0, 0, wall], backwards.rows[0, 0, FEW - 1 - wall])
        assert np.array_equal(together.transcripts()[wall], alone.transcripts()[0])
    assert not np.array_equal(run([0], seed=12).transcripts()[0], together.transcripts()[0])


def test_HB_DEAL_01_breaking_the_wall_elsewhere_changes_nothing() -> None:
    """Every place of a wall holds every kind equally often, so that a rotation leaves the odds alone."""
    rows = [_row(wall) for wall in range(340 if JIT_OFF else 3400)]
    for place in (0, 37, 135):
        first = [row[place] for row in rows]
        assert chi_square([first.count(kind) for kind in range(34)]) < 54.8  # 99 % point for 33 degrees of freedom


def _row(wall: int) -> list[int]:
    """The kinds of a keyed wall in one row, without flowers."""
    return [kind for number in wall_order(5, wall).tail if (kind := kind_of_tile(number)) < 34]


def test_HB_DLR_01_the_first_dealer_is_random() -> None:
    dealers = [wall_order(5, wall).dealer for wall in range(200 if JIT_OFF else 2000)]
    assert chi_square([dealers.count(seat) for seat in range(4)]) < 11.4  # 99 % point for 3 degrees of freedom
    rows = run(range(FEW), hands=1).rows[0, 0, :, 0]
    assert rows["dealer"].tolist() == [wall_order(11, wall).dealer for wall in range(FEW)]
    fixed = run(range(FEW), preset("literal", dealer__first="seat0"), hands=1).rows[0, 0, :, 0]
    assert fixed["dealer"].tolist() == [0] * FEW
    turns = run(range(FEW), preset("literal", dealer__first="rotate_by_session"), hands=1).rows[0, 0, :, 0]
    assert turns["dealer"].tolist() == [0, 1, 2, 3, 0, 1, 2, 3][:FEW]


def test_HB_DLR_06_a_new_session_draws_its_dealer_again() -> None:
    """However the session before it ended: a session in company starts and goes as it does alone."""
    sessions = 2 if JIT_OFF else 6
    together = run(range(sessions), hands=3)
    for session in range(sessions):
        assert np.array_equal(together.rows[0, 0, session], run([session], hands=3).rows[0, 0, 0])
    first = together.rows[0, 0, :, 0]["dealer"].tolist()
    last = together.rows[0, 0, :, 2]["dealer"].tolist()
    assert JIT_OFF or any(next_first not in (dealer, (dealer + 1) % 4) for dealer, next_first in zip(last, first[1:], strict=False))


def test_HB_DLR_07_a_session_cut_short_has_the_same_hands() -> None:
    """Dissolving a table after two hands leaves these two as they were and takes nothing into the next session."""
    long, short = run([3, 4], hands=4), run([3, 4], hands=2)
    assert np.array_equal(long.rows[0, 0, :, :2], short.rows[0, 0])


def play_rows(rows: Sequence[Sequence[int]], walls: Sequence[int], options: Options, *bots: str) -> Played:
    """Play laid walls with seat 0 as dealer, all in one call."""
    return play(
        rule_table([spec_of(options)]),
        bot_table(*bots),
        walls,
        11,
        lineups=[LineUp((0, 1, 2, 3))],
        mode=WallMode.RECORDED,
        recorded=np.array(rows, np.int8),
        dealers=np.zeros(len(rows), np.int8),
        log=True,
    )


@pytest.mark.parametrize("ready", ["none", "optional_lock"])
def test_HB_TING_01_a_bot_that_takes_every_win_needs_no_declaration(ready: str) -> None:
    options = preset("literal", turn__ready=ready)
    rows = [waiting_wall(random.Random(seed), 0, options) for seed in range(MANY)]
    played = play_rows(rows, range(MANY), options, *["tsumogiri"] * 4)
    decisions = played.log[played.log[:, 0] == 3]
    offered = decisions[decisions[:, 4] >> 9 & 1 == 1]
    assert len(offered) > 0
    assert (offered[:, 3] // 64 == 9).all()


def test_nothing_of_a_robbed_kan_is_left_in_the_next_hand() -> None:
    """A hand after one that ended by robbing a kan is the hand that is played on a fresh table."""
    options, bots = preset("literal"), ("tsumogiri", "random_legal", "random_legal", "random_legal")
    laid = [robbing_wall(random.Random(seed), options) for seed in range(16 if JIT_OFF else 3000)]
    rows = [row for dealer, row in laid if dealer == 0]
    played = play_rows(rows, range(len(rows)), options, *bots)
    robbed = np.flatnonzero(played.rows[0, 0, :-1, 0]["end"] == WinKind.ROB_KAN).tolist()
    assert JIT_OFF or robbed
    for wall in [*robbed[:5], 0]:
        alone = play_rows(rows[wall + 1 : wall + 2], [wall + 1], options, *bots)
        assert np.array_equal(alone.transcripts()[0], played.transcripts()[wall + 1])


def test_no_chi_is_offered_in_many_hands() -> None:
    played = run(range(10 * MANY))
    decisions = played.log[played.log[:, 0] == 3]
    assert not (decisions[:, 4] & 0b11100).any()
    assert Counter(decisions[:, 4].tolist()).total() > 50 * 10 * MANY


def test_a_played_hand_can_be_played_again_from_its_choices() -> None:
    """The script is another way into the engine than the bots: the same choices give the same transcript."""
    for wall in range(FEW // 2):
        played = run([wall], preset("literal", claim__chi="next_seat", turn__ready="optional_lock"))
        (log,) = played.transcripts()
        choices = log[log[:, 0] == 3][:, [1, 3]]
        again = play(
            rule_table([spec_of(preset("literal", claim__chi="next_seat", turn__ready="optional_lock"))]),
            bot_table("tsumogiri"),
            [wall],
            11,
            mode=WallMode.LANES,
            script=choices,
            strict=True,
            log=True,
        )
        assert np.array_equal(again.transcripts()[0], log)
