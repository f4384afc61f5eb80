"""The terminal's language: which one, and saying a sentence in it. Imports nothing heavy."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from rulesets.errors import InputError, did_you_mean

LANGS = ("auto", "en", "zh")


def locale_lang() -> str:
    """`zh` where the locale speaks Chinese, else `en` (LC_ALL, LC_MESSAGES, LANG in that order)."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"


def wanted_lang(argv: Sequence[str]) -> str:
    """The language of `lang=...` among the arguments (the last one counts), else of the locale; never raises."""
    given = [a.partition("=")[2].strip("'\"") for a in argv if a.startswith("lang=")]
    return given[-1] if given and given[-1] in ("en", "zh") else locale_lang()


def effective_lang(lang: str) -> str:
    """`en` or `zh`; `auto` follows the locale."""
    return lang if lang in ("en", "zh") else locale_lang()


def check_lang(lang: str) -> str:
    """`effective_lang` of a checked choice."""
    if lang not in LANGS:
        en, zh = did_you_mean(lang, LANGS)
        raise InputError(
            f'lang: "{lang}" is not a choice; allowed are {", ".join(LANGS)}.{en}',
            f"lang：没有“{lang}”这个选项；可用 {'、'.join(LANGS)}。{zh}",
        )
    return effective_lang(lang)


class Voice:
    """Says things in one language: results to standard output, remarks and errors to standard error."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def pick(self, en: str, zh: str) -> str:
        """The sentence in the voice's language."""
        return zh if self.lang == "zh" else en

    def say(self, en: str, zh: str | None = None) -> None:
        """One line of result."""
        print(self.pick(en, en if zh is None else zh))

    def note(self, en: str, zh: str | None = None) -> None:
        """One line of remark, kept apart from results so that pipes stay clean."""
        print(self.pick(en, en if zh is None else zh), file=sys.stderr)

    def warn_of_compiling(self) -> None:
        """A remark before a hand is played for the first time, which would otherwise look like nothing at all."""
        from sim.estimate import COMPILING
        from sim.jit import is_compiled

        if not is_compiled():
            self.note(f"rulelab: {COMPILING.en}", f"rulelab：{COMPILING.zh}")

    def error(self, fault: InputError) -> None:
        """The fault's sentences, each line marked with the program's name."""
        for line in self.pick(fault.en, fault.zh).splitlines():
            print(f"rulelab: {line}", file=sys.stderr)


def width(text: str) -> int:
    """Terminal columns a text takes: East Asian wide letters and mahjong glyphs count two, marks none."""
    import unicodedata

    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def columns(rows: Sequence[Sequence[str]], gap: int = 2) -> list[str]:
    """Rows of cells as lines with aligned columns; the last column runs free.

    >>> columns([["a", "甲"], ["bcd", "乙"]])
    ['a    甲', 'bcd  乙']
    """
    if not rows:
        return []
    n = max(len(r) for r in rows)
    wide = [max((width(r[i]) for r in rows if i < len(r)), default=0) for i in range(n)]
    lines = []
    for row in rows:
        cells = [cell + " " * (wide[i] - width(cell)) for i, cell in enumerate(row[:-1])]
        lines.append((" " * gap).join([*cells, *row[-1:]]).rstrip())
    return lines
