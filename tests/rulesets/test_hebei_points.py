"""Who pays what: shapes, ways of winning, base points, kan points, formulas, and the options that bend payments."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from rulesets.compile import rule_table
from rulesets.dealer import next_dealer
from rulesets.dtype import ScoreFault
from rulesets.errors import InputError
from rulesets.hand_tables import load_tables
from rulesets.records.explain import score_record
from rulesets.records.read import parse_any
from rulesets.score import new_events, new_hands, new_scores, score_hand
from rulesets.shares import apportion
from rulesets.tiles import KIND_NAMES, MeldKind, WinKind, parse_hand
from tests.rulesets.hebei_hands import LITERAL, codes, delta, fans, four, rules_with, scored

PLAIN = "seat 1: 23m 345p 678p EE [pon 9s] + 1m"  # no fan
FIVE_FAN = "seat 1: 123m 45p 789s EE [pon F] + 6p"  # 花龙 5


class TestShapes:
    @pytest.mark.parametrize(
        "tiles",
        ["123m 456m 345p 678s 9s", "123m 456m 345p 777s 9s", "123m 456m 333p 777s 9s", "123m 555m 333p 777s 9s"],
    )
    def test_HB_PAT_01_four_runs_to_one_run(self, tiles):
        assert fans(f"seat 2: {tiles} + 9s; discard by 1; dealer 0") == ["MENQING"]

    @pytest.mark.parametrize("tiles", ["123m 456m 345p 67s 99s", "123m 456m 345p 679s 9s", "123m 456m 345p CC 99s"])
    def test_HB_PAT_01_needs_four_sets_and_a_pair(self, tiles):
        with pytest.raises(InputError, match=r"seat 2 is not complete.*1 more tile"):
            fans(f"seat 2: {tiles} + 1s; discard by 1; dealer 0")

    @pytest.mark.parametrize("meld", ["[pon 9p]", "[kan_open 9p from 0]", "[kan_added 9p]", "[kan_closed 9p]"])
    def test_HB_PAT_02_a_kan_is_a_triplet(self, meld):
        assert delta(f"seat 2: 234m 567m 66s 78s {meld} + 9s; discard by 1; dealer 0")[1] < 0
        assert "PENGPENG" in fans(f"seat 2: 222m 555m 66s 77s {meld} + 7s; discard by 1; dealer 0")

    def test_HB_PAT_02_a_kan_is_only_one_set(self):
        with pytest.raises(InputError, match="not complete"):
            fans("seat 2: 234m 567m 6s 78s 2p [kan_closed 9p] + 9s; discard by 1; dealer 0")

    def test_HB_PAT_03_four_triplets_and_a_pair(self):
        assert "PENGPENG" in fans("seat 2: 111m 222p 333s EEE C + C; discard by 1; dealer 0")
        with pytest.raises(InputError, match="not complete"):
            fans("seat 2: 111m 222p 333s EEE C + F; discard by 1; dealer 0")

    def test_HB_PAT_04_seven_pairs(self):
        assert "QIDUI" in fans("seat 2: 11m 33m 55p 77p 22s EE C + C; discard by 1; dealer 0")
        with pytest.raises(InputError, match="1 more tile is needed"):
            fans("seat 2: 11m 33m 55p 77p 22s EE C + P; discard by 1; dealer 0")

    def test_HB_PAT_05_thirteen_orphans(self):
        assert "SHISANYAO" in fans("seat 2: 19m 19p 19s ESWNCF P + P; discard by 1; dealer 0")
        with pytest.raises(InputError, match="not complete"):
            fans("seat 2: 19m 19p 19s ESWNCF P + 1p; discard by 1; dealer 0")
        with pytest.raises(InputError, match="not complete"):
            fans("seat 2: 19m 19p 18s ESWNCF P + P; discard by 1; dealer 0")


class TestWaysOfWinning:
    def test_HB_WIN_01_shape_and_way_of_winning(self):
        """A hand without a fan is a win; a hand that is not complete, or a win that nobody fed, is none."""
        assert delta(f"{PLAIN}; discard by 2; dealer 0") == [0, 5, -5, 0]
        hands, events, scores = new_hands(), new_events(), new_scores()
        rules = rule_table([LITERAL]).view(np.recarray)[0]
        hands[1].counts[:] = parse_hand("123m 345p 678p 999s EE")
        event = events[0]
        event.winner_mask, event.win_kind, event.tile, event.payer = 0b10, int(WinKind.DISCARD), 0, 2
        assert score_hand(load_tables(), rules, hands, event, scores[0]) == ScoreFault.OK
        event.payer = -1
        assert score_hand(load_tables(), rules, hands, event, scores[0]) == ScoreFault.BAD_PAYER
        event.payer = 1
        assert score_hand(load_tables(), rules, hands, event, scores[0]) == ScoreFault.BAD_PAYER
        event.payer, event.winner_mask = 2, 0
        assert score_hand(load_tables(), rules, hands, event, scores[0]) == ScoreFault.BAD_WINNERS
        event.winner_mask = 0b10
        hands[1].counts[:] = parse_hand("123m 345p 678p 999s EC")
        assert score_hand(load_tables(), rules, hands, event, scores[0]) == ScoreFault.NOT_COMPLETE

    def test_HB_WIN_02_only_the_discarder_pays(self):
        assert delta(f"{FIVE_FAN}; discard by 2; dealer 0") == [0, 10, -10, 0]
        assert delta(f"{FIVE_FAN}; discard by 3; dealer 0") == [0, 10, 0, -10]

    def test_HB_WIN_03_not_the_shares_of_the_others(self):
        """The fans are charged once, whoever is dealer."""
        plain, five = delta(f"{PLAIN}; discard by 2; dealer 0"), delta(f"{FIVE_FAN}; discard by 2; dealer 0")
        assert five[1] - plain[1] == 5

    def test_HB_WIN_04_all_pay_a_self_draw(self):
        assert delta(f"{FIVE_FAN}; self-draw; dealer 1") == [-9, 27, -9, -9]
        assert delta(f"{FIVE_FAN}; self-draw; dealer 3") == [-7, 23, -7, -9]

    def test_HB_WIN_05_turn_order(self):
        """Winners stand in play order after the payer, however a record lists them; head bump takes the first."""
        two = "seat 0: 46m 123p 789p 22s [pon F] + 5m; seat 2: 34m 567p 345s 22p [pon 8s] + 5m; dealer 0"
        assert [w.seat for w in scored(f"{two}; discard by 1").winners] == [2, 0]
        assert [w.seat for w in scored(f"{two}; discard by 3").winners] == [0, 2]
        assert delta(f"{two}; discard by 1", claim__multi_win="head_bump") == [0, -5, 5, 0]
        assert delta(f"{two}; discard by 3", claim__multi_win="head_bump") == [13, 0, 0, -13]

    def test_HB_WIN_06_each_winner_is_paid(self):
        two = "seat 0: 46m 123p 789p 22s [pon F] + 5m; seat 2: 34m 567p 345s 22p [pon 8s] + 5m; dealer 0"
        result = scored(f"{two}; discard by 1")
        assert four(result.score.delta) == [13, -18, 5, 0]
        assert (codes(result, 2), codes(result, 0)) == ([], ["ZHUOWU"])

    def test_HB_WIN_07_one_event_ends_the_hand(self):
        with pytest.raises(InputError, match="only one seat can win by self-draw"):
            parse_any(f"{PLAIN}; seat 2: 23m 345p 678p SS [pon 9p] + 1m; self-draw; dealer 0")


class TestBasePoints:
    def test_HB_BASE_01_dealer_self_draw(self):
        assert delta(f"{PLAIN}; self-draw; dealer 1") == [-4, 12, -4, -4]

    def test_HB_BASE_02_other_self_draw(self):
        assert delta(f"{PLAIN}; self-draw; dealer 0") == [-4, 8, -2, -2]
        assert delta(f"{PLAIN}; self-draw; dealer 2") == [-2, 8, -4, -2]

    def test_HB_BASE_03_dealer_on_a_discard(self):
        assert delta(f"{PLAIN}; discard by 3; dealer 1") == [0, 8, 0, -8]

    def test_HB_BASE_04_dealer_deals_in(self):
        assert delta(f"{PLAIN}; discard by 3; dealer 3") == [0, 6, 0, -6]

    def test_HB_BASE_05_between_others(self):
        assert delta(f"{PLAIN}; discard by 3; dealer 0") == [0, 5, 0, -5]

    def test_base_points_follow_from_one_unit(self):
        """Unit 1, doubled with the dealer, doubled by self-draw or for the discarder, gives 4/2 and 8/6/5."""
        for winner, payer, dealer in itertools.permutations(range(4), 3):
            for is_dealer in (winner, payer, dealer):
                own = sum((2 if is_dealer in (winner, s) else 1) * (2 if s == payer else 1) for s in range(4) if s != winner)
                hand = PLAIN.replace("seat 1", f"seat {winner}")
                assert delta(f"{hand}; discard by {payer}; dealer {is_dealer}")[winner] == own


class TestFormula:
    def test_HB_FORM_01_fans_add_up_without_a_cap(self):
        hand = "seat 1: 1111m 2222m 3333m 4m + 4m; self-draw; last tile; dealer 0"
        result = scored(hand)
        assert result.score.fan_points[1] == 39 == 32 + 3 + 2 + 2
        assert four(result.score.delta) == [-43, 125, -41, -41]

    def test_HB_FORM_01_one_fan_is_one_point(self):
        """Public case 71: a value set to 20 moves 20 points, set to 200 it moves 200."""
        for value in (0, 20, 200):
            assert delta(f"{FIVE_FAN}; discard by 2; dealer 0", hebei__fan_hualong=value)[1] == 5 + value

    def test_payments_are_whole_and_add_up(self):
        """Public case 68: value 11 paid by one, by all, and split; never a third."""
        hand = "seat 1: 123m 46m 789m 888m 22m + 5m; self-draw; dealer 0"  # fans 12; 门清 1 makes 11
        per_payer = delta(hand, hebei__fan_menqing=1)
        assert per_payer == [-15, 41, -13, -13]
        assert delta(hand, hebei__fan_menqing=1, hebei__self_draw_fans="total_even") == [-7, 19, -6, -6]
        assert delta(hand, hebei__fan_menqing=1, hebei__self_draw_fans="total_proportional") == [-9, 19, -5, -5]

    def test_splits_give_the_remainder_to_the_nearest_payer(self):
        hand = "seat 1: 123m 46m 789m 888m 22m + 5m; self-draw; dealer 0"
        assert delta(hand, hebei__fan_menqing=3, hebei__self_draw_fans="total_even") == [-8, 21, -7, -6]
        assert delta(hand, hebei__fan_menqing=4, hebei__self_draw_fans="total_even") == [-8, 22, -7, -7]

    def test_fans_split_evenly_beside_base_points_of_zero(self):
        zero = {f"hebei__win_{key}": 0 for key in ("dealer_self", "self_from_dealer", "self_from_other")}
        hand = f"{FIVE_FAN}; self-draw; dealer 0"
        assert delta(hand, hebei__self_draw_fans="total_proportional", **zero) == [-1, 5, -2, -2]


@pytest.mark.parametrize(
    ("total", "weights", "parts"),
    [
        (10, [2, 4, 2], [3, 5, 2]),
        (9, [4, 4, 4], [3, 3, 3]),
        (11, [1, 1, 1], [4, 4, 3]),
        (5, [0, 0, 0], [2, 2, 1]),
        (0, [1, 2, 3], [0, 0, 0]),
        (7, [0, 3, 0], [0, 7, 0]),
        (1, [1, 5, 4], [0, 1, 0]),
        (8, [5, 5, 5], [3, 3, 2]),
    ],
)
def test_apportion_by_largest_remainder(total, weights, parts):
    found = np.zeros(3, np.int64)
    apportion(total, np.array(weights, np.int64), 3, found)
    assert found.tolist() == parts


class TestKans:
    BARE = "seat 0: 234m 567p 88s 67s [pon C] + 5s; self-draw; dealer 0"  # 4 from each, no fan

    def test_HB_KAN_01_feeder_pays_the_open_kan(self):
        assert delta(f"{self.BARE}; seat 1: [kan_open 1p from 3]") == [12, -4 + 3, -4, -4 - 3]
        assert delta(f"{self.BARE}; seat 1: [kan_open 1p from 2]") == [12, -4 + 3, -4 - 3, -4]

    def test_HB_KAN_02_all_pay_the_added_kan(self):
        assert delta(f"{self.BARE}; seat 1: [kan_added 1p]") == [12 - 1, -4 + 3, -4 - 1, -4 - 1]
        assert delta(f"{self.BARE}; seat 1: [pon 1p]") == [12, -4, -4, -4]

    def test_HB_KAN_03_all_pay_the_closed_kan(self):
        assert delta(f"{self.BARE}; seat 1: [kan_closed 1p]") == [12 - 2, -4 + 6, -4 - 2, -4 - 2]

    def test_HB_KAN_04_HB_DRAW_04_void_at_a_draw(self):
        draw = "seat 1: [kan_closed 9s]; seat 3: [kan_open E from 0] [kan_added 2p]; exhaustive draw; dealer 2"
        assert delta(draw) == [0, 0, 0, 0]
        assert scored(draw).score.kan_part.tolist() == [0, 0, 0, 0]

    def test_HB_KAN_04_paid_at_a_draw_only_if_the_rules_say_so(self):
        """Public cases 77 and 88: the timing is a rule; what one seat gets the others give."""
        draw = "seat 1: [kan_closed 9s]; seat 3: [kan_open E from 0] [kan_added 2p]; exhaustive draw; dealer 2"
        paid = delta(draw, end__draw_settlement="kan_points")
        assert paid == [-2 - 3 - 1, 6 - 1, -2 - 1, -2 + 3 + 3]
        winners = delta(draw, end__draw_settlement="kan_points", hebei__kan_points_scope="winners_only")
        assert winners == [0, 0, 0, 0]

    def test_HB_KAN_05_kans_add_up(self):
        result = scored(f"{self.BARE}; seat 1: [kan_open 1p from 3] [kan_closed 9m] [kan_added 2p] [kan_closed N]")
        assert result.score.kan_part.tolist() == [-5, 3 + 6 + 3 + 6, -5, -3 - 5]
        assert result.score.win_part.tolist() == [12, -4, -4, -4]

    def test_three_sorts_three_values(self):
        """Public case 87: no sort of kan falls through to another; as values 100, 10, 1 all three are seen in the sum."""
        values = {"hebei__kan_open": 100, "hebei__kan_added": 10, "hebei__kan_closed": 1}
        result = scored(f"{self.BARE}; seat 1: [kan_open 1p from 3] [kan_added 2p] [kan_closed 9m]", **values)
        assert result.score.kan_part[1] == 100 + 3 * 10 + 3 * 1

    @pytest.mark.parametrize("kind", range(34))
    def test_the_kind_of_a_kan_is_no_matter(self, kind):
        """Public case 81: no arithmetic on tiles; every kind is worth the same."""
        name = KIND_NAMES[kind]
        base = "seat 0: 23p 456p 888p 99p [pon 7p] + 1p" if kind >= 18 or kind < 9 else "seat 0: 23m 456m 888m 99m [pon 7m] + 1m"
        assert delta(f"{base}; self-draw; dealer 0; seat 1: [kan_closed {name}]") == [19, -1, -9, -9]

    def test_dealer_does_not_matter(self):
        hand = "seat 1: [kan_open 1p from 3] [kan_added 2p] [kan_closed 9m]; exhaustive draw"
        rules = {"end__draw_settlement": "kan_points"}
        assert len({tuple(delta(f"{hand}; dealer {seat}", **rules)) for seat in range(4)}) == 1

    def test_feeder_of_the_pon_pays_for_all(self):
        """Public case 72: who fed the pon is remembered when it becomes a kan."""
        hand = f"{self.BARE}; seat 1: [kan_added 1p from 2]"
        assert delta(hand, hebei__added_kan_payer="pon_feeder") == [12, -4 + 3, -4 - 3, -4]
        assert delta(hand, hebei__added_kan_payer="pon_feeder", hebei__kan_added=2) == [12, -4 + 6, -4 - 6, -4]
        with pytest.raises(InputError, match=r"others.1\[0\].from: is missing"):
            delta(f"{self.BARE}; seat 1: [kan_added 1p]", hebei__added_kan_payer="pon_feeder")

    def test_unknown_feeder_is_a_fault_of_the_kernel(self):
        hands, events, scores = new_hands(), new_events(), new_scores()
        rules = rule_table([rules_with(end__draw_settlement="kan_points")]).view(np.recarray)[0]
        hands[1].n_melds, hands[1].meld_kind[0], hands[1].meld_tile[0] = 1, int(MeldKind.KAN_OPEN), 3
        assert score_hand(load_tables(), rules, hands, events[0], scores[0]) == ScoreFault.NO_FEEDER


class TestRobbedKan:
    HAND = "seat 3: 123m 678m 99s 234s 46p + 5p; seat 2: [pon 5p from 1] [kan_closed N]; robbed from 2; dealer 0"

    def test_HB_FAN_02_paid_like_a_discard(self):
        assert delta(self.HAND) == [-2, -2, 6 - 9, -2 + 9]

    def test_HB_KAN_02_the_robbed_kan_is_worth_nothing(self):
        assert delta(self.HAND, hebei__robbed_kan_points="keep") == [-2 - 1, -2 - 1, 6 - 9 + 3, -2 + 9 - 1]
        fed = delta(self.HAND, hebei__robbed_kan_points="keep", hebei__added_kan_payer="pon_feeder")
        assert fed == [-2, -2 - 3, 6 - 9 + 3, -2 + 9]
        assert delta(self.HAND, hebei__robbed_kan_points="keep", hebei__kan_points_scope="winners_only") == [0, 0, -9, 9]

    def test_declarer_pays_the_three_shares(self):
        """Public case 74: the shares are counted, the dealer's is doubled."""
        assert scored(self.HAND, pay__robbed_kan="declarer_pays_all").score.win_part.tolist() == [0, 0, -20, 20]
        dealer = self.HAND.replace("dealer 0", "dealer 3")
        assert scored(dealer, pay__robbed_kan="declarer_pays_all").score.win_part.tolist() == [0, 0, -24, 24]
        total = {"pay__robbed_kan": "declarer_pays_all", "hebei__self_draw_fans": "total_even"}
        assert scored(self.HAND, **total).score.win_part.tolist() == [0, 0, -12, 12]

    def test_declarer_pays_each_of_several_robbers(self):
        two = (
            "seat 1: 46m 123p 789p 22s [pon F] + 5m; seat 3: 67m 444p 999s NN [pon 1p] + 5m; "
            "seat 0: [pon 5m]; robbed from 0; dealer 3"
        )
        assert delta(two) == [-22, 12, 0, 10]
        assert delta(two, pay__robbed_kan="declarer_pays_all") == [-(8 + 21) - (12 + 6), 29, 0, 18]

    def test_closed_kan_robbed_by_orphans(self):
        hand = "seat 2: 19m 19p 19s E S W N C F F + P; seat 1: [kan_closed P]; robbed from 1; dealer 0"
        with pytest.raises(InputError, match="closed kan cannot be robbed"):
            delta(hand)
        rules = {"kan__rob_closed": "orphans_only", "hebei__robbed_kan_points": "keep"}
        assert delta(hand, **rules) == [0, -19, 19, 0]
        other = "seat 2: 234m 567m 345p 66s 79s + 8s; seat 1: [kan_closed 8s]; robbed from 1; dealer 0"
        with pytest.raises(InputError, match="only thirteen orphans"):
            delta(other, **rules)


