"""What a figure is, how it speaks two languages, and the look that all figures share.

A specification is written once. Texts in it, and in its rows, are *tokens*: strings that begin with "@" and name an entry
of a dictionary of both languages. The page replaces them when the reader switches, `localized` does it for files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import altair as alt

from reports import digits
from reports.compare import Cell, Comparison, Verdict
from reports.load import Text
from reports.metrics import Metric

Row = dict[str, Any]

INK = "#1f2a30"
MUTED = "#6d767b"
FAINT = "#c9ced1"
GRID = "#ecebe6"
BAND = "#e9efe9"
JADE = "#0d6b5c"
UP = "#b4510f"
DOWN = "#1c6a97"
SAME = "#8b9296"
SERIES = ("#b4510f", "#1c6a97", "#7a4a92", "#55772a", "#9c7a0e")
"""Told apart by dash and shape as well; hues keep their distance for all common kinds of colour blindness."""
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross")
DASHES = ([1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [4, 2])

LABEL_LIMIT = 250
STATIC_FONT = "Rulelab Sans SC"
PAGE_FONT = 'system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif'


@dataclass
class Words:
    """The dictionary behind the tokens of all figures."""

    entries: dict[str, Text] = field(default_factory=dict)
    _said: dict[Text, str] = field(default_factory=dict)

    def token(self, key: str, text: Text) -> str:
        """The token of a text; `key` must be unique to it."""
        if self.entries.setdefault(key, text) != text:
            raise ValueError(f"two texts under one key: {key}")
        return f"@{key}"

    def say(self, zh: str, en: str) -> str:
        """The token of a text without a key of its own."""
        text = Text(zh, en)
        key = self._said.setdefault(text, f"t{len(self._said)}")
        return self.token(key, text)

    def variant(self, comparison: Comparison, index: int) -> str:
        """The token of a variant's title."""
        return self.token(f"v{index}", comparison.run.variants[index].title)

    def metric(self, metric: Metric) -> str:
        """The token of a metric's short name."""
        return self.token(f"m:{metric.name}", Text(metric.short_zh, metric.short_en))

    def localized(self, value: Any, lang: str) -> Any:
        """A copy of a specification or of rows with all tokens replaced."""
        if isinstance(value, str):
            return self.entries[value[1:]][lang] if value[:1] == "@" and value[1:] in self.entries else value
        if isinstance(value, Mapping):
            return {k: self.localized(v, lang) for k, v in value.items()}
        if isinstance(value, Sequence):
            return [self.localized(v, lang) for v in value]
        return value


@dataclass(frozen=True)
class Panel:
    """One specification with its rows by line-up (index -1: the same for all line-ups)."""

    key: str
    title: Text
    spec: Mapping[str, Any]
    rows: Mapping[int, Sequence[Row]]


@dataclass(frozen=True)
class Figure:
    """One or several panels that answer one question. `alt` describes it in words, by line-up as `rows`."""

    key: str
    title: Text
    lead: Text
    panels: tuple[Panel, ...]
    alt: Mapping[int, Text]
    columns: int = 1
    """Panels side by side on a wide screen."""

    @property
    def lineups(self) -> tuple[int, ...]:
        """Line-ups it has its own picture for; (-1,) if one picture shows all."""
        return tuple(sorted(self.alt))


def data() -> alt.NamedData:
    """The rows of a panel, given at display time."""
    return alt.NamedData(name="rows")


def config(font: str) -> dict[str, Any]:
    """The shared look: quiet grid, no frames, readable labels."""
    return {
        "font": font,
        "background": "transparent",
        "view": {"stroke": None},
        "axis": {
            "labelFontSize": 12, "titleFontSize": 12, "labelColor": INK, "titleColor": MUTED, "titleFontWeight": "normal",
            "gridColor": GRID, "domain": False, "ticks": False, "labelPadding": 6, "titlePadding": 8,
        },
        "axisY": {"labelLimit": LABEL_LIMIT},
        "legend": {
            "orient": "top", "direction": "horizontal", "labelFontSize": 12, "labelColor": INK, "title": None,
            "labelLimit": 240, "columnPadding": 14, "padding": 0, "offset": 8, "symbolStrokeWidth": 2,
        },
        "title": {"fontSize": 13, "fontWeight": "normal", "color": INK, "anchor": "start", "offset": 8},
        "text": {"fontSize": 12},
        "range": {"category": list(SERIES)},
    }  # fmt: skip


def spec_of(chart: Any) -> dict[str, Any]:
    """A chart as a plain dictionary without what is set elsewhere (look, schema address)."""
    out: dict[str, Any] = chart.to_dict(validate=False)  # the converter and the tests check it; this halves the time
    for key in ("config", "$schema", "datasets"):
        out.pop(key, None)
    return out


def variant_axis(grid: bool = False) -> alt.Axis:
    """The axis that lists variants down the side; how long names may be is set in `config`."""
    return alt.Axis(title=None, grid=grid)


