"""The special wins, both sides of each clause: a hand that has the special, hands that just miss it."""

from __future__ import annotations

import pytest

from rulesets.errors import InputError
from rulesets.fuzhou.fans import FANS
from tests.rulesets.fuzhou_hands import codes, delta, fans, four, rules_of, scored
from tests.rulesets.gold_hands import HA, HB, HC, HD, HE, HF, HG

END = "gold 5s; dealer 0"
NO_PING = "(H1 H2)"  # two flowers: neither of the plain wins


def won(tiles: str, tile: str, how: str = "discard by 0", flowers: str = NO_PING, seat: int = 1, more: str = "") -> str:
    """A hand of one winner as text."""
    return f"seat {seat}: {tiles} {flowers} + {tile}; {how}; {more}{END}"


def test_values_of_the_standard_rules():
    values = {fan.code: int(rules_of().values[fan.value_key]) for fan in FANS}
    assert {code: value for code, value in values.items() if value} == {
        "PING1": 15, "PING0": 30, "TIANHU": 30, "QIANGJIN": 30, "SANJIN": 40, "JINQUE": 60, "JINLONG": 120,
    }  # fmt: skip


class TestWinning:
    def test_FZ_WIN_01_a_discard_completes_the_hand(self):
        assert delta(won(HA, "3p")) == [-7, 21, -7, -7]
        with pytest.raises(InputError, match="not complete"):
            delta(won(HA, "4p"))

    def test_FZ_WIN_02_the_own_draw_completes_the_hand(self):
        assert delta(won(HA, "6p", "self-draw")) == [-14, 42, -14, -14]

    def test_FZ_WIN_03_heavenly_win_and_taken_indicator_are_self_draws(self):
        dealt = "seat 0: 123m456m789m123p456p7sG (H1 H2); dealt; gold 5s; dealer 0"
        taken = f"seat 1: {HA} (H1 H2); takes the indicator; {END}"
        assert delta(dealt) == [3 * (2 * 8 + 30)] + 3 * [-46]
        assert delta(taken)[1] == 3 * (2 * 8 + 30)
        for text in (dealt, taken):
            with pytest.raises(InputError, match="self-draw"):
                delta(text.replace("; gold", "; discard by 2; gold"))

    def test_FZ_WIN_03_other_specials_come_by_discard_as_well(self):
        assert delta(won(HC, "6p", seat=3)) == [-69, -69, -69, 207]
        assert delta(won(HC, "6p", "self-draw", seat=3)) == [-78, -78, -78, 234]

    def test_FZ_GOLD_01_a_gold_is_any_tile(self):
        assert fans(won(HA, "G", "self-draw")) == []
        assert delta(won("123m456m789m123p45p7sG", "3p"))[1] > 0

    def test_FZ_GOLD_01_natural_tiles_of_the_gold_kind_are_golds(self):
        assert delta(won("123m456m789m123p45p7s5s", "3p")) == delta(won("123m456m789m123p45p7sG", "3p"))

    def test_FZ_SHAPE_07_a_kan_is_a_triplet(self):
        assert delta(won("11p 123m 456m 222p 44p [kan_closed 7s]", "4p")) == [-9, 27, -9, -9]

    def test_FZ_X_03_fifth_copy(self):
        assert fans(won(HG, "G", "self-draw")) == []
        with pytest.raises(InputError, match="not complete"):
            fans(won(HG, "G", "self-draw"), gold__fifth_copy=False)

    def test_FZ_X_03_copies_in_melds_are_told_apart(self):
        hand = won("123m456m789m 89p 2s G [kan_closed 7p]", "2s")
        assert fans(hand) == []
        with pytest.raises(InputError, match="fifth copy"):
            fans(hand, gold__fifth_copy=False)

    def test_FZ_X_08_a_kan_replacement_is_an_ordinary_self_draw(self):
        hand = won("456m789m123p45p77s [kan_closed 1m]", "3p", "self-draw")
        assert delta(hand) == delta(hand.replace("self-draw", "self-draw; after kan"))
        assert fans(hand.replace("self-draw", "self-draw; after kan"), fuzhou__special_kan_win=5) == ["KAN_WIN"]
        assert fans(hand, fuzhou__special_kan_win=5) == []

    def test_FZ_GDISC_03_nobody_wins_on_a_discarded_gold(self):
        with pytest.raises(InputError, match="claimable"):
            delta(won(HB, "G"))

    def test_idle_gold_may_be_barred_from_discards(self):
        hand = won(HB, "9m")
        assert delta(hand)[1] > 0
        with pytest.raises(InputError, match="idle gold"):
            delta(hand, gold__idle_win="self_draw_only")
        assert delta(won(HB, "9m", "self-draw"), gold__idle_win="self_draw_only")[1] > 0
        assert delta(won(HA, "3p"), gold__idle_win="self_draw_only")[1] > 0


