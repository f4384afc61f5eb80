"""No option is dead without a sentence: what only Fuding's scoring or only mistakes read is refused elsewhere, the rest is not."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from rulesets import crosschecks
from rulesets.errors import InputError
from rulesets.options import FAMILIES, Option, Value, load_catalogue, options_of, spell
from rulesets.spec import load_preset, with_changes

ROOT = Path(__file__).resolve().parents[2]
GROUPS = ("penalty", "timing", "bar", "format", "deal", "turn")
ELSEWHERE = tuple(family for family in FAMILIES if family != "fuding")
BASES = {"hebei": "hebei/literal", "fuzhou": "fuzhou/fz_std", "fuding": "fuding/literal"}
KEYS = tuple(key for key, option in load_catalogue().items() if option.family is None and option.group in GROUPS)

# Code that runs in Fuding only, or only where somebody has erred. A fault of an opponent at a match is one of these.
OF_FUDING = re.compile(r"sim/mistakes/|rulesets/fuding/|rulesets/penalties\.py|sim/match_hidden\.py")
# Options that other code reads too, and what it reads is there only in Fuding or after a mistake.
CARRIED = {
    "deal.seat_winds": "gives EVENT.east, which Fuding's points read",
    "penalty.deal_passes": "asks EVENT.pei_mask",
    "penalty.wrong_dealer": "asks EVENT.rightful",
    "penalty.freeze_win": "asks the freeze of a leaked tile",
}


@cache
def sources() -> dict[str, str]:
    """The code of the engine and of the rules by path."""
    found = [*ROOT.joinpath("sim").rglob("*.py"), *ROOT.joinpath("rulesets").rglob("*.py")]
    return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf8") for path in found}


def readers(option: Option) -> set[str]:
    """The modules whose kernels read the option."""
    place = option.name if option.group == "format" else f"{option.group}.{option.name}"
    word = re.compile(rf"\b(?:rules|scored|form)\.{re.escape(place)}\b")
    return {path for path, text in sources().items() if word.search(text)}


def is_dead_elsewhere(key: str) -> bool:
    found = readers(load_catalogue()[key])
    return key in CARRIED or (bool(found) and all(OF_FUDING.match(path) for path in found))


def with_parents(family: str, key: str, value: Value) -> dict[str, Value]:
    """The option moved, what it depends on switched on."""
    changes: dict[str, Value] = {key: value}
    base = load_preset(BASES[family]).values
    options = options_of(family)
    if key in ("penalty.stand", "penalty.stand_next_chis"):
        changes["bar.own_kan_tile"] = True
    for need in options[key].needs:
        if not need.holds({**base, **changes}):
            parent, wanted = next((p for p in need.parents if p[0] in options), need.parents[0])
            changes[parent] = wanted[0] if wanted else next(v for v in options[parent].alternatives if v and v != "none")
            changes = {**with_parents(family, parent, changes[parent]), **changes}
    if changes.get("format.kind") == "five_corner" and family != "fuding":
        changes.setdefault("format.eight_tai", "none")
    return {k: v for k, v in changes.items() if v != base[k]}


def moved(family: str, key: str) -> list[Value]:
    base = load_preset(BASES[family]).values
    return [value for value in load_catalogue()[key].alternatives if value != base[key]]


@pytest.mark.parametrize("key", KEYS)
def test_the_catalogue_marks_what_only_fuding_can_feel(key: str) -> None:
    option = load_catalogue()[key]
    assert (option.only == ("fuding",)) == is_dead_elsewhere(key), sorted(readers(option))


@pytest.mark.parametrize("family", ELSEWHERE)
@pytest.mark.parametrize("key", [key for key in KEYS if load_catalogue()[key].only])
def test_set_elsewhere_it_is_refused_in_one_sentence(family: str, key: str) -> None:
    option = load_catalogue()[key]
    for value in moved(family, key):
        changes = with_parents(family, key, value)
        changes = {k: v for k, v in changes.items() if k == key or not load_catalogue()[k].only}
        with pytest.raises(InputError) as caught:
            with_changes(load_preset(BASES[family]), changes)
        neutral = spell(option.default)
        assert f"{key}: {spell(value)} has no effect in family {family}; leave {key} at {neutral}." in caught.value.en
        assert f"{key}: {spell(value)} 在 {family} 规则中不起作用" in caught.value.zh


ACCEPTED = [key for key in KEYS if not load_catalogue()[key].only and load_catalogue()[key].group in ("penalty", "bar", "format")]
TAI = ("format.eight_tai", "format.eight_tai_limit_hands", "format.eight_tai_takes")  # X24: only Fuding has tai


@pytest.mark.parametrize(
    ("family", "key"),
    [(f, k) for f in FAMILIES for k in ACCEPTED if k != "format.max_hands" and (f == "fuding" or k not in TAI)],
)
def test_whatever_else_there_is_is_accepted_with_what_it_depends_on(family: str, key: str) -> None:
    winds: dict[str, Value] = {"tiles.winds": "hand"} if family == "fuzhou" and key.startswith("bar.") else {}
    found = []
    for value in moved(family, key):
        values = {**load_preset(BASES[family]).values, **winds, **with_parents(family, key, value)}
        found.append([f for f in crosschecks.errors(family, values) if key in f.keys])
    assert found and not all(found), found


@pytest.mark.parametrize("family", ELSEWHERE)
@pytest.mark.parametrize(("key", "value"), [("penalty.stand", "play_no_win"), ("penalty.stand_next_chis", False)])
def test_how_one_stands_matters_only_where_one_can(family: str, key: str, value: Value) -> None:
    changes = {"claim.chi": "next_seat"} if family == "hebei" and key == "penalty.stand_next_chis" else {}
    with pytest.raises(InputError) as caught:
        with_changes(load_preset(BASES[family]), {**changes, key: value})
    assert f"{key}: {spell(value)} has no effect because no seat can stand; set turn.stand_pass or bar." in caught.value.en
    assert "没有人会站胡" in caught.value.zh
    assert with_changes(load_preset(BASES[family]), {**changes, key: value, "bar.own_kan_tile": True})[key] == value
    off = {"turn.stand_pass": False, "bar.late_honour": 0, "bar.flush_table": 0, "bar.four_winds": False, "bar.own_kan_tile": False}
    values = {**load_preset("fuding/literal").values, **off, key: value}
    assert "N" not in [f.id for f in crosschecks.errors("fuding", values) if f.keys[0] == key], "people who err stand"
