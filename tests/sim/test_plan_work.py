"""The work order: rule rows, bots, and which rules a bot believes in."""

from __future__ import annotations

import dataclasses
import pickle

import numpy as np

from rulesets.spec import resolve
from sim.plan import BotPlan, LineUpPlan, VariantPlan
from sim.shard import Shard, run_shard, work_of
from tests.sim import standin
from tests.sim.studies import EQUAL, LONG, RICH, WEAK, study

READER = BotPlan("reader", 2, settings=(7, 8), reads=("hebei",))
LINEUPS = (EQUAL, LineUpPlan("reader", (WEAK, READER, WEAK, WEAK)))


def test_adapted_bots_believe_in_the_variant() -> None:
    work = work_of(study(RICH, LONG, lineups=LINEUPS), "s")
    assert len(work.rules) == 3
    assert work.beliefs == tuple(((v,) * 4, (v,) * 4) for v in range(3))


def test_mechanical_bots_keep_the_baseline_in_what_they_read() -> None:
    """The reader believes in the variant's rules with the baseline's scoring; bots that read nothing need no such row."""
    both = "hebei/literal+hebei.fan_menqing=5+wall.reserve=20"
    asked = study(lineups=LINEUPS)
    variants = (VariantPlan(resolve("hebei/literal"), "mechanical"), VariantPlan(resolve(both), "mechanical"))
    work = work_of(dataclasses.replace(asked, variants=variants), "s")
    ((plain, base_reader), (others, reader)) = work.beliefs
    assert plain == (0, 0, 0, 0) and others == (1, 1, 1, 1)
    row = reader[1]
    assert row >= 2 and reader == (1, row, 1, 1)
    assert work.rules[row]["wall"]["reserve"] == 20
    assert work.rules[row]["hebei"]["fan_menqing"] == work.rules[0]["hebei"]["fan_menqing"] == 2
    assert work.rules[1]["hebei"]["fan_menqing"] == 5
    assert work.rules[base_reader[1]] == work.rules[0]


def test_bot_rows_hold_kind_and_settings() -> None:
    work = work_of(study(lineups=LINEUPS), "s")
    assert work.bots["kind"].tolist() == [0, 1, 2]
    assert work.bots["settings"][2, :3].tolist() == [7, 8, 0]
    assert [x.bots for x in work.lineups] == [(0, 0, 0, 0), (1, 2, 1, 1)]
    assert work.seat_bots[1][0] == (0, 1, 0, 0), "the reader is the second of the different bots"


def test_the_order_survives_the_way_to_a_worker() -> None:
    work = work_of(study(RICH, LONG, lineups=LINEUPS), "s")
    again = pickle.loads(pickle.dumps(work))
    assert again.rules.dtype == work.rules.dtype and np.array_equal(again.rules, work.rules)
    a, b = (run_shard(w, Shard(0, 0, 10), (0, 1, 2), player=standin.play) for w in (work, again))
    assert all(a[v].digests == b[v].digests for v in range(3))


def test_only_wanted_variants_come_back_with_the_baseline_as_partner() -> None:
    work = work_of(study(RICH, LONG), "s")
    alone = run_shard(work, Shard(0, 0, 10), (2,), player=standin.play)
    all_of_them = run_shard(work, Shard(0, 0, 10), (0, 1, 2), player=standin.play)
    assert set(alone) == {2}
    assert alone[2].tally.equals(all_of_them[2].tally) and alone[2].rows.equals(all_of_them[2].rows)
