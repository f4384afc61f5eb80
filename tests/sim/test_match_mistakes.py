"""Hidden busts in matches that are played: who hides, who notices, what the clause log says (FD-3.21, FD-3.26)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rulesets.clause_log import EVENT_COLUMNS, BreachPhase, Counter
from rulesets.compile import rule_table
from rulesets.formats import FIVE, format_table
from rulesets.mistakes import MISTAKES
from rulesets.spec import load_preset, with_changes
from rulesets.tiles import N_SEATS
from sim.batch import LineUp, Played, play
from sim.bots.registry import load_bot
from sim.mistakes.chance import BENCH, REFEREE
from sim.mistakes.hiding import HIDE_BUST
from sim.mistakes.profiles import FLAWLESS, MistakeProfile, profile_table
from sim.mistakes.row import Observe
from sim.seatings import all_orders
from tests.sim.bot_tables import bot_rows

SPEC = with_changes(
    load_preset("hebei/literal"),
    {"format.kind": "five_corner", "format.stack": 25, "format.loan": 25, "format.max_loans": -1, "format.eight_tai": "none",
     "claim.multi_win": "head_bump"},
)  # fmt: skip
MATCHES = 40
FINE = 20  # the rules of Hebei have no mistakes, hence no fine
HANDS = 30


def rates(value: float) -> tuple[float, ...]:
    return tuple(value if m.name == "hide_bust" else 0.0 for m in MISTAKES)


def played(p: float, q: float, observe: Observe, watchers: tuple[int, ...] = (0, 1, 2, 3, 4)) -> Played:
    """Five players who hide a bust with probability p; those of `watchers` notice one with probability q a hand."""
    table: list[MistakeProfile] = [
        FLAWLESS,
        replace(FLAWLESS, p=rates(p), q=rates(q), observe=observe),
        replace(FLAWLESS, p=rates(p), q=rates(0.0), observe=observe),
    ]
    bots = bot_rows(load_bot("greedy"), load_bot("greedy"))
    bots["profile"] = [1, 2]
    forms = format_table([SPEC], [HANDS])
    forms["hidden_bust_fine"] = FINE
    line = LineUp(tuple(0 if player in watchers else 1 for player in range(FIVE)), all_orders(FIVE))
    return play(
        rule_table([SPEC]), bots, range(MATCHES), 3, lineups=[line], forms=forms,
        profiles=profile_table(table), clause_block=MATCHES, breaches=True,
    )  # fmt: skip


def counts(result: Played) -> dict[Counter, int]:
    return {c: int(result.clauses[0, 0, 0, HIDE_BUST, c]) for c in Counter}


def events(result: Played) -> dict[str, Any]:
    """The rows of hidden busts in the log of breaches, column by column."""
    rows = result.breaches[result.breaches[:, EVENT_COLUMNS.index("entry")] == HIDE_BUST]
    return {name: rows[:, i] for i, name in enumerate(EVENT_COLUMNS)}


def agree(result: Played) -> dict[str, Any]:
    """The rows are those that the counts count, each of them in a hand of its match, at the end of it."""
    log, rows = counts(result), events(result)
    n = len(rows["noticed"])
    assert n == log[Counter.SLIP] and rows["noticed"].sum() == log[Counter.NOTICED] == n - log[Counter.LAPSED]
    assert (rows["phase"] == BreachPhase.END).all() and not rows["ended"].any() and not rows["denied"].any()
    for name in ("kind", "objector", "effect"):
        assert (rows[name] == -1).all()
    assert ((rows["observer"] >= 0) == (rows["noticed"] == 1)).all()
    chips = np.stack([rows[f"chips_s{s}"] for s in range(N_SEATS)], axis=1)
    paid = -chips[np.arange(n), rows["seat"]]
    assert paid.sum() == log[Counter.CHIPS] and (paid[rows["noticed"] == 0] == 0).all()
    assert (paid[rows["noticed"] == 1] >= FINE).all() and (chips.sum(axis=1) <= 0).all()
    played = result.matches[0, 0]["hands"][rows["wall"]]
    assert (rows["hand_no"] >= 0).all() and (rows["hand_no"] < played).all()
    hands = result.rows[0, 0][rows["wall"], rows["hand_no"]]
    assert (rows["turn"] == hands["discards"]).all() and (rows["live"] > 0).any()
    return rows


def total(result: Played, name: str) -> int:
    return int(result.matches[0, 0][name].sum())


def test_FD_3_21_the_referee_finds_every_hidden_bust_at_the_next_hand_end() -> None:
    result = played(1.0, 0.0, Observe.REFEREE)
    log = counts(result)
    assert log[Counter.SLIP] > 20 and log[Counter.TRIG] == log[Counter.SLIP]
    assert log[Counter.NOTICED] == total(result, "hidden")
    assert log[Counter.SLIP] == log[Counter.NOTICED] + log[Counter.LAPSED]
    assert log[Counter.LAPSED] <= MATCHES  # only those of a last hand
    assert log[Counter.CHIPS] >= 20 * log[Counter.NOTICED]
    found = result.matches[0, 0]
    assert not found["result"].sum(axis=1).any()
    assert found["debt"].sum() == 25 * found["loans"].sum() + log[Counter.CHIPS]


def test_FD_3_21_every_hidden_bust_has_a_row_among_the_events() -> None:
    """b.15: of the hand after which he hid, with who found it and what it cost, as the columns of the hand found have it."""
    result = played(1.0, 0.0, Observe.REFEREE)
    rows = agree(result)
    found = rows["noticed"] == 1
    assert found.sum() > 20 and (rows["observer"][found] == REFEREE).all()
    hands = result.rows[0, 0]
    left = np.stack([hands[f"penalty_s{s}"] for s in range(N_SEATS)], axis=-1).astype(np.int64)
    for at in np.flatnonzero(found):  # the referee finds it after the next hand
        left[rows["wall"][at], rows["hand_no"][at] + 1] -= [rows[f"chips_s{s}"][at] for s in range(N_SEATS)]
    assert not left.any()


def test_FD_3_21_a_rate_of_one_half_hides_half_of_the_busts() -> None:
    log = counts(played(0.5, 0.0, Observe.REFEREE))
    n, hidden = log[Counter.TRIG], log[Counter.SLIP]
    assert n > 30 and abs(hidden - n / 2) < 3.3 * np.sqrt(n) / 2


def test_FD_3_21_nobody_looks_and_it_lapses() -> None:
    result = played(1.0, 0.0, Observe.PLAYERS)
    log = counts(result)
    assert log[Counter.SLIP] == log[Counter.LAPSED] > 0 == log[Counter.NOTICED]
    assert total(result, "hidden") == 0 and total(result, "loans") == 0
    assert (agree(result)["observer"] == -1).all()


@pytest.mark.parametrize("watchers", [(0,), (4,)])
def test_FD_3_26_one_observer_is_enough_and_he_may_wait_on_the_bench(watchers: tuple[int, ...]) -> None:
    result = played(1.0, 1.0, Observe.PLAYERS, watchers)
    watcher = watchers[0]
    found = result.matches[0, 0]["hidden"]
    assert found.sum() > 0 and found[:, watcher].sum() == 0  # nobody sees his own
    assert counts(result)[Counter.NOTICED] == found.sum()
    rows = agree(result)
    assert (rows["seat"] != rows["observer"]).all() and (rows["observer"][rows["noticed"] == 1] != REFEREE).all()
    assert watcher == 0 or (rows["observer"] == BENCH).any()
    # as long as busts are hidden nobody makes room: where the watcher waits first, he has seen the first one from the bench
    assert found[result.matches[0, 0]["waited_first"] == watcher].sum() > 0


def test_who_never_errs_plays_the_same_match() -> None:
    """g.11: profiles without mistakes change nothing."""

    def of(**options: Any) -> Any:
        bots = bot_rows(load_bot("greedy"))
        return play(
            rule_table([SPEC]), bots, range(10), 3, lineups=[LineUp((0,) * 5, all_orders(FIVE))],
            forms=format_table([SPEC], [HANDS]), **options,
        ).matches[0, 0]["result"]  # fmt: skip

    careful = profile_table([FLAWLESS, replace(FLAWLESS, q=rates(0.1), observe=Observe.PLAYERS)])
    assert (of() == of(profiles=careful)).all()
