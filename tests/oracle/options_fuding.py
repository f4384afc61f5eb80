"""Fuding's own options and presets, from the specification's sections b.7 to b.14, under the names of the catalogue."""

from __future__ import annotations

import random

from tests.oracle.options import (
    COMMON_CHOICES,
    COMMON_NEUTRAL,
    COMMON_NUMBERS,
    TABLE_LAW_CHOICES,
    TABLE_LAW_NUMBERS,
    Options,
    Value,
)
from tests.oracle.options_fuzhou import largest_reserve

FUDING_CHOICES: dict[str, tuple[Value, ...]] = {
    "fuding.streak_multiplies": (True, False),
    "fuding.dihu_first_draw": (True, False),
    "fuding.qingyi_all_honours": (True, False),
    "fuding.pinghu": ("flat", "max", "none"),
    "fuding.idle_gold_bonus": ("none", "tai_1_2_3", "times_4_8_16"),
}

# name: (default, lowest, highest)
FUDING_NUMBERS: dict[str, tuple[int, int, int]] = {
    "fuding.winner_base": (20, 0, 100),
    "fuding.rounding": (10, 1, 100),
    "fuding.tai_limit": (8, 1, 20),
    "fuding.dealer_mult": (2, 1, 4),
    "fuding.rob_tai": (0, 0, 2),
    "fuding.kan_win_tai": (0, 0, 2),
    "fuding.eight_tai_bonus": (0, 0, 5000),
}

# Values as data: b.7 and b.11.
LIMITS = ("three_gold", "eight_flower", "tianhu", "dihu", "qingyi", "four_winds")
HU: dict[str, int] = {
    "pung_simple": 2,
    "pung_outer": 4,
    "kan_simple": 8,
    "kan_outer": 16,
    "flower": 4,
    "loser_gold": 4,
    "loser_gold_pung": 8,
}
TAI = ("gold", "white_step", "own_flower", "flower_set", "pung", "self_draw", "hunyise", "all_pungs")
FUDING_POINTS: dict[str, int] = {
    **{f"fuding.limit_{name}": 800 for name in LIMITS},
    "fuding.flat_pinghu": 100,
    **{f"fuding.hu_{name}": hu for name, hu in HU.items()},
    **{f"fuding.tai_{name}": 1 for name in TAI},
}

# Choices that Fuding's text adds to mechanisms which other families have too.
WIDER: dict[str, tuple[Value, ...]] = {
    "end.last_group": (0, 4, "active"),
    "end.draw_settlement": ("none", "pairwise", "pairwise_flat"),
    "gold.open_when": ("after_flowers", "after_deal", "before_deal"),
    "gold.flower_flip": ("dealer_keeps", "dealer_draws", "flowers_are_gold"),
    "opening.order": ("heavenly_first", "three_gold_first", "seat"),
}
# What a breach costs; without mistakes nothing of it acts.
BREACH_CHOICES: dict[str, tuple[Value, ...]] = {
    "penalty.after_pei": ("abort", "continue"),
    "penalty.pei_size": ("fixed", "limit", "total"),
    "penalty.joint_dealer_double": (False, True),
    "penalty.losers_settle": (False, True),
    "penalty.deal_passes": ("always", "unless_dealer_won"),
    "penalty.wrong_dealer": ("after_rightful", "after_usurper"),
    "penalty.gold_opener": ("seat_before_dealer", "dealer"),
    "penalty.self_report": ("dealer_head", "any"),
    "penalty.late_honour": ("pei_with_win", "takeback"),
    "penalty.freeze_win": ("any", "discard_only"),
    "penalty.tell_tenpai": ("self_draw_only", "stand"),
    "penalty.hint": ("self_draw_only", "stand"),
    "penalty.kan_retract": ("stand", "undo"),
    "timing.lift_blocks": ("chi_pon_win", "chi"),
    "timing.late_pon": ("refuse", "allow", "if_tile_bad"),
    "timing.grace_skipped": ("pon", "pon_and_chi", "none"),
}
BREACH_NUMBERS = {"penalty.pei_points": (500, 0, 5000)}

CHOICES = {**COMMON_CHOICES, **TABLE_LAW_CHOICES, **WIDER, **FUDING_CHOICES}
NUMBERS = {**COMMON_NUMBERS, **TABLE_LAW_NUMBERS, **FUDING_NUMBERS}

NEUTRAL: Options = {
    **COMMON_NEUTRAL,
    **{key: choices[0] for key, choices in FUDING_CHOICES.items()},
    **{key: number[0] for key, number in FUDING_NUMBERS.items()},
    **FUDING_POINTS,
}

LITERAL: Options = {
    **NEUTRAL,
    "tiles.white": "flower",
    "tiles.seasons": "flower",
    "deal.hand_size": 16,
    "deal.seat_winds": "dice",
    "kan.near_end": "one_each",
    "kan.closed_kind": "hidden",
    "end.last_group": "active",
    "end.kan_into_group": "no_discard",
    "end.kan_maker_tile": "last_tile",
    "end.flower_into_group": "dead",
    "claim.chi": "next_seat",
    "claim.pass_after": "win_or_pon",
    "claim.pass_win": "same_kind",
    "claim.pass_pon": True,
    "claim.pass_kan": True,
    "turn.stand_pass": True,
    "gold.source": "indicator",
    "gold.open_when": "before_deal",
    "gold.flower_flip": "flowers_are_gold",
    "gold.discard": "forbidden",
    "gold.idle_win": "self_draw_only",
    "opening.check": "before_and_after",
    "opening.order": "seat",
    "win.three_gold": "opening_only",
    "win.flower_win": 8,
    "win.flower_win_golds": True,
    "win.flower_win_mid_hand": True,
    "win.same_kind_group": "all",
    "bar.late_honour": 8,
    "bar.flush_table": 4,
    "bar.four_winds": True,
    "bar.own_kan_tile": True,
    "dealer.on_draw": "next",
    "pay.other_share": 1,
    "pay.limit": 800,
}

