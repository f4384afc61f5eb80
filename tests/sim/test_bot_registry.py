"""Bots and line-ups by name, and what is said about faulty files."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulesets.errors import InputError
from sim.bots.registry import KINDS, declines_wins, list_bots, list_lineups, load_bot, load_lineup
from sim.bots.row import BotKind


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf8")
    return folder


def test_every_kind_has_its_own_number_and_at_least_one_bot() -> None:
    numbers = [kind.number for kind in KINDS.values()]
    assert sorted(numbers) == sorted(set(numbers)) == sorted(BotKind)
    assert {bot.kind for bot in list_bots()} == {int(n) for n in numbers}


def test_every_shipped_line_up_loads_and_has_a_title_in_both_languages() -> None:
    for lineup in list_lineups():
        orders = (1, 4, 6, 12, 24) if len(lineup.bots) == 4 else (120,)  # of five it matters who waits, whoever they are
        assert load_lineup(lineup.name) == lineup and len(lineup.seatings) in orders
        assert lineup.title.en and lineup.title.zh and all(bot.title.en and bot.title.zh for bot in lineup.bots)


def test_titles_are_names_too() -> None:
    assert load_bot("随机") == load_bot("random_legal")
    assert load_lineup("四家随机").name == "four_random"


def test_a_users_own_bot_and_line_up(tmp_path: Path) -> None:
    write(tmp_path, "bot/我的.yaml", "kind: tsumogiri\ntitle_zh: 我的\n")
    write(tmp_path, "lineup/mixed.yaml", "bots: [我的, tsumogiri, random_legal, random_legal]\n")
    lineup = load_lineup("mixed", [tmp_path])
    assert lineup.bot_names == ("我的", "tsumogiri", "random_legal", "random_legal")
    assert [declines_wins(bot) for bot in lineup.bots] == [False, False, True, True]


@pytest.mark.parametrize(
    ("file", "text", "words"),
    [
        ("bot/x.yaml", "kind: tsumogir\n", ["x.yaml:1", "tsumogir", "Did you mean tsumogiri"]),
        ("bot/x.yaml", "title: x\n", ["x.yaml", "kind", "missing"]),
        ("bot/x.yaml", "kind: tsumogiri\nsetings: {}\n", ["x.yaml:2", "setings", "settings"]),
        ("bot/x.yaml", "kind: tsumogiri\nsettings: {speed: 3}\n", ["x.yaml:2", "speed"]),
        ("bot/x.yaml", "kind: tsumogiri\nsettings: [3]\n", ["x.yaml:2", "settings"]),
        ("bot/tsumogiri.yaml", "kind: tsumogiri\n", ["two", "tsumogiri"]),
        ("lineup/x.yaml", "bots: [tsumogiri, tsumogiri]\n", ["x.yaml:1", "list of 4"]),
        ("lineup/x.yaml", "bots: [tsumogiri, tsumogiri, tsumogiri, tsumo]\n", ["x.yaml:1", "tsumo", "tsumogiri"]),
        ("lineup/x.yaml", "bot: [tsumogiri]\n", ["x.yaml:1", "bot", "bots"]),
    ],
)
def test_a_faulty_file_is_named_with_the_nearest_name(tmp_path: Path, file: str, text: str, words: list[str]) -> None:
    write(tmp_path, file, text)
    name = Path(file).stem
    with pytest.raises(InputError) as caught:
        if file.startswith("bot"):
            load_bot(name, [tmp_path])
        else:
            load_lineup(name, [tmp_path])
    for word in words:
        assert word in caught.value.en
