"""Differences of a variant to the baseline on common walls, and corrections for asking many questions at once.

With `e = (n - R d) / mean(d)` for each side, the paired difference of a wall is `D = e_variant - e_baseline`; its sum
of squares follows from the sums of each side and four cross products, all in integers, so "no difference on any wall"
is seen exactly and never through rounding.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from reports.intervals import (
    FEW_EVENTS,
    LEVEL,
    Cross,
    Kind,
    Method,
    Sums,
    effective_events,
    mcnemar_p,
    normal_quantile,
    rate,
    t_p_value,
    t_quantile,
    tango,
)

INNER_LEVEL = 0.90
"""Two one-sided 5 % tests of "within the band" are read from this interval."""

MOST_WALLS = 10**10
FEWEST_PIECES = 8


@dataclass(frozen=True, slots=True)
class Difference:
    """Variant minus baseline of one metric on `walls` common walls, of which `differing` are not the same.

    `low`, `high` bound it with 95 %, `inner_low`, `inner_high` with 90 %. All are None if the metric is undefined on
    one side, or if too few walls differ for an interval. `identical` says that no wall differs at all.
    """

    value: float | None
    low: float | None
    high: float | None
    inner_low: float | None
    inner_high: float | None
    p: float | None
    se: float | None
    method: Method
    walls: int
    differing: int
    relative: float | None = None
    relative_low: float | None = None
    relative_high: float | None = None
    saving: float | None = None

    @property
    def identical(self) -> bool:
        """Whether numerator and denominator agree on every wall."""
        return self.method is Method.IDENTICAL

    @property
    def half_width(self) -> float | None:
        """Half the width of the 95 % interval."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


def covariance(variant: Sums, base: Sums, cross: Cross) -> float:
    """Covariance over walls of the two linearised values."""
    a, b, p, q, walls = variant.n, variant.d, base.n, base.d, variant.walls
    product = cross.nn * b * q - p * b * cross.nd - a * q * cross.dn + a * p * cross.dd
    carriers = min(variant.carriers, base.carriers)
    return product * walls / (b * q) ** 2 * carriers / (carriers - 1)


def difference_spread(variant: Sums, base: Sums, cross: Cross) -> tuple[int, int]:
    """Sum over walls of `D*D` as an exact fraction (numerator, denominator)."""
    a, b, p, q, walls = variant.n, variant.d, base.n, base.d, variant.walls
    product = cross.nn * b * q - p * b * cross.nd - a * q * cross.dn + a * p * cross.dd
    numerator = variant.spread * q**4 + base.spread * b**4 - 2 * product * b**2 * q**2
    return numerator * walls**2, (b * q) ** 4


