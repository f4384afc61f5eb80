"""What can be wrong with a record whatever the rules are: seats, payers, flags, copies of tiles."""

from __future__ import annotations

from dataclasses import replace

from rulesets.records.gold_tiles import is_gold
from rulesets.records.model import Place, Record
from rulesets.tiles import KIND_NAMES, N_HELD_KINDS, N_SEATS, MeldKind, OpeningWin, Tile, WinKind

_KANS = (MeldKind.KAN_OPEN, MeldKind.KAN_ADDED, MeldKind.KAN_CLOSED)


def check_record(record: Record) -> Record:
    """The record with its winners in play order from the payer. Raises InputError at the first contradiction."""
    _check_seats(record)
    _check_held(record)
    if record.result == WinKind.DRAW:
        _check_draw(record)
    else:
        _check_win(record)
    _check_opening(record)
    _check_flowers(record)
    _check_gold_flowers(record)
    _check_melds(record)
    _check_copies(record)
    start = record.payer if record.payer is not None else record.dealer
    return replace(record, winners=tuple(sorted(record.winners, key=lambda w: (w.seat - start - 1) % N_SEATS)))


def _check_seats(record: Record) -> None:
    place = record.place
    seats = [w.seat for w in record.winners]
    for i, seat in enumerate(seats):
        at = place.at("winners").at(i).at("seat")
        if seat in seats[:i]:
            raise at.fault(f"seat {seat} is listed as winner twice.", f"{seat} 座重复列为和牌者。")
        if seat in record.others:
            raise place.at("others").at(str(seat)).fault(
                f"seat {seat} is a winner; its melds stand under winners.", f"{seat} 座是和牌者，其面子应写在 winners 中。"
            )
        if seat == record.payer:
            raise place.at("from").fault(
                f"seat {seat} cannot win on its own tile; the payer must be another seat.",
                f"{seat} 座不能和自己打出的牌；付分者须为别家。",
            )


def _check_held(record: Record) -> None:
    """Hands of losers belong to losers, and so does liability."""
    winners = [w.seat for w in record.winners]
    for seat in record.held:
        if seat in winners:
            raise record.place.at("holds").at(str(seat)).fault(
                f"seat {seat} is a winner; its tiles stand under winners.", f"{seat} 座是和牌者，其牌应写在 winners 中。"
            )
    if record.liable is not None and (record.liable in winners or not winners):
        raise record.place.at("liable").fault(
            "the seat that pays a win for all is one that did not win.", "包赔者须是没有和牌的一家，且须有人和牌。"
        )


def _check_draw(record: Record) -> None:
    place = record.place
    if record.winners:
        raise place.at("winners").fault("an exhaustive draw has no winner.", "荒庄没有和牌者。")
    if record.tile is not None:
        raise place.at("tile").fault("an exhaustive draw has no winning tile.", "荒庄没有和牌张。")
    if record.payer is not None:
        raise place.at("from").fault("nobody pays at an exhaustive draw.", "荒庄没有付分者。")
    _no_flag(record, "after_kan", "only a self-draw can be after_kan.", "只有自摸才可标 after_kan。")
    _no_flag(record, "last_tile", "an exhaustive draw has no last_tile.", "荒庄不标 last_tile。")


def _check_win(record: Record) -> None:
    place = record.place
    if not record.winners:
        raise place.at("winners").fault("is missing: somebody must have won.", "缺少此项：须有和牌者。")
    if record.tile is None and record.opening == OpeningWin.NONE:
        raise place.at("tile").fault("is missing: name the winning tile.", "缺少此项：须写明和牌张。")
    if record.result == WinKind.SELF_DRAW:
        if record.payer is not None:
            raise place.at("from").fault("a self-draw is paid by all; leave it out.", "自摸由三家付分；请去掉。")
        if len(record.winners) > 1:
            raise place.at("winners").fault("only one seat can win by self-draw.", "自摸只能有一家。")
        kans = [m for m in record.winners[0].melds if m.kind in _KANS]
        if record.after_kan and not kans:
            raise place.at("after_kan").fault("the winner shows no kan.", "和牌者没有杠。")
        return
    if record.payer is None:
        raise place.at("from").fault(
            "is missing: name the seat that discarded the tile or whose kan was robbed.",
            "缺少此项：须写明点炮或被抢杠的座位。",
        )
    _no_flag(record, "after_kan", "only a self-draw can be after_kan.", "只有自摸才可标 after_kan。")
    if record.result == WinKind.ROB_KAN:
        _no_flag(record, "last_tile", "a robbed tile is never the last tile.", "被抢的牌不算海底。")
        if record.robbed is None and record.tile is not None:
            tile = KIND_NAMES[record.tile]
            raise place.at("others").at(str(record.payer)).fault(
                f"the robbed seat {record.payer} must show its pon (or closed kan) of {tile}.",
                f"被抢杠的 {record.payer} 座须列出 {tile} 的碰（或暗杠）。",
            )