def classes(verdict: Verdict | None) -> str:
    """The mark of a verdict in figures: filled for clear, hollow for slight and open ones."""
    return {
        Verdict.HIGHER: "up",
        Verdict.LOWER: "down",
        Verdict.SLIGHTLY_HIGHER: "up?",
        Verdict.SLIGHTLY_LOWER: "down?",
        Verdict.SAME: "same",
        Verdict.IDENTICAL: "same",
        Verdict.UNRESOLVED: "open",
        None: "base",
    }.get(verdict, "open")


CLASS_ORDER = ["up", "down", "up?", "down?", "same", "open", "base"]
CLASS_SHAPES = ["triangle-up", "triangle-down", "triangle-up", "triangle-down", "circle", "diamond", "square"]
CLASS_STROKES = [UP, DOWN, UP, DOWN, SAME, SAME, JADE]
CLASS_FILLS = [UP, DOWN, "#ffffff", "#ffffff", SAME, "#ffffff", JADE]


def class_point(size: int = 70) -> Any:
    """The point layer that shows the class of `c` by shape, fill and stroke; x and y are added by the caller."""
    sizes = [0.45 * size if c == "same" else size for c in CLASS_ORDER]
    return (
        alt.Chart(data())
        .mark_point(strokeWidth=1.6, opacity=1)
        .encode(
            shape=alt.Shape("c:N", scale=alt.Scale(domain=CLASS_ORDER, range=CLASS_SHAPES), legend=None),
            stroke=alt.Stroke("c:N", scale=alt.Scale(domain=CLASS_ORDER, range=CLASS_STROKES), legend=None),
            size=alt.Size("c:O", sort=CLASS_ORDER, scale=alt.Scale(domain=CLASS_ORDER, range=sizes), legend=None),
            fill=alt.Fill("c:N", scale=alt.Scale(domain=CLASS_ORDER, range=CLASS_FILLS), legend=None),
        )
    )


def class_rule() -> Any:
    """The interval layer in the colour of the class."""
    return (
        alt.Chart(data())
        .mark_rule(strokeWidth=1.6, opacity=0.85)
        .encode(color=alt.Color("c:N", scale=alt.Scale(domain=CLASS_ORDER, range=CLASS_STROKES), legend=None))
    )


def difference_row(words_: Words, comparison: Comparison, cell: Cell) -> Row:
    """Variant, class, difference with interval and band, all in written units, and the text of the tooltip."""
    scale = digits.scale_of(cell.metric)
    diff = cell.diff
    band = round((cell.epsilon or 0.0) * scale, 6)
    row: Row = {"v": words_.variant(comparison, cell.variant), "c": classes(cell.verdict), "e0": -band, "e1": band}
    if diff is None or diff.value is None:
        return row | {"t": "—"}
    identical = diff.identical
    row |= {"x": short(diff.value * scale), "t": "＝" if identical else f"{_glyph(cell)} {digits.change(cell).text}"}
    if diff.low is not None and diff.high is not None:
        row |= {"lo": short(diff.low * scale), "hi": short(diff.high * scale)}
    return row


def _glyph(cell: Cell) -> str:
    return cell.verdict.glyph if cell.verdict else ""


def estimate_row(words_: Words, comparison: Comparison, cell: Cell) -> Row:
    """Variant, class, estimate with interval in written units, and the text of the tooltip."""
    scale = digits.scale_of(cell.metric)
    row: Row = {"v": words_.variant(comparison, cell.variant), "c": classes(cell.verdict)}
    i = cell.estimate
    if i.estimate is None:
        return row | {"t": "—"}
    row |= {"x": short(i.estimate * scale), "t": digits.estimate(cell).text}
    if i.low is not None and i.high is not None:
        row |= {"lo": short(i.low * scale), "hi": short(i.high * scale)}
    return row


def short(value: float) -> float:
    """A number with six significant digits: enough for a picture, small in the page."""
    return float(f"{value:.6g}")


def tooltip(words_: Words, *fields: tuple[str, str, str]) -> list[alt.Tooltip]:
    """Tooltip entries from (field, Chinese, English)."""
    return [alt.Tooltip(f"{name}:N", title=words_.say(zh, en)) for name, zh, en in fields]


def unit_title(words_: Words, metric: Metric, difference: bool) -> str:
    """The token of an axis title: the unit, of a difference or of an estimate."""
    unit = digits.difference_unit(metric) if difference else digits.unit_of(metric)
    if difference:
        zh, en = f"与基准之差（{unit.zh}）", f"difference to the baseline ({unit.en})"
    else:
        zh, en = unit.zh, unit.en
    return words_.say(zh, en)


def claims_in_words(comparison: Comparison, lineup: int, metric: str, limit: int = 4) -> Text:
    """The largest claimed differences of a metric as a phrase for alternative texts."""
    cells = [comparison.cell(v.index, lineup, metric) for v in comparison.run.variants[1:]]
    claimed = sorted((c for c in cells if c.verdict and c.verdict.is_claim), key=lambda c: -abs(c.in_bands or 0.0))
    if not claimed:
        return Text("没有可断言的差别", "no claimed difference")
    titles = comparison.run.variants
    return Text(
        "，".join(f"{titles[c.variant].title.zh} {digits.change(c).text}" for c in claimed[:limit]),
        ", ".join(f"{titles[c.variant].title.en} {digits.change(c).text}" for c in claimed[:limit]),
    )


