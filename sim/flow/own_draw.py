"""Mechanism: what wins with a tile drawn: a shape, three golds 三金倒, flowers (`win.three_gold`, `win.flower_win`)."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.choices import LastGroupWin, ThreeGoldChoice
from rulesets.shapeless import flowers_towards_win, flowers_win, golds_win
from rulesets.table_choices import FreezeWin
from rulesets.tiles import OpeningWin
from sim.bits import has
from sim.flow.groups import shape_wins
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
    if shape_wins(rules, public, own, own.drawn) and not draw_is_frozen(rules, own):
        return True
    if three_golds_win(rules, own):
        return True
    wanted = int(rules.win.flower_win)
    if wanted == 0 or public.group_left >= 0 or int(public.n_flowers[own.seat]) + int(own.golds) < wanted:
        return False
    return flowers_win(rules, flowers_towards_win(rules, own), OpeningWin.NONE)


@kernel
def draw_is_frozen(rules, own):
    """Whether a tile that the seat has leaked bars it from winning on its draw (FD-3.01); a drawn gold always wins."""
    if int(own.freeze_range) == 0 or own.drawn == own.gold_kind:
        return False
    return has(own.freeze_range, own.drawn) and int(rules.penalty.freeze_win) == FreezeWin.ANY


@kernel
def must_win(rules, own):
    """Whether three golds on an own draw win without being asked (`win.three_gold_choice: forced`)."""
    return int(rules.win.three_gold_choice) == ThreeGoldChoice.FORCED and three_golds_win(rules, own)


@kernel
def group_win_is_forced(rules, own):
    """FZ-END-09: whether a completing tile of the last group wins without being asked."""
    return int(rules.end.last_group_win) == LastGroupWin.FORCED or must_win(rules, own)
