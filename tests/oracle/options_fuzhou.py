"""Fuzhou's own options and presets, from the specification's sections 4 and 5 (names as the catalogue of options has them)."""

from __future__ import annotations

import random
from collections.abc import Mapping

from tests.oracle.options import COMMON_CHOICES, COMMON_NEUTRAL, COMMON_NUMBERS, Options, Value, n_tiles

FUZHOU_CHOICES: dict[str, tuple[Value, ...]] = {
    "fuzhou.formula": ("core_plus_special", "core_times_special"),
    "fuzhou.kans_counted": ("winner", "all_seats"),
    "fuzhou.kept_scope": ("winner_is_dealer", "collects_from_dealer", "always"),
    "fuzhou.special_as_self_draw": (False, True),
    "fuzhou.special_combine": ("max", "sum"),
    "fuzhou.special_exclusions": ("none", "gold_hands"),
    "fuzhou.ping1_needs_no_kan": (True, False),
    "fuzhou.ping0_concealed": (False, True),
    "fuzhou.sanjin_on_discard": (True, False),
    "fuzhou.rob_gold_keeps_golds": (True, False),
}

# name: (default, lowest, highest)
FUZHOU_NUMBERS: dict[str, tuple[int, int, int]] = {
    "fuzhou.unit": (1, 1, 1000),
    "fuzhou.base_points": (5, 0, 20),
    "fuzhou.per_flower": (1, 0, 5),
    "fuzhou.quad_bonus": (2, 0, 12),
    "fuzhou.per_gold": (1, 0, 5),
    "fuzhou.per_open_kan": (1, 0, 5),
    "fuzhou.per_closed_kan": (2, 0, 5),
    "fuzhou.per_kept": (1, 0, 5),
    "fuzhou.self_draw_mult": (2, 1, 5),
    "fuzhou.discard_mult": (1, 1, 5),
}

# Special values; `jinkan` and `yishui` are names without a definition.
SPECIAL_POINTS: dict[str, int] = {
    "ping1": 15,
    "ping0": 30,
    "tianhu": 30,
    "qiangjin": 30,
    "sanjin": 40,
    "jinque": 60,
    "jinlong": 120,
    **dict.fromkeys(("hunyise", "qingyise", "dandiao", "huahu", "jinkan", "yishui", "dihu", "kan_win", "last_tile"), 0),
    **dict.fromkeys(("all_runs", "all_triplets", "concealed", "all_claimed"), 0),
}
RESERVED = ("fuzhou.special_jinkan", "fuzhou.special_yishui")
FUZHOU_POINTS = {f"fuzhou.special_{name}": points for name, points in SPECIAL_POINTS.items()}

CHOICES = {**COMMON_CHOICES, **FUZHOU_CHOICES}
NUMBERS = {**COMMON_NUMBERS, **FUZHOU_NUMBERS}

NEUTRAL: Options = {
    **COMMON_NEUTRAL,
    **{key: choices[0] for key, choices in FUZHOU_CHOICES.items()},
    **{key: number[0] for key, number in FUZHOU_NUMBERS.items()},
    **FUZHOU_POINTS,
}

GOLD_KEYS = ("gold.", "rob_gold.", "win.three_gold", "opening.order", "wall.indicator_counts", "claim.win_order")
FLOWERS = ("tiles.winds", "tiles.red", "tiles.green", "tiles.white", "tiles.seasons")

STANDARD: Options = {
    **NEUTRAL,
    **dict.fromkeys(FLOWERS, "flower"),
    "deal.hand_size": 16,
    "wall.reserve": 18,
    "wall.grow_open_kan": 1,
    "wall.grow_closed_kan": 2,
    "wall.grow_flower_quad": 2,
    "wall.indicator_counts": True,
    "end.last_group": 4,
    "end.last_group_win": "forced",
    "end.replacement_to_zero": "end_hand",
    "claim.chi": "next_seat",
    "claim.win_order": "gold_pair_first",
    "kan.closed_kind": "hidden",
    "gold.source": "indicator",
    "gold.discard_effect": "self_draw_only",
    "win.three_gold": "any_own_draw",
    "win.pairs": "eight_any_single",
    "rob_gold.window": "after_first_discard",
    "pay.other_share": 1,
}

