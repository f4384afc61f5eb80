"""Cross-checks between a rule set and the people who play it: X27 (a mistake that can never occur), W7 and W8 (changes nobody
feels)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rulesets.clauses import clauses_of
from rulesets.findings import Finding, Values
from rulesets.mistakes import MISTAKES

Need = tuple[str, str, Callable[[Values], bool]]
"""Key, the value it must have in words, and whether it has."""

_GOLDS: Need = ("gold.source", "other than none", lambda v: v["gold.source"] != "none")
_GOLD_FLOWERS: Need = ("gold.flower_flip", "flowers_are_gold", lambda v: v["gold.flower_flip"] == "flowers_are_gold")
_NO_GOLD_DISCARD: Need = ("gold.discard", "forbidden", lambda v: v["gold.discard"] == "forbidden")
_CHI: Need = ("claim.chi", "next_seat", lambda v: v["claim.chi"] != "none")
_FLOWERS: Need = ("tiles.*", "flower", lambda v: any(k.startswith("tiles.") and v[k] == "flower" for k in v))
_DICE: Need = ("deal.seat_winds", "dice", lambda v: v["deal.seat_winds"] == "dice")
_PASS_WIN: Need = ("claim.pass_win", "same_kind or any_kind", lambda v: v["claim.pass_win"] != "none")
_PASS_PON: Need = ("claim.pass_pon", "true", lambda v: bool(v["claim.pass_pon"]))
_FLUSH: Need = ("bar.flush_table", "above 0", lambda v: bool(v["bar.flush_table"]))
_WINDS: Need = ("bar.four_winds", "true", lambda v: bool(v["bar.four_winds"]))
_IDLE: Need = ("gold.idle_win", "self_draw_only", lambda v: v["gold.idle_win"] == "self_draw_only")
_KAN_TILE: Need = ("bar.own_kan_tile", "true", lambda v: bool(v["bar.own_kan_tile"]))
_LATE: Need = ("bar.late_honour", "above 0", lambda v: bool(v["bar.late_honour"]))
_STACKS: Need = ("format.kind", "five_corner", lambda v: v["format.kind"] == "five_corner")

NEEDS: dict[str, Need] = {
    "wrong_gold": _GOLDS, "claim_gold": _GOLDS, "discard_gold": _NO_GOLD_DISCARD, "replace_gold_flower": _GOLD_FLOWERS,
    "chi_with_gold": _CHI, "untaken_chi": _CHI, "wrong_chi": _CHI, "ask_chi": _CHI, "late_chi": _CHI, "swap_chi": _CHI,
    "flower_forget": _FLOWERS, "flower_jump": _FLOWERS, "flower_silent": _FLOWERS, "flower_unseen": _FLOWERS,
    "peek_dice": _DICE, "passed_win": _PASS_WIN, "passed_pon": _PASS_PON, "flush_bar": _FLUSH, "four_winds_bar": _WINDS,
    "idle_gold_win": _IDLE, "kan_tile": _KAN_TILE, "late_honour": _LATE, "hide_bust": _STACKS,
}  # fmt: skip


def mistake_errors(family: str, values: Values, named: Iterable[str]) -> list[Finding]:
    """What makes a line-up whose players err unfit for a rule set; `named`: the mistakes given a probability one by one.

    X27: a mistake without its situation. A named profile may hold any mistake: those that cannot occur do not.
    """
    if not {clause for m in MISTAKES for clause in m.clauses} <= set(clauses_of(family)):
        return [
            Finding(
                "X27", (), f"its players make mistakes, and the rules of {family} say nothing of what a mistake costs.",
                f"其牌手会犯错，而 {family} 的规则没有规定犯错的后果。",
            )
        ]  # fmt: skip
    found = []
    for name in named:
        need = NEEDS.get(name)
        if need is None or need[2](values):
            continue
        key, value, _ = need
        found.append(
            Finding(
                "X27", (key,), f"mistake {name} can never occur: it needs {key} {value}.",
                f"失误 {name} 不可能发生：需要 {key} 为 {value}。",
            )
        )  # fmt: skip
    return found


def _priced(key: str) -> bool:
    """Whether an option is read only once somebody errs."""
    price = key.startswith("penalty.") and not key.startswith("penalty.stand")
    return price or key.startswith("timing.") or key == "format.hidden_bust_fine"


def idle_changes(changes: Values, values: Values, *, errs: bool) -> list[Finding]:
    """Changes of a variant that nobody in a study can feel. `values`: of the variant; `errs`: some line-up makes mistakes.

    W7: options that only matter if somebody errs, in a study where nobody does. W8: giving a hand up, which no bot does.
    """
    idle = [key for key in changes if _priced(key)]
    if "gold.claimable" in changes and values["gold.discard"] == "forbidden":
        idle.append("gold.claimable")
    found = [
        Finding(
            "W7", (key,), f"{key} has no effect: no line-up of this study makes mistakes.",
            f"{key} 不起作用：本研究没有会犯错的阵容。",
        )
        for key in (() if errs else idle)
    ]  # fmt: skip
    if "turn.stand_pass" in changes:
        found.append(
            Finding(
                "W8", ("turn.stand_pass",), "turn.stand_pass has no effect on bots: none of them gives a hand up.",
                "turn.stand_pass 对机器人不起作用：没有机器人会放弃一局。",
            )
        )  # fmt: skip
    return found
