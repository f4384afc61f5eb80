"""A transcript as text: one hand move by move, for people and for golden files.

`picture(log, words, tiles)` reads the rows that the engine writes (`LogEvent`) and nothing else, so what is shown is
what was played. Lines without a number are no moves: the opening (flowers, the turned-up gold) and the last group.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from rulesets.clause_log import Counter
from rulesets.tiles import GLYPHS, KIND_NAMES, N_KINDS, N_SEATS, OpeningWin, Tile, format_hand
from sim.batch import LogEvent
from sim.flow.standing import StandReason
from sim.legality import KIND_BITS, Action
from sim.show_bars import BARRED, bars, reason_of
from sim.show_mistakes import (
    AND_STANDS,
    EXCHANGED,
    FALSE_KAN,
    PUT_BACK,
    UNDONE,
    USURPS,
    VOID,
    WRONG_DRAWS,
    consequence,
    late_answer,
    named_tiles,
    tile_of,
)
from sim.show_words import WORDS, Words
from sim.transcript import DrawMark

Row = npt.NDArray[np.int64]


def tile_text(kind: int, tiles: str) -> str:
    """One tile as notation, as glyph, or as both."""
    if tiles == "text":
        return KIND_NAMES[kind]
    return GLYPHS[kind] if tiles == "glyphs" else f"{KIND_NAMES[kind]} {GLYPHS[kind]}"


def tiles_text(counts: npt.NDArray[np.int64] | list[int], tiles: str) -> str:
    """Several tiles, given by their counts, as notation, as glyphs, or as both."""
    notation = format_hand(np.asarray(counts, np.int64))
    glyphs = "".join(GLYPHS[k] for k in range(N_KINDS) for _ in range(int(counts[k])))
    return {"text": notation, "glyphs": glyphs}.get(tiles, f"{notation} {glyphs}")


def _counts(kinds: list[int]) -> npt.NDArray[np.int64]:
    return np.bincount(kinds, minlength=N_KINDS)


@dataclass
class _Hand:
    counts: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(N_KINDS, np.int64))
    melds: list[tuple[str, list[int]]] = field(default_factory=list)
    flowers: list[int] = field(default_factory=list)

    def text(self, tiles: str, words: Words, golds: list[int]) -> str:
        """Concealed tiles, golds apart; then melds in brackets, a closed kan with a star; then flowers in braces.

        `golds`: the kinds that are wild. A gold is written G, one that is a flower as the flower it is, in angle brackets.
        """
        counts = self.counts.copy()
        wild = [k for k in golds for _ in range(int(counts[k]))]
        counts[golds] = 0
        kinds = [k for k in range(N_KINDS) for _ in range(int(counts[k]))]
        if wild and wild[0] >= Tile.H1:
            shown_golds = f"<{format_hand(_counts(wild))}>"
        else:
            shown_golds = "G" * len(wild)
        notation = " ".join(filter(None, [format_hand(counts), shown_golds]))
        glyphs = "".join(GLYPHS[k] for k in kinds) + (f" {words.gold}{''.join(GLYPHS[k] for k in wild)}" if wild else "")
        shown = {"text": notation, "glyphs": glyphs}.get(tiles, f"{notation}  {glyphs}")
        for mark, meld in self.melds:
            counts = _counts(meld)
            inner = {"text": format_hand(counts), "glyphs": "".join(GLYPHS[k] for k in meld)}
            shown += f" [{mark}{inner.get(tiles, format_hand(counts))}]"
        if self.flowers:
            flowers = "".join(GLYPHS[k] for k in sorted(self.flowers))
            shown += f" {{{format_hand(_counts(self.flowers)) if tiles == 'text' else flowers}}}"
        return shown.strip()


@dataclass
class Picture:
    """Collects lines while the rows are read one by one."""

    words: Words
    tiles: str
    decisions: bool
    lang: str = "en"
    bars: bool = False
    _standing: set[int] = field(default_factory=set)
    hands: list[_Hand] = field(default_factory=lambda: [_Hand() for _ in range(N_SEATS)])
    moves: list[list[str]] = field(default_factory=list)
    deal: list[list[str]] = field(default_factory=list)
    dealer: int = 0
    gold_kind: int = -1
    golds: list[int] = field(default_factory=list)
    _last: list[int] = field(default_factory=lambda: [-1] * N_SEATS)  # tile each seat drew last
    _too_many: dict[int, int] = field(default_factory=dict)  # by seat: a tile too many that lies with the hand
    _drawn: dict[int, list[str]] = field(default_factory=dict)
    _laid: list[int] = field(default_factory=list)
    _seat_laying: int = 0
    thrown: int = -1  # the last discard
    _robbed: tuple[int, int] | None = None
    _dealt: bool = False
    _stood_for: bool = False  # the breach told last made its seat stand
    _breached: bool = False  # a breach has had consequences
    _ended: bool = False  # by a win, or because the wall was exhausted

    def read(self, rows: Row) -> None:
        """Read the rows of one hand."""
        for row in rows:
            event, seat, kind, extra = (int(x) for x in row[:4])
            if event not in (LogEvent.HAND, LogEvent.DEAL) and not self._dealt and self._some_dealt():
                self._show_deal()
            self._read(LogEvent(event), seat, kind, extra, row)
        if self._breached and not self._ended:
            self._tell_all()
            self.moves.append(["", "", VOID[self.lang], ""])

    def _some_dealt(self) -> bool:
        """Whether tiles have been dealt; the gold may be opened before that."""
        return any(hand.counts.any() for hand in self.hands)

    def _show_deal(self) -> None:
        self._dealt = True
        for seat in range(N_SEATS):
            name = self.words.seat.format(seat) + (f" ({self.words.dealer})" if seat == self.dealer else "")
            self.deal.append([name, self._hand(seat)])

    def _hand(self, seat: int) -> str:
        return self.hands[seat].text(self.tiles, self.words, self.golds)

    def _read(self, event: LogEvent, seat: int, kind: int, extra: int, row: Row) -> None:
        w = self.words
        hand = self.hands[seat]
        if event in _BETWEEN:
            self._tell_drawn(seat, event)
        elif event in _ON_TURN:  # the last replacements of the opening come before the dealer's first turn
            for other in sorted({*self._drawn} - {seat}):
                self._tell(other)
        if event == LogEvent.HAND:
            self.dealer = seat
        elif event == LogEvent.DEAL:
            hand.counts[kind] += 1
        elif event == LogEvent.DRAW:
            self._taken(seat, kind, bool(extra), int(row[4]))
        elif event == LogEvent.RETURN:
            hand.counts[kind] -= 1
            if self._too_many.get(seat) == kind:
                del self._too_many[seat]
            self._add(seat, PUT_BACK[self.lang].format(tile_text(kind, self.tiles)))
        elif event == LogEvent.DISCARD and extra == 2:
            hand.counts[kind] -= 1
            self._add(seat, w.laid_back.format(tile_text(kind, self.tiles)))
            self._tell(seat)
        elif event == LogEvent.DISCARD:
            hand.counts[kind] -= 1
            self.thrown = kind
            text = w.discards.format(tile_text(kind, self.tiles)) + (f"{w.comma}{w.ready}" if extra else "")
            self._move(seat, text)
        elif event in _MELDS:
            self._meld(event, seat, kind, extra, row)
        elif event in _OPENED:
            self._opened(event, seat, kind, extra, row)
        elif event == LogEvent.STAND:
            self._stands(seat, extra)
        elif event == LogEvent.PENALTY:
            self._penalty(seat, kind, extra, row)
        elif event == LogEvent.TAKEBACK:
            hand.counts[kind] += 1
            self.moves[-1][3] = self._hand(seat)
        elif event == LogEvent.EXCHANGE:
            self._exchange(seat, kind, extra)
        elif event == LogEvent.USURPER:
            self._usurps(seat, extra, bool(row[4]))
        elif event == LogEvent.LATE:
            self._answers_late(seat, kind, extra, int(row[4]))
        elif event == LogEvent.LAY_ASIDE:
            hand.counts[kind] -= 1
            self._add(seat, w.lays_aside.format(tile_text(kind, self.tiles)))
        elif event == LogEvent.WIN:
            self._ended = True
            self._win(seat, kind, extra, int(row[4]))
        elif event == LogEvent.EXHAUSTED:
            self._ended = True
            self.moves.append(["", "", w.exhausted, ""])
        elif event == LogEvent.DECISION:
            if int(row[4]) & (1 << Action.DISCARD | 1 << Action.STAND):
                self._tell_bars(seat, int(row[5]))
            self._decision(seat, kind, extra, int(row[4]))

    def _tell_bars(self, seat: int, may: int) -> None:
        """Why tiles may not be discarded, if that is asked for; `may`: mask of the lawful discards. Standing tables bar nothing,
        and a tile too many is no part of the hand (FD-1.01)."""
        if not self.bars:
            return
        melds = [[] if s in self._standing else hand.melds for s, hand in enumerate(self.hands)]
        melds[seat] = self.hands[seat].melds
        counts = self.hands[seat].counts.copy()
        if seat in self._too_many:
            counts[self._too_many[seat]] -= 1
        held = [int(kind) for kind in np.flatnonzero(counts)]
        for bar in bars(held, may, seat, melds, self.golds):
            told = " ".join(tile_text(kind, self.tiles) for kind in bar.kinds)
            self._add(seat, BARRED[self.lang].format(told, reason_of(bar, self.lang)))

    # --- breaches, standing -------------------------------------------------------------------------------------------

    def _stands(self, seat: int, reason: int) -> None:
        """A seat stands; after a breach the line of the breach says so."""
        self._standing.add(seat)
        if reason == StandReason.PENALTY:
            self.moves[-1][2] += "" if self._stood_for else AND_STANDS[self.lang]
            return
        if reason == StandReason.NO_DISCARD:
            self._tell_bars(seat, 0)
        self._add(seat, self.words.stands[reason])
        self._tell(seat)

    def _usurps(self, seat: int, rightful: int, undone: bool) -> None:
        """Another seat than the dealer takes the deal; if that is undone the right one deals after all."""
        text = USURPS[self.lang].format(rightful) + (UNDONE[self.lang].format(rightful) if undone else "")
        self.moves.append(["", self.words.seat.format(seat), text, ""])
        if not undone:
            self.dealer = seat

    def _penalty(self, seat: int, kind: int, entry: int, row: Row) -> None:
        """What came of a breach, with the tiles of the seat: some may have changed."""
        self._tell_all()
        effect, observer, objector = (int(x) for x in row[4:7])
        about = tile_of(entry, kind)
        tile = tile_text(about, self.tiles) if about >= 0 else ""
        text = consequence(seat, entry, tile, effect, observer, objector, self.lang)
        self.moves.append(["", self.words.seat.format(seat), text, ""])
        self._breached = True
        self._stood_for = effect == Counter.STAND
        if effect != Counter.PEI_WIN:
            self._robbed = None  # a kan that is undone, or was none

    def _answers_late(self, seat: int, kind: int, action: int, phase: int) -> None:
        """An answer to the last discard that comes late; what comes of it the next lines tell."""
        self._tell_all()
        named = named_tiles(action, kind)
        tiles = tile_text(kind, self.tiles) if len(named) == 1 else self._run_text(named)
        self.moves.append(["", self.words.seat.format(seat), late_answer(action, tiles, phase, self.lang), ""])

    def _run_text(self, run: list[int]) -> str:
        """A run as notation or as glyphs."""
        return "".join(GLYPHS[k] for k in run) if self.tiles == "glyphs" else format_hand(_counts(run))

    def _exchange(self, seat: int, laid: int, taken: int) -> None:
        """A tile of the hand and one of a chi change places."""
        hand = self.hands[seat]
        hand.counts[laid] -= 1
        hand.counts[taken] += 1
        at = max(i for i, (_, meld) in enumerate(hand.melds) if taken in meld and len(set(meld)) > 1)
        mark, meld = hand.melds[at]
        meld = sorted([*meld[: meld.index(taken)], *meld[meld.index(taken) + 1 :], laid])
        hand.melds[at] = (mark, meld)
        told = EXCHANGED[self.lang].format(tile_text(laid, self.tiles), tile_text(taken, self.tiles))
        self.moves.append(["", self.words.seat.format(seat), told, self._hand(seat)])

    def _tell_all(self) -> None:
        """Tell what seats have drawn that have not moved since."""
        for other in sorted({*self._drawn, *([self._seat_laying] if self._laid else [])}):
            self._tell(other)

    # --- flowers, the gold, the last group ----------------------------------------------------------------------------

    def _add(self, seat: int, text: str) -> None:
        """Something a seat did that its next line will tell."""
        self._tell_laid(seat)
        self._drawn.setdefault(seat, []).append(text)

    def _taken(self, seat: int, kind: int, from_tail: bool, mark: int) -> None:
        """A tile taken from the wall, `mark`: wrongly perhaps. One too many lies with the hand and is not the tile it drew."""
        self.hands[seat].counts[kind] += 1
        if mark == DrawMark.TOO_MANY:
            self._too_many[seat] = kind
        else:
            self._last[seat] = kind
        if mark == DrawMark.LAWFUL:
            self._add_draw(seat, tile_text(kind, self.tiles), from_tail)
        else:
            self._add(seat, WRONG_DRAWS[self.lang][mark].format(tile_text(kind, self.tiles)))

    def _add_draw(self, seat: int, tile: str, from_tail: bool) -> None:
        """A tile drawn; several replacements in a row are told together."""
        self._tell_laid(seat)
        told = self._drawn.setdefault(seat, [])
        if from_tail and told and told[-1].startswith(self.words.replacement.format("")):
            told[-1] += f" {tile}"
        else:
            told.append((self.words.replacement if from_tail else self.words.draws).format(tile))

    def _tell_laid(self, seat: int) -> None:
        """Flowers laid out one after the other are told together."""
        if self._laid:
            shown = tiles_text(_counts(self._laid), self.tiles)
            self._drawn.setdefault(seat, []).append(self.words.lays_out.format(shown))
            self._laid = []

    def _tell_drawn(self, seat: int, event: LogEvent) -> None:
        """Tell what another seat has drawn, or this one at the end, if no move of it follows."""
        for other in sorted({*self._drawn, *([self._seat_laying] if self._laid else [])}):
            if other != seat or event not in (LogEvent.DRAW, LogEvent.FLOWER, LogEvent.STAND, LogEvent.LAY_ASIDE):
                self._tell(other)

    def _tell(self, seat: int) -> None:
        """A line without a number, or with one for a draw of the last group."""
        self._tell_laid(seat)
        text = self.words.comma.join(self._drawn.pop(seat, []))
        if text:
            self.moves.append(["", self.words.seat.format(seat), text, self._hand(seat)])

    def _opened(self, event: LogEvent, seat: int, kind: int, extra: int, row: Row) -> None:
        """Flowers, tiles turned up, the last group, dice."""
        w = self.words
        tile = tile_text(kind, self.tiles) if kind >= 0 else ""
        if event == LogEvent.FLOWER:
            self.hands[seat].counts[kind] -= 1
            if extra == DEAD_FLOWER:
                self._add(seat, w.dead_flower)
            else:  # a gold laid out by mistake is replaced, but is no flower of its owner's
                if not extra:
                    self.hands[seat].flowers.append(kind)
                self._laid.append(kind)
                self._seat_laying = seat
        elif event == LogEvent.FLIP and extra:
            self.hands[seat].flowers.append(kind)
            self.moves.append(["", "", w.flipped_flower.format(tile), ""])
        elif event == LogEvent.FLIP:
            self.gold_kind = int(row[4])
            mask = int(row[5]) or 1 << self.gold_kind
            self.golds = [k for k in range(N_KINDS) if mask >> k & 1]
            self.moves.append(["", "", w.flipped.format(tile, " ".join(tile_text(k, self.tiles) for k in self.golds)), ""])
            if self._dealt:
                self.moves += [["", w.seat.format(s), "", self._hand(s)] for s in range(N_SEATS)]
        elif event == LogEvent.GROUP:
            self.moves.append(["", "", w.group.format(extra), ""])
        elif event == LogEvent.WINDS:
            self.moves.append(["", w.seat.format(seat), w.winds_dice.format(extra // 16, extra % 16) if extra else w.east, ""])
        else:
            self.moves.append(["", w.seat.format(seat), w.dice.format(extra // 16, extra % 16), ""])

    def _move(self, seat: int, text: str) -> None:
        """One line: number, seat, what it drew and did, and its tiles afterwards."""
        self._tell_laid(seat)
        done = self.words.comma.join([*self._drawn.pop(seat, []), text])
        number = str(1 + sum(1 for m in self.moves if m[0]))
        self.moves.append([number, self.words.seat.format(seat), done, self._hand(seat)])

    def _meld(self, event: LogEvent, seat: int, kind: int, extra: int, row: Row) -> None:
        w, hand = self.words, self.hands[seat]
        if event == LogEvent.CHI:
            run = [kind, kind + 1, kind + 2]
            for k in run:
                hand.counts[k] -= k != extra
            hand.melds.append(("", run))
            text = w.chi.format(self._run_text(run))
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
        elif row[4]:  # a false kan
            wrong = int(row[4]) - 1
            hand.counts[kind] -= 3
            hand.counts[wrong] -= 1
            hand.melds.append(("*", [kind] * 3 + [wrong]))
            text = FALSE_KAN[self.lang].format(tile_text(kind, self.tiles), tile_text(wrong, self.tiles))
        else:
            hand.counts[kind] -= 4
            hand.melds.append(("*", [kind] * 4))
            text = w.kan_closed.format(tile_text(kind, self.tiles))
        self._robbed = None
        self._move(seat, text)

    def _win(self, seat: int, kind: int, payer: int, opening: int) -> None:
        w, hand = self.words, self.hands[seat]
        if kind in self.golds and kind >= Tile.H1 and opening != OpeningWin.INDICATOR:  # which gold flower
            kind = self.thrown if payer >= 0 else self._last[seat]
        if self._robbed is not None:
            robbed_seat, tile = self._robbed
            self._move(robbed_seat, w.robbed.format(tile_text(tile, self.tiles)))
            self._robbed = None
        if payer >= 0:
            hand.counts[kind] += 1
            self._move(seat, w.win_on.format(tile_text(kind, self.tiles), payer))
        elif opening == OpeningWin.INDICATOR:
            hand.counts[kind] += 1
            self._move(seat, w.takes_gold.format(tile_text(kind, self.tiles)))
        elif kind < 0:
            self._move(seat, w.dealt_win)
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


DEAD_FLOWER = 1  # `extra` of a FLOWER row
_ON_TURN = (LogEvent.DISCARD, LogEvent.KAN_ADDED, LogEvent.KAN_CLOSED)
_OPENED = (LogEvent.FLOWER, LogEvent.FLIP, LogEvent.GROUP, LogEvent.DICE, LogEvent.WINDS)
# Events before which a seat's draws are told if no move followed.
_BETWEEN = (*_OPENED, LogEvent.DRAW, LogEvent.EXHAUSTED, LogEvent.STAND, LogEvent.LAY_ASIDE)
_MELDS = (LogEvent.CHI, LogEvent.PON, LogEvent.KAN_OPEN, LogEvent.KAN_ADDED, LogEvent.KAN_CLOSED)


def picture(rows: Row, lang: str = "en", tiles: str = "text", decisions: bool = False, with_bars: bool = False) -> Picture:
    """The moves of one hand. `tiles`: text, glyphs or both; `decisions`: also show declined claims; `with_bars`: say why tiles
    that the table bars may not be discarded.
    """
    shown = Picture(WORDS[lang], tiles, decisions, lang, with_bars)
    shown.read(rows)
    return shown
