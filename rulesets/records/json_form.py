"""Finished hands as records: the JSON shape, its checks, and back.

One record is a JSON object: `{"id": …, "spec": {…}}`, or the inner object alone. The inner object holds

- `result`: `self_draw`, `discard`, `rob_kan` or `draw`; `dealer`: seat 0-3; `tile`: the winning tile;
- `from`: the seat that discarded, or whose kan was robbed; `after_kan`, `last_tile`: true or absent;
- `winners`: list of `{"seat": 1, "concealed": "23m 345p 678p EE", "melds": [{"t": "pon", "tile": "9s"}]}`, the winning
  tile not among the concealed ones;
- `others`: melds of seats that did not win, as `{"3": [{"t": "kan_open", "tile": "E", "from": 0}]}`;
- where the hands of losers count: `holds`: `{"0": {"concealed": "999m G", "flowers": "H1"}}`, tiles of seats that did not
  win (those that count), `east`: the seat whose wind is East, `discards`: how many were made, `liable`: the seat that pays the
  win for all, `no_kan`: true if no kan could be declared any more;
- with golds, flowers, opening wins: `gold`: the kind that is wild (`G` then is a tile of it), `kept`: how often the dealer
  has kept the deal, `opening`: `dealt` (no winning tile) or `indicator` (taken, `tile` may be left out), `first_draw`: true,
  and of a winner `flowers`: "EE H1", those laid out. Where flowers are gold, those held stand among the concealed tiles in
  angles: `{"gold": "H2", "winners": [{"concealed": "123m 45p <H1 H3>", …}]}`.

A meld has `t` (`chi`, `pon`, `kan_open`, `kan_added`, `kan_closed`), `tile` (of a chi: its lowest) and `from`, the seat
that fed it: needed for an open kan, allowed for chi, pon and added kan (there: who fed the pon).
Beside `spec` a record may say what it expects: `fans` (codes per winner in play order), `deltas`, `next_dealer`.

Every fault is one `InputError` that names the line, the field, what is allowed and the nearest valid name.
What depends on a rule set (hand size, allowed melds, completeness) is checked in `rulesets.explain`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from rulesets.errors import InputError, did_you_mean
from rulesets.options import Value
from rulesets.records.checks import check_record
from rulesets.records.gold_tiles import gold_words, split_held_flowers
from rulesets.records.model import MELDS, OPENINGS, RESULTS, Expected, Held, Meld, Place, Record, Winner
from rulesets.tiles import (
    KIND_NAMES,
    N_HELD_KINDS,
    N_SEATS,
    MeldKind,
    OpeningWin,
    Tile,
    counts_of,
    format_hand,
    parse_with_golds,
)

_OUTER = ("id", "spec", "fans", "deltas", "next_dealer", "options")
_INNER = (
    "dealer", "result", "tile", "from", "after_kan", "last_tile", "winners", "others", "gold", "opening", "first_draw", "kept",
    "holds", "east", "discards", "liable", "no_kan",
)  # fmt: skip


def parse_record(source: str | Mapping[str, Any], place: Place | None = None) -> Record:
    """A record from JSON text, or from a mapping as JSON yields it.

    >>> parse_record({"result": "draw", "dealer": 2}).dealer
    2
    """
    where = place or Place()
    data: Any = _decode(source, where) if isinstance(source, str) else source
    if not isinstance(data, Mapping):
        raise where.fault("a record must be a JSON object {…}.", "记录应为 JSON 对象 {…}。")
    if "spec" not in data:
        return check_record(_inner(data, where, "", Expected()))
    known_fields(data, _OUTER, where)
    inner = data["spec"]
    if not isinstance(inner, Mapping):
        raise where.at("spec").fault("must be an object {…}.", "应为对象 {…}。")
    expected = _expected(data, where)
    return check_record(_inner(inner, Place(where.line), str(data.get("id", "")), expected))


def _decode(text: str, place: Place) -> Any:
    def no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        for i, (key, _) in enumerate(pairs):
            if key in [k for k, _ in pairs[:i]]:
                raise place.at(key).fault("stands twice.", "重复出现。")
        return dict(pairs)

    try:
        return json.loads(text, object_pairs_hook=no_doubles)
    except json.JSONDecodeError as error:
        raise place.fault(
            f"not readable as JSON ({error.msg} at character {error.pos + 1}).",
            f"不是可读的 JSON（第 {error.pos + 1} 个字符处有误）。",
        ) from None


def known_fields(data: Mapping[str, Any], known: Sequence[str], place: Place) -> None:
    """Refuse fields that nobody reads."""
    for key in data:
        if key not in known:
            en, zh = did_you_mean(str(key), known)
            raise place.at(str(key)).fault(
                f"unknown field; allowed are {', '.join(known)}.{en}", f"没有这个字段；可用：{'、'.join(known)}。{zh}"
            )


def _needed(data: Mapping[str, Any], key: str, place: Place) -> Any:
    if key not in data:
        raise place.at(key).fault("is missing.", "缺少此项。")
    return data[key]


def seat_number(value: Any, place: Place) -> int:
    """A seat, 0 to 3."""
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < N_SEATS:
        raise place.fault(f"{value!r} is not a seat; seats are 0, 1, 2, 3.", f"{value!r} 不是座位号；座位为 0、1、2、3。")
    return value


def _choice(value: Any, known: Sequence[str], place: Place) -> str:
    if not isinstance(value, str) or value not in known:
        en, zh = did_you_mean(str(value), known)
        raise place.fault(
            f"{value!r} is not allowed; allowed are {', '.join(known)}.{en}",
            f"不能是 {value!r}；可用：{'、'.join(known)}。{zh}",
        )
    return value


def _flag(data: Mapping[str, Any], key: str, place: Place) -> bool:
    value = data.get(key, False)
    if not isinstance(value, bool):
        raise place.at(key).fault(f"{value!r} must be true or false.", f"{value!r} 应为 true 或 false。")
    return value


def tile_kinds(value: Any, place: Place, gold: int | None = None) -> list[int]:
    """The kinds in a text of tiles; `G` is a tile of the kind `gold`."""
    if not isinstance(value, str):
        raise place.fault(f'{value!r} must be text such as "123m 45p EE".', f"{value!r} 应为文字，如“123m 45p EE”。")
    rest, gold_flowers = split_held_flowers(value, place)
    try:
        kinds, golds = parse_with_golds(rest)
    except InputError as error:
        raise place.fault(error.en, error.zh) from None
    if golds and gold is None:
        raise place.fault(
            f'"{value}" holds a gold (G), but the record does not say which kind is gold; add for example: gold 5s.',
            f"“{value}”中有金（G），但记录未写明何牌为金；例如加上：金 5s。",
        )
    if any(kind >= N_HELD_KINDS for kind in kinds):
        raise place.fault(
            f'"{value}" holds a flower; flowers are not held in a hand (gold ones are: write <H1 H3>).',
            f"“{value}”中有花牌；花牌不在手中（作金的花写作 <H1 H3>）。",
        )
    return kinds + gold_flowers + [gold or 0] * golds


def one_tile(value: Any, place: Place, gold: int | None = None) -> int:
    """The kind of a text that names one tile."""
    kinds = tile_kinds(value, place, gold)
    if len(kinds) != 1:
        raise place.fault(f'"{value}" must be one tile, such as 5m or E.', f"“{value}”应为一张牌，如 5m 或 E。")
    return kinds[0]


def gold_tile(value: Any, place: Place) -> int:
    """The kind that is gold: a tile, or the flower that was turned up."""
    if isinstance(value, str) and re.fullmatch(r"\s*(?:H[1-8]|[春夏秋冬梅兰蘭竹菊])\s*", value):
        return flower_kinds(value, place)[0]
    return one_tile(value, place)


def flower_kinds(value: Any, place: Place) -> tuple[int, ...]:
    """The kinds in a text of flowers, ascending."""
    if not isinstance(value, str):
        raise place.fault(f'{value!r} must be text such as "EE H1".', f"{value!r} 应为文字，如“EE H1”。")
    try:
        kinds, golds = parse_with_golds(value)
    except InputError as error:
        raise place.fault(error.en, error.zh) from None
    if golds:
        raise place.fault(f'"{value}" holds a gold; a gold is no flower.', f"“{value}”中有金；金不是花牌。")
    return tuple(sorted(kinds))


def meld_tile(kind: MeldKind, value: Any, place: Place) -> int:
    """The kind that a meld is stored under: its tile, or the lowest of a run (of which the text may name all three)."""
    kinds = sorted(tile_kinds(value, place))
    if kind == MeldKind.CHI:
        low = kinds[0] if kinds else -1
        if low < 0 or low >= Tile.EAST or low % 9 > 6 or kinds not in ([low], [low, low + 1, low + 2]):
            raise place.fault(
                f'"{value}" must be a run such as 234m, or its lowest tile.', f"“{value}”应为顺子，如 234m，或其最小的一张。"
            )
        return low
    if len(set(kinds)) != 1:
        raise place.fault(f'"{value}" must be one tile, such as 5m or E.', f"“{value}”应为一张牌，如 5m 或 E。")
    return kinds[0]


def make_meld(word: str, tile: Any, feeder: int | None, place: Place) -> Meld:
    """A meld from its words; says what is wrong with them."""
    kind = MELDS[_choice(word, tuple(MELDS), place.at("t"))]
    if feeder is not None and kind == MeldKind.KAN_CLOSED:
        raise place.at("from").fault("nobody feeds a closed kan; leave it out.", "暗杠没有供牌者；请去掉。")
    if feeder is None and kind == MeldKind.KAN_OPEN:
        raise place.at("from").fault(
            "is missing: an open kan needs the seat that discarded its tile.", "缺少此项：放杠须写明供牌的座位。"
        )
    return Meld(kind, meld_tile(kind, tile, place.at("tile")), feeder)


def _melds(value: Any, place: Place) -> tuple[Meld, ...]:
    if not isinstance(value, list):
        raise place.fault("must be a list of melds.", "应为面子的列表。")
    melds = []
    for i, entry in enumerate(value):
        at = place.at(i)
        if not isinstance(entry, Mapping):
            raise at.fault('must be a meld such as {"t": "pon", "tile": "9s"}.', '应为面子，如 {"t": "pon", "tile": "9s"}。')
        known_fields(entry, ("t", "tile", "from"), at)
        feeder = seat_number(entry["from"], at.at("from")) if "from" in entry else None
        melds.append(make_meld(_needed(entry, "t", at), _needed(entry, "tile", at), feeder, at))
    return tuple(melds)


def _winners(value: Any, place: Place, gold: int | None) -> tuple[Winner, ...]:
    if not isinstance(value, list):
        raise place.fault("must be a list of winners.", "应为和牌者的列表。")
    winners = []
    for i, entry in enumerate(value):
        at = place.at(i)
        if not isinstance(entry, Mapping):
            raise at.fault("must be an object with seat, concealed and melds.", "应为含 seat、concealed、melds 的对象。")
        known_fields(entry, ("seat", "concealed", "melds", "flowers"), at)
        seat = seat_number(_needed(entry, "seat", at), at.at("seat"))
        concealed = tile_kinds(_needed(entry, "concealed", at), at.at("concealed"), gold)
        melds = _melds(entry.get("melds", []), at.at("melds"))
        winners.append(Winner(seat, tuple(sorted(concealed)), melds, flower_kinds(entry.get("flowers", ""), at.at("flowers"))))
    return tuple(winners)


def _others(value: Any, place: Place) -> dict[int, tuple[Meld, ...]]:
    if not isinstance(value, Mapping):
        raise place.fault('must be an object such as {"3": […]}.', '应为对象，如 {"3": […]}。')
    found: dict[int, tuple[Meld, ...]] = {}
    for key, melds in value.items():
        text = str(key)
        if text not in ("0", "1", "2", "3"):
            raise place.at(text).fault("is not a seat; seats are 0, 1, 2, 3.", "不是座位号；座位为 0、1、2、3。")
        found[int(text)] = _melds(melds, place.at(text))
    return found


def _holds(value: Any, place: Place, gold: int | None) -> dict[int, Held]:
    if not isinstance(value, Mapping):
        raise place.fault('must be an object such as {"0": {…}}.', '应为对象，如 {"0": {…}}。')
    found: dict[int, Held] = {}
    for key, entry in value.items():
        at = place.at(str(key))
        if str(key) not in ("0", "1", "2", "3"):
            raise at.fault("is not a seat; seats are 0, 1, 2, 3.", "不是座位号；座位为 0、1、2、3。")
        if not isinstance(entry, Mapping):
            raise at.fault("must be an object with concealed and flowers.", "应为含 concealed、flowers 的对象。")
        known_fields(entry, ("concealed", "flowers"), at)
        concealed = tile_kinds(entry.get("concealed", ""), at.at("concealed"), gold)
        found[int(key)] = Held(tuple(sorted(concealed)), flower_kinds(entry.get("flowers", ""), at.at("flowers")))
    return found


def whole_number(value: Any, place: Place) -> int:
    """A number from 0 up."""
    if type(value) is not int or not 0 <= value <= 1000:
        raise place.fault(f"{value!r} must be a whole number from 0 to 1000.", f"{value!r} 应为 0 至 1000 的整数。")
    return value


def _inner(data: Mapping[str, Any], place: Place, name: str, expected: Expected) -> Record:
    """The inner object as a record, its fields checked one by one."""
    known_fields(data, _INNER, place)
    result = RESULTS[_choice(_needed(data, "result", place), tuple(RESULTS), place.at("result"))]
    gold = gold_tile(data["gold"], place.at("gold")) if "gold" in data else None
    opening = OpeningWin.NONE
    if "opening" in data:
        opening = OPENINGS[_choice(data["opening"], tuple(OPENINGS), place.at("opening"))]
    return Record(
        dealer=seat_number(_needed(data, "dealer", place), place.at("dealer")),
        result=result,
        tile=one_tile(data["tile"], place.at("tile"), gold) if "tile" in data else None,
        payer=seat_number(data["from"], place.at("from")) if "from" in data else None,
        after_kan=_flag(data, "after_kan", place),
        last_tile=_flag(data, "last_tile", place),
        winners=_winners(data.get("winners", []), place.at("winners"), gold),
        others=_others(data.get("others", {}), place.at("others")),
        gold=gold,
        opening=opening,
        first_draw=_flag(data, "first_draw", place),
        kept=whole_number(data.get("kept", 0), place.at("kept")),
        held=_holds(data.get("holds", {}), place.at("holds"), gold),
        east=seat_number(data["east"], place.at("east")) if "east" in data else None,
        discards=whole_number(data["discards"], place.at("discards")) if "discards" in data else None,
        liable=seat_number(data["liable"], place.at("liable")) if "liable" in data else None,
        no_kan=_flag(data, "no_kan", place),
        name=name,
        expected=expected,
        place=place,
    )


def _points(value: Any, place: Place) -> tuple[int, ...]:
    if not isinstance(value, list) or len(value) != N_SEATS or not all(type(v) is int for v in value):
        raise place.fault("must be four whole numbers, one for each seat.", "应为四个整数，每座一个。")
    return tuple(value)


def _expected(data: Mapping[str, Any], place: Place) -> Expected:
    """What the record says about its points."""
    fans = data.get("fans")
    if fans is not None and not (
        isinstance(fans, list) and all(isinstance(f, list) and all(isinstance(c, str) for c in f) for f in fans)
    ):
        raise place.at("fans").fault("must be a list of fan codes for each winner.", "应为每个和牌者的番种代码列表。")
    return Expected(
        fans=None if fans is None else tuple(tuple(f) for f in fans),
        deltas=_points(data["deltas"], place.at("deltas")) if "deltas" in data else None,
        next_dealer=seat_number(data["next_dealer"], place.at("next_dealer")) if "next_dealer" in data else None,
        changed=_changed(data.get("options", []), place.at("options")),
    )


def _changed(value: Any, place: Place) -> tuple[tuple[Mapping[str, Value], tuple[int, ...]], ...]:
    """The points that a record expects after changing options. Option names are checked where the family is known."""
    if not isinstance(value, list):
        raise place.fault('must be a list of {"config": …, "deltas": …}.', '应为 {"config": …, "deltas": …} 的列表。')
    found = []
    for i, entry in enumerate(value):
        at = place.at(i)
        if not isinstance(entry, Mapping):
            raise at.fault("must be an object with config and deltas.", "应为含 config、deltas 的对象。")
        known_fields(entry, ("config", "deltas"), at)
        config = _needed(entry, "config", at)
        if not isinstance(config, Mapping) or not config:
            raise at.at("config").fault(
                'must be an object such as {"hebei.menqing_win": "self_draw"}.',
                '应为对象，如 {"hebei.menqing_win": "self_draw"}。',
            )
        flat: dict[str, Value] = {}
        for key, inner in config.items():
            flat.update({f"{key}.{k}": v for k, v in inner.items()} if isinstance(inner, Mapping) else {key: inner})
        found.append((flat, _points(_needed(entry, "deltas", at), at.at("deltas"))))
    return tuple(found)


def as_json(record: Record) -> dict[str, Any]:
    """The record in the JSON shape, without what it expects: `parse_record(as_json(r))` is `r` again."""
    inner: dict[str, Any] = {"dealer": record.dealer, "result": _word(RESULTS, record.result)}
    if record.tile is not None:
        inner["tile"] = _concealed((record.tile,), record.gold)
    if record.payer is not None:
        inner["from"] = record.payer
    for flag in ("after_kan", "last_tile", "first_draw", "no_kan"):
        if getattr(record, flag):
            inner[flag] = True
    for name in ("east", "discards", "liable"):
        if getattr(record, name) is not None:
            inner[name] = getattr(record, name)
    if record.gold is not None:
        inner["gold"] = KIND_NAMES[record.gold]
    if record.opening != OpeningWin.NONE:
        inner["opening"] = _word(OPENINGS, record.opening)
    if record.kept:
        inner["kept"] = record.kept
    if record.winners:
        inner["winners"] = [_winner_json(w, record.gold) for w in record.winners]
    if record.others:
        inner["others"] = {str(seat): [_meld_json(m) for m in melds] for seat, melds in record.others.items()}
    if record.held:
        inner["holds"] = {str(seat): _held_json(held, record.gold) for seat, held in record.held.items()}
    return {"id": record.name, "spec": inner} if record.name else {"spec": inner}


def _concealed(kinds: Sequence[int], gold: int | None) -> str:
    """Concealed tiles: a gold as the kind it is, one that is a flower as in the text form."""
    if gold is None or gold < Tile.H1:
        return format_hand(counts_of(list(kinds)))
    return " ".join([*filter(None, [format_hand(counts_of([k for k in kinds if k < Tile.H1]))]), *gold_words(kinds, gold)])


def _winner_json(winner: Winner, gold: int | None) -> dict[str, Any]:
    entry: dict[str, Any] = {
        "seat": winner.seat,
        "concealed": _concealed(winner.concealed, gold),
        "melds": [_meld_json(m) for m in winner.melds],
    }
    return {**entry, "flowers": format_hand(counts_of(list(winner.flowers)))} if winner.flowers else entry


def _held_json(held: Held, gold: int | None) -> dict[str, Any]:
    entry = {"concealed": _concealed(held.concealed, gold), "flowers": format_hand(counts_of(list(held.flowers)))}
    return {name: tiles for name, tiles in entry.items() if tiles}


def _meld_json(meld: Meld) -> dict[str, Any]:
    entry: dict[str, Any] = {"t": _word(MELDS, meld.kind), "tile": KIND_NAMES[meld.tile]}
    return entry if meld.feeder is None else {**entry, "from": meld.feeder}


def _word(words: Mapping[str, Any], value: Any) -> str:
    return next(word for word, known in words.items() if known == value)
