"""Every variant against the baseline: estimates, paired differences, corrections and verdicts.

A verdict weighs a difference against the metric's band of indifference and against chance:

    ＝ same        the 90 % interval lies inside the band (two one-sided tests), or no wall differs at all
    ▲ ▼ different  adjusted p < 0.05 and the 95 % interval lies wholly beyond the band
    △ ▽ slight     adjusted p < 0.05 but the size is not clearly beyond the band
    ？ unresolved  anything else; how many walls would settle it is estimated

The family of the correction is all (variant, line-up, primary metric) that differ on at least one wall, by Holm's
procedure. Other metrics are exploratory: Benjamini-Hochberg, and labelled so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from reports.intervals import Interval
from reports.load import Run
from reports.metrics import Epsilon, Metric
from reports.paired import Difference, benjamini_hochberg, difference, holm, walls_to_resolve

CLAIM = 0.05


class Verdict(StrEnum):
    """What can be said of a difference; the value is what summary files say."""

    HIGHER = "higher"
    LOWER = "lower"
    SLIGHTLY_HIGHER = "slightly higher"
    SLIGHTLY_LOWER = "slightly lower"
    SAME = "same"
    IDENTICAL = "identical"
    UNRESOLVED = "unresolved"
    UNDEFINED = "undefined"

    @property
    def glyph(self) -> str:
        """The sign that stands for it; never colour alone."""
        return _GLYPHS[self]

    @property
    def direction(self) -> int:
        """+1 higher, -1 lower, 0 neither."""
        return _DIRECTIONS.get(self, 0)

    @property
    def is_claim(self) -> bool:
        """Whether it claims that something moved."""
        return self in _DIRECTIONS

    @property
    def is_same(self) -> bool:
        """Whether it claims that nothing (that matters) moved."""
        return self in (Verdict.SAME, Verdict.IDENTICAL)


_GLYPHS = {
    Verdict.HIGHER: "▲",
    Verdict.LOWER: "▼",
    Verdict.SLIGHTLY_HIGHER: "△",
    Verdict.SLIGHTLY_LOWER: "▽",
    Verdict.SAME: "＝",
    Verdict.IDENTICAL: "＝",
    Verdict.UNRESOLVED: "？",
    Verdict.UNDEFINED: "—",
}
_DIRECTIONS = {Verdict.HIGHER: 1, Verdict.SLIGHTLY_HIGHER: 1, Verdict.LOWER: -1, Verdict.SLIGHTLY_LOWER: -1}


class Correction(StrEnum):
    """How the p of a cell was corrected."""

    HOLM = "holm"
    EXPLORATORY = "benjamini-hochberg"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Cell:
    """One (variant, line-up, metric). `diff` and what follows are None for the baseline itself."""

    variant: int
    lineup: int
    metric: Metric
    events: int
    """Sum of the numerator: how often the thing happened (for means: the points or tiles themselves)."""
    trials: int
    """Sum of the denominator: out of how many hands, wins or seats."""
    estimate: Interval
    epsilon: float | None
    diff: Difference | None = None
    p_adjusted: float | None = None
    correction: Correction = Correction.NONE
    verdict: Verdict | None = None
    further_walls: int | None = None
    """More walls expected to settle an unresolved difference."""

    @property
    def in_bands(self) -> float | None:
        """The difference in units of the band of indifference."""
        if self.diff is None or self.diff.value is None or not self.epsilon:
            return None
        return self.diff.value / self.epsilon


Key = tuple[int, int, str]


@dataclass(frozen=True)
class Comparison:
    """All cells of a study, and how many tests the family-wise correction covers."""

    run: Run
    cells: Mapping[Key, Cell]
    family: int
    exploratory: int

    def cell(self, variant: int, lineup: int, metric: str) -> Cell:
        """The cell of a variant, line-up and metric name."""
        return self.cells[variant, lineup, metric]

    def agreement(self, variant: int, metric: str, lineup: int) -> tuple[int, int]:
        """In how many line-ups (of how many) the verdict points the same way as in `lineup`."""
        mine = self.cells[variant, lineup, metric].verdict
        others = [self.cells[variant, u.index, metric].verdict for u in self.run.lineups]
        return sum(_agrees(mine, other) for other in others), len(others)


def _agrees(a: Verdict | None, b: Verdict | None) -> bool:
    if a is None or b is None:
        return a is b
    return a.direction == b.direction and a.is_same == b.is_same


def compare(run: Run) -> Comparison:
    """Compare every variant with the baseline in every line-up and metric."""
    cells: dict[Key, Cell] = {}
    for lineup in run.lineups:
        for variant in run.variants:
            for metric in lineup.metrics:
                cells[variant.index, lineup.index, metric.name] = _cell(run, variant.index, lineup.index, metric)
    tested = [k for k, c in cells.items() if c.diff is not None and c.diff.p is not None]
    family = [k for k in tested if cells[k].metric.primary]
    rest = [k for k in tested if not cells[k].metric.primary]
    adjusted: dict[Key, tuple[float, Correction]] = {}
    for keys, correct, name in ((family, holm, Correction.HOLM), (rest, benjamini_hochberg, Correction.EXPLORATORY)):
        for key, p in zip(keys, correct([_p(cells[k]) for k in keys]), strict=True):
            adjusted[key] = (p, name)
    for key, cell in cells.items():
        if cell.diff is not None:
            p_adjusted, correction = adjusted.get(key, (None, Correction.NONE))
            cells[key] = _judged(replace(cell, p_adjusted=p_adjusted, correction=correction))
    return Comparison(run, cells, len(family), len(rest))


def _p(cell: Cell) -> float:
    assert cell.diff is not None and cell.diff.p is not None
    return cell.diff.p


def _cell(run: Run, variant: int, lineup: int, metric: Metric) -> Cell:
    sums = run.sums[variant, lineup, metric.name]
    epsilon = band(run, lineup, metric.epsilon)
    diff = None
    if variant != run.baseline.index:
        base = run.sums[run.baseline.index, lineup, metric.name]
        diff = difference(sums, base, run.crosses[variant, lineup, metric.name], metric.kind)
    return Cell(variant, lineup, metric, sums.n, sums.d, metric.interval(sums), epsilon, diff)


def band(run: Run, lineup: int, epsilon: Epsilon) -> float | None:
    """The band of indifference in the metric's unit; None if it hangs on a baseline value that is not defined."""
    if epsilon.absolute is not None:
        return epsilon.absolute
    base = run.sums[run.baseline.index, lineup, epsilon.of].value
    return abs(base) * epsilon.part if base and epsilon.part else None


