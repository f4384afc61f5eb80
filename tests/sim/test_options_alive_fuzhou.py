"""No dead option, for the options that need flowers, golds, sixteen tiles or a last group: as `test_options_alive`."""

from __future__ import annotations

import pytest

from rulesets.compile import rule_table
from rulesets.spec import with_changes
from sim.batch import WallMode
from tests.sim.laid_table import HA, HB, HC, HE, STANDARD, lay
from tests.sim.tabletop import play_made
from tests.sim.test_options_alive import Changes, Step, hands, some_hand_changes

NO_GOLD_USES: Changes = {
    "claim.win_order": "seat", "gold.discard_effect": "none", "rob_gold.window": "none", "win.three_gold": "none",
    "wall.indicator_counts": False,
}  # fmt: skip
HG = "1111m456p789p123s789s"
TRIPLE = "147m9m147p9p147s9s2m555s"
FLUSH = "11p222p333p45p777p999p"  # waits on 3p and 6p
QUADS = "1111m55m77m99m22p44p66p"  # eight pairs, two of them alike

TAKER = (lay({2: HA}, draws="1s"), "0 discard 1s; 2 pass")
THIRD = (lay({1: HE}, draws="9s 5s 9m 9s 9p 1m"), "1 discard 9m; 1 discard 9m")
TWO_WINNERS = (lay({1: HA, 3: HC}, draws="6p"), "0 discard 6p; 1 pass; 3 pass; 1 win; 3 win")
PAIR_OR_FLUSH = (lay({1: HC, 3: FLUSH}, draws="6p"), "0 discard 6p; 1 pass; 3 pass; 1 win; 3 win")
BOTH_OPENINGS = (lay({0: "123m456m789m123p456p7s", 2: TRIPLE}, draws="7s"), "0 pass; 2 pass")
IDLE = (lay({3: HB}, draws="1p"), "0 discard 1p; 3 pass; 3 pass")
PAIRED = (lay({2: QUADS}, draws="1s"), "0 discard 1s; 2 pass")

STEPS = (
    Step("tiles.winds", "hand", walls=3),
    Step("tiles.red", "hand", walls=3),
    Step("tiles.green", "hand", walls=3),
    Step("tiles.white", "hand", walls=3),
    Step("tiles.seasons", "absent", walls=3),
    Step("deal.hand_size", 13, {"win.pairs": "none"}, walls=3),
    Step("deal.first_taker", "dice", walls=10, mode=WallMode.LINEAR),
    Step("wall.grow_flower_quad", 0, lineup="random", walls=200),
    Step("wall.indicator_counts", False, lineup="random", walls=20),
    Step("end.last_group", 0, {"end.last_group_win": "optional"}, lineup="random", walls=20),
    Step("end.last_group_win", "optional", walls=1500),
    Step("end.kan_into_group", "no_discard", lineup="random", walls=3000),
    Step("end.flower_into_group", "dead", lineup="random", walls=300),
    Step("end.replacement_to_zero", "discard", lineup="random", walls=1500),
    Step("claim.win_order", "seat", scene=TWO_WINNERS),
    Step("claim.win_order", "special_rank", scene=PAIR_OR_FLUSH),
    Step("gold.source", "none", NO_GOLD_USES, walls=3),
    Step("gold.open_when", "after_deal", walls=3),
    Step("gold.maps_to", "next", walls=3),
    Step("gold.flower_flip", "dealer_draws", walls=50),
    Step("gold.fifth_copy", False, scene=(lay({2: HG}, draws="1s"), "0 discard 1s; 2 pass")),
    Step("gold.discard", "forbidden", {"gold.discard_effect": "none"}, lineup="random", walls=20),
    Step("gold.discard_effect", "none", lineup="random", walls=1500),
    Step("gold.claimable", "win_only", lineup="random", walls=1500),
    Step("gold.in_melds", "natural_in_chi", lineup="random", walls=200),
    Step("gold.idle_win", "self_draw_only", scene=IDLE),
    Step("flower.opening_order", "seat_until_clean", walls=3),
    Step("flower.quads", "honours_only", lineup="random", walls=1500),
    Step("opening.order", "three_gold_first", scene=BOTH_OPENINGS),
    Step("rob_gold.window", "none", scene=TAKER),
    Step("rob_gold.window", "at_opening", scene=TAKER),
    Step("rob_gold.window", "own_first_draw", scene=TAKER),
    Step("rob_gold.indicator_wild", False, scene=TAKER),
    Step("rob_gold.before_claims", False, scene=TWO_WINNERS),
    Step("rob_gold.shapeless", True, scene=(lay({1: HE}, draws="1p"), "0 discard 1p")),
    Step("win.three_gold", "none", scene=(lay({2: TRIPLE}), "2 win")),
    Step("win.three_gold", "opening_only", scene=THIRD),
    Step("win.three_gold", "on_third", scene=THIRD),
    Step("win.three_gold_choice", "forced", scene=(lay({2: TRIPLE}), "2 pass")),
    Step("win.flower_win", 8, walls=50),
    Step("win.flower_win_mid_hand", True, {"win.flower_win": 8}, walls=50),
    Step("win.pairs", "none", scene=PAIRED),
    Step("win.pairs", "eight_half_matches", scene=PAIRED),
    Step("win.pairs_quads", False, scene=PAIRED),
)  # fmt: skip


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_option_changes_some_hand(step: Step) -> None:
    base = with_changes(STANDARD, dict(step.given)) if step.given else STANDARD
    before, after = rule_table([base]), rule_table([with_changes(base, {step.key: step.value})])
    if step.scene is not None:
        wall, line = step.scene
        assert hands(play_made(before, wall, line, 0).log) != hands(play_made(after, wall, line, 0).log)
    else:
        assert some_hand_changes(step, before, after), f"{step}: no hand of {step.walls} changed"
