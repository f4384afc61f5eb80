"""A record under one rule set: checked, turned into the records that scoring reads, scored."""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np

from rulesets.choices import SeatWinds
from rulesets.compile import rule_table
from rulesets.dealer import next_dealer
from rulesets.dtype import FIRST_FLOWER, ScoreFault
from rulesets.errors import InputError
from rulesets.golds import indicator_of
from rulesets.hand_distance import suit_keys
from rulesets.hand_golds import hand_distance
from rulesets.hand_seat import is_idle_gold
from rulesets.hand_tables import HandTables, load_tables
from rulesets.records.gold_tiles import is_gold
from rulesets.records.model import Record, Winner
from rulesets.records.rule_checks import check_under
from rulesets.score import new_events, new_hands, new_scores, score_hand
from rulesets.spec import RulesetSpec
from rulesets.tiles import N_SEATS, OpeningWin, Tile, WinKind, counts_of
from rulesets.win_order import win_rank

_PAST_OPENING = 2  # discards of a hand that does not say how many there were


@dataclass(frozen=True)
class Scored:
    """A record under one rule set: what `score_hand` was given and what it said."""

    record: Record
    spec: RulesetSpec
    rules: Any  # RULES row
    tables: HandTables
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
    tables = _tables(spec.values["gold.source"] != "none")
    hands = _hands(record, rules)
    _check_idle_golds(record, spec, rules, tables, hands)
    winners = _paid(record, spec, rules, tables, hands)
    event = _event(record, winners, rules)
    score = new_scores()[0]
    fault = ScoreFault(int(score_hand(tables, rules, hands, event, score)))
    if fault == ScoreFault.NOT_COMPLETE:
        raise _not_complete(record, spec, rules, tables, hands)
    if fault != ScoreFault.OK:  # all other faults are found by the checks before
        raise AssertionError(f"score_hand returned {fault.name}")
    return Scored(record, spec, rules, tables, hands, event, score, winners)


@lru_cache(maxsize=256)
def _row(spec: RulesetSpec) -> Any:
    return rule_table([spec]).view(np.recarray)[0]


@cache
def _tables(golds: bool) -> HandTables:
    return load_tables(golds)


def _hands(record: Record, rules: Any) -> Any:
    """The four hands; of seats that did not win only what the record says they hold is known, the rest scores nothing."""
    hands = new_hands()
    for seat in range(N_SEATS):
        for i, meld in enumerate(record.melds_of(seat)):
            hands[seat].meld_kind[i] = int(meld.kind)
            hands[seat].meld_tile[i] = meld.tile
            hands[seat].meld_from[i] = -1 if meld.feeder is None else meld.feeder
        hands[seat].n_melds = len(record.melds_of(seat))
    for winner in record.winners:
        hand = hands[winner.seat]
        _put_concealed(hand, winner.concealed, record.gold)
        _add_winning_tile(hand, record, rules)
        for kind in winner.flowers:
            hand.flowers[kind - FIRST_FLOWER] += 1
    for seat, held in record.held.items():
        hand = hands[seat]
        _put_concealed(hand, held.concealed, record.gold)
        for kind in held.flowers:
            hand.flowers[kind - FIRST_FLOWER] += 1
    return hands


def _put_concealed(hand: Any, kinds: Sequence[int], gold: int | None) -> None:
    """Enter concealed tiles: every gold is wild, and of gold flowers it is kept which they are."""
    hand.counts[:] = counts_of([kind for kind in kinds if not is_gold(kind, gold)])
    for kind in kinds:
        if is_gold(kind, gold):
            _add_gold(hand, -1 if kind == gold else kind)


def _add_gold(hand: Any, kind: int) -> None:
    """One gold more; `kind` if it is a flower that is known."""
    hand.golds += 1
    if kind >= Tile.H1:
        hand.gold_flowers |= 1 << kind - Tile.H1


def _add_winning_tile(hand: Any, record: Record, rules: Any) -> None:
    tile = record.tile
    taken = record.opening == OpeningWin.INDICATOR
    if taken and record.gold is not None:
        tile = int(indicator_of(rules, record.gold))
    if tile is None:
        return
    if is_gold(tile, record.gold) and not (taken and not int(rules.rob_gold.indicator_wild)):
        _add_gold(hand, tile if taken or tile != record.gold else -1)
    else:
        hand.counts[tile] += 1


