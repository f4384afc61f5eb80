"""Contradictions between option values, as data: `N` (a key without its parent) and `X..` errors, `W..` warnings.

A check reads the complete values of a rule set and returns a `Finding` or nothing; the loader turns the first error
into an exception that names the file. Checks that depend on the study (unit, kind of wall, bots) stand at the end.
Ids are stable: tests and documents cite them.
"""

from __future__ import annotations

from collections.abc import Callable

from rulesets.findings import HONOUR_ROLES, Finding, Values
from rulesets.options import Value, load_catalogue, options_of, spell
from rulesets.table_checks import TABLE_CHECKS, table_warnings
from rulesets.tiles import N_SEATS

__all__ = ["HONOUR_ROLES", "Finding", "Values"]

SEASONS = 8  # tiles of tiles.seasons, one of each kind
SUIT_TILES = 108
GOLDS = 4  # copies of a kind
ORPHANS_HAND = 13  # tiles between turns of a hand that thirteen orphans or seven pairs can complete
FAMILY_HAND = {"hebei": 13}  # families whose scoring is defined for one hand size only

# Settlements of an exhaustive draw that only one family's scoring defines.
SETTLEMENT_FAMILY = {"kan_points": "hebei", "pairwise": "fuding", "pairwise_flat": "fuding"}


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
        if option.only and family not in option.only:
            found.append(_has_no_effect(family, key, option.default, (), values))
            continue
        for need in option.needs:
            if not need.holds(values):
                parents = tuple(parent for parent, _ in need.parents if parent in values)
                found.append(_has_no_effect(family, key, option.default, parents, values))
                break
    return found


def _has_no_effect(family: str, key: str, default: Value, parents: tuple[str, ...], values: Values) -> Finding:
    """N for one key; `parents` is empty where only other families have what the key needs."""
    value, neutral = spell(values[key]), spell(default)
    if not parents:
        return Finding(
            "N",
            (key,),
            f"{key}: {value} has no effect in family {family}; leave {key} at {neutral}.",
            f"{key}: {value} 在 {family} 规则中不起作用；请让 {key} 保持 {neutral}。",
        )
    states = " and ".join(f"{parent} is {spell(values[parent])}" for parent in parents)
    states_zh = "、".join(f"{parent} 为 {spell(values[parent])}" for parent in parents)
    return Finding(
        "N",
        (key, *parents),
        f"{key}: {value} has no effect because {states}; set {' or '.join(parents)} first or leave {key} at {neutral}.",
        f"{key}: {value} 不起作用，因为 {states_zh}；请先设置 {' 或 '.join(parents)}，或让 {key} 保持 {neutral}。",
    )


def n_tiles(values: Values) -> int:
    """Physical tiles in the wall under these tile roles, flowers included."""
    honours = sum(4 * kinds for key, kinds in HONOUR_ROLES.items() if values[key] != "absent")
    return SUIT_TILES + honours + (SEASONS if values["tiles.seasons"] != "absent" else 0)


def n_flowers(values: Values) -> int:
    """Tiles of the wall that are laid out and replaced."""
    honours = sum(4 * kinds for key, kinds in HONOUR_ROLES.items() if values[key] == "flower")
    return honours + (SEASONS if values["tiles.seasons"] == "flower" else 0)


def n_winning_flowers(values: Values) -> int:
    """Tiles that can count for `win.flower_win`: honours only where winds are flowers, golds where the rules say so."""
    n = n_flowers(values)
    if values["tiles.winds"] != "flower":
        n = SEASONS if values["tiles.seasons"] == "flower" else 0
    return n + (GOLDS if values.get("win.flower_win_golds") else 0)


