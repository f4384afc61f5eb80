"""Matches played by the engine: replayed by the slow accountant, equal to sessions while all stay, the same however cut."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest

from rulesets.compile import rule_table
from rulesets.formats import FIVE, format_table, players_of
from rulesets.spec import RulesetSpec, load_preset, with_changes
from sim.batch import LineUp, Played, play
from sim.bots.registry import load_bot
from sim.match import Cause
from sim.seatings import all_orders
from tests.oracle.match import Accountant, Hand
from tests.oracle.test_match import NAMES
from tests.sim.bot_tables import bot_rows

BOTS = bot_rows(load_bot("greedy"), load_bot("casual"))
MOST = 60
MATCHES = 60
SINGLE = {"claim.multi_win": "head_bump", "hebei.kan_open": 0, "hebei.kan_added": 0, "hebei.kan_closed": 0}
HEBEI = with_changes(load_preset("hebei/literal"), SINGLE)  # one winner, no kan points: deltas say who owes whom
FUZHOU = load_preset("fuzhou/fz_std")
FORMS: dict[str, RulesetSpec] = {
    "rounds": with_changes(HEBEI, {"format.kind": "rounds", "format.rounds": 1}),
    "bust": with_changes(HEBEI, {"format.kind": "until_bust", "format.stack": 30}),
    "shares": with_changes(HEBEI, {"format.kind": "until_bust", "format.stack": 15, "format.short_pay": "pro_rata"}),
    "five": with_changes(HEBEI, {"format.kind": "five_corner", "format.stack": 25, "format.loan": 25, "format.eight_tai": "none"}),
    "out": with_changes(
        FUZHOU,
        {"format.kind": "five_corner", "format.stack": 60, "format.loan": 40, "format.eight_tai": "none",
         "format.rotation": "dealer_out"},
    ),
    "loser": with_changes(
        FUZHOU,
        {"format.kind": "five_corner", "format.stack": 60, "format.max_loans": 0, "format.eight_tai": "none",
         "format.rotation": "loser_out", "format.dealer_after_bust": "replacement"},
    ),
    "fuding": with_changes(load_preset("fuding/wujiao"), {"format.stack": 1000}),
}  # fmt: skip


def lineup_of(spec: RulesetSpec) -> LineUp:
    """Two strong bots and weak ones."""
    if players_of(spec) == FIVE:
        return LineUp((0, 0, 1, 1, 1), all_orders(FIVE))
    return LineUp((0, 0, 1, 1), ((0, 1, 2, 3), (3, 0, 1, 2)))


@cache
def played(name: str) -> Played:
    return matches(FORMS[name], range(MATCHES))


def matches(spec: RulesetSpec, walls: Any) -> Played:
    return play(rule_table([spec]), BOTS, walls, 7, lineups=[lineup_of(spec)], forms=format_table([spec], [MOST]))


def same(a: Any, b: Any) -> bool:
    """Whether records agree in every field; bytes between fields have no meaning."""
    return a.shape == b.shape and all(np.array_equal(a[name], b[name]) for name in a.dtype.names)


def owed_in(row: Any, by_totals: bool) -> list[list[int]]:
    """Who owes whom: in a hand with one winner and nothing but the win to pay; or (b.11) each loser to each other seat what
    that seat's hand is worth, doubled with the dealer, and the winner nothing."""
    owed = [[0] * 4 for _ in range(4)]
    mask = int(row["winner_mask"])
    if by_totals:
        for payer in range(4):
            for payee in range(4):
                if payer != payee and mask and not mask >> payer & 1:
                    factor = 2 if int(row["dealer"]) in (payer, payee) else 1
                    owed[payer][payee] = factor * int(row[f"total_s{payee}"])
        return owed
    if mask:
        winner = mask.bit_length() - 1
        for seat in range(4):
            if seat != winner:
                owed[seat][winner] = -int(row[f"delta_s{seat}"])
    return owed


def replay(name: str) -> Iterator[tuple[Any, Accountant]]:
    """Every match of a form beside the accountant who was told of its hands."""
    spec, result = FORMS[name], played(name)
    seatings = lineup_of(spec).seatings
    for match, rows in zip(result.matches[0, 0], result.rows[0, 0], strict=True):
        order = seatings[int(match["seating"])]
        books = Accountant(spec.values, order, int(rows[0]["dealer"]), MOST)
        for row in rows[: int(match["hands"])]:
            assert not books.cause
            assert int(row["dealer"]) == books.dealer and int(row["kept"]) == books.streak - 1
            assert [seatings[int(row["seating"])][s] for s in range(4)] == [p.name if p else -1 for p in books.seats]
            mask, payer = int(row["winner_mask"]), int(row["payer"])
            books.play(
                Hand(
                    winners=tuple(s for s in range(4) if mask >> s & 1),
                    giver=None if payer < 0 else payer,
                    owed=owed_in(row, spec.family == "fuding"),
                    tai={s: int(row["tai"]) for s in range(4) if mask >> s & 1},
                )
            )
        yield match, books


