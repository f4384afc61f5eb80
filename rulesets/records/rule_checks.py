"""What can be wrong with a record under one rule set: its size, its tiles, melds and wins that these rules do not have."""

from __future__ import annotations

from typing import Any

from rulesets.records.gold_checks import check_flowers, check_gold_kind, check_golds, check_opening
from rulesets.records.gold_tiles import is_gold
from rulesets.records.model import Meld, Place, Record
from rulesets.spec import RulesetSpec
from rulesets.tiles import KIND_NAMES, N_SEATS, MeldKind, OpeningWin, WinKind, counts_of, format_hand


def check_under(record: Record, spec: RulesetSpec, rules: Any) -> None:
    """Raise InputError if the record cannot happen under these rules. Completeness is left to scoring."""
    _check_sizes(record, spec, rules)
    _check_held(record, spec, rules)
    check_gold_kind(record, spec, rules)
    _check_tiles(record, spec, rules)
    _check_melds(record, spec)
    if record.gold is not None:
        check_golds(record, spec, rules)
    check_flowers(record, spec, rules)
    check_opening(record, spec)
    if record.result == WinKind.ROB_KAN:
        _check_robbing(record, spec)


def _seat_places(record: Record) -> list[tuple[int, Place]]:
    """The seats whose melds the record names, and where."""
    places = [(w.seat, record.place.at("winners").at(i)) for i, w in enumerate(record.winners)]
    return places + [(seat, record.place.at("others").at(str(seat))) for seat in record.others]


def _check_sizes(record: Record, spec: RulesetSpec, rules: Any) -> None:
    size, sets = int(rules.built.hand_size), int(rules.built.sets)
    for seat, place in _seat_places(record):
        n_melds = len(record.melds_of(seat))
        if n_melds > sets:
            raise place.fault(
                f"seat {seat} has {n_melds} melds; {spec.full_name} has room for {sets}.",
                f"{seat} 座有 {n_melds} 副面子；{spec.full_name} 最多 {sets} 副。",
            )
    for i, winner in enumerate(record.winners):
        wanted = size - 3 * len(winner.melds)
        if record.opening == OpeningWin.DEALT and winner.seat == record.dealer:
            wanted += 1
        if len(winner.concealed) != wanted:
            shown = format_hand(counts_of(list(winner.concealed)))
            raise record.place.at("winners").at(i).at("concealed").fault(
                f'"{shown}" has {len(winner.concealed)} tiles; beside {len(winner.melds)} melds it must have {wanted} under '
                f"{spec.full_name}, the winning tile not counted.",
                f"“{shown}”有 {len(winner.concealed)} 张；按 {spec.full_name}，另有 {len(winner.melds)} 副面子时应为 {wanted} 张，"
                "不含和牌张。",
            )


def _check_held(record: Record, spec: RulesetSpec, rules: Any) -> None:
    """A seat that did not win holds what a seat can hold, or a part of it: one tile more if it stood in its own turn."""
    for seat, held in record.held.items():
        most = int(rules.built.hand_size) + 1 - 3 * len(record.melds_of(seat))
        if len(held.concealed) > most:
            raise record.place.at("holds").at(str(seat)).fault(
                f"seat {seat} holds {len(held.concealed)} tiles; under {spec.full_name} it can hold {most} at most.",
                f"{seat} 座持 {len(held.concealed)} 张；按 {spec.full_name} 最多 {most} 张。",
            )


def _check_tiles(record: Record, spec: RulesetSpec, rules: Any) -> None:
    """Every tile must be in the tile set."""
    tiles = [] if record.tile is None else [record.tile]
    for held in record.held.values():
        tiles += held.concealed
    for winner in record.winners:
        tiles += winner.concealed
    for seat in range(N_SEATS):
        for meld in record.melds_of(seat):
            tiles += meld.tiles()
    for kind in sorted({kind for kind in tiles if not is_gold(kind, record.gold)}):
        if int(rules.built.flower[kind]):
            raise record.place.fault(
                f"the record holds {KIND_NAMES[kind]}, which is a flower under {spec.full_name}; write it in parentheses.",
                f"记录中有 {KIND_NAMES[kind]}，而按 {spec.full_name} 它是花牌；请写在圆括号中。",
            )
        if not int(rules.built.held[kind]):
            raise record.place.fault(
                f"the record holds {KIND_NAMES[kind]}, which {spec.full_name} plays without.",
                f"记录中有 {KIND_NAMES[kind]}，而 {spec.full_name} 不用这张牌。",
            )


def _check_melds(record: Record, spec: RulesetSpec) -> None:
    for seat, place in _seat_places(record):
        for i, meld in enumerate(record.melds_of(seat)):
            at = (place.at("melds") if seat not in record.others else place).at(i)
            if meld.kind == MeldKind.CHI and spec.values["claim.chi"] == "none":
                raise at.fault(f"{spec.full_name} has no chi (claim.chi: none).", f"{spec.full_name} 不能吃牌（claim.chi: none）。")
            if meld.feeder is None and _feeder_pays(record, seat, meld, spec):
                raise at.at("from").fault(
                    f"is missing: under {spec.full_name} the seat that fed the pon pays for the added kan.",
                    f"缺少此项：按 {spec.full_name}，补杠由供碰的一家付分。",
                )


def _feeder_pays(record: Record, seat: int, meld: Meld, spec: RulesetSpec) -> bool:
    """Whether the points of this meld need its feeder."""
    if spec.values.get("hebei.added_kan_payer") != "pon_feeder" or not spec.values["hebei.kan_added"]:
        return False
    if record.result == WinKind.DRAW and spec.values["end.draw_settlement"] == "none":
        return False
    if meld.kind == MeldKind.KAN_ADDED:
        return True
    robbed = meld.kind == MeldKind.PON and record.result == WinKind.ROB_KAN and seat == record.payer
    return robbed and meld.tile == record.tile and spec.values["hebei.robbed_kan_points"] == "keep"


def _check_robbing(record: Record, spec: RulesetSpec) -> None:
    at = record.place.at("result")
    if record.robbed == MeldKind.KAN_ADDED and not spec.values["kan.rob_added"]:
        raise at.fault(
            f"under {spec.full_name} a kan cannot be robbed (kan.rob_added: false).",
            f"按 {spec.full_name} 不能抢杠（kan.rob_added: false）。",
        )
    if record.robbed == MeldKind.KAN_CLOSED:
        if spec.values["kan.rob_closed"] == "never":
            raise at.fault(
                f"under {spec.full_name} a closed kan cannot be robbed (kan.rob_closed: never).",
                f"按 {spec.full_name} 不能抢暗杠（kan.rob_closed: never）。",
            )
        for i, winner in enumerate(record.winners):
            hand = {*winner.concealed, -1 if record.tile is None else record.tile}
            if winner.melds or len(hand) != 13 or not all(kind >= 27 or kind % 9 in (0, 8) for kind in hand):
                raise record.place.at("winners").at(i).fault(
                    "only thirteen orphans can rob a closed kan.", "只有十三幺可以抢暗杠。"
                )
