"""The rule documents: generated sections are current, every clause stands in them, nothing is said in one language only."""

from __future__ import annotations

import re

import pytest

from rulesets import variant
from rulesets.clauses import clauses_of
from rulesets.docs import DOCUMENTS, SECTIONS, refreshed
from rulesets.options import FAMILIES, load_catalogue
from rulesets.spec import resolve

HEBEI = {
    "SET": 5, "DLR": 8, "DEAL": 2, "TURN": 4, "CALL": 8, "TING": 5, "PRI": 1, "PAT": 5,
    "WIN": 7, "DRAW": 5, "BASE": 5, "FAN": 19, "FORM": 1, "KAN": 5,
}  # fmt: skip


FUZHOU = (
    ("TILE", 1, 7), ("WALL", 1, 1), ("TABLE", 1, 2), ("DEALER", 1, 5), ("DEAL", 1, 4), ("FLOWER", 1, 7), ("GOLD", 1, 7),
    ("TURN", 1, 6), ("GDISC", 1, 4), ("CHI", 1, 2), ("MELD", 1, 1), ("PON", 1, 2), ("KAN", 1, 5), ("WIN", 1, 1), ("SHAPE", 1, 9),
    ("WIN", 2, 3), ("TIAN", 1, 1), ("ROB", 1, 7), ("PING", 1, 2), ("3G", 1, 2), ("JQ", 1, 2), ("JL", 1, 1), ("CUT", 1, 2),
    ("END", 1, 13), ("NOTE", 1, 1), ("X", 1, 8),
)  # fmt: skip


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_generated_sections_are_current(path) -> None:  # type: ignore[no-untyped-def]
    text = path.read_text(encoding="utf8")
    assert refreshed(text) == text, "run: python -m rulesets.docs"


def test_every_section_stands_in_one_document() -> None:
    text = "".join(path.read_text(encoding="utf8") for path in DOCUMENTS)
    assert sorted(re.findall(r"<!-- generated: ([\w/]+) -->", text)) == sorted(SECTIONS)
    assert text.count("<!-- end -->") == len(SECTIONS)


def test_the_eighty_clauses_of_hebei() -> None:
    clauses = clauses_of("hebei")
    assert list(clauses) == [f"HB-{part}-{n:02d}" for part, count in HEBEI.items() for n in range(1, count + 1)]
    assert len(clauses) == 80
    assert [clause.id for clause in clauses.values() if not clause.modelled] == ["HB-SET-02", "HB-TING-05"]


def test_the_hundred_and_four_clauses_of_fuzhou() -> None:
    clauses = clauses_of("fuzhou")
    assert list(clauses) == [f"FZ-{part}-{n:02d}" for part, first, last in FUZHOU for n in range(first, last + 1)]
    assert len(clauses) == 104
    assert [clause.id for clause in clauses.values() if not clause.modelled] == ["FZ-NOTE-01"]
    for clause in clauses.values():  # what the text says names its sentence, what we filled in names none
        assert bool(clause.sentences) != clause.id.startswith("FZ-X"), clause.id
        assert list(clause.sentences) == sorted(set(clause.sentences)) and all(1 <= n <= 122 for n in clause.sentences)


def test_the_seventy_two_clauses_of_fuding() -> None:
    clauses = clauses_of("fuding")
    parts = (("B", 10), ("1", 14), ("2", 18), ("3", 30))
    assert list(clauses) == [f"FD-{part}.{n:02d}" for part, count in parts for n in range(1, count + 1)]
    assert [clause.id for clause in clauses.values() if not clause.modelled] == ["FD-1.07"]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_clause_stands_in_the_rules_of_its_family_in_both_languages(family: str) -> None:
    rules = DOCUMENTS[1 + FAMILIES.index(family)].read_text(encoding="utf8")
    for clause in clauses_of(family).values():
        assert f"| {clause.id} |" in rules
        assert clause.text.en and re.search(r"[\u4e00-\u9fff]", clause.text.zh)
        assert clause.modelled or (clause.note.en and clause.note.zh)
        assert bool(clause.note.en) == bool(clause.note.zh)


def test_rules_cite_existing_clauses_and_options_only() -> None:
    known = {clause for family in FAMILIES for clause in clauses_of(family)}
    keys = set(load_catalogue())
    groups = {key.split(".")[0] for key in keys}
    for path in DOCUMENTS:
        text = path.read_text(encoding="utf8")
        assert set(re.findall(r"\b(?:(?:HB|FZ)-[A-Z0-9]+-\d+|FD-[B123]\.\d\d)\b", text)) <= known
        named = {word for word in re.findall(r"`([a-z_]+\.[a-z_0-9]+)`", text) if word.split(".")[0] in groups}
        assert named - keys <= {"fuzhou.md", "hebei.md"}, path


def test_every_option_stands_in_a_document() -> None:
    text = "".join(path.read_text(encoding="utf8") for path in DOCUMENTS)
    for key in load_catalogue():
        assert f"| `{key}` |" in text


def test_clauses_know_the_options_that_change_them() -> None:
    assert clauses_of("hebei")["HB-FAN-19"].options == (
        "hebei.zhuowu_mode", "hebei.zhuowu_suits", "hebei.fan_zhuowu",
    )  # fmt: skip
    assert FAMILIES == ("hebei", "fuzhou", "fuding")


def test_the_example_of_a_variant_file_works(tmp_path) -> None:  # type: ignore[no-untyped-def]
    """Public case 152: what the documents show has been run."""
    text = DOCUMENTS[0].read_text(encoding="utf8")
    example = text.split("```yaml\n")[1].split("```")[0]
    path = tmp_path / "my_rule.yaml"
    path.write_text(example, encoding="utf8")
    spec = resolve(str(path))
    assert (spec.name, spec["wall.reserve"], spec.title.zh) == ("hebei/my_rule", 14, "可吃牌，留七墩")
    on_the_spot = re.findall(r"`(literal[+@][^`]+)`", text)
    assert [resolve(name).rules_hash for name in on_the_spot] == [spec.rules_hash, resolve("literal").rules_hash]


def test_the_example_in_the_docstring_of_variants_works(tmp_path) -> None:  # type: ignore[no-untyped-def]
    assert variant.__doc__ is not None
    lines = [line[4:] for line in variant.__doc__.splitlines() if line.startswith("    ")]
    path = tmp_path / "one_winner.yaml"
    path.write_text("\n".join(lines), encoding="utf8")
    assert resolve(str(path)).rules_hash == resolve("head_bump").rules_hash
