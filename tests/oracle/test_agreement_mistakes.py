"""The points of hands in which people err, and who deals next, are what the oracle's accountant makes of the breach log.

Left out: mistakes whose tiles the transcript does not tell in full (`UNTOLD`). A sample runs by default; `-m slow` plays the
full size (6,000 hands compiled; with NUMBA_DISABLE_JIT=1, 600).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from rulesets.clause_log import COUNTER_NAMES, ENTRY_NAMES, EVENT_COLUMNS
from rulesets.compile import rule_table
from rulesets.mistakes import MISTAKES
from sim.batch import LineUp, Played, WallMode, play
from sim.jit import JIT_OFF
from sim.mistakes.profiles import FLAWLESS, MistakeProfile, named_profile, profile_table
from sim.transcript import LogEvent
from tests.oracle.book import Book
from tests.oracle.engine import bot_table, spec_of
from tests.oracle.options_fuding import fuding_preset
from tests.oracle.penalties import STANDARD, Breach, account, lawful_effects, next_deal, payments

UNTOLD = ("wrong_chi", "swap_chi")
BARS = ("passed_win", "passed_pon", "flush_bar", "four_winds_bar", "idle_gold_win", "late_honour", "late_kan", "kan_tile")
BARS += ("discard_gold", "flip_early", "undercount")
PEI = COUNTER_NAMES.index("pei")
RULES: tuple[dict[str, Any], ...] = (
    {},
    {"penalty.after_pei": "continue"},
    {"penalty.after_pei": "continue", "penalty.pei_size": "limit", "penalty.stand_scored": "exposed"},
    {"penalty.pei_size": "total", "penalty.pei_points": 2000, "penalty.deal_passes": "unless_dealer_won"},
    {"penalty.after_pei": "continue", "penalty.losers_settle": True, "end.draw_settlement": "pairwise"},
)


def profile(times: float, certain: tuple[str, ...] = (), never: tuple[str, ...] = UNTOLD) -> MistakeProfile:
    """The novice, who errs so many times as often; some mistakes always or never."""
    novice = named_profile("novice")
    rates = {m.name: min(1.0, p * times) for m, p in zip(MISTAKES, novice.p, strict=True)}
    rates |= dict.fromkeys(certain, 1.0) | dict.fromkeys(never, 0.0)
    return replace(novice, p=tuple(rates[m.name] for m in MISTAKES))


def played(options: dict[str, Any], who: MistakeProfile, wall: int, seed: int, hands: int = 0) -> Played:
    """One hand, or one session, of four who err alike."""
    bots = bot_table(*["greedy"] * 4)
    bots["profile"] = 1
    return play(
        rule_table([spec_of(options)]), bots, [wall], seed, lineups=[LineUp((0, 1, 2, 3))], mode=WallMode.LANES, log=True,
        profiles=profile_table([FLAWLESS, who]), clause_block=1, breaches=True, session_hands=hands,
    )  # fmt: skip


def breaches_of(result: Played, hand_no: int) -> list[Breach]:
    found = []
    for row in result.breaches.tolist():
        told = dict(zip(EVENT_COLUMNS, row, strict=False))
        if told["hand_no"] == hand_no:
            effect = COUNTER_NAMES[told["effect"]] if told["effect"] >= 0 else ""
            chips = tuple(told[f"chips_s{seat}"] for seat in range(4))
            entry, noticed = ENTRY_NAMES[told["entry"]], bool(told["noticed"])
            found.append(
                Breach(entry, told["seat"], told["kind"], told["turn"], noticed, told["observer"], told["objector"], effect, chips)
            )
    return found


def check(options: dict[str, Any], who: MistakeProfile, wall: int, seed: int, hands: int = 0) -> Counter[str]:
    """Compare effects, chips, points and the next dealer of a hand or of every hand of a session; returns what followed."""
    result = played(options, who, wall, seed, hands)
    seen: Counter[str] = Counter()
    due = -1  # who must deal the next hand of the session
    for log in result.transcripts():
        rows = log.tolist()
        hand_no = rows[0][3]
        row = result.rows[0, 0, 0, hand_no]
        name = f"seed {seed} wall {wall} hand {hand_no} {changes(options)}"
        breaches = breaches_of(result, hand_no)
        assert due in (-1, rows[0][1]), f"{name}: seat {rows[0][1]} deals, not {due}"
        book = Book(rows, options, name)
        usurpers = {breach.seat for breach in breaches if breach.entry == "wrong_dealer"}
        assert int(row["dealer"]) in {book.dealer} | usurpers, name
        ending = book.ending(int(row["end"]), int(row["kept"]), int(row["wall_left"]))._replace(dealer=int(row["dealer"]))
        for breach in breaches:
            assert breach.effect in lawful_effects(breach, ending, options), f"{name}: {breach}"
            seen[f"{breach.entry}: {breach.effect}"] += 1
        for breach, points in payments(breaches, ending.dealer, options):
            assert breach.chips == points, f"{name}: {breach}"
        over = next((at for at, r in enumerate(rows) if r[0] in (LogEvent.WIN, LogEvent.EXHAUSTED)), len(rows))
        early = {r[1] for r in rows[:over] if r[0] == LogEvent.PENALTY and r[4] == PEI}
        expected = account(ending, options, breaches, book.false, early)
        assert tuple(int(row[f"delta_s{seat}"]) for seat in range(4)) == expected.delta, f"{name}: {breaches}\n{ending}"
        found_late = [b for b in breaches if b.entry == "wrong_dealer" and b.noticed and b.seat == ending.dealer]
        due = next_deal(ending, options, breaches, book.dealer if found_late else -1)
        seen["void hands"] += expected.aborted
    return seen


def changes(options: dict[str, Any]) -> dict[str, Any]:
    """What differs from the literal rules."""
    literal = rules({})
    return {key: value for key, value in options.items() if literal[key] != value}


def rules(changed: dict[str, Any]) -> dict[str, Any]:
    return {**STANDARD, **fuding_preset("literal"), **changed}


@pytest.mark.parametrize("number", range(len(RULES)))
def test_points_of_hands_with_mistakes(number: int) -> None:
    seen: Counter[str] = Counter()
    for wall in range(8 if JIT_OFF else 60):
        seen += check(rules(RULES[number]), profile(4), wall, 300 + number)
    assert sum(n for what, n in seen.items() if what.endswith((": pei", ": stand"))) > 0


def test_points_of_hands_with_forgotten_bars() -> None:
    for wall in range(8 if JIT_OFF else 60):
        check(rules({}), profile(0, BARS), wall, 400)


def test_FD_1_03_door_and_gold_opened_wrongly_by_two() -> None:
    seen: Counter[str] = Counter()
    for number in range(100):
        seen += check(rules({"penalty.joint_dealer_double": number % 2 == 1}), profile(0, ("wrong_door", "wrong_gold")), number, 5)
    assert seen["joint_opening: pei"] > 0 and seen["wrong_door: pei"] > 0


def test_FD_1_14_who_deals_after_a_hand_with_mistakes() -> None:
    who = profile(4, never=(*UNTOLD, "false_closed_kan"))  # its wrong tile is told of the last hand only
    for wall in range(3 if JIT_OFF else 15):
        check(rules(RULES[wall % len(RULES)]), who, wall, 500, hands=4)


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(RULES)))
def test_many_hands_with_mistakes(number: int) -> None:
    """5,000 hands, and 1,000 with forgotten bars."""
    for wall in range(100 if JIT_OFF else 1000):
        check(rules(RULES[number]), profile(4), wall, 3_000 + number)
    for wall in range(20 if JIT_OFF else 200):
        check(rules(RULES[number]), profile(0, BARS), wall, 4_000 + number)
