"""Figures as SVG and PNG files, drawn with the bundled font so that no glyph is missing on any machine."""

from __future__ import annotations

import functools
import json
import re
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from reports import digits
from reports.load import Run, Text
from reports.plots import base
from reports.plots.base import Figure, Panel, Words
from reports.words import measure_of

FONTS = Path(__file__).parents[1] / "fonts"
PANEL_WIDTH = {1: 640, 2: 420}
SCALE = 2.0


@functools.cache
def register_fonts() -> None:
    """Make the bundled font known to the converter (once per process)."""
    import vl_convert

    vl_convert.register_font_directory(str(FONTS))


def wrapped(text: str, lang: str) -> list[str]:
    """A sentence cut into lines of a figure's width: Chinese by characters, English by words."""
    if lang == "en":
        return textwrap.wrap(text, 110)
    lines = [""]
    for char in text:
        if len(lines[-1]) >= 56 and char not in "，。；：、）％":
            lines.append("")
        lines[-1] += char
    return lines


def static_spec(figure: Figure, words: Words, lineup: int, lang: str, context: Text) -> dict[str, Any]:
    """One specification of the whole figure with its rows inside, in one language. `context` says what was played."""
    width = PANEL_WIDTH[min(2, figure.columns)]
    panels = [_panel(p, words, lineup, lang, width, bare=len(figure.panels) == 1) for p in figure.panels]
    rows = [panels[i : i + figure.columns] for i in range(0, len(panels), figure.columns)]
    body: dict[str, Any] = panels[0]
    if len(panels) > 1:
        apart = {"scale": dict.fromkeys(("color", "shape", "stroke", "fill", "strokeDash"), "independent")}
        body = {"vconcat": [{"hconcat": row, "spacing": 36, "resolve": apart} for row in rows], "spacing": 28, "resolve": apart}
    subtitle = [context[lang], *wrapped(figure.lead[lang], lang)]
    title = {
        "text": figure.title[lang], "subtitle": subtitle, "fontSize": 17, "offset": 16, "anchor": "start",
        "subtitleColor": base.MUTED, "subtitleFontSize": 11.5, "subtitleLineHeight": 17, "subtitlePadding": 6,
    }  # fmt: skip
    look = base.config(base.STATIC_FONT) | {"background": "#ffffff", "padding": 18}
    return {"$schema": "https://vega.github.io/schema/vega-lite/v6.json", **body, "title": title, "config": look}


def _panel(panel: Panel, words: Words, lineup: int, lang: str, width: int, bare: bool) -> dict[str, Any]:
    spec: dict[str, Any] = words.localized(panel.spec, lang)
    rows = panel.rows.get(lineup, panel.rows.get(-1, ()))
    spec = _with_rows(spec, words.localized(list(rows), lang))
    if spec.get("width") == "container":
        spec["width"] = width
    if not bare and panel.title[lang]:
        spec["title"] = panel.title[lang]
    return spec


def _with_rows(value: Any, rows: Sequence[Any]) -> Any:
    """Every reference to the named rows replaced by the rows themselves."""
    if isinstance(value, dict):
        return {
            k: {"values": rows} if k == "data" and v == {"name": "rows"} else _with_rows(v, rows) for k, v in value.items()
        }
    return [_with_rows(v, rows) for v in value] if isinstance(value, list) else value


def context_of(run: Run, lineup: int) -> Text:
    """The line under a figure's title: study, baseline, line-up, walls, seed."""
    who = run.lineups[lineup].title if lineup >= 0 else None
    walls, unit = digits.count(run.walls), measure_of(run)
    base_zh, base_en = f"基准：{run.baseline.title.zh}", f"baseline: {run.baseline.title.en}"
    zh = [run.title.zh, base_zh, *([f"阵容：{who.zh}"] if who else []), f"{walls} {unit.zh}", f"种子 {run.seed}"]
    en = [run.title.en, base_en, *([f"line-up: {who.en}"] if who else []), f"{walls} {unit.en}", f"seed {run.seed}"]
    return Text("，".join(zh), ", ".join(en))


def with_stable_names(svg: str) -> str:
    """An SVG with its inner names (gradients, clips) numbered from zero; the converter counts them up per process."""
    names = {name: f"{name.rstrip('0123456789')}{k}" for k, name in enumerate(re.findall(r' id="([a-z_]+\d+)"', svg))}
    return re.sub(r'(?<= id=")[a-z_]+\d+|(?<=url\(#)[a-z_]+\d+', lambda found: names.get(found[0], found[0]), svg)


def write(figures: Sequence[Figure], words: Words, run: Run, folder: Path, languages: Sequence[str]) -> list[Path]:
    """Write `<figure>[-<line-up>].<lang>.svg` and `.png`; returns the paths in order."""
    import vl_convert

    register_fonts()
    folder.mkdir(exist_ok=True)
    out = []
    for figure in figures:
        for lineup in figure.lineups:
            for lang in languages:
                name = figure.key if lineup < 0 or len(run.lineups) == 1 else f"{figure.key}-{run.lineups[lineup].slug}"
                spec = json.dumps(static_spec(figure, words, lineup, lang, context_of(run, lineup)), ensure_ascii=False)
                spec = spec.replace("’", "'")  # a Chinese font draws the curly one as wide as a Chinese character
                svg = with_stable_names(vl_convert.vegalite_to_svg(spec))
                path = folder / f"{name}.{lang}.svg"
                path.write_text(svg, encoding="utf-8")
                path.with_suffix(".png").write_bytes(vl_convert.svg_to_png(svg, scale=SCALE))
                out += [path, path.with_suffix(".png")]
    return out
