"""Made-up hands of Fuding in which a seat's melds bar tiles: scripts that lead there, and what a seat may do then."""

from __future__ import annotations

from collections.abc import Mapping

from rulesets.options import Value
from sim.batch import Played
from tests.sim.fuding_ends import fd_end
from tests.sim.fuding_table import A, B, C, D, fd_wall
from tests.sim.fuzhou_table import Turn, turns

Changes = Mapping[str, Value]

# B and C can do little. D takes the dots that A throws and lays four melds of them; E, S, W, N are what it throws.
DULL = {B: "258m369m147s28sESWNC", C: "147m258m369s147sEWFF"}
PONS = {D: "11p22p33p44p5566pESWN"}
KANS = {D: "11p222p333p44p56pESWN"}


def fed(*steps: str) -> str:
    """A script in which A throws tiles that D takes, as `1p pon E`: what is thrown, how it is taken, what D throws then."""
    told = [step.split() for step in steps]
    return "".join(f"0 discard {tile}; 3 {taken}; 3 discard {thrown};" for tile, taken, thrown in told)


FOUR_PONS = fed("1p pon E", "2p pon S", "3p pon W", "4p pon N")
WITH_KANS = fed("1p pon E", "2p kan_open S", "3p kan_open W", "4p pon N")
DEALER = "1p2p3p4p9999p678s147mFF"


def flush_table(
    changes: Changes | None = None, lines: str = "", dealer: str = DEALER, drawn: str = "5m", kans: bool = False, **hands: str
) -> Played:
    """D lays four melds of dots; then A draws `drawn`, and the script `lines` goes on. `hands` by seat letter, not dull ones."""
    dealt = {A: dealer, **DULL, **(KANS if kans else PONS)}
    dealt |= {"ABCD".index(letter): hand for letter, hand in hands.items()}
    wall = fd_wall(dealt, f"9s1s2s3s{drawn}", tail="8m8m9m9m")
    return fd_end(wall, (WITH_KANS if kans else FOUR_PONS) + lines, changes)


def four_winds(changes: Changes | None = None, lines: str = "", drawn: str = "5m", fourth: str = "N", **hands: str) -> Played:
    """D pons E, S and W that A throws, and keeps `fourth`; then A draws `drawn`."""
    dealt = {A: "ESW147m258p369s1478s", B: "258m369m147s28s147pCF", C: "147m258m369s147s36pFF", D: f"EESSWW{fourth}123m456m999p"}
    dealt |= {"ABCD".index(letter): hand for letter, hand in hands.items()}
    wall = fd_wall(dealt, f"9s1s2s{drawn}", tail="8m8m")
    told = fed("E pon 1m", "S pon 2m", "W pon 3m")
    return fd_end(wall, told + lines, changes)


def nth_turn(played: Played, seat: int, n: int) -> Turn:
    """The n-th decision on an own turn of a seat (0 the first)."""
    return [turn for turn in turns(played, seat) if turn.discards or turn.added or turn.closed or "STAND" in turn.actions][n]
