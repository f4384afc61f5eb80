"""The nineteen fans, both sides of each clause: a hand that has the fan, hands that just miss it."""

from __future__ import annotations

import pytest

from rulesets.errors import InputError
from rulesets.hebei.fans import FANS
from tests.rulesets.hebei_hands import LITERAL, delta, fans

# A concealed hand of four runs without any other fan, won on a discard by a non-dealer off a non-dealer.
PLAIN = "seat 2: 234m 567m 345p 66s 78s + 9s; discard by 1; dealer 0"
OPEN = "seat 1: 23m 345p 678p EE [pon 9s] + 1m; discard by 2; dealer 0"
SELF = "seat 1: 23m 345p 678p EE [kan_open 9s from 2] + 1m; self-draw; dealer 0"


def values() -> dict[str, int]:
    return {fan.code: int(LITERAL.values[fan.value_key]) for fan in FANS}


def test_fan_values_of_the_literal_rules():
    assert list(values().values()) == [2, 2, 2, 3, 2, 3, 2, 3, 2, 2, 10, 2, 4, 5, 8, 16, 32, 5, 5]


class TestSituations:
    def test_HB_FAN_01_concealed(self):
        assert fans(PLAIN) == ["MENQING"]
        assert fans("seat 2: 234m 567m 66s 78s [kan_closed 9p] + 9s; discard by 1; dealer 0") == ["MENQING"]
        assert fans("seat 2: 234m 567m 66s 78s [kan_closed 9p] + 9s; self-draw; dealer 0") == ["MENQING"]

    @pytest.mark.parametrize("meld", ["[pon 9p]", "[kan_open 9p from 0]", "[kan_added 9p]"])
    def test_HB_FAN_01_broken_by_pon_and_exposed_kan(self, meld):
        assert fans(f"seat 2: 234m 567m 66s 78s {meld} + 9s; self-draw; dealer 0") == []

    def test_HB_FAN_01_broken_by_chi(self):
        hand = "seat 2: 567m 345p 66s 78s [chi 234m] + 9s; self-draw; dealer 0"
        assert fans(hand, claim__chi="next_seat") == []

    def test_HB_FAN_01_beside_every_shape(self):
        assert "MENQING" in fans("seat 0: 11m 33m 55p 77p 22s EE C + C; discard by 1; dealer 2")
        assert "MENQING" in fans("seat 2: 19m 19p 19s E S W N C F P + C; discard by 0; dealer 0")

    def test_HB_FAN_02_robbed_kan(self):
        robbed = "seat 3: 123m 678m 99s 234s 46p + 5p; seat 2: [pon 5p]; robbed from 2; dealer 0"
        assert fans(robbed) == ["MENQING", "QIANGGANG"]
        thrown = "seat 3: 123m 678m 99s 234s 46p + 5p; discard by 2; dealer 0"
        assert fans(thrown) == ["MENQING"]

    def test_HB_FAN_02_open_kan_is_not_robbed(self):
        """A win on a discard that another seat wanted for an open kan is a plain discard win."""
        assert fans("seat 3: 123m 678m 99s 234s 46p + 5p; seat 2: [pon 1p]; discard by 0; dealer 0") == ["MENQING"]

    def test_HB_FAN_03_after_kan(self):
        assert fans(f"{SELF}; after kan") == ["GANGKAI"]
        assert fans(SELF) == []

    @pytest.mark.parametrize("meld", ["[kan_open 9s from 2]", "[kan_added 9s]", "[kan_closed 9s]"])
    def test_HB_FAN_03_after_any_sort_of_kan_once(self, meld):
        hand = f"seat 1: 23m 345p EE [kan_closed F] {meld} + 1m; self-draw; after kan; dealer 0"
        assert fans(hand).count("GANGKAI") == 1

    def test_HB_FAN_03_not_for_the_discard_after_a_kan(self):
        """There is no fan for winning on the discard that follows somebody's kan (scenario S22)."""
        assert fans(f"{OPEN}; seat 2: [kan_closed F]") == []

    def test_HB_FAN_12_last_tile(self):
        assert fans(f"{SELF}; last tile") == ["HAIDI"]
        assert fans(f"{SELF}; after kan; last tile") == ["GANGKAI", "HAIDI"]
        assert fans(f"{OPEN}; last tile") == []


