"""The page in a real browser: no console message, no network request, no missing glyph, in both languages and line-ups."""

from __future__ import annotations

import re
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from reports import render
from reports.compare import compare
from reports.load import load
from reports.plots import figures_of
from reports.plots.base import Words

CHROMIUM = next((p for p in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if p), None)
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on PATH"),
]
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--virtual-time-budget=20000",
    "--enable-logging=stderr",
]

# Draws every character of the page and compares its picture with that of a code point that no font has.
GLYPH_CHECK = """
<script>addEventListener("load", () => {
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  pen.canvas.width = pen.canvas.height = 40;
  pen.font = "28px " + getComputedStyle(document.body).fontFamily;
  const picture = (c) => {
    pen.clearRect(0, 0, 40, 40);
    pen.fillText(c, 2, 32);
    return pen.getImageData(0, 0, 40, 40).data.join();
  };
  const missing = picture("\\u{10FFFE}");
  const words = JSON.parse(document.getElementById("figure-data").textContent).words;
  const all = new Set(document.querySelector("main").textContent + Object.values(words));
  const bad = [...all].filter((c) => c.trim() && picture(c) === missing);
  document.documentElement.dataset.glyphs = `${all.size}:${bad.join("")}`;
});</script>
"""


# Notes every address the page asks for, whether it came or not.
WATCH = """
<script>new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) document.documentElement.dataset.requests += entry.name + " ";
}).observe({ type: "resource", buffered: true });
document.documentElement.dataset.requests = "";</script>
"""


# Notes, once all figures are drawn, how wide the page is and how wide it would like to be.
WIDTHS = """
<script>addEventListener("load", () => {
  const root = document.documentElement;
  const look = () => root.dataset.drawn
    ? (root.dataset.widths = `${root.clientWidth}:${root.scrollWidth}`) : setTimeout(look, 100);
  look();
});</script>
"""


@pytest.fixture(scope="module")
def page(house, tmp_path_factory) -> Path:
    words, comparison = Words(), compare(load(house.path))
    path = tmp_path_factory.mktemp("页面") / "report.html"
    render.write(comparison, figures_of(comparison, words), words, path, "zh")
    return path


def chromium(page: Path, state: str, folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    """One visit of the page; the profile goes to `folder`."""
    profile = f"--user-data-dir={folder / 'profile'}"
    return subprocess.run(
        [str(CHROMIUM), *FLAGS, profile, *more, f"{page.as_uri()}#{state}"], capture_output=True, text=True, timeout=180
    )


@pytest.mark.parametrize(("state", "drawn"), [("zh", "zh-0"), ("en", "en-0"), ("en&lineup=1", "en-1")])
def test_page_opens_without_errors_and_without_network(page, tmp_path, state, drawn):
    watched = tmp_path / "watched.html"
    watched.write_text(page.read_text(encoding="utf-8").replace("<style>", WATCH + "<style>", 1), encoding="utf-8")
    visit = chromium(watched, state, tmp_path, "--dump-dom", "--window-size=1280,2000")
    dom, messages = visit.stdout, visit.stderr
    assert "CONSOLE" not in messages, [line for line in messages.splitlines() if "CONSOLE" in line]
    assert f'data-drawn="{drawn}"' in dom, "all figures were drawn"
    lang, lineup = drawn.split("-")
    assert re.search(rf'<html lang="{"zh-CN" if lang == "zh" else "en"}"[^>]*data-lineup="{lineup}"', dom)
    assert len(re.findall(r"<svg[^>]*class=\"marks\"", dom)) >= 15
    places = [tag for tag in re.findall(r"<div [^>]*>", dom) if "data-panel=" in tag]
    labels = [found[1] for tag in places if (found := re.search(r'aria-label="([^"]+)"', tag))]
    assert len(labels) >= 15 and all(("。" in text) == (lang == "zh") for text in labels)
    assert 'data-requests=""' in dom, "nothing was asked for over the network"
    assert "default-src 'none'" in dom, "and the page forbids itself to ask"


def test_no_glyph_is_missing(page, tmp_path):
    """All characters of both languages, those of the figures included."""
    fonts = shutil.which("fc-list") and subprocess.run(["fc-list", ":lang=zh", "family"], capture_output=True, text=True).stdout
    if not fonts:
        pytest.skip("no Chinese font on this machine")
    html = page.read_text(encoding="utf-8").replace("<style>", GLYPH_CHECK + "<style>", 1)
    checked = tmp_path / "checked.html"
    checked.write_text(html, encoding="utf-8")
    dom = chromium(checked, "zh", tmp_path, "--dump-dom").stdout
    size, missing = re.search(r'data-glyphs="(\d+):([^"]*)"', dom).groups()
    assert int(size) > 300 and missing == ""


@pytest.mark.parametrize(("width", "state"), [(1280, "zh"), (520, "en")])
def test_picture_of_the_page(page, tmp_path, width, state):
    """A screenshot of the asked size with plenty in it."""
    shot = tmp_path / "shot.png"
    chromium(page, state, tmp_path, f"--screenshot={shot}", f"--window-size={width},3000")
    assert struct.unpack(">II", shot.read_bytes()[16:24]) == (width, 3000)
    assert shot.stat().st_size > 100_000


@pytest.mark.parametrize("state", ["zh", "en"])
def test_the_page_does_not_scroll_sideways(page, tmp_path, state):
    """At 1,200 pixels, with all figures drawn."""
    measured = tmp_path / "measured.html"
    measured.write_text(page.read_text(encoding="utf-8").replace("<style>", WIDTHS + "<style>", 1), encoding="utf-8")
    dom = chromium(measured, state, tmp_path, "--dump-dom", "--window-size=1200,1600").stdout
    width, wanted = re.search(r'data-widths="(\d+):(\d+)"', dom).groups()
    assert 1150 <= int(width) <= 1200 and int(wanted) <= int(width)


def test_page_prints(page, tmp_path):
    """As paper: a PDF of several pages, opened rules included."""
    pdf = tmp_path / "page.pdf"
    chromium(page, "zh", tmp_path, f"--print-to-pdf={pdf}", "--no-pdf-header-footer")
    data = pdf.read_bytes()
    assert data.startswith(b"%PDF") and 5 < len(re.findall(rb"/Type\s*/Page\b", data)) < 60
