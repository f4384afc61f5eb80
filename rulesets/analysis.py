"""Hand analysis for Python users: arrays of hands in, arrays of answers out.

A hand is a vector of 42 counts of its concealed tiles, golds (wild tiles) left out: `rulesets.tiles.parse_hand` makes
one, `hands_of` makes an array of many. Every function takes one hand, shape (42,), or many, shape (N, 42), and gives
answers of the shape () or (N,). Tiles in melds are named by `n_melds` and, where the copies in them matter, by `melded`.

>>> from rulesets.tiles import format_hand
>>> hands, golds = hands_of(["123m 456p 789s EE 23s", "147m 258p 369s ESWN"])
>>> distances(hands).tolist()
[1, 9]
>>> found = waits(hands[0])
>>> format_hand(found.kinds.astype(int))
'14s'
>>> int(ukeire(hands[0]))
8

Every impossible hand (five copies, a wrong number of tiles, flowers in hand, …) is refused with an `InputError`.
"""

# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from rulesets.choices import Orphans, Pairs
from rulesets.dtype import READING
from rulesets.errors import InputError, did_you_mean
from rulesets.hand_batch import batch_cuts, batch_distances, batch_readings, batch_useful
from rulesets.hand_readings import new_readings, readings_beside
from rulesets.hand_tables import MAX_SETS, load_tables
from rulesets.spec import RulesetSpec
from rulesets.tiles import KIND_NAMES, N_HELD_KINDS, N_KINDS, counts_of, parse_with_golds

MOST_GOLDS_READ = 6  # with more, a hand has millions of readings

IntArray = npt.NDArray[np.int64]
BoolArray = npt.NDArray[np.bool_]
Counts = npt.ArrayLike
Numbers = npt.ArrayLike


@dataclass(frozen=True)
class Shapes:
    """Which hands are complete, and what limits the copies of a kind.

    `sets` 4 for 14 tiles, 5 for 17; `pairs` and `orphans` take the choices of the options `win.pairs` (seven pairs for 14
    tiles, eight for 17) and `win.orphans`, `pairs_quads` says whether four alike are two pairs. `fifth_copy`: a gold may
    stand for a kind whose four copies are used up. `melds_use_copies`: the copies in `melded` are used up for the hand
    that they belong to.
    """

    sets: int = 4
    pairs: str = "none"
    pairs_quads: bool = True
    orphans: str = "none"
    fifth_copy: bool = True
    melds_use_copies: bool = True

    def __post_init__(self) -> None:
        if self.sets not in (4, MAX_SETS):
            raise InputError(
                f"sets: {self.sets} is not possible; 4 sets make 14 tiles, 5 make 17.",
                f"sets：不能是 {self.sets}；4 组为 14 张，5 组为 17 张。",
            )
        for key, word, choices in (("pairs", self.pairs, Pairs), ("orphans", self.orphans, Orphans)):
            names = [choice.name.lower() for choice in choices]
            if word not in names:
                en, zh = did_you_mean(str(word), names)
                raise InputError(
                    f'{key}: "{word}" is not a choice; allowed: {", ".join(names)}.{en}',
                    f"{key}：没有“{word}”这一选择；可用：{'、'.join(names)}。{zh}",
                )
            sets = MAX_SETS if word.startswith("eight") else 4
            if word != "none" and self.sets != sets:
                raise InputError(f"{key}: {word} needs {sets} sets.", f"{key}：{word} 只适用于 {sets} 组。")

    @classmethod
    def of(cls, spec: RulesetSpec) -> Shapes:
        """The shapes of a rule set."""
        return cls(
            sets=(int(spec["deal.hand_size"]) - 1) // 3,
            pairs=str(spec["win.pairs"]),
            pairs_quads=bool(spec["win.pairs_quads"]),
            orphans=str(spec["win.orphans"]),
            fifth_copy=bool(spec["gold.fifth_copy"]),
        )


class Useful(NamedTuple):
    """Kinds whose arrival helps: `kinds` bool[..., 42]; `gold`, bool[...]: whether a further gold would."""

    kinds: BoolArray
    gold: BoolArray


