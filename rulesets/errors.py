"""The one exception that users see: a sentence in English and in Chinese."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class InputError(ValueError):
    """Wrong input, said in one sentence: what is wrong, where, what is allowed, the nearest valid name.

    `en` and `zh` hold the sentence in both languages; `str()` gives the English one.
    Commands print it without a traceback and exit with code 2.
    """

    def __init__(self, en: str, zh: str) -> None:
        super().__init__(en)
        self.en = en
        self.zh = zh

    def __reduce__(self) -> tuple[type[InputError], tuple[str, str]]:
        """Both sentences survive pickling: errors travel from worker processes."""
        return type(self), (self.en, self.zh)


def nearest(word: str, known: Iterable[str], n: int = 3) -> list[str]:
    """The up to `n` names most like `word`, best first; empty if none is close.

    >>> nearest("claim.mutli_win", ["claim.multi_win", "claim.chi"], 1)
    ['claim.multi_win']
    """
    return difflib.get_close_matches(word, list(known), n=n, cutoff=0.5)


def did_you_mean(word: str, known: Iterable[str]) -> tuple[str, str]:
    """A closing half-sentence naming the nearest valid names, in English and Chinese; empty strings if none is near."""
    near = nearest(word, known)
    if not near:
        return "", ""
    return f" Did you mean {', '.join(near)}?", f"是否想写 {'、'.join(near)}？"
