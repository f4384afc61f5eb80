"""`show` of a Fuding hand: why tiles may not be discarded, and the table of all four hands with who pays whom."""

from __future__ import annotations

import re

import pytest

from rulesets.fuding.explain import explain_totals
from rulesets.hand_tables import load_tables
from rulesets.jit import JIT_OFF
from rulesets.score import new_hands
from rulesets.tiles import N_SEATS, Tile, WinKind, parse_tiles
from sim.batch import LineUp, play
from sim.bots.registry import load_bot
from sim.scoring import lay_open
from sim.show_bars import FLUSH, LATE, OWN_KAN, REASONS, WIND, Melds, bars, reason_of
from tests.sim.bot_tables import bot_rows, rules_of
from tests.sim.cli_tools import Shell, shell

__all__ = ["shell"]

FLUSH_WALL = ("show", "variant=fuding/literal", "lineup=fuding_seekers", "seed=1", "wall=30")
NOTHING: list[Melds] = [[], [], [], []]


def melds(*groups: str, closed: bool = False) -> Melds:
    return [("*" if closed else "", parse_tiles(group)) for group in groups]


def mask(tiles: str) -> int:
    return sum(1 << kind for kind in set(parse_tiles(tiles)))


def found(held: str, may: str, shown: list[Melds], golds: str = "") -> dict[str, set[int]]:
    """Kinds barred by reason for seat 0."""
    listed = bars(parse_tiles(held), mask(may), 0, shown, parse_tiles(golds))
    assert len({bar.reason for bar in listed}) == len(listed)
    return {bar.reason: set(bar.kinds) for bar in listed}


def test_each_bar_has_its_reason() -> None:
    flush = [[], [], melds("123m", "456m", "777m", "9999m"), []]
    assert found("5m 8m 2p E", "2p E", flush) == {FLUSH: set(parse_tiles("5m 8m"))}
    assert found("N 2p", "2p", [[], melds("EEE", "SSS", "WWW"), [], []]) == {WIND: {int(Tile.NORTH)}}
    assert found("6s 2p", "2p", [melds("666s"), [], [], []]) == {OWN_KAN: set(parse_tiles("6s"))}
    assert found("C E 2p", "2p", NOTHING) == {LATE: set(parse_tiles("C E"))}


def test_golds_and_lawful_tiles_are_not_told_and_closed_kans_do_not_make_a_table() -> None:
    assert found("5m 5p E", "5m E", NOTHING, golds="5p") == {}
    flush = melds("123m", "456m", "777m", closed=False)
    hidden = [[], [], [*flush, *melds("9999m", closed=True)], []]
    assert found("5m 2p", "2p", hidden) == {}, "nothing that is shown explains it"
    one = bars(parse_tiles("5m"), 0, 0, [[], melds("123m", "456m", "777m", "999m"), [], []], [])
    assert [reason_of(bar, "en") for bar in one] == ["flush table of seat 1"]
    assert set(REASONS["en"]) == set(REASONS["zh"]) == {FLUSH, WIND, OWN_KAN, LATE}


@pytest.mark.parametrize(
    ("lang", "tiles", "barred", "table"),
    [
        ("en", "text", r"may not discard 3m 4m 5m 8m \(flush table of seat 0\), discards 9s", ["seat", "hu", "tai", "total"]),
        ("zh", "glyphs", r"不能打 🀉 🀊 🀋 🀎（0 号位清一台面），打 🀘", ["座位", "胡", "台", "总分"]),
    ],
)
def test_a_hand_is_shown_with_bars_and_totals(shell: Shell, lang: str, tiles: str, barred: str, table: list[str]) -> None:
    ran = shell(*FLUSH_WALL, f"lang={lang}", f"tiles={tiles}")
    assert ran.code == 0 and re.search(barred, ran.out), ran.out
    lines = [line.split() for line in ran.out.splitlines()]
    at = lines.index(table)
    assert len([line for line in lines[at + 1 : at + 5] if len(line) >= 4]) == N_SEATS
    assert re.search(r"seat \d pays seat \d \d+" if lang == "en" else r"\d 号位付 \d 号位 \d+", ran.out)


def test_a_drawn_hand_settles_nothing(shell: Shell) -> None:
    ran = shell("show", "variant=fuding/literal", "lineup=fuding_seekers", "seed=1", "wall=13", "lang=en")
    assert "nothing is settled" in ran.out and " pays " not in ran.out


def test_payments_add_up_to_the_points_and_totals_are_those_of_the_outcome_row() -> None:
    rules = rules_of("fuding/literal+end.draw_settlement=pairwise")
    bots = bot_rows(load_bot("greedy"), load_bot("big_hands"))
    ends = set()
    for wall in range(12 if JIT_OFF else 200):
        played = play(rules, bots, [wall], 1, lineups=[LineUp((0, 1, 1, 1))])
        row, table = played.rows.reshape(-1)[0], played.table[0]
        hands = new_hands()
        lay_open(rules[0], table, hands)
        totals = explain_totals(load_tables(), rules[0], hands, table.event)
        net = [0] * N_SEATS
        for pair in totals.pairs:
            assert pair.points > 0
            net[pair.payer] -= pair.points
            net[pair.receiver] += pair.points
        assert net == [int(row[f"delta_s{s}"]) for s in range(N_SEATS)]
        assert [line.total for line in totals.lines] == [int(row[f"total_s{s}"]) for s in range(N_SEATS)]
        ends.add(int(row["end"]))
    assert len(ends) > 1 and WinKind.DISCARD in ends


def test_options_are_explained_by_a_chinese_word_of_theirs(shell: Shell) -> None:
    """A word of the table is told with the options it is about; a word in one title explains that option."""
    several = shell("explain", "留牌", "lang=zh")
    assert several.code == 0 and "wall.reserve" in several.out and "wall.indicator_counts" in several.out
    table = shell("explain", "清一台面", "lang=zh").out
    assert table.startswith("清一台面：") and "\nbar.flush_table：" in table
    assert shell("explain", "同种牌只成一组", "lang=zh").out.startswith("win.same_kind_group：")
    assert shell("explain", "没有这个词", "lang=zh").code == 2
