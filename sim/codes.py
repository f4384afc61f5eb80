"""How a kernel reports that it had to stop. Kernels raise nothing; the caller turns these into exceptions."""

from __future__ import annotations

from enum import IntEnum


class Code(IntEnum):
    """Return codes: 0 or positive is well, negative means that the hand could not be finished."""

    OK = 0
    DRAW_NEXT = 1  # the seat after the one on turn draws
    DRAW_AFTER_KAN = 2  # the seat on turn draws the replacement of its kan
    DRAW_NOW = 3  # the seat on turn, which might have stood instead, draws
    DONE = 4  # nothing is left to do in this round
    ILLEGAL_CHOICE = -1  # a bot or script chose what is not in its legal set
    SCRIPT_ENDED = -2  # a strict script has no row for the decision at hand: the table waits for an answer
    SCRIPT_SEAT = -3  # a strict script answers for another seat than the one that is asked
    WALL_EMPTY = -4  # a tile was due and the wall held none
    EMPTY_LEGAL_SET = -5
    SCORING = -6  # the scoring kernel refused the hand
    NOT_ZERO_SUM = -7
    UNKNOWN_BOT = -8
    TOO_MANY_BREACHES = -9  # more mistakes in a hand than the book of breaches holds


MEANING: dict[int, str] = {
    Code.ILLEGAL_CHOICE: "a choice outside the legal set",
    Code.SCRIPT_ENDED: "the script ended before the hand did",
    Code.SCRIPT_SEAT: "the script answers for a seat that is not asked",
    Code.WALL_EMPTY: "a tile was due but the wall is empty",
    Code.EMPTY_LEGAL_SET: "a seat on its turn has no legal action",
    Code.SCORING: "the hand could not be scored",
    Code.NOT_ZERO_SUM: "the points of the four seats do not sum to zero",
    Code.UNKNOWN_BOT: "a bot of an unknown kind",
    Code.TOO_MANY_BREACHES: "more mistakes in one hand than can be kept book of",
}
