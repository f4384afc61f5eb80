"""What people read about a fan of any family: the record that reports, manifests and help texts show."""

from __future__ import annotations

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
