"""Bots at a table with golds, flowers and opening wins: against a slow search, in worked positions, and as a whole."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from rulesets.analysis import Shapes, distances, useful
from rulesets.compile import COPIES
from rulesets.hand_tables import load_tables
from rulesets.jit import JIT_OFF
from rulesets.spec import resolve
from rulesets.tiles import N_HELD_KINDS, MeldKind, WinKind, counts_of, parse_tiles, parse_with_golds
from sim.actions import Action
from sim.batch import LineUp, Played, play
from sim.bots.dispatch import choose
from sim.bots.registry import load_bot
from sim.legality import LEGAL
from sim.outcomes import Tag
from sim.plan import BotPlan
from sim.seat import add_meld, add_tile, clear_seat, refresh
from sim.table import TABLE, Phase
from sim.transcript import LogEvent
from tests.sim.bot_tables import KEY, Position, bot_rows, positions, rules_of
from tests.sim.test_greedy import taken, weight, with_settings

FEW = JIT_OFF
GOLD = parse_tiles("5s")[0]
SEATINGS = ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))
FAR = 99


def full_walls(rules: Any, n: int, seed: int) -> np.ndarray:
    """Walls of the whole tile set, flowers included, as kinds from the front, shape (n, tiles)."""
    built = rules[0]["built"]
    kinds = np.repeat(np.arange(42), np.asarray(COPIES) * (built["held"].astype(int) | built["flower"].astype(int)))
    rng = np.random.default_rng(seed)
    return np.stack([rng.permutation(kinds) for _ in range(n)]).astype(np.int8)


# --- worked positions ---------------------------------------------------------------------------------------------------


def ask(
    bot: BotPlan,
    hand: str,
    drawn: str = "",
    offered: str = "",
    allow: tuple[Action, ...] = (),
    melds: tuple[str, ...] = (),
    visible: str = "",
    rules: str = "fuzhou/fz_std",
    drawable: int = 40,
) -> tuple[Action, int]:
    """What a bot does with a hand in which `G` are golds (5s are wild): on its turn with `drawn`, or asked for `offered`.

    `melds`: pons of its own. With neither a tile drawn nor offered it is asked about a win of the opening.
    """
    row = rules_of(rules)
    table = np.zeros(1, np.dtype((np.record, TABLE)))[0]
    own, public = table.own[0], table.public
    clear_seat(own, 0)
    own.gold_kind = public.gold_kind = public.indicator = GOLD
    kinds, golds = parse_with_golds(hand)
    for kind in [*kinds, *[GOLD] * golds]:
        add_tile(own, kind)
    for meld in melds:
        add_meld(own, int(MeldKind.PON), parse_tiles(meld)[0], 1)
    public.visible[:] = counts_of(parse_tiles(visible + offered + "5s"))
    public.tile = parse_tiles(offered)[0] if offered else -1
    public.phase = Phase.CLAIM if offered else Phase.OWN_TURN if drawn else Phase.OPENING
    public.drawable = drawable
    tables = load_tables(golds=True)
    refresh(tables, row[0], own)
    legal = np.zeros(1, np.dtype((np.record, LEGAL)))[0]
    if drawn:
        own.drawn = GOLD if drawn == "G" else parse_tiles(drawn)[0]
        add_tile(own, int(own.drawn))
        legal.actions = 1 << Action.DISCARD
        legal.discards = int(own.at_least[0]) | (1 << GOLD if own.golds else 0)
        if own.at_least[3]:
            legal.actions |= 1 << Action.KAN_CLOSED
            legal.closed_kans = own.at_least[3]
    else:
        legal.actions = 1 << Action.PASS
    for action in allow:
        legal.actions |= 1 << action
        if action == Action.TAKE_GOLD:
            legal.discards = own.at_least[0]
    chosen = int(choose(tables, public, own, legal, row[0], bot_rows(bot)[0], KEY))
    return Action(chosen // 64), chosen % 64


def kind(text: str) -> int:
    return parse_tiles(text)[0]


@pytest.mark.parametrize("name", ["greedy", "flush", "patient", "casual", "blind", "waits_for_gold"])
def test_a_gold_is_never_thrown_while_there_is_anything_else(name: str) -> None:
    bot = with_settings("casual", errors=0) if name == "casual" else load_bot(name)
    for hand, drawn in (("123m 456m 789m 123p 456p", "G"), ("147m 9m 147p 9p 147s 9s 2m 8p 3m", "G"), ("123m 456p GG", "7p")):
        size = len(parse_tiles(hand.replace("G", "")))
        melds = ("9m", "9p", "9s")[: (16 - size - hand.count("G")) // 3]
        action, thrown = ask(bot, hand, drawn=drawn, melds=melds)
        assert action == Action.DISCARD and thrown != GOLD
    assert ask(bot, "G", drawn="G", melds=("1m", "2m", "3m", "1p", "2p")) == (Action.DISCARD, GOLD)


def test_a_gold_stands_for_any_tile_when_discards_are_weighed() -> None:
    """Five sets with the gold need only a pair: the odd tile goes, not the gold, and no set is broken."""
    greedy = load_bot("greedy")
    hand = "123m 456m 789m 123p 46p G"
    assert ask(greedy, hand + " 9s", drawn="1s") in ((Action.DISCARD, kind("9s")), (Action.DISCARD, kind("1s")))


def test_golds_decide_whether_a_claim_helps() -> None:
    """With 13p or 46p the gold is a run; the chi brings the other one. A hand that wins on anything gains nothing by it."""
    greedy = load_bot("greedy")
    assert ask(greedy, "123m 456m 789m 13p 46p G 9s 1s", offered="5p", allow=(Action.CHI_MID,))[0] == Action.CHI_MID
    assert ask(greedy, "123m 456m 789m 123p 456p G", offered="5p", allow=(Action.CHI_MID,))[0] == Action.PASS


def test_a_pon_that_breaks_a_hand_of_pairs_is_declined() -> None:
    """Seven pairs and two single tiles are ready for eight pairs; a pon would leave sets that are far away."""
    greedy = load_bot("greedy")
    hand = "1133m 5577m 99m 2244p 68s"
    assert ask(greedy, hand, offered="2p", allow=(Action.PON,))[0] == Action.PASS
    assert ask(greedy, hand, offered="2p", allow=(Action.PON,), rules="fuzhou/no_eight_pairs")[0] == Action.PON
    assert ask(greedy, hand, drawn="9p")[1] in {kind("6s"), kind("8s"), kind("9p")}


def test_live_tiles_decide_between_single_tiles_of_a_hand_of_pairs() -> None:
    greedy = load_bot("greedy")
    assert ask(greedy, "1133m 5577m 99m 2244p 68s", drawn="1s", visible="888s") == (Action.DISCARD, kind("8s"))


def test_a_chi_with_a_gold_as_its_own_face_costs_the_gold() -> None:
    """gold.in_melds: natural_in_chi. A run from a tile that stood alone is worth it, one more beside enough sets is not."""
    greedy = load_bot("greedy")
    rules = "fuzhou/gold_in_chi"
    alone, enough = "123m 456m 789m 12p 4s G 99p 3m", "123m 456m 78m 12p 78p 99p 4s G"
    assert ask(greedy, alone, offered="6s", allow=(Action.CHI_HIGH,), rules=rules)[0] == Action.CHI_HIGH
    assert ask(greedy, enough, offered="6s", allow=(Action.CHI_HIGH,), rules=rules)[0] == Action.PASS


def test_wins_that_need_no_shape_are_taken_or_declined_by_setting() -> None:
    greedy, hunter = load_bot("greedy"), load_bot("waits_for_gold")
    far, near = "147m 9m 147p 9p 147s 9s 2m 8p GG", "123m 456m 789m 123p 18p GG"
    assert ask(greedy, far, drawn="G", allow=(Action.WIN,))[0] == Action.WIN
    assert ask(greedy, near, drawn="G", allow=(Action.WIN,))[0] == Action.WIN
    assert ask(hunter, far, drawn="G", allow=(Action.WIN,))[0] == Action.WIN
    complete = "123m 456m 789m 123p 77p GG"
    assert ask(hunter, complete, drawn="G", allow=(Action.WIN,))[0] == Action.WIN
    almost = "123m 456m 789m 14p 7p 1s GG"
    action, thrown = ask(hunter, almost, drawn="G", allow=(Action.WIN,))
    assert action == Action.DISCARD and thrown != GOLD
    assert ask(hunter, almost, drawn="G", allow=(Action.WIN,), drawable=10)[0] == Action.WIN
    assert ask(hunter, "123m 456m 789m 14p 7p 1s GGG", allow=(Action.WIN,))[0] == Action.PASS
    assert ask(greedy, "123m 456m 789m 14p 7p 1s GGG", allow=(Action.WIN,))[0] == Action.WIN


@pytest.mark.parametrize("name", ["greedy", "tsumogiri", "waits_for_gold"])
def test_the_indicator_is_taken_and_the_useless_tile_goes(name: str) -> None:
    bot = load_bot(name)
    action, thrown = ask(bot, "123m 456m 789m 123p 45p 77s 9s", allow=(Action.TAKE_GOLD,))
    assert action == Action.TAKE_GOLD and thrown != GOLD
    assert ask(bot, "123m 456m 789m 123p 45p 77s", offered="5s", allow=(Action.WIN,))[0] == Action.WIN


# --- against a slow search ------------------------------------------------------------------------------------------------


def live_of(position: Position, held: np.ndarray) -> np.ndarray:
    """Live copies by kind, golds left out, shape (42,)."""
    own, public = position.own, position.public
    live = 4 * held.astype(int) - own["counts"].astype(int) - public["visible"].astype(int)
    for i in range(int(own["n_melds"])):
        if public["meld_tile"][position.seat, i] < 0:  # an own hidden kan
            live[own["meld_tile"][i]] = 0
    live[N_HELD_KINDS:] = 0
    live[int(public["gold_kind"])] = 0
    return live


def aims(hands: np.ndarray, melds: int, golds: int, pairs: str) -> tuple[np.ndarray, np.ndarray]:
    """Tiles needed for sets and for eight pairs."""
    sets = Shapes(5, "none", True, "none", melds_use_copies=False)
    as_sets = np.atleast_1d(distances(hands, sets, n_melds=melds, golds=golds))
    if melds or pairs == "none":
        return as_sets, np.full(len(as_sets), FAR)
    both = np.atleast_1d(distances(hands, Shapes(5, pairs, True, "none", melds_use_copies=False), golds=golds))
    return as_sets, np.where(both < as_sets, both, FAR)


def wanted_discards(position: Position, bot: BotPlan, pairs: str, held: np.ndarray) -> set[int]:
    """The discards that the description of the bot allows, found by trying each one."""
    hand = position.own["counts"].astype(int)
    melds, golds = int(position.own["n_melds"]), int(position.own["golds"])
    kinds = [k for k in range(N_HELD_KINDS) if int(position.legal["discards"]) >> k & 1 and hand[k]]
    after = np.stack([hand - np.eye(42, dtype=int)[k] for k in kinds])
    (sets,), (eight,) = aims(hand[None], melds, golds, pairs)
    for_pairs = eight + bot.settings[12] < sets
    shape = Shapes(5, pairs if for_pairs else "none", True, "none", melds_use_copies=False)
    needed = aims(after, melds, golds, pairs)[1 if for_pairs else 0]
    gold = int(position.public["gold_kind"])
    found = useful(after, shape, n_melds=melds, golds=golds, gold_kind=gold).kinds
    gains = (found * live_of(position, held)).sum(axis=1)
    order = [(int(n), -int(g), weight(bot, hand, k)) for n, g, k in zip(needed, gains, kinds, strict=True)]
    return {k for k, rank in zip(kinds, order, strict=True) if rank == min(order)}


def check_claim(position: Position, bot: BotPlan, pairs: str) -> bool:
    """A call is made if and only if it brings the hand nearer (an open kan: not further away). Whether one was possible."""
    hand = position.own["counts"].astype(int)
    melds, golds = int(position.own["n_melds"]), int(position.own["golds"])
    (sets,), (eight,) = aims(hand[None], melds, golds, pairs)
    now = min(int(sets), int(eight) + bot.settings[12])
    offered = [a for a in range(Action.CHI_LOW, Action.KAN_OPEN + 1) if int(position.legal["actions"]) >> a & 1]
    tile = int(position.public["tile"])
    after = {a: int(aims(taken(hand, a, tile)[None], melds + 1, golds, "none")[0][0]) for a in offered}
    after = {a: n if a == Action.KAN_OPEN else max(n, 1) for a, n in after.items()}  # a tile must go
    chosen = position.chosen // 64
    if after.get(Action.KAN_OPEN, FAR) <= now:
        assert chosen == Action.KAN_OPEN
        return True
    nearer = {a: n for a, n in after.items() if a != Action.KAN_OPEN and n < now}
    if nearer:
        assert nearer[chosen] == min(nearer.values())
    else:
        assert chosen == Action.PASS
    return bool(nearer)


@pytest.mark.parametrize("name", ["fuzhou/fz_std", "fuzhou/no_eight_pairs", "fuzhou/honours_in_hand"])
def test_every_move_is_the_one_that_a_slow_search_finds(name: str) -> None:
    rules = rules_of(name)
    pairs = str(resolve(name)["win.pairs"])
    bot = load_bot("greedy")
    seen = {"discard": 0, "golden": 0, "win": 0, "call": 0}
    for wall in full_walls(rules, 2 if FEW else 10, 22):
        for position in positions(rules, [bot] * 4, wall, every=4 if FEW else 1):
            chosen, thrown = divmod(position.chosen, 64)
            if int(position.legal["actions"]) >> Action.WIN & 1:
                assert chosen == Action.WIN
                seen["win"] += 1
            elif int(position.legal["actions"]) >> Action.PASS & 1:
                seen["call"] += check_claim(position, bot, pairs)
            elif chosen == Action.DISCARD and position.own["counts"].sum():
                assert thrown in wanted_discards(position, bot, pairs, rules[0]["built"]["held"])
                seen["discard"] += 1
                seen["golden"] += int(position.own["golds"]) > 0
    assert seen["discard"] > 2 and (FEW or (seen["golden"] > 60 and seen["win"] >= 5 and seen["call"] >= 6))


# --- whole hands ------------------------------------------------------------------------------------------------------------


@cache
def four_greedy(n: int = 30 if FEW else 3000) -> Played:
    return play(rules_of("fuzhou/fz_std"), bot_rows(load_bot("greedy")), range(n), 7, log=FEW)


def test_four_greedy_play_hands_of_a_plausible_kind() -> None:
    """Orders of magnitude of a throw-away prototype of the specification: 9 % drawn, 29 % of wins by self-draw, 13 draws."""
    rows = four_greedy().rows.reshape(-1)
    won = rows["winner_mask"] > 0
    self_draw = (rows["end"] == WinKind.SELF_DRAW).sum() / won.sum()
    assert 0.1 < self_draw < 0.6
    assert 8 < rows["draws"].mean() < 25
    if FEW:
        return
    assert 0.005 < 1 - won.mean() < 0.2
    flowers = sum(rows["flowers"] >> 8 * s & 255 for s in range(4))
    assert 21.8 < flowers.mean() < 27  # 21.8 in the opening alone
    opening = rows["opening"] > 0
    assert 0.01 < opening.mean() < 0.08
    assert 0.005 < ((rows["tags"] & Tag.NO_SHAPE) > 0).mean() < 0.05
    assert 0.002 < (rows["group_left"] >= 0).mean() < 0.25
    assert not rows["gold_discards"].any()


def test_greedy_beats_random_play() -> None:
    bots = bot_rows(load_bot("greedy"), load_bot("random_legal"))
    played = play(rules_of("fuzhou/fz_std"), bots, range(6 if FEW else 400), 9, lineups=[LineUp((0, 1, 1, 1), SEATINGS)])
    rows = played.rows.reshape(-1)
    seats = np.array([s.index(0) for s in SEATINGS])[rows["seating"]]
    delta = np.stack([rows[f"delta_s{seat}"] for seat in range(4)], axis=1)
    mine = delta[np.arange(len(rows)), seats].astype(float)
    assert mine.sum() > 0 and (FEW or mine.mean() > 6 * mine.std() / np.sqrt(len(mine)))


@pytest.mark.parametrize("name", ["fuzhou/fz_std", "fuzhou/rob_at_opening", "fuzhou/flipped_flower_drawn", "fuzhou/gold_in_chi"])
@pytest.mark.parametrize("bot", ["greedy", "greedy_calls", "waits_for_gold", "random_legal", "tsumogiri"])
def test_every_bot_plays_every_hand_to_its_end(name: str, bot: str) -> None:
    rules = rules_of(name)
    played = play(rules, bot_rows(load_bot(bot)), range(2 if FEW else 60), 5, log=True)
    for hand in played.transcripts():
        assert hand[-1, 0] in (LogEvent.WIN, LogEvent.EXHAUSTED)
        if load_bot(bot).kind >= 2:
            gold = next((int(r[4]) for r in hand if r[0] == LogEvent.FLIP and r[3] == 0), -1)
            assert not [r for r in hand if r[0] == LogEvent.DISCARD and r[2] == gold]


def test_a_bot_that_waits_for_gold_declines_some_wins_by_three_golds() -> None:
    rules = rules_of("fuzhou/fz_std")
    if FEW:
        return
    counts = []
    for bot in ("greedy", "waits_for_gold"):
        rows = play(rules, bot_rows(load_bot(bot)), range(2000), 3).rows.reshape(-1)
        counts.append(int(((rows["tags"] & Tag.NO_SHAPE) > 0).sum()))
    assert 0 < counts[1] < counts[0]
