"""How often dealers have kept the deal 連莊, for studies of independent hands whose rules may pay for it.

An independent hand is any hand of a long session: its dealer's streak is drawn from the distribution that long sessions of
the baseline settle at. It is measured once, before a study is played, from the study's seed and on sessions no study
reaches; all variants and line-ups share it, so that walls stay paired. Where no rule can pay for the streak nothing is measured.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from rulesets.spec import RulesetSpec
from sim.batch import Group, play
from sim.plan import Study
from sim.shard import Work

FIRST_SESSION = 1 << 31
"""Number of the first measured session; the walls of a study are numbered from 0."""
SESSIONS = 80
HANDS = 50
SETTLING = 10
"""Hands at the start of each session that do not count: its first dealer has no streak."""


def knows_streaks(spec: RulesetSpec) -> bool:
    """Whether the family can pay for the dealer's streak; then it is measured whatever it is worth, for extended runs.

    >>> from rulesets.spec import load_preset
    >>> knows_streaks(load_preset("fuzhou/fz_std")), knows_streaks(load_preset("hebei/literal"))
    (True, False)
    """
    return f"{spec.family}.per_kept" in spec.values


def with_streaks(work: Work, study: Study) -> Work:
    """The work order with the distribution of streaks, if the study needs it."""
    if study.unit == "session" or not any(knows_streaks(variant.spec) for variant in study.variants):
        return work
    return replace(work, streaks=measured(work))


def measured(work: Work) -> tuple[int, ...]:
    """Hands in which the dealer had kept the deal 0, 1, 2, … times, of the baseline with the first line-up."""
    sessions = np.arange(FIRST_SESSION, FIRST_SESSION + SESSIONS)
    beliefs = (work.beliefs[0][0],)
    played = play(
        work.rules, work.bots, sessions, work.seed,
        lineups=work.lineups[:1], groups=[Group(0, (0,), beliefs)], session_hands=HANDS,
    )  # fmt: skip
    kept = played.rows["kept"][0, 0, :, SETTLING:]
    return tuple(int(n) for n in np.bincount(kept.ravel()))
