"""A record scored under one or many rule sets, with a reason for every point.

`explain_record` gives plain data (ready for JSON), `explanation_text` the same as text for a terminal. A rule set under
which the record cannot be a finished hand (no seven pairs there, a chi, a tile it plays without) gets a sentence instead
of points; if that is so for all of them, the sentence is raised as an `InputError`.
"""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

import numpy as np

from rulesets.changes import check_value, find_option
from rulesets.compile import rule_table
from rulesets.dealer import next_dealer
from rulesets.dtype import ScoreFault
from rulesets.errors import InputError
from rulesets.hand_distance import hand_distance, suit_keys
from rulesets.hand_tables import HandTables, load_tables
from rulesets.options import Text
from rulesets.records.json_form import as_json, parse_record
from rulesets.records.model import MELDS, Place, Record, Winner
from rulesets.records.read import parse_any
from rulesets.records.render import explanation_text
from rulesets.records.rule_checks import check_under
from rulesets.score import new_events, new_hands, new_scores, score_hand
from rulesets.spec import RulesetSpec, with_changes
from rulesets.tiles import KIND_NAMES, N_SEATS, WinKind, counts_of

__all__ = ["Scored", "explain_record", "explanation_text", "score_record"]


@dataclass(frozen=True)
class Scored:
    """A record under one rule set: what `score_hand` was given and what it said."""

    record: Record
    spec: RulesetSpec
    rules: Any  # RULES row
    hands: Any  # HAND[4]
    event: Any  # EVENT
    score: Any  # SCORE
    winners: tuple[Winner, ...]  # those who are paid, in play order

    @property
    def next_dealer(self) -> int:
        """Who deals the next hand."""
        return int(next_dealer(self.rules, self.event))


def score_record(record: Record, spec: RulesetSpec) -> Scored:
    """The points of a record under one rule set. Raises InputError if it is no finished hand there."""
    rules = _row(spec)
    check_under(record, spec, rules)
    winners = record.winners[:1] if spec.values["claim.multi_win"] == "head_bump" else record.winners
    hands = _hands(record)
    event = _event(record, winners)
    score = new_scores()[0]
    fault = ScoreFault(int(score_hand(_tables(), rules, hands, event, score)))
    if fault == ScoreFault.NOT_COMPLETE:
        raise _not_complete(record, spec, rules, hands)
    if fault != ScoreFault.OK:  # all other faults are found by the checks before
        raise AssertionError(f"score_hand returned {fault.name}")
    return Scored(record, spec, rules, hands, event, score, winners)


@lru_cache(maxsize=256)
def _row(spec: RulesetSpec) -> Any:
    return rule_table([spec]).view(np.recarray)[0]


@cache
def _tables() -> HandTables:
    return load_tables()


def _hands(record: Record) -> Any:
    """The four hands; tiles of seats that did not win are unknown and score nothing."""
    hands = new_hands()
    for seat in range(N_SEATS):
        for i, meld in enumerate(record.melds_of(seat)):
            hands[seat].meld_kind[i] = int(meld.kind)
            hands[seat].meld_tile[i] = meld.tile
            hands[seat].meld_from[i] = -1 if meld.feeder is None else meld.feeder
        hands[seat].n_melds = len(record.melds_of(seat))
    for winner in record.winners:
        tiles = [*winner.concealed] + ([] if record.tile is None else [record.tile])
        hands[winner.seat].counts[:] = counts_of(tiles)
    return hands


def _event(record: Record, winners: Sequence[Winner]) -> Any:
    event = new_events()[0]
    event.win_kind = int(record.result)
    event.dealer = record.dealer
    event.tile = -1 if record.tile is None else record.tile
    event.payer = -1 if record.payer is None else record.payer
    event.winner_mask = sum(1 << w.seat for w in winners)
    event.after_kan = int(record.after_kan)
    event.last_tile = int(record.last_tile)
    event.rob_kind = -1 if record.robbed is None else int(record.robbed)
    return event


def _not_complete(record: Record, spec: RulesetSpec, rules: Any, hands: Any) -> InputError:
    """The sentence about the first winner whose hand is not complete, with its distance."""
    keys = np.zeros(4, np.int32)
    for i, winner in enumerate(record.winners):
        hand = hands[winner.seat]
        suit_keys(hand.counts, keys)
        away = int(hand_distance(_tables(), rules, keys, hand.counts, int(hand.n_melds)))
        if away > 0:
            place = record.place.at("winners").at(i)
            return place.fault(
                f"the hand of seat {winner.seat} is not complete under {spec.full_name}: {away} more "
                f"{'tile is' if away == 1 else 'tiles are'} needed.",
                f"按 {spec.full_name}，{winner.seat} 座的手牌未成和牌：还差 {away} 张。",
            )
    raise AssertionError("score_hand and hand_distance disagree")


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
        lines = family.explain_win(scored.rules, scored.hands, scored.event, winner.seat)
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
                    }
                    for line in lines.fans
                ],
                "fan_points": lines.fan_points,
                "payments": [{"from": seat, "base": base, "fans": fans} for seat, base, fans in lines.dues],
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
        "wins": wins,
        "kans": kans,
        "delta": _four(scored.score.delta),
        "win_part": _four(scored.score.win_part),
        "kan_part": _four(scored.score.kan_part),
        "next_dealer": scored.next_dealer,
        "notes": [_said(note, lang) for note in notes],
    }


def _four(points: Any) -> list[int]:
    return [int(points[seat]) for seat in range(N_SEATS)]


def _notes(scored: Scored) -> list[Text]:
    """What a reader may wonder about, whatever the family."""
    notes = []
    if len(scored.winners) < len(scored.record.winners):
        first = scored.winners[0].seat
        notes.append(
            Text(
                f"several seats could win; only seat {first}, the nearest after seat {scored.record.payer}, does "
                "(claim.multi_win: head_bump)",
                f"不止一家可和，只有 {scored.record.payer} 座之后最近的 {first} 座和牌（claim.multi_win: head_bump）",
            )
        )
    if scored.record.result == WinKind.DRAW and not scored.score.kan_part.any() and scored.record.others:
        notes.append(Text("an exhaustive draw: kans are not paid", "荒庄：杠分作废"))
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
