"""Interval formulas over integer sums: walls are the unit, every sum is exact until the last division.

A *ratio metric* is `sum(n) / sum(d)` over walls, with integers `n`, `d` per wall (for a rate per hand `d` is the number
of hands). All formulas need only the sums of `n, d, n*n, d*d, n*d`, so they give the same digits for any order of work.

Sources: Wilson 1927 and Clopper & Pearson 1934 as compared by Brown, Cai & DasGupta, Statist. Sci. 2001; linearised
ratio (delta method) over clusters; Korn & Graubard 1998 (effective sample size in the exact interval); Tango, Statist.
Med. 1998 (paired rates); Zou & Donner, Statist. Med. 2008 (square-and-add); Goodman, Technometrics 1965 (simultaneous
shares); order statistics for quantiles.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

LEVEL = 0.95
FEW_EVENTS = 30
"""Below so many events or misses a rate takes the exact interval; below so many differing walls a difference is shy."""
FEW_WALLS = 1000
"""Below so many walls intervals of skewed means cover less than they say; they are flagged."""


class Method(StrEnum):
    """How an interval was computed; the value is what the summary files say."""

    WILSON = "wilson"
    CLOPPER_PEARSON = "clopper-pearson"
    BLOCK_T = "t over walls"
    RATIO = "ratio over walls"
    CONSTANT = "same on every wall"
    ORDER = "order statistics"
    GOODMAN = "goodman"
    TANGO = "tango"
    PAIRED_T = "paired t over walls"
    FEW_PAIRS = "paired t over differing walls"
    MOVER = "square-and-add of both intervals"
    IDENTICAL = "identical"
    EXACT = "exact"
    NONE = "none"


class Kind(StrEnum):
    """What a ratio is; decides its interval and the way of writing it."""

    RATE = "rate"
    """Successes among countable trials: written in per cent, exact or Wilson intervals."""
    POINT_SHARE = "point share"
    """Part of the points that were paid: written in per cent, ratio intervals."""
    MEAN = "mean"
    """A mean in its own unit."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its interval. `n` counts what the method rests on: walls, or trials for Wilson and exact ones.

    `estimate` is None for 0 of 0, `low` and `high` are None where no interval can be given (fewer than two walls).
    """

    estimate: float | None
    low: float | None
    high: float | None
    method: Method
    n: int

    @property
    def half_width(self) -> float | None:
        """Half the width, None without an interval."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


@dataclass(frozen=True, slots=True)
class Sums:
    """Exact sums of one metric over `walls` walls."""

    walls: int
    n: int
    d: int
    nn: int
    dd: int
    nd: int

    def __add__(self, other: Sums) -> Sums:
        return Sums(*map(operator.add, self.parts, other.parts))

    def __sub__(self, other: Sums) -> Sums:
        return Sums(*map(operator.sub, self.parts, other.parts))

    @property
    def parts(self) -> tuple[int, ...]:
        """All sums in order."""
        return self.walls, self.n, self.d, self.nn, self.dd, self.nd

    @property
    def value(self) -> float | None:
        """The ratio, None for nothing in nothing."""
        return self.n / self.d if self.d else None

    @property
    def is_binary(self) -> bool:
        """Whether each wall is at most one trial with at most one success, told from the sums alone.

        For integers sum(x*x) == sum(x) only if every x is 0 or 1, and sum(n*d) == sum(n) then means n <= d.
        """
        return self.nn == self.n and self.dd == self.d and self.nd == self.n

    @property
    def constant(self) -> bool:
        """Whether all walls have the same denominator."""
        return self.dd * self.walls == self.d**2

    @property
    def spread(self) -> int:
        """`sum((n - R d)^2) * sum(d)^2` as an integer: zero exactly if all walls have the same ratio."""
        return self.nn * self.d**2 - 2 * self.n * self.d * self.nd + self.n**2 * self.dd

    @property
    def carriers(self) -> float:
        """Walls that carry the ratio (Kish's effective number): all of them for a constant denominator, for a ratio per win
        about the walls with a win. Degrees of freedom come from these, so few wins among many walls stay few.
        """
        return self.d**2 / self.dd if self.dd else 0.0

    @property
    def variance(self) -> float:
        """Variance over walls of the linearised value `(n - R d) / mean(d)` (for d = 1 the plain variance)."""
        if not self.d or self.carriers <= 1:
            return math.nan
        return self.spread * self.walls / self.d**4 * self.carriers / (self.carriers - 1)


