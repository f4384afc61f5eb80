"""Hands in which people err agree move by move: who may do what, what a slip does, who pays, who stands, who deals next.

A sample runs by default; `-m slow` plays the full size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from rulesets.clause_log import COUNTER_NAMES, ENTRY_NAMES, EVENT_COLUMNS
from rulesets.compile import rule_table
from rulesets.mistakes import MISTAKES
from sim.batch import LineUp, Played, WallMode, play
from sim.jit import JIT_OFF
from sim.mistakes.profiles import FLAWLESS, MistakeProfile, Observe, named_profile, profile_table
from tests.oracle.agreement import wall_of
from tests.oracle.engine import bot_table, spec_of
from tests.oracle.options_fuding import fuding_preset
from tests.oracle.penalties import STANDARD
from tests.oracle.replay import DisagreementError
from tests.oracle.replay_mistakes import MistakeReplay, compare_with_mistakes
from tests.oracle.slips import EFFECTS, ENTRIES, breach_of

BARS = ("passed_win", "passed_pon", "flush_bar", "four_winds_bar", "idle_gold_win", "late_honour", "late_kan", "kan_tile")
CLAIMS = ("discard_gold", "claim_gold", "chi_with_gold", "pon_retract", "kan_retract", "untaken_chi", "late_chi", "hasty")
TALK = ("tell_tenpai", "ask_chi", "leak_hand", "hint_wait", "leak_tile", "freeze_breach", "false_win", "flip_early", "undercount")
CONTINUE = {"penalty.after_pei": "continue"}
STERN = {**CONTINUE, "penalty.tell_tenpai": "stand", "penalty.hint": "stand", "penalty.freeze_win": "discard_only"}
STERN |= {"penalty.kan_retract": "undo", "penalty.late_honour": "takeback", "bar.flush_table": 3, "penalty.stand_scored": "exposed"}
DRAWS = ("overdraw", "wrong_end", "skip_draw", "late_chi", "false_closed_kan", "flower_unseen")
OPENING = ("flower_forget", "flower_jump", "flower_silent", "wrong_dealer", "wrong_door", "wrong_gold", "peek_dice")
SEEN_OPENING = {**dict.fromkeys(OPENING, 0.2), "replace_gold_flower": 0.5}
NO_FLOWERS = {"skip_draw": 0.3, "flower_unseen": 0.1, "flower_forget": 0.1, "replace_gold_flower": 0.2}
FALSE_KANS = {"false_closed_kan": 0.6, "flower_forget": 0.5, "flower_silent": 0.4}
FORCED = {**CONTINUE, "win.three_gold": "any_own_draw", "win.three_gold_choice": "forced", "end.last_group_win": "forced"}
SHORT_HANDS = {"overdraw": 0.06, "skip_draw": 0.1, "flower_forget": 0.2, "false_closed_kan": 0.3, "untaken_chi": 0.5}
LEAKS_LATE = {**CONTINUE, "wall.reserve": 40}
LEAKS = {"leak_tile": 0.2, "freeze_breach": 0.8, "overdraw": 0.01, "skip_draw": 0.02}
OTHER_RIGHTS = {"timing.lift_blocks": "chi", "timing.grace_skipped": "pon_and_chi", "timing.late_pon": "if_tile_bad"}
LATE_PONS = {**CONTINUE, "timing.late_pon": "allow", "timing.grace_skipped": "none"}
BOTS = ("greedy", "random_legal", "greedy", "greedy")
# Lets cheap wins on others' tiles go while the wall is high, and would take the next copy once it is low.
LETS_WINS_GO = ("patient min_fan=280 take_any_below=40",) * 4
SEEN_TILES = {**CONTINUE, "claim.pass_win": "any_kind", "claim.pass_after": "seen", "claim.multi_win": "all"}
PASSED_WIN = {"passed_win": 0.9}


def profile(rates: dict[str, float], times: float = 0.0, observe: Observe = Observe.REFEREE) -> MistakeProfile:
    """Somebody who errs so often, else so many times as often as a novice; half of the observers notice, and object."""
    novice = named_profile("novice")
    p = tuple(min(1.0, rates.get(m.name, p * times)) for m, p in zip(MISTAKES, novice.p, strict=True))
    return replace(novice, p=p, q=(0.5,) * len(MISTAKES), objects=0.6, observe=observe)


def played(
    rules: dict[str, Any], who: MistakeProfile, walls: Sequence[int], seed: int, bots: tuple[str, ...], told: bool = True
) -> Played:
    """The hands of these walls. `told`: with their transcripts and breaches."""
    table = bot_table(*bots)
    table["profile"] = 1
    return play(
        rule_table([spec_of(rules)]), table, walls, seed, lineups=[LineUp((0, 1, 2, 3))], mode=WallMode.LANES, log=told,
        profiles=profile_table([FLAWLESS, who]), clause_block=1, breaches=told,
    )  # fmt: skip


def check(
    options: dict[str, Any], who: MistakeProfile, walls: Sequence[int], seed: int, bots: tuple[str, ...] = BOTS
) -> Counter[str]:
    """Play and replay the hands of these walls one by one; returns what followed from which breach."""
    seen: Counter[str] = Counter()
    rules = {**STANDARD, **fuding_preset("literal"), **options}
    late = who.p[ENTRY_NAMES.index("slow")] > 0
    for wall in walls:
        result = played(rules, who, [wall], seed, bots)
        breaches = [breach_of(dict(zip(EVENT_COLUMNS, row, strict=False))) for row in result.breaches.tolist()]
        rows = next(iter(result.transcripts())).tolist()
        tiles, name = wall_of(seed, wall, 0, WallMode.LANES, rules), f"seed {seed} wall {wall}"
        replay = MistakeReplay(rows, rules, tiles, breaches, late, name=name)
        try:
            replay.run()
            compare_with_mistakes(replay, rules, result.rows[0, 0, 0, 0])
        except DisagreementError as fault:
            raise DisagreementError(f"{fault}\n{options} {breaches}") from None
        seen.update(f"{breach.entry}: {breach.effect or 'nothing'}" for breach in breaches)
        seen["hands"] += 1
        seen["void hands"] += replay.table.aborted
    return seen


SAMPLES: dict[str, tuple[dict[str, Any], MistakeProfile, tuple[str, ...]]] = {
    "referee, abort": ({}, profile({}, 4), BOTS),
    "players, play on": (CONTINUE, profile({}, 6, Observe.PLAYERS), BOTS),
    "bars": (CONTINUE, profile(dict.fromkeys(BARS, 0.7)), ("random_legal",) * 4),
    "claims, seen by players": (CONTINUE, profile(dict.fromkeys(CLAIMS, 0.5), 0, Observe.PLAYERS), ("random_legal",) * 4),
    "talk": ({}, profile(dict.fromkeys(TALK, 0.1)), BOTS),
    "other penalties": (STERN, profile(dict.fromkeys((*BARS, *CLAIMS, *TALK), 0.15), 1), BOTS),
    "draws": (CONTINUE, profile(dict.fromkeys(DRAWS, 0.08)), BOTS),
    "draws, seen by players": (CONTINUE, profile(dict.fromkeys(DRAWS, 0.08), 0, Observe.PLAYERS), ("random_legal",) * 4),
    "opening": ({"penalty.self_report": "any"}, profile({**dict.fromkeys(OPENING, 0.2), "overdraw": 0.1}), BOTS),
    "opening, seen by players": (CONTINUE, profile(SEEN_OPENING, 0, Observe.PLAYERS), BOTS),
    "chis": (CONTINUE, profile({"wrong_chi": 0.4, "swap_chi": 0.7}), ("greedy",) * 4),
    "chis, seen by players": (CONTINUE, profile({"wrong_chi": 0.4, "swap_chi": 0.7}, 0, Observe.PLAYERS), ("greedy",) * 4),
    "flowers not replaced": (CONTINUE, profile({"skip_draw": 0.3, "overdraw": 0.03}), BOTS),
    "flowers not replaced, seen by players": (CONTINUE, profile(NO_FLOWERS, 0, Observe.PLAYERS), ("random_legal",) * 4),
    "false kans announced": (CONTINUE, profile(FALSE_KANS), ("random_legal",) * 4),
    "forced wins": (FORCED, profile(SHORT_HANDS), BOTS),
    "forced wins, seen by players": (FORCED, profile(SHORT_HANDS, 0, Observe.PLAYERS), BOTS),
    "leaks in the division": (LEAKS_LATE, profile({"leak_tile": 0.3, "freeze_breach": 0.8}), ("greedy",) * 4),
    "leaks in the division, forced": ({**LEAKS_LATE, **FORCED}, profile(LEAKS, 0, Observe.PLAYERS), ("greedy",) * 4),
    "chis and leaks": (CONTINUE, profile({"wrong_chi": 0.8, "leak_tile": 0.2}, 0, Observe.PLAYERS), ("greedy_calls",) * 4),
    "late answers, other rights": (OTHER_RIGHTS, profile({"slow": 0.6, "hint_ponner": 0.2}), ("greedy_calls",) * 4),
    "late answers, missed pons": (LATE_PONS, profile({"slow": 0.6}, 0, Observe.PLAYERS), ("greedy_calls",) * 4),
    "late answers": ({}, profile({"slow": 0.3, "hasty": 0.3, "hint_ponner": 0.2}), ("greedy",) * 4),
}

# Wins on tiles that were let go by: rare, so that hands are played in which they come up.
LET_GO: dict[str, tuple[dict[str, Any], MistakeProfile, tuple[str, ...]]] = {
    "wins let go": ({}, profile(PASSED_WIN), LETS_WINS_GO),
    "wins let go, seen by players": (CONTINUE, profile(PASSED_WIN, 0, Observe.PLAYERS), LETS_WINS_GO),
    "any win let go": ({**CONTINUE, "claim.pass_win": "any_kind", "claim.pass_rob": True}, profile(PASSED_WIN), LETS_WINS_GO),
    "tiles seen": (SEEN_TILES, profile(PASSED_WIN, 0, Observe.PLAYERS), LETS_WINS_GO),
}

# Wins that are void, called or (three golds) forced: rare too, unless hardly anybody notices before what is wrong with the hand.
VOID = profile(
    {"overdraw": 0.1, "skip_draw": 0.1, "flower_forget": 0.2, "flower_silent": 0.4, "false_closed_kan": 0.3}, 0, Observe.PLAYERS
)
UNSEEN = replace(VOID, q=(0.02,) * len(MISTAKES))
ANY_THREE = {"win.three_gold": "any_own_draw"}
VOID_WINS: dict[str, tuple[dict[str, Any], MistakeProfile, tuple[str, ...]]] = {
    "forced": (FORCED, UNSEEN, ("greedy",) * 4),
    "called": ({**CONTINUE, **ANY_THREE}, UNSEEN, ("greedy",) * 4),
    "called, hand over": (ANY_THREE, UNSEEN, ("greedy",) * 4),
}


def walls_with(
    entry: str, sample: tuple[dict[str, Any], MistakeProfile, tuple[str, ...]], walls: Sequence[int], seed: int, what: str = "slip"
) -> list[int]:
    """Those of the walls in whose hands a mistake is made, or denies a win."""
    options, who, bots = sample
    rules = {**STANDARD, **fuding_preset("literal"), **options}
    counted = played(rules, who, walls, seed, bots, told=False).clauses[0, 0, :, ENTRIES.index(entry), EFFECTS.index(what)]
    return [wall for wall, slips in zip(walls, counted.tolist(), strict=True) if slips]


def test_the_oracle_counts_mistakes_and_effects_as_the_log_does() -> None:
    assert ENTRY_NAMES[: len(ENTRIES)] == ENTRIES
    assert EFFECTS == COUNTER_NAMES


@pytest.mark.parametrize("name", SAMPLES)
def test_hands_with_mistakes(name: str) -> None:
    options, who, bots = SAMPLES[name]
    seen = check(options, who, range(4 if JIT_OFF else 20), 700, bots)
    assert seen["hands"] > 0


@pytest.mark.parametrize("name", LET_GO)
def test_FD_1_06_wins_on_tiles_let_go(name: str) -> None:
    options, who, bots = LET_GO[name]
    walls = walls_with("passed_win", LET_GO[name], range(295, 310) if JIT_OFF else range(2_000), 700)
    seen = check(options, who, walls[:5], 700, bots)
    assert seen["passed_win: pei"] > 0


@pytest.mark.parametrize("entry", ["overdraw", "false_closed_kan", "skip_draw"])
@pytest.mark.parametrize("name", VOID_WINS)
def test_wins_that_are_void(name: str, entry: str) -> None:
    options, who, bots = VOID_WINS[name]
    walls = walls_with(entry, VOID_WINS[name], range(60 if JIT_OFF else 3_000), 77, "denied")
    seen = check(options, who, walls[: 2 if JIT_OFF else 5], 77, bots)
    assert JIT_OFF or any(what.startswith(entry) for what in seen)


@pytest.mark.slow
@pytest.mark.parametrize("name", LET_GO)
def test_FD_1_06_many_wins_on_tiles_let_go(name: str) -> None:
    """800 hands, about half of them with such a win."""
    options, who, bots = LET_GO[name]
    seen = check(options, who, range(20 if JIT_OFF else 100), 7_000, bots)
    seen += check(options, who, walls_with("passed_win", LET_GO[name], range(400 if JIT_OFF else 20_000), 7_000)[:100], 7_000, bots)
    assert seen["passed_win: pei"] > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", SAMPLES)
def test_many_hands_with_mistakes(name: str) -> None:
    """23,000 hands."""
    options, who, bots = SAMPLES[name]
    check(options, who, range(100 if JIT_OFF else 1000), 7_000, bots)
