"""The list of mistakes and the profiles: complete, with known clauses, and ordered from careful to novice."""

from __future__ import annotations

from rulesets.clauses import clauses_of
from rulesets.mistakes import MISTAKES, N_MISTAKES, NUMBER_OF, PROFILES, Group


def test_there_are_43_mistakes_with_names_and_clauses_of_their_own() -> None:
    assert N_MISTAKES == 43 == len(NUMBER_OF)
    assert {clause for mistake in MISTAKES for clause in mistake.clauses} <= set(clauses_of("fuding"))
    assert sorted(m.name for m in MISTAKES if m.extra) == [
        "false_win", "flower_forget", "overdraw", "peek_dice", "slow", "untaken_chi", "wrong_chi",
    ]  # fmt: skip


def test_profiles_are_ordered_and_their_rates_are_probabilities() -> None:
    assert list(PROFILES) == ["none", "careful", "human", "novice"]
    for worse, better in (("human", "careful"), ("novice", "human"), ("careful", "none")):
        for mistake in MISTAKES:
            assert PROFILES[worse].p(mistake.name) >= PROFILES[better].p(mistake.name)
            if mistake.group != Group.TEMPO and better != "none":
                assert PROFILES[worse].q(mistake.name) <= PROFILES[better].q(mistake.name)
    for profile in PROFILES.values():
        assert abs(sum(profile.phases) - 1) < 1e-9 and len(profile.slips) == len(profile.notices) == len(Group)
        assert all(0 <= rate <= 1 for rate in (*profile.slips, *profile.notices, *profile.extras.values(), profile.objects))
    assert not any(PROFILES["none"].slips)


def test_numbers_of_single_mistakes() -> None:
    assert (PROFILES["human"].p("flush_bar"), PROFILES["human"].q("flush_bar")) == (0.02, 0.6)
    assert (PROFILES["novice"].p("slow"), PROFILES["careful"].p("hide_bust")) == (0.04, 0.0)
    assert PROFILES["careful"].extras["overdraw.self_report"] == 0.9
