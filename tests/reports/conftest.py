"""Synthetic runs shared by the report tests (each written once per session)."""

from __future__ import annotations

import pytest

from reports.compare import Comparison, compare
from reports.load import load
from tests.reports.studies import HOUSE_RULES, LINEUPS
from tests.reports.synthetic import LITERAL, Made, make_run


@pytest.fixture(scope="session")
def house(tmp_path_factory) -> Made:
    """Thirteen variants, three line-ups, 3,000 walls."""
    return make_run(tmp_path_factory.mktemp("约定规则"), HOUSE_RULES, LINEUPS, walls=3000, shards=2)


@pytest.fixture(scope="session")
def compared(house: Made) -> Comparison:
    return compare(load(house.path))


@pytest.fixture(scope="session")
def null_study(tmp_path_factory) -> Made:
    """The same rules under two names (A/A)."""
    return make_run(tmp_path_factory.mktemp("aa"), [LITERAL, HOUSE_RULES[-1]], walls=2000)


@pytest.fixture(scope="session")
def alone(tmp_path_factory) -> Made:
    """One rule set and nothing to compare it with."""
    return make_run(tmp_path_factory.mktemp("alone"), [LITERAL], walls=1500)


@pytest.fixture(scope="session")
def silent(tmp_path_factory) -> Made:
    """Nobody ever wins: no win, no fan, no point in any hand."""
    from tests.reports.synthetic import Variant, adjusted

    never = adjusted(p_draw=1.0)
    variants = [Variant("silent", "无人和", "nobody wins", never), Variant("silent_too", "仍无人和", "still nobody", never)]
    return make_run(tmp_path_factory.mktemp("silent"), variants, walls=1200)
