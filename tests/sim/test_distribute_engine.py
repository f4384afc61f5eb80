"""Studies with the real engine: same bytes everywhere, shared hands equal separate ones, books that balance."""

from __future__ import annotations

import dataclasses
import random
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from rulesets.compare import one_at_a_time
from rulesets.spec import resolve
from sim import shard as shard_module
from sim import tallies
from sim.batch import play
from sim.bots.row import BotKind
from sim.distribute import Place, run_plan
from sim.outcomes import OUTCOME, column_names
from sim.plan import BotPlan, LineUpPlan, Shard, Study, VariantPlan
from sim.shard import Tables, run_shard, work_of
from tests.sim.studies import LITERAL, LONG, RICH, results, store

RANDOM = BotPlan("random_legal", BotKind.RANDOM_LEGAL)
SIMPLE = BotPlan("tsumogiri", BotKind.TSUMOGIRI)
LINEUPS = (LineUpPlan("random", (RANDOM,) * 4), LineUpPlan("one_random", (RANDOM, SIMPLE, SIMPLE, SIMPLE)))
HEAD_BUMP = "hebei/literal+claim.multi_win=head_bump"
HERE = Place("local", workers=1)
WALLS = Shard(0, 0, 60)


def study(*names: str, walls: int = 60, **options: Any) -> Study:
    variants = tuple(VariantPlan(resolve(n)) for n in (LITERAL, *names))
    return Study(**{"name": "real", "variants": variants, "lineups": LINEUPS, "walls": walls, "block": 10, **options})


def run(root: Path, asked: Study, place: Place = HERE) -> dict[str, bytes]:
    with store(root, asked) as folder:
        run_plan(folder, place)
    return results(root)


@pytest.fixture(scope="module")
def quiet(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes]]:
    """Folder and files of one undisturbed run with one worker."""
    root = tmp_path_factory.mktemp("engine") / "quiet"
    return root, run(root, study(RICH, LONG, HEAD_BUMP))


def test_same_bytes_with_three_threads(tmp_path: Path, quiet: tuple[Path, dict[str, bytes]]) -> None:
    """V13."""
    assert run(tmp_path, study(RICH, LONG, HEAD_BUMP), Place("local", workers=3)) == quiet[1]


def test_eight_workers_draw_no_number_twice_and_shards_of_any_size_hold_the_same_hands(
    tmp_path: Path, quiet: tuple[Path, dict[str, bytes]]
) -> None:
    """Public case 98: a stream belongs to its wall, never to a worker or a shard."""

    def hands(root: Path) -> list[dict[str, Any]]:
        parts = [pq.read_table(p).to_pylist() for p in sorted(root.glob("data/hebei-literal/*.parquet"))]
        return sorted((row for part in parts for row in part), key=lambda row: (row["lineup"], row["wall"]))

    run(tmp_path, study(RICH, LONG, HEAD_BUMP, block=4), Place("local", workers=8))
    assert hands(tmp_path) == hands(quiet[0])
    assert [row["wall"] for row in hands(tmp_path)[:60]] == list(range(60))
    ends = {tuple(v for k, v in row.items() if k not in ("wall", "seating")) for row in hands(tmp_path) if row["lineup"] == 0}
    assert len(ends) > 50, "walls repeat"


@pytest.mark.usefixtures("ray_session")
def test_same_bytes_on_ray(tmp_path: Path, quiet: tuple[Path, dict[str, bytes]]) -> None:
    """V13."""
    assert run(tmp_path, study(RICH, LONG, HEAD_BUMP), Place("ray", workers=2)) == quiet[1]


def test_extension_by_walls_and_variant_equals_a_fresh_run(
    tmp_path: Path, quiet: tuple[Path, dict[str, bytes]]
) -> None:
    run(tmp_path, study(LONG, walls=25))
    run(tmp_path, study(LONG, HEAD_BUMP, walls=60))
    assert run(tmp_path, study(RICH, LONG, HEAD_BUMP)) == quiet[1]


def test_a_hand_replayed_alone_is_the_stored_one(quiet: tuple[Path, dict[str, bytes]]) -> None:
    """V13: from seed, wall, variant and line-up; nothing else enters."""
    asked = study(RICH, LONG, HEAD_BUMP)
    work = work_of(asked, "any")
    stored = pq.read_table(quiet[0] / "data" / asked.variants[2].slug / "part-00003.parquet").to_pylist()
    for row in random.Random(1).sample(stored, 6):
        alone = play(
            work.rules[2:3], work.bots, [row["wall"]], asked.seed, lineups=[work.lineups[row["lineup"]]], fan_paid=True
        ).rows[0, 0, 0, 0]
        assert {n: int(alone[n]) for n in column_names() if n != "lineup"} == {
            k: v for k, v in row.items() if k != "lineup"
        }


def _apart(asked: Study, monkeypatch: pytest.MonkeyPatch) -> dict[int, Tables]:
    """Sixty walls with every variant played on its own."""
    keys = tuple(tuple(range(len(asked.variants))) for _ in asked.lineups)
    monkeypatch.setattr(shard_module, "play_keys", lambda _: keys)
    return run_shard(work_of(asked, "s"), WALLS, range(len(asked.variants)))


