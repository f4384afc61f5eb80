"""No dead option: every alternative of every option of play changes some hand, its public record, or who deals next."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pytest

from rulesets.compile import rule_table
from rulesets.options import Value, load_catalogue
from rulesets.spec import with_changes
from sim.batch import LineUp, LogEvent, WallMode, play
from tests.sim.tabletop import LITERAL, Array, bots, made_wall, play_made

PLAY_GROUPS = ("tiles", "deal", "wall", "kan", "end", "claim", "turn", "gold", "flower", "opening", "rob_gold", "win", "dealer")
BOTS = bots("greedy", "patient", "random_legal", "greedy_calls")
LINEUPS = {
    "greedy": LineUp((0, 0, 0, 0)),
    "patient": LineUp((1, 1, 1, 1)),
    "random": LineUp((2, 2, 2, 2)),
    "calls": LineUp((3, 3, 3, 3)),
    "mixed": LineUp((0, 2, 3, 1)),
}

Changes = Mapping[str, Value]


@dataclass(frozen=True)
class Step:
    """One alternative: the option, its value, what else must be set, and how to find a hand that it changes."""

    key: str
    value: Value
    given: Changes = field(default_factory=dict)
    lineup: str = "mixed"
    walls: int = 400
    mode: WallMode = WallMode.LANES
    scene: tuple[Array, str] | None = None  # a made-up wall and a script, for what chance seldom brings

    def __str__(self) -> str:
        return f"{self.key}={self.value}"


NO_ORPHANS: Changes = {"win.orphans": "none"}
LOCKED: Changes = {"claim.pass_win": "same_kind"}
# seat 1 lets two 7s go by, thrown one after the other before it draws again
TWO_SEVENS = made_wall(0, {1: "77s 147m 258p ESWNC"}, draws="CS7s7s")
# seat 0 makes a closed kan of C, seat 1 waits on C with thirteen orphans
ORPHANS_WAIT = made_wall(0, {0: "CCC 147m 258p 3699s", 1: "19m 19p 19s ESWNFPP"}, draws="C")

STEPS = (
    Step("tiles.winds", "absent", NO_ORPHANS, walls=3),
    Step("tiles.red", "absent", NO_ORPHANS, walls=3),
    Step("tiles.green", "absent", NO_ORPHANS, walls=3),
    Step("tiles.white", "absent", NO_ORPHANS, walls=3),
    Step("wall.tail_order", "linear", lineup="random", mode=WallMode.LINEAR),
    Step("wall.reserve", 14, lineup="random", walls=20),
    Step("wall.grow_open_kan", 1, lineup="random"),
    Step("wall.grow_closed_kan", 1, lineup="random"),
    Step("wall.odd_tail", "ignore", lineup="random"),
    Step("kan.near_end", "always", lineup="random", walls=3000),
    Step("kan.near_end", "live_tile", lineup="random", walls=3000),
    Step("kan.near_end", "one_each", lineup="random", walls=3000),
    Step("kan.near_end", "five", lineup="random", walls=3000),
    Step("end.replacement_to_zero", "end_hand", lineup="random", walls=3000),
    Step("claim.chi", "next_seat", walls=20),
    Step("claim.discard_after_chi", "not_same", {"claim.chi": "next_seat"}, lineup="random", walls=100),
    Step("claim.multi_win", "head_bump", lineup="greedy", walls=1500),
    Step("claim.pass_win", "same_kind", lineup="patient", walls=1500),
    Step("claim.pass_win", "any_kind", lineup="patient", walls=1500),
    Step("claim.pass_after", "win_or_pon", {"claim.pass_win": "any_kind"}, lineup="calls", walls=1500),
    Step("claim.pass_after", "seen", {"claim.pass_win": "any_kind"}, walls=1500),
    Step("claim.pass_pon", True, {"claim.pass_win": "same_kind", "claim.pass_after": "win_or_pon"}, scene=(TWO_SEVENS, "")),
    Step("turn.ready", "optional_lock", lineup="greedy"),
    Step("kan.after_claim", True, lineup="random", walls=1500),
    Step("kan.added_timing", "drawn_tile_only", lineup="random"),
    Step("kan.rob_added", False, lineup="greedy", walls=3000),
    Step("kan.rob_closed", "orphans_only", scene=(ORPHANS_WAIT, "0 kan_closed C")),
    Step("kan.closed_kind", "hidden", lineup="greedy", walls=3000),
    Step("win.pairs", "none"),
    Step("win.pairs_quads", False, walls=1500),
    Step("win.orphans", "none", walls=3000, lineup="greedy"),
    Step("win.orphans", "any_pair", walls=3000, lineup="greedy"),
    Step("dealer.first", "seat0"),
    Step("dealer.first", "rotate_by_session"),
    Step("dealer.after_win", "winner"),
    Step("dealer.on_draw", "next"),
    Step("dealer.multi_win", "first_winner", lineup="greedy", walls=3000),
    Step("dealer.multi_win", "next_if_other_wins", lineup="greedy", walls=3000),
)  # fmt: skip


def hands(log: Array) -> list[bytes]:
    """The hands of a transcript without their headers, as bytes."""
    starts = np.flatnonzero(log[:, 0] == LogEvent.HAND)
    return [log[a + 1 : b].tobytes() for a, b in zip(starts, [*starts[1:], len(log)], strict=True)]


def tables_for(step: Step) -> tuple[Array, Array]:
    """The rules without and with the step."""
    base = with_changes(LITERAL, dict(step.given)) if step.given else LITERAL
    return rule_table([base]), rule_table([with_changes(base, {step.key: step.value})])


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_option_changes_some_hand(step: Step) -> None:
    before, after = tables_for(step)
    if step.scene is not None:
        wall, line = step.scene
        assert hands(play_made(before, wall, line, 0).log) != hands(play_made(after, wall, line, 0).log)
        return
    if step.key.startswith("dealer."):
        sessions = range(step.walls // 8)
        lineups = [LINEUPS[step.lineup]]
        plays = [play(t, BOTS, sessions, 31, lineups=lineups, session_hands=8).rows["dealer"] for t in (before, after)]
        assert not np.array_equal(*plays)
        return
    assert some_hand_changes(step, before, after), f"{step}: no hand of {step.walls} changed"


def some_hand_changes(step: Step, before: Array, after: Array) -> bool:
    """Whether a hand of the step's walls is played in two ways."""
    for first in range(0, step.walls, 50):
        walls = range(first, min(first + 50, step.walls))
        lineups = [LINEUPS[step.lineup]]
        one, other = (play(t, BOTS, walls, 31, lineups=lineups, mode=step.mode, log=True) for t in (before, after))
        if hands(one.log) != hands(other.log):
            return True
    return False


