"""The options the oracle knows, written down from the rule text and not from the project's catalogue files.

A test compares this list with the catalogue, so that a default or a choice changed by accident on either side is seen.
Every function of the oracle reads plain option values by name (`options["claim.multi_win"]`).
"""

from __future__ import annotations

import random
from collections.abc import Mapping

Value = str | bool | int
Options = dict[str, Value]

# name: all choices, the neutral one first
COMMON_CHOICES: dict[str, tuple[Value, ...]] = {
    "tiles.winds": ("hand", "flower", "absent"),
    "tiles.red": ("hand", "flower", "absent"),
    "tiles.green": ("hand", "flower", "absent"),
    "tiles.white": ("hand", "flower", "absent"),
    "tiles.seasons": ("absent", "flower"),
    "deal.hand_size": (13, 16),
    "deal.first_taker": ("dealer", "dice"),
    "wall.tail_order": ("linear", "stack"),
    "wall.indicator_counts": (False, True),
    "wall.odd_tail": ("ignore", "exclude"),
    "kan.near_end": ("always", "live_tile", "within_reserve", "one_each", "five"),
    "end.last_group": (0, 4),
    "end.last_group_win": ("optional", "forced"),
    "end.kan_into_group": ("discard", "no_discard"),
    "end.flower_into_group": ("replace", "dead"),
    "end.replacement_to_zero": ("discard", "end_hand"),
    "end.draw_settlement": ("none", "kan_points"),
    "claim.chi": ("none", "next_seat"),
    "claim.multi_win": ("head_bump", "all"),
    "claim.win_order": ("seat", "gold_pair_first", "special_rank"),
    "claim.pass_after": ("win", "win_or_pon", "seen"),
    "claim.pass_win": ("none", "same_kind", "any_kind"),
    "claim.pass_pon": (False, True),
    "claim.pass_kan": (False, True),
    "claim.pass_rob": (False, True),
    "claim.discard_after_chi": ("free", "not_same"),
    "turn.ready": ("none", "optional_lock"),
    "kan.after_claim": (False, True),
    "kan.added_timing": ("any_own_draw", "drawn_tile_only"),
    "kan.rob_added": (True, False),
    "kan.rob_closed": ("never", "orphans_only"),
    "kan.closed_kind": ("shown", "hidden"),
    "gold.source": ("none", "indicator"),
    "gold.open_when": ("after_flowers", "after_deal"),
    "gold.maps_to": ("same", "next"),
    "gold.flower_flip": ("dealer_keeps", "dealer_draws"),
    "gold.fifth_copy": (True, False),
    "gold.discard": ("allowed", "forbidden"),
    "gold.discard_effect": ("none", "self_draw_only"),
    "gold.claimable": ("never", "win_only"),
    "gold.in_melds": ("never", "natural_in_chi"),
    "gold.idle_win": ("any", "self_draw_only"),
    "flower.opening_order": ("rounds", "seat_until_clean"),
    "flower.quads": ("honours_and_sets", "honours_only"),
    "opening.order": ("heavenly_first", "three_gold_first"),
    "rob_gold.window": ("none", "after_first_discard", "at_opening", "own_first_draw"),
    "rob_gold.indicator_wild": (True, False),
    "rob_gold.before_claims": (True, False),
    "rob_gold.shapeless": (False, True),
    "win.three_gold": ("none", "opening_only", "on_third", "any_own_draw"),
    "win.three_gold_choice": ("optional", "forced"),
    "win.flower_win_mid_hand": (False, True),
    "win.pairs": ("none", "seven", "eight_any_single", "eight_half_matches"),
    "win.pairs_quads": (True, False),
    "win.orphans": ("none", "dragon_pair", "any_pair"),
    "dealer.first": ("random", "seat0", "rotate_by_session"),
    "dealer.after_win": ("stay_or_next", "winner"),
    "dealer.on_draw": ("stay", "next"),
    "dealer.multi_win": ("stay_if_dealer_wins", "first_winner", "next_if_other_wins"),
    "dealer.streak_on_draw": (True, False),
    "pay.robbed_kan": ("as_discard", "declarer_pays_all"),
}

HEBEI_CHOICES: dict[str, tuple[Value, ...]] = {
    "hebei.self_draw_fans": ("per_payer", "total_even", "total_proportional"),
    "hebei.menqing_win": ("any", "self_draw"),
    "hebei.menqing_with_special": (True, False),
    "hebei.zhuowu_mode": ("decomposition", "single_wait", "loose"),
    "hebei.zhuowu_suits": ("m", "mps"),
    "hebei.haidi_scope": ("self_draw", "self_draw_or_last_discard"),
    "hebei.haidi_with_gangkai": (True, False),
    "hebei.luxury_flush": ("add", "none", "double"),
    "hebei.qingfeng_with_pengpeng": (True, False),
    "hebei.dadiaoche_closed_kans": (True, False),
    "hebei.reading": ("best_single", "union"),
    "hebei.added_kan_payer": ("all_three", "pon_feeder"),
    "hebei.robbed_kan_points": ("void", "keep"),
    "hebei.kan_points_scope": ("all", "winners_only"),
}

