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
from rulesets.tiles import MeldKind, WinKind
from sim.bots.registry import load_bot
from sim.bots.row import BOT
from tests.oracle.ending import Ending, Score
from tests.oracle.options import FAN_POINTS, NEUTRAL, Options, Value, random_options
from tests.oracle.replay import RESULTS
from tests.oracle.score_hebei import NUMBER


def spec_of(options: Mapping[str, Value]) -> RulesetSpec:
    """The rule set with these option values; the loader checks them."""
    literal = load_preset("hebei/literal")
    changes = {key: value for key, value in options.items() if literal[key] != value}
    return with_changes(literal, changes) if changes else literal


def bot_table(*names: str) -> Any:
    """Rows of the bots of these names."""
    table = np.zeros(len(names), BOT)
    for row, bot in zip(table, map(load_bot, names), strict=True):
        row["kind"] = bot.kind
        row["settings"][: len(bot.settings)] = bot.settings
    return table


def valid_options(seed: int, changes: int | None = None) -> Options:
    """Random option values which the loader accepts: options that could not act are put back to their neutral value."""
    return without_dormant(random_options(seed, changes))


def scoring_options(seed: int, base: Options) -> Options:
    """`base` with everything at random that alters points and nothing else."""
    drawn = random_options(seed)
    return without_dormant({**base, **{key: drawn[key] for key in drawn if options_of("hebei")[key].effect == "S"}})


def without_dormant(options: Options) -> Options:
    """The same values, those that cannot act beside the others put back to their neutral value."""
    options = dict(options)
    catalogue = options_of("hebei")
    asleep = True
    while asleep:
        asleep = {key: NEUTRAL[key] for key in options if options[key] != NEUTRAL[key] and not catalogue[key].is_alive(options)}
        options.update(asleep)
    return options


def records_of(ending: Ending) -> tuple[Any, Any]:
    """HAND records by seat and an EVENT record array of one."""
    hands, events = new_hands(), new_events()
    for seat in range(4):
        hands[seat]["counts"][:34] = ending.hands[seat]
        hands[seat]["n_melds"] = len(ending.melds[seat])
        for place, meld in enumerate(ending.melds[seat]):
            hands[seat]["meld_kind"][place] = MeldKind[meld.what.upper()]
            hands[seat]["meld_tile"][place] = meld.kind
            hands[seat]["meld_from"][place] = meld.feeder
    event = events[0]
    event["win_kind"] = WinKind(RESULTS.index(ending.result))
    event["dealer"], event["tile"], event["payer"] = ending.dealer, ending.tile, ending.payer
    event["winner_mask"] = sum(1 << seat for seat in ending.winners)
    event["after_kan"], event["last_tile"] = ending.after_kan, ending.last_tile
    event["rob_kind"] = MeldKind[ending.robbed.upper()] if ending.robbed else -1
    return hands, events


def engine_score(tables: Any, options: Mapping[str, Value], ending: Ending) -> Score:
    """What the project's scoring says, in the oracle's form."""
    rules = rule_table([spec_of(options)])
    hands, events = records_of(ending)
    out = new_scores()
    fault = score_hand(tables, rules[0], hands, events[0], out[0])
    if fault:
        raise ValueError(f"fault {fault} for {ending}")
    row = out[0]
    masks = [int(row["fans"][seat]) for seat in ending.winners]
    return Score(
        delta=tuple(map(int, row["delta"])),
        win_part=tuple(map(int, row["win_part"])),
        kan_part=tuple(map(int, row["kan_part"])),
        fans=tuple(frozenset(name for name in FAN_POINTS if mask >> NUMBER[name] & 1) for mask in masks),
        fan_points=tuple(int(row["fan_points"][seat]) for seat in ending.winners),
        fan_paid={name: int(row["fan_paid"][NUMBER[name]]) for name in FAN_POINTS if row["fan_paid"][NUMBER[name]]},
    )


def engine_next_dealer(options: Mapping[str, Value], ending: Ending) -> int:
    """Who deals next, as the project's law says."""
    rules = rule_table([spec_of(options)])
    return int(next_dealer(rules[0], records_of(ending)[1][0]))
