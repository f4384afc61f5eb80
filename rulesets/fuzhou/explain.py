"""Why a Fuzhou hand is worth what it is worth: the core part by part, each special with its reason, who pays what."""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import numpy as np

from rulesets.dtype import FIRST_FLOWER, READING
from rulesets.explanation import (
    SHAPELESS,
    FanLine,
    KanLines,
    Terms,
    WinLines,
    gather_dues,
    limit_note,
    meld_tiles,
    shown_tiles,
)
from rulesets.fan_info import FanInfo
from rulesets.flowers import n_flowers
from rulesets.fuzhou.choices import Formula
from rulesets.fuzhou.fans import N_FANS, Fan, fans_in
from rulesets.fuzhou.patterns import Way, special_values
from rulesets.fuzhou.score import N_CORE, N_PARTS, Part, amounts, pays_all, read_win, win_dues
from rulesets.hand_readings import SetType, Shape, hand_readings
from rulesets.options import Text
from rulesets.shapeless import golds_towards_three
from rulesets.tiles import KIND_NAMES, N_KINDS, N_SEATS, OpeningWin, WinKind, counts_of, format_hand

TERMS = Terms(
    Text("core", "基本分"), Text("special", "特殊分"), Text("special in all", "特殊分"), Text("no special", "无特殊牌型")
)

SHAPES = {
    Shape.STANDARD: Text("sets and a pair", "面子加将"),
    Shape.SEVEN_PAIRS: Text("seven pairs", "七对"),
    Shape.ORPHANS: Text("thirteen orphans", "十三幺"),
    Shape.EIGHT_PAIRS: Text("hand of pairs", "对子牌型"),
}

# Parts of the core: option with the points for one, name of one, measure word.
_CORE = {
    Part.FLOWERS: ("per_flower", Text("flower", "花"), "张"),
    Part.QUADS: ("quad_bonus", Text("flower quad", "花杠"), "副"),
    Part.GOLDS: ("per_gold", Text("gold", "金"), "张"),
    Part.OPEN_KANS: ("per_open_kan", Text("open kan", "明杠"), "个"),
    Part.CLOSED_KANS: ("per_closed_kan", Text("closed kan", "暗杠"), "个"),
    Part.KEPT: ("per_kept", Text("kept deal", "连庄"), "次"),
}


def explain_win(tables: Any, rules: Any, hands: Any, event: Any, winner: int) -> WinLines:
    """The points of one winner, from what `score_hand` takes."""
    values = np.zeros(N_FANS + 1, np.int64)
    parts = np.zeros(N_PARTS, np.int64)
    dues = np.zeros((2, N_SEATS), np.int64)
    special_values(rules, values)
    way, mask, counted = read_win(tables, rules, hands, event, winner, values, parts)
    win_dues(rules, event, winner, parts, dues)
    _, special = amounts(rules, parts, False)
    points = _points_of(rules, int(counted), values, int(special))
    lines = WinLines(SHAPELESS, shown_tiles(hands[winner]), 1, (), gather_dues(dues, winner))
    if way == Way.SHAPE:
        reading, n = _shown_reading(rules, hands[winner], int(counted) or int(mask))
        lines = replace(
            lines, shape=SHAPES[Shape(int(reading.form))], reading=_reading_text(hands[winner], reading, int(mask)), n_readings=n
        )
    return replace(
        lines,
        fans=tuple(_fan_line(fan, points, int(counted), rules, hands[winner], event) for fan in fans_in(int(mask))),
        steps=_steps(rules, hands[winner], event, parts),
    )


def explain_kans(rules: Any, hands: Any, event: Any) -> tuple[KanLines, ...]:
    """Kans are paid within the core, never by themselves."""
    return ()


def notes(rules: Any, winner: int, lines: WinLines) -> list[Text]:
    """What a reader of one win may wonder about."""
    return limit_note(rules, winner, lines)


def _points_of(rules: Any, counted: int, values: Any, special: int) -> dict[int, int]:
    """Points of each special that counts, by number."""
    numbers = [fan.number for fan in fans_in(counted)]
    if int(rules.fuzhou.formula) == Formula.CORE_TIMES_SPECIAL:
        return dict.fromkeys(numbers, special)
    return {number: int(rules.fuzhou.unit) * int(values[number]) for number in numbers}


def _fan_line(fan: FanInfo, points: dict[int, int], counted: int, rules: Any, hand: Any, event: Any) -> FanLine:
    why = _reason(Fan(fan.number), rules, hand, event)
    if fan.number not in points:
        best = " ".join(other.code for other in fans_in(counted))
        why = Text(f"{why.en}; topped by {best}", f"{why.zh}；被 {best} 盖过")
    return FanLine(fan, points.get(fan.number, 0), why)


