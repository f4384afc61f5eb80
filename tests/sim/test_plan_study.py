"""Plans: shard bounds, names, identity, play groups, seatings."""

from __future__ import annotations

import dataclasses
import itertools

import pytest

from rulesets.errors import InputError
from rulesets.spec import resolve
from sim import plan
from sim.plan import BotPlan, LineUpPlan, Shard, VariantPlan
from tests.sim.studies import EQUAL, LITERAL, LONG, MIXED, RICH, STRONG, WEAK, study


@pytest.mark.parametrize("walls", [1, 9, 10, 11, 160, 161, 12_345])
def test_shards_cover_every_wall_once_in_whole_blocks(walls: int) -> None:
    pieces = plan.shards(study(walls=walls))
    covered = [w for s in pieces for w in range(s.first, s.stop)]
    assert covered == list(range(walls))
    assert [s.number for s in pieces] == list(range(len(pieces)))
    assert all(s.first % 10 == 0 for s in pieces)
    assert all(s.stop % 10 == 0 for s in pieces[:-1])


def test_bounds_follow_neither_from_walls_nor_from_variants() -> None:
    small, large = study(walls=500), study(LONG, RICH, walls=100_000)
    assert plan.shards(small)[:-1] == plan.shards(large)[: len(plan.shards(small)) - 1]


def test_large_studies_have_few_shards() -> None:
    """A million walls in blocks of a thousand: parts grow to some ten thousand rows, not a thousand files per variant."""
    pieces = plan.shards(study(walls=1_000_000, block=1000, lineups=(EQUAL,)))
    assert 40 < len(pieces) < 150
    assert max(s.walls for s in pieces) == 24_000


def test_session_blocks_are_smaller() -> None:
    assert study(unit="session", block=0).block == 100
    assert study(block=0).block == 1000


SLUGS = ["hebei/head_bump", "hebei/head_bump@again", "hebei-head_bump", "hebei/head_bump--again", "Hebei/head_bump",
         "河北/截胡", "河北/自摸", "截胡", "hebei/literal+wall.reserve=14", "hebei/literal+wall.reserve=1.4", "a" * 200, "..",
         "a/b", "a-b", "a@b", "CON", "naïve", "hebei/literal wall"]  # fmt: skip


def test_slugs_are_ascii_and_unique() -> None:
    slugs = [plan.slug(name) for name in SLUGS]
    assert len({s.lower() for s in slugs}) == len(SLUGS)
    assert all(s.isascii() and s.strip(".") and len(s) < 150 and not set(s) & set('/\\:*?"<>|+= ') for s in slugs)
    assert plan.slug("截胡") == plan.slug("截胡")


def test_seatings_bring_every_bot_to_every_seat_equally_often() -> None:
    a, b, c, d = (BotPlan(n, i) for i, n in enumerate("abcd"))
    for bots in ((a, a, a, a), (a, b, b, b), (a, a, b, b), (a, b, a, b), (a, b, c, c), (a, b, c, d)):
        seatings = plan.distinct_seatings(bots)
        names = [tuple(bots[slot].name for slot in s) for s in seatings]
        assert set(names) == set(itertools.permutations(b.name for b in bots))
        assert len(names) == len(set(names))
        for seat in range(4):
            at_seat = [n[seat] for n in names]
            assert {n: at_seat.count(n) for n in at_seat} == {
                n.name: len(names) * bots.count(n) // 4 for n in bots
            }
        assert all(sorted(s) == [0, 1, 2, 3] for s in seatings)


def test_hash_leaves_out_walls_and_place() -> None:
    a = study(RICH)
    assert plan.config_hash(a) == plan.config_hash(dataclasses.replace(a, walls=9999))
    assert plan.design_hash(a) == plan.design_hash(study(RICH, LONG))
    assert plan.config_hash(a) != plan.config_hash(study(RICH, LONG))


@pytest.mark.parametrize(
    "change",
    [{"seed": 2}, {"store": "stats"}, {"columns": "full"}, {"block": 20}, {"lineups": (EQUAL,)}, {"unit": "session"}],
)
def test_hash_covers_what_shapes_a_part(change: dict[str, object]) -> None:
    assert plan.design_hash(study(RICH)) != plan.design_hash(dataclasses.replace(study(RICH), **change))


def test_hash_covers_rules_not_names_of_files() -> None:
    base = study(RICH)
    other = study("hebei/literal+hebei.fan_menqing=6")
    assert plan.config_hash(base) != plan.config_hash(other)
    assert plan.default_folder_name(base).startswith("small-")


def test_a_name_twice_is_refused_with_a_sentence() -> None:
    with pytest.raises(InputError, match=r"stands twice.*@again") as fault:
        study(LITERAL)
    assert "出现两次" in fault.value.zh
    assert [v.label for v in study(LITERAL + "@again").variants] == [LITERAL, LITERAL + "@again"]


def test_variants_that_differ_in_points_share_hands() -> None:
    keys = plan.play_keys(study(RICH, LONG, LITERAL + "@again"))
    assert keys == ((0, 0, 2, 0), (0, 0, 2, 0))
    assert plan.play_calls(keys, [0, 1, 2, 3]) == (plan.PlayCall((0, 1), ((0, 1, 3), (2,))),)


def test_succession_matters_in_sessions_only() -> None:
    winner_deals = "hebei/literal+dealer.after_win=winner"
    assert plan.play_keys(study(winner_deals)) == ((0, 0), (0, 0))
    assert plan.play_keys(study(winner_deals, unit="session")) == ((0, 1), (0, 1))


def test_bots_that_read_values_do_not_share_hands() -> None:
    """A line-up with a bot that reads the fan values: adapted variants part company, mechanical ones do not."""
    reader = BotPlan("reader", 2, reads=("hebei",))
    lineups = (EQUAL, LineUpPlan("reader", (reader, WEAK, WEAK, WEAK)))
    adapted = study(RICH, lineups=lineups)
    assert plan.play_keys(adapted) == ((0, 0), (0, 1))
    calls = plan.play_calls(plan.play_keys(adapted), [0, 1])
    assert calls == (plan.PlayCall((0,), ((0, 1),)), plan.PlayCall((1,), ((0,), (1,))))
    variants = (VariantPlan(resolve(LITERAL)), VariantPlan(resolve(RICH), policy="mechanical"))
    assert plan.play_keys(dataclasses.replace(adapted, variants=variants)) == ((0, 0), (0, 0))


def test_shard_counts_walls() -> None:
    assert Shard(0, 10, 25).walls == 15
    assert study(LONG, walls=7).hands == 7 * 2 * 2
    assert MIXED.bot_names == ("strong", "weak", "weak", "weak")
    assert len(MIXED.seatings) == 4 and STRONG != WEAK