class TestSharesAndLimit:
    def test_other_share_splits_the_base_into_own_shares(self):
        """8, 6 and 5 split as 4+2+2, 4+1+1 and 2+2+1; each loser adds the fans."""
        rules = {"pay__other_share": 1}
        assert delta(f"{PLAIN}; discard by 2; dealer 1", **rules) == [-2, 8, -4, -2]
        assert delta(f"{PLAIN}; discard by 2; dealer 2", **rules) == [-1, 6, -4, -1]
        assert delta(f"{PLAIN}; discard by 2; dealer 0", **rules) == [-2, 5, -2, -1]
        assert delta(f"{FIVE_FAN}; discard by 2; dealer 0", **rules) == [-7, 20, -7, -6]

    def test_shares_multiply_what_a_loser_owes(self):
        assert delta(f"{FIVE_FAN}; discard by 2; dealer 0", pay__discarder_share=2) == [0, 20, -20, 0]
        assert delta(f"{FIVE_FAN}; discard by 2; dealer 0", pay__discarder_share=0, pay__other_share=1) == [-7, 13, 0, -6]
        assert delta(f"{FIVE_FAN}; discard by 2; dealer 0", pay__other_share=2) == [-14, 33, -7, -12]

    def test_shares_do_not_touch_a_self_draw(self):
        hand = f"{FIVE_FAN}; self-draw; dealer 0"
        assert delta(hand, pay__discarder_share=3, pay__other_share=2) == delta(hand)

    def test_limit_cuts_what_one_payer_owes_one_winner(self):
        assert delta(f"{FIVE_FAN}; discard by 2; dealer 0", pay__limit=8) == [0, 8, -8, 0]
        result = scored(f"{FIVE_FAN}; self-draw; dealer 0", pay__limit=8)
        assert four(result.score.delta) == [-8, 22, -7, -7]
        assert result.score.fan_paid[18] == 14  # 4 of the dealer's 5, and 5 twice

    def test_limit_leaves_kan_points_alone(self):
        hand = "seat 0: 234m 567p 88s 67s [pon C] + 5s; self-draw; dealer 0; seat 1: [kan_closed 1p]"
        assert delta(hand, pay__limit=3) == [9 - 2, -3 + 6, -3 - 2, -3 - 2]

    def test_limit_keeps_the_base_before_the_fans(self):
        hand = "seat 1: 123m 46m 789m 888m 22m + 5m; discard by 0; dealer 0"  # base 6, fans 2 + 3 + 2 + 5
        result = scored(hand, pay__limit=14)
        assert four(result.score.delta) == [-14, 14, 0, 0]
        paid = {number: int(result.score.fan_paid[number]) for number in (1, 6, 9, 19)}
        assert sum(paid.values()) == 8
        assert paid == {1: 2, 6: 2, 9: 1, 19: 3}  # 8 x 2/12, 3/12, 2/12, 5/12, largest remainders first
        assert scored(hand, pay__limit=5).score.fan_paid.sum() == 0

    def test_limit_holds_for_each_share_a_declarer_takes_over(self):
        hand = "seat 3: 123m 678m 99s 234s 46p + 5p; seat 2: [pon 5p]; robbed from 2; dealer 0"
        assert delta(hand, pay__robbed_kan="declarer_pays_all", pay__limit=7) == [0, 0, -(7 + 6 + 6), 19]


