"""Golds in records: `G` for a gold, and where flowers are gold `<H1 H3>` for those held (`gold.flower_flip: flowers_are_gold`).

The gold is then named by the flower that was turned up; a `G` beside it is a gold flower that the record does not name.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulesets.errors import InputError
from rulesets.records.model import Place
from rulesets.tiles import KIND_NAMES, Tile, counts_of, format_hand, parse_with_golds

_HELD_FLOWERS = re.compile(r"<([^<>]*)>")


def is_gold(kind: int | None, gold: int | None) -> bool:
    """Whether tiles of a kind are wild: the gold kind, or a flower of its colour.

    >>> is_gold(Tile.H1 + 2, Tile.H1), is_gold(Tile.H1 + 4, Tile.H1), is_gold(22, 22)
    (True, False, True)
    """
    if kind is None or gold is None:
        return False
    flowers = kind >= Tile.H1 and gold >= Tile.H1
    return kind == gold or (flowers and (kind - Tile.H1) // 4 == (gold - Tile.H1) // 4)


def split_held_flowers(text: str, place: Place) -> tuple[str, list[int]]:
    """Tiles in notation without the flowers in angles, and the kinds of these."""
    words = _HELD_FLOWERS.findall(text)
    rest = _HELD_FLOWERS.sub(" ", text)
    kinds: list[int] = []
    try:
        for inner in words:
            found, golds = parse_with_golds(inner)
            if golds or any(kind < Tile.H1 for kind in found):
                raise InputError(
                    f'"<{inner}>": only gold flowers, such as <H1 H3>, are written in angles.',
                    f"“<{inner}>”：尖括号中只写作金的花，如 <H1 H3>。",
                )
            kinds += found
    except InputError as error:
        raise place.fault(error.en, error.zh) from None
    if "<" in rest or ">" in rest:
        raise place.fault(f'"{text}": an angle is not closed or not opened.', f"“{text}”：尖括号不成对。")
    return rest, kinds


def gold_words(kinds: Sequence[int], gold: int | None) -> list[str]:
    """The golds among the kinds as words: `GG`, `<H1 H3>`."""
    plain = sum(kind == gold for kind in kinds)
    flowers = [kind for kind in kinds if kind != gold and is_gold(kind, gold)]
    words = ["G" * plain] if plain else []
    return words + ([f"<{format_hand(counts_of(flowers))}>"] if flowers else [])


def tile_word(kind: int, gold: int | None) -> str:
    """One tile: `G`, `<H3>` or its name."""
    return gold_words([kind], gold)[0] if is_gold(kind, gold) else KIND_NAMES[kind]
