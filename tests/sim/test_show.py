"""The picture of a hand shows what was played: tiles add up after every move, and the end is that of the outcome row."""

from __future__ import annotations

import re

import pytest

from rulesets.spec import resolve
from rulesets.tiles import WinKind, parse_hand
from sim.batch import Played, play
from sim.bots.registry import load_lineup
from sim.plan import Study, VariantPlan
from sim.shard import work_of
from sim.show import Picture, picture

WALLS = 40


@pytest.fixture(scope="module", params=["hebei/literal", "hebei/chi_allowed", "hebei/no_reserve"])
def played(request: pytest.FixtureRequest) -> Played:
    """Random play claims and declares kans at every turn, so all kinds of moves occur."""
    study = Study("show", (VariantPlan(resolve(request.param)),), (load_lineup("four_random"),), walls=WALLS, seed=3)
    work = work_of(study, source="")
    return play(work.rules, work.bots, range(WALLS), 3, lineups=work.lineups, log=True)


def pictures(played: Played, lang: str = "en") -> list[Picture]:
    return [picture(rows, lang) for rows in played.transcripts()]


def sizes(hand: str) -> tuple[int, int]:
    """Concealed tiles and melds of a hand as shown."""
    melds = re.findall(r"\[\*?([^\]]*)\]", hand)
    return int(parse_hand(re.sub(r"\[[^\]]*\]", "", hand)).sum()), len(melds)


def test_hands_have_the_right_size_after_every_move(played: Played) -> None:
    for seen in pictures(played):
        dealt = [sizes(hand)[0] for _, hand in seen.deal]
        assert sorted(dealt) == [13, 13, 13, 14] and dealt[seen.dealer] == 14
        for number, _, done, hand in seen.moves:
            if not number:
                continue
            held, melds = sizes(hand)
            open_move = re.search(r"\b(chi|pon|wins)\b", done)
            assert held == (14 if open_move else 13) - 3 * melds, (done, hand)


def test_moves_and_outcome_agree(played: Played) -> None:
    rows = played.rows[0].reshape(-1)
    seen_words = set()
    for row, seen in zip(rows, pictures(played), strict=True):
        text = "\n".join(move[2] for move in seen.moves)
        seen_words |= set(re.findall(r"chi|pon|open kan|added kan|closed kan|replacement", text))
        assert text.count("discards") == int(row["discards"])
        assert ("Exhausted" in text) == (int(row["end"]) == WinKind.DRAW)
        assert len(re.findall("wins (?:by|on)", text)) == int(row["winner_mask"]).bit_count()
    assert {"pon", "open kan", "added kan", "closed kan", "replacement"} <= seen_words


def test_glyphs_and_chinese(played: Played) -> None:
    rows = played.transcripts()[0]
    seen = picture(rows, "zh", tiles="glyphs")
    text = "\n".join(" ".join(move) for move in seen.moves)
    assert "摸" in text and "打" in text and not re.search(r"\d[mps]\b", text)
    assert re.search("[\U0001f000-\U0001f021]", text)
    both = picture(rows, "en", tiles="both")
    assert re.search("[\U0001f000-\U0001f021]", both.deal[0][1]) and re.search(r"\d[mps]\b", both.deal[0][1])


def test_declined_claims_are_shown_on_request(played: Played) -> None:
    shown = [move[2] for rows in played.transcripts() for move in picture(rows, "en", decisions=True).moves]
    assert any(text.startswith("passes on") and "pon" in text for text in shown)
    assert not any("passes on" in move[2] for seen in pictures(played) for move in seen.moves)