def test_every_option_of_play_is_listed() -> None:
    """What this list leaves out, the lists of `test_fuzhou_alive` and of Fuding hold: options that need flowers, golds, a last
    group, seats that stand, or wins before the flowers.

    But for three: `claim.pass_rob` has its staged hand among the oracle's scenes (`test_flow_options`), `end.draw_settlement`
    changes points only (`test_hebei_options`), and no hand of four copies a kind can show `claim.pass_kan`. A kind that a
    seat passed while it held three copies is used up; and a seat that held fewer gets a third copy only from the wall, which
    empties its passed list.
    """
    from tests.sim.laid_table import STANDARD
    from tests.sim.test_fuding_alive_ends import STEPS as ENDS
    from tests.sim.test_fuding_alive_opening import STEPS as OPENING
    from tests.sim.test_fuding_bars_alive import STEPS as BARS
    from tests.sim.test_fuzhou_alive import STEPS as MORE

    elsewhere = {"claim.pass_kan", "claim.pass_rob", "end.draw_settlement"}
    steps = STEPS + MORE
    options = {k: o for k, o in load_catalogue().items() if o.in_row and o.group in PLAY_GROUPS and k not in elsewhere}
    fuding = {step.key for step in (*ENDS, *OPENING, *BARS)}
    assert {step.key for step in steps} - elsewhere | fuding & set(options) == set(options)
    for key in {step.key for step in STEPS}:
        listed = {str(v).lower() for v in (*(s.value for s in steps if s.key == key), LITERAL[key], STANDARD[key])}
        assert listed >= {str(choice).lower() for choice in options[key].choices or ()}, key