def hands_of(texts: Sequence[str]) -> tuple[npt.NDArray[np.int8], IntArray]:
    """Hands in notation as counts, shape (N, 42), and the number of golds `G` in each, shape (N,)."""
    parsed = [parse_with_golds(text) for text in texts]
    hands = np.array([counts_of(kinds) for kinds, _ in parsed], dtype=np.int8).reshape(len(parsed), N_KINDS)
    return hands, np.array([golds for _, golds in parsed], dtype=np.int64)


def distances(
    hands: Counts,
    shapes: Shapes = Shapes(),
    *,
    n_melds: Numbers = 0,
    melded: Counts | None = None,
    golds: Numbers = 0,
    golds_left: Numbers = 0,
) -> IntArray:
    """Tiles needed by hands between turns or after a draw: 0 complete, 1 ready (the shanten number is one less).

    `golds`: wild tiles held; `golds_left`: wild tiles that may still arrive and act as a fifth copy.

    >>> hands, _ = hands_of(["123456789s 1111p"])  # the fifth 1p does not exist
    >>> distances(hands).tolist()
    [2]
    """
    batch = _Batch(hands, shapes, n_melds, melded, golds, golds_left, extra=(0, 1))
    return batch.shaped(batch.distances())


def useful(
    hands: Counts,
    shapes: Shapes = Shapes(),
    *,
    n_melds: Numbers = 0,
    melded: Counts | None = None,
    golds: Numbers = 0,
    golds_left: Numbers = 0,
    gold_kind: int | None = None,
) -> Useful:
    """Kinds that lower the distance (进张). Kinds that the hand and its melds hold four times are left out, and so is
    `gold_kind`, the kind whose copies are all wild."""
    batch = _Batch(hands, shapes, n_melds, melded, golds, golds_left, extra=(0, 1), gold_kind=gold_kind)
    distance, kinds = batch.useful()
    return Useful(batch.shaped(kinds), batch.shaped((distance > 0) & (batch.golds_left > 0)))


def waits(
    hands: Counts,
    shapes: Shapes = Shapes(),
    *,
    n_melds: Numbers = 0,
    melded: Counts | None = None,
    golds: Numbers = 0,
    golds_left: Numbers = 0,
    gold_kind: int | None = None,
) -> Useful:
    """Kinds that complete hands between turns (听牌); none where a hand is not ready.

    A gold may complete a hand that no natural tile does, such as seven pairs and a third copy without `pairs_quads`.
    """
    batch = _Batch(hands, shapes, n_melds, melded, golds, golds_left, extra=(0,), gold_kind=gold_kind)
    distance, kinds = batch.useful()
    with_gold = _Batch(hands, shapes, n_melds, melded, batch.golds + 1, 0, extra=(1,), gold_kind=gold_kind)
    gold = (with_gold.distances() == 0) & (batch.golds_left > 0)
    return Useful(batch.shaped(kinds & (distance == 1)[:, None]), batch.shaped(gold))


def ukeire(
    hands: Counts,
    shapes: Shapes = Shapes(),
    *,
    n_melds: Numbers = 0,
    melded: Counts | None = None,
    golds: Numbers = 0,
    golds_left: Numbers = 0,
    gold_kind: int | None = None,
    seen: Counts | None = None,
) -> IntArray:
    """Number of tiles that lower the distance and are not in the hand, its melds or `seen` (counts by kind); golds too."""
    batch = _Batch(hands, shapes, n_melds, melded, golds, golds_left, extra=(0, 1), gold_kind=gold_kind)
    distance, kinds = batch.useful()
    gone = batch.hands + batch.melded_all
    if seen is not None:
        gone = gone + batch.counts_like(seen, "seen")
        batch.refuse_fifth_copies(gone)
    live = ((4 - gone) * kinds).sum(axis=1)
    return batch.shaped(live + np.where(distance > 0, batch.golds_left, 0))


def is_win(
    hands: Counts,
    shapes: Shapes = Shapes(),
    *,
    n_melds: Numbers = 0,
    golds: Numbers = 0,
    melded: Counts | None = None,
) -> BoolArray:
    """Whether hands that include the winning tile are complete.

    >>> hands, golds = hands_of(["123m 456p 789s EE 222s", "123m 456p 789s EE 37s G"])
    >>> is_win(hands, golds=golds).tolist()
    [True, False]
    """
    batch = _Batch(hands, shapes, n_melds, melded, golds, 0, extra=(1,))
    return batch.shaped(batch.distances() == 0)


