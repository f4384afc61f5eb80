"""Small studies for tests of planning, storage and distribution, and how two run folders are compared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulesets.spec import resolve
from sim.plan import BotPlan, LineUpPlan, Study, VariantPlan
from sim.shard import work_of
from sim.store import Store, source_hash

STRONG, WEAK = BotPlan("strong", 0), BotPlan("weak", 1)
MIXED = LineUpPlan("one_strong", (STRONG, WEAK, WEAK, WEAK))
EQUAL = LineUpPlan("four_strong", (STRONG, STRONG, STRONG, STRONG))

LITERAL = "hebei/literal"
RICH = "hebei/literal+hebei.fan_menqing=5"  # differs in points only
LONG = "hebei/literal+wall.reserve=40"  # differs in play


def study(*names: str, walls: int = 50, **options: Any) -> Study:
    """Literal rules and the named variants on blocks of ten walls."""
    variants = tuple(VariantPlan(resolve(name)) for name in (LITERAL, *names))
    return Study(**{"name": "small", "variants": variants, "lineups": (EQUAL, MIXED), "walls": walls, "block": 10, **options})


def store(root: Path, asked: Study) -> Store:
    return Store(root, asked, work_of(asked, source_hash()), command="rulelab run", config="name: small\n")


def results(root: Path) -> dict[str, bytes]:
    """Everything that must be equal between equal runs, by path: parts, statistics, manifest."""
    names = ["manifest.json", *(str(p.relative_to(root)) for p in root.rglob("*.parquet"))]
    return {name: (root / name).read_bytes() for name in sorted(names)}
