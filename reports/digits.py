"""Numbers as people read them: rounded to their uncertainty, with signs, units and "1 in n".

Rule: two significant digits of the half-width, the estimate to the same place. Shares are written in per cent, their
differences in percentage points. The texts hold no words, so they serve both languages; units and phrases come apart.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from reports.compare import Cell
from reports.intervals import Interval, Method, rule_of_three
from reports.load import Text
from reports.metrics import Kind, Metric

MINUS = "−"
RARE = 0.01
"""Chances below this are also written as "1 in n"."""
LOPSIDED = 0.15
"""An interval whose arms differ by more than this part of its half-width is written with both ends."""


Unit = Text
"""A unit of measure in both languages."""

PER_CENT = Unit("%", "%")
PERCENTAGE_POINTS = Unit("个百分点", "pp")
UNITS: dict[str, Unit] = {
    "points": Unit("分", "points"),
    "draws": Unit("张", "draws"),
    "discards": Unit("张", "discards"),
    "kans": Unit("杠", "kans"),
    "seats": Unit("家", "seats"),
    "decisions": Unit("次", "decisions"),
    "hands": Unit("局", "hands"),
    "flowers": Unit("张", "flowers"),
    "golds": Unit("张", "golds"),
    "quads": Unit("副", "quads"),
    "busts": Unit("次", "busts"),
    "loans": Unit("次", "loans"),
    "places": Unit("名", "places"),
}
TRIALS: dict[str, Unit] = {
    "hands": Unit("局", "hands"),
    "wins": Unit("次和牌", "wins"),
    "seat_hands": Unit("人局", "seat-hands"),
    "drawn_hands": Unit("局荒庄", "drawn hands"),
    "ready_seats": Unit("次听牌", "ready seats"),
    "deal_ins": Unit("次点炮", "deal-ins"),
    "units": Unit("场", "sessions"),
    "groups": Unit("次最后一组", "last groups"),
    "players": Unit("人场", "players"),
}


def unit_of(metric: Metric) -> Unit:
    """Unit of an estimate."""
    return PER_CENT if metric.is_share else UNITS.get(metric.definition.unit, Unit("", metric.definition.unit))


def difference_unit(metric: Metric) -> Unit:
    """Unit of a difference."""
    return PERCENTAGE_POINTS if metric.is_share else unit_of(metric)


def trials_of(metric: Metric) -> Unit:
    """What the denominator of a rate counts."""
    d = metric.definition.d
    return TRIALS.get(d, TRIALS["hands"] if d.endswith("_hands") else Unit("次", d))


def scale_of(metric: Metric) -> float:
    """Factor from stored values to written ones."""
    return 100.0 if metric.is_share else 1.0


def decimals(half_width: float) -> int:
    """Decimal places that show two significant digits of `half_width`, at least 0 and at most 8.

    >>> decimals(0.0994), decimals(0.996), decimals(12.3), decimals(0.0)
    (3, 1, 0, 2)
    """
    if half_width <= 0 or not math.isfinite(half_width):
        return 2
    return min(8, max(0, -int(f"{half_width:.1e}".split("e")[1]) + 1))


def fixed(value: float, places: int, sign: bool = False) -> str:
    """A number with grouped thousands, a true minus and, if asked, an explicit plus; never "−0".

    >>> fixed(-1234.56, 1), fixed(0.04, 1, sign=True), fixed(2.0, 1, sign=True)
    ('−1,234.6', '0.0', '+2.0')
    """
    text = f"{abs(value):,.{places}f}"
    if not any(c in "123456789" for c in text):
        return text
    return (MINUS if value < 0 else "+" if sign else "") + text


def count(n: float) -> str:
    """A whole number with grouped thousands.

    >>> count(240000)
    '240,000'
    """
    return f"{n:,.0f}"


def two_digits(n: float, up: bool = False) -> str:
    """A large count to two significant digits, rounded down (or up).

    >>> two_digits(6676), two_digits(346162, up=True), two_digits(7.9)
    ('6,600', '350,000', '7')
    """
    step = 10 ** max(0, math.floor(math.log10(n)) - 1) if n >= 1 else 1
    return count((math.ceil if up else math.floor)(n / step) * step)


def two_significant(x: float) -> str:
    """A positive size to two significant digits without needless noughts, never in powers of ten.

    >>> two_significant(150.4), two_significant(0.9), two_significant(0.0223), two_significant(17.2), two_significant(9_960)
    ('150', '0.9', '0.022', '17', '10,000')
    """
    rounded = float(f"{x:.1e}")
    text = f"{rounded:,.{max(0, 1 - math.floor(math.log10(rounded))) if rounded else 0}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def one_in(p: float) -> str:
    """The n of "1 in n", to two significant digits.

    >>> one_in(0.01615), one_in(0.00031)
    ('62', '3,200')
    """
    n = 1 / p
    step = 10 ** max(0, math.floor(math.log10(n)) - 1)
    return count(round(n / step) * step)


@dataclass(frozen=True, slots=True)
class Written:
    """A number in digits. `spread` is "± 0.10", "[1.2, 1.9]" or empty where no interval exists."""

    value: str
    spread: str
    low: str
    high: str

    @property
    def text(self) -> str:
        """Value and spread together."""
        return f"{self.value} {self.spread}".strip()


NOTHING = Written("—", "", "", "")


def written(value: float | None, low: float | None, high: float | None, scale: float, sign: bool = False) -> Written:
    """Digits of a value with its interval, both multiplied by `scale`."""
    if value is None:
        return NOTHING
    value *= scale
    if low is None or high is None:
        return Written(fixed(value, _places_alone(value), sign), "", "", "")
    low, high = low * scale, high * scale
    if value == low == 0 < high:  # an event that never occurred: its upper limit to two digits
        top = fixed(high, decimals(high))
        return Written("0", f"[0, {top}]", "0", top)
    half = (high - low) / 2
    places = decimals(half)
    ends = fixed(low, places, sign), fixed(high, places, sign)
    lopsided = abs((high - value) - (value - low)) > 2 * LOPSIDED * half
    spread = f"[{ends[0]}, {ends[1]}]" if lopsided else f"± {fixed(half, places)}"
    return Written(fixed(value, places, sign), spread, *ends)


def _places_alone(value: float) -> int:
    """Places of a number without an interval: whole numbers stay whole, others get three significant digits."""
    if value == round(value):
        return 0
    return min(6, max(0, 2 - math.floor(math.log10(abs(value)))))


def estimate(cell: Cell) -> Written:
    """A cell's estimate in digits, without unit."""
    i = cell.estimate
    return written(i.estimate, i.low, i.high, scale_of(cell.metric))


