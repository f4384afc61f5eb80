"""The greedy bot against a slow search for the same move, and what each of its settings does."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from rulesets.analysis import Shapes, distances, useful
from rulesets.hand_tables import load_tables
from rulesets.jit import JIT_OFF
from rulesets.spec import resolve
from rulesets.tiles import N_HELD_KINDS, WinKind, counts_of, parse_tiles
from sim.actions import Action
from sim.batch import LineUp, WallMode, play
from sim.bots.dispatch import choose
from sim.bots.registry import KINDS, load_bot
from sim.legality import LEGAL
from sim.plan import BotPlan
from sim.seat import add_tile, clear_seat, refresh
from sim.table import TABLE, Phase
from tests.sim.bot_tables import KEY, Position, bot_rows, decide, positions, random_walls, rules_of

FEW = JIT_OFF


def with_settings(name: str, **changes: int) -> BotPlan:
    """A shipped bot with some settings changed."""
    bot = load_bot(name)
    kind = next(k for k in KINDS.values() if k.number == bot.kind)
    values = list(bot.settings)
    for key, value in changes.items():
        values[[s.name for s in kind.settings].index(key)] = value
    return BotPlan(bot.name, bot.kind, tuple(values), bot.reads, bot.title)


def live_of(position: Position, held: np.ndarray) -> np.ndarray:
    """Live copies by kind, shape (42,)."""
    own, public = position.own, position.public
    live = 4 * held.astype(int) - own["counts"].astype(int) - public["visible"].astype(int)
    for i in range(int(own["n_melds"])):
        if public["meld_tile"][position.seat, i] < 0:  # an own hidden kan
            live[own["meld_tile"][i]] = 0
    live[N_HELD_KINDS:] = 0
    return live


def weight(bot: BotPlan, hand: np.ndarray, kind: int) -> int:
    """The weight of throwing a kind, from its description."""
    honour, terminal, edge, middle, pair, neighbour = bot.settings[5:11]
    if kind >= 27:
        total = honour
    else:
        rank = kind % 9
        total = {0: terminal, 8: terminal, 1: edge, 7: edge}.get(rank, middle)
        near = [k for k in (kind - 1, kind + 1) if k >= 0 and k // 9 == kind // 9]
        total += neighbour * any(hand[k] > 0 for k in near)
    return total + pair * (hand[kind] > 1)


def best_discards(position: Position, bot: BotPlan, shapes: Shapes, held: np.ndarray) -> set[int]:
    """The discards that the description of the bot allows, found by trying each one."""
    hand = position.own["counts"].astype(int)
    melds = int(position.own["n_melds"])
    live = live_of(position, held)
    kinds = [k for k in range(N_HELD_KINDS) if int(position.legal["discards"]) >> k & 1]
    after = np.stack([hand - np.eye(42, dtype=int)[k] for k in kinds])
    needed = distances(after, shapes, n_melds=melds)
    gains = (useful(after, shapes, n_melds=melds).kinds * live).sum(axis=1)
    order = [(int(n), -int(g), weight(bot, hand, k)) for n, g, k in zip(needed, gains, kinds, strict=True)]
    return {k for k, rank in zip(kinds, order, strict=True) if rank == min(order)}


def taken(hand: np.ndarray, action: int, tile: int) -> np.ndarray:
    """The hand after the tiles of a call have gone."""
    own = {
        Action.CHI_LOW: [tile + 1, tile + 2],
        Action.CHI_MID: [tile - 1, tile + 1],
        Action.CHI_HIGH: [tile - 2, tile - 1],
        Action.PON: [tile, tile],
        Action.KAN_OPEN: [tile] * 3,
    }[Action(action)]
    return hand - counts_of(own).astype(int)


def check_claim(position: Position, shapes: Shapes) -> bool:
    """A call is made if and only if it brings the hand nearer (an open kan: not further away). Whether one was possible."""
    hand = position.own["counts"].astype(int)
    melds = int(position.own["n_melds"])
    tile = int(position.public["tile"])
    now = int(distances(hand, shapes, n_melds=melds))
    offered = [a for a in range(Action.CHI_LOW, Action.KAN_OPEN + 1) if int(position.legal["actions"]) >> a & 1]
    after = {a: _needed(taken(hand, a, tile), shapes, melds + 1) for a in offered}
    chosen = position.chosen // 64
    if after.get(Action.KAN_OPEN, 99) <= now:
        assert chosen == Action.KAN_OPEN
        return True
    nearer = {a: n for a, n in after.items() if a != Action.KAN_OPEN and n < now}
    if nearer:
        assert nearer[chosen] == min(nearer.values())
    else:
        assert chosen == Action.PASS
    return bool(nearer)


def _needed(hand: np.ndarray, shapes: Shapes, melds: int) -> int:
    """Tiles needed by a hand that is about to discard (or, after a kan, to draw)."""
    return int(distances(hand, shapes, n_melds=melds))


@pytest.mark.parametrize("name", ["hebei/literal", "hebei/chi_allowed", "hebei/no_seven_pairs", "hebei/hidden_closed_kans"])
def test_every_move_is_the_one_that_a_slow_search_finds(name: str) -> None:
    rules = rules_of(name)
    spec = resolve(name)
    shapes = Shapes.of(spec)
    shapes = Shapes(4, shapes.pairs, shapes.pairs_quads, shapes.orphans, melds_use_copies=False)
    bot = load_bot("greedy")
    seen = {"discard": 0, "win": 0, "call": 0, "kan": 0}
    for wall in random_walls(rules, 1 if FEW else 12, 21):
        for position in positions(rules, [bot] * 4, wall, every=7 if FEW else 1):
            chosen, kind = divmod(position.chosen, 64)
            if int(position.legal["actions"]) >> Action.WIN & 1:
                assert chosen == Action.WIN
                seen["win"] += 1
            elif int(position.legal["actions"]) >> Action.PASS & 1:
                seen["call"] += check_claim(position, shapes)
            elif chosen == Action.DISCARD:
                assert kind in best_discards(position, bot, shapes, rules[0]["built"]["held"])
                seen["discard"] += 1
            else:
                seen["kan"] += 1
                check_kan(position, shapes, kind)
    assert seen["discard"] > 2 and (FEW or (seen["win"] >= 6 and seen["call"] >= 6))


def check_kan(position: Position, shapes: Shapes, kind: int) -> None:
    """An own kan does not take the hand further away."""
    hand = position.own["counts"].astype(int)
    melds = int(position.own["n_melds"])
    now = int(distances(hand, shapes, n_melds=melds))
    closed = position.chosen // 64 == Action.KAN_CLOSED
    after = hand - (4 if closed else 1) * np.eye(42, dtype=int)[kind]
    assert _needed(after, shapes, melds + closed) <= now


def transcripts(bot: BotPlan, rules: Any, walls: int = 200) -> list[np.ndarray]:
    """What four of a bot do on the first walls."""
    return play(rules, bot_rows(bot), range(3 if FEW else walls), 12, log=True).transcripts()


def same(a: list[np.ndarray], b: list[np.ndarray]) -> bool:
    return all(np.array_equal(x, y) for x, y in zip(a, b, strict=True))


@pytest.mark.parametrize("kind", ["greedy", "blind", "careless", "patient"])
def test_no_setting_is_dead(kind: str) -> None:
    """Two settings are about eight pairs and golds: a table has to have them."""
    tables = rules_of("literal+claim.chi=next_seat+turn.ready=optional_lock", "fuzhou/fz_std")
    name = {"careless": "casual"}.get(kind, kind)
    base = with_settings(name)
    usual = [transcripts(base, tables[i : i + 1]) for i in range(2)]
    dead = set()
    for place, setting in enumerate(KINDS[kind].settings):
        i = int(setting.name in ("pairs", "hold_golds"))
        values = {setting.low, setting.high, min(setting.high, 5)} - {base.settings[place]}
        if all(same(transcripts(with_settings(name, **{setting.name: v}), tables[i : i + 1]), usual[i]) for v in values):
            dead.add(setting.name)
    assert len(dead) < len(base.settings) if FEW else not dead  # three hands do not bring everything up


def test_calls_and_kans_can_be_switched_off() -> None:
    rules = rules_of("hebei/chi_allowed")
    quiet = with_settings("greedy", calls=0, closed_kan=0, open_kan=0, added_kan=0)
    rows = play(rules, bot_rows(quiet), range(3 if FEW else 200), 2).rows.reshape(-1)
    assert not rows["calls"].any() and not rows["kans"].any()


def test_the_family_is_one_family() -> None:
    """Careless without errors, and patient without patience, are greedy."""
    rules = rules_of("hebei/literal")
    greedy = transcripts(load_bot("greedy"), rules)
    assert same(greedy, transcripts(with_settings("casual", errors=0, calls=1), rules))
    assert same(greedy, transcripts(with_settings("patient", min_fan=0), rules))
    assert same(greedy, transcripts(with_settings("patient", take_any_below=144), rules))


def test_a_patient_bot_wins_on_discards_only_if_it_is_worth_it_or_the_wall_runs_low() -> None:
    rules = rules_of("hebei/literal")
    bots = bot_rows(with_settings("patient", min_fan=5, take_any_below=10))
    played = play(rules, bots, range(5 if FEW else 600), 5)
    rows = played.rows.reshape(-1)
    claimed = rows[(rows["end"] == WinKind.DISCARD) | (rows["end"] == WinKind.ROB_KAN)]
    one = np.isin(claimed["winner_mask"], [1, 2, 4, 8])
    assert ((claimed["fan_points"] >= 5) | (claimed["wall_left"] < 10 + 13))[one].all()
    assert FEW or (claimed["fan_points"] >= 5).sum() > 8


def test_a_patient_bot_lets_a_cheap_win_pass_and_takes_it_when_the_wall_runs_low() -> None:
    """The wins that it declines are worth less than it asks for: the same hand with the win taken shows it."""
    rules = rules_of("hebei/literal")
    bot = with_settings("patient", min_fan=5, take_any_below=10)
    declined = 0
    for wall in random_walls(rules, 2 if FEW else 8, 31):
        for position in positions(rules, [bot] * 4, wall, every=1):
            if not int(position.legal["actions"]) >> Action.WIN & 1 or position.chosen // 64 == Action.WIN:
                continue
            assert int(position.public["phase"]) in (Phase.CLAIM, Phase.ROB)
            win = Action.WIN * 64 + int(position.public["tile"])
            taken_up = play(
                rules, bot_rows(bot), [0], 1, mode=WallMode.RECORDED, recorded=wall[None], dealers=[0],
                script=[*position.script, (position.seat, win)],
            )  # fmt: skip
            row = taken_up.rows.reshape(-1)[0]
            if int(row["winner_mask"]) == 1 << position.seat:
                assert int(row["fan_points"]) < 5
                declined += 1
            assert decide(rules, position, with_settings("patient", min_fan=0)) == win
            assert decide(rules, position, with_settings("patient", min_fan=5, take_any_below=144)) == win
    assert declined >= (1 if FEW else 5)


def test_ties_favour_no_suit() -> None:
    """With equal weights the first discards of many hands fall on the three suits alike."""
    rules = rules_of("hebei/literal")
    flat = with_settings("greedy", honour=9, terminal=0, edge=0, middle=0, pair=0, neighbour=0)
    n = 20 if FEW else 3000
    played = play(rules, bot_rows(flat), range(n), 4, log=True)
    first = [next(int(r[2]) for r in hand if r[0] == 5) for hand in played.transcripts()]
    suits = np.bincount(np.array([k // 9 for k in first if k < 27]), minlength=3)
    expected = suits.sum() / 3
    assert ((suits - expected) ** 2 / expected).sum() < 13.8  # chi-square with 2 degrees of freedom, 0.1 %


def test_the_shipped_line_ups_order_their_bots() -> None:
    """Greedy beats the weak bots at one table; every seat of four equal bots wins alike."""
    rules = rules_of("hebei/literal")
    seatings = ((0, 1, 2, 3), (1, 2, 3, 0), (2, 3, 0, 1), (3, 0, 1, 2))
    bots = bot_rows(load_bot("greedy"), load_bot("casual"))
    rows = play(rules, bots, range(8 if FEW else 2000), 3, lineups=[LineUp((0, 1, 1, 1), seatings)]).rows.reshape(-1)
    seat = np.array([s.index(0) for s in seatings])[rows["seating"]]
    wins = (rows["winner_mask"].astype(int) >> seat & 1).mean()
    assert FEW or wins > 0.27


# --- worked positions ---------------------------------------------------------------------------------------------------


def ask(
    bot: BotPlan, hand: str, offered: str = "", drawn: str = "", allow: tuple[Action, ...] = (), visible: str = ""
) -> tuple[Action, int]:
    """What a bot with seat 0 does: a claim of the tile on offer, or a turn after drawing; `visible` lies on the table."""
    table = np.zeros(1, np.dtype((np.record, TABLE)))[0]
    own, public = table.own[0], table.public
    clear_seat(own, 0)
    for kind in parse_tiles(hand):
        add_tile(own, kind)
    rules = rules_of("hebei/literal")
    refresh(load_tables(), rules[0], own)
    legal = np.zeros(1, np.dtype((np.record, LEGAL)))[0]
    public.visible[:] = counts_of(parse_tiles(visible + offered))
    public.tile = parse_tiles(offered)[0] if offered else -1
    if drawn:
        own.drawn = parse_tiles(drawn)[0]
        add_tile(own, int(own.drawn))
        legal.actions = 1 << Action.DISCARD
        legal.discards = own.at_least[0]
        if own.at_least[3]:
            legal.actions |= 1 << Action.KAN_CLOSED
            legal.closed_kans = own.at_least[3]
    for action in allow:
        legal.actions |= 1 << action
    if offered:
        legal.actions |= 1 << Action.PASS
    chosen = int(choose(load_tables(), public, own, legal, rules[0], bot_rows(bot)[0], KEY))
    return Action(chosen // 64), chosen % 64


def kind(text: str) -> int:
    return parse_tiles(text)[0]


def test_a_closed_kan_that_takes_the_hand_further_away_is_not_declared() -> None:
    """The fourth 1m belongs to a run: `111m 123m` would be lost."""
    greedy = load_bot("greedy")
    assert ask(greedy, "111123m 456p 78s EE", drawn="C") == (Action.DISCARD, kind("C"))
    assert ask(greedy, "1111m 45m 456p 78s EE", drawn="C") == (Action.KAN_CLOSED, kind("1m"))
    assert ask(with_settings("greedy", closed_kan=0), "1111m 45m 456p 78s EE", drawn="C")[0] == Action.DISCARD


def test_a_pon_is_claimed_if_it_brings_the_hand_nearer() -> None:
    greedy = load_bot("greedy")
    hand = "99m 456p 78s 23s EE CC"
    assert ask(greedy, hand, offered="E", allow=(Action.PON,)) == (Action.PON, kind("E"))
    assert ask(with_settings("greedy", calls=0), hand, offered="E", allow=(Action.PON,))[0] == Action.PASS
    closed = "123m 456p 789s EE 23s"  # the pair is the only one: a pon of it leaves none
    assert ask(greedy, closed, offered="E", allow=(Action.PON,))[0] == Action.PASS


def test_six_pairs_are_not_broken_for_a_pon() -> None:
    """Ready for seven pairs; as sets the hand would be further away."""
    greedy = load_bot("greedy")
    assert ask(greedy, "1199m 3377p 55s EE C", offered="E", allow=(Action.PON,))[0] == Action.PASS
    assert ask(greedy, "1199m 3377p 55s EE C", drawn="2s", visible="CC") == (Action.DISCARD, kind("C"))


def test_live_tiles_decide_between_two_waits() -> None:
    """Between honours that could all become the pair, the one that is gone is thrown; a blind bot cannot know which."""
    greedy = load_bot("greedy")
    hand, drawn = "123m 456p 789s E 57m C", "E"
    assert ask(greedy, hand, drawn=drawn) == (Action.DISCARD, kind("C"))
    hand = "123m 456p 789s 1s E C S"
    assert ask(greedy, hand, drawn="N", visible="NNN")[1] == kind("N")
    blind = with_settings("blind", honour=0, terminal=1)
    assert ask(blind, "123m 456p 789s C S", drawn="N", visible="NN CCC")[1] in {kind("N"), kind("C"), kind("S")}
