"""Breaches that cost nothing, for the end of the picture of a hand: nobody found them in time, or nobody objected.

The transcript tells what followed from a breach; these are in the log of breaches alone.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from rulesets.clause_log import EVENT_COLUMNS, BreachPhase
from rulesets.mistake_texts import PHASE_TEXTS
from rulesets.mistakes import MISTAKES
from sim.show import tile_text
from sim.show_mistakes import breach_text, noticed_by, tile_of

HEADING: Mapping[str, str] = {"en": "Breaches without consequences:", "zh": "未受追究的犯规："}
UNSEEN: Mapping[str, str] = {"en": "nobody found it in time", "zh": "无人及时发觉"}
TOLERATED: Mapping[str, str] = {"en": "nobody objected", "zh": "无人异议"}
AFTER: Mapping[str, str] = {"en": "{} ({} discarded so far)", "zh": "{}（已打出 {} 张）"}
SEAT: Mapping[str, str] = {"en": "seat {}", "zh": "{} 号位"}


def unpunished(breaches: npt.NDArray[np.int64], hand_no: int, tiles: str, lang: str) -> list[list[str]]:
    """A line for each such breach of a hand: seat, where in the hand, what it was and why nothing came of it.

    `breaches`: rows of EVENT_COLUMNS; `tiles`: text, glyphs or both.
    """
    lines = []
    for row in breaches.tolist():
        breach = dict(zip(EVENT_COLUMNS, row, strict=False))
        if breach["hand_no"] == hand_no and breach["effect"] < 0 and _why(breach, lang):
            about = tile_of(breach["entry"], breach["kind"])
            what = breach_text(breach["entry"], tile_text(about, tiles) if about >= 0 else "", lang)
            lines.append([SEAT[lang].format(breach["seat"]), _where(breach, lang), what + _why(breach, lang)])
    return lines


def _why(breach: Mapping[str, int], lang: str) -> str:
    """Why nothing came of a breach without an effect; nothing if something has come of it all the same."""
    stop = "，" if lang == "zh" else "; "
    if not breach["noticed"]:
        return stop + UNSEEN[lang]
    if breach["entry"] >= len(MISTAKES) or not MISTAKES[breach["entry"]].objection:
        return ""  # a deal out of turn that was undone, or a breach that another entry pays for
    seen = noticed_by(breach["seat"], breach["observer"], -1, lang)
    return "".join(stop + part for part in (seen, TOLERATED[lang]) if part)


def _where(breach: Mapping[str, int], lang: str) -> str:
    """Where in the hand a breach was made, and how many tiles lay on the table by then."""
    text = PHASE_TEXTS[breach["phase"]]
    said = text.zh if lang == "zh" else text.en
    in_play = breach["phase"] not in (BreachPhase.DEAL, BreachPhase.END)
    return AFTER[lang].format(said, breach["turn"]) if in_play else said
