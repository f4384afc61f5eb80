"""Words of the table and of reports beside options, fans and clauses: what they mean, and what has to do with them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from rulesets.options import Text
from rulesets.yamlfile import read_mapping

_FILE = Path(__file__).resolve().parent / "terms.yaml"


@dataclass(frozen=True)
class Term:
    """One word."""

    word: str  # in Chinese
    en: tuple[str, ...]  # in English, the usual one first
    also: tuple[str, ...]  # other Chinese words for it, and words it explains as well
    text: Text
    options: tuple[str, ...]
    clauses: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """All words under which it is found."""
        return (self.word, *self.also, *self.en)


@cache
def load_terms() -> Mapping[str, Term]:
    """All terms by their Chinese word, in the order of the file."""
    document = read_mapping(_FILE, f"rulesets/{_FILE.name}")
    return MappingProxyType(
        {
            word: Term(
                word=word,
                en=tuple(entry["en"]),
                also=tuple(entry.get("also", ())),
                text=Text(*entry["text"]),
                options=tuple(entry.get("options", ())),
                clauses=tuple(entry.get("clauses", ())),
            )
            for word, entry in document.data.items()
        }
    )


def find_term(word: str) -> Term | None:
    """The term of that name in either language; None if there is none.

    >>> find_term("干").word, find_term("Five corners").word, find_term("nothing")
    ('输光', '五角脱', None)
    """
    wanted = word.lower()
    return next((term for term in load_terms().values() if wanted in term.names), None)
