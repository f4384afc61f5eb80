"""Hidden busts in matches that are played: who hides, who notices, what the clause log says (FD-3.21, FD-3.26)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from rulesets.clause_log import Counter
from rulesets.compile import rule_table
from rulesets.formats import FIVE, format_table
from rulesets.mistakes import MISTAKES
from rulesets.spec import load_preset, with_changes
from sim.batch import LineUp, Played, play
from sim.bots.registry import load_bot
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
        profiles=profile_table(table), clause_block=MATCHES,
    )  # fmt: skip


def counts(result: Played) -> dict[Counter, int]:
    return {c: int(result.clauses[0, 0, 0, HIDE_BUST, c]) for c in Counter}


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


def test_FD_3_21_a_rate_of_one_half_hides_half_of_the_busts() -> None:
    log = counts(played(0.5, 0.0, Observe.REFEREE))
    n, hidden = log[Counter.TRIG], log[Counter.SLIP]
    assert n > 30 and abs(hidden - n / 2) < 3.3 * np.sqrt(n) / 2


def test_FD_3_21_nobody_looks_and_it_lapses() -> None:
    result = played(1.0, 0.0, Observe.PLAYERS)
    log = counts(result)
    assert log[Counter.SLIP] == log[Counter.LAPSED] > 0 == log[Counter.NOTICED]
    assert total(result, "hidden") == 0 and total(result, "loans") == 0


@pytest.mark.parametrize("watchers", [(0,), (4,)])
def test_FD_3_26_one_observer_is_enough_and_he_may_wait_on_the_bench(watchers: tuple[int, ...]) -> None:
    result = played(1.0, 1.0, Observe.PLAYERS, watchers)
    watcher = watchers[0]
    found = result.matches[0, 0]["hidden"]
    assert found.sum() > 0 and found[:, watcher].sum() == 0  # nobody sees his own
    assert counts(result)[Counter.NOTICED] == found.sum()
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
