"""Tiles, melds and their notation.

A *kind* is a number from 0 to 41: `0-8` characters 1m-9m (萬), `9-17` dots 1p-9p (筒), `18-26` bamboos 1s-9s (條),
`27-30` winds E S W N (東南西北), `31-33` dragons C F P (中發白), `34-41` flowers H1-H8 (春夏秋冬梅蘭竹菊).
A hand is a vector of 42 counts. Notation: `123m 456p 789s E C H1`; `B` is read for `P`, `Zh Fa Ba` for `C F P`;
`G` is a held gold (wild tile) where the caller allows golds. Chinese names are read too, the regional ones included:
`123萬 456筒 (餅) 789條 (束, 索) 東中春`, and `金` for `G`.
"""

from __future__ import annotations

import re
from enum import IntEnum

import numpy as np
import numpy.typing as npt

from rulesets.errors import InputError

N_KINDS = 42
N_HELD_KINDS = 34  # kinds that can be held in a hand; the flowers follow
N_TILES = 144
N_SEATS = 4


class Tile(IntEnum):
    """First kinds of the groups, and the honours by name."""

    M1 = 0
    P1 = 9
    S1 = 18
    EAST = 27
    SOUTH = 28
    WEST = 29
    NORTH = 30
    RED = 31
    GREEN = 32
    WHITE = 33
    H1 = 34


class MeldKind(IntEnum):
    """Melds of all regions: chi 吃, pon 碰, open kan 明槓, added kan 補槓, closed kan 暗槓."""

    CHI = 0
    PON = 1
    KAN_OPEN = 2
    KAN_ADDED = 3
    KAN_CLOSED = 4
    FALSE_KAN = 5  # tiles laid down as a kan that is none, turned up: they earn nothing (FD-1.02)


class WinKind(IntEnum):
    """How a hand ended: exhaustive draw 荒庄, self-draw 自摸, win on a discard 點炮, robbed kan 搶槓."""

    DRAW = 0
    SELF_DRAW = 1
    DISCARD = 2
    ROB_KAN = 3


class OpeningWin(IntEnum):
    """A self-draw that needs no draw: with the tiles held once the gold is open (天胡, 三金倒, flowers), or by taking the
    indicator 搶金."""

    NONE = 0
    DEALT = 1
    INDICATOR = 2


HONOURS = "ESWNCFP"
_LONG = {"Zh": "C", "Fa": "F", "Ba": "P"}
KIND_NAMES: tuple[str, ...] = tuple(
    [f"{r}{s}" for s in "mps" for r in range(1, 10)] + list(HONOURS) + [f"H{i}" for i in range(1, 9)]
)
GLYPHS = "🀇🀈🀉🀊🀋🀌🀍🀎🀏🀙🀚🀛🀜🀝🀞🀟🀠🀡🀐🀑🀒🀓🀔🀕🀖🀗🀘🀀🀁🀂🀃🀄🀅🀆🀦🀧🀨🀩🀢🀣🀤🀥"

_CHINESE = str.maketrans(
    dict(zip("萬万筒餅饼條条束索東东南西北中發发白金", "mmpppssssEESWNCFFPG", strict=True))
    | {name: f"H{i % 8 + 1}" for i, name in enumerate("春夏秋冬梅蘭竹菊春夏秋冬梅兰竹菊")}
)
_TOKEN = re.compile(r"(?P<ranks>[1-9]+)(?P<suit>[mps])|(?P<long>Zh|Fa|Ba)|(?P<honour>[ESWNCFPB])|H(?P<flower>[1-8])|(?P<gold>G)")


def parse_tiles(text: str) -> list[int]:
    """Kinds named by `text`, in order. Raises InputError with the place of the first unreadable letter.

    >>> parse_tiles("12m E")
    [0, 1, 27]
    """
    kinds, golds = parse_with_golds(text)
    if golds:
        raise InputError(f'"{text}" holds a gold (G), but these rules have none.', f"“{text}”中有金（G），但此规则没有金。")
    return kinds


def parse_with_golds(text: str) -> tuple[list[int], int]:
    """Kinds named by `text` and the number of golds `G` in it.

    >>> parse_with_golds("5s GG")
    ([22], 2)
    """
    packed = re.sub(r"\s+", "", text).translate(_CHINESE)
    kinds: list[int] = []
    golds = at = 0
    while at < len(packed):
        token = _TOKEN.match(packed, at)
        if token is None:
            raise InputError(
                f'"{text}": cannot read "{packed[at:at + 3]}"; write ranks before their suit, such as 123m 45p 9s, '
                "winds E S W N, dragons C F P, flowers H1 to H8.",
                f"“{text}”：读不懂“{packed[at:at + 3]}”；数牌写作 123m 45p 9s，风牌 E S W N，箭牌 C F P，花牌 H1 至 H8。",
            )
        if token["ranks"]:
            first = 9 * "mps".index(token["suit"])
            kinds += [first + int(r) - 1 for r in token["ranks"]]
        elif token["flower"]:
            kinds.append(Tile.H1 + int(token["flower"]) - 1)
        elif token["gold"]:
            golds += 1
        else:
            name = _LONG.get(token["long"] or "", token["honour"] or "")
            kinds.append(27 + HONOURS.index("P" if name == "B" else name))
        at = token.end()
    return kinds, golds


def counts_of(kinds: list[int]) -> npt.NDArray[np.int8]:
    """Counts per kind, shape (42,), of a list of kinds."""
    return np.bincount(np.asarray(kinds, dtype=np.int64), minlength=N_KINDS).astype(np.int8)


def parse_hand(text: str) -> npt.NDArray[np.int8]:
    """Counts per kind, shape (42,). More than four copies of a kind (one for a flower) are refused.

    >>> int(parse_hand("123m EE").sum())
    5
    """
    counts = counts_of(parse_tiles(text))
    for kind in np.flatnonzero(counts > np.where(np.arange(N_KINDS) < N_HELD_KINDS, 4, 1)):
        raise InputError(
            f'"{text}" holds {counts[kind]} copies of {KIND_NAMES[kind]}; there are {4 if kind < N_HELD_KINDS else 1}.',
            f"“{text}”中有 {counts[kind]} 张 {KIND_NAMES[kind]}，一副牌只有 {4 if kind < N_HELD_KINDS else 1} 张。",
        )
    return counts


def format_hand(counts: npt.NDArray[np.integer] | list[int]) -> str:
    """Notation of a vector of counts, suits first.

    >>> format_hand(parse_hand("EE 321m"))
    '123m EE'
    """
    words = []
    for suit, letter in enumerate("mps"):
        ranks = "".join(str(r + 1) * int(counts[9 * suit + r]) for r in range(9))
        if ranks:
            words.append(ranks + letter)
    words += [KIND_NAMES[k] * int(counts[k]) for k in range(27, N_HELD_KINDS) if counts[k]]
    words += [KIND_NAMES[k] for k in range(N_HELD_KINDS, N_KINDS) if counts[k]]
    return " ".join(words)


def glyphs(kinds: list[int]) -> str:
    """The tiles as Unicode mahjong glyphs."""
    return "".join(GLYPHS[k] for k in kinds)
