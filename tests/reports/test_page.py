"""The page: whole, honest (V20), small, self-contained, for studies of every size."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from reports import render
from reports.compare import compare
from reports.load import load
from reports.plots import figures_of
from reports.plots.base import Words
from reports.plots.outcomes import ROLE_NAMES
from tests.reports.synthetic import LITERAL, Variant, make_run

VOID = {"meta", "link", "br", "hr", "img", "input"}


class Reader(HTMLParser):
    """Checks nesting, collects numbers with their marks, table cells and loose text."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.stack: list[tuple[str, dict]] = []
        self.numbers: list[dict] = []
        self.loose: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.feed(html)
        assert self.stack == []

    def handle_starttag(self, tag, attrs):
        marks = dict(attrs)
        if "id" in marks:
            self.ids.append(marks["id"])
        self.links += [marks[k] for k in ("href", "src") if marks.get(k)]
        if tag not in VOID:
            self.stack.append((tag, marks))
        if "n" in (marks.get("class") or "").split() and tag == "span":
            self.numbers.append(marks | {"text": ""})

    def handle_endtag(self, tag):
        assert self.stack and self.stack[-1][0] == tag, (tag, self.stack[-3:])
        self.stack.pop()

    def handle_data(self, data):
        inside = [(t, m.get("class") or "") for t, m in self.stack]
        if any(t == "span" and "n" in c.split() for t, c in inside):
            self.numbers[-1]["text"] += data
            return
        in_cell = any(t == "td" and c not in ("p", "text") for t, c in inside)
        noted = any("agree" in c or "rare" in c for _, c in inside)
        if in_cell and not noted and re.search(r"\d", data):
            self.loose.append(data)


def page_of(run_dir, lang="zh") -> str:
    comparison, dictionary = compare(load(run_dir)), Words()
    return render.render(comparison, figures_of(comparison, dictionary), dictionary, lang)


@pytest.fixture(scope="module")
def page(house) -> str:
    return page_of(house.path)


def body(html: str) -> str:
    return html[: html.index('<script type="application/json"')]


def lint(html: str) -> Reader:
    """V20: every number in a table says n and an interval or why it has none; no interval of width zero at zero."""
    reader = Reader(body(html) + "</body></html>")
    for number in reader.numbers:
        assert int(number["data-n"]) > 0, number
        assert ("data-ci" in number) != ("data-exact" in number), number
        if "data-ci" in number:
            low, high = map(float, number["data-ci"].split(","))
            assert low <= high and (low, high) != (0, 0), number
    assert reader.loose == [], "digits in a table cell without marks"
    assert len(reader.ids) == len(set(reader.ids)), "an id occurs twice"
    for text in ("nan", "None", "inf", "undefined"):
        assert not re.search(rf">[^<]*\b{text}\b[^<]*<", body(html)[body(html).index("<body") :]), text
    return reader


def test_numbers_say_what_they_rest_on(page):
    assert len(lint(page).numbers) > 500


@pytest.mark.parametrize("study", ["alone", "null_study", "silent"])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_page_of_small_and_empty_studies(study, lang, request):
    html = page_of(request.getfixturevalue(study).path, lang)
    lint(html)
    assert f'<html lang="{"zh-CN" if lang == "zh" else "en"}"' in html


def test_p_never_stands_without_its_effect(page):
    rows = re.findall(r"<tr>(?:(?!</tr>).)*?<td class=\"p\">(.*?)</td>(?:(?!</tr>).)*?</tr>", page, re.S)
    assert rows
    for row in re.findall(r"<tr><th scope=\"row\">(?:(?!</tr>).)*</tr>", page, re.S):
        if 'class="p"' in row:
            assert row.count("data-ci") >= 2, row


def test_hashes_seed_and_versions_are_on_the_page(page, house):
    for text in (
        str(house.manifest["seed"]), house.manifest["config_hash"], house.manifest["source_hash"], house.manifest["command"],
    ):  # fmt: skip
        assert text in page
    for variant in house.manifest["variants"]:
        assert variant["rules_hash"] in page and variant["name"] in page


def test_results_by_seat_are_shown_so_that_an_advantage_of_the_seat_is_not_taken_for_strength(page):
    """Net and win rate of the dealer and the three seats after it, each a number of the page in both languages."""
    found = re.search(r"Results by seat\. Baseline net: ([^<]*)\.", page)
    assert found, "the seats are not reported"
    for role in ROLE_NAMES:
        assert re.search(rf"{role.en} [+−-]?\d", found[1]), (role.en, found[1])
        assert role.zh in page


