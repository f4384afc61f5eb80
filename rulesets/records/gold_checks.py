"""What can be wrong with golds, flowers and opening wins of a record under one rule set."""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from typing import Any

from rulesets.golds import indicator_of
from rulesets.records.gold_tiles import is_gold
from rulesets.records.model import Place, Record
from rulesets.spec import RulesetSpec
from rulesets.tiles import KIND_NAMES, MeldKind, OpeningWin, Tile, WinKind


def check_gold_kind(record: Record, spec: RulesetSpec, rules: Any) -> None:
    """Raise InputError if the record names a gold that these rules do not have, or none where they need one."""
    place = record.place.at("gold")
    if spec.values["gold.source"] == "none":
        if record.gold is not None:
            raise place.fault(
                f"{spec.full_name} has no golds (gold.source: none); leave it out.",
                f"{spec.full_name} 没有金（gold.source: none）；请去掉。",
            )
        return
    if record.gold is None:
        if record.result == WinKind.DRAW:
            return
        raise place.fault(
            f"is missing: under {spec.full_name} one kind is wild; write for example: gold 5s.",
            f"缺少此项：按 {spec.full_name} 有一种牌是金；例如写：金 5s。",
        )
    name = KIND_NAMES[record.gold]
    if int(rules.built.flower[record.gold]) and spec.values["gold.flower_flip"] == "flowers_are_gold":
        return
    if int(rules.built.flower[record.gold]):
        raise place.fault(
            f"{name} cannot be gold: it is a flower under {spec.full_name}.", f"{name} 不能是金：按 {spec.full_name} 它是花牌。"
        )
    if not int(rules.built.held[record.gold]):
        raise place.fault(
            f"{name} cannot be gold: {spec.full_name} plays without it.", f"{name} 不能是金：{spec.full_name} 不用这张牌。"
        )


def check_golds(record: Record, spec: RulesetSpec, rules: Any) -> None:
    """Raise InputError if the golds of a record that names their kind cannot be as it says."""
    _check_thrown_gold(record, spec)
    _check_melds(record, spec)
    _check_live(record, spec, rules)


def _check_thrown_gold(record: Record, spec: RulesetSpec) -> None:
    if not is_gold(record.tile, record.gold) or record.result == WinKind.SELF_DRAW:
        return
    place = record.place.at("tile")
    if record.result == WinKind.DISCARD and spec.values["gold.claimable"] == "never":
        raise place.fault(
            f"under {spec.full_name} nobody can win on a discarded gold (gold.claimable: never).",
            f"按 {spec.full_name} 打出的金不能和（gold.claimable: never）。",
        )
    if record.result == WinKind.ROB_KAN:
        raise place.fault("a kan of golds does not exist.", "金不能开杠。")


def _meld_places(record: Record) -> list[tuple[Place, Any]]:
    """Every meld of the record and where it stands."""
    found = [(record.place.at("winners").at(i).at("melds").at(j), meld)
             for i, winner in enumerate(record.winners) for j, meld in enumerate(winner.melds)]  # fmt: skip
    return found + [
        (record.place.at("others").at(str(seat)).at(j), meld)
        for seat, melds in record.others.items() for j, meld in enumerate(melds)
    ]  # fmt: skip


def _check_melds(record: Record, spec: RulesetSpec) -> None:
    """Golds are in no meld; as their own face in a chi where `gold.in_melds` says so."""
    for place, meld in _meld_places(record):
        if record.gold not in meld.tiles():
            continue
        if meld.kind != MeldKind.CHI:
            raise place.fault("golds are never in a pon or kan.", "金不能用于碰、杠。")
        if spec.values["gold.in_melds"] == "never":
            raise place.fault(
                f"under {spec.full_name} a gold is in no meld (gold.in_melds: never).",
                f"按 {spec.full_name} 金不能用于吃（gold.in_melds: never）。",
            )


def _check_live(record: Record, spec: RulesetSpec, rules: Any) -> None:
    """The face-up indicator is one tile of its kind less."""
    indicator = int(indicator_of(rules, record.gold))
    tiles = [kind for winner in record.winners for kind in winner.concealed]
    tiles += [kind for _, meld in _meld_places(record) for kind in meld.tiles()]
    taken = record.opening == OpeningWin.INDICATOR
    if record.tile is not None and not taken:
        tiles.append(record.tile)
    if sum(kind == indicator or is_gold(kind, indicator) for kind in tiles) > 3:
        name = KIND_NAMES[indicator]
        if indicator >= Tile.H1:
            raise record.place.fault(
                f"the record holds four gold flowers, but one of their colour, {name}, was turned up to open the gold.",
                f"记录中有四张作金的花，而该色的 {name} 已翻出定金。",
            )
        raise record.place.fault(
            f"the record holds four {name}, but one {name} was turned up to open the gold.",
            f"记录中有四张 {name}，而开金翻出了一张 {name}。"
        )
    if taken and record.tile not in (None, indicator):
        name = KIND_NAMES[indicator]
        raise record.place.at("tile").fault(
            f"the indicator is {name} when {KIND_NAMES[record.gold or 0]} is gold.",
            f"{KIND_NAMES[record.gold or 0]} 为金时，翻开的牌是 {name}。",
        )


def check_flowers(record: Record, spec: RulesetSpec, rules: Any) -> None:
    """Raise InputError if a seat has laid out what is no flower under these rules, or is gold."""
    laid = [(record.place.at("holds").at(str(seat)), held.flowers) for seat, held in record.held.items()]
    laid += [(record.place.at("winners").at(i), winner.flowers) for i, winner in enumerate(record.winners)]
    for place, flowers in laid:
        for kind in flowers:
            if is_gold(kind, record.gold):
                name = KIND_NAMES[kind]
                raise place.at("flowers").fault(
                    f"{name} is gold; gold flowers are held: write <{name}> among the concealed tiles.",
                    f"{name} 是金；作金的花留在手中，请在手牌中写作 <{name}>。",
                )
    for i, winner in enumerate(record.winners):
        for kind in winner.flowers:
            if not int(rules.built.flower[kind]):
                name = KIND_NAMES[kind]
                raise record.place.at("winners").at(i).at("flowers").fault(
                    f"{name} is no flower under {spec.full_name}.", f"按 {spec.full_name}，{name} 不是花牌。"
                )


def check_opening(record: Record, spec: RulesetSpec) -> None:
    """Raise InputError if the rules have no such opening win."""
    if record.opening != OpeningWin.INDICATOR:
        return
    window = str(spec.values["rob_gold.window"])
    place = record.place.at("opening")
    if window == "none":
        raise place.fault(
            f"under {spec.full_name} the indicator cannot be taken (rob_gold.window: none).",
            f"按 {spec.full_name} 没有抢金（rob_gold.window: none）。",
        )
    if window == "own_first_draw" and record.winners[0].seat != record.dealer:
        raise place.fault(
            "under rob_gold.window: own_first_draw only the dealer takes the indicator; write first draw and + G.",
            "rob_gold.window: own_first_draw 之下只有庄家换进翻开的金；请写首摸与 + 金。",
        )
