"""What people read about a fan of any family: the record that reports, manifests and help texts show."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class FanInfo:
    """A fan, or a special win that scores like one.

    `excludes` holds the codes it never stands beside under the default options.
    """

    number: int
    code: str
    zh: str
    en: str
    clause: str  # empty where the help text has none
    value_key: str  # option that holds its value
    rule_en: str
    rule_zh: str
    excludes: tuple[str, ...]
    options: tuple[str, ...] = ()  # options that change what the fan means or what it stands beside


def never_beside(code: str, pairs: Iterable[tuple[str, str]], codes: Sequence[str]) -> tuple[str, ...]:
    """The codes that never stand beside `code`, in the order of `codes`.

    `pairs`: every code on the left of a pair never stands beside any other on its right; codes are parted by blanks.

    >>> never_beside("B", [("A", "B C"), ("B", "B D")], "ABCD")
    ('A', 'D')
    """
    found: set[str] = set()
    for left, right in pairs:
        if code in left.split():
            found |= set(right.split())
        if code in right.split():
            found |= set(left.split())
    return tuple(other for other in codes if other in found - {code})