def test_shared_hands_equal_separate_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every alternative of every option marked as points only: scoring the baseline's hands gives what playing gives.

    So is every alternative of the succession options, which independent hands never ask."""
    base = resolve(LITERAL)
    specs = one_at_a_time(base, effects="SDR").specs
    assert len(specs) > 30
    asked = study()
    asked = dataclasses.replace(asked, variants=tuple(VariantPlan(s) for s in (base, *specs)))
    work = work_of(asked, "s")
    assert {key for keys in work.keys for key in keys} == {0}
    shared = run_shard(work, WALLS, range(len(asked.variants)))
    apart = _apart(asked, monkeypatch)
    for v, variant in enumerate(asked.variants):
        assert shared[v].digests == apart[v].digests, variant.label
        assert shared[v].tally.equals(apart[v].tally)


def test_sessions(tmp_path: Path) -> None:
    """Sessions of four hands: the session is the unit, whatever place plays it."""
    asked = study(HEAD_BUMP, walls=12, unit="session", session_hands=4, columns="full")
    got = run(tmp_path / "a", asked)
    assert run(tmp_path / "b", asked, Place("local", workers=2)) == got
    table = pq.read_table(tmp_path / "a" / "data" / "hebei-literal" / "part-00000.parquet")
    assert table.schema.names == column_names(full=True) == list(OUTCOME.names or ())
    assert table["hand_no"].to_pylist()[:8] == [0, 1, 2, 3] * 2
    totals = tallies.pool(pq.read_table(tmp_path / "a" / "stats" / "hebei-literal" / "tally-00000.parquet"))
    assert totals[0, "hands_per_unit"]["s_n"] == 4 * totals[0, "hands_per_unit"]["s_d"] == 40
    short = study("hebei/literal+format.max_hands=2", walls=12, unit="session", session_hands=4, columns="full")
    run(tmp_path / "c", short)
    first = pq.read_table(next((tmp_path / "c" / "data").glob("*max*/part-00000.parquet"))).to_pylist()
    assert first == [hand for hand in table.to_pylist() if hand["hand_no"] < 2], "a shorter session is the start of a longer"


def test_books_balance(quiet: tuple[Path, dict[str, bytes]]) -> None:
    """V5 on real hands: points sum to zero, fan points explain win payments, histograms count every seat."""
    slug = "hebei-literal"
    tally = tallies.pool(tallies.merge(pq.read_table(p) for p in (quiet[0] / "stats" / slug).glob("tally-*")))
    hist = tallies.merge(pq.read_table(p) for p in (quiet[0] / "stats" / slug).glob("hist-*")).to_pylist()
    for lineup in range(2):
        t = {name: cells for (x, name), cells in tally.items() if x == lineup}
        assert t["draw_rate"]["s_d"] == 60
        assert sum(t[f"seat{s}_net"]["s_n"] for s in range(4)) == 0
        assert t["points_moved"]["s_n"] == t["bystander_share"]["s_d"]
        paid_for_fans = sum(cells["s_n"] for name, cells in t.items() if name.endswith("_share") and name[:3] == "fan")
        assert 0 <= paid_for_fans <= t["fan01_share"]["s_d"]
        assert t["win_rate"]["s_n"] == sum(r["count"] for r in hist if r["lineup"] == lineup and r["name"] == "win_points")
        net = sum(r["value"] * r["count"] for r in hist if r["lineup"] == lineup and r["name"].startswith("delta_"))
        assert net == 0


def test_same_rules_under_two_names_play_the_same_hands() -> None:
    """V6: transcripts, not only rows, of an A/A pair are bit-identical."""
    asked = study(LITERAL + "@again")
    work = work_of(asked, "s")
    a, b = (play(work.rules[v : v + 1], work.bots, np.arange(20), 7, lineups=work.lineups, log=True).log for v in (0, 1))
    assert len(a) > 1000 and np.array_equal(a, b)
    tables = run_shard(work, Shard(0, 0, 10), (0, 1))
    assert tables[0].digests == tables[1].digests


def test_statistics_equal_the_stored_rows(quiet: tuple[Path, dict[str, bytes]]) -> None:
    """Metrics recounted from the part files by plain loops."""
    rows = [r for p in sorted((quiet[0] / "data" / "hebei-literal").glob("*.parquet")) for r in pq.read_table(p).to_pylist()]
    tally = tallies.pool(
        tallies.merge(pq.read_table(p) for p in (quiet[0] / "stats" / "hebei-literal").glob("tally-*"))
    )
    for lineup in range(2):
        mine = [r for r in rows if r["lineup"] == lineup]
        counts = {
            "draw_rate": sum(r["end"] == 0 for r in mine),
            "self_draw_rate": sum(r["end"] == 1 for r in mine),
            "win_rate": sum(bin(r["winner_mask"]).count("1") for r in mine),
            "deal_in_rate": sum(r["payer"] >= 0 for r in mine),
            "dealer_net": sum(r[f"delta_s{r['dealer']}"] for r in mine),
            "draws_per_hand": sum(r["draws"] for r in mine),
            "kans_per_hand": sum(r["kans"] >> 4 * s & 15 for r in mine for s in range(4)),
            "points_moved": sum(max(0, r[f"delta_s{s}"]) for r in mine for s in range(4)),
        }
        assert {name: tally[lineup, name]["s_n"] for name in counts} == counts
