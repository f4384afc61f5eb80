"""Contradictions between options of table law, seat winds, gold flowers, payments and matches; see `rulesets.crosschecks`."""

from __future__ import annotations

from collections.abc import Callable

from rulesets.findings import HONOUR_ROLES, Finding, Values
from rulesets.options import spell


def _no_seat_winds(family: str, values: Values) -> Finding | None:
    if family != "fuding" or values["deal.seat_winds"] != "none":
        return None
    return Finding(
        "X06",
        ("deal.seat_winds",),
        "family fuding scores seat winds; deal.seat_winds must be dealer_east, dice or random.",
        "fuding 规则计门风；deal.seat_winds 须为 dealer_east、dice 或 random。",
    )


def _no_late_honours(family: str, values: Values) -> Finding | None:
    if not values["bar.late_honour"] or any(values[key] == "hand" for key in HONOUR_ROLES):
        return None
    n = values["bar.late_honour"]
    return Finding(
        "X12",
        ("bar.late_honour", *HONOUR_ROLES),
        f"bar.late_honour {n} bars honours, but no honour is held in this tile set.",
        f"bar.late_honour {n} 禁打字牌，但此牌组没有入手的字牌。",
    )


def _no_winds(family: str, values: Values) -> Finding | None:
    if not values["bar.four_winds"] or values["tiles.winds"] == "hand":
        return None
    role = values["tiles.winds"]
    return Finding(
        "X13",
        ("bar.four_winds", "tiles.winds"),
        f"bar.four_winds needs tiles.winds: hand, here {role}.",
        f"bar.four_winds 需要 tiles.winds: hand，这里是 {role}。",
    )


def _flush_larger_than_hand(family: str, values: Values) -> Finding | None:
    wanted, size = int(values["bar.flush_table"]), int(values["deal.hand_size"])
    sets = (size - 1) // 3
    if wanted <= sets:
        return None
    return Finding(
        "X14",
        ("bar.flush_table", "deal.hand_size"),
        f"bar.flush_table {wanted}: a hand of {size} tiles shows at most {sets} melds.",
        f"bar.flush_table {wanted}：{size} 张的手牌最多亮出 {sets} 副面子。",
    )


def _gold_flowers_opened_late(family: str, values: Values) -> Finding | None:
    if values["gold.flower_flip"] != "flowers_are_gold" or values["gold.open_when"] != "after_flowers":
        return None
    return Finding(
        "X16",
        ("gold.flower_flip", "gold.open_when"),
        "gold.flower_flip: flowers_are_gold needs gold.open_when before_deal or after_deal; after_flowers they are already "
        "laid out.",
        "gold.flower_flip: flowers_are_gold 需要 gold.open_when 为 before_deal 或 after_deal；after_flowers 时花已亮出。",
    )


def _opening_before_gold(family: str, values: Values) -> Finding | None:
    before = values["opening.check"] == "before_and_after"
    if not before or values["gold.source"] == "none" or values["gold.open_when"] != "after_flowers":
        return None
    return Finding(
        "X20",
        ("opening.check", "gold.open_when"),
        "opening.check: before_and_after needs gold.open_when before_deal or after_deal; after_flowers there is no gold before "
        "the first replacement.",
        "opening.check: before_and_after 需要 gold.open_when 为 before_deal 或 after_deal；after_flowers 时首次补花前还没有金。",
    )


def _eight_tai_elsewhere(family: str, values: Values) -> Finding | None:
    choice = values["format.eight_tai"]
    if values["format.kind"] != "five_corner" or choice == "none" or family == "fuding":
        return None
    return Finding(
        "X24",
        ("format.eight_tai",),
        f"format.eight_tai: {choice} needs tai; family {family} has none; use none.",
        f"format.eight_tai: {choice} 需要台数；{family} 规则没有台，请用 none。",
    )


