"""The picture of a Fuding hand: gold flowers in angles, seat winds, standing, and a tile laid aside."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pytest

from rulesets.options import Value
from rulesets.tiles import parse_with_golds
from sim.show import Picture, picture
from tests.sim.fuding_ends import QUIET, fd_end
from tests.sim.fuding_table import COMPLETE, LOOSE, RUNS, A, B, C, fd_play, fd_wall
from tests.sim.tabletop import Array


def seen(wall: Array, line: str = "", changes: Mapping[str, Value] | None = None, lang: str = "en") -> Picture:
    return picture(fd_play(wall, line, changes).log, lang)


def told(shown: Picture) -> list[str]:
    """What each line says."""
    return [move[2] for move in shown.moves]


def held(hand: str) -> int:
    """Concealed tiles of a hand as shown, golds among them."""
    flowers = re.findall(r"<(.*?)>", hand)
    kinds, golds = parse_with_golds(re.sub(r"\[.*?\]|\{.*?\}|<.*?>", "", hand))
    return len(kinds) + golds + sum(len(parse_with_golds(inner)[0]) for inner in flowers)


FLOWER_WIN = fd_wall({A: "9p", B: COMPLETE, C: "H1 H7"}, draws="9s H3", gold="H2", tail="8m")


def test_gold_flowers_are_shown_as_the_flowers_they_are() -> None:
    shown = seen(FLOWER_WIN, "0 discard 9p; 1 win")
    assert told(shown)[0] == "turned up: H2; gold is H1 H2 H3 H4"
    assert re.search(r"<H1>$", dict(shown.deal)["seat 2"]) and " H7 <H1>" in dict(shown.deal)["seat 2"]
    assert told(shown)[-1] == "draws H3, wins by self-draw on H3" and shown.moves[-1][3].endswith("<H3>")
    assert [held(hand) for _, hand in shown.deal] == [17, 16, 16, 16]


def test_a_thrown_gold_flower_is_the_one_that_is_won_on() -> None:
    wall = fd_wall({A: "H4", B: RUNS}, gold="H2")
    shown = seen(wall, "0 discard H2; 1 win", {"gold.discard": "allowed", "gold.claimable": "win_only"})
    assert "discards H4" in told(shown)[-2] and told(shown)[-1] == "wins on H4 from seat 0"
    assert shown.moves[-1][3].endswith("<H4>")


def test_the_seat_winds_are_told() -> None:
    by_dice = next(move for move in seen(FLOWER_WIN).moves if "East" in move[2])
    assert re.fullmatch(r"dice [1-6] and [1-6]: is East", by_dice[2]) and by_dice[1].startswith("seat ")
    fixed = next(move for move in seen(FLOWER_WIN, "", {"deal.seat_winds": "dealer_east"}).moves if "East" in move[2])
    assert fixed[1:3] == ["seat 0", "is East"]
    assert any("为东" in line for line in told(seen(FLOWER_WIN, lang="zh")))


@pytest.mark.parametrize("lang, words", [("en", "gives the hand up and stands"), ("zh", "放弃此副，站胡")])
def test_standing_is_told(lang: str, words: str) -> None:
    shown = picture(fd_end(fd_wall(QUIET), "1 stand", {}, 30).log, lang)
    assert words in told(shown)


def test_a_tile_laid_aside_is_told() -> None:
    hands = {A: QUIET[A], C: "258m3m25558p258sEWNF", 3: "13469m369p1369sESNF"}
    shown = picture(fd_end(fd_wall(hands, "5p", tail="9s"), "2 kan_open 5p; 2 pass; 2 discard E", {}, 5).log, "en")
    line = next(move for move in shown.moves if "aside" in move[2])
    assert re.match(r"lays E aside, face down, draws ", line[2]) and held(line[3]) == 14


def test_an_early_win_shows_the_flowers_in_hand() -> None:
    shown = seen(fd_wall({B: "H1H2H3H4H5H6H7H8", A: LOOSE}), "1 win")
    assert told(shown)[-1] == "wins with the tiles dealt" and "H8" in shown.moves[-1][3]
