"""Who may point out what (FD-3.26, e.6): those at the table everything, a player who waits only what costs a penalty payment."""

from __future__ import annotations

from rulesets.clause_log import ENTRY_CLAUSES, ENTRY_NAMES

# As (part, number) of the clauses; of FD-2.15 the win, a hidden bust is FD-3.21.
_AT_PENALTY_LEVEL = frozenset({(1, n) for n in (1, 2, 3, 4, 5, 6, 8, 9, 10, 11)} | {(2, 15), (3, 21)})
_STANDS = ("passed_pon",)  # booked under FD-1.06, but undone or answered by standing


def may_object(clause: str, seated: bool) -> bool:
    """FD-3.26: whether a player may point out a breach of a clause. At the table: any; on the bench: what is answered by a
    penalty payment, and a hidden bust.

    >>> may_object("FD-1.01", seated=False), may_object("FD-2.06", seated=False), may_object("FD-2.06", seated=True)
    (True, False, True)
    """
    part, number = clause.removeprefix("FD-").split(".")
    return seated or (int(part), int(number)) in _AT_PENALTY_LEVEL


BENCH_ENTRIES = sum(
    1 << entry
    for entry, clause in enumerate(ENTRY_CLAUSES)
    if may_object(clause, seated=False) and ENTRY_NAMES[entry] not in _STANDS
)
"""Mask of the entries of the clause log whose breach a player who waits may point out."""
