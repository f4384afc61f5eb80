"""Hands with golds for tests: text to records and rule rows."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import Any

import numpy as np

from rulesets.compile import rule_table
from rulesets.hand_distance import suit_keys
from rulesets.hand_golds import hand_distance
from rulesets.hand_seat import seat_waits
from rulesets.hand_tables import HandTables, load_tables
from rulesets.options import Value
from rulesets.score import new_hands
from rulesets.spec import RulesetSpec, resolve, with_changes
from rulesets.tiles import KIND_NAMES, N_HELD_KINDS, MeldKind, counts_of, parse_tiles, parse_with_golds

G = KIND_NAMES.index("5s")  # the gold kind of all fixtures

# Verified fixtures: sixteen tiles each.
HA = "123m456m789m123p45p77s"
HB = "123m456m789m123p456p G"
HC = "123m456m789m123p78p GG"
HD = "123m456m789m123p77p GG"
HE = "147m9m147p9p147s9s2m8p GG"
HF = "11m33m55m77m99m22p44p66p"
HG = "1111m456p789p123s789s"


@cache
def tables() -> HandTables:
    return load_tables(golds=True)


def spec_with(base: str = "fuzhou/fz_std", **changes: Value) -> RulesetSpec:
    """A rule set with options changed; `__` stands for the dot."""
    spec = resolve(base)
    wanted = {key.replace("__", "."): value for key, value in changes.items()}
    moved = {key: value for key, value in wanted.items() if spec.values[key] != value}
    return with_changes(spec, moved) if moved else spec


@cache
def _row(base: str, changes: tuple[tuple[str, Value], ...]) -> Any:
    return rule_table([spec_with(base, **dict(changes))]).view(np.recarray)[0]


def row(base: str = "fuzhou/fz_std", **changes: Value) -> Any:
    """Its rule row."""
    return _row(base, tuple(changes.items()))


def hand_of(text: str) -> Any:
    """A HAND record from text: golds `G`, melds in brackets such as `[pon 9s]` or `[chi 2m]` (lowest tile)."""
    hand = new_hands()[0]
    melds = re.findall(r"\[(\w+) (\w+)\]", text)
    kinds, golds = parse_with_golds(re.sub(r"\[[^\]]*\]", "", text))
    hand.counts[:] = counts_of(kinds)
    hand.golds = golds
    hand.n_melds = len(melds)
    for i, (word, tile) in enumerate(melds):
        hand.meld_kind[i] = MeldKind[word.upper()]
        hand.meld_tile[i] = parse_tiles(tile)[0]
    return hand


def keys_of(hand: Any) -> Any:
    keys = np.zeros(4, np.int32)
    suit_keys(hand.counts, keys)
    return keys


def counter(hand: Any) -> Counter[int]:
    """The natural concealed tiles."""
    return Counter({k: int(hand.counts[k]) for k in range(N_HELD_KINDS) if hand.counts[k]})


def distance(rules: Any, hand: Any) -> int:
    return int(hand_distance(tables(), rules, keys_of(hand), hand.counts, int(hand.n_melds), int(hand.golds)))


def waits(rules: Any, text: str, gold_kind: int = G) -> set[str]:
    """Names of the kinds that complete a hand; `G` for a gold."""
    hand = hand_of(text)
    mask = int(seat_waits(tables(), rules, keys_of(hand), hand, gold_kind, distance(rules, hand)))
    names = {KIND_NAMES[k] for k in range(N_HELD_KINDS) if mask >> k & 1 and int(rules.built.held[k])}
    return (names - {KIND_NAMES[gold_kind]}) | ({"G"} if KIND_NAMES[gold_kind] in names else set())