# Mechanisms for which only Fuding's text has a law; neutral in hands of other families.
TABLE_LAW_CHOICES: dict[str, tuple[Value, ...]] = {
    "deal.seat_winds": ("none", "dealer_east", "dice", "random"),
    "end.kan_maker_tile": ("skip", "last_tile"),
    "turn.stand_pass": (False, True),
    "opening.check": ("after_flowers", "before_and_after"),
    "win.flower_win_golds": (False, True),
    "win.same_kind_group": ("none", "exposed_only", "all"),
    "win.fourth_as_pair": (True, False),
    "bar.flush_follow": (True, False),
    "bar.flush_closed_kan": (False, True),
    "bar.flush_kan": ("all", "added_only", "none"),
    "bar.four_winds": (False, True),
    "bar.four_winds_kan": (False, True),
    "bar.four_winds_dead": (False, True),
    "bar.four_winds_follow": (False, True),
    "bar.dead_tile": ("strict", "natural", "triple_only", "none"),
    "bar.dead_tile_own_hand": (False, True),
    "bar.own_kan_tile": (False, True),
    "penalty.stand": ("skip", "play_no_win"),
    "penalty.stand_scored": ("full", "exposed"),
    "penalty.stand_table_bars": (False, True),
    "penalty.stand_next_chis": (True, False),
}
TABLE_LAW_NUMBERS: dict[str, tuple[int, int, int]] = {
    "bar.late_honour": (0, 0, 20),
    "bar.late_honour_free": (3, 0, 4),
    "bar.flush_table": (0, 0, 5),
}

# name: (default, lowest, highest)
COMMON_NUMBERS: dict[str, tuple[int, int, int]] = {
    "wall.reserve": (0, 0, 60),
    "wall.grow_open_kan": (0, 0, 4),
    "wall.grow_closed_kan": (0, 0, 4),
    "wall.grow_flower_quad": (0, 0, 4),
    "win.flower_win": (0, 0, 20),
    "pay.discarder_share": (1, 0, 3),
    "pay.other_share": (0, 0, 3),
    "pay.limit": (0, 0, 100_000),
}

# Fans in the order of their numbers, F01 first, with their points. HB-FAN-01 ... HB-FAN-19.
FAN_POINTS: dict[str, int] = {
    "menqing": 2,
    "qianggang": 2,
    "gangkai": 2,
    "pengpeng": 3,
    "dadiaoche": 2,
    "qingyise": 3,
    "hunyise": 2,
    "qingfeng": 3,
    "yitiaolong": 2,
    "qidui": 2,
    "shisanyao": 10,
    "haidi": 2,
    "hunqidui": 4,
    "qingqidui": 5,
    "danhao": 8,
    "shuanghao": 16,
    "sanhao": 32,
    "hualong": 5,
    "zhuowu": 5,
}

# Values as data: base points of a win (HB-BASE-01 ... 05), kan points (HB-KAN-01 ... 03), fans.
POINTS: dict[str, int] = {
    "hebei.win_dealer_self": 4,
    "hebei.win_self_from_dealer": 4,
    "hebei.win_self_from_other": 2,
    "hebei.win_dealer_discard": 8,
    "hebei.win_dealer_deals_in": 6,
    "hebei.win_other_deals_in": 5,
    "hebei.kan_open": 3,
    "hebei.kan_added": 1,
    "hebei.kan_closed": 2,
    **{f"hebei.fan_{name}": points for name, points in FAN_POINTS.items()},
}

CHOICES = {**COMMON_CHOICES, **HEBEI_CHOICES}
NUMBERS = COMMON_NUMBERS

COMMON_NEUTRAL: Options = {
    **{key: choices[0] for key, choices in COMMON_CHOICES.items()},
    **{key: number[0] for key, number in COMMON_NUMBERS.items()},
    **{key: choices[0] for key, choices in TABLE_LAW_CHOICES.items()},
    **{key: number[0] for key, number in TABLE_LAW_NUMBERS.items()},
}
NEUTRAL: Options = {**COMMON_NEUTRAL, **{key: choices[0] for key, choices in HEBEI_CHOICES.items()}, **POINTS}

# Hebei is drawn at random without the mechanisms of golds, flowers and last groups: its rule text has no law for them.
FOREIGN = ("tiles.seasons", "deal.", "gold.", "flower.", "opening.", "rob_gold.", "win.three_gold", "win.flower_win")
FOREIGN += ("wall.indicator_counts", "wall.grow_flower_quad", "end.last_group", "end.kan_into_group", "end.flower_into_group")
FOREIGN += ("claim.win_order", "dealer.streak_on_draw", "kan.closed_kind")

