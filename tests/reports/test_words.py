"""Digits and sentences: rounding to the uncertainty, rare and absent events, what is claimed and what is not."""

from __future__ import annotations

import pytest

from reports import digits, words
from reports.compare import Verdict, compare
from reports.digits import written
from reports.load import load
from reports.words import Weight


@pytest.mark.parametrize(
    ("value", "low", "high", "text"),
    [
        (1.5615, 1.4622, 1.6608, "1.562 ± 0.099"),
        (1.5615, 1.4525, 1.6705, "1.56 ± 0.11"),
        (46.53, 46.3, 46.76, "46.53 ± 0.23"),
        (1234.0, 1200.0, 1268.0, "1,234 ± 34"),
        (-0.0004, -0.0104, 0.0096, "0.000 ± 0.010"),
        (-1.3, -1.4, -1.2, "−1.30 ± 0.10"),
        (0.5, 0.1, 2.9, "0.5 [0.1, 2.9]"),
        (0.0, 0.0, 0.0184, "0 [0, 0.018]"),
    ],
)
def test_two_digits_of_the_half_width(value, low, high, text):
    assert written(value, low, high, 1.0).text == text


def test_signs_and_units():
    assert written(0.0204, 0.0193, 0.0215, 100, sign=True).text == "+2.04 ± 0.11"
    assert written(None, None, None, 1).text == "—"
    assert written(7, None, None, 1).text == "7" and written(0.3333333, None, None, 1).text == "0.333"


def test_one_in_n_for_rare_events(compared):
    rare = compared.cell(0, 0, "rob_win_rate")
    assert digits.rarity(rare) == digits.one_in(rare.estimate.estimate)
    assert digits.rarity(compared.cell(0, 0, "self_draw_rate")) is None, "not rare"
    assert digits.rarity(compared.cell(0, 0, "mean_win")) is None, "not a rate"


def test_an_event_that_never_happened_says_so(silent):
    c = compare(load(silent.path))
    trials, limit = digits.never(c.cell(0, 0, "multi_win_rate"))
    assert trials == "1,200" and limit == "400", "none in N, below 1 in N/3"
    assert digits.never(c.cell(0, 0, "draw_rate")) is None


def test_counts_round_to_the_safe_side():
    assert digits.two_digits(6676) == "6,600" and digits.two_digits(346_162, up=True) == "350,000"
    assert digits.touched(20_000) == "6,600"


def test_sentence_of_a_rule_that_moves_points_only(compared):
    f = words.finding(compared, 4, 0)  # fans of a self-draw paid once
    assert f.weight is Weight.CHANGES
    assert f.sentence.en.startswith("Play is identical on 3,000 walls, only points move: mean win −")
    assert f.sentence.zh.startswith("打牌过程在 3,000 副牌墙上完全相同，只有分数变化：平均和分 −")


def test_sentence_names_size_uncertainty_and_both_values(compared):
    f = words.finding(compared, 6, 0)  # seven reserve stacks
    cell = compared.cell(6, 0, "draw_rate")
    assert f"exhaustive draws {digits.change(cell).text} pp" in f.sentence.en.replace("Exhaustive", "exhaustive")
    assert f"荒庄率 {digits.change(cell).text} 个百分点" in f.sentence.zh
    assert "→" in f.sentence.zh and "→" in f.sentence.en


def test_null_study_in_words(null_study):
    c = compare(load(null_study.path))
    f = words.finding(c, 1, 0)
    assert f.weight is Weight.IDENTICAL
    assert f.sentence.zh == "全部指标在 2,000 副牌墙上完全相同；即使有差别，至多影响每 660 副牌墙中的一副。"
    assert f.sentence.en == "Every metric is identical on 2,000 walls; any difference touches at most 1 wall in 660."
    assert words.headline(c, 0).en == "Against the baseline: identical." and words.headline(c, 0).zh == "与基准相比：完全相同。"


def test_findings_come_heaviest_first_and_cover_every_variant(compared):
    for u in compared.run.lineups:
        found = words.findings(compared, u.index)
        assert sorted(f.variant for f in found) == list(range(1, len(compared.run.variants)))
        assert [f.weight for f in found] == sorted(f.weight for f in found)


def test_headline_counts_every_variant_once(compared):
    import re

    numbers = [int(n) for n in re.findall(r"\d+", words.headline(compared, 0).en)]
    assert numbers[0] == sum(numbers[1:]) == len(compared.run.variants) - 1


def test_one_variant_has_nothing_to_compare(alone):
    c = compare(load(alone.path))
    assert "nothing to compare" in words.headline(c, 0).en and words.findings(c, 0) == []


def test_unresolved_gives_walls_or_says_why_not(compared):
    for cell in compared.cells.values():
        if cell.verdict is Verdict.UNRESOLVED:
            text = words.further(cell)
            assert ("more walls" in text.en) == ("再打" in text.zh)


def test_no_sentence_claims_without_a_verdict(compared):
    """A clause with → stands only for claimed differences."""
    for f in words.findings(compared, 0):
        claims = sum(
            compared.cell(f.variant, 0, m.name).verdict.is_claim for m in compared.run.lineups[0].metrics if m.name != "x"
        )
        assert f.sentence.en.count("→") <= claims


def test_a_study_of_sessions_speaks_of_sessions(null_study):
    from dataclasses import replace

    c = compare(replace(load(null_study.path), unit="session"))
    f = words.finding(c, 1, 0)
    assert "identical on 2,000 sessions; any difference touches at most 1 session in 660" in f.sentence.en
    assert "在 2,000 场上完全相同；即使有差别，至多影响每 660 场中的一场" in f.sentence.zh
