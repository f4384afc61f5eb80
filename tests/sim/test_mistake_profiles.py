"""Profiles of mistakes: strict files, line-ups, rows for the kernels, and what of them shapes the identity of a study."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rulesets.clause_log import ENTRY_CLAUSES, ENTRY_NAMES, N_ENTRIES
from rulesets.clauses import clauses_of
from rulesets.errors import InputError
from rulesets.mistake_checks import NEEDS, idle_changes, mistake_errors
from rulesets.mistake_texts import MISTAKE_TEXTS
from rulesets.mistakes import MISTAKES, NUMBER_OF, PROFILES
from rulesets.spec import resolve
from sim.bots.registry import load_lineup
from sim.mistakes.profiles import FLAWLESS, list_profiles, load_profile, named_profile, profile_table
from sim.mistakes.row import ONE, Objection, Observe
from sim.plan import Study, VariantPlan, design_of
from sim.shard import work_of


def write(folder: Path, kind: str, name: str, text: str) -> Path:
    path = folder / kind / f"{name}.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf8")
    return folder


def test_the_shipped_profiles_are_the_named_ones_and_every_mistake_has_a_text() -> None:
    assert [p.name for p in list_profiles()] == list(PROFILES)
    assert set(MISTAKE_TEXTS) == set(NUMBER_OF) >= set(NEEDS)
    human = load_profile("human")
    assert human.p[NUMBER_OF["flush_bar"]] == 0.02 and human.observe == Observe.PLAYERS and human.objects == 0.7
    assert not load_profile("none").errs and load_profile("none").observe == Observe.REFEREE


def test_entries_of_the_clause_log_are_booked_under_clauses_that_exist() -> None:
    assert len(ENTRY_NAMES) == len(ENTRY_CLAUSES) == N_ENTRIES == len(set(ENTRY_NAMES))
    assert set(ENTRY_CLAUSES) <= set(clauses_of("fuding"))


def test_single_values_stand_on_top_of_a_named_profile(tmp_path: Path) -> None:
    text = (
        "based_on: human\nobserve: referee\nobjection: 0.25\nflush_bar: {p: 0.1, q: 0}\n"
        "overdraw: {self_report: 1}\nslow: {phase: [0.25, 0.25, 0.25, 0.25]}\n"
    )
    mine = load_profile("mine", [write(tmp_path, "mistakes", "mine", text)])
    assert (mine.p[NUMBER_OF["flush_bar"]], mine.q[NUMBER_OF["flush_bar"]]) == (0.1, 0.0)
    assert mine.p[NUMBER_OF["kan_tile"]] == named_profile("human").p[NUMBER_OF["kan_tile"]]
    assert (mine.objection, mine.objects, mine.observe) == (Objection.PROBABILITY, 0.25, Observe.REFEREE)
    assert mine.extras[0] == 1.0 and mine.phases == (0.25,) * 4 and mine.singles == ("flush_bar",)
    row = profile_table([FLAWLESS, mine])[1]
    assert row["p"][NUMBER_OF["flush_bar"]] == round(0.1 * ONE) and row["errs"] == 1
    assert list(row["late"]) == [ONE // 4, ONE // 2, 3 * ONE // 4, ONE]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("title: x\n", "based_on: is missing"),
        ("based_on: humen\n", "must be one of none, careful, human, novice"),
        ("based_on: human\nflush_baar: {p: 1}\n", "there is no mistake flush_baar"),
        ("based_on: human\nflush_bar: 1\n", "must be numbers by name"),
        ("based_on: human\nflush_bar: {p: 2}\n", "must be a probability from 0 to 1"),
        ("based_on: human\nflush_bar: {full: 1}\n", "unknown field full; known are p, q."),
        ("based_on: human\nobserve: everybody\n", "must be one of referee, players"),
        ("based_on: human\nobjection: often\n", "must be one of always, never, self_interest or a probability"),
        ("based_on: human\nslow: {phase: [1, 1, 0, 0]}\n", "sum to 1"),
    ],
)
def test_a_wrong_profile_is_refused_with_file_line_and_reason(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InputError, match=r"wrong\.yaml") as caught:
        load_profile("wrong", [write(tmp_path, "mistakes", "wrong", text)])
    assert said in caught.value.en and caught.value.zh


def test_a_lineup_of_five_players_names_profiles_for_all_of_them(tmp_path: Path) -> None:
    bots = "bots: [greedy, greedy, greedy, greedy, greedy]\n"
    write(tmp_path, "lineup", "alike", bots + "mistakes: human\n")
    write(tmp_path, "lineup", "fifth", bots + "mistakes: [none, none, none, none, novice]\n")
    write(tmp_path, "lineup", "four", bots + "mistakes: [human, human, human, human]\n")
    alike = load_lineup("alike", [tmp_path]).bots
    assert [bot.mistakes.name if bot.mistakes else "" for bot in alike] == ["human"] * 5
    assert load_lineup("fifth", [tmp_path]).bots[4].name == "greedy+novice"
    with pytest.raises(InputError, match="each of the 5 players"):
        load_lineup("four", [tmp_path])


def test_a_lineup_names_one_profile_or_one_for_each_player(tmp_path: Path) -> None:
    bots = "bots: [greedy, greedy, greedy, greedy]\n"
    write(tmp_path, "lineup", "mixed", bots + "mistakes: [none, none, none, novice]\n")
    write(tmp_path, "lineup", "sharp", bots + "mistakes: {profile: none, flush_bar: {p: 1}}\n")
    write(tmp_path, "lineup", "pure", bots + "mistakes: none\n")
    write(tmp_path, "lineup", "three", bots + "mistakes: [human, human, human]\n")
    mixed = load_lineup("mixed", [tmp_path])
    assert mixed.bot_names == ("greedy", "greedy", "greedy", "greedy+novice") and len(mixed.seatings) == 4
    assert load_lineup("sharp", [tmp_path]).mistakes == {"flush_bar"}
    assert load_lineup("pure", [tmp_path]).bots == load_lineup("four_greedy").bots
    with pytest.raises(InputError, match="one for each of the 4 players"):
        load_lineup("three", [tmp_path])


def study(lineup: str, *dirs: Path) -> Study:
    return Study("s", (VariantPlan(resolve("fuding/literal")),), (load_lineup(lineup, dirs),), walls=1)


def test_only_a_lineup_that_errs_changes_the_identity_of_a_study(tmp_path: Path) -> None:
    bots = "bots: [greedy, greedy, greedy, greedy]\n"
    write(tmp_path, "lineup", "pure", bots + "mistakes: {profile: none, observe: players, objection: never}\n")
    pure, greedy = study("pure", tmp_path), study("four_greedy")
    alike = replace(greedy, lineups=(replace(greedy.lineups[0], name="pure"),))
    assert design_of(pure) == design_of(alike)
    assert work_of(pure, "").profiles is None
    errs = work_of(study("four_human"), "")
    assert errs.profiles is not None and len(errs.profiles) == 2 and list(errs.bots["profile"]) == [1]
    assert design_of(study("four_human")) != design_of(study("four_novice"))


def test_X27_a_named_mistake_needs_its_situation() -> None:
    values = dict(resolve("fuding/literal").values)
    assert mistake_errors("fuding", values, NUMBER_OF.keys() - {"hide_bust"}) == []
    found = mistake_errors("fuding", values | {"deal.seat_winds": "dealer_east"}, ["peek_dice"])
    assert [f.en for f in found] == ["mistake peek_dice can never occur: it needs deal.seat_winds dice."]
    assert [f.id for f in mistake_errors("hebei", dict(resolve("hebei/literal").values), [])] == ["X27"]


def test_W7_prices_of_mistakes_that_nobody_makes() -> None:
    changes = {"penalty.after_pei": "continue", "penalty.stand": "play_no_win", "timing.late_pon": "allow"}
    values = dict(resolve("fuding/literal").values)
    found = idle_changes(changes, values, errs=False)
    assert [(f.id, f.keys[0]) for f in found] == [("W7", "penalty.after_pei"), ("W7", "timing.late_pon")]
    assert "makes mistakes" in found[0].en and idle_changes(changes, values, errs=True) == []
    claim = {"gold.claimable": "win_only"}
    assert [f.keys[0] for f in idle_changes(claim, values, errs=False)] == ["gold.claimable"]
    assert idle_changes(claim, values | {"gold.discard": "allowed"}, errs=False) == []
    assert [f.keys[0] for f in idle_changes({"format.hidden_bust_fine": 100}, values, errs=False)] == ["format.hidden_bust_fine"]


@pytest.mark.parametrize("errs", [False, True])
def test_W8_no_bot_gives_a_hand_up(errs: bool) -> None:
    found = idle_changes({"turn.stand_pass": False}, dict(resolve("fuding/literal").values), errs=errs)
    assert [f.id for f in found] == ["W8"] and "gives a hand up" in found[0].en and "放弃" in found[0].zh


def test_mistakes_are_tried_in_their_order() -> None:
    assert [m.name for m in MISTAKES][:3] == ["overdraw", "false_closed_kan", "wrong_door"]