def _judged(cell: Cell) -> Cell:
    verdict = judge(cell.diff, cell.epsilon, cell.p_adjusted)
    further = None
    if verdict is Verdict.UNRESOLVED and cell.diff is not None and cell.epsilon is not None:
        needed = walls_to_resolve(cell.diff, cell.epsilon)
        further = None if needed is None else max(cell.diff.walls, needed - cell.diff.walls)
    return replace(cell, verdict=verdict, further_walls=further)


def judge(diff: Difference | None, epsilon: float | None, p_adjusted: float | None) -> Verdict:
    """The verdict on a difference; `epsilon` None means that no size is known to be negligible (a band of zero)."""
    if diff is None or diff.value is None:
        return Verdict.UNDEFINED
    if diff.identical:
        return Verdict.IDENTICAL
    if diff.low is None or diff.high is None or diff.inner_low is None or diff.inner_high is None:
        return Verdict.UNRESOLVED
    width = epsilon or 0.0
    if -width < diff.inner_low and diff.inner_high < width:
        return Verdict.SAME
    if p_adjusted is None or p_adjusted >= CLAIM:
        return Verdict.UNRESOLVED
    if diff.value > 0:
        return Verdict.HIGHER if diff.low > width else Verdict.SLIGHTLY_HIGHER
    return Verdict.LOWER if diff.high < -width else Verdict.SLIGHTLY_LOWER
