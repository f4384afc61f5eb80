"""HTML pieces: texts in both languages, and numbers that carry what they rest on.

Every estimate on the page is a `<span class=n>` with `data-n` and either `data-ci` ("low,high") or `data-exact` (a
count, or walls that never varied). The report's lint reads these marks, and the page shows them on hovering.
"""

from __future__ import annotations

from markupsafe import Markup

from reports import digits
from reports.compare import Cell, Verdict
from reports.intervals import Interval, Method
from reports.load import Text
from reports.words import VERDICT_WORDS

NOTHING = Markup("<span class=nil>—</span>")


def both(text: Text) -> Markup:
    """A text in both languages, of which the page shows one."""
    if text.zh == text.en:
        return Markup("{}").format(text.zh)
    return Markup('<span class=zh>{}</span><span class=en>{}</span>').format(text.zh, text.en)


def number(value: str, spread: str, n: int, low: float | None, high: float | None, exact: str = "") -> Markup:
    """A number with its spread in smaller type and the marks of what it rests on."""
    if low is not None and high is not None:
        mark = Markup(" data-ci={},{}").format(f"{low:.4g}", f"{high:.4g}")
    else:
        mark = Markup(' data-exact="{}"').format(exact or "count")
    tail = Markup("<small>{}</small>").format(spread) if spread else Markup("")
    return Markup("<span class=n data-n={}{}>{}{}</span>").format(n, mark, value, tail)


def count(n: int) -> Markup:
    """A plain count: exact, resting on itself."""
    return number(digits.count(n), "", n, None, None, "count")


def estimate(cell: Cell, bare: bool = False) -> Markup:
    """A cell's estimate; unless `bare` with its unit, and "1 in n" or "none in n" where it is rare."""
    i = cell.estimate
    if i.estimate is None:
        return NOTHING
    w = digits.estimate(cell)
    scale = digits.scale_of(cell.metric)
    unit = digits.unit_of(cell.metric)
    exact = "same on every wall" if i.method is Method.CONSTANT else "one wall"
    out = number(w.value, w.spread, i.n, _times(i.low, scale), _times(i.high, scale), exact)
    if bare:
        return out
    if unit.zh:
        out += Markup("<span class=u>{}</span>").format(both(Text(unit.zh, unit.en)))
    note = rarity(cell)
    return out + Markup("<span class=rare>{}</span>").format(note) if note else out


def rarity(cell: Cell) -> Markup:
    """"1 in n" of a rare event, or "none in N, below 1 in n"; empty otherwise."""
    trials = digits.trials_of(cell.metric)
    one = digits.rarity(cell)
    if one:
        return both(Text(f"约每 {one} {trials.zh}一次", f"1 in {one}"))
    none = digits.never(cell)
    if none:
        return both(Text(f"{none[0]} {trials.zh}中未见，低于 1/{none[1]}", f"none in {none[0]}, below 1 in {none[1]}"))
    return Markup("")


def _times(value: float | None, scale: float) -> float | None:
    return None if value is None else value * scale


def sign(verdict: Verdict) -> Markup:
    """The verdict's sign with its name in both languages for those who do not see it."""
    word = VERDICT_WORDS[verdict]
    return Markup('<span class="g {}" role=img aria-label="{} {}">{}</span>').format(
        verdict.name.lower(), word.zh, word.en, verdict.glyph
    )


def difference(cell: Cell) -> Markup:
    """A cell's difference with its spread; where all walls are identical the sign and the word say so."""
    d = cell.diff
    if d is None or d.value is None:
        return NOTHING
    if d.identical:
        return Markup('<span class="n idem" data-n={} data-exact=identical>＝ {}</span>').format(
            d.walls, both(VERDICT_WORDS[Verdict.IDENTICAL])
        )
    w, scale = digits.change(cell), digits.scale_of(cell.metric)
    return number(w.value, w.spread, d.walls, _times(d.low, scale), _times(d.high, scale), "too few walls")


def relative(cell: Cell) -> Markup:
    """The relative change in per cent."""
    d = cell.diff
    if d is None or d.relative is None or d.identical:
        return NOTHING
    w = digits.percent_change(cell)
    return number(w.value, w.spread, d.walls, _times(d.relative_low, 100), _times(d.relative_high, 100))


def whole_quantile(i: Interval) -> Markup:
    """A quantile of whole points: digits without places, both ends only where they differ."""
    if i.estimate is None or i.low is None or i.high is None:
        return NOTHING
    spread = "" if i.low == i.high else f"[{digits.fixed(i.low, 0)}, {digits.fixed(i.high, 0)}]"
    return number(digits.fixed(i.estimate, 0), spread, i.n, i.low, i.high)


def p_value(p: float | None) -> str:
    """An adjusted p to one significant digit: "0.03", "<0.001"; never alone, always beside its effect."""
    if p is None:
        return "—"
    if p < 0.001:
        return "<0.001"
    return f"{p:.2f}" if p >= 0.095 else f"{p:.1g}"