_NO_RESERVE: Options = {"wall.reserve": 0, "wall.grow_open_kan": 0, "wall.grow_closed_kan": 0, "wall.grow_flower_quad": 0}


def _specials(**points: int) -> Options:
    return {f"fuzhou.special_{name}": value for name, value in points.items()}


PRESETS: dict[str, Options] = {
    "fz_std": {},
    "qq_classic": {"fuzhou.discard_mult": 2, "pay.other_share": 0},
    "op_java": {"pay.other_share": 0, "fuzhou.ping0_concealed": True, **_specials(hunyise=120, qingyise=240)},
    "op_lua": {
        **_NO_RESERVE,
        "wall.indicator_counts": False,  # nothing is reserved, so that it could not act
        "fuzhou.base_points": 0,
        "fuzhou.quad_bonus": 0,
        "fuzhou.special_combine": "sum",
        **_specials(sanjin=50, hunyise=120, qingyise=240),
    },
    "fz_revised": {
        "wall.grow_flower_quad": 0,
        "gold.discard": "forbidden",
        "gold.discard_effect": "none",
        "fuzhou.base_points": 0,
        "fuzhou.quad_bonus": 0,
        **_specials(ping1=0, ping0=0, tianhu=40, qiangjin=20, sanjin=10, jinque=30, jinlong=0),
    },
    "mahjongpros": {
        "pay.other_share": 0,
        "fuzhou.discard_mult": 2,
        "fuzhou.special_combine": "sum",
        "fuzhou.special_exclusions": "gold_hands",
        "fuzhou.per_closed_kan": 1,
        "fuzhou.quad_bonus": 6,
        **_specials(ping0=0, tianhu=50, qiangjin=50, sanjin=30, jinque=20, jinlong=40, dihu=40, all_runs=10),
    },
    "vibes_128": {
        **dict.fromkeys(("tiles.green", "tiles.white", "tiles.seasons"), "absent"),
        **_NO_RESERVE,
        "wall.reserve": 16,
        "fuzhou.base_points": 1,
        "fuzhou.quad_bonus": 0,
        "fuzhou.special_as_self_draw": True,
        "fuzhou.special_combine": "sum",
        **_specials(ping1=0, ping0=15, tianhu=0, sanjin=30, jinque=50, jinlong=0, qingyise=100),
    },
    "mult_table": {"fuzhou.formula": "core_times_special", "fuzhou.base_points": 3, "fuzhou.per_kept": 2},
    "honours_in_hand": dict.fromkeys(("tiles.winds", "tiles.red", "tiles.green", "tiles.white"), "hand"),
}


def fuzhou_preset(name: str, **changes: Value) -> Options:
    """Option values of a named preset; changes are written `claim__multi_win="all"`."""
    return {**STANDARD, **PRESETS[name], **{key.replace("__", "."): value for key, value in changes.items()}}


