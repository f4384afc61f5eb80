"""Mechanism: what golds 金 may do beside standing for other tiles, and what they cost their holder.

Options `gold.discard`, `gold.discard_effect`, `gold.claimable`, `gold.in_melds`, `gold.idle_win`. Golds are counted apart
from the other concealed tiles (`own.golds`), so pons and kans cannot reach them; what golds may be used for is said here.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call"

from __future__ import annotations

from rulesets.choices import GoldClaimable, GoldDiscard, GoldDiscardEffect, GoldInMelds, IdleWin
from rulesets.hand_seat import is_idle_gold
from sim.bits import bit, has
from sim.jit import kernel


@kernel
def discardable(rules, own):
    """Mask of the kinds that the seat may discard, whatever else bars them.

    FZ-GDISC-01: a gold too; under `gold.discard: forbidden` only if nothing else is left in the hand.
    """
    others = own.at_least[0]
    if int(own.golds) == 0 or (others and int(rules.gold.discard) == GoldDiscard.FORBIDDEN):
        return others
    return others | bit(own.gold_kind)


@kernel
def note_thrown(rules, public, seat, kind):
    """FZ-GDISC-04: a seat that throws a gold may win by self-draw only from then on (`gold.discard_effect`)."""
    if has(public.gold_mask, kind) and int(rules.gold.discard_effect) == GoldDiscardEffect.SELF_DRAW_ONLY:
        public.self_draw_only[seat] = 1


@kernel
def may_win_on(rules, public, own, tile):
    """Whether golds let the seat win on a tile of another seat, one that completes its hand.

    A thrown gold wins under `gold.claimable: win_only` alone (FZ-GDISC-03); the other bars, that of a leaked tile among them
    (FD-3.01), hold for robbed kans as well.
    """
    if int(public.self_draw_only[own.seat]) or own.is_idle or has(own.freeze_range, tile):
        return False
    return tile != public.gold_kind or int(rules.gold.claimable) == GoldClaimable.WIN_ONLY


@kernel
def chi_kinds(rules, own):
    """Mask of the kinds held that may go into a chi: golds only as their own face, and only under `gold.in_melds` (FZ-X-02)."""
    held = own.at_least[0]
    if int(own.golds) and int(rules.gold.in_melds) == GoldInMelds.NATURAL_IN_CHI:
        held |= bit(own.gold_kind)
    return held


@kernel
def study_idle_gold(tables, rules, own):
    """After the waits: whether the seat is barred from other seats' tiles by an idle gold 閒金 (`gold.idle_win`).

    A hand with an idle gold is complete but for a partner of that gold, so any tile wins. Worked out only where it matters.
    """
    own.is_idle = 0
    if int(own.golds) and own.waits and int(rules.gold.idle_win) == IdleWin.SELF_DRAW_ONLY:
        own.is_idle = 1 if is_idle_gold(tables, rules, own.keys, own) else 0
