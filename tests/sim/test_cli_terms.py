"""`rulelab explain` knows the words that README, lists and reports use: words of the table, line-ups, studies, profiles."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from rulesets.clauses import clauses_of
from rulesets.options import FAMILIES, load_catalogue
from rulesets.terms import find_term, load_terms
from sim.bots.registry import list_lineups
from sim.cli.listing import LISTS
from tests.sim.cli_tools import Shell, refused, shell

__all__ = ["shell"]

ROOT = Path(__file__).resolve().parents[2]
TERMS = load_terms()
CLAUSES = {id for family in FAMILIES for id in clauses_of(family)}


@pytest.mark.parametrize("word", TERMS)
def test_every_term_is_whole(word: str) -> None:
    term = TERMS[word]
    assert len(term.text) == 2 and term.text.en.endswith(".") and term.text.zh.endswith("。")
    assert set(term.options) <= set(load_catalogue()) and set(term.clauses) <= CLAUSES
    assert all(name == name.lower() for name in term.en), "asked for in small letters"
    assert re.search("[一-鿿]", term.text.zh) and not re.search("[，。]", term.text.en)


def test_no_name_stands_twice() -> None:
    names = [name for term in TERMS.values() for name in term.names]
    assert sorted(names) == sorted(set(names))


def words_of_readme() -> list[str]:
    """The Chinese words of the table of words."""
    table = (ROOT / "README.md").read_text(encoding="utf8").split("## Words")[1]
    cells = [line.split("|")[2] for line in table.splitlines() if line.startswith("|")][2:]
    return [word for cell in cells for word in re.split("[、；; ]", cell.strip()) if word]


@pytest.mark.parametrize("word", words_of_readme())
def test_a_word_of_the_readme_is_explained(shell: Shell, word: str) -> None:
    ran = shell("explain", word, "lang=zh")
    assert ran.code == 0, ran.err


@pytest.mark.parametrize("entry", yaml.safe_load((ROOT / "reports/templates/texts.yaml").read_text(encoding="utf8"))["glossary"])
def test_a_word_of_the_report_is_explained(shell: Shell, entry: list[list[str]]) -> None:
    word = entry[0][0]
    if re.match("[一-鿿]", word) and word not in ("个百分点", "可忽略幅度", "净分"):  # of statistics, told in the report itself
        assert shell("explain", word).code == 0, word


@pytest.mark.parametrize(
    ("word", "en", "zh"),
    [
        ("赔胡", "the offender pays that win for all three", "由他一家付清三家的账"),
        ("分牌", "one last tile, without discards", "各得最后一张"),
        ("不分牌", "fuding/play_on", "不分牌"),
        ("五角脱", "five players with chips, of whom four sit", "五人各有筹码、四人上桌"),
        ("five corners", "format.sweep_bonus", "全扫"),
        ("站胡", "penalty.stand: standing", "退出本局"),
        ("双金游", "with two (three) golds", "两张（三张）金"),
        ("human", "p: how often he makes a mistake, at each opportunity", "p：每次机会犯错的概率"),
        ("four_human", "errs as profile human", "按习惯 human 犯错"),
        ("fuding_discipline", "rulelab run study=fuding_discipline", "fuding/bonus：打奖金"),
        ("wujiaotuo", "line-ups x sessions", "规则 x 阵容 x 场"),
    ],
)
def test_words_of_fuding(shell: Shell, word: str, en: str, zh: str) -> None:
    assert en in shell("explain", word).out
    assert zh in shell("explain", word, "lang=zh").out


@pytest.mark.parametrize("what", ["lineups", "studies", "profiles", "mistakes", "bots"])
def test_every_name_a_list_prints_is_explained(shell: Shell, what: str) -> None:
    for row in LISTS[what]((), None):
        assert shell("explain", str(row["name"])).code == 0, row["name"]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_title_of_a_house_rule_is_explained(shell: Shell, family: str) -> None:
    for row in LISTS["variants"]((), family):
        assert shell("explain", str(row["facts"][0]), "lang=zh").code == 0, row["facts"]


def test_an_own_line_up_is_explained(shell: Shell) -> None:
    shell.write("own/mistakes/hurried.yaml", "title: hurried\nbased_on: human\nfalse_win: {p: 0.001, q: 0.8}\n")
    shell.write("own/lineup/mixed.yaml", "title: mixed\nbots: [greedy, greedy, flush, greedy]\nmistakes: hurried\n")
    said = shell("explain", "mixed", "--config-dir", "own").out
    assert said.count("errs as profile hurried") == 4 and "3: flush" in said


def test_an_unknown_word_is_refused_without_a_stray_space(shell: Shell) -> None:
    refused(shell, ["explain", "four_humans"], "four_human", "line-up")
    assert "。 " not in refused(shell, ["explain", "claim.multi_wn", "lang=zh"], "claim.multi_win").err
    assert find_term("nothing") is None and len(list_lineups()) > 10


def test_a_swept_value_of_the_baseline_is_left_out_and_said(shell: Shell) -> None:
    run = ("run", "-m", "study=fuding_quick", "variants=fuding/literal", "dry_run=true", "lang=en")
    ran = shell(*run, "changes.wall.reserve=0,16", "changes.bar.flush_table=0,4")
    assert ran.code == 0 and "4 variants" in ran.out
    assert "wall.reserve already is 0 and bar.flush_table already is 4 in fuding/literal" in ran.err and "left out" in ran.err
    names = re.findall(r"^  (fuding/literal[^\s:]*)", ran.out, re.MULTILINE)
    assert names == [
        "fuding/literal", "fuding/literal+bar.flush_table=0", "fuding/literal+wall.reserve=16+bar.flush_table=0",
        "fuding/literal+wall.reserve=16",
    ]  # fmt: skip


def test_a_single_change_that_changes_nothing_is_refused_with_what_to_do(shell: Shell) -> None:
    argv = ["run", "study=fuding_quick", "changes.wall.reserve=0", "dry_run=true"]
    refused(shell, [*argv, "lang=en"], "wall.reserve already is 0 in fuding/literal", "leave it out")
    refused(shell, [*argv, "lang=zh"], "请去掉")


@pytest.mark.parametrize(
    ("word", "name"), [("诈和", "false_win"), ("多拿一张牌", "overdraw"), ("荒庄率", "draw_rate"), ("draw_rate", "draw_rate")]
)
def test_mistakes_and_measures_are_explained_by_the_words_that_reports_use(shell: Shell, word: str, name: str) -> None:
    assert shell("explain", word, "lang=zh").out.startswith(f"{name}：")


def test_a_warning_about_many_rule_sets_is_given_once(shell: Shell) -> None:
    told = shell("run", "study=fuding_pairs", "walls=10", "dry_run=true", "lang=zh")
    notes = [line for line in told.err.splitlines() if "注意" in line]
    assert len(notes) == len({line.split("：", 3)[-1] for line in notes}) == 2
    assert all(re.search(r"等 \d+ 套规则：", line) for line in notes)
