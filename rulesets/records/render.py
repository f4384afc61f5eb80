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
        lines += _win_lines(win, zh)
    for kan in entry["kans"]:
        lines.append(_kan_line(kan, zh))
    points = "  ".join(f"{seat}: {_signed(p)}" for seat, p in enumerate(entry["delta"]))
    lines.append(f"  各座得分  {points}" if zh else f"  points by seat  {points}")
    lines.append(f"  下一副庄家：{entry['next_dealer']} 座" if zh else f"  next dealer: seat {entry['next_dealer']}")
    return lines + [f"  {'注' if zh else 'note'}: {note}" for note in entry["notes"]]


def _win_lines(win: dict[str, Any], zh: bool) -> list[str]:
    seat, total = win["seat"], win["fan_points"]
    role = ("庄家" if zh else ", dealer") if win["is_dealer"] else ("闲家" if zh else "")
    head = f"  {seat} 座（{role}）和牌" if zh else f"  seat {seat}{role} wins"
    lines = [f"{head}{'：' if zh else ': '}{win['reading']}  ({win['shape']})"]
    width = max((len(fan["code"]) for fan in win["fans"]), default=0)
    for fan in win["fans"]:
        name = fan["zh"] if zh else f"{fan['zh']} {fan['en']}"
        lines.append(f"    {fan['code']:<{width}} {fan['points']:>3}  {name}{'：' if zh else ': '}{fan['why']}")
    if win["fans"]:
        lines.append(f"    共 {total} 番" if zh else f"    {total} fan in all")
    else:
        lines.append("    无番" if zh else "    no fan")
    for pay in win["payments"]:
        sum_ = pay["base"] + pay["fans"]
        lines.append(
            f"    {pay['from']} 座付 底分 {pay['base']} + 番分 {pay['fans']} = {sum_}"
            if zh
            else f"    seat {pay['from']} pays {pay['base']} base + {pay['fans']} fan = {sum_}"
        )
    return lines


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
