"""Contradictions between option values, as data: `N` (a key without its parent) and `X..` errors, `W..` warnings.

A check reads the complete values of a rule set and returns a `Finding` or nothing; the loader turns the first error
into an exception that names the file. Checks that depend on the study (unit, kind of wall, bots) stand at the end.
Ids are stable: tests and documents cite them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from rulesets.options import Value, load_catalogue, options_of, spell
from rulesets.tiles import N_SEATS

Values = Mapping[str, Value]

HAND_SIZE = 13
HONOUR_ROLES = {"tiles.winds": 4, "tiles.red": 1, "tiles.green": 1, "tiles.white": 1}

# Settlements of an exhaustive draw that only one family's scoring defines.
SETTLEMENT_FAMILY = {"kan_points": "hebei"}


class Finding(NamedTuple):
    """One contradiction or warning: stable id, the keys it is about, the sentence in English and Chinese."""

    id: str
    keys: tuple[str, ...]
    en: str
    zh: str


def errors(family: str, values: Values) -> list[Finding]:
    """All contradictions in a rule set, dependent keys first."""
    found = without_parent(family, values)
    return found + [finding for check in _CHECKS if (finding := check(family, values)) is not None]


def without_parent(family: str, values: Values) -> list[Finding]:
    """N: keys moved from their default although nothing can come of it, because the option they depend on is absent."""
    found = []
    for key, option in options_of(family).items():
        if values[key] == option.default:
            continue
        for need in option.needs:
            if need.holds(values):
                continue
            parents = [parent for parent, _ in need.parents]
            states = " and ".join(f"{p} is {spell(values[p])}" for p in parents)
            states_zh = "、".join(f"{p} 为 {spell(values[p])}" for p in parents)
            found.append(
                Finding(
                    "N",
                    (key, *parents),
                    f"{key}: {spell(values[key])} has no effect because {states}; "
                    f"set {' or '.join(parents)} first or leave {key} at {spell(option.default)}.",
                    f"{key}: {spell(values[key])} 不起作用，因为 {states_zh}；"
                    f"请先设置 {' 或 '.join(parents)}，或让 {key} 保持 {spell(option.default)}。",
                )
            )
            break
    return found


def n_tiles(values: Values) -> int:
    """Physical tiles in the wall under these tile roles."""
    return 108 + sum(4 * kinds for key, kinds in HONOUR_ROLES.items() if values[key] == "hand")


def _orphans_without_honours(family: str, values: Values) -> Finding | None:
    choice = values["win.orphans"]
    missing = [key for key in HONOUR_ROLES if values[key] != "hand"]
    if choice == "none" or not missing:
        return None
    what = missing[0]
    return Finding(
        "X03",
        ("win.orphans", *missing),
        f"win.orphans: {choice} needs {HAND_SIZE} tiles and all seven honours in the hand; {what} is {values[what]}.",
        f"win.orphans: {choice} 需要 {HAND_SIZE} 张手牌且七种字牌俱全；{what} 为 {values[what]}。",
    )


def _settlement_of_another_family(family: str, values: Values) -> Finding | None:
    choice = str(values["end.draw_settlement"])
    owner = SETTLEMENT_FAMILY.get(choice, family)
    if owner == family:
        return None
    return Finding(
        "X07",
        ("end.draw_settlement",),
        f"end.draw_settlement: {choice} is defined for family {owner} only; here none is allowed.",
        f"end.draw_settlement: {choice} 只在 {owner} 规则中有定义；这里只能用 none。",
    )


def _draw_pays_nothing(family: str, values: Values) -> Finding | None:
    """N again, for a common option whose parents belong to one family."""
    prices = ("hebei.kan_open", "hebei.kan_added", "hebei.kan_closed")
    if family != "hebei" or values["end.draw_settlement"] != "kan_points" or any(values[key] for key in prices):
        return None
    return Finding(
        "N",
        ("end.draw_settlement", *prices),
        "end.draw_settlement: kan_points has no effect because hebei.kan_open, hebei.kan_added and hebei.kan_closed are 0; "
        "set one of them first or leave end.draw_settlement at none.",
        "end.draw_settlement: kan_points 不起作用，因为 hebei.kan_open、hebei.kan_added、hebei.kan_closed 都是 0；"
        "请先设置其一，或让 end.draw_settlement 保持 none。",
    )


def _nobody_pays(family: str, values: Values) -> Finding | None:
    if values["pay.discarder_share"] or values["pay.other_share"]:
        return None
    return Finding(
        "X08",
        ("pay.discarder_share", "pay.other_share"),
        "pay.discarder_share and pay.other_share are both 0: nobody would pay a discard win.",
        "pay.discarder_share 与 pay.other_share 都是 0：点炮和牌将无人支付。",
    )


def _reserve_too_large(family: str, values: Values) -> Finding | None:
    reserve = int(values["wall.reserve"])
    after_deal = n_tiles(values) - N_SEATS * HAND_SIZE - 1
    if reserve < after_deal:
        return None
    return Finding(
        "X10",
        ("wall.reserve", *HONOUR_ROLES),
        f"wall.reserve {reserve} leaves {after_deal - reserve} drawable tiles after the deal; "
        f"at most {after_deal - 1} with this tile set and hand size.",
        f"wall.reserve {reserve} 使发牌后只剩 {after_deal - reserve} 张可摸；按此牌组与手牌张数最多 {after_deal - 1}。",
    )


def _odd_reserve(family: str, values: Values) -> Finding | None:
    if values["wall.odd_tail"] != "exclude" or int(values["wall.reserve"]) % 2 == 0:
        return None
    reserve = values["wall.reserve"]
    return Finding(
        "X11",
        ("wall.reserve", "wall.odd_tail"),
        f"wall.odd_tail: exclude counts whole stacks; wall.reserve must be even, here {reserve}.",
        f"wall.odd_tail: exclude 按整墩计算；wall.reserve 须为偶数，这里是 {reserve}。",
    )


def _pon_lock_never_starts(family: str, values: Values) -> Finding | None:
    if not values["claim.pass_pon"] or values["claim.pass_after"] != "win":
        return None
    return Finding(
        "X18",
        ("claim.pass_pon", "claim.pass_after"),
        "claim.pass_pon needs claim.pass_after win_or_pon or seen; under win only declined wins are noted.",
        "claim.pass_pon 需要 claim.pass_after 为 win_or_pon 或 seen；为 win 时只记录放弃的和牌。",
    )


def _kan_lock_without_pon_lock(family: str, values: Values) -> Finding | None:
    if not values["claim.pass_kan"] or values["claim.pass_pon"]:
        return None
    return Finding(
        "X19",
        ("claim.pass_kan", "claim.pass_pon"),
        "claim.pass_kan: true without claim.pass_pon: true would bar a kan but allow the pon.",
        "claim.pass_kan: true 而 claim.pass_pon 不为 true，会禁杠却允许碰。",
    )


_CHECKS: tuple[Callable[[str, Values], Finding | None], ...] = (
    _orphans_without_honours,
    _settlement_of_another_family,
    _draw_pays_nothing,
    _nobody_pays,
    _reserve_too_large,
    _odd_reserve,
    _pon_lock_never_starts,
    _kan_lock_without_pon_lock,
)


def study_errors(
    changes: Values, *, unit: str, recorded_walls: bool = False, dealer_weights: bool = False
) -> list[Finding]:
    """What a variant's changes may not hold in a study of this unit (`hand` or `session`) and kind of wall.

    X21: an option that matters for recorded walls only. X30: nothing but the next dealer would change in a study
    of single hands.
    """
    catalogue = load_catalogue()
    found = []
    for key in changes:
        if catalogue[key].effect == "R" and not recorded_walls:
            found.append(
                Finding(
                    "X21",
                    (key,),
                    f"{key} matters for recorded walls only; this study uses seat lanes.",
                    f"{key} 只对记录的牌墙有意义；本研究按座位分道发牌。",
                )
            )
    only_dealer = bool(changes) and all(catalogue[key].effect == "D" for key in changes)
    if only_dealer and unit == "hand" and not dealer_weights:
        key = next(iter(changes))
        said = (
            f"{key} changes only who deals next; with unit hand nothing but dealer weights would differ. "
            "Use unit session, or weights: dealer.",
            f"{key} 只改变下一副由谁坐庄；unit 为 hand 时除庄家权重外毫无差别。请用 unit session，或 weights: dealer。",
        )
        if set(changes) == {"format.max_hands"}:
            said = (
                f"{key} changes only how long a session lasts; with unit hand nothing would differ. Use unit session.",
                f"{key} 只改变一场打几副；unit 为 hand 时毫无差别。请用 unit session。",
            )
        found.append(Finding("X30", tuple(changes), *said))
    return found


def study_warnings(values: Values, *, declines_wins: bool) -> list[Finding]:
    """Warnings for a rule set in a study; `declines_wins`: some bot of the study may decline a win.

    W5: a pass lock on wins that no bot of the study can run into.
    """
    if values["claim.pass_win"] == "none" or declines_wins or values["claim.pass_after"] != "win":
        return []
    return [
        Finding(
            "W5",
            ("claim.pass_win",),
            "claim.pass_win has no effect on bots that never decline a win.",
            "claim.pass_win 对从不放弃和牌的机器人不起作用。",
        )
    ]
