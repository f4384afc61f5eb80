"""The picture of a hand with flowers, golds, opening wins and a last group: tiles add up, and every event is told."""

from __future__ import annotations

import re
from functools import cache

import numpy as np
import pytest

from rulesets.jit import JIT_OFF
from rulesets.tiles import GLYPHS, N_KINDS, OpeningWin, WinKind, parse_with_golds
from sim.batch import LogEvent, Played, play
from sim.bots.registry import load_bot
from sim.show import Picture, picture
from tests.sim.bot_tables import bot_rows, rules_of

WALLS = 30 if JIT_OFF else 300
RULES = ("fuzhou/fz_std", "fuzhou/rob_at_opening", "fuzhou/flipped_flower_drawn")


@cache
def played(name: str, bot: str = "greedy") -> Played:
    return play(rules_of(name), bot_rows(load_bot(bot)), range(WALLS), 3, log=True)


@cache
def pictures(name: str, bot: str = "greedy", lang: str = "en", tiles: str = "text") -> list[Picture]:
    return [picture(rows, lang, tiles) for rows in played(name, bot).transcripts()]


def sizes(hand: str) -> tuple[int, int, int]:
    """Concealed tiles (golds among them), melds, and flowers of a hand as shown."""
    flowers = re.search(r"\{(.*)\}", hand)
    melds = re.findall(r"\[\*?[^\]]*\]", hand)
    kinds, golds = parse_with_golds(re.sub(r"\[[^\]]*\]|\{.*\}", "", hand))
    return len(kinds) + golds, len(melds), len(parse_with_golds(flowers[1])[0]) if flowers else 0


@pytest.mark.parametrize("name", RULES)
@pytest.mark.parametrize("bot", ["greedy", "random_legal"])
def test_hands_have_the_right_size_after_every_move(name: str, bot: str) -> None:
    for seen in pictures(name, bot):
        dealt = [sizes(hand)[0] for _, hand in seen.deal]
        assert sorted(dealt) == [16, 16, 16, 17] and dealt[seen.dealer] == 17
        for number, _, done, hand in seen.moves:
            if number:
                held, melds, _ = sizes(hand)
                waits = re.search(r"\b(chi|pon|wins|robbed)\b", done)
                kept = re.search(r"wins with the tiles dealt", done)
                assert held + 3 * melds in ((16, 17) if kept else (17,) if waits else (16,)), (done, hand)


@pytest.mark.parametrize("name", RULES)
def test_every_event_of_the_transcript_is_told(name: str) -> None:
    rows = played(name).rows.reshape(-1)
    for row, log, seen in zip(rows, played(name).transcripts(), pictures(name), strict=True):
        text = "\n".join(move[2] for move in seen.moves)
        events = log[:, 0]
        assert text.count("discards ") + text.count("lays back") == int(row["discards"])
        assert text.count("turned up: ") == (events == LogEvent.FLIP).sum()
        assert text.count("a flower of the dealer") == ((events == LogEvent.FLIP) & (log[:, 3] == 1)).sum()
        assert text.count("The last group") == (events == LogEvent.GROUP).sum()
        assert text.count("not replaced") == int(row["dead_flowers"])
        assert text.count("lays back") == ((events == LogEvent.DISCARD) & (log[:, 3] == 2)).sum()
        assert ("Exhausted" in text) == (int(row["end"]) == WinKind.DRAW)
        assert len(re.findall(r"wins (?:by|on|with)|and wins", text)) == int(row["winner_mask"]).bit_count()
        assert ("wins with the tiles dealt" in text) == (int(row["opening"]) == OpeningWin.DEALT)
        assert ("takes the turned-up" in text) == (int(row["opening"]) == OpeningWin.INDICATOR)
        flowers = [int(row["flowers"]) >> 8 * s & 255 for s in range(4)]
        last = {name: hand for _, name, _, hand in seen.moves if hand}
        assert [sizes(last[f"seat {s}"])[2] for s in range(4)] == flowers


def test_what_the_three_rule_sets_show_occurs() -> None:
    text = "\n".join(move[2] for name in RULES for seen in pictures(name) for move in seen.moves)
    told = ("lays out", "replacement", "a flower of the dealer", "lays back", "takes the turned-up", "wins with the tiles dealt")
    assert all(words in text for words in (told[:4] if JIT_OFF else told))
    assert JIT_OFF or ("The last group" in text and "not replaced" in text)


def test_golds_stand_apart_and_every_tile_has_a_glyph() -> None:
    seen = pictures("fuzhou/fz_std", lang="zh", tiles="glyphs")
    text = "\n".join(" ".join(move) for shown in seen for move in shown.moves)
    assert "金" in text and "亮出" in text and "翻开" in text and not re.search(r"\d[mps]\b|H\d", text)
    flowers = {glyph for glyph in GLYPHS[27:] if glyph in text}
    assert len(flowers) == N_KINDS - 27
    golds = np.array([hand.count("G") for shown in pictures("fuzhou/fz_std") for *_, hand in shown.moves])
    assert golds.max() >= 2