class TestPlainWins:
    def test_FZ_PING_01_no_flower_and_no_kan(self):
        assert fans(won(HA, "3p", flowers="")) == ["PING0"]
        assert fans(won(HA, "3p", "self-draw", flowers="")) == ["PING0"]

    @pytest.mark.parametrize("meld", ["[kan_closed 1m]", "[kan_open 1m from 0]", "[kan_added 1m]"])
    def test_FZ_PING_01_not_with_a_kan_of_any_kind(self, meld):
        assert fans(won(f"456m789m123p45p77s {meld}", "3p", "self-draw", flowers="")) == []

    def test_FZ_PING_01_not_with_a_flower(self):
        assert fans(won(HA, "3p", flowers="(H1 H2)")) == []

    def test_FZ_PING_01_runs_and_claims_do_not_matter(self):
        assert fans(won("456m789m123p45p77s [pon 1m]", "3p", flowers="")) == ["PING0"]
        assert fans(won("456m789m123p45p77s [chi 1m]", "3p", flowers="")) == ["PING0"]
        assert fans(won("456m789m123p45p77s [pon 1m]", "3p", flowers=""), fuzhou__ping0_concealed=True) == []
        assert fans(won(HA, "3p", flowers=""), fuzhou__ping0_concealed=True) == ["PING0"]

    def test_FZ_PING_01_kans_and_flowers_of_others_do_not_matter(self):
        hand = won(HA, "3p", flowers="", more="seat 3: [kan_closed 9p]; ")
        assert fans(hand) == ["PING0"]

    def test_FZ_PING_02_one_flower(self):
        assert fans(won(HA, "3p", flowers="(E)")) == ["PING1"]
        assert fans(won(HA, "3p", flowers="(E E)")) == []

    def test_FZ_PING_02_denied_by_a_kan(self):
        hand = won("456m789m123p45p77s [kan_closed 1m]", "3p", "self-draw", flowers="(E)")
        assert fans(hand) == []
        assert fans(hand, fuzhou__ping1_needs_no_kan=False) == ["PING1"]

    def test_a_shapeless_win_may_be_plain_too(self):
        assert fans(won(HE, "G", "self-draw", flowers="")) == ["PING0", "SANJIN"]
        assert fans(won(HE, "G", "self-draw", flowers="(H7)")) == ["PING1", "SANJIN"]