class TestSetsAndPair:
    def test_HB_FAN_04_all_triplets(self):
        assert fans("seat 3: 555p 77s 88s [pon 2m] [pon E] + 8s; discard by 1; dealer 0") == ["PENGPENG"]
        assert fans("seat 3: 55p 678s 88s [pon 2m] [pon E] + 8s; discard by 1; dealer 0") == []

    def test_HB_FAN_04_kans_are_triplets(self):
        hand = "seat 3: 77s 88s [kan_open 2m from 0] [kan_added E] [kan_closed 5p] + 8s; discard by 1; dealer 0"
        assert fans(hand) == ["PENGPENG"]

    def test_HB_FAN_04_not_with_a_chi(self):
        hand = "seat 3: 77s 88s [chi 234m] [pon E] [pon 5p] + 8s; discard by 1; dealer 0"
        assert fans(hand, claim__chi="next_seat") == []

    def test_HB_FAN_05_single_tile(self):
        melds = "[pon 2m] [pon E] [kan_open 5p from 2] [pon 8s]"
        assert fans(f"seat 1: 7s {melds} + 7s; discard by 0; dealer 0") == ["PENGPENG", "DADIAOCHE"]
        assert fans("seat 1: 7s 888s [pon 2m] [pon E] [kan_open 5p from 2] + 7s; discard by 0; dealer 0") == ["PENGPENG"]

    def test_HB_FAN_05_with_a_chi_stands_without_all_triplets(self):
        hand = "seat 1: 7s [chi 123m] [pon E] [pon 5p] [pon 8s] + 7s; discard by 0; dealer 0"
        assert fans(hand, claim__chi="next_seat") == ["DADIAOCHE"]

    def test_HB_FAN_06_full_flush(self):
        assert fans("seat 2: 123p 345p 55p 67p [pon 9p] + 8p; self-draw; dealer 0") == ["QINGYISE"]
        assert fans("seat 2: 123p 345p 55p 67p [pon 9s] + 8p; self-draw; dealer 0") == []

    def test_HB_FAN_07_half_flush(self):
        assert fans("seat 1: 123s 456s 88s 67s [pon C] + 8s; discard by 3; dealer 2") == ["HUNYISE"]
        assert fans("seat 1: 123s 456s 88m 67s [pon C] + 8s; discard by 3; dealer 2") == []

    def test_HB_FAN_08_all_honours(self):
        assert fans("seat 1: SSS WW PP [pon E] [pon C] + P; discard by 2; dealer 1") == ["PENGPENG", "QINGFENG"]
        assert fans("seat 1: SSS WW PP [pon 1s] [pon C] + P; discard by 2; dealer 1") == ["PENGPENG", "HUNYISE"]
        assert fans("seat 0: EE SS WW NN CC FF P + P; self-draw; dealer 0") == ["MENQING", "QINGFENG", "QIDUI"]

    def test_HB_FAN_08_not_without_a_legal_shape(self):
        with pytest.raises(InputError, match="not complete"):
            fans("seat 0: EEE SS WW NN CC FF + P; self-draw; dealer 0")

    def test_HB_FAN_09_straight(self):
        assert fans("seat 3: 12345678m 55p [pon E] + 9m; self-draw; dealer 3") == ["YITIAOLONG"]

    def test_HB_FAN_09_three_suits_are_no_straight(self):
        assert "YITIAOLONG" not in fans("seat 3: 123m 456p 78s 55p [pon E] + 9s; self-draw; dealer 3")

    def test_HB_FAN_09_owning_one_to_nine_is_not_enough(self):
        """All nine ranks of a suit, but the hand cannot be cut into 123, 456, 789."""
        assert fans("seat 3: 111m 234m 567m 89m 99p + 7m; self-draw; dealer 3") == ["MENQING"]

    def test_HB_FAN_18_mixed_straight(self):
        assert fans("seat 3: 123m 45p 789s EE [pon F] + 6p; discard by 1; dealer 0") == ["HUALONG"]
        assert fans("seat 3: 123m 45p 789s EE [pon F] + 3p; discard by 1; dealer 0") == []

    @pytest.mark.parametrize("suits", ["mps", "msp", "pms", "psm", "smp", "spm"])
    def test_HB_FAN_18_all_six_arrangements(self, suits):
        low, middle, high = suits
        hand = f"seat 3: 123{low} 46{middle} 789{high} EE [pon F] + 5{middle}; discard by 1; dealer 0"
        assert "HUALONG" in fans(hand)

    def test_HB_FAN_18_two_runs_of_one_suit_miss(self):
        assert fans("seat 3: 123m 456m 78s EE [pon F] + 9s; discard by 1; dealer 0") == []

    def test_HB_FAN_18_counts_a_chi(self):
        hand = "seat 3: 45p 789s EE [chi 123m] [pon F] + 6p; discard by 1; dealer 0"
        assert fans(hand, claim__chi="next_seat") == ["HUALONG"]


