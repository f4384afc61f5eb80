"""What mistakes cost at a Fuding table, from sections b.10, b.12 and c: an accountant who is told who slipped and who saw it.

Told (chance decided it): the breaches, whether each was noticed, and who objected. Worked out here: what follows from each
breach, the points that move, and who deals next.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tests.oracle.ending import Ending, Options, next_dealer
from tests.oracle.score_fuding import claims, loser_total, pair_factor, winner_worth, zeroes_others

Points = tuple[int, ...]

# What a breach costs unless a rule set says otherwise (the oracle's other options leave these out).
STANDARD: dict[str, str | bool | int] = {
    "penalty.after_pei": "abort", "penalty.pei_size": "fixed", "penalty.pei_points": 500, "penalty.joint_dealer_double": False,
    "penalty.losers_settle": False, "penalty.deal_passes": "always", "penalty.wrong_dealer": "after_rightful",
    "penalty.self_report": "dealer_head", "penalty.late_honour": "pei_with_win", "penalty.tell_tenpai": "self_draw_only",
    "penalty.hint": "self_draw_only", "penalty.kan_retract": "stand", "penalty.freeze_win": "any",
    "penalty.gold_opener": "seat_before_dealer",
    "timing.lift_blocks": "chi_pon_win", "timing.late_pon": "refuse", "timing.grace_skipped": "pon",
}  # fmt: skip

AT_ONCE_PEI = ("false_closed_kan", "false_win", "passed_win", "idle_gold_win")
STANDS = (
    "skip_draw", "kan_tile", "discard_gold", "claim_gold", "chi_with_gold", "replace_gold_flower", "wrong_end", "wrong_chi",
    "flower_forget", "pon_retract", "flower_jump", "flower_silent", "late_chi", "freeze_breach", "flower_unseen", "late_kan",
)  # fmt: skip
BARS = ("flush_bar", "four_winds_bar", "late_honour")
# Rules that act only if somebody objects, by what follows then; an option may say so instead.
OBJECTED: dict[str, str] = {
    "untaken_chi": "pei", "ask_chi": "stand", "leak_hand": "stand", "hint_ponner": "stand", "leak_tile": "freeze",
    "swap_chi": "stand", "flip_early": "void_hu", "peek_dice": "stand",
    "tell_tenpai": "penalty.tell_tenpai", "hint_wait": "penalty.hint",
}  # fmt: skip


class Breach(NamedTuple):
    """One row of the breach log. `observer` 4 is the referee; `effect`: what the engine says followed, "" nothing.

    `turn`: discards made before it; `live`: tiles that could still be drawn.
    """

    entry: str
    seat: int
    kind: int
    turn: int
    noticed: bool
    observer: int
    objector: int
    effect: str
    chips: Points
    live: int = -1


class Account(NamedTuple):
    """Points of a hand by seat; of which penalty payments, in the order of the breaches that cost any; whether it was void."""

    delta: Points
    penalties: tuple[Points, ...]
    aborted: bool


# --- what follows from a breach --------------------------------------------------------------------------------------


def lawful_effects(breach: Breach, ending: Ending, options: Options) -> set[str]:
    """What may follow from a breach, "" for nothing. c, b.12."""
    entry, chosen = breach.entry, options
    if entry == "undercount":  # FD-3.15: what the others notice is counted after all, the rest is lost
        return {""} if breach.noticed else {"void_hu"}
    if not breach.noticed:
        return {""}
    if entry in OBJECTED:
        named = OBJECTED[entry]
        effect = str(chosen[named]) if "." in named else named
        return {effect} if breach.objector >= 0 else {""}
    if entry == "overdraw":  # FD-1.01
        before = breach.turn == 0 or chosen["penalty.self_report"] == "any"
        return {"stand", "pei"} if breach.observer == breach.seat and before else {"pei"}
    if entry in AT_ONCE_PEI:
        return {"pei"}
    if entry in BARS:
        return _of_a_bar(breach, ending, options)
    if entry in STANDS:
        return {"stand"}
    table = {
        "partial_false_win": {"self_draw_only"},  # FD-2.14
        "passed_pon": {"undo", "stand"},  # FD-1.06, FD-2.15
        "kan_retract": {str(chosen["penalty.kan_retract"])},  # FD-3.30
        "wrong_door": {"pei", ""},  # FD-1.05; nothing before the first tiles are lifted
        "wrong_gold": {"pei", ""},
        "joint_opening": {"pei"},
        "wrong_dealer": {""},  # FD-1.14: reshuffled, or the deal passes
    }
    return table.get(entry, {""})


def _of_a_bar(breach: Breach, ending: Ending, options: Options) -> set[str]:
    """FD-1.08, FD-1.09, FD-3.04: a win on the barred tile is paid by who threw it, otherwise the tile goes back."""
    won = bool(ending.winners) and ending.payer == breach.seat and ending.tile == breach.kind
    allowed = {"takeback", "undo"}  # a kan is undone
    if breach.entry == "late_honour" and options["penalty.late_honour"] == "takeback":
        return {"takeback"} | ({""} if won else set())
    return allowed | ({"pei_win"} if won else set())


# --- penalty payments ------------------------------------------------------------------------------------------------


def pei(offenders: Sequence[int], dealer: int, options: Options) -> list[int]:
    """A penalty payment of one seat, or of several who erred together. b.12."""
    delta = [0] * 4
    others = [seat for seat in range(4) if seat not in offenders]
    doubles = len(offenders) == 1 or bool(options["penalty.joint_dealer_double"])
    for offender in offenders:
        if options["penalty.pei_size"] == "total":
            share, left = divmod(int(options["penalty.pei_points"]), len(others))
            dues = dict.fromkeys(others, share)
            dues[next(s for i in range(1, 4) if (s := (offender + i) % 4) in others)] += left
        else:
            each = int(options["pay.limit" if options["penalty.pei_size"] == "limit" else "penalty.pei_points"])
            dues = {seat: each * (2 if doubles and dealer in (seat, offender) else 1) for seat in others}
        for seat, due in dues.items():
            delta[seat] += due
            delta[offender] -= due
    return delta


def payments(breaches: Iterable[Breach], dealer: int, options: Options) -> list[tuple[Breach, Points]]:
    """The penalty payments of a hand, in order. Door and gold opened wrongly by two are one offence. FD-1.03, FD-1.05."""
    found, listed = [], list(breaches)
    openers = sorted({breach.seat for breach in listed if breach.entry in ("wrong_door", "wrong_gold")})
    for breach in listed:
        if breach.effect == "pei":
            offenders = openers if breach.entry == "joint_opening" else [breach.seat]
            found.append((breach, tuple(pei(offenders, dealer, options))))
    return found


# --- the hand's points -----------------------------------------------------------------------------------------------


def settle(ending: Ending, options: Options, void: Iterable[int], nothing: Iterable[int], liable: int) -> list[int]:
    """Claims and the losers among themselves. b.11, b.12.

    `void`: losers whose concealed points are not counted; `nothing`: losers whose hand earns nothing at all (FD-1.02);
    `liable`: the seat that pays the winner for all, -1 if none.
    """
    delta = [0] * 4
    if ending.result == "draw" and options["end.draw_settlement"] == "none":
        return delta
    for winner in ending.winners:
        for payer, points in claims(ending, winner, winner_worth(ending, winner, options), options):
            payer = liable if liable >= 0 else payer
            delta[payer] -= points
            delta[winner] += points
    losers = [seat for seat in range(4) if seat not in ending.winners]
    if any(zeroes_others(ending, winner, options) for winner in ending.winners):
        return delta
    if liable >= 0 and not options["penalty.losers_settle"]:
        return delta
    losers = [seat for seat in losers if seat != liable]  # b.12: it is the other losers who may settle
    totals = {seat: total_of(ending, seat, options, seat in set(void)) for seat in losers}
    totals |= dict.fromkeys(set(nothing) & set(losers), 0)
    for seat in losers:
        for other in losers:
            if other != seat:
                points = totals[seat] * pair_factor(ending, seat, other, options)
                delta[seat] += points
                delta[other] -= points
    return delta


def total_of(ending: Ending, seat: int, options: Options, void: bool) -> int:
    """T of a loser; a voided hand is counted like one of a standing seat of which only what lies open counts. h.11."""
    if void:
        return loser_total(ending._replace(standing=(seat,)), seat, {**options, "penalty.stand_scored": "exposed"})
    return loser_total(ending, seat, options)


def account(
    ending: Ending,
    options: Options,
    breaches: Sequence[Breach],
    false_kans: Iterable[tuple[int, int]],
    mid_hand: set[int],
    turned_up: set[int] | None = None,
) -> Account:
    """All points of a hand. `false_kans`: (seat, kind) of closed kans that are none; `mid_hand`: seats that paid before the
    end; `turned_up`: seats whose false kan was found before the end, those of `mid_hand` if not given."""
    paid = payments(breaches, ending.dealer, options)
    delta = [0] * 4
    for _, points in paid:
        delta = [a + b for a, b in zip(delta, points, strict=True)]
    opening = any(breach.entry in ("wrong_door", "wrong_gold", "joint_opening") for breach, _ in paid)
    early = any(breach.seat in mid_hand for breach, _ in paid)
    aborted = bool(paid) and not ending.winners and (opening or (options["penalty.after_pei"] == "abort" and early))
    if aborted:
        return Account(tuple(delta), tuple(points for _, points in paid), True)
    void = {breach.seat for breach in breaches if breach.effect == "void_hu"}
    liable = next((breach.seat for breach in breaches if breach.effect == "pei_win"), -1)
    false = set(false_kans)
    nothing = {seat for seat, _ in false if seat not in (mid_hand if turned_up is None else turned_up)}
    melds = tuple(
        tuple(meld for meld in ending.melds[seat] if meld.what != "kan_closed" or (seat, meld.kind) not in false)
        for seat in range(4)
    )
    own = settle(ending._replace(melds=melds), options, void, nothing, liable)
    delta = [a + b for a, b in zip(delta, own, strict=True)]
    return Account(tuple(delta), tuple(points for _, points in paid), False)


def next_deal(ending: Ending, options: Options, breaches: Sequence[Breach], rightful: int) -> int:
    """Who deals next. b.10, FD-1.14. `rightful`: whose deal it was, if another dealt and that was noticed after the gold; -1."""
    if rightful >= 0:
        return ((rightful if options["penalty.wrong_dealer"] == "after_rightful" else ending.dealer) + 1) % 4
    paid = any(breach.effect in ("pei", "pei_win") for breach in breaches)
    if paid and (options["penalty.deal_passes"] == "always" or ending.dealer not in ending.winners):
        return (ending.dealer + 1) % 4
    return next_dealer(ending, options)
