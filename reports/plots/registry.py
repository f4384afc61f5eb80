"""Which figures a report has, in reading order."""

from __future__ import annotations

from reports.compare import Comparison
from reports.plots import distributions, effects, matches, outcomes
from reports.plots.base import Figure, Words
from reports.plots.totals import totals


def figures_of(comparison: Comparison, words: Words) -> list[Figure]:
    """All figures that the study has something to show in; a study of one variant has no differences to draw."""
    is_match = "match" in comparison.run.mechanisms
    alone = len(comparison.run.variants) == 1
    candidates = (
        None if alone else effects.forest(comparison, words),
        matches.endings(comparison, words) if is_match else None,
        matches.length(comparison, words) if is_match else None,
        matches.places(comparison, words) if is_match else None,
        outcomes.draw_rate(comparison, words),
        outcomes.ends(comparison, words),
        distributions.win_points(comparison, words),
        totals(comparison, words),
        outcomes.fans(comparison, words),
        distributions.length(comparison, words),
        outcomes.seats(comparison, words),
        outcomes.bots(comparison, words),
        None if alone else effects.heat_map(comparison, words),
    )
    return [figure for figure in candidates if figure is not None]