class TestCatchingTheFive:
    def test_HB_FAN_19_four_and_six_catch_five(self):
        assert fans("seat 1: 46m 678p 22p 456s [pon 1s] + 5m; discard by 0; dealer 0") == ["ZHUOWU"]

    def test_HB_FAN_19_not_from_the_side(self):
        assert fans("seat 1: 34m 678p 22p 456s [pon 1s] + 5m; discard by 0; dealer 0") == []
        assert fans("seat 1: 67m 678p 22p 456s [pon 1s] + 5m; discard by 0; dealer 0") == []

    @pytest.mark.parametrize("suit", ["p", "s"])
    def test_HB_FAN_19_characters_only(self, suit):
        hand = f"seat 3: 234m 46{suit} 678m 77m [pon 9{suit}] + 5{suit}; discard by 0; dealer 2"
        assert fans(hand) == []

    @pytest.mark.parametrize("gap", [2, 3, 4, 6, 7, 8])
    def test_HB_FAN_19_other_gaps_do_not_count(self, gap):
        hand = f"seat 3: {gap - 1}{gap + 1}m 678p 22p 456s [pon 1s] + {gap}m; discard by 0; dealer 2"
        assert fans(hand) == []

    def test_HB_FAN_19_every_way_of_winning(self):
        tiles = "seat 1: 46m 678p 22p 456s [pon 1s] + 5m"
        assert "ZHUOWU" in fans(f"{tiles}; self-draw; dealer 0")
        assert "ZHUOWU" in fans(f"{tiles}; seat 2: [pon 5m]; robbed from 2; dealer 0")

    def test_HB_FAN_19_beside_other_waits(self):
        assert fans("seat 3: 4446m 123p 567p [pon 9s] + 5m; discard by 2; dealer 2") == ["ZHUOWU"]

    def test_HB_FAN_19_an_exposed_run_does_not_catch(self):
        """The winning five stands in the pair, the run 4-5-6 was called."""
        hand = "seat 3: 5m 678p 456s [chi 456m] [pon 1s] + 5m; discard by 0; dealer 2"
        assert fans(hand, claim__chi="next_seat") == []

    def test_HB_FAN_19_only_in_the_scored_reading(self):
        """Public case 82: where the last tile went decides. As 456 456 456 the five is caught, as triplets it is not."""
        hand = "seat 3: 444m 55m 666m 11p 999s + 5m; discard by 1; dealer 1"
        assert fans(hand) == ["MENQING", "ZHUOWU"]
        assert fans(hand, hebei__fan_zhuowu=2) == ["MENQING", "PENGPENG"]


class TestSevenPairs:
    def test_HB_FAN_10_seven_pairs(self):
        assert fans("seat 0: 11m 33m 55p 77p 22s EE C + C; discard by 1; dealer 2") == ["MENQING", "QIDUI"]

    def test_HB_FAN_10_needs_a_hand_without_calls(self):
        """The same fourteen tiles with three of them ponned are no winning hand."""
        with pytest.raises(InputError, match="not complete"):
            fans("seat 0: 33m 55p 77p 22s EE [pon C] + 4m; discard by 1; dealer 2")

    def test_HB_FAN_13_half_flush_replaces_both(self):
        hand = "seat 0: 11m 33m 55m 77m EE SS C + C; self-draw; dealer 0"
        assert fans(hand) == ["MENQING", "HUNQIDUI"]
        assert fans(hand.replace("77m", "77p")) == ["MENQING", "QIDUI"]

    def test_HB_FAN_14_full_flush_replaces_both(self):
        hand = "seat 2: 11s 22s 44s 55s 77s 88s 9s + 9s; self-draw; dealer 1"
        assert fans(hand) == ["MENQING", "QINGQIDUI"]
        assert fans(hand.replace("11s", "EE")) == ["MENQING", "HUNQIDUI"]

    def test_HB_FAN_13_HB_FAN_14_are_worth_what_they_replace(self):
        worth = values()
        assert worth["HUNQIDUI"] == worth["HUNYISE"] + worth["QIDUI"]
        assert worth["QINGQIDUI"] == worth["QINGYISE"] + worth["QIDUI"]

    def test_HB_FAN_15_one_quad(self):
        assert fans("seat 3: 1111m 33p 55p 77s 99s E + E; discard by 0; dealer 3") == ["MENQING", "DANHAO"]
        assert fans("seat 3: 11m 33m 33p 55p 77s 99s E + E; discard by 0; dealer 3") == ["MENQING", "QIDUI"]

    def test_HB_FAN_15_the_winning_tile_may_be_the_fourth(self):
        assert fans("seat 3: 111m 33p 55p 77s 99s EE + 1m; discard by 0; dealer 3") == ["MENQING", "DANHAO"]

    def test_HB_FAN_15_a_declared_kan_is_no_quad(self):
        with pytest.raises(InputError, match="not complete"):
            fans("seat 3: 33p 55p 77s 99s EE [kan_closed 1m] + F; self-draw; dealer 3")

    def test_HB_FAN_16_two_quads(self):
        hand = "seat 1: 2222s 5555s EE CC 8s + 8s; discard by 2; dealer 0"
        assert fans(hand) == ["MENQING", "HUNYISE", "SHUANGHAO"]
        assert fans(hand.replace("5555s", "55s 66s")) == ["MENQING", "HUNYISE", "DANHAO"]

    def test_HB_FAN_17_three_quads(self):
        hand = "seat 1: 1111m 2222m 3333m 4m + 4m; self-draw; dealer 0"
        assert fans(hand) == ["MENQING", "QINGYISE", "SANHAO"]
        assert fans("seat 1: 1111m 3333m 55m 77m 9m + 9m; self-draw; dealer 0") == ["MENQING", "QINGYISE", "SHUANGHAO"]

    def test_HB_FAN_15_to_17_never_add_up(self):
        """Public case 79: the smaller pattern is not kept beside the larger one."""
        for n, tiles in enumerate(("1111m 33p 55p 77s 99s E", "1111m 3333p 77s 99s E", "1111m 3333p 7777s E")):
            got = fans(f"seat 3: {tiles} + E; discard by 0; dealer 3")
            assert got == ["MENQING", ["DANHAO", "SHUANGHAO", "SANHAO"][n]]

    def test_HB_FAN_15_with_all_honours(self):
        hand = "seat 0: EEEE WW NN CC FF P + P; self-draw; dealer 0"
        assert fans(hand) == ["MENQING", "QINGFENG", "DANHAO"]


