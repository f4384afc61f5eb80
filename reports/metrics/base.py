"""Types that describe a metric to readers."""

from __future__ import annotations

from dataclasses import dataclass

from reports.intervals import Interval, Kind, Sums, point_share, rate, ratio
from sim.tallies import MetricDef


@dataclass(frozen=True, slots=True)
class Epsilon:
    """Band of indifference: differences up to this size make no practical difference.

    `absolute` in the metric's unit, or `part` of the baseline's value of the metric `of`.
    """

    absolute: float | None = None
    part: float | None = None
    of: str = ""


@dataclass(frozen=True, slots=True)
class Group:
    """A heading under which metrics stand together."""

    key: str
    zh: str
    en: str


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric as reports show it."""

    definition: MetricDef
    kind: Kind
    epsilon: Epsilon
    order: int
    primary: bool
    short_zh: str
    short_en: str
    noun_en: str
    """How a sentence speaks of it: "exhaustive draws"."""

    @property
    def name(self) -> str:
        """The key in tallies, files and pages."""
        return self.definition.name

    @property
    def group(self) -> str:
        """Key of its group."""
        return self.definition.level

    @property
    def is_share(self) -> bool:
        """Whether it is written in per cent, and its differences in percentage points."""
        return self.kind is not Kind.MEAN

    def interval(self, sums: Sums) -> Interval:
        """Estimate and interval of the right kind."""
        if self.kind is Kind.RATE:
            return rate(sums)
        return point_share(sums) if self.kind is Kind.POINT_SHARE else ratio(sums)
