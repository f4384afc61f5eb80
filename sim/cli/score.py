"""`rulelab score`: finished hands, scored under one or many rule sets, every fan explained."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from rulesets.errors import InputError
from sim.cli.argv import plain_arguments
from sim.cli.listing import config_dirs
from sim.cli.words import Voice
from sim.settings import names


def command(argv: list[str], voice: Voice) -> int:
    """Score every hand that the words name: files, standard input (-), or hands written out."""
    given = plain_arguments("score", argv, keys=("variants", "variant"), flags={"--json": False})
    if not given.words:
        raise InputError(
            'score: give a file, - for standard input, or a hand such as "seat 1: 23m 345p 678p EE [pon 9s] + 1m, '
            'discard by 2, dealer 0".',
            "score：请给出文件、-（标准输入）或一副牌，例如“座 1: 23m 345p 678p EE [pon 9s] + 1m，点炮 2，庄 0”。",
        )
    from rulesets.records.explain import explain_record, explanation_text
    from rulesets.records.model import usual_rules
    from rulesets.spec import resolve

    dirs = config_dirs(given)
    named = given.settings.get("variants") or given.settings.get("variant")
    specs = [resolve(name, dirs) for name in names(named)] if named else []
    if named and not specs:
        raise InputError("variants: the list is empty; name at least one.", "variants：列表为空；至少要写一个名称。")
    first = True
    for record in _records(given.words):
        explained = explain_record(record, specs or [resolve(usual_rules(record), dirs)], voice.lang)
        if given.flag("--json"):
            print(json.dumps(explained, ensure_ascii=False))
            continue
        if not first:
            print()
        first = False
        print(explanation_text(explained, voice.lang))
    return 0


def _records(words: list[str]) -> Iterator[Any]:
    """The records of all words in turn; faults in a file name the file."""
    from rulesets.records.read import parse_any, read_records
    from rulesets.yamlfile import read_text

    for word in words:
        if not word.strip():
            raise InputError("score: the hand is empty; see rulelab score --help.", "score：没有写牌；见 rulelab score --help。")
        if word == "-":
            yield from _some(read_records(sys.stdin), "standard input", "标准输入")
        elif any(mark in word for mark in "{:：+") and not Path(word).is_file():
            yield parse_any(word)
        else:
            text = read_text(Path(word))
            try:
                yield from _some(read_records(text.splitlines()))
            except InputError as fault:
                raise InputError(f"{word}: {fault.en}", f"{word}：{fault.zh}") from None


def _some(records: Iterator[Any], name_en: str = "", name_zh: str = "") -> Iterator[Any]:
    """The records, of which there must be one at least; faults of a named source name it."""
    first = next(records, None)
    if first is None:
        start, start_zh = f"{name_en}: " if name_en else "", f"{name_zh}：" if name_zh else ""
        raise InputError(
            f"{start}holds no hand; write one a line, as text or as JSON (see rulelab score --help).",
            f"{start_zh}其中没有牌；请每行写一副，文字或 JSON 均可（见 rulelab score --help）。",
        )
    yield first
    yield from records
