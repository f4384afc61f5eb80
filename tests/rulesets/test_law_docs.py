"""The rule documents: generated sections are current, every clause stands in them, nothing is said in one language only."""

from __future__ import annotations

import re

import pytest

from rulesets import variant
from rulesets.clauses import clauses_of
from rulesets.docs import DOCUMENTS, SECTIONS, refreshed
from rulesets.options import FAMILIES, load_catalogue
from rulesets.spec import resolve

LEDGER = {
    "SET": 5, "DLR": 8, "DEAL": 2, "TURN": 4, "CALL": 8, "TING": 5, "PRI": 1, "PAT": 5,
    "WIN": 7, "DRAW": 5, "BASE": 5, "FAN": 19, "FORM": 1, "KAN": 5,
}  # fmt: skip


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.name)
def test_generated_sections_are_current(path) -> None:  # type: ignore[no-untyped-def]
    text = path.read_text(encoding="utf8")
    assert refreshed(text) == text, "run: python -m rulesets.docs"


def test_every_section_stands_in_one_document() -> None:
    text = "".join(path.read_text(encoding="utf8") for path in DOCUMENTS)
    assert sorted(re.findall(r"<!-- generated: ([\w/]+) -->", text)) == sorted(SECTIONS)
    assert text.count("<!-- end -->") == len(SECTIONS)


def test_the_eighty_clauses_of_hebei() -> None:
    clauses = clauses_of("hebei")
    assert list(clauses) == [f"HB-{part}-{n:02d}" for part, count in LEDGER.items() for n in range(1, count + 1)]
    assert len(clauses) == 80
    rules = DOCUMENTS[1].read_text(encoding="utf8")
    for clause in clauses.values():
        assert f"| {clause.id} |" in rules
        assert clause.text.en and re.search(r"[\u4e00-\u9fff]", clause.text.zh)
    assert [clause.id for clause in clauses.values() if not clause.modelled] == ["HB-SET-02", "HB-TING-05"]
    assert all(clause.note.en and clause.note.zh for clause in clauses.values() if not clause.modelled)


def test_every_option_stands_in_a_document() -> None:
    text = "".join(path.read_text(encoding="utf8") for path in DOCUMENTS)
    for key in load_catalogue():
        assert f"| `{key}` |" in text


def test_clauses_know_the_options_that_change_them() -> None:
    assert clauses_of("hebei")["HB-FAN-19"].options == (
        "hebei.zhuowu_mode", "hebei.zhuowu_suits", "hebei.fan_zhuowu",
    )  # fmt: skip
    assert FAMILIES == ("hebei", "fuzhou")


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
