"""No dead option in Fuzhou: every alternative of every option of play changes some hand, its public record, or who deals next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pytest

from rulesets.compile import rule_table
from rulesets.options import Value, load_catalogue
from rulesets.spec import load_preset, with_changes
from sim.batch import WallMode, play
from tests.sim.fuzhou_table import HA, HB, HC, HE, HF, HG, STANDARD, Array, fz_wall
from tests.sim.tabletop import TSUMOGIRI, made_wall, script

GROUPS = ("tiles", "deal", "wall", "kan", "end", "claim", "turn", "win", "gold", "flower", "opening", "rob_gold", "dealer")
ELSEWHERE = {"end.draw_settlement", "claim.pass_kan"}  # points only, and see `test_options_alive`

Changes = Mapping[str, Value]


@dataclass(frozen=True)
class Step:
    """One alternative: the option, its value, what else must be set, and hands that it changes.

    A made-up wall with a script for its dealer 0, or so many drawn walls on which every seat throws what it draws.
    """

    key: str
    value: Value
    wall: Array | None = None
    line: str = ""
    given: Changes = field(default_factory=dict)
    walls: int = 3
    mode: WallMode = WallMode.LANES
    hands: int = 0  # a session of so many hands

    def __str__(self) -> str:
        return f"{self.key}={self.value}"


NO_FLOWERS: Changes = {
    **dict.fromkeys(("tiles.winds", "tiles.red", "tiles.green", "tiles.white", "tiles.seasons"), "absent"),
    "wall.grow_flower_quad": 0,
}
HONOURS: Changes = {**dict.fromkeys(("tiles.winds", "tiles.red", "tiles.green", "tiles.white"), "hand")}
THIRTEEN: Changes = {**HONOURS, "tiles.seasons": "absent", "wall.grow_flower_quad": 0, "deal.hand_size": 13, "win.pairs": "none"}
NO_GOLD: Changes = {
    "wall.indicator_counts": False,
    "claim.win_order": "seat",
    "gold.discard_effect": "none",
    "win.three_gold": "none",
    "rob_gold.window": "none",
}
NO_GROUP: Changes = {"end.last_group": 0, "end.last_group_win": "optional"}
LOCKED: Changes = {"claim.pass_win": "same_kind"}
ALL_WIN: Changes = {"claim.multi_win": "all", "claim.win_order": "seat"}

PLAIN = fz_wall({})
SHORT = fz_wall({1: "333m4444m"}, draws="9m8p9p1s" * 4 + "9s7s7p1p" + "3m", tail="2s2p", flowers="")  # 25 tiles are drawable
OPEN_KAN = fz_wall({0: "7s", 2: "777s"})
CLOSED_KAN = fz_wall({0: "4444m"})
CHI = fz_wall({0: "5p", 1: "46p5p3333m"})
SHANPON = "123m456m789m123p66p77s"
LET_GO = fz_wall({0: "9s7s", 1: SHANPON, 2: "7s", 3: "6p"}, draws="9p 8m 8m 8m")
LETS_GO = "0 discard 9s; 1 discard 9p; 2 discard 7s; 3 discard 6p; 0 discard 7s"
PONS_PASS = fz_wall({0: "9s", 1: HA}, draws="9p7s6p")  # seat 1 may pon 7s, then win on 6p
DECLINED = fz_wall({0: "666p9s", 2: HA}, draws="9p 9p 6p")
DECLINES = "0 discard 9s; 2 pass; 2 pass; 0 pon; 0 kan_added 6p; 2 win"
KEPT_FOURTH = fz_wall({0: "3s", 1: "33s1m2p"}, draws="9m 9p 8m 3s 9m 8p 8m 7p")
TWO_WIN = fz_wall({0: "6p", 1: HA, 3: HC})
BOTH_WIN = "0 discard 6p; 1 pass; 3 pass; 1 win; 3 win"
FLUSH_WINS = fz_wall({0: "6p", 1: HC, 3: "111222333999p45p88p"})
THROWN_GOLD = fz_wall({0: "9s", 1: "5s", 3: HB}, draws="9m 8m")
THROWS_GOLD = "0 discard 9s; 3 pass; 3 pass; 1 discard 5s; 3 win"
BARRED = fz_wall({0: "9s", 1: HA}, draws="5s 8m 8p 6p")
HEAVENLY = fz_wall({0: HA + "6p", 1: "5s5s5s"})
THIRD_GOLD = fz_wall({0: "9s", 1: HE}, draws="5s 2p 2p 2p 3m")
SEASONS = fz_wall({1: "H1H2H3H4"})
ORPHANS = made_wall(0, {0: "CCC 147m 258p 3699s", 1: "19m 19p 19s ESWNFPP"}, draws="C", tail="5s", stack=False)
OTHER_PAIR = made_wall(0, {0: "C 147m 258p 369s 147s", 1: "199m 19p 19s ESWNFP"}, draws="2s", tail="5s", stack=False)
SEVEN_PAIRS = made_wall(0, {1: "1133m5577p2244s E"}, draws="9mE", tail="5s", stack=False)
MANY_WIN = fz_wall({0: HA + "9s", 1: "6p", 2: HA}, draws="9p")
THREE_WIN = "0 discard 9s; 2 pass; 0 pass; 1 discard 6p; 2 win; 0 win"
NEXT_WINS = fz_wall({0: "6p", 2: HA})

NEAR_END = ("live_tile", "within_reserve", "one_each", "five")

STEPS = (
    *(Step(f"tiles.{key}", value) for key in ("winds", "red", "green", "white") for value in ("hand", "absent")),
    Step("tiles.seasons", "absent"),
    Step("deal.hand_size", 13, given={"win.pairs": "none"}),
    Step("deal.first_taker", "dice", walls=8, mode=WallMode.LINEAR),
    Step("wall.tail_order", "stack", mode=WallMode.LINEAR),
    Step("wall.reserve", 17),
    Step("wall.grow_open_kan", 0, OPEN_KAN, "0 discard 7s; 2 kan_open"),
    Step("wall.grow_closed_kan", 0, CLOSED_KAN, "0 kan_closed 4m"),
    Step("wall.grow_flower_quad", 0, SEASONS),
    Step("wall.indicator_counts", False),
    Step("wall.odd_tail", "exclude"),
    *(Step("kan.near_end", value, SHORT, "1 discard 3m", {**NO_FLOWERS, **NO_GROUP}) for value in NEAR_END),
    Step("kan.after_claim", True, CHI, "0 discard 5p; 1 chi_mid"),
    Step("kan.added_timing", "drawn_tile_only", KEPT_FOURTH, "0 discard 3s; 1 pon; 1 discard 1m; 1 discard 2p; 1 kan_added 3s"),
    Step("kan.rob_added", False, DECLINED, DECLINES, {"kan.after_claim": True}),
    Step("kan.rob_closed", "orphans_only", ORPHANS, "0 kan_closed C", {**THIRTEEN, "win.orphans": "dragon_pair"}),
    Step("kan.closed_kind", "shown", CLOSED_KAN, "0 kan_closed 4m"),
    Step("end.last_group", 0, given={"end.last_group_win": "optional"}),
    Step("end.last_group_win", "optional", fz_wall({1: HB}, flowers=""), given=NO_FLOWERS),
    Step("end.kan_into_group", "no_discard", SHORT, "1 kan_closed 3m", NO_FLOWERS),
    Step("end.flower_into_group", "dead", walls=12),
    Step("end.replacement_to_zero", "discard", SHORT, "1 kan_closed 3m; 1 kan_closed 4m", NO_FLOWERS),
    Step("claim.chi", "none", CHI),
    Step("claim.multi_win", "all", TWO_WIN, BOTH_WIN, {"claim.win_order": "seat"}),
    Step("claim.win_order", "seat", TWO_WIN, BOTH_WIN),
    Step("claim.win_order", "special_rank", FLUSH_WINS, BOTH_WIN),
    Step("claim.pass_after", "win_or_pon", PONS_PASS, given={"claim.pass_win": "any_kind"}),
    Step("claim.pass_after", "seen", PONS_PASS, given={"claim.pass_win": "any_kind"}),
    Step("claim.pass_win", "same_kind", LET_GO, LETS_GO),
    Step("claim.pass_win", "any_kind", LET_GO, LETS_GO),
    Step("claim.pass_pon", True, LET_GO, LETS_GO, {**LOCKED, "claim.pass_after": "win_or_pon"}),
    Step("claim.pass_rob", True, DECLINED, DECLINES, {**LOCKED, "kan.after_claim": True}),
    Step("claim.discard_after_chi", "not_same", CHI, "0 discard 5p; 1 chi_mid"),
    Step("turn.ready", "optional_lock", BARRED),
    Step("gold.source", "none", given=NO_GOLD),
    Step("gold.open_when", "after_deal"),
    Step("gold.maps_to", "next"),
    Step("gold.flower_flip", "dealer_draws", fz_wall({}, gold="H1")),
    Step("gold.fifth_copy", False, fz_wall({0: "9m", 1: HG}, draws="5s")),
    Step("gold.discard", "forbidden", BARRED, given={"gold.discard_effect": "none"}),
    Step("gold.discard_effect", "none", BARRED, "1 pass; 1 discard 5s"),
    Step("gold.claimable", "win_only", THROWN_GOLD, THROWS_GOLD),
    Step("gold.in_melds", "natural_in_chi", fz_wall({0: "6s", 1: "45s"}), "0 discard 6s"),
    Step("gold.idle_win", "self_draw_only", fz_wall({0: "9s", 1: HB}), "0 discard 9s"),
    Step("flower.opening_order", "seat_until_clean", fz_wall({0: "H1", 1: "H2"}, gold="", tail="H3 9s 8s 5s")),
    Step("flower.quads", "honours_only", SEASONS),
    Step("opening.order", "three_gold_first", HEAVENLY, "0 win; 1 win"),
    Step("rob_gold.window", "none", TWO_WIN),
    Step("rob_gold.window", "at_opening", TWO_WIN),
    Step("rob_gold.window", "own_first_draw", TWO_WIN),
    Step("rob_gold.indicator_wild", False, fz_wall({0: "9s", 1: HA}), "0 discard 9s"),
    Step("rob_gold.before_claims", False, TWO_WIN, "0 discard 6p"),
    Step("rob_gold.shapeless", True, fz_wall({0: "9s", 1: HE}), "0 discard 9s"),
    *(Step("win.three_gold", value, THIRD_GOLD, "0 discard 9s; 1 discard 9m") for value in ("none", "opening_only", "on_third")),
    Step("win.three_gold_choice", "forced", THIRD_GOLD, "0 discard 9s"),
    Step("win.flower_win", 5),
    Step("win.flower_win_mid_hand", True, given={"win.flower_win": 8}),
    Step("win.pairs", "none", fz_wall({0: "9s", 1: HF})),
    Step("win.pairs", "eight_half_matches", fz_wall({0: "9s", 1: HF})),
    Step("win.pairs", "seven", SEVEN_PAIRS, given=THIRTEEN),
    Step("win.pairs_quads", False, fz_wall({0: "8s", 1: "1111m55m77m99m22p44p66p"})),
    Step("win.orphans", "dragon_pair", ORPHANS, given=THIRTEEN),
    Step("win.orphans", "any_pair", OTHER_PAIR, "0 discard C", THIRTEEN),
    Step("dealer.first", "seat0", walls=8, hands=1),
    Step("dealer.first", "rotate_by_session", walls=8, hands=1),
    Step("dealer.after_win", "winner", NEXT_WINS, "0 discard 6p; 2 pass; 2 win", hands=2),
    Step("dealer.on_draw", "next", PLAIN, hands=2),
    Step("dealer.multi_win", "first_winner", MANY_WIN, THREE_WIN, ALL_WIN, hands=2),
    Step("dealer.multi_win", "next_if_other_wins", MANY_WIN, THREE_WIN, ALL_WIN, hands=2),
    Step("dealer.streak_on_draw", False, PLAIN, hands=2),
)  # fmt: skip


def shown(rules: Array, step: Step) -> list[bytes]:
    """Everything that shows in the hands of a step: transcripts, and what all know at the end."""
    recorded = None if step.wall is None else step.wall[None]
    played = play(
        rules,
        TSUMOGIRI,
        range(step.walls) if step.wall is None else [0],
        31,
        session_hands=step.hands,
        mode=step.mode if step.wall is None else WallMode.RECORDED,
        recorded=recorded,
        dealers=None if step.wall is None else np.array([0]),
        script=None if step.wall is None else script(step.line),
        log=True,
    )
    return [hand.tobytes() for hand in played.transcripts()] + [played.table[0]["public"].tobytes()]


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_option_changes_some_hand(step: Step) -> None:
    base = with_changes(STANDARD, dict(step.given)) if step.given else STANDARD
    before, after = (rule_table([spec]) for spec in (base, with_changes(base, {step.key: step.value})))
    assert shown(before, step) != shown(after, step)


def test_every_option_of_play_is_listed() -> None:
    """Every choice of every option of the rule row that is not about points, but for those of `ELSEWHERE`.

    What Fuding adds is listed with its own hands: there an alternative is compared with Fuding's choice.
    """
    from tests.sim.test_fuding_alive_ends import STEPS as ENDS
    from tests.sim.test_fuding_alive_opening import STEPS as OPENING
    from tests.sim.test_fuding_bars_alive import STEPS as BARS

    fuding = {(step.key, step.value) for step in (*ENDS, *OPENING, *BARS)}
    fuding |= {(key, load_preset("fuding/literal")[key]) for key, _ in fuding}
    tried = fuding | {(step.key, step.value) for step in STEPS}
    for key, option in load_catalogue().items():
        if option.in_row and option.group in GROUPS and key not in ELSEWHERE:
            assert any(key == k for k, _ in tried), key
            listed = {str(v).lower() for k, v in (*tried, (key, load_preset("fuzhou/fz_std")[key])) if k == key}
            assert listed >= {str(choice).lower() for choice in option.choices or ()}, key
