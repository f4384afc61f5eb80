"""One hand for every alternative of every scoring option: what changing it does, as a person would try it."""

from __future__ import annotations

import pytest

from rulesets import crosschecks
from rulesets.errors import InputError
from rulesets.options import Option, Value, load_catalogue
from tests.rulesets.hebei_hands import LITERAL, delta

QUADS = "seat 1: 2222s 5555s EE CC 8s + 8s; discard by 2; dealer 0"
ROBBED = "seat 3: 123m 678m 99s 234s 46p + 5p; seat 2: [pon 5p from 0] [kan_closed N]; robbed from 2; dealer 0"
TRIPLETS_OR_RUNS = "seat 3: 444m 55m 666m 11p 999s + 5m; discard by 1; dealer 1"
KANS = "seat 0: 234m 567p 88s 67s [pon C] + 5s; seat 1: [kan_open 1p from 3] [kan_added 2p from 2] [kan_closed 9m]"
PLAIN = "seat 1: 23m 345p 678p EE [pon 9s] + 1m"

# option -> hand whose points every alternative changes
SHOWN_BY: dict[str, str] = {
    "end.draw_settlement": "seat 1: [kan_closed 9s]; exhaustive draw; dealer 2",
    "claim.multi_win": "seat 2: 34m 567p 345s 22p [pon 8s] + 5m; seat 0: 46m 123p 789p 22s [pon F] + 5m; discard by 1; dealer 0",
    "pay.discarder_share": f"{PLAIN}; discard by 2; dealer 0",
    "pay.other_share": f"{PLAIN}; discard by 2; dealer 0",
    "pay.robbed_kan": ROBBED,
    "pay.limit": f"{PLAIN}; discard by 2; dealer 0",
    "hebei.self_draw_fans": "seat 2: 123p 46m 789s 22p [pon N] + 5m; self-draw; dealer 0",
    "hebei.menqing_win": "seat 2: 234m 567m 345p 66s 78s + 9s; discard by 0; dealer 0",
    "hebei.menqing_with_special": "seat 0: 11m 33m 55p 77p 22s EE C + C; discard by 1; dealer 2",
    "hebei.zhuowu_mode": "seat 3: 4446m 123p 567p [pon 9s] + 5m; discard by 2; dealer 2",
    "hebei.zhuowu_suits": "seat 3: 234m 46p 678s 77s [pon 9s] + 5p; discard by 0; dealer 2",
    "hebei.haidi_scope": f"{PLAIN}; discard by 2; last tile; dealer 0",
    "hebei.haidi_with_gangkai": "seat 1: 345m 678p 99s 45s [kan_added 2m] + 6s; self-draw; after kan; last tile; dealer 1",
    "hebei.luxury_flush": QUADS,
    "hebei.qingfeng_with_pengpeng": "seat 1: SSS WW PP [pon E] [pon C] + P; discard by 2; dealer 1",
    "hebei.dadiaoche_closed_kans": "seat 3: C [kan_closed 1m] [pon 5p] [pon 9s] [pon E] + C; self-draw; dealer 0",
    "hebei.reading": "seat 2: 4444m 555m 6666m EE + 5m; discard by 1; dealer 0",
    "hebei.added_kan_payer": f"{KANS}; self-draw; dealer 0",
    "hebei.robbed_kan_points": ROBBED,
    "hebei.kan_points_scope": f"{KANS}; self-draw; dealer 0",
    "hebei.win_dealer_self": f"{PLAIN}; self-draw; dealer 1",
    "hebei.win_self_from_dealer": f"{PLAIN}; self-draw; dealer 0",
    "hebei.win_self_from_other": f"{PLAIN}; self-draw; dealer 0",
    "hebei.win_dealer_discard": f"{PLAIN}; discard by 2; dealer 1",
    "hebei.win_dealer_deals_in": f"{PLAIN}; discard by 2; dealer 2",
    "hebei.win_other_deals_in": f"{PLAIN}; discard by 2; dealer 0",
    "hebei.kan_open": f"{KANS}; self-draw; dealer 0",
    "hebei.kan_added": f"{KANS}; self-draw; dealer 0",
    "hebei.kan_closed": f"{KANS}; self-draw; dealer 0",
    "hebei.fan_menqing": "seat 2: 234m 567m 345p 66s 78s + 9s; discard by 0; dealer 0",
    "hebei.fan_qianggang": ROBBED,
    "hebei.fan_gangkai": "seat 2: 456m 234s 77s 78p [kan_open 3p from 1] + 9p; self-draw; after kan; dealer 0",
    "hebei.fan_pengpeng": "seat 3: 555p 77s 88s [pon 2m] [pon E] + 8s; discard by 1; dealer 0",
    "hebei.fan_dadiaoche": "seat 1: 7s [pon 2m] [pon E] [pon 5p] [pon 8s] + 7s; discard by 0; dealer 0",
    "hebei.fan_qingyise": "seat 2: 123p 345p 55p 67p [pon 9p] + 8p; self-draw; dealer 0",
    "hebei.fan_hunyise": "seat 1: 123s 456s 88s 67s [pon C] + 8s; discard by 3; dealer 2",
    "hebei.fan_qingfeng": "seat 1: SSS WW PP [pon E] [pon C] + P; discard by 2; dealer 1",
    "hebei.fan_yitiaolong": "seat 3: 12345678m 55p [pon E] + 9m; self-draw; dealer 3",
    "hebei.fan_qidui": "seat 0: 11m 33m 55p 77p 22s EE C + C; discard by 1; dealer 2",
    "hebei.fan_shisanyao": "seat 2: 19m 19p 19s E S W N C F P + C; discard by 0; dealer 0",
    "hebei.fan_haidi": f"{PLAIN}; self-draw; last tile; dealer 0",
    "hebei.fan_hunqidui": "seat 0: 11m 33m 55m 77m EE SS C + C; self-draw; dealer 0",
    "hebei.fan_qingqidui": "seat 2: 11s 22s 44s 55s 77s 88s 9s + 9s; self-draw; dealer 1",
    "hebei.fan_danhao": "seat 3: 1111m 33p 55p 77s 99s E + E; discard by 0; dealer 3",
    "hebei.fan_shuanghao": QUADS,
    "hebei.fan_sanhao": "seat 1: 1111m 2222m 3333m 4m + 4m; self-draw; dealer 0",
    "hebei.fan_hualong": "seat 3: 123m 45p 789s EE [pon F] + 6p; discard by 1; dealer 0",
    "hebei.fan_zhuowu": "seat 1: 46m 678p 22p 456s [pon 1s] + 5m; discard by 0; dealer 0",
}
# alternatives that need another hand than the other alternatives of their option
SHOWN_BY_VALUE: dict[tuple[str, Value], str] = {("hebei.zhuowu_mode", "loose"): TRIPLETS_OR_RUNS}


