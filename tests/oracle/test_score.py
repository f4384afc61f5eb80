"""The oracle's points on the worked hands, and on consequences of the fan definitions over random hands."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from rulesets.tiles import parse_tiles
from tests.oracle import win
from tests.oracle.ending import Ending, Meld, next_dealer
from tests.oracle.endings import random_ending
from tests.oracle.options import FAN_POINTS, LITERAL, Options, Value, random_options
from tests.oracle.score_hebei import PAIRS_FANS, score, split_by_weight, split_evenly

EXAMPLES: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    (Path(__file__).resolve().parents[2] / "rulesets" / "hebei" / "examples.yaml").read_text(encoding="utf8")
)
RESULTS = {"self-draw": "self_draw", "exhaustive draw": "draw", "discard by": "discard", "robbed from": "rob_kan"}


def changed(changes: dict[str, dict[str, Value]]) -> Options:
    return {**LITERAL, **{f"{group}.{key}": value for group, keys in changes.items() for key, value in keys.items()}}


def counts(text: str) -> list[int]:
    kinds = parse_tiles(text)
    return [kinds.count(kind) for kind in range(34)]


def read_ending(text: str) -> Ending:
    """The ending written in one line: `seat 1: 23m EE [pon 9s] + 1m; discard by 2; dealer 0`."""
    hands, melds, found = [[0] * 34 for _ in range(4)], [[] for _ in range(4)], []
    fields: dict[str, Any] = {}
    for part in (part.strip() for part in text.split(";")):
        if seat_text := re.fullmatch(r"seat (\d): (.*)", part):
            seat = int(seat_text[1])
            for what, tile, feeder in re.findall(r"\[(\w+) (\w+)(?: from (\d))?\]", part):
                melds[seat].append(Meld(what, parse_tiles(tile)[0], int(feeder) if feeder else seat))
            tiles, plus, tile = re.sub(r"\[.*?\]", "", seat_text[2]).partition("+")
            hands[seat] = counts(tiles + tile)
            if plus:
                found.append(seat)
                fields["tile"] = parse_tiles(tile)[0]
        elif part.startswith("dealer"):
            fields["dealer"] = int(part[-1])
        elif part in ("after kan", "last tile"):
            fields[part.replace(" ", "_")] = True
        else:
            fields["result"] = RESULTS[part.rstrip("0123 ") if part[-1].isdigit() else part]
            fields["payer"] = int(part[-1]) if part[-1].isdigit() else -1
    if fields["result"] == "rob_kan":
        fields["robbed"] = "kan_added"
    return Ending(
        hands=tuple(tuple(hand) for hand in hands),
        melds=tuple(tuple(seat_melds) for seat_melds in melds),
        winners=tuple(found),
        **fields,
    )


def test_all_worked_hands_are_there() -> None:
    assert [entry["id"] for entry in EXAMPLES["hands"]][:48] == [f"W{n:02}" for n in range(1, 49)]
    assert sum(len(entry.get("changed", ())) for entry in EXAMPLES["hands"]) >= 25
    assert [entry["id"] for entry in EXAMPLES["shapes"]][:11] == [f"N{n:02}" for n in range(1, 12)]


@pytest.mark.parametrize("entry", EXAMPLES["hands"], ids=lambda entry: entry["id"])
def test_worked_hand(entry: dict[str, Any]) -> None:
    ending = read_ending(entry["hand"])
    options = changed(entry.get("changes", {}))
    found = score(ending, options)
    assert list(found.delta) == entry["delta"]
    assert [sorted(names) for names in found.fans] == [sorted(map(str.lower, names)) for names in entry["fans"]]
    assert next_dealer(ending, options) == entry["next_dealer"]
    for variant in entry.get("changed", ()):
        options = changed(variant["changes"])
        winners = ending.winners[:1] if options["claim.multi_win"] == "head_bump" else ending.winners
        assert list(score(ending._replace(winners=winners), options).delta) == variant["delta"], variant


@pytest.mark.parametrize("entry", EXAMPLES["shapes"], ids=lambda entry: entry["id"])
def test_shape(entry: dict[str, Any]) -> None:
    shapes = win.shapes_of(changed(entry.get("changes", {})))
    assert win.is_win(counts(entry["tiles"]), 0, shapes) is entry["wins"]


def test_splits() -> None:
    """Whole points, nothing lost, the nearest payers pay what is left over."""
    assert split_evenly(11, [3, 0, 1]) == {3: 4, 0: 4, 1: 3}
    assert split_by_weight(10, [3, 0, 1], [2, 4, 2]) == {3: 3, 0: 5, 1: 2}
    assert split_by_weight(1, [3, 0, 1], [0, 0, 0]) == {3: 1, 0: 0, 1: 0}


def test_consequences_of_the_fan_definitions() -> None:
    """What follows from the definitions under the literal rules holds for thousands of made-up hands."""
    rng = random.Random(11)
    seen: set[str] = set()
    for _ in range(4000):
        ending = random_ending(rng, several=False)
        if not win.readings(ending.hands[ending.winners[0]], len(ending.melds[ending.winners[0]]), win.shapes_of(LITERAL)):
            continue  # orphans with another pair
        found = score(ending, LITERAL)
        fans, melds = found.fans[0], ending.melds[ending.winners[0]]
        seen |= fans
        pairs = fans & {*PAIRS_FANS, "shisanyao"}
        assert len(pairs) <= 1
        assert "dadiaoche" not in fans or "pengpeng" in fans
        assert "qingfeng" not in fans or "pengpeng" in fans or pairs
        assert "gangkai" not in fans or any(meld.what.startswith("kan") for meld in melds)
        if "qianggang" in fans and ending.hands[ending.winners[0]][ending.tile] == 1:  # the other three are in the pon
            assert not fans & {"pengpeng", "dadiaoche", *PAIRS_FANS, "gangkai", "haidi"}
        if "pengpeng" in fans:
            assert not fans & {"yitiaolong", "hualong", "zhuowu"}
        assert not {"yitiaolong", "hualong"} <= fans
        if {"qingyise", "yitiaolong"} <= fans:
            assert not any(meld.what.startswith("kan") for meld in melds)
        largest = 39 if fans & set(PAIRS_FANS) else 14 if "shisanyao" in fans else 16
        assert found.fan_points[0] <= largest
    assert seen == set(FAN_POINTS)


def test_points_sum_to_zero_under_any_options() -> None:
    rng = random.Random(12)
    for seed in range(1500):
        options = random_options(seed)
        ending = random_ending(rng, chi=options["claim.chi"] == "next_seat")
        shapes = win.shapes_of(options)
        if not all(win.readings(ending.hands[seat], len(ending.melds[seat]), shapes) for seat in ending.winners):
            continue
        found = score(ending, options)
        assert sum(found.delta) == sum(found.win_part) == sum(found.kan_part) == 0
        if found.fan_paid is not None and not options["pay.limit"]:
            base = score(ending, {**options, **{f"hebei.fan_{name}": 0 for name in FAN_POINTS}})
            moved = sum(max(0, points) for points in found.win_part) - sum(max(0, points) for points in base.win_part)
            assert moved == sum(found.fan_paid.values()) or len(ending.winners) > 1
