"""The way from the oracle's plain data to the project's records and back: the only file here that knows both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from rulesets.compile import rule_table
from rulesets.dealer import next_dealer
from rulesets.options import options_of
from rulesets.score import new_events, new_hands, new_scores, score_hand
from rulesets.spec import RulesetSpec, load_preset, with_changes
from rulesets.tiles import MeldKind, OpeningWin, WinKind
from sim.bots.registry import KINDS, load_bot
from sim.bots.row import BOT
from tests.oracle import options as hebei
from tests.oracle import options_fuding as fuding
from tests.oracle import options_fuzhou as fuzhou
from tests.oracle.ending import Ending, Score
from tests.oracle.options import Options, Value, family_of
from tests.oracle.replay import OPENINGS, RESULTS
from tests.oracle.scoring import fan_numbers
from tests.oracle.specials import FIRST_FLOWER, SEASONS, winner_held

STANDARD = {"hebei": "hebei/literal", "fuzhou": "fuzhou/fz_std", "fuding": "fuding/literal"}
NEUTRAL = {"hebei": hebei.NEUTRAL, "fuzhou": fuzhou.NEUTRAL, "fuding": fuding.NEUTRAL}


def spec_of(options: Mapping[str, Value]) -> RulesetSpec:
    """The rule set with these option values; the loader checks them."""
    standard = load_preset(STANDARD[family_of(options)])
    changes = {key: value for key, value in options.items() if standard[key] != value}
    return with_changes(standard, changes) if changes else standard


def bot_table(*names: str) -> Any:
    """Rows of the bots of these names; "patient min_fan=200" has another value for a setting."""
    table = np.zeros(len(names), BOT)
    for row, (name, *changes) in zip(table, map(str.split, names), strict=True):
        bot = load_bot(name)
        row["kind"] = bot.kind
        row["settings"][: len(bot.settings)] = bot.settings
        settings = [setting.name for kind in KINDS.values() if kind.number == bot.kind for setting in kind.settings]
        for setting, _, value in (change.partition("=") for change in changes):
            row["settings"][settings.index(setting)] = int(value)
    return table


def valid_options(seed: int, changes: int | None = None) -> Options:
    """Random option values which the loader accepts: options that could not act are put back to their neutral value."""
    return without_dormant(hebei.random_options(seed, changes))


def valid_fuzhou(seed: int, changes: int | None = None) -> Options:
    """The same for Fuzhou."""
    return without_dormant(fuzhou.random_fuzhou(seed, changes))


def valid_fuding(seed: int, changes: int | None = None) -> Options:
    """The same for Fuding."""
    return without_dormant(fuding.random_fuding(seed, changes))


def scoring_options(seed: int, base: Options) -> Options:
    """`base` with everything at random that alters points and nothing else."""
    family = family_of(base)
    draw = {"hebei": hebei.random_options, "fuzhou": fuzhou.random_fuzhou, "fuding": fuding.random_fuding}[family]
    drawn = draw(seed)
    changed = {**base, **{key: drawn[key] for key in drawn if options_of(family)[key].effect == "S"}}
    valid = {"hebei": dict, "fuzhou": fuzhou.make_valid, "fuding": fuding.make_valid}[family](changed)
    return without_dormant(valid)


def without_dormant(options: Options) -> Options:
    """The same values, those that cannot act beside the others put back to their neutral value."""
    options = dict(options)
    family = family_of(options)
    catalogue, neutral = options_of(family), NEUTRAL[family]
    asleep = True
    while asleep:
        asleep = {key: neutral[key] for key in options if options[key] != neutral[key] and not catalogue[key].is_alive(options)}
        options.update(asleep)
    return options


def records_of(ending: Ending, options: Mapping[str, Value]) -> tuple[Any, Any]:
    """HAND records by seat and an EVENT record array of one."""
    hands, events = new_hands(), new_events()
    for seat in range(4):
        hand = hands[seat]
        hand["counts"][:34] = ending.hands[seat]
        if ending.gold >= 0:
            held = winner_held(ending, seat, options) if seat in ending.winners else None
            hand["golds"] = held.golds if held else ending.golds(seat)
            hand["gold_flowers"] = sum(1 << kind - SEASONS[0] for kind in ending.gold_flowers[seat])
            if ending.gold < SEASONS[0]:
                hand["counts"][ending.gold] -= hand["golds"]
        hand["flowers"][: 42 - FIRST_FLOWER] = ending.flowers[seat]
        hand["n_melds"] = len(ending.melds[seat])
        for place, meld in enumerate(ending.melds[seat]):
            hand["meld_kind"][place] = MeldKind[meld.what.upper()]
            hand["meld_tile"][place] = meld.kind
            hand["meld_from"][place] = meld.feeder
    event = events[0]
    event["win_kind"] = WinKind(RESULTS.index(ending.result))
    event["dealer"], event["tile"], event["payer"] = ending.dealer, ending.tile, ending.payer
    event["winner_mask"] = sum(1 << seat for seat in ending.winners)
    event["after_kan"], event["last_tile"] = ending.after_kan, ending.last_tile
    event["rob_kind"] = MeldKind[ending.robbed.upper()] if ending.robbed else -1
    event["opening"] = OpeningWin(OPENINGS.index(ending.opening))
    event["first_draw"], event["n_kept"] = ending.first_draw, ending.n_kept
    event["gold_kind"], event["indicator"] = ending.gold, ending.indicator
    event["east"], event["discards"], event["no_kan"] = ending.east, ending.discards, ending.no_kan
    event["standing"] = sum(1 << seat for seat in ending.standing)
    event["liable"] = -1
    return hands, events


def engine_score(tables: Any, options: Mapping[str, Value], ending: Ending) -> Score:
    """What the project's scoring says, in the oracle's form."""
    rules = rule_table([spec_of(options)])
    hands, events = records_of(ending, options)
    out = new_scores()
    fault = score_hand(tables, rules[0], hands, events[0], out[0])
    if fault:
        raise ValueError(f"fault {fault} for {ending}")
    row = out[0]
    masks = [int(row["fans"][seat]) for seat in ending.winners]
    numbers = fan_numbers(options)
    return Score(
        delta=tuple(map(int, row["delta"])),
        win_part=tuple(map(int, row["win_part"])),
        kan_part=tuple(map(int, row["kan_part"])),
        fans=tuple(frozenset(name for name, number in numbers.items() if mask >> number & 1) for mask in masks),
        fan_points=tuple(int(row["fan_points"][seat]) for seat in ending.winners),
        fan_paid={name: int(row["fan_paid"][number]) for name, number in numbers.items() if row["fan_paid"][number]},
    )


def engine_next_dealer(options: Mapping[str, Value], ending: Ending) -> int:
    """Who deals next, as the project's law says."""
    rules = rule_table([spec_of(options)])
    return int(next_dealer(rules[0], records_of(ending, options)[1][0]))