def count_readings(
    hands: Counts, shapes: Shapes = Shapes(), *, n_melds: Numbers = 0, golds: Numbers = 0, melded: Counts | None = None
) -> IntArray:
    """In how many ways hands that include the winning tile can be cut; 0 if they are not complete.

    >>> hands, _ = hands_of(["11122233344455m", "111222333m 456p 99s"])
    >>> count_readings(hands).tolist()
    [4, 2]
    """
    batch = _Batch(hands, shapes, n_melds, melded, golds, 0, extra=(1,))
    return batch.shaped(batch.count_readings())


def list_readings(
    hand: Counts, shapes: Shapes = Shapes(), *, n_melds: int = 0, golds: int = 0, melded: Counts | None = None
) -> npt.NDArray[np.void]:
    """All readings of one hand that includes the winning tile: a record array of `rulesets.dtype.READING`."""
    batch = _Batch(hand, shapes, n_melds, melded, golds, 0, extra=(1,))
    if batch.many:
        raise InputError("list_readings takes one hand, shape (42,).", "list_readings 一次只看一副牌，形状为 (42,)。")
    found = new_readings(int(batch.count_readings()[0]))
    readings_beside(
        batch.hands[0],
        batch.melded[0],
        int(batch.n_sets[0]),
        int(batch.pairs[0]),
        int(shapes.pairs_quads),
        int(batch.orphans[0]),
        int(batch.golds[0]),
        int(shapes.fifth_copy),
        found,
    )
    return found


def has_gold_pair(
    hands: Counts, shapes: Shapes = Shapes(), *, n_melds: Numbers = 0, golds: Numbers = 0, melded: Counts | None = None
) -> BoolArray:
    """Whether hands that include the winning tile can be cut so that two golds are the pair (金雀).

    >>> hands, golds = hands_of(["123m 456m 789m 123p 789p GG", "123m 456m 789m 123p 1s 78p GG"])
    >>> has_gold_pair(hands, Shapes(sets=5), golds=golds).tolist()
    [True, False]
    """
    batch = _Batch(hands, shapes, n_melds, melded, golds, 0, extra=(1,))
    return batch.shaped(batch.cuts(sets_less=0, pair=0, golds_less=2))


def has_gold_triplet(
    hands: Counts, shapes: Shapes = Shapes(), *, n_melds: Numbers = 0, golds: Numbers = 0, melded: Counts | None = None
) -> BoolArray:
    """Whether hands that include the winning tile can be cut so that three golds are a triplet, the rest being complete
    without them (金龙).

    >>> hands, golds = hands_of(["123m 456m 789m 123p 77p GGG", "123m 456m 789m 123p 1s 8p GGG"])
    >>> has_gold_triplet(hands, Shapes(sets=5), golds=golds).tolist()
    [True, False]
    """
    batch = _Batch(hands, shapes, n_melds, melded, golds, 0, extra=(1,))
    return batch.shaped(batch.cuts(sets_less=1, pair=1, golds_less=3))


def is_idle_gold(
    hands: Counts, shapes: Shapes = Shapes(), *, n_melds: Numbers = 0, golds: Numbers = 0, melded: Counts | None = None
) -> BoolArray:
    """Whether hands between turns have a gold that only waits to be half of the pair, so that any tile wins (闲金).

    >>> hands, golds = hands_of(["123m 456m 789m 123p 456p G", "123m 456m 789m 123p 45p 7s G"])
    >>> is_idle_gold(hands, Shapes(sets=5), golds=golds).tolist()
    [True, False]
    """
    batch = _Batch(hands, shapes, n_melds, melded, golds, 0, extra=(0,))
    return batch.shaped(batch.cuts(sets_less=0, pair=0, golds_less=1))


