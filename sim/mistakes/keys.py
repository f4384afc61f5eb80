"""Mistakes by name for kernels: their numbers are their places in `rulesets.mistakes.MISTAKES`."""

from __future__ import annotations

from enum import IntEnum


class Mistake(IntEnum):
    """Numbers of the mistakes."""

    OVERDRAW = 0
    FALSE_CLOSED_KAN = 1
    WRONG_DOOR = 2
    WRONG_GOLD = 3
    FALSE_WIN = 4
    PASSED_WIN = 5
    PASSED_PON = 6
    FLUSH_BAR = 7
    FOUR_WINDS_BAR = 8
    IDLE_GOLD_WIN = 9
    UNTAKEN_CHI = 10
    WRONG_DEALER = 11
    SKIP_DRAW = 12
    KAN_TILE = 13
    DISCARD_GOLD = 14
    CLAIM_GOLD = 15
    CHI_WITH_GOLD = 16
    REPLACE_GOLD_FLOWER = 17
    WRONG_END = 18
    WRONG_CHI = 19
    FLOWER_FORGET = 20
    TELL_TENPAI = 21
    ASK_CHI = 22
    LEAK_HAND = 23
    PON_RETRACT = 24
    FLOWER_JUMP = 25
    FLOWER_SILENT = 26
    LATE_CHI = 27
    HINT_PONNER = 28
    LEAK_TILE = 29
    FREEZE_BREACH = 30
    FLOWER_UNSEEN = 31
    LATE_KAN = 32
    LATE_HONOUR = 33
    HASTY = 34
    SLOW = 35
    SWAP_CHI = 36
    FLIP_EARLY = 37
    UNDERCOUNT = 38
    HIDE_BUST = 39
    HINT_WAIT = 40
    PEEK_DICE = 41
    KAN_RETRACT = 42
