"""Which slips happened in a hand, as its breach log tells them: taken one by one where the table sees the opportunity."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from tests.oracle.penalties import OBJECTED, Breach

# What can go wrong, and what can follow, by the numbers that rows and log use.
ENTRIES = (
    "overdraw", "false_closed_kan", "wrong_door", "wrong_gold", "false_win", "passed_win", "passed_pon", "flush_bar",
    "four_winds_bar", "idle_gold_win", "untaken_chi", "wrong_dealer", "skip_draw", "kan_tile", "discard_gold", "claim_gold",
    "chi_with_gold", "replace_gold_flower", "wrong_end", "wrong_chi", "flower_forget", "tell_tenpai", "ask_chi", "leak_hand",
    "pon_retract", "flower_jump", "flower_silent", "late_chi", "hint_ponner", "leak_tile", "freeze_breach", "flower_unseen",
    "late_kan", "late_honour", "hasty", "slow", "swap_chi", "flip_early", "undercount", "hide_bust", "hint_wait", "peek_dice",
    "kan_retract", "partial_false_win", "no_discard", "joint_opening",
)  # fmt: skip
EFFECTS = (
    "bound", "trig", "slip", "noticed", "lapsed", "objected", "tolerated", "pei", "pei_win", "stand", "self_draw_only",
    "freeze", "undo", "takeback", "void_hu", "abort", "chips", "ended", "denied",
)  # fmt: skip

# Slips by the moment at which they happen.
BARRED_DISCARDS = ("flush_bar", "four_winds_bar", "late_honour")
DISCARDS = (*BARRED_DISCARDS, "kan_tile", "discard_gold", "freeze_breach")
IN_TURN = (
    *DISCARDS, "wrong_chi", "false_closed_kan", "leak_hand", "leak_tile", "late_kan", "kan_retract", "false_win",
    "partial_false_win",
)  # fmt: skip
AFTER_OWN_DISCARD = ("tell_tenpai",)
ON_CLAIM = (
    "passed_win", "passed_pon", "idle_gold_win", "claim_gold", "chi_with_gold", "late_kan", "flush_bar", "false_win",
    "partial_false_win", "ask_chi", "freeze_breach", "hasty",
)  # fmt: skip
AFTER_CLAIMS = ("hint_wait", "pon_retract")  # when it is known whose answer comes late
AT_THE_LIFT = ("hint_ponner",)
AT_THE_END = ("flip_early", "undercount")


class Slips:
    """The breaches of a hand. The table takes each where it happens; what is left at the end had no opportunity."""

    def __init__(self, breaches: Iterable[Breach]) -> None:
        self.left = list(breaches)

    def take(self, entries: Sequence[str], seats: Sequence[int], turn: int, live: int, tile: int = -1) -> Breach | None:
        """The next of these breaches by one of these seats, at this point of the hand (`live` below 0: at any time of
        the turn); about this tile, if one is given."""
        for breach in self.left:
            if tile >= 0 and breach.kind not in (tile, -1):
                continue
            if breach.entry in entries and breach.seat in seats and breach.turn == turn and (live < 0 or breach.live in (live, -1)):
                self.left.remove(breach)
                return breach
        return None


def acts(breach: Breach) -> bool:
    """Does anything follow once its time has come? Found, and where an objection is asked for, somebody objects. b.12."""
    return breach.noticed and (breach.entry not in OBJECTED or breach.objector >= 0)


def entry_number(breach: Breach) -> int:
    return ENTRIES.index(breach.entry)


def breach_of(told: Mapping[str, int]) -> Breach:
    """A row of the breach log, by the names of its columns."""
    effect = EFFECTS[told["effect"]] if told["effect"] >= 0 else ""
    chips = tuple(told[f"chips_s{seat}"] for seat in range(4))
    who = (told["observer"], told["objector"])
    entry, noticed = ENTRIES[told["entry"]], bool(told["noticed"])
    return Breach(entry, told["seat"], told["kind"], told["turn"], noticed, *who, effect, chips, told["live"])