def _reason(fan: Fan, rules: Any, hand: Any, event: Any) -> Text:
    """Why the hand has the special, in both languages."""
    golds, flowers = int(hand.golds), int(n_flowers(hand))
    n = int(golds_towards_three(rules, hand, event))
    gold = KIND_NAMES[int(event.gold_kind)] if int(event.gold_kind) >= 0 else ""
    return {
        Fan.PING1: Text("one flower and no kan", "一张花，没有杠") if hand_has_no_kan(hand) else Text("one flower", "一张花"),
        Fan.PING0: Text("no flower and no kan", "没有花，也没有杠"),
        Fan.TIANHU: Text("the dealt tiles are complete", "起手牌已成和"),
        Fan.QIANGJIN: Text("the indicator completes the hand", "换进翻开的牌成和")
        if int(event.opening) == OpeningWin.INDICATOR
        else Text(f"the first draw is a gold ({gold})", f"首摸即金（{gold}）"),
        Fan.SANJIN: Text(f"{n} golds in hand", f"手中有 {n} 张金"),
        Fan.JINQUE: Text(f"two of {golds} golds can be the pair", f"{golds} 张金中两张可作将"),
        Fan.JINLONG: Text(f"three of {golds} golds can be a triplet", f"{golds} 张金中三张可自成一刻"),
        Fan.HUNYISE: Text("natural tiles of one suit, with honours or a gold of another", "一门数牌，另有字牌或别门的金"),
        Fan.QINGYISE: Text("all tiles are of one suit", "全部为同一门数牌"),
        Fan.DANDIAO: Text("all sets are melds, one tile in hand before the win", "各组落地，手中单钓一张"),
        Fan.HUAHU: Text(f"{flowers} flowers", f"{flowers} 张花"),
        Fan.DIHU: Text("won with the first draw, before any claim or kan", "首摸即和，此前无人吃碰杠"),
        Fan.KAN_WIN: Text("the tile was drawn as the replacement of a kan", "杠后补牌自摸"),
        Fan.LAST_TILE: Text("the tile was the last one", "自摸最后一张牌"),
        Fan.ALL_RUNS: Text("every set can be a run", "各组均可作顺子"),
        Fan.ALL_TRIPLETS: Text("every set can be a triplet or a kan", "各组均可作刻子或杠"),
        Fan.CONCEALED: Text("nothing was claimed", "没有吃碰明杠"),
        Fan.ALL_CLAIMED: Text("every set was claimed", "各组均为吃碰杠而来"),
    }[fan]


def hand_has_no_kan(hand: Any) -> bool:
    """Whether no meld of the hand is a kan."""
    return not any(int(hand.meld_kind[i]) >= 2 for i in range(int(hand.n_melds)))


# --- the amount -----------------------------------------------------------------------------------------------------------


def _steps(rules: Any, hand: Any, event: Any, parts: Any) -> tuple[Text, ...]:
    """The core part by part, then what is made of it."""
    core = int(parts[:N_CORE].sum())
    base = int(parts[Part.BASE])
    named = [Text(f"{base} base", f"底分 {base}")] if base else []
    named += [_core_part(rules, part, int(parts[part])) for part in _CORE if parts[part]]
    en, zh = " + ".join(part.en for part in named) or "0", " + ".join(part.zh for part in named) or "0"
    steps = [Text(f"core {core} = {en}", f"基本分 {core} = {zh}")]
    if hand.flowers.any():
        laid = np.zeros(N_KINDS, np.int8)
        laid[FIRST_FLOWER:] = hand.flowers
        steps.append(Text(f"flowers laid out: {format_hand(laid)}", f"亮出的花：{format_hand(laid)}"))
    steps.append(_amount_step(rules, event, parts, core))
    if parts[Part.KEPT_DEALER]:
        more = int(parts[Part.KEPT_DEALER])
        steps.append(Text(f"the dealer owes {more} of core more for kept deals", f"庄家所付部分的基本分另加连庄 {more}"))
    return tuple(steps)


def _core_part(rules: Any, part: Part, points: int) -> Text:
    """`6 for 3 flowers`."""
    option, name, measure = _CORE[part]
    n = points // int(getattr(rules.fuzhou, option))
    return Text(f"{points} for {n} {name.en}{'s' if n != 1 else ''}", f"{name.zh} {n} {measure} {points}")


