"""Points of a finished hand, by whichever family's scoring the options name."""

from __future__ import annotations

from tests.oracle import score_fuding, score_fuzhou, score_hebei
from tests.oracle.ending import Ending, Options, Score
from tests.oracle.options import family_of

_FAMILIES = {"hebei": score_hebei, "fuzhou": score_fuzhou, "fuding": score_fuding}


def score(ending: Ending, options: Options) -> Score:
    """Points, their parts and the fans of each winner."""
    return _FAMILIES[family_of(options)].score(ending, options)


def fan_masks(score: Score, options: Options) -> list[int]:
    """What the fan columns say of each winner. Fuzhou: the specials that are worth something; nothing can be said (-1)
    where a factor prices the win, or where several readings of a Fuding hand are alike."""
    numbers = fan_numbers(options)
    if family_of(options) != "fuzhou":
        unsure = score_fuding.UNSURE
        return [-1 if unsure in names else sum(1 << numbers[name] for name in names) for names in score.fans]
    if options["fuzhou.formula"] == "core_times_special":
        return [-1 for _ in score.fans]
    scored = [[name for name in names if score_fuzhou.value_of(name, options)] for names in score.fans]
    return [sum(1 << numbers[name] for name in names) for names in scored]


def fan_numbers(options: Options) -> dict[str, int]:
    """Number of each fan of the family, by name."""
    return _FAMILIES[family_of(options)].NUMBER
