"""The mistakes people make at a table, as data: name, group, clauses, and what the named profiles say about them.

A profile is part of a line-up, never of a rule set: how often somebody slips (`p`), how often each observer notices (`q`), how
often an observer objects where the rules ask for an objection, and a few rates that refine single mistakes. The numbers of
the profiles are placeholders without data behind them: they only order the players and fix a scale.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType


class Group(IntEnum):
    """Sorts of mistakes that a profile gives one probability."""

    PROCEDURE = 0
    MISREADING = 1
    FORGOTTEN_BAR = 2
    TALK = 3
    SHARP_PRACTICE = 4
    TEMPO = 5


@dataclass(frozen=True)
class MistakeInfo:
    """One mistake; breaches are logged under the first of its clauses."""

    name: str
    group: Group
    clauses: tuple[str, ...]
    extra: str = ""  # name of the rate that refines it
    objection: bool = False  # acts only if an observer objects


_P, _M, _B, _T, _S, _E = Group


def _mistake(name: str, group: Group, clauses: str, extra: str = "", objection: bool = False) -> MistakeInfo:
    return MistakeInfo(name, group, tuple(f"FD-{number}" for number in clauses.split()), extra, objection)


# In the order in which they are tried at a decision.
MISTAKES: tuple[MistakeInfo, ...] = (
    _mistake("overdraw", _P, "1.01", "self_report"),
    _mistake("false_closed_kan", _M, "1.02"),
    _mistake("wrong_door", _P, "1.03 1.05"),
    _mistake("wrong_gold", _P, "1.03 1.05"),
    _mistake("false_win", _M, "1.04 2.14", "full"),
    _mistake("passed_win", _B, "1.06 2.15"),
    _mistake("passed_pon", _B, "1.06 2.15"),
    _mistake("flush_bar", _B, "1.08 3.20"),
    _mistake("four_winds_bar", _B, "1.09"),
    _mistake("idle_gold_win", _B, "1.10"),
    _mistake("untaken_chi", _P, "1.11", "clear", True),
    _mistake("wrong_dealer", _P, "1.14"),
    _mistake("skip_draw", _P, "2.01"),
    _mistake("kan_tile", _M, "2.03"),
    _mistake("discard_gold", _M, "2.04"),
    _mistake("claim_gold", _M, "2.04"),
    _mistake("chi_with_gold", _M, "2.04"),
    _mistake("replace_gold_flower", _P, "2.05"),
    _mistake("wrong_end", _P, "2.06 2.16"),
    _mistake("wrong_chi", _M, "2.07", "fix"),
    _mistake("flower_forget", _P, "2.08 3.09 3.29", "fix"),
    _mistake("tell_tenpai", _T, "2.09 3.27", "", True),
    _mistake("ask_chi", _T, "2.10", "", True),
    _mistake("leak_hand", _T, "2.11", "", True),
    _mistake("pon_retract", _P, "2.12"),
    _mistake("flower_jump", _P, "2.13 3.09"),
    _mistake("flower_silent", _P, "2.13 3.09"),
    _mistake("late_chi", _M, "2.17 3.17"),
    _mistake("hint_ponner", _T, "2.18", "", True),
    _mistake("leak_tile", _T, "3.01", "", True),
    _mistake("freeze_breach", _B, "3.01"),
    _mistake("flower_unseen", _P, "3.02"),
    _mistake("late_kan", _M, "3.03"),
    _mistake("late_honour", _B, "3.04"),
    _mistake("hasty", _E, "3.06 3.11 3.25"),
    _mistake("slow", _E, "3.07 3.10 3.12 3.13 3.18 3.24 3.25", "phase"),
    _mistake("swap_chi", _S, "3.08", "", True),
    _mistake("flip_early", _P, "3.14 3.15", "", True),
    _mistake("undercount", _P, "3.14 3.15"),
    _mistake("hide_bust", _S, "3.21"),
    _mistake("hint_wait", _T, "3.27", "", True),
    _mistake("peek_dice", _S, "3.28", "control", True),
    _mistake("kan_retract", _P, "3.30"),
)
N_MISTAKES = len(MISTAKES)
NUMBER_OF: Mapping[str, int] = MappingProxyType({mistake.name: i for i, mistake in enumerate(MISTAKES)})


@dataclass(frozen=True)
class Profile:
    """A sort of player: probabilities by group, and the rates that refine single mistakes."""

    name: str
    slips: tuple[float, ...]  # p by Group
    notices: tuple[float, ...]  # q by Group; tempo is not noticed
    objects: float
    extras: Mapping[str, float]  # "mistake.extra"
    phases: tuple[float, float, float, float]  # of a late answer: P2, P4, P5, P5+

    def p(self, mistake: str) -> float:
        """How often this sort of player slips, per opportunity."""
        return self.slips[MISTAKES[NUMBER_OF[mistake]].group]

    def q(self, mistake: str) -> float:
        """How often this sort of observer notices it, per event."""
        return self.notices[MISTAKES[NUMBER_OF[mistake]].group]


def _extras(report: float, full: float, fix: float, clear: float) -> Mapping[str, float]:
    rates = {
        "overdraw.self_report": report, "false_win.full": full, "wrong_chi.fix": fix, "flower_forget.fix": fix,
        "untaken_chi.clear": clear, "peek_dice.control": 0.5,
    }  # fmt: skip
    return MappingProxyType(rates)


PROFILES: Mapping[str, Profile] = MappingProxyType(
    {
        profile.name: profile
        for profile in (
            Profile("none", (0.0,) * 6, (1.0,) * 6, 1.0, _extras(0.0, 1.0, 0.0, 1.0), (1.0, 0.0, 0.0, 0.0)),
            Profile(
                "careful", (0.0001, 0.0005, 0.005, 0.0002, 0.0, 0.002), (0.8, 0.9, 0.9, 0.7, 0.5, 0.0), 1.0,
                _extras(0.9, 0.5, 0.8, 0.95), (0.7, 0.2, 0.1, 0.0),
            ),
            Profile(
                "human", (0.0005, 0.002, 0.02, 0.001, 0.001, 0.01), (0.5, 0.7, 0.6, 0.5, 0.3, 0.0), 0.7,
                _extras(0.6, 0.5, 0.5, 0.9), (0.4, 0.3, 0.2, 0.1),
            ),
            Profile(
                "novice", (0.002, 0.008, 0.08, 0.004, 0.001, 0.04), (0.2, 0.4, 0.3, 0.2, 0.1, 0.0), 0.3,
                _extras(0.3, 0.7, 0.2, 0.8), (0.2, 0.3, 0.3, 0.2),
            ),
        )
    }
)  # fmt: skip
