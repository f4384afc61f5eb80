"""No dead option among bars, passed tiles, idle golds and groups: every choice changes what is legal in some made-up hand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import pytest

from rulesets.options import Value, load_catalogue
from rulesets.spec import load_preset
from sim.batch import Played
from tests.sim.fuding_ends import fd_end
from tests.sim.fuding_table import A, B, C, D, fd_play, fd_wall
from tests.sim.fuding_tables import DULL, fed, flush_table
from tests.sim.test_fuding_claims import DEALER, FORCED, PAIR, QUADS, RUNS, added_kan, fourth

Changes = Mapping[str, Value]
Scene = Callable[[Changes], Played]

# Dead by copies: a kind of which a discard was declined and three are held has no further copy to be thrown.
ELSEWHERE = {"claim.pass_kan"}
OWN_FOURTH = {A: "6s147m258p39s147s9mEWN", B: "66s258m369m147p28pESC", C: "147m258m39s147s8pEWFF", D: "258m147p369p258sCSWN"}
MANY_DOTS = {A: "7p8p6p5p9999p678s147mFF", **DULL, D: "777p888p66p55p34p7mESW"}


def thrown_to_d(hand: str, lines: str, draws: str = "8p 4p") -> Scene:
    """A throws 4p, then B draws and throws one."""
    wall = fd_wall({A: DEALER, **DULL, D: hand}, draws, gold="9p")
    return lambda changes: fd_play(wall, "0 discard 4p;" + lines, changes)


def dead_natural(changes: Changes) -> Played:
    """1p of which three lie open, with four 2p and three 3p."""
    wall = fd_wall({A: "1p2p3p4p1999p78s147mCFF", **DULL, D: "11p222p33p44p56p7mESWN"}, "9s1s2s3s5m", tail="8m")
    return fd_end(wall, fed("1p pon E", "2p kan_open S", "3p pon W", "4p pon N"), changes)


def own_copies(changes: Changes) -> Played:
    """A holds the four 9p, and all 7p and 8p lie open."""
    wall = fd_wall(MANY_DOTS, "9s1s2s3s5m", tail="8m8m")
    return fd_end(wall, fed("7p kan_open E", "8p kan_open S", "6p pon W", "5p pon 7m"), changes)


def fourth_wind(changes: Changes) -> Played:
    """D shows E, S and W and throws N itself; C has ponned N and draws the last one."""
    told = "0 discard N; 2 pon; 2 discard F; 3 discard 1m; " + fed("E pon 2m", "S pon 3m", "W pon 4m") + "0 discard 3s"
    hands = {A: "NESW147m258p369s147s", B: "258m369m147s28s147pCF", C: "147m258m369s14s36pNNF", D: "EESSWW123m456m9999p"}
    return fd_end(fd_wall(hands, "9s 8s 1s2s3s5m 9s N"), told, changes)


def follows_wind(changes: Changes) -> Played:
    """D throws N as its table bars it, and A draws one."""
    hands = {A: "ESW147m258p369s1478s", B: "258m369m147s28s147pCF", C: "147m258m369s147s36pFF", D: "EESSWWN123m456m999p"}
    return fd_end(fd_wall(hands, "9s1s2sN"), fed("E pon 1m", "S pon 2m", "W pon N"), changes)


def closed_at_table(changes: Changes) -> Played:
    """D has three melds of dots and a closed kan of dots."""
    told = fed("1p pon E", "2p pon S", "3p pon W") + "0 discard 9s; 3 kan_closed 5p; 3 discard N"
    hands = {A: "1p2p3p4p9999p678s147mFF", **DULL, D: "11p22p33p5555p7mESWNC"}
    return fd_end(fd_wall(hands, "9s1s2s3s 9s2m3m 5m", tail="8m"), told, changes)


def last_eight(changes: Changes) -> Played:
    """The last tiles with honours in the hands; three copies of F lie open, and two of E."""
    hands = {A: "F147m258p369s1479s3mE", B: DULL[B], C: "147m258m369s147s5pE9pF", D: "258m147p369p258sFFWN"}
    return fd_end(fd_wall(hands, "9s 8s 8s 7p"), "0 discard F; 3 pon; 3 discard W; 0 discard E; 1 discard E", changes, 12)


def keeps_fourth(changes: Changes) -> Played:
    """B has ponned 6s and draws the fourth."""
    return fd_end(fd_wall(OWN_FOURTH, "9s 1s 7p 1m 6s", gold="9p"), "0 discard 6s; 1 pon; 1 discard E", changes)


def passed_then_robbed(changes: Changes) -> Played:
    """D declines a tile and might rob the last copy before it has drawn."""
    hands = {**QUADS, B: "333s25m369m17s128pEWN", D: "123m456m789m123p12sNN"}
    return fd_play(fd_wall(hands, "7s", gold="C", tail="1p"), "0 discard 3s; 3 pass; 1 pon; 1 kan_added 3s; 3 pass", changes)


def stands_at_table(changes: Changes) -> Played:
    """D, whose melds bar dots, stands."""
    return flush_table(changes, "0 discard 5m; 3 stand")


def thrown_gold(changes: Changes) -> Played:
    """B throws the gold that completes D."""
    hands = {A: DULL[C], B: "5s258m369m147p28pESWC", C: "46s147m258m369p14pEWF", D: "123m456m789m123p45p77s"}
    return fd_play(fd_wall(hands, "9s 8p"), "0 discard 9s; 1 discard 5s", changes)


def follows_table(changes: Changes) -> Played:
    """D throws 6p as its table bars dots, and A holds two of them."""
    hands = {A: "1p2p3p4p669p678s147m9mFF", **DULL, D: "11p22p33p44p5566pESWN"}
    return fd_end(fd_wall(hands, "9s1s2s3s5m"), fed("1p pon E", "2p pon S", "3p pon W", "4p pon 6p"), changes)


def idle_gold(changes: Changes) -> Played:
    """A throws 8m, and D needs no tile but a partner of its gold."""
    hands = {A: "8m147m25p369s1479s9mEW", B: "25m36m147s28p4sESWNFF", C: "147m25m369s147s9pEWFS", D: "778899m123p456p789sC"}
    return fd_play(fd_wall(hands, "7p 2s 2s 8m", gold="C"), "0 discard 8m; 3 win", changes)


def four_alike(changes: Changes) -> Played:
    """D holds CCC, four sets and a gold, and A throws C."""
    hands = {A: "C147m258p369s147s9mEW", B: DULL[C], C: "258m69m147s28sESWNFF", D: "CCC123m456m789m123p5s"}
    return fd_play(fd_wall(hands, "7p"), "0 discard C", changes)


SEES = thrown_to_d("123m456m789m56pNNCC1s", "1 discard C; 3 pon; 3 discard 1s", "8p 2s 4p")
PONS = thrown_to_d("123m456m789m44pNNCC1s", "3 pass; 1 discard C; 3 pon; 3 discard 1s", "8p 2s 4p")


@dataclass(frozen=True)
class Step:
    """One alternative of an option and a hand that it changes."""

    key: str
    value: Value
    scene: Scene
    given: Changes = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.key}={self.value}"


NO_PASSED_PON: Changes = {"claim.pass_pon": False, "claim.pass_kan": False}
STEPS = (
    *(Step("bar.late_honour", n, last_eight) for n in (0, 4, 12)),
    *(Step("bar.late_honour_free", n, last_eight) for n in (2, 4)),
    *(Step("bar.flush_table", n, flush_table) for n in (0, 3)),
    Step("bar.flush_follow", False, follows_table),
    Step("bar.flush_closed_kan", True, closed_at_table),
    *(Step("bar.flush_kan", value, flush_table) for value in ("added_only", "none")),
    Step("bar.four_winds", False, follows_wind),
    Step("bar.four_winds_kan", True, fourth_wind),
    Step("bar.four_winds_dead", True, fourth_wind, {"bar.own_kan_tile": False}),
    Step("bar.four_winds_follow", True, follows_wind),
    *(Step("bar.dead_tile", value, dead_natural) for value in ("natural", "triple_only")),
    Step("bar.dead_tile", "none", lambda changes: flush_table(changes, dealer="1p2p3p4p1999p78s147mCFF", kans=True)),
    Step("bar.dead_tile_own_hand", True, own_copies),
    Step("bar.own_kan_tile", False, keeps_fourth),
    Step("claim.pass_after", "win", PONS, NO_PASSED_PON),
    Step("claim.pass_after", "seen", SEES),
    Step("claim.pass_win", "none", thrown_to_d(RUNS, "3 pass")),
    Step("claim.pass_win", "any_kind", thrown_to_d(RUNS, "3 pass", "8p 7p")),
    Step("claim.pass_pon", False, thrown_to_d(PAIR, "3 pass"), {"claim.pass_kan": False}),
    Step("claim.pass_rob", True, passed_then_robbed, {"kan.after_claim": True}),
    Step("gold.idle_win", "any", idle_gold),
    Step("gold.discard", "allowed", thrown_gold),
    Step("gold.claimable", "win_only", thrown_gold, {"gold.discard": "allowed"}),
    Step("kan.closed_kind", "shown", lambda changes: fd_play(fd_wall(MANY_DOTS, "9s", tail="8m"), "0 kan_closed 9p", changes)),
    Step("kan.rob_added", False, lambda changes: added_kan("3 win", changes)),
    Step("win.same_kind_group", "exposed_only", four_alike, {"gold.idle_win": "any"}),
    Step("win.same_kind_group", "none", lambda changes: fourth(*FORCED[1], changes)),
    Step("win.fourth_as_pair", False, lambda changes: fourth(*FORCED[1], changes, 8)),
    Step("penalty.stand_table_bars", True, stands_at_table),
)  # fmt: skip


def shown(step: Step, *changes: Changes) -> bytes:
    """The transcript of the hand of a step, and what all know at its end."""
    played = step.scene({key: value for change in (step.given, *changes) for key, value in change.items()})
    return played.log.tobytes() + played.table[0]["public"].tobytes()


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_option_changes_some_hand(step: Step) -> None:
    assert shown(step) != shown(step, {step.key: step.value})


def test_every_option_of_table_law_is_listed() -> None:
    """Every choice of the bars, of passed tiles and of groups; of numbers, those that the catalogue suggests."""
    literal = load_preset("fuding/literal")
    names = ("bar.", "claim.pass_", "win.same_kind_group", "win.fourth_as_pair", "gold.idle_win", "gold.discard", "gold.claimable")
    for key, option in load_catalogue().items():
        if key.startswith(names) and key not in ELSEWHERE and key != "gold.discard_effect":
            tried = {str(step.value).lower() for step in STEPS if step.key == key} | {str(literal[key]).lower()}
            wanted = option.choices or option.sweep
            assert wanted and tried >= {str(choice).lower() for choice in wanted}, key