def _pairs_of_another_hand_size(family: str, values: Values) -> Finding | None:
    choice, size = str(values["win.pairs"]), values["deal.hand_size"]
    if choice == "none" or (choice == "seven") == (size == ORPHANS_HAND):
        return None
    if choice == "seven":
        return Finding(
            "X01",
            ("win.pairs", "deal.hand_size"),
            f"win.pairs: seven needs deal.hand_size 13, here {size}; "
            f"allowed with {size}: none, eight_any_single, eight_half_matches.",
            f"win.pairs: seven 需要 deal.hand_size 为 13，这里是 {size}；"
            f"{size} 张时可用 none、eight_any_single、eight_half_matches。",
        )
    return Finding(
        "X02",
        ("win.pairs", "deal.hand_size"),
        f"win.pairs: {choice} needs deal.hand_size 16, here {size}; allowed with {size}: none, seven.",
        f"win.pairs: {choice} 需要 deal.hand_size 为 16，这里是 {size}；{size} 张时可用 none、seven。",
    )


def _orphans_without_honours(family: str, values: Values) -> Finding | None:
    choice = values["win.orphans"]
    missing = [key for key in HONOUR_ROLES if values[key] != "hand"]
    if values["deal.hand_size"] != ORPHANS_HAND:
        missing.insert(0, "deal.hand_size")
    if choice == "none" or not missing:
        return None
    what = missing[0]
    return Finding(
        "X03",
        ("win.orphans", *missing),
        f"win.orphans: {choice} needs {ORPHANS_HAND} tiles and all seven honours in the hand; {what} is {values[what]}.",
        f"win.orphans: {choice} 需要 {ORPHANS_HAND} 张手牌且七种字牌俱全；{what} 为 {values[what]}。",
    )


def _hand_size_of_another_family(family: str, values: Values) -> Finding | None:
    size = FAMILY_HAND.get(family, values["deal.hand_size"])
    if values["deal.hand_size"] == size:
        return None
    return Finding(
        "X04",
        ("deal.hand_size",),
        f"family {family} scores {int(size) + 1}-tile hands; deal.hand_size must be {size}.",
        f"{family} 规则按 {int(size) + 1} 张和牌计分；deal.hand_size 须为 {size}。",
    )


def _shape_without_points(family: str, values: Values) -> Finding | None:
    """FD b.6: a hand of Fuding is sets and a pair; what another shape would be worth is said nowhere."""
    if family != "fuding":
        return None
    for key in ("win.pairs", "win.orphans"):
        if values[key] != "none":
            return Finding(
                "X32",
                (key,),
                f"{key}: {values[key]} is a shape that family fuding gives no points; here none is allowed.",
                f"{key}：{values[key]} 这种牌型在 fuding 规则中没有分值；这里只能用 none。",
            )
    return None


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


def _order_among_all_winners(family: str, values: Values) -> Finding | None:
    order = values["claim.win_order"]
    if order == "seat" or values["claim.multi_win"] != "all":
        return None
    return Finding(
        "X09",
        ("claim.win_order", "claim.multi_win"),
        f"claim.win_order: {order} picks one winner; with claim.multi_win: all it must be seat.",
        f"claim.win_order: {order} 只选出一家；claim.multi_win 为 all 时须为 seat。",
    )


def drawable_after_deal(values: Values) -> int:
    """Tiles that can be drawn after the deal if nothing were reserved and every flower were laid out by then."""
    dealt = N_SEATS * int(values["deal.hand_size"]) + 1
    indicator = values["gold.source"] != "none" and not values["wall.indicator_counts"]
    return n_tiles(values) - n_flowers(values) - dealt - (1 if indicator else 0)