def _check_opening(record: Record) -> None:
    """Opening wins and first draws are self-draws and need no tile, or one."""
    place = record.place
    if record.first_draw and (record.result != WinKind.SELF_DRAW or record.opening != OpeningWin.NONE):
        raise place.at("first_draw").fault(
            "only a self-draw can be the first draw, and no opening win.", "只有自摸才可标 first_draw，且不能是开局和牌。"
        )
    if record.opening == OpeningWin.NONE:
        return
    if record.result != WinKind.SELF_DRAW:
        raise place.at("opening").fault("an opening win is a self-draw.", "开局和牌算自摸。")
    for flag in ("after_kan", "last_tile"):
        _no_flag(record, flag, f"an opening win is never {flag}.", f"开局和牌不标 {flag}。")
    if record.opening == OpeningWin.DEALT and record.tile is not None:
        raise place.at("tile").fault(
            "a win with the dealt tiles has no winning tile; write all tiles as concealed.",
            "起手即和没有和牌张；请把全部手牌写在 concealed 中。",
        )
    if record.opening == OpeningWin.INDICATOR and record.gold is None:
        raise place.at("gold").fault(
            "is missing: taking the indicator needs the kind that is gold.", "缺少此项：抢金须写明何牌为金。"
        )


def _check_flowers(record: Record) -> None:
    """Only flowers are laid out: honours, four each, or seasons and plants, one each."""
    seen = [kind for held in record.held.values() for kind in held.flowers]
    for i, winner in enumerate(record.winners):
        at = record.place.at("winners").at(i).at("flowers")
        seen += winner.flowers
        for kind in winner.flowers:
            if kind < Tile.EAST:
                raise at.fault(f"{KIND_NAMES[kind]} is no flower.", f"{KIND_NAMES[kind]} 不是花牌。")
            most = 4 if kind < N_HELD_KINDS else 1
            if seen.count(kind) > most:
                raise at.fault(
                    f"{seen.count(kind)} copies of {KIND_NAMES[kind]} are laid out; there {'are 4' if most == 4 else 'is 1'}.",
                    f"亮出 {seen.count(kind)} 张 {KIND_NAMES[kind]}，一副牌只有 {most} 张。",
                )


def _check_gold_flowers(record: Record) -> None:
    """Flowers held are gold ones, one tile each; the one that was turned up is nobody's."""
    hands = [(record.place.at("winners").at(i), w.concealed) for i, w in enumerate(record.winners)]
    hands += [(record.place.at("holds").at(str(seat)), held.concealed) for seat, held in record.held.items()]
    if record.tile is not None:
        hands.append((record.place.at("tile"), (record.tile,)))
    seen: set[int] = set()
    for place, kinds in hands:
        for kind in kinds:
            if kind < Tile.H1 or kind == record.gold:
                continue
            name = KIND_NAMES[kind]
            if not is_gold(kind, record.gold):
                raise place.fault(
                    f"{name} stands in angles, but it is no gold here; name the flower turned up, such as gold H2.",
                    f"{name} 写在尖括号中，但此处不是金；请写明翻出的花，如金 H2。",
                )
            if kind in seen:
                raise place.fault(f"{name} is held twice; there is one.", f"{name} 出现两次，一副牌只有一张。")
            seen.add(kind)


def _no_flag(record: Record, flag: str, en: str, zh: str) -> None:
    if getattr(record, flag):
        raise record.place.at(flag).fault(en, zh)


def _check_melds(record: Record) -> None:
    """Feeders, and the number of melds."""
    for seat in range(N_SEATS):
        at = _melds_place(record, seat)
        melds = record.melds_of(seat)
        for i, meld in enumerate(melds):
            if meld.feeder == seat:
                raise at.at(i).at("from").fault(
                    f"seat {seat} cannot feed its own meld.", f"{seat} 座不能给自己供牌。"
                )
            if meld.kind == MeldKind.CHI and meld.feeder not in (None, (seat - 1) % N_SEATS):
                raise at.at(i).at("from").fault(
                    f"a chi of seat {seat} is fed by seat {(seat - 1) % N_SEATS}.",
                    f"{seat} 座的吃牌只能来自 {(seat - 1) % N_SEATS} 座。",
                )


def _melds_place(record: Record, seat: int) -> Place:
    for i, winner in enumerate(record.winners):
        if winner.seat == seat:
            return record.place.at("winners").at(i).at("melds")
    return record.place.at("others").at(str(seat))


def _check_copies(record: Record) -> None:
    """Four copies of each kind over all hands and melds; the winning tile is one tile however many win on it."""
    seen = [kind for held in record.held.values() for kind in held.concealed]
    for winner in record.winners:
        seen += winner.concealed
    for seat in range(N_SEATS):
        for meld in record.melds_of(seat):
            seen += meld.tiles()
    if record.tile is not None and record.robbed != MeldKind.KAN_CLOSED:
        if record.robbed == MeldKind.KAN_ADDED:
            _check_robbed_pon(record)
        seen.append(record.tile)
    for kind in sorted(set(seen)):
        if seen.count(kind) > 4:
            raise record.place.fault(
                f"there are {seen.count(kind)} copies of {KIND_NAMES[kind]} over all hands; a set of tiles has 4.",
                f"各家合计有 {seen.count(kind)} 张 {KIND_NAMES[kind]}，一副牌只有 4 张。",
            )


def _check_robbed_pon(record: Record) -> None:
    """A robbed added kan stands in the record as the pon it is again."""
    payer = record.payer if record.payer is not None else 0
    for i, meld in enumerate(record.melds_of(payer)):
        if meld.tile == record.tile and meld.kind in (MeldKind.KAN_ADDED, MeldKind.KAN_OPEN):
            raise record.place.at("others").at(str(payer)).at(i).at("t").fault(
                "the robbed kan is a pon again; write pon.", "被抢的杠退回为碰；请写 pon。"
            )