class TestThreeGolds:
    def test_FZ_3G_01_whatever_the_shape_on_an_own_draw(self):
        assert fans(won(HE, "G", "self-draw")) == ["SANJIN"]
        assert fans(won("147m9m147p9p147s9s2m GGG", "8p", "self-draw")) == ["SANJIN"]

    def test_FZ_3G_01_at_the_opening(self):
        assert fans(f"seat 2: 147m9m147p9p147s2m8p GGG {NO_PING}; dealt; {END}") == ["SANJIN"]

    def test_FZ_3G_01_never_shapeless_on_a_discard(self):
        with pytest.raises(InputError, match="not complete"):
            fans(won("147m9m147p9p147s9s2m GGG", "8p"))

    def test_FZ_3G_01_two_golds_are_not_enough(self):
        with pytest.raises(InputError, match="not complete"):
            fans(won(HE, "5m", "self-draw"))

    def test_FZ_3G_01_a_complete_hand_keeps_the_bonus_on_a_discard(self):
        hand = "seat 2: 123m456m789m 1s 12p 9p GGG (H1 H2) + 3p; discard by 1; gold 5s; dealer 1"
        assert fans(hand) == ["SANJIN"]
        assert fans(hand, fuzhou__sanjin_on_discard=False) == []

    def test_FZ_X_07_windows(self):
        kept, third = won("147m9m147p9p147s9s2m GGG", "8p", "self-draw"), won(HE, "G", "self-draw")
        dealt = f"seat 2: 147m9m147p9p147s2m8p GGG {NO_PING}; dealt; {END}"
        for window, wins in (
            ("none", []), ("opening_only", [dealt]), ("on_third", [dealt, third]), ("any_own_draw", [dealt, third, kept]),
        ):  # fmt: skip
            for hand in (kept, third, dealt):
                if hand in wins:
                    assert fans(hand, win__three_gold=window) == ["SANJIN"]
                else:
                    with pytest.raises(InputError, match="not complete"):
                        fans(hand, win__three_gold=window)

    def test_FZ_3G_02_two_golds_do_not_take_the_indicator_without_a_shape(self):
        taken = f"seat 1: {HE} {NO_PING}; takes the indicator; {END}"
        with pytest.raises(InputError, match="not complete"):
            fans(taken)
        assert fans(taken, rob_gold__shapeless=True) == ["QIANGJIN", "SANJIN"]

    def test_FZ_3G_02_with_a_shape_they_do_and_the_indicator_is_no_third(self):
        taken = f"seat 1: {HC} {NO_PING}; takes the indicator; {END}"
        assert fans(taken) == ["QIANGJIN", "JINQUE"]
        assert fans(taken, rob_gold__shapeless=True) == ["QIANGJIN", "SANJIN", "JINQUE"]

    def test_a_seat_that_held_three_keeps_the_bonus_when_it_takes_the_fourth(self):
        taken = f"seat 1: 123m456m789m123p 7p GGG {NO_PING}; takes the indicator; {END}"
        assert fans(taken) == ["QIANGJIN", "SANJIN", "JINQUE", "JINLONG"]
        assert delta(taken)[1] == 3 * (2 * (5 + 2 + 4) + 120)