def _loans_of_nothing(family: str, values: Values) -> Finding | None:
    loans = values["format.max_loans"]
    if values["format.kind"] != "five_corner" or not loans or values["format.loan"]:
        return None
    return Finding(
        "X25",
        ("format.max_loans", "format.loan"),
        f"format.max_loans {loans} with format.loan 0 lends nothing; set a loan or max_loans 0.",
        f"format.max_loans {loans} 而 format.loan 为 0，等于不借；请设定 loan 或把 max_loans 设为 0。",
    )


def _rounding_above_limit(family: str, values: Values) -> Finding | None:
    limit = int(values["pay.limit"])
    if family != "fuding" or not 0 < limit < int(values["fuding.rounding"]):
        return None
    step = values["fuding.rounding"]
    return Finding(
        "X26",
        ("fuding.rounding", "pay.limit"),
        f"fuding.rounding {step} exceeds pay.limit {limit}: every hand would be at the limit.",
        f"fuding.rounding {step} 大于 pay.limit {limit}：每手牌都会封顶。",
    )


def _penalty_of_no_limit(family: str, values: Values) -> Finding | None:
    if values["penalty.pei_size"] != "limit" or values["pay.limit"]:
        return None
    return Finding(
        "X31",
        ("penalty.pei_size", "pay.limit"),
        "penalty.pei_size: limit needs pay.limit above 0.",
        "penalty.pei_size: limit 需要 pay.limit 大于 0。",
    )


def _nobody_stands(family: str, values: Values) -> Finding | None:
    """N: what standing means, where neither the rules nor a penalty can make a seat stand."""
    causes = ("turn.stand_pass", "bar.late_honour", "bar.flush_table", "bar.four_winds", "bar.own_kan_tile")
    if family == "fuding" or any(values[key] for key in causes):
        return None
    for key, neutral in (("penalty.stand", "skip"), ("penalty.stand_next_chis", True)):
        if values[key] != neutral:
            value, usual = spell(values[key]), spell(neutral)
            return Finding(
                "N",
                (key, *causes),
                f"{key}: {value} has no effect because no seat can stand; set {' or '.join(causes)} first or leave {key} at "
                f"{usual}.",
                f"{key}: {value} 不起作用，因为没有人会站胡；请先设置 {' 或 '.join(causes)}，或让 {key} 保持 {usual}。",
            )
    return None


TABLE_CHECKS: tuple[Callable[[str, Values], Finding | None], ...] = (
    _no_seat_winds,
    _no_late_honours,
    _no_winds,
    _flush_larger_than_hand,
    _gold_flowers_opened_late,
    _opening_before_gold,
    _eight_tai_elsewhere,
    _loans_of_nothing,
    _rounding_above_limit,
    _penalty_of_no_limit,
    _nobody_stands,
)


def table_warnings(family: str, values: Values) -> list[Finding]:
    """W1: dead tiles that may be won on after all. W6: five corners, but penalty payments end the hand."""
    found = []
    rule, idle = values["bar.dead_tile"], values["gold.idle_win"]
    uses_dead = bool(values["bar.flush_table"]) and rule != "none"
    if uses_dead and values["gold.source"] != "none" and (rule != "strict" or idle != "self_draw_only"):
        found.append(
            Finding(
                "W1",
                ("bar.dead_tile", "gold.idle_win"),
                f"bar.dead_tile: dead tiles are proved safe only under strict together with gold.idle_win: self_draw_only; "
                f"under these rules ({rule}) they may be won on.",
                f"bar.dead_tile：只有取 strict 且 gold.idle_win 取 self_draw_only 时，绝张才证明是安全的；"
                f"此处（{rule}）绝张可能被和。",
            )
        )
    if values["format.kind"] == "five_corner" and values["penalty.after_pei"] == "abort":
        found.append(
            Finding(
                "W6",
                ("format.kind", "penalty.after_pei"),
                "format.kind: five_corner normally plays on after a penalty; abort is kept as an agreement.",
                "format.kind: five_corner 通常在赔胡后继续；abort 视为事先约定。",
            )
        )
    return found