def _amount_step(rules: Any, event: Any, parts: Any, core: int) -> Text:
    """`amount 77 = 17 x 1 (discard) + 60`."""
    plain, special = amounts(rules, parts, False)
    total = int(plain) + int(special)
    unit = int(rules.fuzhou.unit)
    en_unit, zh_unit = (f" x {unit} (unit)", f" × {unit}（每点）") if unit != 1 else ("", "")
    if int(rules.fuzhou.formula) == Formula.CORE_TIMES_SPECIAL:
        factor = int(parts[Part.FACTOR])
        return Text(f"amount {total} = {core} x {factor}{en_unit}", f"和牌分 {total} = {core} × {factor}{zh_unit}")
    times, extra = int(parts[Part.TIMES]), int(parts[Part.SPECIAL])
    way = _way(rules, event)
    inner, inner_zh = f"{core} x {times} ({way.en})", f"{core} × {times}（{way.zh}）"
    if extra:
        inner, inner_zh = f"{inner} + {extra}", f"{inner_zh} + {extra}"
    if unit != 1:
        inner, inner_zh = f"({inner}){en_unit}", f"（{inner_zh}）{zh_unit}"
    return Text(f"amount {total} = {inner}", f"和牌分 {total} = {inner_zh}")


def _way(rules: Any, event: Any) -> Text:
    if int(event.win_kind) == WinKind.SELF_DRAW:
        return Text("self-draw", "自摸")
    if pays_all(rules, event):
        return Text("robbed kan, paid as a self-draw", "抢杠，按自摸支付")
    return Text("robbed kan", "抢杠") if int(event.win_kind) == WinKind.ROB_KAN else Text("discard", "放胡")


# --- the tiles ------------------------------------------------------------------------------------------------------------


def _shown_reading(rules: Any, hand: Any, fans: int) -> tuple[Any, int]:
    """A reading that shows the specials of the mask, and how many readings there are."""
    n = int(hand_readings(rules, hand, np.zeros(0, READING).view(np.recarray)))
    found = np.zeros(n, READING).view(np.recarray)
    hand_readings(rules, hand, found)
    return max(found, key=lambda reading: _shows(reading, hand, fans)), n


def _shows(reading: Any, hand: Any, fans: int) -> tuple[int, ...]:
    """How well a reading shows them; the first of equal readings is taken."""
    if int(reading.form) != Shape.STANDARD:
        return (0,)
    sets = range(int(reading.n_sets))
    golds = _stand_ins(reading)
    runs = sum(int(reading.set_type[i]) == SetType.RUN for i in sets)
    own_triplet = any(int(reading.set_type[i]) == SetType.TRIPLET and golds[int(reading.set_tile[i])] >= 3 for i in sets)
    wanted = (
        (Fan.JINLONG, own_triplet),
        (Fan.JINQUE, golds[int(reading.pair)] >= 2),
        (Fan.ALL_RUNS, runs == len(sets)),
        (Fan.ALL_TRIPLETS, runs == 0),
    )
    return (1, *(int(shown) for fan, shown in wanted if fans >> fan & 1))


def _stand_ins(reading: Any) -> Counter[int]:
    return Counter(int(kind) for kind in reading.gold_as[: int(reading.n_golds)] if kind >= 0)


def _reading_text(hand: Any, reading: Any, fans: int) -> str:
    """The groups of a reading as they lie, golds as `G`, melds in brackets."""
    if int(reading.form) != Shape.STANDARD:
        return shown_tiles(hand)
    groups: list[list[int]] = []
    for i in range(int(reading.n_sets)):
        tile = int(reading.set_tile[i])
        groups.append([tile, tile + 1, tile + 2] if int(reading.set_type[i]) == SetType.RUN else [tile] * 3)
    groups.append([int(reading.pair)] * 2)
    golds = _stand_ins(reading)
    shown: dict[int, str] = {}
    for i in sorted(range(len(groups)), key=lambda i: (not _is_own(groups[i], golds, fans), i < len(groups) - 1, -i)):
        used = Counter(groups[i]) & golds
        golds -= used
        natural = Counter(groups[i]) - used
        tiles = format_hand(counts_of(list(natural.elements()))) if natural else ""
        shown[i] = tiles + "G" * used.total()
    return " ".join([shown[i] for i in range(len(groups))] + [f"[{meld_tiles(hand, i)}]" for i in range(int(hand.n_melds))])


def _is_own(group: list[int], golds: Counter[int], fans: int) -> bool:
    """Whether the group is the one that a gold special speaks of."""
    wanted = 3 if fans >> Fan.JINLONG & 1 else 2
    return len(group) == wanted and len(set(group)) == 1 and golds[group[0]] >= wanted
