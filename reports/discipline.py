"""The clause table: how often each clause of the table binds, and where people err what it costs; and what aborting after a
penalty payment changes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from reports import digits, markup
from reports.clause_log import Log, clause_of
from reports.compare import Cell, Comparison
from reports.intervals import Interval
from reports.load import Lineup, Text, Variant
from rulesets.clause_log import ENTRY_NAMES, Counter
from rulesets.mistake_texts import entry_text

ABORT_KEY = "penalty.after_pei"
PER = 1000  # hands
PENALTY = (Counter.PEI, Counter.PEI_WIN)
DECIDED = (Counter.ENDED, Counter.DENIED)
COLUMNS = (
    (Text("可犯次数", "triggered"), (Counter.TRIG,)),
    (Text("受限次数", "bound"), (Counter.BOUND,)),
    (Text("犯规", "committed"), (Counter.SLIP,)),
    (Text("被发现", "noticed"), (Counter.NOTICED,)),
    (Text("有人异议", "objected"), (Counter.OBJECTED,)),
    (Text("赔胡", "penalty payments"), PENALTY),
    (Text("站胡", "standing"), (Counter.STAND,)),
    (Text("转移分数", "points moved"), (Counter.CHIPS,)),
    (Text("决定一局", "hands decided"), DECIDED),
)
"""Of the clause table: name, and the counters added up; all per thousand hands. A study in which nobody errs has two of them."""

PLAIN = (Counter.TRIG, Counter.BOUND)
"""Counts of situations, given without an interval: there are many, or one in every hand."""

MOST = 3
"""Clauses that are named as the heaviest."""

ANSWERED = ("void_rate", "draw_rate", "draws_per_hand", "points_moved", "mean_win", "dealer_net")
"""Measures that say what a table notices of the rule on broken-off hands."""

@dataclass(frozen=True)
class Answer:
    """One table of players: a measure when hands are broken off and when they are played on."""

    measure: Text
    unit: Text
    abort: Markup
    play_on: Markup
    difference: Markup


def log_of(comparison: Comparison, variant: int, lineup: int) -> Log | None:
    """The clause log, if one was kept."""
    return comparison.run.clauses.get((variant, lineup))


def errs(comparison: Comparison, lineup: int | None = None) -> bool:
    """Whether anybody in the study, or in one line-up of it, can err: only then there is something to say."""
    logs = (log for (_, u), log in comparison.run.clauses.items() if lineup in (None, u))
    return any(log.total(e, Counter.TRIG, Counter.SLIP) for log in logs for e in log.entries())


def columns_of(comparison: Comparison) -> tuple[tuple[Text, tuple[Counter, ...]], ...]:
    """The columns in which anything was counted."""
    logs = comparison.run.clauses.values()
    return tuple(c for c in COLUMNS if any(log.total(e, *c[1]) for log in logs for e in log.entries()))


def play_on(comparison: Comparison) -> tuple[int, int] | None:
    """(aborting, playing on): the baseline and a variant that differ in `penalty.after_pei` alone; None without such a pair."""
    for v in comparison.run.variants[1:]:
        if len(v.changes) == 1 and v.changes[0].key == ABORT_KEY:
            base = comparison.run.baseline.index
            return (base, v.index) if v.changes[0].after == "continue" else (v.index, base)
    return None


def answers(comparison: Comparison, lineup: int) -> list[Answer]:
    """What aborting after a penalty payment instead of playing on changes for one table of players; nothing where nobody errs."""
    pair = play_on(comparison)
    if pair is None or not errs(comparison, lineup):
        return []
    abort, on = pair
    rows = []
    logs = [log_of(comparison, v, lineup) for v in pair]
    if logs[0] and logs[1]:
        for name, counters in (
            (Text("赔胡", "penalty payments"), PENALTY),
            (Text("因赔胡中止的局", "hands broken off"), (Counter.ABORT,)),
            (Text("罚则转移的分数", "points moved by penalties"), (Counter.CHIPS,)),
        ):
            before, after = (_number(log.rate(ENTRY_NAMES, *counters)) for log in (logs[0], logs[1]))
            rows.append(Answer(name, Text("每千局", "per 1,000 hands"), before, after, markup.NOTHING))
    other = next(v for v in (abort, on) if v != comparison.run.baseline.index)
    counted = {m.name for m in comparison.run.lineups[lineup].metrics}
    for metric in (name for name in ANSWERED if name in counted):
        cells = [comparison.cell(v, lineup, metric) for v in pair]
        m = cells[0].metric
        unit = digits.unit_of(m)
        changed = markup.difference(comparison.cell(other, lineup, metric))
        name = Text(m.definition.zh, m.definition.en)
        before, after = (markup.estimate(cell, bare=True) for cell in cells)
        rows.append(Answer(name, Text(unit.zh, unit.en), before, after, changed))
    return rows


def said(comparison: Comparison, lineup: Lineup) -> Text:
    """The same in one sentence."""
    pair = play_on(comparison)
    logs = [log_of(comparison, v, lineup.index) for v in pair] if pair else []
    if not pair or not all(logs):
        return Text("", "")
    pei, stops, still = (
        log.rate(ENTRY_NAMES, *counters) if log else None
        for log, counters in ((logs[0], PENALTY), (logs[0], (Counter.ABORT,)), (logs[1], (Counter.ABORT,)))
    )
    if pei is None or stops is None or still is None or not pei.estimate:
        return Text(
            f"{lineup.title.zh}：没有赔胡，两种规则没有差别。",
            f"{lineup.title.en}: nobody makes a penalty payment, and the two rules are the same.",
        )
    first, second = (_drawn(comparison.cell(v, lineup.index, "draw_rate")) for v in pair)
    n, k, rest = _written(pei), _written(stops), _still_void(still)
    return Text(
        f"{lineup.title.zh}：每千局有 {n} 次赔胡。中止时 {k} 局因此作废，{first.zh}；继续打时{rest.zh}，{second.zh}。",
        f"{lineup.title.en}: {n} penalty payments in 1,000 hands. Where they break the hand off, {k} hands are void and {first.en}"
        f"; where play goes on, {rest.en}, and {second.en}.",
    )


def _drawn(cell: Cell) -> Text:
    """How many hands are exhaustive draws, inside a sentence."""
    if not cell.events:
        return Text("没有荒庄", "none is an exhaustive draw")
    share = digits.estimate(cell).text
    return Text(f"荒庄占全部局的 {share}%", f"{share} % of all hands are exhaustive draws")


def _still_void(still: Interval) -> Text:
    """What is said of hands that are void although play goes on after a penalty payment."""
    if not still.estimate:
        return Text("没有作废的局", "no hand is void")
    k = _written(still)
    return Text(
        f"仍有 {k} 局作废（开错门、开错金总是作废，FD-1.12）",
        f"{k} are void all the same (a wrong door or gold always voids the hand, FD-1.12)",
    )


def clause_rows(comparison: Comparison, variant: Variant, lineup: int) -> list[tuple[str, Text, list[Markup]]]:
    """The clause table of one rule set and line-up: clause, what is done, the rates of COLUMNS; most penalties first."""
    log = log_of(comparison, variant.index, lineup)
    if log is None:
        return []
    shown = [e for e in log.entries() if log.total(e, Counter.TRIG, Counter.SLIP, Counter.BOUND)]
    shown.sort(key=lambda e: (-log.total(e, *PENALTY), -log.total(e, Counter.SLIP), -log.total(e, Counter.BOUND)))
    return [(clause_of(e), text_of(e), [_rate(log, [e], c) for _, c in columns_of(comparison)]) for e in shown]


def totals(comparison: Comparison, lineup: int) -> list[tuple[Variant, list[Markup]]]:
    """All clauses together by rule set."""
    rows = []
    columns = columns_of(comparison)
    for v in comparison.run.variants:
        log = log_of(comparison, v.index, lineup)
        if log is not None:
            rows.append((v, [_rate(log, ENTRY_NAMES, c) for _, c in columns]))
    return rows


def heaviest(log: Log | None, lineup: Lineup) -> Text:
    """Which clauses cost most: the shares of all points that penalties move, at most three; empty where none is paid."""
    paid = {e: log.total(e, Counter.CHIPS) for e in log.entries()} if log else {}
    every = sum(paid.values())
    if not every:
        return Text("", "")
    first = sorted((e for e in paid if paid[e]), key=lambda e: -paid[e])[:MOST]
    zh = "、".join(f"{text_of(e).zh}（{clause_of(e)}）{100 * paid[e] / every:.0f}%" for e in first)
    en = ", ".join(f"{text_of(e).en} ({clause_of(e)}) {100 * paid[e] / every:.0f} %" for e in first)
    return Text(
        f"{lineup.title.zh}：基准下罚则转移的分数最多来自{zh}（所打各局的精确占比）。",
        f"{lineup.title.en}: under the baseline most points that penalties move are due to: {en} (exact shares of the hands"
        " played).",
    )


def text_of(entry: str) -> Text:
    """What an entry of the log is, in both languages."""
    found = entry_text(entry)
    return Text(found.zh, found.en)


def _rate(log: Log, entries: Iterable[str], counters: tuple[Counter, ...]) -> Markup:
    """A cell of the clause table."""
    i = log.rate(entries, *counters)
    if counters[0] not in PLAIN or not i.estimate or i.low is None or i.high is None:
        return _number(i)
    return markup.number(digits.fixed(i.estimate * PER, 0 if i.estimate * PER >= 10 else 1), "", i.n, i.low * PER, i.high * PER)


def _written(i: Interval) -> str:
    return digits.written(i.estimate, i.low, i.high, PER).text


def _number(i: Interval) -> Markup:
    """A rate per thousand hands with its marks: a plain nought where nothing was counted, nothing where it has no interval."""
    if i.estimate is None or (i.estimate and i.low is None):
        return markup.NOTHING
    w = digits.written(i.estimate, i.low, i.high, PER)
    low, high = (None, None) if i.low is None or i.high is None else (i.low * PER, i.high * PER)
    return markup.number(w.value, w.spread if i.estimate else "", i.n, low, high, "none in these hands")


def context(comparison: Comparison) -> dict[str, object]:
    """What the page's section on discipline shows; `discipline` is empty where no clause of the table has bound anybody."""
    run = comparison.run
    columns = columns_of(comparison)
    if not columns:
        return {"discipline": [], "aborting_first": False}
    return {
        "discipline": [
            {
                "lineup": u,
                "said": said(comparison, u),
                "answers": answers(comparison, u.index),
                "totals": totals(comparison, u.index),
                "heaviest": heaviest(log_of(comparison, run.baseline.index, u.index), u),
                "clauses": clause_rows(comparison, run.baseline, u.index),
            }
            for u in run.lineups
        ],
        "discipline_columns": [name for name, _ in columns],
        "discipline_errs": errs(comparison),
        # where some tables play without a mistake, the study asks about more than penalties and its own answer comes first
        "aborting_first": all(errs(comparison, u.index) for u in run.lineups),
    }
