"""How far a run is: a bar on a terminal, plain lines elsewhere. Only the driver speaks, workers never do."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any, Protocol, TextIO

from rulesets.options import Text

HANDS = Text("hands", "局")  # what is counted, in the plural
_LINE_PERCENT = 5.0
_LINE_SECONDS = (2.0, 10.0)  # no two lines sooner, no two later than this while hands come in


class Progress(Protocol):
    """What `sim.distribute` tells: hands in all and already there, hands just finished, remarks, the end."""

    def start(self, total: int, done: int, piece: Text = HANDS) -> None: ...
    def advance(self, hands: int) -> None: ...
    def note(self, en: str, zh: str) -> None: ...
    def finish(self, complete: bool) -> None: ...


class Silent:
    """Says nothing."""

    def start(self, total: int, done: int, piece: Text = HANDS) -> None:
        pass

    def advance(self, hands: int) -> None:
        pass

    def note(self, en: str, zh: str) -> None:
        pass

    def finish(self, complete: bool) -> None:
        pass


def duration(seconds: float, lang: str = "en") -> str:
    """A rounded span of time.

    >>> duration(44.2), duration(200), duration(9000), duration(200, "zh")
    ('44 s', '3 min', '2.5 h', '3 分钟')
    """
    if seconds < 90:
        return f"{seconds:.0f} {'秒' if lang == 'zh' else 's'}"
    if seconds < 5400:
        return f"{seconds / 60:.0f} {'分钟' if lang == 'zh' else 'min'}"
    return f"{seconds / 3600:.1f} {'小时' if lang == 'zh' else 'h'}"


class Lines:
    """Plain lines, one per 5 % or ten seconds: for files, pipes and continuous integration."""

    def __init__(self, stream: TextIO, lang: str = "en", clock: Callable[[], float] = time.monotonic) -> None:
        self._stream, self._lang, self._clock = stream, lang, clock
        self._total = self._done = self._at_start = 0
        self._begun = self._said_at = 0.0
        self._said = 0.0
        self._piece = HANDS

    def _print(self, en: str, zh: str) -> None:
        print(zh if self._lang == "zh" else en, file=self._stream, flush=True)

    def start(self, total: int, done: int, piece: Text = HANDS) -> None:
        self._total, self._done, self._at_start = total, done, done
        self._piece = piece
        self._begun = self._said_at = self._clock()
        if done:
            self._print(
                f"continuing: {done:,} of {total:,} {piece.en} are there", f"接着进行：已有 {done:,} / {total:,} {piece.zh}"
            )

    def advance(self, hands: int) -> None:
        self._done += hands
        now = self._clock()
        percent = 100 * self._done / max(1, self._total)
        soonest, latest = (self._said_at + seconds for seconds in _LINE_SECONDS)
        if now < (soonest if percent - self._said >= _LINE_PERCENT else latest):
            return
        self._said, self._said_at = percent, now
        speed = (self._done - self._at_start) / max(1e-9, now - self._begun)
        en, zh = self._piece
        left = duration((self._total - self._done) / speed if speed else 0, self._lang)
        self._print(
            f"{percent:3.0f} %  {self._done:,} of {self._total:,} {en}, {speed:,.0f} {en}/s, about {left} left",
            f"{percent:3.0f} %  {self._done:,} / {self._total:,} {zh}，每秒 {speed:,.0f} {zh}，约剩 {left}",
        )

    def note(self, en: str, zh: str) -> None:
        self._print(en, zh)

    def finish(self, complete: bool) -> None:
        took = duration(self._clock() - self._begun, self._lang)
        en, zh = self._piece
        if complete:
            self._print(f"complete: {self._total:,} {en} ({took})", f"完成：{self._total:,} {zh}（用时 {took}）")
        else:
            self._print(
                f"incomplete: {self._done:,} of {self._total:,} {en}; the same command continues",
                f"未完成：{self._done:,} / {self._total:,} {zh}；运行同一命令即可继续",
            )


class Bar:
    """A bar with speed and remaining time on a terminal."""

    def __init__(self, stream: TextIO, lang: str = "en") -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

        self._lang = lang
        self._console = Console(file=stream)
        self._bar = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TaskProgressColumn(),
            TextColumn("{task.fields[speed]}"),
            TimeRemainingColumn(),
            console=self._console,
        )
        self._task: Any = None
        self._begun = 0.0
        self._counted = 0

    def _say(self, en: str, zh: str) -> None:
        self._console.print(zh if self._lang == "zh" else en, highlight=False, markup=False, soft_wrap=True)

    def start(self, total: int, done: int, piece: Text = HANDS) -> None:
        self._begun = time.monotonic()
        if done:
            self._say(
                f"continuing: {done:,} of {total:,} {piece.en} are there", f"接着进行：已有 {done:,} / {total:,} {piece.zh}"
            )
        label = piece.zh if self._lang == "zh" else piece.en
        self._task = self._bar.add_task(f"{label} {total:,}", total=total, completed=done, speed="")
        self._bar.start()

    def advance(self, hands: int) -> None:
        self._counted += hands
        speed = self._counted / max(1e-9, time.monotonic() - self._begun)
        self._bar.update(self._task, advance=hands, speed=f"{speed:,.0f}/s")

    def note(self, en: str, zh: str) -> None:
        self._say(en, zh)

    def finish(self, complete: bool) -> None:
        self._bar.stop()
        if not complete:
            self._say("incomplete; the same command continues", "未完成；运行同一命令即可继续")


def for_stream(stream: TextIO | None = None, lang: str = "en") -> Progress:
    """A bar if the stream (default: standard error) is a terminal, else plain lines."""
    stream = stream or sys.stderr
    return Bar(stream, lang) if stream.isatty() else Lines(stream, lang)