def difference(variant: Sums, base: Sums, cross: Cross, kind: Kind = Kind.MEAN, level: float = LEVEL) -> Difference:
    """Paired difference with its intervals, p and the realised saving of common walls.

    Care where little is known. Nearly all walls agree and fewer than 30 differ: only those carry information, t has that
    many degrees of freedom less one (at least one), and p is never below that of the sign test; a rate of one trial per wall
    then takes Tango's interval and McNemar's p. A rate with fewer than 30 events or misses on one side (and trials that
    depend on the play, such as wins): the two sides' own intervals are combined, so that "0 of 8" stays uncertain.

    >>> d = difference(Sums(8, 33, 8, 1115, 8, 33), Sums(8, 13, 8, 925, 8, 13), Cross(984, 33, 13, 8, 1))
    >>> d.value, round(d.low, 2), round(d.high, 2)
    (2.5, 1.02, 3.98)
    """
    walls = variant.walls
    if walls != base.walls:
        raise ValueError(f"a paired difference needs common walls: {walls} against {base.walls}")
    if not variant.d or not base.d or walls == 0:
        return _without_interval(None, Method.NONE, walls, walls - cross.same)
    value = (variant.n * base.d - base.n * variant.d) / (variant.d * base.d)
    differing = walls - cross.same
    if differing == 0:
        return _without_interval(0.0, Method.IDENTICAL, walls, 0)
    carriers = min(variant.carriers, base.carriers)
    numerator, denominator = difference_spread(variant, base, cross)
    se = math.sqrt(numerator / (denominator * walls**2) * carriers / (carriers - 1)) if carriers > 1 else math.nan
    events = [effective_events(s) for s in (variant, base)]
    if kind is Kind.RATE and variant.is_binary and base.is_binary and variant.d == base.d == walls and differing < FEW_EVENTS:
        found = _by_tango(variant.n - base.n, differing, walls, level)
    elif kind is Kind.RATE and min(events) < FEW_EVENTS and not (variant.constant and base.constant):
        found = _by_both_intervals(variant, base, cross, value, level)
    elif not se > 0:
        return _without_interval(value, Method.NONE, walls, differing)
    else:
        carried = sum(events) if kind is Kind.POINT_SHARE and min(events) < FEW_EVENTS else math.inf
        found = _by_t(value, se, differing, walls, min(carriers, carried), level)
    return Difference(
        value, *found.outer, *found.inner, found.p, se if se > 0 else None, found.method, walls, differing,
        *_relative(variant, base, cross, level), saving(variant, base, cross),
    )  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Found:
    """Intervals at both levels, p, and the method that gave them."""

    outer: tuple[float, float]
    inner: tuple[float, float]
    p: float
    method: Method


def _by_t(value: float, se: float, differing: int, walls: int, carriers: float, level: float) -> _Found:
    few = differing < FEW_EVENTS and 2 * differing < walls
    shy = few or carriers < FEW_EVENTS
    informed = min(carriers, differing if few else math.inf)
    freedom = max(1.0, informed - 1)
    half, inner_half = (t_quantile(x, freedom) * se for x in (level, INNER_LEVEL))
    p = max(t_p_value(value / se, freedom), min(1.0, 2.0 ** (1 - informed)) if shy else 0.0)
    method = Method.FEW_PAIRS if few else Method.PAIRED_T
    return _Found((value - half, value + half), (value - inner_half, value + inner_half), p, method)


def _by_tango(net: int, differing: int, walls: int, level: float) -> _Found:
    gained = (differing + net) // 2
    lost = differing - gained
    outer, inner = (tango(gained, lost, walls, x) for x in (level, INNER_LEVEL))
    return _Found(outer, inner, mcnemar_p(gained, lost), Method.TANGO)


def _by_both_intervals(variant: Sums, base: Sums, cross: Cross, value: float, level: float) -> _Found:
    """Square-and-add: each side's own interval, joined with the correlation of the two sides over walls."""
    deviations = math.sqrt(variant.variance * base.variance)
    tie = covariance(variant, base, cross) / deviations if deviations > 0 else 0.0
    tie = max(-1.0, min(1.0, tie))

    def ends(x: float) -> tuple[float, float]:
        v, b = rate(variant, x), rate(base, x)
        assert v.estimate is not None and b.estimate is not None
        assert v.low is not None and v.high is not None and b.low is not None and b.high is not None
        down, up = (v.estimate - v.low, b.high - b.estimate), (v.high - v.estimate, b.estimate - b.low)
        reach = [math.sqrt(max(0.0, f * f + s * s - 2 * tie * f * s)) for f, s in (down, up)]
        return value - reach[0], value + reach[1]

    sure, unsure = 0.0, 1.0  # level at which the interval just reaches zero, by halving
    for _ in range(40):
        middle = (sure + unsure) / 2
        low, high = ends(middle)
        sure, unsure = (middle, unsure) if low > 0 or high < 0 else (sure, middle)
    return _Found(ends(level), ends(INNER_LEVEL), 1 - sure, Method.MOVER)


def _without_interval(value: float | None, method: Method, walls: int, differing: int) -> Difference:
    return Difference(value, None, None, None, None, None, None, method, walls, differing)


