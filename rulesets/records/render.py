"""The explanation of a record as text for a terminal, in English or Chinese."""

from __future__ import annotations

from typing import Any

from rulesets.options import Text
from rulesets.records.json_form import parse_record
from rulesets.records.text_form import as_text

_MELD_WORDS = {
    "kan_open": Text("open kan", "放杠"),
    "kan_added": Text("added kan", "补杠"),
    "kan_closed": Text("closed kan", "暗杠"),
    "pon": Text("robbed kan", "被抢的补杠"),
}


def explanation_text(result: dict[str, Any], lang: str = "en") -> str:
    """What `explain_record(..., lang)` found, as lines of text."""
    zh = lang == "zh"
    hand = as_text(parse_record(result["record"]))
    lines = [f"{result['id']}  {hand}" if result["id"] else hand]
    for entry in result["rulesets"]:
        lines += _ruleset_lines(entry, zh)
    if "expected" in result:
        lines += _expected_lines(result["expected"], zh)
    return "\n".join(lines)


def _ruleset_lines(entry: dict[str, Any], zh: bool) -> list[str]:
    if "refused" in entry:
        return ["", entry["ruleset"], f"  {entry['refused']}"]
    lines = ["", f"{entry['ruleset']}{'：' if zh else ': '}{entry['title']}"]
    for win in entry["wins"]:
        lines += _win_lines(win, entry["terms"], zh)
        if "totals" not in entry:
            lines += [_payment_line(pay, entry["terms"], zh) for pay in win["payments"]]
    for kan in entry["kans"]:
        lines.append(_kan_line(kan, zh))
    if "totals" in entry:
        lines += _total_lines(entry, zh)
    points = "  ".join(f"{seat}: {_signed(p)}" for seat, p in enumerate(entry["delta"]))
    lines.append(f"  各座得分  {points}" if zh else f"  points by seat  {points}")
    lines.append(f"  下一副庄家：{entry['next_dealer']} 座" if zh else f"  next dealer: seat {entry['next_dealer']}")
    return lines + [f"  {'注' if zh else 'note'}: {note}" for note in entry["notes"]]


def _win_lines(win: dict[str, Any], terms: dict[str, str], zh: bool) -> list[str]:
    seat, total = win["seat"], win["fan_points"]
    role = ("庄家" if zh else ", dealer") if win["is_dealer"] else ("闲家" if zh else "")
    head = f"  {seat} 座（{role}）和牌" if zh else f"  seat {seat}{role} wins"
    lines = [f"{head}{'：' if zh else ': '}{win['reading']}  ({win['shape']})"]
    width = max((len(fan["code"]) for fan in win["fans"]), default=0)
    for fan in win["fans"]:
        name = fan["zh"] if zh else f"{fan['zh']} {fan['en']}"
        lines.append(f"    {fan['code']:<{width}} {fan.get('worth', fan['points']):>3}  {name}{'：' if zh else ': '}{fan['why']}")
    if "in_all" in win:
        lines.append(f"    {win['in_all']}")
    elif win["fans"]:
        lines.append(f"    共 {total} {terms['total']}" if zh else f"    {total} {terms['total']}")
    else:
        lines.append(f"    {terms['none']}")
    return lines + [f"    {step}" for step in win["steps"]]


def _total_lines(entry: dict[str, Any], zh: bool) -> list[str]:
    """The totals of the four seats, and what each pays another."""
    totals = []
    for line in entry["totals"]:
        how = line["limit"] or (f"{line['hu']} 胡 {line['tai']} 台" if zh else f"{line['hu']} hu, {line['tai']} tai")
        if line["hu"] and not line["total"]:
            how = "不结算" if zh else "not settled"
        totals.append(f"{line['seat']}: {line['total']}（{how}）" if zh else f"{line['seat']}: {line['total']} ({how})")
    lines = [f"  {'各座总数' if zh else 'totals'}  {'  '.join(totals)}"]
    for pay in entry["settled"]:
        giver, taker, points = pay["from"], pay["to"], pay["points"]
        lines.append(f"    {giver} 座付 {taker} 座 {points}" if zh else f"    seat {giver} pays seat {taker} {points}")
    return lines


def _payment_line(pay: dict[str, Any], terms: dict[str, str], zh: bool) -> str:
    base, fans, paid = pay["base"], pay["fans"], pay["base"] + pay["fans"]
    if zh:
        return f"    {pay['from']} 座付 {terms['plain']} {base} + {terms['fans']} {fans} = {paid}"
    return f"    seat {pay['from']} pays {base} {terms['plain']} + {fans} {terms['fans']} = {paid}"


def _kan_line(kan: dict[str, Any], zh: bool) -> str:
    word = _MELD_WORDS[kan["kind"]]
    paid = [f"{p['from']} 座付 {p['points']}" if zh else f"seat {p['from']} pays {p['points']}" for p in kan["payments"]]
    if zh:
        return f"  {kan['seat']} 座{word.zh} {kan['tile']}：{'，'.join(paid) or '不计分'}"
    return f"  {word.en} {kan['tile']} of seat {kan['seat']}: {', '.join(paid) or 'not paid'}"


def _expected_lines(expected: dict[str, Any], zh: bool) -> list[str]:
    if expected["agrees"]:
        return ["", "与记录所载相符" if zh else "as the record expects"]
    return [""] + [
        f"{d['what']}：记录为 {d['expected']}，实为 {d['found']}"
        if zh
        else f"{d['what']}: the record expects {d['expected']}, found {d['found']}"
        for d in expected["differences"]
    ]


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"
