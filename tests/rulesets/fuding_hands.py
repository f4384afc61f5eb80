"""Finished Fuding hands by seat, scored: short helpers for tests.

A hand is written `123m EEE GG [pon 9s] [chi 123p] (H1 PP) <H2>`: concealed tiles with the winning tile, golds as `G`, melds in
brackets, flowers laid out in parentheses, gold flowers held (already among the `G`) in angles.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np

from rulesets.compile import rule_table
from rulesets.dtype import FIRST_FLOWER, ScoreFault
from rulesets.fuding.fans import fans_in
from rulesets.hand_tables import load_tables
from rulesets.options import Value
from rulesets.records.model import MELDS
from rulesets.score import new_events, new_hands, new_scores, score_hand
from rulesets.spec import load_preset, with_changes
from rulesets.tiles import N_SEATS, Tile, WinKind, counts_of, parse_tiles, parse_with_golds

A, B, C, D = range(4)  # seats in turn order
LITERAL = load_preset("fuding/literal")


def row_of(preset: str = "literal", **changes: Value) -> Any:
    """The rule row of a preset with options changed; `__` stands for the dot."""
    spec = load_preset(f"fuding/{preset}")
    moved = {key.replace("__", "."): value for key, value in changes.items()}
    return rule_table([with_changes(spec, moved) if moved else spec]).view(np.recarray)[0]


def put(hand: Any, text: str) -> None:
    """Enter one hand into its HAND record."""
    for words in re.findall(r"\[(.*?)\]", text):
        kind, tiles = words.split()
        hand.meld_kind[hand.n_melds] = int(MELDS[kind])
        hand.meld_tile[hand.n_melds] = min(parse_tiles(tiles))
        hand.n_melds += 1
    for kind in parse_tiles("".join(re.findall(r"\((.*?)\)", text))):
        hand.flowers[kind - FIRST_FLOWER] += 1
    for kind in parse_tiles("".join(re.findall(r"<(.*?)>", text))):
        hand.gold_flowers |= 1 << kind - Tile.H1
    kinds, golds = parse_with_golds(re.sub(r"\[.*?\]|\(.*?\)|<.*?>", "", text))
    hand.counts[:] = counts_of(kinds)
    hand.golds = golds


def event_of(winner: int | None, tile: str = "", payer: int | None = None, gold: str = "5p", **facts: int) -> Any:
    """An EVENT; seat A deals and is East unless `facts` say otherwise."""
    event = new_events()[0]
    event.gold_kind = event.indicator = parse_tiles(gold)[0]
    event.east = A
    event.discards = 20
    if winner is not None:
        event.winner_mask = 1 << winner
        event.win_kind = WinKind.SELF_DRAW if payer is None else WinKind.DISCARD
        event.payer = -1 if payer is None else payer
        if tile:
            event.tile = event.gold_kind if tile == "G" else parse_tiles(tile)[0]
    for name, value in facts.items():
        event[name] = value
    return event


def result(hands: dict[int, str], event: Any, rules: Any = None) -> Any:
    """The SCORE of a finished hand; its deltas sum to zero."""
    records = new_hands()
    for seat, text in hands.items():
        put(records[seat], text)
    out = new_scores()[0]
    fault = score_hand(load_tables(True), row_of() if rules is None else rules, records, event, out)
    assert fault == ScoreFault.OK, ScoreFault(fault).name
    assert sum(int(out.delta[seat]) for seat in range(N_SEATS)) == 0
    return out


def delta(hands: dict[int, str], event: Any, **changes: Value) -> list[int]:
    """Points by seat."""
    score = result(hands, event, row_of(**changes))
    return [int(score.delta[seat]) for seat in range(N_SEATS)]


def codes(hands: dict[int, str], event: Any, winner: int, **changes: Value) -> list[str]:
    """Codes of the winner's fans."""
    return [fan.code for fan in fans_in(int(result(hands, event, row_of(**changes)).fans[winner]))]
