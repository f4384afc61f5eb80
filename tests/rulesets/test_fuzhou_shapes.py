"""The winning shapes of Fuzhou, clause by clause: hands that win, neighbours that do not, and the dice that change no law."""

from __future__ import annotations

import pytest

from rulesets.fuzhou.fans import FANS
from rulesets.hand_readings import SetType, Shape, hand_readings, new_readings
from rulesets.hand_seat import has_shape
from rulesets.options import load_catalogue
from rulesets.spec import with_changes
from tests.rulesets.fuzhou_hands import delta, rules_of
from tests.rulesets.gold_hands import HA, HF, hand_of, keys_of, row, tables

ANY_SINGLE = row()
HALF = row(win__pairs="eight_half_matches")
NO_PAIRS = row(win__pairs="none")


def wins(text, rules=ANY_SINGLE):
    """Whether seventeen tiles win; the list of readings agrees."""
    hand = hand_of(text)
    found = bool(has_shape(tables(), rules, keys_of(hand), hand, int(hand.golds)))
    assert (int(hand_readings(rules, hand, new_readings())) > 0) == found
    return found


def mixes(text):
    """How many of the concealed sets are runs, in each standard reading."""
    found = new_readings()
    n = int(hand_readings(NO_PAIRS, hand_of(text), found))
    assert all(int(reading.form) == Shape.STANDARD for reading in found[:n])
    return {sum(int(t) == SetType.RUN for t in reading.set_type[: int(reading.n_sets)]) for reading in found[:n]}


def test_FZ_SHAPE_01_a_pair_and_five_runs():
    assert wins("11p 123m456m789m123s789s") and mixes("11p 123m456m789m123s789s") == {5}
    assert not wins("11p 123m456m789m123s78s1s")


def test_FZ_SHAPE_02_a_pair_three_runs_and_two_triplets():
    assert wins("11p 123m456m789m222p333s") and mixes("11p 123m456m789m222p333s") == {3}
    assert not wins("11p 123m456m789m222p33s4s")


def test_FZ_SHAPE_03_a_pair_two_runs_and_three_triplets():
    assert wins("11p 123m456m222p444p777s") and mixes("11p 123m456m222p444p777s") == {2}
    assert not wins("11p 123m456m222p444p77s1s")


def test_FZ_SHAPE_04_a_pair_one_run_and_four_triplets():
    assert wins("11p 123m222p444p777s999s") and mixes("11p 123m222p444p777s999s") == {1}
    assert not wins("11p 12m5m222p444p777s999s")


def test_FZ_SHAPE_05_a_pair_and_five_triplets():
    assert wins("11p 222m555m333p777s999s") and mixes("11p 222m555m333p777s999s") == {0}
    assert not wins("1p9p 222m555m333p777s999s")


@pytest.mark.parametrize(
    ("tiles", "any_single", "half_matches", "none"),
    [
        ("11m33m55m77m99m22p44p66p8s", True, False, False),
        ("11m33m55m77m99m22p44p666s", True, True, False),
        ("1111m55m77m99m22p44p66p8s", True, False, False),
        ("1111m55m77m99m22p444p66p", True, True, False),
        ("11m33m55m77m99m22p44p6p8sG", True, False, False),  # the gold pairs one of two single tiles
        ("11m33m55m77m99m22p44p666p", True, True, False),
        ("11m33m55m77m99m22p44p6pGG", True, True, False),
        ("11m33m55m77m99m22p4p6p8sG", False, False, False),
    ],
)
def test_FZ_SHAPE_06_eight_pairs_and_a_single_tile(tiles, any_single, half_matches, none):
    assert [wins(tiles, rules) for rules in (ANY_SINGLE, HALF, NO_PAIRS)] == [any_single, half_matches, none]


def test_FZ_SHAPE_06_never_with_melds():
    assert wins(f"{HF}8s")
    assert not wins("33m55m77m99m22p44p66p [kan_closed 1m]")


def test_FZ_SHAPE_06_four_alike_are_two_pairs_unless_told_otherwise():
    strict = row(win__pairs_quads=False)
    assert not wins("1111m55m77m99m22p44p66p8s", strict)
    assert wins("111m55m77m99m22p44p66p8sG", strict)  # a gold is no natural fourth copy


@pytest.mark.parametrize("meld", ["kan_closed 7s", "kan_open 7s", "kan_added 7s", "pon 7s"])
def test_FZ_SHAPE_07_a_kan_of_any_sort_stands_for_a_triplet(meld):
    assert wins(f"11p 123m456m222p444p [{meld}]")
    assert not wins(f"11p 123m456m222p44p5p [{meld}]")


def test_FZ_SHAPE_08_no_other_shape_wins():
    assert not wins("11m33m55m77m99m22p44p6p8s1s")  # seven pairs and three single tiles
    assert not wins("1m9m1p9p1s9s 234m567m345p22s")
    honours = row("fuzhou/honours_in_hand")
    assert not wins("19m19p19sESWNCFPP 234m", honours)  # thirteen orphans and a run
    assert not wins("ESWNCFP 147m258p369s2s", honours)


def test_FZ_SHAPE_08_honours_make_no_runs():
    honours = row("fuzhou/honours_in_hand")
    assert wins("EEE CCC 123m456m789m PP", honours)
    assert not wins("ESW CFP 123m456m789m PP", honours)


def test_FZ_SHAPE_09_four_runs_and_a_triplet_win_as_well():
    assert wins("11p 123m456m789m123s999p") and mixes("11p 123m456m789m123s999p") == {4}


def test_FZ_X_05_kans_and_flowers_of_the_losers_are_worth_nothing():
    hand = f"seat 1: {HA} (H1 H2) + 3p; discard by 2; gold 5s; dealer 0"
    kans = hand.replace("; gold", "; seat 3: [kan_closed 9p] [kan_added 1s] [kan_open 9s from 0]; gold")
    assert delta(hand) == delta(kans) == [-7, 21, -7, -7]
    assert delta(kans, fuzhou__kans_counted="all_seats") == [-11, 33, -11, -11]


def test_FZ_X_05_a_winner_is_paid_for_his_own():
    own = "seat 1: 456m789m123p45p77s [kan_closed 1m] (H1 H2) + 3p; discard by 2; gold 5s; dealer 0"
    assert delta(own) == [-9, 27, -9, -9]


def test_FZ_TABLE_02_dice_are_no_matter_of_points_or_of_the_tile_set():
    """Who takes first is settled by an option that only recorded and single-line walls read; it moves no other value."""
    option = load_catalogue()["deal.first_taker"]
    assert (option.effect, option.default, tuple(option.choices)) == ("R", "dealer", ("dealer", "dice"))
    with_dice = with_changes(rules_of(), {"deal.first_taker": "dice"})
    hand = f"seat 1: {HA} (H1 H2) + 3p; discard by 2; gold 5s; dealer 0"
    assert delta(hand, deal__first_taker="dice") == delta(hand)
    assert all(fan.value_key in with_dice.values for fan in FANS)
