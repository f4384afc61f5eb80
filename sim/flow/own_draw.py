"""Mechanism: what wins with a tile drawn: a shape, three golds 三金倒, flowers (`win.three_gold`, `win.flower_win`)."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.choices import LastGroupWin, ThreeGoldChoice
from rulesets.shapeless import flowers_towards_win, flowers_win, golds_win
from rulesets.tiles import OpeningWin
from sim.bits import has
from sim.jit import kernel


@kernel
def three_golds_win(rules, own):
    """FZ-3G-01: whether the golds held win on the tile just drawn, whatever the shape."""
    if int(own.golds) < 3 or own.drawn < 0 or own.may_win == 0:
        return False
    return golds_win(rules, int(own.golds), OpeningWin.NONE, own.drawn == own.gold_kind)


@kernel
def draw_wins(rules, public, own):
    """Whether the seat may win with the tile it has drawn: by shape, three golds, or flowers.

    The dealer's first turn offers no win where the dealt tiles were asked for one before (FZ-TIAN-01).
    """
    if own.may_win == 0 or own.drawn < 0:
        return False
    if has(own.waits, own.drawn) or three_golds_win(rules, own):
        return True
    wanted = int(rules.win.flower_win)
    if wanted == 0 or public.group_left >= 0 or int(public.n_flowers[own.seat]) + int(own.golds) < wanted:
        return False
    return flowers_win(rules, flowers_towards_win(rules, own), OpeningWin.NONE)


@kernel
def must_win(rules, own):
    """Whether three golds on an own draw win without being asked (`win.three_gold_choice: forced`)."""
    return int(rules.win.three_gold_choice) == ThreeGoldChoice.FORCED and three_golds_win(rules, own)


@kernel
def group_win_is_forced(rules, own):
    """FZ-END-09: whether a completing tile of the last group wins without being asked."""
    return int(rules.end.last_group_win) == LastGroupWin.FORCED or must_win(rules, own)
