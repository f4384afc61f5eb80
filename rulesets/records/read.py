"""Reading records in either form: a JSON object, or the short text form."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulesets.records.json_form import parse_record
from rulesets.records.model import Place, Record
from rulesets.records.text_form import parse_text


def parse_any(text: str, place: Place | None = None) -> Record:
    """A record from text that is a JSON object if it starts with a brace, the short form otherwise.

    >>> parse_any('{"result": "draw", "dealer": 2}') == parse_any("exhaustive draw, dealer 2")
    True
    """
    stripped = text.strip()
    return parse_record(stripped, place) if stripped.startswith("{") else parse_text(stripped, place)


def read_records(lines: Iterable[str]) -> Iterator[Record]:
    """The records of a file, one a line in either form; blank lines and lines that start with # are left out."""
    for number, line in enumerate(lines, start=1):
        text = line.strip().lstrip("\ufeff")
        if text and not text.startswith("#"):
            yield parse_any(text, Place(number))
