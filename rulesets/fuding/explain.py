"""Why a Fuding hand is worth what it is worth: hu points, tai or limit, the totals of all seats, who pays what."""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from rulesets.explanation import (
    SHAPELESS,
    FanLine,
    KanLines,
    PairLine,
    Terms,
    TotalLine,
    Totals,
    WinLines,
    gather_dues,
    seats_after,
    shown_tiles,
)
from rulesets.fan_info import FanInfo
from rulesets.flowers import n_flowers
from rulesets.fuding.fans import FIRST_TAI, fans_in
from rulesets.fuding.patterns import N_WON, Won, is_shaped, read_win
from rulesets.fuding.points import loser_parts, rounded
from rulesets.fuding.score import dealer_factor, is_void, losers_settle, maker_pays_all, settles, who_owes, win_share
from rulesets.options import Text
from rulesets.tiles import N_SEATS

TERMS = Terms(Text("hu", "胡数"), Text("for tai or a limit hand", "台与满分"), Text("points", "分"), Text("no tai", "无台"))


def explain_win(tables: Any, rules: Any, hands: Any, event: Any, winner: int) -> WinLines:
    """The points of one winner, from what `score_hand` takes."""
    won = np.zeros(N_WON, np.int64)
    read_win(tables, rules, hands[winner], event, winner, won)
    lines = WinLines(SHAPELESS, shown_tiles(hands[winner]), 1, (), gather_dues(_dues(rules, event, winner, won), winner))
    if is_shaped(rules, hands[winner], event):
        lines = replace(lines, shape=Text("sets and a pair", "面子加将"))
    return replace(
        lines,
        fans=tuple(_fan_line(fan, won) for fan in fans_in(int(won[Won.FANS]))),
        steps=_steps(rules, hands[winner], event, won),
        in_all=None if won[Won.DECIDING] else Text(f"{int(won[Won.TAI])} tai in all", f"共 {int(won[Won.TAI])} 台"),
    )


def explain_totals(tables: Any, rules: Any, hands: Any, event: Any) -> Totals:
    """The totals of all seats and what each pays the others: winners collect, the rest settle among themselves.

    A seat has no total (0) where losers do not settle. Penalty payments are not among the payments.
    """
    totals = np.zeros(N_SEATS, np.int64)
    winners = [s for s in range(N_SEATS) if int(event.winner_mask) >> s & 1]
    lines, pairs, zeroed = [], [], 0
    for seat in winners:
        won = np.zeros(N_WON, np.int64)
        read_win(tables, rules, hands[seat], event, seat, won)
        zeroed |= int(won[Won.ZEROES])
        limit = fans_in(1 << int(won[Won.DECIDING]))[0] if won[Won.DECIDING] else None
        lines.append(TotalLine(seat, int(won[Won.TOTAL]), int(won[Won.HU]), int(won[Won.TAI]), limit))
        paid = _dues(rules, event, seat, won).sum(axis=0)
        pairs += [PairLine(payer, seat, int(paid[payer])) for payer in seats_after(seat) if paid[payer]]
    settle = losers_settle(rules, event, zeroed)
    for seat in range(N_SEATS):
        if seat not in winners:
            parts = np.zeros(3, np.int64)
            loser_parts(rules, hands[seat], event, seat, is_void(rules, event, seat), parts)
            totals[seat] = parts[0] if settle and settles(event, seat) and not int(event.void_all) >> seat & 1 else 0
            lines.append(TotalLine(seat, int(totals[seat]), int(parts[1]), int(parts[2])))
    rest = [s for s in range(N_SEATS) if settles(event, s)]
    for i, one in enumerate(rest):
        for other in rest[i + 1 :]:
            due = int(totals[one] - totals[other]) * int(dealer_factor(rules, event, one, other))
            if due:
                pairs.append(PairLine(other, one, due) if due > 0 else PairLine(one, other, -due))
    return Totals(tuple(sorted(lines, key=lambda line: line.seat)), tuple(pairs))


def explain_kans(rules: Any, hands: Any, event: Any) -> tuple[KanLines, ...]:
    """Kans are paid within the totals, never by themselves."""
    return ()


def notes(rules: Any, winner: int, lines: WinLines) -> list[Text]:
    """What a reader of one win may wonder about."""
    return []


def _dues(rules: Any, event: Any, winner: int, won: Any) -> Any:
    """What each seat owes the winner, int64[2, 4]: for the rounded hu points, and what tai or a limit add."""
    dues = np.zeros((2, N_SEATS), np.int64)
    for loser in range(N_SEATS):
        if loser == winner or (int(event.winner_mask) >> loser & 1 and not maker_pays_all(rules, event)):
            continue
        times = int(dealer_factor(rules, event, winner, loser)) * int(win_share(rules, event, loser))
        owing = int(who_owes(rules, event, loser))
        dues[0, owing] += times * won[Won.PLAIN]
        dues[1, owing] += times * (won[Won.TOTAL] - won[Won.PLAIN])
        if won[Won.TAI] >= int(rules.fuding.tai_limit):
            dues[1, owing] += int(rules.fuding.eight_tai_bonus)
    return dues


def _fan_line(fan: FanInfo, won: Any) -> FanLine:
    """A limit hand with its total, or a source of tai with their number."""
    deciding = int(won[Won.DECIDING])
    why = Text(fan.rule_en.rstrip("."), fan.rule_zh.rstrip("。"))
    if fan.number < FIRST_TAI:
        return FanLine(fan, int(won[Won.TOTAL]) if fan.number == deciding else 0, why)
    tai = int(won[Won.SOURCES + fan.number])
    if deciding:
        why = Text(f"topped by the limit: {why.en}", f"被满分盖过：{why.zh}")
    return FanLine(fan, 0, why, Text(f"{tai} tai", f"{tai} 台"))


def _steps(rules: Any, hand: Any, event: Any, won: Any) -> tuple[Text, ...]:
    """How the hu points and the total come about."""
    total, hu, tai = int(won[Won.TOTAL]), int(won[Won.HU]), int(won[Won.TAI])
    if won[Won.DECIDING]:
        name = fans_in(1 << int(won[Won.DECIDING]))[0]
        return (Text(f"total {total}: {name.en}", f"总数 {total}：{name.zh}"),)
    full = int(won[Won.UNCAPPED])
    words = f"{hu} hu, rounded {int(rounded(rules, hu))}, {tai} tai: {full}"
    words_zh = f"{hu} 胡，取整 {int(rounded(rules, hu))}，{tai} 台：{full}"
    if total < full:
        words, words_zh = f"{words}, limited to {total}", f"{words_zh}，封顶 {total}"
    base = int(rules.fuding.winner_base) * (int(event.n_kept) + 1 if int(rules.fuding.streak_multiplies) else 1)
    flowers = int(rules.fuding.hu_flower) * int(n_flowers(hand))
    return (
        Text(
            f"{hu} hu = base {base} + flowers {flowers} + triplets and kans {hu - base - flowers}",
            f"{hu} 胡 = 底胡 {base} + 花 {flowers} + 刻与杠 {hu - base - flowers}",
        ),
        Text(f"total {total} = {words}", f"总数 {total} = {words_zh}"),
    )
