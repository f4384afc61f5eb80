"""No dead option of golds, flowers, opening wins and seat winds in Fuding: every alternative changes some made-up hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from rulesets.options import Value, load_catalogue
from rulesets.spec import load_preset
from sim.batch import LogEvent, play
from tests.sim.fuding_table import COMPLETE, LOOSE, RUNS, A, B, C, D, deltas, fd, fd_play, fd_wall
from tests.sim.tabletop import TSUMOGIRI, Array

Changes = Mapping[str, Value]


@dataclass(frozen=True)
class Step:
    """One alternative: the option, its value, a made-up wall with a script, and what else must be set."""

    key: str
    value: Value
    wall: Array | None = None  # None: a drawn wall
    line: str = ""
    given: Changes = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.key}={self.value}"


THREE = "147m9m147p9p147s9555s"
TWO = THREE[:-2] + "s"
FLOWERS = "H1H2H3H4H5H6H7H8"
PLAIN = fd_wall({A: LOOSE})
FLOWER_GOLD = fd_wall({A: LOOSE, B: "H1 H7"}, gold="H2", tail="8m")
NEXT_ROUND = fd_wall({A: "H5", B: "H6"}, tail="H7 8m 9s 5p")
EARLY = fd_wall({A: COMPLETE, C: THREE}, draws="H5", tail="9m")
BOTH = fd_wall({A: COMPLETE, B: FLOWERS, D: THREE}, draws="9m")
ALL_WIN = "0 win; 1 win; 3 win"
THIRD = fd_wall({A: LOOSE, B: TWO}, draws="E 5s")
THIRD_LINE = "0 discard E; 1 win"
EIGHT = fd_wall({A: LOOSE, B: "H1H2H3H4H5H6H7" + "147m9m147p9p4s"}, draws="E 5s", tail="1s2s3s6s8s9s1s")
THROWN = fd_wall({A: "5s", B: RUNS})
WINDS = fd_wall({A: "H1", B: "H2", C: RUNS[:-2] + "s H3", D: "H4"}, draws="E 6p", tail="9m8m7s9p")
WIND_LINE = "0 discard E; 2 win"
WAITS_E = "123m456m789p123s789sE"
THROW: Changes = {"gold.discard": "allowed"}
LATE: Changes = {"opening.check": "after_flowers", "gold.flower_flip": "dealer_keeps"}
TAKES: Changes = {"rob_gold.window": "after_first_discard"}

STEPS = (
    Step("tiles.white", "hand", fd_wall({B: "P"})),
    Step("tiles.white", "absent"),
    Step("deal.seat_winds", "dealer_east", WINDS, WIND_LINE),
    Step("deal.seat_winds", "random", WINDS, WIND_LINE, {"deal.seat_winds": "dealer_east"}),
    Step("gold.open_when", "after_deal", PLAIN),
    Step("gold.open_when", "after_flowers", fd_wall({A: "H5"}, tail="8m"), given=LATE),
    Step("gold.maps_to", "next", fd_wall({A: "6s"})),
    Step("gold.flower_flip", "dealer_keeps", FLOWER_GOLD),
    Step("gold.flower_flip", "dealer_draws", FLOWER_GOLD),
    Step("gold.discard", "allowed", THROWN),
    Step("gold.discard_effect", "self_draw_only", fd_wall({A: LOOSE, B: RUNS}, draws="E 5s 6p"),
         "0 discard E; 1 discard 5s; 1 win", THROW),
    Step("gold.claimable", "win_only", THROWN, "0 discard 5s; 1 win", THROW),
    Step("gold.in_melds", "natural_in_chi", fd_wall({A: "6s", B: "45s"}), "0 discard 6s"),
    Step("gold.fifth_copy", False, fd_wall({A: "9s", B: "1111m456p789p123s789s"}, draws="8p 5s"), "0 discard 9s; 1 win",
         {"win.same_kind_group": "none"}),
    Step("gold.idle_win", "any", fd_wall({A: LOOSE, B: "123m456m789m123p456p5s"}), ""),
    Step("flower.opening_order", "seat_until_clean", NEXT_ROUND),
    Step("opening.check", "after_flowers", EARLY, "2 win; 0 win"),
    Step("opening.order", "heavenly_first", BOTH, "0 pass; 1 win; 3 win"),
    Step("opening.order", "three_gold_first", BOTH, ALL_WIN),
    Step("win.three_gold", "none", fd_wall({C: THREE}), "2 win", {"opening.order": "heavenly_first"}),
    Step("win.three_gold", "on_third", THIRD, THIRD_LINE),
    Step("win.three_gold", "any_own_draw", THIRD, THIRD_LINE),
    Step("win.three_gold_choice", "forced", fd_wall({C: THREE}), "2 pass"),
    Step("win.flower_win", 0, fd_wall({B: FLOWERS}, tail="1s2s3s4s6s7s8s9s"), "1 win",
         {"win.flower_win_golds": False, "win.flower_win_mid_hand": False}),
    Step("win.flower_win", 9, fd_wall({B: FLOWERS}, tail="1s2s3s4s6s7s8s9s"), "1 win"),
    Step("win.flower_win_golds", False, EIGHT, "0 discard E; 1 win"),
    Step("win.flower_win_mid_hand", False, EIGHT, "0 discard E; 1 win"),
    Step("rob_gold.window", "after_first_discard", fd_wall({A: LOOSE, B: RUNS}, draws="E"), "0 discard E; 1 win"),
    Step("rob_gold.window", "at_opening", fd_wall({A: LOOSE, B: RUNS}, draws="E"), "1 win"),
    Step("rob_gold.window", "own_first_draw", fd_wall({A: RUNS}, draws="E"), "0 discard E; 0 win"),
    Step("rob_gold.indicator_wild", False, fd_wall({A: LOOSE, B: RUNS}, draws="E"), "0 discard E; 1 win", TAKES),
    Step("rob_gold.before_claims", False, fd_wall({A: LOOSE, B: RUNS, C: WAITS_E}, draws="E"),
         "0 discard E; 1 win; 2 win", TAKES),
    Step("rob_gold.shapeless", True, fd_wall({A: LOOSE, B: TWO}, draws="E"), "0 discard E; 1 win", TAKES),
)  # fmt: skip


REFUSED = {"deal.seat_winds": "none"}  # Fuding scores seat winds: cross-check X06


def shown(step: Step, changes: Changes) -> list[object]:
    """What shows in the hand: its transcript but for the seat winds, and the points."""
    rules = fd(changes)
    played = play(rules, TSUMOGIRI, range(2), 3, log=True) if step.wall is None else fd_play(step.wall, step.line, changes)
    rows = [row.tolist() for row in played.log if row[0] != LogEvent.WINDS]
    return [rows, deltas(played)]


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_option_changes_some_hand(step: Step) -> None:
    assert shown(step, step.given) != shown(step, {**step.given, step.key: step.value})


@pytest.mark.parametrize("key", sorted({step.key for step in STEPS}))
def test_every_other_choice_is_listed(key: str) -> None:
    choices = {str(choice).lower() for choice in load_catalogue()[key].choices} - {REFUSED.get(key)}
    listed = {str(step.value).lower() for step in STEPS if step.key == key}
    assert listed | {str(load_preset("fuding/literal")[key]).lower()} >= choices
