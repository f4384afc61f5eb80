"""Figures: valid specifications, the same bytes every time, no glyph missing from the bundled font."""

from __future__ import annotations

import json
import re
import struct
from pathlib import Path

import altair as alt
import pytest

from reports import build, render
from reports.compare import compare
from reports.load import load
from reports.plots import figures_of, static
from reports.plots.base import Words
from reports.plots.distributions import below, gap
from tests.reports.synthetic import LITERAL, Variant, make_run

KEYS = ["forest", "draw_rate", "ends", "win_points", "fans", "length", "seats", "bots", "heat_map"]


@pytest.fixture(scope="module")
def drawn(compared):
    words = Words()
    return figures_of(compared, words), words


def font_characters() -> set[int]:
    """Code points of the bundled font, read from its character map (format 4: segments of the basic plane)."""
    data = (static.FONTS / "RulelabSansSC.otf").read_bytes()
    tables = {
        data[12 + 16 * k : 16 + 16 * k]: struct.unpack(">I", data[20 + 16 * k : 24 + 16 * k])[0]
        for k in range(struct.unpack(">H", data[4:6])[0])
    }
    start = tables[b"cmap"]
    out: set[int] = set()
    for k in range(struct.unpack(">H", data[start + 2 : start + 4])[0]):
        at = start + struct.unpack(">I", data[start + 8 + 8 * k : start + 12 + 8 * k])[0]
        form, _, _, twice = struct.unpack(">HHHH", data[at : at + 8])
        if form == 4:
            ends = struct.unpack(f">{twice // 2}H", data[at + 14 : at + 14 + twice])
            starts = struct.unpack(f">{twice // 2}H", data[at + 16 + twice : at + 16 + 2 * twice])
            for first, last in zip(starts, ends, strict=True):
                out |= set(range(first, last + 1))
    return out - {0xFFFF}


def test_a_full_study_has_all_figures(drawn):
    figures, _ = drawn
    assert [f.key for f in figures] == KEYS


def test_specifications_are_valid(drawn):
    """Against the Vega-Lite schema, without rows (checking those one by one takes minutes)."""
    figures, words = drawn
    for figure in figures:
        for panel in figure.panels:
            spec = words.localized(panel.spec, "zh") | {"data": {"values": []}}
            alt.Chart.from_dict(json.loads(json.dumps(spec).replace('{"name": "rows"}', '{"values": []}')), validate=True)


def test_every_figure_has_a_text_alternative_with_numbers(drawn):
    figures, _ = drawn
    for figure in figures:
        for text in figure.alt.values():
            assert len(text.zh) > 12 and len(text.en) > 25 and text.zh != text.en
            assert figure.key == "heat_map" or re.search(r"\d", text.zh), figure.key


def test_no_glyph_is_missing(drawn, compared):
    """All characters of all figures, in both languages, are in the bundled font."""
    figures, words = drawn
    have = font_characters()
    assert len(have) > 4000
    for figure in figures:
        for lineup in figure.lineups:
            for lang in ("zh", "en"):
                spec = static.static_spec(figure, words, lineup, lang, static.context_of(compared.run, lineup))
                used = {ord(c) for c in json.dumps(spec, ensure_ascii=False) if c != "\n"}
                assert not {chr(c) for c in used - have}, figure.key


def test_font_has_all_names_of_the_game():
    """Names that figures may show: fans, presets, variants, line-ups, metrics. If this fails run fonts/make_subset.py."""
    have, root = font_characters(), Path(static.FONTS).parents[1]
    for pattern in ("rulesets/*/presets.yaml", "rulesets/*/fans.py", "conf/**/*.yaml", "sim/metrics.py", "reports/**/*.py"):
        for path in root.glob(pattern):
            missing = {c for c in path.read_text(encoding="utf-8") if ord(c) not in have and c != "\n" and ord(c) < 0x1F000}
            assert not missing, (path, missing)


def test_built_twice_gives_the_same_bytes(tmp_path):
    """A second writing in the same process leaves the same figures and the same page."""
    made = make_run(tmp_path / "run", [LITERAL, Variant("other", "另", "other")], walls=1000, shards=1)
    assert build(made.path, lang="en") == made.path / "report.html"
    names = {p.name for p in made.path.iterdir()}
    assert {"report.html", "summary.csv", "summary.json", "summary.md", "summary.parquet", "figures"} <= names
    words, c = Words(), compare(load(made.path))
    figures = figures_of(c, words)
    for path in static.write(figures, words, c.run, tmp_path / "again", ("en",)):
        assert path.read_bytes() == (made.path / "figures" / path.name).read_bytes(), path.name
    assert render.render(c, figures, words, "en") == (made.path / "report.html").read_text(encoding="utf-8")


def test_png_is_drawn_with_text_in_chinese(tmp_path, drawn, compared):
    """The picture is large enough, not blank, and its Chinese title differs from the English one."""
    figures, words = drawn
    paths = static.write(figures[1:2], words, compared.run, tmp_path, ("zh", "en"))
    pngs = [p for p in paths if p.suffix == ".png"]
    assert [p.name for p in pngs] == ["draw_rate.zh.png", "draw_rate.en.png"]
    for path in pngs:
        width, height = struct.unpack(">II", path.read_bytes()[16:24])
        assert width > 1200 and height > 600 and path.stat().st_size > 30_000
    assert pngs[0].read_bytes() != pngs[1].read_bytes()
    assert "荒庄率" in paths[0].read_text(encoding="utf-8") and "Rulelab Sans SC" in paths[0].read_text(encoding="utf-8")


def test_studies_without_wins_still_draw(silent, alone, tmp_path):
    for made in (silent, alone):
        words, c = Words(), compare(load(made.path))
        figures = figures_of(c, words)
        assert static.write(figures, words, c.run, tmp_path / made.path.name, ("zh",))


def test_distribution_gap_is_the_largest_vertical_distance(compared):
    h = compared.run.histograms
    a, b = h[0, 0, "win_points"], h[4, 0, "win_points"]
    points = range(min(a.values[0], b.values[0]), max(a.values[-1], b.values[-1]) + 1)
    brute = max(
        abs(sum(n for v, n in zip(a.values, a.counts, strict=True) if v <= x) / a.total - below(b, x)) for x in points
    )
    assert gap(a, b) == pytest.approx(brute) and gap(a, a) == 0
