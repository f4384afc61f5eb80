"""A record scored under one or many rule sets, with a reason for every point.

`explain_record` gives plain data (ready for JSON), `explanation_text` the same as text for a terminal. A rule set under
which the record cannot be a finished hand (no seven pairs there, a chi, a tile it plays without) gets a sentence instead
of points; if that is so for all of them, the sentence is raised as an `InputError`.
"""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from rulesets.changes import check_value, find_option
from rulesets.errors import InputError
from rulesets.options import Text
from rulesets.records.json_form import as_json, parse_record
from rulesets.records.model import MELDS, Place, Record
from rulesets.records.read import parse_any
from rulesets.records.render import explanation_text
from rulesets.records.scoring import Scored, score_record
from rulesets.spec import RulesetSpec, with_changes
from rulesets.tiles import KIND_NAMES, N_SEATS, WinKind

__all__ = ["Scored", "explain_record", "explanation_text", "score_record"]


def explain_record(
    record: Record | str | Mapping[str, Any], specs: Sequence[RulesetSpec], lang: str = "en"
) -> dict[str, Any]:
    """The record scored under each rule set, as plain data; sentences are in `lang` (`en` or `zh`).

    Keys: `id`, `record` (its JSON form), `rulesets`: a list with, for each rule set, either `refused` (a sentence) or
    `wins`, `kans`, `delta`, `win_part`, `kan_part`, `next_dealer` and `notes`. If the record says what it expects:
    `expected` with `agrees` and the differences, under the first rule set.
    """
    if not isinstance(record, Record):
        record = parse_any(record) if isinstance(record, str) else parse_record(record)
    entries: list[dict[str, Any]] = []
    refusals: list[InputError] = []
    first: Scored | None = None
    for i, spec in enumerate(specs):
        try:
            scored = score_record(record, spec)
        except InputError as fault:
            refusals.append(fault)
            entries.append({"ruleset": spec.full_name, "refused": _said(Text(fault.en, fault.zh), lang)})
            continue
        first = scored if i == 0 else first
        entries.append(_entry(scored, lang))
    if refusals and len(refusals) == len(specs):
        raise refusals[0]
    result: dict[str, Any] = {"id": record.name, "record": as_json(record)["spec"], "rulesets": entries}
    if first is not None and record.expected != type(record.expected)():
        result["expected"] = _compare(first)
    return result


def _said(text: Text, lang: str) -> str:
    return text.zh if lang == "zh" else text.en


def _entry(scored: Scored, lang: str) -> dict[str, Any]:
    """One rule set's part of the answer. How fans come about is the family's own to explain."""
    family = import_module(f"rulesets.{scored.spec.family}.explain")
    wins = []
    notes = _notes(scored)
    for winner in scored.winners:
        lines = family.explain_win(scored.tables, scored.rules, scored.hands, scored.event, winner.seat)
        notes += family.notes(scored.rules, winner.seat, lines)
        wins.append(
            {
                "seat": winner.seat,
                "is_dealer": winner.seat == scored.record.dealer,
                "shape": _said(lines.shape, lang),
                "reading": lines.reading,
                "fans": [
                    {
                        "number": line.fan.number,
                        "code": line.fan.code,
                        "zh": line.fan.zh,
                        "en": line.fan.en,
                        "points": line.points,
                        "clause": line.fan.clause,
                        "why": _said(line.why, lang),
                        **({} if line.worth is None else {"worth": _said(line.worth, lang)}),
                    }
                    for line in lines.fans
                ],
                "fan_points": lines.fan_points,
                "steps": [_said(step, lang) for step in lines.steps],
                "payments": [{"from": seat, "base": base, "fans": fans} for seat, base, fans in lines.dues],
                **({} if lines.in_all is None else {"in_all": _said(lines.in_all, lang)}),
            }
        )
    kans = [
        {
            "seat": line.owner,
            "kind": next(word for word, kind in MELDS.items() if kind == line.kind),
            "tile": KIND_NAMES[line.tile],
            "payments": [{"from": seat, "points": points} for seat, points in line.dues],
        }
        for line in family.explain_kans(scored.rules, scored.hands, scored.event)
    ]
    return {
        "ruleset": scored.spec.full_name,
        "title": _said(scored.spec.title, lang),
        "terms": {name: _said(getattr(family.TERMS, name), lang) for name in ("plain", "fans", "total", "none")},
        "wins": wins,
        "kans": kans,
        **_totals(scored, family, lang),
        "delta": _four(scored.score.delta),
        "win_part": _four(scored.score.win_part),
        "kan_part": _four(scored.score.kan_part),
        "next_dealer": scored.next_dealer,
        "notes": [_said(note, lang) for note in notes],
    }


