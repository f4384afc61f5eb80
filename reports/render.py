"""Puts the page together: one self-contained HTML file with its figures' data, style, script and the Vega bundle inside."""

from __future__ import annotations

import base64
import functools
import gzip
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from reports import page
from reports.compare import Comparison
from reports.plots import Figure
from reports.plots.base import PAGE_FONT, Row, Words, config
from reports.texts import TEMPLATES


def render(comparison: Comparison, figures: Sequence[Figure], dictionary: Words, lang: str) -> str:
    """The whole page; `lang` is the language shown first."""
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined, trim_blocks=False, lstrip_blocks=False
    )
    context = page.context(comparison, list(figures))
    return environment.get_template("report.html.j2").render(
        **context,
        lang=lang,
        style=Markup((TEMPLATES / "style.css").read_text(encoding="utf-8")),
        script=Markup((TEMPLATES / "page.js").read_text(encoding="utf-8")),
        bundle=Markup(vega_bundle()),
        figure_data=Markup(in_script(figure_data(comparison, figures, dictionary))),
    ) + "\n"


@functools.cache
def vega_bundle() -> str:
    """Vega, Vega-Lite and Vega-Embed as one script that needs no network; gzip in base64, less than half of its size.

    Browsers unpack it since 2020 (Chromium) and 2023 (Safari, Firefox); older ones are referred to the figure files.
    """
    import vl_convert

    bundle = "(()=>{" + vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;") + "})();"
    return base64.b64encode(gzip.compress(bundle.encode(), 9, mtime=0)).decode()


def in_script(value: Any) -> str:
    """JSON that can stand inside a script element."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False).replace("</", "<\\/")


def figure_data(comparison: Comparison, figures: Sequence[Figure], dictionary: Words) -> dict[str, Any]:
    """Specifications, rows as tables (keys once), alternative texts and the dictionary of both languages."""
    run = comparison.run
    drawn = {
        f.key: {
            "all": f.lineups == (-1,),
            "alt": {str(u): dictionary.token(f"alt:{f.key}:{u}", text) for u, text in f.alt.items()},
            "panels": {p.key: {"spec": p.spec, "rows": _packed(p.rows)} for p in f.panels},
        }
        for f in figures
    }
    return {
        "title": [run.title.zh, run.title.en],
        "lineups": len(run.lineups),
        "config": config(PAGE_FONT),
        "words": {key: [text.zh, text.en] for key, text in sorted(dictionary.entries.items())},
        "figures": drawn,
    }


def _packed(rows: Mapping[int, Sequence[Row]]) -> dict[str, Any]:
    """Rows of each line-up as a list of keys and lists of values."""
    out = {}
    for lineup, records in rows.items():
        keys = list(dict.fromkeys(key for record in records for key in record))
        out[str(lineup)] = {"keys": keys, "rows": [[record.get(key) for key in keys] for record in records]}
    return out


def write(comparison: Comparison, figures: Sequence[Figure], dictionary: Words, path: Path, lang: str) -> None:
    """Write the page to `path`."""
    path.write_text(render(comparison, figures, dictionary, lang), encoding="utf-8")
