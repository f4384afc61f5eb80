"""What came of breaches, for the picture of a hand: who did what, who noticed it, what it costs."""

from __future__ import annotations

from collections.abc import Mapping

from rulesets.clause_log import ENTRY_NAMES, Counter
from rulesets.mistake_texts import entry_text
from rulesets.options import Text
from rulesets.tiles import N_SEATS
from sim.actions import Action
from sim.transcript import DrawMark, LatePhase

VOID: Mapping[str, str] = {
    "en": "The hand is broken off and void: nobody wins, only penalties are paid.",
    "zh": "此局中止作废：无人和牌，只付罚分。",
}
AND_STANDS: Mapping[str, str] = {"en": " and stands", "zh": "并站胡"}
USURPS: Mapping[str, str] = {"en": "takes the deal of seat {}", "zh": "抢了 {} 号位的庄"}
UNDONE: Mapping[str, str] = {"en": "; found before the gold is open: seat {} deals", "zh": "；开金前发觉：由 {} 号位坐庄"}
EXCHANGED: Mapping[str, str] = {"en": "lays {} into the chi in place of {}", "zh": "把吃牌中的 {1} 换成 {0}"}
FALSE_KAN: Mapping[str, str] = {"en": "closed kan {} with {} as its fourth tile, face down", "zh": "暗杠 {}，第四张盖的是 {}"}

WRONG_DRAWS: Mapping[str, Mapping[int, str]] = {
    "en": {
        DrawMark.TOO_MANY: "takes {}, a tile too many",
        DrawMark.WRONG_END: "draws {} from the tail, the wrong end",
        DrawMark.LIFTED: "lifts {} and then wants to chi",
    },
    "zh": {DrawMark.TOO_MANY: "多摸 {}", DrawMark.WRONG_END: "从错的一头（杠头）摸 {}", DrawMark.LIFTED: "抬起 {} 后又要吃"},
}
LATE_ANSWERS: Mapping[str, Mapping[int, str]] = {
    "en": {
        LatePhase.BEFORE_DISCARD: "says late, before the next tile is lifted or discarded: {}",
        LatePhase.LIFTED: "says late, when the next tile has been lifted: {}",
        LatePhase.RACKED: "says late, when the next tile has touched its rack: {}",
        LatePhase.AFTER: "says late, long after the next tile has touched its rack: {}",
    },
    "zh": {
        LatePhase.BEFORE_DISCARD: "迟应，下一张牌抬起或打出之前才说：{}",
        LatePhase.LIFTED: "迟应，下一张牌已抬起才说：{}",
        LatePhase.RACKED: "迟应，下一张牌已到牌堆边上才说：{}",
        LatePhase.AFTER: "迟应，下一张牌到牌堆边上很久才说：{}",
    },
}
WANTED: Mapping[str, Mapping[int, str]] = {
    "en": {Action.CHI_LOW: "chi {}", Action.PON: "pon {}", Action.KAN_OPEN: "open kan {}", Action.WIN: "win on {}"},
    "zh": {Action.CHI_LOW: "吃 {}", Action.PON: "碰 {}", Action.KAN_OPEN: "明杠 {}", Action.WIN: "和 {}"},
}
"""The answers to a discard; of the chis the first stands for all."""

PUT_BACK: Mapping[str, str] = {"en": "puts {} back on the wall", "zh": "把 {} 放回牌墙"}

EFFECTS: Mapping[str, Mapping[int, str]] = {
    "en": {
        Counter.PEI: "pays a penalty 赔胡",
        Counter.PEI_WIN: "pays this win for all 赔胡",
        Counter.STAND: "stands",
        Counter.SELF_DRAW_ONLY: "may win by self-draw only",
        Counter.FREEZE: "the tile lies face up and is frozen",
        Counter.UNDO: "it is undone",
        Counter.TAKEBACK: "takes it back",
        Counter.VOID_HU: "its concealed points do not count",
    },
    "zh": {
        Counter.PEI: "赔胡",
        Counter.PEI_WIN: "赔胡，此和由其一家付",
        Counter.STAND: "站胡",
        Counter.SELF_DRAW_ONLY: "只能自摸",
        Counter.FREEZE: "漏出的牌亮明并受限",
        Counter.UNDO: "作废退回",
        Counter.TAKEBACK: "收回重打",
        Counter.VOID_HU: "暗牌的胡数不计",
    },
}
ALL_TILES = Text("calls a win that is none and lays all tiles down", "诈和，整手摊牌")
"""Of the mistake of a false win its whole form; the other has an entry of its own."""

TILELESS = ("joint_opening", "wrong_chi", "swap_chi", "wrong_dealer")
"""Entries whose breach concerns no single tile."""


def noticed_by(seat: int, observer: int, objector: int, lang: str) -> str:
    """How it came out; nothing where the referee, who sees all, found it and nobody had to object."""
    zh = lang == "zh"
    if objector >= 0:
        return f"{objector} 号位异议" if zh else f"seat {objector} objects"
    if observer == seat:
        return "自己认错" if zh else "owns up"
    if observer > N_SEATS:
        return "等候者指出" if zh else "the waiting player points it out"
    if 0 <= observer < N_SEATS:
        return f"{observer} 号位发觉" if zh else f"seat {observer} notices"
    return ""


def tile_of(entry: int, kind: int) -> int:
    """The tile that a breach is about, -1 none."""
    return -1 if ENTRY_NAMES[entry] in TILELESS else kind


def breach_text(entry: int, tile: str, lang: str) -> str:
    """What somebody did. `tile`: the one it is about, in words, or nothing."""
    name = ENTRY_NAMES[entry]
    text = ALL_TILES if name == "false_win" else entry_text(name)
    if lang == "zh":
        return text.zh + (f"（{tile}）" if tile else "")
    return text.en + (f" ({tile})" if tile else "")


def consequence(seat: int, entry: int, tile: str, effect: int, observer: int, objector: int, lang: str) -> str:
    """One line: the breach, how it came out, what follows. `tile`: the one it is about, in words, or nothing.

    >>> consequence(1, ENTRY_NAMES.index("passed_win"), "5p", Counter.PEI, 2, -1, "en")
    'wins on a kind it let go by (5p); seat 2 notices: pays a penalty 赔胡'
    """
    done = breach_text(entry, tile, lang)
    seen = noticed_by(seat, observer, objector, lang)
    said = EFFECTS[lang][effect]
    if lang == "zh":
        return f"{done}{'，' + seen if seen else ''}：{said}"
    return f"{done}{'; ' + seen if seen else ''}: {said}"


def named_tiles(action: int, kind: int) -> list[int]:
    """The tiles that an answer to a discard is told with: of a chi its run, otherwise the discard.

    >>> named_tiles(Action.CHI_MID, 4), named_tiles(Action.PON, 4)
    ([3, 4, 5], [4])
    """
    if Action.CHI_LOW <= action <= Action.CHI_HIGH:
        first = kind - (action - Action.CHI_LOW)
        return [first, first + 1, first + 2]
    return [kind]


def late_answer(action: int, tiles: str, phase: int, lang: str) -> str:
    """One line: an answer to a discard that comes late. `tiles`: those of `named_tiles`, in words.

    >>> late_answer(Action.PON, "9m", LatePhase.LIFTED, "en")
    'says late, when the next tile has been lifted: pon 9m'
    """
    sort = Action.CHI_LOW if action <= Action.CHI_HIGH else action
    return LATE_ANSWERS[lang][phase].format(WANTED[lang][sort].format(tiles))