@dataclass(frozen=True, slots=True)
class Cross:
    """Exact sums over common walls of products of a variant's and the baseline's integers.

    `nd` pairs the variant's numerator with the baseline's denominator, `dn` the reverse; `same` counts walls on which
    numerator and denominator are both equal.
    """

    nn: int
    nd: int
    dn: int
    dd: int
    same: int

    def __add__(self, other: Cross) -> Cross:
        return Cross(*map(operator.add, self.parts, other.parts))

    def __sub__(self, other: Cross) -> Cross:
        return Cross(*map(operator.sub, self.parts, other.parts))

    @property
    def parts(self) -> tuple[int, ...]:
        """All sums in order."""
        return self.nn, self.nd, self.dn, self.dd, self.same


def normal_quantile(level: float) -> float:
    """Two-sided normal quantile: 1.96 for 0.95."""
    from scipy.special import ndtri

    return float(ndtri((1 + level) / 2))


def t_quantile(level: float, freedom: float) -> float:
    """Two-sided Student quantile: 3.182 for 0.95 with 3 degrees of freedom."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, (1 + level) / 2))


def t_p_value(t: float, freedom: float) -> float:
    """Two-sided tail probability of a Student variable."""
    from scipy.special import stdtr

    return float(2 * stdtr(freedom, -abs(t)))


def wilson(k: int, n: int, level: float = LEVEL) -> Interval:
    """Wilson score interval for `k` successes in `n` trials; 0 of 0 has no estimate.

    >>> i = wilson(81, 263); round(i.low, 4), round(i.high, 4)
    (0.2553, 0.3662)
    """
    if n == 0:
        return Interval(None, None, None, Method.NONE, 0)
    z = normal_quantile(level)
    p, z2 = k / n, z * z / n
    centre = (p + z2 / 2) / (1 + z2)
    half = z * math.sqrt(p * (1 - p) / n + z2 / (4 * n)) / (1 + z2)
    low = 0.0 if k == 0 else max(0.0, centre - half)
    high = 1.0 if k == n else min(1.0, centre + half)
    return Interval(p, low, high, Method.WILSON, n)


def clopper_pearson(k: float, n: float, level: float = LEVEL) -> Interval:
    """Exact interval for `k` successes in `n` trials; both may be effective (fractional) counts.

    >>> i = clopper_pearson(15, 148); round(i.low, 4), round(i.high, 4)
    (0.0578, 0.1617)
    """
    from scipy.special import betaincinv

    if n <= 0:
        return Interval(None, None, None, Method.NONE, 0)
    tail = (1 - level) / 2
    low = 0.0 if k <= 0 else float(betaincinv(k, n - k + 1, tail))
    high = 1.0 if k >= n else float(betaincinv(k + 1, n - k, 1 - tail))
    return Interval(k / n, low, high, Method.CLOPPER_PEARSON, round(n))


def exact_share(k: int, n: int, units: int) -> Interval:
    """Exact interval of `k` among `n` observations that came from `units` walls: never more trials than walls."""
    trials = min(n, units)
    i = clopper_pearson(k * trials / n, trials) if n else clopper_pearson(0, 0)
    return Interval(k / n if n else None, i.low, i.high, i.method, i.n)


def rule_of_three(n: int, level: float = LEVEL) -> float:
    """Largest chance that still leaves `n` trials without an event with probability `1 - level`: about 3/n.

    >>> round(rule_of_three(20_000) * 20_000, 2)
    3.0
    """
    return -math.expm1(math.log1p(-level) / n) if n > 0 else 1.0


def rate(sums: Sums, level: float = LEVEL) -> Interval:
    """Interval of a rate whose per-wall numerator never exceeds its denominator (a share of hands, wins, seats).

    One trial per wall: Wilson, or exact with fewer than 30 events or misses. Several trials per wall: t over walls, or
    with few events the exact interval at the effective sample size, never larger than the number of trials.
    """
    k, n = sums.n, sums.d
    if n == 0 or sums.walls == 0:
        return Interval(None, None, None, Method.NONE, 0)
    few = min(k, n - k) < FEW_EVENTS
    if sums.is_binary:
        return clopper_pearson(k, n, level) if few else wilson(k, n, level)
    if not few:
        return ratio(sums, level)
    effective = min(float(n), _effective(sums))
    exact = clopper_pearson(k * effective / n, effective, level)
    return Interval(k / n, exact.low, exact.high, Method.CLOPPER_PEARSON, round(effective))


def point_share(sums: Sums, level: float = LEVEL) -> Interval:
    """Interval of a share of points (a fan's part of all payments): t over walls of the ratio.

    If only few walls carry the numerator, the exact interval at the effective sample size, which stays inside [0, 1].
    """
    k, n = sums.n, sums.d
    effective = _effective(sums) if 0 < k < n else math.inf
    if not math.isfinite(effective) or min(k, n - k) * effective / n >= FEW_EVENTS:
        return ratio(sums, level)
    exact = clopper_pearson(k * effective / n, effective, level)
    return Interval(k / n, exact.low, exact.high, Method.CLOPPER_PEARSON, round(effective))


def effective_events(sums: Sums) -> float:
    """Independent events (or misses, if fewer) that a share rests on; 0 where it is zero or one throughout."""
    if not 0 < sums.n < sums.d:
        return 0.0
    effective = _effective(sums)
    return min(sums.n, sums.d - sums.n) * (effective / sums.d if math.isfinite(effective) else 1.0)


def _effective(sums: Sums) -> float:
    """Independent trials that would leave a share as uncertain as the walls do (infinite where they do not vary)."""
    p = sums.n / sums.d
    if sums.carriers < 2 or sums.spread == 0:
        return math.inf
    return p * (1 - p) * sums.walls / sums.variance


def ratio(sums: Sums, level: float = LEVEL) -> Interval:
    """t interval over walls of `sum(n) / sum(d)`; with one hand per wall the plain t interval of a mean.

    Degrees of freedom: one less than the walls that carry the ratio. All walls alike: no interval (a width of zero would
    be a lie), method `CONSTANT`; the reader is told the rule of three instead. Fewer than two carrying walls: no interval.
    """
    estimate = sums.value
    if estimate is None:
        return Interval(None, None, None, Method.NONE, 0)
    if sums.carriers < 2:
        return Interval(estimate, None, None, Method.NONE, sums.walls)
    if sums.spread == 0:
        return Interval(estimate, None, None, Method.CONSTANT, sums.walls)
    half = t_quantile(level, sums.carriers - 1) * math.sqrt(sums.variance / sums.walls)
    method = Method.BLOCK_T if sums.constant else Method.RATIO
    return Interval(estimate, estimate - half, estimate + half, method, sums.walls)


def goodman(counts: Sequence[int], units: int | None = None, level: float = LEVEL) -> list[Interval]:
    """Simultaneous intervals for shares that sum to one, one per category (Goodman 1965); never more trials than `units`.

    >>> [round(x, 3) for i in goodman([30, 70]) for x in (i.low, i.high)]
    [0.209, 0.41, 0.59, 0.791]
    """
    total = sum(counts)
    if total == 0:
        return [Interval(None, None, None, Method.NONE, 0) for _ in counts]
    n = min(total, units or total)
    z = normal_quantile(1 - (1 - level) / len(counts))
    z2 = z * z
    out = []
    for count in counts:
        k = count * n / total
        half = math.sqrt(z2 * (z2 + 4 * k * (n - k) / n))
        low, high = (z2 + 2 * k - half) / (2 * (n + z2)), (z2 + 2 * k + half) / (2 * (n + z2))
        out.append(Interval(count / total, 0.0 if count == 0 else low, 1.0 if count == total else high, Method.GOODMAN, n))
    return out


def quantile(
    values: Sequence[int], counts: Sequence[int], p: float, units: int | None = None, level: float = LEVEL
) -> Interval:
    """The `p` quantile of an exact histogram (`values` ascending) with its order-statistic interval.

    The estimate is the smallest value whose cumulative share reaches `p`. `units` is the number of independent units
    (walls) where a wall adds several values; ranks are then taken for that many, which errs on the wide side.
    """
    total = sum(counts)
    if total == 0:
        return Interval(None, None, None, Method.NONE, 0)
    n = min(units or total, total)
    low, high = _binomial_ranks(n, p, level)
    at = [_value_at(values, counts, rank, total) for rank in (p, low / n, high / n)]
    return Interval(at[0], at[1], at[2], Method.ORDER, n)


def _binomial_ranks(n: int, p: float, level: float) -> tuple[int, int]:
    """Ranks `low < high` with P(low-th value <= quantile <= high-th value) >= level, clipped to 1..n."""
    from scipy.special import bdtr

    tail = (1 - level) / 2

    def first(target: float) -> int:
        """Smallest k with P(Binomial(n, p) <= k) > target."""
        a, b = -1, n
        while b - a > 1:
            middle = (a + b) // 2
            a, b = (middle, b) if float(bdtr(middle, n, p)) <= target else (a, middle)
        return b

    return max(1, first(tail)), min(n, first(1 - tail) + 1)


def _value_at(values: Sequence[int], counts: Sequence[int], share: float, total: int) -> float:
    """Smallest value whose cumulative count reaches `share` of `total`."""
    wanted = max(1, math.ceil(share * total - 1e-9))
    running = 0
    for value, count in zip(values, counts, strict=True):
        running += count
        if running >= wanted:
            return float(value)
    return float(values[-1])


def mcnemar_p(gained: int, lost: int) -> float:
    """Exact two-sided p of a change in a paired rate: `gained` and `lost` walls under a fair coin.

    >>> round(mcnemar_p(1, 8), 4)
    0.0391
    """
    from scipy.special import bdtr

    n = gained + lost
    return min(1.0, 2 * float(bdtr(min(gained, lost), n, 0.5))) if n else 1.0


def tango(gained: int, lost: int, walls: int, level: float = LEVEL) -> tuple[float, float]:
    """Score interval of the paired rate difference `(gained - lost) / walls` (Tango 1998)."""
    z = normal_quantile(level)
    estimate = (gained - lost) / walls

    def score(delta: float) -> float:
        """Standardised distance of the data from a true difference `delta`, falling in `delta`."""
        a = 2 * walls
        b = -gained - lost + (2 * walls - gained + lost) * delta
        c = -lost * delta * (1 - delta)
        share = (math.sqrt(max(0.0, b * b - 4 * a * c)) - b) / (2 * a)
        variance = walls * (2 * share + delta * (1 - delta))
        distance = gained - lost - walls * delta
        if variance <= 0:
            return math.copysign(math.inf, distance) if distance else 0.0
        return distance / math.sqrt(variance)

    return _crossing(score, -1.0, estimate, z), _crossing(score, estimate, 1.0, -z)


def _crossing(score: Callable[[float], float], low: float, high: float, target: float) -> float:
    """Where a falling function crosses `target` in [low, high]; an end point if it does not."""
    if score(low) <= target:
        return low
    if score(high) >= target:
        return high
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if score(middle) > target else (low, middle)
    return (low + high) / 2