class _Batch:
    """Checked inputs of one call, all of length N, and the kernels applied to them."""

    def __init__(
        self,
        hands: Counts,
        shapes: Shapes,
        n_melds: Numbers,
        melded: Counts | None,
        golds: Numbers,
        golds_left: Numbers,
        extra: tuple[int, ...],
        gold_kind: int | None = None,
    ) -> None:
        given = _whole_numbers(hands, "hands")
        self.many = given.ndim == 2
        if given.ndim not in (1, 2) or given.shape[-1] != N_KINDS:
            raise InputError(
                f"hands: shape {given.shape} is not (42,) or (N, 42): one count for each of the 42 kinds.",
                f"hands：形状 {given.shape} 应为 (42,) 或 (N, 42)，即 42 种牌各一个数。",
            )
        self.shapes = shapes
        self.hands = np.ascontiguousarray(given.reshape(-1, N_KINDS))
        self.n_melds = self._vector(n_melds, "n_melds")
        self.golds = self._vector(golds, "golds")
        self.golds_left = self._vector(golds_left, "golds_left")
        self.melded_all = self.counts_like(melded, "melded") if melded is not None else np.zeros_like(self.hands)
        self.gold_kind = gold_kind
        self._check(melded is not None, extra)
        self.hands = self.hands.astype(np.int8)
        self.melded = (self.melded_all if shapes.melds_use_copies else np.zeros_like(self.hands)).astype(np.int8)
        self.n_sets = shapes.sets - self.n_melds
        closed = self.n_melds == 0
        self.pairs = np.where(closed, int(Pairs[shapes.pairs.upper()]), 0)
        self.orphans = np.where(closed, int(Orphans[shapes.orphans.upper()]), 0)
        self.spare = self.golds + self.golds_left if shapes.fifth_copy else np.zeros_like(self.golds)

    def _vector(self, numbers: Numbers, name: str) -> IntArray:
        given = _whole_numbers(numbers, name)
        if given.ndim > 1 or (given.ndim == 1 and len(given) != len(self.hands)):
            raise InputError(
                f"{name}: shape {given.shape} does not fit {len(self.hands)} hands; give one number or one per hand.",
                f"{name}：形状 {given.shape} 与 {len(self.hands)} 副牌不符；应为一个数或每副牌一个数。",
            )
        return np.ascontiguousarray(np.broadcast_to(given, len(self.hands)))

    def counts_like(self, counts: Counts, name: str) -> IntArray:
        """Counts by kind for every hand, shape (N, 42), from one vector or one per hand."""
        given = _whole_numbers(counts, name)
        if given.ndim not in (1, 2) or given.shape[-1] != N_KINDS or (given.ndim == 2 and len(given) != len(self.hands)):
            raise InputError(
                f"{name}: shape {given.shape} does not fit {len(self.hands)} hands of 42 kinds.",
                f"{name}：形状 {given.shape} 与 {len(self.hands)} 副 42 种牌的牌不符。",
            )
        self._refuse((given.reshape(-1, N_KINDS) < 0).any(axis=1), f"{name} holds a negative count", f"{name} 中有负数")
        return np.ascontiguousarray(np.broadcast_to(given, self.hands.shape))

    def _check(self, melds_named: bool, extra: tuple[int, ...]) -> None:
        """Refuse hands that cannot exist."""
        sets = self.shapes.sets
        self._refuse((self.hands < 0).any(axis=1), "it holds a negative count", "其中有负数")
        self._refuse(
            self.hands[:, N_HELD_KINDS:].any(axis=1),
            "flowers lie on the table, never in the hand",
            "花牌亮在桌上，不在手中",
        )
        self._refuse((self.golds < 0) | (self.golds_left < 0), "it holds a negative number of golds", "金的张数为负")
        self._refuse(
            (self.n_melds < 0) | (self.n_melds > sets), f"it has more melds than {sets}, or fewer than none",
            f"副露应在 0 到 {sets} 组之间",
        )
        self.refuse_fifth_copies(self.hands + self.melded_all)
        if self.gold_kind is not None:
            if not 0 <= self.gold_kind < N_HELD_KINDS:
                raise InputError(
                    f"gold_kind: {self.gold_kind} is not a kind; allowed: 0 to {N_HELD_KINDS - 1}.",
                    f"gold_kind：{self.gold_kind} 不是牌种；可用 0 至 {N_HELD_KINDS - 1}。",
                )
            name = KIND_NAMES[self.gold_kind]
            self._refuse(
                self.hands[:, self.gold_kind] > 0,
                f"{name} is the gold kind: count its tiles as golds",
                f"{name} 是金，应计入 golds",
            )
        held = self.hands.sum(axis=1) + self.golds
        wanted = np.array([3 * sets + 1 + more for more in extra])[:, None] - 3 * self.n_melds
        tiles = " or ".join(str(3 * sets + 1 + more) for more in extra)
        self._refuse(
            ~(held == wanted).any(axis=0),
            f"its number of tiles is wrong; a hand has {tiles} tiles here, three fewer for every meld",
            f"张数不对；此处一副牌应为 {tiles.replace(' or ', ' 或 ')} 张，每组副露减三张",
        )
        if melds_named:
            in_melds = self.melded_all.sum(axis=1)
            self._refuse(
                (in_melds < 3 * self.n_melds) | (in_melds > 4 * self.n_melds),
                "its number of tiles in melds does not fit its number of melds (three or four tiles each)",
                "副露的张数与组数不符（每组三或四张）",
            )

    def refuse_fifth_copies(self, held: IntArray) -> None:
        """Refuse hands for which `held`, shape (N, 42), holds a kind more than four times."""
        for i, kind in np.argwhere(held > 4)[:1]:
            raise InputError(
                f"hand {i}: {held[i, kind]} copies of {KIND_NAMES[kind]}; there are four.",
                f"第 {i} 副牌：{KIND_NAMES[kind]} 有 {held[i, kind]} 张；一副牌只有四张。",
            )

    def _refuse(self, wrong: npt.ArrayLike, en: str, zh: str) -> None:
        """Refuse the first hand for which `wrong`, shape (N,), is true."""
        for at in np.flatnonzero(np.asarray(wrong))[:1]:
            raise InputError(f"hand {at}: {en}.", f"第 {at} 副牌：{zh}。")

    def _tables(self) -> Any:
        return load_tables(golds=bool(self.spare.any()))

    def distances(self) -> IntArray:
        """Tiles needed, shape (N,)."""
        out = np.zeros(len(self.hands), np.int64)
        batch_distances(
            self._tables(), self.hands, self.melded, self.n_sets, self.pairs, int(self.shapes.pairs_quads),
            self.orphans, self.golds, self.spare, out,
        )
        return out

    def useful(self) -> tuple[IntArray, BoolArray]:
        """Tiles needed, shape (N,), and the kinds that lower it, shape (N, 42)."""
        distance = np.zeros(len(self.hands), np.int64)
        masks = np.zeros(len(self.hands), np.int64)
        batch_useful(
            self._tables(), self.hands.copy(), self.melded, self.n_sets, self.pairs, int(self.shapes.pairs_quads),
            self.orphans, self.golds, self.spare, distance, masks,
        )
        kinds = (masks[:, None] >> np.arange(N_KINDS) & 1).astype(np.bool_)
        if self.gold_kind is not None:
            kinds[:, self.gold_kind] = False
        return distance, kinds

    def cuts(self, sets_less: int, pair: int, golds_less: int) -> BoolArray:
        """Whether the hands, so many golds laid aside, are their sets but so many, and a pair if `pair` is 1; shape (N,)."""
        out = np.zeros(len(self.hands), np.bool_)
        batch_cuts(
            self._tables(), self.hands, self.melded, self.n_sets - sets_less, pair, self.golds - golds_less,
            int(self.shapes.fifth_copy), out,
        )
        return out

    def count_readings(self) -> IntArray:
        """Number of readings, shape (N,)."""
        self._refuse(
            self.golds > MOST_GOLDS_READ,
            f"it has more golds than {MOST_GOLDS_READ}: too many ways to list",
            f"金多于 {MOST_GOLDS_READ} 张，拆法太多，无法列举",
        )
        out = np.zeros(len(self.hands), np.int64)
        batch_readings(
            self.hands, self.melded, self.n_sets, self.pairs, int(self.shapes.pairs_quads), self.orphans, self.golds,
            int(self.shapes.fifth_copy), np.zeros(0, READING).view(np.recarray), out,
        )
        return out

    def shaped(self, answer: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """The answer without the hand axis if one hand was given."""
        return answer if self.many else answer[0]


def _whole_numbers(numbers: npt.ArrayLike, name: str) -> IntArray:
    """The given numbers as int64; InputError unless they are whole numbers."""
    try:
        given = np.asarray(numbers)
    except ValueError:
        given = np.array("ragged")
    if given.dtype.kind not in "iub" and given.size:
        raise InputError(f"{name}: whole numbers are needed, not {given.dtype}.", f"{name}：需要整数，而不是 {given.dtype}。")
    return given.astype(np.int64)
