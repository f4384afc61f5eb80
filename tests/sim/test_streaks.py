"""Streaks of the dealer in studies of independent hands: measured once, shared by all variants, drawn for each wall."""

from __future__ import annotations

import numpy as np
import pytest

from rulesets.spec import resolve
from sim import streaks
from sim.bots.registry import load_lineup
from sim.plan import Shard, Study, VariantPlan
from sim.shard import run_shard, work_of


def study(*variants: str, unit: str = "hand", walls: int = 200) -> Study:
    plans = tuple(VariantPlan(resolve(name)) for name in variants)
    return Study("streaks", plans, (load_lineup("four_greedy"),), walls=walls, seed=5, unit=unit, columns="full")  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few sessions: the law of the measurement does not depend on their number."""
    monkeypatch.setattr(streaks, "SESSIONS", 12)
    monkeypatch.setattr(streaks, "HANDS", 20)


def test_measured_only_where_a_rule_can_pay_for_it() -> None:
    for asked in (study("hebei/literal"), study("fuzhou/fz_std", unit="session")):
        work = work_of(asked, "s")
        assert streaks.with_streaks(work, asked) is work
    asked = study("hebei/literal", "fuzhou/fz_std")
    assert streaks.with_streaks(work_of(asked, "s"), asked).streaks != ()


def test_the_distribution_is_that_of_settled_sessions() -> None:
    asked = study("fuzhou/fz_std")
    work = streaks.with_streaks(work_of(asked, "s"), asked)
    assert sum(work.streaks) == 12 * (20 - streaks.SETTLING)
    assert work.streaks == streaks.measured(work_of(asked, "s")), "the same question has the same answer"
    shares = np.array(work.streaks) / sum(work.streaks)
    assert shares[0] > shares[1] > 0 and 0.5 < shares[0] < 0.9


def test_independent_hands_draw_their_streak_from_it() -> None:
    asked = study("fuzhou/fz_std", "fuzhou/qq_classic")
    work = streaks.with_streaks(work_of(asked, "s"), asked)
    tables = run_shard(work, Shard(0, 0, 200), [0, 1])
    kept = tables[0].rows.column("kept").to_numpy()
    assert np.array_equal(kept, tables[1].rows.column("kept").to_numpy()), "walls stay paired"
    expected = np.array(work.streaks) / sum(work.streaks)
    found = np.bincount(kept, minlength=len(expected)) / len(kept)
    assert abs(found[: len(expected)] - expected).max() < 0.12
    assert set(run_shard(work_of(asked, "s"), Shard(0, 0, 20), [0])[0].rows.column("kept").to_numpy()) == {0}