class TestSuccession:
    """Public case 86: every ending has its line."""

    @pytest.mark.parametrize(
        ("mask", "payer", "dealer", "rules", "expected"),
        [
            (0b0001, -1, 0, {}, 0),  # dealer wins: stays
            (0b0100, -1, 0, {}, 1),  # another wins: the dealer's next seat, not the winner
            (0b0100, -1, 3, {}, 0),
            (0b0101, 1, 0, {}, 0),  # two winners, dealer among them
            (0b1100, 1, 0, {}, 1),  # two winners, dealer not among them
            (0b0101, 1, 0, {"dealer__multi_win": "first_winner"}, 1),
            (0b0101, 3, 0, {"dealer__multi_win": "first_winner"}, 0),
            (0b0101, 3, 0, {"dealer__multi_win": "next_if_other_wins"}, 1),
            (0b0001, 3, 0, {"dealer__multi_win": "next_if_other_wins"}, 0),
            (0b0100, -1, 0, {"dealer__after_win": "winner"}, 2),
            (0b0001, 2, 0, {"dealer__after_win": "winner"}, 0),
            (0b1100, 1, 0, {"dealer__after_win": "winner"}, 2),
            (0, -1, 2, {}, 2),  # exhaustive draw
            (0, -1, 2, {"dealer__on_draw": "next"}, 3),
        ],
    )
    def test_next_dealer(self, mask, payer, dealer, rules, expected):
        event = new_events()[0]
        event.winner_mask, event.payer, event.dealer = mask, payer, dealer
        event.win_kind = int(WinKind.DRAW if mask == 0 else WinKind.SELF_DRAW if payer < 0 else WinKind.DISCARD)
        row = rule_table([rules_with(**rules)]).view(np.recarray)[0]
        assert next_dealer(row, event) == expected


def test_a_score_record_is_cleared_before_use():
    """No point of an earlier hand survives in the record (public case 64 in scoring)."""
    first = scored("seat 1: 1111m 2222m 3333m 4m + 4m; self-draw; dealer 0")
    draw = parse_any("exhaustive draw; dealer 0")
    clean = score_record(draw, LITERAL)
    assert score_hand(load_tables(), clean.rules, clean.hands, clean.event, first.score) == ScoreFault.OK
    for name in ("delta", "win_part", "kan_part", "fans", "fan_points", "fan_paid"):
        assert not np.any(first.score[name]), name
