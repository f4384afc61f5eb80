"""Why a Hebei hand is worth what it is worth: the scored reading, each fan with its reason, who pays what for what."""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from typing import Any

import numpy as np

from rulesets.dtype import HAND_RECORD
from rulesets.explanation import (
    SHAPELESS,
    FanLine,
    KanLines,
    Terms,
    WinLines,
    gather_dues,
    gold_steps,
    limit_note,
    meld_tiles,
    seats_after,
    shown_tiles,
)
from rulesets.hand_readings import SetType, Shape
from rulesets.hebei.choices import ReadingMode
from rulesets.hebei.fans import N_FANS, Fan, fans_in
from rulesets.hebei.patterns import READING_RECORD, fan_values, most_readings, scored_fans, with_stand_ins
from rulesets.hebei.score import kan_dues, win_dues
from rulesets.options import Text
from rulesets.tiles import KIND_NAMES, N_SEATS, MeldKind, counts_of, format_hand

SHAPES = {
    Shape.STANDARD: Text("sets and a pair", "面子加将"),
    Shape.SEVEN_PAIRS: Text("seven pairs", "七对"),
    Shape.ORPHANS: Text("thirteen orphans", "十三幺"),
}


TERMS = Terms(Text("base", "底分"), Text("fan", "番分"), Text("fan in all", "番"), Text("no fan", "无番"))


def explain_win(tables: Any, rules: Any, hands: Any, event: Any, winner: int) -> WinLines:
    """The points of one winner, from what `score_hand` takes."""
    values = np.zeros(N_FANS + 1, np.int64)
    found = np.zeros(most_readings(rules, hands, event), READING_RECORD)
    dues = np.zeros((2, N_SEATS), np.int64)
    fan_values(rules, values)
    mask, n_readings, chosen = scored_fans(rules, hands[winner], event, values, found)
    fans = fans_in(int(mask))
    points = int(sum(values[fan.number] for fan in fans))
    win_dues(rules, event, winner, points, dues)
    lines = WinLines(SHAPELESS, shown_tiles(hands[winner]), int(n_readings), (), gather_dues(dues, winner))
    hand, reading = hands[winner], found[chosen]
    if chosen >= 0:
        if int(hand.golds):
            hand = np.zeros(1, HAND_RECORD)[0]
            with_stand_ins(hands[winner], reading, hand)
        lines = replace(lines, shape=SHAPES[Shape(int(reading.form))], reading=reading_text(hand, reading))
    return replace(
        lines,
        fans=tuple(FanLine(f, int(values[f.number]), _reason(Fan(f.number), hand, event, reading)) for f in fans),
        steps=gold_steps(reading) if chosen >= 0 else (),
    )


def explain_kans(rules: Any, hands: Any, event: Any) -> tuple[KanLines, ...]:
    """The points of every kan that is paid, or would be under other rules (then without dues)."""
    dues = np.zeros(N_SEATS, np.int64)
    lines = []
    for owner in range(N_SEATS):
        for place in range(int(hands[owner].n_melds)):
            kind = MeldKind(int(hands[owner].meld_kind[place]))
            kan_dues(rules, hands, event, owner, place, dues)
            if kind in (MeldKind.CHI, MeldKind.PON) and not dues.any():
                continue
            paid = tuple((seat, int(dues[seat])) for seat in seats_after(owner) if dues[seat])
            lines.append(KanLines(owner, kind, int(hands[owner].meld_tile[place]), paid))
    return tuple(lines)


def _set_tiles(reading: Any, i: int) -> str:
    tile = int(reading.set_tile[i])
    run = int(reading.set_type[i]) == SetType.RUN
    return format_hand(counts_of([tile, tile + 1, tile + 2] if run else [tile] * 3))


def reading_text(hand: Any, reading: Any) -> str:
    """The groups of a reading: concealed sets, pair, melds in brackets."""
    form = int(reading.form)
    if form == Shape.SEVEN_PAIRS:
        kinds = [k for k in range(len(hand.counts)) if int(hand.counts[k])]
        return " ".join(_alike(k, int(hand.counts[k])) for k in kinds)
    if form == Shape.ORPHANS:
        return format_hand(hand.counts)
    words = [_set_tiles(reading, i) for i in range(int(reading.n_sets))]
    words.append(_alike(int(reading.pair), 2))
    return " ".join(words + [f"[{meld_tiles(hand, i)}]" for i in range(int(hand.n_melds))])


def _alike(kind: int, n: int) -> str:
    return format_hand(counts_of([kind] * n))


