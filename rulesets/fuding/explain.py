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
from rulesets.fuding.fans import FIRST_TAI, fans_in
from rulesets.fuding.patterns import N_WON, Won, is_shaped, read_win
from rulesets.fuding.points import loser_parts, loser_total, rounded
from rulesets.fuding.score import dealer_factor, is_void, losers_settle, maker_pays_all, who_owes, win_share
from rulesets.options import Text
from rulesets.tiles import N_SEATS

TERMS = Terms(Text("hu", "胡数"), Text("tai and limit", "台与满分"), Text("in all", "合计"), Text("no tai", "无台"))


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
        steps=(*_steps(rules, won), *_other_totals(rules, hands, event, won)),
    )


def explain_totals(tables: Any, rules: Any, hands: Any, event: Any) -> Totals:
    """The totals of all seats and what each pays the others: winners collect, the rest settle among themselves.

    A seat has no total (0) where losers do not settle. Penalty payments are not among the payments.
    """
    totals = np.zeros(N_SEATS, np.int64)
    winners = [s for s in range(N_SEATS) if int(event.winner_mask) >> s & 1]
    lines, pairs, fans = [], [], 0
    for seat in winners:
        won = np.zeros(N_WON, np.int64)
        read_win(tables, rules, hands[seat], event, seat, won)
        fans |= int(won[Won.FANS])
        limit = fans_in(1 << int(won[Won.DECIDING]))[0] if won[Won.DECIDING] else None
        lines.append(TotalLine(seat, int(won[Won.TOTAL]), int(won[Won.HU]), int(won[Won.TAI]), limit))
        paid = _dues(rules, event, seat, won).sum(axis=0)
        pairs += [PairLine(payer, seat, int(paid[payer])) for payer in seats_after(seat) if paid[payer]]
    settle = losers_settle(rules, event, fans)
    for seat in range(N_SEATS):
        if seat not in winners:
            parts = np.zeros(3, np.int64)
            loser_parts(rules, hands[seat], event, seat, is_void(rules, event, seat), parts)
            totals[seat] = parts[0] if settle and not int(event.void_all) >> seat & 1 else 0
            lines.append(TotalLine(seat, int(totals[seat]), int(parts[1]), int(parts[2])))
    rest = [s for s in range(N_SEATS) if s not in winners]
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
    counted = Text(f"{tai} tai", f"{tai} 台") if not deciding else Text("topped by the limit", "被满分盖过")
    return FanLine(fan, 0, Text(f"{counted.en}: {why.en}", f"{counted.zh}：{why.zh}"))


def _steps(rules: Any, won: Any) -> tuple[Text, ...]:
    """How the total comes about."""
    total, hu, tai = int(won[Won.TOTAL]), int(won[Won.HU]), int(won[Won.TAI])
    if won[Won.DECIDING]:
        name = fans_in(1 << int(won[Won.DECIDING]))[0]
        return (Text(f"total {total}: {name.en}", f"总数 {total}：{name.zh}"),)
    full = int(won[Won.UNCAPPED])
    words = f"{hu} hu, rounded {int(rounded(rules, hu))}, {tai} tai: {full}"
    words_zh = f"{hu} 胡，取整 {int(rounded(rules, hu))}，{tai} 台：{full}"
    if total < full:
        words, words_zh = f"{words}, limited to {total}", f"{words_zh}，封顶 {total}"
    return (Text(f"total {total} = {words}", f"总数 {total} = {words_zh}"),)


def _other_totals(rules: Any, hands: Any, event: Any, won: Any) -> tuple[Text, ...]:
    """The totals by which the others settle among themselves."""
    if not losers_settle(rules, event, int(won[Won.FANS])):
        return (Text("the others settle nothing among themselves", "其余各家之间不结算"),)
    found = []
    for seat in range(N_SEATS):
        if int(event.winner_mask) >> seat & 1 or int(event.void_all) >> seat & 1:
            continue
        total = int(loser_total(rules, hands[seat], event, seat, is_void(rules, event, seat)))
        found.append(Text(f"seat {seat} {total}", f"{seat} 座 {total}"))
    return (
        Text("totals of the others: " + ", ".join(t.en for t in found), "其余各家总数：" + "，".join(t.zh for t in found)),
    )
