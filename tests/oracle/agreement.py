"""Whole studies of random hands, played by the engine and followed by the oracle."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from rulesets.compile import rule_table
from sim.batch import Group, LineUp, Played, WallMode, linear_order, play, wall_order
from tests.oracle.engine import bot_table, spec_of
from tests.oracle.options import Value
from tests.oracle.replay import KIND_BITS, DisagreementError, Replay, compare_outcome, dealer_after
from tests.oracle.rigged import rigged_hand
from tests.oracle.table import Action, Phase, Table
from tests.oracle.wall import LaneWall, LinearWall, Wall, kind_of_tile

Options = Mapping[str, Value]


def wall_of(seed: int, wall: int, hand_no: int, mode: WallMode, options: Options) -> Wall:
    """The tiles of a keyed wall, as the engine's author hands them out."""
    if mode == WallMode.LINEAR:
        return LinearWall([kind_of_tile(number) for number in linear_order(seed, wall, hand_no)], options)
    order = wall_order(seed, wall, hand_no)
    return LaneWall(order.lanes, order.tail, options)


def compare(
    variants: Sequence[Options],
    walls: Sequence[int],
    seed: int,
    *,
    bots: Sequence[str] = ("random_legal",) * 4,
    session_hands: int = 0,
    mode: WallMode = WallMode.LANES,
    with_readiness: bool = False,
    rescored: bool = False,
) -> Counter[str]:
    """Play, follow every hand, compare every outcome; returns how often each result came up.

    `rescored`: hands are played under the first variant only and scored under all of them.
    """
    groups = [Group(0, tuple(range(len(variants))))] if rescored else []
    played = play(
        rule_table([spec_of(options) for options in variants]),
        bot_table(*bots),
        walls,
        seed,
        lineups=[LineUp((0, 1, 2, 3))],
        groups=groups,
        session_hands=session_hands,
        mode=mode,
        log=True,
    )
    results: Counter[str] = Counter()
    for log in played.transcripts():
        rows = log.tolist()
        _, dealer, variant, hand_no, wall = rows[0][:5]
        options = variants[variant]
        name = f"seed {seed} wall {wall} hand {hand_no} variant {variant}"
        try:
            tiles = wall_of(seed, wall, hand_no, mode, options)
            replay = Replay(rows, options, tiles, name=name, with_readiness=with_readiness)
            table = replay.run()
        except DisagreementError as fault:
            raise DisagreementError(f"{fault}\n{changes(options)}") from None
        place = list(walls).index(wall)
        for scored in range(len(variants)) if rescored else [variant]:
            at = played.variants.index(scored)
            compare_outcome(replay, variants[scored], played.rows[at, 0, place, hand_no])
            if hand_no + 1 < session_hands and not rescored:
                _check_dealer(played, replay, options, at, place, hand_no)
        if hand_no == 0 and not session_hands and mode == WallMode.LANES:
            assert dealer == wall_order(seed, wall).dealer
        results += tally(table)
    return results


def _check_dealer(played: Played, replay: Replay, options: Options, at: int, place: int, hand_no: int) -> None:
    deals = int(played.rows[at, 0, place, hand_no + 1]["dealer"])
    if deals != dealer_after(replay, options):
        raise DisagreementError(f"{replay.name}: seat {deals} deals next, not {dealer_after(replay, options)}")


def changes(options: Options) -> dict[str, Any]:
    """What these options change in the literal rules."""
    return dict(spec_of(options).changes)


def compare_rigged(options: Options, seed: int, with_readiness: bool = False) -> Counter[str]:
    """One hand full of incident: the oracle plays it, the engine must be able to follow, then the two are compared."""
    rng = random.Random(seed)
    dealer, row, chooser = rigged_hand(rng, options)
    table = Table(options, dealer, LinearWall(row, options))
    script = []
    while table.ending is None:
        questions = table.questions()
        choices = [chooser(table, seat, legal) for seat, legal in questions]
        script += [(seat, choice_number(table, *choice)) for (seat, _), choice in zip(questions, choices, strict=True)]
        table.answer(choices)
    played = play(
        rule_table([spec_of(options)]),
        bot_table("random_legal"),
        [0],
        seed,
        mode=WallMode.RECORDED,
        recorded=np.array([row], np.int8),
        dealers=np.array([dealer], np.int8),
        script=np.array(script, np.int64),
        strict=True,
        log=True,
    )
    rows = played.log.tolist()
    try:
        replay = Replay(rows, options, LinearWall(row, options), name=f"rigged {seed}", with_readiness=with_readiness)
        replay.run()
        compare_outcome(replay, options, played.rows[0, 0, 0, 0])
    except DisagreementError as fault:
        raise DisagreementError(f"{fault}\n{changes(options)}") from None
    return tally(table)


def choice_number(table: Table, action: Action, kind: int) -> int:
    """A choice as one number: the action and the tile it is about (0 when passing)."""
    if action == Action.PASS:
        return 0
    if kind < 0:
        kind = table.drawn if table.phase in (Phase.ACT, Phase.LAST) else table.tile
    return action * KIND_BITS + kind


def tally(table: Table) -> Counter[str]:
    """What came up in a finished hand, for knowing what a sample has covered."""
    ending = table.ending
    assert ending is not None
    found = Counter(event.what for event in table.events)
    found[ending.result] += 1
    found[f"{len(ending.winners)} winners"] += 1
    found["after kan"] += ending.after_kan
    found["last tile"] += ending.last_tile
    found["ready"] += any(table.is_ready)
    found[f"robbed {ending.robbed}"] += 1
    return found
