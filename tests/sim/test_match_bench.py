"""FD-3.26: the player who waits at five corners sees what happens in a hand, and may point out what costs a penalty payment."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rulesets.clause_log import COUNTER_NAMES, ENTRY_CLAUSES, ENTRY_NAMES, EVENT_COLUMNS, Counter
from rulesets.compile import rule_table
from rulesets.formats import FIVE, format_table
from rulesets.mistakes import MISTAKES
from rulesets.spec import load_preset
from sim.batch import LineUp, Played, play
from sim.bots.registry import load_bot
from sim.mistakes.bench import BENCH_ENTRIES, may_object
from sim.mistakes.chance import BENCH
from sim.mistakes.profiles import EXTRA_NAMES, FLAWLESS, profile_table
from sim.mistakes.row import Objection, Observe
from sim.seatings import all_orders
from sim.seeding import Purpose, below
from tests.sim.bot_tables import bot_rows

SPEC = load_preset("fuding/wujiao")
WAITS = 4  # the player who waits in the match that is played
SEED = 1
MATCH = next(
    n
    for n in range(100)
    if all_orders(FIVE)[int(below(np.uint64(SEED), n, 0, Purpose.SEATING_SHUFFLE, 0, len(all_orders(FIVE))))][-1] == WAITS
)


def played(mistake: str, watcher: int, objection: Objection = Objection.ALWAYS, bot: str = "tsumogiri") -> Played:
    """One hand of five corners in which player 0 errs whenever he can, and `watcher` alone notices things; player 4 waits."""
    blind = replace(FLAWLESS, q=(0.0,) * len(MISTAKES), observe=Observe.PLAYERS, objection=objection)
    rates = tuple(1.0 if m.name == mistake else 0.0 for m in MISTAKES)
    extras = tuple(0.0 if name == "untaken_chi.clear" else rate for name, rate in zip(EXTRA_NAMES, blind.extras, strict=True))
    people = [FLAWLESS, replace(blind, p=rates, extras=extras), blind, replace(blind, q=(1.0,) * len(MISTAKES))]
    bots = bot_rows(*[load_bot(bot)] * 3)
    bots["profile"] = [1, 2, 3]
    line = LineUp((0, *(2 if player == watcher else 1 for player in range(1, FIVE))), all_orders(FIVE))
    return play(
        rule_table([SPEC]), bots, [MATCH], SEED, lineups=[line], forms=format_table([SPEC], [1]), profiles=profile_table(people),
        clause_block=1, breaches=True,
    )  # fmt: skip


def counts(result: Played, entry: str) -> dict[str, int]:
    cells = result.clauses[0, 0].sum(axis=0)[ENTRY_NAMES.index(entry)]
    return {name: int(n) for name, n in zip(COUNTER_NAMES, cells, strict=True) if n}


def column(result: Played, name: str) -> list[int]:
    return [int(value) for value in result.breaches[:, EVENT_COLUMNS.index(name)]]


def test_FD_3_26_who_waits_points_out_a_tile_too_many_and_its_holder_pays() -> None:
    result = played("overdraw", WAITS)
    assert counts(result, "overdraw")["pei"] == 1
    noticed = [who for who, seen in zip(column(result, "observer"), column(result, "noticed"), strict=True) if seen]
    assert noticed == [BENCH] and column(result, "effect")[0] == Counter.PEI


def test_FD_3_26_nobody_else_looking_it_would_go_unnoticed() -> None:
    assert "pei" not in counts(played("overdraw", 0), "overdraw")


def test_FD_3_26_a_draw_from_the_tail_is_no_business_of_his() -> None:
    result = played("wrong_end", WAITS)
    found = counts(result, "wrong_end")
    assert found["slip"] == found["lapsed"] > 0 and "noticed" not in found
    seated = counts(played("wrong_end", 2), "wrong_end")
    assert seated["noticed"] == 1 and seated["stand"] == 1


@pytest.mark.parametrize("mistake", ["leak_hand", "tell_tenpai", "leak_tile", "skip_draw"])
def test_FD_3_26_nor_is_anything_that_only_stands_binds_or_freezes(mistake: str) -> None:
    found = counts(played(mistake, WAITS, bot="greedy"), mistake)
    assert "noticed" not in found and found["slip"] == found["lapsed"] > 0


def test_FD_3_26_what_may_be_pointed_out_from_the_bench() -> None:
    told = {ENTRY_NAMES[entry] for entry in range(len(ENTRY_NAMES)) if BENCH_ENTRIES >> entry & 1}
    assert {"overdraw", "false_closed_kan", "wrong_door", "wrong_gold", "false_win", "passed_win", "flush_bar"} <= told
    assert {"four_winds_bar", "idle_gold_win", "untaken_chi", "joint_opening", "hide_bust"} <= told
    assert not told & {"passed_pon", "partial_false_win", "wrong_end", "late_honour", "freeze_breach", "kan_tile", "wrong_dealer"}
    assert all(may_object(ENTRY_CLAUSES[ENTRY_NAMES.index(name)], seated=False) for name in told)
