"""Rates of the clause log by hand, and what the page says of tables where people err."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from reports.clause_log import Log, clause_of, read_logs
from reports.discipline import COLUMNS, _number, heaviest, text_of
from reports.intervals import Method
from reports.load import Lineup, Text
from rulesets.clause_log import COUNTER_NAMES, ENTRY_NAMES, N_COUNTERS, Counter
from sim.mistakes.tables import CLAUSE_SCHEMA
from sim.tallies import TALLY_SCHEMA


def counts(**named: int) -> tuple[int, ...]:
    row = [0] * N_COUNTERS
    for name, n in named.items():
        row[Counter[name.upper()]] = n
    return tuple(row)


MANY = Log(
    dict.fromkeys(range(10), 100),
    {
        "false_win": {b: counts(trig=50 + b, slip=5, noticed=4, lapsed=1, pei=4, chips=8000, ended=4) for b in range(10)},
        "flush_bar": {3: counts(trig=7, slip=2, takeback=2), 4: counts(bound=9)},
    },
)


def test_rates_are_events_over_hands() -> None:
    """45 + 500 triggers, 40 payments and 80 000 points in 1 000 hands of ten blocks."""
    assert MANY.rate(["false_win"], Counter.TRIG).estimate == pytest.approx(0.545)
    assert MANY.rate(["false_win", "flush_bar"], Counter.TRIG).estimate == pytest.approx(0.552)
    assert MANY.rate(["false_win"], Counter.CHIPS).estimate == pytest.approx(80.0)
    assert MANY.rate(ENTRY_NAMES, Counter.PEI, Counter.PEI_WIN).estimate == pytest.approx(0.04)
    assert MANY.total("false_win", Counter.NOTICED, Counter.LAPSED) == MANY.total("false_win", Counter.SLIP) == 50


def test_intervals_are_over_blocks_and_exact_for_few_events() -> None:
    many, few, none = (MANY.rate(["false_win", "flush_bar"], c) for c in (Counter.TRIG, Counter.TAKEBACK, Counter.UNDO))
    assert many.method in (Method.BLOCK_T, Method.RATIO) and many.n == 10
    assert many.low is not None and many.high is not None and many.low < 0.552 < many.high
    assert few.method is Method.CLOPPER_PEARSON and few.estimate == 0.002
    assert few.low is not None and few.high is not None and few.low < 0.002 < few.high < 0.01
    assert none.estimate == 0 and none.high is not None and 0 < none.high < 0.004
    assert MANY.rate(["false_win"], Counter.PEI).low is None, "the same in every block: no interval, not one of width nought"
    often = Log({0: 10}, {"false_win": {0: counts(trig=25)}}).rate(["false_win"], Counter.TRIG)
    assert often.estimate == 2.5 and often.low is None, "more often than once a hand: one block has no interval"
    short = Log({0: 100}, {"false_win": {0: counts(chips=500)}})
    assert short.rate(["false_win"], Counter.CHIPS).low is None


def test_points_have_a_wide_interval_from_two_blocks_on_and_no_number_before() -> None:
    """Two blocks of 100 hands with 500 and 700 points: 6 a hand, a t interval with one degree of freedom, which reaches 0."""
    two = Log({0: 100, 1: 100}, {"false_win": {0: counts(chips=500), 1: counts(chips=700)}})
    found = two.rate(["false_win"], Counter.CHIPS)
    assert found.estimate == 6 and found.low == 0
    assert found.high == pytest.approx(6 + 12.7062 * 1.0, rel=1e-4)
    assert "—" in _number(Log({0: 100}, {"false_win": {0: counts(chips=500)}}).rate(["false_win"], Counter.CHIPS))
    assert ">0<" in _number(two.rate(["false_win"], Counter.UNDO)), "nothing counted is a nought, whatever its interval"


def test_logs_are_read_by_line_up_with_the_hands_of_their_blocks(tmp_path) -> None:
    rows = [{"lineup": 1, "block": 5, "clause": "FD-1.04", "entry": "false_win", **dict.fromkeys(COUNTER_NAMES, 2)}]
    pq.write_table(pa.Table.from_pylist(rows, schema=CLAUSE_SCHEMA), tmp_path / "clauses.parquet")
    tally = dict.fromkeys(TALLY_SCHEMA.names, 0)
    tallies = [
        tally | {"lineup": x, "block": b, "metric": m, "s_d": d}
        for x in (0, 1) for b, d in ((4, 100), (5, 60)) for m in ("draw_rate", "mean_win")
    ]  # fmt: skip
    pq.write_table(pa.Table.from_pylist(tallies, schema=TALLY_SCHEMA), tmp_path / "tally.parquet")
    logs = read_logs([tmp_path / "clauses.parquet"], [tmp_path / "tally.parquet"])
    assert logs[0].hands == logs[1].hands == {4: 100, 5: 60}
    assert logs[0].entries() == [] and logs[1].entries() == ["false_win"]
    assert logs[1].rate(["false_win"], Counter.SLIP).estimate == pytest.approx(2 / 160)
    assert read_logs([], [tmp_path / "tally.parquet"]) == {}


def test_every_entry_has_a_clause_and_words_in_both_languages() -> None:
    for entry in ENTRY_NAMES:
        assert clause_of(entry).startswith("FD-")
        assert text_of(entry).zh and text_of(entry).en and text_of(entry).zh != text_of(entry).en
    assert len({name.en for name, _ in COLUMNS}) == len(COLUMNS)


def test_the_heaviest_clauses_are_named_by_their_share_of_the_points_that_penalties_move() -> None:
    def row(points: int) -> tuple[int, ...]:
        return tuple(points if k == Counter.CHIPS else 0 for k in range(N_COUNTERS))

    table = Lineup(0, "x", Text("阵", "table"), (), {}, ())
    paid = {"false_win": 900, "overdraw": 75, "wrong_door": 25, "wrong_gold": 0}
    log = Log({0: 10}, {entry: {0: row(points)} for entry, points in paid.items()})
    told = heaviest(log, table)
    assert "诈和：整手摊牌或只亮部分（FD-1.04）90%、多拿一张牌（FD-1.01）8%" in told.zh
    assert "(FD-1.03) 2 %" in told.en and "wrong_gold" not in told.en and told.en.startswith("table: ")
    assert heaviest(Log({0: 10}, {"false_win": {0: row(0)}}), table).zh == heaviest(None, table).en == ""
