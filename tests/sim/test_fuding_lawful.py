"""What lawful play of Fuding never does: invariants of the written rules over many hands, looked at from outside the engine."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from rulesets.compile import rule_table
from rulesets.hand_distance import suit_keys
from rulesets.hand_groups import groups_allowed
from rulesets.hand_readings import hand_readings, new_readings
from rulesets.hand_seat import has_shape
from rulesets.hand_tables import load_tables
from rulesets.options import Value
from rulesets.score import new_hands
from rulesets.spec import with_changes
from rulesets.tiles import Tile
from sim.batch import LineUp, LogEvent, Played, play
from sim.bots.greedy import Greedy
from sim.bots.patient import MIN_FAN, TAKE_ANY_BELOW
from sim.flow.standing import StandReason
from sim.seat import add_tile, clear_seat, refresh
from sim.table import OWN
from tests.sim.dead_discards import crowded, dead_discards
from tests.sim.fuding_table import LITERAL
from tests.sim.tabletop import Array, bots

TABLES = load_tables(True)
SLOW = pytest.mark.slow


def seekers() -> Array:
    """Three bots: one claims whatever does not hurt and leans to one suit, one also lets wins on other seats' tiles go, and
    one plays at random."""
    table = bots("flush", "patient", "random_legal")
    for row in table[:2]:
        row["settings"][Greedy.FLUSH] = 200
        row["settings"][Greedy.CALLS] = 2
    table[1]["settings"][MIN_FAN] = 10_000
    table[1]["settings"][TAKE_ANY_BELOW] = 0
    return table


QUICK = LineUp((0, 0, 0, 0), ((0, 1, 2, 3),))
LONG = LineUp((1, 2, 1, 2), ((0, 1, 2, 3),))  # most hands go on until the wall is short


def play_lawfully(walls: range, changes: dict[str, Value], lineup: LineUp = QUICK) -> Played:
    """Hands with their transcripts."""
    rules = rule_table([with_changes(LITERAL, changes) if changes else LITERAL])
    return play(rules, seekers(), walls, 11, lineups=[lineup], log=True)


# --- g3: no penalties, and nobody stands but for want of a discard ----------------------------------------------------


def check_stands(log: Array) -> int:
    """Every seat that stands does so because it has no lawful discard; returns how many there are."""
    stands = log[log[:, 0] == LogEvent.STAND]
    assert (stands[:, 3] == StandReason.NO_DISCARD).all()
    return len(stands)


@pytest.mark.parametrize("melds", [4, 1])
def test_g3_lawful_bots_stand_only_for_want_of_a_discard(melds: int) -> None:
    """With a table of one meld most suits are barred, so that many seats do; no penalty is paid, nobody may only self-draw."""
    played = play_lawfully(range(300), {"bar.flush_table": melds} if melds != 4 else {})
    n = check_stands(played.log)
    assert n > 0 or melds == 4
    public = played.table[0]["public"]
    assert not public["self_draw_only"].any() and not public["frozen"].any()
    assert not played.rows["pei"].any() and not played.rows["aborted"].any()  # in all of the hands


# --- g4: nobody wins on a dead tile -----------------------------------------------------------------------------------


def check_dead_tiles(walls: range, melds: int) -> int:
    """Plays hands in which so many melds bar a suit; returns how many barred tiles were thrown because they were dead."""
    played = play_lawfully(walls, {"bar.flush_table": melds} if melds != 4 else {}, LONG)
    n = 0
    for hand in crowded(played.log, melds):
        for kind, won in dead_discards(hand, melds):
            assert not won, (kind, hand.tolist())
            n += 1
    return n


def test_g4_a_discard_that_is_free_only_because_it_is_dead_is_never_won_on() -> None:
    """Where one meld bars its suit such discards are seen, about one in a hundred hands."""
    assert check_dead_tiles(range(600), 1) > 0


@SLOW
@pytest.mark.timeout(7_200)
def test_g4_over_a_million_hands() -> None:
    for melds, hands, at_least in ((1, 40_000, 40), (4, 960_000, 5)):
        assert sum(check_dead_tiles(range(first, first + 4_000), melds) for first in range(0, hands, 4_000)) >= at_least


def test_g4_a_hand_that_waits_on_a_dead_tile_has_an_idle_gold() -> None:
    """The other way round: hands that hold neither the tile nor a partner of it, which all lie open where a tile is dead."""
    rng, rules = random.Random(4), rule_table([LITERAL]).view(np.recarray)[0]
    n = 0
    for _ in range(600):
        own = a_hand_between_turns(rng)
        refresh(TABLES, rules, own)
        for kind in range(Tile.EAST):
            partners = [9 * (kind // 9) + rank for rank in range(max(0, kind % 9 - 2), min(8, kind % 9 + 2) + 1)]
            if int(own.waits) >> kind & 1 and not any(int(own.counts[k]) for k in partners):
                assert int(own.is_idle) == 1, (own, kind)
                n += 1
    assert n > 100


# --- g5: idle golds by brute force ------------------------------------------------------------------------------------


TRIPLETS = [[kind] * 3 for kind in range(33)]
RUNS = [[first, first + 1, first + 2] for first in range(27) if first % 9 < 7]


def a_hand_between_turns(rng: random.Random) -> Any:
    """OWN with sixteen tiles that are sets and a pair but for a tile or two, one to three of them golds (gold C)."""
    while True:
        flat = [k for group in rng.choices(TRIPLETS + 2 * RUNS, k=5) for k in group] + [rng.randrange(33)] * 2
        rng.shuffle(flat)
        golds = rng.randint(1, 3)
        flat = flat[: 16 - golds]
        if rng.random() < 0.3:
            flat[0] = rng.randrange(33)
        if Tile.RED not in flat and max(np.bincount(flat)) <= 4:
            own = np.zeros(1, np.dtype((np.record, OWN)))[0]
            clear_seat(own, 0)
            own.gold_kind = Tile.RED
            for kind in [*flat, *[Tile.RED] * golds]:
                add_tile(own, kind)
            return own


def every_kind_completes(rules: Any, own: Any) -> bool:
    """Brute force: each kind but the gold, put to the hand, makes it complete; of some the hand holds all."""
    keys = np.zeros(4, np.int32)
    for kind in (k for k in set(range(33)) - {Tile.RED} if int(own.counts[k]) < 4):
        own.counts[kind] += 1
        suit_keys(own.counts, keys)
        done = has_shape(TABLES, rules, keys, own, int(own.golds))
        own.counts[kind] -= 1
        if not done:
            return False
    return True


def test_g5_an_idle_gold_is_there_if_and_only_if_every_tile_completes_the_hand() -> None:
    rng, rules = random.Random(5), rule_table([LITERAL]).view(np.recarray)[0]
    seen = {True: 0, False: 0}
    for _ in range(1_000):
        own = a_hand_between_turns(rng)
        refresh(TABLES, rules, own)
        idle = every_kind_completes(rules, own)
        assert bool(own.is_idle) == idle, own
        seen[idle] += 1
    assert min(seen.values()) > 50


def test_g5_no_win_on_a_discard_with_an_idle_gold() -> None:
    """Winners on other seats' tiles, one hand at a time: the hand without the tile is not completed by every kind."""
    rules = rule_table([LITERAL])
    n = 0
    for wall in range(250):
        played = play(rules, seekers(), [wall], 3, lineups=[QUICK])
        table = played.table[0]
        if int(table["event"]["payer"]) >= 0:
            winner = int(table["event"]["winner_mask"]).bit_length() - 1
            own = table["own"][winner : winner + 1].view(np.dtype((np.record, OWN)))[0]
            assert not int(own.golds) or not every_kind_completes(rules.view(np.recarray)[0], own)
            n += int(own.golds) > 0
    assert n > 10


# --- g8: one group for a kind -----------------------------------------------------------------------------------------


def test_g8_an_accepted_win_has_a_reading_with_one_group_for_a_kind() -> None:
    rules = rule_table([LITERAL])
    row = rules.view(np.recarray)[0]
    n = 0
    for wall in range(250):
        played = play(rules, seekers(), [wall], 5, lineups=[QUICK])
        event = played.table[0]["event"]
        if not int(event["winner_mask"]):
            continue
        winner = int(event["winner_mask"]).bit_length() - 1
        hand = new_hands()[0]
        own = played.table[0]["own"][winner]
        for name in hand.dtype.names:
            hand[name] = own[name]
        if int(event["payer"]) >= 0:
            hand.counts[int(event["tile"])] += 1
        found = new_readings(int(hand_readings(row, hand, new_readings(0))))
        hand_readings(row, hand, found)
        shapeless = int(hand.golds) >= 3 or int(hand.flowers[7:].sum()) + int(hand.golds) >= 8
        assert shapeless or any(groups_allowed(row, hand, int(event["no_kan"]), reading) for reading in found), hand
        n += 1
    assert n > 100