def change(cell: Cell) -> Written:
    """A cell's difference to the baseline in digits, without unit."""
    if cell.diff is None:
        return NOTHING
    return written(cell.diff.value, cell.diff.low, cell.diff.high, scale_of(cell.metric), sign=True)


def percent_change(cell: Cell) -> Written:
    """The relative change in per cent."""
    d = cell.diff
    if d is None or d.relative is None:
        return NOTHING
    return written(d.relative, d.relative_low, d.relative_high, 100.0, sign=True)


def rarity(cell: Cell) -> str | None:
    """The n of "1 in n" for a rare event that occurred, else None."""
    p = cell.estimate.estimate
    if cell.metric.kind is not Kind.RATE or not p or p >= RARE:
        return None
    return one_in(p)


def never(cell: Cell) -> tuple[str, str] | None:
    """For an event that never occurred: trials, and the n of "below 1 in n with 95 %"; else None."""
    if cell.metric.kind is not Kind.RATE or cell.events or not cell.trials:
        return None
    return count(cell.trials), two_digits(1 / rule_of_three(cell.trials))


def touched(walls: int) -> str:
    """The n of "any difference touches at most 1 wall in n" for identical walls."""
    return two_digits(1 / rule_of_three(walls))


def is_constant(interval: Interval) -> bool:
    """Whether all walls had the very same value, so that there is no interval to show."""
    return interval.method is Method.CONSTANT
