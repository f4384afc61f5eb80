"""What a metric, a fan and a histogram are made of. A leaf: the lists of metrics and their readers import it."""

from __future__ import annotations

from typing import NamedTuple


class MetricDef(NamedTuple):
    """A metric: the ratio Σn / Σd of two integer quantities per wall.

    `unit` is `share` (0 to 1), `points`, or what is counted (`draws`, `discards`, `kans`, `seats`, ...). `level` groups
    metrics in reports: `outcome`, `points`, `pace`, `special`, `dealer`, `seat` (absolute), `role` (counted from the
    dealer), `bot`, `fan`.
    """

    name: str
    n: str
    d: str
    unit: str
    level: str
    zh: str
    en: str
    meaning_zh: str
    meaning_en: str
    needs: str = ""  # mechanism (`sim.mechanisms`) without which it says nothing


class FanName(NamedTuple):
    """A fan as the manifest lists it: number (bit of the fan masks), code, Chinese and English name."""

    number: int
    code: str
    zh: str
    en: str


class HistogramName(NamedTuple):
    """An exact distribution over hands or seats: which values it counts."""

    name: str
    unit: str
    zh: str
    en: str
    needs: str = ""
