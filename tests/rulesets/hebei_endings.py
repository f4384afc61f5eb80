"""Hypothesis: finished Hebei hands, rich in the patterns that score."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from rulesets.records.checks import check_record
from rulesets.records.model import Meld, Record, Winner
from rulesets.tiles import N_SEATS, MeldKind, WinKind

ORPHANS = [k for k in range(34) if k >= 27 or k % 9 in (0, 8)]
CALLED = (MeldKind.PON, MeldKind.KAN_OPEN, MeldKind.KAN_ADDED, MeldKind.KAN_CLOSED)


@st.composite
def _kind(draw: st.DrawFn, flush: int) -> int:
    """A kind; `flush` 0-2 favours one suit (and honours), 3 honours, 4 anything."""
    if flush == 3 or (flush < 3 and draw(st.integers(0, 3)) == 0):
        return draw(st.integers(27, 33))
    return draw(st.integers(9 * flush, 9 * flush + 8)) if flush < 3 else draw(st.integers(0, 33))


@st.composite
def _standard(draw: st.DrawFn, flush: int) -> tuple[list[int], list[tuple[MeldKind, int]]]:
    """Concealed tiles and melds of four sets and a pair; may use a kind more than four times."""
    tiles: list[int] = []
    melds: list[tuple[MeldKind, int]] = []
    n_melds = draw(st.sampled_from([0, 0, 1, 1, 2, 3, 4]))
    for i in range(4):
        kind = draw(_kind(flush))
        if i < n_melds:
            melds.append((draw(st.sampled_from(CALLED)), kind))
        elif kind < 27 and draw(st.integers(0, 3)):
            low = 9 * (kind // 9) + draw(st.sampled_from([0, 3, 3, 6, 1, 2, 4, 5]))
            tiles += [low, low + 1, low + 2]
        else:
            tiles += [kind] * 3
    pair = draw(_kind(flush))
    return [*tiles, pair, pair], melds


@st.composite
def _pairs(draw: st.DrawFn, flush: int) -> list[int]:
    kinds = draw(st.lists(_kind(flush), min_size=7, max_size=7))
    return [k for kind in kinds for k in (kind, kind)]


@st.composite
def winning_hands(draw: st.DrawFn) -> tuple[list[int], list[tuple[MeldKind, int]]]:
    """Concealed tiles (14 less 3 for each meld) and melds of a complete hand."""
    flush = draw(st.integers(0, 4))
    shape = draw(st.sampled_from(["standard"] * 5 + ["pairs"] * 3 + ["orphans"]))
    if shape == "orphans":
        tiles, melds = [*ORPHANS, draw(st.integers(31, 33))], []
    elif shape == "pairs":
        tiles, melds = draw(_pairs(flush)), []
    else:
        tiles, melds = draw(_standard(flush))
    used = Counter(tiles)
    for kind, tile in melds:
        used[tile] += 3 if kind == MeldKind.PON else 4
    assume(max(used.values()) <= 4)
    return tiles, melds


@st.composite
def endings(draw: st.DrawFn, max_other_kans: int = 2) -> Record:
    """A finished hand with one winner, kans of the others, and every way of winning."""
    tiles, melds = draw(winning_hands())
    seat, dealer = draw(st.integers(0, 3)), draw(st.integers(0, 3))
    tile = draw(st.sampled_from(sorted(set(tiles))))
    concealed = list(tiles)
    concealed.remove(tile)
    used = Counter(tiles)
    for kind, meld in melds:
        used[meld] += 3 if kind == MeldKind.PON else 4
    result = draw(st.sampled_from([WinKind.SELF_DRAW, WinKind.DISCARD, WinKind.ROB_KAN]))
    payer = None if result == WinKind.SELF_DRAW else (seat + draw(st.integers(1, 3))) % N_SEATS
    others: dict[int, list[Meld]] = {}
    if result == WinKind.ROB_KAN and payer is not None:
        if used[tile] > 1:
            result = WinKind.DISCARD
        else:
            others[payer] = [Meld(MeldKind.PON, tile, draw(_feeder(payer)))]
            used[tile] = 4
    free = [k for k in range(34) if used[k] == 0]
    for kind in draw(st.lists(st.sampled_from(free), max_size=max_other_kans, unique=True)) if free else []:
        owner = (seat + draw(st.integers(1, 3))) % N_SEATS
        others.setdefault(owner, []).append(draw(_meld(draw(st.sampled_from(CALLED[1:])), kind, owner)))
    kans = any(kind != MeldKind.PON for kind, _ in melds)
    self_draw = result == WinKind.SELF_DRAW
    return check_record(
        Record(
            dealer=dealer,
            result=result,
            tile=tile,
            payer=payer,
            after_kan=self_draw and kans and draw(st.booleans()),
            last_tile=result != WinKind.ROB_KAN and draw(st.booleans()),
            winners=(Winner(seat, tuple(sorted(concealed)), tuple(draw(_meld(k, t, seat)) for k, t in melds)),),
            others={owner: tuple(m) for owner, m in others.items()},
        )
    )


def _feeder(seat: int) -> st.SearchStrategy[int]:
    return st.sampled_from([s for s in range(N_SEATS) if s != seat])


@st.composite
def _meld(draw: st.DrawFn, kind: MeldKind, tile: int, owner: int) -> Meld:
    return Meld(kind, tile, None if kind == MeldKind.KAN_CLOSED else draw(_feeder(owner)))


def moved(record: Record, seat_step: int = 0, kinds: Any = None) -> Record:
    """The record with all seats turned by `seat_step` and all kinds replaced by `kinds[kind]`."""

    def seat(s: int | None) -> int | None:
        return None if s is None else (s + seat_step) % N_SEATS

    def kind(k: int) -> int:
        return k if kinds is None else kinds[k]

    def melds(found: tuple[Meld, ...]) -> tuple[Meld, ...]:
        return tuple(Meld(m.kind, kind(m.tile), seat(m.feeder)) for m in found)

    return check_record(
        Record(
            dealer=seat(record.dealer) or 0,
            result=record.result,
            tile=None if record.tile is None else kind(record.tile),
            payer=seat(record.payer),
            after_kan=record.after_kan,
            last_tile=record.last_tile,
            winners=tuple(
                Winner(seat(w.seat) or 0, tuple(sorted(kind(k) for k in w.concealed)), melds(w.melds)) for w in record.winners
            ),
            others={seat(s) or 0: melds(m) for s, m in record.others.items()},
        )
    )
