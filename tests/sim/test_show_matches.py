"""`rulelab show` of the hands of a match: what it tells of each is its own."""

from __future__ import annotations

import re

import pytest

from tests.sim.cli_tools import Shell, shell

__all__ = ["shell"]

MATCH = ("show", "seed=1", "wall=2", "session_hands=200", "tiles=text")


def points(out: str) -> list[int]:
    """The points of the four seats, from the last line."""
    return [int(found) for found in re.findall(r"seat \d ([+-]\d+)", out.splitlines()[-1])]


def paid(out: str) -> list[int]:
    """What the seats pay one another, summed up by seat."""
    sums = [0] * 4
    for payer, receiver, n in re.findall(r"^seat (\d) pays seat (\d) (\d+)$", out, re.M):
        sums[int(payer)] -= int(n)
        sums[int(receiver)] += int(n)
    return sums


FIVE = ("variant=fuding/wujiao", "lineup=five_greedy")
FOUR = ("variant=fuding/bonus", "lineup=four_greedy")


@pytest.mark.parametrize("who", [FIVE, FOUR], ids=["match", "session"])
def test_the_payments_of_a_hand_are_those_of_its_points(shell: Shell, who: tuple[str, ...]) -> None:
    """Early hands, in which everybody can pay; each is told alike, whichever hand was asked for before."""
    seen = [shell(*MATCH, *who, f"hand={hand}") for hand in (1, 2, 3, 4)]
    assert all(ran.code == 0 for ran in seen)
    assert [paid(ran.out) for ran in seen] == [points(ran.out) for ran in seen]
    assert len({tuple(points(ran.out)) for ran in seen}) == 4


def test_a_hand_after_the_end_of_a_match_was_not_played(shell: Shell) -> None:
    ran = shell(*MATCH, "variant=fuding/wujiao", "lineup=five_greedy", "hand=200")
    assert ran.code == 2 and "200 was not played; the match was over after" in ran.err