def make_valid(options: Options) -> Options:
    """The nearest option values without a contradiction. (Keys that have no effect may stay.)"""
    fixed = dict(options)
    size = int(fixed["deal.hand_size"])
    honours = ("tiles.winds", "tiles.red", "tiles.green", "tiles.white")
    if size == 16 or any(fixed[key] != "hand" for key in honours):
        fixed["win.orphans"] = "none"
    if (size == 16) != str(fixed["win.pairs"]).startswith("eight"):
        fixed["win.pairs"] = "none"
    if fixed["wall.odd_tail"] == "exclude":
        fixed["wall.reserve"] = int(fixed["wall.reserve"]) // 2 * 2
    fixed["wall.reserve"] = min(int(fixed["wall.reserve"]), largest_reserve(fixed))
    if not fixed["pay.discarder_share"] and not fixed["pay.other_share"]:
        fixed["pay.discarder_share"] = 1
    if fixed["claim.pass_after"] == "win":
        fixed["claim.pass_pon"] = False
    if not fixed["claim.pass_pon"]:
        fixed["claim.pass_kan"] = False
    if fixed["claim.multi_win"] == "all":
        fixed["claim.win_order"] = "seat"
    if fixed["gold.discard"] == "forbidden":
        fixed["turn.ready"] = "none"
    fixed["end.draw_settlement"] = "none"
    if fixed["gold.source"] == "none":
        fixed.update({key: NEUTRAL[key] for key in fixed if key.startswith(GOLD_KEYS)})
    dragons = [fixed[key] for key in ("tiles.red", "tiles.green", "tiles.white")]
    if dragons.count("hand") == 1:  # the next of the only dragon would be itself: the text knows no such gold
        fixed["gold.maps_to"] = "same"
    if not fixed["gold.fifth_copy"]:  # is a hand ready that waits for a tile of its own kan? No text says so
        fixed["turn.ready"] = "none"
    counted = n_flower_tiles(fixed) if fixed["tiles.winds"] == "flower" else 8 * (fixed["tiles.seasons"] == "flower")
    fixed["win.flower_win"] = min(int(fixed["win.flower_win"]), counted)
    if not n_flower_tiles(fixed):
        fixed["end.flower_into_group"] = "replace"
    return fixed


def n_flower_tiles(options: Mapping[str, Value]) -> int:
    """Tiles of the set that are laid out and replaced."""
    sizes = {"tiles.winds": 16, "tiles.red": 4, "tiles.green": 4, "tiles.white": 4, "tiles.seasons": 8}
    return sum(n for key, n in sizes.items() if options[key] == "flower")


def largest_reserve(options: Mapping[str, Value]) -> int:
    """As many tiles as can be kept so that one can be drawn after the deal, all flowers and the indicator out; even."""
    dealt = 4 * int(options["deal.hand_size"]) + 1
    left = n_tiles(options) - dealt - n_flower_tiles(options) - (options["gold.source"] == "indicator")
    return max(0, min(60, (left - 1) // 2 * 2))


def random_fuzhou(seed: int, changes: int | None = None) -> Options:
    """Option values for a test: every option at random, or a preset with a few changes."""
    rng = random.Random(seed)
    keys = [*CHOICES, *NUMBERS, *(key for key in FUZHOU_POINTS if key not in RESERVED)]
    keys.remove("end.draw_settlement")
    picked = keys if changes is None else rng.sample(keys, changes)
    options: Options = {**STANDARD, **PRESETS[rng.choice([*PRESETS])]}
    for key in picked:
        options[key] = _random_value(rng, key, changes is not None)
    if changes is None:
        _mostly(rng, options)
    return make_valid(options)


def _random_value(rng: random.Random, key: str, differently: bool) -> Value:
    if key in CHOICES:
        return rng.choice(CHOICES[key])
    if key in FUZHOU_POINTS:
        return rng.choice((0, FUZHOU_POINTS[key], rng.randint(1, 60), rng.randint(1, 300)))
    if key == "pay.limit":
        return rng.choice((0, 0, 20, 45, 100))
    if key == "fuzhou.unit":
        return rng.choice((1, 1, 2, 10))
    if key == "wall.reserve":
        return rng.choice((0, 1, 12, 16, 18, 18, 30, 40, 60))
    if key == "win.flower_win":
        return rng.choice((0, 0, 5, 8, 12))
    _, low, high = NUMBERS[key]
    return rng.randint(low, high)


def _mostly(rng: random.Random, options: Options) -> None:
    """Sixteen tiles, golds and flowers most of the time, as most options need them."""
    if rng.random() < 0.9:
        options["deal.hand_size"] = 16
    if rng.random() < 0.9:
        options["gold.source"] = "indicator"
    if rng.random() < 0.5:
        options.update(dict.fromkeys(FLOWERS, "flower"))
    if rng.random() < 0.6:
        options["claim.multi_win"] = "head_bump"
    if options["deal.hand_size"] == 16 and rng.random() < 0.7:
        options["win.pairs"] = rng.choice(("eight_any_single", "eight_half_matches"))
