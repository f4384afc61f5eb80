"""The outcome columns of penalties: who paid a penalty, who paid a win for all, whether the hand is void, and the chips by seat."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rulesets.clause_log import ENTRY_NAMES, EVENT_COLUMNS, Counter
from rulesets.jit import JIT_OFF
from rulesets.options import Value
from rulesets.spec import resolve
from sim.batch import Played, play
from sim.bots.registry import load_lineup
from sim.mistakes.row import Observe
from sim.plan import Study, VariantPlan
from sim.shard import work_of
from tests.sim.fuding_slips import BONUS, erring, errs, moved
from tests.sim.fuding_table import A, B, C, D, fd
from tests.sim.test_fuding_slips_books import OFTEN, at_random
from tests.sim.test_fuding_slips_pay import FLUSH, FULL, false_win_wall, flush_wall, quiet_wall
from tests.sim.test_match_mistakes import played as hiding

WALLS = 40 if JIT_OFF else 400


def row_of(played: Played) -> Any:
    return played.rows[0, 0, 0, 0]


def penalty(row: Any) -> list[int]:
    return [int(row[f"penalty_s{s}"]) for s in range(4)]


def test_a_penalty_payment_that_breaks_the_hand_off() -> None:
    row = row_of(erring(false_win_wall(), {B: FULL}, "0 discard 5p"))
    assert (int(row["pei"]), int(row["liable"]), int(row["aborted"]), int(row["end"])) == (1 << B, -1, 1, 0)
    assert penalty(row) == [1000, -2000, 500, 500] == [int(row[f"delta_s{s}"]) for s in range(4)]


def test_a_penalty_payment_and_the_hand_goes_on() -> None:
    row = row_of(erring(false_win_wall(), {B: FULL}, "0 discard 5p", changes=BONUS))
    assert int(row["pei"]) == 1 << B and not int(row["aborted"])
    assert penalty(row) == [1000, -2000, 500, 500]


def test_joint_offenders_are_both_in_the_mask() -> None:
    row = row_of(erring(quiet_wall(), {A: errs("wrong_door"), D: errs("wrong_gold")}))
    assert int(row["pei"]) == 1 << A | 1 << D and penalty(row) == [-1000, 1000, 1000, -1000]


def test_of_a_win_paid_for_all_what_others_would_have_paid_is_the_penalty() -> None:
    """C throws the barred suit, D wins 800: C would owe 800 anyway, and pays 1600 for the dealer and 800 for B."""
    wall = flush_wall("6p4p258m369m147sSWNCF")
    row = row_of(erring(wall, {C: errs("flush_bar")}, FLUSH + "; 2 discard 6p; 3 win"))
    assert (int(row["pei"]), int(row["liable"]), int(row["aborted"])) == (1 << C, C, 0)
    assert penalty(row) == [0, 0, -2400, 2400]


@pytest.mark.parametrize("changes", [{}, BONUS, {"penalty.losers_settle": True, "claim.multi_win": "all"}])
def test_the_columns_are_the_sum_of_what_the_breaches_moved(changes: dict[str, Value]) -> None:
    """Hand by hand and seat by seat; points that only change the settlement (FD-3.14) are no penalties."""
    played = at_random(OFTEN, fd(moved(changes)), walls=np.arange(WALLS))
    rows = played.rows[0, 0, :, 0]
    paid = np.stack([rows[f"penalty_s{s}"] for s in range(4)], axis=1).astype(np.int64)
    expected = np.zeros_like(paid)
    effect, chips = EVENT_COLUMNS.index("effect"), EVENT_COLUMNS.index("chips_s0")
    for breach in played.breaches:
        if breach[effect] in (Counter.PEI, Counter.PEI_WIN):
            expected[breach[0]] += breach[chips : chips + 4]
    assert (paid == expected).all() and not paid.sum(axis=1).any()
    log = played.clauses.sum(axis=(0, 1, 2))
    assert rows["aborted"].sum() == log[:, Counter.ABORT].sum()
    assert ((paid != 0).any(axis=1) <= (rows["pei"] != 0)).all()
    assert not rows["winner_mask"][rows["aborted"] == 1].any() and (rows["pei"] != 0).sum() > WALLS / 10


def test_nobody_errs_and_nothing_is_paid() -> None:
    study = Study("quiet", (VariantPlan(resolve("hebei/literal")),), (load_lineup("four_greedy"),), walls=20, seed=3)
    work = work_of(study, source="")
    columns = play(work.rules, work.bots, range(20), 3, lineups=work.lineups).columns()
    assert (columns["liable"] == -1).all()
    assert not any(columns[name].any() for name in ("pei", "aborted", "penalty_s0", "penalty_s1", "penalty_s2", "penalty_s3"))


def test_fines_for_hidden_busts_stand_in_the_hand_after_which_they_were_found() -> None:
    """A fine of 20 and what was won since: what all players together are charged is in the rows, as far as they sat."""
    result = hiding(1.0, 0.0, Observe.REFEREE)
    rows = result.rows[0, 0]
    paid = np.stack([rows[f"penalty_s{s}"] for s in range(4)], axis=-1).astype(np.int64)
    hidden = int(result.matches[0, 0]["hidden"].sum())
    charged = -np.minimum(paid, 0).sum()
    log = int(result.clauses[..., ENTRY_NAMES.index("hide_bust"), Counter.CHIPS].sum())
    assert hidden > 20 and 20 * hidden <= charged <= log