class TestGoldPairAndTriplet:
    def test_FZ_JQ_01_two_golds_as_the_pair(self):
        for tile in ("6p", "9p"):
            assert fans(won(HC, tile)) == ["JINQUE"]
        assert fans(won(HC, "1s")) == []
        assert fans(won(HB, "G", "self-draw")) == ["JINQUE"]

    def test_FZ_JQ_01_not_in_a_hand_of_pairs(self):
        """Two golds that complete eight pairs are no pair of a standard hand."""
        hand = won("11m33m55m77m99m22p44p GG", "9p")
        assert fans(hand) == []

    def test_FZ_JQ_02_goes_before_the_nearer_seat(self):
        both = f"seat 1: {HA} (H1 H2) + 6p; seat 3: {HC} (H3 H4) + 6p; discard by 0; {END}"
        assert [w.seat for w in scored(both).winners] == [3]
        assert [w.seat for w in scored(both, claim__win_order="seat").winners] == [1]

    def test_FZ_CUT_01_otherwise_the_nearest_wins_alone(self):
        both = f"seat 1: {HA} (H1 H2) + 6p; seat 2: 123m456m789m123s45p77s (H3 H4) + 6p; discard by 0; {END}"
        assert [w.seat for w in scored(both).winners] == [1]
        assert [w.seat for w in scored(both.replace("discard by 0", "discard by 1").replace("seat 1", "seat 0")).winners] == [2]

    def test_FZ_CUT_02_a_rank_of_specials_instead(self):
        """The nearer seat has two golds as the pair, the other one a full flush."""
        flush = "seat 1: 111m222m333m 456m 78m 99m (H1 H2) + 9m"
        pair = "seat 3: 123p456p789p123s 78m GG (H3 H4) + 9m"
        both = f"{pair}; {flush}; discard by 2; {END}"
        assert [w.seat for w in scored(both).winners] == [3]
        assert [w.seat for w in scored(both, claim__win_order="special_rank").winners] == [1]

    def test_FZ_JL_01_three_golds_as_a_triplet(self):
        assert "JINLONG" in fans(won(HD, "G", "self-draw"))
        assert fans(won(HD, "7p")) == ["JINQUE"]
        assert fans(won("123m456m789m123p1s8p GG", "G", "self-draw")) == ["SANJIN"]

    def test_FZ_JL_01_the_highest_counts_or_the_group_counts_once(self):
        hand = won(HD, "G", "self-draw")
        assert fans(hand) == ["SANJIN", "JINQUE", "JINLONG"]
        assert delta(hand) == delta(hand, fuzhou__special_combine="sum") == [-140, 420, -140, -140]

    def test_FZ_X_04_the_indicator_counts_for_pair_and_triplet(self):
        taken = f"seat 1: {HD} {NO_PING}; takes the indicator; {END}"
        assert fans(taken) == ["QIANGJIN", "JINQUE", "JINLONG"]
        assert fans(taken, fuzhou__rob_gold_keeps_golds=False) == ["QIANGJIN"]


class TestOpening:
    DEALT = "123m456m789m123p456p7sG"

    def test_FZ_TIAN_01_the_dealer_is_complete_once_the_gold_is_open(self):
        assert fans(f"seat 0: {self.DEALT} {NO_PING}; dealt; {END}") == ["TIANHU"]
        with pytest.raises(InputError, match="not complete"):
            fans(f"seat 0: 123m456m789m123p456p7s8s {NO_PING}; dealt; {END}")

    def test_FZ_TIAN_01_only_the_dealer_has_it(self):
        with pytest.raises(InputError, match="must have 16"):
            fans(f"seat 1: {self.DEALT} {NO_PING}; dealt; {END}")

    def test_FZ_TIAN_01_not_on_a_later_draw(self):
        assert fans(f"seat 0: 123m456m789m123p456p7s {NO_PING} + G; self-draw; {END}") == []

    def test_FZ_ROB_02_the_dealer_takes_the_indicator(self):
        taken = f"seat 0: {HA} {NO_PING}; takes the indicator; {END}"
        assert fans(taken) == ["QIANGJIN"]
        assert delta(taken)[0] == 3 * (2 * 8 + 30)

    def test_FZ_ROB_03_a_non_dealer_takes_it(self):
        assert fans(f"seat 2: {HA} {NO_PING}; takes the indicator; {END}") == ["QIANGJIN"]
        with pytest.raises(InputError, match="not complete"):
            fans(f"seat 2: 123m456m789m12p45p77s1s {NO_PING}; takes the indicator; {END}")

    def test_FZ_ROB_01_where_the_rules_have_it(self):
        taken = f"seat 2: {HA} {NO_PING}; takes the indicator; {END}"
        with pytest.raises(InputError, match=r"rob_gold\.window"):
            fans(taken, rob_gold__window="none")
        assert fans(taken, rob_gold__window="at_opening") == ["QIANGJIN"]
        with pytest.raises(InputError, match="own_first_draw"):
            fans(taken, rob_gold__window="own_first_draw")

    def test_FZ_ROB_03_the_first_draw_is_a_gold(self):
        hand = won(HA, "G", "self-draw; first draw")
        assert fans(hand) == []
        assert fans(hand, rob_gold__window="own_first_draw") == ["QIANGJIN"]
        assert fans(won(HA, "G", "self-draw"), rob_gold__window="own_first_draw") == []
        assert fans(won(HA, "3p", "self-draw; first draw"), rob_gold__window="own_first_draw") == []
        dealer = won(HA, "G", "self-draw; first draw", seat=0)
        assert fans(dealer, rob_gold__window="own_first_draw") == []
        shapeless = won(HE, "G", "self-draw; first draw")
        assert fans(shapeless, rob_gold__window="own_first_draw") == ["SANJIN"]

    def test_the_indicator_as_its_own_face(self):
        face = f"seat 2: 123m456m789m123p46s77s {NO_PING}; takes the indicator; {END}"
        assert fans(face) == fans(face, rob_gold__indicator_wild=False) == ["QIANGJIN"]
        assert delta(face) == delta(face, rob_gold__indicator_wild=False)
        with pytest.raises(InputError, match="not complete"):
            fans(f"seat 2: {HA} {NO_PING}; takes the indicator; {END}", rob_gold__indicator_wild=False)

    def test_an_indicator_that_is_no_gold(self):
        """gold.maps_to: next: 4s was turned up, 5s is gold; the indicator joins as 4s and is worth nothing as a gold."""
        face = f"seat 2: 123m456m789m123p 23s 77s {NO_PING}; takes the indicator; {END}"
        assert delta(face, gold__maps_to="next")[2] == 3 * (2 * 7 + 30)
        with pytest.raises(InputError, match="not complete"):
            fans(f"seat 2: {HA} {NO_PING}; takes the indicator; {END}", gold__maps_to="next")