def test_null_study_says_identical_in_both_languages(null_study):
    html = page_of(null_study.path)
    assert "全部指标在 2,000 副牌墙上完全相同" in html and "identical on 2,000 walls" in html
    before_the_key = body(html).split('class="key"')[0]
    assert "▲" not in before_the_key and "？" not in before_the_key and "＝" in before_the_key


def test_a_study_of_sessions_explains_its_unit(null_study):
    """Method, numbers and savings speak of sessions, in both languages; a study of hands speaks of walls."""
    run = load(null_study.path)
    told = {}
    for unit in ("hand", "session"):
        comparison, dictionary = compare(replace(run, unit=unit)), Words()
        told[unit] = body(render.render(comparison, figures_of(comparison, dictionary), dictionary, "en"))
    for text in ("session by session", "intervals and tests use the session as unit", "以一场为单位", "Session numbers"):
        assert text in told["session"] and text not in told["hand"], text
    for text in ("wall by wall", "以牌墙为单位", "Wall numbers"):
        assert text in told["hand"] and text not in told["session"], text
    assert re.search("sessions each", told["session"]) and re.search("walls each", told["hand"])


def test_rules_panel_shows_what_changed_why_and_source(page, compared):
    for variant in compared.run.variants[1:]:
        part = page[page.index(f'id="{variant.slug}"') :].split("</details>")[0]
        assert variant.why.zh in part and variant.why.en in part and variant.source.en in part
        for change in variant.changes:
            assert f"<code>{change.key}</code>" in part and change.meaning.zh in part and change.after in part


def test_page_is_self_contained_and_small(page):
    assert len(page.encode()) < 1_500_000
    reader = Reader(body(page) + "</body></html>")
    assert all(link.startswith(("#", "data:")) for link in reader.links)
    style = page[page.index("<style>") : page.index("</style>")]
    assert "url(" not in style and "@import" not in style


def test_many_variants_stay_readable(tmp_path):
    """A sweep of many variants: tables get shorter, the page stays within its size."""
    variants = [LITERAL] + [Variant(f"v{k}", f"变体{k}", f"variant {k}", HARD[k % 3]) for k in range(24)]
    made = make_run(tmp_path, variants, walls=1000, shards=1)
    html = page_of(made.path)
    lint(html)
    assert len(html.encode()) < 1_500_000


def test_names_are_escaped(tmp_path):
    evil = Variant("evil", "</script><b>恶", '<img src=x onerror="alert(1)">', why='"&<', why_zh="<i>")
    made = make_run(tmp_path, [LITERAL, evil], walls=1000, shards=1)
    html = page_of(made.path)
    assert "<img" not in body(html) and "</script><b>" not in html and "<i>" not in body(html)
    data = re.search(r'<script type="application/json" id="figure-data">(.*?)</script>', html, re.S)[1]
    assert json.loads(data)["words"]["v1"] == [evil.zh, evil.en[:1].upper() + evil.en[1:]]


def test_figure_data_has_no_open_token(page):
    """Every token in specifications, rows and alternative texts has an entry in the dictionary."""
    data = json.loads(re.search(r'id="figure-data">(.*?)</script>', page, re.S)[1])
    tokens = set(re.findall(r'"@([^"]+)"', json.dumps(data["figures"], ensure_ascii=False)))
    assert tokens and tokens <= set(data["words"])
    for zh, en in data["words"].values():
        assert zh and en


def test_an_unfinished_run_says_so_first(tmp_path):
    made = make_run(tmp_path, [LITERAL, Variant("o", "另", "other")], walls=1000, shards=1, asked=5000)
    html = page_of(made.path)
    assert "1,000 of 5,000 walls" in html and "已打 1,000，共 5,000" in html


def test_unknown_language_is_refused(house):
    from reports import build
    from rulesets.errors import InputError

    with pytest.raises(InputError, match="zh or en"):
        build(house.path, lang="fr")


def _hard():
    from tests.reports.synthetic import adjusted, remix

    return [remix(0.3, 1), adjusted(p_double=0.0), remix(0.9, 2)]


HARD = _hard()