def _relative(
    variant: Sums, base: Sums, cross: Cross, level: float
) -> tuple[float | None, float | None, float | None]:
    """Relative change with its interval; None where the baseline is not clearly away from zero (4 standard
    errors) or the variant has no event left."""
    walls, v, b = variant.walls, variant.n / variant.d, base.n / base.d
    carriers = min(variant.carriers, base.carriers)
    if carriers < 2 or b == 0 or v == 0 or abs(b) < 4 * math.sqrt(base.variance / walls):
        return None, None, None
    change = v / b
    variance = variant.variance + change**2 * base.variance - 2 * change * covariance(variant, base, cross)
    half = t_quantile(level, carriers - 1) * math.sqrt(max(0.0, variance) / walls) / abs(b)
    return change - 1, change - 1 - half, change - 1 + half


def holm(p_values: Sequence[float]) -> list[float]:
    """Adjusted p of Holm's step-down procedure: the chance of any false claim in the family stays below the level.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    m, running = len(p_values), 0.0
    out = [0.0] * m
    for rank, i in enumerate(sorted(range(m), key=lambda j: (p_values[j], j))):
        running = max(running, min(1.0, (m - rank) * p_values[i]))
        out[i] = running
    return out


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Adjusted p of Benjamini & Hochberg: expected share of false ones among the claims (exploratory tables).

    >>> benjamini_hochberg([0.01, 0.04, 0.03])
    [0.03, 0.04, 0.04]
    """
    m, running = len(p_values), 1.0
    out = [0.0] * m
    for rank, i in enumerate(sorted(range(m), key=lambda j: (-p_values[j], j))):
        running = min(running, p_values[i] * m / (m - rank))
        out[i] = running
    return out


def walls_to_resolve(diff: Difference, epsilon: float, level: float = LEVEL) -> int | None:
    """Walls in all that would settle a difference of this size against the band: `(z SD / | |D| - eps |)^2`.

    None if nothing can be said: no interval, or the difference sits so close to the edge of the band that no study
    could tell (over 10^10 walls).
    """
    if diff.value is None or diff.se is None:
        return None
    distance = abs(abs(diff.value) - epsilon)
    if distance == 0:
        return None
    needed = (normal_quantile(level) * diff.se / distance) ** 2 * diff.walls
    return math.ceil(needed) if needed < MOST_WALLS else None


def saving(variant: Sums, base: Sums, cross: Cross) -> float | None:
    """How many times more walls independent samples would need: `(Var_0 + Var_v) / Var(D)`; None if nothing varies."""
    numerator, denominator = difference_spread(variant, base, cross)
    if not numerator:
        return None
    both = [s.spread * s.walls**2 / s.d**4 for s in (variant, base)]
    return sum(both) * denominator / numerator if sum(both) > 0 else None


def saving_interval(
    variant: Sequence[tuple[Sums, Cross]], base: Sequence[Sums], level: float = LEVEL
) -> tuple[float, float] | None:
    """Interval of the saving by a jackknife over pieces of walls, on the log scale; None with fewer than 8 pieces."""
    pieces = len(variant)
    if pieces < FEWEST_PIECES:
        return None
    total, crosses = _sum([x for x, _ in variant]), _sum([c for _, c in variant])
    base_total = _sum(base)
    whole = saving(total, base_total, crosses) if total.d and base_total.d else None
    logs = []
    for (v, c), b in zip(variant, base, strict=True):
        rest, rest_base = total - v, base_total - b
        value = saving(rest, rest_base, crosses - c) if rest.d and rest_base.d else None
        if value is None or whole is None:
            return None
        logs.append(math.log(value))
    if whole is None:
        return None
    mean = sum(logs) / pieces
    se = math.sqrt((pieces - 1) / pieces * sum((x - mean) ** 2 for x in logs))
    half = t_quantile(level, pieces - 1) * se
    return whole * math.exp(-half), whole * math.exp(half)


Added = TypeVar("Added", Sums, Cross)


def _sum(parts: Sequence[Added]) -> Added:
    return functools.reduce(operator.add, parts)
