"""Studies of matches: what is refused, what is stored, the same bytes everywhere, metrics that mean what they say."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from rulesets.formats import seat_errors
from rulesets.spec import load_preset, resolve
from sim.bots.row import BotKind
from sim.cli.compose import from_keywords
from sim.cli.prepare import prepare
from sim.distribute import Place, run_plan
from sim.match_tallies import Matches, match_quantity
from sim.metrics import metrics_of
from sim.plan import BotPlan, LineUpPlan, Study, VariantPlan, play_keys
from sim.tallies import pool
from tests.sim.cli_tools import Shell, shell
from tests.sim.studies import results, store

__all__ = ["shell"]  # a fixture

STRONG, WEAK = BotPlan("greedy", BotKind.GREEDY, (1, 1, 1, 1, 1, 0, 10, 20, 30, 15, 10)), BotPlan("tsumogiri", BotKind.TSUMOGIRI)
FIVE = LineUpPlan("five", (STRONG, STRONG, WEAK, WEAK, WEAK))
FOUR = LineUpPlan("four", (STRONG, WEAK, WEAK, WEAK))
CORNERS = "hebei/literal+format.kind=five_corner+format.stack=20+format.loan=20+format.eight_tai=none+format.max_hands=12"
FORMS = (
    "hebei/literal+format.kind=rounds+format.rounds=1",
    "hebei/literal+format.kind=until_bust+format.stack=12",
    "hebei/literal",
)


def study(*names: str, lineup: LineUpPlan = FIVE, walls: int = 25, **options: Any) -> Study:
    variants = tuple(VariantPlan(resolve(n)) for n in names)
    return Study("m", variants, (lineup,), walls=walls, **{"unit": "session", "session_hands": 12, "block": 10, **options})


def run(root: Path, asked: Study, workers: int = 1) -> dict[str, bytes]:
    with store(root, asked) as folder:
        run_plan(folder, Place("local", workers=workers))
        assert folder.pieces_done == asked.pieces
    return results(root)


# --- What is refused ----------------------------------------------------------------------------------------------------


def test_x23_five_corners_need_sessions_and_five() -> None:
    spec = load_preset("fuding/wujiao")
    said = [f.en for f in seat_errors([spec], "session", [("four_greedy", 4)])]
    assert said == ["format.kind: five_corner needs unit session and line-ups of five; line-up four_greedy has 4."]
    assert [f.id for f in seat_errors([spec], "hand", [("five_greedy", 5)])] == ["X23"]
    assert seat_errors([spec], "session", [("five_greedy", 5)]) == []


def test_x23_other_forms_seat_four() -> None:
    spec = resolve("hebei/literal+format.kind=until_bust")
    assert [f.id for f in seat_errors([spec], "session", [("a", 4), ("b", 5)])] == ["X23"]
    assert seat_errors([load_preset("hebei/literal")], "hand", [("a", 4)]) == []
    assert "four" in seat_errors([load_preset("hebei/literal")], "hand", [("b", 5)])[0].en


@pytest.mark.parametrize(
    "words",
    [
        ["study=wujiaotuo", "lineups=[four_greedy]"],
        ["study=wujiaotuo", "unit=hand"],
        ["study=hebei_matches", "lineups=[five_greedy]"],
        ["study=hebei_matches", "variants=[hebei/until_bust,hebei/five_corners]"],
    ],
)
def test_studies_that_cannot_be_seated_are_refused(words: list[str]) -> None:
    with pytest.raises(ValueError, match=r"format\.kind"):
        prepare(from_keywords(words))


def test_x24_and_x25_of_five_corners() -> None:
    with pytest.raises(ValueError, match=r"format\.eight_tai: sweep needs tai; family hebei has none; use none\."):
        resolve("hebei/literal+format.kind=five_corner")
    with pytest.raises(ValueError, match=r"format\.max_loans 1 with format\.loan 0 lends nothing"):
        resolve("fuding/wujiao+format.loan=0")
    with pytest.raises(ValueError, match=r"format\.rotation: loser_out has no effect because format\.kind"):
        resolve("hebei/literal+format.rotation=loser_out")


# --- What is stored -----------------------------------------------------------------------------------------------------


def test_matches_are_stored_whole_and_alike_with_any_number_of_threads(tmp_path: Path) -> None:
    asked = study(CORNERS, CORNERS + "+format.rotation=loser_out")
    one = run(tmp_path / "one", asked)
    assert run(tmp_path / "two", asked, workers=2) == one
    folder = tmp_path / "one" / "data"
    for slug in (v.slug for v in asked.variants):
        rows = pq.read_table(sorted((folder / slug).glob("part-*"))).to_pydict()
        matches = pq.read_table(sorted((folder / slug).glob("matches-*"))).to_pydict()
        assert matches["wall"] == list(range(25))
        assert np.bincount(rows["wall"]).tolist() == matches["hands"]
        for p in range(25):
            assert sum(matches[f"result_p{k}"][p] for k in range(5)) == 0


def test_a_lost_part_is_played_again(tmp_path: Path) -> None:
    asked = study(CORNERS)
    whole = run(tmp_path, asked)
    for name in ("matches-00001", "tally-00000"):
        next(tmp_path.rglob(f"{name}.parquet")).unlink()
    assert run(tmp_path, asked) == whole


def test_more_walls_and_one_more_variant_equal_a_fresh_run(tmp_path: Path) -> None:
    small = study(FORMS[0], lineup=FOUR, walls=10)
    large = study(*FORMS, lineup=FOUR, walls=20)
    run(tmp_path / "grown", small)
    with pytest.raises(ValueError, match="another study"):  # what is counted follows from all forms of a study
        run(tmp_path / "grown", large)
    some = study(*FORMS[:2], lineup=FOUR, walls=10)
    run(tmp_path / "some", some)
    assert run(tmp_path / "some", large) == run(tmp_path / "fresh", large)


def test_points_decide_how_a_match_goes_on_so_they_are_never_shared() -> None:
    names = (FORMS[1], FORMS[1] + "+hebei.fan_menqing=5", FORMS[1] + "@again")
    variants = tuple(VariantPlan(resolve(n)) for n in names)
    asked = Study("m", variants, (FOUR,), walls=5, unit="session", session_hands=9)
    assert play_keys(asked) == ((0, 1, 0),)
    fixed = tuple(VariantPlan(resolve(n)) for n in ("hebei/literal", "hebei/literal+hebei.fan_menqing=5"))
    assert play_keys(Study("m", fixed, (FOUR,), walls=5, unit="session", session_hands=9)) == ((0, 0),)


def test_a_study_of_fixed_sessions_knows_nothing_of_matches() -> None:
    asked = study("hebei/literal", lineup=FOUR)
    assert not asked.has_matches and not any(m.level == "match" for m in metrics_of(FOUR.bot_names, (), asked.mechanisms))
    assert study(*FORMS, lineup=FOUR).has_matches


# --- Metrics ------------------------------------------------------------------------------------------------------------


def test_metrics_of_matches_are_what_their_rows_say(tmp_path: Path) -> None:
    asked = study(CORNERS, walls=30)
    run(tmp_path, asked)
    slug = asked.variants[0].slug
    rows = pq.read_table(sorted((tmp_path / "data" / slug).glob("matches-*"))).to_pylist()
    totals = pool(pq.read_table(sorted((tmp_path / "stats" / slug).glob("tally-*"))))

    def ratio(name: str) -> float:
        cell = totals[0, name]
        return cell["s_n"] / cell["s_d"]

    results_of = [[row[f"result_p{p}"] for p in range(5)] for row in rows]
    assert ratio("hands_per_unit") == np.mean([row["hands"] for row in rows])
    assert ratio("hand_limit_rate") == np.mean([row["cause"] == 1 for row in rows])
    assert ratio("sweep_rate") == np.mean([row["cause"] == 5 for row in rows])
    assert ratio("top_result") == np.mean([max(r) for r in results_of])
    assert ratio("loans_per_match") == np.mean([sum(row[f"loans_p{p}"] for p in range(5)) for row in rows])
    assert ratio("first_waiter_result") == np.mean([r[row["waited_first"]] for r, row in zip(results_of, rows, strict=True)])
    strong = [sorted(r, reverse=True).index(r[p]) + (r.count(r[p]) + 1) / 2 for r in results_of for p in (0, 1)]
    assert ratio("bot0_place") == pytest.approx(np.mean(strong))
    tops = [(r[p] == max(r)) / r.count(max(r)) for r in results_of for p in (0, 1)]
    assert ratio("bot0_top_rate") == pytest.approx(np.mean(tops))
    assert ratio("bot0_match_result") == np.mean([r[p] for r in results_of for p in (0, 1)])
    assert ratio("bot0_match_result") > 0 > ratio("bot1_match_result")


def test_equal_results_share_places_and_the_first() -> None:
    rows = np.zeros(1, [("players", "u1"), ("result", "i4", (5,))])
    rows["players"], rows["result"] = 5, [[10, 10, 0, -10, -10]]
    matches = Matches(rows, (0, 0, 0, 0, 1))
    assert matches.half_places.tolist() == [[3, 3, 6, 9, 9]]
    assert matches.tops.tolist() == [[30, 30, 0, 0, 0]]
    assert match_quantity("player1_places")(matches).tolist() == [9]  # type: ignore[misc]
    assert match_quantity("wins") is None


# --- Commands and reports -----------------------------------------------------------------------------------------------


def test_a_study_of_matches_from_command_to_page(shell: Shell) -> None:
    variants = f"variants=[{CORNERS},{CORNERS}+format.max_loans=0]"
    ran = shell("run", "name=corners", "unit=session", variants, "lineups=[five_styles]", "walls=20", "compute=local", "out=here",
                "lang=en")  # fmt: skip
    assert ran.code == 0, ran
    assert "40 matches" in ran.err + ran.out
    page = (shell.folder / "here" / "report.html").read_text(encoding="utf8")
    for word in ("Why matches end", "How long a match lasts", "Who comes first", "一场怎样结束", "Matches by variant", "平均名次"):
        assert word in page, word
    figures = {p.name.split(".")[0].split("-")[0] for p in (shell.folder / "here" / "figures").iterdir()}
    assert {"match_ends", "match_length", "match_places"} <= figures


def test_show_plays_a_hand_of_a_match(shell: Shell) -> None:
    ran = shell("show", f"variant={CORNERS}", "lineup=five_greedy", "session_hands=12", "hand=2", "wall=1", "lang=en")
    assert ran.code == 0, ran
    refused = shell("show", f"variant={CORNERS}", "lineup=five_greedy", "lang=en")
    assert refused.code == 2 and "session_hands=200" in refused.err


def test_no_two_metrics_of_a_shipped_study_have_one_name() -> None:
    for name in ("wujiaotuo", "hebei_matches", "fuzhou_matches"):
        asked = prepare(from_keywords([f"study={name}"])).study
        for lineup in asked.lineups:
            names = [m.name for m in metrics_of(lineup.bot_names, asked.fans, asked.mechanisms)]
            assert len(names) == len(set(names))