# Without mistakes `bonus` and `wujiao` play as `literal`; their hands are not listed again.
PRESETS: dict[str, Options] = {"literal": {}, "club": {"wall.reserve": 16}}

# House rules of b.14, one change each; the referee plays all of them.
TOGGLES: dict[str, Options] = {
    "T1": {"wall.reserve": 16},
    "T2": {"bar.late_honour": 0},
    "T3": {"bar.flush_table": 0},
    "T4": {"bar.four_winds": False},
    "T4b": {"bar.four_winds_dead": True, "bar.four_winds_follow": True},
    "T5": {"gold.idle_win": "any"},
    "T6": {"claim.pass_win": "none", "claim.pass_pon": False, "claim.pass_kan": False, "claim.pass_after": "win"},
    "T7": {
        "end.last_group": 0,
        "end.kan_into_group": "discard",
        "end.kan_maker_tile": "skip",
        "end.flower_into_group": "replace",
    },
    "T8": {"kan.near_end": "live_tile"},
    "T9": {"win.same_kind_group": "none"},
    "T10": {"claim.multi_win": "all"},
    "T11": {"bar.own_kan_tile": False},
    "T12": {"gold.discard": "allowed"},
    "T13": {"bar.flush_follow": False, "bar.dead_tile": "none"},
    "T14": {"dealer.on_draw": "stay", "dealer.after_win": "winner"},
    "T15": {"fuding.dealer_mult": 1, "fuding.streak_multiplies": False, "end.draw_settlement": "pairwise"},
    "T17": {"penalty.stand": "play_no_win"},
}


def fuding_preset(name: str = "literal", **changes: Value) -> Options:
    """Option values of a preset or house rule; changes are written `claim__multi_win="all"`."""
    base = PRESETS[name] if name in PRESETS else TOGGLES[name]
    return {**LITERAL, **base, **{key.replace("__", "."): value for key, value in changes.items()}}


# Options of other regions without a law in Fuding's text, and those of other families' walls.
FOREIGN = ("deal.hand_size", "deal.first_taker", "wall.tail_order", "tiles.winds", "tiles.red", "tiles.green", "turn.ready")
FOREIGN += ("win.pairs", "win.orphans", "kan.rob_closed", "rob_gold.", "claim.win_order", "flower.quads", "wall.grow_flower_quad")
FOREIGN += ("gold.maps_to", "gold.in_melds", "gold.fifth_copy", "gold.discard_effect", "gold.flower_flip", "gold.open_when")
FOREIGN += ("tiles.seasons", "opening.", "gold.source", "dealer.first", "win.three_gold_choice", "wall.odd_tail")


def make_valid(options: Options) -> Options:
    """The nearest option values without a contradiction. (Keys that have no effect may stay.)"""
    fixed = dict(options)
    if fixed["deal.seat_winds"] == "none":
        fixed["deal.seat_winds"] = "dice"
    fixed["wall.reserve"] = min(int(fixed["wall.reserve"]), largest_reserve(fixed))
    if not fixed["pay.discarder_share"] and not fixed["pay.other_share"]:
        fixed["pay.discarder_share"] = 1
    if fixed["claim.pass_after"] == "win":
        fixed["claim.pass_pon"] = False
    if not fixed["claim.pass_pon"]:
        fixed["claim.pass_kan"] = False
    if fixed["end.kan_into_group"] == "discard":
        fixed["end.kan_maker_tile"] = "skip"
    if fixed["pay.limit"]:
        fixed["fuding.rounding"] = min(int(fixed["fuding.rounding"]), int(fixed["pay.limit"]))
    if fixed["gold.discard"] == "forbidden":
        fixed["gold.claimable"] = "never"
    fixed["win.flower_win"] = min(int(fixed["win.flower_win"]), 8)
    return fixed


def random_fuding(seed: int, changes: int | None = None) -> Options:
    """Option values for a test: every option with a law at random, or a preset with a few changes."""
    rng = random.Random(seed)
    keys = [key for key in (*CHOICES, *NUMBERS, *FUDING_POINTS) if not key.startswith(FOREIGN)]
    picked = keys if changes is None else rng.sample(keys, changes)
    options: Options = {**LITERAL, **PRESETS[rng.choice([*PRESETS])]}
    for key in picked:
        options[key] = _random_value(rng, key)
    return make_valid(options)


def _random_value(rng: random.Random, key: str) -> Value:
    if key in CHOICES:
        return LITERAL[key] if rng.random() < 0.3 else rng.choice(CHOICES[key])
    if key in FUDING_POINTS:
        usual = FUDING_POINTS[key]
        if usual >= 100:
            return rng.choice((usual, usual, rng.randint(1, 1200), 0 if key.endswith(("qingyi", "four_winds", "pinghu")) else 400))
        return rng.choice((usual, rng.randint(0, 3 if key.startswith("fuding.tai_") else 20)))
    special: dict[str, tuple[int, ...]] = {
        "pay.limit": (0, 300, 800, 800, 2000),
        "wall.reserve": (0, 0, 14, 16, 40, 60),
        "fuding.eight_tai_bonus": (0, 500),
        "fuding.tai_limit": (8, 4, 12),
        "fuding.rounding": (10, 1, 7),
        "win.flower_win": (8, 6, 4, 0),
        "bar.late_honour": (8, 0, 20),
        "bar.flush_table": (4, 4, 3, 2, 0),
    }
    if key in special:
        return rng.choice(special[key])
    _, low, high = NUMBERS[key]
    return rng.randint(low, high)