def alternatives(option: Option) -> list[Value]:
    """Values other than the one in the written rules; of a number one below and above, and one far above."""
    here = LITERAL.values[option.key]
    if option.kind == "int":
        wanted = [int(here) - 1, int(here) + 1, int(here) + 2]
        allowed = [value for value in wanted if option.low <= value <= option.high]
        return [v for v in allowed if not crosschecks.errors("hebei", {**LITERAL.values, option.key: v})]
    found = [value for value in option.alternatives if value != here]
    return [v for v in found if not crosschecks.errors("hebei", {**LITERAL.values, option.key: v})]


def scoring_options() -> list[Option]:
    return [o for o in load_catalogue().values() if o.group in ("pay", "hebei") or o.key in SHOWN_BY]


@pytest.mark.parametrize("option", scoring_options(), ids=lambda option: option.key)
def test_every_alternative_changes_a_hand(option):
    results = []
    for value in alternatives(option):
        hand = SHOWN_BY_VALUE.get((option.key, value), SHOWN_BY[option.key])
        changed = delta(hand, **{option.key.replace(".", "__"): value})
        assert changed != delta(hand), f"{option.key}={value}"
        assert sum(changed) == 0
        results.append((hand, tuple(changed)))
    assert len(set(results)) == len(results), "two alternatives do the same"


def test_no_hand_is_listed_for_an_option_that_is_gone():
    assert set(SHOWN_BY) <= set(load_catalogue())