@pytest.mark.parametrize("name", FORMS)
def test_the_accountant_comes_to_the_same_from_the_rows_alone(name: str) -> None:
    causes = set()
    for match, books in replay(name):
        n = len(books.players)
        assert NAMES[books.cause] == int(match["cause"]) != Cause.NONE
        assert match["result"][:n].tolist() == books.results()
        assert match["debt"][:n].tolist() == [p.debt for p in books.players]
        assert match["loans"][:n].tolist() == [p.loans for p in books.players]
        assert match["busts"][:n].tolist() == [p.busts for p in books.players]
        assert match["benched"][:n].tolist() == [p.waited for p in books.players]
        assert int(match["sweeper"]) == (books.sweeper.name if books.sweeper else -1)
        causes.add(books.cause)
    wanted = {"rounds": "rounds", "bust": "bust", "shares": "bust", "five": "hands"}
    assert wanted.get(name, "no_seat") in causes


@pytest.mark.parametrize("name", ["rounds", "bust"])
def test_hands_are_those_of_a_session_as_long_as_nobody_leaves(name: str) -> None:
    """Four players keep their seats, so chips change nothing but the end: the same rows, bit for bit."""
    spec, result = FORMS[name], played(name)
    session = play(rule_table([spec]), BOTS, range(MATCHES), 7, lineups=[lineup_of(spec)], session_hands=MOST)
    for match, rows, other in zip(result.matches[0, 0], result.rows[0, 0], session.rows[0, 0], strict=True):
        n = int(match["hands"])
        assert same(rows[:n], other[:n])
        assert not rows[n:]["hand_no"].any()


@pytest.mark.parametrize("name", ["five", "out"])
def test_a_match_depends_on_its_number_alone(name: str) -> None:
    whole = played(name)
    for walls in ([3], [40, 3], [7, 8, 9]):
        part = matches(FORMS[name], walls)
        assert same(part.matches[0, 0], whole.matches[0, 0, walls])
        for at, wall in enumerate(walls):
            n = int(whole.matches[0, 0, wall]["hands"])
            assert same(part.rows[0, 0, at, :n], whole.rows[0, 0, wall, :n])


def test_seatings_of_five_are_drawn_for_each_match() -> None:
    result = matches(with_changes(FORMS["five"], {"format.max_hands": 1}), range(600))
    first = result.matches[0, 0]["seating"]
    assert len(set(first.tolist())) > 110
    waits = np.array([all_orders(FIVE)[s][4] for s in first])
    assert (np.abs(np.bincount(waits, minlength=5) - 120) < 3.3 * np.sqrt(600 * 0.2 * 0.8)).all()
    assert (result.matches[0, 0]["waited_first"] == waits).all()


def test_results_cancel_and_lengths_are_kept() -> None:
    for name in FORMS:
        found = played(name).matches[0, 0]
        assert not found["result"].sum(axis=1).any() and not found["bonus"].sum(axis=1).any()
        assert (found["hands"] >= 1).all() and (found["hands"] <= MOST).all()


def test_wrong_line_ups_and_mixed_groups_are_refused() -> None:
    five, four = FORMS["five"], FORMS["bust"]
    with pytest.raises(ValueError, match="five corners need line-ups of five"):
        play(rule_table([five]), BOTS, [0], 1, lineups=[LineUp((0, 0, 0, 0))], forms=format_table([five], [5]))
    with pytest.raises(ValueError, match="five corners need line-ups of five"):
        play(rule_table([four]), BOTS, [0], 1, lineups=[LineUp((0,) * 5, all_orders(5))], forms=format_table([four], [5]))
    with pytest.raises(ValueError, match="all their orders"):
        LineUp((0,) * 5, ((0, 1, 2, 3, 4),))


def share_of_first_places(n: int) -> None:
    """Five equal players: each comes first in a fifth of the matches, within 3.3 standard errors."""
    spec = with_changes(FORMS["five"], {"format.stack": 15, "format.loan": 15, "format.max_loans": 0, "format.max_hands": 30})
    result = play(
        rule_table([spec]), BOTS, range(n), 11, lineups=[LineUp((0,) * 5, all_orders(FIVE))], forms=format_table([spec], [30])
    )
    results = result.matches[0, 0]["result"]
    first = results == results.max(axis=1, keepdims=True)
    shares = first / first.sum(axis=1, keepdims=True)
    error = np.sqrt(shares.var(axis=0) / n)
    assert (np.abs(shares.mean(axis=0) - 0.2) < 3.3 * error).all()
    assert (np.abs(results.mean(axis=0)) < 3.3 * np.sqrt(results.var(axis=0) / n)).all()


def test_five_equal_bots_each_win_a_fifth() -> None:
    share_of_first_places(400)


@pytest.mark.slow
def test_five_equal_bots_each_win_a_fifth_of_many() -> None:
    share_of_first_places(20_000)
