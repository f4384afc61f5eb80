"""Whole studies of random hands, played by the engine and followed by the oracle."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from rulesets.compile import rule_table
from rulesets.tiles import KIND_NAMES, format_hand
from sim.batch import EngineError, Group, LineUp, Played, WallMode, linear_order, play, wall_order
from tests.oracle.ending import next_streak
from tests.oracle.engine import bot_table, spec_of
from tests.oracle.moves import Action
from tests.oracle.options import Value, family_of
from tests.oracle.replay import KIND_BITS, NAMELESS, DisagreementError, Replay, compare_outcome, dealer_after, legal_text
from tests.oracle.rigged import rigged_hand
from tests.oracle.rigged_fuding import incidents, rigged_fuding
from tests.oracle.rigged_fuzhou import rigged_fuzhou
from tests.oracle.table import Table
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
    streaks: dict[tuple[int, int], int] = {}  # by variant and wall: how often the next dealer of a session has kept the deal
    for log in played.transcripts():
        rows = log.tolist()
        _, dealer, variant, hand_no, wall = rows[0][:5]
        options = variants[variant]
        name = f"seed {seed} wall {wall} hand {hand_no} variant {variant}"
        try:
            tiles = wall_of(seed, wall, hand_no, mode, options)
            n_kept = streaks.get((variant, wall), 0)
            replay = Replay(rows, options, tiles, name=name, with_readiness=with_readiness, n_kept=n_kept)
            table = replay.run()
        except DisagreementError as fault:
            raise DisagreementError(f"{fault}\n{changes(options)}") from None
        place = list(walls).index(wall)
        for scored in range(len(variants)) if rescored else [variant]:
            at = played.variants.index(scored)
            try:
                compare_outcome(replay, variants[scored], played.rows[at, 0, place, hand_no])
            except DisagreementError as fault:
                raise DisagreementError(f"{fault}\n{changes(variants[scored])}") from None
            if hand_no + 1 < session_hands and not rescored:
                _check_dealer(played, replay, options, at, place, hand_no)
                assert table.ending is not None
                streaks[variant, wall] = next_streak(table.ending, options)
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


class Arranged(NamedTuple):
    """An arranged hand as the oracle has played it: a wall, a full script, and what came up."""

    dealer: int
    row: list[int]
    script: list[tuple[int, int]]
    seen: Counter[str]


def arranged(options: Options, seed: int) -> Arranged:
    """One hand full of incident, played by the oracle alone."""
    rng = random.Random(seed)
    rigged = {"hebei": rigged_hand, "fuzhou": rigged_fuzhou, "fuding": rigged_fuding}[family_of(options)]
    dealer, row, chooser, stands = rigged(rng, dict(options))
    asking = random.Random(seed)
    table = Table(options, dealer, LinearWall(row, options), asks_to_stand=lambda: asking.random() < stands)
    script, found = [], Counter[str]()
    while table.ending is None:
        found += incidents(table)
        questions = table.questions()
        choices = [chooser(table, seat, legal) for seat, legal in questions]
        draws = (questions[0][0], Action.DRAW * KIND_BITS)
        if choices[0][0] == Action.STAND and _has_just_drawn(table, draws[0]) and script[-1:] != [draws]:
            script.append(draws)  # or the next row would stand for standing instead of drawing
        script += [(seat, choice_number(table, seat, *choice)) for (seat, _), choice in zip(questions, choices, strict=True)]
        table.answer(choices)
    return Arranged(dealer, row, script, found + tally(table))


def _has_just_drawn(table: Table, seat: int) -> bool:
    """Has the seat been asked, or could it have been, whether it stands instead of the draw that its turn began with?"""
    at = len(table.events)
    while at and table.events[at - 1].what in ("flower", "draw") and table.events[at - 1].seat == seat:
        at -= 1
    began = table.events[at] if at < len(table.events) else None
    return bool(table.options["turn.stand_pass"]) and began is not None and (began.what, began.extra) == ("draw", 0)


def compare_rigged(options: Options, seed: int, with_readiness: bool = False) -> Counter[str]:
    """One hand full of incident: the oracle plays it, the engine must be able to follow, then the two are compared."""
    dealer, row, script, seen = arranged(options, seed)
    follow(options, dealer, row, script, f"rigged {seed}", with_readiness)
    return seen


def follow(
    options: Options, dealer: int, row: Sequence[int], script: Sequence[tuple[int, int]], name: str, with_readiness: bool
) -> tuple[Played, Replay]:
    """Have the engine play a laid wall by a full script of (seat, choice), and compare with the oracle."""
    try:
        played = play(
            rule_table([spec_of(options)]),
            bot_table("random_legal"),
            [0],
            1,
            mode=WallMode.RECORDED,
            recorded=np.array([row], np.int8),
            dealers=np.array([dealer], np.int8),
            script=np.array(script, np.int64).reshape(-1, 2),
            strict=True,
            log=True,
        )
    except EngineError as fault:
        raise DisagreementError(f"{name}: {_where_it_stopped(fault, options, dealer, row, script)}") from None
    try:
        replay = Replay(played.log.tolist(), options, LinearWall(row, options), name=name, with_readiness=with_readiness)
        replay.run()
        compare_outcome(replay, options, played.rows[0, 0, 0, 0])
    except DisagreementError as fault:
        raise DisagreementError(f"{fault}\n{changes(options)}") from None
    return played, replay


def _where_it_stopped(
    fault: EngineError, options: Options, dealer: int, row: Sequence[int], script: Sequence[tuple[int, int]]
) -> str:
    """The engine would not follow the script: what it says, and the table where the oracle sees the next decision."""
    table = Table(options, dealer, LinearWall(row, options))
    state = fault.table.reshape(-1)[0]
    asked = int(state["clock"]["n_decisions"])
    left = list(script[: max(asked - 1, 0)])
    while table.ending is None and len(left) >= len(table.questions()):
        answers = [left.pop(0)[1] for _ in table.questions()]
        table.answer([(Action(answer // KIND_BITS), answer % KIND_BITS) for answer in answers])
    names = [f"seat {seat} {legal_text(legal)}" for seat, legal in table.questions()] if table.ending is None else ["the end"]
    following = [f"{seat} {Action(c // KIND_BITS).name} {KIND_NAMES[c % KIND_BITS]}" for seat, c in script[asked - 1 : asked + 2]]
    hands = [format_hand([*hand, *[0] * 8]) for hand in table.hands]
    theirs = [format_hand(own["counts"]) for own in state["own"]]
    return (
        f"{fault}, after {asked} decisions\n  oracle: {names} in {table.phase.name}, {hands} {table.melds}\n"
        f"  engine: {theirs}, phase {int(state['public']['phase'])}\n  script goes on: {following}\n  {changes(options)}"
    )


def choice_number(table: Table, seat: int, action: Action, kind: int) -> int:
    """A choice as one number: the action and the tile it is about (0 when passing)."""
    if action in NAMELESS:
        return action * KIND_BITS
    if kind < 0:
        kind = max(0, table.concerned(seat))
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
    if ending.opening:
        found[f"{ending.opening} by {'dealer' if ending.winners[0] == ending.dealer else 'other'}"] += 1
    found["win in the last group"] += bool(table.group_left >= 0 and ending.winners)
    found["claim barred by a thrown gold"] += any(table.self_draw_only)
    found[f"robbed {ending.robbed}"] += 1
    return found
