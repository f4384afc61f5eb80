"""What cross-checks report, and the tile roles they look at."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from rulesets.options import Value

Values = Mapping[str, Value]

HONOUR_ROLES = {"tiles.winds": 4, "tiles.red": 1, "tiles.green": 1, "tiles.white": 1}  # kinds of four copies each


class Finding(NamedTuple):
    """One contradiction or warning: stable id, the keys it is about, the sentence in English and Chinese."""

    id: str
    keys: tuple[str, ...]
    en: str
    zh: str