HEBEI_ONLY: dict[str, tuple[Value, ...]] = {
    **{f"tiles.{honours}": ("hand", "absent") for honours in ("winds", "red", "green", "white")},
    "win.pairs": ("none", "seven"),
}

# The rules of the help text against the neutral value of every mechanism.
LITERAL: Options = {
    **NEUTRAL,
    "wall.tail_order": "stack",
    "wall.reserve": 12,
    "wall.odd_tail": "exclude",
    "kan.near_end": "within_reserve",
    "claim.multi_win": "all",
    "win.pairs": "seven",
    "win.orphans": "dragon_pair",
}

PRESETS: dict[str, Options] = {
    "literal": {},
    "app": {"hebei.menqing_win": "self_draw", "win.orphans": "any_pair", "hebei.reading": "union"},
    "single_wait": {"hebei.zhuowu_mode": "single_wait"},
    "total": {"hebei.self_draw_fans": "total_even"},
    "head_bump": {"claim.multi_win": "head_bump"},
    "no_multi_stack": {
        "hebei.menqing_with_special": False,
        "hebei.qingfeng_with_pengpeng": False,
        "hebei.luxury_flush": "none",
    },
}


def preset(name: str, **changes: Value) -> Options:
    """Option values of a named preset; changes are written `claim__multi_win="all"`."""
    return {**LITERAL, **PRESETS[name], **{key.replace("__", "."): value for key, value in changes.items()}}


def n_tiles(options: Mapping[str, Value]) -> int:
    """Tiles in the set: 136 less the absent honours, and the seasons and plants."""
    absent = 16 * (options["tiles.winds"] == "absent") + 4 * sum(
        options[f"tiles.{dragon}"] == "absent" for dragon in ("red", "green", "white")
    )
    return 136 - absent + 8 * (options["tiles.seasons"] == "flower")


def family_of(options: Mapping[str, Value]) -> str:
    """Whose scoring these options are for: the family whose own keys they hold."""
    if "fuding.winner_base" in options:
        return "fuding"
    return "fuzhou" if "fuzhou.formula" in options else "hebei"


def make_valid(options: Options) -> Options:
    """The nearest option values without a contradiction. (Keys that have no effect may stay.)"""
    fixed = dict(options)
    honours = ("tiles.winds", "tiles.red", "tiles.green", "tiles.white")
    if any(fixed[key] == "absent" for key in honours):
        fixed["win.orphans"] = "none"
    if fixed["wall.odd_tail"] == "exclude":
        fixed["wall.reserve"] = int(fixed["wall.reserve"]) // 2 * 2
    drawable = n_tiles(fixed) - 53 - int(fixed["wall.reserve"])
    if drawable < 1:
        fixed["wall.reserve"] = int(fixed["wall.reserve"]) + drawable // 2 * 2 - 2
    if not fixed["pay.discarder_share"] and not fixed["pay.other_share"]:
        fixed["pay.discarder_share"] = 1
    if fixed["claim.pass_after"] == "win":
        fixed["claim.pass_pon"] = False
    if not fixed["claim.pass_pon"]:
        fixed["claim.pass_kan"] = False
    return fixed


def random_options(seed: int, changes: int | None = None) -> Options:
    """Option values for a test: every option at random, or the literal rules with a few changes."""
    rng = random.Random(seed)
    keys = [key for key in (*CHOICES, *NUMBERS, *POINTS) if not key.startswith(FOREIGN)]
    picked = keys if changes is None else rng.sample(keys, changes)
    options: Options = dict(LITERAL)
    for key in picked:
        if key in CHOICES:
            options[key] = rng.choice(HEBEI_ONLY.get(key, CHOICES[key]))
        elif key in POINTS:
            options[key] = rng.randint(0, 12) if rng.random() < 0.3 else POINTS[key]
        elif key == "pay.limit":
            options[key] = rng.choice((0, 0, 5, 8, 20))
        elif key == "wall.reserve":
            options[key] = rng.choice((0, 1, 12, 14, 30, 54, 58, 60))
        else:
            _, low, high = NUMBERS[key]
            options[key] = rng.randint(low, high)
    for key in ("tiles.winds", "tiles.red", "tiles.green", "tiles.white"):
        if rng.random() < 0.7:  # a full set most of the time, or orphans would hardly ever be allowed
            options[key] = "hand"
    if rng.random() < 0.25:  # a wall that is over at once, as the rules of its end are rarely reached otherwise
        options["tiles.winds"] = "absent"
        options["wall.reserve"] = min(60, n_tiles(options) - 53 - rng.randint(1, 9))
    return make_valid(options)
