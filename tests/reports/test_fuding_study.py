"""A Fuding study from the command to its page: settlement, figure of totals, glossary, metrics of the law of the table."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from reports import digits
from reports.compare import compare
from reports.discipline import answers, clause_rows, columns_of, play_on, said
from reports.load import load
from reports.match_answer import said as match_said
from reports.settlement import MEASURES, columns, rows
from rulesets.clause_log import Counter
from rulesets.jit import JIT_OFF
from sim.cli.api import StudyResult, run_study
from sim.metrics_table import TABLE_METRICS

WALLS = 8 if JIT_OFF else 400
VARIANTS = ["fuding/literal", "fuding/dealer_plain"]


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> StudyResult:
    out = tmp_path_factory.mktemp("fuding") / "run"
    return run_study("fuding_quick", walls=WALLS, variants=VARIANTS, compute="local", out=out)


def test_the_page_tells_settlement_totals_and_the_words_of_the_table(study: StudyResult) -> None:
    assert study.report is not None
    page = study.report.read_text(encoding="utf8")
    for text in (
        'id="settlement"', "Settlement: what a win brings", "结算：一次和牌带来什么", "figure-totals", "一手和牌的胡、台与总分",
        "清一台面 flush table", "站胡 standing", "绝张 dead tile", "Losers&#39; settlement share", "未和家互付占比",
    ):  # fmt: skip
        assert text in page, text
    assert 'id="aborting"' not in page, "nobody errs in this study"
    assert "胡牌" not in page


def test_where_nobody_errs_the_clause_table_tells_how_often_each_clause_binds(study: StudyResult) -> None:
    """b.15: `bound` counts decisions of lawful players; nothing else but refused wins is counted, and no other column is shown."""
    assert study.report is not None
    page = study.report.read_text(encoding="utf8")
    section = page[page.index('<section id="clauses">') :]
    section = section[: section.index("</section>")]
    assert "Nobody errs here" in section and "这里没有人犯错" in section and "triggered" not in section
    comparison = compare(load(study.folder))
    assert {name.en for name, _ in columns_of(comparison)} <= {"bound", "hands decided"}
    log = comparison.run.clauses[0, 0]
    shown = [clause for clause, _, _ in clause_rows(comparison, comparison.run.baseline, 0)]
    assert log.total("discard_gold", Counter.BOUND) > 0 and "FD-2.04" in shown and "FD-2.04" in section


def test_the_settlement_table_holds_the_tallied_numbers(study: StudyResult) -> None:
    comparison = compare(load(study.folder))
    names = [m.en for m in TABLE_METRICS if m.name in MEASURES]
    assert {name.en for name, _, _ in columns(comparison)} >= set(names)
    (base, plain) = rows(comparison, 0)
    assert len(base.cells) == len(plain.cells) == len(MEASURES)
    summary = study.summary.filter(pl.col("metric") == "among_losers")
    doubled, single = (
        float(summary.filter(pl.col("variant") == f"fuding-{v}")["estimate"][0]) for v in ("literal", "dealer_plain")
    )
    assert doubled > single > 0


def test_the_tallies_agree_with_the_rows(study: StudyResult) -> None:
    """Shares and totals counted from the rows of the very run."""
    out = study.folder.parent / "full"
    full = run_study("fuding_quick", walls=WALLS, variants=VARIANTS, compute="local", out=out, columns="full", report=False)
    hands = full.rows("fuding/literal").collect()
    of = {r["metric"]: r for r in full.summary.iter_rows(named=True) if r["variant"] == "fuding-literal"}
    assert of["among_losers"]["estimate"] == pytest.approx(hands["among_losers"].mean())
    assert of["flush_table_rate"]["estimate"] == pytest.approx((hands["flush_tables"] > 0).mean())
    wins = hands.filter(pl.col("winner_mask") > 0)
    best = pl.max_horizontal(
        *(pl.when(pl.col("winner_mask") == 1 << s).then(pl.col(f"total_s{s}")).otherwise(0) for s in range(4))
    )
    assert of["winner_total"]["estimate"] == pytest.approx(wins.select(best).to_series().mean())


def test_every_fuding_study_names_rule_sets_and_line_ups_that_exist() -> None:
    from sim.cli.compose import from_keywords
    from sim.cli.prepare import prepare

    sizes = {"fuding_house_rules": 1 + 26, "fuding_pairs": 1 + 8 + 28}  # as promised
    for name in ("fuding_house_rules", "fuding_pairs", "fuding_quick", "fuding_dealer", "fuding_discipline"):
        plan = prepare(from_keywords([f"study={name}", "walls=4", "compute=local"])).study
        assert plan.title.en and plan.title.zh and {v.spec.family for v in plan.variants} == {"fuding"}
        assert plan.baseline.spec.full_name == "fuding/literal"
        assert len(plan.variants) == sizes.get(name, len(plan.variants))


@pytest.fixture(scope="module")
def discipline(tmp_path_factory: pytest.TempPathFactory) -> StudyResult:
    """Novices under both rules on penalty payments."""
    out = tmp_path_factory.mktemp("discipline") / "run"
    variants, lineups = ["fuding/literal", "fuding/bonus"], ["four_novice"]
    return run_study("fuding_discipline", walls=WALLS, variants=variants, lineups=lineups, compute="local", out=out)


def test_where_people_err_the_first_table_answers_abort_or_play_on(discipline: StudyResult) -> None:
    assert discipline.report is not None
    page = discipline.report.read_text(encoding="utf8")
    assert page.index('id="aborting"') < page.index('id="answer"') < page.index('id="clauses"')
    for text in ("aborting after a 赔胡", "赔胡之后中止与继续打有何不同", "Clause by clause under the baseline", "FD-2.04"):
        assert text in page, text
    comparison = compare(load(discipline.folder))
    assert play_on(comparison) == (0, 1)
    table = answers(comparison, 0)
    assert [a.measure.en for a in table][:5] == [
        "penalty payments", "hands broken off", "points moved by penalties", "Void hands", "Exhaustive-draw rate",
    ]  # fmt: skip
    log = comparison.run.clauses[0, 0]
    assert sum(log.hands.values()) == WALLS and log.total("discard_gold", Counter.BOUND) > 0
    names = [text.en for _, text, _ in clause_rows(comparison, comparison.run.baseline, 0)]
    assert len(names) == len(set(names)) > 10


def test_beside_lawful_tables_the_question_of_aborting_comes_after_the_answer(tmp_path: Path) -> None:
    """It is told for the table where people err and for no other."""
    variants, lineups = ["fuding/literal", "fuding/bonus", "fuding/club"], ["four_greedy", "four_novice"]
    ran = run_study("fuding_house_rules", walls=40, variants=variants, lineups=lineups, compute="local", out=tmp_path / "run")
    assert ran.report is not None
    page = ran.report.read_text(encoding="utf8")
    assert page.index('id="answer"') < page.index('<section id="aborting" data-lu="1">') < page.index('id="table"')
    assert page.count("aborting after a 赔胡") == 1


def test_void_hands_and_exhaustive_draws_are_told_apart(discipline: StudyResult) -> None:
    """The rates are those of the clause log and of the rows; where play goes on only wrong doors and golds void a hand."""
    comparison = compare(load(discipline.folder))
    void, drawn, wins = (
        [comparison.cell(v, 0, name) for v in (0, 1)] for name in ("void_rate", "draw_rate", "win_rate")
    )  # fmt: skip
    logs = [comparison.run.clauses[v, 0] for v in (0, 1)]
    for v in (0, 1):
        assert void[v].events == sum(logs[v].total(e, Counter.ABORT) for e in logs[v].entries())
        assert void[v].events + drawn[v].events + wins[v].events == WALLS, "one winner a hand"
    opening = sum(logs[1].total(e, Counter.ABORT) for e in ("wrong_door", "wrong_gold", "joint_opening") if e in logs[1].counts)
    assert void[1].events == opening < void[0].events
    text = said(comparison, comparison.run.lineups[0])
    assert "void" in text.en and "exhaustive draw" in text.en and "作废" in text.zh and "荒庄" in text.zh
    assert ("FD-1.12" in text.en) == (opening > 0)
    assert discipline.report is not None
    page = discipline.report.read_text(encoding="utf8")
    assert "作废 void hand" in page and "赔胡 penalty payment" in page and "中止作废" in page


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> StudyResult:
    """A few matches of five equal players."""
    out = tmp_path_factory.mktemp("matches") / "run"
    walls = 2 if JIT_OFF else 60
    return run_study("wujiaotuo", walls=walls, variants=["fuding/wujiao"], lineups=["five_greedy"], compute="local", out=out)


def test_a_page_on_matches_begins_with_what_a_match_is_like(matches: StudyResult) -> None:
    comparison = compare(load(matches.folder))
    text = match_said(comparison, comparison.run.lineups[0])
    cells = {name: comparison.cell(0, 0, name) for name in ("hands_per_unit", "player_busts", "first_waiter_result")}
    for name, cell in cells.items():
        number = digits.estimate(cell).text
        assert number in text.en and number in text.zh, name
    assert "waits on the bench" in text.en and "在场外等候" in text.zh and "it ends by" in text.en
    assert matches.report is not None
    page = matches.report.read_text(encoding="utf8")
    assert page.index('id="match"') < page.index('id="answer"') and "一场是什么样子" in page and "五角脱 five corners" in page
