"""The page's fixed texts in both languages, read from `templates/texts.yaml`."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reports.load import Text

TEMPLATES = Path(__file__).parent / "templates"


@dataclass(frozen=True)
class PageTexts:
    """All fixed texts: by key, statuses of rules by name, warnings, and glossary entries."""

    texts: Mapping[str, Text]
    status: Mapping[str, Text]
    caveats: tuple[Text, ...]
    glossary: tuple[tuple[Text, Text, str], ...]
    """Term, explanation, and the mechanism without which it is left out (empty: none)."""

    def __getitem__(self, key: str) -> Text:
        return self.texts[key]

    def filled(self, key: str, **values: object) -> Text:
        """A text with its {fields} filled in."""
        text = self.texts[key]
        return Text(text.zh.format(**values), text.en.format(**values))


@functools.cache
def page_texts(unit: str = "hand") -> PageTexts:
    """The texts for a study of single hands, or of sessions (`unit` session), read once."""
    import yaml

    raw: dict[str, Any] = yaml.safe_load((TEMPLATES / "texts.yaml").read_text(encoding="utf-8"))

    def text(pair: list[str]) -> Text:
        zh, en = pair
        return Text(str(zh), str(en))

    return PageTexts(
        {key: text(pair) for key, pair in (raw["texts"] | (raw["session"] if unit == "session" else {})).items()},
        {key: text(pair) for key, pair in raw["status"].items()},
        tuple(text(pair) for pair in raw["caveats"]),
        tuple((text(term), text(meaning), str(*needs)) for term, meaning, *needs in raw["glossary"]),
    )
