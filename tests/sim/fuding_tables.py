"""Made-up hands of Fuding in which a seat's melds bar tiles: scripts that lead there, and what a seat may do then."""

from __future__ import annotations

from collections.abc import Mapping

from rulesets.options import Value
from sim.batch import Played
from tests.sim.fuding_ends import ALL_LIVE, fd_end
from tests.sim.fuding_table import A, B, C, D, fd_wall
from tests.sim.fuzhou_table import Turn, turns

Changes = Mapping[str, Value]

# B and C can do little. D takes the dots that A throws and lays four melds of them; E, S, W, N are what it throws.
DULL = {B: "258m369m147s28sESWNC", C: "147m258m369s147sEWFF"}
PONS = {D: "11p22p33p44p5566pESWN"}
KANS = {D: "11p222p333p44p56pESWN"}
FOUR_PONS = "0 discard 1p; 3 pon; 3 discard E; 0 discard 2p; 3 pon; 3 discard S; 0 discard 3p; 3 pon; 3 discard W; 0 discard 4p; 3 pon; 3 discard N;"
WITH_KANS = (
    "0 discard 1p; 3 pon; 3 discard E; 0 discard 2p; 3 kan_open; 3 discard S; 0 discard 3p; 3 kan_open; 3 discard W;"
    "0 discard 4p; 3 pon; 3 discard N;"
)
DEALER = "1p2p3p4p9999p678s147mFF"


def flush_table(
    changes: Changes | None = None, lines: str = "", dealer: str = DEALER, drawn: str = "5m", kans: bool = False, live: int = ALL_LIVE, **hands: str
) -> Played:
    """D lays four melds of dots; then A draws `drawn` and the script `lines` goes on. `hands`: by seat letter, instead of dull ones."""
    dealt = {A: dealer, **DULL, **(KANS if kans else PONS)}
    dealt |= {"ABCD".index(letter): hand for letter, hand in hands.items()}
    wall = fd_wall(dealt, f"9s1s2s3s{drawn}", tail="8m8m9m9m")
    return fd_end(wall, (WITH_KANS if kans else FOUR_PONS) + lines, changes, live)


def four_winds(changes: Changes | None = None, lines: str = "", drawn: str = "5m", fourth: str = "N", **hands: str) -> Played:
    """D pons E, S and W that A throws, and keeps `fourth`; then A draws `drawn`."""
    dealt = {A: "ESW147m258p369s1478s", B: "258m369m147s28s147pCF", C: "147m258m369s147s36pFF", D: f"EESSWW{fourth}123m456m999p"}
    dealt |= {"ABCD".index(letter): hand for letter, hand in hands.items()}
    wall = fd_wall(dealt, f"9s1s2s{drawn}", tail="8m8m")
    told = "0 discard E; 3 pon; 3 discard 1m; 0 discard S; 3 pon; 3 discard 2m; 0 discard W; 3 pon; 3 discard 3m;"
    return fd_end(wall, told + lines, changes)


def nth_turn(played: Played, seat: int, n: int) -> Turn:
    """The n-th decision on an own turn of a seat (0 the first)."""
    return [turn for turn in turns(played, seat) if turn.discards or turn.added or turn.closed or "STAND" in turn.actions][n]
