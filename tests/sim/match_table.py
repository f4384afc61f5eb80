"""Matches laid out by hand: a record, the form they are played in, and hands given by their payments."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from rulesets.compile import rule_table
from rulesets.formats import FORMAT, format_table
from rulesets.score import new_events, new_scores
from rulesets.spec import RulesetSpec, load_preset, with_changes
from rulesets.tiles import WinKind
from sim.match import MATCH, Cause, begin_match, result_of
from sim.match_turnover import close_hand

FUDING = load_preset("fuding/wujiao")
N = 5


def spec_with(base: RulesetSpec = FUDING, **changes: Any) -> RulesetSpec:
    """A rule set with options changed; `format__stack=500` is the option `format.stack`; values it has already are left."""
    wanted = {key.replace("__", "."): value for key, value in changes.items()}
    moved = {key: value for key, value in wanted.items() if base.values[key] != value}
    return with_changes(base, moved) if moved else base


class Match:
    """A running match whose hands are given. Players A to E are 0 to 4; without more ado player p sits at seat p, E waits."""

    def __init__(self, spec: RulesetSpec = FUDING, dealer: int = 0, seating: tuple[int, ...] = (0, 1, 2, 3, 4)) -> None:
        self.rules = rule_table([spec])[0]
        self.form = format_table([spec], [int(spec.values["format.max_hands"]) or 200])[0]
        self.record = np.zeros(1, np.dtype((np.record, MATCH)))[0]
        begin_match(self.record, self.form, np.array(seating, np.int64), dealer)

    def set(self, **fields: Any) -> Match:
        """Overwrite fields of the record."""
        for name, value in fields.items():
            self.record[name] = value
        return self

    def hand(
        self,
        *,
        winners: tuple[int, ...] = (),
        giver: int = -1,
        owed: dict[tuple[int, int], int] | None = None,
        tai: int = 0,
        limit_hand: bool = False,
        tai_of: dict[int, int] | None = None,
        limit_of: Iterable[int] = (),
        penalties: tuple[int, ...] = (),
        liable: int = -1,
    ) -> Match:
        """Close a hand. Seats are absolute; `owed[payer, payee]`; `tai` and `limit_hand` are of every winner unless
        `tai_of` and `limit_of` say it seat by seat."""
        event = new_events()[0]
        event.dealer = self.record.dealer
        event.n_kept = self.record.kept
        event.winner_mask = sum(1 << s for s in winners)
        event.payer = giver
        event.win_kind = WinKind.DRAW if not winners else WinKind.SELF_DRAW if giver < 0 else WinKind.DISCARD
        event.liable = liable
        event.penalties[: len(penalties)] = penalties
        event.pei_mask = np.bitwise_or.reduce(np.array((0, *penalties))) & 15
        score = new_scores()[0]
        for pair, points in (owed or {}).items():
            score.owed[pair] = points
        for seat in winners:
            score.tai[seat] = (tai_of or {}).get(seat, tai)
            score.limit_hands |= int(limit_hand or seat in limit_of) << seat
        close_hand(self.rules, self.form, self.record, event, score)
        return self

    def check(self) -> Match:
        """The identities that hold at all times (g.1, e.5)."""
        m = self.record
        start = int(self.form.stack) * int(m.n_players) if int(self.form.kind) >= 2 else 0
        assert m.stack.sum() == start + m.debt.sum()
        assert m.account.sum() == 0
        assert (m.stack >= 0).all() or int(self.form.kind) < 2
        assert sum(self.results) == 0
        return self

    @property
    def results(self) -> list[int]:
        return [int(result_of(self.record, self.form, p)) for p in range(int(self.record.n_players))]

    @property
    def cause(self) -> Cause:
        return Cause(int(self.record.cause))

    @property
    def bench(self) -> list[int]:
        return [int(p) for p in self.record.bench[: self.record.n_bench]]

    def __getattr__(self, name: str) -> Any:
        value = getattr(self.record, name)
        return value.tolist() if isinstance(value, np.ndarray) else int(value)


def claims(winner: int, dealer: int, total: int, **others: int) -> dict[tuple[int, int], int]:
    """What a win with a total makes the three others pay (b.11), dealer doubled; `others`: `s2=40` = total of seat 2."""
    totals = {int(name[1:]): value for name, value in others.items()}
    out = {}
    for payer in range(4):
        for payee in range(4):
            if payer in (payee, winner):
                continue
            amount = total if payee == winner else totals.get(payee, 0)
            factor = 2 if dealer in (payer, payee) else 1
            if amount:
                out[payer, payee] = amount * factor
    return out


assert FORMAT.names
