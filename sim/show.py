"""A transcript as text: one hand move by move, for people and for golden files.

`picture(log, words, tiles)` reads the rows that the engine writes (`LogEvent`) and nothing else, so what is shown is
what was played.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from rulesets.tiles import GLYPHS, KIND_NAMES, N_KINDS, N_SEATS, format_hand
from sim.batch import LogEvent
from sim.legality import KIND_BITS, Action

Row = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Words:
    """The words of one language."""

    seat: str
    dealer: str
    deal: str
    draws: str
    replacement: str
    discards: str
    ready: str
    chi: str
    pon: str
    kan_open: str
    kan_added: str
    kan_closed: str
    source: str
    passes: str
    robbed: str
    self_draw: str
    win_on: str
    exhausted: str


WORDS = {
    "en": Words(
        seat="seat {}", dealer="dealer", deal="Deal", draws="draws {}", replacement="replacement {}", discards="discards {}",
        ready="ready", chi="chi {}", pon="pon {}", kan_open="open kan {}", kan_added="added kan {}", kan_closed="closed kan {}",
        source="from seat {}", passes="passes on {}", robbed="wants to add {} and is robbed", self_draw="wins by self-draw on {}",
        win_on="wins on {} from seat {}", exhausted="Exhausted: nobody wins.",
    ),
    "zh": Words(
        seat="{} 号位", dealer="庄", deal="配牌", draws="摸 {}", replacement="补 {}", discards="打 {}", ready="报听", chi="吃 {}",
        pon="碰 {}", kan_open="明杠 {}", kan_added="补杠 {}", kan_closed="暗杠 {}", source="（{} 号位所打）", passes="放过 {}",
        robbed="要补杠 {}，被抢", self_draw="自摸 {}", win_on="和 {}（{} 号位放炮）", exhausted="荒庄：无人和牌。",
    ),
}  # fmt: skip


def tile_text(kind: int, tiles: str) -> str:
    """One tile as notation, as glyph, or as both."""
    if tiles == "text":
        return KIND_NAMES[kind]
    return GLYPHS[kind] if tiles == "glyphs" else f"{KIND_NAMES[kind]} {GLYPHS[kind]}"


@dataclass
class _Hand:
    counts: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(N_KINDS, np.int64))
    melds: list[tuple[str, list[int]]] = field(default_factory=list)

    def text(self, tiles: str) -> str:
        """Concealed tiles, then melds in brackets; a closed kan is marked with a star."""
        kinds = [k for k in range(N_KINDS) for _ in range(int(self.counts[k]))]
        notation = format_hand(self.counts)
        glyphs = "".join(GLYPHS[k] for k in kinds)
        shown = {"text": notation, "glyphs": glyphs}.get(tiles, f"{notation}  {glyphs}")
        for mark, meld in self.melds:
            counts = np.bincount(meld, minlength=N_KINDS)
            inner = {"text": format_hand(counts), "glyphs": "".join(GLYPHS[k] for k in meld)}
            shown += f" [{mark}{inner.get(tiles, format_hand(counts))}]"
        return shown.strip()


@dataclass
class Picture:
    """Collects lines while the rows are read one by one."""

    words: Words
    tiles: str
    decisions: bool
    hands: list[_Hand] = field(default_factory=lambda: [_Hand() for _ in range(N_SEATS)])
    moves: list[list[str]] = field(default_factory=list)
    deal: list[list[str]] = field(default_factory=list)
    dealer: int = 0
    _drawn: dict[int, str] = field(default_factory=dict)
    _robbed: tuple[int, int] | None = None
    _dealt: bool = False

    def read(self, rows: Row) -> None:
        """Read the rows of one hand."""
        for row in rows:
            event, seat, kind, extra = (int(x) for x in row[:4])
            if event not in (LogEvent.HAND, LogEvent.DEAL) and not self._dealt:
                self._show_deal()
            self._read(LogEvent(event), seat, kind, extra, row)

    def _show_deal(self) -> None:
        self._dealt = True
        for seat in range(N_SEATS):
            name = self.words.seat.format(seat) + (f" ({self.words.dealer})" if seat == self.dealer else "")
            self.deal.append([name, self.hands[seat].text(self.tiles)])

    def _read(self, event: LogEvent, seat: int, kind: int, extra: int, row: Row) -> None:
        w = self.words
        hand = self.hands[seat]
        if event == LogEvent.HAND:
            self.dealer = seat
        elif event == LogEvent.DEAL:
            hand.counts[kind] += 1
        elif event == LogEvent.DRAW:
            hand.counts[kind] += 1
            self._drawn[seat] = (w.replacement if extra else w.draws).format(tile_text(kind, self.tiles))
        elif event == LogEvent.DISCARD:
            hand.counts[kind] -= 1
            text = w.discards.format(tile_text(kind, self.tiles)) + (f", {w.ready}" if extra else "")
            self._move(seat, text)
        elif event in _MELDS:
            self._meld(event, seat, kind, extra)
        elif event == LogEvent.WIN:
            self._win(seat, kind, extra)
        elif event == LogEvent.EXHAUSTED:
            self.moves.append(["", "", w.exhausted, ""])
        elif event == LogEvent.DECISION:
            self._decision(seat, kind, extra, int(row[4]))

    def _move(self, seat: int, text: str) -> None:
        """One line: number, seat, what it drew and did, and its tiles afterwards."""
        drawn = self._drawn.pop(seat, "")
        number = str(1 + sum(1 for m in self.moves if m[0]))
        done = f"{drawn}, {text}" if drawn else text
        self.moves.append([number, self.words.seat.format(seat), done, self.hands[seat].text(self.tiles)])

    def _meld(self, event: LogEvent, seat: int, kind: int, extra: int) -> None:
        w, hand = self.words, self.hands[seat]
        if event == LogEvent.CHI:
            run = [kind, kind + 1, kind + 2]
            for k in run:
                hand.counts[k] -= k != extra
            hand.melds.append(("", run))
            shown = "".join(GLYPHS[k] for k in run) if self.tiles == "glyphs" else format_hand(np.bincount(run, minlength=N_KINDS))
            text = w.chi.format(shown)
        elif event == LogEvent.PON:
            hand.counts[kind] -= 2
            hand.melds.append(("", [kind] * 3))
            text = f"{w.pon.format(tile_text(kind, self.tiles))} {w.source.format(extra)}"
        elif event == LogEvent.KAN_OPEN:
            hand.counts[kind] -= 3
            hand.melds.append(("", [kind] * 4))
            text = f"{w.kan_open.format(tile_text(kind, self.tiles))} {w.source.format(extra)}"
        elif event == LogEvent.KAN_ADDED:
            hand.counts[kind] -= 1
            hand.melds = [("", [kind] * 4) if m == ("", [kind] * 3) else m for m in hand.melds]
            text = w.kan_added.format(tile_text(kind, self.tiles))
        else:
            hand.counts[kind] -= 4
            hand.melds.append(("*", [kind] * 4))
            text = w.kan_closed.format(tile_text(kind, self.tiles))
        self._robbed = None
        self._move(seat, text)

    def _win(self, seat: int, kind: int, payer: int) -> None:
        w, hand = self.words, self.hands[seat]
        if self._robbed is not None:
            robbed_seat, tile = self._robbed
            self._move(robbed_seat, w.robbed.format(tile_text(tile, self.tiles)))
            self._robbed = None
        if payer >= 0:
            hand.counts[kind] += 1
            self._move(seat, w.win_on.format(tile_text(kind, self.tiles), payer))
        else:
            self._move(seat, w.self_draw.format(tile_text(kind, self.tiles)))

    def _decision(self, seat: int, kind: int, choice: int, actions: int) -> None:
        action = Action(choice // KIND_BITS)
        if action in (Action.KAN_ADDED, Action.KAN_CLOSED):
            self._robbed = (seat, choice % KIND_BITS)
        declined = actions & ~(1 << Action.PASS | 1 << Action.DISCARD | 1 << Action.READY)
        if self.decisions and action == Action.PASS and kind >= 0 and declined:
            offers = ", ".join(a.name.lower() for a in Action if declined >> a & 1)
            self.moves.append(
                ["", self.words.seat.format(seat), f"{self.words.passes.format(tile_text(kind, self.tiles))} ({offers})", ""]
            )


_MELDS = (LogEvent.CHI, LogEvent.PON, LogEvent.KAN_OPEN, LogEvent.KAN_ADDED, LogEvent.KAN_CLOSED)


def picture(rows: Row, lang: str = "en", tiles: str = "text", decisions: bool = False) -> Picture:
    """The moves of one hand. `tiles`: text, glyphs or both; `decisions`: also show declined claims."""
    shown = Picture(WORDS[lang], tiles, decisions)
    shown.read(rows)
    return shown