def _runs(hand: Any, reading: Any) -> list[int]:
    """The lowest tiles of all runs, chi melds included."""
    own = [int(reading.set_tile[i]) for i in range(int(reading.n_sets)) if int(reading.set_type[i]) == SetType.RUN]
    return own + [int(hand.meld_tile[i]) for i in range(int(hand.n_melds)) if int(hand.meld_kind[i]) == MeldKind.CHI]


def _quads(hand: Any) -> str:
    return " ".join(_alike(k, 4) for k in range(len(hand.counts)) if int(hand.counts[k]) == 4)


def _suit_name(hand: Any) -> Text:
    kinds = [k for k in range(27) if int(hand.counts[k])] + [int(hand.meld_tile[i]) for i in range(int(hand.n_melds))]
    suit = next(k // 9 for k in kinds if k < 27)
    return (Text("characters", "万子"), Text("dots", "筒子"), Text("bamboos", "条子"))[suit]


def _straight(runs: list[int]) -> str:
    """The three runs of 一条龙 or 花龙 among the runs of a reading."""
    for suits in [(suit, suit, suit) for suit in range(3)] + list(permutations(range(3))):
        lows = [9 * suit + rank for suit, rank in zip(suits, (0, 3, 6), strict=True)]
        if all(low in runs for low in lows):
            return " ".join(format_hand(counts_of([low, low + 1, low + 2])) for low in lows)
    return ""


def _reason(fan: Fan, hand: Any, event: Any, reading: Any) -> Text:
    """Why the hand has the fan, in both languages."""
    tile = KIND_NAMES[int(event.tile)]
    if fan == Fan.MENQING:
        closed = int(hand.n_melds) > 0
        return Text(
            "only closed kans on the table" if closed else "no melds on the table", "台面只有暗杠" if closed else "无碰无杠"
        )
    if fan == Fan.QIANGGANG:
        return Text(f"{tile} was robbed from the kan of seat {int(event.payer)}", f"抢 {int(event.payer)} 座补杠的 {tile}")
    if fan == Fan.GANGKAI:
        return Text(f"{tile} was drawn as the replacement of a kan", f"{tile} 是杠后补牌")
    if fan == Fan.HAIDI:
        return Text(f"{tile} was the last tile", f"{tile} 是最后一张牌")
    if fan == Fan.ZHUOWU:
        five = int(event.tile)
        run = format_hand(counts_of([five - 1, five, five + 1]))
        return Text(f"{tile} completes {run} between 4 and 6", f"{tile} 嵌入 {run}")
    return _shape_reason(fan, hand, reading)


def _shape_reason(fan: Fan, hand: Any, reading: Any) -> Text:
    """Why the tiles of the hand have the fan."""
    if fan in (Fan.YITIAOLONG, Fan.HUALONG):
        runs = _straight(_runs(hand, reading))
        return Text(f"the runs {runs}", f"顺子 {runs}")
    if fan == Fan.PENGPENG:
        return Text("every set is a triplet or a kan", "全部为刻子或杠")
    if fan == Fan.DADIAOCHE:
        return Text("four melds, one tile in hand before the win", "四副落地，手中单吊一张")
    if fan in (Fan.QINGYISE, Fan.QINGQIDUI):
        suit = _suit_name(hand)
        return Text(f"all tiles are {suit.en}", f"全部为{suit.zh}")
    if fan in (Fan.HUNYISE, Fan.HUNQIDUI):
        suit = _suit_name(hand)
        return Text(f"all tiles are {suit.en} or honours", f"全部为{suit.zh}与字牌")
    if fan == Fan.QINGFENG:
        return Text("all tiles are honours", "全部为字牌")
    if fan == Fan.QIDUI:
        return Text("seven different pairs", "七个不同的对子")
    if fan == Fan.SHISANYAO:
        double = KIND_NAMES[int(reading.pair)]
        return Text(f"all thirteen terminals and honours, {double} twice", f"十三种幺九字牌齐全，{double} 成对")
    return Text(f"pairs with {_quads(hand)}", f"七对中有 {_quads(hand)}")


def notes(rules: Any, winner: int, lines: WinLines) -> list[Text]:
    """What a reader of one win may wonder about: a limit that cut, fans of several readings."""
    found = limit_note(rules, winner, lines)
    if int(rules.hebei.reading) == ReadingMode.UNION and lines.n_readings > 1:
        found.append(
            Text(
                f"seat {winner}: fans of all readings are joined (hebei.reading: union); the best reading is shown",
                f"{winner} 座：合并各种拆法的番（hebei.reading: union），所示为其中最高的拆法",
            )
        )
    return found