def _totals(scored: Scored, family: Any, lang: str) -> dict[str, Any]:
    """Where every seat's hand has a total: the totals, and what each seat pays another; nothing for other families."""
    if not hasattr(family, "explain_totals"):
        return {}
    found = family.explain_totals(scored.tables, scored.rules, scored.hands, scored.event)
    totals = [
        {
            "seat": line.seat,
            "total": line.total,
            "hu": line.hu,
            "tai": line.tai,
            "limit": None if line.limit is None else _said(Text(line.limit.en, line.limit.zh), lang),
        }
        for line in found.lines
    ]
    return {
        "totals": totals,
        "settled": [{"from": pair.payer, "to": pair.receiver, "points": pair.points} for pair in found.pairs],
    }


def _four(points: Any) -> list[int]:
    return [int(points[seat]) for seat in range(N_SEATS)]


def _notes(scored: Scored) -> list[Text]:
    """What a reader may wonder about, whatever the family."""
    notes = []
    if len(scored.winners) < len(scored.record.winners):
        first = scored.winners[0].seat
        order = str(scored.spec.values["claim.win_order"])
        rule = "claim.multi_win: head_bump" if order == "seat" else f"claim.win_order: {order}"
        near = first == scored.record.winners[0].seat
        notes.append(
            Text(
                f"several seats could win; only seat {first}{f', the nearest after seat {scored.record.payer},' * near} does "
                f"({rule})",
                f"不止一家可和，只有{f' {scored.record.payer} 座之后最近的' * near} {first} 座和牌（{rule}）",
            )
        )
    settlement = scored.spec.values["end.draw_settlement"]
    if scored.record.result == WinKind.DRAW and settlement == "none" and (scored.record.others or scored.record.held):
        notes.append(
            Text("an exhaustive draw: nothing is paid (end.draw_settlement: none)", "荒庄：不结算（end.draw_settlement: none）")
            if scored.record.held
            else Text("an exhaustive draw: kans are not paid", "荒庄：杠分作废")
        )
    return notes


def _compare(scored: Scored) -> dict[str, Any]:
    """What the record expects beside what it gets, under the first rule set and with the record's own changes to it."""
    record, expected = scored.record, scored.record.expected
    fan_list = import_module(f"rulesets.{scored.spec.family}.fans")
    found: list[tuple[str, Any, Any]] = []
    if expected.deltas is not None:
        found.append(("deltas", list(expected.deltas), _four(scored.score.delta)))
    if expected.next_dealer is not None:
        found.append(("next_dealer", expected.next_dealer, scored.next_dealer))
    if expected.fans is not None:
        codes = [[f.code for f in fan_list.fans_in(int(scored.score.fans[w.seat]))] for w in scored.winners]
        found.append(("fans", [sorted(f) for f in expected.fans], [sorted(f) for f in codes]))
    for i, (changes, deltas) in enumerate(expected.changed):
        place = Place(record.place.line).at("options").at(i).at("config")
        values = {}
        for key, value in changes.items():
            try:
                values[key] = check_value(find_option(key, scored.spec.family), value)
            except InputError as fault:
                raise place.fault(fault.en, fault.zh) from None
        changed = score_record(record, with_changes(scored.spec, values))
        found.append((changed.spec.full_name, list(deltas), _four(changed.score.delta)))
    differs = [{"what": what, "expected": wanted, "found": got} for what, wanted, got in found if wanted != got]
    return {"ruleset": scored.spec.full_name, "agrees": not differs, "differences": differs}