class TestOrphans:
    def test_HB_FAN_11_one_more_dragon(self):
        assert fans("seat 2: 19m 19p 19s E S W N C F P + C; discard by 0; dealer 0") == ["MENQING", "SHISANYAO"]
        assert fans("seat 2: 19m 19p 19s E S W N C P P + F; discard by 0; dealer 0") == ["MENQING", "SHISANYAO"]

    @pytest.mark.parametrize("tile", ["1m", "9s", "E", "N"])
    def test_HB_FAN_11_no_other_pair(self, tile):
        hand = f"seat 2: 19m 19p 19s E S W N C F P + {tile}; discard by 0; dealer 0"
        with pytest.raises(InputError, match="not complete"):
            fans(hand)
        assert fans(hand, win__orphans="any_pair") == ["MENQING", "SHISANYAO"]

    def test_HB_FAN_11_robbing_and_last_tile(self):
        robbed = "seat 2: 19m 19p 19s E S W N C F P + C; seat 1: [pon C]; robbed from 1; dealer 0"
        with pytest.raises(InputError, match="5 copies"):
            fans(robbed)
        robbed = "seat 2: 19m 19p 19s E S W N F F P + C; seat 1: [pon C]; robbed from 1; dealer 0"
        assert fans(robbed) == ["MENQING", "QIANGGANG", "SHISANYAO"]
        last = "seat 2: 19m 19p 19s E S W N C F P + C; self-draw; last tile; dealer 0"
        assert fans(last) == ["MENQING", "SHISANYAO", "HAIDI"]


class TestReadings:
    def test_best_reading_is_kept(self):
        """Seven pairs or four runs: the better one is paid, never both (public case 79)."""
        hand = "seat 0: 112233m 445566p 7s + 7s; discard by 3; dealer 1"
        assert fans(hand) == ["MENQING", "QIDUI"]
        assert fans(hand, hebei__fan_qidui=0) == ["MENQING"]

    def test_ties_go_to_the_list_that_comes_first(self):
        """As triplets 碰碰胡 (4), as runs 捉五 (19): with equal points the list that starts with 1, 4 is kept."""
        hand = "seat 3: 444m 55m 666m 11p 999s + 5m; discard by 1; dealer 1"
        assert fans(hand, hebei__fan_zhuowu=3) == ["MENQING", "PENGPENG"]
        assert fans(hand, hebei__fan_zhuowu=2) == ["MENQING", "PENGPENG"]
        assert fans(hand, hebei__fan_zhuowu=4) == ["MENQING", "ZHUOWU"]

    def test_HB_FAN_09_with_the_right_reading_only(self):
        """A pair can be taken at three places; one of the readings is the straight."""
        assert fans("seat 3: 123456789m 1m 999p + 1m; discard by 0; dealer 0") == ["MENQING", "YITIAOLONG"]

    def test_special_shapes_reach_the_ledger(self):
        """Public case 83: seven pairs and thirteen orphans do not return before they are paid."""
        assert delta("seat 0: 11m 33m 55p 77p 22s EE C + C; discard by 1; dealer 2") == [9, -9, 0, 0]
        assert delta("seat 2: 19m 19p 19s E S W N C F P + C; discard by 0; dealer 0") == [-18, 0, 18, 0]