def _reserve_too_large(family: str, values: Values) -> Finding | None:
    reserve, left = int(values["wall.reserve"]), drawable_after_deal(values)
    if reserve < left:
        return None
    when, when_zh = "after the deal", "发牌后"
    if n_flowers(values):
        when, when_zh = "once every flower is laid out", "补完所有花后"
    return Finding(
        "X10",
        ("wall.reserve", *HONOUR_ROLES, "tiles.seasons", "deal.hand_size"),
        f"wall.reserve {reserve} leaves {left - reserve} drawable tiles {when}; "
        f"at most {left - 1} with this tile set and hand size.",
        f"wall.reserve {reserve} 使{when_zh}只剩 {left - reserve} 张可摸；按此牌组与手牌张数最多 {left - 1}。",
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


def _flowers_too_few(family: str, values: Values) -> Finding | None:
    wanted, there_are = int(values["win.flower_win"]), n_winning_flowers(values)
    if wanted <= there_are or not n_flowers(values):
        return None
    return Finding(
        "X15",
        ("win.flower_win", *HONOUR_ROLES, "tiles.seasons"),
        f"win.flower_win {wanted}: this tile set has {there_are} flowers that can count.",
        f"win.flower_win {wanted}：此牌组只有 {there_are} 张可计的花。",
    )


def _ready_lock_without_discard(family: str, values: Values) -> Finding | None:
    if values["turn.ready"] != "optional_lock" or values["gold.discard"] != "forbidden":
        return None
    return Finding(
        "X17",
        ("turn.ready", "gold.discard"),
        "turn.ready: optional_lock makes a seat throw the tile it draws; gold.discard: forbidden would leave it without "
        "a legal discard.",
        "turn.ready: optional_lock 使报听者摸什么打什么；gold.discard: forbidden 会使其无牌可打。",
    )


def _gold_next_to_itself(family: str, values: Values) -> Finding | None:
    dragons = ("tiles.red", "tiles.green", "tiles.white")
    held = [key for key in dragons if values[key] == "hand"]
    if values["gold.source"] != "indicator" or values["gold.maps_to"] != "next" or len(held) != 1:
        return None
    return Finding(
        "X16",
        ("gold.maps_to", *dragons),
        f"gold.maps_to: next makes the following dragon wild, but {held[0]} is the only one held; hold two, three or none.",
        f"gold.maps_to: next 以下一种箭牌为金，但手中只用 {held[0]} 一种；请用两种或三种，或都不用。",
    )


_CHECKS: tuple[Callable[[str, Values], Finding | None], ...] = (
    _pairs_of_another_hand_size,
    _orphans_without_honours,
    _hand_size_of_another_family,
    _shape_without_points,
    _settlement_of_another_family,
    _draw_pays_nothing,
    _nobody_pays,
    _order_among_all_winners,
    _reserve_too_large,
    _odd_reserve,
    _flowers_too_few,
    _gold_next_to_itself,
    _ready_lock_without_discard,
    _pon_lock_never_starts,
    _kan_lock_without_pon_lock,
    *TABLE_CHECKS,
)


def rule_warnings(family: str, values: Values) -> list[Finding]:
    """What a rule set may hold but its author should know, whatever the study.

    W2: a kan may take a tile of the last group; the help text of Fuzhou rules that very case (FZ-END-11), so nothing is
    said there. W3: plain wins valued for honours as flowers. W4: wild tiles where no source says what they do.
    """
    found = []
    near_end = values["kan.near_end"]
    if values["end.last_group"] and near_end in ("always", "live_tile") and family != "fuzhou":
        found.append(
            Finding(
                "W2",
                ("kan.near_end", "end.last_group"),
                f"kan.near_end: {near_end} lets a kan take a tile of the last group; the group shrinks.",
                f"kan.near_end: {near_end} 允许开杠动用最后一组牌；该组随之减少。",
            )
        )
    held = [key for key in HONOUR_ROLES if values[key] == "hand"]
    if family == "fuzhou" and held and (values["fuzhou.special_ping0"] or values["fuzhou.special_ping1"]):
        found.append(
            Finding(
                "W3",
                ("fuzhou.special_ping0", "fuzhou.special_ping1", *held),
                "fuzhou.special_ping0 and fuzhou.special_ping1 were set for honours as flowers; with honours in hand such wins "
                "occur often.",
                "fuzhou.special_ping0 与 fuzhou.special_ping1 的分值是为字牌作花而定；字牌入手时这两种和牌很常见。",
            )
        )
    if family == "hebei" and values["gold.source"] != "none":
        found.append(
            Finding(
                "W4",
                ("gold.source",),
                "gold.source adds wild tiles to Hebei: how they count there is our definition, no source has it.",
                "gold.source 给河北麻将加入金：其计番方式是本项目的定义，没有出处。",
            )
        )
    return found + table_warnings(family, values)


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
