"""No dead option of standing and of the end of the wall in Fuding: every alternative changes some made-up hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import pytest

from rulesets.options import Value, load_catalogue
from rulesets.spec import load_preset
from tests.sim.fuding_ends import QUIET, fd_end
from tests.sim.fuding_table import RUNS, A, B, C, D, fd_wall
from tests.sim.tabletop import Array

Changes = Mapping[str, Value]


@dataclass(frozen=True)
class Step:
    """One alternative: the option, its value, a made-up wall with a script, and what else must be set."""

    key: str
    value: Value
    wall: Array
    line: str = ""
    live: int = 9
    given: Changes = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.key}={self.value}"


PLAIN = fd_wall(QUIET)
KAN_HANDS = {A: QUIET[A], C: "258m3m25558p258sEWNF", D: "13469m369p1369sESNF"}
KAN = fd_wall(KAN_HANDS, "5p", tail="9s")
LATER_KAN = fd_wall(KAN_HANDS, "9p 2s 8p 5p", tail="9s")
KANS = "2 kan_open 5p; 2 pass; 2 discard E"
FLOWER = fd_wall(QUIET, "9p H1", tail="9s")
CHI = fd_wall({**QUIET, C: "258m36m3568p258sEWNF"}, "9p 2s 8p 4p")
# B shows four pons of dots and stands; C holds dots
TABLE = fd_wall({B: "11223344pESWN258m9s"}, "1p 2p 3p 4p 9s 8s 8s 7s")
TABLES = "1 pon; 1 discard E; 1 pon; 1 discard S; 1 pon; 1 discard W; 1 pon; 1 discard N; 1 stand"
GROUP_WIN = fd_wall({**QUIET, D: RUNS}, "9p 2s 8p 3p")
NO_GROUP: Changes = {"end.kan_maker_tile": "skip", "end.kan_into_group": "discard", "end.flower_into_group": "replace"}

STEPS = (
    Step("turn.stand_pass", False, PLAIN, "1 stand"),
    Step("penalty.stand", "play_no_win", PLAIN, "1 stand"),
    Step("penalty.stand_table_bars", True, TABLE, TABLES, 30),
    Step("penalty.stand_next_chis", False, CHI, "1 stand; 2 chi_low 4p", 30),
    Step("kan.near_end", "always", KAN, KANS, 4),
    Step("kan.near_end", "live_tile", KAN, KANS, 4),
    Step("kan.near_end", "within_reserve", KAN, KANS, 4),
    Step("kan.near_end", "five", LATER_KAN, "1 stand;" + KANS, 7),
    Step("end.last_group", 0, PLAIN, given=NO_GROUP),
    Step("end.last_group", 4, PLAIN, "1 stand"),
    Step("end.last_group_win", "forced", GROUP_WIN, live=5),
    Step("end.kan_into_group", "discard", KAN, KANS, 5, {"end.kan_maker_tile": "skip"}),
    Step("end.kan_maker_tile", "skip", KAN, KANS, 5),
    Step("end.flower_into_group", "replace", FLOWER, live=5),
)  # fmt: skip


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_option_changes_some_hand(step: Step) -> None:
    before = fd_end(step.wall, step.line, step.given, step.live)
    after = fd_end(step.wall, step.line, {**step.given, step.key: step.value}, step.live)
    assert before.log.tobytes() != after.log.tobytes()


@pytest.mark.parametrize("key", sorted({step.key for step in STEPS}))
def test_every_other_choice_is_listed(key: str) -> None:
    choices = {str(choice).lower() for choice in load_catalogue()[key].choices}
    listed = {str(step.value).lower() for step in STEPS if step.key == key}
    assert listed | {str(load_preset("fuding/literal")[key]).lower()} >= choices
