"""The short text form of a record, for the command line and for worked examples.

    seat 1: 23m 345p 678p EE [pon 9s] + 1m, discard by 2, dealer 0
    seat 2: 34m 567p 345s 22p [pon 8s] + 5m; seat 0: 46m 123p 789p 22s [pon F] + 5m; discard by 1; dealer 0
    seat 0: 234m 567p 88s 67s [pon C] + 5s; seat 1: [kan_open 1p from 3]; self-draw; after kan; last tile; dealer 0
    seat 1: 123m 456m 789m 123p 78p GG (EEEE H1) + 9p; discard by 3; gold 5s; kept 2; dealer 0

    seat 2: 123m 456m 789m 123p 78p <H1 H3> (H6) + 9p; self-draw; gold H2; dealer 0
    seat 1: 123m 456m 789m 234s 9s [pon C] (H2 P) + 9s; seat 0 holds 999m G; discard by 3; gold 5p; east 0; dealer 0

Clauses are separated by commas, semicolons or `//`, in any order. A hand is `seat N:` (or `W:` with a clause `seat N`), the
concealed tiles, melds in brackets, flowers laid out in parentheses, gold flowers held in angles, `+` and the winning tile;
a seat with melds alone did not win. What such a seat `holds` beside them is told where the hands of losers are scored. The
other clauses say how the hand ended (`discard by N`, `self-draw`, `robbed from N`, `exhaustive draw`; `dealt` for a win
with the tiles held once the gold is open, `takes the indicator` for 抢金), the `dealer` and how often he has `kept N` the
deal, which kind is `gold`, and whether the tile came `after kan`, with the `first draw` or was the `last tile`; which seat
is `east`, how many `discards N` were made, which seat is `liable N` for the win, and that there was `no kan` any more. The
Chinese words 点炮 N, 自摸, 抢杠 N, 荒庄, 起手和, 抢金, 庄 N, 连庄 N, 座 N, 座 N 持, 金 5s, 杠上,
首摸, 海底, 东 N, 已打 N, 包赔 N, 不可杠 are read as well.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from rulesets.errors import did_you_mean
from rulesets.records.checks import check_record
from rulesets.records.gold_tiles import gold_words, is_gold, tile_word
from rulesets.records.json_form import flower_kinds, gold_tile, make_meld, one_tile, seat_number, tile_kinds, whole_number
from rulesets.records.model import MELDS, OPENINGS, RESULTS, Held, Meld, Place, Record, Winner
from rulesets.tiles import KIND_NAMES, OpeningWin, WinKind, counts_of, format_hand

_SEPARATOR = re.compile(r"[,;，；\n]|//")
_SEAT_PREFIX = re.compile(r"(?:seat|座)\s*(\S+?)\s*[:：]\s*(.*)", re.IGNORECASE | re.DOTALL)
_HOLDS_PREFIX = re.compile(r"(?:seat|座)\s*(\S+?)\s*(?:holds|持有?)\s*[:：]?\s*(.*)", re.IGNORECASE | re.DOTALL)
_PLAIN_PREFIX = re.compile(r"\w+\s*[:：]\s*(.*)", re.DOTALL)
_MELD = re.compile(r"\[([^\[\]]*)\]")
_FLOWERS = re.compile(r"[(（]([^()（）]*)[)）]")
_MELD_WORDS = re.compile(r"(?P<kind>[a-z]+(?:[ _-][a-z]+)?)\s+(?P<tile>\w+)(?:\s*(?:from|<-|<|←|来自)\s*(?P<feeder>\S+))?", re.I)
_TILE_LIKE = re.compile(r"[\s1-9mpsESWNCFPBHGZhFaBa<>]*")

# clause -> (what it sets, what follows: a seat, a number, a tile or nothing)
_FACTS: tuple[tuple[str, str, str], ...] = (
    (r"dealer|庄家?", "dealer", "seat"),
    (r"seat|座", "seat", "seat"),
    (r"discard(?: by| from)?|点炮", "discard", "seat"),
    (r"rob(?:bed)?(?:[ _-]kan)?(?: from)?|抢杠", "rob_kan", "seat"),
    (r"self[ _-]?draw|自摸", "self_draw", ""),
    (r"(?:exhaustive )?draw|荒庄", "draw", ""),
    (r"dealt|起手和", "dealt", ""),
    (r"takes?(?: the)? indicator|[抢搶]金", "indicator", ""),
    (r"after[ _]kan|杠上(?:开花)?", "after_kan", ""),
    (r"last[ _]tile|海底(?:捞月)?", "last_tile", ""),
    (r"first[ _]draw|首摸", "first_draw", ""),
    (r"gold|金", "gold", "tile"),
    (r"kept|[连連][庄莊]", "kept", "number"),
    (r"east|[东東]家?", "east", "seat"),
    (r"discards|已打", "discards", "number"),
    (r"liable|包[赔賠]", "liable", "seat"),
    (r"no[ _]kan|不可杠", "no_kan", ""),
)
_WORDS = (
    "dealer N", "seat N", "discard by N", "robbed from N", "self-draw", "exhaustive draw", "after kan", "last tile",
    "gold 5s", "kept N", "dealt", "takes the indicator", "first draw", "east N", "discards N", "liable N", "no kan",
)  # fmt: skip


@dataclass
class _Hand:
    """A hand clause as read so far; its tiles stay text until it is known which kind is gold."""

    seat: int | None
    concealed: str
    melds: list[Meld]
    flowers: tuple[int, ...]
    tile: str | None
    place: Place
    holds: bool = False  # the tiles of a seat that did not win


@dataclass
class _Draft:
    """A record as read so far."""

    place: Place
    hands: list[_Hand] = field(default_factory=list)
    facts: dict[str, Any] = field(default_factory=dict)


def parse_text(text: str, place: Place | None = None, name: str = "") -> Record:
    """A record from its text form.

    >>> parse_text("W: 23m 345p 678p EE [pon 9s] + 1m, discard by 2, dealer 0, seat 1").winners[0].seat
    1
    """
    draft = _Draft(place or Place())
    for clause in _SEPARATOR.split(text):
        if clause.strip():
            _read_clause(draft, clause.strip())
    return check_record(_finished(draft, name))


def _shown(text: str) -> str:
    """Foreign text as it can stand in one line: blanks and control characters as one blank, cut after 60 letters.

    >>> _shown("a\\nb")
    'a b'
    """
    plain = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return plain if len(plain) <= 60 else plain[:60] + "…"


def _read_clause(draft: _Draft, clause: str) -> None:
    for pattern, what, takes in _FACTS:
        found = re.fullmatch(rf"(?:{pattern})\s*([^\s:：]*)", clause, re.IGNORECASE)
        if found is None or bool(found[1]) != bool(takes):
            continue
        _set_fact(draft, what, clause, _argument(takes, found[1], draft.place, clause))
        return
    is_hand = any(mark in clause for mark in "[+:：") or _TILE_LIKE.fullmatch(clause) or _HOLDS_PREFIX.fullmatch(clause)
    if is_hand:
        draft.hands.append(_read_hand(draft.place, clause))
        return
    en, zh = did_you_mean(clause, _WORDS)
    clause = _shown(clause)
    raise draft.place.fault(
        f'cannot read "{clause}"; write tiles such as 23m EE [pon 9s] + 1m, or one of: {", ".join(_WORDS)}.{en}',
        f"读不懂“{clause}”；请写牌，如 23m EE [pon 9s] + 1m，或：{'、'.join(_WORDS)}。{zh}",
    )


def _argument(takes: str, text: str, place: Place, clause: str) -> Any:
    """What follows the words of a clause; True if nothing does."""
    if takes == "seat":
        return _seat(text, place, clause)
    if takes == "tile":
        return gold_tile(text, place.at(f'"{clause}"'))
    if takes == "number":
        return whole_number(int(text) if text.isdecimal() else text, place.at(f'"{clause}"'))
    return True


def _set_fact(draft: _Draft, what: str, clause: str, value: Any) -> None:
    """Note a fact; how the hand ended and the seat of a hand without one are facts too."""
    if what == "seat":
        without = [hand for hand in draft.hands if hand.seat is None]
        if not without:
            raise draft.place.fault(
                f'"{clause}" names the seat of no hand; write seat {value}: before its tiles.',
                f"“{clause}”前面没有缺座位的手牌；请写成 seat {value}: 再写牌。",
            )
        without[0].seat = value
        return
    key = "result" if what in RESULTS else "opening" if what in OPENINGS else what
    if key in draft.facts:
        raise draft.place.fault(f'"{clause}": this is said twice.', f"“{clause}”：重复说明。")
    draft.facts[key] = what if key in ("result", "opening") else value
    if what in ("discard", "rob_kan"):
        draft.facts["from"] = value


def _seat(text: str, place: Place, clause: str) -> int:
    if not text.isdecimal():
        raise place.fault(
            f'"{clause}": {text} is not a seat; seats are 0, 1, 2, 3.',
            f"“{clause}”：{text} 不是座位号；座位为 0、1、2、3。",
        )
    return seat_number(int(text), place)


def _read_hand(place: Place, clause: str) -> _Hand:
    """`seat 1: 23m 345p [pon 9s] + 1m`."""
    seat: int | None = None
    body = clause
    holds = _HOLDS_PREFIX.fullmatch(clause)
    if holds is not None:
        seat, body = _seat(holds[1], place, clause), holds[2]
    elif found := _SEAT_PREFIX.fullmatch(clause):
        seat, body = _seat(found[1], place, clause), found[2]
    elif found := _PLAIN_PREFIX.fullmatch(clause):
        body = found[1]
    tiles, plus, won = body.partition("+")
    if "[" in won:
        raise place.fault(
            f'"{clause}": write melds before the + and the winning tile.', f"“{clause}”：面子要写在 + 与和牌张之前。"
        )
    melds = [_read_meld(place, words) for words in _MELD.findall(tiles)]
    rest = _MELD.sub(" ", tiles)
    at = place.at(f'"{clause}"')
    flowers = flower_kinds(" ".join(_FLOWERS.findall(rest)), at)
    rest = _FLOWERS.sub(" ", rest)
    if any(mark in rest for mark in "[]"):
        raise place.fault(f'"{clause}": a bracket is not closed or not opened.', f"“{clause}”：方括号不成对。")
    if any(mark in rest + won for mark in "()（）"):
        raise place.fault(
            f'"{clause}": write flowers as (EE H1), before the + and the winning tile.',
            f"“{clause}”：花牌写作 (EE H1)，放在 + 与和牌张之前。",
        )
    if not rest.strip() and not melds and not plus and not flowers and holds is None:
        raise place.fault(
            f'"{clause}": no tiles follow; write the hand behind it, such as 23m 345p 678p EE [pon 9s] + 1m.',
            f"“{clause}”：后面没有牌；请接着写手牌，如 23m 345p 678p EE [pon 9s] + 1m。",
        )
    tile_kinds(rest, at, gold=0)  # unreadable tiles are told before anything that is missing
    if plus:
        one_tile(won, at, gold=0)
    if holds is not None and plus:
        raise place.fault(f'"{clause}": a seat that holds tiles did not win.', f"“{clause}”：写作“持”的一家没有和牌。")
    return _Hand(seat, rest.strip(), melds, flowers, won if plus else None, at, holds is not None)


def _read_meld(place: Place, words: str) -> Meld:
    """`kan_open 5p from 2`."""
    at = place.at(f"[{words}]")
    found = _MELD_WORDS.fullmatch(words.strip())
    if found is None:
        raise at.fault(
            "cannot be read; write a meld such as [pon 9s] or [kan_open 5p from 2].",
            "读不懂；面子写作 [pon 9s] 或 [kan_open 5p from 2]。",
        )
    kind = re.sub(r"[ -]", "_", found["kind"].lower())
    feeder = None if found["feeder"] is None else _seat(found["feeder"], at, words)
    return make_meld(kind, found["tile"], feeder, at)


def _finished(draft: _Draft, name: str) -> Record:
    """The record a complete draft stands for."""
    place, facts = draft.place, draft.facts
    if "opening" in facts:
        facts.setdefault("result", "self_draw")
    for key, example in (("dealer", "dealer 0"), ("result", "self-draw, or discard by 2")):
        if key not in facts:
            raise place.fault(f"the {key} is missing; write for example: {example}.", f"缺少 {key}；例如写：{example}。")
    gold = facts.get("gold")
    winners: list[Winner] = []
    others: dict[int, tuple[Meld, ...]] = {}
    held: dict[int, Held] = {}
    tiles = {one_tile(hand.tile, hand.place, gold) for hand in draft.hands if hand.tile is not None}
    if len(tiles) > 1:
        raise place.fault("all winners win on the same tile.", "所有和牌者和的是同一张牌。")
    for hand in draft.hands:
        if hand.holds and hand.seat is not None:
            held[hand.seat] = Held(tuple(sorted(tile_kinds(hand.concealed, hand.place, gold))), hand.flowers)
            if not hand.melds:
                continue
            hand.concealed, hand.flowers = "", ()
        _seat_hand(hand, gold, winners, others, place)
    return Record(
        dealer=facts["dealer"],
        result=RESULTS[facts["result"]],
        tile=tiles.pop() if tiles else None,
        payer=facts.get("from"),
        after_kan=bool(facts.get("after_kan")),
        last_tile=bool(facts.get("last_tile")),
        winners=tuple(winners),
        others=others,
        gold=gold,
        opening=OPENINGS.get(facts.get("opening", ""), OpeningWin.NONE),
        first_draw=bool(facts.get("first_draw")),
        kept=facts.get("kept", 0),
        held=held,
        east=facts.get("east"),
        discards=facts.get("discards"),
        liable=facts.get("liable"),
        no_kan=bool(facts.get("no_kan")),
        name=name,
        place=place,
    )


def _seat_hand(
    hand: _Hand, gold: int | None, winners: list[Winner], others: dict[int, tuple[Meld, ...]], place: Place
) -> None:
    """Enter a hand clause: a winner if it shows concealed tiles or a winning tile, else the melds of another seat."""
    concealed = tuple(sorted(tile_kinds(hand.concealed, hand.place, gold)))
    if hand.seat is None:
        shown = format_hand(counts_of(list(concealed)))
        raise place.fault(
            f"the seat of {shown} is missing; write for example: seat 1.", f"{shown} 缺少座位；例如写：seat 1。"
        )
    if concealed or hand.tile is not None:
        winners.append(Winner(hand.seat, concealed, tuple(hand.melds), hand.flowers))
    elif hand.flowers:
        raise hand.place.fault(
            "flowers matter for a winner alone; leave them out.", "只有和牌者的花计分；请去掉。"
        )
    elif hand.seat in others:
        raise place.fault(f"seat {hand.seat} stands twice.", f"{hand.seat} 座重复出现。")
    else:
        others[hand.seat] = tuple(hand.melds)


def as_text(record: Record) -> str:
    """The record in the text form: `parse_text(as_text(r))` is `r` again, what it expects left out."""
    won = "" if record.tile is None else f" + {tile_word(record.tile, record.gold)}"
    clauses = [f"seat {w.seat}: {_hand_text(w, record.gold)}{won}" for w in record.winners]
    clauses += [f"seat {seat}: {' '.join(meld_text(m) for m in melds)}" for seat, melds in record.others.items()]
    clauses += [f"seat {seat} holds {_hand_text(held, record.gold)}" for seat, held in record.held.items()]
    opening = {OpeningWin.DEALT: "dealt", OpeningWin.INDICATOR: "takes the indicator"}.get(record.opening)
    clauses.append(
        opening
        or {
            WinKind.SELF_DRAW: "self-draw",
            WinKind.DISCARD: f"discard by {record.payer}",
            WinKind.ROB_KAN: f"robbed from {record.payer}",
            WinKind.DRAW: "exhaustive draw",
        }[record.result]
    )
    clauses += ["after kan"] if record.after_kan else []
    clauses += ["last tile"] if record.last_tile else []
    clauses += ["first draw"] if record.first_draw else []
    clauses += [f"gold {KIND_NAMES[record.gold]}"] if record.gold is not None else []
    clauses += [f"kept {record.kept}"] if record.kept else []
    clauses += ["no kan"] if record.no_kan else []
    for name in ("east", "discards", "liable"):
        clauses += [f"{name} {getattr(record, name)}"] if getattr(record, name) is not None else []
    return "; ".join([*clauses, f"dealer {record.dealer}"])


def meld_text(meld: Meld) -> str:
    """A meld in the text form, such as `[kan_open 5p from 2]`."""
    word = next(word for word, kind in MELDS.items() if kind == meld.kind)
    tile = format_hand(counts_of(meld.tiles())) if word == "chi" else KIND_NAMES[meld.tile]
    return f"[{word} {tile}]" if meld.feeder is None else f"[{word} {tile} from {meld.feeder}]"


def _hand_text(winner: Winner | Held, gold: int | None) -> str:
    """Concealed tiles, golds last, then melds and flowers."""
    natural = [kind for kind in winner.concealed if not is_gold(kind, gold)]
    words = [format_hand(counts_of(natural))] if natural else []
    words += gold_words(winner.concealed, gold)
    words += [meld_text(m) for m in winner.melds] if isinstance(winner, Winner) else []
    return " ".join(words + ([f"({format_hand(counts_of(list(winner.flowers)))})"] if winner.flowers else []))