def _event(record: Record, winners: Sequence[Winner], rules: Any) -> Any:
    event = new_events()[0]
    event.win_kind = int(record.result)
    event.dealer = record.dealer
    event.tile = -1 if record.tile is None else record.gold if is_gold(record.tile, record.gold) else record.tile
    event.payer = -1 if record.payer is None else record.payer
    event.winner_mask = sum(1 << w.seat for w in winners)
    event.after_kan = int(record.after_kan)
    event.last_tile = int(record.last_tile)
    event.rob_kind = -1 if record.robbed is None else int(record.robbed)
    event.opening = int(record.opening)
    event.first_draw = int(record.first_draw)
    event.n_kept = record.kept
    _set_table_facts(event, record, rules)
    if record.gold is not None:
        event.gold_kind = record.gold
        event.indicator = int(indicator_of(rules, record.gold))
        if record.opening == OpeningWin.INDICATOR:
            event.tile = event.indicator
    return event


def _set_table_facts(event: Any, record: Record, rules: Any) -> None:
    """Seat winds, discards, liability. Unless told otherwise the dealer is East and the hand is past its first discards."""
    if int(rules.deal.seat_winds) != SeatWinds.NONE:
        event.east = record.dealer if record.east is None else record.east
    event.discards = _PAST_OPENING if record.discards is None else record.discards
    if record.discards is None and record.opening == OpeningWin.DEALT:
        event.discards = 0
    event.liable = -1 if record.liable is None else record.liable
    event.no_kan = int(record.no_kan)


def _paid(record: Record, spec: RulesetSpec, rules: Any, tables: HandTables, hands: Any) -> tuple[Winner, ...]:
    """The winners that are paid: all of them, or the one whom `claim.win_order` puts first, nearest first among equals."""
    if spec.values["claim.multi_win"] == "all" or len(record.winners) < 2:
        return record.winners
    gold = -1 if record.gold is None else record.gold
    return (min(record.winners, key=lambda w: int(win_rank(tables, rules, hands[w.seat], gold))),)


def _check_idle_golds(record: Record, spec: RulesetSpec, rules: Any, tables: HandTables, hands: Any) -> None:
    """`gold.idle_win: self_draw_only`: a hand that any tile completes must draw it itself."""
    if spec.values["gold.idle_win"] == "any" or record.tile is None or record.result == WinKind.SELF_DRAW:
        return
    keys = np.zeros(4, np.int32)
    for i, winner in enumerate(record.winners):
        before = hands[winner.seat : winner.seat + 1].copy()[0]
        if is_gold(record.tile, record.gold):
            before.golds -= 1
        else:
            before.counts[record.tile] -= 1
        suit_keys(before.counts, keys)
        if is_idle_gold(tables, rules, keys, before):
            raise record.place.at("winners").at(i).fault(
                f"under {spec.full_name} a hand with an idle gold wins by self-draw only (gold.idle_win: self_draw_only).",
                f"按 {spec.full_name}，有闲金的手牌只能自摸（gold.idle_win: self_draw_only）。",
            )


def _not_complete(record: Record, spec: RulesetSpec, rules: Any, tables: HandTables, hands: Any) -> InputError:
    """The sentence about the first winner whose hand is not complete, with its distance."""
    keys = np.zeros(4, np.int32)
    for i, winner in enumerate(record.winners):
        hand = hands[winner.seat]
        place = record.place.at("winners").at(i)
        suit_keys(hand.counts, keys)
        away = int(hand_distance(tables, rules, keys, hand.counts, int(hand.n_melds), int(hand.golds)))
        if away > 0:
            return place.fault(
                f"the hand of seat {winner.seat} is not complete under {spec.full_name}: {away} more "
                f"{'tile is' if away == 1 else 'tiles are'} needed.",
                f"按 {spec.full_name}，{winner.seat} 座的手牌未成和牌：还差 {away} 张。",
            )
    if spec.values["gold.source"] != "none" and not spec.values["gold.fifth_copy"]:
        return record.place.fault(
            f"the hand is complete only with a gold as a fifth copy (gold.fifth_copy: false under {spec.full_name}).",
            f"只有以金作第五张才成和（{spec.full_name} 为 gold.fifth_copy: false）。",
        )
    raise AssertionError("score_hand and hand_distance disagree")
