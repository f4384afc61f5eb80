"""Made-up studies in the layout of a real run folder: known columns in, so every number of a report can be recomputed.

A *population* is a set of independent latent draws per wall. The baseline plays them as they are; a variant is a function
that changes some of them, so that variants share walls the way played hands do (equal, close, or only partly alike).
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq

from sim import tallies

FANS = [
    (1, "MENQING", "门清", "concealed hand", 2, 0.38),
    (2, "QIANGGANG", "抢杠和", "robbing a kan", 2, 0.0),
    (3, "GANGKAI", "杠上开花", "win on the kan replacement", 2, 0.012),
    (4, "PENGPENG", "碰碰胡", "all triplets", 3, 0.045),
    (5, "DADIAOCHE", "大吊车", "single-tile hand", 2, 0.006),
    (6, "QINGYISE", "清一色", "full flush", 3, 0.011),
    (7, "HUNYISE", "混一色", "half flush", 2, 0.06),
    (8, "QINGFENG", "清风", "all honours", 3, 0.0004),
    (9, "YITIAOLONG", "一条龙", "straight in one suit", 2, 0.05),
    (10, "QIDUI", "七对", "seven pairs", 2, 0.05),
    (11, "SHISANYAO", "十三幺", "thirteen orphans", 10, 0.0006),
    (12, "HAIDI", "海底捞月", "win on the last tile", 2, 0.008),
    (18, "HUALONG", "花龙", "mixed straight", 5, 0.045),
    (19, "ZHUOWU", "捉五", "catching the five", 5, 0.035),
]
BOT_TITLES = {
    "greedy": {"zh": "快攻", "en": "greedy"},
    "greedy_weak": {"zh": "弱手", "en": "weak"},
    "picky": {"zh": "挑胡", "en": "patient"},
}
N_COLUMNS = 20
Latent = dict[str, np.ndarray]


def latent(walls: int, seed: int, weak: bool) -> Latent:
    """Everything that may happen on each wall, drawn once: arrays of length `walls` (or walls x fans, walls x 4)."""
    rng = np.random.default_rng([seed, 17])
    end = rng.random(walls)
    fans = rng.random((walls, 3, len(FANS)))
    skill = np.array([0.31, 0.23, 0.23, 0.23]) if weak else np.full(4, 0.25)
    seating = np.arange(walls) % 4
    shift = (np.cumsum(skill)[None, :] < rng.random(walls)[:, None]).sum(1)
    return {
        "end": end,
        "winner": (shift + seating) % 4,
        "seating": seating,
        "dealer": rng.integers(0, 4, walls),
        "payer_turn": rng.integers(1, 4, walls),
        "double": rng.random(walls),
        "draws": np.clip(rng.normal(46, 16, walls).round(), 5, 84).astype(np.int64),
        "fans": fans,
        "fan_scale": np.ones(walls),
        "kans": rng.poisson(0.22, walls),
        "kan_seat": rng.integers(0, 4, walls),
        "calls": rng.random((walls, 4)),
        "p_draw": np.full(walls, 0.016),
        "p_self": np.full(walls, 0.27),
        "p_double": np.full(walls, 0.035),
        "call_chance": np.full(walls, 0.52),
        "fan_off": np.zeros((len(FANS),)),
        "kan_points": np.ones(walls),
        "self_fans": np.full(walls, 3),
    }


def play(x: Latent) -> dict[str, np.ndarray]:
    """Outcome columns of latent draws. Points: base 2 or 4 per payer of a self-draw, 5 (6, 8 with the dealer) from a
    discarder, plus the fans; kan points 1 from each other seat, only if somebody won."""
    walls = len(x["end"])
    drawn = x["end"] < x["p_draw"]
    self_draw = ~drawn & (x["end"] < x["p_draw"] + x["p_self"])
    robbed = ~drawn & ~self_draw & (x["end"] > 0.9965)
    winner, payer = x["winner"], (x["winner"] + x["payer_turn"]) % 4
    double = ~drawn & ~self_draw & ~robbed & (x["double"] < x["p_double"])
    second = (payer + 1) % 4
    second = np.where(second == winner, (payer + 2) % 4, second)
    values = np.array([f[4] for f in FANS])
    chance = np.array([f[5] for f in FANS]) * (1 - x["fan_off"])
    has = x["fans"][:, :2] < chance[None, None, :] * x["fan_scale"][:, None, None]
    has[:, :, 1] = robbed[:, None]
    has[:, :, 2] &= self_draw[:, None]
    has[:, :, 11] &= self_draw[:, None]
    delta, kan_part = np.zeros((walls, 4), np.int64), np.zeros((walls, 4), np.int64)
    paid = np.zeros((walls, N_COLUMNS), np.int64)
    masks = np.zeros((2, walls), np.int64)
    rows = np.arange(walls)
    for k, (who, when) in enumerate(((winner, ~drawn), (second, double))):
        masks[k] = np.where(when, (has[:, k] * (1 << np.array([f[0] for f in FANS]))).sum(1), 0)
        bonus = has[:, k] @ values
        for seat in range(4):
            loses = when & (seat != who) & np.where(self_draw, True, seat == payer)
            dealer = (seat == x["dealer"]) | (who == x["dealer"])
            base = np.where(self_draw, np.where(dealer, 4, 2), np.where(who == x["dealer"], 8, np.where(dealer, 6, 5)))
            share = np.where(self_draw & (x["self_fans"] == 1), (seat == (who + 1) % 4), 1)
            pay = np.where(loses, base + bonus * share, 0)
            delta[:, seat] -= pay
            np.add.at(delta, (rows, who), pay)
            for j, fan in enumerate(FANS):
                paid[:, fan[0]] += np.where(loses & has[:, k, j], values[j] * share, 0)
    kan = np.where(drawn, 0, x["kans"] * x["kan_points"]).astype(np.int64)
    for seat in range(4):
        kan_part[:, seat] = np.where(seat == x["kan_seat"], 3 * kan, -kan)
    delta += kan_part
    won = np.where(drawn, 0, 1 << winner) | np.where(double, 1 << second, 0)
    calls = (x["calls"] < x["call_chance"][:, None]).astype(np.int64)
    draws = np.where(drawn, 86, x["draws"])
    out = {
        "wall": rows, "seating": x["seating"], "dealer": x["dealer"], "winner_mask": won,
        "payer": np.where(drawn | self_draw, -1, payer), "end": np.where(drawn, 0, np.where(self_draw, 1, 2 + robbed)),
        "tags": has[:, 0, 2] * 1 + has[:, 0, 11] * 2, "draws": draws, "discards": draws - x["kans"] - self_draw,
        "kans": x["kans"] << (4 * x["kan_seat"]), "calls": (calls << (4 * np.arange(4))).sum(1),
        "fans_a": masks[0], "fans_b": masks[1], "fans_c": 0 * masks[0], "fan_paid": paid,
        "tenpai_end": np.where(x["double"] < 0.6, 5, 7), "decisions": draws + 9, "aborted": 0 * draws,
    }  # fmt: skip
    for s in range(4):
        out |= {f"delta_s{s}": delta[:, s], f"kan_part_s{s}": kan_part[:, s], f"ready_turn_s{s}": draws // 6 + s - 1}
    return out


def unchanged(x: Latent) -> Latent:
    return x


def remix(share: float, seed: int) -> Callable[[Latent], Latent]:
    """On `share` of the walls the hand goes another way (all its draws are taken from another wall)."""

    def change(x: Latent) -> Latent:
        walls = len(x["end"])
        rng = np.random.default_rng(seed)
        away = rng.random(walls) < share
        other = rng.permutation(walls)
        keep = ("seating", "dealer", "fan_off")
        return {k: v if k in keep else np.where(_like(away, v), v[other], v) for k, v in x.items()}

    return change


def _like(mask: np.ndarray, value: np.ndarray) -> np.ndarray:
    return mask.reshape(mask.shape + (1,) * (value.ndim - 1))


def adjusted(**changes: Any) -> Callable[[Latent], Latent]:
    """Latent arrays replaced: a number for all walls, or a function of the old array."""

    def change(x: Latent) -> Latent:
        new = dict(x)
        for key, value in changes.items():
            new[key] = value(x[key]) if callable(value) else np.full_like(x[key], value)
        return new

    return change


def without_fan(*codes: str) -> Callable[[Latent], Latent]:
    off = np.array([float(f[1] in codes) for f in FANS])
    return lambda x: x | {"fan_off": off}


def chain(*steps: Callable[[Latent], Latent]) -> Callable[[Latent], Latent]:
    def change(x: Latent) -> Latent:
        for step in steps:
            x = step(x)
        return x

    return change


@dataclass
class Variant:
    """A made-up variant: names, the rule changes it claims, and what it does to the latent draws."""

    slug: str
    zh: str
    en: str
    change: Callable[[Latent], Latent] = unchanged
    why_zh: str = ""
    why: str = ""
    diff: list[tuple[str, str, str, str, str]] = field(default_factory=list)
    status: str = "observed"
    source: str = "made up for tests"


@dataclass
class Lineup:
    """A made-up line-up of four named bots."""

    slug: str
    zh: str
    en: str
    bots: tuple[str, str, str, str]


LITERAL = Variant(
    "literal",
    "帮助原文",
    "help text to the letter",
    why_zh="照帮助说明字面执行",
    why="the help text, taken at its word",
    status="official",
)
EQUAL = Lineup("four_greedy", "四个快攻", "four greedy", ("greedy",) * 4)
MIXED = Lineup("one_greedy", "一强三弱", "one greedy, three weak", ("greedy", "greedy_weak", "greedy_weak", "greedy_weak"))


@dataclass
class Made:
    """A written run: where, and per (variant slug, line-up index) the columns it was written from."""

    path: Path
    columns: dict[tuple[str, int], dict[str, np.ndarray]]
    manifest: dict[str, Any]


def make_run(
    path: Path,
    variants: list[Variant],
    lineups: list[Lineup] | None = None,
    walls: int = 4000,
    shards: int = 2,
    block: int = 1000,
    seed: int = 7,
    asked: int | None = None,
    columns: Callable[[dict[str, np.ndarray]], dict[str, np.ndarray]] = lambda c: c,
) -> Made:
    """Write `stats/` and `manifest.json` of a study; the first variant is the baseline."""
    lineups = lineups or [EQUAL]
    fans = [tallies.FanName(f[0], f[1], f[2], f[3]) for f in FANS]
    made: dict[tuple[str, int], dict[str, np.ndarray]] = {}
    for u, lineup in enumerate(lineups):
        x = latent(walls, seed + u, weak=len(set(lineup.bots)) > 1)
        for v in variants:
            made[v.slug, u] = columns(play(v.change(dict(x))))
    bounds = [walls * k // shards // block * block for k in range(shards)] + [walls]
    parts = []
    for k, (a, b) in enumerate(itertools.pairwise(bounds)):
        for v in variants:
            files = _write_part(path, k, (a, b), v.slug, variants[0].slug, lineups, fans, made, block)
            parts.append({"shard": k, "variant": v.slug, "walls": [a, b], "rows": (b - a) * len(lineups), "files": files})
    manifest = _manifest(variants, lineups, fans, parts, walls if asked is None else asked, block)
    (path / "manifest.json").write_text(json.dumps(manifest, ensure_ascii=False, indent=1), encoding="utf-8")
    return Made(path, made, manifest)


def seats_of(bots) -> list[list[int]]:
    """`seat_bot[seating][seat]`: index of the seat's bot among the different ones; seating k shifts everybody by k."""
    names = tallies.distinct_bots(bots)
    return [[names.index(bots[(s - seating) % 4]) for s in range(4)] for seating in range(4)]


