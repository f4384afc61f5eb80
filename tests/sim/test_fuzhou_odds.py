"""Known probabilities of the opening against the engine's own deal, flowers, gold and opening wins (no bots)."""

from __future__ import annotations

import math

import pytest

from tests.sim.laid_table import fz
from tests.sim.openings import count_openings

# quantity: value and standard error; 0 where the value is exact, else of 20,000,000 deals simulated elsewhere
KNOWN = {
    "flowers": (66 * 36 / 109, 0.0),
    "first_flip_is_flower": (0.25, 0.0),
    "three_golds": (2360 / 198485, 0.0),
    "heavenly": (5.76e-4, 6e-6),
    "heavenly_pairs": (8.40e-4, 6e-6),
    "non_dealer_takes": (0.01005, 2.5e-5),
    "non_dealer_takes_pairs": (0.01493, 2.5e-5),
    "dealer_takes": (0.02123, 3.5e-5),
    "dealer_takes_pairs": (0.02617, 3.5e-5),
    "quads": (0.0255, 1e-4),
    "drawable": (39.15, 0.002 + 0.005 / math.sqrt(3)),  # the value is known to two digits
    "non_dealer_no_flower": (0.0073991, 0.0),
    "non_dealer_one_flower": (0.0332958, 0.0),
    "dealer_no_flower": (0.0038106, 0.0),
}


def compare(n: int) -> None:
    """All quantities within four standard errors."""
    found = count_openings(fz({"win.pairs": "none"}), fz(), n)
    far = {
        name: (mean, KNOWN[name])
        for name, (mean, error) in found.items()
        if abs(mean - KNOWN[name][0]) > 4 * math.hypot(error, KNOWN[name][1])
    }
    assert not far and found.keys() == KNOWN.keys()


def test_opening_probabilities() -> None:
    compare(30_000)


@pytest.mark.slow
def test_opening_probabilities_over_two_million_hands() -> None:
    compare(2_000_000)