class TestOptional:
    """Specials that the standard rules do not score."""

    def test_dandiao(self):
        melds = "[chi 1m] [chi 4m] [pon 2p] [pon 3p] [kan_closed 9p]"
        assert fans(won(f"9m {melds}", "9m"), fuzhou__special_dandiao=40) == ["DANDIAO"]
        assert fans(won("99m9s9s [chi 1m] [chi 4m] [pon 2p] [pon 3p]", "9s"), fuzhou__special_dandiao=40) == []

    def test_all_claimed(self):
        melds = "[chi 1m] [chi 4m] [pon 2p] [pon 3p]"
        value = {"fuzhou__special_all_claimed": 10}
        assert fans(won(f"9m {melds} [kan_open 9p from 0]", "9m"), **value) == ["ALL_CLAIMED"]
        assert fans(won(f"9m {melds} [kan_open 9p from 0]", "9m", "self-draw"), **value) == []
        assert fans(won(f"9m {melds} [kan_closed 9p]", "9m"), **value) == []

    def test_concealed(self):
        value = {"fuzhou__special_concealed": 10}
        assert fans(won(HA, "3p"), **value) == ["CONCEALED"]
        assert fans(won(HF, "8s"), **value) == ["CONCEALED"]
        assert fans(won("456m789m123p45p77s [kan_closed 1m]", "3p"), **value) == ["CONCEALED"]
        assert fans(won("456m789m123p45p77s [chi 1m]", "3p"), **value) == []
        assert fans(won(HE, "G", "self-draw"), **value) == ["SANJIN"]

    def test_huahu(self):
        value = {"fuzhou__special_huahu": 50}
        twenty = "(EEEE SSSS WWWW NNNN CCCC)"
        assert fans(won(HA, "3p", flowers=twenty), **value) == ["HUAHU"]
        assert fans(won(HA, "3p", flowers="(EEEE SSSS WWWW NNNN CCC)"), **value) == []
        assert fans(won(HE, "G", "self-draw", flowers=twenty), **value) == ["SANJIN"]

    def test_a_win_by_flowers(self):
        value = {"fuzhou__special_huahu": 50, "win__flower_win": 8}
        dealt = f"seat 2: 147m9m147p9p147s9s2m8p5m6m (EEEE SSSS); dealt; {END}"
        drawn = "seat 2: 147m9m147p9p147s9s2m8p5m6m (EEEE SSSS) + 9s; self-draw; gold 5s; dealer 0"
        assert fans(dealt, **value) == ["HUAHU"]
        with pytest.raises(InputError, match="not complete"):
            fans(drawn, **value)
        assert fans(drawn, **value, win__flower_win_mid_hand=True) == ["HUAHU"]
        with pytest.raises(InputError, match="not complete"):
            fans(dealt.replace("SSSS", "SSS"), **value)

    def test_dihu(self):
        value = {"fuzhou__special_dihu": 40}
        hand = won(HA, "3p", "self-draw; first draw")
        assert fans(hand, **value) == ["DIHU"]
        assert fans(won(HA, "3p", "self-draw"), **value) == []
        assert fans(won(HA, "3p", "self-draw; first draw", seat=0), **value) == []
        assert fans(won(HA, "3p", "self-draw; first draw", more="seat 3: [pon 9p]; "), **value) == []

    def test_last_tile(self):
        value = {"fuzhou__special_last_tile": 10}
        assert fans(won(HA, "3p", "self-draw; last tile"), **value) == ["LAST_TILE"]
        assert fans(won(HA, "3p", "self-draw"), **value) == []
        assert fans(won(HA, "3p", "discard by 2; last tile"), **value) == []

    def test_all_runs_and_all_triplets(self):
        value = {"fuzhou__special_all_runs": 10, "fuzhou__special_all_triplets": 10}
        assert fans(won(HA, "3p"), **value) == ["ALL_RUNS"]
        assert fans(won("111222333m 123p 45p 77s", "3p"), **value) == ["ALL_RUNS"]
        assert fans(won("111222333m 444p 55p 7s G", "5p"), **value) == ["ALL_TRIPLETS"]
        assert fans(won("111m 456m 789m 123p 45p 77s", "3p"), **value) == []
        assert fans(won(HF, "8s"), **value) == []

    def test_flushes(self):
        one_suit = "111m222m333m456m78m99m"
        assert fans(won(one_suit, "9m"), "op_java") == ["QINGYISE"]
        assert fans(won("111m222m333m456m8m99m G", "9m"), "op_java") == ["HUNYISE"]
        assert fans(won("111m222m333m456m8m99m G", "9m").replace("gold 5s", "gold 7m"), "op_java") == ["QINGYISE"]
        assert fans(won("111m222m333m78m99m [pon 9p]", "9m"), "op_java") == []
        assert fans(won(HA, "3p"), "op_java") == []

    def test_flushes_with_honours_in_hand(self):
        value = {"fuzhou__special_hunyise": 120, "fuzhou__special_qingyise": 240}
        hand = won("111m222m333m456m EE 99m", "9m")
        assert fans(hand, "honours_in_hand", **value) == ["HUNYISE"]
        honours = won("EEE SSS WWW NNN CC FF", "F")
        assert fans(honours, "honours_in_hand", **value) == []


class TestCombination:
    def test_flushes_and_opening_wins_are_groups_too(self):
        """Under `sum` only the highest of each group counts."""
        hand = "seat 0: 111m222m333m666m789m 9m G (H1 H2); dealt; gold 5m; dealer 0"
        result = scored(hand, "op_java", fuzhou__special_combine="sum")
        assert codes(result, 0) == ["TIANHU", "QINGYISE"]
        assert four(result.score.delta)[0] == 3 * (2 * 8 + 240 + 30)

    def test_points_of_each_special_are_booked_where_they_count(self):
        result = scored(won(HD, "G", "self-draw", flowers=""), fuzhou__special_combine="sum")
        paid = {fan.code: int(result.score.fan_paid[fan.number]) for fan in FANS if result.score.fan_paid[fan.number]}
        assert paid == {"PING0": 90, "JINLONG": 360}
        assert int(result.score.fan_points[1]) == 150

    def test_equal_values_fall_to_the_higher_gold_special(self):
        result = scored(won(HD, "G", "self-draw"), fuzhou__special_jinque=120)
        assert int(result.score.fan_paid[7]) == 360 and int(result.score.fan_paid[6]) == 0