def _write_part(path, shard, span, slug, baseline, lineups, fans, made, block) -> dict[str, str]:
    tally, hist = [], []
    for u, lineup in enumerate(lineups):
        seat_bot = seats_of(lineup.bots)
        metrics = tallies.metrics_of(lineup.bots, fans)
        sums = []
        for who in (slug, baseline):
            part = {c: values[span[0] : span[1]] for c, values in made[who, u].items()}
            hands = tallies.Hands(part, seat_bot)
            sums.append(tallies.wall_sums(hands, metrics))
            if who == slug and len(sums) == 1:
                hist.append(tallies.histogram(u, hands, block))
        tally.append(tallies.tally(u, *sums, block))
    folder = path / "stats" / slug
    folder.mkdir(parents=True, exist_ok=True)
    files = {}
    for name, tables in (("tally", tally), ("hist", hist)):
        file = folder / f"{name}-{shard:05d}.parquet"
        pq.write_table(tallies.merge(tables), file)
        files[file.relative_to(path).as_posix()] = hashlib.sha256(file.read_bytes()).hexdigest()
    return files


def _manifest(variants, lineups, fans, parts, walls, block) -> dict[str, Any]:
    return {
        "schema": 1, "study": "house_rules", "title": {"en": "House rules compared", "zh": "约定规则比较"}, "unit": "hand",
        "seed": 20261129, "walls": walls, "block": block, "config_hash": "c0ffee" * 10 + "c0ff", "source_hash": "5eed5eed5eed5eed",
        "versions": {"rulelab": "0.1.0", "python": "3.11", "numpy": "2.4"}, "baseline": variants[0].slug,
        "variants": [
            {
                "slug": v.slug, "name": f"hebei/{v.slug}", "label": v.slug, "title": {"en": v.en, "zh": v.zh}, "family": "hebei",
                "rules_hash": hashlib.sha256(v.slug.encode()).hexdigest()[:16],
                "diff": [dict(zip(("key", "from", "to", "meaning_en", "meaning_zh"), d, strict=True)) for d in v.diff],
                "why": v.why, "why_zh": v.why_zh, "status": v.status, "source": v.source, "source_zh": "为测试编造",
            }
            for v in variants
        ],
        "lineups": [
            {"slug": u.slug, "name": u.slug, "title": {"en": u.en, "zh": u.zh}, "bots": list(u.bots), "bot_titles": BOT_TITLES}
            for u in lineups
        ],
        "fans": [f._asdict() for f in fans], "metrics_version": tallies.METRICS_VERSION, "parts": parts,
        "command": "rulelab run study=house_rules seed=20261129",
    }  # fmt: skip
