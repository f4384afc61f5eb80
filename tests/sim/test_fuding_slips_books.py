"""What holds in every hand played by people who make mistakes, and what their profiles must not touch."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from rulesets.clause_log import ENTRY_NAMES, EVENT_COLUMNS, Counter
from rulesets.compile import rule_table
from rulesets.formats import FIVE, format_table
from rulesets.jit import JIT_OFF
from rulesets.mistakes import MISTAKES, NUMBER_OF
from rulesets.options import Value
from rulesets.spec import resolve
from sim.batch import LineUp, LogEvent, Played, play
from sim.bots.registry import load_bot, load_lineup
from sim.mistakes.profiles import FLAWLESS, MistakeProfile, load_profile, profile_table
from sim.mistakes.row import Objection, Observe
from sim.mistakes.tables import merge_clauses
from sim.plan import LineUpPlan, Shard, Study, VariantPlan
from sim.seatings import all_orders
from sim.shard import run_shard, work_of
from tests.sim.fuding_table import fd
from tests.sim.tabletop import Array, bots

CONTINUE: dict[str, Value] = {"penalty.after_pei": "continue"}
OFTEN = replace(load_profile("novice"), p=(0.06,) * len(MISTAKES), q=(0.5,) * len(MISTAKES))
WALLS = np.arange(12)


def at_random(profile: MistakeProfile | None, rules: Array, walls: Array = WALLS, bot: str = "random_legal") -> Played:
    """Hands of four bots who err alike."""
    table = bots(bot)
    table["profile"] = 0 if profile is None else 1
    people = None if profile is None else profile_table([FLAWLESS, profile])
    return play(rules, table, walls, 7, lineups=[LineUp((0, 0, 0, 0))], profiles=people, clause_block=1000, breaches=True)


@pytest.mark.parametrize("observe", [Observe.REFEREE, Observe.PLAYERS])
@pytest.mark.parametrize("changes", [{}, CONTINUE, CONTINUE | {"penalty.stand": "play_no_win"}])
def test_the_books_balance(observe: Observe, changes: dict[str, Value]) -> None:
    played = at_random(replace(OFTEN, observe=observe), fd(changes))
    counts = played.clauses[0, 0].sum(axis=0)
    slips, found, lapsed = (counts[:, c] for c in (Counter.SLIP, Counter.NOTICED, Counter.LAPSED))
    assert slips.sum() > 30 and (slips == found + lapsed).all()
    asks = [NUMBER_OF[m.name] for m in MISTAKES if m.objection]
    assert (counts[asks, Counter.NOTICED] == counts[asks, Counter.OBJECTED] + counts[asks, Counter.TOLERATED]).all()
    rows = played.rows[0, 0, :, 0]
    assert (sum(rows[f"delta_s{s}"].astype(int) for s in range(4)) == 0).all()
    chips = np.stack([played.breaches[:, EVENT_COLUMNS.index(f"chips_s{s}")] for s in range(4)])
    assert (chips.sum(axis=0) == 0).all() and len(played.breaches) == slips.sum()
    moved = np.bincount(played.breaches[:, 3], np.maximum(chips, 0).sum(axis=0), len(ENTRY_NAMES))
    assert (moved == counts[:, Counter.CHIPS]).all()


@pytest.mark.parametrize("observe", [Observe.REFEREE, Observe.PLAYERS])
def test_in_matches_there_is_a_row_for_each_slip_of_each_entry(observe: Observe) -> None:
    """b.15 at five corners, hidden busts included (FD-3.21)."""
    table = bots("greedy")
    table["profile"] = 1
    spec = resolve("fuding/wujiao")
    n, hands = (2, 20) if JIT_OFF else (12, 60)
    played = play(
        rule_table([spec]), table, range(n), 7, lineups=[LineUp((0,) * FIVE, all_orders(FIVE))],
        forms=format_table([spec], [hands]), profiles=profile_table([FLAWLESS, replace(OFTEN, observe=observe)]),
        clause_block=n, breaches=True,
    )  # fmt: skip
    counts = played.clauses[0, 0].sum(axis=0)
    of = {name: played.breaches[:, i] for i, name in enumerate(EVENT_COLUMNS)}
    entries = len(ENTRY_NAMES)
    assert (np.bincount(of["entry"], minlength=entries) == counts[:, Counter.SLIP]).all()
    assert (np.bincount(of["entry"], of["noticed"], entries) == counts[:, Counter.NOTICED]).all()
    own = np.stack([of[f"chips_s{s}"] for s in range(4)], axis=1)[np.arange(len(of["seat"])), of["seat"]]
    hidden = of["entry"] == NUMBER_OF["hide_bust"]
    assert -own[hidden].sum() == counts[NUMBER_OF["hide_bust"], Counter.CHIPS]
    assert JIT_OFF or (hidden.sum() > 0 and counts[:, Counter.SLIP].sum() > 500)


ALL = tuple(m.name for m in MISTAKES)


@pytest.mark.parametrize("observe", [Observe.REFEREE, Observe.PLAYERS])
@pytest.mark.parametrize("names", [*((name,) for name in ALL), ALL], ids=lambda names: names[0] if len(names) == 1 else "all")
def test_every_slip_is_noticed_or_lapses_however_often_it_happens(names: tuple[str, ...], observe: Observe) -> None:
    """b.15, for each mistake alone and for all together: slip = noticed + lapsed, and noticed = objected + tolerated."""
    rates = tuple(0.5 if name in names else 0.0 for name in ALL)
    often = replace(OFTEN, p=rates, observe=observe, objection=Objection.PROBABILITY, objects=0.5)
    for bot, changes in (("random_legal", {}), ("greedy", CONTINUE)):
        played = at_random(often, fd(changes), np.arange(4), bot)
        counts = played.clauses[0, 0].sum(axis=0)
        slips, found, lapsed = (counts[:, c] for c in (Counter.SLIP, Counter.NOTICED, Counter.LAPSED))
        assert (slips == found + lapsed).all() and len(played.breaches) == slips.sum()
        answered = counts[:, Counter.OBJECTED] + counts[:, Counter.TOLERATED]
        asks = np.array([*(m.objection for m in MISTAKES), *(False for _ in range(len(counts) - len(MISTAKES)))])
        assert (answered == np.where(asks, counts[:, Counter.NOTICED], 0)).all()
        assert (slips[: len(ALL)] <= counts[: len(ALL), Counter.TRIG]).all()
        if names == ALL:
            assert slips.sum() > 10


def test_rules_of_the_flow_say_when_they_decided_something() -> None:
    """b.15: the last tiles dealt out, a win taken by a nearer seat, a deal that passed; with or without mistakes."""
    for profile in (None, OFTEN):
        walls = np.arange(60)
        played = at_random(profile, fd(), walls)
        rows = played.rows[0, 0, :, 0]
        bound = dict(zip(ENTRY_NAMES, played.clauses[0, 0].sum(axis=0)[:, Counter.BOUND].tolist(), strict=True))
        assert bound["division"] == (rows["group_tiles"] > 0).sum()
        assert bound["division"] or profile is not None  # hands of those who err that often seldom last so long
        passed = ((rows["end"] == 0) | (rows["pei"] != 0)).sum()
        assert 0 < bound["deal_passed"] <= passed  # after a deal out of turn the usurper may deal again
        assert profile is not None or bound["deal_passed"] == passed
    bumped = at_random(None, fd(), np.arange(400), "greedy").clauses[0, 0].sum(axis=0)
    both = at_random(None, fd({"claim.multi_win": "all"}), np.arange(400), "greedy")
    several = [bin(mask).count("1") > 1 for mask in both.rows[0, 0, :, 0]["winner_mask"].tolist()]
    assert bumped[ENTRY_NAMES.index("win_bumped"), Counter.BOUND] == sum(several) > 0
    assert not both.clauses[0, 0].sum(axis=0)[ENTRY_NAMES.index("win_bumped")].any()


def test_lawful_players_never_pay_and_stand_only_for_want_of_a_discard() -> None:
    played = at_random(None, fd())
    counts = played.clauses[0, 0].sum(axis=0)
    effects = [c for c in Counter if c not in (Counter.BOUND, Counter.DENIED)]
    assert not counts[:, effects].any()


@pytest.mark.parametrize("objection", [Objection.NEVER, Objection.ALWAYS])
def test_without_a_chance_to_err_nothing_depends_on_observers_objections_or_penalties(objection: Objection) -> None:
    """All probabilities 0: as if there were no profiles."""
    still = replace(FLAWLESS, name="still", observe=Observe.PLAYERS, objection=objection, q=(0.3,) * len(MISTAKES))
    prices: dict[str, Value] = {
        "penalty.after_pei": "continue", "penalty.pei_points": 100, "penalty.late_honour": "takeback", "penalty.hint": "stand",
    }  # fmt: skip
    plain = at_random(None, fd()).rows
    assert at_random(still, fd()).rows.tobytes() == plain.tobytes()
    assert at_random(still, fd(prices)).rows.tobytes() == plain.tobytes()


def test_switching_one_mistake_on_does_not_move_another() -> None:
    """The first slip of a hand in one mistake is the same whether another is possible or not, if that one did not come first."""
    one = replace(FLAWLESS, p=tuple(0.2 if m.name == "leak_hand" else 0.0 for m in MISTAKES))
    two = replace(one, p=tuple(0.2 if m.name in ("leak_hand", "undercount") else 0.0 for m in MISTAKES))
    alone, both = at_random(one, fd()), at_random(two, fd())
    leaks = [p.breaches[p.breaches[:, 3] == NUMBER_OF["leak_hand"]] for p in (alone, both)]
    assert (leaks[0] == leaks[1]).all() and len(leaks[0]) > 5


PRICES: dict[str, dict[str, Value]] = {
    "penalty.after_pei=continue": CONTINUE,
    "penalty.pei_size=limit": {"penalty.pei_size": "limit"},
    "penalty.pei_size=total": {"penalty.pei_size": "total", "penalty.pei_points": 2000},
    "penalty.pei_points=300": {"penalty.pei_points": 300},
    "penalty.stand=play_no_win": {"penalty.stand": "play_no_win"},
    "penalty.tell_tenpai=stand": {"penalty.tell_tenpai": "stand"},
    "penalty.hint=stand": {"penalty.hint": "stand"},
    "penalty.stand_next_chis=false": {"penalty.stand_next_chis": False},
    "penalty.kan_retract=undo": {"penalty.kan_retract": "undo"},
}


@pytest.mark.parametrize("name", PRICES)
def test_every_price_changes_something_for_people_who_err(name: str) -> None:
    often = replace(OFTEN, observe=Observe.REFEREE, objection=Objection.ALWAYS)
    if name.split("=")[0] in ALONE:
        wanted = ALONE[name.split("=")[0]]
        often = replace(often, p=tuple(1.0 if m.name == wanted else 0.0 for m in MISTAKES))
    walls = np.arange(60)
    changed, plain = (at_random(often, fd(c), walls, "greedy").rows.tobytes() for c in (PRICES[name], {}))
    is_same = changed == plain
    assert not is_same


ALONE = {"penalty.tell_tenpai": "tell_tenpai", "penalty.hint": "hint_wait", "penalty.kan_retract": "kan_retract"}
"""Prices of mistakes that other ones would leave little room for."""


# --- files --------------------------------------------------------------------------------------------------------------


def study(clauses: str = "events", walls: int = 8) -> Study:
    bot = replace(load_bot("random_legal"), mistakes=OFTEN)
    lineup = LineUpPlan("often", (bot, bot, bot, bot))
    variants = (VariantPlan(resolve("fuding/literal")), VariantPlan(resolve("fuding/bonus")))
    return Study("slips", variants, (lineup, load_lineup("four_tsumogiri")), walls, block=4, clauses=clauses)  # type: ignore[arg-type]


def test_the_log_of_a_shard_is_the_sum_of_the_logs_of_its_blocks(tmp_path: Path) -> None:
    work = work_of(study(), "source")
    whole = run_shard(work, Shard(0, 0, 8), [0, 1])
    parts = [run_shard(work, Shard(i, 4 * i, 4 * i + 4), [0, 1]) for i in range(2)]
    for v in (0, 1):
        counts, rows = whole[v].clauses, whole[v].breaches
        assert counts is not None and rows is not None and counts.num_rows > 5 and rows.num_rows > 5
        blocks = [part[v].clauses for part in parts]
        assert merge_clauses([b for b in blocks if b is not None]).equals(merge_clauses([counts]))
        assert set(counts.column("block").to_pylist()) == {0, 1}
        slips = sum(counts.column("slip").to_pylist())
        assert slips == rows.num_rows and set(rows.column("lineup").to_pylist()) == {0}
        pq.write_table(rows, tmp_path / "rows.parquet")
        assert pq.read_table(tmp_path / "rows.parquet").equals(rows)
    assert work_of(study("none"), "source").clauses == "none"
    assert run_shard(work_of(study("none", 1), "source"), Shard(0, 0, 1), [0])[0].clauses is None


def test_FD_2_07_who_stands_changes_no_meld_any_more() -> None:
    """b.12, over many hands: after the row with which a seat comes to stand no tile of its melds changes places."""
    often = ("false_win", "claim_gold", "passed_pon", "freeze_breach", "hint_wait", "kan_tile")
    rates = {"wrong_chi": 0.6, "late_chi": 0.3, "leak_tile": 0.3, **dict.fromkeys(often, 0.5)}
    people = replace(OFTEN, p=tuple(rates.get(name, 0.0) for name in ALL), observe=Observe.REFEREE, objection=Objection.ALWAYS)
    table = bots("greedy_calls")
    table["profile"] = 1
    rules = fd(CONTINUE)
    lineup = LineUp((0, 0, 0, 0))
    profiles = profile_table([FLAWLESS, people])
    changed = 0
    walls = np.arange(40 if JIT_OFF else 3_000)
    for hand in play(rules, table, walls, 7, lineups=[lineup], profiles=profiles, log=True).transcripts():
        stands: set[int] = set()
        for row in hand.tolist():
            stands |= {row[1]} if row[0] == LogEvent.STAND else set()
            if row[0] == LogEvent.EXCHANGE:
                changed += 1
                assert row[1] not in stands
    assert changed > (5 if JIT_OFF else 500)