class TestMeaning:
    """What the alternatives mean, where one changed hand leaves room for a misreading."""

    def test_single_wait_asks_for_the_only_completing_kind(self):
        alone = "seat 1: 46m 678p 22p 456s [pon 1s] + 5m; discard by 0; dealer 0"
        assert delta(alone, hebei__zhuowu_mode="single_wait") == delta(alone)
        both = "seat 3: 4446m 123p 567p [pon 9s] + 5m; discard by 2; dealer 2"
        assert delta(both, hebei__zhuowu_mode="single_wait") == [0, 0, -6, 6]

    def test_single_wait_counts_waits_of_any_shape(self):
        """Ready for 5m as a run and as seven pairs, and for nothing else: both are the same kind."""
        hand = "seat 0: 4466m 5m 112233p EE + 5m; discard by 1; dealer 1"
        assert delta(hand, hebei__zhuowu_mode="single_wait") == delta(hand) == [13, -13, 0, 0]
        no_pairs = {"win__pairs": "none"}
        assert delta(hand, hebei__zhuowu_mode="single_wait", **no_pairs) == [13, -13, 0, 0]

    def test_single_wait_leaves_out_kinds_held_four_times(self):
        """4446m with the fourth 4m and all 6m in the own hand: 6m would complete it too, but the seat holds them all."""
        hand = "seat 3: 4446m 123p 567p [pon 9s] + 5m; discard by 2; dealer 2"
        assert delta(hand, hebei__zhuowu_mode="single_wait")[3] == 6
        held = "seat 3: 44m 46666m 123p 567p + 5m; discard by 2; dealer 2"
        assert delta(held, hebei__zhuowu_mode="single_wait") == delta(held) == [0, 0, -13, 13]

    def test_single_wait_with_suits(self):
        hand = "seat 3: 234m 46p 678s 77s [pon 9s] + 5p; discard by 0; dealer 2"
        assert delta(hand, hebei__zhuowu_suits="mps", hebei__zhuowu_mode="single_wait") == [-10, 0, 0, 10]

    def test_loose_asks_only_for_four_and_six_in_hand(self):
        assert delta(TRIPLETS_OR_RUNS, hebei__zhuowu_mode="loose") == [0, -16, 0, 16]  # 碰碰胡 beside 捉五
        pairs = "seat 0: 44m 5m 66m 77p 22s EE CC + 5m; discard by 1; dealer 2"
        assert delta(pairs, hebei__zhuowu_mode="loose") == [14, -14, 0, 0]
        side = "seat 1: 34m 678p 22p 456s [pon 1s] + 5m; discard by 0; dealer 0"
        assert delta(side, hebei__zhuowu_mode="loose") == delta(side)

    def test_loose_does_not_look_at_melds(self):
        hand = "seat 1: 34m 678p 22p 456s [pon 6m] + 5m; discard by 0; dealer 0"
        assert delta(hand, hebei__zhuowu_mode="loose") == [-6, 6, 0, 0]
        own = "seat 1: 34m 678p 22p 666m [pon 1s] + 5m; discard by 0; dealer 0"
        assert delta(own, hebei__zhuowu_mode="loose") == [-11, 11, 0, 0]

    def test_union_keeps_the_flush_of_the_standard_reading(self):
        """Readable as 青七对 and as runs: without a fan of sets and a pair, 青七对 takes the place of 清一色."""
        hand = "seat 0: 112233p 556677p 9p + 9p; discard by 1; dealer 2"
        assert delta(hand, hebei__reading="union") == delta(hand) == [12, -12, 0, 0]

    def test_union_drops_plain_pairs_beside_a_standard_fan(self):
        hand = "seat 0: 44566m 112233p EE + 5m; discard by 1; dealer 1"
        assert delta(hand, hebei__reading="union") == [13, -13, 0, 0]

    def test_union_drops_all_triplets_beside_the_caught_five(self):
        assert delta(TRIPLETS_OR_RUNS, hebei__reading="union") == [0, -13, 0, 13]

    def test_exclusions_hold_for_the_joined_fans(self):
        """门清 does not stand beside 三豪 under menqing_with_special: false, although another reading alone would have it."""
        hand = "seat 2: 4444m 555m 6666m EE + 5m; discard by 1; dealer 0"
        joined = delta(hand, hebei__reading="union")
        assert delta(hand, hebei__reading="union", hebei__menqing_with_special=False)[2] == joined[2] - 2
        assert delta(hand, hebei__reading="union", hebei__luxury_flush="none")[2] == joined[2] - 2

    def test_luxury_flush_in_all_honours(self):
        hand = "seat 0: EEEE WW NN CC FF P + P; self-draw; dealer 0"
        assert delta(hand, hebei__luxury_flush="double") == delta(hand)
        assert delta(hand, hebei__luxury_flush="none")[0] == delta(hand)[0] - 9

    def test_last_discard_never_means_a_robbed_tile(self):
        with pytest.raises(InputError, match="never the last tile"):
            delta(f"{ROBBED}; last tile", hebei__haidi_scope="self_draw_or_last_discard")

    def test_pairs_without_quads(self):
        """`win.pairs_quads: false` takes the quad hands away; read as runs they may still win."""
        hand = "seat 1: 1111m 2222m 3333m 4m + 4m; self-draw; dealer 0"
        assert delta(hand, win__pairs_quads=False) == [-9, 23, -7, -7]
        with pytest.raises(InputError, match="not complete"):
            delta(QUADS, win__pairs_quads=False)
