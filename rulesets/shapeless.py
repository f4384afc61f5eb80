"""Wins that need no shape: three golds 三金倒, and so many flowers. Region-blind; read by play and by scoring."""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.choices import Role, ThreeGold
from rulesets.dtype import N_FLOWER_KINDS
from rulesets.flowers import SEASONS, n_flowers
from rulesets.jit import kernel
from rulesets.tiles import N_KINDS, OpeningWin, Tile, WinKind


@kernel
def golds_win(rules, golds, opening, drew_gold):
    """FZ-3G-01, FZ-3G-02: whether so many golds win whatever the shape, on a self-draw.

    `golds`: those that count, see `golds_towards_three`; `opening`: OpeningWin; `drew_gold`: the tile just drawn is one. Under
    `on_third` a fourth gold is not the third.
    """
    window = int(rules.win.three_gold)
    if golds < 3 or window == ThreeGold.NONE:
        return False
    if opening == OpeningWin.INDICATOR:
        return int(rules.rob_gold.shapeless) != 0
    if opening == OpeningWin.DEALT or window == ThreeGold.ANY_OWN_DRAW:
        return True
    return window == ThreeGold.ON_THIRD and golds == 3 and bool(drew_gold)


@kernel
def flowers_win(rules, flowers, opening):
    """`win.flower_win`: whether so many flowers win whatever the shape, on a self-draw."""
    wanted = int(rules.win.flower_win)
    if wanted == 0 or opening == OpeningWin.INDICATOR:
        return False
    return flowers >= wanted and (opening == OpeningWin.DEALT or int(rules.win.flower_win_mid_hand) != 0)


@kernel
def flowers_towards_win(rules, hand):
    """Flowers that count for `win.flower_win`: all laid out; only seasons and plants where winds are no flowers (FD b.7),
    those still held before the first replacement included; and golds where `win.flower_win_golds` says so."""
    if int(rules.tiles.winds) == Role.FLOWER:
        n = n_flowers(hand)
    else:
        n = 0
        for i in range(SEASONS, N_FLOWER_KINDS):
            n += int(hand.flowers[i])
        for kind in range(Tile.H1, N_KINDS):
            n += int(hand.counts[kind])
    return n + int(hand.golds) if int(rules.win.flower_win_golds) else n


@kernel
def took_indicator_gold(event):
    """Whether the winner took the indicator 搶金 and the indicator is itself of the gold kind."""
    return int(event.opening) == OpeningWin.INDICATOR and int(event.indicator) == int(event.gold_kind)


@kernel
def golds_towards_three(rules, hand, event):
    """FZ-3G-02: golds of a winner that count for 三金倒; a taken indicator only where it may be the third."""
    n = int(hand.golds)
    if took_indicator_gold(event):
        if int(rules.rob_gold.indicator_wild):
            n -= 1
        if int(rules.rob_gold.shapeless):
            n += 1
    return n


@kernel
def wins_by_golds(rules, hand, event):
    """Whether the golds of a winner win whatever its shape."""
    if int(event.win_kind) != WinKind.SELF_DRAW:
        return False
    drew_gold = int(event.gold_kind) >= 0 and int(event.tile) == int(event.gold_kind)
    return golds_win(rules, golds_towards_three(rules, hand, event), int(event.opening), drew_gold)


@kernel
def wins_by_flowers(rules, hand, event):
    """Whether the flowers of a winner win whatever its shape."""
    return int(event.win_kind) == WinKind.SELF_DRAW and flowers_win(rules, flowers_towards_win(rules, hand), int(event.opening))
