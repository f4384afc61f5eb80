"""The engine's matches against the slow accountant: thousands of random hands, every book compared after each."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from rulesets.dtype import FOUND_LATE
from rulesets.options import FrozenMap
from rulesets.spec import load_preset
from sim.match import Cause
from tests.oracle.match import Accountant, Hand
from tests.sim.match_table import Match

BASES = ("fuding/wujiao", "fuding/wujiao", "fuding/wujiao", "hebei/literal", "fuzhou/fz_std")
NAMES = {"": Cause.NONE, "hands": Cause.HANDS, "rounds": Cause.ROUNDS, "bust": Cause.BUST, "no_seat": Cause.NO_SEAT,
         "sweep": Cause.SWEEP, "eight_tai": Cause.EIGHT_TAI}  # fmt: skip


def random_form(rng: random.Random) -> dict[str, Any]:
    """Random values for every option of the group, five corners more often than not."""
    pick = rng.choice
    return {
        "format__kind": pick(["five_corner"] * 5 + ["until_bust", "rounds", "hands"]),
        "format__rounds": pick([1, 2]),
        "format__stack": pick([500, 1000, 2000, 1001]),
        "format__rotation": pick(["on_bust", "dealer_out", "loser_out"]),
        "format__max_loans": pick([-1, 0, 1, 2]),
        "format__loan": pick([500, 2000]),
        "format__short_pay": pick(["winner_first", "pro_rata", "debt"]),
        "format__sweep_bonus": pick([0, 500, 1000, "pot"]),
        "format__eight_tai": pick(["sweep", "pay_limit_plus_bonus", "none"]),
        "format__eight_tai_limit_hands": pick([False, True]),
        "format__eight_tai_takes": pick(["seated", "all"]),
        "format__hidden_bust_fine": pick([1000, 2000]),
        "format__dealer_after_bust": pick(["next_seat", "replacement"]),
        "format__max_hands": pick([5, 40]),
        "dealer__on_draw": pick(["stay", "next"]),
        "dealer__streak_on_draw": pick([False, True]),
        "dealer__multi_win": pick(["stay_if_dealer_wins", "first_winner", "next_if_other_wins"]),
        "dealer__after_win": pick(["stay_or_next", "winner"]),
        "penalty__pei_points": pick([100, 500]),
    }


def random_hand(rng: random.Random) -> Hand:
    """Any winners, any debts, some penalties: far more cases than scoring can make."""
    winners: tuple[int, ...] = ()
    giver = None
    if rng.random() < 0.8:
        giver = rng.choice([None, 0, 1, 2, 3])
        seats = [s for s in range(4) if s != giver]
        winners = tuple(sorted(rng.sample(seats, 1 if giver is None or rng.random() < 0.8 else 2)))
    owed = [[0] * 4 for _ in range(4)]
    for a in range(4):
        for b in range(4):
            if a != b and (rng.random() < 0.5 or b in winners):
                owed[a][b] = 10 * rng.randrange(0, rng.choice([5, 50, 160]))
    penalties = tuple(
        (frozenset(rng.sample(range(4), rng.choice([1, 1, 1, 2, 3]))), rng.random() < 0.3)
        for _ in range(rng.choice([0, 0, 0, 0, 1, 2]))
    )
    return Hand(
        winners=winners,
        giver=giver,
        owed=owed,
        tai={w: rng.choice([0, 3, 7, 8, 9]) if rng.random() < 0.15 else 2 for w in winners},
        limit_hands=frozenset(w for w in winners if rng.random() < 0.05),
        penalties=penalties,
    )


def clean_out(winner: int) -> Hand:
    """A win that nobody can pay."""
    return Hand(winners=(winner,), owed=[[100_000 if b == winner != a else 0 for b in range(4)] for a in range(4)])


def give(match: Match, hand: Hand) -> None:
    """The same hand to the engine."""
    match.hand(
        winners=hand.winners,
        giver=-1 if hand.giver is None else hand.giver,
        owed={(a, b): hand.owed[a][b] for a in range(4) for b in range(4) if hand.owed[a][b]},
        tai_of=dict(hand.tai),
        limit_of=hand.limit_hands,
        penalties=tuple(sum(1 << s for s in who) | (FOUND_LATE if late else 0) for who, late in hand.penalties),
    )


def compare(match: Match, books: Accountant) -> None:
    """Every number that both keep."""
    n = len(books.players)
    m = match
    for name, mine in (
        ("stack", [p.chips for p in books.players]),
        ("debt", [p.debt for p in books.players]),
        ("account", [p.bonus for p in books.players]),
        ("loans", [p.loans for p in books.players]),
        ("busts", [p.busts for p in books.players]),
        ("hidden_busts", [p.caught for p in books.players]),
        ("benched", [p.waited for p in books.players]),
        ("bonus_off_seat", [p.bonus_unseated for p in books.players]),
        ("is_out", [int(p.out) for p in books.players]),
        ("wants_loan", [int(p.owes_loan_on_sitting) for p in books.players]),
        ("hidden_since", [-1 if p.hides_since is None else p.hides_since for p in books.players]),
    ):
        assert getattr(m, name)[:n] == mine, name
    assert m.seats == [-1 if p is None else p.name for p in books.seats]
    assert m.bench == [p.name for p in books.bench]
    assert m.cause == NAMES[books.cause]
    assert m.sweeper == (-1 if books.sweeper is None else books.sweeper.name)
    assert m.results == books.results()
    if not books.cause:
        assert (m.dealer, m.kept + 1, m.passes) == (books.dealer, books.streak, books.passes)


def play_both(seed: int) -> tuple[int, str]:
    """One random match under random rules, compared after every hand. Hands played and why it ended."""
    rng = random.Random(seed)
    changes = random_form(rng)
    base = load_preset(rng.choice(BASES))
    if base.family != "fuding":
        changes["format__eight_tai"] = "none"
    values = {**base.values, **{key.replace("__", "."): value for key, value in changes.items()}}
    spec = replace(base, values=FrozenMap(values))  # unchecked: options without effect do no harm here
    kind = values["format.kind"]
    order = list(range(5 if kind == "five_corner" else 4))
    rng.shuffle(order)
    dealer = rng.randrange(4)
    match = Match(spec, dealer=dealer, seating=tuple(order))
    books = Accountant(spec.values, order, dealer, int(spec.values["format.max_hands"]))
    while not books.cause:
        books.mute = {p for p in range(len(order)) if rng.random() < 0.3}
        books.blind = {p for p in range(len(order)) if rng.random() < 0.5}
        match.set(
            will_hide=[int(p in books.mute) for p in range(5)], unseen=[int(p in books.blind) for p in range(5)]
        )
        hand = random_hand(rng)
        if seed % 5 == 0:  # one player takes all: the way to a sweep
            hand = clean_out(max(range(4), key=lambda s: 0 if books.seats[s] is None else books.seats[s].chips))
        give(match, hand)
        books.play(hand)
        compare(match, books)
        match.check()
    return books.hands, books.cause


@pytest.mark.parametrize("part", range(8))
def test_engine_and_accountant_keep_the_same_books(part: int) -> None:
    hands, causes = 0, set()
    for seed in range(100 * part, 100 * part + 100):
        n, cause = play_both(seed)
        hands += n
        causes.add(cause)
    assert hands > 800
    assert causes == set(NAMES) - {""}
